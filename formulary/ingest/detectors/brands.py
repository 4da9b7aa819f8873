"""What goes wrong in lists of brands."""

import re
from collections.abc import Iterator

from formulary.ingest.detectors.views import View, evidence
from formulary.ingest.headings import section_key
from formulary.ingest.misplaced_brands import foreign_brands
from rag.vietnamese import fold, squeeze

_LONGEST_NAME = 60
_LONG_NAME = 40
_SHORTEST_NAME = 4
# "Tab. 500", "Inj. 5": an abbreviation; "Vantef. Globulin": two things.
_STOP_INSIDE = re.compile(r"[^\W\d_]{5,}\.\s+[^\W\d_]|\d\.\s+[A-ZĐ][a-zà-ỹ]{3}")


def brand_names(text: str) -> Iterator[tuple[int, str]]:
    """Offset and name of each item of a list."""
    start = 0
    for item in text.split(";"):
        name = squeeze(item).strip(" .")
        if name:
            yield start + len(item) - len(item.lstrip()), name
        start += len(item) + 1


def foreign(view: View, *, slug: str) -> str | None:
    """Brands that are known to be another drug's."""
    names = foreign_brands(view.text, slug=slug)
    return "; ".join(names) or None


def overflow(view: View) -> str | None:
    """`Vantef. Globulin miễn dịch chống uốn ván …`: the list goes on into the next heading or monograph."""
    for start, name in brand_names(view.text):
        too_long = len(name) > _LONGEST_NAME or (len(name) > _LONG_NAME and "(" not in name and not name.isascii())
        if too_long or _STOP_INSIDE.search(name) or section_key(name.partition(":")[0]) is not None:
            return evidence(view.text, start, min(start + 80, len(view.text)))
    return None


def short_name(view: View) -> str | None:
    """A brand of three letters or fewer: it is found by its exact spelling only."""
    short = [name for _, name in brand_names(view.text) if len(re.sub(r"\W", "", fold(name))) < _SHORTEST_NAME]
    return "; ".join(short) or None
