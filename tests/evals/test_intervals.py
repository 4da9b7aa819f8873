from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.evals.intervals import drawn, wilson


@pytest.mark.parametrize(
    ("right", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_gives_the_textbook_values(right, of, low, high):
    assert wilson(right, of) == pytest.approx((low, high), abs=1e-4)


def test_of_nothing_there_is_no_interval():
    assert wilson(0, 0) is None
    assert drawn({}, fmean) is None
    assert drawn({"a": []}, fmean) is None


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_a_share_lies_within_its_interval(counted):
    right, of = counted
    interval = wilson(right, of)
    assert interval is not None
    assert 0 <= interval[0] <= right / of + 1e-4
    assert right / of - 1e-4 <= interval[1] <= 1


def test_drawing_is_the_same_every_time_and_holds_the_mean():
    values = {"a": [1.0, 2.0], "b": [3.0], "c": [4.0, 5.0, 6.0]}
    low, high = drawn(values, fmean)
    assert drawn(values, fmean) == (low, high)
    assert 1 <= low <= fmean([1, 2, 3, 4, 5, 6]) <= high <= 6


def test_turns_of_one_case_are_drawn_together():
    apart = drawn({str(i): [float(i % 2)] for i in range(40)}, fmean)
    together = drawn({"even": [0.0] * 20, "odd": [1.0] * 20}, fmean)
    assert together == (0.0, 1.0)
    assert 0.0 < apart[0] < apart[1] < 1.0
