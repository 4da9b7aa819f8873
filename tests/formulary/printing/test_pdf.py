import pypdfium2
import pytest

from formulary.printing import style
from formulary.printing.atoms import Options
from formulary.printing.layout import lay_out
from formulary.printing.pdf import write_pdf
from formulary.printing.placed import Role, truth
from tests.formulary.printing.shown import example, sample


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """Pages of a part of the sample, and the document that was written of them."""
    pages = lay_out(sample()[:12])
    path = tmp_path_factory.mktemp("print") / "sach.pdf"
    write_pdf(pages, path, title="Sách")
    document = pypdfium2.PdfDocument(path)
    yield pages, document
    document.close()


def bare(text):
    return "".join(text.split())


def read_at(textpage, box):
    left, top, right, bottom = box
    height = style.PAGE_HEIGHT
    return textpage.get_text_bounded(left - 0.5, height - bottom + 0.4, right + 0.5, height - top - 0.4)


def test_the_file_has_the_pages_and_their_size(printed):
    pages, document = printed
    assert len(document) == len(pages)
    assert document[3].get_size() == pytest.approx((style.PAGE_WIDTH, style.PAGE_HEIGHT), abs=0.01)


def test_every_line_can_be_read_in_its_true_box(printed):
    pages, document = printed
    read = {page.number: document[page.number - 1].get_textpage() for page in pages}
    wrong = [
        (line.page, line.text, found)
        for line in truth(pages)
        if line.text and bare(line.text) not in bare(found := read_at(read[line.page], line.box))
    ]
    assert wrong == []


def test_all_words_of_the_print_come_out_in_their_order(printed):
    pages, document = printed
    for page in pages:
        text = bare(document[page.number - 1].get_textpage().get_text_bounded())
        body = [line for line in page.lines if line.role not in (Role.HEAD, Role.NUMBER)]
        if any(line.role in (Role.CELL, Role.REPEATED) for line in body):
            continue  # the rows of a table are read across
        assert "".join(bare(line.text) for line in body) in text


def test_the_same_pages_give_the_same_bytes(tmp_path):
    pages = lay_out(sample()[:2])
    for name in ("a.pdf", "b.pdf"):
        write_pdf(pages, tmp_path / name, title="Sách")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(("raised", "expected"), [(False, "mg/m²"), (True, "mg/m2")])
def test_a_raised_digit_is_its_own_sign_or_a_small_digit(tmp_path, raised, expected):
    pages = lay_out([example("## Chỉ định\nLiều 50 mg/m².")], options=Options(raised=raised))
    write_pdf(pages, tmp_path / "a.pdf", title="Sách", raised=raised)
    document = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    assert expected in bare(document[2].get_textpage().get_text_bounded())
    document.close()


def test_signs_that_doses_depend_on_survive(tmp_path):
    signs = "≤ 30 ≥ 5 ± 2 μg α β γ ½ ¼ ¾ m² m³ 10⁶ H₂O 25 °C × 3 → ↓ – — “a” «b» … ‰ ™ ®"
    pages = lay_out([example(f"## Chỉ định\n{signs}")])
    write_pdf(pages, tmp_path / "a.pdf", title="Sách")
    document = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    assert bare(signs) in bare(document[2].get_textpage().get_text_bounded())
    document.close()
