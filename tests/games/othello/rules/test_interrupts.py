"""Interrupts: Seize (Z), spotlight (L), protection (N), and their windows (V)."""

from typing import Any

import pytest

from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.othello.model import events as e
from companion.othello.model.cards import Role
from companion.othello.model.frames import Action, Choices, PutDown, Reveals
from companion.othello.model.vocabulary import ActionKind, Interrupt, Owed, Stage
from companion.othello.rules.submit import lapse
from tests.games.othello.rules.table import DECK, Json, Table, card

SEIZER: Json = {"placed": "Seize", "intrigue": 1}
SAFE: Json = {"coins": {"Desdemona": 1}}
FOUR = "Ann Ben Cal Dot"
COINS = ("Iago", "Othello", "Cassio", "Desdemona", "Emilia", "Roderigo")


def revealing(placed: str, players: str = "Ann Ben Cal", chosen: Json | None = None, **keys: Any) -> Table:
    """Ben of the company has revealed this card; Cal and Ann come later, with cards that do not matter."""
    seats: Json = {"Ann": {"placed": "I.1"}, "Ben": {"placed": placed}, "Cal": {"placed": "I.3"}}
    for name in players.split():
        seats[name] = seats.get(name, {}) | keys.pop(name, {})
    return Table(players, **seats, **keys).play("Ben", "reveal", **(chosen or {}))


# --- Seize ---


def test_z1_a_seize_costs_an_intrigue_token() -> None:
    table = revealing("I.4", Cal={"placed": "Seize", "intrigue": 2}).play("Cal", "seize")
    assert table.seat("Cal").intrigue == 1
    assert table.state.staging_discard == ["Seize"]


def test_z1_without_one_nobody_seizes() -> None:
    table = revealing("I.4", Cal={"placed": "Seize"}, Ann={"spotlight": 1})
    assert table.forbidden("Cal", "seize") == {"seize.no-intrigue": ("Z1",)}


def test_z1_only_with_the_seize_that_lies_face_down() -> None:
    table = revealing("I.4", Cal={"placed": "I.3", "hand": ["Seize"], "intrigue": 1})
    assert table.forbidden("Cal", "seize") == {"seize.not-a-seize": ("Z1",)}


def test_z1_a_card_that_nobody_has_seen_seizes_only_if_its_back_is_that_of_a_seize() -> None:
    table = revealing("I.4", Cal={"placed": "?script", "intrigue": 1})
    assert table.forbidden("Cal", "seize") == {"seize.not-a-seize": ("Z1",)}
    for back in ("?staging", "?"):
        revealing("I.4", Cal={"placed": back, "intrigue": 1}).play("Cal", "seize")


def test_z1_a_face_down_card_is_named_only_if_nothing_else_is_wrong() -> None:
    table = revealing("I.5", Cal={"placed": "I.3"}, Ann=SEIZER)
    assert set(table.forbidden("Cal", "seize")) == {"seize.no-intrigue"}


def test_z1_a_card_that_is_unknown_may_be_a_seize() -> None:
    table = revealing("I.4", Cal={"placed": "?", "intrigue": 1}).play("Cal", "seize")
    assert table.pile("Cal") == ["I.4"]


def test_z1_only_against_a_player_earlier_in_the_turn_order() -> None:
    seats: Json = {"Ann": {"placed": "I.1"}, "Ben": {**SEIZER, "done": False}, "Cal": {"placed": "I.3"}}
    table = Table(turn="Cal", Ann=seats["Ann"] | {"spotlight": 1}, Ben=seats["Ben"], Cal=seats["Cal"])
    table.play("Cal", "reveal")
    assert table.asked == ("window", ["Ann"])
    assert table.forbidden("Ben", "seize") == {"seize.earlier-in-order": ("Z1",)}


def test_z1_who_has_revealed_has_nothing_left_to_seize_with() -> None:
    seats: Json = {"Ann": {**SEIZER}, "Ben": {"placed": "I.4", "intrigue": 3}, "Cal": {"placed": "I.3"}}
    table = Table(**seats).play("Ben", "reveal").everybody_passes().play("Cal", "reveal")
    assert table.asked == ("window", ["Ann"])
    assert "seize.nothing-face-down" in table.forbidden("Ben", "seize")


def test_z1_never_against_no_drama() -> None:
    table = revealing("No Drama", Ben={"intrigue": 1}, Cal=SEIZER)
    assert table.asked == ("reveal", ["Cal"])


def test_z1_never_against_another_seize() -> None:
    table = revealing("I.4", Cal=SEIZER, Ann=SEIZER).play("Cal", "seize")
    assert table.pile("Cal") == ["I.4"]
    assert table.asked == ("reveal", ["Ann"])
    table.forbidden("Ann", "seize")


def test_z1_never_against_a_coin() -> None:
    table = Table(Ann={"placed": "I.1", "spotlight": 1}, Ben={"placed": "I.4", "coins": {"Iago": 1}}, Cal=SEIZER)
    table.play("Ben", "coin", coin="Iago", on="Cassio")
    assert table.asked == ("window", ["Ann"])
    assert table.forbidden("Cal", "seize") == {"seize.exempt": ("Z1",)}


@pytest.mark.parametrize(
    ("do", "fields", "title"),
    [
        ("coin", {"coin": "Iago", "on": "Cassio"}, "Iago coin"),
        ("improv", {"way": "face-down", "give": "I.7"}, "Improv"),
    ],
)
def test_z1_why_not_is_said_by_what_it_is(do: str, fields: Json, title: str) -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 1, "coins": {"Iago": 1}}
    table = Table(Ann={"placed": "I.1", "spotlight": 1}, Ben=ben, Cal=SEIZER).play("Ben", do, **fields)
    with pytest.raises(Forbidden, match=f"^{title} cannot be seized.$"):
        table.play("Cal", "seize")


def test_z1_never_against_an_improv() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1", "spotlight": 1},
        "Ben": {"placed": "I.4", "hand": ["I.7"], "intrigue": 1},
    }
    table = Table(**seats, Cal=SEIZER).play("Ben", "improv", way="face-down", give="I.7")
    assert table.asked == ("window", ["Ann"])
    assert table.forbidden("Cal", "seize") == {"seize.exempt": ("Z1",)}


