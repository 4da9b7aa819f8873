"""Does the cited print state the claim? A model judges each claim alone; only a clear yes is a pass."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rag.claims import Citation, Claim
from rag.errors import CallFailed, ModelPaused
from rag.language import Structure
from rag.model_calls import MeteredModel, Pending
from rag.passages import Evidence
from rag.prompts import filled
from rag.records import Check, Verdict, Verification

USUAL_SECONDS, MOST_SECONDS = 1.2, 8.0
MAX_TOKENS = 400
_LONGEST_REASON = 300  # characters kept

STRUCTURE = Structure(
    "verdicts",
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["ket_luan"],
        "properties": {
            "ket_luan": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["so", "dung", "vi_sao"],
                    "properties": {
                        "so": {"type": "integer", "minimum": 1},
                        "dung": {"type": "boolean"},
                        "vi_sao": {"type": "string"},
                    },
                },
            }
        },
    },
)


@dataclass(frozen=True, slots=True)
class Judging:
    """Claims that are being judged while the turn goes on, each with its place in the draft."""

    numbered: tuple[tuple[int, Claim], ...]
    _pending: Pending

    def result(self) -> tuple[Verification, ...]:
        """One verdict a claim. A call that fails, a claim that the reply leaves out, speaks of twice or does not answer
        by true or false is an error: never a pass. Raises BudgetExhausted and Cancelled."""
        try:
            verdicts = _verdicts(self._pending.result())
        except (CallFailed, ModelPaused) as error:
            return tuple(_error(index, type(error).__name__) for index, _ in self.numbered)
        return tuple(
            _verification(index, verdicts.get(number, [])) for number, (index, _) in enumerate(self.numbered, 1)
        )


def judge(numbered: Sequence[tuple[int, Claim]], evidence: Evidence, model: MeteredModel) -> Judging:
    """Begin to judge claims in one call; `numbered` gives the place of each in the draft."""
    data = {
        "cau": [
            {"so": number, "text": claim.text, "trich": [_printed(citation, evidence) for citation in claim.citations]}
            for number, (_, claim) in enumerate(numbered, 1)
        ]
    }
    prompt = filled(
        "entail",
        data,
        structure=STRUCTURE,
        max_tokens=MAX_TOKENS,
        usual_seconds=USUAL_SECONDS,
        most_seconds=MOST_SECONDS,
    )
    return Judging(tuple(numbered), model.begin(prompt))


def _printed(citation: Citation, evidence: Evidence) -> dict[str, str]:
    """The quoted words, and what the book prints above them: whose they are, of what, for whom."""
    passage = evidence.by_id(citation.passage)
    above = {} if passage is None else {"thuoc": passage.monograph_name, "muc": passage.section_title}
    heading = " › ".join(passage.headings) if passage is not None else ""
    return {**above, **({"tieu_de": heading} if heading else {}), "doan": citation.quote}


def _verdicts(reply: str) -> dict[int, list[tuple[bool, str]]]:
    """Number of a claim -> every well-formed verdict on it."""
    listed: Any = json.loads(reply).get("ket_luan")
    found: dict[int, list[tuple[bool, str]]] = {}
    for item in listed if isinstance(listed, list) else ():
        match item:
            case {"so": int(number), "dung": bool(holds), **rest} if number is not True:
                found.setdefault(number, []).append((holds, str(rest.get("vi_sao", ""))[:_LONGEST_REASON]))
    return found


def _verification(index: int, verdicts: Sequence[tuple[bool, str]]) -> Verification:
    if len(verdicts) != 1:
        return _error(index, "không có kết luận rõ ràng")
    holds, why = verdicts[0]
    return Verification(Check.ENTAILMENT, Verdict.PASS if holds else Verdict.FAIL, index, "" if holds else why)


def _error(index: int, detail: str) -> Verification:
    return Verification(Check.ENTAILMENT, Verdict.ERROR, index, detail)
