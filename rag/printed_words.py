"""The words by which the book names populations and routes.

Written with their marks and matched with them: without marks "bệnh than" would be kidney disease, "khi dùng" a
nebuliser and "trung ương" a swallowed dose. Text without any mark is matched without.
"""

import re
from dataclasses import dataclass

from rag.frames import Population, Route
from rag.vietnamese import fold


@dataclass(frozen=True, slots=True)
class Words:
    """Alternatives of one meaning, as a pattern for marked and for unmarked text."""

    marked: re.Pattern[str]
    unmarked: re.Pattern[str]

    @classmethod
    def of(cls, alternatives: str) -> "Words":
        return cls(re.compile(rf"\b(?:{alternatives})\b"), re.compile(rf"\b(?:{fold(alternatives)})\b"))

    def blank(self, text: str, *, marked: bool) -> str:
        """Lower-case `text` with every occurrence replaced by blanks of the same length; unchanged when there is none.

        `marked`: the writer used marks, so words mean what they are marked as.
        """
        pattern = self.marked if marked else self.unmarked
        return pattern.sub(lambda m: " " * len(m.group()), text)


POPULATION_WORDS: tuple[tuple[Population, Words], ...] = tuple(
    (population, Words.of(alternatives))
    for population, alternatives in (
        # Newborns before children: "trẻ sơ sinh" also holds the word for a child.
        (Population.NEONATE, r"(?:trẻ )?(?<!qua tuổi )(?<!sau tuổi )sơ sinh|trẻ (?:mới )?đẻ(?: non| thiếu tháng| đủ tháng)?|trẻ thiếu tháng|đẻ non"),
        (Population.CHILD, r"trẻ em|trẻ|thiếu niên|nhũ nhi|bệnh nhi|nhi khoa"),
        (Population.ELDERLY, r"(?:người )?cao tuổi|người già|tuổi cao|lớn tuổi"),
        (Population.ADULT, r"người lớn|người trưởng thành"),
        (Population.RENAL, r"suy (?:giảm )?(?:chức năng )?thận|(?:suy giảm |tổn thương |rối loạn )?chức năng thận|bệnh thận"
                           r"|tổn thương thận(?! do)|cl ?cr|lọc máu|thẩm tách|thẩm phân|chạy thận|thanh thải creatinin"),
        (Population.HEPATIC, r"suy (?:giảm )?(?:chức năng )?gan|(?:suy giảm |tổn thương |rối loạn )?chức năng gan|xơ gan|bệnh gan"
                             r"|tổn thương gan(?! do)"),
        (Population.PREGNANT, r"mang thai|có thai|thai kỳ|thai kì|thai phụ"),
        (Population.BREASTFEEDING, r"cho con bú|nuôi con bú|nuôi con bằng sữa mẹ|cho bú"),
    )
)  # fmt: skip

# What leaves a population out, when nothing but small words stand between it and the population.
_SMALL = r"(?:(?:cho|ở|đối với|với|người|bệnh nhân|người bệnh|bệnh|phụ nữ|trẻ|em|bị|có|mắc|đang|là|những|các) ?)*"


class _Before:
    """Words that end right where a population begins."""

    def __init__(self, alternatives: str) -> None:
        self._marked = re.compile(rf"(?<!\w)(?:{alternatives}) ?{_SMALL}$")
        self._unmarked = re.compile(fold(rf"(?<!\w)(?:{alternatives}) ?{_SMALL}") + "$")

    def ends(self, text: str, *, marked: bool) -> bool:
        """`text`: in lower case, what stands before the population."""
        return (self._marked if marked else self._unmarked).search(text) is not None


EXCEPTION_BEFORE = _Before(r"ngoại trừ|trừ|không phải|không kể|không bị|không có|không mắc|không|chưa")
FORBIDDEN_BEFORE = _Before(
    r"(?:không|tránh|chống chỉ định)(?: được| nên)?(?: dùng| sử dụng| áp dụng| chỉ định| kê đơn)(?: thuốc| liều này)?|chống chỉ định"
)
NORMAL_BEHIND = re.compile(r"\s*(?:con |van |la )?binh thuong\b|\s*(?:con |van )?tot\b")

