"""How many true answers the gate refuses, and how many corrupted ones it lets through."""

import csv
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rag.gate.verdicts import Decision, GateReport
from rag.passages import BlockKind, Passage
from tests.gate.corruptions import Corrupted, corrupted
from tests.gate.rewordings import rewordings
from tests.gate.sample import judge, passages, sentences
from tests.gate.truths import Truth

PARAPHRASES = Path(__file__).parent / "cases" / "paraphrases.csv"


@dataclass
class Tally:
    """Of each kind: how many were judged, and how many went the wrong way."""

    judged: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    examples: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, kind: str, *, wrong: bool, report: GateReport, printed: str, text: str) -> None:
        self.judged[kind] += 1
        if wrong:
            self.wrong[kind] += 1
            self.causes[report.findings[0].problem if report.findings else "passed"] += 1
            self.examples.append((kind, printed, text))

    @property
    def rate(self) -> float:
        return self.wrong.total() / max(self.judged.total(), 1)


@cache
def by_hand() -> tuple[tuple[str, Truth], ...]:
    """("first" or "second", a claim in somebody's own words). The second set was written after the gate's tables: of its
    46, eight were refused before the gate was mended for them."""
    with PARAPHRASES.open(encoding="utf-8", newline="") as file:
        return tuple(
            (row["written"], Truth(row["paraphrase"], _passage(row), row["printed"])) for row in csv.DictReader(file)
        )


def _passage(row: dict[str, str]) -> Passage:
    return next(
        p
        for p in passages()
        if p.monograph == row["monograph"] and p.section == row["section"] and row["printed"] in sentences(p)
    )


def verbatim(rng: random.Random, most: int) -> list[Truth]:
    found = [Truth(s, p, s) for p in passages() if p.kind is not BlockKind.TABLE for s in sentences(p)]
    rng.shuffle(found)
    return found[:most]


def refused(cases: Iterator[tuple[str, Truth]] | tuple[tuple[str, Truth], ...]) -> Tally:
    tally = Tally()
    for kind, truth in cases:
        report = judge(truth.text, truth.passage, truth.printed)
        wrong = report.decision is not Decision.PASS
        tally.add(kind, wrong=wrong, report=report, printed=truth.printed, text=truth.text)
    return tally


def let_through(truths: list[Truth], rng: random.Random, *, of_each: int) -> Tally:
    """`of_each`: at most so many corruptions of one kind from one true claim."""
    tally = Tally()
    for truth in truths:
        made: Counter[str] = Counter()
        for bad in corrupted(truth, rng):
            made[bad.kind] += 1
            if made[bad.kind] <= of_each:
                report = judge(bad.text, bad.passage, "", citations=bad.citations)
                wrong = report.decision is Decision.PASS
                tally.add(bad.kind, wrong=wrong, report=report, printed=truth.printed, text=_told(bad))
    return tally


def _told(bad: Corrupted) -> str:
    return f"{bad.text} @ {' | '.join(c.quote for c in bad.citations)}"


def all_truths(rng: random.Random, *, printed: int, reworded: int) -> list[Truth]:
    truths = verbatim(rng, printed)
    truths += [truth for _, truth in by_hand()]
    truths += [truth for _, truth in rewordings(rng, most=reworded)]
    return truths
