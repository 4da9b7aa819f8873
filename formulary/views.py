"""The reader: find a monograph, read it as printed, see the page that an answer cites."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from formulary import atc, finding
from formulary.addresses import (
    BadAddress,
    asked_sheet,
    cited_span,
    open_blocks,
    open_edition,
    sees_everything,
)
from formulary.beside import PagesBeside, pages_beside
from formulary.look_alike_rows import risky_monographs, taken_for
from formulary.reader import Reading, Span, shown_sections
from formulary.searching import search
from formulary.selectors import (
    EditionInUse,
    MonographLine,
    PrintedBlock,
    coded_monographs,
    current_edition,
    editions_with,
    find_monographs,
    monograph_lines,
)
from rag.vietnamese import fold

_LONGEST_QUERY = 100
_SHORTEST_WORDS = 3  # characters; less is a beginning of a name
_ALL_ON_ONE_PAGE = 300
_MOST_SENTENCES = 20


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    edition = current_edition()
    query = request.GET.get("q", "").strip()[:_LONGEST_QUERY]
    context: dict[str, Any] = {"edition": edition, "query": query}
    if edition is None:
        return render(request, "formulary/index.html", context)
    if query:
        return render(request, "formulary/index.html", context | _found(edition, query))
    letters, shelves = _asked_shelves(request, edition)
    return render(request, "formulary/index.html", context | {"letters": letters, "shelves": shelves})


@login_required
@require_safe
def look_alikes(request: HttpRequest) -> HttpResponse:
    edition = current_edition()
    context: dict[str, Any] = {"edition": edition}
    if edition is not None:
        letters, shelves = _asked_shelves(request, edition)
        lines = [line for shelf in shelves for line in shelf.monographs]
        context |= {"letters": letters, "monographs": risky_monographs(edition, lines)}
    return render(request, "formulary/look_alikes.html", context)


@login_required
@require_safe
def atc_index(request: HttpRequest) -> HttpResponse:
    edition = current_edition()
    monographs = coded_monographs(edition) if edition else []
    context = {"edition": edition, "groups": atc.main_groups(monographs), "uncoded": atc.without_code(monographs)}
    return render(request, "formulary/atc_index.html", context)


@login_required
@require_safe
def atc_group(request: HttpRequest, code: str) -> HttpResponse:
    edition = current_edition()
    if edition is None or not atc.is_code(code):
        return _not_found(request, BadAddress(404, "Không có nhóm ATC này."))
    shelves = atc.shelves_of(code, coded_monographs(edition))
    if not shelves:
        return _not_found(request, BadAddress(404, f"Ấn bản không có thuốc nào mang mã ATC {code}."))
    *above, group = atc.path_to(code)
    context = {"edition": edition, "above": above, "group": group, "shelves": shelves}
    return render(request, "formulary/atc_group.html", context)


@login_required
@require_safe
@cache_control(private=True, no_cache=True)
def monograph(request: HttpRequest, edition: str, slug: str) -> HttpResponse:
    """`muc`, `k`, `tu` and `den` name cited characters, `xem` a page of the file to be shown beside the text."""
    try:
        found = open_edition(request, edition)
        blocks = open_blocks(found.in_use, slug)
    except BadAddress as bad:
        return _not_found(request, bad)
    try:
        mark = cited_span(request.GET, blocks)
        beside = pages_beside(found.file, blocks, mark, asked=asked_sheet(request.GET))
    except BadAddress as bad:
        return _not_found(request, bad, instead=request.path)
    context = _frame(request, found.in_use, blocks, beside, mark) | {
        "others": [e for e in editions_with(slug, everything=sees_everything(request)) if e.key != edition],
        # Of the edition that answers only: no other one has its names in memory.
        "look_alikes": taken_for(found.in_use, slug) if found.in_use.is_current else (),
        "codes": [(code, atc.path_to(code)) for code in blocks[0].atc_codes if atc.is_code(code)],
    }
    return render(request, "formulary/monograph.html", context)


@login_required
@require_safe
@cache_control(private=True, no_cache=True)
def monograph_section(request: HttpRequest, edition: str, slug: str, section: str) -> HttpResponse:
    """A fragment for the panel beside an answer. `k` names a block; `tu` and `den` the cited characters of it."""
    try:
        found = open_edition(request, edition)
        blocks = open_blocks(found.in_use, slug, section)
        mark = cited_span(request.GET, blocks, section=section)
        beside = pages_beside(found.file, blocks, mark)
    except BadAddress as bad:
        return HttpResponse(str(bad), status=bad.status, content_type="text/plain; charset=utf-8")
    context = _frame(request, found.in_use, blocks, beside, mark)
    return render(request, "formulary/section_fragment.html", context | {"section": context["sections"][0]})


def _not_found(request: HttpRequest, bad: BadAddress, *, instead: str = "") -> HttpResponse:
    """`instead` is where the reader may go on."""
    return render(request, "formulary/not_found.html", {"sentence": str(bad), "instead": instead}, status=bad.status)


def _found(edition: EditionInUse, query: str) -> dict[str, Any]:
    """Names first; then sentences of the book, of the drugs that the query names when it names any."""
    code = query.upper()
    if atc.is_code(code) and len(code) > 1 and atc.shelves_of(code, coded_monographs(edition)):
        return {"found": (), "sentences": (), "atc_group": atc.path_to(code)[-1]}
    lines = find_monographs(edition, query)
    drugs, words = finding.named_drugs(edition, query)
    lines += [drug for drug in drugs if drug.slug not in {line.slug for line in lines}]
    if len(words) < _SHORTEST_WORDS:
        return {"found": lines, "sentences": ()}
    result = search(edition, words, drug_ids=[drug.slug for drug in drugs], limit=_MOST_SENTENCES)
    sentences = [finding.sentence_of(passage, words) for passage in result.passages]
    return {
        "found": lines,
        "sentences": sentences,
        "by_meaning_only": not any(sentence.holds_a_word for sentence in sentences),
        "notice": result.notice,
    }


def _frame(
    request: HttpRequest, edition: EditionInUse, blocks: list[PrintedBlock], beside: PagesBeside, mark: Span | None
) -> dict[str, Any]:
    first = blocks[0].passage
    places = (block.passage.provenance for block in blocks)
    reading = Reading(mark, beside.sheets, tells_repairs=request.user.has_perm("formulary.quarantine_chunk"))
    return {
        "edition": edition,
        "slug": first.monograph,
        "title": first.monograph_name,
        "pages": sorted({page for place in places for page in (place.page_from, place.page_to) if page}),
        "sections": shown_sections(blocks, reading),
        "mark": mark,
        "beside": beside,
    }


@dataclass(frozen=True, slots=True)
class Shelf:
    letter: str
    monographs: tuple[MonographLine, ...]


def _asked_shelves(request: HttpRequest, edition: EditionInUse) -> tuple[list[str], list[Shelf]]:
    """Every letter, and the shelves to show: of a large edition those of the letter `chu` alone."""
    shelves = _shelves(monograph_lines(edition))
    letters = [shelf.letter for shelf in shelves]
    if sum(len(shelf.monographs) for shelf in shelves) > _ALL_ON_ONE_PAGE:
        chosen = request.GET.get("chu", letters[0])
        shelves = [shelf for shelf in shelves if shelf.letter == chosen]
    return letters, shelves


def _shelves(lines: list[MonographLine]) -> list[Shelf]:
    def letter(line: MonographLine) -> str:
        first = fold(line.title[0]).upper()
        return first if first.isalpha() else "0–9"

    return [Shelf(key, tuple(group)) for key, group in groupby(sorted(lines, key=letter), key=letter)]
