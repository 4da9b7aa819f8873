"""A reply to our own question: which slot it fills, and a drug chosen among the names that we offered."""

from dataclasses import replace
from decimal import Decimal

from rag.frames import (
    AmbiguousName,
    DrugMention,
    DrugOption,
    Finding,
    How,
    Intent,
    Link,
    Population,
    QueryFrame,
    Signal,
)
from rag.ports import DrugNames
from rag.records import PastTurn
from rag.slots.newborns import STATE_ALONE
from rag.slots.remembered import has_patient
from rag.slots.remembered import names as names_a_drug
from rag.understanding import lexicon
from rag.understanding.ages import age_by_unit
from rag.understanding.gestation import weeks_of_birth
from rag.understanding.homonyms import by_words
from rag.understanding.phrases import word_key
from rag.understanding.utterance import Utterance
from rag.understanding.weights import weight_in_grams
from rag.vietnamese import fold, squeeze, tokens

_PLACES = (Link.FIRST_DRUG, Link.SECOND_DRUG, Link.THIRD_DRUG)
_END_OF_NAME = ("đuôi", "cuối", "kết", "thúc")
_START_OF_NAME = ("bắt", "đầu")
_DENIABLE = {
    "allergy": "dị ứng",
    "renal": "suy thận",
    "hepatic": "suy gan",
    "pregnancy": "có thai",
    "comorbidities": "bệnh kèm theo",
}
_LONGEST_FREE_TEXT = 10  # words of an indication or a condition given as a reply
_SHORTEST_PART = 2  # words of an offered indication by which it is called
_HEAVIEST_BARE, _OLDEST_BARE = 200, 120


def answered(u: Utterance, frame: QueryFrame, history: tuple[PastTurn, ...], names: DrugNames) -> QueryFrame:
    """The frame with `answers_slot` when the turn replies to the last question that we asked; else unchanged."""
    asked = history[-1] if history else None
    if asked is None or asked.clarify is None or asked.frame is None or frame.intent is Intent.OUT_OF_SCOPE:
        return frame
    slots = asked.clarify.slot.split("+")
    chosen = _chosen_drug(u, frame, asked, names)
    if chosen is not None:
        frame = replace(
            frame,
            drugs=(chosen,),
            ambiguous=(),
            unknown_drugs=(),
            answers_slot="drug",
            terms=frame.terms if frame.sections else asked.frame.terms,
            rules={**frame.rules, "drugs": "reply.choice"},
        )
        return replace(frame, intent=Intent.UNCLEAR) if not frame.sections else frame
    if "age" in slots:
        frame = _born_at(u, frame, asked.frame)
    if "population" in slots:
        frame = _only_states_who(frame, asked.frame)
    if (taken := _chip_taken(u, frame, asked, slots)) is not None:
        return taken
    if _is_new_question(frame, asked, slots):
        return frame
    filled: list[str] = []
    for slot in slots:
        frame, fills = _fill(u, frame, asked, slot, alone=len(slots) == 1)
        if fills:
            filled.append(slot)
    if not filled:
        return frame
    intent = Intent.UNCLEAR if frame.intent in (Intent.SMALLTALK, Intent.OVERVIEW) else frame.intent
    return replace(frame, answers_slot="+".join(filled), intent=intent)


def _chip_taken(u: Utterance, frame: QueryFrame, asked: PastTurn, slots: list[str]) -> QueryFrame | None:
    """An indication that we offered, as it stands or by words that only one of them has: no question of its own.

    "Dự phòng huyết khối trong phẫu thuật" asks nothing of an operation.
    """
    if slots != ["indication"] or asked.clarify is None or names_a_drug(frame):
        return None
    typed = f" {fold(squeeze(u.reading.text)).strip(' .!?')} "
    chips = asked.clarify.quick_replies
    same = [c for c in chips if f" {fold(squeeze(c))} " == typed]
    named = same or [c for c in chips if typed.strip() and typed in f" {fold(squeeze(c))} "]
    if len(named) != 1 or (not same and (frame.sections or len(typed.split()) < _SHORTEST_PART)):
        return None
    rules = {"indication": "reply.chip"}
    return QueryFrame(indication=named[0], answers_slot="indication", notes=frame.notes, rules=rules)


def _born_at(u: Utterance, frame: QueryFrame, asked: QueryFrame) -> QueryFrame:
    """ "33 tuần", and no more, of a newborn are the weeks at its birth: nobody of that age is a newborn."""
    weeks = weeks_of_birth(u) if Population.NEONATE in asked.populations else None
    if weeks is None or frame.pregnancy_weeks is not None or frame.age_months is not None:
        return frame
    rules = {**frame.rules, "gestational_weeks": "reply.weeks_at_birth"}
    return replace(frame, gestational_weeks=weeks, terms=(), rules=rules)


