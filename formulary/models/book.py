"""Edition, Monograph, DrugName, Section, Chunk: the book as it is printed, block by block.

A foreign key that leads a unique constraint has no index of its own: (edition, slug), (monograph, key) and
(section, ordinal) are the path of every exact look-up.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.db.models.functions import Length

from formulary.models.defect_kinds import DefectKind
from rag.passages import SECTION_KEYS, SECTION_TITLES

# Both or neither: a comparison with NULL would let half a range through.
_PAGES_IN_ORDER = Q(page_from__isnull=True, page_to__isnull=True) | Q(
    page_from__gte=1, page_to__isnull=False, page_to__gte=F("page_from")
)


class Edition(models.Model):
    """One import of one printing of the formulary. Its text never changes; a new import is a new release beside it.

    Answers come from the current edition and name it. `key` is the printing's own key (`family`) for the first release
    and `<family>-r<n>` for the n-th, so that a stored citation always opens the text that was cited.
    """

    class Status(models.TextChoices):
        STAGED = "staged", "đã nạp, chưa công bố"
        PUBLISHED = "published", "đã công bố"
        WITHDRAWN = "withdrawn", "đã rút"

    key = models.SlugField("mã", max_length=70, unique=True)
    family = models.SlugField("mã ấn bản", max_length=60)
    release = models.PositiveIntegerField("lần nạp", default=1)
    source_file = models.ForeignKey(
        "formulary.SourceFile", models.PROTECT, null=True, blank=True, related_name="editions", verbose_name="tệp nguồn"
    )
    profile = models.CharField("hồ sơ trình bày", max_length=60, blank=True)
    title = models.CharField("tên ấn bản", max_length=200)
    publisher_note = models.TextField("ghi chú xuất bản", blank=True)
    source_sha256 = models.CharField("SHA-256 của nội dung nạp", max_length=64)
    # Of what was read and by which reader; equal: reading again would give the same. Blank: not one file.
    input_sha256 = models.CharField("SHA-256 của tệp và bộ đọc", max_length=64, blank=True)
    status = models.CharField("trạng thái", max_length=12, choices=Status, default=Status.STAGED)
    is_current = models.BooleanField("đang dùng để trả lời", default=False)
    is_demonstration = models.BooleanField("bản mẫu, không dùng cho điều trị", default=False)
    monograph_count = models.PositiveIntegerField("số chuyên luận", default=0)
    section_count = models.PositiveIntegerField("số mục", default=0)
    chunk_count = models.PositiveIntegerField("số khối", default=0)
    name_count = models.PositiveIntegerField("số tên tra cứu", default=0)
    imported_at = models.DateTimeField("nạp lúc", auto_now_add=True)
    published_at = models.DateTimeField("công bố lúc", null=True, blank=True)
    made_current_at = models.DateTimeField("chọn để trả lời lúc", null=True, blank=True)
    made_current_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="người chọn"
    )
    # Rises with every change of text, names or quarantine: caches are kept under (id, revision).
    revision = models.PositiveIntegerField("lần sửa", default=1)

    class Meta:
        verbose_name = "ấn bản"
        verbose_name_plural = "ấn bản"
        ordering = ["-is_current", "key"]
        default_permissions = ("view",)
        permissions = [("publish_edition", "Được chọn ấn bản dùng để trả lời")]
        constraints = [
            UniqueConstraint(fields=["family", "release"], name="one_edition_per_release"),
            UniqueConstraint(fields=["is_current"], condition=Q(is_current=True), name="one_current_edition"),
            CheckConstraint(condition=Q(is_current=False) | Q(status="published"), name="current_edition_is_published"),
            CheckConstraint(
                condition=~Q(status="published") | Q(published_at__isnull=False), name="published_edition_has_time"
            ),
        ]

    def __str__(self) -> str:
        return edition_title(self.title, self.release)


def edition_title(title: str, release: int) -> str:
    """Two releases of a printing share a title: from the second on the release is named too."""
    return title if release == 1 else f"{title}, lần nạp {release}"


class Monograph(models.Model):
    """All that the book says of one drug. `slug` is the drug's id everywhere."""

    edition = models.ForeignKey(
        Edition, models.CASCADE, related_name="monographs", verbose_name="ấn bản", db_index=False
    )
    slug = models.SlugField("mã", max_length=120, db_index=False)
    title = models.CharField("tên", max_length=200)
    bracket = models.CharField("phần trong ngoặc", max_length=200, blank=True)
    atc_codes = ArrayField(models.CharField(max_length=10), verbose_name="mã ATC", default=list, blank=True)
    page_from = models.PositiveIntegerField("từ trang", null=True, blank=True)
    page_to = models.PositiveIntegerField("đến trang", null=True, blank=True)
    position = models.PositiveIntegerField("thứ tự")
    content_sha256 = models.CharField("SHA-256 của nội dung", max_length=64)

    class Meta:
        verbose_name = "chuyên luận"
        verbose_name_plural = "chuyên luận"
        ordering = ["edition", "position"]
        default_permissions = ("view",)
        constraints = [
            UniqueConstraint(fields=["edition", "slug"], name="one_monograph_per_slug"),
            CheckConstraint(condition=_PAGES_IN_ORDER, name="monograph_pages_in_order"),
        ]

    def __str__(self) -> str:
        return self.printed_title

    @property
    def printed_title(self) -> str:
        """Two monographs may share a title; the bracket tells them apart."""
        return f"{self.title} ({self.bracket})" if self.bracket else self.title


