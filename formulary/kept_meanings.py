"""What a block meant when a person released it: the words above it, and beside it where the fault lay beside it.

The same words under «Trẻ em» are another dose than under «Người lớn». A release holds for the one that was looked at.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from formulary.models import Chunk, DefectKind, Finding, QuarantineEvent

_K = DefectKind
IN_ITSELF = frozenset({
    _K.PERSON, _K.WRITER, _K.BROKEN_GLYPH, _K.HIDDEN_CHARACTER, _K.LEGACY_ENCODING, _K.HOMOGLYPH, _K.DETACHED_MARK,
    _K.TABLED_COMPARATOR, _K.HYPHENATION, _K.SPLIT_WORD, _K.JOINED_WORDS, _K.DIACRITICS, _K.MISSPELT_DRUG, _K.GARBLED,
    _K.SPLIT_NUMBER, _K.MALFORMED_NUMBER, _K.CONFUSED_DIGIT, _K.LOST_NUMBER, _K.LOST_DASH, _K.TILDE_IN_NUMBER,
    _K.AMBIGUOUS_THOUSANDS, _K.DECIMAL_POINT, _K.RANGE_WITHOUT_UNIT, _K.LOST_UNIT, _K.CUT_UNIT, _K.CONFUSED_UNIT,
    _K.LOST_SLASH, _K.AMBIGUOUS_RATE, _K.DESCENDING_RANGE, _K.UNIT_CHANGE, _K.RUNNING_HEAD, _K.WRONG_SECTION,
    _K.TABLE_UNCHECKED, _K.SHIFTED_CELL, _K.MERGED_CELLS, _K.MERGED_ROWS, _K.FLATTENED_TABLE, _K.MISPLACED_TABLE,
    _K.BRAND_OVERFLOW,
})  # fmt: skip
"""Faults that the words of a block show. Of any other, whether it is harmless shows only beside the whole section."""

_AT_ONCE = 500  # blocks with the text of their sections


@dataclass(frozen=True, slots=True)
class _Above:
    """`lead` is the nearest block before that ends with a colon: a heading that was not set as one."""

    headings: tuple[str, ...]
    populations: frozenset[str]
    routes: frozenset[str]
    indications: tuple[str, ...]
    lead: str

    @classmethod
    def of(cls, chunk: Chunk) -> "_Above":
        before = chunk.section.text[: chunk.start].split("\n\n")
        return cls(
            tuple(chunk.headings),
            frozenset(chunk.populations),
            frozenset(chunk.routes),
            tuple(chunk.indications),
            next((block for block in reversed(before) if block.endswith(":")), ""),
        )


@dataclass(frozen=True, slots=True)
class _Beside:
    """`section` is the hash of the whole section's text, `evidence` what detectors show for the fault."""

    section: str
    evidence: frozenset[str]

    @classmethod
    def of(cls, chunk: Chunk, evidence: frozenset[str]) -> "_Beside":
        return cls(hashlib.sha256(chunk.section.text.encode()).hexdigest(), evidence)


@dataclass(frozen=True, slots=True)
class Meanings:
    """Of blocks that were released, by the event; an event whose block is gone has none."""

    by_event: dict[int, tuple[_Above, _Beside]] = field(default_factory=dict)

    @classmethod
    def of(cls, releases: Iterable[QuarantineEvent]) -> "Meanings":
        events = list(releases)
        found: dict[int, tuple[_Above, _Beside]] = {}
        for start in range(0, len(events), _AT_ONCE):
            some = events[start : start + _AT_ONCE]
            blocks = _blocks_of(some)
            shown = evidence_of(blocks.values())
            for event in some:
                chunk = blocks.get((event.edition_id, _place(event)))
                if chunk is not None:
                    found[event.pk] = _Above.of(chunk), _Beside.of(chunk, shown[chunk.pk, event.kind])
        return cls(found)

    def is_of(self, release: QuarantineEvent, chunk: Chunk, evidence: frozenset[str]) -> bool:
        """Was the block released as what it is here? `evidence` is of the kind that holds it now."""
        if release.pk not in self.by_event:
            return False
        above, beside = self.by_event[release.pk]
        if above != _Above.of(chunk):
            return False
        if release.kind in IN_ITSELF or release.kind != chunk.quarantine_kind:
            return True
        if release.kind == _K.CONFLICTING_COPIES and not _quotes(chunk.text, evidence):
            return False  # the other copy stands in another monograph: nothing here shows whether it changed
        return beside == _Beside.of(chunk, evidence)


def evidence_of(chunks: Iterable[Chunk]) -> dict[tuple[int, str | None], frozenset[str]]:
    """What detectors show, by block and kind; empty where they say nothing."""
    shown: dict[tuple[int, str | None], frozenset[str]] = defaultdict(frozenset)
    rows = Finding.objects.filter(chunk__in=[chunk.pk for chunk in chunks]).values_list("chunk_id", "kind", "evidence")
    for pk, kind, evidence in rows:
        if pk is not None:
            shown[pk, kind] |= {evidence}
    return shown


def _place(event: QuarantineEvent) -> tuple[str, str, int]:
    _, slug, section, ordinal = event.chunk_key.split("/")
    return slug, section, int(ordinal)


def _blocks_of(events: Iterable[QuarantineEvent]) -> dict[tuple[int, tuple[str, str, int]], Chunk]:
    """Blocks with the text that the events are about, by edition and place."""
    editions, hashes = {e.edition_id for e in events}, {e.text_sha256 for e in events}
    chunks = Chunk.objects.filter(section__monograph__edition__in=editions, text_sha256__in=hashes)
    return {
        (c.section.monograph.edition_id, (c.section.monograph.slug, c.section.key, c.ordinal)): c
        for c in chunks.select_related("section__monograph")
    }


def _quotes(text: str, evidence: frozenset[str]) -> bool:
    """Evidence of a copy in the same section quotes the block itself."""
    return bool(evidence) and all(words and text.startswith(words) for words in evidence)
