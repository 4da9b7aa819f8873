"""Pages to a book: monographs by their titles, sections by their headings, blocks by their lines.

What is typeset decides, words only confirm. Whatever is not certain is held back or reported, never guessed: a heading
that is not quite one, a title that nothing confirms, a section out of the book's order.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from formulary.ingest.book import (
    Block,
    Book,
    BookFinding,
    Defect,
    FilePage,
    ListedName,
    PrintedMonograph,
    PrintedSection,
)
from formulary.ingest.companion import Companion, MonographNotes, title_key
from formulary.ingest.heading_stack import HeadingStack
from formulary.ingest.headings import section_key
from formulary.ingest.jsonl import slug_of
from formulary.ingest.pages import Line, PageRead
from formulary.ingest.paragraphs import (
    PieceReader,
    Placed,
    PlacedLine,
    PlacedTable,
    RepairText,
    Vocabulary,
    placed,
    uses_indents,
)
from formulary.ingest.pieces import Piece, block_of
from formulary.ingest.profiles import Profile
from formulary.ingest.repairs import repair as repair_words
from formulary.ingest.running_text import blocks_of_pieces
from formulary.ingest.sectioning import Opening, parts_of
from formulary.ingest.titles import Title, titles
from formulary.models.defect_kinds import DefectKind
from rag.passages import SECTION_KEYS, SECTION_TITLES, BlockKind
from rag.printed import heading_context
from rag.vietnamese import fold

_BRANDS = "ten_thuong_mai"
_LAST_SENTENCE = re.compile(r"[.)]\s+(?P<words>[A-ZĐÀ-Ỹ][^.;:]{3,60})$")
_FEWEST_HEADING_WORDS, _MOST_HEADING_WORDS = 3, 9
_REFERS = frozenset({"muc", "phan", "xem", "«", "tai"})  # "xem mục Quá liều và xử trí"
_CAPITAL_WORD = re.compile(r"\b[^\W\d_]{2,}\b")


def book_of(
    pages: Sequence[PageRead],
    *,
    profile: Profile,
    companion: Companion | None = None,
    known_words: Iterable[str] = (),
    repair: RepairText = repair_words,
) -> Book:
    """Every confirmed monograph of the pages. `known_words` help to join what a line's end broke."""
    items = list(placed(pages))
    found = titles(items, profile)
    settings = _Settings(profile, Vocabulary.of(pages, known=known_words), repair, uses_indents(items))
    ends = [*(title.first for title in found[1:]), len(items)]
    opened = [
        _OpenMonograph(title, items[title.behind : end], settings)
        for title, end in zip(found, ends, strict=True)
        if title.is_confirmed
    ]
    notes = companion or {}
    shared = Counter(fold(monograph.title.parts[0]) for monograph in opened)
    monographs = [m.finish(notes, shares_title=shared[fold(m.title.parts[0])] > 1) for m in opened]
    return Book(
        monographs=tuple(_told_apart([m for m in monographs if m.sections])),
        pages=tuple(_file_page(page) for page in pages),
        findings=(
            *(finding for page in pages for finding in _of_page(page)),
            *(_unconfirmed(title, items) for title in found if not (title.is_confirmed or title.is_part_of_book)),
            *(finding for monograph in opened for finding in monograph.findings),
        ),
    )


def _told_apart(monographs: Sequence[PrintedMonograph]) -> Iterable[PrintedMonograph]:
    """Monographs under one id that say different things are all held back; which of them holds is not for us to say."""
    copies: dict[str, list[PrintedMonograph]] = {}
    for monograph in monographs:
        copies.setdefault(monograph.slug, []).append(monograph)
    for slug, same in copies.items():
        if len({_words_of(copy) for copy in same}) == 1:
            yield same[0]
            continue
        for number, copy in enumerate(same, 1):
            yield replace(
                copy,
                slug=slug if number == 1 else f"{slug}-{number}",
                sections=tuple(replace(s, blocks=tuple(map(_held_as_copy, s.blocks))) for s in copy.sections),
            )


def _words_of(monograph: PrintedMonograph) -> tuple[tuple[str, str], ...]:
    return tuple((s.key, b.text) for s in monograph.sections for b in s.blocks)


