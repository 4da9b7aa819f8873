"""Conditions in a question: what is treated, what the patient also has, what is denied, what is only spoken of."""

from dataclasses import dataclass, field

from rag.frames import Finding
from rag.understanding import lexicon
from rag.understanding.administration import is_of_airways
from rag.understanding.allergies import allergies_in
from rag.understanding.condition_words import ATTACKS_OF_ANGINA, TOO_WIDE
from rag.understanding.levels import abnormal_levels
from rag.understanding.phrases import Hit
from rag.understanding.spans import FILLERS, is_negated, is_plain, named_conditions, run_end
from rag.understanding.utterance import Utterance

_LONGEST_NAME = 5  # words of a condition that is in no list
_ABSENT = (
    ("not_pregnant", ("có thai",)),
    ("kidneys_well", ("suy thận",)),
    ("liver_well", ("suy gan",)),
    ("organs_well", ("suy thận", "suy gan")),
)
_BRINGS_ABOUT = ("gây", "cause", "causes")
_TAKEN_BACK_ALONE = ("loét", "sỏi")  # "không loét" says enough


@dataclass(frozen=True, slots=True)
class Condition:
    """Words `start` to `end`; `name` is the book's where it is listed, else as typed."""

    name: str
    start: int
    end: int
    kind: str  # "disease" | "symptom" | "open": the run of words after a cue
    cue: str = ""  # "for", "history", "negated", "allergy" or ""

    @property
    def is_present(self) -> bool:
        return self.cue != "negated"


@dataclass(frozen=True, slots=True)
class ConditionsSaid:
    conditions: tuple[Condition, ...] = ()
    findings: tuple[Finding, ...] = ()
    allergens: frozenset[int] = frozenset()  # words of a drug named as what the patient does not bear
    negated: frozenset[Hit] = frozenset()  # denied hits of the people table
    words: frozenset[int] = field(default_factory=frozenset)
    allergy_words: frozenset[int] = field(default_factory=frozenset)

    def present(self, *cues: str) -> tuple[Condition, ...]:
        return tuple(c for c in self.conditions if c.is_present and (not cues or c.cue in cues))


def conditions_in(u: Utterance, aside: frozenset[int] = frozenset()) -> ConditionsSaid:
    """`aside`: words that tell of somebody else."""
    listed = _listed(u)
    opened = _open_ended(u, listed)
    allergies = allergies_in(u, aside)
    effects = [Condition(u.typed(h.start, h.end), h.start, h.end, "open") for h in effects_of_drug(u)]
    levels = [Condition(name, start, end, "disease", "history") for name, start, end in abnormal_levels(u)]
    found = (*listed, *opened, *effects, *levels)
    conditions = sorted((c for c in found if c.start not in aside), key=lambda c: c.start)
    conditions = [c for c in conditions if not set(range(c.start, c.end)) & allergies.words]
    negated = frozenset(
        hit
        for hit in u.of(lexicon.PEOPLE)
        if hit.label in ("renal", "dialysis", "hepatic", "pregnant", "breastfeeding")
        and is_negated(u, hit.start)
        and hit.start not in aside
    )
    findings = [*allergies.findings]
    findings += [Finding(u.typed(h.start, h.end), present=False) for h in sorted(negated, key=lambda h: h.start)]
    findings += [Finding(n, present=False) for label, names in _ABSENT if u.has(lexicon.PEOPLE, label) for n in names]
    findings += [Finding(c.name, present=c.is_present) for c in conditions if c.cue in ("negated", "history")]
    words = {i for c in conditions for i in range(c.start, c.end)} | allergies.words
    return ConditionsSaid(
        tuple(conditions),
        tuple(dict.fromkeys(findings)),
        allergies.allergens,
        negated,
        frozenset(words),
        allergies.words,
    )


def effects_of_drug(u: Utterance) -> tuple[Hit, ...]:
    """ "X có gây suy thận không": what the drug may bring about, and no state of the patient's.

    A disease between the two is what brings it about ("đái tháo đường gây suy thận").
    """
    found: list[Hit] = []
    for hit in u.hits.labelled(lexicon.PEOPLE, "renal", "hepatic"):
        verb = next((h for h in u.hits.labelled(lexicon.SECTIONS, "adr") if h.end == hit.start), None)
        if verb is None or not any(u.says(i, *_BRINGS_ABOUT) for i in range(verb.start, verb.end)):
            continue
        before = [d.end for d in u.drugs if d.end <= verb.start]
        told = [h for h in u.of(lexicon.DISEASE) if before and before[-1] <= h.start < verb.start]
        if before and not told:
            found.append(hit)
    return tuple(found)


