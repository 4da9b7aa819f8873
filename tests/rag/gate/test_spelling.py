"""One spelling for what means the same; two for what does not."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.gate.spelling import one_spelling

TEXT = st.text(alphabet="aăâbcdđeêghiklmnoôơpqrstuưvxyáàảãạ ,.;:0123456789/-<>≤≥mgkl")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bệnh nhân suy giảm chức năng thận", "người bệnh suy thận"),
        ("phụ nữ có thai", "người mang thai"),
        ("phụ nữ đang cho con bú", "người cho con bú"),
        ("bệnh nhân cao tuổi", "người cao tuổi"),
        ("3 tháng đầu", "tam cá nguyệt thứ nhất"),
        ("ba tháng cuối", "tam cá nguyệt thứ ba"),
        ("chuyển hoá", "chuyển hóa"),
        ("thuỷ đậu", "thủy đậu"),
        ("sử dụng", "dùng"),
        ("CCĐ", "chống chỉ định"),
        ("thanh thải creatinin", "ClCr"),
    ],
)
def test_rows_that_mean_the_same(one, other):
    assert one_spelling(one) == one_spelling(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("suy thận", "suy gan"),
        ("mang thai", "cho con bú"),
        ("3 tháng đầu", "3 tháng cuối"),
        ("tam cá nguyệt thứ hai", "tam cá nguyệt thứ ba"),
        ("không dùng", "dùng"),
        ("ngừng thuốc", "dùng thuốc"),
        ("sau 6 giờ", "6 giờ"),
        ("làm tăng", "làm giảm"),
        ("năm tuổi", "sáu tuổi"),
    ],
)
def test_rows_that_do_not(one, other):
    assert one_spelling(one) != one_spelling(other)


@pytest.mark.parametrize("text", ["sau lần dùng đầu", "quý giá", "năm nay", "mỗi ngày đầu", "quy tắc"])
def test_ordinary_words_stay(text):
    assert one_spelling(text) == text


@given(TEXT)
def test_case_form_and_spacing_make_no_difference(text):
    told = one_spelling(text)
    assert one_spelling(unicodedata.normalize("NFD", text)) == told
    assert one_spelling(f"  {text.replace(' ', '   ')} ") == told
