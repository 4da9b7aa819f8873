from decimal import Decimal

import pytest

from rag.evals.replies import Reply
from rag.evals.spoken import SAYS, ages, same, weights
from tests.evals.turns import DOSING, SHELF, claim, turn


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("ở trẻ em 6 tuổi", 72),
        ("5 tuổi 6 tháng", 66),
        ("5 tuổi rưỡi", 66),
        ("18 tháng tuổi", 18),
        ("20 ngày tuổi", Decimal(20) / 30),
        ("2 tuần tuổi", Decimal(14) / 30),
    ],
)
def test_an_age_is_read_in_months(text: str, months):
    assert any(same(age, Decimal(months)) for age in ages(text))


@pytest.mark.parametrize(("text", "found"), [("nặng 14,5 kg", ["14.5"]), ("15 mg/kg", []), ("8.6kg", ["8.6"])])
def test_a_weight_is_a_number_before_kg(text: str, found: list[str]):
    assert weights(text) == tuple(map(Decimal, found))


@pytest.mark.parametrize(
    ("slot", "frame", "message", "is_said"),
    [
        pytest.param("drug", {"drugs": ("paracetamol",)}, "Về Paracetamol:", True, id="drug by name"),
        pytest.param("drug", {"drugs": ("paracetamol",)}, "Về thuốc này:", False, id="drug by pronoun"),
        pytest.param("drug", {"drugs": ("epinephrin",)}, "Về Epinephrin:", True, id="without its bracket"),
        pytest.param("drug", {"drugs": ("paracetamol", "ibuprofen")}, "Về Paracetamol:", False, id="one of two drugs"),
        pytest.param("drug", {"unknown_drugs": ["Tramadol"]}, "Không có Tramadol.", True, id="unknown drug"),
        pytest.param("drug", {}, "Paracetamol", False, id="no drug known"),
        pytest.param("population", {"populations": ["tre_em"]}, "ở trẻ em:", True, id="population"),
        pytest.param("population", {"populations": ["tre_em"]}, "ở người lớn:", False, id="other population"),
        pytest.param("route", {"routes": ["dat_truc_trang"]}, "đường trực tràng", True, id="route"),
        pytest.param("age", {"age_months": 72}, "6 tuổi", True, id="age"),
        pytest.param("age", {"age_months": 72}, "6 tháng tuổi", False, id="age in the wrong unit"),
        pytest.param("weight", {"weight_kg": 12}, "12 kg", True, id="weight"),
        pytest.param("weight", {"weight_kg": 12}, "21 kg", False, id="old weight"),
        pytest.param("section", {"sections": [DOSING]}, "Liều của …", True, id="section in short"),
        pytest.param("section", {"sections": ["tuong_ky"]}, "…", False, id="section unsaid"),
        pytest.param("indication", {"indication": "sốt"}, "để hạ sốt", True, id="indication"),
    ],
)
def test_a_slot_is_said_when_its_value_stands_in_the_words(slot: str, frame: dict, message: str, is_said: bool):
    assert SAYS[slot](Reply.of(turn(message=message, **frame)), SHELF) is is_said


def test_a_notice_says_it_too():
    reply = Reply.of(turn(notices=("Hiểu là hỏi tiếp về Metformin.",), drugs=("metformin",)))
    assert SAYS["drug"](reply, SHELF)


def test_a_quotation_stands_under_the_heading_of_its_section():
    reply = Reply.of(turn(sections=["tuong_ky"], claims=(claim("metformin", "tuong_ky"),)))
    assert SAYS["section"](reply, SHELF)
