"""The rulings DJ1 to DJ19: the default, and each of the alternatives."""

from typing import Any

import pytest

from companion.deathmatch.model import events as e
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.rules.options import decision
from companion.deathmatch.text.moment import decision_text
from companion.deathmatch.text.narrate import answer_text, event_text
from tests.games.deathmatch.table import Json, Table, faults, new_table

FOUR = "Ann Ben Cal Dot"
NO_CARDS: Json = {"hand": [], "pile": []}


def scene(table: Table, *cards: str, winner: str | None = None) -> Table:
    """Let everybody play one of these cards, and optionally name a winner."""
    table.round(*cards)
    return table.play(None, "winner", to=winner) if winner else table


def hurt(table: Table, card: str, target: str) -> Table:
    """Let the winner place a card."""
    return table.play(table.asked[1][0], "damage", card, target=target)


def ruled(ruling: str, name: str, players: str = "Ann Ben Cal", **keys: Any) -> Table:
    return Table(players, rulings={ruling: name}, **keys)


# --- DJ1


def test_dj1_table_the_table_says_who_won() -> None:
    assert scene(Table(), "blades.1", "blades.5", "coins.2").asked == ("winner", [])


def test_dj1_table_what_is_to_beat_is_not_told_once_two_standard_cards_lie() -> None:
    table = Table().round("blades.1")
    assert table.position["standing"] == "Ann"
    assert table.round("blades.5").position["standing"] is None


def test_dj1_higher_same_suit_defeats_by_suit_and_points() -> None:
    for cards, winner in (
        (("blades.3", "coins.8", "blades.4"), "Cal"),
        (("blades.3", "blades.3", "blades.2"), "Ann"),
        (("blades.3", "blades.5", "blades.4"), "Ben"),
    ):
        assert scene(ruled("DJ1", "higher-same-suit"), *cards).asked == ("damage", [winner])


def test_dj1_higher_any_defeats_by_points() -> None:
    for cards, winner in ((("blades.3", "coins.8", "blades.4"), "Ben"), (("blades.3", "coins.3", "poison.3"), "Ann")):
        assert scene(ruled("DJ1", "higher-any"), *cards).asked == ("damage", [winner])


def test_dj1_a_trickster_defeats_nothing_and_any_standard_card_defeats_it() -> None:
    table = ruled("DJ1", "higher-same-suit", Ann={"hand": ["Jest"] * 3}, Cal={"hand": ["One Fell Swoop"]})
    scene(table, "Jest", "poison.1", "One Fell Swoop")
    assert table.asked == ("damage", ["Ben"])
    assert table.happened(e.Led) == [e.Led(1)]


@pytest.mark.parametrize("ruling", ["higher-any", "higher-same-suit"])
def test_dj1_where_the_rules_know_nobody_says_who_won(ruling: str) -> None:
    table = scene(ruled("DJ1", ruling), "blades.1", "blades.5", "coins.2")
    assert table.forbidden(None, "winner", to="Ann") == {"winner.not-now": ("DJ1",)}


# --- DJ2


def test_dj2_text_the_table_carries_it_out_and_says_what_changed() -> None:
    table = Table(Ann={"hand": ["Jest", "coins.1", "coins.2"]}, Ben={"pool": ["coins.3"]}).play(
        "Ann", "trickster", "Jest"
    )
    move = {"what": "card", "card": "coins.3", "from": {"pool": "Ben"}, "to": {"pool": "Cal"}}
    table.play("Ann", "carry-out", changes=[move])
    assert table.seat("Cal").pool == ("coins.3",)
    assert table.order(e.Showed, e.CarriedOut, e.Changed) == ["Showed", "CarriedOut", "Changed"]


# --- DJ3


def test_dj3_announce_the_companion_tells_at_once() -> None:
    table = scene(
        Table(Ben={"character": "Timon", "pool": ["poison.6"]}), "coins.3", "coins.1", "coins.2", winner="Ann"
    )
    assert hurt(table, "coins.3", "Ben").alive == ["Ann", "Cal"]


