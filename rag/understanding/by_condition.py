"""Questions that ask for drugs: for a condition or a complaint, or by another relation that is never answered."""

from dataclasses import replace

from rag.condition_names import AS_TYPED, MAY_MEAN, PREVENTS, SORTS_PATIENTS, listed_as
from rag.frames import Finding, Intent, Link, Population, QueryFrame, Relation, Signal
from rag.understanding import lexicon
from rag.understanding.asked_conditions import AskedConditions, Purpose, asked_conditions
from rag.understanding.condition_words import TOO_WIDE
from rag.understanding.facts import Facts
from rag.understanding.filling import taken_by_patient
from rag.understanding.phrases import Hit
from rag.understanding.section_keys import ASKS_AMOUNT
from rag.understanding.utterance import Utterance

_RELATIONS = {
    "avoid": Relation.CONTRAINDICATION,
    "causes": Relation.ADVERSE_EFFECT,
    "careful": Relation.CAUTION,
    "meets": Relation.CAUTION,
    "safe": Relation.CONTRAINDICATION,
}
_PURPOSE_BESIDE = {"safe": Purpose.TREATED}
_GROUPS = {
    Population.RENAL: "suy thận",
    Population.HEPATIC: "suy gan",
    Population.PREGNANT: "có thai",
    Population.BREASTFEEDING: "cho con bú",
    Population.NEONATE: "trẻ sơ sinh",
    Population.CHILD: "trẻ em",
    Population.ELDERLY: "người cao tuổi",
}
_LEANS = frozenset({Link.THAT_DRUG, Link.FIRST_DRUG, Link.SECOND_DRUG, Link.THIRD_DRUG, Link.BOTH_DRUGS})
_DRUGS = ("thuốc", "sinh", "loại", "nhóm")
_PURPOSES_LISTED = "hạ giảm trị chữa điều chống dùng cho bệnh phòng ngừa dự đặc để cắt"
_PURPOSES = tuple(_PURPOSES_LISTED.split())
_OF_PATIENT = ("ở", "người", "bệnh", "nhân", "bn", "khi", "mà", "trên", ",", "đã")
_ENDS = ("bị", "mắc", "thì", "dùng", "uống", "cho", "nên", "ạ", "nhỉ", "là", "có", "mà")
BY_CONDITION = frozenset({Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG})
_SWALLOWED = ("viên", "vỉ", "lọ", "chai", "gói", "nhầm")
_LONGEST_PURPOSE = 8  # words between "thuốc" and "nào"


def asks_for_drugs(facts: Facts) -> bool:
    if facts.names:
        return _only_takes(facts) and not _leans(facts)
    if facts.u.has(lexicon.SECTIONS, "overdose") and not facts.conditions.conditions:
        return False  # "ngộ độc thì dùng gì": of the drug that was spoken of
    return (facts.u.has(lexicon.WHICH, "which") or _names_purpose(facts)) and not _leans(facts)


def _only_takes(facts: Facts) -> bool:
    """ "Đang uống warfarin, bị gút thì dùng thuốc nào": every drug is named as taken already.

    Behind the question only "đang" says so: "thuốc nào trị gút cho người đang dùng warfarin"; or it stands behind the
    purpose: "thuốc trị gút cho người đang uống warfarin".
    """
    u = facts.u
    asking = u.hits.labelled(lexicon.WHICH, "which")
    taking = {hit.end: hit for hit in u.hits.labelled(lexicon.CUES, "taking")}
    told = [(d, next((taking[i] for i in (d.start, d.start - 1) if i in taking), None)) for d in facts.subjects]
    cues = [cue for _, cue in told if cue is not None]
    if not told or len(cues) < len(told) or _relating_label(facts):
        return False
    last = asking[-1].start if asking else 0
    is_told = asking and all(
        drug.end <= last or any(u.says(i, "đang") for i in range(cue.start, cue.end))
        for (drug, _), cue in zip(told, cues, strict=True)
    )
    if not is_told:
        return _follow_purpose(facts, [cue.start for cue in cues])
    return any(not c.of_patient or c.treated for c in asked_conditions(facts).asked)


