"""Conversations that live in memory, for evaluation: the turns of the product, nothing of them written."""

import hashlib
import logging
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from conversations.answering import HISTORY_TURNS
from conversations.engine import rag_version
from conversations.json_values import encode
from conversations.mapping import ending_of, past_turn, record_rows
from conversations.models import EvaluationRun, Turn
from conversations.models.record import RecordRows
from conversations.transcripts import turn_as_dict
from formulary.dose_rules import ApprovedDoseRules
from formulary.models import DrugName, Section
from formulary.names import names_for
from formulary.retrieval import EditionInUse, EditionPassages
from formulary.selectors import name_rows
from rag.breakers import Breaker
from rag.evals.cases import Case
from rag.evals.replay import ReplayedModel
from rag.evals.replies import Shelf
from rag.evals.report import as_dict
from rag.evals.runner import run_cases
from rag.identifiers import mask_identifiers
from rag.language import LanguageModel
from rag.modes import Mode
from rag.outcomes import Kind, Outcome
from rag.pipeline import run_turn
from rag.ports import ConfiguredModel, Ports
from rag.prices import Price
from rag.prompts import hashes
from rag.records import PastTurn, TurnRecord, TurnRequest
from rag.vietnamese import nfc

logger = logging.getLogger(__name__)


class MemoryConversation:
    """A conversation without rows. What a turn remembers goes through the same mapping as stored turns."""

    def __init__(self, ports: Ports, mode: Mode = Mode.HISTORY) -> None:
        self._ports, self._mode = ports, mode
        self._past: list[PastTurn] = []
        self._escalated: dict[str, Any] | None = None

    def ask(self, question: str) -> dict[str, Any]:
        """The turn in the contract's form, with what the scorers need beside it.

        A conversation that was escalated takes no further turn: it stays as it ended.
        """
        if self._escalated is not None:
            return self._escalated
        masked, kinds = mask_identifiers(nfc(question))
        history = tuple(self._past[-HISTORY_TURNS:])
        request = TurnRequest(masked, number=len(self._past) + 1, history=history, mode=self._mode)
        turn = Turn(number=request.number, question=masked, masked=list(kinds), status=Turn.Status.DONE)
        try:
            shown = self._answer(turn, request)
        except Exception:
            logger.exception("turn %s failed", request.number)
            failed = Outcome.ABSTAIN_SYSTEM_ERROR
            turn.outcome, turn.reason, turn.recorded = failed.kind.value, failed.reason, RecordRows()
            shown = turn_as_dict(turn)
        self._past.append(past_turn(turn))
        if turn.outcome == Kind.ESCALATE:
            self._escalated = shown
        return shown

    def _answer(self, turn: Turn, request: TurnRequest) -> dict[str, Any]:
        record = run_turn(request, self._ports, seconds=settings.DUOCTHU["TURN_SECONDS"])
        rows = record_rows(turn, record)
        for column, value in ending_of(record).items():
            setattr(turn, column, value)
        turn.recorded = rows
        return _with_context(turn_as_dict(turn), record)


def _with_context(turn: dict[str, Any], record: TurnRecord) -> dict[str, Any]:
    """Adds what the contract leaves out: names asked about, all populations and routes, and those of each citation; and
    what the turn cost."""
    frame = record.frame
    turn["frame"] |= {
        "ambiguous": encode(frame.ambiguous),
        "populations": encode(frame.populations),
        "routes": encode(frame.routes),
    }
    for claim in turn["claims"]:
        for citation in claim["citations"]:
            passage = record.evidence.by_id(citation["passage"])
            if passage is not None:
                citation |= {"populations": encode(passage.populations), "routes": encode(passage.routes)}
    return turn | {"calls": encode(record.model_calls), "rounds": encode(record.extra.get("rounds", ()))}


def evaluated(
    cases: Sequence[Case],
    mode: Mode,
    *,
    edition: EditionInUse,
    model: LanguageModel | None,
    price: Price | None = None,
    files: Iterable[Path],
    variant: str | None = None,
    warm: bool = False,
) -> dict[str, Any]:
    """The report of one mode. Nothing is written. `warm`: its times are to be compared with those of the next mode."""
    files = list(files)
    names = names_for(edition.id, edition.revision)
    ports = Ports(
        names=names,
        passages=EditionPassages(edition),
        approvals=ApprovedDoseRules(),
        look_alikes=names,
        model=None if model is None else ConfiguredModel(model, Breaker(), price),
    )
    if warm:
        _warm(cases, ports, edition)
    asked_before = (model.served, model.missing) if isinstance(model, ReplayedModel) else (0, 0)
    turns = list(
        run_cases(
            cases,
            new_conversation=lambda: MemoryConversation(ports, mode).ask,
            shelf=_shelf(edition),
            alone=mode is Mode.SINGLE_SHOT,
        )
    )
    replay = {}
    if isinstance(model, ReplayedModel):
        replay = {"served": model.served - asked_before[0], "missing": model.missing - asked_before[1]}
    return as_dict(
        turns,
        about={
            "edition": edition.key,
            "edition_revision": edition.revision,
            "rules": rag_version(),
            "mode": mode.value,
            "variant": variant,
            "files": [path.name for path in files],
            "cases": hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest(),
            "model": "" if model is None else model.model_id,
            "replay": replay,
            "prompts": hashes(),
        },
    )


def _warm(cases: Sequence[Case], ports: Ports, edition: EditionInUse) -> None:
    """Ask everything once without a model, unscored: what a process keeps, the first mode does not pay for alone."""
    without = replace(ports, model=None)
    for _ in run_cases(cases, new_conversation=lambda: MemoryConversation(without).ask, shelf=_shelf(edition)):
        continue


_TOTALS = (
    "cases",
    "turns",
    "right",
    "fatal",
    "wrong_drug",
    "outcome",
    "drugs",
    "sections",
    "written",
    "slots",
    "carried",
)


def store(reports: Sequence[Mapping[str, Any]]) -> uuid.UUID:
    """Keep the reports of one command as a batch of runs: all of them, or none. Returns the batch."""
    batch = uuid.uuid4()
    with transaction.atomic():
        for report in reports:
            run = report["run"]
            EvaluationRun.objects.create(
                batch=batch,
                mode=run["mode"],
                variant=run["variant"] or "",
                model=run["model"],
                is_replayed=bool(run["replay"]),
                edition_key=run["edition"],
                edition_revision=run["edition_revision"],
                rag_version=run["rules"],
                prompt_hashes=run["prompts"],
                files=run["files"],
                cases_sha256=run["cases"],
                totals={key: report[key] for key in _TOTALS},
                metrics=report["metrics"],
            )
    return batch


def _shelf(edition: EditionInUse) -> Shelf:
    titles: dict[str, str] = {}
    names: dict[str, list[str]] = defaultdict(list)
    for slug, title, name, kind in name_rows(edition):
        titles[slug] = title
        # A class of drugs names none of its members.
        if kind != DrugName.Kind.GROUP:
            names[slug].append(name)
    sections: dict[str, set[str]] = defaultdict(set)
    printed = Section.objects.filter(monograph__edition_id=edition.id).values_list("monograph__slug", "key")
    for slug, key in printed:
        sections[slug].add(key)
    return Shelf(
        titles=titles,
        names={slug: tuple(found) for slug, found in names.items()},
        sections={slug: frozenset(found) for slug, found in sections.items()},
    )
