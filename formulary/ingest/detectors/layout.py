"""What page layout does to prose: heads and columns in sentences, headings glued on, sections that stop or stray."""

import re
from collections.abc import Sequence
from itertools import islice

from formulary.ingest.detectors.printed_units import DOSE
from formulary.ingest.detectors.views import BRANDS, View, evidence, found
from rag.passages import BlockKind
from rag.printed import populations_in, routes_in
from rag.vietnamese import fold

_RUNNING_HEAD = re.compile(r"DTQG(?:VN)?\s?(?:\d\b|M[ẪẫAa]U\b)|DTQGVN", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[.;])\s*(?P<heading>[^.;:]{2,80}):$")
_CAPTION = re.compile(r"(?:Bảng|Hình|Ghi chú)\s?\d*\.")
_OPEN_END = re.compile(r"[^\W\d_]$")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?=[ ,.;:])")
_ONLY_AN_AMOUNT = re.compile(r"[\d ,.–-]+\s?[a-z%]+(?:\s?/\s?\w+)*\.?")
_CUT_END = re.compile(r"[\w,/(–-]$")
# Sections of names, codes and lists that end as they please.
_WITHOUT_SENTENCES = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc", BRANDS})
_LONG_ENOUGH = 50

# Conditions and doses that touch: cells of a table in one line.
# A sentence begins behind a mark; a cell begins behind another cell.
WITHOUT_A_MARK = re.compile(
    r"(?<!\bxem)(?<!\bmục)(?<!\bphần)(?<=[a-zà-ỹđ0-9)%²]) (?:Uống|Tiêm|Truyền|Liều|Cách|Tối đa|Trẻ em|Trẻ sơ sinh"
    r"|Trẻ|Nhẹ|Vừa|Nặng|Trung bình"
    r"|Suy thận|Suy gan|Phụ nữ|Nữ|Nam giới|Thiếu niên"
    r"|Sơ sinh|Người lớn|Người bệnh|Người cao tuổi|Dưới|Trên"
    r"|Từ|Không|Ngừng|Giảm|Thêm|Nồng độ|Tốc độ|Cân nặng|Giai đoạn|Tỷ lệ|Khoảng cách)\b"
)
# "2 viên 250 mg" and "3 lần 5 mg" are prose: no counted thing stands first.
_CELLS_SIDE_BY_SIDE = re.compile(
    r"\d\s?(?:mg|g|microgam|ml|kg|tuoi|don vi|dvqt)(?:\s?/\s?[\w,]+(?: m2)?)* "
    r"(?:[<>≤≥]\s?)?\d[\d ,]*(?:\s?[-–]\s?\d[\d ,]*)?\s?(?:(?:mg|g|microgam|ml|kg|don vi|dvqt|giot|ong|vien)\b|%)"
)
_FEWEST_CELLS = 2
_AMOUNT = r"\d[\d ,.]*\s?(?:[-–]\s?\d[\d ,.]*)?\s?(?:mg|g|microgam)\b"
_CONDITION_THEN_DOSE = re.compile(
    rf"ml\s?/\s?phut(?:\s?/\s?1,73 m[2²])?\s(?:toi da\s)?(?:{_AMOUNT}|\d+\s?%)"
    rf"|\b(?:cl\s?cr|gfr|thanh thai(?: creatinin)?)\s?[<>≤≥]?\s?\d+(?:\s?[-–]\s?\d+)? {_AMOUNT}"
)
_BANDS_IN_A_ROW = re.compile(
    r"\d+\s?[-–]\s?\d+ (?P<unit>kg|tuoi|thang) "
    r"(?:\d+\s?[-–]\s?\d+ (?P=unit)\b|\d[\d ,]*\s?(?:mg|ml|microgam)\s\d+\s?[-–]\s?\d+ (?P=unit)\b)"
)

