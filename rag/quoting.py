"""The answer when no model is configured: printed spans, chosen and quoted character for character."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from rag.applicability import NEONATE_MONTHS, Match, applicability
from rag.asked_words import MIXED, as_typed, prints
from rag.asked_words import score as words_printed
from rag.claims import Citation, Claim, ClaimRole
from rag.conditions import allergen_of, concerns, conditions_said, names_allergy, same_condition
from rag.frames import AGE_CLASSES, MOTHERS, Intent, Population, QueryFrame, Verbosity
from rag.gathering import SAFETY
from rag.mothers import OF_PREGNANCY, SPECIAL, is_of_other_third, names_third, strictest_first
from rag.overdoses import treatment_first
from rag.passages import DOSING, INCOMPATIBLE, KINETICS, STORAGE, Passage
from rag.printed import Segment, lead_of, populations_in, segments
from rag.quantities import Fit, age_bands
from rag.trimesters import in_words, of_patient
from rag.wording import POPULATION_WORDS

HEADING_SEPARATOR = " › "
WHOLE_SECTION = frozenset({"chong_chi_dinh", "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "qua_lieu_va_xu_tri"})
"""Sections of which a part may mislead: quoted whole."""

NARROWING = frozenset(Population) - {Population.ADULT}
"""Populations whose name in a sentence makes it one that was asked about."""

SHORT_BLOCK = 700  # characters
LONG = 3_000  # characters of one section shown without being asked for detail; the rest is one click away
DETAILED = 12_000


def claim_of(chosen: Sequence[Segment], role: ClaimRole) -> Claim:
    """One claim from neighbouring segments of one passage: the span from the first to the last."""
    passage, start, end = chosen[0].passage, chosen[0].start, chosen[-1].end
    quote = passage.text[start:end]
    return Claim(
        text=quote,
        citations=(Citation(passage.id, quote, start, end),),
        role=role,
        heading=HEADING_SEPARATOR.join(passage.headings),
    )


def claims_of(chosen: Iterable[Segment], role: ClaimRole) -> tuple[Claim, ...]:
    """Claims in the order given; segments that follow each other in one passage become one claim."""
    runs: list[list[Segment]] = []
    for segment in chosen:
        last = runs[-1][-1] if runs else None
        if last is not None and last.passage.id == segment.passage.id and _adjacent(last, segment):
            runs[-1].append(segment)
        else:
            runs.append([segment])
    return tuple(claim_of(run, role) for run in runs)


def _adjacent(before: Segment, after: Segment) -> bool:
    between = before.passage.text[before.end : after.start]
    return before.end <= after.start and not between.strip(" \n;")


def claims_by_third(chosen: Iterable[Segment], role: ClaimRole, frame: QueryFrame) -> tuple[Claim, ...]:
    """The same, what is limited to another third of a pregnancy than the patient's last and marked so."""
    of = list(chosen)
    others = [s for s in of if is_of_other_third(s, frame)]
    own = [s for s in of if s not in others]
    return (*claims_of(own, role), *claims_of(others, ClaimRole.OTHER_THIRD))


MISSED_DOSE = "quên"  # the term that a question about a missed dose always carries
_EVERY_WORD = "nguyên viên"  # what may be done to a tablet is printed in other words for each form: all are shown
# Terms of questions that doses do not answer: the usual ones would be read as the rule for a missed one, or as what may
# be done to a tablet or a vial or beside a meal.
_NOT_TOLD_BY_DOSES = frozenset({MISSED_DOSE, _EVERY_WORD, "dung môi", "bữa ăn"})


@dataclass(frozen=True, slots=True)
class SectionQuote:
    """What is quoted from one section of one drug, and what is left out."""

    claims: tuple[Claim, ...] = ()
    left_out: int = 0  # blocks of the section that are not shown
    found: bool = True  # False: nothing in the section speaks of what was asked, the section itself is shown
    asked: tuple[str, ...] = ()  # what was looked for in it, in words
    unprinted: tuple[str, ...] = ()  # those of them that no block prints letter for letter, held ones included
    third: str = ""  # the third of the pregnancy that was told, in words, when no sentence speaks of it


def quote_section(passages: Sequence[Passage], frame: QueryFrame, *, primary: bool = True) -> SectionQuote:
    """The sentences of one section that speak of what was asked; the section where nothing narrows it.

    `primary`: the section that was asked for, not one beside it. Of primary sections of which a part may mislead
    nothing is left out; the sentences that were asked about come first.
    """
    quoted = _quoted(passages, frame, primary=primary)
    if quoted.found:
        return quoted
    printed = " . ".join(t for p in passages for t in (*p.headings, p.text))
    return replace(quoted, unprinted=as_typed([w for w in quoted.asked if not prints(printed, w)]))


