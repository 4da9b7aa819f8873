"""The fixed words of an answer: one table for the templates and, as data, for the page's script."""

from typing import Any, Literal, NamedTuple

from rag.claims import ClaimRole
from rag.interactions import Unread
from rag.outcomes import Kind, Outcome
from rag.passages import SECTION_TITLES
from rag.records import NoticeKind, Stage


class NoticeWords(NamedTuple):
    """`place` is where in the answer it stands: before everything, above the quotations, or below them."""

    place: Literal["first", "above", "below"]
    icon: str
    label: str


SECTIONS = SECTION_TITLES

KIND_ICONS: dict[str, str] = {
    Kind.ANSWERED: "quote",
    Kind.CLARIFY: "question",
    Kind.ABSTAIN: "none",
    Kind.VERIFY_PDF: "page",
    Kind.ESCALATE: "hand-over",
}

# fmt: off
OUTCOMES: dict[str, str] = {
    Outcome.ANSWERED_VERIFIED:               "Trả lời có trích dẫn, đã kiểm chứng",
    Outcome.ANSWERED_VERBATIM:               "Trích nguyên văn Dược thư",
    Outcome.ANSWERED_DOSE_CALCULATED:        "Liều tính theo Dược thư",
    Outcome.ANSWERED_CANDIDATE_LIST:         "Các thuốc sách ghi cho chỉ định này",
    Outcome.ANSWERED_SMALLTALK:              "",
    Outcome.CLARIFY_POPULATION:              "Cần hỏi thêm: đối tượng",
    Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT:     "Cần hỏi thêm: tuổi, cân nặng của trẻ",
    Outcome.CLARIFY_SECTION:                 "Cần hỏi thêm: nội dung cần tra",
    Outcome.CLARIFY_DRUG:                    "Cần hỏi thêm: tên thuốc",
    Outcome.CLARIFY_AMBIGUOUS_DRUG:          "Cần hỏi thêm: thuốc nào",
    Outcome.CLARIFY_AMBIGUOUS_CONDITION:     "Cần hỏi thêm: bệnh hay triệu chứng nào",
    Outcome.CLARIFY_CONDITION:               "Cần hỏi thêm: bệnh",
    Outcome.CLARIFY_INDICATION:              "Cần hỏi thêm: chỉ định",
    Outcome.CLARIFY_ROUTE:                   "Cần hỏi thêm: đường dùng",
    Outcome.CLARIFY_AMBIGUOUS_INDICATION:    "Cần hỏi thêm: chỉ định nào",
    Outcome.CLARIFY_MORE_INFO:               "Cần hỏi thêm",
    Outcome.ABSTAIN_OUT_OF_SCOPE:            "Ngoài phạm vi Dược thư",
    Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY:   "Thuốc không có trong ấn bản này",
    Outcome.ABSTAIN_REVERSE_RELATION:        "Dược thư không tra được theo chiều này",
    Outcome.ABSTAIN_NO_EVIDENCE:             "Không tìm thấy trong Dược thư",
    Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE: "Dược thư không ghi tương tác này",
    Outcome.ABSTAIN_NO_SAFETY_EVIDENCE:      "Dược thư không ghi thông tin an toàn này",
    Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE:   "Chưa đủ căn cứ để trả lời",
    Outcome.ABSTAIN_UNGROUNDED:              "Câu trả lời không qua được kiểm chứng",
    Outcome.ABSTAIN_NOT_ENTAILED:            "Câu trả lời không qua được kiểm chứng",
    Outcome.ABSTAIN_MODEL_UNAVAILABLE:       "Chưa trả lời được lúc này",
    Outcome.ABSTAIN_BUDGET_EXHAUSTED:        "Hết thời gian xử lý",
    Outcome.ABSTAIN_CLARIFY_LOOP:            "Chưa hiểu được câu hỏi",
    Outcome.ABSTAIN_INTERRUPTED:             "Câu hỏi bị ngắt giữa chừng",
    Outcome.ABSTAIN_SYSTEM_ERROR:            "Lỗi hệ thống",
    Outcome.VERIFY_PDF_QUARANTINED:          "Cần xem bản in: đoạn đang được giữ lại",
    Outcome.VERIFY_PDF_NO_PROVENANCE:        "Cần xem bản in: chưa rõ trang nguồn",
    Outcome.VERIFY_PDF_SOURCE_ERRATUM:       "Cần xem bản in: nghi in sai",
    Outcome.ESCALATE_USER_REQUESTED:         "Chuyển dược sĩ theo yêu cầu",
    Outcome.ESCALATE_INSUFFICIENT_RETRIEVAL: "Chuyển dược sĩ: chưa đủ căn cứ",
    Outcome.ESCALATE_UNGROUNDED:             "Chuyển dược sĩ: không qua được kiểm chứng",
    Outcome.ESCALATE_RESTRICTED_INTENT:      "Chuyển dược sĩ: việc cần người quyết định",
    Outcome.ESCALATE_BUDGET_EXHAUSTED:       "Chuyển dược sĩ: hết thời gian xử lý",
    Outcome.ESCALATE_FRUSTRATION:            "Chuyển dược sĩ hỗ trợ trực tiếp",
    Outcome.ESCALATE_CLARIFY_EXHAUSTED:      "Chuyển dược sĩ: đã hỏi lại nhiều lần",
}