def _only_states_who(frame: QueryFrame, asked: QueryFrame) -> QueryFrame:
    """ "có thai 30 tuần" in reply to "for whom is the dose?" asks for the dose, not for the section on pregnancy."""
    if asked.intent is not Intent.DOSE or frame.rules.get("sections") != STATE_ALONE:
        return frame
    return replace(frame, sections=(), intent=Intent.UNCLEAR)


def _is_new_question(frame: QueryFrame, asked: PastTurn, slots: list[str]) -> bool:
    """A drug of its own with a request of its own answers nothing."""
    before = asked.frame.drug_ids if asked.frame else ()
    if Link.NEW_PATIENT in frame.links or frame.signals & {Signal.WANTS_PHARMACIST, Signal.NON_HUMAN}:
        return True
    if not names_a_drug(frame):
        return bool(frame.sections) and "section" not in slots and not _measures(frame) and not frame.populations
    if "drug" in slots:
        if asked.frame is not None and not names_a_drug(asked.frame) and has_patient(asked.frame):
            return False  # the patient was told first: the drug is for him, whatever else is asked now
        return bool(frame.sections) and asked.frame is not None and not set(frame.sections) <= set(asked.frame.sections)
    return frame.drug_ids != before


def _measures(frame: QueryFrame) -> bool:
    return frame.age_months is not None or frame.weight_kg is not None or bool(frame.routes)


# --- choosing among the names that we offered ------------------------------------------------------------------


def _chosen_drug(u: Utterance, frame: QueryFrame, asked: PastTurn, names: DrugNames) -> DrugMention | None:
    offered = asked.frame.ambiguous if asked.frame else ()
    if not offered or asked.clarify is None or "drug" not in asked.clarify.slot.split("+"):
        return None
    options = offered[0].options
    typed = squeeze(u.reading.text).strip(" .!?")
    named = next((o for o in options if fold(o.name) == fold(typed)), None)
    option = named or _by_name(frame, options) or _by_place(u, frame, options) or _by_part(u, options)
    option = option or _by_words(u, offered[0])
    if option is None and offered[0].why == "homonym":
        meant = by_words(typed, offered[0], names)
        option = next((o for o in options if meant is not None and o.id == meant.id), None)
    return DrugMention(option.id, option.name, typed, How.CHOICE) if option else None


def _by_name(frame: QueryFrame, options: tuple[DrugOption, ...]) -> DrugOption | None:
    named = [o for o in options if o.id in frame.drug_ids]
    return named[0] if len(named) == 1 and len(frame.drugs) == 1 else None


def _by_place(u: Utterance, frame: QueryFrame, options: tuple[DrugOption, ...]) -> DrugOption | None:
    """ "cái thứ hai", "số 1", a bare "2"."""
    places = [i for i, link in enumerate(_PLACES) if link in frame.links]
    spoken = [w for w in u.words if w.is_word or w.is_number]
    if not places and len(u.numbers) == 1 and len(spoken) <= 2 and not u.numbers[0].in_words:
        places = [int(u.numbers[0].value) - 1]
    return options[places[0]] if len(places) == 1 and 0 <= places[0] < len(options) else None


def _by_part(u: Utterance, options: tuple[DrugOption, ...]) -> DrugOption | None:
    """ "cái có đuôi lon": the end or the beginning of the name."""
    for at, word in enumerate(u.words):
        if not word.is_word:
            continue
        if u.says(at - 1, *_END_OF_NAME, "là", "bằng") and any(u.says(i, *_END_OF_NAME) for i in range(at)):
            fitting = [o for o in options if fold(o.name).endswith(word.key)]
        elif u.says(at - 1, "bằng", "chữ", "đầu") and any(u.says(i, *_START_OF_NAME) for i in range(at)):
            fitting = [o for o in options if fold(o.name).startswith(word.key)]
        else:
            continue
        if len(fitting) == 1:
            return fitting[0]
    return None


def _by_words(u: Utterance, offered: AmbiguousName) -> DrugOption | None:
    """Words that stand in one option's name alone: the name itself, or what its bracket says ("hô hấp")."""
    stops = {i for table in (lexicon.STOPS, lexicon.SOCIAL) for h in u.of(table) for i in range(h.start, h.end)}
    content = {w.key for i, w in enumerate(u.words) if w.is_word and i not in stops and len(w.key) > 1}
    if not content:
        return None
    fitting = [o for o in offered.options if content <= {word_key(t.text) for t in tokens(o.name)}]
    return fitting[0] if len(fitting) == 1 else None


# --- other slots -----------------------------------------------------------------------------------------------