class DrugName(models.Model):
    """A name under which a clinician may look for a monograph, and where it comes from."""

    class Kind(models.TextChoices):
        TITLE = "title", "tên chuyên luận"
        INN = "inn", "tên chung quốc tế"
        VIETNAMISED = "vietnamised", "tên khác"
        BRAND = "brand", "biệt dược"
        ABBREVIATION = "abbreviation", "chữ viết tắt"
        ALIAS = "alias", "bí danh (không in trong sách)"
        SPELLING = "spelling", "cách viết khác"
        GROUP = "group", "tên gọi theo nhóm"

    class Source(models.TextChoices):
        SECTION = "section", "in trong sách"
        FRONT_MATTER = "front_matter", "phần đầu của tệp chuyên luận"
        CURATED = "curated", "dược sĩ bổ sung"

    monograph = models.ForeignKey(
        Monograph, models.CASCADE, related_name="names", verbose_name="chuyên luận", db_index=False
    )
    name = models.CharField("tên", max_length=200)
    kind = models.CharField("loại", max_length=12, choices=Kind)
    source = models.CharField("nguồn", max_length=12, choices=Source)
    folded = models.CharField("tên bỏ dấu", max_length=200, db_index=True)
    is_withdrawn = models.BooleanField("đã rút, không tra cứu nữa", default=False)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="người sửa"
    )

    class Meta:
        verbose_name = "tên tra cứu"
        verbose_name_plural = "tên tra cứu"
        ordering = ["folded", "id"]
        default_permissions = ("view", "add", "change")
        constraints = [
            UniqueConstraint(fields=["monograph", "kind", "name"], name="one_row_per_name_and_kind"),
            CheckConstraint(condition=~Q(folded=""), name="drug_name_is_not_blank"),
        ]

    def __str__(self) -> str:
        return self.name


class Section(models.Model):
    """A headed part of a monograph. `text` is its blocks, one blank line between them."""

    monograph = models.ForeignKey(
        Monograph, models.CASCADE, related_name="sections", verbose_name="chuyên luận", db_index=False
    )
    key = models.CharField("mục", max_length=40, choices=list(SECTION_TITLES.items()))
    heading = models.CharField("tiêu đề như in", max_length=200)
    text = models.TextField("nội dung")
    position = models.PositiveSmallIntegerField("thứ tự")

    class Meta:
        verbose_name = "mục"
        verbose_name_plural = "mục"
        ordering = ["monograph", "position"]
        default_permissions = ("view",)
        constraints = [
            UniqueConstraint(fields=["monograph", "key"], name="one_section_per_key"),
            CheckConstraint(condition=Q(key__in=SECTION_KEYS), name="section_key_is_of_the_book"),
        ]
        indexes = [models.Index(fields=["key"], name="section_by_key")]

    def __str__(self) -> str:
        return self.heading


