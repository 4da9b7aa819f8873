"""Counts over scored turns: right and of, by score, by family, by feature."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import quantiles
from typing import Any

from rag.evals.runner import ScoredTurn

SLOT_SCORES = ("population", "weight", "age", "route")


def share(turns: Iterable[ScoredTurn], *names: str) -> dict[str, float]:
    """Points and number of the named scores, where they were scored. Half points make the first a fraction."""
    points = [turn.scores[name].points for turn in turns for name in names if name in turn.scores]
    return {"right": _whole(sum(points)), "of": len(points)}


def right_turns(turns: Sequence[ScoredTurn]) -> dict[str, float]:
    """Turns that are right in every scored key."""
    return {"right": sum(turn.is_right for turn in turns), "of": len(turns)}


def grouped(turns: Iterable[ScoredTurn], names: Callable[[ScoredTurn], Iterable[str]]) -> dict[str, dict[str, float]]:
    groups: dict[str, list[ScoredTurn]] = defaultdict(list)
    for turn in turns:
        for name in names(turn):
            groups[name].append(turn)
    return {
        name: right_turns(group) | ({"fatal": fatal} if (fatal := sum(bool(turn.fatal) for turn in group)) else {})
        for name, group in sorted(groups.items())
    }


def clarify_recall(turns: Sequence[ScoredTurn]) -> dict[str, float]:
    """Of the turns where asking is preferred, how many asked."""
    wanted = [turn for turn in turns if turn.turn.expected.preferred == "clarify"]
    return {"right": sum(turn.reply.outcome == "clarify" for turn in wanted), "of": len(wanted)}


def needless_clarifications(turns: Iterable[ScoredTurn]) -> int:
    return sum(turn.reply.outcome == "clarify" and "clarify" not in turn.turn.expected.outcomes for turn in turns)


def scores(turns: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Everything that is counted, for any set of turns."""
    return {
        "cases": len({turn.case.id for turn in turns}),
        "turns": len(turns),
        "right": sum(turn.is_right for turn in turns),
        "fatal": sum(bool(turn.fatal) for turn in turns),
        "wrong_drug": sum(bool(turn.strangers) for turn in turns),
        "outcome": share(turns, "outcome"),
        "reason": share(turns, "reason"),
        "drugs": share(turns, "drugs"),
        "unknown_drugs": share(turns, "unknown_drugs"),
        "sections": share(turns, "sections"),
        "written": share(turns, "written"),
        "clarify": share(turns, "clarify"),
        "clarify_recall": clarify_recall(turns),
        "needless_clarifications": needless_clarifications(turns),
        "slots": share(turns, *SLOT_SCORES),
        "by_slot": {name: share(turns, name) for name in SLOT_SCORES},
        "carried": share(turns, "carried"),
        "silent_source": sum(turn.is_silent_source for turn in turns),
        "by_kind": grouped(turns, lambda turn: [turn.case.family]),
        "by_feature": grouped(turns, lambda turn: turn.case.features),
    }


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile, to a hundredth."""
    if len(values) < 2:
        only = round(values[0], 2) if values else 0
        return {"p50": only, "p95": only}
    cuts = quantiles(values, n=100, method="inclusive")
    return {"p50": round(cuts[49], 2), "p95": round(cuts[94], 2)}


def _whole(points: float) -> float:
    return int(points) if points == int(points) else points
