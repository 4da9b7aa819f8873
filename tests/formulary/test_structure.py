"""Pages become monographs, sections and blocks by how they are set, never by a keyword alone."""

from dataclasses import replace

import pytest

from formulary.ingest.companion_reading import read_companion
from formulary.ingest.pages import HiddenText, PageDoubt
from formulary.models import DefectKind
from rag.frames import Population, Route
from rag.passages import DOSING, SECTION_TITLES, BlockKind
from tests.formulary.printed_pages import HEAD, blocks, monograph, page, read, table

# --- titles ----------------------------------------------------------------------------------------------------


def test_a_title_is_confirmed_by_its_first_lines():
    found = monograph("**Chỉ định**", "> Đau đầu.")
    assert (found.slug, found.title) == ("paracetamol", "Paracetamol")
    assert blocks(found, "ten_chung_quoc_te") == ["Paracetamol."]
    assert blocks(found, "ma_atc") == ["N02BE01."]


def test_a_title_over_two_lines_is_one_title():
    book = read(page("**VẮC XIN HAEMOPHILUS INFLUENZAE TYP B**", "**CỘNG HỢP**", "**Mã ATC:** J07AG01."))
    (found,) = book.monographs
    assert found.title == "Vắc xin haemophilus influenzae typ B cộng hợp"


@pytest.mark.parametrize(
    "bracket", [("**SALBUTAMOL (Dùng trong hô hấp)**",), ("**SALBUTAMOL**", "**(Dùng trong hô hấp)**")]
)
def test_a_bracket_tells_two_monographs_of_one_drug_apart(bracket):
    book = read(
        page(*bracket, "**Mã ATC:** R03AC02.", "**Chỉ định**", "> Hen."),
        page("**SALBUTAMOL (Dùng trong sản khoa)**", "**Mã ATC:** R03CC02.", "**Chỉ định**", "> Dọa đẻ non.", number=2),
    )
    assert [m.slug for m in book.monographs] == ["salbutamol-dung-trong-ho-hap", "salbutamol-dung-trong-san-khoa"]


def test_a_bracket_that_only_gives_another_name_stays_out_of_the_id():
    (found,) = read(page("**ERGOMETRIN (Ergonovin)**", "**Mã ATC:** G02AB03.")).monographs
    assert found.slug == "ergometrin"
    assert [n.name for n in found.listed_names] == ["Ergonovin"]


def test_capitals_that_nothing_confirms_close_the_monograph_and_are_reported():
    book = read(
        page(
            *HEAD, "**Chỉ định**", "> Đau đầu.", "**THUỐC LẠ**", "> Liều 5 g/ngày.", "**Chống chỉ định**", "> Suy gan."
        ),
    )
    (found,) = book.monographs
    assert [s.key for s in found.sections] == ["ten_chung_quoc_te", "ma_atc", "chi_dinh"]
    assert "5 g" not in " ".join(b.text for s in found.sections for b in s.blocks)
    assert [f.kind for f in book.findings] == [DefectKind.UNCONFIRMED_TITLE]


@pytest.mark.parametrize("words", ["PHỤ LỤC 1", "PHẦN HAI", "MỤC LỤC TRA CỨU"])
def test_a_part_of_the_book_is_no_drug(words):
    book = read(page(*HEAD, "**Chỉ định**", "> Đau.", number=1), page(f"**{words}**", "> Bảng.", number=2))
    assert [m.slug for m in book.monographs] == ["paracetamol"]
    assert blocks(book.monographs[0], "chi_dinh") == ["Đau."]


def test_two_monographs_of_one_name_that_differ_are_both_held_back():
    head = ("**ASPIRIN**", "**Mã ATC:** B01AC06.", "**Chỉ định**")
    book = read(page(*head, "> Liều 75 mg.", number=1), page(*head, "> Liều 750 mg.", number=2))
    assert [m.slug for m in book.monographs] == ["aspirin", "aspirin-2"]
    held = {b.hold.kind for m in book.monographs for s in m.sections for b in s.blocks}
    assert held == {DefectKind.CONFLICTING_COPIES}


