"""The file that goes with a PDF: what a pharmacist knows of its monographs and paper does not say.

YAML, one entry a monograph under its printed title:

    - tieu_de: PARACETAMOL            # as printed, with the bracket when there is one
      ma: paracetamol
      ten: Paracetamol
      ngoac: …
      ten_khac: [Acetaminophen]       # viet_tat, bi_danh, goi_chung likewise
      tieu_de_con:                    # sub-headings whose words alone would be misread
        - {muc: lieu_luong_va_cach_dung, duong: [Liều dùng, Sau phẫu thuật], duong_dung: [uong], chi_dinh: [đau]}
      cach_ly: [{muc: …, sha256: …, ly_do: …}]      # blocks to hold back
      bang_da_kiem: [{muc: …, sha256: …}]           # tables that were compared with the page, cell by cell

A hash is that of the block's text: a block that reads otherwise is not the one that was looked at.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import yaml

from formulary.ingest.book import Block, ImportProblem, ImportRefused, ListedName, PrintedMonograph, ReviewedHeading
from formulary.ingest.front_matter import NAME_LISTS
from formulary.models.defect_kinds import DefectKind
from rag.frames import Population, Route
from rag.passages import SECTION_TITLES, BlockKind
from rag.printed import Context
from rag.vietnamese import fold, nfc, squeeze

_TEXTS = ("tieu_de", "ma", "ten", "ngoac")
_LISTS = ("tieu_de_con", "cach_ly", "bang_da_kiem")
_KEYS = frozenset({*_TEXTS, *NAME_LISTS, *_LISTS})


@dataclass(frozen=True, slots=True)
class MonographNotes:
    """`held` gives the reason for (section, hash of the text); `checked_tables` are such pairs."""

    slug: str
    title: str
    bracket: str = ""
    names: tuple[ListedName, ...] = ()
    reviewed: tuple[ReviewedHeading, ...] = ()
    held: dict[tuple[str, str], str] | None = None
    checked_tables: frozenset[tuple[str, str]] = frozenset()

    def context_of(self, section: str, path: tuple[str, ...]) -> Context | None:
        """What the sub-heading at the end of the path was reviewed to say; None when its words stand."""
        return next((r.context for r in self.reviewed if r.section == section and r.path == path), None)

    def reason_to_hold(self, section: str, block: Block) -> str | None:
        return (self.held or {}).get((section, text_hash(block)))

    def has_checked(self, section: str, block: Block) -> bool:
        return (section, text_hash(block)) in self.checked_tables


Companion = dict[str, MonographNotes]
"""By `title_key` of the printed title."""


def title_key(printed: str) -> str:
    """Equal for two printings of a title that differ in case, marks, blanks or where the bracket stands."""
    return squeeze(fold(nfc(printed)).replace("(", " ( ").replace(")", " ) "))


def text_hash(block: Block) -> str:
    return hashlib.sha256(block.text.encode()).hexdigest()


# --- writing ---------------------------------------------------------------------------------------------------


def companion_text(monographs: Iterable[PrintedMonograph]) -> str:
    """The companion of what these monographs look like in print. Their tables count as checked unless held."""
    return yaml.safe_dump([_entry(m) for m in monographs], allow_unicode=True, sort_keys=False, width=120)


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
        "bang_da_kiem": [
            {"muc": key, "sha256": text_hash(b)} for key, b in blocks if b.kind is BlockKind.TABLE and b.hold is None
        ],
    }
    return entry | {key: value for key, value in lists.items() if value}


def printed_title(monograph: PrintedMonograph) -> str:
    """`SALBUTAMOL (Dùng trong hô hấp)`."""
    bracket = f" ({monograph.bracket[0].upper()}{monograph.bracket[1:]})" if monograph.bracket else ""
    return monograph.title.upper() + bracket


def _reviewed_entry(reviewed: ReviewedHeading) -> dict[str, Any]:
    return {
        "muc": reviewed.section,
        "duong": list(reviewed.path),
        "doi_tuong": [p.value for p in reviewed.context.populations],
        "duong_dung": [r.value for r in reviewed.context.routes],
        "chi_dinh": list(reviewed.context.indications),
    }


# --- reading ---------------------------------------------------------------------------------------------------


class _Wrong(ValueError):
    """The message says in Vietnamese what is wrong with an entry."""


class _TextLoader(yaml.SafeLoader):
    """Plain YAML in which every scalar stays text: an abbreviation NO is no boolean."""


_TextLoader.yaml_implicit_resolvers = {}


def read_companion(text: str, *, file: str = "tệp đi kèm") -> Companion:
    """Raises ImportRefused with every entry that is wrong."""
    try:
        given = yaml.load(nfc(text), Loader=_TextLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        raise ImportRefused((ImportProblem(file, mark.line + 1 if mark else 0, "không đúng cú pháp YAML"),)) from error
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
    if problems:
        raise ImportRefused(tuple(problems))
    return notes


def _notes(entry: Any) -> tuple[str, MonographNotes]:
    if not isinstance(entry, dict):
        raise _Wrong("phải là các dòng «khóa: giá trị»")
    if unknown := sorted(set(map(str, entry)) - _KEYS):
        raise _Wrong(f"khóa «{unknown[0]}» không có trong định dạng")
    texts = {key: entry.get(key, "") for key in _TEXTS}
    for key, value in texts.items():
        if not isinstance(value, str) or not (value.strip() or key == "ngoac"):
            raise _Wrong(f"«{key}» phải là một dòng chữ, không để trống")
    return texts["tieu_de"], MonographNotes(
        slug=texts["ma"],
        title=squeeze(texts["ten"]),
        bracket=squeeze(texts["ngoac"]),
        names=tuple(ListedName(squeeze(name), key) for key in NAME_LISTS for name in _words(entry, key)),
        reviewed=tuple(map(_reviewed, _dicts(entry, "tieu_de_con"))),
        held={_address(held): _word(held, "ly_do") for held in _dicts(entry, "cach_ly")},
        checked_tables=frozenset(map(_address, _dicts(entry, "bang_da_kiem"))),
    )


def _reviewed(given: dict[str, Any]) -> ReviewedHeading:
    try:
        context = Context(
            populations=tuple(map(Population, _words(given, "doi_tuong"))),
            routes=tuple(map(Route, _words(given, "duong_dung"))),
            indications=_words(given, "chi_dinh"),
        )
    except ValueError as error:
        raise _Wrong(f"«tieu_de_con»: {error}") from error
    return ReviewedHeading(_section(given), _words(given, "duong"), context)


def _address(given: dict[str, Any]) -> tuple[str, str]:
    return _section(given), _word(given, "sha256")


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
