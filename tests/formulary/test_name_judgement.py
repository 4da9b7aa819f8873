"""The rules by which a typed word becomes a name: spelling, sound, nearness, and what makes a word a stranger."""

import pytest

from formulary.look_alikes import LookAlikePair, LookAlikes
from formulary.name_index import NameEntry, NameIndex
from formulary.name_rules import base_of_brand, is_metal, is_salt, name_key, spelling, substance_key, without_salts
from formulary.name_sounds import sound_key
from formulary.name_typos import (
    ACCEPT_AT,
    LOOK_ALIKE_MARGIN,
    MARGIN,
    PARTNER_AT,
    SCORER,
    STRANGER_MARGIN,
    Near,
    TypoIndex,
    judge,
)
from tests.formulary.shelf import found

# --- spelling ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("phenytoin", "fenitoin", True), ("thiamin", "tiamin", True), ("rhinol", "rinol", True), ("chlor", "clor", True),
        ("check", "chec", True), ("aether", "eter", True), ("oestrogen", "estrogen", True), ("amoxicillin", "amoxicilin", True),
        ("omeprazole", "omeprazol", True), ("dole", "dol", False), ("doole", "dool", True), ("paracetamolum", "paracetamol", True),
        ("kalium", "kali", False), ("natrium", "natri", False), ("maloxicam", "meloxicam", False), ("aaron", "aron", False),
        ("tobramycinum", "tobramicin", True), ("summum", "sumum", True),
    ],
)  # fmt: skip
def test_which_spellings_are_of_one_word(one, other, same):
    assert (spelling(one) == spelling(other)) is same


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("warfarin natri", "warfarin"), ("metformin hydroclorid", "metformin"), ("prednisolon natri phosphat", "prednisolon"),
        ("natri diclofenac", "diclofenac"), ("kali penicilin", "penicilin"), ("natri clorid", "natri clorid"),
        ("natri", "natri"), ("bac sulfadiazin", "bac sulfadiazin"), ("abc natri", "abc natri"), ("abcd natri", "abcd"),
        ("calci carbonat", "calci carbonat"), ("sat sulfat", "sat sulfat"), ("kali natri diclofenac", "diclofenac"),
    ],
)  # fmt: skip
def test_what_is_left_of_a_name_without_its_salt(words, left):
    assert " ".join(without_salts(words.split())) == left


@pytest.mark.parametrize(
    ("word", "salt", "metal"),
    [
        ("natri", True, True),
        ("sodium", True, True),
        ("sulfat", True, False),
        ("hydrochlorid", True, False),
        ("warfarin", False, False),
        ("kem", True, True),
    ],
)
def test_salts_and_metals_are_known(word, salt, metal):
    assert (is_salt(word), is_metal(word)) == (salt, metal)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("acid valproic", "natri valproat", True), ("acid valproic", "valproic", True), ("acid valproic", "valproat", True),
        ("amoxicilin va kali clavulanat", "amoxicilin clavulanat", True), ("kali clorid", "clorid", False),
        ("acid folic", "folat", False), ("sodium chloride", "natri clorid", True), ("acid", "acid", True),
        ("amoxicilin et clavulanat", "amoxicilin and clavulanat", True),
    ],
)  # fmt: skip
def test_which_names_are_of_one_substance(one, other, same):
    assert (substance_key(one.split()) == substance_key(other.split())) is same


def test_a_salt_counts_in_a_name_and_a_connector_does_not():
    assert name_key(["warfarin", "natri"]) != name_key(["warfarin"])
    assert (
        name_key(["a", "va", "b"]) == name_key(["a", "et", "b"]) == name_key(["a", "and", "b"]) == name_key(["a", "b"])
    )
    assert name_key(["va"]) != ""