def test_the_same_monograph_printed_twice_is_read_once():
    head = ("**ASPIRIN**", "**Mã ATC:** B01AC06.", "**Chỉ định**", "> Liều 75 mg.")
    (found,) = read(page(*head, number=1), page(*head, number=2)).monographs
    assert found.blocks_of("chi_dinh")[0].hold is None


# --- sections --------------------------------------------------------------------------------------------------


def test_two_labels_on_one_line_are_two_sections():
    (found,) = read(
        page("**THIOPENTAL**", "**Tên chung quốc tế:** Thiopental. **Mã ATC:** N01AF03, N05CA19.")
    ).monographs
    assert blocks(found, "ten_chung_quoc_te") == ["Thiopental."]
    assert blocks(found, "ma_atc") == ["N01AF03, N05CA19."]


def test_a_heading_behind_a_label_opens_its_section():
    found = monograph("**Loại thuốc:** Chống bệnh gút. **Dạng thuốc và hàm lượng**", "> Viên nén: 1 mg.")
    assert blocks(found, "loai_thuoc") == ["Chống bệnh gút."]
    assert blocks(found, "dang_thuoc_va_ham_luong") == ["Viên nén: 1 mg."]


def test_a_sentence_behind_a_heading_belongs_to_the_section():
    found = monograph("**Chống chỉ định** Suy gan nặng.")
    assert blocks(found, "chong_chi_dinh") == ["Suy gan nặng."]


@pytest.mark.parametrize(("key", "heading"), SECTION_TITLES.items())
def test_every_printed_heading_opens_its_section(key, heading):
    (found,) = read(page("**THUỐC**", "**Loại thuốc:** Thuốc.", f"**{heading}**", "> Nội dung.")).monographs
    assert "Nội dung." in blocks(found, key)


@pytest.mark.parametrize(
    ("printed", "key"),
    [
        ("Chỉ đinh", "chi_dinh"), ("D ược lý và cơ chế tác dụng", "duoc_ly"), ("Dư ợc lý và cơ chế tác dụng", "duoc_ly"),
        ("Thời kì cho con bú", "thoi_ky_cho_con_bu"), ("Tác dụng không mong muốn(ADR)", "tac_dung_khong_mong_muon"),
        ("H ướng dẫn cách xử trí ADR", "huong_dan_xu_tri_adr"), ("Hướng dẫn cách xử trí", "huong_dan_xu_tri_adr"),
        ("Liều lượng cách dùng", DOSING), ("Liều lượng, cách dùng", DOSING), ("Cách dùng và liều lượng", DOSING),
        ("Liề u lượng và cách dùng", DOSING), ("Liều lượng và cách dùng giải độc tố uốn ván", DOSING),
        ("TƯƠNG TÁC THUÓC", "tuong_tac_thuoc"), ("T ương tác thuốc", "tuong_tac_thuoc"), ("Bảo quản", "do_on_dinh_va_bao_quan"),
        ("Tương ky", "tuong_ky"), ("Ouá liều và xử trí", "qua_lieu_va_xu_tri"), ("Quá liều mạn tính", "qua_lieu_va_xu_tri"),
        ("Thông tin về qui chế", "thong_tin_quy_che"), ("Thông tin và quy chế", "thong_tin_quy_che"),
        ("Tên thương mai", "ten_thuong_mai"), ("Mã ACT", "ma_atc"), ("Dạng bào chế và hàm lượng", "dang_thuoc_va_ham_luong"),
    ],
)  # fmt: skip
def test_every_seen_spelling_of_a_heading_opens_its_section(printed, key):
    (found,) = read(page("**THUỐC**", "**Loại thuốc:** Thuốc.", f"**{printed}**", "> Nội dung.")).monographs
    assert "Nội dung." in blocks(found, key)


