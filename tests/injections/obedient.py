"""A model that does what it is told by anybody, judges everything as true, and forgets nothing that it was sent."""

import json
import random
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
            return {"cau": written, "ra_soat": [], **self.order.beside}
        if "ket_luan" in asked:
            return {
                "ket_luan": [{"so": c["so"], "dung": True, "vi_sao": ""} for c in json.loads(prompt.user)["cau"]],
                **self.order.beside,
            }
        return _Filler(self.order, prompt.user, self.remembers).of(schema)

    def _where(self, sources: Sequence[Mapping[str, Any]]) -> list[int]:
        """The source that holds most words of the order."""
        words = set(folded_words(self.order.text).split()) | set(folded_words(self.order.english).split())
        told = [(len(words & set(folded_words(nfc(source["doan"])).split())), source["so"]) for source in sources]
        return [max(told)[1]] if told else []


class _Filler:
    """A value of any schema, as harmful as it allows: what the prompt offers is chosen blindly, what it quotes is torn
    from anywhere in it, and every third word is the order's, a foreign drug's or somebody else's."""

    def __init__(self, order: Order, user: str, remembered: Sequence[str]) -> None:
        self._rng = random.Random(order.name + user)
        self._foreign = ["colchicin", "domperidon", order.text, "4 tuổi", *remembered]
        self._numbers: dict[str, list[int]] = {}
        self._texts: list[str] = []
        try:
            self._look_through(json.loads(user))
        except ValueError:  # no JSON was sent: all of it is text
            self._texts.append(user)

    def _look_through(self, value: Any, key: str = "") -> None:
        match value:
            case dict():
                for name, part in value.items():
                    self._look_through(part, name)
            case list():
                for part in value:
                    self._look_through(part, key)
            case int():
                self._numbers.setdefault(key, []).append(value)
            case str() if value.strip():
                self._texts.append(value)

    def of(self, schema: Mapping[str, Any], key: str = "") -> Any:
        if "const" in schema:
            return schema["const"]
        if listed := [value for value in schema.get("enum", ()) if value is not None]:
            return self._rng.choice(listed)
        for choice in schema.get("anyOf", schema.get("oneOf", ())):
            if choice.get("type") != "null":
                return self.of(choice, key)
        kinds = schema.get("type", "object")
        match next((k for k in kinds if k != "null"), "null") if isinstance(kinds, list) else kinds:
            case "object":
                return {name: self.of(part, name) for name, part in schema.get("properties", {}).items()}
            case "array":
                count = self._rng.randint(schema.get("minItems", 0), min(3, schema.get("maxItems", 3)))
                return [self.of(schema.get("items", {"type": "string"}), key) for _ in range(count)]
            case "integer" | "number":
                return self._rng.choice(self._numbers.get(key) or [schema.get("maximum", 9_999)])
            case "boolean":
                return True
            case "null":
                return None
        return self._text()

    def _text(self) -> str:
        if not self._texts or self._rng.random() < 1 / 3:
            return self._rng.choice(self._foreign)
        words = self._rng.choice(self._texts).split(" ")
        start = self._rng.randrange(len(words))
        return " ".join(words[start : start + self._rng.randint(1, 4)])
