"""Renal and hepatic function as said: a measure with its value, or impairment named without a number."""

from dataclasses import dataclass
from decimal import Decimal

from rag.frames import Renal
from rag.understanding import lexicon
from rag.understanding.numbers import Number
from rag.understanding.phrases import Hit
from rag.understanding.utterance import Utterance

# A creatinine above the usual upper limit counts as impairment; one that is usual is only kept as said.
_USUAL_MICROMOL = Decimal(120)
_USUAL_MG = Decimal("1.36")
_USUAL_MG_PER_LITRE = _USUAL_MG * 10

_CLEARANCE_NAMES = (
    "clcr, crcl, ccr, gfr, egfr, mlct, cl cr, độ lọc cầu thận, mức lọc cầu thận, độ lọc, mức lọc, độ thanh thải, "
    "độ thanh thải creatinin, thanh thải creatinin, độ thanh thải creatinine, thanh thải creatinine, "
    "hệ số thanh thải, creatinine clearance, creatinin clearance, cr cl, độ thanh thải cre, thanh thải cre, "
    "độ thanh thải cr, thanh thải cr, độ thanh thải crea, thanh thải crea, độ thanh thải creat, thanh thải creat"
)
_CREATININ_NAMES = (
    "creatinin, creatinine, kreatinin, creatin, creatinin huyết thanh, creatinin máu, serum creatinine, "
    "crea, creat, cre, scr, s cr, cr"
)
_CLEARANCE = tuple(tuple(name.split()) for name in _CLEARANCE_NAMES.split(", "))
_CREATININ = tuple(tuple(name.split()) for name in _CREATININ_NAMES.split(", "))
# Of these letters others make other things: "Tegretol CR 200", carbapenem-resistant bacteria, a metal.
_SHORT = ("cre", "cr", "creat", "creatin")
_OF_CLEARANCE = ("cl", "thải", "clearance")
_NO_LEVEL = ("g", "gam", "viên", "ống", "lần", "ngày", "giờ", "h", "tuần", "tháng", "tuổi", "kg", "ml", "x", "ca", "%")
_LITRES = ("l", "lít", "lit")
_MAY_STAND_BETWEEN = (
    "= : là đúng vừa chẵn khoảng chừng tầm còn của bn bệnh nhân cỡ chỉ tròn được ( < > ≤ ≥ dưới trên nhỏ lớn hơn từ độ "
    "huyết thanh máu tương ht tính ước is of below above ở mức bằng hiện"
)
_BETWEEN = tuple(_MAY_STAND_BETWEEN.split())
_BELOW, _ABOVE = ("<", "dưới", "nhỏ", "below"), (">", "trên", "lớn", "above")
_FARTHEST = 5  # words between a measure and its value


@dataclass(frozen=True, slots=True)
class RenalSaid:
    """Words `start` to `end`. `impaired`: does it say that the kidneys do not work as they should?"""

    renal: Renal
    start: int
    end: int
    impaired: bool
    rule: str


def renal_in(u: Utterance, *, negated: frozenset[Hit], aside: frozenset[int] = frozenset()) -> RenalSaid | None:
    """The first value given; else the impairment named; None when neither is said or it is denied.

    `aside`: words that tell of somebody else.
    """
    for at in range(len(u.words)):
        if at in aside:
            continue
        for names, measure in ((_CLEARANCE, "clcr"), (_CREATININ, "creatinin")):
            length = max((len(n) for n in names if all(u.says(at + i, w) for i, w in enumerate(n))), default=0)
            if length and measure == "creatinin" and not _is_level(u, at, at + length):
                continue
            if length and (said := _measured(u, at, at + length, measure)) is not None:
                return said
    for hit in u.hits.labelled(lexicon.PEOPLE, "dialysis", "renal"):
        if hit not in negated:
            return _named(u, hit)
    return None


def _value_after(u: Utterance, at: int) -> tuple[Number, str | None] | None:
    comparator = None
    for i in range(at, min(at + _FARTHEST, len(u.words))):
        number = next((n for n in u.numbers if n.start == i and not n.in_words), None)
        if number is not None:
            return number, comparator
        if not u.says(i, *_BETWEEN):
            return None
        if u.says(i, "≤", "≥"):
            comparator = "<=" if u.says(i, "≤") else ">="
        elif u.says(i, *_BELOW):
            comparator = "<"
        elif u.says(i, *_ABOVE):
            comparator = ">"
        elif u.says(i, "=") and comparator:
            comparator += "="
    return None


