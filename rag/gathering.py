"""Fetch what a frame asks for: sections of the current edition, by exact look-up."""

from collections.abc import Callable
from dataclasses import replace

from rag.condition_names import indication_terms
from rag.frames import PURPOSE_ALONE, Intent, Population, QueryFrame
from rag.passages import BESIDE, CAUTION, CONTRA, DOSING, MANAGING, SECTION_KEYS, Evidence
from rag.ports import Ports
from rag.routes import Gather

IDENTITY = ("ten_chung_quoc_te", "ma_atc", "loai_thuoc", "dang_thuoc_va_ham_luong", "chi_dinh")
SAFETY = (CONTRA, CAUTION)

# Where the book also puts what is asked (a contraindication inside the dosing section, an interaction among the
# contraindications): fetched beside the section and used only where a sentence there speaks of the same thing.
ALSO_LOOK_IN: dict[str, tuple[str, ...]] = {
    "chong_chi_dinh": ("than_trong",),
    "than_trong": ("chong_chi_dinh",),
    "tuong_tac_thuoc": ("chong_chi_dinh", "than_trong"),
    "tuong_ky": (DOSING,),
    "thoi_ky_mang_thai": ("chong_chi_dinh",),
    "thoi_ky_cho_con_bu": ("chong_chi_dinh",),
    DOSING: ("chong_chi_dinh", "than_trong", "dang_thuoc_va_ham_luong"),
    "duoc_dong_hoc": ("duoc_ly",),
}
TOLD_OF_PATIENT = frozenset(
    {
        "section.condition_first",
        "section.fact_about_patient",
        "section.may_with_condition",
        "section.may_for_group",
        PURPOSE_ALONE,
    }
)
"""Rules of `rag.understanding.sections` for a drug asked about because of what the patient has."""
ELSEWHERE = ("tac_dung_khong_mong_muon", MANAGING)
"""Where else the book speaks of what a patient has: used only where the asked sections do not."""
_FOR_POPULATION = {
    Population.PREGNANT: "thoi_ky_mang_thai",
    Population.BREASTFEEDING: "thoi_ky_cho_con_bu",
}


def one_or_more_drugs(frame: QueryFrame, ports: Ports) -> Evidence:
    """The asked sections of each drug, and beside them the sections that may be stricter."""
    wanted = list(frame.sections)
    for population, section in _FOR_POPULATION.items():
        if population in frame.populations:
            wanted.append(section)
    for section in frame.sections:
        wanted.extend(ALSO_LOOK_IN.get(section, ()))
    if frame.rules.get("sections") in TOLD_OF_PATIENT:
        wanted.extend(ELSEWHERE)
    if not frame.co_medications:
        return _fetch(frame, tuple(dict.fromkeys(wanted)), ports)
    found = _fetch(frame, tuple(dict.fromkeys([*wanted, *BESIDE])), ports)
    taken = [drug for drug in frame.co_medications if drug not in frame.drug_ids]
    return replace(found, passages=(*found.passages, *ports.passages.sections(taken, BESIDE)))


def what_it_is(frame: QueryFrame, ports: Ports) -> Evidence:
    """Identity sections; the whole monograph in book order when a detailed overview is asked."""
    if frame.sections:
        return _fetch(frame, tuple(SECTION_KEYS), ports)
    return _fetch(frame, IDENTITY, ports)


def interaction(frame: QueryFrame, ports: Ports) -> Evidence:
    """Of every named drug the interactions, and the sections where the book also puts such statements."""
    return _fetch(frame, ("tuong_tac_thuoc", "chong_chi_dinh", "than_trong", DOSING, "tuong_ky"), ports)


def by_condition(frame: QueryFrame, ports: Ports) -> Evidence:
    """Indication blocks that name the condition, in any monograph."""
    return Evidence(ports.passages.by_indication(indication_terms(frame.condition or frame.indication or "")))


def _fetch(frame: QueryFrame, sections: tuple[str, ...], ports: Ports) -> Evidence:
    passages = ports.passages.sections(frame.drug_ids, sections)
    present = {(p.monograph, p.section) for p in passages}
    overview = frame.intent is Intent.OVERVIEW
    asked = [(d, s) for d in frame.drug_ids for s in (() if overview else frame.sections_of(d))]
    missing = tuple(pair for pair in asked if pair not in present)
    return Evidence(passages, missing)


def with_printed_routes(frame: QueryFrame, evidence: Evidence) -> QueryFrame:
    """Of several readings of a route ("tiêm"), those that the dosing section prints; all when it prints none.

    "Tĩnh mạch" is one route as said, whichever way into the vein is printed.
    """
    printed = {route for p in evidence.of(section=DOSING) for route in p.routes}
    kept = tuple(route for route in frame.routes if route in printed)
    if len(frame.routes) < 2 or not kept or frame.route is not None:
        return frame
    return replace(frame, routes=kept)


GATHERERS: dict[Gather, Callable[[QueryFrame, Ports], Evidence]] = {
    Gather.SECTIONS: one_or_more_drugs,
    Gather.OVERVIEW: what_it_is,
    Gather.INTERACTION: interaction,
    Gather.BY_CONDITION: by_condition,
}
