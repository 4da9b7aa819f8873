"""Words on which a sentence turns, one slip away from how they are written."""

import pytest

from formulary.ingest.detectors import decisive_words
from formulary.models.defect_kinds import DefectKind
from tests.formulary.detectors.looks import looked_at, view


@pytest.mark.parametrize(
    "text",
    ["khõng dùng thuốc này", "khòng dùng", "khong dùng", "kh0ng dùng", "khôg dùng", "khônq dùng", "hông dùng thuốc này", "khôn dùng",
     "khống dùng", "kh ông dùng", "khô ng dùng", "khổng dùng", "khung dùng", "thông dùng",
     "chổng chỉ định", "chống chi định", "chông chỉ định", "chống chỉ đinh", "ngùng thuốc", "ngửng thuốc", "trành dùng", "trảnh dùng", "trá nh dùng",
     "tới đa 4 g", "tôi đa 4 g", "tối da 4 g", "tổi đa", "dươi 2 tuổi", "dưởi 2 tuổi", "duới", "dư ới", "trèn 2 tuổi", "trẻn", "trẽ em", "trè em",
     "trẻ cm", "người lơn", "người lón", "nguời lớn", "sơ sính"],
)  # fmt: skip
def test_a_slip_of_a_decisive_word_is_a_defect(text: str):
    assert decisive_words.confused_word(view(f"Trẻ 2 tuổi: {text}"))


@pytest.mark.parametrize(
    "text",
    ["không dùng", "Không dung nạp thuốc", "khống chế", "tế bào khổng lồ", "chống chỉ định", "chồng lên nhau", "tránh", "tranh luận", "ngưng tim",
     "trên da", "ứ trệ tuần hoàn", "đuôi", "đuổi", "tới da", "tới dạ dày", "tối đa", "dẫn tới thiếu máu", "chỉ số sinh hóa", "trễ kinh", "lũy tre",
     "đau hông lưng", "viêm chậu hông", "vùng hông", "phòng ngừa", "thông khí", "khung chậu", "hồng cầu", "khôn ngoan", "người lớn và trẻ em"],
)  # fmt: skip
def test_a_right_word_is_no_slip(text: str):
    assert decisive_words.confused_word(view(text)) is None


@pytest.mark.parametrize("vowel", sorted(set("oòóỏõọồốổỗộơờớởỡợ") - {"ố"}))
def test_no_other_mark_on_the_word_for_no_is_let_pass(vowel: str):
    assert decisive_words.is_slip(f"kh{vowel}ng")
    assert not decisive_words.is_slip("không")


def test_a_slip_of_a_decisive_word_holds_in_every_section_of_sentences():
    for section in ("chong_chi_dinh", "chi_dinh", "than_trong", "lieu_luong_va_cach_dung"):
        block = looked_at("Khõng dùng thuốc này.", section=section)[0]
        assert block.hold is not None
        assert block.hold.kind in (DefectKind.CONFUSED_WORD, DefectKind.DIACRITICS)


@pytest.mark.parametrize(
    "text", ["Uống 500 mg/lần, dùng quá 3 ngày.", "cách 6 giờ; vượt quá 4 g/ngày", "Quá 4 g/ngày."]
)
def test_a_limit_of_which_only_the_number_is_left_lost_its_negation(text: str):
    assert decisive_words.lost_not(view(text))


@pytest.mark.parametrize(
    "text",
    ["Uống 1 g, không dùng quá 3 ngày.", "Uống 1 g, không quá 4 g/ngày.", "Nếu dùng quá 4 g/ngày, ngừng thuốc.", "Khi vượt quá 3 ngày.",
     "Tránh kéo dài quá 5 ngày.", "Liều dùng không được quá 2 g."],
)  # fmt: skip
def test_a_limit_that_is_said_whole_lost_nothing(text: str):
    assert decisive_words.lost_not(view(text)) is None
