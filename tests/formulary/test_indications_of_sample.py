"""Asked for a condition in many ways, the shipped monographs answer with the drugs whose printed indications name it.

`indications_of_sample.csv` was written by reading the Chỉ định sections of the sample: condition; drugs that print it
as what they treat, relieve or prevent; drugs that only mention it (whom the drug is for, a cause, what went before);
other names of the very same condition. Change it only after reading the sections again.
"""

import csv
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rag.claims import ClaimRole
from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import TurnRecord, TurnRequest
from rag.vietnamese import fold
from tests.fakes import MemoryPassages
from tests.formulary.shelf import index
from tests.formulary.test_shelf_doses import SHELF, passages_of

TABLE = Path(__file__).with_name("indications_of_sample.csv")
ASKED_SO = (
    "thuốc nào trị {}",
    "{} dùng thuốc gì",
    "{} thì uống gì",
    "những thuốc nào được chỉ định cho {}",
    "bệnh nhân bị {} nên dùng thuốc nào",
    "thuốc điều trị {}?",
    "{} điều trị bằng thuốc gì ạ",
    "liệt kê các thuốc có chỉ định {}",
    "cho em hỏi {} thì có những thuốc nào ạ",
    "BN nam 45 tuổi {} dùng gì",
    "trong sách có thuốc nào chỉ định cho {} không",
    "tìm thuốc chữa {}",
    "có thuốc gì cho {} không",
    "thuốc đặc trị {}",
    "which drugs for {}",
    "kê thuốc gì cho bệnh nhân {}",
    "{} kê gì bây giờ",
    "{} xài thuốc nào",
)
FORMS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "no marks": fold,
    "NFD": lambda text: unicodedata.normalize("NFD", text),
}


@dataclass(frozen=True)
class Condition:
    names: tuple[str, ...]
    meant: frozenset[str]
    aside: frozenset[str]


def conditions() -> tuple[Condition, ...]:
    with TABLE.open(encoding="utf-8") as file:
        return tuple(
            Condition(
                (row["condition"], *filter(None, row["also"].split("|"))),
                frozenset(row["for"].split()),
                frozenset(row["aside"].split()),
            )
            for row in csv.DictReader(file, delimiter=";")
        )


def phrasings() -> Iterator[tuple[str, str, Condition]]:
    """(form, question, condition): every name once in every form, the wordings in turn."""
    turn = 0
    for condition in conditions():
        for name in condition.names:
            for form, write in FORMS.items():
                turn += 1
                yield form, write(ASKED_SO[turn % len(ASKED_SO)].format(name)), condition


@cache
def ports() -> Ports:
    return Ports(index(), MemoryPassages(*(p for path in SHELF for p in passages_of(path))))


def asked(question: str) -> TurnRecord:
    return run_turn(TurnRequest(question), ports(), seconds=600)


def shown(record: TurnRecord, role: ClaimRole) -> frozenset[str]:
    cited = [record.evidence.by_id(c.passage) for claim in record.claims if claim.role is role for c in claim.citations]
    return frozenset(p.monograph for p in cited if p is not None and p.section == "chi_dinh")


@dataclass
class Score:
    right: int = 0
    shown: int = 0
    wanted: int = 0

    def add(self, found: frozenset[str], wanted: frozenset[str]) -> None:
        self.right += len(found & wanted)
        self.shown += len(found)
        self.wanted += len(wanted)

    @property
    def recall(self) -> float:
        return self.right / self.wanted

    @property
    def precision(self) -> float:
        return self.right / self.shown


@pytest.fixture(scope="module")
def answers() -> list[tuple[str, str, Condition, TurnRecord]]:
    return [(form, question, condition, asked(question)) for form, question, condition in phrasings()]


def test_the_table_names_only_drugs_of_the_sample_and_no_drug_twice():
    known = {path.stem for path in SHELF}
    for condition in conditions():
        assert condition.meant | condition.aside <= known, condition.names
        assert not condition.meant & condition.aside, condition.names


@pytest.mark.parametrize("form", FORMS)
def test_the_drugs_that_print_a_condition_are_found_and_no_others_however_it_is_asked(form, answers):
    score = Score()
    wrong = []
    for said, question, condition, record in answers:
        if said == form:
            found = shown(record, ClaimRole.ANSWER)
            score.add(found, condition.meant)
            if found != condition.meant:
                wrong.append((question, record.outcome.value, sorted(found ^ condition.meant)))
    assert len(answers) >= 900
    assert score.recall >= 0.95, (score, wrong)
    assert score.precision >= 0.95, (score, wrong)


def test_what_only_mentions_a_condition_is_kept_apart(answers):
    score = Score()
    for _, _, condition, record in answers:
        score.add(shown(record, ClaimRole.OTHERWISE), condition.aside)
    assert score.recall >= 0.9, score
    assert score.precision >= 0.9, score


def test_a_condition_that_no_indication_prints_ends_without_a_drug(answers):
    for _, question, condition, record in answers:
        if not condition.meant and not condition.aside:
            assert record.outcome is Outcome.ABSTAIN_NO_EVIDENCE, question
            assert record.claims == (), question


def test_every_quoted_indication_passes_every_check(answers):
    assert not [q for _, q, _, record in answers if record.outcome is Outcome.ABSTAIN_UNGROUNDED]
