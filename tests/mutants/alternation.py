"""The branches of a pattern: where each stands, so that one can be left out."""

import re
from dataclasses import dataclass, field

_OPENING = re.compile(r"\((?:\?(?:P<\w+>|<?[=!]|[aiLmsux-]*:|>))?")
_ESCAPED_OR_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)


@dataclass
class _Group:
    """Starts of the branches that were seen so far; `whole`: the first of them begins in this text."""

    starts: list[int]
    whole: bool = True
    bars: list[int] = field(default_factory=list)


def without_a_branch(pattern: str, *, begins: bool = True, ends: bool = True) -> list[tuple[str, str]]:
    """(the branch, the pattern without it) for each branch of each alternation.

    `begins`, `ends`: whether the text is a whole pattern at that side. A piece between two names of an f-string is not,
    and a branch that runs out of the piece is left alone.
    """
    found: list[tuple[str, str]] = []
    open_groups = [_Group([0], whole=begins)]
    at = 0
    while at < len(pattern):
        if skipped := _ESCAPED_OR_CLASS.match(pattern, at):
            at = skipped.end()
        elif opening := _OPENING.match(pattern, at):
            at = opening.end()
            open_groups.append(_Group([at]))
        elif pattern[at] == "|":
            open_groups[-1].bars.append(at)
            at += 1
            open_groups[-1].starts.append(at)
        elif pattern[at] == ")":
            found += _left_out(pattern, open_groups.pop(), at, whole=True)
            open_groups = open_groups or [_Group([at + 1], whole=False)]
            at += 1
        else:
            at += 1
    for group in open_groups:
        found += _left_out(pattern, group, len(pattern), whole=ends and len(open_groups) == 1)
    return found


def _left_out(pattern: str, group: _Group, end: int, *, whole: bool) -> list[tuple[str, str]]:
    if not group.bars:
        return []
    found = []
    ends = [*group.bars, end]
    for number, (start, stop) in enumerate(zip(group.starts, ends, strict=True)):
        first, last = number == 0, number == len(ends) - 1
        if (first and not group.whole) or (last and not whole):
            continue
        rest = pattern[:start] + pattern[stop + 1 :] if first else pattern[: start - 1] + pattern[stop:]
        found.append((pattern[start:stop], rest))
    return found
