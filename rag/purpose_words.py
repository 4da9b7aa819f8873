"""What a dose is asked for, as it was said: prophylaxis, cause, site and course hold as much as the disease itself.

"Dự phòng gút" is printed apart from "đợt gút cấp", "viêm màng não do lậu cầu" apart from "viêm màng não". The words of
the question are held against the indications that the dosing section prints; the longest that was said whole is meant.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from rag.condition_names import caution_names, search_terms, spoken
from rag.conditions import names_indication, same_condition
from rag.frames import QueryFrame
from rag.passages import Passage
from rag.vietnamese import accent_key, fold, folded_words, has_diacritics, same_word

AS_PRINTED = "condition.as_printed"
"""The rule of an indication that a heading of doses prints and the question says whole: no other heading is meant."""

_PREVENTIVE = re.compile(r" (?:du phong|phong|phong ngua|ngan ngua|loai bo tai phat) ")
_SAYS_PREVENTION = re.compile(r" (?:du phong|phong ngua|ngan ngua|de phong|phong tai phat) ")
_STATE = re.compile(r" (?:suy than|suy gan|tham phan|loc mau|chay than|xo gan) ")
_CAUSED = re.compile(r"\bdo\b")
_OF_DIALYSIS = re.compile(r" (?:tham phan|loc mau|chay than|tuan hoan ngoai co the) ")
_OPENS_WITH_TREATMENT = re.compile(r" (?:dieu tri|dot cap) ")
_COURSES = (
    (re.compile(r" (?:noi khoa|bat dong) "), re.compile(r" (?:phau thuat|ngoai khoa|sau mo|truoc mo|khi mo) ")),
    (re.compile(r" (?:don tri lieu|don doc|mot minh) "), re.compile(r" (?:da tri lieu|phoi hop|dieu tri ket hop) ")),
    (re.compile(r" (?:tien phat|lan dau) "), re.compile(r" tai phat ")),
    (re.compile(r" khong bien chung "), re.compile(r" (?:co bien chung|lan toa) ")),
)
# Words that tell no two indications apart.
_SMALL_LISTED = "do o cua trong khi bi va hoac nguoi benh mac nhiem simplex du ngua vi khuan kem sau dieu tri"
_SMALL = frozenset(_SMALL_LISTED.split())
# "Viêm tai giữa cấp" is viêm tai giữa: the word alone sets no heading apart.
_ACUTE = frozenset(map(accent_key, ("cấp", "tính")))
# Typed words that stand for printed ones: "lậu" is lậu cầu, "mổ" an operation.
_STAND_FOR = {"lậu": ("cầu",), "hsv": ("herpes",), "mổ": ("phẫu", "thuật"), "thẩm": ("máu",), "amíp": ("amip",)}
_STRAY = 3  # words of the question that may stand between those of a printed indication


def is_preventive(printed: str) -> bool:
    """Does an indication open as one that prevents ("dự phòng lao", "phòng tái phát gút")?"""
    return _PREVENTIVE.match(folded_words(printed)) is not None


def prevents(frame: QueryFrame) -> bool:
    """Is the dose asked for to prevent, not to treat?"""
    asked = frame.indication or frame.condition or ""
    return is_preventive(asked) or any(fold(word) == "phong" for word in (frame.purpose or "").split())


def purpose_of(frame: QueryFrame) -> str:
    """The asked indication for a sentence of ours, with "dự phòng" where that was said; empty when none was."""
    asked = frame.indication or frame.condition or ""
    return f"dự phòng {asked}" if asked and prevents(frame) and not is_preventive(asked) else asked


def is_of_purpose(frame: QueryFrame, printed: Sequence[str]) -> bool:
    """Is a heading with these indications printed for what was asked?

    A heading that prints the disease both ways ("đau nửa đầu, dự phòng đau nửa đầu") serves both.
    """
    asked = frame.indication or frame.condition or ""
    if not asked:
        return False
    if on_dialysis(frame) and prevents(frame) and any(_OF_DIALYSIS.search(folded_words(item)) for item in printed):
        return True
    if frame.rules.get("indication") == AS_PRINTED and prevents(frame):
        # What is prevented is mostly asked for without the occasion that the print adds ("khi phẫu thuật").
        return any(is_preventive(item) and _keys(asked) <= _keys(item) for item in printed)
    if frame.rules.get("indication") == AS_PRINTED:
        return any(same_indication(asked, item) for item in printed)
    preventing = [item for item in printed if is_preventive(item)]
    plain = [item for item in printed if item not in preventing]
    if not prevents(frame):
        return any(names_indication(asked, item) for item in plain)
    if preventing and any(names_indication(asked, item) for item in plain):
        return True
    return any(names_indication(asked, item) or _prevents_it(asked, item) for item in preventing)


def leads_with(frame: QueryFrame, lead: str) -> bool:
    """Does a block's own opening name what was asked, under a heading that does not?"""
    asked = frame.indication or frame.condition or ""
    if frame.rules.get("indication") == AS_PRINTED:
        return _keys(asked) <= _keys(lead)
    if prevents(frame):
        return says_prevention(lead) and _prevents_it(asked, lead)
    return names_indication(asked, lead) and not says_prevention(lead) and not _is_of_another_cause(asked, lead)


