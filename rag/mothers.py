"""What print about pregnancy bears on the third that the patient is in, and what forbids most."""

import re
from collections.abc import Sequence

from rag.doses import read_dose
from rag.frames import Population, QueryFrame
from rag.passages import Passage
from rag.printed import Segment, populations_in, segments
from rag.trimesters import of_patient, printed_in
from rag.vietnamese import fold

OF_PREGNANCY = "thoi_ky_mang_thai"
SPECIAL = frozenset({OF_PREGNANCY, "thoi_ky_cho_con_bu"})
_STOPS = re.compile(r"\b(?:phai|can|nen) ngung\b")


def is_of_other_third(segment: Segment, frame: QueryFrame) -> bool:
    """Is the sentence limited to thirds of a pregnancy in which the patient is not? Never when nothing tells hers."""
    told = of_patient(frame)
    if not told:
        return False
    about_pregnancy = segment.passage.section == OF_PREGNANCY or Population.PREGNANT in populations_in(segment.text)
    printed = _printed(segment)
    return about_pregnancy and bool(printed) and not printed & told


def _printed(segment: Segment) -> frozenset[int]:
    """A sub-heading ("Ba tháng đầu") holds for every sentence below it."""
    for heading in reversed(segment.passage.headings):
        if above := printed_in(heading):
            return above
    return printed_in(segment.text)


def names_third(of: Sequence[Segment], frame: QueryFrame) -> bool:
    """Does a sentence speak of the very third that was told?"""
    told = of_patient(frame)
    return any(_printed(segment) & told for segment in of)


def strictest_first(passages: Sequence[Passage], frame: QueryFrame) -> list[Passage]:
    """Blocks of the section on the patient's state: prohibitions that bear on her, her own third, the rest.

    A block is never torn apart for it: a sentence may lean on the one before.
    """

    def rank(passage: Passage) -> tuple[bool, bool, bool]:
        bearing = [s for s in segments(passage) if not is_of_other_third(s, frame)]
        forbids = any(read_dose(s.text).forbids or _STOPS.search(fold(s.text)) for s in bearing)
        return (not bearing, not forbids, not names_third(bearing, frame))

    return sorted(passages, key=rank)
