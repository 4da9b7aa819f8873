"""The body of a Markdown monograph: title, page marks, sections, sub-headings, blocks."""

import re
from dataclasses import dataclass

from formulary.ingest.annotations import BadAnnotation, read_heading
from formulary.ingest.book import Block, Defect, ImportProblem, PrintedSection, ReviewedHeading
from formulary.ingest.heading_stack import HeadingStack, OpenHeading
from formulary.ingest.headings import section_key
from formulary.models.defect_kinds import DefectKind
from formulary.tables import cells, is_row, is_rule, text_of
from rag.passages import SECTION_KEYS, SECTION_TITLES, BlockKind
from rag.printed import Context, heading_context
from rag.vietnamese import fold, squeeze

_HEADING = re.compile(r"(#+)(\s*)(.*)")
_PAGE = re.compile(r"\[trang ([1-9]\d{0,4})\]")
_HOLD = re.compile(r"\[cách ly:\s*(\S.*)\]")
_OTHER_BULLETS = ("* ", "+ ", "– ", "— ", "• ", "-\t")
_DEEPEST = 5


@dataclass
class _Open:
    """The block that is being read."""

    kind: BlockKind
    lines: list[str]
    line: int


class BodyReader:
    """Feed it the lines; then `title`, `sections` and `problems` hold what was read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.title: str | None = None
        self.title_line = 0
        self.sections: list[PrintedSection] = []
        self.problems: list[ImportProblem] = []
        self._section: tuple[str, int] | None = None  # key and line of the open section
        self._blocks: list[Block] = []
        self.reviewed: list[ReviewedHeading] = []
        self._headings = HeadingStack()
        self._unfilled: OpenHeading | None = None  # a sub-heading that nothing stands under yet
        self._open: _Open | None = None
        self._page: int | None = None
        self._hold: tuple[str, int] | None = None

    def feed(self, raw: str, number: int) -> None:
        line = raw.strip()
        if not line:
            self._close_block()
        elif match := _HEADING.fullmatch(line):
            self._close_block()
            self._heading(len(match[1]), match[3].strip(), number, spaced=bool(match[2]))
        elif fold(line).startswith(("[trang", "[cach ly")):
            self._close_block()
            self._directive(line, number)
        elif self._section is None:
            self._refuse(number, "chữ nằm ngoài mọi mục: cần một dòng «## Tên mục» phía trên")
        else:
            self._text(line, number, indented=raw[0].isspace())

    def finish(self, *, last_line: int) -> None:
        self._close_block()
        self._close_section()
        if self.title is None:
            self._refuse(last_line, "thiếu dòng «# TÊN THUỐC»")
        if not self.sections and not self.problems:
            self._refuse(last_line, "chuyên luận không có mục nào")

    def _refuse(self, line: int, reason: str) -> None:
        self.problems.append(ImportProblem(self.file, line, reason))

    # --- headings ----------------------------------------------------------------------------------------------

    def _heading(self, level: int, text: str, number: int, *, spaced: bool) -> None:
        if not spaced or not text:
            self._refuse(number, "sau các dấu # phải có dấu cách rồi đến tiêu đề")
        elif level == 1:
            if self.title is not None or self._section is not None:
                self._refuse(number, "dòng «# TÊN THUỐC» chỉ có một, đứng trước mọi mục")
            self.title, self.title_line = self.title or text, self.title_line or number
        elif level == 2:
            self._close_section()
            self._open_section(text, number)
        elif level > _DEEPEST:
            self._refuse(number, f"tiêu đề con sâu nhất là {'#' * _DEEPEST}")
        elif self._section is None:
            self._refuse(number, "tiêu đề con nằm ngoài mọi mục")
        else:
            self._open_heading(level, text, number)

    def _open_section(self, text: str, number: int) -> None:
        key = next((k for k, title in SECTION_TITLES.items() if title == squeeze(text)), None)
        if key is None:
            meant = section_key(text)
            hint = f"; viết «{SECTION_TITLES[meant]}»" if meant else ""
            self._refuse(number, f"không có mục «{text}» trong sách{hint}")
        elif any(section.key == key for section in self.sections):
            self._refuse(number, f"mục «{text}» có hai lần")
        elif self.sections and SECTION_KEYS.index(key) < SECTION_KEYS.index(self.sections[-1].key):
            self._refuse(number, f"mục «{text}» phải đứng trước mục «{self.sections[-1].heading}»")
        elif self._page is None:
            self._refuse(number, "thiếu dấu trang, ví dụ «[trang 12]», trước mục đầu tiên")
        # Even a section that was refused is read on, so that its blocks are checked in the same run.
        self._section = (key or section_key(text) or SECTION_KEYS[-1], number)

    def _open_heading(self, level: int, text: str, number: int) -> None:
        assert self._section is not None
        self._headings.close_from(level)
        self._check_filled(below=level)
        try:
            printed, own = read_heading(text, section=self._section[0])
        except BadAnnotation as error:
            self._refuse(number, str(error))
            printed, own = text, Context()
        self._unfilled = self._headings.push(level, printed, own, line=number)
        if own != heading_context(printed, section=self._section[0]):
            self.reviewed.append(ReviewedHeading(self._section[0], self._headings.path, own))

    def _check_filled(self, *, below: int) -> None:
        if self._unfilled is not None and self._unfilled.rank >= below:
            self._refuse(self._unfilled.line, f"dưới tiêu đề con «{self._unfilled.text}» không có nội dung")
        self._unfilled = None

    def _close_section(self) -> None:
        if self._section is None:
            return
        key, line = self._section
        self._check_filled(below=0)
        if self._hold is not None:
            self._refuse(self._hold[1], "dòng [cách ly: …] phải đứng ngay trước một khối")
        if self._blocks:
            self.sections.append(PrintedSection(key, SECTION_TITLES[key], tuple(self._blocks)))
        else:
            self._refuse(line, "mục không có nội dung: bỏ hẳn dòng tiêu đề mục")
        self._section, self._hold, self._blocks = None, None, []
        self._headings.clear()

    # --- page marks, held blocks ---------------------------------------------------------------------------------

    def _directive(self, line: str, number: int) -> None:
        if page := _PAGE.fullmatch(line):
            if self._page is not None and int(page[1]) < self._page:
                self._refuse(number, f"số trang lùi từ {self._page} về {page[1]}")
            self._page = int(page[1])
        elif hold := _HOLD.fullmatch(line):
            if self._section is None or self._hold is not None:
                self._refuse(number, "dòng [cách ly: …] phải đứng ngay trước một khối")
            self._hold = (hold[1].strip(), number)
        else:
            self._refuse(number, "viết «[trang 12]» hoặc «[cách ly: lý do]» trên một dòng riêng")

    # --- blocks --------------------------------------------------------------------------------------------------

    def _text(self, line: str, number: int, *, indented: bool) -> None:
        if line.startswith(_OTHER_BULLETS):
            self._refuse(number, "gạch đầu dòng viết «- »")
        elif line.startswith("- "):
            if indented:
                self._refuse(number, "không lồng gạch đầu dòng: viết sát lề")
            self._close_block()
            self._open = _Open(BlockKind.ITEM, [line[2:]], number)
        elif is_row(line):
            if self._open is None or self._open.kind is not BlockKind.TABLE:
                self._close_block()
                self._open = _Open(BlockKind.TABLE, [], number)
            self._open.lines.append(line)
        elif self._open is None or self._open.kind is BlockKind.TABLE:
            self._close_block()
            self._open = _Open(BlockKind.PARAGRAPH, [line], number)
        else:
            self._open.lines.append(line)

    def _close_block(self) -> None:
        block, self._open = self._open, None
        if block is None:
            return
        text = self._table(block) if block.kind is BlockKind.TABLE else squeeze(" ".join(block.lines))
        context = self._headings.context_of(block.kind, text)
        hold, self._hold = self._hold, None
        self._unfilled = None
        self._blocks.append(
            Block(
                kind=block.kind,
                text=text,
                headings=self._headings.path,
                context=context,
                page=self._page,
                hold=Defect(DefectKind.WRITER, hold[0]) if hold else None,
                line=block.line,
            )
        )

    def _table(self, block: _Open) -> str:
        if len(block.lines) < 3 or is_rule(block.lines[0]) or not is_rule(block.lines[1]):
            self._refuse(block.line, "bảng cần dòng tiêu đề cột, dòng gạch |---|---| và ít nhất một dòng")
            return text_of([("",)])
        for number, line in enumerate(block.lines, block.line):
            if len(cells(line)) != len(cells(block.lines[0])) or not line.endswith("|"):
                self._refuse(number, f"dòng bảng phải có đúng {len(cells(block.lines[0]))} ô, đóng bằng dấu |")
            elif not all(cells(line)):
                self._refuse(number, "bảng có ô trống")
            elif is_rule(line) != (number == block.line + 1):
                self._refuse(number, "dòng gạch |---|---| chỉ đứng ngay dưới tiêu đề cột")
        return text_of([cells(line) for line in block.lines if not is_rule(line)])
