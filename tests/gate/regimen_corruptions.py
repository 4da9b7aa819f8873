"""Regimens cut or exchanged, and small words that turn a meaning: edits of plain text, made without the gate's tables."""

import itertools
import random
import re
from collections.abc import Iterator

from rag.passages import DOSING
from tests.gate.truths import Edit, Truth, cuts, each

_RANGE = r"\d+(?:,\d+)?(?: - \d+(?:,\d+)?)?"
_DOSE = rf"{_RANGE} (?:mg|g|microgam|ml|đv|đvqt|viên)(?:/\w+)*"
_FREQUENCY = rf"(?:ngày )?{_RANGE} lần(?:/(?:ngày|tuần|tháng)| mỗi (?:ngày|tuần)| một ngày)|cách {_RANGE} (?:giờ|ngày)(?:/lần| một lần)?"


def _cut_of_dosing(t: Truth, *patterns: str) -> Iterator[str]:
    """Of sentences that still tell an amount when the words are gone."""
    if t.passage.section == DOSING:
        yield from (text for text in cuts(t.text, *patterns) if re.search(_DOSE, text))


def frequency_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _cut_of_dosing(t, rf",? (?:{_FREQUENCY})(?![\w/])", rf",? chia {_RANGE} lần")


def schedule_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _cut_of_dosing(
        t, r",? mỗi (?:tuần|tháng) \w+ lần", r",? mỗi đợt [^,;.]*", r",? nghỉ [^,;.]*", r",? (?:cho )?(?:tới|đến) (?:khi|lúc) [^,;.]*",
        r"; tổng liều [^;.]*", r",? (?:sau đó|rồi) [^;.]*",
    )  # fmt: skip


def duration_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _cut_of_dosing(
        t,
        rf",? (?:thường )?(?:trong|kéo dài|ít nhất|dùng liên tục) {_RANGE} (?:ngày|tuần|tháng|phút|giờ)(?: liên tiếp)?",
        r"; điều trị [^;.]*",
    )


def condition_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _cut_of_dosing(t, r",? (?:nếu|khi) (?!cần|có thể)[^,;.]*", r",? tùy [^,;.]*")


def partner_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _cut_of_dosing(t, r",? (?:phối hợp|kết hợp|kèm) [^,;.]*", r",? (?:phối hợp|kết hợp) với [^;.]*")


def dilution_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _cut_of_dosing(t, r",? (?:rồi )?(?:pha|hòa)\b[^,;.]*(?=[,;.])")


def frequency_of_other_alternative(t: Truth, rng: random.Random) -> Iterator[str]:
    """The first dose with the frequency of the next; then both frequencies exchanged."""
    if t.passage.section != DOSING:
        return
    pairs = list(re.finditer(rf"({_DOSE}),? ({_FREQUENCY})(?![\w/])", t.text))
    for one, other in itertools.pairwise(pairs):
        if one[2] != other[2]:
            yield t.text[: one.start(2)] + t.text[other.start(2) :]
            between = t.text[one.end(2) : other.start(2)]
            yield t.text[: one.start(2)] + other[2] + between + one[2] + t.text[other.end(2) :]


def link_reversed(t: Truth, rng: random.Random) -> Iterator[str]:
    """What a dose is lowered by, and what it is lowered to."""
    lowered = r"\b(giảm(?: (?!dưới|gần|ít|thêm)\w+){0,2}?) (?=(?:khoảng )?\d[^;,.]*%|(?:\d/\d|một nửa))"
    for to in ("còn", "xuống", "tới", "đến", "bằng"):
        if not re.search(r"giảm[^;,.]*\b(?:còn|xuống|tới|đến|bằng)\b", t.text, re.IGNORECASE):
            yield from each(lowered, rf"\1 {to} ", t.text)
    yield from each(r"(\b(?:giảm|tăng)[^;,.]*) (?:còn|xuống|tới|đến|thêm) (?=(?:khoảng )?\d|một nửa)", r"\1 ", t.text)


def comparator_added(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"\btừ (?=\d+ (?:tháng )?tuổi trở lên)", "dưới ", t.text)
    unbounded = rf"(?<!\d )(?<!dưới )(?<!trên )(?<!- )(?<![<>≤≥] )(?<![<>≤≥])(?<!đến )(?<!đa )(?<!nhất )(?<!quá )(?<!hơn )\b(?={_RANGE} (?:tuổi|kg|tháng tuổi)\b)"
    for word in ("dưới ", "trên "):
        yield from each(unbounded, word, t.text)


def qualifier_dropped(t: Truth, rng: random.Random) -> Iterator[str]:
    degrees = r"nặng|nhẹ|vừa|cấp|mạn tính|liều cao|liều thấp|hoàn toàn|đáng kể|kéo dài(?! \d)|tiến triển|lan tỏa"
    yield from each(rf" (?:{degrees})(?![\w-])", "", t.text)
    yield from each(r"(?<=chống chỉ định) tuyệt đối", "", t.text)


def other_days(t: Truth, rng: random.Random) -> Iterator[str]:
    """Every other day told as every day, every week as every other week, and the other way round."""
    other_day = r"\bcách (?:1 |một )?(?:ngày|nhật)\b"
    for word in ("mỗi ngày", "hàng ngày", "ngày", "cách 24 giờ", "cách tuần"):
        yield from each(other_day, word, t.text)
    yield from each(r"\b(?:mỗi|hàng|hằng) (ngày|tuần|tháng)\b", r"cách \1", t.text)


def manner_dropped(t: Truth, rng: random.Random) -> Iterator[str]:
    """How fast: "từ từ", "ngay" are words that elsewhere say little. A word that stands there twice is still told."""
    for word in ("từ từ", "ngay", "dần", "chậm", "nhanh"):
        if t.passage.section != "duoc_ly" and len(re.findall(rf"\b{word}\b", t.text, re.IGNORECASE)) == 1:
            yield from cuts(t.text, rf"(?<=\w) {word}(?![\w-])")


def division_dropped(t: Truth, rng: random.Random) -> Iterator[str]:
    """What is to be divided told as what is given each time."""
    if "chia" not in t.text.partition(": ")[0]:  # a lead that says so says it for the rest
        yield from cuts(t.text, rf"\bchia (?:làm |thành |đều )?(?={_RANGE} (?:lần|liều))")
    yield from each(r"\btổng liều (?=\d)", "liều ", t.text)


REGIMEN_EDITS: tuple[Edit, ...] = (
    frequency_omitted, schedule_omitted, duration_omitted, condition_omitted, partner_omitted, dilution_omitted,
    frequency_of_other_alternative, link_reversed, comparator_added, qualifier_dropped,
    other_days, manner_dropped, division_dropped,
)  # fmt: skip