def _quoted(passages: Sequence[Passage], frame: QueryFrame, *, primary: bool) -> SectionQuote:
    open_passages = [p for p in passages if p.quarantine is None]
    if not open_passages:
        return SectionQuote()
    section = open_passages[0].section
    frame = _about(section, frame)
    fitting = [s for p in open_passages for s in segments(p) if section != DOSING or _may_be_for(s, frame)]
    if section == "qua_lieu_va_xu_tri":
        return _overdose(fitting, frame)
    if section in SPECIAL:
        return _of_state(open_passages, frame)
    if section == DOSING and MISSED_DOSE in frame.terms:
        # "Lỡ quên uống sáng nay": the other words ("uống", "mũi") find doses, which would be read as the rule.
        frame = replace(frame, terms=(MISSED_DOSE,), indication=None, condition=None, comorbidities=())
    asked = _in_their_blocks(relevant(fitting, frame), fitting)
    found = bool(asked) or not asked_about(frame)
    if section in (DOSING, KINETICS) and not found and asks_how_it_is_given(DOSING, frame):
        return SectionQuote((), len(open_passages), found, asked_about(frame))
    length = sum(len(p.text) for p in open_passages)
    keep_whole = primary and section in WHOLE_SECTION and frame.verbosity is not Verbosity.CONCISE
    if (keep_whole or not asked) and length <= DETAILED and section in WHOLE_SECTION:
        first = claims_by_third(asked, ClaimRole.ANSWER, frame)
        rest = claims_of([s for s in fitting if s not in asked], ClaimRole.ALSO if first else ClaimRole.ANSWER)
        return SectionQuote((*first, *rest), 0, found, asked_about(frame))
    limit = DETAILED if frame.verbosity is Verbosity.DETAILED else LONG
    claims = _within(claims_by_third(asked or fitting, ClaimRole.ANSWER, frame), limit)
    return SectionQuote(claims, _blocks_left(open_passages, claims), found, asked_about(frame))


def asks_how_it_is_given(section: str, frame: QueryFrame) -> bool:
    """Is a missed dose, a tablet, a fluid or a meal asked about, and no amount?"""
    return section == DOSING and frame.intent is Intent.SECTION and not _NOT_TOLD_BY_DOSES.isdisjoint(frame.terms)


def _overdose(of: Sequence[Segment], frame: QueryFrame) -> SectionQuote:
    first, rest = treatment_first(of, frame)
    left_out = len({s.passage.id for s in of}) - len({s.passage.id for s in (*first, *rest)})
    return SectionQuote((*claims_of(first, ClaimRole.ANSWER), *claims_of(rest, ClaimRole.ALSO)), left_out)


def _of_state(passages: Sequence[Passage], frame: QueryFrame) -> SectionQuote:
    """The section on pregnancy or breast-feeding: whole, what forbids most first, other thirds last and marked so."""
    of = [s for p in strictest_first(passages, frame) for s in segments(p)]
    asked = _in_their_blocks(relevant(of, frame), of)
    told = of_patient(frame) if passages[0].section == OF_PREGNANCY else frozenset()
    return SectionQuote(
        claims_by_third(of, ClaimRole.ANSWER, frame),
        found=bool(asked) or not asked_about(frame),
        asked=asked_about(frame),
        third=in_words(told) if told and not names_third(of, frame) else "",
    )


# Sections that speak of patients: elsewhere who is asked for narrows nothing.
_SPEAKS_OF_PATIENTS = frozenset(
    {"qua_lieu_va_xu_tri", "chong_chi_dinh", "than_trong", "duoc_dong_hoc", "tuong_tac_thuoc", DOSING}
)


def _about(section: str, frame: QueryFrame) -> QueryFrame:
    """The frame without what narrows no such section: pregnancy a section on pregnancy, age the list of forms."""
    if section == INCOMPATIBLE and not MIXED.isdisjoint(frame.terms):
        return replace(frame, terms=(), populations=())  # "Ringer lactat" is printed as "dung dịch chứa calci"
    if section == STORAGE:
        # "Dung dịch 90 mg/ml: Ổn định 24 giờ" is what is kept after mixing, though it does not say so.
        frame = replace(frame, terms=tuple(t for t in frame.terms if t not in MIXED))
    if section in SPECIAL:
        findings = tuple(f for f in frame.comorbidities if allergen_of(f.name) is None)
        return replace(frame, populations=(), indication=None, condition=None, comorbidities=findings)
    return frame if section in _SPEAKS_OF_PATIENTS else replace(frame, populations=())


