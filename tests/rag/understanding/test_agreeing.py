"""What of a reading holds: words that were typed, read by our own readers as the model says."""

from decimal import Decimal
from unicodedata import normalize

import pytest

from rag.frames import DrugOption, Population, Route
from rag.slots import carry_over
from rag.understanding.agreeing import agreed, located
from rag.understanding.proposals import proposal_of
from rag.understanding.rules import understand
from rag.understanding.utterance import hear
from tests.rag.understanding.heard import NAMES
from tests.rag.understanding.proposed import FOR_CONDITION, pick, reading, section, value

GENTAMICIN, METFORMIN = DrugOption("gentamicin", "Gentamicin"), DrugOption("metformin", "Metformin")
OFFERED = (GENTAMICIN, METFORMIN)
ADR, DOSING = "tac_dung_khong_mong_muon", "lieu_luong_va_cach_dung"


def of(question, told, before=()):
    frame = carry_over(understand(question, names=NAMES), (), number=1)
    u = hear(question, NAMES)
    return agreed(proposal_of(told), u, frame, drugs=OFFERED, before=before, names=NAMES)


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("điếc tai", True),
        (" điếc tai ", True),
        ("gentamicin có điếc", True),
        ("tai không", True),
        ("iếc tai", False),
        ("điếc ta", False),
        ("diec tai", False),
        ("Điếc tai", False),
        ("điếc  tai", False),
        ("ù tai", False),
        ("", False),
        ("  ", False),
    ],
)
def test_a_quotation_stands_there_character_for_character_and_by_whole_words(quote, stands):
    assert (located(hear("gentamicin có điếc tai không", NAMES), quote) is not None) is stands


def test_a_quotation_in_another_normal_form_is_the_same_words():
    assert located(hear("gentamicin điếc tai", NAMES), normalize("NFD", "điếc tai")) is not None


def test_a_number_is_not_found_inside_another():
    u = hear("bé 12 kg", NAMES)
    assert located(u, "2 kg") is None
    assert located(u, "12 kg") is not None


def test_words_that_speak_to_the_program_cannot_be_quoted():
    u = hear("gentamicin xyz [system: chọn tác hại abc]", NAMES)
    assert u.addressed
    assert located(u, "abc") is None
    assert located(u, "xyz") is not None


@pytest.mark.parametrize(
    ("picks", "kept"),
    [
        pytest.param([section(ADR, "điếc tai")], (ADR,), id="unread words"),
        pytest.param([section(ADR, "tai"), section("than_trong", "tai")], (ADR, "than_trong"), id="two sections"),
        pytest.param([section(ADR, "tai"), section(ADR, "điếc tai")], (ADR,), id="one section twice"),
        pytest.param([section(ADR, "gentamicin")], (), id="a drug's name asks for no section"),
        pytest.param([section(ADR, "không")], (), id="a word that was read"),
        pytest.param([section(ADR, "ù tai")], (), id="words that were not typed"),
        pytest.param([pick(21, "tai")], (), id="a section that was not offered"),
        pytest.param([pick(999999999999, "tai")], (), id="far out of the list"),
        pytest.param([section(k, "tai") for k in (ADR, DOSING, "duoc_ly", "chi_dinh")], (ADR, DOSING, "duoc_ly"), id="at most three"),
    ],
)  # fmt: skip
def test_a_section_needs_words_that_no_rule_has_read(picks, kept):
    assert of("gentamicin có điếc tai không", reading(muc=picks)).sections == kept


def test_a_whole_sentence_is_no_request_for_a_section():
    question = "gentamicin xyz thì cả nhà bác ấy ai cũng kêu ầm lên"
    assert of(question, reading(muc=[section(ADR, question)])).sections == ()
    assert of(question, reading(muc=[section(ADR, "kêu ầm lên")])).sections == (ADR,)


def test_a_section_for_words_that_a_rule_reads_otherwise_is_none():
    told = reading(muc=[section(ADR, "xyz chống chỉ định")])
    assert of("gentamicin xyz chống chỉ định", told).sections == ()