def _follow_purpose(facts: Facts, taken: list[int]) -> bool:
    """Do the words that tell of what is taken stand right behind "thuốc trị …", and is nothing else asked?"""
    u = facts.u
    told = _told(facts)
    start = next((at for at in range(taken[0]) if u.says(at, "thuốc") and at not in told), None)
    if start is None or u.drugs[-1].end < len(u.words) or u.labels(lexicon.SECTIONS) & ASKS_AMOUNT:
        return False
    between = range(start + 1, taken[0])
    small = all(i in told or u.says(i, *_PURPOSES, *_OF_PATIENT) for i in between)
    return small and any(i in told for i in between)


def _told(facts: Facts) -> set[int]:
    """Words of conditions."""
    listed = {i for hit in facts.u.of(lexicon.CONDITIONS) for i in range(hit.start, hit.end)}
    return listed | set(facts.conditions.words)


def _names_purpose(facts: Facts) -> bool:
    """ "Thuốc hạ sốt nào", "thuốc giảm đau cho người suy gan", "thuốc cho viêm phổi": only a purpose is said."""
    u = facts.u
    told = _told(facts)
    for at in range(len(u.words)):
        if not u.says(at, *_DRUGS) or u.says(at - 1, *_SWALLOWED):
            continue  # "uống nhầm 20 viên thuốc hạ áp" asks for no drug
        for end in range(at + 1, min(at + _LONGEST_PURPOSE, len(u.words) + 1)):
            purpose = any(i in told for i in range(at + 1, end))
            if end == len(u.words) or not (u.words[end].is_word or u.words[end].is_number):
                if purpose and u.says(at, "thuốc"):
                    return True
                break
            if u.says(end, "nào", "gì") and end > at + 1:
                return True
            if purpose and u.says(end, "cho", "ở", "dành") and end not in told:
                return True
            if purpose and u.says(at, "thuốc") and u.says(end, "sau", "khi", "trong") and u.says(end + 1, "mổ", "phẫu"):
                return True
            if end not in told and not u.says(end, *_PURPOSES):
                break
    return False


def _leans(facts: Facts) -> bool:
    labels = {link.value for link in _LEANS}
    return bool(labels & facts.u.labels(lexicon.LINKS))


def condition_question(facts: Facts, frame: QueryFrame) -> QueryFrame:
    """Indication is the only relation that the book can be read for; the others are named and declined.

    Where a purpose is named beside the relation ("thuốc hạ áp nào không dùng cho bà bầu"), the drugs for that purpose
    are listed with what print says of the patient.
    """
    label = _relating_label(facts)
    relation = _RELATIONS.get(label, Relation.INDICATION)
    other = relation is not Relation.INDICATION
    told = asked_conditions(facts, _PURPOSE_BESIDE.get(label, Purpose.STATED) if other else Purpose.ANY)
    group = next((words for p, words in _GROUPS.items() if p in frame.populations), None)
    findings = tuple(dict.fromkeys((*frame.comorbidities, *told.findings)))
    if other and not _sorts_patients(relation, told, group, findings):
        if label == "safe" and told.asked and told.asked[0].treated and not (told.had or group):
            other = False  # "thuốc nào được dùng để trị …", "bị … thì dùng được thuốc nào"
        else:
            concerned = [*told.had, *told.asked]
            return replace(
                frame,
                intent=Intent.CONDITION_RELATION,
                relation=relation,
                condition=concerned[0].name if concerned else group,
                sections=(),
                signals=frame.signals - {Signal.RANKING},
                rules=frame.rules | {"relation": f"relation.{relation.value}"},
            )
    asked = told.asked
    meant = _may_mean(told)
    wide = bool(meant) or len(asked) > 1 or bool(asked and asked[0].name in TOO_WIDE)
    symptom = len(asked) > 1 or (bool(asked) and asked[0].symptom)
    findings = tuple(f for f in findings if f.name not in {c.name for c in asked})
    return replace(
        frame,
        intent=Intent.SYMPTOM_TO_DRUG if symptom else Intent.CONDITION_TO_DRUG,
        relation=Relation.INDICATION,
        drugs=(),
        ambiguous=(),
        unknown_drugs=(),
        condition=", ".join(meant or [c.name for c in asked]) or None,
        comorbidities=findings,
        co_medications=tuple(dict.fromkeys((*taken_by_patient(facts), *frame.drug_ids, *frame.unknown_drugs))),
        sections=("chi_dinh",),
        signals=frame.signals | ({Signal.AMBIGUOUS_CONDITION} if wide else set()),
        rules=frame.rules
        | _rules(told)
        | ({"relation": SORTS_PATIENTS} if other else {})
        | ({"purpose": PREVENTS} if any(facts.u.says(i, "phòng", "ngừa") for i in range(len(facts.u.words))) else {}),
    )


