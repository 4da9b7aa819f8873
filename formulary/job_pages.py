"""Uploading a book in the administration, and watching it being read."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst
from django.views.decorators.http import require_POST, require_safe

from formulary import file_store, jobs
from formulary.admin_rows import ReadOnly, actor_of
from formulary.ingest.profiles import profile, profile_keys
from formulary.job_lane import a_worker_lives
from formulary.models import Edition, ImportJob
from formulary.tasks import wake_workers
from rag.vietnamese import nfc, squeeze

_LONGEST_COMPANION = 5 * file_store.MEGABYTE


class UploadForm(forms.Form):
    file = forms.FileField(
        label="Tệp sách",
        help_text=f"PDF hoặc JSONL, tối đa {file_store.LARGEST // file_store.MEGABYTE} MB.",
        widget=forms.ClearableFileInput(attrs={"accept": ".pdf,.jsonl"}),
    )
    companion = forms.FileField(
        label="Tệp đi kèm",
        required=False,
        help_text="YAML, nếu có: tên gọi thêm, tiêu đề con đã duyệt, bảng đã đối chiếu.",
        widget=forms.ClearableFileInput(attrs={"accept": ".yaml,.yml"}),
    )
    family = forms.SlugField(
        label="Mã ấn bản",
        max_length=60,
        error_messages={"invalid": "Mã chỉ gồm chữ không dấu, số, gạch nối và gạch dưới."},
        help_text="Chữ không dấu, số, gạch nối. Cùng mã với ấn bản đã có: thành lần nạp mới của ấn bản ấy.",
    )
    title = forms.CharField(
        label="Tên ấn bản", max_length=200, required=False, help_text="Hiện cạnh mỗi trích dẫn. Trống: giữ tên đang có."
    )
    profile = forms.ChoiceField(label="Hồ sơ trình bày", required=False, help_text="Chỉ dùng cho PDF.")
    is_demonstration = forms.BooleanField(label="Bản mẫu, không dùng cho điều trị", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Nhận theo đầu trang"), *((key, profile(key).title) for key in profile_keys())]
        self.fields["profile"].choices = choices  # type: ignore[attr-defined]
        known = Edition.objects.order_by("family").values_list("family", flat=True).distinct()
        self.fields["family"].widget.attrs["list"] = "families"
        self.families = list(known)

    def clean_title(self) -> str:
        return squeeze(nfc(self.cleaned_data["title"]))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > file_store.LARGEST:
            raise forms.ValidationError(f"Tệp lớn hơn {file_store.LARGEST // file_store.MEGABYTE} MB.")
        return file

    def clean_companion(self) -> str:
        """Its text."""
        file = self.cleaned_data["companion"]
        if file is None:
            return ""
        if file.size > _LONGEST_COMPANION:
            raise forms.ValidationError(f"Tệp đi kèm lớn hơn {_LONGEST_COMPANION // file_store.MEGABYTE} MB.")
        try:
            text: str = file.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError("Tệp đi kèm phải là văn bản UTF-8.") from error
        return text


class ImportJobAdmin(ReadOnly):
    list_display = ["requested_at", "file", "family", "status", "stage", "done", "total", "edition", "requested_by"]
    list_filter = ["status", "family"]
    list_select_related = ["file", "edition", "requested_by"]
    ordering = ["-requested_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("formulary.import_formulary")

    def get_urls(self) -> list[URLPattern]:
        def at(address: str, view: Any, name: str) -> Any:
            return path(address, self.admin_site.admin_view(view), name=f"formulary_importjob_{name}")

        return [
            at("<int:pk>/tien-do/", require_safe(self.progress), "progress"),
            at("<int:pk>/huy/", require_POST(self.cancel), "cancel"),
            *super().get_urls(),
        ]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
        if request.method == "POST" and form.is_valid():
            job = self._submitted(request, form)
            if job is not None:
                self.log_addition(request, job, [{"added": {}}])
                return HttpResponseRedirect(reverse("admin:formulary_importjob_change", args=[job.pk]))
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": "Nạp sách", "form": form}
        return TemplateResponse(request, "formulary/admin/upload.html", context)

    def _submitted(self, request: HttpRequest, form: UploadForm) -> ImportJob | None:
        """None when the file is refused; the form then says why."""
        upload = form.cleaned_data["file"]
        try:
            stored = file_store.keep(upload.chunks())
        except file_store.FileRefused as refused:
            form.add_error("file", str(refused))
            return None
        job = jobs.submit(
            file=file_store.row_of(stored, name=nfc(upload.name), actor=actor_of(request)),
            family=form.cleaned_data["family"],
            title=form.cleaned_data["title"],
            profile=form.cleaned_data["profile"],
            companion=form.cleaned_data["companion"],
            is_demonstration=form.cleaned_data["is_demonstration"],
            actor=actor_of(request),
        )
        wake_workers()
        return job

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        job = self._job(request, int(object_id) if object_id.isdecimal() and len(object_id) < 10 else 0)
        is_open = _is_open(job)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Nạp sách: {job.file.name}",
            "job": job,
            "is_open": is_open,
            "nobody_works": is_open and not settings.REDIS_URL and not a_worker_lives(),
            "may_cancel": is_open and self.has_add_permission(request) and not job.cancel_requested,
        }
        return TemplateResponse(request, "formulary/admin/job.html", context)

    def progress(self, request: HttpRequest, pk: int) -> HttpResponse:
        job = self._job(request, pk)
        state = capfirst(str(job.get_status_display()))
        told = {"open": _is_open(job), "state": state, "stage": job.stage, "done": job.done, "total": job.total}
        told["taken"] = job.status == ImportJob.Status.RUNNING
        return JsonResponse(told)

    def cancel(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        job = self._job(request, pk)
        try:
            jobs.cancel(job, actor=actor_of(request))
        except jobs.AlreadyEnded as ended:
            self.message_user(request, f"Không hủy được: {ended}.", messages.ERROR)
        else:
            self.log_change(request, job, "Hủy")
        return HttpResponseRedirect(reverse("admin:formulary_importjob_change", args=[pk]))

    def _job(self, request: HttpRequest, pk: int) -> ImportJob:
        """Raises Http404, PermissionDenied."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return get_object_or_404(ImportJob.objects.select_related("file", "edition", "requested_by"), pk=pk)


class SourceFileAdmin(ReadOnly):
    list_display = ["name", "kind", "size", "page_count", "uploaded_by", "uploaded_at"]
    list_select_related = ["uploaded_by"]


def _is_open(job: ImportJob) -> bool:
    return job.status in (ImportJob.Status.QUEUED, ImportJob.Status.RUNNING)
