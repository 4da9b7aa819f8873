"""Passage: a printed block of the book as handed to the pipeline, with where it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rag.frames import Population, Route

SECTION_TITLES: dict[str, str] = {
    "ten_chung_quoc_te": "Tên chung quốc tế",
    "ma_atc": "Mã ATC",
    "loai_thuoc": "Loại thuốc",
    "dang_thuoc_va_ham_luong": "Dạng thuốc và hàm lượng",
    "duoc_ly": "Dược lý và cơ chế tác dụng",
    "duoc_dong_hoc": "Dược động học",
    "chi_dinh": "Chỉ định",
    "chong_chi_dinh": "Chống chỉ định",
    "than_trong": "Thận trọng",
    "thoi_ky_mang_thai": "Thời kỳ mang thai",
    "thoi_ky_cho_con_bu": "Thời kỳ cho con bú",
    "tac_dung_khong_mong_muon": "Tác dụng không mong muốn (ADR)",
    "huong_dan_xu_tri_adr": "Hướng dẫn cách xử trí ADR",
    "lieu_luong_va_cach_dung": "Liều lượng và cách dùng",
    "tuong_tac_thuoc": "Tương tác thuốc",
    "do_on_dinh_va_bao_quan": "Độ ổn định và bảo quản",
    "tuong_ky": "Tương kỵ",
    "qua_lieu_va_xu_tri": "Quá liều và xử trí",
    "thong_tin_quy_che": "Thông tin quy chế",
    "ten_thuong_mai": "Tên thương mại",
}
"""Section key -> printed heading, in the order of the book."""

SECTION_KEYS: tuple[str, ...] = tuple(SECTION_TITLES)
DOSING = "lieu_luong_va_cach_dung"
CONTRA, CAUTION = "chong_chi_dinh", "than_trong"
OVERDOSE = "qua_lieu_va_xu_tri"
KINETICS, STORAGE, INCOMPATIBLE = "duoc_dong_hoc", "do_on_dinh_va_bao_quan", "tuong_ky"
MANAGING = "huong_dan_xu_tri_adr"
BESIDE = ("chong_chi_dinh", "tuong_tac_thuoc", "than_trong")  # read for what the patient takes beside a drug


class BlockKind(StrEnum):
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a block stands. Pages are printed page numbers; offsets count characters in the section's text."""

    edition: str  # key, e.g. "dtqg-mau"
    edition_title: str
    page_from: int | None
    page_to: int | None
    start: int
    end: int
    text_sha256: str

    @property
    def is_complete(self) -> bool:
        return bool(self.edition and self.page_from and self.page_to and self.text_sha256)


class PrintDoubt(StrEnum):
    """What a pharmacist wrote down about a printed value."""

    MISPRINT = "misprint"  # probably misprinted: the answer sends the reader to the page
    OLD_VALUE = "old_value"  # old, but printed as meant: quoted with a notice


@dataclass(frozen=True, slots=True)
class Erratum:
    """Characters `start` to `end` of a block print a value that a person reviewed. `note` is for the reader."""

    start: int
    end: int
    kind: PrintDoubt
    note: str


@dataclass(frozen=True, slots=True)
class Passage:
    """One block. `text` is exactly what is printed; the context tuples say what stands above it.

    Empty `routes` means that no route is printed: oral by the book's rule where the drug has an oral form.
    """

    id: str
    monograph: str  # id, e.g. "paracetamol"
    monograph_name: str  # printed title
    section: str
    headings: tuple[str, ...]
    text: str
    ordinal: int  # within the section, from 0
    kind: BlockKind
    provenance: Provenance
    populations: tuple[Population, ...] = ()
    routes: tuple[Route, ...] = ()
    indications: tuple[str, ...] = ()
    quarantine: str | None = None  # the reason, when the block is held back
    url: str = ""
    errata: tuple[Erratum, ...] = ()

    @property
    def section_title(self) -> str:
        return SECTION_TITLES[self.section]

    def errata_in(self, start: int, end: int, kind: PrintDoubt) -> tuple[Erratum, ...]:
        """What was reviewed of this kind and stands, in whole or in part, between two characters of the text."""
        return tuple(e for e in self.errata if e.kind is kind and e.start < end and start < e.end)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages of one turn in book order, and what was looked for and is not in the book.

    `missing` holds (monograph id, section key) pairs that the edition does not print.
    """

    passages: tuple[Passage, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    # A question by condition reads hundreds of drugs and asks for the passages of each.
    _by_monograph: Mapping[str, tuple[Passage, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_monograph: dict[str, list[Passage]] = {}
        for passage in self.passages:
            by_monograph.setdefault(passage.monograph, []).append(passage)
        object.__setattr__(self, "_by_monograph", {drug: tuple(own) for drug, own in by_monograph.items()})

    @property
    def is_empty(self) -> bool:
        return not self.passages

    def of(self, monograph: str | None = None, section: str | None = None) -> tuple[Passage, ...]:
        own = self.passages if monograph is None else self._by_monograph.get(monograph, ())
        return own if section is None else tuple(p for p in own if p.section == section)

    def by_id(self, passage_id: str) -> Passage | None:
        return next((p for p in self.passages if p.id == passage_id), None)
