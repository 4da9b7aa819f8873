import pypdfium2
import pytest
from django.core.management import CommandError, call_command

from tests.formulary.book import EXAMPLE


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "vi-du.md").write_text(EXAMPLE, encoding="utf-8")
    return tmp_path


def test_the_command_writes_the_book_and_its_companion_and_says_so(folder, capsys):
    call_command("print_formulary", str(folder), str(folder / "sach.pdf"), "--title", "Sách nhỏ")
    assert "1 chuyên luận" in capsys.readouterr().out
    document = pypdfium2.PdfDocument(folder / "sach.pdf")
    assert "SÁCH NHỎ" in document[0].get_textpage().get_text_bounded()
    document.close()
    assert "ma: vi-du" in (folder / "sach.yaml").read_text(encoding="utf-8")


def test_bad_monographs_end_the_command_with_status_one(folder, capsys):
    (folder / "hong.md").write_text("không có phần đầu", encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        call_command("print_formulary", str(folder), str(folder / "sach.pdf"))
    assert stopped.value.code == 1
    assert "hong.md:1:" in capsys.readouterr().err
    assert not (folder / "sach.pdf").exists()


@pytest.mark.parametrize(
    ("out", "options", "said"),
    [
        ("sach.txt", [], "đuôi .pdf"),
        ("/proc/khong-co/sach.pdf", [], "không ghi được"),
        ("sach.pdf", ["--new", "khong-co"], "không có chuyên luận"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(folder, out, options, said):
    with pytest.raises(CommandError, match=said):
        call_command("print_formulary", str(folder), str(folder / out), *options)


def test_a_character_without_a_glyph_is_named(folder):
    (folder / "vi-du.md").write_text(EXAMPLE.replace("Đau đầu", "Đau 中 đầu"), encoding="utf-8")
    with pytest.raises(CommandError, match=r"U\+4E2D"):
        call_command("print_formulary", str(folder), str(folder / "sach.pdf"))
