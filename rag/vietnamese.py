"""Vietnamese text made comparable without losing where it stood.

Clinical text is never put through NFKC: that turns 10² into 102 and ½ into 1⁄2. Only NFC, which changes no
character that a reader would tell apart.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# Letters without a canonical decomposition. U+00D0 (eth) stands for Đ in legacy PDFs.
_LETTERS = {"đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ı": "i", "ƣ": "u", "Ƣ": "u", "µ": "μ"}
_WORD = re.compile(r"[^\W_]+")
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=4096)
def _fold_char(char: str) -> str:
    if char in _LETTERS:
        return _LETTERS[char]
    base = unicodedata.normalize("NFD", char)[0]
    lowered = base.lower()
    return _LETTERS.get(lowered, lowered if len(lowered) == 1 else base)


def fold(text: str) -> str:
    """Lower case without diacritics, character for character: `len(fold(t)) == len(t)`, so offsets carry over.

    `text` should be NFC; a combining mark that NFC could not join stays as it is.
    """
    if text.isascii():
        return text.lower()  # the same, many times faster: most numbers, units and names of drugs
    return "".join(map(_fold_char, text))


def squeeze(text: str) -> str:
    """White space of any kind and length becomes one blank; ends are trimmed."""
    return " ".join(text.split())


@lru_cache(maxsize=16_384)
def folded_words(text: str) -> str:
    """The words and numbers of a text, folded, between single blanks: " chong chi dinh " stands in " … "."""
    return " " + " ".join(_WORD.findall(fold(text))) + " "


def has_diacritics(word: str) -> bool:
    """True when the writer used Vietnamese marks in this word (đ counts)."""
    return fold(word) != word.lower()


# The two places a tone mark may stand in oa, oe, uy: hoà/hòa, khoẻ/khỏe, thuỷ/thủy. Both occur inside the book.
_TONES = str.maketrans("", "", "\u0300\u0301\u0303\u0309\u0323")


@lru_cache(maxsize=16384)
def accent_key(word: str) -> str:
    """Equal for two spellings of one accented word: tone placement (hoá/hóa) and y/i (kỳ/kì, quy/qui) do not matter."""
    decomposed = unicodedata.normalize("NFD", word.lower().replace("ð", "đ"))
    tones = "".join(c for c in decomposed if c in "\u0300\u0301\u0303\u0309\u0323")
    return decomposed.translate(_TONES).replace("y", "i") + tones


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or punctuation mark: characters `start` to `end` of the text it came from."""

    text: str
    folded: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha()

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()


def tokens(text: str) -> tuple[Token, ...]:
    """Words, digit runs and punctuation marks, in order. "18kg" gives "18", "kg"."""
    folded = fold(text)
    return tuple(Token(m.group(), folded[m.start() : m.end()], m.start(), m.end()) for m in _TOKEN.finditer(text))


def same_word(asked: str, listed: str) -> bool:
    """Does a word of a question stand for a listed (accented) word?

    A word typed with marks means itself; one typed without stands for every word that folds to it.
    """
    if fold(asked) != fold(listed) and accent_key(asked) != accent_key(listed):
        return False
    return not has_diacritics(asked) or accent_key(asked) == accent_key(listed)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A listed phrase, ready to be looked for in tokens."""

    text: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Phrase":
        return cls(text, tuple(t.text for t in tokens(nfc(text))))


def find_phrase(phrase: Phrase, in_tokens: tuple[Token, ...], *, slips: int = 0) -> Iterator[tuple[int, int]]:
    """Token index ranges where the phrase stands; up to `slips` words may carry other marks ("ảnh huởng")."""
    width = len(phrase.words)
    for i in range(len(in_tokens) - width + 1):
        wrong = 0
        for word, token in zip(phrase.words, in_tokens[i : i + width], strict=True):
            if same_word(token.text, word):
                continue
            wrong += 1 if token.folded == fold(word) else slips + 1
            if wrong > slips:
                break
        else:
            yield i, i + width
