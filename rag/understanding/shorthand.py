"""Clinicians' shorthand written out. What has several readings is decided by the words beside it, or left alone."""

from collections.abc import Callable, Sequence

from rag.understanding.phrases import Word, word_key
from rag.vietnamese import Token

# fmt: off
_ALWAYS: dict[str, str] = {
    "ko": "không", "hok": "không", "hem": "không", "khg": "không", "kô": "không", "khum": "không", "hk": "không",
    "khoong": "không",  # a syllable that exists, but a keystroke that went wrong
    "dc": "được", "đc": "được", "vs": "với", "ng": "người", "j": "gì", "lm": "làm", "sd": "sử dụng",
    "xn": "xét nghiệm", "dtri": "điều trị", "đtri": "điều trị", "bs": "bác sĩ", "bsi": "bác sĩ",
    "dsls": "dược sĩ lâm sàng", "tdp": "tác dụng phụ", "tdkmm": "tác dụng không mong muốn",
    "tdkm": "tác dụng không mong muốn", "ttt": "tương tác thuốc", "ccđ": "chống chỉ định", "ccd": "chống chỉ định",
    "cđ": "chỉ định", "nl": "người lớn", "nct": "người cao tuổi", "pnct": "phụ nữ có thai",
    "pnmt": "phụ nữ mang thai", "pnccb": "phụ nữ cho con bú", "pn": "phụ nữ", "đtđ": "đái tháo đường",
    "dtd": "đái tháo đường", "đtd": "đái tháo đường", "tha": "tăng huyết áp", "tmc": "tiêm tĩnh mạch chậm",
    "tdd": "tiêm dưới da", "ttm": "truyền tĩnh mạch", "ks": "kháng sinh", "nhiu": "nhiêu", "bnhiu": "bao nhiêu",
    "bnhiêu": "bao nhiêu", "bnhieu": "bao nhiêu", "thui": "thôi", "nmct": "nhồi máu cơ tim",
    "nktn": "nhiễm khuẩn tiết niệu",
    "vtg": "viêm tai giữa", "hpq": "hen phế quản", "vkdt": "viêm khớp dạng thấp", "hktm": "huyết khối tĩnh mạch",
    "vpq": "viêm phế quản", "bhyt": "bảo hiểm y tế",
}
_AMOUNTS_LISTED = "% mg ml g gam mcg microgam viên lần gói ống giọt nhát mũi lọ liều là đv"
_AMOUNTS = frozenset(map(word_key, _AMOUNTS_LISTED.split()))
_AFTER_END_LISTED = "? . ! ạ a vậy nhỉ nhi em anh chị bác"
_AFTER_END = frozenset(map(word_key, _AFTER_END_LISTED.split()))
_SICK_WITH_LISTED = "bị trị nhiễm mắc"
_SICK_WITH = frozenset(map(word_key, _SICK_WITH_LISTED.split()))
_INJECT_LISTED = "tiêm chích truyền đường"
_INJECT = frozenset(map(word_key, _INJECT_LISTED.split()))
_MEAN_VALUE_LISTED = "liều mức nồng độ áp trị"
_MEAN_VALUE = frozenset(map(word_key, _MEAN_VALUE_LISTED.split()))
_ASKED_LISTED = "gì những chỉ các huyết nồng chức mạch nhịp điện"
_ASKED = frozenset(map(word_key, _ASKED_LISTED.split()))
# fmt: on


def _key(tokens: Sequence[Token], at: int) -> str:
    return word_key(tokens[at].text) if 0 <= at < len(tokens) else ""


def _k(tokens: Sequence[Token], at: int) -> str | None:
    """ "k" is không; but potassium in "K 4,9", a vitamin, a thousand in "15k"."""
    before, after = _key(tokens, at - 1), _key(tokens, at + 1)
    if (
        before == "vitamin"
        or before[:1].isdigit()
        or (tokens[at].text == "K" and (after[:1].isdigit() or after == "+"))
    ):
        return None
    return "không"


