"""Body weights, in kilograms: a number with a unit of weight that is no dose, no bound and no change of weight."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from rag.quantities import KG_PER_LB
from rag.understanding.age_units import speaks_of_child
from rag.understanding.ages import is_second_guess
from rag.understanding.numbers import Number
from rag.understanding.utterance import Utterance

_KILO = ("kg", "kgs", "ký", "kí", "cân", "kilo", "kilogam", "kilogram", "kilograms")
_POUND = ("lb", "lbs", "pound", "pounds")
_GRAM = ("g", "gr", "gam", "gram", "grams")
_BOUND_BEFORE = (
    "trên", "dưới", "từ", "quá", "hơn", "chưa", "gần", "ngoài", "mỗi", "<", ">", "≥", "≤", "/", "over", "under",
    "above", "below", "than", "per", "tăng", "giảm", "sụt", "mất", "thêm", "lên",
)  # fmt: skip
_ORGANS, _ORGAN_OF = ("gan", "than"), ("suy", "xơ", "viêm", "bệnh", "thư", "ghép")
_GIVEN = ("uống", "dùng", "tiêm", "truyền", "liều", "cho", "x", "pha", "ngày", "lần", "viên", "gói", "lọ", "ống", "+")
_MAN = "nam"  # behind a weight never "năm" typed without its mark: "70kg nam 60 tuổi"
_RELATIVE = ("gấp", "hơn", "thêm", "khác", "kém")
_LIGHTER = ("hơn", "bớt", "đi")
_LIGHTEST_IN_GRAMS = 400
_HEAVIEST_BARE = 120
_GRAMS_PER_KG = 1000
_LEAST_BESIDE_KG = 50  # grams of "3kg 200g"; the 1,5 g of "16kg 1,5g" is a dose
_DASHES = ("-", "–", "—")
_RANGE = (*_DASHES, "đến", "tới", "to")
_JOINS = (*_RANGE, "hay", "hoặc")
_NO_WEIGHT = ("tuổi", "t", "tháng", "th", "tuần", "ngày", "mg", "ml", "viên", "gói", "ống", "lần", "độ", "cm")
_OTHER_UNITS = (
    "tuổi", "t", "tháng", "th", "tuần", "ngày", "giờ", "phút", "mg", "ml", "g", "gam", "lần", "viên", "gói", "ống",
    "mcg", "microgam", "giọt", "độ", "%", "kg", "ký", "cân", "nhát", "liều", "năm", "tiếng", "/", "cm", "m",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weight:
    """Words `start` to `end`. `kg` None: a bound, a range or one of two guesses."""

    kg: Decimal | None
    start: int
    end: int
    rule: str


def weights_in(u: Utterance) -> tuple[Weight, ...]:
    found: list[Weight] = []
    for number in u.numbers:
        if found and number.start < found[-1].end:
            continue
        weight = _kilograms(u, number) or _grams(u, number) or _pounds(u, number) or _bare(u, number)
        if weight is not None:
            found.append(weight)
    return tuple(found)


def weight_is_open(u: Utterance, weights: Iterable[Weight]) -> bool:
    """Is a weight spoken of and none told: "nặng gấp đôi", "tăng thêm 2 kg", "trên 40 kg"? The old one is then gone."""
    told = list(weights)
    if told:
        return all(w.kg is None for w in told)
    return any(
        (u.says(i, "nặng", "cân") and u.says(i + 1, *_RELATIVE)) or (u.says(i, "nhẹ") and u.says(i + 1, *_LIGHTER))
        for i in range(len(u.words))
    )


def weight_in_grams(u: Utterance) -> Decimal | None:
    """Kilograms of the only number said, when it counts so many grams as a person weighs: "2200g mới đúng"."""
    if len(u.numbers) != 1 or u.drugs:
        return None
    number = u.numbers[0]
    grams = u.says(number.end, *_GRAM) and not u.says(number.end + 1, "/") and number.value >= _LIGHTEST_IN_GRAMS
    return number.value / _GRAMS_PER_KG if grams else None


def _kilograms(u: Utterance, number: Number) -> Weight | None:
    if not u.says(number.end, *_KILO) or (u.says(number.end, "cân") and u.says(number.end + 1, "nhắc", "bằng")):
        return None
    end = number.end + 1
    if u.says(end, "/"):
        return None  # a rate: "10 kg/m2" is no weight either
    if doubt := _doubt(u, number, end):
        return Weight(None, number.start, end, doubt)
    kg = number.value
    if u.says(end, "rưỡi"):
        return Weight(kg + Decimal("0.5"), number.start, end + 1, "weight.kg")
    grams = next((n for n in u.numbers if n.start == end and u.says(n.end, *_GRAM)), None)
    if grams is not None and _LEAST_BESIDE_KG <= grams.value < _GRAMS_PER_KG and not u.says(grams.end + 1, "/"):
        return Weight(kg + grams.value / _GRAMS_PER_KG, number.start, grams.end + 1, "weight.kg")
    rest = _fraction(u, end)
    if rest is not None:
        return Weight(kg + rest, number.start, end + 1, "weight.kg")
    return Weight(kg, number.start, end, "weight.kg")


def _fraction(u: Utterance, at: int) -> Decimal | None:
    """The "8" of "10 ký 8" and "11kg8"; a number with a unit of its own ("10 kg 8 tuổi") is none."""
    digits = next((n for n in u.numbers if n.start == at), None)
    if digits is None or digits.end != at + 1 or u.says(digits.end, *_OTHER_UNITS):
        return None
    if u.says(digits.end, "lạng"):
        return digits.value / 10
    text = u.words[at].text
    joined = u.words[at].start == u.words[at - 1].end
    closes = digits.end == len(u.words) or not u.words[digits.end].is_word
    if digits.in_words:
        ends = closes and not (digits.end < len(u.words) and u.words[digits.end].is_number)
        return digits.value / 10 if ends and text.lower() != _MAN and digits.value < 10 else None
    if len(text) == 1 and (joined or closes):
        return Decimal(text) / 10
    return Decimal(text) / 10 ** len(text) if joined and len(text) <= 3 else None


def _doubt(u: Utterance, number: Number, end: int) -> str:
    """The rule by which a number with a unit of weight, up to word `end`, is no weight of this patient; "": it is."""
    if _is_bound(u, number, end):
        return "weight.bound"
    return "weight.signed" if _is_signed(u, number) else ""


def _tells_weight(u: Utterance, number: Number) -> bool:
    """ "1 g" is a dose, "1200 g" may be a newborn."""
    light = u.says(number.end, *_GRAM) and number.value >= _LIGHTEST_IN_GRAMS
    return light or u.says(number.end, *_KILO, *_POUND)


def _is_bound(u: Utterance, number: Number, end: int) -> bool:
    before = number.start - 1
    ranged = u.says(before, *_RANGE)
    in_range = u.says(before, *_JOINS) and any(
        n.end == before or (ranged and n.end == before - 1 and _tells_weight(u, n)) for n in u.numbers
    )
    dashed = u.says(end, *_DASHES)
    opens_range = u.says(end, *_RANGE) and any(
        n.start == end + 1 and not (dashed and u.says(n.end, *_NO_WEIGHT)) for n in u.numbers
    )
    bounded = u.says(before, *_BOUND_BEFORE) and not _is_organ(u, before)
    return bounded or is_second_guess(u, number) or in_range or opens_range


def _is_organ(u: Utterance, at: int) -> bool:
    """ "suy gan 45 kg" is no "gần 45 kg", nor is "suy than 60 kg" without its marks "than 60 kg"."""
    if u.key(at) not in _ORGANS:
        return False
    bare = u.words[at].text.lower() in _ORGANS
    return bare and ((u.marked and u.key(at) == "gan") or u.says(at - 1, *_ORGAN_OF))


def _is_signed(u: Utterance, number: Number) -> bool:
    """ "-18 kg": a slip or a dash, only the writer knows; in "5 tuổi - 18 kg" and "5 tuổi-18 kg" it is a dash."""
    at = number.start - 1
    if not u.says(at, "-", "−", "–") or u.words[at].end != u.words[number.start].start:
        return False
    return at == 0 or u.words[at - 1].end < u.words[at].start


def _grams(u: Utterance, number: Number) -> Weight | None:
    """Grams weigh a person only when the words say so: a child, "nặng", "cân nặng"; "500 g" alone is a dose."""
    if not u.says(number.end, *_GRAM) or u.says(number.end + 1, "/") or u.says(number.start - 1, "/"):
        return None
    value = number.value
    if number.end - number.start == 3 and len(u.words[number.end - 1].text) == 3:
        value *= _GRAMS_PER_KG  # "27.000 gam": nobody weighs 27 grams, and grams have no thousandths
    weighed = any(u.says(i, "nặng", "cân") for i in range(max(0, number.start - 3), number.start))
    if value < _LIGHTEST_IN_GRAMS or not (weighed or _describes_child(u, number)):
        return None
    if doubt := _doubt(u, number, number.end + 1):
        return Weight(None, number.start, number.end + 1, doubt)
    return Weight(value / _GRAMS_PER_KG, number.start, number.end + 1, "weight.g")


def _describes_child(u: Utterance, number: Number) -> bool:
    """Right after a child, its age or a sign, where no drug and no verb of giving stands before the grams."""
    before = number.start - 1
    given = before in u.drug_words or u.says(before, *_GIVEN) or (before >= 0 and u.words[before].is_number)
    return not given and speaks_of_child(u)


def _pounds(u: Utterance, number: Number) -> Weight | None:
    if not u.says(number.end, *_POUND):
        return None
    doubt = _doubt(u, number, number.end + 1)
    kg = None if doubt else number.value * KG_PER_LB
    return Weight(kg, number.start, number.end + 1, doubt or "weight.lb")


def _bare(u: Utterance, number: Number) -> Weight | None:
    """ "cân nặng 15", "cân nặng: 15", of a child "nặng 15": the unit is left out."""
    at = number.start - 1
    if u.says(at, ":", "=", "là"):
        at -= 1
    if not u.says(at, "nặng") or u.says(number.end, *_OTHER_UNITS):
        return None
    said_of_child = not number.in_words and 1 < number.value <= _HEAVIEST_BARE and speaks_of_child(u)
    if not (u.says(at - 1, "cân") or said_of_child):
        return None
    if _is_bound(u, number, number.end) or any(n.start == number.end and is_second_guess(u, n) for n in u.numbers):
        return Weight(None, number.start, number.end, "weight.bound")  # "nặng 10 - 12 kg", "nặng 14 15"
    return Weight(number.value, number.start, number.end, "weight.bare")
