"""Take a reader's opinion of an answer."""

from django.conf import settings
from django.contrib.auth.models import User

from conversations.models import Feedback, Turn
from conversations.permissions import check_can_read
from conversations.typed_text import storable
from rag.identifiers import mask_identifiers

REFUSALS = {
    "bad_kind": "Xin chọn một trong các loại góp ý.",
    "too_long": "Góp ý dài quá 2.000 ký tự. Xin rút gọn.",
    "turn_open": "Lượt hỏi này chưa xong nên chưa góp ý được.",
}


class FeedbackRefused(Exception):
    """Nothing was written. `code` is a key of REFUSALS; `message` is for the reader."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.message = REFUSALS[code]
        super().__init__(code)


def give_feedback(*, turn: Turn, actor: User, kind: str, text: str = "") -> Feedback:
    """Keep an opinion on a turn that is done. Earlier ones of the same person stay; the latest counts.

    Raises FeedbackRefused, and PermissionDenied when the actor may not read the turn.
    """
    check_can_read(actor, turn.conversation)
    if kind not in Feedback.Kind.values:
        raise FeedbackRefused("bad_kind")
    text = storable(text).strip()
    if len(text) > settings.DUOCTHU["QUESTION_CHARACTERS"]:
        raise FeedbackRefused("too_long")
    if not turn.is_done:
        raise FeedbackRefused("turn_open")
    return Feedback.objects.create(turn=turn, user=actor, kind=kind, text=mask_identifiers(text)[0])
