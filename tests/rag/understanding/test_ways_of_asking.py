"""Which part of the book a wording asks for, beside look-alikes that ask for another."""

import pytest

from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import findings, hear, populations, signals

DOSING, STORAGE, INCOMPATIBLE = "lieu_luong_va_cach_dung", "do_on_dinh_va_bao_quan", "tuong_ky"
CONTRA, CAUTION, ADR = "chong_chi_dinh", "than_trong", "tac_dung_khong_mong_muon"
KINETICS, PHARMACOLOGY, OVERDOSE = "duoc_dong_hoc", "duoc_ly", "qua_lieu_va_xu_tri"
INTERACTION, PREGNANCY, MANAGING = "tuong_tac_thuoc", "thoi_ky_mang_thai", "huong_dan_xu_tri_adr"


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("nifedipin có cần tránh ánh sáng không", STORAGE),
        ("amiodaron phải tránh ánh sáng không", STORAGE),
        ("azithromycin bột pha xong để được bao lâu", STORAGE),
        ("ceftriaxon có cần tránh dùng ở trẻ em không", CONTRA),
        ("amiodaron có gây nhạy cảm ánh sáng không", ADR),
    ],
)
def test_keeping_a_drug_from_light_is_asked_of_its_storage(question, first):
    assert hear(question).sections[0] == first


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("omeprazol viên nang có mở ra được không", DOSING),
        ("bẻ viên metformin được không", DOSING),
        ("can i split metformin tablets", DOSING),
        ("furosemid uống buổi tối được không", DOSING),
        ("simvastatin uống buổi sáng được không", DOSING),
        ("uống simvastatin lúc đi ngủ được không", DOSING),
        ("azithromycin uống xa bữa ăn không", DOSING),
        ("diazepam dùng được không", CONTRA),
    ],
)
def test_how_and_when_a_tablet_is_taken_stands_among_the_doses(question, first):
    assert hear(question).sections[0] == first


@pytest.mark.parametrize(
    ("question", "reads"),
    [
        ("amiodaron pha với natri clorid 0,9% được không", True),
        ("phenytoin pha dịch gì", True),
        ("furosemid pha trong glucose được không", True),
        ("vancomycin 1 g pha bao nhiêu ml", False),
    ],
)
def test_a_fluid_to_mix_with_is_also_looked_for_among_the_incompatibilities(question, reads):
    sections = hear(question).sections
    assert sections[0] == DOSING
    assert (INCOMPATIBLE in sections) is reads


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("bao lâu paracetamol có tác dụng", KINETICS),
        ("paracetamol bao lâu thì hết tác dụng", KINETICS),
        ("t1/2 của warfarin", KINETICS),
        ("how long does morphine last", KINETICS),
        ("gentamicin có qua hàng rào máu não không", KINETICS),
        ("digoxin thải qua thận hay gan", KINETICS),
        ("bao lâu metformin hết tác dụng phụ", ADR),
        ("dùng amoxicilin bao lâu", DOSING),
        ("vì sao aspirin chống kết tập tiểu cầu", PHARMACOLOGY),
        ("vi khuẩn nào kháng amoxicilin", PHARMACOLOGY),
        ("vì sao chống chỉ định aspirin", CONTRA),
        ("vì sao trẻ em không dùng ciprofloxacin", CONTRA),
        ("vì sao uống rifampicin nước tiểu đỏ", CAUTION),
        ("omeprazol uống bao lâu thì có tác dụng", KINETICS),
        ("paracetamol có tác dụng giảm đau không", PHARMACOLOGY),
        ("amiodaron có cần tránh nắng không", CAUTION),
    ],
)
def test_what_the_body_does_with_a_drug_and_how_it_works_stand_apart(question, first):
    assert hear(question).sections[0] == first


@pytest.mark.parametrize(
    "question", ["cơ chế tác dụng của metformin là gì", "co che cua metformin", "metformin mechanism of action"]
)
def test_the_mechanism_is_asked_for_as_a_whole(question):
    frame = hear(question)
    assert frame.sections == (PHARMACOLOGY,)
    assert frame.terms == ()


@pytest.mark.parametrize(
    ("question", "first", "danger"),
    [
        ("amiodaron gây nhiễm độc phổi", ADR, False),
        ("gentamicin có gây ngộ độc thận không", ADR, False),
        ("bệnh nhân bị ngộ độc digoxin", OVERDOSE, True),
        ("ngộ độc gan do paracetamol xử trí", OVERDOSE, True),
        ("uống digoxin bị nhiễm độc", OVERDOSE, True),
        ("bệnh nhân hôn mê gan dùng furosemid được không", CONTRA, False),
        ("bệnh nhân hôn mê dùng haloperidol được không", CONTRA, True),
        ("uống diazepam hôn mê có sao không", OVERDOSE, True),
        ("bệnh nhân hôn mê sau uống diazepam", OVERDOSE, True),
        ("liều gây chết của digoxin", OVERDOSE, False),
        ("bệnh nhân uống 20 viên digoxin", OVERDOSE, True),
        ("bệnh nhân vừa uống 20 viên digoxin", OVERDOSE, True),
    ],
)
def test_poisoning_is_told_from_a_harm_of_one_organ_and_from_a_state_of_the_patient(question, first, danger):
    assert hear(question).sections[0] == first
    assert ("emergency" in signals(question)) is danger


