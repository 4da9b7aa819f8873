"""Read the fields of one statement: amount, how often, maxima. What the phrases say of each other has to agree."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rag.dosing.leads import is_loading
from rag.dosing.parts import Part
from rag.dosing.phrases import Kind, Phrase, Stated
from rag.dosing.rules import Amount, Basis, CountCap, Interval, Per, Span, Times
from rag.dosing.units import Measure, UnitMismatch
from rag.dosing.words import NotUnderstood
from rag.vietnamese import fold

HOURS_PER_DAY = 24


def amount_of(
    phrase: Phrase, part: Part, base: int, times: Times | None, interval: Interval | None, *, single: bool
) -> Amount:
    stated = phrase.stated[0]
    if stated.low is not None and stated.low_names_unit and stated.per is not Per.FIXED:
        raise NotUnderstood("hai đầu khoảng khác mẫu đơn vị")
    if stated.low is not None and stated.low.exceeds(stated.high):
        raise NotUnderstood("khoảng liều viết ngược")
    basis = _basis(stated, part, times, interval, single=single)
    return Amount(stated.low, stated.high, stated.per, basis, Span(base + phrase.start, base + phrase.end))


def _basis(stated: Stated, part: Part, times: Times | None, interval: Interval | None, *, single: bool) -> Basis:
    if len(set(stated.bases)) > 1:
        raise NotUnderstood("vừa mỗi ngày vừa mỗi lần")
    if stated.bases:
        return stated.bases[0]
    if single:
        return Basis.SINGLE
    before = fold(part.before)
    if re.search(r"\bmoi lan\b", before):
        return Basis.DOSE
    if re.search(r"\b(?:moi|mot) ngay\b", before) and (times is None or times.divides):
        return Basis.DAY
    if times is not None and times.divides:
        raise NotUnderstood("chia lần mà không rõ lượng của cả ngày")
    if times is not None or interval is not None:
        return Basis.DOSE
    raise NotUnderstood("không rõ mỗi lần hay mỗi ngày")


def _is_single(part: Part) -> bool:
    """ "Liều đầu 20 mg/kg một lần": one dose, not one a day."""
    once = part.of(Kind.ONCE)
    return bool(once) and once[0].high == 1 and is_loading(part.before)


def times_of(part: Part, base: int) -> Times | None:
    found = part.of(Kind.TIMES, Kind.DIVISION, Kind.ONCE)
    if not found or (found[0].kind is Kind.ONCE and _is_single(part)):
        return None
    if len(found) > 1:
        raise NotUnderstood("nhiều số lần dùng trong một vế")
    phrase = found[0]
    place = part.phrases.index(phrase)
    if place > 0 and part.phrases[place - 1].kind is Kind.RAISED:
        raise NotUnderstood("số lần dùng của mức đã tăng")
    low, high = phrase.low, phrase.high
    if low is None or high is None or not 0 < low <= high:
        raise NotUnderstood("số lần dùng không đọc được")
    if phrase.kind is Kind.ONCE and Basis.DAY not in part.of(Kind.AMOUNT)[0].stated[0].bases:
        raise NotUnderstood("số lần dùng mà không rõ trong bao lâu")
    divides = phrase.kind is not Kind.TIMES
    return Times(low, high, phrase.per, Span(base + phrase.start, base + phrase.end), divides)


def interval_of(part: Part, base: int) -> Interval | None:
    found = part.of(Kind.INTERVAL, Kind.REPEAT)
    if not found:
        return None
    if len(found) > 1:
        raise NotUnderstood("nhiều khoảng cách giữa các lần dùng trong một vế")
    phrase = found[0]
    if phrase.low is None or phrase.high is None or not 0 < phrase.low <= phrase.high:
        raise NotUnderstood("khoảng cách giữa các lần dùng không đọc được")
    return Interval(phrase.low, phrase.high, Span(base + phrase.start, base + phrase.end))


def caps_of(phrase: Phrase, part: Part, amount: Amount | None, base: int) -> Iterator[Amount]:
    for stated, (start, end) in zip(phrase.stated, phrase.spans, strict=True):
        if stated.low is not None and stated.low != stated.high:
            raise NotUnderstood("giới hạn tối đa là một khoảng")
        yield Amount(
            None, stated.high, stated.per, _cap_basis(stated, phrase, part, amount), Span(base + start, base + end)
        )


def _cap_basis(stated: Stated, phrase: Phrase, part: Part, amount: Amount | None) -> Basis:
    if len(set(stated.bases)) > 1:
        raise NotUnderstood("giới hạn vừa mỗi ngày vừa mỗi lần")
    if stated.bases:
        return stated.bases[0]
    # "75 mg/kg, tối đa 2 g, 1 lần/ngày": a maximum that follows its amount is of the same thing.
    if amount is not None and phrase not in part.after_semicolon and _follows(phrase, part):
        return amount.basis
    raise NotUnderstood("không rõ tối đa mỗi lần hay mỗi ngày")


def _follows(phrase: Phrase, part: Part) -> bool:
    place = part.phrases.index(phrase)
    return place > 0 and part.phrases[place - 1].kind is Kind.AMOUNT


def count_cap_of(found: Sequence[Phrase], base: int) -> CountCap | None:
    if not found:
        return None
    phrase = min(found, key=lambda p: p.high or Fraction(0))
    if phrase.high is None or phrase.high.denominator != 1:
        raise NotUnderstood("số lần tối đa không đọc được")
    return CountCap(int(phrase.high), Span(base + phrase.start, base + phrase.end))


def minimum_of(part: Part, base: int) -> Amount | None:
    found = part.of(Kind.MINIMUM)
    if not found:
        return None
    stated = found[0].stated[0]
    if len(found) > 1 or len(set(stated.bases)) != 1 or stated.low != stated.high:
        raise NotUnderstood("liều tối thiểu không rõ")
    return Amount(
        stated.low, stated.high, stated.per, stated.bases[0], Span(base + found[0].start, base + found[0].end)
    )


def raised_of(part: Part, base: int) -> Amount | None:
    """What the dose may be raised to; it says itself per what."""
    found = part.of(Kind.RAISED)
    if not found:
        return None
    stated = found[0].stated[0]
    if len(found) > 1 or len(set(stated.bases)) != 1 or stated.low is None:
        raise NotUnderstood("mức có thể tăng tới không rõ")
    low = None if stated.low == stated.high else stated.low
    start, end = found[0].spans[0]
    return Amount(low, stated.high, stated.per, stated.bases[0], Span(base + start, base + end))


def rounding_of(part: Part) -> Measure | None:
    found = part.of(Kind.ROUNDING)
    return found[0].stated[0].high if found else None


def _agree(times: Times, interval: Interval) -> bool:
    """Do so many doses, so far apart, fall into one day?"""
    return times.per is not Basis.DAY or times.high * interval.low <= HOURS_PER_DAY


def check_agreement(
    amount: Amount | None, times: Times | None, interval: Interval | None, caps: Sequence[Amount]
) -> None:
    """What the phrases say of each other has to hold, or one of them was read wrongly."""
    if amount is None:
        return
    if amount.basis is Basis.DOSE and times is not None and times.divides:
        raise NotUnderstood("liều mỗi lần mà còn chia")
    if amount.basis is Basis.DAY and times is not None and not times.divides and times.high != 1:
        raise NotUnderstood("liều cả ngày kèm số lần mà không nói chia")
    if amount.basis in (Basis.HOUR, Basis.MINUTE) and (times is not None or interval is not None):
        raise NotUnderstood("tốc độ truyền kèm số lần dùng")
    if times is not None and interval is not None and not _agree(times, interval):
        raise NotUnderstood("số lần và khoảng cách không khớp")
    for cap in caps:
        try:
            cap.high.to(amount.high.unit)
        except UnitMismatch as error:
            raise NotUnderstood("giới hạn và liều khác loại đơn vị") from error
