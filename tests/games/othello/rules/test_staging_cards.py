"""The staging cards (A)."""

from typing import Any

import pytest

from companion.core.verdict import Forbidden, Reason
from companion.othello.model import events as e
from companion.othello.model.cards import Role
from companion.othello.model.frames import Action, Choices
from companion.othello.model.game import Unseen
from companion.othello.model.vocabulary import ActionKind, Owed, WhyFailed
from companion.othello.rules.legality.choices import choice_reasons
from companion.othello.table.cards import show_nothing
from tests.games.othello.rules.table import DECK, Json, Table, card

BEN_HIMSELF, AIMED = "Ben cannot be chosen for", "it is aimed at another player"
OTHERS: Json = {"Ann": {"placed": "I.1"}, "Cal": {"placed": "I.3"}}


def revealing(placed: str, **keys: Any) -> Table:
    """Ben of the company has revealed this card in Act I; Cal and Ann come later."""
    seats = {"Ann": OTHERS["Ann"] | keys.pop("Ann", {}), "Cal": OTHERS["Cal"] | keys.pop("Cal", {})}
    chosen = keys.pop("chosen", {})
    return Table(Ben={"placed": placed} | keys.pop("Ben", {}), **seats, **keys).play("Ben", "reveal", **chosen)


# --- Exchange ---


def test_a1_exchange_takes_a_random_card_and_then_gives_one_back() -> None:
    table = revealing("Exchange", Ben={"hand": ["I.7", "Seize"]}, Cal={"hand": ["I.4"]})
    assert table.happened(e.CardTaken) == [e.CardTaken(1, 2, "I.4")]
    assert sorted(table.choices("give")) == ["I.7", "Seize"]
    table.play("Ben", "choose", give="I.7")
    assert sorted(table.seat("Ben").hand) == ["I.4", "Seize"]
    assert table.seat("Cal").hand == ["I.7"]
    assert table.state.staging_discard == ["Exchange"]


def test_a1_the_table_says_which_card_a_random_take_turned_out_to_be() -> None:
    chosen = {"target": "Cal", "look": False, "take": "Villainy", "give": "I.7"}
    table = revealing("Exchange", Ben={"hand": ["I.7"]}, Cal={"hand": ["?script", "?staging"]}, chosen=chosen)
    assert table.seat("Ben").hand == ["Villainy"]
    assert sorted(table.seat("Cal").hand) == ["?script", "I.7"]


def test_a1_it_fails_where_nobody_is_left_to_take_from_by_then() -> None:
    table = revealing(
        "Exchange",
        Ben={"hand": ["I.7"]},
        Ann={"spotlight": 1},
        Cal={"hand": ["No Drama"], "intrigue": 1},
        piles={"script": ["I.10"], "staging": []},
    )
    table.play("Cal", "protect", with_="no-drama").everybody_passes()
    assert table.happened(e.Failed) == [e.Failed(1, "Exchange", WhyFailed.NO_TARGET)]
    assert (table.seat("Ben").hand, table.state.staging_discard) == (["I.7"], ["Exchange"])


def test_a1_a_position_may_be_about_to_take_from_an_empty_hand() -> None:
    effect = ["Action", "card", 1, "Exchange", [2], "effect", 0, [], [], None, 1, 1]
    frames = [["Reveals", [1, 2, 0], 0], effect]
    table = Table(frames=frames, Ben={"placed": "Exchange", "hand": ["I.7"]}, Cal={"placed": "I.3"})
    assert table.happened(e.Failed) == [e.Failed(1, "Exchange", WhyFailed.NO_TARGET)]


@pytest.mark.parametrize("take", ["I.4", "Villainy"])
def test_a1_a_card_of_a_hand_that_nobody_knows_can_be_named(take: str) -> None:
    chosen: Json = {"target": "Cal", "look": True, "take": take, "give": "I.7"}
    ben: Json = {"hand": ["I.7"], "intrigue": 3}
    table = revealing("Exchange", Ben=ben, Cal={"hand": ["?script", "?staging"]}, chosen=chosen)
    table.everybody_passes()
    assert table.seat("Ben").hand == [take]


@pytest.mark.parametrize(
    ("hand", "taken"),
    [
        (["Seize", "Exchange"], "?staging"),
        (["I.1", "?script"], "?script"),
        (["Seize", "I.1"], "?"),
        (["?staging", "?"], "?"),
        (["?"], "?"),
    ],
)
def test_a1_at_a_table_a_random_take_shows_as_much_as_the_backs_of_the_hand(hand: list[str], taken: str) -> None:
    assert Unseen().pick(1, hand) == taken


def test_a1_for_three_intrigue_tokens_one_may_look_and_choose() -> None:
    table = revealing("Exchange", Ben={"hand": ["I.7"], "intrigue": 4}, Cal={"hand": ["I.4", "I.5", "Revive"]})
    assert table.choices("look") == [True, False]
    before = len(table.game.events)
    table.play("Ben", "choose", look=True)
    assert not show_nothing(table.game.events[before:])  # so only the host can undo it
    assert table.seat("Ben").intrigue == 1
    assert sorted(table.choices("take")) == ["I.4", "I.5", "Revive"]
    table.play("Ben", "choose", take="Revive")
    assert table.seat("Ben").hand == ["Revive"]
    assert sorted(table.seat("Cal").hand) == ["I.4", "I.5", "I.7"]


