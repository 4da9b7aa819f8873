"""Names of conditions and allergies: the same, and only seemingly the same."""

import pytest

from rag.condition_names import indication_terms
from rag.conditions import allergen_of, concerns, names_allergy, names_indication, same_condition


@pytest.mark.parametrize(
    ("asked", "printed", "same"),
    [
        ("sốt", "Đau, sốt", True),
        ("sốt", "Hạ sốt, giảm đau", True),
        ("sốt virus", "Đau, sốt", True),
        ("sốt", "Bệnh Kawasaki, giai đoạn đầu có sốt", False),
        ("sốt", "Sốt sau khi tiêm chủng", False),
        ("viêm tai giữa cấp", "Viêm tai giữa", True),
        ("trào ngược dạ dày thực quản", "Trào ngược dạ dày - thực quản", True),
        ("THA", "Tăng huyết áp", True),
        ("viêm phổi", "Bệnh Lyme", False),
        ("hen", "Cơn hen cấp", True),
        ("đau", "Đau bụng kinh", False),
        ("đau", "Đau thắt ngực", False),
        ("đau nặng", "Đau", True),
        ("đau thắt ngực", "Đau", False),
        ("sốt xuất huyết", "Đau, sốt", False),
        ("nhiễm khuẩn nặng", "Nhiễm khuẩn nhẹ hơn", False),
        ("nhiễm khuẩn", "Nhiễm khuẩn tiết niệu", False),
        ("bệnh than", "Bệnh than", True),
    ],
)
def test_an_indication_is_one_of_the_printed_items(asked, printed, same):
    assert names_indication(asked, printed) is same


@pytest.mark.parametrize(
    ("finding", "allergen"),
    [
        ("dị ứng penicilin", "penicilin"),
        ("quá mẫn với aspirin", "aspirin"),
        ("dị ứng kháng sinh penicillin", "penicilin"),
        ("dị ứng cefuroxime", "cefuroxim"),
        ("dị ứng cephalexin", "cefalexin"),
        ("dị ứng cephalosporin", "cephalosporin"),
        ("di ung thuoc nhom penicilin", "penicilin"),
        ("hen", None),
    ],
)
def test_an_allergy_names_its_allergen(finding, allergen):
    assert allergen_of(finding) == allergen


@pytest.mark.parametrize(
    ("allergen", "printed", "own", "named"),
    [
        ("penicilin", "Người từng dị ứng với bất kỳ penicilin nào.", (), True),
        ("penicilin", "Quá mẫn với các beta-lactam.", (), True),
        ("amoxicilin", "Quá mẫn với một thành phần của thuốc.", ("Amoxicilin",), True),
        ("amoxicilin", "Quá mẫn với một thành phần của thuốc.", ("Warfarin",), False),
        ("aspirin", "Quá mẫn với thuốc chống viêm không steroid khác.", (), True),
        ("penicilin", "Suy gan nặng.", (), False),
        ("cefalexin", "Dị ứng với các cephalosporin.", (), True),
        ("naproxen", "Quá mẫn với thuốc chống viêm không steroid khác.", (), True),
        ("penicilin", "Vi khuẩn kháng penicilin.", (), False),
        ("penicilin", "Tiền sử phản ứng phản vệ với penicilin.", (), True),
        ("cephalosporin", "Người bệnh từng dị ứng với bất kỳ penicilin nào.", (), True),
        ("sulfamid", "Mẫn cảm với dẫn chất sulfonamid.", (), True),
        ("erythromycin", "Quá mẫn với bất kỳ kháng sinh nào thuộc nhóm macrolid.", (), True),
        ("captopril", "Phù mạch khi dùng thuốc ức chế ACE bất kỳ.", (), True),
        ("captopril", "Hẹp động mạch chủ.", (), False),
    ],
)
def test_an_allergy_is_found_by_allergen_class_or_the_drug_itself(allergen, printed, own, named):
    assert names_allergy(allergen, printed, own_names=own) is named


