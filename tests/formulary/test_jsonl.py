"""Extracted passages: what is read, how a wrong line is refused, what the real text gives."""

import json
import re
from pathlib import Path

import pytest

from formulary.ingest.book import ImportRefused
from formulary.ingest.jsonl import read_jsonl, slug_of
from formulary.ingest.reading import read_book
from rag.passages import DOSING
from tests.formulary.book import REAL_PASSAGES

needs_real_passages = pytest.mark.skipif(not REAL_PASSAGES.exists(), reason="the real passages are not on this machine")


def write(folder: Path, *passages: dict[str, object] | str) -> Path:
    path = folder / "passages.jsonl"
    lines = (p if isinstance(p, str) else json.dumps(p, ensure_ascii=False) for p in passages)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def make_passage(**changes: object) -> dict[str, object]:
    return {"id": "A1", "drug": "Abacavir", "section": "Chỉ định", "text": "Nhiễm HIV."} | changes


def test_passages_of_a_drug_and_section_are_joined_in_file_order(tmp_path):
    path = write(
        tmp_path,
        make_passage(id="1", text="Một."),
        make_passage(id="2", section="Chống chỉ định", text="Dị ứng."),
        make_passage(id="3", text="Hai."),
    )
    (monograph,) = read_jsonl(path).monographs
    assert [b.text for b in monograph.blocks_of("chi_dinh")] == ["Một.", "Hai."]


def test_sections_are_put_in_the_order_of_the_book(tmp_path):
    path = write(tmp_path, make_passage(id="1", section="Tương tác thuốc"), make_passage(id="2"))
    assert [s.key for s in read_jsonl(path).monographs[0].sections] == ["chi_dinh", "tuong_tac_thuoc"]


def test_a_bracket_behind_the_drug_is_split_off(tmp_path):
    (monograph,) = read_jsonl(write(tmp_path, make_passage(drug="Salbutamol (dùng trong hô hấp)"))).monographs
    assert (monograph.title, monograph.bracket) == ("Salbutamol", "dùng trong hô hấp")
    assert monograph.slug == "salbutamol-dung-trong-ho-hap"


def test_a_page_is_kept_and_its_absence_too(tmp_path):
    path = write(tmp_path, make_passage(id="1", page=1102), make_passage(id="2"))
    assert [b.page for b in read_jsonl(path).monographs[0].blocks_of("chi_dinh")] == [1102, None]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param("{", "không phải JSON", id="broken JSON"),
        pytest.param("[]", "đối tượng JSON", id="a list"),
        pytest.param(make_passage(drug=""), "«drug»", id="blank drug"),
        pytest.param(make_passage(drug="???"), "«drug»", id="drug without letters"),
        pytest.param(make_passage(text=None), "«text»", id="no text"),
        pytest.param(make_passage(text="a\u0000b"), "U+0000", id="NUL"),
        pytest.param(make_passage(section="Công dụng"), "không có mục", id="unknown section"),
        pytest.param(make_passage(page="12"), "«page»", id="page as text"),
        pytest.param(make_passage(page=True), "«page»", id="page true"),
        pytest.param(make_passage(page=0), "«page»", id="page zero"),
        pytest.param(make_passage(id="first"), "đã dùng ở dòng 1", id="id twice"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(tmp_path, line: dict[str, object] | str, words: str):
    path = write(tmp_path, make_passage(id="first"), line)
    with pytest.raises(ImportRefused) as refused:
        read_jsonl(path)
    (problem,) = refused.value.problems
    assert str(problem).startswith("passages.jsonl:2: ")
    assert words in problem.reason


def test_two_drugs_with_one_slug_are_refused(tmp_path):
    path = write(tmp_path, make_passage(id="1", drug="Cồn A"), make_passage(id="2", drug="Con a"))
    with pytest.raises(ImportRefused, match="cùng mã «con-a»"):
        read_jsonl(path)


def test_an_empty_file_is_refused(tmp_path):
    with pytest.raises(ImportRefused, match="không có đoạn nào"):
        read_jsonl(write(tmp_path, ""))


@pytest.mark.parametrize(("title", "slug"), [("Vitamin D", "vitamin-d"), ("Đồng sulfat", "dong-sulfat")])
def test_a_slug_has_no_marks(title: str, slug: str):
    assert slug_of(title) == slug


@needs_real_passages
def test_the_real_passages_are_read_whole():
    book = read_book(REAL_PASSAGES)
    lines = REAL_PASSAGES.read_text(encoding="utf-8").splitlines()
    assert len(book.monographs) == len({json.loads(line)["drug"] for line in lines}) == 36
    assert {block.line for _, _, block in book.blocks()} == set(range(1, len(lines) + 1))


@needs_real_passages
def test_no_number_of_the_real_passages_is_lost_or_made_up():
    def numbers(text: str) -> list[str]:
        return sorted(re.findall(r"\d+", re.sub(r"<su[bp]>.*?</su[bp]>", "", text)))

    read: dict[int, str] = {}
    for _, _, block in read_book(REAL_PASSAGES).blocks():
        seen = read.get(block.line, "")
        headings = " ".join(h for h in block.headings if h not in seen)
        read[block.line] = f"{seen} {headings} {block.text}"
    for number, line in enumerate(REAL_PASSAGES.read_text(encoding="utf-8").splitlines(), 1):
        assert numbers(read[number]) == numbers(json.loads(line)["text"]), json.loads(line)["id"]


@needs_real_passages
@pytest.mark.parametrize(
    ("passage", "held"),
    [
        ("RM010", {"glued_heading"}),
        ("RM022", {"shifted_cell"}),
        ("RM023", set()),
        ("RM026", set()),
        ("RM027", set()),
        ("RM031", set()),
        ("RM090", {"misplaced_brands"}),
        ("RM093", {"merged_cells"}),
        ("RM107", {"split_table", "merged_cells"}),
        ("RM114", {"range_without_unit", "cut_unit"}),
        ("RM124", {"running_head"}),
        ("RM131", {"lost_number"}),
        ("RM137", set()),
        ("RM144", set()),
        ("RM145", {"interleaved"}),
    ],
)
def test_the_defects_of_the_real_passages_are_held(passage: str, held: set[str]):
    ids = [json.loads(line)["id"] for line in REAL_PASSAGES.read_text(encoding="utf-8").splitlines()]
    line = ids.index(passage) + 1
    found = {
        block.hold.kind.value for _, _, block in read_book(REAL_PASSAGES).blocks() if block.line == line and block.hold
    }
    assert found == held


@needs_real_passages
def test_a_childs_block_behind_an_adult_one_is_the_childs():
    # "… 300 mg. Trẻ em:" ends the adult paragraph; what follows is for children.
    aspirin = next(m for m in read_book(REAL_PASSAGES).monographs if m.slug == "acid-acetylsalicylic")
    reye = next(b for b in aspirin.blocks_of(DOSING) if "Reye" in b.text)
    assert [p.value for p in reye.context.populations] == ["tre_em"]
