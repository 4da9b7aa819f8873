"""Printed ranges of age, weight, clearance and gestation: where each begins and ends, and whether the end belongs to it."""

from decimal import Decimal

import pytest

from rag.quantities import (
    Band,
    Fit,
    age_bands,
    clearance_bands,
    gestation_bands,
    quantities,
    term_printed,
    weight_bands,
)


def drawn(band: Band) -> str:
    """ "[2; 5)": two belongs to it, five does not."""
    low = "" if band.low is None else f"{band.low.normalize():f}"
    high = "" if band.high is None else f"{band.high.normalize():f}"
    return f"{'[' if band.low_closed else '('}{low}; {high}{']' if band.high_closed else ')'}"


def drawn_all(bands) -> str:
    return " ".join(map(drawn, bands))


@pytest.mark.parametrize(
    ("words", "band"),
    [
        ("trên 2 {}", "(2; ]"), ("lớn hơn 2 {}", "(2; ]"), ("> 2 {}", "(2; ]"), (">2 {}", "(2; ]"), ("quá 2 {}", "(2; ]"),
        ("≥ 2 {}", "[2; ]"), (">= 2 {}", "[2; ]"), ("từ 2 {}", "[2; ]"), ("ít nhất 2 {}", "[2; ]"),
        ("2 {} trở lên", "[2; ]"), ("từ 2 {} trở lên", "[2; ]"),
        ("≤ 2 {}", "[; 2]"), ("<= 2 {}", "[; 2]"), ("không quá 2 {}", "[; 2]"), ("tối đa 2 {}", "[; 2]"),
        ("2 {} trở xuống", "[; 2]"), ("từ 2 {} trở xuống", "[; 2]"),
        ("< 2 {}", "[; 2)"), ("dưới 2 {}", "[; 2)"), ("nhỏ hơn 2 {}", "[; 2)"), ("chưa đủ 2 {}", "[; 2)"),
        ("2 - 5 {}", "[2; 5]"), ("2 – 5 {}", "[2; 5]"), ("2-5 {}", "[2; 5]"), ("2 đến 5 {}", "[2; 5]"),
        ("2 tới 5 {}", "[2; 5]"), ("từ 2 đến 5 {}", "[2; 5]"), ("2 {} - 5 {}", "[2; 5]"),
        ("2 đến dưới 5 {}", "[2; 5)"), ("2 - dưới 5 {}", "[2; 5)"), ("2 - < 5 {}", "[2; 5)"),
        ("trên 2 - 5 {}", "(2; 5]"), ("trên 2 đến dưới 5 {}", "(2; 5)"), ("> 2 - 5 {}", "(2; 5]"),
        ("≥ 2 - 5 {}", "[2; 5]"), ("2 - ≤ 5 {}", "[2; 5]"), ("2,5 - 4,5 {}", "[2.5; 4.5]"),
    ],
)  # fmt: skip
def test_a_range_is_open_or_closed_as_its_words_say(words, band):
    assert drawn_all(age_bands("Trẻ em " + words.replace("{}", "tháng tuổi"))) == band
    assert drawn_all(weight_bands("cân nặng " + words.replace("{}", "kg"))) == band
    if "," not in words:
        assert drawn_all(clearance_bands("Clcr " + words.replace("{}", "ml/phút"))) == band


@pytest.mark.parametrize(("words", "band"), [("cân nặng đến 35 kg", "[; 35]"), ("cân nặng tới 35 kg", "[; 35]")])
def test_up_to_a_weight_includes_it(words, band):
    assert drawn_all(weight_bands(words)) == band


@pytest.mark.parametrize(
    ("words", "months"),
    [
        ("ngày", "1/30"), ("ngày tuổi", "1/30"), ("tuần", "7/30"), ("tuần tuổi", "7/30"), ("tháng", "1"),
        ("tháng tuổi", "1"), ("tuổi", "12"), ("năm", "12"), ("năm tuổi", "12"),
    ],
)  # fmt: skip
def test_ages_are_reckoned_in_months(words, months):
    over, under = (Decimal(part) for part in f"{months}/1".split("/")[:2])
    (band,) = age_bands(f"Trẻ em dưới 6 {words}")
    assert abs(band.high - 6 * over / under) < Decimal("1e-9")
    # Without a child before it, a time is an age where it is called one.
    of_anybody = drawn_all(age_bands(f"Người bệnh dưới 6 {words}"))
    assert of_anybody == (drawn(band) if words.endswith("tuổi") else "")


