"""Work out the doses of the regimens that apply, by approved rules alone, or say what is missing."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from rag import messages
from rag.above_print import above_print
from rag.applicability import weeks_at_birth
from rag.assembling import Parts
from rag.claims import ClaimRole
from rag.conditions import allergen_of, same_condition
from rag.doses import read_dose
from rag.dosing.amounts import Range
from rag.dosing.asking import question
from rag.dosing.checking import RATES, Comparison, Standing, check, repeats_single
from rag.dosing.contract import Json, inputs_of, rule_of
from rag.dosing.equating import Equation, equations_in, in_unit_of, needs
from rag.dosing.forms import Strength, in_millilitres, in_own_tablets, in_tablets, lists, printed_tablets
from rag.dosing.naming import Named, named_dose
from rag.dosing.patients import Patient, Sex
from rag.dosing.renal import CannotEstimate, cockcroft_gault
from rag.dosing.results import Calculation
from rag.dosing.rules import DoseRule, Per
from rag.dosing.units import Measure, Unit, converts, printed
from rag.dosing.working import Declines, Worked, work_out
from rag.frames import CONDITIONS, DoseTask, QueryFrame
from rag.kidneys import creatinine_of
from rag.own_sentences import above_printed_limit, is_own_rule, of_what_he_has, own_sentences, without_verdict
from rag.passages import DOSING, BlockKind, Evidence, Passage
from rag.printed import Segment
from rag.prohibitions import section_against_mother
from rag.quoting import claims_of
from rag.regimens import Selection
from rag.usable_rules import place_of, places_of, usable_rules, why_misleading
from rag.wording import is_clearance

FORMS = "dang_thuoc_va_ham_luong"


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
    if task is None or not task.is_request or parts.calculation is not None:
        return
    drug_id, name = drug
    in_table = any(_is_table_for_patient(c.segment) for c in found.answers)
    against = section_against_mother(drug_id, frame, evidence)
    if against or in_table:
        # The row that holds for the patient may say otherwise than a sentence beside it.
        parts.sentences.append(messages.spoken_against(against) if against else messages.IN_A_TABLE)
        if task.checks:
            parts.sentences.insert(0, messages.NAMED_DOSE_NOT_COMPARED)
        return
    if found.organ_rule_not_shown in ("others", "elsewhere"):
        # The book changes the dose for weak organs, only not in a sentence for this patient: no usual dose holds.
        parts.sentences.append(messages.NOT_ADJUSTED)
        return
    rules = usable_rules(found, frame, drug_id, evidence, fingerprints)
    if misleading := why_misleading(rules, found, frame):
        parts.sentences.append(misleading)
        if task.checks:
            parts.sentences[:0] = _without_rule(found, frame, task, messages.NAMED_DOSE_NOT_COMPARED)
        return
    units = {rule.amount.high.unit for rule in rules if rule.amount is not None}
    if not units:
        if task.checks:
            parts.sentences[:0] = _without_rule(found, frame, task, messages.NO_RULE_TO_COMPARE)
        else:
            parts.sentences.append(messages.NOT_CALCULATED)
        return
    printed_in = {_place(rule): passage for rule, passage in rules.items()}
    places = places_of(rules)
    told = [s for s in of_what_he_has(evidence.of(drug_id, DOSING), frame, rules) if place_of(s) not in places]
    if told and not task.checks:
        parts.sentences.append(messages.own_sentence_not_calculated([s.text for s in told]))
        return
    patient, renal_lines = _patient(frame, task)
    named = named_dose(task, patient, units) if task.checks else None
    worked = work_out(tuple(rules), patient)
    why = "" if patient.estimated is not None else " ".join(renal_lines)
    asks = question(name, task, patient, worked, named, why)
    if asks is not None and any(claim.role is ClaimRole.STRICTER for claim in parts.claims):
        parts.sentences.append(asks.question)  # a question would hide what is printed against the drug
    elif asks is not None:
        parts.to_ask = asks
    elif isinstance(worked, Worked):
        said = named if isinstance(named, Named) else None
        forms = evidence.of(drug_id, FORMS)
        weighed = _equations(drug, found, evidence) if said is not None else ()
        quoted = [c.segment for c in found.answers if read_dose(c.segment.text).states]
        if said is not None:
            quoted += [c.segment for c in (*found.answers, *found.beside) if _limits_only(c.segment)]
        quoted += [s for s in told if s not in quoted]
        without_rule = [s for s in quoted if place_of(s) not in places]
        own = own_sentences(without_rule, frame) if said is not None else []
        usual = {c.rule for c in worked.calculations if told or (own and not is_own_rule(c.rule, frame))}
        parts.calculation = _contract(
            worked,
            task,
            patient,
            printed_in,
            forms,
            said,
            renal_lines,
            usual,
            weighed,
            told_as_clearance=_says_clearance(frame),
        )
        if said is not None and any(needs(rule, end, weighed) for rule in rules for end in said.ends):
            _quote_once(parts, weighed[0].segment)
        above = {s: line for s in own if said and (line := above_printed_limit(s, said.ends[-1], patient))}
        left = [s for s in (*own, *(s for s in without_rule if s not in own)) if s not in above or not _limits_only(s)]
        if said is not None:
            # What is inside of one sentence may be outside of these.
            lines = [messages.above_own_limit(found.line) for found in above.values()]
            lines += [messages.not_all_compared([s.text for s in left])] if left else []
            parts.sentences[:0] = lines
            parts.calculation["notes"][:0] = lines
        elif left:
            parts.sentences.append(messages.not_all_calculated([s.text for s in left]))
        if said is not None and (unheaded := _without_dose_of_their_own(frame, found)):
            parts.calculation["notes"].insert(0, messages.no_dose_for(unheaded))
    elif isinstance(worked, Declines):
        parts.sentences.append(messages.no_rule_holds(worked.limits))
        parts.sentences.extend([why] if why else [messages.estimated(renal_lines)] if renal_lines else [])


def _without_rule(found: Selection, frame: QueryFrame, task: DoseTask, not_compared: str) -> list[str]:
    """What is above print for certain, and that nothing else was compared."""
    told = above_print(found, task, _patient(frame, task)[0])
    return [*told, messages.NOTHING_ELSE_COMPARED] if told else [not_compared]


def _limits_only(segment: Segment) -> bool:
    """A maximum that stands in a sentence of its own ("dưới 30 kg: tối đa 500 mg/ngày")."""
    read = read_dose(segment.text)
    return read.limits and not read.states and "tối đa" in segment.text.lower()


def can_be_worked_out(
    found: Selection, frame: QueryFrame, evidence: Evidence, drug_id: str, fingerprints: frozenset[str]
) -> bool:
    """Would "tính liều" give something that the quoted print does not: a dose by the weight, where that was told?"""
    if section_against_mother(drug_id, frame, evidence):
        return False
    if any(_is_table_for_patient(c.segment) for c in found.answers):
        return False
    rules = usable_rules(found, frame, drug_id, evidence, fingerprints)
    if why_misleading(rules, found, frame):
        return False
    return any(rule.amount is not None and rule.amount.per is Per.KG for rule in rules)


def _is_table_for_patient(segment: Segment) -> bool:
    """A table under a state of the patient, or by age, weight or clearance: its rows are his doses."""
    if segment.passage.kind is not BlockKind.TABLE:
        return False
    return segment.has_band or bool(set(segment.context.populations) & CONDITIONS)


def _without_dose_of_their_own(frame: QueryFrame, found: Selection) -> list[str]:
    """Conditions that were told with the dose and that no printed dose names."""
    if frame.indication or frame.condition or "comorbidities" in frame.inherited:
        return []
    told = [f.name for f in frame.comorbidities if f.present and allergen_of(f.name) is None]
    printed = [" . ".join((*c.segment.context.indications, c.segment.text)) for c in found.answers]
    return [name for name in told if not any(same_condition(name, text) for text in printed)]


_Place = tuple[object, ...]


def _place(rule: DoseRule) -> _Place:
    """Where a rule is printed, also after the limits printed beside it were added to it."""
    return (rule.text_sha256, rule.span, rule.populations, rule.routes, rule.indications)


def _patient(frame: QueryFrame, task: DoseTask) -> tuple[Patient, tuple[str, ...]]:
    """The patient as told, and the lines of an estimated clearance, or the line that says why there is none."""
    renal = frame.renal
    clearance = renal.value if renal and renal.measure == "clcr" and renal.comparator is None else None
    creatinine = creatinine_of(frame)
    patient = Patient(
        populations=frozenset(frame.populations),
        age_months=frame.age_months,
        weight_kg=frame.weight_kg,
        surface_m2=task.surface_m2,
        clearance=clearance,
        gestational_weeks=None if frame.gestational_weeks is None else Decimal(frame.gestational_weeks),
        postmenstrual_weeks=None if frame.postmenstrual_weeks is None else Decimal(frame.postmenstrual_weeks),
        sex=Sex(task.sex) if task.sex else None,
        creatinine=creatinine,
        born=weeks_at_birth(frame),
    )
    if creatinine is None and renal is not None and renal.measure == "creatinin" and renal.value is not None:
        return patient, (messages.clearance_needs(messages.CREATININE_WITHOUT_UNIT),)
    if creatinine is None or clearance is not None:
        return patient, ()
    try:
        estimate = cockcroft_gault(patient)
    except CannotEstimate as why:
        return patient, (messages.clearance_needs(str(why)),)
    return replace(patient, estimated=estimate.value), estimate.lines


def kidneys_of(frame: QueryFrame) -> str:
    """Beside doses that are only quoted: the clearance that the creatinine gives, or why it gives none, or "".

    And that what was told is a filtration rate, where the print is read by it.
    """
    if frame.renal is None or frame.renal.value is None:
        return ""
    if frame.renal.measure != "creatinin":
        return "" if _says_clearance(frame) else messages.FILTRATION_AS_CLEARANCE
    patient, lines = _patient(frame, frame.dose_task or DoseTask())
    return " ".join(lines) if patient.estimated is None else messages.estimated(lines)


def _says_clearance(frame: QueryFrame) -> bool:
    """Is the kidneys' value called a clearance, and no filtration rate (eGFR)?"""
    return frame.renal is None or is_clearance(frame.renal)


