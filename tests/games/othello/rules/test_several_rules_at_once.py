"""Two to four rules at once, from the rulebooks: coins after a reveal, exits after a Miscue, cards without effect, and
the first to interrupt.
"""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.vocabulary import Owed
from tests.games.othello.rules.table import Json, Table

SEIZER: Json = {"placed": "Seize", "intrigue": 1}
IAGO: Json = {"coins": {"Iago": 1}}
SAFE: Json = {"coins": {"Desdemona": 1}}
GONE: Json = {"placed": None, "done": True}
FOUR = {"Ann": "I.1", "Bea": "I.7", "Cal": "I.3", "Dot": "I.4"}


def four(**keys: Any) -> Table:
    """Ann is the Lead; Bea, Cal, Dot and Ann reveal in this order."""
    seats = {name: {"placed": card} | keys.pop(name, {}) for name, card in FOUR.items()}
    return Table("Ann Bea Cal Dot", **{"lead": "Ann"} | keys, **seats)


def last(**keys: Any) -> Table:
    """Ann, the Lead, is the only one who has not revealed."""
    order: Json = {"order": ["Bea", "Cal", "Dot", "Ann"], "turn": "Ann"}
    return four(**{"Bea": GONE, "Cal": GONE, "Dot": GONE} | order | keys)


def wounds(table: Table, character: str = "Cassio") -> int:
    return table.state.wounds[character]


def wounds_cassio(table: Table, name: str) -> bool:
    """Return True if a player's Iago coin wounds Cassio now."""
    before = wounds(table)
    table.play(name, "coin", coin="Iago", on="Cassio").everybody_passes()
    return wounds(table) == before + 1


# --- O1 with Z4, L1, J1, I3, N1


def test_o1_j1_the_lead_taken_after_a_seized_reveal_changes_no_order() -> None:
    table = four(Bea={"coins": {"Othello": 1}}, Cal=SEIZER).play("Bea", "reveal").play("Cal", "seize")
    table.play("Bea", "coin", coin="Othello")
    assert (table.lead, table.asked) == ("Bea", ("reveal", ["Dot"]))
    table.play("Dot", "reveal").play("Ann", "reveal").everybody_passes()
    assert table.seat("Ann").intrigue == 1  # K8: in the company by now, she exits with an Iago card


def test_o1_l1_a_coin_after_a_reveal_can_be_blocked_and_the_next_player_goes_on() -> None:
    table = four(Bea=IAGO, Dot={"spotlight": 1}).play("Bea", "reveal").play("Dot", "pass")
    table.play("Bea", "coin", coin="Iago", on="Cassio").play("Dot", "spotlight")
    assert (wounds(table), table.asked) == (0, ("reveal", ["Cal"]))


def test_o1_i3_a_farther_player_who_improvises_does_not_end_the_moment() -> None:
    table = four(Bea=IAGO, Dot={"intrigue": 1, "hand": ["I.6"]}).play("Bea", "reveal")
    table.play("Dot", "improv", way="face-down", give="I.6").everybody_passes()
    assert wounds_cassio(table, "Bea")


def test_o1_n1_a_protected_player_uses_a_coin_that_nobody_can_block() -> None:
    table = four(Bea={"coins": {"Iago": 1, "Desdemona": 1}}, Dot={"spotlight": 1}).play("Bea", "reveal")
    table.play("Bea", "protect", with_="desdemona").play("Bea", "coin", coin="Iago", on="Cassio")
    assert (wounds(table), table.seat("Dot").spotlight) == (1, 1)


def test_o2_one_iago_coin_before_and_after_the_reveal_together() -> None:
    table = four(Bea={"coins": {"Iago": 2}}).play("Bea", "coin", coin="Iago", on="Cassio").play("Bea", "reveal")
    assert "coin.iago-used" in table.forbidden("Bea", "coin", coin="Iago", on="Cassio")
    assert not table.offers("Bea", "coin")


def test_o6_o3_a_coin_taken_by_a_coin_after_the_reveal_is_used_at_once() -> None:
    table = four(Bea={"coins": {"Emilia": 1}}, Ann={"coins": {"Othello": 1}}).play("Bea", "reveal")
    table.play("Bea", "coin", coin="Emilia", target="Ann", take="Othello").play("Bea", "coin", coin="Othello")
    assert (table.lead, table.asked) == ("Bea", ("reveal", ["Cal"]))


def test_e1_o1_a_coin_counts_after_an_exit_too() -> None:
    assert wounds_cassio(four(Bea=IAGO).play("Bea", "exit"), "Bea")


