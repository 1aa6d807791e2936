"""`evolve`: compute the next state from an event; nothing else makes states. Automatic consequences come from `flow`.

Events are not checked here; `legality` decides what is allowed.
"""

from __future__ import annotations

from typing import assert_never

from companion.deathmatch.model import events as e
from companion.deathmatch.model.accounts import could_be
from companion.deathmatch.model.changes import CharacterChanged
from companion.deathmatch.model.evolve_changes import evolve_change
from companion.deathmatch.model.ruleset import OpenTexts, TricksterGoes
from companion.deathmatch.model.state import Phase, State, WaitingText
from companion.deathmatch.model.unknown import (
    UNKNOWN_ACTION,
    UNKNOWN_CHARACTER,
    Heap,
    after_drawing,
    beneath,
    find,
    is_unknown,
    left_unseen,
    size,
    without,
)


def evolve(state: State, event: e.Event) -> State:
    """Return the state after one more event."""
    match event:
        case e.Drew(player, card):
            return _drew(state, player, card)
        case e.Dealt(player, card):
            return _dealt(state, player, card)
        case e.Discarded():
            return _discarded(state, event)
        case e.Played(player, card) | e.Sacrificed(player, card):
            return _laid(state, player, card)
        case e.Damaged():
            return _damaged(state, event)
        case e.SceneBegan(scene, player):
            return _scene_began(state, scene, player)
        case e.SceneWon(player):
            return state if player is None else state._replace(phase=Phase.DAMAGE, turn=player)
        case e.PassedOver(player):
            return _next_answer(state, player) if state.phase is Phase.SCENE else state
        case e.ActBegan(act, first):
            return _act_began(state, act, first)
        case e.ProtagonistChanged(player):
            return state._replace(protagonist=player, turn=player if state.phase is Phase.SETTING else state.turn)
        case e.SettingChosen(_, card):
            return state._replace(setting=card)
        case e.CharacterDealt(player, character):
            return _character_dealt(state, player, character)
        case e.Showed(player, card):
            seat = state.seats[player]
            shown = state._replace(trickster_played=True, carrying=WaitingText(player, card))
            return shown.with_seat(player, seat._replace(hand=without(seat.hand, card)))
        case e.CarriedOut(_, card, source):
            return state if source is e.Source.SETTING else _text_is_done(state, card)
        case e.Changed(change):
            return evolve_change(state, change)
        case e.Corrected():
            return state
        case e.Revealed(player, character):
            return _revealed(state, player, character)
        case e.Slain(player, character):
            return _slain(state, player, character)
        case e.GameEnded(winners):
            return _over(state, winners)
        case e.Found(player, card):
            return _found(state, player, card)
        case e.LeftOut(card):
            return state._replace(removed=(*state.removed, card))
        case e.Shuffled() | e.Led() | e.SceneEnded() | e.ActEnded():
            return state  # only for the log: the events around them change the state
        case _:
            raise TypeError(event)  # a test covers every kind


def _drew(state: State, player: int, card: str) -> State:
    seat = state.seats[player]
    return state.with_seat(player, seat._replace(hand=(*seat.hand, card), pile=after_drawing(seat.pile)))


def _dealt(state: State, player: int, card: str) -> State:
    """Deal from the box in the first deal, later from the discard pile. A pile of unknown cards is kept as a number."""
    seat = state.seats[player]
    pile: Heap = 0 if state.phase is Phase.CASTING and is_unknown(card) and seat.pile == () else seat.pile
    if state.phase is not Phase.CASTING:
        state = state._replace(discard=_out_of_discard(state.discard, card))
    return state.with_seat(player, seat._replace(pile=beneath(pile, card)))


def _out_of_discard(discard: Heap, card: str) -> Heap:
    """Remove a dealt card from the discard pile; if the card is unknown, any card may have been dealt."""
    if isinstance(discard, int):
        return discard - 1
    return without(discard, card) if find(discard, card) is not None else discard[1:]


def _discarded(state: State, event: e.Discarded) -> State:
    player, card, origin = event.player, event.card, event.origin
    seat = state.seats[player]
    discard = beneath(state.discard, card)
    match origin:
        case e.Origin.SCENE:
            return _out_of_scene(state, player, card)._replace(discard=discard)
        case e.Origin.HAND:
            seat = seat._replace(hand=left_unseen(seat.hand, card))
        case e.Origin.POOL:
            seat = seat._replace(pool=without(seat.pool, card))
        case e.Origin.PILE:
            seat = seat._replace(pile=after_drawing(seat.pile))
        case _:
            assert_never(origin)
    return state.with_seat(player, seat)._replace(discard=discard)


def _out_of_scene(state: State, player: int, card: str) -> State:
    """Remove a card in front of a player, one among the scene's cards, or one whose text will not happen."""
    seat = state.seats[player]
    if seat.played == card:
        return state.with_seat(player, seat._replace(played=None))
    if card in state.scene_cards:
        return state._replace(scene_cards=without(state.scene_cards, card))
    return _next_text(state)


def _laid(state: State, player: int, card: str) -> State:
    seat = state.seats[player]
    state = state.with_seat(player, seat._replace(hand=without(seat.hand, card), played=card))
    return _next_answer(state._replace(phase=Phase.SCENE), player)


def _next_answer(state: State, after: int) -> State:
    turn = state.next_to_answer(after)
    return state._replace(turn=turn, phase=Phase.WINNER if turn is None else Phase.SCENE)


