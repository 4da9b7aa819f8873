"""The many ways in which the book says one thing, and the words that make a sentence say another."""

from fractions import Fraction

import pytest

from rag.dosing.rules import Basis, Per
from rag.dosing.units import Unit
from tests.rag.dosing.notation import fields
from tests.rag.dosing.reading import rules_of


def read(text: str) -> dict[str, str]:
    """The fields of the one rule that the sentence gives."""
    (rule,) = rules_of("Xyz", f"Người lớn: {text}.")
    return fields(rule)


def read_to_the_last_word(text: str) -> dict[str, str]:
    """The fields of the one rule, where no word of the sentence is left beside them but "nếu cần"."""
    (rule,) = rules_of("Xyz", f"Người lớn: {text}.")
    assert set(rule.remarks) <= {"nếu cần", "khi cần"}
    return fields(rule)


@pytest.mark.parametrize(
    ("printed", "unit"),
    [
        ("microgam", Unit.MICROGAM), ("nanogam", Unit.NANOGAM), ("mg", Unit.MG),
        ("gam", Unit.G), ("g", Unit.G), ("đvqt", Unit.DVQT), ("đơn vị quốc tế", Unit.DVQT), ("IU", Unit.DVQT),
        ("đơn vị", Unit.UNITS), ("đv", Unit.UNITS), ("mEq", Unit.MEQ), ("mmol", Unit.MMOL), ("ml", Unit.ML),
        ("giọt", Unit.DROP), ("nhát", Unit.PUFF),
    ],
)  # fmt: skip
def test_a_unit_is_the_one_that_is_printed(printed, unit):
    (rule,) = rules_of("Xyz", f"Người lớn: 5 {printed}/lần, 2 lần/ngày.")
    assert rule.amount.high.unit is unit
    assert rule.amount.high.value == 5


@pytest.mark.parametrize(
    ("printed", "basis"),
    [
        ("/lần, 1 lần/ngày", Basis.DOSE), ("/liều, 1 lần/ngày", Basis.DOSE), (" mỗi lần, 1 lần/ngày", Basis.DOSE),
        ("/lần", Basis.DOSE), ("/liều", Basis.DOSE), (" mỗi lần", Basis.DOSE), (" mỗi liều", Basis.DOSE), (" mỗi tuần", Basis.WEEK),
        ("/ngày", Basis.DAY), ("/24 giờ", Basis.DAY), ("/24giờ", Basis.DAY), (" mỗi ngày", Basis.DAY),
        (" trong 24 giờ", Basis.DAY), ("/tuần", Basis.WEEK), ("/giờ", Basis.HOUR), ("/phút", Basis.MINUTE),
        (" / ngày", Basis.DAY),
    ],
)  # fmt: skip
def test_an_amount_is_of_the_time_that_is_printed(printed, basis):
    (rule,) = rules_of("Xyz", f"Người lớn: 5 mg{printed}.")
    assert rule.amount.basis is basis


@pytest.mark.parametrize("printed", ["Mỗi lần 5 mg", "Mỗi lần uống 5 mg", "Mỗi lần 5 mg, 2 lần/ngày"])
def test_an_amount_is_of_each_dose_where_that_is_printed_before_it(printed):
    (rule,) = rules_of("Xyz", f"Người lớn: {printed}.")
    assert rule.amount.basis is Basis.DOSE


@pytest.mark.parametrize(
    ("printed", "per"),
    [
        ("/kg", Per.KG), ("/ kg", Per.KG), ("/kg thể trọng", Per.KG), ("/kg cân nặng", Per.KG), ("/m2", Per.M2),
        ("/m²", Per.M2), ("/m 2", Per.M2), ("", Per.FIXED),
    ],
)  # fmt: skip
def test_an_amount_is_per_what_is_printed(printed, per):
    (rule,) = rules_of("Xyz", f"Người lớn: 5 mg{printed}, 2 lần/ngày.")
    assert rule.amount.per is per


