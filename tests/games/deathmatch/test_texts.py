"""Changes by texts, and their consequences: filled hands, deaths, discards of excess cards (DJ2)."""

from typing import Any

import pytest

from companion.deathmatch.model import events as e
from tests.games.deathmatch.table import Json, Table

TRICKSTER: Json = {"hand": ["Jest", "coins.1", "coins.2"]}


def carried_out(*changes: Json, players: str = "Ann Ben Cal", **keys: Any) -> Table:
    """Let Ann play a trickster whose text makes these changes."""
    table = Table(players, **{"Ann": TRICKSTER, **keys}).play("Ann", "trickster", "Jest")
    return table.play("Ann", "carry-out", changes=list(changes))


def why_not(*changes: Json, players: str = "Ann Ben Cal", **keys: Any) -> list[str]:
    """Return the reasons why a text cannot have made these changes."""
    table = Table(players, **{"Ann": TRICKSTER, **keys}).play("Ann", "trickster", "Jest")
    return list(table.forbidden("Ann", "carry-out", changes=list(changes)))


def moved(card: str, origin: Any, to: Any) -> Json:
    return {"what": "card", "card": card, "from": origin, "to": to}


@pytest.mark.parametrize(
    ("origin", "to", "place"),
    [
        ({"hand": "Ben"}, {"hand": "Cal"}, lambda table: table.seat("Cal").hand),
        ({"pool": "Ben"}, {"hand": "Cal"}, lambda table: table.seat("Cal").hand),
        ({"hand": "Ben"}, {"pool": "Ben"}, lambda table: table.seat("Ben").pool),
        ("discard", {"pool": "Cal"}, lambda table: table.seat("Cal").pool),
        ("removed", "discard", lambda table: table.discard),
        ({"hand": "Ben"}, "removed", lambda table: table.position["removed"]),
    ],
)
def test_dj2_a_card_goes_from_one_place_to_another(origin: Any, to: Any, place: Any) -> None:
    where = {"Ben": {"hand": ["poison.1", "coins.3", "coins.4"], "pool": ["poison.1"]}}
    keys: Json = {**where, "discard": ["poison.1"]} if origin != "removed" else {"removed": ["poison.1"]}
    assert "poison.1" in place(carried_out(moved("poison.1", origin, to), **keys))


def test_dj2_a_card_goes_on_top_of_a_draw_pile_or_to_its_bottom() -> None:
    seat = {"hand": ["poison.1", "coins.3", "coins.4"], "pile": ["blades.1", "blades.2"]}
    for at, pile in (({}, ["blades.2"]), ({"at": "bottom"}, ["blades.2", "poison.1"])):
        table = carried_out(moved("poison.1", {"hand": "Ben"}, {"pile": "Ben", **at}), Ben=seat)
        assert table.position["seats"][1]["pile"] == (["blades.1", *pile] if not at else pile)


def test_dj2_a_card_comes_from_the_top_or_the_bottom_of_a_draw_pile() -> None:
    seat = {"pile": ["blades.1", "blades.2", "blades.3"]}
    for at, card in (({}, "blades.1"), ({"at": "bottom"}, "blades.3")):
        table = carried_out(moved("?action", {"pile": "Ben", **at}, {"pool": "Cal"}), Ben=seat)
        assert table.seat("Cal").pool == (card,)


def test_dj2_a_card_from_a_number_becomes_known_when_it_is_named() -> None:
    table = carried_out(moved("poison.1", {"pile": "Ben"}, {"pool": "Cal"}))
    assert (table.pile("Ben"), table.seat("Cal").pool) == (8, ("poison.1",))
    table = carried_out(moved("?action", "discard", {"hand": "Cal"}), discard=2)
    assert table.discard == 2  # the trickster is there too
    assert table.asked == ("discard", ["Cal"])


def test_dj2_hands_are_filled_afterwards_and_excess_is_discarded() -> None:
    table = carried_out(moved("coins.3", {"hand": "Ben"}, {"hand": "Cal"}), Ben={"hand": ["coins.3"] + ["?action"] * 2})
    assert len(table.seat("Ben").hand) == 3
    assert table.asked == ("discard", ["Cal"])


