"""Monographs that a pharmacist writes: a folder of Markdown files, read strictly.

The format is documented in docs/dinh-dang-chuyen-luan.md. Every problem of every file is collected before raising.
"""

import re
from pathlib import Path

from formulary.ingest.book import Book, ImportProblem, ImportRefused, PrintedMonograph
from formulary.ingest.characters import hidden_character
from formulary.ingest.front_matter import FrontMatter, read_front_matter
from formulary.ingest.markdown_body import BodyReader
from rag.vietnamese import nfc, squeeze

_DASHES = "---"
_MARKUP = re.compile(
    r"\*\*|__|`|\]\(|<!--|&(?:[a-z]+|#\d+);"
    r"|(?<!\w)\*[^\s*](?:[^*]*[^\s*])?\*(?!\w)|(?<!\w)_[^\s_](?:[^_]*[^\s_])?_(?!\w)"
    r"|</?(?:a|b|br|code|div|em|font|h[1-6]|hr|i|iframe|img|li|ol|p|pre|script|span|strong|style|sub|sup|svg|table|td|th|tr|u|ul)\b[^>]*>",
    re.IGNORECASE,
)


def read_folder(folder: Path) -> Book:
    """All `*.md` of a folder as one book. Raises ImportRefused with every problem found."""
    files = sorted(folder.glob("*.md"))
    problems: list[ImportProblem] = []
    monographs: list[PrintedMonograph] = []
    if not files:
        problems.append(ImportProblem(str(folder), 0, "thư mục không có tệp .md nào"))
    for path in files:
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            problems.append(ImportProblem(path.name, line, "tệp không phải UTF-8"))
            continue
        try:
            monographs.append(read_monograph(text, file=path.name))
        except ImportRefused as refused:
            problems.extend(refused.problems)
    problems.extend(_clashes(monographs))
    if problems:
        raise ImportRefused(tuple(problems))
    return Book(tuple(monographs))


def _clashes(monographs: list[PrintedMonograph]) -> list[ImportProblem]:
    problems: list[ImportProblem] = []
    by_slug: dict[str, PrintedMonograph] = {}
    by_title: dict[tuple[str, str], PrintedMonograph] = {}
    for monograph in monographs:
        first = by_slug.setdefault(monograph.slug, monograph)
        if first is not monograph:
            problems.append(ImportProblem(monograph.file, 1, f"mã «{monograph.slug}» đã dùng ở {first.file}"))
        first = by_title.setdefault((monograph.title, monograph.bracket), monograph)
        if first is not monograph:
            reason = f"tên «{monograph.title}» đã dùng ở {first.file}; phân biệt bằng khóa «ngoac»"
            problems.append(ImportProblem(monograph.file, 1, reason))
    return problems


def read_monograph(text: str, *, file: str) -> PrintedMonograph:
    """One file. Raises ImportRefused."""
    lines = nfc(text).replace("\r\n", "\n").split("\n")
    problems = list(_unwritable(lines, file))
    front, body_starts = None, 0
    if lines[0].rstrip() != _DASHES or _DASHES not in (line.rstrip() for line in lines[1:]):
        problems.append(ImportProblem(file, 1, "tệp phải mở đầu bằng phần đầu nằm giữa hai dòng ---"))
    else:
        body_starts = next(i for i, line in enumerate(lines) if i and line.rstrip() == _DASHES)
        front, found = read_front_matter(lines[1:body_starts], file=file)
        problems.extend(found)

    reader = BodyReader(file)
    for number, line in enumerate(lines[body_starts + 1 :], body_starts + 2):
        reader.feed(line, number)
    reader.finish(last_line=len(lines))
    problems.extend(reader.problems)
    if front is not None:
        problems.extend(_title_problem(front, reader, file))
    if problems or front is None:
        raise ImportRefused(tuple(sorted(problems, key=lambda p: p.line)))
    return PrintedMonograph(
        slug=front.slug,
        title=front.title,
        bracket=front.bracket,
        sections=tuple(reader.sections),
        listed_names=front.names,
        file=file,
        reviewed=tuple(reader.reviewed),
    )


def _unwritable(lines: list[str], file: str) -> list[ImportProblem]:
    problems = []
    for number, line in enumerate(lines, 1):
        if code := hidden_character(line):
            problems.append(ImportProblem(file, number, f"ký tự không nhìn thấy {code}; xóa rồi gõ lại chỗ này"))
        if match := _MARKUP.search(line):
            reason = f"không dùng in đậm, in nghiêng, liên kết hay HTML: «{match.group()}»"
            problems.append(ImportProblem(file, number, reason))
    return problems


def _title_problem(front: FrontMatter, reader: BodyReader, file: str) -> list[ImportProblem]:
    if reader.title is None:
        return []  # the reader has said so
    if squeeze(reader.title) != front.title.upper():
        reason = f"tiêu đề «{reader.title}» không khớp «ten»: phải là «{front.title.upper()}»"
        return [ImportProblem(file, reader.title_line, reason)]
    return []