def test_dj3_announce_a_player_whom_the_companion_knows_is_never_asked() -> None:
    for pool in ([], ["poison.6"]):
        table = Table(Ben={"character": "Timon", "pool": pool})
        assert table.forbidden("Ben", "slain") == {"slain.not-now": ("DE1", "DJ3")}
        assert not [answer for answer in table.permitted if answer["by"] == "Ben"]


def test_dj3_honour_the_player_of_a_secret_character_declares_it() -> None:
    table = ruled("DJ3", "honour", Ben={"character": "Timon", "pool": ["poison.6", "coins.3"]})
    assert table.alive == ["Ann", "Ben", "Cal"]
    assert {"by": "Ben", "do": "slain"} in table.permitted
    assert table.forbidden("Ben", "slain", character="Lear") == {"slain.not-reached": ("DE1", "DJ3")}
    assert table.play("Ben", "slain").alive == ["Ann", "Cal"]


def test_dj3_honour_nothing_is_permitted_before_the_totals_are_reached() -> None:
    table = ruled("DJ3", "honour", Ben={"character": "Timon", "pool": ["poison.6"]})
    assert {"by": "Ben", "do": "slain"} not in table.permitted
    assert table.refused("Ben", "slain") == "slain.not-reached"


def test_dj3_honour_a_character_that_all_see_cannot_be_declared_before() -> None:
    table = ruled("DJ3", "honour", Ben={"character": "Timon", "revealed": True, "pool": ["poison.6"]})
    assert table.forbidden("Ben", "slain") == {"slain.not-reached": ("DE1", "DJ3")}


def test_dj3_honour_a_character_that_all_see_is_slain_at_once() -> None:
    table = ruled("DJ3", "honour", Ben={"character": "Timon", "revealed": True, "pool": ["poison.6", "coins.3"]})
    assert table.alive == ["Ann", "Cal"]


# --- DJ4


def both_reached(**keys: Any) -> Table:
    dead = {"pool": ["coins.8", "blades.4"], "character": "Hamlet"}
    other = {"pool": ["coins.3", "poison.6"], "character": "Timon"}
    return Table("Ann Ben", Ann=dead, Ben=other, **keys)


def test_dj4_all_out_all_are_slain_and_share_the_win() -> None:
    table = both_reached()
    assert table.winners == ["Ann", "Ben"]
    assert table.alive == []
    assert [event.player for event in table.happened(e.Slain)] == [1, 0]


def test_dj4_in_order_one_by_one_from_the_left_and_the_last_alive_wins() -> None:
    assert both_reached(rulings={"DJ4": "in-order"}).winners == ["Ann"]
    assert both_reached(rulings={"DJ4": "in-order"}, first="Ben", turn="Ben").winners == ["Ben"]


def test_dj4_what_one_text_does_to_several_is_one_thing() -> None:
    changes = [{"what": "slain", "of": "Ann"}, {"what": "slain", "of": "Ben"}]
    for name, winners in (("all-out", ["Ann", "Ben"]), ("in-order", ["Ann"])):
        table = ruled("DJ4", name, "Ann Ben", Ann={"hand": ["Jest", "coins.1", "coins.2"]})
        table.play("Ann", "trickster", "Jest").play("Ann", "carry-out", changes=changes)
        assert table.winners == winners


# --- DJ5


def test_dj5_both_and_either() -> None:
    for name, alive in (("both", 3), ("either", 2)):
        assert len(ruled("DJ5", name, Ben={"character": "Timon", "pool": ["coins.3"]}).alive) == alive


# --- DJ6


def two_play(table: Table, scenes: int) -> Table:
    for _ in range(scenes):
        opener = table.asked[1][0]
        for _ in range(2):
            player = table.asked[1][0]
            table.play(player, "play", table.offered("play")[0])
        table.play(None, "winner", to=opener)
        hurt(table, table.offered("damage")[0], "Ben" if opener == "Ann" else "Ann")
    return table


def test_dj6_starter_who_has_the_acts_first_action_counts_as_a_protagonist() -> None:
    table = two_play(Table("Ann Ben"), 3)
    assert (table.position["act"], table.position["first"], table.position["protagonist"]) == (2, "Ben", None)
    assert table.asked == ("action", ["Ben"])


