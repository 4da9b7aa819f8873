"""One turn: understand, route, look up, quote, verify. Everything that happens ends in a TurnRecord."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from rag import messages, wording
from rag.asking import ask
from rag.assembling import Composition, pointers_to, subject
from rag.before_asking import printed_against
from rag.beside_pairs import compose_pairs_and_sections
from rag.claims import Claim, Draft
from rag.composing import COMPOSERS, out_of_scope_message
from rag.endings import bounded, escalation
from rag.errors import BudgetExhausted, Cancelled, TurnStopped
from rag.frames import How, Intent, QueryFrame, Signal
from rag.gathering import GATHERERS, with_printed_routes
from rag.grounding import check_grounding, passes
from rag.look_alikes import look_alike_notices
from rag.model_answers import Written, answer_by_model
from rag.model_calls import MeteredModel
from rag.outcomes import Kind, Outcome
from rag.passages import DOSING, Evidence, Passage, PrintDoubt
from rag.ports import Ports
from rag.records import Clarification, Notice, NoticeKind, Pointer, Stage, TurnRecord, TurnRequest, Verification
from rag.routes import Gather, choose_route
from rag.slots import carry_over
from rag.slots.patient import ONLY_PRINTED
from rag.understanding.rules import understand

TURN_SECONDS = 30.0
_PLACEHOLDER = re.compile(
    r"\[(?:tên|số điện thoại|số giấy tờ|mã bệnh án|thẻ bảo hiểm|email|thư điện tử|địa chỉ)[^\]]*\]"
)


@dataclass(slots=True)
class _Trace:
    """Filled as the turn goes, so that an early ending loses nothing."""

    frame: QueryFrame = field(default_factory=QueryFrame)
    route: str = ""
    evidence: Evidence = field(default_factory=Evidence)
    drafted: tuple[Claim, ...] = ()
    verifications: tuple[Verification, ...] = ()
    notices: list[Notice] = field(default_factory=list)

    def read(self, passages: tuple[Passage, ...]) -> None:
        """What a notice quotes is recorded with the rest that was read."""
        new = tuple(passage for passage in passages if self.evidence.by_id(passage.id) is None)
        self.evidence = replace(self.evidence, passages=(*self.evidence.passages, *new))


@dataclass(frozen=True, slots=True)
class _Ending:
    outcome: Outcome
    message: str
    claims: tuple[Claim, ...] = ()
    clarify: Clarification | None = None
    pointers: tuple[Pointer, ...] = ()
    calculation: dict[str, Any] | None = None
    interactions: dict[str, Any] | None = None


def run_turn(
    request: TurnRequest,
    ports: Ports,
    *,
    on_stage: Callable[[Stage], None] = lambda stage: None,
    cancelled: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
    seconds: float = TURN_SECONDS,
) -> TurnRecord:
    """Answer one question. Never raises TurnStopped: each kind of stop is an outcome; other errors are bugs."""
    started = clock()
    trace = _Trace()

    def enter(stage: Stage) -> None:
        if cancelled():
            raise Cancelled
        if clock() - started > seconds:
            raise BudgetExhausted
        on_stage(stage)

    ports = replace(ports, seconds_left=lambda: seconds - (clock() - started))
    meter = _metered(ports, ends_at=started + seconds, cancelled=cancelled, clock=clock)
    try:
        ending = _answer(request, ports, trace, enter, meter)
    except TurnStopped as stop:
        ending = _Ending(
            stop.outcome, messages.ENDINGS[stop.outcome], pointers=pointers_to(list(trace.evidence.passages))
        )
    finally:
        calls = meter.close() if meter is not None else ()
    ending = _bounded(ending, trace, request)
    return TurnRecord(
        outcome=ending.outcome,
        message=ending.message,
        frame=trace.frame,
        route=trace.route,
        evidence=trace.evidence,
        claims=ending.claims,
        drafted=trace.drafted,
        verifications=trace.verifications,
        notices=tuple(dict.fromkeys(trace.notices)),
        clarify=ending.clarify,
        pointers=ending.pointers,
        escalation=escalation(ending.outcome, ending.message, trace.frame, trace.evidence, request.history)
        if ending.outcome.kind is Kind.ESCALATE
        else None,
        calculation=ending.calculation,
        interactions=ending.interactions,
        model_calls=calls,
        question_stored=request.question,
        seconds=clock() - started,
    )


def _metered(
    ports: Ports, *, ends_at: float, cancelled: Callable[[], bool], clock: Callable[[], float]
) -> MeteredModel | None:
    if ports.model is None:
        return None
    return MeteredModel(
        ports.model.model, breaker=ports.model.breaker, ends_at=ends_at, cancelled=cancelled, clock=clock
    )


def _answer(
    request: TurnRequest,
    ports: Ports,
    trace: _Trace,
    enter: Callable[[Stage], None],
    meter: MeteredModel | None,
) -> _Ending:
    enter(Stage.UNDERSTANDING)
    understood = understand(request.question, names=ports.names, history=request.history)
    frame = trace.frame = carry_over(understood, request.history, number=request.number)
    trace.notices.extend(_notices(frame, request))

    route = choose_route(frame)
    trace.route = route.name
    if isinstance(route.then, Outcome):
        ending = _without_look_up(route.then, frame, ports)
        _tell_what_forbids(ending.outcome, frame, trace, ports)
        return _with_strangers(ending, frame)

    enter(Stage.LOOKING_UP)
    trace.evidence = GATHERERS[route.then](frame, ports)
    frame = trace.frame = with_printed_routes(frame, trace.evidence)

    enter(Stage.WRITING)
    compose = compose_pairs_and_sections if route.then is Gather.INTERACTION else COMPOSERS[route.then]
    composed = compose(frame, trace.evidence, ports)
    trace.evidence = composed.evidence or trace.evidence
    trace.notices.extend(composed.notices)
    if composed.outcome.kind is not Kind.ANSWERED:
        ending = _Ending(
            composed.outcome,
            composed.message,
            clarify=composed.clarify,
            pointers=composed.pointers,
            interactions=composed.interactions,
        )
    else:
        if meter is not None and _may_be_written(composed, frame):
            written = answer_by_model(
                composed.draft.claims, frame, trace.evidence, ports.names, meter, oral_drugs=composed.oral_drugs
            )
            enter(Stage.VERIFYING)
            ending = _published(written, composed, frame, trace)
        else:
            enter(Stage.VERIFYING)
            ending = _verified(composed, frame, trace)
        if ending.claims and composed.only_route is not None:
            trace.frame = replace(frame, routes=(composed.only_route,), rules={**frame.rules, "routes": ONLY_PRINTED})
    _tell_what_forbids(ending.outcome, frame, trace, ports)
    _tell_look_alikes(ending.outcome, frame, trace, request, ports)
    return _with_strangers(ending, frame)


def _tell_look_alikes(outcome: Outcome, frame: QueryFrame, trace: _Trace, request: TurnRequest, ports: Ports) -> None:
    """Last, because it depends on how the turn ends; what it quotes is recorded with the rest that was read."""
    told = look_alike_notices(frame, outcome, request, ports)
    trace.notices.extend(told.notices)
    trace.read(told.read)


def _tell_what_forbids(outcome: Outcome, frame: QueryFrame, trace: _Trace, ports: Ports) -> None:
    """A question of ours, or a page to be compared, shows no claims: what forbids the drug is quoted beside it."""
    if outcome.kind not in (Kind.CLARIFY, Kind.VERIFY_PDF):
        return
    notices, read = printed_against(frame, ports)
    if notices:
        trace.notices[:] = [n for n in trace.notices if n.text != messages.STRICTER_ELSEWHERE] + list(notices)
        trace.read(read)


def _with_strangers(ending: _Ending, frame: QueryFrame) -> _Ending:
    """Drugs that the edition does not have are named back, however the rest of the turn ends."""
    names = messages.unknown_drugs(frame) if frame.unknown_drugs else ""
    if not names or names in ending.message or ending.outcome.kind is Kind.ESCALATE:
        return ending
    return replace(ending, message=f"{ending.message} {names}")


def _verified(composed: Composition, frame: QueryFrame, trace: _Trace) -> _Ending:
    draft: Draft = composed.draft
    trace.drafted = draft.claims
    if misprints := _errata(draft, trace.evidence, PrintDoubt.MISPRINT):
        return _misprinted(misprints, trace)
    trace.verifications = check_grounding(
        draft,
        trace.evidence,
        frame,
        candidates=composed.candidates,
        oral_drugs=composed.oral_drugs,
        sides=composed.sides,
    )
    if not passes(draft, trace.verifications):
        return _withheld(Outcome.ABSTAIN_UNGROUNDED, trace)
    _tell_edition(draft, trace)
    return _Ending(
        composed.outcome,
        composed.message,
        draft.claims,
        pointers=composed.pointers,
        calculation=composed.calculation,
        interactions=composed.interactions,
    )


# What quotation alone answers, model or not: sums, pairs, lists and sides are laid out by code, and in an emergency
# nothing is waited for.
def _may_be_written(composed: Composition, frame: QueryFrame) -> bool:
    laid_out = composed.calculation or composed.interactions or any(composed.sides) or composed.candidates
    return (
        composed.outcome is Outcome.ANSWERED_VERBATIM
        and not laid_out
        and Signal.EMERGENCY not in frame.signals
        and frame.intent is not Intent.OVERVIEW
    )


def _published(written: Written, composed: Composition, frame: QueryFrame, trace: _Trace) -> _Ending:
    """What a model wrote, with what is quoted beside it: every claim passed every check, or nothing is shown."""
    draft = written.draft
    trace.drafted = draft.claims
    if misprints := _errata(draft, trace.evidence, PrintDoubt.MISPRINT):
        return _misprinted(misprints, trace)
    # What was written from is checked as if it were to be quoted: that its drugs were asked about, and its patient.
    of_sources = check_grounding(composed.draft, trace.evidence, frame, oral_drugs=composed.oral_drugs)
    judged = {v.claim_index for v in written.verifications}
    still_quoted = {composed.draft.claims.index(c): i for i, c in enumerate(draft.claims) if i not in judged}
    trace.verifications = (
        *written.verifications,
        *(replace(v, claim_index=still_quoted[v.claim_index]) for v in of_sources if v.claim_index in still_quoted),
    )
    if not (written.is_grounded and passes(composed.draft, of_sources)):
        return _withheld(Outcome.ABSTAIN_UNGROUNDED, trace)
    if not written.is_entailed:
        return _withheld(Outcome.ABSTAIN_NOT_ENTAILED, trace)
    _tell_edition(draft, trace)
    text = " ".join([f"{subject(frame)}: {messages.WRITTEN}", *composed.told])
    return _Ending(Outcome.ANSWERED_VERIFIED, text, draft.claims, pointers=composed.pointers)


def _withheld(outcome: Outcome, trace: _Trace) -> _Ending:
    return _Ending(outcome, messages.ENDINGS[outcome], pointers=pointers_to(list(trace.evidence.passages)))


def _misprinted(misprints: dict[str, tuple[str, ...]], trace: _Trace) -> _Ending:
    where = [passage for passage in trace.evidence.passages if passage.id in misprints]
    message = messages.misprinted(note for notes in misprints.values() for note in notes)
    return _Ending(Outcome.VERIFY_PDF_SOURCE_ERRATUM, message, pointers=pointers_to(where))


def _tell_edition(draft: Draft, trace: _Trace) -> None:
    editions = dict.fromkeys(p.provenance.edition_title for p in trace.evidence.passages)
    trace.notices.append(Notice(NoticeKind.EDITION, messages.source("; ".join(editions))))
    for notes in _errata(draft, trace.evidence, PrintDoubt.OLD_VALUE).values():
        trace.notices.extend(Notice(NoticeKind.OLD_VALUE, note) for note in notes)


def _errata(draft: Draft, evidence: Evidence, kind: PrintDoubt) -> dict[str, tuple[str, ...]]:
    """The notes on values of this kind that the draft would quote, by passage."""
    found: dict[str, dict[str, None]] = {}
    for citation in (citation for claim in draft.claims for citation in claim.citations):
        passage = evidence.by_id(citation.passage)
        for erratum in passage.errata_in(citation.start, citation.end, kind) if passage else ():
            found.setdefault(citation.passage, {})[erratum.note] = None
    return {passage: tuple(notes) for passage, notes in found.items()}


def _without_look_up(outcome: Outcome, frame: QueryFrame, ports: Ports) -> _Ending:
    """An ending that the frame alone decides."""
    if outcome.kind is Kind.CLARIFY:
        clarification = ask(outcome, frame, ports)
        return _Ending(outcome, clarification.question, clarify=clarification)
    if outcome is Outcome.ABSTAIN_OUT_OF_SCOPE:
        where = pointers_to(list(ports.passages.sections(frame.drug_ids, frame.sections))) if frame.sections else ()
        return _Ending(outcome, out_of_scope_message(frame), pointers=where)
    if outcome is Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE:
        missing = " và ".join(
            messages.FIELD_WORDS[name] for name in ("age_months", "weight_kg") if getattr(frame, name) is None
        )
        where = pointers_to(list(ports.passages.sections(frame.drug_ids, (DOSING,))))
        return _Ending(outcome, messages.value_needed(wording.drugs(frame), missing), pointers=where)
    if outcome is Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY:
        return _Ending(outcome, messages.unknown_drugs(frame))
    return _Ending(outcome, messages.ENDINGS[outcome])


def _bounded(ending: _Ending, trace: _Trace, request: TurnRequest) -> _Ending:
    slot = ending.clarify.slot if ending.clarify else None
    outcome = bounded(ending.outcome, slot, request.history)
    if outcome is ending.outcome:
        return ending
    return replace(ending, outcome=outcome, message=messages.ENDINGS[outcome], clarify=None)


def _notices(frame: QueryFrame, request: TurnRequest) -> list[Notice]:
    """What the reader must know of how the turn was read, before anything else."""
    found: list[Notice] = []
    if Signal.EMERGENCY in frame.signals:
        found.append(Notice(NoticeKind.EMERGENCY, messages.EMERGENCY))
    if _PLACEHOLDER.search(request.question):
        found.append(Notice(NoticeKind.IDENTIFIER_MASKED, messages.IDENTIFIER_MASKED))
    if request.history_unavailable:
        found.append(Notice(NoticeKind.CARRY_OVER, messages.HISTORY_UNAVAILABLE))
    if frame.inherited:
        found.append(Notice(NoticeKind.CARRY_OVER, _carried(frame)))
    for drug in frame.drugs:
        if drug.how is How.ALIAS:
            found.append(Notice(NoticeKind.ALIAS_USED, messages.alias_used(drug.matched, drug.name)))
        elif drug.how in (How.FUZZY, How.SOUND):
            found.append(Notice(NoticeKind.ALIAS_USED, messages.read_as(drug.matched, drug.name)))
    return found


def _carried(frame: QueryFrame) -> str:
    fields = ", ".join(messages.FIELD_WORDS[name] for name in frame.inherited if name in messages.FIELD_WORDS)
    route = wording.routes(frame.routes) if len(frame.routes) < 3 else ""
    told = wording.findings(frame) if "comorbidities" in frame.inherited else ""
    known = ", ".join(filter(None, [wording.drugs(frame), wording.patient(frame), told, route]))
    return messages.carried(fields, known)
