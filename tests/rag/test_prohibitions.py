"""What the dosing section forbids: whom, and only whom; and what it says against a way of giving."""

from dataclasses import replace

import pytest

from rag.applicability import applicability
from rag.frames import Finding, Population, Renal, Route
from rag.printed import segments
from rag.prohibitions import forbids_patient, only_for_older, said_of_route
from tests.factories import make_frame, make_passage

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY
RENAL, HEPATIC, PREGNANT = Population.RENAL, Population.HEPATIC, Population.PREGNANT
CHILD = make_frame(populations=(C,), age_months=24, weight_kg=12)


def forbids(text, frame, *, headings=(), place=-1):
    segment = segments(make_passage(text, headings=headings))[place]
    return forbids_patient(segment, applicability(segment, frame), frame)


@pytest.mark.parametrize(
    ("text", "frame", "forbidden"),
    [
        pytest.param("Trẻ em dưới 3 tuổi: Không dùng.", CHILD, True, id="trong khoảng tuổi"),
        pytest.param("Trẻ em dưới 1 tuổi: Không dùng.", CHILD, False, id="ngoài khoảng tuổi"),
        pytest.param("Trẻ em dưới 2 tuổi: Không dùng.", CHILD, False, id="đúng đầu hở của khoảng"),
        pytest.param("Trẻ em dưới 15 kg: Không dùng.", CHILD, True, id="trong khoảng cân nặng"),
        pytest.param("Trẻ em dưới 3 tuổi: 5 mg/kg/ngày.", CHILD, False, id="liều, không phải lời cấm"),
        pytest.param("Trẻ em: Không dùng.", CHILD, False, id="không có khoảng: mục khác nói"),
        pytest.param("Suy gan: Không dùng.", make_frame(populations=(A, HEPATIC)), True, id="suy gan"),
        pytest.param("Suy gan: Không dùng.", make_frame(populations=(A,)), False, id="không suy gan"),
        pytest.param("Suy gan: Không dùng.", make_frame(populations=(A, RENAL)), False, id="suy cơ quan khác"),
        pytest.param("Phụ nữ mang thai: Không dùng.", make_frame(populations=(PREGNANT,)), True, id="có thai"),
        pytest.param("Người lớn dưới 75 tuổi: Không dùng.", make_frame(populations=(A,), age_months=600), True, id="người lớn trong khoảng"),
        pytest.param("Sơ sinh dưới 8 ngày tuổi: Không dùng.", make_frame(populations=(N,), age_months="0.1"), True, id="sơ sinh trong khoảng"),
    ],
)  # fmt: skip
def test_a_prohibition_holds_for_those_whom_it_is_printed_for(text, frame, forbidden):
    assert forbids(text, frame) is forbidden


@pytest.mark.parametrize("severe", ["nặng", "Child-Pugh C", "Child Pugh C", "Child C", "giai đoạn cuối", "mất bù"])
def test_a_prohibition_in_severe_impairment_is_not_for_any_impairment(severe):
    text = f"Suy gan {severe}: Không dùng."
    assert not forbids(text, make_frame(populations=(A, HEPATIC)))
    assert forbids(text, make_frame(populations=(A, HEPATIC), hepatic=f"suy gan {severe}"))
    told = (Finding(f"xơ gan {severe}", True),)
    assert forbids(text, make_frame(populations=(A, HEPATIC), comorbidities=told))
    assert not forbids(text, make_frame(populations=(A, HEPATIC), hepatic="suy gan nhẹ"))


def test_severe_impairment_with_a_clearance_is_judged_by_the_clearance():
    frame = make_frame(populations=(A, RENAL), renal=Renal("clcr", 20, "ml/phút", ""))
    assert forbids("Suy thận nặng, Clcr < 30 ml/phút: Không dùng.", frame)
    assert not forbids("Suy thận nặng, Clcr < 10 ml/phút: Không dùng.", frame)


def test_the_exception_that_a_prohibition_names_is_not_forbidden():
    text = "Trẻ em dưới 16 tuổi: Không chỉ định, ngoại trừ bệnh Kawasaki."
    assert forbids(text, CHILD)
    assert not forbids(text, replace(CHILD, indication="Kawasaki"))
    assert not forbids(text, replace(CHILD, condition="Kawasaki"))
    assert forbids(text, replace(CHILD, indication="sốt"))


def test_a_neighbouring_class_that_reaches_over_forbids_only_within_its_age():
    of_newborns = "Trẻ sơ sinh dưới 3 tháng tuổi: Không dùng."
    assert forbids(of_newborns, make_frame(populations=(C,), age_months=2, weight_kg=5))
    assert not forbids(of_newborns, make_frame(populations=(C,), age_months=4, weight_kg=6))
    of_weight = "Trẻ sơ sinh dưới 5 kg: Không dùng."
    assert not forbids(of_weight, make_frame(populations=(C,), age_months=2, weight_kg=4))