def test_a1_not_with_fewer_than_three() -> None:
    table = Table(**OTHERS | {"Cal": {"placed": "I.3", "hand": ["I.4"]}}, Ben={"placed": "Exchange", "intrigue": 2})
    assert table.forbidden("Ben", "reveal", target="Cal", look=True) == {"exchange.no-intrigue": ("A1",)}


def test_a1_the_card_taken_may_not_be_given_back() -> None:
    table = revealing("Exchange", Ben={"hand": ["I.7", "Miscue"]}, Cal={"hand": ["Seize"]})
    assert "Seize" not in table.choices("give")
    table.forbidden("Ben", "choose", give="Seize")


def test_a1_unless_one_had_a_copy_of_it_already() -> None:
    table = revealing("Exchange", Ben={"hand": ["I.7", "Seize"]}, Cal={"hand": ["Seize"]})
    assert sorted(table.choices("give")) == ["I.7", "Seize"]


def test_a1_the_card_given_back_is_chosen_after_the_one_taken_was_seen() -> None:
    table = revealing("Exchange", Ben={"hand": ["I.7", "Miscue"]}, Cal={"hand": ["Seize"]})
    assert table.asked == ("choose", ["Ben"])
    assert table.happened(e.CardTaken) != []
    assert table.happened(e.CardGiven) == []


def test_a1_it_is_aimed_at_another_player_with_cards() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1", "hand": ["I.4"]},
        "Ben": {"placed": "Exchange", "hand": ["I.5"]},
        "Cal": {"placed": "I.3"},
    }
    table = Table(**seats)
    assert "exchange.target" in table.forbidden("Ben", "reveal", target="Ben")
    assert "exchange.target" in table.forbidden("Ben", "reveal", target="Cal")


def test_a1_an_exchange_may_be_played_from_the_hand_and_is_replaced_at_once() -> None:
    piles = {"script": ["I.10"], "staging": ["Revive", "Villainy"]}
    seats: Json = {"Ann": OTHERS["Ann"], "Cal": {"placed": "I.3", "hand": ["I.4"]}}
    table = Table(**seats, Ben={"placed": "I.7", "hand": ["Exchange", "I.5"]}, piles=piles)
    table.play("Ben", "from-hand", card="Exchange", target="Cal", look=False, give="I.5")
    assert table.seat("Ben").hand == ["I.4", "Revive"]
    assert table.seat("Cal").hand == ["I.5"]
    assert table.state.staging_discard == ["Exchange"]
    assert table.asked == ("reveal", ["Ben"])


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement"])
def test_a1_also_before_and_after_placement_in_ones_step(phase: str) -> None:
    seats: Json = {
        "Ben": {"placed": "I.7", "hand": ["Exchange", "I.5"]},
        "Cal": {"placed": "I.3", "hand": ["I.4"]},
    }
    if phase == "pre-placement":
        seats = {name: {"hand": seat["hand"]} for name, seat in seats.items()}
    table = Table(phase=phase, **seats)
    table.play("Ben", "from-hand", card="Exchange", target="Cal", look=False, give="I.5")
    assert table.seat("Cal").hand == ["I.5"]


def test_a1_not_in_somebody_elses_turn() -> None:
    table = Table(Ben={"placed": "I.7", "hand": ["I.5"]}, Cal={"placed": "I.3", "hand": ["Exchange"]})
    assert table.forbidden("Cal", "from-hand", card="Exchange") == {"from-hand.not-now": ("J5",)}


@pytest.mark.parametrize("other", ["Miscue", "Take the Lead", "Villainy", "Seize", "I.5"])
def test_a1_no_other_card_is_played_from_the_hand_so(other: str) -> None:
    table = Table(Ben={"placed": "I.7", "hand": [other]}, Cal={"placed": "I.3", "hand": ["I.4"]})
    assert table.forbidden("Ben", "from-hand", card=other) == {"from-hand.exchange-only": ("A1",)}


# --- Miscue ---


def miscued(**keys: Any) -> Table:
    """Ben reveals a Miscue against Cal."""
    seats: Json = {
        "Ann": {"placed": "I.1"},
        "Ben": {"placed": "Miscue", "hand": ["I.4", "I.5"]},
        "Cal": {"placed": "I.3", "hand": ["I.7", "Seize"]},
    }
    for name, seat in seats.items():
        seat |= keys.pop(name, {})
    piles = {"script": ["I.10"], "staging": ["Revive", "Villainy"]}
    return Table(**seats, **{"piles": piles, **keys}).play("Ben", "reveal", target="Cal")


def test_a2_the_other_player_swaps_the_face_down_card_for_one_from_the_hand() -> None:
    table = miscued()
    assert table.asked == ("swap", ["Cal"])
    assert [option["card"] for option in table.options] == ["I.7", "Seize"]
    table.play("Cal", "swap", card="I.7")
    assert table.seat("Cal").placed == "I.7"
    assert sorted(table.seat("Cal").hand) == ["I.3", "Seize"]


def test_a2_the_same_card_cannot_stay() -> None:
    assert miscued().forbidden("Cal", "swap", card="I.3") == {"swap.not-in-hand": ("P3",)}


