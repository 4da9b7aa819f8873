"""Files that nobody should be able to hurt the import with. Each is made from nothing, byte by byte where needed."""

import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

TEXT = "Paracetamol 500 mg"
_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


@dataclass(frozen=True, slots=True)
class Hostile:
    """`refused` is part of the reason that must be given; None when the file must be read. `shows` must be read."""

    name: str
    make: Callable[[], bytes]
    refused: str | None = None
    shows: str | None = None
    note: str | None = None
    suffix: str = ".pdf"
    either: bool = False  # a reader may refuse it or read it; both are right

    def __str__(self) -> str:
        return self.name


def stream(data: bytes, extra: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), extra, data)


def assemble(objects: dict[int, bytes], *, root: int = 1, trailer: bytes = b"") -> bytes:
    """A PDF of these objects with a right cross-reference table."""
    out = BytesIO()
    out.write(b"%PDF-1.7\n")
    places = {}
    for number, body in objects.items():
        places[number] = out.tell()
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start, size = out.tell(), max(objects) + 1
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
    for number in range(1, size):
        out.write(b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 65535 f \n")
    out.write(b"trailer\n<< /Size %d /Root %d 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (size, root, trailer, start))
    return out.getvalue()


def page_of(
    content: bytes,
    *,
    box: bytes = b"[0 0 500 700]",
    resources: bytes = b"/Font << /F1 5 0 R >>",
    catalog: bytes = b"",
    font: bytes = _FONT,
    more: dict[int, bytes] | None = None,
    content_extra: bytes = b"",
) -> bytes:
    """A file of one page. Objects 1–5 are catalog, pages, page, content, font."""
    return assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents 4 0 R /Resources << %s >> >>" % (box, resources),
            4: stream(content, content_extra),
            5: font,
            **(more or {}),
        }
    )


def shown(text: str = TEXT, x: float = 50, y: float = 400) -> bytes:
    return b"BT /F1 12 Tf %g %g Td (%s) Tj ET\n" % (x, y, text.encode("latin-1"))


def plain(pages: int = 1) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(500, 700))
    for _ in range(pages):
        canvas.drawString(50, 400, TEXT)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def encrypted(user: str, owner: str) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(500, 700), encrypt=StandardEncryption(user, ownerPassword=owner, strength=128))
    canvas.drawString(50, 400, TEXT)
    canvas.save()
    return out.getvalue()


def truncated(share: float) -> bytes:
    whole = plain(pages=20)
    return whole[: int(len(whole) * share)]


