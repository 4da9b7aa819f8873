"""What the dosing section itself forbids: the drug for this patient, or the asked way to give it."""

import re
from collections.abc import Sequence

from rag.applicability import Applicability, Match, age_classes
from rag.conditions import conditions_said, is_excepted
from rag.doses import read_dose
from rag.frames import AGE_CLASSES, CONDITIONS, Population, QueryFrame
from rag.passages import DOSING, Evidence
from rag.printed import Segment, lead_of, routes_in, sentence_spans
from rag.vietnamese import fold

_SEVERE = re.compile(r"\b(?:nang|child ?-?(?:pugh )?c|giai doan cuoi|mat bu)\b")
_GIVE = r"(?:tiem|truyen|uong|dat|hit|bom|nho|boi|dung)"
_NEGATED = re.compile(rf"\b(?:khong (?:duoc |nen )?{_GIVE}|tranh {_GIVE}|chi (?:duoc )?{_GIVE})\b")


def forbids_patient(segment: Segment, fits: Applicability, frame: QueryFrame) -> bool:
    """ "Trẻ em dưới 1 tháng: Tránh dùng": printed for a band or impairment that holds this patient.

    Not for whom it names an exception: "không chỉ định dưới 16 tuổi, ngoại trừ bệnh Kawasaki".
    """
    if not read_dose(segment.text).forbids:
        return False
    asked = frame.indication or frame.condition
    if asked and is_excepted((asked,), segment.text):
        return False
    printed = set(segment.context.populations)
    classes = age_classes(frame)
    if printed & AGE_CLASSES and classes and not printed & classes and fits.age is not Match.YES:
        return False  # a neighbouring class that reaches over: its prohibition is not this patient's
    if not lead_of(segment.text) and not segment.has_band and read_dose(segment.passage.text).states:
        return False  # "Nói chung không khuyến cáo …" behind the dose of its own block: a condition of that dose
    impaired = bool(printed & CONDITIONS) and fits.population is Match.YES
    if impaired and Match.YES not in fits.bands and _SEVERE.search(fold(segment.text)):
        return any(_SEVERE.search(fold(said)) for said in (frame.hepatic or "", *conditions_said(frame)))
    return impaired or Match.YES in fits.bands


_SECTIONS = {Population.PREGNANT: "thoi_ky_mang_thai", Population.BREASTFEEDING: "thoi_ky_cho_con_bu"}
_AGAINST = re.compile(
    r"\b(?:chong chi dinh|(?:phai |nen |can |tot nhat la )?tranh dung|khong (?:duoc |nen )?(?:dung|cho|chi dinh)|"
    r"khong khuyen cao|khong nen)\b"
)
LAST_TRIMESTER = re.compile(r"\b(?:ba|3) thang cuoi\b")
LAST_TRIMESTER_FROM = 28  # weeks


def section_against_mother(drug_id: str, frame: QueryFrame, evidence: Evidence) -> str:
    """The section on pregnancy or breast-feeding that speaks against the drug for her, or "".

    Not where doses are printed for her very state; a no to the last trimester alone is none before week 28.
    """
    dosed = {state for p in evidence.of(drug_id, DOSING) for state in p.populations}
    for state, section in _SECTIONS.items():
        if state not in frame.populations or state in dosed:
            continue
        for passage in evidence.of(drug_id, section):
            sentences = [fold(passage.text[start:end]) for start, end in sentence_spans(passage.text)]
            if any(_AGAINST.search(s) and not (LAST_TRIMESTER.search(s) and _is_early(frame)) for s in sentences):
                return section
    return ""


def _is_early(frame: QueryFrame) -> bool:
    return frame.pregnancy_weeks is not None and frame.pregnancy_weeks < LAST_TRIMESTER_FROM


def said_of_route(of: Sequence[Segment], frame: QueryFrame) -> tuple[Segment, ...]:
    """Sentences that name the asked route with a no ("Không tiêm dưới da vì có thể gây hoại tử da")."""
    return tuple(
        s
        for s in of
        if set(routes_in(s.text)) & set(frame.routes) and _NEGATED.search(fold(s.text)) and not read_dose(s.text).states
    )
