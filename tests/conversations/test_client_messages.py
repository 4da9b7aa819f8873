"""A frame is one of three messages, or one error that names what is wrong."""

import json
import uuid

import pytest

from conversations.client_messages import Ask, BadFrame, Cancel, Resume, parse

ID = uuid.uuid4()


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ({"type": "ask", "question": "liều?"}, Ask(None, "liều?", "")),
        ({"type": "ask", "conversation": None, "question": "", "client_key": None}, Ask(None, "", "")),
        ({"type": "ask", "conversation": str(ID), "question": "?", "client_key": "k"}, Ask(ID, "?", "k")),
        ({"type": "resume", "turn": str(ID)}, Resume(ID)),
        ({"type": "cancel", "turn": str(ID), "extra": 1}, Cancel(ID)),
    ],
)
def test_a_message_of_the_contract_is_read(frame: dict, message: object) -> None:
    assert parse(json.dumps(frame)) == message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(None, "bad_json", id="binary"),
        pytest.param("", "bad_json", id="empty"),
        pytest.param("{", "bad_json", id="cut off"),
        pytest.param("[" * 30_000, "bad_json", id="nested deeper than Python goes"),
        pytest.param("[]", "bad_message", id="not an object"),
        pytest.param("1", "bad_message", id="a number"),
        pytest.param("{}", "bad_message", id="no type"),
        pytest.param('{"type": 7}', "bad_message", id="type is a number"),
        pytest.param('{"type": "sudo"}', "unknown_type", id="unknown type"),
        pytest.param('{"type": "ask"}', "bad_message", id="no question"),
        pytest.param('{"type": "ask", "question": ["a"]}', "bad_message", id="question is a list"),
        pytest.param('{"type": "ask", "question": null}', "bad_message", id="question is null"),
        pytest.param(
            '{"type": "ask", "question": "a", "conversation": 5}', "bad_message", id="conversation is a number"
        ),
        pytest.param(
            '{"type": "ask", "question": "a", "conversation": "x"}', "bad_message", id="conversation is no id"
        ),
        pytest.param('{"type": "ask", "question": "a", "client_key": {}}', "bad_message", id="key is an object"),
        pytest.param('{"type": "resume"}', "bad_message", id="no turn"),
        pytest.param('{"type": "cancel", "turn": "1"}', "bad_message", id="turn is no id"),
        pytest.param('{"type": "ask", "question": "' + "a" * 40_000 + '"}', "frame_too_large", id="40 KB"),
        pytest.param('{"type": "ask", "question": "' + "ế" * 11_000 + '"}', "frame_too_large", id="33 KB of UTF-8"),
    ],
)
def test_anything_else_is_one_clear_error(text: str | None, code: str) -> None:
    with pytest.raises(BadFrame) as bad:
        parse(text)
    assert bad.value.code == code
    assert bad.value.message.endswith(".")
