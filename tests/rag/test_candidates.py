"""Which drugs are indicated for a condition: by the condition's own name, in alphabetical order, never ranked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.candidates import compose_candidates, names_condition
from rag.claims import ClaimRole
from rag.frames import Finding, Intent, Population
from rag.outcomes import Outcome
from rag.ports import Ports
from rag.records import NoticeKind
from tests.factories import make_evidence, make_frame, make_passage
from tests.fakes import ListedNames, MemoryPassages


@pytest.mark.parametrize(
    ("condition", "text", "named"),
    [
        ("sốt", "Hạ sốt ở trẻ em.", True),
        ("sốt", "Các cơn đau nhẹ và vừa, sốt.", True),
        ("sốt", "Sốt thương hàn và phó thương hàn.", False),
        ("sốt", "Sốt xuất huyết.", False),
        ("sốt", "Sốt rét do P. falciparum.", False),
        ("sot", "Giảm đau, hạ sốt.", True),
        ("sot", "Sót nhau thai.", False),
        ("thương hàn", "Sốt thương hàn và phó thương hàn.", True),
        ("cảm", "Nhiễm khuẩn do vi khuẩn nhạy cảm.", False),
        ("cam", "Nhiễm khuẩn do vi khuẩn nhạy cảm.", False),
        ("cảm", "Cảm giác đau.", False),
        ("ung thư", "Đau do ung thư.", False),
        ("ung thư", "Ung thư vú.", True),
        ("đau bụng", "Đau bụng kinh.", False),
        ("đau bụng", "Đau bụng do co thắt.", True),
        ("đau", "Đau thắt ngực.", False),
        ("ho", "Ho gà.", False),
        ("ho", "Ho khan.", True),
        ("lao phổi", "Thuốc chống lao phù hợp.", False),
        ("lao phổi", "Lao hạch.", True),
        ("gút", "Viêm khớp do gút cấp.", True),
        ("hen", "Cơn hen cấp tính.", True),
        ("hen", "Bệnh phổi tắc nghẽn: hen phế quản.", True),
        ("viêm tai giữa", "Viêm tai ngoài.", False),
        ("viêm phổi", "Viêm phổi quá mẫn.", False),
        ("viêm phổi", "Viêm phổi.", True),
        ("sốt", "Hội chứng Kawasaki: hạ sốt và chống huyết khối.", False),
        ("thấp khớp", "Thuốc không có tác dụng điều trị thấp khớp.", False),
        ("lỵ trực khuẩn", "Viêm ruột nhưng không phải lỵ trực khuẩn.", False),
        ("rung nhĩ", "Dự phòng huyết khối ở người rung nhĩ.", True),
        ("loét dạ dày", "Loét dạ dày - tá tràng.", True),
        ("hoà", "Hòa.", True),
        ("đái tháo đường", "Đái tháo đường typ 2 ở người lớn.", True),
    ],
)
def test_a_condition_is_named_only_where_it_stands_as_an_indication_of_its_own(condition: str, text: str, named: bool):
    assert names_condition(condition, text) is named


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_is_asked_and_printed_the_reading_ends(condition: str, text: str):
    assert names_condition(condition, text) in (True, False)


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
    assert "Không thấy nói về trẻ em trong các mục an toàn đã đọc của: Paracetamol." in message


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
    assert "Không thấy nói về" not in message


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
