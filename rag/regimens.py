"""From the dosing section, the printed regimens that apply to the patient, and what has to be said beside them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rag.applicability import Applicability, Match, age_classes, applicability, is_for_dialysis
from rag.condition_names import search_terms
from rag.conditions import conditions_said, same_condition
from rag.doses import read_dose
from rag.dosing.leads import unbounded_group
from rag.frames import AGE_CLASSES, CONDITIONS, IMPAIRED, Population, QueryFrame, Route
from rag.kidneys import spared
from rag.passages import Passage
from rag.printed import Context, Segment, lead_of, segments
from rag.prohibitions import forbids_patient, only_for_older, said_of_route
from rag.purpose_words import (
    AS_PRINTED,
    is_of_its_cause,
    is_of_one_cause,
    opens_with_treatment,
    prevents,
    says_prevention,
)
from rag.vietnamese import fold, folded_words

_ORAL_FORMS = re.compile(
    r"\b(?:uong|vien (?:nen|nang|sui|bao|nhai)|nang|siro|hon dich|thuoc com|com pha|goi bot|"
    r"bot pha|elixir|thuoc nuoc)\b"
)


MAX_REGIMENS = 24  # blocks of one dosing section shown at once
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
    ("population", "route", "band", "indication"), or "".
    """

    answers: tuple[Chosen, ...] = ()
    beside: tuple[Chosen, ...] = ()
    held_back: tuple[Passage, ...] = ()  # quarantined blocks that could apply
    held_elsewhere: tuple[Passage, ...] = ()  # quarantined blocks of the section that cannot
    routes: tuple[Route, ...] = ()
    printed_populations: tuple[Population, ...] = ()
    printed_bands: tuple[str, ...] = field(default=())
    gap: str = ""
    printed_indications: tuple[str, ...] = ()  # of doses, when none is printed for the asked one
    of_others: tuple[Population, ...] = ()  # for whom the asked indication is printed, when not for this patient
    bands_of_indication: tuple[str, ...] = ()  # of this class, when the asked indication is printed for another band
    said_of_route: tuple[Segment, ...] = ()  # what is printed against the asked route
    indication_found: bool = True
    organ_rule_found: bool = True  # a rule for the impaired organ is printed
    organ_rule_not_shown: str = ""  # it is printed for "others", another "degree", or "elsewhere": route, indication
    forbids: bool = False  # the section itself forbids the drug for this patient
    for_older: tuple[Segment, ...] = ()  # sentences that keep the drug for children older than this one
    on_edge: bool = False  # a band touches the patient's value with an open end
    unbounded: tuple[str, ...] = ()  # groups of children without a printed age whose doses stand last


def has_oral_form(form_passages: Sequence[Passage], dosing: Sequence[Passage]) -> bool:
    """Does the drug have a form to swallow? From the printed forms, else from the dosing section's own words."""
    if form_passages:
        return any(_ORAL_FORMS.search(fold(p.text)) for p in form_passages)
    return any(Route.ORAL in p.routes or not p.routes for p in dosing)


def states_dose(segment: Segment) -> bool:
    """Does it say how much to give, not only how much at most?"""
    return read_dose(segment.text).states


