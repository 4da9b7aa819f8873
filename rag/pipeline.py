"""One turn: understand, route, look up, quote, verify. Everything that happens ends in a TurnRecord."""

import time
from collections.abc import Callable
from dataclasses import replace

from rag import messages, wording
from rag.asking import ask
from rag.assembling import pointers_to
from rag.before_asking import printed_against
from rag.beside_pairs import compose_pairs_and_sections
from rag.composing import COMPOSERS, out_of_scope_message
from rag.endings import bounded, escalation, taken_over
from rag.errors import BudgetExhausted, Cancelled, TurnStopped
from rag.frames import QueryFrame
from rag.gathering import GATHERERS, with_printed_routes
from rag.look_alikes import look_alike_notices
from rag.loop.looking import look_again
from rag.model_answers import answer_by_model
from rag.model_calls import MeteredModel
from rag.modes import Mode
from rag.newborn_weeks import without_needless_age
from rag.outcomes import Kind, Outcome
from rag.overdoses import amount_taken, as_overdose, is_beyond_print
from rag.passages import DOSING
from rag.ports import Ports
from rag.publishing import may_be_written, published, verified
from rag.records import Notice, NoticeKind, Stage, TurnRecord, TurnRequest
from rag.routes import Gather, choose_route
from rag.slots import carry_over
from rag.slots.patient import ONLY_PRINTED
from rag.traces import Ending, Trace
from rag.turn_notices import reading_notices
from rag.understanding.rules import understand
from rag.understanding.second_reading import BY_MODEL, read_again

TURN_SECONDS = 30.0


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
    trace = Trace()
    if request.mode is Mode.SINGLE_SHOT:
        request = replace(request, history=())

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
        ending = Ending(
            stop.outcome, messages.ENDINGS[stop.outcome], pointers=pointers_to(list(trace.evidence.passages))
        )
    finally:
        calls = meter.close() if meter is not None else ()
    ending = _bounded(_taken_over(ending), trace, request)
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
        extra={"rounds": trace.rounds} if trace.rounds else {},
    )


def _metered(
    ports: Ports, *, ends_at: float, cancelled: Callable[[], bool], clock: Callable[[], float]
) -> MeteredModel | None:
    if ports.model is None:
        return None
    served = ports.model
    return MeteredModel(
        served.model, breaker=served.breaker, price=served.price, ends_at=ends_at, cancelled=cancelled, clock=clock
    )


def _answer(
    request: TurnRequest,
    ports: Ports,
    trace: Trace,
    enter: Callable[[Stage], None],
    meter: MeteredModel | None,
) -> Ending:
    enter(Stage.UNDERSTANDING)
    understood = understand(request.question, names=ports.names, history=request.history)
    frame = trace.frame = carry_over(understood, request.history, number=request.number)
    route = choose_route(frame)
    if meter is not None:
        frame = trace.frame = read_again(frame, route.then, request, names=ports.names, model=meter)
        route = choose_route(frame)
    told = amount_taken(frame, request.question)
    too_much = told is not None and is_beyond_print(told, frame, ports.passages.sections(frame.drug_ids, (DOSING,)))
    if too_much:
        frame = trace.frame = as_overdose(frame)
        route = choose_route(frame)
    if route.then is Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT:
        frame = trace.frame = without_needless_age(frame, ports)
        route = choose_route(frame)
    trace.route = route.name
    trace.notices.extend(reading_notices(frame, request))
    if too_much:
        trace.notices.append(Notice(NoticeKind.EMERGENCY, messages.BEYOND_PRINT))

    if isinstance(route.then, Outcome):
        ending = _without_look_up(route.then, frame, ports)
        _tell_what_forbids(ending.outcome, frame, trace, ports)
        return _with_reading(_with_strangers(ending, frame), frame)

    enter(Stage.LOOKING_UP)
    trace.evidence = GATHERERS[route.then](frame, ports)
    frame = trace.frame = with_printed_routes(frame, trace.evidence)

    enter(Stage.WRITING)
    compose = compose_pairs_and_sections if route.then is Gather.INTERACTION else COMPOSERS[route.then]
    composed = compose(frame, trace.evidence, ports)
    if request.mode is Mode.REASONING_LOOP and route.then is Gather.SECTIONS:
        looked = look_again(composed, frame, trace.evidence, ports, meter)
        composed, trace.rounds = looked.composition, looked.rounds
    trace.evidence = composed.evidence or trace.evidence
    trace.notices.extend(composed.notices)
    if composed.outcome.kind is not Kind.ANSWERED:
        ending = Ending(
            composed.outcome,
            composed.message,
            clarify=composed.clarify,
            pointers=composed.pointers,
            interactions=composed.interactions,
        )
    else:
        if meter is not None and may_be_written(composed, frame):
            written = answer_by_model(
                composed.draft.claims, frame, trace.evidence, ports.names, meter, oral_drugs=composed.oral_drugs
            )
            enter(Stage.VERIFYING)
            ending = published(written, composed, frame, trace)
        else:
            enter(Stage.VERIFYING)
            ending = verified(composed, frame, trace)
        if ending.claims and composed.only_route is not None:
            trace.frame = replace(frame, routes=(composed.only_route,), rules={**frame.rules, "routes": ONLY_PRINTED})
    _tell_what_forbids(ending.outcome, frame, trace, ports)
    _tell_look_alikes(ending.outcome, frame, trace, request, ports)
    return _with_reading(_with_strangers(ending, frame), frame)