def zeros(gigabytes: float, of: bytes = b" ") -> bytes:
    """A Flate stream that unpacks to so many gigabytes, a few megabytes long; its checksum is wrong."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(of * 2**20) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x78\x9c" + block * int(gigabytes * 1024) + b"\x03\x00"


def flate_bomb() -> bytes:
    return page_of(zeros(3), content_extra=b"/Filter /FlateDecode")


def image_bomb() -> bytes:
    image = stream(
        zeros(0.5, b"\0"),
        b"/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 "
        b"/Filter /FlateDecode",
    )
    return page_of(
        shown() + b"q 400 0 0 400 0 0 cm /I Do Q",
        resources=b"/Font << /F1 5 0 R >> /XObject << /I 6 0 R >>",
        more={6: image},
    )


def scanned(*, hidden_text: bool) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(500, 700))
    picture = Image.new("L", (200, 280), 220)
    canvas.drawImage(ImageReader(picture), 0, 0, 500, 700)
    if hidden_text:
        text = canvas.beginText(50, 400)
        text.setTextRenderMode(3)
        text.textOut(TEXT)
        canvas.drawText(text)
    canvas.save()
    return out.getvalue()


def no_pages() -> bytes:
    return assemble({1: b"<< /Type /Catalog /Pages 2 0 R >>", 2: b"<< /Type /Pages /Kids [] /Count 0 >>"})


def many_pages(count: int = 10_000) -> bytes:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 700] >>"
    kids = b" ".join(b"%d 0 R" % (i + 3) for i in range(count))
    return assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
            **{i + 3: page for i in range(count)},
        }
    )


def lying_count() -> bytes:
    return page_of(shown()).replace(b"/Count 1 ", b"/Count 2000000000 ")


def broken_xref() -> bytes:
    whole = bytearray(plain())
    start = whole.rindex(b"xref\n0 ")
    whole[start + 20 : start + 60] = b"9" * 40
    return bytes(whole)


def no_xref() -> bytes:
    whole = plain()
    return whole[: whole.rindex(b"xref\n0 ")] + b"startxref\n0\n%%EOF\n"


def looping_xref() -> bytes:
    whole = page_of(shown())
    start = whole.rindex(b"xref\n0 ")
    return whole.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % start)


def deep_tree(levels: int = 4_000) -> bytes:
    objects = {1: b"<< /Type /Catalog /Pages 2 0 R >>"}
    for i in range(2, levels + 2):
        objects[i] = b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % (i + 1)
    objects[levels + 2] = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 500 700] >>" % (levels + 1)
    return assemble(objects)


def looping_tree() -> bytes:
    return assemble(
        {1: b"<< /Type /Catalog /Pages 2 0 R >>", 2: b"<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 3 >>"}
    )


def looping_form() -> bytes:
    form = stream(
        b"/X Do /X Do",
        b"/Type /XObject /Subtype /Form /BBox [0 0 500 700] /Resources << /XObject << /X 6 0 R >> >>",
    )
    return page_of(shown() + b"/X Do", resources=b"/Font << /F1 5 0 R >> /XObject << /X 6 0 R >>", more={6: form})


def branching_forms(levels: int = 24) -> bytes:
    """Each form draws the next one twice: sixteen million drawings from two kilobytes."""
    forms = {}
    for i in range(6, 6 + levels):
        content = b"/X Do /X Do" if i < 5 + levels else b"0 0 5 5 re f"
        forms[i] = stream(
            content,
            b"/Type /XObject /Subtype /Form /BBox [0 0 500 700] /Resources << /XObject << /X %d 0 R >> >>"
            % min(i + 1, 5 + levels),
        )
    return page_of(shown() + b"/X Do", resources=b"/Font << /F1 5 0 R >> /XObject << /X 6 0 R >>", more=forms)


def looping_length() -> bytes:
    return page_of(shown()).replace(b"/Length %d " % len(shown()), b"/Length 4 0 R ")


def nested_arrays(depth: int = 200_000) -> bytes:
    return page_of(shown(), more={6: b"[" * depth + b"]" * depth}, catalog=b"/Deep 6 0 R")


def nested_states(depth: int = 300_000) -> bytes:
    return page_of(b"q " * depth + shown() + b"Q " * depth)


def tiny_objects(count: int = 1_000_000) -> bytes:
    return page_of(zlib.compress(b"0 0 1 1 re f\n" * count), content_extra=b"/Filter /FlateDecode")


def many_characters(count: int = 400_000) -> bytes:
    lines = b"".join(shown(f"{i} " + "x" * 1000, y=i % 700) for i in range(count // 1000))
    return page_of(zlib.compress(lines), content_extra=b"/Filter /FlateDecode")


def long_string() -> bytes:
    return page_of(b"BT /F1 12 Tf 50 400 Td (" + b"A" * 20_000_000 + b") Tj ET")


def many_rulings(count: int = 100_000) -> bytes:
    lines = b"".join(
        b"%d 0 m %d 700 l S\n0 %d m 500 %d l S\n" % (i % 500, i % 500, i % 700, i % 700) for i in range(count // 2)
    )
    return page_of(shown() + lines)


def dense_grid(lines: int = 2_400) -> bytes:
    """Fine rulings that cross six million times."""
    parts = [b"%.3f 0 m %.3f 700 l S\n" % (i * 0.2, i * 0.2) for i in range(lines)]
    parts += [b"0 %.3f m 500 %.3f l S\n" % (i * 0.29, i * 0.29) for i in range(lines)]
    return page_of(shown() + b"".join(parts))


def odd_coordinates() -> bytes:
    odd = (b"nan", b"inf", b"1e999", b"-999999999999999999999", b"99999999999999999999.5", b"--5", b"1.2.3")
    content = b"".join(b"BT /F1 12 Tf %s %s Td (odd) Tj ET\n%s 0 0 %s 0 0 cm\n" % (o, o, o, o) for o in odd)
    return page_of(shown() + b"q\n" + content + b"Q\n")


def lying_unicode(target: bytes) -> bytes:
    """Every character claims to be `target`, UTF-16BE in hexadecimal digits."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def "
        b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <FF> [%s] endbfrange "
        b"endcmap end end" % b" ".join([b"<%s>" % target] * 256)
    )
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
    return page_of(shown(), font=font, more={6: stream(cmap)})


def looping_type3() -> bytes:
    font = (
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] "
        b"/CharProcs << /a 6 0 R >> /Encoding << /Type /Encoding /Differences [80 /a] >> /FirstChar 80 /LastChar 80 "
        b"/Widths [500] /Resources << /Font << /F1 5 0 R >> >> >>"
    )
    return page_of(shown("PPP"), font=font, more={6: stream(b"500 0 d0 " + shown("P", 0, 0))})


def script() -> bytes:
    return page_of(shown(), catalog=b"/OpenAction << /Type /Action /S /JavaScript /JS (while(true){app.alert(1)}) >>")


