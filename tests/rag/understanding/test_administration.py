"""The way of giving a drug."""

import pytest

from rag.frames import Route
from tests.rag.understanding.heard import hear, routes

ANY = ["tiem_tinh_mach", "tiem_bap", "tiem_duoi_da"]
VEIN = ["tiem_tinh_mach", "truyen_tinh_mach"]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("paracetamol đường uống người lớn", ["uong"]),
        ("paracetamol mấy viên một ngày", ["uong"]),
        ("What's the maximum oral dose of diclofenac", ["uong"]),
        ("paracetamol truyền TM", ["truyen_tinh_mach"]),
        ("truyền vancomycin tốc độ bao nhiêu", ["truyen_tinh_mach"]),
        ("tiêm TM chậm phenytoin", ["tiem_tinh_mach"]),
        ("TMC furosemid", ["tiem_tinh_mach"]),
        ("tiem nham adrenalin vao tinh mach", ["tiem_tinh_mach"]),
        ("phenytoin tĩnh mạch", VEIN),
        ("morphin IV", VEIN),
        ("morphin iv", VEIN),
        ("ceftriaxon TB", ["tiem_bap"]),
        ("ceftriaxon tb cho bé 20kg 6t", ["tiem_bap"]),
        ("tiem bap ceftriaxon", ["tiem_bap"]),
        ("adrenalin IM", ["tiem_bap"]),
        ("enoxaparin TDD", ["tiem_duoi_da"]),
        ("tiêm dưới da enoxaparin", ["tiem_duoi_da"]),
        ("tiêm gentamicin", ANY),
        ("diazepam thụt hậu môn", ["dat_truc_trang"]),
        ("diclofenac viên đạn", ["dat_truc_trang"]),
        ("dat hau mon paracetamol", ["dat_truc_trang"]),
        ("paracetamol toạ dược", ["dat_truc_trang"]),
        ("salbutamol khí dung", ["khi_dung"]),
        ("hen cap, khi dung salbutamol may mg", ["khi_dung"]),
        ("salbutamol xịt", ["hit"]),
        ("isosorbid dinitrat ngậm dưới lưỡi", ["ngam_duoi_luoi"]),
        ("isosorbid dinitrat: ngam duoi luoi hay nuot?", ["ngam_duoi_luoi", "uong"]),
        ("uống hay tiêm furosemid liều", [*ANY, "uong"]),
        ("aciclovir bôi", ["tai_cho"]),
        ("nhỏ mắt gentamicin", ["tai_cho"]),
    ],
)
def test_a_way_of_giving_is_named(question, named):
    assert routes(question) == named


@pytest.mark.parametrize(
    "question",
    [
        "huyết khối tĩnh mạch enoxaparin liều người lớn",
        "viêm tĩnh mạch dùng diclofenac",
        "suy tim độ IV digoxin liều người lớn",
        "sau tiêm ngừa sốt paracetamol liều",
        "uống rượu khi dùng metronidazol được không",
        "uong ruou khi dung metronidazol duoc khong",
        "can luu y gi khi dung metformin",
        "di truyền amiodaron",
        "bệnh truyền nhiễm isoniazid",
        "ung thư trực tràng morphin liều người lớn",
        "liều tb của digoxin",
        "trong cùng bơm tiêm, gentamicin kỵ những gì",
        "cefuroxim có dạng uống không",
        "BN uống clorpheniramin xong khô miệng: có phải do thuốc không",
        "viên ngừa thai dùng chung rifampicin",
    ],
)
def test_the_same_words_in_another_sense_are_no_way_of_giving(question):
    assert routes(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "metformin sắp chụp CT có tiêm thuốc cản quang",
        "metformin trước khi tiêm cản quang",
        "metformin tiêm chất cản quang",
    ],
)
def test_a_contrast_medium_that_is_injected_names_no_way_of_giving_the_drug(question):
    assert hear(question).routes == ()


@pytest.mark.parametrize(
    ("question", "ruled_out"),
    [
        ("bệnh nhân không uống được, paracetamol người lớn", {"uong"}),
        ("benh nhan khong uong duoc, lieu paracetamol nguoi lon", {"uong"}),
        ("bn uống không được, liều paracetamol người lớn", {"uong"}),
        ("liều morphin người lớn không tiêm tĩnh mạch", set(VEIN)),
        ("liều morphin người lớn không tiêm tĩnh mạch được", set(VEIN)),
        ("không tiêm được, liều diclofenac người lớn", {*ANY, *VEIN}),
        ("liều diclofenac người lớn không dùng đường tiêm", {*ANY, *VEIN}),
        ("liều ceftriaxon người lớn không thể tiêm bắp", {"tiem_bap"}),
        ("liều paracetamol người lớn không uống hoặc truyền được", {"uong", "truyen_tinh_mach"}),
    ],
)
def test_of_a_way_that_is_ruled_out_every_other_way_is_meant(question, ruled_out):
    assert set(routes(question)) == {route.value for route in Route} - ruled_out


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("liều morphin người lớn không tiêm tĩnh mạch, tiêm bắp", ["tiem_bap"]),
        ("liều morphin người lớn, không tiêm tĩnh mạch mà tiêm bắp", ["tiem_bap"]),
        ("liều paracetamol người lớn uống được không", ["uong"]),
        ("liều paracetamol người lớn, uống được không uống mấy lần", ["uong"]),
        ("liều omeprazol người lớn không uống lúc đói", ["uong"]),
        ("liều paracetamol người lớn uống không được quá mấy gam", ["uong"]),
        ("liều paracetamol người lớn uống không được vượt quá 4 g phải không", ["uong"]),
    ],
)
def test_a_way_that_is_named_or_asked_about_is_not_ruled_out(question, named):
    assert routes(question) == named
