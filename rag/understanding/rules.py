"""Understand a question by rules: what this turn says, field by field, and which rule said so.

Nothing is inherited here (`rag.slots` does that) and nothing is guessed: what no rule reads stays None.
"""

from dataclasses import replace

from rag.condition_names import IN_ATTACK
from rag.frames import BY_DAY, Intent, Link, QueryFrame, Route, Signal, Verbosity
from rag.passages import DOSING, MANAGING, OVERDOSE
from rag.ports import DrugNames
from rag.records import PastTurn
from rag.slots.last_asked import TAKEN_NOW
from rag.slots.remembered import DENIED, is_clinical
from rag.slots.settling import settled
from rag.understanding import lexicon
from rag.understanding.by_condition import BY_CONDITION, asks_for_drugs, condition_question, denied_kinds
from rag.understanding.condition_words import GRAVE_OF_DRUGS, OF_OVERDOSE
from rag.understanding.corrections import corrected
from rag.understanding.dose_tasks import with_dose_task
from rag.understanding.facts import Facts, gather
from rag.understanding.filling import fill_conditions
from rag.understanding.gestation import term_of_newborn
from rag.understanding.groups import groups_in
from rag.understanding.homonyms import both_monographs, other_monograph
from rag.understanding.joined_requests import with_joined_sections
from rag.understanding.leftover import terms_in
from rag.understanding.links import links_in
from rag.understanding.replies import answered
from rag.understanding.rescues import ANAPHYLAXIS, rescue_in
from rag.understanding.section_keys import CONTRA, FORMS
from rag.understanding.sections import HOW_OFTEN, REACTION, Asked, SectionChoice, choose
from rag.understanding.shares import own_sections
from rag.understanding.social import is_only_social, social_rule
from rag.understanding.stages import with_weeks_of_pregnancy
from rag.understanding.turn_signals import how_often_in, says_attack, signals_in, too_much
from rag.understanding.unread_names import with_unread_name
from rag.understanding.utterance import Utterance, hear
from rag.vietnamese import fold

_LEANING = frozenset({Link.FOLLOW_UP, Link.SAME_PATIENT, Link.CORRECTION, Link.RETURN, Link.REJECTED, Link.ADDED_DRUG})


def understand(
    question: str,
    *,
    names: DrugNames,
    history: tuple[PastTurn, ...] = (),
    asked_for: SectionChoice | None = None,
) -> QueryFrame:
    """What this turn says. `history` (oldest first) serves only to see whether it answers our last question.

    `asked_for`: the sections that words ask for which no rule reads, where a model read them; all else is read as ever.
    """
    u = hear(question, names)
    notes = u.reading.notes
    if not any(word.is_word or word.is_number for word in u.words):
        return QueryFrame(signals=frozenset({Signal.MALFORMED}), notes=notes, rules={"signals": "scope.blank"})
    if is_only_social(u):
        return QueryFrame(intent=Intent.SMALLTALK, notes=notes, rules={"intent": social_rule(u)})
    facts = gather(u, in_focus=_in_focus(history))
    frame = _frame(facts, history, asked_for)
    frame = _as_follow_up(u, frame, history)
    frame = with_weeks_of_pregnancy(u, frame, history)
    frame = answered(u, frame, history, names)
    frame = corrected(u, frame, history)
    frame = both_monographs(other_monograph(u.reading.text, frame, history, names))
    if history and (frame.answers_slot or frame.links & _LEANING):
        return frame  # what it means with earlier turns is for `rag.slots` to say
    return settled(frame)


def _as_follow_up(u: Utterance, frame: QueryFrame, history: tuple[PastTurn, ...]) -> QueryFrame:
    """ "Cetirizin?", "của Augmentin" behind a question about a section: the same is asked of another drug."""
    last = next((t.frame for t in reversed(history) if is_clinical(t.frame)), None)
    if frame.intent is not Intent.OVERVIEW or "sections" in frame.rules or last is None or not last.sections:
        return frame
    asks = u.words[-1].text == "?" or u.says(0, "của")
    alone = all(i in u.drug_words or not w.is_word or (i == 0 and u.says(0, "của")) for i, w in enumerate(u.words))
    return replace(frame, intent=Intent.UNCLEAR, links=frame.links | {Link.FOLLOW_UP}) if asks and alone else frame


