"""The contract, sentence by sentence: rulings that interact."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.deathmatch.contract.told import (
    HIT,
    SCENE,
    Json,
    do,
    four,
    in_damage,
    last_scene,
    lays,
    moved,
    new,
    text,
    three,
    two,
)


def test_the_deal_of_a_game_of_two_begins_at_the_left_of_the_first(play: Any) -> None:
    told = play(new("Ann", "Ben"), do(None, "protagonist", to="Ben"))
    assert told.events("Dealt")[0]["player"] == "Ann"


def test_cards_run_out_in_a_scene_and_the_living_share(play: Any) -> None:
    empty: Json = {n: {"hand": []} for n in ("Ben", "Cal")}
    told = play(
        three(Ann={"hand": ["blades.1"]}, **empty),
        lays("Ann", "blades.1"),
        do("Ann", "damage", card="blades.1", target="Ben"),
    )
    assert told.doc["winners"] == ["Ann", "Ben", "Cal"] and told.seat("Ben")["pool"] == ["blades.1"]


def test_cards_run_out_and_the_pools_are_dealt(play: Any) -> None:
    position = three(
        rulings={"DJ19": "pools"}, Ann={"hand": ["blades.1"]}, Ben={"hand": [], "revealed": True}, Cal={"hand": []}
    )
    told = play(position, lays("Ann", "blades.1"), do("Ann", "damage", card="blades.1", target="Ben"))
    assert told.doc["winners"] is None and told.seat("Ben")["pool"] == []
    assert (
        told.position["protagonist"] == "Ben"
        and told.seat("Cal")["hand"] == ["blades.1"]
        and told.asks == ("setting", ["Ben"])
    )


def test_two_left_count_on_by_who_began_the_act(play: Any) -> None:
    position = in_damage(scene=3, opener="Cal", Ben={"pool": ["letters.2"], "played": "poison.2"}, setting="garden")
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    assert told.asks == ("action", ["Ann"]) and told.position["first"] == "Ann" and told.position["scene"] == 4
    told = play(position | {"scene": 4, "opener": "Ann"}, do("Cal", "damage", card="poison.2", target="Ben"))
    p = told.position
    assert (p["act"], p["first"], p["phase"], p["scene"]) == (2, "Cal", "action", 1)


@pytest.mark.parametrize(("ruling", "act", "first"), [("round", 1, "Ann"), ("at-once", 2, "Ben")])
def test_the_slain_protagonist_leaves_two(play: Any, ruling: str, act: int, first: str) -> None:
    position = in_damage(
        opener="Ann", rulings={"DJ7": ruling}, Ann={"pool": ["coins.2", "blades.1"], "played": "blades.1"}
    )
    told = play(position, do("Cal", "damage", card="blades.1", target="Ann"))
    p = told.position
    assert (p["act"], p["first"], p["protagonist"], p["setting"]) == (act, first, None, "castle")
    assert told.asks == ("action", ["Ben"])
    again = play(p)
    assert again.position == p


def test_round_with_two_left_ends_when_the_turn_comes_to_the_seat(play: Any) -> None:
    position = in_damage(
        opener="Ann",
        Ann={"pool": ["coins.2", "blades.1"], "played": "blades.1"},
        rulings={"DJ1": "higher-any"},
        Ben={"hand": ["coins.1"] * 2},
        Cal={"hand": ["coins.4"] * 2},
    )
    told = play(position, do("Cal", "damage", card="blades.1", target="Ann"))
    told = play(
        told.position, lays("Ben", "coins.1"), lays("Cal", "coins.4"), do("Cal", "damage", card="coins.1", target="Ben")
    )
    assert told.asks == ("action", ["Cal"]) and told.position["act"] == 1
    told = play(
        told.position, lays("Cal", "coins.4"), lays("Ben", "coins.1"), do("Cal", "damage", card="coins.1", target="Ben")
    )
    assert told.position["act"] == 2 and told.position["first"] == "Ben" and told.asks == ("action", ["Ben"])


def test_no_acts_begins_when_two_are_left(play: Any) -> None:
    position = in_damage(
        scene=4, opener="Ann", rulings={"DJ6": "no-acts"}, Ben={"pool": ["letters.2"], "played": "poison.2"}
    )
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    assert told.position["protagonist"] is None and told.asks == ("action", ["Cal"])
    assert not told.events("ActBegan") and told.position["act"] == 1


def test_no_acts_with_next_act_waits_for_the_act(play: Any) -> None:
    rulings = {"DJ6": "no-acts", "DJ14": "next-act"}
    position = in_damage(
        scene=3, opener="Cal", rulings=rulings, setting="garden", Ben={"pool": ["letters.2"], "played": "poison.2"}
    )
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    assert (
        told.position["protagonist"] == "Ann"
        and told.asks == ("action", ["Ann"])
        and told.position["setting"] == "garden"
    )


def test_rotation_with_two_is_two_scenes(play: Any) -> None:
    played = {"Ann": {"hand": ["coins.1"], "played": "blades.1"}, "Ben": {"hand": ["coins.2"], "played": "blades.2"}}
    hit = do("Ann", "damage", card="blades.1", target="Ben")
    told = play(two(phase="damage", turn="Ann", scene=2, opener="Ben", rulings={"DJ17": "rotation"}, **played), hit)
    assert told.position["act"] == 2 and told.asks == ("action", ["Ben"])


def test_one_left_by_slain_cards_in_winner_is_known(play: Any) -> None:
    position = three(
        rulings={"DJ3": "honour"}, Ben={"hand": ["Jape"]}, Cal={"pool": ["blades.4", "coins.4", "coins.4"]}
    )
    told = play(position, lays("Ann", "blades.1"), lays("Ben", "Jape"), lays("Cal", "blades.3"), do("Cal", "slain"))
    assert told.asks == ("damage", ["Ann"]) and {(o["card"], o["target"]) for o in told.options} == {
        ("blades.1", "Ben"),
        ("Jape", "Ben"),
    }


def test_a_death_at_a_scenes_end_in_the_order_of_events(play: Any) -> None:
    position = in_damage(Ben={"pool": ["letters.2"], "played": "poison.2", "hand": ["coins.1"]})
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    kinds = told.kinds()
    assert kinds.index("Damaged") < kinds.index("Discarded") < kinds.index("Slain") < kinds.index("SceneBegan")
    gone = told.events("Discarded")
    assert [(e["player"], e["origin"]) for e in gone[2:]] == [("Ben", "hand"), ("Ben", "pool"), ("Ben", "pool")]
    assert sorted(e["card"] for e in gone if e["origin"] == "pool") == ["letters.2", "poison.2"]


def test_deaths_are_in_turn_order_from_the_winners_left(play: Any) -> None:
    played = {n: {"hand": ["coins.1"], "played": f"blades.{i}"} for i, n in enumerate(("Ann", "Ben", "Cal", "Dan"), 1)}
    played["Ben"] |= {"pool": ["letters.2", "poison.1"], "played": "poison.1"}
    told = play(
        four(phase="damage", turn="Dan", rulings={"DJ5": "both"}, **played),
        do("Dan", "damage", card="poison.1", target="Ben"),
    )
    assert [e["player"] for e in told.events("Slain")] == ["Ben"]
    assert told.asks == ("action", ["Cal"])


def test_dv1_reveal_is_already(refused: Any) -> None:
    assert refused(three(variants=["revealed"]), do("Ann", "reveal")).code == "reveal.already"


def test_characters_swap_in_one_text(play: Any) -> None:
    position, answer = text(
        [{"what": "character", "of": "Ann", "now": "Nurse"}, {"what": "character", "of": "Ben", "now": "Fool"}]
    )
    told = play(position, answer)
    assert (told.seat("Ann")["character"], told.seat("Ben")["character"]) == ("Nurse", "Fool")
    assert sorted(told.position["characters"]) == sorted({"Duke", "Page", "Lord", "Lady"})


def test_hands_swap_in_one_text_without_a_draw(play: Any) -> None:
    cards = [
        ("blades.1", "Ann", "Ben"),
        ("coins.1", "Ann", "Ben"),
        ("letters.1", "Ann", "Ben"),
        ("blades.2", "Ben", "Ann"),
        ("coins.2", "Ben", "Ann"),
        ("letters.2", "Ben", "Ann"),
    ]
    position, answer = text([moved(c, {"hand": a}, {"hand": b}) for c, a, b in cards], Ann={"pile": 4}, Ben={"pile": 4})
    told = play(position, answer)
    assert sorted(told.seat("Ann")["hand"]) == ["blades.2", "coins.2", "letters.2"] and told.seat("Ann")["pile"] == 4
    assert sorted(told.seat("Ben")["hand"]) == ["blades.1", "coins.1", "letters.1"] and not told.events("Drew")


def test_the_hand_is_filled_before_the_first_answer(play: Any) -> None:
    told = play(three(Ann={"hand": ["blades.1"], "pile": 5}, Ben={"hand": [], "pile": ["poison.1"]}))
    assert told.seat("Ann")["hand"] == ["blades.1", "?action", "?action"] and told.seat("Ann")["pile"] == 3
    assert told.seat("Ben")["hand"] == ["poison.1"]


def test_too_many_cards_are_asked_for_before_the_first_answer(play: Any) -> None:
    told = play(three(Cal={"hand": ["blades.3"] * 4}, Ann={"hand": ["?action"] * 5}))
    assert told.asks == ("discard", ["Ann", "Cal"])
    told = play(
        told.position, do("Ann", "discard", cards=["?action", "blades.1"]), do("Cal", "discard", cards=["blades.3"])
    )
    assert told.asks == ("action", ["Ann"]) and sorted(told.position["discard"]) == ["?action", "blades.1", "blades.3"]


def test_a_discard_of_more_unknown_cards_than_there_are(refused: Any) -> None:
    told = refused(
        three(Ann={"hand": ["blades.1", "blades.1", "coins.1", "coins.1", "?action"]}),
        do("Ann", "discard", cards=["?action", "?action"]),
    )
    assert told.code == "discard.not-held"


def test_discard_of_one_who_has_not_too_many(refused: Any) -> None:
    told = refused(three(Cal={"hand": ["blades.3"] * 4}), do("Ann", "discard", cards=["blades.1"]))
    assert told.code == "discard.not-now"


def test_the_next_setting_of_a_text(play: Any) -> None:
    position, answer = text([{"what": "setting", "now": "crypt"}])
    assert play(position, answer).asks == ("discard", ["Ann", "Ben", "Cal", "Dan"])


def test_hand_sizes_go_before_the_setting(play: Any) -> None:
    told = play(three(setting="crypt", hand_sizes={"Ann": 3, "Ben": 3, "Cal": 1}))
    assert told.asks == ("discard", ["Cal"]) and len(told.options[0]["cards"]) == 2


def test_a_second_trickster_is_the_moment_before_the_card(refused: Any) -> None:
    told = refused(three(trickster_played=True), do("Ann", "trickster", card="Prank"))
    assert told.code == "trickster.second"


def test_a_trickster_that_may_be_in_the_hand(play: Any) -> None:
    told = play(three(Ann={"hand": ["?action", "blades.1"]}), do("Ann", "trickster", card="Jape"))
    assert told.seat("Ann")["hand"] == ["blades.1"] and told.asks == ("carry-out", ["Ann"])


def test_slain_is_permitted_for_an_unknown_character(play: Any) -> None:
    told = play(three(Ann={"character": "?character"}))
    assert [o for o in told.doc["permitted"] if o["do"] == "slain" and o["by"] == "Ann"]


def test_slain_of_one_who_is_out_and_after_the_end(refused: Any) -> None:
    position = four(Dan={"out": True, "hand": []})
    assert refused(position, do("Dan", "slain")).code == "answer.out"


def test_changed_limits_count_for_an_unknown_character(play: Any, refused: Any) -> None:
    position = four(Ann={"character": "?character", "pool": ["blades.1", "poison.1"]}, limits={"Ann": {"blades": 2}})
    assert refused(position, do("Ann", "slain", character="Duke")).code == "slain.not-reached"
    position["limits"] = {}
    assert play(position, do("Ann", "slain", character="Duke")).seat("Ann")["out"]


def test_an_over_position_can_be_given_back(play: Any) -> None:
    position = two(Ben={"hand": ["blades.2"]}, carrying={"by": "Ann", "card": "Jape"}, trickster_played=True)
    both = [{"what": "slain", "of": "Ben"}, {"what": "slain", "of": "Ann"}]
    for changes in (both, both[:1]):
        told = play(position, do("Ann", "carry-out", changes=changes))
        again = play(told.position)
        assert again.position == told.position and again.asks is None and again.doc["winners"] == told.doc["winners"]
    empty: Json = {n: {"hand": []} for n in ("Ann", "Ben", "Cal")}
    told = play(three(**empty))
    again = play(told.position)
    assert again.position == told.position and again.doc["winners"] == ["Ann", "Ben", "Cal"] and not again.doc["events"]


def test_a_list_of_cards_that_comes_to_a_number(play: Any) -> None:
    told = play(
        last_scene(
            4,
            "Ann",
            discard=["coins.2"],
            **{
                n: {"hand": ["coins.1"] * 3, "pile": 1, "played": c}
                for n, c in zip(("Ann", "Ben", "Cal"), ("blades.1", "blades.2", "blades.3"), strict=True)
            }
            | {
                "Cal": {"hand": ["coins.3"] * 3, "pile": 1, "played": "blades.3"},
                "Ben": {"hand": ["coins.4"] * 3, "pile": 1, "played": "blades.2"},
            },
        ),
        HIT,
    )
    assert [s["pile"] for s in told.position["seats"]] == [2, 2, 2] and told.position["discard"] == []


def test_the_laid_card_is_taken_away_from_the_only_opener(play: Any) -> None:
    position = in_damage(
        setting="crypt", Ann={"hand": ["coins.1"] * 2}, Ben={"hand": ["coins.2"] * 2}, Cal={"hand": ["coins.3"] * 2}
    )
    changes = [
        moved(c, {"played": n}, "removed") for n, c in (("Ann", "blades.1"), ("Ben", "blades.2"), ("Cal", "blades.3"))
    ]
    told = play(position, do(None, "carry-out", source="setting", changes=changes))
    assert (
        told.asks == ("action", ["Ben"])
        and not told.events("Damaged")
        and sorted(told.position["removed"]) == ["blades.1", "blades.2", "blades.3"]
    )


def test_the_winners_card_is_taken_away_in_damage(play: Any) -> None:
    position = in_damage(
        setting="crypt", Ann={"hand": ["coins.1"] * 2}, Ben={"hand": ["coins.2"] * 2}, Cal={"hand": ["coins.3"] * 2}
    )
    told = play(
        position, do(None, "carry-out", source="setting", changes=[moved("blades.3", {"played": "Cal"}, "discard")])
    )
    assert told.asks == ("damage", ["Cal"]) and {o["card"] for o in told.options} == {"blades.1", "blades.2"}
    assert play(told.position).position == told.position


def test_a_setting_without_a_text_has_nothing_to_carry_out(refused: Any) -> None:
    assert refused(three(), do(None, "carry-out", source="setting")).code == "answer.not-now"


def test_a_text_is_carried_out_by_its_player(refused: Any) -> None:
    position, _ = text([])
    assert refused(position, do("Ben", "carry-out")).status == 3
    assert refused(position, lays("Ben", "blades.2")).code == "play.not-your-turn"


def test_cards_to_one_who_is_out_and_the_slain_again(refused: Any) -> None:
    for change in (
        moved("blades.1", {"hand": "Ann"}, {"hand": "Dan"}),
        {"what": "slain", "of": "Dan"},
        {"what": "protagonist", "now": "Dan"},
        {"what": "hand_size", "of": "Dan", "now": 2},
    ):
        position, answer = text([change], Dan={"out": True, "hand": []})
        assert refused(position, answer).status == 3, change


def test_a_protagonist_by_text_may_be_slain_while_the_first_counts(play: Any) -> None:
    # `first` stays Ann; DA2 and DA3 depend on it; Dan keeps the protagonist card until the act's end.
    position = in_damage(scene=4, opener="Ann", first="Ann", protagonist="Cal")
    told = play(position, HIT)
    assert told.position["act"] == 2 and told.position["protagonist"] == "Ben" and told.asks == ("setting", ["Ben"])


def test_passing_over_somebody_who_is_out_is_silent(play: Any) -> None:
    told = play(four(Ben={"out": True, "hand": []}), lays("Ann", "blades.1"))
    assert told.asks == ("answer", ["Cal"]) and not told.events("PassedOver")


def test_all_are_passed_over_until_one_has_cards(play: Any) -> None:
    told = play(four(Ann={"hand": []}, Ben={"hand": []}))
    assert (
        told.asks == ("action", ["Cal"])
        and told.position["scene"] == 3
        and [e["player"] for e in told.events("PassedOver")] == ["Ann", "Ben"]
    )
    assert told.position["first"] == "Ann"


def test_pass_over_then_the_seat_of_the_slain_first(play: Any) -> None:
    position = four(turn="Dan", scene=4, first="Ann", Ann={"out": True, "hand": []}, Dan={"hand": []})
    told = play(position)
    assert told.position["act"] == 2 and told.position["protagonist"] == "Ben" and told.asks == ("setting", ["Ben"])


def test_a_card_that_is_no_card_in_the_scene_wins_for_nobody(play: Any) -> None:
    told = play(
        three(rulings={"DJ9": "nobody"}, Ann={"hand": ["Jape"]}, Ben={"hand": []}, Cal={"hand": []}, discard=[]),
        lays("Ann", "Jape"),
    )
    assert told.events("SceneWon")[0]["player"] is None
    assert told.position["act"] == 2, "nobody has a card: the act ends and the trickster is dealt"


def test_opener_rule_with_a_trickster_that_lies_with_the_scene(play: Any) -> None:
    rulings = {"DJ9": "opener", "DJ10": "damage-only", "DJ11": "scene"}
    position = three(rulings=rulings, **{n: {"hand": ["Jape", "Jape"]} for n in ("Ann", "Ben", "Cal")})
    told = play(position, do("Ann", "trickster", card="Jape"), *(lays(n, "Jape") for n in ("Ann", "Ben", "Cal")))
    assert (
        told.position["discard"] == ["Jape"] * 4
        and told.position["scene_cards"] == []
        and told.asks == ("action", ["Ben"])
    )
    rulings = {"DJ11": "scene"}
    told = play(
        position | {"rulings": rulings},
        do("Ann", "trickster", card="Jape"),
        *(lays(n, "Jape") for n in ("Ann", "Ben", "Cal")),
    )
    assert told.events("SceneWon")[0]["player"] is None and told.position["discard"] == ["Jape"] * 4


def test_opener_wins_but_is_slain(play: Any) -> None:
    position = four(
        rulings={"DJ9": "opener", "DJ3": "honour"},
        Ann={"hand": ["Jape"], "pool": ["blades.2", "coins.2"]},
        **{n: {"hand": ["Jape", "Prank"][:k]} for n, k in (("Ben", 1), ("Cal", 1))},
        Dan={"hand": ["Prank", "Prank"]},
    )
    told = play(
        position,
        lays("Ann", "Jape"),
        lays("Ben", "Jape"),
        lays("Cal", "Jape"),
        do("Ann", "slain"),
        lays("Dan", "Prank"),
    )
    assert told.events("SceneWon")[-1]["player"] is None and not told.events("Damaged")


def test_damage_only_with_a_known_standard_winner_and_dj18(play: Any) -> None:
    position = in_damage(rulings={"DJ18": "clear"}, Ben={"revealed": True, "pool": ["letters.2"], "played": "poison.2"})
    told = play(position, do("Cal", "damage", card="poison.2", target="Ben"))
    assert told.seat("Ben")["out"]


def test_scene_cards_go_on_when_the_trickster_player_dies(play: Any) -> None:
    position = four(
        rulings={"DJ11": "scene", "DJ3": "honour"}, Ann={"hand": ["Jape", "blades.1"], "pool": ["blades.2", "coins.2"]}
    )
    told = play(position, do("Ann", "trickster", card="Jape"), do("Ann", "slain"))
    assert (
        told.position["scene_cards"] == [] and "Jape" in told.position["discard"] and told.position["carrying"] is None
    )
    assert told.asks == ("action", ["Ben"]) and told.position["trickster_played"] is False


def test_first_keeps_counting_with_two_alive_and_no_acts(play: Any) -> None:
    told = play(two(rulings={"DJ6": "no-acts"}, Ann={"hand": []}, Ben={"hand": []}))
    assert told.doc["winners"] == ["Ann", "Ben"]
    told = play(two(rulings={"DJ6": "no-acts"}, Ann={"hand": []}, Ben={"hand": []}, discard=["Jape"]))
    assert told.doc["winners"] is None and told.seat("Ben")["hand"] == ["Jape"] and told.asks == ("action", ["Ben"])


def test_redeal_with_nothing_to_deal_is_fewer(play: Any) -> None:
    told = play(three(rulings={"DJ8": "redeal"}), lays("Ann", "blades.1"))
    assert len(told.seat("Ann")["hand"]) == 2 and not told.events("Dealt", "Shuffled")


def test_redeal_with_equal_and_too_few_cards(play: Any) -> None:
    told = play(
        three(rulings={"DJ8": "redeal", "DJ12": "equal"}, discard=["poison.1", "poison.2"]), lays("Ann", "blades.1")
    )
    assert sorted(told.position["discard"]) == ["poison.1", "poison.2"] and told.asks == ("answer", ["Ben"])


def test_in_order_by_damage_of_either_suit(play: Any) -> None:
    position = two(
        rulings={"DJ4": "in-order", "DJ5": "either"},
        Ann={"hand": ["blades.1"], "pool": ["coins.2"]},
        Ben={"hand": ["blades.2"], "pool": ["poison.2"]},
    )
    told = play(position)
    assert told.position["phase"] == "over" and len(told.doc["winners"]) == 1


def test_next_protagonist_of_a_slain_one_in_a_run_of_dead_seats(play: Any) -> None:
    position = four(
        turn="Cal",
        scene=3,
        first="Ann",
        protagonist="Ann",
        rulings={"DJ3": "honour", "DJ7": "at-once", "DJ1": "higher-any"},
        Ben={"out": True, "hand": []},
        Ann={"pool": ["blades.2", "coins.2"]},
        Dan={"hand": ["blades.4", "coins.4"]},
    )
    told = play(position, do("Ann", "slain"))
    # Two players are left: castle, no protagonist; the act ends with this scene.
    assert told.position["setting"] == "castle" and told.asks == ("action", ["Cal"])
    told = play(
        told.position,
        lays("Cal", "blades.3"),
        lays("Dan", "blades.4"),
        do("Dan", "damage", card="blades.3", target="Cal"),
    )
    assert told.position["act"] == 2 and told.position["first"] == "Cal"


def test_positions_of_each_phase_have_no_turn_elsewhere(play: Any) -> None:
    told = play(three(), *SCENE)
    assert told.asks == ("winner", []) and (
        told.position["turn"],
        told.position["standing"],
        told.position["opener"],
    ) == (None, None, "Ann")
    assert play(told.position).position == told.position


def test_a_new_protagonist_draws_before_the_setting(play: Any) -> None:
    told = play(last_scene(4, "Ann"), HIT)
    kinds = told.kinds()
    assert kinds.index("ActEnded") < kinds.index("Shuffled") < kinds.index("Dealt")
    assert kinds.index("Drew") > kinds.index("Dealt")


def test_a_character_by_number(play: Any, wrong: Any) -> None:
    assert play(three(characters=5)).position["characters"] == 5
    assert "characters" in wrong(three(characters=50))


def test_an_unknown_character_is_one_of_those_left(refused: Any) -> None:
    told = refused(three(Ann={"character": "?character"}, characters=["Duke"]), do("Ann", "reveal", character="Duke"))
    assert told.code == "reveal.other-character"


def test_a_character_of_another_leaves_the_own_one_to_nobody(play: Any) -> None:
    position, answer = text(
        [{"what": "character", "of": "Ann", "now": "Nurse"}, {"what": "character", "of": "Ben", "now": "Duke"}]
    )
    told = play(position, answer)
    assert (told.seat("Ann")["character"], told.seat("Ben")["character"]) == ("Nurse", "Duke")
    assert sorted(told.position["characters"]) == ["Fool", "Lady", "Lord", "Page"]


def test_a_known_character_for_an_unknown_one(play: Any) -> None:
    position, answer = text([{"what": "character", "of": "Ann", "now": "?character"}])
    told = play(position, answer)
    assert told.seat("Ann")["character"] == "?character" and play(told.position).position == told.position


def test_the_same_character_twice_cannot_be_after_a_text(refused: Any) -> None:
    position, answer = text([{"what": "character", "of": "Ann", "now": "Nurse"}])
    assert refused(position, answer).status == 3