def test_dj6_no_acts_play_goes_round() -> None:
    table = two_play(ruled("DJ6", "no-acts", "Ann Ben"), 4)
    assert (table.position["act"], table.position["scene"]) == (1, 5)


def test_dj6_no_acts_the_discard_pile_is_dealt_when_somebody_should_draw_and_cannot() -> None:
    seats = {"hand": ["coins.1", "coins.2", "coins.4"], "pile": []}
    table = ruled("DJ6", "no-acts", "Ann Ben", Ann=seats, Ben={"pile": ["poison.1"]}, discard=["blades.1", "blades.2"])
    table.play("Ann", "play", "coins.1")
    assert table.discard == []
    assert [event.player for event in table.happened(e.Dealt)] == [1, 0]
    assert len(table.seat("Ann").hand) == 3


# --- DJ7


def slain_first(**keys: Any) -> Table:
    """Dot, who began the act, is slain in the second scene, by Ben's card; Ann's action is over."""
    seat = {"character": "Timon", "pool": ["poison.6"]}
    table = Table("Ann Ben Cal Dot Eve", protagonist="Dot", scene=2, turn="Eve", Dot=seat, **keys)
    scene(table, "coins.3", "letters.1", "letters.1", "letters.1", "poison.1", winner="Eve")
    return hurt(table, "coins.3", "Dot")


def test_dj7_round_the_act_ends_when_the_turn_comes_to_the_seat_of_the_slain() -> None:
    table = slain_first()
    for opener in ("Ann", "Ben", "Cal"):
        assert table.asked == ("action", [opener])
        cards = [f"{suit}.{len(opener) + len(table.discard) % 3}" for suit in ("blades", "coins", "letters", "poison")]
        hurt(scene(table, *cards, winner=opener), cards[0], "Ann" if opener != "Ann" else "Ben")
    assert table.position["act"] == 2
    assert table.position["protagonist"] == "Eve"


def test_dj7_at_once_it_ends_with_this_scene() -> None:
    table = slain_first(rulings={"DJ7": "at-once"})
    assert (table.position["act"], table.position["protagonist"]) == (2, "Eve")
    assert table.order(e.Slain, e.SceneEnded, e.ActEnded, e.ActBegan)[-3:] == ["SceneEnded", "ActEnded", "ActBegan"]


# --- DJ8


def test_dj8_fewer_play_goes_on_with_fewer_cards() -> None:
    table = Table(Ann={"hand": ["coins.1", "coins.2"], "pile": 0}, discard=["blades.1"]).round("coins.1")
    assert table.seat("Ann").hand == ("coins.2",)
    assert table.discard == ["blades.1"]


def test_dj8_fewer_without_a_card_one_is_passed_over_in_action_and_answer() -> None:
    table = Table(FOUR, Ben=NO_CARDS)
    scene(table, "coins.1", "coins.2", "coins.3", winner="Ann")
    hurt(table, "coins.1", "Cal")
    assert table.happened(e.PassedOver) == [e.PassedOver(1), e.PassedOver(1)]
    assert table.asked == ("action", ["Cal"])
    assert table.position["scene"] == 3


def test_dj8_fewer_a_hand_is_filled_once_the_pile_has_cards_again() -> None:
    table = Table(scene=4, Cal=NO_CARDS, discard=["blades.1", "blades.2", "blades.3"])
    hurt(scene(table, "coins.1", "coins.2", winner="Ann"), "coins.1", "Ben")
    assert len(table.seat("Cal").hand) == 2


def test_dj8_fewer_if_nobody_has_a_card_the_act_ends() -> None:
    table = Table(Ann=NO_CARDS, Ben=NO_CARDS, Cal=NO_CARDS, discard=["blades.1", "blades.2", "blades.3"])
    assert (table.position["act"], table.asked) == (2, ("setting", ["Ben"]))
    assert table.order(e.ActEnded, e.Shuffled, e.ActBegan) == ["ActEnded", "Shuffled", "ActBegan"]


