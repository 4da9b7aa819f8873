"""The drug that "thuốc đó", "thuốc thứ hai" or silence stands for."""

from collections.abc import Iterable
from dataclasses import replace

from rag.frames import DrugMention, How, Intent, Link, QueryFrame
from rag.records import PastTurn
from rag.slots.remembered import DENIED, TTL_TURNS, Known, names, taking

_ORDINALS = {Link.FIRST_DRUG: 0, Link.SECOND_DRUG: 1, Link.THIRD_DRUG: 2}


def drugs(frame: QueryFrame, history: tuple[PastTurn, ...], known: Known, number: int) -> QueryFrame:
    if names(frame):
        if Link.ADDED_DRUG in frame.links and known.is_fresh("drugs") and known.frame.drugs:
            others = tuple(d for d in _from_history(known.frame.drugs) if d.id not in frame.drug_ids)
            if others:
                joined = replace(frame, sections=_interaction_first(frame.sections), intent=Intent.INTERACTION)
                return taking(joined, drugs=(*others, *frame.drugs))
        return frame
    if frame.rules.get("drugs") == DENIED:
        return frame
    listed = _listed_drugs(history, known, number)
    for link, place in _ORDINALS.items():
        if link in frame.links:
            return taking(frame, drugs=listed[place : place + 1]) if place < len(listed) else frame
    if Link.OTHER_DRUG in frame.links and len(listed) > 1:
        spoken_of = {drug.id for drug in known.frame.drugs}
        rest = tuple(drug for drug in listed if drug.id not in spoken_of)
        return taking(frame, drugs=rest if len(rest) == 1 else listed[1:2])
    if Link.BOTH_DRUGS in frame.links:
        both = known.frame.drugs if len(known.frame.drugs) > 1 else _last_two(history, number)
        if len(both) > 1:
            return taking(frame, drugs=_from_history(both))
    if not known.is_fresh("drugs"):
        return frame
    if not names(known.frame):
        return (
            taking(frame, drugs=listed)
            if {Link.THAT_DRUG, Link.OTHER_DRUG} & frame.links and len(listed) == 1
            else frame
        )
    return taking(
        frame,
        drugs=_from_history(known.frame.drugs),
        ambiguous=known.frame.ambiguous,
        unknown_drugs=known.frame.unknown_drugs,
    )


def _interaction_first(sections: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(("tuong_tac_thuoc", *sections)))


def _from_history(drugs: Iterable[DrugMention]) -> tuple[DrugMention, ...]:
    return tuple(replace(drug, how=How.HISTORY) for drug in drugs)


def _last_two(history: tuple[PastTurn, ...], number: int) -> tuple[DrugMention, ...]:
    """The two drugs that were talked about last, in turns of their own, the earlier first."""
    seen: dict[str, DrugMention] = {}
    for turn in reversed([t for t in history if t.frame is not None and number - t.number <= TTL_TURNS]):
        for drug in reversed(turn.frame.drugs if turn.frame is not None else ()):
            seen.setdefault(drug.id, drug)
    return tuple(reversed([*seen.values()][:2]))


def _listed_drugs(history: tuple[PastTurn, ...], known: Known, number: int) -> tuple[DrugMention, ...]:
    """What "thuốc thứ hai" counts: the drugs of the last turn that named several, else in the order they came up."""
    recent = [t for t in history if t.frame is not None and number - t.number <= TTL_TURNS]
    named = [t.frame.drugs for t in recent if t.frame is not None and "drugs" not in t.frame.inherited]
    several = [drugs for drugs in named if len(drugs) > 1]
    if several:
        return _from_history(several[-1])
    seen = {drug.id: drug for drugs in named for drug in drugs}
    if not seen and known.claim_drugs:
        # The answer listed drugs that the question did not name.
        return tuple(DrugMention(d, d.replace("-", " ").capitalize(), d, How.HISTORY) for d in known.claim_drugs)
    return _from_history(seen.values())