def test_z1_never_against_a_spotlight() -> None:
    table = revealing("I.4", "Ann Ben Cal Dot", Cal={"spotlight": 1}, Dot=SEIZER)
    table.play("Cal", "spotlight")
    assert table.happened(e.Blocked) == [e.Blocked(2, 1, "I.4")]
    assert table.asked == ("reveal", ["Cal"])
    assert "seize.not-now" in table.forbidden("Dot", "seize")


def test_z1_nobody_seizes_the_own_card() -> None:
    table = revealing("I.4", Ben={"intrigue": 1}, Cal=SEIZER)
    assert "seize.own-card" in table.forbidden("Ben", "seize")


def test_z1_an_exchange_from_the_hand_in_the_reveal_phase_can_be_seized() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1", "hand": ["I.7"]},
        "Ben": {"placed": "I.4", "hand": ["Exchange", "I.5"]},
    }
    table = Table(**seats, Cal=SEIZER).play("Ben", "from-hand", card="Exchange", target="Ann", look=False)
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "seize")
    assert table.seat("Cal").spotlight == 1
    assert table.seat("Ann").hand == ["I.7"]
    assert table.asked == ("reveal", ["Ben"])


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement"])
def test_z1_but_not_one_played_before_the_reveal(phase: str) -> None:
    seats: Json = {
        "Ann": {"hand": ["I.7"], "spotlight": 1},
        "Ben": {"hand": ["Exchange", "I.5"]},
        "Cal": SEIZER,
    }
    table = Table(phase=phase, **seats).play("Ben", "from-hand", card="Exchange", target="Ann", look=False)
    assert table.asked == ("window", ["Ann"])
    assert table.forbidden("Cal", "seize") == {"seize.exempt": ("Z1",)}


def test_z1_of_several_the_closest_after_the_revealing_player_goes_first() -> None:
    table = revealing("I.4", Ann=SEIZER, Cal=SEIZER)
    assert table.asked == ("window", ["Cal", "Ann"])
    table.play("Ann", "seize")
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "seize")
    assert table.pile("Cal") == ["I.4"]


def test_z1_the_others_keep_theirs_face_down() -> None:
    table = revealing("I.4", Ann=SEIZER, Cal=SEIZER).play("Ann", "seize").play("Cal", "seize")
    ann = table.seat("Ann")
    assert (ann.placed, ann.revealed, ann.intrigue, ann.done) == ("Seize", False, 1, False)


def test_z1_if_those_closer_pass_the_next_one_has_it() -> None:
    table = revealing("I.4", Ann=SEIZER, Cal=SEIZER).play("Ann", "seize").play("Cal", "pass")
    assert table.pile("Ann") == ["I.4"]


def test_z1_nobody_is_asked_who_could_only_come_after_a_claim() -> None:
    table = revealing("I.4", Ann=SEIZER, Cal=SEIZER).play("Cal", "seize")
    assert table.pile("Cal") == ["I.4"]


def test_z2_the_seizer_of_a_script_card_has_its_points_and_rewards() -> None:
    deck = [*DECK, card("I.20", "Cassio confronts Iago", 3, intrigue=2, spotlight=1)]
    table = revealing("I.20", deck=deck, Cal=SEIZER).play("Cal", "seize")
    cal, ben = table.seat("Cal"), table.seat("Ben")
    assert (table.pile("Cal"), table.score("Cal").script) == (["I.20"], 3)
    assert (cal.intrigue, cal.spotlight, cal.coins) == (2, 1, {"Cassio": 1})
    assert (ben.intrigue, ben.spotlight, ben.coins, table.pile("Ben")) == (0, 0, {}, [])


def test_z2_also_of_a_card_that_is_not_for_the_seizers_role() -> None:
    table = revealing("I.4", Ann=SEIZER).play("Ann", "seize")
    assert table.score("Ann").script == 2


def test_z2_its_wound_is_the_seizers_and_so_are_the_tokens() -> None:
    table = revealing("I.6", Cal=SEIZER, tiles={"Cassio": {"wounds": 4}}).play("Cal", "seize")
    assert table.state.dead == {"Cassio"}
    assert (table.seat("Cal").wounds, table.seat("Ben").wounds) == (5, 0)


def test_z2_so_is_its_kill() -> None:
    seats: Json = {"Ann": {"placed": "V.5"}, "Ben": {"placed": "V.9"}, "Cal": SEIZER}
    table = Table(act=5, tiles={"Desdemona": {"wounds": 3}}, **seats).play("Ben", "reveal").play("Cal", "seize")
    assert table.state.dead == {"Desdemona"}
    assert table.seat("Cal").wounds == 3


def test_z2_all_that_happens_when_a_script_card_is_seized() -> None:
    tiles: Json = {"Cassio": {"wounds": 4}}
    table = revealing("I.6", Cal=SEIZER, tiles=tiles).play("Cal", "seize")
    assert table.story == [
        e.Revealed(1, "I.6"),
        e.Claimed(2, Interrupt.SEIZE),
        e.Paid(2, "intrigue", 1),
        e.Revealed(2, "Seize"),
        e.Seized(2, 1, "I.6"),
        e.Discarded(2, "Seize"),
        e.TurnEnded(2, Owed.STAGING),
        e.Succeeded(2, 1, "I.6"),
        e.Gained(2, "intrigue", 1),
        e.Scored(2, 1, "I.6", Role.COMPANY),
        e.Wounded(2, "Cassio"),
        e.Died(2, "Cassio", 5),
        e.TurnEnded(1, Owed.CHOICE),
    ]
    assert table.state.frames == (Reveals((1, 2, 0), 2, last=1),)


def test_z2_and_the_handkerchief() -> None:
    seats: Json = {
        "Ann": {"placed": "III.3", "handkerchief": True},
        "Ben": {"placed": "III.6"},
        "Cal": SEIZER,
    }
    table = Table(act=3, **seats).play("Ben", "reveal").play("Cal", "seize")
    assert table.score("Cal").handkerchief == 3


def test_z2_a_seized_full_curtain_ends_the_act_for_the_seizer() -> None:
    seats: Json = {"Ann": {"placed": "III.3"}, "Ben": {"placed": "III.15"}, "Cal": SEIZER}
    table = Table(act=3, half_curtain=True, **seats).play("Ben", "reveal").play("Cal", "seize")
    assert table.score("Cal").script == 2
    assert table.asked[0] == "intermission"


