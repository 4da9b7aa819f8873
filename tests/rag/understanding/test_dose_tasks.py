"""Which questions want a dose worked out, and which dose they name."""

from dataclasses import fields
from decimal import Decimal

import pytest

from rag.dosing.units import Unit
from rag.frames import DoseTask
from rag.understanding.dose_tasks import dose_task_in
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear

NOTHING = DoseTask()


def said(question: str) -> str:
    """What was read of the named dose, in one line: "2 viên × 500 mg, 3/ngày"; "?" for a dose that was not read."""
    task = dose_task_in(question) or NOTHING
    if task.unread:
        return "?"
    number = {
        f.name: f"{value.normalize():f}" for f in fields(task) if isinstance(value := getattr(task, f.name), Decimal)
    }

    def ends(name: str, first: str) -> str:
        return f"{number[first]}-{number[name]}" if first in number else number[name]

    parts = []
    if task.amount is not None:
        parts.append(f"{ends('amount', 'amount_from')} {task.unit}" + (f"/{task.per}" if task.per else ""))
    if task.count is not None:
        parts.append(f"{ends('count', 'count_from')} {task.count_unit}")
    if task.strength is not None:
        of = f"/{number['strength_ml']} ml" if task.strength_ml is not None else ""
        parts.append(f"× {number['strength']} {task.strength_unit}".strip() + of)
    dose = " ".join(parts) + (f" mỗi {task.base}" if task.base else "")
    often = f"{ends('times', 'times_from')}/{task.times_in}" if task.times is not None else ""
    hours = f"cách {ends('interval_hours', 'interval_from')} giờ" if task.interval_hours is not None else ""
    return ", ".join(filter(None, (dose, often, hours)))


@pytest.mark.parametrize(
    "question",
    [
        "liều paracetamol cho bé 5 tuổi 18 kg",
        "ibuprofen có chống chỉ định gì",
        "amoxicilin 500 mg là thuốc gì",
        "paracetamol uống được không",
        "bé nặng 3200g dùng được không",
        "creatinin 150 micromol/l dùng metformin được không",
        "nữ 70 tuổi 60 kg creatinin 1,7 mg/dl dùng amoxicilin được không",
        "uống 5 ngày được không",
    ],
)
def test_a_question_for_what_is_printed_is_no_task(question):
    task = dose_task_in(question)
    assert task is None or not task.is_request


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
    assert task.is_request
    assert not task.checks


