"""A scene and its four phases (P)."""

import pytest

from companion.core.verdict import Reason
from companion.othello.model import events as e
from companion.othello.model.answers import Do
from companion.othello.model.cards import Pile
from companion.othello.model.game import Chance, Dealer, Unseen
from companion.othello.rules.legality.reasons import card_reasons
from tests.games.othello.rules.table import DECK, Json, Table, card

FOUR = "Ann Ben Cal Dot"


# --- before, during and after placement ---


def test_p1_a_scene_goes_from_pre_placement_by_placement_and_reveal_to_the_draw() -> None:
    coins = {"coins": {"Emilia": 1}}
    table = Table("Ann Ben", phase="pre-placement", Ann={"hand": ["I.1"], **coins}, Ben={"hand": ["I.3"], **coins})
    kinds = [table.asked[0]]
    table.nobody_acts()
    kinds.append(table.asked[0])
    table.play("Ann", "place", card="I.1").play("Ben", "place", card="I.3")
    kinds.append(table.asked[0])
    table.nobody_acts()
    kinds.append(table.asked[0])
    table.play("Ben", "reveal").play("Ann", "reveal")
    kinds.append(table.asked[0])
    table.play("Ann", "pass")
    assert kinds == ["pre-placement", "placement", "after-placement", "reveal", "after-reveal"]
    assert [event.player for event in table.happened(e.Drew)] == [0, 1]
    assert (table.state.phase, table.state.scene) == ("pre-placement", 2)


def test_p2_before_placement_the_players_are_asked_clockwise_from_the_leads_left() -> None:
    table = Table(
        phase="pre-placement", lead="Ben", Ann={"hand": ["I.1"]}, Ben={"hand": ["I.3"]}, Cal={"hand": ["I.4"]}
    )
    order = []
    while table.decision.kind == "pre-placement":
        order += table.asked[1]
        table.play(order[-1], "pass")
    assert order == ["Cal", "Ann", "Ben"]
    assert table.asked[0] == "placement"


def test_p2_a_player_may_play_any_number_of_coins_before_placement() -> None:
    table = Table(
        phase="pre-placement",
        Ben={"hand": ["I.3"], "coins": {"Iago": 1, "Roderigo": 2}},
        Cal={"hand": ["I.4"]},
    )
    table.play("Ben", "coin", coin="Iago", on="Othello")
    table.play("Ben", "coin", coin="Roderigo", target="Cal", look=False, take="I.4", give="I.3")
    table.play("Ben", "coin", coin="Roderigo", target="Cal", look=False, take="I.3", give="I.4")
    assert table.seat("Ben").coins == {}
    assert table.asked == ("pre-placement", ["Ben"])


def test_p2_out_of_turn_a_coin_waits_until_those_before_have_passed() -> None:
    table = Table(phase="pre-placement", Ben={"hand": ["I.3"]}, Cal={"hand": ["I.4"], "coins": {"Iago": 1}})
    table.play("Cal", "coin", coin="Iago", on="Othello")
    assert table.happened(e.Passed) == [e.Passed(1, inferred=True)]
    assert table.asked == ("pre-placement", ["Cal"])
    table.forbidden("Ben", "pass")


def test_p3_everybody_places_one_card_from_the_hand_in_any_order() -> None:
    table = Table(phase="placement", Ann={"hand": ["I.1", "Seize"]}, Ben={"hand": ["I.3"]}, Cal={"hand": ["I.4"]})
    assert table.asked == ("placement", ["Ben", "Cal", "Ann"])
    table.play("Ann", "place", card="Seize").play("Cal", "place", card="I.4")
    assert table.asked == ("placement", ["Ben"])
    assert table.seat("Ann").placed == "Seize"
    assert table.seat("Ann").hand == ["I.1"]


