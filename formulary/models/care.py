"""What people and detectors say of the book: the history of quarantine, findings, errata of the print."""

from django.conf import settings
from django.db import models

from formulary.models.book import Chunk, Edition
from formulary.models.defect_kinds import DefectKind
from rag.passages import SECTION_TITLES


class QuarantineEvent(models.Model):
    """A block was held back or released. Append-only: a database trigger refuses updates and deletes.

    The block is named by its stable id and the hash of its text rather than by a key into the chunks, so that the
    history outlives a new import of the edition.
    """

    class Action(models.TextChoices):
        HELD = "held", "cách ly"
        RELEASED = "released", "giải cách ly"

    edition = models.ForeignKey(Edition, models.PROTECT, related_name="quarantine_events", verbose_name="ấn bản")
    chunk_key = models.CharField("khối", max_length=300, db_index=True)
    text_sha256 = models.CharField("SHA-256 của nội dung", max_length=64)
    action = models.CharField("việc", max_length=10, choices=Action)
    kind = models.CharField("loại lỗi", max_length=40, choices=DefectKind)
    reason = models.TextField("lý do")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="người làm",
        help_text="Trống: do bước nạp tự phát hiện.",
    )
    origin = models.CharField(
        "theo quyết định ở",
        max_length=300,
        blank=True,
        help_text="Khối của lần nạp trước mà quyết định này được chuyển sang; trống: quyết định tại đây.",
    )
    at = models.DateTimeField("lúc", auto_now_add=True)

    class Meta:
        verbose_name = "lần cách ly hoặc giải cách ly"
        verbose_name_plural = "lịch sử cách ly"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.chunk_key}: {self.get_action_display()}"


class Finding(models.Model):
    """What a detector said of a block, or of the file where `chunk` is null. Several may stand on one block.

    Findings are written when the detectors run and replaced when they run again; the history of what was held is in
    `QuarantineEvent`.
    """

    class Severity(models.TextChoices):
        NUMBER = "number", "có thể sai số liệu"
        WORDING = "wording", "có thể sai lời"
        NOTE = "note", "ghi nhận"

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="findings", verbose_name="ấn bản")
    chunk = models.ForeignKey(
        Chunk, models.CASCADE, null=True, blank=True, related_name="findings", verbose_name="khối"
    )
    monograph = models.CharField("chuyên luận", max_length=120, blank=True)
    page = models.PositiveIntegerField("trang của tệp", null=True, blank=True)
    kind = models.CharField("loại", max_length=40, choices=DefectKind)
    severity = models.CharField("mức", max_length=10, choices=Severity)
    reason = models.TextField("lý do")
    evidence = models.TextField("bằng chứng", blank=True)
    found_at = models.DateTimeField("thấy lúc", auto_now_add=True)

    class Meta:
        verbose_name = "phát hiện"
        verbose_name_plural = "phát hiện"
        ordering = ["edition", "monograph", "page", "id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["edition", "kind"], name="findings_by_kind")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.reason}"


class Erratum(models.Model):
    """A value that the book prints and that a person must not use unseen; reviewed, separate from extraction defects.

    `kind` says what an answer does with it: a misprint makes the answer send the reader to the page; a value that is
    old but correct as printed is quoted with a notice.
    """

    class Kind(models.TextChoices):
        MISPRINT = "misprint", "nhiều khả năng in sai"
        OLD_VALUE = "old_value", "cũ nhưng in đúng"

    family = models.SlugField("mã ấn bản", max_length=60, blank=True, help_text="Trống: mọi ấn bản.")
    monograph = models.SlugField("mã chuyên luận", max_length=120)
    section = models.CharField("mục", max_length=40, choices=list(SECTION_TITLES.items()))
    printed = models.TextField("đúng như in", help_text="Nguyên văn đoạn in có giá trị này, đủ dài để không trùng.")
    kind = models.CharField("loại", max_length=10, choices=Kind)
    note = models.TextField("lời ghi cho người đọc")
    evidence = models.TextField("căn cứ")
    reviewed_by = models.CharField("người duyệt", max_length=200)
    is_shipped = models.BooleanField("có sẵn trong bản phát hành", default=False)
    is_withdrawn = models.BooleanField("đã rút", default=False)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="người sửa"
    )
    changed_at = models.DateTimeField("sửa lúc", auto_now=True)

    class Meta:
        verbose_name = "đính chính bản in"
        verbose_name_plural = "đính chính bản in"
        ordering = ["monograph", "section", "id"]
        default_permissions = ("view", "add", "change")
        constraints = [
            models.UniqueConstraint(fields=["family", "monograph", "section", "printed"], name="one_erratum_per_value"),
            models.CheckConstraint(condition=~models.Q(printed=""), name="erratum_names_what_is_printed"),
        ]

    def __str__(self) -> str:
        return f"{self.monograph}: {self.printed}"
