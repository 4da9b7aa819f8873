"""Several drugs together, and of each what else was asked for or is printed for this mother or child."""

from dataclasses import replace

from rag import messages
from rag.assembling import Composition
from rag.claims import Draft
from rag.composing import compose_sections
from rag.frames import MOTHERS, Intent, Population, QueryFrame
from rag.gathering import one_or_more_drugs
from rag.interaction_answers import compose_interaction
from rag.outcomes import Outcome
from rag.passages import DOSING, Evidence
from rag.ports import Ports
from rag.understanding.joined_requests import SIDE_BY_SIDE
from rag.understanding.sections import WITH_SECTIONS

_JOINABLE = frozenset({Outcome.ANSWERED_VERBATIM, Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE})
_OF_STATE = {Population.PREGNANT: "thoi_ky_mang_thai", Population.BREASTFEEDING: "thoi_ky_cho_con_bu"}


def compose_pairs_and_sections(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """The pairs first; where a side cannot be quoted without asking back, the pairs alone, as they say themselves."""
    sections = _beside(frame)
    if not sections or not frame.drugs:
        return compose_interaction(frame, evidence, ports)
    intent = Intent.DOSE if DOSING in sections else Intent.SECTION
    aside = replace(frame, intent=intent, sections=sections, partners=(), terms=(), own_sections={})
    read = one_or_more_drugs(aside, ports)
    own = compose_sections(aside, read, ports)
    if own.outcome is not Outcome.ANSWERED_VERBATIM:
        pairs = compose_interaction(replace(frame, sections=frame.sections[:1]), evidence, ports)
        return replace(pairs, message=f"{pairs.message} {messages.sections_not_read(sections)}")
    # Who is asked for is answered by the sections: the pairs need not say that they were not read for her.
    told = tuple(p for p in frame.populations if p not in MOTHERS)
    only_pairs = replace(frame, sections=frame.sections[:1], populations=told)
    pairs = compose_interaction(only_pairs, evidence, ports)
    if pairs.outcome not in _JOINABLE:
        return pairs
    passages = (*(pairs.evidence or evidence).passages, *(own.evidence or read).passages)
    return replace(
        pairs,
        outcome=Outcome.ANSWERED_VERBATIM,
        message=f"{pairs.message} {own.message}",
        draft=Draft(tuple(dict.fromkeys((*pairs.draft.claims, *own.draft.claims)))),
        notices=tuple(dict.fromkeys((*pairs.notices, *own.notices))),
        pointers=tuple(dict.fromkeys((*pairs.pointers, *own.pointers))),
        oral_drugs=own.oral_drugs,
        sides=own.sides,
        evidence=Evidence(tuple(dict.fromkeys(passages)), evidence.missing),
    )


def _beside(frame: QueryFrame) -> tuple[str, ...]:
    """Sections that the question itself asks for, the section on her state, the doses of a measured child."""
    asked = frame.sections[1:] if frame.rules.get("sections") == WITH_SECTIONS else ()
    states = tuple(section for state, section in _OF_STATE.items() if state in frame.populations)
    measured = frame.is_paediatric and None not in (frame.age_months, frame.weight_kg)
    doses = (DOSING,) if measured and not frame.groups and frame.rules.get("sections") == SIDE_BY_SIDE else ()
    return tuple(dict.fromkeys((*asked, *states, *doses)))
