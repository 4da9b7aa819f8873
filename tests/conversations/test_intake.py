"""What is taken as a question, what is refused, and that nothing is taken twice."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from conversations import intake
from conversations.answering import answer_turn
from conversations.intake import IntakeRefused, check_limits, open_conversation, rename_conversation, submit_turn
from conversations.models import Conversation, Turn
from rag.vietnamese import nfc
from tests.conversations.conftest import FakeEngine
from tests.conversations.records import escalating

pytestmark = pytest.mark.django_db


def code_of(**asked: object) -> str:
    with pytest.raises(IntakeRefused) as refused:
        submit_turn(**asked)  # type: ignore[arg-type]
    return refused.value.code


def ask(
    owner: User, question: str = "liều paracetamol", conversation: Conversation | None = None, key: str = ""
) -> Turn:
    return submit_turn(conversation=conversation, owner=owner, question=question, client_key=key)


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("", id="empty"),
        pytest.param("  \n\t ", id="white space"),
        pytest.param("\u200b\u200d\ufeff\u2060", id="zero width"),
        pytest.param("\0\0", id="NUL"),
        pytest.param("\u3000\u00a0", id="wide and hard blanks"),
        pytest.param("\ufe0f\u0301", id="marks that stand on nothing"),
        pytest.param("\u3164\u2800", id="letters without ink"),
    ],
)
def test_a_question_that_shows_nothing_is_refused(question: str, clinician: User) -> None:
    assert code_of(conversation=None, owner=clinician, question=question) == "blank"
    assert not Conversation.objects.exists()


@pytest.mark.parametrize("question", ["🙂", "?", "💊💊"])
def test_a_question_without_letters_is_taken(question: str, clinician: User) -> None:
    assert ask(clinician, question).question == question


def test_two_thousand_characters_are_taken(clinician: User) -> None:
    assert len(ask(clinician, "a" * 2000).question) == 2000


def test_one_character_more_is_refused_and_nothing_is_written(clinician: User) -> None:
    assert code_of(conversation=None, owner=clinician, question="a" * 2001) == "too_long"
    assert not Turn.objects.exists()


def test_the_limit_counts_letters_not_their_parts(clinician: User) -> None:
    # "ế" decomposed is three code points.
    assert ask(clinician, "e\u0302\u0301" * 2000).question == "ế" * 2000


def test_a_question_is_stored_as_nfc(clinician: User) -> None:
    assert ask(clinician, "lie\u0302\u0300u").question == nfc("liều")


def test_superscripts_and_fractions_are_stored_as_typed(clinician: User) -> None:
    assert ask(clinician, "10² và ½ viên").question == "10² và ½ viên"


@pytest.mark.parametrize("question", ["li\0ều", "liều paracetamol \ud83d", "\udc8a liều"])
def test_a_question_with_characters_that_the_database_cannot_hold_is_refused_whole(
    question: str, clinician: User
) -> None:
    assert code_of(conversation=None, owner=clinician, question=question) == "invalid"
    assert not Conversation.objects.exists()


def test_identifiers_are_masked_before_storage(clinician: User) -> None:
    turn = ask(clinician, "BN Nguyễn Văn Mẫu uống paracetamol liều nào")
    stored = Turn.objects.get(pk=turn.pk)
    assert "Mẫu" not in stored.question + stored.folded + stored.conversation.title
    assert stored.masked


def test_the_first_question_names_the_conversation(clinician: User) -> None:
    turn = ask(clinician, "liều  paracetamol " + "dài " * 40)
    assert turn.conversation.title.startswith("liều paracetamol dài")
    assert len(turn.conversation.title) <= 80


def test_turns_are_numbered_within_their_conversation(clinician: User, fake_engine: FakeEngine) -> None:
    first = answer_turn(ask(clinician).pk)
    assert ask(clinician, conversation=first.conversation).number == 2


def test_a_second_question_waits_for_the_first(clinician: User) -> None:
    first = ask(clinician)
    assert code_of(conversation=first.conversation, owner=clinician, question="còn trẻ em?") == "turn_open"


def test_an_open_turn_of_a_lost_process_does_not_block_the_conversation(clinician: User) -> None:
    first = ask(clinician)
    Turn.objects.filter(pk=first.pk).update(status="running", claimed_at=timezone.now() - timedelta(minutes=5))
    second = ask(clinician, "còn trẻ em?", conversation=first.conversation)
    first.refresh_from_db()
    assert (first.outcome, first.reason, second.number) == ("abstain", "interrupted", 2)


def test_a_conversation_given_to_a_pharmacist_takes_no_more(clinician: User, fake_engine: FakeEngine) -> None:
    fake_engine.reply = escalating()
    turn = answer_turn(ask(clinician, "cho gặp dược sĩ").pk)
    assert code_of(conversation=turn.conversation, owner=clinician, question="liều?") == "conversation_closed"


def test_somebody_elses_conversation_is_not_found(clinician: User, other_clinician: User) -> None:
    turn = ask(clinician)
    assert code_of(conversation=turn.conversation, owner=other_clinician, question="liều?") == "not_found"


def test_the_same_key_gives_the_first_turn_back(clinician: User, fake_engine: FakeEngine) -> None:
    conversation = open_conversation(owner=clinician)
    first = answer_turn(ask(clinician, conversation=conversation, key="k1").pk)
    answer_turn(ask(clinician, "câu thứ hai", conversation=conversation, key="k2").pk)
    assert ask(clinician, conversation=conversation, key="k1").pk == first.pk


def test_the_same_key_without_a_conversation_opens_one(clinician: User) -> None:
    assert ask(clinician, key="k1").pk == ask(clinician, key="k1").pk
    assert Conversation.objects.count() == 1


def test_the_same_key_of_another_person_is_another_question(clinician: User, other_clinician: User) -> None:
    assert ask(clinician, key="k1").pk != ask(other_clinician, key="k1").pk


def test_the_same_key_still_answers_after_the_conversation_was_closed(clinician: User, fake_engine: FakeEngine) -> None:
    fake_engine.reply = escalating()
    first = answer_turn(ask(clinician, "cho gặp dược sĩ", key="k1").pk)
    assert ask(clinician, "cho gặp dược sĩ", conversation=first.conversation, key="k1").pk == first.pk


def test_the_same_key_with_another_question_is_refused(clinician: User) -> None:
    conversation = ask(clinician, "liều paracetamol", key="k1").conversation
    for where in (conversation, None):
        assert code_of(conversation=where, owner=clinician, question="liều ibuprofen", client_key="k1") == "key_reused"
    assert Turn.objects.count() == 1


@pytest.mark.parametrize("has_conversation", [True, False])
def test_a_question_sent_again_is_no_further_question(has_conversation: bool, clinician: User) -> None:
    first = ask(clinician, key="k1")
    ask(clinician)
    where = first.conversation if has_conversation else None
    again = {"conversation": where, "owner": clinician, "question": first.question, "limits": intake.PERSON}
    assert submit_turn(**again, client_key="k1").pk == first.pk
    assert code_of(**again, client_key="k2") == "busy"
    assert code_of(**again) == "busy"


def test_without_a_key_the_same_question_is_asked_twice(clinician: User) -> None:
    assert ask(clinician).pk != ask(clinician).pk


@pytest.mark.parametrize("key", ["x" * 65, "a\nb", "a\0"])
def test_an_unusable_key_is_refused(key: str, clinician: User) -> None:
    assert code_of(conversation=None, owner=clinician, question="liều", client_key=key) == "bad_key"


def test_every_refusal_has_a_sentence() -> None:
    for code in intake.REFUSALS:
        assert IntakeRefused(code, limit="2.000").message.endswith((".", "!"))


def test_two_turns_at_once_are_enough_for_one_person(clinician: User) -> None:
    ask(clinician)
    check_limits(clinician, intake.PERSON)
    ask(clinician)
    with pytest.raises(IntakeRefused, match="busy"):
        check_limits(clinician, intake.PERSON)


def test_thirty_questions_a_minute_are_enough_for_one_person(clinician: User, fake_engine: FakeEngine) -> None:
    for _ in range(intake.PERSON.per_minute):
        answer_turn(ask(clinician).pk)
    with pytest.raises(IntakeRefused, match="too_many"):
        check_limits(clinician, intake.PERSON)


def test_the_questions_of_others_do_not_count(clinician: User, other_clinician: User) -> None:
    ask(other_clinician)
    ask(other_clinician)
    check_limits(clinician, intake.PERSON)


def test_a_title_is_squeezed_and_kept(clinician: User) -> None:
    conversation = open_conversation(owner=clinician)
    assert rename_conversation(conversation=conversation, title="  Bé   18 kg ", actor=clinician).title == "Bé 18 kg"


def test_a_title_keeps_no_identifier(clinician: User) -> None:
    conversation = open_conversation(owner=clinician)
    told = rename_conversation(conversation=conversation, title="BN Trần Thị Thử 0900000000", actor=clinician).title
    assert told == "BN [tên] [số điện thoại]"


@pytest.mark.parametrize("title", ["", "  ", "x" * 121, "\u200b", "\u202e", "\u3164", "\ufe0f"])
def test_an_unusable_title_is_refused(title: str, clinician: User) -> None:
    with pytest.raises(IntakeRefused, match="bad_title"):
        rename_conversation(conversation=open_conversation(owner=clinician), title=title, actor=clinician)


def test_only_the_owner_renames(clinician: User, other_clinician: User) -> None:
    with pytest.raises(IntakeRefused, match="not_found"):
        rename_conversation(conversation=open_conversation(owner=clinician), title="khác", actor=other_clinician)
