"""The braces behind a sub-heading: context that its printed words do not say. They are not printed."""

import re
from dataclasses import replace
from typing import TypeVar

from rag.frames import Population, Route
from rag.printed import Context, heading_context
from rag.vietnamese import squeeze

_Member = TypeVar("_Member", Population, Route)
_BRACES = re.compile(r"^(?P<heading>[^{}]*?)\s*(?:\{(?P<inside>[^{}]*)\})?\s*$")


class BadAnnotation(ValueError):
    """The message says in Vietnamese what is wrong."""


def read_heading(line: str, *, section: str) -> tuple[str, Context]:
    """The printed heading and its context. What the braces name replaces the reading of the heading's own words.

    An empty `chi_dinh:` says that the heading is no indication. Raises BadAnnotation.
    """
    match = _BRACES.match(line)
    if match is None:
        raise BadAnnotation("ngoặc nhọn phải đứng một lần ở cuối dòng tiêu đề")
    heading = squeeze(match["heading"])
    if not heading:
        raise BadAnnotation("tiêu đề con trống")
    context = heading_context(heading, section=section)
    seen: set[str] = set()
    for part in (match["inside"] or "").split(";"):
        if not part.strip():
            continue
        key, colon, value = part.partition(":")
        key, values = key.strip(), tuple(filter(None, map(squeeze, value.split(","))))
        if not colon or key not in {"doi_tuong", "duong_dung", "chi_dinh"}:
            raise BadAnnotation(f"«{part.strip()}»: chỉ dùng doi_tuong, duong_dung, chi_dinh, mỗi khóa có dấu hai chấm")
        if key in seen:
            raise BadAnnotation(f"«{key}» có hai lần trong một tiêu đề")
        seen.add(key)
        if key == "doi_tuong":
            context = replace(context, populations=_members(Population, values, key))
        elif key == "duong_dung":
            context = replace(context, routes=_members(Route, values, key))
        else:
            context = replace(context, indications=values)
    return heading, context


def _members(kind: type[_Member], values: tuple[str, ...], key: str) -> tuple[_Member, ...]:
    unknown = [value for value in values if value not in set(kind)]
    if unknown or not values:
        raise BadAnnotation(f"«{key}» nhận: {', '.join(kind)}" + (f"; không có «{unknown[0]}»" if unknown else ""))
    # In the order of the enumeration, as contexts that are read from words.
    return tuple(member for member in kind if member in values)