NOTICES: dict[str, NoticeWords] = {
    NoticeKind.CARRY_OVER:             NoticeWords("above", "history", "Hiểu theo câu trước"),
    NoticeKind.EDITION:                NoticeWords("below", "book", "Ấn bản"),
    NoticeKind.EMERGENCY:              NoticeWords("first", "alert", "Khẩn cấp"),
    NoticeKind.QUARANTINE:             NoticeWords("above", "page", "Đoạn đang được giữ lại"),
    NoticeKind.STRICTER_ELSEWHERE:     NoticeWords("above", "stricter", "Chặt chẽ hơn ở mục khác"),
    NoticeKind.NOT_A_SAFETY_STATEMENT: NoticeWords("above", "alert", "Không phải kết luận về an toàn"),
    NoticeKind.LOOK_ALIKE:             NoticeWords("above", "twins", "Tên thuốc dễ nhầm"),
    NoticeKind.OLD_VALUE:              NoticeWords("above", "info", "Giá trị theo bản in"),
    NoticeKind.IDENTIFIER_MASKED:      NoticeWords("below", "hidden", "Đã che thông tin cá nhân"),
    NoticeKind.ALIAS_USED:             NoticeWords("above", "label", "Tên gọi không in trong sách"),
}

ROLES: dict[str, str] = {
    ClaimRole.ANSWER:    "",
    ClaimRole.ALSO:      "Đọc kèm, cùng mục",
    ClaimRole.STRICTER:  "Chặt chẽ hơn ở mục khác",
    ClaimRole.OTHERWISE: "Sách không in riêng cho trường hợp được hỏi; sách in như sau",
    ClaimRole.OTHER_THIRD: "Nói về giai đoạn khác của thai kỳ",
}

FOUND: dict[str, str] = {
    "named":   "nêu đích danh",
    "part":    "nêu thành phần hoặc dạng phối hợp",
    "member":  "nêu thuốc của nhóm",
    "class":   "nêu theo nhóm",
    "nothing": "không thấy",
}
NOT_LOOKED_UP = "không tra"

# A block of another section that is held back stands in the notice above: beside every pair it would be noise.
NOT_READ: dict[str, str] = {
    Unread.NOT_IN_EDITION:     "không có chuyên luận trong ấn bản, chỉ đọc được một phía",
    Unread.NO_SECTION:         "chuyên luận không in mục Tương tác thuốc",
    Unread.HELD_BACK:          "mục Tương tác thuốc còn khối đang được giữ lại, chưa đọc",
    Unread.HELD_BACK_NAMES_IT: "còn khối đang được giữ lại có vẻ nói về cặp này, xem trang in",
}
HELD_BACK = frozenset(str(why) for why in (Unread.HELD_BACK, Unread.HELD_BACK_NAMES_IT))

STAGES: dict[str, str] = {
    Stage.UNDERSTANDING: "Đang đọc câu hỏi…",
    Stage.LOOKING_UP:    "Đang tra sách…",
    Stage.WRITING:       "Đang soạn…",
    Stage.VERIFYING:     "Đang kiểm chứng…",
}
# fmt: on

PROVENANCE: dict[bool, str] = {True: "Trích nguyên văn", False: "Diễn đạt lại, đã kiểm chứng"}
"""By whether the claim is the printed text, character for character."""


def as_data() -> dict[str, Any]:
    """For JSON: enumerations as their values."""
    return {
        "kindIcons": _plain(KIND_ICONS),
        "outcomes": _plain(OUTCOMES),
        "notices": {str(kind): notice._asdict() for kind, notice in NOTICES.items()},
        "roles": _plain(ROLES),
        "stages": _plain(STAGES),
        "found": FOUND,
        "notLookedUp": NOT_LOOKED_UP,
        "notRead": _plain(NOT_READ),
        "heldBack": sorted(HELD_BACK),
        "sections": SECTIONS,
        "provenance": {"verbatim": PROVENANCE[True], "rewritten": PROVENANCE[False]},
    }


def _plain(table: dict[str, str]) -> dict[str, str]:
    return {str(key): text for key, text in table.items()}
