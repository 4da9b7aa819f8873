"""Thirds of a pregnancy as questions tell them: "3 tháng cuối", "tam cá nguyệt II", "bầu tháng thứ 5"."""

from dataclasses import dataclass

from rag.trimesters import ordinal
from rag.understanding import lexicon
from rag.understanding.age_units import speaks_of_child
from rag.understanding.numbers import Number
from rag.understanding.utterance import Utterance

_WHICH = {"dau": 1, "giua": 2, "cuoi": 3}
_OF_SOMETHING_ELSE = ("điều", "đời", "liệu", "bú", "năm", "tuần")
_FIRST_AND_SECOND, _SECOND_AND_THIRD = (1, 2), (2, 3)


@dataclass(frozen=True, slots=True)
class Thirds:
    """`thirds` of 1, 2, 3 and the words that tell them. `alone`: they mean a pregnancy without another word for it."""

    thirds: tuple[int, ...]
    words: frozenset[int]
    alone: bool


def thirds_in(u: Utterance) -> Thirds | None:
    """All that are told; None when none is, or what is counted is a treatment or a child's life."""
    pregnant = u.has(lexicon.PEOPLE, "pregnant")
    told = [_of_months(u, number, pregnant=pregnant) for number in u.numbers]
    told += [_by_name(u, at, pregnant=pregnant) for at in range(len(u.words))]
    found = [one for one in told if one is not None]
    if not found:
        return None
    thirds = {third for one in found for third in one.thirds}
    words = frozenset().union(*(one.words for one in found))
    return Thirds(tuple(sorted(thirds)), words, alone=any(one.alone for one in found))


def _of_months(u: Utterance, number: Number, *, pregnant: bool) -> Thirds | None:
    """ "3 tháng đầu", "6 tháng cuối"."""
    which = u.key(number.end + 1)
    if not u.says(number.end, "tháng") or which not in _WHICH or number.value not in (3, 6):
        return None
    if u.says(number.end + 2, *_OF_SOMETHING_ELSE):
        return None
    words = frozenset(range(number.start, number.end + 2))
    if number.value == 3:
        child = speaks_of_child(u)
        return Thirds((_WHICH[which],), words, alone=which != "dau" and not child)
    if which == "giua" or not pregnant:
        return None
    return Thirds(_FIRST_AND_SECOND if which == "dau" else _SECOND_AND_THIRD, words, alone=False)


def _by_name(u: Utterance, at: int, *, pregnant: bool) -> Thirds | None:
    """ "tam cá nguyệt thứ hai", "quý 1 thai kỳ", "trimester 3", "second trimester"."""
    if u.says(at, "trimester"):
        back = at - 1
        word = u.key(back) if ordinal(u.key(back)) else u.key(back - 1) if u.key(back) in ("st", "nd", "rd") else ""
        if (third := ordinal(word)) is not None:
            return Thirds((third,), frozenset({at - 1, at, back if word == u.key(back) else back - 1}), alone=True)
        end = at + 1
    elif u.says(at, "tam") and u.says(at + 1, "cá") and u.says(at + 2, "nguyệt"):
        end = at + 3
    elif pregnant and u.says(at, "quý"):
        end = at + 1
    else:
        return None
    end += u.says(end, "thứ")
    third = ordinal(u.key(end))
    if third is None:
        return None
    return Thirds((third,), frozenset(range(at, end + 1)), alone=not u.says(at, "quý"))