@pytest.mark.parametrize(
    ("printed", "times"),
    [
        ("2 lần/ngày", "2/ngày"), ("2 lần mỗi ngày", "2/ngày"), ("2 lần trong ngày", "2/ngày"),
        ("2 lần một ngày", "2/ngày"), ("x 2 lần/ngày", "2/ngày"), ("ngày 2 lần", "2/ngày"),
        ("ngày dùng 2 lần", "2/ngày"), ("ngày uống 2 lần", "2/ngày"), ("ngày tiêm 2 lần", "2/ngày"),
        ("ngày truyền 2 lần", "2/ngày"), ("mỗi ngày 2 lần", "2/ngày"), ("một ngày 2 lần", "2/ngày"),
        ("2 lần/24 giờ", "2/ngày"), ("2 lần/tuần", "2/tuần"), ("mỗi tuần 2 lần", "2/tuần"),
        ("một lần/ngày", "1/ngày"), ("hai lần/ngày", "2/ngày"), ("ba lần/ngày", "3/ngày"),
        ("bốn lần/ngày", "4/ngày"), ("năm lần/ngày", "5/ngày"), ("sáu lần/ngày", "6/ngày"),
        ("2 - 3 lần/ngày", "2-3/ngày"), ("2 hoặc 3 lần/ngày", "2-3/ngày"), ("2 đến 3 lần/ngày", "2-3/ngày"),
        ("2 tới 3 lần/ngày", "2-3/ngày"), ("2 – 3 lần/ngày", "2-3/ngày"),
    ],
)  # fmt: skip
def test_how_often_is_read_however_it_is_said(printed, times):
    found = read_to_the_last_word(f"5 mg/lần, {printed}")
    assert (found["liều"], found["số lần"]) == ("5 mg/lần", times)
    assert "chia" not in found


@pytest.mark.parametrize(
    ("printed", "times"),
    [
        ("chia 3 lần", "3/ngày"), ("chia đều 3 lần", "3/ngày"), ("chia ra 3 lần", "3/ngày"),
        ("chia làm 3 lần", "3/ngày"), ("chia thành 3 lần", "3/ngày"), ("chia 3 liều", "3/ngày"),
        ("chia 3 liều nhỏ", "3/ngày"), ("chia 3 liều bằng nhau", "3/ngày"), ("chia 3 lần uống", "3/ngày"),
        ("chia 3 lần tiêm", "3/ngày"), ("chia 3 lần truyền", "3/ngày"), ("chia 3 lần dùng", "3/ngày"),
        ("chia 3 lần/ngày", "3/ngày"), ("chia 3 lần mỗi ngày", "3/ngày"), ("chia 3 lần trong ngày", "3/ngày"),
        ("chia 3 lần trong 24 giờ", "3/ngày"), ("chia 2 - 3 lần", "2-3/ngày"),
        ("dùng 1 lần hoặc chia 2 lần", "1-2/ngày"), ("uống một lần hoặc chia 2 - 4 lần", "1-4/ngày"),
        ("dùng 1 lần trong ngày hoặc chia 2 lần/ngày", "1-2/ngày"), ("uống 1 lần hoặc chia 2 liều", "1-2/ngày"),
        ("dùng 1 lần hoặc chia 2 lần trong ngày", "1-2/ngày"), ("dùng 1 lần hoặc chia 2 lần mỗi ngày", "1-2/ngày"),
        ("dùng 1 lần, hoặc chia 2 lần", "1-2/ngày"), ("dùng 1 lần hoặc chia đều 2 lần", "1-2/ngày"), ("dùng 1 lần hoặc chia ra làm 2 lần", "1-2/ngày"),
    ],
)  # fmt: skip
def test_a_division_of_the_day_is_no_number_of_such_doses(printed, times):
    found = read_to_the_last_word(f"600 mg/ngày, {printed}")
    assert (found["liều"], found["số lần"], found["chia"]) == ("600 mg/ngày", times, "chia")


