"""Why a block may be held back, and how much a suspicion of each kind weighs."""

from django.db import models


class DefectKind(models.TextChoices):
    """The first two are a person's word; the others are found by `formulary.ingest.detectors`."""

    PERSON = "person", "dược sĩ cách ly"
    WRITER = "writer", "người soạn giữ lại"

    # Characters
    BROKEN_GLYPH = "broken_glyph", "ký tự hỏng"
    HIDDEN_CHARACTER = "hidden_character", "ký tự không nhìn thấy"
    LEGACY_ENCODING = "legacy_encoding", "chữ còn ở bảng mã cũ"
    HOMOGLYPH = "homoglyph", "chữ cái của bảng chữ khác"
    DETACHED_MARK = "detached_mark", "dấu rời khỏi chữ"
    TABLED_COMPARATOR = "tabled_comparator", "dấu so sánh đọc theo bảng ký hiệu"

    # Words
    HYPHENATION = "hyphenation", "từ bị ngắt dòng"
    SPLIT_WORD = "split_word", "từ bị tách"
    JOINED_WORDS = "joined_words", "từ bị dính"
    MISSING_BLANK = "missing_blank", "thiếu dấu cách sau dấu chấm"
    DIACRITICS = "diacritics", "sai dấu"
    MISSPELT_DRUG = "misspelt_drug", "tên thuốc có thể viết sai"
    GARBLED = "garbled", "dòng chữ không đọc được"

    # Numbers and units
    SPLIT_NUMBER = "split_number", "chữ số bị tách"
    MALFORMED_NUMBER = "malformed_number", "số viết sai dạng"
    CONFUSED_DIGIT = "confused_digit", "chữ cái ở chỗ của chữ số"
    LOST_NUMBER = "lost_number", "mất số"
    LOST_DASH = "lost_dash", "hai số dính nhau"
    TILDE_IN_NUMBER = "tilde_in_number", "dấu ngã giữa các chữ số"
    AMBIGUOUS_THOUSANDS = "ambiguous_thousands", "dấu chấm có hai cách đọc"
    DECIMAL_POINT = "decimal_point", "dấu chấm thập phân"
    MIXED_DECIMAL_SIGNS = "mixed_decimal_signs", "vừa dấu chấm vừa dấu phẩy thập phân"
    ORPHAN_NUMBERS = "orphan_numbers", "dòng chỉ có số"
    RANGE_WITHOUT_UNIT = "range_without_unit", "khoảng số mất đơn vị"
    LOST_UNIT = "lost_unit", "số mất đơn vị"
    CUT_UNIT = "cut_unit", "đơn vị bị cắt"
    CONFUSED_UNIT = "confused_unit", "đơn vị đọc sai chữ"
    LOST_SLASH = "lost_slash", "mất dấu gạch chéo trong đơn vị"
    AMBIGUOUS_RATE = "ambiguous_rate", "đơn vị có hai cách hiểu"
    DESCENDING_RANGE = "descending_range", "khoảng số viết ngược"
    UNIT_CHANGE = "unit_change", "đổi đơn vị giữa khoảng số"
    IMPLAUSIBLE_JUMP = "implausible_jump", "lệch hẳn so với các đoạn bên cạnh"

    # Layout
    RUNNING_HEAD = "running_head", "tiêu đề trang lọt vào câu"
    INTERLEAVED = "interleaved", "câu bị xen cột"
    GLUED_HEADING = "glued_heading", "tiêu đề con dính cuối đoạn"
    GLUED_LABEL = "glued_label", "nhãn dính cuối đoạn"
    CUT_SENTENCE = "cut_sentence", "câu bị cắt"
    WRONG_SECTION = "wrong_section", "đoạn nằm sai mục"
    CONFLICTING_COPIES = "conflicting_copies", "hai bản chép khác số"

    # Tables
    TABLE_UNCHECKED = "table_unchecked", "bảng chờ dược sĩ đối chiếu"
    SHIFTED_CELL = "shifted_cell", "ô bảng lệch cột"
    MERGED_CELLS = "merged_cells", "ô gộp hoặc ô trống"
    MERGED_ROWS = "merged_rows", "nhiều dòng bảng gộp một"
    SPLIT_TABLE = "split_table", "bảng bị cắt trang"
    FLATTENED_TABLE = "flattened_table", "bảng bị dàn thành câu"
    REPEATED_TABLE = "repeated_table", "bảng lặp lại thành câu"
    FOOTNOTE_MARK = "footnote_mark", "ô có dấu chú thích"
    MISPLACED_TABLE = "misplaced_table", "bảng nằm sai mục"

    # Brands
    MISPLACED_BRANDS = "misplaced_brands", "biệt dược của thuốc khác"
    BRAND_OVERFLOW = "brand_overflow", "danh sách biệt dược tràn sang đoạn sau"
    SHARED_BRAND = "shared_brand", "biệt dược của hai thuốc"
    SHORT_BRAND = "short_brand", "tên biệt dược quá ngắn"

    # The file
    HIDDEN_TEXT = "hidden_text", "chữ ẩn trong tệp"
    PAGE_WITHOUT_TEXT = "page_without_text", "trang không có lớp chữ"
    PAGE_OUT_OF_SEQUENCE = "page_out_of_sequence", "số trang không liên tục"
    UNCONFIRMED_TITLE = "unconfirmed_title", "tên chuyên luận thiếu dòng xác nhận"
    MISSING_SECTION = "missing_section", "chuyên luận thiếu mục"
    DOUBTFUL_HEADING = "doubtful_heading", "tiêu đề mục in không rõ"
    DOUBTFUL_SUBHEADING = "doubtful_subheading", "tiêu đề con in không rõ"
    PAGE_DOUBT = "page_doubt", "chỗ in không đọc chắc được"
    SECTION_ORDER = "section_order", "mục in sai thứ tự của sách"
    STRAY_TEXT = "stray_text", "chữ ngoài mọi mục"
    FILE_NOTE = "file_note", "ghi nhận về tệp"

    # What no sentence about a dose is printed with
    ODD_SIGN = "odd_sign", "dấu hoặc chữ số lạ"
    UNKNOWN_TOKEN = "unknown_token", "chữ lạ cạnh số"
    LOWERED_POWER = "lowered_power", "số mũ nằm ngang dòng"
    IMPROBABLE_NUMBER = "improbable_number", "số khó tin"
    CONFUSED_WORD = "confused_word", "từ quyết định bị sai chữ"
    LOST_NEGATION = "lost_negation", "có thể mất chữ «không»"
    LOOSE_TABLE = "loose_table", "bảng không kẻ"
    NOTE_INSIDE = "note_inside", "chú thích chen giữa câu"

    # What is not the book's
    ADDRESSES_PROGRAM = "addresses_program", "lời ra lệnh cho máy"


