"""Accept a question: one row, numbered, masked, written once however often it is sent."""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Case, Count, F, Q, QuerySet, Value, When
from django.utils import timezone

from conversations.interruptions import close_if_stale
from conversations.models import OPEN, Conversation, Turn
from conversations.typed_text import is_storable, is_visible, storable
from rag.identifiers import mask_identifiers
from rag.vietnamese import fold, squeeze

TITLE_CHARACTERS = 120
KEY_CHARACTERS = 64


class Refusal(NamedTuple):
    """Why a question is not taken: as an HTTP status, and as a sentence for the asker."""

    status: int
    sentence: str


# fmt: off
REFUSALS = {
    "blank":               Refusal(422, "Xin nhập câu hỏi."),
    "invalid":             Refusal(400, "Câu hỏi có ký tự không đọc được. Xin xóa ký tự ấy hoặc gõ lại rồi gửi."),
    "too_long":            Refusal(422, "Câu hỏi dài quá {limit} ký tự. Xin rút gọn rồi gửi lại."),
    "key_reused":          Refusal(422, "Khóa này đã dùng cho một câu hỏi khác. Xin dùng khóa mới."),
    "bad_key":             Refusal(400, "Khóa của yêu cầu dài quá 64 ký tự hoặc có ký tự không in được."),
    "bad_title":           Refusal(422, "Tên cuộc hỏi phải có từ 1 đến 120 ký tự."),
    "not_found":           Refusal(404, "Không tìm thấy cuộc hỏi này."),
    "conversation_closed": Refusal(409, "Cuộc hỏi này đã chuyển cho dược sĩ. Xin mở cuộc hỏi mới để hỏi tiếp."),
    "turn_open":           Refusal(409, "Câu hỏi trước trong cuộc hỏi này chưa trả lời xong. Xin đợi một lát."),
    "busy":                Refusal(429, "Tài khoản này đang có quá nhiều câu hỏi chờ trả lời. Xin đợi một lát."),
    "too_many":            Refusal(429, "Tài khoản này hỏi quá nhanh. Xin đợi một phút rồi hỏi tiếp."),
}
# fmt: on


class IntakeRefused(Exception):
    """The question was not taken and nothing was written. `code` is a key of REFUSALS; `message` is for the asker."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.status = REFUSALS[code].status
        self.message = REFUSALS[code].sentence.format(**values)
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one account may ask. Not exact when two requests arrive in the same instant."""

    running: int
    per_minute: int


PERSON = Limits(running=2, per_minute=30)
SYSTEM = Limits(running=8, per_minute=600)  # a hospital's own program, asking for many people


def check_limits(owner: User, limits: Limits) -> None:
    """Raises IntakeRefused `busy` or `too_many`. One query."""
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    open_now = Q(status__in=OPEN)
    found = Turn.objects.filter(open_now | Q(created_at__gt=a_minute_ago), asked_by=owner).aggregate(
        running=Count("pk", filter=open_now), asked=Count("pk", filter=Q(created_at__gt=a_minute_ago))
    )
    if found["running"] >= limits.running:
        raise IntakeRefused("busy")
    if found["asked"] >= limits.per_minute:
        raise IntakeRefused("too_many")


def submit_turn(
    *,
    conversation: Conversation | uuid.UUID | None,
    owner: User,
    question: str,
    client_key: str = "",
    limits: Limits | None = None,
) -> Turn:
    """Store a question as a waiting turn of the owner's conversation; None opens a new one.

    The same `client_key` in one conversation (or, without one, of one owner) gives the first turn back, beyond the
    `limits` too: it asks nothing new. Raises IntakeRefused.
    """
    asked = _Asked.of(question, check_key(client_key))
    pk = conversation.pk if isinstance(conversation, Conversation) else conversation
    if limits is not None:
        try:
            check_limits(owner, limits)
        except IntakeRefused:
            repeated = _repeated(asked, pk, owner)
            if repeated is None:
                raise
            return repeated
    return _open_and_submit(asked, owner) if pk is None else _submit(asked, pk, owner)


def open_conversation(*, owner: User, client_key: str = "") -> Conversation:
    """An empty conversation; the same key gives the first one back. Raises IntakeRefused `bad_key`."""
    if not check_key(client_key):
        return Conversation.objects.create(owner=owner)
    return Conversation.objects.get_or_create(owner=owner, client_key=client_key)[0]


def rename_conversation(*, conversation: Conversation, title: str, actor: User) -> Conversation:
    """Raises IntakeRefused: `bad_title`, or `not_found` when the conversation is not the actor's."""
    title = squeeze(storable(title))
    if len(title) > TITLE_CHARACTERS or not any(map(is_visible, title)):
        raise IntakeRefused("bad_title")
    title = mask_identifiers(title)[0][:TITLE_CHARACTERS]
    mine = Conversation.objects.filter(pk=conversation.pk, owner=actor)
    if not mine.update(title=title, title_folded=fold(title)):
        raise IntakeRefused("not_found")
    conversation.title = title
    return conversation


