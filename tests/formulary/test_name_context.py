"""What stands around a name: strength, form, salt, qualifier, and whether a drug belongs there at all."""

import pytest

from formulary.name_context import Reading
from formulary.name_text import cut
from rag.vietnamese import nfc


def reading(text: str) -> Reading:
    text = nfc(text)
    return Reading(text, cut(text))


def taken(text: str, end: int) -> str:
    """The words before `end`, with what stands between them."""
    words = reading(text).words
    return nfc(text)[: words[end - 1].end]


@pytest.mark.parametrize(
    ("text", "span", "has_unit"),
    [
        ("Abc 500 mg", "Abc 500 mg", True), ("Abc 500mg", "Abc 500mg", True), ("Abc-500", "Abc-500", False),
        ("Abc 500", "Abc 500", False), ("Abc 500.", "Abc 500", False), ("Abc 500. Mg", "Abc 500", False),
        ("Abc 18 kg", "Abc", False), ("Abc 6 tuổi", "Abc", False), ("Abc 3 viên", "Abc", False), ("Abc 10-15 mg", "Abc", False),
        ("Abc 5 %", "Abc", False), ("Abc 5%", "Abc", False), ("Abc 1234", "Abc 1234", False), ("Abc 12345", "Abc", False),
        ("Abc 20g", "Abc 20g", True), ("Abc 21 g", "Abc", False), ("Abc 3200 gam", "Abc", False), ("Abc 3200 mg", "Abc 3200 mg", True),
        ("Abc 120 mg/5 ml", "Abc 120 mg/5 ml", True), ("Abc 120 mg/5 lần", "Abc 120 mg/5", True),
        ("Abc 120 mg/ml", "Abc 120 mg/ml", True), ("Abc 15 mg/kg", "Abc", False), ("Abc 15 mg/ngày", "Abc", False),
        ("Abc 500/125 mg", "Abc 500/125 mg", True), ("Abc 2,5 mg", "Abc 2,5 mg", True), ("Abc 2.5 mg", "Abc 2.5 mg", True),
        ("Abc 500+125 mg", "Abc 500+125 mg", True), ("Abc 500 + 125 mg", "Abc", False), ("Abc 500 200 mg", "Abc", False),
        ("Abc, 500 mg", "Abc", False), ("Abc uống", "Abc", False), ("Abc", "Abc", False), ("Abc 500 mcg", "Abc 500 mcg", True),
        ("Abc 500 đvqt", "Abc 500 đvqt", True), ("Abc 120 mg/5 mg", "Abc 120 mg/5 mg", True), ("Abc 500 uống", "Abc 500", False),
    ],
)  # fmt: skip
def test_where_a_strength_ends(text, span, has_unit):
    end, unit = reading(text).strength_end(1)
    assert (taken(text, end), unit) == (span, has_unit)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Abc retard", "Abc retard"), ("Abc SR", "Abc SR"), ("Abc sr", "Abc"), ("Abc-XR", "Abc-XR"), ("Abc depot", "Abc depot"),
        ("Abc INJ", "Abc INJ"), ("Abc inj", "Abc"), ("Abc siro", "Abc siro"), ("Abc ODT", "Abc ODT"), ("Abc, retard", "Abc"),
        ("Abc gan", "Abc"), ("Abc", "Abc"), ("Abc mups", "Abc mups"),
    ],
)  # fmt: skip
def test_where_a_form_ends(text, span):
    assert taken(text, reading(text).form_end(1)) == span


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Abc hydroclorid", "Abc hydroclorid"), ("Abc natri phosphat", "Abc natri phosphat"), ("Abc-natri", "Abc-natri"),
        ("Abc/natri", "Abc"), ("Abc, natri", "Abc"), ("Abc kali máu", "Abc"), ("Abc kali huyết", "Abc"), ("Abc kali niệu", "Abc"),
        ("Abc kali 5", "Abc"), ("Abc natri clorid 5", "Abc natri clorid"), ("Abc natri uống", "Abc natri"), ("Abc", "Abc"),
        ("Abc uống", "Abc"),
    ],
)  # fmt: skip
def test_where_a_salt_ends(text, span):
    assert taken(text, reading(text).salt_end(1)) == span


