"""What is told of a relative of the patient: "mẹ bị suy thận, bé 7 tuổi …", "gia đình có người dị ứng penicilin"."""

from collections.abc import Sequence

from rag.understanding import lexicon
from rag.understanding.age_units import Age
from rag.understanding.belonging import SPEAKS, only_speaks
from rag.understanding.groups import groups_in
from rag.understanding.phrases import stands_for
from rag.understanding.utterance import NamedDrug, Utterance

_KIN = ("mẹ", "bố", "cha", "vợ", "chồng")
_ELDERS, _SIDES = ("ông", "bà"), ("nội", "ngoại")
_WHOSE = ("con", "vợ", "chồng", "mẹ", "bố", "ba", "má", "cháu", "bé", "gái", "trai", "của", "nhà", "chị", "anh", "em")
_SIBLINGS, _SEX = ("anh", "chị", "em"), ("trai", "gái", "ruột")
_FAMILY, _OF_FAMILY = ("gia", "nhà"), ("đình", "có")
_NOT_TOLD_OF = ("bú", "sữa", "cho", "của", "từ", "sang", "với", "bà", "bởi")  # "bú mẹ", "cho vợ", "bà mẹ"
_CHILD = ("child", "neonate")
_OF_CHILD = ("của",)
_NURSING = ("breastfeeding", "suckling", "nursling")
_ORGANS = ("renal", "dialysis", "hepatic")
_TAKES = ("uống", "dùng", "tiêm", "xài", "liều")
_PREDICATES = ("bị", "có", "mắc", "đang", "dị", "suy", "tiền", "nhiễm", "từng", "bé", "cháu", "của", "em")
_ENDS = frozenset(",;.?!:()")


def told_of_relatives(u: Utterance, ages: Sequence[Age]) -> tuple[tuple[int, int], ...]:
    """Word ranges; none where the relative may be the patient: nobody else is named, or the drug is the relative's."""
    if groups_in(u) or u.has(lexicon.PEOPLE, *_NURSING):
        return ()
    told: list[tuple[int, int]] = []
    for at in range(len(u.words)):
        inside = bool(told) and at < told[-1][1]  # the "mẹ" of "bố mẹ"
        if not inside and (clause := _clause(u, at)) is not None:
            told.append(clause)
    kept = tuple(c for c in told if _has_finding(u, c) and not _takes_drug(u, c))
    words = {i for start, end in kept for i in range(start, end)}
    return kept if kept and _somebody_else(u, words, ages) else ()


def is_unsure_whose(u: Utterance, clauses: Sequence[tuple[int, int]], *, patient_is_ill: bool) -> bool:
    """ "Bé 10 tuổi, bà nội bị tiểu đường, metformin …": the drug follows the relative's disease, and nobody else's.

    `patient_is_ill`: a condition of the patient is told. An allergy or failing organs are no reason for a drug.
    """
    if not clauses or patient_is_ill or not u.drugs:
        return False
    start, end = clauses[-1]
    ill = any(start <= h.start < end for t in (lexicon.DISEASE, lexicon.SYMPTOM) for h in u.of(t))
    spared = any(start <= h.start < end for h in u.hits.labelled(lexicon.CUES, "allergy"))
    asked = next((d.start for d in u.drugs if d.start >= end), None)
    if not ill or spared or asked is None or u.says(start, *_FAMILY) or u.says(start, "tiền"):
        return False
    return not any(end <= h.start < asked for h in u.of(lexicon.PEOPLE))


def _clause(u: Utterance, at: int) -> tuple[int, int] | None:
    """From the relative to the end of the clause, or to the child that is named next; None where nobody is at `at`."""
    after = _behind_relative(u, at)
    if after is None or u.says(at - 1, *_NOT_TOLD_OF) or _tells(u, at):
        return None
    start = at
    if u.says(at, *_FAMILY):
        while start > 0 and u.words[start - 1].text not in _ENDS and not _names_child(u, start - 1):
            start -= 1  # "tiền sử gia đình có hen"
    end = after
    while end < len(u.words) and u.words[end].text not in _ENDS and not _names_child(u, end):
        end += 1
    return start, end


def _behind_relative(u: Utterance, at: int) -> int | None:
    """The word behind "mẹ", "mẹ bé", "bà nội", "anh trai", "gia đình"; None where no relative is named."""
    if (u.says(at, *_ELDERS) and u.says(at + 1, *_SIDES)) or (u.says(at, *_SIBLINGS) and u.says(at + 1, *_SEX)):
        end = at + 2
    elif u.says(at, *_FAMILY) and u.says(at + 1, *_OF_FAMILY):
        return at + 2
    elif u.says(at, "tôi") and u.says(at + 1, *_PREDICATES) and not u.says(at - 1, *_WHOSE):
        return at + 1  # "con tôi 5 tuổi …, tôi bị dị ứng penicilin"
    elif any(stands_for(u.words[at], word, exact=u.marked) for word in _KIN) and _is_kin(u, at):
        end = at + 1
    else:
        return None
    whose = end + u.says(end, *_OF_CHILD)
    child = next((h for h in u.hits.labelled(lexicon.PEOPLE, *_CHILD) if h.start == whose), None)
    return child.end if child is not None and not u.key(child.end)[:1].isdigit() else end


def _is_kin(u: Utterance, at: int) -> bool:
    """Not the "chong" of "chống chỉ định" or "chống nôn", nor the "me" of "hôn mê", typed without marks."""
    tables = (lexicon.SECTIONS, lexicon.DISEASE, lexicon.SYMPTOM, lexicon.CONDITIONS)
    inside = any(h.start <= at < h.end for t in tables for h in u.of(t))
    return not inside and (u.marked or u.says(at + 1, *_PREDICATES))


def _tells(u: Utterance, at: int) -> bool:
    """ "mẹ nói bé sốt": she tells of the child."""
    return u.says(at + 1, *SPEAKS)


def _names_child(u: Utterance, at: int) -> bool:
    named = any(h.start <= at < h.end for h in u.hits.labelled(lexicon.PEOPLE, *_CHILD))
    return named or (u.says(at, "con") and u.key(at + 1)[:1].isdigit())


def _has_finding(u: Utterance, clause: tuple[int, int]) -> bool:
    hits = [h for t in (lexicon.DISEASE, lexicon.SYMPTOM, lexicon.CONDITIONS) for h in u.of(t)]
    hits += [*u.hits.labelled(lexicon.PEOPLE, *_ORGANS), *u.hits.labelled(lexicon.CUES, "allergy")]
    return any(clause[0] <= h.start < clause[1] for h in hits)


def _takes_drug(u: Utterance, clause: tuple[int, int]) -> bool:
    """Is a drug named in the clause that is no allergen, or is taking one told there?"""
    return any(clause[0] <= d.start < clause[1] and not _is_allergen(u, d) for d in u.drugs) or any(
        u.says(i, *_TAKES) for i in range(*clause)
    )


def _is_allergen(u: Utterance, drug: NamedDrug) -> bool:
    cues = u.hits.labelled(lexicon.CUES, "allergy")
    return any(drug.start - 2 <= cue.end <= drug.start for cue in cues)


def _somebody_else(u: Utterance, inside: set[int], ages: Sequence[Age]) -> bool:
    """Is a patient named outside of what is told of relatives?"""
    named = any(h.start not in inside for h in u.of(lexicon.PEOPLE) if h.label not in _ORGANS)
    aged = any(a.start not in inside for a in ages)
    kin = any(
        at not in inside and _behind_relative(u, at) is not None and not only_speaks(u, at)
        for at in range(len(u.words))
    )
    return named or aged or kin
