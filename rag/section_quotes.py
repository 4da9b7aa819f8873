"""Whole sections as they are asked for: which, in which order, and what to say of one that is silent or held back."""

from dataclasses import replace

from rag import messages
from rag.assembling import Parts, printed_pages
from rag.claims import ClaimRole
from rag.frames import Intent, Population, QueryFrame
from rag.interactions import with_co_medications
from rag.mothers import SPECIAL
from rag.pair_statements import MAIN
from rag.passages import DOSING, OVERDOSE, Evidence
from rag.ports import Ports
from rag.printed import segments
from rag.quoting import SectionQuote, names_what_was_said, quote_section
from rag.records import Notice, NoticeKind
from rag.regimens import split_quarantined
from rag.sides import Side
from rag.stricter import CONTRA

_OF_HARM = ("section.reaction", "section.manage")  # rules of `rag.understanding.sections`


def sections_of(frame: QueryFrame, drug_id: str, evidence: Evidence) -> list[str]:
    """The asked sections in the asked order, then those of the named pregnancy or lactation.

    Overdose beside the handling of a harm only where it speaks of that harm: the rest of it is of somebody poisoned.
    """
    wanted = list(frame.sections)
    if OVERDOSE in wanted[1:] and frame.rules.get("sections") in _OF_HARM:
        read = (s.text for p in evidence.of(drug_id, OVERDOSE) if p.quarantine is None for s in segments(p))
        if not any(names_what_was_said(text, frame) for text in read):
            wanted.remove(OVERDOSE)
    for population, section in (
        (Population.PREGNANT, "thoi_ky_mang_thai"),
        (Population.BREASTFEEDING, "thoi_ky_cho_con_bu"),
    ):
        if population in frame.populations and section not in wanted:
            wanted.append(section)
    return wanted


def quoted_section(
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
