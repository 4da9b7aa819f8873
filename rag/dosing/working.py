"""All rules of a question and one patient: calculations, a question back, or a refusal with the printed limits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag import messages, wording
from rag.dosing.amounts import Range
from rag.dosing.calculating import calculate
from rag.dosing.fitting import Fit, fitting, limits_of
from rag.dosing.patients import Patient, Slot, implausible
from rag.dosing.results import Calculation
from rag.dosing.rules import DoseRule, Per
from rag.dosing.units import UnitMismatch, converts
from rag.frames import CONDITIONS, IMPAIRED, MOTHERS

ON_EDGE = "Tuổi hoặc cân nặng đúng bằng đầu hở của khoảng in trong sách."
OVERLAP = "Sách in nhiều khoảng cùng chứa tuổi hoặc cân nặng này; mọi khoảng đều được nêu."
NOT_OF_THIS_STATE = "Quy tắc này không in theo chức năng thận hoặc gan đã nêu; cần đọc phần chỉnh liều."


@dataclass(frozen=True, slots=True)
class Worked:
    calculations: tuple[Calculation, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asks:
    """`missing` has to be said first; `doubtful` has to be said again."""

    missing: tuple[Slot, ...] = ()
    doubtful: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Declines:
    """No rule holds for the patient. `limits`: what the rules are printed for; never the nearest of them."""

    limits: tuple[str, ...] = ()


def work_out(rules: Sequence[DoseRule], patient: Patient) -> Worked | Asks | Declines:
    """`rules` are of one drug and already of the asked route and indication; the order makes no difference."""
    if doubtful := implausible(patient):
        return Asks(doubtful=doubtful)
    stating = sorted((r for r in rules if r.amount is not None), key=_book_order)
    fits = [(rule, fitting(rule, patient)) for rule in stating]
    holding = [(rule, f.fit) for rule, f in fits if f.fit in (Fit.INSIDE, Fit.EDGE)]
    missing = [slot for _, f in fits if f.fit is Fit.UNKNOWN for slot in f.missing]
    if missing:
        # A rule that may hold is never passed over because another one needs less.
        # An age says whether somebody is a child; who it is for need not be asked as well.
        known_by_age = {Slot.POPULATION} if Slot.AGE in missing else set()
        return Asks(missing=tuple(slot for slot in Slot if slot in missing and slot not in known_by_age))
    if not holding:
        return Declines(tuple(dict.fromkeys(text for r in stating if (text := limits_of(r)))))
    limiting = [r for r in rules if r.amount is None and fitting(r, patient).fit in (Fit.INSIDE, Fit.EDGE)]
    found = []
    for rule, fit in holding:
        calculation = calculate(rule, patient, further_limits=[r for r in limiting if _limits(r, rule)])
        found.append(replace(calculation, notes=(*calculation.notes, *_notes_of(rule, fit, patient))))
    return Worked(tuple(found), _notes([rule for rule, _ in holding], found))


def _limits(limit: DoseRule, rule: DoseRule) -> bool:
    """Is the printed limit one of this rule? A limit under one indication says nothing of another."""
    same_purpose = not limit.indications or limit.indications == rule.indications
    same_way = not limit.routes or not rule.routes or bool(set(limit.routes) & set(rule.routes))
    for_patient = not limit.condition or limit.condition == rule.condition or bool(set(limit.populations) & CONDITIONS)
    return same_purpose and same_way and for_patient


def _notes_of(rule: DoseRule, fit: Fit, patient: Patient) -> Iterator[str]:
    if fit is Fit.EDGE:
        yield ON_EDGE
    impaired = patient.populations & IMPAIRED - set(rule.populations)
    if impaired or (patient.clears is not None and rule.clearance is None):
        yield NOT_OF_THIS_STATE
    for state in sorted(patient.populations & MOTHERS - set(rule.populations)):
        yield messages.rule_of_no_state(wording.POPULATION_WORDS[state])


def _book_order(rule: DoseRule) -> tuple[str, int, int, int]:
    start = rule.amount.span.start if rule.amount is not None else 0
    return (rule.text_sha256, rule.span.start, rule.alternative, start)


def _notes(rules: Sequence[DoseRule], found: Sequence[Calculation]) -> tuple[str, ...]:
    notes = []
    if _overlap(rules):
        notes.append(OVERLAP)
    if disagreement := _disagreement(found):
        notes.append(disagreement)
    return tuple(notes)


def _overlap(rules: Sequence[DoseRule]) -> bool:
    """Do two rules of the same heading with different bands both hold?"""
    bands: dict[tuple[object, ...], set[tuple[object, ...]]] = {}
    for rule in rules:
        if rule.age is not None or rule.weight is not None:
            alike = (rule.indications, rule.routes, rule.phase, rule.clearance)
            bands.setdefault(alike, set()).add((_ends(rule.age), _ends(rule.weight)))
    return any(len(found) > 1 for found in bands.values())


def _ends(band: object) -> tuple[object, ...]:
    return tuple(getattr(band, name, None) for name in ("low", "high", "low_closed", "high_closed"))


def _disagreement(found: Sequence[Calculation]) -> str:
    """A fixed dose by age and a dose by weight, both printed, that share no amount."""
    fixed = [
        c for c in found if c.rule.amount is not None and c.rule.amount.per is Per.FIXED and c.rule.age is not None
    ]
    by_size = [c for c in found if c.rule.amount is not None and c.rule.amount.per is not Per.FIXED]
    for one in fixed:
        for other in by_size:
            if one.rule.phase == other.rule.phase and _apart(one.per_dose, other.per_dose):
                return (
                    f"Liều theo tuổi ({one.per_dose}/lần) và liều theo cân nặng ({other.per_dose}/lần) in trong sách "
                    "cho người bệnh này khác nhau; cả hai đều được nêu."
                )
    return ""


def _apart(one: Range | None, other: Range | None) -> bool:
    if one is None or other is None or not converts(one.high.unit, other.high.unit):
        return False
    try:
        return (other.low is not None and other.low.exceeds(one.high)) or (
            one.low is not None and one.low.exceeds(other.high)
        )
    except UnitMismatch:
        return False
