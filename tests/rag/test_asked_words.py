"""How much of what was asked a sentence prints."""

import pytest

from rag.asked_words import as_typed, prints, score


@pytest.mark.parametrize(
    ("printed", "term", "found"),
    [
        ("Hô hấp: Ho.", "ho", True),
        ("Hô hấp: Khó thở.", "ho", False),
        ("Nói chung chuyển thẳng, không cần giai đoạn trung gian.", "giải", False),
        ("Viên giải phóng kéo dài", "giải phóng kéo dài", True),
        ("TKTW: Nhức đầu (6%).", "đau đầu", True),
        ("Tiêu hóa: Ỉa chảy nặng.", "tiêu chảy", True),
        ("Thần kinh: Ngủ gà.", "buồn ngủ", True),
        ("Tiêu hóa: Tăng sản lợi.", "phì đại lợi", True),
        ("Nửa đời là 34 - 44 giờ.", "thời gian bán thải", True),
        ("Nửa đời là 34 - 44 giờ.", "half-life", True),
        ("99% thuốc gắn với protein huyết tương.", "gắn protein", True),
        ("Tăng huyết áp.", "tăng đường huyết", False),
    ],
)
def test_a_term_is_found_under_its_other_names_and_with_its_marks(printed, term, found):
    assert prints(printed, term) is found
    assert (score(printed, (term,)) > 0) is found or term == "tăng đường huyết"


def test_words_typed_without_marks_find_marked_print():
    assert prints("Thuốc vào sữa mẹ.", "sua me")
    assert score("Thuốc vào sữa mẹ.", ("sua",)) > 0


def test_nothing_asked_scores_nothing():
    assert score("Buồn nôn.", ()) == 0


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (("khi đói", "bữa ăn", "sau ăn"), ("khi đói",)),
        (("pha", "dung môi"), ("pha", "dung môi")),
        ((), ()),
    ],
)
def test_only_what_was_typed_is_said_to_be_missing(asked, shown):
    assert as_typed(asked) == shown
