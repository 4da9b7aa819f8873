"""What may stand beside a number of a dose: listed units, counted words, and words of the language. Nothing else.

The grammar says what is lawful, not what is wrong: a token that nobody listed holds the block.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from rapidfuzz.distance import OSA

from formulary.ingest.detectors.numbers import LETTER_FOR_DIGIT
from formulary.ingest.detectors.printed_units import NUMBER
from formulary.ingest.detectors.units import MISREAD_UNIT
from formulary.ingest.detectors.views import View, evidence
from formulary.ingest.vietnamese_words import is_syllable
from rag.vietnamese import accent_key, fold

_UNITS_LISTED = (
    "mg g gam kg microgam nanogam picogam mcg µg μg ml lít l L dl decilít mililít microlít cm mm m cm2 m2 m3 cm3 mm3 "
    "cm² m² m³ cm³ mm³ mmol µmol μmol micromol milimol nanomol nmol mol mEq meq mOsm mosm osmol mmHg cmH2O kPa "
    "đvqt đv đvđ IU UI iu ui kcal kJ calo MBq mCi Gy MV kV Hz ppm h mU oC"
)
_COUNTED_LISTED = (
    "giờ lần ngày tuổi tháng tuần phút giây năm liều viên giọt ống lọ gói nang đơn đợt mũi chu kỳ thìa muỗng nhát xịt "
    "bữa hơi cái miếng tuýp túi chai bình bơm phần triệu nghìn tỷ tỉ trăm ngàn đêm quý thai tuyến lít độ điểm vòng hạt "
    "hộp vỉ khoang nốt cốc tép giai buổi"
)
_UNITS = frozenset(_UNITS_LISTED.split())
_COUNTED = frozenset(_COUNTED_LISTED.split())
# What a dose is per; a number and a word of the language may stand there too ("mg/24 giờ", "mg/khớp").
_PER_LISTED = (
    "kg m2 m² ngày lần giờ phút giây ml l lít dl decilít tuần tháng năm liều viên ống lọ gói mm3 mm³ cm2 cm² h"
)
_PER = frozenset(_PER_LISTED.split())
# Letters of the words that count time and doses: with other marks they are misread, whatever word they make.
_MEASURED_LISTED = "gio lan ngay tuoi thang tuan phut giay lieu vien giot ong goi lo muong thia buoi lit"
_MEASURED = frozenset(_MEASURED_LISTED.split())
_SAID_BEHIND_A_NUMBER = frozenset({
    ("lan", "tỏa"), ("lan", "toả"), ("lan", "rộng"), ("lan", "truyền"), ("lan", "sang"), ("lo", "âu"), ("lo", "lắng"),
    ("liệu", "pháp"), ("tuân", "thủ"), ("ông", "bà"),
})  # fmt: skip
# Words without marks, of three letters at most, that may follow a number or stand before a unit.
_PLAIN_LISTED = (
    "an ba ban bao ca can cao chi cho co con cung da dai dao do du gia giai hai hay ho hoa hoi khi khu kim lan lo mai "
    "may nam nay nhu non nu qua ra rau sao sau so ta tai tan tay theo thi thu tim to tra tre tu tuy va van vi xa xem "
    "xin x hoac trong trung tia no in gan ung gel typ INR ADR HIV MAC MIC IBW TBW LDL NPH ST QT Fab CMF ion oxy "
    "the and to or pH Hib BSA ULN"
)
_PLAIN = frozenset(_PLAIN_LISTED.split())
_LONG_UNITS = ("microgam", "nanogam", "picogam", "micromol", "milimol", "decilit")
_SEEN_FOR_UNITS = frozenset({"luổi", "iuổi", "ruổi", "cuổi", "liêu"})

_BEHIND = re.compile(rf"(?<![\w.,])(?<![^\W\d_]-){NUMBER}(?P<blank> ?)(?P<token>[^\W\d_]+[\d²³]?)(?P<next> [^\W\d_]+)?")
_MIXED = re.compile(r"[^\W_]*(?:\d[^\W\d_]|[^\W\d_]\d)[^\W_]*")
_NUMBER_AND_TOKEN = re.compile(r"\d+(?P<token>[^\W\d_]+[23²³]?)")
# B12, K1, HbA1c, CYP3A4, H2O: a name begins with a capital, and its first letter is no digit misread.
_NAME_WITH_DIGITS = re.compile(r"[A-ZĐ][^\W_]*|[pq]H\d*|p\d{2}|[a-z]{3,}\d{1,2}[a-z]?|mm?ol|cmH2O")
_ENZYME = re.compile(r"\d[A-J]\d{1,2}")  # "CYP2A6, 2B6, 2C9"
_FIRST_MAY_BE_A_DIGIT = re.compile(r"[A-ZĐ][\dIlOoSZB]+")
_ONLY_FALSE_DIGITS = re.compile(r"[lIOoSZBQ|!]+")
_LEVEL_OF_A_KIND = re.compile(
    r"(?:\b(?:nhom|typ|tuyp|loai|doan|type|lop|thi|pha|bac|muc|alfa|alpha|beta|gamma) |(?<!toc )(?<!nong )\bdo |-)$"
)
_LEVEL = re.compile(r"\d*[a-dA-D]?|[IVX]+[a-dA-D]?")
_SHORT_OF_A_LETTER = re.compile(r"(?:\bvitamin (?:[a-z]\d*(?:, | va | hoac |/))*|\bnhom |\bviem gan |-)$")
_MEASURES = r"(?:mg|microgam|ml|kg|g|đvqt|mmol|tuổi|giờ|phút|ngày|tuần|tháng|năm|lần|viên|ống|giọt|gói|lọ|liều|%)"
_BEFORE = re.compile(
    rf"(?<![\w/.,])(?P<token>[A-Za-z|!][A-Za-z\d|!]{{0,2}}) ?(?<=[ |!])(?P<unit>{_MEASURES})(?![^\W_])"
)
_DENOMINATOR = re.compile(
    r"(?<![^\W_])(?:\d+ ?)?(?:mg|g|gam|microgam|nanogam|ml|đvqt|đv|đơn vị|mmol|micromol|mEq|kg|giờ|lần|ngày|phút|tuần"
    r"|liều|giọt|viên|ống|m2|m²) ?/ ?(?P<token>[^\W_]+)"
    r"(?P<rest>(?: ?/ ?[^\W_]+)*)(?P<next> [^\W\d_]+)?"
)
_BROKEN = re.compile(r"\b[mkd] [gl]\b|\bm (?:ol|cg)\b|/ ?k g\b")
# "b,5 mg/kg", "cách 1g giờ/lần"
_LETTER_FOR_A_NUMBER = re.compile(
    rf"(?<![^\W_])[^\W\d_],\d|\d[glmhL] (?:{_MEASURES}|đv)(?![^\W_])"
    r"|(?<!\d )(?<!\d)\b[glm] (?:tháng|tuổi|giờ|tuần|năm)\b"
)
_CONCENTRATION = re.compile(r" ?/ ?(?:ml|dl|l|lit|decilit)\b")


def unknown_token(view: View) -> str | None:
    """`l8 tuổi`, `500 m g`, `10 ug/kg`, `5 mg1/kg`, `b tuổi`: no number of a dose has that beside it.

    Places that the lists of misread digits and units already tell are left to them.
    """
    told = [m.span() for pattern in (LETTER_FOR_DIGIT, MISREAD_UNIT) for m in pattern.finditer(view.text)]
    for start, end in (*_mixed(view), *_behind(view), *_before(view), *_per(view)):
        if not any(start < e and s < end for s, e in told):
            return evidence(view.text, start, end)
    return None


def _mixed(view: View) -> Iterator[tuple[int, int]]:
    """Letters and digits in one token: a number with its unit, or a name."""
    for match in _MIXED.finditer(view.text):
        token, before = match.group(), view.folded[max(0, match.start() - 12) : match.start()]
        glued = _NUMBER_AND_TOKEN.fullmatch(token)
        if glued and (glued["token"] in _UNITS or glued["token"] in _COUNTED or _is_level(token, before)):
            continue
        if token in _UNITS or (token in _PER and view.text[match.start() - 1 : match.start()] in ("/", " ")):
            continue
        if _ENZYME.fullmatch(token) and "cyp" in view.folded:
            continue
        name = _NAME_WITH_DIGITS.fullmatch(token)
        if name and not (_FIRST_MAY_BE_A_DIGIT.fullmatch(token) and _counts(view, match)):
            continue
        yield match.start(), match.end()


def _is_level(token: str, before: str) -> bool:
    return _LEVEL_OF_A_KIND.search(before) is not None and _LEVEL.fullmatch(token) is not None


def _counts(view: View, match: re.Match[str]) -> bool:
    """Does a token that may be a misread number stand where a number would: before a unit or behind a dash?"""
    before, after = view.text[max(0, match.start() - 3) : match.start()], view.text[match.end() : match.end() + 12]
    is_vitamin = view.folded[max(0, match.start() - 8) : match.start()] == "vitamin "
    behind_dash = re.search(r"\d ?[-–,] ?$|[<>≥≤] ?$", before) is not None
    return behind_dash or (not is_vitamin and re.match(rf" ?{_MEASURES}(?![^\W_])", after) is not None)


def _behind(view: View) -> Iterator[tuple[int, int]]:
    for match in _BEHIND.finditer(view.text):
        token, following = match["token"], (match["next"] or "").strip()
        if _ENZYME.match(view.text, match.start()) and "cyp" in view.folded:
            continue
        if token == "ng" and _CONCENTRATION.match(view.folded, match.end("token")):
            continue
        in_pieces = token in ("m", "k", "d") and following in ("g", "l", "cg", "ol")
        is_level = _is_level(token, view.folded[max(0, match.start() - 12) : match.start()])
        if in_pieces or not (is_level or _may_follow(token, following, glued=not match["blank"])):
            yield match.start(), match.end("token")


def _may_follow(token: str, following: str, *, glued: bool) -> bool:
    if token in _UNITS or token in _COUNTED or token.lower() in _COUNTED:
        return True
    if fold(token) in _MEASURED and (token, following) not in _SAID_BEHIND_A_NUMBER:
        return any(accent_key(token) == accent_key(word) for word in _COUNTED)
    return not glued and is_known(token)


@lru_cache(maxsize=65_536)
def is_known(token: str) -> bool:
    """A word that may stand beside a number: a listed short one, a Vietnamese syllable with marks, or a longer word."""
    if token in _UNITS or token in _COUNTED or token in _PLAIN or token.lower() in _PLAIN:
        return True
    if token in _SEEN_FOR_UNITS:
        return False
    if token.isascii():
        return len(token) > 3 and not _is_near_a_unit(token)
    return is_syllable(token) and (len(token) > 1 or token.lower() in "ở ý ợ ổ ứ ủ à")


def _is_near_a_unit(token: str) -> bool:
    """`mierogam`, `rnicrogam`: a long name of a unit with a letter or two misread."""
    return any(OSA.distance(token.lower().replace("rn", "m"), unit, score_cutoff=2) <= 2 for unit in _LONG_UNITS)


def _before(view: View) -> Iterator[tuple[int, int]]:
    """A unit with a token of one to three letters where its number belongs: `lO ngày`, `b tuổi`, `z mg`."""
    for match in _BEFORE.finditer(view.text):
        token, before = match["token"], view.folded[max(0, match.start() - 24) : match.start()]
        behind_number = before.rstrip(" ")[-1:].isdigit()  # judged as what follows that number
        if behind_number or token in ("mg", "ml", "kg") or _SHORT_OF_A_LETTER.search(before):
            continue
        digits = _ONLY_FALSE_DIGITS.fullmatch(token) and token != "lo"
        if len(token) == 1 or digits or not (token.lower() in _PLAIN or is_syllable(token.lower()) or token.isupper()):
            yield match.start(), match.end()


def _per(view: View) -> Iterator[tuple[int, int]]:
    """`mg/k g`, `mg/lkg`: what a dose is per."""
    for match in _DENOMINATOR.finditer(view.text):
        rates = [match["token"], *(part.strip() for part in match["rest"].split("/") if part.strip())]
        for rate in rates:
            if rate not in _PER and rate not in _UNITS and not rate.isdigit() and not _is_rate_word(rate):
                yield match.start(), match.end()
        if rates[-1] in ("k", "m", "d") and (match["next"] or "").strip() in ("g", "l"):
            yield match.start(), match.end()
    broken = _BROKEN.search(view.text) or _LETTER_FOR_A_NUMBER.search(view.text)
    if broken:
        yield broken.start(), broken.end()


def _is_rate_word(word: str) -> bool:
    glued = _NUMBER_AND_TOKEN.fullmatch(word)
    if glued:
        return glued["token"] in _UNITS or glued["token"] in _COUNTED
    if fold(word) in _MEASURED or any(c.isdigit() for c in word):
        return False
    return is_known(word) and len(word) > 1 and word not in ("lo", "lan", "co")