def check_key(key: str) -> str:
    """`key` itself. Raises IntakeRefused `bad_key`."""
    if len(key) > KEY_CHARACTERS or not key.isprintable():
        raise IntakeRefused("bad_key")
    return key


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that may be stored."""

    text: str
    masked: tuple[str, ...]
    key: str

    def same_as(self, turn: Turn) -> Turn:
        """`turn`, which has this question's key. Raises IntakeRefused when it holds another question.

        An answer to something else, given as the answer to this, could be about another drug.
        """
        if turn.question != self.text:
            raise IntakeRefused("key_reused")
        return turn

    @classmethod
    def of(cls, question: str, key: str) -> "_Asked":
        text = storable(question).strip()
        limit = settings.DUOCTHU["QUESTION_CHARACTERS"]
        if not any(map(is_visible, text)):
            raise IntakeRefused("blank")
        # Never left out in silence: what remains could ask something else.
        if not is_storable(question):
            raise IntakeRefused("invalid")
        if len(text) > limit:
            raise IntakeRefused("too_long", limit=f"{limit:,}".replace(",", "."))
        text, masked = mask_identifiers(text)
        return cls(text, masked, key)

    @property
    def title(self) -> str:
        """The question's first words."""
        title = squeeze(self.text)
        if len(title) <= 80:
            return title
        head = title[:79]
        return (head.rpartition(" ")[0] or head) + "…"

    def as_turn(self, conversation: uuid.UUID, owner: User, number: int) -> Turn:
        return Turn.objects.create(
            conversation_id=conversation,
            number=number,
            question=self.text,
            folded=fold(self.text),
            masked=list(self.masked),
            asked_by=owner,
            client_key=self.key,
        )


def _open_and_submit(asked: _Asked, owner: User) -> Turn:
    try:
        with transaction.atomic():
            opened = Conversation.objects.create(
                owner=owner, title=asked.title, title_folded=fold(asked.title), client_key=asked.key
            )
            return asked.as_turn(opened.pk, owner, 1)
    except IntegrityError:
        # Most likely the same request again; its conversation then answers for it.
        earlier = Conversation.objects.filter(owner=owner, client_key=asked.key).exclude(client_key="").first()
        if earlier is None:
            raise
        return _submit(asked, earlier.pk, owner)


def _submit(asked: _Asked, conversation: uuid.UUID, owner: User) -> Turn:
    with transaction.atomic():
        # Finds the owner's open conversation and locks its row: whoever comes second waits here and sees the first.
        mine = Conversation.objects.filter(pk=conversation, owner=owner, escalated_at__isnull=True)
        untitled = When(title="", then=Value(asked.title))
        untitled_folded = When(title="", then=Value(fold(asked.title)))
        found = mine.update(
            updated_at=timezone.now(),
            title=Case(untitled, default=F("title")),
            title_folded=Case(untitled_folded, default=F("title_folded")),
        )
        if not found:
            return _repeated_in_closed(asked, conversation, owner)
        last = _last_and_same(asked, conversation)
        for turn in last:
            if asked.key and turn.client_key == asked.key:
                return asked.same_as(turn)
        if last:
            close_if_stale(last[0])
            if not last[0].is_done:
                raise IntakeRefused("turn_open")
        return asked.as_turn(conversation, owner, last[0].number + 1 if last else 1)


def _last_and_same(asked: _Asked, conversation: uuid.UUID) -> list[Turn]:
    """The conversation's last turn, and the one with the same key if there is one; the last one first."""
    turns: QuerySet[Turn, Any] = Turn.objects.filter(conversation=conversation)
    last = Q(number=turns.order_by("-number").values("number")[:1])
    wanted = last | Q(client_key=asked.key) if asked.key else last
    return list(turns.filter(wanted).order_by("-number"))


def _repeated_in_closed(asked: _Asked, conversation: uuid.UUID, owner: User) -> Turn:
    """The turn with the same key in a conversation that takes no more questions. Raises IntakeRefused."""
    if not Conversation.objects.filter(pk=conversation, owner=owner).exists():
        raise IntakeRefused("not_found")
    same = _repeated(asked, conversation, owner)
    if same is None:
        raise IntakeRefused("conversation_closed")
    return same


def _repeated(asked: _Asked, conversation: uuid.UUID | None, owner: User) -> Turn | None:
    """The turn that this question has become already, if it was sent before. Raises IntakeRefused `key_reused`."""
    if not asked.key:
        return None
    where = {"conversation__client_key": asked.key} if conversation is None else {"conversation": conversation}
    same = Turn.objects.filter(conversation__owner=owner, client_key=asked.key, **where).first()
    return None if same is None else asked.same_as(same)
