"""The same thing printed twice with other numbers, and a block that falls out of line with those beside it."""

import re
from collections import defaultdict
from collections.abc import Sequence

from formulary.ingest.detectors.printed_units import DOSE_UNIT
from formulary.ingest.detectors.views import View
from rag.printed import lead_of
from rag.quantities import age_bands, clearance_bands, gestation_bands, weight_bands

_NUMBERS = re.compile(r"\d+(?:[ ,.]\d+)*")
_SHORTEST_COPY = 30
_FORMS = "dang_thuoc_va_ham_luong"  # strengths of one form stand on one line; a second line is a second copy
_PER_KG = re.compile(rf"\d\s?{DOSE_UNIT}\s?/\s?kg\b")
_PLAIN_DOSE = re.compile(r"\d\s?(?:mg|g|microgam|dvqt)\b(?!\s?/\s?(?:kg|m2|m²|ml|dl|lit))")
_FEWEST_SIBLINGS = 3
# "0,5 - 1 mg (50 - 100 đvqt/kg)": the bracket gives per kilogram what stands before it without.
_BRACKET_PER_KG = re.compile(
    r"\d\s?(?:mg|g|microgam)\s\((?!hoac)[^()]{0,30}(?:mg|microgam|dvqt)\s?/\s?kg\b[^()]{0,10}\)"
)


def conflicting_copies(views: Sequence[View]) -> dict[int, str]:
    """Blocks under one heading that say the same of the same people, word for word, with other numbers."""
    alike: dict[tuple[tuple[str, ...], str], list[int]] = defaultdict(list)
    for i, view in enumerate(views):
        long_enough = len(view.text) >= _SHORTEST_COPY or view.section == _FORMS
        if view.has_digits and long_enough and not view.is_table:
            alike[view.block.headings, _NUMBERS.sub("#", view.folded)].append(i)
    held: dict[int, str] = {}
    for group in alike.values():
        if len(group) < 2:
            continue
        same_people: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for i in group:
            same_people[_whom(views[i].text)].append(i)
        for copies in same_people.values():
            if len({tuple(_NUMBERS.findall(views[i].text)) for i in copies}) > 1:
                held |= {i: views[i].text[:80] for i in copies}
        # Two bands of people and no other number: nothing tells what the second line is for.
        if len(same_people) == len(group) and not any(_has_more_than_bands(views[i].text) for i in group):
            held |= {i: views[i].text[:80] for i in group}
    return held


def implausible_jump(views: Sequence[View]) -> dict[int, str]:
    """Among siblings that dose by weight one does not: perhaps its «/kg» was lost. Worth a look, no reason to hold."""
    siblings: dict[tuple[str, ...], list[int]] = defaultdict(list)
    told: dict[int, str] = {}
    for i, view in enumerate(views):
        if not view.has_digits or view.is_table:
            continue
        if match := _BRACKET_PER_KG.search(view.folded):
            told[i] = view.text[match.start() : match.end()]
        if view.block.headings:
            siblings[view.block.headings].append(i)
    for group in siblings.values():
        per_kg = [i for i in group if _PER_KG.search(views[i].folded)]
        plain = [i for i in group if i not in per_kg and _PLAIN_DOSE.search(views[i].folded)]
        if len(per_kg) >= _FEWEST_SIBLINGS and len(plain) == 1:
            told[plain[0]] = views[plain[0]].text[:80]
    return told


def _has_more_than_bands(text: str) -> bool:
    return len(_NUMBERS.findall(text)) > len(_NUMBERS.findall(" ".join(_bands(text))))


def _whom(text: str) -> tuple[str, ...]:
    """The numbers that say for whom or when a block is: those of its lead and of its bands."""
    return (*_NUMBERS.findall(lead_of(text)), *_bands(text))


def _bands(text: str) -> tuple[str, ...]:
    bands = (*age_bands(text), *weight_bands(text), *clearance_bands(text), *gestation_bands(text))
    return tuple(text[band.start : band.end] for band in bands)
