"""Defects that tear, move or glue blocks, headings and sections."""

import random
import re
from collections.abc import Callable
from dataclasses import replace

from rag.passages import DOSING, SECTION_KEYS, BlockKind
from tests.formulary.bad_books.draft import Draft, Place, Planted, Slot
from tests.formulary.bad_books.settings import ends_full_lines
from tests.formulary.bad_books.texts import has_number

_TRIES = 12  # at a cut behind which a line is full

Plant = Callable[[Draft, Place, random.Random], Planted | None]

BRANDS = "ten_thuong_mai"
CONFIRMING = ("ten_chung_quoc_te", "ma_atc", "loai_thuoc")
_PROSE = frozenset(SECTION_KEYS) - {*CONFIRMING, BRANDS, "dang_thuoc_va_ham_luong", "thong_tin_quy_che"}


def _paragraph(draft: Draft, place: Place, *, at_least: int) -> Slot | None:
    """An unspoilt paragraph of so many words in a section of prose."""
    slot = draft.slot(place)
    fits = slot.clean.kind is BlockKind.PARAGRAPH and len(slot.clean.text.split()) >= at_least
    return slot if fits and place[1] in _PROSE and slot.blocks == [slot.clean] else None


def planted_here(kind: str, place: Place, slot: Slot, *, bears: bool, note: str, repairable: bool = False) -> Planted:
    now = tuple(block.text for block in slot.blocks)
    return Planted(kind, *place, bears, note, repairable=repairable, was=slot.clean.text, now=now)


def _cut(text: str, rng: random.Random) -> int | None:
    """A blank in the middle of a sentence: letters, no marks, before it, and a small letter behind it."""
    places = [m.start() for m in re.finditer(r"(?<=[^\W\d_]{2}) (?=[^\W\d_]{2})", text)]
    inner = [p for p in places if 15 < p < len(text) - 15 and text[p + 1].islower()]
    return rng.choice(inner) if inner else None


def _insert(slot: Slot, words: str, rng: random.Random, *, own_line: bool) -> bool:
    """Puts the words into a sentence, on a line of their own behind a full one or in the run of the words."""
    text, blank = slot.clean.text, "\n" if own_line else " "
    for _ in range(_TRIES):
        cut = _cut(text, rng)
        if cut is None:
            return False
        now = f"{text[:cut]}{blank}{words}{blank}{text[cut + 1 :]}"
        if ends_full_lines(slot.clean, now, but=words):
            slot.blocks = [replace(slot.clean, text=now)]
            return True
    return False


