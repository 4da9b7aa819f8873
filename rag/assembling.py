"""What is common to every composed answer: its parts, and how they end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rag import messages, wording
from rag.claims import Claim, ClaimRole, Draft
from rag.frames import QueryFrame, Route
from rag.outcomes import Outcome
from rag.passages import DOSING, OVERDOSE, Evidence, Passage
from rag.records import Clarification, Notice, NoticeKind, Pointer

MOST_OPTIONS = 8  # quick replies under one question


@dataclass(frozen=True, slots=True)
class Composition:
    """How the turn wants to end, before it is checked."""

    outcome: Outcome
    message: str
    draft: Draft = field(default_factory=Draft)
    clarify: Clarification | None = None
    told: tuple[str, ...] = ()  # what the message says behind its first words
    notices: tuple[Notice, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    oral_drugs: frozenset[str] = frozenset()
    candidates: tuple[str, ...] = ()
    evidence: Evidence | None = None  # when more was read than the gatherer fetched
    calculation: dict[str, Any] | None = None
    interactions: dict[str, Any] | None = None
    sides: Mapping[str, QueryFrame] = field(default_factory=dict)  # label of a side -> what that side asks
    only_route: Route | None = None  # of every dose quoted, when nobody named one


def pointers_to(passages: tuple[Passage, ...] | list[Passage]) -> tuple[Pointer, ...]:
    """One pointer a section: its first passage given."""
    seen: dict[tuple[str, str], Pointer] = {}
    for p in passages:
        seen.setdefault(
            (p.monograph, p.section),
            Pointer(p.monograph, p.monograph_name, p.section, p.provenance.page_from, p.url),
        )
    return tuple(seen.values())


@dataclass(slots=True)
class Parts:
    """What the sections of one turn add up to."""

    claims: list[Claim] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    held_back: list[Passage] = field(default_factory=list)
    unproven: list[Passage] = field(default_factory=list)
    read: list[Passage] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    see_also: list[Passage] = field(default_factory=list)  # where the book prints more: pointed to, never quoted
    route_choices: list[Route] = field(default_factory=list)
    indication_choices: list[str] = field(default_factory=list)
    oral: set[str] = field(default_factory=set)
    dose_routes: set[Route] = field(default_factory=set)  # of the doses quoted as the answer
    calculation: dict[str, Any] | None = None
    to_ask: Clarification | None = None  # what has to be known before a dose can be calculated

    def add(self, side: "Parts", label: str) -> None:
        """One side of the answer; `label` (empty where there is only one) marks its claims and sentences."""
        self.claims.extend(replace(claim, side=label) for claim in side.claims)
        self.sentences.extend(s if label in s else f"{label}: {s}" for s in side.sentences)
        self.gaps.extend(side.gaps)
        self.see_also.extend(side.see_also)
        self.notices.extend(side.notices)
        self.held_back.extend(side.held_back)
        self.unproven.extend(side.unproven)
        self.read.extend(side.read)
        self.route_choices.extend(side.route_choices)
        self.indication_choices.extend(side.indication_choices)
        self.oral |= side.oral
        self.dose_routes |= side.dose_routes
        self.calculation = self.calculation or side.calculation
        self.to_ask = self.to_ask or side.to_ask


def printed_pages(passages: Iterable[Passage]) -> str:
    """Each page once, in the book's order; "chưa rõ" where none is known."""
    pages = sorted({p.provenance.page_from for p in passages if p.provenance.page_from is not None})
    return ", ".join(map(str, pages)) or "chưa rõ"


def ended(parts: Parts, frame: QueryFrame, evidence: Evidence) -> Composition:
    notices = tuple(dict.fromkeys(parts.notices))
    oral = frozenset(parts.oral)
    if parts.held_back:
        reasons = "; ".join(dict.fromkeys(p.quarantine or "" for p in parts.held_back))
        return Composition(
            Outcome.VERIFY_PDF_QUARANTINED,
            messages.held_back(reasons),
            notices=notices,
            pointers=pointers_to(parts.held_back),
        )
    cited = {c.passage for claim in parts.claims for c in claim.citations}
    unproven = [p for p in evidence.passages if p.id in cited and not p.provenance.is_complete]
    if unproven:
        return Composition(
            Outcome.VERIFY_PDF_NO_PROVENANCE,
            messages.ENDINGS[Outcome.VERIFY_PDF_NO_PROVENANCE],
            notices=notices,
            pointers=pointers_to(unproven),
        )
    if parts.route_choices:
        options = tuple(dict.fromkeys(wording.ROUTE_WORDS[r].capitalize() for r in parts.route_choices))
        question = f"{subject(frame)}: {messages.ENDINGS[Outcome.CLARIFY_ROUTE]}"
        return Composition(
            Outcome.CLARIFY_ROUTE, question, clarify=Clarification(question, "route", options), notices=notices
        )
    if parts.indication_choices and all(claim.role is ClaimRole.STRICTER for claim in parts.claims):
        options = tuple(dict.fromkeys(parts.indication_choices))[:MOST_OPTIONS]
        question = messages.which_indication(wording.drugs(frame))
        clarification = Clarification(question, "indication", options)
        return Composition(Outcome.CLARIFY_AMBIGUOUS_INDICATION, question, clarify=clarification, notices=notices)
    if not parts.claims:
        missing_only = bool(evidence.missing) and not parts.read
        outcome = (
            Outcome.ABSTAIN_NO_EVIDENCE if missing_only or not parts.read else Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE
        )
        text = " ".join([*parts.gaps, *parts.sentences]) or messages.ENDINGS[outcome]
        return Composition(
            outcome,
            text,
            notices=(*notices, Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT)),
            pointers=pointers_to([*parts.see_also, *(parts.read or evidence.passages)]),
        )
    if parts.to_ask is not None:
        return Composition(Outcome.CLARIFY_MORE_INFO, parts.to_ask.question, clarify=parts.to_ask, notices=notices)
    how = messages.QUOTED if parts.calculation is None else messages.CALCULATED
    text = " ".join([f"{subject(frame)}: {how}", *parts.gaps, *parts.sentences])
    return Composition(
        Outcome.ANSWERED_VERBATIM if parts.calculation is None else Outcome.ANSWERED_DOSE_CALCULATED,
        text,
        draft=Draft(tuple(dict.fromkeys(parts.claims))),
        told=(*parts.gaps, *parts.sentences),
        notices=notices,
        pointers=pointers_to([*parts.see_also, *(p for p in evidence.passages if p.id in cited)]),
        oral_drugs=oral,
        only_route=next(iter(parts.dose_routes)) if len(parts.dose_routes) == 1 and not frame.routes else None,
        calculation=parts.calculation,
    )


def subject(frame: QueryFrame) -> str:
    """What the answer is about: drug, patient, route, sections. Names what was inherited by naming everything."""
    if frame.own_sections:
        sides = (replace(frame, drugs=(d,), sections=frame.sections_of(d.id), own_sections={}) for d in frame.drugs)
        return "; ".join(subject(side) for side in sides)
    parts = [f"Về {wording.drugs(frame)}" if frame.drugs else "Câu hỏi"]
    doses = DOSING in frame.sections
    measured = doses or OVERDOSE in frame.sections
    known = wording.patient(frame) if measured else wording.populations(frame)
    if known:
        parts.append(f"ở {known}")
    if doses and frame.routes and len(frame.routes) < 3:
        parts.append(f"đường {wording.routes(frame.routes)}")
    if frame.sections:
        parts.append(f"mục {wording.sections(frame.sections)}")
    return ", ".join(parts)
