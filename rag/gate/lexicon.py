"""The words that decide: operators, stances, people, stages; and the small words that say nothing by themselves.

Everything is written in the spelling of `rag.gate.spelling`. Longer rows stand first. A word that is in no table must be
printed in the cited sentence itself.
"""

import re
from enum import StrEnum

from rag.vietnamese import accent_key


class Operator(StrEnum):
    """What turns the meaning of the words that it governs."""

    # stances: they hold for the whole statement, before and behind them
    FORBIDDEN = "chống chỉ định"
    AVOID = "tránh"
    CAUTION = "thận trọng"
    RESTRICT = "hạn chế"
    STOP = "ngừng"
    INDICATED = "chỉ định"
    ALLOWED = "có thể dùng"
    # these govern what follows them
    NOT = "không"
    NOT_YET = "chưa"
    EXCEPT = "trừ"
    UNNEEDED = "không cần"
    MUST = "phải"
    SHOULD = "nên"
    MAY = "có thể"
    ONLY = "chỉ"
    UP = "tăng"
    DOWN = "giảm"
    # these govern the next thing only
    BEFORE = "trước"
    AFTER = "sau"
    MOST = "tối đa"
    LEAST = "tối thiểu"
    OVER = "trên"
    UNDER = "dưới"


STANCES = frozenset(
    {
        Operator.FORBIDDEN, Operator.AVOID, Operator.CAUTION, Operator.RESTRICT, Operator.STOP, Operator.INDICATED,
        Operator.ALLOWED,
    }
)  # fmt: skip
NEXT_ONLY = frozenset({Operator.BEFORE, Operator.AFTER, Operator.MOST, Operator.LEAST, Operator.OVER, Operator.UNDER})

_USE = r"(?:dùng|kê đơn|áp dụng)(?: thuốc| liều này)?"
OPERATORS: tuple[tuple[Operator | None, str], ...] = (
    # None: one word that holds an operator's syllable and means something of its own.
    (None, r"tránh thai|chỉ số|tăng sinh|bệnh không|không khí|không gian|trước đây|trước tiên|trước hết|sau này|trên lâm sàng"
           r"|nếu cần|đến khi|tới khi|hay gặp|hay xảy ra|hay bị|hay dùng|giảm đau|tăng cân|giảm cân|dưới da|dưới lưỡi|quá liều|quá mẫn|quá trình|quá tải|quá mức|trên da|tăng trưởng"
           r"|ngừng thở|ngừng tim|trên cùng|dưới dạng|chỉ thị|phải không|bên phải|trừ sâu"
           # and links that together are none: slowly; every other week
           r"|từ từ|cách (?:tuần|tháng|bữa)"),
    (Operator.NOT, r"không (?:bị |có )?(?=chống chỉ định)|không phải (?:là )?(?=chống chỉ định)"),
    (Operator.UNNEEDED, r"không cần(?: phải| thiết)?|không phải(?= (?:chỉnh|điều chỉnh|giảm|tăng|ngừng))"),
    (Operator.ALLOWED, r"(?:có thể|vẫn) (?:được )?dùng được|có thể (?:được )?dùng an toàn|được phép dùng|dùng được"),
    (Operator.ALLOWED, r"được dùng(?= (?:khi|nếu|cho|ở|trong|đối với)\b)"),
    (Operator.FORBIDDEN, rf"(?:chống chỉ định|(?:tuyệt đối )?không được {_USE}|(?<!đang )(?<!đã )(?<!khi )(?<!nếu )(?<!mà )(?<!hoặc )(?<!người )(?<!người bệnh )không {_USE}(?! quá)|cấm {_USE}|không chỉ định)(?: {_USE})?"
                         rf"(?: cho| với| đối với| ở| trong)?"),
    (Operator.AVOID, rf"(?:nên tránh|phải tránh|cần tránh|tốt nhất là tránh|tránh|không nên|không khuyến cáo|chưa khuyến cáo)(?: việc)?(?: {_USE})?"),
    (Operator.RESTRICT, rf"(?:hết sức )?hạn chế(?: {_USE})?"),
    (Operator.CAUTION, rf"(?:phải |cần |nên )?(?:hết sức |rất |đặc biệt )?(?:{_USE} )?(?:một cách )?thận trọng(?: (?:khi )?{_USE})?"),
    (Operator.STOP, r"(?:phải |cần |nên )?ngừng(?: dùng| uống| tiêm| điều trị)?(?: thuốc)?"),
    (Operator.EXCEPT, r"ngoại trừ|trừ khi|trừ trường hợp|trừ|ngoài ra không|không kể"),
    (Operator.INDICATED, r"chỉ định(?: trong| để| cho)?"),
    (Operator.NOT, r"không có|không bị|không phải|không được|không|chẳng"),
    (Operator.NOT_YET, r"chưa có|chưa được|chưa"),
    (Operator.MUST, r"phải|cần|bắt buộc"),
    (Operator.SHOULD, r"nên|khuyến cáo"),
    (Operator.MAY, r"có thể"),
    (Operator.ONLY, r"chỉ(?: được)?"),
    (Operator.UP, r"tăng"),
    (Operator.DOWN, r"giảm"),
    (Operator.BEFORE, r"trước khi|trước"),
    (Operator.AFTER, r"sau khi|sau(?! đó)"),
    (Operator.MOST, r"tối đa|không quá|nhiều nhất|cao nhất"),
    (Operator.LEAST, r"tối thiểu|ít nhất|thấp nhất"),
    (Operator.OVER, r"vượt quá|trên(?= (?:mức|giới hạn|ngưỡng|bình thường|trung bình))|quá|hơn|>|≥|lớn hơn|cao hơn"),
    (Operator.UNDER, r"dưới|<|≤|nhỏ hơn|thấp hơn|kém hơn"),
)  # fmt: skip

