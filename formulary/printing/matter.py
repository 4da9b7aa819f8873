"""What stands before and behind the monographs: title pages, the list of names, the index of brands."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from formulary.folding import name_key
from formulary.ingest.book import PrintedMonograph
from formulary.printing import style
from formulary.printing.atoms import Atom, Setting, paragraph
from formulary.printing.faces import Face
from formulary.printing.flow import Flow, Sheet
from formulary.printing.monographs import BRANDS
from formulary.printing.placed import PlacedLine, Role

_INN = "ten_chung_quoc_te"
INDEX_TITLE = "MỤC LỤC TRA CỨU"

_BIG = Setting(
    face=Face.BOLD,
    size=22.0,
    leading=29.0,
    justify=False,
    centre=True,
    width=style.TYPE_WIDTH,
    role=Role.MATTER,
)
_SMALL = replace(_BIG, face=Face.REGULAR, size=11.0, leading=16.0)
_ITALIC = replace(_SMALL, face=Face.ITALIC)
_LIST_HEAD = replace(_BIG, size=12.0, leading=22.0)
_ENTRY = Setting(size=style.INDEX_SIZE, leading=style.INDEX_LEADING, hanging=style.HANGING, justify=False)

_LIST_GAP = 8.0

_NOTICE = (
    "Ấn bản mẫu để trình diễn và kiểm thử phần mềm.",
    "Nội dung do nhóm phát triển soạn lại, không phải văn bản của Bộ Y tế.",
    "Không dùng để kê đơn, cấp phát hay điều trị.",
)


def title_page(title: str) -> list[PlacedLine]:
    """The first page: it says that the book is a demonstration."""
    lines = _centred([(title.upper(), _BIG)], top=style.PAGE_HEIGHT * 0.28)
    return lines + _centred([(_NOTICE[0], _ITALIC), *((line, _SMALL) for line in _NOTICE[1:])], top=430.0)


def index_title_page() -> list[PlacedLine]:
    text = "Tên thương mại - Tên chung, trang của chuyên luận"
    return _centred([(INDEX_TITLE, _BIG), (text, _ITALIC)], top=style.PAGE_HEIGHT * 0.36)


def _centred(paragraphs: Sequence[tuple[str, Setting]], *, top: float) -> list[PlacedLine]:
    lines: list[PlacedLine] = []
    for text, setting in paragraphs:
        for atom in paragraph(text, setting):
            lines.extend(line.moved(style.LEFT, top) for line in atom.lines)
            top += atom.height
    return lines


def names_list(monographs: Sequence[PrintedMonograph], *, new: Collection[str]) -> list[Sheet]:
    """Vietnamese and international names, those of the slugs in `new` with an asterisk."""
    atoms = [replace(atom, wide=True) for atom in paragraph("DANH MỤC TÊN THUỐC VIỆT - ANH", _LIST_HEAD)]
    if new:
        note = paragraph("Dấu * chỉ chuyên luận mới có trong lần in này.", replace(_ITALIC, size=9.5, leading=22.0))
        atoms += [replace(atom, wide=True) for atom in note]
    atoms.append(Atom(_LIST_GAP, (), wide=True))
    for monograph in monographs:
        star = "*" if monograph.slug in new else ""
        bracket = f" ({monograph.bracket})" if monograph.bracket else ""
        inn = " ".join(block.text for block in monograph.blocks_of(_INN)).removesuffix(".")
        text = f"{monograph.title}{star}{bracket}" + (f" – {inn}" if inn else "")
        atoms += paragraph(text, replace(_ENTRY, role=Role.NAMES))
    return _poured(atoms)


def brand_index(monographs: Sequence[PrintedMonograph], pages: Mapping[str, int]) -> list[Sheet]:
    """ "Brand - Generic, page" by brand. `pages`: the printed page on which the monograph of a slug begins."""
    entries = []
    for monograph in monographs:
        for block in monograph.blocks_of(BRANDS):
            for brand in block.text.removesuffix(".").split(";"):
                if brand.strip():
                    entries.append(f"{brand.strip()} - {monograph.title}, {pages[monograph.slug]}")
    atoms: list[Atom] = []
    for entry in sorted(dict.fromkeys(entries), key=lambda e: (name_key(e), e)):
        atoms += paragraph(entry, replace(_ENTRY, role=Role.INDEX))
    return _poured(atoms)


def _poured(atoms: Sequence[Atom]) -> list[Sheet]:
    if not atoms:
        return []
    flow = Flow()
    flow.pour(atoms)
    return flow.sheets
