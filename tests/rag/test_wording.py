"""Slot values in a clinician's words."""

from decimal import Decimal

import pytest

from rag import wording
from rag.frames import Population
from tests.factories import make_frame


@pytest.mark.parametrize(
    ("months", "said"),
    [
        ("0.33", "10 ngày tuổi"),
        ("3", "3 tháng tuổi"),
        ("18", "18 tháng tuổi"),
        ("60", "5 tuổi"),
        ("66", "5 tuổi 6 tháng"),
        ("1008", "84 tuổi"),
    ],
)
def test_ages_are_said_in_their_own_unit(months, said):
    assert wording.age(Decimal(months)) == said


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
