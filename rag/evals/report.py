"""What an evaluation prints: one JSON object for programs, and a page for people, fatals first."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from rag.evals import tally
from rag.evals.intervals import DRAWN, SHARE
from rag.evals.metrics import ROWS, SPENT, cell, metrics
from rag.evals.runner import ScoredTurn
from rag.evals.scorers import SCORERS


def as_dict(turns: Sequence[ScoredTurn], *, about: Mapping[str, Any]) -> dict[str, Any]:
    """`about` says what was run (edition, mode, variant).

    The first keys are those of the case format; `shipped` is the same over the cases all of whose drugs the edition
    holds, and `not_shipped` counts the turns that ask for a drug that it does not hold.
    """
    scored = tally.scores(turns)
    return {
        **{key: scored[key] for key in _FIRST},
        "ms": tally.percentiles([turn.ms for turn in turns]),
        "failures": [_failure(turn) for turn in _fatal_first(turns) if not turn.is_right],
        **{key: value for key, value in scored.items() if key not in _FIRST},
        "shipped": tally.scores(_of_shipped_cases(turns)),
        "not_shipped": _not_shipped(turns),
        "silent_source_turns": [
            _where(turn) | {"checked": turn.source_is_checked_silent, "message": turn.reply.message}
            for turn in turns
            if turn.is_silent_source
        ],
        "must_not": [_to_read(turn) for turn in turns if turn.turn.expected.must_not],
        "metrics": metrics(turns),
        "run": dict(about),
    }


_FIRST = (
    *("cases", "turns", "fatal", "wrong_drug", "outcome", "drugs", "sections", "clarify", "slots", "silent_source"),
    "by_kind",
)


def _of_shipped_cases(turns: Sequence[ScoredTurn]) -> list[ScoredTurn]:
    # By case: a turn that follows an unanswered one inherits what that one could not give.
    missing = {turn.case.id for turn in turns if not turn.is_shipped}
    return [turn for turn in turns if turn.case.id not in missing]


def _not_shipped(turns: Sequence[ScoredTurn]) -> dict[str, int]:
    asked = [turn for turn in turns if not turn.is_shipped]
    return {
        "turns": len(asked),
        "said_not_in_formulary": sum(turn.names_what_is_missing for turn in asked),
        "fatal": sum(bool(turn.fatal) for turn in asked),
        "wrong_drug": sum(bool(turn.strangers) for turn in asked),
    }


def _fatal_first(turns: Sequence[ScoredTurn]) -> list[ScoredTurn]:
    return sorted(turns, key=lambda turn: not turn.fatal)


def _where(turn: ScoredTurn) -> dict[str, Any]:
    return {"id": turn.case.id, "turn": turn.number, "question": turn.turn.question}


def _failure(turn: ScoredTurn) -> dict[str, Any]:
    return _where(turn) | {
        "expected": plain(turn.turn.printed),
        "got": _got(turn),
        "why": turn.why,
        "fatal": bool(turn.fatal),
        "shipped": turn.is_shipped,
        "said_not_in_formulary": not turn.is_shipped and turn.names_what_is_missing,
        "wrong": [name for name in SCORERS if name in turn.scores and not turn.scores[name].is_right],
    }


def _got(turn: ScoredTurn) -> dict[str, Any]:
    reply = turn.reply
    said = {
        "outcome": reply.outcome,
        "reason": reply.reason,
        "drugs": [reply.titles.get(drug, drug) for drug in reply.drugs],
        "offered": [reply.titles.get(drug, drug) for drug in reply.offered],
        "unknown_drugs": reply.unknown_drugs,
        "sections": reply.sections,
        "cited": [f"{monograph}/{section}" for monograph, section in _cited(turn)],
        "population": reply.populations,
        "weight_kg": reply.weight_kg,
        "age_months": reply.age_months,
        "route": reply.routes,
        "asks": reply.asks,
        "inherited": reply.inherited,
        "message": reply.message,
    }
    return {key: plain(value) for key, value in said.items() if value not in (None, (), [])}


def _cited(turn: ScoredTurn) -> list[tuple[str, str]]:
    return list(dict.fromkeys((cited.monograph, cited.section) for cited in turn.reply.cited))


def _to_read(turn: ScoredTurn) -> dict[str, Any]:
    return _where(turn) | {
        "must_not": list(turn.turn.expected.must_not),
        "outcome": turn.reply.outcome,
        "message": turn.reply.message,
        "claims": [shown.text for shown in turn.reply.shown],
    }


def plain(value: Any) -> Any:
    """JSON-ready: a whole Decimal as an int, any other as a float."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


# --- for people ------------------------------------------------------------------------------------------------