def select(frame: QueryFrame, dosing: Sequence[Passage], *, oral_by_default: bool) -> Selection:
    """The regimens of the section that apply; never one that is printed for somebody else.

    Blocks are left out because they are meant for others, not because they hold no word of a list: what is printed
    for this patient and states no dose (a prohibition, a condition) is shown beside the doses.
    """
    held_back, held_elsewhere = split_quarantined(dosing, frame, oral_by_default=oral_by_default)
    open_segments = [s for p in dosing if p.quarantine is None for s in segments(p)]
    judged = [Chosen(s, applicability(s, frame, oral_by_default=oral_by_default)) for s in open_segments]
    speaks_of_ages = any(set(c.segment.context.populations) & AGE_CLASSES for c in judged if states_dose(c.segment))
    mine = [c for c in judged if _bears(c, frame) and _for_patient(c, frame, speaks_of_ages=speaks_of_ages)]
    mine = _without_worse_kidneys(mine, frame)
    base = Selection(
        held_back=held_back,
        held_elsewhere=held_elsewhere,
        routes=_routes_of(mine, oral_by_default),
        printed_populations=_populations_of(judged),
        printed_bands=_bands_of(judged, frame),
    )
    on_route = [c for c in mine if c.fits.route in (Match.YES, Match.SILENT)]
    near = [c for c in mine if c.fits.route is Match.NEAR]
    if not _any_dose(on_route):
        on_route, near = [*near, *on_route] if _any_dose(near) else on_route, []
    if not _any_dose(on_route):
        on_route = list(dict.fromkeys([*on_route, *_of_asked_route(judged, frame)]))
    older = [c for c in judged if only_for_older(c.segment, frame) and c.fits.route is not Match.NO]
    forbidding = [*older, *(c for c in on_route if forbids_patient(c.segment, c.fits, frame) and c not in older)]
    if not forbidding and _is_gap(on_route, judged, frame):
        if (of_others := _indication_of_others(judged)) and not _indication_by_other_routes(judged):
            bands = _bands_of_indication(judged, frame)
            return replace(base, gap="indication", of_others=of_others, bands_of_indication=bands)  # by any route
        return replace(base, gap=_gap(judged, mine, frame), said_of_route=said_of_route(open_segments, frame))
    kept, indication_found = _for_indication(on_route, frame)
    others = () if forbidding or indication_found or _is_undivided(judged) else _indication_of_others(judged)
    if not forbidding and not indication_found and (elsewhere := _indication_by_other_routes(judged)):
        printed = _routes_of(elsewhere, oral_by_default)
        return replace(base, gap="route", routes=printed or base.routes)
    if others:
        bands = _bands_of_indication(judged, frame)
        return replace(base, gap="indication", of_others=others, bands_of_indication=bands)
    if not forbidding and not indication_found and (of_cause := _headings_of_its_cause(on_route, frame)):
        return replace(base, gap="indication", printed_indications=of_cause)
    if not forbidding and not kept and (bands := _bands_of_indication(judged, frame)):
        return replace(base, gap="indication", bands_of_indication=bands)
    if not forbidding and not kept:
        of_doses = [c.segment.context.indications for c in on_route if states_dose(c.segment)]
        options = tuple(dict.fromkeys(names[0] for names in of_doses if names))  # one name a heading
        return replace(base, gap="indication", printed_indications=options)
    kept = _without_open_ends(kept)
    organs = {p for p in frame.populations if p in IMPAIRED}
    rules = [c for c in judged if organs & set(c.segment.context.populations)]
    answers, beside, rule_found = _ranked(kept, forbidding, frame, any_rule=bool(rules))
    answers, unbounded = _unbounded_last(_whole_blocks(answers, judged, frame), frame)
    shown = {c.segment.passage.id for c in answers}
    beside = [c for c in _whole_blocks([*beside, *near], judged, frame) if c.segment.passage.id not in shown]
    return replace(
        base,
        answers=tuple(answers),
        beside=tuple(beside),
        indication_found=indication_found,
        organ_rule_found=rule_found,
        forbids=bool(forbidding),
        for_older=tuple(c.segment for c in older),
        organ_rule_not_shown=_why_not_shown(rules, kept),
        unbounded=unbounded,
        on_edge=any(Match.EDGE in c.fits.bands for c in (*answers, *beside)),
    )


def _without_worse_kidneys(mine: Sequence[Chosen], frame: QueryFrame) -> list[Chosen]:
    """Where a dose for dialysis is printed, none for a low clearance ("Clcr < 10") stands beside it.

    "Digoxin không thẩm phân được" is no dose.
    """
    on_dialysis = frame.renal is not None and frame.renal.measure == "loc_mau"
    told = [read_dose(c.segment.text) for c in mine if is_for_dialysis(c.segment)] if on_dialysis else []
    if not any(read.states or read.limits or read.forbids for read in told):
        return list(mine)
    rows = [c for c in mine if Population.RENAL in c.segment.context.populations and c.segment.clearances]
    return [c for c in mine if c not in rows or is_for_dialysis(c.segment)]


