"""What one sentence of a claim leaves to be understood from the sentence before it.

«Người lớn: 500 mg/lần. Tối đa 2 g/ngày.»: read on, the limit is an adult's. It may not come from print for children.
"""

from collections.abc import Iterator, Sequence

from rag.gate.atoms import Atom, Reading
from rag.gate.binding import KINDS, Kind, kind_of, same_thing
from rag.gate.matching import Support
from rag.gate.printed_sentences import Printed, said_above


def carried_wrongly(claim: Sequence[tuple[Reading, Support]]) -> Iterator[str]:
    """`claim`: its sentences in order, each with the printed one that it rests on."""
    for kind in KINDS:
        spoken_of: list[Atom] = []
        for reading, rests_on in claim:
            named = _of_kind(reading, kind)
            if named:
                spoken_of = named
                continue
            meant = _printed_for(rests_on.printed, kind)
            if spoken_of and meant and not any(same_thing(a, b) for a in spoken_of for b in meant):
                yield f"{spoken_of[0].said} – {reading.text[:60]}"
                return


def _of_kind(reading: Reading, kind: Kind) -> list[Atom]:
    return [a for a in reading.atoms if kind_of(a) is kind]


def _printed_for(printed: Printed, kind: Kind) -> list[Atom]:
    """For whom, or of what, a printed sentence speaks: by its own words, else by what stands above it."""
    for reading in (printed.reading, *said_above(printed)):
        if named := _of_kind(reading, kind):
            return named
    return []
