"""How far a pregnancy is, told in thirds, months or weeks."""

import pytest

from rag.frames import Population
from rag.trimesters import of_patient, printed_in
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    ("question", "thirds"),
    [
        ("enalapril cho phụ nữ có thai 3 tháng đầu", {1}),
        ("enalapril cho phu nu co thai 3 thang dau", {1}),
        ("enalapril ba tháng giữa thai kỳ", {2}),
        ("ibuprofen 3 tháng cuối dùng được không", {3}),
        ("diclofenac tam cá nguyệt thứ ba", {3}),
        ("diclofenac tam cá nguyệt I", {1}),
        ("diclofenac tam ca nguyet 2", {2}),
        ("diclofenac tam cá nguyệt III dùng được không", {3}),
        ("diclofenac quý 1 thai kỳ", {1}),
        ("captopril trimester 2", {2}),
        ("is enalapril safe in the second trimester", {2}),
        ("ibuprofen in the 3rd trimester", {3}),
        ("metronidazol cho bà bầu tháng thứ 5", {2}),
        ("enalapril có thai tháng thứ 8", {3}),
        ("ibuprofen thai 7 tháng", {3}),
        ("ibuprofen thai 8 tuần", {1}),
        ("ibuprofen thai 33 tuần", {3}),
        ("vancomycin bầu 6 tháng cuối", {2, 3}),
        ("ibuprofen cho phụ nữ có thai", set()),
        # Where authors draw the line differently, both hold.
        ("ibuprofen thai 13 tuần", {1, 2}),
        ("ibuprofen thai 27 tuần", {2, 3}),
        ("ibuprofen thai 28 tuần", {2, 3}),
        ("ibuprofen thai 29 tuần", {3}),
        ("ibuprofen thai 3 tháng", {1, 2}),
        ("ibuprofen thai 6 tháng", {2, 3}),
    ],
)
def test_the_third_of_the_pregnancy_is_read(question, thirds):
    frame = hear(question)
    assert Population.PREGNANT in frame.populations
    assert of_patient(frame) == frozenset(thirds)
    assert not {"đầu", "giữa", "cuối", "quý", "thứ", "dau"} & set(frame.terms)


@pytest.mark.parametrize(
    "question",
    [
        "isoniazid 3 tháng đầu điều trị uống mấy viên",
        "bé 3 tháng cuối tuần sốt uống paracetamol",
        "trẻ bú mẹ trong 6 tháng đầu uống paracetamol",
        "metformin 3 tháng đầu sau mổ",
    ],
)
def test_months_of_a_treatment_or_a_life_are_no_pregnancy(question):
    assert Population.PREGNANT not in hear(question).populations


@pytest.mark.parametrize(
    ("printed", "thirds"),
    [
        ("Dùng trong 3 tháng giữa và 3 tháng cuối thai kỳ, thuốc có thể gây chết thai.", {2, 3}),
        ("Ba tháng cuối của thai kỳ.", {3}),
        ("Không dùng cho người mang thai, đặc biệt trong 3 tháng đầu.", set()),
        (
            "Không dùng thuốc cho phụ nữ có thai, nhất là trong 3 tháng cuối thai kỳ, vì thai có thể gặp tai biến.",
            set(),
        ),
        ("Phải thận trọng, nhất là trong những tháng đầu.", set()),
        ("Dùng trong 3 tháng giữa có nguy cơ tổn thương thai, vì vậy tránh dùng cho phụ nữ có thai.", set()),
        ("Trong 3 tháng cuối thai kỳ, chống chỉ định ibuprofen; với mọi thuốc khác phải hạn chế.", {3}),
        ("Vì thế, không được dùng aspirin trong 3 tháng cuối của thai kỳ.", {3}),
        ("Không nên dùng trong thời gian đầu thai kỳ.", {1}),
        ("Dùng trong những tháng cuối hoặc khi sinh có thể làm thai thiếu oxy.", {3}),
        ("Bệnh phôi xảy ra khi dùng thuốc trong khoảng tuần 6 - 12 của thai kỳ.", {1}),
        ("Chuyển dạ sớm, từ tuần thứ 24 đến tuần thứ 33 của thai kỳ.", {2, 3}),
        ("Dùng vancomycin trong 6 tháng cuối thai kỳ.", {2, 3}),
        ("Dọa sẩy thai trong 3 - 6 tháng đầu mang thai.", {1, 2}),
        ("Tam cá nguyệt thứ hai.", {2}),
        ("Tuyệt đối không dùng các thuốc này trong vài ngày trước khi sinh.", {3}),
        ("Tránh dùng gần ngày đủ tháng.", {3}),
        ("Cần dự phòng bằng vitamin K cho mẹ sau khi sinh và cho trẻ sơ sinh.", set()),
        ("Thuốc có thể gây hại cho trẻ sơ sinh.", set()),
        ("Không dùng cho người mang thai.", set()),
    ],
)
def test_the_thirds_that_print_names(printed, thirds):
    assert printed_in(printed) == frozenset(thirds)


