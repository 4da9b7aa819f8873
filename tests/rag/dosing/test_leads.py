"""Whom and what a dosing sentence opens with: groups, phases, forms, and what keeps a rule from being made."""

import pytest

from rag.dosing.leads import is_loading, is_vague, phase_in, read_lead
from rag.dosing.rules import Basis
from rag.frames import Population
from rag.printed import segments
from tests.factories import make_passage
from tests.rag.dosing.reading import rules_of

DOSE = "5 mg/lần, 2 lần/ngày"


def lead(text, *, headings=()):
    return read_lead(segments(make_passage(text, headings=headings))[0])


@pytest.mark.parametrize(
    "group",
    [
        "Trẻ lớn", "Trẻ nhỏ", "Trẻ nhỏ hơn", "Trẻ lớn hơn", "Trẻ bé", "Trẻ mới đẻ", "Trẻ mới sinh", "Trẻ em lớn", "Trẻ em nhỏ",
        "Tuổi nhỏ", "Tuổi lớn",
    ],
)  # fmt: skip
def test_a_group_that_no_number_bounds_is_vague(group):
    assert is_vague(group)
    assert rules_of("Xyz", f"{group}: {DOSE}.") == ()
    assert rules_of("Xyz", f"{DOSE}.", headings=(group,)) == ()
    assert rules_of("Xyz", f"Người lớn: Dùng cho {group.lower()} {DOSE}.") == ()


@pytest.mark.parametrize("group", ["Trẻ em", "Người lớn", "Trẻ nhỏ tuổi", "Trẻ em 2 - 4 tuổi", "Trẻ sơ sinh"])
def test_other_groups_are_not(group):
    assert not is_vague(group)


@pytest.mark.parametrize(
    "group",
    ["Thiếu niên", "Trẻ thiếu niên", "Tuổi thiếu niên", "Vị thành niên", "Nhũ nhi", "Trẻ nhũ nhi", "Bú mẹ", "Trẻ bú mẹ",
     "Người lớn và thiếu niên", "Người lớn hoặc thiếu niên", "Người lớn, vị thành niên", "Trẻ em và vị thành niên"],
)  # fmt: skip
def test_a_youth_without_an_age_gives_no_rule_and_with_one_does(group):
    assert rules_of("Xyz", f"{group}: {DOSE}.") == ()
    assert rules_of("Xyz", f"{DOSE}.", headings=(group,)) == ()
    assert len(rules_of("Xyz", f"{group} 12 - 18 tuổi: {DOSE}.")) == 1
    assert len(rules_of("Xyz", f"{group} 30 - 50 kg: {DOSE}.")) == 1


