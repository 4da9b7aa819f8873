"""Lists of brands, copies of one passage, and what shows only across monographs."""

from dataclasses import replace

import pytest

from formulary.ingest.book import Block, Book, BookFinding, FilePage, PrintedMonograph, PrintedSection
from formulary.ingest.defects import hold_book_defects, hold_defects
from formulary.ingest.detectors import brands, copies
from formulary.ingest.detectors.drugs import KnownDrugs, misspelt_drugs
from formulary.ingest.drug_names import names_of
from formulary.models.defect_kinds import DefectKind
from rag.passages import DOSING, SECTION_KEYS, BlockKind
from tests.formulary.detectors.looks import make_block, make_printed, view, views

BRANDS = "ten_thuong_mai"


def make_monograph(slug: str, title: str, **sections: str | tuple[str, ...]) -> PrintedMonograph:
    texts = {key: (text,) if isinstance(text, str) else text for key, text in sections.items()}
    printed = (
        PrintedSection(key, key, tuple(Block(BlockKind.PARAGRAPH, text) for text in texts[key]))
        for key in SECTION_KEYS
        if key in texts
    )
    return PrintedMonograph(slug, title, "", tuple(printed))


def kinds_in(book: Book, slug: str, section: str) -> list[set[DefectKind]]:
    monograph = next(m for m in book.monographs if m.slug == slug)
    return [{f.kind for f in block.findings} for block in monograph.blocks_of(section)]


def file_findings(book: Book) -> set[tuple[DefectKind, int | None, str]]:
    return {(f.kind, f.page, f.monograph) for f in book.findings if f.kind is not DefectKind.MISSING_SECTION}


def test_brands_of_another_drug_are_held_and_give_no_name():
    held = hold_defects(make_printed("Carmize; Claben; Maninil 5.", section=BRANDS, slug="gentamicin"))
    assert held.blocks_of(BRANDS)[0].hold is not None
    assert [name.name for name in names_of(held)[0]] == ["A"]


def test_the_same_brands_under_their_own_drug_are_free():
    printed = make_printed("Carmize; Claben; Maninil 5.", section=BRANDS, slug="glibenclamid")
    assert hold_defects(printed).blocks_of(BRANDS)[0].hold is None


@pytest.mark.parametrize(
    "text",
    [
        "Vantef. Globulin miễn dịch chống uốn ván; Tetagam",
        "Tetagam; Thông tin quy chế: Thuốc kê đơn",
        "Brufen; Thuốc này không được dùng cho người bệnh suy gan nặng và suy thận nặng",
    ],
)
def test_a_list_that_goes_on_into_the_next_heading_is_a_defect(text: str):
    assert brands.overflow(view(text, BRANDS))


@pytest.mark.parametrize(
    "text",
    ["Acete 80; pms-Mexcold 150; Pyme - Ibu; DH - Metglu 500; Captolin \"Kojar\"", "Ibuprofen Tab. 200; Morphin Inj. 10 mg/ml",
     "Glucose; Vắc xin (Viện Vắc xin và Sinh phẩm Y tế Nha Trang)", "Vell.", "Advifen 400; Gofen 400 clearcap."],
)  # fmt: skip
def test_a_list_of_brands_as_printed_is_none(text: str):
    assert brands.overflow(view(text, BRANDS)) is None


def test_a_brand_of_three_letters_is_worth_a_note():
    assert brands.short_name(view("ACC; Dol; Acemuc", BRANDS)) == "ACC; Dol"
    assert hold_defects(make_printed("ACC; Dol", section=BRANDS)).blocks_of(BRANDS)[0].hold is None


def test_a_brand_under_two_drugs_is_worth_a_note_and_holds_nothing():
    book = Book((
        make_monograph("cefepim", "Cefepim", ma_atc="J01DE01.", ten_thuong_mai="Midoxime; Maxipime"),
        make_monograph("cefixim", "Cefixim", ma_atc="J01DD08.", ten_thuong_mai="Midoxime; Hafixim"),
    ))  # fmt: skip
    held = hold_book_defects(book)
    assert kinds_in(held, "cefepim", BRANDS) == kinds_in(held, "cefixim", BRANDS) == [{DefectKind.SHARED_BRAND}]
    assert all(block.hold is None for _, _, block in held.blocks())


