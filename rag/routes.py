"""When we answer, ask or decline: a table of named rows, the first that holds wins.

The rows of the earlier system's dispatch are all here, in its order; rows for a person, an emergency or a name that
must be asked about stand before it. A test compares the table with those branches over every frame that matters.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from rag.frames import AGE_BY_WEEKS, Intent, QueryFrame, Relation, Signal
from rag.outcomes import Outcome


class Gather(StrEnum):
    """What is fetched from the book when the frame can be answered."""

    SECTIONS = "sections"  # the named sections of each named drug
    OVERVIEW = "overview"  # what the drug is
    INTERACTION = "interaction"
    BY_CONDITION = "by_condition"


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    holds: Callable[[QueryFrame], bool]
    then: Outcome | Gather


# --- predicates: each reads as a statement about the frame -----------------------------------------------------


def nothing_to_read(f: QueryFrame) -> bool:
    """Câu hỏi trống, chỉ có biểu tượng hoặc không có chữ."""
    return Signal.MALFORMED in f.signals


def sounds_non_human(f: QueryFrame) -> bool:
    """Người bệnh là động vật."""
    return Signal.NON_HUMAN in f.signals


def wants_a_pharmacist(f: QueryFrame) -> bool:
    """Người hỏi muốn gặp dược sĩ hoặc người thật."""
    return Signal.WANTS_PHARMACIST in f.signals


def restricted(f: QueryFrame) -> bool:
    """Khiếu nại, pháp lý, hoặc đổi đơn thuốc thay người khác."""
    return Signal.RESTRICTED in f.signals


def frustrated(f: QueryFrame) -> bool:
    """Người hỏi bực bội và lượt này không hỏi thêm điều gì."""
    asked_anew = bool(set(f.sections) - set(_inherited(f, "sections"))) or bool(f.drugs and "drugs" not in f.inherited)
    return Signal.FRUSTRATED in f.signals and not asked_anew


def _inherited(f: QueryFrame, field: str) -> tuple[str, ...]:
    return f.sections if field in f.inherited else ()


def only_instructions(f: QueryFrame) -> bool:
    """Lượt này ra lệnh cho chương trình và không hỏi về thuốc nào."""
    return Signal.INSTRUCTION in f.signals and not f.drugs and not f.ambiguous and not f.unknown_drugs


def asks_for_a_ranking(f: QueryFrame) -> bool:
    """Hỏi thuốc nào tốt hơn, mạnh hơn, hiền hơn."""
    return Signal.RANKING in f.signals


def ambiguous_name(f: QueryFrame) -> bool:
    """Một tên gọi có thể là nhiều thuốc."""
    return bool(f.ambiguous)


def two_readings(f: QueryFrame) -> bool:
    """Tuổi hoặc cân nặng có hai cách đọc."""
    return bool(f.two_readings)


def asks_dose(f: QueryFrame) -> bool:
    return f.intent is Intent.DOSE and bool(f.drugs)


def is_urgent(f: QueryFrame) -> bool:
    """Cấp cứu, đã nêu bệnh: không hỏi lại trước khi trích."""
    return Signal.EMERGENCY in f.signals and bool(f.indication or f.condition)


def dose_without_population(f: QueryFrame) -> bool:
    """Hỏi liều mà chưa biết cho ai."""
    return asks_dose(f) and not f.populations and not is_urgent(f)


def dose_for_unmeasured_child(f: QueryFrame) -> bool:
    """Hỏi liều cho trẻ mà thiếu tuổi hoặc cân nặng."""
    # Both: the formulary branches on age bands and on mg/kg.
    # Of several groups the print for each is set side by side: nothing is chosen for one child.
    of_one = asks_dose(f) and f.is_paediatric and not f.groups and not is_urgent(f)
    return of_one and (lacks_age(f) or f.weight_kg is None)


def lacks_age(f: QueryFrame) -> bool:
    return f.age_months is None and f.rules.get("age_months") != AGE_BY_WEEKS


def value_not_believable(f: QueryFrame) -> bool:
    """Tuổi hoặc cân nặng không thể đúng."""
    return bool(f.implausible) and bool(f.drugs) and f.intent in (Intent.DOSE, Intent.SECTION)


def _by_condition(f: QueryFrame) -> bool:
    return f.intent in (Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG)


def ambiguous_condition(f: QueryFrame) -> bool:
    """Hỏi thuốc theo bệnh nhưng bệnh nêu quá rộng hoặc có nhiều cách hiểu."""
    return _by_condition(f) and Signal.AMBIGUOUS_CONDITION in f.signals


def reverse_relation(f: QueryFrame) -> bool:
    """Hỏi thuốc theo bệnh với quan hệ khác chỉ định (tránh, gây, thận trọng)."""
    return _by_condition(f) and f.relation not in (None, Relation.INDICATION)


def named_condition(f: QueryFrame) -> bool:
    """Hỏi thuốc theo bệnh hoặc triệu chứng đã nêu tên."""
    return _by_condition(f) and bool(f.condition or f.indication)


def unnamed_condition(f: QueryFrame) -> bool:
    """Hỏi thuốc theo bệnh mà chưa nêu bệnh."""
    return f.intent is Intent.CONDITION_TO_DRUG


def unnamed_symptom(f: QueryFrame) -> bool:
    """Hỏi thuốc theo triệu chứng mà chưa nêu triệu chứng."""
    return f.intent is Intent.SYMPTOM_TO_DRUG


def relation_question(f: QueryFrame) -> bool:
    """Hỏi quan hệ ngược giữa bệnh và thuốc."""
    return f.intent is Intent.CONDITION_RELATION


def compared_with_a_stranger(f: QueryFrame) -> bool:
    """So sánh một thuốc với thuốc không có trong ấn bản."""
    return f.intent is Intent.COMPARISON and bool(f.drugs) and bool(f.unknown_drugs)


def value_cannot_be_had(f: QueryFrame) -> bool:
    """Đã hỏi tuổi hoặc cân nặng của trẻ và được đáp là không biết."""
    # The drug is inherited: the turn is a reply, and what it replies is that the value is not known.
    return dose_for_unmeasured_child(f) and Signal.VALUE_UNKNOWN in f.signals and "drugs" in f.inherited


def drug_without_section(f: QueryFrame) -> bool:
    """Đã có thuốc nhưng chưa rõ muốn xem mục nào."""
    return f.intent in (Intent.SECTION, Intent.UNCLEAR, Intent.COMPARISON) and bool(f.drugs) and not f.sections


def small_talk(f: QueryFrame) -> bool:
    """Chào hỏi, cảm ơn."""
    return f.intent is Intent.SMALLTALK


def off_topic(f: QueryFrame) -> bool:
    """Ngoài phạm vi dược thư."""
    return f.intent is Intent.OUT_OF_SCOPE


def only_unknown_drugs(f: QueryFrame) -> bool:
    """Mọi thuốc được nêu đều không có trong ấn bản."""
    return not f.drugs and bool(f.unknown_drugs)


def no_drug(f: QueryFrame) -> bool:
    """Chưa rõ hỏi về thuốc nào."""
    return not f.drugs


def interaction_of_several(f: QueryFrame) -> bool:
    """Tương tác giữa từ hai thuốc trở lên, hoặc của một thuốc với nhóm thuốc, thức ăn, đồ uống."""
    return f.intent is Intent.INTERACTION and len(f.drugs) + len(f.unknown_drugs) + len(f.partners) >= 2


def overview(f: QueryFrame) -> bool:
    """Thuốc này là gì, xem tổng quan."""
    return f.intent is Intent.OVERVIEW


def anything_else(f: QueryFrame) -> bool:
    """Các trường hợp còn lại."""
    return True


# fmt: off
ROUTES: tuple[Route, ...] = (
    Route("nothing to read",     nothing_to_read,           Outcome.CLARIFY_DRUG),
    Route("not for us",          sounds_non_human,          Outcome.ABSTAIN_OUT_OF_SCOPE),
    Route("wants a person",      wants_a_pharmacist,        Outcome.ESCALATE_USER_REQUESTED),
    Route("restricted",          restricted,                Outcome.ESCALATE_RESTRICTED_INTENT),
    Route("frustrated",          frustrated,                Outcome.ESCALATE_FRUSTRATION),
    Route("only instructions",   only_instructions,         Outcome.ABSTAIN_OUT_OF_SCOPE),
    Route("which of the names?", ambiguous_name,            Outcome.CLARIFY_AMBIGUOUS_DRUG),
    Route("which value?",        two_readings,              Outcome.CLARIFY_MORE_INFO),
    Route("no ranking",          asks_for_a_ranking,        Outcome.ABSTAIN_OUT_OF_SCOPE),
    Route("dose, for whom?",     dose_without_population,   Outcome.CLARIFY_POPULATION),
    Route("believable?",         value_not_believable,      Outcome.CLARIFY_MORE_INFO),
    Route("value not to be had", value_cannot_be_had,       Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE),
    Route("dose, which child?",  dose_for_unmeasured_child, Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT),
    Route("which condition?",    ambiguous_condition,       Outcome.CLARIFY_AMBIGUOUS_CONDITION),
    Route("reverse relation",    reverse_relation,          Outcome.ABSTAIN_REVERSE_RELATION),
    Route("by condition",        named_condition,           Gather.BY_CONDITION),
    Route("no condition",        unnamed_condition,         Outcome.CLARIFY_CONDITION),
    Route("no symptom",          unnamed_symptom,           Outcome.CLARIFY_INDICATION),
    Route("relation question",   relation_question,         Outcome.ABSTAIN_REVERSE_RELATION),
    Route("with a stranger",     compared_with_a_stranger,  Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY),
    Route("which section?",      drug_without_section,      Outcome.CLARIFY_SECTION),
    Route("small talk",          small_talk,                Outcome.ANSWERED_SMALLTALK),
    Route("off topic",           off_topic,                 Outcome.ABSTAIN_OUT_OF_SCOPE),
    Route("unknown drug",        only_unknown_drugs,        Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY),
    Route("which drug?",         no_drug,                   Outcome.CLARIFY_DRUG),
    Route("interaction",         interaction_of_several,    Gather.INTERACTION),
    Route("overview",            overview,                  Gather.OVERVIEW),
    Route("sections",            anything_else,             Gather.SECTIONS),
)
# fmt: on


def choose_route(frame: QueryFrame) -> Route:
    """The first row that holds; the last row always does."""
    return next(route for route in ROUTES if route.holds(frame))
