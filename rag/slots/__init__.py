"""What a turn inherits from earlier turns."""

from rag.slots.carrying import carry_over

__all__ = ["carry_over"]
