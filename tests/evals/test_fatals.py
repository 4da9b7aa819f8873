import pytest

from rag.evals.fatals import fatals, strangers
from tests.evals.turns import DOSING, claim, scene, turn


def found(expected: dict, got: dict, question: str = "…") -> tuple[str, ...]:
    return fatals(scene({"drugs": ["Paracetamol"]} | expected, got, question=question))


def test_a_quotation_from_the_expected_drug_is_not_fatal():
    assert found({}, turn(drugs=("paracetamol",), claims=(claim("paracetamol"),))) == ()


def test_a_quotation_from_another_drug_is_fatal():
    assert found({}, turn(claims=(claim("ibuprofen"),))) == ("trích dẫn từ thuốc không được hỏi: Ibuprofen",)


def test_it_is_not_when_the_user_named_that_drug():
    assert found({}, turn(claims=(claim("metformin"),)), "glucophage và panadol") == ()


def test_a_name_inside_a_longer_name_does_not_count_as_named():
    got = turn(claims=(claim("prednisolon"),))
    assert found({"drugs": []}, got, "methylprednisolon 16mg") == ("trích dẫn từ thuốc không được hỏi: Prednisolon",)


def test_candidates_beside_the_expected_ones_may_stand_without_their_doses():
    listed = claim("ibuprofen", "chi_dinh")
    assert found({}, turn("answered/candidate_list", claims=(listed,))) == ()
    assert found({}, turn("answered/candidate_list", claims=(listed, claim("ibuprofen", "chong_chi_dinh")))) == ()
    assert len(found({}, turn("answered/candidate_list", claims=(claim("ibuprofen", "chong_chi_dinh"),)))) == 1
    assert len(found({}, turn("answered/candidate_list", claims=(listed, claim("ibuprofen", DOSING))))) == 1


def test_settling_on_another_drug_is_a_wrong_drug_even_without_a_quotation():
    asked = scene({"drugs": ["Prednisolon"]}, turn("clarify/missing_population", drugs=("metformin",)))
    assert strangers(asked) == ("Metformin",)
    assert fatals(asked) == ()


def test_offering_a_drug_is_not_settling_on_it():
    asked = scene({"drugs": []}, turn("clarify/ambiguous_drug", options=("metformin",), asks="drug"))
    assert strangers(asked) == ()


@pytest.mark.parametrize("outcome", ["abstain/out_of_scope", "escalate/frustration"])
def test_drugs_are_not_judged_where_they_are_not_scored(outcome: str):
    assert strangers(scene({"drugs": []}, turn(outcome, drugs=("metformin",)))) == ()


@pytest.mark.parametrize(
    ("expected", "got", "is_fatal"),
    [
        pytest.param({"weight_kg": 12}, turn(weight_kg=21), True, id="wrong weight"),
        pytest.param({"age_months": 72}, turn(age_months=6), True, id="wrong age"),
        pytest.param({"weight_kg": 12}, turn(weight_kg=12.04), False, id="within tolerance"),
        pytest.param({"weight_kg": 12}, turn(), False, id="unknown is not wrong"),
        pytest.param(
            {"weight_kg": 12}, turn("clarify/x", weight_kg=21, asks="age"), False, id="wrong but not answered"
        ),
    ],
)
def test_a_wrong_measure_in_an_answer_is_fatal(expected: dict, got: dict, is_fatal: bool):
    assert bool(found(expected, got)) is is_fatal


@pytest.mark.parametrize(
    ("expected", "quoted", "is_fatal"),
    [
        pytest.param({"population": "tre_em"}, claim("paracetamol", populations=["nguoi_lon"]), True, id="adult block"),
        pytest.param({"population": "nguoi_lon"}, claim("paracetamol", populations=["tre_em"]), True, id="child block"),
        pytest.param({"population": "tre_em"}, claim("paracetamol", populations=["tre_so_sinh"]), True, id="neonate's"),
        pytest.param({"population": "tre_so_sinh"}, claim("paracetamol", populations=["tre_em"]), False, id="child's"),
        pytest.param(
            {"population": "nguoi_cao_tuoi"}, claim("paracetamol", populations=["nguoi_lon"]), False, id="old"
        ),
        pytest.param({"population": "tre_em"}, claim("paracetamol"), False, id="block for everybody"),
        pytest.param(
            {"population": "tre_em"}, claim("paracetamol", populations=["nguoi_lon", "tre_em"]), False, id="for both"
        ),
        pytest.param(
            {"population": "tre_em"},
            claim("paracetamol", populations=["nguoi_lon"], role="otherwise"),
            False,
            id="said to be printed instead",
        ),
        pytest.param(
            {"population": "tre_em"}, claim("paracetamol", "duoc_ly", populations=["nguoi_lon"]), False, id="no dose"
        ),
        pytest.param(
            {"population": "nguoi_lon"}, claim("paracetamol", populations=["suy_than"]), True, id="renal dose"
        ),
        pytest.param(
            {"population": "nguoi_lon"}, claim("paracetamol", populations=["suy_than"], role="also"), False, id="beside"
        ),
        pytest.param(
            {"population": "suy_than"}, claim("paracetamol", populations=["nguoi_lon"]), False, id="adult block, renal"
        ),
        pytest.param({"route": "uong"}, claim("paracetamol", routes=["tiem_bap"]), True, id="other route"),
        pytest.param(
            {"route": "uong"}, claim("paracetamol", routes=["uong", "dat_truc_trang"]), False, id="two routes"
        ),
        pytest.param(
            {"route": "tiem_tinh_mach"}, claim("paracetamol", routes=["truyen_tinh_mach"]), False, id="both are TM"
        ),
        pytest.param({"route": "hit"}, claim("paracetamol", routes=["khi_dung"]), True, id="nebuliser for inhaler"),
        pytest.param({}, claim("paracetamol", populations=["tre_em"], routes=["uong"]), False, id="nothing expected"),
    ],
)
def test_a_dose_printed_for_somebody_else_is_fatal(expected: dict, quoted: dict, is_fatal: bool):
    assert bool(found(expected, turn(drugs=("paracetamol",), claims=(quoted,)))) is is_fatal
