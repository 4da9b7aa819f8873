"""The second look: which sections are read in it, which of their sentences are quoted, and how the turn then ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag import messages
from rag.assembling import Composition, pointers_to, subject
from rag.claims import Claim, ClaimRole, Draft
from rag.frames import QueryFrame, Signal
from rag.loop.assessing import ELSEWHERE, NEVER_ELSEWHERE, NEVER_READ, Missing, about, missing_things
from rag.loop.grading import Grade, grade
from rag.model_calls import MeteredModel
from rag.outcomes import Kind, Outcome
from rag.passages import SECTION_KEYS, Evidence, Passage
from rag.ports import Ports
from rag.printed import Segment, segments
from rag.quoting import claims_of, relevant
from rag.sides import Side, sides_of
from rag.vietnamese import folded_words

INSUFFICIENT = frozenset(
    {Outcome.ABSTAIN_NO_EVIDENCE, Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE, Outcome.ABSTAIN_NO_SAFETY_EVIDENCE}
)
_GRADED = INSUFFICIENT | {Outcome.ANSWERED_VERBATIM}


@dataclass(frozen=True, slots=True)
class Round:
    """One look after the first. `queries`: (drug, section), none of them read before in this turn."""

    missing: tuple[tuple[str, str], ...]  # (drug, asked section)
    about: tuple[str, ...]
    queries: tuple[tuple[str, str], ...]
    named_by: str  # "rules", "model"
    found: int  # sentences or blocks that are quoted from it


@dataclass(frozen=True, slots=True)
class Looked:
    composition: Composition
    rounds: tuple[Round, ...] = ()


def look_again(
    composed: Composition, frame: QueryFrame, evidence: Evidence, ports: Ports, model: MeteredModel | None
) -> Looked:
    """Two rounds of retrieval at most: the one that gave `evidence`, and one more.

    The second needs a thing that is named as missing and a section not read yet. Quoted from it are only sentences that
    name the thing. Where even they do not exist and there is no answer, a person is called. Raises what
    `MeteredModel.ask` raises.
    """
    if composed.outcome not in _GRADED or Signal.EMERGENCY in frame.signals:
        return Looked(composed)
    evidence = composed.evidence or evidence
    sides = sides_of(frame)
    lacking, named_by = missing_things(sides, evidence), "rules"
    graded = _graded(composed, frame, sides, evidence, ports, model) if model is not None else None
    if graded is not None:
        lacking, named_by = graded, "model"
    queries = tuple(dict.fromkeys(query for of in lacking for query in _queries(of, evidence)))
    if not queries:
        return Looked(composed)
    read = [p for drug, section in queries for p in ports.passages.sections((drug,), (section,))]
    found = [(of, quoted) for of in lacking for quoted in _quoted(of, read, composed.draft)]
    made = Round(
        missing=tuple((of.drug, of.section) for of in lacking),
        about=tuple(dict.fromkeys(word for of in lacking for word in of.about)),
        queries=queries,
        named_by=named_by,
        found=len(found),
    )
    extended = replace(evidence, passages=(*evidence.passages, *read))
    return Looked(_with(found, composed, frame, extended), (made,))


def _graded(
    composed: Composition,
    frame: QueryFrame,
    sides: Sequence[Side],
    evidence: Evidence,
    ports: Ports,
    model: MeteredModel,
) -> tuple[Missing, ...] | None:
    """What the model says is missing; None when it was not asked, or said nothing of use.

    It is asked only where the question names a thing to be found, in a section that another may complete.
    """
    open_ended = [
        (side, section)
        for side in sides
        for section in side.frame.sections
        if section not in NEVER_ELSEWHERE and about(section, side.frame)
    ]
    unread = _unread({side.drug.id for side, _ in open_ended}, evidence, ports)
    if not unread:
        return None
    graded: Grade | None = grade(frame, composed.draft.claims, unread, model)
    if graded is None:
        return None
    if not graded.section:
        return ()
    return tuple(Missing(side, section, about(section, side.frame), graded.section) for side, section in open_ended)


def _unread(drugs: set[str], evidence: Evidence, ports: Ports) -> tuple[str, ...]:
    """Sections that a second look may read, in the order of the book."""
    printed = {p.section for drug in drugs for p in ports.passages.monograph(drug) if not evidence.of(drug, p.section)}
    return tuple(key for key in SECTION_KEYS if key in printed - NEVER_READ)


def _queries(of: Missing, evidence: Evidence) -> list[tuple[str, str]]:
    where = (of.elsewhere,) if of.elsewhere else ELSEWHERE.get(of.section, ())
    wanted = [(of.drug, section) for section in where]
    return [query for query in wanted if query not in evidence.missing and not evidence.of(*query)]


def _quoted(of: Missing, read: Sequence[Passage], draft: Draft) -> list[Claim]:
    """Claims of the newly read sections of the drug that name what is missing, and are not shown already."""
    sections: dict[str, list[Passage]] = {}
    for passage in read:
        if passage.monograph == of.drug:
            sections.setdefault(passage.section, []).append(passage)
    shown = {claim.text for claim in draft.claims}
    chosen = [s for passages in sections.values() for s in _naming(of, passages)]
    claims = claims_of(chosen, ClaimRole.ALSO if draft.claims else ClaimRole.ANSWER)
    return [replace(claim, side=of.side.label) for claim in claims if claim.text not in shown]


def _naming(of: Missing, passages: Sequence[Passage]) -> list[Segment]:
    """Nothing of a section that is held back in part: the part may be the one that matters."""
    if any(passage.quarantine is not None for passage in passages):
        return []
    asked = replace(of.side.frame, terms=of.about)
    wanted = [f" {folded_words(word).strip()} " for word in of.about]
    return [
        segment
        for segment in relevant([s for p in passages for s in segments(p)], asked)
        if any(word in folded_words(segment.text) for word in wanted)
    ]


def _with(
    found: Sequence[tuple[Missing, Claim]], composed: Composition, frame: QueryFrame, evidence: Evidence
) -> Composition:
    if not found:
        if composed.outcome not in INSUFFICIENT:
            return replace(composed, evidence=evidence)
        message = f"{composed.message} {messages.ENDINGS[Outcome.ESCALATE_INSUFFICIENT_RETRIEVAL]}"
        return replace(composed, outcome=Outcome.ESCALATE_INSUFFICIENT_RETRIEVAL, message=message, evidence=evidence)
    claims = tuple(dict.fromkeys(claim for _, claim in found))
    told = tuple(dict.fromkeys(_told(of, claim, evidence) for of, claim in found))
    cited = [p for claim in claims for c in claim.citations if (p := evidence.by_id(c.passage)) is not None]
    pointers = tuple(dict.fromkeys((*composed.pointers, *pointers_to(cited))))
    if composed.outcome.kind is Kind.ANSWERED:
        return replace(
            composed,
            message=" ".join([composed.message, *told]),
            told=(*composed.told, *told),
            draft=Draft((*composed.draft.claims, *claims)),
            pointers=pointers,
            evidence=evidence,
        )
    return replace(
        composed,
        outcome=Outcome.ANSWERED_VERBATIM,
        message=" ".join([f"{subject(frame)}: {messages.QUOTED}", composed.message, *told]),
        told=(composed.message, *told),
        draft=Draft(claims),
        pointers=pointers,
        evidence=evidence,
    )


def _told(of: Missing, claim: Claim, evidence: Evidence) -> str:
    passage = evidence.by_id(claim.citations[0].passage)
    assert passage is not None  # `found` quotes what was just read
    return messages.found_elsewhere(of.side.drug.name, passage.section, ", ".join(of.about))
