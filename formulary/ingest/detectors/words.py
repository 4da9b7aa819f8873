"""Words that a line break, kerned print or a lost blank split, joined or hyphenated."""

import re
from enum import IntEnum
from functools import cache, lru_cache
from itertools import pairwise

from formulary.ingest.detectors.views import BRANDS, View, evidence, found
from formulary.ingest.vietnamese_words import has_tone, is_misspelt, is_syllable
from formulary.other_drugs import other_drugs
from rag.vietnamese import fold, has_diacritics

# Words with marks that begin with a vowel and stand alone; any other such piece belongs to the word before it.
_OPEN_WITH_A_VOWEL_LISTED = (
    "ở ứ ức ứng ước ướt ướp uống uể úng ủ ảnh ánh ảo à ách ám án áo áp át ẩm ẩn ấm ấn ấp ấy ắt ấu ít ích "
    "ỉa ổ ổn ống ốm ổi ợ ớn ớt ói ép ẻ ếch ế ý yếu yến ẵm ầm ụ ù ú ứa ừ âm ân âu ô ôm ôn ông ơ ơn êm ưa "
    "ưu ưng yên ăn ỏi"
)
_OPEN_WITH_A_VOWEL = frozenset(_OPEN_WITH_A_VOWEL_LISTED.split())
_CONSONANTS = re.compile(r"(?:[bcdđghklmnpqrstvx]|ch|gh|gi|kh|ng|ngh|nh|ph|qu|th|tr)")
_LONGEST_PIECE = 5
_VOWEL = "aăâeêioôơuưy"
_SENTENCE_START = re.compile(r"(?:^|[.:;]\s)$")
_DIGIT_BEFORE = re.compile(r"[\d/]\s?$")

_HYPHEN = re.compile(r"(?P<left>[^\W\d_]{2,})- (?P<right>[a-zà-ỹđ]{2,})")
_REAL_HYPHEN_LISTED = (
    "alpha beta gamma delta anti non pre pro para meta ortho cis trans tert iso co inter semi pseudo poly"
)
_REAL_HYPHEN = frozenset(_REAL_HYPHEN_LISTED.split())

_FUNCTION = r"(?:ở|và|uống|của|là|có|được|cho|tiêm|trong|hoặc|đã|không|với|do|để)"
_AFTER_A_LETTER = re.compile(
    rf"\b(?:[Vv]itamin |[Vv]iêm gan |MAO-|COX-|[Pp]enicilin |[Tt]yp |[Nn]hóm )[A-Z]{_FUNCTION}\b|\d[A-Z]{_FUNCTION}\b"
)
_SPECIES = (
    r"(?:pneumoniae|aureus|epidermidis|influenzae|difficile|perfringens|coli|aeruginosa|tuberculosis|leprae|faecalis"
    r"|pyogenes|meningitidis|gonorrhoeae|albicans|falciparum|vivax|pylori|typhi|monocytogenes|fragilis)"
)
_GENUS_AND_SPECIES = re.compile(rf"\b[A-Z]?[a-z]+(?:us|um|la|ia|as|ma|er|es){_SPECIES}\b")
_CAPITAL_INSIDE = re.compile(r"(?<![^\W\d_])(?P<left>[^\W\d_][a-zà-ỹđ]{2,})(?P<right>[A-ZĐ][^\W\d_]+)")
_NO_BLANK = re.compile(r"[a-zà-ỹđ]{2}[.;](?=[A-ZĐÀ-Ỹ][a-zà-ỹđ])")


def split_word(view: View) -> str | None:
    """`thu ốc`, `điề u tr ị`, `O meprazol`: pieces that only together make a word."""
    text = view.text
    placed = [(word.group(), word.start(), word.end()) for word in view.words]
    for (first, start, end), (second, begin, finish) in pairwise(placed):
        if begin - end != 1 or text[end] != " " or not (when := _pieces(first, second)):
            continue
        if _are_pieces(when, text[max(0, start - 2) : start]):
            return evidence(text, start, finish)
    return None


