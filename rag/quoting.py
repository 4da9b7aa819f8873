"""The answer when no model is configured: printed spans, chosen and quoted character for character."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rag.applicability import Match, applicability
from rag.claims import Citation, Claim, ClaimRole
from rag.conditions import same_condition
from rag.frames import Population, QueryFrame, Verbosity
from rag.passages import Passage
from rag.printed import AGE_CLASSES, Segment, populations_in, segments
from rag.vietnamese import folded_words

HEADING_SEPARATOR = " › "
WHOLE_SECTION = frozenset({"chong_chi_dinh", "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "qua_lieu_va_xu_tri"})
"""Sections of which a part may mislead: quoted whole."""

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


@dataclass(frozen=True, slots=True)
class SectionQuote:
    """What is quoted from one section of one drug, and what is left out."""

    claims: tuple[Claim, ...] = ()
    left_out: int = 0  # blocks of the section that are not shown
    found: bool = True  # False: nothing in the section speaks of what was asked, the section itself is shown


def quote_section(passages: Sequence[Passage], frame: QueryFrame) -> SectionQuote:
    """The sentences of one section that speak of what was asked; the section where nothing narrows it.

    Sections of which a part may mislead are quoted whole, the sentences that were asked about first.
    """
    open_passages = [p for p in passages if p.quarantine is None]
    if not open_passages:
        return SectionQuote()
    section = open_passages[0].section
    all_segments = [s for p in open_passages for s in segments(p)]
    asked = relevant(all_segments, frame)
    limit = DETAILED if frame.verbosity is Verbosity.DETAILED else LONG
    whole = sum(len(p.text) for p in open_passages)
    narrowed = bool(frame.terms or frame.comorbidities or frame.condition or frame.indication)
    if section in WHOLE_SECTION and whole <= DETAILED and frame.verbosity is not Verbosity.CONCISE:
        first = claims_of(asked, ClaimRole.ANSWER) if narrowed else ()
        shown = {s.passage.id for s in asked} if narrowed else set()
        rest = [s for s in all_segments if s.passage.id not in shown or s not in asked]
        return SectionQuote(
            (*first, *claims_of(rest, ClaimRole.ALSO if first else ClaimRole.ANSWER)), 0, bool(first) or not narrowed
        )
    if asked and narrowed:
        claims = _within(claims_of(asked, ClaimRole.ANSWER), limit)
        return SectionQuote(claims, _blocks_left(open_passages, claims))
    claims = _within(claims_of(all_segments, ClaimRole.ANSWER), limit)
    return SectionQuote(claims, _blocks_left(open_passages, claims), found=not narrowed)


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
    """Segments that name what was asked: a condition, an allergy, the words left over; best first, then in book order.

    A table belongs as soon as one of its cells names it.
    """
    named = [c for c in (frame.condition, frame.indication) if c]
    named += [f.name for f in frame.comorbidities if f.present]
    by_condition = [s for s in of if any(same_condition(c, _with_headings(s)) for c in named)]
    scored = [(score, i, s) for i, s in enumerate(of) if (score := _score(s, frame.terms)) > 0]
    if scored:
        best = max(score for score, _, _ in scored)
        by_words = [s for score, _, s in scored if score >= 0.6 * best]
    else:
        by_words = []
    if by_condition and by_words:
        both = [s for s in by_condition if s in by_words]
        if both:
            return both
    chosen = by_condition or by_words
    return [s for s in of if s in chosen]


def _with_headings(segment: Segment) -> str:
    return " . ".join((*segment.passage.headings[-1:], segment.text))


def _score(segment: Segment, terms: Sequence[str]) -> float:
    if not terms:
        return 0.0
    text = folded_words(_with_headings(segment))
    return sum(len(term) for term in terms if folded_words(term) in text)


def stricter_sentences(passages: Sequence[Passage], frame: QueryFrame) -> list[Segment]:
    """Sentences of contraindications and precautions that name this patient: population, impairment, condition said.

    Bands are honoured: "trẻ em dưới 12 tuổi" is not shown for a child of 14.
    """
    chosen: list[Segment] = []
    asked = set(frame.populations)
    conditions = [f.name for f in frame.comorbidities if f.present]
    for passage in passages:
        if passage.quarantine is not None:
            continue
        for segment in segments(passage):
            fits = applicability(segment, frame)
            if Match.NO in fits.bands or (fits.population is Match.NO and names_age_class(segment)):
                continue
            named = set(populations_in(segment.text)) - {Population.ADULT}
            about_patient = bool(named & asked)
            about_condition = any(same_condition(c, segment.text) for c in conditions)
            if not (about_patient or about_condition):
                continue
            chosen.append(segment)
    return chosen


def names_age_class(segment: Segment) -> bool:
    return bool(set(segment.context.populations) & AGE_CLASSES)
