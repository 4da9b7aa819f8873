"""How the words of a turn hang on earlier turns."""

from rag.frames import Link
from rag.understanding import lexicon
from rag.understanding.findings import runs_into_pregnancy
from rag.understanding.phrases import Hit
from rag.understanding.stopped import stopped_drugs
from rag.understanding.utterance import Utterance

_AT_CLAUSE_START = frozenset({"follow_up", "correction"})
_CLAUSE_MARKS = frozenset(".,;:!?-–—()\n")
_OPENERS = ("à", "ờ", "ừ", "ok", "dạ", "vậy", "thế", "rồi", "mà", "à", "ủa", "vâng", "thì", "em", "dạ")
_PERSON_DOES = ("uống", "bị", "sốt", "nuốt", "nặng", "đang", "ăn", "nôn")
_JOINERS = ("cùng", "với", "kèm", "thêm", "chung", "and", "with", "add")
_TAKEN = ("dùng", "uống", "tiêm", "xài", "chung", "đi", "kèm")
_TAKE_OUT = ("bỏ", "bớt", "ngưng", "ngừng", "loại", "trừ")
_OUT = ("ra", "đi", "thì", "sao", "còn", "lại", "gì", "thế", "nào", "nhé", "ạ", "khỏi", "đơn", "vậy", "thôi")
_CHANGE, _INTO = ("thay", "đổi", "chuyển"), ("bằng", "sang", "thành", "qua", "=")
_OF_LABEL = {
    "follow_up": Link.FOLLOW_UP,
    "same_patient": Link.SAME_PATIENT,
    "first_patient": Link.FIRST_PATIENT,
    "second_patient": Link.SECOND_PATIENT,
    "also": Link.SAME_PATIENT,
    "return": Link.RETURN,
    "new_patient": Link.NEW_PATIENT,
    "correction": Link.CORRECTION,
    "rejected": Link.REJECTED,
    "that_drug": Link.THAT_DRUG,
    "first_drug": Link.FIRST_DRUG,
    "second_drug": Link.SECOND_DRUG,
    "third_drug": Link.THIRD_DRUG,
    "other_drug": Link.OTHER_DRUG,
    "both_drugs": Link.BOTH_DRUGS,
}


def links_in(u: Utterance) -> frozenset[Link]:
    found = {_OF_LABEL[h.label] for h in u.of(lexicon.LINKS) if h.label in _OF_LABEL and _holds(u, h)}
    if Link.NEW_PATIENT in found:
        found.discard(Link.SAME_PATIENT)
    elif joins_one_drug(u):
        found.add(Link.ADDED_DRUG)
    if _takes_out(u):
        found.add(Link.REMOVED_DRUG)
    elif _replaces(u):
        found.add(Link.REPLACED_DRUG)
    return frozenset(found)


def joins_one_drug(u: Utterance) -> bool:
    """ "dùng cùng X", "thêm X", "với X thì sao": one drug, joined to something that this turn does not name."""
    if len(u.drugs) != 1 or u.has(lexicon.PARTNERS, "food", "class", "fluid"):
        return False
    before = u.drugs[0].start - 1
    if u.says(before, "cùng") and not u.marked:
        return u.says(before - 1, *_TAKEN)  # "cung" alone is also cũng
    return u.says(before, *_JOINERS)


def _takes_out(u: Utterance) -> bool:
    """ "bỏ X ra", "bớt X thì sao", "đã ngừng X rồi": one drug, and nothing else is said."""
    if len(u.drugs) != 1:
        return False
    if stopped_drugs(u) and not u.labels(lexicon.SECTIONS) - {"how_about"}:
        return True
    drug = u.drugs[0]
    before = drug.start - 1 - u.says(drug.start - 1, "thuốc")
    said = [i for i in range(len(u.words)) if u.words[i].is_word and not drug.start <= i < drug.end]
    said = [i for i in said if i != drug.start - 1 or i == before]
    return u.says(before, *_TAKE_OUT) and all(
        i == before or (i > before and u.says(i, *_OUT)) or (i < before and u.says(i, *_OPENERS, "nếu")) for i in said
    )


def _replaces(u: Utterance) -> bool:
    """ "thay X bằng Y", "đổi X sang Y"."""
    if len(u.drugs) != 2:
        return False
    first, second = u.drugs
    before = first.start - 1 - u.says(first.start - 1, "thuốc")
    between = range(first.end, second.start)
    return u.says(before, *_CHANGE) and len(between) <= 3 and any(u.says(i, *_INTO) for i in between)


def opens_clause(u: Utterance, at: int) -> bool:
    """Is word `at` the first of the question or of a clause, small openers aside?"""
    back = at - 1
    while back >= 0 and u.says(back, *_OPENERS):
        back -= 1
    return back < 0 or u.words[back].text in _CLAUSE_MARKS


def _holds(u: Utterance, hit: Hit) -> bool:
    single = hit.end == hit.start + 1
    if hit.label in _AT_CLAUSE_START and single:
        if hit.label == "follow_up" and u.words[hit.start].text.lower() == "con" and not _is_con_for_still(u, hit.end):
            return False
        return opens_clause(u, hit.start) and not u.key(hit.end)[:1].isdigit()
    if hit.label == "correction" and u.says(hit.start, "không", "mà", "lộn"):
        return opens_clause(u, hit.start)
    if hit.label == "that_drug" and single:
        if u.says(hit.end, *_PERSON_DOES):
            return False
        if u.words[hit.start].text.lower() == "no":
            return not u.marked and (opens_clause(u, hit.start) or u.says(hit.start - 1, "của", "thuốc"))
        return True
    if hit.label == "first_drug":  # "thuốc đau dạ dày" typed without marks
        return not any(
            c.start < hit.end < c.end and not runs_into_pregnancy(u, c)
            for t in (lexicon.DISEASE, lexicon.SYMPTOM)
            for c in u.of(t)
        )
    return True


def _is_con_for_still(u: Utterance, after: int) -> bool:
    """ "con" typed without marks is còn before a drug, a group of people or "thuốc"; else it may be a child."""
    if after in u.drug_words or u.says(after, "thuốc", "liều", "nếu", "cái", "loại"):
        return True
    return any(h.start == after for h in u.of(lexicon.PEOPLE)) or any(h.start == after for h in u.of(lexicon.SECTIONS))