@pytest.mark.parametrize(
    ("brand", "base"),
    [("tylenol 8 hour", "tylenol"), ("panfor sr 500", "panfor"), ("sr", "sr"), ("retard sr", "retard"), ("8 hour", "8 hour"),
     ("abc tab caps", "abc"), ("abc", "abc")],
)  # fmt: skip
def test_a_brand_without_strength_and_form(brand, base):
    assert " ".join(base_of_brand(brand.split())) == base


# --- sound -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("phu rô", "furo"), ("thi a", "tia"), ("khô la", "kola"), ("ghi na", "gina"), ("nhi na", "nina"), ("chi na", "kina"),
        ("quina", "kina"), ("sci na", "sina"), ("xi na", "sina"), ("ci na", "sina"), ("cô la", "kola"), ("zi na", "dina"),
        ("ja na", "dana"), ("gia na", "dana"), ("wa na", "vana"), ("ba na", "pana"), ("may na", "mina"), ("mai na", "mina"),
        ("mei na", "mina"), ("my na", "mina"), ("mae na", "mena"), ("moe na", "mena"), ("mou na", "muna"), ("man", "mal"),
        ("marna", "mana"), ("mapna", "mana"), ("matna", "mana"), ("makna", "mana"), ("mad", "mat"), ("mag", "mak"), ("manna", "mana"), ("phờ lô", "flo"), ("pờ rô", "pro"), ("tơ ra", "tra"), ("mang", "man"),
        ("mangna", "manna"),
    ],
)  # fmt: skip
def test_what_sounds_alike_in_vietnamese(one, other):
    assert sound_key(one.split()) == sound_key(other.split())


@pytest.mark.parametrize(
    ("one", "other"),
    [("mina", "mana"), ("mina", "nina"), ("tana", "sana"), ("tana", "kana"), ("fana", "vana"), ("lana", "nana")],
)
def test_what_does_not_sound_alike(one, other):
    assert sound_key([one]) != sound_key([other])


# --- nearness ----------------------------------------------------------------------------------------------------

OURS = {"marvaten", "betaten", "gammaten"}


def judged(near, *, typed="marvatem", pairs=(), may_accept=True):
    found = judge(
        typed,
        tuple(Near(key, score) for key, score in near),
        LookAlikes(LookAlikePair(*pair) for pair in pairs),
        drugs_of=lambda key: key,
        is_ours=lambda key: key in OURS,
        may_accept=lambda key: may_accept,
    )
    return found


@pytest.mark.parametrize(
    ("near", "accepted"),
    [
        pytest.param([("marvaten", ACCEPT_AT)], True, id="đúng ngưỡng"),
        pytest.param([("marvaten", ACCEPT_AT - 0.1)], False, id="dưới ngưỡng"),
        pytest.param([("marvaten", 96), ("betaten", 96 - MARGIN)], True, id="thuốc khác của ấn bản đủ xa"),
        pytest.param([("marvaten", 96), ("betaten", 96 - MARGIN + 0.1)], False, id="thuốc khác của ấn bản quá gần"),
        pytest.param([("marvaten", 96), ("deltaten", 96 - STRANGER_MARGIN)], True, id="thuốc ngoài ấn bản đủ xa"),
        pytest.param([("marvaten", 96), ("deltaten", 96 - STRANGER_MARGIN + 0.1)], False, id="thuốc ngoài ấn bản quá gần"),
    ],
)  # fmt: skip
def test_a_mistyped_name_is_meant_only_when_nothing_else_is_near(near, accepted):
    found = judged(near, typed="marvvatem")  # two slips: the score alone decides
    assert (found.accepted == "marvaten") is accepted
    assert bool(found.asked) is not accepted


@pytest.mark.parametrize(
    ("typed", "rival", "accepted"),
    [
        pytest.param("marvatem", "betaten", True, id="một lỗi gõ, tên kia cách ba lỗi"),
        pytest.param("marvatem", "marvat", False, id="tên kia cách hai lỗi"),
        pytest.param("marvvatem", "betaten", False, id="hai lỗi gõ"),
    ],
)
def test_one_slip_is_meant_when_every_other_name_needs_three(typed, rival, accepted):
    found = judged([("marvaten", 96), (rival, 95)], typed=typed)
    assert (found.accepted == "marvaten") is accepted