def _held_as_copy(block: Block) -> Block:
    return replace(block, hold=Defect(DefectKind.CONFLICTING_COPIES, "sách in hai chuyên luận khác nhau cùng tên này"))


def _file_page(page: PageRead) -> FilePage:
    has_text = any(isinstance(item, Line) for item in page.body) or bool(page.head)
    return FilePage(page.number, page.printed, page.width, page.height, has_text)


def _of_page(page: PageRead) -> Iterable[BookFinding]:
    if not page.body and page.has_image:
        yield BookFinding(DefectKind.PAGE_WITHOUT_TEXT, "trang chỉ có ảnh, không có lớp chữ", page=page.number)
    for hidden in page.hidden:
        yield BookFinding(
            DefectKind.HIDDEN_TEXT, "chữ không nhìn thấy trên trang; không đọc vào sách", hidden.text, page=page.number
        )


def _unconfirmed(title: Title, items: Sequence[Placed]) -> BookFinding:
    reason = "dòng chữ hoa như tên thuốc nhưng không có «Tên chung quốc tế», «Mã ATC» hay «Loại thuốc» theo sau"
    return BookFinding(DefectKind.UNCONFIRMED_TITLE, reason, title.text, page=items[title.first].page.number)


@dataclass(frozen=True, slots=True)
class _Settings:
    profile: Profile
    vocabulary: Vocabulary
    repair: RepairText
    has_indents: bool

    def reader(self) -> PieceReader:
        return PieceReader(self.profile, self.vocabulary, repair=self.repair, has_indents=self.has_indents)


@dataclass
class _OpenSection:
    opening: Opening
    page: int
    reader: PieceReader
    pieces: tuple[Piece, ...] = ()


@dataclass
class _OpenMonograph:
    """What stands between one title and the next."""

    title: Title
    items: Sequence[Placed]
    settings: _Settings
    findings: list[BookFinding] = field(default_factory=list)
    _sections: list[_OpenSection] = field(default_factory=list)

    def finish(self, companion: Companion, *, shares_title: bool) -> PrintedMonograph:
        self._read()
        title, bracket = self.title.parts
        notes = companion.get(title_key(self.title.text)) or self._without_notes(title, bracket, shares_title)
        merged: dict[str, list[Block]] = {}
        for section in self._sections:
            merged.setdefault(section.opening.key, []).extend(self._blocks(section, notes))
        keys = [section.opening.key for section in self._sections]
        for before, after in pairwise(keys):
            if SECTION_KEYS.index(after) < SECTION_KEYS.index(before):
                self._note(
                    DefectKind.SECTION_ORDER, f"mục «{SECTION_TITLES[after]}» in sau «{SECTION_TITLES[before]}»", notes
                )
        return PrintedMonograph(
            slug=notes.slug,
            title=notes.title,
            bracket=notes.bracket,
            sections=tuple(
                PrintedSection(key, SECTION_TITLES[key], tuple(merged[key])) for key in SECTION_KEYS if merged.get(key)
            ),
            listed_names=notes.names,
            reviewed=notes.reviewed,
        )

    def _read(self) -> None:
        stray = False
        for item in self.items:
            section = self._sections[-1] if self._sections else None
            if isinstance(item, PlacedTable):
                if section is not None:
                    section.reader.table(item)
                continue
            for part in parts_of(item, self.settings.profile, section=section.opening.key if section else None):
                if isinstance(part, Opening):
                    section = _OpenSection(part, item.page.number, self.settings.reader())
                    self._sections.append(section)
                elif section is not None:
                    section.reader.line(part, with_subheadings=section.opening.key != _BRANDS)
                else:
                    stray = True
        for section in self._sections:
            section.pieces = section.reader.finish()
        if stray:
            reason = "chữ giữa tên thuốc và mục đầu tiên; không đọc vào sách"
            self.findings.append(
                BookFinding(DefectKind.STRAY_TEXT, reason, self.title.text, page=self.items[0].page.number)
            )

    def _blocks(self, section: _OpenSection, notes: MonographNotes) -> Iterable[Block]:
        key, pieces = section.opening.key, section.pieces
        ranks = len(self.settings.profile.subheadings)
        blocks = ranked_blocks(pieces, section=key, notes=notes) if ranks > 1 else blocks_of_pieces(pieces, section=key)
        # From where the words of another section's heading ended a paragraph, this section may be that one.
        swallowed = section.opening.printed if section.opening.is_doubtful else ""
        for block in blocks:
            if block.kind is not BlockKind.TABLE:
                swallowed = swallowed or swallowed_heading(block.text, section=key)
            reason = notes.reason_to_hold(key, block)
            if reason is not None:
                yield replace(block, hold=Defect(DefectKind.WRITER, reason))
            elif swallowed:
                why = "tiêu đề mục in không rõ, chưa chắc nội dung thuộc mục này"
                yield replace(block, hold=Defect(DefectKind.DOUBTFUL_HEADING, why, swallowed))
            else:
                yield block

    def _note(self, kind: DefectKind, reason: str, notes: MonographNotes) -> None:
        self.findings.append(BookFinding(kind, reason, monograph=notes.slug, page=self.items[0].page.number))

    def _without_notes(self, title: str, bracket: str, shares_title: bool) -> MonographNotes:
        words = Counter(
            word for item in self.items if isinstance(item, PlacedLine) for word in _CAPITAL_WORD.findall(item.text)
        )
        name, inside = in_small_letters(title, words), bracket[:1].lower() + bracket[1:]
        if shares_title and bracket:
            return MonographNotes(slug_of(f"{name} ({inside})"), name, inside)
        # A bracket that tells no namesakes apart is another name of the drug.
        names = (ListedName(bracket, "ten_khac"),) if bracket and not bracket.isupper() else ()
        return MonographNotes(slug_of(name), name, inside, names)