@pytest.mark.parametrize(
    ("printed", "hours"),
    [
        ("cách 6 giờ/lần", "6"), ("cách nhau 6 giờ/lần", "6"), ("cách mỗi 6 giờ một lần", "6"),
        ("cứ cách 6 giờ một lần", "6"), ("cứ 6 giờ một lần", "6"), ("mỗi 6 giờ một lần", "6"),
        ("cứ 6 giờ 1 lần", "6"), ("cách 4 - 6 giờ/lần", "4-6"), ("cách 4 đến 6 giờ/lần", "4-6"), ("mỗi 12 giờ", "12"),
    ],
)  # fmt: skip
def test_an_interval_is_read_however_it_is_said(printed, hours):
    found = read_to_the_last_word(f"5 mg/lần, {printed}")
    assert found["cách"] == f"{hours} giờ"
    assert "nếu cần" not in found


@pytest.mark.parametrize(
    "printed",
    [
        "có thể nhắc lại sau 4 giờ", "nhắc lại sau 4 giờ", "lặp lại sau 4 giờ", "nhắc lại liều sau 4 giờ",
        "nhắc lại cách 4 giờ", "nhắc lại sau mỗi 4 giờ", "cách 4 giờ/lần, nếu cần", "cách 4 giờ/lần, khi cần",
    ],
)  # fmt: skip
def test_a_dose_that_may_be_repeated_is_given_as_needed(printed):
    found = read_to_the_last_word(f"5 mg/lần, {printed}")
    assert (found["cách"], found["nếu cần"]) == ("4 giờ", "nếu cần")


@pytest.mark.parametrize(
    "printed",
    [
        "tối đa 40 mg/ngày", "liều tối đa 40 mg/ngày", "tối đa khuyến cáo 40 mg/ngày", "không quá 40 mg/ngày",
        "không vượt quá 40 mg/ngày", "không được quá 40 mg/ngày", "không nên quá 40 mg/ngày", "không dùng quá 40 mg/ngày",
        "nhưng không quá 40 mg/ngày", "không được vượt quá 40 mg/ngày", "không vượt 40 mg/ngày", "nhiều nhất 40 mg/ngày",
        "tối đa là 40 mg/ngày", "tối đa tới 40 mg/ngày", "tối đa đến 40 mg/ngày", "tối đa bằng 40 mg/ngày",
        "tối đa chỉ 40 mg/ngày", "tối đa 40 mg/24 giờ", "tối đa 40 mg mỗi ngày",
    ],
)  # fmt: skip
def test_a_maximum_is_a_maximum_however_it_is_said(printed):
    assert read_to_the_last_word(f"5 mg/lần, 2 lần/ngày; {printed}")["tối đa"] == "40 mg/ngày"


@pytest.mark.parametrize(
    "printed",
    [
        "tối đa 4 lần/ngày", "tối đa 4 liều/ngày", "tối đa 4 lần trong ngày", "tối đa 4 lần mỗi ngày",
        "tối đa 4 lần một ngày", "tối đa 4 lần/24 giờ", "tối đa 4 lần/24giờ", "không quá bốn lần/ngày",
    ],
)  # fmt: skip
def test_a_number_of_doses_is_limited_however_it_is_said(printed):
    found = read_to_the_last_word(f"5 mg/lần, cách 4 giờ/lần; {printed}")
    assert found["tối đa số lần"] == "4"
    assert "tối đa" not in found


@pytest.mark.parametrize(
    "printed",
    [
        "có thể tăng tới 40 mg/ngày", "có thể tăng lên 40 mg/ngày", "có thể tăng lên tới 40 mg/ngày",
        "có thể tăng lên đến 40 mg/ngày", "có thể tăng đến 40 mg/ngày", "nếu cần, có thể tăng tới 40 mg/ngày",
        "khi cần có thể tăng tới 40 mg/ngày", "tăng dần tới 40 mg/ngày", "tăng liều tới 40 mg/ngày",
        "tăng liều dần tới 40 mg/ngày", "có thể tăng tới liều 40 mg/ngày", "có thể cần tới 40 mg/ngày",
        "có thể dùng tới 40 mg/ngày", "phải tăng tới 40 mg/ngày", "cần tăng tới 40 mg/ngày", "có thể phải tăng tới 40 mg/ngày",
    ],
)  # fmt: skip
def test_what_a_dose_may_become_is_no_maximum(printed):
    found = read_to_the_last_word(f"5 mg/lần, 2 lần/ngày, {printed}")
    assert found["tăng tới"] == "40 mg/ngày"
    assert "tối đa" not in found