@pytest.mark.parametrize("placed", ["Take the Lead", "Villainy"])
def test_z3_a_seized_staging_card_does_nothing_and_brings_a_spotlight_token(placed: str) -> None:
    table = revealing(placed, Cal=SEIZER).play("Cal", "seize")
    assert table.lead == "Ann"
    assert table.seat("Cal").spotlight == 1
    assert sorted(table.state.staging_discard) == sorted(["Seize", placed])
    assert table.state.cut == {}


def test_z3_all_that_happens_when_a_staging_card_is_seized() -> None:
    table = revealing("Villainy", Cal=SEIZER).play("Cal", "seize")
    assert table.story == [
        e.Revealed(1, "Villainy"),
        e.Claimed(2, Interrupt.SEIZE),
        e.Paid(2, "intrigue", 1),
        e.Revealed(2, "Seize"),
        e.Seized(2, 1, "Villainy"),
        e.Discarded(2, "Seize"),
        e.TurnEnded(2, Owed.STAGING),
        e.Discarded(1, "Villainy"),
        e.TurnEnded(1, Owed.CHOICE),
        e.Gained(2, "spotlight", 1),
    ]
    assert table.state.frames == (Reveals((1, 2, 0), 2, last=1),)


def test_z3_a_revive_that_is_seized_costs_nothing() -> None:
    table = revealing("Revive", Ben={"intrigue": 3}, Cal=SEIZER, tiles={"Cassio": {"dead": True}})
    table.play("Cal", "seize")
    assert table.state.dead == {"Cassio"}
    assert table.seat("Ben").intrigue == 3


def test_z3_the_seized_players_turn_ends_so() -> None:
    table = revealing("Take the Lead", Ben={"coins": {"Iago": 1}}, Cal=SEIZER).play("Cal", "seize")
    assert table.asked == ("reveal", ["Ann"])


def test_z4_a_seizer_takes_no_other_action_in_the_own_turn() -> None:
    table = revealing("I.4", Cal={**SEIZER, "intrigue": 3, "hand": ["I.7"]}).play("Cal", "seize")
    assert table.asked == ("reveal", ["Ann"])
    assert table.forbidden("Cal", "exit") == {"exit.done": ("P6", "Z4")}
    table.forbidden("Cal", "improv", way="hand", give="I.7")


def test_z5_a_seize_does_nothing_in_the_own_turn() -> None:
    table = Table(Ben=SEIZER, Cal={"placed": "I.3"}).play("Ben", "reveal")
    assert (table.seat("Ben").intrigue, table.state.staging_discard) == (2, ["Seize"])
    assert table.asked == ("reveal", ["Cal"])


def test_z5_so_its_player_exits() -> None:
    table = Table(Ben=SEIZER, Cal={"placed": "I.3"}).play("Ben", "exit")
    assert table.seat("Ben").intrigue == 2
    assert table.state.staging_discard == ["Seize"]


def test_z5_or_improvises() -> None:
    table = Table(Ben={**SEIZER, "hand": ["I.4"]}, Cal={"placed": "I.3"})
    table.play("Ben", "improv", way="face-down", give="I.4").play("Ben", "reveal")
    assert table.pile("Ben") == ["I.4"]
    assert table.seat("Ben").hand == ["Seize"]


@pytest.mark.parametrize("placed", ["I.4", "Take the Lead"])
def test_z6_the_seizer_draws_staging_and_the_seized_player_chooses(placed: str) -> None:
    seats: Json = {"Ann": {"done": True}, "Ben": {"placed": placed}, "Cal": SEIZER}
    table = Table(**seats, piles={"script": ["I.10", "I.7", "I.9"], "staging": ["Miscue", "Revive"]})
    table.play("Ben", "reveal").play("Cal", "seize")
    assert table.asked == ("draw", ["Ben"])
    assert [option["from"] for option in table.options] == ["script", "staging"]
    table.play("Ben", "draw", from_="script")
    assert (table.seat("Ben").hand, table.seat("Cal").hand) == (["I.10"], ["Miscue"])


def test_z6_where_no_script_card_is_left_there_is_nothing_to_choose() -> None:
    seats: Json = {"Ann": {"done": True}, "Ben": {"placed": "I.4"}, "Cal": SEIZER}
    table = Table(**seats, piles={"script": [], "staging": ["Miscue", "Revive"]})
    table.play("Ben", "reveal").play("Cal", "seize")
    assert (table.seat("Ben").hand, table.seat("Cal").hand) == (["Miscue"], ["Revive"])


def test_z6_only_the_seized_player_chooses() -> None:
    seats: Json = {"Ann": {"done": True}, "Ben": {"placed": "I.4"}, "Cal": SEIZER}
    table = Table(**seats, piles={"script": ["I.10"], "staging": ["Miscue", "Revive"]})
    table.play("Ben", "reveal").play("Cal", "seize")
    assert table.forbidden("Cal", "draw", from_="staging") == {"draw.not-now": ("P7", "Z6")}


# --- the spotlight ---


@pytest.mark.parametrize("placed", ["I.4", "I.6", "Take the Lead", "Villainy", "Exchange"])
def test_l1_a_spotlight_token_blocks_a_card(placed: str) -> None:
    chosen: Json = {"target": "Cal"} if placed == "Exchange" else {}
    table = revealing(placed, chosen=chosen, Ben={"hand": ["I.5"]}, Ann={"spotlight": 2}, Cal={"hand": ["I.7"]})
    table.play("Ann", "spotlight")
    assert table.seat("Ann").spotlight == 1
    assert table.state.script_discard + table.state.staging_discard == [placed]
    assert (table.points(), table.lead, table.seat("Cal").hand) == ([1, 0, 0], "Ann", ["I.7"])


def test_l1_all_that_happens_when_a_card_is_blocked() -> None:
    table = revealing("I.7", Ann={"spotlight": 1}, Cal={"spotlight": 1}).play("Cal", "pass").play("Ann", "spotlight")
    assert table.story == [
        e.Revealed(1, "I.7"),
        e.Passed(2, inferred=False),
        e.Claimed(0, Interrupt.SPOTLIGHT),
        e.Paid(0, "spotlight", 1),
        e.Blocked(0, 1, "I.7"),
        e.Discarded(1, "I.7"),
        e.TurnEnded(1, Owed.STAGING),
    ]
    assert table.state.frames == (Reveals((1, 2, 0), 1),)


