"""The default rulings for questions that the rulebook leaves open (J)."""

import pytest

from companion.othello.model import events as e
from tests.games.othello.rules.table import Json, Table

SEIZER: Json = {"placed": "Seize", "intrigue": 1}
SAFE: Json = {"coins": {"Desdemona": 1}}
FOUR = "Ann Ben Cal Dot"


def test_j1_a_lead_change_during_the_reveal_changes_neither_order_nor_turns() -> None:
    table = Table(Ann={"placed": "I.7"}, Ben={"placed": "Take the Lead"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    order = []
    while table.state.phase == "reveal":
        order += table.asked[1]
        table.play(order[-1], "reveal").everybody_passes()
    assert (table.lead, order) == ("Ben", ["Cal", "Ann"])


def test_j2_staging_discards_are_shuffled_in_as_soon_as_the_pile_is_empty() -> None:
    piles = {"script": ["I.10"], "staging": ["Miscue"], "staging_discard": ["Revive", "Seize"]}
    table = Table("Ann Ben", Ann={"done": True}, Ben={"placed": "I.4"}, piles=piles).play("Ben", "reveal")
    assert sorted(table.state.staging) == ["Revive", "Seize"]
    assert table.state.staging_discard == []


def test_j2_script_discards_only_when_the_next_script_card_is_to_be_drawn() -> None:
    piles = {"script": ["I.10"], "script_discard": ["I.7", "I.3"], "staging": ["Miscue"]}
    table = Table("Ann Ben", Ann={"done": True}, Ben={"placed": "Seize"}, piles=piles).play("Ben", "exit")
    assert (table.state.script, table.state.script_discard) == ([], ["I.7", "I.3"])
    later = Table("Ann Ben", Ann={"done": True}, Ben={"placed": "Seize"}, piles=piles | {"script": []})
    later.play("Ben", "exit")
    assert (len(later.state.script), later.state.script_discard) == (1, [])


def test_j3_one_card_never_pays_two_coins_of_the_same_character() -> None:
    table = Table(turn="Ann", order=["Ann", "Ben", "Cal"], Ann={"placed": "I.2"}, Ben={"placed": "I.3"})
    table.play("Ann", "reveal")
    assert table.seat("Ann").coins == {"Iago": 1}


def test_j4_between_acts_all_discard_from_the_new_lead_on_before_anybody_draws() -> None:
    hand = ["Seize", "Miscue", "Revive", "Villainy"]
    seats: Json = {
        "Ann": {"hand": hand, "wounds": 1},
        "Ben": {"hand": hand},
        "Cal": {"hand": ["Exchange"], "wounds": 1},
    }
    table = Table(phase="intermission", act=1, piles={"staging": ["No Drama", "Seize", "Seize"]}, **seats)
    table.play(None, "next-act")
    assert (table.lead, table.asked) == ("Ben", ("discard", ["Ben"]))
    table.play("Ben", "discard", cards=["Seize"])
    assert table.asked == ("discard", ["Ann"])
    assert table.happened(e.Drew) == []
    table.play("Ann", "discard", cards=["Miscue"])
    assert [event.player for event in table.happened(e.Drew) if event.pile == "staging"] == [2, 2]


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement", "reveal"])
def test_j5_an_exchange_from_the_hand_is_played_when_a_roderigo_coin_could_be(phase: str) -> None:
    ben: Json = {"placed": "I.4", "hand": ["Exchange", "I.7"], "coins": {"Roderigo": 1}}
    table = Table(phase=phase, Ben=ben, Cal={"placed": "I.3", "hand": ["I.5"]})
    assert table.offers("Ben", "coin", coin="Roderigo")
    assert table.offers("Ben", "from-hand", card="Exchange")


def test_j5_and_a_staging_card_is_drawn_at_once() -> None:
    seats: Json = {
        "Ben": {"placed": "I.4", "hand": ["Exchange", "I.7"]},
        "Cal": {"placed": "I.3", "hand": ["I.5"]},
    }
    table = Table(**seats, piles={"script": ["I.10"], "staging": ["Miscue", "Revive"]})
    table.play("Ben", "from-hand", card="Exchange", target="Cal", look=False, give="I.7")
    assert table.seat("Ben").hand == ["I.5", "Miscue"]


def test_j6_a_limit_lowered_to_the_wounds_already_there_does_not_kill() -> None:
    table = Table(tiles={"Cassio": {"wounds": 4}}, Ben={"placed": "Villainy"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal", cut={"Cassio": 1})
    assert table.state.dead == frozenset()


def test_j6_a_wound_placed_in_that_scene_does() -> None:
    cal: Json = {"placed": "I.3", "coins": {"Iago": 1}}
    table = Table(tiles={"Cassio": {"wounds": 4}}, Ben={"placed": "Villainy"}, Cal=cal)
    table.play("Ben", "reveal", cut={"Cassio": 1}).play("Cal", "coin", coin="Iago", on="Cassio")
    assert table.state.dead == {"Cassio"}
    assert table.seat("Cal").wounds == 5


def test_j6_and_in_the_next_scene_the_limit_is_the_old_one() -> None:
    ben: Json = {"placed": "Villainy", "coins": {"Iago": 1}, "iago_coin_used": True}
    table = Table("Ann Ben", tiles={"Cassio": {"wounds": 3}}, Ann={"done": True}, Ben=ben)
    table.play("Ben", "reveal", cut={"Cassio": 1}).play("Ben", "coin", coin="Iago", on="Cassio")
    assert table.state.scene == 2
    assert (table.state.wounds["Cassio"], table.state.dead) == (4, frozenset())


def test_j7_a_seized_curtain_scores_by_the_role_of_the_seizer() -> None:
    table = Table(Ann=SEIZER, Ben={"placed": "I.9"}, Cal={"placed": "I.3"}).play("Ben", "reveal").play("Ann", "seize")
    assert table.score("Ann").script == 1


def test_j7_before_depletion_it_is_no_curtain_when_that_role_does_not_match() -> None:
    table = Table(Ann=SEIZER, Ben={"placed": "I.9"}, Cal={"placed": "I.3"}).play("Ben", "reveal").play("Ann", "seize")
    assert not table.state.half_curtain


def test_j7_after_depletion_it_is() -> None:
    seats: Json = {"Ann": SEIZER, "Ben": {"placed": "I.9"}, "Cal": {"placed": "I.3"}}
    table = Table(marker="script-empty", **seats).play("Ben", "reveal").play("Ann", "seize")
    assert table.state.half_curtain


def test_j7_a_curtain_revealed_in_the_wrong_role_is_one_for_a_seizer_in_the_right_one() -> None:
    seats: Json = {"Ann": SEIZER, "Ben": {"placed": "I.12"}, "Cal": {"placed": "I.3"}}
    table = Table(half_curtain=True, **seats).play("Ben", "reveal").play("Ann", "seize")
    assert table.score("Ann").script == 3
    assert table.asked[0] == "intermission"


def test_j8_a_seize_that_protection_undid_is_spent_with_its_intrigue() -> None:
    table = Table(Ben={"placed": "I.4", **SAFE}, Cal={**SEIZER, "intrigue": 2}, Ann={"placed": "I.1"})
    table.play("Ben", "reveal").play("Cal", "seize").play("Ben", "protect", with_="desdemona")
    cal = table.seat("Cal")
    assert (cal.intrigue, cal.done, cal.owes) == (1, True, "script")
    assert table.state.staging_discard == ["Seize"]
    assert table.asked == ("reveal", ["Ann"])


def test_j8_so_is_a_spotlight_token() -> None:
    table = Table(Ben={"placed": "I.4", **SAFE}, Cal={"placed": "I.3"}, Ann={"spotlight": 1})
    table.play("Ben", "reveal").play("Ann", "spotlight").play("Ben", "protect", with_="desdemona")
    assert table.seat("Ann").spotlight == 0


@pytest.mark.parametrize("placed", ["Exchange", "Miscue"])
def test_j8_so_is_a_card(placed: str) -> None:
    seats: Json = {
        "Ben": {"placed": placed, "hand": ["I.7"]},
        "Cal": {"placed": "I.3", "hand": ["I.5"], **SAFE},
    }
    table = Table(Ann={"placed": "I.1", "hand": ["I.2"]}, **seats).play("Ben", "reveal", target="Cal")
    table.play("Cal", "protect", with_="desdemona")
    assert table.state.staging_discard == [placed]
    assert (table.seat("Ben").done, table.seat("Ben").hand, table.seat("Ann").hand) == (
        True,
        ["I.7"],
        ["I.2"],
    )


def test_j8_so_is_a_coin() -> None:
    seats: Json = {"Ben": {"placed": "I.4", "coins": {"Othello": 1}}, "Ann": {"placed": "I.1", **SAFE}}
    table = Table(**seats).play("Ben", "coin", coin="Othello").play("Ann", "protect", with_="desdemona")
    assert (table.lead, table.seat("Ben").coins, table.state.supply["Othello"]) == ("Ann", {}, 5)


def test_j9_a_cassio_improv_uses_up_the_once_per_scene() -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 3, "coins": {"Cassio": 2}}
    table = Table(Ben=ben, Cal={"placed": "I.3"})
    table.play("Ben", "coin", coin="Cassio", improv={"way": "face-down", "give": "I.7"})
    assert table.forbidden("Ben", "improv", way="face-down", give="I.4") == {"improv.used": ("I1", "J9")}
    assert "improv.used" in table.forbidden("Ben", "coin", coin="Cassio")


def test_j9_and_the_other_way_round() -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 3, "coins": {"Cassio": 1}}
    table = Table(Ben=ben, Cal={"placed": "I.3"}).play("Ben", "improv", way="face-down", give="I.7")
    assert "improv.used" in table.forbidden("Ben", "coin", coin="Cassio")


def test_j10_the_face_down_card_may_be_changed_until_ones_own_reveal() -> None:
    cal: Json = {"placed": "I.3", "hand": ["I.5"], "intrigue": 1}
    table = Table(Ben={"placed": "I.4"}, Cal=cal)
    assert table.asked == ("reveal", ["Ben"])
    assert table.offers("Cal", "improv", way="face-down")
    table.play("Cal", "improv", way="face-down", give="I.5")
    assert table.seat("Cal").placed == "I.5"
    assert table.asked == ("reveal", ["Ben"])


def test_j11_a_seize_reaches_only_the_card_whose_window_is_open() -> None:
    seats: Json = {"Ann": SEIZER, "Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3"}}
    table = Table(**seats).play("Ben", "reveal").play("Ann", "pass")
    assert table.forbidden("Ann", "seize") == {"seize.not-now": ("Z1", "J11")}
    table.play("Cal", "reveal").play("Ann", "seize")
    assert (table.pile("Ben"), table.pile("Ann")) == (["I.4"], ["I.3"])


def test_j12_who_protects_in_the_open_window_can_be_neither_seized_nor_blocked_any_more() -> None:
    seats: Json = {"Ann": {"placed": "I.1", "spotlight": 1}, "Ben": {"placed": "I.4", **SAFE}, "Cal": SEIZER}
    table = Table(**seats).play("Ben", "reveal")
    assert table.asked == ("window", ["Cal", "Ann"])
    table.play("Ben", "protect", with_="desdemona")
    assert table.pile("Ben") == ["I.4"]
    assert table.asked == ("reveal", ["Cal"])
    assert table.seat("Cal").intrigue == 1


@pytest.mark.parametrize(
    ("seat", "give"),
    [({"intrigue": 5, "spotlight": 1}, "intrigue"), ({"intrigue": 2, "spotlight": 1}, "spotlight")],
)
def test_j13_the_new_lead_is_found_after_trading_which_never_changes_a_score(seat: Json, give: str) -> None:
    table = Table(phase="intermission", act=1, Ann={"wounds": 3}, Ben=seat, Cal={"wounds": 3})
    before = table.points()
    table.play("Ben", "trade", give=give)
    assert table.points() == before
    assert table.play(None, "next-act").lead == "Ben"


# --- further rulings ---


@pytest.mark.parametrize("placed", ["Seize", "No Drama", "Revive", "Exchange", "Miscue", "Take the Lead"])
@pytest.mark.parametrize("do", ["reveal", "exit"])
def test_j14_who_reveals_a_card_that_can_do_nothing_exits_with_it(placed: str, do: str) -> None:
    table = Table(Ann={"placed": "I.1", "protected": True}, Ben={"placed": placed}, Cal={"placed": "I.3"})
    table.play("Ben", do)
    assert (table.seat("Ben").intrigue, table.state.staging_discard) == (1, [placed])
    assert (table.seat("Ben").owes, table.asked) == ("script", ("reveal", ["Cal"]))


SEIZABLE = ["Revive", "Exchange", "Miscue", "Take the Lead"]


@pytest.mark.parametrize("placed", SEIZABLE)
def test_j14_such_a_card_can_be_seized_and_brings_its_player_nothing(placed: str) -> None:
    ann: Json = {"placed": "I.1", "protected": True}
    table = Table(Ann=ann, Ben={"placed": placed}, Cal=SEIZER).play("Ben", "reveal")
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "seize")
    assert (table.seat("Cal").spotlight, table.seat("Ben").intrigue, table.seat("Ben").owes) == (1, 0, "choice")


