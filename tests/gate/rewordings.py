"""True answers in other words: rewrites of printed text that keep its meaning, made without the gate's tables."""

import random
import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from rag.passages import BlockKind, Passage
from tests.gate.sample import passages, sentences
from tests.gate.truths import Truth

Rewrite = Callable[[str, Passage], str]


def _first_lower(text: str) -> str:
    return text[0].lower() + text[1:] if text[:1].isupper() and text[1:2].islower() else text


def with_lead(text: str, passage: Passage) -> str:
    if passage.section != "lieu_luong_va_cach_dung" or not re.match(r"(Người|Trẻ)[^:]*: ", text):
        return text
    return "Đối với " + _first_lower(text)


def at_lead(text: str, passage: Passage) -> str:
    if passage.section != "lieu_luong_va_cach_dung" or not re.match(r"(Người|Trẻ)[^:]*: ", text):
        return text
    return "Ở " + _first_lower(text)


def lead_joined(text: str, passage: Passage) -> str:
    """ "Rượu: Làm tăng …" as one sentence."""
    if passage.section != "tuong_tac_thuoc":
        return text
    return re.sub(r"^([^:]{3,80}): ((?:Có thể l|L|Ứ|G)\w*)", lambda m: f"{m[1]} {_first_lower(m[2])}", text)


def day_in_words(text: str, passage: Passage) -> str:
    return re.sub(r"(?<=mg|.g|kg)/ngày\b", " mỗi ngày", text)


def dose_in_words(text: str, passage: Passage) -> str:
    return re.sub(r"(\d (?:mg|g|microgam))/lần\b", r"\1 mỗi lần", text)


def times_first(text: str, passage: Passage) -> str:
    return re.sub(r"(\d+) lần/ngày", r"ngày \1 lần", text)


def times_behind(text: str, passage: Passage) -> str:
    return re.sub(r"(\d+) lần/ngày", r"\1 lần một ngày", text)


def interval_in_words(text: str, passage: Passage) -> str:
    return re.sub(r"(cách (?:\d+ - )?\d+ giờ)/lần", r"\1 một lần", text)


def patient_word(text: str, passage: Passage) -> str:
    return text.replace("người bệnh", "bệnh nhân").replace("Người bệnh", "Bệnh nhân")


def not_more_than(text: str, passage: Passage) -> str:
    return re.sub(r"\btối đa (?=\d)", "không vượt quá ", text)


def in_milligrams(text: str, passage: Passage) -> str:
    def converted(m: re.Match[str]) -> str:
        value = Decimal(m[1].replace(",", ".")) * 1000
        return f"{value.normalize():f} mg"

    return re.sub(r"(?<![\d,] )(?<![\d,-])(?<!- )\b(\d(?:,\d)?) g\b(?!/)(?! -)", converted, text)


def short_microgram(text: str, passage: Passage) -> str:
    return text.replace("microgam", "mcg")


def sign_for_word(text: str, passage: Passage) -> str:
    return re.sub(r"\b(trên|dưới) (?=\d+ (?:tuổi|kg|ml/phút|mg))", lambda m: "> " if m[1] == "trên" else "< ", text)


def at_least(text: str, passage: Passage) -> str:
    return re.sub(r"từ (\d+ tuổi) trở lên", r"≥ \1", text)


def grouped_otherwise(text: str, passage: Passage) -> str:
    return re.sub(r"(?<![\d,])(\d) (\d{3})(?= (?:mg|ml|đv|microgam))", r"\1\2", text)


def years_in_words(text: str, passage: Passage) -> str:
    return re.sub(r"(?<!từ )(\d+) - (\d+) tuổi", r"từ \1 đến \2 tuổi", text)


def used(text: str, passage: Passage) -> str:
    return re.sub(r"\bdùng (?=thuốc|cho|trong|để)", "sử dụng ", text)


def mothers(text: str, passage: Passage) -> str:
    text = re.sub(r"\b([Nn])gười mang thai", lambda m: ("P" if m[1] == "N" else "p") + "hụ nữ có thai", text)
    return re.sub(
        r"\b([Nn])gười (?:đang )?cho con bú", lambda m: ("P" if m[1] == "N" else "p") + "hụ nữ cho con bú", text
    )


def doctor(text: str, passage: Passage) -> str:
    return text.replace("thầy thuốc", "bác sĩ")


def old_tones(text: str, passage: Passage) -> str:
    return text.replace("hóa", "hoá").replace("khỏe", "khoẻ")


def contraindicated(text: str, passage: Passage) -> str:
    if passage.section != "chong_chi_dinh" or ":" in text or re.search(r"[Kk]hông|[Cc]hống|[Tt]ránh|[Nn]gừng", text):
        return text
    return f"Chống chỉ định {passage.monograph_name.split(' (')[0].lower()} trong trường hợp {_first_lower(text)}"


def must_not(text: str, passage: Passage) -> str:
    if passage.section != "chong_chi_dinh" or ":" in text or re.search(r"[Kk]hông|[Cc]hống|[Tt]ránh|[Nn]gừng", text):
        return text
    return f"Không được dùng {passage.monograph_name.split(' (')[0].lower()} khi {_first_lower(text)}"


def indicated(text: str, passage: Passage) -> str:
    if passage.section != "chi_dinh" or ":" in text or re.search(r"[Kk]hông|[Cc]hỉ|[Kk]hi", text):
        return text
    return f"{passage.monograph_name.split(' (')[0]} được chỉ định trong {_first_lower(text)}"


def careful_first(text: str, passage: Passage) -> str:
    return re.sub(
        r"^([^:]{5,120}): (?:Cần|Phải|Dùng) thận trọng\.$",
        lambda m: f"Cần thận trọng ở người có {_first_lower(m[1])}.",
        text,
    )


def split_at_semicolon(text: str, passage: Passage) -> str:
    return re.sub(r"; (tối đa|có thể|nếu)", lambda m: ", " + m[1], text)


REWRITES: tuple[Rewrite, ...] = (
    with_lead, at_lead, lead_joined, day_in_words, dose_in_words, times_first, times_behind, interval_in_words, patient_word,
    not_more_than, in_milligrams, short_microgram, sign_for_word, at_least, grouped_otherwise, years_in_words, used, mothers,
    doctor, old_tones, contraindicated, must_not, indicated, careful_first, split_at_semicolon,
)  # fmt: skip


def rewordings(rng: random.Random, *, most: int) -> Iterator[tuple[str, Truth]]:
    """(the rewrites used, a true claim), over the whole edition; each rewrite about equally often."""
    printed = [(p, s) for p in passages() if p.kind is not BlockKind.TABLE for s in sentences(p)]
    rng.shuffle(printed)
    counts = dict.fromkeys(REWRITES, 0)
    made = 0
    for passage, sentence in printed:
        fitting = [r for r in REWRITES if r(sentence, passage) != sentence]
        if not fitting:
            continue
        chosen = sorted(fitting, key=lambda r: counts[r])[: rng.randint(1, 3)]
        text = sentence
        for rewrite in sorted(chosen, key=REWRITES.index, reverse=True):
            text = rewrite(text, passage)
            counts[rewrite] += 1
        if text == sentence:
            continue
        yield " + ".join(r.__name__ for r in chosen), Truth(text, passage, sentence)
        made += 1
        if made == most:
            return
