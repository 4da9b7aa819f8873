"""Groups of patients named side by side: "người lớn và trẻ em", "người già với người trẻ"; no patient and her kin."""

from itertools import pairwise

from rag.frames import AGE_CLASSES, MOTHERS, Population
from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.utterance import Utterance

_OF_LABEL = {
    "child": Population.CHILD,
    "neonate": Population.NEONATE,
    "elderly": Population.ELDERLY,
    "adult": Population.ADULT,
    "pregnant": Population.PREGNANT,
    "breastfeeding": Population.BREASTFEEDING,
}
_JOINS = (
    "và",
    "với",
    "hoặc",
    "hay",
    "lẫn",
    "còn",
    "cũng",
    "so",
    "and",
    "or",
    "vs",
    "versus",
    "than",
    "&",
    "/",
    "+",
    ",",
)
_OF_ONE_PERSON = ("vợ", "chồng", "bố", "mẹ", "ba", "má", "con", "cháu", "bé", "em", "nhóc", "thằng", "đứa")
_FARTHEST = 9  # words between two groups


def groups_in(u: Utterance, *, compares: bool = False) -> tuple[Population, ...]:
    """Two or more, in the order of the question; empty when one patient is meant.

    `compares`: the question sets things side by side in words ("so sánh", "khác gì").
    """
    wanted = AGE_CLASSES | MOTHERS if compares else AGE_CLASSES
    hits = [h for h in u.of(lexicon.PEOPLE) if _OF_LABEL.get(h.label) in wanted and not _is_one_person(u, h)]
    joined: list[Population] = []
    for one, other in pairwise(hits):
        if _OF_LABEL[one.label] is not _OF_LABEL[other.label] and _are_joined(u, one, other):
            joined += [_OF_LABEL[one.label], _OF_LABEL[other.label]]
    return tuple(dict.fromkeys(joined))


def _is_one_person(u: Utterance, hit: Hit) -> bool:
    """ "vợ tôi", "bé", "con của chị": kin and a child spoken of are one person, "trẻ em" and "trẻ" a group."""
    return u.says(hit.start, *_OF_ONE_PERSON)


def _are_joined(u: Utterance, one: Hit, other: Hit) -> bool:
    between = range(one.end, other.start)
    if len(between) > _FARTHEST or any(u.words[i].text in ".;?!" for i in between):
        return False
    return any(u.says(i, *_JOINS) for i in between)
