"""What the first look did not find, by code: an asked section that is not printed or is silent on the very point.

Sections in which a sentence may stand that answers instead are a table, not a guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rag.frames import QueryFrame
from rag.passages import DOSING, Evidence
from rag.quoting import asked_about, quote_section
from rag.sides import Side

NEVER_READ = frozenset({"chi_dinh", DOSING})
"""Not for a second look: a use that stands among the indications was not asked for, and a dose is chosen for a patient
by the rules that read the dosing section."""

NEVER_ELSEWHERE = NEVER_READ | {"chong_chi_dinh", "than_trong"}
"""What no other section answers. A use that pharmacology mentions is no indication, and an adverse reaction of the same
name is no contraindication: silence about a patient's condition is said as silence."""

ELSEWHERE: dict[str, tuple[str, ...]] = {
    "thoi_ky_mang_thai": ("than_trong",),
    "thoi_ky_cho_con_bu": ("than_trong",),
    "tac_dung_khong_mong_muon": ("than_trong", "huong_dan_xu_tri_adr"),
    "huong_dan_xu_tri_adr": ("tac_dung_khong_mong_muon", "than_trong"),
    "tuong_tac_thuoc": ("tuong_ky", "duoc_dong_hoc"),
    "do_on_dinh_va_bao_quan": ("tuong_ky",),
    "tuong_ky": ("do_on_dinh_va_bao_quan", "tuong_tac_thuoc"),
    "qua_lieu_va_xu_tri": ("tac_dung_khong_mong_muon", "than_trong"),
    "duoc_ly": ("duoc_dong_hoc",),
    "duoc_dong_hoc": ("duoc_ly", "than_trong"),
}
"""Asked section -> where the book also puts such statements, the likeliest first."""

# What a section is about, where the question says no more than its name.
_SUBJECT: dict[str, tuple[str, ...]] = {
    "thoi_ky_mang_thai": ("mang thai",),
    "thoi_ky_cho_con_bu": ("cho con bú",),
    "tuong_ky": ("tương kỵ",),
    "do_on_dinh_va_bao_quan": ("bảo quản",),
    "qua_lieu_va_xu_tri": ("quá liều",),
}

_LETTERS = 6  # of a word that may stand alone: longer than nearly every Vietnamese syllable


@dataclass(frozen=True, slots=True)
class Missing:
    """A thing that was asked of one drug and not found: what it is about, in words, and where it was sought."""

    side: Side
    section: str
    about: tuple[str, ...]
    elsewhere: str = ""  # where it is to be sought; "": wherever the table says

    @property
    def drug(self) -> str:
        return self.side.drug.id


def missing_things(sides: Sequence[Side], evidence: Evidence) -> tuple[Missing, ...]:
    """In the order asked. Nothing, where one of the asked sections speaks of what was asked, and where no words say
    what is missing: "incomplete" is no reason."""
    return tuple(missing for side in sides for missing in _of_side(side, evidence))


def _of_side(side: Side, evidence: Evidence) -> list[Missing]:
    found: list[Missing] = []
    for section in side.frame.sections:
        passages = evidence.of(side.drug.id, section)
        if any(passage.quarantine is not None for passage in passages):
            return []  # a page to be compared with the print, not a gap
        if passages and quote_section(passages, side.frame).found:
            return []
        words = about(section, side.frame)
        if section not in NEVER_ELSEWHERE and words:
            found.append(Missing(side, section, words))
    return found


def about(section: str, frame: QueryFrame) -> tuple[str, ...]:
    """What is sought, in words that say something by themselves: a lone syllable stands in too many sentences."""
    said = tuple(word for word in asked_about(frame) if " " in word.strip() or len(word) >= _LETTERS)
    return said or (() if asked_about(frame) else _SUBJECT.get(section, ()))