def test_a2_then_who_played_it_discards_it_draws_a_staging_card_and_reveals_another() -> None:
    table = miscued()
    table.play("Cal", "swap", card="I.7")
    assert table.state.staging_discard == ["Miscue"]
    assert table.asked == ("swap", ["Ben"])
    assert table.seat("Ben").hand == ["I.4", "I.5", "Revive"]
    table.play("Ben", "swap", card="I.4")
    assert table.pile("Ben") == ["I.4"]
    assert table.asked == ("reveal", ["Cal"])


def test_a2_the_card_just_drawn_may_be_the_one_revealed() -> None:
    table = miscued(tiles={"Cassio": {"dead": True}}, Ben={"intrigue": 3, "hand": ["I.4", "I.5"]})
    table.play("Cal", "swap", card="I.7").play("Ben", "swap", card="Revive", character="Cassio")
    assert table.state.dead == frozenset()


def test_a2_which_card_was_revealed_must_be_said() -> None:
    table = miscued(Ben={"hand": ["?script"]}).everybody_passes().play("Cal", "swap", card="I.7")
    assert table.forbidden("Ben", "swap", card="?script") == {"swap.which-card": ("A2",)}


def test_a2_the_new_card_can_be_interrupted_like_any_other() -> None:
    table = miscued(Cal={"intrigue": 1})
    table.everybody_passes()
    table.play("Cal", "swap", card="Seize").play("Ben", "swap", card="I.5")
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "seize")
    assert table.pile("Cal") == ["I.5"]


def test_a2_the_draw_phase_goes_by_the_new_card() -> None:
    table = miscued()
    table.play("Cal", "swap", card="I.7").play("Ben", "swap", card="I.4")
    assert table.seat("Ben").owes is Owed.STAGING


def test_a2_it_is_aimed_at_who_has_not_revealed() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1", "hand": ["I.2"]},
        "Ben": {"placed": "I.4", "hand": ["I.5"]},
        "Cal": {"placed": "Miscue", "hand": ["I.7"]},
    }
    table = Table(**seats).play("Ben", "reveal")
    assert "miscue.target" in table.forbidden("Cal", "reveal", target="Ben")
    table.play("Cal", "reveal").everybody_passes()
    assert table.asked == ("swap", ["Ann"])


def test_a2_no_improv_against_it() -> None:
    table = miscued(Cal={"intrigue": 3})
    table.window_closes()
    assert table.asked == ("protect", ["Cal"])
    assert table.forbidden("Cal", "improv", way="face-down", give="I.7") == {"improv.against-miscue": ("A2", "I4")}


def test_a2_but_a_seize_may_be_swapped_in_that_seizes_the_miscue_at_once() -> None:
    table = miscued(Cal={"intrigue": 3})
    table.window_closes()
    assert table.offers("Cal", "improv", way="face-down", give="Seize")
    table.play("Cal", "improv", way="face-down", give="Seize")
    cal = table.seat("Cal")
    assert (cal.intrigue, cal.spotlight, cal.done) == (1, 1, True)
    assert sorted(cal.hand) == ["I.3", "I.7"]
    assert sorted(table.state.staging_discard) == ["Miscue", "Seize"]
    assert (table.seat("Ben").done, table.seat("Ben").owes) == (True, "choice")


def test_a2_where_nothing_else_is_left_the_miscue_itself_is_drawn_again() -> None:
    piles = {"script": ["I.10"], "staging": []}
    table = Table(Ben={"placed": "Miscue"}, Cal={"placed": "I.3", "hand": ["I.7"]}, piles=piles)
    table.play("Ben", "reveal", target="Cal").everybody_passes().play("Cal", "swap", card="I.7")
    assert (table.asked, table.seat("Ben").hand) == (("swap", ["Ben"]), ["Miscue"])


def test_a2_only_against_a_miscue_is_a_seize_swapped_in() -> None:
    ann: Json = {"placed": "I.1", "hand": ["Seize"], "intrigue": 3}
    table = revealing("Take the Lead", Ann=ann).window_closes()
    assert (table.asked, table.offers("Ann", "improv")) == (("protect", ["Ann"]), False)
    table.play("Ann", "improv", way="face-down", give="Seize")
    assert (table.lead, table.seat("Ann").placed, table.seat("Ann").done) == ("Ben", "Seize", False)


def test_a2_such_a_seize_costs_both_prices() -> None:
    table = miscued(Cal={"intrigue": 1, "coins": {"Desdemona": 1}})
    table.window_closes()
    assert table.asked == ("protect", ["Cal"])
    assert not table.offers("Cal", "improv")
    assert table.forbidden("Cal", "improv", way="face-down", give="Seize") == {"improv.cannot-seize": ("A2", "Z1")}


def test_a2_who_has_improvised_in_the_scene_cannot_counter_so() -> None:
    table = miscued(Cal={"intrigue": 3, "improv_used": True})
    table.window_closes()
    assert "improv.used" in table.forbidden("Cal", "improv", way="face-down", give="Seize")


