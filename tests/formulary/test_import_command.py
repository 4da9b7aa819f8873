"""`manage.py import_formulary`, as the person at the terminal sees it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from formulary import editions
from formulary.ingest import inputs
from formulary.management.commands import import_formulary
from formulary.models import Chunk, Edition, SourceFile
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
    assert status == 0
    assert err == ("Trả lời từ lần nạp này dù tệp còn phát hiện nặng: chuyên luận thiếu mục «Chống chỉ định» (1).\n")
    assert "«Dược thư – ấn bản mẫu» (mau), lần nạp 1: thêm 1 chuyên luận." in out
    assert "Chuyên luận, mục, khối: 1, 4, 8" in out
    assert "Đang trả lời từ ấn bản này." in out
    assert "vi-du/lieu_luong_va_cach_dung/4, trang 13: cột liều bị lệch" in out


def test_a_second_run_says_that_there_was_nothing_new(folder):
    run(folder, "--edition", "mau")
    out, _, status = run(folder, "--edition", "mau")
    assert (out.splitlines()[0], status) == ("Không có gì mới: «Dược thư – ấn bản mau» (mau) đã đúng như tệp.", 0)


def test_files_that_changed_are_a_new_release_and_only_asked_for_the_current_one(folder):
    run(folder, "--edition", "mau", "--current")
    (folder / "vi-du.md").write_text(EXAMPLE.replace("Đau đầu", "Đau răng"))
    assert "(mau-r2), lần nạp 2: thay 1 chuyên luận." in run(folder, "--edition", "mau")[0]
    assert Edition.objects.get(is_current=True).key == "mau"
    run(folder, "--edition", "mau", "--current")
    assert Edition.objects.get(is_current=True).key == "mau-r2"


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
    (tmp_path / "a.docx").write_bytes(b"PK")
    assert "chỉ nạp được" in run(tmp_path / "a.docx", "--edition", "mau")[1]


def test_an_edition_key_must_fit_an_address(folder):
    with pytest.raises(CommandError, match="--edition"):
        run(folder, "--edition", "ấn bản 1")


def test_an_edition_that_cannot_answer_is_not_loaded_halfway(folder, monkeypatch):
    run(folder, "--edition", "mau")
    (folder / "vi-du.md").write_text(EXAMPLE.replace("Đau đầu", "Đau răng"))

    def refuse(*args: object, **kwargs: object) -> None:
        raise editions.RefusedAct("ấn bản đã rút, không dùng để trả lời được")

    monkeypatch.setattr(editions, "make_current", refuse)
    with pytest.raises(CommandError, match="đã rút"):
        run(folder, "--edition", "mau", "--current")
    assert list(Edition.objects.values_list("key", flat=True)) == ["mau"]


@pytest.fixture
def jsonl(tmp_path, settings):
    settings.VAR_DIR = tmp_path / "var"
    path = tmp_path / "sach.jsonl"
    line = {
        "id": "1",
        "drug": "Paracetamol",
        "section": "Chỉ định",
        "text": "Sốt.",
        "page": 3,
        "source": "",
        "note": "",
    }
    path.write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def kept(settings) -> list[str]:
    return sorted(path.name for path in (settings.VAR_DIR / "files").glob("*"))


def test_a_file_is_kept_under_its_hash_and_named_by_the_edition(jsonl, settings):
    run(jsonl, "--edition", "mau")
    file = SourceFile.objects.get()
    assert (file.name, file.kind, file.uploaded_by) == ("sach.jsonl", "jsonl", None)
    assert kept(settings) == [f"{file.sha256}.jsonl"]
    assert Edition.objects.get().source_file == file


def test_the_same_file_is_not_even_read_again(jsonl, monkeypatch):
    run(jsonl, "--edition", "mau")
    monkeypatch.setattr(import_formulary, "read_book", None)
    out, _, status = run(jsonl, "--edition", "mau", "--current")
    assert (out.splitlines(), status) == (
        ["Không có gì mới: «Dược thư – ấn bản mau» (mau) đã đúng như tệp.", "Đang trả lời từ ấn bản này."],
        0,
    )


def test_another_reader_reads_the_same_file_again_and_remembers_that_it_did(jsonl, monkeypatch):
    run(jsonl, "--edition", "mau")
    monkeypatch.setattr(inputs, "reader_version", lambda: "khác")
    assert "Không có gì mới" in run(jsonl, "--edition", "mau")[0]
    monkeypatch.setattr(import_formulary, "read_book", None)
    assert "Không có gì mới" in run(jsonl, "--edition", "mau")[0]


def test_ctrl_c_while_reading_leaves_nothing_behind(jsonl, settings, monkeypatch):
    def interrupted(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_formulary, "read_book", interrupted)
    out, err, status = run(jsonl, "--edition", "mau")
    assert (out, err.strip(), status) == ("", "Đã hủy, không ghi gì.", 130)
    assert not Edition.objects.exists()
    assert kept(settings) == []


def test_ctrl_c_while_writing_leaves_nothing_behind(jsonl, settings, monkeypatch):
    def interrupted(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("formulary.ingest.load.apply_errata", interrupted)
    assert run(jsonl, "--edition", "mau")[2] == 130
    assert not Edition.objects.exists()
    assert not SourceFile.objects.exists()
    assert kept(settings) == []


@pytest.mark.parametrize(
    ("option", "value"), [("--profile", "khong-co"), ("--companion", "/khong/co.yaml"), ("--edition", "x" * 61)]
)
def test_an_option_that_makes_no_sense_is_named(folder, option: str, value: str):
    arguments = ["--edition", "mau", option, value]
    with pytest.raises(CommandError, match=option):
        run(folder, *arguments)


def test_the_sample_loads():
    _, err, status = run(SAMPLE, "--edition", "mau", "--demonstration", "--current")
    assert (err, status) == ("", 0)
    assert Edition.objects.get().monograph_count >= 12