# A disease of the veins is no route: "huyết khối tĩnh mạch sâu".
_VEIN = r"(?<!khối )(?<!viêm )(?<!tắc )(?<!giãn )(?<!áp lực )(?<!huyết )tĩnh mạch(?! (?:sâu|cửa|chi|não|phổi|gan|lách|võng|nông|trung tâm))"
ROUTE_WORDS: tuple[tuple[tuple[Route, ...], Words], ...] = tuple(
    (routes, Words.of(alternatives))
    for routes, alternatives in (
        ((Route.IV_INFUSION,), r"truyền(?: nhỏ giọt)?(?: liên tục| nhanh| chậm| ngắt quãng)?(?: qua)?(?: đường)?(?: vào)? (?:tĩnh mạch|tm)"
                               r"|tiêm truyền|truyền dịch|nhỏ giọt tĩnh mạch|(?<!di )(?<!lây )(?<!dẫn )truyền(?! (?:nhiễm|máu|thống|đạt|tin|khối))"),
        ((Route.IV_INJECTION,), r"tiêm (?:chậm |trực tiếp |nhanh )*(?:vào )?(?:đường )?(?:tĩnh mạch|tm)|tmc"),
        ((Route.IV_INJECTION, Route.IV_INFUSION), rf"(?:đường )?{_VEIN}"),
        ((Route.IM,), r"tiêm (?:sâu )?(?:vào )?(?:bắp|cơ)|bắp thịt"),
        ((Route.SC,), r"(?:tiêm )?dưới da"),
        ((Route.RECTAL,), r"(?:đặt )?(?:thuốc )?(?:qua )?(?:đường )?(?:trực tràng|hậu môn)|thụt|viên đạn|thuốc đạn"),
        ((Route.SUBLINGUAL,), r"(?:ngậm |đặt |xịt )?dưới lưỡi"),
        ((Route.INHALED,), r"hít|xịt họng|bình xịt(?: khí dung)?(?: định liều)?|khí dung định liều|bột hít|ống hít|thuốc hít"),
        ((Route.NEBULISED,), r"khí dung|máy phun sương|phun sương"),
        ((Route.LOCAL,), r"bôi|nhỏ mắt|tra (?:vào )?mắt|nhỏ tai|nhỏ mũi|xịt mũi|dùng ngoài|tại chỗ|đặt âm đạo|bơm vào (?:khớp|bàng quang)"
                         r"|(?:tiêm )?(?:nội|trong) khớp|thuốc mỡ"),
        ((Route.ORAL,), r"uống"),
    )
)  # fmt: skip
ANY_INJECTION = Words.of(r"tiêm(?! (?:chủng|ngừa|phòng))")

NEUTRAL = re.compile(
    r"\b(?:lieu(?: luong)?(?: dung)?|cach dung|va|dung|lieu thuong dung|thong thuong|khoi dau|ban dau|duy tri|tan cong|toi da|"
    r"luu y|chu y|ghi chu|khuyen cao|dieu chinh|chinh lieu|theo|tuoi|can nang|thoi gian|dieu tri|theo doi|nguoi benh|benh nhan|"
    r"bi|co|cho|o|va/hoac|hoac|duong|thuoc|dang|vien|nen|nang|bao phim|siro|hon dich|dung dich|cac|doi tuong|dac biet|khac|"
    r"pha|ky thuat|xu tri|chung|chuyen|phac do|toc do|khoang cach|bang|muc|tu|den|tren|duoi|thang|kg|nam|tuan|ngay|phut|gio|"
    r"nong do|huyet tuong|huyet thanh|giam sat|kiem tra|xet nghiem|tro len|tro xuong|lan|moi|mot|nhieu|trong|khi|giam|tang|"
    r"ngung|quen|bo|nhe|vua|nang|lon|nho|tre|em|qua|bac)\b"
)
"""Folded words of a sub-heading that name no indication."""
