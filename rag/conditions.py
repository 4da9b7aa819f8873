"""Names of conditions that mean the same, for look-ups in the indications."""

from rag.vietnamese import fold, folded_words, squeeze

# Each row: names of one condition, as the book and as clinicians write them.
SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("tăng huyết áp", "cao huyết áp", "THA", "hypertension", "huyết áp cao"),
    ("đái tháo đường", "tiểu đường", "ĐTĐ", "diabetes"),
    ("gút", "gout", "thống phong"),
    ("hen", "hen phế quản", "suyễn", "asthma"),
    ("trào ngược dạ dày thực quản", "trào ngược dạ dày - thực quản", "trào ngược", "GERD"),
    ("nhồi máu cơ tim", "NMCT"),
    ("rung nhĩ",),
    ("đau thắt ngực", "cơn đau thắt ngực", "angina"),
    ("viêm tai giữa", "viêm tai"),
    ("viêm họng", "viêm họng liên cầu", "đau họng"),
    ("sốt", "hạ sốt", "fever"),
    ("đau", "giảm đau", "pain"),
    ("viêm khớp dạng thấp", "VKDT"),
    ("loét dạ dày", "loét dạ dày - tá tràng", "loét dạ dày tá tràng", "loét tá tràng"),
    ("huyết khối tĩnh mạch", "huyết khối tĩnh mạch sâu", "HKTM"),
    ("nhiễm khuẩn tiết niệu", "nhiễm khuẩn đường tiết niệu", "viêm đường tiết niệu", "NKTN"),
    ("nhiễm khuẩn huyết", "nhiễm trùng huyết"),
    ("viêm phổi", "pneumonia"),
    ("suy tim", "heart failure"),
    ("lao phổi", "lao", "bệnh lao"),
    ("ho có đờm", "tiêu đờm", "tiêu nhầy", "long đờm", "loãng đờm", "tiêu chất nhầy"),
    ("động kinh", "co giật"),
    ("dọa đẻ non", "dọa sinh non", "chuyển dạ sớm", "đẻ non"),
)
_ROW = {fold(name): row for row in SYNONYMS for name in row}


def search_terms(condition: str) -> tuple[str, ...]:
    """The condition and its listed synonyms, as typed first; empty for an empty condition."""
    asked = squeeze(condition)
    if not asked:
        return ()
    return tuple(dict.fromkeys((asked, *_ROW.get(fold(asked), ()))))


def same_condition(asked: str, printed: str) -> bool:
    """Does printed text (an indication heading, a block) speak of the asked condition? Whole words, folded."""
    text = folded_words(printed)
    return any(folded_words(term) in text for term in search_terms(asked))
