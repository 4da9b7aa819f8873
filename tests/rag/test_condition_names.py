"""The curated names of conditions: the same condition under every name, and never another one."""

import unicodedata

import pytest

from rag.condition_names import (
    condition_names,
    indication_terms,
    listed_as,
    read_condition_names,
    search_terms,
)
from rag.vietnamese import fold


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("THA", "tăng huyết áp"),
        ("tha", "tăng huyết áp"),
        ("cao huyet ap", "tăng huyết áp"),
        ("hypertension", "tăng huyết áp"),
        ("gout", "gút"),
        ("ĐTĐ", "đái tháo đường"),
        ("DTD", "đái tháo đường"),
        ("COPD", "bệnh phổi tắc nghẽn mạn tính"),
        ("NMCT", "nhồi máu cơ tim"),
        ("TBMN", "đột quỵ"),
        ("GERD", "trào ngược dạ dày - thực quản"),
        ("trào ngược dạ dày thực quản", "trào ngược dạ dày - thực quản"),
        ("VPQ", "viêm phế quản"),
        ("NTTN", "nhiễm khuẩn đường tiết niệu"),
        ("giời leo", "zona"),
        ("viêm nội tâm mạc", "viêm màng trong tim"),
        ("viem gan", "viêm gan"),
        ("viêm gân", "viêm gân"),
    ],
)
def test_a_condition_is_known_by_each_of_its_names(typed: str, name: str):
    row = listed_as(typed)
    assert row is not None
    assert row.name == name


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_every_name_leads_to_its_row_in_either_form(form: str):
    for row in condition_names():
        for name in row.names:
            assert listed_as(unicodedata.normalize(form, name)) == row, name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("viêm họng", "viêm phổi"),
        ("suy tim", "suy thận"),
        ("viêm gan", "viêm gân"),
        ("viêm gan B", "viêm gan"),
        ("tăng huyết áp", "tăng áp phổi"),
        ("đái tháo đường", "đái tháo nhạt"),
        ("đái tháo đường typ 1", "đái tháo đường typ 2"),
        ("hen", "hen tim"),
        ("viêm tai giữa", "viêm tai ngoài"),
        ("viêm phế quản", "bệnh phổi tắc nghẽn mạn tính"),
        ("viêm khớp dạng thấp", "viêm khớp vảy nến"),
        ("loét tá tràng", "viêm loét đại tràng"),
        ("cường giáp", "suy giáp"),
        ("trầm cảm", "rối loạn lưỡng cực"),
        ("lỵ trực khuẩn", "lỵ amip"),
        ("nhồi máu cơ tim", "đau thắt ngực"),
    ],
)
def test_a_name_never_leads_to_another_condition(one: str, other: str):
    assert not set(indication_terms(one)) & set(search_terms(other))


def test_a_form_is_found_for_the_condition_and_the_condition_not_for_its_form():
    assert "viêm bàng quang" in indication_terms("nhiễm khuẩn tiết niệu")
    assert indication_terms("viêm bàng quang") == ("viêm bàng quang", "cystitis")


def test_a_listed_condition_typed_without_marks_is_looked_for_by_its_printed_names_alone():
    assert "viem gan" not in indication_terms("viem gan")
    assert fold("tăng huyết áp") not in indication_terms("tang huyet ap")


def test_a_condition_in_no_list_is_looked_for_as_typed():
    assert indication_terms("  bệnh   lạ ") == ("bệnh lạ",)
    assert indication_terms("") == ()


def test_one_name_for_two_conditions_is_refused():
    with pytest.raises(ValueError, match="phù phổi"):
        read_condition_names([{"name": "phù phổi cấp", "also": ["phù phổi"]}, {"name": "phù phổi"}])


def test_what_everyday_speech_may_mean_is_listed_itself():
    for row in condition_names():
        assert all(listed_as(name) for name in row.may_mean), row.name


@pytest.mark.parametrize(
    ("asked", "terms"),
    [
        ("nhịp tim nhanh", ("nhịp tim nhanh", "nhịp nhanh")),
        ("tụt đường huyết", ("tụt đường huyết",)),
        ("viêm xương lạ", ("viêm xương lạ",)),
    ],
)
def test_an_indication_is_looked_for_in_the_books_own_spelling_but_not_for_what_drugs_do(asked, terms):
    assert indication_terms(asked) == terms
