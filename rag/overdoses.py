"""The section on overdose: what to do before the signs, the antidote on top, nothing that is another patient's."""

import re
from collections.abc import Sequence

from rag.antidotes import antidotes_in
from rag.applicability import Match, age_classes, applicability
from rag.doses import read_dose
from rag.frames import AGE_CLASSES, QueryFrame
from rag.passages import Passage
from rag.printed import Segment, segments
from rag.vietnamese import fold, folded_words

_TREATMENT = re.compile(r"\b(?:xu tri|dieu tri|giai doc)\b")
_SIGNS = (" bieu ", " trieu chung ", " dau hieu ")  # "hiện" of "biểu hiện" is a word without content


def treatment_first(of: Sequence[Segment], frame: QueryFrame) -> tuple[list[Segment], list[Segment]]:
    """(what to do, the rest); everything as the answer, in book order, where the signs were asked about.

    What is printed for another age group than the patient's is left out.
    """
    own = [s for s in of if not _is_for_others(s, frame)]
    asked = folded_words(" ".join(frame.terms))
    treatment = [s for s in own if any(_TREATMENT.search(fold(h)) for h in s.passage.headings)]
    if not treatment or any(word in asked for word in _SIGNS):
        return own, []
    return _antidotes_first(treatment), [s for s in own if s not in treatment]


def _is_for_others(segment: Segment, frame: QueryFrame) -> bool:
    named = bool(set(segment.context.populations) & AGE_CLASSES) and bool(age_classes(frame))
    return named and applicability(segment, frame).population is Match.NO


def _antidotes_first(treatment: Sequence[Segment]) -> list[Segment]:
    """Blocks that say how much of an antidote to give, those that name one, the rest: each in book order."""
    blocks = dict.fromkeys(s.passage for s in treatment)

    def rank(passage: Passage) -> int:
        if not antidotes_in(passage.text):
            return 2
        return 0 if any(read_dose(s.text).states for s in segments(passage)) else 1

    return [s for block in sorted(blocks, key=rank) for s in treatment if s.passage is block]
