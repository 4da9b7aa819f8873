"""What people decided about the text and names of an edition, carried to another release of it.

A decision goes with the words it was about: the same monograph, section and text. It goes to a release when that is
loaded, and again when it is chosen to answer, because people go on deciding about the old one in between.

To hold a block is right wherever its words stand. To release it is right for what it meant when somebody compared it
with the page: see `formulary.kept_meanings`. Where that changed the block stays held, and its reason says so.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from formulary.kept_meanings import Meanings, evidence_of
from formulary.models import Chunk, DrugName, Edition, Monograph, QuarantineEvent

Action = QuarantineEvent.Action
Key = tuple[str, str, str]
"""Monograph slug, section key, SHA-256 of the text."""
_RELEASED_BEFORE = "khối cùng chữ từng được giải cách ly ở lần nạp trước; cần xem lại"


@dataclass(frozen=True, slots=True)
class KeptNames:
    """Curated names, and names of any source that were withdrawn, with the monograph's slug."""

    rows: tuple[tuple[str, DrugName], ...]

    @classmethod
    def of(cls, *editions: Edition | None) -> "KeptNames":
        """Where editions disagree about a name, the one named first is followed."""
        found: dict[tuple[str, str, str], DrugName] = {}
        for edition in filter(None, editions):
            names = DrugName.objects.filter(monograph__edition=edition).select_related("monograph")
            for name in names.filter(source=DrugName.Source.CURATED) | names.filter(is_withdrawn=True):
                found.setdefault((name.monograph.slug, name.kind, name.name), name)
        return cls(tuple((slug, name) for (slug, _, _), name in found.items()))

    def restore(self, edition: Edition) -> list[str]:
        """Bring the names to the edition; warnings for names whose monograph it does not have."""
        slugs = {slug for slug, _ in self.rows}
        if not slugs:
            return []
        monographs = {m.slug: m for m in Monograph.objects.filter(edition=edition, slug__in=slugs)}
        printed = DrugName.objects.filter(monograph__in=monographs.values())
        there = {(name.monograph_id, name.kind, name.name): name for name in printed}
        new, withdrawn, warnings = [], [], []
        for slug, name in self.rows:
            if slug not in monographs:
                warnings.append(f"{slug}: chuyên luận không còn, bỏ tên «{name.name}» do dược sĩ quản lý")
                continue
            known = there.get((monographs[slug].pk, name.kind, name.name))
            if known is None and name.source == DrugName.Source.CURATED:
                name.pk, name.monograph = None, monographs[slug]
                new.append(name)
            elif known is not None and name.is_withdrawn:
                withdrawn.append(known.pk)
        DrugName.objects.bulk_create(new)
        DrugName.objects.filter(pk__in=withdrawn).update(is_withdrawn=True)
        return warnings


