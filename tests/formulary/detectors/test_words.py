"""Words that extraction split, joined or gave other marks; and the words of the book that only look so."""

import pytest

from formulary.ingest.detectors import marks, words
from formulary.ingest.vietnamese_words import is_misspelt, is_syllable
from tests.formulary.detectors.looks import kinds, view

ADR = "tac_dung_khong_mong_muon"
INNOCENT = [
    "Tiêm dưới da thuốc chống đông, phối hợp với vitamin C uống hằng ngày.",
    "Người bệnh nhiễm HIV hoặc viêm gan C hoặc D, dùng 5-FU.",
    "Hội chứng Stevens-Johnson, hội chứng Guillain-Barré, bệnh Ménière, Sjögren, Béhçet.",
    "beta-lactam, HLA-B*1502, CYP3A4, 25-(OH)D, pH, mEq/lít, mmHg, HbA1c, ClCr, tRNA, iPTH, NaCl, KCl.",
    "Blốc nhĩ thất, sirô, oxy, nitơ, urê, amiđan, sulphonylurê, tuýp, ĐTĐ, ĐMV, decilít.",
    "Chuyển hóa, chuyển hoá, đe dọa, đe doạ, thủy, thuỷ, khỏe, khoẻ, lũy, luỹ, quý, kỹ, kĩ, qui.",
    "Độc với ốc tai; khối u ống tiêu hóa; ung thư ở vú; ho ở trẻ em; cho ức chế men; nôn ói.",
    "Na+ , Cl- và K+; 30 °C; α-tocoferol; μ-opioid; interferon beta-1a; thuốc nhóm A ở dạng nang.",
    "Enzym xúc tác, hydroxyl hóa, N-acetyl-p-benzoquinonimin (NAPQI), E. coli, S. aureus, H. influenzae.",
    "Suy thận, viêm thận kẽ, toàn thân, thân nhiệt, chức năng thận trong vòng 2 tuần, mẫn cảm, may mắn.",
    "Streptococcus pneumoniae, Candida albicans, candidaemia, salmonellosis; MAO-B và COX-2; nhiễm khuẩn huyết.",
    "Dùng cho trẻ em bị ỉa chảy, tăng gấp rưỡi, quặn, nguệch ngoạc, khuỷu tay, xoắn khuẩn, giun móc.",
    "cơ - xương, dịch não - tủy, dạ dày - tá tràng; nguy cơ - lợi ích; hòa tan trong nước ấm.",
]  # fmt: skip


@pytest.mark.parametrize("text", INNOCENT)
def test_the_words_of_the_book_are_no_defect(text: str):
    detectors = (
        words.split_word,
        words.joined_words,
        words.hyphenation,
        words.missing_blank,
        marks.wrong_marks,
        marks.garbled,
    )
    assert [(d.__name__, d(view(text))) for d in detectors if d(view(text))] == []


@pytest.mark.parametrize(
    "text", ["methylpred- nisolon", "cloramphe- nicol", "uống para- cetamol 500 mg", "corti- costeroid"]
)
def test_a_word_cut_at_the_end_of_a_line_is_a_defect(text: str):
    assert words.hyphenation(view(text))


@pytest.mark.parametrize("text", ["beta- lactam", "Stevens-Johnson", "dạ dày- tá tràng", "Cl- và Na+", "nhĩ- thất"])
def test_a_hyphen_of_the_word_itself_is_none(text: str):
    assert words.hyphenation(view(text)) is None


@pytest.mark.parametrize(
    "text",
    ["thu ốc uống", "tác dụng ho ạt chất", "hạ huy ết áp", "điề u trị", "được chỉ định điều tr ị", "O meprazol 20 mg", "O floxacin",
     "H ướng dẫn", "D ược lý", "liều l ượng", "Liề u dùng", "T ương tác", "Dư ợc động học", "tr ẻ em", "tiêm t ĩnh mạch", "n gười lớn"],
)  # fmt: skip
def test_a_word_in_pieces_is_a_defect(text: str):
    assert words.split_word(view(text))


