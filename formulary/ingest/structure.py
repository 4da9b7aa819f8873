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
from formulary.ingest.doubts import PageDoubts, held_behind_lost_headings
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
from formulary.ingest.pieces import Piece
from formulary.ingest.profiles import Profile
from formulary.ingest.ranked import ranked_blocks
from formulary.ingest.repairs import repair as repair_words
from formulary.ingest.running_text import blocks_of_pieces
from formulary.ingest.sectioning import Opening, heading_on_two_lines, parts_of
from formulary.ingest.titles import Title, titles
from formulary.models.defect_kinds import DefectKind
from rag.passages import DOSING, SECTION_KEYS, SECTION_TITLES
from rag.vietnamese import fold

_BRANDS = "ten_thuong_mai"
_HEAD = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc"})
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
    vocabulary = Vocabulary.of(pages, known=known_words)
    settings = _Settings(profile, vocabulary, repair, uses_indents(items), PageDoubts(pages))
    ends = [*(title.first for title in found[1:]), len(items)]
    closing = [*found[1:], None]
    opened = [
        _OpenMonograph(
            title,
            items[title.behind : end],
            settings,
            is_cut_off=after is not None and not (after.is_confirmed or after.is_part_of_book),
        )
        for title, end, after in zip(found, ends, closing, strict=True)
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
    doubts: PageDoubts

    def reader(self) -> PieceReader:
        return PieceReader(self.profile, self.vocabulary, repair=self.repair, has_indents=self.has_indents)


@dataclass
class _OpenSection:
    opening: Opening
    page: int
    reader: PieceReader
    pieces: tuple[Piece, ...] = ()
    doubt: str = ""  # why the whole section may not be what its heading says


@dataclass
class _OpenMonograph:
    """What stands between one title and the next."""

    title: Title
    items: Sequence[Placed]
    settings: _Settings
    is_cut_off: bool = False  # capitals that nothing confirms end it
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
        at = 0
        while at < len(self.items):
            item = self.items[at]
            at += 1
            section = self._sections[-1] if self._sections else None
            if isinstance(item, PlacedTable):
                if section is not None:
                    section.reader.table(item)
                continue
            following = self.items[at] if at < len(self.items) else None
            if whole := heading_on_two_lines(item, following, self.settings.profile):
                parts: Iterable[Opening | PlacedLine] = (whole,)
                at += 1
            else:
                parts = parts_of(item, self.settings.profile, section=section.opening.key if section else None)
            for part in parts:
                if isinstance(part, Opening):
                    is_copy = self._is_copy(part.key, self.items[at:])
                    if not is_copy and self._begins_another(part.key):
                        self._stop(item, part)
                        at = len(self.items)
                        break
                    section = self._open(part, item)
                    if is_copy:
                        section.doubt = part.printed
                elif section is not None:
                    section.reader.line(part, with_subheadings=section.opening.key != _BRANDS)
                else:
                    stray = True
        for section in self._sections:
            section.pieces = section.reader.finish()
        if self.is_cut_off and self._sections:
            self._sections[-1].doubt = self._sections[-1].doubt or "dòng chữ hoa ngắt chuyên luận ở đây"
        if stray:
            self._stray()

    def _open(self, opening: Opening, item: PlacedLine) -> _OpenSection:
        section = _OpenSection(opening, item.page.number, self.settings.reader())
        section.doubt = opening.printed if opening.is_doubtful else ""
        section.reader.subheading(opening.subheading, item)
        self._sections.append(section)
        return section

    def _begins_another(self, key: str) -> bool:
        """A heading that only the next monograph can have here: its title was not recognised as one."""
        opened = [SECTION_KEYS.index(section.opening.key) for section in self._sections]
        if not opened:
            return False
        index, furthest = SECTION_KEYS.index(key), max(opened)
        again = index in opened and index != opened[-1]
        back_to_head = key in _HEAD and furthest >= SECTION_KEYS.index("chi_dinh")
        back_to_start = furthest >= SECTION_KEYS.index(DOSING) and index <= SECTION_KEYS.index("than_trong")
        return again or back_to_head or back_to_start

    def _is_copy(self, key: str, behind: Sequence[Placed]) -> bool:
        """A section printed once more before the next one: another monograph would go on with its early sections."""
        opened = [SECTION_KEYS.index(section.opening.key) for section in self._sections]
        if SECTION_KEYS.index(key) not in opened[:-1]:
            return False
        lines = (item for item in behind if isinstance(item, PlacedLine))
        parts = (part for line in lines for part in parts_of(line, self.settings.profile, section=key))
        following = next((part.key for part in parts if isinstance(part, Opening) and part.key != key), None)
        return following is not None and SECTION_KEYS.index(following) > max(opened)

    def _stop(self, item: PlacedLine, opening: Opening) -> None:
        """From here on the text is nobody's; what was read last, and a section of this name, may not be ours either."""
        reason = f"mục «{opening.printed}» in lại hoặc in lùi, như của một chuyên luận khác; không đọc tiếp"
        self.findings.append(BookFinding(DefectKind.UNCONFIRMED_TITLE, reason, self.title.text, page=item.page.number))
        for section in self._sections:
            if section is self._sections[-1] or section.opening.key == opening.key:
                section.doubt = section.doubt or opening.printed

    def _stray(self) -> None:
        reason = "chữ giữa tên thuốc và mục đầu tiên; không đọc vào sách"
        page = self.items[0].page.number
        self.findings.append(BookFinding(DefectKind.STRAY_TEXT, reason, self.title.text, page=page))

    def _blocks(self, section: _OpenSection, notes: MonographNotes) -> Iterable[Block]:
        key, pieces = section.opening.key, section.pieces
        ranks = len(self.settings.profile.subheadings)
        blocks = ranked_blocks(pieces, section=key, notes=notes) if ranks > 1 else blocks_of_pieces(pieces, section=key)
        for block in self.settings.doubts.held(
            held_behind_lost_headings(blocks, section=key, opening_doubt=section.doubt)
        ):
            reason = notes.reason_to_hold(key, block)
            yield block if reason is None else replace(block, hold=Defect(DefectKind.WRITER, reason))

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
