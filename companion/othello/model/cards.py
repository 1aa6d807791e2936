"""The cards of The Tragedy of Othello and the names of known and unknown cards.

Card names are strings that follow the rulebook: `III.4` is the fourth script card of Act III, `Seize` is a staging
card (its copies are interchangeable). Any other name is an owner's own staging card (C11). A card whose face is not
known is `?script`, `?staging` or, if even its back is unknown, `?`. This module contains no rules of play.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

CardName = str
Character = str

UNKNOWN_SCRIPT = "?script"
UNKNOWN_STAGING = "?staging"
UNKNOWN = "?"
UNSEEN = frozenset({UNKNOWN, UNKNOWN_SCRIPT, UNKNOWN_STAGING})

ACT_NUMERALS = ("I", "II", "III", "IV", "V")


class Verb(StrEnum):
    """The action of a script card's first character (C3)."""

    CONFRONTS = "confronts"
    CONVINCES = "convinces"
    CONSPIRES = "conspires"
    WOUNDS = "wounds"
    KILLS = "kills"


class Curtain(StrEnum):
    """The two cards that end an act: the half curtain first, then the full curtain (T1)."""

    HALF = "half"
    FULL = "full"


class Role(StrEnum):
    """A player's current role: the Lead holds the lead tile, everyone else is in the company (S5)."""

    LEAD = "lead"
    COMPANY = "company"


class Staging(StrEnum):
    """The staging cards that the code refers to by name (C4).

    `editions/*.toml` lists the cards of each edition.
    """

    EXCHANGE = "Exchange"
    MISCUE = "Miscue"
    NO_DRAMA = "No Drama"
    TAKE_THE_LEAD = "Take the Lead"
    SEIZE = "Seize"
    VILLAINY = "Villainy"
    REVIVE = "Revive"


class Pile(StrEnum):
    """The two draw piles. Each has its own discard pile."""

    SCRIPT = "script"
    STAGING = "staging"


SCRIPT, STAGING = Pile  # module-level names, as in `vocabulary`
UNKNOWN_OF = {Pile.SCRIPT: UNKNOWN_SCRIPT, Pile.STAGING: UNKNOWN_STAGING}


@dataclass(frozen=True, slots=True)
class ScriptCard:
    """One script card (C2): `act` is 1 to 5, `position` counts from 1 in the order of the play.

    Only curtain cards have `points_lead` and `points_company` (C8). `made_up` marks the cards of the stand-in deck,
    and the cards of an owner's deck that are still a guess.
    """

    id: CardName
    act: int
    position: int
    character_1: Character
    verb: Verb
    character_2: str | None
    title: str
    points: int = 0
    intrigue: int = 0
    spotlight: int = 0
    coin: Character | None = None
    handkerchief: bool = False
    curtain: Curtain | None = None
    points_lead: int = 0
    points_company: int = 0
    line: str = ""
    made_up: bool = False

    def points_for(self, role: Role) -> int:
        """Return the card's value if it was played in `role` (C8, G2)."""
        if self.curtain is None:
            return self.points
        return self.points_lead if role is Role.LEAD else self.points_company


def is_unknown(card: CardName) -> bool:
    """Return True if the card's face is not known."""
    return card in UNSEEN


def script_place(card: CardName) -> tuple[int, int] | None:
    """Return the act (1 to 5) and position (from 1) of a script card, by its name.

    Return None for any other name.
    """
    numeral, dot, position = card.partition(".")
    if numeral not in ACT_NUMERALS or not dot or not position.isdecimal() or int(position) < 1:
        return None
    return ACT_NUMERALS.index(numeral) + 1, int(position)


@cache
def pile_of(card: CardName) -> Pile | None:
    """Return the draw pile that a card belongs to, or None if even its back is unknown."""
    if card == UNKNOWN:
        return None
    return Pile.SCRIPT if card == UNKNOWN_SCRIPT or script_place(card) is not None else Pile.STAGING


@cache
def is_staging(card: CardName) -> bool:
    """Return True for a staging card: from the box, an owner's own (C11), or `?staging`."""
    return pile_of(card) is Pile.STAGING


def could_be(unknown: CardName, card: CardName) -> bool:
    """Return True if the unknown card `unknown` may turn out to be `card`."""
    if unknown == UNKNOWN:
        return True
    return is_unknown(unknown) and pile_of(unknown) is pile_of(card)
