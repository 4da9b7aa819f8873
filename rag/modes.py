"""How much of its conversation a turn may use, and how often it may look into the book: modes that are compared."""

from enum import StrEnum


class Mode(StrEnum):
    SINGLE_SHOT = "single-shot"  # the question alone
    HISTORY = "history"  # what earlier turns of the conversation said is carried over: the product
    REASONING_LOOP = "reasoning-loop"  # and one more look into the book for what the first did not find
