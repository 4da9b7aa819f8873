"""The shipped edition as passages and names, without a database."""

from functools import cache

from rag.claims import Citation, Claim, Draft
from rag.frames import DrugMention, How, Intent, QueryFrame
from rag.gate.deciding import check_draft
from rag.gate.verdicts import GateReport
from rag.passages import Evidence, Passage
from rag.printed import sentence_spans
from tests.formulary.test_interactions_of_the_sample import index
from tests.formulary.test_shelf_doses import SHELF, passages_of

names = index


@cache
def passages() -> tuple[Passage, ...]:
    return tuple(p for path in SHELF for p in passages_of(path) if p.quarantine is None)


@cache
def evidence(monograph: str) -> Evidence:
    return Evidence(tuple(p for p in passages() if p.monograph == monograph))


@cache
def sentences(passage: Passage) -> tuple[str, ...]:
    return tuple(passage.text[a:b] for a, b in sentence_spans(passage.text))


def frame_for(monograph: str) -> QueryFrame:
    """No patient: what is judged is what the claim says, not for whom it was asked."""
    return QueryFrame(intent=Intent.SECTION, drugs=(DrugMention(monograph, monograph, monograph, How.TITLE),))


def cite(passage: Passage, part: str) -> Citation:
    start = passage.text.index(part)
    return Citation(passage.id, part, start, start + len(part))


def judge(
    text: str, passage: Passage, part: str, *more: Claim, citations: tuple[Citation, ...] | None = None
) -> GateReport:
    cited = (cite(passage, part),) if citations is None else citations
    draft = Draft((Claim(text, cited), *more))
    return check_draft(draft, evidence(passage.monograph), frame_for(passage.monograph), names())
