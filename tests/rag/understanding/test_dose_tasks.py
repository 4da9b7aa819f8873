"""Which questions want a dose worked out, and which dose they name."""

from decimal import Decimal

import pytest

from rag.frames import DoseTask
from rag.understanding.dose_tasks import dose_task_in


@pytest.mark.parametrize(
    "question",
    [
        "liều paracetamol cho bé 5 tuổi 18 kg",
        "ibuprofen có chống chỉ định gì",
        "amoxicilin 500 mg là thuốc gì",
        "paracetamol uống được không",
        "dùng 5 mg/kg được không",
        "bé nặng 3200g dùng được không",
    ],
)
def test_a_question_for_what_is_printed_is_no_task(question):
    assert dose_task_in(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "tính liều paracetamol cho bé 6 tuổi 20 kg",
        "tinh giup lieu amoxicilin be 3 tuoi 14kg",
        "cefixim uống ngày mấy mg",
        "omeprazol bao nhiêu mg",
    ],
)
def test_a_wish_for_a_number_is_a_task_without_a_named_dose(question):
    task = dose_task_in(question)
    assert task is not None
    assert not task.checks


@pytest.mark.parametrize(
    ("question", "amount", "unit", "per_day", "times", "hours"),
    [
        ("Brufen 150 mg x 3 cho bé 4 tuổi 11 kg được không", 150, "mg", False, 3, None),
        ("paracetamol 500mg mỗi 6 giờ có cao không", 500, "mg", False, None, 6),
        ("para 1g q6h đúng không", 1, "g", False, None, 6),
        ("amoxicilin 500 mg ngày 3 lần được không", 500, "mg", False, 3, None),
        ("gentamicin 80mg 1 lần/ngày có đủ không", 80, "mg", False, 1, None),
        ("cefalexin 1.500 mg/ngày được không", 1500, "mg", True, None, None),
        ("digoxin 62,5 mcg/ngày có cao không", "62.5", "microgam", True, None, None),
        ("enoxaparin 4000 IU x 1 được không", 4000, "đvqt", False, 1, None),
        ("metformin 0.5 g x 2 được không", "0.5", "g", False, 2, None),
    ],
)
def test_a_named_dose_is_read_as_said(question, amount, unit, per_day, times, hours):
    task = dose_task_in(question)
    assert task is not None
    assert (task.amount, task.unit, task.per_day) == (Decimal(amount), unit, per_day)
    assert (task.times_per_day, task.interval_hours) == (times, hours)


def test_a_strength_is_no_dose():
    assert dose_task_in("bé 18 kg uống paracetamol hỗn dịch 250 mg/5 ml là mấy ml") == DoseTask(
        strength=Decimal(250), strength_unit="mg", strength_ml=Decimal(5), wants_volume=True
    )


def test_a_tablet_is_a_strength():
    task = dose_task_in("khởi đầu alopurinol mấy viên 300?")
    assert task is not None
    assert (task.strength, task.strength_ml, task.wants_tablets) == (300, None, True)


def test_the_sex_is_read_with_its_marks():
    assert (dose_task_in("BN nữ 65 tuổi tính liều enoxaparin") or DoseTask()).sex == "nữ"
    assert (dose_task_in("bệnh nhân 65 tuổi nhập viện năm nay, tính liều enoxaparin") or DoseTask()).sex == ""


@pytest.mark.parametrize(
    ("question", "times", "hours"),
    [
        ("paracetamol 500 mg uống 10 lần/ngày được không", 10, None),
        ("ngày 10 lần paracetamol 500 mg được không", 10, None),
        ("cứ 2 giờ uống paracetamol 500 mg được không", None, 2),
        ("vancomycin 1 g truyền tĩnh mạch mỗi 12 giờ được không", None, 12),
    ],
)
def test_how_often_counts_wherever_it_is_said(question, times, hours):
    task = dose_task_in(question)
    assert task is not None
    assert (task.times_per_day, task.interval_hours) == (times, hours)


@pytest.mark.parametrize(
    "said",
    [
        "ngày ba lần",
        "sáng chiều tối",
        "2 viên một lần",
        "ngày 3 cữ",
        "mỗi lần 2 gói",
        "gấp đôi",
        "1,5 viên",
        "mỗi bữa 2 ống",
    ],
)
def test_a_dose_whose_count_was_not_read_is_compared_with_nothing(said):
    task = dose_task_in(f"uống paracetamol 500 mg {said} được không")
    assert task is None or not task.checks
