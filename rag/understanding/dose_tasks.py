"""Does the turn want a dose worked out, or a named dose held against the print? "Tính liều …", "150 mg x 3 được không"."""

import re
from dataclasses import replace
from decimal import Decimal

from rag.frames import DoseTask, Intent, QueryFrame, Signal
from rag.passages import DOSING
from rag.vietnamese import fold

_NUMBER = r"\d+(?:[.,]\d+)?"
_MASS = r"(?:microgam|mcg|µg|μg|ug|mg|gam|gram|g|dvqt|iu|ui|don vi|dv|meq|mmol)"
_END = r"(?![^\W\d_])"
_CALCULATES = re.compile(
    r"\btinh (?:giup |gium |ho |thu |toan |ra |dum )*(?:toi |minh |em )?(?:lieu|so (?:ml|mg|vien|mili)|ra)\b"
    rf"|\b(?:bao nhieu|may) (?:{_MASS}|ml|vien|mililit|cc)\b"
)
_STRENGTH = re.compile(rf"(?P<mg>{_NUMBER}) ?(?P<unit>{_MASS}) ?(?:/|trong|moi) ?(?P<ml>{_NUMBER})? ?(?:ml|cc){_END}")
_TABLET = re.compile(rf"\bvien(?: nen| nang| sui)? ?(?P<mg>{_NUMBER}) ?(?P<unit>{_MASS})?{_END}")
_TIMES = r"(?:[x×*] ?(?P<n1>\d{1,2})(?: ?lan)?(?: ?/ ?(?:ngay|24 ?h|24 ?gio))?|,? ?(?:moi |mot )?ngay (?:uong |dung |tiem )?(?P<n2>\d{1,2}) ?lan|,? ?(?P<n3>\d{1,2}) ?lan ?(?:/|moi|mot|trong) ?ngay)"
_EVERY = r"(?:,? ?(?:moi|cach|cu) (?P<h>\d{1,2}) ?(?:h|gio|tieng)(?: ?/ ?lan| mot lan)?|,? ?q(?P<q>\d{1,2}) ?h)"
_NAMED = re.compile(
    rf"(?<![\w.,/])(?P<amount>{_NUMBER}) ?(?P<unit>{_MASS}){_END}(?P<base>(?: ?/ ?| moi | mot )(?:lan|lieu|ngay|24 ?h|24 ?gio))?"
    rf" ?(?:{_TIMES}|{_EVERY})?"
)
_HOW_OFTEN = re.compile(rf"{_TIMES}|{_EVERY}")
# How often or how many, said in a way that was not read: the dose that is meant is not the amount alone.
_COUNTED = re.compile(
    r"\b(?:\d+(?:[.,/]\d+)?|nua|hai|ba|bon|nam|sau|bay|tam|chin|muoi)"
    r" ?(?:lan|cu|bua|gio|h|tieng|vien|goi|ong|lo|chai|nhat|xit|giot|muong|thia|mieng|lieu)\b"
    r"|\b(?:sang|trua|chieu|toi|moi gio|hang gio|lien tuc|gap doi|gap ba)\b|[x×*] ?\d"
)
_ASKS = re.compile(
    r"\b(?:duoc khong|duoc ko|dc khong|dc ko|duoc k|co duoc|co dung|dung khong|dung lieu|co cao|cao khong|qua cao|thap khong|"
    r"co thap|co du|du lieu|du khong|co vuot|vuot|qua lieu khong|co qua|hop ly|phu hop|on khong|ok khong|ok ko|sai khong|co sai|"
    r"kiem tra lieu|duoc chua|dung chua|ok chua)\b"
)
# "0,7 m2" of a patient; "mg/m2" has no number there, and "ml/phút/1,73 m2" is no patient's.
_SURFACE = re.compile(rf"(?<![\w/.,])(?P<m2>{_NUMBER}) ?m ?[2²]")
_STANDARD_SURFACE = Decimal("1.73")
_FEMALE = re.compile(r"\b(?:nữ|phụ nữ|bà|chị|cô)\b", re.IGNORECASE)
_MALE = re.compile(r"\b(?:nam giới|nam|ông|anh)\b", re.IGNORECASE)
_UNITS = {
    "mcg": "microgam", "µg": "microgam", "μg": "microgam", "ug": "microgam", "gam": "g", "gram": "g", "dvqt": "đvqt",
    "iu": "đvqt", "ui": "đvqt", "don vi": "đơn vị", "dv": "đơn vị", "meq": "mEq",
}  # fmt: skip
_PER_KG = re.compile(r"^ ?/ ?(?:kg|m ?2)")


