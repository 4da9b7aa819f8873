"""Known monographs, printed with known defects."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from formulary.ingest.book import PrintedMonograph
from formulary.ingest.companion import companion_text
from formulary.ingest.pdf_book import pdf_hash
from formulary.printing.atoms import Options
from formulary.printing.layout import TITLE, lay_out
from formulary.printing.pdf import write_pdf
from formulary.printing.placed import PlacedPage
from tests.formulary.bad_books.draft import Draft, Planted, shuffled
from tests.formulary.bad_books.grids import TABLE_FAULTS, make_tables, plant_table
from tests.formulary.bad_books.hidden import HIDDEN_FAULTS, hide, plant_hidden
from tests.formulary.bad_books.sections import PER_MONOGRAPH, SECTION_FAULTS
from tests.formulary.bad_books.structures import STRUCTURE_FAULTS, Plant
from tests.formulary.bad_books.texts import TEXT_FAULTS, plant_text

__all__ = ["KINDS", "PER_MONOGRAPH", "BadBook", "NoRoom", "Planted", "make_bad_book", "spoil"]

# In this order: first what finds few places, while they are untouched.
_PLANTS: dict[str, Plant] = {
    "missing_confirmation": SECTION_FAULTS["missing_confirmation"],
    **{kind: partial(lambda d, p, r, kind: plant_table(d, p, kind, r), kind=kind) for kind in TABLE_FAULTS},
    **SECTION_FAULTS,
    **STRUCTURE_FAULTS,
    **{kind: partial(lambda d, p, r, kind: plant_hidden(d, p, kind, r), kind=kind) for kind in HIDDEN_FAULTS},
    **{kind: partial(lambda d, p, r, kind: plant_text(d, p, kind, r), kind=kind) for kind in TEXT_FAULTS},
}
KINDS: tuple[str, ...] = tuple(_PLANTS)


class NoRoom(ValueError):
    """The monographs do not hold as many places for a kind as were asked for."""


@dataclass(frozen=True, slots=True)
class BadBook:
    """`clean` is what the book would say without the defects, `bad` what is printed, `pages` where it stands."""

    path: Path
    planted: tuple[Planted, ...]
    clean: tuple[PrintedMonograph, ...]
    bad: tuple[PrintedMonograph, ...]
    pages: tuple[PlacedPage, ...]


def spoil(
    monographs: tuple[PrintedMonograph, ...], *, kinds: Mapping[str, int], seed: int
) -> tuple[Draft, tuple[Planted, ...]]:
    """The monographs with so many defects of each kind, at most one a block. Raises NoRoom, KeyError."""
    draft = Draft.of(monographs)
    tables = sum(count for kind, count in kinds.items() if kind in TABLE_FAULTS)
    if tables:
        # Some tables have no room for a defect of every kind.
        make_tables(draft, tables + tables // 4 + 2, random.Random(f"{seed} tables"))
    planted: list[Planted] = []
    for kind in sorted(kinds, key=list(_PLANTS).index):
        planted.extend(_plant(draft, kind, kinds[kind], random.Random(f"{seed} {kind}")))
    return draft, tuple(planted)


def make_bad_book(
    monographs: tuple[PrintedMonograph, ...],
    *,
    kinds: Mapping[str, int],
    seed: int,
    folder: Path,
    options: Options | None = None,
) -> BadBook:
    """Prints the monographs with so many defects of each kind, at most one a block, and the companion file beside it.

    The same arguments give the same bytes. `clean` has lists set as tables when the kinds ask for more tables than
    there are. Raises NoRoom, KeyError for a kind that does not exist.
    """
    draft, planted = spoil(monographs, kinds=kinds, seed=seed)
    clean, bad = draft.clean(), draft.bad()
    pages = hide(lay_out(bad, options=options), draft)
    path = folder / f"sach-hong-{seed}.pdf"
    write_pdf(pages, path, title=TITLE, raised=bool(options and options.raised))
    path.with_suffix(".yaml").write_text(companion_text(clean, pdf_sha256=pdf_hash(path)), encoding="utf-8")
    return BadBook(path, planted, clean, bad, pages)


def _plant(draft: Draft, kind: str, count: int, rng: random.Random) -> list[Planted]:
    planted: list[Planted] = []
    for place in shuffled(list(draft.places()), rng):
        if len(planted) == count:
            return planted
        if place not in draft.taken and (found := _PLANTS[kind](draft, place, rng)) is not None:
            planted.append(found)
    if len(planted) < count:
        raise NoRoom(f"{kind}: {len(planted)} places, not {count}")
    return planted