def test_a_list_that_two_drugs_of_other_organs_share_is_astray():
    names = "Aaaaa; Bbbbb; Ccccc; Ddddd"
    book = Book((
        make_monograph("khang-sinh", "Kháng sinh", ma_atc="J01GB03.", ten_thuong_mai=names),
        make_monograph("duong-huyet", "Đường huyết", ma_atc="A10BB01.", ten_thuong_mai=f"{names}; Eeeee"),
    ))  # fmt: skip
    held = hold_book_defects(book)
    assert [b.hold.kind for m in held.monographs for b in m.blocks_of(BRANDS) if b.hold] == [
        DefectKind.MISPLACED_BRANDS
    ] * 2


@pytest.mark.parametrize(
    ("word", "name"),
    [("amiadaron", "amiodaron"), ("fusosemid", "furosemid"), ("cispaltin", "cisplatin"), ("carbamazpin", "carbamazepin"),
     ("metronodazol", "metronidazol"), ("termazepam", "temazepam")],
)  # fmt: skip
def test_a_drug_with_one_letter_wrong_is_known(word: str, name: str):
    assert misspelt_drugs([f"Dùng cùng {word} thì tăng nồng độ."], KnownDrugs(())) == {word: name}


@pytest.mark.parametrize(
    "word", ["allopurinol", "cephalexin", "prednison", "prednisolon", "cefixim", "cefepim", "acetohexamid", "dactinomycin",
             "actinomycin", "cytosin", "glyceryl", "creatinin", "penicilinase", "sulphinpyrazol", "bilirubin", "theophyllin"],
)  # fmt: skip
def test_another_drug_or_another_spelling_is_no_slip(word: str):
    assert misspelt_drugs([f"Dùng cùng {word} thì tăng nồng độ."], KnownDrugs(())) == {}


def test_a_spelling_that_the_book_keeps_to_is_its_own():
    assert misspelt_drugs(["amiadaron và amiadaron", "amiadaron"], KnownDrugs(())) == {}


def test_a_misspelt_drug_is_told_and_holds_only_where_meaning_turns_on_it():
    book = hold_book_defects(Book((
        make_monograph("a", "A", tuong_tac_thuoc=("Phối hợp với fusosemid gây hạ huyết áp.", "Không phối hợp với amiadaron.")),
    )))  # fmt: skip
    blocks = book.monographs[0].blocks_of("tuong_tac_thuoc")
    assert [b.hold is not None for b in blocks] == [False, True]
    assert [f.evidence for b in blocks for f in b.findings] == [
        "fusosemid (gần furosemid)",
        "amiadaron (gần amiodaron)",
    ]


def test_one_block_twice_in_other_numbers_holds_both():
    first = "Trẻ em 1 - 4 tuổi: Uống 100 mg, 3 lần/ngày; tối đa 30 mg/kg/ngày."
    held = hold_defects(make_printed(first, "Chú ý.", first.replace("100", "150"))).blocks_of(DOSING)
    assert [b.hold.kind if b.hold else None for b in held] == [
        DefectKind.CONFLICTING_COPIES, None, DefectKind.CONFLICTING_COPIES,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "second",
    [
        pytest.param("Trẻ em 4 - 7 tuổi: Uống 150 mg, 3 lần/ngày; tối đa 30 mg/kg/ngày.", id="another age"),
        pytest.param("Trẻ em 1 - 4 tuổi: Uống 100 mg, 3 lần/ngày; tối đa 30 mg/kg/ngày.", id="the same numbers"),
        pytest.param("Trẻ em 1 - 4 tuổi: Tiêm 150 mg, 3 lần/ngày; tối đa 30 mg/kg/ngày.", id="another route"),
    ],
)
def test_a_block_for_others_is_no_copy(second: str):
    first = "Trẻ em 1 - 4 tuổi: Uống 100 mg, 3 lần/ngày; tối đa 30 mg/kg/ngày."
    assert copies.conflicting_copies(views(first, second)) == {}