@pytest.mark.parametrize("printed", ["tối thiểu 3 mg/lần", "liều tối thiểu 3 mg/lần", "tối thiểu là 3 mg/lần"])
def test_a_minimum_is_a_minimum_however_it_is_said(printed):
    assert read_to_the_last_word(f"5 mg/lần, 2 lần/ngày, {printed}")["tối thiểu"] == "3 mg/lần"


@pytest.mark.parametrize(
    "printed",
    [
        "gần mức 20 mg nhất", "làm tròn tới mức 20 mg gần nhất", "làm tròn đến mức 20 mg nhất", "mức 20 mg gần nhất",
    ],
)  # fmt: skip
def test_a_step_is_a_step_however_it_is_said(printed):
    (rule,) = rules_of("Xyz", f"Người lớn: 5 mg/kg/lần, 2 lần/ngày, {printed}.")
    assert (str(rule.rounding), rule.remarks) == ("20 mg", ())


@pytest.mark.parametrize(
    "printed",
    ["Liều duy nhất 5 mg", "Một liều duy nhất 5 mg", "Dùng một liều duy nhất 5 mg", "Uống liều đơn 5 mg",
     "5 mg, uống một lần duy nhất", "5 mg, dùng 1 liều duy nhất", "Tiêm liều duy nhất 5 mg",
     "Truyền liều duy nhất 5 mg"],
)  # fmt: skip
def test_a_dose_that_is_given_once_is_of_no_day(printed):
    (rule,) = rules_of("Xyz", f"Người lớn: {printed}.")
    assert rule.amount.basis is Basis.SINGLE
    assert (rule.times, rule.remarks) == (None, ())


@pytest.mark.parametrize(
    "printed",
    [
        "trong 7 ngày", "trong 7 tuần", "trong 7 tháng", "trong 7 năm", "trong 7 ngày liên tục", "trong 7 ngày liên tiếp",
        "trong 7 ngày liền", "dùng trong 7 ngày", "uống trong 7 ngày", "điều trị trong 7 ngày", "kéo dài trong 7 ngày",
        "liền trong 7 ngày", "trong vòng 7 ngày", "trong suốt 7 ngày", "trong ít nhất 7 ngày", "trong tối thiểu 7 ngày",
        "trong khoảng 7 ngày", "trong tối đa 7 ngày", "tối đa 7 ngày", "không quá 7 ngày", "dùng tối đa 7 ngày",
        "ít nhất 7 ngày", "dùng 7 ngày", "kéo dài 7 ngày", "kéo dài tới 7 ngày", "kéo dài đến 7 ngày",
        "đợt điều trị 7 ngày", "điều trị 7 ngày", "trong 5 - 7 ngày", "ít nhất trong 7 ngày", "đủ không quá 7 ngày",
        "kéo dài tối đa 7 ngày", "kéo dài không quá 7 ngày",
    ],
)  # fmt: skip
def test_how_long_changes_no_dose(printed):
    found = read_to_the_last_word(f"5 mg/lần, 2 lần/ngày, {printed}")
    assert (found["liều"], found["số lần"], found["thời gian"]) == ("5 mg/lần", "2/ngày", printed)
    assert "tối đa" not in found


