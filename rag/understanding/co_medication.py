"""Drugs that the patient takes beside the one whose dose is asked: "liều ibuprofen, đang dùng warfarin"."""

from dataclasses import dataclass

from rag.understanding import lexicon
from rag.understanding.left_out import left_out
from rag.understanding.section_keys import ASKS_AMOUNT
from rag.understanding.utterance import NamedDrug, Utterance

_TAKE = (
    "uống",
    "dùng",
    "tiêm",
    "truyền",
    "xài",
    "sử",
    "dụng",
    "điều",
    "trị",
    "bằng",
    "thuốc",
    "duy",
    "trì",
    "có",
    "cả",
)
_TAKEN_NOW = ("đang", "vừa", "đã", "sẵn", "mới")
_BESIDE = ("kèm", "chung", "cùng", "đồng", "thời", "phối", "hợp", "với", "theo", "thêm")
_SURE_BESIDE = ("kèm", "chung", "cùng", "đồng", "phối")
_JOINERS = ("và", "+", ",", "/", "với", "cùng", "hoặc", "hay", "lẫn", "and")
_DOSE_WORDS = ("liều",)
_POINTS_AT = ("này", "đó", "kia", "trên", "thì", "gì", "nào", "rồi", "đang")
_REACH = 5  # words between "đang" and the name
_OF_ORGANS = frozenset({"renal", "dialysis", "hepatic", "pregnant", "breastfeeding"})
_NOTHING: frozenset[int] = frozenset()
_NO_DRUG: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TakenBeside:
    """`words`: the names and the verbs that tell of taking them; those name no way of giving the asked drug.

    Drugs that are refused, stopped or blamed have their words there too, and are not among `drugs`.
    """

    drugs: tuple[NamedDrug, ...] = ()
    words: frozenset[int] = _NOTHING


def taken_beside(u: Utterance, *, in_focus: frozenset[str] = _NO_DRUG) -> TakenBeside:
    """Only of a question for a dose, and only where a drug is left that the dose is asked of.

    "BN nam 70 tuổi đang dùng warfarin", and no more, asks nothing of that drug either. `in_focus`: ids of the drugs
    that the turn before was about; beside them "vừa uống sildenafil" tells of another one.
    """
    taken = _taken(u)
    if taken and (_only_tells(u, taken) or _told_after_answer(u, taken, in_focus)):
        return _beside(u, taken, {})
    asks = _asks_amount(u)
    if _overdosed(u) and not asks:
        taken = {number: words for number, words in taken.items() if _lasts(u, words)}
        taken |= {n: range(d.start - 2, d.end) for n, d in enumerate(u.drugs) if _told_as_used(u, d)}
        return _beside(u, taken, {}) if len(taken) < len(u.drugs) or _other_poison(u) else TakenBeside()
    if not asks:
        return TakenBeside()
    out = left_out(u)
    return _beside(u, taken, out) if len({*taken, *out}) < len(u.drugs) else TakenBeside()


def _beside(u: Utterance, taken: dict[int, range], out: dict[int, range]) -> TakenBeside:
    words = frozenset(i for span in (*taken.values(), *out.values()) for i in span)
    return TakenBeside(tuple(u.drugs[i] for i in taken if i not in out), words)


def _asks_amount(u: Utterance) -> bool:
    """The "liều" of "uống quá liều" asks for none."""
    hits = [h for h in u.of(lexicon.SECTIONS) if h.label in ASKS_AMOUNT]
    return any(not (u.says(h.start, *_DOSE_WORDS) and u.says(h.start - 1, "quá")) for h in hits)


def _overdosed(u: Utterance) -> bool:
    return u.has(lexicon.SECTIONS, "overdose") or any(u.says(i, "nuốt") for i in range(len(u.words)))


def _lasts(u: Utterance, words: range) -> bool:
    """ "đang dùng X": beside an overdose, "vừa uống X" and "kèm X" may tell of what was swallowed."""
    return u.says(words.start, "đang", "sẵn") or (len(words) > 1 and u.says(words.start + 1, "đang"))


def _told_as_used(u: Utterance, drug: NamedDrug) -> bool:
    """ "…, có dùng X"."""
    return u.says(drug.start - 2, "có") and u.says(drug.start - 1, "dùng")