@pytest.mark.parametrize("placed", SEIZABLE)
def test_j14_or_blocked_and_brings_its_player_nothing(placed: str) -> None:
    seats: Json = {"Ann": {"placed": "I.1", "protected": True, "spotlight": 1}, "Cal": {"placed": "I.3"}}
    table = Table(Ben={"placed": placed}, **seats).play("Ben", "reveal").play("Ann", "spotlight")
    assert (table.seat("Ann").spotlight, table.seat("Ben").intrigue, table.seat("Ben").done) == (0, 0, True)


@pytest.mark.parametrize("placed", ["Seize", "No Drama"])
def test_j14_a_seize_or_an_unpaid_no_drama_cannot_be_stopped(placed: str) -> None:
    table = Table(Ann={"placed": "I.1", "spotlight": 1}, Ben={"placed": placed}, Cal=SEIZER).play("Ben", "reveal")
    assert (table.seat("Ben").intrigue, table.seat("Ben").protected) == (1, False)
    assert table.asked == ("reveal", ["Cal"])


def test_j14_protection_from_a_seize_lets_its_player_exit() -> None:
    table = Table(Ann=SEIZER, Ben={"placed": "Revive", **SAFE}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal").play("Ann", "seize").play("Ben", "protect", with_="desdemona")
    assert (table.seat("Ben").intrigue, table.seat("Ann").spotlight) == (1, 0)


def test_j14_a_revive_whose_price_went_on_no_drama_is_exited_with() -> None:
    ben: Json = {"placed": "Revive", "intrigue": 3, "hand": ["No Drama"]}
    table = Table(Ann=SEIZER, Ben=ben, Cal={"placed": "I.3"}, tiles={"Brabantio": {"dead": True}})
    table.play("Ben", "reveal").play("Ann", "seize").play("Ben", "protect", with_="no-drama")
    assert (table.seat("Ben").intrigue, set(table.state.dead)) == (3, {"Brabantio"})


def test_j14_what_is_chosen_for_a_card_that_can_do_nothing_is_refused() -> None:
    table = Table(Ben={"placed": "Revive"}, Cal={"placed": "I.3"})
    assert "revive.nobody-dead" in table.forbidden("Ben", "reveal", character="Cassio")


def test_j14_or_its_player_improvises() -> None:
    ben: Json = {"placed": "Revive", "hand": ["I.4"], "intrigue": 1}
    table = (
        Table(Ben=ben, Cal={"placed": "I.3"}).play("Ben", "improv", way="face-down", give="I.4").play("Ben", "reveal")
    )
    assert table.pile("Ben") == ["I.4"]


def test_j15_a_placed_no_drama_is_revealed_in_ones_own_turn_for_its_price() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "No Drama", "intrigue": 1}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    ben = table.seat("Ben")
    assert (ben.protected, ben.intrigue, ben.done, ben.owes) == (True, 0, True, "script")


