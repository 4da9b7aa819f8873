"""Pages drawn for a test, and read back. Places are points from the top left corner, y downwards."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from formulary.ingest.pages import Box, Line, PageRead, Table
from formulary.ingest.pdf.child import open_document
from formulary.ingest.pdf.limits import LIMITS
from formulary.ingest.pdf.page import read_page
from formulary.ingest.profiles import profile
from formulary.printing.faces import Face

WIDTH, HEIGHT = 540.0, 760.0
LEFT, RIGHT = 40.0, 278.0  # where the two columns begin
COLUMN = 222.0
LEADING = 11.0
PROSE = "Người bệnh uống thuốc theo đúng chỉ dẫn của thầy thuốc trong suốt đợt điều trị"

for _face in Face:
    pdfmetrics.registerFont(TTFont(f"Sheet-{_face.value}", str(_face.path)))


class Sheet:
    """One PDF in the making."""

    def __init__(self, *, size: tuple[float, float] = (WIDTH, HEIGHT)) -> None:
        self._bytes = BytesIO()
        self.size = size
        self.canvas = Canvas(self._bytes, pagesize=size)

    def write(
        self, text: str, x: float, y: float, *, face: Face = Face.REGULAR, size: float = 9.0, **tune: float
    ) -> float:
        """One stretch of text with its baseline at `y`; gives back where it ends. `tune`: rise, tracking, mode."""
        drawn = self.canvas.beginText(x, self.size[1] - y)
        drawn.setFont(f"Sheet-{face.value}", size)
        drawn.setRise(tune.get("rise", 0))
        drawn.setCharSpace(tune.get("tracking", 0))
        drawn.setTextRenderMode(int(tune.get("mode", 0)))
        drawn.textOut(text)
        self.canvas.drawText(drawn)
        return x + self.width(text, face=face, size=size)

    def width(self, text: str, *, face: Face = Face.REGULAR, size: float = 9.0) -> float:
        return pdfmetrics.stringWidth(text, f"Sheet-{face.value}", size)

    def column(self, lines: list[str], x: float, y: float) -> float:
        """Lines below each other; gives back the baseline that would follow."""
        for i, line in enumerate(lines):
            self.write(line, x, y + i * LEADING)
        return y + len(lines) * LEADING

    def grid(self, xs: list[float], ys: list[float]) -> None:
        self.canvas.grid(xs, [self.size[1] - y for y in ys])

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.canvas.line(x0, self.size[1] - y0, x1, self.size[1] - y1)

    def fill(self, x: float, y: float, width: float, height: float, *, grey: float) -> None:
        self.canvas.setFillGray(grey)
        self.canvas.rect(x, self.size[1] - y - height, width, height, stroke=0, fill=1)
        self.canvas.setFillGray(0)

    def picture(self, x: float, y: float, width: float, height: float, *, grey: int = 255) -> None:
        """A picture of one colour, its lower left corner at (x, y)."""
        image = ImageReader(Image.new("L", (4, 4), grey))
        self.canvas.drawImage(image, x, self.size[1] - y, width, height)

    def turn_page(self) -> None:
        self.canvas.showPage()

    def saved(self, path: Path) -> Path:
        self.canvas.save()
        path.write_bytes(self._bytes.getvalue())
        return path


Draw = Callable[[Sheet], None]


def read_sheet(tmp_path: Path, draw: Draw, *, layout: str = "dtqg-mau") -> PageRead:
    """The first page of what `draw` draws, as the import reads it."""
    sheet = Sheet()
    draw(sheet)
    return read_file(sheet.saved(tmp_path / "sheet.pdf"), layout=layout)


def read_file(path: Path, number: int = 1, *, layout: str = "dtqg-mau") -> PageRead:
    with open_document(path) as document:
        return read_page(document, number, profile=profile(layout), usual=frozenset(), limits=LIMITS)


def texts(page: PageRead) -> list[str]:
    return [item.text for item in page.body if isinstance(item, Line)]


def table(page: PageRead) -> Table:
    (found,) = (item for item in page.body if isinstance(item, Table))
    return found


def whys(page: PageRead) -> set[str]:
    return {doubt.why for doubt in page.doubts}


def in_doubt(page: PageRead) -> list[str]:
    """The lines that a doubt touches."""
    return [
        item.text
        for item in page.body
        if isinstance(item, Line) and any(_touch(item.box, doubt.box) for doubt in page.doubts)
    ]


def _touch(one: Box, other: Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1