def _in_their_blocks(chosen: Sequence[Segment], of: Sequence[Segment]) -> list[Segment]:
    """The chosen sentences; in blocks short enough to read at a glance, with the sentences around them."""
    sentences = {(s.passage.id, s.start) for s in chosen}
    short = {s.passage.id for s in chosen if len(s.passage.text) <= SHORT_BLOCK}
    return [s for s in of if (s.passage.id, s.start) in sentences or s.passage.id in short]


def _may_be_for(segment: Segment, frame: QueryFrame) -> bool:
    """In the dosing section nothing is quoted that is printed for another population or route than was named."""
    return not applicability(segment, frame).excluded if frame.populations or frame.routes else True


def asked_about(frame: QueryFrame) -> tuple[str, ...]:
    """What narrows a section down, in words: conditions and allergies said, the patient's state, words left over."""
    said = _said_now(frame)
    states = [POPULATION_WORDS[p] for p in frame.populations if p in NARROWING]
    return tuple(dict.fromkeys([*said, *states, *frame.terms]))


def _said_now(frame: QueryFrame) -> list[str]:
    """Conditions, allergies and indications of this turn; those of earlier turns are background, not the question."""
    said = [f.name for f in frame.comorbidities if f.present and "comorbidities" not in frame.inherited]
    if "indication" not in frame.inherited:
        said += [c for c in (frame.condition, frame.indication) if c]
    return said


def _within(claims: tuple[Claim, ...], limit: int) -> tuple[Claim, ...]:
    kept: list[Claim] = []
    length = 0
    for claim in claims:
        length += len(claim.text)
        if kept and length > limit:
            break
        kept.append(claim)
    return tuple(kept)


def _blocks_left(passages: Sequence[Passage], claims: Sequence[Claim]) -> int:
    cited = {c.passage for claim in claims for c in claim.citations}
    return sum(p.id not in cited for p in passages)


# --- what a sentence speaks of ---------------------------------------------------------------------------------


def relevant(of: Sequence[Segment], frame: QueryFrame) -> list[Segment]:
    """Segments that name what was asked: a condition, an allergy, the patient's state, the words left over.

    In book order. A table belongs as soon as one of its cells names it.
    """
    named = _said_now(frame)
    states = {p for p in frame.populations if p in NARROWING}
    by_condition = [
        s
        for s in of
        if any(_names(c, _with_headings(s), frame, cautions=s.passage.section in SAFETY) for c in named)
        or states & set(populations_in(_with_headings(s)))
    ]
    scored = [(score, i, s) for i, s in enumerate(of) if (score := words_printed(_with_headings(s), frame.terms)) > 0]
    if scored:
        best = max(score for score, _, _ in scored)
        least = 0 if _EVERY_WORD in frame.terms else 0.6 * best
        by_words = [s for score, _, s in scored if score >= least]
    else:
        by_words = []
    if by_condition and by_words:
        both = [s for s in by_condition if s in by_words]
        if both:
            return both
    chosen = by_condition or by_words
    return [s for s in of if s in chosen]


def _names(said: str, text: str, frame: QueryFrame, *, cautions: bool) -> bool:
    """`cautions`: the text warns or forbids; it concerns the patient also under a wider name of what was said."""
    allergen = allergen_of(said)
    if allergen is None:
        return concerns(said, text) if cautions else same_condition(said, text)
    substance = next((f.substance for f in frame.comorbidities if f.name == said), "")
    return names_allergy(allergen, text, own_names=[drug.name for drug in frame.drugs], substance=substance)


def _with_headings(segment: Segment) -> str:
    return " . ".join((*segment.passage.headings[-1:], segment.text))


def stricter_sentences(passages: Sequence[Passage], frame: QueryFrame) -> list[Segment]:
    """Sentences of contraindications and precautions that name this patient: population, impairment, what was said.

    Whatever was said of the patient counts, also what was read as the reason for the drug: "bị xuất huyết não" may
    stand among the contraindications. Bands are honoured: "trẻ em dưới 12 tuổi" is not shown for a child of 14.
    """
    asked = set(frame.populations)
    return [
        segment
        for passage in passages
        if passage.quarantine is None
        for segment in _with_what_goes_on(segments(passage), frame, asked)
    ]


_GOES_ON = re.compile(r"^(?:nếu|tuy nhiên|tuy vậy|tuy thế|trừ|ngoại trừ)\b", re.IGNORECASE)


def _with_what_goes_on(of: Sequence[Segment], frame: QueryFrame, asked: set[Population]) -> list[Segment]:
    """Those that name the patient, each with the sentence behind it that takes a part of it back ("Nếu … vẫn …")."""
    chosen: list[Segment] = []
    for segment in of:
        goes_on = bool(chosen) and _adjacent(chosen[-1], segment) and _GOES_ON.match(segment.text.strip())
        if goes_on or _names_patient(segment, frame, asked):
            chosen.append(segment)
    return chosen


