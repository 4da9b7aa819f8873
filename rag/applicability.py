"""Does a printed stretch apply to the patient, route and indication of a frame?

The same judgement selects what is quoted and, in `rag.grounding`, checks what was drafted.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rag.conditions import same_condition
from rag.doses import read_dose
from rag.frames import AGE_CLASSES, CHILDREN, CONDITIONS, PRETERM, Population, QueryFrame, Route
from rag.passages import BlockKind
from rag.printed import Segment, lead_of, populations_in, populations_left_out, speaks_only_of_children
from rag.purpose_words import is_of_other_course, is_of_purpose, is_spared, leads_with, prevents, says_prevention
from rag.quantities import (
    DAYS_PER_MONTH,
    PRETERM_BORN,
    TERM_BORN,
    Band,
    Fit,
    counts_from_last_period,
    term_printed,
)
from rag.vietnamese import fold

NEONATE_MONTHS = Decimal(1)
REACHES_NEWBORNS = Decimal(12)  # a child's band that ends within the first year may begin at birth
_OF_THEIR_OWN = CONDITIONS | {Population.ELDERLY}
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
        route=_route(segment, frame.routes, oral_by_default),
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
    if _left_out(segment) & {*frame.populations, *age_classes(frame)}:
        return Match.NO
    printed = set(segment.context.populations)
    conditions, held = printed & CONDITIONS, printed & CONDITIONS & set(frame.populations)
    if conditions and not held and not _one_of_several(segment, frame):
        return Match.NO
    classes, asked = printed & AGE_CLASSES, age_classes(frame)
    if not classes:
        grown_up = asked and not asked & CHILDREN
        if grown_up and speaks_only_of_children(segment.passage.text):
            return Match.NO
        return Match.YES if conditions else Match.SILENT
    if not asked:
        # Nobody named (renal impairment alone): adults are meant, what is printed for children only is not shown.
        return Match.SILENT if Population.ADULT in classes else Match.NO
    if classes & asked:
        return Match.YES
    if asked & CHILDREN and classes & {*CHILDREN, Population.ADULT}:
        return Match.YES if _reaches_over(segment, classes, frame) else Match.NO
    return Match.NO


def _left_out(segment: Segment) -> set[Population]:
    """Whom the sub-headings and the opening leave out."""
    return {p for words in (*segment.passage.headings, lead_of(segment.text)) for p in populations_left_out(words)}


_ENUMERATED = re.compile(r"(?:[,(]|\bhoặc\b|\bvà\b)\s*(?:(?:người|trẻ)(?: bệnh| em)?\s+)?(?:bị\s+)?$")


def _one_of_several(segment: Segment, frame: QueryFrame) -> bool:
    """ "cân nặng dưới 50 kg, suy gan: …": impairment is one of several cases, and the patient's weight is another."""
    lead = lead_of(segment.text)
    if not any(_ENUMERATED.search(lead[:at]) and populations_in(lead[at:]) for at in range(len(lead))):
        return False
    bands = (_band(segment, segment.ages, frame.age_months), _band(segment, segment.weights, frame.weight_kg))
    return Match.YES in bands


def _reaches_over(segment: Segment, classes: set[Population], frame: QueryFrame) -> bool:
    """Does a printed age band reach into the patient's class, so that a block of another class holds this patient?

    "Trẻ em dưới 8 tuổi" is no newborn's dose, "dưới 3 tháng" is; "sơ sinh trên 8 ngày" is no dose for five years;
    "người lớn từ 15 tuổi" holds for fifteen years, "người lớn dưới 75 tuổi" for no child.
    """
    lead_end = len(lead_of(segment.text))
    # Whom a block is for is said in its opening; an age further on speaks of something else.
    bands = [b for b in segment.ages if segment.follows_band or not lead_end or b.end <= lead_end]
    held = [b for b in bands if frame.age_months is not None and b.fit(frame.age_months) is not Fit.OUTSIDE]
    if Population.NEONATE in age_classes(frame):
        return any(b.low is not None or (b.high is not None and b.high <= REACHES_NEWBORNS) for b in held)
    if Population.NEONATE not in classes:
        return any(b.low is not None and b.low >= NEONATE_MONTHS for b in held)
    return any(
        b.high > NEONATE_MONTHS if b.high is not None else b.low is not None and b.low >= NEONATE_MONTHS for b in held
    )


def _route(segment: Segment, asked: tuple[Route, ...], oral_by_default: bool) -> Match:
    printed = segment.context.routes
    if not asked:
        return Match.SILENT
    if not printed:
        ordinary = read_dose(segment.text).states and not set(segment.context.populations) & _OF_THEIR_OWN
        if not oral_by_default or not ordinary:
            # Rules for impaired organs and the elderly, limits and prohibitions hold for every route.
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
    printed, lead = segment.context.indications, lead_of(segment.text)
    above = (*segment.passage.headings, lead)
    if is_spared(frame, above) or is_of_other_course(frame, above):
        return Match.NO
    if is_of_purpose(frame, printed):
        return Match.YES
    if not printed:
        # "Người lớn bị gút: …" under no indication is no word on how gút is prevented.
        other_way = prevents(frame) and not says_prevention(segment.text)
        return Match.YES if same_condition(asked, segment.text) and not other_way else Match.SILENT
    # A grouping heading ("Nhiễm khuẩn") may hold a block that names the asked condition in its own lead.
    return Match.YES if leads_with(frame, lead) else Match.NO


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


