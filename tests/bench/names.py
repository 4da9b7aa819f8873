"""How long `find` takes over the names of a whole book."""

import os
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
django.setup()

from formulary.ingest.book import PrintedMonograph  # noqa: E402  settings must be there before anything of Django is
from formulary.ingest.drug_names import names_of  # noqa: E402
from formulary.ingest.reading import read_book  # noqa: E402
from formulary.name_index import NameEntry, NameIndex  # noqa: E402
from rag.evals.cases import read_cases  # noqa: E402
from rag.evals.tally import percentiles  # noqa: E402
from rag.vietnamese import nfc  # noqa: E402
from tests.bench.filler import SAMPLE, fillers  # noqa: E402
from tests.bench.turn import QUESTIONS  # noqa: E402


def measure(*, monographs: int, cases: Path | None) -> dict[str, Any]:
    """Each question once, none of them seen before; `cases` None: the questions of the turn benchmark, thrice."""
    entries = list(_entries(monographs))
    started = time.perf_counter()
    index = NameIndex(entries)
    built = (time.perf_counter() - started) * 1000
    for question in QUESTIONS:
        index.find(nfc(question))
    questions = _questions(cases) if cases else QUESTIONS * 3
    return {
        "names": len(entries),
        "build_ms": round(built),
        "questions": len(questions),
        "find_ms": percentiles([_timed(index, nfc(question)) for question in questions]),
    }


def _timed(index: NameIndex, question: str) -> float:
    started = time.perf_counter()
    index.find(question)
    return (time.perf_counter() - started) * 1000


def _questions(cases: Path) -> tuple[str, ...]:
    read = read_cases(cases.read_text(encoding="utf-8"), source=cases.name)
    return tuple(turn.question for case in read for turn in case.turns)


@cache
def _shipped() -> tuple[PrintedMonograph, ...]:
    return read_book(SAMPLE).monographs


def _entries(monographs: int) -> Iterator[NameEntry]:
    """The names of the shipped monographs and of enough invented ones."""
    shipped = _shipped()
    for monograph in shipped[:monographs]:
        for name in names_of(monograph)[0]:
            yield NameEntry(monograph.slug, monograph.title, name.name, name.kind.value)
    for filler in fillers(max(0, monographs - len(shipped))):
        for kind, names in filler.by_kind:
            for found in names:
                yield NameEntry(filler.slug, filler.title, found, kind)
