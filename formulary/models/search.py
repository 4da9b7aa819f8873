"""What search has been prepared for."""

from django.db import models

from formulary.models.book import Edition


class SearchIndex(models.Model):
    """Every block of this content of the edition has its vector by this model, and a shared index holds them.

    `content` names the set of blocks, see `formulary.indexing`. An empty model: search by words only.
    """

    edition = models.ForeignKey(
        Edition, models.CASCADE, related_name="search_indexes", verbose_name="ấn bản", db_index=False
    )
    model = models.CharField("mô hình", max_length=120, blank=True)
    content = models.CharField("mã nội dung", max_length=64)
    blocks = models.PositiveIntegerField("số khối")
    built_at = models.DateTimeField("lập lúc", auto_now=True)

    class Meta:
        verbose_name = "chỉ mục tìm kiếm"
        verbose_name_plural = "chỉ mục tìm kiếm"
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["edition", "model"], name="one_search_index_per_model")]

    def __str__(self) -> str:
        return f"{self.edition}: {self.blocks}"
