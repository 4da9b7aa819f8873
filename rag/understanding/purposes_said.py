"""The words that tell what a dose is for: those of the question without drugs and what is only the patient's."""

from rag.understanding import lexicon
from rag.understanding.facts import Facts
from rag.understanding.findings import Condition
from rag.understanding.utterance import Utterance

_PREVENT = ("phòng", "ngừa")
_NO_PREVENTION = ("khám", "bệnh", "mổ", "cấp", "thí", "thuốc", "mạch", "khoa", "hồi", "sinh", "dịch")
_ROOM = ("tại", "ở", "trong", "văn", "sang", "từ")
_OTHER_CUES = frozenset({"negated", "history", "allergy"})


def purpose_said(facts: Facts, indication: Condition | None) -> str | None:
    """The words in their order, as typed; "phòng" is among them only where the question wants to prevent.

    None when no word is left.
    """
    u = facts.asking
    first, last = u.span if u.span else (0, len(u.words))
    aside = u.drug_words | facts.not_so | facts.beside.words | facts.conditions.allergy_words
    for condition in facts.conditions.conditions:
        if condition.cue in _OTHER_CUES and condition is not indication:
            aside |= set(range(condition.start, condition.end))
    preventing = wants_to_prevent(u, facts, indication)
    kept = [
        u.words[at].text
        for at in range(first, last)
        if at not in aside and u.words[at].is_word and (preventing or not u.says(at, *_PREVENT))
    ]
    if preventing and not any(word.lower() in ("phòng", "phong") for word in kept):
        kept.insert(0, "phòng")
    return " ".join(kept) or None


def wants_to_prevent(u: Utterance, facts: Facts, indication: Condition | None) -> bool:
    """ "Dự phòng gút", "ngừa cơn hen", "phòng lao"; not "phòng" of another condition, nor a room or a vaccination."""
    first, last = u.span if u.span else (0, len(u.words))
    said = sorted(facts.conditions.conditions, key=lambda c: c.start)
    for at in range(first, last):
        if not u.says(at, *_PREVENT) or at in u.drug_words or at in facts.not_so or _is_room(u, at) or _is_told(u, at):
            continue
        following = next((c for c in said if c.end > at and c.kind != "open"), None)
        if indication is None or following is None or following is indication or indication.start <= at:
            return True
        if following.name == indication.name:
            return True
    return any(u.says(at, "prophylaxis", "prophylactic", "prevention", "prevent") for at in range(first, last))


def _is_told(u: Utterance, at: int) -> bool:
    """ "Không phải dự phòng mà điều trị", "đã dự phòng bằng …": said, and not asked for."""
    back = at - 1
    while u.says(back, "dự", "phòng", "phải", "để", "là", "dùng", "cho"):
        back -= 1
    denied = u.says(back, "không", "chưa", "chẳng") and not u.says(back - 1, "được", "có", "nên")
    return denied or (u.says(back, "đã", "từng") and any(u.says(i, "bằng") for i in range(at, at + 5)))


def _is_room(u: Utterance, at: int) -> bool:
    if u.says(at - 1, "tiêm", "chủng") or u.says(at - 2, "tiêm", "chủng"):
        return True
    if u.says(at, "ngừa") or u.says(at - 1, "dự", "để"):
        return False
    listed = any(h.start <= at < h.end for h in u.of(lexicon.CONDITIONS)) or u.says(at + 1, "ngừa", "bệnh")
    return not listed and (u.says(at + 1, *_NO_PREVENTION) or u.says(at - 1, *_ROOM))