def _in_focus(history: tuple[PastTurn, ...]) -> frozenset[str]:
    """Ids of the drugs that the last clinical turn was about; empty when we asked back for the drug."""
    last = next((t for t in reversed(history) if is_clinical(t.frame)), None)
    if last is None or last.frame is None or (last.clarify and "drug" in last.clarify.slot.split("+")):
        return frozenset()
    return frozenset((*last.frame.drug_ids, *last.frame.unknown_drugs))


def _frame(facts: Facts, history: tuple[PastTurn, ...], asked_for: SectionChoice | None) -> QueryFrame:
    u, people = facts.u, facts.people
    links = links_in(u)
    if Link.REJECTED in links and not facts.names and (people.age_months is not None or facts.weight_kg is not None):
        links = links - {Link.REJECTED} | {Link.CORRECTION}  # "sai rồi, bé 16 kg": a value was wrong, not the answer
    term = term_of_newborn(u)
    born = (term,) if term and people.gestational_weeks is None else ()
    choice = asked_for or with_joined_sections(facts.asking, choose(facts.asking, _asked(facts, history)))
    frame = QueryFrame(
        drugs=facts.mentions,
        ambiguous=facts.ambiguous,
        unknown_drugs=facts.unknown,
        sections=choice.sections,
        populations=people.in_text_order if choice.intent is Intent.COMPARISON else people.populations,
        groups=groups_in(u, compares=choice.intent is Intent.COMPARISON),
        age_months=people.age_months,
        weight_kg=facts.weight_kg,
        routes=_routes(facts, choice),
        renal=facts.renal,
        hepatic=facts.hepatic,
        pregnancy_weeks=people.pregnancy_weeks,
        trimesters=people.trimesters,
        gestational_weeks=people.gestational_weeks,
        postmenstrual_weeks=people.postmenstrual_weeks,
        infant_age_months=people.infant_age_months,
        comorbidities=(*facts.conditions.findings, *born),
        of_relatives=tuple(u.typed(start, end) for start, end in facts.relatives),
        stopped=tuple(dict.fromkeys(u.typed(d.start, d.end) for d in facts.stopped)),
        verbosity=_verbosity(facts.asking),
        links=links,
        notes=u.reading.notes,
        rules=_rules(facts, choice) | ({"comorbidities": "gestation.term"} if born else {}),
    )
    if facts.unsure_whose:
        frame = replace(frame, populations=(), groups=(), age_months=None, weight_kg=None)
    frame = replace(frame, signals=signals_in(facts, choice, frame, history))
    frame = replace(frame, intent=_intent(facts, choice, frame))
    frame = _with_own_sections(facts, frame)
    if frame.intent is Intent.OUT_OF_SCOPE:
        return replace(frame, sections=())
    by_condition = asked_for is None and asks_for_drugs(facts)
    filled = condition_question(facts, frame) if by_condition else fill_conditions(facts, frame, choice)
    filled = _with_terms(facts, _with_partners(facts, filled))
    if filled.intent is Intent.OVERVIEW and filled.terms and choice.intent is None:
        return replace(filled, intent=Intent.UNCLEAR)  # more than the name was said: ask what is meant
    framed = with_dose_task(filled, u.reading.text)
    if framed.dose_task is None and choice.sections[:1] == (CONTRA,):
        framed = _compared_in_emergency(facts, framed, choice)
    framed = _given_in_reaction(facts, framed, choice)
    framed = with_unread_name(facts, framed)
    if framed.sections == filled.sections or not facts.routes.routes:
        return framed
    # A named dose made it a question for the dose: "uống" is its route, whatever the words around it ask.
    return replace(framed, routes=facts.routes.routes, rules={**framed.rules, "routes": facts.routes.rule})


def _compared_in_emergency(facts: Facts, frame: QueryFrame, choice: SectionChoice) -> QueryFrame:
    """ "epinephrin 0,5 mg tiêm bắp sốc phản vệ được không": a dose for the emergency is held against the print."""
    calm = with_dose_task(replace(frame, signals=frame.signals - {Signal.EMERGENCY}), facts.u.reading.text)
    if calm.intent is not Intent.DOSE or frame.intent is Intent.DOSE:
        return frame
    asked = fill_conditions(facts, calm, replace(choice, sections=(DOSING,), intent=Intent.DOSE))
    return _with_terms(facts, replace(asked, signals=frame.signals))


