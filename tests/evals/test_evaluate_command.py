import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from conversations.evaluating import MemoryConversation
from conversations.models import Conversation, EvaluationRun, Turn
from formulary.names import names_for
from formulary.retrieval import EditionPassages, current_edition
from rag.evals.replies import Reply
from rag.ports import Ports
from tests.formulary.book import load_markdown_edition

PARACETAMOL = """---
ma: paracetamol
ten: Paracetamol
---
# PARACETAMOL

[trang 12]

## Tên chung quốc tế
Paracetamol.

## Chống chỉ định
Quá mẫn với paracetamol.

## Liều lượng và cách dùng

### Người lớn

#### Uống
500 mg/lần, cách 6 giờ một lần; tối đa 4 g/ngày.

### Trẻ em

#### Uống
- Trẻ em 4 - 6 tuổi: 240 mg/lần.
"""


def case(id: str, *turns: tuple[str, dict[str, Any]], kind: str = "monograph_fact") -> str:
    asked = [{"question": question, "expected": expected} for question, expected in turns]
    return json.dumps({"id": id, "kind": kind, "turns": asked}, ensure_ascii=False)


DIALOGUE = case(
    "D1",
    ("paracetamol chống chỉ định khi nào", {"outcome": "answered", "drugs": ["Paracetamol"]}),
    ("thuốc đó liều người lớn uống thế nào", {"outcome": "answered", "drugs": ["Paracetamol"], "carried": ["drug"]}),
)
MISSING = case("M1", ("cefuroxim chống chỉ định khi nào", {"outcome": "answered", "drugs": ["Cefuroxim"]}))


@pytest.fixture
def edition(db: None) -> None:
    load_markdown_edition({"paracetamol.md": PARACETAMOL})


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "ca.jsonl"
    path.write_text(f"{DIALOGUE}\n{MISSING}\n", encoding="utf-8")
    return path


def evaluate(*args: str) -> dict[str, Any]:
    out = StringIO()
    call_command("evaluate", *args, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_every_turn_is_run_and_scored(edition: None, cases: Path):
    report = evaluate(str(cases))
    assert (report["cases"], report["turns"]) == (2, 3)
    assert report["outcome"]["of"] == 3
    assert report["fatal"] == report["wrong_drug"] == 0
    assert report["run"]["edition"] == "mau"


def test_in_history_mode_a_follow_up_inherits_and_alone_it_cannot(edition: None, cases: Path):
    assert evaluate(str(cases))["carried"] == {"right": 1, "of": 1}
    assert evaluate(str(cases), "--mode", "single-shot")["carried"] == {"right": 0, "of": 1}


def test_a_drug_that_the_edition_lacks_is_reported_apart(edition: None, cases: Path):
    report = evaluate(str(cases))
    assert report["not_shipped"] == {"turns": 1, "said_not_in_formulary": 1, "fatal": 0, "wrong_drug": 0}
    assert report["shipped"]["turns"] == 2


@pytest.mark.parametrize("variant", ["folded", "nfd"])
def test_a_variant_asks_the_same_cases(edition: None, cases: Path, variant: str):
    report = evaluate(str(cases), "--variant", variant)
    assert report["turns"] == 3
    assert report["run"]["variant"] == variant
    assert report["wrong_drug"] == 0


def test_the_context_of_a_quoted_block_reaches_the_scorers(edition: None):
    current = current_edition()
    assert current is not None
    ports = Ports(names=names_for(current.id, current.revision), passages=EditionPassages(current))
    turn = MemoryConversation(ports).ask("liều paracetamol uống ở người lớn")
    assert {cited.populations for cited in Reply.of(turn).cited if cited.role == "answer"} == {("nguoi_lon",)}


def test_an_evaluation_writes_nothing(edition: None, cases: Path):
    evaluate(str(cases))
    assert not Conversation.objects.exists()
    assert not Turn.objects.exists()


def test_a_conversation_that_was_escalated_takes_no_further_turn(edition: None, tmp_path: Path):
    path = tmp_path / "ca.jsonl"
    turns = (("cho tôi gặp dược sĩ", {"outcome": "escalate"}), ("paracetamol chống chỉ định", {"outcome": "escalate"}))
    path.write_text(case("E1", *turns), encoding="utf-8")
    assert evaluate(str(path))["outcome"] == {"right": 2, "of": 2}


def test_a_turn_that_breaks_is_scored_as_an_error_of_ours(edition: None, cases: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("conversations.evaluating.run_turn", broken)
    report = evaluate(str(cases))
    assert {failure["got"]["reason"] for failure in report["failures"]} == {"system_error"}


def test_without_json_a_page_for_people_is_printed(edition: None, cases: Path):
    out = StringIO()
    call_command("evaluate", str(cases), stdout=out)
    assert "2 ca, 3 lượt" in out.getvalue()
    assert "NHẦM THUỐC: 0" in out.getvalue()


def test_an_edition_may_be_named(edition: None, cases: Path):
    load_markdown_edition({"paracetamol.md": PARACETAMOL}, key="khac", current=False)
    assert evaluate(str(cases), "--edition", "khac")["run"]["edition"] == "khac"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["khong-co.jsonl"], "không đọc được khong-co.jsonl", id="no such file"),
        pytest.param(["CASES", "CASES"], "id D1 đã có trong tệp trước", id="same file twice"),
        pytest.param(["CASES", "--edition", "la"], "không có ấn bản la", id="no such edition"),
    ],
)
def test_what_cannot_be_run_is_one_clear_line(edition: None, cases: Path, arguments: list[str], message: str):
    with pytest.raises(CommandError, match=message):
        call_command("evaluate", *(str(cases) if argument == "CASES" else argument for argument in arguments))


