"""The same cases as they are typed without diacritics, or in decomposed Unicode."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from rag.evals.cases import Case

# Only the combining marks of Latin writing: a variation selector after an emoji is no diacritic.
_MARKS = re.compile("[\u0300-\u036f]")
_STROKES = str.maketrans("đĐ", "dD")


def folded(text: str) -> str:
    """Diacritics removed, capitals kept."""
    return _MARKS.sub("", unicodedata.normalize("NFD", text)).translate(_STROKES)


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


VARIANTS: Mapping[str, Callable[[str], str]] = {"folded": folded, "nfd": nfd}


def in_variant(case: Case, variant: str) -> Case:
    """The case with its questions rewritten; what is expected stays.

    A `mojibake` case stays as it is: its marks are broken bytes, without them nothing of the text is left to read.
    """
    if "mojibake" in case.features:
        return case
    rewrite = VARIANTS[variant]
    return replace(case, turns=tuple(replace(turn, question=rewrite(turn.question)) for turn in case.turns))
