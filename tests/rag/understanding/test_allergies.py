"""What a patient does not bear is one finding, whatever words tell of it."""

import pytest

from rag.frames import Signal
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import findings, hear


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("dị ứng penicilin", "dị ứng penicilin"),
        ("dị ứng với thuốc nhóm penicilin", "dị ứng penicilin"),
        ("dị ứng nhóm penicilin", "dị ứng penicilin"),
        ("dị ứng kháng sinh penicilin", "dị ứng penicilin"),
        ("dị ứng PNC", "dị ứng PNC"),
        ("từng nổi mề đay khi uống amoxicilin", "dị ứng amoxicilin"),
        ("đã từng bị phát ban sau khi dùng amoxicilin", "dị ứng amoxicilin"),
        ("tiền sử sốc phản vệ amox-clav", "dị ứng amox-clav"),
        ("tiền sử phản vệ với amoxicilin", "dị ứng amoxicilin"),
        ("có tiền sử phản vệ cephalosporin", "dị ứng cephalosporin"),
        ("từng sốc phản vệ với nhóm sulfamid", "dị ứng sulfamid"),
        ("dị ứng cefalexin", "dị ứng cefalexin"),
        ("dị ứng cefuroxime", "dị ứng cefuroxime"),
        ("dị ứng Zinnat", "dị ứng Zinnat"),
    ],
)
def test_an_allergy_is_one_finding_with_the_allergen_as_typed(said, name):
    frame = hear(f"gentamicin liều người lớn {said}")
    assert [(f.name, f.present) for f in frame.comorbidities] == [(name, True)]
    assert frame.drug_ids == ("gentamicin",)
    assert frame.routes == ()
    assert Signal.EMERGENCY not in frame.signals


def test_a_reaction_told_of_the_patient_alone_names_no_drug_to_answer_on():
    frame = talk("BN từng sốc phản vệ amoxicilin >> drug", "cefuroxim liều uống")
    assert frame.drug_ids == ("cefuroxim",)
    assert [f.name for f in frame.comorbidities] == ["dị ứng amoxicilin"]


def test_a_reaction_that_happens_now_is_no_history():
    frame = hear("phản vệ sau tiêm ceftriaxon xử trí")
    assert "dị ứng ceftriaxon" not in [f.name for f in frame.comorbidities]


def test_a_drug_asked_about_stays_the_subject_when_it_alone_is_named():
    assert hear("từng nổi mề đay khi uống amoxicilin, có dùng lại được không").drug_ids == ("amoxicilin",)


def test_a_denied_allergy_is_absent():
    assert findings("amoxicilin liều người lớn không dị ứng penicilin") == [("dị ứng penicilin", False)]


@pytest.mark.parametrize(
    ("question", "drug", "allergy"),
    [
        ("hen do aspirin dùng meloxicam", "meloxicam", "dị ứng aspirin"),
        ("phù mạch do captopril uống enalapril được không", "enalapril", "dị ứng captopril"),
    ],
)
def test_what_one_drug_brought_about_is_told_because_another_is_asked_about(question, drug, allergy):
    frame = hear(question)
    assert frame.drug_ids == (drug,)
    assert [f.name for f in frame.comorbidities] == [allergy]
    assert frame.sections[:1] == ("chong_chi_dinh",)


def test_a_class_inside_an_allergy_is_no_partner_of_the_drug():
    frame = hear("dị ứng NSAID dùng aspirin được không")
    assert frame.sections[:1] == ("chong_chi_dinh",)
    assert "NSAID" not in frame.terms


def test_an_allergy_told_of_several_drugs_asks_for_their_contraindications():
    frame = hear("cefuroxim, cefixim, ceftriaxon: dị ứng penicilin")
    assert frame.sections == ("chong_chi_dinh", "than_trong")


def test_a_brand_that_is_not_borne_keeps_its_substance():
    (finding,) = hear("dị ứng Zinnat, dùng amoxicilin được không").comorbidities
    assert (finding.name, finding.substance) == ("dị ứng Zinnat", "Cefuroxim")


@pytest.mark.parametrize(
    ("question", "drug", "allergies"),
    [
        ("ceftriaxon cho BN sốc phản vệ với penicillin", "ceftriaxon", ["dị ứng penicillin"]),
        ("cefotaxim cho bn shock phản vệ với penicillin", "cefotaxim", ["dị ứng penicillin"]),
        ("cefuroxim cho bệnh nhân phản vệ penicilin", "cefuroxim", ["dị ứng penicilin"]),
        ("ibuprofen cho bn phản vệ với aspirin", "ibuprofen", ["dị ứng aspirin"]),
        ("bn phản vệ sau tiêm penicilin, dùng cefotaxim được không", "cefotaxim", ["dị ứng penicilin"]),
        ("aspirin dị ứng, phản vệ với ibuprofen, dùng meloxicam", "meloxicam", ["dị ứng aspirin", "dị ứng ibuprofen"]),
    ],
)
def test_anaphylaxis_to_one_drug_speaks_of_giving_another(question, drug, allergies):
    frame = hear(question)
    assert frame.drug_ids == (drug,)
    assert [f.name for f in frame.comorbidities] == allergies
    assert frame.sections == ("chong_chi_dinh", "than_trong")
    assert Signal.EMERGENCY not in frame.signals


@pytest.mark.parametrize(
    "question",
    [
        "phản vệ do ceftriaxon xử trí",
        "sốc phản vệ sau tiêm ceftriaxon",
        "sốc phản vệ với ceftriaxon thì xử trí thế nào",
    ],
)
def test_anaphylaxis_to_the_only_drug_goes_on(question):
    frame = hear(question)
    assert Signal.EMERGENCY in frame.signals
    assert frame.comorbidities == ()


@pytest.mark.parametrize(
    "question",
    [
        "sốc phản vệ do penicilin adrenalin bao nhiêu",
        "bn sốc phản vệ sau tiêm ceftriaxon, xử trí adrenalin",
        "phản vệ do ceftriaxon xử trí bằng adrenalin",
    ],
)
def test_what_is_given_in_a_reaction_is_asked_for_by_its_dose_in_it(question):
    frame = hear(question)
    assert frame.drug_ids == ("epinephrin",)
    assert (frame.sections, frame.indication) == (("lieu_luong_va_cach_dung",), "phản vệ")
    assert Signal.EMERGENCY in frame.signals