def _other_poison(u: Utterance) -> bool:
    """ "ngộ độc thuốc diệt chuột, đang dùng X", "20 viên thuốc hạ áp": what was swallowed is told by its kind."""
    for at in range(1, len(u.words) - 1):
        if not u.says(at, "thuốc") or at + 1 in u.drug_words or u.says(at + 1, *_POINTS_AT):
            continue
        swallowed = any(h.end == at for h in u.hits.labelled(lexicon.SECTIONS, "overdose"))
        if u.words[at + 1].is_word and (swallowed or u.says(at - 1, "viên", "lọ", "vỉ", "nhầm", "độc", "chai")):
            return True
    return False


def _taken(u: Utterance) -> dict[int, range]:
    """Number of a drug -> its words and those that tell of taking it."""
    taken: dict[int, range] = {}
    for number, drug in enumerate(u.drugs):
        start = _told_as_taken(u, drug)
        if start is None:
            start = _joined_to_taken(u, number, taken)
        if start is not None:
            taken[number] = range(start, drug.end)
    return taken


def _only_tells(u: Utterance, taken: dict[int, range]) -> bool:
    """Every drug is told as being taken now by somebody, and nothing is asked, complained of or said of organs."""
    if len(taken) < len(u.drugs) or not u.says(taken[0].start, "đang") or u.labels(lexicon.SECTIONS):
        return False
    people = u.labels(lexicon.PEOPLE)
    if not people or people & _OF_ORGANS or u.of(lexicon.DISEASE) or u.of(lexicon.SYMPTOM):
        return False
    return not u.of(lexicon.LINKS) and taken[len(u.drugs) - 1].stop >= len(u.words)


def _told_after_answer(u: Utterance, taken: dict[int, range], in_focus: frozenset[str]) -> bool:
    """ "vừa tiêm heparin" after an answer on another drug: every name is told as taken, and nothing is asked."""
    if not in_focus or len(taken) < len(u.drugs) or not u.says(taken[0].start, *_TAKEN_NOW):
        return False
    if u.labels(lexicon.SECTIONS) or u.of(lexicon.LINKS) or u.of(lexicon.DISEASE) or u.of(lexicon.SYMPTOM):
        return False
    return not any(d.span.mention and d.span.mention.id in in_focus for d in u.drugs)


def _told_as_taken(u: Utterance, drug: NamedDrug) -> int | None:
    """The first word of "đang uống X", "sau khi uống X", "kèm X" or "BN uống X,"; None when X is asked about."""
    verbs = beside = False
    at = drug.start - 1
    while at >= 0 and drug.start - at <= _REACH:
        if u.says(at, *_TAKEN_NOW):
            return at if verbs or u.says(at, "đang", "sẵn") else None
        if verbs and (u.says(at, "sau") or (u.says(at, "khi") and u.says(at - 1, "sau"))):
            return at
        if u.says(at, *_BESIDE):
            beside = beside or u.says(at, *_SURE_BESIDE)
        elif u.says(at, *_TAKE):
            verbs = True
        else:
            break
        at -= 1
    if beside:
        return at + 1
    return at + 1 if verbs and _told_of_patient(u, drug, at) else None


def _told_of_patient(u: Utterance, drug: NamedDrug, before_verb: int) -> bool:
    """ "BN uống sildenafil, liều …": a person, a verb and the name, and the clause ends there."""
    person = any(h.end == before_verb + 1 for h in u.of(lexicon.PEOPLE))
    ends = drug.end < len(u.words) and not u.words[drug.end].is_word
    asked = u.says(drug.end, *_DOSE_WORDS) or u.says(drug.start - 1, *_DOSE_WORDS)
    return person and ends and not asked and not u.says(before_verb - 1, "cho")


def _joined_to_taken(u: Utterance, number: int, taken: dict[int, range]) -> int | None:
    """The second name of "đang dùng metformin và warfarin"."""
    if number - 1 not in taken:
        return None
    before, drug = u.drugs[number - 1], u.drugs[number]
    between = range(before.end, drug.start)
    joined = len(between) == 1 and u.says(before.end, *_JOINERS)
    return drug.start if joined and not u.says(drug.end, *_DOSE_WORDS) else None
