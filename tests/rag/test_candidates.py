"""Which drugs are indicated for a condition: by the condition's own name, in alphabetical order, never ranked."""

import pytest

from rag.candidates import MOST_LISTED, compose_candidates
from rag.claims import ClaimRole
from rag.condition_names import PREVENTS, SORTS_PATIENTS
from rag.frames import Finding, Intent, Population
from rag.outcomes import Outcome
from rag.ports import Ports
from rag.records import NoticeKind
from tests.factories import make_evidence, make_frame, make_passage
from tests.fakes import ListedNames, MemoryPassages


def indicated(drug: str, text: str, *, ordinal: int = 0, quarantine: str | None = None):
    return make_passage(text, monograph=drug, section="chi_dinh", ordinal=ordinal, quarantine=quarantine)


ASPIRIN = indicated("aspirin", "Hạ sốt.")
PARACETAMOL = indicated("paracetamol", "Hạ sốt.")
AMOXICILIN = indicated("amoxicilin", "Sốt thương hàn.")
REYE = make_passage("Không chỉ định cho trẻ em dưới 16 tuổi.", monograph="aspirin", section="than_trong")


def ended(*passages, condition="sốt", **more):
    frame = make_frame(intent=Intent.SYMPTOM_TO_DRUG, drugs=(), sections=("chi_dinh",), condition=condition, **more)
    indications = make_evidence(*(p for p in passages if p.section == "chi_dinh"))
    return compose_candidates(frame, indications, Ports(ListedNames(), MemoryPassages(*passages)))


def test_drugs_are_listed_in_alphabetical_order_whatever_the_book_order():
    composed = ended(PARACETAMOL, AMOXICILIN, ASPIRIN)
    assert composed.outcome is Outcome.ANSWERED_CANDIDATE_LIST
    assert composed.candidates == ("aspirin", "paracetamol")
    assert [c.citations[0].passage for c in composed.draft.claims] == [ASPIRIN.id, PARACETAMOL.id]


def test_where_no_indication_names_the_condition_nothing_is_listed():
    composed = ended(AMOXICILIN)
    assert composed.outcome is Outcome.ABSTAIN_NO_EVIDENCE
    assert composed.draft.claims == ()


def test_what_forbids_a_drug_for_the_named_patient_stands_directly_behind_its_indication():
    composed = ended(ASPIRIN, PARACETAMOL, REYE, populations=(Population.CHILD,))
    assert composed.candidates == ("aspirin", "paracetamol")
    assert [(c.text, c.role) for c in composed.draft.claims] == [
        ("Hạ sốt.", ClaimRole.ANSWER),
        ("Không chỉ định cho trẻ em dưới 16 tuổi.", ClaimRole.STRICTER),
        ("Hạ sốt.", ClaimRole.ANSWER),
    ]


def test_the_forbidden_drugs_and_those_of_which_nothing_is_said_are_named():
    message = ended(ASPIRIN, PARACETAMOL, REYE, populations=(Population.CHILD,)).message
    assert "chống chỉ định liên quan đến trẻ em ở: Aspirin." in message
    assert (
        "Không nhận ra câu nào về trẻ em trong các mục an toàn đã đọc của: Paracetamol. Xin mở mục để đọc." in message
    )


def test_a_prohibition_stands_before_a_mere_caution():
    caution = make_passage("Trẻ em: theo dõi.", monograph="aspirin", section="than_trong", ordinal=0)
    forbids = make_passage("Trẻ em: không dùng.", monograph="aspirin", section="than_trong", ordinal=1)
    composed = ended(ASPIRIN, caution, forbids, populations=(Population.CHILD,))
    assert [c.text for c in composed.draft.claims][1:] == ["Trẻ em: không dùng.", "Trẻ em: theo dõi."]


def test_where_nothing_is_said_of_the_patient_for_any_drug_none_is_listed_as_suitable():
    composed = ended(ASPIRIN, PARACETAMOL, populations=(Population.PREGNANT,))
    assert composed.outcome is Outcome.ABSTAIN_NO_SAFETY_EVIDENCE
    assert "Aspirin, Paracetamol" in composed.message


def test_an_adult_needs_no_words_about_adults():
    assert ended(ASPIRIN, populations=(Population.ADULT,)).outcome is Outcome.ANSWERED_CANDIDATE_LIST


def test_safety_blocks_that_are_held_back_are_named_and_not_taken_for_silence():
    held = make_passage("Bảng.", monograph="paracetamol", section="than_trong", quarantine="lệch cột")
    message = ended(ASPIRIN, PARACETAMOL, REYE, held, populations=(Population.CHILD,)).message
    assert "chưa được đọc, của: Paracetamol." in message
    assert "Không nhận ra câu nào" not in message


def test_a_disease_of_the_patient_is_looked_for_too():
    contra = make_passage("Loét dạ dày.", monograph="aspirin", section="chong_chi_dinh")
    composed = ended(ASPIRIN, PARACETAMOL, contra, comorbidities=(Finding("loét dạ dày", present=True),))
    assert [c.text for c in composed.draft.claims if c.role is ClaimRole.STRICTER] == ["Loét dạ dày."]


def test_the_condition_itself_is_no_warning():
    other = make_passage("Người bệnh sốt cao.", monograph="aspirin", section="than_trong")
    composed = ended(ASPIRIN, REYE, other, populations=(Population.CHILD,))
    assert "Người bệnh sốt cao." not in [c.text for c in composed.draft.claims]


def test_an_indication_that_is_held_back_is_named_but_not_quoted():
    held = indicated("paracetamol", "Hạ sốt.", quarantine="lệch cột")
    composed = ended(ASPIRIN, held)
    assert [c.citations[0].passage for c in composed.draft.claims] == [ASPIRIN.id]
    assert any("Paracetamol" in n.text for n in composed.notices if n.kind is NoticeKind.QUARANTINE)
    assert ended(held).outcome is Outcome.VERIFY_PDF_QUARANTINED