def test_v1_what_is_open_tells_who_has_answered_what() -> None:
    table = revealing("I.4", FOUR, Ann={"spotlight": 1}, Cal={**SEIZER, "spotlight": 1}, Dot=SEIZER | {"hand": []})
    window = Action(ActionKind.CARD, 1, "I.4", taker=1)
    assert table.state.frames == (Reveals((1, 2, 3, 0), 0), window)
    table.play("Dot", "seize")
    assert table.state.frames[1] == replace(window, passed=0b1000, seizes=(3,))
    table.play("Cal", "pass")
    assert (table.pile("Dot"), table.seat("Ann").spotlight) == (["I.4"], 1)


def test_v1_what_is_claimed_is_told_until_the_target_has_answered() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}, Ben=SAFE).play("Ann", "spotlight")
    claimed = Action(
        ActionKind.CARD, 1, "I.4", stage=Stage.CLAIM, claim=(Interrupt.SPOTLIGHT, 0), taker=1, spotlights=(0,)
    )
    assert table.state.frames == (Reveals((1, 2, 0), 0), claimed)
    assert table.asked == ("protect", ["Ben"])


def test_l1_without_a_token_nobody_blocks() -> None:
    table = revealing("I.4", Ann={"spotlight": 1})
    assert table.forbidden("Cal", "spotlight") == {"spotlight.no-token": ("L1",)}


def test_l1_any_other_player_may_also_one_earlier_in_the_turn_order() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1"},
        "Ben": {"placed": "I.4", "spotlight": 1},
        "Cal": {"placed": "I.3"},
    }
    table = Table(**seats).play("Ben", "reveal").play("Cal", "reveal")
    assert table.asked == ("window", ["Ben"])
    table.play("Ben", "spotlight")
    assert table.pile("Cal") == []


def test_l1_nobody_blocks_what_they_do_themselves() -> None:
    table = revealing("I.4", Ben={"spotlight": 1}, Ann={"spotlight": 1})
    assert table.forbidden("Ben", "spotlight") == {"spotlight.own-action": ("L1",)}


def test_l1_it_blocks_a_coin_which_goes_back_to_the_supply() -> None:
    table = Table(
        Ann={"placed": "I.1", "spotlight": 1},
        Ben={"placed": "I.4", "coins": {"Iago": 1}},
        Cal={"placed": "I.3"},
    )
    table.play("Ben", "coin", coin="Iago", on="Cassio").play("Ann", "spotlight")
    assert (table.state.wounds["Cassio"], table.state.supply["Iago"], table.seat("Ben").coins) == (0, 12, {})


def test_l1_it_blocks_an_improv() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1", "spotlight": 1},
        "Ben": {"placed": "I.4", "hand": ["I.7"], "intrigue": 1},
    }
    table = Table(**seats).play("Ben", "improv", way="face-down", give="I.7").play("Ann", "spotlight")
    ben = table.seat("Ben")
    assert (ben.placed, ben.hand, ben.intrigue, ben.improv_used) == ("I.4", ["I.7"], 0, True)


def test_l1_it_blocks_an_exchange_from_the_hand() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1", "spotlight": 1},
        "Ben": {"placed": "I.4", "hand": ["Exchange"]},
        "Cal": {"hand": ["I.7"]},
    }
    table = Table(**seats, piles={"script": ["I.10"], "staging": ["Miscue", "Revive"]})
    table.play("Ben", "from-hand", card="Exchange", target="Cal", look=False).play("Ann", "spotlight")
    assert table.seat("Cal").hand == ["I.7"]
    assert table.state.staging_discard == ["Exchange"]


def test_l1_not_a_desdemona_coin() -> None:
    table = revealing("I.4", Ben={"coins": {"Desdemona": 1}}, Cal=SEIZER, Ann={"spotlight": 2})
    table.play("Cal", "seize").play("Ben", "protect", with_="desdemona")
    assert table.seat("Ben").protected
    assert table.pile("Ben") == ["I.4"]


def test_l1_not_no_drama() -> None:
    table = Table(Ann={"spotlight": 1}, Ben={"placed": "No Drama", "intrigue": 1}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    assert table.seat("Ben").protected
    assert table.asked == ("reveal", ["Cal"])


def test_l1_not_a_seize() -> None:
    table = revealing("I.4", Cal=SEIZER, Ann={"spotlight": 1}).play("Cal", "seize")
    table.everybody_passes()
    assert table.pile("Cal") == ["I.4"]
    assert table.seat("Ann").spotlight == 1


@pytest.mark.parametrize("placed", ["I.5", "I.9"])
def test_l1_neither_conspires_nor_a_curtain_card(placed: str) -> None:
    table = revealing(placed, Ann={"spotlight": 1})
    assert table.pile("Ben") == [placed]


def test_l1_not_another_spotlight() -> None:
    table = revealing("I.4", "Ann Ben Cal Dot", Ann={"spotlight": 1}, Ben={"spotlight": 1}, Cal={"spotlight": 1})
    table.play("Cal", "spotlight").everybody_passes()
    assert table.happened(e.Blocked) == [e.Blocked(2, 1, "I.4")]
    assert (table.seat("Ann").spotlight, table.seat("Ben").spotlight) == (1, 1)


def test_l1_of_several_the_closest_pays() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}, Cal={"spotlight": 1})
    table.play("Ann", "spotlight").play("Cal", "spotlight")
    assert (table.seat("Ann").spotlight, table.seat("Cal").spotlight) == (1, 0)


def test_l2_play_goes_on_with_the_player_after_the_blocked_one() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}).play("Ann", "spotlight")
    assert table.asked == ("reveal", ["Cal"])


def test_l2_at_once_though_the_blocked_one_has_an_iago_coin() -> None:
    table = revealing("I.4", Ben={"coins": {"Iago": 1}}, Ann={"spotlight": 1}).play("Ann", "spotlight")
    assert table.asked == ("reveal", ["Cal"])


def test_l2_a_blocked_script_card_pays_nothing() -> None:
    table = revealing("I.3", Ann={"spotlight": 1}, Cal={"placed": "I.7"}).play("Ann", "spotlight")
    ben = table.seat("Ben")
    assert (table.pile("Ben"), ben.intrigue, ben.coins) == ([], 0, {})


def test_l2_the_blocked_player_draws_as_for_the_card() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}).play("Ann", "spotlight")
    assert table.seat("Ben").owes is Owed.STAGING


# --- protection ---


