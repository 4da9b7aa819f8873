"""What one question is heard to say, for tables of tests."""

from decimal import Decimal

from rag.frames import QueryFrame
from rag.understanding.rules import understand
from tests.rag.understanding.fake_names import FakeNames

NAMES = FakeNames()


def hear(question: str) -> QueryFrame:
    return understand(question, names=NAMES)


def populations(question: str) -> list[str]:
    return [p.value for p in hear(question).populations]


def routes(question: str) -> list[str]:
    return [r.value for r in hear(question).routes]


def findings(question: str) -> list[tuple[str, bool]]:
    return [(f.name, f.present) for f in hear(question).comorbidities]


def signals(question: str) -> list[str]:
    return sorted(s.value for s in hear(question).signals)


def links(question: str) -> list[str]:
    return sorted(link.value for link in hear(question).links)


def months(value: float | str | None) -> Decimal | None:
    return None if value is None else Decimal(str(value))