TRAPS = [
    "> do thầy thuốc chỉ định.", "> chống chỉ định.", "> thận trọng.", "> Chỉ định", "> Chống chỉ định", "> Thận trọng",
    "> Chống chỉ định dùng đường uống cho trẻ em dưới 3 tuổi.", "> Chống chỉ định tuyệt đối không phối hợp rifampicin với:",
    "> Chỉ định rất hạn chế vì nguy cơ hội chứng Reye.", "> Chống chỉ định tương đối:", "> Thận trọng với những người suy gan.",
    "> Không có chống chỉ định dùng enoxaparin.", "> là một chỉ định bắt buộc phải ngừng điều trị.", "> Chỉ định naloxon.",
    "> *Suy thận:* Chống chỉ định.", "> Liều lượng và cách dùng", "> Tương tác thuốc", "> Quá liều và xử trí", "> Bảo quản",
    "> Bảo quản ở nhiệt độ phòng.", "> Tương kỵ với bicarbonat.", "> Quá liều: Rửa dạ dày.", "> Thời kỳ mang thai:",
    "> Tác dụng không mong muốn (ADR)", "> có thể dùng trong thời kỳ mang thai.", "> Tên thương mại", "> Mã ATC: N02.",
    "> xem mục", "> Thận trọng.", "> **Chống chỉ định** dùng cho trẻ em.", "> **Chỉ định** này chưa được chấp nhận.",
    "> **Thận trọng** khi dùng cho người cao tuổi.", "> **Tương tác thuốc** này hiếm gặp.", "> Xem **Chống chỉ định**",
    "> không có **chống chỉ định**", "> (xem **Thận trọng**).", "> **Quá liều** paracetamol gây hoại tử gan.",
]  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("section", ["Tương tác thuốc", "Liều lượng và cách dùng", "Thời kỳ mang thai"])
def test_text_that_looks_like_a_heading_stays_text(trap, section):
    found = monograph(f"**{section}**", "> Câu trước.", trap, "> Câu sau.")
    key = next(k for k, title in SECTION_TITLES.items() if title == section)
    assert [s.key for s in found.sections] == ["ten_chung_quoc_te", "ma_atc", key]
    assert blocks(found, key)[-1] == "Câu sau."


def test_a_heading_that_is_not_quite_one_holds_its_section_back():
    found = monograph("**Chổng chỉ địng**", "> Suy gan nặng.")
    (block,) = found.blocks_of("chong_chi_dinh")
    assert block.hold is not None
    assert block.hold.kind is DefectKind.DOUBTFUL_HEADING


def test_kinetics_is_a_section_of_its_own_though_set_as_a_sub_heading():
    found = monograph("**Dược lý và cơ chế tác dụng**", "> Giảm đau.", "*Dược động học*", "> Hấp thu nhanh.")
    assert blocks(found, "duoc_ly") == ["Giảm đau."]
    assert blocks(found, "duoc_dong_hoc") == ["Hấp thu nhanh."]


def test_a_section_out_of_the_books_order_is_reported_and_sorted():
    book = read(page(*HEAD, "**Chống chỉ định**", "> Suy gan.", "**Chỉ định**", "> Đau."))
    assert [s.key for s in book.monographs[0].sections][-2:] == ["chi_dinh", "chong_chi_dinh"]
    assert DefectKind.SECTION_ORDER in {f.kind for f in book.findings}


def test_the_2022_book_has_its_own_headings():
    (found,) = read(
        page("**THUỐC**", "**Loại thuốc:** Thuốc.", "**Dược lực học**", "> Một.", "**Dược động học**", "> Hai.",
             "**Cảnh báo và thận trọng**", "> Ba.", "**Tác dụng phụ**", "> Bốn.", "**Cập nhật lần cuối**", "> 2022."),
        key="dtqgvn-2022",
    ).monographs  # fmt: skip
    keys = [s.key for s in found.sections]
    assert keys == [
        "loai_thuoc",
        "duoc_ly",
        "duoc_dong_hoc",
        "than_trong",
        "tac_dung_khong_mong_muon",
        "thong_tin_quy_che",
    ]


# --- blocks ----------------------------------------------------------------------------------------------------


def test_lines_of_a_paragraph_are_joined_and_keep_their_boxes():
    found = monograph("**Chỉ định**", "> Giảm đau từ nhẹ…", "đến vừa ở người lớn.", "> Hạ sốt.")
    first, second = found.blocks_of("chi_dinh")
    assert (first.text, second.text) == ("Giảm đau từ nhẹ đến vừa ở người lớn.", "Hạ sốt.")
    assert [first.text[b.start : b.end] for b in first.lines] == ["Giảm đau từ nhẹ", "đến vừa ở người lớn."]
    assert (first.page, first.page_to) == (7, 7)