def test_the_same_words_under_another_heading_are_no_copy():
    text = "Uống {} mg/lần, 3 lần/ngày, trong 7 ngày liền hoặc lâu hơn."
    adult = make_block(text.format(500), headings=("Người lớn",))
    child = make_block(text.format(250), headings=("Trẻ em",))
    assert copies.conflicting_copies(views(adult, child)) == {}


def test_a_section_twice_under_one_drug_in_other_numbers_holds_both():
    book = Book((
        make_monograph("a", "A", lieu_luong_va_cach_dung=("Uống 5 mg/ngày.", "Uống khi no.")),
        make_monograph("a-2", "A", lieu_luong_va_cach_dung="Uống 50 mg/ngày."),
        make_monograph("b", "B", lieu_luong_va_cach_dung="Uống 50 mg/ngày."),
    ))  # fmt: skip
    held = hold_book_defects(book)
    assert [b.hold.kind if b.hold else None for _, _, b in held.blocks()] == [DefectKind.CONFLICTING_COPIES] * 3 + [
        None
    ]


def test_a_sibling_without_its_weight_is_worth_a_note():
    texts = (
        "Sơ sinh: 5 mg/kg/lần.",
        "Trẻ 1 - 2 tuổi: 8 mg/kg/lần.",
        "Trẻ 2 - 6 tuổi: 10 mg/kg/lần.",
        "Trẻ 6 - 12 tuổi: 10 mg/lần.",
    )
    blocks = [make_block(text, headings=("Trẻ em",)) for text in texts]
    assert set(copies.implausible_jump(views(*blocks))) == {3}
    assert set(copies.implausible_jump(views("thêm một liều 0,5 - 1 mg (50 - 100 đvqt/kg) nếu cần"))) == {0}
    assert hold_defects(make_printed(*blocks)).blocks_of(DOSING)[3].hold is None


def test_a_page_number_and_a_title_inside_a_sentence_are_a_running_head():
    book = Book((
        make_monograph("thiopental", "Thiopental", chi_dinh="Gây mê."),
        make_monograph("thioguanin", "Thioguanin", tuong_tac_thuoc=("Nồng 1366 Thiopental độ tăng.", "Tiêm 500 mg Thiopental.")),
    ))  # fmt: skip
    assert kinds_in(hold_book_defects(book), "thioguanin", "tuong_tac_thuoc") == [{DefectKind.RUNNING_HEAD}, set()]


def test_pages_without_text_and_out_of_sequence_are_told_once():
    pages = (
        FilePage(1, 11, 1, 1), FilePage(2, 12, 1, 1, has_text=False), FilePage(3, 31, 1, 1), FilePage(4, None, 1, 1), FilePage(5, 15, 1, 1),
    )  # fmt: skip
    told = (BookFinding(DefectKind.PAGE_WITHOUT_TEXT, "trang chỉ có ảnh", page=2),)
    book = Book((make_monograph("a", "A", chi_dinh="Sốt."),), pages=pages)
    expected = {(DefectKind.PAGE_WITHOUT_TEXT, 2, ""), (DefectKind.PAGE_OUT_OF_SEQUENCE, 3, "")}
    assert file_findings(hold_book_defects(book)) == expected
    assert file_findings(hold_book_defects(replace(book, findings=told))) == expected


def test_a_monograph_without_a_usual_section_is_told():
    book = hold_book_defects(Book((make_monograph("eperison", "Eperison", chi_dinh="Co cứng cơ."),)))
    missing = [f.evidence for f in book.findings if f.kind is DefectKind.MISSING_SECTION]
    assert missing == ["Chống chỉ định", "Liều lượng và cách dùng"]
