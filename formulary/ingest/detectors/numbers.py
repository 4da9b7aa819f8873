"""Digits that extraction split, joined, lost or took for letters."""

import re

from formulary.ingest.detectors.printed_units import DASH, DOSE_UNIT
from formulary.ingest.detectors.views import View, evidence, found

# "mg/m 2/ngày": the raised 2 of a surface stands alone. Thin blanks group no digits in the book.
_DIGIT_RUN = re.compile(r"(?<![\w,./])(?<!\bm )(?P<run>\d+(?: \d+)+)(?![\d/])")
# A strength behind a slash: "250 mg/62 5 mg". Behind "1/" stands a frequency: "1/1 000".
_RUN_BEHIND_SLASH = re.compile(r"(?<=[a-z]/)(?P<run>\d+(?: \d+)+)(?![\d/])")
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+")
_THIN_BLANK = re.compile("\\d[\u2000-\u200a\u202f\u205f\u3000]\\d")
_SPLIT_DECIMAL = re.compile(rf"(?<![\d,.])0 ?, \d|(?<![\d,.])\d+ ,\d|(?<![\d,.])\d+,\d+ \d+\s?{DOSE_UNIT}\b")
_MALFORMED = re.compile(
    rf"\d,,\d|\d\.\.\d|\d[;'’´`]\d|\d[.,]\d+[.,]\d+\s?{DOSE_UNIT}\b"
    # A leading zero is a lost comma, except where things are counted: "01 viên".
    r"|(?<![\w,./])(?<!\d )0\d+\s?[-–]\s?(?!0)\d{1,3}(?!\d)"
    rf"|(?<![\w,./])(?<!\d )0\d+(?:[.,]\d+)?(?:{DASH}\d+(?:,\d+)?)?\s?(?:%|(?!vien|ong|lo\b|goi|giot){DOSE_UNIT}\b)"
)
_POINTS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}")
_TILDE = re.compile(r"\d ?~ ?\d")
_POINT_THOUSANDS = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\w.,]*\d)|(?<![\w.,])[1-9]\d{0,2},000(?!\d)")
_DECIMAL_POINT = re.compile(r"(?<![\w.,])\d+\.\d+(?![\w.]*\d)")
_DECIMAL_COMMA = re.compile(r"(?<![\w.,])\d+,\d+(?!\d)")
_ORPHAN = re.compile(r"[\d\s.,;/–-]*\d[\d\s.,;/–-]*")

# Letters where a digit belongs. A litre is "l" behind a number, an ordinal "I" stands behind a word of a scale.
_LETTER_NEAR_DIGIT = re.compile(r"\d[lI|OoQSZB]|[lI|]O|(?<![^\W_])[lI|OoQSZ](?![^\W\d_])")
LETTER_FOR_DIGIT = re.compile(
    r"(?<![\w.,])[lI|OoQ][.,]\d"
    r"|(?<![^\W_])\d+(?:[.,]\d+)?[OoQ]+(?=\s?(?:mg|g|ml|kg|microgam|đvqt|giờ|ngày|tuổi|phút|%)\b)"
    r"|(?<![^\W_])\d+(?:[.,]\d+)?[lI|](?=\s?(?:mg|g|microgam|đvqt|kg|giờ|ngày|tuổi|phút|%)\b)"
    r"|(?<![^\W_])\d+(?:[.,]\d*)?[lIOo]\d"
    r"|(?<![^\W_])[lI|][\dOo]+(?:[.,]\d+)?(?=\s?(?:mg|g|ml|kg|microgam|đvqt)\b)"
    r"|(?<![\w/.,])(?<!\d )[l|](?=\s?(?:liều|lần|viên|mg|g|ml|giờ|ngày|tuần|tháng|năm|tuổi|ống|lọ|gói)\b)"
    r"|(?<![\w/.,])(?<!độ )(?<!loại )(?<!bậc )(?<!typ )(?<!týp )(?<!nhóm )(?<!đoạn )I(?=\s?(?:mg|g|ml|viên|ống)\b)"
    r"|(?<![^\W_])(?:\d+[SBZ]|[SZ]\d+)(?=\s?(?:mg|ml|microgam)\b)"
)

