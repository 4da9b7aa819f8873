"""A frame that is stored reads back as the same frame."""

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversations.json_values import Undecodable, decode, encode
from rag.frames import (
    AmbiguousName,
    DrugMention,
    DrugOption,
    Finding,
    How,
    Intent,
    Population,
    QueryFrame,
    Relation,
    Renal,
    Route,
    Signal,
    Verbosity,
)
from rag.records import Clarification
from tests.conversations.records import make_frame

WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)
NUMBERS = st.decimals(allow_nan=False, allow_infinity=False)


def several(items: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(items, max_size=3).map(tuple)


def maybe(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | values


FRAMES = st.builds(
    QueryFrame,
    intent=st.sampled_from(Intent),
    drugs=several(st.builds(DrugMention, WORDS, WORDS, WORDS, st.sampled_from(How))),
    ambiguous=several(st.builds(AmbiguousName, WORDS, several(st.builds(DrugOption, WORDS, WORDS)), WORDS)),
    unknown_drugs=several(WORDS),
    sections=several(WORDS),
    populations=several(st.sampled_from(Population)),
    age_months=maybe(NUMBERS),
    weight_kg=maybe(NUMBERS),
    routes=several(st.sampled_from(Route)),
    indication=maybe(WORDS),
    condition=maybe(WORDS),
    relation=maybe(st.sampled_from(Relation)),
    renal=maybe(st.builds(Renal, WORDS, maybe(NUMBERS), maybe(WORDS), WORDS, maybe(WORDS))),
    hepatic=maybe(WORDS),
    pregnancy_weeks=maybe(st.integers(0, 45)),
    gestational_weeks=maybe(st.integers(0, 45)),
    comorbidities=several(st.builds(Finding, WORDS, st.booleans())),
    verbosity=maybe(st.sampled_from(Verbosity)),
    signals=st.frozensets(st.sampled_from(Signal)),
    implausible=several(WORDS),
    terms=several(WORDS),
    inherited=several(WORDS),
    answers_slot=maybe(WORDS),
    notes=several(WORDS),
    rules=st.dictionaries(WORDS, WORDS, max_size=3),
    understood_by=WORDS,
)


@settings(deadline=None)
@given(FRAMES)
def test_every_frame_survives_json(frame: QueryFrame) -> None:
    read = decode(QueryFrame, json.loads(json.dumps(encode(frame))))
    assert read == frame
    assert str(read.weight_kg) == str(frame.weight_kg)  # equal Decimals may be printed differently


def test_decimals_are_stored_as_strings() -> None:
    assert encode(make_frame(weight_kg=Decimal("18.50")))["weight_kg"] == "18.50"


def test_a_field_that_an_old_row_has_not_got_reads_as_its_default() -> None:
    data = encode(make_frame())
    del data["notes"]
    assert decode(QueryFrame, data) == make_frame()


def test_said_to_be_absent_and_not_said_stay_different() -> None:
    frame = make_frame(comorbidities=(Finding("hen", False),), hepatic=None)
    read = decode(QueryFrame, encode(frame))
    assert read.comorbidities[0].present is False
    assert read.hepatic is None


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"weight_kg": 18.5}, id="a float where a decimal string belongs"),
        pytest.param({"weight_kg": "mười tám"}, id="not a number"),
        pytest.param({"intent": "poetry"}, id="unknown intent"),
        pytest.param({"drugs": "paracetamol"}, id="not a list"),
        pytest.param({"drugs": [{"id": "paracetamol"}]}, id="half a drug"),
        pytest.param({"pregnancy_weeks": True}, id="a truth value where a number belongs"),
    ],
)
def test_damaged_json_is_refused_rather_than_guessed_at(change: dict) -> None:
    with pytest.raises(Undecodable):
        decode(QueryFrame, encode(make_frame()) | change)


def test_a_clarification_survives_json() -> None:
    asked = Clarification("Bé bao nhiêu tuổi?", "age", ("1 tuổi", "2 tuổi"))
    assert decode(Clarification, json.loads(json.dumps(encode(asked)))) == asked
