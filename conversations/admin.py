"""The record of every turn, read-only, all of it on one page: for pharmacists, auditors and administrators."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from conversations.costs import cost_told, total
from conversations.models import CitedPassage, Claim, Conversation, Feedback, ModelCall, StaleAnswer, Turn, Verification
from conversations.stale_pages import StaleAnswerAdmin
from conversations.transcripts import turn_as_dict
from rag.outcomes import Kind, Outcome
from rag.vietnamese import fold, nfc

if TYPE_CHECKING:  # Django's classes take no parameters at run time
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


admin.site.register(StaleAnswer, StaleAnswerAdmin)


class ReadOnly:
    """Rows are written by turns alone; a database trigger would refuse a change made here anyway."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class RowsOfTurn(ReadOnly, TabularInline):
    extra = 0
    can_delete = False
    columns: tuple[str, ...] = ()

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.columns

    get_readonly_fields = get_fields


class ClaimRows(RowsOfTurn):
    model = Claim
    columns = ("index", "shown", "role", "heading", "text", "cited", "checks")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Claim]:
        return super().get_queryset(request).prefetch_related("verifications")

    @admin.display(description="hiển thị ở")
    def shown(self, claim: Claim) -> str:
        return "không hiển thị" if claim.place is None else str(claim.place + 1)

    @admin.display(description="trích dẫn")
    def cited(self, claim: Claim) -> str:
        return format_html_join(
            "", "<p>{} [{}–{}]<br>“{}”</p>", ((c["passage"], c["start"], c["end"], c["quote"]) for c in claim.citations)
        )

    @admin.display(description="kiểm chứng")
    def checks(self, claim: Claim) -> str:
        return _lines(f"{v.check_name}: {v.verdict} {v.detail}" for v in claim.verifications.all())


class DraftCheckRows(RowsOfTurn):
    """Checks of the draft as a whole; those of a single claim stand beside it."""

    model = Verification
    verbose_name_plural = "phép kiểm của cả bản soạn"
    columns = ("check_name", "verdict", "detail")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Verification]:
        return super().get_queryset(request).filter(claim__isnull=True)


class PassageRows(RowsOfTurn):
    model = CitedPassage
    columns = ("position", "cited", "where", "above", "text", "pages", "quarantine", "text_sha256")

    @admin.display(description="khối")
    def where(self, passage: CitedPassage) -> str:
        return format_html('<a href="{}">{}</a><br>{}', passage.url, passage.key, passage.edition_title)

    @admin.display(description="tiêu đề con, bối cảnh")
    def above(self, passage: CitedPassage) -> str:
        return _lines(text for texts in passage.context.values() for text in texts)

    @admin.display(description="trang, vị trí")
    def pages(self, passage: CitedPassage) -> str:
        return f"{passage.page_from}–{passage.page_to}; ký tự {passage.start}–{passage.end}"


class CallRows(RowsOfTurn):
    model = ModelCall
    columns = (
        "position",
        "purpose",
        "model",
        "prompt_sha256",
        "ms",
        "input_tokens",
        "output_tokens",
        "charged",
        "outcome",
    )

    @admin.display(description="chi phí")
    def charged(self, call: ModelCall) -> str:
        return "–" if call.cost is None else cost_told(call.cost, call.currency)


class FeedbackRows(RowsOfTurn):
    model = Feedback
    columns = ("user", "kind", "text", "created_at")


class OutcomeFilter(admin.SimpleListFilter):
    title = "kết cục"
    parameter_name = "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind.value, kind.value) for kind in Kind]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        return queryset.filter(outcome=self.value()) if self.value() else queryset


class ReasonFilter(admin.SimpleListFilter):
    title = "lý do"
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(reason, reason) for reason in sorted({outcome.reason for outcome in Outcome})]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        return queryset.filter(reason=self.value()) if self.value() else queryset


class FeedbackFilter(admin.SimpleListFilter):
    title = "góp ý"
    parameter_name = "feedback"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(value), str(label)) for value, label in Feedback.Kind.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        return queryset.filter(feedback__kind=self.value()).distinct() if self.value() else queryset


