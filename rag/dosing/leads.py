"""What the opening of a dosing sentence says of the patient: bands, phase, form, and words that a person must judge."""

import re
from dataclasses import dataclass

from rag.printed import Segment, lead_of, populations_in
from rag.quantities import Band, clearance_bands
from rag.vietnamese import fold

# Groups that no number bounds: nobody can say whether this child is one of them.
_VAGUE = re.compile(r"\btre (?:em )?(?:lon|nho|nho hon|lon hon|be|moi de|moi sinh)\b(?! tuoi)|\btuoi (?:nho|lon)\b")
# Named at the front, and with no age behind it: "viêm khớp thiếu niên" is a disease.
_YOUTHS = re.compile(
    r"^(?:tre |tuoi )?(?:thieu nien|vi thanh nien|nhu nhi|bu me)\b|\b(?:va|hoac|,) (?:thieu nien|vi thanh nien)\b"
)
# With its marks: "đích" is a target, "dịch" a fluid.
_PHASE = re.compile(
    r"\b(?:(?:liều )?(?:khởi đầu|bắt đầu|ban đầu|nạp|tấn công|duy trì|đích|thông thường)|liều đầu(?: tiên)?"
    r"|giai đoạn \d)\b",
    re.IGNORECASE,
)
# In a lead "khởi đầu" may be said of a disease; of a dose it says so.
_PHASE_OF_DOSE = re.compile(
    r"(?<!không cần )(?<!không dùng )\bliều (?:khởi đầu|bắt đầu|ban đầu|nạp|tấn công|duy trì|đích|đầu tiên|đầu)\b"
    r"|\bgiai đoạn \d",
    re.IGNORECASE,
)
_LOADING = re.compile(r"\b(?:liều (?:nạp|đầu(?: tiên)?)|nạp)\b", re.IGNORECASE)
_LONG_LEAD = re.compile(r"^[^:;.]{2,300}:(?=\s)")
# "Trẻ trên tháng tuổi": the print lost its number.
_LOST_NUMBER = re.compile(r"\b(?:tren|duoi|tu|den|hon) (?:ngay|tuan|thang|nam|kg)\b")
# "Nếu cần, dùng liều 2 500 mg/ngày": what it may become, of a dose that another sentence states.
_GOES_ON = re.compile(r"(?:neu|khi) (?:that )?(?:can|dung nap|dap ung)\b")
_FORM = re.compile(
    r"\b(?:(?:dang|vien|hon dich|dung dich|siro|thuoc dan|bot|goi|ong|lo)"
    r"(?: (?:giai phong|thong thuong|tuc thoi|cham|keo dai|ngay|nen|nang|bao phim|bao tan trong ruot|tac dung|"
    r"nhanh|vi hat|uong|tiem|dan|liposom))+|thuoc dan)\b"
)
# Digits of a lead that bound no patient: names of types and schemes, and what was done before.
_HARMLESS_DIGITS = re.compile(
    r"\b(?:typ|type|giai doan|nhom|do|phac do|yeu to|beta|mobitz|thu|lan) ?\d+\b"
    r"|\d+ lan (?:moi|trong) ngay|\b\d+ gio dau\b"
    r"|\bvitamin [a-z]\d*\b|\bb ?12\b|\bt[34]\b|\bh[12]\b"
)
_PERSON = re.compile(
    r"\b(?:nguoi (?:lon|cao tuoi|benh|gia|truong thanh)|tre (?:em|so sinh)|tre|thieu nien|so sinh|phu nu|nam|nu|"
    r"benh nhan|co|bi|va|can nang|tuoi|tu|tro len|tro xuong|den|duoi|tren|lieu|o|cho|mac|dung|uong|tiem|clcr|"
    r"do thanh thai creatinin)\b"
)


@dataclass(frozen=True, slots=True)
class Lead:
    """`why_not`: what stands in the way of a rule, or ""."""

    text: str
    condition: str = ""
    phase: str = ""
    form: str = ""
    age: Band | None = None
    weight: Band | None = None
    clearance: Band | None = None
    gestation: Band | None = None
    why_not: str = ""

    @property
    def loads(self) -> bool:
        return _LOADING.search(self.text) is not None