@pytest.mark.parametrize(
    "text",
    ["PNMTvàtrẻ em", "phương pháp ThayATV", "vitamin Cuống", "Capecitabincó thể", "thuốc ức chế MAO-Bở người", "dùng 50Sở y tế",
     "Streptococcuspneumoniae", "nồng độ calcihuyết", "Staphylococcusaureus", "vàtrẻ em", "Phenytoinlàm tăng"],
)  # fmt: skip
def test_words_without_a_blank_are_a_defect(text: str):
    assert words.joined_words(view(text))


@pytest.mark.parametrize("text", ["cách 8 giờ một lần.Trường hợp nặng", "sau khi uống thuốc.Với liều cao"])
def test_two_sentences_without_a_blank_are_worth_a_note(text: str):
    assert words.missing_blank(view(text))
    assert words.joined_words(view(text)) is None


def test_brands_may_be_written_in_any_way():
    seen = kinds("DiaBeta; UroXatral; PegIntron; O Meprazol; 0Frezefev; pms-Mexcold 150", "ten_thuong_mai")
    assert not {kind.value for kind in seen} & {"joined_words", "split_word", "confused_digit"}


@pytest.mark.parametrize(
    "text",
    ["liểu dùng", "hoặt tiêm", "hoăc uống", "đươc dùng", "nhiễm khuẫn", "Việm gan", "mắn cảm", "ứ mât", "tân được", "nồng đô",
     "suy cân giáp", "màng bung", "cần thận trong", "viêm thân kẽ", "Quá mẫm cảm", "tương ky với", "tĩnh mach", "nhiểm trùng"],
)  # fmt: skip
def test_a_word_with_other_marks_is_a_defect(text: str):
    assert marks.wrong_marks(view(text))


def test_the_label_of_an_organ_with_other_marks_is_a_defect_among_the_effects():
    assert marks.wrong_marks(view("Thân: Suy.", ADR))
    assert marks.wrong_marks(view("Gan: Độc. Mặt: Nhìn mờ.", ADR))
    assert marks.wrong_marks(view("Toàn thân: Sốt. Thận: Suy thận. Mắt: Nhìn mờ. Tiêu hoá: Nôn.", ADR)) is None
    assert marks.wrong_marks(view("Thân: Suy.", "than_trong")) is None


@pytest.mark.parametrize(
    "text",
    [
        "mũit = ị 8 xy gàng",
        "Liều dùng mũit = ị 8 xy gàng mỗi ngày",
        "uống ~ § = 5 ¢ lần",
        "Trẻ em bị }o ~ 8 ưn gàng xy ~ t' xy trong",
        "Ả ẫ ị ỗ = mg",
    ],
)
def test_a_stretch_in_which_hardly_a_word_is_one_is_a_defect(text: str):
    assert marks.garbled(view(text))


@pytest.mark.parametrize(
    "text", ["S = W^0,425 × H^0,725 × 71,84", "pH = 7,4; Clcr = 30", "a) b) c)", "vitamin A, D, E, K", "ý ở ứ", "k = 0,45"]
)  # fmt: skip
def test_a_formula_is_not_garbled(text: str):
    assert marks.garbled(view(text)) is None


@pytest.mark.parametrize(
    "word",
    [
        "quốc",
        "giếng",
        "gìn",
        "khuỷu",
        "nghiêng",
        "kỹ",
        "quyển",
        "gãy",
        "nghỉ",
        "huyết",
        "yếu",
        "ỉa",
        "thuốc",
        "uống",
        "ngoằn",
        "tuyệt",
        "khuếch",
        "xoăn",
    ],
)
def test_a_syllable_is_built_of_onset_rime_and_tone(word: str):
    assert is_syllable(word)
    assert not is_misspelt(word)


@pytest.mark.parametrize(
    "word", ["hoăc", "đươc", "mât", "điề", "kuốc", "ngỉ", "ghãy", "cếch", "ngẻ", "thuôc", "calcihuyết"]
)
def test_what_breaks_a_rule_of_spelling_or_tone_is_no_syllable(word: str):
    assert is_misspelt(word)


@pytest.mark.parametrize(
    "word",
    ["ĐTĐ", "urê", "nitơ", "amiđan", "sulphonylurê", "Guérin", "blốc", "đvqt", "decilít", "paracetamol", "Sjögren"],
)
def test_a_loan_a_name_or_an_abbreviation_is_no_misspelling(word: str):
    assert not is_misspelt(word)
