"""Observations as lines of a script: each kind round-trips, and an error names its field."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import InputError
from companion.core.json_fields import is_showable
from companion.core.observation import (
    Hold,
    Lift,
    Observation,
    Press,
    Said,
    Tag,
    TagKind,
    Wait,
    observation_from_json,
    observation_to_json,
    split_thing,
)

SCRIPT = [
    ('{"t": 0.0, "do": "tag", "zone": "seat1.play", "card": "I.2"}', Tag(0.0, "seat1.play", "I.2")),
    (
        '{"t": 1, "do": "tag", "zone": "stage.target", "card": "tile:Cassio"}',
        Tag(1.0, "stage.target", "tile:Cassio"),
    ),
    ('{"t": 1.5, "do": "tag", "zone": "seat2.play", "uid": "04A2C3"}', Tag(1.5, "seat2.play", "uid:04A2C3")),
    ('{"t": 2.1, "do": "lift", "zone": "seat1.play"}', Lift(2.1, "seat1.play")),
    ('{"t": 3.0, "do": "press", "button": "seat2"}', Press(3.0, "seat2")),
    ('{"t": 4.0, "do": "hold", "button": "seat3"}', Hold(4.0, "seat3")),
    (
        '{"t": 5.0, "do": "answer", "answer": {"by": "Ann", "do": "exit"}}',
        Said(5.0, {"by": "Ann", "do": "exit"}),
    ),
    ('{"t": 9.0, "do": "wait"}', Wait(9.0)),
]


@pytest.mark.parametrize(("line", "observation"), SCRIPT)
def test_a_line_of_a_script_is_read_and_written_back(line: str, observation: Observation) -> None:
    assert observation_from_json(json.loads(line)) == observation
    assert observation_to_json(observation) == json.loads(line)


times = st.floats(min_value=0, allow_nan=False, allow_infinity=False)
names = st.text(min_size=1).filter(lambda text: bool(text.strip()) and is_showable(text))
things = st.one_of(
    st.sampled_from(["III.4", "Seize", "No Drama", "tile:Iago", "coin:Iago"]),
    st.binary(min_size=4, max_size=10).map(lambda uid: f"uid:{uid.hex().upper()}"),
)
observations = st.one_of(
    st.builds(Tag, times, names, things),
    st.builds(Lift, times, names),
    st.builds(Press, times, names),
    st.builds(Hold, times, names, times),
    st.builds(Said, times, st.dictionaries(st.text(), st.text())),
    st.builds(Wait, times),
)


@given(observations)
def test_every_observation_survives_json(observation: Observation) -> None:
    line = json.dumps(observation_to_json(observation))
    read = observation_from_json(json.loads(line))
    assert (type(read), read) == (type(observation), observation)


@pytest.mark.parametrize("uid", ["04:a2:c3", "04 A2 C3", "04a2c3"])
def test_a_uid_has_one_spelling_however_it_was_written(uid: str) -> None:
    data = {"t": 0, "do": "tag", "zone": "seat1.play"}
    assert observation_from_json(data | {"uid": uid}) == Tag(0.0, "seat1.play", "uid:04A2C3")
    assert observation_from_json(data | {"card": f"uid:{uid}"}) == Tag(0.0, "seat1.play", "uid:04A2C3")


def test_members_that_nobody_asks_for_are_ignored() -> None:
    assert observation_from_json({"t": 2, "do": "wait", "note": "the dealer is slow"}) == Wait(2.0)


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        ([], None, "must be an object"),
        ({"t": 0}, "do", "tag, lift, press, hold, answer, wait"),
        ({"t": 0, "do": "reveal"}, "do", "tag, lift, press, hold, answer, wait"),
        ({"do": "wait"}, "t", "seconds"),
        ({"t": "1", "do": "wait"}, "t", "seconds"),
        ({"t": True, "do": "wait"}, "t", "seconds"),
        ({"t": -0.1, "do": "wait"}, "t", "from 0 on"),
        ({"t": float("nan"), "do": "wait"}, "t", "seconds"),
        ({"t": float("inf"), "do": "wait"}, "t", "seconds"),
        ({"t": 0, "do": "tag", "card": "I.2"}, "zone", "missing"),
        ({"t": 0, "do": "tag", "zone": 1, "card": "I.2"}, "zone", "text"),
        ({"t": 0, "do": "tag", "zone": "seat1.play"}, "card", "either card"),
        ({"t": 0, "do": "tag", "zone": "seat1.play", "card": "I.2", "uid": "04"}, "card", "either card"),
        ({"t": 0, "do": "tag", "zone": "seat1.play", "card": "tile:"}, "card", "names no tile"),
        ({"t": 0, "do": "tag", "zone": "seat1.play", "uid": 42}, "uid", "text"),
        ({"t": 0, "do": "lift"}, "zone", "missing"),
        ({"t": 0, "do": "press"}, "button", "missing"),
        ({"t": 0, "do": "hold", "button": ""}, "button", "text"),
        ({"t": 0, "do": "answer", "answer": "exit"}, "answer", "object"),
    ],
)
def test_what_is_wrong_is_named_by_its_field(data: Any, field: str | None, words: str) -> None:
    with pytest.raises(InputError) as caught:
        observation_from_json(data)
    assert caught.value.field == field
    assert words in str(caught.value)


def test_a_thing_is_a_card_unless_it_says_otherwise() -> None:
    assert split_thing("tile:Iago") == (TagKind.TILE, "Iago")
    assert split_thing("coin:Iago") == (TagKind.COIN, "Iago")
    assert split_thing("uid:04A2") == (TagKind.UID, "04A2")
    assert split_thing("No Drama") == (TagKind.CARD, "No Drama")
    assert split_thing("act:one") == (TagKind.CARD, "act:one")
