"""The intermission between two acts, and the values of everything (G)."""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.cards import is_staging
from companion.othello.text.views import board_view
from tests.games.othello.rules.rulebook import passage
from tests.games.othello.rules.table import DECK, Json, Table, card

FOUR = "Ann Ben Cal Dot"


def intermission(players: str = "Ann Ben Cal", lead: str = "Ann", **keys: Any) -> Table:
    """After Act I, unless a test says otherwise."""
    return Table(players, lead, **{"phase": "intermission", "act": 1, **keys})


def after_the_game(players: str = "Ann Ben Cal", lead: str | None = "Ann", **keys: Any) -> Table:
    return Table(players, lead, phase="over", act=5, **keys)


# --- trading tokens ---


def test_g1_three_intrigue_tokens_become_a_spotlight_token() -> None:
    table = intermission(Ben={"intrigue": 4})
    table.play("Ben", "trade", give="intrigue")
    assert (table.seat("Ben").intrigue, table.seat("Ben").spotlight) == (1, 1)


def test_g1_a_spotlight_token_becomes_three_intrigue_tokens() -> None:
    table = intermission(Ben={"spotlight": 2})
    table.play("Ben", "trade", give="spotlight")
    assert (table.seat("Ben").intrigue, table.seat("Ben").spotlight) == (3, 1)


def test_g1_any_player_any_number_of_times() -> None:
    table = intermission(Ann={"spotlight": 1}, Cal={"intrigue": 7})
    table.play("Cal", "trade", give="intrigue").play("Ann", "trade", give="spotlight")
    table.play("Cal", "trade", give="intrigue")
    assert (table.seat("Cal").intrigue, table.seat("Cal").spotlight) == (1, 2)
    assert table.seat("Ann").intrigue == 3


@pytest.mark.parametrize(("seat", "give"), [({"intrigue": 2}, "intrigue"), ({"intrigue": 9}, "spotlight")])
def test_g1_not_without_enough_tokens(seat: Json, give: str) -> None:
    assert intermission(Ben=seat).forbidden("Ben", "trade", give=give) == {"trade.too-few": ("G1",)}


def test_g1_only_between_acts() -> None:
    table = Table(Ben={"placed": "I.3", "intrigue": 9})
    assert table.forbidden("Ben", "trade", give="intrigue") == {"trade.not-now": ("G1",)}


def test_g1_the_offers_follow_from_the_tokens() -> None:
    table = intermission(Ann={"spotlight": 1}, Ben={"intrigue": 3}, Cal={"intrigue": 2})
    assert table.offers("Ann", "trade", give="spotlight")
    assert table.offers("Ben", "trade", give="intrigue")
    assert not table.offers("Cal", "trade")


# --- scores ---


def test_g2_cards_score_their_printed_values() -> None:
    assert intermission(Ann={"scored": ["I.1", "I.2", "I.5"]}).score("Ann").script == 1 + 2 + 3


def test_g2_curtain_cards_score_by_role() -> None:
    scored = [{"card": "I.9", "as": "company"}, {"card": "II.10", "as": "lead"}]
    assert intermission(act=2, Ann={"scored": scored}).score("Ann").script == 2 + 1


@pytest.mark.parametrize(("tokens", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3)])
def test_g2_every_three_intrigue_tokens_are_a_point(tokens: int, points: int) -> None:
    assert intermission(Ann={"intrigue": tokens}).score("Ann").intrigue == points


def test_g2_spotlight_and_wound_tokens_are_a_point_each_and_the_handkerchief_three() -> None:
    score = intermission(Ann={"spotlight": 2, "wounds": 4, "handkerchief": True}).score("Ann")
    assert (score.spotlight, score.wounds, score.handkerchief, score.total) == (2, 4, 3, 9)


def test_g2_coins_and_cards_in_hand_are_worth_nothing() -> None:
    seat = {"coins": {"Iago": 3, "Othello": 2}, "hand": ["Villainy", "Seize"]}
    assert intermission(Ann=seat).score("Ann").total == 0


