"""A contraindication in an attack is none in the lasting disease, and is told with what the book adds to it."""

import pytest

from rag.condition_names import IN_ATTACK
from rag.contraindications import names_this_patient, only_of_an_attack
from rag.frames import Finding, Population
from rag.printed import segments
from rag.quoting import stricter_sentences
from tests.factories import make_frame, make_passage
from tests.rag.understanding.heard import hear

GOUT = make_frame(populations=(Population.ADULT,), comorbidities=(Finding("gút", True),))
PRINTED = "Đợt gút cấp. Nếu đợt cấp xảy ra khi đang dùng thuốc, vẫn tiếp tục. Người suy gan."


@pytest.mark.parametrize(
    ("text", "of_attack"),
    [
        ("Đợt gút cấp.", True), ("Cơn hen cấp.", True), ("Cơn hen cấp tính.", True), ("Bệnh gút.", False), ("Suy thận cấp.", False),
        ("Đợt điều trị, suy gan cấp.", False), ("Cơn đau thắt ngực.", False),
    ],
)  # fmt: skip
def test_what_is_printed_of_an_attack_alone(text, of_attack):
    assert only_of_an_attack(segments(make_passage(text))[0]) is of_attack


@pytest.mark.parametrize(("rules", "met"), [({}, False), ({"attack": IN_ATTACK}, True)])
def test_an_attack_is_met_where_one_was_told(rules, met):
    segment = segments(make_passage("Đợt gút cấp.", section="chong_chi_dinh"))[0]
    frame = make_frame(populations=(Population.ADULT,), comorbidities=(Finding("gút", True),), rules=rules)
    assert names_this_patient(segment, frame) is met


def test_what_takes_a_part_back_stands_behind_it():
    passage = make_passage(PRINTED, section="chong_chi_dinh")
    shown = " ".join(s.text for s in stricter_sentences([passage], GOUT))
    assert "Đợt gút cấp." in shown
    assert "Nếu đợt cấp" in shown
    assert "suy gan" not in shown


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("alopurinol người lớn cơn gút cấp 300mg", True), ("alopurinol dot cap gut nguoi lon", True),
        ("alopurinol người lớn gút 300mg", False), ("adrenalin cấp cứu người lớn", False), ("bệnh viện cung cấp alopurinol", False),
    ],
)  # fmt: skip
def test_an_attack_is_told_by_its_word(question, told):
    assert (hear(question).rules.get("attack") == IN_ATTACK) is told
