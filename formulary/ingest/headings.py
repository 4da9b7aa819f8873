"""Which section a printed heading opens, in its spellings and the ways that scanning spoils them."""

import re

from rag.passages import DOSING, SECTION_TITLES
from rag.vietnamese import fold, nfc, squeeze

# Beside the printed headings. Marks, case, blanks, y/i and O/Q/0 are not compared: only other words are listed.
_VARIANTS: dict[str, tuple[str, ...]] = {
    "ma_atc": ("Mã ACT",),
    "dang_thuoc_va_ham_luong": ("Dạng bào chế và hàm lượng",),
    "duoc_ly": ("Dược lực học", "Dược lý", "Cơ chế tác dụng"),
    "than_trong": ("Cảnh báo và thận trọng",),
    "tac_dung_khong_mong_muon": ("Tác dụng không mong muốn", "Tác dụng phụ"),
    "huong_dan_xu_tri_adr": ("Hướng dẫn cách xử trí", "Hướng dẫn xử trí ADR"),
    DOSING: (
        "Liều lượng cách dùng",
        "Liều lượng và cách sử dụng",
        "Cách dùng và liều lượng",
        "Liều dùng và cách dùng",
        "Cách dùng, liều dùng",
    ),
    "do_on_dinh_va_bao_quan": ("Bảo quản",),
    "qua_lieu_va_xu_tri": (
        "Quá liều và cách xử trí",
        "Quá liều cấp tính và xử trí",
        "Quá liều mạn tính và xử trí",
        "Quá liều mạn tính",
    ),
    "thong_tin_quy_che": ("Thông tin về quy chế", "Thông tin và quy chế"),
}
_LONGEST = 60  # characters; body text that opens with the words of a heading runs on


def _key(heading: str) -> str:
    letters = re.sub(r"[^0-9a-z]", "", fold(nfc(heading)))
    return letters.translate(str.maketrans("yq0", "ioo"))


_DOSING_START = _key("Liều lượng và cách dùng")
_BY_HEADING = {
    _key(heading): key for key, title in SECTION_TITLES.items() for heading in (title, *_VARIANTS.get(key, ()))
}


def section_key(heading: str) -> str | None:
    """The section that this line opens, or None when it is body text.

    A heading has no final full stop and no more words: "Chống chỉ định tương đối:" and "thận trọng." are text.
    Dosing alone may name the drug behind its heading, as the book prints it.
    """
    bare = squeeze(heading.replace("*", "").replace("#", "")).removesuffix(":").rstrip()
    if bare.endswith("."):
        return None
    if _key(bare).startswith(_DOSING_START):
        return DOSING
    return _BY_HEADING.get(_key(bare)) if len(bare) <= _LONGEST else None
