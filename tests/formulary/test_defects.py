"""One detector at a time: what it holds, and what it must let through."""

from dataclasses import replace

import pytest

from formulary.ingest import defects, table_defects
from formulary.ingest.book import Block, Defect, PrintedMonograph, PrintedSection
from formulary.ingest.drug_names import names_of
from formulary.ingest.reading import read_book
from formulary.models import DefectKind
from rag.passages import DOSING, BlockKind
from tests.formulary.book import SAMPLE


def make_block(text: str, kind: BlockKind = BlockKind.PARAGRAPH) -> Block:
    return Block(kind, text)


def make_table(*rows: str) -> Block:
    head, *body = rows
    rule = "|" + "---|" * (head.count("|") - 1)
    return make_block("\n".join([head, rule, *body]), BlockKind.TABLE)


def make_printed(*texts: str, section: str = DOSING, slug: str = "a") -> PrintedMonograph:
    blocks = tuple(make_block(text) for text in texts)
    return PrintedMonograph(slug, "A", "", (PrintedSection(section, section, blocks),))


@pytest.mark.parametrize("text", ["liều \ufffd 5 mg", "liều \uf0b3 5 mg", "\U000f0001"])
def test_an_unreadable_glyph_is_a_defect(text: str):
    assert defects.broken_glyph(make_block(text))


@pytest.mark.parametrize("text", ["≥ 5 mg", "μ-opioid", "½ viên", "m²", "30 °C"])
def test_a_sign_of_the_book_is_no_broken_glyph(text: str):
    assert defects.broken_glyph(make_block(text)) is None


def test_a_running_head_in_a_sentence_is_a_defect():
    assert defects.running_head(make_block("Nồng 1366 Thiopental DTQGVN 2 độ của thioguanin"))
    assert defects.running_head(make_block("Nồng độ của thioguanin")) is None


@pytest.mark.parametrize(
    "text", ["uống 2 0 mg", "1 50 mg/ngày", "12 5,5 mg", "10 00 đvqt", "1 2345 mg", "25 00 000 đvqt"]
)
def test_a_number_with_a_stray_blank_is_a_defect(text: str):
    assert defects.split_number(make_block(text))


@pytest.mark.parametrize(
    "text",
    ["2 500 mg", "1 500 000 đvqt", "1000 - 5 000 đvqt/ngày", "vitamin B12 5 mg", "325/370 10 ml", "75 - 200 mg/m 2/ngày", "1/200 000"],
)  # fmt: skip
def test_a_thousands_sign_is_no_split_number(text: str):
    assert defects.split_number(make_block(text)) is None


@pytest.mark.parametrize(
    "text", ["Liều duy trì: 0,2 - 1,5", "Liều duy trì 0,2 – 1,5. Sau đó ngừng.", "liều (10 - 20) chia 2 lần"]
)
def test_a_dose_range_without_unit_is_a_defect(text: str):
    assert defects.range_without_unit(make_block(text))


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ em 16 - 18 tuổi: 500 mg - 1 g.",
        "0,5 - 1 g/lần, 4 - 6 giờ một lần.",
        "Cho 25 - 75% liều (0 - 5%).",
        "Duy trì INR trong khoảng 2 - 3.",
        "INR đích là 2,5 (trong khoảng 2 - 3).",
        "Người bệnh Child-Pugh 7 - 9.",
        "Bệnh thận giai đoạn 2 - 4: Uống.",
        "Suy tim độ 2 - 3.",
        "pH 4,5 - 7.",
    ],
)
def test_a_range_with_a_unit_or_of_a_scale_is_none(text: str):
    assert defects.range_without_unit(make_block(text)) is None


@pytest.mark.parametrize("text", ["Liều duy trì: 0,2 - 1,5 mg/", "Tối đa 40 mg/", "10 mg/kg/"])
def test_a_unit_cut_at_the_end_is_a_defect(text: str):
    assert defects.cut_unit(make_block(text))


@pytest.mark.parametrize("text", ["tối đa 600 mg/ ngày.", "40 mg/ngày", "và/"])
def test_a_whole_unit_is_none(text: str):
    assert defects.cut_unit(make_block(text)) is None


@pytest.mark.parametrize("text", ["250 500 750", "250", "0,5 - 1", "10; 20; 30"])
def test_a_line_of_numbers_alone_is_a_defect(text: str):
    assert defects.orphan_numbers(make_block(text))
    assert defects.orphan_numbers(make_block(f"{text} mg")) is None


@pytest.mark.parametrize(
    "text", ["dùng liều nạp 150 - 300 mg. Trẻ em:", "20 mg/kg/ngày; Người lớn:", "Uống 5 mg.Suy thận:"]
)
def test_a_population_glued_behind_a_dose_is_a_defect(text: str):
    assert defects.glued_heading(make_block(text))


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
    assert defects.glued_heading(make_block(text)) is None


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
    table = make_table("| Độ thanh thải creatinin | Liều uống |", f"| {cell} | 2 lần/ngày |")
    assert table_defects.shifted_cell(table)