def running_head_in_sentence(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    slot = _paragraph(draft, place, at_least=12)
    other = rng.choice([m.title for m in draft.monographs if m.slug != place[0]])
    page = rng.randint(100, 1500)
    head = rng.choice((f"{page} {other} DTQG MẪU", f"DTQG MẪU {other} {page}", f"{page} {other} DTQGVN 2"))
    if slot is None or not _insert(slot, head, rng, own_line=rng.random() < 0.5):
        return None
    note = "tiêu đề trang lọt vào câu"
    return draft.take(planted_here("running_head_in_sentence", place, slot, bears=True, note=note, repairable=True))


def watermark_line(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    slot = _paragraph(draft, place, at_least=12)
    if slot is None or not _insert(slot, "https://trungtamthuoc.com", rng, own_line=True):
        return None
    note = "địa chỉ trang mạng trong đoạn"
    return draft.take(planted_here("watermark_line", place, slot, bears=False, note=note, repairable=True))


def column_interleave(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    """A whole sentence of elsewhere between the two halves of a sentence, as three paragraphs."""
    slot = _paragraph(draft, place, at_least=16)
    section = draft.section(place[0], place[1])
    assert section is not None
    others = [s.clean.text for s in section.slots if s is not slot and s.clean.kind is BlockKind.PARAGRAPH]
    cut = _cut(slot.clean.text, rng) if slot else None
    if slot is None or cut is None or not others:
        return None
    text, foreign = slot.clean.text, re.split(r"(?<=\.) ", rng.choice(others))[0]
    slot.blocks = [replace(slot.clean, text=t) for t in (text[:cut], foreign, text[cut + 1 :])]
    bears = place[1] == DOSING and has_number(text + foreign)
    return draft.take(
        planted_here("column_interleave", place, slot, bears=bears, note="câu của cột bên xen vào giữa câu")
    )


def glued_subheading(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    """The next sub-heading at the end of this paragraph; what stood below it stands below this one's."""
    slug, key, ordinal = place
    section = draft.section(slug, key)
    assert section is not None
    slot = draft.slot(place)
    if key not in (DOSING, "qua_lieu_va_xu_tri", "tuong_tac_thuoc") or ordinal + 1 >= len(section.slots):
        return None
    above, below = slot.clean.headings, section.slots[ordinal + 1].clean.headings
    if slot.clean.kind is BlockKind.TABLE or not below or above == below or len(below) != len(above):
        return None
    if above[:-1] != below[:-1] or not slot.clean.text.endswith("."):
        return None
    touched = [ordinal]
    for k in range(ordinal + 1, len(section.slots)):
        if section.slots[k].clean.headings[: len(below)] != below:
            break
        touched.append(k)
    if any((slug, key, k) in draft.taken or len(section.slots[k].blocks) != 1 for k in touched):
        return None
    slot.blocks = [replace(slot.clean, text=f"{slot.clean.text} {below[-1]}:")]
    for k in touched[1:]:
        clean = section.slots[k].clean
        section.slots[k].blocks = [replace(clean, headings=above + clean.headings[len(above) :])]
    bears = key == DOSING and has_number(slot.clean.text)
    planted = planted_here(
        "glued_subheading", place, slot, bears=bears, note="tiêu đề con dính cuối đoạn", repairable=True
    )
    return draft.take(replace(planted, touched=tuple(touched)))


def truncated_end(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    """A section that stops in the middle of its last block."""
    section = draft.section(place[0], place[1])
    slot = _paragraph(draft, place, at_least=10)
    if slot is None or section is None or place[2] != len(section.slots) - 1:
        return None
    cut = _cut(slot.clean.text, rng)
    if cut is None:
        return None
    slot.blocks = [replace(slot.clean, text=slot.clean.text[:cut])]
    bears = has_number(slot.clean.text[cut:])
    return draft.take(planted_here("truncated_end", place, slot, bears=bears, note="mục dừng giữa câu"))


def section_text_elsewhere(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    """Doses of an overdose, or contra-indications, at the end of another section."""
    slug, key, _ = place
    homes = {
        "chong_chi_dinh": "do_on_dinh_va_bao_quan",
        "do_on_dinh_va_bao_quan": "chong_chi_dinh",
        "qua_lieu_va_xu_tri": "tuong_ky",
        "tuong_tac_thuoc": "chi_dinh",
        "thoi_ky_mang_thai": "do_on_dinh_va_bao_quan",
        "thoi_ky_cho_con_bu": "chong_chi_dinh",
    }
    section, home = draft.section(slug, key), draft.section(slug, homes.get(key, ""))
    slot = _paragraph(draft, place, at_least=8)
    if slot is None or home is None or section is None or len(section.slots) < 2 or slot.clean.headings:
        return None
    last = home.slots[-1]
    if last.blocks[-1:] != [last.clean] or last.clean.headings:
        return None
    last.blocks = [*last.blocks, slot.clean]
    slot.blocks = []
    planted = Planted("section_text_elsewhere", *place, False, f"đoạn đứng ở mục «{home.heading}»", was=slot.clean.text)
    return draft.take(replace(planted, now=(slot.clean.text,)))


STRUCTURE_FAULTS: dict[str, Plant] = {
    "glued_subheading": glued_subheading,
    "truncated_end": truncated_end,
    "section_text_elsewhere": section_text_elsewhere,
    "column_interleave": column_interleave,
    "running_head_in_sentence": running_head_in_sentence,
    "watermark_line": watermark_line,
}
