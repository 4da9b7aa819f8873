"""Text that is in the file and not on the page: white, tiny, or beside the paper."""

import random
from collections.abc import Sequence
from dataclasses import replace

from formulary.printing import style
from formulary.printing.faces import Face, width_of
from formulary.printing.placed import Address, PlacedLine, PlacedPage, Role
from rag.passages import DOSING
from tests.formulary.bad_books.draft import Draft, Place, Planted, is_prose

HIDDEN_FAULTS = {
    "white_text": "chữ trắng sau đoạn",
    "tiny_text": "chữ cỡ gần bằng không sau đoạn",
    "off_page_text": "chữ nằm ngoài trang",
}
_WORDS = ("tối đa 10 g/ngày", "Liều 900 mg/lần", "dùng gấp 3 lần", "không giới hạn liều")
_TINY = 0.3


def plant_hidden(draft: Draft, place: Place, kind: str, rng: random.Random) -> Planted | None:
    """Notes the words; `hide` puts them on the page once it is known where the block stands."""
    slot = draft.slot(place)
    if place[1] != DOSING or not is_prose(slot.clean) or slot.blocks != [slot.clean]:
        return None
    words = rng.choice(_WORDS)
    draft.hidden.append((place, kind, words))
    text = slot.clean.text
    note = f"{HIDDEN_FAULTS[kind]}: {words}"
    return draft.take(Planted(kind, *place, True, note, repairable=True, was=text, now=(text,)))


def hide(pages: Sequence[PlacedPage], draft: Draft) -> tuple[PlacedPage, ...]:
    """The pages with the unseen words, each on the last line of its block."""
    wanted = {(p[0], p[1], draft.printed_ordinal(p)): (kind, words) for p, kind, words in draft.hidden}
    last: dict[tuple[str, str, int], tuple[int, PlacedLine]] = {}
    for index, page in enumerate(pages):
        for line in page.lines:
            if line.at is not None and (key := _key(line.at)) in wanted:
                last[key] = (index, line)
    added: dict[int, list[PlacedLine]] = {}
    for key, (index, line) in last.items():
        added.setdefault(index, []).append(_unseen(line, *wanted[key]))
    return tuple(replace(p, lines=(*p.lines, *added.get(i, ()))) for i, p in enumerate(pages))


def _key(at: Address) -> tuple[str, str, int]:
    return at.slug, at.section, at.ordinal


def _unseen(line: PlacedLine, kind: str, words: str) -> PlacedLine:
    size = _TINY if kind == "tiny_text" else line.size
    x = style.PAGE_WIDTH + 30.0 if kind == "off_page_text" else line.x + line.width + 3.0
    ink = 1.0 if kind == "white_text" else 0.0
    width = width_of(words, Face.REGULAR, size)
    return PlacedLine(words, Face.REGULAR, size, x, line.y, width, Role.HIDDEN, ink=ink)
