"""Two wordings word by word, with numbers and their units told apart: a changed comma is a changed dose."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from rag.vietnamese import nfc

# A word, one number with its signs, or a run of anything else; blanks are tokens too, so that nothing is lost.
_TOKEN = re.compile(r"\s+|\d+(?:[.,]\d+)*|[^\W\d_]+|[^\w\s]|_")
_UNITS = frozenset({
    "mg", "g", "kg", "gam", "microgam", "nanogam", "picogam", "mcg", "µg", "μg", "ml", "l", "lít", "decilít", "dl",
    "meq", "mmol", "micromol", "mol", "đvqt", "đv", "iu", "ui", "đơn", "vị", "lf", "giọt", "viên", "ống", "lọ", "gói",
    "nhát", "liều", "lần", "giờ", "phút", "giây", "ngày", "tuần", "tháng", "năm", "tuổi", "m", "mmhg", "kcal", "mosm",
})  # fmt: skip
_SIGNS = frozenset("<>≤≥%±/-–—½¼¾~=×⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉")


class Op(StrEnum):
    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is in both, only in the new or only in the old; `is_number` as a whole."""

    op: Op
    text: str
    is_number: bool


def word_diff(old: str, new: str) -> tuple[Piece, ...]:
    """Without the added pieces it is the old text, without the removed ones the new."""
    before, after = _tokens(old), _tokens(new)
    pieces: list[Piece] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            _put(pieces, Op.SAME, before[i1:i2])
        else:
            _put(pieces, Op.REMOVED, before[i1:i2])
            _put(pieces, Op.ADDED, after[j1:j2])
    return tuple(pieces)


def same_numbers(old: str, new: str) -> bool:
    """Both say the same numbers, signs and units in the same order, whatever the words around them."""
    return _numbers(_tokens(old)) == _numbers(_tokens(new))


def has_number(text: str) -> bool:
    return any(c.isdigit() for c in text)


def words_of(text: str) -> Counter[str]:
    return Counter(token.lower() for token in _tokens(text) if not token.isspace())


def likeness(old: Counter[str], new: Counter[str]) -> float:
    """0 to 1: the share of the words of both texts that stand in the other too, in whatever order."""
    both = old.total() + new.total()
    return 2 * (old & new).total() / both if both else 1.0


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(nfc(text))


def _numbers(tokens: Sequence[str]) -> list[str]:
    return [token for i, token in enumerate(tokens) if _is_number(tokens, i)]


def _is_number(tokens: Sequence[str], i: int) -> bool:
    """A number, or a unit or sign that stands next to one, blanks aside."""
    token = tokens[i]
    if token[0].isdigit() or token in "½¼¾":
        return True
    if token not in _SIGNS and token.lower() not in _UNITS:
        return False
    return any(_reaches_number(tokens, i, step) for step in (-1, 1))


def _reaches_number(tokens: Sequence[str], i: int, step: int) -> bool:
    """Through other units, signs and blanks only: "mg/kg/ngày" belongs to the number before it."""
    at = i + step
    while 0 <= at < len(tokens):
        token = tokens[at]
        if token[0].isdigit():
            return True
        if not token.isspace() and token not in _SIGNS and token.lower() not in _UNITS:
            return False
        at += step
    return False


def _put(pieces: list[Piece], op: Op, tokens: Sequence[str]) -> None:
    """In runs of numbers and of other text; a blank goes with what stands before it."""
    run: list[str] = []
    run_is_number = False
    for i, token in enumerate(tokens):
        is_number = run_is_number if token.isspace() and run else _is_number(tokens, i)
        if run and is_number != run_is_number:
            pieces.append(Piece(op, "".join(run), run_is_number))
            run = []
        run.append(token)
        run_is_number = is_number
    if run:
        pieces.append(Piece(op, "".join(run), run_is_number))