_UNIT_ALONE = r"(?:mg|microgam|g|ml|đvqt|mmol|meq)"
# "trong giờ đầu", "từ tuần thứ 2": the unit is named, not counted.
_NAMED = r"đầu|thứ|cuối|đó|này|hoàn|sau(?! khi)|tiếp|trước|nay|hành|làm|quy|hôm|nào|vàng|cao|một|hai|ba"
_NOT_COUNTED = rf"(?!\s(?:{_NAMED})\b)"
_NOT_NUMBERED = rf"(?!\s(?:{_NAMED})\b|\s\d)"
_NO_AGE = r"(?!\s(?:dậy|vị|lao|đi|trưởng|thọ|mãn|sinh|già|này|đó)\b)"
_MAY_LOSE = re.compile(r"[<>≤≥]|\b(?:tuổi|mg|g|ml|microgam|giờ|phút|lần|ngày|tuần|tháng|kg)\b")
_LOST = re.compile(
    # "Trẻ trên tháng tuổi", "dưới tuổi."
    r"\b(?:trên|dưới|từ|đến|khoảng|quá)\s+(?:tháng|tuần|ngày|năm)\s+tuổi\b"
    rf"|(?:\b(?:trên|dưới)|[<>≤≥])\s*tuổi\b{_NO_AGE}"
    # "tối đa mg/ngày", "liều g."
    r"|\b(?:tối đa|tối thiểu|liều|uống|tiêm|truyền|khởi đầu|ban đầu|duy trì|không quá|khoảng|trên|dưới|thêm)"
    rf"\s+{_UNIT_ALONE}\b(?!\s?\w*\))"
    # "tối đa là g/ngày", "tăng đến mg"
    r"|\b(?:tối đa|tối thiểu|liều|tăng|giảm|khởi đầu|duy trì)(?:\s[^\W\d_]+){0,2}\s(?:là|đến|tới|còn|lên|xuống)"
    rf"\s+{_UNIT_ALONE}\b(?!\s?\w*\))"
    # "cách giờ/lần", "chia lần"
    r"|\bcách(?: nhau)?\s+(?:giờ|phút)\b"
    r"|\b(?:ngày|chia|chia làm|chia thành|chia đều)\s+lần(?=\s*(?:[.;,)]|$))"
    # "trong giờ", "sau phút", "quá tuần", "tối đa lần/24 giờ", ", trong ngày."
    rf"|\b(?:trong|sau)\s(?:vòng\s)?(?:(?:giờ|phút)\b{_NOT_COUNTED}|(?:tuần|tháng)\b{_NOT_NUMBERED})"
    rf"|\b(?:trên|dưới|quá|tối đa|tối thiểu|ít nhất)\s(?:kg|lần|giờ|phút|tuần|tháng|ngày)\b{_NOT_NUMBERED}"
    rf"|\btừ\s(?:kg|lần|phút|tuần)\b{_NOT_NUMBERED}|\btừ\stuổi\strở|\bcách(?: nhau)?\sngày\s?/\s?lần"
    rf"|[,;]\strong ngày\b{_NOT_NUMBERED}"
    rf"|\bsau ngày(?=\s*[.,;]|\s\w)(?!\s(?:{_NAMED}|sinh|mổ|đẻ|phẫu|kinh|nghỉ|rụng|lễ)\b|\s\d)"
    # a comparator with nothing to compare to
    rf"|[<>≤≥]\s*(?:(?:{_UNIT_ALONE}|kg|tháng|tuần|ngày|giờ|%|/)(?!\w)|[.;:)]|,\s|$)"
    # one end of a range
    rf"|\d\s[-–]\s+(?:{_UNIT_ALONE}|kg|tuổi|tháng|giờ|lần)\b"
    r"|\b(?:từ|liều|uống|tiêm|truyền)\s[-–]\s?\d"
    # a decimal that lost its head or its tail
    rf"|(?:^|(?<=[^\d\s] )),\d+\s?{_UNIT_ALONE}\b"
    rf"|\d,\s(?:mg|microgam|ml|g)\b"
)
# Amounts that no dose of the book reaches: two numbers whose dash or comma was lost. đvqt go into the millions.
_DECIMAL_THEN_NUMBER = re.compile(r"(?<![\w./])\d+,\d+ \d")
# "100 mg/m2 1 g/m2": two amounts and nothing between them.
_MASS = r"(?:microgam|nanogam|mg|gam|g|dvqt|mmol|meq)"
_TWO_AMOUNTS = re.compile(rf"\d\s?{_MASS}(?:/(?:kg|m2|ngay|lan|gio|24 gio|ml))* \d+(?:,\d+)?\s?{_MASS}\b")
_HUGE = re.compile(r"(?<![\w,./])\d{2,3} \d{3}(?:,\d+)?\s?(?P<unit>mg|ml|gam|g|vien|giot)\b(?!\s?/\s?phut)")
_TOO_MUCH = {"mg": 100_000, "ml": 20_000, "g": 5_000, "gam": 5_000, "vien": 1_000, "giot": 10_000}


