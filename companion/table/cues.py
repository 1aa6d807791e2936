"""What each seat's light shows. It follows from what is public, and from what the table itself has said."""

from __future__ import annotations

from collections.abc import Mapping

from companion.othello.cards import Pile
from companion.othello.frames import Reveals
from companion.othello.options import decision
from companion.othello.state import State

_ASKED = {
    "pre-placement": "your-turn",
    "placement": "your-turn",
    "after-placement": "your-turn",
    "reveal": "your-turn",
    "after-reveal": "your-turn",
    "window": "may-interrupt",
    "protect": "may-interrupt",
    "choose": "choose",
    "carry-out": "choose",
    "swap": "choose",
    "draw": "choose",
    "lead": "idle",
    "discard": "choose",
    "intermission": "choose",
}


def cues(
    state: State, drew: Mapping[int, str], attention: frozenset[int], ready: frozenset[int] = frozenset()
) -> list[str]:
    """The cue of every seat, in seat order.

    Args:
        drew: for players who are to draw with their hands, from which pile.
        attention: players at whose seat something is to be looked at.
        ready: players who have nothing more to do between the acts.
    """
    asked = decision(state)
    shown = []
    for player, seat in enumerate(state.seats):
        if player in attention:
            cue = "attention"
        elif player in ready:
            cue = "done"
        elif asked is not None and player in asked.players and not _is_reveal_in_hand(asked.kind, drew, player):
            cue = _ASKED[asked.kind]
        elif player in drew:
            cue = "draw-script" if drew[player] == Pile.SCRIPT else "draw-staging"
        elif asked is not None and _can_be_chosen(asked, player):
            cue = "choose"
        elif player == _on_deck(state):
            cue = "on-deck"
        else:
            cue = "done" if seat.done or (state.phase == "placement" and seat.placed is not None) else "idle"
        shown.append(cue)
    return shown


def _is_reveal_in_hand(kind: str, drew: Mapping[int, str], player: int) -> bool:
    """Before the next card is placed, drawing comes first."""
    return kind in ("pre-placement", "placement") and player in drew


def _can_be_chosen(asked: object, player: int) -> bool:
    options = getattr(asked, "options", ())
    return any(option.choices.target == player for option in options)


def _on_deck(state: State) -> int | None:
    """Who reveals next after the player whose turn it is (P5)."""
    bottom = state.frames[0]
    if type(bottom) is not Reveals:
        return None
    for player in bottom.order[bottom.at + 1 :]:
        seat = state.seats[player]
        if seat.placed is not None and not seat.done:
            return player
    return None
