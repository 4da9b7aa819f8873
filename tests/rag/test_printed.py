"""What a heading says of the blocks below it, and where a block may be cut."""

import pytest

from rag.applicability import applicability
from rag.frames import Population, Route
from rag.passages import DOSING
from rag.printed import (
    Context,
    heading_context,
    lead_context,
    merge,
    populations_in,
    populations_left_out,
    routes_in,
    segments,
    sentence_spans,
)
from tests.factories import make_frame, make_passage

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY


@pytest.mark.parametrize(
    ("heading", "populations", "routes", "has_indication"),
    [
        ("Người lớn", (A,), (), False),
        ("Trẻ em", (C,), (), False),
        ("Trẻ sơ sinh", (N,), (), False),
        ("Người lớn và trẻ em trên 12 tuổi", (A, C), (), False),
        ("Trẻ sơ sinh và trẻ em dưới 3 tháng tuổi", (C, N), (), False),
        ("Người cao tuổi", (E,), (), False),
        ("Suy thận", (Population.RENAL,), (), False),
        ("Uống", (), (Route.ORAL,), False),
        ("Tiêm bắp, tiêm tĩnh mạch", (), (Route.IV_INJECTION, Route.IM), False),
        ("Truyền tĩnh mạch trong 15 phút", (), (Route.IV_INFUSION,), False),
        ("Bình xịt khí dung định liều", (), (Route.INHALED,), False),
        ("Khí dung", (), (Route.NEBULISED,), False),
        ("Liều dùng", (), (), False),
        ("Cách dùng", (), (), False),
        ("Đau sau phẫu thuật", (), (), True),
        ("Hội chứng Zollinger-Ellison", (), (), True),
        ("Tiêm", (), (Route.IV_INJECTION, Route.IV_INFUSION, Route.IM, Route.SC), False),
        ("Hạ sốt sau tiêm chủng", (), (), True),
    ],
)
def test_headings_of_the_dosing_section(heading, populations, routes, has_indication):
    context = heading_context(heading, section=DOSING)
    assert (context.populations, context.routes, bool(context.indications)) == (populations, routes, has_indication)


def test_a_sub_heading_names_an_indication_only_in_the_dosing_section():
    assert heading_context("Biểu hiện", section="qua_lieu_va_xu_tri").indications == ()


def test_an_inner_age_class_replaces_and_a_condition_is_added():
    inner = merge(Context((A,), (Route.ORAL,)), Context((C, Population.RENAL)))
    assert inner == Context((C, Population.RENAL), (Route.ORAL,))


def test_the_lead_of_a_block_is_its_context():
    assert lead_context("Trẻ em: 10 mg/kg.").populations == (C,)
    assert lead_context("Dùng được cho trẻ em.").populations == ()


@pytest.mark.parametrize(
    "text", ["Dự phòng bệnh than", "Lưu ý khi dùng thuốc", "Thần kinh trung ương", "Huyết khối tĩnh mạch sâu"]
)
def test_words_that_only_look_alike_without_marks_name_nothing(text):
    assert populations_in(text) == routes_in(text) == ()


def test_text_without_any_marks_is_read_without_them():
    assert populations_in("Tre em suy than") == (C, Population.RENAL)
    assert routes_in("Tiem bap") == (Route.IM,)


def test_heredity_and_contagion_are_no_infusion():
    assert routes_in("bệnh di truyền") == routes_in("lây truyền từ mẹ") == routes_in("truyền nhiễm") == ()


def test_being_past_the_newborn_age_is_not_being_newborn():
    assert populations_in("Trẻ em đã qua tuổi sơ sinh, cân nặng dưới 10 kg") == (C,)


def test_being_vaccinated_is_no_injection_of_the_drug():
    assert routes_in("hạ sốt sau tiêm chủng") == ()


def texts(text):
    return [text[a:b] for a, b in sentence_spans(text)]


def test_sentences_end_at_a_full_stop_before_a_capital():
    assert texts("Uống 0,5 g. Tối đa 4 g/ngày.") == ["Uống 0,5 g.", "Tối đa 4 g/ngày."]


def test_a_saint_ends_no_sentence():
    assert texts("Cỏ Ban (cỏ St. John): Tránh. Theo dõi.") == ["Cỏ Ban (cỏ St. John): Tránh.", "Theo dõi."]


def test_the_initial_of_a_species_ends_no_sentence():
    assert texts("Do E. Coli gây ra.") == ["Do E. Coli gây ra."]


