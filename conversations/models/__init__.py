"""The rows of people and turns."""

from conversations.models.conversation import OPEN, Conversation, Turn
from conversations.models.evaluation import EvaluationRun
from conversations.models.record import CitedPassage, Claim, ModelCall, QueryFrame, Verification
from conversations.models.review import Feedback
from conversations.models.stale import StaleAnswer

__all__ = [
    "OPEN",
    "CitedPassage",
    "Claim",
    "Conversation",
    "EvaluationRun",
    "Feedback",
    "ModelCall",
    "QueryFrame",
    "StaleAnswer",
    "Turn",
    "Verification",
]
