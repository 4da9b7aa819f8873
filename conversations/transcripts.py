"""Turns and conversations as the contract's JSON: the one form that pages, API, websocket and commands show."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from conversations import mapping
from conversations.json_values import encode
from conversations.models import CitedPassage, Claim, Conversation, QueryFrame, Turn, Verification
from conversations.models.record import RecordRows
from conversations.typed_text import storable
from rag import messages
from rag.frames import Renal
from rag.outcomes import Kind
from rag.passages import SECTION_TITLES
from rag.records import NoticeKind
from rag.vietnamese import fold, squeeze

Json = dict[str, Any]


def turn_as_dict(turn: Turn) -> Json:
    """The contract's JSON of a turn. A turn just recorded by this process is not read again."""
    return turns_as_dicts([turn])[0]


def turns_as_dicts(turns: Sequence[Turn]) -> list[Json]:
    """The same for several turns, in the order given, with four queries in all."""
    rows = _rows_of([turn for turn in turns if turn.recorded is None and turn.is_done])
    return [_turn(turn, turn.recorded or rows.get(turn.pk, RecordRows())) for turn in turns]


def conversation_as_dict(conversation: Conversation, *, turns: Sequence[Turn] | None = None) -> Json:
    """A conversation; with its turns as the contract has them when `turns` is given."""
    shown: Json = {
        "id": str(conversation.pk),
        "title": conversation.title,
        "created_at": _time(conversation.created_at),
        "updated_at": _time(conversation.updated_at),
        "escalated_at": _time(conversation.escalated_at),
    }
    if turns is not None:
        shown["turns"] = turns_as_dicts(turns)
    return shown


def conversations_of(owner: User, *, search: str = "") -> QuerySet[Conversation]:
    """The owner's conversations, last used first. `search` is looked for in titles and questions, marks optional."""
    mine = Conversation.objects.filter(owner=owner)
    wanted = fold(squeeze(storable(search)))
    if not wanted:
        return mine
    asked = Turn.objects.filter(conversation=OuterRef("pk"), folded__contains=wanted)
    return mine.filter(Q(title_folded__contains=wanted) | Exists(asked))


def conversation_as_list(owner: User, *, search: str = "", limit: int = 100) -> list[Json]:
    """The owner's conversations for the page's list."""
    return [conversation_as_dict(conversation) for conversation in conversations_of(owner, search=search)[:limit]]


def _rows_of(turns: Iterable[Turn]) -> dict[uuid.UUID, RecordRows]:
    ids = [turn.pk for turn in turns]
    if not ids:
        return {}
    frames = {row.turn_id: row for row in QueryFrame.objects.filter(turn__in=ids)}
    passages: dict[uuid.UUID, list[CitedPassage]] = defaultdict(list)
    for passage in CitedPassage.objects.filter(turn__in=ids, cited=True).order_by("turn", "position"):
        passages[passage.turn_id].append(passage)
    claims: dict[uuid.UUID, list[Claim]] = defaultdict(list)
    for claim in Claim.objects.filter(turn__in=ids, place__isnull=False).order_by("turn", "place"):
        claims[claim.turn_id].append(claim)
    checks: dict[uuid.UUID, list[Verification]] = defaultdict(list)
    of_shown = Verification.objects.filter(turn__in=ids, claim__place__isnull=False).select_related("claim")
    for check in of_shown.only("turn_id", "check_name", "verdict", "claim__index").order_by("turn", "id"):
        checks[check.turn_id].append(check)
    return {pk: RecordRows(frames.get(pk), passages[pk], claims[pk], checks[pk]) for pk in ids}


