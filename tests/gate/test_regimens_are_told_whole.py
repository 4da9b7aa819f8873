"""Sentences of the book whose regimen was cut, exchanged or turned by a writer, and the same told faithfully."""

import pytest

from rag.claims import Claim
from rag.gate.verdicts import Decision
from tests.gate.sample import cite, judge, passages, sentences


def decide(monograph, printed, told):
    """`printed`: how the sentence of the book begins or a part of it; `told`: a claim that cites it."""
    found = [(p, s) for p in passages() if p.monograph == monograph for s in sentences(p) if printed in s]
    assert found, printed
    return judge(told, *found[0])


BURKITT = "u lympho Burkitt giai đoạn I - II"
WEEKLY = "mỗi tuần một lần, hoặc mỗi tuần 3 liều"
LEUKAEMIA = "Uống 15 mg/m2/lần"
ACUTE_GOUT = "Người lớn, đợt gút cấp"
GOUT = "Người lớn có 1 hoặc vài đợt gút cấp mỗi năm"
PARACETAMOL = "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4 g/ngày."
LEPROSY = "Trẻ em 6 - 14 tuổi, phong ít vi khuẩn"
TRICHOMONAS = "Người lớn nhiễm Trichomonas: Uống một liều duy nhất 2 g"
PHLEGM = "Người lớn, tiêu chất nhầy: Uống 600 mg/ngày"
ENDOCARDITIS = "Người lớn bị viêm nội tâm mạc do tụ cầu: Truyền tĩnh mạch 500 mg/lần"
LUNG = "Người lớn nhiễm MAC ở phổi, điều trị ban đầu"
HERPES = "nhiễm Herpes simplex lan tỏa: Truyền tĩnh mạch 20 mg/kg/lần, cách 8 giờ/lần, trong 14 ngày; nếu"
DISSOLVED = "Pha dung dịch truyền: Hòa 600 mg"
VIAL = "Hòa lọ 40 mg pantoprazol với 10 ml"


@pytest.mark.parametrize(
    ("monograph", "printed", "told"),
    [
        ("methotrexat", WEEKLY, "Người lớn, viêm khớp dạng thấp: Uống 7,5 mg/lần; điều chỉnh theo đáp ứng, tối đa 20 mg/tuần."),
        ("methotrexat", BURKITT, "Người lớn, u lympho Burkitt giai đoạn I - II: Uống 10 - 25 mg/ngày."),
        ("methotrexat", LEUKAEMIA, "Người lớn, bệnh bạch cầu cấp dòng lympho: Uống 15 mg/m2/lần hoặc 20 - 30 mg/m2/lần tùy phác đồ."),
        ("colchicin", ACUTE_GOUT, "Người lớn, đợt gút cấp: Liều ban đầu 0,5 - 1,2 mg, sau đó cách 1 giờ uống 0,5 - 0,6 mg hoặc cách 2 giờ uống 1 - 1,2 mg."),
        ("colchicin", GOUT, "Người lớn có 1 hoặc vài đợt gút cấp mỗi năm, dự phòng viêm khớp gút tái phát: Liều thường dùng 0,6 mg/ngày."),
        ("paracetamol", PARACETAMOL, "Người lớn: 0,5 - 1 g/lần; tối đa 4 g/ngày."),
        ("aciclovir", HERPES, "Trẻ em dưới 3 tháng tuổi, kể cả trẻ sơ sinh, nhiễm Herpes simplex lan tỏa: Truyền tĩnh mạch 20 mg/kg/lần, cách 8 giờ/lần, trong 14 ngày; kéo dài tới 21 ngày."),
        ("vancomycin", ENDOCARDITIS, "Người lớn bị viêm nội tâm mạc do tụ cầu: Truyền tĩnh mạch 500 mg/lần, cách 6 giờ/lần, hoặc 1 g/lần, cách 12 giờ/lần; điều trị ít nhất 3 tuần."),
        ("azithromycin", LUNG, "Người lớn nhiễm MAC ở phổi, điều trị ban đầu: Uống 500 - 600 mg/lần, 3 lần/tuần, cho tới khi nuôi cấy âm tính trong 1 năm."),
        ("rifampicin", DISSOLVED, "Pha dung dịch truyền: Hòa 600 mg rifampicin vào 10 ml dung môi, truyền tĩnh mạch chậm trong 3 giờ."),
        ("pantoprazol", VIAL, "Hòa lọ 40 mg pantoprazol với 10 ml natri clorid 0,9%, truyền tĩnh mạch trong 15 phút."),
        ("cefuroxim", "Giảm liều còn một nửa", "Người bệnh suy thận có Clcr dưới 20 ml/phút, dùng cefuroxim axetil uống: Giảm liều còn một nửa."),
    ],
)  # fmt: skip
def test_a_regimen_without_one_of_its_parts_is_not_told(monograph, printed, told):
    assert decide(monograph, printed, told).decision is not Decision.PASS


