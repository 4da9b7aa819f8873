"""One call that writes: numbered printed spans in, claims that cite them out, each as soon as it is complete.

The model is not told what was typed. What is asked comes from the frame, so a question cannot give it orders; what the
patient weighs has already chosen the spans and is no print, so it is not told either.
"""

import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from rag import accounts, wording
from rag.accounts import Account, accounts_of
from rag.claims import Claim, ClaimRole
from rag.errors import MalformedReply
from rag.frames import QueryFrame, Verbosity
from rag.language import Structure
from rag.model_calls import MeteredModel
from rag.passages import Evidence
from rag.prompts import filled
from rag.vietnamese import folded_words

USUAL_SECONDS, MOST_SECONDS = 3.0, 18.0
MAX_TOKENS = 2_000
MOST_SOURCES, MOST_CHARACTERS = 24, 4_000  # of sources: what a reply of MAX_TOKENS can tell again within its seconds
MOST_CLAIMS = 2 * MOST_SOURCES
_LONGEST_CLAIM = 1_200  # characters
_REWRITTEN = frozenset({ClaimRole.ANSWER, ClaimRole.ALSO, ClaimRole.OTHERWISE})
_DECODER = json.JSONDecoder()

_INTEGER = {"type": "integer", "minimum": 1}
STRUCTURE = Structure(
    "answer",
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["cau", "ra_soat"],
        "properties": {
            "cau": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["nguon", "text"],
                    "properties": {"nguon": {"type": "array", "items": _INTEGER}, "text": {"type": "string"}},
                },
            },
            "ra_soat": accounts.SCHEMA,
        },
    },
)


@dataclass(frozen=True, slots=True)
class Sources:
    """What the model may write from, and what stands as printed whatever it writes.

    `kept`: prohibitions and precautions for this very patient, and tables, are quoted, never reworded.
    """

    numbered: tuple[Claim, ...]
    kept: tuple[Claim, ...]
    kept_first: int = 0  # how many of them stand before everything else

    @property
    def can_be_written(self) -> bool:
        """A longer section is quoted: a model would be cut off in the middle of it."""
        length = sum(len(claim.text) for claim in self.numbered)
        return 0 < len(self.numbered) <= MOST_SOURCES and length <= MOST_CHARACTERS

    @classmethod
    def of(cls, quoted: Sequence[Claim]) -> "Sources":
        rewritten = [claim for claim in quoted if _may_be_rewritten(claim)]
        first = quoted.index(rewritten[0]) if rewritten else len(quoted)
        return cls(tuple(rewritten), tuple(c for c in quoted if c not in rewritten), first)


def _may_be_rewritten(claim: Claim) -> bool:
    """No table: what belongs to which row shows from its lines alone."""
    return claim.role in _REWRITTEN and not any(line.lstrip().startswith("|") for line in claim.text.splitlines())


def write(
    sources: Sources,
    frame: QueryFrame,
    evidence: Evidence,
    model: MeteredModel,
    *,
    missing: Sequence[str] = (),
    on_last: Callable[[], None] = lambda: None,
) -> Generator[Claim | Account, None, None]:
    """Claims as the model finishes them, then its account of the sources; `missing` tells what an earlier attempt left
    out. `on_last` is called as soon as no further claim can come, while the model still gives its account.

    Raises what `MeteredModel.write` raises, and MalformedReply for a reply that is not the asked JSON, cites nothing or
    cites what it was not given. Until the iterator ends nothing is settled.
    """
    data = _data(sources, frame, evidence) | ({"lan_truoc_bo_sot": list(missing)} if missing else {})
    prompt = filled(
        "write",
        data,
        structure=STRUCTURE,
        max_tokens=MAX_TOKENS,
        usual_seconds=USUAL_SECONDS,
        most_seconds=MOST_SECONDS,
    )
    count, reply = 0, ""

    def heard(parts: Iterable[str]) -> Iterator[str]:
        nonlocal reply
        for part in parts:
            reply += part
            yield part

    with closing(model.write(prompt)) as parts:
        for item in items_of(heard(parts), "cau", on_last):
            count += 1
            if count > MOST_CLAIMS:
                raise MalformedReply("too many claims")
            yield _claim(item, sources.numbered)
    if count == 0:
        raise MalformedReply("no claim")
    yield from accounts_of(reply, "ra_soat")


def _data(sources: Sources, frame: QueryFrame, evidence: Evidence) -> dict[str, Any]:
    return {
        "hoi": asked(_in_print(frame, sources.numbered)),
        "muc_do": "kỹ" if frame.verbosity is Verbosity.DETAILED else "ngắn",
        "nguon": [_source(number, claim, evidence) for number, claim in enumerate(sources.numbered, 1)],
    }