def test_a_brand_stands_for_its_substance_in_an_allergy():
    printed = "Quá mẫn với thuốc chống viêm không steroid khác."
    assert not names_allergy("brufen", printed)
    assert names_allergy("brufen", printed, substance="Ibuprofen")


def test_a_condition_that_print_rules_out_as_a_cause_is_not_spoken_of():
    assert not same_condition("phản vệ", "Tổn thương não, sốc không do phản vệ.")
    assert same_condition("phản vệ", "Sốc không do phản vệ; riêng phản vệ không có chống chỉ định.")


@pytest.mark.parametrize(
    ("asked", "printed", "same"),
    [
        ("tiểu đường", "Phản ứng tìm aceton trong nước tiểu dương tính giả.", False),
        ("tiểu đường", "Người đái tháo đường.", True),
        ("tieu duong", "Người đái tháo đường.", True),
        ("viêm gan", "Viêm gân do fluoroquinolon.", False),
        ("viem gan", "Viêm gân do fluoroquinolon.", False),
        ("hen", "Hội chứng thở hổn hển.", False),
        ("hen", "Người hen.", True),
        ("ho", "Suy hô hấp.", False),
        ("lao", "Người lão suy.", False),
        ("nôn", "Phối hợp với thuốc chống nôn khác.", False),
        ("nôn", "Nôn nhiều; thuốc chống nôn không có tác dụng.", True),
        ("trầm cảm", "Đang dùng thuốc chống trầm cảm ba vòng.", True),
        ("loét giac mạc", "Loét giác mạc.", True),
        ("loet giac mac", "Loét giác mạc.", True),
        ("loét giác mạc", "loet giac mac", True),
    ],
)
def test_a_condition_is_spoken_of_by_its_words_with_their_marks(asked, printed, same):
    assert same_condition(asked, printed) is same


def test_a_synonym_is_the_same_condition():
    assert same_condition("cao huyết áp", "Người tăng huyết áp nặng.")


@pytest.mark.parametrize(
    ("finding", "printed", "concerned"),
    [
        ("cường giáp", "Loạn năng tuyến giáp.", True),
        ("suy giáp", "Rối loạn chức năng tuyến giáp: Cần thận trọng.", True),
        ("bệnh tuyến giáp", "Cường giáp chưa kiểm soát.", True),
        ("cường giáp", "Suy giáp.", False),
        ("suy tim", "Bệnh tim mạch.", True),
        ("rung nhĩ", "Rối loạn nhịp tim.", True),
        ("viêm gan B", "Bệnh gan hoạt động.", True),
        ("đái tháo đường typ 2", "Đái tháo đường.", True),
        ("suy tim", "Suy thận.", False),
        ("viêm nha chu", "Viêm nha chu.", True),
    ],
)
def test_a_caution_concerns_a_patient_under_a_wider_name_too(finding, printed, concerned):
    assert concerns(finding, printed) is concerned


def test_a_wider_name_is_never_what_a_drug_is_given_for():
    assert not same_condition("cường giáp", "Bệnh tuyến giáp.")
    assert "bệnh tim" not in indication_terms("suy tim")


@pytest.mark.parametrize(
    ("allergen", "named"),
    [("amox", True), ("ampi", True), ("genta", False), ("cef", False), ("pen", False)],
)
def test_an_allergen_that_was_cut_short_stands_for_the_only_class_it_begins(allergen, named):
    assert names_allergy(allergen, "Dị ứng penicilin: dị ứng chéo.") is named


@pytest.mark.parametrize(
    ("finding", "printed", "concerned"),
    [
        ("xuất huyết não", "Đang chảy máu hoặc có nguy cơ chảy máu.", True),
        ("chảy máu cam", "Người đang bị xuất huyết.", True),
        ("sốt xuất huyết", "Đang chảy máu.", False),
        ("giảm tiểu cầu", "Đang chảy máu.", False),
    ],
)
def test_whoever_bleeds_somewhere_is_concerned_by_what_is_printed_of_bleeding(finding, printed, concerned):
    assert concerns(finding, printed) is concerned
