"""What is open in a game: one decision, who is asked, and every answer that fits."""

from __future__ import annotations

from enum import StrEnum

from companion.othello.model.answers import Answer
from companion.play.values import Value


class DecisionKind(StrEnum):
    """What a decision is about."""

    LEAD = "lead"  # S3: who has the lead tile
    PRE_PLACEMENT = "pre-placement"  # P2: coins, improv, or nothing
    PLACEMENT = "placement"  # P3: which card everybody lays down
    AFTER_PLACEMENT = "after-placement"  # P4
    REVEAL = "reveal"  # P6: reveal or exit
    AFTER_REVEAL = "after-reveal"  # O2: an Iago coin, or nothing
    WINDOW = "window"  # V1: whether to seize or to block
    PROTECT = "protect"  # N1: whether to protect oneself
    CHOOSE = "choose"  # the next choice for an action
    SWAP = "swap"  # A2: which other card is put down
    CARRY_OUT = "carry-out"  # C11: what the text of a card has changed
    DRAW = "draw"  # Z6: from which pile
    INTERMISSION = "intermission"  # G1: trades, and the next act
    DISCARD = "discard"  # G4: which staging cards go


class Decision(Value, frozen=True):
    """One open decision.

    `players` are those asked, in turn order. `options` follow from what is public; those that concern a player's own
    cards (place, swap, give) follow from that player's hand.
    """

    kind: DecisionKind
    players: tuple[int, ...]
    options: tuple[Answer, ...]
