"""What a request to a model costs, where the site has said what its provider charges."""

from dataclasses import dataclass
from decimal import Decimal

_TOKENS_OF_A_PRICE = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Price:
    """Of a million tokens read and of a million written, as configured; `currency` as people write it ("USD")."""

    read: Decimal
    written: Decimal
    currency: str

    def of(self, input_tokens: int | None, output_tokens: int | None) -> Decimal | None:
        """None: the provider did not count the tokens, so nobody knows. Exact, not rounded."""
        if input_tokens is None or output_tokens is None:
            return None
        return (self.read * input_tokens + self.written * output_tokens) / _TOKENS_OF_A_PRICE
