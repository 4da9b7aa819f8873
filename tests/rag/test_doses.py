"""What a printed sentence does to a dose: states it, limits it, forbids the drug, or only tells how to prepare it."""

import pytest

from rag.doses import read_dose


@pytest.mark.parametrize(
    "unit",
    [
        "mg",
        "g",
        "gam",
        "microgam",
        "nanogam",
        "ml",
        "đvqt",
        "đơn vị",
        "mEq",
        "mmol",
        "giọt",
        "viên",
        "ống",
        "nhát",
        "liều",
    ],
)
def test_a_number_with_a_unit_of_drugs_states_a_dose(unit):
    assert read_dose(f"Người lớn: 2 {unit}, ngày 2 lần.").states


@pytest.mark.parametrize(
    "text",
    [
        "Glucose huyết trên 126 mg/decilít.", "Nồng độ 10 mg/ml.", "Nồng độ 5 mmol/lít.", "Clcr dưới 30 ml/phút.",
        "Uống cách bữa ăn 2 giờ.", "Trẻ em trên 12 tuổi.", "Cân nặng 10 kg.", "Dùng trong 7 ngày.",
    ],
)  # fmt: skip
def test_a_level_a_clearance_or_a_time_states_no_dose(text):
    assert not read_dose(text).states


@pytest.mark.parametrize(
    "text",
    [
        "Tối đa 4 g/ngày.", "Không quá 4 g/ngày.", "Không được quá 4 g/ngày.", "Không nên dùng quá 4 g/ngày.",
        "Không vượt quá 4 g/ngày.", "Không được vượt quá 4 g/ngày.", "Không vượt 4 g/ngày.", "Tối thiểu 4 g/ngày.",
        "Tối đa là 4 g/ngày.", "Không dùng quá 4 g/ngày.", "Dùng hoặc quá 4 g/ngày.",
    ],
)  # fmt: skip
def test_a_maximum_alone_limits_and_states_no_dose(text):
    reading = read_dose(text)
    assert reading.limits
    assert not reading.states


def test_a_dose_before_its_maximum_is_stated():
    assert read_dose("500 mg/lần, tối đa 4 g/ngày.").states


def test_a_maximum_of_something_else_does_not_hide_the_dose_behind_it():
    assert read_dose("Tối đa 3 lần mỗi ngày, mỗi lần dùng 500 mg.").states


@pytest.mark.parametrize(
    "text",
    [
        "Không dùng cho trẻ em.", "Không được dùng cho trẻ em.", "Không khuyến cáo cho trẻ em.", "Không nên cho trẻ em.",
        "Cách giờ không quá xa.", "Không vượt mức.", "Không cần chỉnh.", "Phải theo dõi, không phải đổi thuốc.",
        "Chống chỉ định ở trẻ em.", "Tránh ở trẻ em.", "Như người lớn.", "Ngừng thuốc khi nặng.", "Giảm một nửa.",
        "Giảm nửa.", "Giảm bớt.", "Giảm 25 phần trăm.", "Giảm liều ở người suy thận.", "Chỉnh liều theo đáp ứng.",
        "Điều chỉnh theo đáp ứng.", "Giãn khoảng cách giữa các lần.", "Giãn rộng khoảng cách giữa các lần.",
        "Dùng mức tối đa.", "Bắt đầu bằng liều thấp.", "Thận trọng ở người cao tuổi.",
    ],
)  # fmt: skip
def test_words_that_bear_on_a_dose_limit_without_a_number(text):
    reading = read_dose(text)
    assert reading.limits
    assert not reading.states


@pytest.mark.parametrize("text", ["Uống sau bữa ăn.", "Uống với nhiều nước.", "Bảo quản nơi khô."])
def test_advice_on_taking_it_bears_on_no_dose(text):
    reading = read_dose(text)
    assert (reading.limits, reading.states, reading.forbids) == (False, False, False)


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ em: Chống chỉ định.", "Trẻ em: Không dùng.", "Trẻ em: Không được dùng.", "Trẻ em: Không nên dùng.",
        "Trẻ em: Không chỉ định.", "Trẻ em: Không khuyến cáo.", "Trẻ em: Không khuyến cáo dùng.", "Trẻ em: Tránh dùng.",
        "Tránh cho trẻ em.", "Không cho trẻ em uống.",
    ],
)  # fmt: skip
def test_a_prohibition_forbids_the_drug(text):
    assert read_dose(text).forbids


