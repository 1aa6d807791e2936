"""Answers as JSON: what each word becomes, what is refused at which field and in which words, and there and back."""

from typing import Any

import pytest

from companion.othello.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.frames import Choices
from companion.play.errors import InputError

NAMES = ("Ann", "Ben", "Cal")

ANSWERS: list[tuple[dict[str, Any], Answer]] = [
    ({"do": "lead", "to": "Cal"}, Answer(Do.LEAD, -1, to=2)),
    ({"by": "Ben", "do": "place", "card": "I.1"}, Answer(Do.PLACE, 1, card="I.1")),
    ({"by": "Ann", "do": "draw", "from": "staging"}, Answer(Do.DRAW, 0, pile="staging")),
    ({"by": "Ann", "do": "trade", "give": "spotlight"}, Answer(Do.TRADE, 0, token="spotlight")),
    ({"by": "Ann", "do": "discard", "cards": ["Seize"]}, Answer(Do.DISCARD, 0, cards=("Seize",))),
    ({"by": "Cal", "do": "protect", "with": "desdemona"}, Answer(Do.PROTECT, 2, way="desdemona")),
    (
        {"by": "Ben", "do": "reveal", "card": "Villainy", "pay": True, "wounds": ["Cassio"], "cut": {"Iago": 1}},
        Answer(Do.REVEAL, 1, card="Villainy", choices=Choices(pay=True, wounds=("Cassio",), cut=(("Iago", 1),))),
    ),
    (
        {"by": "Ben", "do": "reveal", "card": "Exchange", "target": "Ann", "look": False, "take": "I.1", "give": "I.2"},
        Answer(Do.REVEAL, 1, card="Exchange", choices=Choices(target=0, look=False, take="I.1", give="I.2")),
    ),
    (
        {"by": "Ben", "do": "coin", "coin": "Cassio", "improv": {"way": "hand", "give": "I.2", "draw": "script"}},
        Answer(Do.COIN, 1, coin="Cassio", choices=Choices(way="hand", give="I.2", draw="script")),
    ),
    (
        {"by": "Ben", "do": "coin", "coin": "Iago", "on": "Bianca"},
        Answer(Do.COIN, 1, coin="Iago", choices=Choices(on="Bianca")),
    ),
]


@pytest.mark.parametrize(("data", "answer"), ANSWERS)
def test_an_object_becomes_an_answer_and_back(data: dict[str, Any], answer: Answer) -> None:
    assert answer_from_json(data, NAMES) == answer
    assert answer_to_json(answer, NAMES) == data


@pytest.mark.parametrize(
    ("data", "field", "what"),
    [
        ("pass", None, 'an answer is an object such as {"by": "Ann", "do": "pass"}'),
        (
            {"by": "Ann", "do": "exit", "target": "Ben"},
            "target",
            "the answer 'exit' has no field 'target'; it may have: by, card",
        ),
        ({"by": "Ann", "do": "place"}, "card", "the answer 'place' needs the field 'card'"),
        ({"do": "pass"}, "by", "the answer 'pass' needs the field 'by'"),
        ({"by": "Dan", "do": "pass"}, "by", None),
        ({"do": "lead", "to": "Dan"}, "to", None),
        ({"by": "Ann", "do": "place", "card": 3}, "card", None),
        ({"by": "Ann", "do": "draw", "from": "hand"}, "from", None),
        ({"by": "Ann", "do": "trade", "give": "wounds"}, "give", None),
        ({"by": "Ann", "do": "discard", "cards": "Seize"}, "cards", None),
        ({"by": "Ann", "do": "reveal", "target": "Dan"}, "target", None),
        ({"by": "Ann", "do": "reveal", "look": "yes"}, "look", None),
        ({"by": "Ann", "do": "reveal", "wounds": [1]}, "wounds", None),
        ({"by": "Ann", "do": "reveal", "cut": {"Iago": "one"}}, "cut", None),
        (
            {"by": "Ann", "do": "coin", "coin": "Cassio", "improv": "hand"},
            "improv",
            "must be an object with way, give and draw",
        ),
        ({"by": "Ann", "do": "improv", "way": "foot"}, "way", None),
    ],
)
def test_what_is_no_answer_is_refused_at_its_field(data: Any, field: str | None, what: str | None) -> None:
    with pytest.raises(InputError) as caught:
        answer_from_json(data, NAMES)
    assert (caught.value.field or "").partition(".")[0] == (field or "")
    assert what is None or caught.value.what == what
    assert "None" not in caught.value.what and not caught.value.what.isupper()
