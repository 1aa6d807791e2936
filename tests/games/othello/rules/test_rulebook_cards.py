"""Every example and note in the rulebooks (rulebook.toml) on setup, scenes, cards and coins, by edition."""

import pytest

from companion.othello.model import events as e
from companion.othello.model.deck import deck_for
from companion.othello.model.ruleset import load_edition
from tests.games.othello.rules.rulebook import passage, table
from tests.games.othello.rules.table import DECK, card, opening

# --- setting up ---


@passage("two-take-the-lead-less")
def test_s7_two_players_leave_two_take_the_lead_out(edition: str) -> None:
    game = opening("Ann Ben", "Ann", edition=edition)
    assert game.happened(e.LeftTheGame) == [e.LeftTheGame(("Take the Lead", "Take the Lead"))]


@passage("six-players-one-script-card-short")
def test_s8_one_of_six_players_has_one_script_card_and_three_staging_cards(edition: str) -> None:
    game = opening("Ann Ben Cal Dot Eve Flo", "Ann", edition=edition)
    hands = [sum(each in game.state.deck.cards for each in seat.hand) for seat in game.state.seats]
    assert (sorted(hands), {len(seat.hand) for seat in game.state.seats}) == ([1, 2, 2, 2, 2, 2], {4})


# --- acts and scenes ---


@passage("no-othello-coin-at-a-reveal")
def test_o1_nobody_takes_the_lead_when_the_lead_reveals_a_card_with_a_crown(edition: str) -> None:
    coin = {"coins": {"Othello": 1}, "spotlight": 1}
    game = table(edition, order=["Ann", "Ben", "Cal"], Ben=coin, Cal=coin).play("Ann", "reveal")
    assert game.decision.kind == "window"
    game.forbidden("Cal", "coin", coin="Othello")
    game.play("Ben", "coin", coin="Othello")  # the next player may act, so it is too late
    assert game.pile("Ann") == ["I.1"]


@passage("only-desdemona-at-a-reveal")
@pytest.mark.parametrize("coin", ["Iago", "Othello", "Cassio", "Emilia", "Roderigo"])
def test_o1_no_token_but_desdemonas_is_used_at_a_reveal(edition: str, coin: str) -> None:
    ann = {"coins": {coin: 1, "Desdemona": 1}, "hand": ["I.7"]}
    game = table(edition, Ben={"placed": "Exchange", "hand": ["I.5"]}, Ann=ann)
    game.play("Ben", "reveal", target="Ann").window_closes()
    assert not game.offers("Ann", "coin")
    assert game.forbidden("Ann", "coin", coin=coin)["coin.not-now"] == ("O1",)
    assert game.play("Ann", "protect", with_="desdemona").seat("Ann").hand == ["I.7"]


# --- script cards ---


@passage("names-of-cards")
def test_c2_a_card_is_named_by_its_act_and_its_place_in_it(edition: str) -> None:
    deck = deck_for(load_edition(edition), "stand-in")
    assert [(deck.cards[name].act, deck.cards[name].position) for name in ("I.5", "V.1")] == [(1, 5), (5, 1)]


# --- staging cards ---


@passage("exchange-from-the-hand")
def test_a1_an_exchange_is_played_from_the_hand(edition: str) -> None:
    game = table(edition, Ben={"hand": ["Exchange", "I.5"]}, Cal={"hand": ["I.7"]})
    game.play("Ben", "from-hand", card="Exchange", target="Cal", give="I.5")
    assert (game.seat("Cal").hand, game.seat("Ben").placed) == (["I.5"], "I.4")


@passage("seize-is-for-cards")
def test_z1_a_seize_does_not_stop_an_improv(edition: str) -> None:
    game = table(
        edition,
        Ann={"spotlight": 1},
        Ben={"hand": ["I.7"], "intrigue": 1},
        Cal={"placed": "Seize", "intrigue": 1},
    )
    game.play("Ben", "improv", way="face-down", give="I.7")
    assert game.asked == ("window", ["Ann"])
    assert game.forbidden("Cal", "seize") == {"seize.exempt": ("Z1",)}


@passage("seize-is-for-cards")
def test_z1_a_seize_does_not_stop_a_spotlight(edition: str) -> None:
    game = table(edition, Ben={"placed": "I.7"}, Ann={"spotlight": 1}, Cal={"placed": "Seize", "intrigue": 1})
    game.play("Ben", "reveal").play("Cal", "pass").play("Ann", "spotlight")
    assert game.asked == ("reveal", ["Cal"])
    game.forbidden("Cal", "seize")
    assert game.happened(e.Blocked) == [e.Blocked(0, 1, "I.7")]