def test_the_ends_of_a_range_may_have_units_of_their_own():
    assert drawn_all(age_bands("Trẻ em 6 tháng - 2 tuổi")) == "[6; 24]"
    assert drawn_all(age_bands("Trẻ em 30 ngày tuổi - 3 tháng tuổi")) == "[1; 3]"


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("một", 1), ("hai", 2), ("ba", 3), ("bốn", 4), ("năm", 5), ("sáu", 6), ("bảy", 7), ("tám", 8), ("chín", 9),
        ("mười", 10), ("mười một", 11), ("mười hai", 12),
    ],
)  # fmt: skip
def test_numbers_in_words_are_read(word, number):
    assert drawn_all(age_bands(f"Trẻ em dưới {word} tháng tuổi")) == f"[; {number})"


def test_a_range_printed_backwards_is_turned_round():
    assert drawn_all(age_bands("Trẻ em 5 - 2 tuổi")) == "[24; 60]"
    assert drawn_all(clearance_bands("Clcr 60 - 30 ml/phút")) == "[30; 60]"


@pytest.mark.parametrize("child", ["Trẻ", "Trẻ em", "Trẻ nhỏ", "Sơ sinh", "Bé", "Nhũ nhi"])
def test_months_beside_a_child_are_its_age(child):
    assert drawn_all(age_bands(f"{child} 3 - 6 tháng: 5 mg")) == "[3; 6]"


@pytest.mark.parametrize("text", ["Trẻ em: dùng 3 - 6 tháng", "Trẻ em. Dùng 3 - 6 tháng", "Trẻ em; dùng 3 - 6 tháng",
                                  "Người bệnh dùng 3 - 6 tháng", "1/2 tuổi"])  # fmt: skip
def test_months_of_treatment_are_no_age(text):
    assert age_bands(text) == ()


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("Tuổi thai 28 - 32 tuần", "[28; 32]"), ("28 - 32 tuần tuổi thai", "[28; 32]"),
        ("tuổi thai trên 34 tuần", "(34; ]"), ("dưới 32 tuần tuổi thai", "[; 32)"), ("28 - 32 tuần thai kỳ", "[28; 32]"),
        ("Tuổi sau kinh 29 - 35 tuần", "[29; 35]"), ("29 - 35 tuần tuổi sau kinh", "[29; 35]"),
        ("Sơ sinh < 32 tuần", "[; 32)"), ("Trẻ đẻ non < 32 tuần", "[; 32)"), ("Trẻ thiếu tháng < 32 tuần", "[; 32)"),
        ("28 - 32 tuần chỉnh theo tuổi thai", "[28; 32]"), ("Trẻ sinh non", "[; 37)"), ("Trẻ non tháng", "[; 37)"),
        ("Sơ sinh thiếu tháng", "[; 37)"), ("Sơ sinh đủ tháng", "[37; ]"),
    ],
)  # fmt: skip
def test_weeks_of_gestation_are_never_an_age(text, weeks):
    assert drawn_all(gestation_bands(text)) == weeks
    assert age_bands(text) == ()


@pytest.mark.parametrize("text", ["Trẻ em 2 - 5 tuần tuổi", "Trẻ sơ sinh dưới 2 tuần tuổi"])
def test_weeks_of_life_are_no_gestation(text):
    assert gestation_bands(text) == ()
    assert len(age_bands(text)) == 1


def test_printed_weeks_go_before_the_word_for_them():
    assert drawn_all(gestation_bands("Trẻ sơ sinh thiếu tháng trên 32 tuần chỉnh theo tuổi thai")) == "(32; ]"
    assert drawn(term_printed("Trẻ sơ sinh thiếu tháng trên 32 tuần")) == "[; 37)"


