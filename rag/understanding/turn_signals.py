"""Facts about a turn that decide its route whatever drug it names, from what was gathered of it."""

from rag.frames import QueryFrame, Signal
from rag.records import PastTurn
from rag.scope import Scene, signals
from rag.understanding import lexicon
from rag.understanding.condition_words import GRAVE, GRAVE_OF_DRUGS
from rag.understanding.convulsing import convulses_now
from rag.understanding.dose_tasks import TooMuch, asks_if_too_much
from rag.understanding.facts import Facts
from rag.understanding.people import is_nickname
from rag.understanding.sections import SectionChoice
from rag.understanding.utterance import Utterance

_NO_REQUEST = frozenset({"how_much", "how_long", "how_about", "may", "overview", "compare"})


def signals_in(
    facts: Facts, choice: SectionChoice, frame: QueryFrame, history: tuple[PastTurn, ...]
) -> frozenset[Signal]:
    u = facts.u
    scene = Scene(
        has_drug=facts.names > 0,
        drugs=facts.names,
        has_request=bool(u.labels(lexicon.SECTIONS) - _NO_REQUEST),
        has_person=bool(u.labels(lexicon.PEOPLE)),
        asks_role=choice.asks_role,
    )
    found = set(signals(_scope_labels(facts), scene))
    if u.addressed:
        found.add(Signal.INSTRUCTION)
    if _value_unknown(u, history):
        found.add(Signal.VALUE_UNKNOWN)
    if Signal.FRUSTRATED in found and facts.names and choice.sections and not u.has(lexicon.LINKS, "rejected"):
        found.discard(Signal.FRUSTRATED)  # moods are also what drugs cause
    return frozenset(found)


def _scope_labels(facts: Facts) -> frozenset[str]:
    """Labels that hold: "insulin lợn" is no pig, "hơn 12 tuổi" no comparison."""
    u = facts.u
    said = {
        hit.label
        for hit in u.of(lexicon.SCOPE)
        if not (hit.label == "animal" and hit.start - 1 in u.drug_words)
        and not (hit.label in ("animal", "animal_patient") and is_nickname(u, hit))
        and not (hit.start in facts.conditions.allergy_words and hit.label == "emergency")
        and not (hit.label == "worth" and u.key(hit.end)[:1].isdigit())
        and not (hit.label == "poisoned" and too_much(facts) is TooMuch.PLANNED)
    }
    told = {c.name for c in facts.conditions.present()}
    grave = (facts.reaction and bool(told & GRAVE)) or (facts.after_drug and bool(told & GRAVE_OF_DRUGS))
    danger = facts.swallowed_many or grave or convulses_now(u)
    return frozenset(said | ({"emergency"} if danger else set()))


def _value_unknown(u: Utterance, history: tuple[PastTurn, ...]) -> bool:
    """ "không nhớ cân nặng", or "không biết" in reply to our question; "không biết có dùng được không" asks."""
    was_asked = bool(history) and history[-1].clarify is not None
    for hit in u.hits.labelled(lexicon.LINKS, "unknown_value"):
        near = range(max(0, hit.start - 4), min(len(u.words), hit.end + 4))
        if any(u.says(i, "cân", "nặng", "tuổi", "ký", "kg", "weight", "age") for i in near):
            return True
        if was_asked and not u.drugs and not u.labels(lexicon.SECTIONS):
            return True
    return False


def too_much(facts: Facts) -> TooMuch | None:
    """Of one drug: a dose of several is not compared."""
    of_one = facts.names <= 1 and not facts.swallowed_many
    return asks_if_too_much(facts.u.reading.text) if of_one else None


def says_attack(u: Utterance) -> bool:
    """ "cơn gút cấp", "đợt cấp"; not "cấp cứu", "cung cấp", "cao cấp"."""
    at = [i for i in range(len(u.words)) if u.says(i, "cấp", "acute")]
    return any(not u.says(i + 1, "cứu") and not u.says(i - 1, "cung", "cao", "trung", "sơ") for i in at)


def how_often_in(u: Utterance) -> str | None:
    """ "Ngày" of "hàng ngày", "mỗi ngày", "ngày nào cũng"; "tuần" of "hàng tuần"; "cách" of "cách ngày"; else None."""
    for at in range(len(u.words)):
        if u.says(at, "cách") and u.says(at + 1, "ngày", "nhật"):
            return "cách"
        if u.says(at, "hàng", "hằng", "mỗi") and u.says(at + 1, "ngày", "tuần"):
            return "ngày" if u.says(at + 1, "ngày") else "tuần"
        if u.says(at, "ngày") and u.says(at + 1, "nào") and u.says(at + 2, "cũng"):
            return "ngày"
    return None
