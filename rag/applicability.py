"""Does a printed stretch apply to the patient, route and indication of a frame?

The same judgement selects what is quoted and, in `rag.grounding`, checks what was drafted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rag.conditions import same_condition
from rag.frames import Population, QueryFrame, Route
from rag.printed import AGE_CLASSES, CONDITIONS, Segment, lead_of, speaks_only_of_children
from rag.quantities import Band, Fit

NEONATE_MONTHS = Decimal(1)
_IV = frozenset({Route.IV_INJECTION, Route.IV_INFUSION})


class Match(StrEnum):
    YES = "yes"
    SILENT = "silent"  # the print, or the question, does not say
    EDGE = "edge"  # the patient stands exactly on an open end
    NEAR = "near"  # injected and infused into a vein: not the same, and said
    NO = "no"


@dataclass(frozen=True, slots=True)
class Applicability:
    population: Match
    route: Match
    indication: Match
    age: Match
    weight: Match
    clearance: Match
    gestation: Match

    @property
    def bands(self) -> tuple[Match, ...]:
        return (self.age, self.weight, self.clearance, self.gestation)

    @property
    def excluded(self) -> bool:
        """Meant for someone else: never quoted as an answer. The indication alone does not exclude."""
        return Match.NO in (self.population, self.route, *self.bands)


def applicability(segment: Segment, frame: QueryFrame, *, oral_by_default: bool = True) -> Applicability:
    """`oral_by_default`: print without a route means oral (the book's rule, for drugs that have an oral form)."""
    return Applicability(
        population=_population(segment, frame),
        route=_route(segment.context.routes, frame.routes, oral_by_default),
        indication=_indication(segment, frame),
        age=_band(segment, segment.ages, frame.age_months),
        weight=_band(segment, segment.weights, frame.weight_kg),
        clearance=_clearance(segment, frame),
        gestation=_gestation(segment, frame),
    )


def age_classes(frame: QueryFrame) -> frozenset[Population]:
    """The age classes the patient belongs to; pregnancy and breast-feeding mean an adult unless a child is named."""
    named = {p for p in frame.populations if p in AGE_CLASSES}
    if not named and {Population.PREGNANT, Population.BREASTFEEDING} & set(frame.populations):
        named = {Population.ADULT}
    if Population.ELDERLY in named:
        named.add(Population.ADULT)  # what is printed for adults holds for the elderly unless they have their own
    return frozenset(named)


def _population(segment: Segment, frame: QueryFrame) -> Match:
    printed = set(segment.context.populations)
    for condition in printed & CONDITIONS:
        if condition not in frame.populations:
            return Match.NO
    classes, asked = printed & AGE_CLASSES, age_classes(frame)
    if not classes:
        grown_up = asked and not asked & {Population.CHILD, Population.NEONATE}
        if grown_up and speaks_only_of_children(segment.passage.text):
            return Match.NO
        return Match.YES if printed & CONDITIONS else Match.SILENT
    if not asked:
        # Nobody named (renal impairment alone): adults are meant, what is printed for children only is not shown.
        return Match.SILENT if Population.ADULT in classes else Match.NO
    if classes & asked:
        return Match.YES
    if Population.NEONATE in asked and Population.CHILD in classes:
        # "Trẻ em" alone does not reach newborns; a printed age band that holds them does.
        return Match.YES if _covers(segment.ages, frame.age_months) else Match.NO
    if Population.CHILD in asked and Population.NEONATE in classes:
        return Match.YES if _covers(segment.ages, frame.age_months) else Match.NO
    if Population.CHILD in asked and Population.ADULT in classes and _covers(segment.ages, frame.age_months):
        return Match.YES  # "Người lớn và trẻ em trên 12 tuổi" read without the word for children
    return Match.NO


def _covers(bands: Sequence[Band], value: Decimal | None) -> bool:
    return value is not None and any(band.fit(value) is not Fit.OUTSIDE for band in bands)


def _route(printed: tuple[Route, ...], asked: tuple[Route, ...], oral_by_default: bool) -> Match:
    if not asked:
        return Match.SILENT
    if not printed:
        if not oral_by_default:
            return Match.SILENT
        return Match.YES if Route.ORAL in asked else Match.NO
    if set(printed) & set(asked):
        return Match.YES
    if set(printed) & _IV and set(asked) & _IV:
        return Match.NEAR
    return Match.NO


def _indication(segment: Segment, frame: QueryFrame) -> Match:
    asked = frame.indication or frame.condition
    if not asked:
        return Match.SILENT
    printed = segment.context.indications
    if any(same_condition(asked, text) for text in printed):
        return Match.YES
    if not printed:
        return Match.YES if same_condition(asked, segment.text) else Match.SILENT
    # The heading above may be a grouping; the block's own words may still name what was asked.
    return Match.YES if same_condition(asked, segment.text) else Match.NO


def _band(segment: Segment, bands: tuple[Band, ...], value: Decimal | None) -> Match:
    if not bands or value is None:
        return Match.SILENT
    lead_end = len(lead_of(segment.text))
    own = [b for b in bands if b.end <= lead_end] if lead_end and not segment.follows_band else []
    subject = own or list(bands)
    fits = [band.fit(value) for band in subject]
    lower = [f for b, f in zip(subject, fits, strict=True) if b.high is None]
    upper = [f for b, f in zip(subject, fits, strict=True) if b.low is None]
    if own and len(own) == 2 and lower and upper:
        # "Trẻ sơ sinh trên 8 ngày tuổi và trẻ em dưới 3 tháng tuổi": one range in two halves.
        if Fit.OUTSIDE in fits:
            return Match.NO
        return Match.EDGE if Fit.EDGE in fits else Match.YES
    if Fit.INSIDE in fits:
        return Match.YES
    return Match.EDGE if Fit.EDGE in fits else Match.NO


def _clearance(segment: Segment, frame: QueryFrame) -> Match:
    if not segment.clearances:
        return Match.SILENT
    if Population.RENAL not in frame.populations:
        return Match.NO
    if frame.renal is None or frame.renal.measure != "clcr" or frame.renal.value is None:
        return Match.SILENT
    if frame.renal.comparator is not None:
        return Match.SILENT  # "Clcr < 30" is a range of its own: every printed band is shown
    return _band(segment, segment.clearances, frame.renal.value)


def _gestation(segment: Segment, frame: QueryFrame) -> Match:
    if not segment.gestations:
        return Match.SILENT
    if Population.NEONATE not in age_classes(frame):
        return Match.NO
    if frame.gestational_weeks is None:
        return Match.SILENT
    return _band(segment, segment.gestations, Decimal(frame.gestational_weeks))