@pytest.mark.parametrize(
    "named",
    [
        "Clcr", "Cl cr", "CrCl", "Thanh thải creatinin", "Thanh thải", "Độ thanh thải creatinin", "Độ thanh thải",
        "Hệ số thanh thải creatinin", "Mức lọc cầu thận", "Mức lọc", "Tốc độ lọc cầu thận", "Độ lọc cầu thận", "GFR",
        "MLCT",
    ],
)  # fmt: skip
def test_a_clearance_is_known_by_its_name(named):
    assert drawn_all(clearance_bands(f"{named} 30 - 50")) == "[30; 50]"
    assert drawn_all(clearance_bands(f"{named} dưới 30")) == "[; 30)"


@pytest.mark.parametrize("unit", ["ml/phút", "ml/ph", "ml/min", "ml / phút", "ml/phút/1,73 m2"])
def test_a_clearance_is_known_by_its_unit(unit):
    assert drawn_all(clearance_bands(f"30 - 50 {unit}")) == "[30; 50]"
    assert drawn_all(clearance_bands(f"< 30 {unit}")) == "[; 30)"


@pytest.mark.parametrize("unit", ["mg", "g", "ml", "giờ", "lần", "ngày", "kg", "tuổi", "%"])
def test_a_number_of_something_else_is_no_clearance(unit):
    assert clearance_bands(f"Clcr giảm: < 30 {unit}") == ()
    assert clearance_bands(f"< 30 {unit}", in_clearance_column=True) == ()


def test_in_a_column_of_clearances_a_bare_number_is_one():
    assert clearance_bands("30 - 50") == ()
    assert drawn_all(clearance_bands("30 - 50", in_clearance_column=True)) == "[30; 50]"
    assert drawn_all(clearance_bands("< 30", in_clearance_column=True)) == "[; 30)"


@pytest.mark.parametrize("text", ["10 - 15 mg/kg", "0,5 - 1 g", "5/10 kg thể trọng", "mg/70 kg"])
def test_an_amount_per_kilogram_is_no_weight(text):
    assert weight_bands(text) == ()


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("[; 20]", "[20; ]", True), ("[; 20)", "[20; ]", False), ("[; 20]", "(20; ]", False), ("[; 20)", "(20; ]", False),
        ("[10; 30]", "[20; 40]", True), ("[10; 20]", "[30; 40]", False), ("[; ]", "[5; 6]", True), ("[5; 5]", "[; ]", True),
        ("[; 10]", "[; 20]", True), ("[10; ]", "[20; ]", True),
    ],
)  # fmt: skip
def test_two_ranges_meet_when_they_share_a_value(one, other, meet):
    first, second = (_parsed(text) for text in (one, other))
    assert first.meets(second) is second.meets(first) is meet


def _parsed(text: str) -> Band:
    low, high = (Decimal(part) if part.strip() else None for part in text[1:-1].split(";"))
    return Band(low, high, text[0] == "[", text[-1] == "]")


@pytest.mark.parametrize(
    ("band", "value", "fit"),
    [
        ("[10; 20]", 10, Fit.INSIDE), ("[10; 20]", 20, Fit.INSIDE), ("(10; 20]", 10, Fit.EDGE), ("[10; 20)", 20, Fit.EDGE),
        ("[10; 20]", 9, Fit.OUTSIDE), ("[10; 20]", 21, Fit.OUTSIDE), ("(10; 20)", 15, Fit.INSIDE),
        ("[; 20]", 1, Fit.INSIDE), ("[10; ]", 99, Fit.INSIDE), ("[; ]", 0, Fit.INSIDE),
    ],
)  # fmt: skip
def test_a_value_stands_inside_outside_or_on_an_open_end(band, value, fit):
    assert _parsed(band).fit(Decimal(value)) is fit


