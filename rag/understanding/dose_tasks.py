"""Does the turn want a dose worked out, or a named dose held against the print? "Tính liều …", "150 mg x 3 được không"."""

import re
from dataclasses import replace
from decimal import Decimal
from enum import Enum

from rag.frames import MOTHERS, DoseTask, Intent, QueryFrame, Signal
from rag.passages import DOSING, OVERDOSE
from rag.slots.standing import ALLERGY
from rag.understanding.dose_patterns import MASS, NUMBER
from rag.understanding.dose_words import Often, Quantity, Said, Strength, number, said_in
from rag.understanding.sections import REACTION
from rag.vietnamese import fold

_CALCULATES = re.compile(
    r"\btinh (?:giup |gium |ho |thu |toan |ra |dum )*(?:toi |minh |em )?(?:lieu|so (?:ml|mg|vien|mili)|ra)\b"
    rf"|\b(?:bao nhieu|may) (?:{MASS}|(?:ml|vien|mililit|cc)\b)"
)
_TABLETS = re.compile(r"\b(?:may|bao nhieu|so) vien\b")
_NO = r"(?:khong|ko|k|hong|hok|hem|chua|chu|hay khong)"
_ASKS = re.compile(
    rf"\b(?:(?:duoc|dc|dk|dung|on|ok|cao|thap|du|sai|vuot|hop ly|phu hop|qua lieu|qua cao|thua|thieu) {_NO}"
    r"|co (?:duoc|dc|dung|cao|thap|du|vuot|qua|sai|on|hop ly|phu hop)|ok(?=\W*$)|dung lieu|qua cao|du lieu|vuot|hop ly|phu hop|kiem tra lieu)\b"
)
# "1 g x 6 lần/ngày có an toàn không" asks of the dose; "500 mg cho bà bầu có sao không" does not.
_BEFALLS = re.compile(r"\bbi\b")
_WORRIES = re.compile(rf"\b(?:co )?(?:sao|an toan) {_NO}\b")
# "uống được 200 mg không", "được 2 viên mỗi 6 giờ không": the amount stands inside the words that ask.
_ASKS_AROUND = re.compile(
    rf"\b(?:duoc|dc|dk) (?:[^\W\d]+ ){{0,3}}\d[^?!;]*(?<=[\w%]) {_NO}(?: (?:a|nhi|vay|ha|em|anh|chi|bs))*\W*(?:$|[.?!])"
)
# "0,7 m2" of a patient; "mg/m2" has no number there, and "ml/phút/1,73 m2" is no patient's.
_SURFACE = re.compile(rf"(?P<m2>{NUMBER}) ?m ?[2²]")
_STANDARD_SURFACE = Decimal("1.73")
_FEMALE = re.compile(r"\b(?:nữ|phụ nữ|bà|chị|cô|gái)\b", re.IGNORECASE)
# "nam" behind a bare number is "năm" typed without its mark ("suy than 5 nam").
_MALE = re.compile(r"\b(?:nam giới|(?<!\d )(?<!\d)nam|ông|anh|trai)\b", re.IGNORECASE)
_ONE_WORD_SEX = {"nữ": "nữ", "nu": "nữ", "nam": "nam"}  # a whole reply; in a sentence without marks "nam" is a year
_TOO_MUCH = re.compile(rf"\bqua lieu {_NO}\b")
_GAVE = "(?:uong|dung|tiem|truyen|nuot|xai|cho|phat)"
_HAPPENED = re.compile(rf"\b(?:nham|het|nuot|roi|xong|tu tu|tu sat|dang bi|(?:da|vua|moi|lo) (?:bi )?{_GAVE})\b")
_MAY_HAVE_HAPPENED = re.compile(
    r"\b(?:bi qua lieu|hom qua|hom nay|sang nay|trua nay|chieu nay|toi qua|nay gio|(?:gio|tieng) truoc)\b"
)


