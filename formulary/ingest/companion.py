"""The file that goes with a PDF: what a pharmacist knows of its monographs and paper does not say.

YAML. One entry a monograph, under its printed title:

    pdf_sha256: 9f…                     # the PDF that the file was written for
    chuyen_luan:
    - tieu_de: PARACETAMOL            # as printed, with the bracket when there is one
      ma: paracetamol
      ten: Paracetamol
      ngoac: …
      ten_khac: [Acetaminophen]       # viet_tat, bi_danh, goi_chung likewise
      tieu_de_con:                    # sub-headings whose words alone would be misread
        - {muc: lieu_luong_va_cach_dung, duong: [Liều dùng, Sau phẫu thuật], duong_dung: [uong], chi_dinh: [đau]}
      cach_ly: [{muc: …, sha256: …, ly_do: …}]      # blocks to hold back, wherever in the section they stand
      bang_da_kiem:                   # tables that were compared with the page, cell by cell
        - {muc: …, sha256: …, duong: [Trẻ em], doi_tuong: [tre_em]}

A hash is that of the block's text: a block that reads otherwise is not the one that was looked at. A table is checked
under the sub-headings and for the people, routes and indications that stand above it. Whatever was judged was judged
in one PDF: for another one the file is refused.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import yaml

from formulary.ingest.book import Block, ListedName, PrintedMonograph, ReviewedHeading
from formulary.ingest.front_matter import NAME_LISTS
from formulary.models.defect_kinds import DefectKind
from rag.passages import BlockKind
from rag.printed import Context
from rag.vietnamese import fold, nfc, squeeze

PDF, MONOGRAPHS = "pdf_sha256", "chuyen_luan"


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """A table that was compared with the page, and what stood above it then."""

    section: str
    sha256: str
    path: tuple[str, ...]
    context: Context

    @classmethod
    def of(cls, section: str, block: Block) -> "CheckedTable":
        return cls.under(section, text_hash(block), block.headings, block.context)

    @classmethod
    def under(cls, section: str, sha256: str, path: tuple[str, ...], context: Context) -> "CheckedTable":
        """In whatever order people and routes are given."""
        populations, routes = tuple(sorted(set(context.populations))), tuple(sorted(set(context.routes)))
        return cls(section, sha256, path, Context(populations, routes, context.indications))


@dataclass(frozen=True, slots=True)
class MonographNotes:
    """`held` gives the reason for (section, hash of the text)."""

    slug: str
    title: str
    bracket: str = ""
    names: tuple[ListedName, ...] = ()
    reviewed: tuple[ReviewedHeading, ...] = ()
    held: dict[tuple[str, str], str] | None = None
    checked_tables: frozenset[CheckedTable] = frozenset()

    def context_of(self, section: str, path: tuple[str, ...]) -> Context | None:
        """What the sub-heading at the end of the path was reviewed to say; None when its words stand."""
        return next((r.context for r in self.reviewed if r.section == section and r.path == path), None)

    def reason_to_hold(self, section: str, block: Block) -> str | None:
        return (self.held or {}).get((section, text_hash(block)))

    def has_checked(self, section: str, block: Block) -> bool:
        return CheckedTable.of(section, block) in self.checked_tables

    @property
    def judges(self) -> bool:
        """Does it say anything that was read off one PDF?"""
        return bool(self.held or self.checked_tables or self.reviewed)


Companion = dict[str, MonographNotes]
"""By `title_key` of the printed title."""


def title_key(printed: str) -> str:
    """Equal for two printings of a title that differ in case, marks, blanks or where the bracket stands."""
    return squeeze(fold(nfc(printed)).replace("(", " ( ").replace(")", " ) "))


def text_hash(block: Block) -> str:
    return hashlib.sha256(block.text.encode()).hexdigest()


# --- writing ---------------------------------------------------------------------------------------------------


def companion_text(monographs: Iterable[PrintedMonograph], *, pdf_sha256: str) -> str:
    """The companion of what these monographs look like in that print. Their tables count as checked unless held."""
    given = {PDF: pdf_sha256, MONOGRAPHS: [_entry(m) for m in monographs]}
    return yaml.safe_dump(given, allow_unicode=True, sort_keys=False, width=120)


def _entry(monograph: PrintedMonograph) -> dict[str, Any]:
    entry: dict[str, Any] = {"tieu_de": printed_title(monograph), "ma": monograph.slug, "ten": monograph.title}
    if monograph.bracket:
        entry["ngoac"] = monograph.bracket
    for key in NAME_LISTS:
        if names := [n.name for n in monograph.listed_names if n.key == key]:
            entry[key] = names
    blocks = [(s.key, b) for s in monograph.sections for b in s.blocks]
    writer = [(key, b) for key, b in blocks if b.hold is not None and b.hold.kind is DefectKind.WRITER]
    lists = {
        "tieu_de_con": [_reviewed_entry(r) for r in monograph.reviewed],
        "cach_ly": [
            {"muc": key, "sha256": text_hash(b), "ly_do": b.hold.reason} for key, b in writer if b.hold is not None
        ],
        "bang_da_kiem": [_table_entry(key, b) for key, b in blocks if b.kind is BlockKind.TABLE and b.hold is None],
    }
    return entry | {key: value for key, value in lists.items() if value}


def printed_title(monograph: PrintedMonograph) -> str:
    """`SALBUTAMOL (Dùng trong hô hấp)`."""
    bracket = f" ({monograph.bracket[0].upper()}{monograph.bracket[1:]})" if monograph.bracket else ""
    return monograph.title.upper() + bracket


def _reviewed_entry(reviewed: ReviewedHeading) -> dict[str, Any]:
    return {"muc": reviewed.section, "duong": list(reviewed.path), **_context_entry(reviewed.context)}


def _table_entry(section: str, table: Block) -> dict[str, Any]:
    above = {"duong": list(table.headings), **_context_entry(table.context)}
    return {"muc": section, "sha256": text_hash(table), **{key: words for key, words in above.items() if words}}


def _context_entry(context: Context) -> dict[str, list[str]]:
    return {
        "doi_tuong": [p.value for p in context.populations],
        "duong_dung": [r.value for r in context.routes],
        "chi_dinh": list(context.indications),
    }
