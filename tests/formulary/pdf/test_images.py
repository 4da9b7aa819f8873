"""Pictures of pages: size, colour, several threads at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from formulary.ingest.pdf import images
from formulary.ingest.pdf.images import page_png
from formulary.ingest.pdf.limits import LIMITS, PdfRefused
from tests.formulary.pdf.sheets import PROSE, Sheet


@pytest.fixture(autouse=True, scope="module")
def _no_draughtsman() -> Iterator[None]:
    yield
    images.dismiss()


def picture(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def page(path: Path, *, size: tuple[float, float] = (540, 760), colour: bool = False) -> Path:
    sheet = Sheet(size=size)
    if colour:
        sheet.canvas.setFillColorRGB(0.8, 0, 0)
    sheet.write(PROSE, 40, 100)
    return sheet.saved(path)


def test_a_page_is_drawn_as_wide_as_asked(tmp_path: Path):
    drawn = picture(page_png(page(tmp_path / "a.pdf"), 1, width_px=810))
    assert (drawn.size, drawn.mode) == ((810, 1140), "L")
    assert min(drawn.tobytes()) < 60


def test_a_page_with_colours_keeps_them(tmp_path: Path):
    assert picture(page_png(page(tmp_path / "a.pdf", colour=True), 1, width_px=540)).mode == "RGB"


def test_a_very_long_page_is_drawn_smaller(tmp_path: Path):
    width, height = picture(page_png(page(tmp_path / "a.pdf", size=(100, 14_000)), 1, width_px=4000)).size
    assert width * height <= LIMITS.pixels * 1.01


@pytest.mark.parametrize("number", [0, -1, 2])
def test_a_page_that_is_not_there_is_refused(tmp_path: Path, number: int):
    with pytest.raises(PdfRefused, match="không có trang"):
        page_png(page(tmp_path / "a.pdf"), number, width_px=300)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(PdfRefused):
        page_png(tmp_path / "khong-co.pdf", 1, width_px=300)


def test_threads_get_their_own_pages(tmp_path: Path):
    paths = [page(tmp_path / f"{i}.pdf", size=(500 + 10 * i, 700)) for i in range(6)]
    with ThreadPoolExecutor(6) as pool:
        sizes = list(pool.map(lambda path: picture(page_png(path, 1, width_px=500)).size, paths))
    assert sizes == [(500, round(700 * 500 / (500 + 10 * i))) for i in range(6)]