def _fill(u: Utterance, frame: QueryFrame, asked: PastTurn, slot: str, *, alone: bool) -> tuple[QueryFrame, bool]:
    """(the frame, perhaps with the slot filled; whether it is)."""
    if slot in ("age", "weight"):
        return _number(u, frame, slot, alone=alone)
    if slot == "gestation" and frame.gestational_weeks is None and (weeks := weeks_of_birth(u)) is not None:
        rules = {**frame.rules, "gestational_weeks": "reply.weeks_at_birth"}
        return replace(frame, gestational_weeks=weeks, terms=(), rules=rules), True
    if slot in ("indication", "condition"):
        return _free_text(u, frame, asked, slot)
    if slot in _DENIABLE and _is_bare_no(u):
        finding = Finding(_DENIABLE[slot], present=False)
        return replace(frame, comorbidities=(*frame.comorbidities, finding)), True
    has = {
        "drug": bool(frame.drugs or frame.ambiguous or frame.unknown_drugs),
        "section": bool(frame.sections),
        "population": bool(frame.populations),
        "route": bool(frame.routes),
        "renal": frame.renal is not None,
        "hepatic": frame.hepatic is not None,
        "pregnancy": frame.pregnancy_weeks is not None,
        "gestation": frame.gestational_weeks is not None or frame.postmenstrual_weeks is not None,
        "amount": bool(u.numbers),
        "sex": frame.dose_task is not None and bool(frame.dose_task.sex),
        "surface": frame.dose_task is not None and frame.dose_task.surface_m2 is not None,
        "allergy": bool(frame.comorbidities),
        "comorbidities": bool(frame.comorbidities),
    }
    return frame, has.get(slot, False)


def _number(u: Utterance, frame: QueryFrame, slot: str, *, alone: bool) -> tuple[QueryFrame, bool]:
    if (frame.age_months if slot == "age" else frame.weight_kg) is not None:
        return frame, True
    of_birth = frame.gestational_weeks is not None
    if slot == "age" and not frame.sections and not of_birth and (months := age_by_unit(u)) is not None:
        return replace(frame, age_months=months, rules={**frame.rules, "age_months": "reply.unit_of_time"}), True
    if slot == "weight" and (kg := weight_in_grams(u)) is not None:
        return replace(frame, weight_kg=kg, rules={**frame.rules, "weight_kg": "reply.grams"}), True
    bare = _bare_number(u) if alone else None
    if bare is None:
        return frame, False
    if slot == "weight" and bare <= _HEAVIEST_BARE:
        return replace(frame, weight_kg=bare, rules={**frame.rules, "weight_kg": "reply.bare_number"}), True
    if slot == "age" and bare <= _OLDEST_BARE:
        return replace(frame, age_months=bare * 12, rules={**frame.rules, "age_months": "reply.bare_number"}), True
    return frame, False


def _bare_number(u: Utterance) -> Decimal | None:
    """The only thing said, particles aside: "18", "18 ạ". Two guesses ("17 18") are none."""
    if len(u.numbers) != 1 or u.drugs:
        return None
    number = u.numbers[0]
    social = {i for h in u.of(lexicon.SOCIAL) for i in range(h.start, h.end)}
    rest = [i for i, w in enumerate(u.words) if w.is_word and not number.start <= i < number.end and i not in social]
    return number.value if not rest and number.value > 0 else None


def _is_bare_no(u: Utterance) -> bool:
    spoken = [i for i, w in enumerate(u.words) if w.is_word]
    social = {i for h in u.of(lexicon.SOCIAL) for i in range(h.start, h.end)}
    return (
        bool(spoken)
        and u.says(spoken[0], "không", "chưa", "no")
        and all(i in social or u.says(i, "không", "chưa", "có", "bị", "no") for i in spoken)
    )


def _free_text(u: Utterance, frame: QueryFrame, asked: PastTurn, slot: str) -> tuple[QueryFrame, bool]:
    """A condition named, a chip taken, or a few words of one's own."""
    known = frame.indication or frame.condition
    chips = asked.clarify.quick_replies if asked.clarify else ()
    typed = squeeze(u.reading.text).strip(" .!?")
    chip = next((c for c in chips if fold(squeeze(c)) == fold(typed)), None)
    told = chip or known
    unclear = frame.signals & {Signal.VALUE_UNKNOWN, Signal.FRUSTRATED} or _is_bare_no(u)
    if told is None and not unclear and 0 < len(typed.split()) <= _LONGEST_FREE_TEXT and frame.intent is Intent.UNCLEAR:
        told = typed if not (frame.drugs or frame.sections or _measures(frame)) else None
    if told is None:
        return frame, False
    rules = {**frame.rules, slot: "reply.chip" if chip else "reply.words"}
    if slot == "indication":
        return replace(frame, indication=told, rules=rules), True
    return replace(frame, condition=told, indication=None, rules=rules), True