READ = [
    # an amount, and how often it is given
    ("Brufen 150 mg x 3 cho bé 4 tuổi 11 kg", "150 mg, 3/ngày"),
    ("paracetamol 500mg mỗi 6 giờ", "500 mg, cách 6 giờ"),
    ("para 1g q6h", "1 g, cách 6 giờ"),
    ("amoxicilin 500 mg ngày 3 lần", "500 mg, 3/ngày"),
    ("gentamicin 80mg 1 lần/ngày", "80 mg, 1/ngày"),
    ("cefalexin 1.500 mg/ngày", "1500 mg mỗi ngày"),
    ("digoxin 62,5 mcg/ngày", "62.5 microgam mỗi ngày"),
    ("enoxaparin 4000 IU x 1", "4000 đvqt, 1/ngày"),
    ("metformin 0.5 g x 2", "0.5 g, 2/ngày"),
    ("insulin 10 đv", "10 đơn vị"),
    ("amoxicilin 500mg tid", "500 mg, 3/ngày"),
    ("amoxicilin 500mg 8h/lần", "500 mg, cách 8 giờ"),
    ("amoxicilin 500mg 8 giờ một lần", "500 mg, cách 8 giờ"),
    ("amoxicilin 500 mg cứ 8 tiếng uống 1 lần", "500 mg, cách 8 giờ"),
    ("paracetamol 500 mg uống 10 lần/ngày", "500 mg, 10/ngày"),
    ("ngày 10 lần paracetamol 500 mg", "500 mg, 10/ngày"),
    ("cứ 2 giờ uống paracetamol 500 mg", "500 mg, cách 2 giờ"),
    ("vancomycin 1 g truyền tĩnh mạch mỗi 12 giờ", "1 g, cách 12 giờ"),
    ("paracetamol 500 mg ngày ba lần", "500 mg, 3/ngày"),
    ("paracetamol 500 mg uống 4 lần", "500 mg, 4/"),
    ("paracetamol 650 mg x 4 lần/ngày x 5 ngày", "650 mg, 4/ngày"),
    ("tối nay tôi uống 500 mg paracetamol", "500 mg"),
    ("benzylpenicilin 4 triệu đơn vị x 6", "4000000 đơn vị, 6/ngày"),
    ("benzylpenicilin 1,2 trieu dv x 6", "1200000 đơn vị, 6/ngày"),
    ("benzylpenicilin 2 - 4 triệu đvqt x 6 lần/ngày", "2000000-4000000 đvqt, 6/ngày"),
    ("benzylpenicilin 2 triệu rưỡi đơn vị x 6 lần/ngày", "2500000 đơn vị, 6/ngày"),
    ("benzylpenicilin một triệu đơn vị mỗi 4 giờ", "1000000 đơn vị, cách 4 giờ"),
    ("benzylpenicilin 1.000.000 UI x 4 lần/ngày", "1000000 đvqt, 4/ngày"),
    ("benzylpenicilin 1,000,000 IU q6h", "1000000 đvqt, cách 6 giờ"),
    ("benzylpenicilin 2 MUI x 4", "2000000 đvqt, 4/ngày"),
    ("pcm uong 2v x4l/ng", "2 viên, 4/ngày"),
    ("paracetamol 500mg x 2 v x 4 l/ngày", "2 viên × 500 mg, 4/ngày"),
    ("ibuprofen 100mg x 3 lan ngay", "100 mg, 3/ngày"),
    # a word of a disease is no capsule, the grams behind a weight are no dose
    ("viêm tai giữa nặng uống amoxicilin 400 mg x 2 lần/ngày", "400 mg, 2/ngày"),
    ("viên nang amoxicilin 500 mg x 2 lần/ngày", "500 mg, 2/ngày"),
    ("bé 16kg ceftriaxon 1,5g", "1.5 g"),
    ("bé 3kg 200g vancomycin 30 mg x 2", "30 mg, 2/ngày"),
    # ranges keep both ends
    ("paracetamol 500-1000 mg x 4", "500-1000 mg, 4/ngày"),
    ("paracetamol 270 mg q4-6h", "270 mg, cách 4-6 giờ"),
    ("paracetamol 500 mg 3 - 4 lần/ngày", "500 mg, 3-4/ngày"),
    # the time that an amount is for
    ("paracetamol mỗi ngày 3 g", "3 g mỗi ngày"),
    ("paracetamol một ngày uống 3 g", "3 g mỗi ngày"),
    ("amoxicilin 1500 mg/ngày chia 3 lần", "1500 mg mỗi ngày, 3/ngày"),
    ("gentamicin 5 mg/kg/ngày chia 3 TB", "5 mg/kg mỗi ngày, 3/ngày"),
    ("prednisolon 5mg ngày 6 viên chia 2 lần", "6 viên × 5 mg mỗi ngày, 2/ngày"),
    ("vancomycin 500 mg/giờ", "500 mg mỗi giờ"),
    ("dopamin 5 mcg/kg/phút", "5 microgam/kg mỗi phút"),
    ("methotrexat 10 mg/tuần", "10 mg mỗi tuần"),
    ("methotrexat 10 mg mỗi tuần", "10 mg mỗi tuần"),
    ("methotrexat 7,5 mg tuần 1 lần", "7.5 mg, 1/tuần"),
    ("methotrexat 2,5 mg 3 lần/tuần", "2.5 mg, 3/tuần"),
    ("paracetamol 15mg/kg/lần x 4", "15 mg/kg mỗi lần, 4/ngày"),
    ("aciclovir 250 mg/m2 mỗi 8 giờ", "250 mg/m2, cách 8 giờ"),
    # counted forms and their strength
    ("amoxicilin 2 viên 500 mg x 3 lần", "2 viên × 500 mg, 3/ngày"),
    ("amoxicilin 500 mg/viên x 2 viên x 3 lần", "2 viên × 500 mg, 3/ngày"),
    ("paracetamol 500mg 2 viên x 3", "2 viên × 500 mg, 3/ngày"),
    ("ngày uống 2 lần mỗi lần 2 viên 500mg", "2 viên × 500 mg, 2/ngày"),
    ("hai viên 500mg ngày ba lần", "2 viên × 500 mg, 3/ngày"),
    ("ngày 4 viên 500 mg paracetamol", "4 viên × 500 mg mỗi ngày"),
    ("paracetamol 6 viên 500 mg/ngày", "6 viên × 500 mg mỗi ngày"),
    ("ibuprofen nửa viên 400 mg", "0.5 viên × 400 mg"),
    ("digoxin uống 1/2 viên 0,25 mg", "0.5 viên × 0.25 mg"),
    ("paracetamol 10 ml siro 120 mg/5 ml ngày 4 lần", "10 ml × 120 mg/5 ml, 4/ngày"),
    ("uống 5ml (250mg/5ml) x 2", "5 ml × 250 mg/5 ml, 2/ngày"),
    ("gentamicin 1 ống 80 mg/2 ml x 2", "1 ống × 80 mg, 2/ngày"),
    ("gentamicin 2 ống 80mg ngày 1 lần", "2 ống × 80 mg, 1/ngày"),
    ("amoxicilin 1 gói x 3", "1 gói, 3/ngày"),
    ("amoxicilin 2 viên 500 ngày 3 lần", "2 viên × 500, 3/ngày"),
    ("ibuprofen 5ml x 3 lần", "5 ml, 3/ngày"),
    ("paracetamol 10 giọt x 3", "10 giọt, 3/ngày"),
    ("salbutamol 2 nhát x 4 lần/ngày", "2 nhát, 4/ngày"),
    # numbers that are no dose stay out
    ("nữ 70 tuổi 60kg creatinin 1,7 mg/dl amoxicilin 500 mg x 3", "500 mg, 3/ngày"),
    ("kali máu 3 mmol/l, kali clorid 40 mmol/ngày", "40 mmol mỗi ngày"),
    ("Clcr 30 ml/phút amoxicilin 500 mg x 2", "500 mg, 2/ngày"),
    ("uống 500 mg trong 5 ngày", "500 mg"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "read"), READ)
