"""From a frame and its evidence to a draft answer, a question of ours, or an honest refusal: by quotation alone."""

import re
from collections.abc import Callable
from dataclasses import replace

from rag import messages, wording
from rag.asking import ask
from rag.assembling import Composition, Parts, ended, printed_pages
from rag.calculations import add_calculation, can_be_worked_out, kidneys_of
from rag.candidates import compose_candidates
from rag.claims import ClaimRole
from rag.condition_names import listed_as
from rag.conditions import allergen_of, names_indication, same_condition
from rag.contraindications import names_this_patient
from rag.emergencies import gravest_first, nothing_on_acting, point_to_antidotes, point_to_rescue
from rag.frames import IMPAIRED, DrugMention, Intent, Population, QueryFrame, Signal
from rag.gathering import SAFETY
from rag.interaction_answers import compose_interaction
from rag.interactions import with_co_medications
from rag.mothers import SPECIAL, is_of_other_third
from rag.outcomes import Outcome
from rag.pair_statements import MAIN
from rag.passages import DOSING, Evidence
from rag.patient_safety import is_for_patient
from rag.ports import Ports
from rag.printed import Segment, lead_of, populations_in, segments
from rag.prohibitions import forbidden_in_impairment, forbidden_in_state
from rag.quoted_regimens import add_regimens
from rag.quoting import SectionQuote, claims_by_third, claims_of, quote_section, stricter_sentences
from rag.records import Notice, NoticeKind
from rag.regimens import split_quarantined
from rag.routes import Gather, is_urgent
from rag.several import readable, without_repeats
from rag.sides import Side, frames_by_label, sides_of
from rag.urgent import (
    OVERDOSE,
    for_every_group,
    for_what_the_patient_has,
    must_act_unprinted,
)
from rag.vietnamese import fold

CONTRA = "chong_chi_dinh"
FORBIDS = re.compile(
    r"\b(?:chong chi dinh|khong (?:duoc |nen )?(?:dung|chi dinh|cho)|khong khuyen cao|khong nen|tranh dung)\b"
)