def _names_patient(segment: Segment, frame: QueryFrame, asked: set[Population]) -> bool:
    return _about_patient(segment, asked, frame) or (
        names_what_was_said(segment.text, frame) and not _of_a_mother(segment, frame)
    )


_NO_MOTHER_BEFORE = 120  # months


def _of_a_mother(segment: Segment, frame: QueryFrame) -> bool:
    """ "Người mang thai: … phù do nhiễm độc thai nghén" is no caution for a small child with oedema."""
    named = set(populations_in(lead_of(segment.text)))
    child = frame.age_months is not None and frame.age_months < _NO_MOTHER_BEFORE
    small = child or Population.NEONATE in frame.populations
    return bool(named) and named <= MOTHERS and small and not MOTHERS & set(frame.populations)


def _about_patient(segment: Segment, asked: set[Population], frame: QueryFrame) -> bool:
    fits = applicability(segment, frame)
    of_another_age = fits.population is Match.NO and names_age_class(segment)
    of_another_age = of_another_age and not _holds_newborn(segment, asked) and not _enumerated(segment, asked)
    if Match.NO in fits.bands or of_another_age:
        return False
    named = {*populations_in(_subject(segment.text)), *_whom(segment.text)}
    if Population.CHILD in named and _holds_newborn(segment, asked):
        return True
    return bool((named - {Population.ADULT}) & asked) or _holds_age(segment, asked, frame)


def _holds_newborn(segment: Segment, asked: set[Population]) -> bool:
    """What is said against giving the drug to children holds for newborns, unless an age printed there begins later."""
    if Population.NEONATE not in asked or Population.CHILD not in segment.context.populations:
        return False
    return all(b.low is None or b.low < NEONATE_MONTHS for b in segment.ages)


def _holds_age(segment: Segment, asked: set[Population], frame: QueryFrame) -> bool:
    """ "Người dưới 18 tuổi: …": an age that the sentence itself prints speaks of whoever is of that age.

    Where no age is told, only "dưới …" speaks of every newborn or child.
    """
    own = age_bands(segment.text)
    if frame.age_months is not None:
        return any(band.fit(frame.age_months) is not Fit.OUTSIDE for band in own)
    if Population.NEONATE in asked:
        return any(band.low is None for band in own)
    return Population.CHILD in asked and any(b.low is None and b.high is not None and b.high >= _YOUTH for b in own)


_YOUTH = Decimal(12 * 12)  # months: an upper bound that leaves out only those nearly grown up


_MEMBERS = re.compile(r"[,;]| hoặc | và ")


def _enumerated(segment: Segment, asked: set[Population]) -> bool:
    """ "Người cao tuổi, suy nhược, suy thận hoặc suy gan: …": an age and an impairment, each a case of its own.

    "Trẻ em bị suy thận hoặc suy gan: …" is of children alone.
    """
    opening = lead_of(segment.text)
    said = opening if populations_in(opening) else segment.text[len(opening) :]
    members = [set(populations_in(member)) for member in _MEMBERS.split(said)]
    of_age = any(named and named <= AGE_CLASSES for named in members)
    return of_age and any(named & asked and not named & AGE_CLASSES for named in members)


_REASON = re.compile(r"(?:,? vì |: ).*$", re.DOTALL)


def _subject(text: str) -> str:
    """Whom the sentence is about: what stands before its reason or explanation.

    "Thuốc cản quang có iod: … khi chức năng thận đã bình thường" is not about impaired kidneys.
    """
    return _REASON.sub("", text)


_BECAUSE = re.compile(r",? vì .*$", re.DOTALL)
_TO_WHOM = re.compile(r"\b(?:ở|cho|đối với|với) (?:những |các )?(?:người|bệnh nhân|phụ nữ|trẻ)\b[^.;:]*")


def _whom(text: str) -> set[Population]:
    """Whom a sentence names behind an opening that names nobody: "Nguy cơ tăng kali huyết: Thận trọng ở người …"."""
    opening = lead_of(text)
    if populations_in(opening):
        return set()
    said = _BECAUSE.sub("", text[len(opening) :])
    return {population for whom in _TO_WHOM.finditer(said) for population in populations_in(whom.group())}


def names_what_was_said(text: str, frame: QueryFrame) -> bool:
    """Does the print name a condition or allergy of the patient, or the condition the drug was asked for?"""
    return any(_names(said, text, frame, cautions=True) for said in conditions_said(frame))


def names_age_class(segment: Segment) -> bool:
    return bool(set(segment.context.populations) & AGE_CLASSES)
