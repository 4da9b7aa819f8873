"""Patterns of the words that name a dose, for folded text; `dose_words` applies them in order."""

import re

from rag.quantities import WORD_NUMBERS

_DIGITS = r"(?:\d{1,3}(?: \d{3})+(?!\d)|\d+)(?:[.,]\d+)*"
NUMBER = rf"(?<![\w.,/])(?:{_DIGITS})(?!\d)"
MASS = r"(?:microgam|nanogam|microg|mcg|µg|μg|ug|mg|gam|gram|gr|g|dvqt|iu|ui|don vi|dv|meq|mmol)(?![^\W\d_])"
UNITS = {
    "mcg": "microgam", "µg": "microgam", "μg": "microgam", "ug": "microgam", "microg": "microgam", "gam": "g",
    "gram": "g", "gr": "g", "dvqt": "đvqt", "iu": "đvqt", "ui": "đvqt", "don vi": "đơn vị", "dv": "đơn vị",
    "meq": "mEq",
}  # fmt: skip
FORMS = {
    "vien": "viên", "nang": "viên", "ong": "ống", "lo": "lọ", "goi": "gói", "chai": "chai", "tui": "túi", "ml": "ml",
    "cc": "ml", "giot": "giọt", "nhat": "nhát", "xit": "nhát", "thia": "thìa", "muong": "thìa", "mieng": "miếng",
}  # fmt: skip
_FORM = rf"(?:{'|'.join(sorted(FORMS, key=len, reverse=True))})(?![^\W\d_])"
_WORD = rf"\b(?:{'|'.join(WORD_NUMBERS)})\b"
_COUNT = rf"(?:(?<![\w.,/])\d/\d(?![\d/])|{NUMBER}|\bnua\b|[½¼¾]|{_WORD})"
_FEW = rf"(?:\d{{1,2}}(?![\d.,]\d|\d)|{_WORD})"
_TO = r" ?(?:-|–|den|toi|hoac|hay) ?"
_COUNTS = rf"(?:(?P<low>{_COUNT}){_TO})?(?P<high>{_COUNT})"
_TIMES = rf"(?:(?P<low>{_FEW}){_TO})?(?P<high>{_FEW})"
_A_DAY = r"(?:ngay|24 ?h|24 ?gio)\b"
_TAKEN = r"(?: (?:uong|dung|tiem|truyen|cho|xit|hit|nho|dat|boi))*"
_KINDS = r"(?: (?:nen|nang|sui|bao phim|ham luong|loai|thuoc|uong|tiem|hon dich|dung dich|bot|dan|dat|siro|si ro))*"
_OF_SIZE = r"(?! ?/ ?(?:kg|ky|ki|m ?[2²]))"