def _damaged(state: State, event: e.Damaged) -> State:
    target, card = event.target, event.card
    before = next((player for player, laid in state.played_in_order() if laid == card), None)
    if before is None:
        state = state._replace(scene_cards=without(state.scene_cards, card))
    else:
        state = state.with_seat(before, state.seats[before]._replace(played=None))
    seat = state.seats[target]
    return state.with_seat(target, seat._replace(pool=(*seat.pool, card)))


def _scene_began(state: State, scene: int, player: int) -> State:
    """Begin an action. The first one of an act makes its setting active and ends the last act's hand sizes."""
    new = state._replace(phase=Phase.ACTION, scene=scene, opener=player, turn=player, trickster_played=False)
    if scene == 1 and state.act > 1:
        new = new._replace(seats=tuple(seat._replace(hand_size=None) for seat in new.seats))
    return new


def _act_began(state: State, act: int, first: int) -> State:
    """Begin an act, before its setting is chosen; no trickster counts as played yet (DT2)."""
    new = state._replace(act=act, first=first, phase=Phase.SETTING, scene=0, opener=None, turn=state.protagonist)
    new = new._replace(trickster_played=False)
    rules = state.rules
    if state.phase is not Phase.CASTING or not rules.revealed or rules.open_texts is OpenTexts.NO:
        return new
    players = [player for player in state.in_turn_order(first) if has_text(state, player)]  # DJ16
    texts = tuple(WaitingText(player, state.seats[player].character) for player in players)
    return new._replace(carrying=texts[0] if texts else None, waiting=texts[1:])


def has_text(state: State, player: int) -> bool:
    """Return True if the known character of a player has a text for its reveal (DR1)."""
    seat = state.seats[player]
    return seat.knows_character and bool(state.deck.characters[seat.character].text)


def _character_dealt(state: State, player: int, character: str) -> State:
    """Deal from the undrawn characters; if the drawn one is unknown, keep only the number of the rest."""
    left: Heap = size(state.characters) - 1
    if isinstance(state.characters, tuple) and character in state.characters:
        left = tuple(name for name in state.characters if name != character)
    new = state._replace(characters=left)
    return new.with_seat(player, state.seats[player]._replace(character=character))


def _text_is_done(state: State, card: str) -> State:
    """Put a trickster where DJ11 says, and continue with the next waiting text."""
    new = _next_text(state)
    if card not in state.deck.actions:
        return new
    if state.rules.trickster_goes is TricksterGoes.SCENE:
        return new._replace(scene_cards=(*state.scene_cards, card))
    return new._replace(discard=beneath(state.discard, card))


def _next_text(state: State) -> State:
    return state._replace(carrying=state.waiting[0] if state.waiting else None, waiting=state.waiting[1:])


def _revealed(state: State, player: int, character: str) -> State:
    """Turn the character face up and queue its text (DR1)."""
    new = _with_character(state, player, character)
    new = new.with_seat(player, new.seats[player]._replace(revealed=True))
    return new._replace(carrying=WaitingText(player, character)) if has_text(new, player) else new


def _with_character(state: State, player: int, character: str) -> State:
    """Turn a player's character face up. A player recorded with the same one by mistake gets an unknown one."""
    seats = tuple(
        seat._replace(character=UNKNOWN_CHARACTER) if seat.character == character and not seat.out else seat
        for seat in state.seats
    )
    return state._replace(seats=seats).with_seat(player, seats[player]._replace(character=character))


def _slain(state: State, player: int, character: str) -> State:
    new = _with_character(state, player, character)
    new = new.with_seat(player, new.seats[player]._replace(out=True, revealed=True, condemned=False))
    waiting = tuple(text for text in state.waiting if text.by != player)
    new = new._replace(waiting=waiting)
    carrying = state.carrying
    if carrying is not None and carrying.by == player and carrying.card not in state.deck.actions:
        new = _next_text(new)  # DE2: the text does not happen
    return _next_answer(new, player) if state.phase is Phase.SCENE and state.turn == player else new


def _over(state: State, winners: tuple[int, ...]) -> State:
    seats = tuple(seat._replace(condemned=False) for seat in state.seats)
    new = state._replace(phase=Phase.OVER, winners=winners, seats=seats)
    return new._replace(opener=None, turn=None, carrying=None, waiting=(), trickster_played=False)


def _found(state: State, player: int, card: str) -> State:
    """Put the card in this hand. If the record had the only copy left elsewhere, an unknown card replaces it there.

    If the hand was fully known, its last card makes room. A character becomes the player's own.
    """
    if card in state.deck.characters:
        return evolve_change(state, CharacterChanged(player, card))
    hand = state.seats[player].hand
    if card in hand or not hand:
        return state
    if not could_be(state, card):
        state = _forgetting(state, card)
    seat = state.seats[player]
    at = hand.index(UNKNOWN_ACTION) if UNKNOWN_ACTION in hand else len(hand) - 1
    return state.with_seat(player, seat._replace(hand=(card, *seat.hand[:at], *seat.hand[at + 1 :])))


def _forgetting(state: State, card: str) -> State:
    """Return the state with an unknown card in place of this one in a hand or draw pile, where nobody saw it."""
    for player, seat in enumerate(state.seats):
        if card in seat.hand:
            return state.with_seat(player, seat._replace(hand=_forgotten(seat.hand, card)))
        if isinstance(seat.pile, tuple) and card in seat.pile:
            return state.with_seat(player, seat._replace(pile=_forgotten(seat.pile, card)))
    return state


def _forgotten(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return (*cards[:at], UNKNOWN_ACTION, *cards[at + 1 :])