# Behind these a new statement begins: what governed the words before no longer does.
TURNS = r"nhưng|tuy nhiên|(?<=, )song|trái lại|ngược lại|(?<=, )còn"
# Behind these the reach of an operator ends: reason, condition, place and patient stand outside it.
ENDS_REACH = r"khi|nếu|vì|do|để|mà|bởi|ở|trong|đối với|thì|rồi"
# "phải", "cần" of an instruction neither add to it nor are missed: the book writes "Lắc kỹ", people "cần lắc kỹ".
INSTRUCTS = frozenset(
    {
        "lieu_luong_va_cach_dung", "than_trong", "do_on_dinh_va_bao_quan", "huong_dan_xu_tri_adr", "qua_lieu_va_xu_tri",
    }
)  # fmt: skip
SILENT = frozenset({Operator.MUST})
DIRECTIONS = frozenset({Operator.UP, Operator.DOWN})
FORBIDDING = frozenset({Operator.FORBIDDEN, Operator.CAUTION})
# The monograph's own drug may be named wherever it fits, except as what is raised, lowered, left out or comes later.
NAMED_ANYWHERE = frozenset(Operator) - {
    Operator.UP, Operator.DOWN, Operator.BEFORE, Operator.AFTER, Operator.EXCEPT
}  # fmt: skip
_MODAL = frozenset({Operator.SHOULD, Operator.MAY, Operator.UNNEEDED})
SPARED_PEOPLE = _MODAL | DIRECTIONS | {Operator.ONLY}
SPARED_DRUGS = _MODAL
SPARED_STAGES = DIRECTIONS
"""Operators that do not govern a thing of this sort: whom, what and when are no part of what may or need not be done."""


class Person(StrEnum):
    """Finer than `rag.frames.Population`: a dose for newborns is not one for children, nor the other way round."""

    PRETERM = "trẻ thiếu tháng"
    TERM = "trẻ đủ tháng"
    NEWBORN = "trẻ sơ sinh"
    INFANT = "nhũ nhi"
    TEEN = "thiếu niên"
    CHILD = "trẻ em"
    ELDERLY = "người cao tuổi"
    ADULT = "người lớn"
    MAN = "nam"
    WOMAN = "nữ"


PERSONS: tuple[tuple[Person, str], ...] = (
    (Person.PRETERM, r"(?:trẻ )?(?:sơ sinh )?(?:thiếu tháng|đẻ non|sinh non)"),
    (Person.TERM, r"(?:trẻ )?(?:sơ sinh )?đủ tháng"),
    (Person.NEWBORN, r"(?:trẻ )?sơ sinh|trẻ mới (?:đẻ|sinh)"),
    (Person.INFANT, r"(?:trẻ )?(?:nhũ nhi|bú mẹ)"),
    (Person.TEEN, r"(?:trẻ )?(?:thiếu niên|vị thành niên)"),
    (Person.ELDERLY, r"người cao tuổi|tuổi cao"),
    (Person.ADULT, r"người lớn"),
    (Person.CHILD, r"trẻ em|trẻ|bệnh nhi"),
    (Person.MAN, r"nam giới|đàn ông"),
    (Person.WOMAN, r"phụ nữ|nữ giới"),
)


