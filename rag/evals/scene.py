"""Scene: one turn as the scorers see it; Score: what one of them says of it."""

from dataclasses import dataclass

from rag.evals.cases import Case, Expected
from rag.evals.replies import Reply, Shelf
from rag.evals.spoken import SAYS
from rag.outcomes import Outcome

_NOT_FOUND = frozenset({"no_evidence", "insufficient_evidence", "no_interaction_evidence", "no_safety_evidence"})


@dataclass(frozen=True, slots=True)
class Score:
    """`points` of 1; `why` says what was wrong and is empty when all was right."""

    points: float
    why: str = ""

    @property
    def is_right(self) -> bool:
        return self.points == 1


@dataclass(frozen=True, slots=True)
class Scene:
    """One turn under score."""

    case: Case
    question: str
    expected: Expected
    reply: Reply
    shelf: Shelf

    @property
    def leaves_drugs_unscored(self) -> bool:
        # There they belong in the hand-off context, or nowhere.
        return self.reply.outcome == "escalate" or self.reply.reason == Outcome.ABSTAIN_OUT_OF_SCOPE.reason

    @property
    def is_silent_source(self) -> bool:
        """An abstention that names the section read, where an answer was expected."""
        reply = self.reply
        if "answered" not in self.expected.outcomes or "abstain" in self.expected.outcomes:
            return False
        return reply.outcome == "abstain" and reply.reason in _NOT_FOUND and SAYS["section"](reply, self.shelf)

    @property
    def source_is_checked_silent(self) -> bool:
        """True when the edition prints none of the expected sections for any of the expected drugs."""
        ids = [id for title in self.expected.drugs or () for id in self.shelf.ids_of(title)]
        printed: set[str] = set().union(*(self.shelf.sections.get(id, frozenset()) for id in ids))
        return self.is_silent_source and bool(ids) and not printed & set(self.expected.sections or ())
