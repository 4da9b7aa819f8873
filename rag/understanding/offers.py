"""What a model is shown of a turn: the masked words, the lines before, and closed lists to choose from.

The drugs are those that the names step found here or earlier; no reading can bring in another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rag import wording
from rag.frames import DrugOption, Population, QueryFrame, Route, Signal
from rag.identifiers import mask_identifiers
from rag.outcomes import Kind
from rag.passages import SECTION_KEYS, SECTION_TITLES
from rag.records import PastTurn, TurnRequest
from rag.slots.remembered import TTL_TURNS
from rag.understanding.doubts import unread_words
from rag.understanding.proposals import Meaning
from rag.vietnamese import folded_words

_MEANINGS: dict[Meaning, str] = {
    Meaning.SECTION: "hỏi nội dung một hay vài mục của thuốc",
    Meaning.DRUGS_FOR_CONDITION: "hỏi thuốc nào dùng cho một bệnh hay triệu chứng",
    Meaning.NOT_CLEAR: "không rõ, hoặc không phải câu hỏi về thuốc",
}
_ENDED: dict[Kind, str] = {
    Kind.ANSWERED: "đã trả lời",
    Kind.CLARIFY: "đã hỏi lại",
    Kind.ABSTAIN: "không trả lời",
    Kind.VERIFY_PDF: "mời xem bản in",
    Kind.ESCALATE: "đã chuyển dược sĩ",
}
POPULATIONS, ROUTES, SECTIONS = tuple(Population), tuple(Route), SECTION_KEYS


@dataclass(frozen=True, slots=True)
class Offer:
    """`drugs` in the order in which they are numbered, from 1."""

    text: str  # the question as the rules read it, masked
    unread: tuple[str, ...]  # words of the text that no rule took
    before: tuple[str, ...]
    focus: str  # what earlier turns were about, by topic; "" when nothing is inherited
    drugs: tuple[DrugOption, ...]

    def as_data(self) -> dict[str, Any]:
        """The JSON object of the prompt."""
        return {
            "cau_hoi": self.text,
            "chua_hieu": list(self.unread),
            "truoc_do": list(self.before),
            "dang_noi": self.focus,
            "y_hoi": _numbered(_MEANINGS[meaning] for meaning in Meaning),
            "thuoc": _numbered(drug.name for drug in self.drugs),
            "muc": _numbered(SECTION_TITLES[key] for key in SECTIONS),
            "doi_tuong": _numbered(wording.POPULATION_WORDS[p] for p in POPULATIONS),
            "duong_dung": _numbered(wording.ROUTE_WORDS[r] for r in ROUTES),
        }


def recent_turns(request: TurnRequest) -> tuple[PastTurn, ...]:
    """Earlier turns, oldest first, as far back as anything may be carried over."""
    return tuple(past for past in request.history if request.number - past.number <= TTL_TURNS)


def offer_for(text: str, frame: QueryFrame, request: TurnRequest) -> Offer:
    """`text`: the question as the rules read it; `frame`: what they made of it, with what earlier turns lend it.

    Of the conversation six turns are shown, two lines each.
    """
    recent = recent_turns(request)
    masked, unread = mask_identifiers(text)[0], unread_words(frame)
    return Offer(
        text=masked,
        unread=tuple(word for word in masked.split() if unread.intersection(folded_words(word).split())),
        before=tuple(line for past in recent for line in _lines(past)),
        focus=wording.topic(frame) if frame.inherited else "",
        drugs=_drugs(frame, recent),
    )


def _lines(past: PastTurn) -> tuple[str, ...]:
    """What was asked, as typed, and by topic what came of it; of an order to the program only what came of it."""
    frame, kind = past.frame, past.outcome.kind if past.outcome else None
    ended = _ENDED[kind] if kind else "chưa xong"
    answer = f"Trả lời: {wording.topic(frame) if frame else 'chưa rõ'} ({ended})"
    if frame is not None and Signal.INSTRUCTION in frame.signals:
        return (answer,)
    return f"Người hỏi: {mask_identifiers(past.question)[0]}", answer


def _drugs(frame: QueryFrame, recent: Sequence[PastTurn]) -> tuple[DrugOption, ...]:
    found: dict[str, DrugOption] = {}
    for known in (frame, *(past.frame for past in reversed(recent) if past.frame is not None)):
        for drug in known.drugs:
            found.setdefault(drug.id, DrugOption(drug.id, drug.name))
        for name in known.ambiguous:
            for option in name.options:
                found.setdefault(option.id, option)
    return tuple(found.values())


def _numbered(names: Any) -> list[dict[str, Any]]:
    return [{"so": number, "ten": name} for number, name in enumerate(names, 1)]