def test_tablets_of_a_prescription_are_no_poisoning():
    assert OVERDOSE not in hear("liều methotrexat uống 10 viên mỗi tuần có đúng không").sections


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("captopril gây ho có hay gặp không", ("ho",)),
        ("enalapril gây phù mạch thường gặp hay hiếm gặp", ("phù mạch", "phù")),
        ("tác dụng phụ hiếm gặp của amoxicilin", ("hiếm gặp",)),
        ("ciprofloxacin có gây kéo dài QT không", ("kéo dài QT",)),
        ("prednisolon làm tăng đường huyết không", ("tăng đường huyết",)),
        ("amiodaron gây nhiễm độc phổi", ("nhiễm độc phổi",)),
    ],
)
def test_the_named_effect_is_looked_for_and_how_often_only_where_no_effect_is_named(question, terms):
    frame = hear(question)
    assert frame.sections[0] == ADR
    assert frame.terms == terms


@pytest.mark.parametrize(
    ("question", "groups", "effect"),
    [
        ("ibuprofen có gây suy thận không", [], "suy thận"),
        ("methotrexat gây xơ gan", [], "xơ gan"),
        ("tác dụng phụ của ibuprofen ở người suy thận", ["suy_than"], None),
        ("đái tháo đường gây suy thận dùng metformin được không", ["suy_than"], None),
    ],
)
def test_an_impairment_that_the_drug_may_bring_about_is_no_state_of_the_patient(question, groups, effect):
    assert populations(question) == groups
    assert [t for t in hear(question).terms if t in ("suy thận", "xơ gan")] == ([effect] if effect else [])


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("bệnh nhân sốc tim dùng nifedipin được không", ("sốc do tim", True)),
        ("bệnh nhân sốc nhiễm khuẩn dùng epinephrin được không", ("sốc nhiễm khuẩn", True)),
        ("bệnh nhân sốc penicilin dùng cefalexin được không", ("dị ứng penicilin", True)),
        ("bệnh nhân ngưng thở khi ngủ dùng diazepam được không", ("ngừng thở khi ngủ", True)),
    ],
)
def test_a_shock_is_an_allergy_only_to_a_substance(question, found):
    frame = hear(question)
    told = [*findings(question), (frame.indication, True)]
    assert found in told


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("bỏ qua phần thận trọng, chỉ cho tôi chống chỉ định của ibuprofen", (CONTRA,)),
        ("không cần liều, cho tôi chống chỉ định của ibuprofen", (CONTRA,)),
        ("thận trọng và chống chỉ định của ibuprofen", (CAUTION, CONTRA)),
        ("bỏ qua thận trọng của ibuprofen", (CAUTION,)),
    ],
)
def test_a_section_that_is_set_aside_is_not_read_beside_one_that_is_wanted(question, sections):
    assert hear(question).sections == sections


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("how should insulin be stored", []),
        ("can metformin be taken with food", []),
        ("lieu paracetamol cho be 5 tuoi", ["tre_em"]),
    ],
)
def test_the_english_verb_is_no_child(question, groups):
    assert populations(question) == groups


@pytest.mark.parametrize(
    ("question", "ranks"),
    [
        ("nên chọn atorvastatin hay simvastatin", True),
        ("nên chọn paracetamol hay ibuprofen cho bà bầu", False),
        ("nên chọn dạng nào của metformin", False),
    ],
)
def test_which_of_two_to_choose_is_not_answered_unless_a_patient_decides(question, ranks):
    assert ("ranking" in signals(question)) is ranks


def test_a_drug_that_meets_a_drink_is_no_relation_that_is_looked_up_backwards():
    assert hear("thuốc nào tương tác với rượu").intent.value == "condition_relation"
    assert hear("thuốc nào làm giảm nồng độ digoxin").sections == (INTERACTION,)


def test_the_other_drug_is_never_the_one_just_spoken_of():
    assert talk("liều colchicin người lớn", "thuốc kia thì sao").drugs == ()
    frame = talk("tương tác digoxin với amiodaron", "chống chỉ định của digoxin", "thuốc kia thì sao")
    assert frame.drug_ids == ("amiodaron",)


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("ibuprofen ở bệnh nhân suy tim", ("chong_chi_dinh", "than_trong", "chi_dinh")),
        ("metformin trên người bệnh bị suy tim", ("chong_chi_dinh", "than_trong", "chi_dinh")),
        ("ibuprofen trị sốt ở trẻ", (DOSING,)),
    ],
)
def test_a_drug_in_somebody_with_a_disease_asks_what_speaks_against_it(question, sections):
    assert hear(question).sections == sections


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("bạn lấy thông tin từ đâu", "social.about"),
        ("hệ thống này có dùng AI không", "social.about"),
        ("bạn có thể sai không", "social.about"),
        ("có bao nhiêu thuốc trong sách", "social.about"),
        ("cảm ơn bạn nhiều", "social.farewell"),
        ("xin chào, cảm ơn", "social.farewell"),
        ("xin chào", "social.social"),
        ("bạn lấy liều paracetamol từ đâu", None),
    ],
)
def test_questions_about_the_program_and_thanks_have_answers_of_their_own(question, rule):
    assert hear(question).rules.get("intent") == rule