@pytest.mark.parametrize(
    ("monograph", "printed", "told"),
    [
        ("rifampicin", LEPROSY, "Trẻ em 6 - 14 tuổi, phong ít vi khuẩn, dùng liên tục 6 tháng: Rifampicin 300 - 450 mg, 1 lần/ngày."),
        ("metronidazol", TRICHOMONAS, "Người lớn nhiễm Trichomonas: Uống một liều duy nhất 2 g, 3 lần/ngày, trong 7 ngày."),
        ("metronidazol", TRICHOMONAS, "Người lớn nhiễm Trichomonas: Uống một liều duy nhất 2 g, 3 lần/ngày, hoặc 250 mg/lần, trong 7 ngày."),
        ("acetylcystein", PHLEGM, "Người lớn, tiêu chất nhầy: Uống 600 mg/ngày, 3 lần/ngày."),
        ("acetylcystein", PHLEGM, "Người lớn, tiêu chất nhầy: Uống 600 mg/ngày, 3 lần/ngày, hoặc 200 mg/lần, dùng một lần."),
        ("vancomycin", ENDOCARDITIS, "Người lớn bị viêm nội tâm mạc do tụ cầu: Truyền tĩnh mạch 500 mg/lần, cách 12 giờ/lần, khi chức năng thận bình thường; điều trị ít nhất 3 tuần."),
    ],
)  # fmt: skip
def test_a_dose_with_the_frequency_of_another_is_not_told(monograph, printed, told):
    assert decide(monograph, printed, told).decision is not Decision.PASS


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Uống 250 mg/lần, 2 lần/ngày, thường trong 5 - 10 ngày.", "Hoặc uống 500 mg/lần, 3 - 4 lần/ngày."),
        ("Uống 250 mg/lần.", "2 lần/ngày, hoặc 500 mg/lần, 3 - 4 lần/ngày, thường trong 5 - 10 ngày."),
    ],
)
@pytest.mark.parametrize("claims", [1, 2])
def test_two_sentences_do_not_exchange_what_one_may_not(claims, first, second):
    printed = "Người lớn: Uống 250 mg/lần, 3 - 4 lần/ngày, hoặc 500 mg/lần, 2 lần/ngày, thường trong 5 - 10 ngày."
    passage = next(p for p in passages() if printed in sentences(p))
    if claims == 1:
        assert judge(f"Người lớn: {first} {second}", passage, printed).decision is not Decision.PASS
    else:
        more = Claim(second, (cite(passage, printed),))
        assert judge(f"Người lớn: {first}", passage, printed, more).decision is not Decision.PASS


