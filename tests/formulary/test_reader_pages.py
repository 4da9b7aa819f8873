"""The printed pages beside the text: which is shown, what is marked, who may see the picture, what is kept of it."""

import os
import re

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from formulary import page_images
from formulary.file_store import path_of
from formulary.models import Edition, SourceFile
from formulary.names import names_for
from rag.passages import DOSING
from tests.formulary.book import chunk, load_markdown_edition
from tests.formulary.printed_edition import load_printed_edition

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


@pytest.fixture
def edition() -> Edition:
    return load_printed_edition()


@pytest.fixture
def reader() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("bac-si"))
    return client


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return response.content.decode()


def rects(html: str) -> int:
    return html.count("<rect ")


def shown(html: str) -> str:
    """The page of the file whose picture stands beside the text."""
    (found,) = re.findall(r'<img src="/formulary/in/trang/(\d+)\.png', html)
    return found


def test_without_a_citation_the_first_page_is_shown_and_nothing_is_marked(reader, edition):
    html = page(reader, "/formulary/in/vi-du/")
    assert shown(html) == "4"
    assert rects(html) == 0
    assert "Ảnh trang 12 của bản in" in html


def test_a_citation_shows_its_page_with_only_the_cited_lines_marked(reader, edition):
    text = chunk("vi-du", DOSING, 1, key="in").text
    assert 20 < len(text) <= 40
    html = page(reader, f"/formulary/in/vi-du/?muc={DOSING}&k=1&tu=0&den=5#{DOSING}-1")
    assert shown(html) == "5"
    assert rects(html) == 1
    assert rects(page(reader, f"/formulary/in/vi-du/?muc={DOSING}&k=1&tu=0&den=25")) == 2


def test_a_cited_cell_marks_the_lines_of_its_whole_row(reader, edition):
    text = chunk("vi-du", DOSING, 3, key="in").text
    start = text.index("250 mg")
    row = text[text.rindex("\n", 0, start) + 1 :]
    first, last = (len(text) - len(row)) // 20, (len(text) - 1) // 20
    html = page(reader, f"/formulary/in/vi-du/?muc={DOSING}&k=3&tu={start}&den={start + 3}")
    assert rects(html) == last - first + 1


def test_a_reader_may_ask_for_another_page_of_the_monograph_and_keeps_the_citation(reader, edition):
    html = page(reader, f"/formulary/in/vi-du/?muc={DOSING}&k=1&tu=0&den=5&xem=4")
    assert shown(html) == "4"
    assert rects(html) == 0
    assert f"muc={DOSING}&amp;k=1&amp;tu=0&amp;den=5&amp;xem=5#trang-in" in html


def test_a_page_of_another_monograph_is_not_shown_beside_this_one(reader, edition):
    assert "Chuyên luận không có trang này." in page(reader, "/formulary/in/vi-du/?xem=1", 404)


def test_a_held_block_is_shown_as_printed_and_never_as_text(reader, edition):
    for path in ("/formulary/in/vi-du/", f"/formulary/in/vi-du/{DOSING}/?k=4"):
        html = page(reader, path)
        assert "cột liều bị lệch. Xem trang 13 của sách, chụp lại dưới đây." in html
        assert 'aria-label="Ảnh chụp khối này trên trang 13"' in html
        assert re.search(r'<svg viewBox="31 [\d. ]+" width="349" role="img"', html)
        assert "Liều tiêm" not in html


def test_numbers_of_drawings_have_a_decimal_point_in_every_language(reader, edition):
    html = page(reader, f"/formulary/in/vi-du/?muc={DOSING}&k=1&tu=0&den=25")
    assert '<rect x="38.5"' in html


def test_the_fragment_hands_the_panel_what_it_needs_to_show_the_page(reader, edition):
    html = page(reader, f"/formulary/in/vi-du/{DOSING}/?k=1&tu=0&den=5")
    assert 'data-image="/formulary/in/trang/5.png"' in html
    assert re.search(r'data-marks="38.5 [\d.]+ 203 12"', html)
    assert "see-page" not in page(reader, f"/formulary/in/vi-du/{DOSING}/")


