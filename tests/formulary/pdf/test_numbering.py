"""Printed numbers against the file's own count."""

import pytest

from formulary.ingest.pdf.numbering import Contradiction, Stretch, measure

Shown = list[int | None]


def numbered(shown: Shown):
    return measure(enumerate(shown, start=1))


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        pytest.param([1, 2, 3, 4], {1: 1, 2: 2, 3: 3, 4: 4}, id="no offset"),
        pytest.param([None, None, None, None, 1, 2, 3], {5: 1, 6: 2, 7: 3}, id="front matter without numbers"),
        pytest.param([5, 6, None, 8, 9], {1: 5, 2: 6, 3: 7, 4: 8, 5: 9}, id="a page that shows none is filled"),
        pytest.param([None, 10, 11, 12, None], {1: 9, 2: 10, 3: 11, 4: 12, 5: 13}, id="ends of a stretch are filled"),
        pytest.param([None] * 5 + [10, 11, 12], {4: 8, 5: 9, 6: 10, 7: 11, 8: 12}, id="but not far beyond"),
        pytest.param([None] * 4, {}, id="nothing shown, nothing known"),
        pytest.param([], {}, id="no pages"),
        pytest.param([7], {1: 7}, id="one page"),
    ],
)
def test_pages_get_the_number_that_their_stretch_says(shown: Shown, printed: dict[int, int]):
    assert numbered(shown).printed == printed


def test_a_leaf_left_out_begins_a_new_stretch():
    found = numbered([1, 2, 3, 4, 7, 8, 9, 10])
    assert found.stretches == (Stretch(1, 4, 0), Stretch(5, 8, 2))
    assert found.printed[5] == 7


def test_a_blank_page_between_two_stretches_stays_with_the_first_or_unknown():
    found = numbered([1, 2, 3, None, None, None, None, None, None, 12, 13, 14])
    assert 6 not in found.printed
    assert found.printed[10] == 12


def test_a_number_that_contradicts_its_neighbours_is_reported():
    found = numbered([10, 11, 112, 13, 14, 15])
    assert found.contradictions == (Contradiction(number=3, shown=112, expected=12),)
    assert found.printed[3] == 12
    assert len(found.stretches) == 1
