"""Words between the phrases of a dosing sentence: which of them may stand there without changing a dose."""

import re
from collections.abc import Iterator

from rag.dosing.leads import is_vague
from rag.vietnamese import squeeze


class NotUnderstood(Exception):
    """The sentence is not read in full; the text says why, for the pharmacist."""


_GAP = re.compile(r"[,;.()]|\s-\s")


def clauses(text: str) -> Iterator[str]:
    """The stretches between punctuation marks."""
    for clause in _GAP.split(text):
        if squeeze(clause):
            yield squeeze(clause)


def check_digits(words: str) -> None:
    """Raises NotUnderstood for a number, or a slash that has lost its unit, outside the phrases."""
    if match := re.search(r"\S*[\d½¼¾%/]\S*", words):
        raise NotUnderstood(f"số chưa hiểu: «{match.group()}»")


def _any_of(words: str, *, also: str = "") -> re.Pattern[str]:
    """Whole words or phrases, one or more a line, separated by "|"."""
    listed = "|".join(word for line in words.split("\n") for word in line.strip().split("|") if word)
    return re.compile(rf"\b(?:{listed})(?![^\W\d_]){also}")


# Words that may stand before the amount. Everything else there (another drug, a strength, a step) stops the rule.
_BEFORE = _any_of("""
    uống|tiêm|bắp|tĩnh mạch|tm|chậm|truyền|nhỏ giọt|liên tục|ngắt quãng|trực tiếp|dưới da|trong da|sâu|đặt|trực tràng
    hậu môn|thụt|khí dung|hít|ngậm|nhai|dưới lưỡi|qua|đường|vào|bằng|dùng|cho|liều|lượng|thường|thông thường
    hằng ngày|hàng ngày|mỗi|lần|ngày|một|có thể|nên|khoảng|từ|là|trung bình|ban đầu|khởi đầu|bắt đầu|nạp|tấn công
    duy trì|đầu tiên|đầu|duy nhất|đơn|nếu cần|ngay|và|hoặc|rất|nhanh|được|với
""")
# Words that change a dose, its meaning or its drug wherever they stand.
_CHANGES = _any_of(
    """
    sau đó|rồi|nửa|gấp|rưỡi|trừ|không|tránh|chống chỉ định|ngừng|ngắt(?! quãng)|thay|bổ sung|thêm|pha|dung dịch|viên|ống
    lọ|hỗn dịch|đạn|gói|tốc độ|mỗi liều|tối thiểu|ít nhất|tối đa|liều cao hơn|liều thấp hơn|cần đến|tới liều|mức liều
    tổng|luân phiên|cách ngày|cách nhật|xen kẽ
    liều thứ|ngày thứ|ngày đầu|ngày hôm sau|những ngày|tuần đầu|tuần thứ|tiếp theo
    tiếp tục|lặp lại|nhắc lại|chia|tính theo|dưới dạng|tương đương|chuyển sang|đối với|ở người|người lớn|trẻ
    khi thức|phải|đã|mới
    """,
    also=r"|[<>≥≤=±]",
)
_HARMLESS = _any_of(r"""
    như liều người lớn|liều như người lớn|không phụ thuộc bữa ăn|xem (?:thêm )?mục[^,;]*
    tùy (?:theo )?(?:mức độ[^,;]*)|tùy (?:theo )?từng trường hợp[^,;]*|tùy (?:theo )?đáp ứng[^,;]*
    tùy (?:theo )?tình trạng[^,;]*|thành nhiều liều nhỏ|thay cho liều theo tuổi
    chia (?:làm |thành )?nhiều liều nhỏ|chia (?:làm |thành )?nhiều lần|chia (?:làm |thành )?nhiều liều
""")


def check_before(words: str, own: frozenset[str]) -> None:
    """Words before the amount: listed ones and the drug's own names only. Raises NotUnderstood."""
    for clause in clauses(words):
        if is_vague(clause):
            raise NotUnderstood("đối tượng không có số tuổi")
        if match := _CHANGES.search(_HARMLESS.sub(" ", clause.lower())):
            raise NotUnderstood(f"lời có thể đổi liều: «{match.group()}»")
        rest = _BEFORE.sub(" ", _without_names(clause.lower(), own))
        if left := squeeze(re.sub(r"[\W_]+", " ", rest)):
            raise NotUnderstood(f"từ chưa hiểu trước liều: «{left}»")


def check_after(stretches: tuple[str, ...]) -> None:
    """Words behind the amount: anything that neither changes a dose nor names who it is for. Raises NotUnderstood."""
    for clause in stretches:
        if is_vague(clause):
            raise NotUnderstood("đối tượng không có số tuổi")
        if match := _CHANGES.search(_HARMLESS.sub(" ", clause.lower())):
            raise NotUnderstood(f"lời có thể đổi liều: «{match.group()}»")


# How words go on after an amount when they say when, why or how it is given; anything else may be another substance.
_GOES_ON = _any_of("""
    để|tùy|vì|trước|sau|cho|vào|khi|trong|nếu|lúc|ngay|bằng|theo|uống|tiêm|truyền|dùng|dưới|mỗi|một|và|hoặc|qua|từ|tới|đến
    như|thường|chỉ|có thể|do|ở|với|đặt|khoảng|nhiều|ít|là|hằng|hàng|thuốc
""")


def check_substance(words: str, own: frozenset[str]) -> None:
    """Words right behind an amount, up to the next mark: the drug itself, or how it is given. Raises NotUnderstood."""
    stretch = _GAP.split(words)[0].strip().lower() if words[:1].isspace() else ""
    if stretch and not _GOES_ON.match(stretch) and not stretch.startswith(tuple(own)):
        raise NotUnderstood(f"từ chưa hiểu sau liều: «{stretch}»")


def _without_names(clause: str, own: frozenset[str]) -> str:
    for name in own:
        clause = re.sub(rf"\b{re.escape(name)}\b", " ", clause)
    return clause
