"""What goes into a turn and the record of everything that came of it."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any

from rag.claims import Claim
from rag.frames import QueryFrame
from rag.language import CallOutcome
from rag.modes import Mode
from rag.outcomes import Outcome
from rag.passages import Evidence


class Stage(StrEnum):
    UNDERSTANDING = "understanding"
    LOOKING_UP = "looking_up"
    WRITING = "writing"
    VERIFYING = "verifying"


class Check(StrEnum):
    CITATION = "citation"
    PROVENANCE = "provenance"
    NUMBERS = "numbers"
    DRUG = "drug"
    POPULATION = "population"
    ROUTE = "route"
    BAND = "band"
    WORDING = "wording"  # of a written claim: a word that its print does not have, or has of something else
    POLARITY = "polarity"
    COMPLETENESS = "completeness"
    ENTAILMENT = "entailment"


class Verdict(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"  # the check could not run: never counts as pass


class NoticeKind(StrEnum):
    CARRY_OVER = "carry_over"
    EDITION = "edition"
    EMERGENCY = "emergency"
    QUARANTINE = "quarantine"
    STRICTER_ELSEWHERE = "stricter_elsewhere"
    NOT_A_SAFETY_STATEMENT = "not_a_safety_statement"
    LOOK_ALIKE = "look_alike"
    OLD_VALUE = "old_value"
    IDENTIFIER_MASKED = "identifier_masked"
    ALIAS_USED = "alias_used"


@dataclass(frozen=True, slots=True)
class Verification:
    check: Check
    verdict: Verdict
    claim_index: int | None  # None: about the whole draft
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    kind: NoticeKind
    text: str


@dataclass(frozen=True, slots=True)
class Clarification:
    """Our question. `slot` is what it asks for; several are joined with "+" ("age+weight")."""

    question: str
    slot: str
    quick_replies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where to look; never content."""

    monograph: str
    monograph_name: str
    section: str
    page_from: int | None
    url: str


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a model, answered or not. Tokens are None when the provider did not count them; then `cost` is
    None too, and wherever no price was configured."""

    purpose: str
    prompt_sha256: str
    model: str
    ms: int
    input_tokens: int | None
    output_tokens: int | None
    outcome: CallOutcome = CallOutcome.ANSWERED
    cost: Decimal | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """An earlier turn of the same conversation, as stored."""

    number: int
    question: str
    frame: QueryFrame | None  # None: the turn ended before it was understood
    outcome: Outcome | None
    clarify: Clarification | None = None
    claim_drugs: tuple[str, ...] = ()  # monograph ids that the answer quoted


@dataclass(frozen=True, slots=True)
class TurnRequest:
    question: str
    number: int = 1
    history: tuple[PastTurn, ...] = ()  # oldest first
    mode: Mode = Mode.HISTORY
    history_unavailable: bool = False  # the store could not be read: the turn has no memory and says so


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """Everything one turn produced; `conversations.mapping` stores all of it."""

    outcome: Outcome
    message: str
    frame: QueryFrame
    route: str  # name of the routing row that decided
    evidence: Evidence = field(default_factory=Evidence)
    claims: tuple[Claim, ...] = ()
    drafted: tuple[Claim, ...] = ()  # every claim that was checked, shown or not
    verifications: tuple[Verification, ...] = ()
    notices: tuple[Notice, ...] = ()
    clarify: Clarification | None = None
    pointers: tuple[Pointer, ...] = ()
    escalation: dict[str, Any] | None = None
    calculation: dict[str, Any] | None = None
    interactions: dict[str, Any] | None = None
    model_calls: tuple[ModelCall, ...] = ()
    question_stored: str = ""  # the question with identifiers masked
    seconds: float = 0.0
    extra: dict[str, Any] = field(default_factory=dict)