def denied_kinds(u: Utterance) -> tuple[str, ...]:
    """ "tiêu chảy không do nhiễm khuẩn", "không phải kháng sinh": as typed; no list is sifted by what is ruled out."""
    found: list[str] = []
    for at in range(len(u.words) - 2):
        if not (u.says(at, "không", "chẳng") and u.says(at + 1, "do", "phải", "kích", "chứa", "thuộc")):
            continue
        end = at + 2
        while end < len(u.words) and u.words[end].is_word and end < at + _LONGEST_PURPOSE and not u.says(end, *_ENDS):
            end += 1
        if end > at + 2:
            found.append(u.typed(at, end))
    return tuple(found)


def _may_mean(told: AskedConditions) -> list[str]:
    """What the only condition asked for may mean, where its name is everyday speech for several."""
    row = listed_as(told.asked[0].name) if len(told.asked) == 1 else None
    return list(row.may_mean) if row else []


def _rules(told: AskedConditions) -> dict[str, str]:
    said = "condition.asked_for" if not told.asked or told.asked[0].listed else AS_TYPED
    said = MAY_MEAN if _may_mean(told) else said
    return {"condition": said, "sections": "section.which_drug"}


def _sorts_patients(
    relation: Relation, told: AskedConditions, group: str | None, findings: tuple[Finding, ...]
) -> bool:
    """Drugs for a named purpose, and a named patient whom they may suit or not."""
    patient = bool(group or told.had or any(f.present for f in findings))
    return bool(told.asked) and patient and relation is not Relation.ADVERSE_EFFECT


def _relating_label(facts: Facts) -> str:
    """The label of the words of another relation, the gravest first; empty when there are none."""
    found = {hit.label for hit in _relating(facts)}
    return next((label for label in _RELATIONS if label in found), "")


def _relating(facts: Facts) -> list[Hit]:
    """Words of another relation that are about the drugs, not about what the patient cannot do."""
    u = facts.u
    asking = u.hits.labelled(lexicon.WHICH, "which")
    kept: list[Hit] = []
    for hit in u.of(lexicon.WHICH):
        if hit.label not in _RELATIONS or _is_in_name(facts, hit):
            continue
        denies = hit.label == "avoid" and u.says(hit.start, "không")
        # "bé không uống được, hạ sốt bằng thuốc gì", "hay bị ho": told of the patient, before anything is asked.
        told = denies or u.says(hit.start, "hay")
        if told and asking and hit.end < asking[0].start and not _leads_to(facts, hit, asking[0]):
            continue
        # "trị tiêu chảy do kháng sinh gây ra": the cause of what is treated.
        treated = [c for c in facts.conditions.present() if c.cue == "for" and c.end <= hit.start]
        if hit.label == "causes" and any(u.says(i, "do", "vì") for c in treated for i in range(c.end, hit.start)):
            continue
        kept.append(hit)
    return kept


def _is_in_name(facts: Facts, hit: Hit) -> bool:
    """ "Hưng cảm" typed without marks holds no "cấm", "suy thượng thận trong …" no "thận trọng"."""
    return any(c.start < hit.end and hit.start < c.end for c in facts.u.of(lexicon.CONDITIONS))


def _leads_to(facts: Facts, hit: Hit, asking: Hit) -> bool:
    """ "không nên dùng những thuốc gì": nothing but small words stand between."""
    return all(facts.u.says(i, "những", "các", "loại", "được", "với", "cho") for i in range(hit.end, asking.start))
