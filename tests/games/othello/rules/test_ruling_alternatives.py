"""The alternative answers to the questions that the rulebook leaves open (J), each by its name."""

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.othello.model import events as e
from companion.othello.model.cards import Role
from companion.othello.model.ruleset import load_edition
from companion.othello.model.vocabulary import Marker, Owed, Phase
from tests.games.othello.rules.table import DECK, Json, Table, card

SEIZER: Json = {"placed": "Seize", "intrigue": 1}
SAFE: Json = {"coins": {"Desdemona": 1}}
FOUR = "Ann Ben Cal Dot"


def ruled(players: str = "Ann Ben Cal", **keys: Any) -> Table:
    """Return a table with other rulings, given as `J1="new-lead-last"`; Ann is the Lead in the reveal of Act I."""
    rulings = {key: keys.pop(key) for key in list(keys) if key.startswith("J")}
    return Table(players, **{"rulings": rulings, **keys})


def test_j1_rulings_are_kept_by_the_position_and_defaults_need_not_be_named() -> None:
    table = ruled(J1="new-lead-last", J2="staging-at-once")
    assert table.position["rulings"] == {"J1": "new-lead-last"}
    assert table.state.rules.rulings["J2"] == "staging-at-once"


def test_j1_an_answer_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="fixed-order, new-lead-last"):
        load_edition("2024", rulings={"J1": "youngest-first"})


# --- J1 new-lead-last ---


def test_j1_new_lead_last_an_othello_coin_before_ones_reveal_puts_it_off() -> None:
    ben: Json = {"placed": "I.1", "coins": {"Othello": 1}}
    seats: Json = {"Ann": {"placed": "I.7"}, "Ben": ben, "Cal": {"placed": "I.3"}, "Dot": {"placed": "I.4"}}
    table = ruled(FOUR, J1="new-lead-last", **seats).play("Ben", "coin", coin="Othello")
    order = []
    while table.state.phase is Phase.REVEAL:
        order += table.asked[1]
        table.play(order[-1], "reveal").everybody_passes().nobody_acts()
    assert (table.lead, order) == ("Ben", ["Cal", "Dot", "Ann", "Ben"])


