"""The words that tell what a dose is for, and whether it is to prevent."""

import pytest

from rag.frames import Route
from rag.purpose_words import prevents
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    "question",
    [
        "colchicin dự phòng gút người lớn",
        "colchicin phòng gút người lớn",
        "colchicin phong gut nguoi lon",
        "colchicin phòng ngừa cơn gút cấp người lớn liều",
        "enoxaparin ngừa huyết khối người lớn",
        "isoniazid phòng lao trẻ 15kg 4 tuổi uống tính liều",
        "người bị gút, colchicin dự phòng tái phát, liều người lớn",
        "liều enoxaparin dự phòng DVT người lớn",
    ],
)
def test_prevention_that_is_asked_for_is_kept(question):
    assert prevents(hear(question))


@pytest.mark.parametrize(
    "question",
    [
        "colchicin gút người lớn",
        "colchicin điều trị gút người lớn",
        "paracetamol sốt sau tiêm phòng bé 3 tháng 6kg",
        "paracetamol sốt sau tiêm ngừa bé 3 tháng 6kg",
        "bệnh nhân tại phòng khám bị gút, liều colchicin người lớn",
        "phòng cấp cứu, liều colchicin người lớn bị gút",
        "colchicin không phải dự phòng mà điều trị gút người lớn",
        "enoxaparin điều trị chứ không dự phòng huyết khối người lớn",
    ],
)
def test_a_room_a_vaccination_or_what_is_denied_prevents_nothing(question):
    assert not prevents(hear(question))


@pytest.mark.parametrize(
    ("question", "indication"),
    [
        ("aciclovir viêm não herpes người lớn", "viêm não do Herpes simplex"),
        ("aciclovir viêm não do Herpes simplex người lớn", "viêm não do Herpes simplex"),
        ("aciclovir herpes não người lớn", "viêm não do Herpes simplex"),
        ("aciclovir herpes người lớn liều", "herpes"),
        ("aciclovir viêm não người lớn liều", "viêm não"),
        ("isoniazid lao tiềm ẩn người lớn uống", "lao tiềm ẩn"),
        ("isoniazid cho trẻ 4 tuổi 15kg tiếp xúc lao uống", "tiếp xúc lao"),
        ("furosemid phù do suy tim người lớn uống", "phù do suy tim"),
    ],
)
def test_what_makes_another_disease_of_it_belongs_to_the_name(question, indication):
    assert hear(question).indication == indication


def test_whoever_got_bone_marrow_is_given_nothing_into_the_marrow():
    assert hear("fluconazol dự phòng nấm candida người ghép tủy người lớn").routes == ()
    assert hear("methotrexat tiêm tủy sống người lớn liều").routes == (Route.OTHER,)


@pytest.mark.parametrize(
    ("turns", "kept"),
    [
        (("colchicin dự phòng gút liều", "người lớn"), True),
        (("colchicin dự phòng gút người lớn", "tính liều"), True),
        (("colchicin dự phòng gút người lớn", "còn điều trị thì sao"), False),
        (("colchicin dự phòng gút người lớn", "còn gút cấp"), False),
        (("colchicin gút người lớn", "tính liều"), False),
    ],
)
def test_what_was_to_be_prevented_is_prevented_in_the_next_turn_too(turns, kept):
    frame = talk(*turns)
    assert frame.indication == "gút"
    assert prevents(frame) is kept


def test_a_purpose_that_is_in_no_list_is_kept_while_the_patient_is_told_of():
    assert "Trichomonas" in talk("metronidazol Trichomonas liều", "người lớn", "uống").purpose.split()


def test_a_disease_named_before_the_patient_is_what_the_dose_is_for():
    assert talk("aciclovir viêm não herpes", "trẻ 5 tuổi 18kg").indication == "viêm não do Herpes simplex"
