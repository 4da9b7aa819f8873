"""What earlier turns said, and whether it is young enough to be carried."""

from dataclasses import dataclass, replace
from typing import Any

from rag.frames import Intent, QueryFrame, Signal
from rag.records import PastTurn

TTL_TURNS = 6
"""A value lives six turns from the turn that said it; small talk counts as a turn."""

DENIED = "said.not_so"
"""The rule of a field whose old value this turn takes back without giving another ("không phải tiêm bắp")."""

UNREAD = "drug.unread"
"""The rule of a turn that asks about something by a name that nothing knows: no earlier drug stands for it."""

INHERITABLE = (
    "drugs",
    "sections",
    "populations",
    "age_months",
    "weight_kg",
    "routes",
    "indication",
    "renal",
    "hepatic",
    "pregnancy_weeks",
    "trimesters",
    "gestational_weeks",
    "postmenstrual_weeks",
    "comorbidities",
    "co_medications",
    "verbosity",
)


def names(frame: QueryFrame) -> bool:
    return bool(frame.drugs or frame.ambiguous or frame.unknown_drugs)


def has_patient(frame: QueryFrame) -> bool:
    """Is anything told of somebody?"""
    measured = (frame.age_months, frame.weight_kg, frame.renal, frame.hepatic, frame.pregnancy_weeks)
    told = (frame.populations, frame.trimesters, frame.comorbidities, frame.co_medications)
    return any(told) or any(value is not None for value in measured)


def is_clinical(frame: QueryFrame | None) -> bool:
    if frame is None or frame.intent in (Intent.SMALLTALK, Intent.OUT_OF_SCOPE):
        return False
    if frame.signals & {Signal.MALFORMED, Signal.NON_HUMAN, Signal.OFF_TOPIC}:
        return False
    return names(frame) or bool(frame.sections or frame.populations or frame.condition or frame.indication)


@dataclass(frozen=True, slots=True)
class Known:
    """The frame leant on, and which of its values are young enough to be carried."""

    frame: QueryFrame
    fresh: frozenset[str]
    was_clarify: bool
    claim_drugs: tuple[str, ...] = ()

    def is_fresh(self, field: str) -> bool:
        return field in self.fresh


def still_known(history: tuple[PastTurn, ...], past: PastTurn, number: int) -> Known:
    assert past.frame is not None  # chosen by _turn_leant_on
    fresh = frozenset(f for f in INHERITABLE if age_of(history, past, f, number) <= TTL_TURNS)
    return Known(past.frame, fresh, past is history[-1] and past.clarify is not None, past.claim_drugs)


def age_of(history: tuple[PastTurn, ...], past: PastTurn, field: str, number: int) -> int:
    """Turns since the value was said; a value whose origin is out of sight is too old."""
    for turn in reversed([t for t in history if t.number <= past.number]):
        if turn.frame is None or not says(turn.frame, field):
            continue
        if field not in turn.frame.inherited:
            return number - turn.number
    return TTL_TURNS + 1


def says(frame: QueryFrame, field: str) -> bool:
    if field == "drugs":
        return names(frame)
    value = getattr(frame, field)
    return value is not None and value != ()


def taking(frame: QueryFrame, **values: Any) -> QueryFrame:
    """The frame with these values; those that are said are named as inherited."""
    names = [n for n, v in values.items() if n in INHERITABLE and v not in (None, ())]
    if "drugs" in values and (values.get("ambiguous") or values.get("unknown_drugs")):
        names.append("drugs")
    return replace(frame, **values, inherited=tuple(dict.fromkeys((*frame.inherited, *names))))