def test_j1_new_lead_last_who_has_revealed_does_not_reveal_again() -> None:
    table = ruled(J1="new-lead-last", Ann={"placed": "I.7"}, Ben={"placed": "Take the Lead"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    assert table.asked == ("reveal", ["Cal"])
    assert table.play("Cal", "reveal").asked == ("reveal", ["Ann"])


def test_j1_new_lead_last_the_tile_given_to_someone_still_to_reveal() -> None:
    ben: Json = {"placed": "Take the Lead", "coins": {"Othello": 1}}
    seats: Json = {"Ann": {"placed": "I.7"}, "Ben": ben, "Cal": {"placed": "I.3"}, "Dot": {"placed": "I.4"}}
    table = ruled(FOUR, lead="Ben", order=["Ben", "Cal", "Dot", "Ann"], J1="new-lead-last", **seats)
    table.play("Ben", "reveal", target="Cal")
    assert table.happened(e.Reordered) == [e.Reordered((1, 3, 0, 2))]
    assert table.asked == ("reveal", ["Dot"])


# --- J2 ---


def drawing(pile: str, **keys: Any) -> Table:
    """Ben draws the last card of a pile that has discards."""
    script, staging = ["I.10", "I.8"], ["Miscue", "Exchange"]
    piles = {"script": script, "script_discard": ["I.7"], "staging": staging, "staging_discard": ["Revive", "Seize"]}
    piles |= {"staging": ["Miscue"]} if pile == "staging" else {"script": ["I.10"]}
    return ruled("Ann Ben", phase="draw", piles=piles, Ben={"owes": pile}, **keys)


def test_j2_lazy_staging_discards_wait_for_the_next_draw() -> None:
    table = drawing("staging", J2="lazy")
    assert (table.state.staging, table.state.staging_discard) == ([], ["Revive", "Seize"])
    again = drawing("staging", J2="lazy", Ann={"owes": "staging"})
    assert (len(again.state.staging), again.state.staging_discard) == (1, [])


def test_j2_lazy_the_emptying_counts_when_it_happens() -> None:
    table = drawing("staging", J2="lazy", marker="script-empty")
    assert table.state.marker == Marker.STAGING_EMPTY


def test_j2_eager_script_discards_are_shuffled_in_at_once_too() -> None:
    table = drawing("script", J2="eager")
    assert (table.state.script, table.state.script_discard) == (["I.7"], [])
    assert table.state.marker == Marker.SCRIPT_EMPTY


def test_j2_eager_staging_discards_as_ever() -> None:
    assert sorted(drawing("staging", J2="eager").state.staging) == ["Revive", "Seize"]


# --- J3 to J6 ---


def test_j3_both_a_printed_coin_and_that_of_the_character_are_paid() -> None:
    table = ruled(J3="both", order=["Ann", "Ben", "Cal"], Ann={"placed": "I.2"}, Ben={"placed": "I.3"})
    assert table.play("Ann", "reveal").seat("Ann").coins == {"Iago": 2}


@pytest.mark.parametrize("stopped", [None, "seize", "spotlight"])
def test_j5_draw_phase_an_exchange_from_the_hand_is_replaced_then(stopped: str | None) -> None:
    seats: Json = {
        "Ann": {"done": True},
        "Ben": {"placed": "I.4", "hand": ["Exchange", "I.7"]},
        "Cal": {"placed": "Seize", "intrigue": 1, "spotlight": 1, "hand": ["I.5"]},
    }
    piles = {"script": ["I.10", "I.6"], "staging": ["Miscue", "Revive", "Villainy", "Revive"]}
    table = ruled(J5="draw-phase", **seats, piles=piles)
    table.play("Ben", "from-hand", card="Exchange", target="Cal", look=False, give="I.7")
    if stopped:
        table.play("Cal", stopped)
    table.everybody_passes()
    assert len(table.seat("Ben").hand) == 1
    assert table.seat("Ben").owes_more == 1
    table.play("Ben", "reveal").everybody_passes()
    if table.state.scene == 1:
        table.play("Cal", "exit")
    assert (table.state.scene, len(table.seat("Ben").hand)) == (2, 3)
    assert table.seat("Ben").owes_more == 0


def test_j6_immediate_a_limit_lowered_to_the_wounds_there_kills() -> None:
    table = ruled(J6="immediate", tiles={"Cassio": {"wounds": 4}}, Ben={"placed": "Villainy"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal", cut={"Cassio": 1})
    assert (set(table.state.dead), table.seat("Ben").wounds) == ({"Cassio"}, 4)


def test_j6_immediate_a_limit_above_them_does_not() -> None:
    table = ruled(J6="immediate", tiles={"Cassio": {"wounds": 3}}, Ben={"placed": "Villainy"}, Cal={"placed": "I.3"})
    assert table.play("Ben", "reveal", cut={"Cassio": 1}).state.dead == frozenset()


# --- J7 revealer ---


def curtain(**keys: Any) -> Table:
    """Ben, of the company, reveals the half curtain of the company; Ann, the Lead, seizes it."""
    table = ruled(Ann=SEIZER, Ben={"placed": "I.9"}, Cal={"placed": "I.3"}, piles={"script": ["I.10"]}, **keys)
    return table.play("Ben", "reveal").play("Ann", "seize")


def test_j7_revealer_a_seized_curtain_falls_by_the_role_that_revealed_it() -> None:
    table = curtain(J7="revealer")
    assert (table.state.half_curtain, table.score("Ann").script) == (True, 2)
    usual = curtain()
    assert (usual.state.half_curtain, usual.score("Ann").script) == (False, 1)


# --- J8 refund ---


def test_j8_refund_the_spotlight_token_comes_back() -> None:
    table = ruled(J8="refund", Ann={"placed": "I.7", "spotlight": 1}, Ben={"placed": "I.4", **SAFE}, Cal={})
    table.play("Ben", "reveal").play("Ann", "spotlight").play("Ben", "protect", with_="desdemona")
    assert (table.pile("Ben"), table.seat("Ann").spotlight) == (["I.4"], 1)


def test_j8_refund_the_seize_lies_face_down_again_and_its_intrigue_is_back() -> None:
    table = ruled(J8="refund", Ann=SEIZER, Ben={"placed": "I.4", **SAFE}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal").play("Ann", "seize").play("Ben", "protect", with_="desdemona")
    ann = table.seat("Ann")
    assert (ann.placed, ann.revealed, ann.intrigue, ann.done) == ("Seize", False, 1, False)
    table.play("Cal", "reveal").play("Ann", "seize")
    assert table.pile("Ann") == ["I.3"]


def test_j8_refund_a_card_goes_back_to_the_hand_and_nothing_is_drawn_for_it() -> None:
    seats: Json = {"Ben": {"placed": "Take the Lead", "hand": ["I.4"]}, "Cal": {"placed": "I.3"}, "Ann": {**SAFE}}
    table = ruled(J8="refund", **seats).play("Ben", "reveal").play("Ann", "protect", with_="desdemona")
    ben = table.seat("Ben")
    assert (table.lead, sorted(ben.hand), ben.placed) == ("Ann", ["I.4", "Take the Lead"], None)
    assert (ben.done, ben.owes) == (True, None)


def test_j8_refund_an_exchange_from_the_hand_too() -> None:
    seats: Json = {"Ben": {"placed": "I.4", "hand": ["Exchange"]}, "Cal": {"placed": "I.3", "hand": ["I.5"], **SAFE}}
    table = ruled(J8="refund", **seats).play("Ben", "from-hand", card="Exchange")
    table.play("Cal", "protect", with_="desdemona")
    assert (table.seat("Ben").hand, table.seat("Ben").face_up) == (["Exchange"], [])


def test_j8_refund_and_a_coin() -> None:
    seats: Json = {"Ben": {"placed": "I.4", "coins": {"Othello": 1}}, "Cal": {"placed": "I.3"}, "Ann": {**SAFE}}
    table = ruled(J8="refund", **seats).play("Ben", "coin", coin="Othello")
    table.play("Ann", "protect", with_="desdemona")
    assert (table.lead, table.seat("Ben").coins) == ("Ann", {"Othello": 1})


def test_j8_refund_then_the_iago_coin_of_the_moment_may_still_be_used() -> None:
    ben: Json = {"placed": "Take the Lead", "coins": {"Iago": 1}}
    table = ruled(J8="refund", Ben=ben, Cal={"placed": "I.3"}, Ann=SAFE).play("Ben", "reveal")
    table.play("Ann", "protect", with_="desdemona").play("Ben", "coin", coin="Iago", on="Cassio")
    assert table.state.wounds["Cassio"] == 1


# --- J9, J10 ---


def test_j9_extra_a_cassio_coin_is_an_improv_besides() -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 1, "coins": {"Cassio": 2}}
    table = ruled(J9="extra", Ben=ben, Cal={"placed": "I.3"})
    for _ in range(2):
        table.play("Ben", "coin", coin="Cassio", improv={"way": "face-down", "give": table.seat("Ben").hand[0]})
    table.play("Ben", "improv", way="face-down", give="I.7")
    assert "improv.used" in table.forbidden("Ben", "improv", way="face-down", give="I.4")


def test_j9_extra_also_after_an_improv_that_was_paid_for() -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 1, "coins": {"Cassio": 1}}
    table = ruled(J9="extra", Ben=ben, Cal={"placed": "I.3"}).play("Ben", "improv", way="face-down", give="I.7")
    assert table.offers("Ben", "coin", coin="Cassio")
    table.play("Ben", "coin", coin="Cassio", improv={"way": "face-down", "give": "I.4"})
    assert table.seat("Ben").placed == "I.4"


def test_j10_before_reveal_phase_placed_cards_stay_once_the_reveal_has_begun() -> None:
    cal: Json = {"placed": "I.3", "hand": ["I.5"], "intrigue": 1, "coins": {"Cassio": 1}}
    table = ruled(J10="before-reveal-phase", Ben={"placed": "I.4"}, Cal=cal)
    assert not table.offers("Cal", "improv", way="face-down")
    assert table.forbidden("Cal", "improv", way="face-down", give="I.5") == {"improv.reveal-has-begun": ("J10",)}
    table.play("Ben", "reveal").everybody_passes()
    assert table.offers("Cal", "improv", way="hand")
    assert not table.offers("Cal", "improv", way="face-down")


def test_j10_before_reveal_phase_they_may_be_changed_until_then() -> None:
    cal: Json = {"placed": "I.3", "hand": ["I.5"], "intrigue": 1}
    table = ruled(J10="before-reveal-phase", phase="after-placement", Ben={"placed": "I.4"}, Cal=cal)
    assert table.play("Cal", "improv", way="face-down", give="I.5").seat("Cal").placed == "I.5"


def test_j10_before_reveal_phase_a_seize_is_still_swapped_in_against_a_miscue() -> None:
    cal: Json = {"placed": "I.3", "hand": ["Seize"], "intrigue": 2}
    table = ruled(J10="before-reveal-phase", Ben={"placed": "Miscue"}, Cal=cal).play("Ben", "reveal").window_closes()
    assert table.play("Cal", "improv", way="face-down", give="Seize").seat("Cal").spotlight == 1


# --- J11 scene ---


def reaching(placed: str, **keys: Any) -> Table:
    """Ben has played a card that nobody stopped, and it is Cal's turn; Ann has a Seize."""
    seats: Json = {"Ann": {**SEIZER}, "Ben": {"placed": placed}, "Cal": {"placed": "I.7"}}
    for name in seats:
        seats[name] |= keys.pop(name, {})
    table = ruled(J11="scene", **seats, **keys).play("Ben", "reveal").everybody_passes()
    return table.nobody_acts()


def test_j11_scene_a_script_card_of_the_scene_and_its_rewards_are_taken_over() -> None:
    table = reaching("I.3")
    assert table.offers("Ann", "seize", card="I.3")
    table.play("Ann", "seize", card="I.3")
    ann, ben = table.seat("Ann"), table.seat("Ben")
    assert (table.pile("Ann"), table.pile("Ben")) == (["I.3"], [])
    assert ((ann.intrigue, ann.coins), (ben.intrigue, ben.coins)) == ((1, {"Cassio": 1}), (0, {}))
    assert (ann.done, ann.owes, ben.owes) == (True, "staging", "choice")
    assert table.asked == ("reveal", ["Cal"])


def test_j11_scene_all_that_happens_then() -> None:
    table = reaching("I.3")
    before = len(table.story)
    table.play("Ann", "seize", card="I.3")
    assert table.story[before:] == [
        e.Paid(0, "intrigue", 1),
        e.Revealed(0, "Seize"),
        e.Seized(0, 1, "I.3"),
        e.Discarded(0, "Seize"),
        e.TurnEnded(0, Owed.STAGING),
        e.TakenOver(0, 1, "I.3", Role.LEAD),
        e.Paid(1, "intrigue", 1),
        e.Gained(0, "intrigue", 1),
        e.CoinTaken(0, 1, "Cassio"),
        e.TurnEnded(1, Owed.CHOICE),
    ]


def test_j11_scene_the_book_tells_who_took_what_and_in_which_role() -> None:
    table = reaching("I.3")
    count = len(table.game.events)
    table.play("Ann", "seize", card="I.3")
    told = [event for event in table.game.events[count:] if not isinstance(event, (e.Flow, e.Passed))]
    events = [
        e.Paid(0, "intrigue", 1),
        e.Revealed(0, "Seize"),
        e.Seized(0, 1, "I.3"),
        e.Discarded(0, "Seize"),
        e.TurnEnded(0, Owed.STAGING),
        e.TakenOver(0, 1, "I.3", Role.LEAD),
        e.Paid(1, "intrigue", 1),
        e.Gained(0, "intrigue", 1),
        e.CoinTaken(0, 1, "Cassio"),
        e.TurnEnded(1, Owed.CHOICE),
    ]
    assert [repr(event) for event in told] == [repr(event) for event in events]


def test_j11_scene_who_has_no_card_or_no_intrigue_for_it_is_not_shown_it() -> None:
    assert not reaching("I.3", Ann={"intrigue": 0}).offers("Ann", "seize", card="I.3")
    assert not reaching("I.3", Ann={"done": True}).offers("Ann", "seize", card="I.3")


def test_j11_scene_what_is_no_longer_there_comes_from_the_box() -> None:
    table = reaching("I.3", Ben={"hand": ["I.4"]}, Cal={"hand": ["I.5"]})
    supply = table.state.supply["Cassio"]
    table.play("Ben", "coin", coin="Cassio", improv={"way": "hand", "give": "I.4", "draw": "staging"})
    table.play("Ann", "seize", card="I.3").everybody_passes()
    assert (table.seat("Ann").coins, table.state.supply["Cassio"]) == ({"Cassio": 1}, supply)


@pytest.mark.parametrize("placed", ["I.6", "I.9"])
def test_j11_scene_not_what_wounds_kills_or_is_a_curtain(placed: str) -> None:
    table = reaching(placed)
    assert not table.offers("Ann", "seize", card=placed)
    assert table.forbidden("Ann", "seize", card=placed) == {"seize.not-handed-over": ("J11",)}


def test_j11_scene_nor_staging_cards_which_have_happened() -> None:
    table = reaching("Take the Lead")
    assert "seize.not-of-this-scene" in table.forbidden("Ann", "seize", card="Take the Lead")


def test_j11_scene_nor_cards_of_an_earlier_scene() -> None:
    table = reaching("I.3", Ben={"scored": ["I.4"]})
    assert table.forbidden("Ann", "seize", card="I.4") == {"seize.not-of-this-scene": ("J11",)}


def test_j11_scene_only_who_reveals_later() -> None:
    seats: Json = {"Ann": {"placed": "I.1"}, "Ben": {**SEIZER, "done": True}, "Cal": {"placed": "I.3"}}
    table = ruled(J11="scene", turn="Cal", **seats).play("Cal", "reveal").everybody_passes()
    assert "seize.earlier-in-order" in table.forbidden("Ben", "seize", card="I.3")


def test_j11_scene_the_player_may_protect_themself() -> None:
    table = reaching("I.3", Ben=SAFE).play("Ann", "seize", card="I.3")
    assert table.asked == ("protect", ["Ben"])
    table.play("Ben", "protect", with_="desdemona")
    assert (table.pile("Ben"), table.seat("Ann").done) == (["I.3"], True)


def test_j11_scene_a_protected_player_keeps_it() -> None:
    table = reaching("I.3", Ben=SAFE).play("Ben", "protect", with_="desdemona")
    assert not table.offers("Ann", "seize", card="I.3")
    assert table.forbidden("Ann", "seize", card="I.3") == {"seize.protected": ("N1",)}


def test_j11_scene_the_open_window_is_as_ever() -> None:
    table = reaching("I.3").play("Cal", "reveal")
    assert not table.offers("Ann", "seize", card="I.3")
    assert table.play("Ann", "seize").pile("Ann") == ["I.7"]


def test_j11_without_it_no_card_is_named() -> None:
    table = Table(Ann=SEIZER, Ben={"placed": "I.3"}, Cal={"placed": "I.7"}).play("Ben", "reveal").everybody_passes()
    assert table.forbidden("Ann", "seize", card="I.3") == {"seize.no-reaching-back": ("J11",)}
    assert not table.offers("Ann", "seize", card="I.3")


def test_j11_scene_the_handkerchief_changes_hands_once_more() -> None:
    deck = [*DECK, card("I.11", "Brabantio confronts Othello", 1, handkerchief=True)]
    table = reaching("I.11", deck=deck).play("Ann", "seize", card="I.11")
    assert table.state.handkerchief == 0
    assert table.happened(e.HandkerchiefTaken) == [e.HandkerchiefTaken(1, -1), e.HandkerchiefTaken(0, 1)]


def test_j11_scene_a_handkerchief_that_the_card_did_not_bring_stays() -> None:
    table = reaching("I.3", Ben={"handkerchief": True}).play("Ann", "seize", card="I.3")
    assert table.state.handkerchief == 1


# --- J13 ---


def test_j13_before_exchange_comes_to_the_same_for_trading_changes_no_score() -> None:
    keys: Json = {"phase": "intermission", "Ann": {"intrigue": 4}, "Ben": {"spotlight": 1}, "Cal": {"spotlight": 2}}
    tables = [ruled(J13=name, **keys) for name in ("after-exchange", "before-exchange")]
    leads = []
    for table in tables:
        points = table.points()
        table.play("Ann", "trade", give="intrigue").play("Cal", "trade", give="spotlight")
        assert table.points() == points
        leads.append(table.play(None, "next-act").lead)
    assert leads == ["Ben", "Ben"]


@pytest.mark.parametrize(
    ("ruling", "name"),
    [(ruling, name) for ruling, names in load_edition("2024").answers.items() for name in names],
)
def test_j4_every_answer_of_every_ruling_can_be_chosen_in_every_edition(ruling: str, name: str) -> None:
    for edition in ("2022", "2024", "2024-first"):
        assert Table(edition=edition, rulings={ruling: name}).state.rules.rulings[ruling] == name
    with pytest.raises(InputError):
        Table(rulings={ruling: f"not-{name}"})


# --- J14 exit-only ---


@pytest.mark.parametrize(
    ("placed", "code"),
    [
        ("Seize", "reveal.seize"),
        ("No Drama", "no-drama.no-intrigue"),
        ("Revive", "revive.nobody-dead"),
        ("Exchange", "exchange.no-target"),
        ("Miscue", "miscue.no-target"),
        ("Take the Lead", "take-the-lead.protected"),
    ],
)
def test_j14_exit_only_a_staging_card_that_can_do_nothing_is_only_exited_with(placed: str, code: str) -> None:
    ann: Json = {"placed": "I.1", "protected": True}
    table = ruled(J14="exit-only", Ann=ann, Ben={"placed": placed}, Cal={"placed": "I.3"})
    assert code in table.forbidden("Ben", "reveal")
    table.play("Ben", "exit")
    assert (table.seat("Ben").intrigue, table.state.staging_discard) == (1, [placed])


def test_j14_exit_only_the_card_put_down_after_a_miscue_is_exited_with_at_once() -> None:
    seats: Json = {"Ben": {"placed": "Miscue", "hand": ["Revive"]}, "Cal": {"placed": "I.3", "hand": ["I.5"]}}
    table = ruled(J14="exit-only", Ann=SEIZER, **seats, piles={"script": ["I.10"], "staging": ["Seize", "Exchange"]})
    table.play("Ben", "reveal").play("Ann", "pass").play("Cal", "swap", card="I.5").play("Ben", "swap", card="Revive")
    assert (table.seat("Ben").intrigue, table.asked) == (1, ("reveal", ["Cal"]))


def test_j14_exit_only_a_card_that_has_become_unplayable_is_discarded_for_nothing() -> None:
    ben: Json = {"placed": "Revive", "intrigue": 3, "hand": ["No Drama"]}
    keys: Json = {"J14": "exit-only", "tiles": {"Brabantio": {"dead": True}}}
    table = ruled(Ann=SEIZER, Ben=ben, Cal={"placed": "I.3"}, **keys)
    table.play("Ben", "reveal").play("Ann", "seize").play("Ben", "protect", with_="no-drama")
    assert (table.seat("Ben").intrigue, table.state.staging_discard) == (2, ["Seize", "Revive"])


# --- J27 seize-first ---


def test_j27_seize_first_a_seize_goes_before_a_spotlight_whoever_was_faster() -> None:
    seats: Json = {"Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3", "spotlight": 1}, "Dot": SEIZER}
    table = ruled(FOUR, J27="seize-first", Ann={"placed": "I.1"}, **seats)
    table.play("Ben", "reveal").play("Cal", "spotlight").play("Dot", "seize")
    assert table.pile("Dot") == ["I.4"]
    assert table.seat("Cal").spotlight == 1


def test_j27_seize_first_a_spotlight_goes_when_nobody_seizes() -> None:
    seats: Json = {"Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3", "spotlight": 1}, "Dot": SEIZER}
    table = ruled(FOUR, J27="seize-first", Ann={"placed": "I.1"}, **seats)
    table.play("Ben", "reveal").play("Cal", "spotlight")
    assert table.asked == ("window", ["Dot"])
    assert table.play("Dot", "pass").state.script_discard == ["I.4"]


def test_j27_seize_first_nobody_is_asked_for_a_spotlight_after_a_seize() -> None:
    seats: Json = {"Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3", "spotlight": 1}, "Dot": SEIZER}
    table = ruled(FOUR, J27="seize-first", Ann={"placed": "I.1"}, **seats).play("Ben", "reveal").play("Dot", "seize")
    assert table.pile("Dot") == ["I.4"]


