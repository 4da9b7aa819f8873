"""Does a printed indication name a condition, and as what the drug is for?

A condition is named where its words stand as a name of their own. Vietnamese joins syllables to other names: "nhạy
cảm" is no cold, "sốt thương hàn" no fever, "đau bụng kinh" no belly ache. And an indication names more than it is for:
"phù do xơ gan", "rung nhĩ ở người suy tim", "nhịp nhanh thất không kèm đau thắt ngực". Lists, patterns: folded.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from rag.condition_names import indication_terms, listed_as, spoken
from rag.printed import lead_of
from rag.vietnamese import Token, accent_key, fold, has_diacritics, nfc, tokens


class Named(IntEnum):
    """How an indication names a condition; the higher says more."""

    NOT = 0
    ASIDE = 1  # as whom the drug is for, a cause, what went before: not what is treated
    FOR_IT = 2  # as what is treated, relieved or prevented


# Behind the words these make another disease of them, whatever the words are ("": any).
_GOES_ON: dict[str, tuple[str, ...]] = {
    "": ("kinh", "thuong han", "xuat huyet", "ret", "o chuot", "gay ra boi", "am tinh"),
    "sot": (
        "vang",
        "mo",
        "hoi quy",
        "chuot can",
        "q",
        "thap khop",
        "phat ban",
        "ve mo",
        "dia trung hai",
        "kem giam bach",
    ),
    "dau": ("that nguc", "nua dau", "than kinh", "bung kinh", "da co", "day than kinh", "re than kinh"),
    "dau bung": ("kinh",),
    "ho": ("ga", "ra mau"),
    "viem tai": ("ngoai",),
    "viem phoi": ("qua man", "bach cau", "do hit", "ke"),
    "tang huyet ap": ("phoi", "tinh mach", "cua"),
    "viem gan": ("nhiem doc",),
    "viem da day": ("ruot",),
    "dai thao": ("nhat",),
    "hen": ("tim",),
    "nhiem khuan": ("huyet",),
    "thieu mau": ("cuc bo", "co tim", "nao"),
    "viem khop dang thap": ("thieu nien",),
    "viem da khop dang thap": ("thieu nien",),
    "phu": ("phoi", "nao"),
}
# Before the words these make another name, or say that the words are a cause, a kind of drug or not meant.
_NOT_BEHIND = frozenset({"khang", "pho", "tien", "gia", "nhay", "man"})
_NOT_BEHIND_OF = {"vay nen": "khop", "parkinson": "wolff", "tram cam": "hung"}  # "viêm khớp vảy nến"
_DRUG_AGAINST = frozenset({("thuoc", "chong"), ("thuoc", "tri"), ("lieu", "chong"), ("vac", "xin")})
# A single syllable is a condition only between words that belong to no name with it.
_BEFORE_ONE = (
    " ha giam tri chua chong bi chung con benh va hoac hay kem co voi khi cac dang phong dot cua nguoi tre dieu cat cap"
    " sau trong gom nhu tai mac thuoc long doa do nhiem "
)
_AFTER_ONE = (
    " do o va hoac hay kem co trong khi cao nhe vua nang cap man tu cho voi sau khong tai keo chua den nguyen thu muc"
    " cuong tren duoi thuong gay bang vi toan da mac noi ngoai phe suyen xuat khan dom tinh it nhieu dai ac "
)
_ALL_KINDS = frozenset(
    {"lao", "nam", "giun", "ly", "san", "u", "gut", "lau", "ghe", "zona", "herpes", "candida", "amip"}
)
"""Heads whose followers name a kind of the same disease: "lao hạch", "nấm da"."""

_ONE_DISEASE = re.compile(r"hoi chung\b")  # "Hội chứng Kawasaki: … hạ sốt": what is done for it
# Patterns of print, with its marks: "độ" is no "do", "sâu" no "sau".
_DENIED = re.compile(
    r"\b(?:không (?:được )?(?:dùng|chỉ định|nên|phải|hiệu quả|có (?:tác dụng|hiệu quả|chỉ định))\b(?! nạp)"
    r"|(?<!hoặc )không (?:kèm|do|nghi|liên quan|có kèm)|chưa có biểu hiện|ngoại trừ|(?<!tiệt )(?<!diệt )trừ)\b[^.;:]*$"
)
# Words behind which, to the end of the clause, stands for whom the drug is or what the complaint belongs to.
_OF_CLAUSE = re.compile(
    r"\b(?:người|bệnh nhân|phụ nữ)\b(?! lớn\b| cao tuổi\b)|\bnhưng\b|\bhoặc không (?:có|kèm)\b"
    r"|(?<!màng )\btrong\b(?! ổ bụng| tiểu khung)"
)
# "Dùng trong …", "điều trị bổ sung trong …": what is treated stands behind it.
_USED_IN = re.compile(
    r"(?:^|^bổ trợ\b.*|(?<!khi )\b(?:dùng|chỉ định|điều trị|hỗ trợ|bổ sung|thay thế|phối hợp|có ích|hiệu quả|hữu ích)\b"
    r"[^,]{0,18})$"
)
# Words behind which, to the next comma or "và", stands a cause or what went before.
_OF_ITEM = re.compile(r"\b(?:do|sau|kèm|khi|làm|vì|gây)\b(?! giảm| chậm| sạch| ít| mê| tê)")
_ITEM_ENDS = re.compile(r",|\b(?:và|hoặc)\b")
_INFECTION = re.compile(r"\bnhiễm\b[^,]*$")  # "nhiễm tụ cầu gây áp xe não" is treated
_CLAUSE_ENDS = re.compile(r"(?<!nguy cơ)[.;:\n](?=\s|$)")
_BRACKETED = re.compile(r"\([^()]*\)")
_JOINED = frozenset({"", "-", "–", "/"})


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Words to look for. `exact`: a word without marks is that word, not every word that folds to it.

    `signs` are those that may stand behind a word beside a dash ("loét dạ dày, tá tràng").
    """

    words: tuple[str, ...]
    signs: Mapping[int, str]
    exact: bool
    as_cause: bool

    def is_word(self, place: int, printed: Token) -> bool:
        asked = self.words[place]
        if not self.exact and not has_diacritics(asked):
            return fold(asked) == printed.folded
        return accent_key(asked) == accent_key(printed.text)


