"""What a creatinine tells of the kidneys: the clearance it gives by the formula, and which printed limits it meets.

The estimate chooses no dose. It selects sentences that forbid, which are shown before anything else, and it orders
printed bands; the message always shows how it was worked out.
"""

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from rag.applicability import Match, applicability
from rag.doses import read_dose
from rag.dosing.patients import Patient, Sex
from rag.dosing.renal import MICROMOL_PER_MG_DL, CannotEstimate, cockcroft_gault
from rag.dosing.rules import decimal_of_fraction
from rag.frames import Population, QueryFrame, Renal
from rag.passages import CONTRA, DOSING, Evidence
from rag.printed import Segment, segments
from rag.vietnamese import fold

WEAK_KIDNEYS = "weak_kidneys"  # the rule of a frame whose impairment only the estimate tells
WEAK_BELOW = 60  # ml/phút: KDIGO calls less a chronic disease of the kidneys; here it only chooses what is quoted
_LIMIT = re.compile(
    r"(?P<cmp>>=|≥|>|tren|tu)\s?(?P<n>\d+(?:,\d+)?)\s?(?P<unit>mg ?/ ?(?:decilit|dl)|micromol ?/ ?(?:lit|l))"
    r"(?:\s?\(?(?:o )?(?P<sex>nam|nu)\b)?"
)


def creatinine_of(frame: QueryFrame) -> Decimal | None:
    """Micromol/lít; mg/decilít is converted, any other unit is not read."""
    renal = frame.renal
    if renal is None or renal.measure != "creatinin" or renal.value is None or renal.comparator is not None:
        return None
    unit = (renal.unit or "").lower()
    if unit.startswith("mg/d"):
        return decimal_of_fraction(Fraction(renal.value) * MICROMOL_PER_MG_DL)
    return renal.value if "mol" in unit else None


def with_estimate(frame: QueryFrame) -> QueryFrame | None:
    """The frame as if the estimated clearance had been told; None where no creatinine gives one."""
    told = frame.dose_task.sex if frame.dose_task is not None else ""
    creatinine = creatinine_of(frame)
    if creatinine is None or not told or frame.age_months is None or frame.weight_kg is None:
        return None
    patient = Patient(age_months=frame.age_months, weight_kg=frame.weight_kg, sex=Sex(told), creatinine=creatinine)
    try:
        value = cockcroft_gault(patient).value
    except CannotEstimate:
        return None
    renal = Renal("clcr", Decimal(value.numerator) / Decimal(value.denominator), "ml/phút", "")
    return replace(frame, renal=renal, populations=tuple(dict.fromkeys((*frame.populations, Population.RENAL))))


def with_weak_kidneys(frame: QueryFrame) -> QueryFrame:
    """With renal impairment where the estimated clearance is low although the creatinine itself is usual.

    A light or old person's is: without it the doses "khi chức năng thận bình thường" would stand alone.
    """
    if Population.RENAL in frame.populations or frame.renal is None:
        return frame
    estimated = with_estimate(frame)
    if estimated is None or estimated.renal is None or estimated.renal.value is None:
        return frame
    if estimated.renal.value >= WEAK_BELOW:
        return frame
    return replace(frame, populations=estimated.populations, rules={**frame.rules, WEAK_KIDNEYS: "renal.estimated"})


def forbidden_by_estimate(drug_id: str, frame: QueryFrame, evidence: Evidence) -> list[Segment]:
    """Contraindications, and prohibitions among the doses, whose printed clearances hold the estimate."""
    estimated = with_estimate(frame)
    if estimated is None:
        return []
    blocks = [p for section in (CONTRA, DOSING) for p in evidence.of(drug_id, section) if p.quarantine is None]
    return [
        s
        for p in blocks
        for s in segments(p)
        if s.clearances and (p.section == CONTRA or read_dose(s.text).forbids)
        if (fits := applicability(s, estimated)).clearance is Match.YES and not fits.excluded
    ]


def estimate_fits(segment: Segment, frame: QueryFrame) -> Match:
    """How the estimated clearance stands to the printed ones; SILENT where either is missing."""
    estimated = with_estimate(frame) if segment.clearances else None
    return Match.SILENT if estimated is None else applicability(segment, estimated).clearance


def spared(segment: Segment, frame: QueryFrame) -> bool:
    """Is it printed for kidneys worse than those told: the clearance on its open end or outside, no creatinine met?

    Only where a value was told that every printed limit can be held against.
    """
    if not segment.clearances:
        return False
    creatinine = creatinine_of(frame)
    if creatinine is None:
        return applicability(segment, frame).clearance is Match.EDGE
    if estimate_fits(segment, frame) not in (Match.NO, Match.EDGE):
        return False
    sex = frame.dose_task.sex if frame.dose_task is not None else ""
    return not any(_meets(creatinine, limit, sex) for limit in _LIMIT.finditer(fold(segment.text)))


def _meets(creatinine: Decimal, limit: re.Match[str], sex: str) -> bool:
    if limit["sex"] and limit["sex"] != fold(sex):
        return False
    at = Fraction(limit["n"].replace(",", "."))
    if limit["unit"].startswith("mg"):
        at *= MICROMOL_PER_MG_DL
    told = Fraction(creatinine)
    return told > at or (told == at and limit["cmp"] not in (">", "tren"))
