"""Where the reading of pages may have gone astray: what is set like text and reads like a heading, and the other way.

A doubt never changes what a block says. It holds the block, and those behind it that may stand under the wrong heading.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from formulary.ingest.book import Block, Defect
from formulary.ingest.headings import section_key
from formulary.ingest.pages import PageDoubt, PageRead
from formulary.models.defect_kinds import DefectKind
from rag.passages import DOSING, BlockKind
from rag.printed import heading_context, populations_in, populations_left_out
from rag.vietnamese import fold

_LAST_SENTENCE = re.compile(r"[.)]\s+(?P<words>[A-ZĐÀ-Ỹ][^.;:]{3,60})$")
_FEWEST_HEADING_WORDS, _MOST_HEADING_WORDS = 3, 9
_REFERS = frozenset({"muc", "phan", "xem", "«", "tai"})  # "xem mục Quá liều và xử trí"
_LONGEST_HEADING = 100
_SAYS_MORE = re.compile(r"[:;]|\.$|\d\s?(?:mg|g|microgam|ml|đvqt|%|viên|lần)(?!\w)")  # a sentence, or a dose
_TOUCHES = 1.0  # points: boxes that meet by less do not
_LOST_HEADING = "tiêu đề mục in không rõ, chưa chắc nội dung thuộc mục này"
_LOST_SUBHEADING = "tiêu đề con in không rõ, chưa chắc khối này in cho ai"
_ON_PAGE = "chỗ in này không đọc chắc được"


def swallowed_heading(text: str, *, section: str) -> str:
    """The heading of another section in place of a paragraph, or at its end: "… 0,35%. Dược lý và cơ chế tác dụng"."""
    tail = _LAST_SENTENCE.search(text)
    ends = [tail.group("words")] if tail else []
    words = text.split(" ")
    if text[:1].isupper():
        ends.append(text.rstrip(" :"))
        # "Chống chỉ định Người bệnh suy gan": the text of the section was joined to its heading.
        counts = range(2, min(len(words), _MOST_HEADING_WORDS + 1))
        ends += [" ".join(words[:count]) for count in counts if words[count][:1].isupper()]
    # A heading of several words is told by its capital, whatever it was glued to.
    for count in range(_FEWEST_HEADING_WORDS, min(len(words), _MOST_HEADING_WORDS + 1)):
        if words[-count][:1].isupper() and fold(words[-count - 1]) not in _REFERS:
            ends.append(" ".join(words[-count:]))
    return next((end for end in ends if section_key(end) not in (None, section)), "")


def names_only_people(text: str) -> bool:
    """ "Trẻ em từ 2 đến 12 tuổi" and nothing else: a sub-heading that lost its type."""
    bare = text.rstrip(" :;")
    if len(bare) > _LONGEST_HEADING or _SAYS_MORE.search(bare):
        return False
    if not (populations_in(bare) or populations_left_out(bare)):
        return False
    return not heading_context(bare, section=DOSING).indications


def held_behind_lost_headings(blocks: Iterable[Block], *, section: str, opening_doubt: str = "") -> Iterator[Block]:
    """Blocks from the place on where another section's heading, or a sub-heading, was read as text."""
    blocks = list(blocks)
    lost_section = opening_doubt
    lost_people: tuple[tuple[str, ...], str] | None = None
    for i, block in enumerate(blocks):
        if block.kind is not BlockKind.TABLE:
            lost_section = lost_section or swallowed_heading(block.text, section=section)
            lost_section = lost_section or _heading_of_a_section(block.headings, section)
        if lost_people is not None and block.headings[: len(lost_people[0])] != lost_people[0]:
            lost_people = None
        if section == DOSING and _is_lost_subheading(block, blocks[i + 1 :]):
            lost_people = (block.headings, block.text)
        if block.hold is not None:
            yield block
        elif lost_section:
            yield replace(block, hold=Defect(DefectKind.DOUBTFUL_HEADING, _LOST_HEADING, lost_section))
        elif lost_people is not None:
            yield replace(block, hold=subheading_doubt(lost_people[1]))
        else:
            yield block


def _heading_of_a_section(headings: Sequence[str], section: str) -> str:
    """A sub-heading that has the words of another section's heading, set a little otherwise."""
    return next((heading for heading in headings if section_key(heading) not in (None, section)), "")


def subheading_doubt(words: str) -> Defect:
    return Defect(DefectKind.DOUBTFUL_SUBHEADING, _LOST_SUBHEADING, words)


def _is_lost_subheading(block: Block, behind: Sequence[Block]) -> bool:
    """A paragraph that names people and stands before others; with a colon it may lead the items below it."""
    if block.kind is not BlockKind.PARAGRAPH or not behind or not names_only_people(block.text):
        return False
    return not block.text.endswith(":") or behind[0].kind is BlockKind.PARAGRAPH


class PageDoubts:
    """What the pages say of their own print, by page of the file."""

    def __init__(self, pages: Iterable[PageRead]) -> None:
        self._by_page: Mapping[int, list[PageDoubt]] = defaultdict(list)
        for page in pages:
            if page.doubts:
                self._by_page[page.number].extend(page.doubts)

    def held(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Blocks one of whose lines touches such a place are held."""
        for block in blocks:
            doubt = self._on(block) if self._by_page and block.hold is None else None
            if doubt is None:
                yield block
            else:
                yield replace(block, hold=Defect(DefectKind.PAGE_DOUBT, _ON_PAGE, f"{doubt.why}: {doubt.evidence}"))

    def _on(self, block: Block) -> PageDoubt | None:
        return next(
            (
                doubt
                for line in block.lines
                for doubt in self._by_page.get(line.page, ())
                if line.x0 < doubt.box.x1 - _TOUCHES
                and doubt.box.x0 < line.x1 - _TOUCHES
                and line.y0 < doubt.box.y1 - _TOUCHES
                and doubt.box.y0 < line.y1 - _TOUCHES
            ),
            None,
        )
