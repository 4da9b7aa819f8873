"""Stored answers whose words the edition in use no longer says are found, and nothing else is."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from conversations import engine
from conversations.answering import answer_turn
from conversations.intake import submit_turn
from conversations.models import Turn
from conversations.permissions import AUDITOR, CLINICIAN, PHARMACIST
from conversations.stale import (
    Why,
    monographs_of_stale_answers,
    sentence_after_publishing,
    stale_answers,
    stale_citations,
)
from formulary.editions import make_current, quarantine_chunk, withdraw
from formulary.models import Chunk, Edition
from rag.passages import DOSING
from rag.records import Stage
from tests.conversations.conftest import make_user
from tests.formulary.book import chunk, load_markdown_edition, make_monograph

pytestmark = pytest.mark.django_db

FORBIDDEN = "Quá mẫn với paracetamol.\n\nSuy gan nặng, Child-Pugh trên 9 điểm."
ADULT = "### Người lớn\n\n#### Uống\n\n500 mg/lần, cách 6 giờ một lần."


def book(forbidden: str = FORBIDDEN, dosing: str = ADULT, **more: str) -> dict[str, str]:
    sections = {"chi_dinh": "Hạ sốt.", "chong_chi_dinh": forbidden, DOSING: dosing} | more
    return {
        "a.md": make_monograph("paracetamol", "Paracetamol", **sections),
        "b.md": make_monograph("metformin", "Metformin", chong_chi_dinh="Đái tháo đường typ 1."),
    }


@pytest.fixture(autouse=True)
def edition() -> Edition:
    return load_markdown_edition(book())


@pytest.fixture
def pharmacist(db: None) -> User:
    return make_user("duoc-si", PHARMACIST)


def ask(asker: User, question: str = "chống chỉ định của paracetamol") -> Turn:
    turn = answer_turn(submit_turn(conversation=None, owner=asker, question=question).pk)
    assert turn.outcome == "answered", (turn.reason, turn.message)
    return turn


def publish(files: dict[str, str]) -> Edition:
    return load_markdown_edition(files)


def why_of(turn: Turn) -> list[Why]:
    return [citation.why for citation in stale_citations(stale_answers()).get(turn.pk, ())]


def test_an_answer_that_the_edition_in_use_still_says_is_not_stale(clinician: User) -> None:
    ask(clinician)
    publish(book(than_trong="Thận trọng mới."))
    assert not stale_answers().exists()


def test_an_answer_whose_words_changed_shows_the_old_and_the_new(clinician: User) -> None:
    turn = ask(clinician)
    publish(book(FORBIDDEN.replace("9 điểm", "6 điểm")))
    assert [answer.pk for answer in stale_answers()] == [turn.pk]
    (citation,) = stale_citations(stale_answers())[turn.pk]
    assert citation.why is Why.REWORDED
    assert (citation.old_text, citation.new_text) == (
        "Suy gan nặng, Child-Pugh trên 9 điểm.",
        "Suy gan nặng, Child-Pugh trên 6 điểm.",
    )
    assert [p.text for p in citation.pieces if p.is_number and p.op != "same"] == ["9", "6"]
    assert citation.new_url == "/formulary/mau-r2/paracetamol/#chong_chi_dinh-1"


def test_an_answer_whose_words_are_gone_says_so(clinician: User) -> None:
    turn = ask(clinician)
    publish(book("Quá mẫn với paracetamol."))
    assert why_of(turn) == [Why.GONE]


def test_an_answer_whose_monograph_is_gone_says_so(clinician: User) -> None:
    turn = ask(clinician)
    publish({"b.md": book()["b.md"]})
    assert why_of(turn) == [Why.GONE, Why.GONE]


def test_the_same_words_for_another_patient_make_an_answer_stale(clinician: User) -> None:
    turn = ask(clinician, "liều paracetamol uống cho người lớn")
    publish(book(dosing=ADULT.replace("Người lớn", "Trẻ em")))
    assert Why.MOVED_UNDER in why_of(turn)


def test_a_block_that_is_held_back_makes_its_answers_stale_and_is_not_shown(clinician: User, pharmacist: User) -> None:
    turn = ask(clinician)
    quarantine_chunk(chunk("paracetamol", "chong_chi_dinh", 1), reason="nghi in sai", actor=pharmacist)
    (citation,) = stale_citations(stale_answers())[turn.pk]
    assert (citation.why, citation.new_text) == (Why.HELD, "")


def test_a_misprint_makes_its_answers_stale_and_an_old_value_does_not(clinician: User) -> None:
    turn = ask(clinician)
    block = Chunk.objects.filter(section__key="chong_chi_dinh", ordinal=1, section__monograph__slug="paracetamol")
    block.update(errata=[[0, 8, "old_value", "cũ"]])
    assert not stale_answers().exists()
    block.update(errata=[[0, 8, "old_value", "cũ"], [10, 20, "misprint", "in sai"]])
    assert why_of(turn) == [Why.ERRATUM]


def test_the_newest_answers_come_first_and_one_monograph_can_be_chosen(clinician: User) -> None:
    first, second = ask(clinician), ask(clinician, "chống chỉ định của metformin")
    publish({"c.md": make_monograph("khac", "Khác", chi_dinh="Sốt.")})
    assert [answer.pk for answer in stale_answers()] == [second.pk, first.pk]
    assert [answer.pk for answer in stale_answers("paracetamol")] == [first.pk]
    assert monographs_of_stale_answers() == [("metformin", "Metformin"), ("paracetamol", "Paracetamol")]


def test_a_page_of_answers_is_told_in_a_constant_number_of_queries(clinician: User, django_assert_num_queries) -> None:
    for _ in range(3):
        ask(clinician)
    publish(book("Khác hẳn.\n\nSuy gan nặng, Child-Pugh trên 6 điểm."))
    answers = list(stale_answers())
    with django_assert_num_queries(4):
        assert len(stale_citations(answers)) == 3


def test_whoever_publishes_is_told_how_many(clinician: User) -> None:
    ask(clinician)
    current = publish(book("Khác hẳn."))
    assert (sentence_after_publishing(edition=current) or "").startswith("1 câu trả lời đã lưu")
    assert sentence_after_publishing(edition=publish(book(than_trong="Mới."))) is None


def test_a_turn_that_runs_keeps_its_edition_when_another_is_published(clinician: User) -> None:
    staged = load_markdown_edition(book(FORBIDDEN.replace("9 điểm", "6 điểm")), current=False)

    def publish_meanwhile(stage: Stage) -> None:
        if stage is Stage.LOOKING_UP:
            make_current(staged, actor=None)

    waiting = submit_turn(conversation=None, owner=clinician, question="chống chỉ định của paracetamol")
    turn = answer_turn(waiting.pk, on_stage=publish_meanwhile)
    assert Edition.objects.get(is_current=True) == staged
    assert turn.edition_key == "mau"
    assert {passage.edition_key for passage in turn.passages.all()} == {"mau"}
    assert any("9 điểm" in claim.text for claim in turn.claims.all())
    assert engine.current_edition().key == "mau-r2"
    assert stale_answers().count() == 1


# --- in the administration -------------------------------------------------------------------------------------


def stale_page(client, user: User, query: str = "") -> str:
    user.is_staff = True
    user.save()
    client.force_login(user)
    response = client.get(reverse("admin:conversations_staleanswer_changelist") + query)
    return response.content.decode() if response.status_code == 200 else str(response.status_code)


def test_the_list_shows_the_question_with_both_wordings(clinician: User, pharmacist: User, client) -> None:
    turn = ask(clinician)
    publish(book(FORBIDDEN.replace("9 điểm", "6 điểm")))
    page = stale_page(client, pharmacist)
    assert reverse("admin:conversations_turn_change", args=[turn.pk]) in page
    assert '<del class="number">9</del><ins class="number">6</ins>' in page
    assert "chống chỉ định của paracetamol" in page


@pytest.mark.parametrize(("query", "shown"), [("?chuyen_luan=paracetamol", True), ("?chuyen_luan=metformin", False)])
def test_the_list_is_narrowed_to_one_monograph(
    query: str, shown: bool, clinician: User, pharmacist: User, client
) -> None:
    ask(clinician)
    publish(book("Khác hẳn."))
    assert ("chống chỉ định của paracetamol" in stale_page(client, pharmacist, query)) is shown


def test_the_list_is_for_those_who_may_read_turns(clinician: User, client) -> None:
    ask(clinician)
    assert "cần xem lại" in stale_page(client, make_user("kiem-toan", AUDITOR))
    assert stale_page(client, make_user("bac-si-2", CLINICIAN)) == "403"


# --- old releases ----------------------------------------------------------------------------------------------


def purge(*arguments: str) -> str:
    out = StringIO()
    call_command("purge_releases", "--family", "mau", *arguments, stdout=out)
    return out.getvalue()


def test_only_withdrawn_releases_that_nothing_cites_lose_their_text(clinician: User, pharmacist: User) -> None:
    ask(clinician)  # cites the first
    releases = [Edition.objects.get()] + [publish(book(f"Câu {n}.")) for n in range(4)]
    make_current(releases[2], actor=None)
    for release in (releases[0], releases[1]):
        withdraw(release, actor=pharmacist)
    assert purge("--keep", "1") == (
        "mau-r4: giữ lại, chưa rút.\n"
        "mau-r3: giữ lại, đang dùng để trả lời.\n"
        "mau-r2: đã xóa nội dung.\n"
        "mau: giữ lại, có câu trả lời đã lưu trích nó.\n"
    )
    assert "mau-r2: giữ lại, nội dung đã xóa từ trước." in purge("--keep", "1")


def test_the_newest_releases_are_not_even_looked_at(pharmacist: User) -> None:
    second = load_markdown_edition(book("Khác."), current=False)
    withdraw(second, actor=pharmacist)
    assert purge() == ""


@pytest.mark.parametrize("arguments", [["--keep", "0"], ["--family", "khong-co"]])
def test_a_request_that_makes_no_sense_is_one_sentence(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        purge(*arguments)


def test_the_asker_is_told_above_an_answer_that_the_edition_in_use_no_longer_says(
    clinician: User, client: Client
) -> None:
    turn = ask(clinician)
    client.force_login(clinician)
    address = reverse("conversation", args=[turn.conversation_id])
    warning = "Đừng dùng câu trả lời này"
    assert warning not in client.get(address).content.decode()
    publish(book(forbidden=FORBIDDEN.replace("trên 9 điểm", "trên 8 điểm")))
    page = client.get(address).content.decode()
    assert warning in page
    assert "Paracetamol · Chống chỉ định: ấn bản đang dùng viết khác" in page
    assert page.index(warning) < page.index('class="answer"')
