"""Who the patient is: populations named or implied, the patient's age, weeks of pregnancy."""

from dataclasses import dataclass
from decimal import Decimal

from rag.frames import AGE_CLASSES, CHILDREN, Population
from rag.slots.newborns import WEEKS_ALONE
from rag.slots.settling import CHILDHOOD_ENDS, NEWBORN_TOO_OLD, PRECEDENCE
from rag.trimesters import of_weeks
from rag.understanding import lexicon
from rag.understanding.age_units import Age, population_of
from rag.understanding.belonging import asks_for_child, child_is_patient
from rag.understanding.gestation import Gestation, calls_unborn, gestation_in
from rag.understanding.groups import groups_in
from rag.understanding.phrases import Hit
from rag.understanding.since_last_period import since_last_period_in
from rag.understanding.trimesters import Thirds, thirds_in
from rag.understanding.utterance import Utterance

_OF_LABEL = {
    "child": Population.CHILD,
    "nursling": Population.CHILD,
    "suckling": Population.CHILD,
    "neonate": Population.NEONATE,
    "elderly": Population.ELDERLY,
    "adult": Population.ADULT,
    "pregnant": Population.PREGNANT,
    "breastfeeding": Population.BREASTFEEDING,
}
_NO_ADULT_BEFORE = Decimal(144)  # months
_ADDRESSED = ("bé", "em", "cháu", "anh", "chị", "ông", "bà", "cô", "chú", "bác", "nhân", "con")
_AGED = ("tuổi", "t", "tháng", "th")


@dataclass(frozen=True, slots=True)
class PeopleSaid:
    """`populations` in order of weight, `in_text_order` as the question names them."""

    populations: tuple[Population, ...]
    in_text_order: tuple[Population, ...]
    age_months: Decimal | None = None
    infant_age_months: Decimal | None = None
    pregnancy_weeks: int | None = None
    trimesters: tuple[int, ...] = ()
    gestational_weeks: int | None = None
    postmenstrual_weeks: int | None = None
    words: frozenset[int] = frozenset()
    rules: tuple[tuple[str, str], ...] = ()


