"""Where print may be cut, and what a sentence inherits from what stands above and before it."""

import pytest

from rag.frames import Population, Route
from rag.passages import DOSING, BlockKind
from rag.printed import (
    Context,
    heading_context,
    lead_context,
    lead_of,
    merge,
    populations_in,
    populations_left_out,
    routes_in,
    segments,
    sentence_spans,
    speaks_only_of_children,
)
from tests.factories import make_passage

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY
RENAL, HEPATIC = Population.RENAL, Population.HEPATIC
INJECTIONS = (Route.IV_INJECTION, Route.IV_INFUSION, Route.IM, Route.SC)


def texts(text):
    return [text[a:b] for a, b in sentence_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Do E. Coli gây ra.", "Các thuốc v.v. Nói chung là vậy.", "Thuốc VD. Aspirin.", "Thuốc vd. Aspirin.",
        "Loài Candida spp. Nhạy cảm.", "Loài Candida sp. Nhạy cảm.", "Uống Tab. Retard.", "Tiêm Inj. Retard.",
        "Xem tr. Một trăm.", "Liều 0,5. 1 g.", "Uống 2.5 mg.", "Uống lúc no. uống lúc đói.",
    ],
)  # fmt: skip
def test_what_is_no_end_of_a_sentence_cuts_nothing(text):
    assert texts(text) == [text]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Uống lúc no. Tối đa 4 g.", ["Uống lúc no.", "Tối đa 4 g."]),
        ("Có nên không? Không nên.", ["Có nên không?", "Không nên."]),
        ("Cẩn thận! Không uống.", ["Cẩn thận!", "Không uống."]),
        ("Uống lúc no. Đặt lúc ngủ.", ["Uống lúc no.", "Đặt lúc ngủ."]),
        ("Uống lúc no. < 5 tuổi: 5 mg.", ["Uống lúc no.", "< 5 tuổi: 5 mg."]),
        ("Uống lúc no. ≥ 5 tuổi: 5 mg.", ["Uống lúc no.", "≥ 5 tuổi: 5 mg."]),
        ("Dòng một\nDòng hai", ["Dòng một", "Dòng hai"]),
        ("Dòng một\n\nDòng hai", ["Dòng một", "Dòng hai"]),
        ("Trẻ em 1 tuổi: 5 mg; người lớn: 9 mg.", ["Trẻ em 1 tuổi: 5 mg; người lớn: 9 mg."]),
        ("Trẻ em 1 tuổi: 5 mg; Người lớn: 9 mg.", ["Trẻ em 1 tuổi: 5 mg;", "Người lớn: 9 mg."]),
        ("Trẻ em 1 tuổi: 5 mg; trẻ em 2 tuổi: 9 mg.", ["Trẻ em 1 tuổi: 5 mg;", "trẻ em 2 tuổi: 9 mg."]),
        ("Trẻ em 1 tuổi: 5 mg; sơ sinh: 9 mg.", ["Trẻ em 1 tuổi: 5 mg;", "sơ sinh: 9 mg."]),
        ("5 - 9 kg: 5 mg; 10 - 20 kg: 9 mg.", ["5 - 9 kg: 5 mg;", "10 - 20 kg: 9 mg."]),
        ("1 - 2 tháng: 5 mg; 2 - 12 tháng: 9 mg.", ["1 - 2 tháng: 5 mg;", "2 - 12 tháng: 9 mg."]),
        ("1 - 2 tuần: 5 mg; 2 – 4 tuần: 9 mg.", ["1 - 2 tuần: 5 mg;", "2 – 4 tuần: 9 mg."]),
        ("1 - 2 ngày: 5 mg; 2 ngày - 4 tuổi: 9 mg.", ["1 - 2 ngày: 5 mg;", "2 ngày - 4 tuổi: 9 mg."]),
        ("Uống 5 mg; 10 - 20 mg tối: tùy lúc.", ["Uống 5 mg; 10 - 20 mg tối: tùy lúc."]),
        ("Uống 300 mg. Bệnh Kawasaki:", ["Uống 300 mg."]),
        ("Uống 300 mg. Trong 5 ngày:", ["Uống 300 mg.", "Trong 5 ngày:"]),
        ("Bệnh Kawasaki:", ["Bệnh Kawasaki:"]), ("", []), ("  ", []),
    ],
)  # fmt: skip
def test_sentences_are_cut_where_another_begins(text, cut):
    assert texts(text) == cut


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("Trẻ em: 5 mg.", "Trẻ em:"), ("Trẻ em 5 mg.", ""), ("5 mg. Trẻ em: 9 mg.", ""), ("Trẻ em; người lớn: 5 mg.", ""),
        ("Tỉ lệ 1:2 là vừa.", ""), ("x" * 109 + " : 5", "x" * 109 + " :"), ("x" * 111 + ": 5", ""), ("X: 5 mg.", ""),
    ],
)  # fmt: skip
def test_the_lead_is_what_stands_before_the_first_colon(text, lead):
    assert lead_of(text) == lead
    assert bool(lead_context(text).populations) is ("Trẻ em" in lead)