@admin.register(Turn)
class TurnAdmin(ReadOnly, ModelAdmin):
    actions = None
    list_display = ["created_at", "asked_by", "number", "question_start", "outcome", "reason", "ms", "calls", "cost"]
    list_display_links = ["question_start"]
    list_filter = [OutcomeFilter, ReasonFilter, FeedbackFilter, "status", "created_at"]
    list_select_related = ["asked_by"]
    list_per_page = 50
    search_fields = ["folded"]
    search_help_text = "Tìm trong câu hỏi, có dấu hoặc không dấu."
    show_full_result_count = False
    date_hierarchy = "created_at"
    ordering = ["-created_at"]
    inlines = [ClaimRows, DraftCheckRows, PassageRows, CallRows, FeedbackRows]
    # fmt: off
    parts: dict[str, Any] = {
        "Câu hỏi": ["question", "thread", "number", "asked_by", "masked", "client_key", "created_at"],
        "Kết cục": ["status", "outcome", "reason", "message", "clarify", "notices", "pointers", "missing", "read"],
        "Cách hiểu": ["frame_by_field", "route"],
        "Mô hình": ["calls", "tokens", "cost"],
        "Chuyển dược sĩ, tính liều, tương tác": ["escalation", "calculation", "interactions"],
        "Nguồn và tiến trình": ["edition_key", "edition_revision", "rag_version", "limits", "ms", "attempts",
                                "claimed_by", "claimed_at", "cancel_requested_at", "finished_at", "extra"],
        "JSON": ["as_json"],
    }
    # fmt: on
    fieldsets = [(title, {"fields": names}) for title, names in parts.items()]
    readonly_fields = [name for names in parts.values() for name in names]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).prefetch_related("model_calls")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Turn], search_term: str
    ) -> tuple[QuerySet[Turn], bool]:
        return super().get_search_results(request, queryset, fold(nfc(search_term)))

    @admin.display(description="câu hỏi")
    def question_start(self, turn: Turn) -> str:
        return str(turn)

    @admin.display(description="lần gọi mô hình")
    def calls(self, turn: Turn) -> int:
        return total(turn.model_calls.all()).calls

    @admin.display(description="token")
    def tokens(self, turn: Turn) -> str:
        return total(turn.model_calls.all()).tokens_told

    @admin.display(description="chi phí")
    def cost(self, turn: Turn) -> str:
        return total(turn.model_calls.all()).cost_told

    @admin.display(description="cuộc hỏi")
    def thread(self, turn: Turn) -> str:
        address = reverse("admin:conversations_conversation_change", args=[turn.conversation_id])
        return format_html('<a href="{}">{}</a>', address, turn.conversation)

    @admin.display(description="từng trường, và quy tắc đã điền")
    def frame_by_field(self, turn: Turn) -> str:
        frame = getattr(turn, "frame", None)
        if frame is None:
            return "Lượt hỏi kết thúc trước khi được hiểu."
        data = dict(frame.data)
        rules = data.pop("rules", {})
        filled = ((name, json.dumps(value, ensure_ascii=False), rules.get(name, "")) for name, value in data.items())
        return format_html(
            "<table><thead><tr><th>trường</th><th>giá trị</th><th>quy tắc</th></tr></thead><tbody>{}</tbody></table>",
            format_html_join("", "<tr><th>{}</th><td>{}</td><td>{}</td></tr>", filled),
        )

    @admin.display(description="như API trả về")
    def as_json(self, turn: Turn) -> str:
        return format_html("<pre>{}</pre>", json.dumps(turn_as_dict(turn), ensure_ascii=False, indent=2))


class TurnRows(RowsOfTurn):
    model = Turn
    columns = ("number", "turn_page", "status", "outcome", "reason", "created_at", "ms")

    @admin.display(description="câu hỏi")
    def turn_page(self, turn: Turn) -> str:
        return format_html('<a href="{}">{}</a>', reverse("admin:conversations_turn_change", args=[turn.pk]), turn)


@admin.register(Conversation)
class ConversationAdmin(ReadOnly, ModelAdmin):
    actions = None
    list_display = ["updated_at", "owner", "title", "escalated_at"]
    list_display_links = ["title"]
    list_filter = [("escalated_at", admin.EmptyFieldListFilter), "updated_at"]
    list_select_related = ["owner"]
    list_per_page = 50
    search_fields = ["title_folded"]
    show_full_result_count = False
    inlines = [TurnRows]
    readonly_fields = ("title", "owner", "created_at", "updated_at", "escalated_at")
    fields = readonly_fields

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Conversation], search_term: str
    ) -> tuple[QuerySet[Conversation], bool]:
        return super().get_search_results(request, queryset, fold(nfc(search_term)))


def _lines(texts: Iterable[str]) -> str:
    return format_html_join("", "{}<br>", ((text,) for text in texts))
