"""What a turn fills in as it goes, and how it wants to end."""

from dataclasses import dataclass, field, replace
from typing import Any

from rag.claims import Claim
from rag.frames import QueryFrame
from rag.loop.looking import Round
from rag.outcomes import Outcome
from rag.passages import Evidence, Passage
from rag.records import Clarification, Notice, Pointer, Verification


@dataclass(slots=True)
class Trace:
    """Filled as the turn goes, so that an early ending loses nothing."""

    frame: QueryFrame = field(default_factory=QueryFrame)
    route: str = ""
    evidence: Evidence = field(default_factory=Evidence)
    drafted: tuple[Claim, ...] = ()
    verifications: tuple[Verification, ...] = ()
    notices: list[Notice] = field(default_factory=list)
    rounds: tuple[Round, ...] = ()

    def read(self, passages: tuple[Passage, ...]) -> None:
        """What a notice quotes is recorded with the rest that was read."""
        new = tuple(passage for passage in passages if self.evidence.by_id(passage.id) is None)
        self.evidence = replace(self.evidence, passages=(*self.evidence.passages, *new))


@dataclass(frozen=True, slots=True)
class Ending:
    outcome: Outcome
    message: str
    claims: tuple[Claim, ...] = ()
    clarify: Clarification | None = None
    pointers: tuple[Pointer, ...] = ()
    calculation: dict[str, Any] | None = None
    interactions: dict[str, Any] | None = None
    retried: bool = False  # a model wrote it a second time