_WEIGHT_IN_GRAMS = 300  # no dose of this book is larger; a newborn is


def with_dose_task(frame: QueryFrame, text: str) -> QueryFrame:
    """The frame with what it wants worked out. A named dose is a question for the dose, whatever its words ask."""
    if Signal.EMERGENCY in frame.signals or frame.intent not in (Intent.DOSE, Intent.SECTION, Intent.UNCLEAR):
        return frame
    task = dose_task_in(text)
    if task is None or len(frame.drugs) > 1:
        return frame
    if task.checks:
        rules = {**frame.rules, "sections": "dose.named"}
        return replace(frame, dose_task=task, intent=Intent.DOSE, sections=(DOSING,), rules=rules)
    is_reply = task == DoseTask(surface_m2=task.surface_m2) and not frame.drugs
    return replace(frame, dose_task=task) if frame.intent is Intent.DOSE or is_reply else frame


def dose_task_in(text: str) -> DoseTask | None:
    """`text`: the question as it is read (NFC). None: it only asks what is printed."""
    folded = fold(text)
    strength = _STRENGTH.search(folded)
    without_strength = _STRENGTH.sub(lambda m: " " * len(m.group()), folded)
    tablet = _TABLET.search(without_strength)
    named = _named(without_strength if tablet is None else _blank(without_strength, tablet))
    asked = _CALCULATES.search(folded)
    if named is not None and (_ASKS.search(folded) is None or strength is not None):
        named = None
    often = None
    if named is not None:
        rest = _blank(without_strength, named)
        often = None if _says_how_often(named) else _HOW_OFTEN.search(rest)
        if _COUNTED.search(rest if often is None else _blank(rest, often)):
            named = None
    if asked is None and named is None:
        surface = _surface(folded)
        return None if surface is None else DoseTask(surface_m2=surface)
    task = DoseTask(
        strength=_decimal(strength["mg"]) if strength else _decimal(tablet["mg"]) if tablet else None,
        strength_unit=_unit(strength["unit"]) if strength else _unit(tablet["unit"] or "mg") if tablet else "",
        strength_ml=(_decimal(strength["ml"]) if strength["ml"] else Decimal(1)) if strength else None,
        wants_volume=strength is not None,
        wants_tablets=tablet is not None or re.search(r"\b(?:may|bao nhieu|so) vien\b", folded) is not None,
        surface_m2=_surface(folded),
        sex="nữ" if _FEMALE.search(text) else "nam" if _MALE.search(text) else "",
    )
    return task if named is None else _with_named(task, named, often or named)


def _surface(folded: str) -> Decimal | None:
    found = _SURFACE.search(folded)
    value = _decimal(found["m2"]) if found else None
    return None if value == _STANDARD_SURFACE else value


def _named(folded: str) -> re.Match[str] | None:
    """The first amount that is a dose: no rate per kilogram."""
    for match in _NAMED.finditer(folded):
        is_weight = match["unit"] in ("g", "gam", "gram") and _decimal(match["amount"]) >= _WEIGHT_IN_GRAMS
        if not is_weight and not _PER_KG.match(folded[match.end("unit") :]):
            return match
    return None


def _blank(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]


def _says_how_often(match: re.Match[str]) -> bool:
    return any(match[group] for group in ("n1", "n2", "n3", "h", "q"))


def _with_named(task: DoseTask, named: re.Match[str], often: re.Match[str]) -> DoseTask:
    times = often["n1"] or often["n2"] or often["n3"]
    hours = often["h"] or often["q"]
    base = named["base"] or ""
    return DoseTask(
        amount=_decimal(named["amount"]),
        unit=_unit(named["unit"]),
        per_day="ngay" in base or "24" in base,
        times_per_day=Decimal(times) if times and int(times) else None,
        interval_hours=Decimal(hours) if hours and int(hours) else None,
        strength=task.strength,
        strength_unit=task.strength_unit,
        strength_ml=task.strength_ml,
        wants_volume=task.wants_volume,
        wants_tablets=task.wants_tablets,
        surface_m2=task.surface_m2,
        sex=task.sex,
    )


def _decimal(digits: str) -> Decimal:
    """A point before exactly three digits groups thousands as people type them: "1.500 mg"."""
    if re.fullmatch(r"\d{1,3}\.\d{3}", digits) and not digits.startswith("0"):
        return Decimal(digits.replace(".", ""))
    return Decimal(digits.replace(",", "."))


def _unit(word: str) -> str:
    return _UNITS.get(word, word)
