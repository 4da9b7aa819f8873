"""The patients of a conversation in the order in which they came up: "quay lại bé đầu tiên", "bé thứ hai"."""

from collections.abc import Sequence

from rag.frames import AGE_CLASSES, Link, QueryFrame
from rag.records import PastTurn

_PLACES = {Link.FIRST_PATIENT: 0, Link.SECOND_PATIENT: 1}


def turn_of_patient(frame: QueryFrame, recent: Sequence[PastTurn]) -> PastTurn | None:
    """The last turn about the patient that the words count out; None when they count none, or one never met."""
    place = next((place for link, place in _PLACES.items() if link in frame.links), None)
    if place is None or frame.age_months is not None or frame.weight_kg is not None:
        return None
    met = _patients(recent)
    return met[place][-1] if place < len(met) else None


def _patients(recent: Sequence[PastTurn]) -> list[list[PastTurn]]:
    met: list[list[PastTurn]] = []
    for turn in recent:
        frame = turn.frame
        if frame is None or (frame.age_months is None and frame.weight_kg is None and frame.renal is None):
            continue
        known = None if Link.NEW_PATIENT in frame.links else _met_before(frame, met)
        if known is None:
            met.append([turn])
        else:
            known.append(turn)
    return met


def _met_before(frame: QueryFrame, met: list[list[PastTurn]]) -> list[PastTurn] | None:
    if Link.CORRECTION in frame.links and met:
        return met[-1]
    return next((p for p in reversed(met) if p[-1].frame is not None and _same(p[-1].frame, frame)), None)


def _same(old: QueryFrame, new: QueryFrame) -> bool:
    before, now = set(old.populations) & AGE_CLASSES, set(new.populations) & AGE_CLASSES
    if before and now and not before & now:
        return False
    values = ((old.age_months, new.age_months), (old.weight_kg, new.weight_kg))
    return all(a is None or b is None or a == b for a, b in values)