@pytest.mark.parametrize(
    ("seat", "way"),
    [({"coins": {"Desdemona": 1}}, "desdemona"), ({"hand": ["No Drama"], "intrigue": 1}, "no-drama")],
)
def test_n1_a_desdemona_coin_or_no_drama_protects_for_the_rest_of_the_scene(seat: Json, way: str) -> None:
    table = Table(Ann={"placed": "I.1", "spotlight": 1}, Ben={"placed": "I.4", **seat}, Cal=SEIZER)
    table.play("Ben", "protect", with_=way).play("Ben", "reveal")
    assert table.pile("Ben") == ["I.4"]
    assert table.seat("Ben").protected


def test_n1_the_coin_is_free_and_goes_back_to_the_supply() -> None:
    table = Table(Ben={"placed": "I.4", **SAFE}, Cal={"placed": "I.3"}).play("Ben", "protect", with_="desdemona")
    assert (table.seat("Ben").coins, table.state.supply["Desdemona"]) == ({}, 3)


def test_n1_at_any_moment_of_the_scene_also_in_anothers_turn() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "I.3", **SAFE})
    assert table.asked == ("reveal", ["Ben"])
    assert table.offers("Cal", "protect", with_="desdemona")
    table.play("Cal", "protect", with_="desdemona")
    assert table.asked == ("reveal", ["Ben"])


def test_n1_one_protection_is_enough() -> None:
    table = Table(Ben={"placed": "I.4", "protected": True, **SAFE}, Cal={"placed": "I.3"})
    assert table.forbidden("Ben", "protect", with_="desdemona") == {"protect.already": ("N1",)}


def test_n1_it_undoes_a_seize_at_that_moment() -> None:
    table = revealing("I.4", Ben=SAFE, Cal=SEIZER).play("Cal", "seize")
    assert table.asked == ("protect", ["Ben"])
    table.play("Ben", "protect", with_="desdemona")
    assert (table.pile("Ben"), table.pile("Cal")) == (["I.4"], [])
    assert table.happened(e.Seized) == []


def test_n1_it_undoes_a_spotlight_at_that_moment() -> None:
    table = revealing("I.4", Ben={"hand": ["No Drama"], "intrigue": 1}, Ann={"spotlight": 1})
    table.play("Ann", "spotlight")
    assert table.asked == ("protect", ["Ben"])
    table.play("Ben", "protect", with_="no-drama")
    assert table.pile("Ben") == ["I.4"]


def test_n1_it_keeps_an_exchange_away() -> None:
    seats: Json = {"Ann": {"hand": ["I.2"]}, "Ben": {"hand": ["I.5"]}, "Cal": {"hand": ["I.7"], **SAFE}}
    table = revealing("Exchange", chosen={"target": "Cal"}, **seats)
    assert table.asked == ("protect", ["Cal"])
    table.play("Cal", "protect", with_="desdemona")
    assert (table.seat("Cal").hand, table.seat("Ben").hand) == (["I.7"], ["I.5"])
    assert table.state.staging_discard == ["Exchange"]


def test_n1_it_keeps_a_miscue_away() -> None:
    seats: Json = {"Ann": {"hand": ["I.2"]}, "Ben": {"hand": ["I.5"]}, "Cal": {"hand": ["I.7"], **SAFE}}
    table = revealing("Miscue", chosen={"target": "Cal"}, **seats)
    table.play("Cal", "protect", with_="desdemona")
    assert table.seat("Cal").placed == "I.3"
    assert table.asked == ("reveal", ["Cal"])


def test_n1_it_keeps_a_coin_thief_away() -> None:
    seats: Json = {
        "Ben": {"placed": "I.4", "coins": {"Emilia": 1}},
        "Cal": {"placed": "I.3", "coins": {"Othello": 1, "Desdemona": 1}},
    }
    table = Table(Ann={"placed": "I.1", "coins": {"Iago": 1}}, **seats).play(
        "Ben", "coin", coin="Emilia", target="Cal", take="Othello"
    )
    table.play("Cal", "protect", with_="desdemona")
    assert (table.seat("Cal").coins, table.seat("Ben").coins) == ({"Othello": 1}, {})


@pytest.mark.parametrize(
    ("seat", "do"),
    [({"placed": "Take the Lead"}, "reveal"), ({"placed": "I.4", "coins": {"Othello": 1}}, "coin")],
)
def test_n1_it_keeps_the_lead(seat: Json, do: str) -> None:
    table = Table(Ann={"placed": "I.1", **SAFE}, Ben=seat, Cal={"placed": "I.3"})
    table.play("Ben", do, **({"coin": "Othello"} if do == "coin" else {}))
    assert table.asked == ("protect", ["Ann"])
    table.play("Ann", "protect", with_="desdemona")
    assert table.lead == "Ann"


def test_n1_it_keeps_the_lead_from_being_given_to_one() -> None:
    seats: Json = {
        "Ann": {"placed": "Take the Lead"},
        "Ben": {"placed": "I.3", **SAFE},
        "Cal": {"placed": "I.4"},
    }
    table = Table(turn="Ann", order=["Ann", "Ben", "Cal"], **seats)
    table.play("Ann", "reveal", target="Ben").play("Ben", "protect", with_="desdemona")
    assert table.lead == "Ann"


PROTECTED: Json = {"protected": True}


def test_n1_who_is_protected_already_cannot_be_chosen() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1", "hand": ["I.2"]},
        "Cal": {"placed": "I.3", "hand": ["I.7"], **PROTECTED},
    }
    for placed in ("Exchange", "Miscue"):
        table = Table(Ben={"placed": placed, "hand": ["I.5"]}, **seats)
        assert f"{placed.lower()}.target" in table.forbidden("Ben", "reveal", target="Cal")
    table = Table(Ben={"placed": "I.4", "coins": {"Emilia": 1}}, **seats | {"Cal": {"coins": {"Iago": 1}, **PROTECTED}})
    assert table.forbidden("Ben", "coin", coin="Emilia", target="Cal", take="Iago") == {"emilia.target": ("N1",)}
    assert table.forbidden("Ben", "coin", coin="Emilia") == {"emilia.protected": ("N1",)}


