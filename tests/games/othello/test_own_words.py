"""The words on a player's own phone, which knows the own cards; everybody else reads the same whatever those are."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game.equipment import ON_PHONES
from companion.games import game_of
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Stage, Way
from companion.othello.notation.read import position_from_json
from companion.othello.rules.options import decision
from companion.othello.table.seat_view import view
from companion.othello.text.moment import decision_text
from companion.table.session import Session
from companion.table.viewer import seat_of
from tests.games.othello.test_decision_texts import ANN, BEN, CAL, REVEALS, state_of, with_seats
from tests.support.all_games import Book

CARD, IMPROV, EFFECT, TARGET = ActionKind.CARD, ActionKind.IMPROV, Stage.EFFECT, Stage.TARGET


def headline(state: State, player: int | None) -> str:
    return decision_text(state, decision(state), player=player)


def button(state: State, player: int, **answer: Any) -> tuple[str, str]:
    """Return the words and the note of the button for an answer."""
    options = view(state, player)["options"]
    found = [option for option in options if answer.items() <= option["answer"].items()]
    return found[0]["text"], found[0]["note"]


def window(placed: str) -> State:
    """Return Ben's card in a window, in which Cal has no spotlight and this face-down card."""
    seats = with_seats(Cal={"placed": placed, "intrigue": 3, "spotlight": 0}, Ann={"placed": "?", "intrigue": 3})
    return state_of(Action(CARD, BEN, "III.4", stage=Stage.WINDOW, taker=BEN), of=seats)


def test_a_seize_is_offered_on_a_phone_only_with_a_seize_and_on_the_screen_to_everybody() -> None:
    with_it, without = window("Seize"), window("III.6")
    assert "seize it" in headline(with_it, CAL)
    assert headline(without, CAL) == "You can do nothing about it: pass"
    assert headline(with_it, None) == headline(without, None)
    assert "seize it" in headline(without, None)


@pytest.mark.parametrize("card", ["No Drama", "III.6"])
def test_protection_is_offered_on_a_phone_only_with_the_card(card: str) -> None:
    seats = with_seats(Cal={"hand": [card, "III.5"], "intrigue": 3})
    state = state_of(Action(CARD, BEN, "Exchange", Choices(target=CAL), TARGET, taker=BEN), of=seats)
    may = "You may stop it with a No Drama card (1 intrigue)"
    assert headline(state, CAL) == (may if card == "No Drama" else "You can do nothing about it: pass")
    assert headline(state, None) == "Cal may stop it with a No Drama card (1 intrigue)"


def reveals(placed: str, **keys: Any) -> State:
    """Return the turn of Ben, of the company, with this card face down."""
    return state_of(of={**REVEALS, "Ben": {"placed": placed}}, turn="Ben", **keys)


def test_no_exit_is_offered_on_the_phone_with_a_curtain_card() -> None:
    assert headline(reveals("III.7"), BEN) == "Reveal your card. You cannot exit with it"
    assert headline(reveals("III.4"), BEN) == "Reveal your card, or exit (discard it, gain 1 intrigue)"
    assert headline(reveals("III.7"), None) == headline(reveals("III.4"), None)


@pytest.mark.parametrize(
    ("placed", "note"),
    [
        ("III.4", ""),
        (
            "III.9",
            "It does nothing: only the Lead can play it. "
            "Unless somebody seizes or blocks it, you exit with it and gain 1 intrigue.",
        ),
        ("III.7", "It does nothing: only the Lead can play it now. It is discarded for nothing."),
        ("III.15", "It does nothing: the half curtain has not fallen. It is discarded for nothing."),
    ],
)
def test_a_card_that_will_fail_says_so_on_the_own_phone(placed: str, note: str) -> None:
    state = reveals(placed)
    card = state.deck.cards[placed]
    assert (card.character_1 == "Iago") == ("Lead" in note)
    assert button(state, BEN, do="reveal") == ("Reveal your card", note)


def test_each_card_of_an_improv_says_what_becomes_of_it() -> None:
    away = state_of(Action(IMPROV, ANN, "improv", Choices(way=Way.HAND), EFFECT))
    swap = state_of(
        Action(IMPROV, ANN, "improv", Choices(way=Way.FACE_DOWN), EFFECT), of=with_seats(Ann={"placed": "?"})
    )
    assert button(away, ANN, give="III.1")[0] == "Swap this card"
    assert button(swap, ANN, give="III.1")[0] == "Play this one instead"


