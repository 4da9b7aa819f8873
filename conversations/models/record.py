"""What the pipeline did in one turn, row by row. Append-only: database triggers refuse every change.

Rows and `rag` values share a name on purpose; `conversations.mapping` is the only module that sees both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from conversations.models.conversation import Turn
from rag.claims import ClaimRole
from rag.language import CallOutcome
from rag.records import Check, Verdict


class QueryFrame(models.Model):
    """What the turn was understood to ask. `data` is the whole frame; the columns are what reports look for."""

    turn = models.OneToOneField(Turn, models.PROTECT, primary_key=True, related_name="frame", verbose_name="lượt hỏi")
    intent = models.CharField("ý hỏi", max_length=24)
    drug_ids = ArrayField(models.CharField(max_length=120), verbose_name="thuốc", default=list, blank=True)
    sections = ArrayField(models.CharField(max_length=40), verbose_name="mục", default=list, blank=True)
    understood_by = models.CharField("hiểu bởi", max_length=40)
    data = models.JSONField("khung câu hỏi")

    class Meta:
        verbose_name = "khung câu hỏi"
        verbose_name_plural = "khung câu hỏi"
        default_permissions = ("view",)
        indexes = [models.Index(fields=["intent"], name="frames_by_intent")]

    def __str__(self) -> str:
        return f"{self.intent}: {', '.join(self.drug_ids)}"


class CitedPassage(models.Model):
    """A passage that a drafted claim quotes, with its text as it stood then: a later edition cannot change it.

    What was read and not quoted is in `Turn.read` by id and hash. `key` names the chunk of the book; there is
    deliberately no foreign key into it.
    """

    turn = models.ForeignKey(Turn, models.PROTECT, related_name="passages", verbose_name="lượt hỏi", db_index=False)
    position = models.PositiveIntegerField("thứ tự")
    key = models.CharField("khối", max_length=300, db_index=True)
    edition_key = models.CharField("ấn bản", max_length=70, blank=True)
    edition_title = models.CharField("tên ấn bản", max_length=200, blank=True)
    monograph = models.CharField("chuyên luận", max_length=120)
    monograph_name = models.CharField("tên chuyên luận", max_length=420)
    section = models.CharField("mục", max_length=40)
    text = models.TextField("nội dung")
    ordinal = models.PositiveIntegerField("thứ tự trong mục")
    kind = models.CharField("loại khối", max_length=10)
    page_from = models.PositiveIntegerField("từ trang", null=True, blank=True)
    page_to = models.PositiveIntegerField("đến trang", null=True, blank=True)
    start = models.PositiveIntegerField("từ ký tự")
    end = models.PositiveIntegerField("đến ký tự")
    text_sha256 = models.CharField("SHA-256", max_length=64, blank=True)
    # One JSON value rather than arrays: a turn may store a whole monograph, and PostgreSQL takes rows without arrays
    # several times faster.
    context = models.JSONField("bối cảnh", default=dict, help_text="{headings, populations, routes, indications}")
    quarantine = models.TextField("lý do cách ly", null=True, blank=True)
    url = models.CharField("địa chỉ", max_length=500, blank=True)
    cited = models.BooleanField("được trích dẫn", default=False)

    class Meta:
        verbose_name = "đoạn được trích"
        verbose_name_plural = "đoạn được trích"
        ordering = ["turn", "position"]
        default_permissions = ("view",)
        constraints = [
            UniqueConstraint(fields=["turn", "key"], name="one_passage_per_chunk"),
            CheckConstraint(condition=Q(end__gte=F("start")), name="passage_offsets_in_order"),
            CheckConstraint(condition=Q(cited=False) | Q(quarantine__isnull=True), name="quarantined_is_never_cited"),
        ]

    def __str__(self) -> str:
        return self.key


class Claim(models.Model):
    """A sentence that was drafted and checked. `place` is where it was shown (from 0); null: it was not shown."""

    turn = models.ForeignKey(Turn, models.PROTECT, related_name="claims", verbose_name="lượt hỏi", db_index=False)
    index = models.PositiveIntegerField("thứ tự khi soạn")
    place = models.PositiveIntegerField("vị trí hiển thị", null=True, blank=True)
    text = models.TextField("nội dung")
    role = models.CharField("vai trò", max_length=12)
    heading = models.TextField("tiêu đề con", blank=True)
    side = models.TextField("phía so sánh", blank=True, help_text="thuốc hoặc nhóm người bệnh của ý này")
    citations = models.JSONField("trích dẫn", help_text="[{passage, quote, start, end}]")

    class Meta:
        verbose_name = "ý trả lời"
        verbose_name_plural = "ý trả lời"
        ordering = ["turn", "index"]
        default_permissions = ("view",)
        constraints = [
            UniqueConstraint(fields=["turn", "index"], name="one_claim_per_index"),
            UniqueConstraint(fields=["turn", "place"], name="one_claim_per_place"),
            CheckConstraint(condition=Q(role__in=[role.value for role in ClaimRole]), name="claim_role_is_known"),
            CheckConstraint(condition=Q(place__isnull=True) | ~Q(citations=[]), name="shown_claim_has_a_citation"),
        ]

    def __str__(self) -> str:
        return self.text if len(self.text) <= 80 else self.text[:79] + "…"

    @property
    def shown(self) -> bool:
        return self.place is not None


class Verification(models.Model):
    """One check of one claim, or of the whole draft when `claim` is null. `error` never counts as a pass."""

    turn = models.ForeignKey(Turn, models.PROTECT, related_name="verifications", verbose_name="lượt hỏi")
    claim = models.ForeignKey(
        Claim, models.PROTECT, related_name="verifications", null=True, blank=True, verbose_name="ý trả lời"
    )
    # Not `check`: a model class has a method of that name.
    check_name = models.CharField("phép kiểm", max_length=16)
    verdict = models.CharField("kết quả", max_length=8)
    detail = models.TextField("chi tiết", blank=True)

    class Meta:
        verbose_name = "phép kiểm"
        verbose_name_plural = "phép kiểm"
        ordering = ["turn", "id"]
        default_permissions = ("view",)
        constraints = [
            CheckConstraint(condition=Q(check_name__in=[check.value for check in Check]), name="check_is_known"),
            CheckConstraint(condition=Q(verdict__in=[v.value for v in Verdict]), name="verdict_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.check_name}: {self.verdict}"


class ModelCall(models.Model):
    """A request to a language model, answered or not: which wording, which model, how long, how much, how it ended."""

    turn = models.ForeignKey(Turn, models.PROTECT, related_name="model_calls", verbose_name="lượt hỏi")
    position = models.PositiveSmallIntegerField("thứ tự")
    purpose = models.CharField("mục đích", max_length=40)
    prompt_sha256 = models.CharField("SHA-256 của lời nhắc", max_length=64)
    model = models.CharField("mô hình", max_length=200)
    ms = models.PositiveIntegerField("mili giây")
    # Null: the provider did not say.
    input_tokens = models.PositiveIntegerField("token vào", null=True, blank=True)
    output_tokens = models.PositiveIntegerField("token ra", null=True, blank=True)
    outcome = models.CharField("kết quả", max_length=16, default=CallOutcome.ANSWERED.value)
    # Null: no price was configured then, or the tokens are not known. A price that changes later changes no record.
    cost = models.DecimalField("chi phí", max_digits=24, decimal_places=9, null=True, blank=True)
    currency = models.CharField("tiền tệ", max_length=8, blank=True, default="")

    class Meta:
        verbose_name = "lần gọi mô hình"
        verbose_name_plural = "lần gọi mô hình"
        ordering = ["turn", "position"]
        default_permissions = ("view",)
        constraints = [
            CheckConstraint(condition=Q(outcome__in=[how.value for how in CallOutcome]), name="call_outcome_is_known")
        ]

    def __str__(self) -> str:
        return f"{self.purpose}: {self.model}"


@dataclass(frozen=True, slots=True)
class RecordRows:
    """All rows of one turn's record. `frame` is None when the turn ended before it was understood."""

    frame: QueryFrame | None = None
    passages: Sequence[CitedPassage] = ()
    claims: Sequence[Claim] = ()
    verifications: Sequence[Verification] = ()
    model_calls: Sequence[ModelCall] = ()
