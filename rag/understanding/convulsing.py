"""Is a patient said to convulse now? A past fit, one to prevent or one that a drug causes is no emergency."""

from rag.understanding import lexicon
from rag.understanding.age_units import CHILDLIKE
from rag.understanding.phrases import Hit
from rag.understanding.utterance import Utterance

_CONVULSION = "co giật"
_ADULT = ("person", "elderly", "pregnant", "adult")
# What may stand between the patient and the fit: how it came, and the age, weight and temperature.
_BETWEEN = (
    "bị", "đang", "vừa", "mới", "lại", "lên", "cơn", "rồi", "thì", "và", "đột", "ngột", "bỗng", "tự", "nhiên", "quá",
    "nhiều", "liên", "tục", "nên", "do", "vì", "sốt", "cao", "nặng", "cân", "tuổi", "tháng", "ngày", "t", "th", "kg",
    "ký", "kí", "g", "độ", "c", "nam", "nữ", "trai", "gái", "nhà", "em", "tôi", "mình", "chị", "anh", "của", "con",
    "được", "khoảng", "tầm", "này", "là", "toàn", "thân", "[", "]", "tên", "kèm", "ơi", "°", "º", ",", ".", "-", "–",
    "(", ")", ":", ";", "+", "/",
)  # fmt: skip
_ALL_OF_THEM = ("người", "phụ", "đàn")  # "người bệnh co giật": people of a kind, unless "đang", "vừa", "lên cơn"
_NOW = ("đang", "vừa", "lên")
_CALM_AFTER = (
    "trước", "cách", "hồi", "lúc", "năm", "hôm", "tuần", "tháng", "đã", "hết", "ổn", "không", "chưa", "tái", "hoài",
    "thường", "từ",
)  # fmt: skip
_ROOMS = ("khám", "bệnh", "mổ", "trực")
_AMONG = ("thì", "rồi", "được", "nay", "cơn", "sốt", "cao", ",")


def convulses_now(u: Utterance) -> bool:
    """ "bé co giật sốt cao", "con em 2 tuổi lên cơn co giật", "sốt co giật, bé 10 kg"."""
    if any(h.label == "động kinh" for h in u.of(lexicon.DISEASE)):
        return False  # "đang co giật" is read by its wording even so
    if any(u.says(i, "phòng", "ngừa") and not u.says(i + 1, *_ROOMS) for i in range(len(u.words))):
        return False  # a fit to prevent, wherever that is said
    fits = (h for h in (*u.of(lexicon.DISEASE), *u.of(lexicon.SYMPTOM)) if h.label == _CONVULSION)
    return any(not _is_over(u, fit) and (_after_patient(u, fit) or _before_child(u, fit)) for fit in fits)


def _person_ending(u: Utterance, end: int) -> Hit | None:
    return next((h for h in u.of(lexicon.PEOPLE) if h.end == end and h.label in (*CHILDLIKE, *_ADULT)), None)


def _after_patient(u: Utterance, fit: Hit) -> bool:
    at, now = fit.start, False
    while at > 0:
        if (person := _person_ending(u, at)) is not None:
            return now or person.label in CHILDLIKE or not u.says(person.start, *_ALL_OF_THEM)
        ill = next((h for h in (*u.of(lexicon.SYMPTOM), *u.of(lexicon.DISEASE)) if h.start < at == h.end), None)
        if ill is not None:
            at = ill.start
            continue
        if not (u.says(at - 1, *_BETWEEN) or u.words[at - 1].is_number) or at - 1 in u.drug_words:
            return False
        now = now or u.says(at - 1, *_NOW)
        at -= 1
    return False


def _before_child(u: Utterance, fit: Hit) -> bool:
    """ "co giật, bé 5 tuổi", with the fit at the head of what is said; "trẻ" after it may be any child."""
    at = fit.start
    while at > 0 and u.says(at - 1, *_BETWEEN):
        at -= 1
    after = fit.end
    while u.says(after, *_AMONG):
        after += 1
    return at == 0 and u.says(after, "bé", "cháu", "nhóc")


def _is_over(u: Utterance, fit: Hit) -> bool:
    """ "co giật năm ngoái", "co giật đã hết", "có co giật không": told of another time, or only asked."""
    at = fit.end
    while u.says(at, *_AMONG):
        at += 1
    return u.says(at, *_CALM_AFTER)
