"""The book in the admin: everything can be read, little can be changed, nothing can be deleted.

Changes go through `formulary.editions`, which names the actor and raises the edition's revision.
"""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from formulary import care_admin, dose_rule_admin, edition_pages, editions, job_pages
from formulary.admin_rows import ModelAdmin, NothingIsDeleted, ReadOnly, actor_of
from formulary.models import (
    Chunk,
    DefectKind,
    DoseRule,
    DrugName,
    Edition,
    EditionChoice,
    Erratum,
    Finding,
    ImportJob,
    Monograph,
    QuarantineEvent,
    Section,
    SourceFile,
)
from rag.vietnamese import nfc, squeeze

if TYPE_CHECKING:  # Django's classes take no parameters at run time
    ModelForm = forms.ModelForm[DrugName]
else:
    ModelForm = forms.ModelForm


admin.site.register(DoseRule, dose_rule_admin.DoseRuleAdmin)
admin.site.register(Edition, edition_pages.EditionAdmin)
admin.site.register(EditionChoice, edition_pages.EditionChoiceAdmin)
admin.site.register(Erratum, care_admin.ErratumAdmin)
admin.site.register(Finding, care_admin.FindingAdmin)
admin.site.register(ImportJob, job_pages.ImportJobAdmin)
admin.site.register(SourceFile, job_pages.SourceFileAdmin)


@admin.register(Monograph)
class MonographAdmin(ReadOnly):
    list_display = ["printed_title", "edition", "slug", "page_from", "page_to"]
    list_filter = ["edition"]
    search_fields = ["title", "slug", "names__folded"]
    ordering = ["edition", "position"]


@admin.register(Section)
class SectionAdmin(ReadOnly):
    list_display = ["heading", "monograph"]
    list_filter = ["key", "monograph__edition"]
    list_select_related = ["monograph"]
    search_fields = ["monograph__title", "monograph__slug"]


class AliasForm(ModelForm):
    class Meta:
        model = DrugName
        fields = ["monograph", "name", "is_withdrawn"]

    def clean_name(self) -> str:
        return squeeze(nfc(self.cleaned_data["name"]))

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        known = self.instance if self.instance.pk else None
        monograph = known.monograph if known else self.cleaned_data.get("monograph")
        if monograph is not None and "name" in self.cleaned_data:
            problem = editions.alias_problem(monograph, name=self.cleaned_data["name"], alias=known)
            if problem:
                raise forms.ValidationError(f"Không nhận: {problem}.")
        return cleaned


@admin.register(DrugName)
class DrugNameAdmin(NothingIsDeleted):
    """Only aliases are a person's words; every other name is printed and comes from the files."""

    form = AliasForm
    autocomplete_fields = ["monograph"]
    list_display = ["name", "kind", "monograph", "source", "is_withdrawn", "changed_by"]
    list_filter = ["kind", "source", "is_withdrawn", "monograph__edition"]
    list_select_related = ["monograph", "changed_by"]
    search_fields = ["folded", "name", "monograph__title"]
    show_full_result_count = False

    def has_change_permission(self, request: HttpRequest, obj: DrugName | None = None) -> bool:
        is_alias = obj is None or obj.kind == DrugName.Kind.ALIAS
        return is_alias and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: DrugName | None = None) -> list[str]:
        return ["monograph", "kind", "source", "changed_by"] if obj else []

    def get_fields(self, request: HttpRequest, obj: DrugName | None = None) -> Any:
        return ["monograph", "name", "is_withdrawn", "kind", "source", "changed_by"] if obj else ["monograph", "name"]

    def save_model(self, request: HttpRequest, obj: DrugName, form: ModelForm, change: bool) -> None:
        if change:
            stored = DrugName.objects.select_related("monograph").get(pk=obj.pk)
            editions.change_alias(stored, name=obj.name, is_withdrawn=obj.is_withdrawn, actor=actor_of(request))
        else:
            obj.pk = editions.add_alias(obj.monograph, name=obj.name, actor=actor_of(request)).pk


class HeldFilter(admin.SimpleListFilter):
    title = "cách ly"
    parameter_name = "cach_ly"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, str]]:
        return [
            ("co", "đang cách ly"),
            ("khong", "không cách ly"),
            *((kind.value, str(kind.label)) for kind in DefectKind),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Chunk]) -> QuerySet[Chunk]:
        match self.value():
            case "co":
                return queryset.filter(quarantine_kind__isnull=False)
            case "khong":
                return queryset.filter(quarantine_kind__isnull=True)
            case str(kind):
                return queryset.filter(quarantine_kind=kind)
        return queryset


@admin.register(Chunk)
class ChunkAdmin(ReadOnly):
    list_display = ["__str__", "monograph", "section", "page_from", "quarantine_kind", "quarantine_reason"]
    list_filter = [HeldFilter, "section__key", "section__monograph__edition"]
    list_select_related = ["section__monograph"]
    search_fields = ["section__monograph__title", "section__monograph__slug", "text"]
    # Sections were written in the order of the book. The order of titles would sort all blocks of all editions.
    ordering = ["section_id", "ordinal"]
    show_full_result_count = False
    actions = ["quarantine", "release"]

    @admin.display(description="chuyên luận")
    def monograph(self, chunk: Chunk) -> str:
        return chunk.section.monograph.printed_title

    def has_quarantine_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("formulary.quarantine_chunk")

    @admin.action(description="Cách ly các khối đã chọn", permissions=["quarantine"])
    def quarantine(self, request: HttpRequest, chosen: QuerySet[Chunk]) -> HttpResponse | None:
        return self._with_reason(request, chosen, editions.quarantine_chunk, "quarantine", "Cách ly")

    @admin.action(description="Giải cách ly các khối đã chọn", permissions=["quarantine"])
    def release(self, request: HttpRequest, chosen: QuerySet[Chunk]) -> HttpResponse | None:
        return self._with_reason(request, chosen, editions.release_chunk, "release", "Giải cách ly")

    def _with_reason(
        self, request: HttpRequest, chosen: QuerySet[Chunk], act: Any, action: str, verb: str
    ) -> HttpResponse | None:
        reason = squeeze(request.POST.get("reason", ""))
        if not reason:
            context = {
                **self.admin_site.each_context(request),
                "title": f"{verb}: ghi lý do",
                "action": action,
                "verb": verb,
                "chunks": chosen.select_related("section__monograph__edition"),
                "asked_before": "reason" in request.POST,
            }
            return render(request, "formulary/admin_reason.html", context)
        for chunk in chosen:
            try:
                act(chunk, reason=reason, actor=actor_of(request))
            except editions.RefusedAct as refused:
                self.message_user(request, f"«{chunk}»: {refused}.", messages.ERROR)
            else:
                self.log_change(request, chunk, f"{verb}: {reason}")
                self.message_user(request, f"{verb}: «{chunk}».")
        return None


@admin.register(QuarantineEvent)
class QuarantineEventAdmin(ReadOnly):
    list_display = ["at", "action", "chunk_key", "kind", "reason", "actor", "origin"]
    list_filter = ["action", "kind", "edition"]
    list_select_related = ["actor"]
    search_fields = ["chunk_key", "reason"]
    date_hierarchy = "at"
