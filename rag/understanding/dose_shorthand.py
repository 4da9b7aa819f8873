"""Doses as prescriptions shorten them, written out: millions of units, tablets, times a day."""

import re
from decimal import Decimal

_MILLIONS_IN_WORDS = {
    "nửa": "0.5", "một": "1", "hai": "2", "ba": "3", "bốn": "4", "năm": "5", "sáu": "6", "bảy": "7", "tám": "8",
    "chín": "9", "mười": "10",
}  # fmt: skip
_IN_UNITS = r"(?:đơn vị|don vi|đvqt|đv|dvqt|dv|iu|ui)\b"
_MORE = r"(?<!mười )(?<!mươi )(?<!chục )(?<!trăm )"  # "mười hai triệu" is not two million
_IN_MILLIONS = rf"(?:\d{{1,3}}(?:[.,]\d{{1,2}})?(?![\d.,])|{_MORE}(?:{'|'.join(_MILLIONS_IN_WORDS)})(?= ))"
_MILLIONS = re.compile(
    rf"(?<![\w.,/])(?:(?P<low>{_IN_MILLIONS})(?P<to> ?(?:-|–|đến|den|tới|toi) ?))?(?P<high>{_IN_MILLIONS})"
    rf" ?(?:(?:triệu|trieu|tr)(?P<half> rưỡi| ruoi)? ?(?={_IN_UNITS})"
    r"|(?:m ?ui|miu)\b(?P<unit>))",
    re.IGNORECASE,
)
_GROUPED = re.compile(
    rf"(?<![\w.,/])[1-9]\d{{0,2}}(?:(?:\.\d{{3}}){{2,}}|(?:,\d{{3}}){{2,}})(?= ?{_IN_UNITS})", re.IGNORECASE
)
_FEW_TABLETS = re.compile(r"(?<![\w.,/])(\d{1,2})(?:v|(?<=[x×*] \d) v)\b", re.IGNORECASE)  # "2v", "x 2 v"
_TIMES_A_DAY = re.compile(r"(?<=[x×*])( ?\d{1,2}) ?l ?/ ?(?:ngày|ngay|ng|n)\b", re.IGNORECASE)  # "x4l/ng"


def spelt_out(text: str) -> str:
    """ "4 triệu đơn vị" in units, and the shorthand of prescriptions for tablets and times a day.

    Two points or two commas ("1.000.000 UI") group thousands of units in every reading; one alone is left to `number`.
    """
    text = _MILLIONS.sub(_in_units, text)
    text = _GROUPED.sub(lambda m: re.sub(r"[.,]", "", m.group()), text)
    return _TIMES_A_DAY.sub(r"\1 lần/ngày", _FEW_TABLETS.sub(r"\1 viên", text))


def _in_units(match: re.Match[str]) -> str:
    high = _millions(match["high"], half=match["half"] is not None)
    return f"{_millions(match['low'])}{match['to'] or ''}{high} {'' if match['unit'] is None else 'ui'}"


def _millions(written: str | None, *, half: bool = False) -> str:
    if written is None:
        return ""
    told = Decimal(_MILLIONS_IN_WORDS.get(written.lower(), written).replace(",", "."))
    return f"{int((told + (Decimal('0.5') if half else 0)) * 1_000_000)}"
