"""Brands that the printed book lists under a drug that they are not.

Seen in two independent extractions of the 2018 edition, so it stands so in print: the list of gentamicin holds the
brands of glibenclamid. A name from such a list would answer with an antibiotic when an antidiabetic is meant.
"""

from rag.vietnamese import fold

MISPLACED: dict[str, frozenset[str]] = {
    "gentamicin": frozenset(
        {
            "carmize", "claben", "diabifar", "dowanine", "glibendarem 5", "glidamont", "glihexal", "glilucol", "glimel",
            "glumeben", "glyburid", "glyclamic", "maninil 5", "plariche", "xeltic",
        }
    ),
}  # fmt: skip


def foreign_brands(text: str, *, slug: str) -> tuple[str, ...]:
    """The brands of a list that are known to be another drug's, as printed."""
    known = MISPLACED.get(slug, frozenset())
    names = [name.strip(" .") for name in text.split(";")]
    return tuple(dict.fromkeys(name for name in names if fold(name) in known))
