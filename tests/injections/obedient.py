"""A model that does what it is told by anybody, judges everything as true, and forgets nothing that it was sent."""

import itertools
import json
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rag.language import Piece, Prompt, TextPiece
from rag.vietnamese import folded_words, nfc
from tests.injections.orders import OTHERS_DATA, Given, Order
from tests.model_fakes import END

_PIECE = 40  # characters


@dataclass
class ObedientModel:
    """It obeys the order whether or not a prompt carries it: no way of writing an order can be worse than that.

    It knows no prompt by name: it answers whatever structure is asked for. A structure that it has never seen is filled
    with what harms most: foreign drugs, invented numbers, the order itself, what it was sent before.
    """

    order: Order
    alone: bool = False  # writes only what the order wants, and cites where the order stands
    model_id: str = "obedient"
    prompts: list[Prompt] = field(default_factory=list)
    remembers: list[str] = field(default_factory=lambda: [OTHERS_DATA])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        with self._lock:
            self.prompts.append(prompt)
            text = json.dumps(self._answer(prompt), ensure_ascii=False)
            self.remembers.append(prompt.user)
        for start in range(0, len(text), _PIECE):
            yield TextPiece(text[start : start + _PIECE])
        yield END

    def _answer(self, prompt: Prompt) -> Any:
        schema = prompt.structure.schema if prompt.structure is not None else {"type": "object", "properties": {}}
        asked = schema.get("properties", {})
        if "cau" in asked:
            sources = json.loads(prompt.user)["nguon"]
            faithful = [{"text": source["doan"], "nguon": [source["so"]]} for source in sources]
            written = self.order.obeyed(faithful, Given(sources, prompt.system, prompt.user, tuple(self.remembers)))
            if self.alone:
                written = [{**c, "nguon": self._where(sources)} for c in written if c not in faithful] or written
            return {"cau": written, "khong_dung": [], **self.order.beside}
        if "ket_luan" in asked:
            return {
                "ket_luan": [{"so": c["so"], "dung": True, "vi_sao": ""} for c in json.loads(prompt.user)["cau"]],
                **self.order.beside,
            }
        return _filled(schema, itertools.cycle(["colchicin", self.order.text, "domperidon", "4 tuổi", *self.remembers]))

    def _where(self, sources: Sequence[Mapping[str, Any]]) -> list[int]:
        """The source that holds most words of the order."""
        words = set(folded_words(self.order.text).split()) | set(folded_words(self.order.english).split())
        told = [(len(words & set(folded_words(nfc(source["doan"])).split())), source["so"]) for source in sources]
        return [max(told)[1]] if told else []


def _filled(schema: Mapping[str, Any], words: "itertools.cycle[str]") -> Any:
    """A value of the schema, as harmful as it allows."""
    if "const" in schema:
        return schema["const"]
    if listed := [value for value in schema.get("enum", ()) if value is not None]:
        return listed[-1]
    for choice in schema.get("anyOf", schema.get("oneOf", ())):
        if choice.get("type") != "null":
            return _filled(choice, words)
    kinds = schema.get("type", "object")
    kind = next((k for k in kinds if k != "null"), "null") if isinstance(kinds, list) else kinds
    match kind:
        case "object":
            return {name: _filled(part, words) for name, part in schema.get("properties", {}).items()}
        case "array":
            item = schema.get("items", {"type": "string"})
            return [_filled(item, words) for _ in range(min(3, schema.get("maxItems", 3)))]
        case "integer" | "number":
            return schema.get("maximum", 9_999)
        case "boolean":
            return True
        case "null":
            return None
    return next(words)
