"""Small editions for tests, written in the pharmacists' own format."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from formulary.editions import make_current
from formulary.ingest.book import Book, PrintedMonograph
from formulary.ingest.defects import hold_defects
from formulary.ingest.load import load_edition
from formulary.ingest.markdown import read_folder, read_monograph
from formulary.ingest.report import ImportReport
from formulary.models import Chunk, Edition
from rag.passages import SECTION_KEYS, SECTION_TITLES

REAL_PASSAGES = Path(__file__).resolve().parents[3] / "shared" / "data" / "real-passages.jsonl"
SAMPLE = Path(__file__).resolve().parents[2] / "formulary" / "sample"

EXAMPLE = """---
ma: vi-du
ten: Ví dụ
ten_khac: [Example]
viet_tat: [VD]
bi_danh: [Tên Hãng]
goi_chung: [thuốc ví dụ]
---
# VÍ DỤ

[trang 12]

## Tên chung quốc tế
Exampline.

## Chỉ định
Đau đầu, sốt.

## Liều lượng và cách dùng

### Người lớn

#### Uống
500 mg/lần, cách 6 giờ một lần.

[trang 13]

### Trẻ em

#### Uống
- Trẻ em 4 - 6 tuổi: 240 mg/lần.
- Trẻ em 6 - 8 tuổi: 250 mg/lần.

### Suy thận

| Độ thanh thải creatinin | Liều uống |
|---|---|
| > 30 ml/phút | Không cần chỉnh liều |
| 10 - 30 ml/phút | 250 mg, cách 12 giờ/lần |

[cách ly: cột liều bị lệch]
| Độ thanh thải creatinin | Liều tiêm |
|---|---|
| > 30 ml/phút | 1 g |

## Tên thương mại
Ví Dụ 500; Examplin; Examplin.
"""


def make_monograph(slug: str, title: str, *, bracket: str = "", page: int = 1, **sections: str) -> str:
    """A file with these sections, by key; each text may hold several blocks."""
    head = f"---\nma: {slug}\nten: {title}\n" + (f"ngoac: {bracket}\n" if bracket else "") + "---\n"
    body = "\n\n".join(f"## {SECTION_TITLES[key]}\n{sections[key]}" for key in SECTION_KEYS if key in sections)
    return f"{head}# {title.upper()}\n\n[trang {page}]\n\n{body}\n"


def read(text: str = EXAMPLE, *, file: str = "vi-du.md") -> PrintedMonograph:
    return read_monograph(text, file=file)


def read_files(files: dict[str, str]) -> Book:
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        book = read_folder(Path(folder))
    return replace(book, monographs=tuple(map(hold_defects, book.monographs)))


def import_files(files: dict[str, str], *, key: str = "mau", is_demonstration: bool | None = True) -> ImportReport:
    """`key` is that of the family: a second import with other words is its second release."""
    return load_edition(read_files(files), family=key, is_demonstration=is_demonstration)


def load_markdown_edition(files: dict[str, str] | None = None, key: str = "mau", current: bool = True) -> Edition:
    """`files` by name; the example monograph when none are given."""
    edition = Edition.objects.get(key=import_files(files or {"vi-du.md": EXAMPLE}, key=key).edition)
    return make_current(edition, actor=None) if current else edition


def chunk(slug: str, section: str, ordinal: int, *, key: str = "mau") -> Chunk:
    """The block in the release of this key."""
    return Chunk.objects.get(
        section__monograph__edition__key=key, section__monograph__slug=slug, section__key=section, ordinal=ordinal
    )
