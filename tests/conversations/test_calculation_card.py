"""The card of a calculated dose: formula, numbers put in, maxima and the print, with nothing of it as markup."""

from django.template.loader import render_to_string

from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, ask

PARTIAL = "conversations/partials/calculation.html"


def card(question: str) -> str:
    return render_to_string(PARTIAL, {"calculation": ask(question).calculation})


def test_a_calculation_shows_formula_inputs_maximum_and_print():
    page = card("tính liều ibuprofen uống cho bé 4 tuổi 16 kg")
    for words in (
        "Tính liều theo lời in",
        "Cân nặng: 16 kg",
        "<strong>80 - 160 mg</strong> mỗi lần",
        "5 - 10 mg/kg/lần × 16 kg = 80 - 160 mg/lần",
        "tối đa 40 mg/kg/ngày × 16 kg = 640 mg/ngày; không chạm",
        "Trẻ em: 5 - 10 mg/kg/lần, cách 6 - 8 giờ/lần; tối đa 40 mg/kg/ngày.",
        "Xem trong sách, trang 7",
    ):
        assert words in page


def test_a_check_names_the_dose_and_says_above_or_below():
    page = card("Brufen 150 mg x 3 uống cho bé 4 tuổi 11 kg được không")
    assert "So liều 150 mg/lần × 3 lần/ngày với lời in" in page
    assert '<li class="is-above">Liều mỗi lần 150 mg/lần cao hơn khoảng tính theo sách 55 - 110 mg/lần' in page
    assert "an toàn" not in page


def test_the_card_holds_no_script_and_no_style():
    page = card("tính liều ibuprofen uống cho bé 4 tuổi 16 kg")
    assert "<script" not in page
    assert "style=" not in page


def test_what_was_multiplied_of_the_askers_numbers_stands_under_the_title():
    page = card("ibuprofen uống 1 viên 100 mg x 3 cho bé 4 tuổi 16 kg được không")
    assert "So liều 1 viên/lần × 3 lần/ngày với lời in" in page
    assert "không có trong sách: 1 viên × 100 mg/viên = 100 mg</p>" in page


def test_a_dose_given_once_is_never_shown_as_a_dose_each_time():
    block = make_passage("Trẻ em: Một liều duy nhất 10 mg/kg.", headings=["Uống"], monograph="ibuprofen")
    record = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg", block, FORMS)
    page = render_to_string(PARTIAL, {"calculation": record.calculation})
    assert "<strong>160 mg</strong> một liều duy nhất" in page
    assert "mỗi lần" not in page