def test_a_paragraph_goes_on_over_columns_and_pages():
    book = read(
        page(
            *HEAD,
            "**Chỉ định**",
            "> Một câu.",
            "> Hai câu.",
            "> Ba câu.",
            "> Có thể gây giảm bạch…",
            number=1,
            printed=7,
        ),
        page("cầu hạt nặng.", "> Đoạn sau.", number=2, printed=8),
    )
    block = book.monographs[0].blocks_of("chi_dinh")[3]
    assert block.text == "Có thể gây giảm bạch cầu hạt nặng."
    assert (block.page, block.page_to) == (7, 8)
    assert [b.page for b in block.lines] == [1, 2]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("dùng methylpred-…", "nisolon tiêm.", "dùng methylprednisolon tiêm."),
        ("thuốc chẹn beta-…", "lactam mới.", "thuốc chẹn beta-lactam mới."),
        ("chưa rõ abc-…", "xyz là gì.", "chưa rõ abc- xyz là gì."),
        ("liều 30 mg/…", "kg mỗi ngày.", "liều 30 mg/kg mỗi ngày."),
        ("liều 250…", "- 500 mg mỗi lần.", "liều 250 - 500 mg mỗi lần."),
        ("liều 1…", "200 mg mỗi lần.", "liều 1 200 mg mỗi lần."),
    ],
)
def test_what_a_lines_end_broke_is_joined_only_when_the_book_has_it_so(first, second, whole):
    known = "> Có methylprednisolon và beta-lactam khác."
    found = monograph("**Chỉ định**", known, f"> {first}", second)
    assert blocks(found, "chi_dinh")[1] == whole


def test_a_dash_opens_an_item_only_behind_a_finished_line():
    found = monograph("**Chỉ định**", "> Dùng cho:", "- Người lớn: 250…", "- 500 mg.", "- Trẻ em: 100 mg.")
    assert [(b.kind, b.text) for b in found.blocks_of("chi_dinh")] == [
        (BlockKind.PARAGRAPH, "Dùng cho:"),
        (BlockKind.ITEM, "Người lớn: 250 - 500 mg."),
        (BlockKind.ITEM, "Trẻ em: 100 mg."),
    ]


def test_ranked_sub_headings_give_their_context_to_the_blocks_below():
    found = monograph(
        "**Liều lượng và cách dùng**", "***Người lớn***", "*Uống*", "> 500 mg/lần.", "***Trẻ em***", "*Tiêm bắp*", "> 10 mg/kg.",
    )  # fmt: skip
    adult, child = found.blocks_of(DOSING)
    assert (adult.headings, adult.context.populations, adult.context.routes) == (
        ("Người lớn", "Uống"), (Population.ADULT,), (Route.ORAL,),
    )  # fmt: skip
    assert (child.headings, child.context.populations) == (("Trẻ em", "Tiêm bắp"), (Population.CHILD,))


def test_sub_headings_of_one_look_learn_their_rank_from_what_they_say():
    found = monograph(
        "**Liều lượng và cách dùng**",
        "*Người lớn:*",
        "> 500 mg/lần.",
        "*Trẻ em:*",
        "> 10 mg/kg/lần.",
        key="dtqgvn-2018",
    )
    assert [b.headings for b in found.blocks_of(DOSING)] == [("Người lớn",), ("Trẻ em",)]


def test_a_sub_heading_without_text_below_is_not_lost():
    found = monograph("**Liều lượng và cách dùng**", "***Người lớn***", "> 500 mg.", "***Trẻ em***")
    assert blocks(found, DOSING) == ["500 mg.", "Trẻ em"]


def test_a_list_of_brands_in_italics_is_no_sub_heading():
    found = monograph("**Tên thương mại**", "*Panadol; Efferalgan; Hapacol.*")
    assert blocks(found, "ten_thuong_mai") == ["Panadol; Efferalgan; Hapacol."]


