"""Run cases through whole turns: a new conversation per case, its turns in order, every turn scored."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rag.evals.cases import Case, CaseTurn
from rag.evals.fatals import fatals, strangers
from rag.evals.replies import Reply, Shelf
from rag.evals.scene import Scene, Score
from rag.evals.scorers import SCORERS

Ask = Callable[[str], Mapping[str, Any]]
"""One conversation: takes a question, gives the turn in the contract's JSON form."""


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """`scores` holds what was scored, by scorer; `ms` is the time from question to turn."""

    case: Case
    number: int
    turn: CaseTurn
    reply: Reply
    scores: Mapping[str, Score]
    fatal: tuple[str, ...]
    strangers: tuple[str, ...]
    ms: float
    is_shipped: bool  # every expected drug of this turn is in the edition
    is_silent_source: bool
    source_is_checked_silent: bool

    @property
    def is_right(self) -> bool:
        """Right in every scored key, and not fatal."""
        return not self.fatal and all(score.is_right for score in self.scores.values())

    @property
    def names_what_is_missing(self) -> bool:
        """For a drug that the edition does not hold: the turn says so and settles on no other drug."""
        says_so = self.reply.reason == "drug_not_in_formulary" or bool(self.reply.unknown_drugs)
        return says_so and not self.fatal and not self.strangers

    @property
    def why(self) -> str:
        return "; ".join([*self.fatal, *(score.why for score in self.scores.values() if score.why)])


def run_cases(
    cases: Iterable[Case], *, new_conversation: Callable[[], Ask], shelf: Shelf, alone: bool = False
) -> Iterator[ScoredTurn]:
    """`alone`: every turn in a conversation of its own, so that nothing can be carried over."""
    for case in cases:
        ask = new_conversation()
        for number, turn in enumerate(case.turns, start=1):
            if alone and number > 1:
                ask = new_conversation()
            started = time.perf_counter()
            answer = ask(turn.question)
            ms = (time.perf_counter() - started) * 1000
            yield score_turn(case, number, Reply.of(answer), shelf=shelf, ms=ms)


def score_turn(case: Case, number: int, reply: Reply, *, shelf: Shelf, ms: float = 0.0) -> ScoredTurn:
    """`number` counts the turns of the case from 1."""
    turn = case.turns[number - 1]
    scene = Scene(case, turn.question, turn.expected, reply, shelf)
    scores = {name: score for name, scorer in SCORERS.items() if (score := scorer(scene)) is not None}
    return ScoredTurn(
        case=case,
        number=number,
        turn=turn,
        reply=reply,
        scores=scores,
        fatal=fatals(scene),
        strangers=strangers(scene),
        ms=ms,
        is_shipped=all(map(shelf.holds, turn.expected.drugs or ())),
        is_silent_source=scene.is_silent_source,
        source_is_checked_silent=scene.source_is_checked_silent,
    )
