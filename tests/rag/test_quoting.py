"""Which printed sentences answer a question about a section."""

from decimal import Decimal

import pytest

from rag import messages
from rag.claims import ClaimRole
from rag.frames import Finding, Intent, Population, Verbosity
from rag.printed import segments
from rag.quoting import claims_of, quote_section, stricter_sentences
from tests.factories import make_frame, make_passage, make_passages

CONTRAINDICATIONS = make_passages(
    ((), "Quá mẫn với thuốc."),
    ((), "Người có tiền sử hen."),
    ((), "Suy gan nặng."),
    ((), "Trẻ em dưới 12 tuổi."),
    section="chong_chi_dinh",
)
EFFECTS = make_passages(
    (("Thường gặp, ADR > 1/100",), "Tiêu hóa: Buồn nôn, nôn."),
    (("Hiếm gặp, ADR < 1/1 000",), "Gan: Viêm gan."),
    section="tac_dung_khong_mong_muon",
)


def ask(sections, **more):
    return make_frame(intent=Intent.SECTION, sections=sections, **more)


def texts(claims, role=None):
    return [c.text for c in claims if role is None or c.role is role]


def test_contraindications_are_quoted_whole_with_what_was_asked_first():
    frame = ask(("chong_chi_dinh",), comorbidities=(Finding("hen", True),))
    quoted = quote_section(CONTRAINDICATIONS, frame)
    assert texts(quoted.claims)[0] == "Người có tiền sử hen."
    assert len(quoted.claims) == len(CONTRAINDICATIONS)
    assert quoted.left_out == 0


def test_a_condition_said_to_be_absent_narrows_nothing():
    frame = ask(("chong_chi_dinh",), comorbidities=(Finding("hen", False),))
    assert texts(quote_section(CONTRAINDICATIONS, frame).claims)[0] == "Quá mẫn với thuốc."


def test_words_that_are_left_over_choose_the_sentence():
    quoted = quote_section(EFFECTS, ask(("tac_dung_khong_mong_muon",), terms=("gan",)))
    assert texts(quoted.claims) == ["Gan: Viêm gan."]
    assert quoted.left_out == 1


def test_what_nothing_speaks_of_is_said_not_to_be_found():
    quoted = quote_section(EFFECTS, ask(("tac_dung_khong_mong_muon",), terms=("phù chân",)))
    assert not quoted.found
    assert len(quoted.claims) == 2


def test_silence_is_told_only_of_words_that_no_block_prints():
    held = make_passage("Phù chân nặng.", section="tac_dung_khong_mong_muon", quarantine="lệch cột", ordinal=9)
    asked = ask(("tac_dung_khong_mong_muon",), terms=("phù chân", "rụng tóc"))
    quoted = quote_section((*EFFECTS, held), asked)
    assert not quoted.found
    assert quoted.unprinted == ("rụng tóc",)
    assert "«rụng tóc»" in messages.nothing_says("A", "than_trong", quoted.unprinted)
    assert "Không thấy" not in messages.nothing_says("A", "than_trong", ())


def test_a_section_on_pregnancy_is_not_narrowed_by_pregnancy():
    passages = make_passages(
        ((), "Chỉ dùng khi thật cần."), ((), "Không thấy hại cho thai kỳ."), section="thoi_ky_mang_thai"
    )
    quoted = quote_section(passages, ask(("thoi_ky_mang_thai",), populations=(Population.PREGNANT,), indication="sốt"))
    assert texts(quoted.claims) == [p.text for p in passages]
    assert quoted.found


def test_a_held_back_block_is_never_quoted():
    held = make_passage("Bí mật.", section="chong_chi_dinh", ordinal=9, quarantine="x")
    assert "Bí mật." not in texts(quote_section((*CONTRAINDICATIONS, held), ask(("chong_chi_dinh",))).claims)


def test_a_long_section_is_cut_and_says_how_much_is_left():
    long = make_passages(*(((), f"Câu số {i}. " + "chữ " * 200) for i in range(10)), section="duoc_ly")
    short = quote_section(long, ask(("duoc_ly",)))
    whole = quote_section(long, ask(("duoc_ly",), verbosity=Verbosity.DETAILED))
    assert short.left_out == 10 - len(short.claims) > 0
    assert whole.left_out == 0


def test_every_claim_is_the_very_text_it_cites():
    for passage in (*CONTRAINDICATIONS, *EFFECTS):
        for claim in claims_of(segments(passage), ClaimRole.ANSWER):
            (citation,) = claim.citations
            assert claim.text == citation.quote == passage.text[citation.start : citation.end]


def test_stricter_sentences_honour_their_age_band():
    child, teenager = (make_frame(populations=(Population.CHILD,), age_months=m, weight_kg=30) for m in (60, 168))
    assert [s.text for s in stricter_sentences(CONTRAINDICATIONS, child)] == ["Trẻ em dưới 12 tuổi."]
    assert stricter_sentences(CONTRAINDICATIONS, teenager) == []


def test_stricter_sentences_name_the_condition_that_was_said():
    frame = make_frame(populations=(Population.ADULT,), comorbidities=(Finding("hen", True),))
    assert [s.text for s in stricter_sentences(CONTRAINDICATIONS, frame)] == ["Người có tiền sử hen."]


def test_advice_in_the_dosing_section_for_another_route_is_not_quoted():
    from rag.frames import Route

    passages = make_passages((("Tiêm bắp",), "Tiêm sâu vào bắp."), (("Uống",), "Uống lúc no."))
    quoted = quote_section(passages, ask(("lieu_luong_va_cach_dung",), routes=(Route.ORAL,)))
    assert texts(quoted.claims) == ["Uống lúc no."]


@pytest.mark.parametrize(
    "terms", [("quên liều", "quên"), ("quên uống", "giờ", "quên"), ("quên tiêm", "lần", "quên")], ids=" ".join
)
def test_the_usual_doses_are_no_rule_for_a_missed_one(terms):
    doses = make_passages((("Người lớn",), "500 mg/lần, cách 6 giờ một lần."))
    quoted = quote_section(doses, make_frame(intent=Intent.SECTION, terms=terms))
    assert quoted.claims == ()
    assert not quoted.found


@pytest.mark.parametrize(
    ("populations", "months", "shown"),
    [
        ((Population.CHILD,), 24, False), ((Population.CHILD,), 156, True), ((Population.ADULT,), 360, True),
        ((Population.NEONATE,), None, False), ((Population.PREGNANT,), 24, True),
    ],
)  # fmt: skip
def test_a_caution_for_a_pregnancy_is_none_for_a_small_child(populations, months, shown):
    passage = make_passage(
        "Người mang thai: Thuốc lợi tiểu không chữa được phù do nhiễm độc thai nghén.", section="than_trong"
    )
    age = None if months is None else Decimal(months)
    frame = make_frame(populations=populations, age_months=age, indication="phù")
    assert bool(stricter_sentences([passage], frame)) is shown
