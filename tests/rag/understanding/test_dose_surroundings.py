"""A named dose among facts of the patient, in any order, with or without marks: read as said, or not at all."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from rag.understanding.dose_tasks import dose_task_in
from rag.vietnamese import fold

AMOUNTS = {
    "500 mg": ("500", "mg"), "250mg": ("250", "mg"), "1 g": ("1", "g"), "1,5 g": ("1.5", "g"), "0.5g": ("0.5", "g"),
    "62,5 mcg": ("62.5", "microgam"), "1.500 mg": ("1500", "mg"), "5000 IU": ("5000", "đvqt"),
    "5 000 đvqt": ("5000", "đvqt"), "40 mEq": ("40", "mEq"), "10 đơn vị": ("10", "đơn vị"),
}  # fmt: skip
COUNTS = {"2 viên 500 mg": "2", "nửa viên 250mg": "0.5", "1 ống 80 mg/2 ml": "1", "10 ml siro 120 mg/5 ml": "10"}
OFTEN = {
    "x 3": (3, "ngày"), "x3": (3, "ngày"), "ngày 3 lần": (3, "ngày"), "3 lần/ngày": (3, "ngày"),
    "ngày uống 2 lần": (2, "ngày"), "mỗi ngày 4 lần": (4, "ngày"), "q8h": (8, "giờ"), "mỗi 8 giờ": (8, "giờ"),
    "cách 8 giờ": (8, "giờ"), "cứ 6 tiếng một lần": (6, "giờ"), "8h/lần": (8, "giờ"), "bid": (2, "ngày"),
    "tuần 1 lần": (1, "tuần"), "2 lần/tuần": (2, "tuần"), "1 ngày 3 lần": (3, "ngày"), "": None,
}  # fmt: skip
FACTS = [
    "bé 4 tuổi 16 kg", "bé 4t 16kg", "cháu 18 tháng 11kg", "bn nam 70 tuổi", "nữ 65 tuổi 50 kg", "người lớn 60kg",
    "creatinin 150 micromol/l", "creatinin 1,7 mg/dl", "Clcr 30 ml/phút", "sốt 39 độ", "bé 3 tuổi nặng 14,5 ký",
    "trong 5 ngày", "điều trị 7 ngày", "đường huyết 12 mmol/l", "cao 1m6", "0,7 m2", "bé 3200g", "thai 20 tuần",
    "huyết áp 150/90 mmHg", "dùng từ 2 hôm nay", "10 giờ sáng nay",
]  # fmt: skip
DRUGS = ["paracetamol", "amoxicilin", "vitamin B6", "B12 tiêm"]


def in_words(facts, dose, often, drug, asks, *, marks):
    first, *rest = facts
    question = " ".join(filter(None, [first, drug, dose, *rest[:1], often, *rest[1:], asks]))
    return question if marks else fold(question)


SURROUNDED = {
    "facts": st.lists(st.sampled_from(FACTS), min_size=1, max_size=3, unique=True),
    "often": st.sampled_from(sorted(OFTEN)),
    "drug": st.sampled_from(DRUGS),
    "asks": st.sampled_from(["được không", "dc k", "có cao không", "ok ko"]),
    "marks": st.booleans(),
}


def how_often(task) -> tuple[int, str] | None:
    if task.times is not None:
        return int(task.times), task.times_in
    return None if task.interval_hours is None else (int(task.interval_hours), "giờ")


@given(dose=st.sampled_from(sorted(AMOUNTS)), **SURROUNDED)
def test_an_amount_is_read_as_said_or_not_at_all(dose, facts, often, drug, asks, marks):
    task = dose_task_in(in_words(facts, dose, often, drug, asks, marks=marks))
    assert task is not None
    if task.unread:
        return
    assert (f"{task.amount.normalize():f}", task.unit) == AMOUNTS[dose]
    assert (task.base, task.per, task.amount_from) == ("", "", None)
    assert how_often(task) == OFTEN[often]


@given(dose=st.sampled_from(sorted(COUNTS)), **SURROUNDED)
def test_a_count_is_read_as_said_or_not_at_all(dose, facts, often, drug, asks, marks):
    task = dose_task_in(in_words(facts, dose, often, drug, asks, marks=marks))
    assert task is not None
    if task.unread:
        return
    assert task.count == Decimal(COUNTS[dose])
    assert task.strength is not None
    assert how_often(task) == OFTEN[often]


def test_most_of_them_are_read():
    read = [
        task
        for dose in AMOUNTS
        for often in OFTEN
        for fact in FACTS
        if (task := dose_task_in(f"{fact} paracetamol {dose} {often} được không")) is not None and not task.unread
    ]
    assert len(read) >= len(AMOUNTS) * len(OFTEN) * len(FACTS) * 97 // 100
