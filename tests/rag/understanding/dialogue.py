"""Dialogues heard turn by turn, with our own questions between them."""

from rag.frames import QueryFrame
from rag.outcomes import Outcome
from rag.ports import DrugNames
from rag.records import Clarification, PastTurn
from rag.slots import carry_over
from rag.understanding.rules import understand
from tests.rag.understanding.heard import NAMES

ASKS = " >> "
"""Between a question and the slot that we asked back for."""


def talk(*turns: str, names: DrugNames = NAMES) -> QueryFrame:
    """The frame of the last turn; "BN Clcr 20 >> drug" is a turn to which we asked for the drug."""
    history: tuple[PastTurn, ...] = ()
    frame = QueryFrame()
    for number, turn in enumerate(turns, 1):
        question, _, slot = turn.partition(ASKS)
        frame = carry_over(understand(question, names=names, history=history), history, number=number)
        clarify = Clarification("?", slot) if slot else None
        outcome = Outcome.CLARIFY_MORE_INFO if clarify else Outcome.ANSWERED_VERBATIM
        history += (PastTurn(number, question, frame, outcome, clarify),)
    return frame
