"""What the calls of a turn took, in words: a sum says what it leaves out."""

from decimal import Decimal
from typing import Any

import pytest

from conversations.costs import cost_told, total
from conversations.models import ModelCall


def call(
    read: int | None = 1500, written: int | None = 200, cost: str | None = "0.00215", currency: str = "USD"
) -> Any:
    known = None if cost is None else Decimal(cost)
    return ModelCall(input_tokens=read, output_tokens=written, cost=known, currency=currency)


@pytest.mark.parametrize(
    ("calls", "tokens", "cost"),
    [
        pytest.param([], "–", "–", id="no call"),
        pytest.param([call(), call()], "3.000 vào, 400 ra", "0,0043 USD", id="two calls"),
        pytest.param([call(cost=None, currency="")], "1.500 vào, 200 ra", "–", id="no price"),
        pytest.param(
            [call(), call(None, None, None)],
            "1.500 vào, 200 ra; 1 lần gọi không rõ số token",
            "0,00215 USD; chưa kể 1 lần gọi",
            id="one that was not counted",
        ),
        pytest.param(
            [call(), call(cost=None, currency="")],
            "3.000 vào, 400 ra",
            "0,00215 USD; chưa kể 1 lần gọi",
            id="one price",
        ),
        pytest.param(
            [call(), call(cost="50", currency="VND")], "3.000 vào, 400 ra", "0,00215 USD + 50 VND", id="two currencies"
        ),
    ],
)
def test_calls_are_summed_and_what_is_left_out_is_said(calls: list[Any], tokens: str, cost: str) -> None:
    assert (total(calls).tokens_told, total(calls).cost_told) == (tokens, cost)


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        ("0", "0 USD"),
        ("0.0000001", "dưới 0,000001 USD"),
        ("0.000002340", "0,000002 USD"),
        ("12.500000000", "12,5 USD"),
        ("25000", "25.000 USD"),
    ],
)
def test_an_amount_is_told_to_a_millionth_as_it_is_written_here(cost: str, told: str) -> None:
    assert cost_told(Decimal(cost), "USD") == told
