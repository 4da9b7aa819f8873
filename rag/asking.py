"""Our own questions: only the missing slot, what is known echoed, options from the book itself."""

import re
from collections.abc import Callable

from rag import messages, wording
from rag.condition_names import MAY_MEAN, indication_terms
from rag.frames import AGE_CLASSES, TWO_READINGS, Population, QueryFrame
from rag.outcomes import Outcome
from rag.passages import DOSING, SECTION_TITLES, Evidence
from rag.ports import Ports
from rag.purpose_words import purpose_of
from rag.records import Clarification
from rag.routes import lacks_age
from rag.sides import of_dosed_drugs

OFFERED_SECTIONS = (
    "chi_dinh",
    "lieu_luong_va_cach_dung",
    "chong_chi_dinh",
    "than_trong",
    "tac_dung_khong_mong_muon",
    "tuong_tac_thuoc",
)


def ask(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    """The clarification for a clarify outcome; reads the book only for the options it offers."""
    return ASKERS.get(outcome, _fixed)(outcome, frame, ports)


def _fixed(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    return Clarification(messages.ENDINGS[outcome], _SLOTS.get(outcome, "drug"))


def _drug(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    if frame.partners:
        return Clarification(messages.no_drug_among(frame.partners), "drug")
    return Clarification(f"{_unread(frame, ports)}{messages.ENDINGS[outcome]}", "drug")


_NAME_LIKE = re.compile(r"[A-Za-z][A-Za-z-]{3,}")


def _unread(frame: QueryFrame, ports: Ports) -> str:
    """What may have been meant as a name, named back: "Không nhận ra «panadon». ", or nothing.

    Never an ordinary word: "sinh" of "kháng sinh", "creatinin" are no names that we failed to recognise.
    """
    may_be_name = (t for t in frame.terms if _NAME_LIKE.fullmatch(t) and not ports.names.is_ordinary(t))
    found = [f"«{term}»" for term in may_be_name]
    return f"{messages.not_recognised(', '.join(found))} " if found else ""


_SLOTS = {
    Outcome.CLARIFY_INDICATION: "indication",
    Outcome.CLARIFY_AMBIGUOUS_INDICATION: "indication",
}


def _population(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    frame = of_dosed_drugs(frame)
    dosing = Evidence(ports.passages.sections(frame.drug_ids, (DOSING,)))
    printed = {p for passage in dosing.passages for p in passage.populations}
    options = [p for p in Population if p in printed and (p in AGE_CLASSES or p is Population.RENAL)]
    known = f" Đã biết: {', '.join(filter(None, [_known_route(frame), purpose_of(frame)]))}." if _known(frame) else ""
    question = f"Liều {wording.drugs(frame)} cho đối tượng nào?{known}"
    return Clarification(question, "population", tuple(wording.POPULATION_WORDS[p].capitalize() for p in options))


def _known(frame: QueryFrame) -> bool:
    return bool(_known_route(frame) or frame.indication)


def _known_route(frame: QueryFrame) -> str:
    return f"đường {wording.routes(frame.routes)}" if frame.route else ""


def _age_or_weight(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    known = wording.weeks_of_newborn(frame)
    if frame.age_months is not None:
        known.append(wording.age(frame.age_months))
    if frame.weight_kg is not None:
        known.append(f"nặng {wording.weight(frame.weight_kg)}")
    missing = {"age": "bao nhiêu tuổi"} if lacks_age(frame) else {}
    missing |= {"weight": "nặng bao nhiêu kg"} if frame.weight_kg is None else {}
    who = "Bé sơ sinh" if Population.NEONATE in frame.populations else "Bé"
    told = f"{who} {', '.join(known)}, vậy bé" if known else who
    drug = wording.drugs(of_dosed_drugs(frame))
    return Clarification(f"{told} {' và '.join(missing.values())}? (liều {drug})", "+".join(missing))


def _which_value(frame: QueryFrame) -> Clarification:
    read = frame.two_readings[0]
    in_words, slot = (wording.weight, "weight") if read.field == "weight_kg" else (wording.age, "age")
    values = (in_words(read.by_rules), in_words(read.by_model))
    question = messages.two_readings(messages.FIELD_WORDS[read.field], " và ".join(values))
    return Clarification(question, slot, values)


def _believable(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    if frame.two_readings:
        return _which_value(frame)
    age = wording.age(frame.age_months) if frame.age_months is not None else ""
    if "weight_kg" in frame.implausible and frame.weight_kg is not None:
        return Clarification(messages.weight_not_believable(wording.weight(frame.weight_kg), age), "weight")
    return Clarification(messages.age_not_believable(age or "đã nêu"), "age")


def _section(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    present = {p.section for p in ports.passages.sections(frame.drug_ids, OFFERED_SECTIONS)}
    options = tuple(SECTION_TITLES[s] for s in OFFERED_SECTIONS if s in present)
    return Clarification(f"{_unread(frame, ports)}Bạn muốn xem mục nào của {wording.drugs(frame)}?", "section", options)


def _for_which_condition(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    """Drugs of a class, or any, for somebody: what he is to be treated for decides which are looked up."""
    known = ", ".join(filter(None, [wording.populations(frame), wording.findings(frame)]))
    told = f" Đã biết: {known}." if known else ""
    return Clarification(f"{messages.ENDINGS[outcome]}{told}", "condition")


_COMPLAINTS = 3  # from here on no one condition is meant


def _condition(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    """Which of several; of a row of complaints a drug may be named as well, because no indication prints such a row."""
    named = (frame.condition or "").split(", ")
    if frame.rules.get("condition") == MAY_MEAN:
        printed = tuple(name for name in named if ports.passages.by_indication(indication_terms(name)))
        return Clarification(messages.which_is_meant(), "condition", printed)
    if len(named) >= _COMPLAINTS:
        return Clarification(messages.several_complaints(named), "condition+drug")
    if len(named) > 1:
        return Clarification(messages.which_of_conditions(named), "condition", tuple(named))
    return Clarification(messages.ENDINGS[outcome], "condition")


def _which_drug(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Clarification:
    name = frame.ambiguous[0]
    options = tuple(option.name for option in name.options)
    either = " hoặc ".join(options)
    if name.why == TWO_READINGS:
        question = messages.which_is_asked(" hay ".join(options))
    elif name.why == "combination":
        question = messages.may_be_a_combination(name.text, either)
    elif name.why == "homonym":
        question = messages.same_title(name.text, len(options))
    elif len(options) == 1:
        question = messages.did_you_mean(name.text, either)
    else:
        question = messages.which_of(name.text, either)
    return Clarification(question, "drug", options)


ASKERS: dict[Outcome, Callable[[Outcome, QueryFrame, Ports], Clarification]] = {
    Outcome.CLARIFY_DRUG: _drug,
    Outcome.CLARIFY_POPULATION: _population,
    Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT: _age_or_weight,
    Outcome.CLARIFY_CONDITION: _for_which_condition,
    Outcome.CLARIFY_MORE_INFO: _believable,
    Outcome.CLARIFY_SECTION: _section,
    Outcome.CLARIFY_AMBIGUOUS_CONDITION: _condition,
    Outcome.CLARIFY_AMBIGUOUS_DRUG: _which_drug,
}