def joined_words(view: View) -> str | None:
    """`PNMTvàtrẻ`, `calcihuyết`, `ThayATV`, `vitamin Cuống`, `Streptococcuspneumoniae`."""
    if view.section == BRANDS:
        return None
    for word in view.misspelt:
        if falls_apart(word.group()):
            return evidence(view.text, word.start(), word.end())
    for inside in _CAPITAL_INSIDE.finditer(view.text):
        if is_syllable(inside["left"]):
            return evidence(view.text, inside.start(), inside.end())
    return found(_AFTER_A_LETTER, view) or found(_GENUS_AND_SPECIES, view)


def missing_blank(view: View) -> str | None:
    """`một lần.Trường hợp`: two sentences touch."""
    return None if view.section == BRANDS else found(_NO_BLANK, view)


def hyphenation(view: View) -> str | None:
    """`methylpred- nisolon`: a word that the end of a line cut. `beta- lactam` has a hyphen of its own."""
    for match in _HYPHEN.finditer(view.text):
        left, right = match["left"].lower(), match["right"]
        if len(left) == 2 and match["left"] != left:  # "Cl- và": the charge of an ion
            continue
        if left in _REAL_HYPHEN and fold(left + right) not in drug_words():
            continue
        if not (is_syllable(left) and is_syllable(right)):
            return evidence(view.text, match.start(), match.end())
    return None


@lru_cache(maxsize=16_384)
def falls_apart(word: str) -> bool:
    """Is the word a syllable with marks, and another word before or behind it?"""
    lowered = word.lower()
    for i in range(2, len(lowered) - 1):
        left, right = lowered[:i], lowered[i:]
        if has_diacritics(left) and is_syllable(left) and _may_stand(right):
            return True
        if has_diacritics(right) and is_syllable(right) and _may_stand(left):
            return True
    return False


def _may_stand(part: str) -> bool:
    return part.isascii() or is_syllable(part) or falls_apart(part)


class _Pieces(IntEnum):
    """When two words side by side are pieces of one."""

    NEVER = 0
    ALWAYS = 1
    NOT_BEHIND_A_NUMBER = 2  # "5 g iờ" is a unit and a word
    AT_THE_START_OF_A_SENTENCE = 3  # "vitamin K hấp thu" elsewhere


def _are_pieces(when: _Pieces, before: str) -> bool:
    """`before`: the two characters in front of the first word."""
    if when is _Pieces.ALWAYS:
        return True
    pattern = _DIGIT_BEFORE if when is _Pieces.NOT_BEHIND_A_NUMBER else _SENTENCE_START
    return (pattern.search(before) is not None) is (when is _Pieces.AT_THE_START_OF_A_SENTENCE)


@lru_cache(maxsize=262_144)  # the pairs of words of a book come again and again
def _pieces(first: str, second: str) -> _Pieces:
    left = first.lower()
    if _is_split_drug(first, second):
        return _Pieces.ALWAYS
    if len(left) > _LONGEST_PIECE or len(second) > _LONGEST_PIECE or not second.islower():
        return _Pieces.NEVER
    if not is_syllable(left + second) or not has_diacritics(left + second):
        return _Pieces.NEVER
    if is_misspelt(left):
        return _Pieces.ALWAYS
    begins_open = fold(second[0]) in _VOWEL and has_diacritics(second) and second not in _OPEN_WITH_A_VOWEL
    if _CONSONANTS.fullmatch(left) and left != "gi":
        # "vitamin C uống", "nhóm C hoặc": a capital alone is a name unless it opens the sentence.
        if first == left or begins_open:
            return _Pieces.NOT_BEHIND_A_NUMBER
        return _Pieces.AT_THE_START_OF_A_SENTENCE
    return _Pieces.NOT_BEHIND_A_NUMBER if begins_open and not has_tone(left) else _Pieces.NEVER


def _is_split_drug(first: str, second: str) -> bool:
    whole = fold(first + second)
    if len(second) < 3 or len(whole) < 7 or whole not in drug_words():
        return False
    return fold(first) not in drug_words() and fold(second) not in drug_words()


@cache
def drug_words() -> frozenset[str]:
    """Names of substances that are one word, folded."""
    names = (fold(name) for names in other_drugs() for name in names)
    return frozenset(name for name in names if name.isalpha() and len(name) > 4)
