"""Extracted text to blocks: markup off, column breaks joined, sub-headings and their context found."""

import pytest

from formulary.ingest.markup import plain
from formulary.ingest.running_text import blocks_of
from rag.frames import Population, Route
from rag.passages import DOSING, BlockKind


@pytest.mark.parametrize(
    ("extracted", "printed"),
    [
        ("*Trẻ em:* 5 mg", "Trẻ em: 5 mg"),
        ("Nồng **Thiopental** độ", "Nồng Thiopental độ"),
        ("Do *Haemophilus influenzae:*", "Do Haemophilus influenzae:"),
        ("HLA-B\\*1502 và HLA-B\\*5701", "HLA-B*1502 và HLA-B*5701"),
        ("30 mg/m<sup>2</sup> ", "30 mg/m² "),
        ("10<sup>9</sup>/lít", "10⁹/lít"),
        ("10<sup>-3</sup>", "10⁻³"),
        ("P<sub>450</sub>", "P₄₅₀"),
        ("2 - 8 <sup>o</sup> C", "2 - 8 o C"),
        ("Độ thanh thải<br>creatinin", "Độ thanh thải creatinin"),
        ("ADR &lt; 1/100", "ADR < 1/100"),
        ("ADR < 1/100 và > 10", "ADR < 1/100 và > 10"),
        ("5 * 3 * 2", "5 * 3 * 2"),
        ("1/1~000", "1/1~000"),
    ],
)
def test_markup_goes_and_every_digit_stays(extracted: str, printed: str):
    assert plain(extracted) == printed


def test_a_paragraph_that_a_column_cut_is_joined():
    blocks = blocks_of("Huyết học: giảm bạch\n\ncầu, thiếu máu.", section="tac_dung_khong_mong_muon")
    assert [b.text for b in blocks] == ["Huyết học: giảm bạch cầu, thiếu máu."]


def test_a_paragraph_that_is_complete_is_not_joined():
    blocks = blocks_of("Bệnh tim nặng.\n\nsuy gan.", section="chong_chi_dinh")
    assert len(blocks) == 2


def test_a_heading_on_its_own_line_governs_what_follows():
    blocks = blocks_of("*Suy thận:*\n\nClcr < 10 ml/phút: Nửa liều.\n\nGiảm liều 50%.", section=DOSING)
    assert [b.headings for b in blocks] == [("Suy thận",), ("Suy thận",)]
    assert all(b.context.populations == (Population.RENAL,) for b in blocks)


def test_a_heading_glued_to_a_paragraph_governs_what_follows():
    text = "*Trẻ em:*\n\nUống: 8 mg/kg/ngày. Người lớn:\n\nUống: 150 mg/lần."
    first, second = blocks_of(text, section=DOSING)
    assert first.text == "Uống: 8 mg/kg/ngày. Người lớn:"
    assert second.context.populations == (Population.ADULT,)
    assert second.headings == ("Người lớn",)


def test_a_route_heading_stands_under_the_population_above_it():
    text = "*Trẻ em:*\n\nUống: 8 mg/kg.\n\nTiêm bắp:\n\n15 mg/kg/ngày."
    block = blocks_of(text, section=DOSING)[-1]
    assert block.headings == ("Trẻ em", "Tiêm bắp")
    assert (block.context.populations, block.context.routes) == ((Population.CHILD,), (Route.IM,))


def test_a_new_population_closes_everything_below_the_one_before():
    text = "Trẻ em:\n\nTiêm bắp:\n\n15 mg/kg.\n\nNgười lớn:\n\n1 g/ngày."
    block = blocks_of(text, section=DOSING)[-1]
    assert block.headings == ("Người lớn",)
    assert block.context.routes == ()


def test_two_headings_in_a_row_are_heading_and_sub_heading():
    text = "Phối hợp rất thận trọng:\n\nTăng độc tính:\n\nMidodrin: chậm nhịp tim."
    assert blocks_of(text, section="tuong_tac_thuoc")[0].headings == ("Phối hợp rất thận trọng", "Tăng độc tính")


def test_an_italic_population_at_the_start_of_a_paragraph_goes_on_behind_it():
    text = "*Người lớn:* 1,2 g/ngày.\n\nLiều khuyến cáo giảm sốt là 200 mg.\n\n*Trẻ em*: 20 mg/kg/ngày.\n\nTối đa 40 mg/kg."
    populations = [b.context.populations for b in blocks_of(text, section=DOSING)]
    assert populations == [(Population.ADULT,)] * 2 + [(Population.CHILD,)] * 2


def test_a_frequency_class_is_a_heading_even_with_text_behind_it():
    text = "*Ít gặp, 1/1 000 < ADR <1/100* TKTW: Mất ngủ.\n\nGan: Độc gan.\n\nHiếm gặp, ADR < 1/1 000\n\nViêm tụy."
    blocks = blocks_of(text, section="tac_dung_khong_mong_muon")
    assert [b.text for b in blocks] == ["TKTW: Mất ngủ.", "Gan: Độc gan.", "Viêm tụy."]
    assert [b.headings[0][:7] for b in blocks] == ["Ít gặp,", "Ít gặp,", "Hiếm gặ"]


def test_a_heading_without_text_below_it_is_kept_as_a_block():
    assert [b.text for b in blocks_of("*Bệnh Kawasaki:*", section=DOSING)] == ["Bệnh Kawasaki:"]


def test_a_table_becomes_one_block_with_clean_cells():
    text = "| Độ thanh thải<br>creatinin | Liều   uống |\n|------|:----:|\n| > 30 ml/phút | 250 mg |"
    (block,) = blocks_of(text, section=DOSING)
    assert block.kind is BlockKind.TABLE
    assert block.text == "| Độ thanh thải creatinin | Liều uống |\n|---|---|\n| > 30 ml/phút | 250 mg |"


def test_a_brand_list_in_italics_is_no_heading():
    blocks = blocks_of("*Advifen 400; Agirofen;*\n\n*Brufen.*", section="ten_thuong_mai")
    assert [b.text for b in blocks] == ["Advifen 400; Agirofen;", "Brufen."]


def test_an_indication_that_leads_a_dosing_paragraph_is_its_indication():
    block = blocks_of("Tăng huyết áp: Liều khởi đầu là 80 mg.", section=DOSING)[0]
    assert block.context.indications == ("Tăng huyết áp",)
    assert blocks_of("Cho liều đầu tiên: 1/2 tổng liều.", section=DOSING)[0].context.indications == ()