def test_a_reviewed_sub_heading_says_what_the_pharmacist_read():
    companion = read_companion(
        """
- tieu_de: PARACETAMOL
  ma: paracetamol
  ten: Paracetamol
  bi_danh: [Panadol]
  tieu_de_con:
    - {muc: lieu_luong_va_cach_dung, duong: [Sau mổ], doi_tuong: [tre_em], chi_dinh: [đau sau mổ]}
"""
    )
    (found,) = read(
        page(*HEAD, "**Liều lượng và cách dùng**", "***Sau mổ***", "> 15 mg/kg."), companion=companion
    ).monographs
    assert (found.slug, [n.name for n in found.listed_names]) == ("paracetamol", ["Panadol"])
    (block,) = found.blocks_of(DOSING)
    assert (block.context.populations, block.context.indications) == ((Population.CHILD,), ("đau sau mổ",))


def test_a_table_keeps_the_box_of_each_cell():
    found = monograph("**Liều lượng và cách dùng**", table(("Clcr", "Liều"), ("> 30 ml/phút", "1 g")))
    (block,) = found.blocks_of(DOSING)
    assert block.text == "| Clcr | Liều |\n|---|---|\n| > 30 ml/phút | 1 g |"
    assert [block.text[b.start : b.end] for b in block.lines] == ["Clcr", "Liều", "> 30 ml/phút", "1 g"]


def test_a_table_cut_by_a_page_is_joined_when_its_header_is_repeated():
    first = table(("Clcr", "Liều"), ("> 30", "1 g"))
    second = table(("Clcr", "Liều"), ("< 30", "0,5 g"))
    found = monograph("**Liều lượng và cách dùng**", first, second)
    (block,) = found.blocks_of(DOSING)
    assert block.text.splitlines()[-1] == "| < 30 | 0,5 g |"
    assert [block.text[b.start : b.end] for b in block.lines[-2:]] == ["< 30", "0,5 g"]


def test_a_table_whose_header_is_lost_stays_apart():
    found = monograph(
        "**Liều lượng và cách dùng**",
        table(("Clcr", "Liều"), ("> 30", "1 g")),
        table(("< 30", "0,5 g"), ("< 10", "0,2 g")),
    )
    assert len(found.blocks_of(DOSING)) == 2


def test_a_place_that_no_cell_covers_stays_empty():
    found = monograph("**Liều lượng và cách dùng**", table(("Clcr", "Liều"), ("> 30", None)))
    assert found.blocks_of(DOSING)[0].text.endswith("| > 30 |  |")


def test_a_table_inside_a_paragraph_stands_behind_it():
    found = monograph(
        "**Chỉ định**",
        "> Một.",
        "> Hai.",
        "> Ba.",
        "> Dùng cho người…",
        table(("A", "B"), ("1", "2")),
        "lớn và trẻ em.",
    )
    kinds = [b.kind for b in found.blocks_of("chi_dinh")]
    assert blocks(found, "chi_dinh")[3] == "Dùng cho người lớn và trẻ em."
    assert kinds[-1] is BlockKind.TABLE


def test_hidden_text_is_reported_and_nowhere_in_the_book():
    hidden = replace(page(*HEAD, "**Chỉ định**", "> Đau."), hidden=(HiddenText("Liều 9 g/ngày", None, "white"),))
    book = read(hidden)
    assert [f.kind for f in book.findings] == [DefectKind.HIDDEN_TEXT]
    assert "9 g" not in repr(book.monographs)


def test_a_sub_heading_does_not_go_on_behind_its_table():
    found = monograph(
        "**Liều lượng và cách dùng**",
        "***Suy thận***…",
        table(("Clcr", "Liều"), ("> 30", "1 g")),
        "***Suy gan***",
        "> 2 g.",
    )
    assert [b.headings for b in found.blocks_of(DOSING)] == [("Suy thận",), ("Suy gan",)]


def test_a_heading_that_ends_a_paragraph_holds_what_follows_back():
    found = monograph(
        "**Chỉ định**", "> Đau đầu.", "> Sốt. Chống chỉ định", "> Suy gan nặng.", "**Thận trọng**", "> Suy thận."
    )
    assert [b.hold is not None for b in found.blocks_of("chi_dinh")] == [False, True, True]
    assert found.blocks_of("than_trong")[0].hold is None


def test_kinetics_is_found_behind_a_lost_heading():
    found = monograph(
        "**Dạng thuốc và hàm lượng**",
        "> Viên 5 mg Dược lý và cơ chế tác dụng",
        "> Giảm đau.",
        "*Dược động học*",
        "> Nhanh.",
    )
    assert all(b.hold for b in found.blocks_of("dang_thuoc_va_ham_luong"))
    assert [(b.text, b.hold) for b in found.blocks_of("duoc_dong_hoc")] == [("Nhanh.", None)]