# --- J7 full ---


def seized_curtain(name: str, by: str, **keys: Any) -> Table:
    """Ann is the Lead; `by` seizes a curtain card that Ben has revealed."""
    seats: Json = {"Ann": {"placed": "I.1"}, "Ben": {"placed": name}, "Cal": {"placed": "I.3"}}
    return ruled(**keys, **(seats | {by: SEIZER})).play("Ben", "reveal").play(by, "seize")


@pytest.mark.parametrize(("name", "points"), [("I.9", 2), ("I.12", 3)])
@pytest.mark.parametrize("by", ["Ann", "Cal"])
def test_j7_full_a_seized_curtain_card_counts_the_larger_of_its_values(name: str, points: int, by: str) -> None:
    table = seized_curtain(name, by, J7="full", half_curtain=True)
    assert table.score(by).script == points


@pytest.mark.parametrize(("name", "by", "falls"), [("I.9", "Cal", True), ("I.9", "Ann", False)])
def test_j7_full_the_curtain_falls_by_the_seizers_role(name: str, by: str, falls: bool) -> None:
    assert seized_curtain(name, by, J7="full").state.half_curtain is falls


def test_j7_full_a_curtain_card_that_nobody_seized_counts_by_its_players_role() -> None:
    table = ruled(J7="full", marker="script-empty", Ann={"placed": "I.9"}, order=["Ann", "Ben", "Cal"])
    assert table.play("Ann", "reveal").score("Ann").script == 1