_LAB = (
    r"\b(?:[ck]reatinine?|creat|crea|scr|cre|glucose|duong huyet|duong mau|ure|bilirubin|kali mau|natri mau|crp|"
    r"acid uric)\b"
)
NO_DOSE: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern)
    for pattern in (
        # Levels in blood and organ functions, with or without their unit.
        rf"{_LAB}[^\d,;]{{0,14}}{NUMBER}(?: ?(?:mg|microgam|micromol|mmol|umol|µmol|μmol|mol|g)\b\S*)?",
        rf"{NUMBER} ?(?:mg|g|microgam|mcg|ng|micromol|mmol|umol|µmol|μmol|meq) ?(?:/ ?(?:dl|decilit|l|lit)\b|%)",
        rf"{NUMBER} ?(?:ml ?/ ?(?:phut|ph|min|p)\b|mmhg|do c\b|%|cm\b|m ?[2²])",
        # Weights, ages, lengths of treatment.
        rf"{NUMBER} ?(?:kgs?|ky|ki|kilo|can|lbs?|pounds?)\b(?! ?/)"
        r"(?: ?(?:[5-9]\d|[1-9]\d\d) ?(?:gam|gram|gr|g)\b(?! ?/))?",
        rf"{NUMBER} ?(?:tuoi|t|thang tuoi|tuan tuoi|ngay tuoi|thang|th)\b",
        rf"(?:\b(?:trong|lien tuc|suot|du|them|x) ?)?(?:{NUMBER} ?[-–] ?)?"
        rf"(?<![\w.,/])(?!1 ?(?:ngay|tuan))\d{{1,2}} ?(?:ngay|tuan)\b",
    )
)
# What an amount alone does not tell: steps, alternate days, a dose for the morning and another for the night.
NOT_READ = re.compile(
    r"\b(?:cach ngay|cach nhat|ngay cach ngay|xen ke|luan phien|gap doi|gap ba|gap ruoi|hang gio|moi gio)\b"
    r"|\b(?:ruoi|moi bua)\b"
    r"|\b(?:ngay (?:dau|thu)|lieu (?:dau|nap|tan cong)|sau do|roi (?:giam|tang)|(?:sang|trua|chieu)(?! (?:nay|cao)))\b"
    rf"|\b(?:moi|cach) {_COUNT} ?(?:ngay|tuan|thang)\b"
    rf"|(?<![\w.,/])(?!(?:1|mot)\b){_COUNT} ?ngay ?(?:/|mot|1|moi)? ?(?:lan|vien)"
    rf"|{_COUNT} ?(?:cu|bua|muong|thia|mieng|vi)\b|\btoi (?={_COUNT} ?(?:{_FORM}|{MASS}))"
    rf"|(?<!\w)\d+ ?[x×*] ?(?=\d[\d.,]* ?(?:{_FORM}|{MASS}))"
)
# "chia 3 TB", "chia 3 được không", "chia 3 ngày" aside.
_NO_FORM_BEHIND = r"(?= ?(?:$|[,.?!;]|(?:tb|ttm|tm|tiem|truyen|uong|duoc|dc|dk|nguoi|tre|be|cho)\b))"
OFTEN: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("chia", rf"\bchia(?: deu)?(?: lam| thanh| ra)? {_TIMES}(?: ?(?:lan|lieu)\b|{_NO_FORM_BEHIND})"
                 rf"(?: ?/ ?{_A_DAY}| (?:moi|mot|trong) {_A_DAY})?"),
        ("tuần", rf"\b(?:moi |mot |1 )?tuan{_TAKEN} {_TIMES} ?lan\b"),
        ("tuần", rf"(?:[x×*] ?|(?<![\w.,/])){_TIMES} ?(?:lan|lieu) ?(?:/ ?|moi |mot |trong |trong mot |1 )tuan\b"),
        ("giờ", rf"\b(?:moi|cach|cu)(?: nhau)?(?: moi)? {_TIMES} ?(?:h|gio|tieng)\b"
                rf"(?: ?/ ?lan\b|{_TAKEN} ?(?:mot|1) (?:lan|lieu|cu)\b)?"),
        ("giờ", rf"(?<![\w.,/]){_TIMES} ?(?:h|gio|tieng) ?(?:/ ?lan\b|(?:mot|1) (?:lan|lieu|cu)\b)"),
        ("giờ", r"\bq ?(?:(?P<low>\d{1,2}) ?[-–] ?)?(?P<high>\d{1,2}) ?h\b"),
        ("ngày", rf"\b(?:moi |mot |1 )?ngay{_TAKEN},? {_TIMES} ?lan\b"),
        ("ngày", rf"(?:[x×*] ?|(?<![\w.,/])){_TIMES} ?(?:lan|lieu) ?(?:/ ?|moi |mot |trong |trong mot |1 ){_A_DAY}"),
        ("ngày", rf"(?:[x×*] ?|(?<![\w.,/])){_TIMES} ?lan ngay\b(?! ?(?:{_COUNT}|truoc|sau|qua|mai))"),
        ("ngày", rf"[x×*] ?{_TIMES}(?: ?lan\b)?(?: ?/ ?{_A_DAY})?"
                 rf"(?!\d|[.,]\d| ?(?:{_FORM}|{MASS}|ngay|tuan|thang|kg|lan|[x×*]))"),
        ("latin", r"\b(?P<latin>qd|bid|tid|qid)\b"),
        ("", rf"(?:[x×*] ?|(?<![\w.,/])){_TIMES} ?lan\b"),
    )
)  # fmt: skip
TIMES_OF_DAY = {"toi": "tối", "sang": "sáng", "trua": "trưa", "chieu": "chiều"}
LATIN = {"qd": 1, "bid": 2, "tid": 3, "qid": 4}
_BASE = rf"(?P<base>(?: ?/ ?| moi | mot )(?:lan|lieu|{_A_DAY}|tuan|gio|h|phut|ph)\b)?(?P<again> ?/ ?(?:lan|ngay))?"
PER_ML = re.compile(
    rf"(?P<mass>{NUMBER}) ?(?P<unit>{MASS}) ?(?:/|trong|moi) ?(?P<ml>(?<![.,])\d+(?:[.,]\d+)?)? ?(?:ml|cc)\b"
)
HOLDS = re.compile(rf"(?P<ml>{NUMBER}) ?(?:ml|cc) ?(?:co|chua|=) ?(?P<mass>{NUMBER}) ?(?P<unit>{MASS})")
IN_ONE = re.compile(rf"{_COUNT} ?(?:ong|goi){_KINDS} ?\(?$")
_BEHIND = rf"(?P<behind>(?: ?/ ?| moi | mot )(?:lan|lieu|{_A_DAY}|tuan)\b)?"
COUNTED = re.compile(
    rf"{_COUNTS} ?(?P<form>{_FORM}){_BASE}"
    rf"(?:{_KINDS} ?\(?(?P<mass>{NUMBER}) ?(?:(?P<unit>{MASS}){_OF_SIZE}(?: ?/ ?\d+(?:[.,]\d+)? ?ml\b)?"
    rf"|(?! ?(?:{MASS}|{_FORM}|lan|x|[×*]|ngay|gio|h|tuoi|t|kg|thang|tuan|%|/|-)))\)?{_BEHIND})?"
)
OF_ONE = re.compile(
    rf"\b(?P<form>vien|nang|ong|goi|lo)\b{_KINDS} ?\(?(?P<mass>{NUMBER}) ?(?:(?P<unit>{MASS}){_OF_SIZE}"
    rf"|(?! ?(?:{MASS}|{_FORM}|lan|x|[×*]|ngay|gio|h|tuoi|t|kg|thang|tuan|%|/|-)))"
    rf"|(?P<mass2>{NUMBER}) ?(?P<unit2>{MASS}) ?(?:/|moi|mot) ?(?P<form2>vien|nang|ong|goi|lo)\b"
)
AMOUNT = re.compile(
    rf"(?:(?P<low>{NUMBER}) ?(?P<low_unit>{MASS})? ?(?:-|–|den|toi) ?)?"
    rf"(?P<high>(?<![\w.,/]){_DIGITS}) ?(?P<unit>{MASS})(?P<per> ?/ ?(?:kg|ky|ki|m ?[2²]))?{_BASE}"
)
BASES = {"lan": "lần", "lieu": "lần", "tuan": "tuần", "gio": "giờ", "h": "giờ", "phut": "phút", "ph": "phút"}
DAY_BEFORE = re.compile(rf"\b{_A_DAY}{_TAKEN}(?: (?:tong|tong lieu|la|lieu|het|khoang))* ?:? *$")
WEEK_BEFORE = re.compile(rf"\btuan{_TAKEN}(?: (?:tong|tong lieu|la|lieu))* ?:? *$")
