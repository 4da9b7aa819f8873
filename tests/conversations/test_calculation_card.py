"""The card of a calculated dose: formula, numbers put in, maxima and the print, with nothing of it as markup."""

from django.template.loader import render_to_string

from tests.rag.test_calculations import ask

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
