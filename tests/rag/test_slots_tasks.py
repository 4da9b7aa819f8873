"""A dose that was to be worked out or compared, and what the next turn says of it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rag.frames import DoseTask
from rag.slots.dose_tasks import carried_on

MG_500 = DoseTask(amount=Decimal(500), unit="mg")


def counted(**said):
    return DoseTask(**{"wants_check": True, "count": Decimal(2), "count_unit": "viên"} | said)


@pytest.mark.parametrize(
    ("old", "now", "is_strength"),
    [
        pytest.param(counted(), MG_500, True, id="viên chưa rõ hàm lượng"),
        pytest.param(counted(strength=Decimal(500)), MG_500, True, id="hàm lượng chưa có đơn vị"),
        pytest.param(counted(strength=Decimal(250), strength_unit="mg"), MG_500, False, id="đã rõ hàm lượng"),
        pytest.param(counted(count_unit="ml"), MG_500, False, id="ml"),
        pytest.param(counted(), replace(MG_500, amount_from=Decimal(250)), False, id="một khoảng"),
        pytest.param(counted(), replace(MG_500, per="kg"), False, id="mỗi kg"),
        pytest.param(counted(), replace(MG_500, base="ngày"), False, id="mỗi ngày"),
        pytest.param(DoseTask(wants_check=True, amount=Decimal(250), unit="mg"), MG_500, False, id="không đếm viên"),
    ],
)
def test_an_amount_is_what_a_counted_tablet_holds_only_where_that_is_not_known(old, now, is_strength):
    task = carried_on(old, now)
    if is_strength:
        assert (task.strength, task.strength_unit, task.count, task.amount) == (500, "mg", old.count, None)
    else:
        assert (task.amount, task.strength_unit) == (500, old.strength_unit)


def test_two_tablets_of_which_nothing_is_told_stay_two_tablets():
    assert carried_on(counted(), None) == counted()
    assert carried_on(counted(), DoseTask(sex="nam")) == counted(sex="nam")
