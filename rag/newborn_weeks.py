"""A newborn whose weeks since its mother's last period are told: where print goes by these alone, no age is asked."""

from collections.abc import Sequence
from dataclasses import replace

from rag.applicability import Match, applicability
from rag.doses import read_dose
from rag.frames import AGE_BY_WEEKS, Population, QueryFrame
from rag.passages import DOSING, Passage
from rag.ports import Ports
from rag.printed import segments


def without_needless_age(frame: QueryFrame, ports: Ports) -> QueryFrame:
    """The frame, marked where no printed dose of a newborn depends on its age; else as it is."""
    told = frame.postmenstrual_weeks is not None and frame.age_months is None
    if not told or set(frame.populations) != {Population.NEONATE}:
        return frame
    if not all(_goes_by_weeks(ports.passages.sections((drug,), (DOSING,)), frame) for drug in frame.drug_ids):
        return frame
    return replace(frame, rules={**frame.rules, "age_months": AGE_BY_WEEKS})


def _goes_by_weeks(dosing: Sequence[Passage], frame: QueryFrame) -> bool:
    """Are doses printed for newborns, some by weeks, none by age, and none held back?"""
    if any(p.quarantine is not None for p in dosing):
        return False
    own = [
        segment
        for passage in dosing
        for segment in segments(passage)
        if read_dose(segment.text).states and Population.NEONATE in segment.context.populations
        if applicability(segment, frame).route is not Match.NO
    ]
    return any(s.gestations for s in own) and not any(s.ages for s in own)