def test_dj8_redeal_the_discard_pile_is_dealt_out_at_once() -> None:
    empty = {"hand": ["coins.1", "coins.2", "coins.4"], "pile": []}
    cards = [f"blades.{points}" for points in range(1, 7)]
    table = ruled("DJ8", "redeal", Ann=empty, discard=cards).round("coins.1")
    assert table.discard == []
    assert [event.player for event in table.happened(e.Dealt)] == [1, 2, 0] * 2
    assert len(table.seat("Ann").hand) == 3


def test_dj8_redeal_if_nobody_has_a_card_even_then_the_living_share_the_win() -> None:
    table = ruled("DJ8", "redeal", FOUR, Ann=NO_CARDS, Ben=NO_CARDS, Cal=NO_CARDS, Dot={"out": True})
    assert table.winners == ["Ann", "Ben", "Cal"]


# --- DJ9


def only_tricksters(**rulings: str) -> Table:
    hands = {"Ann": ["Jest"], "Ben": ["Jest"], "Cal": ["Jest"]}
    seats: dict[str, Any] = {name: {"hand": hand} for name, hand in hands.items()}
    return scene(Table(rulings=rulings, **seats), "Jest", "Jest", "Jest")


def test_dj9_nobody_wins_and_all_are_discarded() -> None:
    table = only_tricksters()
    assert table.happened(e.SceneWon) == [e.SceneWon(None)]
    assert table.discard == ["Jest"] * 3
    assert table.asked == ("action", ["Ben"])


def test_dj9_opener_the_opener_wins() -> None:
    table = only_tricksters(DJ9="opener")
    assert table.asked == ("damage", ["Ann"])
    assert hurt(table, "Jest", "Cal").seat("Cal").pool == ("Jest",)
    assert table.total("Cal") == 0


def test_dj9_opener_with_dj10_damage_only_no_card_may_be_placed_and_none_is() -> None:
    table = only_tricksters(DJ9="opener", DJ10="damage-only")
    assert table.happened(e.SceneWon) == [e.SceneWon(0)]
    assert table.happened(e.Damaged) == []
    assert table.asked == ("action", ["Ben"])


# --- DJ10


def test_dj10_any_a_sacrificed_trickster_may_be_placed_and_harms_nobody() -> None:
    table = scene(Table(Ann={"hand": ["Jest"] * 3}), "Jest", "coins.1", "coins.2", winner="Ben")
    assert "Jest" in table.offered("damage")
    assert hurt(table, "Jest", "Ann").total("Ann") == 0


def test_dj10_damage_only_standard_cards_may_be_placed() -> None:
    table = scene(ruled("DJ10", "damage-only", Ann={"hand": ["Jest"] * 3}), "Jest", "coins.1", "coins.2", winner="Ben")
    assert set(table.offered("damage")) == {"coins.1", "coins.2"}
    assert table.forbidden("Ben", "damage", "Jest", target="Ann") == {"damage.harmless": ("DJ10",)}


# --- DJ11


def after_a_trickster(name: str) -> Table:
    table = ruled("DJ11", name, Ann={"hand": ["Jest", "coins.1", "coins.2"]}).play("Ann", "trickster", "Jest")
    assert (table.discard, table.position["scene_cards"]) == ([], [])
    return table.play("Ann", "carry-out")


def test_dj11_discard_it_goes_there_when_the_text_is_done() -> None:
    table = after_a_trickster("discard")
    assert (table.discard, table.position["scene_cards"]) == (["Jest"], [])


def test_dj11_scene_it_lies_with_the_scene_for_the_winner() -> None:
    table = after_a_trickster("scene")
    assert (table.discard, table.position["scene_cards"]) == ([], ["Jest"])
    scene(table, "coins.1", "coins.3", "coins.4", winner="Ben")
    assert "Jest" in table.offered("damage")
    hurt(table, "Jest", "Ann")
    assert table.seat("Ann").pool == ("Jest",)
    assert sorted(table.discard) == ["coins.1", "coins.3", "coins.4"]


def test_dj11_scene_what_is_not_placed_is_discarded() -> None:
    table = hurt(scene(after_a_trickster("scene"), "coins.1", "coins.3", "coins.4", winner="Ben"), "coins.1", "Ann")
    assert sorted(table.discard) == ["Jest", "coins.3", "coins.4"]


# --- DJ12


