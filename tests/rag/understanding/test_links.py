"""How the words of a turn hang on earlier turns, and how much is to be said."""

import pytest

from rag.frames import Verbosity
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear, links


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("còn trẻ em thì sao?", ["follow_up"]),
        ("con tre em thi sao", ["follow_up"]),
        ("con spironolacton?", ["follow_up"]),
        ("thế clarithromycin?", ["follow_up"]),
        ("vậy một ngày tối đa?", ["follow_up"]),
        ("à nhầm, 12 kg", ["correction"]),
        ("xin lỗi, viết nhầm, 12 kg", ["correction"]),
        ("thuốc thứ hai thì sao", ["follow_up", "second_drug"]),
        ("còn thuốc đầu?", ["first_drug", "follow_up"]),
        ("thuoc dau co thai dung duoc khong", ["first_drug"]),
        ("thuốc đó tiêm được không", ["that_drug"]),
        ("nó có gây ho không", ["that_drug"]),
        ("no co gay ho khong", ["that_drug"]),
        ("vậy tác dụng phụ của nó", ["follow_up", "that_drug"]),
        ("hai thuốc này dùng chung được không", ["both_drugs"]),
        ("hai thu nay di chung thi sao", ["both_drugs", "follow_up"]),
        ("dùng cùng carbamazepin có sao không", ["added_drug"]),
        ("thêm clarithromycin được không", ["added_drug"]),
        ("đổi ca: bé 3 tuổi", ["new_patient"]),
        ("đổi ca: bé 3 tuổi, cũng amikacin tĩnh mạch", ["new_patient"]),
        ("doi ca: be 3 tuoi, cung amikacin tinh mach", ["new_patient"]),
        ("ca mới: nam 58t", ["new_patient"]),
        ("bệnh nhân khác, 50 tuổi", ["new_patient"]),
        ("BN này Clcr 22", ["same_patient"]),
        ("chuyển sang amikacin thì sao", ["follow_up", "same_patient"]),
        ("quay lại cháu hồi nãy, 14kg", ["return"]),
        ("không đúng ý tôi", ["rejected"]),
    ],
)
def test_a_word_that_leans_on_earlier_turns_is_heard(question, found):
    assert links(question) == found


@pytest.mark.parametrize(
    "question",
    [
        "thế nào là tương kỵ",
        "tiêm nhầm 12 mg morphin",
        "nó uống hết 10 viên rồi",
        "uống lúc no hay đói: metformin",
        "omeprazol uống sau ăn được không",
        "Ibuprofen cho bé liều sao vậy em?",
        "morphin ở người MLCT 10 ml/phút: còn 75% hay 50% liều?",
        "lỡ cho BN 8 viên 1mg rồi",
        "Trẻ mới sinh 2 ngày dùng phenytoin",
        "thuoc dau da day omeprazol",
        "thuoc dau da day co thai dung duoc khong",
        "cho hỏi thêm liều cefixim người lớn",
        "con tôi 5 tuổi liều paracetamol",
    ],
)
def test_the_same_words_in_another_sense_lean_on_nothing(question):
    assert links(question) == []


@pytest.mark.parametrize(
    ("question", "verbosity"),
    [
        ("nói kỹ hơn", Verbosity.DETAILED),
        ("chi tiết hơn về metformin", Verbosity.DETAILED),
        ("noi ro hon", Verbosity.DETAILED),
        ("ngắn gọn thôi", Verbosity.CONCISE),
        ("tóm tắt chống chỉ định warfarin", Verbosity.CONCISE),
        ("chống chỉ định warfarin", None),
        ("Bệnh án tóm tắt: nam 50 tuổi, warfarin liều", None),
    ],
)
def test_how_much_is_to_be_said(question, verbosity):
    assert hear(question).verbosity is verbosity


@pytest.mark.parametrize("reply", ["sai rồi bé 16 kg", "sai rồi, 16 kg mới đúng", "không đúng rồi, bé 16kg"])
def test_a_value_that_is_put_right_keeps_the_question_and_the_rest_of_the_patient(reply):
    frame = talk("liều paracetamol uống bé 5 tuổi 18 kg", reply)
    assert (frame.weight_kg, frame.age_months, frame.sections) == (16, 60, ("lieu_luong_va_cach_dung",))
