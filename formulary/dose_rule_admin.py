"""Dose rules beside the print that states them: pharmacists approve and revoke, and say why they revoke."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from formulary import dose_rules
from formulary.admin_rows import ReadOnly, actor_of
from formulary.models import DoseRule
from rag.vietnamese import squeeze


class DoseRuleAdmin(ReadOnly):
    list_display = ["monograph", "quote", "reading", "status", "decided_by", "decided_at"]
    list_filter = ["status", "needs_patient_value", "monograph"]
    list_select_related = ["approved_by"]
    search_fields = ["monograph", "quote"]
    actions = ["approve", "revoke"]
    readonly_fields = ["reading", "decided_by"]
    fields = ["monograph", "section", "quote", "reading", "status", "reason", "decided_by", "decided_at", "fingerprint"]

    @admin.display(description="quy tắc đọc được")
    def reading(self, rule: DoseRule) -> str:
        """One line a field, in the order in which it is read in the print."""
        return "\n".join(f"{label}: {text}" for label, text in rule.fields.items())

    @admin.display(description="người quyết định")
    def decided_by(self, rule: DoseRule) -> str:
        return str(rule.approved_by or rule.reviewed_by or "–")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("formulary.decide_doserule")

    @admin.action(description="Duyệt các quy tắc đã chọn", permissions=["decide"])
    def approve(self, request: HttpRequest, chosen: QuerySet[DoseRule]) -> None:
        changed = dose_rules.decide(chosen, status=DoseRule.Status.APPROVED, actor=actor_of(request))
        self._logged(request, chosen, "Duyệt quy tắc liều")
        self.message_user(request, f"Đã duyệt {changed} quy tắc.", messages.SUCCESS)

    @admin.action(description="Thu hồi các quy tắc đã chọn", permissions=["decide"])
    def revoke(self, request: HttpRequest, chosen: QuerySet[DoseRule]) -> HttpResponse | None:
        reason = squeeze(request.POST.get("reason", ""))
        if not reason:
            context = {
                **self.admin_site.each_context(request),
                "title": "Thu hồi: ghi lý do",
                "rules": chosen,
                "asked_before": "reason" in request.POST,
            }
            return render(request, "formulary/dose_rule_reason.html", context)
        changed = dose_rules.decide(chosen, status=DoseRule.Status.REVOKED, actor=actor_of(request), reason=reason)
        self._logged(request, chosen, f"Thu hồi quy tắc liều: {reason}")
        self.message_user(request, f"Đã thu hồi {changed} quy tắc.", messages.SUCCESS)
        return None

    def _logged(self, request: HttpRequest, chosen: QuerySet[DoseRule], what: str) -> None:
        for rule in chosen:
            self.log_change(request, rule, what)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {"title": "Quy tắc liều", **(extra_context or {})})
