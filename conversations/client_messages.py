"""What the browser may send over the websocket, read strictly: a frame is one of three messages or one error."""

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings


class BadFrame(Exception):
    """The frame is no message of the contract. `message` is for the person at the page."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Ask:
    """`conversation` None opens a new one."""

    conversation: uuid.UUID | None
    question: str
    client_key: str


@dataclass(frozen=True, slots=True)
class Resume:
    turn: uuid.UUID


@dataclass(frozen=True, slots=True)
class Cancel:
    turn: uuid.UUID


Message = Ask | Resume | Cancel


def parse(text: str | None) -> Message:
    """`text` None: the frame was binary. Raises BadFrame."""
    if text is None:
        raise BadFrame("bad_json", "Chỉ nhận tin nhắn dạng văn bản JSON.")
    # Characters first: a frame far over the limit is not worth encoding.
    limit = settings.DUOCTHU["FRAME_BYTES"]
    if len(text) > limit or len(text.encode("utf-8", "surrogatepass")) > limit:
        raise BadFrame("frame_too_large", f"Tin nhắn dài quá {limit // 1024} KiB. Xin rút gọn rồi gửi lại.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame("bad_json", "Tin nhắn không phải JSON hợp lệ.") from error
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise _bad_message("Tin nhắn thiếu trường «type».")
    reader = _READERS.get(data["type"])
    if reader is None:
        raise BadFrame("unknown_type", "Loại tin nhắn này không được hỗ trợ.")
    return reader(data)


def _ask(data: dict[str, Any]) -> Ask:
    conversation = data.get("conversation")
    key = data.get("client_key")
    return Ask(
        conversation=None if conversation is None else _id(data, "conversation"),
        question=_text(data, "question"),
        client_key="" if key is None else _text(data, "client_key"),
    )


def _resume(data: dict[str, Any]) -> Resume:
    return Resume(_id(data, "turn"))


def _cancel(data: dict[str, Any]) -> Cancel:
    return Cancel(_id(data, "turn"))


_READERS: dict[str, Callable[[dict[str, Any]], Message]] = {"ask": _ask, "resume": _resume, "cancel": _cancel}


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise _bad_message(f"Trường «{name}» phải là chuỗi ký tự.")
    return value


def _id(data: dict[str, Any], name: str) -> uuid.UUID:
    try:
        return uuid.UUID(_text(data, name))
    except ValueError as error:
        raise _bad_message(f"Trường «{name}» không phải mã hợp lệ.") from error


def _bad_message(message: str) -> BadFrame:
    return BadFrame("bad_message", message)