def ranked_blocks(pieces: Iterable[Piece], *, section: str, notes: MonographNotes) -> Iterable[Block]:
    """Blocks of a section whose sub-headings have ranks. A sub-heading without text becomes a block: none is lost."""
    stack = HeadingStack()
    unfilled: list[tuple[int, Piece, tuple[str, ...]]] = []
    for piece in pieces:
        if piece.rank is None:
            unfilled.clear()
            context = stack.context_of(piece.kind, piece.text)
            yield block_of(piece, headings=stack.path, context=context)
            continue
        while unfilled and unfilled[-1][0] >= piece.rank:
            yield _as_block(unfilled.pop(), stack)
        stack.close_from(piece.rank)
        text = piece.text.rstrip(" :")
        own = notes.context_of(section, (*stack.path, text))
        path = stack.path
        stack.push(piece.rank, text, own if own is not None else heading_context(text, section=section))
        unfilled.append((piece.rank, piece, path))
    for left in reversed(unfilled):
        yield _as_block(left, stack)


def _as_block(unfilled: tuple[int, Piece, tuple[str, ...]], stack: HeadingStack) -> Block:
    _, piece, path = unfilled
    return block_of(replace(piece, kind=BlockKind.PARAGRAPH), headings=path, context=stack.context)


def swallowed_heading(text: str, *, section: str) -> str:
    """The heading of another section that the end of a paragraph swallowed: "… 0,35%. Dược lý và cơ chế tác dụng"."""
    tail = _LAST_SENTENCE.search(text)
    ends = [tail.group("words")] if tail else []
    # A heading of several words is told by its capital, whatever it was glued to.
    words = text.split(" ")
    for count in range(_FEWEST_HEADING_WORDS, min(len(words), _MOST_HEADING_WORDS + 1)):
        if words[-count][:1].isupper() and fold(words[-count - 1]) not in _REFERS:
            ends.append(" ".join(words[-count:]))
    return next((end for end in ends if section_key(end) not in (None, section)), "")


def in_small_letters(title: str, words: Counter[str]) -> str:
    """A title in capitals as running text spells it. Words that the text itself writes in capitals stay so."""

    def spelt(match: re.Match[str]) -> str:
        word = match.group()
        if not word.isupper():
            return word
        lower = sum(
            count for text_word, count in words.items() if text_word.lower() == word.lower() and not text_word.isupper()
        )
        return word if words[word] > lower else word.lower()

    small = _CAPITAL_WORD.sub(spelt, title)
    return small[:1].upper() + small[1:]
