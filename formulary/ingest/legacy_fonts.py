"""Vietnamese in the encodings before Unicode, seen through Latin-1: TCVN3 ("tiªm d­íi da") and VNI ("thuoác").

Digits, ASCII letters and punctuation are the same in all three, so a table can only change letters with marks.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from formulary.ingest.vietnamese_words import is_syllable
from rag.vietnamese import nfc

_TCVN3 = dict(zip(
    "¸µ¶·¹¨¾»¼½Æ©ÊÇÈÉËÐÌÎÏÑªÕÒÓÔÖÝ×ØÜÞãßáâä«èåæçé¬íêëìîóïñòô\u00adøõö÷ùýúûüþ®¡¢£¤¥¦§",
    "áàảãạăắằẳẵặâấầẩẫậéèẻẽẹêếềểễệíìỉĩịóòỏõọôốồổỗộơớờởỡợúùủũụưứừửữựýỳỷỹỵđĂÂÊÔƠƯĐ",
    strict=True,
))  # fmt: skip

_VNI_MARKS = {
    "a": dict(zip("ùøûõïâáàåãäêéèúüë", "áàảãạâấầẩẫậăắằẳẵặ", strict=True)),
    "e": dict(zip("ùøûõïâáàåãä", "éèẻẽẹêếềểễệ", strict=True)),
    "o": dict(zip("ùøûõïâáàåãä", "óòỏõọôốồổỗộ", strict=True)),
    "ô": dict(zip("ùøûõï", "ớờởỡợ", strict=True)),
    "u": dict(zip("ùøûõï", "úùủũụ", strict=True)),
    "ö": dict(zip("ùøûõï", "ứừửữự", strict=True)),
    "y": dict(zip("ùøûõ", "ýỳỷỹ", strict=True)),
}
_VNI_PAIRS = {base + mark: whole for base, marks in _VNI_MARKS.items() for mark, whole in marks.items()}
_VNI_PAIRS |= {pair.upper(): whole.upper() for pair, whole in _VNI_PAIRS.items()}
_VNI_PAIRS |= {
    base.upper() + mark: whole.upper() for base, marks in _VNI_MARKS.items() for mark, whole in marks.items()
}
_VNI_LETTERS = dict(zip("ôÔöÖæÆóÓòÒîÎñÑ", "ơƠưƯỉỈĩĨịỊỵỴđĐ", strict=True))
_VNI = re.compile("|".join(sorted(_VNI_PAIRS, key=len, reverse=True)) + "|[" + "".join(_VNI_LETTERS) + "]")

_TCVN3_SIGNS = "".join(_TCVN3)
_VNI_SIGNS = "ùøûõïâáàåãäêéèúüëôöæóòîñíìÙØÛÕÏÂÁÀÅÃÄÊÉÈÚÜËÔÖÆÓÒÎÑÍÌ"
_WORD = re.compile(rf"[a-zA-Z{re.escape(_TCVN3_SIGNS + _VNI_SIGNS)}]+")
# Never part of a Vietnamese word: seen inside one, they are TCVN3 letters.
_TELLING = re.compile(r"[a-zA-Z][¸µ¶·¹¨¾»¼½©ªßÞÐ×Ø«¬®¡¢£¤¥¦§\u00ad]|[¸¶·¹¨¾»¼½©ªßÞÐ×Ø«¬®¡¢£¤¥¦§\u00ad][a-zA-Z]")
_MOJIBAKE = re.compile(r"áº[\u0080-\u00bf]|á»[\u0080-\u00bf]|Æ[°¡]|Ä[\u0090\u0091‘]|Ã[\u0080-\u00bf]|Â[\u00a0-\u00bf]")
_FEWEST_WORDS = 3
_SHORTEST_WORD = 3  # "B¹", "m¹": a raised digit, not a letter


def decoded(text: str) -> str | None:
    """The text in Unicode when all of it is recognisably in one of the two encodings, otherwise None."""
    return next(filter(None, (_decoded(text, _from_tcvn3), _decoded(text, _from_vni))), None)


def residue(text: str) -> tuple[int, int] | None:
    """Where a word in an old encoding, or UTF-8 read as Latin-1, stands; None when there is none."""
    if text.isascii():
        return None
    if match := _MOJIBAKE.search(text):
        return match.start(), match.end()
    for match in _WORD.finditer(text):
        word = match.group()
        if len(word) >= _SHORTEST_WORD and not word.isascii() and _is_residue(word):
            return match.start(), match.end()
    return None


@lru_cache(maxsize=16_384)
def _is_residue(word: str) -> bool:
    if _is_word(word):
        return False
    readings = (_from_tcvn3(word),) if _TELLING.search(word) else (_from_tcvn3(word), _from_vni(word))
    return any(reading != word and is_syllable(reading) for reading in readings)


def _decoded(text: str, read: Callable[[str], str]) -> str | None:
    words = [m.group() for m in _WORD.finditer(text) if not m.group().isascii()]
    marked = [word for word in words if read(word) != word]
    strange = [word for word in marked if not _is_word(word)]
    if len(strange) < _FEWEST_WORDS or any(c > "\u00ff" and c.isalpha() for c in text):
        return None
    if not all(is_syllable(read(word)) for word in words):
        return None
    return _WORD.sub(lambda m: m.group() if m.group().isascii() else read(m.group()), text)


def _is_word(word: str) -> bool:
    return is_syllable(nfc(word))


@lru_cache(maxsize=4096)
def _from_tcvn3(word: str) -> str:
    return "".join(_TCVN3.get(char, char) for char in word)


@lru_cache(maxsize=4096)
def _from_vni(word: str) -> str:
    return _VNI.sub(lambda m: _VNI_PAIRS.get(m.group()) or _VNI_LETTERS[m.group()], word)
