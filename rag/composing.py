"""From a frame and its evidence to a draft answer, a question of ours, or an honest refusal: by quotation alone."""

from collections.abc import Callable
from dataclasses import replace

from rag import messages, wording
from rag.asking import ask
from rag.assembling import Composition, Parts, ended
from rag.calculations import add_calculation, can_be_worked_out, kidneys_of
from rag.candidates import compose_candidates
from rag.claims import ClaimRole
from rag.contraindications import only_of_an_attack
from rag.emergencies import gravest_first, nothing_on_acting, point_to_antidotes, point_to_rescue
from rag.frames import PURPOSE_ALONE, Intent, QueryFrame, Signal
from rag.interaction_answers import compose_interaction
from rag.interactions import with_co_medications
from rag.kidneys import WEAK_KIDNEYS, forbidden_by_estimate
from rag.mothers import is_of_other_third
from rag.outcomes import Outcome
from rag.own_sentences import is_by_day, own_sentences, say_by_week
from rag.passages import CONTRA, DOSING, OVERDOSE, Evidence
from rag.patient_safety import is_for_patient
from rag.ports import Ports
from rag.printed import segments
from rag.prohibitions import forbidden_in_impairment, forbidden_in_state
from rag.purposes import asked_for, is_contraindicated
from rag.quoted_regimens import add_regimens
from rag.quoting import claims_of
from rag.records import Notice, NoticeKind
from rag.routes import Gather, is_urgent
from rag.section_quotes import (
    add_quotes,
    add_what_stands_elsewhere,
    leave_to_co_medications,
    quoted_section,
    sections_of,
    strictest_first,
    without_silent_overdose,
)
from rag.several import readable, without_repeats
from rag.sides import Side, frames_by_label, sides_of
from rag.stricter import add_safety, name_unread_safety, only_cautions, safety_sentences
from rag.urgent import (
    for_every_group,
    for_what_the_patient_has,
    must_act_unprinted,
)


