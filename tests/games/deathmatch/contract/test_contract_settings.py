"""The contract, sentence by sentence: the act's setting and hand sizes (DA1, DH2, DH3)."""

from __future__ import annotations

from typing import Any

from tests.games.deathmatch.contract.told import (
    do,
    lays,
    moved,
    three,
    two,
)


def test_the_last_setting_cannot_be_chosen_with_not_again(play: Any, refused: Any) -> None:
    position = three(act=2, phase="setting", setting="garden", rulings={"DJ13": "not-again"})
    assert sorted(o["card"] for o in play(position).options) == ["castle", "crypt", "hall"]
    told = refused(position, do("Ann", "setting", card="garden"))
    assert told.code == "setting.not-again" and "DJ13" in told.rules
    assert play(position, do("Ann", "setting", card="castle")).asks == ("action", ["Ann"])


def test_any_setting_can_be_drawn(play: Any) -> None:
    position = three(act=2, phase="setting", setting="garden", rulings={"DJ13": "draw"})
    assert len(play(position).options) == 4
    told = play(position, do("Ann", "setting", card="garden"))
    assert told.position["setting"] == "garden" and told.asks == ("action", ["Ann"])
    assert {"event": "SettingChosen", "player": "Ann", "card": "garden"} in told.doc["events"]


def test_a_setting_that_is_refused(refused: Any) -> None:
    told = refused(three(setting=None), do("Ben", "setting", card="castle"))
    assert told.code == "setting.not-protagonist" and "DA1" in told.rules
    told = refused(three(), do("Ann", "setting", card="garden"))
    assert told.code == "setting.not-now" and "DA1" in told.rules
    told = refused(three(variants=["castle"]), do("Ann", "setting", card="garden"))
    assert told.code == "setting.castle-only" and "DV2" in told.rules
    told = refused(two(), do("Ann", "setting", card="garden"))
    assert told.code == "setting.castle-only" and "DA6" in told.rules


def test_a_smaller_hand_is_discarded_to_in_turn_from_the_first(play: Any, refused: Any) -> None:
    position = three(setting=None, protagonist="Ben")
    chosen = do("Ben", "setting", card="crypt")
    told = play(position, chosen)
    assert told.asks == ("discard", ["Ben", "Cal", "Ann"])
    assert refused(position, chosen, lays("Ben", "blades.2")).code == "answer.discard-first"
    told = refused(position, chosen, do("Ben", "discard", cards=["blades.2", "coins.2"]))
    assert told.code == "discard.count" and "DH3" in told.rules
    assert refused(position, chosen, do("Ben", "discard", cards=["poison.4"])).code == "discard.not-held"
    told = play(
        position,
        chosen,
        do("Ann", "discard", cards=["blades.1"]),
        do("Ben", "discard", cards=["coins.2"]),
        do("Cal", "discard", cards=["coins.3"]),
    )
    assert told.asks == ("action", ["Ben"]) and sorted(told.position["discard"]) == ["blades.1", "coins.2", "coins.3"]
    assert {"event": "Discarded", "player": "Ann", "card": "blades.1", "origin": "hand"} in told.doc["events"]


def test_a_larger_hand_is_drawn_to(play: Any) -> None:
    position = three(setting=None, Ann={"pile": ["poison.1", "poison.2"]}, Ben={"pile": 3})
    told = play(position, do("Ann", "setting", card="hall"))
    assert told.seat("Ann")["hand"][-1] == "poison.1" and told.seat("Ann")["pile"] == ["poison.2"]
    assert told.seat("Ben")["hand"][-1] == "?action" and told.seat("Ben")["pile"] == 2
    assert len(told.seat("Cal")["hand"]) == 3


def test_discard_where_nobody_has_too_many(refused: Any) -> None:
    told = refused(three(), do("Ann", "discard", cards=["blades.1"]))
    assert told.code == "discard.not-now" and "DH3" in told.rules


def test_a_text_of_a_setting_can_be_carried_out_at_any_time(play: Any) -> None:
    position = three(
        setting="crypt",
        Ann={"hand": ["blades.1", "coins.1"]},
        Ben={"hand": ["coins.2", "blades.2"]},
        Cal={"hand": ["coins.3", "blades.3"]},
    )
    told = play(position)
    assert any(o["do"] == "carry-out" and o.get("source") == "setting" for o in told.doc["permitted"])
    change = moved("coins.1", {"hand": "Ann"}, "discard")
    told = play(position, do(None, "carry-out", source="setting", changes=[change]))
    assert told.seat("Ann")["hand"] == ["blades.1"] and told.position["discard"] == ["coins.1"]
    assert told.asks == ("action", ["Ann"])
    assert not any(o["do"] == "carry-out" for o in play(three()).doc["permitted"])
