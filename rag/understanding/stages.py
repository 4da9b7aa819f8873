"""Another stage of the pregnancy that the turn before was about: "tuần 32 thì sao", "36 tuần"."""

from dataclasses import replace

from rag.frames import Link, Population, QueryFrame
from rag.records import PastTurn
from rag.slots.remembered import is_clinical
from rag.understanding.gestation import bare_weeks
from rag.understanding.utterance import Utterance
from rag.vietnamese import fold


def with_weeks_of_pregnancy(u: Utterance, frame: QueryFrame, history: tuple[PastTurn, ...]) -> QueryFrame:
    """The frame with weeks that no word for a pregnancy stands beside, where she was spoken of before."""
    last = next((t.frame for t in reversed(history) if is_clinical(t.frame)), None)
    if last is None or Population.PREGNANT not in last.populations or Link.NEW_PATIENT in frame.links:
        return frame
    told = frame.age_months is not None or frame.trimesters or frame.pregnancy_weeks is not None
    weeks = None if told or frame.gestational_weeks is not None else bare_weeks(u)
    if weeks is None:
        return frame
    words = {fold(u.typed(i, i + 1)) for i in range(weeks[1], weeks[2])}
    return replace(
        frame,
        pregnancy_weeks=weeks[0],
        populations=frame.populations or (Population.PREGNANT,),
        terms=tuple(term for term in frame.terms if fold(term) not in words),
        rules={**frame.rules, "pregnancy_weeks": "gestation.of_pregnancy_before"},
    )
