"""Put the ports of one turn together and run the pipeline: the one door to it."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

import rag
from conversations import language_model, memory, processor
from formulary.dose_rules import ApprovedDoseRules
from formulary.name_index import NameIndex
from formulary.names import names_for
from formulary.near_indications import NearIndications
from formulary.retrieval import EditionInUse, EditionPassages, current_edition
from rag.pipeline import run_turn
from rag.ports import DrugNames, Ports
from rag.records import Stage, TurnRecord, TurnRequest


class NoCurrentEdition(Exception):
    """No edition has been made current: nothing can be asked of the book."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a turn, and which state of the book it came from."""

    record: TurnRecord
    edition_key: str
    edition_revision: int


def run(request: TurnRequest, *, on_stage: Callable[[Stage], None], cancelled: Callable[[], bool]) -> Answer:
    """One turn against the current edition. Raises NoCurrentEdition, and whatever the ports raise."""
    edition = current_edition()
    if edition is None:
        raise NoCurrentEdition
    names = _names(edition)
    with processor.place() as place:
        record = run_turn(
            request,
            Ports(
                names=names,
                passages=EditionPassages(edition),
                approvals=ApprovedDoseRules(),
                look_alikes=names,
                model=place.given_up_for(language_model.configured()),
                meanings=NearIndications(edition),
            ),
            on_stage=on_stage,
            cancelled=cancelled,
            clock=time.monotonic,
            seconds=settings.DUOCTHU["TURN_SECONDS"],
        )
    return Answer(record=record, edition_key=edition.key, edition_revision=edition.revision)


def names_of_current_edition() -> DrugNames:
    """The name index that turns use now; built when this process has not got it. Raises NoCurrentEdition."""
    edition = current_edition()
    if edition is None:
        raise NoCurrentEdition
    return _names(edition)


def _names(edition: EditionInUse) -> NameIndex:
    names = names_for(edition.id, edition.revision)
    memory.settle(names)
    return names


@cache
def rag_version() -> str:
    """Twelve hexadecimal digits that change with any rule or sentence of `rag`: which code made an answer."""
    folder = Path(rag.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
