"""Blocks whose heading did not reach them: it hangs at the end of the block before, inside it, or is held back.

"… như người lớn. Đau sau phẫu thuật:" leaves the doses that follow without their indication, and a rule without it
would hold for every patient of that age. Such blocks give no rule.
"""

import re
from collections.abc import Iterator, Sequence

from rag.passages import DOSING, BlockKind, Passage
from rag.printed import heading_context, lead_of, sentence_spans

_GLUED = re.compile(r"[.;]\s+[^\W\d_][^\d.:;]{2,80}:\s*$")
_INTRODUCES = re.compile(r"(?:sau|sau đây|dưới đây|theo):\s*$")
_TWO_LEADS = re.compile(r"(?P<first>[^:.;]{3,80}):\s[^:.;]{2,80}:\s")
AT_END = "tiêu đề của khối này dính vào cuối khối trước"
INSIDE = "tiêu đề của khối này nằm giữa khối trước"
HELD = "khối ngay trước đang được giữ lại, có thể mang tiêu đề của khối này"


def without_heading(passages: Sequence[Passage]) -> dict[str, str]:
    """Ids of dosing blocks that may have lost a heading, and why. `passages` in book order.

    A block behind one that is held back gives no new rule; what a pharmacist approved of it stays approved, for the
    heading that may be missing was looked at then.
    """
    return dict(_lost(passages))


def _lost(passages: Sequence[Passage]) -> Iterator[tuple[str, str]]:
    before: Passage | None = None
    why = ""
    for passage in passages:
        if passage.section != DOSING:
            continue
        if before is None or before.monograph != passage.monograph or set(passage.headings) - set(before.headings):
            why = ""  # another drug, or a heading of its own
        if why and not names_own_purpose(passage):
            yield passage.id, why
        why = _takes_heading(passage) or ("" if why == HELD else why)
        before = passage


def names_own_purpose(passage: Passage) -> bool:
    """Does the block open with an indication of its own ("Đau sau mổ: …")?"""
    lead = lead_of(passage.text)
    return any(name in lead for name in passage.indications)


def _takes_heading(passage: Passage) -> str:
    """Why the blocks behind this one may lack their heading; "" when nothing speaks for it."""
    if passage.kind is BlockKind.TABLE:
        return ""
    if _GLUED.search(passage.text) and not _INTRODUCES.search(passage.text):
        return AT_END
    sentences = [passage.text[start:end] for start, end in sentence_spans(passage.text)]
    for sentence in sentences[1:]:
        match = _TWO_LEADS.match(sentence)
        if match is not None and heading_context(match["first"], section=DOSING).indications:
            return INSIDE
    return HELD if passage.quarantine is not None else ""
