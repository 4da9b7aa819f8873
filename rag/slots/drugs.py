"""The drug that "thuốc đó", "thuốc thứ hai" or silence stands for."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from rag.frames import DrugMention, How, Intent, Link, QueryFrame
from rag.records import PastTurn
from rag.slots.remembered import DENIED, TTL_TURNS, UNREAD, Known, names, taking

_ORDINALS = {Link.FIRST_DRUG: 0, Link.SECOND_DRUG: 1, Link.THIRD_DRUG: 2}


def drugs(frame: QueryFrame, history: tuple[PastTurn, ...], known: Known, number: int) -> QueryFrame:
    if names(frame):
        return _with_others(frame, known) if known.is_fresh("drugs") else frame
    if frame.rules.get("drugs") in (DENIED, UNREAD):
        return frame
    listed = _listed_drugs(history, known, number)
    places = [place for link, place in _ORDINALS.items() if link in frame.links]
    if places:
        counted = tuple(listed[place] for place in places if place < len(listed))
        if len(counted) < len(places):
            return frame
        if len(counted) > 1 and not frame.sections:
            frame = _together(frame)
        return taking(frame, drugs=counted)
    if Link.OTHER_DRUG in frame.links and names(known.frame):
        return _the_other(frame, history, known, listed)
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


def _the_other(
    frame: QueryFrame, history: tuple[PastTurn, ...], known: Known, listed: tuple[DrugMention, ...]
) -> QueryFrame:
    """ "Thuốc kia": of two that came up or that we offered, the one last not spoken of; else nobody can tell which.

    Never the drug that was spoken of: "kia" says that another one is meant.
    """
    spoken_of = {drug.id for drug in known.frame.drugs}
    rest = tuple(drug for drug in listed if drug.id not in spoken_of)
    if len(rest) == 1:
        return taking(frame, drugs=rest)
    if len(listed) > 1 and not rest:
        return taking(frame, drugs=listed[1:2])
    offered = next((t.frame.ambiguous for t in reversed(history) if t.frame is not None and t.frame.ambiguous), ())
    options = [o for name in offered for o in name.options]
    others = [o for o in options if o.id not in spoken_of]
    if len(options) == 2 and len(others) == 1:
        return taking(frame, drugs=(DrugMention(others[0].id, others[0].name, others[0].name, How.HISTORY),))
    return frame


def _with_others(frame: QueryFrame, known: Known) -> QueryFrame:
    """The named drugs put to, taken out of, or changed for one of those that were talked about together."""
    before = known.frame
    given = {*frame.drug_ids, *frame.unknown_drugs}
    if Link.REMOVED_DRUG in frame.links and met(before) and given <= {*before.drug_ids, *before.unknown_drugs}:
        return _joined(replace(frame, drugs=(), unknown_drugs=()), before, without=given)
    if Link.REPLACED_DRUG in frame.links and met(before):
        old = given & {*before.drug_ids, *before.unknown_drugs}
        if len(old) == 1 and given - old:
            new = tuple(d for d in frame.drugs if d.id not in old)
            unknown = tuple(name for name in frame.unknown_drugs if name not in old)
            return _joined(replace(frame, drugs=new, unknown_drugs=unknown), before, without=old)
    bare = not frame.sections and frame.intent in (Intent.OVERVIEW, Intent.UNCLEAR)
    follows = Link.FOLLOW_UP in frame.links and bare and met(before)
    if (Link.ADDED_DRUG in frame.links or follows) and names(before):
        return _joined(frame, before, without=given)
    return frame


def met(frame: QueryFrame) -> bool:
    """Did the turn ask for several substances together?"""
    return frame.intent is Intent.INTERACTION and len((*frame.drugs, *frame.unknown_drugs, *frame.partners)) > 1


def _joined(frame: QueryFrame, before: QueryFrame, *, without: Collection[str]) -> QueryFrame:
    """What was talked about together, except those `without` (ids, names as typed), and what this turn names."""
    others = tuple(d for d in _from_history(before.drugs) if d.id not in without)
    if Link.ADDED_DRUG in frame.links:  # "thêm amiodaron" meets all that he takes
        spoken_of = {*without, *(d.id for d in others)}
        others += tuple(_of_id(d) for d in before.co_medications if d not in spoken_of)
    unknown = tuple(name for name in before.unknown_drugs if name not in without)
    partners = before.partners if met(before) else ()
    if not (others or unknown):
        return frame
    return taking(
        replace(_together(frame), partners=tuple(dict.fromkeys((*partners, *frame.partners)))),
        drugs=(*others, *frame.drugs),
        unknown_drugs=tuple(dict.fromkeys((*unknown, *frame.unknown_drugs))),
    )


def _together(frame: QueryFrame) -> QueryFrame:
    return replace(frame, sections=_interaction_first(frame.sections), intent=Intent.INTERACTION, terms=())


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
        return tuple(_of_id(d) for d in known.claim_drugs)
    return _from_history(seen.values())


def _of_id(drug: str) -> DrugMention:
    return DrugMention(drug, drug.replace("-", " ").capitalize(), drug, How.HISTORY)
