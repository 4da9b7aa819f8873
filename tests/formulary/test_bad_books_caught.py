"""A book full of planted defects comes in: nothing that may be wrong about a number can be quoted."""

import re

import pytest

from formulary.ingest.book import Book
from formulary.ingest.markdown import read_folder
from formulary.ingest.reading import read_book
from tests.formulary.bad_books import KINDS, BadBook, make_bad_book
from tests.formulary.bad_books.scoring import held_without_need, wrongly_shown
from tests.formulary.book import SAMPLE

pytestmark = pytest.mark.book

PER_KIND = 20
# It takes a whole monograph out of the book each time: a test of its own below.
MIXED = tuple(kind for kind in KINDS if kind != "missing_confirmation")


@pytest.fixture(scope="module", params=[7, 11], ids=lambda seed: f"seed {seed}")
def read(request, tmp_path_factory) -> tuple[BadBook, Book]:
    monographs = read_folder(SAMPLE).monographs
    folder = tmp_path_factory.mktemp("sach-hong")
    bad = make_bad_book(monographs, kinds=dict.fromkeys(MIXED, PER_KIND), seed=request.param, folder=folder)
    return bad, read_book(bad.path)


def test_twenty_defects_of_each_kind_were_planted(read):
    bad, _ = read
    planted = [p.kind for p in bad.planted]
    assert len(MIXED) >= 25
    assert all(planted.count(kind) == PER_KIND for kind in MIXED)


def test_no_defect_that_bears_on_a_number_can_be_quoted(read):
    bad, book = read
    wrong = [w for w in wrongly_shown(bad, book) if w.bears_number]
    assert not wrong, [(w.planted.kind if w.planted else None, w.text) for w in wrong]


def test_no_block_that_can_be_quoted_has_other_digits_than_the_print(read):
    bad, book = read
    printed = {_digits(b.text) for m in bad.clean for s in m.sections for b in s.blocks}
    shown = [w for w in wrongly_shown(bad, book) if _digits(w.text)]
    assert [w.text for w in shown if not any(_is_part(_digits(w.text), whole) for whole in printed)] == []


def test_clean_blocks_are_hardly_ever_held(read):
    bad, book = read
    held, clean = held_without_need(bad, book)
    assert held <= 0.01 * clean, (held, clean)


def test_a_monograph_without_its_confirming_line_is_reported_and_never_joined_to_another(tmp_path):
    monographs = read_folder(SAMPLE).monographs
    bad = make_bad_book(monographs, kinds={"missing_confirmation": PER_KIND}, seed=3, folder=tmp_path)
    book = read_book(bad.path)
    lost = {p.slug for p in bad.planted}
    assert not lost & {m.slug for m in book.monographs}
    assert len([f for f in book.findings if f.kind == "unconfirmed_title"]) == len(lost)
    assert wrongly_shown(bad, book) == []


def _digits(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+(?:[.,]\d+)?", text))


def _is_part(some: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    return any(whole[i : i + len(some)] == some for i in range(len(whole) - len(some) + 1))