@pytest.mark.parametrize(
    "printed",
    [
        "truyền trong 15 phút", "tiêm trong 15 phút", "truyền tĩnh mạch trong 15 phút", "tiêm chậm trong 15 phút",
        "truyền liên tục trong 15 phút", "tiêm trực tiếp trong 15 phút", "truyền ít nhất 15 phút", "truyền trên 15 phút",
        "truyền trong vòng 15 phút", "truyền trong khoảng 15 phút", "truyền trong 2 giờ", "trong 15 phút",
        "ít nhất 15 phút", "trên 15 phút", "truyền trong 15 - 30 phút", "truyền trong suốt 15 phút",
        "truyền trong ít nhất 15 phút", "truyền trong tối thiểu 15 phút", "truyền trong tối đa 15 phút",
    ],
)  # fmt: skip
def test_how_long_an_infusion_takes_is_no_rate(printed):
    found = read_to_the_last_word(f"5 mg/lần, 2 lần/ngày, {printed}")
    assert (found["liều"], found["truyền"]) == ("5 mg/lần", printed)


@pytest.mark.parametrize(
    "printed",
    ["truyền trong 2 giờ đầu", "truyền trong 2 giờ sau", "truyền trong 2 giờ trước", "trong 15 phút đầu",
     "trong 15 phút sau", "trong 15 phút trước"],
)  # fmt: skip
def test_the_first_hours_are_no_length_of_an_infusion(printed):
    assert rules_of("Xyz", f"Người lớn: 5 mg/lần, 2 lần/ngày, {printed}.") == ()


@pytest.mark.parametrize(
    "printed",
    [
        "sau đó giảm liều", "rồi giảm liều", "dùng nửa liều", "gấp hai liều", "gấp rưỡi liều", "trừ khi sốt cao",
        "ngoại trừ khi sốt cao", "không uống lúc đói", "tránh uống lúc đói", "chống chỉ định khi sốt", "ngừng khi sốt",
        "ngắt khi sốt", "thay bằng loại khác", "bổ sung khi cần", "thêm một lần khi sốt", "pha với nước",
        "dùng dung dịch", "dùng viên", "dùng ống", "dùng lọ", "dùng hỗn dịch", "dùng đạn", "dùng gói", "tốc độ chậm",
        "mỗi liều một loại", "tối thiểu một liều", "ít nhất một liều", "tối đa một liều", "liều cao hơn khi nặng",
        "liều thấp hơn khi nhẹ", "có lúc cần đến liều khác", "tới liều khác", "mức liều khác", "tổng liều khác",
        "luân phiên với thuốc khác", "uống cách ngày", "uống cách nhật", "uống xen kẽ", "liều thứ hai như trên",
        "ngày thứ hai như trên", "ngày đầu như trên", "ngày hôm sau như trên", "những ngày sau như trên",
        "tuần đầu như trên", "tuần thứ hai như trên", "tiếp theo như trên", "tiếp tục như trên", "lặp lại như trên",
        "nhắc lại như trên", "chia như trên", "tính theo bazơ", "dưới dạng muối", "tương đương muối",
        "chuyển sang uống", "đối với ca nặng", "ở người nặng", "trẻ em như vậy", "người lớn như vậy", "trẻ như vậy",
        "khi thức dậy", "phải theo dõi", "đã đáp ứng", "mới dùng", "khi > bình thường", "khi < bình thường",
        "khi ≥ bình thường", "khi ≤ bình thường", "khi = bình thường", "khi ± bình thường", "uống rưỡi liều",
        "khi cần đến 7 viên", "nếu cần đến liều khác", "cho tuổi nhỏ", "cho tuổi lớn",
    ],
)  # fmt: skip
def test_words_that_change_a_dose_stop_the_rule(printed):
    assert rules_of("Xyz", f"Người lớn: 5 mg/lần, 2 lần/ngày, {printed}.") == ()