@passage("the-closest-seizes")
def test_z1_the_closest_after_the_player_of_the_card_seizes_it(edition: str) -> None:
    seizer = {"placed": "Seize", "intrigue": 1}
    game = table(edition, Ann=seizer, Cal=seizer).play("Ben", "reveal")
    game.play("Ann", "seize").play("Cal", "seize")
    assert (game.pile("Cal"), game.pile("Ann"), game.seat("Ann").placed) == (["I.4"], [], "Seize")


@passage("a-seize-in-vain")
@pytest.mark.parametrize("protected", [False, True])
def test_z5_a_seize_without_a_card_left_is_improvised_away_or_exited_with(edition: str, protected: bool) -> None:
    late = {"placed": "Seize", "intrigue": 2, "hand": ["I.2"]}
    game = table(
        edition,
        Ann=late,
        Ben={"hand": ["No Drama"] if protected else [], "intrigue": 1},
        Cal={"placed": "I.3" if protected else "Seize", "intrigue": 1},
        piles={"script": ["I.10", "I.7"], "staging": ["Revive", "Villainy", "Exchange"]},
    )
    if protected:
        game.play("Ben", "protect", with_="no-drama").play("Ben", "reveal").play("Cal", "reveal")
        game.everybody_passes()
        assert game.pile("Ben") == ["I.4"]
        game = table(edition, Ann=late, Ben={"done": True, "protected": True}, Cal={"done": True})
    else:
        game.play("Ben", "reveal").play("Cal", "seize").everybody_passes()
    assert game.asked == ("reveal", ["Ann"])
    assert game.offers("Ann", "improv")
    assert game.play("Ann", "exit").seat("Ann").intrigue == 3


@passage("revived-wounds-and-kills")
def test_a7_wounds_and_kills_of_a_revived_character_happen_at_once_without_rewards(edition: str) -> None:
    deck = [*DECK, card("I.20", "Brabantio kills Roderigo", 3, intrigue=2)]
    game = table(
        edition,
        deck=deck,
        tiles={"Brabantio": {"dead": True}},
        set_aside=["I.6", "I.20"],
        Ben={"placed": "Revive", "intrigue": 3},
    )
    game.play("Ben", "reveal").everybody_passes()
    assert (game.pile("Ben"), game.seat("Ben").intrigue) == (["I.6", "I.20"], 0)
    assert (game.state.wounds["Cassio"], set(game.state.dead)) == (1, {"Roderigo"})


# --- successful cards, and coins ---


@passage("an-iago-card-in-the-company")
def test_k8_a_card_of_iagos_in_the_company_is_exited_with_for_one_token(edition: str) -> None:
    deck = [*DECK, card("I.20", "Iago convinces Othello", 3, intrigue=2, spotlight=1)]
    game = table(edition, deck=deck, Ben={"placed": "I.20"}).play("Ben", "reveal").everybody_passes()
    ben = game.seat("Ben")
    assert (ben.intrigue, ben.spotlight, ben.coins, game.pile("Ben")) == (1, 0, {}, [])
    assert game.state.script_discard == ["I.20"]


@passage("a-desdemona-coin-for-iii-4")
def test_k2_the_fourth_card_of_act_iii_pays_a_desdemona_coin(edition: str) -> None:
    stand_in = deck_for(load_edition(edition), "stand-in").cards["III.4"]
    game = table(
        edition, act=3, deck="stand-in", Ann={"placed": "III.1"}, Ben={"placed": "III.4"}, Cal={"placed": "III.2"}
    )
    game.play("Ben", "reveal").everybody_passes()
    ben = game.seat("Ben")
    assert (game.pile("Ben"), ben.coins) == (["III.4"], {"Desdemona": 1})
    assert (ben.intrigue, ben.spotlight) == (stand_in.intrigue, stand_in.spotlight)


@passage("iago-coins")
@pytest.mark.parametrize(("name", "coins"), [("I.1", {}), ("I.2", {"Iago": 1}), ("I.8", {}), ("I.12", {"Iago": 1})])
def test_k2_iagos_coins_come_when_he_convinces_or_conspires(edition: str, name: str, coins: dict[str, int]) -> None:
    game = table(edition, order=["Ann", "Ben", "Cal"], half_curtain=True, Ann={"placed": name})
    game.play("Ann", "reveal").everybody_passes()
    assert (game.pile("Ann"), game.seat("Ann").coins) == ([name], coins)