def _bears(chosen: Chosen, frame: QueryFrame) -> bool:
    """Does the sentence bear on a dose, or is it printed for this very patient or his very impairment?

    "Người lớn suy thận, Clcr 20 - 40 ml/phút: Dùng liều thông thường, cách 24 giờ/lần" states no amount; it is his row
    although only his clearance and no age was told.
    """
    own = set(chosen.segment.context.populations) & CONDITIONS & set(frame.populations)
    return read_dose(chosen.segment.text).limits or chosen.fits.population is Match.YES or bool(own)


def _why_not_shown(rules: Sequence[Chosen], kept: Sequence[Chosen]) -> str:
    """Why no rule for the impaired organ is shown although some are printed; "" when one is, or none is printed."""
    if not rules or any(c in kept for c in rules):
        return ""
    of_his = [c for c in rules if c.fits.population is not Match.NO]
    if not of_his:
        return "others"
    return "degree" if all(Match.NO in c.fits.bands for c in of_his) else "elsewhere"


def _of_asked_route(judged: Sequence[Chosen], frame: QueryFrame) -> list[Chosen]:
    """Everything printed under the asked route: where no dose is printed for it, its advice is all there is."""
    asked = set(frame.routes)
    return [c for c in judged if asked & set(c.segment.context.routes) and not c.fits.excluded]


def _is_gap(on_route: Sequence[Chosen], judged: Sequence[Chosen], frame: QueryFrame) -> bool:
    if not on_route:
        return True
    doses = [c for c in judged if states_dose(c.segment)]
    if doses and all(c.fits.population is Match.NO for c in doses) and not _any_for(on_route):
        return True  # what is left is how to prepare what others are given
    if frame.is_paediatric and not _any_dose(on_route) and _dose_for_another_band(judged, frame):
        return True
    # Only general limits are left, and doses are printed for other routes.
    other_route = any(
        c.fits.route is Match.NO and states_dose(c.segment) for c in judged if c.fits.population is not Match.NO
    )
    return not _any_dose(on_route) and other_route and not _any_for(on_route)


def _indication_of_others(judged: Sequence[Chosen]) -> tuple[Population, ...]:
    """Age classes for whom doses are printed under the asked indication: none of another indication stands for them."""
    named = [c for c in judged if c.fits.indication is Match.YES and states_dose(c.segment)]
    printed = {p for c in named if c.fits.population is Match.NO for p in c.segment.context.populations}
    return tuple(p for p in Population if p in printed & AGE_CLASSES)


def _is_undivided(judged: Sequence[Chosen]) -> bool:
    """Are the doses of this very group of patients printed under no indication at all?

    Then "Người lớn: 10 - 20 mg/lần" holds, although the same indication heads the children's doses.
    """
    of_patient = [c for c in judged if c.fits.population is Match.YES and Match.NO not in c.fits.bands]
    own = [c for c in of_patient if states_dose(c.segment)]
    return bool(own) and not any(c.segment.context.indications for c in own)


def _indication_by_other_routes(judged: Sequence[Chosen]) -> list[Chosen]:
    """Doses that are printed for this patient under the asked indication, by another route than the asked one."""
    of_patient = [c for c in judged if c.fits.population is not Match.NO and Match.NO not in c.fits.bands]
    named = [c for c in of_patient if c.fits.indication is Match.YES and states_dose(c.segment)]
    return [c for c in named if c.fits.route in (Match.NO, Match.NEAR)]


def _for_indication(on_route: Sequence[Chosen], frame: QueryFrame) -> tuple[list[Chosen], bool]:
    """(what may be shown for the asked indication, whether a dose is printed for it).

    Doses of other indications are never an answer; where all doses are printed under indications and none is the
    asked one, nothing is left and the indication has to be asked about.
    """
    if not (frame.indication or frame.condition):
        return list(on_route), True
    named = [c for c in on_route if c.fits.indication is Match.YES]
    # Where one heading prints the very words, another that shares only some ("dự phòng huyết khối") is not meant.
    strict = frame.rules.get("indication") == AS_PRINTED
    apart = [] if strict else [c for c in named if c.segment.context.indications and not _prints_in_full(c, frame)]
    if apart and len(apart) < len(named):
        on_route = [c for c in on_route if c not in apart]
        named = [c for c in named if c not in apart]
    groups = {c.segment.context.indications for c in named}
    general = [c for c in on_route if not c.segment.context.indications]
    if named:
        kept = [
            c
            for c in on_route
            if c.fits.indication is Match.YES or c in general or c.segment.context.indications in groups
        ]
        return kept, True
    if prevents(frame) and any(c.segment.context.indications for c in on_route if states_dose(c.segment)):
        return [], False  # how a disease is treated is no answer to how it is prevented
    all_groups = {c.segment.context.indications for c in on_route if states_dose(c.segment)}
    if _any_dose(general) or len(all_groups) <= 1:
        return general if _any_dose(general) else list(on_route), False
    return [], False


