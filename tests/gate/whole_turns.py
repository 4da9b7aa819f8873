"""Whole turns over the shipped edition, written by a model that is right in all but one thing."""

import json
import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from rag.breakers import Breaker
from rag.errors import ModelDown
from rag.language import Piece, Prompt, TextPiece
from rag.outcomes import Outcome
from rag.passages import Passage
from rag.pipeline import run_turn
from rag.ports import ConfiguredModel, Ports
from rag.records import TurnRecord, TurnRequest
from rag.vietnamese import squeeze
from tests.fakes import MemoryPassages
from tests.formulary.test_interactions_of_the_sample import index, passages
from tests.gate.corruptions import EDITS
from tests.gate.truths import Truth
from tests.model_fakes import END

Claims = list[dict[str, Any]]

QUESTIONS = (
    "chống chỉ định của {}",
    "chỉ định của {}",
    "thận trọng khi dùng {}",
    "liều {} uống người lớn",
    "liều {} uống cho bé 5 tuổi 18 kg",
    "tác dụng không mong muốn của {}",
    "{} dùng cho phụ nữ có thai được không",
    "liều {} người suy thận",
    "bảo quản {} thế nào",
    "tương tác thuốc của {}",
)


@dataclass
class WritingModel:
    """Writes the given replies, the last one again and again; `judges` says how each claim is judged.

    `judges`: "pass" holds everything true, "fail" nothing, "down" cannot be reached, "silent" says nothing of any claim,
    "other" speaks of claims that nobody asked about.
    """

    replies: Sequence[str] = ()
    judges: str = "pass"
    model_id: str = "writing"
    prompts: list[Prompt] = field(default_factory=list)

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        written = sum(p.name == "write" for p in self.prompts)
        self.prompts.append(prompt)
        if prompt.name == "write":
            text = self.replies[min(written, len(self.replies) - 1)] if self.replies else json.dumps(_faithful(prompt))
        else:
            text = self._verdicts(prompt)
        for start in range(0, len(text), 50):
            yield TextPiece(text[start : start + 50])
        yield END

    def _verdicts(self, prompt: Prompt) -> str:
        if self.judges == "down":
            raise ModelDown("503")
        numbers = [claim["so"] for claim in json.loads(prompt.user)["cau"]]
        if self.judges == "silent":
            numbers = []
        elif self.judges == "other":
            numbers = [number + 50 for number in numbers]
        return json.dumps({"ket_luan": [{"so": n, "dung": self.judges != "fail", "vi_sao": ""} for n in numbers]})


def _faithful(prompt: Prompt) -> dict[str, Any]:
    sources = json.loads(prompt.user)["nguon"]
    return {"cau": [{"text": s["doan"], "nguon": [s["so"]]} for s in sources], "ra_soat": []}


@cache
def ports() -> Ports:
    return Ports(index(), MemoryPassages(*passages()))


def ask(question: str, model: WritingModel | None) -> TurnRecord:
    return run_turn(
        TurnRequest(question), replace(ports(), model=None if model is None else ConfiguredModel(model, Breaker()))
    )


@dataclass(frozen=True)
class Turn:
    """A turn that a faithful model gets published. `claims`: what it writes; `passages`: where each stands."""

    question: str
    claims: tuple[Mapping[str, Any], ...]
    passages: tuple[Passage, ...]
    shown: frozenset[str]

    def copy(self) -> Claims:
        return [dict(claim) for claim in self.claims]


@cache
def turns(seed: int = 3, most: int = 36) -> tuple[Turn, ...]:
    rng = random.Random(seed)
    names = sorted({p.monograph_name for p in passages()})
    asked = [question.format(name) for question in QUESTIONS for name in names]
    rng.shuffle(asked)
    found: list[Turn] = []
    for question in asked:
        model = WritingModel()
        record = ask(question, model)
        prompt = next((p for p in model.prompts if p.name == "write"), None)
        if record.outcome is not Outcome.ANSWERED_VERIFIED or prompt is None:
            continue
        claims = tuple(_faithful(prompt)["cau"])
        where = {claim.text: record.evidence.by_id(claim.citations[0].passage) for claim in record.claims}
        stands = tuple(p for claim in claims if (p := where.get(claim["text"].strip())) is not None)
        if len(stands) == len(claims):
            found.append(Turn(question, claims, stands, frozenset(squeeze(c.text) for c in record.claims)))
        if len(found) == most:
            break
    return tuple(found)


# --- what may go wrong ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wrong:
    """One reply with one thing wrong; `text` is what must not be shown, "" when all that it says is printed."""

    kind: str
    turn: Turn
    reply: str
    text: str = ""


def reply(claims: Claims, **beside: Any) -> str:
    return json.dumps({"cau": claims, "ra_soat": [], **beside}, ensure_ascii=False)


