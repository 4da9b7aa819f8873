"""What a turn says is not so: "không phải tiêm bắp, tiêm tĩnh mạch", "3 tháng chứ không phải 3 tuổi"."""

from rag.understanding import lexicon
from rag.understanding.utterance import Utterance

_BEFORE_VALUE = ("là", "thuốc", "liều", "bé", "cháu", "trẻ", "nặng", "dùng", "đường", "của")
_AFTER_VALUE = ("mà", "chứ", "là", "đâu", "nhé", "nha", "ạ", "nữa")
_UNITS = ("tuổi", "tháng", "tuần", "ngày", "kg", "ký", "kí", "cân", "năm")


def denied_words(u: Utterance) -> frozenset[int]:
    """Words of a drug, a way of giving or a value that directly follows "không phải".

    "không phải uống lúc đói" spares a duty and denies nothing: a way of giving must close its clause.
    """
    denied: set[int] = set()
    for at in range(len(u.words) - 1):
        start = _after_denial(u, at)
        if start is None:
            continue
        while u.says(start, *_BEFORE_VALUE):
            start += 1
        denied.update(_drug(u, start) or _way_of_giving(u, start) or _value(u, start))
    return frozenset(denied)


def _after_denial(u: Utterance, at: int) -> int | None:
    """Where what is denied begins, when "không phải" or "chứ không" stands at `at`."""
    if u.says(at, "không") and u.says(at + 1, "phải") and not u.says(at - 1, "có", "phải"):
        return at + 2
    if u.says(at, "chứ") and u.says(at + 1, "không") and not u.says(at + 2, "phải"):
        return at + 2
    return None


def _drug(u: Utterance, at: int) -> range:
    found = next((d for d in u.drugs if d.start == at), None)
    return range(found.start, found.end) if found else range(0)


def _way_of_giving(u: Utterance, at: int) -> range:
    hit = next((h for h in u.of(lexicon.ROUTES) if h.start == at), None)
    if hit is None:
        return range(0)
    closes = hit.end >= len(u.words) or not u.words[hit.end].is_word or u.says(hit.end, *_AFTER_VALUE)
    return range(hit.start, hit.end) if closes else range(0)


def _value(u: Utterance, at: int) -> range:
    number = next((n for n in u.numbers if n.start == at and u.says(n.end, *_UNITS)), None)
    return range(number.start, number.end + 1) if number else range(0)