@pytest.mark.parametrize(
    ("card", "keys", "where"),
    [
        ("I.4", {"Ben": {"scored": ["I.3", "I.4"]}}, "in the scoring pile of Ben"),
        ("I.4", {"Ben": {"hand": ["I.3", "I.4"]}}, "with Ben"),
        ("I.4", {"Ben": {"placed": "I.4"}}, "with Ben"),
        ("I.4", {"set_aside": ["I.4"]}, "set aside"),
        ("I.4", {"piles": {"script": 1, "script_discard": ["I.4"]}}, "in the discard pile"),
        ("I.4", {"piles": {"script": ["I.4"]}}, "in the draw pile"),
        ("II.1", {}, "a card of another act"),
        ("I.4", {"piles": {"script": 3}, "Ben": {"hand": ["I.3", "?script"]}}, None),
        ("Seize", {"Ben": {"hand": ["Seize"]}}, None),
    ],
)
def test_c2_a_card_that_is_known_to_be_elsewhere_is_none_of_the_unknown_ones(
    card: str, keys: Json, where: str | None
) -> None:
    table = Table(phase="placement", **{"Ann": {"hand": ["?script", "?staging"]}, "Cal": {"hand": ["?"]}, **keys})
    found = [Reason("place.elsewhere", ("C2",), f"{card} is {where}.")] if where else []
    assert card_reasons(table.state, 0, card, Do.PLACE) == found


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("I.1", None),
        ("I.99", Reason("swap.no-such-card", ("C2", "C4"), "There is no card I.99 in this deck.")),
        ("Hamlet", Reason("swap.no-such-card", ("C2", "C4"), "There is no card Hamlet in this deck.")),
        ("I.3", Reason("swap.not-in-hand", ("P3",), "Ann does not hold I.3.")),
        ("Seize", Reason("swap.not-in-hand", ("P3",), "Ann does not hold Seize.")),
    ],
)
def test_p3_a_card_comes_from_the_hand(card: str, reason: Reason | None) -> None:
    table = Table(phase="placement", Ann={"hand": ["I.1"]}, Ben={"hand": ["?"]})
    assert card_reasons(table.state, 0, card, Do.SWAP) == ([reason] if reason else [])


def test_p3_the_card_that_one_has_placed_oneself_may_be_named_again() -> None:
    table = Table(phase="placement", Ann={"hand": ["?script"], "placed": "I.4"}, Ben={"hand": ["?"]})
    assert card_reasons(table.state, 0, "I.4", Do.PLACE) == []


def test_p3_a_card_that_is_not_in_the_hand_cannot_be_placed() -> None:
    table = Table(phase="placement", Ann={"hand": ["I.1"]}, Ben={"hand": ["I.3"]}, Cal={"hand": ["I.4"]})
    assert table.forbidden("Ann", "place", card="I.3") == {"place.not-in-hand": ("P3",)}


@pytest.mark.parametrize(
    ("hand", "placed", "left"),
    [
        (["I.4", "Seize", "I.5", "Revive"], "?script", ["Seize", "?script", "Revive"]),
        (["I.4", "Seize", "I.5", "Revive"], "?staging", ["I.4", "I.5", "?staging"]),
        (["I.4", "Seize", "I.5", "Revive"], "?", ["?", "?", "?"]),
        (["I.4", "I.5", "I.6"], "?", ["?script", "?script"]),
        (["?", "?", "?"], "?", ["?", "?"]),
        (["?", "?", "?"], "?script", ["?", "?"]),
        (["?", "?script", "?staging"], "I.4", ["?", "?staging"]),
        (["?", "?staging", "Seize"], "I.4", ["?staging", "Seize"]),
    ],
)
def test_p3_what_is_known_of_a_hand_that_a_card_has_left(hand: list[str], placed: str, left: list[str]) -> None:
    table = Table(phase="placement", Ben={"hand": hand}, Cal={"hand": ["I.7"]}).play("Ben", "place", card=placed)
    assert (table.seat("Ben").placed, table.seat("Ben").hand) == (placed, left)


def test_p3_each_card_of_a_hand_is_offered_once() -> None:
    hands: Json = {"Ann": {"hand": ["I.5", "Seize", "Seize"]}, "Ben": {"hand": ["I.6"]}}
    table = Table(phase="placement", **hands)
    assert table.options == [
        {"by": "Ben", "do": "place", "card": "I.6"},
        {"by": "Ann", "do": "place", "card": "I.5"},
        {"by": "Ann", "do": "place", "card": "Seize"},
    ]


def test_p3_nobody_places_outside_the_placement_phase() -> None:
    table = Table(Ann={"placed": "I.1", "hand": ["I.2"]}, Ben={"placed": "I.3"})
    assert table.forbidden("Ann", "place", card="I.2") == {"place.not-now": ("P3",)}


def test_p3_until_all_have_placed_one_may_place_another_card_instead() -> None:
    table = Table(phase="placement", Ann={"hand": ["I.1", "I.2"]}, Ben={"hand": ["I.3"]}, Cal={"hand": ["I.4"]})
    table.play("Ann", "place", card="I.1").play("Ann", "place", card="I.2")
    assert table.seat("Ann").placed == "I.2"
    assert table.seat("Ann").hand == ["I.1"]


