"""A value that is corrected with its unit alone: "à không 8 tháng", "2200g mới đúng"."""

from dataclasses import replace

from rag.frames import Link, QueryFrame
from rag.records import PastTurn
from rag.slots.remembered import is_clinical
from rag.understanding.ages import age_by_unit
from rag.understanding.utterance import Utterance
from rag.understanding.weights import weight_in_grams

_AROUND = ("à", "ờ", "dạ", "là", "bé", "được", "mới", "khoảng", "tháng", "th")


def _says_months_alone(u: Utterance) -> bool:
    """ "16 tháng" of a child that is talked about; weeks and days alone may count the treatment."""
    if len(u.numbers) != 1 or not u.says(u.numbers[0].end, "tháng", "th"):
        return False
    of_number = range(u.numbers[0].start, u.numbers[0].end)
    return all(i in of_number or not word.is_word or u.says(i, *_AROUND) for i, word in enumerate(u.words))


def corrected(u: Utterance, frame: QueryFrame, history: tuple[PastTurn, ...]) -> QueryFrame:
    """The frame with the age, when the last patient has one and this turn corrects with one number and its unit."""
    if frame.age_months is not None or frame.weight_kg is not None:
        return frame
    last = next((t.frame for t in reversed(history) if is_clinical(t.frame)), None)
    if last is None or last.age_months is None or frame.drugs or frame.sections:
        return frame
    kg = weight_in_grams(u) if last.is_paediatric else None
    if Link.CORRECTION not in frame.links and kg is None and not (last.is_paediatric and _says_months_alone(u)):
        return frame
    if kg is not None:
        return replace(frame, weight_kg=kg, rules={**frame.rules, "weight_kg": "correction.grams"})
    months = age_by_unit(u)
    if months is None:
        return frame
    return replace(frame, age_months=months, rules={**frame.rules, "age_months": "correction.unit_of_time"})
