"""Run question cases through whole turns and score them. Nothing is written: the conversations live in memory."""

import json
import logging
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from conversations.answering import HISTORY_TURNS
from conversations.engine import rag_version
from conversations.json_values import encode
from conversations.mapping import ending_of, past_turn, record_rows
from conversations.models import Turn
from conversations.models.record import RecordRows
from conversations.transcripts import turn_as_dict
from formulary.dose_rules import ApprovedDoseRules
from formulary.management.database_command import DatabaseCommand
from formulary.models import DrugName, Edition, Section
from formulary.names import names_for
from formulary.retrieval import EditionInUse, EditionPassages, current_edition
from formulary.selectors import name_rows
from rag.evals.cases import Case, CaseError, read_cases
from rag.evals.replies import Shelf
from rag.evals.report import as_dict, as_text
from rag.evals.runner import run_cases
from rag.evals.variants import VARIANTS, in_variant
from rag.identifiers import mask_identifiers
from rag.outcomes import Kind, Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import PastTurn, TurnRecord, TurnRequest
from rag.vietnamese import nfc

logger = logging.getLogger(__name__)

SINGLE_SHOT, HISTORY, REASONING_LOOP = MODES = ("single-shot", "history", "reasoning-loop")


class MemoryConversation:
    """A conversation without rows. What a turn remembers goes through the same mapping as stored turns."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._past: list[PastTurn] = []
        self._escalated: dict[str, Any] | None = None

    def ask(self, question: str) -> dict[str, Any]:
        """The turn in the contract's form, with what the scorers need beside it.

        A conversation that was escalated takes no further turn: it stays as it ended.
        """
        if self._escalated is not None:
            return self._escalated
        masked, kinds = mask_identifiers(nfc(question))
        request = TurnRequest(masked, number=len(self._past) + 1, history=tuple(self._past[-HISTORY_TURNS:]))
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
    """Adds what the contract leaves out: names asked about, all populations and routes, and those of each citation."""
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
    return turn


class Command(DatabaseCommand):
    help = "Chạy các ca câu hỏi qua trọn một lượt hỏi đáp và in điểm. Không ghi gì vào cơ sở dữ liệu."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cases", nargs="+", type=Path, metavar="CASES", help="tệp ca, mỗi dòng một đối tượng JSON")
        parser.add_argument("--mode", choices=MODES, default=HISTORY, help="mặc định: history (cuộc hỏi thật)")
        parser.add_argument("--variant", choices=sorted(VARIANTS), help="cùng câu hỏi bỏ dấu, hoặc ở dạng NFD")
        parser.add_argument("--edition", metavar="KEY", help="mã ấn bản; mặc định là ấn bản đang dùng")
        parser.add_argument("--json", action="store_true", help="in một đối tượng JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        mode, variant = options["mode"], options["variant"]
        if mode == REASONING_LOOP:
            _refuse_reasoning_loop()
        cases = _read(options["cases"])
        if variant:
            cases = [in_variant(case, variant) for case in cases]
        edition = _edition(options["edition"])
        names = names_for(edition.id, edition.revision)
        ports = Ports(
            names=names,
            passages=EditionPassages(edition),
            approvals=ApprovedDoseRules(),
            look_alikes=names,
        )
        turns = list(
            run_cases(
                cases,
                new_conversation=lambda: MemoryConversation(ports).ask,
                shelf=_shelf(edition),
                alone=mode == SINGLE_SHOT,
            )
        )
        report = as_dict(
            turns,
            about={
                "edition": edition.key,
                "edition_revision": edition.revision,
                "rules": rag_version(),
                "mode": mode,
                "variant": variant,
                "files": [path.name for path in options["cases"]],
            },
        )
        self.stdout.write(_dump(report) if options["json"] else as_text(report))


def _dump(report: Mapping[str, Any]) -> str:
    return json.dumps(report, ensure_ascii=False, indent=1)


def _refuse_reasoning_loop() -> None:
    if not settings.DUOCTHU["LANGUAGE_MODEL"]:
        raise CommandError("chế độ reasoning-loop cần LANGUAGE_MODEL", returncode=2)
    raise CommandError("chế độ reasoning-loop chưa có trong bản này", returncode=2)


def _read(paths: list[Path]) -> list[Case]:
    cases: dict[str, Case] = {}
    for path in paths:
        try:
            found = read_cases(path.read_text(encoding="utf-8"), source=str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"không đọc được {path}: {error}") from error
        except CaseError as error:
            raise CommandError(str(error)) from error
        for case in found:
            if case.id in cases:
                raise CommandError(f"{path}: id {case.id} đã có trong tệp trước")
            cases[case.id] = case
    return list(cases.values())


def _edition(key: str | None) -> EditionInUse:
    if key is None:
        current = current_edition()
        if current is None:
            raise CommandError("chưa có ấn bản nào được dùng để trả lời")
        return current
    columns = ("id", "key", "title", "revision", "is_demonstration")
    row = Edition.objects.filter(key=key).values_list(*columns).first()
    if row is None:
        raise CommandError(f"không có ấn bản {key}")
    return EditionInUse(*row)


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
