"""Work out the doses of the regimens that apply, by approved rules alone, or say what is missing."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from rag import messages
from rag.assembling import Parts
from rag.dosing.approval import approved
from rag.dosing.checking import NamedDose, check
from rag.dosing.contract import Json, inputs_of, rule_of
from rag.dosing.forms import Strength, in_millilitres, in_tablets, printed_tablets
from rag.dosing.patients import Patient, Sex, Slot
from rag.dosing.renal import MICROMOL_PER_MG_DL, CannotEstimate, cockcroft_gault
from rag.dosing.results import Calculation
from rag.dosing.rules import Basis, DoseRule, decimal_of_fraction
from rag.dosing.units import Measure, Unit, converts
from rag.dosing.working import Asks, Worked, work_out
from rag.frames import DoseTask, QueryFrame
from rag.passages import Evidence, Passage, PrintDoubt
from rag.printed import Segment
from rag.records import Clarification
from rag.regimens import Selection

FORMS = "dang_thuoc_va_ham_luong"
SLOT_WORDS = {
    Slot.POPULATION: "đối tượng dùng thuốc",
    Slot.AGE: "tuổi",
    Slot.WEIGHT: "cân nặng",
    Slot.SURFACE: "diện tích bề mặt cơ thể (m2)",
    Slot.CLEARANCE: "độ thanh thải creatinin",
    Slot.GESTATION: "tuổi thai lúc sinh",
}


def add_calculation(
    parts: Parts,
    found: Selection,
    frame: QueryFrame,
    evidence: Evidence,
    drug: tuple[str, str],
    fingerprints: frozenset[str],
) -> None:
    """Put a calculation, a question or a sentence into the parts. `drug`: id and printed name."""
    task = frame.dose_task
    if task is None or parts.calculation is not None:
        return
    drug_id, name = drug
    rules = _rules([c.segment for c in found.answers], [c.segment for c in found.beside], fingerprints)
    if not any(rule.amount is not None for rule in rules):
        parts.sentences.append(messages.NOT_CALCULATED)
        return
    patient, renal_lines = _patient(frame, task)
    worked = work_out(tuple(rules), patient)
    if isinstance(worked, Asks):
        slots = worked.missing or worked.doubtful
        question = messages.calculation_needs(name, [SLOT_WORDS[slot] for slot in slots])
        parts.to_ask = Clarification(question, "+".join(slots))
    elif isinstance(worked, Worked):
        printed_in = {_place(rule): passage for rule, passage in rules.items()}
        parts.calculation = _contract(worked, task, patient, printed_in, evidence.of(drug_id, FORMS), renal_lines)
    else:
        parts.sentences.append(messages.NOT_CALCULATED)


def _rules(
    answers: Sequence[Segment], beside: Sequence[Segment], fingerprints: frozenset[str]
) -> dict[DoseRule, Passage]:
    """Approved rules of the very sentences that are the answer, and the limits printed beside them."""
    chosen = {(s.passage.id, s.start, s.end) for s in answers}
    near = {(s.passage.id, s.start, s.end) for s in beside}
    passages = {s.passage.id: s.passage for s in (*answers, *beside)}
    usable = [p for p in passages.values() if p.quarantine is None]
    rules: dict[DoseRule, Passage] = {}
    for passage in usable:
        for rule in approved((passage,), fingerprints):
            place = (passage.id, rule.span.start, rule.span.end)
            doubted = passage.errata_in(rule.span.start, rule.span.end, PrintDoubt.MISPRINT)
            if not doubted and (place in chosen or (rule.amount is None and place in near)):
                rules[rule] = passage
    return rules


_Place = tuple[object, ...]


def _place(rule: DoseRule) -> _Place:
    """Where a rule is printed, also after the limits printed beside it were added to it."""
    return (rule.text_sha256, rule.span, rule.populations, rule.routes, rule.indications)


def _patient(frame: QueryFrame, task: DoseTask) -> tuple[Patient, tuple[str, ...]]:
    """The patient as told, and the lines of an estimated clearance."""
    renal = frame.renal
    clearance = renal.value if renal and renal.measure == "clcr" and renal.comparator is None else None
    creatinine = _creatinine(frame)
    patient = Patient(
        populations=frozenset(frame.populations),
        age_months=frame.age_months,
        weight_kg=frame.weight_kg,
        surface_m2=task.surface_m2,
        clearance=clearance,
        gestational_weeks=None if frame.gestational_weeks is None else Decimal(frame.gestational_weeks),
        sex=Sex(task.sex) if task.sex else None,
        creatinine=creatinine,
    )
    if creatinine is None or clearance is not None:
        return patient, ()
    try:
        estimated = cockcroft_gault(patient)
    except CannotEstimate as why:
        return patient, (f"Không ước tính được Clcr: {why}.",)
    hundredths = estimated.value * 100
    cut = Decimal(hundredths.numerator // hundredths.denominator) / 100
    return replace(patient, clearance=cut), estimated.lines


def _creatinine(frame: QueryFrame) -> Decimal | None:
    """Micromol/lít; mg/decilít is converted, any other unit is not read."""
    renal = frame.renal
    if renal is None or renal.measure != "creatinin" or renal.value is None or renal.comparator is not None:
        return None
    unit = (renal.unit or "").lower()
    if "mg" in unit:
        return decimal_of_fraction(Fraction(renal.value) * MICROMOL_PER_MG_DL)
    return renal.value if "mol" in unit else None


def _contract(
    worked: Worked,
    task: DoseTask,
    patient: Patient,
    printed_in: dict[_Place, Passage],
    forms: Sequence[Passage],
    renal_lines: Sequence[str],
) -> Json:
    named = _named(task)
    rules = []
    in_book_order = sorted(worked.calculations, key=lambda c: (printed_in[_place(c.rule)].ordinal, c.rule.span.start))
    for calculation in in_book_order:
        passage = printed_in[_place(calculation.rule)]
        comparisons = check(named, calculation) if named is not None else ()
        worked_out = rule_of(calculation, passage, comparisons, _in_forms(calculation, task, forms))
        if named is not None and not comparisons:
            worked_out["notes"].append(messages.NOT_COMPARED)
        rules.append(worked_out)
    return {
        "kind": "check" if named is not None else "calculation",
        "named_dose": None if named is None else _named_text(named),
        "inputs": inputs_of(patient),
        "renal": list(renal_lines),
        "rules": rules,
        "notes": list(worked.notes),
    }


def _named(task: DoseTask) -> NamedDose | None:
    if task.amount is None:
        return None
    return NamedDose(
        Measure.of(task.amount, Unit(task.unit)),
        Basis.DAY if task.per_day else Basis.DOSE,
        None if task.times_per_day is None else Fraction(task.times_per_day),
        None if task.interval_hours is None else Fraction(task.interval_hours),
    )


def _named_text(named: NamedDose) -> str:
    often = ""
    if named.times_per_day is not None:
        often = f" × {named.times_per_day} lần/ngày"
    elif named.interval_hours is not None:
        often = f", cách {named.interval_hours} giờ/lần"
    return f"{named.amount}/{named.basis.value}{often}"


def _in_forms(calculation: Calculation, task: DoseTask, forms: Sequence[Passage]) -> list[str]:
    """Millilitres from the strength that was said; tablets from the strengths that are printed."""
    dose = calculation.per_dose
    if dose is None:
        return []
    lines: list[str] = []
    if task.wants_volume and task.strength and task.strength_ml:
        strength = Strength(
            Measure.of(task.strength, Unit(task.strength_unit)), Fraction(task.strength_ml), "", printed=False
        )
        if converts(dose.high.unit, strength.amount.unit):
            lines.append(in_millilitres(dose, strength))
    if task.wants_tablets:
        listed = printed_tablets(forms)
        lines.extend(in_tablets(dose, listed))
        if task.strength is not None and task.strength_ml is None:
            asked = Measure.of(task.strength, Unit(task.strength_unit or "mg"))
            if not any(converts(s.amount.unit, asked.unit) and s.amount.to(asked.unit) == asked for s in listed):
                lines.append(messages.no_such_tablet(str(asked)))
    return lines
