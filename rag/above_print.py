"""What is certain of a named dose without any approved rule: that it is above a printed maximum, or above all print.

Only ever "above": that a dose is inside, of what and for whom, takes a rule that a pharmacist approved.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rag import messages
from rag.doses import read_dose
from rag.dosing.checking import NamedDose
from rag.dosing.naming import Named, named_dose
from rag.dosing.patients import Patient
from rag.dosing.units import Measure, Unit, converts
from rag.frames import DoseTask
from rag.own_sentences import above_printed_limit
from rag.printed import Segment
from rag.quantities import quantities
from rag.regimens import MAX_REGIMENS, Selection
from rag.vietnamese import fold

_UNITS = {unit.value: unit for unit in Unit}
_MOST_MAXIMA = 2  # sentences with a maximum that are repeated
_BY_SIZE = frozenset({"kg", "m2"})
# "Tăng thêm 20 mg mỗi lần đến khi đạt tác dụng": print that rises without an end holds no dose back.
_RISES = re.compile(r"\btang\b(?! (?:huyet ap|can|kali|calci|acid|men|lipid|cholesterol)\b)")
_ENDS = re.compile(r"\btoi da\b|\btang (?:dan )?(?:len )?(?:toi|den) [\d,. ]+ ?(?:mg|g|microgam)\b")


def above_print(found: Selection, task: DoseTask, patient: Patient) -> list[str]:
    """Sentences for the reader, the gravest first; empty where nothing is certain."""
    named = named_dose(task, patient, {Unit.MG})
    if not isinstance(named, Named):
        return []
    doses = [c.segment for c in (*found.answers, *found.beside) if read_dose(c.segment.text).limits]
    maxima = {
        above.line: segment.text
        for segment in reversed(doses)  # of several sentences with the same maximum the first is named
        if (above := above_printed_limit(segment, named.ends[0], patient))
    }
    told = [messages.above_maximum_of(sentence, line) for line, sentence in [*reversed(maxima.items())][:_MOST_MAXIMA]]
    is_whole = not found.held_back and len(found.answers) < MAX_REGIMENS
    stating = [s for s in doses if read_dose(s.text).states]
    most = _most(stating, named.ends[0]) if is_whole and stating else None
    per_dose = named.ends[0].per_dose
    if most is not None and per_dose is not None and per_dose.exceeds(most):
        told.append(messages.above_all_amounts(str(per_dose), str(most)))
    return told


def _most(doses: Sequence[Segment], named: NamedDose) -> Measure | None:
    """The largest amount that any of the sentences prints, of whatever it is; None where one is not fixed for all."""
    amounts: list[Measure] = []
    for segment in doses:
        folded = fold(segment.text)
        if _RISES.search(folded) and not _ENDS.search(folded):
            return None
        read = list(_amounts(segment.text, named.amount.unit))
        if None in read:
            return None
        amounts += [amount for amount in read if amount is not None]
    return max(amounts, key=lambda m: m.to(named.amount.unit).value, default=None)


def _amounts(text: str, wanted: Unit) -> Iterator[Measure | None]:
    """None for an amount that is not fixed, or counts something else than the named dose does."""
    for found in quantities(text):
        unit = _UNITS.get(found.unit)
        if unit is None:
            continue
        if set(found.per) & _BY_SIZE or not converts(unit, wanted):
            yield None
            continue
        yield Measure(max(Fraction(value) for value in found.values), unit)
