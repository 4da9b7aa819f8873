"""From the dosing section, the printed regimens that apply to the patient, and what has to be said beside them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from rag.applicability import Applicability, Match, age_classes, applicability
from rag.frames import Population, QueryFrame, Route
from rag.passages import Passage
from rag.printed import AGE_CLASSES, CONDITIONS, Context, Segment, segments
from rag.quantities import quantities
from rag.vietnamese import fold

_DOSE_UNITS = frozenset(
    {"mg", "g", "microgam", "nanogam", "ml", "đvqt", "đơn vị", "mEq", "mmol", "giọt", "viên", "ống", "nhát", "liều"}
)
_CONCENTRATION = frozenset({"ml", "lít", "decilít"})  # "126 mg/decilít" is a level, not a dose
_LIMIT_BEFORE = re.compile(
    r"(?:toi da|khong (?:duoc |dung |nen )*(?:vuot )?qua|khong vuot|toi thieu)[^.;]{0,12}$|(?:hoac )?qua $"
)
_LIMIT_WORDS = re.compile(
    r"\b(?:khong (?:duoc )?(?:dung|khuyen cao|nen|qua|vuot|can|phai)|chong chi dinh|tranh|"
    r"giam (?:mot nua|nua|bot|\d+|lieu)|nhu nguoi lon|ngung|chinh lieu|dieu chinh|gian (?:rong )?khoang cach|toi da|lieu thap|than trong)\b"
)
_ORAL_FORMS = re.compile(
    r"\b(?:uong|vien (?:nen|nang|sui|bao|nhai)|nang|siro|hon dich|thuoc com|com pha|goi bot|"
    r"bot pha|elixir|thuoc nuoc)\b"
)


BESIDE_SPECIAL = 4  # usual doses shown beside a rule for impaired organs, which mostly changes them


@dataclass(frozen=True, slots=True)
class Chosen:
    """A segment and how it stands to the question."""

    segment: Segment
    fits: Applicability


@dataclass(frozen=True, slots=True)
class Selection:
    """What applies, in the order to be shown, and what the section does or does not print.

    `routes`: printed routes of the regimens for this patient whatever was asked. `gap`: why nothing applies
    ("population", "route", "band"), or "".
    """

    answers: tuple[Chosen, ...] = ()
    beside: tuple[Chosen, ...] = ()
    held_back: tuple[Passage, ...] = ()  # quarantined blocks that could apply
    held_elsewhere: tuple[Passage, ...] = ()  # quarantined blocks of the section that cannot
    routes: tuple[Route, ...] = ()
    printed_populations: tuple[Population, ...] = ()
    printed_bands: tuple[str, ...] = field(default=())
    gap: str = ""
    indication_found: bool = True
    renal_rule_found: bool = True


def has_oral_form(form_passages: Sequence[Passage], dosing: Sequence[Passage]) -> bool:
    """Does the drug have a form to swallow? From the printed forms, else from the dosing section's own words."""
    if form_passages:
        return any(_ORAL_FORMS.search(fold(p.text)) for p in form_passages)
    return any(Route.ORAL in p.routes or not p.routes for p in dosing)


def is_regimen(segment: Segment) -> bool:
    """Does it state or limit a dose, rather than advise on how to take it?"""
    return _reads(segment.text)[0]


def states_dose(segment: Segment) -> bool:
    """Does it say how much to give, not only how much at most?"""
    return _reads(segment.text)[1]


@lru_cache(maxsize=16_384)
def _reads(text: str) -> tuple[bool, bool]:
    """(states or limits a dose, states one)"""
    folded = fold(text)
    doses = [q for q in quantities(text) if q.unit in _DOSE_UNITS and not set(q.per) & _CONCENTRATION]
    limits = _LIMIT_WORDS.search(folded) is not None
    return bool(doses) or limits, any(not _LIMIT_BEFORE.search(folded[: q.start]) for q in doses)