def test_nothing_near_is_nothing():
    found = judged([])
    assert (found.accepted, found.asked) == (None, ())


def test_what_may_not_be_meant_unasked_is_asked_about():
    found = judged([("marvaten", 99)], may_accept=False)
    assert (found.accepted, found.asked) == (None, ("marvaten",))


def test_only_what_is_about_as_near_is_asked_about():
    found = judged([("marvaten", 86), ("betaten", 86 - MARGIN + 0.1), ("gammaten", 86 - MARGIN)])
    assert found.asked == ("marvaten", "betaten")


def test_a_listed_look_alike_of_the_nearest_name_is_offered_with_it():
    pairs = [("Marvaten", "Marvadem")]
    found = judged([("marvaten", 90)], typed="marvatem", pairs=pairs)
    assert found.accepted is None
    assert found.is_look_alike
    assert found.asked == ("marvaten", "marvadem")
    # "marvadex" is 75 to what was typed.
    for score, accepted in ((75 + LOOK_ALIKE_MARGIN, "marvaten"), (75 + LOOK_ALIKE_MARGIN - 0.1, None)):
        assert judged([("marvaten", score)], typed="marvatem", pairs=[("Marvaten", "Marvadex")]).accepted == accepted
    far = judged([("marvaten", 95)], typed="marvatem", pairs=[("Marvaten", "Xyz")])
    assert (far.accepted, far.is_look_alike) == ("marvaten", False)


def test_a_look_alike_is_offered_from_its_threshold_on():
    typed = "bacadafagal" + "onopotusi"  # shares eleven of twenty letters, and ten
    at, below = "bacadafagal" + "evevezekv", "bacadafaga" + "zevevezekv"
    assert (SCORER(typed, at), SCORER(typed, below)) == (pytest.approx(PARTNER_AT), 50)
    for other, offered in ((at, ("marvaten", at)), (below, ("marvaten",))):
        assert judged([("marvaten", 80)], typed=typed, pairs=[("Marvaten", other)]).asked == offered


def test_of_a_name_that_the_edition_lacks_no_look_alike_is_offered():
    found = judged([("deltaten", 80)], typed="deltatem", pairs=[("Deltaten", "Deltadem")])
    assert found.asked == ("deltaten",)


def test_names_are_found_nearest_first_and_short_ones_not_at_all():
    typos = TypoIndex(["paracetamol", "paracetamil", "abcd", "warfarin"])
    assert [n.key for n in typos.near("paracetamol")] == ["paracetamol", "paracetamil"]
    assert typos.near("abcd") == ()
    assert TypoIndex(["abcde"]).near("abcd") == ()
    assert typos.near("abcde", at_least=50) == ()
    assert "paracetamol" in typos
    assert "abcd" not in typos
    tie = TypoIndex(["zabcdef", "yabcdef"]).near("xabcdef")
    assert [n.key for n in tie] == ["yabcdef", "zabcdef"]


# --- strangers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("thuốc zyntalgo là gì", ["! zyntalgo"]), ("zyntalgo", ["! zyntalgo"]), ("zyntalgo 200", ["! zyntalgo 200"]),
        ("zyntalgo 200 mg", ["! zyntalgo"]), ("thuốc Zyntalgo Plus là gì", ["! Zyntalgo Plus"]),
        ("hôm qua zyntalgo rồi", []), ("hôm qua Zyntalgo uống rồi", ["! Zyntalgo"]), ("hôm qua Zyntalgo rồi", []),
        ("hôm qua Zynt uống rồi", []), ("bệnh Zyntalgo uống gì", []), ("hôm qua xyzacillin rồi", ["! xyzacillin"]),
        ("hôm qua xmycin rồi", []), ("hôm qua xymycin rồi", ["! xymycin"]), ("thuốc xyz là gì", []), ("thuốc xyzt là gì", ["! xyzt"]),
        ("thuốc 布洛芬 là gì", ["! 布洛芬"]), ("布洛芬", ["! 布洛芬"]), ("布", []), ("thuốc natri là gì", []),
        ("thuốc retard là gì", []), ("HÔM QUA ZYNTALGO UỐNG RỒI", []), ("liều warfarin, Zyntalgo uống", ["Warfarin"]),
        ("thuốc zyntälgo là gì", ["! zyntälgo"]), ("thuốc 123 là gì", []),
    ],
)  # fmt: skip
def test_a_word_that_looks_like_a_drug_is_named_back_and_no_other_is(question, expected):
    assert found(question) == expected