def test_a2_a_seize_swapped_in_as_asked_may_seize_a_later_card() -> None:
    table = miscued(Ben={"hand": ["I.4"]}, Cal={"intrigue": 1})
    table.everybody_passes()
    table.play("Cal", "swap", card="Seize").play("Ben", "swap", card="I.4").play("Cal", "seize")
    assert table.pile("Cal") == ["I.4"]


def test_a2_the_new_card_cannot_be_swapped_out_by_improv() -> None:
    table = miscued(Ben={"hand": ["I.4"]}, Cal={"intrigue": 2, "coins": {"Cassio": 1}})
    table.everybody_passes()
    table.play("Cal", "swap", card="I.7").play("Ben", "swap", card="I.4").everybody_passes()
    assert table.asked == ("reveal", ["Cal"])
    assert table.forbidden("Cal", "improv", way="face-down", give="I.3") == {"improv.miscued": ("A2",)}
    assert not table.offers("Cal", "improv", way="face-down")
    improv = {"way": "face-down", "give": "I.3"}
    assert table.forbidden("Cal", "coin", coin="Cassio", improv=improv) == {"improv.miscued": ("A2",)}


def test_a2_a_card_of_the_hand_may_still_be_changed_by_improv_afterwards() -> None:
    table = miscued(Ben={"hand": ["I.4"]}, Cal={"intrigue": 2})
    table.everybody_passes()
    table.play("Cal", "swap", card="I.7").play("Ben", "swap", card="I.4").everybody_passes()
    table.play("Cal", "improv", way="hand", give="Seize")
    assert table.seat("Cal").placed == "I.7"
    assert "Seize" not in table.seat("Cal").hand


def test_a2_a_second_miscue_may_be_countered_like_the_first() -> None:
    table = miscued(Ann={"placed": "I.2"}, Cal={"intrigue": 3, "miscued": True}).window_closes()
    table.play("Cal", "improv", way="face-down", give="Seize")
    assert table.seat("Cal").spotlight == 1


def test_a2_what_a_miscue_forbids_ends_with_the_scene() -> None:
    table = miscued(Ann={"done": True}, Ben={"hand": ["I.4"]}, Cal={"intrigue": 2})
    table.everybody_passes()
    table.play("Cal", "swap", card="I.7").play("Ben", "swap", card="I.4").everybody_passes()
    table.play("Cal", "reveal").everybody_passes().nobody_acts()
    for name in ("Cal", "Ann", "Ben"):
        if table.seat(name).hand:
            table.play(name, "place", card=table.seat(name).hand[0])
    table.play("Cal", "improv", way="face-down", give=table.seat("Cal").hand[0])
    assert table.seat("Cal").improv_used


# --- No Drama ---


def test_a3_no_drama_is_played_from_the_hand_for_an_intrigue_token_and_replaced_at_once() -> None:
    piles = {"script": ["I.10"], "staging": ["Revive", "Villainy"]}
    table = Table(Ben={"placed": "I.7"}, Cal={"placed": "I.3", "hand": ["No Drama", "I.4"], "intrigue": 1}, piles=piles)
    table.play("Cal", "protect", with_="no-drama")
    cal = table.seat("Cal")
    assert (cal.protected, cal.intrigue, sorted(cal.hand)) == (True, 0, ["I.4", "Revive"])
    assert cal.placed == "I.3"


def test_a3_it_lies_face_up_until_the_scene_ends() -> None:
    seat = {"placed": "I.3", "hand": ["No Drama"], "intrigue": 1}
    table = Table("Ann Ben", Ann={"done": True}, Ben=seat, piles={"script": ["I.10"], "staging": ["Revive"] * 3})
    table.play("Ben", "protect", with_="no-drama")
    assert (table.seat("Ben").face_up, table.state.staging_discard) == (["No Drama"], [])
    table.play("Ben", "reveal").nobody_acts()
    assert (table.seat("Ben").face_up, table.state.staging_discard) == ([], ["No Drama"])
    assert not table.seat("Ben").protected


def test_a3_not_without_the_token_or_the_card() -> None:
    table = Table(
        Ben={"placed": "I.7"},
        Cal={"placed": "I.3", "hand": ["No Drama"]},
        Ann={"hand": ["I.1"], "intrigue": 1},
    )
    assert table.forbidden("Cal", "protect", with_="no-drama") == {"protect.no-intrigue": ("A3",)}
    assert table.forbidden("Ann", "protect", with_="no-drama") == {"protect.not-in-hand": ("P3",)}


# --- Take the Lead ---


def test_a4_a_company_player_takes_the_tile_at_once() -> None:
    table = revealing("Take the Lead")
    assert table.lead == "Ben"
    table.play("Cal", "reveal").play("Ann", "reveal")
    assert table.pile("Ann") == []


def test_a4_the_lead_gives_it_to_another_player() -> None:
    table = Table(turn="Ann", Ann={"placed": "Take the Lead"}, Ben={"placed": "I.3"}, order=["Ann", "Ben", "Cal"])
    table.play("Ann", "reveal")
    assert table.choices("target") == ["Ben", "Cal"]
    table.play("Ann", "choose", target="Cal")
    assert table.lead == "Cal"


def test_a4_the_lead_cannot_keep_it() -> None:
    table = Table(turn="Ann", Ann={"placed": "Take the Lead"}, Ben={"placed": "I.3"}, order=["Ann", "Ben", "Cal"])
    assert "take-the-lead.target" in table.forbidden("Ann", "reveal", target="Ann")