def test_wounds_and_limits_are_on_the_buttons_of_a_choice() -> None:
    coin = state_of(
        Action(ActionKind.COIN, BEN, "Iago", stage=EFFECT), tiles={"Bianca": {"wounds": 2}, "Cassio": {"wounds": 1}}
    )
    assert button(coin, BEN, on="Bianca")[0] == "Wound Bianca (2/3: dies)"
    assert button(coin, BEN, on="Cassio")[0] == "Wound Cassio (1/5)"
    villainy = state_of(Action(CARD, ANN, "Villainy", stage=EFFECT, taker=ANN), of=with_seats(Ann={"intrigue": 3}))
    assert button(villainy, ANN, pay=False)[0] == "Pay nothing: limit -1"


def test_the_button_to_reveal_says_what_a_revive_costs_and_that_the_dead_score_nothing() -> None:
    tiles = {"Bianca": {"dead": True}}
    assert button(reveals("Revive", tiles=tiles), BEN, do="reveal")[1].endswith("for it. Costs 3 intrigue.")
    by_the_lead = state_of(of={**REVEALS, "Ann": {"placed": "Revive"}}, turn="Ann", tiles=tiles)
    assert button(by_the_lead, ANN, do="reveal")[1].endswith("for it.")
    who = by_the_lead.deck.cards["III.4"].character_1
    note = button(reveals("III.4", tiles={who: {"dead": True}}), BEN, do="reveal")[1]
    assert note == f"{who} is dead: the card is set aside and scores nothing. You get only what it brings."
    assert button(reveals("III.4"), BEN, do="reveal")[1] == ""


def test_a_card_that_is_looked_at_shows_what_it_is_worth_and_copies_are_counted() -> None:
    seats = with_seats(Ann={"hand": ["Seize", "Seize", "III.4"]})
    looks = Action(CARD, BEN, "Exchange", Choices(target=ANN, look=True), EFFECT, taker=BEN, done=1)
    state = state_of(looks, of={**seats, "Ben": {"placed": "Exchange", "hand": ["III.2"]}})
    assert "It scores 1 point." in button(state, BEN, take="III.4")[1]
    assert button(state, BEN, take="Seize")[0] == "Take Seize (1 of 2)"


def test_the_player_chooses_on_the_phone_which_cards_are_discarded_before_an_act() -> None:
    """G4: nobody's hand is cut down without being asked."""
    game = game_of("othello")
    seats = [
        {"name": name, "hand": ["?staging"] * (4 if name == "Ben" else 2)} for name in ("Ann", "Ben", "Cal", "Dan")
    ]
    start = position_from_json({"edition": "2024", "phase": "intermission", "lead": "Ann", "seats": seats})
    deal = game.secrets.actual_deal(start, 1)
    session = Session(game, deal.start_of_session(start), deal.chance, Book(), equipment=ON_PHONES)
    session.settle()
    session.say({"do": "next-act"}, 1.0)
    assert session.view.position.headline == "Ben: discard 2 staging cards"
    deal.follow(session.play.events)
    own = game.display.seat(deal.state, BEN)
    hand = [card["id"] for card in own["hand"]]
    assert own["discard"] == 2
    session.say({"by": "Ben", "do": "discard", "cards": hand[2:]}, 2.0, seat_of(BEN))
    deal.follow(session.play.events)
    left = [card["id"] for card in game.display.seat(deal.state, BEN)["hand"] if card["kind"] == "staging"]
    assert sorted(left) == sorted(hand[:2])


def test_both_exchanges_of_tokens_are_on_the_phone_of_a_player_whose_hand_is_known() -> None:
    seats = [{"name": name, "hand": ["Seize"], "intrigue": 4, "spotlight": 1} for name in ("Ann", "Ben", "Cal")]
    state = position_from_json({"edition": "2024", "phase": "intermission", "lead": "Ann", "seats": seats})
    assert [option["text"] for option in view(state, BEN)["options"]] == [
        "Give 3 intrigue, get 1 spotlight",
        "Give 1 spotlight, get 3 intrigue",
    ]


@pytest.mark.parametrize(("placed", "sure"), [("III.4", True), ("III.9", False)])
def test_a_phone_asks_once_more_before_a_card_that_could_be_played_exits(placed: str, sure: bool) -> None:
    """An exit shows the card, so that its player cannot undo it."""
    state = reveals(placed)
    [option] = [option for option in view(state, BEN)["options"] if option["answer"]["do"] == "exit"]
    assert ("sure" in option) is sure, option


def test_no_card_that_waits_for_those_of_others_is_called_useless_before_it_is_placed() -> None:
    """At the moment of placing a Miscue has nobody to aim at yet."""
    state = state_of(phase="placement", of=with_seats(Ann={"hand": ["Miscue", "Seize", "Revive"], "intrigue": 3}))
    notes = {
        option["card"]: option["note"] for option in view(state, ANN)["options"] if option["answer"]["do"] == "place"
    }
    assert notes["Miscue"] == notes["Seize"] == ""
    assert "dead" in notes["Revive"]
