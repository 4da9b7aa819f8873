"""Check every drafted claim against the passages of this turn, by rules alone.

A claim passes when all of these do: its citations resolve to the very characters they quote; the passage has
provenance and is not held back; every number, with its unit and denominators, stands in what is cited; the passage
is of a drug that was asked about; population, route and bands of the cited span do not contradict the frame.
A draft without claims fails: nothing checked is not a pass.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from types import MappingProxyType

from rag.applicability import Match, applicability
from rag.claims import Citation, Claim, ClaimRole, Draft
from rag.frames import Intent, QueryFrame
from rag.passages import BESIDE, DOSING, Evidence, Passage, PrintDoubt
from rag.printed import Segment, segments
from rag.quantities import quantities
from rag.records import Check, Verdict, Verification

CLAIM_CHECKS = (Check.CITATION, Check.PROVENANCE, Check.NUMBERS, Check.DRUG, Check.POPULATION, Check.ROUTE, Check.BAND)


def check_grounding(
    draft: Draft,
    evidence: Evidence,
    frame: QueryFrame,
    *,
    candidates: Sequence[str] = (),
    oral_drugs: Container[str] = frozenset(),
    sides: Mapping[str, QueryFrame] = MappingProxyType({}),
) -> tuple[Verification, ...]:
    """One Verification per claim and check. `candidates`: drugs found by an indication search, allowed beside the
    frame's own. `oral_drugs`: drugs whose print without a route means oral. `sides`: what each side of an answer in
    several asks, by the label that its claims bear; a claim is checked against its own."""
    if not draft.claims:
        return (Verification(Check.CITATION, Verdict.FAIL, None, "bản nháp không có câu nào"),)
    allowed = {*frame.drug_ids, *candidates}
    found: list[Verification] = []
    for index, claim in enumerate(draft.claims):
        asked = sides.get(claim.side, frame)
        for check, verdict, detail in _checks(claim, evidence, asked, allowed, oral_drugs):
            found.append(Verification(check, verdict, index, detail))
    return tuple(found)


def passes(draft: Draft, verifications: Sequence[Verification]) -> bool:
    """Every claim, under every check; a missing verdict is not a pass."""
    verdicts = {(v.claim_index, v.check): v.verdict for v in verifications}
    return bool(draft.claims) and all(
        verdicts.get((index, check)) is Verdict.PASS for index in range(len(draft.claims)) for check in CLAIM_CHECKS
    )


def _checks(
    claim: Claim, evidence: Evidence, frame: QueryFrame, allowed: set[str], oral_drugs: Container[str]
) -> Iterator[tuple[Check, Verdict, str]]:
    cited = [(c, evidence.by_id(c.passage)) for c in claim.citations]
    resolved = [(c, p) for c, p in cited if p is not None and p.text[c.start : c.end] == c.quote and c.quote.strip()]
    sound = bool(cited) and len(resolved) == len(cited)
    yield Check.CITATION, _verdict(sound), "" if sound else "trích dẫn không khớp văn bản"
    if not sound:
        for check in CLAIM_CHECKS[1:]:
            yield check, Verdict.ERROR, "không kiểm được vì trích dẫn không khớp"
        return
    passages = [p for _, p in resolved]
    unproven = [
        p.id
        for c, p in resolved
        if not p.provenance.is_complete or p.quarantine is not None or p.errata_in(c.start, c.end, PrintDoubt.MISPRINT)
    ]
    yield Check.PROVENANCE, _verdict(not unproven), ", ".join(unproven)
    stray = _stray_numbers(claim.text, [c.quote for c, _ in resolved])
    yield Check.NUMBERS, _verdict(not stray), ", ".join(stray)
    foreign = sorted({p.monograph for p in passages if not _is_beside(claim, p, frame)} - allowed)
    yield Check.DRUG, _verdict(not foreign), ", ".join(foreign)
    yield from patient_checks(claim, resolved, frame, oral_drugs)


def _is_beside(claim: Claim, passage: Passage, frame: QueryFrame) -> bool:
    """What the monograph of a drug that the patient takes says in its safety sections; its doses are never shown."""
    taken = passage.monograph in frame.co_medications
    return taken and claim.role is ClaimRole.STRICTER and passage.section in BESIDE


def _verdict(good: bool) -> Verdict:
    return Verdict.PASS if good else Verdict.FAIL


_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def _stray_numbers(text: str, quotes: Sequence[str]) -> list[str]:
    """Numbers of the claim that no cited span prints with the same unit and denominators.

    Digits that are no number as anybody writes one ("1,5,5") have to stand in the span just so.
    """
    printed = {key for quote in quotes for quantity in quantities(quote) for key in quantity.equal_to()}
    said = quantities(text)
    just_so = {digits for quote in quotes for digits in _DIGITS.findall(quote)}
    unread = [
        m.group()
        for m in _DIGITS.finditer(text)
        if not any(q.start < m.end() and m.start() < q.end for q in said) and m.group() not in just_so
    ]
    return [text[q.start : q.end] for q in said if not q.equal_to() & printed] + unread


def patient_checks(
    claim: Claim, resolved: Sequence[tuple[Citation, Passage]], frame: QueryFrame, oral_drugs: Container[str]
) -> Iterator[tuple[Check, Verdict, str]]:
    """Population, route and band, for what is shown as this patient's dose.

    Other sections state facts about populations ("không dùng cho trẻ em") that hold for the reader whoever asks.
    """
    answers_dose = frame.intent is Intent.DOSE and claim.role in (ClaimRole.ANSWER, ClaimRole.ALSO)
    spans = [s for c, p in resolved if answers_dose and p.section == DOSING for s in _span_segments(c, p)]
    fits = [applicability(s, frame, oral_by_default=s.passage.monograph in oral_drugs) for s in spans]
    wrong_population = any(f.population is Match.NO for f in fits)
    wrong_route = any(f.route is Match.NO for f in fits)
    wrong_band = any(Match.NO in f.bands for f in fits)
    yield Check.POPULATION, _verdict(not wrong_population), "khối in cho đối tượng khác" if wrong_population else ""
    yield Check.ROUTE, _verdict(not wrong_route), "khối in cho đường dùng khác" if wrong_route else ""
    yield Check.BAND, _verdict(not wrong_band), "khối in cho tuổi, cân nặng hoặc mức thận khác" if wrong_band else ""


def _span_segments(citation: Citation, passage: Passage) -> list[Segment]:
    """Segments of the passage that the cited span touches."""
    return [s for s in segments(passage) if s.start < citation.end and citation.start < s.end]
