"""A claim's citations resolve to characters of this turn's passages that may be shown."""

from collections.abc import Iterator

from rag.claims import Citation, Claim
from rag.gate.verdicts import Problem
from rag.passages import Evidence, Passage, PrintDoubt
from rag.vietnamese import nfc


def citation_faults(claim: Claim, evidence: Evidence) -> Iterator[tuple[Problem, str]]:
    if not claim.citations:
        yield Problem.NO_CITATION, ""
    for citation in claim.citations:
        passage = evidence.by_id(citation.passage)
        if passage is None or not _resolves(citation, passage):
            yield Problem.CITATION, citation.quote[:60]
        elif passage.quarantine is not None or passage.errata_in(citation.start, citation.end, PrintDoubt.MISPRINT):
            yield Problem.HELD_BACK, passage.section_title
        elif not passage.provenance.is_complete:
            yield Problem.PROVENANCE, passage.section_title


def _resolves(citation: Citation, passage: Passage) -> bool:
    in_range = 0 <= citation.start < citation.end <= len(passage.text)
    quoted = passage.text[citation.start : citation.end]
    return in_range and nfc(quoted) == nfc(citation.quote) and bool(quoted.strip())
