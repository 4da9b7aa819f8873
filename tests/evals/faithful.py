"""A test double of a model that is faithful: it writes what it is given, judges honestly and asks for little.

No model stands behind it. It serves to measure the pipeline around a model that makes no mistake: what the checks refuse
of true sentences, and how many calls a turn takes. Tokens are counted as words; it takes no time.
"""

import json
import re
from collections.abc import Callable, Generator, Sequence
from typing import Any

from rag.errors import ModelRequestInvalid
from rag.language import Piece, Prompt, ReplyEnd, Stop, TextPiece
from rag.vietnamese import folded_words

LONGEST = 1_000  # characters of one claim
MOST = 24  # claims of one reply
# What the prompt names as words to keep, each with what follows it up to the next mark.
_RESTRICTING = re.compile(
    r"(?<!\w)(?:tối đa|không|tránh|trừ|chỉ(?! định)|nếu|tăng|giảm)\b(?:[^,;.:()|\n]|(?<=\d)[.,](?=\d))*", re.IGNORECASE
)
_BETWEEN = re.compile(r"(?<=[.;])\s+(?=[A-ZĐÀ-Ỹ-])|\n+")


class FaithfulModel:
    model_id = "mo-hinh-gia-trung-thuc"

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        answers = {"write": written, "entail": judged, "assess": assessed}
        if prompt.name not in answers:
            raise ModelRequestInvalid(f"the double does not know {prompt.name!r}")
        data = json.loads(prompt.user)
        text = json.dumps(answers[prompt.name](data), ensure_ascii=False)
        for start in range(0, len(text), 200):
            yield TextPiece(text[start : start + 200])
        yield ReplyEnd(Stop.FINISHED, len(f"{prompt.system} {prompt.user}".split()), len(text.split()))


def written(data: dict[str, Any]) -> dict[str, Any]:
    """Every source as it is printed, a long one in several claims; never part of a source."""
    claims: list[dict[str, Any]] = []
    for source in data["nguon"]:
        parts = _parts(source["doan"])
        if len(claims) + len(parts) <= MOST:
            claims += [{"nguon": [source["so"]], "text": part} for part in parts]
    return {"cau": claims, "ra_soat": accounts(data["nguon"], claims)}


def accounts(sources: Sequence[dict[str, Any]], claims: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the prompt asks to be said of each source once the claims are written; a source is told whole or not at all."""
    told = {number for claim in claims for number in claim["nguon"]}
    return [
        {"so": source["so"], "giu": _restrictions(source["doan"]), "thieu": ""}
        if source["so"] in told
        else {"so": source["so"], "giu": [], "thieu": "không trả lời câu hỏi"}
        for source in sources
    ]


def _restrictions(text: str) -> list[str]:
    return [match.group().strip() for match in _RESTRICTING.finditer(text)]


def judged(data: dict[str, Any]) -> dict[str, Any]:
    """True when the words of the claim stand in one of its quotations, one after another."""
    return {"ket_luan": [{"so": claim["so"], "dung": _holds(claim), "vi_sao": ""} for claim in data["cau"]]}


def assessed(data: dict[str, Any]) -> dict[str, Any]:
    """Enough when what was read names what was asked; else the precautions, where the book puts most else."""
    read = folded_words(" ".join(data["da_doc"]))
    sought = data["hoi"].get("dieu_can_tim", [])
    unread = [section["khoa"] for section in data["chua_doc"]]
    found = not sought or any(folded_words(word) in read for word in sought)
    return {"thieu": "" if found or "than_trong" not in unread else "than_trong"}


def _holds(claim: dict[str, Any]) -> bool:
    return any(folded_words(claim["text"]) in folded_words(printed["doan"]) for printed in claim["trich"])


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    for piece in filter(None, (piece.strip() for piece in _BETWEEN.split(text))) if len(text) > LONGEST else [text]:
        if parts and len(parts[-1]) + len(piece) < LONGEST:
            parts[-1] = f"{parts[-1]} {piece}"
        else:
            parts.append(piece)
    return parts
