"""Weeks of gestation that are told of a newborn spoken of before are its age at birth, and no pregnancy."""

from dataclasses import replace
from decimal import Decimal

from rag.frames import Intent, Link, Population, QueryFrame
from rag.records import PastTurn
from rag.slots.remembered import TTL_TURNS, is_clinical, names

WEEKS_ALONE = "population.weeks_of_pregnancy"
"""The rule of a pregnancy that only a count of weeks tells of ("thai 34 tuần")."""
STATE_ALONE = "section.mother_alone"
"""The rule of sections that only the state of a woman asks for: nothing else was requested."""
_YOUNG = Decimal(2)  # months


def as_newborn(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> QueryFrame:
    """The frame with its weeks as the newborn's, when the last patient is one; else unchanged."""
    if frame.pregnancy_weeks is None or frame.rules.get("populations") != WEEKS_ALONE or names(frame):
        return frame
    last = next((t for t in reversed(history) if is_clinical(t.frame)), None)
    if last is None or last.frame is None or number - last.number > TTL_TURNS or Link.NEW_PATIENT in frame.links:
        return frame
    age = last.frame.age_months
    if Population.NEONATE not in last.frame.populations and (age is None or age >= _YOUNG):
        return frame
    only_state = frame.rules.get("sections") == STATE_ALONE
    return replace(
        frame,
        gestational_weeks=frame.pregnancy_weeks,
        pregnancy_weeks=None,
        populations=tuple(p for p in frame.populations if p is not Population.PREGNANT),
        sections=() if only_state else frame.sections,
        intent=Intent.UNCLEAR if only_state else frame.intent,
        rules={k: v for k, v in frame.rules.items() if k not in ("populations", "sections")}
        | {"gestational_weeks": "gestation.of_newborn_before"},
    )
