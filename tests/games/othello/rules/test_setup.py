"""The content of the box (C) and the setup of a game (S)."""

from collections import Counter

import pytest

from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Curtain, Verb
from companion.othello.model.deck import load_deck
from companion.othello.model.game import Dealer
from companion.othello.model.ruleset import load_edition
from companion.othello.model.vocabulary import Marker
from companion.othello.notation.read import position_from_json
from companion.othello.rules.submit import new_game, submit
from tests.games.othello.rules.table import DECK, Table, card, opening

RULES = load_edition("2024")
SIX = "Ann Ben Cal Dot Eve Fay"


def stars(act: int) -> set[str]:
    return set(RULES.stars[act - 1])


def kind(name: str) -> str:
    return "script" if "." in name else "staging"


def hand_sizes(table: Table) -> list[dict[str, int]]:
    return [dict(Counter(kind(name) for name in seat.hand)) for seat in table.state.seats]


# --- the box ---


def test_c1_each_act_has_its_characters_and_there_are_ten_tiles() -> None:
    always = {"Othello", "Iago", "Cassio"}
    assert stars(1) == always | {"Roderigo", "Brabantio", "Desdemona"}
    assert stars(2) == always | {"Roderigo", "Montano"}
    assert stars(3) == always | {"Desdemona", "Bianca", "Emilia"}
    assert stars(4) == stars(3) | {"Roderigo", "Lodovico"}
    assert stars(5) == stars(3) | {"Roderigo"}
    assert len(RULES.wound_limits) == 10


def test_c1_only_the_characters_of_the_act_can_be_wounded_in_it() -> None:
    table = Table(Ben={"placed": "I.3", "coins": {"Iago": 1}})
    table.play("Ben", "coin", coin="Iago")
    assert set(table.choices("on")) == {"Othello", "Iago", "Cassio", "Roderigo", "Brabantio", "Desdemona"}


def test_c2_the_acts_have_12_12_15_15_and_16_script_cards_seventy_in_all() -> None:
    deck = load_deck("stand-in")
    assert [len(cards) for cards in deck.by_act] == [12, 12, 15, 15, 16]
    assert len(deck.cards) == 70


def test_c3_script_cards_have_five_verbs() -> None:
    assert {str(verb) for verb in Verb} == {"confronts", "convinces", "conspires", "wounds", "kills"}


def test_c4_there_are_29_staging_cards() -> None:
    assert dict(RULES.staging_cards) == {
        "Exchange": 5,
        "Miscue": 3,
        "No Drama": 3,
        "Take the Lead": 7,
        "Seize": 5,
        "Villainy": 3,
        "Revive": 3,
    }
    table = opening("Ann Ben Cal", "Ann")
    dealt = [name for seat in table.state.seats for name in seat.hand if kind(name) == "staging"]
    assert Counter(dealt + table.state.staging) == RULES.staging_cards


def test_c5_the_printed_counts_of_the_tokens() -> None:
    assert dict(RULES.tokens) == {"intrigue": 42, "spotlight": 24, "wounds": 24}


@pytest.mark.parametrize("token", ["intrigue", "spotlight"])
def test_c5_tokens_are_unlimited_and_the_box_running_out_is_said_once(token: str) -> None:
    count = RULES.tokens[token]
    deck = [
        *DECK,
        card("I.20", "Brabantio confronts Iago", **{token: 2}),
        card("I.21", "Cassio convinces Iago", **{token: 1}),
    ]
    table = Table(deck=deck, Ann={token: count - 1}, Ben={"placed": "I.20"}, Cal={"placed": "I.21"})
    table.play("Ben", "reveal").everybody_passes()
    assert getattr(table.seat("Ben"), token) == 2
    table.play("Cal", "reveal").everybody_passes()
    assert getattr(table.seat("Cal"), token) == 1
    assert table.happened(e.RanOut) == [e.RanOut(token)]