def _contract(
    worked: Worked,
    task: DoseTask,
    patient: Patient,
    printed_in: dict[_Place, Passage],
    forms: Sequence[Passage],
    named: Named | None,
    renal_lines: Sequence[str],
    usual: Container[DoseRule],
    weighed: Sequence[Equation],
    *,
    told_as_clearance: bool,
) -> Json:
    """`usual`: rules that are not this very patient's, where a sentence that is has no rule."""
    rules = []
    standings = []
    in_book_order = sorted(worked.calculations, key=lambda c: (printed_in[_place(c.rule)].ordinal, c.rule.span.start))
    for calculation in in_book_order:
        passage = printed_in[_place(calculation.rule)]
        comparisons = _compared(named, calculation, weighed)
        if calculation.rule in usual:
            comparisons = [without_verdict(c) for c in comparisons]
        worked_out = rule_of(calculation, passage, comparisons, _in_forms(calculation, task, forms))
        if named is not None and not comparisons:
            worked_out["notes"].append(_why_not_compared(named, calculation))
        elif named is not None and repeats_single(named.ends[-1], calculation):
            worked_out["notes"].append(messages.NOT_COMPARED_BY_COUNT)
        equated = [] if named is None else [in_unit_of(calculation.rule, end, weighed)[1] for end in named.ends]
        worked_out["notes"].extend(line for line in dict.fromkeys(equated) if line)
        rules.append(worked_out)
        standings.append({comparison.standing for comparison in comparisons})
    notes = list(worked.notes)
    if named is not None and len(rules) > 1:
        notes.insert(0, _summed_up(standings))
    if patient.clearance is not None and not told_as_clearance:
        notes.append(messages.FILTRATION_AS_CLEARANCE)
    if named is not None and task.times is not None and not task.times_in:
        notes.append(messages.COUNT_WITHOUT_PERIOD)
    if named is not None and task.kept:
        notes.append(messages.KEPT_OF_NAMED_DOSE)
    return {
        "kind": "check" if named is not None else "calculation",
        "named_dose": None if named is None else named.text,
        "named_working": [] if named is None else list(named.lines),
        "inputs": inputs_of(patient),
        "renal": list(renal_lines),
        "rules": rules,
        "notes": notes,
    }