def _is_level(u: Utterance, at: int, end: int) -> bool:
    """Do letters that stand for creatinine stand for it here? The longer names always do."""
    if u.says(at - 1, *_OF_CLEARANCE):
        return False
    if not u.says(at, *_SHORT):
        return True
    found = _value_after(u, end)
    if found is None:
        return False
    value_end = found[0].end
    if _unit(u, value_end)[1] is not None:
        return True
    if u.says(value_end, *_NO_LEVEL) or u.says(value_end, "mg", "microgam", "mcg"):
        return False
    # "tegretol cr 200" is a tablet; "metformin Cr 110" is written as the laboratory writes it.
    return not (u.says(at, "cr") and at - 1 in u.drug_words and u.words[at].text != "Cr")


def _measured(u: Utterance, start: int, at: int, measure: str) -> RenalSaid | None:
    found = _value_after(u, at)
    if found is None:
        return None
    number, comparator = found
    end, unit = _unit(u, number.end)
    value: Decimal | None = number.value
    in_range = u.says(number.end, "-", "–", "đến") and any(n.start == number.end + 1 for n in u.numbers)
    if in_range:
        last = next(n for n in u.numbers if n.start == number.end + 1)
        end, unit = _unit(u, last.end)
        value = None
    if unit == "ml/phút":
        measure = "clcr"  # "creatinin 30 ml/phút": only a clearance is told in it
    if measure == "clcr":
        unit = unit or "ml/phút"
        impaired = True
    else:
        usual = _USUAL_MG if unit == "mg/dl" or (unit is None and number.value < 20) else _USUAL_MICROMOL
        usual = _USUAL_MG_PER_LITRE if unit == "mg/lít" else usual
        impaired = number.value > usual
    renal = Renal(measure, value, unit, u.typed(start, end), comparator)
    return RenalSaid(renal, start, end, impaired, f"renal.{measure}")


def _unit(u: Utterance, at: int) -> tuple[int, str | None]:
    """(where it ends, its name); the 1,73 of "ml/phút/1,73 m2" belongs to the unit."""
    if u.says(at, "ml") and u.says(at + 1, "/"):
        end = at + 3
        if u.says(end, "/") and any(n.start == end + 1 for n in u.numbers):
            end = next(n.end for n in u.numbers if n.start == end + 1)
            end += u.says(end, "m", "m²") + (u.says(end, "m") and u.key(end + 1) == "2")
        return end, "ml/phút"
    if u.says(at, "micromol", "µmol", "umol", "μmol"):
        return at + (3 if u.says(at + 1, "/") else 1), "micromol/lít"
    if u.says(at, "mg") and u.says(at + 1, "/"):
        return at + 3, "mg/lít" if u.says(at + 2, *_LITRES) else "mg/dl"
    if u.says(at, "mg") and u.says(at + 1, "%"):
        return at + 2, "mg/dl"
    return at, None


def _named(u: Utterance, hit: Hit) -> RenalSaid:
    measure = "loc_mau" if hit.label == "dialysis" else "suy_than"
    end = hit.end
    found = _value_after(u, end)
    if found is not None:
        value_end, unit = _unit(u, found[0].end)
        if unit == "ml/phút":
            renal = Renal("clcr", found[0].value, unit, u.typed(hit.start, value_end), found[1])
            return RenalSaid(renal, hit.start, value_end, impaired=True, rule="renal.value_of_impairment")
    if u.says(end, "độ", "giai", "mức"):
        end += 3 if u.says(end, "giai") else 2
    end = min(end + u.says(end, "nặng", "nhẹ", "vừa", "mạn", "cấp"), len(u.words))
    return RenalSaid(Renal(measure, None, None, u.typed(hit.start, end)), hit.start, end, True, f"renal.{measure}")


def hepatic_in(u: Utterance, *, negated: frozenset[Hit]) -> tuple[str, int, int] | None:
    """What was said of the liver as typed, and its words; the grade ("Child C") before the bare word."""
    said = [h for h in u.hits.labelled(lexicon.PEOPLE, "hepatic") if h not in negated]
    if not said:
        return None
    graded = next((h for h in said if u.says(h.start, "child")), None)
    first = graded or said[0]
    end = first.end
    if u.says(end, "A", "B", "C") and graded:
        end += 1
    return u.typed(first.start, end), first.start, end
