"""What an age is: its units in months, and the group of people that it makes."""

from dataclasses import dataclass
from decimal import Decimal

from rag.frames import Population
from rag.quantities import DAYS_PER_MONTH, MONTHS_PER_YEAR, WEEKS_TO_MONTHS
from rag.slots.settling import CHILDHOOD_ENDS
from rag.understanding import lexicon
from rag.understanding.utterance import Utterance

CHILDLIKE = frozenset({"child", "neonate", "nursling"})
OLD_AGE_BEGINS = 65 * MONTHS_PER_YEAR

# Months are reckoned as the bands of the book are, so that an age may stand exactly on the edge of one.
_UNITS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("tuổi", "t", "yo", "y", "years", "year"), "year"),
    (("tháng", "th", "months", "month", "mo"), "month"),
    (("tuần", "weeks", "week"), "week"),
    (("ngày", "days", "day"), "day"),
)


@dataclass(frozen=True, slots=True)
class Age:
    """Words `start` to `end`. `months` None: a bound or a rough value ("trên 12 tuổi", "chừng 2 3 tuổi")."""

    months: Decimal | None
    start: int
    end: int
    rule: str
    population: Population | None = None  # of a bound


def speaks_of_child(u: Utterance) -> bool:
    return u.has(lexicon.PEOPLE, *CHILDLIKE)


def population_of(months: Decimal) -> Population:
    if months < 1:
        return Population.NEONATE
    if months < CHILDHOOD_ENDS:
        return Population.CHILD
    return Population.ELDERLY if months >= OLD_AGE_BEGINS else Population.ADULT


def unit_at(u: Utterance, at: int) -> str | None:
    return next((unit for names, unit in _UNITS if u.says(at, *names)), None)


def months_of(value: Decimal, unit: str) -> Decimal:
    if unit == "day":
        return value / DAYS_PER_MONTH
    if unit == "week":
        return value * WEEKS_TO_MONTHS
    return value * MONTHS_PER_YEAR if unit == "year" else value