@pytest.mark.parametrize(
    ("monograph", "printed", "told"),
    [
        ("clarithromycin", "Giảm 75% liều", "Người bệnh suy thận có Clcr dưới 30 ml/phút, dùng cùng ritonavir: Giảm còn 75% liều clarithromycin."),
        ("clarithromycin", "Giảm 75% liều", "Người bệnh suy thận có Clcr dưới 30 ml/phút, dùng cùng ritonavir: Giảm xuống 75% liều clarithromycin."),
        ("clarithromycin", "Giảm 75% liều", "Người bệnh suy thận có Clcr dưới 30 ml/phút, dùng cùng ritonavir: Giảm bằng 75% liều clarithromycin."),
        ("clarithromycin", "Giảm 75% liều", "Người bệnh suy thận có Clcr dưới 30 ml/phút, dùng cùng ritonavir: Giảm tới 75% liều clarithromycin."),
        ("digoxin", "Giảm liều digoxin khoảng 20 - 25%", "Giảm liều digoxin còn khoảng 20 - 25% khi chuyển từ viên nén, cồn ngọt hoặc tiêm bắp sang tiêm tĩnh mạch."),
        ("cefuroxim", "Giảm liều còn một nửa", "Người bệnh suy thận có Clcr dưới 20 ml/phút, dùng cefuroxim axetil uống: Giảm liều một nửa, cách 24 giờ/lần."),
        ("enalapril", "Có thể cho thêm 20 - 25% liều", "Người bệnh thẩm phân máu, liều bổ sung: Có thể cho 20 - 25% liều sau khi thẩm phân."),
        ("epinephrin", "Không có chống chỉ định tuyệt đối", "Người cần cấp cứu sốc phản vệ: Không có chống chỉ định với adrenalin."),
        ("clarithromycin", "Trẻ em từ 6 tháng tuổi trở lên: Uống 7,5", "Trẻ em dưới 6 tháng tuổi trở lên: Uống 7,5 mg/kg/lần, cách 12 giờ/lần; tối đa 500 mg/lần."),
        ("methotrexat", "Tiêm tĩnh mạch 2,5 mg/kg/lần, cách 14", "Người lớn, bệnh bạch cầu cấp dòng lympho: Tiêm tĩnh mạch 2,5 mg/kg/lần, do 14 ngày/lần."),
        ("methotrexat", "Trẻ em, u lympho không Hodgkin: Liều đơn 300 mg/m2", "Trẻ em, u lympho không Hodgkin: Liều đơn 300 mg - 5 g/m2, tiêm hoặc truyền tĩnh mạch, tùy giai đoạn bệnh và điều trị trước đây."),
        ("rifampicin", "Người lớn từ 15 tuổi trở lên, phong ít", "Người lớn dưới 15 tuổi trở lên, phong ít vi khuẩn, dùng liên tục 6 tháng: Rifampicin 600 mg, 1 lần/tháng, phối hợp với dapson 100 mg, 1 lần/ngày."),
    ],
)  # fmt: skip
def test_a_small_word_that_turns_the_meaning_is_not_overlooked(monograph, printed, told):
    assert decide(monograph, printed, told).decision is not Decision.PASS


KINETICS = "Suy thận nhẹ (Clcr 61 - 90 ml/phút): Dược động học không thay đổi nhiều."


def test_a_degree_of_impairment_is_not_dropped():
    passage = next(p for p in passages() if KINETICS in sentences(p))
    told = KINETICS.replace(" nhẹ", "")
    assert judge(told, passage, KINETICS).decision is not Decision.PASS


def test_an_effect_of_a_high_dose_is_not_told_of_every_dose():
    printed = "Thuốc giãn chủ yếu hệ tĩnh mạch; với liều cao, cả động mạch và mạch vành cũng giãn."
    passage = next(p for p in passages() if printed in sentences(p))
    told = "Thuốc giãn chủ yếu hệ tĩnh mạch; cả động mạch và mạch vành cũng giãn."
    assert judge(told, passage, printed).decision is not Decision.PASS