def _headings_of_its_cause(on_route: Sequence[Chosen], frame: QueryFrame) -> tuple[str, ...]:
    """One name a heading, of the doses that are printed for the cause of what is asked, when for that itself none is.

    The usual dose is then no answer: print gives this cause doses of its own, and which of them is meant is asked.
    """
    of_doses = dict.fromkeys(c.segment.context.indications for c in on_route if states_dose(c.segment))
    return tuple(dict.fromkeys(names[0] for names in of_doses if names and is_of_its_cause(frame, names)))


def _prints_in_full(chosen: Chosen, frame: QueryFrame) -> bool:
    """Does the heading, or the opening of the sentence, hold all words of the asked indication, or of a synonym?"""
    terms = [folded_words(term) for term in search_terms(frame.indication or frame.condition or "")]
    printed = (*chosen.segment.context.indications, lead_of(chosen.segment.text))
    return any(term in folded_words(text) for term in terms for text in printed)


def _without_open_ends(kept: Sequence[Chosen]) -> list[Chosen]:
    """Where a neighbouring band holds the value, a band that only touches it with an open end is not shown."""
    held = {
        (c.segment.passage.headings, place)
        for c in kept
        if states_dose(c.segment)
        for place, match in enumerate(c.fits.bands)
        if match is Match.YES
    }
    return [
        c
        for c in kept
        if not any(
            match is Match.EDGE and (c.segment.passage.headings, place) in held
            for place, match in enumerate(c.fits.bands)
        )
    ]


def _ranked(
    kept: Sequence[Chosen], forbidding: Sequence[Chosen], frame: QueryFrame, *, any_rule: bool
) -> tuple[list[Chosen], list[Chosen], bool]:
    """(answers, beside, whether a rule for the impaired organ is printed)."""
    conditions = {p for p in frame.populations if p in CONDITIONS}
    special = [c for c in kept if set(c.segment.context.populations) & conditions and not _passes_by(c, frame)]
    found = bool(special) or not conditions or any_rule
    own = [c for c in kept if Population.ELDERLY in c.segment.context.populations]
    if forbidding:
        # What is printed for this very band, or of the same organ, stays in sight; usual doses do not.
        rest = [c for c in kept if c not in forbidding and (c in special or Match.YES in c.fits.bands)]
        return list(forbidding), rest, found
    if special:
        of_age = own if Population.ELDERLY in frame.populations else []
        named = [c for c in _named_doses(kept, frame) if c not in special]
        doses = named or [c for c in kept if states_dose(c.segment)]
        usual = [c for c in doses if c not in special and c not in of_age]
        return special, [*(c for c in of_age if c not in special), *usual[:BESIDE_SPECIAL]], found
    if Population.ELDERLY in frame.populations and own:
        return own, [c for c in kept if c not in own], found
    said = conditions_said(frame)
    of_finding = [c for c in kept if any(same_condition(f, lead_of(c.segment.text)) for f in said)]
    named = _named_doses(kept, frame)
    answers = [c for c in kept if states_dose(c.segment) or c in of_finding] or list(kept)
    had = [f.name for f in frame.comorbidities if f.present]
    of_had = [c for c in of_finding if any(same_condition(f, lead_of(c.segment.text)) for f in had)]
    answers = [c for c in answers if not named or c in named or c in of_had or not states_dose(c.segment)]
    return answers, [c for c in kept if c not in answers], found


def _passes_by(chosen: Chosen, frame: QueryFrame) -> bool:
    """A prohibition for kidneys worse than those told stands beside the doses, not before them."""
    return read_dose(chosen.segment.text).forbids and spared(chosen.segment, frame)


