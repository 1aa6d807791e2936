"""The contract, sentence by sentence: acts, deals and passed players (DA1 to DA6)."""

from __future__ import annotations

from typing import Any

from tests.games.deathmatch.contract.told import (
    CHARACTERS,
    HIT,
    Json,
    at,
    do,
    four,
    in_damage,
    last_scene,
    lays,
    three,
    two,
    who,
)


def test_after_the_protagonists_second_action_the_act_is_over(play: Any) -> None:
    told = play(last_scene(4, "Ann"), HIT)
    p = told.position
    assert (p["act"], p["scene"], p["phase"], p["protagonist"], p["first"]) == (2, 0, "setting", "Ben", "Ben")
    assert p["setting"] == "castle" and told.asks == ("setting", ["Ben"]) and p["opener"] is None and p["turn"] == "Ben"
    assert told.kinds("SceneEnded", "ActEnded", "Shuffled", "Dealt", "ProtagonistChanged", "ActBegan")[:2] == [
        "SceneEnded",
        "ActEnded",
    ]
    # The deal of two cards begins to the left of the new protagonist: Cal, Ann.
    assert [e["player"] for e in told.events("Dealt")] == ["Cal", "Ann"]
    assert p["discard"] == [] and len(told.seat("Cal")["hand"]) == 2 and len(told.seat("Ann")["hand"]) == 2
    assert told.events("Shuffled")[0]["cards"] == 2 and told.events("ActBegan")[0]["act"] == 2


def test_after_the_first_scene_it_is_the_left_of_the_openers_action(play: Any) -> None:
    assert play(last_scene(1, "Ann"), HIT).asks == ("action", ["Ben"])
    assert play(last_scene(3, "Cal"), HIT).asks == ("action", ["Ann"])


def test_rotation_ends_the_act_after_one_round(play: Any) -> None:
    told = play(last_scene(3, "Cal", rulings={"DJ17": "rotation"}), HIT)
    assert told.position["act"] == 2 and told.asks == ("setting", ["Ben"])
    assert play(last_scene(2, "Ben", rulings={"DJ17": "rotation"}), HIT).asks == ("action", ["Cal"])


def test_new_cards_come_below_the_pile(play: Any) -> None:
    position = last_scene(4, "Ann", Cal={"pile": ["poison.1", "poison.2", "poison.3"]}, Ann={"pile": 2})
    told = play(position, HIT)
    cal = told.seat("Cal")
    assert cal["hand"][-2:] == ["poison.1", "poison.2"] and cal["pile"][0] == "poison.3" and len(cal["pile"]) == 2
    assert told.seat("Ann")["pile"] == 1 and told.seat("Ann")["hand"].count("?action") == 2


def test_equal_leaves_the_rest_in_the_discard_pile(play: Any) -> None:
    told = play(last_scene(4, "Ann", rulings={"DJ12": "equal"}), HIT)
    assert sorted(told.position["discard"]) == ["blades.1", "blades.3"] and not told.events("Dealt")
    told = play(last_scene(4, "Ann", rulings={"DJ12": "equal"}, discard=["coins.4", "coins.4"]), HIT)
    assert len(told.position["discard"]) == 1 and len(told.events("Dealt")) == 3


def test_a_discard_pile_that_is_a_number_is_dealt_as_unknown(play: Any) -> None:
    told = play(last_scene(4, "Ann", discard=7), HIT)
    assert told.position["discard"] == 0
    assert all(s["hand"].count("?action") == 2 for s in told.position["seats"])
    assert [len(s["pile"]) if isinstance(s["pile"], list) else s["pile"] for s in told.position["seats"]] == [1, 1, 1]


def test_the_slain_protagonists_act_ends_when_the_turn_comes_to_the_seat(play: Any) -> None:
    position = four(rulings={"DJ3": "honour", "DJ1": "higher-any"}, scene=1, Ann={"pool": ["blades.2", "coins.2"]})
    told = play(position, do("Ann", "slain"))
    assert told.asks == ("action", ["Ben"]) and told.position["act"] == 1
    assert play(told.position).position == told.position
    position = four(
        rulings={"DJ3": "honour", "DJ1": "higher-any"}, turn="Dan", scene=4, Ann={"pool": ["blades.2", "coins.2"]}
    )
    told = play(
        position,
        do("Ann", "slain"),
        lays("Dan", "blades.4"),
        lays("Ben", "blades.2"),
        lays("Cal", "blades.3"),
        do("Dan", "damage", card="blades.2", target="Cal"),
    )
    assert told.position["act"] == 2 and told.position["protagonist"] == "Ben" and told.asks == ("setting", ["Ben"])