def test_a4_a_company_player_does_not_give_it_away() -> None:
    table = Table(Ben={"placed": "Take the Lead"}, Cal={"placed": "I.3"})
    assert "take-the-lead.target" in table.forbidden("Ben", "reveal", target="Cal")


def test_a5_seize_is_revealed_out_of_turn_against_a_card() -> None:
    table = revealing("I.4", Cal={"placed": "Seize", "intrigue": 1})
    table.play("Cal", "seize")
    assert table.pile("Cal") == ["I.4"]
    assert table.state.staging_discard == ["Seize"]


# --- Villainy ---


def test_a6_a_company_player_inflicts_up_to_two_wounds_each_for_an_iago_coin() -> None:
    table = revealing("Villainy", Ben={"coins": {"Iago": 3}})
    wounds = {tuple(found) for found in table.choices("wounds")}
    assert {len(found) for found in wounds} == {1, 2}
    assert ("Cassio", "Cassio") in wounds
    table.play("Ben", "choose", wounds=["Cassio", "Othello"])
    assert (table.state.wounds["Cassio"], table.state.wounds["Othello"]) == (1, 1)
    assert table.seat("Ben").coins == {"Iago": 1}
    assert table.state.supply["Iago"] == 11


def test_a6_not_more_wounds_than_coins() -> None:
    table = Table(Ben={"placed": "Villainy", "coins": {"Iago": 1}}, Cal={"placed": "I.3"})
    assert table.forbidden("Ben", "reveal", wounds=["Cassio", "Othello"]) == {"villainy.wounds": ("A6", "W3")}
    table.play("Ben", "reveal", wounds=["Cassio"])
    assert table.seat("Ben").coins == {}


def test_a6_without_a_coin_only_a_limit_can_be_lowered() -> None:
    table = revealing("Villainy")
    assert table.choices("wounds") == []
    assert {"Cassio": 1} in table.choices("cut")


def test_a6_or_lowers_one_characters_limit_by_one_for_this_scene() -> None:
    table = Table("Ann Ben", Ann={"done": True, "placed": None}, Ben={"placed": "Villainy"}, order=["Ben", "Ann"])
    assert table.forbidden("Ben", "reveal", cut={"Cassio": 2}) == {"villainy.cut": ("A6",)}
    table.play("Ben", "reveal", cut={"Cassio": 1})
    assert table.state.limit("Cassio") == 5
    assert table.happened(e.LimitCut) == [e.LimitCut(1, "Cassio", 1)]


def test_a6_not_both() -> None:
    table = Table(Ben={"placed": "Villainy", "coins": {"Iago": 1}}, Cal={"placed": "I.3"})
    assert table.forbidden("Ben", "reveal", wounds=["Cassio"], cut={"Othello": 1}) == {"villainy.both": ("A6",)}


def test_a6_a_lowered_limit_holds_for_the_rest_of_the_scene() -> None:
    deck = [*DECK, card("I.20", "Brabantio wounds Cassio")]
    table = revealing("Villainy", deck=deck, Cal={"placed": "I.20"}, tiles={"Cassio": {"wounds": 3}})
    table.play("Ben", "choose", cut={"Cassio": 1})
    assert table.state.limit("Cassio") == 4
    table.play("Cal", "reveal")
    assert table.state.dead == {"Cassio"}
    assert table.seat("Cal").wounds == 4


def test_a6_two_villainies_lower_the_same_limit_twice() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "Villainy"}, Cal={"placed": "Villainy"})
    table.play("Ben", "reveal", cut={"Cassio": 1}).play("Cal", "reveal", cut={"Cassio": 1})
    assert (table.state.cut, table.state.limit("Cassio")) == ({"Cassio": 2}, 3)


def test_a6_the_lead_inflicts_up_to_three_wounds_or_lowers_by_two_for_nothing() -> None:
    table = Table(lead="Ben", order=["Ben", "Cal", "Ann"], Ben={"placed": "Villainy", "coins": {"Iago": 4}}, **OTHERS)
    table.play("Ben", "reveal")
    assert max(len(found) for found in table.choices("wounds")) == 3
    assert {"Othello": 2} in table.choices("cut")
    table.play("Ben", "choose", wounds=["Iago", "Cassio", "Cassio"])
    assert (table.state.wounds["Iago"], table.state.wounds["Cassio"]) == (1, 2)
    assert (table.seat("Ben").coins, table.seat("Ben").intrigue) == ({"Iago": 1}, 0)


def test_a6_a_company_player_pays_three_intrigue_tokens_for_that() -> None:
    table = revealing("Villainy", Ben={"coins": {"Iago": 3}, "intrigue": 4})
    assert table.choices("pay") == [True, False]
    table.play("Ben", "choose", pay=True, wounds=["Cassio"] * 3)
    assert (table.state.wounds["Cassio"], table.seat("Ben").intrigue) == (3, 1)


def test_a6_not_with_fewer_than_three() -> None:
    table = Table(Ben={"placed": "Villainy", "intrigue": 2}, **OTHERS)
    assert "villainy.no-intrigue" in table.forbidden("Ben", "reveal", pay=True, cut={"Cassio": 2})


