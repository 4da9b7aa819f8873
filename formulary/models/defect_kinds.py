"""Why a block may be held back."""

from django.db import models


class DefectKind(models.TextChoices):
    """The first two are a person's word; the others are found by `formulary.ingest.defects`."""

    PERSON = "person", "dược sĩ cách ly"
    WRITER = "writer", "người soạn giữ lại"
    BROKEN_GLYPH = "broken_glyph", "ký tự hỏng"
    RUNNING_HEAD = "running_head", "tiêu đề trang lọt vào câu"
    SPLIT_NUMBER = "split_number", "chữ số bị tách"
    RANGE_WITHOUT_UNIT = "range_without_unit", "khoảng số mất đơn vị"
    CUT_UNIT = "cut_unit", "đơn vị bị cắt"
    ORPHAN_NUMBERS = "orphan_numbers", "dòng chỉ có số"
    GLUED_HEADING = "glued_heading", "tiêu đề con dính cuối đoạn"
    INTERLEAVED = "interleaved", "câu bị xen cột"
    SHIFTED_CELL = "shifted_cell", "ô bảng lệch cột"
    MERGED_CELLS = "merged_cells", "ô gộp hoặc ô trống"
    SPLIT_TABLE = "split_table", "bảng bị cắt trang"
    MISPLACED_TABLE = "misplaced_table", "bảng nằm sai mục"
    MISPLACED_BRANDS = "misplaced_brands", "biệt dược của thuốc khác"
