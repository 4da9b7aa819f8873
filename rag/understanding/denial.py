"""What a turn says is not so: "không phải tiêm bắp, tiêm tĩnh mạch", "3 tháng chứ không phải 3 tuổi"."""

from rag.frames import Population
from rag.slots.standing import DENIES
from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.utterance import Utterance

_BEFORE_VALUE = ("là", "thuốc", "liều", "bé", "cháu", "trẻ", "nặng", "dùng", "đường", "của")
_AFTER_VALUE = ("mà", "chứ", "là", "đâu", "nhé", "nha", "ạ", "nữa")
_KILO = ("kg", "ký", "kí", "cân")
_GROUPS = ("child", "neonate", "adult", "elderly", "pregnant", "breastfeeding")
_DENYING = {
    "not_pregnant": (Population.PREGNANT,),
    "kidneys_well": (Population.RENAL,),
    "liver_well": (Population.HEPATIC,),
    "organs_well": (Population.RENAL, Population.HEPATIC),
}
_STATE_FIELDS = {
    "renal": DENIES[Population.RENAL],
    "dialysis": DENIES[Population.RENAL],
    "hepatic": DENIES[Population.HEPATIC],
    "pregnant": DENIES[Population.PREGNANT],
    "breastfeeding": DENIES[Population.BREASTFEEDING],
}
# "nặng 50 kg à nhầm, 15 kg": nothing but these and marks stands between the slip and what is meant.
_SLIPS = ("nhầm", "lộn", "quên", "lỗi")
_AROUND_SLIP = (
    *_SLIPS,
    "à",
    "ờ",
    "ủa",
    "í",
    "ý",
    "xin",
    "rồi",
    "là",
    "phải",
    "nặng",
    "cân",
    "bé",
    "mới",
    "không",
    "chỉ",
)
_MARKS = (",", ".", ";", ":", "-", "…")
_UNITS = ("tuổi", "tháng", "tuần", "ngày", "kg", "ký", "kí", "cân", "năm")


def denied_words(u: Utterance) -> frozenset[int]:
    """Words of a drug, a way of giving or a value that directly follows "không phải".

    "không phải uống lúc đói" spares a duty and denies nothing: a way of giving must close its clause.
    """
    denied: set[int] = set()
    for at in range(len(u.words) - 1):
        denied.update(_corrected(u, at))
        start = _after_denial(u, at)
        if start is None:
            continue
        denied.update(_group(u, start))
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


def denied_fields(u: Utterance, denied: frozenset[int], negated: frozenset[Hit]) -> frozenset[str]:
    """Fields of the frame that a denied word or state would fill: what is denied is not inherited either.

    `negated`: states said to be absent ("không suy thận").
    """
    found = {"routes" for h in u.of(lexicon.ROUTES) if h.start in denied}
    found |= {"drugs" for d in u.drugs if d.start in denied}
    for number in u.numbers:
        if number.start in denied:
            found.add("weight_kg" if u.says(number.end, *_KILO) else "age_months")
    found |= {_STATE_FIELDS[h.label] for h in negated if h.label in _STATE_FIELDS}
    found |= {DENIES[p] for label, states in _DENYING.items() if u.has(lexicon.PEOPLE, label) for p in states}
    return frozenset(found)


def _corrected(u: Utterance, at: int) -> range:
    """The value at `at` that the next one takes the place of: "không nặng 20kg mà 12kg", "50kg à nhầm 15kg"."""
    value = _value(u, at)
    if not value:
        return range(0)
    end = value.stop
    before = at - 1
    while u.says(before, *_BEFORE_VALUE, "cân"):
        before -= 1
    behind = end + 1 if u.says(end, *_MARKS) else end
    if u.says(before, "không") and before < at - 1 and u.says(behind, "mà"):
        return value
    meant, slipped = end, False
    while u.says(meant, *_AROUND_SLIP, *_MARKS):
        slipped = slipped or u.says(meant, *_SLIPS)
        meant += 1
    other = _value(u, meant)
    same_kind = bool(other) and u.says(end - 1, *_KILO) == u.says(other.stop - 1, *_KILO)
    return value if slipped and same_kind else range(0)


def _group(u: Utterance, at: int) -> range:
    """The child of "không phải bé, người lớn"; "không phải bé uống" denies nothing of that kind."""
    hit = next((h for h in u.of(lexicon.PEOPLE) if h.start == at and h.label in _GROUPS), None)
    return range(hit.start, hit.end) if hit is not None and _closes(u, hit.end) else range(0)


def _closes(u: Utterance, end: int) -> bool:
    if end >= len(u.words) or not u.words[end].is_word or u.says(end, *_AFTER_VALUE):
        return True
    return any(hit.start == end for hit in u.of(lexicon.PEOPLE))


def _drug(u: Utterance, at: int) -> range:
    found = next((d for d in u.drugs if d.start == at), None)
    return range(found.start, found.end) if found else range(0)


def _way_of_giving(u: Utterance, at: int) -> range:
    hit = next((h for h in u.of(lexicon.ROUTES) if h.start == at), None)
    if hit is None:
        return range(0)
    return range(hit.start, hit.end) if _closes(u, hit.end) else range(0)


def _value(u: Utterance, at: int) -> range:
    number = next((n for n in u.numbers if n.start == at and u.says(n.end, *_UNITS)), None)
    return range(number.start, number.end + 1) if number else range(0)