def test_a6_who_does_not_pay_pays_nothing() -> None:
    table = revealing("Villainy", Ben={"coins": {"Iago": 1}, "intrigue": 4})
    table.play("Ben", "choose", pay=False, wounds=["Cassio"])
    assert table.seat("Ben").intrigue == 4


def test_a6_more_iago_coins_than_one_in_a_scene_are_allowed_by_this_card() -> None:
    seat = {"placed": "Villainy", "coins": {"Iago": 3}}
    table = Table(Ben=seat, **OTHERS)
    table.play("Ben", "coin", coin="Iago", on="Cassio").play("Ben", "reveal", wounds=["Cassio", "Cassio"])
    assert table.state.wounds["Cassio"] == 3


def test_a6_at_the_limit_the_character_dies_and_the_tokens_go_to_the_player() -> None:
    table = revealing("Villainy", Ben={"coins": {"Iago": 2}}, tiles={"Cassio": {"wounds": 3}})
    table.play("Ben", "choose", wounds=["Cassio", "Cassio"])
    assert table.state.dead == {"Cassio"}
    assert table.seat("Ben").wounds == 5


def test_a6_seized_it_does_nothing() -> None:
    table = revealing("Villainy", Ben={"coins": {"Iago": 2}}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Cal", "seize")
    assert table.seat("Ben").coins == {"Iago": 2}
    assert not any(table.state.wounds.values())


# --- Revive ---

DEAD = {"Cassio": {"dead": True}}


def test_a7_the_lead_revives_for_nothing() -> None:
    table = Table(lead="Ben", order=["Ben", "Cal", "Ann"], Ben={"placed": "Revive"}, **OTHERS, tiles=DEAD)
    table.play("Ben", "reveal", character="Cassio")
    assert table.state.dead == frozenset()
    assert table.seat("Ben").intrigue == 0


def test_a7_the_company_pays_three_intrigue_tokens() -> None:
    table = revealing("Revive", Ben={"intrigue": 4}, tiles=DEAD)
    assert (table.state.dead, table.seat("Ben").intrigue) == (frozenset(), 1)


def test_a7_not_with_fewer_than_three() -> None:
    table = revealing("Revive", Ben={"intrigue": 2}, tiles=DEAD)
    assert (set(table.state.dead), table.seat("Ben").intrigue) == ({"Cassio"}, 3)
    assert table.happened(e.Exited) == [e.Exited(1, "Revive")]


def test_a7_who_has_spent_the_tokens_by_then_revives_nobody() -> None:
    ben: Json = {"intrigue": 3, "hand": ["No Drama"]}
    table = revealing("Revive", Ben=ben, Ann={"spotlight": 1}, tiles=DEAD).play("Ben", "protect", with_="no-drama")
    table.everybody_passes()
    assert table.happened(e.Failed) == [e.Failed(1, "Revive", WhyFailed.NO_INTRIGUE)]
    assert (set(table.state.dead), table.seat("Ben").intrigue) == ({"Cassio"}, 3)
    assert table.happened(e.Exited) == [e.Exited(1, "Revive")]


@pytest.mark.parametrize(
    ("placed", "edition", "why"),
    [
        ("Revive", "2024", WhyFailed.NOBODY_DEAD),
        ("Revive", "2022", WhyFailed.LEAD_ONLY),
        ("Villainy", "2022", WhyFailed.LEAD_ONLY),
    ],
)
def test_a7_a_position_may_be_about_to_do_what_cannot_be_done(placed: str, edition: str, why: WhyFailed) -> None:
    effect = ["Action", "card", 1, placed, [], "effect", 0, [], [], None, 1, 0]
    frames = [["Reveals", [1, 2, 0], 0], effect]
    table = Table(edition=edition, frames=frames, Ben={"placed": placed, "intrigue": 3}, Cal={"placed": "I.3"})
    assert table.happened(e.Failed) == [e.Failed(1, placed, why)]
    assert (table.seat("Ben").intrigue, table.state.staging_discard) == (4, [placed])
    assert table.asked == ("reveal", ["Cal"])


def test_a7_only_a_dead_character_of_the_current_act() -> None:
    tiles = {"Bianca": {"dead": True}, "Emilia": {"dead": True}}
    table = revealing("Revive", Ben={"intrigue": 3}, tiles=tiles)
    assert (table.seat("Ben").intrigue, table.happened(e.Revived)) == (4, [])


def test_a7_of_several_dead_the_player_chooses() -> None:
    table = revealing(
        "Revive", Ben={"intrigue": 3}, tiles={**DEAD, "Othello": {"dead": True}, "Bianca": {"dead": True}}
    )
    assert table.choices("character") == ["Othello", "Cassio"]


def test_a7_the_player_takes_the_cards_set_aside_for_the_character_but_no_rewards() -> None:
    table = revealing("Revive", Ben={"intrigue": 3}, tiles=DEAD, set_aside=["I.3", "I.4"], Cal={"placed": "I.7"})
    assert table.pile("Ben") == ["I.3"]
    assert (table.seat("Ben").intrigue, table.seat("Ben").coins) == (0, {})
    assert [name for name, _role in table.state.set_aside] == ["I.4"]


def test_a7_wounds_among_them_happen_now() -> None:
    table = revealing(
        "Revive",
        Ben={"intrigue": 3},
        tiles={"Brabantio": {"dead": True}, "Cassio": {"wounds": 4}},
        set_aside=["I.6"],
    )
    assert table.state.dead == {"Cassio"}
    assert table.seat("Ben").wounds == 5


def test_a7_all_that_happens_at_a_revival() -> None:
    tiles: Json = {"Brabantio": {"dead": True}, "Cassio": {"wounds": 4}}
    table = revealing("Revive", Ben={"intrigue": 3}, tiles=tiles, set_aside=["I.6", "I.2"])
    assert table.story == [
        e.Revealed(1, "Revive"),
        e.Paid(1, "intrigue", 3),
        e.Revived(1, "Brabantio"),
        e.Recovered(1, "I.6", Role.COMPANY),
        e.Wounded(1, "Cassio"),
        e.Died(1, "Cassio", 5),
        e.Discarded(1, "Revive"),
        e.TurnEnded(1, Owed.SCRIPT),
    ]


def test_a7_kills_among_them_happen_now() -> None:
    seats: Json = {"Ben": {"placed": "Revive", "intrigue": 3}, "Cal": {"placed": "V.6"}}
    table = Table(act=5, tiles={"Othello": {"dead": True}, "Desdemona": {"wounds": 2}}, set_aside=["V.9"], **seats)
    table.play("Ben", "reveal")
    assert table.state.dead == {"Desdemona"}
    assert (table.pile("Ben"), table.seat("Ben").wounds) == (["V.9"], 2)


def test_a7_a_character_can_die_and_be_revived_many_times() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1"},
        "Ben": {"placed": "I.6"},
        "Cal": {"placed": "Revive", "intrigue": 3},
    }
    table = Table(tiles={"Cassio": {"wounds": 4}}, **seats)
    table.play("Ben", "reveal").everybody_passes().play("Cal", "reveal").everybody_passes()
    assert table.state.dead == frozenset()
    assert table.state.wounds["Cassio"] == 0


