"""Whole files through the children: order, profile, furniture that only many pages tell, stopping."""

import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

import psutil
import pytest

from formulary.ingest.pdf.limits import LIMITS, PdfRefused, PdfStopped
from formulary.ingest.pdf.messages import Inspect, unpacked_from_child
from formulary.ingest.pdf.reading import facts, read_pages, recognise_profile
from formulary.ingest.pdf.workers import Child
from formulary.ingest.profiles import profile
from tests.formulary.pdf.sheets import PROSE, Sheet, texts

LAYOUT = profile("dtqg-mau")
ROOT = Path(__file__).resolve().parents[3]


def book(path: Path, pages: int, *, head: str = "DTQG MẪU", foot: str = "", written: range | None = None) -> Path:
    sheet = Sheet()
    for number in range(1, pages + 1):
        if written is None or number in written:
            sheet.write(f"{number + 10}", 40, 45)
            sheet.write(head, 440, 45)
            sheet.write(f"Trang thứ {number}. {PROSE}", 40, 200)
            if foot:
                sheet.write(foot, 200, 745)
        sheet.turn_page()
    return sheet.saved(path)


def children() -> list[psutil.Process]:
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # other tests' processes come and go
            if "formulary.ingest.pdf.child" in " ".join(process.cmdline()):
                found.append(process)
    return found


def test_pages_come_in_the_order_of_the_file_from_two_children(tmp_path: Path):
    path = book(tmp_path / "sach.pdf", 60)
    heard: list[tuple[int, int]] = []
    pages = list(read_pages(path, LAYOUT, on_page=lambda done, total: heard.append((done, total))))
    assert [page.number for page in pages] == list(range(1, 61))
    assert [page.printed for page in pages] == list(range(11, 71))
    assert [texts(page)[0].split(".")[0] for page in pages] == [f"Trang thứ {n}" for n in range(1, 61)]
    assert heard == [(n, 60) for n in range(1, 61)]


def test_a_line_in_the_foot_of_many_pages_is_no_text(tmp_path: Path):
    path = book(tmp_path / "sach.pdf", 8, foot="Bản dùng nội bộ, in ngày 3")
    pages = list(read_pages(path, LAYOUT))
    assert all("Bản dùng nội bộ, in ngày 3" in page.head for page in pages)
    assert all(len(texts(page)) == 1 for page in pages)


def test_a_line_in_the_foot_of_one_page_is_text(tmp_path: Path):
    sheet = Sheet()
    for number in range(6):
        sheet.write(PROSE, 40, 200)
        if number == 2:
            sheet.write("* Thuốc mới trong lần xuất bản này", 40, 740)
        sheet.turn_page()
    pages = list(read_pages(sheet.saved(tmp_path / "sach.pdf"), LAYOUT))
    assert texts(pages[2]) == [PROSE, "* Thuốc mới trong lần xuất bản này"]


@pytest.mark.parametrize(
    ("head", "key"),
    [("DTQG MẪU", "dtqg-mau"), ("DTQGVN 2", "dtqgvn-2018"), ("DTQGVN 3", "dtqgvn-2022"), ("Tạp chí", None)],
)
def test_the_running_head_tells_the_profile(tmp_path: Path, head: str, key: str | None):
    assert recognise_profile(book(tmp_path / "sach.pdf", 6, head=head)) == key


def test_facts_give_hash_and_sizes(tmp_path: Path):
    found = facts(book(tmp_path / "sach.pdf", 3))
    assert (found.pages, found.sizes[0], len(found.sha256)) == (3, (540.0, 760.0), 64)


def test_pages_without_text_among_others_are_read_as_empty(tmp_path: Path):
    pages = list(read_pages(book(tmp_path / "sach.pdf", 6, written=range(2, 5)), LAYOUT))
    assert [bool(page.body) for page in pages] == [False, True, True, True, False, False]


def test_a_caller_that_stops_leaves_no_child(tmp_path: Path):
    path = book(tmp_path / "sach.pdf", 60)
    done: list[int] = []
    with pytest.raises(PdfStopped):
        list(read_pages(path, LAYOUT, on_page=lambda n, _: done.append(n), should_stop=lambda: len(done) >= 5))
    assert (len(done), children()) == (5, [])


def test_a_caller_that_walks_away_leaves_no_child(tmp_path: Path):
    pages = read_pages(book(tmp_path / "sach.pdf", 60), LAYOUT)
    assert len(list(islice(pages, 3))) == 3
    pages.close()
    assert children() == []


def test_a_child_that_dies_ends_the_reading_with_a_reason(tmp_path: Path):
    pages = read_pages(book(tmp_path / "sach.pdf", 400), LAYOUT)
    next(pages)
    for child in children():
        child.send_signal(signal.SIGKILL)
    with pytest.raises(PdfRefused, match="dừng đột ngột"):
        list(pages)
    assert children() == []


def test_a_page_that_takes_too_long_ends_the_reading_with_a_reason(tmp_path: Path):
    path = book(tmp_path / "sach.pdf", 30)
    pages = read_pages(path, LAYOUT, limits=replace(LIMITS, seconds_per_page=1))
    next(pages)
    for child in children():
        child.suspend()
    with pytest.raises(PdfRefused, match="quá nhiều thời gian"):
        list(pages)
    assert children() == []


def test_a_parent_that_is_killed_takes_its_child_along(tmp_path: Path):
    path = book(tmp_path / "sach.pdf", 3)
    script = (
        "import sys, time; from pathlib import Path; from formulary.ingest.pdf.workers import Child;"
        "from formulary.ingest.pdf.limits import LIMITS; from formulary.ingest.pdf.messages import Inspect;"
        "child = Child(LIMITS); child.all_answers(Inspect(Path(sys.argv[1])), seconds=20);"
        "print('ready', flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    (child,) = psutil.Process(parent.pid).children()
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    deadline = time.monotonic() + 10
    while child.is_running() and child.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE


def test_a_child_knows_no_secret_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET_KEY", "bí mật")
    with Child(LIMITS) as child:
        child.all_answers(Inspect(book(tmp_path / "sach.pdf", 1)), seconds=20)
        (process,) = children()
        assert "SECRET_KEY" not in process.environ()


def test_a_child_may_send_only_plain_values():
    with pytest.raises(pickle.UnpicklingError):
        unpacked_from_child(pickle.dumps(os.system))