def _tell_look_alikes(outcome: Outcome, frame: QueryFrame, trace: Trace, request: TurnRequest, ports: Ports) -> None:
    """Last, because it depends on how the turn ends; what it quotes is recorded with the rest that was read."""
    told = look_alike_notices(frame, outcome, request, ports)
    trace.notices.extend(told.notices)
    trace.read(told.read)


def _tell_what_forbids(outcome: Outcome, frame: QueryFrame, trace: Trace, ports: Ports) -> None:
    """A question of ours, or a page to be compared, shows no claims: what forbids the drug is quoted beside it."""
    if outcome.kind not in (Kind.CLARIFY, Kind.VERIFY_PDF):
        return
    notices, read = printed_against(frame, ports)
    if notices:
        trace.notices[:] = [n for n in trace.notices if n.text != messages.STRICTER_ELSEWHERE] + list(notices)
        trace.read(read)


def _with_strangers(ending: Ending, frame: QueryFrame) -> Ending:
    """Drugs that the edition does not have are named back, however the rest of the turn ends."""
    names = messages.unknown_drugs(frame) if frame.unknown_drugs else ""
    if not names or names in ending.message or ending.outcome.kind is Kind.ESCALATE:
        return ending
    return replace(ending, message=f"{ending.message} {names}")


def _with_reading(ending: Ending, frame: QueryFrame) -> Ending:
    """What a model took the question for stands before what came of it; a question of ours names it itself."""
    if ending.clarify is not None and frame.of_relatives:
        question = f"{messages.kin_is_told_of(frame.of_relatives)} {ending.clarify.question}"
        return replace(ending, message=question, clarify=replace(ending.clarify, question=question))
    if ending.outcome.kind in (Kind.CLARIFY, Kind.ESCALATE):
        return ending
    told = [messages.told_of_relatives(frame.of_relatives)] if frame.of_relatives else []
    told += _told_as_stopped(frame)
    if frame.rules.get("drugs") == BY_MODEL:
        told += [messages.read_as(drug.matched, drug.name) for drug in frame.drugs]
    if frame.rules.get("sections") == BY_MODEL and frame.drugs:
        told.append(messages.read_by_model(wording.sections(frame.sections), wording.drugs(frame)))
    return replace(ending, message=" ".join([*told, ending.message]))


def _told_as_stopped(frame: QueryFrame) -> list[str]:
    """What was told as stopped is never left out without a word."""
    asked = {*(drug.matched for drug in frame.drugs), *frame.unknown_drugs}
    aside = [name for name in frame.stopped if name not in asked]
    read = [name for name in frame.stopped if name in asked]
    return [
        *([messages.told_as_stopped(aside)] if aside else []),
        *([messages.looked_up_though_stopped(read)] if read else []),
    ]


def _without_look_up(outcome: Outcome, frame: QueryFrame, ports: Ports) -> Ending:
    """An ending that the frame alone decides."""
    if outcome.kind is Kind.CLARIFY:
        clarification = ask(outcome, frame, ports)
        return Ending(outcome, clarification.question, clarify=clarification)
    if outcome is Outcome.ABSTAIN_OUT_OF_SCOPE:
        where = pointers_to(list(ports.passages.sections(frame.drug_ids, frame.sections))) if frame.sections else ()
        return Ending(outcome, out_of_scope_message(frame), pointers=where)
    if outcome is Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE:
        missing = " và ".join(
            messages.FIELD_WORDS[name] for name in ("age_months", "weight_kg") if getattr(frame, name) is None
        )
        where = pointers_to(list(ports.passages.sections(frame.drug_ids, (DOSING,))))
        return Ending(outcome, messages.value_needed(wording.drugs(frame), missing), pointers=where)
    if outcome is Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY:
        return Ending(outcome, messages.unknown_drugs(frame))
    if outcome is Outcome.ANSWERED_SMALLTALK:
        return Ending(outcome, messages.small_talk(frame.rules.get("intent", "")))
    return Ending(outcome, messages.ENDINGS[outcome])


def _taken_over(ending: Ending) -> Ending:
    outcome = taken_over(ending.outcome, retried=ending.retried)
    return ending if outcome is ending.outcome else replace(ending, outcome=outcome, message=messages.ENDINGS[outcome])


def _bounded(ending: Ending, trace: Trace, request: TurnRequest) -> Ending:
    slot = ending.clarify.slot if ending.clarify else None
    outcome = bounded(ending.outcome, slot, request.history)
    if outcome is ending.outcome:
        return ending
    return replace(ending, outcome=outcome, message=messages.ENDINGS[outcome], clarify=None)