def test_p3_placing_asks_nobody_to_react() -> None:
    table = Table(
        phase="placement", Ann={"hand": ["I.1"]}, Ben={"hand": ["I.3"], "spotlight": 2}, Cal={"hand": ["I.4"]}
    )
    table.play("Ann", "place", card="I.1")
    assert table.asked[0] == "placement"
    table.forbidden("Ben", "spotlight")


def test_p4_after_placement_coins_may_be_played_from_the_leads_left() -> None:
    table = Table(
        phase="placement",
        Ann={"hand": ["I.1", "I.2"]},
        Ben={"hand": ["I.3"], "coins": {"Iago": 1}},
        Cal={"hand": ["I.4"], "coins": {"Emilia": 1}},
    )
    table.play("Ann", "place", card="I.1").play("Ben", "place", card="I.3").play("Cal", "place", card="I.4")
    assert table.asked == ("after-placement", ["Ben"])
    table.play("Ben", "coin", coin="Iago", on="Cassio")
    assert table.asked == ("after-placement", ["Cal"])


def test_p4_a_lead_change_before_the_reveal_makes_it_start_at_the_new_leads_left() -> None:
    table = Table(
        phase="after-placement",
        Ann={"placed": "I.1"},
        Ben={"placed": "I.3", "coins": {"Othello": 1}},
        Cal={"placed": "I.4"},
    )
    table.play("Ben", "coin", coin="Othello").nobody_acts()
    assert table.lead == "Ben"
    assert table.asked == ("reveal", ["Cal"])
    table.play("Cal", "reveal")
    assert table.asked == ("reveal", ["Ann"])
    table.play("Ann", "exit")
    assert table.asked == ("reveal", ["Ben"])


# --- the reveal ---


def test_p4_where_nobody_has_anything_to_play_the_reveal_begins_at_once() -> None:
    table = Table(phase="placement", Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"hand": ["I.3"]})
    table.play("Cal", "place", card="I.3")
    assert table.asked == ("reveal", ["Ben"])


def test_p5_the_reveal_goes_clockwise_from_the_leads_left_and_the_lead_is_last() -> None:
    table = Table(
        FOUR,
        "Cal",
        Ann={"placed": "I.3"},
        Ben={"placed": "I.4"},
        Cal={"placed": "I.1"},
        Dot={"placed": "I.7"},
    )
    order = []
    while table.decision.kind == "reveal":
        order += table.asked[1]
        table.play(order[-1], "reveal")
    assert order == ["Dot", "Ann", "Ben", "Cal"]


def test_p5_nobody_reveals_before_their_turn() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    assert table.forbidden("Cal", "reveal") == {"reveal.not-now": ("P5", "P6")}


def test_p5_nobody_reveals_twice() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.forbidden("Ben", "reveal") == {"reveal.done": ("P6", "Z4")}


def test_p6_the_revealing_player_plays_the_card_or_exits() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.3"})
    assert [option["do"] for option in table.options] == ["reveal", "exit"]


def test_p6_the_revealing_player_may_improvise_first() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.3", "hand": ["I.4"], "intrigue": 1})
    assert table.offers("Ben", "improv", way="face-down")
    table.play("Ben", "improv", way="face-down", give="I.4")
    assert table.asked == ("reveal", ["Ben"])


def test_p6_another_card_than_the_one_placed_cannot_be_revealed() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.3"})
    assert table.forbidden("Ben", "reveal", card="I.4") == {"reveal.other-card": ("P6",)}


@pytest.mark.parametrize("keys", [{}, {"tiles": {"Brabantio": {"dead": True}}}, {"edition": "2022"}])
@pytest.mark.parametrize("do", ["reveal", "exit"])
def test_p6_then_no_card_lies_in_front(keys: Json, do: str) -> None:
    table = Table(**keys, Ben={"placed": "I.4"}, Cal={"placed": "I.3"}).play("Ben", do).everybody_passes()
    assert table.seat("Ben").placed is None
    assert (table.seat("Ben").revealed, table.seat("Ben").done) == (True, True)


def test_p6_a_card_that_was_unknown_becomes_the_one_revealed() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "?script"}, Cal={"placed": "?"})
    assert table.forbidden("Ben", "reveal") == {"reveal.which-card": ("P6",)}
    assert table.forbidden("Ben", "reveal", card="Villainy") == {"reveal.other-card": ("P6",)}
    table.play("Ben", "reveal", card="I.3")
    assert table.pile("Ben") == ["I.3"]


