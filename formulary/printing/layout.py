"""Monographs in, pages out: what a whole printed book looks like. Nothing is drawn here."""

from collections.abc import Collection, Sequence

from formulary.ingest.book import PrintedMonograph
from formulary.printing import matter, style
from formulary.printing.atoms import Options
from formulary.printing.faces import Face, width_of
from formulary.printing.flow import Flow, Sheet
from formulary.printing.monographs import atoms_of
from formulary.printing.placed import PlacedLine, PlacedPage, Role, Rule

EDITION_MARK = "DTQG MẪU"
"""What every running head says of the edition."""

TITLE = "Dược thư – ấn bản mẫu"
_HEAD_SIZE = 9.0
_NUMBER_GAP = 7.0


def lay_out(
    monographs: Sequence[PrintedMonograph],
    *,
    title: str = TITLE,
    mark: str = EDITION_MARK,
    new: Collection[str] = (),
    options: Options | None = None,
) -> tuple[PlacedPage, ...]:
    """The book as pages. The first monograph opens on printed page 1, behind the title page and the list of names.

    Raises faces.Unprintable.
    """
    options = options or Options()
    pages = [PlacedPage(1, None, tuple(matter.title_page(title)))]
    pages += [_page(sheet, number=len(pages) + k) for k, sheet in enumerate(matter.names_list(monographs, new=new), 1)]

    flow = Flow()
    flow.pour([atom for monograph in monographs for atom in atoms_of(monograph, options=options)])
    opened: dict[str, int] = {}
    for printed, sheet in enumerate(flow.sheets, 1):
        opened |= {slug: printed for slug in sheet.opened if slug not in opened}
        name = sheet.first if printed % 2 == 0 else sheet.last
        pages.append(_page(sheet, number=len(pages) + 1, printed=printed, name=name, mark=mark))

    index = matter.brand_index(monographs, opened)
    if index:
        pages.append(PlacedPage(len(pages) + 1, None, tuple(matter.index_title_page())))
        # The title page of the index is counted, but shows no number.
        for printed, sheet in enumerate(index, len(flow.sheets) + 2):
            pages.append(_page(sheet, number=len(pages) + 1, printed=printed, name="Mục lục tra cứu", mark=mark))
    return tuple(pages)


def _page(sheet: Sheet, *, number: int, printed: int | None = None, name: str = "", mark: str = "") -> PlacedPage:
    if printed is None:
        return PlacedPage(number, None, tuple(sheet.lines), tuple(sheet.rules))
    head = _running_head(printed, name, mark)
    right = style.LEFT + style.TYPE_WIDTH
    rule = Rule(style.LEFT, style.HEAD_RULE, right, style.HEAD_RULE)
    return PlacedPage(number, printed, (*head, *sheet.lines), (rule, *sheet.rules))


def _running_head(printed: int, name: str, mark: str) -> tuple[PlacedLine, ...]:
    """Even: number and name at the left, edition at the right. Odd: edition at the left, name and number."""
    number = _head(str(printed), Face.BOLD, Role.NUMBER)
    called = _head(name, Face.BOLD_ITALIC, Role.HEAD)
    edition = _head(mark, Face.REGULAR, Role.HEAD)
    right = style.LEFT + style.TYPE_WIDTH
    y = style.HEAD_BASELINE
    if printed % 2 == 0:
        return (
            number.moved(style.LEFT, y),
            called.moved(style.LEFT + number.width + _NUMBER_GAP, y),
            edition.moved(right - edition.width, y),
        )
    return (
        edition.moved(style.LEFT, y),
        called.moved(right - number.width - _NUMBER_GAP - called.width, y),
        number.moved(right - number.width, y),
    )


def _head(text: str, face: Face, role: Role) -> PlacedLine:
    return PlacedLine(text, face, _HEAD_SIZE, 0.0, 0.0, width_of(text, face, _HEAD_SIZE), role)
