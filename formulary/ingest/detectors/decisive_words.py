"""Words that turn the meaning of a sentence, one slip away from how they are written: `khõng`, `chổng chỉ định`.

A damaged word elsewhere is only hard to read. Here it is the difference between a dose and a contra-indication.
"""

import re
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import OSA

from formulary.ingest.detectors.views import View, evidence, found
from formulary.ingest.vietnamese_words import is_syllable
from rag.vietnamese import accent_key, fold

# Every decisive word, with the other words of the language that have its letters and other marks.
_SINGLE = {
    "không": "khống", "ngừng": "ngưng", "tránh": "tranh", "dưới": "đuôi đuổi đuối duỗi", "trên": "",
    "trẻ": "tre trễ trệ trề", "chống": "chồng chóng",
}  # fmt: skip
_PHRASES = {
    "chống chỉ định": (), "tối đa": ("tới da", "tới dạ"), "người lớn": (), "trẻ em": (),
    "sơ sinh": ("so sinh", "số sinh"), "tối thiểu": ("tới thiếu", "tới thiểu"), "người bệnh": (),
}  # fmt: skip
_RIGHT = {fold(word): {accent_key(w) for w in (word, *others.split())} for word, others in _SINGLE.items()}
_RIGHT_PHRASES = {
    fold(phrase): {tuple(map(accent_key, p.split())) for p in (phrase, *others)} for phrase, others in _PHRASES.items()
}
_PHRASE_STARTS = frozenset(phrase.partition(" ")[0] for phrase in _RIGHT_PHRASES)
# "khô ng", "trá nh", "dư ới": a blank inside.
_IN_PIECES = re.compile(
    r"\b(?:" + "|".join(f"{word[:i]} {word[i:]}" for word in _SINGLE for i in range(1, len(word))) + r")\b"
)
_GIANT = re.compile(r"\bkhổng lồ\b")
_TOKEN = re.compile(r"[^\W_]+")
_SHORTEST_FOR_A_SLIP = 4

_BEFORE_THE_HIP = ("vùng", "khớp", "xương", "đau", "bên", "mạn", "hố", "sau", "ở", "vào", "chậu", "lưng")
# Real words that make sense only as the rest of "không" or "ngừng" where they stand.
_REST_OF_NOT = re.compile(
    r"\b(?:hóng|hong|khồn|hồng|hống|hổng|khổ|kho|khoáng|khoang|khung|thông) "
    r"(?:dùng|được|nên|quá|vượt|cần|uống|tiêm|phải|điều chỉnh|sử dụng|có chỉ định|khuyến cáo|phối hợp|truyền)\b"
    # "hông" is a part of the body, "khôn" stands in a few words; whoever reads them elsewhere lost a letter
    + "|"
    + "".join(f"(?<!{word} )" for word in _BEFORE_THE_HIP)
    + r"\bhông\b(?! trái| phải| lưng)"
    r"|\bkhôn\b(?! ngoan| lường| khéo| xiết)|\bkhống\b(?! chế)|\btrẻ (?:cm|ern|eni|om)\b"
)
# "…, dùng quá 3 ngày.": said of nobody, this is what is left of "không dùng quá".
_BARE_LIMIT = re.compile(
    r"(?:^|[.;:,] )(?:dùng |uống |tiêm |kéo dài )?(?:quá|vượt quá) \d|(?:^|[.;:,] )được (?:dùng )?quá \d"
)


def confused_word(view: View) -> str | None:
    """`khõng`, `tới đa`, `dưởi`, `trè em`, `kh0ng`, `hông dùng`: nearly a word on which the sentence turns."""
    text = view.lower
    tokens = list(_TOKEN.finditer(text)) if len(text) == len(view.text) else []
    for match in tokens:
        if is_slip(match.group()) and not _GIANT.match(text, match.start()):
            return evidence(view.text, match.start(), match.end())
    begun = [i for i, match in enumerate(tokens) if may_begin_a_phrase(match.group())]
    for size in (2, 3):
        for i in begun:
            words = tokens[i : i + size]
            if len(words) < size or any(b.start() - a.end() != 1 for a, b in pairwise(words)):
                continue
            if is_slip_of_a_phrase(tuple(word.group() for word in words)):
                return evidence(view.text, words[0].start(), words[-1].end())
    return found(_REST_OF_NOT, view, lower=True) or found(_IN_PIECES, view, lower=True)


def lost_not(view: View) -> str | None:
    """`…; dùng quá 3 ngày.`: a limit whose «không» is gone."""
    return found(_BARE_LIMIT, view, lower=True)


@lru_cache(maxsize=65_536)
def is_slip(word: str) -> bool:
    folded = fold(word)
    if folded in _RIGHT:
        return accent_key(word) not in _RIGHT[folded]
    if len(word) < _SHORTEST_FOR_A_SLIP or is_syllable(word) or word.isdigit():
        return False
    return any(OSA.distance(word, decisive, score_cutoff=1) <= 1 for decisive in _SINGLE if len(decisive) > 3)


@lru_cache(maxsize=65_536)
def may_begin_a_phrase(word: str) -> bool:
    """Few words do; a whole book is gone through word by word."""
    return fold(word) in _PHRASE_STARTS


@lru_cache(maxsize=65_536)
def is_slip_of_a_phrase(words: tuple[str, ...]) -> bool:
    right = _RIGHT_PHRASES.get(" ".join(map(fold, words)))
    return right is not None and tuple(map(accent_key, words)) not in right