def test_a6_what_cannot_be_chosen_is_named() -> None:
    table = Table(Ben={"placed": "Villainy"}, Cal={"placed": "I.3"})
    with pytest.raises(Forbidden, match=r"^Cassio by 2, Othello by 1 cannot be chosen for Villainy now\.$"):
        table.play("Ben", "reveal", cut={"Cassio": 2, "Othello": 1})


@pytest.mark.parametrize(
    ("name", "given", "reasons"),
    [
        ("Exchange", Choices(target=1), [("exchange.target", ("A1",), f"{BEN_HIMSELF} Exchange: {AIMED}.")]),
        ("Exchange", Choices(target=2, look=False), []),
        ("Exchange", Choices(look=True), [("exchange.no-intrigue", ("A1",), "To look costs 3 intrigue tokens.")]),
        ("Exchange", Choices(take="I.7", give="I.5"), []),
        (
            "Missed Entrance",
            Choices(target=1),
            [("miscue.target", ("A2",), f"{BEN_HIMSELF} Missed Entrance: {AIMED}.")],
        ),
        (
            "Villainy",
            Choices(pay=True),
            [("villainy.no-intrigue", ("A6",), "The stronger Villainy costs 3 intrigue tokens.")],
        ),
        ("Villainy", Choices(pay=False, wounds=("Othello",)), []),
        (
            "Villainy",
            Choices(wounds=("Othello", "Bianca")),
            [("villainy.wounds", ("A6", "W3"), "Othello, Bianca cannot be chosen for Villainy now.")],
        ),
        (
            "Villainy",
            Choices(cut=(("Othello", 2),)),
            [("villainy.cut", ("A6",), "Othello by 2 cannot be chosen for Villainy now.")],
        ),
        ("Villainy", Choices(cut=(("Othello", 1),)), []),
        (
            "Villainy",
            Choices(cut=(("Othello", 1),), wounds=("Othello",)),
            [("villainy.both", ("A6",), "Villainy wounds or lowers a limit, not both.")],
        ),
        ("Revive", Choices(character="Cassio"), []),
        (
            "Revive",
            Choices(character="Othello"),
            [("revive.character", ("A7",), "Othello cannot be chosen for Revive now.")],
        ),
        ("Iago", Choices(on="Othello"), []),
        ("Iago", Choices(on="Cassio"), [("iago.on", ("O2", "W3"), "Cassio cannot be chosen for Iago now.")]),
    ],
)
def test_a6_and_others_tell_what_is_wrong_with_a_choice_given_ahead(
    name: str, given: Choices, reasons: list[tuple[str, tuple[str, ...], str]]
) -> None:
    ben: Json = {"placed": "I.4", "intrigue": 2, "hand": ["I.5"], "coins": {"Iago": 2}}
    table = Table(tiles={"Cassio": {"dead": True}}, Ben=ben, Cal={"placed": "I.3", "hand": ["I.7"]})
    told = [Reason(*reason) for reason in reasons]
    assert choice_reasons(table.state, Action(ActionKind.CARD, 1, name), given) == told


