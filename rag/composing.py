"""From a frame and its evidence to a draft answer, a question of ours, or an honest refusal: by quotation alone."""

import re
from collections.abc import Callable
from dataclasses import replace

from rag import messages, wording
from rag.assembling import Composition, Parts, ended
from rag.calculations import add_calculation
from rag.candidates import compose_candidates
from rag.claims import ClaimRole
from rag.conditions import conditions_said, is_excepted, names_indication, same_condition
from rag.frames import IMPAIRED, MOTHERS, Intent, Population, QueryFrame, Signal
from rag.gathering import SAFETY
from rag.interaction_answers import compose_interaction
from rag.interactions import with_co_medications
from rag.outcomes import Outcome
from rag.passages import DOSING, Evidence
from rag.ports import Ports
from rag.printed import Segment, populations_in
from rag.prohibitions import LAST_TRIMESTER, LAST_TRIMESTER_FROM
from rag.quoting import SectionQuote, claims_of, quote_section, stricter_sentences
from rag.records import Notice, NoticeKind
from rag.regimens import Selection, has_oral_form, route_choices, select, split_quarantined
from rag.routes import Gather
from rag.vietnamese import fold

MAX_REGIMENS = 24  # blocks of one dosing section shown at once
MAX_BESIDE = 8  # sentences beside them: more would bury the dose
FORBIDS = re.compile(
    r"\b(?:chong chi dinh|khong (?:duoc |nen )?(?:dung|chi dinh|cho)|khong khuyen cao|khong nen|tranh dung)\b"
)