def test_a_remark_behind_the_dose_of_its_own_block_is_a_condition_of_that_dose():
    frame = make_frame(populations=(PREGNANT,))
    assert not forbids("Thai phụ: 2 mg/lần, 4 lần/ngày. Nói chung không khuyến cáo dùng cho thai phụ.", frame)
    assert forbids("Thai phụ: Không khuyến cáo.", frame)


@pytest.mark.parametrize("give", ["tiêm", "truyền", "uống", "đặt", "hít", "bơm", "nhỏ", "bôi", "dùng"])
@pytest.mark.parametrize("no", ["Không {}", "Không được {}", "Không nên {}", "Tránh {}", "Chỉ {}", "Chỉ được {}"])
def test_a_sentence_against_the_asked_way_is_found(no, give):
    text = f"{no.format(give)} thuốc này theo đường tiêm bắp."
    (segment,) = segments(make_passage(text))
    frame = make_frame(populations=(A,), routes=(Route.IM,))
    assert said_of_route((segment,), frame) == (segment,)
    assert said_of_route((segment,), replace(frame, routes=(Route.RECTAL,))) == ()


@pytest.mark.parametrize(
    "text", ["Tiêm bắp chậm.", "Không tiêm bắp quá 5 mg, mỗi lần dùng 2 mg.", "Không lắc trước khi tiêm bắp."]
)
def test_advice_or_a_dose_for_the_way_is_nothing_against_it(text):
    of = segments(make_passage(text))
    assert said_of_route(of, make_frame(populations=(A,), routes=(Route.IM,))) == ()


LONG_ACTING = "Viên tác dụng kéo dài: Nuốt nguyên viên; không khuyến cáo dùng cho trẻ em dưới 12 tuổi."


@pytest.mark.parametrize(
    ("text", "added", "forbidden"),
    [
        (LONG_ACTING, {}, False), (LONG_ACTING, {"terms": ("giải", "phóng", "kéo", "dài")}, True),
        ("Dạng tiêm bắp có lidocain: Không dùng cho trẻ em dưới 30 tháng tuổi.", {"routes": (Route.ORAL,)}, False),
        ("Dạng tiêm bắp có lidocain: Không dùng cho trẻ em dưới 30 tháng tuổi.", {"routes": (Route.IM,)}, True),
        ("Trẻ em dưới 12 tuổi: Không khuyến cáo dùng.", {}, True),
        ("Trẻ em dưới 12 tuổi, viêm mũi: Không khuyến cáo dùng.", {}, True),
    ],
)  # fmt: skip
def test_a_no_to_a_form_is_none_to_the_drug_unless_that_form_is_asked_for(text, added, forbidden):
    assert forbids(text, replace(CHILD, **added)) is forbidden


WITH_MORE = "Chống chỉ định liệu pháp liều cao khi suy thận là do thuốc độc với thận và khi suy thận đi kèm hôn mê gan."


@pytest.mark.parametrize(
    ("text", "added", "forbidden"),
    [
        (WITH_MORE, {}, False), (WITH_MORE, {"comorbidities": (Finding("suy thận mạn", True),)}, False),
        (WITH_MORE, {"comorbidities": (Finding("hôn mê gan", True),)}, True), (WITH_MORE, {"terms": ("thuốc độc",)}, True),
        (WITH_MORE, {"co_medications": ("gentamicin",)}, True),
        (WITH_MORE, {"renal": Renal("suy_than", None, None, "suy thận do gentamicin")}, True),
        (WITH_MORE, {"renal": Renal("suy_than", None, None, "suy thận độ 3")}, False), ("Người suy thận: Không dùng.", {}, True),
        ("Người suy thận hoặc suy thận do thuốc: Không dùng.", {}, True),
    ],
)  # fmt: skip
def test_a_no_to_impairment_of_a_cause_is_for_those_of_whom_it_was_told(text, added, forbidden):
    frame = replace(make_frame(populations=(A, RENAL)), **added)
    assert forbids(text, frame, headings=("Suy thận",)) is forbidden


@pytest.mark.parametrize(
    ("text", "months", "kept"),
    [
        ("Trẻ nhẹ cân: Giảm liều (codein chỉ dùng cho trẻ em từ 12 tuổi trở lên).", 120, True),
        ("Trẻ nhẹ cân: Giảm liều (codein chỉ dùng cho trẻ em từ 12 tuổi trở lên).", 144, False),
        ("Thuốc chỉ được dùng cho trẻ em trên 6 tuổi.", 60, True), ("Thuốc chỉ được dùng cho trẻ em trên 6 tuổi.", 84, False),
        ("Viên nén: Chỉ dùng cho trẻ em từ 12 tuổi trở lên.", 120, False), ("Trẻ em từ 12 tuổi trở lên: 10 mg.", 120, False),
        ("Chỉ dùng cho người mang thai khi thật cần.", 120, False),
    ],
)  # fmt: skip
def test_a_drug_only_for_older_children_is_a_no_to_a_younger_one(text, months, kept):
    segment = segments(make_passage(text))[0]
    assert only_for_older(segment, replace(CHILD, age_months=months)) is kept