def test_j16_a_card_of_the_wrong_role_can_be_seized() -> None:
    table = Table(Ann=SEIZER, Ben={"placed": "I.2"}, Cal={"placed": "I.3"}).play("Ben", "reveal")
    assert table.asked == ("window", ["Ann"])
    table.play("Ann", "seize")
    assert (table.pile("Ann"), table.seat("Ann").coins, table.seat("Ben").intrigue) == (
        ["I.2"],
        {"Iago": 1},
        0,
    )


def test_j16_unseized_its_player_exits_with_it() -> None:
    table = Table(Ann=SEIZER, Ben={"placed": "I.2"}, Cal={"placed": "I.3"}).play("Ben", "reveal").play("Ann", "pass")
    assert (table.seat("Ben").intrigue, table.state.script_discard) == (1, ["I.2"])


def test_j16_blocked_its_player_gets_nothing() -> None:
    table = Table(Ann={"spotlight": 1}, Ben={"placed": "I.2"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal").play("Ann", "spotlight")
    assert (table.seat("Ben").intrigue, table.state.script_discard) == (0, ["I.2"])


def test_j17_a_full_curtain_without_its_half_fails_even_when_seized() -> None:
    table = Table(Ann=SEIZER, Ben={"placed": "I.12"}, Cal={"placed": "I.3"}).play("Ben", "reveal").play("Ann", "seize")
    assert (table.pile("Ann"), table.pile("Ben"), table.state.script_discard) == ([], [], ["I.12"])
    assert table.state.phase == "reveal"


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement"])
def test_j18_a_blocked_coin_hands_the_step_to_the_next_player(phase: str) -> None:
    seats: Json = {
        "Ann": {"spotlight": 1},
        "Ben": {"hand": ["I.4"], "coins": {"Iago": 2, "Othello": 1}},
        "Cal": {"hand": ["I.3"]},
    }
    if phase == "after-placement":
        seats["Ben"]["placed"], seats["Cal"]["placed"] = "I.7", "I.5"
    table = Table(phase=phase, **seats).play("Ben", "coin", coin="Iago", on="Cassio").play("Ann", "spotlight")
    assert table.asked == (phase, ["Cal"])


def test_j18_a_blocked_improv_too() -> None:
    seats: Json = {
        "Ann": {"spotlight": 1},
        "Ben": {"hand": ["Seize"], "intrigue": 1},
        "Cal": {"hand": ["I.3"]},
    }
    table = (
        Table(phase="pre-placement", **seats).play("Ben", "improv", way="hand", give="Seize").play("Ann", "spotlight")
    )
    assert table.asked == ("pre-placement", ["Cal"])


@pytest.mark.parametrize("do", ["coin", "improv"])
def test_j18_in_the_own_reveal_turn_the_card_may_still_be_revealed(do: str) -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 1, "coins": {"Iago": 1}}
    table = Table(Ann={"spotlight": 1}, Ben=ben, Cal={"placed": "I.3"})
    table.play(
        "Ben",
        do,
        **({"coin": "Iago", "on": "Cassio"} if do == "coin" else {"way": "face-down", "give": "I.7"}),
    )
    table.play("Ann", "spotlight").everybody_passes()
    assert table.asked == ("reveal", ["Ben"])
    table.play("Ben", "reveal").everybody_passes()
    assert table.pile("Ben") == ["I.4"]


@pytest.mark.parametrize("do", ["seize", "spotlight"])
def test_j19_an_exchange_from_the_hand_that_was_stopped_is_replaced_all_the_same(do: str) -> None:
    cal: Json = {"placed": "Seize", "intrigue": 1, "spotlight": 1, "hand": ["I.5"]}
    table = Table(
        Ben={"placed": "I.4", "hand": ["Exchange"]},
        Cal=cal,
        piles={"script": ["I.10"], "staging": ["Miscue", "Revive"]},
    )
    table.play("Ben", "from-hand", card="Exchange", target="Cal", look=False).play("Cal", do)
    assert (table.seat("Ben").hand, table.seat("Cal").hand) == (["Miscue"], ["I.5"])
    assert table.asked == ("reveal", ["Ben"])


def test_j20_an_improv_draws_first_so_nobody_draws_the_card_just_buried() -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 1}
    table = Table(Ben=ben, Cal={"placed": "I.3"}, piles={"script": ["I.10"], "staging": ["Miscue"]})
    table.play("Ben", "improv", way="hand", give="I.7", draw="script")
    assert (table.seat("Ben").hand, table.state.script) == (["I.10"], ["I.7"])