def test_n1_a_protected_lead_cannot_be_robbed_of_the_lead() -> None:
    table = Table(Ann={"placed": "I.1", **PROTECTED}, Ben={"placed": "Take the Lead"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    assert (table.lead, table.seat("Ben").intrigue) == ("Ann", 1)


def test_n1_the_cards_of_a_protected_player_can_be_neither_seized_nor_blocked() -> None:
    table = revealing("I.4", Ben=PROTECTED, Cal=SEIZER, Ann={"spotlight": 1})
    assert table.pile("Ben") == ["I.4"]
    assert table.asked == ("reveal", ["Cal"])


def test_n1_it_protects_nobody_else() -> None:
    table = revealing("I.4", Cal={**SEIZER, **PROTECTED}, Ann=PROTECTED).play("Cal", "seize")
    assert table.pile("Cal") == ["I.4"]


def test_n1_a_protected_player_may_act_on_others() -> None:
    table = revealing("Take the Lead", Ben=PROTECTED)
    assert table.lead == "Ben"


def test_n2_nothing_else_is_under_way_after_it() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "I.3", "coins": {"Desdemona": 1}})
    before = len(table.happened(e.Flow))
    table.play("Cal", "protect", with_="desdemona")
    assert len(table.happened(e.Flow)) == before


def test_n2_play_resumes_with_the_player_whose_turn_it_would_have_been() -> None:
    table = revealing("I.4", Ben=SAFE, Cal=SEIZER).play("Cal", "seize").play("Ben", "protect", with_="desdemona")
    assert table.asked == ("reveal", ["Ann"])
    other = Table(Ben={"placed": "I.4"}, Cal={"placed": "I.3", **SAFE}).play("Cal", "protect", with_="desdemona")
    assert other.asked == ("reveal", ["Ben"])


# --- the order of the windows ---


@pytest.mark.parametrize("edition", ["2024", "2024-first", "2022"])
def test_v1_the_closest_players_spotlight_goes_before_a_farther_seize(edition: str) -> None:
    table = revealing("I.7", FOUR, edition=edition, Cal={"spotlight": 1}, Dot=SEIZER)
    table.play("Dot", "seize")
    assert table.asked == ("window", ["Cal"])
    assert table.happened(e.Revealed) == [e.Revealed(1, "I.7")]
    table.play("Cal", "spotlight")
    assert table.happened(e.Blocked) == [e.Blocked(2, 1, "I.7")]
    assert (table.seat("Dot").placed, table.seat("Dot").revealed, table.seat("Dot").intrigue) == ("Seize", False, 1)
    assert table.asked == ("reveal", ["Cal"])


def test_v1_the_closest_players_seize_goes_before_a_farther_spotlight() -> None:
    table = revealing("I.7", FOUR, Cal=SEIZER, Dot={"spotlight": 1}).play("Dot", "spotlight")
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "seize")
    assert (table.pile("Cal"), table.seat("Dot").spotlight) == (["I.7"], 1)


def test_v1_a_seize_that_came_too_soon_can_still_seize_the_next_card() -> None:
    seats: Json = {"Cal": {"placed": "I.3", "spotlight": 1}, "Dot": SEIZER}
    table = revealing("I.7", FOUR, **seats).play("Dot", "seize").play("Cal", "spotlight").play("Cal", "reveal")
    assert table.asked == ("window", ["Dot"])
    assert table.play("Dot", "seize").pile("Dot") == ["I.3"]


def test_v1_who_is_closer_than_a_claim_stays_asked_and_who_is_farther_is_not() -> None:
    five = "Ann Ben Cal Dot Eve"
    rich: Json = {"placed": "I.3", "spotlight": 1}
    table = revealing("I.7", five, Ann=SEIZER, Cal=rich, Dot=rich | {"placed": "I.9"}, Eve=SEIZER | {"spotlight": 1})
    assert table.asked == ("window", ["Cal", "Dot", "Eve", "Ann"])
    table.play("Dot", "spotlight")
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "pass")
    assert table.happened(e.Blocked) == [e.Blocked(3, 1, "I.7")]


def test_v1_a_closer_player_may_choose_between_both_kinds_after_a_farther_seize() -> None:
    table = revealing("I.7", FOUR, Cal=SEIZER | {"spotlight": 1}, Dot=SEIZER).play("Dot", "seize")
    assert table.offers("Cal", "seize") and table.offers("Cal", "spotlight")


def test_v1_time_that_runs_out_gives_a_claim_to_the_farther_player() -> None:
    table = revealing("I.7", FOUR, Cal={"spotlight": 1}, Dot=SEIZER).play("Dot", "seize")
    lapse(table.game)
    assert table.pile("Dot") == ["I.7"]


def test_v1_what_cannot_be_blocked_asks_no_closer_player_for_a_spotlight() -> None:
    table = revealing("I.5", FOUR, Cal={"spotlight": 1}, Dot=SEIZER).play("Dot", "seize")
    assert table.pile("Dot") == ["I.5"]


def test_v1_protection_comes_after_the_interrupt() -> None:
    table = revealing("I.4", Ben=SAFE, Cal=SEIZER)
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "seize")
    assert table.asked == ("protect", ["Ben"])
    assert [option["do"] for option in table.options] == ["protect", "pass"]


def test_v1_who_lets_it_be_is_seized() -> None:
    table = revealing("I.4", Ben=SAFE, Cal=SEIZER).play("Cal", "seize").play("Ben", "pass")
    assert table.pile("Cal") == ["I.4"]
    assert table.seat("Ben").coins == {"Desdemona": 1}


def test_v1_the_target_protects_after_the_window() -> None:
    table = revealing("Take the Lead", Ann=SAFE, Cal={"spotlight": 1})
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "pass")
    assert table.asked == ("protect", ["Ann"])


def test_v1_once_protected_nothing_more_comes_of_the_other_interrupts() -> None:
    table = revealing("I.4", FOUR, Ben=SAFE, Ann={"spotlight": 1}, Cal=SEIZER, Dot=SEIZER)
    table.play("Cal", "seize").play("Ben", "protect", with_="desdemona")
    assert table.pile("Ben") == ["I.4"]
    assert (table.seat("Ann").spotlight, table.seat("Dot").intrigue) == (1, 1)
    assert table.asked == ("reveal", ["Dot"])


def test_v1_nobody_answers_the_protection() -> None:
    table = revealing("I.4", Ben=SAFE, Cal=SEIZER, Ann={"spotlight": 3})
    table.play("Cal", "seize").play("Ben", "protect", with_="desdemona")
    table.forbidden("Ann", "spotlight")


