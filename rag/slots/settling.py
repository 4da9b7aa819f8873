"""What follows from the values of a frame taken together: implied dose, age class, order, plausibility."""

from dataclasses import replace
from decimal import Decimal

from rag.frames import AGE_CLASSES, CHILDREN, IMPAIRED, MOTHERS, Intent, Link, Population, QueryFrame
from rag.kidneys import with_weak_kidneys
from rag.passages import DOSING

# What decides a question most comes first: contracts show the first population.
PRECEDENCE = (
    Population.PREGNANT,
    Population.BREASTFEEDING,
    Population.NEONATE,
    Population.CHILD,
    Population.RENAL,
    Population.HEPATIC,
    Population.ELDERLY,
    Population.ADULT,
)

NEWBORN_ENDS = Decimal(1)  # months
CHILDHOOD_ENDS = Decimal(18 * 12)  # months

_LONGEST_LIFE = Decimal(120 * 12)
_LIGHTEST, _HEAVIEST, _HEAVIEST_CHILD = Decimal("0.3"), Decimal(400), Decimal(150)
_LIGHTEST_ADULT = Decimal(25)
_GROWN = frozenset({Population.ADULT, Population.ELDERLY}) | MOTHERS
IMPLIED_DOSE = "section.implied_dose"
"""The rule of a dose that no word asks for: a drug was named and a patient told."""
NEWBORN_TOO_OLD = "population.newborn_too_old"
"""The rule of a child that is called a newborn and told to be older than a month: one of the two is a slip."""

# (age in months below, lightest, heaviest): outside, one of the two values is a slip of the keyboard.
_BELIEVABLE: tuple[tuple[Decimal, Decimal, Decimal], ...] = (
    (Decimal(1), Decimal("0.4"), Decimal(8)),
    (Decimal("2.1"), Decimal("1.5"), Decimal(9)),
    (Decimal(6), Decimal(3), Decimal(12)),
    (Decimal(12), Decimal(3), Decimal(16)),
    (Decimal(24), Decimal(5), Decimal(25)),
    (Decimal(36), Decimal(6), Decimal(35)),
    (Decimal(72), Decimal(7), Decimal(60)),
    (Decimal(144), Decimal(10), Decimal(120)),
    (CHILDHOOD_ENDS, Decimal(18), _HEAVIEST_CHILD),
)


def settled(frame: QueryFrame) -> QueryFrame:
    """The frame with what follows from its values taken together: implied dose, age class, order, plausibility."""
    frame = with_weak_kidneys(frame)
    populations = set(frame.populations)
    beside = set(frame.groups) >= CHILDREN  # "trẻ 10 tuổi và trẻ sơ sinh": the age is of one of them
    if frame.age_months is not None and populations & CHILDREN and not beside:
        populations = populations - CHILDREN | {
            Population.NEONATE if frame.age_months < NEWBORN_ENDS else Population.CHILD
        }
    if Population.ELDERLY in populations and frame.age_months is not None and not frame.groups:
        populations.discard(Population.ADULT)  # "người lớn", and then "65 tuổi"
    if populations & MOTHERS and frame.intent is not Intent.COMPARISON:
        populations.discard(Population.ADULT)  # goes without saying
    ordered = tuple(p for p in PRECEDENCE if p in populations)
    if frame.intent is Intent.COMPARISON and set(ordered) == set(frame.populations):
        ordered = frame.populations  # side by side in the order asked
    groups = tuple(p for p in frame.groups if p in ordered)
    frame = replace(frame, populations=ordered, groups=groups if len(groups) > 1 else ())
    frame = with_implied_dose(frame)
    return replace(frame, implausible=implausible(frame))


def with_implied_dose(frame: QueryFrame) -> QueryFrame:
    """A drug with a patient or a way of giving it, and no other request, asks for the dose."""
    names = frame.drugs or frame.ambiguous or frame.unknown_drugs
    facts = frame.routes or frame.age_months is not None or frame.weight_kg is not None or frame.renal is not None
    groups = set(frame.populations) & (AGE_CLASSES | IMPAIRED)
    if frame.intent is not Intent.UNCLEAR or frame.sections or not names or not (facts or groups):
        return frame
    if Link.REJECTED in frame.links:
        return frame
    sections: tuple[str, ...] = (DOSING,)
    if groups and groups <= IMPAIRED and not frame.routes:
        sections = (DOSING, "chong_chi_dinh", "than_trong")
    return replace(frame, intent=Intent.DOSE, sections=sections, rules={**frame.rules, "sections": IMPLIED_DOSE})


def implausible(frame: QueryFrame) -> tuple[str, ...]:
    """Fields said but not believable; the value stays, to be echoed."""
    found: list[str] = []
    newborn = frame.rules.get("populations") == NEWBORN_TOO_OLD and "age_months" not in frame.inherited
    if frame.age_months is not None and (frame.age_months > _LONGEST_LIFE or newborn):
        found.append("age_months")
    if frame.weight_kg is not None and not _believable(frame, frame.weight_kg):
        found.append("weight_kg")
    return tuple(found)


def _believable(frame: QueryFrame, kg: Decimal) -> bool:
    if not _LIGHTEST < kg <= _HEAVIEST:
        return False
    months = frame.age_months
    if months is None:
        if frame.is_paediatric:
            return kg <= _HEAVIEST_CHILD
        return kg >= _LIGHTEST_ADULT or not set(frame.populations) & _GROWN
    low, high = next(((low, high) for below, low, high in _BELIEVABLE if months < below), (_LIGHTEST_ADULT, _HEAVIEST))
    return low <= kg <= high
