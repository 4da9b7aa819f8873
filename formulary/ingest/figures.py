"""How good a reading is, in figures: from a book just read, or from the rows of an edition as they stand now."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from formulary.ingest.book import Book
from formulary.models import Chunk, DefectKind, Edition, FilePage, Finding, Section
from rag.passages import DOSING, SECTION_TITLES

EXPECTED_SECTIONS = ("chi_dinh", "chong_chi_dinh", DOSING)
"""Sections whose absence is worth a look; the book lawfully leaves any section out."""

_CONFIRMING = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc"})
_HIDDEN_TEXT = "hidden_text"


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts by kind are keyed by `DefectKind` values, repairs by rule, missing sections by section key.

    `unconfirmed`: monographs without a name, ATC or class line under the title. `dosing_held` of `dosing` dosing
    sections hold at least one block back. `pages` is 0 when the source has none.
    """

    monographs: int
    sections: int
    blocks: int
    held: dict[str, int]
    findings: dict[str, int]
    pages: int
    pages_without_text: tuple[int, ...]
    unconfirmed: tuple[str, ...]
    missing: dict[str, tuple[str, ...]]
    dosing: int
    dosing_held: int
    repairs: dict[str, int] = field(default_factory=dict)
    hidden_texts: int = 0

    @property
    def held_blocks(self) -> int:
        return sum(self.held.values())

    @property
    def held_share(self) -> float:
        """Of all blocks, 0 to 1."""
        return self.held_blocks / self.blocks if self.blocks else 0.0

    @property
    def dosing_held_share(self) -> float:
        """Of all dosing sections, 0 to 1."""
        return self.dosing_held / self.dosing if self.dosing else 0.0

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"held_share": self.held_share, "dosing_held_share": self.dosing_held_share}


def figures_of_book(book: Book) -> Figures:
    """Of what a reader hands over, before any row is written."""
    blocks = list(book.blocks())
    findings = Counter(f.kind.value for _, _, block in blocks for f in (block.findings or _only(block.hold)))
    findings.update(f.kind.value for f in book.findings)
    return _figures(
        sections={m.slug: frozenset(s.key for s in m.sections) for m in book.monographs},
        held=Counter(block.hold.kind.value for _, _, block in blocks if block.hold),
        blocks=len(blocks),
        findings=findings,
        pages=[(page.number, page.has_text) for page in book.pages],
        dosing_held={m.slug for m, section, block in blocks if section.key == DOSING and block.hold},
        repairs=Counter(repair.rule for _, _, block in blocks for repair in block.repairs),
    )


def figures_of_edition(edition: Edition) -> Figures:
    """Of the rows as they are now, with what people held and released since."""
    chunks = Chunk.objects.filter(section__monograph__edition=edition)
    held = chunks.filter(quarantine_kind__isnull=False)
    sections: dict[str, set[str]] = {slug: set() for slug in edition.monographs.values_list("slug", flat=True)}
    for slug, key in Section.objects.filter(monograph__edition=edition).values_list("monograph__slug", "key"):
        sections[slug].add(key)
    in_dosing = held.filter(section__key=DOSING).values_list("section__monograph__slug", flat=True)
    repaired = chunks.exclude(repairs=[]).values_list("repairs", flat=True)
    return _figures(
        sections={slug: frozenset(keys) for slug, keys in sections.items()},
        held=Counter(str(kind) for kind in held.values_list("quarantine_kind", flat=True)),
        blocks=chunks.count(),
        findings=Counter(Finding.objects.filter(edition=edition).values_list("kind", flat=True)),
        pages=FilePage.objects.filter(file=edition.source_file_id).values_list("number", "has_text"),
        dosing_held=set(in_dosing),
        repairs=Counter(rule for repairs in repaired for *_, rule in repairs),
    )


def _figures(
    *,
    sections: dict[str, frozenset[str]],
    held: Counter[str],
    blocks: int,
    findings: Counter[str],
    pages: Iterable[tuple[int, bool]],
    dosing_held: set[str],
    repairs: Counter[str],
) -> Figures:
    numbered = list(pages)
    missing = {key: tuple(s for s, keys in sorted(sections.items()) if key not in keys) for key in EXPECTED_SECTIONS}
    return Figures(
        monographs=len(sections),
        sections=sum(map(len, sections.values())),
        blocks=blocks,
        held=dict(held.most_common()),
        findings=dict(findings.most_common()),
        pages=len(numbered),
        pages_without_text=tuple(sorted(number for number, has_text in numbered if not has_text)),
        unconfirmed=tuple(slug for slug, keys in sorted(sections.items()) if not keys & _CONFIRMING),
        missing={key: slugs for key, slugs in missing.items() if slugs},
        dosing=sum(DOSING in keys for keys in sections.values()),
        dosing_held=len(dosing_held),
        repairs=dict(repairs.most_common()),
        hidden_texts=findings[_HIDDEN_TEXT],
    )


def _only(hold: Any) -> tuple[Any, ...]:
    return (hold,) if hold is not None else ()


def kind_label(kind: str) -> str:
    """In Vietnamese; the kind itself when this release of the product does not know it."""
    return str(DefectKind(kind).label) if kind in DefectKind.values else kind


def in_words(figures: Figures) -> list[tuple[str, str]]:
    """(what, how much) for people, in the order in which they ask."""
    rows = [
        ("Chuyên luận, mục, khối", f"{figures.monographs}, {figures.sections}, {figures.blocks}"),
        ("Khối đang cách ly", f"{figures.held_blocks} ({percent(figures.held_share)})"),
        (
            "Mục liều có khối cách ly",
            f"{figures.dosing_held} trong {figures.dosing} ({percent(figures.dosing_held_share)})",
        ),
        ("Chuyên luận không có dòng xác nhận", _listed(figures.unconfirmed)),
    ]
    for key in EXPECTED_SECTIONS:
        rows.append((f"Thiếu mục «{SECTION_TITLES[key]}»", _listed(figures.missing.get(key, ()))))
    if figures.pages:
        rows.append(("Trang của tệp", str(figures.pages)))
        rows.append(("Trang không có lớp chữ", _listed(tuple(map(str, figures.pages_without_text)))))
    rows.append(("Chỗ chữ sửa theo bảng", _counted(figures.repairs)))
    rows.append(("Đoạn chữ ẩn", str(figures.hidden_texts)))
    return rows


def percent(share: float) -> str:
    """One decimal, with the comma of the book: 0,4 %."""
    return f"{100 * share:.1f} %".replace(".", ",")


def _listed(names: tuple[str, ...], most: int = 12) -> str:
    if not names:
        return "0"
    more = f" và {len(names) - most} nơi khác" if len(names) > most else ""
    return f"{len(names)}: {', '.join(names[:most])}{more}"


def _counted(counts: dict[str, int]) -> str:
    total = sum(counts.values())
    return f"{total}: {', '.join(f'{rule} {count}' for rule, count in counts.items())}" if counts else str(total)