def test_dj12_left_first_some_have_one_more() -> None:
    table = new_table("Ann Ben Cal Dot Eve").play(None, "protagonist", to="Ann")
    assert [table.pile(name) + 3 for name in table.names] == [22, 23, 23, 22, 22]
    assert table.position["removed"] == []


def test_dj12_equal_the_rest_of_the_first_deal_is_removed() -> None:
    table = new_table("Ann Ben Cal Dot Eve", rulings={"DJ12": "equal"}).play(None, "protagonist", to="Ann")
    assert [table.pile(name) + 3 for name in table.names] == [22] * 5
    assert len(table.position["removed"]) == 2


def test_dj12_equal_the_rest_of_a_later_deal_stays_in_the_discard_pile() -> None:
    table = ruled("DJ12", "equal", scene=4, discard=["blades.1", "blades.2"])
    hurt(scene(table, "coins.1", "coins.2", "coins.3", winner="Ann"), "coins.1", "Ben")
    assert len(table.happened(e.Dealt)) == 3
    assert len(table.discard) == 1


# --- DJ13


@pytest.mark.parametrize("name", ["any", "draw"])
def test_dj13_any_and_draw_the_last_setting_can_come_again(name: str) -> None:
    table = ruled("DJ13", name, phase="setting", setting="heath", act=2)
    assert table.offered("setting") == ["castle", "garden", "hall", "heath"]


def test_dj13_draw_it_is_told_that_the_setting_is_drawn() -> None:
    table = ruled("DJ13", "draw", phase="setting", setting="heath", act=2)
    asked = decision(table.state)
    assert decision_text(table.state, asked).startswith("Ann: turn up the top setting of the pile")
    assert answer_text(table.state, Answer(Do.SETTING, 0, "garden")) == "Ann draws the setting garden"
    told = event_text(table.state, e.SettingChosen(0, "garden"))
    assert told is not None and told.text.startswith("Ann draws the setting: garden.")


def test_dj13_not_again_any_but_the_last_acts() -> None:
    table = ruled("DJ13", "not-again", phase="setting", setting="castle", act=2)
    assert table.offered("setting") == ["garden", "hall", "heath"]
    assert table.forbidden("Ann", "setting", "castle") == {"setting.not-again": ("DJ13",)}


# --- DJ14


def third_dies(**keys: Any) -> Table:
    seat = {"character": "Timon", "pool": ["poison.6"]}
    table = Table(Ben=seat, setting="hall", **keys)
    scene(table, "coins.3", "letters.1", "letters.1", winner="Ann")
    return hurt(table, "coins.3", "Ben")


def test_dj14_at_once_castle_and_no_protagonist() -> None:
    seats: dict[str, Any] = {name: {"hand": ["?action"] * 4} for name in ("Ann", "Cal")}
    table = third_dies(**seats)
    assert (table.position["setting"], table.position["protagonist"]) == ("castle", None)
    assert table.asked == ("discard", ["Ann", "Cal"])
    table.play("Ann", "discard", cards=["?action"]).play("Cal", "discard", cards=["?action"])
    assert table.asked == ("action", ["Cal"])
    assert table.position["first"] == "Ann"


def test_dj14_next_act_when_the_act_is_over() -> None:
    table = third_dies(rulings={"DJ14": "next-act"})
    assert (table.position["setting"], table.position["protagonist"]) == ("hall", "Ann")
    for opener in ("Cal", "Ann"):
        assert table.asked == ("action", [opener])
        hurt(scene(table, "letters.2", "letters.3", winner=opener), "letters.2", "Ann" if opener == "Cal" else "Cal")
    assert (table.position["act"], table.position["setting"], table.position["protagonist"]) == (2, "castle", None)


# --- DJ15


def test_dj15_no_and_yes() -> None:
    hand = {"hand": ["Jest", "coins.1", "coins.2"]}
    assert Table(Ann=hand).refused("Ann", "play", "Jest") == "play.trickster-by-choice"
    table = ruled("DJ15", "yes", Ann=hand)
    assert table.offered("play") == ["Jest", "coins.1", "coins.2"]
    assert table.round("Jest").happened(e.Sacrificed) == [e.Sacrificed(0, "Jest")]


