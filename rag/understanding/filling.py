"""Where a condition of the question belongs: what is treated, what the patient also has, or only a word to look for."""

from dataclasses import replace

from rag.frames import Finding, Intent, QueryFrame
from rag.passages import DOSING
from rag.slots.settling import MOTHERS
from rag.understanding.condition_words import OCCASIONS
from rag.understanding.facts import Facts
from rag.understanding.findings import Condition, is_too_wide
from rag.understanding.section_keys import CAUTION, CONTRA, INTERACTION, LACTATION, PREGNANCY
from rag.understanding.sections import SectionChoice


def fill_conditions(facts: Facts, frame: QueryFrame, choice: SectionChoice) -> QueryFrame:
    """A dose is asked for an indication; "dùng được không" is asked because of what the patient has."""
    told = [c for c in facts.conditions.present() if c.cue != "history"]
    story = facts.asking.span is not None
    first = choice.sections[0] if choice.sections else None
    findings = list(frame.comorbidities)
    indication: Condition | None = None
    if story:
        findings += [Finding(c.name, present=True) for c in told if _lasts(c) and not _asked_here(facts, c)]
        told = [c for c in told if _asked_here(facts, c)]
        findings += _co_medication(facts)
    if first in (DOSING, None, "chi_dinh") or frame.intent is Intent.DOSE:
        indication = _best(told)
        findings += [
            Finding(c.name, present=True) for c in told if c is not indication and _is_comorbidity(c, indication)
        ]
    elif first in (PREGNANCY, LACTATION) or set(frame.populations) & MOTHERS:
        indication = _best(told)
    elif first in (CONTRA, CAUTION):
        treated = [c for c in told if c.cue == "for" or c.kind == "symptom"]
        indication = _best(treated)
        findings += [Finding(c.name, present=True) for c in told if c not in treated and c.name not in OCCASIONS]
    elif first == INTERACTION:
        findings += [Finding(c.name, present=True) for c in told if c.cue == "for" and _lasts(c)]
    rules = frame.rules | ({"indication": f"condition.{indication.cue or 'named'}"} if indication else {})
    return replace(
        frame,
        indication=indication.name if indication else None,
        comorbidities=tuple(dict.fromkeys(findings)),
        rules=rules,
    )


def _best(told: list[Condition]) -> Condition | None:
    """What was said to be treated, else a disease, else a complaint; a wide word only where nothing else is said."""
    order = {"disease": 0, "symptom": 1, "open": 2}
    ranked = sorted(
        told, key=lambda c: (is_too_wide(c.name), c.cue != "for" or c.kind == "open", order[c.kind], c.start)
    )
    return ranked[0] if ranked else None


def _is_comorbidity(c: Condition, indication: Condition | None) -> bool:
    return _lasts(c) and (indication is None or c.name != indication.name)


def _lasts(c: Condition) -> bool:
    return c.kind == "disease" and not is_too_wide(c.name) and c.name not in OCCASIONS


def _asked_here(facts: Facts, c: Condition) -> bool:
    span = facts.asking.span
    return span is None or span[0] <= c.start < span[1]


def _co_medication(facts: Facts) -> list[Finding]:
    """Drugs of a story that the question at its end is not about."""
    asked = {m.id for m in facts.mentions}
    others = [d.span.mention for d in facts.u.drugs if d.span.mention is not None]
    return [Finding(m.name, present=True) for m in dict.fromkeys(others) if m.id not in asked]
