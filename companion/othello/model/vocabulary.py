"""The words of states, events and answers; each vocabulary is defined in one place.

The words of cards (verbs, roles, piles, staging cards) are in `cards.py`, those of answers in `answers.py`, those
of decisions in `decision.py`. In JSON each word is its text.
"""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The phases of a scene (P1), and the times between and around scenes."""

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
    """The ways in which an action is started."""

    CARD = "card"  # revealed from its place in front (P6)
    FROM_HAND = "from-hand"  # an Exchange (A1)
    COIN = "coin"  # O1
    IMPROV = "improv"  # I1
    SEIZED = "seized"  # a staging card that its seizer may play (R3)
    LATE = "late"  # a script card seized after its turn (J11)


class Stage(StrEnum):
    """The stages of an action (V1)."""

    OFFER = "offer"  # its seizer decides whether to play it (R3)
    WINDOW = "window"  # others may seize or block it
    CLAIM = "claim"  # an interrupt has won, and its victim may protect
    TARGET = "target"  # the target is chosen, and may protect
    EFFECT = "effect"  # it takes effect
    TABLE = "table"  # the table carries out its text (C11)


class Interrupt(StrEnum):
    """The two ways to stop another player's action."""

    SEIZE = "seize"  # Z1
    SPOTLIGHT = "spotlight"  # L1


class Protection(StrEnum):
    """The two ways to be protected until the scene ends (N1)."""

    NO_DRAMA = "no-drama"  # A3
    DESDEMONA = "desdemona"  # O5


class Way(StrEnum):
    """The two kinds of improv."""

    HAND = "hand"  # I2: a card of the hand for a card of a draw pile
    FACE_DOWN = "face-down"  # I3: the placed card for a card of the hand


class Owed(StrEnum):
    """A player's draw in the draw phase (P7)."""

    SCRIPT = "script"
    STAGING = "staging"
    CHOICE = "choice"  # Z6: from either pile


class Marker(StrEnum):
    """The places of the depletion marker (D2, D3, T4)."""

    ACT_BEGINS = "act-begins"
    SCRIPT_EMPTY = "script-empty"
    STAGING_EMPTY = "staging-empty"
    FINAL_SCENE = "final-scene"


class WhyFailed(StrEnum):
    """The reasons why an action has no effect."""

    WRONG_ROLE = "wrong-role"  # K1
    NO_HALF_CURTAIN = "no-half-curtain"  # T1
    OUT_OF_ORDER = "out-of-order"  # R2
    NO_TARGET = "no-target"
    NO_INTRIGUE = "no-intrigue"
    NOBODY_DEAD = "nobody-dead"  # A7
    NO_CARD = "no-card"  # I2
    LEAD_ONLY = "lead-only"  # A6, A7


class WhyEnded(StrEnum):
    """The reasons why an act is over (T4, T5)."""

    FULL_CURTAIN = "full-curtain"
    FINAL_SCENE = "final-scene"
    STAGING_EMPTY = "staging-empty"


# Module-level names for the words that the rules check at every step: in Python 3.11, access to a member through its
# enum class takes longer than most of these checks
OFFER, WINDOW, CLAIM, TARGET, EFFECT, TABLE = Stage
CARD, FROM_HAND, COIN, IMPROV, SEIZED, LATE = ActionKind
HAND, FACE_DOWN = Way
PRE_PLACEMENT, AFTER_REVEAL = Phase.PRE_PLACEMENT, Phase.AFTER_REVEAL
