"""When the rules are not sure: words stand unread, and the turn would ask back or answer what it only supposes.

Only then is a model asked to read. What the rules understood, small talk, what is not for us, orders to the program and
emergencies never wait for one.
"""

from enum import StrEnum

from rag.frames import How, QueryFrame, Signal
from rag.identifiers import KINDS
from rag.outcomes import Outcome
from rag.routes import Gather
from rag.slots.remembered import DENIED, UNREAD
from rag.slots.settling import IMPLIED_DOSE
from rag.vietnamese import folded_words

_HOMONYM = "homonym"
_MASKED = frozenset(word for kind in KINDS for word in folded_words(kind).split())
# Words of the lists that a model chooses from: they ask nothing of a drug, so no choice may rest on them.
_CHOOSING = "chọn lựa mục số thứ tự danh sách trả lời json trích y hoi đối tượng kết luận"
_OF_CHOOSING = frozenset(folded_words(_CHOOSING).split())
# A turn that bears any other signal ends by it, or is not to be held up.
_HARMLESS = frozenset({Signal.AMBIGUOUS_CONDITION})


class Doubt(StrEnum):
    """What the rules could not make out."""

    SECTION = "section"  # a drug, and what is asked of it is unread
    SUPPOSED = "supposed"  # a drug, unread words, and a section that none of the words asks for
    CONDITION = "condition"  # drugs for something, and for what is unread
    REQUEST = "request"  # neither drug nor section
    NAMESAKE = "namesake"  # one title of several monographs; earlier turns may say which is meant


def doubt_in(frame: QueryFrame, then: Outcome | Gather) -> Doubt | None:
    """`frame` as it would decide the turn, `then` the end of the route that it takes. None: the rules are sure."""
    if frame.signals - _HARMLESS or frame.unknown_drugs:
        return None
    if then is Outcome.CLARIFY_AMBIGUOUS_DRUG:
        return Doubt.NAMESAKE if [name.why for name in frame.ambiguous] == [_HOMONYM] and not frame.drugs else None
    if _is_reply(frame) or not unread_words(frame):
        return None
    match then:
        case Outcome.CLARIFY_SECTION:
            return Doubt.SECTION
        case Outcome.CLARIFY_POPULATION | Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT:
            return Doubt.SUPPOSED if _is_supposed(frame) else None
        case Gather.SECTIONS:
            # "còn trẻ em thì sao nhỉ" says that it asks the same; an answer to that does not wait.
            return Doubt.SUPPOSED if _is_supposed(frame) and not frame.links else None
        case Outcome.CLARIFY_CONDITION | Outcome.CLARIFY_INDICATION:
            return Doubt.CONDITION
        case Outcome.CLARIFY_DRUG:
            # A name that nothing knows, or a drug that was taken back: no reading can put another in its place.
            known_gap = frame.rules.get("drugs") in (UNREAD, DENIED) or frame.partners
            return None if frame.sections or known_gap else Doubt.REQUEST
        case _:
            return None


def _is_reply(frame: QueryFrame) -> bool:
    """Only a name typed in reply to "which drug?" may bring words that ask; one picked of ours may be told by any."""
    picked = any(drug.how is How.CHOICE for drug in frame.drugs)
    return picked or frame.answers_slot not in (None, "drug")


def unread_words(frame: QueryFrame) -> frozenset[str]:
    """Words of the question that no rule took, folded; numbers, masked identifiers and words of choosing are none.

    A complaint of which nothing is asked ("amlodipin phù chân vậy là sao") is taken as little as a word unknown.
    """
    complaint = "" if frame.sections or "indication" in frame.inherited else frame.indication or ""
    words = {w for term in (*frame.terms, complaint) for w in folded_words(term).split() if w[0].isalpha()}
    return frozenset(words - _MASKED - _OF_CHOOSING)


def _is_supposed(frame: QueryFrame) -> bool:
    """Sections that no word of this turn asks for: those of the turn before, or a dose because a patient was told."""
    return "sections" in frame.inherited or frame.rules.get("sections") == IMPLIED_DOSE