def _given_in_reaction(facts: Facts, frame: QueryFrame, choice: SectionChoice) -> QueryFrame:
    """What to do in a reaction, and with which drug: its dose in that reaction is asked for."""
    asks = choice.rule == REACTION or choice.sections[:1] == (MANAGING,)
    rescue = rescue_in(facts.u) if asks and Signal.EMERGENCY in frame.signals else None
    if rescue is None or rescue.span.mention is None:
        return frame
    alone = replace(frame, drugs=(rescue.span.mention,), own_sections={}, sections=(DOSING,), intent=Intent.DOSE)
    asked = fill_conditions(facts, alone, replace(choice, sections=(DOSING,), intent=Intent.DOSE))
    rules = {**asked.rules, "sections": "section.rescue"}
    return replace(asked, indication=ANAPHYLAXIS, condition=None, terms=(), rules=rules)


def _with_own_sections(facts: Facts, frame: QueryFrame) -> QueryFrame:
    """Each drug with what is asked of it; a request for a drug that the edition lacks is not put to the others."""
    if frame.intent not in (Intent.SECTION, Intent.DOSE):
        return frame
    shares = own_sections(facts.asking, facts.subjects)
    own = {
        mention.id: sections
        for at, sections in shares.items()
        if (mention := facts.subjects[at].span.mention) is not None
    }
    if not own:
        return frame
    asked = tuple(dict.fromkeys(s for sections in own.values() for s in sections))
    frame = replace(frame, own_sections=own if len(own) > 1 else {}, sections=asked)
    if DOSING not in asked:
        return replace(frame, intent=Intent.SECTION)
    poison = next((m for m in facts.mentions if own.get(m.id, ())[:1] == (OVERDOSE,)), None)
    if poison is None or not frame.own_sections:
        return frame
    # "ngộ độc paracetamol liều acetylcystein": the dose that is asked is the one against the poison.
    return replace(frame, intent=Intent.DOSE, indication=f"quá liều {poison.name}")


def _asked(facts: Facts, history: tuple[PastTurn, ...]) -> Asked:
    u = facts.asking
    # Behind a question for a dose, "ibuprofen viêm khớp" asks for the dose as well.
    leans = any(is_clinical(turn.frame) for turn in history)
    several = facts.names > 1 or len(facts.people.populations) > 1 or sum(w.kg is None for w in facts.weights) > 1
    side_by_side = u.has(lexicon.SECTIONS, "compare") or (u.has(lexicon.SCOPE, "which_one") and facts.names > 1)
    said = facts.conditions.present()
    amounts = [n for n in u.numbers if n.start not in facts.value_words]
    return Asked(
        names=facts.names,
        populations=facts.people.in_text_order,
        has_condition=facts.is_impaired or bool(said) or any(f.present for f in facts.conditions.findings),
        has_finding=any(f.present for f in facts.conditions.findings),
        has_measure=facts.people.age_months is not None or facts.weight_kg is not None or bool(facts.routes.routes),
        asks_route=facts.routes.asked_itself,
        compares=several and side_by_side,
        meets_partner=facts.meets_partner,
        allergic=any(f.present and f.name.startswith("dị ứng") for f in facts.conditions.findings),
        joined_to_partner=facts.joined_to_partner,
        names_overlap=_names_overlap(facts),
        overdosed=facts.swallowed_many,
        checks_amount=too_much(facts) is not None,
        reaction=facts.reaction,
        must_act=facts.must_act,
        as_overdose=facts.reaction and any(c.name in OF_OVERDOSE for c in said),
        harm_of_drug=any(c.name in GRAVE_OF_DRUGS and c.cue != "for" for c in said),
        somebody=facts.somebody,
        occasion=facts.occasion,
        taken_now=facts.taken_now,
        condition_first=facts.condition_first,
        how_often=facts.names == 1 and not amounts and how_often_in(u) is not None,
        purpose_alone=facts.purpose_alone and not leans,
    )


def _names_overlap(facts: Facts) -> bool:
    known = [fold(m.matched) for m in facts.mentions]
    return any(fold(name).startswith(f"{k} ") for name in facts.unknown for k in known)