def reworded(turn: Turn, rng: random.Random) -> Iterator[Wrong]:
    """Every edit that finds a place, in one claim of the turn."""
    order = list(range(len(turn.claims)))
    for kind, edit in EDITS.items():
        rng.shuffle(order)
        for at in order:
            told = turn.claims[at]["text"]
            texts = [t for t in edit(Truth(told, turn.passages[at], told), rng) if squeeze(t) != squeeze(told)]
            if texts:
                text = rng.choice(texts)
                claims = turn.copy()
                claims[at]["text"] = text
                yield Wrong(kind, turn, reply(claims), text)
                claims = [claims[at]]
                yield Wrong(f"{kind}, alone", turn, reply(claims), text)
                break


UNTRUE = "Dùng được cho mọi người bệnh, không cần theo dõi."


def misbuilt(turn: Turn, rng: random.Random) -> Iterator[Wrong]:
    """What is said may be printed; how it is put together is not to be shown."""
    last = len(turn.claims)
    for kind, cited in (
        ("no citation", []), ("source 0", [0]), ("source -1", [-1]), ("no such source", [last + 1]), ("source as text", ["1"]),
        ("source as true", [True]), ("source as a fraction", [1.5]), ("source within a source", [[1]]), ("one source too many", [1, last + 7]),
    ):  # fmt: skip
        claims = turn.copy()
        claims[rng.randrange(last)]["nguon"] = cited
        yield Wrong(kind, turn, reply(claims))
    yield Wrong("empty draft", turn, reply([]))
    yield Wrong("blank claim", turn, reply([*turn.copy(), {"text": "  ", "nguon": [1]}]))
    yield Wrong("extra claim", turn, reply([*turn.copy(), {"text": UNTRUE, "nguon": [1]}]), UNTRUE)
    yield Wrong("extra claim first", turn, reply([{"text": UNTRUE, "nguon": [1]}, *turn.copy()]), UNTRUE)
    tail = json.dumps({"text": UNTRUE, "nguon": [1]}, ensure_ascii=False)
    yield Wrong("a claim behind the reply", turn, reply(turn.copy()) + tail, UNTRUE)
    doubled = reply(turn.copy())[:-1] + f', "cau": [{tail}]' + "}"
    yield Wrong("a second list of claims", turn, doubled, UNTRUE)
    yield Wrong("more in a claim", turn, reply([{**claim, "role": "stricter"} for claim in turn.copy()]))
    yield Wrong("a sentence behind a claim", turn, reply(_with_tail(turn)), UNTRUE)
    yield from _moved(turn, rng)
    yield from _foreign(turn, rng)


def _with_tail(turn: Turn) -> Claims:
    claims = turn.copy()
    claims[-1]["text"] = f"{claims[-1]['text'].rstrip('.')}. {UNTRUE}"
    return claims


def _moved(turn: Turn, rng: random.Random) -> Iterator[Wrong]:
    """A claim cites the source beside its own; and one cites every source there is."""
    for at, claim in enumerate(turn.claims):
        for other in (at - 1, at + 1):
            if 0 <= other < len(turn.claims) and not _tells(turn.claims[other]["text"], claim["text"]):
                claims = turn.copy()
                claims[at]["nguon"] = [other + 1]
                yield Wrong("citation moved", turn, reply(claims), claim["text"])
                return


def _tells(one: str, other: str) -> bool:
    return squeeze(other).strip(" .").lower() in squeeze(one).lower()


def _foreign(turn: Turn, rng: random.Random) -> Iterator[Wrong]:
    """Print of the same monograph that was not given, and print of another one, each citing what was given."""
    given = " ".join(claim["text"] for claim in turn.claims)
    own = turn.passages[0].monograph
    for kind, pool in (
        ("of another section", [p for p in passages() if p.monograph == own and p.section != turn.passages[0].section]),
        ("of another drug", [p for p in passages() if p.monograph != own and p.section == turn.passages[0].section]),
    ):
        texts = [p.text for p in pool if 40 < len(p.text) < 600 and "|" not in p.text and not _tells(given, p.text)]
        if texts:
            text = rng.choice(texts)
            yield Wrong(f"print {kind}", turn, reply([*turn.copy(), {"text": text, "nguon": [1]}]), text)
            yield Wrong(f"print {kind}, alone", turn, reply([{"text": text, "nguon": [1]}]), text)


@cache
def wrongs(seed: int = 4) -> tuple[Wrong, ...]:
    rng = random.Random(seed)
    return tuple(wrong for turn in turns() for make in (reworded, misbuilt) for wrong in make(turn, rng))


def is_shown(wrong: Wrong, record: TurnRecord) -> bool:
    """Anything that a faithful model would not have had shown, or the very text that is wrong."""
    if not record.claims:
        return False
    texts = {squeeze(claim.text) for claim in record.claims}
    return squeeze(wrong.text) in texts or not texts <= wrong.turn.shown or any(not c.citations for c in record.claims)