def test_p6_the_card_revealed_may_be_one_that_seemed_to_be_in_the_hand() -> None:
    table = Table(Ben={"placed": "?script", "hand": ["I.7", "I.4"]}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal", card="I.4")
    assert (table.pile("Ben"), table.seat("Ben").hand) == (["I.4"], ["I.7", "?script"])


def test_p6_who_has_seized_takes_no_action_in_the_own_turn() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.3"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal").play("Cal", "seize")
    assert table.asked == ("reveal", ["Ann"])


# --- the draw ---


@pytest.mark.parametrize(("placed", "drawn"), [("I.3", "Villainy"), ("Take the Lead", "I.7")])
def test_p7_for_a_script_card_one_draws_staging_and_for_a_staging_card_script(placed: str, drawn: str) -> None:
    table = Table(
        "Ann Ben",
        Ben={"placed": placed},
        Ann={"placed": "I.1", "done": True, "owes": None},
        piles={"script": ["I.7", "I.10"], "staging": ["Villainy", "Revive"]},
    )
    table.play("Ben", "reveal")
    assert table.seat("Ben").hand == [drawn]


@pytest.mark.parametrize("placed", ["I.2", "I.12"])
def test_p7_it_does_not_matter_whether_the_card_was_successful(placed: str) -> None:
    piles = {"script": ["I.7", "I.10"], "staging": ["Villainy", "Revive"]}
    table = Table("Ann Ben", Ben={"placed": placed}, Ann={"done": True}, piles=piles)
    table.play("Ben", "reveal").everybody_passes()
    assert table.pile("Ben") == []
    assert table.seat("Ben").hand == ["Villainy"]


def test_p7_who_exits_draws_as_for_the_card() -> None:
    piles = {"script": ["I.7", "I.10"], "staging": ["Villainy", "Revive"]}
    table = Table("Ann Ben", Ben={"placed": "Seize"}, Ann={"done": True}, piles=piles)
    table.play("Ben", "exit")
    assert table.seat("Ben").hand == ["I.7"]


def test_p7_the_players_draw_from_the_lead_clockwise() -> None:
    table = Table(
        Ann={"placed": "I.1"},
        Ben={"done": True, "owes": "staging"},
        Cal={"done": True, "owes": "staging"},
        piles={"script": ["I.7"], "staging": ["Villainy", "Revive", "Miscue", "Seize"]},
        turn="Ann",
    )
    table.play("Ann", "reveal")
    assert [table.seat(name).hand for name in table.names] == [["Villainy"], ["Revive"], ["Miscue"]]


def test_p7_the_draw_begins_with_who_is_the_lead_then() -> None:
    table = Table(
        Ann={"placed": "I.7", "hand": []},
        Ben={"done": True, "owes": "staging"},
        Cal={"placed": "Take the Lead"},
        order=["Ben", "Cal", "Ann"],
        piles={"script": ["I.10", "I.3"], "staging": ["Villainy", "Revive", "Miscue"]},
    )
    table.play("Cal", "reveal").play("Ann", "reveal")
    assert table.happened(e.Drew) == [
        e.Drew(2, "script", "I.10"),
        e.Drew(0, "staging", "Villainy"),
        e.Drew(1, "staging", "Revive"),
    ]


def test_p7_when_no_script_cards_are_left_one_draws_staging() -> None:
    piles: dict[str, list[str]] = {"script": [], "staging": ["Villainy", "Revive"]}
    table = Table("Ann Ben", Ben={"placed": "Take the Lead"}, Ann={"done": True}, piles=piles)
    table.play("Ben", "reveal")
    assert table.seat("Ben").hand == ["Villainy"]


def test_p8_an_empty_script_pile_is_made_anew_of_its_discards() -> None:
    piles = {"script": [], "script_discard": ["I.7"], "staging": ["Villainy"]}
    table = Table("Ann Ben", Ben={"placed": "Take the Lead"}, Ann={"done": True}, piles=piles)
    table.play("Ben", "reveal")
    assert table.seat("Ben").hand == ["I.7"]
    assert table.state.script_discard == []


def test_p8_an_empty_staging_pile_is_made_anew_of_its_discards() -> None:
    piles = {"script": ["I.7"], "staging": [], "staging_discard": ["Villainy"]}
    table = Table("Ann Ben", Ben={"placed": "I.3"}, Ann={"done": True}, piles=piles)
    table.play("Ben", "reveal")
    assert table.seat("Ben").hand == ["Villainy"]


def test_p8_the_new_pile_is_shuffled() -> None:
    discards = ["Exchange", "Miscue", "No Drama", "Seize", "Villainy", "Revive"]
    piles = {"script": ["I.7"], "staging": ["Take the Lead"], "staging_discard": discards}
    table = Table("Ann Ben", Ben={"placed": "I.3"}, Ann={"done": True}, piles=piles)
    table.play("Ben", "reveal")
    assert sorted(table.state.staging) == sorted(discards)
    assert table.state.staging != discards


