"""The open decision of a game: its kind, the players who are asked, and every valid answer."""

from __future__ import annotations

from enum import StrEnum

from companion.core.values import Value
from companion.othello.model.answers import Answer


class DecisionKind(StrEnum):
    """The subjects of decisions."""

    LEAD = "lead"  # who holds the lead tile
    PRE_PLACEMENT = "pre-placement"  # coins, improv, or nothing
    PLACEMENT = "placement"  # which card each player places
    AFTER_PLACEMENT = "after-placement"  # coins, improv, or nothing, after placement
    REVEAL = "reveal"  # reveal or exit
    AFTER_REVEAL = "after-reveal"  # a coin of the last player, or nothing
    WINDOW = "window"  # whether to seize or to block
    PROTECT = "protect"  # whether to protect themselves
    CHOOSE = "choose"  # the next choice for an action
    SWAP = "swap"  # which other card is put down, or exited with
    CARRY_OUT = "carry-out"  # the changes that a card's text has made
    DRAW = "draw"  # from which pile
    INTERMISSION = "intermission"  # trades, and the start of the next act
    DISCARD = "discard"  # which staging cards are discarded


MOMENTS: dict[DecisionKind, tuple[str, ...]] = {
    DecisionKind.LEAD: ("S3",),
    DecisionKind.PRE_PLACEMENT: ("P2", "I1"),
    DecisionKind.PLACEMENT: ("P3",),
    DecisionKind.AFTER_PLACEMENT: ("P4", "I3"),
    DecisionKind.REVEAL: ("P6", "E1"),
    DecisionKind.AFTER_REVEAL: ("O1", "O2"),
    DecisionKind.WINDOW: ("V1", "V2", "Z1", "L1"),
    DecisionKind.PROTECT: ("N1", "A3", "O5"),
    DecisionKind.CHOOSE: ("V1",),
    DecisionKind.SWAP: ("A2",),
    DecisionKind.CARRY_OUT: ("C11",),
    DecisionKind.DRAW: ("P7", "Z6"),
    DecisionKind.INTERMISSION: ("G1",),
    DecisionKind.DISCARD: ("G4",),
}
"""The rule ids of each kind of decision."""


class Decision(Value, frozen=True):
    """One open decision.

    `players` are the players who are asked, in turn order. `options` depend only on public information, except for
    options about a player's own cards (place, swap, give), which depend on that player's hand.
    """

    kind: DecisionKind
    players: tuple[int, ...]
    options: tuple[Answer, ...]
