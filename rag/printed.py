"""Read a printed block: for whom, by which route, for what, and which of its sentences can be quoted alone.

The context of a block is what stands above it (sub-headings) and in its own lead ("Trẻ em: …"). Age classes are
alternatives: a block for adults and children applies to either. Renal and hepatic impairment, pregnancy and
breast-feeding are conditions: a block for children with renal impairment applies only where both hold.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rag.frames import AGE_CLASSES, CONDITIONS, Population, Route
from rag.passages import DOSING, BlockKind, Passage
from rag.printed_words import (
    ANY_INJECTION,
    EXCEPTION_BEFORE,
    FORBIDDEN_BEFORE,
    NEUTRAL,
    NORMAL_BEHIND,
    POPULATION_WORDS,
    ROUTE_WORDS,
)
from rag.quantities import Band, age_bands, clearance_bands, gestation_bands, weight_bands
from rag.vietnamese import fold, has_diacritics

INJECTED = (Route.IV_INJECTION, Route.IV_INFUSION, Route.IM, Route.SC)


@dataclass(frozen=True, slots=True)
class Context:
    """For whom, by which route and for what a stretch of print is meant. Empty: it does not say."""

    populations: tuple[Population, ...] = ()
    routes: tuple[Route, ...] = ()
    indications: tuple[str, ...] = ()


@lru_cache(maxsize=16_384)
def populations_in(text: str) -> tuple[Population, ...]:
    """Populations that the words name, in the order of the enumeration, without those that they leave out."""
    named, left_out = _named_and_left_out(text)
    return tuple(p for p in Population if p in named - left_out)


@lru_cache(maxsize=16_384)
def populations_left_out(text: str) -> tuple[Population, ...]:
    """Populations that the words leave out: "trừ trẻ sơ sinh", "chức năng thận bình thường", "không mang thai".

    "Không dùng cho trẻ em" alone speaks of children; behind another population it leaves them out.
    """
    _, left_out = _named_and_left_out(text)
    return tuple(p for p in Population if p in left_out)


def _named_and_left_out(text: str) -> tuple[set[Population], set[Population]]:
    lower, marked = text.lower(), has_diacritics(text)
    rest = lower
    named: set[Population] = set()
    excepted: set[Population] = set()
    forbidden: set[Population] = set()
    for population, words in POPULATION_WORDS:
        for match in (words.marked if marked else words.unmarked).finditer(rest):
            before, behind = lower[: match.start()], lower[match.end() :]
            if EXCEPTION_BEFORE.ends(before, marked=marked) or NORMAL_BEHIND.match(fold(behind)):
                excepted.add(population)
            elif FORBIDDEN_BEFORE.ends(before, marked=marked):
                forbidden.add(population)
            else:
                named.add(population)
        rest = words.blank(rest, marked=marked)
    # A prohibition alone is about those whom it names.
    if named - forbidden:
        excepted |= forbidden
    return named | excepted | forbidden, excepted - named


@lru_cache(maxsize=16_384)
def routes_in(text: str) -> tuple[Route, ...]:
    """Routes that the words name. Bare "tiêm" means any injection."""
    rest, marked = text.lower(), has_diacritics(text)
    found: set[Route] = set()
    for routes, words in ROUTE_WORDS:
        without = words.blank(rest, marked=marked)
        if without != rest:
            found.update(routes)
            rest = without
    if ANY_INJECTION.blank(rest, marked=marked) != rest and not found & set(INJECTED):
        found.update(INJECTED)
    return tuple(r for r in Route if r in found)


def heading_context(heading: str, *, section: str) -> Context:
    """What a printed sub-heading says of the blocks below it.

    In the dosing section, words that are neither population, route nor a neutral heading ("Liều dùng") name the
    indication; elsewhere sub-headings name no indication.
    """
    populations, routes = populations_in(heading), routes_in(heading)
    indications: tuple[str, ...] = ()
    if section == DOSING:
        rest, marked = heading.lower(), has_diacritics(heading)
        for words in (*(w for _, w in POPULATION_WORDS), *(w for _, w in ROUTE_WORDS), ANY_INJECTION):
            rest = words.blank(rest, marked=marked)
        if len(re.sub(r"[\W\d_]+", "", NEUTRAL.sub("", fold(rest)))) > 2:
            indications = (heading.strip(" :."),)
    return Context(populations, routes, indications)


_LEAD = re.compile(r"^[^:.;]{2,110}:(?=\s)")


def lead_of(text: str) -> str:
    """The words before the first colon, when they open the block ("Trẻ em 4 - 6 tuổi: 240 mg"); otherwise ""."""
    match = _LEAD.match(text)
    return match.group() if match else ""


def lead_context(text: str) -> Context:
    """Populations and routes that a block's own opening names."""
    lead = lead_of(text)
    if not lead:
        return Context()
    return Context(populations_in(lead), routes_in(lead))