def _is_of_another_cause(asked: str, lead: str) -> bool:
    """ "Viêm màng não do lậu cầu" is another disease than "viêm màng não do Lyme"."""
    said, printed = asked.partition(" do ")[2], lead.partition(" do ")[2]
    return bool(said and printed) and not same_condition(said, printed)


def says_prevention(text: str) -> bool:
    return _SAYS_PREVENTION.search(folded_words(text)) is not None


def is_of_one_cause(frame: QueryFrame, printed: Sequence[str]) -> bool:
    """Is a heading printed for a cause that was not said ("viêm màng não do lậu cầu" for "viêm màng não")?"""
    asked = frame.indication or frame.condition or ""
    naming = [item for item in printed if names_indication(asked, item)]
    return bool(naming) and all(_CAUSED.search(item) and not _CAUSED.search(asked) for item in naming)


def is_of_its_cause(frame: QueryFrame, printed: Sequence[str]) -> bool:
    """Is a heading printed for what is said to cause the disease ("lậu lan tỏa" for "viêm khớp do lậu")?"""
    _, said, cause = (frame.indication or frame.condition or "").partition(" do ")
    return bool(said and cause) and any(same_condition(cause, item) for item in printed)


def opens_with_treatment(lead: str) -> bool:
    return _OPENS_WITH_TREATMENT.match(folded_words(lead)) is not None and not says_prevention(lead)


def is_of_other_course(frame: QueryFrame, texts: Sequence[str]) -> bool:
    """Was one of two courses said, and do headings and opening name the other ("đơn trị liệu", "đa trị liệu")?"""
    said, printed = folded_words(frame.purpose or ""), folded_words(" . ".join(texts))
    return any(
        one.search(said) and other.search(printed) and not one.search(printed) and not other.search(said)
        for pair in _COURSES
        for one, other in (pair, pair[::-1])
    )


def courses_in(text: str) -> frozenset[tuple[int, int]]:
    """Of each pair of courses the one that the text names: (the pair, which of the two); none where it names both."""
    folded = folded_words(text)
    return frozenset(
        (place, side)
        for place, pair in enumerate(_COURSES)
        for side in (0, 1)
        if pair[side].search(folded) and not pair[1 - side].search(folded)
    )


def on_dialysis(frame: QueryFrame) -> bool:
    return frame.renal is not None and frame.renal.measure == "loc_mau"


def _prevents_it(asked: str, item: str) -> bool:
    return any(same_condition(name, item) for name in caution_names(asked))


def same_indication(one: str, other: str) -> bool:
    return {accent_key(w) for w in _telling(one)} == {accent_key(w) for w in _telling(other)}