def _bn(tokens: Sequence[Token], at: int) -> str | None:
    """Bệnh nhân, or bao nhiêu before an amount and at the end of a question."""
    before, after = _key(tokens, at - 1), _key(tokens, at + 1)
    if after in _AMOUNTS:
        return "bao nhiêu"
    if tokens[at].text == "bn" and (not after or after in _AFTER_END) and before not in ("cho", "cua", "o", "voi", ""):
        return "bao nhiêu"
    return "bệnh nhân"


def _tm(tokens: Sequence[Token], at: int) -> str | None:
    """Tĩnh mạch; tim mạch in "bệnh TM" is left alone."""
    before = _key(tokens, at - 1)
    if before in ("benh", "nguy", "bien"):
        return None
    return "tĩnh mạch" if tokens[at].text == "TM" or before in _INJECT or len(tokens) == 1 else None


def _tb(tokens: Sequence[Token], at: int) -> str | None:
    """Tiêm bắp; trung bình and tế bào are left alone."""
    before, after = _key(tokens, at - 1), _key(tokens, at + 1)
    if (before in _MEAN_VALUE and tokens[at].text != "TB") or after in ("bao", "cau"):
        return None
    return "bắp" if before in ("tiem", "chich") else "tiêm bắp"


def _td(tokens: Sequence[Token], at: int) -> str | None:
    """Tác dụng before phụ, theo dõi before what is watched; else left alone."""
    before, after = _key(tokens, at - 1), _key(tokens, at + 1)
    if after in ("phu", "ko", "khong", "duoc"):
        return "tác dụng"
    return "theo dõi" if before in ("can", "phai") or after in _ASKED else None


def _ntn(tokens: Sequence[Token], at: int) -> str | None:
    return "nhiễm khuẩn tiết niệu" if _key(tokens, at - 1) in _SICK_WITH else "như thế nào"


def _ccb(tokens: Sequence[Token], at: int) -> str | None:
    """Cho con bú of a woman; chẹn kênh calci is left alone."""
    before = _key(tokens, at - 1)
    return "cho con bú" if before in ("pn", "nu", "me", "dang", "ba") else None


def _cn(tokens: Sequence[Token], at: int) -> str | None:
    return "cân nặng" if _key(tokens, at + 1)[:1].isdigit() or _key(tokens, at + 1) in (":", "=") else None


def _te(tokens: Sequence[Token], at: int) -> str | None:
    return "trẻ em" if tokens[at].text == "TE" else None


def _hong(tokens: Sequence[Token], at: int) -> str | None:
    """The southern không closes a question; elsewhere it is a hip."""
    after = _key(tokens, at + 1)
    return "không" if tokens[at].text.lower() == "hông" and (not after or after in _AFTER_END) else None


def _nhieu(tokens: Sequence[Token], at: int) -> str | None:
    """ "liều nhiêu" is bao nhiêu; "bao nhiêu" and "nhiều" stay."""
    typed = tokens[at].text.lower()
    return "bao nhiêu" if typed in ("nhiêu", "nhiu") and _key(tokens, at - 1) not in ("bao", "bay") else None


_BY_CONTEXT: dict[str, Callable[[Sequence[Token], int], str | None]] = {
    "k": _k, "bn": _bn, "tm": _tm, "tb": _tb, "td": _td, "ntn": _ntn, "ccb": _ccb, "cn": _cn, "te": _te,
    "hong": _hong, "nhieu": _nhieu, "nhiu": _nhieu,
}  # fmt: skip


def written_out(tokens: Sequence[Token]) -> tuple[Word, ...]:
    """The words of a question; those of one shorthand share its place in the text."""
    words: list[Word] = []
    for at, token in enumerate(tokens):
        decide = _BY_CONTEXT.get(token.folded)
        meant = decide(tokens, at) if decide else _ALWAYS.get(token.text.lower())
        if meant is None:
            words.append(Word(token.text, word_key(token.text), token.start, token.end))
        else:
            words.extend(Word(part, word_key(part), token.start, token.end) for part in meant.split())
    return tuple(words)
