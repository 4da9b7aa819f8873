"""Printed headings in the spellings that the book and its extractions use."""

import pytest

from formulary.ingest.headings import section_key
from rag.passages import SECTION_TITLES
from rag.vietnamese import fold


@pytest.mark.parametrize(("key", "title"), SECTION_TITLES.items())
def test_the_printed_heading_opens_its_section(key: str, title: str):
    for form in (title, title.upper(), fold(title), f"**{title}**", f"## {title}:", title.replace(" ", "  ")):
        assert section_key(form) == key


@pytest.mark.parametrize(
    ("heading", "key"),
    [
        ("Ten chung quốc tế", "ten_chung_quoc_te"),
        ("Mã ACT:", "ma_atc"),
        ("Dang thuốc và hàm lương", "dang_thuoc_va_ham_luong"),
        ("Dạng bào chế và hàm lượng", "dang_thuoc_va_ham_luong"),
        ("D ược lý và cơ chế tác dụng", "duoc_ly"),
        ("Dư ợc lý và cơ chế tác dụng", "duoc_ly"),
        ("Dược lực học", "duoc_ly"),
        ("Chỉ đinh", "chi_dinh"),
        ("Cảnh báo và thận trọng", "than_trong"),
        ("Th****ờ****i k****ỳ mang thai", "thoi_ky_mang_thai"),
        ("Thời kì cho con bú", "thoi_ky_cho_con_bu"),
        ("Tác dụng không mong muốn(ADR)", "tac_dung_khong_mong_muon"),
        ("TAC DUNG KHONG MONG MUỐN", "tac_dung_khong_mong_muon"),
        ("H ướng dẫn cách xử trí", "huong_dan_xu_tri_adr"),
        ("Liều l ượng, cách dùng", "lieu_luong_va_cach_dung"),
        ("Cách dùng và liều lượng", "lieu_luong_va_cach_dung"),
        ("Liều lượng và cách dùng giải độc tố uốn ván hấp phụ đơn giá", "lieu_luong_va_cach_dung"),
        ("TƯƠNG TÁC THUÓC", "tuong_tac_thuoc"),
        ("Bảo quản", "do_on_dinh_va_bao_quan"),
        ("Tương ky", "tuong_ky"),
        ("Ouá liều và xử trí", "qua_lieu_va_xu_tri"),
        ("Thông tin về qui chế", "thong_tin_quy_che"),
        ("Tên thương mai", "ten_thuong_mai"),
    ],
)
def test_a_spoilt_heading_still_opens_its_section(heading: str, key: str):
    assert section_key(heading) == key


@pytest.mark.parametrize(
    "line",
    [
        "thận trọng.",
        "chỉ định.",
        "Chống chỉ định tương đối:",
        "Chống chỉ định dùng đường uống cho trẻ em dưới 6 tuổi",
        "Chỉ định rất hạn chế vì nguy cơ hội chứng Reye.",
        "Không có chống chỉ định",
        "Thận trọng với những người suy gan",
        "Công dụng",
        "",
    ],
)
def test_body_text_with_the_words_of_a_heading_opens_nothing(line: str):
    assert section_key(line) is None
