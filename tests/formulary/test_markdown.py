"""The pharmacists' format: what is read, and how a malformed file is refused."""

from unicodedata import normalize

import pytest

from formulary.ingest.book import ImportRefused
from formulary.ingest.markdown import read_folder
from rag.frames import Population, Route
from rag.passages import DOSING, BlockKind
from tests.formulary.book import EXAMPLE, SAMPLE, make_monograph, read


def problems(text: str) -> list[str]:
    with pytest.raises(ImportRefused) as refused:
        read(text, file="t.md")
    return [str(problem) for problem in refused.value.problems]


def test_every_file_of_the_sample_is_accepted():
    assert len(read_folder(SAMPLE).monographs) >= 12


def test_a_paragraph_an_item_and_a_table_are_a_block_each():
    kinds = [block.kind for block in read().blocks_of(DOSING)]
    assert kinds == [BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ITEM, BlockKind.TABLE, BlockKind.TABLE]


def test_a_block_carries_the_headings_and_the_context_above_it():
    adult, child, *_ = read().blocks_of(DOSING)
    assert adult.headings == ("Người lớn", "Uống")
    assert (adult.context.populations, adult.context.routes) == ((Population.ADULT,), (Route.ORAL,))
    assert child.context.populations == (Population.CHILD,)


def test_a_new_heading_ends_the_context_of_its_siblings():
    table = read().blocks_of(DOSING)[3]
    assert table.headings == ("Suy thận",)
    assert table.context.routes == ()


def test_a_page_mark_holds_for_the_blocks_behind_it():
    assert [block.page for block in read().blocks_of(DOSING)] == [12, 13, 13, 13, 13]


def test_a_block_that_the_writer_holds_keeps_the_reason():
    first, held = read().blocks_of(DOSING)[3:]
    assert first.hold is None
    assert held.hold is not None
    assert held.hold.reason == "cột liều bị lệch"


def test_a_table_keeps_its_rows_and_columns():
    assert read().blocks_of(DOSING)[3].text.splitlines() == [
        "| Độ thanh thải creatinin | Liều uống |",
        "|---|---|",
        "| > 30 ml/phút | Không cần chỉnh liều |",
        "| 10 - 30 ml/phút | 250 mg, cách 12 giờ/lần |",
    ]


def test_lines_of_a_paragraph_are_joined_by_one_blank():
    text = make_monograph("a", "A", chi_dinh="Đau đầu,\nsốt.")
    assert read(text).blocks_of("chi_dinh")[0].text == "Đau đầu, sốt."


def test_items_inherit_the_lead_of_the_paragraph_that_introduces_them():
    dosing = "### Uống\nTrẻ em:\n\n- 5 mg/kg/lần.\n\nNgười lớn: 1 g/lần."
    _, item, adult = read(make_monograph("a", "A", lieu_luong_va_cach_dung=dosing)).blocks_of(DOSING)
    assert item.context.populations == (Population.CHILD,)
    assert adult.context.populations == (Population.ADULT,)


def test_braces_replace_what_the_heading_says_and_are_not_printed():
    dosing = (
        "### Một lần mỗi ngày {doi_tuong: tre_em, nguoi_lon; duong_dung: tiem_bap; chi_dinh: nhiễm khuẩn nặng}\n1 g."
    )
    block = read(make_monograph("a", "A", lieu_luong_va_cach_dung=dosing)).blocks_of(DOSING)[0]
    assert block.headings == ("Một lần mỗi ngày",)
    assert block.context.populations == (Population.ADULT, Population.CHILD)
    assert block.context.routes == (Route.IM,)
    assert block.context.indications == ("nhiễm khuẩn nặng",)


def test_an_empty_indication_says_that_the_heading_is_none():
    with_words = make_monograph("a", "A", lieu_luong_va_cach_dung="### Giới hạn chung\n1 g.")
    silenced = make_monograph("a", "A", lieu_luong_va_cach_dung="### Giới hạn chung {chi_dinh:}\n1 g.")
    assert read(with_words).blocks_of(DOSING)[0].context.indications == ("Giới hạn chung",)
    assert read(silenced).blocks_of(DOSING)[0].context.indications == ()


def test_decomposed_accents_are_composed():
    assert read(normalize("NFD", EXAMPLE)) == read(EXAMPLE)


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path):
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbf" + EXAMPLE.replace("\n", "\r\n").encode())
    assert read_folder(tmp_path).monographs[0].sections == read().sections


