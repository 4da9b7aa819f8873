"""Where readers and pharmacists see which names are taken for which."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from formulary import views
from formulary.look_alike_rows import WHY
from formulary.models import Edition
from formulary.name_likeness import Likeness
from tests.formulary.book import load_markdown_edition, make_monograph

pytestmark = pytest.mark.django_db

TABLE = "/formulary/ten-de-nham/"


@pytest.fixture
def reader() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("bac-si"))
    return client


@pytest.fixture
def edition() -> Edition:
    return load_markdown_edition({
        "a.md": make_monograph("clonidin", "Clonidin", chi_dinh="Tăng huyết áp.", ten_thuong_mai="Hasanloc."),
        "b.md": make_monograph("clonazepam", "Clonazepam", chi_dinh="Động kinh.", ten_thuong_mai="Hasanlor."),
        "c.md": make_monograph("warfarin", "Warfarin", chi_dinh="Huyết khối."),
    })  # fmt: skip


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def line(html: str) -> str:
    """What stands under the title; "" when nothing does."""
    found = re.search(r'<p class="look-alikes">(.*?)</p>', html, re.DOTALL)
    return found.group(1) if found else ""


def test_a_monograph_says_under_its_title_what_it_is_not(reader, edition):
    shown = line(page(reader, "/formulary/mau/clonidin/"))
    assert words(shown).startswith("Tên dễ nhầm, không phải thuốc này:")
    assert '<a href="/formulary/mau/clonazepam/">Clonazepam</a>' in shown
    assert "Clozapin" in words(shown)  # listed, and not in the edition: a name without a link
    assert "/clozapin/" not in shown


def test_an_edition_that_does_not_answer_has_no_such_line(reader, edition):
    load_markdown_edition({"a.md": make_monograph("clonidin", "Clonidin", chi_dinh="Sốt.")}, key="khac")
    assert line(page(reader, "/formulary/mau/clonidin/")) == ""
    assert line(page(reader, "/formulary/khac/clonidin/")) != ""


def test_the_line_says_nothing_of_brands(reader, edition):
    assert "Hasanlor" not in line(page(reader, "/formulary/mau/clonidin/"))


def test_a_monograph_with_a_plain_name_has_no_such_line(reader, edition):
    assert line(page(reader, "/formulary/mau/warfarin/")) == ""


def test_the_table_holds_listed_and_measured_pairs_with_the_reason(reader, edition):
    told = words(page(reader, TABLE))
    assert re.search(r"Clonidin Clonazepam trong danh sách, \d+ % chống động kinh", told)
    assert re.search(r"Hasanloc Hasanlor \(Clonazepam\) giống về chữ và âm, \d+ %", told)
    assert "Clozapin (không có trong ấn bản)" in told
    assert 'id="warfarin-tieu-de"' not in page(reader, TABLE)


def test_a_name_and_its_salts_stand_in_the_table_once(reader):
    files = {"a.md": make_monograph("clonidin", "Clonidin", ten_chung_quoc_te="Clonidine hydrochloride.")}
    load_markdown_edition(files)
    assert words(page(reader, TABLE)).count("Clonazepam (không có trong ấn bản)") == 1


def test_every_reason_has_words():
    assert set(WHY) == set(Likeness)


def test_of_a_large_edition_the_table_shows_one_letter(reader, edition, monkeypatch):
    monkeypatch.setattr(views, "_ALL_ON_ONE_PAGE", 2)
    assert "Clonidin" in page(reader, TABLE)
    assert "Không có tên nào dễ nhầm" in page(reader, f"{TABLE}?chu=W")


def test_the_table_says_when_there_is_no_edition(reader):
    assert "Chưa có ấn bản nào" in page(reader, TABLE)


def test_the_other_ways_of_finding_lead_to_it(reader, edition):
    assert f'href="{TABLE}"' in page(reader, "/formulary/")