@pytest.mark.parametrize(
    "printed",
    [
        "nếu cần", "nếu cần thiết", "khi cần thiết", "như liều người lớn", "liều như người lớn",
        "không phụ thuộc bữa ăn", "xem mục dược lý", "xem thêm mục thận trọng", "tùy mức độ nặng",
        "tùy theo mức độ nặng", "tùy từng trường hợp cụ thể", "tùy theo từng trường hợp", "tùy đáp ứng",
        "tùy theo đáp ứng của mỗi người", "tùy tình trạng bệnh", "tùy theo tình trạng", "thay cho liều theo tuổi",
        "chia nhiều lần", "chia làm nhiều lần", "chia thành nhiều lần", "chia nhiều liều", "chia làm nhiều liều nhỏ", "chia thành nhiều liều",
        "thành nhiều liều nhỏ", "uống trong bữa ăn", "vào buổi tối",
    ],
)  # fmt: skip
def test_words_that_change_no_dose_do_not_stop_the_rule(printed):
    assert read(f"5 mg/ngày, {printed}")["liều"] == "5 mg/ngày"


@pytest.mark.parametrize(
    "printed",
    [
        "Uống", "Tiêm bắp", "Tiêm tĩnh mạch", "Tiêm tm", "Tiêm bắp chậm", "Truyền nhỏ giọt", "Truyền liên tục",
        "Truyền ngắt quãng", "Tiêm trực tiếp", "Tiêm dưới da", "Tiêm trong da", "Tiêm bắp sâu", "Đặt trực tràng",
        "Đặt hậu môn", "Thụt", "Khí dung", "Hít", "Ngậm", "Nhai", "Ngậm dưới lưỡi", "Qua đường uống", "Tiêm vào bắp",
        "Bằng đường uống", "Dùng", "Cho uống", "Liều", "Liều lượng", "Liều thường dùng", "Thường", "Liều thông thường",
        "Hằng ngày", "Hàng ngày uống", "Mỗi lần", "Một lần", "Có thể dùng", "Nên dùng", "Khoảng", "Từ", "Liều là",
        "Liều trung bình", "Liều ban đầu", "Liều khởi đầu", "Liều bắt đầu", "Liều duy trì", "Uống ngay",
        "Uống và ngậm", "Uống hoặc ngậm", "Tiêm rất chậm", "Tiêm nhanh", "Liều được dùng", "Với liều", "Nếu cần, uống",
        "Xyz", "Liều - uống",
    ],
)  # fmt: skip
def test_words_of_giving_may_stand_before_the_amount(printed):
    assert read(f"{printed} 5 mg/lần, 2 lần/ngày")["liều"] == "5 mg/lần"


@pytest.mark.parametrize(
    "printed",
    [
        "Metformin",
        "Acid folinic",
        "Ngày đầu",
        "Thêm",
        "Không dùng",
        "Viên",
        "Trẻ lớn",
        "Người nhẹ cân",
        "Tuổi nhỏ",
        "Suy thận",
        "Người suy gan",
        "Phụ nữ có thai",
        "Cho con bú",
        "Chạy thận",
        "Người cao tuổi",
    ],
)
def test_any_other_word_before_the_amount_stops_the_rule(printed):
    assert rules_of("Xyz", f"Người lớn: {printed} 5 mg/lần, 2 lần/ngày.") == ()


@pytest.mark.parametrize(
    "printed",
    [
        "để hạ sốt", "tùy lúc", "vì sốt", "trước bữa ăn", "sau bữa ăn", "cho người nặng", "vào buổi sáng", "khi sốt",
        "trong bữa ăn", "nếu sốt", "lúc đói", "ngay khi sốt", "bằng thìa", "theo giờ", "uống", "tiêm", "truyền", "dùng",
        "dưới lưỡi", "mỗi sáng", "một cách đều đặn", "và nghỉ", "hoặc nghỉ", "qua sonde", "từ sáng", "tới khi đỡ", "đến khi đỡ", "như thường lệ", "thường là",
        "chỉ khi sốt", "có thể uống", "do sốt", "ở nhà", "với nước", "đặt", "khoảng một", "nhiều nhất", "ít khi",
        "là đủ", "hằng sáng", "hàng sáng", "thuốc này", "xyz",
    ],
)  # fmt: skip
def test_words_behind_an_amount_may_say_when_and_how(printed):
    assert read(f"2 lần/ngày, 5 mg/lần {printed}")["liều"] == "5 mg/lần"


