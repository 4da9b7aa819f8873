"""The rows of people and turns."""

from conversations.models.conversation import OPEN, Conversation, Turn
from conversations.models.record import CitedPassage, Claim, ModelCall, QueryFrame, Verification
from conversations.models.review import Feedback

__all__ = [
    "OPEN",
    "CitedPassage",
    "Claim",
    "Conversation",
    "Feedback",
    "ModelCall",
    "QueryFrame",
    "Turn",
    "Verification",
]
