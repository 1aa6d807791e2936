"""Hands and draw piles, settings, acts, and the game of two (DH, DA)."""

from typing import Any

import pytest

from companion.deathmatch.model import events as e
from tests.games.deathmatch.table import Table

SMALL = {"hand": ["coins.1"], "pile": ["coins.2", "coins.3", "coins.4"]}


def scene(table: Table, target: str = "Ben") -> Table:
    """Play a whole scene: everybody plays a card, the opener wins and places a little damage."""
    opener = table.asked[1][0]
    while table.position["phase"] in ("action", "scene"):
        asked = table.asked[1][0]
        hand = [card for card in table.seat(asked).hand if card != "?action"]
        table.play(asked, "play", hand[0] if hand else table.offered("play")[0])
    if table.asked[0] == "winner":
        table.play(None, "winner", to=opener)
    target = target if target != opener else "Cal"
    return table.play(opener, "damage", table.offered("damage")[0], target=target)


# --- hands


def test_dh1_the_hand_is_three_cards_unless_the_setting_changes_that() -> None:
    for setting, size in (("castle", 3), ("garden", 2), ("hall", 4)):
        table = Table(setting=None, Ann={"hand": []}).play("Ann", "setting", setting)
        if size == 2:
            assert table.asked == ("discard", ["Ann", "Ben", "Cal"])
        else:
            assert all(len(table.seat(name).hand) == size for name in table.names)


def test_dh1_while_the_setting_is_chosen_the_old_one_holds() -> None:
    table = Table(
        phase="setting", setting="garden", act=2, Ann={"hand": []}, Ben={"hand": ["coins.1"]}, Cal={"hand": []}
    )
    assert [len(table.seat(name).hand) for name in table.names] == [2, 2, 2]


def test_dh2_whoever_has_fewer_draws_at_once_from_the_top() -> None:
    table = Table(Ann=SMALL)
    assert table.seat("Ann").hand == ("coins.1", "coins.2", "coins.3")
    table.play("Ann", "play", "coins.1")
    assert table.seat("Ann").hand == ("coins.2", "coins.3", "coins.4")
    assert table.order() == ["Drew", "Drew", "Played", "Led", "Drew"]


def test_dh2_a_card_from_a_pile_of_which_only_the_number_is_known_is_unknown() -> None:
    table = Table(Ann={"hand": ["coins.1", "coins.2", "coins.3"], "pile": 2}).play("Ann", "play", "coins.1")
    assert table.seat("Ann").hand == ("coins.2", "coins.3", "?action")
    assert table.position["seats"][0]["pile"] == 1


def test_dh3_whoever_has_more_discards_at_once_by_own_choice() -> None:
    table = Table(Ben={"hand": ["coins.1", "coins.2", "coins.3", "coins.3", "Jest"]})
    assert table.asked == ("discard", ["Ben"])
    assert ["coins.3", "coins.3"] in table.offered("discard", "cards")
    assert len(table.offered("discard", "cards")) == 7
    table.play("Ben", "discard", cards=["coins.3", "Jest"])
    assert table.seat("Ben").hand == ("coins.1", "coins.2", "coins.3")
    assert table.discard == ["coins.3", "Jest"]
    assert table.happened(e.Discarded) == [
        e.Discarded(1, "coins.3", e.Origin.HAND),
        e.Discarded(1, "Jest", e.Origin.HAND),
    ]


def test_dh3_it_goes_before_everything_else_in_turn_order_from_who_began_the_act() -> None:
    more = {"hand": ["?action"] * 5}
    table = Table(first="Ben", Ann=more, Ben=more, Cal=more)
    assert table.asked == ("discard", ["Ben", "Cal", "Ann"])
    assert table.forbidden("Ann", "play", "coins.1")["answer.discard-first"] == ("DH3",)
    for name in ("Cal", "Ann", "Ben"):
        table.play(name, "discard", cards=["?action", "?action"])
    assert table.asked == ("action", ["Ben"])