def test_j21_who_played_a_miscue_leaves_with_a_new_card_that_can_do_nothing() -> None:
    seats: Json = {"Ben": {"placed": "Miscue", "hand": ["Revive"]}, "Cal": {"placed": "I.3", "hand": ["I.5"]}}
    table = Table(**seats, piles={"script": ["I.10"], "staging": ["Seize", "Exchange"]})
    table.play("Ben", "reveal").play("Cal", "swap", card="I.5").play("Ben", "swap", card="Revive")
    assert (table.seat("Ben").intrigue, table.seat("Ben").done) == (1, True)
    assert table.state.staging_discard == ["Miscue", "Revive"]
    assert table.asked == ("reveal", ["Cal"])


def test_j21_unless_somebody_seizes_the_new_card() -> None:
    seats: Json = {"Ben": {"placed": "Miscue", "hand": ["Revive"]}, "Cal": {"placed": "I.3", "hand": ["I.5"]}}
    table = Table(Ann=SEIZER, **seats, piles={"script": ["I.10"], "staging": ["Seize", "Exchange"]})
    table.play("Ben", "reveal").play("Ann", "pass").play("Cal", "swap", card="I.5").play("Ben", "swap", card="Revive")
    assert table.asked == ("window", ["Ann"])
    table.play("Ann", "seize")
    assert (table.seat("Ann").spotlight, table.seat("Ben").intrigue) == (1, 0)


