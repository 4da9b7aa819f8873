"""The book-keeping of the benchmarks: nothing here measures a time."""

from pathlib import Path

import pytest

from tests.bench import kept
from tests.bench.running import Part, Report, Run


def fails() -> dict[str, float]:
    raise RuntimeError("no server")


def report_on(*, sizes: tuple[int, ...] = (70, 700), broken: int | None = None, ms: float = 90.0) -> Report:
    part = Part(
        steps=lambda run: {str(size): fails if size == broken else lambda: {"p95": ms} for size in run.sizes},
        held="700",
        targets={"turn_p95_ms": 100},
        measured=lambda found: {"turn_p95_ms": found["p95"]},
    )
    report = Report({}, {"growth": part}, Run(Path(), sizes, turns=1))
    report.run("growth")
    return report


@pytest.mark.parametrize("ms", [1.0, 100.0])
def test_a_target_that_is_met_is_no_complaint(ms: float):
    assert report_on(ms=ms).complaints() == ""


def test_a_target_that_is_missed_is_named_with_its_value():
    assert report_on(ms=101.0).complaints() == "missed: turn_p95_ms (101.0, at most 100)"


def test_a_step_that_fails_loses_nothing_of_the_others():
    found = report_on(broken=70).as_dict()
    assert (found["growth"], found["measured"]) == ({"700": {"p95": 90.0}}, {"turn_p95_ms": 90.0})


def test_a_step_that_fails_is_named_though_every_target_is_met():
    assert report_on(broken=70).complaints() == "failed: growth 70"


def test_what_was_never_measured_is_missed():
    assert "missed: turn_p95_ms (None, at most 100)" in report_on(broken=700).complaints()


def test_targets_of_a_size_that_was_not_asked_for_are_not_missed():
    assert report_on(sizes=(70,)).complaints() == ""


def test_a_loaded_book_is_kept_for_the_next_run(tmp_path):
    kept.keep(tmp_path, {"monographs": 70})
    assert kept.kept(tmp_path) == {"monographs": 70}


def test_a_book_that_other_code_loaded_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "key", lambda: "before")
    kept.keep(tmp_path, {"monographs": 70})
    monkeypatch.setattr(kept, "key", lambda: "after")
    assert kept.kept(tmp_path) is None


def test_a_book_that_was_not_loaded_to_the_end_is_not_kept(tmp_path):
    assert kept.kept(tmp_path) is None
