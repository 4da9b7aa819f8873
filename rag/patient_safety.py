"""What the monographs of several drugs say of one named patient: sentence by sentence, fact by fact, never weighed.

Each fact about the patient is looked for on its own, so that a drug whose monograph speaks of the pregnancy and not of
the asthma is named as silent on the asthma.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from rag import messages, wording
from rag.applicability import Match, applicability
from rag.claims import Claim, ClaimRole
from rag.doses import read_dose
from rag.frames import IMPAIRED, DrugMention, How, Population, QueryFrame
from rag.gathering import SAFETY
from rag.interactions import with_co_medications
from rag.passages import BESIDE, DOSING, Evidence, Passage
from rag.ports import Ports
from rag.printed import Segment, lead_of, populations_in, populations_left_out, segments
from rag.prohibitions import says_no
from rag.quoting import NARROWING, claims_of, stricter_sentences
from rag.vietnamese import fold

MOST_SENTENCES = 6  # about one patient, of one drug: a list of twelve drugs is read in ninety seconds
_MOST_DOSES = 8  # beside them, doses adjusted to the patient's organs: all bands of a clearance that books print
_SHORT_SECTION = 260  # characters: quoted whole
_OWN_SECTION = {Population.PREGNANT: "thoi_ky_mang_thai", Population.BREASTFEEDING: "thoi_ky_cho_con_bu"}
_BESIDE = "tuong_tac_thuoc"
# Sentences that say whether, when or how the drug may be given; the others give reasons.
_DECIDES = re.compile(
    r"\b(?:khong (?:duoc |nen )*(?:dung|chi dinh|khuyen cao)|chong chi dinh|tranh|han che|chi (?:nen )?(?:su )?dung|"
    r"chi (?:duoc|khi)|can nhac|ngung|co the dung|dung duoc|van (?:co the )?dung|an toan|khuyen (?:cao|dung)?|"
    r"than trong|thay the|uu tien|khi that can|loi ich|quai thai|di tat|khong nen|phai)\b"
)
_ONLY_WHEN = re.compile(r"\bchi (?:duoc |nen )?(?:su dung|dung|ap dung|cho)\b[^.;]{0,20}\bkhi\b")
_SEVERE, _MILD = re.compile(r"\bnang\b"), re.compile(r"\b(?:nhe|vua|trung binh)\b")
_ADJUSTED = IMPAIRED | {Population.ELDERLY}
"""States for which the dosing section says more than a dose: whether and how far it is reduced."""


@dataclass(frozen=True, slots=True)
class _Fact:
    """One thing known of the patient, in words, and a frame that knows nothing else."""

    words: str
    frame: QueryFrame


@dataclass(frozen=True, slots=True)
class PatientSafety:
    """`said`: for every fact (in words) the sentences of every drug that has any; `beside`: on what else is taken."""

    facts: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    said: dict[str, dict[str, tuple[Segment, ...]]] | None = None
    beside: dict[str, dict[str, tuple[Claim, ...]]] | None = None
    excerpted: frozenset[str] = frozenset()  # drugs whose section on the state itself is not shown whole
    named: frozenset[tuple[str, str]] = frozenset()  # (fact, drug) where a safety sentence at least has the word
    unread: frozenset[str] = frozenset()  # drugs of which a block on what is taken beside them is held back

    @classmethod
    def of(cls, frame: QueryFrame, drugs: Sequence[tuple[str, str]], ports: Ports) -> "PatientSafety":
        """`drugs`: id and name of each. Empty when nothing is known of the patient that narrows anything."""
        facts = _facts(frame, ports)
        if not facts or not drugs:
            return cls()
        own = [_OWN_SECTION[p] for p in frame.populations if p in _OWN_SECTION]
        beside = [_BESIDE] if frame.co_medications else []
        doses = [DOSING] if frame.populations else []
        passages = ports.passages.sections([drug for drug, _ in drugs], (*SAFETY, *own, *doses, *beside))
        listed = {drug for drug, _ in drugs}
        taken = ports.passages.sections([d for d in frame.co_medications if d not in listed], BESIDE)
        passages = (*passages, *taken)
        of_drug: dict[str, list[Passage]] = {}
        for passage in passages:
            of_drug.setdefault(passage.monograph, []).append(passage)
        said: dict[str, dict[str, tuple[Segment, ...]]] = {}
        met: dict[str, dict[str, tuple[Claim, ...]]] = {}
        excerpted: set[str] = set()
        unread: set[str] = set()
        named: set[tuple[str, str]] = set()
        for fact in facts:
            for drug, name in drugs:
                mention = DrugMention(drug, name, name, How.TITLE)
                asked = replace(fact.frame, drugs=(mention,))
                if drug in asked.co_medications:
                    met.setdefault(fact.words, {})[drug] = ()  # taken already: nothing is missing
                elif asked.co_medications:
                    (partner,) = asked.co_medications
                    both = (*of_drug.get(drug, ()), *of_drug.get(partner, ()))
                    (pair,) = with_co_medications(asked, Evidence(both), ports.names)
                    if pair.said:
                        met.setdefault(fact.words, {})[drug] = tuple(dict.fromkeys(pair.claims))
                    elif pair.is_held:
                        unread.add(drug)
                elif sentences := _sentences(of_drug.get(drug, ()), asked):
                    said.setdefault(fact.words, {})[drug] = tuple(sentences)
                    if not set(_of_state(of_drug[drug], asked)) <= set(sentences):
                        excerpted.add(drug)
                elif _has_the_word(of_drug.get(drug, ()), fact.frame):
                    named.add((fact.words, drug))
        words = tuple(f.words for f in facts)
        return cls(words, passages, said, met, frozenset(excerpted), frozenset(named), frozenset(unread))

    @property
    def is_needed(self) -> bool:
        return bool(self.facts)

    @property
    def says_anything(self) -> bool:
        met = any(claims for by_drug in (self.beside or {}).values() for claims in by_drug.values())
        return bool(self.said) or met or bool(self._held())

    def about(self, drug: str) -> tuple[Claim, ...]:
        """What is shown of the drug: prohibitions first, then what is taken beside it, cautions, adjusted doses."""
        chosen = self._chosen(drug)
        forbidding = [s for s in chosen if forbids(s)]
        others = [s for s in chosen if not forbids(s)]
        doses = _strictest([s for s in others if s.passage.section == DOSING])
        others = [s for s in others if s.passage.section != DOSING]
        met = [c for claims in (self.beside or {}).values() for c in claims.get(drug, ())]
        kept = [*forbidding, *others][:MOST_SENTENCES]
        first = claims_of([s for s in kept if s in forbidding], ClaimRole.STRICTER)
        rest = claims_of([*(s for s in kept if s not in forbidding), *doses], ClaimRole.STRICTER)
        return tuple(dict.fromkeys((*first, *met[:MOST_SENTENCES], *rest)))

    def shows_all(self, drug: str) -> bool:
        shown = sum(len(claim.text) for claim in self.about(drug))
        return drug not in self.excerpted and shown >= sum(len(s.text) for s in self._chosen(drug))

    def _held(self) -> set[str]:
        """Drugs of which a safety block is held back: nobody may take that for silence."""
        return set(self.unread) | {
            p.monograph for p in self.passages if p.quarantine is not None and p.section != DOSING
        }

    def _chosen(self, drug: str) -> tuple[Segment, ...]:
        return tuple(dict.fromkeys(s for by_drug in (self.said or {}).values() for s in by_drug.get(drug, ())))

    def told(self, drugs: Sequence[tuple[str, str]]) -> list[str]:
        """For each fact the drugs that print forbids and those it says nothing of; then those not fully read."""
        if not self.is_needed:
            return []
        held = self._held()
        told: list[str] = []
        for fact in self.facts:
            by_drug = (self.said or {}).get(fact, {})
            met = (self.beside or {}).get(fact, {})
            forbidden = [name for drug, name in drugs if any(map(forbids, by_drug.get(drug, ())))]
            spoken = {*by_drug, *met, *held, *(drug for said, drug in self.named if said == fact)}
            silent = [name for drug, name in drugs if drug not in spoken]
            told += [messages.printed_against(fact, forbidden)] if forbidden else []
            told += [messages.silent_on(fact, silent)] if silent else []
        listed = dict(drugs)
        unread = [name for drug, name in drugs if drug in held]
        unread += dict.fromkeys(
            p.monograph_name for p in self.passages if p.monograph in held and p.monograph not in listed
        )
        told += [messages.safety_unread(unread)] if unread else []
        shortened = [name for drug, name in drugs if not self.shows_all(drug)]
        return [*told, messages.safety_shortened(shortened)] if shortened else told


def is_for_patient(frame: QueryFrame) -> bool:
    """Is anything known of the patient that the safety sections may speak of?"""
    said = [*(p for p in frame.populations if p in NARROWING), *frame.co_medications]
    return bool(said) or any(finding.present for finding in frame.comorbidities)


def _facts(frame: QueryFrame, ports: Ports) -> tuple[_Fact, ...]:
    bare = replace(frame, condition=None, indication=None, terms=(), comorbidities=(), co_medications=())
    found: list[_Fact] = []
    for population in (p for p in frame.populations if p in NARROWING):
        only = tuple(p for p in frame.populations if p is population or p not in NARROWING)
        found.append(_Fact(_words(population, frame), replace(bare, populations=only)))
    for finding in (f for f in frame.comorbidities if f.present):
        found.append(_Fact(finding.name, replace(bare, populations=(), comorbidities=(finding,), inherited=())))
    for taken in frame.co_medications:
        known = ports.passages.sections((taken,), ("ten_chung_quoc_te", *SAFETY))
        words = messages.taken_beside(known[0].monograph_name if known else taken)
        found.append(_Fact(words, replace(bare, populations=(), co_medications=(taken,))))
    return tuple(found)


def _words(population: Population, frame: QueryFrame) -> str:
    words = wording.POPULATION_WORDS[population]
    if population is Population.RENAL and frame.renal is not None and frame.renal.value is not None:
        return f"{words} ({wording.renal(frame.renal)})"
    if population is Population.PREGNANT and frame.pregnancy_weeks is not None:
        return f"{words} ({frame.pregnancy_weeks} tuần)"
    if population in (Population.CHILD, Population.NEONATE, Population.ELDERLY) and frame.age_months is not None:
        return f"{words} ({wording.age(frame.age_months)})"
    return words


def _sentences(passages: Iterable[Passage], frame: QueryFrame) -> list[Segment]:
    """In the order of the book: safety sections, the section of the state itself, then the doses."""
    passages = tuple(passages)
    found: list[Segment] = []
    dosing: list[Passage] = []
    for passage in passages:
        if passage.quarantine is not None:
            continue
        if passage.section in SAFETY:
            found += stricter_sentences((passage,), frame)
        elif passage.section == DOSING:
            dosing.append(passage)
    of_doses = [s for p in dosing for s in segments(p)]
    is_dosed = any(read_dose(s.text).states and applicability(s, frame).population is Match.YES for s in of_doses)
    doses = [s for s in of_doses if _adjusts(s, frame) and not (is_dosed and _forbids_a_form(s, frame))]
    return list(dict.fromkeys([*found, *_deciding(_of_state(passages, frame)), *doses]))


def _has_the_word(passages: Iterable[Passage], frame: QueryFrame) -> bool:
    """Does any safety sentence name the patient's group, though in passing or inside another's? No silence then."""
    groups = {*frame.populations, *([Population.CHILD] if Population.NEONATE in frame.populations else [])} & NARROWING
    read = [p.text for p in passages if p.section in SAFETY]
    return any(groups & {*populations_in(text), *populations_left_out(text)} for text in read)


def _of_state(passages: Iterable[Passage], frame: QueryFrame) -> list[Segment]:
    """The whole of the section on pregnancy or breast-feeding, for a patient in that state."""
    state = {_OWN_SECTION[p] for p in frame.populations if p in _OWN_SECTION}
    return [s for p in passages if p.section in state and p.quarantine is None for s in segments(p)]


def _deciding(of: Sequence[Segment]) -> list[Segment]:
    """A short section whole; of a longer one the sentences that say whether the drug may be given, if any do."""
    if sum(len(s.text) for s in of) <= _SHORT_SECTION:
        return list(of)
    return [s for s in of if _DECIDES.search(fold(s.text))] or list(of)


def _forbids_a_form(segment: Segment, frame: QueryFrame) -> bool:
    """Where a dose for such a patient is printed, what is forbidden beside it is a form or a course of the drug.

    Not so what is forbidden in an impairment ("Clcr < 10 ml/phút: phải tránh") or in a band that opens the block
    ("Trẻ em cân nặng dưới 7 kg: …"): the dose printed is then for the other bands.
    """
    if not forbids(segment) or set(segment.context.populations) & set(frame.populations) & IMPAIRED:
        return False
    opening = len(lead_of(segment.text))
    return not any(band.end <= opening for band in (*segment.ages, *segment.weights, *segment.clearances))


def _strictest(doses: Sequence[Segment]) -> list[Segment]:
    """Of more adjusted doses than are shown those for the worst organs, in the order of the book."""
    kept = sorted(doses, key=_mildness)[:_MOST_DOSES]
    return [s for s in doses if s in kept]


def _mildness(segment: Segment) -> Decimal:
    """Highest clearance (ml/min) that the dose is for; what names no degree holds for the worst as well."""
    if segment.clearances:
        return max((b.high if b.high is not None else _NO_END) for b in segment.clearances)
    folded = fold(segment.text)
    return _NO_END if _MILD.search(folded) and not _SEVERE.search(folded) else Decimal(0)


_NO_END = Decimal(1000)


def _adjusts(segment: Segment, frame: QueryFrame) -> bool:
    """Does a dose speak of the patient's organs or old age, or forbid or restrict the drug at the patient's age?"""
    fits = applicability(segment, frame)
    if fits.population is Match.NO or Match.NO in fits.bands:
        return False
    if forbids(segment):
        return segment in stricter_sentences((segment.passage,), frame)
    if fits.age in (Match.YES, Match.EDGE) and _ONLY_WHEN.search(fold(segment.text)):
        return True
    return bool(set(segment.context.populations) & set(frame.populations) & _ADJUSTED) or (
        bool(segment.clearances) and Population.RENAL in frame.populations
    )


def forbids(segment: Segment) -> bool:
    return segment.passage.section == "chong_chi_dinh" or says_no(segment.text)