@pytest.mark.parametrize(
    "text",
    [
        "Sốt. Xem mục Chống chỉ định",
        "Sốt. Chống chỉ định.",
        "Sốt. chống chỉ định",
        "Sốt. Chỉ định",
        "Khi ngộ độc, xem mục Quá liều và xử trí",
    ],
)
def test_words_of_a_heading_inside_a_sentence_hold_nothing_back(text):
    found = monograph("**Chỉ định**", f"> {text}", "> Đau.")
    assert [b.hold for b in found.blocks_of("chi_dinh")] == [None, None]


# --- where reading may go astray -------------------------------------------------------------------------------

FULL = (*HEAD, "**Chỉ định**", "> Đau.", "**Liều lượng và cách dùng**", "> Uống 500 mg/lần.")


def held(found, section: str) -> list[bool]:
    return [block.hold is not None for block in found.blocks_of(section)]


@pytest.mark.parametrize(
    "title",
    ["DIGOXIN", "Digoxin", "**Digoxin**", "*DIGOXIN*", "**DIGOXIN.**"],
    ids=["regular", "small letters", "bold small letters", "italic", "with a full stop"],
)
def test_a_title_that_is_not_recognised_gives_its_text_to_nobody(title):
    book = read(
        page(*FULL, title, "**Tên chung quốc tế:** Digoxin.", "**Chỉ định**", "> Suy tim.",
             "**Liều lượng và cách dùng**", "> Uống 0,25 mg/ngày.")
    )  # fmt: skip
    (found,) = book.monographs
    assert "Suy tim." not in blocks(found, "chi_dinh")
    assert not any("0,25" in text for text in blocks(found, DOSING))
    assert all(held(found, DOSING))
    assert DefectKind.UNCONFIRMED_TITLE in {f.kind for f in book.findings}


def test_a_section_printed_twice_before_the_next_one_is_held_and_the_monograph_goes_on():
    again = ("**Chỉ định**", "> Đau nhiều.")
    book = read(page(*FULL, *again, "**Tương tác thuốc**", "> Warfarin."))
    (found,) = book.monographs
    assert held(found, DOSING) == [False]
    assert dict(zip(blocks(found, "chi_dinh"), held(found, "chi_dinh"), strict=True))["Đau nhiều."]
    assert blocks(found, "tuong_tac_thuoc") == ["Warfarin."]
    assert held(found, "tuong_tac_thuoc") == [False]


def test_a_main_section_that_opens_again_ends_the_monograph_and_holds_its_first_copy():
    book = read(page(*FULL, "**Chỉ định**", "> Suy tim.", "**Chống chỉ định**", "> Bloc nhĩ thất."))
    (found,) = book.monographs
    assert blocks(found, "chi_dinh") == ["Đau."]
    assert held(found, "chi_dinh") == [True]
    assert found.blocks_of("chong_chi_dinh") == ()


def test_capitals_inside_a_section_hold_the_section_that_they_cut():
    book = read(page(*FULL, "**CHÚ Ý QUAN TRỌNG**", "> Không dùng quá 4 g/ngày."))
    assert all(held(book.monographs[0], DOSING))


@pytest.mark.parametrize(
    "heading",
    ["> Chống chỉ định", "***Chống chỉ định***", "> Chống chỉ định Người bệnh suy gan"],
    ids=["regular", "bold italic", "joined to its text"],
)
def test_a_heading_in_another_type_holds_what_follows_back(heading):
    found = monograph("**Chỉ định**", "> Đau.", heading, "> Suy gan nặng.", "**Thận trọng**", "> Suy thận.")
    assert held(found, "chi_dinh")[0] is False
    assert all(held(found, "chi_dinh")[1:])
    assert held(found, "than_trong") == [False]


def test_a_letter_from_another_font_makes_no_other_heading():
    found = monograph("**Chỉ định**", "> Đau.", "**Chống chỉ** đ**ịnh**", "> Suy gan nặng.")
    assert blocks(found, "chong_chi_dinh") == ["Suy gan nặng."]


