import re
import unicodedata

import pypdfium2
import pytest

from formulary.ingest.book import Book
from formulary.printing import style
from formulary.printing.faces import KERN
from formulary.printing.placed import Role, truth
from tests.formulary.bad_books import KINDS, NoRoom, make_bad_book, spoil
from tests.formulary.bad_books.hidden import HIDDEN_FAULTS
from tests.formulary.bad_books.scoring import held_without_need, wrongly_shown
from tests.formulary.printing.shown import sample

EACH = 20
# What PDFium drops or gives as something else.
SHOWN_OTHERWISE = dict.fromkeys(map(ord, f"\u00ad\u200b\ufffd{KERN}-")) | {ord("ﬁ"): "fi", ord("ﬂ"): "fl"}
MOVED = {"misspelt_heading", "section_text_elsewhere", "table_in_wrong_section", "glued_section_heading"}


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    return make_bad_book(sample(), kinds=dict.fromkeys(KINDS, EACH), seed=11, folder=folder)


def bare(text):
    return "".join(unicodedata.normalize("NFC", text).translate(SHOWN_OTHERWISE).split())


def blocks_of(monographs, planted):
    """Texts of the section that a defect stands in."""
    monograph = next(m for m in monographs if m.slug == planted.slug)
    return [block.text for s in monograph.sections if s.key == planted.section for block in s.blocks]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_finds_twenty_places_in_the_sample(kind):
    _, planted = spoil(sample(), kinds={kind: EACH}, seed=5)
    assert len({(p.slug, p.section, p.ordinal) for p in planted}) == EACH
    assert {p.kind for p in planted} == {kind}


def test_at_most_one_defect_touches_a_block(everything):
    touched = [place for planted in everything.planted for place in planted.places()]
    assert len(touched) == len(set(touched))
    assert len(everything.planted) == EACH * len(KINDS)


def test_a_defect_says_what_the_clean_block_is(everything):
    for planted in everything.planted:
        if planted.kind not in ("misspelt_heading", "missing_confirmation"):
            assert blocks_of(everything.clean, planted)[planted.ordinal] == planted.was


def test_a_defect_says_what_is_printed_instead(everything):
    for planted in everything.planted:
        if planted.kind not in MOVED:
            assert set(planted.now) <= set(blocks_of(everything.bad, planted)), planted.kind


def test_what_no_defect_touches_is_printed_as_it_was(everything):
    touched = {place for planted in everything.planted for place in planted.places()}
    bad = {m.slug: [b.text for s in m.sections for b in s.blocks] for m in everything.bad}
    for monograph in everything.clean:
        for section in monograph.sections:
            for ordinal, block in enumerate(section.blocks):
                if (monograph.slug, section.key, ordinal) not in touched:
                    assert block.text in bad[monograph.slug]


def test_a_defect_that_changes_digits_bears_a_number(everything):
    """Digits of a dose; where text was cut off or moved, `bears_number` says so as well."""
    for planted in everything.planted:
        if (
            len(planted.now) == 1
            and planted.section == "lieu_luong_va_cach_dung"
            and planted.kind != "misspelt_heading"
        ):
            same = re.findall(r"\d", planted.was) == re.findall(r"\d", planted.now[0])
            assert same or planted.bears_number, planted


def test_every_line_stands_in_its_true_box(everything):
    document = pypdfium2.PdfDocument(everything.path)
    assert len(document) == len(everything.pages)
    wrong, checked = [], 0
    pages = {page.number: document[page.number - 1].get_textpage() for page in everything.pages[::5]}
    for line in truth(everything.pages):
        if line.page in pages and line.role in (Role.TEXT, Role.CELL) and bare(line.text):
            left, top, right, bottom = line.box
            found = pages[line.page].get_text_bounded(
                left - 0.5, style.PAGE_HEIGHT - bottom + 0.4, right + 0.5, style.PAGE_HEIGHT - top - 0.4
            )
            checked += 1
            if bare(line.text) not in bare(found):
                wrong.append((line.page, line.text, found))
    document.close()
    assert checked > 1000
    assert wrong == []


def test_hidden_words_are_in_the_file_and_not_on_the_list_of_seen_lines(everything):
    hidden = [line for page in everything.pages for line in page.lines if line.role is Role.HIDDEN]
    assert len(hidden) == 3 * EACH
    assert not {line.text for line in hidden} & {line.text for line in truth(everything.pages)}
    assert {line.ink for line in hidden if line.x < style.PAGE_WIDTH and line.size > 1} == {1.0}


def test_the_same_seed_gives_the_same_book(tmp_path):
    kinds = {"split_number": 3, "merged_rows": 2, "white_text": 1}
    first, second = (tmp_path / "a", tmp_path / "b")
    for folder in (first, second):
        folder.mkdir()
    books = [make_bad_book(sample()[:8], kinds=kinds, seed=3, folder=f) for f in (first, second)]
    assert books[0].planted == books[1].planted
    assert books[0].path.read_bytes() == books[1].path.read_bytes()


def test_too_many_defects_are_refused():
    with pytest.raises(NoRoom, match="missing_confirmation"):
        spoil(sample()[:3], kinds={"missing_confirmation": 4}, seed=1)


def test_a_reader_that_gives_back_the_clean_book_shows_nothing_wrongly(everything):
    clean = Book(everything.clean)
    disputed = {p.was for p in everything.planted if p.kind == "conflicting_copy"}
    assert {wrong.text for wrong in wrongly_shown(everything, clean)} == disputed
    assert held_without_need(everything, clean)[0] == 0


def test_a_reader_that_believes_the_print_shows_every_number_defect(everything):
    wrong = wrongly_shown(everything, Book(everything.bad))
    causes = {w.planted.kind for w in wrong if w.planted is not None}
    without_a_trace = {*HIDDEN_FAULTS, "missing_confirmation", "misspelt_heading"}
    assert set(KINDS) - without_a_trace <= causes
