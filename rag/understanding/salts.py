"""A metal typed right behind a drug's name: its salt ("diclofenac kali"), or what it meets ("spironolacton kali")."""

from dataclasses import replace

from rag.ports import NameSpan
from rag.vietnamese import fold, tokens

_METALS = {
    "kali": "kali", "potassium": "kali", "calci": "calci", "canxi": "calci", "calcium": "calci",
    "magnesi": "magnesi", "magie": "magnesi", "magnesium": "magnesi",
}  # fmt: skip
# First letters of the names of substances that are sold as such a salt.
_SOLD_AS = {
    "kali": (
        "diclofenac", "losartan", "benzylpenicil", "penicil", "phenoxymethyl", "clavulan", "amox", "augmentin",
        "canrenoat", "warfarin", "raltegravir", "clorazepat", "oxonat", "ferrocyanid", "iod", "aspart", "permangan",
    ),
    "calci": (
        "atorva", "rosuva", "pitava", "heparin", "nadroparin", "folin", "leucovorin", "levoleucovorin", "dobesilat",
        "acamprosat", "pantothen", "glucon", "fosfomycin", "fenoprofen", "saccharin", "carbon", "clorid", "edta",
        "trisodium", "polystyren", "glycerophosphat", "lact", "ascorb",
    ),
    "magnesi": ("esomepra", "omepra", "rabepra", "pantopra", "valpro", "pidolat", "salicylat", "aspart", "nhom"),
}  # fmt: skip


def without_metal(span: NameSpan, text: str) -> NameSpan:
    """The span without a last word that names a metal, where the drug is sold as no salt of it."""
    words = tokens(text[span.start : span.end])
    metal = _METALS.get(words[-1].folded) if len(words) > 1 else None
    if metal is None or span.mention is None:
        return span
    known = (*(w.folded for w in words[:-1]), *(w.folded for w in tokens(fold(span.mention.name))))
    if any(word.startswith(_SOLD_AS[metal]) or word == metal for word in known):
        return span
    end = span.start + words[-2].end
    return replace(span, end=end, mention=replace(span.mention, matched=text[span.start : end]))
