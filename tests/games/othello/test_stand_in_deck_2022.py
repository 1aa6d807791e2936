"""The stand-in deck of 2022 compared with that edition's rulebook."""

from collections import Counter

from companion.othello.model.cards import ACT_NUMERALS, Role
from companion.othello.model.deck import load_deck
from companion.othello.model.ruleset import load_edition
from companion.othello.rules.script_cards import role_of

DECK, RULES = load_deck("stand-in-2022"), load_edition("2022")
CARDS = list(DECK.cards.values())
NO_CHARACTER = {"the senate", "the truth"}


def test_c2_its_cards_stand_in_the_order_of_the_play() -> None:
    sizes = zip(ACT_NUMERALS, (11, 12, 15, 15, 16), strict=True)
    assert list(DECK.cards) == [f"{act}.{number}" for act, size in sizes for number in range(1, size + 1)]


def test_c1_a_card_is_about_characters_who_star_in_its_act() -> None:
    for card in CARDS:
        stars = RULES.stars[card.act - 1]
        assert card.character_1 in stars, card.id
        assert card.character_2 is None or card.character_2 in {*stars, *NO_CHARACTER}, card.id


def test_k1_there_are_at_least_four_cards_with_a_crown_in_each_act() -> None:
    crowned = Counter(card.act for card in CARDS if role_of(RULES, card) is Role.LEAD)
    assert min(crowned[act] for act in range(1, 6)) >= 4


def test_c8_a_curtain_is_worth_more_to_its_own_role() -> None:
    for card in CARDS:
        if card.curtain is not None:
            own = role_of(RULES, card)
            other = Role.COMPANY if own is Role.LEAD else Role.LEAD
            assert card.points_for(own) > card.points_for(other) > 0, card.id


def test_it_says_that_it_is_made_up_and_has_a_line_of_its_own_for_each_card() -> None:
    assert DECK.made_up
    assert all(card.made_up and card.line for card in CARDS)
    assert len({card.line for card in CARDS}) == len(CARDS)
