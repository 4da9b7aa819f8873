"""Read Telex keystrokes that the input method did not turn into letters ("lieeuf dungf" for "liều dùng")."""

import re
import unicodedata
from functools import lru_cache

from rag.understanding.syllables import is_plain_syllable, is_syllable
from rag.vietnamese import has_diacritics, nfc

_TONE_KEYS = {"s": "\u0301", "f": "\u0300", "r": "\u0309", "x": "\u0303", "j": "\u0323"}
_DOUBLED = {"a": "â", "e": "ê", "o": "ô"}
_HOOKED = {"a": "ă", "o": "ơ", "u": "ư"}
_TONES = frozenset(_TONE_KEYS.values())
_SHAPED = "ăâêôơư"
_VOWELS = "aeiouy" + _SHAPED
_WORD = re.compile(r"(?<![^\W_])[A-Za-z]{3,8}(?![^\W_])")
# English and chemist's words that happen to spell a syllable in Telex.
_NOT_TELEX_LISTED = (
    "are bar been bis car cas doos does far feed few food for gas good has her his hours how lax low max mix need "
    "new nor now our per raw row see seen six slow star sees tax tes this too was week were wax yes rows knows "
    "los mas law saw how hex sex fax axe toes goes lows tables "
    "test fast last best rest post past list part form short sport"
)
_NOT_TELEX = frozenset(_NOT_TELEX_LISTED.split())


def _place_tone(letters: list[str], tone: str) -> str:
    vowels = [i for i, letter in enumerate(letters) if letter.lower() in _VOWELS]
    head = "".join(letters[:2]).lower()
    if len(vowels) > 1 and head in ("qu", "gi"):
        vowels = vowels[1:]
    shaped = [i for i in vowels if letters[i].lower() in _SHAPED]
    if shaped:
        at = shaped[-1]
    elif len(vowels) == 1 or (len(vowels) == 2 and vowels[-1] == len(letters) - 1):
        at = vowels[0]
    else:
        at = vowels[1]
    letters[at] += tone
    return nfc("".join(letters))


@lru_cache(maxsize=4096)
def decode(word: str) -> str | None:
    """The syllable that the keystrokes spell, or None when they spell none."""
    letters: list[str] = []
    tone = ""
    for key in word.lower():
        has_vowel = any(letter in _VOWELS for letter in letters)
        if key in _TONE_KEYS and has_vowel:
            if tone:
                return None
            tone = _TONE_KEYS[key]
        elif key == "w" and has_vowel:
            plain = [i for i, letter in enumerate(letters) if letter in _HOOKED]
            if not plain:
                return None
            letters[plain[-1]] = _HOOKED[letters[plain[-1]]]
            if letters[plain[-1]] == "ơ" and len(plain) > 1 and plain[-2] == plain[-1] - 1:
                letters[plain[-2]] = "ư"
        elif key in _DOUBLED and key in letters:
            letters[letters.index(key)] = _DOUBLED[key]
        elif key == "d" and letters[:1] == ["d"]:
            letters[0] = "đ"
        else:
            letters.append(key)
    if not any(letter in _VOWELS for letter in letters):
        return None
    spelt = _place_tone(letters, tone) if tone else "".join(letters)
    if not has_diacritics(spelt) or not is_syllable(spelt):
        return None
    return spelt


def _as_typed(spelt: str, typed: str) -> str:
    if typed.isupper():
        return spelt.upper()
    return spelt[0].upper() + spelt[1:] if typed[0].isupper() else spelt


def _toneless(syllable: str) -> str:
    decomposed = unicodedata.normalize("NFD", syllable)
    return nfc("".join(char for char in decomposed if char not in _TONES))


def undo_telex(text: str) -> str:
    """Words that are no words as typed, but syllables as keystrokes.

    One word is enough when it bears both a shaped vowel (or đ) and a second mark; words with a tone alone ("dungf")
    are read so only beside others, for many short foreign words look like them.
    """
    spelt: dict[str, str] = {}
    inside: dict[str, str] = {}  # the tone is typed before the last consonant: "tasc"
    sure, shapes = False, 0
    for word in set(_WORD.findall(text)):
        if word.lower() in _NOT_TELEX or is_plain_syllable(word):
            continue
        syllable = decode(word)
        if syllable is None:
            continue
        shaped = any(letter in _SHAPED + "đ" for letter in _toneless(syllable))
        if not shaped and word[-1].lower() not in _TONE_KEYS:
            if word[-1].lower() not in _VOWELS:  # but "dose"
                inside[word] = _as_typed(syllable, word)
            continue  # a tone alone is typed last
        spelt[word] = _as_typed(syllable, word)
        sure, shapes = sure or (shaped and len(word) >= len(syllable) + 2), shapes + shaped
    if not spelt or (not sure and (len(spelt) < 2 or has_diacritics(text))):
        return text
    if sure and shapes > 1:  # the whole sentence was typed so
        spelt |= inside
    return _WORD.sub(lambda match: spelt.get(match.group(), match.group()), text)
