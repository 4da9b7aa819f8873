"""Is a contraindication met by this very patient, or only by some of his kind?"""

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.applicability import Match, age_classes, applicability
from rag.condition_names import IN_ATTACK
from rag.conditions import conditions_said, is_excepted
from rag.frames import AGE_CLASSES, Population, QueryFrame
from rag.mothers import is_of_other_third
from rag.printed import Segment, populations_in
from rag.prohibitions import forbidden_in_impairment, is_severe_by_value
from rag.quoting import names_age_class, names_what_was_said
from rag.vietnamese import fold


def names_this_patient(segment: Segment, frame: QueryFrame) -> bool:
    """Is a contraindication met by what was told of the patient: an illness or allergy he has, his impairment, his age?

    "Trẻ sơ sinh bị tăng bilirubin huyết" is not met by a newborn of whom nothing of the kind was said. The indication
    and condition of the frame count as his: leave out what the drug is asked for.
    """
    frame = replace(frame, terms=tuple(term for term in frame.terms if fold(term) not in _ASKING))
    fits = applicability(segment, frame)
    if Match.NO in fits.bands or is_of_other_third(segment, frame) or is_excepted(conditions_said(frame), segment.text):
        return False
    if fits.population is Match.NO and names_age_class(segment):
        return False
    if only_of_an_attack(segment) and frame.rules.get("attack") != IN_ATTACK:
        return False
    if names_what_was_said(segment.text, frame) or forbidden_in_impairment((segment,), frame):
        return True
    return is_severe_by_value(segment, frame) or _is_of_class(segment, frame, told=frame.terms)


_ATTACK = re.compile(r"^(?:- )?(?:dot|con)\b[^.:;,]*\bcap\b")


def only_of_an_attack(segment: Segment) -> bool:
    """ "Đợt gút cấp." forbids during the attack: of the lasting disease alone nobody knows whether it is one."""
    return _ATTACK.match(fold(segment.text)) is not None


_ASKING = frozenset({"theo doi", "xet nghiem", "kiem tra"})  # what "kiểm tra liều" leaves over is nothing of his
_ONLY_THE_CLASS = re.compile(
    r"\b(?:khong dung|cho|tre|em|so sinh|nguoi|benh|nhan|lon|cao tuoi|duoi|tren|tu|den|va|tuoi|thang|ngay|tuan|nam)\b"
)
_TELLING = 5  # letters of a word left over that may be what a contraindication speaks of ("calci", "bilirubin")


def _is_of_class(segment: Segment, frame: QueryFrame, *, told: Sequence[str]) -> bool:
    """ "Trẻ em dưới 12 tuổi." is of the class alone; a longer one is met where a word left over stands in it too."""
    if not set(populations_in(segment.text)) & age_classes(frame) & AGE_CLASSES - {Population.ADULT}:
        return False
    folded = fold(segment.text)
    if not re.sub(r"[\W\d_]+", "", _ONLY_THE_CLASS.sub("", folded)):
        return True
    return any(len(fold(word)) >= _TELLING and re.search(rf"\b{re.escape(fold(word))}\b", folded) for word in told)