@pytest.mark.parametrize(
    ("text", "is_brand", "span"),
    [
        ("Abc extra", True, "Abc extra"), ("Abc extra", False, "Abc extra"), ("Abc-plus", False, "Abc-plus"),
        ("Abc/plus", False, "Abc"), ("Abc + plus", False, "Abc"), ("Abc flu", True, "Abc flu"), ("Abc flu", False, "Abc"),
        ("Abc cảm cúm", True, "Abc cảm cúm"), ("Abc cảm", True, "Abc cảm"), ("Abc cảm ơn", True, "Abc"),
        ("Abc cảm cúm", False, "Abc"), ("Abc Menstrual", True, "Abc Menstrual"), ("Abc menstrual", True, "Abc"),
        ("abc Menstrual", True, "abc"), ("Abc Menstrual", False, "Abc"), ("Abc No", True, "Abc"), ("Abc Retard", True, "Abc"),
        ("Abc Hydroclorid", True, "Abc"), ("Abc Thuốc", True, "Abc"), ("Abc clavulanat", False, "Abc clavulanat"),
        ("Abc và kali clavulanat", False, "Abc và kali clavulanat"), ("Abc và acid clavulanic", False, "Abc và acid clavulanic"),
        ("Abc clvulanat", False, "Abc clvulanat"), ("Abc sulbact", False, "Abc sulbact"), ("Abc sulbac", False, "Abc"), ("Abc a b c clavulanat", False, "Abc a b c clavulanat"),
        ("Abc a b c d clavulanat", False, "Abc"), ("Abc, clavulanat", False, "Abc"), ("Abc sulbactam", False, "Abc sulbactam"),
        ("Abc uống", True, "Abc"), ("Abc", True, "Abc"),
    ],
)  # fmt: skip
def test_where_a_qualifier_of_another_product_ends(text, is_brand, span):
    assert taken(text, reading(text).qualifier_end(1, is_brand=is_brand)) == span


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Abc-xyz", "Abc-xyz"), ("Abc - xyz", "Abc"), ("Abc -xyz", "Abc"), ("Abc/xyz", "Abc"), ("Abc xyz", "Abc"), ("Abc-xy", "Abc"),
        ("Abc-gan", "Abc"), ("Abc-natri", "Abc"), ("Abc-retard", "Abc"), ("Abc-500", "Abc"), ("Abc", "Abc"),
    ],
)  # fmt: skip
def test_a_strange_word_hyphened_to_a_name_makes_another_name(text, span):
    assert taken(text, reading(text).compound_end(1)) == span


@pytest.mark.parametrize(
    ("text", "starts_before"),
    [
        ("methyl Abc", True), ("methyl-Abc", True), ("methyl/Abc", False), ("methyl, Abc", False), ("xyz-Abc", True),
        ("xyz - Abc", False), ("x-Abc", False), ("gan-Abc", False), ("5-Abc", False), ("xyz Abc", False), ("es Abc", True),
    ],
)  # fmt: skip
def test_what_stands_before_a_name_may_make_another_substance(text, starts_before):
    assert reading(text).prefix_start(1) == (0 if starts_before else 1)


def test_nothing_stands_before_the_first_word():
    assert reading("Abc").prefix_start(0) == 0


@pytest.mark.parametrize(
    ("text", "at", "in_body"),
    [
        ("glucose máu", 0, True), ("glucose huyết", 0, True), ("glucose niệu", 0, True), ("glucose uống", 0, False),
        ("thụ thể dopamin", 2, True), ("thể dopamin", 1, False), ("kháng insulin", 1, True), ("đề kháng insulin", 2, True),
        ("tiết insulin", 1, True), ("receptor dopamin", 1, True), ("hormon estrogen", 1, True), ("hormone estrogen", 1, True),
        ("tăng glucose", 1, True), ("giảm albumin", 1, True), ("hạ albumin", 1, True), ("tăng insulin", 1, False),
        ("dùng insulin", 1, False), ("paracetamol máu", 0, False), ("liều glucose", 1, False),
    ],
)  # fmt: skip
def test_a_substance_of_the_body_is_no_drug_there(text, at, in_body):
    assert reading(text).acts_in_body(at, at + 1) is in_body


def test_two_words_are_no_substance_of_the_body():
    assert not reading("glucose albumin máu").acts_in_body(0, 2)