class TooMuch(Enum):
    """What "có quá liều không" asks of a named dose."""

    PLANNED = "planned"  # a regimen: is it more than is printed?
    PERHAPS_TAKEN = "perhaps taken"  # it may as well have been swallowed


def asks_if_too_much(text: str) -> TooMuch | None:
    """None: nothing of the kind is asked, no dose is named, or it is told that too much was taken."""
    folded = fold(text)
    if _TOO_MUCH.search(folded) is None or _HAPPENED.search(folded) is not None:
        return None
    said = said_in(text)
    if not said.named:
        return None
    perhaps = not said.often or _MAY_HAVE_HAPPENED.search(folded) is not None
    return TooMuch.PERHAPS_TAKEN if perhaps else TooMuch.PLANNED


def with_dose_task(frame: QueryFrame, text: str) -> QueryFrame:
    """The frame with what it says of a dose. A named dose is a question for the dose, whatever its words ask."""
    happened = Signal.EMERGENCY in frame.signals and asks_if_too_much(text) is None
    if happened or frame.intent not in (Intent.DOSE, Intent.SECTION, Intent.UNCLEAR):
        return frame
    task = dose_task_in(text)
    if task is None or len(frame.drugs) > 1:
        return frame
    of_patient = bool(
        set(frame.populations) & MOTHERS or frame.comorbidities or frame.rules.get("sections") == REACTION
    )
    if task.wants_check and not _asks(folded := fold(text)) and (of_patient or _BEFALLS.search(folded)):
        return frame  # what worries is the patient, or what befell him
    if task.checks and not _asks_of_disease(frame, task):
        rules = {**frame.rules, "sections": "dose.named"}
        taken = asks_if_too_much(text) is TooMuch.PERHAPS_TAKEN
        sections = (DOSING, OVERDOSE) if taken else (DOSING,)
        return replace(frame, dose_task=task, intent=Intent.DOSE, sections=sections, rules=rules)
    if (
        task.checks
        and not frame.unknown_drugs
        and frame.drugs
        and not _of_allergy(frame)
        and DOSING not in frame.sections
    ):
        return replace(frame, dose_task=task, sections=(*frame.sections, DOSING))
    of_dose = frame.intent is Intent.DOSE or (frame.intent is Intent.UNCLEAR and frame.renal is not None)
    if frame.drugs and of_dose and not task.is_request and task.sex:
        return replace(frame, dose_task=DoseTask(sex=task.sex))  # for the clearance of a creatinine
    leans = not frame.drugs  # a reply to a question of ours, or "200 mg thì sao"
    named = task.names_dose and not task.checks  # "còn ibuprofen 200 mg x 3": its own dose, where one was compared
    wanted = task.wants_dose and frame.intent is Intent.DOSE
    return replace(frame, dose_task=task) if leans or named or wanted else frame


def _asks_of_disease(frame: QueryFrame, task: DoseTask) -> bool:
    """ "BN loét dạ dày uống 1 viên X được không" asks for what is printed against X; the dose comes second.

    Told of somebody, a whole regimen ("0,6 ml x 2") is asked about as a dose, whose strength is then asked for.
    """
    by_time = task.times is not None or task.interval_hours is not None or task.base in ("ngày", "tuần")
    told = bool(task.amount or task.strength or (task.count and by_time))
    return _of_allergy(frame) or (bool(frame.comorbidities) and not (frame.populations and told))


def _of_allergy(frame: QueryFrame) -> bool:
    return any(f.present and f.name.startswith(ALLERGY) for f in frame.comorbidities)


def _worries(folded: str) -> bool:
    return _WORRIES.search(folded) is not None


def _asks(folded: str) -> bool:
    return _ASKS.search(folded) is not None or _ASKS_AROUND.search(folded) is not None


