"""Text that gives a program orders: no page of a formulary does, so somebody has put it there."""

import re

from formulary.ingest.detectors.views import View, evidence, found
from rag.understanding.instructions import addresses_program

# A browser is a program too. Tags that only set type ("<sup>", "<br>") are left to other detectors.
_MARKUP = re.compile(
    r"<\s*/?\s*(?:script|img|iframe|svg|object|embed|style|link|meta|form|input|body|html|a)\b"
    r"|\bon[a-z]+\s?=\s?[\"'\w]|javascript\s?:",
    re.IGNORECASE,
)


def order_to_a_program(view: View) -> str | None:
    if markup := found(_MARKUP, view):
        return markup
    return evidence(view.text, 0, min(len(view.text), 60)) if addresses_program(view.text) else None
