"""An answer as the page lays it out: worded, grouped by what stands above it, its citations numbered."""

from datetime import datetime
from itertools import groupby
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
def excerpts(turn: Turn) -> list[Excerpt]:
    numbers: dict[Span, int] = {}
    shown: list[Excerpt] = []
    above = Origin("", "", ())
    for origin, claims in groupby(turn["claims"], key=_origin):
        parts = [
            Part(heading, [_shown(claim, numbers) for claim in members])
            for heading, members in groupby(claims, key=lambda claim: str(claim["heading"]))
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
    marks = []
    for citation in claim["citations"]:
        span = citation["passage"], citation["start"], citation["end"]
        number = numbers.setdefault(span, len(numbers) + 1)
        marks.append(Mark(number, citation["url"], source_address(citation)))
    return ShownClaim(claim["text"], markdown_table(claim["text"]), marks)


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