def test_dh3_an_unknown_card_becomes_the_one_that_was_discarded() -> None:
    table = Table(Ann={"hand": ["?action"] * 3 + ["coins.1"]})
    assert table.unknown("Ann", "discard", cards=["blades.2"])
    table.play("Ann", "discard", cards=["blades.2"])
    assert table.seat("Ann").hand == ("?action", "?action", "coins.1")
    assert table.discard == ["blades.2"]


def test_dh3_number_and_cards_of_a_discard_must_fit() -> None:
    table = Table(Ben={"hand": ["coins.1", "coins.2", "coins.3", "coins.3", "Jest"]})
    assert table.refused("Ben", "discard", cards=["Jest"]) == "discard.count"
    assert table.refused("Ben", "discard", cards=["coins.1", "coins.1"]) == "discard.not-held"
    assert table.refused("Ben", "discard", cards=["Jest", "?action"]) == "discard.not-held"
    assert table.refused("Ann", "discard", cards=["?action"]) == "discard.not-now"
    assert set(table.forbidden("Ben", "discard", cards=["blades.1"])) == {"discard.count", "discard.not-held"}


def test_dh4_nobody_is_asked_of_a_card_before_it_is_drawn() -> None:
    table = Table(Ann={"hand": ["coins.1", "coins.2", "coins.3"], "pile": ["blades.1"]})
    assert "blades.1" not in table.offered("play")


def test_dh5_there_is_one_discard_pile_for_everybody() -> None:
    table = scene(scene(Table(Ann=SMALL)))
    assert len(table.discard) == 4


# --- acts


def test_da1_an_act_begins_with_its_protagonist_who_chooses_the_setting_and_acts_first() -> None:
    table = Table(setting=None, protagonist="Cal")
    assert table.asked == ("setting", ["Cal"])
    assert table.offered("setting") == ["castle", "garden", "hall", "heath"]
    table.play("Cal", "setting", "heath")
    assert table.asked == ("action", ["Cal"])
    assert table.order() == ["SettingChosen", "SceneBegan"]


def test_da1_only_the_protagonist_chooses_and_only_then() -> None:
    table = Table(setting=None)
    assert table.forbidden("Ben", "setting", "heath") == {"setting.not-protagonist": ("DA1",)}
    table.play("Ann", "setting", "heath")
    assert table.forbidden("Ann", "setting", "hall") == {"setting.not-now": ("DA1",)}
    assert list(table.forbidden("Ben", "setting", "hall")) == ["setting.not-protagonist", "setting.not-now"]


def test_da2_each_player_has_an_action_and_the_protagonist_a_second_one() -> None:
    table = Table()
    for opener in ("Ann", "Ben", "Cal", "Ann"):
        assert table.asked == ("action", [opener])
        assert table.position["act"] == 1
        scene(table)
    assert (table.position["act"], table.position["scene"]) == (2, 0)
    assert table.happened(e.ActEnded) == [e.ActEnded(1)]


def test_da2_an_action_of_the_first_after_scene_one_is_the_second() -> None:
    table = scene(Table(scene=4, act=3))
    assert table.position["act"] == 4


def test_da3_the_player_to_the_left_is_the_new_protagonist_and_everything_is_dealt_to_the_bottom() -> None:
    cards = [f"letters.{points}" for points in range(1, 5)]
    table = Table(
        scene=4, discard=cards, Ann={"pile": ["poison.1"]}, Ben={"pile": ["poison.2"]}, Cal={"pile": ["poison.3"]}
    )
    scene(table, target="Cal")
    assert table.position["protagonist"] == table.position["first"] == "Ben"
    assert table.discard == []
    dealt = [event.player for event in table.happened(e.Dealt)]
    assert dealt == [2, 0, 1, 2, 0, 1]
    assert [table.pile(name) for name in table.names] == [2, 2, 2]
    assert table.happened(e.Shuffled) == [e.Shuffled(6)]


