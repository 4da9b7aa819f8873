from decimal import Decimal

import pytest

from rag.prices import Price

PRICE = Price(Decimal("0.15"), Decimal("0.6"), "USD")


@pytest.mark.parametrize(
    ("read", "written", "cost"),
    [(1_000_000, 0, "0.15"), (0, 1_000_000, "0.6"), (11, 7, "0.00000585"), (0, 0, "0")],
)
def test_what_was_read_and_what_was_written_cost_their_price(read: int, written: int, cost: str) -> None:
    assert PRICE.of(read, written) == Decimal(cost)


@pytest.mark.parametrize(("read", "written"), [(None, 7), (11, None), (None, None)])
def test_what_was_not_counted_has_no_known_cost(read: int | None, written: int | None) -> None:
    assert PRICE.of(read, written) is None
