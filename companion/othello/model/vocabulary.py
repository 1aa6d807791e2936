"""The words of the game that stand in states, events and answers: each kind of thing is named here and nowhere else.

The words of cards (verbs, roles, piles, staging cards) are in `cards.py`, those of answers in `answers.py`, those of
decisions in `decision.py`. In JSON each word is its text.
"""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """Where a game is: in a phase of a scene (P1), or between and around scenes."""

    CASTING = "casting"  # S3: the lead tile is being dealt
    PRE_PLACEMENT = "pre-placement"  # P2
    PLACEMENT = "placement"  # P3
    AFTER_PLACEMENT = "after-placement"  # P4
    REVEAL = "reveal"  # P5, P6
    AFTER_REVEAL = "after-reveal"  # O2: a moment within the reveal, for an Iago coin
    DRAW = "draw"  # P7
    INTERMISSION = "intermission"  # G1
    OVER = "over"


class ActionKind(StrEnum):
    """How an action came about."""

    CARD = "card"  # revealed from its place in front (P6)
    FROM_HAND = "from-hand"  # an Exchange (A1)
    COIN = "coin"  # O1
    IMPROV = "improv"  # I1
    SEIZED = "seized"  # a staging card that its seizer may play (R3)
    LATE = "late"  # a script card seized after its turn (J11)


class Stage(StrEnum):
    """How far an action has come (V1)."""

    OFFER = "offer"  # its seizer decides whether to play it (R3)
    WINDOW = "window"  # others may seize or block it
    CLAIM = "claim"  # an interrupt has won, and its victim may protect
    TARGET = "target"  # the target is chosen, and may protect
    EFFECT = "effect"  # it happens
    TABLE = "table"  # the table carries out its text (C11)


class Interrupt(StrEnum):
    """What stops somebody else's action."""

    SEIZE = "seize"  # Z1
    SPOTLIGHT = "spotlight"  # L1


class Protection(StrEnum):
    """What protects a player until the scene ends (N1)."""

    NO_DRAMA = "no-drama"  # A3
    DESDEMONA = "desdemona"  # O5


class Way(StrEnum):
    """What an improv changes."""

    HAND = "hand"  # I2: a card of the hand for one of a draw pile
    FACE_DOWN = "face-down"  # I3: the placed card for one of the hand


class Owed(StrEnum):
    """What a player draws in the draw phase (P7)."""

    SCRIPT = "script"
    STAGING = "staging"
    CHOICE = "choice"  # Z6: of either pile


class Marker(StrEnum):
    """Where the depletion marker is (D2, D3, T4)."""

    ACT_BEGINS = "act-begins"
    SCRIPT_EMPTY = "script-empty"
    STAGING_EMPTY = "staging-empty"
    FINAL_SCENE = "final-scene"


class WhyFailed(StrEnum):
    """Why nothing came of an action."""

    WRONG_ROLE = "wrong-role"  # K1
    NO_HALF_CURTAIN = "no-half-curtain"  # T1
    OUT_OF_ORDER = "out-of-order"  # R2
    NO_TARGET = "no-target"
    NO_INTRIGUE = "no-intrigue"
    NOBODY_DEAD = "nobody-dead"  # A7
    NO_CARD = "no-card"  # I2
    LEAD_ONLY = "lead-only"  # A6, A7


class WhyEnded(StrEnum):
    """Why an act is over (T4, T5)."""

    FULL_CURTAIN = "full-curtain"
    FINAL_SCENE = "final-scene"
    STAGING_EMPTY = "staging-empty"


# The words that the rules ask for at every step, as names of their own: to find a member through the class of its enum
# takes Python 3.11 longer than most questions that are asked with it
OFFER, WINDOW, CLAIM, TARGET, EFFECT, TABLE = Stage
CARD, FROM_HAND, COIN, IMPROV, SEIZED, LATE = ActionKind
HAND, FACE_DOWN = Way
PRE_PLACEMENT, AFTER_REVEAL = Phase.PRE_PLACEMENT, Phase.AFTER_REVEAL
