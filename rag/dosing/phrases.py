"""The phrases that dosing print is made of: amounts, maxima, how often, how long.

`phrases_in` finds them all, left to right, without overlap. What lies between them is for `grammar` to judge: a number
that is in no phrase is a number that was not understood.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rag.dosing.rules import Basis, Per
from rag.dosing.units import Measure, Unit
from rag.quantities import WORD_NUMBERS, decimal_of
from rag.vietnamese import fold

# A decimal point is two numbers to two readers, so a number that has one is in no phrase.
NUMBER = r"(?:\d{1,3}(?:[ \u00a0]\d{3})+(?:,\d+)?|\d+(?:,\d+)?)(?![.,/]?\d)"
_FEW = rf"(?:{NUMBER}|một|hai|ba|bốn|năm|sáu)"
_DASH = r"\s?(?:-|–|đến|tới)\s?"
_UNITS: dict[str, Unit] = {
    "microgam": Unit.MICROGAM, "nanogam": Unit.NANOGAM, "picogam": Unit.PICOGAM, "mg": Unit.MG, "gam": Unit.G,
    "g": Unit.G, "đvqt": Unit.DVQT, "đơn vị quốc tế": Unit.DVQT, "iu": Unit.DVQT, "đơn vị": Unit.UNITS,
    "đv": Unit.UNITS, "meq": Unit.MEQ, "mmol": Unit.MMOL, "ml": Unit.ML, "giọt": Unit.DROP, "nhát": Unit.PUFF,
}  # fmt: skip
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_BASES: dict[str, Basis] = {
    "lần": Basis.DOSE, "liều": Basis.DOSE, "ngày": Basis.DAY, "24 giờ": Basis.DAY, "tuần": Basis.WEEK,
    "giờ": Basis.HOUR, "phút": Basis.MINUTE,
}  # fmt: skip
_PER = r"(?:\s?/\s?kg(?: (?:thể trọng|cân nặng))?|\s?/\s?m ?[2²])?"
_BASIS = r"(?:(?:\s?/\s?|\s?mỗi |\s?trong (?=24))(?:24 ?giờ|lần|liều|ngày|tuần|giờ|phút)(?![^\W\d_]))"


def _amount(name: str) -> str:
    """Pattern of an amount; its groups carry the name, because a pattern may hold several."""
    return (
        rf"(?<![\d.,/%\w])(?:(?P<{name}_low>{NUMBER})(?:\s?(?P<{name}_low_unit>{_UNIT}))?{_DASH})?"
        rf"(?P<{name}_high>{NUMBER})\s?(?P<{name}_unit>{_UNIT})(?![^\W\d_])"
        rf"(?P<{name}_per>{_PER})(?P<{name}_basis>{_BASIS}*)"
    )


def _count(name: str) -> str:
    return rf"(?P<{name}_a>{_FEW})(?:(?:{_DASH}| hoặc )(?P<{name}_b>{_FEW}))?"


class Kind(StrEnum):
    AMOUNT = "amount"
    CAP = "cap"
    RAISED = "raised"  # "có thể tăng tới …": what the dose may become, no maximum
    COUNT_CAP = "count_cap"
    MINIMUM = "minimum"
    TIMES = "times"
    DIVISION = "division"
    ONCE = "once"  # so many times, of no named period: "uống 1 lần"
    INTERVAL = "interval"
    REPEAT = "repeat"  # an interval after which a dose may be repeated
    DURATION = "duration"
    GIVEN_OVER = "given_over"  # how long one infusion or injection takes
    SINGLE = "single"
    ROUNDING = "rounding"


@dataclass(frozen=True, slots=True)
class Stated:
    """An amount as printed. `bases` empty: the phrase itself does not say per what."""

    low: Measure | None
    high: Measure
    per: Per
    bases: tuple[Basis, ...]
    low_names_unit: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """Characters `start` to `end` of the text. Counts are doses for times, hours for intervals."""

    kind: Kind
    start: int
    end: int
    stated: tuple[Stated, ...] = ()
    low: Fraction | None = None
    high: Fraction | None = None
    per: Basis = Basis.DAY
    spans: tuple[tuple[int, int], ...] = field(default=())  # of each stated amount


_WHOLE = r"(?![^\W\d_])"  # the word ends here
_PERIOD = r"(?:24 ?giờ|ngày|tuần)"
_SPAN_OF_TIME = rf"(?:ngày|tuần|tháng|năm)(?: (?:liên tục|liên tiếp|liền))?{_WHOLE}"
_LIMIT = (
    r"(?:(?:liều )?tối đa(?: khuyến cáo)?|(?:nhưng )?không (?:được |nên )?(?:dùng )?(?:vượt )?quá|không vượt|nhiều nhất)"
    r"(?: (?:là|tới|đến|bằng|chỉ))?"
)
_EACH_TIME = rf"(?:\s?/\s?lần| (?:một|1) lần)?{_WHOLE}"
_ONCE = r"(?:1|một)"
_TAKEN = r"(?:dùng|uống|tiêm|truyền)"
_DIVIDED = r"chia(?: đều)?(?: ra)?(?: làm| thành)?"
_IN_A_DAY = r"(?:\s?/\s?ngày| mỗi ngày| trong ngày)?"
_UP_TO = r"(?:lên tới|lên đến|lên|tới|đến)"
_RAISED = r"(?:tăng(?: liều)?(?: dần)?|(?<=có thể )(?:cần |dùng )?)(?: liều)?"
_ABOUT = r"(?:vòng |suốt |ít nhất |tối thiểu |khoảng |tối đa )*"

# In order: where two begin at one place, the first is meant. A row may say the same kind in another way.
_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        # tối đa 4 lần/24 giờ
        (Kind.COUNT_CAP, rf"{_LIMIT} (?P<n_a>{_FEW}) (?:lần|liều)\s?(?:/|trong|mỗi|một)\s?(?:24 ?giờ|ngày){_WHOLE}"),
        # tối đa 15 mg/kg/ngày và 1,5 g/ngày
        (Kind.CAP, rf"{_LIMIT} {_amount('one')}(?: (?:và|hoặc) {_amount('two')})?"),
        # nếu cần, có thể tăng tới 150 mg/ngày
        (Kind.RAISED, rf"(?:(?:nếu|khi) cần,? )?(?:có thể |phải |cần )*{_RAISED} ?{_UP_TO} (?:liều )?{_amount('one')}"),
        (Kind.MINIMUM, rf"(?:liều )?tối thiểu(?: là)? {_amount('one')}"),
        # gần mức 20 mg nhất
        (Kind.ROUNDING, rf"(?:làm tròn )?(?:tới |đến )?(?:gần )?mức {_amount('one')} (?:gần )?nhất"),
        # dùng 1 lần hoặc chia 2 - 4 lần
        (Kind.DIVISION, rf"(?:dùng|uống) {_ONCE} lần(?: trong ngày)?,? hoặc {_DIVIDED} (?:{_FEW}{_DASH})?(?P<w_b>{_FEW})"
                        rf" (?:lần|liều){_IN_A_DAY}{_WHOLE}"),
        # chia đều 3 - 4 lần
        (Kind.DIVISION, rf"{_DIVIDED} {_count('n')} (?:lần|liều)(?: (?:nhỏ|bằng nhau|uống|tiêm|truyền|dùng))*"
                        rf"(?P<n_per>\s?/\s?{_PERIOD}| mỗi ngày| trong ngày| trong 24 giờ)?{_WHOLE}"),
        # cách 4 - 6 giờ/lần, cứ 6 giờ một lần
        (Kind.INTERVAL, rf"(?:cứ )?cách(?: nhau)?(?: mỗi)? {_count('n')} giờ{_EACH_TIME}"),
        (Kind.INTERVAL, rf"(?:cứ |mỗi ){_count('n')} giờ{_EACH_TIME}"),
        (Kind.INTERVAL, rf"{_count('n')} giờ (?:một|1) lần{_WHOLE}"),
        # có thể nhắc lại sau 4 - 6 giờ
        (Kind.REPEAT, rf"(?:có thể )?(?:nhắc|lặp) lại (?:liều )?(?:sau|cách)(?: mỗi)? {_count('n')} giờ{_EACH_TIME}"),
        # 3 - 4 lần/ngày, ngày 2 lần; "cách ngày một lần" and "2 ngày một lần" are neither
        (Kind.TIMES, rf"(?:x ?)?{_count('n')} lần\s?(?:/|mỗi|trong|một)\s?(?P<n_per>{_PERIOD}){_WHOLE}"),
        (Kind.TIMES, rf"(?<!cách )(?<!\d )(?<!hai )(?<!ba )(?:mỗi |một )?(?<!cách )(?P<n_per>ngày|tuần)(?: {_TAKEN})?"
                     rf" {_count('n')} lần{_WHOLE}"),
        # một liều duy nhất
        (Kind.SINGLE, rf"(?:{_TAKEN} |một |1 )*liều (?:duy nhất|đơn)|(?:{_TAKEN} )?{_ONCE} lần duy nhất"),
        # truyền trong 15 phút
        (Kind.GIVEN_OVER, rf"(?:tiêm|truyền)(?: tĩnh mạch)?(?: chậm| liên tục| trực tiếp)* (?:trong|ít nhất|trên) {_ABOUT}"
                          rf"{_count('n')} (?:phút|giờ)(?! (?:đầu|sau|trước)){_WHOLE}"),
        (Kind.GIVEN_OVER, rf"(?:trong|ít nhất|trên) {_ABOUT}{_count('n')} phút(?! (?:đầu|sau|trước)){_WHOLE}"),
        # trong 5 - 10 ngày, dùng tối đa 3 ngày
        (Kind.DURATION, rf"(?:dùng |uống |điều trị |kéo dài |liền |đủ )*(?:trong |liền |tối đa |không quá ){_ABOUT}"
                        rf"{_count('n')} {_SPAN_OF_TIME}"),
        (Kind.DURATION, rf"(?<!nếu )(?:ít nhất|dùng|kéo dài(?: (?:tới|đến))?|đợt điều trị|điều trị)(?: trong)? {_count('n')}"
                        rf" {_SPAN_OF_TIME}"),
        (Kind.AMOUNT, _amount("one")),
        # uống 1 lần
        (Kind.ONCE, rf"(?:{_TAKEN} )?{_count('n')} lần(?: duy nhất)?(?= (?:vào|trong ngày)|[,.;)]|$)"),
    )
)  # fmt: skip


def phrases_in(text: str) -> tuple[Phrase, ...]:
    """Every phrase of the text. Where two begin at one place, the earlier pattern wins."""
    return tuple(_scan(text))


def _scan(text: str) -> Iterator[Phrase]:
    at = 0
    ahead = [pattern.search(text) for _, pattern in _PATTERNS]
    while True:
        # Only a match that the last phrase ran into has to be looked for again.
        for order, (_, pattern) in enumerate(_PATTERNS):
            match = ahead[order]
            if match is not None and match.start() < at:
                ahead[order] = pattern.search(text, at)
        found = [(match.start(), order, match) for order, match in enumerate(ahead) if match is not None]
        if not found:
            return
        _, order, first = min(found, key=lambda f: f[:2])
        yield _phrase(_PATTERNS[order][0], first)
        at = first.end()


def _phrase(kind: Kind, match: re.Match[str]) -> Phrase:
    groups = match.groupdict()
    names = [name for name in ("one", "two") if groups.get(f"{name}_high")]
    stated = tuple(_stated(groups, name) for name in names)
    spans = tuple((_first_of(match, name), match.end(f"{name}_basis")) for name in names)
    low, high = _ends(groups)
    per = _BASES.get(_spaced(groups.get("n_per") or "ngày"), Basis.DAY)
    return Phrase(kind, match.start(), match.end(), stated, low, high, per, spans)


def _first_of(match: re.Match[str], name: str) -> int:
    return match.start(f"{name}_low" if match[f"{name}_low"] else f"{name}_high")


def _stated(groups: dict[str, str | None], name: str) -> Stated:
    unit = _UNITS[(groups[f"{name}_unit"] or "").lower()]
    low_unit = groups[f"{name}_low_unit"]
    low_digits, high_digits = groups[f"{name}_low"], groups[f"{name}_high"] or ""
    high = Measure.of(decimal_of(high_digits), unit)
    low = Measure.of(decimal_of(low_digits), _UNITS[low_unit.lower()] if low_unit else unit) if low_digits else high
    per_text = fold(groups[f"{name}_per"] or "").replace(" ", "")
    per = Per.KG if "kg" in per_text else Per.M2 if "/m" in per_text else Per.FIXED
    bases = tuple(_BASES[b] for b in _basis_words(groups[f"{name}_basis"] or ""))
    return Stated(low, high, per, bases, low_names_unit=low_unit is not None)


def _basis_words(text: str) -> list[str]:
    return [_spaced(word) for word in re.findall(r"24 ?giờ|lần|liều|ngày|tuần|giờ|phút", text.lower())]


def _spaced(period: str) -> str:
    """ "24giờ" and " / 24 giờ" are "24 giờ"."""
    word = re.sub(r"^(?:\s?/\s?| ?mỗi | ?trong )", "", period.lower())
    return re.sub(r"^24 ?giờ$", "24 giờ", word)


def _ends(groups: dict[str, str | None]) -> tuple[Fraction | None, Fraction | None]:
    if groups.get("w_b"):
        return Fraction(1), _number(groups["w_b"] or "")
    first = groups.get("n_a")
    if not first:
        return None, None
    second = groups.get("n_b") or first
    return _number(first), _number(second)


def _number(word: str) -> Fraction:
    folded = fold(word)
    return Fraction(WORD_NUMBERS[folded]) if folded in WORD_NUMBERS else Fraction(Decimal(decimal_of(word)))
