"""The open decision with its options, and other permitted answers. Both are pure functions of the state.

The decision's existence, kind and players depend only on public facts. Options based on a hand or a character are for
that player only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import assert_never

from companion.core.codec import NOBODY
from companion.deathmatch.model.accounts import possible_cards, possible_characters
from companion.deathmatch.model.answers import Answer, Do, TextOf
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.ruleset import SecretDeath
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION
from companion.deathmatch.rules.harm import is_reached
from companion.deathmatch.rules.legality import allowed_settings, must_play_standard
from companion.deathmatch.rules.scene import placeable_cards, standard_cards

MOST_DISCARDS = 500  # for one player; a large hand has more combinations than anybody reads


def decision(state: State) -> Decision | None:
    """Return the open decision; None at the end of the game. The state must be settled."""
    if state.phase is Phase.OVER:
        return None
    too_many = tuple(player for player in state.in_turn_order(state.first) if state.excess(player))
    if too_many:
        options = [option for player in too_many for option in _discards(state, player)]
        return Decision(DecisionKind.DISCARD, too_many, tuple(options))
    if state.carrying is not None:
        by = state.carrying.by
        return Decision(DecisionKind.CARRY_OUT, (by,), (Answer(Do.CARRY_OUT, by),))
    return _of_phase(state)


def _of_phase(state: State) -> Decision:
    turn = state.turn
    asked, by = ((), NOBODY) if turn is None else ((turn,), turn)
    match state.phase:
        case Phase.CASTING:
            options = [Answer(Do.PROTAGONIST, to=player) for player in state.alive]
            return Decision(DecisionKind.PROTAGONIST, (), tuple(options))
        case Phase.SETTING:
            options = [Answer(Do.SETTING, by, card) for card in allowed_settings(state)]
            return Decision(DecisionKind.SETTING, asked, tuple(options))
        case Phase.ACTION:
            assert turn is not None
            options = [*_plays(state, turn), *_tricksters(state, turn), *_reveals(state, turn)]
            return Decision(DecisionKind.ACTION, asked, tuple(options))
        case Phase.SCENE:
            assert turn is not None
            return Decision(DecisionKind.ANSWER, asked, tuple(_plays(state, turn)))
        case Phase.WINNER:
            options = [Answer(Do.WINNER, to=player) for player, _card in standard_cards(state)]
            return Decision(DecisionKind.WINNER, (), tuple(options))
        case Phase.DAMAGE:
            return Decision(DecisionKind.DAMAGE, asked, tuple(_damages(state)))
        case Phase.OVER:
            raise ValueError("nothing is open once the game is over")
        case _:
            assert_never(state.phase)


def permitted(state: State) -> tuple[Answer, ...]:
    """Return other permitted answers: reporting an own death that the companion does not announce, and the setting's
    text.
    """
    if state.phase is Phase.OVER:
        return ()
    deaths = [Answer(Do.SLAIN, player) for player in state.alive if _may_report_death(state, player)]
    with_text = state.setting is not None and bool(state.deck.settings[state.setting].text)
    return (*deaths, *([Answer(Do.CARRY_OUT, source=TextOf.SETTING)] if with_text else []))


def _may_report_death(state: State, player: int) -> bool:
    """DE1, DJ3. Only its player knows if an unknown character has reached its limits."""
    seat = state.seats[player]
    if not seat.knows_character:
        return not state.is_new
    return state.rules.secret_death is SecretDeath.HONOUR and not seat.revealed and is_reached(state, player)


def _could_hold(state: State, player: int) -> dict[str, None]:
    """Return the cards of a hand, each once; an unknown card stands for all its candidates."""
    hand = state.seats[player].hand
    cards = dict.fromkeys(card for card in hand if card != UNKNOWN_ACTION)
    return cards | (dict.fromkeys(possible_cards(state)) if UNKNOWN_ACTION in hand else {})


def _plays(state: State, player: int) -> list[Answer]:
    """DP1, DP2, DT3."""
    no_trickster = must_play_standard(state, player)
    cards = _could_hold(state, player)
    return [Answer(Do.PLAY, player, card) for card in cards if not (no_trickster and state.deck.is_trickster(card))]


def _tricksters(state: State, player: int) -> list[Answer]:
    """DT1, DT2."""
    if state.trickster_played:
        return []
    cards = _could_hold(state, player)
    return [Answer(Do.TRICKSTER, player, card) for card in cards if state.deck.is_trickster(card)]


def _reveals(state: State, player: int) -> list[Answer]:
    """DR1; an unknown character stands for all its candidates."""
    seat = state.seats[player]
    if seat.revealed:
        return []
    if seat.knows_character:
        return [Answer(Do.REVEAL, player)]
    return [Answer(Do.REVEAL, player, character=character) for character in possible_characters(state)]


def _damages(state: State) -> Iterator[Answer]:
    """DP4."""
    assert state.turn is not None
    for card in placeable_cards(state):
        for target in state.clockwise(state.turn):
            yield Answer(Do.DAMAGE, state.turn, card, target=target)


def _discards(state: State, player: int) -> list[Answer]:
    """DH3: every combination of the required number of cards; copies are equal."""
    choices = _choices(list(Counter(state.seats[player].hand).items()), state.excess(player))
    return [Answer(Do.DISCARD, player, cards=cards) for cards in islice(choices, MOST_DISCARDS)]


def _choices(hand: list[tuple[str, int]], count: int) -> Iterator[tuple[str, ...]]:
    if count == 0:
        yield ()
    elif sum(copies for _card, copies in hand) >= count:
        (card, copies), rest = hand[0], hand[1:]
        for taken in range(min(copies, count), -1, -1):
            for others in _choices(rest, count - taken):
                yield ((card,) * taken + others)
