"""The patient of a calculation: what was said, in exact numbers, and whether it can be true."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rag.frames import AGE_CLASSES, MOTHERS, Population
from rag.quantities import Band


class Slot(StrEnum):
    """A value that a rule needs and nobody has given. Never replaced by a default."""

    POPULATION = "population"
    AGE = "age"
    WEIGHT = "weight"
    SURFACE = "surface"
    CLEARANCE = "renal"
    GESTATION = "gestation"
    SEX = "sex"  # for an estimated clearance only


class Sex(StrEnum):
    MALE = "nam"
    FEMALE = "nữ"


@dataclass(frozen=True, slots=True)
class Patient:
    """None: not said. Ages are months, weights kilograms, clearances ml/phút, surfaces m2, creatinine micromol/lít.

    `born`: weeks at birth that "đủ tháng" or "thiếu tháng" stands for, where no number of weeks was said.
    `postmenstrual_weeks`: those at birth and the age together, where they were said as one number.
    `estimated`: clearance that was worked out from the creatinine, exact.
    """

    populations: frozenset[Population] = frozenset()
    age_months: Decimal | None = None
    weight_kg: Decimal | None = None
    surface_m2: Decimal | None = None
    clearance: Decimal | None = None
    gestational_weeks: Decimal | None = None
    sex: Sex | None = None
    creatinine: Decimal | None = None
    born: Band | None = None
    estimated: Fraction | None = None
    postmenstrual_weeks: Decimal | None = None

    @property
    def clears(self) -> Decimal | Fraction | None:
        """The clearance that bands are held against: as said, else as estimated."""
        return self.clearance if self.clearance is not None else self.estimated

    @property
    def age_classes(self) -> frozenset[Population]:
        """As said; from the age where no class was said; a woman with child or at the breast is grown up."""
        said = self.populations & AGE_CLASSES
        if said:
            return said
        if self.age_months is None:
            return frozenset({Population.ADULT}) if self.populations & MOTHERS else frozenset()
        if self.age_months < 1:
            return frozenset({Population.NEONATE})
        if self.age_months < ADULT_FROM:
            return frozenset({Population.CHILD})
        return frozenset({Population.ADULT})


ADULT_FROM = Decimal(18 * 12)  # months
OLDEST = Decimal(125 * 12)

# (age below, lightest, heaviest): months and kg. Outside them a weight is far more often mistyped than true.
_BELIEVABLE: tuple[tuple[Decimal, Decimal, Decimal], ...] = (
    (Decimal(1), Decimal("0.4"), Decimal(7)),
    (Decimal(12), Decimal(1), Decimal(16)),
    (Decimal(36), Decimal(4), Decimal(30)),
    (Decimal(72), Decimal(6), Decimal(50)),
    (Decimal(144), Decimal(10), Decimal(110)),
    (Decimal(216), Decimal(18), Decimal(180)),
    (OLDEST, Decimal(25), Decimal(300)),
)
HIGHEST_CLEARANCE = 300  # ml/phút
LIGHTEST, HEAVIEST = Decimal("0.4"), Decimal(300)


def implausible(patient: Patient) -> tuple[Slot, ...]:
    """Values that cannot be true, or not together: to be asked about, never to be calculated with."""
    found: list[Slot] = []
    age, weight = patient.age_months, patient.weight_kg
    if age is not None and not 0 <= age < OLDEST:
        found.append(Slot.AGE)
    if weight is not None and not LIGHTEST <= weight <= HEAVIEST:
        found.append(Slot.WEIGHT)
    if age is not None and weight is not None and not found:
        lightest, heaviest = next((low, high) for below, low, high in _BELIEVABLE if age < below)
        if not lightest <= weight <= heaviest:
            found.append(Slot.WEIGHT)
    if weight is not None and age is None and patient.populations & {Population.CHILD, Population.NEONATE}:
        heaviest = Decimal(7) if patient.populations == {Population.NEONATE} else Decimal(150)
        if weight > heaviest:
            found.append(Slot.WEIGHT)
    if patient.surface_m2 is not None and not Decimal("0.05") <= patient.surface_m2 <= Decimal(3):
        found.append(Slot.SURFACE)
    if patient.clears is not None and not 0 <= patient.clears <= HIGHEST_CLEARANCE:
        found.append(Slot.CLEARANCE)
    return tuple(dict.fromkeys(found))
