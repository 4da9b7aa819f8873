"""Which sections a question wants to read, the primary one first, and what kind of question that makes it."""

from dataclasses import dataclass

from rag.frames import PURPOSE_ALONE, Intent, Population
from rag.passages import DOSING, MANAGING, OVERDOSE
from rag.slots.carrying import VAGUE
from rag.slots.newborns import STATE_ALONE
from rag.understanding import lexicon
from rag.understanding.section_keys import (
    ADR,
    ASKS_AMOUNT,
    BESIDE_INTERACTION,
    CAUTION,
    CONTRA,
    FORMS,
    INCOMPATIBLE,
    INDICATION,
    INTERACTION,
    LACTATION,
    PHARMACOLOGY,
    PREGNANCY,
    SECTIONS_OF,
    WEAK,
)
from rag.understanding.section_signs import (
    again,
    apart,
    given_to_comatose,
    into_what,
    joined_to_effects,
    reason,
    set_aside,
    stops,
    works,
)
from rag.understanding.utterance import Utterance

REACTION, MANAGE = "section.reaction", "section.manage"
_BESIDE_KIND = frozenset({"how_much", "how_long", "how_about", "overview", "added"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What else the question holds."""

    names: int = 0  # drugs named: known, unknown and ambiguous
    populations: tuple[Population, ...] = ()  # in text order
    has_condition: bool = False  # a condition, allergy or impairment of the patient
    has_finding: bool = False  # one that is said as a fact about the patient
    has_measure: bool = False  # age, weight or route
    asks_route: bool = False
    compares: bool = False
    overdosed: bool = False
    checks_amount: bool = False  # "500 mg x 4 có quá liều không"
    how_often: bool = False  # "hàng ngày", "cách ngày", and no amount
    reaction: bool = False  # a complaint told as coming after the drug
    must_act: bool = False  # that complaint asks for acting before reading
    as_overdose: bool = False  # that complaint is one for which the antidote stands under overdose
    harm_of_drug: bool = False  # that complaint is a harm against which an antidote may stand under overdose
    somebody: bool = False  # "người hiến máu dùng X": words in no list say who takes it
    occasion: bool = False  # an operation or a contrast medium, not as what the drug is for
    taken_now: bool = False  # "đang uống X": told, not asked for
    condition_first: bool = False  # a disease beside the drug, and no more: see `Facts.condition_first`
    purpose_alone: bool = False  # a drug and behind it a disease, and no more: see `Facts.purpose_alone`
    meets_partner: bool = False  # a class, food or drink beside the drug: "với thuốc ức chế CYP3A4"
    allergic: bool = False
    joined_to_partner: bool = False  # and by a word that says so: "cùng rượu", not "và rượu"
    names_overlap: bool = False  # one name begins with the other ("Panadol Extra" beside "Panadol")


HOW_OFTEN = "section.may_how_often"
"""The rule of "uống hàng ngày được không": how often a drug is given stands among its doses."""

WITH_SECTIONS = "section.interaction_and"
"""The rule of a question for the interactions of several drugs and for other sections of each."""


@dataclass(frozen=True, slots=True)
class SectionChoice:
    """`intent` None: the question names no section."""

    sections: tuple[str, ...] = ()
    intent: Intent | None = None
    rule: str = ""
    asks_role: bool = False


def choose(u: Utterance, asked: Asked) -> SectionChoice:
    labels = _labels(u, asked)
    if labels - _BESIDE_KIND - {"dose_kind"}:
        labels -= {"dose_kind"}  # "aspirin liều thấp" beside another request only says which aspirin
    if asked.checks_amount:
        labels = labels - {"overdose"} | {"may"}
    named = named_sections(u, labels)
    if "adr_changed" in labels and asked.names < 2:
        labels |= {"adr"}  # of one drug; "X làm tăng tác dụng phụ của Y" is how the two meet
    comatose = "coma" in labels and not named and not given_to_comatose(u, labels)
    overdosed = asked.overdosed or "overdose" in labels or comatose
    role = any(u.says(h.end - 2, "vai") for h in u.hits.labelled(lexicon.SECTIONS, "indication"))
    if role:
        return SectionChoice(_unique(INDICATION, PHARMACOLOGY, *named), Intent.SECTION, "section.role", asks_role=True)
    if overdosed:
        # Doses and routes told of an overdose are what happened, not what is asked.
        rest = [s for s in named if s not in (OVERDOSE, DOSING, INTERACTION)]
        return SectionChoice(_unique(OVERDOSE, MANAGING, *rest), Intent.SECTION, "section.overdose")
    if "manage" in labels and ADR in named[:1] and joined_to_effects(u):
        return SectionChoice(_unique(ADR, MANAGING, *named), Intent.SECTION, "section.effects_and_managing")
    asks_of_another = bool(labels & ASKS_AMOUNT) or (asked.names > 1 and "may" in labels)
    if asked.reaction and asked.names == 1 and "may" in labels and again(u):
        return SectionChoice((CONTRA, CAUTION, MANAGING, ADR), Intent.SECTION, "section.given_again")
    besides = named_sections(u, labels - {"stop"}) if "stop" in labels else named
    if asked.reaction and not set(besides) - {DOSING} and not asks_of_another:
        first = MANAGING if "manage" in labels or asked.must_act else ADR
        antidote = (OVERDOSE,) if asked.as_overdose else ()
        harm = (OVERDOSE,) if asked.harm_of_drug else ()
        return SectionChoice(_unique(*antidote, first, *harm, ADR, MANAGING), Intent.SECTION, REACTION)
    if "manage" in labels and not (named and "adr" not in labels and "harm" not in labels):
        harm = (OVERDOSE,) if asked.harm_of_drug else ()
        return SectionChoice(_unique(MANAGING, *harm, ADR, *named, CAUTION), Intent.SECTION, MANAGE)
    if asked.names > 1 and _weighs_equal(u) and "interaction" not in labels:
        return SectionChoice((PHARMACOLOGY,), Intent.COMPARISON, "section.compare_strength")
    meets_third = asked.names > 2 and "interaction" in labels and not asked.populations
    if (asked.compares and not meets_third) or (asked.names > 1 and not named and not labels - WEAK and _either(u)):
        return _comparison(u, asked, named)
    if asked.names + asked.meets_partner > 1 and "interval" in labels and apart(u) and not labels & {"dose", "amount"}:
        return SectionChoice((INTERACTION,), Intent.INTERACTION, "section.taken_apart")
    if asked.occasion and not labels - WEAK and stops(u):
        return SectionChoice((CAUTION, CONTRA, INTERACTION), Intent.SECTION, "section.occasion")
    if (met := _interaction(u, asked, labels, named)) is not None:
        return met
    return _for_patient(asked, labels, named)


def _labels(u: Utterance, asked: Asked) -> frozenset[str]:
    """What is asked for; an effect by which a class is called ("với thuốc kéo dài QT"), or that two drugs joined in one
    patient may have together, asks for none."""
    labels = u.labels(lexicon.SECTIONS)
    if works(u):
        labels = labels - {"how_long", "method"} | {"kinetics"}
    two_meet = asked.names > 1 and _added_up(u)  # "domperidon với clarithromycin kéo dài QT"
    if not (asked.meets_partner or two_meet) or "adr" not in labels:
        return labels
    inside = {i for start, end in u.partners for i in range(start, end)}
    said = [h for h in u.hits.labelled(lexicon.SECTIONS, "adr") if not inside.issuperset(range(h.start, h.end))]
    return labels if said else labels - {"adr"}


def named_sections(u: Utterance, labels: frozenset[str]) -> tuple[str, ...]:
    """Sections of the strong wordings in the order of the text, then where the book also puts such content."""
    primary: list[str] = []
    also: list[str] = []
    hits = [h for h in u.of(lexicon.SECTIONS) if h.label in labels]
    wanted = [h for h in hits if not set_aside(u, h.start)]
    for hit in wanted if any(h.label in SECTIONS_OF for h in wanted) else hits:
        sections = SECTIONS_OF.get(hit.label, ())
        if hit.label == "clash":
            sections = (INTERACTION,) if u.has(lexicon.PARTNERS, "food") else (INCOMPATIBLE, INTERACTION)
        elif hit.label == "tt":
            sections = (CAUTION, INTERACTION)
        elif hit.label == "mixing" and into_what(u):
            also += [INCOMPATIBLE]
        elif hit.label == "monitoring":
            also += [MANAGING, DOSING]
        elif hit.label == "caution" and any(u.says(i, "canh", "dè", "đề") for i in range(hit.start, hit.end)):
            also += [ADR, MANAGING]
        elif hit.label == "pharmacology" and any(u.says(i, "từ", "gốc") for i in range(hit.start, hit.end)):
            also += [FORMS, CONTRA]
        elif hit.label == "indication" and any(u.says(i, "tác", "dụng") for i in range(hit.start, hit.end)):
            also += [PHARMACOLOGY]
        primary += sections if hit.label == "whole" else sections[:1]
        also += sections[1:]
    if {"how_much", "how_long"} & labels and not labels - WEAK:
        primary.append(DOSING)
    if "kinetics" in labels and not any(h.label == "kinetics" for h in hits):
        primary += SECTIONS_OF["kinetics"]
    if "why" in labels and not labels - WEAK:
        primary += reason(u)
    return _unique(*primary, *also)


def _unique(*sections: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sections))


def _comparison(u: Utterance, asked: Asked, named: tuple[str, ...]) -> SectionChoice:
    """Two drugs or two groups side by side; what is compared is asked about, else what tells them apart."""
    states = [s for p, s in _OF_STATE.items() if p in asked.populations]
    if len(asked.populations) > 1:
        sections = _unique(*states, *named) if states else _unique(*named, DOSING)
        return SectionChoice(sections, Intent.COMPARISON, "section.compare_populations")
    if asked.names > 1:
        if not named and asked.names_overlap:
            return SectionChoice((), Intent.COMPARISON, "section.compare_product")
        sections = _unique(*states, *(named or _told_apart_by(asked)))
        if FORMS in sections:
            sections = _unique(*sections, DOSING)
        return SectionChoice(sections, Intent.COMPARISON, "section.compare_drugs")
    return SectionChoice(named or (DOSING,), Intent.COMPARISON, "section.compare")


def _told_apart_by(asked: Asked) -> tuple[str, ...]:
    """ "Thuốc nào dùng được cho người suy gan", "thuốc nào uống được": what is compared shows from the patient told."""
    if asked.has_condition or asked.populations:
        return (
            (CONTRA, CAUTION)
            if asked.has_finding or _OF_STATE.keys() & set(asked.populations)
            else (CONTRA, CAUTION, DOSING)
        )
    if asked.asks_route or asked.has_measure:
        return (FORMS, DOSING)
    return ("loai_thuoc", PHARMACOLOGY, INDICATION)


def _interaction(u: Utterance, asked: Asked, labels: frozenset[str], named: tuple[str, ...]) -> SectionChoice | None:
    """Two drugs that meet, or one that meets a food, a fluid or a class."""
    partner = asked.meets_partner
    if partner and asked.names == 1 and labels - WEAK == {"harm"}:
        return SectionChoice(_unique(INTERACTION, *named), Intent.INTERACTION, "section.meets_food_or_class")
    met = asked.names + partner > 1
    strong = labels - WEAK - BESIDE_INTERACTION - {"frequency"} - ({"dose_kind"} if met else set())
    joined = "interaction" in labels or (met and bool(labels & {"added", "effect_kept", "adr_changed"}))
    if INCOMPATIBLE in named[:1]:
        return SectionChoice(named, Intent.SECTION, "section.incompatible")
    if asked.allergic and not joined:
        return None
    if met and not strong and not ({"adr", "harm"} - ({"harm"} if _added_up(u, "+") else set())) & labels:
        beside = [s for s in named if s != DOSING or labels & (ASKS_AMOUNT - {"dose_kind"})]
        return SectionChoice(_unique(INTERACTION, *beside), Intent.INTERACTION, "section.two_meet")
    together = asked.joined_to_partner if asked.names == 1 else _added_up(u)
    forbidden = strong == {"contraindication"} and together  # "không được uống cùng rượu"
    if met and strong <= {"contraindication"} and ("interaction" in labels or forbidden):
        return SectionChoice(_unique(INTERACTION, *named), Intent.INTERACTION, "section.forbidden_together")
    if asked.names == 0 and partner and not strong and not {"adr", "harm"} & labels:
        return SectionChoice((INTERACTION,), Intent.INTERACTION, "section.meets_partner")
    if not joined or "tt" in labels:
        return None
    if asked.names > 1 and strong - ASKS_AMOUNT and "interaction" in labels and _added_up(u):
        return SectionChoice(_unique(INTERACTION, *named), Intent.INTERACTION, WITH_SECTIONS)
    if not strong or (asked.names > 1 and strong <= ASKS_AMOUNT):
        return SectionChoice(_unique(INTERACTION, *named), Intent.INTERACTION, "section.interaction")
    return None


def _added_up(u: Utterance, *signs: str) -> bool:
    """Are two names joined by a word that puts both drugs into one patient: "X với Y", "X cùng Y"?"""
    joiners = ("với", "cùng", "kèm", "chung", *signs)
    return any(u.says(b.start - 1, *joiners) for b in u.drugs[1:])


def _either(u: Utterance) -> bool:
    """ "Cefotaxim hay ceftazidim": one is chosen in place of the other, unless a word joins the two."""
    return not _added_up(u, "+") and any(u.says(d.start - 1, "hay", "hoặc") for d in u.drugs[1:])


def _weighs_equal(u: Utterance) -> bool:
    """ "Prednison 5 mg tương đương prednisolon bao nhiêu": how much of one does what the other does."""
    return any(u.says(i, "tương") and u.says(i + 1, "đương") for i in range(len(u.words)))


_OF_STATE = {Population.PREGNANT: PREGNANCY, Population.BREASTFEEDING: LACTATION}


def _for_patient(asked: Asked, labels: frozenset[str], named: tuple[str, ...]) -> SectionChoice:
    """One drug for somebody: the states of pregnancy and breast-feeding have sections of their own."""
    states = tuple(_OF_STATE[p] for p in asked.populations if p in _OF_STATE)
    amount = _asks_amount(labels) or named == (DOSING,)
    if states:
        return _for_mother(states, labels, named)
    if "may" in labels and (not named or amount or "stop" in labels):
        return _whether(asked, labels, named)
    if DOSING in named and (_asks_amount(labels) or (not labels - WEAK and "how_much" in labels)):
        vague = labels & ASKS_AMOUNT == {"how"} and named == (DOSING,)
        return SectionChoice(named, Intent.DOSE, VAGUE if vague else "section.dose")
    if named:
        return SectionChoice(named, Intent.SECTION, "section.named")
    if "overview" in labels:
        return SectionChoice((), Intent.OVERVIEW, "section.overview")
    if asked.occasion and (asked.taken_now or not asked.has_measure):
        return SectionChoice((CAUTION, CONTRA, INTERACTION), Intent.SECTION, "section.occasion")
    if asked.condition_first and not labels and not asked.has_measure:
        return SectionChoice((CONTRA, CAUTION, INDICATION), Intent.SECTION, "section.condition_first")
    if (asked.has_finding or (asked.somebody and not labels)) and not asked.has_measure:
        return SectionChoice((CONTRA, CAUTION), Intent.SECTION, "section.fact_about_patient")
    if asked.purpose_alone and not labels and not asked.has_measure and not asked.populations:
        return SectionChoice((INDICATION, CONTRA, CAUTION), Intent.SECTION, PURPOSE_ALONE)
    return SectionChoice()


def _asks_amount(labels: frozenset[str]) -> bool:
    """How much or how often; "bao nhiêu ml" to dilute, a missed dose and "theo dõi bao lâu một lần" are none."""
    asked = labels & ASKS_AMOUNT
    if "missed" in labels:
        asked -= {"dose", "amount", "how"}
    if "mixing" in labels:
        asked -= {"amount"}
    if "monitoring" in labels:
        asked -= {"interval"}
    return bool(asked)


def _for_mother(states: tuple[str, ...], labels: frozenset[str], named: tuple[str, ...]) -> SectionChoice:
    beside = (CONTRA, CAUTION) if PREGNANCY in states else (CONTRA,)
    if labels & ASKS_AMOUNT and not labels & {"may", "harm", "adr", "stop", "contraindication", "caution"}:
        return SectionChoice(_unique(*named, *states), Intent.DOSE, "section.dose_for_mother")
    rule = "section.mother" if labels - {"how_about"} else STATE_ALONE
    # A named section that pregnancy has no say in (storage, brands) stays first.
    elsewhere = [s for s in named if s not in (CONTRA, CAUTION, ADR, INTERACTION, DOSING, *states)]
    return SectionChoice(_unique(*elsewhere, *states, *beside, *named), Intent.SECTION, rule)


def _whether(asked: Asked, labels: frozenset[str], named: tuple[str, ...]) -> SectionChoice:
    """ "Dùng được không": whom it is for, or the way of giving it, decides where that stands."""
    if labels & ASKS_AMOUNT:
        return SectionChoice(_unique(*named, CONTRA, CAUTION), Intent.DOSE, "section.may_and_dose")
    if "stop" in labels:
        return SectionChoice(named, Intent.SECTION, "section.may_stop")
    if asked.how_often and not named and not asked.has_finding:
        intent = Intent.SECTION if asked.has_condition else Intent.DOSE
        return SectionChoice((DOSING, CONTRA, CAUTION), intent, HOW_OFTEN)
    if asked.has_condition:
        return SectionChoice(_unique(CONTRA, CAUTION, *named), Intent.SECTION, "section.may_with_condition")
    if asked.populations:
        return SectionChoice(_unique(CONTRA, CAUTION, DOSING, *named), Intent.SECTION, "section.may_for_group")
    if asked.asks_route or named:
        return SectionChoice(_unique(*named, DOSING), Intent.SECTION, "section.may_by_route")
    return SectionChoice((CONTRA, CAUTION), Intent.SECTION, "section.may")