def test_the_slain_protagonists_act_ends_with_the_scene_with_at_once(play: Any) -> None:
    position = four(
        rulings={"DJ3": "honour", "DJ1": "higher-any", "DJ7": "at-once"},
        turn="Ben",
        scene=2,
        Ann={"pool": ["blades.2", "coins.2"]},
    )
    told = play(position, do("Ann", "slain"), lays("Ben", "blades.2"), lays("Cal", "blades.3"), lays("Dan", "blades.4"))
    assert told.asks == ("damage", ["Dan"]) and told.position["act"] == 1
    told = play(told.position, do("Dan", "damage", card="blades.2", target="Cal"))
    assert told.position["act"] == 2 and told.asks == ("setting", ["Ben"])


def test_protagonist_slain_by_damage_at_once(play: Any) -> None:
    position = four(
        phase="damage", opener="Cal", turn="Dan", scene=3, rulings={"DJ7": "at-once"},
        Ann={"pool": ["blades.2", "coins.1"], "played": "coins.1"}, Ben={"played": "blades.2"},
        Cal={"played": "blades.3"}, Dan={"played": "blades.4"},
    )  # fmt: skip
    told = play(position, do("Dan", "damage", card="coins.1", target="Ann"))
    assert told.position["act"] == 2 and told.position["protagonist"] == "Ben"
    position["rulings"] = {}
    told = play(position, do("Dan", "damage", card="coins.1", target="Ann"))
    assert told.position["act"] == 1 and told.asks == ("action", ["Dan"]), "round: the turn has not come to Ann's seat"


def test_two_left_in_mid_act_with_next_act_keep_protagonist_and_setting(play: Any) -> None:
    position = in_damage(
        setting="garden", Ben={"pool": ["letters.2"], "played": "poison.2"}, rulings={"DJ14": "next-act"}
    )
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    assert (
        told.position["protagonist"] == "Ann"
        and told.position["setting"] == "garden"
        and told.asks == ("action", ["Cal"])
    )
    position = in_damage(
        setting="garden", scene=4, Ben={"pool": ["letters.2"], "played": "poison.2"}, rulings={"DJ14": "next-act"}
    )
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    p = told.position
    assert (p["act"], p["protagonist"], p["setting"], p["first"], p["scene"]) == (2, None, "castle", "Cal", 1)
    assert told.asks == ("action", ["Cal"])
    assert {"event": "SettingChosen", "player": None, "card": "castle"} in told.doc["events"]


def test_two_players_have_acts_of_three_scenes(play: Any) -> None:
    played = {"Ann": {"hand": ["coins.1"], "played": "blades.1"}, "Ben": {"hand": ["coins.2"], "played": "blades.2"}}
    hit = do("Ann", "damage", card="blades.1", target="Ben")
    told = play(two(phase="damage", turn="Ann", scene=3, opener="Ann", **played), hit)
    p = told.position
    assert (p["act"], p["first"], p["protagonist"], p["setting"], p["phase"]) == (2, "Ben", None, "castle", "action")
    assert told.asks == ("action", ["Ben"])
    told = play(two(phase="damage", turn="Ann", scene=3, opener="Ann", rulings={"DJ6": "no-acts"}, **played), hit)
    assert told.position["act"] == 1 and told.asks == ("action", ["Ben"]) and not told.events("ActEnded", "ActBegan")


def test_no_acts_deals_when_somebody_should_draw_and_cannot(play: Any) -> None:
    position = two(rulings={"DJ6": "no-acts"}, discard=["poison.1", "poison.2", "poison.3"])
    told = play(position, lays("Ann", "blades.1"))
    # Ann has two cards and no pile: the three cards go left from `first`: Ben, Ann, Ben.
    assert [e["player"] for e in told.events("Dealt")] == ["Ben", "Ann", "Ben"]
    assert told.position["discard"] == [] and len(told.seat("Ann")["hand"]) == 3 and len(told.seat("Ben")["pile"]) == 2


def test_redeal_deals_at_once(play: Any) -> None:
    position = three(
        rulings={"DJ8": "redeal"},
        discard=["poison.1", "poison.2", "poison.3", "poison.4"],
        protagonist="Ben",
        turn="Ann",
        opener="Ann",
        scene=3,
    )
    told = play(position, lays("Ann", "blades.1"))
    assert [e["player"] for e in told.events("Dealt")] == ["Cal", "Ann", "Ben", "Cal"]
    assert len(told.seat("Ann")["hand"]) == 3 and told.position["discard"] == []