def compose_sections(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Quote, for each named drug, the asked sections as far as they apply."""
    parts = Parts()
    _beside_other_drugs(parts, frame, evidence, ports)
    for drug in frame.drugs:
        safety = _safety(drug.id, frame, evidence)
        forbidden = [s for s in safety if s.passage.section == "chong_chi_dinh"]
        if frame.intent is Intent.DOSE:
            parts.claims.extend(claims_of(forbidden, ClaimRole.STRICTER))
        quotes: dict[str, SectionQuote] = {}
        for section in _sections_of(frame):
            if (
                section == DOSING
                and frame.intent is Intent.DOSE
                and _forbidden_in_this_state(drug.id, forbidden, frame, evidence)
            ):
                parts.sentences.append(messages.FORBIDDEN_HERE)
            elif section == DOSING and frame.intent is Intent.DOSE:
                asked = _asked_for(frame, forbidden, evidence)
                found = _add_regimens(parts, drug.id, drug.name, asked, evidence)
                if found is not None and asked.dose_task is not None and len(frame.drugs) == 1:
                    approvals = ports.approvals.fingerprints((drug.id,))
                    add_calculation(parts, found, asked, evidence, (drug.id, drug.name), approvals)
            elif quoted := _quoted(parts, drug.id, drug.name, section, frame, evidence):
                quotes[section] = quoted
        _add_quotes(parts, drug.name, quotes, frame)
        _add_safety(parts, safety, frame)
    return ended(parts, frame, evidence)


def _beside_other_drugs(parts: Parts, frame: QueryFrame, evidence: Evidence, ports: Ports) -> None:
    """What the book says of the asked drugs beside what the patient takes: before any dose."""
    said = with_co_medications(frame, evidence, ports.names)
    parts.claims.extend(said)
    if said:
        parts.notices.append(Notice(NoticeKind.STRICTER_ELSEWHERE, messages.STRICTER_ELSEWHERE))
    elif frame.co_medications:
        parts.sentences.append(messages.nothing_on_co_medications())
        parts.notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT))


def _forbidden_in_this_state(drug_id: str, forbidden: list[Segment], frame: QueryFrame, evidence: Evidence) -> bool:
    """Pregnancy or breast-feeding, and the contraindications name it: usual doses are not quoted.

    A prohibition for the last trimester alone counts only from week 28. Where doses are printed for that very state
    (obstetrics), what is contraindicated is some course of it, not the state.
    """
    dosed = {state for p in evidence.of(drug_id, DOSING) for state in p.populations}
    states = (MOTHERS & set(frame.populations)) - dosed
    weeks = frame.pregnancy_weeks
    return any(
        states & set(populations_in(s.text))
        and not (LAST_TRIMESTER.search(fold(s.text)) and (weeks is None or weeks < LAST_TRIMESTER_FROM))
        and not is_excepted(conditions_said(frame), s.text)
        for s in forbidden
    )


def _asked_for(frame: QueryFrame, forbidden: list[Segment], evidence: Evidence) -> QueryFrame:
    """A condition that stands among the contraindications and heads no dose is the patient's, not the purpose."""
    asked = frame.indication or frame.condition
    if not asked or not any(same_condition(asked, s.text) for s in forbidden):
        return frame
    if any(names_indication(asked, i) for p in evidence.of(section=DOSING) for i in p.indications):
        return frame
    return replace(frame, indication=None, condition=None)


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


def _add_regimens(parts: Parts, drug_id: str, name: str, frame: QueryFrame, evidence: Evidence) -> Selection | None:
    """What was shown as the regimens of the patient; None when there are none, or the section forbids the drug."""
    dosing = evidence.of(drug_id, DOSING)
    if not dosing:
        parts.gaps.append(messages.no_section(name, DOSING))
        return None
    oral = has_oral_form(evidence.of(drug_id, "dang_thuoc_va_ham_luong"), dosing)
    if oral:
        parts.oral.add(drug_id)
    found = select(frame, dosing, oral_by_default=oral)
    parts.read.extend(dosing)
    parts.held_back.extend(found.held_back)
    if found.held_elsewhere:
        pages = ", ".join(sorted({str(p.provenance.page_from) for p in found.held_elsewhere if p.provenance.page_from}))
        text = messages.held_elsewhere(name, DOSING, pages or "chưa rõ")
        parts.notices.append(Notice(NoticeKind.QUARANTINE, text))
    if found.gap == "indication" and len(found.printed_indications) > 1:
        parts.indication_choices.extend(found.printed_indications)
        return None
    if found.gap:
        parts.gaps.append(_gap_sentence(found, name, frame))
        parts.claims.extend(claims_of(found.said_of_route, ClaimRole.OTHERWISE))
        return None
    if found.forbids:
        parts.sentences.append(messages.FORBIDDEN_HERE)
    if found.on_edge:
        parts.sentences.append(messages.ON_EDGE)
    if found.unbounded:
        parts.sentences.append(messages.groups_without_age(found.unbounded))
    only_dose = frame.sections == (DOSING,) and len(frame.drugs) == 1
    named_indication = bool(frame.indication or frame.condition) and found.indication_found
    if not frame.routes and only_dose and not named_indication:
        parts.route_choices.extend(route_choices(found))
    shown = found.answers[:MAX_REGIMENS]
    parts.claims.extend(claims_of([c.segment for c in shown], ClaimRole.ANSWER))
    parts.claims.extend(claims_of([c.segment for c in found.beside[:MAX_BESIDE]], ClaimRole.ALSO))
    asked = frame.indication or frame.condition
    if asked and not found.indication_found and not found.forbids:
        parts.sentences.append(messages.no_indication(asked))
    of_her = {p for c in (*found.answers, *found.beside) for p in c.segment.context.populations}
    for state in [p for p in frame.populations if p in MOTHERS and p not in of_her]:
        parts.sentences.append(messages.no_dose_of_its_own(wording.POPULATION_WORDS[state]))
    if found.organ_rule_of_other_degree:
        parts.sentences.append(messages.ADJUSTED_FOR_OTHERS)
    if not found.organ_rule_found:
        who = " và ".join(wording.POPULATION_WORDS[p] for p in frame.populations if p in IMPAIRED)
        if who:
            parts.sentences.append(messages.no_adjustment(who))
    more = len(found.answers) - len(shown) + max(0, len(found.beside) - MAX_BESIDE)
    if more > 0:
        parts.sentences.append(messages.more_blocks(more))
    return None if found.forbids else replace(found, answers=shown)


def _gap_sentence(found: Selection, name: str, frame: QueryFrame) -> str:
    """Says what is not printed, and what is: populations, routes, bands; never a dose."""
    who = wording.patient(frame) or "trường hợp này"
    if found.gap == "route":
        asked = f"đường {wording.routes(frame.routes)} ở {who}"
        return messages.no_such_dose(name, DOSING, asked, wording.routes(found.routes) or "không nêu", "Đường dùng")
    if found.gap == "band" and found.printed_bands:
        return messages.no_such_dose(name, DOSING, who, "; ".join(found.printed_bands), "Các khoảng")
    printed = ", ".join(wording.POPULATION_WORDS[p] for p in found.printed_populations) or "không tách theo đối tượng"
    return messages.no_such_dose(name, DOSING, who, printed, "Đối tượng")


def _quoted(
    parts: Parts, drug_id: str, name: str, section: str, frame: QueryFrame, evidence: Evidence
) -> SectionQuote | None:
    """What one section says; None when the monograph does not print it or holds it back."""
    passages = evidence.of(drug_id, section)
    if not passages:
        parts.gaps.append(messages.no_section(name, section))
        return None
    parts.read.extend(passages)
    held, _ = split_quarantined(passages, frame, oral_by_default=True)
    parts.held_back.extend(held)
    return quote_section(passages, frame, primary=section in frame.sections[:1] or frame.intent is Intent.OVERVIEW)


def _add_quotes(parts: Parts, name: str, quotes: dict[str, SectionQuote], frame: QueryFrame) -> None:
    """Where one of several sections speaks of the very thing that was asked, the silent ones are only named."""
    one_speaks = any(quoted.found for quoted in quotes.values())
    for place, (section, quoted) in enumerate(quotes.items()):
        if not quoted.found:
            asked = ", ".join(quoted.asked)
            parts.notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT))
            if not quoted.claims or (one_speaks and place > 0):
                parts.sentences.append(messages.not_mentioned(name, section, asked))
                continue
            parts.sentences.append(messages.nothing_says(name, section, asked))
        parts.claims.extend(quoted.claims)
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
    forbids = any(s.passage.section == "chong_chi_dinh" or FORBIDS.search(fold(s.text)) for s in found)
    if no_dose and not forbids:
        parts.claims.clear()
        return
    shown = {c.text for c in parts.claims}
    claims = [c for c in claims_of(found, ClaimRole.STRICTER) if c.text not in shown]
    parts.claims.extend(claims)
    parts.read.extend(s.passage for s in found)
    parts.notices.append(Notice(NoticeKind.STRICTER_ELSEWHERE, messages.STRICTER_ELSEWHERE))


def compose_overview(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """What the drug is: the identity sections, whole."""
    parts = Parts(read=list(evidence.passages))
    for drug in frame.drugs:
        keys = dict.fromkeys(p.section for p in evidence.of(drug.id))
        quotes = {key: _quoted(parts, drug.id, drug.name, key, frame, evidence) for key in keys}
        _add_quotes(parts, drug.name, {key: quoted for key, quoted in quotes.items() if quoted}, frame)
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
