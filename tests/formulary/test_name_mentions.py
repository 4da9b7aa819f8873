"""Where printed text names a drug."""

import pytest

from tests.formulary.shelf import drug_id, index

AMOX_CLAV = "Amoxicilin và kali clavulanat"


@pytest.mark.parametrize(
    ("title", "text", "named"),
    [
        ("Warfarin", "Tăng tác dụng của warfarin và các coumarin.", ["warfarin", "coumarin"]),
        ("Warfarin", "Thuốc chống đông đường uống: theo dõi INR.", ["Thuốc chống đông đường uống"]),
        ("Warfarin", "thuốc kháng vitamin K", ["thuốc kháng vitamin K"]),
        ("Metformin", "Biguanid có thể gây nhiễm acid lactic.", ["Biguanid"]),
        ("Metformin", "dẫn chất biguanid", ["dẫn chất biguanid"]),
        ("Omeprazol", "Esomeprazol và omeprazol", ["omeprazol"]),
        ("Omeprazol", "các PPI; ppi", ["PPI"]),
        ("Omeprazol", "Losec, Omez", []),
        ("Acid acetylsalicylic", "aspirin (acid acetylsalicylic), ASA", ["aspirin", "acid acetylsalicylic"]),
        ("Codein phosphat", "Codein bị chuyển hóa thành morphin.", ["Codein"]),
        ("Alopurinol", "dùng cùng allopurinol", ["allopurinol"]),
        ("Amoxicilin", "amoxicilin và kali clavulanat; amoxicilin", ["amoxicilin"]),
        ("Amoxicilin", "amoxicilin/acid clavulanic", []),
        (AMOX_CLAV, "amoxicilin và kali clavulanat; amoxicilin", ["amoxicilin và kali clavulanat"]),
        ("Prednisolon", "methylprednisolon, prednison", []),
        ("Isosorbid dinitrat", "isosorbid mononitrat", []),
        ("Digoxin", "digoxin, digitoxin", ["digoxin"]),
        ("Digoxin", "Glycosid tim", []),
        ("Epinephrin (Adrenalin)", "adrenalin, noradrenalin", ["adrenalin"]),
    ],
)
def test_a_drug_is_mentioned_by_its_proper_names_and_groups(title: str, text: str, named: list[str]):
    spans = index().mentioned(drug_id(title), text)
    assert [text[start:end] for start, end in spans] == named


def test_a_drug_that_is_not_of_the_edition_is_mentioned_nowhere():
    assert index().mentioned("khong-co", "paracetamol") == ()
