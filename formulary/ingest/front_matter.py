"""The head of a Markdown monograph, between its two lines of dashes: who the drug is and how it is called."""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from formulary.ingest.book import ImportProblem, ListedName
from rag.vietnamese import squeeze

NAME_LISTS = ("ten_khac", "viet_tat", "bi_danh", "goi_chung")
_KEYS = frozenset({"ma", "ten", "ngoac", *NAME_LISTS})
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_NAME = 100
_LONGEST_SLUG = 120


class _KeyTwice(yaml.MarkedYAMLError):
    """A key that is given twice; YAML would keep the last."""


class _TextLoader(yaml.BaseLoader):
    """Every value stays text, so that an abbreviation NO is no boolean; a key given twice is refused."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise _KeyTwice(None, None, f"khóa «{key.value}» có hai lần", key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    slug: str
    title: str
    bracket: str = ""
    names: tuple[ListedName, ...] = ()


@dataclass
class _Reading:
    file: str
    lines: list[str]
    problems: list[ImportProblem] = field(default_factory=list)

    def refuse(self, reason: str, *, key: str = "") -> None:
        # The line that names the key, or the first dashes.
        at = next((i for i, line in enumerate(self.lines, 2) if key and line.startswith(f"{key}:")), 1)
        self.problems.append(ImportProblem(self.file, at, reason))


def read_front_matter(lines: list[str], *, file: str) -> tuple[FrontMatter | None, list[ImportProblem]]:
    """`lines` stand between the dashes, so the first of them is line 2 of the file. None when there are problems."""
    reading = _Reading(file, lines)
    try:
        given = yaml.load("\n".join(lines), Loader=_TextLoader)
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line if error.problem_mark else 0) + 2
        reason = str(error.problem) if isinstance(error, _KeyTwice) else "phần đầu không đúng cú pháp YAML"
        return None, [ImportProblem(file, line, reason)]
    if not isinstance(given, dict):
        return None, [ImportProblem(file, 1, "phần đầu phải là các dòng «khóa: giá trị»")]

    for key in given:
        if key not in _KEYS:
            reading.refuse(f"khóa «{key}» không có trong định dạng", key=str(key))
    front = FrontMatter(
        slug=_text(given, "ma", reading),
        title=_text(given, "ten", reading),
        bracket=_text(given, "ngoac", reading, required=False),
        names=tuple(ListedName(name, key) for key in NAME_LISTS for name in _names(given, key, reading)),
    )
    if front.slug and (not _SLUG.fullmatch(front.slug) or len(front.slug) > _LONGEST_SLUG):
        reading.refuse("«ma» chỉ gồm chữ thường không dấu, số và gạch nối, nhiều nhất 120 ký tự", key="ma")
    return (None if reading.problems else front), reading.problems


def _text(given: dict[str, Any], key: str, reading: _Reading, *, required: bool = True) -> str:
    value = given.get(key)
    if value is None:
        if required:
            reading.refuse(f"thiếu khóa «{key}»")
        return ""
    if not isinstance(value, str) or not value.strip():
        reading.refuse(f"«{key}» phải là một dòng chữ, không để trống", key=key)
        return ""
    if len(value) > _LONGEST_NAME:
        reading.refuse(f"«{key}» dài quá {_LONGEST_NAME} ký tự", key=key)
    return squeeze(value)


def _names(given: dict[str, Any], key: str, reading: _Reading) -> tuple[str, ...]:
    value = given.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) and name.strip() for name in value):
        reading.refuse(f"«{key}» phải là danh sách tên, ví dụ [Tên một, Tên hai]", key=key)
        return ()
    if any(len(name) > _LONGEST_NAME for name in value):
        reading.refuse(f"một tên trong «{key}» dài quá {_LONGEST_NAME} ký tự", key=key)
    return tuple(squeeze(name) for name in value)
