"""Every hostile file ends in one clear sentence or in a bounded, right reading, and this process lives on."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from formulary.ingest.pages import Line
from formulary.ingest.pdf import images
from formulary.ingest.pdf.images import page_png
from formulary.ingest.pdf.limits import LIMITS, Limits, PdfRefused
from formulary.ingest.pdf.reading import facts, read_pages
from formulary.ingest.profiles import profile
from tests.formulary import hostile_pdfs
from tests.formulary.hostile_pdfs import Hostile

STRICT = replace(LIMITS, seconds_per_page=6, seconds_to_open=8)
PATIENCE = 40  # seconds on a busy machine


def outcome(path: Path) -> tuple[str | None, str]:
    """The reason of the refusal, or None and what was read."""
    try:
        pages = list(read_pages(path, profile("dtqg-mau"), limits=STRICT))
    except PdfRefused as refused:
        return refused.reason, ""
    return None, "\n".join(item.text for page in pages for item in page.body if isinstance(item, Line))


@pytest.mark.parametrize("hostile", hostile_pdfs.ALL, ids=str)
def test_a_hostile_file_ends_well(tmp_path: Path, hostile: Hostile):
    path = tmp_path / f"sach{hostile.suffix}"
    path.write_bytes(hostile.make())
    started = time.monotonic()
    reason, text = outcome(path)
    assert time.monotonic() - started < PATIENCE
    if hostile.refused is not None:
        assert reason is not None
        assert hostile.refused in reason
    elif not hostile.either:
        assert reason is None
    if reason is not None:
        assert reason[0].isupper()
        assert reason.endswith(".")
    assert hostile.shows is None or hostile.shows in text
    json.dumps(text).encode()
    text.encode()
    assert "\0" not in text
    assert _children_left() == []


@pytest.mark.parametrize(
    ("content", "few", "why"),
    [
        (hostile_pdfs.tiny_objects(2_000), replace(LIMITS, objects=1_000), "đối tượng"),
        (hostile_pdfs.many_characters(2_000), replace(LIMITS, characters=1_000), "ký tự"),
    ],
    ids=["drawings", "characters"],
)
def test_a_page_of_more_than_a_bound_is_refused_by_its_name(tmp_path: Path, content: bytes, few: Limits, why: str):
    path = tmp_path / "sach.pdf"
    path.write_bytes(content)
    with pytest.raises(PdfRefused, match=why):
        list(read_pages(path, profile("dtqg-mau"), limits=few))


def _children_left() -> list[int]:
    """Once those that are just ending have ended."""
    until = time.monotonic() + PATIENCE
    while (left := _children()) and time.monotonic() < until:
        time.sleep(0.05)
    return left


def _children() -> list[int]:
    """Readers that outlived their reading; the one that draws pages stays for the next page."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # other tests' processes come and go
            if "formulary.ingest.pdf.child" in " ".join(process.cmdline()):
                found.append(process.pid)
    return found


@pytest.fixture(autouse=True)
def _no_draughtsman() -> Iterator[None]:
    yield
    images.dismiss()


@pytest.mark.parametrize("hostile", [h for h in hostile_pdfs.ALL if h.note], ids=str)
def test_what_a_pharmacist_should_know_of_an_accepted_file_is_noted(tmp_path: Path, hostile: Hostile):
    path = tmp_path / "sach.pdf"
    path.write_bytes(hostile.make())
    assert any(hostile.note in note for note in facts(path, limits=STRICT).notes)


def test_an_ordinary_file_has_no_notes(tmp_path: Path):
    path = tmp_path / "sach.pdf"
    path.write_bytes(hostile_pdfs.plain())
    assert facts(path).notes == ()


@pytest.mark.parametrize(
    "make",
    [hostile_pdfs.image_bomb, hostile_pdfs.branching_forms, hostile_pdfs.looping_form, hostile_pdfs.looping_type3],
    ids=["10 GB picture", "doubling forms", "form in a circle", "font in a circle"],
)
def test_drawing_a_hostile_page_ends_and_the_next_page_is_drawn(tmp_path: Path, make):
    path, good = tmp_path / "sach.pdf", tmp_path / "tot.pdf"
    path.write_bytes(make())
    good.write_bytes(hostile_pdfs.plain())
    with suppress(PdfRefused):
        assert page_png(path, 1, width_px=300)[:4] == b"\x89PNG"
    assert page_png(good, 1, width_px=300)[:4] == b"\x89PNG"


def test_a_file_larger_than_the_limit_is_refused_unread(tmp_path: Path):
    path = tmp_path / "sach.pdf"
    path.write_bytes(hostile_pdfs.plain())
    with pytest.raises(PdfRefused, match="quá giới hạn"):
        facts(path, limits=replace(LIMITS, file_bytes=100))
