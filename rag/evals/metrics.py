"""What modes are compared by: does history help, does a second look, and what does it cost."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from rag.evals.intervals import DRAWN, SHARE, drawn, wilson
from rag.evals.runner import ScoredTurn
from rag.evals.tally import percentiles

REACHED = ("drugs", "sections", "population", "weight", "age", "route")
"""Scores that say whether a follow-up reached what it is about; how the turn ended is scored apart."""

ON_TARGET = ("drugs", "sections", "population")
_REJECTED = frozenset({"ungrounded", "not_entailed"})
_NO_DRAFT = frozenset({"smalltalk"})


def metrics(turns: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Each with its interval and how that was made. A share has `right` and `of`; None: nothing to measure."""
    answered = [turn for turn in turns if turn.reply.is_answered]
    asked = [turn for turn in turns if turn.reply.outcome == "clarify"]
    drafted = [turn for turn in turns if _drafted(turn)]
    return {
        "follow_up_resolution": _share(filter(_is_follow_up, turns), lambda turn: _all_right(turn, REACHED)),
        "on_target": _share((t for t in answered if _scored(t, ON_TARGET)), lambda turn: _all_right(turn, ON_TARGET)),
        "grounding_rejection": _share(drafted, lambda turn: turn.reply.reason in _REJECTED),
        "clarify_rate": _share(turns, lambda turn: turn.reply.outcome == "clarify"),
        "clarify_precision": _share(asked, lambda turn: "clarify" in turn.turn.expected.outcomes),
        "ms_p50": _drawn(turns, lambda turn: turn.ms, lambda values: percentiles(values)["p50"]),
        "ms_p95": _drawn(turns, lambda turn: turn.ms, lambda values: percentiles(values)["p95"]),
        "calls_per_answered_turn": _drawn(answered, lambda turn: float(turn.reply.model_calls), fmean),
        "tokens_per_answered_turn": _drawn(answered, lambda turn: turn.reply.tokens, fmean),
        "cost_per_thousand_written": _cost(turns),
        "second_looks": _share(turns, lambda turn: turn.reply.rounds > 0),
        "second_looks_that_found": _share((t for t in turns if t.reply.rounds), lambda turn: turn.reply.found_again),
    }


def _cost(turns: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Of answers that a model wrote, a thousand of them; `unit` is the currency of the price that was configured."""
    written = [turn for turn in turns if turn.reply.is_written]
    currency = next((turn.reply.currency for turn in written if turn.reply.currency), "")
    charged = _drawn(written, lambda turn: None if turn.reply.cost is None else 1000 * turn.reply.cost, fmean)
    return charged | {"unit": currency}


def _is_follow_up(turn: ScoredTurn) -> bool:
    """A turn that does not say all it is about: something is to be carried over."""
    return turn.number > 1 and bool(turn.turn.expected.carried) and _scored(turn, REACHED)


def _scored(turn: ScoredTurn, names: Iterable[str]) -> bool:
    return any(name in turn.scores for name in names)


def _all_right(turn: ScoredTurn, names: Iterable[str]) -> bool:
    return not turn.fatal and all(turn.scores[name].is_right for name in names if name in turn.scores)


def _drafted(turn: ScoredTurn) -> bool:
    reply = turn.reply
    return reply.reason in _REJECTED or (reply.is_answered and reply.reason not in _NO_DRAFT)


def _share(turns: Iterable[ScoredTurn], holds: Callable[[ScoredTurn], bool]) -> dict[str, Any]:
    held = [bool(holds(turn)) for turn in turns]
    right, of = sum(held), len(held)
    value = round(right / of, 4) if of else None
    return {"value": value, "right": right, "of": of, "interval": wilson(right, of), "by": SHARE}


def _drawn(
    turns: Iterable[ScoredTurn],
    value: Callable[[ScoredTurn], float | None],
    statistic: Callable[[Sequence[float]], float],
) -> dict[str, Any]:
    """Turns of which the value is not known are left out and counted."""
    by_case: dict[str, list[float]] = defaultdict(list)
    unknown = 0
    for turn in turns:
        known = value(turn)
        if known is None:
            unknown += 1
        else:
            by_case[turn.case.id].append(known)
    values = [one for group in by_case.values() for one in group]
    result = round(statistic(values), 2) if values else None
    return {"value": result, "of": len(values), "unknown": unknown, "interval": drawn(by_case, statistic), "by": DRAWN}


# --- side by side ----------------------------------------------------------------------------------------------

PERCENT, MILLISECONDS, NUMBER = "%", "ms", ""
ROWS: tuple[tuple[str, str, str], ...] = (
    ("follow_up_resolution", "Câu hỏi nối tiếp tới đúng thuốc, mục, người bệnh", PERCENT),
    ("on_target", "Câu trả lời đúng thuốc, mục, đối tượng được hỏi", PERCENT),
    ("grounding_rejection", "Bản soạn bị phép kiểm giữ lại", PERCENT),
    ("clarify_rate", "Lượt hỏi lại", PERCENT),
    ("clarify_precision", "Hỏi lại đúng lúc", PERCENT),
    ("ms_p50", "Thời gian một lượt, trung vị", MILLISECONDS),
    ("ms_p95", "Thời gian một lượt, p95", MILLISECONDS),
    ("calls_per_answered_turn", "Lần gọi mô hình mỗi lượt trả lời", NUMBER),
    ("tokens_per_answered_turn", "Token mỗi lượt trả lời", NUMBER),
    ("cost_per_thousand_written", "Chi phí 1.000 lượt do mô hình viết", NUMBER),
    ("second_looks", "Lượt tra lần hai", PERCENT),
    ("second_looks_that_found", "Tra lần hai có kết quả", PERCENT),
)
"""Metric, its name for readers, and what it is counted in."""

SPENT = frozenset({"calls_per_answered_turn", "tokens_per_answered_turn", "cost_per_thousand_written"})
"""What only a model takes."""


def cell(metric: Mapping[str, Any], unit: str) -> tuple[str, str, str]:
    """(value, interval, of how many) in words; "–" where there was nothing to measure."""
    if metric["value"] is None:
        return "–", "", ""
    unit = metric.get("unit") or unit
    low, high = metric["interval"]
    counted = f"{metric['right']}/{metric['of']}" if "right" in metric else f"{metric['of']} lượt"
    return _worded(metric["value"], unit), f"{_worded(low, unit)} – {_worded(high, unit)}", counted


def _worded(value: float, unit: str) -> str:
    shown = f"{value * 100:.1f}" if unit == PERCENT else f"{value:.1f}"
    return " ".join(filter(None, [shown.replace(".", ","), unit]))
