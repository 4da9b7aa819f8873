"""The answer when a model writes it: quoted spans in, checked claims out, and nothing in between is shown.

Each claim goes through the gate the moment it is finished; while the model writes on, the claims that passed are judged
against their print. One that fails ends the turn, before the rest is paid for.
"""

from collections.abc import Container, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from rag.accounts import Account
from rag.claims import Claim, Draft
from rag.entailment import Judging, judge
from rag.frames import QueryFrame
from rag.gate.deciding import Gate
from rag.gate.telling import in_doubt, is_left_out
from rag.gate.verdicts import GATE_VERSION, Decision, Finding, GateReport, Problem, Told
from rag.model_calls import MeteredModel
from rag.passages import Evidence
from rag.ports import DrugNames
from rag.records import Check, Verdict, Verification
from rag.writing import Sources, write

# Claims that are judged as they come. The rest is judged together, as all are after a repair: the calls would not do.
ALONE = 3


@dataclass(frozen=True, slots=True)
class Written:
    """`draft`: all that would be shown, quoted claims among it. `verifications`: of the written claims, by their places
    in the draft."""

    draft: Draft
    verifications: tuple[Verification, ...]
    is_grounded: bool  # the gate found nothing
    is_entailed: bool  # the print states every written claim
    is_denied: bool = False  # some judgement is a clear no; else what is not entailed was not judged
    is_repaired: bool = False  # it is the second attempt


def answer_by_model(
    quoted: Sequence[Claim],
    frame: QueryFrame,
    evidence: Evidence,
    names: DrugNames,
    model: MeteredModel,
    *,
    oral_drugs: Container[str] = frozenset(),
) -> Written:
    """The quoted answer, rewritten from its spans. Raises what `MeteredModel` raises.

    What leaves out a maximum, an exception or a restriction of its print is written once more, told what it left out.
    Spans that are left out, or that the writer's own account leaves in doubt, stand as printed: a model may put the
    book in other words, it may not make it shorter by what the reader then does not know of.
    """
    sources = Sources.of(quoted)
    if not sources.numbered:
        return Written(Draft(tuple(quoted)), (), is_grounded=True, is_entailed=True)
    step = _Step(sources, frame, evidence, names, model, oral_drugs)
    written = step.written((), alone=ALONE)
    if is_repaired := bool(written.missing):
        written = step.written(written.missing, alone=0)
    doubted = in_doubt(written.accounts, sources.numbered, evidence, names, written.told)
    left = tuple(s for s in sources.numbered if s in doubted or is_left_out(s, evidence, names, written.told))
    return replace(written.as_answer(sources, left), is_repaired=is_repaired)


