"""Two monographs of one title: the words of a later turn tell which of them is meant."""

from dataclasses import replace

from rag.frames import AmbiguousName, DrugMention, QueryFrame
from rag.ports import DrugNames
from rag.records import PastTurn
from rag.slots.remembered import is_clinical
from rag.slots.remembered import names as names_a_drug

_BRACKET = " ("


def by_words(typed: str, offered: AmbiguousName, names: DrugNames) -> DrugMention | None:
    """The offered monograph that the name together with the reply finds ("salbutamol" + "hen")."""
    offers = {option.id for option in offered.options}
    found = [span.mention for span in names.find(f"{offered.text} {typed}") if span.mention]
    return found[0] if len(found) == 1 and found[0].id in offers else None


def other_monograph(text: str, frame: QueryFrame, history: tuple[PastTurn, ...], names: DrugNames) -> QueryFrame:
    """The frame with the other monograph of the same title, when this turn's words are of that one."""
    last = next((t.frame for t in reversed(history) if is_clinical(t.frame)), None)
    if last is None or names_a_drug(frame) or len(last.drugs) != 1 or _BRACKET not in last.drugs[0].name:
        return frame
    drug = last.drugs[0]
    title = drug.name.split(_BRACKET)[0]
    offered = next((span.ambiguous for span in names.find(title) if span.ambiguous), None)
    if offered is None:
        return frame
    meant = by_words(text, replace(offered, text=title), names)
    if meant is None or meant.id == drug.id:
        return frame
    return replace(frame, drugs=(replace(meant, matched=title),), rules={**frame.rules, "drugs": "drug.homonym"})