def test_p8_nobody_knows_the_order_of_a_pile_with_unknown_cards_or_at_a_table() -> None:
    cards = [f"I.{number}" for number in range(1, 13)]
    dealt = Dealer(1).shuffle(Pile.SCRIPT, cards)
    assert (sorted(dealt), list(dealt) == cards) == (sorted(cards), False)
    unknown: list[tuple[Chance, list[str]]] = [(Dealer(1), ["I.1", "?script"]), (Unseen(), ["I.1", "I.2"])]
    for chance, known in unknown:
        assert chance.shuffle(Pile.SCRIPT, known) == ("?script", "?script")
        assert chance.shuffle(Pile.STAGING, ["?staging"]) == ("?staging",)


def test_p8_a_game_on_trial_shuffles_alike_and_leaves_the_game_as_it_is() -> None:
    game = Table(Ben={"placed": "I.4"}).game
    cards, before = [f"I.{number}" for number in range(1, 13)], game.state.copy()
    trial = game.trial()
    trial.emit(e.Gained(1, "intrigue", 2))
    shuffled = trial.chance.shuffle(Pile.SCRIPT, cards)
    assert (game.state.seats[1].intrigue, trial.events) == (before.seats[1].intrigue, [e.Gained(1, "intrigue", 2)])
    assert game.chance.shuffle(Pile.SCRIPT, cards) == shuffled
    events = list(game.events)
    game.adopt(trial)
    assert (game.state, game.chance, game.events) == (trial.state, trial.chance, events + trial.events)


def test_p8_when_both_piles_and_their_discards_are_empty_nobody_draws() -> None:
    piles: dict[str, list[str]] = {"script": [], "staging": []}
    table = Table("Ann Ben", Ben={"placed": "I.3"}, Ann={"hand": ["I.1"], "done": True}, piles=piles)
    table.play("Ben", "reveal")
    assert table.seat("Ben").hand == []
    assert table.state.scene == 2


def test_p9_a_script_card_that_fails_goes_to_the_script_discard() -> None:
    table = Table(Ben={"placed": "I.1"}, Cal={"placed": "I.3"}, piles={"script": ["I.7"], "staging": ["Seize"]})
    table.play("Ben", "reveal").everybody_passes()
    assert table.state.script_discard == ["I.1"]


def test_p9_a_used_staging_card_goes_to_the_staging_discard() -> None:
    table = Table(Ben={"placed": "Take the Lead"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    assert table.state.staging_discard == ["Take the Lead"]


def test_p9_a_successful_script_card_is_discarded_nowhere() -> None:
    table = Table(Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.state.script_discard == []
    assert table.seat("Ben").placed is None


def test_p10_without_its_full_curtain_the_act_goes_on() -> None:
    table = Table("Ann Ben", scene=7, Ben={"placed": "I.9"}, Ann={"done": True})
    table.play("Ben", "reveal")
    assert (table.state.act, table.state.scene, table.state.phase) == (1, 8, "pre-placement")


def test_p10_the_full_curtain_ends_the_act() -> None:
    table = Table("Ann Ben", half_curtain=True, Ann={"placed": "I.12"}, Ben={"done": True}, turn="Ann")
    table.play("Ann", "reveal")
    assert table.asked[0] == "intermission"


def test_p10_what_was_used_up_in_a_scene_can_be_used_again_in_the_next() -> None:
    used = {"improv_used": True, "iago_coin_used": True, "protected": True}
    table = Table("Ann Ben", Ben={"placed": "I.9", **used}, Ann={"done": True, **used})
    table.play("Ben", "reveal")
    for seat in table.state.seats:
        flags = (seat.improv_used, seat.iago_coin_used, seat.protected, seat.done, seat.revealed, seat.miscued)
        assert flags == (False,) * 6


def test_p9_a_card_of_another_act_cannot_have_been_revealed() -> None:
    table = Table(deck=[*DECK, card("IV.9", "Lodovico confronts Othello", 1)], Ben={"placed": "IV.9"})
    assert "reveal.elsewhere" in table.forbidden("Ben", "reveal")


@pytest.mark.parametrize("do", ["reveal", "exit"])
def test_p3_who_has_no_card_in_front_neither_reveals_nor_exits(do: str) -> None:
    table = Table(Ben={"placed": "I.3"}, Cal={"placed": None})
    assert table.forbidden("Cal", do) == {f"{do}.nothing-placed": ("P3",)}
