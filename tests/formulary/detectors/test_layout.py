"""What page layout does to prose and tables."""

import pytest

from formulary.ingest.book import LineBox
from formulary.ingest.detectors import layout, tables
from formulary.models.defect_kinds import DefectKind
from rag.passages import BlockKind
from tests.formulary.detectors.looks import kinds, looked_at, make_block, make_table, view, views


@pytest.mark.parametrize(
    "text", ["Nồng 1366 Thiopental DTQGVN 2 độ của thioguanin", "DTQG MẪU 47 Paracetamol", "dtqgvn 3"]
)
def test_a_running_head_in_a_sentence_is_a_defect(text: str):
    assert layout.running_head(view(text))
    assert layout.running_head(view("Nồng độ của thioguanin")) is None


@pytest.mark.parametrize(
    "text", ["dùng liều nạp 150 - 300 mg. Trẻ em:", "20 mg/kg/ngày; Người lớn:", "Uống 5 mg.Suy thận:"]
)
def test_a_population_glued_behind_a_dose_is_a_defect(text: str):
    assert layout.glued_heading(view(text))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Trẻ em:", id="a heading of its own"),
        pytest.param("dùng liều như người lớn. Đau sau phẫu thuật:", id="an indication"),
        pytest.param("Không cần hiệu chỉnh khi Clcr ≥ 10 ml/phút. Suy gan:", id="no dose in the block"),
        pytest.param("Liều 5 mg. Trẻ em: 2 mg.", id="the dose follows"),
    ],
)
def test_other_colons_are_no_glued_heading(text: str):
    assert layout.glued_heading(view(text)) is None


def test_the_label_of_the_next_blocks_at_the_end_of_this_one_is_worth_a_note():
    label = "Sultoprid: Gây xoắn đỉnh. Phối hợp rất thận trọng do digoxin:"
    assert set(layout.glued_labels(views(label, "Midodrin: Tăng tác dụng."))) == {0}
    assert layout.glued_labels(views(label, make_block("Midodrin", BlockKind.ITEM))) == {}


def test_a_sentence_of_the_next_column_inside_another_holds_all_three():
    held = looked_at("các xét nghiệm đông máu và một số xét", "Nguy cơ cao ở người già.", "nghiệm nước tiểu.")
    assert [b.hold.kind for b in held if b.hold] == [DefectKind.INTERLEAVED] * 3


@pytest.mark.parametrize(
    ("first", "between", "rest"),
    [("Một câu trọn.", "Câu nữa.", "câu cuối"), ("và một số xét", "nghiệm khác", "nghiệm"), ("Gồm:", "Một.", "hai.")],
)
def test_a_list_in_lower_case_is_no_interleave(first: str, between: str, rest: str):
    assert layout.interleaved(views(first, between, rest)) == {}


def test_a_section_of_sentences_that_stops_inside_one_is_a_defect():
    assert set(layout.cut_sentences(views("Uống thuốc.", "Không dùng quá liều tối đa và"))) == {1}
    assert set(
        layout.cut_sentences(views("Người bệnh suy thận phải giảm liều theo mức lọc cầu thận, nhất là khi"))
    ) == {0}
    assert layout.cut_sentences(views("Uống thuốc.", "Không dùng quá liều.")) == {}
    assert layout.cut_sentences(views("Dung dịch 5 mg/ml")) == {}
    assert layout.cut_sentences(views("Advifen 400; Brufen", section="ten_thuong_mai")) == {}


def test_a_paragraph_that_begins_inside_a_sentence_is_a_defect_and_so_is_what_stops_before_it():
    head, tail = "Không băng kín tổn thương đang ướt vì người bệnh có thể", "bị kích ứng da hoặc viêm da."
    assert set(layout.cut_sentences(views(head, tail))) == {0, 1}
    assert set(layout.cut_sentences(views("Một câu trọn.", tail))) == {1}


