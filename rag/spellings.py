"""One thing written in several ways, by the book itself or by those who ask: both sides of a look-up are rewritten.

"Block" is printed "blốc", "hạ đường huyết" mostly "hạ glucose huyết". Only ways of writing the very same thing belong
here; other names of a condition stand in `conditions.toml`. What is quoted or shown is never rewritten.
"""

import re
from functools import lru_cache

from rag.vietnamese import fold, has_diacritics, nfc

_SALTS = "kali|natri|calci|magnesi|phosphat|acid uric|lipid|cholesterol|triglycerid|bilirubin|amoniac"

# In this order: a later row reads what an earlier one wrote.
_WAYS: tuple[tuple[str, str], ...] = (
    (r"block|bloc|blok|blôc|nghẽn(?= (?:nhĩ|dẫn truyền))", "blốc"),
    (r"blốc a ?v|av blốc", "blốc nhĩ thất"),
    (r"(?:rối )?loạn chuyển (?:hóa|hoá) porphyrin(?: cấp tính| cấp)?|porphyri(?:a|as|e)|bệnh porphyrin", "porphyrin"),
    (r"hypogly?ca?emi[ac]", "hạ glucose huyết"),
    (r"hypokal(?:a|ia)emia|hypokalemia", "hạ kali huyết"),
    (r"hyperkalaemia|hyperkalemia", "tăng kali huyết"),
    (r"nsaids?|(?:kháng|chống) viêm không (?:có )?steroid", "chống viêm không steroid"),
    (r"axit", "acid"),
    (r"canxi|calcium", "calci"),
    (r"magie|magiê|magnesium", "magnesi"),
    (r"(?:glucose|glucoz|glucozơ|đường) (?:trong )?(?:huyết|máu)", "glucose huyết"),
    (rf"({_SALTS}) (?:trong )?máu", r"\1 huyết"),
    (rf"(?:giảm|tụt)(?= (?:{_SALTS})(?: huyết)?\b)|(?:tụt|giảm)(?= (?:glucose huyết|huyết áp))", "hạ"),
    (rf"(hạ|tăng) ({_SALTS})(?! huyết)", r"\1 \2 huyết"),
    (r"huyết áp (?:thấp|tụt)", "hạ huyết áp"),
    (r"(?<!sốt )xuất huyết", "chảy máu"),
    (r"nhiễm trùng", "nhiễm khuẩn"),
    (r"(?:hội chứng |khoảng |đoạn )?qt(?:c)? (?:kéo )?dài(?: ra)?|(?:kéo )?dài (?:khoảng |đoạn )?qt(?:c)?", "dài qt"),
    (r"siêu vi(?: trùng)?|vi rút|vi rus", "virus"),
    (r"(?:nhịp tim|nhịp xoang|tim|mạch) chậm|chậm nhịp(?: tim)?", "nhịp chậm"),
    (r"(?:nhịp tim|tim|mạch) nhanh", "nhịp nhanh"),
    (r"thiếu (?:hụt )?(?:men |enzym )?(?:g6pd|glucose[ -]+6[ -]+phosphat[ -]+dehydrogenase)", "thiếu g6pd"),
    (r"g6pd[ -]+deficiency|g 6 pd", "thiếu g6pd"),
    (r"men gan", "enzym gan"),
    (r"(?:thời gian )?(?:bán (?:thải|hủy|huỷ)|nửa đời(?: thải trừ)?)|half[ -]+life|t ?1/2|t ?½", "nửa đời"),
    (r"(?:gắn kết|liên kết|gắn)(?: với| vào)? protein(?: huyết tương)?", "gắn với protein"),
    (r"tiêu chảy|đi ngoài lỏng", "ỉa chảy"),
    (r"(?:tăng sản|phì đại|quá sản) (?:nướu|lợi)(?: răng)?", "tăng sản lợi"),
    (r"sốc (?:do )?tim", "sốc do tim"),
    (r"ngủ gà(?: gật)?|buồn ngủ", "ngủ gà"),
    (r"(?:2|cả hai|cả 2) bên", "hai bên"),
    (r"không có nước tiểu|anuria", "vô niệu"),
)  # fmt: skip
_MARKED = tuple((re.compile(rf"\b(?:{pattern})\b"), written) for pattern, written in _WAYS)
_UNMARKED = tuple((re.compile(rf"\b(?:{fold(pattern)})\b"), fold(written)) for pattern, written in _WAYS)


@lru_cache(maxsize=16_384)
def in_one_spelling(text: str) -> str:
    """The text in lower case, every listed way of writing a thing put into one. For comparing alone."""
    lower = nfc(text).lower()
    for pattern, written in _MARKED if has_diacritics(lower) else _UNMARKED:
        lower = pattern.sub(written, lower)
    return lower