def test_da3_a_pile_that_is_a_number_stays_one_and_unknown_cards_of_a_list_stay_unknown() -> None:
    table = Table(scene=4, discard=["?action", "?action"], Ann={"pile": 4}, Ben={"pile": ["poison.2"]}, Cal={"pile": 0})
    scene(table, target="Cal")
    piles = [seat["pile"] for seat in table.position["seats"]]
    assert isinstance(piles[0], int) and isinstance(piles[2], int)
    assert isinstance(piles[1], list)


def test_da3_a_discard_pile_that_is_a_number_comes_to_a_list_as_unknown_cards() -> None:
    table = Table(scene=4, discard=4, Ben={"pile": ["poison.2", "poison.3"]})
    scene(table, target="Cal")
    assert table.discard == 0
    assert table.position["seats"][1]["pile"] == ["poison.3", "?action", "?action"]


def test_da4_the_new_protagonist_chooses_a_setting_and_goes_first() -> None:
    table = scene(Table(scene=4))
    assert table.asked == ("setting", ["Ben"])
    assert table.position["setting"] == "castle"
    assert table.play("Ben", "setting", "hall").asked == ("action", ["Ben"])
    assert table.position["scene"] == 1


def test_da5_pools_and_hands_stay_from_act_to_act() -> None:
    table = Table(scene=4, Ann={"pool": ["blades.8"], "hand": ["blades.1", "blades.2", "blades.3"]})
    scene(table)
    assert table.seat("Ann").pool == ("blades.8",)
    assert table.seat("Ann").hand[:2] == ("blades.2", "blades.3")


def test_da6_with_two_players_there_is_no_protagonist_and_the_setting_is_the_castle() -> None:
    table = Table("Ann Ben", setting="castle")
    assert table.position["protagonist"] is None
    assert table.refused("Ann", "setting", "heath") == "setting.castle-only"
    assert table.forbidden("Ann", "setting", "heath") == {"setting.castle-only": ("DA6",)}


def test_da6_when_a_death_leaves_two_the_castle_is_the_setting_and_nobody_the_protagonist() -> None:
    table = Table(
        setting="garden",
        Ann={"hand": ["coins.1", "coins.2"]},
        Ben={"hand": ["coins.1", "coins.2"]},
        Cal={"hand": ["coins.1", "coins.3"], "character": "Timon", "pool": ["coins.3", "poison.6"]},
    )
    assert table.alive == ["Ann", "Ben"]
    assert (table.position["protagonist"], table.position["setting"]) == (None, "castle")
    assert table.happened(e.ProtagonistChanged) == [e.ProtagonistChanged(None)]
    assert table.happened(e.SettingChosen) == [e.SettingChosen(None, "castle")]
    assert [len(table.seat(name).hand) for name in ("Ann", "Ben")] == [3, 3]
    assert table.asked == ("action", ["Ann"])


def test_dt2_no_trickster_was_played_in_the_scene_that_an_act_begins_without() -> None:
    table = Table(scene=4, Ann={"hand": ["Jest", "coins.1"]}, Ben={"hand": ["coins.2"]}, Cal={"hand": ["coins.3"]})
    table.play("Ann", "trickster", "Jest").round("coins.1", "coins.2", "coins.3").play(None, "winner", to="Cal")
    assert table.position["trickster_played"] is True
    table.play("Cal", "damage", "coins.3", target="Ann")
    assert (table.asked, table.position["trickster_played"]) == (("setting", ["Ben"]), False)


@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cal Dot Eve Fay Gus Hal"])
def test_da2_an_act_has_a_scene_more_than_players(players: str) -> None:
    seats: dict[str, Any] = {name: {"pile": 6} for name in players.split()}
    table = Table(players, **seats)
    scenes = 0
    while table.position["act"] == 1:
        opener = table.asked[1][0]
        for _ in players.split():
            table.play(table.asked[1][0], "play", table.offered("play")[0])
        table.play(None, "winner", to=opener)
        table.play(opener, "damage", table.offered("damage")[0], target=table.offered("damage", "target")[0])
        scenes += 1
    assert scenes == len(players.split()) + 1