def test_c5_wound_tokens_are_unlimited_too() -> None:
    table = Table(Ann={"wounds": 24}, Ben={"placed": "I.6"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    assert table.state.wounds["Cassio"] == 1
    assert table.happened(e.RanOut) == [e.RanOut("wounds")]


def test_c6_the_printed_counts_of_the_coins() -> None:
    assert dict(RULES.coins) == {
        "Iago": 12,
        "Othello": 5,
        "Cassio": 3,
        "Desdemona": 3,
        "Emilia": 3,
        "Roderigo": 3,
    }


def test_c6_a_coin_that_the_supply_has_not_left_is_not_paid() -> None:
    table = Table(Ann={"coins": {"Cassio": 3}}, Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.pile("Ben") == ["I.3"]
    assert table.seat("Ben").coins == {}
    assert table.happened(e.CoinMissing) == [e.CoinMissing(1, "Cassio")]


def test_c6_the_last_coin_of_the_supply_is_paid() -> None:
    table = Table(Ann={"coins": {"Cassio": 2}}, Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.seat("Ben").coins == {"Cassio": 1}
    assert table.state.supply["Cassio"] == 0


def test_c7_the_wound_limits() -> None:
    assert dict(RULES.wound_limits) == {
        "Montano": 1,
        "Brabantio": 2,
        "Lodovico": 2,
        "Bianca": 3,
        "Emilia": 4,
        "Roderigo": 4,
        "Cassio": 5,
        "Desdemona": 5,
        "Iago": 6,
        "Othello": 6,
    }


@pytest.mark.parametrize(
    ("half", "half_points", "full", "full_points"),
    [
        ("I.9", (1, 2), "I.12", (3, 1)),
        ("II.10", (1, 2), "II.12", (3, 1)),
        ("III.7", (3, 1), "III.15", (1, 2)),
        ("IV.3", (3, 1), "IV.15", (1, 2)),
        ("V.13", (1, 2), "V.16", (4, 2)),
    ],
)
def test_c8_each_act_has_a_half_and_a_full_curtain_card_with_points_by_role(
    half: str, half_points: tuple[int, int], full: str, full_points: tuple[int, int]
) -> None:
    cards = load_deck("stand-in").cards
    for name, curtain, points in ((half, Curtain.HALF, half_points), (full, Curtain.FULL, full_points)):
        assert cards[name].curtain is curtain
        assert (cards[name].points_lead, cards[name].points_company) == points
    assert sum(found.curtain is not None for found in cards.values()) == 10


@pytest.mark.parametrize(("role", "points"), [("lead", 3), ("company", 1)])
def test_c8_a_curtain_card_scores_by_the_role_that_played_it(role: str, points: int) -> None:
    table = Table(Ann={"scored": [{"card": "I.12", "as": role}]}, Ben={"placed": "I.3"})
    assert table.score("Ann").script == points


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("I.2", "Iago convinces Roderigo"),
        ("I.9", "Desdemona confronts Brabantio"),
        ("I.12", "Iago conspires"),
        ("II.10", "Othello confronts Cassio"),
        ("II.12", "Iago conspires"),
        ("III.4", "Desdemona confronts Othello"),
        ("III.7", "Iago conspires"),
        ("III.15", "Bianca confronts Cassio"),
        ("IV.3", "Iago conspires"),
        ("IV.15", "Desdemona confronts Emilia"),
        ("V.8", "Desdemona confronts Othello"),
        ("V.9", "Othello kills Desdemona"),
        ("V.13", "Othello confronts the truth"),
        ("V.16", "Iago watches Othello kill himself"),
    ],
)
def test_c9_the_cards_that_the_rulebook_names_are_in_the_deck(name: str, title: str) -> None:
    assert load_deck("stand-in").cards[name].title == title


def test_c10_a_deck_whose_points_differ_from_the_board_is_taken_as_it_is() -> None:
    assert sum(found["points"] for found in DECK if found["id"].startswith("I.")) != 15
    assert Table(Ben={"placed": "I.1"}).state.deck.cards["I.1"].points == 1


def test_c11_a_blank_card_that_an_owner_has_written_plays_like_any_other() -> None:
    table = Table(
        deck=[*DECK, card("I.13", "Brabantio confronts Roderigo", 4)],
        Ben={"placed": "I.13"},
        Cal={"placed": "I.3"},
    )
    table.play("Ben", "reveal")
    assert table.score("Ben").script == 4


# --- setting up ---


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_s1_two_to_six_players(count: int) -> None:
    assert len(new_game(SIX.split()[:count], Dealer(1)).state.seats) == count


@pytest.mark.parametrize("names", [["Ann"], [*SIX.split(), "Gus"], ["Ann", "Ann"]])
def test_s1_neither_fewer_nor_more_nor_the_same_name_twice(names: list[str]) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        new_game(names, Dealer(1))


@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cal", "Ann Ben Cal Dot", SIX])
def test_s2_everybody_gets_a_spotlight_three_intrigue_tokens_and_a_take_the_lead(players: str) -> None:
    table = opening(players, "Ben")
    for seat in table.state.seats:
        assert (seat.spotlight, seat.intrigue) == (1, 3)
        assert seat.hand[0] == "Take the Lead"
        assert (seat.wounds, seat.coins, seat.scored) == (0, {}, [])


def test_s3_the_table_says_who_was_dealt_the_lead_tile() -> None:
    table = Table(lead=None, phase="casting", deck="stand-in")
    assert table.asked == ("lead", ["Ann", "Ben", "Cal"])
    assert table.options == [{"do": "lead", "to": name} for name in table.names]
    assert table.play(None, "lead", to="Cal").lead == "Cal"


def test_s3_the_lead_tile_is_dealt_once() -> None:
    assert opening("Ann Ben Cal", "Cal").forbidden(None, "lead", to="Ben") == {"lead.not-now": ("S3",)}


def test_s3_nothing_else_can_be_done_before_it() -> None:
    table = Table(lead=None, phase="casting", deck="stand-in")
    table.forbidden("Ann", "pass")
    table.forbidden("Ann", "place", card="Take the Lead")
    assert table.permitted == []


def test_s4_every_tile_begins_alive_and_without_wounds() -> None:
    table = opening("Ann Ben Cal", "Ann")
    assert not table.state.dead
    assert not any(table.state.wounds.values())


def test_s5_all_but_the_lead_are_the_company() -> None:
    table = opening("Ann Ben Cal", "Ben")
    assert [str(table.state.role(player)) for player in range(3)] == ["company", "lead", "company"]


@pytest.mark.parametrize(
    ("players", "script", "staging"),
    [("Ann Ben", 4, 3), ("Ann Ben Cal", 3, 3), ("Ann Ben Cal Dot", 2, 2), (SIX[:-4], 2, 2), (SIX, 2, 2)],
)
def test_s6_the_hands_of_the_first_act(players: str, script: int, staging: int) -> None:
    assert hand_sizes(opening(players, "Ann")) == [{"staging": staging, "script": script}] * len(players.split())


@pytest.mark.parametrize(
    ("players", "script", "staging"),
    [("Ann Ben", 5, 3), ("Ann Ben Cal", 4, 3), ("Ann Ben Cal Dot", 2, 2), (SIX[:-4], 2, 2), (SIX, 2, 2)],
)
@pytest.mark.parametrize("ended", [2, 3, 4])
def test_s6_the_hands_of_the_acts_from_the_third_on(players: str, script: int, staging: int, ended: int) -> None:
    table = Table(players, phase="intermission", act=ended, deck="stand-in")
    table.play(None, "next-act")
    assert [len(seat.hand) for seat in table.state.seats] == [script + staging] * len(players.split())
    assert all(sum(kind(name) == "script" for name in seat.hand) == script for seat in table.state.seats)


def test_s6_the_second_act_begins_with_hands_as_the_first() -> None:
    table = Table("Ann Ben", phase="intermission", act=1, deck="stand-in").play(None, "next-act")
    assert all(sum(kind(name) == "script" for name in seat.hand) == 4 for seat in table.state.seats)
    assert all(len(seat.hand) == 7 for seat in table.state.seats)


def test_s7_with_two_players_two_take_the_lead_leave_the_game() -> None:
    table = opening("Ann Ben", "Ann")
    assert table.state.removed == ["Take the Lead", "Take the Lead"]
    everywhere = [name for seat in table.state.seats for name in seat.hand] + table.state.staging
    assert everywhere.count("Take the Lead") == 5


def test_s7_with_three_players_all_stay() -> None:
    assert opening("Ann Ben Cal", "Ann").state.removed == []


@pytest.mark.parametrize(
    ("players", "script", "staging"),
    [("Ann Ben", 4, 21), ("Ann Ben Cal", 3, 20), ("Ann Ben Cal Dot", 4, 21), (SIX[:-4], 2, 19)],
)
def test_s9_the_rest_makes_the_draw_piles_and_the_marker_stands_at_the_start(
    players: str, script: int, staging: int
) -> None:
    table = opening(players, "Ann")
    assert (len(table.state.script), len(table.state.staging)) == (script, staging)
    assert table.state.script_discard == table.state.staging_discard == []
    assert table.state.marker == Marker.ACT_BEGINS


def test_s9_the_staging_cards_are_shuffled_before_the_script_cards() -> None:
    table = opening("Ann Ben Cal", "Ann")
    assert [event.pile for event in table.happened(e.Shuffled)] == ["staging", "script"]


def test_s9_with_six_players_the_script_pile_is_empty_after_the_deal_and_the_marker_at_the_feather() -> None:
    table = opening(SIX, "Ann")
    assert (len(table.state.script), len(table.state.staging)) == (0, 17)
    assert table.state.marker == Marker.SCRIPT_EMPTY


def test_s9_with_six_players_the_second_act_begins_depleted_and_the_third_does_not() -> None:
    second = Table(SIX, phase="intermission", act=1, deck="stand-in").play(None, "next-act")
    third = Table(SIX, phase="intermission", act=2, deck="stand-in").play(None, "next-act")
    assert (second.state.marker, third.state.marker) == ("script-empty", "act-begins")


def test_s9_a_new_game_and_a_position_before_the_deal_are_the_same() -> None:
    game = new_game(["Ann", "Ben", "Cal"], Dealer(0))
    submit(game, Answer(Do.LEAD, to=1))
    assert [seat.hand for seat in game.state.seats] == [seat.hand for seat in opening("Ann Ben Cal", "Ben").state.seats]
    assert position_from_json({"edition": "2024", "seats": [{"name": "Ann"}, {"name": "Ben"}]}).lead == -1