def merge(outer: Context, inner: Context) -> Context:
    """Context of a block inside both: the inner age class, route and indication replace, conditions add up."""
    age_classes = [p for p in inner.populations if p in AGE_CLASSES] or [
        p for p in outer.populations if p in AGE_CLASSES
    ]
    conditions = {p for p in (*outer.populations, *inner.populations) if p in CONDITIONS}
    keep = {*age_classes, *conditions}
    return Context(
        tuple(p for p in Population if p in keep),
        inner.routes or outer.routes,
        inner.indications or outer.indications,
    )


# --- sentences -------------------------------------------------------------------------------------------------

_ABBREVIATION = re.compile(r"(?:\b[A-ZĐ]|\bv\.v|\bVD|\bvd|\bspp|\bsp|\bTab|\bInj|\btr|\bSt|\bDr)\.$")
_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-ZĐÀ-Ỹ<>≥≤])|\n+")
# "… 300 mg. Bệnh Kawasaki:" – the sub-heading of the next block, left at the end of this one by a line break.
_GLUED_HEADING = re.compile(r"[^\d.]{3,80}:")
_MEASURE = r"(?:tháng|tuổi|tuần|ngày)"
_NUMBER = r"\d+(?:,\d+)?"
_BAND_OPENS = rf"(?:[Tt]rẻ|[Ss]ơ sinh|Người|{_NUMBER}\s?{_MEASURE}?\s?[-–]\s?{_NUMBER}\s?(?:{_MEASURE}|kg))"
_NEXT_BAND = re.compile(rf";\s+(?={_BAND_OPENS}[^;.]{{0,60}}:)")


@lru_cache(maxsize=16_384)
def speaks_only_of_children(block: str) -> bool:
    """Does the block, outside any lead, name children and no adults ("… đối với trẻ trên 1 tháng")?"""
    sentences = [block[a:b] for a, b in sentence_spans(block)]
    rest = " ".join(s[len(lead_of(s)) :] for s in sentences if not populations_in(lead_of(s)))
    named = set(populations_in(rest)) & AGE_CLASSES
    return bool(named) and named <= {Population.CHILD, Population.NEONATE}


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a passage that is quoted whole: characters `start` to `end` of its text.

    Bands are those that its words or the headings above it print. `follows_band` marks a sentence without a band
    of its own that stands behind one: it belongs to that band's regimen.
    """

    passage: Passage
    start: int
    end: int
    context: Context
    ages: tuple[Band, ...] = ()
    weights: tuple[Band, ...] = ()
    clearances: tuple[Band, ...] = ()
    gestations: tuple[Band, ...] = ()
    follows_band: bool = False

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]

    @property
    def has_band(self) -> bool:
        return bool(self.ages or self.weights or self.clearances or self.gestations)


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Offsets of the sentences, and of the members of a list of bands joined by ";".

    A sub-heading glued to the end is no sentence of the block and is left out.
    """
    cuts: list[tuple[int, int]] = []
    start = 0
    breaks = sorted([*_BREAK.finditer(text), *_NEXT_BAND.finditer(text)], key=lambda m: m.start())
    for match in breaks:
        if match.start() < start or _ABBREVIATION.search(text[start : match.start()]):
            continue
        end = match.start() + 1 if text[match.start()] == ";" else match.start()
        cuts.append((start, end))
        start = match.end()
    if start < len(text):
        cuts.append((start, len(text)))
    spans = [(a, b) for a, b in cuts if text[a:b].strip()]
    if len(spans) > 1 and _GLUED_HEADING.fullmatch(text[slice(*spans[-1])].strip()):
        spans.pop()
    return tuple(spans)


