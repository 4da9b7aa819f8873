"""How much of the words that a question looks for a sentence prints: whole words, other names of a condition included.

A word alone counts only as it was typed: without marks "giải" would be found in "giai đoạn", "ho" in "hô hấp".
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rag.condition_names import listed_as, spoken
from rag.spellings import in_one_spelling
from rag.vietnamese import accent_key, folded_words, has_diacritics

TOPIC_TERMS: dict[str, tuple[str, ...]] = {
    "meal": ("bữa ăn", "khi ăn", "sau ăn", "trước ăn", "đói", "thức ăn"),
    "sun": ("nắng", "ánh sáng"),
    "light": ("ánh sáng",),
    "tablet": ("nguyên viên", "nuốt nguyên", "nghiền", "nhai", "bẻ", "mở nang", "làm vỡ"),
    "daytime": ("buổi", "đi ngủ"),
    "missed": ("quên",),
    "taper": ("giảm liều", "từ từ", "đột ngột"),
    "mixed": ("pha", "hoàn nguyên"),
    "mixing": ("pha", "hòa tan", "dung môi", "dung dịch"),
    "speed": ("tốc độ", "phút", "truyền"),
    "fast": ("tiêm nhanh", "truyền nhanh", "tốc độ", "chậm"),
    "driving": ("lái xe", "vận hành máy"),
    "monitoring": ("theo dõi", "xét nghiệm", "kiểm tra"),
}
"""Label of `rag.understanding.section_words` -> words to look for inside a section, beside those that were typed."""


MIXED = frozenset({*TOPIC_TERMS["mixed"], *TOPIC_TERMS["mixing"]})


def topic_terms(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(term for label in labels for term in TOPIC_TERMS.get(label, ()))


def as_typed(asked: Sequence[str]) -> tuple[str, ...]:
    """Without the words that were only looked for beside others; all of them where nothing else was said."""
    beside = {word for words in TOPIC_TERMS.values() for word in words}
    return tuple(word for word in asked if word not in beside) or tuple(asked)


def score(printed: str, terms: Sequence[str]) -> float:
    """Letters of the terms that the text prints, each under the name of it that is printed most fully; 0: none."""
    if not terms:
        return 0.0
    text = in_one_spelling(printed)
    return sum(_letters(term, text) for term in terms)


def prints(text: str, term: str) -> bool:
    """Does the text print all of the term, under this name or another?"""
    said = in_one_spelling(text)
    return any(
        folded_words(name) in _folded(said) and _as_typed(name, said)
        for name in (in_one_spelling(term), *_other_names(term))
    )


def _letters(term: str, text: str) -> int:
    names = [n for n in _other_names(term) if folded_words(n) in _folded(text) and _as_typed(n, text)]
    return max((_longest_part(in_one_spelling(term), text), *map(len, names)))


@lru_cache(maxsize=4096)
def _other_names(term: str) -> tuple[str, ...]:
    """Of a listed condition, in one spelling ("nhức đầu" of "đau đầu")."""
    row = listed_as(term)
    return tuple(dict.fromkeys(map(in_one_spelling, row.names))) if row is not None else ()


@lru_cache(maxsize=16_384)
def _longest_part(term: str, text: str) -> int:
    """Letters of the longest run of the term's words in the text: all of it, or at least two words of a longer one."""
    words = folded_words(term).split()
    folded = _folded(text)
    if len(words) == 1:
        return len(words[0]) if f" {words[0]} " in folded and _as_typed(term, text) else 0
    for length in range(len(words), 1, -1):
        for start in range(len(words) - length + 1):
            part = " ".join(words[start : start + length])
            if f" {part} " in folded:
                return len(part)
    return 0


def _as_typed(word: str, text: str) -> bool:
    """A word with marks, or the name of a condition, stands in the text with the same marks; others may lack theirs."""
    if not has_diacritics(text) or not (has_diacritics(word) or listed_as(word) is not None):
        return True
    return all(accent_key(part) in _marked(text) for part in spoken(word))


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    return folded_words(text)


@lru_cache(maxsize=4096)
def _marked(text: str) -> frozenset[str]:
    return frozenset(map(accent_key, spoken(text)))
