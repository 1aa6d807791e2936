"""Decks of Deathmatch: the stand-in one, and card objects (DC)."""

from collections import Counter
from typing import Any

import pytest

from companion.core.errors import InputError, all_errors
from companion.deathmatch.model.cards import CASTLE, NAMED_TRICKSTERS, Suit
from companion.deathmatch.model.deck import deck_from_objects, deck_names, deck_to_objects, load_deck

CASTLE_CARD = {"kind": "setting", "id": "castle"}
HAMLET = {"kind": "character", "id": "Hamlet", "limits": {"blades": 4, "coins": 8}}


def mistakes(*cards: Any) -> dict[str | None, str]:
    """Return the errors in a deck of these cards, by field."""
    with pytest.raises(InputError) as found:
        deck_from_objects(list(cards))
    return {error.field: error.what for error in all_errors(found.value)}


def test_dc2_the_stand_in_deck_has_a_hundred_standard_cards_named_by_suit_and_points() -> None:
    standard = [card for card in load_deck("stand-in").actions.values() if not card.is_trickster]
    assert sum(card.copies for card in standard) >= 100
    assert {card.suit for card in standard} == set(Suit)
    assert all(card.id == f"{card.suit}.{card.points}" for card in standard)


def test_dc3_the_stand_in_deck_has_hamlet_and_ophelia_as_the_author_made_them() -> None:
    characters = load_deck("stand-in").characters
    assert len(characters) >= 8
    assert dict(characters["Hamlet"].limits) == {Suit.BLADES: 4, Suit.COINS: 8}
    assert dict(characters["Ophelia"].limits) == {Suit.LETTERS: 8, Suit.COINS: 4}


def test_the_stand_in_deck_favours_no_character_and_no_suit() -> None:
    """`bench/balance.py` then measures it: each character has equal harm in the deck, equally often."""
    deck = load_deck("stand-in")
    assert (len(deck.characters), len(deck.settings)) == (12, 6)
    assert deck.size >= 100
    limits = [limit for character in deck.characters.values() for limit in character.limits]
    assert {sum(points for _suit, points in character.limits) for character in deck.characters.values()} == {12}
    assert Counter(limits) == {(suit, points): 3 for suit in Suit for points in (4, 8)}
    standard = [card for card in deck.actions.values() if card.suit is not None]
    of_suits = [Counter({card.points: card.copies for card in standard if card.suit is suit}) for suit in Suit]
    assert all(cards == of_suits[0] for cards in of_suits)


def test_dc4_the_castle_of_the_stand_in_deck_has_three_cards_and_no_text() -> None:
    settings = load_deck("stand-in").settings
    assert len(settings) >= 6
    assert (settings[CASTLE].hand_size, settings[CASTLE].text) == (3, "")


def test_dc5_the_stand_in_deck_has_the_authors_tricksters_by_name() -> None:
    deck = load_deck("stand-in")
    assert all(deck.is_trickster(name) for name in NAMED_TRICKSTERS)
    assert not deck.is_standard(NAMED_TRICKSTERS[0])


def test_the_stand_in_deck_says_that_it_is_made_up_and_what_is_the_authors() -> None:
    deck = load_deck("stand-in")
    assert deck.made_up
    authors = {card["id"]: card["author"] for card in deck_to_objects(deck) if "author" in card}
    known = {"Hamlet": ["id", "limits"], "Ophelia": ["id", "limits"], CASTLE: ["id"]}
    assert authors == known | {name: ["id"] for name in NAMED_TRICKSTERS}


@pytest.mark.parametrize("name", deck_names())
def test_a_deck_written_as_card_objects_reads_back_the_same(name: str) -> None:
    deck = load_deck(name)
    assert deck_from_objects(deck_to_objects(deck), "deck", deck.id, deck.title, deck.made_up) == deck


def test_a_card_has_one_copy_no_text_and_a_setting_three_cards_unless_told() -> None:
    deck = deck_from_objects([{"kind": "trickster", "id": "Jest"}, HAMLET, CASTLE_CARD])
    assert (deck.actions["Jest"].copies, deck.actions["Jest"].text) == (1, "")
    assert deck.characters["Hamlet"].text == ""
    assert deck.settings[CASTLE].hand_size == 3


def test_everything_wrong_in_a_deck_is_told_at_once_each_with_its_field() -> None:
    found = mistakes(
        {"kind": "action", "id": "x", "suit": "daggers", "points": 1},
        {"kind": "action", "id": "y", "suit": "blades", "points": -1},
        {"kind": "action", "id": "z", "suit": "blades", "points": 1, "copies": 0},
        {"kind": "character", "id": "Hamlet", "limits": {"blades": 4}},
        {"kind": "character", "id": "Lear", "limits": {"blades": 4, "coins": 0}},
        {"kind": "setting", "id": "heath", "hand_size": 0},
        {"kind": "spell", "id": "x"},
        {"kind": "trickster"},
        {"kind": "trickster", "id": "?action"},
        {"kind": "setting", "id": "heath"},
        "castle",
    )
    assert set(found) == {
        "deck[0].suit",
        "deck[1].points",
        "deck[2].copies",
        "deck[3].limits",
        "deck[4].limits.coins",
        "deck[5].hand_size",
        "deck[6].kind",
        "deck[7].id",
        "deck[8].id",
        "deck[9].id",
        "deck[10]",
        "deck",
    }


@pytest.mark.parametrize("limits", [{}, {"blades": 4, "coins": 8, "letters": 1}, {"blades": 4, "daggers": 2}])
def test_dc3_a_character_has_exactly_two_suits(limits: dict[str, int]) -> None:
    assert mistakes(CASTLE_CARD, {"kind": "character", "id": "Hamlet", "limits": limits})


def test_dc4_a_deck_needs_a_castle() -> None:
    assert "castle" in mistakes(HAMLET)["deck"]


def test_a_character_and_a_trickster_cannot_have_one_name_for_a_text_that_waits_goes_by_it() -> None:
    assert set(mistakes(CASTLE_CARD, HAMLET, {"kind": "trickster", "id": "Hamlet"})) == {"deck[2].id"}