# --- as listed ---------------------------------------------------------------------------------------------------


def names_of(*entries):
    return NameIndex([NameEntry(name.lower(), name, name, kind) for name, kind in entries])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("para cetamol", ["Paracetamol"]), ("pa ra ce tamol", ["Paracetamol"]), ("lo sec", []), ("war farin", ["Warfarin"]),
        ("hôm nay gan to", []), ("hôm nay Gan to", ["Paracetamol"]), ("gan", ["Paracetamol"]), ("gan 500", ["Paracetamol"]),
        ("uống Dol", ["Paracetamol"]), ("uống dol", ["Paracetamol"]), ("zinat", ["Cefuroxim"]),
    ],
)  # fmt: skip
def test_a_listed_name_with_moved_blanks_or_of_an_ordinary_word(question, expected):
    assert found(question) == expected


@pytest.mark.parametrize(
    ("name", "kind", "is_found"),
    [
        ("Patient", "title", True), ("Patient", "inn", False), ("Patient", "brand", False), ("Gan", "title", False),
        ("Thuoc", "title", True), ("Uong", "title", False), ("Thuoc uong", "inn", True), ("Thuoc uong", "brand", False),
    ],
)  # fmt: skip
def test_an_ordinary_word_in_small_letters_is_a_name_only_as_a_title_or_a_proper_name_of_several(name, kind, is_found):
    names = NameIndex([NameEntry("x", "Xyzomab", name, kind)], world=(), pairs=())
    assert (found(f"hôm nay {name.lower()} thì sao", names=names) == ["Xyzomab"]) is is_found


def test_marks_that_were_typed_must_be_those_of_the_name():
    names = names_of(("Sắt sulfat", "title"), ("Bạc nitrat", "title"))
    assert found("sắt sulfat", names=names) == ["Sắt sulfat"]
    assert found("sat sulfat", names=names) == ["Sắt sulfat"]
    assert found("sát sulfat", names=names) != ["Sắt sulfat"]
    assert found("sắt sul fat", names=names) == ["Sắt sulfat"]


def test_a_brand_that_is_a_substance_with_a_strength_is_no_brand():
    names = names_of(("Ibuprofen", "title"), ("Ibuprofen 200", "brand"))
    assert found("ibuprofen 200", names=names)[:1] != []
    assert (
        "?"
        not in found(
            "ibuprofen",
            names=NameIndex(
                [
                    NameEntry("i", "Ibuprofen", "Ibuprofen", "title"),
                    NameEntry("i", "Ibuprofen", "Ibuprofen 200", "brand"),
                ]
            ),
        )[0]
    )


def test_a_name_of_one_letter_is_none():
    assert found("B 5 mg", names=names_of(("B", "brand"))) == []
    assert found("vitamin K1", names=names_of(("K1", "brand"))) == []


def test_a_title_with_a_bracket_answers_without_it_too():
    names = names_of(("Epinephrin (Adrenalin)", "title"))
    assert found("epinephrin", names=names) == ["Epinephrin (Adrenalin)"]
    assert found("epinephrin (adrenalin)", names=names)[0] == "Epinephrin (Adrenalin)"