def test_dj2_deaths_are_seen_afterwards() -> None:
    ben = {"character": "Timon", "pool": ["poison.6"], "hand": ["coins.3"] + ["?action"] * 2}
    table = carried_out(moved("coins.3", {"hand": "Ben"}, {"pool": "Ben"}), Ben=ben)
    assert table.alive == ["Ann", "Cal"]


def test_dj2_another_character_is_as_secret_as_the_old_one() -> None:
    table = carried_out({"what": "character", "of": "Ben", "now": "Lear"}, Ben={"character": "Timon"})
    assert (table.seat("Ben").character, table.seat("Ben").revealed) == ("Lear", False)


def test_dj2_two_players_may_change_characters() -> None:
    changes: list[Json] = [
        {"what": "character", "of": "Ben", "now": "Lear"},
        {"what": "character", "of": "Cal", "now": "Timon"},
    ]
    ann = {**TRICKSTER, "character": "Hamlet"}
    table = carried_out(*changes, Ann=ann, Ben={"character": "Timon"}, Cal={"character": "Lear"})
    assert [table.seat(name).character for name in ("Ben", "Cal")] == ["Lear", "Timon"]
    assert sorted(table.position["characters"]) == ["Brutus", "Gertrude", "Juliet", "Ophelia", "Tybalt"]


def test_dj2_whose_character_another_one_has_now_may_get_one_that_nobody_drew() -> None:
    changes: list[Json] = [
        {"what": "character", "of": "Ben", "now": "Lear"},
        {"what": "character", "of": "Cal", "now": "Juliet"},
    ]
    ann = {**TRICKSTER, "character": "Hamlet"}
    table = carried_out(*changes, Ann=ann, Ben={"character": "Timon"}, Cal={"character": "Lear"})
    assert sorted(table.position["characters"]) == ["Brutus", "Gertrude", "Ophelia", "Timon", "Tybalt"]


def test_dj2_a_character_turned_up_or_down_by_a_text_is_not_revealed_by_dr2() -> None:
    table = carried_out({"what": "revealed", "of": "Ben", "now": True}, Ben={"character": "Lear", "pool": ["coins.3"]})
    assert table.seat("Ben").revealed
    assert table.seat("Ben").pool == ("coins.3",)


def test_dj2_other_points_count_at_once_and_are_in_the_position() -> None:
    change = {"what": "limit", "of": "Ben", "suit": "poison", "now": 2}
    ben = {"character": "Timon", "pool": ["poison.2", "coins.3"]}
    assert carried_out(change, Ben=ben).alive == ["Ann", "Cal"]
    assert carried_out(change, Ben={"character": "Timon"}).position["limits"] == {"Ben": {"poison": 2}}


def test_dj2_a_hand_size_goes_before_the_settings_until_the_next_acts_setting_is_active() -> None:
    table = carried_out({"what": "hand_size", "of": "Ben", "now": 5}, setting="castle", scene=4)
    assert len(table.seat("Ben").hand) == 5
    table.round("coins.1", "letters.1", "letters.1").play(None, "winner", to="Ann")
    table.play("Ann", "damage", "coins.1", target="Ben")
    assert (table.position["hand_sizes"], table.position["phase"]) == ({"Ben": 5}, "setting")
    table.play("Ben", "setting", "castle")
    assert table.position["hand_sizes"] == {}
    assert table.asked == ("discard", ["Ben"])


def test_dj2_another_setting_is_nobodys_choice() -> None:
    table = carried_out({"what": "setting", "now": "hall"})
    assert table.position["setting"] == "hall"
    assert table.happened(e.SettingChosen) == [e.SettingChosen(None, "hall")]
    assert len(table.seat("Ben").hand) == 4


def test_dj2_another_protagonist_leaves_who_has_the_first_action() -> None:
    table = carried_out({"what": "protagonist", "now": "Cal"}, scene=4)
    assert (table.position["protagonist"], table.position["first"]) == ("Cal", "Ann")
    table.round("coins.1", "letters.1", "letters.1").play(None, "winner", to="Ann")
    table.play("Ann", "damage", "coins.1", target="Ben")
    assert (table.position["act"], table.position["protagonist"]) == (2, "Ben")


def test_dj2_a_text_may_slay_whoever_it_is() -> None:
    assert carried_out({"what": "slain", "of": "Cal"}).alive == ["Ann", "Ben"]


