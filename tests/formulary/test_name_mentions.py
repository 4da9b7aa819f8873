"""Where printed text names a drug."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulary.name_index import NameEntry, NameIndex
from rag.ports import Naming
from rag.vietnamese import nfc
from tests.formulary.shelf import drug_id, index

AMOX_CLAV = "Amoxicilin và kali clavulanat"
GROUP, PART, ITSELF = Naming.CLASS, Naming.PART, Naming.ITSELF


def named(drug: str, text: str) -> list[tuple[str, Naming]]:
    return [(text[name.start : name.end], name.naming) for name in index().mentioned(drug, text)]


@pytest.mark.parametrize(
    ("title", "text", "found"),
    [
        ("Warfarin", "Tăng tác dụng của warfarin.", ["warfarin"]),
        ("Omeprazol", "Esomeprazol và omeprazol", ["omeprazol"]),
        ("Omeprazol", "Losec, Omez", []),
        ("Acid acetylsalicylic", "aspirin (acid acetylsalicylic), ASA", ["aspirin", "acid acetylsalicylic"]),
        ("Codein phosphat", "Codein bị chuyển hóa thành morphin.", ["Codein"]),
        ("Alopurinol", "dùng cùng allopurinol", ["allopurinol"]),
        ("Amoxicilin", "amoxicilin và kali clavulanat; amoxicilin", ["amoxicilin"]),
        ("Amoxicilin", "amoxicilin/acid clavulanic", []),
        ("Prednisolon", "methylprednisolon, prednison", []),
        ("Isosorbid dinitrat", "isosorbid mononitrat", []),
        ("Digoxin", "digoxin, digitoxin", ["digoxin"]),
        ("Epinephrin (Adrenalin)", "adrenalin, noradrenalin", ["adrenalin"]),
        ("Warfarin", "làm giảm thải trừ warfarin", ["warfarin"]),
    ],
)
def test_a_drug_is_mentioned_by_its_proper_names(title: str, text: str, found: list[str]):
    assert named(drug_id(title), text) == [(words, ITSELF) for words in found]


@pytest.mark.parametrize(
    ("drug", "text", "found"),
    [
        (drug_id("Warfarin"), "các coumarin", ["coumarin"]),
        (drug_id("Warfarin"), "Thuốc chống đông đường uống: theo dõi INR.", ["Thuốc chống đông đường uống"]),
        (drug_id("Metformin"), "dẫn chất biguanid; Biguanid", ["dẫn chất biguanid", "Biguanid"]),
        (drug_id("Omeprazol"), "các PPI; ppi", ["PPI"]),
        (drug_id("Digoxin"), "Glycosid tim", ["Glycosid tim"]),
        (drug_id("Prednisolon"), "glucocorticoid, corticoid", ["glucocorticoid", "corticoid"]),
        (drug_id("Furosemid"), "thuốc lợi tiểu giữ kali; thuốc lợi tiểu quai", ["thuốc lợi tiểu quai"]),
        (drug_id("Isosorbid dinitrat"), "gali nitrat, miconazol nitrat, bạc nitrat", []),
        (drug_id("Isosorbid dinitrat"), "dùng cùng nitrat", ["nitrat"]),
        (drug_id("Amlodipin"), "thuốc chẹn calci (không phải dihydropyridin), carvedilol", []),
        ("verapamil", "thuốc chẹn calci (không phải dihydropyridin), carvedilol", ["thuốc chẹn calci"]),
        ("losartan", "thuốc đối kháng thụ thể angiotensin II", ["thuốc đối kháng thụ thể angiotensin II"]),
        ("enalapril", "Thuốc ức chế enzym chuyển (ACE); ace", ["Thuốc ức chế enzym chuyển", "ACE"]),
        ("glimepirid", "sulphonylurê", ["sulphonylurê"]),
        (drug_id("Ibuprofen"), "NSAID (trừ aspirin)", ["NSAID"]),
        (drug_id("Ibuprofen"), "thuốc giảm đau (trừ NSAID)", []),
        (drug_id("Azithromycin"), "Erythromycin, clarithromycin (macrolid): Ức chế CYP3A4", []),
        (drug_id("Azithromycin"), "Erythromycin (và các macrolid khác)", ["các macrolid"]),
        (drug_id("Methotrexat"), "Anthracyclin (thuốc chống ung thư)", []),
        (drug_id("Epinephrin (Adrenalin)"), "Midodrin (thuốc giống giao cảm alpha)", []),
        (drug_id("Gentamicin"), "Thuốc khác độc với thận: tránh", ["Thuốc khác độc với thận"]),
        (
            drug_id("Haloperidol"),
            "thuốc khác ức chế hệ thần kinh trung ương",
            ["thuốc khác ức chế hệ thần kinh trung ương"],
        ),
        (drug_id("Morphin"), "Thuốc ức chế TKTW", ["Thuốc ức chế TKTW"]),
        (drug_id("Morphin"), "thuốc ngủ, thuốc an thần", []),
        (drug_id("Morphin"), "thuốc gây ngủ gà, chóng mặt", []),
        (drug_id("Diazepam"), "thuốc gây ngủ gà; thuốc gây ngủ", ["thuốc gây ngủ"]),
        (drug_id("Carbamazepin"), "Hydantoin, quinin", []),
        (drug_id("Phenytoin"), "Hydantoin, quinin", ["Hydantoin"]),
        (drug_id("Benzylpenicilin"), "aminopenicilin", []),
        (drug_id("Enoxaparin"), "thuốc chống đông nhóm coumarin", []),
        (drug_id("Cefuroxim"), "kháng sinh phổ rộng không hấp thu", []),
        (drug_id("Prednisolon"), "corticosteroid hít", []),
        (drug_id("Haloperidol"), "Thuốc chống loạn thần không điển hình (olanzapin)", []),
        (drug_id("Benzylpenicilin"), "Penicilin phổ rộng; penicilin", ["penicilin"]),
        (drug_id("Enoxaparin"), "heparin natri; heparin", ["heparin"]),
        (drug_id("Amiodaron"), "thuốc chống loạn nhịp nhóm Ia", []),
        ("bisoprolol", "Thuốc chẹn beta không chọn lọc (propranolol)", []),
        ("baclofen", "thuốc phong bế thần kinh - cơ", []),
        ("lithi", "thuốc chống loạn thần", []),
        ("acid nalidixic", "fluoroquinolon; quinolon", ["quinolon"]),
    ],
)
def test_a_drug_is_mentioned_by_its_class(drug: str, text: str, found: list[str]):
    assert named(drug, text) == [(words, GROUP) for words in found]


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        pytest.param("lithium", "Lithi: theo dõi.", [("Lithi", ITSELF)], id="another name of the world"),
        pytest.param("Plavix", "Clopidogrel: tránh.", [("Clopidogrel", ITSELF)], id="a brand"),
        pytest.param("plavix 75", "thuốc kháng tiểu cầu", [("thuốc kháng tiểu cầu", GROUP)], id="with its strength"),
        pytest.param("viagra", "(ví dụ sildenafil, tadalafil)", [("sildenafil", ITSELF)], id="small letters"),
        pytest.param("Hyzaar", "losartan; thiazid", [("losartan", PART), ("thiazid", GROUP)], id="two substances"),
        pytest.param("foobarin", "với Foobarin.", [("Foobarin", ITSELF)], id="known to nobody"),
        pytest.param("foobarin", "với foobarina", [], id="whole words only"),
        pytest.param("corticoid", "Corticosteroid: thận trọng", [("Corticosteroid", ITSELF)], id="a class"),
        pytest.param("rượu", "cồn ngọt; hội chứng cai rượu; nước - ethanol", [], id="hidden in a longer name"),
        pytest.param("", "warfarin", [], id="nothing"),
    ],
)
def test_a_drug_that_the_edition_lacks_is_looked_for_as_the_book_would_print_it(typed, text, found):
    assert named(typed, text) == found


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ("NSAID", "Thuốc chống viêm không steroid (azapropazon)", ["Thuốc chống viêm không steroid"]),
        ("macrolid", "Erythromycin và các macrolid", ["các macrolid"]),
        ("thuốc kéo dài QT", "thuốc gây xoắn đỉnh", ["thuốc gây xoắn đỉnh"]),
        ("ngừa thai", "Viên uống tránh thai", ["Viên uống tránh thai"]),
    ],
)
def test_a_class_is_named_itself_under_every_name_that_it_has(typed: str, text: str, found: list[str]):
    assert [words for words, naming in named(typed, text) if naming is ITSELF] == found


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ("kali clorid", "Muối chứa kali; chất bổ sung kali", [("Muối chứa kali", GROUP), ("bổ sung kali", GROUP)]),
        ("kali clorid", "kali huyết; thuốc lợi tiểu giữ kali", []),
        ("kali clorid", "Kali clorid", [("Kali clorid", ITSELF)]),
        ("calci carbonat", "chế phẩm chứa calci", [("chế phẩm chứa calci", GROUP)]),
        ("kali", "Kali clorid; muối kali", [("Kali clorid", Naming.MEMBER), ("muối kali", ITSELF)]),
        ("calci carbonat", "muối kali", []),
    ],
)
def test_the_salt_of_a_mineral_is_mentioned_where_the_mineral_is(typed, text, found):
    assert named(typed, text) == found


def test_a_preparation_is_mentioned_by_the_classes_that_it_is_made_of_and_not_the_other_way_round():
    text = "Chế phẩm chứa oestrogen và/hoặc progestogen; u phụ thuộc estrogen"
    assert named("thuốc tránh thai", text) == [("oestrogen", PART), ("progestogen", PART)]
    assert named("estrogen", "thuốc tránh thai uống") == []
    assert named("cafe", "Cafein: hạn chế; cà phê") == [("Cafein", PART), ("cà phê", ITSELF)]


def test_a_drug_that_the_edition_lacks_is_met_in_its_combinations_and_one_that_it_has_is_not():
    assert named("trimethoprim", "Trimethoprim/sulfamethoxazol") == [("Trimethoprim/sulfamethoxazol", PART)]
    assert named(drug_id("Amoxicilin"), "amoxicilin/acid clavulanic") == []


def test_a_combination_is_mentioned_by_its_parts_and_their_class():
    text = "amoxicilin và kali clavulanat; amoxicilin; penicilin"
    assert named(drug_id(AMOX_CLAV), text) == [
        ("amoxicilin và kali clavulanat", ITSELF),
        ("amoxicilin", PART),
        ("penicilin", GROUP),
    ]


@given(st.text(max_size=80), st.sampled_from(["warfarin", "lithium", "foobarin", "Plavix", "corticoid"]))
def test_whatever_is_printed_the_spans_stand_in_order_and_without_overlap(text: str, drug: str):
    spans = index().mentioned(drug, text)
    assert all(0 <= s.start < s.end <= len(text) for s in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))


# --- what a drug meets and is no drug ------------------------------------------------------------------------------


def partners(question: str) -> list[str]:
    return [question[start:end] for start, end in index().partners(nfc(question))]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("digoxin với NSAID và lợi tiểu", ["NSAID", "lợi tiểu"]),
        ("metformin, aspirin, thuốc cản quang", ["thuốc cản quang"]),
        ("warfarin voi khang sinh nhom macrolid", ["khang sinh nhom macrolid"]),
        ("simvastatin với nước ép bưởi", ["nước ép bưởi"]),
        ("clarithromycin với thuoc uc che CYP3A4", ["thuoc uc che CYP3A4"]),
        ("ciprofloxacin với canxi", ["canxi"]),
        ("ciprofloxacin with iron", ["iron"]),
        ("cipro voi sat, warfarin voi kali", ["sat", "kali"]),
        ("warfarin với vitamin C và kháng sinh", ["vitamin C", "kháng sinh"]),
        ("furosemid với thuốc độc thận", ["thuốc độc thận"]),
        pytest.param("đi tiêm chủng", ["tiêm chủng"], id="with all its marks"),
        pytest.param("tiêm chung một lọ", [], id="marks count as far as typed in the whole name"),
        pytest.param("sat khuan, sua don", [], id="syllables without marks behind no joiner"),
        pytest.param("tra liều warfarin", [], id="a syllable without its marks"),
        pytest.param("uống sữa mẹ", [], id="a longer name hides it"),
        pytest.param("ngày sửa đơn thuốc", [], id="another word of the same letters"),
        pytest.param("heparin với warfarin", [], id="a drug whose name is also a class's"),
        pytest.param("ppi là gì", [], id="a short class in small letters"),
    ],
)
def test_a_question_names_classes_food_and_drink(question: str, found: list[str]):
    assert partners(question) == found


@pytest.mark.parametrize(
    ("partner", "text", "found"),
    [
        ("rượu", "Rượu và đồ uống có cồn; alcol benzylic", [("Rượu", ITSELF), ("đồ uống có cồn", ITSELF)]),
        ("sữa", "Không uống cùng sữa; thuốc vào sữa mẹ", [("sữa", ITSELF)]),
        ("trà", "Không trả lại thuốc; uống với trà", [("trà", ITSELF)]),
        ("calci", "Muối calci; tăng calci huyết; thuốc chẹn kênh calci", [("Muối calci", ITSELF)]),
        ("NSAID", "Ibuprofen, salicylat", [("Ibuprofen", Naming.MEMBER), ("salicylat", Naming.MEMBER)]),
        ("salicylat", "NSAID", [("NSAID", GROUP)]),
        ("thuốc loãng máu", "Warfarin", [("Warfarin", Naming.MEMBER)]),
        ("sữa mẹ", "Vào sữa mẹ", []),
    ],
)
def test_a_partner_is_found_in_print_by_its_exact_marks(partner: str, text: str, found: list[tuple[str, Naming]]):
    assert named(partner, text) == found


def test_a_drug_that_no_list_knows_belongs_to_the_class_of_its_printed_code():
    entries = [NameEntry("novstatin", "Novstatin", "Novstatin", "title")]
    without, by_code = NameIndex(entries), NameIndex(entries, codes={"novstatin": ["C10AA99"]})
    assert without.mentioned("novstatin", "Statin: Tăng nguy cơ bệnh cơ.") == ()
    assert [name.naming for name in by_code.mentioned("novstatin", "Statin: Tăng nguy cơ bệnh cơ.")] == [GROUP]


@pytest.mark.parametrize("code", ["C10AB99", "C10", "B10AA01"])
def test_a_code_of_another_branch_makes_no_member(code: str):
    index = NameIndex([NameEntry("novstatin", "Novstatin", "Novstatin", "title")], codes={"novstatin": [code]})
    assert index.mentioned("novstatin", "Statin: Tăng nguy cơ bệnh cơ.") == ()
