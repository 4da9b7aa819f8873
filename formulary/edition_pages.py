"""Releases in the administration: compare with the one in use, publish, go back, put aside, read the report."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST, require_safe

from formulary import editions
from formulary.admin_actions import detect_again
from formulary.admin_rows import ReadOnly, actor_of
from formulary.comparison import Change, Comparison, changes_in, compare, names_in
from formulary.grave_findings import grave_findings
from formulary.ingest.figures import figures_of_edition, in_words, kind_label
from formulary.ingest.report import as_markdown
from formulary.models import Edition, Monograph
from formulary.signals import edition_published
from rag.vietnamese import nfc, squeeze

_SHORTEST_REASON = 10  # characters
_MONOGRAPHS_A_PAGE = 50


class EditionAdmin(ReadOnly):
    list_display = [
        "title",
        "key",
        "release",
        "status",
        "is_current",
        "is_demonstration",
        "monograph_count",
        "imported_at",
    ]
    list_filter = ["status", "family"]
    ordering = ["-is_current", "-imported_at"]
    actions = ["compare_and_publish", detect_again]
    change_form_template = "formulary/admin/edition.html"

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("formulary.publish_edition")

    def compare_and_publish(self, request: HttpRequest, chosen: QuerySet[Edition]) -> HttpResponse | None:
        edition = chosen.first()
        if edition is None or chosen.count() != 1:
            self.message_user(request, "Chọn đúng một ấn bản.", messages.ERROR)
            return None
        return HttpResponseRedirect(_page("compare", edition))

    compare_and_publish.short_description = "So với bản đang dùng, rồi công bố"  # type: ignore[attr-defined]
    compare_and_publish.allowed_permissions = ["publish"]  # type: ignore[attr-defined]

    def get_urls(self) -> list[URLPattern]:
        def at(address: str, view: Any, name: str) -> Any:
            return path(address, self.admin_site.admin_view(view), name=f"formulary_edition_{name}")

        return [
            at("quay-lai/", self.roll_back, "roll_back"),
            at("<int:pk>/so-sanh/", require_safe(self.compare), "compare"),
            at("<int:pk>/so-sanh/<slug:slug>/", require_safe(self.compare_monograph), "compare_monograph"),
            at("<int:pk>/cong-bo/", require_POST(self.publish), "publish"),
            at("<int:pk>/rut/", self.withdraw, "withdraw"),
            at("<int:pk>/bao-cao/", require_safe(self.report), "report"),
            at("<int:pk>/bao-cao.<str:form>", require_safe(self.download), "download"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"may_publish": self.has_publish_permission(request), "rollback": editions.rollback_target()}
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    # --- comparing -------------------------------------------------------------------------------------------

    def compare(self, request: HttpRequest, pk: int) -> HttpResponse:
        edition, other = self._pair(request, pk)
        comparison = compare(other, edition) if other is not None else None
        shown = _chosen(comparison, request)
        page = Paginator(shown, _MONOGRAPHS_A_PAGE).get_page(request.GET.get("trang"))
        return self._render(
            request,
            "compare",
            edition,
            title=f"So sánh: {edition.title}",
            other=other,
            comparison=comparison,
            counts=_counts(comparison),
            page=page,
            only_numbers="so_lieu" in request.GET,
            kind=request.GET.get("loai", ""),
            filters=urlencode({k: v for k, v in request.GET.items() if k != "trang"}),
            seen=_seen(other, edition),
            grave=grave_findings(edition),
            findings=_findings_page(request, edition),
            may_publish=self.has_publish_permission(request) and not edition.is_current,
        )

    def compare_monograph(self, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
        edition, other = self._pair(request, pk)
        if other is None:
            raise Http404("Chưa có ấn bản nào để so sánh.")
        monograph = Monograph.objects.filter(edition__in=[edition, other], slug=slug).order_by("-edition").first()
        if monograph is None:
            raise Http404("Hai ấn bản đều không có chuyên luận này.")
        changes = changes_in(slug, other, edition)
        only_numbers = "so_lieu" in request.GET
        gained, lost = names_in(slug, other, edition)
        return self._render(
            request,
            "compare_monograph",
            edition,
            title=f"So sánh: {monograph.printed_title}",
            other=other,
            monograph=monograph,
            changes=[change for change in changes if change.numbers or not only_numbers],
            hidden=sum(not change.numbers for change in changes) if only_numbers else 0,
            only_numbers=only_numbers,
            names_added=gained,
            names_removed=lost,
        )

    def _pair(self, request: HttpRequest, pk: int) -> tuple[Edition, Edition | None]:
        """The edition, and the one it is compared with: the one that the address names, else the one in use."""
        edition = self._edition(request, pk)
        named = request.GET.get("voi", "")
        if named.isdecimal() and len(named) < 10:
            return edition, get_object_or_404(Edition, pk=int(named))
        if not edition.is_current:
            return edition, Edition.objects.filter(is_current=True).first()
        earlier = Edition.objects.filter(family=edition.family, release__lt=edition.release, monograph_count__gt=0)
        return edition, earlier.order_by("-release").first()

    # --- acts ------------------------------------------------------------------------------------------------

    def publish(self, request: HttpRequest, pk: int) -> HttpResponse:
        edition = self._edition(request, pk)
        self._check_may_publish(request)
        current = Edition.objects.filter(is_current=True).first()
        if request.POST.get("seen") != _seen(current, edition) or "confirmed" not in request.POST:
            said = "Chưa công bố: một trong hai ấn bản vừa thay đổi, hoặc chưa đánh dấu đã xem. Xem lại rồi xác nhận."
            self.message_user(request, said, messages.WARNING)
            return HttpResponseRedirect(_page("compare", edition))
        reason = squeeze(nfc(request.POST.get("reason", "")))
        if grave_findings(edition) and len(reason) < _SHORTEST_REASON:
            said = "Chưa công bố: tệp còn phát hiện nặng. Ghi vì sao vẫn dùng được ấn bản này để trả lời."
            self.message_user(request, said, messages.WARNING)
            return HttpResponseRedirect(_page("compare", edition))
        publish = partial(editions.make_current, reason=reason)
        return self._act(request, edition, publish, "Từ nay trả lời từ «{}».", f"Công bố: {reason}".rstrip(": "))

    def roll_back(self, request: HttpRequest) -> HttpResponse:
        """GET asks, POST does it."""
        self._check_may_publish(request)
        target = editions.rollback_target()
        if target is None:
            self.message_user(request, "Không có ấn bản nào trước đó để quay lại.", messages.ERROR)
            return HttpResponseRedirect(reverse("admin:formulary_edition_changelist"))
        if request.method != "POST":
            current = Edition.objects.filter(is_current=True).first()
            return self._render(
                request, "confirm", target, title="Quay lại bản trước", act="roll_back", current=current
            )
        if request.POST.get("target") != str(target.pk):
            self.message_user(request, "Ấn bản đang dùng vừa thay đổi; xem lại rồi xác nhận.", messages.WARNING)
            return HttpResponseRedirect(reverse("admin:formulary_edition_roll_back"))

        def back(edition: Edition, *, actor: Any) -> Edition:
            return editions.roll_back(actor=actor)

        return self._act(request, target, back, "Đã quay lại: từ nay trả lời từ «{}».", "Quay lại bản này")

    def withdraw(self, request: HttpRequest, pk: int) -> HttpResponse:
        """GET asks, POST does it."""
        edition = self._edition(request, pk)
        self._check_may_publish(request)
        if request.method != "POST":
            return self._render(request, "confirm", edition, title=f"Rút: {edition.title}", act="withdraw")
        return self._act(request, edition, editions.withdraw, "Đã rút «{}».", None)

    def _act(self, request: HttpRequest, edition: Edition, act: Any, done: str, log: str | None) -> HttpResponse:
        try:
            edition = act(edition, actor=actor_of(request))
        except editions.RefusedAct as refused:
            self.message_user(request, f"Không làm được: {refused}.", messages.ERROR)
            return HttpResponseRedirect(_page("change", edition))
        self.message_user(request, done.format(edition.title), messages.SUCCESS)
        if log is not None:
            self.log_change(request, edition, log)
            for _, sentence in edition_published.send_robust(sender=Edition, edition=edition):
                if isinstance(sentence, str):
                    self.message_user(request, sentence, messages.WARNING)
        return HttpResponseRedirect(_page("change", edition))

    # --- report ----------------------------------------------------------------------------------------------

    def report(self, request: HttpRequest, pk: int) -> HttpResponse:
        edition = self._edition(request, pk)
        figures = figures_of_edition(edition)
        job = edition.jobs.exclude(report=None).first()
        return self._render(
            request,
            "report",
            edition,
            title=f"Báo cáo nạp sách: {edition.title}",
            rows=in_words(figures),
            held=[(kind, kind_label(kind), count) for kind, count in figures.held.items()],
            findings=[(kind_label(kind), count) for kind, count in figures.findings.items()],
            warnings=(job.report or {}).get("warnings", []) if job is not None else [],
        )

    def download(self, request: HttpRequest, pk: int, form: str) -> HttpResponse:
        """As JSON or as Markdown."""
        edition = self._edition(request, pk)
        figures = figures_of_edition(edition)
        response: HttpResponse
        if form == "json":
            told = {"edition": edition.key, "title": edition.title, "revision": edition.revision}
            response = JsonResponse(told | figures.as_dict(), json_dumps_params={"ensure_ascii": False, "indent": 2})
        elif form == "md":
            text = as_markdown(figures, title=f"{edition.title} ({edition.key})")
            response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
        else:
            raise Http404("Báo cáo chỉ có dạng JSON và Markdown.")
        response["Content-Disposition"] = f'attachment; filename="bao-cao-{edition.key}.{form}"'
        return response

    # --- shared ----------------------------------------------------------------------------------------------

    def _edition(self, request: HttpRequest, pk: int) -> Edition:
        """Raises Http404, PermissionDenied."""
        edition = get_object_or_404(Edition, pk=pk)
        if not self.has_view_permission(request, edition):
            raise PermissionDenied
        return edition

    def _check_may_publish(self, request: HttpRequest) -> None:
        """Raises PermissionDenied."""
        if not self.has_publish_permission(request):
            raise PermissionDenied

    def _render(self, request: HttpRequest, template: str, edition: Edition, **context: Any) -> HttpResponse:
        shared = {**self.admin_site.each_context(request), "opts": self.opts, "edition": edition}
        return TemplateResponse(request, f"formulary/admin/{template}.html", shared | context)


class EditionChoiceAdmin(ReadOnly):
    list_display = ["at", "edition", "is_rollback", "actor", "reason"]
    list_select_related = ["edition", "actor"]


def _page(name: str, edition: Edition) -> str:
    return reverse(f"admin:formulary_edition_{name}", args=[edition.pk])


def _findings_page(request: HttpRequest, edition: Edition) -> str:
    """Where the findings of the edition are listed; empty for who may not see them."""
    if not request.user.has_perm("formulary.view_finding"):
        return ""
    return f"{reverse('admin:formulary_finding_changelist')}?{urlencode({'edition__id__exact': edition.pk})}"


def _seen(other: Edition | None, edition: Edition) -> str:
    """What a person saw when deciding: publishing anything else would not be their decision."""
    return ":".join(f"{e.pk}.{e.revision}" for e in (other, edition) if e is not None)


def _chosen(comparison: Comparison | None, request: HttpRequest) -> list[Any]:
    kind = request.GET.get("loai", "")
    return [
        monograph
        for monograph in (comparison.monographs if comparison is not None else ())
        if (monograph.numbers or "so_lieu" not in request.GET) and kind in ("", monograph.change.value)
    ]


def _counts(comparison: Comparison | None) -> list[tuple[str, str, int]]:
    """(filter value, what, how many monographs)."""
    if comparison is None:
        return []
    words = ((Change.ADDED, "thêm"), (Change.REMOVED, "bỏ"), (Change.REWORDED, "thay đổi"))
    return [(change.value, word, comparison.of(change)) for change, word in words]