def test_a_named_dose_is_read_as_said(question, read):
    task = dose_task_in(f"{question} được không")
    assert task is not None
    assert task.checks
    assert said(f"{question} được không") == read


@pytest.mark.parametrize(
    "asks",
    [
        "được không",
        "dc k",
        "đc ko",
        "có cao không",
        "đúng không",
        "có đủ không",
        "ok không",
        "ok?",
        "có sao ko",
        "có an toàn không",
    ],
)
def test_the_ways_to_ask_whether_a_dose_is_right(asks):
    assert (dose_task_in(f"amoxicilin 500 mg x 3 {asks}") or NOTHING).checks


@pytest.mark.parametrize(
    "said_of_it",
    [
        "sáng chiều tối",
        "ngày 3 cữ",
        "gấp đôi",
        "mỗi bữa 2 ống",
        "cách ngày",
        "2 ngày một lần",
        "chia 3 lần",
        "ngày đầu, sau đó 250 mg",
        "tối đa 4 g/ngày",
        "hoặc 1 g",
        "mỗi lần 2 gói 250 mg",
        "x 3 lần/ngày hoặc cách 6 giờ",
    ],
)
def test_a_dose_that_is_not_read_whole_is_compared_with_nothing(said_of_it):
    task = dose_task_in(f"uống paracetamol 500 mg {said_of_it} được không")
    assert task is not None
    assert task.unread


@pytest.mark.parametrize("number", ["1,500 mg", "1.125 mg", "1.500 g", "1,234,567 mg", "2 500 mg", "1 250 mg"])
def test_a_number_with_two_readings_is_no_dose(number):
    assert said(f"paracetamol {number} x 3 được không") == "?"


@pytest.mark.parametrize("number", ["4.000.000 đơn vị", "4 000 000 đơn vị", "4 triệu đơn vị"])
def test_several_points_or_blanks_can_only_group(number):
    task = dose_task_in(f"benzylpenicilin {number} mỗi 4 giờ được không")
    assert task is not None
    assert task.amount == 4_000_000


@pytest.mark.parametrize("dose", ["850 x 2", "500x3", "250 x 4 lần/ngày"])
def test_a_number_without_a_unit_is_no_dose(dose):
    assert said(f"metformin {dose} được không") == "?"


def test_a_tablet_without_its_count_is_no_dose():
    assert said("amoxicilin uống viên 500mg ngày 3 lần được không") == "?"


def test_words_that_only_sound_like_numbers_count_nothing():
    assert said("sau lần đầu uống 500 mg được không") == "500 mg"
    assert said("bệnh nhân nam uống 500 mg được không") == "500 mg"


def test_a_strength_is_no_dose():
    assert dose_task_in("bé 18 kg uống paracetamol hỗn dịch 250 mg/5 ml là mấy ml") == DoseTask(
        wants_dose=True, strength=Decimal(250), strength_unit="mg", strength_ml=Decimal(5), wants_volume=True
    )


def test_a_tablet_is_a_strength_and_a_bare_number_has_no_unit():
    task = dose_task_in("khởi đầu alopurinol mấy viên 300?")
    assert task is not None
    assert (task.strength, task.strength_unit, task.strength_ml, task.wants_tablets) == (300, "", None, True)


