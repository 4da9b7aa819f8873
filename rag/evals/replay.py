"""A model's replies written to a file, and answered from it again without a network.

The file is JSON lines. The first says which model it was and, in words, how the file came about; each further line is
one request that ended: its key, and the reply or how it failed. A request that is asked again gets the next line of its
key, and the last one from then on.
"""

import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, TextIO

from rag.errors import (
    BlankReply,
    CallFailed,
    MalformedReply,
    ModelDown,
    ModelRefused,
    ModelRequestInvalid,
    ModelThrottled,
    ModelTimeout,
    TruncatedReply,
    UnfinishedReply,
)
from rag.language import LanguageModel, Piece, Prompt, ReplyEnd, Stop, TextPiece

FORMAT = 1
_FAILURES: Mapping[str, type[CallFailed]] = {
    kind.call.value: kind
    for kind in (
        *(ModelTimeout, ModelThrottled, ModelDown, TruncatedReply, ModelRefused, ModelRequestInvalid, MalformedReply),
        *(BlankReply, UnfinishedReply),
    )
}


class RecordingError(Exception):
    """A file of replies that cannot be used; says where and why."""


def key_of(prompt: Prompt, model_id: str) -> str:
    """SHA-256 of all that decides a reply: the model, the prompt as sent, and the settings of the call."""
    told = {
        "model": model_id,
        "prompt": [prompt.name, prompt.sha256, prompt.system, prompt.user],
        "max_tokens": prompt.max_tokens,
        "structure": None if prompt.structure is None else [prompt.structure.name, dict(prompt.structure.schema)],
    }
    return hashlib.sha256(json.dumps(told, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


class RecordingModel:
    """A model whose every ended request is also written to a file. A request that is cancelled is not."""

    def __init__(self, model: LanguageModel, file: TextIO, *, about: str) -> None:
        self._model, self._file, self._lock = model, file, threading.Lock()
        self._write({"format": FORMAT, "model": model.model_id, "about": about})

    @property
    def model_id(self) -> str:
        return self._model.model_id

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        text = ""
        line = {"key": key_of(prompt, self.model_id), "purpose": prompt.name}
        try:
            with closing(self._model.reply(prompt, timeout=timeout, cancelled=cancelled)) as pieces:
                for piece in pieces:
                    match piece:
                        case TextPiece(part):
                            text += part
                        case ReplyEnd(stop, input_tokens, output_tokens):
                            tokens = {"input_tokens": input_tokens, "output_tokens": output_tokens}
                            self._write({**line, "reply": text, "stop": stop.value, **tokens})
                    yield piece
        except CallFailed as failure:
            self._write({**line, "failed": failure.call.value})
            raise

    def _write(self, line: Mapping[str, Any]) -> None:
        with self._lock:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")


@dataclass
class ReplayedModel:
    """Answers from a recording. `missing`: requests that it does not hold; each fails, and nothing stands in for it."""

    model_id: str
    lines: Mapping[str, list[Mapping[str, Any]]]
    served: int = 0
    missing: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _asked: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        line = self._next(key_of(prompt, self.model_id))
        if line is None:
            raise ModelRequestInvalid(f"no reply to {prompt.name!r} is recorded")
        if "failed" in line:
            raise _FAILURES[line["failed"]]("as recorded")
        yield TextPiece(line["reply"])
        yield ReplyEnd(Stop(line["stop"]), line["input_tokens"], line["output_tokens"])

    def _next(self, key: str) -> Mapping[str, Any] | None:
        with self._lock:
            found = self.lines.get(key)
            if found is None:
                self.missing += 1
                return None
            self.served += 1
            self._asked[key] += 1
            return found[min(self._asked[key], len(found)) - 1]


def read_recording(text: str, *, source: str) -> ReplayedModel:
    """Raises RecordingError at the first line that is none."""
    model, lines = "", defaultdict(list)
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError as error:
            raise RecordingError(f"{source}, dòng {number}: không phải JSON") from error
        match data:
            case {"format": format_, "model": str(model_id)} if not model and format_ == FORMAT:
                model = model_id
            case {"key": str(key), "failed": str(failed)} if model and failed in _FAILURES:
                lines[key].append(data)
            case {"key": str(key), "reply": str(), "stop": stop, "input_tokens": _, "output_tokens": _} if (
                model and stop in list(Stop)
            ):
                lines[key].append(data)
            case _:
                raise RecordingError(f"{source}, dòng {number}: không phải một lời đáp đã ghi")
    if not model:
        raise RecordingError(f"{source}: không có dòng đầu nêu mô hình")
    return ReplayedModel(model, dict(lines))
