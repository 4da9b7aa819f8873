"""Why a printed dose gave no rule, as the pharmacist reads it beside the print."""

import pytest

from rag.dosing.grammar import propose
from rag.passages import BlockKind
from tests.factories import make_passage

DOSE = "5 mg/lần, 2 lần/ngày"


def reasons(text, **passage):
    found = propose([make_passage(text, **passage)])
    assert found.rules == ()
    return [refusal.reason for refusal in found.refused]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"Nếu cần, dùng liều {DOSE}.", "câu nối tiếp"), (f"Trẻ em 1 - 2 tuổi và 4 - 6 tuổi: {DOSE}.", "nhiều khoảng tuổi"),
        (f"Trẻ em 5 - 9 kg và 20 - 30 kg: {DOSE}.", "nhiều khoảng cân nặng"),
        (f"Clcr 10 - 20 ml/phút và 30 - 50 ml/phút: {DOSE}.", "nhiều khoảng độ thanh thải"),
        (f"Sơ sinh tuổi thai 28 - 30 tuần và 33 - 35 tuần: {DOSE}.", "nhiều khoảng tuổi thai"),
        (f"Trẻ trên tháng tuổi: {DOSE}.", "mất số"), (f"Trẻ lớn: {DOSE}.", "không có số tuổi"), (f"Thiếu niên: {DOSE}.", "không có số tuổi"),
        (f"Người lớn: Dùng cho tuổi nhỏ {DOSE}.", "không có số tuổi"), (f"Người lớn: {DOSE}, cho tuổi nhỏ.", "không có số tuổi"),
        (f"Viêm họng: {DOSE} với người trên 50 kg.", "nằm giữa câu"), (f"Người lớn HbA1c trên 7: {DOSE}.", "có số chưa hiểu"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_whom_it_is_for_is_said(text, why):
    (reason,) = reasons(text)
    assert why in reason


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("15 mg/kg/ngày/lần", "vừa mỗi ngày vừa mỗi lần"), ("5 - 20 mg", "không rõ mỗi lần hay mỗi ngày"),
        ("100 mg - 150 mg/kg/ngày, chia 2 lần", "khác mẫu đơn vị"), ("20 - 10 mg/lần, 3 lần/ngày", "viết ngược"),
        ("30 mg, chia 3 lần", "không rõ lượng của cả ngày"), ("30 mg/lần, 2 lần/ngày, 3 lần/ngày", "nhiều số lần dùng"),
        ("100 mg/ngày; nếu cần, tăng tới 150 mg/ngày, chia 2 lần", "mức đã tăng"), ("30 mg/lần, 4 - 2 lần/ngày", "số lần dùng không đọc được"),
        ("30 mg/lần, 0 lần/ngày", "số lần dùng không đọc được"), ("30 mg/lần, uống 2 lần", "trong bao lâu"),
        ("30 mg/lần, cách 6 giờ/lần, cách 8 giờ/lần", "nhiều khoảng cách"), ("30 mg/lần, cách 8 - 6 giờ/lần", "khoảng cách giữa các lần dùng không"),
        ("30 mg/lần, cách 0 giờ/lần", "khoảng cách giữa các lần dùng không"), ("10 mg/lần, 3 lần/ngày; tối đa 2 - 3 g/ngày", "là một khoảng"),
        ("10 mg/lần, 3 lần/ngày; tối đa 2 g/ngày/lần", "giới hạn vừa"), ("75 mg/kg/lần, 1 lần/ngày; tối đa 2 g", "không rõ tối đa"),
        ("10 mg/lần, 3 lần/ngày; tối thiểu 5 mg", "tối thiểu không rõ"), ("10 mg/lần, 3 lần/ngày; có thể tăng tới 20 mg", "tăng tới không rõ"),
        ("300 mg/lần, chia 3 lần", "mà còn chia"), ("600 mg/ngày, 2 lần/ngày", "không nói chia"), ("5 mg/giờ, 3 lần/ngày", "tốc độ truyền"),
        ("5 mg/giờ, cách 6 giờ/lần", "tốc độ truyền"), ("30 mg/lần, 5 lần/ngày, cách 6 giờ/lần", "không khớp"),
        ("10 mg/lần, 3 lần/ngày; tối đa 50 đvqt/ngày", "khác loại đơn vị"), ("15 mg/lần hoặc 20 mg/lần, 2 lần/tuần", "dùng chung"),
        ("metformin 5 mg/lần, 2 lần/ngày", "từ chưa hiểu trước liều"), ("5 mg/lần metformin, 2 lần/ngày", "từ chưa hiểu sau liều"),
        ("5 mg/lần, 2 lần/ngày, uống cách ngày", "lời có thể đổi liều"), ("5 mg/lần, 2 lần/ngày, sau 3 bữa ăn", "số chưa hiểu"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_dose_is_said(said, why):
    (reason,) = reasons(f"Người lớn: {said}.")
    assert why in reason


def test_a_table_and_what_is_held_back_give_no_rule_and_say_so():
    assert reasons(f"Người lớn: {DOSE}.", kind=BlockKind.TABLE) == ["bảng"]
    (held,) = reasons(f"Người lớn: {DOSE}.", quarantine="đang chờ dược sĩ")
    assert "giữ lại" in held


def test_a_maximum_that_was_not_understood_is_said_of_each_dose_above_it():
    found = reasons(f"Người lớn: {DOSE}. Trẻ em: {DOSE}. Tối đa 2.500 mg/ngày, 15 mg/lần.")
    assert sum("giới hạn chưa hiểu" in reason for reason in found) == 2