@pytest.mark.parametrize(
    ("words", "phase"),
    [
        ("liều khởi đầu", "liều khởi đầu"), ("khởi đầu", "khởi đầu"), ("bắt đầu", "bắt đầu"), ("ban đầu", "ban đầu"), ("nạp", "nạp"),
        ("tấn công", "tấn công"), ("duy trì", "duy trì"), ("đích", "đích"), ("liều thông thường", "liều thông thường"),
        ("thông thường", "thông thường"), ("liều đầu", "liều đầu"), ("liều đầu tiên", "liều đầu tiên"), ("giai đoạn 2", "giai đoạn 2"),
        ("đầu", ""), ("dịch", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_phase_is_read_in_its_own_words(words, phase):
    assert phase_in(words) == phase


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("Người lớn, liều khởi đầu: ", "liều khởi đầu"), ("Người lớn, liều bắt đầu: ", "liều bắt đầu"),
        ("Người lớn, liều ban đầu: ", "liều ban đầu"), ("Người lớn, liều nạp: ", "liều nạp"),
        ("Người lớn, liều tấn công: ", "liều tấn công"), ("Người lớn, liều duy trì: ", "liều duy trì"),
        ("Người lớn, liều đích: ", "liều đích"), ("Người lớn, liều đầu tiên: ", "liều đầu tiên"), ("Người lớn, liều đầu: ", "liều đầu"),
        ("Người lớn, giai đoạn 2: ", "giai đoạn 2"), ("Người lớn không cần liều nạp: ", ""), ("Người lớn không dùng liều nạp: ", ""),
        ("Người bệnh khởi đầu điều trị: ", ""),
    ],
)  # fmt: skip
def test_a_phase_in_the_opening_is_one_of_the_dose_or_none(text, phase):
    assert lead(text + DOSE).phase == phase


@pytest.mark.parametrize(
    ("words", "loads"),
    [
        ("liều nạp", True),
        ("nạp", True),
        ("liều đầu", True),
        ("liều đầu tiên", True),
        ("liều khởi đầu", False),
        ("duy trì", False),
    ],
)
def test_a_loading_dose_is_one_dose(words, loads):
    assert is_loading(words) is loads
    assert lead(f"Người lớn, {words}: 5 mg/kg.").loads is loads
    rules = rules_of("Xyz", f"Người lớn, {words}: 5 mg/kg.")
    assert [r.amount.basis for r in rules] == ([Basis.SINGLE] if loads else [])


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Người lớn, viên nén: ", "viên nén"), ("Người lớn, viên giải phóng chậm: ", "viên giải phóng chậm"),
        ("Người lớn, viên nang: ", "viên nang"), ("Người lớn, dạng tiêm: ", "dạng tiêm"), ("Người lớn, hỗn dịch uống: ", "hỗn dịch uống"),
        ("Người lớn, dung dịch uống: ", "dung dịch uống"), ("Người lớn, viên đạn: ", "viên đạn"), ("Trẻ em, thuốc đạn: ", "thuốc đạn"),
        ("Trẻ em, siro uống: ", "siro uống"), ("Trẻ em, bột uống: ", "bột uống"), ("Trẻ em, gói uống: ", "gói uống"),
        ("Trẻ em, ống uống: ", "ống uống"), ("Người lớn, lọ tiêm: ", "lọ tiêm"), ("Người lớn, viên vi hạt: ", "viên vi hạt"),
        ("Người lớn, viên giải phóng ngay: ", "viên giải phóng ngay"), ("Người lớn, viên giải phóng kéo dài: ", "viên giải phóng kéo dài"),
        ("Người lớn, viên giải phóng nhanh: ", "viên giải phóng nhanh"), ("Người lớn, lọ thuốc: ", ""), ("Người lớn, dạng nhẹ: ", ""),
        ("Người lớn, viên bao phim: ", "viên bao phim"), ("Người lớn, dạng tác dụng kéo dài: ", "dạng tác dụng kéo dài"),
        ("Người lớn, dạng liposom: ", "dạng liposom"), ("Người lớn, viên bao tan trong ruột: ", "viên bao tan trong ruột"),
        ("Người lớn, viên tác dụng nhanh: ", "viên tác dụng nhanh"), ("Người lớn, dạng thông thường: ", "dạng thông thường"),
        ("Người lớn, dạng giải phóng tức thời: ", "dạng giải phóng tức thời"), ("Người lớn: ", ""),
    ],
)  # fmt: skip
def test_a_form_in_the_opening_is_kept(text, form):
    assert lead(text + DOSE).form == form


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ trên tháng tuổi",
        "Trẻ dưới tuần tuổi",
        "Trẻ từ ngày tuổi",
        "Trẻ cân nặng trên kg",
        "Trẻ hơn năm tuổi",
        "Trẻ từ 2 đến tháng tuổi",
    ],
)
def test_a_group_that_lost_its_number_gives_no_rule(text):
    assert rules_of("Xyz", f"{text}: {DOSE}.") == ()


