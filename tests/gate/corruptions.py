"""Answers corrupted on purpose, by edits of plain text that know nothing of how the gate reads.

Every operator takes a true claim and gives back claims that say something else, or nothing when it finds no place.
"""

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rag.claims import Citation
from rag.passages import BlockKind, Passage
from tests.gate.regimen_corruptions import REGIMEN_EDITS
from tests.gate.sample import cite, passages, sentences
from tests.gate.truths import Edit, Truth, cuts, each

DRUGS = ("Ibuprofen", "Warfarin", "Gentamicin", "Digoxin", "Metformin", "Amoxicilin", "Diazepam", "Omeprazol")


@dataclass(frozen=True)
class Corrupted:
    kind: str
    text: str
    passage: Passage
    citations: tuple[Citation, ...]


def _swaps(text: str, *pairs: tuple[str, str]) -> Iterator[str]:
    for one, other in pairs:
        for old, new in ((one, other), (other, one)):
            yield from each(rf"(?<!\w){re.escape(old)}(?!\w)", lambda m, new=new: _like(m.group(), new), text)


def _like(old: str, new: str) -> str:
    return new[0].upper() + new[1:] if old[:1].isupper() else new


NUMBER = r"(?<![\d,./])\d+(?:,\d+)?(?![\d/])"


def number_times_ten(t: Truth, rng: random.Random) -> Iterator[str]:
    def tenfold(m: re.Match[str]) -> str:
        whole, _, decimals = m.group().partition(",")
        return (
            f"{whole}{decimals[0]}{',' + decimals[1:] if decimals[1:] else ''}".lstrip("0") or "0"
            if decimals
            else whole + "0"
        )

    yield from each(rf"(?!0(?![,\d])){NUMBER}", tenfold, t.text)


