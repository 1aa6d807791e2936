"""The open decision of a game: its kind, the players who are asked, and every valid answer."""

from __future__ import annotations

from companion.core.values import Value
from companion.core.verdict import Ruled
from companion.othello.model.answers import Answer


class DecisionKind(Ruled):
    """The subjects of decisions, with their rules."""

    LEAD = "lead", "S3"  # who holds the lead tile
    PRE_PLACEMENT = "pre-placement", "P2", "I1"  # coins, improv, or nothing
    PLACEMENT = "placement", "P3"  # which card each player places
    AFTER_PLACEMENT = "after-placement", "P4", "I3"  # coins, improv, or nothing, after placement
    REVEAL = "reveal", "P6", "E1"  # reveal or exit
    AFTER_REVEAL = "after-reveal", "O1", "O2"  # a coin of the last player, or nothing
    WINDOW = "window", "V1", "V2", "Z1", "L1"  # whether to seize or to block
    PROTECT = "protect", "N1", "A3", "O5"  # whether to protect themselves
    CHOOSE = "choose", "V1"  # the next choice for an action
    SWAP = "swap", "A2"  # which other card is put down, or exited with
    CARRY_OUT = "carry-out", "C11"  # the changes that a card's text has made
    DRAW = "draw", "P7", "Z6"  # from which pile
    INTERMISSION = "intermission", "G1"  # trades, and the start of the next act
    DISCARD = "discard", "G4"  # which staging cards are discarded


class Decision(Value, frozen=True):
    """One open decision.

    `players` are the players who are asked, in turn order. `options` depend only on public information, except for
    options about a player's own cards (place, swap, give), which depend on that player's hand.
    """

    kind: DecisionKind
    players: tuple[int, ...]
    options: tuple[Answer, ...]
