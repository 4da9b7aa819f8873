"""Reply: what one turn said, read from its JSON form; Shelf: what the edition under test holds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from rag.outcomes import Outcome
from rag.passages import DOSING
from rag.vietnamese import fold, nfc, squeeze, tokens

_BRACKETS = re.compile(r"\([^()]*\)")


def title_key(title: str) -> str:
    """Equal for two spellings of one title: case, diacritics and bracketed synonyms do not count."""
    return squeeze(_BRACKETS.sub(" ", fold(nfc(title))))


def contains_words(text: str, phrase: str) -> bool:
    """Does the phrase stand in the text as whole words? Case and diacritics do not count."""
    sought = [token.folded for token in tokens(nfc(phrase))]
    given = [token.folded for token in tokens(nfc(text))]
    width = len(sought)
    return bool(sought) and any(given[i : i + width] == sought for i in range(len(given) - width + 1))


@dataclass(frozen=True, slots=True)
class Shelf:
    """The edition under test, by monograph id: printed title, every listed name, printed sections."""

    titles: Mapping[str, str]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sections: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def holds(self, title: str) -> bool:
        return bool(self.ids_of(title))

    def ids_of(self, title: str) -> tuple[str, ...]:
        """Every monograph of that title: two when the book has homonyms."""
        return tuple(id for id, printed in self.titles.items() if title_key(printed) == title_key(title))

    def is_named_in(self, question: str, monograph: str) -> bool:
        """True when the question holds a listed name of the monograph, as whole words."""
        names = (title_key(self.titles.get(monograph, monograph)), *self.names.get(monograph, ()))
        return any(contains_words(question, name) for name in names)


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation. `populations` and `routes` of the printed block are empty where the turn does not tell them."""

    monograph: str
    section: str
    role: str = "answer"
    populations: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()

    @property
    def speaks_against(self) -> bool:
        return self.role == "stricter" and self.section != DOSING


@dataclass(frozen=True, slots=True)
class Shown:
    """One claim: its text, and what it cites, as printed. `headings` stand above the quotations in the book."""

    text: str
    quotes: tuple[str, ...]
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """A turn as the scorers need it. Monographs are ids; `titles` names those that the turn itself names."""

    outcome: str
    reason: str
    message: str
    said: str  # message, notices and our question: all that is said beside the quotations
    drugs: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    from_history: tuple[str, ...] = ()  # drugs resolved from earlier turns
    unknown_drugs: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    pointed: tuple[str, ...] = ()  # sections that the turn points to instead of quoting
    populations: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    route: str | None = None  # the contract's slot: "tĩnh mạch" without more is the injection
    weight_kg: Decimal | None = None
    age_months: Decimal | None = None
    is_renal: bool = False
    is_hepatic: bool = False
    indication: str | None = None
    condition: str | None = None
    inherited: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    cited: tuple[Cited, ...] = ()
    shown: tuple[Shown, ...] = ()
    model_calls: int = 0
    tokens: float | None = 0.0  # of all calls, in and out; None: a call of which the provider did not count them
    cost: float | None = None  # of all calls; None: no price was configured, or a call was not counted
    currency: str = ""
    rounds: int = 0  # looks into the book after the first
    found_again: bool = False  # one of them found something

    @property
    def is_answered(self) -> bool:
        return self.outcome == "answered"

    @property
    def is_written(self) -> bool:
        """A model wrote the claims, or some of them."""
        return self.is_answered and self.reason == Outcome.ANSWERED_VERIFIED.reason

    @property
    def is_candidate_list(self) -> bool:
        return self.reason == "candidate_list"

    def title(self, monograph: str, shelf: Shelf) -> str:
        return shelf.titles.get(monograph) or self.titles.get(monograph) or monograph

    @classmethod
    def of(cls, turn: Mapping[str, Any]) -> "Reply":
        """Reads the contract's JSON; a turn that ended before it was understood has no frame."""
        frame = turn.get("frame") or {}
        clarify = turn.get("clarify") or {}
        drugs = frame.get("drugs") or []
        options = [option for name in frame.get("ambiguous") or [] for option in name["options"]]
        notices = [notice["text"] for notice in turn.get("notices") or []]
        claims = turn.get("claims") or []
        rounds = turn.get("rounds") or []
        calls = turn.get("calls") or []
        return cls(
            outcome=turn["outcome"],
            reason=turn.get("reason") or "",
            message=turn.get("message") or "",
            said="\n".join(filter(None, [turn.get("message"), *notices, clarify.get("question")])),
            drugs=_distinct(drug["id"] for drug in drugs),
            offered=_distinct(option["id"] for option in options) if turn["outcome"] == "clarify" else (),
            titles={item["id"]: item["name"] for item in [*options, *drugs]},
            from_history=_distinct(drug["id"] for drug in drugs if drug.get("how") == "history"),
            unknown_drugs=tuple(frame.get("unknown_drugs") or ()),
            sections=tuple(frame.get("sections") or ()),
            pointed=_distinct(pointer["section"] for pointer in turn.get("pointers") or []),
            populations=_listed(frame, "populations", "population"),
            routes=_listed(frame, "routes", "route"),
            route=frame.get("route") or _only(_listed(frame, "routes", "route")),
            weight_kg=_decimal(frame.get("weight_kg")),
            age_months=_decimal(frame.get("age_months")),
            is_renal=bool(frame.get("renal")),
            is_hepatic=bool(frame.get("hepatic")),
            indication=frame.get("indication"),
            condition=frame.get("condition"),
            inherited=tuple(frame.get("inherited") or ()),
            asks=tuple(slot for slot in (clarify.get("slot") or "").split("+") if slot),
            cited=tuple(_cited(claim, citation) for claim in claims for citation in claim["citations"]),
            shown=tuple(map(_shown, claims)),
            model_calls=turn.get("model_calls") or 0,
            tokens=_tokens(calls),
            cost=_cost(calls),
            currency=next((call["currency"] for call in calls if call.get("currency")), ""),
            rounds=len(rounds),
            found_again=any(made["found"] for made in rounds),
        )


def _cited(claim: Mapping[str, Any], citation: Mapping[str, Any]) -> Cited:
    return Cited(
        monograph=citation["monograph"],
        section=citation["section"],
        role=claim.get("role") or "answer",
        populations=tuple(citation.get("populations") or ()),
        routes=tuple(citation.get("routes") or ()),
    )


def _shown(claim: Mapping[str, Any]) -> Shown:
    cited = claim["citations"]
    headings = _distinct(heading for citation in cited for heading in citation.get("headings") or ())
    return Shown(claim["text"], tuple(citation["quote"] for citation in cited), headings)


def _tokens(calls: Iterable[Mapping[str, Any]]) -> float | None:
    counted = [call[key] for call in calls for key in ("input_tokens", "output_tokens")]
    return None if None in counted else float(sum(counted))


def _cost(calls: Sequence[Mapping[str, Any]]) -> float | None:
    charged = [_decimal(call.get("cost")) for call in calls]
    known = [cost for cost in charged if cost is not None]
    return float(sum(known)) if known and len(known) == len(charged) else None


def _listed(frame: Mapping[str, Any], several: str, one: str) -> tuple[str, ...]:
    if frame.get(several):
        return tuple(frame[several])
    return (frame[one],) if frame.get(one) else ()


def _only(items: tuple[str, ...]) -> str | None:
    return items[0] if len(items) == 1 else None


def _decimal(value: Any) -> Decimal | None:
    return None if value is None else Decimal(str(value))


def _distinct(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