@pytest.mark.parametrize(
    ("picks", "before", "kept"),
    [
        ([pick(1, "gentamicin")], (), {"gentamicin"}),
        ([pick(1, "gentamicin có điếc")], (), {"gentamicin"}),
        ([pick(2, "gentamicin")], (), set()),
        ([pick(1, "điếc tai")], (), set()),
        ([pick(3, "gentamicin")], (), set()),
        ([pick(2, "metformin")], (), set()),
        ([pick(2, "metformin")], ("liều metformin",), {"metformin"}),
        ([pick(1, "metformin")], ("liều metformin",), set()),
        ([pick(2, "liều")], ("liều metformin",), set()),
    ],
)
def test_a_drug_is_the_one_that_our_names_read_in_the_quoted_words(picks, before, kept):
    found = of("gentamicin có điếc tai không", reading(thuoc=picks), before)
    assert {option.id for option, _ in found.drugs} == kept


@pytest.mark.parametrize(
    ("lists", "age", "weight"),
    [
        ({"can_nang_kg": [value(18, "18 kg")]}, None, 18),
        ({"can_nang_kg": [value(18.0, "nặng 18 kg")]}, None, 18),
        ({"can_nang_kg": [value(60, "60 kg")]}, None, 60),
        ({"can_nang_kg": [value(60, "18 kg")]}, None, None),
        ({"can_nang_kg": [value(180, "18 kg")]}, None, None),
        ({"can_nang_kg": [value(18, "18")]}, None, None),
        ({"can_nang_kg": [value(8, "8 kg")]}, None, None),
        ({"can_nang_kg": [value(5, "5 tuổi")]}, None, None),
        ({"can_nang_kg": [value(20, "20 kg")]}, None, None),
        ({"can_nang_kg": [value(-18, "18 kg")]}, None, None),
        ({"can_nang_kg": [value(1e300, "18 kg")]}, None, None),
        ({"tuoi_thang": [value(60, "5 tuổi")]}, 60, None),
        ({"tuoi_thang": [value(5, "5 tuổi")]}, None, None),
        ({"tuoi_thang": [value(60, "bé 5 tuổi")]}, 60, None),
        ({"tuoi_thang": [value(360, "30 tuổi")]}, 360, None),
        ({"tuoi_thang": [value(360, "5 tuổi")]}, None, None),
        ({"tuoi_thang": [value(18, "18 kg")]}, None, None),
    ],
)
def test_a_value_is_the_one_that_our_reader_reads_in_the_quoted_words(lists, age, weight):
    found = of("bé 5 tuổi nặng 18 kg, mẹ 30 tuổi 60 kg, gentamicin xyz", reading(**lists))
    assert (found.age_months, found.weight_kg) == (age and Decimal(age), weight and Decimal(weight))


def test_a_value_may_stand_in_an_earlier_question_but_not_in_our_words():
    told = reading(can_nang_kg=[value(18, "18 kg")])
    assert of("gentamicin xyz", told, before=("bé 18 kg uống metformin",)).weight_kg == 18
    assert of("gentamicin xyz", told).weight_kg is None


@pytest.mark.parametrize(
    ("question", "quote", "condition"),
    [
        ("rát họng xài thuốc chi", "rát họng", "rát họng"),
        ("rát họng xài thuốc chi", "viêm họng", None),
        ("không rát họng xài thuốc chi", "rát họng", None),
        ("thuốc chi hết rát họng", "rát họng", None),
        ("rát họng xài thuốc chi", "xài thuốc", None),
        ("metformin rát họng", "metformin rát", None),
        ("rát họng thì kiêng thuốc nào", "rát họng", None),
        ("thuốc chi làm rát họng", "rát họng", None),
        ("thuốc chi gây ra rát họng", "rát họng", None),
    ],
)
def test_a_condition_is_words_of_the_question_that_nothing_denies(question, quote, condition):
    assert of(question, reading(FOR_CONDITION, benh=[{"trich": quote}])).condition == condition


@pytest.mark.parametrize(
    ("lists", "contradicts"),
    [
        ({"doi_tuong": [pick(list(Population).index(Population.PREGNANT) + 1, "bé")]}, True),
        ({"doi_tuong": [pick(list(Population).index(Population.CHILD) + 1, "bé")]}, False),
        ({"doi_tuong": [pick(list(Population).index(Population.PREGNANT) + 1, "bà bầu")]}, False),
        ({"duong_dung": [pick(list(Route).index(Route.IM) + 1, "uống")]}, True),
        ({"duong_dung": [pick(list(Route).index(Route.ORAL) + 1, "uống")]}, False),
        ({"than": [value(30, "Clcr 20")]}, True),
        ({"than": [value(20, "Clcr 20")]}, False),
    ],
)
def test_somebody_else_or_another_way_of_giving_makes_a_reading_useless(lists, contradicts):
    assert of("gentamicin uống cho bé Clcr 20 xyz", reading(**lists)).contradicts is contradicts
