"""The entry point of the rules: begin a game and submit answers.

`legality` checks an answer, events change the game, and `settle` plays out the consequences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from companion.core.codec import NOBODY
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.deathmatch.model import events as e
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.changes import CardMoved, Change, PlaceKind, ProtagonistMoved, SettingChanged
from companion.deathmatch.model.deck import STAND_IN, Deck, load_deck
from companion.deathmatch.model.ruleset import SEATS, Harmless, rule_set
from companion.deathmatch.model.state import new_state
from companion.deathmatch.model.unknown import taken
from companion.deathmatch.rules.deal import first_deal
from companion.deathmatch.rules.deaths import discard_scene, leave
from companion.deathmatch.rules.flow import settle
from companion.deathmatch.rules.game import Chance, Game
from companion.deathmatch.rules.harm import harmless_in_pool, harms
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.scene import standing
from companion.game.corrections import Because

__all__ = ["apply", "begin", "settle", "submit"]


def begin(
    names: Sequence[str],
    chance: Chance,
    variants: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    deck: str | Deck = STAND_IN,
) -> Game:
    """Return a game before its starter is named; the deal follows then (DS1 to DS5).

    Args:
        names: the players, clockwise, 2 to 8 different ones.
        chance: the source of shuffled cards.
        variants: names such as `castle`.
        rulings: answers by ruling id, if they differ from the defaults.
        deck: a deck or its name.

    Raises ValueError for a wrong number of players or fewer characters than players, InputError for an unknown variant,
    ruling or deck.
    """
    if len(names) not in SEATS or len(set(names)) != len(names):
        raise ValueError(f"the game is for {SEATS[0]} to {SEATS[-1]} players with different names (DS1)")
    cards = load_deck(deck) if isinstance(deck, str) else deck
    if len(cards.characters) < len(names):
        raise ValueError(f"the deck has {len(cards.characters)} characters for {len(names)} players (DS1)")
    return Game(new_state(rule_set(variants, rulings), cards, tuple(names)), chance)


def submit(game: Game, answer: Answer) -> tuple[e.Event, ...]:
    """Play an answer and its consequences; return the new events.

    Raises Forbidden, with the game unchanged, if the rules do not allow it.
    """
    verdict = legality(game.state, answer)
    if not verdict.legal:
        raise Forbidden(verdict.reasons)
    before = len(game.events)
    apply(game, answer)
    return tuple(game.events[before:])


def apply(game: Game, answer: Answer) -> None:
    """Play a legal answer and its consequences."""
    carrying = game.state.carrying
    if (
        carrying is not None
        and carrying.by == answer.by
        and answer.do in (Do.SETTING, Do.TRICKSTER, Do.REVEAL, Do.PLAY)
    ):
        game.emit(e.CarriedOut(carrying.by, carrying.card))  # playing on means that the text changed nothing
    _perform(game, answer)
    settle(game, game.state.first if answer.of_setting else None if answer.by == NOBODY else answer.by)


def _perform(game: Game, answer: Answer) -> None:
    by, card = answer.by, answer.card or ""
    match answer.do:
        case Do.PROTAGONIST:
            _begin_first_act(game, _of(answer.to))
        case Do.SETTING:
            game.emit(e.SettingChosen(by, card), e.SceneBegan(1, _of(game.state.first)))
        case Do.TRICKSTER:
            game.emit(e.Showed(by, card))
        case Do.REVEAL:
            _reveal(game, by, answer.character)
        case Do.PLAY:
            _play(game, by, card)
        case Do.WINNER:
            game.emit(e.SceneWon(answer.to))
        case Do.DAMAGE:
            _damage(game, by, _of(answer.target), card)
        case Do.DISCARD:
            game.emit(*(e.Discarded(by, card, e.Origin.HAND) for card in answer.cards))
        case Do.CARRY_OUT:
            _carry_out(game, answer)
        case Do.CORRECT:
            game.emit(e.Corrected(answer.because or Because.AGREED))
            _change(game, answer)
        case Do.SLAIN:
            _slain(game, by, answer.character)
        case Do.CHARACTER:
            game.emit(e.Found(by, answer.character or ""))
        case _:
            assert_never(answer.do)


def _of(player: int | None) -> int:
    assert player is not None
    return player


def _begin_first_act(game: Game, starter: int) -> None:
    """Set the starter and deal a new game (DS2 to DS5, DA6)."""
    new = game.state.is_new
    if len(game.state.alive) > 2:
        game.emit(e.ProtagonistChanged(starter))
    if new:
        first_deal(game, starter)
    game.emit(e.ActBegan(game.state.act, starter))


def _reveal(game: Game, by: int, character: str | None) -> None:
    """Show the character and discard harmless cards; the text comes later (DR1 to DR3)."""
    seat = game.state.seats[by]
    game.emit(e.Revealed(by, seat.character if seat.knows_character else character or ""))
    game.emit(*(e.Discarded(by, card, e.Origin.POOL) for card in harmless_in_pool(game.state, by)))


def _play(game: Game, by: int, card: str) -> None:
    """Play a card to open or in answer; it may become the one to beat (DP1 to DP3, DT3)."""
    game.emit(e.Sacrificed(by, card) if game.state.deck.is_trickster(card) else e.Played(by, card))
    if standing(game.state) == by:
        game.emit(e.Led(by))


def _damage(game: Game, by: int, target: int, card: str) -> None:
    """Place one card in a pool and discard the rest (DP4, DJ18)."""
    game.emit(e.Damaged(by, target, card))
    seat = game.state.seats[target]
    clears = game.state.rules.harmless is Harmless.CLEAR and seat.revealed and seat.knows_character
    if clears and not harms(game.state, target, card):
        game.emit(e.Discarded(target, card, e.Origin.POOL))
    discard_scene(game)


def _carry_out(game: Game, answer: Answer) -> None:
    """Apply the changes of a text, as the table reports them (DJ2)."""
    state = game.state
    if answer.of_setting:
        game.emit(e.CarriedOut(None if answer.by == NOBODY else answer.by, state.setting or "", e.Source.SETTING))
    elif state.carrying is not None:
        game.emit(e.CarriedOut(answer.by, state.carrying.card))
    _change(game, answer)


def _change(game: Game, answer: Answer) -> None:
    for change in answer.changes:
        game.emit(e.Changed(_as_seen_in_a_pool(game, change)))
        if isinstance(change, SettingChanged):
            game.emit(e.SettingChosen(None, change.now))
        elif isinstance(change, ProtagonistMoved):
            game.emit(e.ProtagonistChanged(change.now))


def _as_seen_in_a_pool(game: Game, change: Change) -> Change:
    """Name a card moved from a draw pile to a pool if it is known: everybody sees it there."""
    if not isinstance(change, CardMoved) or (change.origin.kind, change.to.kind) != (PlaceKind.PILE, PlaceKind.POOL):
        return change
    card, _left = taken(game.state.seats[_of(change.origin.of)].pile, change.card, change.origin.bottom)
    return replace(change, card=card)


def _slain(game: Game, by: int, character: str | None) -> None:
    """Apply a player's report of the own death (DE1, DJ3)."""
    seat = game.state.seats[by]
    leave(game, by, seat.character if seat.knows_character else character or "")
