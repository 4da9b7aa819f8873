"""Of the conditions in a question for drugs: which one they are asked for, which the patient has besides."""

from dataclasses import dataclass
from enum import Enum

from rag.condition_names import listed_as, spoken
from rag.frames import Finding
from rag.understanding import lexicon
from rag.understanding.condition_words import TOO_WIDE
from rag.understanding.facts import Facts
from rag.understanding.spans import is_negated, is_plain
from rag.understanding.utterance import Utterance
from rag.vietnamese import fold, has_diacritics

_BEFORE_LISTED = "bị có mắc bệnh kèm thêm theo đang cơn sẵn nền tiền sử từng các"
_BEFORE_NAME = tuple(_BEFORE_LISTED.split())
_EASED = ("giảm", "đỡ", "hết", "cắt")  # "giảm đau đầu"
_PERSON = ("người", "nhân", "bn", "ca", "patient", "patients", "bệnh nhân", "with")
_BESIDE = ("kèm", "nền", "sử", "sẵn", "thêm", "with")
_TREATS = ("trị", "chữa", "giảm", "hạ", "cắt", "chống", "phòng", "ngừa", "treat", "for")
_BEFALLS = ("bị", "mắc")
_INSIDE_NAME = ("ở", "do", "của", "khi", "sau", "trong")  # "máu đông ở chân"
_LEFT_OVER = 6  # words of a condition in no list
_TAIL = ("thì", "nên", "cần", "phải", "có", "được", "cho", "bằng", "là", "uống", "dùng")


@dataclass(frozen=True, slots=True)
class AskedFor:
    """Words `start` to `end` name a condition. `listed`: it is in the curated table or among the listed words."""

    name: str
    start: int
    end: int
    listed: bool
    symptom: bool
    of_patient: bool  # "ở người hen", "kèm đái tháo đường"
    treated: bool  # as below, or "bà bầu bị …"
    stated: bool  # as the purpose of the drugs: "trị …", "thuốc hạ áp nào"