def digit_changed(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(NUMBER, lambda m: str(int(m.group()[0]) % 9 + 1) + m.group()[1:], t.text)


def decimal_lost(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"(?<=\d),(?=\d)", "", t.text)


def unit_swapped(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(
        t.text,
        ("mg", "microgam"),
        ("mg", "g"),
        ("ml", "lít"),
        ("giờ", "ngày"),
        ("tháng", "tuần"),
        ("phút", "giờ"),
        ("mEq", "mg"),
        ("đvqt", "mg"),
    )


def per_kg_lost(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from cuts(t.text, r"/kg\b", r"/m2\b")


def per_kg_added(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"(?<=\d) (mg|g|microgam)\b(?!/(?:kg|m2))", r" \1/kg", t.text)


def dose_for_day(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(t.text, ("/lần", "/ngày"), ("mỗi lần", "mỗi ngày"))
    yield from each(r"(mg|g|microgam|viên|kg)/(?:lần|ngày)\b", r"\1", t.text)


def no_dropped(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"\b(?:không|chưa|tránh) (?=\w)", "", t.text)


def no_added(t: Truth, rng: random.Random) -> Iterator[str]:
    verbs = r"(?<!không )(?<!chưa )(?<!được )\b(dùng|uống|gây|làm|có thể|cần|phải|được|tăng|giảm|ảnh hưởng|tiêm|truyền) (?=\w)"
    for match in list(re.finditer(verbs, t.text))[:3]:
        yield t.text[: match.start()] + "không " + t.text[match.start() :]


def range_end(t: Truth, rng: random.Random) -> Iterator[str]:
    span = r"(\d+(?:,\d+)?) - (\d+(?:,\d+)?)"
    yield from each(span, r"\1", t.text)
    yield from each(span, r"\2", t.text)
    yield from each(span, r"\2 - \1", t.text)
    yield from each(span, lambda m: f"{m[1]} - {int(m[2].split(',')[0]) + 5}", t.text)


def comparator_flipped(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"\b(trên|dưới) (?=\d)", lambda m: {"trên": "dưới ", "dưới": "trên "}[m[1].lower()], t.text)
    yield from each(r"[<>≤≥](?= ?\d)", lambda m: {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}[m.group()], t.text)
    yield from each(r"(trở lên)\b", "trở xuống", t.text)
    yield from each(r"\b(trên|dưới) (?=\d)", "", t.text)


def limit_turned(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(t.text, ("tối đa", "tối thiểu"), ("ít nhất", "nhiều nhất"), ("không quá", "ít nhất"))
    yield from each(r"\b(?:tối đa|ít nhất|không quá) (?=\d)", "", t.text)


def population_swapped(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(
        t.text, ("người lớn", "trẻ em"), ("trẻ em", "trẻ sơ sinh"), ("người cao tuổi", "người lớn"), ("suy thận", "suy gan"),
        ("mang thai", "cho con bú"), ("trẻ sơ sinh", "người lớn"),
    )  # fmt: skip


def route_swapped(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(
        t.text, ("tiêm tĩnh mạch", "tiêm bắp"), ("uống", "tiêm bắp"), ("truyền tĩnh mạch", "tiêm tĩnh mạch"), ("tiêm dưới da", "tiêm bắp"),
        ("uống", "đặt trực tràng"),
    )  # fmt: skip


def drug_swapped(t: Truth, rng: random.Random) -> Iterator[str]:
    own = t.passage.monograph_name.split(" (")[0]
    foreign = rng.choice([d for d in DRUGS if d.lower() not in t.printed.lower() and d.lower() != own.lower()])
    named = list(each(rf"\b{re.escape(own)}\b", foreign, t.text))
    yield from named or [f"{foreign}: {t.text}"]


def frequency_changed(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"(\d+) lần/ngày", lambda m: f"{int(m[1]) + 1} lần/ngày", t.text)
    yield from each(r"(\d+) lần/ngày", lambda m: f"cách {24 // max(int(m[1]), 1)} giờ/lần", t.text)
    yield from each(r"cách (\d+) giờ", lambda m: f"cách {int(m[1]) * 2} giờ", t.text)
    yield from each(r"cách (\d+) giờ", lambda m: f"trong {m[1]} giờ", t.text)
    yield from each(r"ngày (\d) lần", lambda m: f"ngày {int(m[1]) + 1} lần", t.text)


def duration_changed(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"trong (\d+) (ngày|tuần|tháng|phút|giờ)", lambda m: f"trong {int(m[1]) + 3} {m[2]}", t.text)


def trimester_swapped(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(t.text, ("tháng đầu", "tháng cuối"), ("tháng giữa", "tháng cuối"))


def raised_or_lowered(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(t.text, ("tăng", "giảm"))


def before_or_after(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r"\b(trước|sau) (?=khi|bữa|\d)", lambda m: {"trước": "sau ", "sau": "trước "}[m[1].lower()], t.text)


def stance_weakened(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from _swaps(t.text, ("chống chỉ định", "thận trọng"))
    for old, new in (
        ("tránh dùng", "có thể dùng"), ("không dùng", "thận trọng khi dùng"), ("ngừng", "tiếp tục"), ("không nên", "nên"),
        ("không được", "nên"), ("không cần", "cần"), ("có thể", "chắc chắn"), ("thận trọng", "an toàn"), ("phải", "không cần"),
        ("chỉ dùng", "dùng"), ("tránh", "nên"), ("hạn chế", "tăng cường"),
    ):  # fmt: skip
        yield from each(rf"(?<!\w){old}(?!\w)", lambda m, new=new: _like(m.group(), new), t.text)


def allowed_in_spite(t: Truth, rng: random.Random) -> Iterator[str]:
    """A contraindication or precaution told as permission."""
    if t.passage.section in ("chong_chi_dinh", "than_trong") and t.text[:1].isupper():
        lower = t.text[0].lower() + t.text[1:]
        yield f"Có thể dùng cho: {lower}"
        yield f"Được dùng khi {lower}"
        yield f"Không chống chỉ định: {lower}"
    if t.passage.section == "chong_chi_dinh":
        yield f"Thận trọng: {t.text}"
    if t.passage.section == "chi_dinh":
        yield f"Chống chỉ định: {t.text}"
        yield f"Không chỉ định: {t.text}"


def maximum_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    if re.search(r"\d", t.text.split("tối đa")[0]):
        yield from each(r"[,;] (?:tối đa|không quá|không vượt quá) (?=\d)[^;.]*", "", t.text)


def exception_omitted(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r",? (?:ngoại trừ|trừ khi|trừ) [^;.]*", "", t.text)


def choice_turned(t: Truth, rng: random.Random) -> Iterator[str]:
    yield from each(r" hoặc (?=\d|tiêm|uống|truyền)", " và ", t.text)


def indication_swapped(t: Truth, rng: random.Random) -> Iterator[str]:
    lead = re.match(r"[^:]{8,90}:", t.text)
    for other in _neighbours(t.passage):
        theirs = re.match(r"[^:]{8,90}:", other.text)
        told_above = theirs and any(h.lower() in theirs.group().lower() for h in t.passage.headings)
        if lead and theirs and not told_above and not t.printed.lower().startswith(theirs.group().lower()):
            yield theirs.group() + t.text[lead.end() :]


def sentence_added(t: Truth, rng: random.Random) -> Iterator[str]:
    yield t.text.rstrip(".") + ". An toàn cho mọi người bệnh."
    yield t.text.rstrip(".") + ", có thể tăng gấp đôi liều nếu cần."


def doses_swapped(t: Truth, rng: random.Random) -> Iterator[str]:
    """Two doses of one answer change places."""
    found = list(re.finditer(r"\d+(?:,\d+)?(?: - \d+(?:,\d+)?)? (?:mg|g|microgam|ml)(?:/\w+)*", t.text))
    for one, other in itertools.pairwise(found):
        same_amount = t.text[one.end() : other.start()] == " ("  # "500 microgam (0,5 mg)"
        if one.group() != other.group() and not same_amount:
            yield (
                t.text[: one.start()]
                + other.group()
                + t.text[one.end() : other.start()]
                + one.group()
                + t.text[other.end() :]
            )


def direction_turned(t: Truth, rng: random.Random) -> Iterator[str]:
    """Who acts on whom, the other way round."""
    own = t.passage.monograph_name.split(" (")[0]
    lead = re.match(r"([^:(]{3,60}): ", t.printed)
    if t.passage.section != "tuong_tac_thuoc" or not lead or own.lower() in lead[1].lower():
        return
    other, rest = lead[1][0].lower() + lead[1][1:], t.printed[lead.end() :].split(";")[0].rstrip(".")
    if re.search(rf"(làm|gây) (tăng|giảm).* {own}\b", rest, re.IGNORECASE):
        turned = re.sub(rf"\b{own}\b", other, rest, flags=re.IGNORECASE)
        yield f"{own} {turned[0].lower()}{turned[1:]}."
    elif re.match(rf"{own}.* (làm|gây) (tăng|giảm)", rest, re.IGNORECASE):
        turned = re.sub(rf"^{own}\b", lead[1], rest, flags=re.IGNORECASE)
        yield f"{turned} của {own.lower()}."


EDITS: dict[str, Edit] = {
    edit.__name__: edit
    for edit in (
        number_times_ten, digit_changed, decimal_lost, unit_swapped, per_kg_lost, per_kg_added, dose_for_day, no_dropped, no_added,
        range_end, comparator_flipped, limit_turned, population_swapped, route_swapped, drug_swapped, frequency_changed,
        duration_changed, trimester_swapped, raised_or_lowered, before_or_after, stance_weakened, allowed_in_spite,
        maximum_omitted, exception_omitted, choice_turned, indication_swapped, sentence_added, doses_swapped, direction_turned,
        *REGIMEN_EDITS,
    )
}  # fmt: skip


@cache
def _neighbours(passage: Passage) -> tuple[Passage, ...]:
    return tuple(
        p
        for p in passages()
        if p.monograph == passage.monograph
        and p.section == passage.section
        and 0 < abs(p.ordinal - passage.ordinal) <= 2
        and p.kind is not BlockKind.TABLE
    )


def corrupted(truth: Truth, rng: random.Random) -> Iterator[Corrupted]:
    """Every corruption of a claim that some edit finds a place for."""
    own = (cite(truth.passage, truth.printed),)
    for kind, edit in EDITS.items():
        for text in dict.fromkeys(edit(truth, rng)):
            if text != truth.text:
                yield Corrupted(kind, text, truth.passage, own)
    yield Corrupted("no_citation", truth.text, truth.passage, ())
    yield from _citation_moved(truth)
    yield from _merged(truth, own)


def _citation_moved(truth: Truth) -> Iterator[Corrupted]:
    others = [(truth.passage, s) for s in sentences(truth.passage) if s != truth.printed]
    others += [(p, s) for p in _neighbours(truth.passage) for s in sentences(p)]
    for passage, sentence in others:
        if not _repeats(truth, passage, sentence):
            yield Corrupted("citation_moved", truth.text, truth.passage, (cite(passage, sentence),))


def _repeats(truth: Truth, passage: Passage, sentence: str) -> bool:
    """The neighbour prints the same sentence, or holds it."""
    return truth.printed.strip(" .").lower() in sentence.lower()


def _merged(truth: Truth, own: tuple[Citation, ...]) -> Iterator[Corrupted]:
    """The subject of one sentence with the statement of another, both cited."""
    head, _, tail = truth.text.partition(": ")
    for other in _neighbours(truth.passage):
        for sentence in sentences(other)[:1]:
            their_head, _, their_tail = sentence.partition(": ")
            if (
                tail
                and their_tail
                and their_tail.strip(" .") not in tail
                and not truth.printed.lower().startswith(their_head.lower())
            ):
                yield Corrupted("merged", f"{head}: {their_tail}", truth.passage, (*own, cite(other, sentence)))
