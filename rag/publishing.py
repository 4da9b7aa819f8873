"""What is shown of a draft: every claim passed every check it met, or nothing is shown.

A quotation is checked against its print; what a model wrote goes through the gate and the entailment check as well.
"""

from dataclasses import replace

from rag import messages
from rag.assembling import Composition, pointers_to, subject
from rag.claims import Draft
from rag.frames import Intent, QueryFrame, Signal
from rag.grounding import check_grounding, passes
from rag.model_answers import Written
from rag.outcomes import Outcome
from rag.passages import Evidence, PrintDoubt
from rag.records import Notice, NoticeKind
from rag.traces import Ending, Trace
from rag.writing import Sources


def verified(composed: Composition, frame: QueryFrame, trace: Trace) -> Ending:
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
    return Ending(
        composed.outcome,
        composed.message,
        draft.claims,
        pointers=composed.pointers,
        calculation=composed.calculation,
        interactions=composed.interactions,
    )


_NAMES = frozenset({"ten_chung_quoc_te", "ma_atc", "dang_thuoc_va_ham_luong", "ten_thuong_mai"})


# What quotation alone answers, model or not: sums, pairs, lists and sides are laid out by code, a list of names has no
# other words, and in an emergency nothing is waited for.
def may_be_written(composed: Composition, frame: QueryFrame) -> bool:
    laid_out = composed.calculation or composed.interactions or any(composed.sides) or composed.candidates
    return (
        composed.outcome is Outcome.ANSWERED_VERBATIM
        and not laid_out
        and Signal.EMERGENCY not in frame.signals
        and frame.intent is not Intent.OVERVIEW
        and not _NAMES.issuperset(frame.sections)
        and Sources.of(composed.draft.claims).can_be_written
    )


def published(written: Written, composed: Composition, frame: QueryFrame, trace: Trace) -> Ending:
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
        return replace(_withheld(Outcome.ABSTAIN_UNGROUNDED, trace), retried=written.is_repaired)
    if not written.is_entailed:
        unjudged = Outcome.ABSTAIN_MODEL_UNAVAILABLE  # no answer to be had is not a no
        return _withheld(Outcome.ABSTAIN_NOT_ENTAILED if written.is_denied else unjudged, trace)
    _tell_edition(draft, trace)
    text = " ".join([f"{subject(frame)}: {messages.WRITTEN}", *composed.told])
    return Ending(Outcome.ANSWERED_VERIFIED, text, draft.claims, pointers=composed.pointers)


def _withheld(outcome: Outcome, trace: Trace) -> Ending:
    return Ending(outcome, messages.ENDINGS[outcome], pointers=pointers_to(list(trace.evidence.passages)))


def _misprinted(misprints: dict[str, tuple[str, ...]], trace: Trace) -> Ending:
    where = [passage for passage in trace.evidence.passages if passage.id in misprints]
    message = messages.misprinted(note for notes in misprints.values() for note in notes)
    return Ending(Outcome.VERIFY_PDF_SOURCE_ERRATUM, message, pointers=pointers_to(where))


def _tell_edition(draft: Draft, trace: Trace) -> None:
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