@dataclass(frozen=True, slots=True)
class AskedConditions:
    """`asked`: what drugs are looked for, most telling first; more than one: the question must say which."""

    asked: tuple[AskedFor, ...] = ()
    had: tuple[AskedFor, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(Finding(c.name, present=True) for c in self.had)


class Purpose(Enum):
    """What makes a condition the one that drugs are asked for."""

    ANY = "any"  # nothing but drugs is asked for
    TREATED = "treated"  # the question is what may be given: a condition that is said to be there
    STATED = "stated"  # the question is what to avoid: "tăng huyết áp tránh thuốc gì" asks for no drugs against it


def asked_conditions(facts: Facts, purpose: Purpose = Purpose.ANY) -> AskedConditions:
    of_relation = purpose is not Purpose.ANY
    told = _told(facts) or ([] if of_relation else _left_over(facts))
    purposes = [c for c in told if not c.of_patient]
    lasting = [c for c in purposes if not _is_when(facts.u, c)]
    purposes = lasting or purposes
    if not purposes and not of_relation:
        purposes = told[:1]
    if of_relation:
        purposes = [c for c in purposes if (c.stated if purpose is Purpose.STATED else c.treated)]
    narrow = [c for c in purposes if c.name not in TOO_WIDE]
    several = len({_row(c.name) for c in narrow}) > 1
    # Beside one condition a wide word is no second purpose ("viêm họng đau nhiều"); in a row of complaints it counts.
    asked = {_row(c.name): c for c in reversed(purposes if several or not narrow else narrow)}
    had = {_row(c.name): c for c in told if _row(c.name) not in asked and (c.of_patient or of_relation)}
    return AskedConditions(tuple(reversed(asked.values())), tuple(had.values()))


def _is_when(u: Utterance, c: AskedFor) -> bool:
    """ "Thuốc phòng huyết khối sau mổ": the operation says when."""
    operates = any(u.says(i, "mổ", "phẫu") for i in range(c.start, c.end))
    return operates and (u.says(c.start, "sau", "khi") or u.says(c.start - 1, "sau", "khi", "trong"))


def _row(name: str) -> str:
    row = listed_as(name)
    return row.name if row else name


def _told(facts: Facts) -> list[AskedFor]:
    u = facts.u
    spans: dict[tuple[int, int], AskedFor] = {}
    for hit in u.of(lexicon.CONDITIONS):
        name = _as_said(hit.label, [word.text for word in u.words[hit.start : hit.end]])
        spans[hit.start, hit.end] = _asked_for(facts, name, hit.start, hit.end, listed=True)
    for said in facts.conditions.present():
        first = said.start
        while first + 1 < said.end and u.says(first, *_BEFORE_NAME, *_EASED):
            first += 1
        if any(start <= first and said.end <= end for start, end in spans):
            continue
        for span in [s for s in spans if first <= s[0] and s[1] <= said.end]:
            del spans[span]
        words = " ".join(word.text for word in u.words[first : said.end])
        row = listed_as(words)
        name = (
            _as_said(row.name, words.split())
            if row
            else said.name
            if fold(said.name) == fold(words) or said.name in TOO_WIDE
            else words
        )
        spans[first, said.end] = _asked_for(
            facts, name, first, said.end, listed=row is not None or said.kind != "open", kind=said.kind
        )
    aside = facts.conditions.allergy_words | _words_of_people(u)
    return [
        told
        for (start, end), told in sorted(spans.items())
        if not aside & set(range(start, end)) and not is_negated(u, start)
    ]


_WHAT_DRUGS_DO = ("thuốc", "hạ", "giảm", "chống", "long", "loãng", "tan", "diệt", "tiệt")


def _as_said(row: str, words: list[str]) -> str:
    """The listed name that was used, so that the reader knows it again; the row's own for shorthand, English and
    what a drug does ("hạ áp")."""
    listed = listed_as(row)
    said = [fold(word) for word in words if word[0].isalnum()]
    names = listed.names if listed else ()
    used = next((name for name in names if [fold(word) for word in spoken(name)] == said), row)
    return used if has_diacritics(used) and spoken(used)[0].lower() not in _WHAT_DRUGS_DO else row


def _words_of_people(u: Utterance) -> set[int]:
    labels = ("renal", "hepatic", "dialysis", "pregnant", "breastfeeding", "not_pregnant")
    return {i for hit in u.hits.labelled(lexicon.PEOPLE, *labels) for i in range(hit.start, hit.end)}


def _asked_for(facts: Facts, name: str, start: int, end: int, *, listed: bool, kind: str = "") -> AskedFor:
    u = facts.u
    symptom = kind == "symptom" or any(h.start == start for h in u.of(lexicon.SYMPTOM))
    before = start
    beside = False
    while before > 0 and u.says(before - 1, *_BEFORE_NAME):
        before -= 1
        beside = beside or u.says(before, *_BESIDE)
    somebody = u.says(before - 1, *_PERSON)
    person = somebody or any(
        hit.end == before and hit.label in ("person", "child", "elderly", "adult", "pregnant")
        for hit in u.of(lexicon.PEOPLE)
    )
    after_other = u.says(before, "có", "bị", "mắc") and any(
        c.end == before and c.start < before for c in facts.conditions.present()
    )
    nevertheless = u.says(start - 1, "bị", "mắc") and not somebody  # "bà bầu bị tăng huyết áp": that is treated
    of_patient = (person or beside or after_other) and not nevertheless
    in_which = _between_which(u, start, end)
    stated = in_which or u.says(start - 1, *_TREATS)
    treated = stated or u.says(start - 1, *_BEFALLS)
    return AskedFor(name, start, end, listed, symptom, of_patient and not in_which, treated, stated)


def _between_which(u: Utterance, start: int, end: int) -> bool:
    """ "Thuốc hạ áp nào": the name stands inside the words that ask."""
    asks = u.says(end, "nào", "gì")
    return asks and (u.says(start, "thuốc") or any(u.says(i, "thuốc", "sinh") for i in range(max(0, start - 4), start)))


def _left_over(facts: Facts) -> list[AskedFor]:
    """Words in no list that stand right before the words that ask ("run vô căn uống thuốc gì")."""
    u = facts.u
    aside = facts.value_words | facts.conditions.words
    aside |= {i for hit in u.of(lexicon.WHICH) for i in range(hit.start, hit.end)}
    for hit in u.hits.labelled(lexicon.WHICH, "which"):
        end = hit.start
        while u.says(end - 1, *_TAIL):
            end -= 1
        start = end
        while start > 0 and end - start < _LEFT_OVER and start - 1 not in aside and u.words[start - 1].is_word:
            joined = u.says(start - 1, *_INSIDE_NAME) and start > 1 and start < end and is_plain(u, start - 2)
            if not joined and not is_plain(u, start - 1):
                break
            start -= 1
        words = u.typed(start, end)
        if start < end and len(words) > 2:
            row = listed_as(" ".join(spoken(words)))
            name = _as_said(row.name, list(spoken(words))) if row else words
            return [
                AskedFor(name, start, end, row is not None, symptom=False, of_patient=False, treated=True, stated=True)
            ]
    return []
