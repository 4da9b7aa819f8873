"""The reader: find a monograph, read it as printed, open the section that an answer cites."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from formulary.models import Edition
from formulary.reader import Span, shown_sections
from formulary.retrieval import EditionPassages
from formulary.selectors import (
    EditionInUse,
    MonographLine,
    current_edition,
    find_monographs,
    monograph_lines,
)
from rag.passages import SECTION_TITLES, Passage
from rag.vietnamese import fold

_LONGEST_QUERY = 100
_ALL_ON_ONE_PAGE = 300


class BadAddress(Exception):
    """What the address asks for does not make sense, or is not in the book: the status and one sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    edition = current_edition()
    query = request.GET.get("q", "").strip()[:_LONGEST_QUERY]
    context: dict[str, Any] = {"edition": edition, "query": query}
    if edition is None:
        return render(request, "formulary/index.html", context)
    if query:
        return render(request, "formulary/index.html", context | {"found": find_monographs(edition, query)})
    shelves = _shelves(monograph_lines(edition))
    letters = [shelf.letter for shelf in shelves]
    if sum(len(shelf.monographs) for shelf in shelves) > _ALL_ON_ONE_PAGE:
        chosen = request.GET.get("chu", letters[0])
        shelves = [shelf for shelf in shelves if shelf.letter == chosen]
    return render(request, "formulary/index.html", context | {"letters": letters, "shelves": shelves})


@login_required
@require_safe
@cache_control(private=True, no_cache=True)
def monograph(request: HttpRequest, edition: str, slug: str) -> HttpResponse:
    try:
        found, passages = _open(request, edition, slug)
    except BadAddress as bad:
        raise Http404(str(bad)) from bad
    context = _frame(found, passages) | {"sections": shown_sections(passages)}
    return render(request, "formulary/monograph.html", context)


@login_required
@require_safe
@cache_control(private=True, no_cache=True)
def monograph_section(request: HttpRequest, edition: str, slug: str, section: str) -> HttpResponse:
    """A fragment for the panel beside an answer. `k` names a block; `tu` and `den` the cited characters of it."""
    try:
        found, passages = _open(request, edition, slug, section)
        mark = _cited_span(request, passages)
    except BadAddress as bad:
        return HttpResponse(str(bad), status=bad.status, content_type="text/plain; charset=utf-8")
    context = _frame(found, passages) | {"section": shown_sections(passages, mark=mark)[0]}
    return render(request, "formulary/section_fragment.html", context)


def _open(
    request: HttpRequest, edition: str, slug: str, section: str | None = None
) -> tuple[EditionInUse, tuple[Passage, ...]]:
    """The edition and the blocks that the address names. Raises BadAddress."""
    if section is not None and section not in SECTION_TITLES:
        raise BadAddress(404, "Sách không có mục này.")
    row = Edition.objects.filter(key=edition).first()
    if row is None or (row.status == Edition.Status.STAGED and not request.user.has_perm("formulary.view_edition")):
        raise BadAddress(404, "Không có ấn bản này.")
    found = EditionInUse(row.pk, row.key, row.title, row.revision, row.is_demonstration, row.is_current)
    store = EditionPassages(found)
    passages = store.monograph(slug) if section is None else store.sections([slug], [section])
    if not passages:
        what = "chuyên luận này" if section is None else f"mục «{SECTION_TITLES[section]}» của thuốc này"
        raise BadAddress(404, f"Ấn bản không có {what}.")
    return found, passages


def _cited_span(request: HttpRequest, passages: tuple[Passage, ...]) -> Span | None:
    """None when the address names no span. Raises BadAddress."""
    given = {key: request.GET[key] for key in ("k", "tu", "den") if key in request.GET}
    if not given:
        return None
    if any(not (value.isascii() and value.isdigit() and len(value) <= 9) for value in given.values()):
        raise BadAddress(400, "Vị trí trích dẫn phải là số.")
    if "k" not in given or ("tu" in given) != ("den" in given):
        raise BadAddress(400, "Vị trí trích dẫn cần số thứ tự của khối, và cả chỗ bắt đầu lẫn chỗ kết thúc.")
    ordinal = int(given["k"])
    block = next((p for p in passages if p.ordinal == ordinal), None)
    if block is None:
        raise BadAddress(404, "Mục không có khối này.")
    start, end = int(given.get("tu", 0)), int(given.get("den", len(block.text)))
    if not start < end <= len(block.text):
        raise BadAddress(400, "Vị trí trích dẫn nằm ngoài khối.")
    return Span(ordinal, start, end)


def _frame(edition: EditionInUse, passages: tuple[Passage, ...]) -> dict[str, Any]:
    return {
        "edition": edition,
        "slug": passages[0].monograph,
        "title": passages[0].monograph_name,
        "pages": sorted({p for b in passages for p in (b.provenance.page_from, b.provenance.page_to) if p}),
    }


@dataclass(frozen=True, slots=True)
class Shelf:
    letter: str
    monographs: tuple[MonographLine, ...]


def _shelves(lines: list[MonographLine]) -> list[Shelf]:
    def letter(line: MonographLine) -> str:
        first = fold(line.title[0]).upper()
        return first if first.isalpha() else "0–9"

    return [Shelf(key, tuple(group)) for key, group in groupby(sorted(lines, key=letter), key=letter)]
