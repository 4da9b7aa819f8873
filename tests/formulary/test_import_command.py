"""`manage.py import_formulary`, as the person at the terminal sees it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from formulary.models import Chunk, Edition
from tests.formulary.book import EXAMPLE, SAMPLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "vi-du.md").write_text(EXAMPLE, encoding="utf-8")
    return tmp_path


def run(*args: object) -> tuple[str, str, int]:
    """Standard output, standard error, exit status."""
    out, err = StringIO(), StringIO()
    try:
        call_command("import_formulary", *map(str, args), stdout=out, stderr=err, no_color=True)
    except SystemExit as stopped:
        return out.getvalue(), err.getvalue(), int(str(stopped.code))
    return out.getvalue(), err.getvalue(), 0


def test_it_says_what_it_did(folder):
    out, err, status = run(folder, "--edition", "mau", "--demonstration", "--current")
    assert (status, err) == (0, "")
    assert (
        "«Dược thư – ấn bản mẫu» (mau), lần sửa 1: thêm 1; nay có 1 chuyên luận, 4 mục, 8 khối, 8 tên tra cứu." in out
    )
    assert "Đang trả lời từ ấn bản này." in out
    assert "vi-du/lieu_luong_va_cach_dung/4, trang 13: cột liều bị lệch" in out


def test_a_second_run_says_that_there_was_nothing_to_do(folder):
    run(folder, "--edition", "mau")
    assert "đã đúng như tệp" in run(folder, "--edition", "mau")[0]


def test_an_unchanged_edition_can_still_be_made_current(folder):
    run(folder, "--edition", "mau")
    run(folder, "--edition", "mau", "--current")
    assert Edition.objects.get().is_current


def test_problems_go_to_standard_error_one_a_line_and_the_old_edition_stays(folder):
    run(folder, "--edition", "mau", "--current")
    (folder / "vi-du.md").write_text(EXAMPLE.replace("Đau đầu", "Đau **đầu**").replace("[trang 13]", "[trang 1]"))
    out, err, status = run(folder, "--edition", "mau", "--current")
    assert (out, status) == ("", 1)
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["vi-du.md:17", "vi-du.md:26"]
    assert Chunk.objects.filter(text="Đau đầu, sốt.").exists()


def test_a_check_writes_nothing(folder):
    out, _, status = run(folder, "--edition", "mau", "--check")
    assert status == 0
    assert "Tệp hợp lệ" in out
    assert not Edition.objects.exists()


def test_the_report_is_also_json(folder):
    report = json.loads(run(folder, "--edition", "mau", "--current", "--json")[0])
    assert (report["edition"], report["changed"], report["current"], report["monographs"]) == ("mau", True, True, 1)
    assert report["quarantined"][0]["kind"] == "writer"


def test_a_path_that_is_not_there_is_one_clear_line(tmp_path):
    _, err, status = run(tmp_path / "x", "--edition", "mau")
    assert status == 1
    assert err.strip().endswith("không có tệp hay thư mục này")


def test_a_format_that_cannot_be_read_is_one_clear_line(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    assert "chỉ nạp được" in run(tmp_path / "a.pdf", "--edition", "mau")[1]


def test_an_edition_key_must_fit_an_address(folder):
    with pytest.raises(CommandError, match="--edition"):
        run(folder, "--edition", "ấn bản 1")


def test_an_edition_that_cannot_answer_is_not_loaded_halfway(folder):
    run(folder, "--edition", "mau")
    Edition.objects.update(status="withdrawn")
    (folder / "vi-du.md").write_text(EXAMPLE.replace("Đau đầu", "Đau răng"))
    with pytest.raises(CommandError, match="đã rút"):
        run(folder, "--edition", "mau", "--current")
    assert Chunk.objects.filter(text="Đau đầu, sốt.").exists()


def test_the_sample_loads():
    _, err, status = run(SAMPLE, "--edition", "mau", "--demonstration", "--current")
    assert (err, status) == ("", 0)
    assert Edition.objects.get().monograph_count >= 12
