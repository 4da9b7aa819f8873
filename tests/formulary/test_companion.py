"""What a pharmacist judged in one PDF holds for that PDF, under the headings that stood there, and for one drug."""

import pytest

from formulary.ingest.book import Block, ImportRefused
from formulary.ingest.companion import CheckedTable, companion_text, text_hash, title_key
from formulary.ingest.companion_reading import read_companion
from formulary.ingest.pdf_book import companion_of
from rag.frames import Population, Route
from rag.passages import DOSING, BlockKind
from rag.printed import Context
from tests.formulary.book import read

PDF, OTHER = "a" * 64, "b" * 64
TABLE = Block(
    BlockKind.TABLE, "| Clcr | Liều |\n|---|---|\n| > 30 | 500 mg |", ("Trẻ em",), Context((Population.CHILD,))
)
JUDGEMENTS = [
    pytest.param("bang_da_kiem: [{muc: chi_dinh, sha256: x}]", id="a checked table"),
    pytest.param("cach_ly: [{muc: chi_dinh, sha256: x, ly_do: lệch cột}]", id="a held block"),
    pytest.param("tieu_de_con: [{muc: chi_dinh, duong: [Trẻ em], doi_tuong: [tre_em]}]", id="a reviewed sub-heading"),
]


def entry(title: str, slug: str, name: str, more: str = "") -> str:
    return f"- {{tieu_de: {title}, ma: {slug}, ten: {name}{', ' if more else ''}{more}}}"


def of_pdf(sha256: str, *entries: str) -> str:
    return "\n".join((f"pdf_sha256: {sha256}", "chuyen_luan:", *entries))


def refusal(text: str, **given: str) -> str:
    with pytest.raises(ImportRefused) as refused:
        read_companion(text, **given)
    return str(refused.value)


@pytest.mark.parametrize("judgement", JUDGEMENTS)
def test_what_was_judged_in_another_pdf_is_refused_in_one_sentence(judgement):
    text = of_pdf(OTHER, entry("PARACETAMOL", "paracetamol", "Paracetamol", judgement))
    said = refusal(text, pdf_sha256=PDF)
    assert "viết cho một tệp PDF khác" in said
    assert len(said.splitlines()) == 1
    assert read_companion(text, pdf_sha256=OTHER)


@pytest.mark.parametrize("judgement", JUDGEMENTS)
def test_what_was_judged_in_no_named_pdf_is_refused(judgement):
    text = entry("PARACETAMOL", "paracetamol", "Paracetamol", judgement)
    assert "không ghi «pdf_sha256»" in refusal(text, pdf_sha256=PDF)


def test_names_alone_are_the_drugs_and_not_the_files():
    text = entry("PARACETAMOL", "paracetamol", "Paracetamol", "bi_danh: [Panadol]")
    assert read_companion(text, pdf_sha256=PDF)["paracetamol"].names