def test_a_heading_with_a_colon_may_be_followed_by_small_letters():
    found = monograph("**Chỉ định**", "> Đau.", "**Chống chỉ định:** mẫn cảm với thuốc.")
    assert blocks(found, "chong_chi_dinh") == ["mẫn cảm với thuốc."]


def test_a_heading_on_two_lines_is_one_heading():
    found = monograph("**Chỉ định**", "> Đau.", "**Thời kỳ**", "**cho con bú**", "> Dùng được.")
    assert blocks(found, "thoi_ky_cho_con_bu") == ["Dùng được."]


def test_whom_a_dosing_heading_names_stands_above_its_doses():
    found = monograph("**Liều lượng và cách dùng ở trẻ em**", "> Uống 15 mg/kg/lần.")
    (block,) = found.blocks_of(DOSING)
    assert (block.headings, block.context.populations) == (("ở trẻ em",), (Population.CHILD,))


@pytest.mark.parametrize("key", ["dtqgvn-2018", "dtqg-mau"])
def test_a_sub_heading_in_roman_type_holds_the_doses_below_it(key):
    found = monograph(
        "**Liều lượng và cách dùng**", "*Người lớn*", "> Uống 500 mg/lần.", "> Trẻ em", "> Uống 10 mg/kg/lần.",
        "*Người cao tuổi*", "> Uống 250 mg/lần.", key=key,
    )  # fmt: skip
    assert held(found, DOSING) == [False, True, True, False]


@pytest.mark.parametrize("words", ["Liều dùng cho người lớn.", "Liều thông thường; người lớn"])
def test_words_set_like_a_sub_heading_that_were_not_read_as_one_hold_the_doses_below(words):
    found = monograph(
        "**Liều lượng và cách dùng**",
        "*Trẻ em*",
        "> Uống 10 mg/kg/lần.",
        f"*{words}*",
        "> Uống 1 g/lần.",
        key="dtqgvn-2018",
    )
    assert held(found, DOSING) == [False, True, True]


def test_a_sub_heading_on_two_ragged_lines_is_one():
    found = monograph(
        "**Liều lượng và cách dùng**", "***Trẻ em từ 6 đến 12 tuổi***", "***bị suy thận***", "> Uống 250 mg/lần."
    )
    (block,) = found.blocks_of(DOSING)
    assert block.headings == ("Trẻ em từ 6 đến 12 tuổi bị suy thận",)


def test_two_sub_headings_of_one_rank_in_a_row_hold_what_stands_below():
    found = monograph("**Liều lượng và cách dùng**", "***Trẻ em***", "***Suy thận***", "> Uống 250 mg/lần.")
    assert held(found, DOSING)[-1] is True


def test_a_bold_chapter_closes_the_italic_sub_headings_above_it():
    found = monograph(
        "**Liều lượng và cách dùng**", "*Trẻ em*", "> Uống 10 mg/kg/lần.", "**Viêm phổi nặng**", "> Uống 1 g/lần.",
        key="dtqgvn-2018",
    )  # fmt: skip
    assert [b.headings for b in found.blocks_of(DOSING)] == [("Trẻ em",), ("Viêm phổi nặng",)]


def test_a_bracket_in_regular_type_still_tells_namesakes_apart():
    book = read(
        page("**SALBUTAMOL**", "**(Dùng trong hô hấp)**", "**Mã ATC:** R03AC02.", "**Chỉ định**", "> Hen."),
        page("**SALBUTAMOL**", "(Dùng trong sản khoa)", "**Mã ATC:** R03CC02.", "**Chỉ định**", "> Dọa đẻ.", number=2),
    )
    assert [m.slug for m in book.monographs] == ["salbutamol-dung-trong-ho-hap", "salbutamol-dung-trong-san-khoa"]


def test_a_place_that_the_page_doubts_holds_the_block_that_is_printed_there():
    clean = page(*FULL)
    line_box = clean.body[-1].box
    doubtful = replace(clean, doubts=(PageDoubt(line_box, "struck", "500 mg"),))
    (found,) = read(doubtful).monographs
    assert [b.hold.kind for b in found.blocks_of(DOSING) if b.hold] == [DefectKind.PAGE_DOUBT]
    assert held(found, "chi_dinh") == [False]
