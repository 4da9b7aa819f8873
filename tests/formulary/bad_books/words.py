"""Defects of words and characters: each spoils one text, or says that it cannot."""

import random
import re
import unicodedata
from collections.abc import Callable

from formulary.printing.faces import KERN
from tests.formulary.bad_books.legacy import tcvn3, vni

Spoil = Callable[[str, random.Random], str | None]

_LATIN = re.compile(r"(?<![\w-])[A-Za-z]{10,}(?![\w-])")
_SYLLABLE_ENDS = re.compile(
    r"(?<=[aeiouy])(?=[bcdfghjklmnpqrstvwxz][aeiouy])|(?<=[aeiouy][lnrs])(?=[bcdfgklmnpqst][aeiouy])"
)
_MARKED = re.compile(
    r"(?<!\w)[^\W\d_]*[àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ][^\W\d_]*(?!\w)"
)
_DRUG = re.compile(r"(?<![\w-])[a-z]{8,}(?:in|ol|id|at|on|am|en|il|im|ac)(?![\w-])")
_CONFUSED = (
    ("liều", "liểu"), ("hoặc", "hoặt"), ("được", "đươc"), ("khuẩn", "khuẫn"), ("mẩn", "mắn"), ("nồng độ", "nồng đô"),
    ("tuyến", "tuyển"), ("bệnh", "bênh"), ("thận trọng", "thận trong"), ("viêm", "việm"), ("điều trị", "điểu trị"),
    ("Liều", "Liểu"), ("dùng", "dủng"), ("thuốc", "thuôc"), ("người", "ngươi"), ("huyết", "huyêt"),
)  # fmt: skip
_LOOK_ALIKE = dict(zip("aeopcxy", "аеорсху", strict=True))
_GLYPHS = {
    "<": "\uf03c",
    ">": "\uf03e",
    "≥": "\uf0b3",
    "≤": "\uf0a3",
    "α": "\uf061",
    "β": "\uf062",
    "→": "\uf0ae",
    "°": "\uf0b0",
    "±": "\uf0b1",
}
_MISREAD = str.maketrans("aeiou", "eioua")


def _one(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def _at(text: str, offset: int, put: str) -> str:
    return text[:offset] + put + text[offset:]


def hyphenated_break(text: str, rng: random.Random) -> str | None:
    word = _one(_LATIN, text, rng)
    if word is None:
        return None
    cuts = [m.start() for m in _SYLLABLE_ENDS.finditer(text, word.start() + 3, word.end() - 2)]
    return _at(text, rng.choice(cuts), "-\n") if cuts else None


def _inside_word(put: str) -> Spoil:
    def spoil(text: str, rng: random.Random) -> str | None:
        words = [m for m in _MARKED.finditer(text) if len(m.group()) >= 4]
        if not words:
            return None
        word = rng.choice(words)
        return _at(text, rng.randint(word.start() + 1, word.end() - 1), put)

    return spoil


def joined_words(text: str, rng: random.Random) -> str | None:
    match = _one(re.compile(r"(?<=[^\W\d_]{2}) (?=[^\W\d_]{2})"), text, rng)
    return text[: match.start()] + text[match.end() :] if match else None


def diacritic_confusion(text: str, rng: random.Random) -> str | None:
    pairs = [(a, b) for a, b in _CONFUSED if re.search(rf"(?<!\w){a}(?!\w)", text)]
    if not pairs:
        return None
    right, wrong = rng.choice(pairs)
    return re.sub(rf"(?<!\w){right}(?!\w)", wrong, text, count=1)


def misspelt_drug(text: str, rng: random.Random) -> str | None:
    word = _one(_DRUG, text, rng)
    if word is None:
        return None
    letters = word.group()
    vowels = [i for i, c in enumerate(letters[:-2]) if i > 1 and c in "aeiou"]
    if not vowels:
        return None
    i = rng.choice(vowels)
    return text[: word.start() + i] + letters[i].translate(_MISREAD) + text[word.start() + i + 1 :]


def look_alike_letter(text: str, rng: random.Random) -> str | None:
    word = _one(re.compile(r"(?<![\w-])[a-z]*[aeopcxy][a-z]{3,}(?![\w-])"), text, rng)
    if word is None:
        return None
    i = rng.choice([i for i, c in enumerate(word.group()) if c in _LOOK_ALIKE]) + word.start()
    return text[:i] + _LOOK_ALIKE[text[i]] + text[i + 1 :]


def decomposed(text: str, rng: random.Random) -> str | None:
    apart = unicodedata.normalize("NFD", text)
    return apart if apart != text else None


def eth_for_d(text: str, rng: random.Random) -> str | None:
    return text.replace("Đ", "Ð") if "Đ" in text else None


def ligature(text: str, rng: random.Random) -> str | None:
    word = _one(re.compile(r"fi|fl"), text, rng)
    if word is None:
        return None
    return text[: word.start()] + {"fi": "ﬁ", "fl": "ﬂ"}[word.group()] + text[word.end() :]


def _old_font(encode: Callable[[str], str]) -> Spoil:
    def spoil(text: str, rng: random.Random) -> str | None:
        """Four to eight words in a row, none with a digit."""
        words = [m.span() for m in re.finditer(r"[^ ]+", text)]
        starts = [i for i in range(len(words) - 3) if not re.search(r"\d", text[words[i][0] : words[i + 3][1]])]
        if not starts:
            return None
        first = rng.choice(starts)
        last = first + 3
        while last + 1 < len(words) and last - first < 7 and not re.search(r"\d", text[slice(*words[last + 1])]):
            last += 1
        a, b = words[first][0], words[last][1]
        spoilt = encode(text[a:b])
        return text[:a] + spoilt + text[b:] if spoilt != text[a:b] else None

    return spoil


def private_use_glyph(text: str, rng: random.Random) -> str | None:
    chars = [c for c in _GLYPHS if c in text]
    if not chars:
        return None
    char = rng.choice(chars)
    return text.replace(char, _GLYPHS[char])


def stray_mark(text: str, rng: random.Random) -> str | None:
    """A dot below under a consonant: `Pḥòng`."""
    match = _one(re.compile(r"(?<=[a-zđ])[bcdhlmnrtv](?=[^\W\d_])"), text, rng)
    return _at(text, match.end(), "\u0323") if match else None


kerned_split = _inside_word(KERN)
split_word = _inside_word(" ")
soft_hyphen = _inside_word("\u00ad")
zero_width_space = _inside_word("\u200b")
tcvn3_residue = _old_font(tcvn3)
vni_residue = _old_font(vni)


def missing_blank(text: str, rng: random.Random) -> str | None:
    """`thuốc.Với`."""
    match = _one(re.compile(r"(?<=[^\W\d_]\.) (?=[A-ZĐ][^\W\d_])"), text, rng)
    return text[: match.start()] + text[match.end() :] if match else None
