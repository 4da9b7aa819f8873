"""Slot values in a clinician's words."""

from decimal import Decimal

import pytest

from rag import wording
from rag.frames import Population
from rag.quantities import KG_PER_LB, WEEKS_TO_MONTHS
from tests.factories import make_frame


@pytest.mark.parametrize(
    ("months", "said"),
    [
        ("0.33", "10 ngày tuổi"), ("3", "3 tháng tuổi"), ("18", "18 tháng tuổi"), ("60", "5 tuổi"), ("66", "5 tuổi 6 tháng"),
        ("1008", "84 tuổi"), ("0", "0 ngày tuổi"), ("1", "1 tháng tuổi"), ("23.9", "23,9 tháng tuổi"), ("24", "2 tuổi"), ("25", "2 tuổi 1 tháng"),
        ("35.99", "2 tuổi 11 tháng"), (120 * WEEKS_TO_MONTHS, "2 tuổi 4 tháng"),
    ],
)  # fmt: skip
def test_ages_are_said_in_their_own_unit(months, said):
    assert wording.age(Decimal(months)) == said


@pytest.mark.parametrize(
    ("kg", "said"),
    [
        ("3.2", "3,2 kg"), ("18", "18 kg"), ("0.4", "0,4 kg"), ("12.345", "12,345 kg"), ("12.3459", "≈ 12,34 kg"),
        (40 * KG_PER_LB, "≈ 18,14 kg"), ("9" * 40, "9" * 40 + " kg"),
    ],
)  # fmt: skip
def test_a_weight_is_said_to_the_gram_or_cut_short(kg, said):
    assert wording.weight(Decimal(kg)) == said


@pytest.mark.parametrize(
    ("populations", "said"),
    [
        ((Population.RENAL, Population.ADULT), "người lớn suy thận"),
        ((Population.PREGNANT,), "phụ nữ mang thai"),
        ((Population.ADULT, Population.CHILD), "người lớn và trẻ em"),
        ((Population.CHILD, Population.RENAL, Population.HEPATIC), "trẻ em suy thận và suy gan"),
    ],
)
def test_people_are_named_as_one_would(populations, said):
    assert wording.populations(make_frame(populations=populations)) == said


def test_decimals_carry_a_comma_and_no_idle_zero():
    assert (wording.plain(Decimal("14.50")), wording.plain(Decimal(240))) == ("14,5", "240")
