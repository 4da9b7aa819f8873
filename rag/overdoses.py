"""The section on overdose: what to do before the signs, the antidote on top, nothing that is another patient's."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from rag.antidotes import antidotes_in
from rag.applicability import Match, age_classes, applicability
from rag.condition_names import search_terms
from rag.conditions import conditions_said
from rag.doses import read_dose
from rag.frames import AGE_CLASSES, Intent, QueryFrame, Signal
from rag.passages import MANAGING, OVERDOSE, Passage
from rag.printed import Segment, lead_of, segments
from rag.quantities import IN_MG, quantities
from rag.vietnamese import fold, folded_words

_TREATMENT = re.compile(r"\b(?:xu tri|dieu tri|giai doc)\b")
_ABSENT = "(?:khong|khong co|chua|chua co) "
_BLEEDING = ("chảy máu", "xuất huyết")
_GRAVEST = re.compile(r"\b(?:o at|nang|nguy kich|de doa)\b")
_SIGNS = (" bieu ", " trieu chung ", " dau hieu ")  # "hiện" of "biểu hiện" is a word without content


FAR = 2
"""Times the largest amount that a section prints, for a day or for a dose: nobody doses so, somebody took it."""
_SPREAD = re.compile(
    r"\b(?:trong|moi|chia|het|du) \S+ (?:ngay|tuan|thang|dot|lan)\b|\b(?:ke|cap|phat|don|toa|lieu|toi da)\b"
)


def amount_taken(frame: QueryFrame, question: str) -> Decimal | None:
    """In milligrams, of one drug, as it is told and not asked about: in one taking or in a day. None: no such mass.

    An amount for each kilogram, for some days or on a prescription is of no one taking; «liều» asks for one.
    """
    task = frame.dose_task
    asks_dose = frame.intent is Intent.DOSE or frame.sections[:1] == (MANAGING,)
    if not asks_dose or task is None or task.wants_check or task.wants_dose or task.per:
        return None
    spread = task.base not in ("", "lần", "ngày") or task.says_how_often or _SPREAD.search(fold(question)) is not None
    if len(frame.drugs) != 1 or spread:
        return None
    if task.amount is not None:
        return task.amount * IN_MG[task.unit] if task.unit in IN_MG else None
    if task.count is None or task.strength is None or task.strength_ml is not None or task.strength_unit not in IN_MG:
        return None
    return task.count * task.strength * IN_MG[task.strength_unit]


def is_beyond_print(milligrams: Decimal, frame: QueryFrame, dosing: Sequence[Passage]) -> bool:
    """Is it more than `FAR` times every amount that the doses of the drug print; for a child of known weight, also more
    than `FAR` times what they print for each kilogram? Nothing is said of a drug without a printed mass."""
    masses = [q for p in dosing for q in quantities(p.text) if q.unit in IN_MG and "m2" not in q.per]
    fixed = [value * IN_MG[q.unit] for q in masses if "kg" not in q.per for value in q.values]
    for_weight = [value * IN_MG[q.unit] for q in masses if "kg" in q.per for value in q.values]
    if fixed and milligrams > FAR * max(fixed):
        return True
    of_child = frame.is_paediatric and frame.weight_kg is not None and bool(for_weight)
    return of_child and milligrams > FAR * max(for_weight) * (frame.weight_kg or 0)


def as_overdose(frame: QueryFrame) -> QueryFrame:
    """What to do is asked, not how much to give."""
    return replace(
        frame,
        intent=Intent.SECTION,
        sections=(OVERDOSE, MANAGING),
        signals=frame.signals | {Signal.EMERGENCY},
        dose_task=None,
        rules={**frame.rules, "sections": "dose.beyond_print"},
    )


def treatment_first(of: Sequence[Segment], frame: QueryFrame) -> tuple[list[Segment], list[Segment]]:
    """(what to do, the rest); everything as the answer, in book order, where the signs were asked about.

    What is printed for another age group than the patient's is left out.
    """
    own = [s for s in of if not _is_for_others(s, frame)]
    asked = folded_words(" ".join(frame.terms))
    treatment = [s for s in own if any(_TREATMENT.search(fold(h)) for h in s.passage.headings)]
    if not treatment or any(word in asked for word in _SIGNS):
        return own, []
    return _of_other_course_last(_antidotes_first(treatment), frame), [s for s in own if s not in treatment]


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


def of_this_course(lead: str, frame: QueryFrame) -> int:
    """How the opening of a sentence stands to what is told of the patient, the one to be read first lowest.

    0: it names a condition of the patient and calls it grave. 1: it names one. 2: neither. 3: it is for those who do
    not have it ("INR từ 9 trở lên, không xuất huyết").
    """
    folded = folded_words(lead)
    said = {part for told in conditions_said(frame) for part in (told, " ".join(told.split()[:2]))}  # "chảy máu ồ ạt"
    said |= {*_BLEEDING} if said & {*_BLEEDING} else set()
    terms = {folded_words(term).strip() for told in said for term in search_terms(told)}
    named = [term for term in terms if term and f" {term} " in folded]
    if any(re.search(rf"\b{_ABSENT}{re.escape(term)}\b", folded) for term in named):
        return 3
    if not named:
        return 2
    return 0 if _GRAVEST.search(folded) else 1


def _of_other_course_last(of: Sequence[Segment], frame: QueryFrame) -> list[Segment]:
    opens = {s.passage.id: lead_of(segments(s.passage)[0].text) for s in of}
    return sorted(of, key=lambda s: of_this_course(opens[s.passage.id], frame))