def test_v1_all_are_asked_clockwise_from_the_acting_player() -> None:
    table = Table(FOUR, "Cal", turn="Dot", Ann=SEIZER, Ben=SEIZER, Cal=SEIZER, Dot={"placed": "I.4"})
    table.play("Dot", "reveal")
    assert table.asked == ("window", ["Ann", "Ben", "Cal"])


# --- players asked ---


@pytest.mark.parametrize("placed", ["Seize", "I.3", "Villainy", "?staging", "?script", "?"])
def test_v2_who_is_asked_does_not_hang_on_what_a_face_down_card_is(placed: str) -> None:
    table = revealing("I.4", Cal={"placed": placed, "intrigue": 1}, Ann={"spotlight": 1})
    assert table.asked == ("window", ["Cal", "Ann"])
    assert [option["do"] for option in table.options if option["by"] == "Cal"] == ["seize", "pass"]


@pytest.mark.parametrize("hand", [["No Drama"], ["I.7"], ["?staging"], ["?"]])
def test_v2_nor_on_what_is_in_a_hand(hand: list[str]) -> None:
    table = revealing("I.4", Ben={"hand": hand, "intrigue": 1}, Cal=SEIZER).play("Cal", "seize")
    assert table.asked == ("protect", ["Ben"])
    assert [option["do"] for option in table.options] == ["protect", "pass"]


@pytest.mark.parametrize("hand", [["Exchange"], ["I.7"], ["?staging"], ["?"]])
def test_v2_nor_does_what_is_offered_besides(hand: list[str]) -> None:
    table = Table(Ben={"placed": "I.4", "hand": hand}, Cal={"placed": "I.3", "hand": ["I.5"]})
    assert table.offers("Ben", "from-hand", card="Exchange")


def test_v2_without_intrigue_nobody_is_asked_for_a_seize() -> None:
    table = revealing("I.4", Cal={"placed": "Seize"})
    assert table.pile("Ben") == ["I.4"]


def test_v2_who_has_revealed_is_not_asked_for_a_seize() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1"},
        "Ben": {"placed": "I.4", "intrigue": 3},
        "Cal": {"placed": "I.7"},
    }
    table = Table(**seats).play("Ben", "reveal").play("Cal", "reveal")
    assert table.pile("Cal") == ["I.7"]


def test_v2_nobody_is_asked_for_a_spotlight_against_what_it_cannot_block() -> None:
    table = revealing("I.5", Ann={"spotlight": 1})
    assert table.pile("Ben") == ["I.5"]


def test_v2_a_window_closes_when_everybody_asked_has_passed() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}, Cal={"spotlight": 1}).play("Cal", "pass")
    assert table.pile("Ben") == []
    table.play("Ann", "pass")
    assert table.pile("Ben") == ["I.4"]


def test_v2_or_when_the_next_player_acts() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}).play("Cal", "reveal")
    assert table.pile("Ben") == ["I.4"]
    assert table.happened(e.Passed) == [e.Passed(0, inferred=True)]


def test_v2_a_pass_that_was_said_is_told_from_one_that_was_not() -> None:
    table = Table(phase="after-placement", Ann={"spotlight": 1}, Ben={"placed": "I.4", "hand": ["I.7"]})
    table.play("Ben", "pass").play("Ben", "reveal").play("Ann", "pass")
    assert table.happened(e.Passed) == [e.Passed(1, inferred=False), e.Passed(0, inferred=False)]


def test_v2_when_the_time_is_up_all_who_are_asked_have_passed() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}, Cal={"spotlight": 1})
    lapse(table.game)
    assert table.happened(e.Passed) == [e.Passed(2, inferred=True), e.Passed(0, inferred=True)]
    assert (table.pile("Ben"), table.asked) == (["I.4"], ("reveal", ["Cal"]))
    assert table.game.events[-1] == e.Flow(table.state.frames)


def test_v2_but_only_with_what_is_open_now() -> None:
    hand: Json = {"hand": ["I.7"], "intrigue": 1}
    table = revealing("Take the Lead", Ann={"spotlight": 1, **hand}, Cal={"spotlight": 1})
    lapse(table.game)
    assert table.asked == ("protect", ["Ann"])
    lapse(table.game)
    assert (table.lead, table.asked) == ("Ben", ("reveal", ["Cal"]))


def test_v2_what_comes_after_the_card_does_not_lapse_with_its_window() -> None:
    table = revealing("I.4", Ben={"coins": {"Iago": 1}}, Cal={"spotlight": 1})
    lapse(table.game)
    assert (table.pile("Ben"), table.asked) == (["I.4"], ("reveal", ["Cal"]))
    assert table.offers("Ben", "coin", coin="Iago")


def test_v2_of_those_asked_one_after_the_other_one_has_passed() -> None:
    table = Table(phase="pre-placement", Ben={"hand": ["I.7"]}, Cal={"hand": ["I.3"]})
    lapse(table.game)
    assert table.asked == ("pre-placement", ["Cal"])


@pytest.mark.parametrize("keys", [{"phase": "placement"}, {"phase": "intermission"}, {}])
def test_v2_what_must_be_done_does_not_lapse(keys: Json) -> None:
    table = Table(**keys, Ben={"placed": "I.4"}, Cal={"hand": ["I.7"]})
    before, events = table.position, len(table.game.events)
    lapse(table.game)
    assert (table.position, len(table.game.events)) == (before, events)


def test_v2_who_has_answered_has_answered() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}, Cal={"spotlight": 1}).play("Cal", "pass")
    assert table.forbidden("Cal", "spotlight") == {"spotlight.answered": ("V2",)}


def test_v2_a_pass_of_somebody_who_is_not_asked_changes_nothing() -> None:
    table = revealing("I.4", Ann={"spotlight": 1}).play("Cal", "pass")
    assert table.asked == ("window", ["Ann"])


def test_v1_what_is_chosen_must_be_said() -> None:
    table = revealing("Exchange", Ben={"hand": ["I.5"]}, Cal={"hand": ["I.7"]}, Ann={"hand": ["I.10"]})
    table.everybody_passes()
    assert table.forbidden("Ben", "choose") == {"choose.nothing": ("V1",)}


def test_v2_a_forbidden_answer_closes_no_window() -> None:
    table = revealing("I.4", Ann={"spotlight": 1})
    assert table.forbidden("Cal", "reveal", card="I.7") == {"reveal.other-card": ("P6",)}
    assert table.asked == ("window", ["Ann"])


