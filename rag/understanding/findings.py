"""Conditions in a question: what is treated, what the patient also has, what is denied, what is only spoken of."""

from dataclasses import dataclass, field

from rag.frames import Finding
from rag.understanding import lexicon
from rag.understanding.condition_words import TOO_WIDE
from rag.understanding.phrases import Hit
from rag.understanding.utterance import NamedDrug, Utterance

_LONGEST_NAME = 5  # words of a condition that is in no list
_FILLERS = ("bị", "có", "mắc", "bệnh", "cả", "thêm", "từng", "gì", "về", "hề")
_OR = ("hay", "hoặc", "lẫn", "và", "cũng", "nor", "or")
_SEVERITY = ("nặng", "nhẹ", "vừa", "mạn", "cấp", "tính", "mạn tính")


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

    def present(self, *cues: str) -> tuple[Condition, ...]:
        return tuple(c for c in self.conditions if c.is_present and (not cues or c.cue in cues))


def conditions_in(u: Utterance) -> ConditionsSaid:
    listed = _listed(u)
    opened = _open_ended(u, listed)
    allergies, allergens, allergy_words = _allergies(u)
    conditions = sorted((*listed, *opened), key=lambda c: c.start)
    conditions = [c for c in conditions if not set(range(c.start, c.end)) & allergy_words]
    negated = frozenset(
        hit
        for hit in u.of(lexicon.PEOPLE)
        if hit.label in ("renal", "dialysis", "hepatic", "pregnant", "breastfeeding") and is_negated(u, hit.start)
    )
    findings = [*allergies]
    findings += [Finding(u.typed(h.start, h.end), present=False) for h in sorted(negated, key=lambda h: h.start)]
    findings += [Finding("có thai", present=False) for _ in u.hits.labelled(lexicon.PEOPLE, "not_pregnant")[:1]]
    findings += [Finding(c.name, present=c.is_present) for c in conditions if c.cue in ("negated", "history")]
    words = {i for c in conditions for i in range(c.start, c.end)} | allergy_words
    return ConditionsSaid(tuple(conditions), tuple(dict.fromkeys(findings)), allergens, negated, frozenset(words))


def is_too_wide(name: str) -> bool:
    return name in TOO_WIDE


def is_negated(u: Utterance, at: int) -> bool:
    """ "không X", "không bị X", "không có tiền sử X", "không X hay Y"; "dùng được không" denies nothing."""
    back = at
    while back > 0:
        for cue in u.hits.labelled(lexicon.CUES, "negated"):
            if cue.end == back and not _belongs_to_question(u, cue):
                return True
        if u.says(back - 1, *_FILLERS):
            back -= 1
            continue
        joined = u.says(back - 1, *_OR) and next((c for c in named_conditions(u) if c[1] == back - 1), None)
        if not joined:
            return False
        back = joined[0]
    return False


def _belongs_to_question(u: Utterance, cue: Hit) -> bool:
    """ "không" that closes "dùng được không" or "có hại không"."""
    return any(h.label == "may" and h.start < cue.start < h.end for h in u.of(lexicon.SECTIONS))


def named_conditions(u: Utterance) -> tuple[tuple[int, int], ...]:
    """Word ranges of every listed condition and impairment."""
    tables = (*u.of(lexicon.DISEASE), *u.of(lexicon.SYMPTOM))
    people = u.hits.labelled(lexicon.PEOPLE, "renal", "hepatic", "dialysis")
    return tuple((h.start, h.end) for h in (*tables, *people))


def _cue_of(u: Utterance, start: int) -> str:
    if is_negated(u, start):
        return "negated"
    back = start
    while True:
        cue = next((h for h in u.of(lexicon.CUES) if h.end == back and h.label in ("for", "history")), None)
        if cue is not None:
            return cue.label
        if not u.says(back - 1, *_FILLERS, "đang", "do", "cơn"):
            return ""
        back -= 1


def _listed(u: Utterance) -> list[Condition]:
    diseases = u.of(lexicon.DISEASE)
    taken = {i for h in diseases for i in range(h.start, h.end)}
    hits = [(h, "disease") for h in diseases]
    for h in u.of(lexicon.SYMPTOM):
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


def _with_tail(u: Utterance, c: Condition) -> Condition:
    """A name that is only the head of a longer one ("viêm nha chu", "đau vai gáy") takes the words that follow."""
    if c.name not in TOO_WIDE and c.name not in ("thiếu máu", "nấm"):
        return c
    end = _run_end(u, c.end, limit=3)
    return c if end == c.end else Condition(u.typed(c.start, end), c.start, end, "open", c.cue)


def _open_ended(u: Utterance, listed: list[Condition]) -> list[Condition]:
    """Conditions in no list: after a head ("rối loạn …", "hội chứng …") or after "bị", "điều trị"."""
    taken = {i for c in listed for i in range(c.start, c.end)}
    taken |= {i for h in u.of(lexicon.PEOPLE) for i in range(h.start, h.end)}
    found: list[Condition] = []
    for head in u.of(lexicon.HEAD):
        if head.start in taken:
            continue
        end = _run_end(u, head.end, limit=3)
        if end > head.end:
            found.append(Condition(u.typed(head.start, end), head.start, end, "open", _cue_of(u, head.start)))
            taken |= set(range(head.start, end))
    for cue in u.hits.labelled(lexicon.CUES, "for", "history"):
        start = cue.end
        while u.says(start, *_FILLERS):
            start += 1
        end = _run_end(u, start, limit=_LONGEST_NAME)
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


def _run_end(u: Utterance, start: int, *, limit: int) -> int:
    """The end of the run of plain words from `start`: it stops at signs, numbers, drugs and words with a job."""
    end = start
    while end < len(u.words) and end - start < limit and u.words[end].is_word and _is_plain(u, end):
        end += 1
    return end


def _is_plain(u: Utterance, at: int) -> bool:
    if at in u.drug_words or at in u.addressed:
        return False
    tables = (
        lexicon.SECTIONS,
        lexicon.ROUTES,
        lexicon.PEOPLE,
        lexicon.STOPS,
        lexicon.CUES,
        lexicon.LINKS,
        lexicon.SCOPE,
    )
    return not any(h.start <= at < h.end for table in tables for h in u.hits.of(table)) or u.says(at, *_SEVERITY)


def _allergies(u: Utterance) -> tuple[list[Finding], frozenset[int], set[int]]:
    """Allergies as findings, the words of allergens that are drug names, all words concerned."""
    findings: list[Finding] = []
    allergens: set[int] = set()
    words: set[int] = set()
    for cue in u.hits.labelled(lexicon.CUES, "allergy"):
        named = _drug_at(u, cue.end) or (_drug_at(u, cue.end + 1) if u.says(cue.end, "thuốc", "nhóm", "với") else None)
        start = cue.end
        end = named.end if named else _run_end(u, start, limit=3)
        if end == start and u.says(start, "thuốc", "thức"):
            end = start + 1
        if end == start and not is_negated(u, cue.start):
            continue  # "dị ứng không", "gây dị ứng": an effect, not a history
        substance = u.typed(named.start if named else start, end).strip() or (
            "thuốc" if u.says(cue.end - 1, "thuốc") else ""
        )
        findings.append(Finding(f"dị ứng {substance}".strip(), present=not is_negated(u, cue.start)))
        words.update(range(cue.start, end))
        if named:
            allergens.update(range(named.start, named.end))
    return findings, frozenset(allergens), words


def _drug_at(u: Utterance, at: int) -> NamedDrug | None:
    return next((d for d in u.drugs if d.start == at), None)
