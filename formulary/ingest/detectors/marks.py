"""Words whose marks were misread, and stretches in which hardly a word is one."""

import re

from formulary.ingest.detectors.views import ADR, View, evidence, found
from formulary.ingest.detectors.words import falls_apart
from formulary.ingest.repairs import listed_mistakes
from formulary.ingest.vietnamese_words import is_misspelt
from rag.vietnamese import accent_key, fold

# Real words in places where only another one makes sense. People put them right.
_MISPLACED = re.compile(
    r"\b(?:suy|viêm|sỏi|cầu|ống|chức năng|ghép|tổn thương|độc với|bài tiết qua|thải trừ qua) thân\b(?! nhiệt| thể)"
    r"|\bthân kẽ\b|\b(?:mắn|mẩn|mân|mấn|mẵn|mẫm) cảm\b|\bứ mất\b|\b(?:tĩnh|động) (?:mach|mách|mặch)\b"
    r"|\bhuyết (?:ap|ấp|ạp)\b|\btiêm (?:bap|bặp|bấp|bập)\b|\bsơ sính\b|\bđái (?:thảo|tháo) dường\b|\bsuy cân giáp\b"
    r"|\bcho con bù\b|\bmạng thai\b|\bchống chi định\b|\bchông chỉ định\b"
    r"|\b(?:cần|nên|phải|rất|hết sức|dùng|sử dụng) thận (?:trong|trộng)\b"
    r"|\bnồng đô\b|\bliêu (?:dùng|lượng)\b|\bgiam liều\b",
)
_ORGANS = (
    "Toàn thân", "Máu", "Huyết học", "Tim mạch", "Tuần hoàn", "Tim", "Thần kinh", "Tâm thần", "Tiêu hóa",
    "Gan", "Gan mật", "Mật", "Thận", "Tiết niệu", "Sinh dục", "Hô hấp", "Da", "Mắt", "Tai", "Nội tiết", "Chuyển hóa",
    "Cơ xương", "Cơ", "Xương", "Khớp", "Tại chỗ", "Miễn dịch", "Khác",
)  # fmt: skip
_BY_FOLD = {fold(organ): {accent_key(organ)} for organ in _ORGANS}
_LABEL = re.compile(r"(?:^|(?<=[.;] ))(?P<label>[^\W\d_]+(?: [^\W\d_]+){0,3})\s?:")

_TOKEN = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s]")
_SIGNS_OF_FORMULAS = frozenset("=^")
_SIGNS_OF_NOISE = frozenset("=^~|\\{}§¢¥£©®¬¦¤¿¡_#@$«»")
_LONE = re.compile(r"[aăâeêioôơuưyàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵbcdđghklmnpqrstvx]")
_MAYBE_NOISE = re.compile(
    rf"[{re.escape(''.join(sorted(_SIGNS_OF_NOISE)))}]|(?<![^\W\d_])(?:[^\W\d_]|[bcdđghklmnpqrstvxzwfj]{{2,}})(?![^\W\d_])"
)
_LONE_WORDS_LISTED = "ở ứ ý ợ ổ ố ủ u g l a o à m h c d k b i v x y t s p n r e"
_LONE_WORDS = frozenset(_LONE_WORDS_LISTED.split())
# Letters without a vowel are no word of any language in the book; these stand for one.
_WITHOUT_VOWEL = re.compile(r"[bcdđghklmnpqrstvxzwfj]{2,}")
_SHORT_FOR_LISTED = "mg ml kg dl mm cm km ng pg mmol pmol nmol tr vd vv spp sp ssp ph dd tb tm kl tt bn gr"
_SHORT_FOR = frozenset(_SHORT_FOR_LISTED.split())
_WINDOW, _NOISY = 9, 3


def wrong_marks(view: View) -> str | None:
    """`hoăc`, `Việm gan`, `nồng đô`, `Thân: Viêm thân kẽ`: the letters of the book with other marks."""
    for word in view.misspelt:
        if not falls_apart(word.group()):
            return evidence(view.text, word.start(), word.end())
    return found(listed_mistakes(), view, lower=True) or found(_MISPLACED, view, lower=True) or _wrong_label(view)


def _wrong_label(view: View) -> str | None:
    if view.section != ADR or view.is_table:
        return None
    for match in _LABEL.finditer(view.text):
        known = _BY_FOLD.get(fold(match["label"]))
        if known and accent_key(match["label"]) not in known:
            return evidence(view.text, match.start(), match.end())
    return None


def garbled(view: View) -> str | None:
    """`mũit = ị 8 xy gàng`: of a few words side by side, half are none."""
    # Counting first: nearly every block has hardly any.
    if view.is_table or len(view.misspelt) + len(_MAYBE_NOISE.findall(view.lower)) < _NOISY:
        return None
    noisy: list[tuple[int, re.Match[str]]] = []
    index = 0
    for match in _TOKEN.finditer(view.text):
        token = match.group()
        if not (token.isalpha() or token[0].isdigit() or token in _SIGNS_OF_NOISE):
            continue
        if _is_noise(token):
            noisy.append((index, match))
            last = noisy[-_NOISY:]
            is_formula = all(m.group() in _SIGNS_OF_FORMULAS for _, m in last)
            if len(last) == _NOISY and index - last[0][0] < _WINDOW and not is_formula:
                return evidence(view.text, last[0][1].start(), match.end())
        index += 1
    return None


def _is_noise(token: str) -> bool:
    if token in _SIGNS_OF_NOISE:
        return True
    lowered = token.lower()
    if _LONE.fullmatch(lowered):
        return lowered not in _LONE_WORDS
    if token == lowered and _WITHOUT_VOWEL.fullmatch(token):
        return token not in _SHORT_FOR
    return token[0].isalpha() and is_misspelt(token)