def test_an_amount_behind_an_open_end_belongs_to_it():
    open_end = "Dung dịch uống: 5 mg/5 ml, 10 mg/5 ml, dung dịch đậm đặc"
    assert set(layout.cut_sentences(views(open_end, "10 mg/ml.", "Viên nén: 5 mg."))) == {0, 1}


@pytest.mark.parametrize(
    "text", ["pH 5 - 7 là tối ưu.", "α-tocoferol tan trong dầu.", "p-aminophenol là chất chuyển hóa.", "5-FU."]
)
def test_a_symbol_may_begin_a_paragraph(text: str):
    assert layout.cut_sentences(views("Một câu trọn.", text)) == {}


def test_a_heading_still_glued_to_a_block_of_a_page_holds_what_stands_below_it():
    def of_page(text: str, *headings: str):
        return make_block(text, headings=headings, lines=(LineBox(1, 0, 0, 1, 1, 0, len(text)),))

    glued, below = of_page("Người lớn: 5 mg/kg. Tiêm bắp:", "Uống"), of_page("Người lớn: 300 mg.", "Uống")
    other = of_page("Trẻ em: 10 mg/kg.", "Suy thận")
    assert set(layout.glued_heading_of_pages(views(glued, below, other))) == {0, 1}
    opened = of_page("Người lớn: 300 mg.", "Uống", "Tiêm bắp")
    assert layout.glued_heading_of_pages(views(glued, opened)) == {}
    assert layout.glued_heading_of_pages(views("Người lớn: 5 mg/kg. Tiêm bắp:", "Người lớn: 300 mg.")) == {}


@pytest.mark.parametrize(
    "text",
    ["Clcr > 30 250 - 500 mg Clcr 10 - 30 500 mg", "Từ 10 đến 30 ml/phút Tối đa 15 mg/kg/lần", "10 - 20 kg 20 - 30 kg: 250 mg 375 mg",
     "4 - 6 tuổi 240 mg 6 - 8 tuổi 250 mg", "< 10 ml/phút 250 mg", "40 - 49 kg 34 ml 12 ml 23 ml", "> 50 ml/phút 100% liều",
     "> 41 ml/phút/1,73 m2 150 mg", "10 microgam/phút 1 ống 10 microgam/ml 20 giọt/phút", "Đối tượng Liều dùng Trẻ em 5 mg"],
)  # fmt: skip
def test_rows_of_a_table_in_one_line_are_a_defect(text: str):
    assert layout.flattened_table(view(text))


@pytest.mark.parametrize(
    "text",
    ["Clcr 10 - 50 ml/phút: 250 mg", "Trẻ em 4 - 6 tuổi: 240 mg; 6 - 8 tuổi: 250 mg", "tiêm 2 ml/phút, mỗi lần 500 mg",
     "Người bệnh có Clcr < 30 ml/phút dùng 250 mg", "Trẻ 10 - 20 kg 250 mg/lần", "2 viên 250 mg/125 mg", "xem Cách dùng",
     "500 mg 3 lần mỗi ngày, trong 5 ngày"],
)  # fmt: skip
def test_bands_in_sentences_are_no_flattened_table(text: str):
    assert layout.flattened_table(view(text)) is None


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("thong_tin_quy_che", "Uống 500 mg/lần, 3 lần/ngày."),
        ("loai_thuoc", "Khi quá liều phải rửa dạ dày, cho than hoạt, điều trị triệu chứng và hồi sức tích cực; ngộ độc nặng phải lọc máu."),
        ("tac_dung_khong_mong_muon", "Chỉ định: Toan chuyển hóa."),
        ("chi_dinh", "Bảo quản ở nhiệt độ dưới 30 °C."),
        ("do_on_dinh_va_bao_quan", "Mẫn cảm với thuốc; suy gan nặng."),
        ("tuong_ky", "Triệu chứng: Buồn nôn; rửa dạ dày ngay."),
    ],
)  # fmt: skip
def test_text_under_a_heading_that_is_not_its_own_is_a_defect(section: str, text: str):
    assert layout.wrong_section(view(text, section))


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("loai_thuoc", "Thuốc giải độc (quá liều paracetamol)."),
        ("than_trong", "Chỉ định rất hạn chế vì nguy cơ hội chứng Reye."),
        ("qua_lieu_va_xu_tri", "Chỉ định naloxon ngay bằng đường tiêm tĩnh mạch."),
        ("do_on_dinh_va_bao_quan", "Bảo quản ở nhiệt độ dưới 30 °C."),
        ("thong_tin_quy_che", "Thuốc kê đơn; thuốc phải kiểm soát đặc biệt."),
    ],
)
def test_text_that_may_stand_there_is_none(section: str, text: str):
    assert layout.wrong_section(view(text, section)) is None