def test_g2_an_act_score_is_the_running_total_not_a_sum_over_acts() -> None:
    table = intermission(Ann={"scored": ["I.2"], "spotlight": 1})
    assert table.score("Ann").total == 3
    table.play(None, "next-act")
    assert table.score("Ann").total == 3


def test_g2_there_are_no_bonuses_before_the_end() -> None:
    score = Table(act=5, Ann={"scored": ["I.1", "III.3"]}, Ben={"placed": "V.6"}).score("Ann")
    assert (score.lead_bonus, score.company_bonus) == (0, 0)


# --- the Lead of the next act ---


@pytest.mark.parametrize(
    ("points", "previous", "lead"),
    [
        ((3, 2, 1, 4), "Ann", "Cal"),
        ((0, 2, 1, 4), "Ann", "Ann"),
        ((1, 1, 2, 2), "Ann", "Ben"),
        ((1, 1, 2, 2), "Ben", "Ann"),
        ((1, 2, 1, 2), "Dot", "Ann"),
        ((2, 1, 2, 1), "Cal", "Dot"),
        ((0, 0, 0, 0), "Cal", "Dot"),
        ((0, 0, 0, 0), "Dot", "Ann"),
        ((5, 0, 5, 0), "Dot", "Ben"),
    ],
)
def test_g3_the_fewest_points_lead_and_a_tie_goes_to_the_first_to_the_left_of_the_previous_lead(
    points: tuple[int, ...], previous: str, lead: str
) -> None:
    seats: Json = {name: {"wounds": count} for name, count in zip(FOUR.split(), points, strict=True)}
    table = intermission(FOUR, previous, **seats)
    table.play(None, "next-act")
    assert table.lead == lead


# --- a new act ---


def new_act(**keys: Any) -> Table:
    """Act II begins; Ben, with three points fewer, is the Lead."""
    seats: Json = {"Ann": {"wounds": 3}, "Ben": {}, "Cal": {"wounds": 3}}
    for name, seat in seats.items():
        seat |= keys.pop(name, {})
    return intermission(**seats, **keys).play(None, "next-act")


def test_g4_the_tiles_stay_as_they_were_dead_or_alive_with_their_wounds() -> None:
    table = new_act(tiles={"Othello": {"wounds": 3}, "Cassio": {"dead": True}, "Roderigo": {"wounds": 1}})
    assert table.state.dead == {"Cassio"}
    assert (table.state.wounds["Othello"], table.state.wounds["Roderigo"]) == (3, 1)


def test_g4_which_unknown_cards_are_discarded_need_not_be_said() -> None:
    table = intermission(Ann={"hand": ["?staging"] * 5}, Ben={"hand": ["?staging"] * 4}, Cal={"hand": ["?staging"]})
    table.play(None, "next-act")
    assert table.asked == ("pre-placement", ["Cal"])
    assert table.happened(e.HandDiscarded) == [e.HandDiscarded(player, "?staging") for player in (1, 0, 0)]
    assert [sum(map(is_staging, seat.hand)) for seat in table.state.seats] == [3, 3, 3]


def test_g4_the_marker_stands_at_the_start_again_and_no_curtain_has_fallen() -> None:
    deck = [*DECK, *(card(f"II.{number}", "Montano confronts Cassio") for number in range(20, 30))]
    table = new_act(deck=deck, marker="final-scene", half_curtain=True, last_scene=8)
    assert (table.state.act, table.state.scene, table.state.marker) == (2, 1, "act-begins")
    assert (table.state.half_curtain, table.state.last_scene) == (False, None)