_DIALYSIS = re.compile(r"\b(?:loc mau|tham tach|tham phan|chay than)\b")
_OFF_DIALYSIS = re.compile(
    r"\b(?:khong|chua)(?: phai| dang| can| duoc)? (?:loc mau|tham tach|tham phan|chay than)(?: nhan tao)?\b(?! duoc)"
)
_MILDER = re.compile(r"\bsuy than (?:(?:muc do )?(?:nhe|vua|trung binh)|do (?:1|2|i|ii))\b(?!.*\bnang\b)")


def _clearance(segment: Segment, frame: QueryFrame) -> Match:
    renal = frame.renal
    on_dialysis = renal is not None and renal.measure == "loc_mau"
    told = renal is not None and renal.measure == "clcr" and renal.value is not None
    measured = renal is not None and renal.measure in ("clcr", "creatinin") and renal.value is not None
    of_kidneys, folded = Population.RENAL in segment.context.populations, fold(segment.text)
    for_dialysis = is_for_dialysis(segment)
    others = _OFF_DIALYSIS.search(folded) or _MILDER.search(fold(lead_of(segment.text)))
    if on_dialysis and of_kidneys and not for_dialysis and others:
        return Match.NO  # "suy thận nặng không lọc máu", "suy thận nhẹ và vừa"
    if on_dialysis and of_kidneys and not for_dialysis and segment.clearances:
        # "Clcr < 10": he is below every such limit; `rag.regimens` drops it where a row for dialysis is printed.
        return Match.SILENT if all(band.low is None for band in segment.clearances) else Match.NO
    if renal is not None and not on_dialysis and _serves_dialysis(segment, frame):
        return Match.NO
    if for_dialysis and measured and not segment.clearances and segment.passage.kind is not BlockKind.TABLE:
        return Match.NO  # a value was told, not dialysis; a table has a row for each
    if not segment.clearances:
        return Match.SILENT
    if Population.RENAL not in frame.populations:
        return Match.NO
    if renal is None or not told or renal.value is None:
        return Match.SILENT
    if renal.comparator is None:
        return _band(segment, segment.clearances, renal.value)
    said = _range_of(renal.comparator, renal.value)
    return Match.YES if any(band.meets(said) for band in segment.clearances) else Match.NO


def is_for_dialysis(segment: Segment) -> bool:
    named = _DIALYSIS.search(_OFF_DIALYSIS.sub(" ", fold(segment.text)))
    return Population.RENAL in segment.context.populations and named is not None


def _serves_dialysis(segment: Segment, frame: QueryFrame) -> bool:
    """ "Dự phòng đông máu khi thẩm phân máu" is a purpose of its own, not the dose for weak kidneys."""
    if _DIALYSIS.search(fold(frame.indication or frame.condition or "")):
        return False
    purposes = segment.context.indications
    return bool(purposes) and all(_DIALYSIS.search(fold(p)) or "ngoai co the" in fold(p) for p in purposes)


def _range_of(comparator: str, value: Decimal) -> Band:
    closed = comparator in ("<=", ">=", "≤", "≥")
    if comparator.startswith(("<", "≤")):
        return Band(None, value, high_closed=closed)
    return Band(value, None, low_closed=closed)


def _gestation(segment: Segment, frame: QueryFrame) -> Match:
    if not segment.gestations:
        return Match.SILENT
    if Population.NEONATE not in age_classes(frame):
        return Match.NO
    printed = " ".join((segment.text, *segment.passage.headings))
    from_last_period = counts_from_last_period(printed)
    born = weeks_at_birth(frame)
    if born is None:
        return Match.SILENT
    term = term_printed(lead_of(segment.text))
    if term and not term.meets(born):
        return Match.NO
    if from_last_period and frame.postmenstrual_weeks is not None:
        return _band(segment, segment.gestations, Decimal(frame.postmenstrual_weeks))
    if born.low is None or born.low != born.high:
        # "Thiếu tháng" was said and no number of weeks: what the number decides stays open.
        fits = [band for band in segment.gestations if band.meets(born)]
        known = term in fits and term is not None and term.holds(born)
        return (Match.YES if known else Match.SILENT) if fits else Match.NO
    weeks = born.low
    if frame.age_months is not None and from_last_period:
        weeks += frame.age_months * DAYS_PER_MONTH / 7
    return _band(segment, segment.gestations, weeks)


def weeks_at_birth(frame: QueryFrame) -> Band | None:
    """Range of the weeks of gestation at birth, as far as the question tells; None when it does not."""
    if frame.gestational_weeks is not None:
        weeks = Decimal(frame.gestational_weeks)
        return Band(weeks, weeks)
    for finding in frame.comorbidities:
        if finding.name == PRETERM:
            return PRETERM_BORN if finding.present else TERM_BORN
    if frame.postmenstrual_weeks is None:
        return None
    until_now = Decimal(frame.postmenstrual_weeks)
    if frame.age_months is None:
        return Band(None, until_now)
    at_birth = until_now - frame.age_months * DAYS_PER_MONTH / 7
    return Band(at_birth, at_birth)