def split_number(view: View) -> str | None:
    """`2 0 mg`, `0, 5 g`: digits with a blank that is no thousands sign."""
    for match in (*_DIGIT_RUN.finditer(view.folded), *_RUN_BEHIND_SLASH.finditer(view.folded)):
        if not _THOUSANDS.fullmatch(match["run"]):
            return evidence(view.text, match.start(), match.end())
    return found(_SPLIT_DECIMAL, view, folded=True) or found(_THIN_BLANK, view)


def malformed_number(view: View) -> str | None:
    """`0,,5 mg`, `1,5,5 mg`, `05 mg`: no number is written so. Groups of three are another matter."""
    for match in _MALFORMED.finditer(view.folded):
        if not _POINTS.match(match.group()):
            return evidence(view.text, match.start(), match.end())
    return None


def confused_digit(view: View) -> str | None:
    """`l liều`, `O,5 g`, `1O mg`."""
    return found(LETTER_FOR_DIGIT, view) if _LETTER_NEAR_DIGIT.search(view.text) else None


def lost_number(view: View) -> str | None:
    """`Trẻ trên tháng tuổi`, `tối đa mg/ngày`, `Clcr < ml/phút`, `10 - mg`. A table has its numbers in other cells."""
    if view.is_table or not (view.has_digits or _MAY_LOSE.search(view.text)):
        return None
    return found(_LOST, view, lower=True)


def lost_dash(view: View) -> str | None:
    """`250 500 mg` is no quarter of a kilogram: a dash between two amounts was lost."""
    for match in _HUGE.finditer(view.folded):
        amount = int(re.sub(r"\D", "", match.group().partition(",")[0]))
        if amount >= _TOO_MUCH[match["unit"]]:
            return evidence(view.text, match.start(), match.end())
    return found(_DECIMAL_THEN_NUMBER, view) or found(_TWO_AMOUNTS, view, folded=True)


def tilde_in_number(view: View) -> str | None:
    """`1/1~000`: the thin space between thousands became a tilde."""
    return found(_TILDE, view)


def ambiguous_thousands(view: View) -> str | None:
    """`2.500 mg` is 2,5 by the book's rule and 2500 as people type; `1,000 mg` is as bad."""
    return found(_POINT_THOUSANDS, view)


def decimal_point(view: View) -> str | None:
    """`0.5 mg`: the book writes a comma, so that the point may stand for something else."""
    return found(_DECIMAL_POINT, view)


def mixed_decimal_signs(view: View) -> str | None:
    """`< 9.5 mg/dl … 0,25 microgam`: a point and a comma before decimals in one block."""
    return found(_DECIMAL_POINT, view) if _DECIMAL_COMMA.search(view.text) else None


def orphan_numbers(view: View) -> str | None:
    """A line of numbers alone: cells that lost their row."""
    return view.text if _ORPHAN.fullmatch(view.text) else None