def _turn(turn: Turn, rows: RecordRows) -> Json:
    return {
        "id": str(turn.pk),
        "conversation": str(turn.conversation_id),
        "number": turn.number,
        "status": str(turn.status),
        "question": turn.question,
        "outcome": turn.outcome,
        "reason": turn.reason,
        "message": turn.message,
        "frame": None if rows.frame is None else _frame(rows.frame),
        "claims": _claims(rows) if turn.outcome == Kind.ANSWERED else [],
        "calculation": turn.calculation,
        "interactions": turn.interactions,
        "clarify": turn.clarify,
        "notices": _notices(turn),
        "escalation": turn.escalation,
        "pointers": turn.pointers,
        "limits": turn.limits,
        "model_calls": turn.limits.get("model_calls", 0),
        "ms": turn.ms,
        "created_at": _time(turn.created_at),
        "finished_at": _time(turn.finished_at),
    }


def _frame(row: QueryFrame) -> Json:
    frame = mapping.frame_of(row)
    return {
        "intent": frame.intent.value,
        "drugs": encode(frame.drugs),
        "unknown_drugs": list(frame.unknown_drugs),
        "sections": list(frame.sections),
        "population": encode(frame.population),
        "age_months": _number(frame.age_months),
        "weight_kg": _number(frame.weight_kg),
        "route": encode(frame.route),
        "indication": frame.indication,
        "condition": frame.condition,
        "relation": encode(frame.relation),
        "renal": _renal(frame.renal),
        "hepatic": frame.hepatic,
        "pregnancy_weeks": frame.pregnancy_weeks,
        "trimesters": list(frame.trimesters),
        "comorbidities": [{"name": f.name, "present": f.present} for f in frame.comorbidities],
        "verbosity": encode(frame.verbosity),
        "inherited": list(frame.inherited),
        "understood_by": frame.understood_by,
    }


def _claims(rows: RecordRows) -> list[Json]:
    passages = {passage.key: passage for passage in rows.passages}
    checks: dict[int, list[Json]] = defaultdict(list)
    for found in rows.verifications:
        if found.claim is not None:
            checks[found.claim.index].append({"check": found.check_name, "verdict": found.verdict})
    shown = sorted((claim for claim in rows.claims if claim.shown), key=lambda claim: claim.place or 0)
    return [
        {
            "text": claim.text,
            "role": claim.role,
            "heading": claim.heading,
            "side": claim.side,
            "citations": [_citation(cited, passages[cited["passage"]]) for cited in claim.citations],
            "checks": checks[claim.index],
        }
        for claim in shown
    ]


def _citation(cited: Json, passage: CitedPassage) -> Json:
    return {
        "passage": passage.key,
        "edition": passage.edition_key,
        "edition_title": passage.edition_title,
        "monograph": passage.monograph,
        "monograph_name": passage.monograph_name,
        "section": passage.section,
        "section_title": SECTION_TITLES.get(passage.section, passage.section),
        "headings": list(passage.context.get("headings", ())),
        "page_from": passage.page_from,
        "page_to": passage.page_to,
        "quote": cited["quote"],
        "start": cited["start"],
        "end": cited["end"],
        "url": _marked(passage, cited),
    }


def _marked(passage: CitedPassage, cited: Json) -> str:
    """The block in its monograph, with the cited characters marked there. Empty when the block has no address."""
    path, found, anchor = passage.url.partition("#")
    ordinal = anchor.rpartition("-")[2]
    if not found or not ordinal.isdecimal():
        return passage.url
    asked = {"muc": passage.section, "k": ordinal, "tu": cited["start"], "den": cited["end"]}
    return f"{path}?{urlencode(asked)}#{anchor}"


def _notices(turn: Turn) -> list[Json]:
    """As recorded; that identifiers were masked is known from the turn itself, however it ended."""
    notices: list[Json] = list(turn.notices)
    kind = NoticeKind.IDENTIFIER_MASKED.value
    if turn.masked and not any(notice["kind"] == kind for notice in notices):
        notices.append({"kind": kind, "text": messages.IDENTIFIER_MASKED})
    return notices


def _renal(renal: Renal | None) -> Json | None:
    return None if renal is None else encode(renal) | {"value": _number(renal.value)}


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