@pytest.mark.parametrize("how", ["reveal", "exit"])
def test_g7_a_kill_after_the_last_reveal_counts_in_the_final_scene_of_the_game(how: str) -> None:
    keys: Json = {"act": 5, "marker": "final-scene", "scene": 4, "last_scene": 4, "tiles": {"Bianca": {"wounds": 2}}}
    table = last(**keys, Ann=IAGO | {"placed": "V.5"}).play("Ann", how).play("Ann", "coin", coin="Iago", on="Bianca")
    assert (table.over, table.seat("Ann").wounds) == (True, 3)


def test_t4_z2_the_seized_player_kills_before_the_act_is_over() -> None:
    keys: Json = {"act": 2, "marker": "final-scene", "scene": 3, "last_scene": 3, "turn": "Dot"}
    table = last(**keys, Dot=IAGO | {"placed": "II.1"}, Ann=SEIZER).play("Dot", "reveal").play("Ann", "seize")
    table.play("Dot", "coin", coin="Iago", on="Montano")
    assert (table.seat("Dot").wounds, table.state.act) == (1, 2)


def test_t1_t5_a_full_curtain_before_its_half_leaves_the_moment() -> None:
    table = last(Ann=IAGO | {"placed": "I.12"}).play("Ann", "reveal")
    assert (table.asked, table.seat("Ann").intrigue) == (("after-reveal", ["Ann"]), 0)
    assert wounds_cassio(table, "Ann")


def test_o1_the_last_one_with_a_card_has_the_moment_not_the_last_seat() -> None:
    table = last(Dot=IAGO | {"placed": "I.4", "done": False}, turn="Dot", Ann={"placed": None}).play("Dot", "reveal")
    assert table.asked == ("after-reveal", ["Dot"])


# --- A2 with E1, Z1, J14, T3


def miscued(**keys: Any) -> Table:
    """Bea's Miscue made Dot put down another card; Bea, who holds Take the Lead and the cards she drew, continues."""
    bea: Json = {"placed": "Miscue", "hand": ["Take the Lead"]} | keys.pop("Bea", {})
    piles: Json = {"staging": ["Exchange", "Exchange"], "script": ["I.10", "I.5"]}
    table = four(Bea=bea, Dot={"hand": ["I.6"]}, piles=piles, **keys).play("Bea", "reveal", target="Dot")
    return table.everybody_passes().play("Dot", "swap", card="I.6")


def test_a2_e1_o1_after_that_exit_a_coin_counts() -> None:
    table = miscued(Bea=IAGO).play("Bea", "exit", card="Take the Lead")
    assert (table.seat("Bea").intrigue, table.lead, table.asked) == (1, "Ann", ("reveal", ["Cal"]))
    assert wounds_cassio(table, "Bea")


def test_a2_e1_t3_not_with_a_curtain_card() -> None:
    assert "exit.curtain" in miscued(Bea={"hand": ["I.9"]}).forbidden("Bea", "exit", card="I.9")


def test_a2_z3_the_card_put_down_after_a_miscue_is_seized_and_brings_no_exit_token() -> None:
    table = miscued(Bea={"hand": ["Revive"]}, Ann=SEIZER).play("Bea", "swap", card="Revive").play("Ann", "seize")
    assert (table.seat("Ann").spotlight, table.seat("Bea").intrigue) == (1, 0)


def test_a2_p7_the_draw_goes_by_the_card_that_left_after_the_miscue() -> None:
    table = miscued(Bea={"hand": ["I.8"]}).play("Bea", "exit", card="I.8")
    assert table.seat("Bea").owes is Owed.STAGING


# --- J14 with L1, Z1, N1, O2


def test_j14_l1_a_blocked_card_that_could_do_nothing_brings_no_token() -> None:
    table = four(Bea={"placed": "Revive"}, Ann={"spotlight": 1}).play("Bea", "reveal").play("Ann", "spotlight")
    assert (table.seat("Bea").intrigue, table.seat("Ann").spotlight) == (0, 0)


@pytest.mark.parametrize("card", ["Seize", "No Drama"])
def test_j14_z1_l1_a_seize_or_no_drama_that_does_nothing_can_be_neither_seized_nor_blocked(card: str) -> None:
    table = four(Bea={"placed": card}, Cal=SEIZER, Ann={"spotlight": 1}).play("Bea", "reveal")
    assert (table.seat("Bea").intrigue, table.asked) == (1, ("reveal", ["Cal"]))