def test_j22_when_nobody_has_a_card_the_placement_waits_for_one() -> None:
    piles: Json = {"script": [], "staging": []}
    table = Table(phase="pre-placement", piles=piles, half_curtain=False).nobody_acts()
    assert table.asked == ("placement", [])


def test_j22_who_has_none_while_others_do_just_has_no_turn() -> None:
    table = Table(phase="placement", Ann={"hand": ["I.1"]}, Ben={}, Cal={"hand": ["I.3"]})
    assert table.asked == ("placement", ["Cal", "Ann"])
    table.play("Cal", "place", card="I.3").play("Ann", "place", card="I.1").nobody_acts()
    assert table.asked == ("reveal", ["Cal"])


def test_j23_a_seize_claimed_before_the_actor_protected_themself_is_spent() -> None:
    seats: Json = {"Ann": SEIZER, "Ben": {"placed": "I.4", **SAFE}, "Cal": SEIZER}
    table = Table(**seats).play("Ben", "reveal").play("Ann", "seize")
    assert table.asked == ("window", ["Cal"])
    table.play("Ben", "protect", with_="desdemona")
    assert table.pile("Ben") == ["I.4"]
    assert (table.seat("Ann").intrigue, table.seat("Ann").done) == (0, True)
    assert (table.seat("Cal").intrigue, table.seat("Cal").placed) == (1, "Seize")


