"""The reader's pages: what they show, what they hold back, and how they answer a bad address."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from formulary.editions import quarantine_chunk
from formulary.ingest.load import load_edition
from formulary.models import Edition
from rag.passages import DOSING
from tests.formulary.book import EXAMPLE, chunk, load_markdown_edition, make_monograph, read_files

pytestmark = pytest.mark.django_db
BANNER = "Ấn bản mẫu để trình diễn – không dùng cho điều trị"
HELD = "Khối này đang được giữ lại để kiểm tra"


@pytest.fixture
def reader() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("bac-si"))
    return client


@pytest.fixture
def edition() -> Edition:
    return load_markdown_edition()


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return response.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/formulary/",
        "/formulary/atc/",
        "/formulary/atc/A01/",
        "/formulary/ten-de-nham/",
        "/formulary/mau/vi-du/",
        "/formulary/mau/vi-du/chi_dinh/",
        "/formulary/mau/trang/4.png",
    ],
)
def test_nothing_is_shown_without_a_login(edition, path: str):
    response = Client().get(path)
    assert response.status_code == 302
    assert "/login/" in response["Location"]


@pytest.mark.parametrize(
    "path",
    ["/formulary/", "/formulary/?q=vd", "/formulary/atc/", "/formulary/mau/vi-du/", "/formulary/mau/vi-du/chi_dinh/"],
)
def test_every_page_of_a_demonstration_says_so(reader, edition, path: str):
    assert BANNER in page(reader, path)


def test_another_edition_has_no_such_banner(reader):
    load_edition(read_files({"a.md": make_monograph("a", "A", chi_dinh="Sốt.")}), family="that")
    Edition.objects.update(is_current=True, status="published", published_at="2026-01-01T00:00Z")
    assert BANNER not in page(reader, "/formulary/that/a/")


def test_the_index_says_when_there_is_no_edition(reader):
    assert "Chưa có ấn bản nào" in page(reader, "/formulary/")


def test_the_index_lists_monographs_under_their_letter(reader):
    load_markdown_edition({
        "a.md": make_monograph("a", "Đồng sulfat", chi_dinh="Sốt."),
        "b.md": make_monograph("b", "Digoxin", chi_dinh="Sốt."),
    })  # fmt: skip
    html = page(reader, "/formulary/")
    assert html.index("Digoxin") < html.index("Đồng sulfat")
    assert html.count('<h2 id="chu-D">') == 1


@pytest.mark.parametrize("query", ["vi du", "VÍ DỤ", "examplin", "tên hãng", "vd"])
def test_a_monograph_is_found_by_any_of_its_names(reader, edition, query: str):
    assert "/formulary/mau/vi-du/" in page(reader, f"/formulary/?q={query}")


@pytest.mark.parametrize("query", ["J01CA04", "j01", "J01C"])
def test_a_code_that_is_typed_leads_to_its_group(reader, query: str):
    load_markdown_edition({"a.md": make_monograph("a", "A", ma_atc="J01CA04.", chi_dinh="Sốt.")})
    assert f'href="/formulary/atc/{query.upper()}/"' in page(reader, f"/formulary/?q={query}")


def test_a_code_that_no_drug_has_is_searched_like_any_words(reader, edition):
    assert "Không có chuyên luận nào có tên «L01»" in page(reader, "/formulary/?q=L01")


def test_a_search_without_result_says_so_and_escapes_what_was_typed(reader, edition):
    html = page(reader, "/formulary/?q=<script>x")
    assert "Không có chuyên luận nào" in html
    assert "<script>x" not in html


def test_a_monograph_shows_every_section_and_block_under_its_anchor(reader, edition):
    html = page(reader, "/formulary/mau/vi-du/")
    for anchor in ("chi_dinh", DOSING, f"{DOSING}-0", f"{DOSING}-1", f"{DOSING}-3", "ten_thuong_mai-0"):
        assert f'id="{anchor}"' in html


def test_a_page_mark_stands_where_a_page_begins(reader, edition):
    html = page(reader, "/formulary/mau/vi-du/")
    assert html.count('<p class="page-mark">trang 12</p>') == 1
    assert html.count('<p class="page-mark">trang 13</p>') == 1


def test_context_stands_where_it_changes(reader, edition):
    html = page(reader, "/formulary/mau/vi-du/")
    assert '<p class="context">người lớn · uống</p>' in html
    assert '<p class="context">suy thận</p>' in html


def test_items_in_a_row_are_one_list(reader, edition):
    html = page(reader, f"/formulary/mau/vi-du/{DOSING}/")
    assert html.count("<ul>") == 1
    assert html.count("<li ") == 2


def test_a_table_is_a_table_with_row_and_column_headers(reader, edition):
    html = page(reader, f"/formulary/mau/vi-du/{DOSING}/")
    assert '<th scope="col">Liều uống</th>' in html
    assert '<th scope="row">&gt; 30 ml/phút</th>' in html


def test_a_held_block_shows_reason_and_page_but_no_word_of_its_text(reader, edition):
    for path in ("/formulary/mau/vi-du/", f"/formulary/mau/vi-du/{DOSING}/?k=4"):
        html = page(reader, path)
        assert f"{HELD} nên không hiện nội dung: cột liều bị lệch. Xem trang 13 của sách." in html
        assert "Liều tiêm" not in html


def test_a_quarantine_holds_on_the_next_page_view(reader, edition):
    assert "Đau đầu" in page(reader, "/formulary/mau/vi-du/chi_dinh/")
    quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason="sai trang", actor=User.objects.create_user("duoc-si"))
    assert "Đau đầu" not in page(reader, "/formulary/mau/vi-du/chi_dinh/")


def test_a_cited_span_is_marked(reader, edition):
    assert "Đau <mark>đầu, sốt</mark>." in page(reader, "/formulary/mau/vi-du/chi_dinh/?k=0&tu=4&den=12")


def test_a_span_in_a_table_marks_its_rows_whole(reader, edition):
    text = chunk("vi-du", DOSING, 3).text
    start = text.index("250 mg")
    html = page(reader, f"/formulary/mau/vi-du/{DOSING}/?k=3&tu={start}&den={start + 6}")
    assert html.count("<mark>") == 2
    assert "<mark>250 mg, cách 12 giờ/lần</mark>" in html
    assert "<mark>10 - 30 ml/phút</mark>" in html


def test_a_block_without_a_span_is_marked_whole(reader, edition):
    assert "<mark>Đau đầu, sốt.</mark>" in page(reader, "/formulary/mau/vi-du/chi_dinh/?k=0")


def note_erratum(kind: str, *, ordinal: int = 0) -> None:
    block = chunk("vi-du", "chi_dinh", ordinal)
    block.errata = [[4, 7, kind, "In khác ấn bản trước."]]
    block.save(update_fields=["errata"])


@pytest.mark.parametrize(("kind", "label"), [("misprint", "Nghi in sai"), ("old_value", "Giá trị cũ")])
def test_a_doubted_value_is_shown_as_printed_with_the_note_beside_it(reader, edition, kind: str, label: str):
    note_erratum(kind)
    for path in ("/formulary/mau/vi-du/", "/formulary/mau/vi-du/chi_dinh/"):
        html = page(reader, path)
        assert f'<span class="doubt{" is-misprint" if kind == "misprint" else ""}">đầu</span>' in html
        assert f"<b>{label}:</b> In khác ấn bản trước." in html


def test_a_doubted_value_inside_a_citation_stays_one_mark(reader, edition):
    note_erratum("misprint")
    html = page(reader, "/formulary/mau/vi-du/chi_dinh/?k=0&tu=0&den=12")
    assert '<mark>Đau <span class="doubt is-misprint">đầu</span>, sốt</mark>' in html


def test_a_repair_is_told_to_pharmacists_only(reader, edition):
    block = chunk("vi-du", "chi_dinh", 0)
    block.repairs = [[0, 3, "Ðau", "Chữ Đ của bảng mã khác."]]
    block.save(update_fields=["repairs"])
    assert "Ðau" not in page(reader, "/formulary/mau/vi-du/")
    User.objects.get().user_permissions.add(Permission.objects.get(codename="quarantine_chunk"))
    html = page(reader, "/formulary/mau/vi-du/")
    assert "<b>Đã sửa theo bảng:</b> tệp có «Ðau». Chữ Đ của bảng mã khác." in html


def test_a_held_block_tells_no_repair(reader, edition):
    block = chunk("vi-du", DOSING, 4)
    block.repairs = [[0, 3, "Liều tiem", "bảng từ"]]
    block.save(update_fields=["repairs"])
    User.objects.get().user_permissions.add(Permission.objects.get(codename="quarantine_chunk"))
    assert "Liều tiem" not in page(reader, "/formulary/mau/vi-du/")


def test_a_section_is_a_fragment(reader, edition):
    html = page(reader, "/formulary/mau/vi-du/chi_dinh/")
    assert "<html" not in html
    assert html.count("<article") == 1


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/formulary/mau/vi-du/cong_dung/", 404),
        ("/formulary/mau/vi-du/tuong_ky/", 404),
        ("/formulary/mau/khong-co/chi_dinh/", 404),
        ("/formulary/khac/vi-du/chi_dinh/", 404),
        ("/formulary/mau/vi-du/chi_dinh/?k=9", 404),
        ("/formulary/mau/vi-du/chi_dinh/?k=-1", 400),
        ("/formulary/mau/vi-du/chi_dinh/?k=x", 400),
        ("/formulary/mau/vi-du/chi_dinh/?k=١", 400),
        ("/formulary/mau/vi-du/chi_dinh/?k=99999999999999999999", 400),
        ("/formulary/mau/vi-du/chi_dinh/?k=0&tu=3", 400),
        ("/formulary/mau/vi-du/chi_dinh/?tu=0&den=3", 400),
        ("/formulary/mau/vi-du/chi_dinh/?k=0&tu=3&den=3", 400),
        ("/formulary/mau/vi-du/chi_dinh/?k=0&tu=0&den=999", 400),
    ],
)
def test_a_bad_address_gets_one_clear_sentence(reader, edition, path: str, status: int):
    sentence = page(reader, path, status)
    assert sentence.endswith(".")
    assert "<" not in sentence


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/formulary/mau/khong-co/", 404, "Ấn bản không có chuyên luận này."),
        ("/formulary/khac/vi-du/", 404, "Không có ấn bản này."),
        ("/formulary/mau/vi-du/?k=0", 400, "Vị trí trích dẫn cần mục"),
        ("/formulary/mau/vi-du/?muc=chi_dinh&k=9", 404, "Mục không có khối này."),
        ("/formulary/mau/vi-du/?xem=4", 404, "Chuyên luận này không có ảnh trang in."),
        ("/formulary/atc/Z99Z/", 404, "Ấn bản không có thuốc nào mang mã ATC Z99Z."),
        ("/formulary/atc/khong-co/", 404, "Không có nhóm ATC này."),
        ("/formulary/mau/trang/4.png", 404, "không nạp từ tệp PDF"),
    ],
)
def test_a_page_that_cannot_be_shown_says_why(reader, edition, path: str, status: int, sentence: str):
    html = page(reader, path, status)
    assert sentence in html
    assert "/formulary/" in html


def test_a_citation_that_does_not_fit_leads_on_to_the_monograph(reader, edition):
    html = page(reader, "/formulary/mau/vi-du/?muc=chi_dinh&k=0&tu=0&den=999", 400)
    assert "nằm ngoài khối" in html
    assert 'href="/formulary/mau/vi-du/"' in html


def test_the_monograph_itself_marks_a_cited_span(reader, edition):
    html = page(reader, "/formulary/mau/vi-du/?muc=chi_dinh&k=0&tu=4&den=12#chi_dinh-0")
    assert html.count("<mark>") == 1
    assert "Đau <mark>đầu, sốt</mark>." in html


def test_a_staged_edition_is_for_those_who_may_see_editions(reader):
    load_markdown_edition(current=False)
    page(reader, "/formulary/mau/vi-du/", 404)
    User.objects.get().user_permissions.add(Permission.objects.get(codename="view_edition"))
    page(reader, "/formulary/mau/vi-du/")


def test_the_same_monograph_of_other_editions_is_one_link_away(reader, edition):
    load_markdown_edition(key="moi")
    load_markdown_edition({"b.md": make_monograph("b", "B", chi_dinh="Sốt.")}, key="la")
    html = page(reader, "/formulary/mau/vi-du/")
    assert "Ấn bản khác có chuyên luận này (1)" in html
    assert 'href="/formulary/moi/vi-du/"' in html


def test_a_staged_release_is_offered_only_to_those_who_may_see_it(reader, edition):
    load_markdown_edition({"vi-du.md": EXAMPLE.replace("sốt", "ho")}, current=False)
    assert "mau-r2" not in page(reader, "/formulary/mau/vi-du/")
    User.objects.get().user_permissions.add(Permission.objects.get(codename="view_edition"))
    html = page(reader, "/formulary/mau/vi-du/")
    assert 'href="/formulary/mau-r2/vi-du/"' in html
    assert "lần nạp 2" in html
    assert "chưa công bố" in html


def test_an_edition_that_no_longer_answers_is_still_read_and_says_so(reader, edition):
    load_markdown_edition(key="moi")
    assert "hiện không lấy từ ấn bản này" in page(reader, "/formulary/mau/vi-du/")
    assert "hiện không lấy từ ấn bản này" not in page(reader, "/formulary/moi/vi-du/")


def test_printed_signs_are_escaped_not_executed(reader):
    load_markdown_edition({"a.md": make_monograph("a", "A", chi_dinh="Clcr <b 30 ml/phút & hơn")})
    assert "Clcr &lt;b 30 ml/phút &amp; hơn" in page(reader, "/formulary/mau/a/chi_dinh/")


@pytest.mark.parametrize("path", ["/formulary/", "/formulary/atc/", "/formulary/mau/vi-du/"])
def test_a_page_carries_no_inline_style_or_script(reader, edition, path: str):
    html = page(reader, path)
    assert " style=" not in html
    assert "<style" not in html
    assert "<script>" not in html