@pytest.mark.parametrize(
    ("text", "at", "drugs_stand"),
    [
        ("thuốc xyz là gì", 1, True), ("liều xyz là gì", 1, True), ("siro xyz là gì", 1, True), ("biệt dược xyz là gì", 2, True),
        ("hoạt chất xyz là gì", 2, True), ("dose of xyz", 2, True), ("thuốc. Xyz là gì", 1, False), ("dùng xyz là gì", 1, False),
        ("dùng xyz 500 mg là gì", 1, True), ("dùng xyz 500 là gì", 1, False), ("xyz", 0, True), ("xyz 500", 0, True),
        ("xyz thuốc", 0, True), ("xyz mg", 0, True), ("xyz gan", 0, False), ("dược xyz là gì", 1, False),
    ],
)  # fmt: skip
def test_where_drugs_stand(text, at, drugs_stand):
    assert reading(text).is_where_drugs_stand(at, at + 1) is drugs_stand


@pytest.mark.parametrize(
    ("text", "at", "no_drug"),
    [
        ("bệnh xyz", 1, True), ("viêm xyz", 1, True), ("virus xyz", 1, True), ("bác sĩ xyz", 2, True), ("hội xyz", 1, True),
        ("hỏi xyz", 1, False), ("cho hoi xyz", 2, False), ("xin hoi xyz", 2, False), ("muon hoi xyz", 2, False),
        ("can hoi xyz", 2, False), ("hoi xyz", 1, True), ("thuốc xyz", 1, False), ("bệnh. Xyz", 1, False), ("xyz", 0, False),
    ],
)  # fmt: skip
def test_where_no_drug_stands(text, at, no_drug):
    assert reading(text).is_where_no_drug_stands(at) is no_drug


@pytest.mark.parametrize(
    ("text", "at", "capital"),
    [
        ("uống Abc", 1, True), ("uống abc", 1, False), ("Abc uống", 0, False), ("ABC uống", 0, True), ("A uống", 0, False),
        ("uống. Abc", 1, False), ("uống. ABC", 1, True), ("UỐNG ABC", 1, False), ("uống\nAbc", 1, False), ("uống 500", 1, False),
    ],
)  # fmt: skip
def test_a_capital_sets_a_name_off_where_no_sentence_asks_for_one(text, at, capital):
    assert reading(text).is_capitalised(at) is capital


@pytest.mark.parametrize(
    ("word", "plain"),
    [("uống", True), ("gan", True), ("natri", False), ("va", False), ("acid", False), ("paracetamol", False)],
)
def test_an_ordinary_word_is_plain_unless_names_are_made_of_it(word, plain):
    assert reading(word).is_plain(0) is plain


def test_a_turn_that_holds_nothing_but_a_name_and_numbers():
    for text in ("xyz", "xyz 500 mg", "thuốc xyz", "liều xyz 5 ml"):
        words = [w.folded for w in reading(text).words]
        at = words.index("xyz")
        assert reading(text).stands_alone(at, at + 1) is (text != "liều xyz 5 ml" or "ml" in "mg g mcg")
    assert not reading("xyz gan").stands_alone(0, 1)


# --- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("18kg", "18 kg"),
        ("amox-clav", "amox clav"),
        ("a/b", "a b"),
        ("", ""),
        ("Thuốc, 5 mg!", "Thuốc 5 mg"),
        ("💊 abc", "abc"),
    ],
)
def test_a_text_is_cut_into_words_and_numbers(text, words):
    assert " ".join(w.text for w in cut(text)) == words


@pytest.mark.parametrize(
    ("text", "continues", "tight"),
    [
        ("a b", True, False), ("a-b", True, True), ("a - b", True, False), ("a/b", True, True), ("a+b", True, True),
        ("a&b", True, True), ("a·b", True, True), ("a_b", True, True), ("a'b", True, True), ("a’b", True, True), ("a–b", True, True),
        ("a—b", True, True), ("a, b", False, False), ("a (b", False, False), ("a. b", False, False), ("a? b", False, False),
        ("a! b", False, False), ("a; b", False, False), ("a: b", False, False), ("a\nb", False, False), ("a -- b", False, False),
        ("5mg", True, True), ("a\u200b-b", True, True), ("a\u00ad-\u2060b", True, True),
    ],
)  # fmt: skip
def test_what_may_stand_inside_a_name(text, continues, tight):
    second = cut(text)[1]
    assert (second.continues, second.is_tight) == (continues, tight)


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("a b", False),
        ("a. b", True),
        ("a? b", True),
        ("a! b", True),
        ("a; b", True),
        ("a: b", True),
        ("a\nb", True),
        ("a, b", False),
    ],
)
def test_where_a_sentence_opens(text, opens):
    first, second = cut(text)
    assert first.opens
    assert second.opens is opens
