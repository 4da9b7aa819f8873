"""Errata of the print, which pharmacists keep, and what detectors found, which everyone only reads."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html

from formulary import errata
from formulary.admin_rows import ModelAdmin, NothingIsDeleted, ReadOnly, actor_of
from formulary.models import Chunk, DefectKind, Edition, Erratum, Finding, Monograph
from rag.vietnamese import nfc, squeeze

if TYPE_CHECKING:  # Django's classes take no parameters at run time
    ErratumModelForm = forms.ModelForm[Erratum]
else:
    ErratumModelForm = forms.ModelForm

_PLACE = ["family", "monograph", "section", "printed"]
_WORDS = ["kind", "note", "evidence", "reviewed_by"]
_KEPT = ["stands_in", "is_shipped", "is_withdrawn", "changed_by", "changed_at"]


class ErratumForm(ErratumModelForm):
    class Meta:
        model = Erratum
        fields = [*_PLACE, *_WORDS]

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        given = {name: squeeze(nfc(value)) for name, value in self.cleaned_data.items() if isinstance(value, str)}
        self.cleaned_data.update(given)
        if not self.instance.pk and not self.errors:
            self._check_place(given)
        return cleaned

    def _check_place(self, given: dict[str, str]) -> None:
        """Raises ValidationError."""
        family, slug = given["family"], given["monograph"]
        monographs = Monograph.objects.filter(slug=slug)
        if family and not Edition.objects.filter(family=family).exists():
            raise forms.ValidationError({"family": "Không có ấn bản nào mang mã này."})
        if not (monographs.filter(edition__family=family) if family else monographs).exists():
            raise forms.ValidationError({"monograph": "Không ấn bản nào có chuyên luận mang mã này."})
        if Erratum.objects.filter(**{name: given[name] for name in _PLACE}).exists():
            raise forms.ValidationError("Đã có đính chính cho đúng đoạn in này; hãy sửa hoặc dùng lại mục ấy.")
        if problem := errata.printed_problem(given["printed"]):
            raise forms.ValidationError({"printed": f"Không nhận: {problem}."})


class ErratumAdmin(NothingIsDeleted):
    """What is printed never changes: another print is another entry. What is shipped can only be withdrawn."""

    form = ErratumForm
    list_display = ["printed", "monograph", "section", "kind", "family", "is_withdrawn", "reviewed_by", "changed_by"]
    list_filter = ["kind", "is_withdrawn", "is_shipped", "section", "family"]
    list_select_related = ["changed_by"]
    search_fields = ["monograph", "printed", "note", "evidence"]
    actions = ["withdraw", "use_again"]
    show_full_result_count = False
    list_per_page = 50

    def has_change_permission(self, request: HttpRequest, obj: Erratum | None = None) -> bool:
        return (obj is None or not obj.is_shipped) and super().has_change_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: Erratum | None = None) -> Any:
        return [*_PLACE, *_WORDS, *(_KEPT if obj else ())]

    def get_readonly_fields(self, request: HttpRequest, obj: Erratum | None = None) -> list[str]:
        return [*_PLACE, *_KEPT] if obj else []

    @admin.display(description="đang ghi ở")
    def stands_in(self, entry: Erratum) -> str:
        blocks = blocks_of(entry)
        editions = blocks.values("section__monograph__edition").distinct().count()
        return f"{blocks.count()} khối của {editions} ấn bản" if editions else "không khối nào"

    def save_model(self, request: HttpRequest, obj: Erratum, form: Any, change: bool) -> None:
        fields = {name: getattr(obj, name) for name in (*_PLACE, *_WORDS)}
        obj.pk = errata.record_erratum(actor=actor_of(request), **fields).pk
        if not obj.is_withdrawn and not blocks_of(obj).exists():
            said = "Chưa khối nào in đúng lời này: so lại nguyên văn với trang in, hoặc chờ lần nạp sau."
            self.message_user(request, said, messages.WARNING)

    @admin.action(description="Rút các đính chính đã chọn", permissions=["change"])
    def withdraw(self, request: HttpRequest, chosen: QuerySet[Erratum]) -> HttpResponse | None:
        return self._with_reason(request, chosen, is_withdrawn=True)

    @admin.action(description="Dùng lại các đính chính đã chọn", permissions=["change"])
    def use_again(self, request: HttpRequest, chosen: QuerySet[Erratum]) -> HttpResponse | None:
        return self._with_reason(request, chosen, is_withdrawn=False)

    def _with_reason(
        self, request: HttpRequest, chosen: QuerySet[Erratum], *, is_withdrawn: bool
    ) -> HttpResponse | None:
        verb = "Rút" if is_withdrawn else "Dùng lại"
        reason = squeeze(nfc(request.POST.get("reason", "")))
        if not reason:
            context = {
                **self.admin_site.each_context(request),
                "title": f"{verb} đính chính: ghi lý do",
                "action": "withdraw" if is_withdrawn else "use_again",
                "verb": verb,
                "errata": chosen,
                "is_withdrawn": is_withdrawn,
                "asked_before": "reason" in request.POST,
            }
            return render(request, "formulary/admin/erratum_reason.html", context)
        for entry in chosen:
            if entry.is_withdrawn == is_withdrawn:
                said = f"«{entry}»: {'đã rút rồi' if is_withdrawn else 'đang dùng'}."
                self.message_user(request, said, messages.ERROR)
                continue
            errata.withdraw_erratum(entry, actor=actor_of(request), is_withdrawn=is_withdrawn)
            self.log_change(request, entry, f"{verb}: {reason}")
            self.message_user(request, f"{verb}: «{entry}».")
        return None


def blocks_of(entry: Erratum) -> QuerySet[Chunk]:
    """Blocks that carry the entry, in releases that were not withdrawn."""
    found = Chunk.objects.exclude(section__monograph__edition__status=Edition.Status.WITHDRAWN).filter(
        section__monograph__slug=entry.monograph,
        section_key=entry.section,
        errata__contains=[[str(entry.kind), entry.note]],
    )
    return found.filter(section__monograph__edition__family=entry.family) if entry.family else found


class KindFilter(admin.SimpleListFilter):
    """Of the many kinds, those that were found."""

    title = "loại"
    parameter_name = "kind__exact"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, str]]:
        found = set(Finding.objects.order_by().values_list("kind", flat=True).distinct())
        return [(kind.value, str(kind.label)) for kind in DefectKind if kind.value in found]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Finding]) -> QuerySet[Finding]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class FindingAdmin(ReadOnly):
    list_display = ["what", "severity", "monograph", "where", "evidence", "edition"]
    list_filter = ["severity", KindFilter, "edition"]
    list_select_related = ["edition__source_file", "chunk__section"]
    search_fields = ["monograph"]
    search_help_text = "Tìm theo mã chuyên luận"
    fields = ["edition", "monograph", "kind", "severity", "reason", "evidence", "where", "found_at"]
    readonly_fields = ["where"]

    @admin.display(description="phát hiện", ordering="kind")
    def what(self, finding: Finding) -> str:
        return str(finding.get_kind_display())

    @admin.display(description="chỗ")
    def where(self, finding: Finding) -> str:
        """To the block in its monograph, or to the page of the file."""
        address, words = _place_of(finding)
        return format_html('<a href="{}">{}</a>', address, words) if address else words


def _place_of(finding: Finding) -> tuple[str, str]:
    """Address and words; no address where the finding is about the whole file or monograph."""
    chunk = finding.chunk
    if chunk is not None:
        address = reverse("monograph", args=[finding.edition.key, finding.monograph])
        asked = urlencode({"muc": chunk.section_key, "k": chunk.ordinal})
        return f"{address}?{asked}", f"{chunk.section.heading}, khối {chunk.ordinal}"
    if finding.page is not None and finding.edition.source_file is not None:
        return reverse("page-image", args=[finding.edition.key, finding.page]), f"trang {finding.page} của tệp"
    return "", f"trang {finding.page} của tệp" if finding.page is not None else "cả chuyên luận hoặc cả tệp"