def people_in(
    u: Utterance,
    ages: tuple[Age, ...],
    *,
    negated: frozenset[Hit],
    denied: frozenset[int],
    renal_at: int | None,
    hepatic_at: int | None,
) -> PeopleSaid:
    """`denied`: words that are not so of the patient; `renal_at`, `hepatic_at`: where impairment is said, else None."""
    said: dict[Population, int] = {}
    words: set[int] = set()
    for hit in u.of(lexicon.PEOPLE):
        population = _OF_LABEL.get(hit.label)
        if population is None or hit in negated or hit.start in denied:
            continue
        if population is Population.NEONATE and calls_unborn(u, hit):
            continue
        if population in CHILDREN and _says_whose_parent(u, hit):
            said.setdefault(Population.ADULT, hit.start - 1)
            words.update(range(hit.start - 1, hit.end))
            continue
        said.setdefault(population, hit.start)
        words.update(range(hit.start, hit.end))
    rules: dict[str, str] = {"populations": "population.word"} if said else {}
    pregnancy = gestation_in(u)
    if pregnancy is not None and pregnancy.start in denied and not pregnancy.of_newborn:
        pregnancy = None
    if pregnancy is not None:
        words.update(range(pregnancy.start, pregnancy.end))
        if not pregnancy.of_newborn:
            if Population.PREGNANT not in said:
                rules["populations"] = WEEKS_ALONE
            said.setdefault(Population.PREGNANT, pregnancy.start)
    since_period = since_last_period_in(u)
    if since_period is not None:
        words.update(range(since_period.start, since_period.end))
        if not AGE_CLASSES & said.keys() - {Population.CHILD}:
            said.setdefault(Population.NEONATE, since_period.start)
    thirds = thirds_in(u)
    if thirds is not None and min(thirds.words) in denied:
        thirds = None
    if thirds is not None:
        words.update(thirds.words)
        if thirds.alone:
            said.setdefault(Population.PREGNANT, min(thirds.words))
            rules.setdefault("populations", WEEKS_ALONE)
    if not child_is_patient(u, ages):
        _settle_mother_and_child(u, said)
    months, infant_months, age_rule = _whose_age(ages, said)
    if age_rule:
        rules["age_months"] = age_rule
    if months is not None and months > 1 and _calls_newborn(u) and not groups_in(u):
        rules["populations"] = NEWBORN_TOO_OLD
    beside = {group: said[group] for group in groups_in(u) if group in said}
    _settle_age_class(said, months, ages)
    if len(beside) > 1:
        said |= {group: at for group, at in beside.items() if group in CHILDREN}  # the age is of one of them
    if months is not None and months < CHILDHOOD_ENDS and asks_for_child(u) and not groups_in(u):
        said.pop(Population.ADULT, None)  # "chồng tôi …, con 5 tuổi …, cho con"
        said.pop(Population.ELDERLY, None)
    if months is not None and _contradicts_adult(u, ages) and not child_is_patient(u, ages):
        months, age_rule = None, ""
        rules.pop("age_months", None)
        for population in (Population.ADULT, Population.CHILD, Population.NEONATE):
            said.pop(population, None)
    if renal_at is not None:
        said.setdefault(Population.RENAL, renal_at)
    if hepatic_at is not None:
        said.setdefault(Population.HEPATIC, hepatic_at)
    if said:
        rules.setdefault("populations", "population.age" if months is not None else "population.implied")
    ordered = tuple(p for p in PRECEDENCE if p in said)
    return PeopleSaid(
        populations=ordered,
        in_text_order=tuple(sorted(ordered, key=said.__getitem__)),
        age_months=months,
        infant_age_months=infant_months,
        pregnancy_weeks=pregnancy.weeks if pregnancy and not pregnancy.of_newborn else None,
        trimesters=_thirds(thirds, pregnancy),
        gestational_weeks=pregnancy.weeks if pregnancy and pregnancy.of_newborn else None,
        postmenstrual_weeks=since_period.weeks if since_period else None,
        words=frozenset(words),
        rules=tuple(rules.items()),
    )


def _thirds(told: Thirds | None, pregnancy: Gestation | None) -> tuple[int, ...]:
    of_pregnancy = pregnancy if pregnancy is not None and not pregnancy.of_newborn else None
    if told is None:
        return of_pregnancy.thirds if of_pregnancy is not None else ()
    weeks = of_pregnancy.weeks if of_pregnancy is not None else None
    other = set(of_weeks(weeks)) if weeks is not None else set()
    # Where both tell of one stage the third wins; where they tell of two, both are asked for.
    return told.thirds if other & set(told.thirds) else tuple(sorted({*told.thirds, *other}))


def _calls_newborn(u: Utterance) -> bool:
    """ "sơ sinh", "mới sinh"; a child that was born early may be months old."""
    hits = u.hits.labelled(lexicon.PEOPLE, "neonate")
    return any(
        u.says(i, "sơ", "mới") or u.key(i).startswith(("newborn", "neonat"))
        for h in hits
        for i in range(h.start, h.end)
    )


def _settle_mother_and_child(u: Utterance, said: dict[Population, int]) -> None:
    """The child of a woman who nurses is not the patient; a suckling is, unless its mother takes the drug."""
    mother_takes = u.has(lexicon.PEOPLE, "mother") or any(_says_whose_parent(u, h) for h in u.of(lexicon.PEOPLE))
    nursed = u.has(lexicon.PEOPLE, "suckling", "nursling")
    if nursed and mother_takes:
        said.setdefault(Population.BREASTFEEDING, 0)
    if nursed and Population.BREASTFEEDING not in said and not u.has(lexicon.PEOPLE, "child", "nursling", "neonate"):
        said[Population.BREASTFEEDING] = said.pop(Population.CHILD)  # "đang bú mẹ thì dùng được không": the mother asks
    if Population.BREASTFEEDING in said:
        said.pop(Population.CHILD, None)
        said.pop(Population.NEONATE, None)
    if Population.ADULT in said and all(
        u.says(h.start - 1, *_PARENTS) for h in u.hits.labelled(lexicon.PEOPLE, "child")
    ):
        said.pop(Population.CHILD, None)  # "còn mẹ bé, người lớn?": the child only says whose parent it is


