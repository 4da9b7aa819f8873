"""The pages of a PDF, one after another: what the rest of the import asks for."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from formulary.ingest.pages import PageRead
from formulary.ingest.pdf.furniture import masked
from formulary.ingest.pdf.limits import LIMITS, Limits
from formulary.ingest.pdf.messages import Read, SurveyedPage
from formulary.ingest.pdf.opening import PdfFacts, accept, check_bytes, check_text, inspect, sample
from formulary.ingest.pdf.workers import Child, read_in_order
from formulary.ingest.profiles import Profile, profile, profile_keys

_MOST_WORKERS = 2
_FEWEST_PAGES = 24  # a shorter file is read before a second child would have started
_FEWEST_ALIKE = 3  # pages
_SHARE_ALIKE = 0.3


def facts(path: Path, *, limits: Limits = LIMITS) -> PdfFacts:
    """Hash, sizes and notes of a file that can be read. Raises PdfRefused."""
    return accept(path, limits=limits)


def recognise_profile(path: Path, *, limits: Limits = LIMITS) -> str | None:
    """The key of the profile whose running head a third of the pages or more show. Raises PdfRefused."""
    surveyed = _surveyed(path, None, limits)[1]
    counts = {key: _pages_showing(profile(key), surveyed) for key in profile_keys()}
    best = max(counts, key=lambda key: counts[key])
    written = sum(page.characters > 0 for page in surveyed)
    return best if counts[best] and counts[best] * 3 >= written else None


def read_pages(
    path: Path,
    layout: Profile,
    *,
    on_page: Callable[[int, int], None] = lambda done, total: None,
    should_stop: Callable[[], bool] = lambda: False,
    limits: Limits = LIMITS,
) -> Iterator[PageRead]:
    """Every page in the order of the file. `on_page` hears (pages done, pages in all).

    Raises PdfRefused and PdfStopped; the caller then has only some of the pages.
    """
    total, surveyed = _surveyed(path, layout, limits)
    check_text(surveyed)
    usual = _usual_lines(surveyed)
    workers = min(_MOST_WORKERS, os.cpu_count() or 1) if total >= _FEWEST_PAGES else 1
    pages = read_in_order(
        lambda numbers: Read(path, numbers, layout, usual),
        range(1, total + 1),
        workers=workers,
        limits=limits,
        should_stop=should_stop,
    )
    with closing(pages):
        for page in pages:
            on_page(page.number, total)
            yield page


def _surveyed(path: Path, layout: Profile | None, limits: Limits) -> tuple[int, tuple[SurveyedPage, ...]]:
    """How many pages there are, and a sample of them."""
    check_bytes(path, limits)
    with Child(limits) as child:
        total = len(inspect(child, path, limits).sizes)
        return total, sample(child, path, pages=total, layout=layout, limits=limits)


def _pages_showing(layout: Profile, surveyed: Iterable[SurveyedPage]) -> int:
    return sum(any(layout.running_head.search(line) for line in page.margins) for page in surveyed)


def _usual_lines(surveyed: tuple[SurveyedPage, ...]) -> frozenset[str]:
    """Lines in the margins that are the same on many pages, digits apart."""
    counts = Counter(line for page in surveyed for line in {masked(margin) for margin in page.margins})
    fewest = max(_FEWEST_ALIKE, _SHARE_ALIKE * len(surveyed))
    return frozenset(line for line, count in counts.items() if count >= fewest)
