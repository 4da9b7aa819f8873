"""Identifiers are masked; ages, weights, laboratory values and drug names never are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.identifiers import KINDS, mask_identifiers, without_masks


@pytest.mark.parametrize(
    ("text", "masked", "kinds"),
    [
        ("BN Trần Thị Thử Nghiệm, SĐT 0900000000, 58t", "BN [tên], SĐT [số điện thoại], 58t", ("tên", "số điện thoại")),
        ("ông Lê Văn Mẫu 66 tuổi 62kg", "ông [tên] 66 tuổi 62kg", ("tên",)),
        ("BN TRẦN THỊ THỬ 58t", "BN [tên] 58t", ("tên",)),
        ("bn tran thi thu 58t suy tim", "bn [tên] 58t suy tim", ("tên",)),
        ("BN NGUYEN VAN THU 45t", "BN [tên] 45t", ("tên",)),
        ("BENH NHAN TRAN THI THU 60T, CREATININ 180", "BENH NHAN [tên] 60T, CREATININ 180", ("tên",)),
        ("NGUYEN VAN THU 45t lieu metformin", "[tên] 45t lieu metformin", ("tên",)),
        ("Nguyen Van Thu 45t lieu metformin", "[tên] 45t lieu metformin", ("tên",)),
        ("tên là Nguyễn Văn A, uống", "tên là [tên], uống", ("tên",)),
        ("Nguyễn Văn Thử 45 tuổi", "[tên] 45 tuổi", ("tên",)),
        ("bé An 5 tuổi 18kg", "bé [tên] 5 tuổi 18kg", ("tên",)),
        ("chị Thu Hà 30t có thai", "chị [tên] 30t có thai", ("tên",)),
        ("mã BA 00-TEST-0000, liều", "mã BA [mã bệnh án], liều", ("mã bệnh án",)),
        ("số vào viện 23/004512", "số vào viện [mã bệnh án]", ("mã bệnh án",)),
        ("CCCD 012345678901", "CCCD [số giấy tờ]", ("số giấy tờ",)),
        ("số 012345678901", "số [số giấy tờ]", ("số giấy tờ",)),
        ("CMND 123456789", "CMND [số giấy tờ]", ("số giấy tờ",)),
        ("thẻ BHYT GD4791234567890 hỏi liều", "thẻ BHYT [thẻ bảo hiểm] hỏi liều", ("thẻ bảo hiểm",)),
        ("thư từ mau.benhnhan@example.com: uống colchicin", "thư từ [thư điện tử]: uống colchicin", ("thư điện tử",)),
        ("gọi 0912 345 678 nhé", "gọi [số điện thoại] nhé", ("số điện thoại",)),
        ("+84 912 345 678", "[số điện thoại]", ("số điện thoại",)),
        ("84912345678", "[số điện thoại]", ("số điện thoại",)),
        ("(024) 3812 3456 nhé", "[số điện thoại] nhé", ("số điện thoại",)),
        ("0912.345.678", "[số điện thoại]", ("số điện thoại",)),
        ("nhắn bs Hoa 0912 345 678", "nhắn bs [tên] [số điện thoại]", ("tên", "số điện thoại")),
        ("hỏi giúp ông Tư Hùng", "hỏi giúp ông [tên]", ("tên",)),
        ("cô Lan Anh hỏi liều", "cô [tên] hỏi liều", ("tên",)),
        ("MBN: BN00123 uống", "MBN: [mã bệnh án] uống", ("mã bệnh án",)),
        ("HSBA 12345/2024, liều", "HSBA [mã bệnh án], liều", ("mã bệnh án",)),
        ("PID 12345678", "PID [mã bệnh án]", ("mã bệnh án",)),
        ("mã BN12345 uống", "mã [mã bệnh án] uống", ("mã bệnh án",)),
        (
            "địa chỉ: 12 Lê Lợi, phường 3, quận 1, liều paracetamol",
            "địa chỉ: [địa chỉ], liều paracetamol",
            ("địa chỉ",),
        ),
    ],
)
def test_an_identifier_is_masked_and_its_kind_named(text, masked, kinds):
    assert mask_identifiers(text) == (masked, kinds)


@pytest.mark.parametrize(
    "text",
    [
        "BN nữ 47t viêm khớp dạng thấp, MTX uống",
        "BN Clcr 22 nhé",
        "BN Nam 65 tuổi 70kg",
        "BN Hen 30 tuổi",
        "ông 52 tuổi bị gout mạn",
        "BN Cao Huyết Áp dùng Captopril",
        "BN CAO HUYẾT ÁP",
        "BN Ho Ra Máu 30 tuổi",
        "bn ho van con dom",
        "BN TRUONG LUC CO TANG",
        "HEP VAN HAI LA, PHAN VAN DO BENH",
        "NGUYEN NHAN VAN CHUA RO",
        "bn PID 500mg ceftriaxon",
        "PID 14 ngày doxycyclin",
        "heparin 84 000 đv, 8491 mg",
        "BN Thai 20 tuần",
        "cháu Augmentin 5 tuổi 18kg",
        "cho bé Hapacol 150, 5 tuổi",
        "bé Efferalgan 80 mg",
        "ông Paracetamol 500",
        "thuốc tên là Zyntalgo Forte",
        "Morphin Sulfat, Natri Clorid 0,9%",
        "Amoxicilin Và Kali Clavulanat 500 mg/125 mg",
        "kali 4.88 mmol/l, Na 134, creatinin 118 micromol/lít",
        "liều 0 5 10 15 20 mg lúc 0 6 12 18 giờ",
        "100 000/mm3, 1 500 000 đvqt",
        "đường uống, liều tối đa 4 000 mg/24 giờ",
        "Vợ em 29 tuổi, bầu 29 tuần",
        "",
    ],
)
def test_what_identifies_nobody_stays(text):
    assert mask_identifiers(text) == (text, ())


@pytest.mark.parametrize(
    "title", ["Acid acetylsalicylic", "Isosorbid dinitrat", "Methotrexat", "Cefuroxim", "Lidocain", "Sắt Sulfat"]
)
@pytest.mark.parametrize("cue", ["BN", "ông", "bé", "chị", "con em", "bệnh nhân"])
def test_no_drug_name_after_a_person_is_masked(cue, title):
    text = f"{cue} dùng {title} 5 ngày"
    assert mask_identifiers(text) == (text, ())
    text = f"{cue} {title} 500 mg"
    assert mask_identifiers(text) == (text, ())


@given(digits=st.from_regex(r"0[35789]\d{8}", fullmatch=True))
def test_any_mobile_number_is_masked(digits):
    masked, kinds = mask_identifiers(f"liên hệ {digits} hỏi liều paracetamol 500 mg")
    assert digits not in masked
    assert kinds == ("số điện thoại",)
    assert "500 mg" in masked


@given(age=st.integers(0, 110), weight=st.integers(1, 150), value=st.decimals(1, 9, places=1))
def test_ages_weights_and_values_are_never_masked(age, weight, value):
    text = f"BN {age}t {weight}kg, kali {value}, Clcr {weight} ml/phút, uống 500 mg mỗi 6 giờ"
    assert mask_identifiers(text) == (text, ())


def test_masking_twice_changes_nothing_more():
    once, _ = mask_identifiers("BN Trần Thị Thử, SĐT 0900000000")
    assert mask_identifiers(once) == (once, ())


@pytest.mark.parametrize(
    "text", ["BS Nội trú hỏi", "bác sĩ Hồi sức", "Bà Bầu", "Ông Bị Sốt", "Chị Em Phụ Nữ", "bác sĩ Augmentin"]
)
def test_a_form_of_address_before_no_name_masks_nothing(text):
    assert mask_identifiers(text) == (text, ())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "cue", ["", "sđt ", "SĐT: ", "số điện thoại là ", "email ", "CCCD ", "số bệnh án ", "mã BN ", "tên "]
)
def test_a_mask_and_what_announces_it_leave_no_word(cue, kind):
    text = f"liều paracetamol {cue}[{kind}] người lớn"
    left = without_masks(text)
    assert len(left) == len(text)
    assert left.replace(";", " ").split() == ["liều", "paracetamol", "người", "lớn"]


def test_other_brackets_stay():
    assert without_masks("liều [gan] ở người lớn") == "liều [gan] ở người lớn"
