"""Drugs that a question for the dose of another one only leaves out: refused, stopped, failed, blamed."""

from rag.understanding import lexicon
from rag.understanding.belonging import asks_for_child
from rag.understanding.phrases import stands_for
from rag.understanding.utterance import NamedDrug, Utterance

_BETWEEN = (
    "thuốc", "với", "cho", "dùng", "uống", "tiêm", "truyền", "xài", "sử", "dụng", "được", "chịu", "nổi", "có", "thể",
    "nên", "phải", "đáp", "ứng", "đỡ", "hiệu", "quả", "dung", "nạp", "khỏi", "bé", "cháu", "thấy", "còn", "đã", "từng",
    "đang",
)  # fmt: skip
_REFUSES = (
    "tránh", "kiêng", "kháng", "ngoài", "trừ", "ngừng", "ngưng", "bại",
)  # fmt: skip
_REFUSES_MARKED = ("đừng", "dừng", "chưa", "bỏ")  # without marks also "dùng", "chữa", "bổ"
_BLAMES_MARKED = ("do", "vì", "bởi", "tại")  # without marks also "vi", "bôi", "tai"
_NO_BLAME = ("nồng", "tốc", "mức", "nhiệt", "chế", "cường")  # "nong do", "toc do": nồng độ, tốc độ
_KIN = ("mẹ", "bố", "vợ", "chồng")
_FAILS = ("đỡ", "hết", "khỏi", "đáp", "hiệu", "dung", "chịu")
_INSTEAD = ("vì", "cho")
_JOINERS = ("và", "+", ",", "hoặc", "hay", "lẫn", "với", "cùng")
_REACH = 6  # words between what leaves a drug out and its name


def left_out(u: Utterance) -> dict[int, range]:
    """Number of a drug of `u` -> its words and those that leave it out."""
    found: dict[int, range] = {}
    for number, drug in enumerate(u.drugs):
        start = _leaves_out(u, drug)
        if start is None and number - 1 in found and _is_joined(u, u.drugs[number - 1], drug):
            start = drug.start
        if start is not None:
            found[number] = range(start, drug.end)
    return found


def _leaves_out(u: Utterance, drug: NamedDrug) -> int | None:
    """The first word of "không dùng được X", "đã ngừng X", "thay vì X", "ngoài X", "do X"; None when X is asked of."""
    if u.says(drug.end, "không", "chưa", "chẳng") and u.says(drug.end + 1, *_FAILS):
        return drug.start
    if u.says(drug.end, "bao", "mấy"):
        return None  # "ngừng X bao lâu thì dùng được Y": X is asked of
    at = drug.start - 1
    while at >= 0 and drug.start - at <= _REACH:
        if u.says(at, "thay") and u.says(at + 1, *_INSTEAD):
            return at
        if (
            _is_marked(u, at, _BLAMES_MARKED)
            and not u.says(at - 1, *_NO_BLAME)
            and not (u.says(at, "vì") and u.says(at - 1, "thay"))
        ):
            return at if not _poisoned(u, at) else None
        if u.says(at, *_KIN) and at < drug.start - 1 and asks_for_child(u):
            return at  # "mẹ uống X, bé …, liều Y cho bé"
        if u.says(at, *_REFUSES) or _is_marked(u, at, _REFUSES_MARKED) or (u.says(at, "không") and at < drug.start - 1):
            return at
        if not (u.says(at, *_BETWEEN) or (u.says(at, "vì") and u.says(at - 1, "thay"))):
            return None
        at -= 1
    return None


def _is_marked(u: Utterance, at: int, listed: tuple[str, ...]) -> bool:
    """Is word `at` one of the listed, written with its marks?"""
    return any(stands_for(u.words[at], word, exact=True) for word in listed)


def _poisoned(u: Utterance, at: int) -> bool:
    """ "ngộ độc do X": the dose against it hangs on X."""
    return any(h.end == at for h in u.hits.labelled(lexicon.SECTIONS, "overdose"))


def _is_joined(u: Utterance, before: NamedDrug, drug: NamedDrug) -> bool:
    """The second name of "không dùng được aspirin và ibuprofen, liều …"."""
    return drug.start - before.end == 1 and u.says(before.end, *_JOINERS) and not u.says(drug.end, "liều")
