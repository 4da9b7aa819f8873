"""How a printed indication names a condition: as what the drug is for, aside, only to deny it, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.indications import Named, is_denied, names_condition
from rag.vietnamese import fold

FOR_IT, ASIDE, NOT = Named.FOR_IT, Named.ASIDE, Named.NOT


@pytest.mark.parametrize(
    ("condition", "text", "named"),
    [
        ("sốt", "Hạ sốt ở trẻ em.", FOR_IT),
        ("sốt", "Các cơn đau nhẹ và vừa, sốt.", FOR_IT),
        ("sốt", "Sốt thương hàn và phó thương hàn.", NOT),
        ("sốt", "Sốt xuất huyết.", NOT),
        ("sốt", "Sốt rét do P. falciparum.", NOT),
        ("sot", "Giảm đau, hạ sốt.", FOR_IT),
        ("sot", "Sót nhau thai.", NOT),
        ("thương hàn", "Sốt thương hàn và phó thương hàn.", FOR_IT),
        ("cảm", "Nhiễm khuẩn do vi khuẩn nhạy cảm.", NOT),
        ("cam", "Nhiễm khuẩn do vi khuẩn nhạy cảm.", NOT),
        ("cảm", "Cảm giác đau.", NOT),
        ("ung thư", "Đau do ung thư.", ASIDE),
        ("ung thư", "Ung thư vú.", FOR_IT),
        ("đau bụng", "Đau bụng kinh.", NOT),
        ("đau bụng", "Đau bụng do co thắt.", FOR_IT),
        ("đau", "Đau thắt ngực.", NOT),
        ("ho", "Ho gà.", NOT),
        ("ho", "Ho khan.", FOR_IT),
        ("lao phổi", "Thuốc chống lao phù hợp.", NOT),
        ("lao phổi", "Lao hạch.", FOR_IT),
        ("gút", "Viêm khớp do gút cấp.", FOR_IT),
        ("hen", "Cơn hen cấp tính.", FOR_IT),
        ("hen", "Bệnh phổi tắc nghẽn: hen phế quản.", FOR_IT),
        ("viêm tai giữa", "Viêm tai ngoài.", NOT),
        ("viêm phổi", "Viêm phổi quá mẫn.", NOT),
        ("viêm phổi", "Viêm phổi.", FOR_IT),
        ("sốt", "Hội chứng Kawasaki: hạ sốt và chống huyết khối.", NOT),
        ("thấp khớp", "Thuốc không có tác dụng điều trị thấp khớp.", NOT),
        ("lỵ trực khuẩn", "Viêm ruột nhưng không phải lỵ trực khuẩn.", NOT),
        ("rung nhĩ", "Dự phòng huyết khối ở người rung nhĩ.", ASIDE),
        ("loét dạ dày", "Loét dạ dày - tá tràng.", FOR_IT),
        ("hoà", "Hòa.", FOR_IT),
        ("đái tháo đường", "Đái tháo đường typ 2 ở người lớn.", FOR_IT),
        ("viêm gan", "Viêm gân, viêm bao hoạt dịch.", NOT),
        ("viem gan", "Viêm gân, viêm bao hoạt dịch.", NOT),
        ("viem gan", "Viêm gan mạn.", FOR_IT),
        ("viêm gan B", "Viêm gan C mạn.", NOT),
        ("viêm họng", "Viêm phổi.", NOT),
        ("suy tim", "Suy thận tiến triển mạn tính.", NOT),
        ("bệnh vảy nến", "Viêm khớp vảy nến.", NOT),
        ("Parkinson", "Hội chứng Wolff-Parkinson-White.", NOT),
        ("viêm dạ dày", "Viêm dạ dày - ruột.", NOT),
        ("sốt", "Sốt kèm giảm bạch cầu trung tính.", NOT),
        ("suy tim", "Phù trong suy tim sung huyết, bệnh thận, xơ gan.", ASIDE),
        ("xơ gan", "Phù trong suy tim sung huyết, bệnh thận, xơ gan.", ASIDE),
        ("hội chứng thận hư", "Phù do tăng aldosteron (phù vô căn, phù do xơ gan, hội chứng thận hư, suy tim).", ASIDE),
        ("suy tim", "Dự phòng huyết khối ở người có nguy cơ: suy tim độ III hoặc IV, suy hô hấp cấp.", ASIDE),
        ("đau thắt ngực", "Nhịp nhanh thất ổn định, không kèm đau thắt ngực, phù phổi.", NOT),
        ("phù phổi cấp", "Nhịp nhanh thất ổn định, không kèm đau thắt ngực, phù phổi.", NOT),
        ("tăng huyết áp", "Bệnh thận do đái tháo đường, có hoặc không có tăng huyết áp.", ASIDE),
        ("đái tháo đường", "Bệnh thận do đái tháo đường.", ASIDE),
        ("nhiễm HIV", "Viêm phổi do Pneumocystis ở người nhiễm HIV.", ASIDE),
        ("nhiễm HIV", "Nhiễm MAC ở người lớn HIV âm tính.", NOT),
        ("đau lưng", "Viêm khớp do gút, đau lưng, đau rễ thần kinh nặng.", FOR_IT),
        ("mất ngủ", "Giảm triệu chứng ho khan làm mất ngủ.", ASIDE),
        ("sốc phản vệ", "Điều trị bổ sung trong sốc phản vệ.", FOR_IT),
        ("tăng cholesterol huyết", "Bổ trợ cho chế độ ăn để giảm triglycerid trong tăng cholesterol huyết.", FOR_IT),
        ("viêm phúc mạc", "Nhiễm khuẩn trong ổ bụng, kể cả viêm phúc mạc.", FOR_IT),
        ("áp xe não", "Nhiễm tụ cầu kháng methicilin gây áp xe não.", FOR_IT),
        ("giang mai", "Đau trong hội chứng thần kinh ngoại vi (kể cả do đái tháo đường), giang mai thần kinh.", ASIDE),
        ("loét dạ dày", "Tiệt trừ Helicobacter pylori trong loét dạ dày - tá tràng tiến triển.", ASIDE),
        ("H. pylori", "Tiệt trừ Helicobacter pylori trong loét dạ dày - tá tràng.", FOR_IT),
        ("herpes", "Dự phòng viêm giác mạc do Herpes simplex tái phát.", FOR_IT),
        ("nhồi máu cơ tim", "Sau nhồi máu cơ tim, khi huyết động đã ổn định.", FOR_IT),
        ("đẻ non", "Đau khi chuyển dạ, nếu không nghi đẻ non.", NOT),
        ("cường giáp", "Đái tháo đường typ 2 ổn định nhưng phải đại phẫu, bị sốt, cường giáp.", ASIDE),
        ("THA", "Tăng huyết áp.", FOR_IT),
        ("hypertension", "Tăng huyết áp.", FOR_IT),
        ("tiểu đường type 2", "Đái tháo đường không phụ thuộc insulin (typ 2).", FOR_IT),
        ("đái tháo đường typ 1", "Đái tháo đường typ 2 ở người lớn.", NOT),
        ("rối loạn nhịp tim", "Dự phòng rung nhĩ sau phẫu thuật tim.", FOR_IT),
        ("rung nhĩ", "Loạn nhịp thất đe dọa tính mạng.", NOT),
        ("viêm nội tâm mạc", "Viêm màng trong tim.", FOR_IT),
        ("loét tá tràng", "Loét dạ dày, tá tràng.", FOR_IT),
        ("thống phong", "Đợt cấp của bệnh gút.", FOR_IT),
    ],
)
def test_an_indication_names_a_condition_as_what_the_drug_is_for_or_aside_or_not(
    condition: str, text: str, named: Named
):
    assert names_condition(condition, text) is named


@pytest.mark.parametrize(
    ("condition", "text", "denied"),
    [
        ("tăng huyết áp", "Người cao tuổi: Không dùng furosemid để điều trị tăng huyết áp.", True),
        ("tăng huyết áp", "Tăng huyết áp.", False),
        ("tăng huyết áp", "Suy tim.", False),
        ("lỵ trực khuẩn", "Viêm ruột nhưng không phải lỵ trực khuẩn.", True),
    ],
)
def test_print_that_says_the_drug_is_not_for_a_condition_is_told_apart(condition: str, text: str, denied: bool):
    assert is_denied(condition, text) is denied


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_is_asked_and_printed_the_reading_ends(condition: str, text: str):
    assert names_condition(condition, text) in Named


@given(st.sampled_from(["Viêm phổi.", "Đợt cấp của bệnh gút.", "Phù trong suy tim.", "Hạ sốt ở trẻ em."]))
def test_without_marks_a_listed_condition_is_found_where_it_is_found_with_them(text: str):
    for name in ("viêm phổi", "gút", "suy tim", "sốt"):
        assert names_condition(fold(name), text) is names_condition(name, text)
