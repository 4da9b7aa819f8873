"""The units of the book as patterns over folded text, and what they measure."""

import re
from decimal import Decimal

DOSE_UNIT = (
    r"(?:microgam|nanogam|picogam|micromol|milimol|mg|gam|g|ml|dvqt|dv|don vi|iu|ui|meq|mmol|mcg|giot|vien|ong|lo|goi)"
)
NUMBER = r"\d+(?: \d{3})*(?:[.,]\d+)?"
DASH = r"\s?[-–]\s?"

# A dose, not a clearance: ml/phút.
DOSE = re.compile(rf"\d\s?{DOSE_UNIT}\b(?!\s?/\s?phut)")

RENAL_CUE = re.compile(r"\bcl\s?cr\b|\bcrcl\b|thanh thai|muc loc|toc do loc|do loc cau|\bgfr\b|\bmlct\b|creatinin")

_SCALE = {
    "g": ("mass", "1000"), "gam": ("mass", "1000"), "mg": ("mass", "1"), "microgam": ("mass", "0.001"),
    "mcg": ("mass", "0.001"), "nanogam": ("mass", "0.000001"), "picogam": ("mass", "0.000000001"),
    "ml": ("volume", "1"), "lit": ("volume", "1000"), "kg": ("weight", "1"),
    "dvqt": ("units", "1"), "iu": ("units", "1"), "ui": ("units", "1"), "dv": ("units", "1"), "don vi": ("units", "1"),
    "mmol": ("moles", "1"), "micromol": ("moles", "0.001"), "meq": ("equivalents", "1"),
    "vien": ("tablets", "1"), "giot": ("drops", "1"),
    "tuoi": ("age", "12"), "nam tuoi": ("age", "12"), "thang tuoi": ("age", "1"), "thang": ("age", "1"),
}  # fmt: skip
SCALED_UNIT = "(?:" + "|".join(sorted(_SCALE, key=len, reverse=True)) + ")"


def measure(unit: str) -> tuple[str, Decimal]:
    """What a folded unit measures and how large one of it is. Raises KeyError for a unit that is not scaled."""
    what, size = _SCALE[unit]
    return what, Decimal(size)


def value_of(digits: str) -> Decimal:
    """Of a printed number: blank between thousands, comma or point before decimals."""
    return Decimal(digits.replace(" ", "").replace(",", "."))