def test_dj2_a_setting_text_is_carried_out_at_any_time_by_nobody_in_particular() -> None:
    change = {"what": "card", "card": "?action", "from": {"hand": "Ben"}, "to": "discard"}
    for table in (Table(setting="heath"), Table(setting="heath").round("coins.1", "coins.2")):
        assert {"do": "carry-out", "source": "setting"} in table.permitted
        table.play(None, "carry-out", source="setting", changes=[change])
        assert table.happened(e.CarriedOut) == [e.CarriedOut(None, "heath", e.Source.SETTING)]
        assert table.discard == ["?action"]


def test_dj2_a_setting_without_a_text_has_nothing_to_carry_out() -> None:
    assert Table(setting="castle").permitted == [{"by": name, "do": "slain"} for name in ("Ann", "Ben", "Cal")]


def test_dj2_who_plays_on_has_said_that_nothing_changed() -> None:
    table = Table(Ann=TRICKSTER).play("Ann", "trickster", "Jest").play("Ann", "play", "coins.1")
    assert table.order(e.Showed, e.CarriedOut, e.Played) == ["Showed", "CarriedOut", "Played"]
    assert table.discard == ["Jest"]
    assert table.asked == ("answer", ["Ben"])


def test_dj2_nobody_else_carries_it_out_and_nobody_else_plays_on() -> None:
    table = Table(Ann=TRICKSTER).play("Ann", "trickster", "Jest")
    assert table.refused("Ben", "carry-out") == "answer.not-now"
    assert table.refused("Ben", "play", "coins.1") == "play.not-your-turn"


def test_dj2_who_is_slain_by_the_own_text_has_no_scene() -> None:
    table = carried_out({"what": "slain", "of": "Ann"}, players="Ann Ben Cal Dot")
    assert table.asked == ("action", ["Ben"])


def test_dj2_a_laid_card_may_be_taken_away_and_another_laid() -> None:
    table = Table(setting="heath").round("coins.1", "coins.2")
    changes = [moved("coins.2", {"played": "Ben"}, "discard"), moved("coins.5", {"hand": "Ben"}, {"played": "Ben"})]
    table.play(None, "carry-out", source="setting", changes=changes)
    assert table.seat("Ben").played == "coins.5"
    assert table.asked == ("answer", ["Cal"])


def test_dj2_whose_turn_it_was_has_answered_when_a_text_laid_a_card_there() -> None:
    table = Table(setting="heath").round("coins.1")
    table.play(None, "carry-out", source="setting", changes=[moved("coins.5", {"hand": "Ben"}, {"played": "Ben"})])
    assert table.asked == ("answer", ["Cal"])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (moved("poison.1", {"pool": "Ben"}, "discard"), "carry-out.not-held"),
        (moved("poison.1", {"played": "Ben"}, "discard"), "carry-out.no-scene"),
        (moved("?action", {"hand": "Ben"}, {"played": "Ben"}), "carry-out.no-scene"),
        (moved("?action", {"hand": "Dot"}, "discard"), "carry-out.out"),
        (moved("?action", {"hand": "Ben"}, {"pile": "Dot"}), "carry-out.out"),
        ({"what": "slain", "of": "Dot"}, "carry-out.out"),
        ({"what": "protagonist", "now": "Dot"}, "carry-out.out"),
        ({"what": "character", "of": "Ben", "now": "Lear"}, "carry-out.not-held"),
    ],
)
def test_dj2_what_cannot_have_changed_is_refused(change: Json, code: str) -> None:
    seats: dict[str, Any] = {"Dot": {"out": True}, "Cal": {"character": "Lear"}}
    assert why_not(change, players="Ann Ben Cal Eve Dot", **seats) == [code]


def test_dj2_a_named_card_must_still_be_there_and_in_the_box() -> None:
    change = moved("poison.1", {"hand": "Ben"}, "discard")
    assert why_not(change, discard=["poison.1"] * 3) == ["carry-out.not-held"]
    assert why_not(change, change, change, change) == ["carry-out.not-held"]


def test_dv2_da6_no_text_changes_the_castle_where_it_is_the_only_setting() -> None:
    change = {"what": "setting", "now": "hall"}
    assert why_not(change, variants=["castle"]) == ["setting.castle-only"]
    assert why_not(change, players="Ann Ben") == ["setting.castle-only"]
    assert why_not({"what": "protagonist", "now": "Ben"}, players="Ann Ben") == ["carry-out.no-protagonist"]