def as_text(report: Mapping[str, Any]) -> str:
    """The report of `as_dict`, to read: fatals, then totals, families and features, then every other failure."""
    fatal = [failure for failure in report["failures"] if failure["fatal"]]
    other = [f for f in report["failures"] if not f["fatal"] and not f["said_not_in_formulary"]]
    shipped, missing = report["shipped"], report["not_shipped"]
    lines = [
        " · ".join(f"{key}: {_listed(value)}" for key, value in report["run"].items() if value and key != "prompts"),
        f"{report['cases']} ca, {report['turns']} lượt",
        "",
        f"LỖI NGHIÊM TRỌNG: {report['fatal']} · NHẦM THUỐC: {report['wrong_drug']}",
        *(_failure_lines(fatal)),
        "",
        _row("", "mọi ca", "ca có đủ thuốc trong ấn bản"),
        *(_row(label, _share(report[key]), _share(shipped[key])) for label, key in _ROWS),
        _row("đúng mọi điều được chấm", *(_part(of["right"], of["turns"]) for of in (report, shipped))),
        _row("hỏi lại không cần thiết", *(str(of["needless_clarifications"]) for of in (report, shipped))),
        "",
        f"Thuốc không có trong ấn bản: {missing['turns']} lượt, {missing['said_not_in_formulary']} lượt nói đúng là "
        f"không có; nhầm thuốc {missing['wrong_drug']}, nghiêm trọng {missing['fatal']}.",
        f"Sách im lặng (xét riêng, cần người đọc): {report['silent_source']}.",
        f"Thời gian một lượt (ms): p50 {report['ms']['p50']}, p95 {report['ms']['p95']}.",
        *(_spent(report) if report["run"].get("model") else ()),
        "",
        "Theo nhóm:",
        *_group_lines(report["by_kind"], shipped["by_kind"]),
        "",
        "Theo đặc điểm:",
        *_group_lines(report["by_feature"], shipped["by_feature"]),
        "",
        f"Các lượt sai, trừ lượt đã nói đúng là thuốc không có ({len(other)}):",
        *_failure_lines(other),
    ]
    return "\n".join(lines)


def _spent(report: Mapping[str, Any]) -> list[str]:
    """What a model took; a cost only where a price was configured."""
    of_model = [row for row in ROWS if row[0] in SPENT and report["metrics"][row[0]]["value"] is not None]
    return [f"{label}: {_metric(report, key, unit)}." for key, label, unit in of_model]


_ROWS = (
    ("kết cục", "outcome"),
    ("lý do", "reason"),
    ("thuốc", "drugs"),
    ("nói tên thuốc không có", "unknown_drugs"),
    ("mục", "sections"),
    ("câu mô hình viết khớp trích dẫn", "written"),
    ("hỏi lại đúng điều", "clarify"),
    ("hỏi lại khi cần", "clarify_recall"),
    ("đối tượng, cân, tuổi, đường dùng", "slots"),
    ("mang theo và nói ra", "carried"),
)


def _part(right: float, of: int) -> str:
    return f"{right}/{of} ({right / of:.0%})" if of else "–"


def _share(counted: Mapping[str, Any]) -> str:
    return _part(counted["right"], counted["of"])


def _row(label: str, all_cases: str, shipped: str) -> str:
    return f"{label:<34}{all_cases:<18}{shipped}".rstrip()


def _listed(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return ", ".join(value) if isinstance(value, list) else str(value)


def _group_lines(groups: Mapping[str, Mapping[str, Any]], shipped_groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    lines = []
    for name, counted in groups.items():
        shipped = _share(shipped_groups[name]) if name in shipped_groups else "–"
        fatal = f"  nghiêm trọng {counted['fatal']}" if "fatal" in counted else ""
        lines.append(_row(f"  {name}", _share(counted), shipped) + fatal)
    return lines


def _failure_lines(failures: Sequence[Mapping[str, Any]]) -> list[str]:
    return [
        f"  {failure['id']} lượt {failure['turn']}{'' if failure['shipped'] else ' [thuốc chưa có]'}: "
        f"{_one_line(failure['question'])}\n      {failure['why']}"
        for failure in failures
    ]


def _one_line(question: str) -> str:
    text = " ".join(question.split())
    return text if len(text) <= 100 else text[:99] + "…"


# --- modes side by side ----------------------------------------------------------------------------------------


def as_markdown(reports: Sequence[Mapping[str, Any]]) -> str:
    """The modes of one run, a column each, with 95 % intervals; what was run above the table."""
    run = reports[0]["run"]
    modes = [report["run"]["mode"] for report in reports]
    prompts = ", ".join(f"{name} `{sha256[:12]}`" for name, sha256 in run["prompts"].items())
    lines = [
        f"Ấn bản `{run['edition']}` (lần sửa {run['edition_revision']}), quy tắc `{run['rules']}`, "
        f"mô hình {_model(run)}; {reports[0]['cases']} ca, {reports[0]['turns']} lượt"
        f"{' (' + run['variant'] + ')' if run['variant'] else ''}: {', '.join(run['files'])} (`{run['cases'][:12]}`).",
        f"Lời nhắc: {prompts}.",
        "",
        _cells("", *modes),
        _cells("---", *("---" for _ in modes)),
        *(_cells(label, *(_share(report[key]) for report in reports)) for label, key in _COUNTED),
        *(_cells(label, *(str(report[key]) for report in reports)) for label, key in _COUNTS),
        *(_cells(label, *(_metric(report, key, unit) for report in reports)) for key, label, unit in ROWS),
        "",
        f"Trong ngoặc vuông: khoảng tin cậy 95 % ({SHARE} cho tỷ lệ, {DRAWN} cho trung vị và trung bình).",
    ]
    return "\n".join(lines)


_COUNTED = (
    ("Đúng kết cục", "outcome"),
    ("Đúng thuốc", "drugs"),
    ("Đúng mục", "sections"),
    ("Câu mô hình viết khớp trích dẫn", "written"),
)
_COUNTS = (("Đúng mọi điều được chấm", "right"), ("Nghiêm trọng", "fatal"), ("Nhầm thuốc", "wrong_drug"))


def _model(run: Mapping[str, Any]) -> str:
    if not run["model"]:
        return "không có"
    replay = run["replay"]
    told = f", đáp theo bản ghi, {replay['missing']} lời không có trong bản ghi" if replay else ""
    return f"`{run['model']}`{told}"


def _metric(report: Mapping[str, Any], key: str, unit: str) -> str:
    value, interval, counted = cell(report["metrics"][key], unit)
    return " ".join(filter(None, [value, interval and f"[{interval}]", counted and f"({counted})"]))


def _cells(*texts: str) -> str:
    return f"| {' | '.join(texts)} |"
