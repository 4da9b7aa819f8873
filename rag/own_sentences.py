"""Printed sentences for this very patient that have no approved rule: what a dose may be said of beside them.

A usual dose that holds a named one says nothing while a sentence for the patient's own condition was not compared.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rag import messages
from rag.applicability import applicability
from rag.assembling import Parts
from rag.conditions import allergen_of, same_condition
from rag.doses import read_dose
from rag.dosing.amounts import factor_of
from rag.dosing.checking import Comparison, NamedDose, Standing, against_limit
from rag.dosing.patients import Patient
from rag.dosing.rules import Basis, DoseRule, Per
from rag.dosing.units import Measure, Unit, converts
from rag.frames import BY_DAY, CONDITIONS, QueryFrame
from rag.passages import Passage
from rag.printed import Segment, lead_of, segments
from rag.quantities import Quantity, quantities
from rag.vietnamese import fold

_OF_DOSE = re.compile(r"\b(?:lieu|can nang)\b")
_AT_MOST = re.compile(r"\b(?:toi da|vuot qua|khong (?:duoc |nen |dung )*qua)(?: lieu)?(?: toi da)? $")
# "Mỗi tuần một lần", "3 lần/tuần"; "mỗi tuần tăng 5 mg" is a step of a daily dose, as is what prints both.
_WEEKLY = re.compile(
    r"/ ?tuan\b|\b(?:moi|hang) tuan (?:mot|hai|ba|\d) (?:lan|lieu)\b|\btuan (?:mot|\d) lan\b|\blan (?:moi|mot) tuan\b"
)
_DAILY = re.compile(r"/ ?(?:ngay|24 ?gio)\b|\b(?:moi|hang) ngay\b|\bngay (?:mot|\d)\b|\blan (?:moi|trong) ngay\b")
_UNITS = {unit.value: unit for unit in Unit}
_BASES = {
    ("ngày",): (Per.FIXED, Basis.DAY),
    ("lần",): (Per.FIXED, Basis.DOSE),
    ("kg", "ngày"): (Per.KG, Basis.DAY),
    ("kg", "lần"): (Per.KG, Basis.DOSE),
}


def own_sentences(left: Iterable[Segment], frame: QueryFrame) -> list[Segment]:
    """Those that name a state, a finding or the indication that was told."""
    return [s for s in left if _names(frame, (*s.context.indications, s.text), s.context.populations)]


def of_what_he_has(dosing: Iterable[Passage], frame: QueryFrame, rules: Iterable[DoseRule]) -> list[Segment]:
    """Sentences of the section, wherever they stand, that open with a state told of the patient and speak of doses.

    "Người béo phì: Tính liều theo cân nặng lý tưởng" states no dose and changes every one. Not of a state that the
    rules themselves are for.
    """
    of_rules = " . ".join(text for r in rules for text in (*r.indications, r.condition, r.quote))
    had = [f.name for f in frame.comorbidities if f.present and allergen_of(f.name) is None]
    had = [name for name in had if not same_condition(name, of_rules)]
    printed = [s for passage in dosing if passage.quarantine is None for s in segments(passage)] if had else []
    named = [s for s in printed if any(same_condition(name, lead_of(s.text)) for name in had)]
    opened = [s for s in named if not applicability(s, frame).excluded]
    return [s for s in opened if _OF_DOSE.search(fold(s.text)) or read_dose(s.text).limits]


def is_own_rule(rule: DoseRule, frame: QueryFrame) -> bool:
    return _names(frame, (*rule.indications, rule.condition, rule.quote), rule.populations)


def without_verdict(comparison: Comparison) -> Comparison:
    """What is above or below stays so; "inside" is taken back."""
    if comparison.standing is not Standing.INSIDE:
        return comparison
    line = messages.held_against_usual(comparison.of, comparison.named, comparison.printed)
    return replace(comparison, standing=Standing.NOT_COMPARABLE, line=line)


def above_printed_limit(sentence: Segment, named: NamedDose, patient: Patient) -> Comparison | None:
    """The dose above the one maximum that the sentence prints. None: not above it, or it is not read for certain."""
    limits = list(_limits(sentence.text, patient))
    if len(limits) != 1:
        return None
    limit, basis, working = limits[0]
    amount = named.per_day if basis is Basis.DAY else named.per_dose
    if amount is None or not converts(amount.unit, limit.unit):
        return None
    found = against_limit(amount, limit, basis, working)
    return found if found.standing is Standing.ABOVE else None


def is_by_day(frame: QueryFrame) -> bool:
    """Is a dose of every day asked about, with its amount or without?"""
    task = frame.dose_task
    if task is None or not task.checks:
        return frame.rules.get("often") == BY_DAY
    return task.base == "ngày" or task.times_in == "ngày" or task.interval_hours is not None


def say_by_week(parts: Parts, doses: Iterable[Segment]) -> None:
    """First of all the printed dose of a week, where one of a day was named: taken daily it is seven times as much."""
    weekly = next((s for s in doses if read_dose(s.text).states and _is_weekly(fold(s.text))), None)
    if weekly is None:
        return
    told = messages.printed_by_week(weekly.text)
    parts.sentences.insert(0, told)
    if parts.calculation is not None:
        parts.calculation["notes"].insert(0, told)


def _is_weekly(folded: str) -> bool:
    return _WEEKLY.search(folded) is not None and _DAILY.search(folded) is None


def _names(frame: QueryFrame, texts: Sequence[str], populations: Iterable[object]) -> bool:
    if set(populations) & set(frame.populations) & CONDITIONS:
        return True
    said = [f.name for f in frame.comorbidities if f.present and allergen_of(f.name) is None]
    said += [name for name in (frame.indication, frame.condition) if name]
    return any(same_condition(name, " . ".join(texts)) for name in said)


def _limits(text: str, patient: Patient) -> Iterator[tuple[Measure, Basis, str]]:
    folded = fold(text)
    for found in quantities(text):
        if found.unit in _UNITS and found.per in _BASES and _AT_MOST.search(folded[: found.start]):
            yield from _limit(found, text, patient)


def _limit(found: Quantity, text: str, patient: Patient) -> Iterator[tuple[Measure, Basis, str]]:
    per, basis = _BASES[found.per]
    factor = factor_of(per, patient)
    if factor is not None and len(found.values) == 1:
        (value,) = found.values
        working = f"tối đa {text[found.start : found.end]}"
        yield Measure.of(value, _UNITS[found.unit]) * factor, basis, working