# --- quantities ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "unit"),
    [
        ("microgam", "microgam"), ("mcg", "microgam"), ("µg", "microgam"), ("μg", "microgam"), ("ug", "microgam"),
        ("nanogam", "nanogam"), ("picogam", "picogam"), ("mg", "mg"), ("MG", "mg"), ("kg", "kg"), ("gam", "g"), ("g", "g"),
        ("ml", "ml"), ("lít", "lít"), ("lit", "lít"), ("decilít", "decilít"), ("dl", "decilít"), ("mEq", "mEq"),
        ("mmol", "mmol"), ("micromol", "micromol"), ("đvqt", "đvqt"), ("IU", "đvqt"), ("UI", "đvqt"),
        ("đơn vị", "đơn vị"), ("đv", "đơn vị"), ("%", "%"), ("giọt", "giọt"), ("viên", "viên"), ("ống", "ống"),
        ("lọ", "lọ"), ("nhát", "nhát"), ("liều", "liều"), ("lần", "lần"), ("giờ", "giờ"), ("phút", "phút"),
        ("ngày", "ngày"), ("tuần", "tuần"), ("tháng", "tháng"), ("năm", "năm"), ("tuổi", "tuổi"), ("m2", "m2"),
        ("m²", "m2"), ("mmHg", "mmHg"), ("kcal", "kcal"), ("mOsm", "mOsm"),
    ],
)  # fmt: skip
def test_a_unit_has_one_name_however_it_is_printed(printed, unit):
    (quantity,) = quantities(f"5 {printed}")
    assert (quantity.unit, quantity.values) == (unit, {Decimal(5)})
    (joined,) = quantities(f"5{printed}.")
    assert joined.unit == unit


@pytest.mark.parametrize(
    ("printed", "per"),
    [
        ("mg", ()), ("mg/kg", ("kg",)), ("mg/kg/ngày", ("kg", "ngày")), ("mg / kg / ngày", ("kg", "ngày")),
        ("mg/kg/24 giờ", ("kg", "ngày")), ("mg/kg/24giờ", ("kg", "ngày")), ("mg/giờ", ("giờ",)), ("mg/m2", ("m2",)),
        ("mg/m²/ngày", ("m2", "ngày")), ("mg/70 kg", ("70 kg",)), ("mg/ml", ("ml",)), ("mg/lần", ("lần",)),
        ("mg/kg amoxicilin/ngày", ("kg", "ngày")), ("mg/kg tính/ngày", ("kg",)),
    ],
)  # fmt: skip
def test_the_denominators_are_those_that_are_printed(printed, per):
    (quantity, *_) = quantities(f"5 {printed}")
    assert quantity.per == per


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("½ viên", {"0.5"}), ("¼ viên", {"0.25"}), ("¾ viên", {"0.75"}), ("1 000,5 mg", {"1000.5"}),
        ("1\u00a0000 mg", {"1000"}), ("2.500 mg", {"2.5", "2500"}), ("2.50 mg", {"2.5"}), ("1.250.000 đvqt", {"1250000"}),
        ("0,05 mg", {"0.05"}),
    ],
)  # fmt: skip
def test_a_number_stands_for_what_it_may_be_read_as(text, values):
    (quantity,) = quantities(text)
    assert quantity.values == {Decimal(v) for v in values}


@pytest.mark.parametrize("dash", [" - ", "-", " – ", " đến ", " tới "])
def test_both_ends_of_a_range_have_the_unit_behind_it(dash):
    first, second = quantities(f"30{dash}60 mg/kg")
    assert (first.unit, first.per) == (second.unit, second.per) == ("mg", ("kg",))


@pytest.mark.parametrize("between", [" hoặc ", ", ", " và ", " lần "])
def test_numbers_that_are_no_range_keep_their_own_unit(between):
    first, *_ = quantities(f"30{between}60 mg/kg")
    assert first.unit in ("", "lần")
    assert first.per == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [("1 g", "1000 mg"), ("1 mg", "1000 microgam"), ("1 microgam", "1000 nanogam"), ("1 mg", "1000000 nanogam")],
)
def test_masses_are_equal_across_their_units(one, other):
    assert quantities(one)[0].equal_to() == quantities(other)[0].equal_to()
