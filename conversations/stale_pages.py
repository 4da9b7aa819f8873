"""Stored answers to look at again, in the administration: what they quote, and what the book in use says there now."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.paginator import Page
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import capfirst

from conversations.models import StaleAnswer
from conversations.stale import monographs_of_stale_answers, stale_answers, stale_citations
from rag.vietnamese import fold, nfc

if TYPE_CHECKING:  # Django's classes take no parameters at run time
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class MonographFilter(admin.SimpleListFilter):
    title = "chuyên luận"
    parameter_name = "chuyen_luan"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return monographs_of_stale_answers()

    def queryset(self, request: HttpRequest, queryset: QuerySet[StaleAnswer]) -> QuerySet[StaleAnswer]:
        return queryset & stale_answers(self.value() or "") if self.value() else queryset


class StaleAnswerAdmin(ModelAdmin):
    """A list and nothing else: the turn itself has its page already."""

    actions = None
    list_display = ["question_start", "then_and_now"]
    list_display_links = None
    list_filter = [MonographFilter]
    list_per_page = 20
    list_select_related = ["asked_by"]
    search_fields = ["folded"]
    show_full_result_count = False
    ordering = ["-created_at"]
    change_list_template = "conversations/admin/stale_answers.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("conversations.view_turn")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[StaleAnswer]:
        return stale_answers()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[StaleAnswer], search_term: str
    ) -> tuple[QuerySet[StaleAnswer], bool]:
        return super().get_search_results(request, queryset, fold(nfc(search_term)))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        titled = {"title": capfirst(str(self.opts.verbose_name_plural))}
        response = super().changelist_view(request, titled | (extra_context or {}))
        shown = getattr(response, "context_data", None) or {}
        if "cl" in shown:
            # One look-up for the whole page rather than one a row.
            rows: list[StaleAnswer] | Page[StaleAnswer] = list(shown["cl"].result_list)
            found = stale_citations(rows)
            for row in rows:
                row.stale = found.get(row.pk, ())  # type: ignore[attr-defined]
            shown["cl"].result_list = rows
        return response

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:conversations_turn_change", args=[object_id]))

    @admin.display(description="câu hỏi", ordering="created_at")
    def question_start(self, turn: StaleAnswer) -> str:
        return render_to_string("conversations/admin/stale_question.html", {"turn": turn})

    @admin.display(description="lúc trả lời và bây giờ")
    def then_and_now(self, turn: StaleAnswer) -> str:
        return render_to_string("conversations/admin/stale_citations.html", {"citations": getattr(turn, "stale", ())})
