"""Reads of the book that several modules share."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from formulary.folding import name_key
from formulary.models import Chunk, DrugName, Edition, FilePage, Monograph, SourceFile
from formulary.models.book import edition_title
from formulary.sheets import PrintedLine, Sheet, lines_of
from formulary.shown_text import Mended, mended_of
from rag.frames import Population, Route
from rag.passages import BlockKind, Erratum, Passage, PrintDoubt, Provenance

_MOST_WORDS = 8  # of a name that is looked for


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
        .values_list("id", "key", "title", "release", "revision", "is_demonstration")
        .first()
    )
    if row is None:
        return None
    pk, key, title, release, revision, is_demonstration = row
    return EditionInUse(pk, key, edition_title(title, release), revision, is_demonstration)


def a_person_chose() -> bool:
    """Whether the edition that answers was chosen by somebody, not by a command that sets things up. One query."""
    return Edition.objects.filter(is_current=True, made_current_by__isnull=False).exists()


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


def atc_codes(edition_id: int) -> dict[str, list[str]]:
    """Monograph slug -> its ATC codes, of the monographs that print any. One query."""
    rows = Monograph.objects.filter(edition_id=edition_id).exclude(atc_codes=[])
    return dict(rows.values_list("slug", "atc_codes"))


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
    """Monographs with a name that holds every word of the query: the name itself first, then names that begin so.

    One query.
    """
    wanted = name_key(query)
    if not wanted:
        return []
    holds = [Q(folded__contains=word) for word in wanted.split()[:_MOST_WORDS]]
    rows = (
        DrugName.objects.filter(*holds, monograph__edition_id=edition.id, is_withdrawn=False)
        .order_by("monograph__position", "id")
        .values_list(
            "monograph__slug", "monograph__title", "monograph__bracket", "monograph__page_from", "name", "folded"
        )
    )
    found: dict[str, tuple[int, MonographLine]] = {}
    for slug, title, bracket, page, name, folded in rows:
        rank = _distance(wanted, folded)
        if slug not in found or rank < found[slug][0]:
            line = MonographLine(slug, printed_title(title, bracket), page, "" if name == title else name)
            found[slug] = (rank, line)
    return [line for _, line in sorted(found.values(), key=lambda pair: pair[0])][:limit]


def _distance(wanted: str, folded: str) -> int:
    """How far a name is from what was typed, from 0: the name itself."""
    if folded == wanted:
        return 0
    if folded.startswith(wanted):
        return 1
    return 2 if f" {wanted}" in folded else 3 if wanted in folded else 4


@dataclass(frozen=True, slots=True)
class CodedMonograph:
    line: MonographLine
    atc_codes: tuple[str, ...]


def coded_monographs(edition: EditionInUse) -> list[CodedMonograph]:
    """Every monograph in book order with its ATC codes. One query."""
    rows = (
        Monograph.objects.filter(edition_id=edition.id)
        .order_by("position")
        .values_list("slug", "title", "bracket", "page_from", "atc_codes")
    )
    return [
        CodedMonograph(MonographLine(slug, printed_title(title, bracket), page), tuple(codes))
        for slug, title, bracket, page, codes in rows
    ]


@dataclass(frozen=True, slots=True)
class EditionOf:
    """An edition that has a certain monograph."""

    key: str
    title: str
    release: int
    is_current: bool
    status: str


def editions_with(slug: str, *, everything: bool) -> list[EditionOf]:
    """The editions that have this monograph, the one that answers first. Only published ones unless `everything`."""
    rows = Edition.objects.filter(monographs__slug=slug)
    if not everything:
        rows = rows.filter(status=Edition.Status.PUBLISHED)
    found = rows.order_by("-is_current", "family", "-release")
    return [EditionOf(*row) for row in found.values_list("key", "title", "release", "is_current", "status")]


def sheets(file: SourceFile, numbers: Iterable[int]) -> dict[int, Sheet]:
    """Pages of a file by their number in it. One query."""
    rows = FilePage.objects.filter(file=file, number__in=set(numbers)).order_by("number")
    return {row[0]: Sheet(*row) for row in rows.values_list("number", "printed", "width", "height")}


def printed_title(title: str, bracket: str) -> str:
    """`Salbutamol (dùng trong hô hấp)`; the title alone when nothing stands in brackets."""
    return f"{title} ({bracket})" if bracket else title


def passage_url(edition_key: str, slug: str, section: str, ordinal: int) -> str:
    return f"/formulary/{edition_key}/{slug}/#{section}-{ordinal}"


PASSAGE_COLUMNS = (
    "ordinal", "kind", "headings", "text", "start", "end", "page_from", "page_to", "text_sha256",
    "populations", "routes", "indications", "quarantine_reason", "errata",
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


@dataclass(frozen=True, slots=True)
class PrintedBlock:
    """A block with where it stands on the pages of the file. `lines` is empty when the edition came from no pages."""

    passage: Passage
    atc_codes: tuple[str, ...]
    lines: tuple[PrintedLine, ...]
    repairs: tuple[Mended, ...]


def printed_blocks(edition: EditionInUse, slug: str, section: str | None = None) -> list[PrintedBlock]:
    """The blocks of a monograph, or of one section of it, in book order; empty when there is none. One query."""
    which = {"section__monograph__slug": slug} | ({} if section is None else {"section__key": section})
    rows = (
        Chunk.objects.filter(section__monograph__edition_id=edition.id, **which)
        .order_by("section__position", "ordinal")
        .values_list("section__monograph__atc_codes", "line_boxes", "repairs", *PASSAGE_COLUMNS)
    )
    return [
        PrintedBlock(_passage(edition, *columns), tuple(codes), lines_of(boxes), mended_of(repairs))
        for codes, boxes, repairs, *columns in rows
    ]


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
    errata: list[list[Any]],
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
        errata=tuple(Erratum(at, to, PrintDoubt(doubt), note) for at, to, doubt, note in errata),
        url=passage_url(edition.key, slug, section, ordinal),
    )
