"""Reading the file that goes with a PDF: every entry is of one drug, and what was judged is of this PDF."""

import re
from typing import Any

import yaml

from formulary.ingest.book import ImportProblem, ImportRefused, ListedName, ReviewedHeading
from formulary.ingest.companion import MONOGRAPHS, PDF, CheckedTable, Companion, MonographNotes, title_key
from formulary.ingest.front_matter import NAME_LISTS
from formulary.ingest.jsonl import slug_of
from rag.frames import Population, Route
from rag.passages import SECTION_TITLES
from rag.printed import Context
from rag.vietnamese import nfc, squeeze

_TEXTS = ("tieu_de", "ma", "ten", "ngoac")
_LISTS = ("tieu_de_con", "cach_ly", "bang_da_kiem")
_KEYS = frozenset({*_TEXTS, *NAME_LISTS, *_LISTS})
_SHA256 = re.compile(r"[0-9a-f]{64}")


class _Wrong(ValueError):
    """The message says in Vietnamese what is wrong with an entry."""


class _KeyTwice(yaml.MarkedYAMLError):
    """A key that is given twice; YAML would keep the last."""


class _TextLoader(yaml.BaseLoader):
    """Every scalar stays text, so that an abbreviation NO is no boolean; a key given twice is refused."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise _KeyTwice(None, None, f"khóa «{key.value}» có hai lần", key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep)


def read_companion(text: str, *, pdf_sha256: str | None = None, file: str = "tệp đi kèm") -> Companion:
    """Raises ImportRefused with every entry that is wrong.

    `pdf_sha256` is of the PDF that is being read; None: what was judged is not to be held against any.
    """
    given = _plain(text, file)
    named = ""
    if isinstance(given, dict):
        if unknown := sorted(set(map(str, given)) - {PDF, MONOGRAPHS}):
            raise ImportRefused((ImportProblem(file, 0, f"khóa «{unknown[0]}» không có trong định dạng"),))
        named, given = given.get(PDF, ""), given.get(MONOGRAPHS)
        if not isinstance(named, str) or (named and not _SHA256.fullmatch(named)):
            raise ImportRefused((ImportProblem(file, 0, f"«{PDF}» phải là mã SHA-256 của tệp PDF"),))
    if not isinstance(given, list):
        raise ImportRefused((ImportProblem(file, 0, "phải là danh sách, mỗi chuyên luận một phần tử"),))
    notes: Companion = {}
    problems = []
    slugs: set[str] = set()
    for number, entry in enumerate(given, 1):
        try:
            title, of_monograph = _notes(entry)
            if title_key(title) in notes or of_monograph.slug in slugs:
                raise _Wrong(f"«{title}» có hai lần")
        except _Wrong as wrong:
            problems.append(ImportProblem(file, 0, f"phần tử {number}: {wrong}"))
            continue
        notes[title_key(title)] = of_monograph
        slugs.add(of_monograph.slug)
    if pdf_sha256 is not None and named != pdf_sha256 and any(of.judges for of in notes.values()):
        problems.insert(0, ImportProblem(file, 0, _of_another_pdf(named)))
    if problems:
        raise ImportRefused(tuple(problems))
    return notes


def _plain(text: str, file: str) -> Any:
    """Raises ImportRefused."""
    try:
        return yaml.load(nfc(text), Loader=_TextLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        reason = str(error.problem) if isinstance(error, _KeyTwice) else "không đúng cú pháp YAML"
        raise ImportRefused((ImportProblem(file, mark.line + 1 if mark else 0, reason),)) from error


def _of_another_pdf(named: str) -> str:
    whose = "viết cho một tệp PDF khác" if named else f"không ghi «{PDF}» của tệp PDF nào"
    return f"tệp đi kèm {whose}, nên bảng đã kiểm, khối giữ lại và tiêu đề đã duyệt trong đó không dùng được"


def _notes(entry: Any) -> tuple[str, MonographNotes]:
    if not isinstance(entry, dict):
        raise _Wrong("phải là các dòng «khóa: giá trị»")
    if unknown := sorted(set(map(str, entry)) - _KEYS):
        raise _Wrong(f"khóa «{unknown[0]}» không có trong định dạng")
    texts = {key: entry.get(key, "") for key in _TEXTS}
    for key, value in texts.items():
        if not isinstance(value, str) or not (value.strip() or key == "ngoac"):
            raise _Wrong(f"«{key}» phải là một dòng chữ, không để trống")
    title, slug, name, bracket = (squeeze(texts[key]) for key in _TEXTS)
    _check_one_drug(title, slug, name, bracket)
    return title, MonographNotes(
        slug=slug,
        title=name,
        bracket=bracket,
        names=tuple(ListedName(squeeze(listed), key) for key in NAME_LISTS for listed in _words(entry, key)),
        reviewed=tuple(
            ReviewedHeading(_section(r), _words(r, "duong"), _context(r)) for r in _dicts(entry, "tieu_de_con")
        ),
        held={(_section(h), _word(h, "sha256")): _word(h, "ly_do") for h in _dicts(entry, "cach_ly")},
        checked_tables=frozenset(
            CheckedTable.under(_section(t), _word(t, "sha256"), _words(t, "duong"), _context(t))
            for t in _dicts(entry, "bang_da_kiem")
        ),
    )


def _check_one_drug(title: str, slug: str, name: str, bracket: str) -> None:
    """Title, name and id are of one drug: else what is printed of one would be answered for another. Raises _Wrong."""
    outside, _, inside = title.partition("(")
    named = f"{name} ({bracket})" if bracket else name
    if title_key(title) != title_key(named) and (bracket or title_key(outside) != title_key(name)):
        raise _Wrong(f"«ten: {named}» không phải tên in ở «tieu_de: {title}»")
    first = slug_of(name)
    of_bracket = set(slug_of(inside).split("-"))
    apart = slug.removeprefix(f"{first}-")
    if slug != first and (apart == slug or not set(apart.split("-")) <= of_bracket):
        raise _Wrong(f"«ma: {slug}» không phải mã của «{title}»: phải là «{first}», thêm chữ trong ngoặc nếu cần")


def _context(given: dict[str, Any]) -> Context:
    try:
        return Context(
            populations=tuple(map(Population, _words(given, "doi_tuong"))),
            routes=tuple(map(Route, _words(given, "duong_dung"))),
            indications=_words(given, "chi_dinh"),
        )
    except ValueError as error:
        raise _Wrong(f"«{given.get('muc')}»: {error}") from error


def _section(given: dict[str, Any]) -> str:
    key = _word(given, "muc")
    if key not in SECTION_TITLES:
        raise _Wrong(f"không có mục «{key}»")
    return key


def _word(given: dict[str, Any], key: str) -> str:
    value = given.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _Wrong(f"«{key}» phải là một dòng chữ, không để trống")
    return value


def _words(given: dict[str, Any], key: str) -> tuple[str, ...]:
    value = given.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) and word.strip() for word in value):
        raise _Wrong(f"«{key}» phải là danh sách chữ")
    return tuple(map(squeeze, value))


def _dicts(given: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = given.get(key, [])
    if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
        raise _Wrong(f"«{key}» phải là danh sách các dòng «khóa: giá trị»")
    return value
