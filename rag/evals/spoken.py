"""What a reply says aloud: a value that is carried over must be named, not only used."""

import re
from collections.abc import Callable
from decimal import Decimal

from rag.evals.replies import Reply, Shelf, contains_words, title_key
from rag.passages import DOSING, SECTION_TITLES
from rag.quantities import DAYS_PER_MONTH, MONTHS_PER_YEAR, WEEKS_TO_MONTHS, decimal_of
from rag.vietnamese import fold, nfc

TOLERANCE = Decimal("0.05")
"""Kilograms or months within which two values are the same."""

_POPULATION_WORDS: dict[str, tuple[str, ...]] = {
    "nguoi_lon": ("người lớn",),
    "tre_em": ("trẻ", "bé"),
    "tre_so_sinh": ("sơ sinh",),
    "nguoi_cao_tuoi": ("cao tuổi",),
    "phu_nu_co_thai": ("mang thai", "có thai", "thai kỳ"),
    "phu_nu_cho_con_bu": ("cho con bú",),
    "suy_than": ("suy thận", "thanh thải", "lọc cầu thận", "lọc máu", "Clcr", "creatinin"),
    "suy_gan": ("suy gan", "xơ gan"),
}
_ROUTE_WORDS: dict[str, tuple[str, ...]] = {
    "uong": ("uống",),
    "tiem_tinh_mach": ("tĩnh mạch",),
    "truyen_tinh_mach": ("truyền",),
    "tiem_bap": ("tiêm bắp",),
    "tiem_duoi_da": ("dưới da",),
    "dat_truc_trang": ("trực tràng",),
    "hit": ("hít", "xịt"),
    "khi_dung": ("khí dung",),
    "ngam_duoi_luoi": ("dưới lưỡi",),
    "tai_cho": ("tại chỗ", "bôi", "nhỏ"),
}
_AGE = re.compile(r"(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(tuoi|thang|tuan|ngay)(?:\s*tuoi)?(?:\s*(\d+)\s*thang|\s*(ruoi))?")
_WEIGHT = re.compile(r"(?<![\d.,])(\d+(?:[.,]\d+)?)\s*kg\b")
_UNIT_MONTHS = {"tuoi": MONTHS_PER_YEAR, "thang": Decimal(1), "tuan": WEEKS_TO_MONTHS, "ngay": 1 / DAYS_PER_MONTH}


def same(a: Decimal | None, b: Decimal | None) -> bool:
    return a is not None and b is not None and abs(a - b) <= TOLERANCE


def ages(text: str) -> tuple[Decimal, ...]:
    """Every age or length of time in the text, in months: "5 tuổi rưỡi", "5 tuổi 6 tháng", "20 ngày"."""
    found = []
    for number, unit, months, half in _AGE.findall(fold(nfc(text))):
        extra = Decimal(months or 0) + (_UNIT_MONTHS[unit] / 2 if half else 0)
        found.append(decimal_of(number) * _UNIT_MONTHS[unit] + extra)
    return tuple(found)


def weights(text: str) -> tuple[Decimal, ...]:
    return tuple(decimal_of(number) for number in _WEIGHT.findall(fold(nfc(text))))


def _names_a_drug(reply: Reply, shelf: Shelf) -> bool:
    about = reply.drugs or reply.offered
    named = all(contains_words(reply.said, title_key(reply.title(drug, shelf))) for drug in about)
    unknown = all(contains_words(reply.said, name) for name in reply.unknown_drugs)
    return bool(about or reply.unknown_drugs) and named and unknown


def _names_a_section(reply: Reply, _: Shelf) -> bool:
    # A quotation stands under its section's heading, so a cited section is said.
    shown = {cited.section for cited in reply.cited} | set(reply.pointed)
    words = [title_key(SECTION_TITLES[section]) for section in reply.sections]
    if DOSING in reply.sections:
        words.append("liều")
    return bool(shown & set(reply.sections)) or any(contains_words(reply.said, word) for word in words)


def _names_all(values: tuple[str, ...], words: dict[str, tuple[str, ...]], text: str) -> bool:
    return bool(values) and all(any(contains_words(text, w) for w in words.get(value, ())) for value in values)


def _names_a_population(reply: Reply, _: Shelf) -> bool:
    return _names_all(reply.populations, _POPULATION_WORDS, reply.said)


def _names_a_route(reply: Reply, _: Shelf) -> bool:
    return any(_names_all((route,), _ROUTE_WORDS, reply.said) for route in reply.routes)


def _names_an_age(reply: Reply, _: Shelf) -> bool:
    return any(same(age, reply.age_months) for age in ages(reply.said))


def _names_a_weight(reply: Reply, _: Shelf) -> bool:
    return any(same(weight, reply.weight_kg) for weight in weights(reply.said))


def _says(value: str | None, reply: Reply) -> bool:
    return value is not None and contains_words(reply.said, value)


SAYS: dict[str, Callable[[Reply, Shelf], bool]] = {
    "drug": _names_a_drug,
    "section": _names_a_section,
    "population": _names_a_population,
    "route": _names_a_route,
    "age": _names_an_age,
    "weight": _names_a_weight,
    "indication": lambda reply, _: _says(reply.indication, reply),
    "condition": lambda reply, _: _says(reply.condition, reply),
}
"""Slot of a case's `carried` -> does the reply say its value aloud?"""
