"""The JSON object of a reply that arrives in parts, without what models put around one although nobody asked for it.

Two things are known to come: thoughts that end with `</think>` (some templates open them in the prompt, so that no
`<think>` stands in the reply), and after them one fence (```` ```json … ``` ````) around the whole object. Nothing else
is taken off, and nothing is repaired: prose before or after, a second fence and a fence without its end stay, and make
the reply one that is no JSON.
"""

import re
from enum import Enum

_FENCE = re.compile(r"```(?:json)?\s*(?=\{)", re.IGNORECASE)
_MAY_BECOME_A_FENCE = re.compile(r"`{1,3}|```(?:j|js|jso|json)?\s*", re.IGNORECASE)
_MAY_BECOME_ITS_END = re.compile(r"\s*(?:`{1,2}|```\s*)?\Z")
_ITS_END = re.compile(r"\s*```\s*")
_THOUGHTS_END = "</think>"


class _At(Enum):
    BEFORE = "before"  # it has not begun, or may be thoughts or half a fence
    BARE = "bare"
    FENCED = "fenced"


class Unwrapping:
    """`feed` every part in turn, then `end`: what they give, joined, is what `unwrapped` gives of the whole."""

    def __init__(self) -> None:
        self._at, self._held, self._has_thought = _At.BEFORE, "", False

    def feed(self, part: str) -> str:
        """What is known to belong to the object; "" while that is not clear."""
        self._held += part
        if self._at is _At.BEFORE:
            self._enter()
        if self._at is _At.BEFORE:
            return ""
        kept = len(self._held)
        if self._at is _At.FENCED and (end := _MAY_BECOME_ITS_END.search(self._held)):
            kept = end.start()
        known, self._held = self._held[:kept], self._held[kept:]
        return known

    def end(self) -> str:
        """What was held back and belongs to it after all."""
        return "" if self._at is _At.FENCED and _ITS_END.fullmatch(self._held) else self._held

    @property
    def is_left_open(self) -> bool:
        """A fence has begun and not ended, or something stands behind its end."""
        return self._at is _At.FENCED and not _ITS_END.fullmatch(self._held)

    def _enter(self) -> None:
        begun = self._held.lstrip()
        if begun.startswith("{"):
            self._at = _At.BARE
        elif fence := _FENCE.match(begun):
            self._at, self._held = _At.FENCED, begun[fence.end() :]
        elif not begun or _MAY_BECOME_A_FENCE.fullmatch(begun):
            return
        elif self._has_thought:
            self._at = _At.BARE
        elif _THOUGHTS_END in begun:
            self._has_thought, self._held = True, begun.partition(_THOUGHTS_END)[2]
            self._enter()


def unwrapped(text: str) -> str | None:
    """The text of the object; None where a fence is left open."""
    whole = Unwrapping()
    known = whole.feed(text) + whole.end()
    return None if whole.is_left_open else known
