"""Dealing and drawing: the first deal, dealing out the discard pile, and filling hands (DS2 to DS4, DA3, DH2)."""

from __future__ import annotations

from companion.deathmatch.model import events as e
from companion.deathmatch.model.accounts import standing_copies
from companion.deathmatch.model.ruleset import EmptyPile, Uneven
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, cards_of, known, size, top
from companion.deathmatch.rules.game import Game


def first_deal(game: Game, starter: int) -> None:
    """Deal characters and all action cards from the starter's left; then everybody draws (DS2 to DS4)."""
    state = game.state
    players = state.from_left(starter)
    characters = state.characters
    names = (UNKNOWN_CHARACTER,) * characters if isinstance(characters, int) else characters
    for player, name in zip(players, game.chance.draw_characters(names, len(players)), strict=True):
        game.emit(e.CharacterDealt(player, name))
    rest = _deal(game, players, _box(state))
    game.emit(*(e.LeftOut(card) for card in rest))
    fill_hands(game, starter)


def _box(state: State) -> tuple[str, ...]:
    """Return the cards without a known place; unknown cards if some cards in known places are unknown."""
    box = tuple((state.deck.copies - standing_copies(state)).elements())
    unknown = size(state.discard) - len(known(state.discard))
    return (UNKNOWN_ACTION,) * (len(box) - unknown) if unknown else box


def deal_discards(game: Game, starter: int | None) -> None:
    """Shuffle the discard pile and deal it to everybody still in the game, from the starter's left (DA3)."""
    if can_deal(game.state):
        _deal(game, game.state.from_left(starter), cards_of(game.state.discard))


def can_deal(state: State) -> bool:
    """Return True if the discard pile has enough cards for a deal (DJ12)."""
    needed = len(state.alive) if state.rules.uneven is Uneven.EQUAL else 1
    return size(state.discard) >= needed


def _deal(game: Game, players: tuple[int, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Deal the cards one by one; return those left over (DJ12)."""
    count = len(cards)
    if game.state.rules.uneven is Uneven.EQUAL:
        count -= count % len(players)
    if cards:
        game.emit(e.Shuffled(len(cards)))
    shuffled = game.chance.shuffle(cards)
    for number, card in enumerate(shuffled[:count]):
        game.emit(e.Dealt(players[number % len(players)], card))
    return shuffled[count:]


def fill_hands(game: Game, starter: int | None) -> None:
    """Draw one by one for players with fewer cards than the hand size (DH2); an empty pile may
    cause a deal (DJ8, DJ6).
    """
    for player in game.state.in_turn_order(starter):
        while len(game.state.seats[player].hand) < game.state.hand_size(player):
            pile = game.state.seats[player].pile
            if size(pile):
                game.emit(e.Drew(player, top(pile)))
            elif is_dealt_for_drawing(game.state):
                deal_discards(game, game.state.first)
            else:
                break


def is_dealt_for_drawing(state: State) -> bool:
    """Return True if the discard pile is dealt out now because a player should draw and cannot (DJ6, DJ8)."""
    anew = state.rules.empty_pile is EmptyPile.REDEAL or not state.has_acts
    return anew and state.phase not in (Phase.CASTING, Phase.OVER) and can_deal(state)


def has_card(state: State, player: int) -> bool:
    """Return True if a player has a card to play or to draw."""
    return bool(state.seats[player].hand) or bool(size(state.seats[player].pile))


def nobody_has_a_card(state: State) -> bool:
    """Return True if no player still in the game has a card (DJ8, DJ19)."""
    return not any(has_card(state, player) for player in state.alive)