def test_a_list_of_bands_in_one_line_is_cut_at_the_bands():
    line = "Trẻ em 3 - 6 tháng tuổi: 60 mg; Trẻ em 6 tháng - 2 tuổi: 120 mg; 2 - 4 tuổi: 180 mg."
    assert texts(line) == ["Trẻ em 3 - 6 tháng tuổi: 60 mg;", "Trẻ em 6 tháng - 2 tuổi: 120 mg;", "2 - 4 tuổi: 180 mg."]


def test_a_semicolon_inside_a_regimen_cuts_nothing():
    assert len(texts("Liều một lần là 15 mg/kg; tối đa là 60 mg/kg/ngày.")) == 1


def test_a_sentence_behind_a_band_belongs_to_it():
    first, second, third = segments(
        make_passage("Trẻ em 1 - 3 tuổi: 5 mg/ngày. Có thể tăng tới 10 mg/ngày. Trẻ em 3 - 6 tuổi: 10 mg/ngày.")
    )
    assert second.follows_band
    assert second.ages == first.ages != third.ages


def test_a_band_in_a_heading_reaches_the_blocks_below():
    (segment,) = segments(make_passage("250 mg, ngày 2 lần.", headings=("Trẻ em từ 12 tuổi trở lên",)))
    assert segment.ages[0].low == 144


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Người bệnh trên 60 tuổi: Giảm khoảng 50% so với liều người lớn.", (E,)),
        ("Người bệnh trên 60 tuổi: Dùng liều như người lớn.", (E,)),
        ("Người bệnh trên 60 tuổi: Dùng bằng liều của người lớn.", (E,)),
        ("Liều dùng cho người lớn là 500 mg/lần.", (A,)),
        ("Dùng 500 mg/lần ở người lớn.", (A,)),
    ],
)
def test_a_dose_that_another_is_measured_by_is_not_whom_a_sentence_is_for(text, who):
    (segment,) = segments(make_passage(text, headings=["Người cao tuổi"]))
    assert segment.context.populations == who


def test_segments_never_lose_a_character_of_a_sentence():
    text = "Người lớn: 1 g. Trẻ em 6 - 12 tuổi: 500 mg; tối đa 4 lần/24 giờ. Không dùng quá 3 ngày."
    kept = "".join(s.text for s in segments(make_passage(text)))
    assert kept.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("words", "named", "left_out"),
    [
        ("Người lớn và trẻ em, trừ trẻ sơ sinh", "nguoi_lon tre_em", "tre_so_sinh"),
        ("Trẻ em (không dùng cho trẻ sơ sinh)", "tre_em", "tre_so_sinh"),
        ("Người bệnh có chức năng thận bình thường", "", "suy_than"),
        ("Người lớn, chức năng gan bình thường", "nguoi_lon", "suy_gan"),
        ("Người lớn không suy thận", "nguoi_lon", "suy_than"),
        ("nguoi lon khong suy than", "nguoi_lon", "suy_than"),
        ("Phụ nữ không mang thai", "", "phu_nu_co_thai"),
        ("Người bệnh không phải trẻ em", "", "tre_em"),
        ("Người không có bệnh gan", "", "suy_gan"),
        # A prohibition alone speaks of those whom it names.
        ("Không dùng cho trẻ em dưới 2 tuổi", "tre_em", ""),
        ("Chống chỉ định cho phụ nữ có thai", "phu_nu_co_thai", ""),
        # "không" of something else.
        ("Trẻ em không đáp ứng với thuốc khác", "tre_em", ""),
        ("Người bệnh suy thận không phải lọc máu", "suy_than", ""),
        ("Người lớn có chức năng thận giảm", "nguoi_lon suy_than", ""),
    ],
)
def test_whom_words_leave_out_they_do_not_name(words, named, left_out):
    assert " ".join(p.value for p in populations_in(words)) == named
    assert " ".join(p.value for p in populations_left_out(words)) == left_out


@pytest.mark.parametrize(
    ("heading", "patient"),
    [
        ("Người lớn và trẻ em, trừ trẻ sơ sinh", Population.NEONATE),
        ("Người bệnh có chức năng thận bình thường", Population.RENAL),
        ("Người lớn không suy thận", Population.RENAL),
        ("Phụ nữ không mang thai", Population.PREGNANT),
        ("Người bệnh không phải trẻ em", Population.CHILD),
    ],
)
def test_a_dose_is_not_for_those_whom_its_heading_leaves_out(heading, patient):
    (segment,) = segments(make_passage("Uống 1 g/lần, cách 6 giờ/lần.", headings=(heading,)))
    assert applicability(segment, make_frame(populations=(patient,))).excluded