def test_no_acts_and_redeal_together(play: Any) -> None:
    position = two(
        rulings={"DJ6": "no-acts", "DJ8": "redeal"}, discard=2, first="Ben", turn="Ann", opener="Ann", scene=2
    )
    told = play(position, lays("Ann", "blades.1"))
    assert told.position["discard"] == 0 and told.seat("Ann")["hand"].count("?action") == 1


def test_being_passed_over_in_answer_and_action(play: Any) -> None:
    told = play(three(Ben={"hand": []}), lays("Ann", "blades.1"))
    assert told.asks == ("answer", ["Cal"]) and {"event": "PassedOver", "player": "Ben"} in told.doc["events"]
    told = play(three(turn="Ben", scene=2, Ben={"hand": []}))
    assert told.asks == ("action", ["Cal"]) and told.position["scene"] == 3
    assert told.events("PassedOver") == [{"event": "PassedOver", "player": "Ben"}]


def test_a_scene_of_one_card_is_won_by_it(play: Any) -> None:
    told = play(three(Ben={"hand": []}, Cal={"hand": []}), lays("Ann", "blades.1"))
    assert told.asks == ("damage", ["Ann"]) and [e["player"] for e in told.events("PassedOver")] == ["Ben", "Cal"]


def test_the_protagonist_passed_over_at_the_second_action_ends_the_act(play: Any) -> None:
    told = play(last_scene(3, "Cal", Ann={"hand": []}), HIT)
    assert told.position["act"] == 2 and told.asks == ("setting", ["Ben"])


def test_nobody_has_a_card_and_the_act_ends_with_a_deal(play: Any) -> None:
    empty: Json = {n: {"hand": []} for n in ("Ann", "Ben", "Cal")}
    told = play(three(discard=["poison.1", "poison.2"], scene=2, turn="Ben", **empty))
    assert told.position["act"] == 2 and told.asks == ("setting", ["Ben"])
    assert len(told.seat("Cal")["hand"]) == 1 and len(told.seat("Ann")["hand"]) == 1


def test_nobody_has_a_card_even_after_a_deal_and_the_living_share(play: Any) -> None:
    empty: Json = {n: {"hand": []} for n in ("Ann", "Ben", "Cal")}
    told = play(three(**empty))
    assert told.doc["winners"] == ["Ann", "Ben", "Cal"] and told.position["phase"] == "over"
    told = play(four(Dan={"out": True, "hand": []}, **empty))
    assert told.doc["winners"] == ["Ann", "Ben", "Cal"]


def test_the_harmless_cards_of_revealed_pools_are_dealt_with_dj19(play: Any) -> None:
    empty: Json = {n: {"hand": []} for n in ("Ann", "Ben", "Cal")}
    empty["Ben"] = {"hand": [], "revealed": True, "pool": ["blades.4", "letters.1", "Jape"]}
    empty["Cal"] = {"hand": [], "pool": ["poison.4"]}
    told = play(three(rulings={"DJ19": "pools"}, **empty))
    assert (
        told.doc["winners"] is None
        and told.seat("Ben")["pool"] == ["letters.1"]
        and told.seat("Cal")["pool"] == ["poison.4"]
    )
    assert sorted(c for s in told.position["seats"] for c in s["hand"]) == ["Jape", "blades.4"]
    assert play(three(**empty)).doc["winners"] == ["Ann", "Ben", "Cal"]
    empty["Ben"]["revealed"] = False
    assert play(three(rulings={"DJ19": "pools"}, **empty)).doc["winners"] == ["Ann", "Ben", "Cal"]


def test_eight_players_have_nine_scenes_in_an_act_and_the_ninth_ends_it(play: Any) -> None:
    names, suits = list("ABCDEFGH"), ["blades.1", "blades.2", "blades.3", "blades.4"] * 2
    seats = [who(n, c, card, pile=2) for n, c, card in zip(names, CHARACTERS, suits, strict=True)]
    start = at(*seats, protagonist="A", setting="garden", rulings={"DJ1": "higher-any"}, discard=3)
    scene = [lays(name, card) for name, card in zip(names, suits, strict=True)]
    hit = do("D", "damage", card="blades.4", target="A")  # equal points defeat nothing: H has played blades.4 too
    assert play(start, *scene).asks == ("damage", ["D"])
    assert play(start, *scene, hit).asks == ("action", ["B"])
    told = play({**start, "scene": 9}, *scene, hit)
    assert (told.position["act"], told.position["protagonist"], told.asks) == (2, "B", ("setting", ["B"]))
    assert [event["player"] for event in told.events("Dealt")] == ["C", "D", "E", "F", "G", "H", "A", "B", "C", "D"]
