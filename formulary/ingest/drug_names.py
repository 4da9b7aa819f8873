"""The names under which a monograph is looked for: its title, what its sections print, what its front matter lists."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from formulary.ingest.book import Block, ListedName, PrintedMonograph
from formulary.models import DrugName
from rag.vietnamese import fold, squeeze

_LONGEST_BRAND = 40  # characters; anything longer is a list that ran on into the next heading
_INN_BREAK = re.compile(r"[.,;()\[\]:]")
_ATC = re.compile(r"\b[A-Z]\d{2}(?:[A-Z]{1,2}(?:\d{2})?)?\b")
_SHORTEST_INN = 3

Kind = DrugName.Kind
Source = DrugName.Source


@dataclass(frozen=True, slots=True)
class Name:
    name: str
    kind: DrugName.Kind
    source: DrugName.Source


def names_of(monograph: PrintedMonograph) -> tuple[tuple[Name, ...], tuple[str, ...]]:
    """Every name once per kind, and warnings about what was refused. A held block gives no name."""
    warnings: list[str] = []
    found = [
        Name(monograph.title, Kind.TITLE, Source.SECTION),
        *(Name(name, Kind.INN, Source.SECTION) for name in _inns(monograph)),
        *(Name(n.name, _listed_kind(n, monograph.title), Source.FRONT_MATTER) for n in monograph.listed_names),
        *(Name(name, Kind.BRAND, Source.SECTION) for name in _brands(monograph, warnings)),
    ]
    # A list may print a brand twice; the first spelling is kept.
    unique = {(fold(name.name), name.kind): name for name in reversed(found)}
    return tuple(reversed(unique.values())), tuple(warnings)


def atc_codes(monograph: PrintedMonograph) -> tuple[str, ...]:
    """The codes of the ATC line, as printed."""
    return tuple(dict.fromkeys(code for block in _free(monograph, "ma_atc") for code in _ATC.findall(block.text)))


def _free(monograph: PrintedMonograph, key: str) -> Iterator[Block]:
    return (block for block in monograph.blocks_of(key) if block.hold is None)


def _inns(monograph: PrintedMonograph) -> Iterator[str]:
    for block in _free(monograph, "ten_chung_quoc_te"):
        for piece in _INN_BREAK.split(block.text):
            name = squeeze(piece)
            if len(name) >= _SHORTEST_INN and any(c.isalpha() for c in name):
                yield name


def _brands(monograph: PrintedMonograph, warnings: list[str]) -> Iterator[str]:
    for block in _free(monograph, "ten_thuong_mai"):
        for piece in block.text.removesuffix(".").split(";"):
            name = squeeze(piece)
            if not name:
                continue
            if len(name) > _LONGEST_BRAND or re.search(r"[.:]\s+[A-ZĐÀ-Ỹ]", name) or fold(name) == "khong co":
                warnings.append(f"{monograph.slug}: không nhận «{name}» là biệt dược")
            else:
                yield name


def _listed_kind(listed: ListedName, title: str) -> DrugName.Kind:
    if listed.key == "ten_khac":
        return Kind.SPELLING if _spelling_key(listed.name) == _spelling_key(title) else Kind.VIETNAMISED
    return {"viet_tat": Kind.ABBREVIATION, "bi_danh": Kind.ALIAS, "goi_chung": Kind.GROUP}[listed.key]


def _spelling_key(name: str) -> str:
    """Equal for an international and a Vietnamised spelling: amoxicillin, amoxicilin; erythromycine, erythromycin."""
    letters = re.sub(r"[^a-z]", "", fold(name)).replace("ph", "f").replace("th", "t").replace("ch", "c")
    letters = letters.translate(str.maketrans("yk", "ic"))
    return re.sub(r"(.)\1+", r"\1", letters).removesuffix("e")
