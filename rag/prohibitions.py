"""What the book forbids this patient: the drug by its dosing section or in her state, or the asked way to give it."""

import re
from collections.abc import Sequence

from rag.applicability import Applicability, Match, age_classes, applicability
from rag.conditions import conditions_said, is_excepted
from rag.doses import read_dose
from rag.frames import AGE_CLASSES, CONDITIONS, IMPAIRED, MOTHERS, Population, QueryFrame
from rag.kidneys import spared
from rag.mothers import OF_PREGNANCY, SPECIAL, is_of_other_third
from rag.passages import DOSING, Evidence
from rag.printed import Segment, lead_of, populations_in, routes_in, segments, sentence_spans
from rag.quantities import age_bands
from rag.trimesters import THIRD, of_patient, printed_in
from rag.vietnamese import fold

_SEVERE = re.compile(r"\b(?:nang|child ?-?(?:pugh )?c|giai doan cuoi|mat bu)\b")
_GIVE = r"(?:tiem|truyen|uong|dat|hit|bom|nho|boi|dung)"
_NEGATED = re.compile(rf"\b(?:khong (?:duoc |nen )?{_GIVE}|tranh {_GIVE}|chi (?:duoc )?{_GIVE})\b")


def forbids_patient(segment: Segment, fits: Applicability, frame: QueryFrame) -> bool:
    """ "Trẻ em dưới 1 tháng: Tránh dùng": printed for a band or impairment that holds this patient.

    Not for whom it names an exception: "không chỉ định dưới 16 tuổi, ngoại trừ bệnh Kawasaki".
    """
    if not read_dose(segment.text).forbids:
        return False
    asked = frame.indication or frame.condition
    if asked and is_excepted((asked,), segment.text):
        return False
    printed = set(segment.context.populations)
    classes = age_classes(frame)
    if printed & AGE_CLASSES and classes and not printed & classes and fits.age is not Match.YES:
        return False  # a neighbouring class that reaches over: its prohibition is not this patient's
    if not lead_of(segment.text) and not segment.has_band and read_dose(segment.passage.text).states:
        return False  # "Nói chung không khuyến cáo …" behind the dose of its own block: a condition of that dose
    if spared(segment, frame) or _is_of_form(segment, frame) or _is_of_cause(segment, frame):
        return False
    impaired = bool(printed & CONDITIONS) and fits.population is Match.YES
    if impaired and Match.YES not in fits.bands and _SEVERE.search(fold(segment.text)):
        return any(_SEVERE.search(fold(said)) for said in (frame.hepatic or "", *conditions_said(frame)))
    return impaired or Match.YES in fits.bands


_FORM = re.compile(
    r"^(?:- )?(?:vien|dang|nang|che pham|hon dich|dung dich|siro|ong|lo|goi|thuoc (?:dan|dat|phun|hit))\b"
)


def _is_of_form(segment: Segment, frame: QueryFrame) -> bool:
    """ "Viên tác dụng kéo dài: … không khuyến cáo dùng cho trẻ em dưới 12 tuổi" says no to a form nobody asked for."""
    lead = fold(lead_of(segment.text))
    if not _FORM.match(lead):
        return False
    words = set(lead.split())
    asked = {word for term in frame.terms for word in fold(term).split()}
    return not words & asked and not set(routes_in(lead_of(segment.text))) & set(frame.routes)


_ORGAN = re.compile(r"\bsuy (?:than|gan)\b")
_BY_CAUSE = re.compile(r"\bsuy (?:than|gan)(?: (?:cap|man|nang))*(?: la)? (?:do|di kem|kem)\b")


def _is_of_cause(segment: Segment, frame: QueryFrame) -> bool:
    """ "Khi suy thận là do thuốc độc … và khi suy thận đi kèm hôn mê gan": impairment with more than was told."""
    folded = fold(segment.text)
    organs = _ORGAN.findall(folded)
    if not organs or len(_BY_CAUSE.findall(folded)) != len(organs):
        return False
    # "Suy thận do gentamicin" keeps its cause in the words of the impairment.
    of_cause = frame.renal is not None and " do " in f" {frame.renal.text} "
    told_more = of_cause or frame.terms or frame.co_medications or frame.partners
    return not told_more and all(_ORGAN.match(fold(said)) for said in conditions_said(frame))