def _in_print(frame: QueryFrame, sources: Sequence[Claim]) -> QueryFrame:
    """With those of the typed words alone that the sources print: what nothing else read, and what the drug is for.
    No other word is the book's."""
    printed = folded_words(" ".join(f"{claim.heading} {claim.text}" for claim in sources))
    purpose = frame.indication or frame.condition or ""
    is_printed = folded_words(purpose) in printed
    return replace(
        frame,
        terms=tuple(term for term in frame.terms if folded_words(term) in printed),
        indication=purpose if purpose and is_printed else None,
        condition=None,
    )


def asked(frame: QueryFrame) -> dict[str, Any]:
    """What is asked, from the frame alone: no value of the patient, no word that addresses the program."""
    found: dict[str, Any] = {
        "thuoc": [drug.name for drug in frame.drugs],
        "muc": wording.sections(frame.sections),
        "doi_tuong": wording.populations(frame),
        "duong_dung": wording.routes(frame.routes) if frame.routes else "",
        "chi_dinh": frame.indication or frame.condition or "",
        "dieu_can_tim": list(frame.terms),
    }
    return {name: value for name, value in found.items() if value}


def _source(number: int, claim: Claim, evidence: Evidence) -> dict[str, Any]:
    passage = evidence.by_id(claim.citations[0].passage)
    place = {} if passage is None else {"thuoc": passage.monograph_name, "muc": passage.section_title}
    return {"so": number, **place, "tieu_de": claim.heading, "doan": claim.text}


def _claim(item: dict[str, Any], numbered: Sequence[Claim]) -> Claim:
    match item:
        case {"text": str() as text, "nguon": list() as cited} if cited and len(item) == 2:
            pass
        case _:
            raise MalformedReply("a claim of another form")
    text = text.strip()
    if not text or len(text) > _LONGEST_CLAIM:
        raise MalformedReply("a claim that is blank or too long")
    if not all(type(n) is int and 1 <= n <= len(numbered) for n in cited):
        raise MalformedReply("a source that was not given")
    sources = [numbered[n - 1] for n in dict.fromkeys(cited)]
    return Claim(
        text,
        tuple(dict.fromkeys(citation for source in sources for citation in source.citations)),
        role=max((source.role for source in sources), key=list(ClaimRole).index),
        side=sources[0].side if len({source.side for source in sources}) == 1 else "",
        heading=sources[0].heading if len({source.heading for source in sources}) == 1 else "",
    )


def items_of(parts: Iterable[str], key: str, on_last: Callable[[], None] = lambda: None) -> Iterator[dict[str, Any]]:
    """Objects of the array under `key` of a JSON object that arrives in parts, each as soon as it is complete.
    `on_last` is called when the array has ended and the object may go on.

    An array that does not stand first is read when all has come. Raises MalformedReply for an item that is no object
    and for a reply without the array; that the whole is JSON at all is `MeteredModel`'s to say.
    """
    text, at, closed, told = "", None, False, False
    for part in parts:
        text += part
        at = _array_start(text, key) if at is None else at
        while at is not None and not closed:
            item, at, closed = _next_item(text, at)
            if item is None:
                break
            yield item
        if closed and not told:
            told = True
            on_last()
    if not closed:
        yield from _read_late(text, key) if at is None else _broken()


def _array_start(text: str, key: str) -> int | None:
    """Where the items begin; None when that has not come, or another key stands first."""
    begun = re.match(r'\s*\{\s*"' + re.escape(key) + r'"\s*:\s*\[', text)
    return begun.end() if begun else None


def _next_item(text: str, at: int) -> tuple[dict[str, Any] | None, int, bool]:
    """(the item, or None when it is not complete yet), where to read on, and whether the array has ended."""
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    if text[at : at + 1] == "]":
        return None, at + 1, True
    try:
        item, end = _DECODER.raw_decode(text, at)
    except ValueError:
        return None, at, False
    return _object(item), end, False


def _read_late(text: str, key: str) -> Iterator[dict[str, Any]]:
    try:
        listed = json.loads(text)[key]
    except (ValueError, KeyError, TypeError) as error:
        raise MalformedReply("no array of claims") from error
    if not isinstance(listed, list):
        raise MalformedReply("no array of claims")
    yield from map(_object, listed)


def _object(item: object) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise MalformedReply("an item that is no object")
    return item


def _broken() -> Iterator[dict[str, Any]]:
    raise MalformedReply("an array without its end")
