"""Passages of an extracted book, one JSON object a line: `drug`, `section`, `text`, perhaps `id`, `page`, `source`.

Passages of one drug and section are joined in the order of the file; sections are put in the order of the book.
"""

import json
import re
from pathlib import Path
from typing import Any

from formulary.ingest.book import Block, Book, ImportProblem, ImportRefused, PrintedMonograph, PrintedSection
from formulary.ingest.characters import hidden_character
from formulary.ingest.headings import section_key
from formulary.ingest.running_text import blocks_of
from rag.passages import SECTION_KEYS, SECTION_TITLES
from rag.vietnamese import fold, nfc, squeeze

_BRACKET = re.compile(r"(?P<title>[^()]+?)\s*\((?P<bracket>[^()]+)\)")
_LONGEST_TITLE = 100


def read_jsonl(path: Path) -> Book:
    """Raises ImportRefused with every line that is wrong."""
    problems: list[ImportProblem] = []
    drugs: dict[str, dict[str, list[Block]]] = {}
    sources: dict[str, None] = {}
    ids: dict[str, int] = {}
    for number, raw in enumerate(path.read_bytes().splitlines(), 1):
        if not raw.strip():
            continue
        try:
            passage = _passage(raw)
            if (given := passage.get("id")) is not None and ids.setdefault(str(given), number) != number:
                raise _Wrong(f"«id» {given} đã dùng ở dòng {ids[str(given)]}")
        except _Wrong as wrong:
            problems.append(ImportProblem(path.name, number, str(wrong)))
            continue
        key = passage["section"]
        blocks = blocks_of(passage["text"], section=key, page=passage.get("page"), line=number)
        drugs.setdefault(passage["drug"], {}).setdefault(key, []).extend(blocks)
        sources.setdefault(str(passage.get("source") or ""))
    monographs = [_monograph(drug, sections, path.name) for drug, sections in drugs.items()]
    problems.extend(_clashes(monographs))
    if not monographs and not problems:
        problems.append(ImportProblem(path.name, 0, "tệp không có đoạn nào"))
    if problems:
        raise ImportRefused(tuple(problems))
    return Book(tuple(monographs), source_note="\n".join(filter(None, sources)))


def slug_of(title: str) -> str:
    """`Salbutamol (dùng trong hô hấp)` → `salbutamol-dung-trong-ho-hap`."""
    return re.sub(r"[^a-z0-9]+", "-", fold(title)).strip("-")


class _Wrong(ValueError):
    """The message says in Vietnamese what is wrong with the line."""


def _passage(raw: bytes) -> dict[str, Any]:
    try:
        passage = json.loads(raw)
    except ValueError as error:
        raise _Wrong("dòng không phải JSON UTF-8 hợp lệ") from error
    if not isinstance(passage, dict):
        raise _Wrong("mỗi dòng phải là một đối tượng JSON {…}")
    for key in ("drug", "section", "text"):
        value = passage.get(key)
        if not isinstance(value, str) or not value.strip():
            raise _Wrong(f"«{key}» phải là chữ, không để trống")
        if code := hidden_character(value.replace("\n", " ").replace("\r", " ")):
            raise _Wrong(f"«{key}» có ký tự không nhìn thấy {code}")
        passage[key] = nfc(value)
    passage["drug"] = squeeze(passage["drug"])
    if len(passage["drug"]) > _LONGEST_TITLE or not slug_of(passage["drug"]):
        raise _Wrong(f"«drug» phải có chữ và dài nhất {_LONGEST_TITLE} ký tự")
    page = passage.get("page")
    if page is not None and (type(page) is not int or page < 1):
        raise _Wrong("«page» phải là số trang, từ 1 trở lên")
    section = section_key(passage["section"])
    if section is None:
        raise _Wrong(f"không có mục «{passage['section']}» trong sách")
    passage["section"] = section
    return passage


def _monograph(drug: str, sections: dict[str, list[Block]], file: str) -> PrintedMonograph:
    match = _BRACKET.fullmatch(drug)
    return PrintedMonograph(
        slug=slug_of(drug),
        title=match["title"] if match else drug,
        bracket=match["bracket"] if match else "",
        sections=tuple(
            PrintedSection(key, SECTION_TITLES[key], tuple(sections[key])) for key in SECTION_KEYS if sections.get(key)
        ),
        file=file,
    )


def _clashes(monographs: list[PrintedMonograph]) -> list[ImportProblem]:
    first: dict[str, str] = {}
    return [
        ImportProblem(m.file, 0, f"«{m.title}» và «{first[m.slug]}» cho cùng mã «{m.slug}»")
        for m in monographs
        if first.setdefault(m.slug, m.title) != m.title
    ]