def test_j14_e1_n1_a_card_that_its_player_can_no_longer_pay_for_is_exited_with() -> None:
    bea: Json = {"placed": "Revive", "intrigue": 3, "hand": ["No Drama", "I.6"]}
    table = four(Bea=bea, Cal={"spotlight": 1}, tiles={"Cassio": {"dead": True}}).play("Bea", "reveal")
    table.play("Bea", "protect", with_="no-drama")
    assert (table.seat("Bea").intrigue, table.asked) == (3, ("reveal", ["Cal"]))
    assert table.happened(e.Exited) == [e.Exited(1, "Revive")]


def test_j14_e1_n1_so_is_one_whose_targets_are_all_protected_by_then() -> None:
    bea, ann = {"placed": "Exchange", "hand": ["I.6"]}, {"hand": ["I.8"]} | SAFE
    table = four(Bea=bea, Ann=ann, Cal={"spotlight": 1}).play("Bea", "reveal")
    table.play("Ann", "protect", with_="desdemona").play("Cal", "pass")
    assert (table.seat("Bea").intrigue, table.asked) == (1, ("reveal", ["Cal"]))


def test_j8_n1_but_a_card_that_its_target_has_undone_is_spent() -> None:
    bea, ann = {"placed": "Exchange", "hand": ["I.6"]}, {"hand": ["I.8"]} | SAFE
    table = four(Bea=bea, Ann=ann).play("Bea", "reveal", target="Ann").play("Ann", "protect", with_="desdemona")
    assert (table.seat("Bea").intrigue, table.asked) == (0, ("reveal", ["Cal"]))


# --- V1 with J12, Z5, L1, A2


def test_v1_z1_whose_seize_lost_to_a_spotlight_seizes_the_next_card() -> None:
    table = four(Cal={"spotlight": 1}, Dot=SEIZER).play("Bea", "reveal").play("Dot", "seize")
    assert (table.asked, table.seat("Dot").intrigue) == (("window", ["Cal"]), 1)
    table.play("Cal", "spotlight").play("Cal", "reveal").play("Dot", "seize")
    assert [event.victim for event in table.happened(e.Seized)] == [2]


def test_v1_v2_a_waiting_claim_wins_when_the_closer_player_reveals() -> None:
    table = four(Cal={"spotlight": 1}, Dot=SEIZER).play("Bea", "reveal").play("Dot", "seize").play("Cal", "reveal")
    assert [event.player for event in table.happened(e.Seized)] == [3]


def test_v1_n1_protection_against_the_closest_costs_the_farther_nothing() -> None:
    table = four(Bea=SAFE, Cal={"spotlight": 1}, Dot=SEIZER).play("Bea", "reveal").play("Dot", "seize")
    table.play("Cal", "spotlight").play("Bea", "protect", with_="desdemona")
    assert (table.seat("Cal").spotlight, table.seat("Dot").intrigue, table.pile("Bea")) == (0, 1, ["I.7"])
    assert table.seat("Dot").placed == "Seize"


def test_v1_p5_a_seat_that_has_revealed_is_the_farthest_with_its_spotlight() -> None:
    table = four(turn="Cal", Bea=GONE | {"spotlight": 1}, Ann=SEIZER).play("Cal", "reveal").play("Bea", "spotlight")
    assert table.asked == ("window", ["Ann"])
    assert table.play("Ann", "seize").seat("Bea").spotlight == 1


def test_v1_k4_no_spotlight_is_asked_for_before_a_conspiracy() -> None:
    table = four(Bea={"placed": "I.5"}, Cal={"spotlight": 1}, Dot=SEIZER).play("Bea", "reveal")
    assert table.asked == ("window", ["Dot"])


def test_v1_i3_a_seize_improvised_after_the_placement_goes_before_a_farther_spotlight() -> None:
    table = four(Cal={"intrigue": 2, "hand": ["Seize"]}, Dot={"spotlight": 1})
    table.play("Cal", "improv", way="face-down", give="Seize").play("Dot", "pass").play("Bea", "reveal")
    table.play("Dot", "spotlight").play("Cal", "seize")
    assert (table.pile("Cal"), table.seat("Dot").spotlight) == (["I.7"], 1)


def test_v1_a3_the_intrigue_of_a_waiting_seize_pays_for_no_no_drama() -> None:
    dot: Json = SEIZER | {"hand": ["No Drama"]}
    table = four(Cal={"spotlight": 1}, Dot=dot).play("Bea", "reveal").play("Dot", "seize")
    assert "protect.no-intrigue" in table.forbidden("Dot", "protect", with_="no-drama")