@pytest.mark.parametrize(
    ("outer", "inner", "merged"),
    [
        (Context((A,)), Context((C,)), (C,)), (Context((A,)), Context(()), (A,)), (Context((RENAL,)), Context((C,)), (C, RENAL)),
        (Context((A, RENAL)), Context((C, HEPATIC)), (C, RENAL, HEPATIC)), (Context((A,)), Context((RENAL,)), (A, RENAL)),
        (Context((E,)), Context((A,)), (A,)),
    ],
)  # fmt: skip
def test_an_inner_class_replaces_and_conditions_add_up(outer, inner, merged):
    assert set(merge(outer, inner).populations) == set(merged)
    assert merge(outer, inner).populations == tuple(p for p in Population if p in merged)


def test_an_inner_way_and_purpose_replace_the_outer_ones():
    outer, inner = Context((), (Route.ORAL,), ("Sốt",)), Context((), (Route.IM,), ("Đau",))
    assert merge(outer, inner) == inner
    assert merge(outer, Context()) == outer


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("tiêm", INJECTIONS), ("tiêm bắp", (Route.IM,)), ("tiêm hoặc uống", (Route.ORAL, *INJECTIONS)),
        ("tiêm bắp, rồi tiêm", (Route.IM,)), ("uống", (Route.ORAL,)), ("", ()),
    ],
)  # fmt: skip
def test_bare_injection_means_any_unless_one_is_named(text, routes):
    assert set(routes_in(text)) == set(routes)


@pytest.mark.parametrize(
    ("heading", "indications"),
    [
        ("Viêm họng", ("Viêm họng",)), ("Viêm họng:", ("Viêm họng",)), ("Viêm họng .", ("Viêm họng",)), ("Người lớn", ()),
        ("Trẻ em, uống", ()), ("Tiêm", ()), ("Liều dùng", ()), ("Ho", ()), ("Gút", ("Gút",)),
        ("Người lớn: Viêm họng", ("Người lớn: Viêm họng",)),
    ],
)  # fmt: skip
def test_words_that_name_nobody_and_no_way_are_a_purpose(heading, indications):
    assert heading_context(heading, section=DOSING).indications == indications


@pytest.mark.parametrize(
    ("block", "only"),
    [
        ("Dùng được đối với trẻ trên 1 tháng.", True), ("Dùng được cho trẻ sơ sinh.", True), ("Dùng cho người lớn và trẻ em.", False),
        ("Trẻ em: 5 mg.", False), ("5 mg/lần.", False), ("Trẻ em: 5 mg. Dùng cho trẻ trên 1 tháng.", True),
        ("Dùng cho người cao tuổi và trẻ em.", False),
    ],
)  # fmt: skip
def test_a_block_speaks_only_of_children_or_does_not(block, only):
    assert speaks_only_of_children(block) is only