def test_g4_who_holds_too_many_staging_cards_discards_those_of_choice() -> None:
    table = new_act(Cal={"hand": ["Seize", "Villainy", "Seize", "Miscue", "Revive"]})
    assert table.asked == ("discard", ["Cal"])
    assert table.forbidden("Cal", "discard", cards=["Seize"]) == {"discard.count": ("G4",)}
    assert table.forbidden("Cal", "discard", cards=["Seize", "Exchange"]) == {"discard.not-in-hand": ("G4",)}
    table.play("Cal", "discard", cards=["Miscue", "Seize"])
    kept = [name for name in table.seat("Cal").hand if "." not in name and "?" not in name]
    assert sorted(kept) == ["Revive", "Seize", "Villainy"]
    assert table.state.staging_discard == ["Miscue", "Seize"]


def test_g4_a_card_held_once_cannot_be_discarded_twice() -> None:
    table = new_act(Cal={"hand": ["Seize", "Villainy", "Exchange", "Miscue", "Revive"]})
    assert "discard.not-in-hand" in table.forbidden("Cal", "discard", cards=["Seize", "Seize"])


def test_g4_who_holds_too_few_draws() -> None:
    table = new_act(
        piles={"staging": ["Seize", "Miscue", "Revive", "Villainy", "Exchange", "No Drama"]},
        Ann={"hand": ["Seize"] * 3},
    )
    drawn = [event.player for event in table.happened(e.Drew) if event.pile == "staging"]
    assert drawn == [1, 1, 1, 2, 2, 2]


def test_g4_from_the_lead_each_draws_script_cards() -> None:
    deck = [*DECK, *(card(f"II.{number}", "Montano confronts Cassio") for number in range(20, 30))]
    table = new_act(deck=deck)
    drawn = [event.player for event in table.happened(e.Drew) if event.pile == "script"]
    assert drawn == [1, 1, 1, 2, 2, 2, 0, 0, 0]
    assert len(table.state.script) == len([found for found in deck if found["id"].startswith("II.")]) - 9


def test_g4_then_play_begins_at_the_new_leads_left() -> None:
    table = new_act()
    assert table.lead == "Ben"
    assert table.asked == ("pre-placement", ["Cal"])


def test_g4_the_next_act_does_not_begin_while_one_is_being_played() -> None:
    assert Table(Ben={"placed": "I.3"}).forbidden(None, "next-act") == {"next-act.not-now": ("G4",)}


# --- the end ---


@pytest.mark.parametrize(
    ("scored", "bonus"),
    [
        ([], 0),
        (["I.1", "I.2"], 0),
        (["I.1", "II.12"], 1),
        (["I.1", "III.3", "V.5"], 2),
        (["I.1", "I.2", "II.12", "III.3", "IV.3"], 4),
        (["I.1", "II.12", "III.3", "IV.3", "V.16"], 7),
    ],
)
def test_g5_the_iago_bonus_counts_acts_with_an_iago_card(scored: list[str], bonus: int) -> None:
    assert after_the_game(Ann={"scored": scored}).score("Ann").lead_bonus == bonus


def test_g5_an_iago_card_counts_whoever_it_was_taken_from_and_in_whatever_role() -> None:
    scored = [{"card": "I.1", "as": "company"}, {"card": "II.12", "as": "company"}]
    assert after_the_game(Ann={"scored": scored}).score("Ann").lead_bonus == 1


@pytest.mark.parametrize(
    ("scored", "bonus"),
    [
        (["I.4", "I.5"], 0),
        (["I.4", "I.5", "I.6"], 2),
        (["I.4", "I.5", "I.6", "I.7"], 2),
        (["I.4", "I.5", "I.6", "III.5", "III.6", "V.6"], 4),
        (["I.1", "I.2", "I.8"], 0),
    ],
)
def test_g5_two_points_for_each_company_character_with_three_cards_or_more(scored: list[str], bonus: int) -> None:
    assert after_the_game(Ann={"scored": scored}).score("Ann").company_bonus == bonus


def test_g6_cards_set_aside_at_the_end_score_for_no_one() -> None:
    table = after_the_game(set_aside=["V.8", "I.4", "I.5", "I.6"], tiles={"Desdemona": {"dead": True}})
    assert table.points() == [0, 0, 0]


