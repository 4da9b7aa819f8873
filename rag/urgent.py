"""In an emergency nothing stands before what the book prints: doses for every group, and where else it prints them."""

import re
from dataclasses import replace

from rag.antidotes import antidotes_in
from rag.applicability import Match, applicability
from rag.condition_names import search_terms
from rag.conditions import names_indication, same_condition
from rag.doses import read_dose
from rag.frames import AGE_CLASSES, Intent, Population, QueryFrame, Signal
from rag.passages import DOSING, MANAGING, Evidence, Passage
from rag.ports import DrugNames, PassageStore
from rag.printed import segments
from rag.routes import is_urgent
from rag.vietnamese import fold, folded_words

RESCUED = frozenset({"phản vệ"})
"""Reactions for which the book prints doses in another monograph, whatever drug brought them about."""
_POISONED_BY = ("ngộ độc", "quá liều", "giải độc")


def for_every_group(frame: QueryFrame, evidence: Evidence) -> QueryFrame:
    """An urgent dose for nobody named, asked for each age group that it is printed for; else unchanged."""
    if frame.intent is not Intent.DOSE or frame.populations or not is_urgent(frame):
        return frame
    groups = groups_with_dose(frame, evidence.of(section=DOSING))
    return replace(frame, populations=groups, groups=groups)


def for_what_the_patient_has(frame: QueryFrame, evidence: Evidence) -> QueryFrame:
    """A dose named in an emergency that heads none of the drug's doses: what is printed against the drug is asked.

    "Epinephrin 0,5 mg sốc phản vệ được không" is held against the print, "ceftriaxon 1 g sốc phản vệ được không" not.
    """
    asked = frame.indication or frame.condition
    if not asked or frame.dose_task is None or not is_urgent(frame) or frame.sections != (DOSING,):
        return frame
    if any(names_indication(asked, i) for p in evidence.of(section=DOSING) for i in p.indications):
        return frame
    return replace(frame, intent=Intent.SECTION, sections=("chong_chi_dinh", "than_trong"), dose_task=None)


def groups_with_dose(frame: QueryFrame, dosing: tuple[Passage, ...]) -> tuple[Population, ...]:
    """Age groups for which a dose is printed under the asked indication."""
    named = [s for p in dosing for s in segments(p) if applicability(s, frame).indication is Match.YES]
    printed = {p for s in named if read_dose(s.text).states for p in s.context.populations}
    return tuple(p for p in Population if p in printed & AGE_CLASSES)


def must_act_unprinted(frame: QueryFrame, evidence: Evidence) -> bool:
    """What to do is asked in an emergency, and no monograph of the drugs has a section that says it."""
    asked = Signal.EMERGENCY in frame.signals and frame.sections[:1] == (MANAGING,)
    return asked and not evidence.of(section=MANAGING)


def antidotes_of_their_own(
    name: str, asked: tuple[str, ...], shown: tuple[Passage, ...], names: DrugNames, passages: PassageStore
) -> dict[str, list[Passage]]:
    """Antidotes that the overdose section names and that have a monograph with a dose against the drug `name`.

    Title of the monograph -> the blocks of that dose. Drugs of the question (`asked`) speak for themselves.
    """
    found: dict[str, list[Passage]] = {}
    for antidote in dict.fromkeys(a for p in shown for a in antidotes_in(p.text)):
        for span in names.find(f"thuốc {antidote}"):
            if span.mention is None or span.mention.id in asked:
                continue
            against = [p for p in passages.sections((span.mention.id,), (DOSING,)) if _is_against(name, p)]
            if against:
                found.setdefault(span.mention.name, against)
    return found


def _is_against(poison: str, passage: Passage) -> bool:
    of = [folded_words(text) for text in passage.indications if passage.quarantine is None]
    return any(folded_words(poison) in text and any(folded_words(w) in text for w in _POISONED_BY) for text in of)


def dosed_elsewhere(condition: str, drugs: tuple[str, ...], passages: PassageStore) -> dict[str, Passage]:
    """Other drugs of the edition whose dosing section prints doses for the condition, by title: where to look.

    What the book prints as added to the treatment of it ("điều trị bổ sung trong sốc phản vệ") stands last.
    """
    candidates = dict.fromkeys(p.monograph for p in passages.by_indication(search_terms(condition)))
    others = tuple(drug for drug in candidates if drug not in drugs)
    found: dict[str, Passage] = {}
    for passage in passages.sections(others, (DOSING,)) if others else ():
        if passage.quarantine is None and any(names_indication(condition, i) for i in passage.indications):
            found.setdefault(passage.monograph_name, passage)
    added = (
        {p.monograph for p in passages.sections(others, ("chi_dinh",)) if _only_adds(condition, p)} if others else ()
    )
    return dict(sorted(found.items(), key=lambda item: item[1].monograph in added))


_ADDED = re.compile(r"\b(?:bo sung|ho tro|bo tro|phu tro|phoi hop)\b")


def _only_adds(condition: str, passage: Passage) -> bool:
    return any(same_condition(condition, s.text) and _ADDED.search(fold(s.text)) for s in segments(passage))