def dose_task_in(text: str) -> DoseTask | None:
    """`text`: the question as it is read (NFC). None: it says nothing of a dose to be worked out or compared."""
    folded = fold(text)
    said = said_in(text)
    wants_dose = _CALCULATES.search(folded) is not None
    wants_check = not wants_dose and said.named and (_asks(folded) or (bool(said.often) and _worries(folded)))
    task = DoseTask(
        wants_dose=wants_dose,
        wants_check=wants_check,
        wants_volume=any(s.ml is not None for s in said.strengths),
        wants_tablets=_TABLETS.search(folded) is not None or any(s.ml is None for s in said.strengths),
        surface_m2=_surface(folded),
        sex=_sex(text),
    )
    task = _with_own_tablets(task, said) if wants_dose else _with_dose(task, said)
    if len(said.strengths) == 1 and task.strength is None:
        task = _with_strength(task, said.strengths[0])
    if len(said.often) == 1 and not task.says_how_often and not wants_dose:
        task = _with_often(task, said.often[0])
    return None if task == DoseTask() else task


def _with_own_tablets(task: DoseTask, said: Said) -> DoseTask:
    """ "Paracetamol 500 mg, một ngày tối đa mấy viên": the one amount that is named is what a tablet holds."""
    sizes = [amount for amount in said.amounts if _is_size(amount)]
    if not task.wants_tablets or said.strengths or said.unclear or len(said.amounts) != 1 or not sizes:
        return task
    return _with_strength(task, Strength(sizes[0].high, sizes[0].unit))


def _with_dose(task: DoseTask, said: Said) -> DoseTask:
    """With the one dose that is named; `unread` where there are several, or what is said has not one reading."""
    if not said.named:
        return task
    amounts, counts = said.amounts, said.counts
    if len(amounts) == len(counts) == 1 and not said.strengths and _is_size(amounts[0]):
        # "500 mg x 2 viên", "viên nào cũng 500 mg, 2 viên": what is counted has that strength.
        said = replace(said, amounts=[], strengths=[Strength(amounts[0].high, amounts[0].unit)])
        amounts = said.amounts
    several = len(amounts) + len(counts) != 1 or len(said.often) > 1 or (bool(counts) and len(said.strengths) > 1)
    if said.unclear or several or not _agrees(said):
        return replace(task, unread=True)
    if counts:
        task = replace(
            task, count=counts[0].high, count_from=counts[0].low, count_unit=counts[0].unit, base=counts[0].base
        )
    else:
        named = amounts[0]
        task = replace(task, amount=named.high, amount_from=named.low, unit=named.unit, per=named.per, base=named.base)
    if counts and said.strengths:
        task = _with_strength(task, said.strengths[0])
    return _with_often(task, said.often[0]) if said.often else task


def _is_size(amount: Quantity) -> bool:
    return amount.low is None and not amount.per and not amount.base


def _agrees(said: Said) -> bool:
    """ "chia 3 lần" divides a day's total and nothing else; a rate is given once and for all."""
    base = (said.amounts or said.counts)[0].base
    divides = any(o.of == "chia" for o in said.often)
    return (base == "ngày" or not divides) and not (base in ("giờ", "phút") and said.often)


def _with_strength(task: DoseTask, strength: Strength) -> DoseTask:
    return replace(task, strength=strength.mass, strength_unit=strength.unit, strength_ml=strength.ml)


def _with_often(task: DoseTask, often: Often) -> DoseTask:
    if often.high <= 0 or (often.low is not None and not 0 < often.low <= often.high):
        return replace(task, unread=True)
    if often.of == "giờ":
        return replace(task, interval_hours=often.high, interval_from=often.low)
    period = "ngày" if often.of == "chia" else often.of
    return replace(task, times=often.high, times_from=often.low, times_in=period)


def _surface(folded: str) -> Decimal | None:
    found = _SURFACE.search(folded)
    value = number(found["m2"]) if found else None
    return None if value == _STANDARD_SURFACE else value


def _sex(text: str) -> str:
    if (alone := _ONE_WORD_SEX.get(text.lower().strip(" .!"))) is not None:
        return alone
    return "nữ" if _FEMALE.search(text) else "nam" if _MALE.search(text) else ""