def changed(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1
    return EXAMPLE.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param("", 1, "phần đầu", id="empty file"),
        pytest.param(changed("viet_tat: [VD]", "viet_tat: [VD"), 6, "YAML", id="broken YAML"),
        pytest.param(changed("viet_tat: [VD]", "biet_duoc: [VD]"), 5, "không có trong định dạng", id="unknown key"),
        pytest.param(changed("viet_tat: [VD]", "ma: vi-du"), 5, "hai lần", id="key twice"),
        pytest.param(changed("viet_tat: [VD]", "viet_tat: VD"), 5, "danh sách tên", id="list expected"),
        pytest.param(changed("ten: Ví dụ\n", ""), 1, "thiếu khóa «ten»", id="no title key"),
        pytest.param(changed("ma: vi-du", "ma: Ví dụ"), 2, "chữ thường không dấu", id="slug with marks"),
        pytest.param(changed("# VÍ DỤ\n", "# VÍ DỤ KHÁC\n"), 9, "không khớp", id="title differs"),
        pytest.param(changed("# VÍ DỤ\n", "\n"), 48, "thiếu dòng «# TÊN THUỐC»", id="no title"),
        pytest.param(changed("[trang 12]\n", "\n"), 13, "thiếu dấu trang", id="no page before the first section"),
        pytest.param(changed("[trang 13]", "[trang 11]"), 26, "số trang lùi", id="page goes back"),
        pytest.param(changed("[trang 13]", "[trang mười ba]"), 26, "[trang 12]", id="page in words"),
        pytest.param(changed("## Chỉ định", "## Công dụng"), 16, "không có mục «Công dụng»", id="unknown section"),
        pytest.param(changed("## Chỉ định", "## Chỉ đinh"), 16, "viết «Chỉ định»", id="misspelt section"),
        pytest.param(changed("## Chỉ định", "## Tên chung quốc tế"), 16, "hai lần", id="section twice"),
        pytest.param(changed("## Chỉ định", "## Quá liều và xử trí"), 19, "phải đứng trước", id="sections out of order"),
        pytest.param(changed("Đau đầu, sốt.\n", "\n"), 16, "mục không có nội dung", id="empty section"),
        pytest.param(changed("500 mg/lần, cách 6 giờ một lần.\n", "\n"), 23, "không có nội dung", id="empty heading"),
        pytest.param(changed("#### Uống\n500", "####### Uống\n500"), 23, "sâu nhất", id="heading too deep"),
        pytest.param(changed("#### Uống\n500", "####Uống\n500"), 23, "dấu cách", id="heading without blank"),
        pytest.param(changed("Đau đầu, sốt.", "Đau **đầu**, sốt."), 17, "in đậm", id="bold"),
        pytest.param(changed("Đau đầu, sốt.", "Đau *đầu*, sốt."), 17, "in nghiêng", id="italics"),
        pytest.param(changed("Đau đầu, sốt.", "10 mg/m<sup>2</sup>."), 17, "HTML", id="tag"),
        pytest.param(changed("Đau đầu, sốt.", "ADR &lt; 1/100."), 17, "HTML", id="entity"),
        pytest.param(changed("Đau đầu, sốt.", "Đau\u200bđầu."), 17, "U+200B", id="zero-width character"),
        pytest.param(changed("- Trẻ em 4 - 6", "* Trẻ em 4 - 6"), 31, "«- »", id="other bullet"),
        pytest.param(changed("- Trẻ em 6 - 8", "  - Trẻ em 6 - 8"), 32, "không lồng", id="nested bullet"),
        pytest.param(changed("| > 30 ml/phút | Không cần chỉnh liều |", "| > 30 ml/phút |"), 38, "2 ô", id="cell missing"),
        pytest.param(changed("| Không cần chỉnh liều |", "|  |"), 38, "ô trống", id="empty cell"),
        pytest.param(changed("| Độ thanh thải creatinin | Liều uống |\n|---|---|\n", ""), 36, "bảng cần", id="no header"),
        pytest.param(changed("[cách ly: cột liều bị lệch]", "[cách ly]"), 41, "[cách ly: lý do]", id="hold without reason"),
        pytest.param(changed("### Suy thận", "### Suy thận {doi_tuong: suy_tim}"), 34, "suy_tim", id="unknown population"),
        pytest.param(changed("### Suy thận", "### Suy thận {doituong: suy_than}"), 34, "chỉ dùng doi_tuong", id="unknown brace key"),
        pytest.param(changed("### Suy thận", "### Suy thận {"), 34, "ngoặc nhọn", id="open brace"),
    ],
)  # fmt: skip
def test_a_malformed_file_is_refused_with_line_and_reason(text: str, line: int, words: str):
    found = problems(text)
    assert any(p.startswith(f"t.md:{line}: ") and words in p for p in found), found


def test_all_problems_of_a_file_are_told_at_once():
    text = changed("ma: vi-du", "ma: Ví").replace("Đau đầu", "Đau **đầu**").replace("[trang 13]", "[trang 1]")
    assert len(problems(text)) == 3


@pytest.mark.parametrize("text", ["Clcr < 30 ml/phút và > 10", "HLA-B*1502", "a < b > c", "5 * 3", "1_000"])
def test_signs_that_are_no_markup_are_text(text: str):
    assert read(make_monograph("a", "A", chi_dinh=text)).blocks_of("chi_dinh")[0].text == text


def test_two_files_may_not_share_a_slug_or_a_title(tmp_path):
    (tmp_path / "a.md").write_text(make_monograph("a", "A", chi_dinh="Sốt."))
    (tmp_path / "b.md").write_text(make_monograph("a", "B", chi_dinh="Sốt."))
    (tmp_path / "c.md").write_text(make_monograph("c", "A", chi_dinh="Sốt."))
    (tmp_path / "d.md").write_text(make_monograph("d", "A", bracket="dùng ngoài", chi_dinh="Sốt."))
    with pytest.raises(ImportRefused) as refused:
        read_folder(tmp_path)
    assert {problem.file for problem in refused.value.problems} == {"b.md", "c.md"}


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(ImportRefused, match=r"không có tệp \.md"):
        read_folder(tmp_path)


def test_a_file_that_is_not_utf8_is_refused_with_its_line(tmp_path):
    (tmp_path / "a.md").write_bytes(b"---\nma: a\xff\n")
    with pytest.raises(ImportRefused, match=r"a\.md:2: tệp không phải UTF-8"):
        read_folder(tmp_path)
