"""Which sentences say no to a drug."""

import pytest

from rag.prohibitions import says_no


@pytest.mark.parametrize(
    ("text", "no"),
    [
        ("Phải ngừng enalapril càng sớm càng tốt ngay khi biết có thai.", True),
        ("Không được dùng captopril trong thời kỳ mang thai.", True),
        ("Phải ngừng thuốc trước khi mổ.", False),
        ("Có thể dùng trong thời kỳ mang thai.", False),
    ],
)
def test_a_drug_that_must_be_stopped_in_pregnancy_is_forbidden_in_it(text, no):
    assert says_no(text) is no
