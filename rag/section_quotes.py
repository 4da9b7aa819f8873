"""Whole sections as they are asked for: which, in which order, and what to say of one that is silent or held back."""

from dataclasses import replace

from rag import messages
from rag.assembling import Parts, printed_pages
from rag.claims import ClaimRole
from rag.conditions import conditions_said
from rag.frames import DrugMention, Intent, Population, QueryFrame
from rag.gathering import ELSEWHERE, TOLD_OF_PATIENT
from rag.interactions import with_co_medications
from rag.mothers import SPECIAL
from rag.pair_statements import MAIN
from rag.passages import CONTRA, DOSING, OVERDOSE, Evidence
from rag.ports import Ports
from rag.printed import Segment, segments
from rag.quoting import SectionQuote, asks_how_it_is_given, claims_of, names_what_was_said, quote_section
from rag.records import Notice, NoticeKind
from rag.regimens import split_quarantined
from rag.sides import Side

_OF_HARM = ("section.reaction", "section.manage")  # rules of `rag.understanding.sections`


def sections_of(frame: QueryFrame, drug_id: str, evidence: Evidence) -> list[str]:
    """The asked sections in the asked order, then those of the named pregnancy or lactation.

    Overdose beside the handling of a harm only where it speaks of that harm: the rest of it is of somebody poisoned.
    """
    wanted = [s for s in frame.sections if s != OVERDOSE or _overdose_is_asked(frame, drug_id, evidence)]
    for population, section in (
        (Population.PREGNANT, "thoi_ky_mang_thai"),
        (Population.BREASTFEEDING, "thoi_ky_cho_con_bu"),
    ):
        if population in frame.populations and section not in wanted:
            wanted.append(section)
    return wanted


def without_silent_overdose(frame: QueryFrame, evidence: Evidence) -> QueryFrame:
    """The frame without the section on overdose where no drug's is read: what is not read is not named as read."""
    if any(_overdose_is_asked(frame, drug, evidence) for drug in frame.drug_ids):
        return frame
    return replace(frame, sections=tuple(s for s in frame.sections if s != OVERDOSE))


def _overdose_is_asked(frame: QueryFrame, drug_id: str, evidence: Evidence) -> bool:
    if OVERDOSE not in frame.sections[1:] or frame.rules.get("sections") not in _OF_HARM:
        return True
    return bool(_naming(frame, drug_id, OVERDOSE, evidence))


def _naming(frame: QueryFrame, drug_id: str, section: str, evidence: Evidence) -> list[Segment]:
    """Sentences of a section that name what was said of the patient."""
    read = (s for p in evidence.of(drug_id, section) if p.quarantine is None for s in segments(p))
    return [s for s in read if names_what_was_said(s.text, frame)]


def add_what_stands_elsewhere(
    parts: Parts, drug: DrugMention, frame: QueryFrame, evidence: Evidence, quotes: dict[str, SectionQuote]
) -> None:
    """Where no asked section names what the patient has: the sentences on effects and their handling that do.

    "QT dài dùng haloperidol": the book speaks of it under the handling of adverse effects alone.
    """
    told = frame.rules.get("sections") in TOLD_OF_PATIENT and "comorbidities" not in frame.inherited
    if not told or any(quoted.found for quoted in quotes.values()):
        return
    for section in ELSEWHERE:
        if found := _naming(replace(frame, terms=()), drug.id, section, evidence):
            parts.sentences.append(messages.found_elsewhere(drug.name, section, ", ".join(conditions_said(frame))))
            parts.claims.extend(claims_of(found, ClaimRole.ANSWER))
            parts.read.extend(dict.fromkeys(s.passage for s in found))


def quoted_section(
    parts: Parts, drug_id: str, name: str, section: str, frame: QueryFrame, evidence: Evidence
) -> SectionQuote | None:
    """What one section says; None when the monograph does not print it or holds it back."""
    passages = evidence.of(drug_id, section)
    if not passages:
        parts.gaps.append(messages.no_section(name, section))
        return None
    parts.read.extend(passages)
    quote = quote_section(passages, frame, primary=section in frame.sections[:1] or frame.intent is Intent.OVERVIEW)
    held, elsewhere = split_quarantined(passages, frame, oral_by_default=True)
    if quote.found and quote.asked and asks_how_it_is_given(section, frame):
        held, elsewhere = (), (*held, *elsewhere)  # a held dose does not keep back what an open block says of that
    parts.held_back.extend(held)
    if elsewhere:
        text = messages.held_elsewhere(name, section, printed_pages(elsewhere))
        parts.notices.append(Notice(NoticeKind.QUARANTINE, text))
    return quote


def add_quotes(parts: Parts, name: str, quotes: dict[str, SectionQuote], *, one_speaks: bool) -> None:
    """Where one of several sections speaks of the very thing that was asked, the silent ones are only named."""
    for place, (section, quoted) in enumerate(quotes.items()):
        if not quoted.found:
            parts.notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT))
            if not quoted.claims or (one_speaks and place > 0 and section not in SPECIAL):
                parts.sentences.append(messages.not_mentioned(name, section, quoted.unprinted))
                continue
            parts.sentences.append(messages.nothing_says(name, section, quoted.unprinted))
        parts.claims.extend(quoted.claims)
        if quoted.third:
            parts.sentences.append(messages.no_third_of_its_own(name, section, quoted.third))
        if quoted.left_out:
            parts.sentences.append(messages.blocks_left(name, section, quoted.left_out))


def strictest_first(
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


def leave_to_co_medications(
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
