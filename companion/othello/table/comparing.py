"""The comparison of a reader that works again with the game's record of its seat."""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.observation import TagKind, split_thing
from companion.core.places import player_of_play_zone
from companion.game.interpretation import UnexpectedPlacement
from companion.othello.model.cards import is_unknown, pile_of
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Placement, Steps
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase


def compare(state: State, zone: str, thing: str | None) -> UnexpectedPlacement | None:
    """Return a mismatch for the host to judge, or None.

    None means that everything fits, or that the zone has no expected content. The result does not name a face-down
    card.
    """
    player = player_of_play_zone(zone, len(state.seats))
    if player is None:
        return None
    seat = state.seats[player]
    if seat.placed is None or seat.done:
        return None
    if thing is None:
        return UnexpectedPlacement(
            _("The reader of {name} works again and sees no card, but one should lie there.", name=seat.name), player
        )
    sort, card = split_thing(thing)
    if sort is not TagKind.CARD:
        return UnexpectedPlacement(
            _("The reader of {name} works again and sees something that is no card.", name=seat.name), player, zone
        )
    if find_in_hand([seat.placed], card) is not None:
        return None
    if not seat.revealed and not is_unknown(seat.placed) and pile_of(seat.placed) is pile_of(card):
        return UnexpectedPlacement(
            _("While the reader of {name} was out, the card there may have been changed: ask.", name=seat.name), player
        )
    return UnexpectedPlacement(
        _("The reader of {name} works again and sees another card than the one placed there.", name=seat.name),
        player,
        zone,
    )


def is_awaited(state: State, zone: str) -> bool:
    """Return True if a card that arrives in this zone is placed by its player now, or early (P3)."""
    player = player_of_play_zone(zone, len(state.seats))
    if player is None or state.seats[player].placed is not None:
        return False
    bottom = state.frames[0]
    placed_already = type(bottom) is Steps and bottom.phase is Phase.AFTER_PLACEMENT
    return type(bottom) in (Steps, Placement) and not placed_already
