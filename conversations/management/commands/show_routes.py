"""Print the routing table as the page that pharmacists read: docs/routes.md."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rag.messages import ENDINGS
from rag.outcomes import Kind, Outcome
from rag.routes import ROUTES, Gather, Route

PAGE = Path("docs") / "routes.md"

KINDS = {
    Kind.ANSWERED: "trả lời",
    Kind.CLARIFY: "hỏi lại",
    Kind.ABSTAIN: "không trả lời",
    Kind.VERIFY_PDF: "mời xem bản in",
    Kind.ESCALATE: "chuyển dược sĩ",
}
# Shorter than the sentence that the asker reads; an outcome without an entry is described by that sentence.
SHORT = {
    Outcome.ANSWERED_SMALLTALK: "đáp lời chào, lời cảm ơn; không có nội dung lâm sàng",
    Outcome.CLARIFY_POPULATION: "liều dùng cho ai",
    Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT: "tuổi, cân nặng của trẻ: chỉ hỏi phần còn thiếu",
    Outcome.CLARIFY_SECTION: "muốn xem mục nào của chuyên luận",
    Outcome.CLARIFY_DRUG: "thuốc nào",
    Outcome.CLARIFY_AMBIGUOUS_DRUG: "thuốc nào trong các thuốc cùng tên hoặc gần giống tên; không tự chọn",
    Outcome.CLARIFY_AMBIGUOUS_CONDITION: "bệnh nào, cụ thể hơn",
    Outcome.CLARIFY_CONDITION: "bệnh nào",
    Outcome.CLARIFY_INDICATION: "triệu chứng nào",
    Outcome.CLARIFY_MORE_INFO: "kiểm tra lại giá trị vừa nêu",
    Outcome.ABSTAIN_OUT_OF_SCOPE: "nói rõ là ngoài phạm vi của dược thư",
    Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY: "nêu lại đúng tên thuốc mà ấn bản không có",
    Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE: "người hỏi không có giá trị mà sách cần để chọn liều",
    Outcome.ABSTAIN_REVERSE_RELATION: "dược thư tra theo thuốc; không liệt kê ngược từ bệnh, trừ chỉ định",
    Outcome.ESCALATE_USER_REQUESTED: "theo yêu cầu của người hỏi",
    Outcome.ESCALATE_RESTRICTED_INTENT: "việc phải do người có thẩm quyền quyết định",
    Outcome.ESCALATE_FRUSTRATION: "người hỏi không hài lòng",
}
GATHERED = {
    Gather.SECTIONS: "các mục được hỏi của từng thuốc",
    Gather.OVERVIEW: "các mục cho biết thuốc là gì",
    Gather.INTERACTION: "mục Tương tác thuốc của từng thuốc và các mục khác có nêu thuốc kia",
    Gather.BY_CONDITION: "mục Chỉ định của mọi chuyên luận có nêu bệnh hoặc triệu chứng",
}

HEAD = """\
# Khi nào trả lời, hỏi lại, từ chối

Trang này do `python manage.py show_routes` sinh ra từ `rag/routes.py`; đừng sửa tay. Mỗi lượt hỏi được đọc thành một
khung (thuốc, mục, đối tượng, tuổi, cân nặng, đường dùng…), rồi đi từ hàng 1 xuống: **hàng đầu tiên có điều kiện đúng
sẽ quyết định**. Kết cục «tra» chưa phải là câu trả lời: đoạn tìm được còn phải qua mọi phép kiểm chứng; không đạt thì
lượt kết thúc bằng «không trả lời» hoặc «mời xem bản in».

| # | hàng | điều kiện | kết cục | mã |
| --- | --- | --- | --- | --- |
"""


def page() -> str:
    """The whole of docs/routes.md."""
    return HEAD + "".join(f"| {number} | {_cells(route)} |\n" for number, route in enumerate(ROUTES, start=1))


def _cells(route: Route) -> str:
    condition = (route.holds.__doc__ or route.holds.__name__.replace("_", " ")).strip().rstrip(".")
    if isinstance(route.then, Outcome):
        ending, code = f"**{KINDS[route.then.kind]}**: {SHORT.get(route.then) or ENDINGS[route.then]}", route.then.value
    else:
        ending, code = f"**tra**: {GATHERED[route.then]}", f"gather/{route.then.value}"
    return " | ".join((route.name, condition, ending, f"`{code}`"))


class Command(BaseCommand):
    help = "In bảng quyết định thành docs/routes.md."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--check", action="store_true", help="chỉ kiểm tra: kết thúc bằng mã 1 khi trang đã cũ")
        how.add_argument("--write", action="store_true", help="ghi vào docs/routes.md")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / PAGE
        if options["check"]:
            if not path.is_file() or path.read_text(encoding="utf-8") != page():
                raise CommandError(f"{PAGE} đã cũ; sinh lại bằng: python manage.py show_routes --write")
        elif options["write"]:
            path.write_text(page(), encoding="utf-8")
        else:
            self.stdout.write(page(), ending="")