@pytest.mark.parametrize(
    ("monograph", "printed", "told"),
    [
        ("paracetamol", PARACETAMOL, "Người lớn: 500 mg - 1 g/lần, cách 4 - 6 giờ một lần, không quá 4 g mỗi ngày."),
        ("amikacin", "Tính an toàn của thuốc cho người mang thai", "Chưa xác định được tính an toàn của thuốc cho phụ nữ mang thai."),
        ("metronidazol", TRICHOMONAS, "Ở người lớn nhiễm Trichomonas: uống một liều duy nhất 2 g, hoặc mỗi lần 250 mg, ngày 3 lần, trong 7 ngày."),
        ("clarithromycin", "Giảm 75% liều", "Bệnh nhân suy thận có Clcr < 30 ml/phút, dùng cùng ritonavir: giảm 75% liều clarithromycin."),
        ("digoxin", "Giảm liều digoxin khoảng 20 - 25%", "Giảm liều digoxin 20 - 25% khi chuyển từ viên nén, cồn ngọt hoặc tiêm bắp sang tiêm tĩnh mạch."),
        ("clarithromycin", "Trẻ em từ 6 tháng tuổi trở lên: Uống 7,5", "Trẻ em ≥ 6 tháng tuổi: uống mỗi lần 7,5 mg/kg, cách 12 giờ một lần; tối đa 500 mg/lần."),
    ],
)  # fmt: skip
def test_a_regimen_told_whole_in_other_words_passes(monograph, printed, told):
    found = decide(monograph, printed, told)
    assert found.decision is Decision.PASS, [f.reason for f in found.findings]


@pytest.mark.parametrize(
    ("monograph", "printed", "told"),
    [
        ("ciprofloxacin", "dùng amoxicilin 80 mg/kg/ngày", "Khi lâm sàng cải thiện, dùng amoxicilin 80 mg/kg/ngày, cách 8 giờ/lần để hoàn thành điều trị. Chia 3 lần."),
        ("paracetamol", "giải độc paracetamol: Liều ban đầu 150 mg/kg", "Acetylcystein (N-acetylcystein) đường tĩnh mạch, giải độc paracetamol: Liều ban đầu 150 mg/kg, pha trong 200 ml glucose 5%, tiêm tĩnh mạch trong 15 phút, tiếp theo truyền 100 mg/kg trong 1 lít dung dịch trong 16 giờ. Sau đó truyền tĩnh mạch 50 mg/kg trong 500 ml glucose 5% trong 4 giờ."),
        ("amlodipin", "Thuốc vận mạch thêm vào", "Thuốc vận mạch thêm vào: Isoprenalin 0,05 - 0,1 microgam/kg/phút, hoặc dopamin 4 - 5 microgam/kg/phút. Hoặc adrenalin 0,05 - 0,3 microgam/kg/phút."),
        ("isoniazid", "Liều từ 1,5 g trở lên", "Liều từ 1,5 g trở lên có nguy cơ gây độc, liều tử vong là trên 200 mg/kg. Liều 10 - 15 g có thể gây chết người nếu không được cấp cứu."),
    ],
)  # fmt: skip
def test_an_amount_passed_over_is_not_told_behind_the_others(monograph, printed, told):
    assert decide(monograph, printed, told).decision is not Decision.PASS


@pytest.mark.parametrize(
    ("monograph", "printed", "told"),
    [
        ("prednison", "Cứ 3 - 7 ngày giảm 2,5 - 5 mg", "Sau điều trị dài ngày, bắt buộc giảm liều từng bước: Cứ 3 - 7 ngày giảm 2,5 - 5 mg, đến liều sinh lý khoảng 5 mg/ngày; bệnh nặng lên, tăng liều trở lại rồi giảm chậm hơn."),
        ("amikacin", "Nửa đời 2 - 3 giờ khi thận bình thường", "Nửa đời 2 - 3 giờ thận bình thường, 30 - 86 giờ khi suy thận nặng, 4 - 5 giờ ở trẻ đủ tháng từ 7 ngày tuổi, 7 - 8 giờ ở trẻ nhẹ cân 1 - 3 ngày tuổi."),
        ("amiodaron", "Thuốc kháng giáp đôi khi không hiệu quả", "Thuốc kháng giáp đôi không hiệu quả; dùng glucocorticoid liều cao (prednisolon 1 mg/kg) trong vài tuần."),
    ],
)  # fmt: skip
def test_a_condition_is_not_made_a_statement(monograph, printed, told):
    assert decide(monograph, printed, told).decision is not Decision.PASS
