"""Plain functions with defaults, so that a test shows only what matters to it."""

import hashlib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from rag.claims import Citation, Claim, ClaimRole, Draft
from rag.frames import DrugMention, How, Intent, Population, QueryFrame, Route
from rag.passages import DOSING, BlockKind, Evidence, Passage, Provenance
from rag.printed import Context, heading_context, lead_context, merge


def make_drug(drug_id: str = "paracetamol", name: str | None = None, how: How = How.TITLE) -> DrugMention:
    return DrugMention(drug_id, name or drug_id.capitalize(), drug_id, how)


def make_frame(
    *,
    intent: Intent = Intent.DOSE,
    drugs: Sequence[str] = ("paracetamol",),
    sections: Sequence[str] = (DOSING,),
    populations: Sequence[Population] = (),
    age_months: object = None,
    weight_kg: object = None,
    routes: Sequence[Route] = (),
    **more: Any,
) -> QueryFrame:
    return QueryFrame(
        intent=intent,
        drugs=tuple(make_drug(d) for d in drugs),
        sections=tuple(sections),
        populations=tuple(populations),
        age_months=None if age_months is None else Decimal(str(age_months)),
        weight_kg=None if weight_kg is None else Decimal(str(weight_kg)),
        routes=tuple(routes),
        **more,
    )


def make_passage(
    text: str,
    *,
    headings: Sequence[str] = (),
    section: str = DOSING,
    monograph: str = "paracetamol",
    ordinal: int = 0,
    page: int | None = 7,
    quarantine: str | None = None,
    kind: BlockKind = BlockKind.PARAGRAPH,
) -> Passage:
    """Context is read from the headings and the block's lead, as the importer reads it."""
    context = Context()
    for heading in headings:
        context = merge(context, heading_context(heading, section=section))
    context = merge(context, lead_context(text))
    return Passage(
        id=f"mau:{monograph}:{section}:{ordinal}",
        monograph=monograph,
        monograph_name=monograph.capitalize(),
        section=section,
        headings=tuple(headings),
        text=text,
        ordinal=ordinal,
        kind=kind,
        provenance=Provenance("mau", "Ấn bản mẫu", page, page, 0, len(text), hashlib.sha256(text.encode()).hexdigest()),
        populations=context.populations,
        routes=context.routes,
        indications=context.indications,
        quarantine=quarantine,
        url=f"/formulary/mau/{monograph}/#{section}-{ordinal}",
    )


def make_passages(*blocks: tuple[Sequence[str], str], **common: Any) -> tuple[Passage, ...]:
    """Passages of one section from (headings, text) pairs, numbered in order."""
    return tuple(
        make_passage(text, headings=headings, ordinal=i, **common) for i, (headings, text) in enumerate(blocks)
    )


def make_evidence(*passages: Passage) -> Evidence:
    return Evidence(passages)


def quote(
    passage: Passage, part: str | None = None, *, text: str | None = None, role: ClaimRole = ClaimRole.ANSWER
) -> Claim:
    """A claim that cites `part` of the passage (all of it by default); `text` may say something else."""
    cited = passage.text if part is None else part
    start = passage.text.index(cited)
    return Claim(text if text is not None else cited, (Citation(passage.id, cited, start, start + len(cited)),), role)


def make_draft(*claims: Claim) -> Draft:
    return Draft(claims)
