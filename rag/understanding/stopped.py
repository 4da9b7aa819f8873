"""Drugs told as no longer taken: "đã ngừng X", "không còn dùng X", "không dùng X nữa", "X đã ngưng 3 ngày"."""

from rag.understanding import lexicon
from rag.understanding.phrases import stands_for
from rag.understanding.utterance import NamedDrug, Utterance

_STOP = ("ngừng", "ngưng", "thôi", "cai")
_STOP_MARKED = ("dừng", "bỏ", "cắt")  # without marks also "dùng", "bổ", "cát"
_DONE = ("đã", "vừa", "mới", "được", "từng")
_TAKE = ("dùng", "uống", "tiêm", "truyền", "xài", "sử", "dụng", "điều", "trị", "thuốc", "bằng", "hẳn", "luôn", "không")
_NO = ("không", "chẳng", "hết", "ko", "k")
_ASKED = ("cần", "nên", "phải", "nếu", "trước", "chưa", "không", "đừng", "hay", "khỏi", "muốn", "sẽ", "định")
_BEHIND = ("được", "rồi", "từ", "hôm", "cách", "hẳn", "luôn", "khoảng", "hơn")
_SINCE = ("giờ", "ngày", "tuần", "tháng", "năm", "hôm")
_TURNS = ("mà", "nhưng", "chỉ", "giờ", "nay")
_NOW = ("nay", "giờ", "hiện", "bây")  # "trước đây dùng X, nay dùng Y"
_CHANGED, _INTO = ("đổi", "chuyển", "thay"), ("sang", "qua", "thành")
_JOINERS = ("và", "lẫn", "+", "/", "&")
_REACH = 5  # words between what tells of the stop and the name


def stopped_drugs(u: Utterance) -> tuple[NamedDrug, ...]:
    """In the order of the question. "Có cần ngừng X", "trước khi ngừng X" tell of none."""
    found: list[NamedDrug] = []
    for number, drug in enumerate(u.drugs):
        joined = number > 0 and u.drugs[number - 1] in found and _is_joined(u, u.drugs[number - 1], drug)
        if joined or _stop_before(u, drug) or _stop_behind(u, drug):
            found.append(drug)
    return tuple(found)


def words_of_stopping(u: Utterance) -> frozenset[int]:
    """Words that only tell that something was stopped: none of them is looked for in the book."""
    of = stopped_drugs(u)
    near = {i for d in of for i in (*range(d.start - _REACH, d.start), *range(d.end, d.end + _REACH))}
    told = {i for i in near if _stops(u, i) or u.says(i, *_DONE, "nữa", "đây", "trước") or _is_time(u, i)}
    return frozenset(told | {i for d in of for i in range(d.start, d.end)})


def _stop_before(u: Utterance, drug: NamedDrug) -> bool:
    at, verbs = drug.start - 1, False
    while at >= 0 and drug.start - at <= _REACH:
        if u.says(at, "còn") and u.says(at - 1, *_NO):
            return verbs
        if u.says(at, *_NO) and verbs and not _stops(u, at - 1):
            return u.says(drug.end, "nữa") or _is_not_taken(u, at, drug)
        if u.says(at, "từng", "đây") or (u.says(at, "trước") and not u.says(at - 1, "ngay")):
            return verbs and any(u.says(i, *_NOW) for i in range(drug.end, len(u.words)))
        if u.says(at, "từ") and u.says(at - 1, *_CHANGED) and u.says(at - 2, *_DONE):
            return any(u.says(i, *_INTO) for i in range(drug.end, min(drug.end + 2, len(u.words))))
        if _stops(u, at):
            done = u.says(at - 1, *_DONE) or (u.says(at - 1, "khi") and u.says(at - 2, "sau"))
            person = any(h.end == at for h in u.hits.labelled(lexicon.PEOPLE, "person", "child", "elderly"))
            return not u.says(at - 1, *_ASKED) and (done or (person and verbs) or _is_over(u, drug.end))
        if not u.says(at, *_TAKE):
            return False
        verbs = True
        at -= 1
    return False


def _is_not_taken(u: Utterance, at: int, drug: NamedDrug) -> bool:
    """ "BN không dùng X, …": told of a person, and the clause ends there."""
    person = any(h.end == at for h in u.hits.labelled(lexicon.PEOPLE, "person", "child", "elderly"))
    ends = drug.end < len(u.words) and (not u.words[drug.end].is_word or u.says(drug.end, *_TURNS))
    return person and ends and not u.says(drug.end, *_JOINERS)


def _stop_behind(u: Utterance, drug: NamedDrug) -> bool:
    at = drug.end + u.says(drug.end, "(", "thì")
    if u.says(at, *_DONE):
        return _stops(u, at + 1)
    return _stops(u, at) and _is_over(u, at + 1)


def _is_over(u: Utterance, at: int) -> bool:
    """ "rồi", "được 3 ngày", "3 tuần": the stop lies in the past."""
    return u.says(at, *_BEHIND) or _is_time(u, at)


def _is_time(u: Utterance, at: int) -> bool:
    return any(n.start <= at <= n.end and u.says(n.end, *_SINCE) for n in u.numbers)


def _stops(u: Utterance, at: int) -> bool:
    marked = 0 <= at < len(u.words) and any(stands_for(u.words[at], word, exact=True) for word in _STOP_MARKED)
    return marked or u.says(at, *_STOP)


def _is_joined(u: Utterance, before: NamedDrug, drug: NamedDrug) -> bool:
    return drug.start - before.end == 1 and u.says(before.end, *_JOINERS)
