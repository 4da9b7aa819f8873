"""Cutting a block's text into pieces loses and adds no character."""

from hypothesis import given
from hypothesis import strategies as st

from formulary.shown_text import Mended, ShownText, shown_text
from rag.passages import Erratum, PrintDoubt

TEXT = "Liều 62,5 - 250 microgam/kg/ngày, chia 2 lần."


def texts(pieces) -> list[str]:
    return [piece.text for piece in pieces]


def test_what_is_not_cited_stands_before_and_after():
    shown = shown_text(TEXT, (5, 32))
    assert (texts(shown.before), texts(shown.marked), texts(shown.after)) == (["Liều "], [TEXT[5:32]], [TEXT[32:]])


def test_a_doubt_that_reaches_over_the_end_of_a_citation_is_told_on_both_sides():
    doubt = Erratum(5, 32, PrintDoubt.MISPRINT, "note")
    shown = shown_text(TEXT, (10, 20), [doubt])
    assert [piece.doubt is doubt for piece in (*shown.before, *shown.marked, *shown.after)] == [
        False, True, True, True, False,
    ]  # fmt: skip


@given(st.data())
def test_the_pieces_are_the_text(data):
    spans = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, len(TEXT))).filter(lambda s: s[0] < s[1])
    mark = data.draw(st.none() | spans)
    errata = [Erratum(*span, PrintDoubt.OLD_VALUE, "n") for span in data.draw(st.lists(spans, max_size=3))]
    repairs = [Mended(*span, "was", "rule") for span in data.draw(st.lists(spans, max_size=3))]
    shown: ShownText = shown_text(TEXT, mark, errata, repairs)
    assert "".join(texts((*shown.before, *shown.marked, *shown.after))) == TEXT
    if mark is not None:
        assert "".join(texts(shown.marked)) == TEXT[slice(*mark)]
    for at, piece in enumerate((*shown.before, *shown.marked, *shown.after)):
        assert piece.text, at
