"""A printed table as text: one line a row, the header first, then a rule.

| Độ thanh thải creatinin | Liều uống |
|---|---|
| > 30 ml/phút | Không cần chỉnh liều |
"""

import re
from collections.abc import Iterable, Sequence

from rag.vietnamese import squeeze

_RULE_CELL = re.compile(r":?-{2,}:?")


def is_row(line: str) -> bool:
    return line.startswith("|")


def cells(line: str) -> tuple[str, ...]:
    """The cells of one row; empty cells stay, as empty strings."""
    return tuple(squeeze(cell) for cell in line.strip().removeprefix("|").removesuffix("|").split("|"))


def is_rule(line: str) -> bool:
    """The line of dashes that stands under the header."""
    return is_row(line) and all(_RULE_CELL.fullmatch(cell) for cell in cells(line))


def rows_of(text: str) -> tuple[tuple[str, ...], ...]:
    """Header and rows of a table's text, without the rule."""
    return tuple(cells(line) for line in text.splitlines() if is_row(line) and not is_rule(line))


def text_of(rows: Sequence[Iterable[str]]) -> str:
    """The text form of a table. The first row is the header."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    rule = "|" + "---|" * len(tuple(rows[0]))
    return "\n".join([lines[0], rule, *lines[1:]])