@dataclass
class KeptQuarantine:
    """The last word on each text in any release of a family, by the ordinals at which the text stood."""

    words: dict[Key, dict[int, QuarantineEvent]]
    released: Meanings = field(default_factory=Meanings)
    ever_released: set[Key] = field(default_factory=set)
    seen: set[Key] = field(default_factory=set)

    @classmethod
    def of(cls, family: str) -> "KeptQuarantine":
        words: dict[Key, dict[int, QuarantineEvent]] = {}
        ever_released: set[Key] = set()
        for event in QuarantineEvent.objects.filter(edition__family=family).order_by("at", "id"):
            _, slug, section, ordinal = event.chunk_key.split("/")
            by_ordinal = words.setdefault((slug, section, event.text_sha256), {})
            by_ordinal.pop(int(ordinal), None)  # so that the newest stands last
            by_ordinal[int(ordinal)] = event
            if _is_release(event):
                ever_released.add((slug, section, event.text_sha256))
        last = (event for by_ordinal in words.values() for event in by_ordinal.values())
        return cls(words, Meanings.of(event for event in last if _is_release(event)), ever_released)

    def apply(self, chunks: Sequence[Chunk], *, edition: Edition, evidence: Sequence[frozenset[str]]) -> None:
        """Let people's words stand over the detectors' on blocks not yet written; all blocks of each monograph.

        `evidence` is what detectors show for the kind of fault that holds each block.
        """
        events = []
        twins = Counter(map(_key, chunks))
        for chunk, shown in zip(chunks, evidence, strict=True):
            key = _key(chunk)
            self.seen.add(key)
            word = self._word(key, chunk, twins[key], shown)
            followed = word if word is not None and _follow(word, chunk) else None
            if followed is None and chunk.quarantine_kind is not None and key in self.ever_released:
                chunk.quarantine_reason = f"{chunk.quarantine_reason}; {_RELEASED_BEFORE}"
            if followed is not None or chunk.quarantine_kind is not None:
                events.append(_event(chunk, edition, followed))
        QuarantineEvent.objects.bulk_create(events, batch_size=2_000)

    def bring_over(self, edition: Edition) -> int:
        """Let what people said in other releases since this one was loaded hold here. Returns how many blocks changed.

        Only a word that is the last one on its text counts; one that was said here is already done.
        """
        said = {
            sha256
            for (_, _, sha256), by_ordinal in self.words.items()
            if any(word.actor_id is not None for word in by_ordinal.values())
        }
        rows = Chunk.objects.filter(section__monograph__edition=edition, text_sha256__in=said)
        chunks = list(rows.select_related("section__monograph").select_for_update(of=("self",)))
        twins = Counter(map(_key, chunks))
        shown = evidence_of(chunks)
        changed, events = [], []
        for chunk in chunks:
            word = self._word(_key(chunk), chunk, twins[_key(chunk)], shown[chunk.pk, chunk.quarantine_kind])
            if word is None or word.edition_id == edition.pk:
                continue
            if chunk.quarantine_kind is not None and word.action == Action.HELD:
                continue  # held already, for a reason of its own
            if _follow(word, chunk):
                changed.append(chunk)
                events.append(_event(chunk, edition, word))
        Chunk.objects.bulk_update(changed, ["quarantine_kind", "quarantine_reason"], batch_size=500)
        QuarantineEvent.objects.bulk_create(events)
        return len(changed)

    def lost(self, editions: Iterable[Edition | None]) -> list[str]:
        """Warnings for blocks that a person holds in these editions and that no block seen says any more."""
        ids = {edition.pk for edition in editions if edition is not None}
        return [
            f"{event.chunk_key}: khối do dược sĩ cách ly không còn nguyên văn; kiểm tra lại ({event.reason})"
            for key, by_ordinal in self.words.items()
            for event in by_ordinal.values()
            if key not in self.seen and event.edition_id in ids
            if event.action == Action.HELD and event.actor_id is not None
        ]

    def _word(self, key: Key, chunk: Chunk, twins: int, evidence: frozenset[str]) -> QuarantineEvent | None:
        """The word that holds for the block. A text that stands twice in a section is released at one place only."""
        by_ordinal = self.words.get(key)
        if by_ordinal is None:
            return None
        newest = _newest(by_ordinal)
        if twins > 1 and newest.action != Action.HELD:
            here = by_ordinal.get(chunk.ordinal)
            if here is None:
                return None
            newest = here
        if not _is_release(newest) or self.released.is_of(newest, chunk, evidence):
            return newest
        # Released as something else. Perhaps somebody said something of it as it stands here.
        for word in reversed(by_ordinal.values()):
            if word.action == Action.HELD and word.actor_id is not None:
                return word
            if _is_release(word) and twins == 1 and self.released.is_of(word, chunk, evidence):
                return word
        return None


def _is_release(event: QuarantineEvent) -> bool:
    return event.action == Action.RELEASED and event.actor_id is not None


def _newest(by_ordinal: dict[int, QuarantineEvent]) -> QuarantineEvent:
    return next(reversed(by_ordinal.values()))


def _key(chunk: Chunk) -> Key:
    return chunk.section.monograph.slug, chunk.section.key, chunk.text_sha256


def _follow(word: QuarantineEvent, chunk: Chunk) -> bool:
    """Do with the block what a person said of its text; False when nobody did or it does not apply."""
    if word.actor_id is None:
        return False
    if word.action == Action.HELD:
        chunk.quarantine_kind, chunk.quarantine_reason = word.kind, word.reason
        return True
    # Released from this very defect. Another defect that is found later holds the block again.
    if chunk.quarantine_kind is None or chunk.quarantine_kind != word.kind:
        return False
    chunk.quarantine_kind = chunk.quarantine_reason = None
    return True


def _event(chunk: Chunk, edition: Edition, word: QuarantineEvent | None) -> QuarantineEvent:
    """The line of history for the block as it now is: a person's word carried over, or the detectors' own."""
    where = f"{edition.key}/{chunk.section.monograph.slug}/{chunk.section.key}/{chunk.ordinal}"
    event = QuarantineEvent(edition=edition, chunk_key=where, text_sha256=chunk.text_sha256)
    if word is None:
        event.action, event.kind = Action.HELD, str(chunk.quarantine_kind)
        event.reason = str(chunk.quarantine_reason)
    else:
        event.action, event.kind, event.reason = word.action, word.kind, word.reason
        event.actor_id, event.origin = word.actor_id, word.origin or word.chunk_key
    return event