NUMBER, WORDING, NOTE = "number", "wording", "note"
"""A number, or what it belongs to, may be wrong · the words may be wrong · worth knowing, never a reason to hold."""

_K = DefectKind
_WORDINGS = frozenset({
    _K.HOMOGLYPH, _K.DETACHED_MARK, _K.HYPHENATION, _K.SPLIT_WORD, _K.JOINED_WORDS, _K.DIACRITICS, _K.MISSPELT_DRUG,
    _K.WRONG_SECTION,
})  # fmt: skip
_NOTES = frozenset({
    _K.MISSING_BLANK, _K.MIXED_DECIMAL_SIGNS, _K.IMPLAUSIBLE_JUMP, _K.GLUED_LABEL, _K.SHARED_BRAND, _K.SHORT_BRAND,
    _K.HIDDEN_TEXT, _K.PAGE_WITHOUT_TEXT, _K.PAGE_OUT_OF_SEQUENCE, _K.UNCONFIRMED_TITLE, _K.MISSING_SECTION,
    _K.SECTION_ORDER, _K.STRAY_TEXT, _K.FILE_NOTE,
})  # fmt: skip


def severity_of(kind: DefectKind | str) -> str:
    """NUMBER, WORDING or NOTE: the values of `Finding.Severity`. Raises ValueError for what is no kind."""
    kind = DefectKind(kind)
    if kind in _NOTES:
        return NOTE
    return WORDING if kind in _WORDINGS else NUMBER
