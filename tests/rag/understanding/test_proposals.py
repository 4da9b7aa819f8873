"""A reply of a model that reads: exactly the asked form, or not used at all."""

import json
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.errors import MalformedReply
from rag.understanding.proposals import STRUCTURE, Meaning, Pick, Proposal, ReadValue, proposal_of
from tests.rag.understanding.proposed import KEYS, pick, reading, value

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["so", "trich", "gia_tri", "x"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def test_a_reading_is_read_as_told():
    told = reading(muc=[pick(12, "điếc tai")], can_nang_kg=[value(12.5, "12,5 kg")], benh=[{"trich": "ho"}])
    assert proposal_of(told) == Proposal(
        Meaning.SECTION,
        sections=(Pick(12, "điếc tai"),),
        weight_kg=ReadValue(Decimal("12.5"), "12,5 kg"),
        condition="ho",
    )


@pytest.mark.parametrize(
    "told",
    [
        "[]",
        "{}",
        "null",
        "không rõ",
        reading(0),
        reading(4),
        reading(True),
        reading().replace('"muc"', '"sections"'),
        reading().replace("{", '{"liều": "10 g", ', 1),
        reading(muc=[pick(0, "a")]),
        reading(muc=[pick(True, "a")]),
        reading(muc=[pick("12", "a")]),
        reading(muc=[pick(12, "")]),
        reading(muc=[pick(12, "a" * 201)]),
        reading(muc=[pick(12, "a")] * 7),
        reading(muc=[{"so": 12}]),
        reading(muc=[pick(12, "a") | {"ten": "Chỉ định"}]),
        reading(muc=["12"]),
        reading(benh=[{"trich": "a"}, {"trich": "b"}]),
        reading(can_nang_kg=[value("12", "12 kg")]),
        reading(can_nang_kg=[value(True, "12 kg")]),
        reading(can_nang_kg=[value(12, "12 kg"), value(13, "13 kg")]),
    ],
)
def test_what_is_not_exactly_the_asked_form_is_not_used_in_part(told):
    with pytest.raises(MalformedReply):
        proposal_of(told)


@given(st.fixed_dictionaries(dict.fromkeys(("y_hoi", *KEYS), json_values)) | json_values)
def test_any_json_is_a_proposal_or_malformed(told):
    with suppress(MalformedReply):
        assert isinstance(proposal_of(json.dumps(told)), Proposal)


def test_the_schema_asks_for_every_key_and_allows_no_other():
    assert list(STRUCTURE.schema["required"]) == list(json.loads(reading()))
    assert STRUCTURE.schema["additionalProperties"] is False