@pytest.mark.parametrize(
    ("placed", "chosen", "reason"),
    [
        ("Revive", {"character": "Othello"}, {"revive.character": ("A7",)}),
        ("Villainy", {"cut": {"Bianca": 1}}, {"villainy.cut": ("A6",)}),
        ("Villainy", {"wounds": ["Bianca"]}, {"villainy.wounds": ("A6", "W3")}),
        ("Exchange", {"target": "Ben"}, {"exchange.target": ("A1",)}),
    ],
)
def test_a6_and_others_name_their_rule_for_what_cannot_be_chosen(
    placed: str, chosen: Json, reason: dict[str, tuple[str, ...]]
) -> None:
    ben: Json = {"placed": placed, "intrigue": 3, "hand": ["I.5"], "coins": {"Iago": 1}}
    table = Table(tiles={"Cassio": {"dead": True}}, Ben=ben, Cal={"placed": "I.3", "hand": ["I.7"]})
    assert table.forbidden("Ben", "reveal", **chosen) == reason


def test_a6_who_spends_on_no_drama_what_the_stronger_villainy_was_to_cost_plays_the_weaker_one() -> None:
    table = revealing("Villainy", Ben={"hand": ["I.5", "No Drama"], "intrigue": 3})
    table.play("Ben", "choose", pay=True)
    assert table.offers("Ben", "choose", cut={"Cassio": 2})
    table.play("Ben", "protect", with_="no-drama")
    assert not table.offers("Ben", "choose", cut={"Cassio": 2})
    table.play("Ben", "choose", cut={"Cassio": 1})
    assert table.happened(e.Paid) == [e.Paid(1, "intrigue", 1)]
    assert table.happened(e.LimitCut) == [e.LimitCut(1, "Cassio", 1)]


def test_a6_who_can_still_pay_after_no_drama_plays_the_stronger_one() -> None:
    table = revealing("Villainy", Ben={"hand": ["I.5", "No Drama"], "intrigue": 4})
    table.play("Ben", "choose", pay=True).play("Ben", "protect", with_="no-drama")
    table.play("Ben", "choose", cut={"Cassio": 2})
    assert table.happened(e.Paid) == [e.Paid(1, "intrigue", 1), e.Paid(1, "intrigue", 3)]


# --- after a Miscue: exit with another card (A2, E1) ---


def after_miscue(*hand: str, drawn: str = "Seize", **keys: Any) -> Table:
    """Ben has played a Miscue against Cal, and: play a different card face down."""
    seats: Json = {"Ben": {"placed": "Miscue", "hand": list(hand)}, "Cal": {"placed": "I.3", "hand": ["I.5"]}}
    piles: Json = {"script": ["I.10"], "staging": [drawn, "Exchange"]}
    table = Table(Ann={"placed": "I.1"} | keys.pop("Ann", {}), **seats, piles=piles, **keys)
    return table.play("Ben", "reveal", target="Cal").window_closes().everybody_passes().play("Cal", "swap", card="I.5")


def test_e1_the_player_of_a_miscue_may_exit_with_another_card() -> None:
    table = after_miscue("Take the Lead")
    assert table.asked == ("swap", ["Ben"])
    assert table.offers("Ben", "exit", card="Take the Lead")
    table.play("Ben", "exit", card="Take the Lead")
    assert (table.lead, table.seat("Ben").intrigue, table.seat("Ben").hand) == ("Ann", 1, ["Seize"])
    assert (table.state.staging_discard, table.asked) == (["Miscue", "Take the Lead"], ("reveal", ["Cal"]))
    assert table.seat("Ben").owes == "script"


def test_e1_nobody_can_stop_that_exit() -> None:
    table = after_miscue("I.4", Ann={"placed": "Seize", "intrigue": 1, "spotlight": 1}).play("Ben", "exit", card="I.4")
    assert (table.asked, table.seat("Ben").owes) == (("reveal", ["Cal"]), "staging")


def test_e1_after_a_miscue_the_card_must_be_named_unless_there_is_one_alone() -> None:
    assert after_miscue("I.4").forbidden("Ben", "exit") == {"exit.which-card": ("A2",)}
    table = after_miscue("Seize").play("Ben", "exit")
    assert (table.seat("Ben").intrigue, table.seat("Ben").hand) == (1, ["Seize"])


def test_e1_after_a_miscue_not_with_a_curtain_card_nor_with_one_of_another_hand() -> None:
    table = after_miscue("I.9")
    assert table.forbidden("Ben", "exit", card="I.9") == {"exit.curtain": ("E1", "T3")}
    assert table.forbidden("Ben", "exit", card="I.4") == {"exit.not-in-hand": ("A2",)}


def test_e1_whom_a_miscue_hits_does_not_exit_at_that_moment() -> None:
    seats: Json = {"Ben": {"placed": "Miscue", "hand": ["I.4"]}, "Cal": {"placed": "I.3", "hand": ["I.5"]}}
    table = Table(Ann={"placed": "I.1"}, **seats).play("Ben", "reveal")
    assert table.asked == ("swap", ["Cal"])
    assert not table.offers("Cal", "exit")
    assert "exit.not-now" in table.forbidden("Cal", "exit")


def test_r2_after_a_miscue_nobody_exits_with_a_script_card() -> None:
    table = after_miscue("I.4", variants=["playwrights-challenge"])
    assert table.forbidden("Ben", "exit", card="I.4") == {"exit.script-card": ("R2",)}
