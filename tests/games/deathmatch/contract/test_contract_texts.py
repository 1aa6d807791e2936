"""The contract, sentence by sentence: changes made by texts (DJ2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.deathmatch.contract.told import (
    HIT,
    Json,
    do,
    four,
    last_scene,
    moved,
    text,
)


@pytest.mark.parametrize(
    ("source", "target", "card"),
    [
        ({"hand": "Ann"}, {"hand": "Ben"}, "blades.1"),
        ({"hand": "Ann"}, {"pool": "Ben"}, "coins.1"),
        ({"hand": "Ann"}, "discard", "coins.1"),
        ({"hand": "Ann"}, "removed", "coins.1"),
        ({"pool": "Cal"}, {"pool": "Dan"}, "poison.1"),
        ({"pool": "Cal"}, {"hand": "Dan"}, "poison.1"),
        ({"pile": "Dan"}, "discard", "poison.2"),
        ("discard", {"hand": "Cal"}, "poison.3"),
        ("removed", {"pool": "Cal"}, "poison.4"),
    ],
)
def test_a_card_goes_from_a_place_to_another(play: Any, source: Any, target: Any, card: str) -> None:
    position, answer = text(
        [moved(card, source, target)],
        Cal={"pool": ["poison.1"]}, Dan={"pile": ["poison.2"]}, discard=["poison.3"], removed=["poison.4"],
        hand_sizes={"Ann": 5, "Ben": 5, "Cal": 5, "Dan": 3},
    )  # fmt: skip
    before = play(position)
    told = play(before.position, answer)

    def there(p: Json, place: Any) -> Any:
        if isinstance(place, str):
            return p[place]
        ((zone, name),) = place.items()
        return next(s for s in p["seats"] if s["name"] == name)[zone]

    assert there(told.position, source).count(card) == there(before.position, source).count(card) - 1
    assert there(told.position, target).count(card) == there(before.position, target).count(card) + 1
    (event,) = told.events("Changed")
    assert event == {"event": "Changed", "what": "card", "card": card, "from": source, "to": target}


def test_a_card_on_a_pile_or_below_it(play: Any) -> None:
    position, answer = text(
        [
            moved("blades.1", {"hand": "Ann"}, {"pile": "Ben"}),
            moved("coins.1", {"hand": "Ann"}, {"pile": "Ben", "at": "bottom"}),
        ],
        Ben={"pile": ["poison.1"]},
    )
    told = play(position, answer)
    assert told.seat("Ben")["pile"] == ["blades.1", "poison.1", "coins.1"]


def test_an_unknown_card_from_a_pile_that_is_a_number(play: Any) -> None:
    position, answer = text([moved("?action", {"pile": "Ben"}, "discard")], Ben={"pile": 3})
    told = play(position, answer)
    assert told.seat("Ben")["pile"] == 2 and sorted(told.position["discard"]) == ["?action", "Jape"]


def test_hands_are_filled_and_excess_asked_after_a_text(play: Any) -> None:
    position, answer = text([moved("blades.1", {"hand": "Ann"}, {"hand": "Ben"})], Ann={"pile": ["poison.1"]})
    told = play(position, answer)
    assert told.seat("Ann")["hand"][-1] == "poison.1" and told.asks == ("discard", ["Ben"])
    assert {o["cards"][0] for o in told.options} == {"blades.1", "blades.2", "coins.2", "letters.2"}


def test_other_changes_of_a_text(play: Any) -> None:
    position, answer = text(
        [
            {"what": "character", "of": "Ben", "now": "Duke"},
            {"what": "revealed", "of": "Cal", "now": True},
            {"what": "limit", "of": "Ann", "suit": "blades", "now": 7},
            {"what": "setting", "now": "castle"},
            {"what": "protagonist", "now": "Dan"},
        ],
        Cal={"pool": ["poison.1"]},
    )
    told = play(position, answer)
    p = told.position
    assert (
        told.seat("Ben")["character"] == "Duke" and told.seat("Ben")["revealed"] is False and "Nurse" in p["characters"]
    )
    assert told.seat("Cal")["revealed"] is True and told.seat("Cal")["pool"] == ["poison.1"], "DR2 does not follow"
    assert p["limits"] == {"Ann": {"blades": 7}} and p["setting"] == "castle"
    assert p["protagonist"] == "Dan" and p["first"] == "Ann" and told.asks == ("action", ["Ann"])
    assert {"event": "SettingChosen", "player": None, "card": "castle"} in told.doc["events"]
    assert [event["what"] for event in told.events("Changed")] == [
        "character",
        "revealed",
        "limit",
        "setting",
        "protagonist",
    ]


def test_a_hand_size_holds_until_the_next_setting(play: Any) -> None:
    position, answer = text([{"what": "hand_size", "of": "Ben", "now": 1}])
    told = play(position, answer)
    assert told.position["hand_sizes"] == {"Ben": 1} and told.asks == ("discard", ["Ben"])
    told = play(told.position, do("Ben", "discard", cards=["blades.2", "coins.2"]))
    assert told.seat("Ben")["hand"] == ["letters.2"] and told.asks == ("action", ["Ann"])
    told = play(last_scene(4, "Ann", hand_sizes={"Ben": 1}), HIT)
    assert told.position["hand_sizes"] == {"Ben": 1} and told.asks == ("setting", ["Ben"])
    told = play(told.position, do("Ben", "setting", card="garden"))
    assert told.position["hand_sizes"] == {}


def test_a_lowered_limit_slays(play: Any) -> None:
    position, answer = text(
        [{"what": "limit", "of": "Dan", "suit": "letters", "now": 1}], Dan={"pool": ["letters.1", "coins.3"]}
    )
    told = play(position, answer)
    assert told.seat("Dan")["out"] and told.asks == ("action", ["Ann"])


def test_a_text_that_slays_its_own_player_ends_the_action(play: Any) -> None:
    position, answer = text([{"what": "slain", "of": "Ann"}])
    told = play(position, answer)
    assert told.seat("Ann")["out"] and told.asks == ("action", ["Ben"]) and not told.events("SceneEnded")
    assert "Jape" in told.position["discard"]


@pytest.mark.parametrize(
    "change",
    [
        moved("poison.1", {"hand": "Ann"}, "discard"),
        moved("blades.1", {"hand": "Zoe"}, "discard"),
        {"what": "character", "of": "Ben", "now": "Fool"},
        {"what": "dance"},
        {"what": "setting", "now": "beach"},
    ],
)
def test_a_change_that_cannot_be_is_not_taken(play: Any, change: Json) -> None:
    position, answer = text([change])
    assert play(position, answer, fine=False).status in (2, 3)


def test_a_scene_card_taken_away_leaves_one_card_to_win(play: Any) -> None:
    position = four(
        setting="crypt",
        phase="scene",
        **{n: {"hand": ["poison.1", c]} for n, c in zip(("Cal", "Dan"), ("coins.1", "coins.2"), strict=True)},
        Ann={"hand": ["poison.1"], "played": "blades.1"},
        Ben={"hand": ["poison.1", "coins.1"]},
    )
    told = play(
        position, do(None, "carry-out", source="setting", changes=[moved("blades.1", {"played": "Ann"}, "discard")])
    )
    assert told.position["opener"] == "Ann" and told.position["turn"] == "Ben" and told.position["standing"] is None