@pytest.mark.parametrize(
    "cell", ["> 30 ml/phút", "Từ 10 đến 30 ml/phút", "≥ 1,5 mg/decilít", "Lọc máu", "< 10 ml/phút/1,73 m²"]
)
def test_a_condition_in_the_column_of_clearances_is_none(cell: str):
    table = make_table("| Độ thanh thải creatinin | Liều uống |", f"| {cell} | 250 mg, cách 12 giờ/lần |")
    assert table_defects.shifted_cell(table) is None


def test_a_row_with_a_cell_too_few_is_a_defect():
    assert table_defects.shifted_cell(make_table("| A | B |", "| 1 |"))


def test_merged_headers_and_empty_cells_are_a_defect():
    assert table_defects.merged_cells(make_table("| Vết thương | TIG | TIG |", "| sạch | Có | Không |"))
    assert table_defects.merged_cells(make_table("| Chủng | MIC |", "| Staphylococcus | |"))
    assert table_defects.merged_cells(make_table("| Chủng | MIC |", "| Staphylococcus | 1,0 |")) is None


def test_a_table_that_a_page_cut_is_held_in_both_parts():
    first = make_table("| Chủng | MIC |", "| Nhạy cảm | 1,0 |")
    second = make_table("| Kháng oxacilin | 2,0 |", "| Viridans | 1,0 |")
    other = make_table("| Chủng | Liều |", "| Viridans | 1 g |")
    assert set(table_defects.split_tables((first, second, other))) == {0, 1}


def test_a_table_among_the_brands_is_a_defect():
    table = make_table("| Mức độ | Liều |", "| 1 | 100 mg/m² |")
    section = PrintedSection("ten_thuong_mai", "Tên thương mại", (table,))
    held = defects.hold_defects(PrintedMonograph("a", "A", "", (section,)))
    assert held.blocks_of("ten_thuong_mai")[0].hold == Defect(
        DefectKind.MISPLACED_TABLE, "bảng nằm ở mục không có bảng"
    )


def test_a_sentence_of_the_next_column_inside_another_holds_all_three():
    printed = make_printed("các xét nghiệm đông máu và một số xét", "Nguy cơ cao ở người già.", "nghiệm nước tiểu.")
    held = defects.hold_defects(printed).blocks_of(DOSING)
    assert [b.hold.kind for b in held if b.hold] == [DefectKind.INTERLEAVED] * 3


def test_brands_of_another_drug_are_held_and_give_no_name():
    printed = make_printed("Carmize; Claben; Maninil 5.", section="ten_thuong_mai", slug="gentamicin")
    held = defects.hold_defects(printed)
    assert held.blocks_of("ten_thuong_mai")[0].hold is not None
    assert [name.name for name in names_of(held)[0]] == ["A"]


def test_the_same_brands_under_their_own_drug_are_free():
    printed = make_printed("Carmize; Claben; Maninil 5.", section="ten_thuong_mai", slug="glibenclamid")
    assert defects.hold_defects(printed).blocks_of("ten_thuong_mai")[0].hold is None


def test_what_the_writer_holds_keeps_the_writers_reason():
    printed = make_printed("Liều duy trì: 0,2 - 1,5")
    block = replace(printed.blocks_of(DOSING)[0], hold=Defect(DefectKind.WRITER, "chờ đối chiếu"))
    printed = replace(printed, sections=(replace(printed.sections[0], blocks=(block,)),))
    assert defects.hold_defects(printed).blocks_of(DOSING)[0].hold == Defect(DefectKind.WRITER, "chờ đối chiếu")


@pytest.mark.parametrize("text", ["uống 2 0 mg", "Liều duy trì: 0,2 - 1,5", "Tối đa 37 mg/", "Liều 41 mg. Trẻ em:"])
def test_a_reason_never_shows_the_number_it_is_about(text: str):
    block = defects.hold_defects(make_printed(text)).blocks_of(DOSING)[0]
    assert block.hold is not None
    assert not any(c.isdigit() for c in block.hold.reason)


def test_dosing_detectors_leave_other_sections_alone():
    printed = make_printed("nồng độ 0,2 - 1,5", section="duoc_dong_hoc")
    assert defects.hold_defects(printed).blocks_of("duoc_dong_hoc")[0].hold is None


def test_the_sample_is_held_only_where_its_writers_say_so():
    held = [block.hold.kind for _, _, block in read_book(SAMPLE).blocks() if block.hold]
    assert set(held) <= {DefectKind.WRITER}
