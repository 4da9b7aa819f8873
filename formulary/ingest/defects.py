"""Why a block must not be quoted: every suspicion of a block becomes a finding, the gravest holds it.

The detectors stand in `formulary.ingest.detectors`. They run on every format. A suspicion is enough: a held block still
shows its page, and a pharmacist releases it. Nothing is ever repaired here.
"""

from dataclasses import replace

from formulary.ingest.book import Block, Book, Defect, PrintedMonograph, PrintedSection
from formulary.ingest.detectors import brands
from formulary.ingest.detectors.reasons import REASONS
from formulary.ingest.detectors.rules import gravity, heading_rules, holds, rules_of, side_by_side_rules_of
from formulary.ingest.detectors.views import BRANDS, View
from formulary.ingest.detectors.whole_book import across_book
from formulary.models.defect_kinds import DefectKind

_PEOPLES_WORD = frozenset({DefectKind.PERSON, DefectKind.WRITER})


def hold_book_defects(book: Book) -> Book:
    """The book with every suspicious block held and every finding written down: the one way in for every format."""
    book = replace(book, monographs=tuple(map(hold_defects, book.monographs)))
    found, findings = across_book(book)
    if found:
        book = replace(book, monographs=tuple(_with(m, i, found) for i, m in enumerate(book.monographs)))
    return replace(book, findings=(*book.findings, *(f for f in findings if f not in book.findings)))


def hold_defects(monograph: PrintedMonograph) -> PrintedMonograph:
    """The monograph with every suspicious block held. What the writer holds keeps the writer's reason."""
    headings: dict[str, tuple[Defect, ...]] = {}
    sections = tuple(_looked_through(section, monograph.slug, headings) for section in monograph.sections)
    return replace(monograph, sections=sections)


def with_findings(block: Block, section: str, defects: tuple[Defect, ...]) -> Block:
    """The block with these findings beside those it has, held by the gravest that holds."""
    findings = tuple(dict.fromkeys((*block.findings, *defects)))
    if block.hold is not None and block.hold.kind in _PEOPLES_WORD:
        return replace(block, findings=findings)
    view = View.of(block, section)
    holding = [defect for defect in findings if holds(defect.kind, view)]
    holding += [block.hold] if block.hold is not None else []
    hold = min(holding, key=lambda d: gravity(d.kind)) if holding else None
    return replace(block, findings=findings, hold=hold)


def _looked_through(section: PrintedSection, slug: str, headings: dict[str, tuple[Defect, ...]]) -> PrintedSection:
    views = [View.of(block, section.key) for block in section.blocks]
    found: list[list[Defect]] = [[] for _ in views]
    for side_by_side in side_by_side_rules_of(section.key):
        for i, shown in side_by_side.detector(views).items():
            found[i].append(_defect(side_by_side.kind, shown))
    for i, view in enumerate(views):
        for heading in view.block.headings:
            if heading not in headings:
                headings[heading] = _of_heading(heading, view)
            found[i].extend(headings[heading])
        for rule in rules_of(section.key):
            if (not rule.digits or view.has_digits) and (seen := rule.detector(view)):
                found[i].append(_defect(rule.kind, seen))
        if section.key == BRANDS and (names := brands.foreign(view, slug=slug)):
            found[i].append(_defect(DefectKind.MISPLACED_BRANDS, names))
    if not any(found):
        return section
    blocks = zip(section.blocks, found, strict=True)
    return replace(section, blocks=tuple(with_findings(b, section.key, tuple(d)) if d else b for b, d in blocks))


def _of_heading(heading: str, below: View) -> tuple[Defect, ...]:
    view = View(below.block, below.section, heading)
    seen = ((rule.kind, rule.detector(view)) for rule in heading_rules())
    return tuple(_defect(kind, f"tiêu đề con: {shown}") for kind, shown in seen if shown)


def _defect(kind: DefectKind, evidence: str) -> Defect:
    return Defect(kind, REASONS[kind], evidence)


def _with(monograph: PrintedMonograph, index: int, found: dict[tuple[int, int, int], list[Defect]]) -> PrintedMonograph:
    sections = []
    for s, section in enumerate(monograph.sections):
        here = [tuple(found.get((index, s, b), ())) for b in range(len(section.blocks))]
        if any(here):
            blocks = zip(section.blocks, here, strict=True)
            section = replace(section, blocks=tuple(with_findings(b, section.key, d) if d else b for b, d in blocks))
        sections.append(section)
    return replace(monograph, sections=tuple(sections))
