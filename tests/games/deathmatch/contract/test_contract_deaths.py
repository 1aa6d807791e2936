"""The contract, sentence by sentence: deaths and the end (DE1 to DE3)."""

from __future__ import annotations

from typing import Any

from tests.games.deathmatch.contract.told import (
    at,
    do,
    four,
    in_damage,
    lays,
    three,
    two,
    who,
)


def test_a_secret_character_is_slain_at_once(play: Any) -> None:
    position = in_damage(Ben={"pool": ["letters.2"], "played": "poison.2"}, act=1)
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    ben = told.seat("Ben")
    assert ben["out"] and (ben["hand"], ben["pool"], ben["played"]) == ([], [], None) and ben["pile"] == []
    assert {"event": "Slain", "player": "Ben", "character": "Nurse"} in told.doc["events"]
    # Two players are left in mid-act: castle and no protagonist at once; the opener was Ann, so Cal acts.
    assert told.position["protagonist"] is None and told.position["setting"] == "castle"
    assert told.asks == ("action", ["Cal"]) and told.position["first"] == "Ann" and told.position["scene"] == 2
    assert sorted(told.position["discard"]) == sorted(["letters.2", "poison.2", "blades.1", "blades.3", "coins.1"])


def test_both_suits_each_by_itself(play: Any) -> None:
    told = play(in_damage(Ben={"pool": ["letters.4"]}), do("Cal", "damage", card="blades.2", target="Ben"))
    assert not told.seat("Ben")["out"]
    told = play(in_damage(Ben={"pool": ["letters.4"]}, rulings={"DJ5": "either"}))
    assert told.seat("Ben")["out"], "it is seen before the first answer, too"


def test_honour_leaves_it_to_the_player(play: Any, refused: Any) -> None:
    position = three(rulings={"DJ3": "honour"}, Ben={"pool": ["letters.2", "poison.2"]})
    told = play(position)
    assert not told.seat("Ben")["out"] and any(o == {"by": "Ben", "do": "slain"} for o in told.doc["permitted"]), (
        told.doc["permitted"]
    )
    told = play(position, do("Ben", "slain"))
    assert told.seat("Ben")["out"]
    told = refused(position, do("Ann", "slain"))
    assert told.code == "slain.not-reached" and {"DE1", "DJ3"} & told.rules


def test_with_honour_a_revealed_one_who_reached_it_is_slain(play: Any) -> None:
    told = play(three(rulings={"DJ3": "honour"}, Ben={"revealed": True, "pool": ["letters.2", "poison.2"]}))
    assert told.seat("Ben")["out"]


def test_slain_refused_for_a_known_one_with_announce(refused: Any) -> None:
    told = refused(three(), do("Ann", "slain"))
    assert told.code == "slain.not-now" and {"DE1", "DJ3"} & told.rules
    told = refused(three(Ann={"character": "?character"}), do("Ann", "slain"))
    assert told.code == "slain.not-reached"
    told = refused(three(Ann={"character": "?character"}), do("Ann", "slain", character="Duke"))
    assert told.code == "slain.not-reached"
    told = refused(
        three(Ann={"character": "?character", "pool": ["letters.2", "poison.2"]}), do("Ann", "slain", character="Nurse")
    )
    assert told.code == "slain.not-reached"


def test_an_unknown_character_is_declared_slain(play: Any) -> None:
    position = at(
        who("Ann", None, "blades.1", pool=["blades.1", "poison.1"]), who("Ben", "Nurse", "blades.2"),
        who("Cal", "Fool", "coins.1"), who("Dan", "Maid", "coins.2"),
        protagonist="Ben", setting="garden",
    )  # fmt: skip
    told = play(position)
    assert any(o["by"] == "Ann" and o["do"] == "slain" for o in told.doc["permitted"])
    told = play(position, do("Ann", "slain", character="Duke"))
    assert told.seat("Ann") | {"out": True, "character": "Duke", "hand": [], "pool": []} == told.seat("Ann")
    assert told.asks == ("action", ["Ben"]) and told.position["setting"] == "garden"


def test_the_slain_opener_ends_the_action_and_the_next_one_acts(play: Any) -> None:
    position = four(turn="Ben", scene=2, rulings={"DJ3": "honour"}, Ben={"pool": ["letters.2", "poison.2"]})
    told = play(position, do("Ben", "slain"))
    assert told.asks == ("action", ["Cal"]) and told.position["protagonist"] == "Ann"
    assert told.position["first"] == "Ann" and told.position["setting"] == "garden"
    assert told.position["scene"] == 3


def test_a_card_just_laid_goes_with_the_slain(play: Any) -> None:
    position = four(rulings={"DJ3": "honour"}, Ben={"pool": ["letters.2", "poison.2"]})
    told = play(position, lays("Ann", "blades.1"), lays("Ben", "blades.2"), do("Ben", "slain"))
    assert (
        told.asks == ("answer", ["Cal"])
        and told.seat("Ben")["played"] is None
        and "blades.2" in told.position["discard"]
    )
    assert told.position["opener"] == "Ann"
    told = play(told.position, lays("Cal", "blades.3"), lays("Dan", "blades.4"))
    assert told.asks == ("winner", []) and sorted(o["to"] for o in told.options) == ["Ann", "Cal", "Dan"]


def test_the_next_to_answer_is_slain(play: Any) -> None:
    position = four(rulings={"DJ3": "honour"}, Ben={"pool": ["letters.2", "poison.2"]})
    assert play(position, lays("Ann", "blades.1"), do("Ben", "slain")).asks == ("answer", ["Cal"])


