"""The gate: what is corrupted on its way to the page never passes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.claims import Claim, ClaimRole, Draft
from rag.frames import Population, Route
from rag.grounding import CLAIM_CHECKS, check_grounding, passes
from rag.quantities import quantities
from rag.records import Check, Verdict
from tests.factories import make_draft, make_evidence, make_frame, make_passage, quote

ADULT = make_passage("Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ; tối đa 4 g/ngày.", headings=("Người lớn", "Uống"))
CHILD = make_passage("Trẻ em 4 - 6 tuổi: 240 mg/lần.", headings=("Trẻ em", "Uống"), ordinal=1)
OTHER = make_passage("Người lớn: 200 mg/lần.", monograph="ibuprofen", headings=("Người lớn",))
EVIDENCE = make_evidence(ADULT, CHILD, OTHER)
FRAME = make_frame(populations=(Population.ADULT,), routes=(Route.ORAL,))


def verdict(check, draft, frame=FRAME, evidence=EVIDENCE):
    found = check_grounding(draft, evidence, frame, oral_drugs={"paracetamol"})
    return next(v.verdict for v in found if v.check is check)


def good(draft, frame=FRAME, evidence=EVIDENCE):
    return passes(draft, check_grounding(draft, evidence, frame, oral_drugs={"paracetamol"}))


def test_a_true_quotation_passes_every_check():
    assert good(make_draft(quote(ADULT)))


def test_an_empty_draft_is_not_a_pass():
    assert not good(Draft())


def test_a_claim_without_a_citation_fails():
    assert not good(make_draft(Claim("Người lớn: 1 g/lần.", ())))


def test_one_bad_claim_among_good_ones_fails_the_draft():
    assert not good(make_draft(quote(ADULT), quote(OTHER)))


@pytest.mark.parametrize(
    ("role", "section", "taken", "kept"),
    [
        (ClaimRole.STRICTER, "chong_chi_dinh", ("ibuprofen",), True),
        (ClaimRole.STRICTER, "tuong_tac_thuoc", ("ibuprofen",), True),
        (ClaimRole.STRICTER, "lieu_luong_va_cach_dung", ("ibuprofen",), False),
        (ClaimRole.ANSWER, "chong_chi_dinh", ("ibuprofen",), False),
        (ClaimRole.STRICTER, "chong_chi_dinh", (), False),
    ],
)
def test_of_a_drug_taken_beside_only_what_is_stricter_passes_and_never_a_dose(role, section, taken, kept):
    theirs = make_passage("Không dùng cùng paracetamol.", monograph="ibuprofen", section=section)
    asked = replace(FRAME, co_medications=taken)
    draft = make_draft(quote(ADULT), replace(quote(theirs), role=role))
    assert good(draft, asked, make_evidence(ADULT, theirs)) is kept


def test_a_check_that_was_not_run_is_not_passed():
    draft = make_draft(quote(ADULT))
    found = check_grounding(draft, EVIDENCE, FRAME, oral_drugs={"paracetamol"})
    for left_out in range(len(found)):
        assert not passes(draft, found[:left_out] + found[left_out + 1 :])


def test_an_error_is_not_a_pass():
    draft = make_draft(quote(ADULT))
    found = check_grounding(draft, EVIDENCE, FRAME, oral_drugs={"paracetamol"})
    for i in range(len(found)):
        assert not passes(draft, [*found[:i], replace(found[i], verdict=Verdict.ERROR), *found[i + 1 :]])


@pytest.mark.parametrize(
    "said",
    [
        "Người lớn: 5 - 1 g/lần, cách 4 - 6 giờ; tối đa 4 g/ngày.",
        "Người lớn: 0,5 - 10 g/lần, cách 4 - 6 giờ; tối đa 4 g/ngày.",
        "Người lớn: 0,5 - 1 mg/lần, cách 4 - 6 giờ; tối đa 4 g/ngày.",
        "Người lớn: 0,5 - 1 g/kg/lần, cách 4 - 6 giờ; tối đa 4 g/ngày.",
        "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 ngày; tối đa 4 g/ngày.",
        "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ; tối đa 4 g/lần.",
        "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ; tối đa 8 g/ngày.",
        "Người lớn: 3 viên/lần.",
    ],
)
def test_a_number_or_unit_that_is_not_in_the_cited_span_fails(said):
    assert verdict(Check.NUMBERS, make_draft(quote(ADULT, text=said))) is Verdict.FAIL


@pytest.mark.parametrize("said", ["Tối đa 4000 mg/ngày.", "Tối đa 4 g/24 giờ."])
def test_equal_values_in_other_spelling_pass(said):
    assert verdict(Check.NUMBERS, make_draft(quote(ADULT, text=said))) is Verdict.PASS


def test_a_number_of_the_neighbouring_block_does_not_count():
    assert verdict(Check.NUMBERS, make_draft(quote(CHILD, text="0,5 g/lần"))) is Verdict.FAIL


def test_a_citation_moved_by_one_character_fails():
    claim = quote(ADULT)
    moved = replace(claim.citations[0], start=claim.citations[0].start + 1)
    assert verdict(Check.CITATION, make_draft(replace(claim, citations=(moved,)))) is Verdict.FAIL


def test_a_citation_of_a_passage_that_was_not_read_fails():
    claim = quote(ADULT)
    foreign = replace(claim.citations[0], passage="mau:paracetamol:lieu_luong_va_cach_dung:77")
    assert verdict(Check.CITATION, make_draft(replace(claim, citations=(foreign,)))) is Verdict.FAIL


def test_another_drugs_passage_fails():
    assert verdict(Check.DRUG, make_draft(quote(OTHER))) is Verdict.FAIL


def test_a_drug_found_by_its_indication_is_allowed():
    found = check_grounding(make_draft(quote(OTHER)), EVIDENCE, FRAME, candidates=("ibuprofen",))
    assert next(v for v in found if v.check is Check.DRUG).verdict is Verdict.PASS


def test_a_childs_dose_for_an_adult_fails():
    assert verdict(Check.POPULATION, make_draft(quote(CHILD))) is Verdict.FAIL


def test_a_dose_of_another_route_fails():
    frame = make_frame(populations=(Population.ADULT,), routes=(Route.RECTAL,))
    assert verdict(Check.ROUTE, make_draft(quote(ADULT)), frame) is Verdict.FAIL


def test_a_dose_of_another_band_fails():
    frame = make_frame(populations=(Population.CHILD,), age_months=120, weight_kg=30, routes=(Route.ORAL,))
    assert verdict(Check.BAND, make_draft(quote(CHILD)), frame) is Verdict.FAIL


def test_a_held_back_or_unproven_passage_fails():
    held = replace(ADULT, quarantine="số đáng ngờ")
    unpaged = make_passage(ADULT.text, headings=ADULT.headings, page=None)
    for passage in (held, unpaged):
        assert verdict(Check.PROVENANCE, make_draft(quote(passage)), evidence=make_evidence(passage)) is Verdict.FAIL


def test_a_stricter_sentence_about_another_population_is_a_fact_not_a_dose():
    assert good(make_draft(quote(ADULT), quote(CHILD, role=ClaimRole.STRICTER)))


@given(st.data())
def test_a_changed_digit_is_always_caught(data):
    text = ADULT.text
    places = [i for i, c in enumerate(text) if c.isdigit()]
    place = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from([d for d in "0123456789" if d != text[place]]))
    said = text[:place] + digit + text[place + 1 :]
    assert not good(make_draft(quote(ADULT, text=said))) or said_values(said) <= said_values(text)


def said_values(text):
    return {key for q in quantities(text) for key in q.equal_to()}


def test_every_check_gives_a_verdict_for_every_claim():
    found = check_grounding(make_draft(quote(ADULT), quote(OTHER)), EVIDENCE, FRAME)
    assert {(v.claim_index, v.check) for v in found} == {(i, c) for i in (0, 1) for c in CLAIM_CHECKS}


@pytest.mark.parametrize("said", ["1.250.000 mg/lần", "Dùng 1,5,5 mg/lần", "Dùng 0.5.1 g/lần", "4.000.000 mg/ngày"])
def test_digits_in_no_known_spelling_are_never_passed_over(said):
    assert verdict(Check.NUMBERS, make_draft(quote(ADULT, text=said))) is Verdict.FAIL


def test_odd_digits_pass_where_they_are_printed_just_so():
    odd = make_passage("Người lớn: theo sơ đồ 1,5,5 trong tài liệu.", headings=("Người lớn", "Uống"), ordinal=3)
    assert verdict(Check.NUMBERS, make_draft(quote(odd)), evidence=make_evidence(odd)) is Verdict.PASS