RICH: Json = {"intrigue": 3, "spotlight": 1, "coins": dict.fromkeys(COINS, 1)}
ANN: Json = {"placed": "I.1", "hand": ["I.5"], "intrigue": 1}
CAL: Json = {"placed": "I.3", "hand": ["I.6"], "intrigue": 2, "coins": {"Iago": 1}}
BENS_COINS = [f"Ben coin {name}" for name in COINS if name != "Desdemona"]
PROTECTIONS = ["Ann protect no-drama", "Ben protect desdemona", "Ben protect no-drama", "Cal protect no-drama"]
OTHERS_IMPROV = ["Ann improv face-down", "Cal improv face-down"]


def short(answers: list[Json]) -> list[str]:
    """Return the answers as their words."""
    return [" ".join(map(str, answer.values())) for answer in answers]


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement", "reveal"])
def test_v2_all_that_is_offered_to_players_with_everything(phase: str) -> None:
    placed: Json = {} if phase == "pre-placement" else {"placed": "I.4"}
    table = Table(phase=phase, Ann=ANN, Ben={**RICH, **placed, "hand": ["I.7", "Seize"]}, Cal=CAL)
    ways = {"pre-placement": ["hand"], "after-placement": ["face-down"], "reveal": ["hand", "face-down"]}[phase]
    own = [*BENS_COINS, *(f"Ben improv {way}" for way in ways), "Ben from-hand Exchange"]
    if phase == "reveal":
        assert short(table.options) == ["Ben reveal", "Ben exit"]
        assert short(table.permitted) == [*own, *OTHERS_IMPROV, *PROTECTIONS]
    else:
        assert short(table.options) == ["Ben pass", *own]
        assert short(table.permitted) == [*OTHERS_IMPROV, *PROTECTIONS]


def test_v2_all_that_is_offered_around_a_reveal() -> None:
    table = Table(Ann=ANN, Ben={**RICH, "placed": "I.4", "hand": ["I.7", "Seize"]}, Cal=CAL).play("Ben", "reveal")
    assert short(table.options) == ["Cal seize", "Cal pass", "Ann seize", "Ann pass"]
    assert short(table.permitted) == PROTECTIONS
    table.everybody_passes()
    assert short(table.options) == ["Cal reveal", "Cal exit"]
    assert short(table.permitted) == [
        "Cal coin Iago",
        "Cal improv hand",
        "Cal improv face-down",
        "Cal from-hand Exchange",
        *BENS_COINS,
        "Ann improv face-down",
        *PROTECTIONS,
    ]


def test_v2_all_that_is_offered_against_a_miscue() -> None:
    table = Table(Ann={**ANN, "spotlight": 1}, Ben={"placed": "Miscue", "hand": ["I.4"]}, Cal={**CAL, "intrigue": 3})
    table.play("Ben", "reveal", target="Cal")
    assert short(table.options) == ["Cal seize", "Cal pass", "Ann seize", "Ann spotlight", "Ann pass"]
    table.window_closes()
    assert short(table.options) == ["Cal improv Seize face-down", "Cal protect no-drama", "Cal pass"]
    assert short(table.permitted) == ["Ann protect no-drama"]
    table.everybody_passes()
    assert (short(table.options), table.permitted) == (["Cal swap I.6"], [])
    table.play("Cal", "swap", card="I.6")
    options = ["Ben swap I.4", "Ben swap ?staging", "Ben exit I.4", "Ben exit ?staging"]
    assert (short(table.options), table.permitted) == (options, [])


BUSY: Json = {"Ann": {"placed": "I.1", "hand": ["I.10"]}, "Cal": {"placed": "I.3", "hand": ["I.7", "Seize"]}}


@pytest.mark.parametrize(
    ("ben", "answers", "under_way"),
    [
        (
            {"placed": "Exchange"},
            [{}],
            Action(ActionKind.CARD, 1, "Exchange", stage=Stage.TARGET, taker=1),
        ),
        (
            {"placed": "Exchange"},
            [{"target": "Cal"}],
            Action(ActionKind.CARD, 1, "Exchange", Choices(target=2), Stage.EFFECT, taker=1),
        ),
        (
            {"placed": "Exchange"},
            [{"target": "Cal", "look": True}],
            Action(ActionKind.CARD, 1, "Exchange", Choices(target=2, look=True), Stage.EFFECT, taker=1, done=1),
        ),
        (
            {"placed": "Exchange"},
            [{"target": "Cal"}, {"look": True, "take": "I.7"}],
            Action(
                ActionKind.CARD, 1, "Exchange", Choices(target=2, look=True, take="I.7"), Stage.EFFECT, taker=1, done=2
            ),
        ),
        (
            {"placed": "Villainy", "coins": {"Iago": 1}},
            [{}],
            Action(ActionKind.CARD, 1, "Villainy", stage=Stage.EFFECT, taker=1),
        ),
        (
            {"placed": "Villainy", "coins": {"Iago": 1}},
            [{}, {"pay": False}],
            Action(ActionKind.CARD, 1, "Villainy", Choices(pay=False), Stage.EFFECT, taker=1),
        ),
        ({"placed": "Revive"}, [{}], Action(ActionKind.CARD, 1, "Revive", stage=Stage.EFFECT, taker=1)),
    ],
)
def test_v1_what_is_under_way_tells_how_far_it_is(ben: Json, answers: list[Json], under_way: Action) -> None:
    tiles: Json = {"Othello": {"dead": True}, "Cassio": {"dead": True}}
    table = Table(**BUSY, Ben={"hand": ["I.5", "I.6"], "intrigue": 3, **ben}, tiles=tiles)
    for number, answer in enumerate(answers):
        table.play("Ben", "choose" if number else "reveal", **answer)
    assert table.asked == ("choose", ["Ben"])
    assert table.state.frames == (Reveals((1, 2, 0)), under_way)


def test_v1_a_miscue_waits_below_the_card_that_is_put_down() -> None:
    piles = {"script": ["I.9"], "staging": ["Revive", "Villainy"]}
    table = Table(**BUSY, Ben={"placed": "Miscue", "hand": ["I.5"]}, piles=piles).play("Ben", "reveal", target="Cal")
    miscue = Action(ActionKind.CARD, 1, "Miscue", Choices(target=2), Stage.EFFECT, taker=1, done=1)
    assert table.state.frames[1:] == (miscue, PutDown(2, reveal=False))
    table.play("Cal", "swap", card="I.7")
    assert table.state.frames[1] == PutDown(1, reveal=True)