def test_the_opener_slain_in_mid_scene_goes_on_with_the_others(play: Any) -> None:
    position = four(
        rulings={"DJ3": "honour"}, Ann={"pool": ["blades.2", "coins.2"]}, Dan={"hand": ["blades.4", "coins.4"]}
    )
    told = play(position, lays("Ann", "blades.1"), lays("Ben", "blades.2"), do("Ann", "slain"))
    assert told.asks == ("answer", ["Cal"]) and told.position["opener"] == "Ann"
    again = play(told.position)
    assert again.position == told.position
    told = play(
        told.position,
        lays("Cal", "blades.3"),
        lays("Dan", "blades.4"),
        do(None, "winner", to="Ben"),
        do("Ben", "damage", card="blades.3", target="Cal"),
    )
    # DP5: left of the opener; DJ7 round: the act continues until the turn reaches Ann's seat.
    assert told.asks == ("action", ["Ben"]) and told.position["protagonist"] == "Ann"


def test_the_winner_slain_in_damage_places_nothing(play: Any) -> None:
    position = four(rulings={"DJ3": "honour", "DJ1": "higher-any"}, Dan={"pool": ["letters.3", "coins.3"]})
    laid = (lays("Ann", "blades.1"), lays("Ben", "blades.2"), lays("Cal", "blades.3"), lays("Dan", "blades.4"))
    told = play(position, *laid, do("Dan", "slain"))
    assert not told.events("Damaged") and told.asks == ("action", ["Ben"])
    assert {"blades.1", "blades.2", "blades.3", "blades.4"} <= set(told.position["discard"])


def test_the_last_alive_wins_at_once(play: Any) -> None:
    position = two(Ben={"pool": ["letters.2"], "hand": ["poison.2"]}, rulings={"DJ1": "higher-any"})
    told = play(position, lays("Ann", "blades.1"), lays("Ben", "poison.2"))
    assert told.asks == ("damage", ["Ben"])
    told = play(
        two(Ben={"pool": ["letters.2"], "hand": ["poison.2"]}),
        lays("Ann", "blades.1"),
        lays("Ben", "poison.2"),
        do(None, "winner", to="Ann"),
        do("Ann", "damage", card="poison.2", target="Ben"),
    )
    assert told.doc["winners"] == ["Ann"] and told.position["phase"] == "over" and told.asks is None
    assert told.events("GameEnded") == [{"event": "GameEnded", "winners": ["Ann"]}]
    p = told.position
    assert (p["turn"], p["opener"]) == (None, None)


def test_all_slain_by_one_thing_share_the_win(play: Any) -> None:
    position = two(Ann={"character": "Fool", "hand": ["Jape", "blades.1"]}, Ben={"hand": ["blades.2"]})
    both = [{"what": "slain", "of": "Ben"}, {"what": "slain", "of": "Ann"}]
    told = play(position, do("Ann", "trickster", card="Jape"), do("Ann", "carry-out", changes=both))
    assert told.doc["winners"] == ["Ann", "Ben"] and told.position["phase"] == "over"
    assert [e["player"] for e in told.events("Slain")] == ["Ben", "Ann"]
    told = play(
        position | {"rulings": {"DJ4": "in-order"}},
        do("Ann", "trickster", card="Jape"),
        do("Ann", "carry-out", changes=both),
    )
    assert told.doc["winners"] == ["Ann"] and not told.seat("Ann")["out"]


def test_some_slain_by_one_thing_are_seen_from_the_left_of_who_did_it(play: Any) -> None:
    position = four(turn="Cal", scene=3, Cal={"hand": ["Jape", "blades.3"]})
    both = [{"what": "slain", "of": "Ben"}, {"what": "slain", "of": "Dan"}]
    told = play(position, do("Cal", "trickster", card="Jape"), do("Cal", "carry-out", changes=both))
    assert [e["player"] for e in told.events("Slain")] == ["Dan", "Ben"]
    assert (
        told.position["protagonist"] is None
        and told.position["setting"] == "castle"
        and told.asks == ("action", ["Cal"])
    )


def test_in_order_with_three_the_last_alive_wins(play: Any) -> None:
    position = three(rulings={"DJ4": "in-order"}, Ann={"hand": ["Jape", "blades.1"]})
    everyone = [{"what": "slain", "of": name} for name in ("Ann", "Ben", "Cal")]
    told = play(position, do("Ann", "trickster", card="Jape"), do("Ann", "carry-out", changes=everyone))
    assert [e["player"] for e in told.events("Slain")] == ["Ben", "Cal"] and told.doc["winners"] == ["Ann"]
    told = play(
        three(Ann={"hand": ["Jape", "blades.1"]}),
        do("Ann", "trickster", card="Jape"),
        do("Ann", "carry-out", changes=everyone),
    )
    assert told.doc["winners"] == ["Ann", "Ben", "Cal"]


def test_deaths_by_a_settings_text_are_seen_from_the_left_of_first(play: Any) -> None:
    position = four(
        setting="crypt",
        turn="Ben",
        scene=2,
        rulings={"DJ4": "in-order"},
        **{n: {"hand": [f"blades.{i}", "poison.1"]} for i, n in enumerate(("Ann", "Ben", "Cal", "Dan"), 1)},
    )
    everyone = [{"what": "slain", "of": name} for name in ("Ann", "Ben", "Cal", "Dan")]
    told = play(position, do(None, "carry-out", source="setting", changes=everyone))
    assert [e["player"] for e in told.events("Slain")] == ["Ben", "Cal", "Dan"] and told.doc["winners"] == ["Ann"]
