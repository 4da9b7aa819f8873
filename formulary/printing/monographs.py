"""A monograph as atoms: title, the short first sections, headings of sections, sub-headings in three ranks, blocks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from formulary.ingest.book import Block, PrintedMonograph, PrintedSection
from formulary.ingest.companion import printed_title
from formulary.printing import style
from formulary.printing.atoms import Atom, Options, Setting, Source, paragraph
from formulary.printing.faces import Face
from formulary.printing.grids import table
from formulary.printing.placed import Role
from rag.passages import BlockKind

LABELLED = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc"})
"""Sections that stand on one line with their heading: "Mã ATC: N02BE01."."""

KINETICS = "duoc_dong_hoc"
BRANDS = "ten_thuong_mai"

_TITLE = Setting(
    face=Face.BOLD,
    size=style.TITLE_SIZE,
    leading=style.TITLE_LEADING,
    justify=False,
    centre=True,
    keep=True,
    role=Role.TITLE,
)
_SECTION = Setting(face=Face.BOLD, before=style.SECTION_GAP, justify=False, keep=True, role=Role.SECTION)
_KINETICS = replace(_SECTION, face=Face.ITALIC)
_RANKS = (
    Setting(face=Face.BOLD_ITALIC, before=style.SUBHEADING_GAP, justify=False, keep=True, role=Role.SUBHEADING),
    Setting(face=Face.ITALIC, before=style.SUBHEADING_GAP, justify=False, keep=True, role=Role.SUBHEADING),
    Setting(
        face=Face.ITALIC,
        size=style.THIRD_RANK_SIZE,
        before=1.0,
        justify=False,
        keep=True,
        role=Role.SUBHEADING,
    ),
)
_PARAGRAPH = Setting(indent=style.INDENT)
_ITEM = Setting()
_BRANDS = Setting(face=Face.ITALIC, indent=style.INDENT)
_BULLET = "- "


@dataclass(frozen=True, slots=True)
class _Printer:
    monograph: PrintedMonograph
    options: Options

    def section(self, section: PrintedSection) -> Iterator[Atom]:
        rest = section.blocks
        labelled = section.key in LABELLED and rest[:1] and rest[0].kind is BlockKind.PARAGRAPH and not rest[0].headings
        if labelled:
            setting = replace(_ITEM, options=self.options)
            yield from paragraph(rest[0].text, setting, source=self._source(section, 0), label=f"{section.heading}:")
            rest = rest[1:]
        else:
            yield from self._heading(section.heading, _KINETICS if section.key == KINETICS else _SECTION)
        above: tuple[str, ...] = ()
        for ordinal, block in enumerate(rest, len(section.blocks) - len(rest)):
            for rank in _changed(above, block.headings):
                yield from self._heading(block.headings[rank], _RANKS[min(rank, len(_RANKS) - 1)])
            above = block.headings
            yield from self._block(block, section, ordinal)

    def _heading(self, text: str, setting: Setting) -> list[Atom]:
        return paragraph(text, replace(setting, options=self.options))

    def _source(self, section: PrintedSection, ordinal: int) -> Source:
        return Source(self.monograph.slug, section.key, ordinal)

    def _block(self, block: Block, section: PrintedSection, ordinal: int) -> list[Atom]:
        source = self._source(section, ordinal)
        if block.kind is BlockKind.TABLE:
            return table(block.text, source, options=self.options)
        if block.kind is BlockKind.ITEM:
            setting = replace(_ITEM, options=self.options)
            return paragraph(_BULLET + block.text, setting, source=replace(source, shift=len(_BULLET)))
        setting = _BRANDS if section.key == BRANDS else _PARAGRAPH
        return paragraph(block.text, replace(setting, options=self.options), source=source)


def _changed(above: tuple[str, ...], now: tuple[str, ...]) -> range:
    """Ranks of the sub-headings that must be printed to come from `above` to `now`."""
    if above == now:
        return range(0)
    same = 0
    while same < min(len(above), len(now)) and above[same] == now[same]:
        same += 1
    # Back under a heading that others stood below: it is printed once more.
    return range(min(same, max(0, len(now) - 1)), len(now))


def atoms_of(monograph: PrintedMonograph, *, options: Options) -> list[Atom]:
    """Raises Unprintable."""
    atoms = paragraph(printed_title(monograph), replace(_TITLE, options=options))
    atoms[0] = replace(atoms[0], before=style.TITLE_GAP, opens=monograph.slug)
    atoms[-1] = replace(atoms[-1], height=atoms[-1].height + 3.0)
    printer = _Printer(monograph, options)
    for section in monograph.sections:
        atoms.extend(printer.section(section))
    return [replace(atom, name=monograph.title) for atom in atoms]