def compose_sections(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Quote, for each drug and each group of patients, the asked sections as far as they apply."""
    if must_act_unprinted(frame, evidence):
        return nothing_on_acting(frame, evidence, ports)
    frame = without_silent_overdose(for_what_the_patient_has(frame, evidence), evidence)
    asked, frame = frame, for_every_group(frame, evidence)
    if frame.intent is Intent.DOSE and not frame.populations:
        clarification = ask(Outcome.CLARIFY_POPULATION, frame, ports)
        return Composition(Outcome.CLARIFY_POPULATION, clarification.question, clarify=clarification)
    sides = sides_of(frame)
    if frame.own_sections and Signal.EMERGENCY in frame.signals:
        # "ngộ độc paracetamol liều acetylcystein": the dose that is asked for, then what is said of the poison.
        sides = tuple(sorted(sides, key=lambda side: DOSING not in side.frame.sections))
    found = [(side, _side(side, evidence, ports, frame.drug_ids)) for side in sides]
    parts = Parts()
    if frame is not asked:
        condition = frame.indication or frame.condition or ""
        parts.sentences.append(messages.for_every_group(condition, wording.populations(frame)))
    for side, own in readable(without_repeats(found)):
        parts.add(own, side.label)
    point_to_rescue(parts, frame, ports)
    if parts.claims or not parts.gaps:
        _beside_other_drugs(parts, frame, evidence, ports)
    return replace(ended(parts, asked, evidence), sides=frames_by_label(sides))


def _side(side: Side, evidence: Evidence, ports: Ports, asked_drugs: tuple[str, ...]) -> Parts:
    """One drug for one patient: what forbids it for this patient first, then what was asked, then what is stricter."""
    parts, drug, frame = Parts(), side.drug, side.frame
    alone = not side.label
    doses = frame.intent is Intent.DOSE and DOSING in frame.sections
    only_named = frame.dose_task is not None and frame.dose_task.checks and not doses
    safety = safety_sentences(drug.id, frame, evidence)
    quotes = {
        section: quoted
        for section in sections_of(frame, drug.id, evidence)
        if not (section == DOSING and doses)
        if (quoted := quoted_section(parts, drug.id, drug.name, section, frame, evidence)) is not None
        if quoted.found or section != DOSING or not only_named
    }
    leave_to_co_medications(parts, quotes, side, evidence, ports)
    forbidden = [s for s in safety if s.passage.section == CONTRA and not is_of_other_third(s, frame)]
    by_estimate = forbidden_by_estimate(drug.id, frame, evidence)
    if frame.intent is Intent.DOSE:
        cautions = only_cautions(drug.id, safety, frame, evidence)
        parts.claims.extend(claims_of(dict.fromkeys([*by_estimate, *forbidden, *cautions]), ClaimRole.STRICTER))
    before, after = strictest_first(quotes, frame, doses=doses)
    one_speaks = any(quoted.found for quoted in quotes.values())
    if not doses:
        add_what_stands_elsewhere(parts, drug, frame, evidence, quotes)
    add_quotes(parts, drug.name, before, one_speaks=one_speaks)
    found = None
    if doses and forbidden_in_state(drug.id, forbidden, frame, evidence):
        parts.sentences.append(messages.FORBIDDEN_HERE)
    elif doses:
        asked = asked_for(frame, forbidden, drug.id, evidence)
        contra = [s for p in evidence.of(drug.id, CONTRA) if p.quarantine is None for s in segments(p)]
        only_special = forbidden_in_impairment(contra, frame)
        may_ask = alone and not is_urgent(frame)
        found = add_regimens(parts, drug, asked, evidence, may_ask=may_ask, only_special=only_special)
        if found is not None and asked.dose_task is not None and alone:
            purpose = asked.indication or asked.condition
            his = replace(frame, indication=None, condition=None) if purpose else frame
            against = bool(by_estimate) or is_contraindicated(drug, contra, his, evidence, ports)
            if asked.dose_task.is_request and against:
                parts.sentences.insert(0, messages.FORBIDDEN_NOT_CALCULATED)
            else:
                approvals = ports.approvals.fingerprints((drug.id,))
                add_calculation(parts, found, asked, evidence, (drug.id, drug.name), approvals)
        if parts.calculation is not None and forbidden:
            parts.sentences.insert(0, messages.CONTRAINDICATIONS_FIRST)
        if found is not None and alone and frame.weight_kg is not None and not _wants_number(asked):
            approvals = ports.approvals.fingerprints((drug.id,))
            if can_be_worked_out(found, asked, evidence, drug.id, approvals):
                parts.sentences.append(messages.CAN_BE_WORKED_OUT)
    kidneys = kidneys_of(frame) if doses and alone and parts.claims and parts.calculation is None else ""
    if kidneys and kidneys not in parts.sentences:
        parts.sentences += [messages.WEAK_BY_ESTIMATE, kidneys] if WEAK_KIDNEYS in frame.rules else [kidneys]
    if by_estimate and frame.intent is Intent.DOSE:
        first = {c.text for c in claims_of(by_estimate, ClaimRole.STRICTER)}
        parts.claims = [c for c in parts.claims if c.role is ClaimRole.STRICTER or c.text not in first]
        if WEAK_KIDNEYS in frame.rules:
            parts.sentences = [s for s in parts.sentences if s != messages.FORBIDDEN_HERE]
        if messages.FORBIDDEN_HERE not in parts.sentences:
            parts.sentences.insert(0, messages.FORBIDDEN_BY_ESTIMATE)
    if doses and any(map(only_of_an_attack, forbidden)) and messages.FORBIDDEN_NOT_CALCULATED not in parts.sentences:
        parts.sentences.insert(0, messages.FORBIDDEN_IN_ATTACK)
    if only_named:
        parts.sentences.insert(0, messages.NAMED_DOSE_NOT_COMPARED)
    if alone and is_by_day(frame):
        dosing = [s for p in evidence.of(drug.id, DOSING) if p.quarantine is None for s in segments(p)]
        own = own_sentences(dosing, frame) if found is None else [c.segment for c in found.answers]
        say_by_week(parts, own)
    add_quotes(parts, drug.name, after, one_speaks=one_speaks)
    if OVERDOSE in quotes:
        point_to_antidotes(parts, drug, frame, evidence, ports, asked_drugs)
        gravest_first(parts.claims, frame)
    add_safety(parts, safety, frame)
    if frame.rules.get("sections") == PURPOSE_ALONE:
        parts.sentences.append(messages.DOSE_NEEDS_A_PATIENT)
    if is_for_patient(frame):
        name_unread_safety(parts, drug, frame, evidence)
    return parts


def _beside_other_drugs(parts: Parts, frame: QueryFrame, evidence: Evidence, ports: Ports) -> None:
    """What both monographs say of the asked drugs beside what the patient takes: before any dose.

    A drug taken beside of which neither says anything is named, so that what is said of another does not hide it.
    """
    pairs = with_co_medications(frame, evidence, ports.names)
    parts.claims[:0] = dict.fromkeys(claim for pair in pairs for claim in pair.claims)
    if any(pair.said for pair in pairs):
        parts.notices.append(Notice(NoticeKind.STRICTER_ELSEWHERE, messages.STRICTER_BESIDE))
    titles = {p.monograph: p.monograph_name for p in evidence.passages}
    unread = [pair for pair in pairs if pair.is_held]
    silent = [pair for pair in pairs if not pair.said and not pair.is_held]
    for told, of in ((messages.not_read_beside, unread), (messages.nothing_beside, silent)):
        names = [(titles.get(pair.drug, pair.drug), titles.get(pair.partner, pair.partner)) for pair in of]
        if names:
            parts.sentences.append(told(names))
    if unread or silent:
        parts.notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT))


def _wants_number(frame: QueryFrame) -> bool:
    return frame.dose_task is not None and frame.dose_task.is_request


def compose_overview(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """What the drug is: the identity sections, whole."""
    parts = Parts(read=list(evidence.passages))
    for drug in frame.drugs:
        keys = dict.fromkeys(p.section for p in evidence.of(drug.id))
        quotes = {key: quoted_section(parts, drug.id, drug.name, key, frame, evidence) for key in keys}
        add_quotes(parts, drug.name, {key: quoted for key, quoted in quotes.items() if quoted}, one_speaks=False)
    return ended(parts, frame, evidence)


COMPOSERS: dict[Gather, Callable[[QueryFrame, Evidence, Ports], Composition]] = {
    Gather.SECTIONS: compose_sections,
    Gather.OVERVIEW: compose_overview,
    Gather.INTERACTION: compose_interaction,
    Gather.BY_CONDITION: compose_candidates,
}


def out_of_scope_message(frame: QueryFrame) -> str:
    if Signal.NON_HUMAN in frame.signals:
        return messages.NON_HUMAN
    if Signal.RANKING in frame.signals:
        return messages.NO_RANKING
    return messages.ENDINGS[Outcome.ABSTAIN_OUT_OF_SCOPE]