def _equations(drug: tuple[str, str], found: Selection, evidence: Evidence) -> tuple[Equation, ...]:
    """What the monograph prints of the weight of units, where it is quoted with the answer or may stand beside it."""
    drug_id, name = drug
    shown = [c.segment for c in (*found.answers, *found.beside)]
    printed = equations_in((*evidence.of(drug_id, FORMS), *evidence.of(drug_id, DOSING)), name)
    return tuple(e for e in printed if e.segment in shown or e.segment.passage.section == FORMS)


def _quote_once(parts: Parts, segment: Segment) -> None:
    if not any(segment.text in claim.text for claim in parts.claims):
        parts.claims.extend(claims_of([segment], ClaimRole.ALSO))


def _summed_up(standings: Sequence[set[Standing]]) -> str:
    """Over all printed doses, each counted once: above in anything is above."""
    in_order = (Standing.ABOVE, Standing.BELOW, Standing.INSIDE)
    each = [next((s for s in in_order if s in found), None) for found in standings]
    above, below, inside = (each.count(standing) for standing in in_order)
    return messages.summed_up(above, below, inside, each.count(None))


def _compared(named: Named | None, calculation: Calculation, weighed: Sequence[Equation]) -> list[Comparison]:
    """Both ends of a named range, once each."""
    ends = [] if named is None else [in_unit_of(calculation.rule, end, weighed)[0] for end in named.ends]
    found = [c for end in ends for c in check(end, calculation)]
    return list({c.line: c for c in found}.values())