def launching() -> bytes:
    return page_of(shown(), catalog=b"/OpenAction << /S /Launch /F (/bin/sh) >>")


def attachment() -> bytes:
    return page_of(
        shown(),
        catalog=b"/Names << /EmbeddedFiles << /Names [(virus.exe) 6 0 R] >> >>",
        more={
            6: b"<< /Type /Filespec /F (virus.exe) /EF << /F 7 0 R >> >>",
            7: stream(b"MZ" * 100, b"/Type /EmbeddedFile"),
        },
    )


def zipped() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("sach.pdf", plain())
    return out.getvalue()


def picture() -> bytes:
    out = BytesIO()
    Image.new("L", (50, 50)).save(out, "PNG")
    return out.getvalue()


ALL: tuple[Hostile, ...] = (
    *(Hostile(f"cut at {s:.0%}", lambda s=s: truncated(s), refused="cắt cụt") for s in (0.2, 0.5, 0.8, 0.99)),
    Hostile("password", lambda: encrypted("mật-khẩu", "chủ"), refused="mật khẩu"),
    Hostile("owner password only", lambda: encrypted("", "chu"), shows=TEXT),
    Hostile("3 GB from 3 MB", flate_bomb, refused="", either=False),
    Hostile("10 GB picture", image_bomb, shows=TEXT),
    Hostile("no pages", no_pages, refused="không có trang"),
    Hostile("10,000 pages", many_pages, refused="5000 trang"),
    Hostile("two thousand million pages claimed", lying_count, either=True),
    Hostile("scan", lambda: scanned(hidden_text=False), refused="ảnh chụp"),
    Hostile("scan with hidden text", lambda: scanned(hidden_text=True), refused="ảnh chụp"),
    Hostile("zip", zipped, refused="tệp nén"),
    Hostile("picture", picture, refused="tệp ảnh"),
    Hostile(
        "web page", lambda: b"<!DOCTYPE html><html><body>%s</body></html>" % TEXT.encode(), refused="không phải PDF"
    ),
    Hostile("plain text", lambda: TEXT.encode() * 100, refused="không phải PDF"),
    Hostile("empty", lambda: b"", refused="rỗng"),
    Hostile("head only", lambda: b"%PDF-1.7\n%%EOF\n", refused="hỏng"),
    Hostile("noise", lambda: b"%PDF-1.7\n" + bytes(range(256)) * 4000 + b"%%EOF\n", refused="hỏng"),
    Hostile("NUL bytes before the head", lambda: b"\0" * 4096 + plain(), refused="không phải PDF"),
    Hostile("PDF under another name", plain, shows=TEXT, suffix=".docx"),
    Hostile("script", script, shows=TEXT, note="JavaScript"),
    Hostile("starts a program", launching, shows=TEXT, note="chương trình"),
    Hostile("attachment", attachment, shows=TEXT, note="đính kèm"),
    Hostile("broken cross-references", broken_xref, shows=TEXT, note="dựng lại"),
    Hostile("no cross-references", no_xref, either=True),
    Hostile("cross-references in a circle", looping_xref, either=True),
    Hostile("page tree 4,000 deep", deep_tree, either=True),
    Hostile("page tree in a circle", looping_tree, refused=""),
    Hostile("form that draws itself", looping_form, either=True),
    Hostile("forms that double 24 times", branching_forms, either=True),
    Hostile("length in a circle", looping_length, either=True),
    Hostile("arrays 200,000 deep", nested_arrays, either=True),
    Hostile("states 300,000 deep", nested_states, either=True),
    # On a busy machine the time runs out before the bound.
    Hostile("a million drawings", tiny_objects, refused=""),
    Hostile("400,000 characters", many_characters, refused=""),
    Hostile("string of 20 MB", long_string, either=True),
    Hostile("100,000 rulings", many_rulings, shows=TEXT),
    Hostile("six million crossings", dense_grid, shows=TEXT),
    Hostile("paper of a thousand kilometres", lambda: page_of(shown(), box=b"[0 0 3e9 3e9]"), either=True),
    Hostile("paper upside down", lambda: page_of(shown(), box=b"[500 700 0 0]"), shows=TEXT),
    Hostile("paper without extent", lambda: page_of(shown(), box=b"[0 0 0 0]"), either=True),
    Hostile("coordinates that are no numbers", odd_coordinates, shows=TEXT),
    Hostile("font missing", lambda: page_of(shown(), resources=b""), either=True),
    Hostile("text that claims to be nines", lambda: lying_unicode(b"0039"), shows="999"),
    Hostile("text that claims to be NUL", lambda: lying_unicode(b"0000"), either=True),
    Hostile("text that claims to be half a character", lambda: lying_unicode(b"D800"), either=True),
    Hostile("font that draws with itself", looping_type3, either=True),
)