@pytest.mark.parametrize(
    "again",
    [
        "1 viên", "1 viên 5 mg", "2 ống", "1 ống 5 mg", "1 lọ", "1 lọ 5 mg", "1 gói", "1 gói 5 mg", "1 ống 5 mg/2 ml", "1 viên 5 g",
        "1 lọ 5 000 microgam", "20 đvqt", "khoảng 20 đvqt", "tức 20 đvqt", "tương đương 20 đvqt", "5 ml",
    ],
)  # fmt: skip
def test_the_same_dose_said_again_in_another_unit_changes_nothing(again):
    assert read(f"5 mg/lần ({again}), 2 lần/ngày")["liều"] == "5 mg/lần"


@pytest.mark.parametrize("again", ["10 mg", "khoảng 10 mg", "1 thìa", "5 mg/kg", "10 mg hoặc 20 đvqt và 5 ml"])
def test_another_dose_in_brackets_stops_the_rule(again):
    assert rules_of("Xyz", f"Người lớn: 5 mg/lần ({again}), 2 lần/ngày.") == ()


@pytest.mark.parametrize("printed", ["acid clavulanic", "metformin", "muối khan", "nguyên tố"])
def test_another_substance_behind_an_amount_stops_the_rule(printed):
    assert rules_of("Xyz", f"Người lớn: 2 lần/ngày, 5 mg/lần {printed}.") == ()
    assert rules_of("Xyz", f"Người lớn: 5 mg/lần {printed}, 2 lần/ngày.") == ()


@pytest.mark.parametrize(
    "printed",
    ["2 ngày một lần", "hai ngày một lần", "ba ngày một lần", "cách ngày một lần", "cách 2 ngày một lần"],
)
def test_every_other_day_is_never_once_a_day(printed):
    for rule in rules_of("Xyz", f"Người lớn: 5 mg/lần, {printed}."):
        assert rule.times is None


@pytest.mark.parametrize(
    ("printed", "value"),
    [("5 mg", "5"), ("0,5 mg", "1/2"), ("1 500 mg", "1500"), ("1 500,5 mg", "3001/2"), ("1\u00a0500 mg", "1500")],
)
def test_the_digits_are_read_exactly(printed, value):
    (rule,) = rules_of("Xyz", f"Người lớn: {printed}/lần, 2 lần/ngày.")
    assert rule.amount.high.value == Fraction(value)


@pytest.mark.parametrize(
    ("printed", "doses"),
    [
        ("15 mg/lần hoặc 20 mg/lần, 2 lần/tuần", []), ("15 mg/lần hoặc 20 mg/lần, cách 6 giờ/lần", []),
        ("15 mg/lần, 1 lần/tuần hoặc 20 mg/lần, 2 lần/tuần", [("15 mg/lần", "1/tuần"), ("20 mg/lần", "2/tuần")]),
        ("15 mg/lần hoặc 20 mg/lần", [("15 mg/lần", None), ("20 mg/lần", None)]),
        ("15 mg/ngày hoặc 20 mg/lần, 2 lần/tuần", [("15 mg/ngày", None), ("20 mg/lần", "2/tuần")]),
        ("20 mg/lần, 2 lần/ngày, sau đó 10 mg/lần", [("20 mg/lần", "2/ngày"), ("10 mg/lần", None)]),
        ("20 mg/lần, 2 lần/ngày, rồi 10 mg/lần", [("20 mg/lần", "2/ngày"), ("10 mg/lần", None)]),
        ("20 mg/lần, sau đó 10 mg/lần, 2 lần/ngày", [("20 mg/lần", None), ("10 mg/lần", "2/ngày")]),
        ("20 mg/lần", [("20 mg/lần", None)]),
    ],
)  # fmt: skip
def test_how_often_that_is_said_once_for_two_doses_is_read_for_neither(printed, doses):
    found = [fields(rule) for rule in rules_of("Xyz", f"Người lớn: {printed}.")]
    assert [(f["liều"], f.get("số lần")) for f in found] == doses