_ONLY_FROM = re.compile(
    r"\bchi (?:duoc |nen )?(?:dung|su dung|chi dinh) cho (?:tre em|tre|nguoi benh|nguoi)(?: tu| tren)? "
    r"\d+ (?:thang |ngay )?tuoi"
)


def only_for_older(segment: Segment, frame: QueryFrame) -> bool:
    """ "Codein chỉ dùng cho trẻ em từ 12 tuổi trở lên" is a no to every younger child, whatever it stands behind."""
    said = _ONLY_FROM.search(fold(segment.text)) if frame.age_months is not None else None
    if said is None or frame.age_months is None or _is_of_form(segment, frame):
        return False
    limits = [band for band in age_bands(segment.text) if said.start() <= band.start < said.end()]
    return any(band.low is not None and band.high is None and frame.age_months < band.low for band in limits)


def forbids_group(segment: Segment, frame: QueryFrame, *, oral_by_default: bool) -> bool:
    """Does a sentence on the patient's age class say no in its own opening, and no band keep it from this patient?

    For a patient whose age or weight is still to be asked for.
    """
    fits = applicability(segment, frame, oral_by_default=oral_by_default)
    own = set(segment.context.populations) & age_classes(frame)
    asked = frame.indication or frame.condition
    other_purpose = bool(asked) and fits.indication is Match.NO
    return bool(own) and read_dose(segment.text).forbids and not fits.excluded and not other_purpose


_SECTIONS = {Population.PREGNANT: "thoi_ky_mang_thai", Population.BREASTFEEDING: "thoi_ky_cho_con_bu"}
_AGAINST = re.compile(
    r"\b(?:chong chi dinh|(?:phai |nen |can |tot nhat la )?tranh dung|khong (?:duoc |nen )?(?:dung|cho|chi dinh)|"
    r"khong khuyen cao|khong nen)\b"
)


def section_against_mother(drug_id: str, frame: QueryFrame, evidence: Evidence) -> str:
    """The section on pregnancy or breast-feeding that speaks against the drug for her, or "".

    Not where doses are printed for her very state; a no to the last third alone is none for a patient before it.
    """
    dosed = {state for p in evidence.of(drug_id, DOSING) for state in p.populations}
    for state, section in _SECTIONS.items():
        if state not in frame.populations or state in dosed:
            continue
        for passage in evidence.of(drug_id, section):
            sentences = [fold(passage.text[start:end]) for start, end in sentence_spans(passage.text)]
            if any(_AGAINST.search(s) and not (printed_in(s) == {THIRD} and _is_early(frame)) for s in sentences):
                return section
    return ""


def _is_early(frame: QueryFrame) -> bool:
    told = of_patient(frame)
    return bool(told) and THIRD not in told


def said_of_route(of: Sequence[Segment], frame: QueryFrame) -> tuple[Segment, ...]:
    """Sentences that name the asked route with a no ("Không tiêm dưới da vì có thể gây hoại tử da")."""
    return tuple(
        s
        for s in of
        if set(routes_in(s.text)) & set(frame.routes) and _NEGATED.search(fold(s.text)) and not read_dose(s.text).states
    )


