"""Whose age and weight are told: a mother beside her child, two children, what was before and what is now."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rag.frames import Population
from rag.slots.settling import CHILDHOOD_ENDS
from rag.understanding import lexicon
from rag.understanding.age_units import Age
from rag.understanding.groups import groups_in
from rag.understanding.phrases import stands_for
from rag.understanding.section_keys import ASKS_AMOUNT
from rag.understanding.utterance import Utterance
from rag.understanding.weights import Weight

_CHILD_LABELS = ("child", "neonate", "nursling", "suckling")
_GROWN_LABELS = ("adult", "elderly", "pregnant", "breastfeeding", "mother")
_GROWN_WORDS = ("mẹ", "bố", "chị", "anh", "vợ", "chồng", "ông")
_KIN_APART = ("mẹ", "bố", "vợ", "chồng")  # no two of them are one person in one question
_GIVEN = ("uống", "dùng", "tiêm", "xài")
_OF_HARM = ("hại", "hưởng", "toàn", "độc", "hiểm", "tốt", "lo", "tội")
_MOTHERS_FROM = Decimal(120)  # months: nobody younger is pregnant
SPEAKS = ("nói", "bảo", "kể", "khai", "báo", "hỏi", "đưa", "bế", "cho")
_BETWEEN = ("nặng", "cân", "được", "là", ":", "khoảng", "chừng", "có", "chỉ", "còn", "lên")
_NOW = ("nay", "hiện", "giờ", "tại", "mới")
_THEN = ("trước", "cũ", "hồi", "qua", "ngoái")
_SAME_BODY = Decimal("1.1")  # weights of one stay in hospital differ by less than a tenth


@dataclass(frozen=True, slots=True)
class Values:
    """The patient's; `words`: those of values that are somebody else's or past."""

    ages: tuple[Age, ...]
    weights: tuple[Weight, ...]
    words: frozenset[int]


def asks_for_child(u: Utterance) -> bool:
    """ "liều … cho con": said to be for the child, whoever else is told of; "cho con bú" tells of the mother."""
    hits = u.of(lexicon.PEOPLE)
    nursing = {i for h in hits if h.label == "breastfeeding" for i in range(h.start, h.end)}
    for at in range(len(u.words) - 1):
        if not u.says(at, "cho") or at in nursing or u.says(at - 1, *_OF_HARM):
            continue
        child = u.says(at + 1, "con") and not u.says(at + 2, "bú")
        if child or any(h.start == at + 1 and h.label in ("child", "neonate") for h in hits):
            return True
    return False


def child_is_patient(u: Utterance, ages: Sequence[Age]) -> bool:
    """Of a grown person and a child in one question: is the dose the child's?

    It is where it is said to be for the child, and where the grown person told of cannot be of the child's age.
    """
    if _is_for_grown(u):
        return False
    pregnant, kin = u.has(lexicon.PEOPLE, "pregnant"), bool(_kin_apart(u))
    small = [a for a in ages if _is_small(a)]
    if pregnant and not kin and any(not _is_young(a) for a in small):
        return False  # a girl of fourteen may be pregnant herself
    if asks_for_child(u) and (u.labels(lexicon.SECTIONS) & ASKS_AMOUNT or _is_given_to_child(u)):
        return True
    if _asked_kin(u) is not None or u.has(lexicon.PEOPLE, "breastfeeding", "mother", "suckling"):
        return False
    return any(_is_young(a) for a in small) and (pregnant or kin)


def told_of_others(u: Utterance, ages: Sequence[Age]) -> frozenset[int]:
    """Words that tell of a relative of the patient ("bố suy thận Clcr 20, bé …, liều … cho bé"); empty if of none."""
    if groups_in(u):
        return frozenset()  # "trẻ em 5 tuổi và người lớn": both are asked of
    anchors = _anchors(u)
    if child_is_patient(u, ages):
        small = [a.start for a in ages if _is_small(a)]
        anchors = sorted({*anchors, *((at, True) for at in small)})
        return _segments(u, [(at, not child) for at, child in anchors])
    patient = _asked_kin(u)
    kin = _kin_apart(u)
    if patient is None or len({word for _, word in kin}) < 2:
        return frozenset()
    return _segments(u, [(at, word != patient) for at, word in kin])


def _segments(u: Utterance, marks: Sequence[tuple[int, bool]]) -> frozenset[int]:
    """Words from each mark that is true up to the next mark."""
    ends = [*(at for at, _ in marks[1:]), len(u.words)]
    return frozenset(i for (at, aside), end in zip(marks, ends, strict=True) if aside for i in range(at, end))


def _kin_apart(u: Utterance) -> list[tuple[int, str]]:
    """(word, who) for the relatives named, without those that only speak."""
    said = [(at, w) for at in range(len(u.words)) for w in _KIN_APART if stands_for(u.words[at], w, exact=u.marked)]
    asked = {i for h in u.of(lexicon.SECTIONS) for i in range(h.start, h.end)}  # "chong chi dinh" names no husband
    said = [(at, word) for at, word in said if at not in asked and not only_speaks(u, at)]
    return [(at, word) for at, word in said if not u.says(at - 1, "bú", "sữa")]


def _asked_kin(u: Utterance) -> str | None:
    """Who of the relatives the drug is asked for: "cho vợ", "vợ liều …", "mẹ uống"; None when it is not said."""
    for at, word in _kin_apart(u):
        if u.says(at - 1, "cho") or u.says(at + 1, "liều", *_GIVEN):
            return word
    return None


def _is_for_grown(u: Utterance) -> bool:
    """ "cho vợ", "cho bà bầu"; "cho con bú" tells of a woman and is for nobody."""
    kin = any(u.says(at - 1, "cho") for at, _ in _kin_apart(u))
    return kin or any(u.says(h.start - 1, "cho") for h in u.of(lexicon.PEOPLE) if h.label in _GROWN_LABELS)


def _asks_for_mother(u: Utterance) -> bool:
    return _is_for_grown(u) or (_asked_kin(u) is not None and not asks_for_child(u))


def _is_given_to_child(u: Utterance) -> bool:
    """ "cho bé uống", "cho con dùng"."""
    ends = [h.end for h in u.of(lexicon.PEOPLE) if h.label in ("child", "neonate") and u.says(h.start - 1, "cho")]
    ends += [at + 2 for at in range(len(u.words)) if u.says(at, "cho") and u.says(at + 1, "con")]
    return any(u.says(end, *_GIVEN) for end in ends)


def of_patient(u: Utterance, ages: Sequence[Age], weights: Sequence[Weight]) -> Values:
    kept_ages = _present_ages(u, ages)
    kept_weights = [w for w in weights if w.kg is None or not _is_past(u, w.start)]
    if asks_for_child(u) and _grown_and_small(kept_ages):
        kept_weights = [w for w in kept_weights if _after_small(kept_ages, w)]
        kept_ages = [a for a in kept_ages if _is_small(a)]
    elif _asks_for_mother(u) and u.has(lexicon.PEOPLE, "pregnant"):
        kept_weights = [w for w in kept_weights if not _after_small(kept_ages, w)]
        kept_ages = [a for a in kept_ages if not _is_young(a)]
    kept_weights = _of_same_person(u, kept_weights, child=child_is_patient(u, kept_ages))
    if _several_children(kept_ages):
        first = kept_ages[0]
        kept_ages = [Age(None, first.start, first.end, "age.several", Population.CHILD)]
        kept_weights = [w for w in kept_weights if w.kg is None]
    kept_weights = _one_weight(u, kept_weights)
    dropped = [(a.start, a.end) for a in ages if a not in kept_ages]
    dropped += [(w.start, w.end) for w in weights if w not in kept_weights]
    words = frozenset(i for start, end in dropped for i in range(start, end))
    return Values(tuple(kept_ages), tuple(kept_weights), words)


def _present_ages(u: Utterance, ages: Sequence[Age]) -> list[Age]:
    """Without the age at which something began ("hen từ lúc 2 tuổi"), where another age is told."""
    present = [a for a in ages if not u.says(a.start - 1, "lúc", "hồi", "khi", "năm")]
    return present if any(a.months is not None for a in present) else list(ages)


def _is_past(u: Utterance, at: int) -> bool:
    """ "tháng trước 17 kg", "lúc sinh 3,2 kg"."""
    back = at - 1
    while u.says(back, *_BETWEEN):
        back -= 1
    return u.says(back, *_THEN) or (u.says(back, "sinh", "đẻ") and u.says(back - 1, "lúc", "khi"))


def _is_small(age: Age) -> bool:
    return age.months is not None and age.months < CHILDHOOD_ENDS


def _is_young(age: Age) -> bool:
    return age.months is not None and age.months < _MOTHERS_FROM


def _grown_and_small(ages: Sequence[Age]) -> bool:
    return len({_is_small(a) for a in ages if a.months is not None}) > 1


def _after_small(ages: Sequence[Age], weight: Weight) -> bool:
    """Does the weight follow the age of a child?"""
    before = [a for a in ages if a.start < weight.start and a.months is not None]
    return bool(before) and _is_small(before[-1])


def _several_children(ages: Sequence[Age]) -> bool:
    """Two ages of children that are told apart are two patients: which one is meant is for the asker to say."""
    small = {a.months for a in ages if a.months is not None and a.months < CHILDHOOD_ENDS}
    return len(small) > 1


def _of_same_person(u: Utterance, weights: list[Weight], *, child: bool) -> list[Weight]:
    """Of a woman and a child in one question, the weights of the one who is the patient; `child`: it is the child."""
    anchors = _anchors(u)
    if {child for _, child in anchors} != {True, False}:
        return weights
    mother = u.has(lexicon.PEOPLE, "breastfeeding", "pregnant")
    mother = mother or (u.has(lexicon.PEOPLE, "mother") and u.has(lexicon.PEOPLE, "nursling", "suckling"))
    mother = mother and not child
    kept = []
    for weight in weights:
        before = [of_child for at, of_child in anchors if at < weight.start]
        if not before or before[-1] is not mother:
            kept.append(weight)
    return kept


def _anchors(u: Utterance) -> list[tuple[int, bool]]:
    """(word, whether it names a child) for the people spoken of, in the order of the text."""
    children = [h for h in u.of(lexicon.PEOPLE) if h.label in _CHILD_LABELS]
    inside = {i for h in children for i in range(h.start, h.end)}
    asked = {i for h in u.of(lexicon.SECTIONS) for i in range(h.start, h.end)}
    found = [(h.start, True) for h in children]
    found += [(h.start, False) for h in u.of(lexicon.PEOPLE) if h.label in _GROWN_LABELS]
    for at in range(len(u.words)):
        # In a text with marks, a word without them means itself.
        grown = any(stands_for(u.words[at], word, exact=u.marked) for word in _GROWN_WORDS)
        if grown and at not in inside and at not in asked and not only_speaks(u, at):
            found.append((at, False))
    return sorted(set(found))


def only_speaks(u: Utterance, at: int) -> bool:
    """ "mẹ nói nặng 18 kg", "mẹ bé", "anh chị ơi": somebody who tells, not somebody who is told about."""
    return any(u.says(i, *SPEAKS) for i in range(at + 1, at + 3)) or u.says(at + 1, "ơi", "bé", "cháu")


def _one_weight(u: Utterance, weights: list[Weight]) -> list[Weight]:
    """The weight of now; none of several that cannot be one body's."""
    exact = [w for w in weights if w.kg is not None]
    told = [w.kg for w in exact if w.kg is not None]
    if len(told) < 2 or max(told) <= min(told) * _SAME_BODY:
        return weights
    now = [w for w in exact if any(u.says(i, *_NOW) for i in range(max(0, w.start - 3), w.start))]
    return [*now, *(w for w in weights if w.kg is None)] if len(now) == 1 else [w for w in weights if w.kg is None]