@lru_cache(maxsize=16_384)
def _telling(item: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(w.lower() for w in spoken(item) if fold(w) not in _SMALL))


def with_printed_indication(frame: QueryFrame, dosing: Iterable[Passage]) -> QueryFrame:
    """The frame with the printed indication that the question says whole, where it says more than the disease read.

    Also where no disease was read, or one that no heading prints. Of several that were said apart, none is taken.
    """
    if not frame.purpose or frame.rules.get("indication") == AS_PRINTED:
        return frame
    asked = frame.indication or frame.condition
    items = tuple(dict.fromkeys(item for passage in dosing for item in passage.indications))
    words = _words_said(frame.purpose)
    said = [i for i in items if is_preventive(i) == prevents(frame) and _is_said(_telling(i), words)]
    longest = [i for i in said if not any(_keys(i) < _keys(other) for other in said)]
    if asked:
        short = [_keys(term) for term in search_terms(asked)]
        short += [_keys(i) for i in said if names_indication(asked, i)]
        wider = [i for i in longest if any(_keys(i) - _ACUTE > keys for keys in short)]
        if prevents(frame):
            wider = wider or [i for i in longest if _prevents_it(asked, i)]
        if not wider and not any(is_of_purpose(frame, (item,)) for item in items):
            # "Viêm khớp do lậu", "lao tiềm ẩn": an indication that only lacks what was said is not what was said.
            wider = [i for i in longest if not _keys(i) < _keys(asked)]
        longest = wider
    else:
        had = [f.name for f in frame.comorbidities if f.present]
        longest = [i for i in longest if not any(same_condition(name, i) for name in had) and not _is_state(i)]
        if len({_keys(i) for i in longest}) > 1:
            return frame
    if not longest:
        return frame
    meant = max(longest, key=lambda i: len(_keys(i)))
    return replace(frame, indication=meant, condition=None, rules={**frame.rules, "indication": AS_PRINTED})


def _is_state(item: str) -> bool:
    """Impaired organs are what the patient has, unless they are said to be treated."""
    return _STATE.search(folded_words(item)) is not None


def _keys(item: str) -> frozenset[str]:
    return frozenset(accent_key(word) for word in _telling(item))


def _words_said(purpose: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in purpose.split():
        found += [word, *_STAND_FOR.get(word.lower(), ())]
    return tuple(found)


def _is_said(telling: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Do all words stand near each other in the question? "Phòng" may stand further off.

    A single word is not guessed from one that was typed without its marks.
    """
    near = [word for word in telling if fold(word) != "phong"]
    if len(near) < len(telling) and not any(fold(word) == "phong" for word in said):
        return False
    if not near:
        return False
    if len(near) == 1:
        return any(accent_key(near[0]) == accent_key(word) for word in said)
    width = len(near) + _STRAY
    return any(
        all(any(same_word(word, wanted) for word in said[at : at + width]) for wanted in near)
        for at in range(max(1, len(said) - len(near) + 1))
    )


_EXCEPTED = re.compile(r"\b(?:trừ|ngoại trừ|không kể|không bao gồm)\b(?P<what>[^.;:()]*)")


def is_spared(frame: QueryFrame, printed: Iterable[str]) -> bool:
    """Does a heading or an opening except what is asked ("nhiễm Herpes simplex (trừ viêm não)")?"""
    asked = frame.indication or frame.condition
    if not asked:
        return False
    excepted = [m["what"] for text in printed for m in _EXCEPTED.finditer(text.lower())]
    return any(_overlaps(asked, what) for what in excepted if what.strip())


def _overlaps(asked: str, what: str) -> bool:
    """The asked name may be longer than the exception: "viêm não do Herpes simplex" is a viêm não."""
    if same_condition(asked, what):
        return True
    parts = [part.strip() for part in re.split(r",| - | – | và | hoặc ", what) if len(part.split()) > 1]
    return any(folded_words(part) in folded_words(asked) and has_diacritics(part) for part in parts)
