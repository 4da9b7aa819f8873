"""Where a condition of the question belongs: what is treated, what the patient also has, or only a word to look for."""

from dataclasses import replace

from rag.frames import MOTHERS, Finding, Intent, Population, QueryFrame
from rag.passages import DOSING
from rag.understanding import lexicon
from rag.understanding.condition_words import INFECTIONS, OCCASIONS, OF_PREGNANCY, SIGNS, TRAITS
from rag.understanding.facts import Facts
from rag.understanding.findings import Condition, is_too_wide
from rag.understanding.purposes_said import purpose_said
from rag.understanding.section_keys import CAUTION, CONTRA, INTERACTION, LACTATION, PREGNANCY
from rag.understanding.sections import SectionChoice
from rag.understanding.spans import named_conditions
from rag.understanding.utterance import NamedDrug, Utterance

_HAD_WITH = ("uống", "với", "cùng", "kèm", "có", "chung", "dùng", "ăn")
_HAS_NOT = ("không", "chưa", "bỏ", "cai", "tránh", "kiêng", "ngừng", "ngưng", "cữ")
_TREATED = ("trị", "chữa", "phòng", "ngừa", "giảm")
_OF_A_MEAL = ("sữa", "thức", "đồ", "rau", "milk", "food")


def fill_conditions(facts: Facts, frame: QueryFrame, choice: SectionChoice) -> QueryFrame:
    """A dose is asked for an indication; "dùng được không" is asked because of what the patient has."""
    told = [c for c in facts.conditions.present() if c.cue != "history"]
    story = facts.asking.span is not None
    beside = _beside(facts)
    first = choice.sections[0] if choice.sections else None
    findings = list(frame.comorbidities)
    findings += [Finding(facts.u.reading.text[d.span.start : d.span.end], present=True) for d in beside]
    indication: Condition | None = None
    if story:
        findings += [Finding(c.name, present=True) for c in told if _lasts(c) and not _asked_here(facts, c)]
        told = [c for c in told if _asked_here(facts, c)]
    if first in (DOSING, None, "chi_dinh") or frame.intent is Intent.DOSE:
        indication = _best([c for c in told if not _is_trait(facts, c)])
        germ = _germ_behind(facts, indication)
        findings += [
            Finding(c.name, present=True)
            for c in told
            if c is not indication and c is not germ and _is_comorbidity(c, indication)
        ]
        findings += [Finding(c.name, present=True) for c in told if _is_trait(facts, c) or _is_had(facts, c)]
    elif first in (PREGNANCY, LACTATION) or set(frame.populations) & MOTHERS:
        indication = _best(told)
    elif first in (CONTRA, CAUTION):
        # "A hay B cho viêm màng não": which of them, for what is to be treated.
        meant = [c for c in told if facts.names > 1 and facts.u.says(c.start - 1, "cho")]
        treated = [c for c in told if c.cue == "for" or c.kind == "symptom" or c in meant]
        indication = _best(treated)
        findings += [Finding(c.name, present=True) for c in told if c not in treated and c.name not in OCCASIONS]
    elif first == INTERACTION:
        findings += [Finding(c.name, present=True) for c in told if c.cue == "for" and _lasts(c)]
    populations = frame.populations
    if indication is not None and indication.name in OF_PREGNANCY and not set(populations) - {Population.ADULT}:
        populations = (Population.PREGNANT,)
    if indication is not None:
        indication = _with_what_it_causes(facts, indication)
    rules = frame.rules | ({"indication": f"condition.{indication.cue or 'named'}"} if indication else {})
    return replace(
        frame,
        indication=indication.name if indication else frame.indication,
        purpose=purpose_said(facts, indication),
        comorbidities=tuple(dict.fromkeys(findings)),
        co_medications=(*taken_by_patient(facts), *(_taken_with(facts) if frame.intent is Intent.DOSE else ())),
        populations=populations,
        rules=rules,
    )


def taken_by_patient(facts: Facts) -> tuple[str, ...]:
    """Drugs that the patient takes already: ids, or names as typed."""
    return tuple(dict.fromkeys(_id_or_name(facts, drug) for drug in _beside(facts)))


