"""Printed indications that are near in meaning to words that none of them prints: offered as a question, never quoted
as an answer.

Tried on the sample edition with the embedded model: of 24 folk or roundabout names the nearest block was about the
condition in 12; of 25 diseases that the sample does not treat it was about another disease in all 25 ("trĩ": digoxin,
"sốt xuất huyết": a fever), and no measure of likeness told the two apart. So a drug is never listed for a nearness
(see the decision on drugs for a condition in `docs/adr`). The clinician is shown printed indications that share a
telling word with what was asked, is told that they do not print the asked words, and may take one of them as the next
question. A condition that the curated table knows is not looked for this way: where its names are printed nowhere, the
book does not treat it.
"""

from rag import messages
from rag.assembling import Composition
from rag.condition_names import AS_TYPED, spoken
from rag.frames import QueryFrame
from rag.outcomes import Outcome
from rag.passages import Passage
from rag.ports import Ports
from rag.printed import lead_of, segments
from rag.records import Clarification, Notice, NoticeKind
from rag.vietnamese import accent_key, fold, has_diacritics

_IN_MANY_LISTED = (
    "benh chung hoi viem nhiem khuan trung roi loan cap man tinh dau sot suy ung thu nang nhe mat tri o do va cac con"
    " dot bi khi sau nguoi tre em phong du dieu dang mau da than gan tim phoi nao bung dong tai ngoai trong than kinh"
)
_IN_MANY = frozenset(_IN_MANY_LISTED.split())
_MOST_OFFERED = 4
_LONGEST = 70  # characters of an indication that can be offered as a choice
_MOST_SECONDS = 1.0


def near_in_meaning(condition: str, frame: QueryFrame, ports: Ports) -> Composition | None:
    """A question with the nearest printed indications; None where there are none to offer."""
    if frame.rules.get("condition") != AS_TYPED:
        return None
    blocks = ports.meanings.near(condition, seconds=min(_MOST_SECONDS, ports.seconds_left()))
    offered: dict[str, str] = {}
    for block in blocks:
        for words in _choices(block):
            if _share_a_word(condition, words):
                offered.setdefault(fold(words), words)
    choices = tuple(offered.values())[:_MOST_OFFERED]
    if not choices:
        return None
    question = messages.near_in_meaning(condition)
    return Composition(
        Outcome.CLARIFY_AMBIGUOUS_CONDITION,
        question,
        clarify=Clarification(question, "condition", choices),
        notices=(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT),),
    )


def _share_a_word(asked: str, printed: str) -> bool:
    """A word that says which condition it is: "viêm" and "bệnh" stand in half of them."""
    known = accent_key if has_diacritics(asked) else fold
    telling = {known(word) for word in spoken(asked) if len(word) > 1 and fold(word) not in _IN_MANY}
    return not telling.isdisjoint(map(known, spoken(printed)))


def _choices(block: Passage) -> list[str]:
    """What heads a sentence of the block, or the sentence itself where it is short."""
    said = [lead_of(s.text) or s.text for s in segments(block)[:1]]
    return [words for text in said if len(words := text.strip(" .:;")) <= _LONGEST]