def test_a_bad_line_is_named(edition: None, tmp_path: Path):
    path = tmp_path / "ca.jsonl"
    path.write_text(f"{DIALOGUE}\n{{}}\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"ca\.jsonl, dòng 2: ca thiếu khóa"):
        call_command("evaluate", str(path))


def test_without_an_edition_nothing_can_be_run(db: None, cases: Path):
    with pytest.raises(CommandError, match="chưa có ấn bản nào"):
        call_command("evaluate", str(cases))


EVERY_MODE = [argument for mode in ("single-shot", "history", "reasoning-loop") for argument in ("--mode", mode)]


def test_several_modes_give_a_report_each(edition: None, cases: Path):
    modes = evaluate(str(cases), *EVERY_MODE)["modes"]
    assert {mode: report["run"]["mode"] for mode, report in modes.items()} == {mode: mode for mode in modes}
    assert [modes[m]["carried"]["right"] for m in ("single-shot", "history", "reasoning-loop")] == [0, 1, 1]


def test_a_report_names_what_it_was_made_with(edition: None, cases: Path):
    run = evaluate(str(cases))["run"]
    assert (run["model"], run["replay"]) == ("", {})
    assert len(run["cases"]) == 64
    assert set(run["prompts"]) >= {"write", "entail", "assess"}
    assert all(len(sha256) == 64 for sha256 in run["prompts"].values())


def test_modes_are_printed_side_by_side(edition: None, cases: Path):
    out = StringIO()
    call_command("evaluate", str(cases), *EVERY_MODE, "--markdown", stdout=out)
    assert "|  | single-shot | history | reasoning-loop |" in out.getvalue()


def test_a_run_is_kept_only_when_that_is_asked_for(edition: None, cases: Path):
    evaluate(str(cases), *EVERY_MODE)
    assert not EvaluationRun.objects.exists()
    report = evaluate(str(cases), *EVERY_MODE, "--store")["modes"]["history"]
    runs = list(EvaluationRun.objects.all())
    assert {run.mode for run in runs} == {"single-shot", "history", "reasoning-loop"}
    assert len({run.batch for run in runs}) == 1
    kept = next(run for run in runs if run.mode == "history")
    assert (kept.metrics, kept.prompt_hashes) == (report["metrics"], report["run"]["prompts"])
    assert (kept.totals["turns"], kept.totals["fatal"], kept.edition_key, kept.model) == (3, 0, "mau", "")


@pytest.fixture
def faithful(settings: Any) -> None:
    served = {"BACKEND": "tests.evals.faithful.FaithfulModel", "OPTIONS": {}}
    settings.DUOCTHU = settings.DUOCTHU | {"LANGUAGE_MODEL": "gia", "LANGUAGE_MODELS": {"gia": served}}


def test_a_model_is_asked_only_when_that_is_asked_for(edition: None, cases: Path, faithful: None):
    assert evaluate(str(cases))["metrics"]["calls_per_answered_turn"]["value"] == 0
    live = evaluate(str(cases), "--live")
    assert live["run"]["model"] == "mo-hinh-gia-trung-thuc"
    assert live["metrics"]["calls_per_answered_turn"]["value"] >= 2


def test_what_a_live_run_wrote_down_answers_the_same_cases_again(
    edition: None, cases: Path, faithful: None, tmp_path: Path, settings: Any
):
    path = tmp_path / "ghi.jsonl"
    live = evaluate(str(cases), "--live", "--record", str(path), "--note", "thử")
    settings.DUOCTHU = settings.DUOCTHU | {"LANGUAGE_MODEL": ""}
    again = evaluate(str(cases), "--replay", str(path))
    assert again["run"]["replay"]["missing"] == 0
    assert again["run"]["replay"]["served"] > 0
    for key in ("right", "outcome", "sections"):
        assert again[key] == live[key]
    assert again["metrics"]["tokens_per_answered_turn"] == live["metrics"]["tokens_per_answered_turn"]


def test_a_reply_that_is_not_recorded_fails_that_call_and_is_counted(edition: None, cases: Path, tmp_path: Path):
    path = tmp_path / "ghi.jsonl"
    path.write_text('{"format": 1, "model": "m", "about": ""}\n', encoding="utf-8")
    report = evaluate(str(cases), "--replay", str(path))
    assert report["run"]["replay"] == {"served": 0, "missing": 2}
    assert {f["got"]["reason"] for f in report["failures"] if f["shipped"]} == {"model_unavailable"}
    assert report["fatal"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--live"], "--live cần LANGUAGE_MODEL", id="no model is set"),
        pytest.param(["--record", "ghi.jsonl"], "--record cần --live", id="nothing to write down"),
        pytest.param(["--replay", "khong-co.jsonl"], "không đọc được khong-co.jsonl", id="no recording"),
        pytest.param(["--replay", "CASES"], "không phải một lời đáp đã ghi", id="not a recording"),
    ],
)
def test_what_cannot_be_asked_of_a_model_is_one_clear_line(
    edition: None, cases: Path, arguments: list[str], message: str
):
    with pytest.raises(CommandError, match=message):
        call_command("evaluate", str(cases), *(str(cases) if a == "CASES" else a for a in arguments))


def test_a_recording_is_never_written_over(edition: None, cases: Path, faithful: None, tmp_path: Path):
    path = tmp_path / "ghi.jsonl"
    path.write_text("cũ", encoding="utf-8")
    with pytest.raises(CommandError, match="không ghi được"):
        call_command("evaluate", str(cases), "--live", "--record", str(path))
    assert path.read_text(encoding="utf-8") == "cũ"
