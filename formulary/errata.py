"""Values that the book misprints, or prints as they were long ago: a reviewed list, apart from extraction defects.

Reading the file again does not mend them. The list that is shipped stands in `errata.toml`; pharmacists add to it. Each
entry names what is printed, word for word; it is kept with the blocks that print it, so that a turn needs no look-up.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q

from formulary.models import Chunk, Edition, Erratum
from rag.passages import SECTION_TITLES
from rag.vietnamese import nfc, squeeze

_SHIPPED = Path(__file__).with_name("errata.toml")
_SHORTEST = 8  # characters; less is printed in too many places
_ATOM = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|\s+|.", re.DOTALL)
_DASH = re.compile(r"[-\u2010\u2011\u2012–—−]")
_MICROGRAM = re.compile(r"(?:microgam|microgram|mcg|[\u00b5\u03bc]g)")


class RefusedErratum(ValueError):
    """The entry makes no sense. The message says why, in Vietnamese."""


@dataclass(frozen=True, slots=True)
class ShippedErratum:
    monograph: str
    section: str
    printed: str
    kind: Erratum.Kind
    note: str
    evidence: str
    reviewed_by: str
    family: str = ""


@cache
def shipped_errata() -> tuple[ShippedErratum, ...]:
    """The reviewed list of this release. Raises ValueError where an entry is wrong."""
    entries = tomllib.loads(_SHIPPED.read_text(encoding="utf-8"))["erratum"]
    found = tuple(ShippedErratum(**{**entry, "kind": Erratum.Kind(entry["kind"])}) for entry in entries)
    for entry in found:
        if entry.section not in SECTION_TITLES or len(entry.printed) < _SHORTEST or entry.printed != nfc(entry.printed):
            raise ValueError(f"errata.toml: {entry.monograph}: {entry.printed!r}")
    return found


def sync_shipped() -> None:
    """Make the rows of the shipped list say what it says. What a pharmacist withdrew stays withdrawn."""
    for entry in shipped_errata():
        Erratum.objects.update_or_create(
            family=entry.family,
            monograph=entry.monograph,
            section=entry.section,
            printed=entry.printed,
            defaults={
                "kind": entry.kind,
                "note": entry.note,
                "evidence": entry.evidence,
                "reviewed_by": entry.reviewed_by,
                "is_shipped": True,
            },
        )


def apply_errata(edition: Edition) -> tuple[Erratum, ...]:
    """Write the errata onto the blocks that print them; the entries of this edition that no block prints.

    An entry for a monograph that the edition does not have is not missed. Raises the edition's revision when a block
    changed.
    """
    with transaction.atomic():
        sync_shipped()
        entries = list(Erratum.objects.filter(Q(family="") | Q(family=edition.family), is_withdrawn=False))
        by_place: dict[tuple[str, str], list[Erratum]] = defaultdict(list)
        for entry in entries:
            by_place[entry.monograph, entry.section].append(entry)
        changed: list[Chunk] = []
        used: set[int] = set()
        for chunk in _touched(edition, by_place):
            own = by_place.get((chunk.section.monograph.slug, chunk.section_key), [])
            found = [(entry, span) for entry in own for span in printed_spans(entry.printed, chunk.text)]
            used.update(entry.pk for entry, _ in found)
            written = [[*span, entry.kind, entry.note] for entry, span in sorted(found, key=lambda pair: pair[1])]
            if chunk.errata != written:
                chunk.errata = written
                changed.append(chunk)
        Chunk.objects.bulk_update(changed, ["errata"], batch_size=500)
        if changed:
            Edition.objects.filter(pk=edition.pk).update(revision=F("revision") + 1)
        printed = set(edition.monographs.values_list("slug", flat=True))
    return tuple(entry for entry in entries if entry.pk not in used and entry.monograph in printed)


def record_erratum(*, actor: User, **fields: Any) -> Erratum:
    """Add or reword an entry and write it onto every edition that it is for. Raises RefusedErratum."""
    fields = {key: squeeze(nfc(value)) if isinstance(value, str) else value for key, value in fields.items()}
    if problem := printed_problem(fields["printed"]):
        raise RefusedErratum(problem)
    with transaction.atomic():
        place = {key: fields.pop(key) for key in ("family", "monograph", "section", "printed")}
        entry, _ = Erratum.objects.update_or_create(**place, defaults=fields | {"changed_by": actor})
        _apply_everywhere(entry)
    return entry


def printed_problem(printed: str) -> str | None:
    """Why this print cannot be told from others, or None."""
    short = len(printed) < _SHORTEST or not any(map(str.isalnum, printed))
    return f"đoạn in phải dài ít nhất {_SHORTEST} ký tự, có chữ hoặc số, để không trùng chỗ khác" if short else None


def withdraw_erratum(entry: Erratum, *, actor: User, is_withdrawn: bool = True) -> None:
    """Let the value be quoted again, or hold it to the entry once more."""
    with transaction.atomic():
        entry.is_withdrawn, entry.changed_by = is_withdrawn, actor
        entry.save(update_fields=["is_withdrawn", "changed_by", "changed_at"])
        _apply_everywhere(entry)


def _apply_everywhere(entry: Erratum) -> None:
    editions = Edition.objects.exclude(status=Edition.Status.WITHDRAWN)
    for edition in editions.filter(family=entry.family) if entry.family else editions:
        apply_errata(edition)


def _touched(edition: Edition, places: Iterable[tuple[str, str]]) -> Iterable[Chunk]:
    """Blocks that an entry may be about, and those that carry one already."""
    of_edition = Chunk.objects.filter(section__monograph__edition=edition).select_related("section__monograph")
    wanted = Q(pk__in=[]) | ~Q(errata=[])
    sections: dict[str, set[str]] = defaultdict(set)
    for monograph, section in places:
        sections[section].add(monograph)
    for section, monographs in sections.items():
        wanted |= Q(section_key=section, section__monograph__slug__in=monographs)
    return of_edition.filter(wanted)


def printed_spans(printed: str, text: str) -> list[tuple[int, int]]:
    """Where the text prints this: the same words, numbers and units, however dashes, blanks and «microgam» are set.

    Never another number: not a part of one, and not two that a blank parts joined to one.
    """
    return [match.span() for match in _pattern(printed).finditer(text)]


@lru_cache(maxsize=4_096)
def _pattern(printed: str) -> re.Pattern[str]:
    atoms = _ATOM.findall(printed)
    parts: list[str] = []
    before, parted = "", False
    for atom in atoms:
        if atom.isspace():
            parted = True
            continue
        if before:
            parts.append(_between(before, atom, parted=parted))
        parts.append(_spelt(atom))
        before, parted = atom, False
    return re.compile(_starts(atoms[0]) + "".join(parts) + r"(?!\w)(?![.,]\d)")


def _between(before: str, after: str, *, parted: bool) -> str:
    """A blank between two words, or that keeps two numbers apart, must be there; any other may be."""
    words = before.isalpha() and after.isalpha()
    numbers = before[-1].isdigit() and after[0].isdigit()
    listed = before in ",." and after[0].isdigit()  # "7, 5" is two numbers
    return r"\s+" if parted and (words or numbers or listed) else r"\s*"


def _spelt(atom: str) -> str:
    if _DASH.fullmatch(atom):
        return _DASH.pattern
    return _MICROGRAM.pattern if _MICROGRAM.fullmatch(atom) else re.escape(atom)


def _starts(atom: str) -> str:
    """Three digits may be the end of a number that is set with a blank: "1 250"."""
    thousands = r"(?<!\d\s)" if re.fullmatch(r"\d{3}(?:,\d+)?", atom) else ""
    return rf"(?<!\w)(?<!\d[.,]){thousands}"
