"""Several drugs or groups of patients: each answered apart, checked against its own question, nothing weighed."""

from dataclasses import replace

import pytest

from rag.claims import ClaimRole
from rag.frames import Intent, Population
from rag.grounding import check_grounding, passes
from rag.outcomes import Outcome
from rag.passages import DOSING
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import NoticeKind, TurnRequest
from rag.sides import sides_of
from tests.factories import make_draft, make_evidence, make_frame, make_passage, make_passages, quote
from tests.fakes import ListedNames, MemoryPassages

ADULT, CHILD, ELDERLY = Population.ADULT, Population.CHILD, Population.ELDERLY
CONTRA = "chong_chi_dinh"
ADULT_DOSE, CHILD_DOSE = "Người lớn: 500 mg/lần.", "Trẻ em 1 - 12 tuổi: 10 mg/kg/lần."
DOSES = make_passages((("Người lớn", "Uống"), ADULT_DOSE), (("Trẻ em", "Uống"), CHILD_DOSE))
OTHER_DOSES = make_passages((("Người lớn", "Uống"), "Người lớn: 200 mg/lần."), monograph="ibuprofen")
WARNINGS = (
    make_passage("Quá mẫn với paracetamol.", section=CONTRA),
    make_passage("Loét dạ dày.", section=CONTRA, monograph="ibuprofen"),
)
FORMS = make_passage("Viên nén 500 mg.", section="dang_thuoc_va_ham_luong")
NAMES = ListedNames(paracetamol="paracetamol", ibuprofen="ibuprofen")
SHELF = (*DOSES, *OTHER_DOSES, *WARNINGS, FORMS, replace(FORMS, id="f2", monograph="ibuprofen"))


def ask(question, *passages):
    return run_turn(TurnRequest(question), Ports(NAMES, MemoryPassages(*(passages or SHELF))))


def by_side(record, role=ClaimRole.ANSWER):
    return [(c.side, c.text) for c in record.claims if c.role is role]


def test_adults_and_children_are_answered_apart_with_what_is_printed_for_each():
    record = ask("liều paracetamol cho người lớn và trẻ em")
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert by_side(record) == [("Người lớn", ADULT_DOSE), ("Trẻ em", CHILD_DOSE)]
    assert record.calculation is None
    assert "Trẻ em: Chưa có tuổi và cân nặng" in record.message


def test_a_measured_child_beside_adults_keeps_its_values_to_itself():
    record = ask("liều paracetamol cho người lớn và trẻ em 5 tuổi 18 kg")
    assert [side for side, _ in by_side(record)] == ["Người lớn", "Trẻ em (5 tuổi, 18 kg)"]


def test_a_band_that_excludes_the_child_shows_nothing_on_its_side():
    record = ask("liều paracetamol cho người lớn và trẻ em 14 tuổi 40 kg")
    assert by_side(record) == [("Người lớn", ADULT_DOSE)]
    assert "Trẻ em" in record.message or "trẻ em" in record.message


def test_the_elderly_show_only_what_is_printed_for_them():
    own = make_passage("Người cao tuổi: Giảm liều.", headings=("Người cao tuổi",), ordinal=5)
    record = ask("liều paracetamol người lớn và người cao tuổi", *DOSES, own, FORMS)
    assert ("Người cao tuổi", ADULT_DOSE) not in [(c.side, c.text) for c in record.claims]
    assert ("Người lớn", ADULT_DOSE) in by_side(record)
    silent = ask("liều paracetamol người lớn và người cao tuổi", *DOSES, FORMS)
    assert "Người cao tuổi: Mục này không in liều riêng cho người cao tuổi" in silent.message


def test_two_drugs_stand_side_by_side_in_the_order_of_the_question():
    record = ask("chống chỉ định của ibuprofen và paracetamol")
    assert by_side(record) == [("Ibuprofen", "Loét dạ dày."), ("Paracetamol", "Quá mẫn với paracetamol.")]


def test_one_drug_for_one_patient_has_no_sides():
    record = ask("liều paracetamol uống người lớn")
    assert {c.side for c in record.claims} == {""}


def test_each_drug_is_quoted_for_what_was_asked_of_it_alone():
    record = ask("chống chỉ định của ibuprofen và liều paracetamol người lớn")
    assert by_side(record) == [("Ibuprofen", "Loét dạ dày."), ("Paracetamol", ADULT_DOSE)]


def test_the_population_is_asked_for_the_drug_whose_dose_is_asked():
    record = ask("chống chỉ định của ibuprofen và liều paracetamol")
    assert record.outcome is Outcome.CLARIFY_POPULATION
    assert "Paracetamol" in record.message
    assert "Ibuprofen" not in record.message


def test_a_drug_that_is_held_back_takes_nothing_from_the_other():
    held = tuple(replace(p, quarantine="cột lệch") for p in OTHER_DOSES)
    record = ask("so sánh liều paracetamol và ibuprofen ở người lớn", *DOSES, *held, FORMS)
    assert by_side(record) == [("Paracetamol", ADULT_DOSE)]
    assert any(n.kind is NoticeKind.QUARANTINE and "Ibuprofen" in n.text for n in record.notices)
    both = ask(
        "so sánh liều paracetamol và ibuprofen ở người lớn",
        *(replace(p, quarantine="cột lệch") for p in DOSES),
        *held,
        FORMS,
    )
    assert both.outcome is Outcome.VERIFY_PDF_QUARANTINED


@pytest.mark.parametrize(
    "question", ["paracetamol và ibuprofen thuốc nào tốt hơn", "thuốc nào mạnh hơn, ibuprofen hay paracetamol"]
)
def test_nothing_is_ranked(question):
    assert ask(question).outcome is Outcome.ABSTAIN_OUT_OF_SCOPE


def test_sides_are_the_product_of_drugs_and_groups():
    frame = make_frame(drugs=("paracetamol", "ibuprofen"), populations=(CHILD, ADULT), groups=(ADULT, CHILD))
    assert [side.label for side in sides_of(frame)] == [
        "Paracetamol – Người lớn",
        "Paracetamol – Trẻ em",
        "Ibuprofen – Người lớn",
        "Ibuprofen – Trẻ em",
    ]
    assert [side.frame.populations for side in sides_of(frame)[:2]] == [(ADULT,), (CHILD,)]


def test_a_section_asked_of_one_drug_is_no_dose_of_the_other():
    frame = make_frame(
        drugs=("paracetamol", "ibuprofen"),
        sections=(CONTRA, DOSING),
        own_sections={"paracetamol": (CONTRA,), "ibuprofen": (DOSING,)},
        populations=(ADULT,),
    )
    assert [side.frame.intent for side in sides_of(frame)] == [Intent.SECTION, Intent.DOSE]


@pytest.mark.parametrize(
    ("side", "passage", "good"),
    [("Người lớn", 0, True), ("Trẻ em", 1, True), ("Người lớn", 1, False), ("Trẻ em", 0, False)],
)
def test_a_claim_on_the_wrong_side_does_not_pass(side, passage, good):
    frame = make_frame(populations=(CHILD, ADULT), groups=(ADULT, CHILD))
    sides = {s.label: s.frame for s in sides_of(frame)}
    draft = make_draft(replace(quote(DOSES[passage]), side=side))
    assert passes(draft, check_grounding(draft, make_evidence(*DOSES), frame, sides=sides)) is good