def _why_not_compared(named: Named, calculation: Calculation) -> str:
    end = named.ends[-1]
    if repeats_single(end, calculation):
        return messages.NOT_COMPARED_BY_COUNT
    by_week = end.per_week is not None and end.per_dose is None
    has_rate = end.basis in RATES or calculation.rate is not None
    return messages.NOT_COMPARED_BY_TIME if by_week or has_rate else messages.NOT_COMPARED


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
    if task.wants_tablets and not task.checks:
        lines.extend(_in_tablets(calculation, dose, task, printed_tablets(forms)))
    return lines


def _in_tablets(calculation: Calculation, dose: Range, task: DoseTask, listed: Sequence[Strength]) -> Iterator[str]:
    """In the tablets that the asker has, where their strength was told; else in those that are printed."""
    if task.strength is None or task.strength_ml is not None or task.count_unit not in ("", "viên"):
        yield from in_tablets(dose, listed)
        return
    alike = [s.amount for s in listed if s.amount.value == task.strength]  # a bare "viên 500" is read as printed
    own = Measure.of(task.strength, Unit(task.strength_unit)) if task.strength_unit else alike[0] if alike else None
    if own is not None and own.value and converts(dose.high.unit, own.unit):
        yield in_own_tablets("mỗi lần", dose, own)
        if calculation.per_day is not None:
            yield in_own_tablets("mỗi ngày", calculation.per_day, own)
    if not lists(listed, task.strength, task.strength_unit):
        yield messages.no_such_tablet(f"{printed(task.strength)} {task.strength_unit}".strip())
