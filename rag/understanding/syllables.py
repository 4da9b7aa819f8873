"""Which words can be Vietnamese syllables: what is none may be a slip of the keyboard."""

import unicodedata
from functools import lru_cache

from rag.vietnamese import fold

_TONES = "\u0300\u0301\u0303\u0309\u0323"
_CHECKED = frozenset("\u0301\u0323")  # syllables that end in c, ch, p, t carry one of these two tones

# fmt: off
_ONSETS = (
    "", "b", "c", "ch", "d", "đ", "g", "gh", "gi", "h", "k", "kh", "l", "m", "n", "ng", "ngh", "nh", "p", "ph", "qu",
    "r", "s", "t", "th", "tr", "v", "x",
)
_RIMES_LISTED = (
    "a ac ach ai am an ang anh ao ap at au ay ăc ăm ăn ăng ăp ăt âc âm ân âng âp ât âu ây e ec em en eng eo ep et "
    "ê êch êm ên ênh êp êt êu i ia ich iêc iêm iên iêng iêp iêt iêu im in inh ip it iu o oa oac oach oai oam oan "
    "oang oanh oao oap oat oay oăc oăm oăn oăng oăt oc oe oen oeo oet oi om on ong ooc oong op ot ô ôc ôi ôm ôn "
    "ông ôp ôt ơ ơi ơm ơn ơp ơt u ua uân uâng uât uây uc uê uêch uênh ui um un ung uôc uôi uôm uôn uông uôt uơ up "
    "ut uy uya uych uyên uyêt uynh uyt uyu ư ưa ưc ưi ưm ưn ưng ươc ươi ươm ươn ương ươp ươt ưt ươu ưu y yêm yên "
    "yêng yêt yêu"
)
_RIMES = frozenset(_RIMES_LISTED.split())
# fmt: on
_PLAIN_RIMES = frozenset(map(fold, _RIMES))


def _onsets(word: str) -> tuple[str, ...]:
    return tuple(onset for onset in _ONSETS if word.startswith(onset))


@lru_cache(maxsize=8192)
def is_syllable(word: str) -> bool:
    """Could the word, exactly as its marks stand, be a Vietnamese syllable?"""
    decomposed = unicodedata.normalize("NFD", word.lower())
    tones = [char for char in decomposed if char in _TONES]
    toneless = unicodedata.normalize("NFC", "".join(char for char in decomposed if char not in _TONES))
    if len(tones) > 1:
        return False
    for onset in _onsets(toneless):
        rime = toneless[len(onset) :]
        if rime in _RIMES and (not rime.endswith(("c", "ch", "p", "t")) or set(tones) & _CHECKED):
            return True
    return False


@lru_cache(maxsize=8192)
def is_plain_syllable(word: str) -> bool:
    """Could the word be a syllable typed without marks?"""
    plain = fold(word)
    return any(plain[len(fold(onset)) :] in _PLAIN_RIMES for onset in _ONSETS if plain.startswith(fold(onset)))
