"""What one question says of drugs and patient, gathered before it is decided what it asks."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from rag.frames import AmbiguousName, DrugMention, Population, Renal
from rag.understanding import lexicon
from rag.understanding.administration import RoutesSaid, routes_in
from rag.understanding.age_units import Age
from rag.understanding.ages import ages_in
from rag.understanding.belonging import asks_for_child, of_patient, told_of_others
from rag.understanding.co_medication import TakenBeside, taken_beside
from rag.understanding.condition_words import GRAVE, WARNED_OF
from rag.understanding.denial import denied_fields, denied_words
from rag.understanding.findings import ConditionsSaid, conditions_in, effects_of_drug, is_too_wide
from rag.understanding.leftover import foreign_names
from rag.understanding.meeting import is_joined, meets, partners_said
from rag.understanding.organs import RenalSaid, hepatic_in, renal_in
from rag.understanding.people import PeopleSaid, people_in
from rag.understanding.relatives import is_unsure_whose, told_of_relatives
from rag.understanding.stopped import stopped_drugs, words_of_stopping
from rag.understanding.utterance import NamedDrug, Utterance
from rag.understanding.weights import Weight, weight_is_open, weights_in

_BESIDE_PURPOSE = ("thuốc", "cho", "trong", "ở", "để", "và", "bệnh", "người", "khi", "ạ", "nhé", "thể")
_TAKEN = ("uống", "dùng", "tiêm", "truyền", "xài", "sau")
_BEFALLS, _THEN = ("bị", "thấy", "xong"), ("thì", "rồi", "lại")
_FEVERS = ("sốt", "sốt sau tiêm chủng")
_TOO_MANY = 10  # tablets at once
_LONG = 3  # sentences: from here on a question may stand at the end of a story


def asking_part(u: Utterance) -> Utterance:
    """The sentence of a pasted story that asks, when it names its own drug and its own request; else the whole.

    Other drugs of the story are then co-medication, not what is asked about.
    """
    if len(u.sentences) < _LONG:
        return u
    for number, (start, end) in enumerate(reversed(u.sentences)):
        part = u.within(start, end)
        if number > 0 and u.words[end - 1].text != "?":
            continue
        if not part.drugs or not part.labels(lexicon.SECTIONS) - {"how_about"}:
            continue
        leans = part.has(lexicon.SECTIONS, "interaction", "added") or part.has(lexicon.LINKS, "both_drugs")
        return u if leans else part
    return u


@dataclass(frozen=True)
class Facts:
    """`asking` is the part that asks; drugs, routes and requests come from it, the patient from the whole."""

    u: Utterance
    asking: Utterance
    conditions: ConditionsSaid
    ages: tuple[Age, ...]
    weights: tuple[Weight, ...]
    renal_said: RenalSaid | None
    hepatic_said: tuple[str, int, int] | None
    people: PeopleSaid
    routes: RoutesSaid
    beside: TakenBeside
    denied: frozenset[str]  # fields that denied words would fill
    not_so: frozenset[int]  # words of what is denied, of another person's values, of past values
    relatives: tuple[tuple[int, int], ...] = ()  # word ranges that tell of a relative of the patient

    @property
    def weight_kg(self) -> Decimal | None:
        """The first weight told."""
        return next((w.kg for w in self.weights if w.kg is not None), None)

    @property
    def renal(self) -> Renal | None:
        return self.renal_said.renal if self.renal_said else None

    @property
    def hepatic(self) -> str | None:
        return self.hepatic_said[0] if self.hepatic_said else None

    @property
    def is_impaired(self) -> bool:
        return bool({Population.RENAL, Population.HEPATIC} & set(self.people.populations))

    @cached_property
    def subjects(self) -> tuple[NamedDrug, ...]:
        """Drugs asked about: an allergen is one only where it is the only name and its effects are asked for."""
        aside = self.conditions.allergens | self.beside.words
        others = tuple(d for d in self.asking.drugs if d.start not in aside)
        others = tuple(d for d in others if d.start not in self.not_so)
        still_taken = tuple(d for d in others if d not in self.stopped)
        if len({d.span.mention or d.span.unknown for d in still_taken}) + self.meets_partner > 1:
            return still_taken
        if others or not self.asking.has(lexicon.SECTIONS, "manage", "adr", "overdose"):
            return others
        told = tuple(d for d in self.asking.drugs if d not in self.beside.drugs)
        return tuple(d for d in told if d.start not in self.not_so)

    @property
    def unsure_whose(self) -> bool:
        """May the drug be meant for a relative that is told of?"""
        ill = bool(self.conditions.present())
        return not asks_for_child(self.u) and is_unsure_whose(self.u, self.relatives, patient_is_ill=ill)

    @cached_property
    def stopped(self) -> tuple[NamedDrug, ...]:
        """Told as no longer taken: no member of a question for several others; beside a single one it is asked of."""
        return stopped_drugs(self.asking)

    @cached_property
    def mentions(self) -> tuple[DrugMention, ...]:
        by_id = {d.span.mention.id: d.span.mention for d in reversed(self.subjects) if d.span.mention}
        return tuple(m for m in dict.fromkeys(d.span.mention for d in self.subjects) if m and by_id[m.id] is m)

    @cached_property
    def ambiguous(self) -> tuple[AmbiguousName, ...]:
        return tuple(dict.fromkeys(d.span.ambiguous for d in self.subjects if d.span.ambiguous))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        named = tuple(d.span.unknown for d in self.subjects if d.span.unknown)
        return tuple(dict.fromkeys((*named, *foreign_names(self.u))))

    @cached_property
    def partners(self) -> tuple[tuple[int, int], ...]:
        """Word ranges of classes, food and drink that are named beside the drugs."""
        return partners_said(self.asking, self.conditions.allergy_words | self.conditions.allergens | self.beside.words)

    @property
    def meets_partner(self) -> bool:
        """Is one of them said to be taken together with what stands before it?"""
        return any(meets(self.asking, partner) for partner in self.partners)

    @property
    def taken_now(self) -> bool:
        """ "đang uống metformin": the way tells that it is taken, and asks for none."""
        u = self.u
        return any(u.says(d.start - 1, *_TAKEN) and u.says(d.start - 2, "đang") for d in self.subjects)

    @property
    def joined_to_partner(self) -> bool:
        return any(is_joined(self.asking, partner) for partner in self.partners)

    @cached_property
    def swallowed_many(self) -> bool:
        """ "nuốt 30 viên", "uống hết 20 viên rồi": told as having happened."""
        u = self.u
        for number in u.numbers:
            if not u.says(number.end, "viên", "vỉ", "lọ", "chai"):
                continue
            before = number.start - 1
            while u.says(before, "hết", "khoảng", "chừng", "cả", "luôn", "gần", "hơn", "tới"):
                before -= 1
            somebody = u.has(lexicon.PEOPLE, "person", "child", "elderly", "adult")
            told = somebody and not u.labels(lexicon.SECTIONS) - {"how_about"}
            told |= any(u.says(i, "vừa", "đã", "mới", "lỡ") for i in range(max(0, before - 2), before))
            done = told or any(
                u.says(i, "rồi", "lúc", "hết", "xong") for i in range(before, min(number.end + 6, len(u.words)))
            )
            if u.says(before, "nuốt") or (u.says(before, "uống") and number.value >= _TOO_MANY and done):
                return True
        return False

    @property
    def must_act(self) -> bool:
        return self.after_drug or any(c.name in GRAVE for c in self.conditions.present())

    @property
    def condition_first(self) -> bool:
        """ "nhược cơ gentamicin", "bn bị hen dùng ibuprofen": one drug, and a disease that it is not said to treat."""
        if self.names != 1 or not self.subjects:
            return False
        told = self.conditions.present()
        if any(c.name in WARNED_OF for c in told):
            return True
        at = self.subjects[0].start
        diseases = [c for c in told if c.kind != "symptom" and not is_too_wide(c.name)]
        if any(c.start > at and c.cue in ("", "for") and self._is_of_patients(c.start) for c in diseases):
            return not self.people.populations  # "ibuprofen ở bệnh nhân suy tim"
        of = [c for c in diseases if c.end <= at]
        takes = self.u.says(at - 1, *_TAKEN[:-1]) and at - 2 not in self.u.drug_words
        return any(not c.cue or (takes and c.cue == "for") for c in of) and not self.people.populations

    @property
    def somebody(self) -> bool:
        """ "bệnh nhân cắt túi mật dùng X", "người hiến máu dùng X": what is told of a person is in no list."""
        if self.names != 1 or not self.subjects:
            return False
        u, at = self.u, self.subjects[0].start - 1
        person = next((h.end for h in u.hits.labelled(lexicon.PEOPLE, "person") if h.end < at), None)
        if person is None or not u.says(at, *_TAKEN[:-1]):
            return False
        small = {
            i for t in (lexicon.STOPS, lexicon.CUES, lexicon.PEOPLE) for h in u.of(t) for i in range(h.start, h.end)
        }
        told = [i for i in range(person, at) if u.words[i].is_word and i not in small | self.value_words]
        return bool(told)

    def _is_of_patients(self, at: int) -> bool:
        """Is the disease at word `at` that of somebody: "ở bệnh nhân suy tim", "trên người bị hen"?"""
        first = at
        while self.u.says(first - 1, "bệnh", "nhân", "người", "bn", "ca", "bị", "có", "mắc"):
            first -= 1
        return first < at and self.u.says(first - 1, "ở", "trên")

    @property
    def purpose_alone(self) -> bool:
        """ "haloperidol cai rượu", "amiodaron dự phòng rung nhĩ": one drug, and behind it what it may be for."""
        if self.names != 1 or len(self.subjects) != 1 or self.subjects[0].span.mention is None:
            return False
        u, told = self.u, self.conditions.present()
        behind = bool(told) and all(c.start >= self.subjects[0].end and not is_too_wide(c.name) for c in told)
        read = (
            {i for hit in u.of(lexicon.CUES) for i in range(hit.start, hit.end)} | self.conditions.words | u.drug_words
        )
        rest = (i for i, word in enumerate(u.words) if (word.is_word or word.is_number) and i not in read)
        return behind and all(c.cue in ("", "for") for c in told) and all(u.says(i, *_BESIDE_PURPOSE) for i in rest)

    @property
    def occasion(self) -> bool:
        """An operation or a contrast medium, but not "dự phòng phẫu thuật" or "phòng huyết khối sau mổ"."""
        told = [c for c in self.conditions.present() if c.name in ("phẫu thuật", "chụp cản quang") and c.cue != "for"]
        return any(self.taken_now or not self._prevented_then(c.start) for c in told)

    def _prevented_then(self, at: int) -> bool:
        """Does "phòng …" stand before "sau mổ", "khi phẫu thuật"?"""
        u = self.asking
        when = u.says(at - 1, "sau", "khi", "trong", "trước") or u.says(at, "sau", "khi", "trong", "trước")
        return when and any(u.says(i, "phòng", "ngừa") for i in range(max(0, at - 8), at - 1))

    @cached_property
    def reaction(self) -> bool:
        """ "uống X bị buồn nôn": a complaint told as coming after the drug was taken."""
        u = self.u
        if self.after_drug:
            return True
        for drug in self.subjects:
            if not any(u.says(i, *_TAKEN) for i in range(max(0, drug.start - 3), drug.start)):
                continue
            for condition in self.conditions.present():
                near = drug.end <= condition.start <= drug.end + 4
                acute = condition.kind == "symptom" or condition.name in GRAVE
                told = (*_BEFALLS, *(_THEN if acute else ()))
                if near and any(u.says(i, *told) for i in range(drug.end, condition.start + 1)):
                    return True
        return False

    @cached_property
    def after_drug(self) -> bool:
        """ "phản vệ sau tiêm X", "nổi ban sau khi uống X". Fever is what many drugs are taken for."""
        told = [c for c in self.conditions.present() if c.cue != "history" and c.name not in _FEVERS]
        cues = self.u.hits.labelled(lexicon.SCOPE, "after_drug")
        if told and any(d.start - 3 < cue.end <= d.start for cue in cues for d in self.subjects):
            return True
        return any(self._blames(c.end, d.start) for c in told for d in self.subjects)

    def _blames(self, start: int, end: int) -> bool:
        """ "phản vệ do X": nothing but words of cause between the complaint and the drug."""
        return start < end and self.u.says(start, "do", "vì", "tại") and end - start <= 2

    @property
    def names(self) -> int:
        return len(self.mentions) + len(self.ambiguous) + len(self.unknown)

    @cached_property
    def value_words(self) -> frozenset[int]:
        """Words that a slot of the patient, a drug or a route has taken."""
        spans = [(a.start, a.end) for a in self.ages] + [(w.start, w.end) for w in self.weights]
        if self.renal_said:
            spans.append((self.renal_said.start, self.renal_said.end))
        if self.hepatic_said:
            spans.append(self.hepatic_said[1:])
        taken = {i for start, end in spans for i in range(start, end)}
        return (
            frozenset(taken)
            | self.people.words
            | self.routes.words
            | self.u.drug_words
            | self.not_so
            | words_of_stopping(self.u)
        )


def gather(u: Utterance, *, in_focus: frozenset[str] = frozenset()) -> Facts:
    """`in_focus`: ids of the drugs that the turn before was about."""
    asking = asking_part(u)
    denied = denied_words(u)
    values = of_patient(
        u,
        [a for a in ages_in(u) if a.start not in denied],
        [w for w in weights_in(u) if w.start not in denied],
    )
    open_fields = {"weight_kg"} if weight_is_open(u, values.weights) else set()
    beside = taken_beside(asking, in_focus=in_focus)
    relatives = told_of_relatives(u, values.ages)
    others = told_of_others(u, values.ages) - u.drug_words
    others |= {i for start, end in relatives for i in range(start, end)}
    conditions = conditions_in(u, others)
    effects = effects_of_drug(u)
    negated = conditions.negated | {h for h in u.of(lexicon.PEOPLE) if h.start in others} | set(effects)
    renal = renal_in(u, negated=negated, aside=others)
    hepatic = hepatic_in(u, negated=negated)
    people = people_in(
        u,
        values.ages,
        negated=conditions.negated,
        denied=denied | others | {i for h in effects for i in range(h.start, h.end)},
        renal_at=renal.start if renal and renal.impaired else None,
        hepatic_at=hepatic[1] if hepatic else None,
    )
    return Facts(
        u,
        asking,
        conditions,
        values.ages,
        values.weights,
        renal,
        hepatic,
        people,
        routes_in(asking, aside=denied | beside.words | conditions.allergy_words),
        beside,
        denied_fields(u, denied, conditions.negated) | open_fields,
        denied | values.words | others,
        relatives,
    )