@lru_cache(maxsize=1024)
def _wanted(condition: str) -> tuple[_Wanted, ...]:
    row = listed_as(condition)
    cause = row is not None and row.as_cause
    return tuple(
        _Wanted(spoken(term), _signs(term), row is not None or has_diacritics(term), cause)
        for term in indication_terms(condition)
        if spoken(term)
    )


def _signs(term: str) -> dict[int, str]:
    return {len(spoken(term[:at])) - 1: sign for at, sign in enumerate(term) if sign in ",()"}


def names_condition(condition: str, text: str) -> Named:
    """How printed `text` of an indication (or a heading above it) names the condition, its synonyms or its forms."""
    return _names(nfc(condition), nfc(text))


@lru_cache(maxsize=16_384)
def is_denied(condition: str, text: str) -> bool:
    """Does the print name the condition only to say that the drug is not for it?"""
    text = nfc(text)
    words = _words(text)
    places = [(at, wanted) for wanted in _wanted(nfc(condition)) for at in _places(wanted, words, text)]
    own = [at for at, wanted in places if _stands_alone(words, at, len(wanted.words), text)]
    return bool(own) and all(_DENIED.search(text[: words[at].start].lower()) for at in own)


def _words(text: str) -> tuple[Token, ...]:
    return tuple(token for token in tokens(text) if token.is_word or token.is_number)


@lru_cache(maxsize=65_536)
def _names(condition: str, text: str) -> Named:
    if _ONE_DISEASE.match(fold(text)):
        text = lead_of(text) or text
    words = _words(text)
    found = Named.NOT
    for wanted in _wanted(condition):
        for at in _places(wanted, words, text):
            found = max(found, _named_at(words, at, wanted, text))
            if found is Named.FOR_IT:
                return found
    return found