def _intent(facts: Facts, choice: SectionChoice, frame: QueryFrame) -> Intent:
    if Signal.OFF_TOPIC in frame.signals:
        return Intent.OUT_OF_SCOPE
    clinical = facts.names or choice.sections or frame.populations or facts.value_words or facts.conditions.conditions
    if Signal.INSTRUCTION in frame.signals and not clinical:
        return Intent.OUT_OF_SCOPE
    if choice.intent is not None:
        return choice.intent
    facts_given = frame.populations or frame.routes or frame.renal or facts.conditions.conditions or frame.verbosity
    measured = frame.age_months is not None or frame.weight_kg is not None
    if facts.names and not (facts_given or measured or frame.links & _LEANING):
        return Intent.OVERVIEW
    return Intent.UNCLEAR


def _routes(facts: Facts, choice: SectionChoice) -> tuple[Route, ...]:
    """A way that is asked for; "uống" that only tells that a drug was taken, and the forms that exist, are none."""
    first = choice.sections[0] if choice.sections else DOSING
    if (
        choice.rule == REACTION
        or first == FORMS
        or (first != DOSING and not facts.routes.asked_itself)
        or asks_for_drugs(facts)
    ):
        return ()
    return facts.routes.routes


def _verbosity(u: Utterance) -> Verbosity | None:
    if u.has(lexicon.LINKS, "concise"):
        return Verbosity.CONCISE
    return Verbosity.DETAILED if u.has(lexicon.LINKS, "detailed") or u.has(lexicon.SECTIONS, "whole") else None


def _rules(facts: Facts, choice: SectionChoice) -> dict[str, str]:
    rules = dict(facts.people.rules)
    weighed = next((w.rule for w in facts.weights if w.kg is not None), None)
    named = {
        "drugs": (TAKEN_NOW if facts.taken_now and facts.names == 1 else "drug.named") if facts.mentions else None,
        "ambiguous": "drug.ambiguous" if facts.ambiguous else None,
        "unknown_drugs": "drug.unknown" if facts.unknown else None,
        "sections": choice.rule or None,
        "weight_kg": weighed,
        "routes": facts.routes.rule if _routes(facts, choice) else None,
        "renal": facts.renal_said.rule if facts.renal_said else None,
        "hepatic": "hepatic.word" if facts.hepatic else None,
        "comorbidities": "finding.said" if facts.conditions.findings else None,
        "attack": IN_ATTACK if says_attack(facts.u) else None,
        "often": BY_DAY if choice.rule == HOW_OFTEN and how_often_in(facts.asking) == "ngày" else None,
    }
    denied = {field: DENIED for field in facts.denied if field not in rules and not named.get(field)}
    return rules | {field: rule for field, rule in named.items() if rule} | denied


def _with_partners(facts: Facts, frame: QueryFrame) -> QueryFrame:
    """Only a question about an interaction puts them beside the drugs; elsewhere they are words left over."""
    if frame.intent is not Intent.INTERACTION or not facts.partners:
        return frame
    typed = tuple(dict.fromkeys(facts.u.typed(start, end) for start, end in facts.partners))
    return replace(frame, partners=typed, rules=frame.rules | {"partners": "partner.named"})


def _with_terms(facts: Facts, frame: QueryFrame) -> QueryFrame:
    slots = {frame.indication, frame.condition, *(f.name for f in frame.comorbidities)}
    partners = frozenset(i for start, end in facts.partners for i in range(start, end) if frame.partners)
    told = [c for c in facts.conditions.conditions if partners.isdisjoint(range(c.start, c.end))]
    spoken = [c for c in told if c.name not in slots and _in_part(facts, c.start)]
    used = set(facts.value_words)
    for condition in told:
        if condition not in spoken:
            used.update(range(condition.start, condition.end))
    used |= facts.conditions.words - {i for c in spoken for i in range(c.start, c.end)}
    terms = terms_in(facts.u, facts.asking, used=used, conditions=spoken, partners=partners)
    return replace(frame, terms=(*terms, *(denied_kinds(facts.u) if frame.intent in BY_CONDITION else ())))


def _in_part(facts: Facts, at: int) -> bool:
    span = facts.asking.span
    return span is None or span[0] <= at < span[1]