def test_j23_so_is_a_spotlight_token() -> None:
    seats: Json = {
        "Ann": {"spotlight": 1},
        "Ben": {"placed": "I.4", **SAFE},
        "Cal": {"placed": "I.3", "spotlight": 1},
    }
    table = Table(**seats).play("Ben", "reveal").play("Ann", "spotlight").play("Ben", "protect", with_="desdemona")
    assert table.pile("Ben") == ["I.4"]
    assert (table.seat("Ann").spotlight, table.seat("Cal").spotlight) == (0, 1)


def test_j24_a_lowered_limit_is_lower_by_exactly_that_number() -> None:
    company = Table(Ben={"placed": "Villainy", "intrigue": 3}, Cal={"placed": "I.3"})
    assert "villainy.cut" in company.forbidden("Ben", "reveal", cut={"Cassio": 2})
    assert "villainy.cut" in company.forbidden("Ben", "reveal", pay=True, cut={"Cassio": 1})
    lead = Table(lead="Ben", order=["Ben", "Cal", "Ann"], Ben={"placed": "Villainy"}, Cal={"placed": "I.3"})
    assert "villainy.cut" in lead.forbidden("Ben", "reveal", cut={"Cassio": 1})
    assert lead.play("Ben", "reveal", cut={"Cassio": 2}).state.limit("Cassio") == 3


def test_j24_and_of_one_character_only() -> None:
    table = Table(lead="Ben", order=["Ben", "Cal", "Ann"], Ben={"placed": "Villainy"}, Cal={"placed": "I.3"})
    assert "villainy.cut" in table.forbidden("Ben", "reveal", cut={"Cassio": 1, "Othello": 1})


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement"])
def test_j25_everybody_with_a_coin_or_a_card_is_asked_before_and_after_placement(phase: str) -> None:
    seats: Json = {
        "Ann": {"coins": {"Othello": 1}},
        "Ben": {"hand": ["I.4"]},
        "Cal": {},
        "Dot": {"hand": ["?"]},
    }
    table = Table(FOUR, phase=phase, **{name: seat | {"placed": None} for name, seat in seats.items()})
    asked: list[str] = []
    while table.decision.kind == phase and len(asked) < 4:
        asked += table.asked[1]
        table.play(asked[-1], "pass")
    assert asked == ["Ben", "Dot", "Ann"]


@pytest.mark.parametrize("way", ["card", "coin"])
def test_j26_who_has_nothing_to_give_back_gives_nothing_for_an_exchange(way: str) -> None:
    ben: Json = {"placed": "Exchange" if way == "card" else "I.5", "hand": [], "coins": {"Roderigo": 1}}
    table = Table(Ann={"placed": "I.1"}, Ben=ben, Cal={"placed": "I.3", "hand": ["I.6"]})
    answer = {"do": "reveal"} if way == "card" else {"do": "coin", "coin": "Roderigo"}
    assert table.forbidden("Ben", **answer, target="Cal", give="I.6") == {"exchange.give": ("A1",)}
    table.play("Ben", **answer, target="Cal")
    assert table.happened(e.CardTaken) == [e.CardTaken(1, 2, "I.6")]
    assert table.happened(e.CardGiven) == []
    assert (table.seat("Ben").hand[0], table.seat("Cal").hand) == ("I.6", [])