def select(frame: QueryFrame, dosing: Sequence[Passage], *, oral_by_default: bool) -> Selection:
    """The regimens of the section that apply; never one that is printed for somebody else."""
    held_back, held_elsewhere = split_quarantined(dosing, frame, oral_by_default=oral_by_default)
    open_segments = [s for p in dosing if p.quarantine is None for s in segments(p)]
    judged = [Chosen(s, applicability(s, frame, oral_by_default=oral_by_default)) for s in open_segments]
    regimens = [c for c in judged if is_regimen(c.segment)]
    speaks_of_ages = any(set(c.segment.context.populations) & AGE_CLASSES for c in regimens)
    mine = [c for c in regimens if _for_patient(c, frame, speaks_of_ages=speaks_of_ages)]
    populations = tuple(p for p in Population if any(p in c.segment.context.populations for c in regimens))
    routes = _routes_of(mine, oral_by_default)
    bands = tuple(
        dict.fromkeys(
            c.segment.text[b.start : b.end].strip() if not c.segment.follows_band else ""
            for c in regimens
            if c.fits.route is not Match.NO and set(c.segment.context.populations) & age_classes(frame)
            for b in c.segment.ages
            if b.end <= len(c.segment.text)
        )
    )
    base = Selection(
        held_back=held_back,
        held_elsewhere=held_elsewhere,
        routes=routes,
        printed_populations=populations,
        printed_bands=tuple(b for b in bands if b),
    )
    on_route = [c for c in mine if c.fits.route in (Match.YES, Match.SILENT)]
    if not on_route:
        on_route = [c for c in mine if c.fits.route is Match.NEAR]
    if not on_route or (frame.is_paediatric and not _any_dose(on_route) and _dose_for_another_band(regimens, frame)):
        return replace(base, gap=_gap(regimens, mine, frame))
    named = [c for c in on_route if c.fits.indication is Match.YES]
    indication_found = bool(named) or not (frame.indication or frame.condition)
    if named:
        groups = {c.segment.context.indications for c in named}
        kept = [
            c
            for c in on_route
            if c.fits.indication in (Match.YES, Match.SILENT) or c.segment.context.indications in groups
        ]
    else:
        kept = on_route
    conditions = [p for p in frame.populations if p in CONDITIONS]
    special = [c for c in kept if set(c.segment.context.populations) & set(conditions)]
    renal_found = True
    if conditions and not special:
        renal_found = False
    main = special or kept
    answers = [c for c in main if states_dose(c.segment) or special] or main
    beside = [c for c in main if c not in answers]
    if special:
        beside += [c for c in kept if c not in special and states_dose(c.segment)][:BESIDE_SPECIAL]
    answers = _whole_blocks(answers, judged, frame)
    shown = {c.segment.passage.id for c in answers}
    beside = [c for c in _whole_blocks(beside, judged, frame) if c.segment.passage.id not in shown]
    return replace(
        base,
        answers=tuple(answers),
        beside=tuple(beside),
        indication_found=indication_found,
        renal_rule_found=renal_found,
    )


def _whole_blocks(chosen: Sequence[Chosen], judged: Sequence[Chosen], frame: QueryFrame) -> list[Chosen]:
    """The chosen segments with every sentence of their blocks that is not meant for somebody else, best block first.

    A maximum or a condition often stands in the next sentence of the same block: it is never left behind.
    """
    blocks = dict.fromkeys(c.segment.passage.id for c in chosen)
    members = {block: [c for c in judged if c.segment.passage.id == block and not c.fits.excluded] for block in blocks}

    def rank(block: str) -> tuple[bool, bool, bool]:
        fits = [c.fits for c in members[block]]
        for_elderly = any(Population.ELDERLY in c.segment.context.populations for c in members[block])
        return (
            Population.ELDERLY in frame.populations and not for_elderly,
            all(f.indication is not Match.YES for f in fits),
            all(f.population is not Match.YES for f in fits),
        )

    return [c for block in sorted(blocks, key=rank) for c in members[block]]


def _any_dose(chosen: Sequence[Chosen]) -> bool:
    return any(states_dose(c.segment) for c in chosen)


def _dose_for_another_band(regimens: Sequence[Chosen], frame: QueryFrame) -> bool:
    """Is there a dose for this population and route that a band keeps from this patient? What is left are limits."""
    return any(
        Match.NO in c.fits.bands
        and c.fits.population is not Match.NO
        and c.fits.route is not Match.NO
        and states_dose(c.segment)
        for c in regimens
    )


def route_choices(selection: Selection) -> tuple[Route, ...]:
    """Routes to ask about: those of the doses printed for this very population, when no one route serves them all."""
    doses = [c for c in selection.answers if c.fits.population is Match.YES and states_dose(c.segment)]
    sets = [set(c.segment.context.routes or (Route.ORAL,)) for c in doses]
    if len(sets) < 2 or set.intersection(*sets):
        return ()
    found = set.union(*sets)
    return tuple(r for r in Route if r in found and (r is not Route.OTHER or len(found) == 1))


def split_quarantined(
    passages: Sequence[Passage], frame: QueryFrame, *, oral_by_default: bool
) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
    """(held-back blocks that could apply to the patient, held-back blocks that cannot).

    Judged by the headings above the block alone: what is held back may be wrong in its own words.
    """
    could: list[Passage] = []
    cannot: list[Passage] = []
    for passage in passages:
        if passage.quarantine is None:
            continue
        bare = Segment(passage, 0, 0, Context(passage.populations, passage.routes, passage.indications))
        fits = applicability(bare, frame, oral_by_default=oral_by_default)
        route_apart = fits.route is Match.NO and bool(passage.routes)
        (cannot if fits.population is Match.NO or route_apart else could).append(passage)
    return tuple(could), tuple(cannot)


def _for_patient(chosen: Chosen, frame: QueryFrame, *, speaks_of_ages: bool) -> bool:
    fits = chosen.fits
    if fits.population is Match.NO or Match.NO in fits.bands:
        return False
    if fits.population is Match.SILENT and frame.is_paediatric and speaks_of_ages:
        # Where a section sets ages apart, an unlabelled dose is not a child's dose unless an age band says so.
        return Match.YES in (fits.age, fits.gestation)
    return True


def _routes_of(chosen: Sequence[Chosen], oral_by_default: bool) -> tuple[Route, ...]:
    found: set[Route] = set()
    for c in chosen:
        if not states_dose(c.segment):
            continue
        found.update(c.segment.context.routes or ((Route.ORAL,) if oral_by_default else ()))
    return tuple(r for r in Route if r in found)


def _gap(regimens: Sequence[Chosen], mine: Sequence[Chosen], frame: QueryFrame) -> str:
    if _dose_for_another_band(regimens, frame):
        return "band"
    return "route" if mine else "population"
