"""Slot values in a clinician's words."""

import re
from decimal import Decimal
from fractions import Fraction

from rag.frames import PRETERM, Population, QueryFrame, Renal, Route
from rag.passages import SECTION_TITLES
from rag.quantities import cut_to
from rag.trimesters import in_words
from rag.vietnamese import fold

_TO_THE_GRAM, _TO_TEN_GRAMS = 3, 2  # decimals of a kilogram
POPULATION_WORDS: dict[Population, str] = {
    Population.ADULT: "người lớn",
    Population.CHILD: "trẻ em",
    Population.NEONATE: "trẻ sơ sinh",
    Population.ELDERLY: "người cao tuổi",
    Population.PREGNANT: "phụ nữ mang thai",
    Population.BREASTFEEDING: "phụ nữ cho con bú",
    Population.RENAL: "người suy thận",
    Population.HEPATIC: "người suy gan",
}
ROUTE_WORDS: dict[Route, str] = {
    Route.ORAL: "uống",
    Route.IV_INJECTION: "tiêm tĩnh mạch",
    Route.IV_INFUSION: "truyền tĩnh mạch",
    Route.IM: "tiêm bắp",
    Route.SC: "tiêm dưới da",
    Route.RECTAL: "đặt trực tràng",
    Route.INHALED: "hít",
    Route.NEBULISED: "khí dung",
    Route.SUBLINGUAL: "ngậm dưới lưỡi",
    Route.LOCAL: "dùng tại chỗ",
    Route.OTHER: "đường khác",
}


def plain(value: Decimal) -> str:
    """A decimal as the book writes it: 14,5; 240; 3,2."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace(".", ",")


def age(months: Decimal) -> str:
    """Age in the unit people would say: days under a month, months under two years, then completed years and months."""
    if months < 1:
        return f"{plain((months * 30).quantize(Decimal(1)))} ngày tuổi"
    if months < 24:
        return f"{plain(months.quantize(Decimal('0.1')))} tháng tuổi"
    completed = int(round(Fraction(months), 6))  # 120 weeks are 28 months, and 27,999… as a Decimal
    years, rest = divmod(completed, 12)
    return f"{years} tuổi" + (f" {rest} tháng" if rest else "")


def weight(kg: Decimal) -> str:
    """To the gram; what was told in pounds is cut short and says so."""
    exact = cut_to(_TO_THE_GRAM, Fraction(kg)) == kg
    return f"{plain(kg)} kg" if exact else f"≈ {plain(cut_to(_TO_TEN_GRAMS, Fraction(kg)))} kg"


def is_clearance(value: Renal) -> bool:
    """False for a filtration rate (eGFR, mức lọc cầu thận), which is held against what is printed by clearance."""
    return value.measure != "clcr" or re.search(r"cl|crcl|ccr|thanh thai", fold(value.text)) is not None


def renal(value: Renal) -> str:
    if value.value is None:
        return "suy thận"
    name = {"clcr": "Clcr", "creatinin": "creatinin"}.get(value.measure, "chức năng thận")
    if not is_clearance(value):
        name = "mức lọc cầu thận"
    sign = f" {value.comparator}" if value.comparator else ""
    return f"{name}{sign} {plain(value.value)} {value.unit or ''}".strip()


def populations(frame: QueryFrame) -> str:
    """Who is asked about: "người lớn suy thận", "phụ nữ mang thai", "người lớn và trẻ em"."""
    named = frame.groups or frame.populations
    ages = [POPULATION_WORDS[p] for p in named if p not in _STATES]
    states = [p for p in frame.populations if p in _STATES]
    if not ages:
        return " và ".join(POPULATION_WORDS[p] for p in states)
    return " ".join([" và ".join(ages), " và ".join(_STATES[p] for p in states)]).strip()


_STATES = {
    Population.RENAL: "suy thận",
    Population.HEPATIC: "suy gan",
    Population.PREGNANT: "mang thai",
    Population.BREASTFEEDING: "cho con bú",
}


def routes(of: tuple[Route, ...]) -> str:
    if len(of) > len(Route) // 2:  # all but what was ruled out
        return f"khác ngoài {', '.join(ROUTE_WORDS[r] for r in Route if r not in of)}"
    return ", ".join(ROUTE_WORDS[r] for r in of)


def sections(keys: tuple[str, ...]) -> str:
    return ", ".join(SECTION_TITLES[key] for key in keys)


def weeks_of_newborn(frame: QueryFrame) -> list[str]:
    found = []
    if frame.gestational_weeks is not None:
        found.append(f"tuổi thai {frame.gestational_weeks} tuần")
    if frame.postmenstrual_weeks is not None:
        found.append(f"tuổi sau kinh {frame.postmenstrual_weeks} tuần")
    return found


def patient(frame: QueryFrame) -> str:
    """What is known of the patient, in one phrase; empty when nothing is."""
    parts: list[str] = []
    if frame.populations:
        parts.append(populations(frame))
    if frame.age_months is not None:
        parts.append(age(frame.age_months))
    parts.extend(weeks_of_newborn(frame))
    parts.extend("thiếu tháng" if f.present else "đủ tháng" for f in frame.comorbidities if f.name == PRETERM)
    if frame.weight_kg is not None:
        parts.append(weight(frame.weight_kg))
    if frame.pregnancy_weeks is not None:
        parts.append(f"thai {frame.pregnancy_weeks} tuần")
    elif frame.trimesters:
        parts.append(f"{in_words(frozenset(frame.trimesters))} thai kỳ")
    if frame.renal is not None and frame.renal.value is not None:
        parts.append(renal(frame.renal))
    return ", ".join(parts)


def findings(frame: QueryFrame) -> str:
    """Conditions and allergies that the patient was said to have."""
    return ", ".join(f.name for f in frame.comorbidities if f.present and f.name != PRETERM)


def drugs(frame: QueryFrame) -> str:
    names = [drug.name for drug in frame.drugs]
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " và " + names[-1]


def topic(frame: QueryFrame) -> str:
    """Drug, section and population of a frame in words; no age, weight or dose."""
    parts = [drugs(frame) or ", ".join(frame.unknown_drugs) or "thuốc chưa xác định"]
    if frame.sections:
        parts.append(", ".join(SECTION_TITLES[s] for s in frame.sections if s in SECTION_TITLES))
    if frame.populations:
        parts.append(populations(frame))
    return " – ".join(parts)