def _taken_with(facts: Facts) -> list[str]:
    """Drink and the like that the patient has beside the drug: "có uống rượu", "với nước bưởi"; as typed.

    Meals and milk are not among them: how a drug is taken with those is printed among its doses.
    """
    u = facts.asking
    worded = [(h.start, h.end) for h in u.of(lexicon.PARTNERS) if h.label == "food"]
    said = [(a, b) for a, b in facts.partners if any(a < end and start < b for start, end in worded)]
    had = [(a, b) for a, b in said if _is_had_with(u, a) and not u.says(a, *_OF_A_MEAL) and not u.says(b - 1, "cam")]
    return list(dict.fromkeys(u.typed(start, end) for start, end in had))


def _best(told: list[Condition]) -> Condition | None:
    """What was said to be treated, else a disease, else a complaint; a wide word only where nothing else is said."""
    order = {"disease": 0, "symptom": 1, "open": 2}
    ranked = sorted(
        told, key=lambda c: (is_too_wide(c.name), c.cue != "for" or c.kind == "open", order[c.kind], c.start)
    )
    return ranked[0] if ranked else None


def _germ_behind(facts: Facts, whole: Condition | None) -> Condition | None:
    """The infection that a disease is told to come from: "viêm khớp do lậu", "viêm khớp lậu"."""
    if whole is None:
        return None
    at = whole.end + 1 if facts.u.says(whole.end, "do", "vì") else whole.end
    return next((c for c in facts.conditions.present() if c.start == at and c.name in INFECTIONS), None)


def _with_what_it_causes(facts: Facts, cause: Condition) -> Condition:
    """ "Viêm khớp do lậu" is no lậu: what stands before "do" is treated, and the cause says how."""
    u = facts.u
    if germ := _germ_behind(facts, cause):
        name = f"{u.typed(cause.start, cause.end)} do {u.typed(germ.start, germ.end)}"
        return replace(cause, name=name, end=germ.end)
    whole = next((c for c in facts.conditions.present() if c.end == cause.start - 1), None)
    if whole is None or not u.says(cause.start - 1, "do"):
        return cause
    return replace(cause, name=u.typed(whole.start, cause.end), start=whole.start, cue=whole.cue)


def _is_trait(facts: Facts, c: Condition) -> bool:
    return c.name in TRAITS or (c.name in SIGNS and not facts.u.says(c.start - 1, *_TREATED))


def _is_had(facts: Facts, c: Condition) -> bool:
    """ "có chảy máu", "có suy thận và nhược cơ": a fact about the patient, whatever the drug is asked for."""
    u, at = facts.u, c.start - 1
    while u.says(at, "và", ",", "kèm", "với", "cả", "bệnh"):
        before = next((start for start, end in named_conditions(u) if end in (at, at + 1)), None)
        at = at - 1 if before is None else before - 1
    return c.kind != "open" and u.says(at, "có") and not u.says(at - 1, "không", "chưa")


def _is_comorbidity(c: Condition, indication: Condition | None) -> bool:
    return _lasts(c) and (indication is None or c.name != indication.name)


def _lasts(c: Condition) -> bool:
    return c.kind == "disease" and not is_too_wide(c.name) and c.name not in OCCASIONS


def _asked_here(facts: Facts, c: Condition) -> bool:
    span = facts.asking.span
    return span is None or span[0] <= c.start < span[1]


def _is_had_with(u: Utterance, at: int) -> bool:
    """ "đang uống rượu", "với rượu"; not "không uống rượu", "đã bỏ uống rượu"."""
    return u.says(at - 1, *_HAD_WITH) and not any(u.says(i, *_HAS_NOT) for i in range(at - 4, at))


def _beside(facts: Facts) -> list[NamedDrug]:
    """Drugs taken beside the one asked about: said so, or of a story that the question at its end is not about."""
    asked = {m.id for m in facts.mentions}
    told = [*facts.beside.drugs, *(d for d in facts.u.drugs if facts.asking.span is not None)]
    told = [d for d in told if d.start not in facts.conditions.allergens]
    return [d for d in told if d.span.mention is None or d.span.mention.id not in asked]


def _id_or_name(facts: Facts, drug: NamedDrug) -> str:
    mention = drug.span.mention
    return mention.id if mention else facts.u.reading.text[drug.span.start : drug.span.end]