@dataclass(frozen=True, slots=True)
class _Attempt:
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    verdicts: tuple[Verification, ...]  # by places among `claims`
    decision: Decision
    told: frozenset[Told]
    accounts: tuple[Account, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(f.reason for f in self.findings) if self.decision is Decision.INCOMPLETE else ()

    def as_answer(self, sources: Sources, left: Sequence[Claim]) -> Written:
        """`left`: spans that the claims leave out, or leave out too much of: they stand behind them as printed."""
        before, after = sources.kept[: sources.kept_first], sources.kept[sources.kept_first :]
        draft = Draft((*before, *self.claims, *left, *after))
        checked = (*_of_gate(self.claims, self.findings), *self.verdicts)
        shifted = tuple(
            v if v.claim_index is None else replace(v, claim_index=v.claim_index + len(before)) for v in checked
        )
        held = {v.claim_index for v in self.verdicts if v.verdict is Verdict.PASS}
        return Written(
            draft,
            shifted,
            is_grounded=self.decision is Decision.PASS,
            is_entailed=bool(self.claims) and held == set(range(len(self.claims))),
            is_denied=any(v.verdict is Verdict.FAIL for v in self.verdicts),
        )


@dataclass(frozen=True, slots=True)
class _Step:
    sources: Sources
    frame: QueryFrame
    evidence: Evidence
    names: DrugNames
    model: MeteredModel
    oral_drugs: Container[str]

    def written(self, missing: Sequence[str], *, alone: int) -> _Attempt:
        """One call that writes, with the judging beside it: the first `alone` claims each in a call of its own."""
        claims: list[Claim] = []
        accounts: list[Account] = []
        judging: list[Judging] = []
        gate = Gate(self.evidence, self.frame, self.names, self.oral_drugs)

        def judge_rest() -> None:
            """Of those that are not judged alone, once all are there: at once, or when the reply has ended."""
            begun = sum(len(group.numbered) for group in judging)
            if begun < len(claims):
                judging.append(judge(list(enumerate(claims))[begun:], self.evidence, self.model))

        with closing(
            write(self.sources, self.frame, self.evidence, self.model, missing=missing, on_last=judge_rest)
        ) as arriving:
            for said in arriving:
                if isinstance(said, Account):
                    accounts.append(said)
                    continue
                claims.append(said)
                if gate.check(said) is Decision.FAIL:
                    return _ended(gate.report())
                if len(claims) <= alone:
                    judging.append(judge([(len(claims) - 1, said)], self.evidence, self.model))
        judge_rest()
        report = gate.report()
        if report.decision is not Decision.PASS:
            return _ended(report)
        verdicts = [verdict for group in judging for verdict in group.result()]
        judged = tuple(self._second_look(claims, verdicts))
        return _Attempt(tuple(claims), (), judged, report.decision, report.told, tuple(accounts))

    def _second_look(self, claims: Sequence[Claim], verdicts: Sequence[Verification]) -> list[Verification]:
        """A judgement is noisy: a lone "no" is asked once more, if a call is left: else it stands. An error is no "no",
        and is not asked again."""
        failed = [v for v in verdicts if v.verdict is not Verdict.PASS]
        if (
            self.model.calls_left < 1
            or len(failed) != 1
            or failed[0].verdict is not Verdict.FAIL
            or failed[0].claim_index is None
        ):
            return list(verdicts)
        index = failed[0].claim_index
        again = judge([(index, claims[index])], self.evidence, self.model).result()
        return [*(v for v in verdicts if v is not failed[0]), *again]


def _ended(report: GateReport) -> _Attempt:
    return _Attempt(report.claims, report.findings, (), report.decision, report.told)


# Under which check of the record a finding of the gate is kept.
_KEPT_AS: dict[Problem, Check] = {
    Problem.NO_CLAIMS: Check.CITATION,
    Problem.TEXT_OUTSIDE_CLAIMS: Check.CITATION,
    Problem.EMPTY_CLAIM: Check.CITATION,
    Problem.NO_CITATION: Check.CITATION,
    Problem.CITATION: Check.CITATION,
    Problem.UNUSED_CITATION: Check.CITATION,
    Problem.HELD_BACK: Check.PROVENANCE,
    Problem.PROVENANCE: Check.PROVENANCE,
    Problem.NUMBER: Check.NUMBERS,
    Problem.DRUG: Check.DRUG,
    Problem.POPULATION: Check.POPULATION,
    Problem.PATIENT: Check.POPULATION,
    Problem.ROUTE: Check.ROUTE,
    Problem.BAND: Check.BAND,
    Problem.STAGE: Check.BAND,
    Problem.WORDING: Check.WORDING,
    Problem.BINDING: Check.WORDING,
    Problem.POLARITY: Check.POLARITY,
    Problem.OMITTED_MAXIMUM: Check.COMPLETENESS,
    Problem.OMITTED_EXCEPTION: Check.COMPLETENESS,
    Problem.OMITTED_RESTRICTION: Check.COMPLETENESS,
}
GATE_CHECKS = tuple(dict.fromkeys(_KEPT_AS.values()))


def _of_gate(claims: Sequence[Claim], findings: Sequence[Finding]) -> list[Verification]:
    """Every check of every claim, passed or not, and what is wrong with the draft as a whole."""
    wrong: dict[tuple[int | None, Check], list[str]] = {}
    for finding in findings:
        wrong.setdefault((finding.claim_index, _KEPT_AS[finding.problem]), []).append(finding.reason)
    found = [
        _verdict(check, index, wrong.get((index, check), [])) for index in range(len(claims)) for check in GATE_CHECKS
    ]
    return found + [_verdict(check, None, reasons) for (index, check), reasons in wrong.items() if index is None]


def _verdict(check: Check, index: int | None, reasons: Sequence[str]) -> Verification:
    verdict = Verdict.FAIL if reasons else Verdict.PASS
    return Verification(check, verdict, index, "; ".join([*reasons, f"gate {GATE_VERSION}"]))