# --- tables ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    [
        "Từ 10 đến 30 ml/phút Tối đa 15 mg/kg/lần,",
        "10 - 30 ml/phút 250 mg",
        "< 10 ml/phút, 2 lần/ngày",
        "12 giờ/lần",
        "tối đa",
    ],
)
def test_a_dose_in_the_column_of_clearances_is_a_defect(cell: str):
    assert tables.shifted_cell(view(make_table("| Độ thanh thải creatinin | Liều uống |", f"| {cell} | 2 lần/ngày |")))


@pytest.mark.parametrize(
    "cell", ["> 30 ml/phút", "Từ 10 đến 30 ml/phút", "≥ 1,5 mg/decilít", "Lọc máu", "< 10 ml/phút/1,73 m²"]
)
def test_a_condition_in_the_column_of_clearances_is_none(cell: str):
    table = make_table("| Độ thanh thải creatinin | Liều uống |", f"| {cell} | 250 mg, cách 12 giờ/lần |")
    assert tables.shifted_cell(view(table)) is None


def test_a_row_with_a_cell_too_few_or_a_name_cut_from_its_number_is_a_defect():
    assert tables.shifted_cell(view(make_table("| A | B |", "| 1 |")))
    assert tables.shifted_cell(view(make_table("| Chất | Lượng |", "| Vitamin B | 12, microgam |")))


def test_merged_headers_and_empty_cells_are_a_defect():
    assert tables.merged_cells(view(make_table("| Vết thương | TIG | TIG |", "| sạch | Có | Không |")))
    assert tables.merged_cells(view(make_table("| Chủng | MIC |", "| Staphylococcus | |")))
    assert tables.merged_cells(view(make_table("| Chủng | MIC |", "| Staphylococcus | 1,0 |"))) is None


@pytest.mark.parametrize(
    "cells", ["| 1 - 3 tuần 600 - 800 | mg/ngày |", "| 10 - 30 ml/phút 250 | mg, cách 12 giờ/lần |"]
)
def test_a_cell_that_begins_with_the_unit_of_the_cell_before_is_a_defect(cells: str):
    assert tables.shifted_cell(view(make_table("| Thời gian | Liều |", cells)))


def test_two_rows_in_one_are_a_defect():
    assert tables.merged_rows(
        view(make_table("| Clcr | Liều |", "| 100 ml/phút 90 ml/phút | 1 545 mg/24 giờ 1 390 mg/24 giờ |"))
    )
    assert tables.merged_rows(view(make_table("| Tuổi | Liều |", "| Trẻ em Người lớn | Uống 5 mg Uống 10 mg |")))
    assert tables.merged_rows(view(make_table("| Cân nặng | Liều |", "| 10 - 20 kg 20 - 30 kg | 250 mg 375 mg |")))
    assert tables.merged_rows(view(make_table("| Cân nặng | Liều |", "| 10 - 20 kg | 250 mg 375 mg |")))
    assert tables.merged_rows(view(make_table("| Cân nặng | Liều |", "| 10 - 20 kg | 250 mg, sau đó 375 mg |"))) is None