def _contradicts_adult(u: Utterance, ages: tuple[Age, ...]) -> bool:
    """ "người lớn 1 tuổi": nobody is; which of the two is meant is for the asker to say."""
    ends = {h.end for h in u.hits.labelled(lexicon.PEOPLE, "adult") if u.says(h.start, "người", "trưởng", "adult")}
    starts = {a.start for a in ages if a.months is not None and a.months < _NO_ADULT_BEFORE}
    return any(end in starts or (u.says(end, ",", "(", "-", ":") and end + 1 in starts) for end in ends)


def _whose_age(ages: tuple[Age, ...], said: dict[Population, int]) -> tuple[Decimal | None, Decimal | None, str]:
    """(the patient's months, the nursed child's months, rule)."""
    told = [age for age in ages if age.months is not None]
    if not told:
        return None, None, ""
    small = [a for a in told if a.months is not None and a.months < CHILDHOOD_ENDS]
    grown = [a for a in told if a not in small]
    if Population.BREASTFEEDING in said:
        mother = grown[0] if grown else None
        return (mother.months if mother else None), (small[0].months if small else None), mother.rule if mother else ""
    if small and grown and CHILDREN & said.keys():
        return small[0].months, None, small[0].rule  # "mẹ 30 tuổi, bé 2 tuổi": the child is ill
    return told[0].months, None, told[0].rule


def _settle_age_class(said: dict[Population, int], months: Decimal | None, ages: tuple[Age, ...]) -> None:
    """An age decides over words ("cháu 25 tuổi" is an adult); a bound only adds where no word names the group."""
    at = ages[0].start if ages else 0
    if months is not None:
        by_age = population_of(months)
        if by_age in (Population.CHILD, Population.NEONATE):
            said.pop(Population.CHILD, None)
            said.pop(Population.NEONATE, None)
            said.setdefault(by_age, at)
        else:
            said.pop(Population.CHILD, None)
            if by_age is Population.ELDERLY:
                said.pop(Population.ADULT, None)  # "người lớn 65 tuổi": what is printed for the elderly comes first
            if not {Population.PREGNANT, Population.BREASTFEEDING} & said.keys():
                said.setdefault(by_age, at)
    elif Population.NEONATE in said:
        said.pop(Population.CHILD, None)
    for age in ages:
        if age.population is Population.NEONATE:
            said.pop(Population.CHILD, None)  # "trẻ dưới 28 ngày tuổi" is a newborn
        if age.population is not None and not AGE_CLASSES & said.keys():
            said[age.population] = age.start


_PARENTS = ("mẹ", "bố", "ba", "má")


def _says_whose_parent(u: Utterance, hit: Hit) -> bool:
    """ "mẹ bé đang mang thai", "bố cháu bị hen": the child only says whose parent the patient is.

    "Mẹ bé 2 tuổi hỏi", "mẹ bé nói", "mẹ cho bé": the parent tells of the child.
    """
    parents = _PARENTS if u.marked else _PARENTS[:2]  # without marks "ba" is also a number, "ma" also "mà"
    at = hit.start - 1 - u.says(hit.start - 1, "của")
    parent = u.says(at, *parents)
    return parent and u.says(hit.end, *_OF_PARENT)


_OF_PARENT = ("bị", "đang", "có", "mang", "dùng", "uống", "mắc", "dị", "suy", "tiền", "từng", "thì", "bầu", "cũng")


def is_nickname(u: Utterance, hit: Hit) -> bool:
    """ "bé Cún 5 tuổi", "anh Ngựa 40 tuổi": an animal's word with a capital after a person, and an age behind."""
    word = u.words[hit.end - 1]
    shouted = word.text.isupper() or not word.text[0].isupper()
    aged = any(n.start in (hit.end, hit.end + 1) and u.says(n.end, *_AGED) for n in u.numbers)
    return not shouted and aged and u.says(hit.end - 2, *_ADDRESSED)
