"""Give back letters that were damaged on the way here. Letters only: a digit is never repaired."""

import re
import unicodedata

# --- UTF-8 that was read as cp1252 or Latin-1 ("phá»¥" for "phụ") -------------------------------------------------


def _cp1252_bytes() -> dict[str, int]:
    known = {chr(byte): byte for byte in range(0x80, 0x100)}
    for byte in range(0x80, 0xA0):
        try:
            known[bytes([byte]).decode("cp1252")] = byte
        except UnicodeDecodeError:  # five bytes have no character there; such text carries the control character
            continue
    return known


_BYTE_OF = _cp1252_bytes()


def _chars(first: int, last: int) -> str:
    return "".join(re.escape(char) for char, byte in _BYTE_OF.items() if first <= byte <= last)


_TAIL = f"[{_chars(0x80, 0xBF)}]"
_MISREAD = re.compile(
    f"[{_chars(0xC2, 0xDF)}]{_TAIL}|[{_chars(0xE0, 0xEF)}]{_TAIL}{{2}}|[{_chars(0xF0, 0xF4)}]{_TAIL}{{3}}"
)


def _decoded(match: re.Match[str]) -> str:
    try:
        return bytes(_BYTE_OF[char] for char in match.group()).decode("utf-8")
    except UnicodeDecodeError:
        return match.group()


def undo_misreading(text: str) -> str:
    """Decode what was encoded once too often; text that was misread twice takes two passes."""
    for _ in range(2):
        decoded = _MISREAD.sub(_decoded, text)
        if decoded == text:
            break
        # The second byte of "à" is a no-break blank, which editors turn into an ordinary one.
        text = decoded.replace("Ã ", "à").replace("Ã\u00a0", "à")
    return text


# --- letters of another alphabet that look like Latin ones --------------------------------------------------------

# fmt: off
_LOOK_ALIKES = str.maketrans({
    "А": "A", "В": "B", "С": "C", "Е": "E", "Н": "H", "І": "I", "Ј": "J", "К": "K", "М": "M", "О": "O",
    "Р": "P", "Ѕ": "S", "Т": "T", "Х": "X", "У": "Y", "а": "a", "с": "c", "е": "e", "һ": "h", "і": "i",
    "ј": "j", "о": "o", "р": "p", "ѕ": "s", "х": "x", "у": "y", "ԁ": "d", "ɡ": "g", "ո": "n",
    "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O",
    "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X", "ο": "o", "ι": "i", "ν": "v",
})
# fmt: on
_WIDE = str.maketrans({chr(code): chr(code - 0xFEE0) for code in (*range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))})
_LETTERS = re.compile(r"[^\W\d_]+")


def _is_latin(char: str) -> bool:
    return "a" <= unicodedata.normalize("NFD", char)[0].lower() <= "z"


def _one_alphabet(match: re.Match[str]) -> str:
    word = match.group()
    mixed = any(map(_is_latin, word)) and word.translate(_LOOK_ALIKES) != word
    return word.translate(_LOOK_ALIKES) if mixed else word


def undo_look_alikes(text: str) -> str:
    """Words that mix Latin letters with Cyrillic or Greek twins become Latin; words of one alphabet stay."""
    text = text.translate(_WIDE)
    if text.translate(_LOOK_ALIKES) == text:
        return text  # nearly always: the import asks of every block
    return _LETTERS.sub(_one_alphabet, text)


# --- legacy letters, marks in the wrong order, characters without width -------------------------------------------

_LEGACY = str.maketrans({"ƣ": "ư", "Ƣ": "Ư", "Ð": "Đ", "ð": "đ", "ı": "i"})
_TONE_BEFORE_SHAPE = re.compile("([\u0300\u0301\u0303\u0309])([\u0302\u0306\u031b])")
_LINE_ENDS = str.maketrans({"\r": "\n", "\u2028": "\n", "\u2029": "\n", "\x0b": "\n", "\x0c": "\n"})
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufffd") | frozenset(map(chr, range(0xFE00, 0xFE10)))


def modern_letters(text: str) -> str:
    """NFC, with Ƣ/ƣ and Ð/ð of old files as the letters that they stand for."""
    if _TONE_BEFORE_SHAPE.search(text):
        text = _TONE_BEFORE_SHAPE.sub(r"\2\1", text)
    return unicodedata.normalize("NFC", text).translate(_LEGACY)


def without_invisible(text: str) -> str:
    """Control, zero-width, bidirectional and filler characters removed; line ends and tabs stay."""
    text = text.translate(_LINE_ENDS)
    if text.isprintable() and _FILLERS.isdisjoint(text):
        return text  # nearly always: what is removed is not printable, or a filler
    return "".join(
        char
        for char in text
        if char in "\n\t" or not (unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") or char in _FILLERS)
    )
