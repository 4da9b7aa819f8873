"""Which section is asked of which drug: "chống chỉ định của A và liều của B"."""

from collections.abc import Mapping, Sequence

from rag.antidotes import antidotes_in
from rag.passages import DOSING, OVERDOSE
from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.section_keys import WEAK
from rag.understanding.sections import named_sections
from rag.understanding.utterance import NamedDrug, Utterance

_JOINS = ("và", "+", ",", "&", "hoặc", "với", "and", "/", "của", "cả", "lẫn")
_OF_POISON = ("do", "của", "thuốc", "với", "cấp")

Sections = tuple[str, ...]


def own_sections(u: Utterance, subjects: Sequence[NamedDrug]) -> Mapping[int, Sections]:
    """Place of a drug among `subjects` -> its sections; empty when every drug is asked the same, or it is not clear.

    Each drug has its request before it, or each has it behind; names that are only joined share one.
    """
    drugs = sorted(subjects, key=lambda d: d.start)
    if len(drugs) < 2:
        return {}
    if poison := _poison(u, drugs):
        return _against(u, subjects, *poison)
    starts = [0, *(d.end for d in drugs)]
    ends = [*(d.start for d in drugs), len(u.words)]
    said = [_asked(u, start, end) for start, end in zip(starts, ends, strict=True)]
    if said[0] and not said[-1]:
        shares = _shared(u, drugs, said[:-1])
    elif said[-1] and not said[0]:
        shares = _shared(u, drugs[::-1], said[:0:-1])[::-1]
    else:
        return {}
    if not all(shares) or len(set(shares)) < 2:
        return {}
    return {subjects.index(drug): sections for drug, sections in zip(drugs, shares, strict=True)}


def _poison(u: Utterance, drugs: Sequence[NamedDrug]) -> tuple[NamedDrug, Hit] | None:
    """ "naloxon giải độc morphin", "flumazenil ngộ độc diazepam": the later drug, and the word that makes it one."""
    for hit in u.hits.labelled(lexicon.SECTIONS, "overdose"):
        at = hit.end
        while u.says(at, *_OF_POISON):
            at += 1
        named = next((d for d in drugs if d.start == at), None)
        if named is not None and (named is not drugs[0] or any(map(_is_antidote, drugs[1:]))):
            return named, hit
    return None


def _is_antidote(drug: NamedDrug) -> bool:
    mention = drug.span.mention
    return mention is not None and bool(antidotes_in(f"{mention.name}; {mention.matched}"))


def _against(u: Utterance, subjects: Sequence[NamedDrug], poison: NamedDrug, hit: Hit) -> Mapping[int, Sections]:
    """Of the poison its overdose is read; what else is asked, or an antidote's dose, is asked of the other drug."""
    labels = u.labels(lexicon.SECTIONS) - {hit.label}
    rest = named_sections(u, labels) if labels - WEAK else ()
    if all(_is_antidote(drug) for drug in subjects if drug is not poison):
        rest = rest or (DOSING,)
    shares = {i: (OVERDOSE,) if drug is poison else rest for i, drug in enumerate(subjects)}
    return shares if rest else {}


def _asked(u: Utterance, start: int, end: int) -> Sections:
    part = u.within(start, end)
    labels = part.labels(lexicon.SECTIONS)
    return named_sections(part, labels) if labels - WEAK else ()


def _shared(u: Utterance, drugs: Sequence[NamedDrug], said: Sequence[Sections]) -> list[Sections]:
    """A drug without a request of its own shares that of the drug it is joined to."""
    shares: list[Sections] = []
    for i, sections in enumerate(said):
        joined = i > 0 and not sections and _only_joined(u, drugs[i - 1], drugs[i])
        shares.append(shares[-1] if joined else sections)
    return shares


def _only_joined(u: Utterance, one: NamedDrug, other: NamedDrug) -> bool:
    first, second = sorted((one, other), key=lambda d: d.start)
    between = range(first.end, second.start)
    return all(u.says(i, *_JOINS) or not u.words[i].is_word for i in between) and bool(between)