def compose_sections(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Quote, for each drug and each group of patients, the asked sections as far as they apply."""
    if must_act_unprinted(frame, evidence):
        return nothing_on_acting(frame, evidence, ports)
    frame = for_what_the_patient_has(frame, evidence)
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
    safety = _safety(drug.id, frame, evidence)
    quotes = {
        section: quoted
        for section in _sections_of(frame)
        if not (section == DOSING and doses)
        if (quoted := _quoted(parts, drug.id, drug.name, section, frame, evidence)) is not None
        if quoted.found or section != DOSING or not only_named
    }
    _leave_to_co_medications(parts, quotes, side, evidence, ports)
    forbidden = [s for s in safety if s.passage.section == CONTRA and not is_of_other_third(s, frame)]
    if frame.intent is Intent.DOSE:
        cautions = _only_cautions(drug.id, safety, frame, evidence)
        parts.claims.extend(claims_of([*forbidden, *cautions], ClaimRole.STRICTER))
    before, after = _strictest_first(quotes, frame, doses=doses)
    one_speaks = any(quoted.found for quoted in quotes.values())
    _add_quotes(parts, drug.name, before, one_speaks=one_speaks)
    if doses and forbidden_in_state(drug.id, forbidden, frame, evidence):
        parts.sentences.append(messages.FORBIDDEN_HERE)
    elif doses:
        asked = _asked_for(frame, forbidden, drug.id, evidence)
        contra = [s for p in evidence.of(drug.id, CONTRA) if p.quarantine is None for s in segments(p)]
        only_special = forbidden_in_impairment(contra, frame)
        may_ask = alone and not is_urgent(frame)
        found = add_regimens(parts, drug, asked, evidence, may_ask=may_ask, only_special=only_special)
        if found is not None and asked.dose_task is not None and alone:
            purpose = asked.indication or asked.condition
            his = replace(frame, indication=None, condition=None) if purpose else frame
            if asked.dose_task.is_request and _is_contraindicated(drug, contra, his, evidence, ports):
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
        parts.sentences.append(kidneys)
    if only_named:
        parts.sentences.insert(0, messages.NAMED_DOSE_NOT_COMPARED)
    _add_quotes(parts, drug.name, after, one_speaks=one_speaks)
    if OVERDOSE in quotes:
        point_to_antidotes(parts, drug, evidence, ports, asked_drugs)
        gravest_first(parts.claims, frame)
    _add_safety(parts, safety, frame)
    if is_for_patient(frame):
        _name_unread_safety(parts, drug, frame, evidence)
    return parts


def _name_unread_safety(parts: Parts, drug: DrugMention, frame: QueryFrame, evidence: Evidence) -> None:
    """A safety block that is held back may speak of this patient: nobody may take it for silence."""
    for section in (s for s in SAFETY if s not in frame.sections):
        if held := [p for p in evidence.of(drug.id, section) if p.quarantine is not None]:
            text = messages.held_beside(drug.name, section, printed_pages(held))
            parts.notices.append(Notice(NoticeKind.QUARANTINE, text))


def _only_cautions(drug_id: str, safety: list[Segment], frame: QueryFrame, evidence: Evidence) -> list[Segment]:
    """Cautions on the patient's impairment or old age for which no dose is printed: they stand before usual doses."""
    dosed = {p for block in evidence.of(drug_id, DOSING) for p in block.populations}
    alone = ({*IMPAIRED, Population.ELDERLY} & set(frame.populations)) - dosed
    return [s for s in safety if s.passage.section != CONTRA and alone & set(populations_in(lead_of(s.text)))]


def _strictest_first(
    quotes: dict[str, SectionQuote], frame: QueryFrame, *, doses: bool
) -> tuple[dict[str, SectionQuote], dict[str, SectionQuote]]:
    """(what stands before doses, what stands behind them), in the order to be shown.

    A contraindication that names this patient stands before everything, the section on her state before any dose.
    """
    contra = quotes.get(CONTRA)
    named = contra is not None and contra.asked and any(c.role is ClaimRole.ANSWER for c in contra.claims)
    first = [CONTRA] if named and contra is not None and contra.found else []
    rest = [section for section in quotes if section not in first]
    if not doses:
        return {section: quotes[section] for section in (*first, *rest)}, {}
    asked_before = frame.sections[: frame.sections.index(DOSING)]
    first += [section for section in rest if section in SPECIAL or section in asked_before]
    return {s: quotes[s] for s in first}, {s: quotes[s] for s in rest if s not in first}


def _leave_to_co_medications(
    parts: Parts, quotes: dict[str, SectionQuote], side: Side, evidence: Evidence, ports: Ports
) -> None:
    """Interactions that name what the patient takes by its class are said beside the answer: no silence is told.

    "Thuốc uống chống đông (coumarin): …" speaks of warfarin, which the words of the section do not show.
    """
    section = quotes.get(MAIN)
    if section is None or section.found or MAIN not in side.frame.sections:
        return
    said = with_co_medications(replace(side.frame, drugs=(side.drug,)), evidence, ports.names)
    of_section = {p.id for p in evidence.of(side.drug.id, MAIN)}
    shown = {c.passage for pair in said for claim in pair.claims for c in claim.citations} & of_section
    if shown:
        del quotes[MAIN]
        if left := len(of_section) - len(shown):
            parts.sentences.append(messages.blocks_left(side.drug.name, MAIN, left))


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


def _is_contraindicated(
    drug: DrugMention, contra: list[Segment], frame: QueryFrame, evidence: Evidence, ports: Ports
) -> bool:
    """Is a contraindication met by this patient, or by what he takes beside the drug? No sum then, only the print.

    `frame`: with the indication only where it is the patient's and not the drug's purpose.
    """
    if any(names_this_patient(s, frame) for s in contra):
        return True
    pairs = with_co_medications(replace(frame, drugs=(drug,)), evidence, ports.names)
    return any(
        said.section == CONTRA or any(FORBIDS.search(fold(s.text)) for s in said.segments)
        for pair in pairs
        for said in pair.said
    )


def _asked_for(frame: QueryFrame, forbidden: list[Segment], drug_id: str, evidence: Evidence) -> QueryFrame:
    """A condition that stands among the contraindications and heads no dose is the patient's, not the purpose.

    And the one told with a dose to be compared or worked out that heads doses is the purpose: "100 mg/ngày suy tim".
    """
    asked = frame.indication or frame.condition
    if not asked and frame.dose_task is not None and frame.dose_task.is_request:
        purposes = _heading_doses(frame, drug_id, evidence)
        return replace(frame, indication=purposes[0]) if len(purposes) == 1 else frame
    if not asked or not any(same_condition(asked, s.text) for s in forbidden):
        return frame
    if any(names_indication(asked, i) for p in evidence.of(section=DOSING) for i in p.indications):
        return frame
    return replace(frame, indication=None, condition=None)


def _wants_number(frame: QueryFrame) -> bool:
    return frame.dose_task is not None and frame.dose_task.is_request


def _heading_doses(frame: QueryFrame, drug_id: str, evidence: Evidence) -> list[str]:
    """Conditions of the turn that head doses of the drug, each heading once."""
    printed = {i for p in evidence.of(drug_id, DOSING) if p.quarantine is None for i in p.indications}
    told = [f.name for f in frame.comorbidities if f.present and allergen_of(f.name) is None]
    told += [term for term in frame.terms if listed_as(term) is not None]
    heads = {name: frozenset(i for i in printed if names_indication(name, i)) for name in dict.fromkeys(told)}
    return list({found: name for name, found in reversed(heads.items()) if found}.values())


def _sections_of(frame: QueryFrame) -> list[str]:
    """The asked sections in the asked order, then those of the named pregnancy or lactation."""
    wanted = list(frame.sections)
    for population, section in (
        (Population.PREGNANT, "thoi_ky_mang_thai"),
        (Population.BREASTFEEDING, "thoi_ky_cho_con_bu"),
    ):
        if population in frame.populations and section not in wanted:
            wanted.append(section)
    return wanted


def _quoted(
    parts: Parts, drug_id: str, name: str, section: str, frame: QueryFrame, evidence: Evidence
) -> SectionQuote | None:
    """What one section says; None when the monograph does not print it or holds it back."""
    passages = evidence.of(drug_id, section)
    if not passages:
        parts.gaps.append(messages.no_section(name, section))
        return None
    parts.read.extend(passages)
    held, elsewhere = split_quarantined(passages, frame, oral_by_default=True)
    parts.held_back.extend(held)
    if elsewhere:
        text = messages.held_elsewhere(name, section, printed_pages(elsewhere))
        parts.notices.append(Notice(NoticeKind.QUARANTINE, text))
    return quote_section(passages, frame, primary=section in frame.sections[:1] or frame.intent is Intent.OVERVIEW)


def _add_quotes(parts: Parts, name: str, quotes: dict[str, SectionQuote], *, one_speaks: bool) -> None:
    """Where one of several sections speaks of the very thing that was asked, the silent ones are only named."""
    for place, (section, quoted) in enumerate(quotes.items()):
        if not quoted.found:
            asked = ", ".join(quoted.asked)
            parts.notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT))
            if not quoted.claims or (one_speaks and place > 0 and section not in SPECIAL):
                parts.sentences.append(messages.not_mentioned(name, section, asked))
                continue
            parts.sentences.append(messages.nothing_says(name, section, asked))
        parts.claims.extend(quoted.claims)
        if quoted.third:
            parts.sentences.append(messages.no_third_of_its_own(name, section, quoted.third))
        if quoted.left_out:
            parts.sentences.append(messages.blocks_left(name, section, quoted.left_out))