def test_an_edition_without_pages_shows_no_picture_and_no_empty_place_for_one(reader):
    load_markdown_edition()
    html = page(reader, "/formulary/mau/vi-du/?muc=chi_dinh&k=0&tu=0&den=3")
    assert "trang-in" not in html
    assert "<img" not in html


def test_a_file_that_is_gone_is_said_so_and_the_text_is_still_read(reader, edition):
    path_of(SourceFile.objects.get()).unlink()
    html = page(reader, "/formulary/in/vi-du/")
    assert "Tệp PDF gốc không còn trên máy chủ" in html
    assert "Đau đầu, sốt." in html
    assert "Tệp PDF gốc không còn trên máy chủ" in page(reader, "/formulary/in/trang/4.png", 404)


@pytest.mark.parametrize(
    "path",
    ["/formulary/in/vi-du/", f"/formulary/in/vi-du/?muc={DOSING}&k=1&tu=0&den=5", f"/formulary/in/vi-du/{DOSING}/?k=0"],
)
def test_a_page_takes_few_queries(reader, edition, path: str, django_assert_max_num_queries):
    names_for(edition.pk, edition.revision)  # read once a process
    with django_assert_max_num_queries(8):
        page(reader, path)


def test_a_page_carries_no_inline_style_or_script(reader, edition):
    html = page(reader, f"/formulary/in/vi-du/?muc={DOSING}&k=1&tu=0&den=5")
    assert " style=" not in html
    assert "<style" not in html
    assert "<script>" not in html


# --- the picture itself ----------------------------------------------------------------------------------------


def test_a_picture_is_a_png_that_the_browser_may_keep_for_good(reader, edition):
    response = reader.get("/formulary/in/trang/4.png?w=600")
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    assert {"private", "immutable", "max-age=31536000"} <= set(response["Cache-Control"].split(", "))
    again = reader.get("/formulary/in/trang/4.png?w=600", headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_picture_is_drawn_once_per_width(reader, edition, monkeypatch):
    drawn = []
    monkeypatch.setattr(page_images, "page_png", lambda path, number, *, width_px: drawn.append(width_px) or b"png")
    for width in (600, 600, 1000, 600):
        assert reader.get(f"/formulary/in/trang/4.png?w={width}").content == b"png"
    assert drawn == [600, 1000]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/formulary/in/trang/0.png", 404),
        ("/formulary/in/trang/99.png", 404),
        ("/formulary/in/trang/99999999999999999999.png", 404),
        ("/formulary/in/trang/4.png?w=601", 400),
        ("/formulary/in/trang/4.png?w=-1", 400),
        ("/formulary/in/trang/4.png?w=x", 400),
        ("/formulary/khac/trang/4.png", 404),
    ],
)
def test_a_picture_that_does_not_exist_is_a_clear_page(reader, edition, path: str, status: int):
    assert "Không mở được trang này" in page(reader, path, status)


def test_pages_of_a_staged_edition_are_for_those_who_may_see_it(reader, edition):
    Edition.objects.update(is_current=False, status="staged", published_at=None)
    page(reader, "/formulary/in/trang/4.png", 404)
    User.objects.get().user_permissions.add(Permission.objects.get(codename="view_edition"))
    assert reader.get("/formulary/in/trang/4.png").status_code == 200


def test_a_file_that_cannot_be_drawn_is_a_clear_page(reader, edition):
    path = path_of(SourceFile.objects.get())
    path.chmod(0o644)
    path.write_bytes(b"%PDF-1.4\nnothing")
    assert "Không vẽ được trang này." in page(reader, "/formulary/in/trang/4.png", 404)


def test_a_disk_that_cannot_keep_a_picture_still_shows_it(reader, edition, tmp_path):
    (tmp_path / "page-images").write_text("not a folder")
    assert reader.get("/formulary/in/trang/4.png?w=600").status_code == 200


def test_the_oldest_pictures_give_way(tmp_path):
    folder = tmp_path / "page-images" / "abc"
    folder.mkdir(parents=True)
    for age, name in enumerate(["new", "old", "oldest"]):
        picture = folder / name
        picture.write_bytes(b"x" * 100)
        os.utime(picture, (1_000 - age, 1_000 - age))
    page_images.forget_oldest(250)
    assert sorted(path.name for path in folder.iterdir()) == ["new", "old"]
