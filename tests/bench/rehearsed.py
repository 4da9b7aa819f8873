"""A model that takes the time that the systems before this one measured, and says what a faithful one would say."""

import json
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from rag.language import Piece, Prompt, ReplyEnd, Stop, TextPiece
from tests.evals.faithful import accounts

# S1 measured 2.6-3.3 s for understanding, and 8-9 s for a turn of four calls one after the other.
UNDERSTANDING, WRITING, ENTAILMENT, SMALL = 2.8, 3.0, 1.2, 1.2
_SECONDS = {"write": WRITING, "entail": ENTAILMENT, "understand": UNDERSTANDING}
_TOKEN = 4  # characters


@dataclass
class RehearsedModel:
    """Writes one claim a source and judges every claim to hold. `unused`: so many of the last sources it does not use,
    and says so; at least one it does.

    A reply that writes is streamed evenly over its time, another comes at its end.
    """

    unused: int = 0
    model_id: str = "rehearsed"
    calls: list[tuple[Prompt, float, float]] = field(default_factory=list)  # begun and ended at: of `time.monotonic`
    claims_until: float = 0.0  # share of the last written reply after which all its claims were there
    _lock: Lock = field(default_factory=Lock)

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        started = time.monotonic()
        seconds = _SECONDS.get(prompt.name, SMALL)
        text = faithful(prompt.user, unused=self.unused)
        if prompt.name == "write":
            self.claims_until = (text.index('], "ra_soat"')) / len(text)
            parts = [text[at : at + _TOKEN] for at in range(0, len(text), _TOKEN)]
        else:
            parts = [text]
        for number, part in enumerate(parts, 1):
            time.sleep(max(0.0, started + seconds * number / len(parts) - time.monotonic()))
            yield TextPiece(part)
        with self._lock:
            self.calls.append((prompt, started, time.monotonic()))
        yield ReplyEnd(Stop.FINISHED, 800, 150)

    def busy_seconds(self) -> float:
        """In which at least one call was under way."""
        busy, until = 0.0, 0.0
        for _, begun, ended in sorted(self.calls, key=lambda call: call[1]):
            busy += max(0.0, ended - max(begun, until))
            until = max(until, ended)
        return busy


def faithful(asked: str, *, unused: int = 0) -> str:
    """The reply to what a prompt of ours holds: claims from its sources, or verdicts on its claims; `{}` to another's."""
    try:
        data = json.loads(asked)
    except ValueError:
        return "{}"
    return json.dumps(_verdicts(data["cau"]) if "cau" in data else _claims(data["nguon"], unused), ensure_ascii=False)


def _claims(sources: list[dict[str, Any]], unused: int) -> dict[str, Any]:
    used = max(1, len(sources) - unused)
    claims = [{"nguon": [source["so"]], "text": _reworded(source)} for source in sources[:used]]
    return {"cau": claims, "ra_soat": accounts(sources, claims)}


def _reworded(source: dict[str, Any]) -> str:
    """With the drug named, as a writer would: another text than the print, so that the whole gate has to read it."""
    said: str = source["doan"]
    return f"{source['thuoc']}: {said[0].lower()}{said[1:]}" if said[1:2].islower() else said


def _verdicts(claims: list[dict[str, Any]]) -> dict[str, Any]:
    return {"ket_luan": [{"so": claim["so"], "dung": True, "vi_sao": ""} for claim in claims]}
