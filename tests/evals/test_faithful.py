"""The faithful double does what its name says: else what is measured with it would say nothing."""

import json

import pytest

from rag.errors import ModelRequestInvalid
from rag.language import LanguageModel, Prompt, ReplyEnd, TextPiece
from tests.evals.faithful import LONGEST, MOST, FaithfulModel, assessed, judged, written


def sources(*texts: str):
    return {"nguon": [{"so": number, "doan": text} for number, text in enumerate(texts, start=1)]}


def test_it_is_a_model_and_its_reply_is_json_with_an_end():
    model = FaithfulModel()
    assert isinstance(model, LanguageModel)
    prompt = Prompt("write", "0" * 64, "hệ thống", json.dumps(sources("a")), 10, 1.0)
    *pieces, end = model.reply(prompt, timeout=1, cancelled=lambda: False)
    assert json.loads("".join(piece.text for piece in pieces if isinstance(piece, TextPiece)))["cau"]
    assert isinstance(end, ReplyEnd)


def test_what_it_does_not_know_it_refuses():
    with pytest.raises(ModelRequestInvalid):
        next(FaithfulModel().reply(Prompt("khác", "0" * 64, "s", "{}", 10, 1.0), timeout=1, cancelled=lambda: False))


def test_it_writes_each_source_as_it_stands():
    assert written(sources("Một.", "Hai."))["cau"] == [
        {"nguon": [1], "text": "Một."},
        {"nguon": [2], "text": "Hai."},
    ]


def test_a_long_source_is_told_whole_in_claims_that_are_not_too_long():
    text = " ".join(f"Câu số {number} nói một điều." for number in range(200))
    claims = [claim["text"] for claim in written(sources(text))["cau"]]
    assert " ".join(claims) == text
    assert all(len(claim) <= LONGEST for claim in claims)


def test_a_source_that_does_not_fit_is_left_out_whole_and_said_to_be():
    answer = written(sources(*(f"Đoạn {number}." for number in range(MOST + 2))))
    assert len(answer["cau"]) == MOST
    assert [account["so"] for account in answer["ra_soat"] if account["thieu"]] == [MOST + 1, MOST + 2]


def test_its_account_copies_what_forbids_limits_or_restricts():
    (account,) = written(sources("Người lớn: Uống 500 mg/lần, tối đa 2,5 g/ngày, trừ khi suy thận; không nhai."))[
        "ra_soat"
    ]
    assert account == {"so": 1, "giu": ["tối đa 2,5 g/ngày", "trừ khi suy thận", "không nhai"], "thieu": ""}


@pytest.mark.parametrize(
    ("text", "holds"),
    [("uống 5 mg", True), ("Uống 5 mg/lần, 1 lần/ngày", True), ("không uống 5 mg", False), ("uống 50 mg", False)],
)
def test_it_agrees_only_with_words_that_are_quoted(text: str, holds: bool):
    said = judged(
        {"cau": [{"so": 1, "text": text, "trich": [{"doan": "Khác."}, {"doan": "Uống 5 mg/lần, 1 lần/ngày."}]}]}
    )
    assert said["ket_luan"][0]["dung"] is holds


@pytest.mark.parametrize(
    ("asked", "read", "unread", "missing"),
    [
        (["rụng tóc"], ["Có thể rụng tóc."], ["than_trong"], ""),
        (["rụng tóc"], ["Buồn nôn."], ["than_trong"], "than_trong"),
        (["rụng tóc"], ["Buồn nôn."], ["duoc_ly"], ""),
        ([], ["Buồn nôn."], ["than_trong"], ""),
    ],
)
def test_it_names_a_section_only_when_nothing_read_speaks_of_it(asked, read, unread, missing):
    data = {"hoi": {"dieu_can_tim": asked}, "da_doc": read, "chua_doc": [{"khoa": key} for key in unread]}
    assert assessed(data) == {"thieu": missing}