def forbidden_in_state(drug_id: str, forbidden: list[Segment], frame: QueryFrame, evidence: Evidence) -> bool:
    """Pregnancy or breast-feeding, and the book forbids the drug in it without a condition: usual doses are not quoted.

    A prohibition for the last third of a pregnancy alone counts only when she may be in it; what is limited to another
    third than hers is no prohibition here. Where doses are printed for that very state (obstetrics), what is
    contraindicated is some course of it, not the state.
    """
    dosed = {state for p in evidence.of(drug_id, DOSING) for state in p.populations}
    states = (MOTHERS & set(frame.populations)) - dosed
    if not states:
        return False
    of_state = [s for p in evidence.of(drug_id) if p.section in SPECIAL for s in segments(p)]
    own = [s for s in of_state if says_no(s.text) and not _CONDITION.search(fold(s.text))]
    naming = [s for s in forbidden if states & set(populations_in(s.text))]
    return any(
        not is_of_other_third(s, frame)
        and not (printed_in(s.text) == {THIRD} and not of_patient(frame))
        and not is_excepted(conditions_said(frame), s.text)
        for s in (*naming, *(s for s in own if _state_of(s) in states))
    )


def says_no(text: str) -> bool:
    """Does the sentence forbid the drug, or order it stopped once there is a pregnancy?"""
    return read_dose(text).forbids or _STOPPED.search(fold(text)) is not None


_STOPPED = re.compile(r"\bphai ngung\b.*\b(?:co|mang) thai\b")  # "Phải ngừng … ngay khi biết có thai"
# "… trừ khi thật cần thiết", "chỉ dùng khi …", "không nên dùng, nhưng …": the choice is left to the prescriber.
_CONDITION = re.compile(r"\b(?:tru|chi (?:nen )?dung|khi that|can nhac|loi ich|nhung|thuong|neu)\b")


def _state_of(segment: Segment) -> Population:
    of_pregnancy = segment.passage.section == OF_PREGNANCY
    return Population.PREGNANT if of_pregnancy else Population.BREASTFEEDING


def forbidden_in_impairment(contraindications: Sequence[Segment], frame: QueryFrame) -> bool:
    """Is the patient's very impairment contraindicated: its band, its severity, or the organ without a qualification?

    "Suy thận nặng" is for "suy thận nặng" and no impairment without a degree; "Suy gan" is for any.
    """
    return any(_names_impairment(s, frame) for s in contraindications)


def _names_impairment(segment: Segment, frame: QueryFrame) -> bool:
    organs = IMPAIRED & set(frame.populations) & set(populations_in(segment.text))
    fits = applicability(segment, frame)
    if not organs or Match.NO in fits.bands or _on_dialysis(frame):
        return False
    folded = fold(segment.text)
    if fits.clearance is Match.YES:
        return True
    if _SEVERE.search(folded):
        return len(segment.text) <= _SHORT and any(_SEVERE.search(fold(said)) for said in _degrees(frame, organs))
    return not re.sub(r"[\W\d_]+", "", _ONLY_THE_ORGAN.sub("", folded))


_SHORT = 80  # characters: a longer sentence speaks of more than the organ
_ONLY_THE_ORGAN = re.compile(r"\b(?:nguoi|benh|nhan|bi|co|suy|giam|chuc|nang|than|gan)\b")


# "Suy thận nặng" without figures: where the book prints them beside these words, they reach up to 30 ml/phút.
_SEVERE_BELOW = 30


def is_severe_by_value(segment: Segment, frame: QueryFrame) -> bool:
    """Does it name "suy thận nặng" without figures, and the patient's clearance falls where the book uses the words?"""
    renal = frame.renal
    if renal is None or renal.measure != "clcr" or renal.value is None or renal.value >= _SEVERE_BELOW:
        return False
    of_kidneys = Population.RENAL in populations_in(segment.text) and len(segment.text) <= _SHORT
    return of_kidneys and not segment.clearances and _SEVERE.search(fold(segment.text)) is not None


def _degrees(frame: QueryFrame, organs: frozenset[Population]) -> list[str]:
    """What was said of how ill the organ is."""
    said = [frame.hepatic or ""] if Population.HEPATIC in organs else []
    return said + ([frame.renal.text] if frame.renal is not None and Population.RENAL in organs else [])


def _on_dialysis(frame: QueryFrame) -> bool:
    return frame.renal is not None and frame.renal.measure == "loc_mau"
