"""Allergies as findings: "dị ứng X", and a reaction that X brought about before ("từng nổi mề đay khi uống X")."""

from dataclasses import dataclass

from rag.frames import Finding
from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.spans import FILLERS, drug_at, is_negated, run_end
from rag.understanding.utterance import Utterance

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


def allergies_in(u: Utterance) -> AllergiesSaid:
    findings: list[Finding] = []
    allergens: set[int] = set()
    words: set[int] = set()
    for cue in u.hits.labelled(lexicon.CUES, "allergy"):
        start = _name_start(u, cue.end)
        named = drug_at(u, start)
        end = named.end if named else run_end(u, start, limit=3)
        if end == start and start > cue.end:  # "dị ứng thuốc", "dị ứng kháng sinh": the class is all that is said
            start, end = cue.end, start
        if end == start and u.says(start, "thức"):
            end = start + 1
        if end == start and not is_negated(u, cue.start):
            continue  # "dị ứng không", "gây dị ứng": an effect, not a history
        substance = u.typed(start, end).strip() or ("thuốc" if u.says(cue.end - 1, "thuốc") else "")
        known = named.span.mention.name if named and named.span.mention else ""
        findings.append(Finding(f"dị ứng {substance}".strip(), not is_negated(u, cue.start), known))
        words.update(range(cue.start, end))
        if named:
            allergens.update(range(named.start, named.end))
    for reaction, start, end in _past_reactions(u, words):
        drug = drug_at(u, start)
        known = drug.span.mention.name if drug and drug.span.mention else ""
        findings.append(Finding(f"dị ứng {u.typed(start, end)}", not is_negated(u, reaction), known))
        words.update(range(reaction, end))
        if len(u.drugs) > 1 or not u.labels(lexicon.SECTIONS):
            allergens.update(range(start, end) if start in u.drug_words else ())
    return AllergiesSaid(tuple(findings), frozenset(allergens), frozenset(words))


def _name_start(u: Utterance, at: int) -> int:
    while u.says(at, *_BEFORE_NAME) and at not in u.drug_words:
        at += 1
    return at


def _past_reactions(u: Utterance, taken: set[int]) -> list[tuple[int, int, int]]:
    """ "tiền sử sốc phản vệ X", "từng nổi mề đay khi uống X": (word of the reaction, first word and end of X)."""
    found: list[tuple[int, int, int]] = []
    for hit in sorted((*u.of(lexicon.DISEASE), *u.of(lexicon.SYMPTOM)), key=lambda h: h.start):
        if hit.start in taken or not ((hit.label in _REACTIONS and _is_past(u, hit)) or _forbids_another(u, hit)):
            continue
        at = hit.end
        while at - hit.end < _REACH and u.says(at, *_BROUGHT_ABOUT, *_TAKEN) and at not in u.drug_words:
            at += 1
        if (drug := drug_at(u, at)) is not None:
            found.append((hit.start, drug.start, drug.end))
        elif u.says(at, *_CLASSES):
            found.append((hit.start, at, at + 1))
    return found


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
