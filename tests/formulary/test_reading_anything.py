"""Whatever stands in a file, reading ends in a book or in a refusal that names the line; detectors never fail."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from formulary.ingest.book import Block, ImportRefused, PrintedMonograph, PrintedSection
from formulary.ingest.defects import hold_defects
from formulary.ingest.jsonl import read_jsonl
from formulary.ingest.markup import plain
from formulary.ingest.running_text import blocks_of
from formulary.tables import rows_of, text_of
from rag.passages import DOSING, SECTION_KEYS, BlockKind
from rag.vietnamese import nfc, squeeze
from tests.formulary.book import EXAMPLE, read

LINES = st.sampled_from([
    *EXAMPLE.splitlines(), "", "---", "#", "##", "####", "- ", "|", "|---|", "| | |", "[trang", "[trang 0]", "[cách ly: ]",
    "{", "### a {chi_dinh:}", "### {doi_tuong: tre_em}", "*Trẻ em:*", "***", "\\*", "<sup>", "ADR < 1/100", "a: b: c:",
])  # fmt: skip
ANY_TEXT = st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=30).map("\n".join)


@given(ANY_TEXT)
@settings(max_examples=150)
def test_any_text_is_a_monograph_or_is_refused_with_lines(text: str):
    try:
        monograph = read("---\nma: a\nten: A\n---\n# A\n\n[trang 1]\n\n## Chỉ định\n" + text)
    except ImportRefused as error:
        refused = error
    else:
        assert all(block.text for section in monograph.sections for block in section.blocks)
        return
    assert refused.problems
    assert all(problem.line >= 1 and problem.reason for problem in refused.problems)


@given(ANY_TEXT)
@settings(max_examples=150)
def test_any_passage_becomes_blocks_that_detectors_can_look_at(text: str):
    for section in (DOSING, "tac_dung_khong_mong_muon", "ten_thuong_mai"):
        blocks = blocks_of(text, section=section)
        assert all(block.text for block in blocks)
        held = hold_defects(PrintedMonograph("a", "A", "", (PrintedSection(section, section, blocks),)))
        assert [b.text for b in held.blocks_of(section)] == [b.text for b in blocks]


@given(st.binary(max_size=200))
def test_any_bytes_are_a_refusal(tmp_path_factory, data: bytes):
    path = tmp_path_factory.mktemp("jsonl") / "a.jsonl"
    path.write_bytes(data)
    try:
        read_jsonl(path)
    except ImportRefused as error:
        refused = error
    assert refused.problems


@given(drug=st.text(max_size=20), section=st.sampled_from(["Chỉ định", "Liều lượng và cách dùng"]), text=ANY_TEXT)
@settings(max_examples=100)
def test_any_passage_of_strings_is_read_or_refused(tmp_path_factory, drug: str, section: str, text: str):
    path = tmp_path_factory.mktemp("jsonl") / "a.jsonl"
    path.write_text(json.dumps({"drug": drug, "section": section, "text": text}), encoding="utf-8")
    try:
        book = read_jsonl(path)
    except ImportRefused:
        return
    assert all(block.text for _, _, block in book.blocks())


@given(st.text(alphabet="0123456789 ,.-–/mgk*<>\\", max_size=40))
def test_taking_markup_off_keeps_every_digit_in_order(text: str):
    assert [c for c in plain(text) if c.isdigit()] == [c for c in text if c.isdigit()]


CELL = st.text(max_size=12).map(lambda text: squeeze(nfc(text)).replace("|", "").strip("-: ") or "a")


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(CELL, min_size=n, max_size=n), min_size=1, max_size=5)))
def test_a_table_comes_back_from_its_text(rows: list[list[str]]):
    rows = [[squeeze(cell) or "a" for cell in row] for row in rows]
    assert rows_of(text_of(rows)) == tuple(map(tuple, rows))


def test_a_block_of_every_section_can_be_held():
    for key in SECTION_KEYS:
        blocks = (Block(BlockKind.PARAGRAPH, "Nồng độ \ufffd mg"),)
        held = hold_defects(PrintedMonograph("a", "A", "", (PrintedSection(key, key, blocks),)))
        assert held.blocks_of(key)[0].hold is not None
