"""What shows only when monographs are laid side by side, and what is wrong with the file itself."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from formulary.ingest.book import Book, BookFinding, Defect, PrintedMonograph
from formulary.ingest.detectors.brands import brand_names
from formulary.ingest.detectors.drugs import KnownDrugs, misspelt_drugs
from formulary.ingest.detectors.reasons import REASONS
from formulary.ingest.detectors.views import BRANDS, evidence
from formulary.models.defect_kinds import DefectKind
from rag.passages import DOSING, SECTION_TITLES
from rag.vietnamese import fold

K = DefectKind
Place = tuple[int, int, int]
"""Monograph, section and block by their index in the book."""

_EXPECTED = ("chi_dinh", "chong_chi_dinh", DOSING)
_NUMBERS = re.compile(r"\d+(?:[ ,.]\d+)*")
_HEAD_IN_SENTENCE = re.compile(r"(?<=[^\W\d_] )\d{2,4} (?P<title>[A-ZĐ][a-zà-ỹđ]{4,}(?: [a-zà-ỹđ]+){0,3})")
_TOO_MANY_SHARED = 2


def across_book(book: Book) -> tuple[dict[Place, list[Defect]], tuple[BookFinding, ...]]:
    """Findings on blocks by place, and findings on the file."""
    found: dict[Place, list[Defect]] = defaultdict(list)
    for place, kind, shown in (*_shared_brands(book), *_misspelt(book), *_conflicting_sections(book), *_heads(book)):
        found[place].append(Defect(kind, REASONS[kind], shown))
    return found, (*_pages(book), *_missing_sections(book))


_Found = Iterator[tuple[Place, DefectKind, str]]


def _places(book: Book) -> Iterator[tuple[Place, str, str]]:
    """Place, section key and text of every block."""
    for m, monograph in enumerate(book.monographs):
        for s, section in enumerate(monograph.sections):
            for b, block in enumerate(section.blocks):
                yield (m, s, b), section.key, block.text


def _shared_brands(book: Book) -> _Found:
    """A brand under two drugs makes the reader be asked which. Several, under drugs of other kinds: one is wrong."""
    owners: dict[str, dict[int, tuple[Place, str]]] = defaultdict(dict)
    for place, key, text in _places(book):
        if key == BRANDS:
            for _, name in brand_names(text):
                # What runs on into the next heading is still told by its first words.
                owners[fold(name.partition(". ")[0].rstrip("."))].setdefault(place[0], (place, name))
    shared: dict[tuple[int, int], list[tuple[Place, Place, str]]] = defaultdict(list)
    for places in owners.values():
        if len(places) > 1:
            first, second = sorted(places)[:2]
            shared[first, second].append((places[first][0], places[second][0], places[first][1]))
    for (first, second), brands in shared.items():
        a, b = book.monographs[first], book.monographs[second]
        astray = len(brands) >= _TOO_MANY_SHARED and not _therapy(a) & _therapy(b)
        kind = K.MISPLACED_BRANDS if astray else K.SHARED_BRAND
        names: dict[Place, list[str]] = defaultdict(list)
        for place_a, place_b, name in brands:
            names[place_a].append(name)
            names[place_b].append(name)
        for place, listed in names.items():
            other = b if place[0] == first else a
            yield place, kind, f"{'; '.join(listed)} (cũng ở {other.title})"


def _therapy(monograph: PrintedMonograph) -> set[str]:
    """Second level of the ATC codes, as in C10."""
    return set(re.findall(r"\b[A-Z]\d{2}", " ".join(block.text for block in monograph.blocks_of("ma_atc"))))


def _misspelt(book: Book) -> _Found:
    prose = [(place, text) for place, key, text in _places(book) if key not in (BRANDS, "ten_chung_quoc_te")]
    names = (block.text for m in book.monographs for block in m.blocks_of("ten_chung_quoc_te"))
    known = KnownDrugs((*(f"{m.title} {m.bracket}" for m in book.monographs), *names))
    slips = misspelt_drugs((text for _, text in prose), known)
    if not slips:
        return
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, slips)) + r")\b")
    for place, text in prose:
        for match in pattern.finditer(text):
            yield place, K.MISSPELT_DRUG, f"{match.group()} (gần {slips[match.group()]})"


def _conflicting_sections(book: Book) -> _Found:
    """One section twice under one drug, in other numbers: both are held whole."""
    copies: dict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for m, monograph in enumerate(book.monographs):
        for s, section in enumerate(monograph.sections):
            copies[fold(monograph.title), fold(monograph.bracket), section.key].append((m, s))
    for places in copies.values():
        if len(places) < 2:
            continue
        numbers = {_numbers_of(book, m, s) for m, s in places}
        if len(numbers) > 1:
            for m, s in places:
                section = book.monographs[m].sections[s]
                for b in range(len(section.blocks)):
                    yield (m, s, b), K.CONFLICTING_COPIES, f"{section.heading} ({len(places)} bản)"


def _numbers_of(book: Book, m: int, s: int) -> tuple[str, ...]:
    return tuple(n for block in book.monographs[m].sections[s].blocks for n in _NUMBERS.findall(block.text))


def _heads(book: Book) -> _Found:
    """`Nồng 1366 Thiopental độ`: a page number and a title of the book inside a sentence."""
    titles = {monograph.title for monograph in book.monographs}
    for place, key, text in _places(book):
        for match in _HEAD_IN_SENTENCE.finditer(text) if key != BRANDS else ():
            words = match["title"].split(" ")
            if any(" ".join(words[:n]) in titles for n in range(1, len(words) + 1)):
                yield place, K.RUNNING_HEAD, evidence(text, match.start(), match.end())


def _pages(book: Book) -> Iterator[BookFinding]:
    told = {(finding.kind, finding.page) for finding in book.findings}
    shifts = Counter(page.printed - page.number for page in book.pages if page.printed is not None)
    usual = shifts.most_common(1)[0][0] if shifts else 0
    for page in book.pages:
        if not page.has_text and (K.PAGE_WITHOUT_TEXT, page.number) not in told:
            yield BookFinding(K.PAGE_WITHOUT_TEXT, REASONS[K.PAGE_WITHOUT_TEXT], page=page.number)
        strays = page.printed is not None and page.printed - page.number != usual
        if strays and (K.PAGE_OUT_OF_SEQUENCE, page.number) not in told:
            shown = f"in {page.printed}, theo các trang khác là {page.number + usual}"
            yield BookFinding(K.PAGE_OUT_OF_SEQUENCE, REASONS[K.PAGE_OUT_OF_SEQUENCE], shown, page.number)


def _missing_sections(book: Book) -> Iterator[BookFinding]:
    """The book lawfully leaves sections out; these three are worth a look."""
    for monograph in book.monographs:
        for key in _EXPECTED:
            if not monograph.blocks_of(key):
                yield BookFinding(
                    K.MISSING_SECTION, REASONS[K.MISSING_SECTION], SECTION_TITLES[key], monograph=monograph.slug
                )