def test_the_sex_is_read_with_its_marks():
    assert (dose_task_in("BN nữ 65 tuổi tính liều enoxaparin") or NOTHING).sex == "nữ"
    assert (dose_task_in("bệnh nhân 65 tuổi nhập viện năm nay, tính liều enoxaparin") or NOTHING).sex == ""


@pytest.mark.parametrize(
    "question", ["gentamicin 65 tuổi 60 kg creatinin 150 micromol/l nam", "gentamicin nam 65 tuổi 60 kg creatinin 150"]
)
def test_the_sex_beside_a_creatinine_is_kept_though_no_sum_is_asked(question):
    task = talk(question).dose_task
    assert task is not None
    assert task.sex == "nam"


@pytest.mark.parametrize(("reply", "sex"), [("nữ", "nữ"), ("nu", "nữ"), ("nam", "nam"), ("năm", "")])
def test_a_reply_of_one_word_may_be_the_sex(reply, sex):
    assert (dose_task_in(reply) or NOTHING).sex == sex


@pytest.mark.parametrize("word", ["microgam", "nanogam", "mcg", "µg", "ug", "mg", "gam", "gram", "gr", "g", "đvqt", "IU", "UI",
                                  "đơn vị", "đv", "mEq", "mmol"])  # fmt: skip
def test_every_unit_that_is_read_is_a_unit_of_the_calculator(word):
    task = dose_task_in(f"uống 5 {word} x 3 được không")
    assert task is not None
    assert Unit(task.unit)


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("còn ibuprofen 200 mg x 3", (200, 3)),
        ("đổi sang cefuroxim 250 mg x 4", (250, 4)),
        ("còn ibuprofen", None),
        ("ibuprofen thì sao", None),
    ],
)
def test_a_follow_up_compares_the_dose_that_is_named_of_the_other_drug_and_no_other(question, read):
    task = talk("paracetamol uống 150 mg x 2 cho bé 18 kg 5 tuổi được không", question).dose_task
    assert (task.checks, task.wants_dose) == (read is not None, read is None)
    assert ((task.amount, task.times) if read else None) == read


@pytest.mark.parametrize(
    "question",
    [
        "ibuprofen bé 4 tuổi 16 kg sốt uống được 200mg không",
        "uong duoc 300 mg moi 6 gio khong",
        "được 300mg không",
        "cho uống được 2 viên ngày 3 lần không ạ",
        "dùng được liều 3 g/ngày không?",
    ],
)
def test_an_amount_inside_the_words_that_ask_is_to_be_compared(question):
    task = dose_task_in(question)
    assert task is not None
    assert task.checks


@pytest.mark.parametrize("question", ["amoxicilin 500 mg có dạng viên không", "bé 6 tuổi uống được không"])
def test_a_question_about_something_else_compares_nothing(question):
    task = dose_task_in(question)
    assert task is None or not task.checks


@pytest.mark.parametrize(
    ("question", "sex"),
    [
        ("tính liều gentamicin nam 70 tuổi", "nam"),
        ("tính liều gentamicin nữ 70 tuổi", "nữ"),
        ("tinh lieu gentamicin suy than 5 nam", ""),
    ],
)
def test_nam_behind_a_number_is_a_year_and_no_man(question, sex):
    assert (dose_task_in(question) or NOTHING).sex == sex


@pytest.mark.parametrize(
    ("question", "checked"),
    [
        ("người lớn paracetamol 1 g x 6 lần/ngày uống có an toàn không", True),
        ("người lớn paracetamol 1 g x 6 lần/ngày uống có sao không", True),
        ("paracetamol 500 mg cho bà bầu có an toàn không", False),
        ("bà bầu paracetamol 500 mg x 3 lần/ngày có an toàn không", False),
        ("uống paracetamol 500 mg x 3 lần/ngày bị ngứa có sao không", False),
        ("uống paracetamol 500 mg có sao không", False),
    ],
)
def test_a_worry_about_a_whole_regimen_is_a_question_for_the_dose(question, checked):
    task = hear(question).dose_task
    assert (task is not None and task.checks) is checked


@pytest.mark.parametrize(
    ("question", "strength"),
    [
        ("paracetamol 500 mg, một ngày tối đa mấy viên", 500),
        ("paracetamol viên 325 mg uống mấy viên", 325),
        ("paracetamol mấy viên, trước đó uống 500 mg x 2 và 250 mg", None),
        ("tính liều paracetamol, đang uống 500 mg", None),
    ],
)
def test_the_one_amount_beside_a_question_for_tablets_is_what_a_tablet_holds(question, strength):
    assert dose_task_in(question).strength == strength
