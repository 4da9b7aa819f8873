"""How much of a section is quoted, in which order, and what narrows it."""

import pytest

from rag.claims import ClaimRole
from rag.frames import Finding, Intent, Population, Route, Verbosity
from rag.printed import segments
from rag.quoting import (
    DETAILED,
    LONG,
    SHORT_BLOCK,
    asked_about,
    claims_of,
    names_age_class,
    names_what_was_said,
    quote_section,
    relevant,
    stricter_sentences,
)
from tests.factories import make_frame, make_passage, make_passages

A, C, N = Population.ADULT, Population.CHILD, Population.NEONATE
PREGNANT, NURSING, RENAL = Population.PREGNANT, Population.BREASTFEEDING, Population.RENAL
WHOLE = ["chong_chi_dinh", "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "qua_lieu_va_xu_tri"]


def ask(section, **more):
    return make_frame(intent=Intent.SECTION, sections=(section,), **more)


def texts(quoted, role=None):
    return [c.text for c in quoted.claims if role is None or c.role is role]


def of_one(section, *blocks, **more):
    return make_passages(*(((), text) for text in blocks), section=section, **more)


# --- what is left out --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", WHOLE)
def test_of_a_section_of_which_a_part_may_mislead_nothing_is_left_out(section):
    passages = of_one(section, "Nói về hen suyễn. " + "chữ " * 200, "Nói chuyện khác. " + "chữ " * 200)
    quoted = quote_section(passages, ask(section, terms=("hen suyễn",)))
    assert len("".join(texts(quoted))) > SHORT_BLOCK
    assert "Nói chuyện khác." in " ".join(texts(quoted))
    assert quoted.left_out == 0


@pytest.mark.parametrize("section", ["than_trong", "duoc_ly", "tac_dung_khong_mong_muon"])
def test_of_another_section_only_what_was_asked_about_is_quoted(section):
    quoted = quote_section(of_one(section, "Nói về hen suyễn.", "Nói chuyện khác."), ask(section, terms=("hen suyễn",)))
    assert texts(quoted) == ["Nói về hen suyễn."]
    assert quoted.left_out == 1
    assert quoted.found


def test_a_section_beside_the_asked_one_gives_only_what_was_asked_about():
    passages = of_one("chong_chi_dinh", "Người có tiền sử hen.", "Suy gan nặng.")
    frame = ask("chong_chi_dinh", comorbidities=(Finding("hen", True),))
    assert texts(quote_section(passages, frame, primary=False)) == ["Người có tiền sử hen."]
    concise = ask("chong_chi_dinh", comorbidities=(Finding("hen", True),), verbosity=Verbosity.CONCISE)
    assert texts(quote_section(passages, concise)) == ["Người có tiền sử hen."]


def test_what_was_asked_about_is_the_answer_and_the_rest_stands_beside_it():
    passages = of_one("chong_chi_dinh", "Suy gan nặng.", "Người có tiền sử hen.")
    quoted = quote_section(passages, ask("chong_chi_dinh", comorbidities=(Finding("hen", True),)))
    assert texts(quoted, ClaimRole.ANSWER) == ["Người có tiền sử hen."]
    assert texts(quoted, ClaimRole.ALSO) == ["Suy gan nặng."]
    plain = quote_section(passages, ask("chong_chi_dinh"))
    assert texts(plain, ClaimRole.ANSWER) == [p.text for p in passages]


@pytest.mark.parametrize(("verbosity", "limit"), [(None, LONG), (Verbosity.DETAILED, DETAILED)])
def test_a_section_is_shown_up_to_its_length_and_always_one_block(verbosity, limit):
    block = "x" * (limit // 2)
    fitting = of_one("duoc_ly", block, "y" * (limit - len(block)))
    assert len(quote_section(fitting, ask("duoc_ly", verbosity=verbosity)).claims) == 2
    too_long = of_one("duoc_ly", block, "y" * (limit - len(block) + 1), "z")
    quoted = quote_section(too_long, ask("duoc_ly", verbosity=verbosity))
    assert (len(quoted.claims), quoted.left_out) == (1, 2)
    assert len(quote_section(of_one("duoc_ly", "x" * (limit + 1)), ask("duoc_ly", verbosity=verbosity)).claims) == 1


def test_a_very_long_section_is_cut_even_where_a_part_may_mislead():
    passages = of_one("chong_chi_dinh", *("x" * 5_000 for _ in range(3)))
    quoted = quote_section(passages, ask("chong_chi_dinh"))
    assert quoted.left_out == 3 - len(quoted.claims) > 0


def test_nothing_open_gives_nothing():
    held = make_passage("Bí mật.", section="than_trong", quarantine="x")
    assert quote_section((held,), ask("than_trong")).claims == ()
    assert quote_section((), ask("than_trong")).claims == ()


def test_sentences_of_a_short_block_stay_together_and_of_a_long_one_do_not():
    short = of_one("than_trong", "Nói về hen suyễn. Nói chuyện khác.")
    assert texts(quote_section(short, ask("than_trong", terms=("hen suyễn",)))) == [short[0].text]
    long = of_one("than_trong", "Nói về hen suyễn. " + "X" + "x" * SHORT_BLOCK + ".")
    assert texts(quote_section(long, ask("than_trong", terms=("hen suyễn",)))) == ["Nói về hen suyễn."]


def test_sentences_that_follow_each_other_are_one_quotation():
    (passage,) = of_one("than_trong", "Câu một. Câu hai. Câu ba.")
    first, second, third = segments(passage)
    assert [c.text for c in claims_of([first, second], ClaimRole.ANSWER)] == ["Câu một. Câu hai."]
    assert [c.text for c in claims_of([first, third], ClaimRole.ANSWER)] == ["Câu một.", "Câu ba."]
    assert [c.text for c in claims_of([second, first], ClaimRole.ANSWER)] == ["Câu hai.", "Câu một."]
    other = make_passage("Câu hai.", section="than_trong", ordinal=5)
    assert len(claims_of([first, *segments(other)], ClaimRole.ANSWER)) == 2


# --- overdose ----------------------------------------------------------------------------------------------------

OVERDOSE = make_passages(
    (("Triệu chứng",), "Nôn, vàng da."),
    (("Xử trí",), "Rửa dạ dày."),
    section="qua_lieu_va_xu_tri",
)


@pytest.mark.parametrize("heading", ["Xử trí", "Điều trị", "Thuốc giải độc"])
def test_in_an_overdose_what_to_do_stands_first_and_nothing_is_left_out(heading):
    passages = make_passages((("Triệu chứng",), "Nôn."), ((heading,), "Rửa dạ dày."), section="qua_lieu_va_xu_tri")
    quoted = quote_section(passages, ask("qua_lieu_va_xu_tri", terms=("nôn",)))
    assert texts(quoted, ClaimRole.ANSWER) == ["Rửa dạ dày."]
    assert texts(quoted, ClaimRole.ALSO) == ["Nôn."]


@pytest.mark.parametrize("word", ["biểu hiện", "triệu chứng", "dấu hiệu"])
def test_the_signs_of_an_overdose_stand_first_when_they_were_asked_about(word):
    quoted = quote_section(OVERDOSE, ask("qua_lieu_va_xu_tri", terms=(word,)))
    assert texts(quoted, ClaimRole.ANSWER) == ["Nôn, vàng da.", "Rửa dạ dày."]


# --- what narrows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("section", "state"), [("thoi_ky_mang_thai", PREGNANT), ("thoi_ky_cho_con_bu", NURSING)])
def test_a_section_on_a_state_is_not_narrowed_by_that_state(section, state):
    passages = of_one(section, "Chỉ dùng khi thật cần.", "Thuốc qua được nhau thai và sữa mẹ.")
    frame = ask(section, populations=(state,), indication="sốt", condition="sốt")
    quoted = quote_section(passages, frame)
    assert quoted.asked == ()
    assert quoted.found
    assert len(quoted.claims) == 2


def test_who_is_asked_for_narrows_only_sections_that_speak_of_patients():
    forms = of_one("dang_thuoc_va_ham_luong", "Viên nén 500 mg.", "Siro cho trẻ em 120 mg/5 ml.")
    frame = ask("dang_thuoc_va_ham_luong", populations=(C,))
    assert len(quote_section(forms, frame).claims) == 2
    for section in ("than_trong", "duoc_dong_hoc", "tuong_tac_thuoc"):
        passages = of_one(section, "Người lớn: như thường.", "Trẻ em: dễ tích lũy.")
        assert texts(quote_section(passages, ask(section, populations=(C,)))) == ["Trẻ em: dễ tích lũy."]


def test_an_adult_narrows_nothing_and_every_other_state_does():
    assert asked_about(ask("than_trong", populations=(A,))) == ()
    for state in set(Population) - {A}:
        assert asked_about(ask("than_trong", populations=(state,))) != ()


def test_what_was_said_in_earlier_turns_is_background():
    told = (Finding("hen", True),)
    assert asked_about(ask("than_trong", comorbidities=told)) == ("hen",)
    assert asked_about(ask("than_trong", comorbidities=told, inherited=("comorbidities",))) == ()
    assert asked_about(ask("than_trong", comorbidities=(Finding("hen", False),))) == ()
    assert asked_about(ask("than_trong", indication="sốt")) == ("sốt",)
    assert asked_about(ask("than_trong", condition="sốt")) == ("sốt",)
    assert asked_about(ask("than_trong", indication="sốt", inherited=("indication",))) == ()


def test_a_condition_in_the_heading_counts_for_the_sentences_below_it():
    passages = make_passages((("Hen",), "Dùng dè dặt."), (("Khác",), "Dùng bình thường."), section="than_trong")
    quoted = quote_section(passages, ask("than_trong", comorbidities=(Finding("hen", True),)))
    assert texts(quoted) == ["Dùng dè dặt."]


def test_a_sentence_that_names_both_the_condition_and_the_words_goes_before_either():
    of = [s for p in of_one("than_trong", "Hen và rượu bia.", "Hen.", "Rượu bia.") for s in segments(p)]
    frame = ask("than_trong", comorbidities=(Finding("hen", True),), terms=("rượu bia",))
    assert [s.text for s in relevant(of, frame)] == ["Hen và rượu bia."]


def test_without_such_a_sentence_the_condition_goes_before_the_words():
    of = [s for p in of_one("than_trong", "Rượu bia.", "Hen.") for s in segments(p)]
    frame = ask("than_trong", comorbidities=(Finding("hen", True),), terms=("rượu bia",))
    assert [s.text for s in relevant(of, frame)] == ["Hen."]


def test_sentences_that_match_the_words_much_less_than_the_best_are_left_out():
    of = [
        s
        for p in of_one("than_trong", "Lái xe và vận hành máy móc.", "Giữ lái xe an toàn.", "Chuyện khác.")
        for s in segments(p)
    ]
    assert [s.text for s in relevant(of, ask("than_trong", terms=("lái xe và vận hành máy móc",)))] == [
        "Lái xe và vận hành máy móc."
    ]
    assert len(relevant(of, ask("than_trong", terms=("lái xe",)))) == 2


def test_one_word_of_a_longer_term_is_no_match():
    of = [s for p in of_one("than_trong", "Xe đạp.", "Lái tàu.") for s in segments(p)]
    assert relevant(of, ask("than_trong", terms=("lái xe máy",))) == []


def test_an_allergy_is_found_by_what_it_is_against():
    passages = of_one("chong_chi_dinh", "Suy gan.", "Người dị ứng với penicilin.")
    frame = ask("chong_chi_dinh", comorbidities=(Finding("dị ứng penicilin", True),))
    assert texts(quote_section(passages, frame), ClaimRole.ANSWER) == ["Người dị ứng với penicilin."]


def test_the_dosing_section_quotes_nothing_for_another_population_or_route():
    passages = make_passages(
        (("Trẻ em",), "Trẻ em: Uống lúc no."),
        (("Người lớn",), "Người lớn: Uống lúc đói."),
        (("Tiêm bắp",), "Tiêm sâu."),
    )
    section = passages[0].section
    assert "Trẻ em: Uống lúc no." not in texts(quote_section(passages, ask(section, populations=(A,))))
    assert texts(quote_section(passages, ask(section, routes=(Route.IM,))))[-1] == "Tiêm sâu."
    assert len(quote_section(passages, ask(section)).claims) == 3


def test_a_missed_dose_that_the_section_tells_of_is_quoted():
    passages = make_passages(((), "Nếu quên liều: uống ngay khi nhớ ra."), ((), "500 mg/lần."))
    quoted = quote_section(passages, ask(passages[0].section, terms=("quên liều", "quên")))
    assert texts(quoted) == ["Nếu quên liều: uống ngay khi nhớ ra."]
    assert quoted.found


# --- stricter sentences ------------------------------------------------------------------------------------------


def test_a_stricter_sentence_is_about_whom_it_opens_with_not_about_its_reason():
    passages = of_one(
        "than_trong",
        "Người suy thận dùng dè dặt.",
        "Thuốc cản quang: chỉ dùng lại khi suy thận đã hết.",
        "Không dùng rượu vì dễ suy thận.",
        "Người lớn dùng bình thường.",
    )
    frame = make_frame(populations=(A, RENAL))
    assert [s.text for s in stricter_sentences(passages, frame)] == ["Người suy thận dùng dè dặt."]


def test_a_stricter_sentence_for_another_class_or_band_is_not_shown():
    passages = of_one("chong_chi_dinh", "Trẻ em dưới 6 tuổi.", "Trẻ sơ sinh.", "Trẻ em.")
    child = make_frame(populations=(C,), age_months=96, weight_kg=25)
    assert [s.text for s in stricter_sentences(passages, child)] == ["Trẻ em."]


def test_a_held_back_block_gives_no_stricter_sentence():
    held = make_passage("Trẻ em.", section="chong_chi_dinh", quarantine="x")
    assert stricter_sentences((held,), make_frame(populations=(C,), age_months=96)) == []


def test_print_names_what_was_said_of_the_patient():
    frame = make_frame(populations=(A,), comorbidities=(Finding("hen", True),))
    assert names_what_was_said("Người có tiền sử hen.", frame)
    assert not names_what_was_said("Người suy gan.", frame)


def test_a_sentence_names_an_age_class_or_does_not():
    (of_children,) = segments(make_passage("Trẻ em: thận trọng.", section="than_trong"))
    (of_kidneys,) = segments(make_passage("Suy thận: thận trọng.", section="than_trong"))
    assert names_age_class(of_children)
    assert not names_age_class(of_kidneys)
