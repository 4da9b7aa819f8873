"""Our own questions: what was not recognised is named back, and what is known is echoed."""

from dataclasses import replace

import pytest

from rag.asking import ask
from rag.frames import Finding, Population
from rag.outcomes import Outcome
from rag.ports import Ports
from tests.factories import make_frame
from tests.fakes import ListedNames, MemoryPassages


class Everyday(ListedNames):
    def is_ordinary(self, word: str) -> bool:
        return word in ("sinh", "creatinin")


PORTS = Ports(Everyday(), MemoryPassages())


@pytest.mark.parametrize(
    ("terms", "named"),
    [
        (("panadon",), "«panadon»"),
        (("sinh",), ""),
        (("creatinin", "panadon"), "«panadon»"),
        (("panadon", "răng"), "«panadon»."),
        (("răng",), ""),
        ((), ""),
    ],
)
def test_only_what_may_be_a_name_is_named_as_not_recognised(terms, named):
    question = ask(Outcome.CLARIFY_DRUG, make_frame(drugs=(), sections=(), terms=terms), PORTS).question
    assert ("Không nhận ra" in question) == bool(named)
    assert named in question


def test_an_ordinary_word_beside_a_drug_is_not_called_unknown_either():
    frame = make_frame(drugs=("paracetamol",), sections=(), terms=("sinh",))
    assert ask(Outcome.CLARIFY_SECTION, frame, PORTS).question == "Bạn muốn xem mục nào của Paracetamol?"


def test_who_the_drugs_are_for_is_echoed_when_the_disease_is_asked_for():
    frame = make_frame(drugs=(), sections=(), populations=(Population.PREGNANT,))
    frame = replace(frame, comorbidities=(Finding("dị ứng penicilin", present=True), Finding("hen", present=False)))
    asked = ask(Outcome.CLARIFY_CONDITION, frame, PORTS)
    assert asked.slot == "condition"
    assert asked.question == "Bạn muốn tra thuốc theo bệnh nào? Đã biết: phụ nữ mang thai, dị ứng penicilin."
