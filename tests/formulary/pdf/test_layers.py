"""Layers that are switched off are hidden; layers and forms that are shown are read."""

import re
from pathlib import Path

from tests.formulary.pdf.sheets import Sheet, in_doubt, read_file, read_sheet, texts

Y = 200.0


def layered(path: Path, *, on: bool) -> Path:
    """«Tối đa 4» and, in a layer, «0»."""
    sheet = Sheet()
    sheet.canvas.setPageCompression(0)
    end = sheet.write("Tối đa 4", 40, Y)
    sheet.canvas._code.append("/OC /Layer BDC")
    sheet.write("0", end, Y)
    sheet.canvas._code.append("EMC")
    data = sheet.saved(path).read_bytes()
    start = data.rindex(b"xref\n0")
    number = len(re.findall(rb"\n\d+ 0 obj", data)) + 1
    off = b"" if on else b"/OFF [%d 0 R] " % number
    layers = b"/Type /Catalog /OCProperties << /OCGs [%d 0 R] /D << %s>> >>" % (number, off)
    body = data[:start].replace(b"/Type /Catalog", layers)
    body = body.replace(b"/Resources <<", b"/Resources << /Properties << /Layer %d 0 R >>" % number)
    body += b"%d 0 obj\n<< /Type /OCG /Name (Layer) >>\nendobj\n" % number
    places = {int(m[1]): m.start(1) for m in re.finditer(rb"\n(\d+) 0 obj", body)}
    table = b"".join(b"%010d 00000 n \n" % places[i] for i in range(1, number + 1))
    root = re.search(rb"/Root \d+ 0 R", data)
    assert root
    trailer = b"trailer\n<< %s /Size %d >>\nstartxref\n%d\n%%%%EOF\n" % (root[0], number + 1, len(body))
    path.write_bytes(body + b"xref\n0 %d\n0000000000 65535 f \n" % (number + 1) + table + trailer)
    return path


def test_text_of_a_layer_that_is_off_is_hidden_and_its_line_in_doubt(tmp_path: Path):
    page = read_file(layered(tmp_path / "off.pdf", on=False))
    assert (texts(page), [h.why for h in page.hidden]) == (["Tối đa 4"], ["layer"])
    assert in_doubt(page) == ["Tối đa 4"]


def test_text_of_a_layer_that_is_on_is_read(tmp_path: Path):
    page = read_file(layered(tmp_path / "on.pdf", on=True))
    assert (texts(page), page.doubts) == (["Tối đa 40"], ())


def test_text_in_a_form_is_read(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.canvas.beginForm("part")
        sheet.write("Uống 500 mg/lần", 40, Y)
        sheet.canvas.endForm()
        sheet.canvas.doForm("part")

    page = read_sheet(tmp_path, draw)
    assert (texts(page), page.hidden, page.doubts) == (["Uống 500 mg/lần"], (), ())