def read_lead(segment: Segment) -> Lead:
    """The opening of the sentence, with the bands that it or the headings above it print."""
    text = opening(segment.text)
    folded = fold(text)
    why_not = _why_not(segment, text)
    phase = _PHASE_OF_DOSE.search(text)
    form = _FORM.search(folded)
    return Lead(
        text,
        condition=_condition(text),
        phase=text[phase.start() : phase.end()] if phase else "",
        form=text[form.start() : form.end()] if form else "",
        age=_only(segment.ages),
        weight=_only(segment.weights),
        clearance=_only(segment.clearances),
        gestation=_only(segment.gestations),
        why_not=why_not,
    )


def opening(text: str) -> str:
    """The words before the first colon, longer ones than are read elsewhere included."""
    long = _LONG_LEAD.match(text)
    return lead_of(text) or (long.group() if long else "")


def is_loading(words: str) -> bool:
    return _LOADING.search(words) is not None


def phase_in(words: str) -> str:
    """The words of a phase of treatment ("liều nạp", "duy trì"), or ""."""
    match = _PHASE.search(words)
    return words[match.start() : match.end()] if match else ""


def is_vague(words: str) -> bool:
    return _VAGUE.search(fold(words)) is not None


def _only(bands: tuple[Band, ...]) -> Band | None:
    return bands[0] if bands else None


def _limits(band: Band) -> tuple[object, ...]:
    return (band.low, band.high, band.low_closed, band.high_closed)


def _why_not(segment: Segment, lead: str) -> str:
    if not lead and _GOES_ON.match(fold(segment.text)):
        return "câu nối tiếp câu trước"
    for name, bands in (
        ("tuổi", segment.ages),
        ("cân nặng", segment.weights),
        ("độ thanh thải", segment.clearances),
        ("tuổi thai", segment.gestations),
    ):
        if len({_limits(b) for b in bands}) > 1:
            return f"nhiều khoảng {name} trong một câu"
    if len(lead) > len(lead_of(segment.text)) and set(populations_in(lead)) - set(segment.context.populations):
        return "phần mở đầu dài có đối tượng riêng"
    if _LOST_NUMBER.search(fold(lead)):
        return "đối tượng mất số"
    if is_vague(lead) or _is_unbounded(segment, lead):
        return "đối tượng không có số tuổi"
    if not segment.follows_band:
        outside = [
            b for b in (*segment.ages, *segment.weights) if lead and b.start >= len(lead) and b.end <= len(segment.text)
        ]
        if outside and not any(b.end <= len(lead) for b in (*segment.ages, *segment.weights)):
            return "khoảng tuổi hoặc cân nặng nằm giữa câu"
    rest = _without_bands(segment, lead)
    if re.search(r"\d", _HARMLESS_DIGITS.sub(" ", fold(rest))):
        return "đối tượng có số chưa hiểu"
    return ""


def _is_unbounded(segment: Segment, lead: str) -> bool:
    """The sentence or a heading above it is for a group of ages that no number bounds."""
    headings = segment.passage.headings
    if any(map(is_vague, headings)):
        return True
    return not (segment.ages or segment.weights) and any(_YOUTHS.search(fold(words)) for words in (lead, *headings))


def unbounded_group(segment: Segment) -> str:
    """Words of the opening or a heading for a group of ages that no number bounds ("thiếu niên", "trẻ lớn"), or ""."""
    if segment.ages or segment.weights or segment.gestations:
        return ""
    for words in (opening(segment.text), *reversed(segment.passage.headings)):
        folded = fold(words)
        found = _YOUTHS.search(folded) or _VAGUE.search(folded)
        if found is not None:
            return re.sub(r"^(?:và|hoặc|,) ", "", words[found.start() : found.end()].lower())
    return ""


def _without_bands(segment: Segment, lead: str) -> str:
    """The lead with the bands that were read blanked out."""
    rest = lead
    for band in (*segment.ages, *segment.weights, *segment.gestations, *clearance_bands(lead)):
        if band.end <= len(lead) and not segment.follows_band:
            rest = rest[: band.start] + " " * (band.end - band.start) + rest[band.end :]
    return re.sub(r"ml\s?/\s?phút(?:\s?/\s?1,73 ?m ?[2²])?", lambda m: " " * len(m.group()), rest)


def _condition(lead: str) -> str:
    """The lead, when it says more of the patient than class and band."""
    folded = re.sub(r"\d[\d,. -]*(?:thang|tuoi|kg|tuan|ngay|nam|ml ?/ ?phut)?", " ", fold(_PHASE.sub(" ", lead)))
    rest = _PERSON.sub(" ", folded)
    return lead.rstrip(" :") if len(re.sub(r"[\W\d_]+", "", rest)) > 2 else ""
