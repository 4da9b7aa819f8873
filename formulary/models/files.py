"""Files that editions come from, their pages, and the long work of reading them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class SourceFile(models.Model):
    """A file that was accepted for import. It is kept under its hash; the same file is kept once."""

    class Kind(models.TextChoices):
        PDF = "pdf", "PDF"
        MARKDOWN = "markdown", "Markdown"
        JSONL = "jsonl", "JSONL"

    sha256 = models.CharField("SHA-256", max_length=64, unique=True)
    name = models.CharField("tên tệp", max_length=255)
    kind = models.CharField("loại", max_length=10, choices=Kind)
    size = models.PositiveBigIntegerField("số byte")
    page_count = models.PositiveIntegerField("số trang", null=True, blank=True)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="người nạp"
    )
    uploaded_at = models.DateTimeField("nạp lúc", auto_now_add=True)

    class Meta:
        verbose_name = "tệp nguồn"
        verbose_name_plural = "tệp nguồn"
        ordering = ["-uploaded_at"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.name


class FilePage(models.Model):
    """A page of a PDF. `number` counts the file's pages from 1; `printed` is the number on paper. Sizes in points."""

    file = models.ForeignKey(SourceFile, models.CASCADE, related_name="pages", verbose_name="tệp", db_index=False)
    number = models.PositiveIntegerField("trang của tệp")
    printed = models.PositiveIntegerField("số trang in", null=True, blank=True)
    width = models.FloatField("rộng")
    height = models.FloatField("cao")
    has_text = models.BooleanField("có lớp chữ", default=True)

    class Meta:
        verbose_name = "trang"
        verbose_name_plural = "trang"
        ordering = ["file", "number"]
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="one_row_per_page_of_a_file")]

    def __str__(self) -> str:
        return f"trang {self.printed or self.number}"


class ImportJob(models.Model):
    """A file on its way to becoming a staged edition. Workers take queued jobs; one whose worker died is queued again.

    `done` of `total` counts pages. `heartbeat_at` moves while a worker is at work.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "đang chờ"
        RUNNING = "running", "đang chạy"
        DONE = "done", "xong"
        FAILED = "failed", "không nạp được"
        CANCELLED = "cancelled", "đã hủy"

    file = models.ForeignKey(SourceFile, models.PROTECT, related_name="jobs", verbose_name="tệp")
    companion = models.TextField("tệp đi kèm", blank=True)
    family = models.SlugField("mã ấn bản", max_length=60)
    title = models.CharField("tên ấn bản", max_length=200, blank=True)
    profile = models.CharField("hồ sơ trình bày", max_length=60, blank=True, help_text="Trống: nhận theo đầu trang.")
    is_demonstration = models.BooleanField("bản mẫu, không dùng cho điều trị", default=False)
    status = models.CharField("trạng thái", max_length=10, choices=Status, default=Status.QUEUED)
    stage = models.CharField("bước", max_length=100, blank=True)
    done = models.PositiveIntegerField("đã xong", default=0)
    total = models.PositiveIntegerField("tổng số", default=0)
    attempts = models.PositiveSmallIntegerField("số lần chạy", default=0)
    cancel_requested = models.BooleanField("yêu cầu hủy", default=False)
    message = models.TextField("kết quả", blank=True)
    report = models.JSONField("báo cáo", null=True, blank=True)
    edition = models.ForeignKey(
        "formulary.Edition", models.SET_NULL, null=True, blank=True, related_name="jobs", verbose_name="ấn bản"
    )
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="người yêu cầu"
    )
    requested_at = models.DateTimeField("yêu cầu lúc", auto_now_add=True)
    started_at = models.DateTimeField("bắt đầu lúc", null=True, blank=True)
    heartbeat_at = models.DateTimeField("còn sống lúc", null=True, blank=True)
    finished_at = models.DateTimeField("xong lúc", null=True, blank=True)

    class Meta:
        verbose_name = "lần nạp sách"
        verbose_name_plural = "các lần nạp sách"
        ordering = ["-requested_at", "-id"]
        default_permissions = ("view",)
        permissions = [("import_formulary", "Được nạp sách")]
        constraints = [
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="import_job_progress_in_range"),
            models.CheckConstraint(
                condition=Q(status__in=("queued", "running"), finished_at__isnull=True)
                | Q(status__in=("done", "failed", "cancelled"), finished_at__isnull=False),
                name="ended_import_job_has_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["requested_at"], condition=Q(status__in=("queued", "running")), name="open_import_jobs"
            )
        ]

    def __str__(self) -> str:
        return f"{self.file} → {self.family}"


class StoredVector(models.Model):
    """The embedding of a text by a model, so that no text is embedded twice. `vector` is little-endian float32."""

    model = models.CharField("mô hình", max_length=120)
    text_sha256 = models.CharField("SHA-256", max_length=64)
    vector = models.BinaryField("vectơ")

    class Meta:
        verbose_name = "vectơ"
        verbose_name_plural = "vectơ"
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["model", "text_sha256"], name="one_vector_per_model_and_text")]

    def __str__(self) -> str:
        return f"{self.model}: {self.text_sha256[:12]}"