@pytest.mark.parametrize(
    "text",
    [
        "Không dùng quá 3 ngày.", "Không dùng dạng giải phóng chậm.", "Không dùng viên cho trẻ nhỏ.",
        "Không dùng chế phẩm có alcol.", "Không dùng dung dịch đã vẩn đục.", "Không dùng hỗn dịch đã mở lâu.",
        "Không dùng thuốc chậm.", "Không dùng liều cao.", "Không dùng đồng thời với rượu.", "Không dùng cùng rượu.",
        "Không dùng chung bơm tiêm.", "Không dùng kéo dài.", "Không dùng lọ đã mở.", "Không dùng loại có alcol.",
        "Không dùng kèm rượu.", "Không dùng thêm thuốc khác.", "Không dùng bất kỳ dạng nào khác.",
        "Không dùng ống đã mở.", "Không dùng dung môi khác.", "Không dùng nước muối.", "Tránh dùng quá liều.",
        "Tránh dùng dạng tiêm.", "Tránh dùng viên bao.", "Tránh dùng đồng thời với rượu.", "Tránh dùng cùng rượu.",
        "Tránh dùng chung bơm tiêm.", "Tránh dùng kéo dài.", "Tránh dùng liều cao.", "Chống chỉ định tương đối ở trẻ em.",
        "Chống chỉ định phối hợp với rượu.", "Chống chỉ định dùng đồng thời với rượu.", "Không khuyến cáo dùng viên cho trẻ nhỏ.", "Tránh dùng chế phẩm có alcol.",
        "Trẻ em dưới 3 tuổi: Không cho dùng chế phẩm có alcol.",
    ],
)  # fmt: skip
def test_what_limits_a_form_a_length_or_a_company_does_not_forbid_the_drug(text):
    assert not read_dose(text).forbids


def test_a_sentence_that_states_a_dose_does_not_forbid_it():
    reading = read_dose("Không dùng hằng ngày, chỉ 500 mg mỗi tuần.")
    assert reading.states
    assert not reading.forbids


@pytest.mark.parametrize(
    "text",
    [
        "Pha 500 mg trong 10 ml nước cất.", "Chỉ pha 500 mg trong 10 ml nước cất.", "Phải pha 500 mg.", "Nên pha 500 mg.",
        "Cần pha 500 mg.", "Hòa 500 mg.", "Hòa tan 500 mg.", "Truyền tĩnh mạch: Pha 500 mg trong 50 ml.",
        "Theo cách dùng ở trên: pha 500 mg.",
    ],
)  # fmt: skip
def test_how_to_make_it_up_states_no_dose_and_forbids_nothing(text):
    reading = read_dose(text)
    assert not reading.states
    assert not reading.forbids
    assert reading.limits


@pytest.mark.parametrize(
    "product", ["Ống", "Lọ", "Viên", "Gói", "Chai", "Túi", "Chế phẩm", "Dung dịch", "Hỗn dịch", "Thuốc tiêm"]
)
def test_the_strength_of_a_product_that_opens_the_sentence_is_no_dose(product):
    assert not read_dose(f"{product} 500 mg: chỉ dùng trong bệnh viện.").states
    assert not read_dose(f"Dùng {product.lower()} 500 mg: theo dõi chặt chẽ.").states
    assert read_dose(f"{product} 500 mg: 1 lần dùng 250 mg.").states


@pytest.mark.parametrize("small", ["trong", "vào", "với", "bằng", "trong khoảng"])
@pytest.mark.parametrize("diluent", ["dung dịch", "dung môi", "nước", "glucose", "dextrose", "natri"])
def test_the_volume_of_what_it_is_thinned_with_is_no_dose(small, diluent):
    assert not read_dose(f"Truyền {small} 100 ml {diluent} đẳng trương.").states


def test_a_volume_without_a_diluent_is_a_dose():
    assert read_dose("Uống trong bữa ăn 10 ml hỗn dịch.").states
    assert read_dose("Truyền 100 ml dung dịch.").states