class Chunk(models.Model):
    """A printed block with the context that stands above it: what is quoted, cited and held back.

    `text` is `section.text[start:end]`, in characters. A block is held back while `quarantine_reason` is not null.
    """

    class Kind(models.TextChoices):
        PARAGRAPH = "paragraph", "đoạn"
        ITEM = "item", "gạch đầu dòng"
        TABLE = "table", "bảng"

    section = models.ForeignKey(Section, models.CASCADE, related_name="chunks", verbose_name="mục", db_index=False)
    # The section's key once more: an index over the blocks of one section can be built on this table only.
    section_key = models.CharField("mã mục", max_length=40)
    ordinal = models.PositiveIntegerField("thứ tự")
    kind = models.CharField("loại", max_length=10, choices=Kind)
    headings = ArrayField(models.TextField(), verbose_name="tiêu đề con", default=list, blank=True)
    text = models.TextField("nội dung")
    start = models.PositiveIntegerField("từ ký tự")
    end = models.PositiveIntegerField("đến ký tự")
    page_from = models.PositiveIntegerField("từ trang", null=True, blank=True)
    page_to = models.PositiveIntegerField("đến trang", null=True, blank=True)
    text_sha256 = models.CharField("SHA-256", max_length=64)
    populations = ArrayField(models.CharField(max_length=20), verbose_name="đối tượng", default=list, blank=True)
    routes = ArrayField(models.CharField(max_length=20), verbose_name="đường dùng", default=list, blank=True)
    indications = ArrayField(models.TextField(), verbose_name="chỉ định", default=list, blank=True)
    folded = models.TextField("âm tiết bỏ dấu, để tìm")
    # The same of what stands above the block: the monograph's title, the section's and the sub-headings.
    folded_context = models.TextField("âm tiết của tên thuốc và tiêu đề, để tìm", blank=True, default="")
    # Where the text stands on the pages of the file: [page of the file, x0, y0, x1, y1, start, end], in points from
    # the top left corner and characters of `text`. Empty when the edition came from no pages.
    line_boxes = models.JSONField("vị trí dòng", default=list, blank=True)
    # What was not taken over as the file has it: [start, end, was, rule].
    repairs = models.JSONField("chỗ đã sửa theo bảng", default=list, blank=True)
    # Errata and old values that stand in this block: [start, end, kind, note]. Kept by `formulary.errata`.
    errata = models.JSONField("đính chính", default=list, blank=True)
    quarantine_kind = models.CharField("loại lỗi", max_length=40, choices=DefectKind, null=True, blank=True)
    quarantine_reason = models.TextField("lý do cách ly", null=True, blank=True)

    class Meta:
        verbose_name = "khối"
        verbose_name_plural = "khối"
        ordering = ["section", "ordinal"]
        default_permissions = ("view",)
        permissions = [("quarantine_chunk", "Được cách ly và giải cách ly một khối")]
        constraints = [
            UniqueConstraint(fields=["section", "ordinal"], name="one_chunk_per_ordinal"),
            CheckConstraint(condition=Q(end=F("start") + Length("text")), name="chunk_offsets_span_its_text"),
            CheckConstraint(condition=Q(end__gt=F("start")), name="chunk_is_not_empty"),
            CheckConstraint(condition=_PAGES_IN_ORDER, name="chunk_pages_in_order"),
            CheckConstraint(
                condition=Q(quarantine_reason__isnull=True, quarantine_kind__isnull=True)
                | Q(quarantine_reason__isnull=False, quarantine_kind__isnull=False) & ~Q(quarantine_reason=""),
                name="quarantine_has_kind_and_reason",
            ),
        ]
        indexes = [
            GinIndex(
                SearchVector("folded_context", "folded", config="simple"),
                condition=Q(section_key="chi_dinh"),
                name="words_of_indications",
            ),
            GinIndex(SearchVector("folded_context", "folded", config="simple"), name="words_of_blocks"),
            models.Index(
                fields=["quarantine_kind"], condition=Q(quarantine_kind__isnull=False), name="quarantined_chunks"
            ),
        ]

    def __str__(self) -> str:
        return self.text if len(self.text) <= 80 else self.text[:79] + "…"
