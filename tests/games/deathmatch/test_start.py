"""The cards, the first deal, and the author's variants (DC, DS, DV)."""

from typing import Any

import pytest

from companion.deathmatch.model import events as e
from companion.deathmatch.model.cards import NAMED_TRICKSTERS
from companion.deathmatch.model.deck import load_deck
from companion.deathmatch.model.unknown import size
from companion.deathmatch.rules.game import Dealer, Unseen
from companion.deathmatch.rules.submit import begin
from tests.games.deathmatch.table import Table, faults, new_table

SIX = "Ann Ben Cal Dot Eve Fay"


def test_dc1_a_new_game_asks_nobody_who_takes_the_protagonist_card() -> None:
    table = new_table()
    assert table.asked == ("protagonist", [])
    assert table.offered("protagonist", "to") == ["Ann", "Ben", "Cal"]
    assert table.permitted == []


def test_ds1_two_to_eight_play_and_each_needs_a_character() -> None:
    for count in (1, 9):
        with pytest.raises(ValueError, match="2 to 8"):
            begin([str(player) for player in range(count)], Dealer(0))
    with pytest.raises(ValueError, match="different"):
        begin(["Ann", "Ann"], Dealer(0))
    bare: dict[str, Any] = {name: {"hand": [], "pile": 0} for name in ("Ann", "Ben", "Cal")}
    two = [{"kind": "character", "id": name, "limits": {"blades": 1, "coins": 1}} for name in "xy"]
    assert faults(deck=[*two, {"kind": "setting", "id": "castle"}], **bare) == ["deck"]


def test_ds2_each_player_draws_one_character_and_the_others_are_not_used() -> None:
    table = new_table(SIX).play(None, "protagonist", to="Cal")
    drawn = [table.seat(name).character for name in table.names]
    assert len(set(drawn)) == 6
    assert sorted([*drawn, *table.position["characters"]]) == sorted(load_deck("stand-in").characters)
    assert not any(seat["revealed"] for seat in table.position["seats"])


def test_ds3_all_action_cards_are_dealt_tricksters_included() -> None:
    table = new_table("Ann Ben Cal Dot Eve").play(None, "protagonist", to="Ann")
    cards = [card for seat in table.position["seats"] for card in [*seat["hand"], *seat["pile"]]]
    deck = load_deck("stand-in")
    assert sorted(cards) == sorted(deck.copies.elements())
    assert table.happened(e.Shuffled) == [e.Shuffled(deck.size)]


def test_ds3_the_deal_begins_at_the_left_of_who_begins() -> None:
    table = new_table("Ann Ben Cal Dot Eve").play(None, "protagonist", to="Ben")
    assert [event.player for event in table.happened(e.Dealt)][:6] == [2, 3, 4, 0, 1, 2]
    assert [event.player for event in table.happened(e.CharacterDealt)] == [2, 3, 4, 0, 1]


def test_ds4_each_player_draws_three_from_the_top_of_the_own_pile() -> None:
    table = new_table().play(None, "protagonist", to="Ann")
    dealt = [event.card for event in table.happened(e.Dealt) if event.player == 1]
    assert table.seat("Ben").hand == tuple(dealt[:3])
    assert table.seat("Ben").pile == tuple(dealt[3:])


def test_ds5_who_takes_the_protagonist_card_begins_and_chooses_the_setting() -> None:
    table = new_table().play(None, "protagonist", to="Cal")
    assert table.position["protagonist"] == table.position["first"] == "Cal"
    assert table.asked == ("setting", ["Cal"])
    assert (table.position["act"], table.position["scene"]) == (1, 0)
    table.play("Cal", "setting", "castle")
    assert table.asked == ("action", ["Cal"])
    assert table.position["scene"] == 1


def test_ds5_with_two_players_the_birthday_says_who_starts_and_there_is_no_protagonist() -> None:
    table = new_table("Ann Ben").play(None, "protagonist", to="Ben")
    assert table.position["protagonist"] is None
    assert table.position["first"] == "Ben"
    assert table.position["setting"] == "castle"
    assert table.asked == ("action", ["Ben"])
    assert table.happened(e.ProtagonistChanged) == []
    assert table.happened(e.SettingChosen) == [e.SettingChosen(None, "castle")]


def test_ds3_the_same_seed_deals_the_same_and_another_one_otherwise() -> None:
    deals = [new_table(chance=Dealer(seed)).play(None, "protagonist", to="Ann").position for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_ds2_at_a_table_nobody_knows_what_was_dealt() -> None:
    table = new_table(chance=Unseen()).play(None, "protagonist", to="Ann")
    for seat in table.position["seats"]:
        assert seat["character"] == "?character"
        assert seat["hand"] == ["?action"] * 3
        assert isinstance(seat["pile"], int)
    assert table.position["characters"] == 12 - 3
    assert sum(3 + table.pile(name) for name in table.names) == 112


def test_ds5_where_cards_were_dealt_by_hand_nothing_is_dealt_when_it_is_said_who_begins() -> None:
    table = Table(phase="casting", setting=None).play(None, "protagonist", to="Ben")
    assert table.order() == ["ProtagonistChanged", "ActBegan"]
    assert table.pile("Ann") == 9


def test_dv1_all_characters_are_face_up_from_the_start() -> None:
    table = new_table(variants=["revealed"]).play(None, "protagonist", to="Ann")
    assert all(seat["revealed"] for seat in table.position["seats"])
    table.play("Ann", "setting", "castle")
    assert table.offered("reveal", "do") == []
    assert table.forbidden("Ann", "reveal") == {"reveal.already": ("DR1",)}


def test_dv2_the_castle_is_the_setting_throughout_and_nobody_chooses() -> None:
    table = new_table(variants=["castle"]).play(None, "protagonist", to="Ann")
    assert table.asked == ("action", ["Ann"])
    assert table.position["setting"] == "castle"
    assert table.forbidden("Ann", "setting", "heath") == {"setting.castle-only": ("DV2",)}


def test_dv3_the_authors_three_tricksters_are_removed_and_others_stay() -> None:
    table = new_table(variants=["no-tricksters"]).play(None, "protagonist", to="Ann")
    cards = {card for seat in table.position["seats"] for card in [*seat["hand"], *seat["pile"]]}
    assert not cards & set(NAMED_TRICKSTERS)
    assert "The Play's the Thing" in cards
    assert set(table.position["removed"]) == set(NAMED_TRICKSTERS)
    assert sum(size(seat.pile) + 3 for seat in table.state.seats) == 112 - 6