def _places(wanted: _Wanted, words: tuple[Token, ...], text: str) -> Iterator[int]:
    """Indices where the wanted words stand; only a dash may come between."""
    length = len(wanted.words)
    for at in range(len(words) - length + 1):
        window = words[at : at + length]
        if all(wanted.is_word(i, word) for i, word in enumerate(window)) and all(
            _between(text, one, other) in _JOINED or _between(text, one, other) == wanted.signs.get(i)
            for i, (one, other) in enumerate(pairwise(window))
        ):
            yield at


def _between(text: str, one: Token, other: Token) -> str:
    return text[one.end : other.start].strip()


def _named_at(words: tuple[Token, ...], at: int, wanted: _Wanted, text: str) -> Named:
    if not _stands_alone(words, at, len(wanted.words), text):
        return Named.NOT
    before = text[: words[at].start].lower()
    if _DENIED.search(before):
        return Named.NOT
    return Named.ASIDE if _is_aside(before, as_cause=wanted.as_cause) else Named.FOR_IT


def _stands_alone(words: tuple[Token, ...], at: int, length: int, text: str) -> bool:
    head = " ".join(w.folded for w in words[at : at + length])
    before, after = _joined(words, at, -1, text), _joined(words, at + length - 1, +1, text)
    if _goes_on(head, _joined(words, at + length - 1, +1, text, over_dashes=True)):
        return False
    if before and (before[-1] in _NOT_BEHIND or tuple(before[-2:]) in _DRUG_AGAINST):
        return False
    if head in _NOT_BEHIND_OF and _NOT_BEHIND_OF[head] in _joined(words, at, -1, text, over_dashes=True)[-1:]:
        return False
    if length > 1:
        return True
    if after and f" {after[0]} " not in _AFTER_ONE and head not in _ALL_KINDS:
        return False
    return not before or f" {before[-1]} " in _BEFORE_ONE


def _goes_on(head: str, after: list[str]) -> bool:
    follows = " ".join(after) + " "
    return any(follows.startswith(f"{more} ") for name in ("", head) for more in _GOES_ON.get(name, ()))


def _joined(words: tuple[Token, ...], at: int, step: int, text: str, *, over_dashes: bool = False) -> list[str]:
    """Up to three folded words beside word `at`, in reading order, that no punctuation parts from it.

    A dash between blanks parts them unless `over_dashes`; one without blanks joins ("Wolff-Parkinson-White").
    """
    found: list[str] = []
    while len(found) < 3 and 0 <= at + step < len(words):
        one, other = (words[at], words[at + step]) if step > 0 else (words[at + step], words[at])
        sign = text[one.end : other.start]
        if sign.strip() and sign != "-" and not (over_dashes and sign.strip() in _JOINED):
            break
        found.append(words[at + step].folded)
        at += step
    return found[::step]


def _is_aside(before: str, *, as_cause: bool) -> bool:
    """Do the words (lower case) of the same clause in front of a name make it something else than what is treated?"""
    before = _BRACKETED.sub(" ", before)
    ends = list(_CLAUSE_ENDS.finditer(before))
    clause = before[ends[-1].end() :] if ends else before
    for mark in _OF_CLAUSE.finditer(clause):
        if mark.group() != "trong" or not _USED_IN.search(clause[: mark.start()].strip()):
            return True
    _, bracket, inside = clause.rpartition("(")
    items = list(_ITEM_ENDS.finditer(clause))
    # In a bracket that is still open the cause holds for all its members: "phù (phù do xơ gan, suy tim)".
    item = inside if bracket else clause[items[-1].end() :] if items else clause
    for mark in _OF_ITEM.finditer(item):
        opens = not item[: mark.start()].strip() and mark.group() != "do"
        causes = mark.group() == "do" and as_cause
        infects = mark.group() == "gây" and _INFECTION.search(item[: mark.start()]) is not None
        if not (opens or causes or infects):
            return True
    return False