_ADMINISTRATIVE = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc", "thong_tin_quy_che"})
_OVERDOSE = re.compile(
    r"\bqua lieu\b|\brua da day\b|\bgay non\b|\bthan hoat\b|\bgiai doc\b|\bngo doc\b|\btham tach\b|\bloc mau\b"
)
_REGIMEN = re.compile(
    r"\b(?:uong|tiem|truyen|dat)\b[^.;]{0,60}\d\s?(?:mg|g|microgam|dvqt|ml)\b[^.;]{0,40}\b(?:lan|ngay|gio)\b"
    r"|\d\s?(?:mg|g|microgam|dvqt)\s?/\s?kg\s?/\s?(?:ngay|lan|24)"
)
_NOT_INDICATIONS = frozenset({"tac_dung_khong_mong_muon", "qua_lieu_va_xu_tri", "tuong_ky", "do_on_dinh_va_bao_quan"})
_INDICATION_LEAD = re.compile(
    r"^(?:chi dinh|duoc chi dinh|thuoc duoc chi dinh)\s?(?::|de dieu tri|trong dieu tri|cho cac|trong cac)"
)
# Words that give away where a block belongs, in sections that have nothing to do with it.
_STRANGE: dict[str, re.Pattern[str]] = {
    key: re.compile(rf"\b(?:{words})\b")
    for keys, words in (
        (("chong_chi_dinh", "thoi_ky_cho_con_bu", "thoi_ky_mang_thai", "tac_dung_khong_mong_muon"),
         "bao quan|nhiet do phong|tranh anh sang|tranh am"),
        (("do_on_dinh_va_bao_quan",), "man cam|suy than|suy gan|nguoi mang thai|mang thai|cho con bu|thai nhi|tien su"),
        (("tuong_ky",), "qua lieu|ngo doc|rua da day|than hoat|trieu chung|gay non"),
        (("chi_dinh",),
         "bao quan|nhiet do phong|tranh anh sang|lam tang nong do|lam giam nong do|tang doc tinh|giam tac dung cua"),
    )
    for key in keys
}  # fmt: skip


def running_head(view: View) -> str | None:
    """The head of a page inside a sentence; it names the drug of the page, often another one."""
    return found(_RUNNING_HEAD, view)


def glued_heading(view: View) -> str | None:
    """`… 300 mg. Trẻ em:`: two populations touch in one block that prints a dose."""
    glued = _GLUED.search(view.text)
    if glued is None or not DOSE.search(view.folded) or not populations_in(glued["heading"]):
        return None
    return evidence(view.text, glued.start("heading"), glued.end())


def glued_labels(views: Sequence[View]) -> dict[int, str]:
    """`… gây xoắn đỉnh. Phối hợp rất thận trọng do digoxin:`: the heading of the blocks below ends this one.

    Before items or a table the colon is the sentence's own.
    """
    told: dict[int, str] = {}
    for i, view in enumerate(views):
        introduces = any(below.block.kind is not BlockKind.PARAGRAPH for below in views[i + 1 : i + 2])
        if not introduces and view.text.endswith(":") and (glued := _GLUED.search(view.text)):
            told[i] = evidence(view.text, glued.start("heading"), glued.end())
    return told


def flattened_table(view: View) -> str | None:
    """`Clcr > 30 250 - 500 mg Clcr 10 - 30 500 mg`: rows of a table run on in one line."""
    if view.is_table:
        return None
    pairs = list(islice(_CELLS_SIDE_BY_SIDE.finditer(view.folded), _FEWEST_CELLS)) if view.is_dosing else []
    if len(pairs) == _FEWEST_CELLS:
        return evidence(view.text, pairs[0].start(), pairs[0].end())
    return (
        found(_CONDITION_THEN_DOSE, view, folded=True)
        or found(_BANDS_IN_A_ROW, view, folded=True)
        or (found(WITHOUT_A_MARK, view) if view.is_dosing else None)
    )


def wrong_section(view: View) -> str | None:
    """Treatment of an overdose among the regulations, an indication among the effects."""
    text = view.folded
    if view.section in _ADMINISTRATIVE:
        words = len(set(_OVERDOSE.findall(text)))
        if (words >= 2 and len(text) > _LONG_ENOUGH * 2) or _REGIMEN.search(text):
            return evidence(view.text, 0, min(60, len(view.text)))
    if view.section in _NOT_INDICATIONS and (lead := _INDICATION_LEAD.match(text)):
        return evidence(view.text, 0, lead.end())
    strange = _STRANGE.get(view.section)
    return found(strange, view, folded=True) if strange else None


