"""Make rules of one sentence: what each statement gives, per what, how often, within which maxima."""

from collections.abc import Sequence
from dataclasses import replace

from rag.dosing.leads import Lead, is_loading, phase_in, read_lead
from rag.dosing.parts import Part, parts_of
from rag.dosing.phrases import Kind, Phrase
from rag.dosing.rules import Basis, DoseRule, Span
from rag.dosing.statements import (
    amount_of,
    caps_of,
    check_agreement,
    count_cap_of,
    interval_of,
    minimum_of,
    raised_of,
    rounding_of,
    times_of,
)
from rag.dosing.words import NotUnderstood
from rag.frames import Route
from rag.passages import Passage
from rag.printed import INJECTED, Segment, routes_in

HOURS_PER_DAY = 24


def read_sentence(segment: Segment) -> tuple[DoseRule, ...]:
    """The rules of one sentence: several where it prints alternatives or phases. Raises NotUnderstood."""
    lead = read_lead(segment)
    if lead.why_not:
        raise NotUnderstood(lead.why_not)
    body = segment.text[len(lead.text) :]
    parts = parts_of(body, own=_own_names(segment.passage))
    # What stands behind a semicolon at the end limits every part before it.
    shared = [p for p in parts[-1].after_semicolon if p.kind in (Kind.CAP, Kind.COUNT_CAP)]
    alternatives = all(part.joined_by in ("", "hoặc") for part in parts)
    found = []
    for place, part in enumerate(parts):
        extra = shared if place < len(parts) - 1 else []
        found.append(_rule(segment, lead, part, extra, place if alternatives else 0))
    _check_alternatives(found)
    return tuple(found)


def _check_alternatives(found: list[DoseRule]) -> None:
    """ "15 mg/m2/lần hoặc 20 - 30 mg/m2/lần, 2 lần/tuần": how often is said once for both, and read for one."""
    if len(found) < 2 or found[-1].phase == "sau đó":
        return
    said = [r.times is not None or r.interval is not None for r in found]
    doses = [r.amount is not None and r.amount.basis is Basis.DOSE for r in found]
    if any(dose and not told for dose, told in zip(doses, said, strict=True)) and any(said):
        raise NotUnderstood("số lần dùng chung cho nhiều lượng thuốc")


def _own_names(passage: Passage) -> frozenset[str]:
    title = passage.monograph_name.lower()
    return frozenset({title, title.partition(" (")[0]})


def _rule(segment: Segment, lead: Lead, part: Part, shared: Sequence[Phrase], alternative: int) -> DoseRule:
    base = segment.start + len(lead.text)
    stated = part.of(Kind.AMOUNT)
    times, interval = times_of(part, base), interval_of(part, base)
    said = " ".join((part.before, part.joined_by))
    phase = part.joined_by if part.joined_by == "sau đó" else phase_in(part.before) or lead.phase
    single = bool(part.of(Kind.SINGLE)) or (is_loading(said) or (lead.loads and not part.joined_by))
    amount = amount_of(stated[0], part, base, times, interval, single=single) if stated else None
    if amount is None and part.of(Kind.TIMES, Kind.DIVISION, Kind.INTERVAL, Kind.REPEAT, Kind.SINGLE):
        raise NotUnderstood("cách dùng không kèm lượng thuốc")
    if amount is not None and amount.basis is Basis.SINGLE and not part.of(Kind.SINGLE) and (times or interval):
        amount = replace(amount, basis=Basis.DOSE)
    caps = tuple(
        cap
        for phrase in (*part.of(Kind.CAP), *shared)
        if phrase.kind is Kind.CAP
        for cap in caps_of(phrase, part, amount, base)
    )
    counted = [p for p in (*part.of(Kind.COUNT_CAP), *shared) if p.kind is Kind.COUNT_CAP]
    check_agreement(amount, times, interval, caps)
    if amount is None and not caps and not counted:
        raise NotUnderstood("không có lượng thuốc")
    context = segment.context
    own_routes = routes_in(part.before)
    if own_routes and context.routes and not set(own_routes) & set(context.routes):
        raise NotUnderstood("đường dùng trong câu khác với tiêu đề")
    return DoseRule(
        monograph=segment.passage.monograph,
        section=segment.passage.section,
        text_sha256=segment.passage.provenance.text_sha256,
        span=Span(segment.start, segment.end),
        quote=segment.text,
        amount=amount,
        caps=caps,
        count_cap=count_cap_of(counted, base),
        minimum=minimum_of(part, base),
        raised_to=raised_of(part, base),
        times=times,
        interval=interval,
        as_needed=_as_needed(part),
        phase=phase,
        alternative=alternative,
        populations=context.populations,
        routes=_routes(part, context.routes),
        indications=context.indications,
        condition=lead.condition,
        form=lead.form,
        age=lead.age,
        weight=lead.weight,
        clearance=lead.clearance,
        gestation=lead.gestation,
        duration=_said_of(part, segment.text[len(lead.text) :], Kind.DURATION),
        given_over=_said_of(part, segment.text[len(lead.text) :], Kind.GIVEN_OVER),
        rounding=rounding_of(part),
        remarks=part.rest,
    )


def _routes(part: Part, printed: tuple[Route, ...]) -> tuple[Route, ...]:
    """ "Tiêm" above is any injection; "tiêm bắp hoặc dưới da" in the sentence itself says which."""
    own = routes_in(" ".join((part.before, *part.rest)))
    narrower = own and set(printed) == set(INJECTED) and set(INJECTED).issuperset(own)
    return own if narrower else printed


def _as_needed(part: Part) -> bool:
    """ "Chỉnh liều nếu cần" is no dose as needed; "4 giờ một lần nếu cần" is."""
    return bool(part.of(Kind.REPEAT)) or any(clause.lower() in ("nếu cần", "khi cần") for clause in part.rest)


def _said_of(part: Part, body: str, kind: Kind) -> str:
    return ", ".join(body[p.start : p.end] for p in part.of(kind))
