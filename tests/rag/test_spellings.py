"""One thing written in several ways is one thing; what only looks alike is not."""

import pytest

from rag.conditions import same_condition
from rag.spellings import in_one_spelling


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("block nhĩ thất", "Blốc nhĩ - thất độ 2."),
        ("bloc nhĩ thất", "Blốc nhĩ - thất độ 2."),
        ("block AV", "Blốc nhĩ - thất."),
        ("porphyria", "Loạn chuyển hóa porphyrin cấp tính."),
        ("porphyria", "Porphyrin niệu: Dùng thận trọng."),
        ("hạ đường huyết", "Nội tiết: Hạ glucose huyết."),
        ("tụt đường huyết", "Giảm glucose máu nặng."),
        ("hypoglycemia", "Hạ glucose huyết nặng."),
        ("xuất huyết", "Chảy máu nặng: Có thể dùng protamin sulfat."),
        ("chảy máu", "Xuất huyết nặng."),
        ("hạ kali máu", "Giảm kali huyết, giảm natri huyết."),
        ("hạ kali", "Hạ kali huyết: Phải bù trước."),
        ("QT dài", "Đã gặp kéo dài khoảng QT."),
        ("nhiễm trùng huyết", "Nhiễm khuẩn huyết."),
        ("thiếu men G6PD", "Thiếu hụt G6PD: Thận trọng."),
        ("hẹp động mạch thận 2 bên", "Hẹp động mạch thận hai bên hoặc ở thận duy nhất."),
    ],
)
def test_another_way_of_writing_the_same_thing_is_the_same_thing(asked: str, printed: str):
    assert same_condition(asked, printed)


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("hạ đường huyết", "Tăng glucose huyết."),
        ("hạ đường huyết", "Dùng cùng thuốc hạ glucose huyết khác."),
        ("hạ kali máu", "Tăng kali huyết."),
        ("hạ kali máu", "Hạ natri huyết."),
        ("block nhĩ thất", "Nhịp nhanh thất hoặc rung thất."),
        ("xuất huyết", "Thiếu máu tan máu."),
        ("hạ huyết áp", "Dùng cùng thuốc hạ huyết áp khác."),
        ("thiếu calci", "Hạ calci huyết."),
    ],
)
def test_what_only_looks_alike_stays_another_thing(asked: str, printed: str):
    assert not same_condition(asked, printed)


def test_text_without_marks_is_rewritten_without_marks():
    assert in_one_spelling("ha duong huyet") == in_one_spelling("ha glucose mau") == "ha glucose huyet"