@pytest.mark.parametrize(
    ("question", "restricted"),
    [
        ("đổi đơn thuốc từ amoxicilin sang cefuroxim giúp tôi", True),
        ("sửa đơn giúp em", True),
        ("đổi đơn thuốc từ amoxicilin sang cefuroxim cần lưu ý gì", False),
        ("cho tôi liều amoxicilin giúp", False),
    ],
)
def test_a_prescription_is_not_changed_on_request(question, restricted):
    assert ("restricted" in signals(question)) is restricted


@pytest.mark.parametrize(
    ("question", "ruled_out"),
    [
        ("thuốc nào trị tiêu chảy không do nhiễm khuẩn", ("không do nhiễm khuẩn",)),
        ("thuốc trị viêm họng không phải kháng sinh", ("không phải kháng sinh",)),
        ("có thuốc nào trị đau nửa đầu không ạ", ()),
    ],
)
def test_what_a_list_of_drugs_is_not_sifted_by_is_kept_as_typed(question, ruled_out):
    assert tuple(t for t in hear(question).terms if t.startswith("không")) == ruled_out


@pytest.mark.parametrize(
    ("turns", "sections"),
    [
        (("acid valproic có thai", "carbamazepin?"), (PREGNANCY, CONTRA, CAUTION)),
        (("amoxicilin quá liều", "của cefalexin"), (OVERDOSE, "huong_dan_xu_tri_adr")),
        (("tác dụng phụ morphin", "ngộ độc thì dùng gì"), (OVERDOSE, "huong_dan_xu_tri_adr")),
        (("paracetamol là thuốc gì", "ibuprofen?"), ()),
        (("chống chỉ định của paracetamol", "ibuprofen"), ()),
    ],
)
def test_a_bare_name_with_a_question_mark_asks_the_same_of_another_drug(turns, sections):
    assert talk(*turns).sections == sections


def test_a_drug_that_is_to_be_stopped_before_an_operation_is_no_question_for_a_dose():
    assert hear("aspirin ngừng trước mổ bao lâu").sections[0] == CAUTION


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("bệnh nhân viêm gan do isoniazid trước đây dùng lại được không", (CONTRA, CAUTION, MANAGING, ADR)),
        ("uống amoxicilin bị nổi mề đay có dùng tiếp được không", (CONTRA, CAUTION, MANAGING, ADR)),
        ("uống amoxicilin bị tiêu chảy có nên ngừng không", (ADR, MANAGING)),
        ("uống amoxicilin bị nổi mề đay", (ADR, MANAGING)),
    ],
)
def test_giving_again_what_has_done_harm_asks_what_forbids_it(question, sections):
    assert hear(question).sections == sections


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("người hiến máu dùng aspirin", (CONTRA, CAUTION)),
        ("bệnh nhân cắt túi mật dùng morphin", (CONTRA, CAUTION)),
        ("bệnh nhân nặng dùng vancomycin", ()),
        ("bệnh nhân dùng morphin", ()),
    ],
)
def test_words_in_no_list_that_tell_of_a_person_are_looked_for_where_care_is_called_for(question, sections):
    assert hear(question).sections == sections


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("aspirin có phải NSAID không", "loai_thuoc"),
        ("diclofenac có phải kháng sinh không", "loai_thuoc"),
        ("diclofenac có phải ngừng không", CAUTION),
        ("furosemid tiêm nhanh có sao không", DOSING),
        ("insulin tiêm ở đâu", DOSING),
        ("hen có uống được clarithromycin không", CONTRA),
        ("không bị loét dạ dày thì dùng aspirin ok không", CONTRA),
        ("amoxicilin có kê cho trẻ không", CONTRA),
    ],
)
def test_short_questions_name_their_section_by_a_word_or_two(question, first):
    assert hear(question).sections[0] == first


@pytest.mark.parametrize(
    ("question", "ranks"),
    [
        ("thuốc thay thế cho warfarin", True),
        ("warfarin thay bằng thuốc gì", True),
        ("chống chỉ định của warfarin, thuốc thay thế", False),
    ],
)
def test_no_drug_is_chosen_in_the_place_of_another(question, ranks):
    assert ("ranking" in signals(question)) is ranks


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("aspirin với ibuprofen uống cách nhau bao lâu", INTERACTION),
        ("ciprofloxacin và antacid uống cách nhau mấy giờ", INTERACTION),
        ("amoxicilin uống cách nhau mấy giờ", DOSING),
    ],
)
def test_how_far_apart_two_are_taken_stands_among_the_interactions(question, first):
    assert hear(question).sections[0] == first
