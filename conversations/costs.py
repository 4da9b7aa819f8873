"""Tokens and cost of a turn's calls, summed and told in words. What a provider did not count is said to be missing."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from conversations.models import ModelCall

_LEAST = Decimal("0.000001")  # of a currency, that is told


@dataclass(frozen=True, slots=True)
class Total:
    """`by_currency` is empty where no price was configured; one turn has one currency unless settings changed in it."""

    calls: int
    input_tokens: int
    output_tokens: int
    by_currency: dict[str, Decimal]
    uncounted: int  # calls whose tokens the provider did not tell: in none of the sums
    unpriced: int  # counted calls without a price

    @property
    def tokens_told(self) -> str:
        if not self.calls:
            return "–"
        counted = f"{_grouped(self.input_tokens)} vào, {_grouped(self.output_tokens)} ra"
        return counted + (f"; {self.uncounted} lần gọi không rõ số token" if self.uncounted else "")

    @property
    def cost_told(self) -> str:
        """ "–": no call, or no price. A sum that leaves calls out says so."""
        if not self.by_currency:
            return "–"
        sums = " + ".join(cost_told(cost, currency) for currency, cost in self.by_currency.items())
        left_out = self.uncounted + self.unpriced
        return sums + (f"; chưa kể {left_out} lần gọi" if left_out else "")


def total(calls: Iterable[ModelCall]) -> Total:
    calls = list(calls)
    counted = [call for call in calls if call.input_tokens is not None and call.output_tokens is not None]
    by_currency: dict[str, Decimal] = defaultdict(Decimal)
    for call in counted:
        if call.cost is not None:
            by_currency[call.currency] += call.cost
    return Total(
        calls=len(calls),
        input_tokens=sum(call.input_tokens or 0 for call in counted),
        output_tokens=sum(call.output_tokens or 0 for call in counted),
        by_currency=dict(by_currency),
        uncounted=len(calls) - len(counted),
        unpriced=sum(call.cost is None for call in counted),
    )


def cost_told(cost: Decimal, currency: str) -> str:
    """«0,00215 USD»: to a millionth, without zeros at its end."""
    if 0 < cost < _LEAST:
        return f"dưới {_plain(_LEAST)} {currency}"
    return f"{_plain(cost.quantize(_LEAST))} {currency}"


def _plain(value: Decimal) -> str:
    whole, _, decimals = f"{value:f}".partition(".")
    decimals = decimals.rstrip("0")
    return _grouped(int(whole)) + (f",{decimals}" if decimals else "")


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", ".")
