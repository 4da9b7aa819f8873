"""How a spoilt text would be set: a break that is planted must stand where a full line ends, as breaks do."""

from formulary.ingest.book import Block
from formulary.printing import style
from formulary.printing.atoms import Setting, Source, paragraph
from rag.passages import BlockKind

_NEARLY_FULL = 2.0  # points


def ends_full_lines(block: Block, text: str, *, but: str = "") -> bool:
    """Does the line before each newline of `text` reach the column's edge, that of the words `but` excepted?"""
    is_item = block.kind is BlockKind.ITEM
    bullet = "- " if is_item else ""
    setting = Setting(indent=0.0 if is_item else style.INDENT)
    for atom in paragraph(bullet + text, setting, source=Source("", "", 0, shift=len(bullet))):
        for line in atom.lines:
            broken = line.at is not None and text[line.at.end : line.at.end + 1] == "\n"
            if broken and line.text != but and line.x + line.width < style.COLUMN_WIDTH - _NEARLY_FULL:
                return False
    return True