@pytest.mark.parametrize(
    "harmless",
    [
        "đái tháo đường typ 2", "đái tháo đường type 2", "giai đoạn 2", "nhóm 2", "độ 2", "phác đồ 2", "yếu tố 8", "beta 2",
        "Mobitz 2", "thứ 2", "lần 2", "thiếu vitamin B1", "thiếu vitamin B12", "thiếu B12", "cường T3", "cường T4", "kháng H1",
        "kháng H2", "đã tiêm 2 lần mỗi ngày", "đã tiêm 2 lần trong ngày", "trong 24 giờ đầu",
    ],
)  # fmt: skip
def test_a_number_in_the_name_of_a_disease_bounds_no_patient(harmless):
    assert len(rules_of("Xyz", f"Người lớn {harmless}: {DOSE}.")) == 1


@pytest.mark.parametrize("unknown", ["HbA1c trên 7", "có 2 bệnh kèm", "huyết áp 140", "sau 3 bữa ăn", "2 lần/ngày"])
def test_a_number_that_was_not_understood_gives_no_rule(unknown):
    assert rules_of("Xyz", f"Người lớn {unknown}: {DOSE}.") == ()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Người lớn: ", ""), ("Trẻ em 2 - 4 tuổi: ", ""), ("Người lớn cân nặng trên 50 kg: ", ""),
        ("Người lớn, Clcr 10 - 50 ml/phút: ", ""), ("Người lớn viêm họng: ", "Người lớn viêm họng"),
        ("Người cao tuổi: ", ""), ("Người bệnh: ", ""), ("Trẻ sơ sinh: ", ""), ("Trẻ em từ 2 tuổi trở lên: ", ""),
        ("Trẻ 2 - 4 tuổi: ", ""), ("Người già: ", ""), ("Người trưởng thành: ", ""), ("Bệnh nhân nam: ", ""), ("Người lớn dùng: ", ""),
        ("Người lớn tiêm: ", ""), ("Người lớn có cân nặng từ 50 kg trở lên: ", ""), ("Trẻ em dưới 2 tuổi: ", ""), ("Trẻ em 2 đến 4 tuổi: ", ""),
        ("Liều cho người lớn: ", ""), ("Thiếu niên 12 - 18 tuổi: ", ""), ("Sơ sinh: ", ""), ("Người lớn bị: ", ""), ("Trẻ em 10 tuổi trở xuống: ", ""),
        ("Người lớn có độ thanh thải creatinin 10 - 50 ml/phút: ", ""), ("Người lớn bị lao: ", "Người lớn bị lao"),
        ("Nam và nữ, người lớn và trẻ em: ", ""), ("Ở trẻ em, ở người lớn và ở người cao tuổi: ", ""),
        ("Phụ nữ: ", ""), ("Người lớn mắc lao: ", "Người lớn mắc lao"), ("Người lớn, liều duy trì: ", ""),
    ],
)  # fmt: skip
def test_what_the_opening_says_beside_class_and_band_is_kept_as_a_condition(text, kept):
    assert lead(text + DOSE).condition == kept


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ em 1 - 2 tuổi và 4 - 6 tuổi", "Trẻ em 5 - 9 kg và 20 - 30 kg", "Clcr 10 - 20 ml/phút và 30 - 50 ml/phút",
        "Sơ sinh tuổi thai 28 - 30 tuần và 33 - 35 tuần",
    ],
)  # fmt: skip
def test_two_bands_in_one_sentence_give_no_rule(text):
    assert rules_of("Xyz", f"{text}: {DOSE}.") == ()


def test_a_band_in_the_middle_of_the_sentence_gives_no_rule():
    assert rules_of("Xyz", f"Người lớn: {DOSE}, trẻ 2 - 4 tuổi một nửa.") == ()
    assert rules_of("Xyz", f"Viêm họng: {DOSE} với người trên 50 kg.") == ()


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Người lớn", Population.ADULT),
        ("Trẻ em", Population.CHILD),
        ("Trẻ sơ sinh", Population.NEONATE),
        ("Người cao tuổi", Population.ELDERLY),
    ],
)
def test_the_rule_is_for_whom_the_opening_names(text, who):
    (rule,) = rules_of("Xyz", f"{text}: {DOSE}.")
    assert rule.populations == (who,)