def _named_doses(kept: Sequence[Chosen], frame: QueryFrame) -> list[Chosen]:
    """Doses printed for the asked indication; where there are some, the usual doses of the section only stand beside.

    Nor is a sum then worked out from a usual dose: the book gives this indication its own. Of a heading that prints a
    disease both ways, treated and prevented, the way that was not asked for stands beside as well; so does a heading
    for one cause of a disease that was asked for without any.
    """
    named = [c for c in kept if c.fits.indication is Match.YES and states_dose(c.segment)]
    named = [c for c in named if not is_of_one_cause(frame, c.segment.context.indications)] or named
    other_way = opens_with_treatment if prevents(frame) else says_prevention
    return [c for c in named if not other_way(lead_of(c.segment.text))] or named


def _populations_of(judged: Sequence[Chosen]) -> tuple[Population, ...]:
    doses = [c for c in judged if states_dose(c.segment)]
    return tuple(p for p in Population if any(p in c.segment.context.populations for c in doses))


def _bands_of(judged: Sequence[Chosen], frame: QueryFrame) -> tuple[str, ...]:
    """Printed bands of age or gestation of doses for this class and route, in the book's words."""
    found: list[str] = []
    for c in judged:
        of_class = set(c.segment.context.populations) & age_classes(frame)
        if not of_class or not states_dose(c.segment) or c.segment.follows_band or c.fits.route is Match.NO:
            continue
        text = c.segment.text
        if c.segment.gestations:
            found.append(lead_of(text).strip(" :"))
        else:
            found.extend(text[b.start : b.end].strip() for b in c.segment.ages if b.end <= len(text))
    return tuple(dict.fromkeys(band for band in found if band))


def _bands_of_indication(judged: Sequence[Chosen], frame: QueryFrame) -> tuple[str, ...]:
    """Those of this class under the asked indication: "từ 2 tuổi trở lên" for a child of one year."""
    named = [c for c in judged if c.fits.indication is Match.YES and Match.NO in c.fits.bands]
    return _bands_of(named, frame)


def _whole_blocks(chosen: Sequence[Chosen], judged: Sequence[Chosen], frame: QueryFrame) -> list[Chosen]:
    """The chosen segments with every sentence of their blocks that is not meant for somebody else, best block first.

    A maximum or a condition often stands in the next sentence of the same block: it is never left behind.
    """
    blocks = dict.fromkeys(c.segment.passage.id for c in chosen)
    members = {block: [c for c in judged if c.segment.passage.id == block and not c.fits.excluded] for block in blocks}

    said = [f.name for f in frame.comorbidities if f.present]

    def rank(block: str) -> tuple[bool, bool, bool, bool]:
        fits = [c.fits for c in members[block]]
        for_elderly = any(Population.ELDERLY in c.segment.context.populations for c in members[block])
        for_finding = any(same_condition(f, lead_of(c.segment.text)) for f in said for c in members[block])
        return (
            not for_finding,
            Population.ELDERLY in frame.populations and not for_elderly,
            all(f.indication is not Match.YES for f in fits),
            all(f.population is not Match.YES for f in fits),
        )

    return [c for block in sorted(blocks, key=rank) for c in members[block]]


def _unbounded_last(answers: Sequence[Chosen], frame: QueryFrame) -> tuple[list[Chosen], tuple[str, ...]]:
    """For a child whose age is told: blocks for "thiếu niên" or "trẻ lớn" last, and what they call the group.

    Nobody can say from the print whether this child is one of them; they are not left out either.
    """
    if not frame.is_paediatric or frame.age_months is None:
        return list(answers), ()
    groups = {c.segment.passage.id: g for c in answers if states_dose(c.segment) and (g := unbounded_group(c.segment))}
    return sorted(answers, key=lambda c: c.segment.passage.id in groups), tuple(dict.fromkeys(groups.values()))


def _any_dose(chosen: Sequence[Chosen]) -> bool:
    return any(states_dose(c.segment) for c in chosen)


def _any_for(chosen: Sequence[Chosen]) -> bool:
    """Is any of it printed for this very population?"""
    return any(c.fits.population is Match.YES for c in chosen)


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
        context = Context(passage.populations, passage.routes, passage.indications)
        bare = Segment(replace(passage, text=""), 0, 0, context)
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
    return "route" if mine and frame.routes else "population"
