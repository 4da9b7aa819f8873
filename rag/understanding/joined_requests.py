"""Sections that are asked for in one breath with the interactions: "chống chỉ định và tương tác của X và Y"."""

from dataclasses import replace
from itertools import pairwise

from rag.frames import Intent
from rag.understanding import lexicon
from rag.understanding.phrases import Hit
from rag.understanding.section_keys import INTERACTION, SECTIONS_OF
from rag.understanding.sections import WITH_SECTIONS, SectionChoice
from rag.understanding.utterance import Utterance

SIDE_BY_SIDE = "section.named_together"
"""The rule of drugs that are named together and of which nothing is asked: "ibuprofen và paracetamol cho trẻ sốt"."""
_JOINS = ("và", "với", "cùng", "cả", ",", "&", "+", "/", "lẫn", "rồi", "mục", "các", "lượng", "cách", "dùng")
_REQUESTED = frozenset(
    {"dose", "contraindication", "indication", "caution", "adr", "overdose", "pregnancy", "lactation"}
)


def with_joined_sections(u: Utterance, choice: SectionChoice) -> SectionChoice:
    """The choice with the sections that are named right beside "tương tác"; else unchanged."""
    if choice.intent is not Intent.INTERACTION:
        return choice
    if choice.rule == "section.two_meet" and not u.labels(lexicon.SECTIONS):
        return replace(choice, rule=SIDE_BY_SIDE)
    hits = sorted((h for h in u.of(lexicon.SECTIONS) if h.label in _REQUESTED | {"interaction"}), key=lambda h: h.start)
    chains: list[list[Hit]] = [[hit] for hit in hits[:1]]
    for one, other in pairwise(hits):
        joined = one.end < other.start and all(u.says(i, *_JOINS) for i in range(one.end, other.start))
        if joined:
            chains[-1].append(other)
        else:
            chains.append([other])
    asked = next((chain for chain in chains if any(h.label == "interaction" for h in chain)), [])
    sections = [SECTIONS_OF[hit.label][0] for hit in asked if hit.label != "interaction"]
    if not sections:
        return choice
    return replace(choice, sections=tuple(dict.fromkeys((INTERACTION, *sections))), rule=WITH_SECTIONS)