def test_a_table_is_one_segment_with_the_bands_of_its_headings_only():
    (table,) = segments(
        make_passage("| Trẻ 1 - 2 tuổi. Dưới | 5 mg |", headings=("Trẻ em 3 - 6 tuổi",), kind=BlockKind.TABLE)
    )
    assert [(b.low, b.high) for b in table.ages] == [(36, 72)]
    assert (table.start, table.end) == (0, len(table.passage.text))


def test_the_innermost_heading_with_a_band_wins():
    (segment,) = segments(make_passage("5 mg.", headings=("Trẻ em 1 - 12 tuổi", "Trẻ em 3 - 6 tuổi", "Uống")))
    assert [(b.low, b.high) for b in segment.ages] == [(36, 72)]
    (own,) = segments(make_passage("Trẻ em 4 - 5 tuổi: 5 mg.", headings=("Trẻ em 3 - 6 tuổi",)))
    assert [(b.low, b.high) for b in own.ages] == [(48, 60)]


def test_bands_of_other_kinds_come_from_the_heading_each():
    (segment,) = segments(
        make_passage("Trẻ em 4 - 5 tuổi: 5 mg.", headings=("Cân nặng 10 - 20 kg", "Clcr 10 - 50 ml/phút"))
    )
    assert (bool(segment.ages), bool(segment.weights), bool(segment.clearances), bool(segment.gestations)) == (
        True,
        True,
        True,
        False,
    )
    assert segment.has_band
    (bare,) = segments(make_passage("5 mg."))
    assert not bare.has_band


@pytest.mark.parametrize("band", ["Trẻ em 1 - 2 tuổi: 5 mg.", "Cân nặng 5 - 9 kg: 5 mg.", "Clcr 10 - 50 ml/phút: 5 mg.",
                                  "Trẻ sơ sinh đủ tháng: 5 mg."])  # fmt: skip
def test_a_sentence_behind_any_band_follows_it(band):
    first, second = segments(make_passage(f"{band} Tăng dần nếu cần."))
    assert (first.follows_band, second.follows_band) == (False, True)
    assert (second.ages, second.weights, second.clearances, second.gestations) == (
        first.ages, first.weights, first.clearances, first.gestations,
    )  # fmt: skip


def test_a_sentence_behind_a_class_of_age_is_for_that_class():
    _, second = segments(make_passage("Trẻ em: 5 mg. Tăng dần nếu cần."))
    assert second.context.populations == (C,)
    assert second.follows_band
    first, second = segments(make_passage("Uống lúc no. Tăng dần nếu cần.", headings=("Người lớn",)))
    assert (first.follows_band, second.follows_band) == (False, False)


def test_a_condition_inside_a_sentence_describes_and_does_not_restrict():
    (segment,) = segments(make_passage("Dùng 5 mg, giảm liều ở người suy thận."))
    assert segment.context.populations == ()
    (led,) = segments(make_passage("Người suy thận: 5 mg."))
    assert led.context.populations == (RENAL,)
    (inside,) = segments(make_passage("Dùng 5 mg cho trẻ em."))
    assert inside.context.populations == (C,)


def test_a_way_inside_a_sentence_counts_only_where_none_is_given_above():
    (free,) = segments(make_passage("Dùng 5 mg tiêm bắp."))
    assert free.context.routes == (Route.IM,)
    (under,) = segments(make_passage("Dùng 5 mg, có thể tiêm bắp.", headings=("Uống",)))
    assert under.context.routes == (Route.ORAL,)
    (led,) = segments(make_passage("Tiêm bắp: 5 mg.", headings=("Uống",)))
    assert led.context.routes == (Route.IM,)


@pytest.mark.parametrize("words", ["Trẻ em và trẻ sơ sinh", "Trẻ sơ sinh và trẻ em"])
def test_populations_stand_in_one_order(words):
    assert populations_in(words) == (C, N)
    assert populations_left_out(words) == ()


def test_who_is_named_and_left_out_again_is_named():
    assert populations_in("Trẻ em; người lớn trừ trẻ em") == (A, C)
