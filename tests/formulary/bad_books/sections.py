"""Defects of whole sections: their headings, their copies, the lines that confirm a title, lists of brands."""

import random
from dataclasses import replace

from formulary.ingest.book import Block
from formulary.printing.faces import KERN
from rag.passages import DOSING, BlockKind
from tests.formulary.bad_books import numbers
from tests.formulary.bad_books.draft import Draft, DraftSection, Place, Planted, Slot
from tests.formulary.bad_books.structures import BRANDS, CONFIRMING, Plant, planted_here

_SPOILT_HEADINGS = {
    "dang_thuoc_va_ham_luong": ("Dang thuốc và hàm lượng", "Dạng bào chế và hàm lượng"),
    "duoc_ly": (f"D{KERN}ược lý và cơ chế tác dụng", f"Dư{KERN}ợc lý và cơ chế tác dụng"),
    "chi_dinh": ("Chỉ đinh",),
    "thoi_ky_mang_thai": ("Thời kì mang thai",),
    "thoi_ky_cho_con_bu": ("Thời kì cho con bú",),
    "tac_dung_khong_mong_muon": ("Tác dụng không mong muốn(ADR)", "Tác dụng không mong muốn"),
    "huong_dan_xu_tri_adr": (f"H{KERN}ướng dẫn cách xử trí ADR", "Hướng dẫn cách xử trí"),
    DOSING: (f"Liều l{KERN}ượng và cách dùng", "Liều lượng cách dùng", f"Liề{KERN}u lượng và cách dùng"),
    "tuong_tac_thuoc": ("TƯƠNG TÁC THUÓC", f"T{KERN}ương tác thuốc"),
    "tuong_ky": ("Tương ky",),
    "qua_lieu_va_xu_tri": ("Ouá liều và xử trí", "Quá liều và cách xử trí"),
    "thong_tin_quy_che": ("Thông tin qui chế", "Thông tin về qui chế"),
    "ten_thuong_mai": ("Tên thương mai",),
}


def brands_of_another(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    slug, key, ordinal = place
    others = [m for m in draft.monographs if m.slug != slug and m.title != _title(draft, slug) and m.blocks_of(BRANDS)]
    if key != BRANDS or ordinal or not others or len(draft.slot(place).blocks) != 1:
        return None
    slot = draft.slot(place)
    own = slot.clean.text.removesuffix(".").split("; ")
    foreign = rng.choice(others).blocks_of(BRANDS)[0].text.removesuffix(".").split("; ")[:5]
    slot.blocks = [replace(slot.clean, text="; ".join([*own, *foreign]) + ".")]
    return draft.take(planted_here("brands_of_another", place, slot, bears=False, note="biệt dược của thuốc khác"))


def _title(draft: Draft, slug: str) -> str:
    return next(m.title for m in draft.monographs if m.slug == slug)


def brands_swallow_heading(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    slug, key, ordinal = place
    if key != BRANDS or ordinal or len(draft.slot(place).blocks) != 1:
        return None
    slot = draft.slot(place)
    other = rng.choice([m.title for m in draft.monographs if m.slug != slug])
    text = f"{slot.clean.text.removesuffix('.')}. {other}. Tên chung quốc tế: {other}."
    slot.blocks = [replace(slot.clean, text=text)]
    return draft.take(
        planted_here("brands_swallow_heading", place, slot, bears=False, note="danh sách nuốt tiêu đề sau")
    )


def glued_section_heading(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    """The heading of this section at the end of the one before: its blocks stand in that one."""
    slug, key, ordinal = place
    section = draft.section(slug, key)
    sections = draft.sections[slug]
    if section is None or ordinal or key in CONFIRMING or not draft.is_free(slug, key) or section is sections[0]:
        return None
    above = sections[sections.index(section) - 1]
    last = (slug, above.key, len(above.slots) - 1)
    slot = above.slots[-1]
    if above.copy_of or last in draft.taken or slot.blocks != [slot.clean] or slot.clean.kind is BlockKind.TABLE:
        return None
    if any(s.blocks != [s.clean] for s in section.slots):
        return None
    glued = replace(slot.clean, text=f"{slot.clean.text} {section.heading}")
    slot.blocks = [glued, *(s.clean for s in section.slots)]
    for moved in section.slots:
        moved.blocks = []
    note = f"tiêu đề mục dính cuối mục «{above.heading}»"
    bears = key == DOSING
    planted = Planted("glued_section_heading", *place, bears, note, True, was=section.slots[0].clean.text)
    touched = tuple(range(len(section.slots)))
    now = (glued.text, *(s.clean.text for s in section.slots))
    return draft.take(replace(planted, touched=touched, elsewhere=(last[1:],), now=now))


def conflicting_copy(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    """The whole section once more, right behind itself or behind the next one, with another digit in one block."""
    slug, key, ordinal = place
    section = draft.section(slug, key)
    if section is None or key not in (
        DOSING,
        "qua_lieu_va_xu_tri",
        "tuong_tac_thuoc",
        "than_trong",
        "dang_thuoc_va_ham_luong",
    ):
        return None
    if not draft.is_free(slug, key) or section.slots[ordinal].clean.kind is BlockKind.TABLE:
        return None
    clean = section.slots[ordinal].clean
    now = numbers.another_digit(clean.text, rng)
    if now is None or any(s.copy_of is section for s in draft.sections[slug]):
        return None
    changed: Block = replace(clean, text=now)
    slots = [Slot(s.clean, [changed] if k == ordinal else list(s.blocks)) for k, s in enumerate(section.slots)]
    at = draft.sections[slug].index(section) + rng.randint(1, 2)
    draft.sections[slug].insert(at, DraftSection(key, section.heading, slots, copy_of=section))
    planted = Planted("conflicting_copy", *place, True, "mục in hai lần, một số khác nhau", was=clean.text, now=(now,))
    return draft.take(replace(planted, touched=tuple(range(len(section.slots)))))


def missing_confirmation(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    """A title without the lines that confirm it."""
    slug, key, ordinal = place
    if key != CONFIRMING[0] or ordinal or any(p[0] == slug for p in draft.taken):
        return None
    was = "; ".join(s.slots[0].clean.text for s in draft.sections[slug] if s.key in CONFIRMING)
    draft.sections[slug] = [s for s in draft.sections[slug] if s.key not in CONFIRMING]
    note = "tên thuốc không có dòng xác nhận"
    others = tuple((name, 0) for name in CONFIRMING[1:])
    return draft.take(Planted("missing_confirmation", *place, False, note, was=was, elsewhere=others))


def misspelt_heading(draft: Draft, place: Place, rng: random.Random) -> Planted | None:
    slug, key, ordinal = place
    section = draft.section(slug, key)
    if ordinal or section is None or key not in _SPOILT_HEADINGS:
        return None
    was, section.heading = section.heading, rng.choice(_SPOILT_HEADINGS[key])
    note = "tiêu đề mục viết sai"
    return draft.take(
        Planted("misspelt_heading", *place, False, note, repairable=True, was=was, now=(section.heading,))
    )


SECTION_FAULTS: dict[str, Plant] = {
    "missing_confirmation": missing_confirmation,
    "conflicting_copy": conflicting_copy,
    "glued_section_heading": glued_section_heading,
    "brands_of_another": brands_of_another,
    "brands_swallow_heading": brands_swallow_heading,
    "misspelt_heading": misspelt_heading,
}
PER_MONOGRAPH = frozenset({"missing_confirmation", "brands_of_another", "brands_swallow_heading"})
"""Kinds of which a monograph has room for one."""