def test_the_companion_beside_a_pdf_is_held_against_its_bytes(tmp_path):
    path = tmp_path / "sach.pdf"
    path.write_bytes(b"%PDF-1.7 one")
    text = of_pdf(
        OTHER, entry("PARACETAMOL", "paracetamol", "Paracetamol", "bang_da_kiem: [{muc: chi_dinh, sha256: x}]")
    )
    path.with_suffix(".yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ImportRefused, match="tệp PDF khác"):
        companion_of(path, None)


@pytest.mark.parametrize(
    "above",
    [
        {"headings": ("Trẻ sơ sinh",)},
        {"headings": ("Trẻ em", "Suy thận")},
        {"context": Context()},
        {"context": Context((Population.CHILD,), (Route.ORAL,))},
        {"context": Context((Population.CHILD,), (), ("sốt",))},
        {"text": TABLE.text.replace("500", "50")},
    ],
)
def test_a_table_is_checked_only_under_what_stood_above_it(above):
    text = of_pdf(
        PDF,
        entry(
            "A",
            "a",
            "A",
            f"bang_da_kiem: [{{muc: {DOSING}, sha256: {text_hash(TABLE)}, duong: [Trẻ em], doi_tuong: [tre_em]}}]",
        ),
    )
    notes = read_companion(text, pdf_sha256=PDF)["a"]
    assert notes.has_checked(DOSING, TABLE)
    other = {"kind": TABLE.kind, "text": TABLE.text, "headings": TABLE.headings, "context": TABLE.context} | above
    assert not notes.has_checked(DOSING, Block(**other))
    assert not notes.has_checked("chi_dinh", TABLE)


def test_people_and_routes_may_be_given_in_any_order():
    one = Context((Population.CHILD, Population.ADULT), (Route.ORAL, Route.IM))
    other = Context((Population.ADULT, Population.CHILD), (Route.IM, Route.ORAL))
    assert CheckedTable.under(DOSING, "x", (), one) == CheckedTable.under(DOSING, "x", (), other)


def test_what_is_written_of_a_book_is_read_back_as_checked():
    monograph = read()
    notes = read_companion(companion_text([monograph], pdf_sha256=PDF), pdf_sha256=PDF)[title_key("VÍ DỤ")]
    tables = [b for b in monograph.blocks_of(DOSING) if b.kind is BlockKind.TABLE]
    assert [notes.has_checked(DOSING, b) for b in tables] == [b.hold is None for b in tables]


@pytest.mark.parametrize(
    ("title", "slug", "name", "word"),
    [
        ("PARACETAMOL", "digoxin", "Digoxin", "«ten: Digoxin»"),
        ("PARACETAMOL", "digoxin", "Paracetamol", "«ma: digoxin»"),
        ("PARACETAMOL", "para", "Paracetamol", "«ma: para»"),
        ("AMOXICILIN VÀ KALI CLAVULANAT", "amoxicilin", "Amoxicilin", "«ten: Amoxicilin»"),
        ("AMOXICILIN VÀ KALI CLAVULANAT", "amoxicilin", "Amoxicilin và kali clavulanat", "«ma: amoxicilin»"),
        ("SALBUTAMOL (Dùng trong hô hấp)", "salbutamol-san-khoa", "Salbutamol", "«ma: salbutamol-san-khoa»"),
    ],
)
def test_an_entry_whose_name_or_id_is_of_another_drug_is_refused(title, slug, name, word):
    said = refusal(entry(title, slug, name))
    assert word in said
    assert title in said


@pytest.mark.parametrize(
    ("title", "slug", "name"),
    [
        ("ACID ACETYLSALICYLIC (Aspirin)", "acid-acetylsalicylic", "Acid acetylsalicylic"),
        ("SALBUTAMOL (Dùng trong hô hấp)", "salbutamol-ho-hap", "Salbutamol"),
        ("VITAMIN D (các loại)", "vitamin-d", "Vitamin D"),
        ("NGƯNG TẬP  TIỂU CẦU", "ngung-tap-tieu-cau", "Ngưng tập tiểu cầu"),
    ],
)
def test_a_title_may_have_a_bracket_that_the_name_leaves_out(title, slug, name):
    assert read_companion(entry(title, slug, name))[title_key(title)].slug == slug


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("pdf_sha256: 12\nchuyen_luan: []", "SHA-256"),
        ("sach: x\nchuyen_luan: []", "«sach»"),
        ("pdf_sha256: " + PDF, "danh sách"),
        ("- {tieu_de: A, ma: a, ten: A, ten: B}", "«ten» có hai lần"),
        ("- {? !!merge '<<' : {tieu_de: A}, ma: a, ten: A}", "«<<»"),
    ],
)
def test_what_is_no_companion_is_refused_with_what_is_wrong(text, word):
    assert word in refusal(text)


def test_a_bracket_that_is_not_printed_tells_nothing_apart():
    text = "- {tieu_de: SALBUTAMOL (Dùng trong hô hấp), ma: salbutamol-san-khoa, ten: Salbutamol, ngoac: sản khoa}"
    assert "«ten: Salbutamol (sản khoa)»" in refusal(text)
