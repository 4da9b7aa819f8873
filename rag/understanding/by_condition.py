"""Questions that ask for drugs: for a condition or a complaint, or by another relation that is never answered."""

from dataclasses import replace

from rag.frames import Intent, Link, Population, QueryFrame, Relation, Signal
from rag.understanding import lexicon
from rag.understanding.condition_words import TOO_WIDE
from rag.understanding.facts import Facts

_SEVERAL_COMPLAINTS = 3
_RELATIONS = (
    ("avoid", Relation.CONTRAINDICATION),
    ("causes", Relation.ADVERSE_EFFECT),
    ("careful", Relation.CAUTION),
    ("safe", Relation.CONTRAINDICATION),
)
_GROUPS = {
    Population.RENAL: "suy thận",
    Population.HEPATIC: "suy gan",
    Population.PREGNANT: "có thai",
    Population.BREASTFEEDING: "cho con bú",
    Population.CHILD: "trẻ em",
    Population.ELDERLY: "người cao tuổi",
}
_LEANS = frozenset({Link.THAT_DRUG, Link.FIRST_DRUG, Link.SECOND_DRUG, Link.THIRD_DRUG, Link.BOTH_DRUGS})


def asks_for_drugs(facts: Facts) -> bool:
    return facts.names == 0 and facts.u.has(lexicon.WHICH, "which") and not _leans(facts)


def _leans(facts: Facts) -> bool:
    labels = {link.value for link in _LEANS}
    return bool(labels & facts.u.labels(lexicon.LINKS))


def condition_question(facts: Facts, frame: QueryFrame) -> QueryFrame:
    """Indication is the only relation that the book can be read for; the others are named and declined."""
    u = facts.u
    labels = u.labels(lexicon.WHICH)
    relation = next((r for label, r in _RELATIONS if label in labels), Relation.INDICATION)
    told = [c for c in facts.conditions.present() if c.cue != "history"]
    names = list(dict.fromkeys(c.name for c in sorted(told, key=lambda c: (c.name in TOO_WIDE, c.start))))
    group = next((words for p, words in _GROUPS.items() if p in frame.populations), None)
    condition = names[0] if names else None
    if relation is not Relation.INDICATION:
        return replace(
            frame,
            intent=Intent.CONDITION_RELATION,
            relation=relation,
            condition=condition or group,
            sections=(),
            signals=frame.signals - {Signal.RANKING},
            rules=frame.rules | {"relation": f"relation.{relation.value}"},
        )
    complaints = {c.name for c in told if c.kind == "symptom"}
    wide = bool(names) and (names[0] in TOO_WIDE or len(names) >= _SEVERAL_COMPLAINTS)
    kind = next((c.kind for c in told if c.name == condition), "disease")
    signals = frame.signals | ({Signal.AMBIGUOUS_CONDITION} if wide else set())
    return replace(
        frame,
        intent=Intent.SYMPTOM_TO_DRUG if kind == "symptom" or len(complaints) > 1 else Intent.CONDITION_TO_DRUG,
        relation=relation,
        condition=condition,
        sections=("chi_dinh",),
        signals=signals,
        rules=frame.rules | {"condition": "condition.asked_for", "sections": "section.which_drug"},
    )
