"""Extracted running text to blocks: paragraphs joined over column breaks, sub-headings found, context carried down.

The book prints a sub-heading in italics, on a line of its own, at the start of a paragraph or, where a column ended,
glued to the end of the paragraph before. All three open a context; the levels are learnt from what a heading says:
a new population closes the one before it and everything below that.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from formulary.ingest.book import Block
from formulary.ingest.doubts import subheading_doubt
from formulary.ingest.markup import plain
from formulary.ingest.pieces import ABOVE_ALL, Piece, block_of, cut
from formulary.tables import cells, is_row, is_rule, text_of
from rag.passages import DOSING, BlockKind
from rag.printed import Context, heading_context, lead_context, lead_of, merge
from rag.vietnamese import fold, squeeze

_LONGEST_HEADING = 90
_ALL_EMPHASISED = re.compile(r"\*+[^*]+\*+\s*:?")
_RUN_IN = re.compile(r"\*+(?P<lead>[^*]{2,90}?)\*+\s*(?P<behind>\([^)]*\))?\s*:|\*+(?P<closed>[^*]{2,90}?):\*+")
_FREQUENCY = re.compile(
    r"(?:(?:Rất thường|Thường|Hay|Rất hiếm|Hiếm|Ít|It) gặp,?\s*)?"
    r"(?:[\d/ ~]+[<>]\s*)?ADR\s*[<>]\s*[\d/ ~]*\d(?:\s*%)?\.?(?=\s|$)"
)
_GLUED = re.compile(r"(?<=[.;])\s*(?P<heading>[^.;:]{2,80}):$")
# Leads that say how or when, not for what: "Cho liều đầu tiên:", "Trong giai đoạn dưỡng bệnh:".
_NO_INDICATION = re.compile(r"\b(?:lieu|giai doan|ghi chu|chu y)\b|^(?:cho|chuyen|khi|neu|trong|voi)\b")
_OPEN_END = re.compile(r"[\w,/(–-]$")


@dataclass
class _Above:
    """A sub-heading in force. `printed` is what to keep as a block when nothing stands under it."""

    facet: int  # what it says first: 0 population, 1 route, 2 indication, 3 none of them
    text: str
    printed: Piece | None
    context: Context
    has_blocks: bool = False


def blocks_of(text: str, *, section: str, page: int | None = None, line: int = 0) -> tuple[Block, ...]:
    """The blocks of one extracted passage with its Markdown emphasis."""
    pieces = []
    for kind, raw in _joined(_pieces(text)):
        rows = [cells(plain(row)) for row in raw.splitlines() if not is_rule(row)]
        if kind is not BlockKind.TABLE:
            pieces.append(_piece(kind, raw, page=page, line=line))
        elif rows:
            pieces.append(Piece(kind, text_of(rows), page=page, line=line))
    return blocks_of_pieces(pieces, section=section)


def blocks_of_pieces(pieces: Iterable[Piece], *, section: str) -> tuple[Block, ...]:
    """The blocks of one section whose sub-headings are all typeset alike.

    A heading that nothing stands under becomes a block: no text is lost.
    """
    reading = _Reading(section)
    for piece in pieces:
        if piece.kind is BlockKind.TABLE:
            reading.add(piece)
        elif piece.text:
            reading.text(piece)
    reading.drop_above(0)
    return tuple(reading.blocks)


def _piece(kind: BlockKind, raw: str, *, page: int | None, line: int) -> Piece:
    text = squeeze(plain(raw))
    run_in = _RUN_IN.match(raw.strip())
    return Piece(
        kind,
        text,
        rank=0 if _ALL_EMPHASISED.fullmatch(raw.strip()) else None,
        lead=(run_in["lead"] or run_in["closed"]) if run_in else "",
        page=page,
        line=line,
    )


class _Reading:
    def __init__(self, section: str) -> None:
        self.section = section
        self.blocks: list[Block] = []
        self._above: list[_Above] = []
        self._run_in = Context()
        self._doubt = ""  # words that were set like a sub-heading and were not read as one

    def text(self, piece: Piece) -> None:
        if frequency := _FREQUENCY.match(piece.text):
            behind = piece.text[frequency.end() :].lstrip(" :")
            self._heading(frequency.group(), piece)
            if not behind:
                return
            piece = cut(piece, len(piece.text) - len(behind))
        elif self._is_heading(piece):
            self._heading(piece.text, piece)
            return
        if piece.rank is not None and piece.lines and self.section == DOSING:
            self._doubt = piece.text  # set like a sub-heading: what follows may stand under it
        self._read_run_in(piece.lead)
        self.add(piece)
        if glued := _GLUED.search(piece.text):
            self._heading(glued["heading"].strip(), piece)
            self._above[-1].printed = None  # it stands in the block before

    def add(self, piece: Piece) -> None:
        context = self._run_in
        for above in reversed(self._above):
            context = merge(above.context, context)
            above.has_blocks = True
        headings = tuple(above.text for above in self._above)
        block = block_of(piece, headings=headings, context=merge(context, self._lead(piece.text)))
        self.blocks.append(replace(block, hold=subheading_doubt(self._doubt)) if self._doubt else block)

    def drop_above(self, depth: int) -> None:
        """Close the sub-headings from `depth` on; one without text below it is kept as a block."""
        dropped, self._above = self._above[depth:], self._above[:depth]
        for above in dropped:
            if not above.has_blocks and above.printed is not None:
                self.add(above.printed)

    def _is_heading(self, piece: Piece) -> bool:
        text = piece.text
        if self.section == "ten_thuong_mai" or len(text) > _LONGEST_HEADING or ";" in text or _GLUED.search(text):
            return False
        return text.endswith(":") or (piece.rank is not None and not text.endswith("."))

    def _heading(self, printed: str, piece: Piece) -> None:
        text = printed.rstrip(" .:")
        context = heading_context(text, section=self.section)
        says = (context.populations, context.routes, context.indications)
        facet = next((i for i, value in enumerate(says) if value), len(says))
        # Two headings in a row are a heading and its sub-heading, whatever they say.
        same = next((i for i, a in enumerate(self._above) if a.facet == facet and a.has_blocks), len(self._above))
        self._run_in = Context()
        self.drop_above(0 if piece.rank == ABOVE_ALL else same)
        self._doubt = ""
        self._above.append(_Above(facet, text, cut(piece, 0, len(printed)), context))

    def _read_run_in(self, lead: str) -> None:
        if not lead:
            return
        context = heading_context(lead, section=self.section)
        if context.populations or not context.routes:
            self._run_in = Context(populations=context.populations)

    def _lead(self, text: str) -> Context:
        own = lead_context(text)
        lead = lead_of(text).rstrip(":")
        if self.section != DOSING or own.populations or re.search(r"\d", lead) or _NO_INDICATION.search(fold(lead)):
            return own
        return replace(own, indications=heading_context(lead, section=DOSING).indications)


def _pieces(text: str) -> list[tuple[BlockKind, str]]:
    """Paragraphs, items and tables as they stand, markup and all."""
    pieces: list[tuple[BlockKind, str]] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        fresh = True
        for line in paragraph.splitlines():
            stripped = line.strip()
            kind = BlockKind.TABLE if is_row(stripped) else BlockKind.PARAGRAPH
            if stripped.startswith("- "):
                pieces.append((BlockKind.ITEM, stripped[2:]))
            elif fresh or (kind is BlockKind.TABLE) != (pieces[-1][0] is BlockKind.TABLE):
                pieces.append((kind, stripped))
            else:
                pieces[-1] = (pieces[-1][0], f"{pieces[-1][1]}\n{stripped}")
            fresh = False
    return pieces


def _joined(pieces: list[tuple[BlockKind, str]]) -> list[tuple[BlockKind, str]]:
    """Paragraphs that a column or page break cut: the first ends open, the next goes on in lower case."""
    joined: list[tuple[BlockKind, str]] = []
    for kind, raw in pieces:
        goes_on = kind is BlockKind.PARAGRAPH and plain(raw)[:1].islower()
        if goes_on and joined and joined[-1][0] is BlockKind.PARAGRAPH and _OPEN_END.search(plain(joined[-1][1])):
            joined[-1] = (kind, f"{joined[-1][1]} {raw}")
        else:
            joined.append((kind, raw))
    return joined
