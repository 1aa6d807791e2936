"""Answers as JSON: what each word becomes, what is refused at which field and in which words, and there and back."""

from typing import Any

import pytest

from companion.othello.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.changes import Change
from companion.othello.frames import Choices
from companion.play.errors import InputError

NAMES = ("Ann", "Ben", "Cal")
NOBODY = "nobody here is called 'Dan'; the players are: Ann, Ben, Cal"

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
    ({"do": "next-act"}, Answer(Do.NEXT_ACT)),
    ({"by": "Cal", "do": "next-act"}, Answer(Do.NEXT_ACT, 2)),
    ({"by": "Ann", "do": "lead", "to": "Ann"}, Answer(Do.LEAD, 0, to=0)),
    ({"by": "Ann", "do": "discard", "cards": []}, Answer(Do.DISCARD, 0)),
    ({"by": "Ann", "do": "coin", "coin": "Cassio"}, Answer(Do.COIN, 0, coin="Cassio")),
    (
        {"by": "Ann", "do": "coin", "coin": "Emilia", "target": "Cal", "look": True, "take": "Iago", "give": "?"},
        Answer(Do.COIN, 0, coin="Emilia", choices=Choices(target=2, look=True, take="Iago", give="?")),
    ),
    (
        {"by": "Ann", "do": "improv", "way": "face-down", "give": "I.1", "draw": "staging"},
        Answer(Do.IMPROV, 0, way=None, choices=Choices(way="face-down", give="I.1", draw="staging")),
    ),
    (
        {"by": "Ann", "do": "choose", "character": "Bianca", "play": False, "pay": False, "wounds": [], "cut": {}},
        Answer(
            Do.CHOOSE, 0, choices=Choices(character="Bianca", play=False, pay=False, wounds=(), cut=())
        ),
    ),
    (
        {"by": "Ann", "do": "carry-out", "changes": [{"what": "lead", "of": "Ben"}]},
        Answer(Do.CARRY_OUT, 0, changes=(Change("lead", 1),)),
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
        ({"by": "Dan", "do": "pass"}, "by", NOBODY),
        ({"do": "lead", "to": "Dan"}, "to", NOBODY),
        ({"by": "Ann", "do": "place", "card": 3}, "card", "must be text, not 3"),
        ({"by": "Ann", "do": "draw", "from": "hand"}, "from", "'hand' is not one of: script, staging"),
        ({"by": "Ann", "do": "trade", "give": "wounds"}, "give", "'wounds' is not one of: intrigue, spotlight"),
        ({"by": "Ann", "do": "discard", "cards": "Seize"}, "cards", "must be a list of names, not 'Seize'"),
        ({"by": "Ann", "do": "reveal", "target": "Dan"}, "target", NOBODY),
        ({"by": "Ann", "do": "reveal", "look": "yes"}, "look", "must be true or false, not 'yes'"),
        ({"by": "Ann", "do": "reveal", "wounds": [1]}, "wounds", "must be text, not 1"),
        (
            {"by": "Ann", "do": "reveal", "cut": {"Iago": "one"}},
            "cut",
            'must be an object such as {"Cassio": 1}, not {\'Iago\': \'one\'}',
        ),
        (
            {"by": "Ann", "do": "reveal", "cut": ["Iago"]},
            "cut",
            'must be an object such as {"Cassio": 1}, not [\'Iago\']',
        ),
        ({"by": "Ann", "do": "discard", "cards": ["Seize", ""]}, "cards", "must be text, not ''"),
        ({"by": "Ann", "do": "protect", "with": "charm"}, "with", "'charm' is not one of: no-drama, desdemona"),
        ({"by": "Ann", "do": "reveal", "pay": 1}, "pay", "must be true or false, not 1"),
        ({"by": "Ann", "do": "choose", "play": 0}, "play", "must be true or false, not 0"),
        ({"by": "Ann", "do": "choose", "take": 1}, "take", "must be text, not 1"),
        ({"by": "Ann", "do": "choose", "give": 2}, "give", "must be text, not 2"),
        ({"by": "Ann", "do": "choose", "on": 3}, "on", "must be text, not 3"),
        ({"by": "Ann", "do": "choose", "character": 4}, "character", "must be text, not 4"),
        ({"by": "Ann", "do": "choose", "draw": "hand"}, "draw", "'hand' is not one of: script, staging"),
        (
            {"by": "Ann", "do": "coin", "coin": "Cassio", "improv": {"way": "foot"}},
            "way",
            "'foot' is not one of: hand, face-down",
        ),
        ({"by": "Ann"}, "do", f"None is not one of: {', '.join(Do)}"),
        ({"do": "next-act", "to": "Ann"}, "to", "the answer 'next-act' has no field 'to'; it may have: by"),
        (
            {"by": "Ann", "do": "coin", "coin": "Cassio", "improv": "hand"},
            "improv",
            "must be an object with way, give and draw",
        ),
        ({"by": "Ann", "do": "improv", "way": "foot"}, "way", "'foot' is not one of: hand, face-down"),
    ],
)
def test_what_is_no_answer_is_refused_at_its_field(data: Any, field: str | None, what: str) -> None:
    with pytest.raises(InputError) as caught:
        answer_from_json(data, NAMES)
    assert (caught.value.field, caught.value.what) == (field, what)


def test_who_answers_is_left_out_where_one_player_is_asked() -> None:
    assert answer_to_json(Answer(Do.PASS, 1), NAMES, with_by=False) == {"do": "pass"}
