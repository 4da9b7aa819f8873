"""Whether a reply can be used at all: complete, text, and the JSON that was asked for. What it says is judged later."""

import json
import re
from typing import Any, NoReturn

from rag.errors import BlankReply, MalformedReply, TruncatedReply, UnfinishedReply
from rag.language import Prompt, ReplyEnd, Stop
from rag.unwrapping import unwrapped

# The database stores no NUL, and half a surrogate pair is no character.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def check_reply(prompt: Prompt, text: str, end: ReplyEnd | None) -> None:
    """`text` as the provider sent it. Raises CallFailed when the reply is not complete, not text or, without what
    `rag.unwrapping` takes off, not the JSON that was asked for."""
    if end is None:
        raise TruncatedReply("no end")
    if end.stop is not Stop.FINISHED:
        raise UnfinishedReply(end.stop.value)
    if not text.strip():
        raise BlankReply
    if _NO_TEXT.search(text):
        raise MalformedReply("characters that are no text")
    if prompt.structure is not None:
        _check_json(text)


def _check_json(text: str) -> None:
    told = unwrapped(text)
    if told is None:
        raise MalformedReply("a fence without its end")
    if not told.strip():
        raise BlankReply  # thoughts, and nothing after them
    try:
        value = json.loads(told, parse_constant=_refuse, object_pairs_hook=_once)
        # Once more, for what stood there in escapes, and for numbers that became infinite.
        unescaped = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError) as error:
        # Not its words: they quote the reply.
        raise MalformedReply("no JSON") from error
    if not isinstance(value, dict):
        raise MalformedReply("JSON, but no object")
    if "\\u0000" in unescaped or _NO_TEXT.search(unescaped):
        raise MalformedReply("characters that are no text")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A name that stands twice says two things, and which one counts would be chance."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found
