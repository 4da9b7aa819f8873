import io
import json
import threading

import pytest

from rag.breakers import Breaker
from rag.errors import BlankReply, ModelRequestInvalid, ModelThrottled
from rag.evals.replay import RecordingError, RecordingModel, key_of, read_recording
from rag.language import CallOutcome, LanguageModel, Prompt, Structure
from rag.model_calls import MeteredModel
from tests.model_fakes import END, ScriptedModel

STRUCTURE = Structure("s", {"type": "object"})


def prompt(user="xin chào", **more):
    settings = {"max_tokens": 10, "usual_seconds": 1.0} | more
    return Prompt(name="thu", sha256="0" * 64, system="hệ thống", user=user, **settings)


def recorded(*replies, ask=None):
    file = io.StringIO()
    model = RecordingModel(ScriptedModel(replies=replies), file, about="thử")
    metered = MeteredModel(model, breaker=Breaker(), ends_at=1e12, sleep=lambda seconds: None)
    for one in ask or [prompt()]:
        try:
            metered.ask(one)
        except (ModelThrottled, BlankReply):
            continue
    return file.getvalue()


def asked(model, one):
    return MeteredModel(model, breaker=Breaker(), ends_at=1e12, sleep=lambda seconds: None).ask(one)


def test_both_are_models_as_the_port_says():
    assert isinstance(RecordingModel(ScriptedModel([[END]]), io.StringIO(), about=""), LanguageModel)
    assert isinstance(read_recording(recorded(["a", END]), source="t"), LanguageModel)


def test_a_recorded_reply_is_given_again_with_its_tokens():
    model = read_recording(recorded(["chào ", "bạn", END]), source="t")
    metered = MeteredModel(model, breaker=Breaker(), ends_at=1e12)
    assert metered.ask(prompt()) == "chào bạn"
    (call,) = metered.calls
    assert (call.model, call.input_tokens, call.output_tokens) == ("scripted", END.input_tokens, END.output_tokens)
    assert (model.served, model.missing) == (1, 0)


def test_a_request_that_is_asked_again_gets_its_next_reply_and_then_the_last():
    model = read_recording(recorded(["một", END], ["hai", END], ask=[prompt(), prompt()]), source="t")
    assert [asked(model, prompt()) for _ in range(3)] == ["một", "hai", "hai"]


def test_a_failure_is_replayed_as_that_failure():
    text = recorded([ModelThrottled("429")], [ModelThrottled("429")])
    metered = MeteredModel(read_recording(text, source="t"), breaker=Breaker(), ends_at=1e12, sleep=lambda s: None)
    with pytest.raises(ModelThrottled):
        metered.ask(prompt())
    assert {call.outcome for call in metered.calls} == {CallOutcome.THROTTLED}


def test_what_is_not_recorded_fails_is_counted_and_is_not_asked_twice():
    model = read_recording(recorded(["a", END]), source="t")
    with pytest.raises(ModelRequestInvalid):
        asked(model, prompt("khác"))
    assert (model.served, model.missing) == (0, 1)


@pytest.mark.parametrize(
    "other",
    [
        prompt("khác"),
        prompt(max_tokens=11),
        prompt(structure=STRUCTURE),
        Prompt("khac", "0" * 64, "hệ thống", "xin chào", 10, 1.0),
        Prompt("thu", "1" * 64, "hệ thống", "xin chào", 10, 1.0),
        Prompt("thu", "0" * 64, "khác", "xin chào", 10, 1.0),
    ],
)
def test_the_key_changes_with_all_that_decides_a_reply(other):
    assert key_of(other, "m") != key_of(prompt(), "m")
    assert key_of(prompt(), "m") != key_of(prompt(), "n")


def test_the_key_does_not_change_with_how_long_a_call_may_take():
    assert key_of(prompt(usual_seconds=9.0, most_seconds=3.0), "m") == key_of(prompt(), "m")


def test_a_recording_says_what_it_is():
    first = json.loads(recorded(["a", END]).splitlines()[0])
    assert (first["model"], first["about"]) == ("scripted", "thử")


def test_a_cancelled_request_leaves_no_line():
    file = io.StringIO()
    model = RecordingModel(ScriptedModel([["a", "b", END]]), file, about="")
    pieces = model.reply(prompt(), timeout=1, cancelled=lambda: False)
    next(pieces)
    pieces.close()
    assert len(file.getvalue().splitlines()) == 1


def test_many_threads_may_record_at_once():
    file = io.StringIO()
    model = RecordingModel(ScriptedModel([["a", END]]), file, about="")

    def ask():
        for _ in range(20):
            list(model.reply(prompt(), timeout=1, cancelled=lambda: False))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([json.loads(line) for line in file.getvalue().splitlines()]) == 161


HEAD = '{"format": 1, "model": "m", "about": ""}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": 2, "model": "m"}',
        '{"key": "k", "failed": "timeout"}',
        f'{HEAD}\n{{"key": "k", "failed": "lost"}}',
        f'{HEAD}\n{{"key": "k", "reply": 1, "stop": "finished", "input_tokens": 1, "output_tokens": 1}}',
        f'{HEAD}\n{{"key": "k", "reply": "a", "stop": "bored", "input_tokens": 1, "output_tokens": 1}}',
        f'{HEAD}\n{{"key": "k", "reply": "a", "stop": "finished"}}',
        f"{HEAD}\n{HEAD}",
    ],
)
def test_a_file_that_is_no_recording_is_refused(text):
    with pytest.raises(RecordingError, match=r"^ghi\.jsonl"):
        read_recording(text, source="ghi.jsonl")