# --- DJ16


def face_up(name: str) -> Table:
    seats: dict[str, Any] = {
        "Ann": {"character": "Lear"},
        "Ben": {"character": "Ophelia"},
        "Cal": {"character": "Hamlet"},
    }
    table = ruled("DJ16", name, phase="casting", setting=None, variants=["revealed"], **seats)
    return table.play(None, "protagonist", to="Cal")


def test_dj16_no_the_texts_do_not_happen() -> None:
    assert face_up("no").asked == ("setting", ["Cal"])


def test_dj16_yes_the_texts_come_before_the_setting_from_the_protagonist_on() -> None:
    table = face_up("yes")
    assert table.asked == ("carry-out", ["Cal"])
    assert table.position["waiting"] == [{"by": "Ann", "card": "Lear"}]
    assert table.refused("Cal", "setting", "heath") == "setting.not-now"
    table.play("Cal", "carry-out")
    assert table.asked == ("carry-out", ["Ann"])
    table.play("Ann", "carry-out", changes=[{"what": "hand_size", "of": "Ann", "now": 4}])
    assert table.asked == ("setting", ["Cal"])
    assert len(table.play("Cal", "setting", "castle").seat("Ann").hand) == 4


# --- DJ17


def test_dj17_second_action_and_rotation() -> None:
    for name, scenes in (("second-action", 4), ("rotation", 3)):
        table = ruled("DJ17", name)
        played = 0
        while table.position["act"] == 1:
            opener = table.asked[1][0]
            for _ in range(3):
                table.play(table.asked[1][0], "play", table.offered("play")[0])
            table.play(None, "winner", to=opener)
            hurt(table, table.offered("damage")[0], "Ann" if opener != "Ann" else "Ben")
            played += 1
        assert played == scenes
        assert table.position["protagonist"] == "Ben"


# --- DJ18


def test_dj18_stay_and_clear() -> None:
    for name, pool in (("stay", ("coins.1",)), ("clear", ())):
        table = ruled("DJ18", name, Ben={"character": "Lear", "revealed": True})
        hurt(scene(table, "coins.1", "coins.2", "coins.3", winner="Ann"), "coins.1", "Ben")
        assert table.seat("Ben").pool == pool
        assert ("coins.1" in table.discard) is (name == "clear")


def test_dj18_clear_tells_nothing_of_a_secret_character() -> None:
    table = ruled("DJ18", "clear", Ben={"character": "Lear"})
    hurt(scene(table, "coins.1", "coins.2", "coins.3", winner="Ann"), "coins.1", "Ben")
    assert table.seat("Ben").pool == ("coins.1",)


# --- DJ19


def without_cards(name: str, *pool: str, revealed: bool = True) -> Table:
    ben = {**NO_CARDS, "character": "Lear", "revealed": revealed, "pool": list(pool)}
    return ruled("DJ19", name, Ann=NO_CARDS, Ben=ben, Cal=NO_CARDS)


def test_dj19_share_the_game_is_over_and_the_living_share_the_win() -> None:
    assert without_cards("share", "coins.1", "coins.2").winners == ["Ann", "Ben", "Cal"]


def test_dj19_pools_the_harmless_cards_of_revealed_pools_are_dealt_out() -> None:
    table = without_cards("pools", "coins.1", "letters.1", "Jest")
    assert table.seat("Ben").pool == ("letters.1",)
    assert table.asked == ("setting", ["Ben"])
    assert sorted(card for name in table.names for card in table.seat(name).hand) == ["Jest", "coins.1"]


def test_dj19_pools_without_any_it_is_as_share() -> None:
    assert without_cards("pools", "letters.1").winners == ["Ann", "Ben", "Cal"]
    assert without_cards("pools", "coins.1", revealed=False).winners == ["Ann", "Ben", "Cal"]


def test_a_ruling_or_an_answer_to_it_that_there_is_not_is_refused() -> None:
    assert faults(rulings={"DJ99": "any"}) == ["rulings.DJ99"]
    assert faults(rulings={"DJ1": "highest"}) == ["rulings.DJ1"]
    assert faults(variants=["solo"]) == ["variants[0]"]