def test_g7_most_points_win() -> None:
    table = after_the_game(Ann={"wounds": 3}, Ben={"wounds": 5}, Cal={"wounds": 4})
    assert table.winners() == ["Ben"]


def test_g7_nobody_has_won_before_the_end() -> None:
    assert board_view(Table(Ben={"placed": "I.3"}).state)["winners"] is None
    assert board_view(after_the_game(Ann={"wounds": 3}).state)["winners"] == ["Ann"]


def test_g7_bonuses_count_for_it() -> None:
    table = after_the_game(lead="Cal", Ann={"wounds": 3, "scored": ["I.1", "II.12"]}, Ben={"wounds": 7})
    assert table.points() == [3 + 1 + 3 + 1, 7, 0]
    assert table.winners() == ["Ann"]


def test_g7_of_tied_winners_the_one_with_the_iago_tile_wins() -> None:
    table = after_the_game(lead="Cal", Ann={"wounds": 5}, Ben={"wounds": 1}, Cal={"wounds": 5})
    assert table.winners() == ["Cal"]


def test_g7_if_none_of_them_has_it_they_share() -> None:
    table = after_the_game(lead="Ben", Ann={"wounds": 5}, Ben={"wounds": 1}, Cal={"wounds": 5})
    assert table.winners() == ["Ann", "Cal"]


# --- the rulebook's sheet ---

NUMERALS = ["I", "II", "III", "IV", "V"]
SHEET_DECK = [
    card("I.1", "Iago convinces Roderigo", 2),
    card("II.1", "Iago convinces Cassio", 3),
    card("II.2", "Cassio confronts Iago", 2),
    card("III.1", "Iago convinces Othello", 2),
    card("III.2", "Cassio confronts Emilia", 2),
    card("IV.1", "Iago convinces Othello", 4),
    card("IV.2", "Bianca confronts Cassio", 2),
    card("V.1", "Cassio confronts Othello", 5),
    card("V.2", "Othello confronts Iago", 3),
]
SHEET = [  # act, cards scored by then, intrigue tokens, spotlight tokens, wound tokens, handkerchief, act score
    (1, 1, 3, 1, 0, False, 4),
    (2, 3, 2, 1, 1, False, 9),
    (3, 5, 4, 0, 1, True, 16),
    (4, 7, 5, 0, 1, False, 19),
    (5, 9, 1, 0, 4, False, 29),
]


@passage("the-score-sheet")
@pytest.mark.parametrize(("act", "cards", "intrigue", "spotlight", "wounds", "handkerchief", "total"), SHEET)
def test_g8_the_act_scores_of_the_rulebooks_sheet(
    edition: str, act: int, cards: int, intrigue: int, spotlight: int, wounds: int, handkerchief: bool, total: int
) -> None:
    scored = [found["id"] for found in SHEET_DECK[:cards]]
    william = {
        "scored": scored,
        "intrigue": intrigue,
        "spotlight": spotlight,
        "wounds": wounds,
        "handkerchief": handkerchief,
    }
    deck = [*SHEET_DECK, *(card(f"{numeral}.6", "Othello confronts Iago") for numeral in NUMERALS)]
    ben = {"placed": f"{NUMERALS[act - 1]}.6"}
    table = Table("William Ben", "Ben", edition=edition, act=act, deck=deck, William=william, Ben=ben)
    assert table.score("William").total == total
    assert table.score("William").script == {1: 2, 2: 7, 3: 11, 4: 17, 5: 25}[act]


@passage("the-score-sheet")
def test_g8_its_bonuses_and_total(edition: str) -> None:
    william = {"scored": [found["id"] for found in SHEET_DECK], "intrigue": 1, "wounds": 4}
    table = Table("William Ben", "Ben", edition=edition, act=5, deck=SHEET_DECK, phase="over", William=william)
    score = table.score("William")
    assert (score.lead_bonus, score.company_bonus, score.total) == (4, 2, 35)