@pytest.mark.parametrize("cell", ["Không(1)", "Không (2)", "Có¹", "250 mg*", "Không(a)", "Có†"])
def test_a_cell_with_the_mark_of_a_footnote_is_a_defect(cell: str):
    assert tables.footnote_mark(view(make_table("| Tiền sử | TIG |", f"| ≥ 3 liều | {cell} |")))


@pytest.mark.parametrize("cell", ["75 mg/m²", "10⁹", "100 000/mm³", "Có", "250 mg (tối đa)", "HLA-B*1502"])
def test_a_raised_digit_of_a_unit_is_no_mark(cell: str):
    assert tables.footnote_mark(view(make_table("| Tiền sử | TIG |", f"| ≥ 3 liều | {cell} |"))) is None


def test_a_note_below_a_table_with_marks_is_held_with_it():
    table = make_table("| Tiền sử | TIG |", "| ≥ 3 liều | Không(1) |")
    note, other = "(1) Có, nếu trên 10 năm.", "Tiêm bắp."
    assert set(tables.notes_of_marks(views(table, note, other))) == {1}
    assert tables.notes_of_marks(views(make_table("| A | B |", "| a | b |"), note)) == {}


def test_a_table_that_a_page_cut_is_held_in_both_parts():
    first = make_table("| Chủng | MIC |", "| Nhạy cảm | 1,0 |")
    second = make_table("| Kháng oxacilin | 2,0 |", "| Viridans | 1,0 |")
    other = make_table("| Chủng | Liều |", "| Viridans | 1 g |")
    assert set(tables.split_tables(views(first, second, other))) == {0, 1}


TABLE = make_table("| Clcr | Liều |", "| > 30 | 500 mg |", "| 10 - 30 | 250 mg |", "| < 10 | 125 mg |")


def test_prose_with_the_numbers_of_a_table_in_order_is_its_copy():
    copy = "Clcr trên 30 dùng 500 mg, 10 - 30 dùng 250 mg, dưới 10 dùng 125 mg."
    assert set(tables.repeated_tables(views(TABLE, copy))) == {1}


def test_a_copy_with_another_number_holds_the_table_too():
    assert set(tables.repeated_tables(views(TABLE, "Trên 30: 500 mg; 10 - 30: 350 mg; dưới 10: 125 mg."))) == {0, 1}


def test_prose_with_other_numbers_is_no_copy():
    assert tables.repeated_tables(views(TABLE, "Người lớn: 1 g, 2 lần; trẻ em 3 - 5 tuổi: 100 mg, 4 lần.")) == {}


def test_a_table_read_from_a_page_waits_for_a_pharmacist():
    from_page = make_table("| Chủng | MIC |", "| Viridans | 1,0 |", on_page=True)
    from_file = make_table("| Chủng | MIC |", "| Viridans | 1,0 |")
    assert kinds(from_page) == {DefectKind.TABLE_UNCHECKED}
    assert kinds(from_file) == set()


def test_a_fault_that_was_seen_is_told_before_the_waiting():
    table = make_table("| Độ thanh thải creatinin | Liều |", "| 10 ml/phút 250 mg | 2 lần/ngày |", on_page=True)
    block = looked_at(table)[0]
    assert block.hold is not None
    assert block.hold.kind is DefectKind.SHIFTED_CELL
    assert {f.kind for f in block.findings} >= {DefectKind.SHIFTED_CELL, DefectKind.TABLE_UNCHECKED}


def test_a_table_among_the_brands_is_a_defect():
    table = make_table("| Mức độ | Liều |", "| 1 | 100 mg/m² |")
    assert DefectKind.MISPLACED_TABLE in kinds(table, "ten_thuong_mai")
    assert DefectKind.MISPLACED_TABLE not in kinds(table)