# --- as what an indication names the condition -----------------------------------------------------------------

DIGOXIN = indicated("digoxin", "Suy tim.")
FUROSEMID = indicated("furosemid", "Phù trong suy tim sung huyết.")


def test_a_drug_that_only_mentions_the_condition_stands_behind_those_that_are_for_it_and_is_marked():
    composed = ended(FUROSEMID, DIGOXIN, condition="suy tim")
    assert [(c.text, c.role) for c in composed.draft.claims] == [
        ("Suy tim.", ClaimRole.ANSWER),
        ("Phù trong suy tim sung huyết.", ClaimRole.OTHERWISE),
    ]
    assert "Chỉ định của Furosemid chỉ nhắc tới «suy tim»" in composed.message


def test_where_the_condition_is_only_mentioned_the_answer_says_so_first():
    composed = ended(FUROSEMID, condition="suy tim")
    assert composed.outcome is Outcome.ANSWERED_CANDIDATE_LIST
    assert [c.role for c in composed.draft.claims] == [ClaimRole.OTHERWISE]
    assert composed.message.startswith("Không mục Chỉ định nào in «suy tim» là điều được điều trị")


def test_for_a_named_patient_what_only_mentions_the_condition_is_named_and_not_quoted():
    caution = make_passage("Người suy thận: giảm liều.", monograph="digoxin", section="than_trong")
    composed = ended(FUROSEMID, DIGOXIN, caution, condition="suy tim", populations=(Population.RENAL,))
    assert composed.candidates == ("digoxin",)
    assert "Furosemid" in composed.message
    assert [c.text for c in composed.draft.claims] == ["Suy tim.", "Người suy thận: giảm liều."]


def test_an_indication_that_says_for_whom_it_is_not_stands_with_the_drug():
    against = indicated("furosemid", "Người cao tuổi: Không dùng furosemid để điều trị tăng huyết áp.", ordinal=1)
    composed = ended(indicated("furosemid", "Tăng huyết áp."), against, condition="tăng huyết áp")
    assert [(c.text, c.role) for c in composed.draft.claims] == [
        ("Tăng huyết áp.", ClaimRole.ANSWER),
        ("Người cao tuổi: Không dùng furosemid để điều trị tăng huyết áp.", ClaimRole.STRICTER),
    ]


def test_a_drug_whose_indication_only_denies_the_condition_is_no_candidate():
    composed = ended(indicated("x", "Nhịp nhanh thất, không kèm đau thắt ngực."), condition="đau thắt ngực")
    assert composed.outcome is Outcome.ABSTAIN_NO_EVIDENCE


def test_a_heading_that_names_the_condition_speaks_for_its_block():
    below = make_passage("Cơn lớn. Cơn nhỏ.", monograph="x", section="chi_dinh", headings=("Động kinh",))
    composed = ended(below, condition="động kinh")
    assert [c.text for c in composed.draft.claims] == ["Cơn lớn."]


def test_asked_for_drugs_that_suit_a_patient_the_answer_says_that_the_book_does_not_sort_them():
    composed = ended(
        ASPIRIN, REYE, populations=(Population.CHILD,), rules={"relation": SORTS_PATIENTS, "condition": "x"}
    )
    assert "Sách không xếp thuốc thành dùng được và không dùng được" in composed.message


def test_drugs_are_never_ranked_by_what_print_says_of_the_patient():
    forbids = make_passage("Suy thận.", monograph="aspirin", section="chong_chi_dinh")
    composed = ended(PARACETAMOL, ASPIRIN, forbids, populations=(Population.RENAL,))
    assert composed.candidates == ("aspirin", "paracetamol")


def test_of_a_very_long_list_every_drug_is_named_though_not_every_one_is_quoted():
    drugs = [indicated(f"d{i:02}", "Hạ sốt.") for i in range(MOST_LISTED + 3)]
    composed = ended(*drugs)
    assert composed.candidates == tuple(f"d{i:02}" for i in range(MOST_LISTED))
    assert composed.message.endswith(": D24, D25, D26.")
    assert {p.monograph for p in composed.pointers} == {p.monograph for p in drugs}


def test_what_is_forbidden_to_an_age_that_the_patient_cannot_have_is_left_out():
    against = indicated("furosemid", "Tăng huyết áp.\nNgười cao tuổi: Không dùng thuốc để điều trị tăng huyết áp.")
    state = make_passage("Chỉ dùng khi thật cần.", monograph="furosemid", section="thoi_ky_mang_thai")

    def forbidden(**patient):
        return "Người cao tuổi" in str(ended(against, state, condition="tăng huyết áp", **patient).draft.claims)

    assert forbidden()
    assert forbidden(populations=(Population.ADULT,))
    assert not forbidden(populations=(Population.PREGNANT,))


@pytest.mark.parametrize(
    ("rules", "texts"),
    [
        ({}, ["Phối hợp thuốc.", "Người tiếp xúc."]),
        ({"purpose": PREVENTS}, ["Người tiếp xúc.", "Phối hợp thuốc."]),
    ],
)
def test_what_prevents_stands_behind_what_treats_unless_prevention_was_asked_for(rules, texts):
    prevents = make_passage("Người tiếp xúc.", monograph="a", section="chi_dinh", headings=("Dự phòng lao",))
    treats = make_passage("Phối hợp thuốc.", monograph="a", section="chi_dinh", headings=("Điều trị lao",), ordinal=1)
    composed = ended(prevents, treats, condition="lao", rules=rules)
    assert [c.text for c in composed.draft.claims] == texts
