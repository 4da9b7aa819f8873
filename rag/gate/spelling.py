"""One spelling for the ways of writing that mean the same, before anything is compared.

Both the claim and the print go through the same table, so a row is right when its two sides mean the same wherever
they stand. Rows that would only be right in some contexts are left out: the claim is then refused, not waved through.
"""

import re
from functools import lru_cache

from rag.vietnamese import nfc, squeeze

_COUNTED = r"(?:lần|liều|ngày|tuần|tháng|năm|giờ|viên|ống|phút|tuổi|gói|lọ|nhát|giọt|mũi)"
_NUMBER_WORDS = {
    "một": "1", "hai": "2", "ba": "3", "bốn": "4", "năm": "5", "sáu": "6", "bảy": "7", "tám": "8", "chín": "9",
    "mười": "10",
}  # fmt: skip
# A unit that "mỗi ngày" behind it turns into so much a day.
_DOSED = r"mg|g|microgam|nanogam|ml|đvqt|đơn vị|meq|mmol|viên|ống|gói|nhát|giọt|liều|lần|kg|m2"
_N = r"\d[\d.,]*(?: ?- ?\d[\d.,]*)?"

_ROWS: tuple[tuple[str, str], ...] = (
    # signs
    (r"[–—−‐‑]", "-"),
    (r"<=", "≤"),
    (r">=", "≥"),
    (r"µg|μg|\bug\b|\bmcg\b", "microgam"),
    (r"\s?[°º]\s?c\b", " độ c"),
    (r"m²", "m2"),
    (r"(?<=\d) x (?=\d)", " , "),
    (r"\bccđ\b", "chống chỉ định"),
    # numbers in words, only before what is counted: "năm" alone is a year, "ba" alone a father
    *((rf"\b{word}(?= {_COUNTED}\b)", digit) for word, digit in _NUMBER_WORDS.items()),
    # bodies: a per-kg dose is per kg of the patient however it is written out
    (r"\bkg (?:thể trọng|cân nặng|trọng lượng cơ thể)\b", "kg"),
    (r" (?:cho|trên|tính theo) mỗi (?=(?:kg|m2)\b)", "/"),
    (r"\s?/\s?", "/"),
    (r"/(?:liều|1 lần|1 liều)\b", "/lần"),
    (r"/(?:1 ngày|24 giờ)\b", "/ngày"),
    (r"\bmỗi liều\b", "mỗi lần"),
    (r"\bcân nặng (?=(?:trên |dưới |từ |khoảng |[<>≤≥] ?)?\d)", ""),
    # every other day is no "ngày 1 lần"; "cách 1 ngày" is not 24 hours from one dose to the next
    (r"\bcách (?:nhật|(?:1 )?ngày)\b(?! (?:trước|sau|đầu))(?:,? (?:uống |dùng |tiêm )?1 lần\b)?", "cách 48 giờ/lần"),
    # how often: "ngày 2 lần", "mỗi ngày 2 lần", "2 lần mỗi ngày" are 2 lần/ngày; "cách 12 giờ" is not
    (rf"(?<![\d/] )(?<![\d/])(?<!cách )\b(?:(?:mỗi|1|hàng|hằng) )?(ngày|tuần) (?:uống |dùng |tiêm |truyền )?({_N}) (lần|liều)\b", r"\2 \3/\1"),
    (rf"\b({_DOSED}) (?:mỗi|trong|hàng|hằng|1|trong 1|trong mỗi) ngày\b(?! đầu)", r"\1/ngày"),
    (rf"\b({_DOSED}) trong 24 giờ\b", r"\1/ngày"),
    (rf"\b({_DOSED}) (?:mỗi|trong|hàng|hằng|1|trong 1) (tuần|giờ|phút)\b", r"\1/\2"),
    (rf"\b({_DOSED}) mỗi lần\b", r"\1/lần"),
    (r"(?<=\d )(mg|g|microgam|ml|viên)((?: [^\W\d_]+){1,3}) mỗi lần\b", r"\1/lần\2"),
    # people
    (r"\bthầy thuốc\b", "bác sĩ"),
    (r"\bbệnh nhân\b", "người bệnh"),
    (r"\b(?:người bệnh|người) trưởng thành\b|\bngười bệnh (?:là )?người lớn\b", "người lớn"),
    (r"\b(?:người bệnh|người|phụ nữ|thai phụ|đang|bà mẹ)?\s?(?:mang thai|có thai)\b|\bthai phụ\b", " mang thai"),
    (r"\b(?:phụ nữ |người mẹ |bà mẹ |người )?(?:đang )?(?:nuôi con bú|nuôi con bằng sữa mẹ|cho con bú|cho bú)\b", "cho con bú"),
    (r"\b(?:người bệnh |người )?(?:cao tuổi|lớn tuổi)\b|\bngười già\b", "người cao tuổi"),
    (r"\b(?:bị |mắc )?suy giảm chức năng (thận|gan)\b", r"suy \1"),
    (r"\b(?:độ |hệ số )?thanh thải creatinin\b|\bcl ?cr\b|\bcrcl\b", "clcr"),
    # verbs and nouns of the trade
    (r"\bhay\b(?! (?:gặp|xảy ra|bị|dùng)\b)", "hoặc"),
    (r"\bcùng lúc\b", "đồng thời"),
    (r"\bsử dụng\b", "dùng"),
    (r"\b(?:ngưng|dừng|thôi)(?= (?:thuốc|dùng|điều trị|uống|tiêm|ngay)\b)", "ngừng"),
    (r"\bngừng ngay((?: dùng| uống| tiêm| điều trị)?(?: thuốc)?)\b", r"ngừng\1 ngay"),
    (r"\bqua đường uống\b|\bbằng đường uống\b|\bđường uống\b|\bdùng uống\b", "uống"),
    (r"\bgây ra\b", "gây"),
    (r"\b(?:làm gia|gia|làm) tăng\b", "tăng"),
    (r"\blàm giảm\b", "giảm"),
    (r"\bkhông được vượt quá\b|\bkhông vượt quá\b|\bkhông được quá\b", "không quá"),
    (r"\bcần phải\b|\bbắt buộc phải\b", "phải"),
    (r"\bđược chỉ định\b", "chỉ định"),
    (r"\bđược khuyến cáo\b", "khuyến cáo"),
    (r"\b(?:3 tháng|tam cá nguyệt|quý) (?:đầu tiên|thứ nhất|đầu)\b", "3 tháng đầu"),
    (r"\b(?:3 tháng giữa|tam cá nguyệt (?:thứ hai|thứ 2|giữa)|quý (?:hai|2|giữa))\b", "3 tháng giữa"),
    (r"\b(?:3 tháng cuối|tam cá nguyệt (?:thứ ba|thứ 3|cuối)|quý (?:ba|3|cuối))\b", "3 tháng cuối"),
    (r"\bnếu cần thiết\b|\bkhi cần thiết\b|\bkhi cần\b", "nếu cần"),
    (r"\bthành phần nào\b", "thành phần"),
    (r"\bbất (?:cứ|kỳ|kì) ", ""),
    (r"\bđái tháo đường\b", "tiểu đường"),
    (r"\bgây (?=cảm ứng\b)", ""),
    # the same said the other way round
    (r"\bchưa xác định được (tính an toàn(?: +[^\W\d_]+){1,8})(?=[,;.]|$)", r"\1 chưa được xác định"),
    (r"^có thể (xuất hiện|xảy ra) ((?!(?:không|chưa|tránh) )[^\W\d_]+(?: (?!và |hoặc )[^\W\d_]+){0,2}?)(?= sau \d|[,;.]|$)", r"\2 có thể \1"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), new) for pattern, new in _ROWS)

# hoá/hóa, khoẻ/khỏe, thuỷ/thủy: the tone of an open oa, oe, uy may stand on either letter, also inside the book.
_TONES = {
    f"{first}{marked}": f"{toned}{second}"
    for first, second, row, tones in (
        ("o", "a", "áàảãạ", "óòỏõọ"),
        ("o", "e", "éèẻẽẹ", "óòỏõọ"),
        ("u", "y", "ýỳỷỹỵ", "úùủũụ"),
    )
    for marked, toned in zip(row, tones, strict=True)
}
_OPEN = re.compile(rf"(?<!q)(?:{'|'.join(_TONES)})(?![^\W\d_])")


@lru_cache(maxsize=8192)
def one_spelling(text: str) -> str:
    """Lower case, NFC, single blanks, one spelling for each listed way of writing."""
    words = squeeze(nfc(text)).lower()
    words = _OPEN.sub(lambda m: _TONES[m.group()], words)
    for pattern, new in _COMPILED:
        words = pattern.sub(new, words)
    return squeeze(words)
