"""Tables without rules, and notes between the halves of a sentence."""

import pytest

from formulary.ingest.book import Block, LineBox
from formulary.ingest.detectors import loose_tables
from rag.passages import BlockKind
from tests.formulary.detectors.looks import looked_at, make_block, views


def printed(text: str, *headings: str, kind: BlockKind = BlockKind.PARAGRAPH) -> Block:
    return make_block(text, kind, headings=headings, lines=(LineBox(1, 0, 0, 1, 1, 0, len(text)),))


def item(text: str) -> Block:
    return printed(text, kind=BlockKind.ITEM)


def held(*blocks: Block) -> list[bool]:
    return [block.hold is not None for block in looked_at(*blocks)]


def test_doses_a_row_above_their_labels_are_held_with_what_follows():
    assert held(
        printed("7,5 mg/kg/lần"), printed("15 mg/kg/lần", "Sơ sinh"), printed("1 g/lần", "Trẻ em"),
        printed("Không dùng quá 5 ngày.", "Người lớn"),
    ) == [True] * 4  # fmt: skip


def test_doses_level_with_their_labels_cannot_be_told_from_shifted_ones():
    assert (
        held(printed("7,5 mg/kg/lần", "Sơ sinh"), printed("15 mg/kg/lần", "Trẻ em"), printed("1 g/lần", "Người lớn"))
        == [True] * 3
    )


@pytest.mark.parametrize(
    "rows",
    [("500 mg/lần Nhẹ", "250 mg/lần Vừa", "Không dùng Nặng"), ("10 - 15 kg 120 mg", "16 - 21 kg 240 mg"),
     ("Trẻ em từ 2 đến 15 mg/kg/lần", "12 tuổi", "Người lớn và trẻ 1 g/lần", "em trên 12 tuổi")],
)  # fmt: skip
def test_short_lines_with_doses_and_no_mark_at_their_end_are_rows(rows: tuple[str, ...]):
    assert all(held(*map(printed, rows)))


def test_one_dose_alone_beside_a_label_is_held():
    assert held(printed("Uống sau khi ăn."), printed("7,5 mg/kg/lần"), printed("Không quá 5 ngày.", "Sơ sinh")) == [
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    "text", ["Sơ sinh: Uống 7,5 mg/kg/lần.", "Liều như người lớn.", "Uống 5 mg/kg, sau đó 2 mg/kg."]
)
def test_sentences_are_no_rows(text: str):
    assert loose_tables.loose_tables(views(printed(text), printed(text))) == {}


def test_text_that_was_read_from_no_page_is_no_loose_table():
    assert loose_tables.loose_tables(views("7,5 mg/kg/lần", "15 mg/kg/lần")) == {}


@pytest.mark.parametrize("text", ["Uống 500 mg/lần Nhẹ: 5 mg", "uống 5 mg/lần Trẻ: 2 mg/lần"])
def test_rows_that_run_on_in_one_paragraph_are_a_flattened_table(text: str):
    assert held(printed(f"{text}.")) == [True]


NOTE = printed("* Liều tính theo dạng base.")


@pytest.mark.parametrize(
    ("first", "note", "rest"),
    [
        ("Người lớn: Uống 1 g/lần. Trẻ em", NOTE, "dưới 12 tuổi không dùng."),
        ("Người lớn: Uống 1 g/lần; ở người suy thận, tối đa", NOTE, "2 g/ngày, cách 8 giờ/lần, không quá 5 ngày."),
        ("Người lớn: Uống 1 g/lần; không", printed("* Liều này tính cho dùng quá 4 g/ngày."), None),
    ],
)
def test_a_note_between_the_halves_of_an_item_holds_all_of_it(first: str, note: Block, rest: str | None):
    halves = [item(first), note, *([printed(rest)] if rest else []), item("Người cao tuổi: Uống 500 mg/lần.")]
    assert held(*halves) == [True] * (len(halves) - 1) + [False]


def test_a_rest_that_begins_with_a_number_is_held_with_what_it_goes_on_from():
    assert held(item("Người lớn: Uống 1 g/lần; tối đa"), printed("2 g/ngày, cách 8 giờ/lần.")) == [True, True]


@pytest.mark.parametrize("word", ["không", "tối đa", "và", "cho", "trẻ em", "dưới", "cách"])
def test_an_item_that_stops_in_a_word_that_ends_no_sentence_is_held(word: str):
    assert held(item(f"Uống một lần sau ăn {word}")) == [True]


@pytest.mark.parametrize("text", ["Đau đầu", "Viêm phổi nặng", "Người lớn: Uống 1 g/lần."])
def test_an_item_of_a_list_may_end_without_a_mark(text: str):
    assert loose_tables.notes_between(views(item(text), item("Chóng mặt"), NOTE)) == {}
