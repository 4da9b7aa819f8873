"""Allergies as findings: "dị ứng X", and a reaction that X brought about before ("từng nổi mề đay khi uống X")."""

from dataclasses import dataclass

from rag.frames import Finding
from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.rescues import ANAPHYLAXIS, is_given_in_anaphylaxis
from rag.understanding.spans import FILLERS, drug_at, is_negated, run_end
from rag.understanding.utterance import NamedDrug, Utterance

_BEFORE_NAME = ("thuốc", "nhóm", "với", "họ", "các", "loại", "thuộc", "hoạt", "chất", "kháng", "sinh")
_REACTIONS = frozenset({"phản vệ", "mày đay", "phát ban", "ngứa", "phù", "khó thở", "dị ứng"})
_OF_AIRWAYS = frozenset({"hen", "hen phế quản"})
_BROUGHT_ABOUT = ("khi", "sau", "do", "vì", "với", "bởi", "lúc", "từng", "đã")
_TAKEN = ("uống", "dùng", "tiêm", "truyền", "xài", "chích", "thuốc", "nhóm", "kháng", "sinh", "lần")
_BEFORE_REACTION = (*FILLERS, "nổi", "sốc", "ca", "lần", "bệnh")
_CLASSES = (
    "penicilin", "penicillin", "pnc", "cephalosporin", "cefalosporin", "betalactam", "sulfamid", "sulfonamid", "sulfa",
    "quinolon", "macrolid", "nsaid", "nsaids", "vaccin", "vaccine",
)  # fmt: skip
_REACH = 5  # words between a reaction and the drug


@dataclass(frozen=True, slots=True)
class AllergiesSaid:
    findings: tuple[Finding, ...]
    allergens: frozenset[int]  # words of allergens that are drug names
    words: frozenset[int]  # all words concerned


def allergies_in(u: Utterance, aside: frozenset[int]) -> AllergiesSaid:
    """`aside`: words that tell of somebody else."""
    findings: list[Finding] = []
    allergens: set[int] = set()
    words: set[int] = set()
    for cue in u.hits.labelled(lexicon.CUES, "allergy"):
        if cue.start in aside:
            continue
        start = _name_start(u, cue.end)
        named = drug_at(u, start)
        end = named.end if named else run_end(u, start, limit=3)
        if end == start and start > cue.end:  # "dị ứng thuốc", "dị ứng kháng sinh": the class is all that is said
            start, end = cue.end, start
        if end == start and (before := _just_before(u, cue)) is not None:
            named, start, end = before, before.start, before.end
        if end == start and u.says(start, "thức"):
            end = start + 1
        if end == start and not is_negated(u, cue.start):
            continue  # "dị ứng không", "gây dị ứng": an effect, not a history
        substance = u.typed(start, end).strip() or ("thuốc" if u.says(cue.end - 1, "thuốc") else "")
        known = named.span.mention.name if named and named.span.mention else ""
        findings.append(Finding(f"dị ứng {substance}".strip(), not is_negated(u, cue.start), known))
        words.update(range(min(cue.start, start), max(cue.end, end)))
        if named:
            allergens.update(range(named.start, named.end))
    for reaction, start, end in _past_reactions(u, words | aside):
        drug = drug_at(u, start)
        known = drug.span.mention.name if drug and drug.span.mention else ""
        findings.append(Finding(f"dị ứng {u.typed(start, end)}", not is_negated(u, reaction), known))
        words.update(range(reaction, end))
        if len(u.drugs) > 1 or not u.labels(lexicon.SECTIONS):
            allergens.update(range(start, end) if start in u.drug_words else ())
    return AllergiesSaid(tuple(findings), frozenset(allergens), frozenset(words))


def _just_before(u: Utterance, cue: Hit) -> NamedDrug | None:
    """The allergen of "aspirin dị ứng, dùng meloxicam": said first, where another drug is asked about behind it."""
    named = next((d for d in u.drugs if d.end == cue.start), None)
    asked = any(d.start >= cue.end for d in u.drugs)
    return named if asked and not is_negated(u, cue.start) and not u.has(lexicon.SECTIONS, "adr") else None


def _name_start(u: Utterance, at: int) -> int:
    while u.says(at, *_BEFORE_NAME) and at not in u.drug_words:
        at += 1
    return at


def _past_reactions(u: Utterance, taken: set[int]) -> list[tuple[int, int, int]]:
    """ "tiền sử sốc phản vệ X", "từng nổi mề đay khi uống X": (word of the reaction, first word and end of X)."""
    found: list[tuple[int, int, int]] = []
    for hit in sorted((*u.of(lexicon.DISEASE), *u.of(lexicon.SYMPTOM)), key=lambda h: h.start):
        if hit.start in taken:
            continue
        at = hit.end
        while at - hit.end < _REACH and u.says(at, *_BROUGHT_ABOUT, *_TAKEN) and at not in u.drug_words:
            at += 1
        drug = drug_at(u, at)
        end = drug.end if drug is not None else at + 1 if u.says(at, *_CLASSES) else at
        is_told = (hit.label in _REACTIONS and _is_past(u, hit)) or _forbids_another(u, hit)
        if end > at and (is_told or _is_of_another(u, hit, range(at, end))):
            start = hit.start - (hit.start > 0 and u.says(hit.start - 1, "sốc", "shock", "choáng"))
            found.append((start, at, end))
    return found


def _is_of_another(u: Utterance, hit: Hit, allergen: range) -> bool:
    """ "X cho BN phản vệ với Y", "phản vệ với Y, dùng X được không": that Y brought it about speaks of giving X.

    What to do in the reaction, and a drug that is given in it, are asked for while it goes on.
    """
    if hit.label != ANAPHYLAXIS or u.has(lexicon.SECTIONS, "manage"):
        return False
    others = [d for d in u.drugs if d.start not in allergen and d.span.mention is not None]
    return bool(others) and not any(map(is_given_in_anaphylaxis, others))


def _forbids_another(u: Utterance, hit: Hit) -> bool:
    """ "hen do aspirin dùng meloxicam": what one drug brings about is told because another is asked about."""
    if hit.label not in _REACTIONS | _OF_AIRWAYS or not u.says(hit.end, "do", "vì"):
        return False
    blamed = next((d for d in u.drugs if d.start in (hit.end + 1, hit.end + 2)), None)
    asked = [d for d in u.drugs if blamed is not None and d.start >= blamed.end]
    takes = blamed is not None and any(u.says(i, *_TAKEN) for d in asked for i in range(blamed.end, d.start))
    return takes and not u.has(lexicon.SECTIONS, "manage")


def _is_past(u: Utterance, hit: Hit) -> bool:
    """A word of history before it: what happens now is an emergency."""
    back = hit.start
    while back > 0:
        if any(c.end == back for c in u.hits.labelled(lexicon.CUES, "history", "negated")):
            return True
        if u.says(back - 1, "từng"):
            return True
        if not u.says(back - 1, *_BEFORE_REACTION):
            return False
        back -= 1
    return False
