"""What of a model's reading holds: each quotation stands in what was typed, and our own readers read it so too.

A reading adds no drug, no value and no state of the patient: those the rules read from the whole question, where a
denial or another person's age is seen. What the model says of them only shows whether it read the same question.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from rag.frames import DrugOption, QueryFrame
from rag.ports import DrugNames
from rag.understanding import lexicon
from rag.understanding.ages import ages_in
from rag.understanding.doubts import unread_words
from rag.understanding.offers import POPULATIONS, ROUTES, SECTIONS
from rag.understanding.proposals import Pick, Proposal, ReadValue
from rag.understanding.sections import named_sections
from rag.understanding.utterance import Utterance, hear
from rag.understanding.weights import weights_in
from rag.vietnamese import folded_words, nfc

MOST_SECTIONS = 3
_SAME = Decimal("0.05")  # months, kilograms, ml/min: what rounding may differ by
_DENIES = ("không", "chẳng", "chưa", "chả", "đừng", "tránh", "kiêng", "trừ", "ngoài", "hết", "khỏi", "no", "not")
_CAUSES = ("gây", "làm", "do", "vì", "tại", "bởi", "sinh", "cause", "causes")
_REACH = 3  # words before a name over which such a word reaches
_LONGEST_CONDITION, _LONGEST_REQUEST = 6, 8  # words; what is longer is a sentence, not what it asks for
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said:
    """Words `start` to `end` of something that was typed in this conversation."""

    u: Utterance
    start: int
    end: int

    def holds(self, start: int, end: int) -> bool:
        return self.start <= start and end <= self.end


@dataclass(frozen=True, slots=True)
class Agreed:
    """What of a proposal was verified; a place that was not offered, or whose words do not bear it out, is gone."""

    sections: tuple[str, ...] = ()
    condition: str | None = None
    drugs: tuple[tuple[DrugOption, str], ...] = ()  # with the words that name it
    age_months: Decimal | None = None
    weight_kg: Decimal | None = None
    contradicts: bool = False  # it takes somebody else for the patient, or another way of giving: it is of no use


def located(u: Utterance, quote: str) -> Said | None:
    """Where the quotation stands in the text, character for character and by whole words; None when it does not."""
    text = nfc(quote).strip()
    at = u.reading.text.find(text) if text else -1
    while at >= 0:
        inside = [i for i, word in enumerate(u.words) if at < word.end and word.start < at + len(text)]
        if inside and u.words[inside[0]].start >= at and u.words[inside[-1]].end <= at + len(text):
            return None if u.addressed.intersection(inside) else Said(u, inside[0], inside[-1] + 1)
        at = u.reading.text.find(text, at + 1)
    return None


def agreed(
    proposal: Proposal,
    u: Utterance,
    frame: QueryFrame,
    *,
    drugs: Sequence[DrugOption],
    before: Iterable[str],
    names: DrugNames,
) -> Agreed:
    """`u`: the question, `frame`: what the rules made of it; `before`: earlier questions, the last first."""
    typed = [u, *(hear(question, names) for question in before)]
    return Agreed(
        sections=_sections(proposal, u, frame),
        condition=_condition(proposal.condition, u, frame),
        drugs=_drugs(proposal.drugs, typed, drugs),
        age_months=_verified(proposal.age_months, typed, _ages),
        weight_kg=_verified(proposal.weight_kg, typed, _weights),
        contradicts=_contradicts(proposal, u, frame),
    )


def _offered(picks: Iterable[Pick], listed: Sequence[T]) -> list[tuple[T, str]]:
    return [(listed[pick.number - 1], pick.quote) for pick in picks if pick.number <= len(listed)]


def is_denied(said: Said) -> bool:
    """Does a word of denial stand among the words or shortly before them?"""
    return any(said.u.says(i, *_DENIES) for i in range(max(0, said.start - _REACH), said.end))


# --- what is asked -----------------------------------------------------------------------------------------------


def _sections(proposal: Proposal, u: Utterance, frame: QueryFrame) -> tuple[str, ...]:
    """Sections for words of this question that no rule has read; one that a rule reads otherwise is none."""
    kept: dict[str, None] = {}
    for section, quote in _offered(proposal.sections, SECTIONS):
        said = located(u, quote)
        if said is not None and _is_unread(said, frame) and _may_ask_for(section, said):
            kept[section] = None
    return tuple(kept)[:MOST_SECTIONS]


def _is_unread(said: Said, frame: QueryFrame) -> bool:
    if said.end - said.start > _LONGEST_REQUEST:
        return False
    typed = said.u.typed(said.start, said.end)
    return bool(unread_words(frame).intersection(folded_words(typed).split()))


def _may_ask_for(section: str, said: Said) -> bool:
    part = said.u.within(said.start, said.end)
    read = named_sections(part, part.labels(lexicon.SECTIONS))
    return not read or section in read


def _condition(quote: str | None, u: Utterance, frame: QueryFrame) -> str | None:
    """The words as typed, where nothing before them denies them, blames a drug for them or asks what to avoid."""
    said = located(u, quote) if quote else None
    if said is None or said.end - said.start > _LONGEST_CONDITION or not _is_unread(said, frame):
        return None
    if u.drug_words.intersection(range(said.start, said.end)) or u.labels(lexicon.WHICH) - {"which"}:
        return None
    if is_denied(said) or any(u.says(i, *_CAUSES) for i in range(max(0, said.start - _REACH), said.start)):
        return None
    return u.typed(said.start, said.end)


# --- of what and of whom -------------------------------------------------------------------------------------------


def _drugs(
    picks: Iterable[Pick], typed: Sequence[Utterance], offered: Sequence[DrugOption]
) -> tuple[tuple[DrugOption, str], ...]:
    """Drugs whose quoted words our own names step reads as exactly that drug."""
    kept: dict[DrugOption, str] = {}
    for option, quote in _offered(picks, offered):
        for u in typed:
            said = located(u, quote)
            if said is not None and option.id in _named_in(said):
                kept.setdefault(option, quote.strip())
    return tuple(kept.items())


def _named_in(said: Said) -> set[str]:
    inside = [d.span.mention for d in said.u.drugs if said.start < d.end and d.start < said.end]
    return {mention.id for mention in inside if mention is not None}


def _verified(
    told: ReadValue | None, typed: Sequence[Utterance], values: Callable[[Said], Iterable[Decimal | None]]
) -> Decimal | None:
    """The value as our reader reads it in the quoted words; None when it reads another there, or none."""
    if told is None:
        return None
    for said in filter(None, (located(u, told.quote) for u in typed)):
        for value in values(said):
            if value is not None and is_same(value, told.value):
                return value
    return None


def is_same(a: Decimal, b: Decimal) -> bool:
    return abs(a - b) <= _SAME


def _ages(said: Said) -> list[Decimal | None]:
    return [age.months for age in ages_in(said.u) if said.holds(age.start, age.end)]


def _weights(said: Said) -> list[Decimal | None]:
    return [weight.kg for weight in weights_in(said.u) if said.holds(weight.start, weight.end)]


def _contradicts(proposal: Proposal, u: Utterance, frame: QueryFrame) -> bool:
    """Does the model take words of the question for another state, way of giving or renal function than the rules?"""
    people = [p for p, quote in _offered(proposal.populations, POPULATIONS) if located(u, quote)]
    ways = [r for r, quote in _offered(proposal.routes, ROUTES) if located(u, quote)]
    if frame.populations and set(people) - set(frame.populations):
        return True
    if frame.routes and set(ways) - set(frame.routes):
        return True
    told, known = proposal.renal, frame.renal.value if frame.renal else None
    return told is not None and known is not None and not is_same(told.value, known)
