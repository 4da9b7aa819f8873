"""Reads of the book that several modules share."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from formulary.folding import name_key
from formulary.models import Chunk, DrugName, Edition, Monograph
from rag.frames import Population, Route
from rag.passages import BlockKind, Passage, Provenance


@dataclass(frozen=True, slots=True)
class EditionInUse:
    """What a turn needs to know of an edition. Derived things are kept under (id, revision)."""

    id: int
    key: str
    title: str
    revision: int
    is_demonstration: bool
    is_current: bool = True


def current_edition() -> EditionInUse | None:
    """The edition that answers, or None before the first import. One query."""
    row = (
        Edition.objects.filter(is_current=True)
        .values_list("id", "key", "title", "revision", "is_demonstration")
        .first()
    )
    return EditionInUse(*row) if row else None


def name_rows(edition: EditionInUse | Edition | int) -> Iterable[tuple[str, str, str, str]]:
    """(monograph slug, printed title, name, kind) of every name that is not withdrawn. One query.

    `edition` may be its id alone.
    """
    edition_id = edition if isinstance(edition, int) else edition.id
    rows = (
        DrugName.objects.filter(monograph__edition_id=edition_id, is_withdrawn=False)
        .order_by("monograph__position", "id")
        .values_list("monograph__slug", "monograph__title", "monograph__bracket", "name", "kind")
    )
    for slug, title, bracket, name, kind in rows.iterator(chunk_size=5_000):
        yield slug, printed_title(title, bracket), name, kind


@dataclass(frozen=True, slots=True)
class MonographLine:
    """A monograph in a list. `matched` is the name that a search found it by, when that is not its title."""

    slug: str
    title: str
    page_from: int | None
    matched: str = ""


def monograph_lines(edition: EditionInUse) -> list[MonographLine]:
    """Every monograph in book order. One query."""
    rows = (
        Monograph.objects.filter(edition_id=edition.id)
        .order_by("position")
        .values_list("slug", "title", "bracket", "page_from")
    )
    return [MonographLine(slug, printed_title(title, bracket), page) for slug, title, bracket, page in rows]


def find_monographs(edition: EditionInUse, query: str, *, limit: int = 50) -> list[MonographLine]:
    """Monographs with a name that contains the words; names that begin with them first. One query."""
    wanted = name_key(query)
    rows = (
        DrugName.objects.filter(monograph__edition_id=edition.id, is_withdrawn=False, folded__contains=wanted)
        .order_by("monograph__position", "id")
        .values_list(
            "monograph__slug", "monograph__title", "monograph__bracket", "monograph__page_from", "name", "folded"
        )
    )
    found: dict[str, tuple[bool, MonographLine]] = {}
    for slug, title, bracket, page, name, folded in rows:
        begins = folded.startswith(wanted)
        if slug not in found or (begins and not found[slug][0]):
            line = MonographLine(slug, printed_title(title, bracket), page, "" if name == title else name)
            found[slug] = (begins, line)
    return [line for begins, line in sorted(found.values(), key=lambda pair: not pair[0])][:limit]


def printed_title(title: str, bracket: str) -> str:
    """`Salbutamol (dùng trong hô hấp)`; the title alone when nothing stands in brackets."""
    return f"{title} ({bracket})" if bracket else title


def passage_url(edition_key: str, slug: str, section: str, ordinal: int) -> str:
    return f"/formulary/{edition_key}/{slug}/#{section}-{ordinal}"


PASSAGE_COLUMNS = (
    "ordinal", "kind", "headings", "text", "start", "end", "page_from", "page_to", "text_sha256",
    "populations", "routes", "indications", "quarantine_reason",
    "section__key", "section__monograph__slug", "section__monograph__title", "section__monograph__bracket",
)  # fmt: skip


def passages(edition: EditionInUse, *conditions: Q, **which: Any) -> list[Passage]:
    """The blocks that the filter names, in book order. One query, no model instances."""
    rows = (
        Chunk.objects.filter(*conditions, section__monograph__edition_id=edition.id, **which)
        .order_by("section__monograph__position", "section__position", "ordinal")
        .values_list(*PASSAGE_COLUMNS)
    )
    return [_passage(edition, *row) for row in rows]


def _passage(
    edition: EditionInUse,
    ordinal: int,
    kind: str,
    headings: list[str],
    text: str,
    start: int,
    end: int,
    page_from: int | None,
    page_to: int | None,
    text_sha256: str,
    populations: list[str],
    routes: list[str],
    indications: list[str],
    quarantine_reason: str | None,
    section: str,
    slug: str,
    title: str,
    bracket: str,
) -> Passage:
    return Passage(
        id=f"{edition.key}/{slug}/{section}/{ordinal}",
        monograph=slug,
        monograph_name=printed_title(title, bracket),
        section=section,
        headings=tuple(headings),
        text=text,
        ordinal=ordinal,
        kind=BlockKind(kind),
        provenance=Provenance(edition.key, edition.title, page_from, page_to, start, end, text_sha256),
        populations=tuple(map(Population, populations)),
        routes=tuple(map(Route, routes)),
        indications=tuple(indications),
        quarantine=quarantine_reason,
        url=passage_url(edition.key, slug, section, ordinal),
    )
