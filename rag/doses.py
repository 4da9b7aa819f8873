"""What a printed sentence does: state a dose, limit one, forbid the drug, or advise on how to take it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from rag.quantities import clearance_bands, quantities
from rag.vietnamese import fold

_DOSE_UNITS = frozenset(
    {"mg", "g", "microgam", "nanogam", "ml", "đvqt", "đơn vị", "mEq", "mmol", "giọt", "viên", "ống", "nhát", "liều"}
)
_CONCENTRATION = frozenset({"ml", "lít", "decilít"})  # "126 mg/decilít" is a level, not a dose
_LIMIT_BEFORE = re.compile(
    r"(?:toi da|khong (?:duoc |dung |nen )*(?:vuot )?qua|khong vuot|toi thieu)[^.;]{0,12}$|(?:hoac )?qua $"
)
_LIMIT_WORDS = re.compile(
    r"\b(?:khong (?:duoc )?(?:dung|khuyen cao|nen|qua|vuot|can|phai)|chong chi dinh|tranh|nhu nguoi lon|ngung|"
    r"giam (?:mot nua|nua|bot|\d+|lieu)|chinh lieu|dieu chinh|gian (?:rong )?khoang cach|toi da|lieu thap|than trong)\b"
)
# "không dùng viên 250 mg", "không dùng quá 3 ngày", "tránh dùng đồng thời" limit a form, a length or a company.
_NOT_THE_DRUG = r"(?! (?:dung )?(?:qua|dang|vien|che pham|dung dich|hon dich|thuoc cham|lieu|dong thoi|cung|chung|keo dai|lo |loai|kem|them|bat ky|ong |dung moi|nuoc ))"
_FORBIDS = re.compile(
    r"\bchong chi dinh\b(?! (?:tuong doi|phoi hop|dung dong thoi))"
    rf"|\bkhong (?:duoc |nen )?(?:dung|cho|chi dinh|khuyen cao(?: dung)?)\b{_NOT_THE_DRUG}"
    rf"|\btranh (?:dung|cho)\b{_NOT_THE_DRUG}"
)


# "Pha liều khuyến cáo trong 50 - 200 ml …": how to make the solution up.
_PREPARES = re.compile(
    r"^(?:[^:]{0,60}: ?)?(?:theo cach dung o \w+: ?)?(?:chi |phai |nen |can )?(?:pha|hoa(?: tan)?)\b"
)
# "Ống 5 mg/5 ml (dành cho sản khoa): …" names a product, "trong 500 ml dung dịch glucose" what it is thinned with.
_PRODUCT_BEFORE = re.compile(
    r"(?:^|\b(?:dung|pha) )(?:ong|lo|vien|goi|chai|tui|che pham|dung dich|hon dich|thuoc tiem)(?: \w+){0,2} (?:[\d,.]+ ?\w+ ?/ ?)?$"
)
_DILUENT_BEFORE = re.compile(r"\b(?:trong|vao|voi|bang)(?: khoang)? $")
_DILUENT_AFTER = re.compile(r"^ ?(?:dung dich|dung moi|nuoc|glucose|dextrose|natri)\b")


@dataclass(frozen=True, slots=True)
class Reading:
    """`limits`: it bears on a dose in any way. `states`: how much to give. `forbids`: not to give it at all."""

    limits: bool
    states: bool
    forbids: bool


@lru_cache(maxsize=16_384)
def read_dose(text: str) -> Reading:
    """What the sentence does; a maximum alone states no dose."""
    folded = fold(text)
    clearances = clearance_bands(text)
    doses = [
        q
        for q in quantities(text)
        if q.unit in _DOSE_UNITS
        and not set(q.per) & _CONCENTRATION
        and not any(band.start < q.end and q.start < band.end for band in clearances)
        and not _is_of_product(folded, q.start, q.end)
    ]
    prepares = _PREPARES.search(folded) is not None
    states = any(not _LIMIT_BEFORE.search(folded[: q.start]) for q in doses) and not prepares
    return Reading(
        limits=bool(doses) or _LIMIT_WORDS.search(folded) is not None,
        states=states,
        forbids=not states and not prepares and _FORBIDS.search(folded) is not None,
    )


def _is_of_product(folded: str, start: int, end: int) -> bool:
    """Is the quantity a strength that opens the sentence, or the volume of a diluent?"""
    opens = end <= folded.find(":") and _PRODUCT_BEFORE.search(folded[:start]) is not None
    thins = _DILUENT_BEFORE.search(folded[:start]) is not None and _DILUENT_AFTER.search(folded[end:]) is not None
    return opens or thins
