"""From the print to the answer: a dose is worked out while its print is approved, and not one turn longer."""

import pytest
from django.contrib.auth.models import User

from conversations.answering import answer_turn
from conversations.intake import submit_turn
from conversations.transcripts import turn_as_dict
from formulary.dose_rules import decide, propose_for
from formulary.editions import make_current, quarantine_chunk, release_chunk
from formulary.ingest.load import load_edition
from formulary.ingest.reading import read_book
from formulary.models import Chunk, DoseRule, Edition
from tests.formulary.test_dose_rules import MONOGRAPH, TEXT

pytestmark = pytest.mark.django_db

QUESTION = "tính liều thử liều uống cho bé 5 tuổi 18 kg"


def release(folder, text: str) -> Edition:
    (folder / "thu-lieu.md").write_text(MONOGRAPH.format(text=text), encoding="utf-8")
    load_edition(read_book(folder), family="thu")
    edition = make_current(Edition.objects.filter(family="thu").order_by("-release")[0], actor=None)
    propose_for(edition)
    return edition


@pytest.fixture
def pharmacist() -> User:
    return User.objects.create_user("duoc-si")


@pytest.fixture
def approved(tmp_path, pharmacist) -> Edition:
    edition = release(tmp_path, TEXT)
    decide(DoseRule.objects.all(), status=DoseRule.Status.APPROVED, actor=pharmacist)
    return edition


def asked(clinician: User, question: str = QUESTION) -> dict:
    turn = submit_turn(conversation=None, owner=clinician, question=question)
    return turn_as_dict(answer_turn(turn.pk))


def dose_of(turn: dict) -> str | None:
    return turn["calculation"] and turn["calculation"]["rules"][0]["result"]["per_dose"]["text"]


def the_block() -> Chunk:
    return Chunk.objects.get(text=TEXT)


def test_an_approved_print_is_worked_out(approved, clinician):
    assert dose_of(asked(clinician)) == "180 mg"


def test_a_proposed_print_is_only_quoted_and_the_answer_says_why(tmp_path, clinician):
    release(tmp_path, TEXT)
    turn = asked(clinician)
    assert dose_of(turn) is None
    assert "Chưa có quy tắc đã duyệt" in turn["message"]
    assert turn["claims"][0]["text"] == TEXT


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("10 mg/kg", "15 mg/kg"),
        TEXT.replace("600 mg/ngày", "500 mg/ngày"),
        TEXT.replace("1 - 12 tuổi", "2 - 12 tuổi"),
        TEXT + " Uống sau bữa ăn.",
    ],
)
def test_a_new_release_with_another_print_is_quoted_until_it_is_approved_again(
    tmp_path, approved, clinician, pharmacist, text
):
    release(tmp_path, text)
    turn = asked(clinician)
    assert (turn["reason"], dose_of(turn)) == ("verbatim", None)
    assert "Chưa có quy tắc đã duyệt" in turn["message"]
    decide(DoseRule.objects.filter(status="proposed"), status=DoseRule.Status.APPROVED, actor=pharmacist)
    assert dose_of(asked(clinician)) is not None


def test_a_revoked_rule_is_not_used_from_the_next_turn_on(approved, clinician, pharmacist):
    decide(DoseRule.objects.all(), status=DoseRule.Status.REVOKED, actor=pharmacist, reason="đọc sai")
    assert dose_of(asked(clinician)) is None


def test_a_block_that_is_held_back_is_neither_quoted_nor_worked_out_and_comes_back_as_it_was(
    approved, clinician, pharmacist
):
    quarantine_chunk(the_block(), reason="nghi sai số", actor=pharmacist)
    turn = asked(clinician)
    assert (turn["outcome"], dose_of(turn), turn["claims"]) == ("verify_pdf", None, [])
    release_chunk(the_block(), reason="đã đối chiếu trang in", actor=pharmacist)
    assert dose_of(asked(clinician)) == "180 mg"


@pytest.mark.parametrize(
    ("who", "dose"),
    [
        ("bé 1 tuổi 10 kg", "100 mg"),
        ("bé 12 tuổi 30 kg", "200 mg"),
        ("bé 11 tháng 9 kg", None),
        ("bé 13 tuổi 40 kg", None),
    ],
)
def test_the_ends_of_the_printed_band_are_its_own(approved, clinician, who, dose):
    assert dose_of(asked(clinician, f"tính liều thử liều uống cho {who}")) == dose