def interleaved(views: Sequence[View]) -> dict[int, str]:
    """A sentence of the next column inside another: open end, a whole sentence, then the lower-case rest."""
    held: dict[int, str] = {}
    for i in range(len(views) - 2):
        first, between, rest = views[i : i + 3]
        prose = all(v.block.kind is BlockKind.PARAGRAPH for v in (first, between, rest))
        if prose and _OPEN_END.search(first.text) and rest.text[0].islower() and not between.text[0].islower():
            shown = f"{first.text[-30:]} / {between.text[:30]} / {rest.text[:30]}"
            held |= dict.fromkeys((i, i + 1, i + 2), shown)
    return held


def cut_sentences(views: Sequence[View]) -> dict[int, str]:
    """A paragraph that stops or begins inside a sentence: a column, a page or a running head took the rest."""
    held: dict[int, str] = {}
    for i, view in enumerate(views):
        if view.section in _WITHOUT_SENTENCES or view.is_table:
            continue
        is_last = i == len(views) - 1
        if _CUT_END.search(view.text) and _is_sentence(view, views[:i], is_last=is_last):
            held[i] = evidence(view.text, max(0, len(view.text) - 40), len(view.text))
            if not is_last and _ONLY_AN_AMOUNT.fullmatch(views[i + 1].folded):
                held[i + 1] = views[i + 1].text
        if i and view.block.kind is BlockKind.PARAGRAPH and _begins_inside(view.text):
            held[i] = view.text[:60]
            if _CUT_END.search(views[i - 1].text):
                held[i - 1] = evidence(views[i - 1].text, max(0, len(views[i - 1].text) - 40), len(views[i - 1].text))
    return held


def _begins_inside(text: str) -> bool:
    """With a word in lower case; a symbol ("α-tocoferol", "p-aminophenol", "pH") may open a sentence."""
    word = _FIRST_WORD.match(text)
    return word is not None and word.group().islower() and fold(word.group()).isascii()


def _is_sentence(view: View, before: Sequence[View], *, is_last: bool) -> bool:
    """Long enough to be one, or at the end of a section that is written in them. A list may end in a comma."""
    if not is_last:
        return view.block.kind is BlockKind.PARAGRAPH and len(view.text) >= _LONG_ENOUGH and view.text[-1] != ","
    from_page = bool(view.block.lines) and view.section != "dang_thuoc_va_ham_luong"
    return from_page or len(view.text) >= _LONG_ENOUGH or any(v.text.endswith(".") for v in before)


def glued_heading_of_pages(views: Sequence[View]) -> dict[int, str]:
    """A sub-heading that is still glued to a block read from a page: the blocks below stand under the wrong one."""
    held: dict[int, str] = {}
    for i, view in enumerate(views[:-1]):
        glued = _GLUED.search(view.text) if view.block.lines and view.text.endswith(":") else None
        if glued is None or view.is_table:
            continue
        below = views[i + 1].block
        heading = glued["heading"].strip()
        if below.headings and fold(below.headings[-1]) == fold(heading):
            continue  # the reader of the page opened it
        if not heading[0].isupper() or _CAPTION.match(view.text):
            continue  # a clause behind a semicolon; "Bảng 1. …:"
        introduces = view.block.kind is BlockKind.PARAGRAPH and below.kind is not BlockKind.PARAGRAPH
        stands_alone = view.is_dosing and view.text[: glued.start()].endswith(".")
        if introduces and not (stands_alone or populations_in(heading) or routes_in(heading)):
            continue  # the colon is the sentence's own
        held[i] = heading
        above = _still_above(view.block.headings, heading)
        for j in range(i + 1, len(views)):
            if views[j].block.headings[: len(above)] != above:
                break
            held[j] = f"đứng sau tiêu đề «{heading}»"
    return held


def _still_above(path: tuple[str, ...], glued: str) -> tuple[str, ...]:
    """The sub-headings that a block below must share to be doubtful: a glued one closes those of its kind and below."""
    for says in (populations_in, routes_in):
        if says(glued):
            return next((path[: i + 1] for i, heading in enumerate(path) if says(heading)), path)
    return path