def is_too_wide(name: str) -> bool:
    return name in TOO_WIDE


def _cue_of(u: Utterance, start: int) -> str:
    if is_negated(u, start):
        return "negated"
    back = start
    while True:
        cue = next((h for h in u.of(lexicon.CUES) if h.end == back and h.label in ("for", "history")), None)
        if cue is not None:
            return cue.label
        if not u.says(back - 1, *FILLERS, "đang", "do", "cơn"):
            return ""
        back -= 1


def _listed(u: Utterance) -> list[Condition]:
    diseases = tuple(h for h in u.of(lexicon.DISEASE) if not _is_attack_of_another(u, h))
    taken = {i for h in diseases for i in range(h.start, h.end)}
    hits = [(h, "disease") for h in diseases]
    for h in u.of(lexicon.SYMPTOM):
        if runs_into_pregnancy(u, h):
            continue
        longer = next((d for d in diseases if d.start <= h.start and h.end <= d.end), None)
        if longer is None and not taken & set(range(h.start, h.end)):
            hits.append((h, "symptom"))
        elif longer is None:
            # "đau bụng kinh" over "đau": the longer reading of the same words wins.
            shorter = [d for d in diseases if h.start <= d.start and d.end <= h.end]
            hits = [(d, kind) for d, kind in hits if d not in shorter]
            hits.append((h, "symptom"))
    found = [Condition(h.label, h.start, h.end, kind, _cue_of(u, h.start)) for h, kind in hits]
    return [_with_tail(u, c) for c in found]


def runs_into_pregnancy(u: Utterance, hit: Hit) -> bool:
    """ "thuoc dau co thai", typed without marks: no muscle aches, «có thai» has the word."""
    return any(hit.start < p.start < hit.end < p.end for p in u.hits.labelled(lexicon.PEOPLE, "pregnant"))


def _is_attack_of_another(u: Utterance, hit: Hit) -> bool:
    """ "cắt cơn" alone is of angina, but not before another name ("cắt cơn động kinh") or of a drug for the airways."""
    if not u.says(hit.end - 1, "cơn") or hit.label not in ATTACKS_OF_ANGINA:
        return False
    named = hit.end < len(u.words) and u.words[hit.end].is_word and is_plain(u, hit.end)
    return named or _names_condition(u, hit.end) or is_of_airways(u)


def _names_condition(u: Utterance, at: int) -> bool:
    return any(start == at for start, _ in named_conditions(u))


def _with_tail(u: Utterance, c: Condition) -> Condition:
    """A name that is only the head of a longer one ("viêm nha chu", "đau vai gáy") takes the words that follow."""
    if c.name not in TOO_WIDE and c.name not in ("thiếu máu", "nấm"):
        return c
    end = run_end(u, c.end, limit=3)
    return c if end == c.end else Condition(u.typed(c.start, end), c.start, end, "open", c.cue)


def _open_ended(u: Utterance, listed: list[Condition]) -> list[Condition]:
    """Conditions in no list: after a head ("rối loạn …", "hội chứng …") or after "bị", "điều trị"."""
    taken = {i for c in listed for i in range(c.start, c.end)}
    taken |= {i for h in u.of(lexicon.PEOPLE) for i in range(h.start, h.end)}
    found: list[Condition] = []
    for head in u.of(lexicon.HEAD):
        if head.start in taken:
            continue
        end = run_end(u, head.end, limit=3)
        taken_back = u.says(head.start, *_TAKEN_BACK_ALONE) and is_negated(u, head.start)
        if end > head.end or taken_back:
            found.append(Condition(u.typed(head.start, end), head.start, end, "open", _cue_of(u, head.start)))
            taken |= set(range(head.start, end))
    for cue in u.hits.labelled(lexicon.CUES, "for", "history"):
        start = cue.end
        while u.says(start, *FILLERS):
            start += 1
        end = run_end(u, start, limit=_LONGEST_NAME)
        prevents = cue.end - cue.start == 2 and u.says(cue.end - 1, "phòng", "ngừa")
        if end == start == cue.end and prevents and not _names_next(u, start):
            found.append(Condition(u.typed(cue.start, cue.end), cue.start, cue.end, "open", cue.label))
        if end > start and not taken & set(range(start, end)):
            found.append(Condition(u.typed(start, end), start, end, "open", cue.label))
            taken |= set(range(start, end))
    return found


def _names_next(u: Utterance, at: int) -> bool:
    """Does a listed condition or a drug stand at `at`?"""
    return at in u.drug_words or any(start == at for start, _ in named_conditions(u))
