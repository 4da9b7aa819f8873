"""Two monographs of one title: the words of a later turn tell which of them is meant."""

from dataclasses import replace

from rag.frames import AmbiguousName, DrugMention, How, Intent, QueryFrame
from rag.ports import DrugNames
from rag.records import PastTurn
from rag.slots.remembered import is_clinical
from rag.slots.remembered import names as names_a_drug
from rag.vietnamese import fold

_BRACKET = " ("
_FACTS = frozenset(
    {
        "ten_chung_quoc_te",
        "ma_atc",
        "loai_thuoc",
        "dang_thuoc_va_ham_luong",
        "duoc_ly",
        "duoc_dong_hoc",
        "do_on_dinh_va_bao_quan",
        "thong_tin_quy_che",
        "ten_thuong_mai",
    }
)
"""Sections that tell what a drug is: of two monographs of one title both may be shown. No doses, no warnings."""


def both_monographs(frame: QueryFrame) -> QueryFrame:
    """ "Salbutamol có dạng nào": where only facts are asked of a title that stands twice, both are answered."""
    if len(frame.ambiguous) != 1 or frame.ambiguous[0].why != "homonym" or frame.drugs or frame.unknown_drugs:
        return frame
    if frame.intent is not Intent.SECTION or not frame.sections or not set(frame.sections) <= _FACTS:
        return frame
    name = frame.ambiguous[0]
    how = How.TITLE if all(fold(name.text) in fold(option.name) for option in name.options) else How.FUZZY
    drugs = tuple(DrugMention(option.id, option.name, name.text, how) for option in name.options)
    return replace(frame, drugs=drugs, ambiguous=(), rules={**frame.rules, "drugs": "drug.both_of_one_title"})


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
