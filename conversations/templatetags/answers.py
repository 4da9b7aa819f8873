"""An answer as the page lays it out: worded, grouped by what stands above it, its citations numbered."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby, takewhile
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.utils import timezone

from conversations.templatetags import answer_words as words
from formulary import tables

register = template.Library()

Turn = dict[str, Any]
"""One turn in the form of the contract."""
Span = tuple[str, int, int]
"""A passage and the characters of it that are cited: what one citation number stands for."""


DOT = "\u00a0· "  # never begins a line


class Table(NamedTuple):
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]


class Mark(NamedTuple):
    """A citation marker: its number in the answer, where it leads, and the section with the span marked."""

    number: int
    url: str
    source: str


class ShownClaim(NamedTuple):
    text: str
    table: Table | None
    marks: list[Mark]


class Part(NamedTuple):
    """Consecutive claims under the same printed sub-headings."""

    heading: str
    claims: list[ShownClaim]


class Excerpt(NamedTuple):
    """Consecutive claims from the same pages of one section, shown for the same reason.

    `role` and `place` are empty when they only repeat those of the excerpt above.
    """

    kind: str
    role: str
    place: str
    parts: list[Part]
    sources: list[str]


class Cell(NamedTuple):
    """What the book says of one pair; `anchor` is where its sentences stand, empty when there are none."""

    found: str
    label: str
    anchor: str = ""
    is_unread: bool = False


NOT_LOOKED_UP = Cell("", words.NOT_LOOKED_UP)
BLANK = Cell("", "")


class Row(NamedTuple):
    name: str
    cells: list[Cell]


class Matrix(NamedTuple):
    head: list[str]
    rows: list[Row]


class ShownPair(NamedTuple):
    """`again`: citations of sentences that stand under an earlier pair."""

    anchor: str
    title: str
    found: str
    label: str
    unread: list[str]
    excerpts: list[Excerpt]
    again: list[Mark]


class ShownInteractions(NamedTuple):
    matrix: Matrix | None
    pairs: list[ShownPair]


class Side(NamedTuple):
    """What is quoted of one drug or one group of patients; `label` is empty where the answer has one side only."""

    label: str
    excerpts: list[Excerpt]


class Columns(NamedTuple):
    """Sides set beside each other, in the order of the question; one without a name where nothing is compared.

    `above`: what is stricter and stands before a calculation, never behind its numbers.
    """

    named: bool
    sides: list[Side]
    above: bool = False


class Origin(NamedTuple):
    """What the claims of one excerpt have in common."""

    role: str
    place: str
    sources: tuple[str, ...]


@register.simple_tag
def page_words() -> dict[str, Any]:
    """Every word the script needs, so that nothing is worded twice."""
    return words.as_data() | {"timeZone": settings.TIME_ZONE}


@register.filter
def outcome_label(turn: Turn) -> str:
    return words.OUTCOMES[f"{turn['outcome']}/{turn['reason']}"]


@register.filter
def outcome_icon(turn: Turn) -> str:
    return words.KIND_ICONS[turn["outcome"]]


@register.filter
def notice_label(kind: str) -> str:
    return words.NOTICES[kind].label


@register.filter
def notice_icon(kind: str) -> str:
    return words.NOTICES[kind].icon


@register.filter
def notices(turn: Turn, place: str) -> list[dict[str, str]]:
    """The notices that stand "first", "above" the quotations or "below" them."""
    return [notice for notice in turn["notices"] if words.NOTICES[notice["kind"]].place == place]


@register.filter
def our_question(turn: Turn) -> str:
    """The clarifying question, unless the message already asks it."""
    question: str = (turn.get("clarify") or {}).get("question", "")
    return "" if question in (turn.get("message") or "") else question


@register.filter
def moment(value: str | None) -> datetime | None:
    """The contract's time stamp in the house's time zone."""
    return timezone.localtime(datetime.fromisoformat(value)) if value else None


@register.filter
def pointer_text(pointer: dict[str, Any]) -> str:
    """A pointer may name a monograph as a whole, and its page may be unknown."""
    section = words.SECTIONS.get(pointer["section"])
    parts = (
        f"Xem {pointer['monograph_name']}",
        section and f"mục {section}",
        pointer["page_from"] and f"trang {pointer['page_from']}",
    )
    return ", ".join(part for part in parts if part)


@register.filter
def source_address(pointer: dict[str, Any]) -> str:
    """The section of a citation or pointer for the panel, with the cited span marked when there is one."""
    page, _, anchor = pointer["url"].partition("#")
    path = page.partition("?")[0]
    ordinal = anchor.rpartition("-")[2]
    asked = {"k": ordinal} if ordinal.isdecimal() else {}
    if asked and pointer.get("end"):
        asked |= {"tu": pointer["start"], "den": pointer["end"]}
    return f"{path}{pointer['section']}/" + (f"?{urlencode(asked)}" if asked else "")


@register.filter
def columns(turn: Turn) -> list[Columns]:
    """The quotations in order; neighbouring sides that bear a name (a drug, a group of patients) stand in one row.

    What pairs of drugs quote is shown with them and left out; the numbers go on from theirs.
    """
    numbers: dict[Span, int] = {}
    pairs = (turn.get("interactions") or {}).get("pairs", ())
    of_pairs = dict.fromkeys(statement["claim"] for pair in pairs for statement in pair["statements"])
    for place in of_pairs:
        if place < len(turn["claims"]):
            _marks(turn["claims"][place], numbers)
    claims = [claim for place, claim in enumerate(turn["claims"]) if place not in of_pairs]
    above = list(takewhile(_is_stricter, claims)) if turn.get("calculation") else []
    return [*_rows(above, numbers, above=True), *_rows(claims[len(above) :], numbers, above=False)]


def _is_stricter(claim: dict[str, Any]) -> bool:
    return bool(claim["role"] == "stricter")


def _rows(of: Iterable[dict[str, Any]], numbers: dict[Span, int], *, above: bool) -> list[Columns]:
    sides = [
        Side(label, _excerpts(claims, numbers)) for label, claims in groupby(of, key=lambda claim: str(claim["side"]))
    ]
    return [Columns(named, list(row), above) for named, row in groupby(sides, key=lambda side: bool(side.label))]


def _excerpts(claims: Iterable[dict[str, Any]], numbers: dict[Span, int]) -> list[Excerpt]:
    """`numbers` of the citations go on from one call to the next."""
    shown: list[Excerpt] = []
    above = Origin("", "", ())
    for origin, of_origin in groupby(claims, key=_origin):
        parts = [
            Part(heading, [_shown(claim, numbers) for claim in members])
            for heading, members in groupby(of_origin, key=lambda claim: str(claim["heading"]))
        ]
        role = "" if origin.role == above.role else words.ROLES[origin.role]
        place = "" if origin[:2] == above[:2] else origin.place
        shown.append(Excerpt(origin.role, role, place, parts, list(origin.sources)))
        above = origin
    return shown


def _origin(claim: dict[str, Any]) -> Origin:
    first = claim["citations"][0]
    verbatim = any(citation["quote"] == claim["text"] for citation in claim["citations"])
    said = words.PROVENANCE[verbatim]
    sources = (DOT.join((said, cited["edition_title"], _pages(cited))) for cited in claim["citations"])
    place = DOT.join((first["monograph_name"], first["section_title"]))
    return Origin(claim["role"], place, tuple(dict.fromkeys(sources)))


def _shown(claim: dict[str, Any], numbers: dict[Span, int]) -> ShownClaim:
    return ShownClaim(claim["text"], markdown_table(claim["text"]), _marks(claim, numbers))


def _marks(claim: dict[str, Any], numbers: dict[Span, int]) -> list[Mark]:
    marks = []
    for citation in claim["citations"]:
        span = citation["passage"], citation["start"], citation["end"]
        number = numbers.setdefault(span, len(numbers) + 1)
        marks.append(Mark(number, citation["url"], source_address(citation)))
    return marks


@register.filter
def interactions(turn: Turn) -> ShownInteractions:
    """Pair by pair: a sentence that speaks of two pairs is quoted once, and referred to by its number after that."""
    found, claims = turn["interactions"], turn["claims"]
    numbers: dict[Span, int] = {}
    quoted: set[int] = set()
    pairs, cells = [], {}
    names = [drug["name"] for drug in found["drugs"]]
    for i, pair in enumerate(found["pairs"]):
        one, other = pair["drugs"]
        said = dict.fromkeys(statement["claim"] for statement in pair["statements"] if statement["claim"] < len(claims))
        anchor = f"cap-{turn['number']}-{i + 1}" if said else ""
        unread = [unread for unread in pair["not_read"] if unread["why"] in words.NOT_READ]
        # Silence of a pair one side of which could not be read is no silence of the book.
        is_unread = any(u["why"] in words.HELD_BACK for u in unread) or bool(unread and not said)
        cells[one, other] = cells[other, one] = Cell(pair["found"], words.FOUND[pair["found"]], anchor, is_unread)
        if said:
            new, again = [n for n in said if n not in quoted], [n for n in said if n in quoted]
            quoted.update(new)
            pairs.append(
                ShownPair(
                    anchor,
                    f"{names[one]} + {names[other]}",
                    pair["found"],
                    words.FOUND[pair["found"]],
                    [f"{names[u['drug']]}: {words.NOT_READ[u['why']]}" for u in unread],
                    _excerpts((claims[n] for n in new), numbers),
                    [mark for n in again for mark in _marks(claims[n], numbers)],
                )
            )
    return ShownInteractions(_matrix(names, cells) if len(names) > 2 else None, pairs)


def _matrix(names: list[str], cells: dict[tuple[int, int], Cell]) -> Matrix:
    """Each pair once: what stands below the diagonal. Two that no monograph speaks of were not looked up."""
    rows = [
        Row(names[i], [cells.get((i, j), NOT_LOOKED_UP) if j < i else BLANK for j in range(len(names) - 1)])
        for i in range(1, len(names))
    ]
    return Matrix(names[:-1], rows)


def _pages(citation: dict[str, Any]) -> str:
    first, last = citation["page_from"], citation["page_to"]
    return f"trang {first}" if last in (None, first) else f"trang {first}–{last}"


def markdown_table(text: str) -> Table | None:
    """None when the text is not exactly one table with as many cells in every row: it is then shown as it stands."""
    lines = text.splitlines()
    if len(lines) < 3 or not all(map(tables.is_row, lines)) or not tables.is_rule(lines[1]):
        return None
    head, *rows = tables.rows_of(text)
    return Table(head, rows) if all(len(row) == len(head) for row in rows) else None