def test_another_third_told_later_replaces_the_weeks():
    frame = talk("ibuprofen thai 8 tuần", "còn 3 tháng cuối thì sao")
    assert of_patient(frame) == {3}
    assert frame.pregnancy_weeks is None
    assert frame.drug_ids == ("ibuprofen",)


def test_the_third_stays_with_the_patient_and_goes_with_the_state():
    assert of_patient(talk("ibuprofen bà bầu 3 tháng cuối", "vậy còn paracetamol cho chị ấy")) == {3}
    assert of_patient(talk("ibuprofen bà bầu 3 tháng cuối", "à không có thai nhé")) == frozenset()


@pytest.mark.parametrize(
    ("question", "thirds"),
    [
        ("ibuprofen 3 tháng đầu và 3 tháng cuối thai kỳ", {1, 3}),
        ("ibuprofen 3 thang dau va 3 thang cuoi thai ky", {1, 3}),
        ("ibuprofen tam cá nguyệt 1 và tam cá nguyệt 2", {1, 2}),
        ("ibuprofen thai 8 tuần và 32 tuần", {1, 3}),
        ("ibuprofen thai 8 tuần và thai 20 tuần", {1, 2}),
        ("metronidazol tuần 8 và tuần 20 thai kỳ", {1, 2}),
        ("ibuprofen có thai tháng thứ 2 và tháng thứ 8", {1, 3}),
        ("ibuprofen thai 8 tuần dùng trong 3 tháng cuối được không", {1, 3}),
        # One stage told twice, and weeks of something else.
        ("ibuprofen thai 13 tuần 3 tháng giữa", {2}),
        ("ibuprofen bầu 3 tháng cuối", {3}),
        ("ibuprofen thai 32 tuần và 2 tuần nay đau lưng", {3}),
        ("ibuprofen thai 32 tuần, 2 tuần nay đau lưng", {3}),
    ],
)
def test_two_stages_that_are_named_are_both_read(question, thirds):
    assert of_patient(hear(question)) == frozenset(thirds)


EARLY = "phụ nữ có thai 8 tuần dùng ibuprofen được không"


@pytest.mark.parametrize(
    ("question", "weeks"),
    [
        ("tuần 32 thì sao", 32),
        ("tuần thứ 32", 32),
        ("tuan thu 32", 32),
        ("32 tuần thì sao", 32),
        ("còn 32 tuần", 32),
        ("20 tuần", 20),
        ("36 tuần", 36),
        ("còn paracetamol ở tuần 32 thì sao", 32),
        ("dùng 2 tuần được không", 8),
        ("uống 4 tuần thì sao", 8),
        ("trong 2 tuần", 8),
        ("dùng paracetamol được không", 8),
    ],
)
def test_weeks_alone_are_those_of_the_pregnancy_spoken_of_before(question, weeks):
    frame = talk(EARLY, question)
    assert frame.pregnancy_weeks == weeks
    assert Population.PREGNANT in frame.populations


def test_weeks_told_now_replace_a_third_told_before():
    frame = talk("ibuprofen 3 tháng đầu thai kỳ được không", "tuần 32 thì sao")
    assert (frame.pregnancy_weeks, frame.trimesters) == (32, ())


@pytest.mark.parametrize("question", ["32 tuần", "tuần 32 thì sao", "bé 32 tuần tuổi"])
def test_without_a_pregnancy_before_they_are_none(question):
    assert talk("liều ibuprofen người lớn", question).pregnancy_weeks is None
