"""Rows to `rag` values and back: the only module that sees both."""

from collections.abc import Iterable, Sequence
from typing import Any

from conversations import models as rows
from conversations.json_values import decode, encode
from conversations.models.record import RecordRows
from rag.claims import Claim
from rag.frames import QueryFrame
from rag.outcomes import Kind, Outcome
from rag.passages import Passage
from rag.records import Clarification, PastTurn, TurnRecord, TurnRequest, Verdict


class UnverifiedClaim(Exception):
    """The pipeline would show a claim that was not drafted, not cited or not passed by every check it met."""


def frame_row(turn: rows.Turn, frame: QueryFrame) -> rows.QueryFrame:
    return rows.QueryFrame(
        turn=turn,
        intent=frame.intent.value,
        drug_ids=list(frame.drug_ids),
        sections=list(frame.sections),
        understood_by=frame.understood_by,
        data=encode(frame),
    )


def frame_of(row: rows.QueryFrame) -> QueryFrame:
    """Raises Undecodable."""
    return decode(QueryFrame, row.data)


def past_turn(turn: rows.Turn) -> PastTurn:
    """`turn.frame` should be selected with the turn. Raises Undecodable."""
    row = getattr(turn, "frame", None)
    return PastTurn(
        number=turn.number,
        question=turn.question,
        frame=None if row is None else frame_of(row),
        outcome=Outcome.of(turn.outcome, turn.reason) if turn.outcome and turn.reason else None,
        clarify=None if turn.clarify is None else decode(Clarification, turn.clarify),
        claim_drugs=tuple(turn.quoted),
    )


def request_for(turn: rows.Turn, history: Iterable[rows.Turn]) -> TurnRequest:
    """`history`: earlier turns of the conversation, in any order. Raises Undecodable."""
    past = sorted(map(past_turn, history), key=lambda turn: turn.number)
    return TurnRequest(question=turn.question, number=turn.number, history=tuple(past))


def record_rows(turn: rows.Turn, record: TurnRecord) -> RecordRows:
    """Unsaved rows of everything that the turn produced. Raises UnverifiedClaim."""
    drafted = record.drafted or record.claims
    places = _places(record, drafted)
    cited = {citation.passage for index in places for citation in drafted[index].citations}
    quoted = {citation.passage for claim in drafted for citation in claim.citations}
    claims = [_claim_row(turn, index, claim, places.get(index)) for index, claim in enumerate(drafted)]
    return RecordRows(
        frame=frame_row(turn, record.frame),
        passages=[
            _passage_row(turn, position, passage, cited=passage.id in cited)
            for position, passage in enumerate({p.id: p for p in record.evidence.passages}.values())
            if passage.id in quoted
        ],
        claims=claims,
        verifications=[
            rows.Verification(
                turn=turn,
                claim=None if found.claim_index is None else claims[found.claim_index],
                check_name=found.check.value,
                verdict=found.verdict.value,
                detail=found.detail,
            )
            for found in record.verifications
        ],
        model_calls=[
            rows.ModelCall(turn=turn, position=position, **encode(call))
            for position, call in enumerate(record.model_calls)
        ],
    )


def ending_of(record: TurnRecord) -> dict[str, Any]:
    """The columns of a turn that say how it ended."""
    quoted: dict[str, None] = {}
    if record.outcome.kind is Kind.ANSWERED:
        for claim in record.claims:
            for citation in claim.citations:
                passage = record.evidence.by_id(citation.passage)
                if passage is not None:
                    quoted[passage.monograph] = None
    return {
        "outcome": record.outcome.kind.value,
        "reason": record.outcome.reason,
        "message": record.message,
        "route": record.route,
        "notices": encode(record.notices),
        "clarify": encode(record.clarify),
        "pointers": encode(record.pointers),
        "escalation": encode(record.escalation),
        "calculation": encode(record.calculation),
        "interactions": encode(record.interactions),
        "limits": {"model_calls": len(record.model_calls), "seconds": round(record.seconds, 3)},
        "missing": encode(record.evidence.missing),
        "read": [[p.id, p.provenance.text_sha256, p.quarantine is not None] for p in record.evidence.passages],
        "extra": encode(record.extra),
        "quoted": list(quoted),
    }


def _places(record: TurnRecord, drafted: Sequence[Claim]) -> dict[int, int]:
    """Index of a drafted claim -> its place in the answer. Raises UnverifiedClaim.

    The pipeline has checked all this; a claim that slipped through stops here, before it is stored or shown.
    """
    if record.outcome.kind is not Kind.ANSWERED:
        return {}
    places: dict[int, int] = {}
    for place, claim in enumerate(record.claims):
        index = next((i for i, other in enumerate(drafted) if other == claim and i not in places), None)
        if index is None:
            raise UnverifiedClaim(f"claim {place} is shown but was not drafted")
        verdicts = [found.verdict for found in record.verifications if found.claim_index == index]
        if not verdicts or any(verdict is not Verdict.PASS for verdict in verdicts):
            raise UnverifiedClaim(f"claim {place} has no check or one that did not pass")
        _check_citations(record, claim, place)
        places[index] = place
    return places


def _check_citations(record: TurnRecord, claim: Claim, place: int) -> None:
    if not claim.citations:
        raise UnverifiedClaim(f"claim {place} has no citation")
    for citation in claim.citations:
        passage = record.evidence.by_id(citation.passage)
        if passage is None or passage.quarantine is not None:
            raise UnverifiedClaim(f"claim {place} cites {citation.passage}, which was not retrieved or is held back")
        if passage.text[citation.start : citation.end] != citation.quote or not citation.quote:
            raise UnverifiedClaim(f"claim {place} misquotes {citation.passage}")


def _claim_row(turn: rows.Turn, index: int, claim: Claim, place: int | None) -> rows.Claim:
    return rows.Claim(
        turn=turn,
        index=index,
        place=place,
        text=claim.text,
        role=claim.role.value,
        heading=claim.heading,
        side=claim.side,
        citations=encode(claim.citations),
    )


def _passage_row(turn: rows.Turn, position: int, passage: Passage, *, cited: bool) -> rows.CitedPassage:
    stands = passage.provenance
    return rows.CitedPassage(
        turn=turn,
        position=position,
        key=passage.id,
        edition_key=stands.edition,
        edition_title=stands.edition_title,
        monograph=passage.monograph,
        monograph_name=passage.monograph_name,
        section=passage.section,
        text=passage.text,
        ordinal=passage.ordinal,
        kind=passage.kind.value,
        page_from=stands.page_from,
        page_to=stands.page_to,
        start=stands.start,
        end=stands.end,
        text_sha256=stands.text_sha256,
        context={
            "headings": list(passage.headings),
            "populations": encode(passage.populations),
            "routes": encode(passage.routes),
            "indications": list(passage.indications),
        },
        quarantine=passage.quarantine,
        url=passage.url,
        cited=cited,
    )
