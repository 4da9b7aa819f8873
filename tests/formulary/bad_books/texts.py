"""Which defects of a text there are, where they are planted, and what a reader may do about them."""

import random
import re
from dataclasses import dataclass, replace

from rag.passages import DOSING
from tests.formulary.bad_books import numbers, words
from tests.formulary.bad_books.draft import Draft, Place, Planted, is_prose
from tests.formulary.bad_books.settings import ends_full_lines
from tests.formulary.bad_books.words import Spoil

_PLAIN = frozenset(
    {"duoc_ly", "duoc_dong_hoc", "chi_dinh", "chong_chi_dinh", "than_trong", "tac_dung_khong_mong_muon",
     "huong_dan_xu_tri_adr", DOSING, "tuong_tac_thuoc", "qua_lieu_va_xu_tri", "thoi_ky_mang_thai", "thoi_ky_cho_con_bu"}
)  # fmt: skip
_WITH_STRENGTHS = _PLAIN | {"dang_thuoc_va_ham_luong"}
_WITH_DOSES = frozenset({DOSING, "qua_lieu_va_xu_tri"})
_TRIES = 12  # at a break that ends a full line


@dataclass(frozen=True, slots=True)
class TextFault:
    spoil: Spoil
    sections: frozenset[str] = _PLAIN
    bears_number: bool = False
    repairable: bool = False
    note: str = ""


_DOSE_FAULT = TextFault(lambda text, rng: None, _WITH_DOSES, bears_number=True)


def _dose(spoil: Spoil, note: str, *, repairable: bool = False) -> TextFault:
    return replace(_DOSE_FAULT, spoil=spoil, note=note, repairable=repairable)


TEXT_FAULTS: dict[str, TextFault] = {
    "hyphenated_break": TextFault(words.hyphenated_break, repairable=True, note="một từ bị ngắt bằng gạch nối"),
    "kerned_split_word": TextFault(words.kerned_split, repairable=True, note="một từ bị tách do khoảng cách chữ"),
    "split_word": TextFault(words.split_word, repairable=True, note="một từ bị tách bằng dấu cách"),
    "joined_words": TextFault(words.joined_words, repairable=True, note="hai từ bị dính"),
    "missing_blank": TextFault(words.missing_blank, repairable=True, note="thiếu dấu cách sau dấu chấm"),
    "diacritic_confusion": TextFault(words.diacritic_confusion, repairable=True, note="sai dấu"),
    "misspelt_drug": TextFault(words.misspelt_drug, note="tên thuốc viết sai"),
    "look_alike_letter": TextFault(words.look_alike_letter, repairable=True, note="chữ Kirin trong từ Latin"),
    "nfd_text": TextFault(words.decomposed, repairable=True, note="dấu rời (NFD)"),
    "stray_mark": TextFault(words.stray_mark, repairable=True, note="dấu nặng rơi vào phụ âm"),
    "eth_for_d": TextFault(words.eth_for_d, repairable=True, note="Ð (U+00D0) thay Đ"),
    "ligature": TextFault(words.ligature, repairable=True, note="chữ ghép ﬁ"),
    "soft_hyphen": TextFault(words.soft_hyphen, repairable=True, note="gạch nối mềm trong từ"),
    "zero_width_space": TextFault(words.zero_width_space, repairable=True, note="dấu cách không bề rộng trong từ"),
    "tcvn3_residue": TextFault(words.tcvn3_residue, repairable=True, note="chữ còn ở bảng mã TCVN3"),
    "vni_residue": TextFault(words.vni_residue, repairable=True, note="chữ còn ở bảng mã VNI"),
    "private_use_glyph": TextFault(
        words.private_use_glyph, bears_number=True, repairable=True, note="ký hiệu ở vùng dùng riêng"
    ),
    "lost_number": _dose(numbers.lost_number, "mất số trước đơn vị thời gian"),
    "lost_unit": _dose(numbers.lost_unit, "khoảng số mất đơn vị"),
    "lost_dash": _dose(numbers.lost_dash, "khoảng số mất gạch"),
    "lost_slash": _dose(numbers.lost_slash, "đơn vị mất gạch chéo"),
    "letter_for_digit": _dose(numbers.letter_for_digit, "l thay 1 hoặc O thay 0"),
    "split_number": _dose(numbers.split_number, "chữ số bị tách"),
    "comma_lost": _dose(numbers.comma_lost, "mất dấu phẩy thập phân"),
    "comma_turned": _dose(numbers.comma_turned, "dấu phẩy thập phân thành dấu khác"),
    "broken_per": _dose(numbers.broken_per, "«mg/» và «kg» ở hai dòng", repairable=True),
    "tilde_for_thin_space": replace(
        _DOSE_FAULT,
        spoil=numbers.tilde_for_thin_space,
        sections=_WITH_STRENGTHS,
        note="dấu ngã thay dấu cách hàng nghìn",
    ),
    "replacement_character": _dose(numbers.replacement_character, "U+FFFD thay chữ số hoặc đơn vị"),
    "garbled_line": _dose(numbers.garbled, "một dòng không đọc được"),
}


def plant_text(draft: Draft, place: Place, kind: str, rng: random.Random) -> Planted | None:
    """One defect in one block, or None when it has no room there."""
    fault = TEXT_FAULTS[kind]
    slug, section, ordinal = place
    slot = draft.slot(place)
    if section not in fault.sections or not is_prose(slot.clean) or len(slot.blocks) != 1:
        return None
    now = fault.spoil(slot.clean.text, rng)
    for _ in range(_TRIES):
        if now is None or ends_full_lines(slot.clean, now):
            break
        now = fault.spoil(slot.clean.text, rng)
    if now is None or now == slot.clean.text or not ends_full_lines(slot.clean, now):
        return None
    slot.blocks = [replace(slot.clean, text=now)]
    return draft.take(
        Planted(
            kind=kind,
            slug=slug,
            section=section,
            ordinal=ordinal,
            bears_number=fault.bears_number,
            repairable=fault.repairable,
            note=fault.note,
            was=slot.clean.text,
            now=(now,),
        )
    )


def has_number(text: str) -> bool:
    return re.search(r"\d", text) is not None