def _safety(drug_id: str, frame: QueryFrame, evidence: Evidence) -> list[Segment]:
    """Sentences of contraindications and precautions about this patient that the asked sections do not show."""
    elsewhere = [p for s in SAFETY if s not in frame.sections for p in evidence.of(drug_id, s)]
    return stricter_sentences(elsewhere, frame)


def _add_safety(parts: Parts, found: list[Segment], frame: QueryFrame) -> None:
    """What is stricter elsewhere; a prohibition even answers a question for a dose that is not printed."""
    if not found:
        return
    no_dose = (
        frame.intent is Intent.DOSE and bool(parts.gaps) and all(c.role is ClaimRole.STRICTER for c in parts.claims)
    )
    forbids = any(s.passage.section == CONTRA or FORBIDS.search(fold(s.text)) for s in found)
    if no_dose and not forbids:
        parts.claims.clear()
        return
    shown = {c.text for c in parts.claims}
    claims = [c for c in claims_by_third(found, ClaimRole.STRICTER, frame) if c.text not in shown]
    parts.claims.extend(claims)
    parts.read.extend(s.passage for s in found)
    parts.notices.append(Notice(NoticeKind.STRICTER_ELSEWHERE, messages.STRICTER_ELSEWHERE))


def compose_overview(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """What the drug is: the identity sections, whole."""
    parts = Parts(read=list(evidence.passages))
    for drug in frame.drugs:
        keys = dict.fromkeys(p.section for p in evidence.of(drug.id))
        quotes = {key: _quoted(parts, drug.id, drug.name, key, frame, evidence) for key in keys}
        _add_quotes(parts, drug.name, {key: quoted for key, quoted in quotes.items() if quoted}, one_speaks=False)
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