class State(StrEnum):
    PREGNANT = "mang thai"
    BREASTFEEDING = "cho con bú"
    RENAL = "suy thận"
    HEPATIC = "suy gan"
    DIALYSIS = "lọc máu"


STATES: tuple[tuple[State, str], ...] = (
    (State.PREGNANT, r"(?:phụ nữ )?mang thai|thai kỳ|thai kì"),
    (State.BREASTFEEDING, r"(?:phụ nữ )?cho con bú"),
    (State.RENAL, r"suy thận|clcr"),
    (State.HEPATIC, r"suy gan"),
    (State.DIALYSIS, r"lọc máu|thẩm tách(?: máu)?|chạy thận(?: nhân tạo)?"),
)


class Stage(StrEnum):
    FIRST_TRIMESTER = "3 tháng đầu"
    SECOND_TRIMESTER = "3 tháng giữa"
    THIRD_TRIMESTER = "3 tháng cuối"
    FIRST = "liều đầu"
    LATER = "sau đó"


STAGES: tuple[tuple[Stage, str], ...] = (
    (Stage.FIRST_TRIMESTER, r"3 tháng đầu"),
    (Stage.SECOND_TRIMESTER, r"3 tháng giữa"),
    (Stage.THIRD_TRIMESTER, r"3 tháng cuối"),
    (Stage.FIRST, r"(?:liều )?(?:khởi đầu|ban đầu|bắt đầu|tấn công|(?<!dung )nạp)|liều đầu(?: tiên)?|lúc đầu"),
    (Stage.LATER, r"(?:liều )?duy trì|sau đó|tiếp theo|tiếp tục|các liều sau"),
)

# They join or refer and change nothing: not one of them names a drug, an amount, a person, an effect or a degree.
# "còn" opens a statement behind a comma; elsewhere it tells what is left, as "đến", "tới", "bằng" do behind "giảm" (\x01).
LINKS = re.compile(
    r"\b(?:là|được|thì|và|hoặc|hay|ở|cho|với|đối với|của|theo|như|các|những|này|đó|đây|bị|mắc|có|thuốc|lượng"
    r"|người bệnh|người|trường hợp|trong|vào|từ|ra|tại|về|trên|đang|đã|sẽ|khi|nếu|vì|do|để|mà|nhằm|gồm|bao gồm|nhưng|tuy nhiên"
    r"|(?<=, )còn|(?<!\x01 )(?<!liều )(?:đến|tới|bằng)|cũng|nên|mỗi|một|khoảng|qua|rằng|điều|việc|bởi|đường|cách|thời gian|liều dùng|mức|liều(?= (?:là |khoảng |từ )?[\d\x00]))\b"
)
TOGETHER = frozenset(map(accent_key, ("phối", "hợp", "dùng", "cùng", "đồng", "thời", "chung", "kèm")))
ALONE = frozenset(
    {
        "dùng", "uống", "tiêm", "truyền", "sốt", "ho", "đau", "nôn", "ngứa", "loét", "hen", "gút", "lao", "thận", "gan", "tim",
        "phổi", "máu", "da", "mắt", "tai", "mũi", "họng", "ruột", "não", "thai", "sữa", "rượu", "bia", "ăn", "đói", "no", "nhai",
        "nghiền", "nuốt", "lắc", "pha", "ngay", "chia", "gây", "kéo", "dài", "nặng", "nhẹ", "vừa", "cấp", "mạn", "sớm", "muộn",
        "nhanh", "chậm", "sáng", "tối", "chiều", "trưa", "bữa", "viên", "ống", "gói", "cao", "thấp", "lớn", "nhỏ", "tuổi", "kg",
        "giờ", "ngày", "tuần", "tháng", "năm", "phút", "lần", "bệnh", "adr", "đờm", "mủ", "tiểu", "phù",
    }
)  # fmt: skip
"""Words of one syllable that mean something by themselves; other syllables count only beside their printed neighbour."""
