"""What the drugs of a question meet and is no drug of its own: "NSAID", "rượu", "thuốc cản quang".

Two sources: the wordings that are tuned to how questions are typed, and the table of classes and other partners
(`DrugNames.partners`).
"""

from collections.abc import Collection

from rag.understanding import lexicon
from rag.understanding.utterance import Utterance

_IS_A = ("phải", "là", "thuộc")
_JOINERS = ("với", "cùng", "kèm", "chung", "+", "gặp", "ăn", "uống", "thêm", "kiêng", "cữ")
_LEADING = ("với", "cùng", "kèm", "+")
_LISTS = ("và", ",", "&", "and")  # join only what stands directly before them
_BETWEEN = ("các", "những", "thuốc", "nhóm", "loại", "một", "số", "kháng", "sinh", "cả")
_KIND = ("thuốc", "kháng", "nhóm", "chất")
_EFFECT = ("kéo",)  # "kéo dài QT": a class only as what is met
# Verbs and nouns of the wordings that are no part of the partner's name.
_BEFORE_NAME = ("kỵ", "kị", "ăn", "uống", "với", "có")


def partners_said(u: Utterance, aside: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Word ranges in the order of the question, the longest where two overlap. `aside`: words of allergies.

    A class that the drug is asked to be ("có phải macrolid không") is no partner of it.
    """
    hidden = {i for hit in u.hits.of(lexicon.PARTNERS) if hit.label == "-" for i in range(hit.start, hit.end)}
    found: list[tuple[int, int]] = []
    for start, end in sorted({*u.partners, *_worded(u)}, key=lambda span: (span[0] - span[1], span[0])):
        if u.says(start, *_KIND) and (end in u.drug_words or any(a == end for a, _ in u.partners)):
            continue  # "thuốc huyết áp amlodipin", "kháng sinh penicilin": what kind of drug the next word is
        if u.says(start, *_EFFECT) and not u.says(start - 1, *_KIND, *_JOINERS, "gây", "làm"):
            continue  # "domperidon với clarithromycin kéo dài QT": what the two may do
        words = set(range(start, end))
        if words & (hidden | set(aside)) or any(a < end and start < b for a, b in found):
            continue
        if not u.says(_before(u, start), *_IS_A):
            found.append((start, end))
    return tuple(sorted(found))


def meets(u: Utterance, partner: tuple[int, int]) -> bool:
    """Is it food, drink or a class as questions word them, or joined to what stands before it ("với thuốc …")?"""
    worded = any(a < partner[1] and partner[0] < b for a, b in _worded(u))
    before = _before(u, partner[0])
    listed = u.says(before, *_LISTS) and (before - 1 in u.drug_words or any(b == before for _, b in u.partners))
    leads = u.says(partner[1], *_LEADING) and partner[1] + 1 in u.drug_words  # "thuốc kéo dài QT với domperidon"
    return worded or listed or leads or is_joined(u, partner)


def is_joined(u: Utterance, partner: tuple[int, int]) -> bool:
    """ "cùng rượu", "với thuốc …": said to be taken with what stands before it, not only listed beside it."""
    return u.says(_before(u, partner[0]), *_JOINERS)


def _worded(u: Utterance) -> list[tuple[int, int]]:
    return [
        (hit.start + (hit.end > hit.start + 1 and u.says(hit.start, *_BEFORE_NAME)), hit.end)
        for hit in u.of(lexicon.PARTNERS)
        if hit.label in ("food", "class")
    ]


def _before(u: Utterance, at: int) -> int:
    """The word before a partner and what only leads up to it."""
    at -= 1
    while u.says(at, *_BETWEEN):
        at -= 1
    return at
