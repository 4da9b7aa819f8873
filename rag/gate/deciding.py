"""Decide on a draft: each claim by its citations, then atom by atom against the cited sentences; then the whole."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from rag.claims import Citation, Claim, Draft
from rag.frames import QueryFrame
from rag.gate.atoms import Reading
from rag.gate.carrying import carried_wrongly
from rag.gate.citing import citation_faults
from rag.gate.completeness import omissions
from rag.gate.matching import Fault, Support, support
from rag.gate.printed_sentences import Printed, printed_sentences
from rag.gate.reading import read
from rag.gate.spelling import one_spelling
from rag.gate.verdicts import Decision, Finding, GateReport, Problem, Told
from rag.grounding import patient_checks
from rag.passages import Evidence, Passage
from rag.ports import DrugNames
from rag.printed import sentence_spans
from rag.records import Verdict
from rag.vietnamese import nfc


@dataclass(slots=True)
class _Rested:
    """What of the draft rests on a printed sentence, and the first claim that does."""

    printed: Printed
    claim_index: int
    readings: list[Reading] = field(default_factory=list)
    carried: list[Support] = field(default_factory=list)


@dataclass(slots=True)
class Gate:
    """Checks a draft claim by claim, each once and as soon as it is there; the report is about those given so far.

    `oral_drugs`: drugs whose print without a route means oral.
    """

    evidence: Evidence
    frame: QueryFrame
    names: DrugNames
    oral_drugs: Container[str] = frozenset()
    _claims: list[Claim] = field(default_factory=list)
    _found: list[Finding] = field(default_factory=list)
    _rested: dict[tuple[str, str], _Rested] = field(default_factory=dict)
    _quoted: set[Told] = field(default_factory=set)

    def check(self, claim: Claim) -> Decision:
        """Of this claim alone. What the draft leaves out is known only when all of it is there."""
        index = len(self._claims)
        self._claims.append(claim)
        faults = _claim_faults(
            index, claim, self.evidence, self.frame, self.names, self.oral_drugs, self._rested, self._quoted
        )
        found = [Finding(f.problem, index, f.said) for f in faults]
        self._found += found
        return GateReport((claim,), tuple(found)).decision

    def report(self, *, outside: str = "") -> GateReport:
        """Findings come in the order of the checks. `outside`: what the model wrote beside its claims."""
        found: list[Finding] = []
        if not self._claims:
            found.append(Finding(Problem.NO_CLAIMS))
        if outside.strip():
            found.append(Finding(Problem.TEXT_OUTSIDE_CLAIMS, said=outside.strip()[:60]))
        found += self._found
        for one in self._rested.values():
            left_out = omissions(one.readings, one.carried, one.printed)
            found += [Finding(f.problem, one.claim_index, f.said) for f in left_out]
        told = {(*_key(one.printed), start) for one in self._rested.values() for s in one.carried for start in s.told}
        return GateReport(tuple(self._claims), tuple(dict.fromkeys(found)), frozenset(told | self._quoted))


def check_draft(
    draft: Draft,
    evidence: Evidence,
    frame: QueryFrame,
    names: DrugNames,
    *,
    outside: str = "",
    oral_drugs: Container[str] = frozenset(),
) -> GateReport:
    """The whole draft at once, as `Gate` would find it. A claim without findings passes."""
    gate = Gate(evidence, frame, names, oral_drugs)
    for claim in draft.claims:
        gate.check(claim)
    return gate.report(outside=outside)


def _claim_faults(
    index: int,
    claim: Claim,
    evidence: Evidence,
    frame: QueryFrame,
    names: DrugNames,
    oral_drugs: Container[str],
    rested: dict[tuple[str, str], _Rested],
    quoted: set[Told],
) -> Iterator[Fault]:
    if not claim.text.strip():
        yield Fault(Problem.EMPTY_CLAIM, "")
        return
    uncited = [Fault(problem, said) for problem, said in citation_faults(claim, evidence)]
    if uncited:
        yield from uncited  # nothing to read the claim against
        return
    resolved = [(c, p) for c in claim.citations if (p := evidence.by_id(c.passage)) is not None]
    if len({(p.monograph, p.section, p.headings) for _, p in resolved}) > 1:
        yield Fault(Problem.BINDING, "các đoạn đứng dưới tiêu đề khác nhau")  # shown as one, under neither
        return
    cited = [printed_sentences(citation, passage, names) for citation, passage in resolved]
    if _quotes(claim, cited):
        quoted.update((*_key(p), atom.start) for printed in cited for p in printed for atom in p.reading.atoms)
        yield from _patient_faults(claim, resolved, frame, oral_drugs)
        return
    if not any(cited):
        yield Fault(Problem.CITATION, claim.citations[0].quote[:60])  # a sub-heading, no sentence
        return
    used: set[int] = set()
    before: dict[tuple[str, str], Support] = {}
    told: list[tuple[Reading, Support]] = []
    for sentence in _sentences(claim.text):
        reading = read(sentence, names)
        if not reading.atoms:
            yield Fault(Problem.WORDING, sentence.strip())
            continue
        judged = [(support(reading, p, before.get(_key(p))), at) for at, printed in enumerate(cited) for p in printed]
        best = min((s for s, _ in judged), key=lambda s: len(s.faults))
        yield from best.faults
        if best.faults:
            continue
        used.update(at for s, at in judged if not s.faults)
        key = _key(best.printed)
        before[key] = best
        told.append((reading, best))
        rest = rested.setdefault(key, _Rested(best.printed, index))
        rest.readings.append(reading)
        rest.carried.append(best)
    for said in carried_wrongly(told):
        yield Fault(Problem.BINDING, said)
    for at, (citation, _) in enumerate(resolved):
        if used and at not in used:
            yield Fault(Problem.UNUSED_CITATION, citation.quote[:60])
    yield from _patient_faults(claim, resolved, frame, oral_drugs)


def _key(printed: Printed) -> tuple[str, str]:
    return printed.passage.id, printed.sentence


def _quotes(claim: Claim, cited: Sequence[Sequence[Printed]]) -> bool:
    """The claim is whole printed sentences, word for word."""
    quoted = " ".join(p.sentence for printed in cited for p in printed)
    return all(p.is_cited_whole for printed in cited for p in printed) and one_spelling(quoted) == one_spelling(
        claim.text
    )


def _patient_faults(
    claim: Claim, resolved: Sequence[tuple[Citation, Passage]], frame: QueryFrame, oral_drugs: Container[str]
) -> Iterator[Fault]:
    for check, verdict, detail in patient_checks(claim, resolved, frame, oral_drugs):
        if verdict is not Verdict.PASS:
            yield Fault(Problem.PATIENT, f"{check}: {detail}")


def _sentences(text: str) -> Sequence[str]:
    """Every character of a claim is in one of them: unlike print, it has no heading glued to its end to be left out."""
    text = nfc(text)
    spans = sentence_spans(text)
    rest = text[spans[-1][1] :] if spans else text
    return [*(text[a:b] for a, b in spans), *([rest] if rest.strip() else [])]