def segments(passage: Passage) -> tuple[Segment, ...]:
    """The passage cut where it may be cut: a table stays whole, prose is cut into sentences.

    A sentence that names its own population or band opens a regimen; the sentences behind it belong to it.
    """
    context = Context(passage.populations, passage.routes, passage.indications)
    cuts = _cuts(passage.text, passage.headings, context, passage.kind is BlockKind.TABLE)
    return tuple(Segment(passage, *cut) for cut in cuts)


@dataclass(frozen=True, slots=True)
class _Bands:
    ages: tuple[Band, ...] = ()
    weights: tuple[Band, ...] = ()
    clearances: tuple[Band, ...] = ()
    gestations: tuple[Band, ...] = ()

    @classmethod
    def of(cls, text: str) -> "_Bands":
        return cls(age_bands(text), weight_bands(text), clearance_bands(text), gestation_bands(text))

    def or_else(self, outer: "_Bands") -> "_Bands":
        return _Bands(
            self.ages or outer.ages,
            self.weights or outer.weights,
            self.clearances or outer.clearances,
            self.gestations or outer.gestations,
        )

    def __bool__(self) -> bool:
        return bool(self.ages or self.weights or self.clearances or self.gestations)


_Cut = tuple[int, int, Context, tuple[Band, ...], tuple[Band, ...], tuple[Band, ...], tuple[Band, ...], bool]


# The same print is read at every turn; what it says depends on nothing but itself.
@lru_cache(maxsize=16_384)
def _cuts(text: str, headings: tuple[str, ...], context: Context, is_table: bool) -> tuple[_Cut, ...]:
    above = _heading_bands(headings)
    if is_table:
        return (_cut(0, len(text), context, above, follows=False),)
    found: list[_Cut] = []
    opened: tuple[Context, _Bands] | None = None
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        own = _own_context(sentence, routed=bool(context.routes))
        merged, bands, follows = merge(context, own), _Bands.of(sentence), False
        if bands or any(p in AGE_CLASSES for p in own.populations):
            opened = (merged, bands)
        elif opened is not None:
            merged, bands, follows = merge(opened[0], own), opened[1], True
        found.append(_cut(start, end, merged, bands.or_else(above), follows=follows))
    return tuple(found)


def _cut(start: int, end: int, context: Context, bands: _Bands, *, follows: bool) -> _Cut:
    return (start, end, context, bands.ages, bands.weights, bands.clearances, bands.gestations, follows)


# "Người bệnh trên 60 tuổi: giảm 50% so với liều người lớn" is no dose of adults.
_MEASURED_BY = re.compile(
    r"\b(?:so với|như|bằng|nửa|[12]/[234]|giống) (?:liều )?(?:dùng )?(?:của |ở |cho )?(?:người lớn|trẻ em)\b"
)


def _own_context(text: str, *, routed: bool) -> Context:
    """What a sentence says of itself. `routed`: a heading or lead above already gives the route."""
    lead = lead_of(text)
    populations = populations_in(lead)
    if not populations:
        # Without a lead, conditions inside a sentence ("giảm liều ở người suy thận") describe, they do not restrict.
        populations = tuple(p for p in populations_in(_MEASURED_BY.sub(" ", text)) if p in AGE_CLASSES)
    routes = routes_in(lead)
    if not routes and not routed:
        routes = routes_in(text)
    return Context(populations, routes)


def _heading_bands(headings: Sequence[str]) -> _Bands:
    """Bands printed in sub-headings ("Trẻ em từ 12 tuổi trở lên"); the innermost wins."""
    bands = _Bands()
    for heading in reversed(headings):
        bands = bands.or_else(_Bands.of(heading))
    return bands
