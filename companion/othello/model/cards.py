"""The cards of The Tragedy of Othello: what a card is, and how cards, unknown ones too, are named.

Cards are named by strings, as the rulebook names them: `III.4` is the fourth script card of Act III, `Seize` a
staging card (its copies are interchangeable); any other name is a staging card of the owners' own (C11). A card that
has not shown itself is `?script`, `?staging`, or `?`.
Nothing here knows the rules of play.
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
    """What character 1 of a script card does (C3)."""

    CONFRONTS = "confronts"
    CONVINCES = "convinces"
    CONSPIRES = "conspires"
    WOUNDS = "wounds"
    KILLS = "kills"


class Curtain(StrEnum):
    """The two cards that end an act: the half curtain first, then the full one (T1)."""

    HALF = "half"
    FULL = "full"


class Role(StrEnum):
    """The part a player has at a moment: the Lead holds the lead tile, everyone else is the company (S5)."""

    LEAD = "lead"
    COMPANY = "company"


class Staging(StrEnum):
    """The staging cards that more than their own rules name (C4); which there are, stands in the editions."""

    EXCHANGE = "Exchange"
    MISCUE = "Miscue"
    NO_DRAMA = "No Drama"
    TAKE_THE_LEAD = "Take the Lead"
    SEIZE = "Seize"
    VILLAINY = "Villainy"
    REVIVE = "Revive"


class Pile(StrEnum):
    """The two draw piles, each with its discard pile."""

    SCRIPT = "script"
    STAGING = "staging"


SCRIPT, STAGING = Pile  # as names of their own, as in `vocabulary`
UNKNOWN_OF = {Pile.SCRIPT: UNKNOWN_SCRIPT, Pile.STAGING: UNKNOWN_STAGING}


@dataclass(frozen=True, slots=True)
class ScriptCard:
    """One script card (C2): `act` 1 to 5, `position` from 1 in the order of the play, points, rewards.

    `points_lead` and `points_company` stand on curtain cards only (C8); `made_up` marks the stand-in deck's cards, and
    those of an owner's deck that are still a guess.
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
        """The value that the card scores when it was played in `role` (C8, G2)."""
        if self.curtain is None:
            return self.points
        return self.points_lead if role is Role.LEAD else self.points_company


def is_unknown(card: CardName) -> bool:
    """True for a card that has not shown itself."""
    return card in UNSEEN


def script_place(card: CardName) -> tuple[int, int] | None:
    """Act (1 to 5) and position (from 1) of a script card by its name; None for what is no such name."""
    numeral, dot, position = card.partition(".")
    if numeral not in ACT_NUMERALS or not dot or not position.isdecimal() or int(position) < 1:
        return None
    return ACT_NUMERALS.index(numeral) + 1, int(position)


@cache
def pile_of(card: CardName) -> Pile | None:
    """The draw pile that a card belongs to, by its back; None when not even that is known."""
    if card == UNKNOWN:
        return None
    return Pile.SCRIPT if card == UNKNOWN_SCRIPT or script_place(card) is not None else Pile.STAGING


@cache
def is_staging(card: CardName) -> bool:
    """Whether this is a staging card: one of the box, one of the owners' own (C11), or one of unknown kind."""
    return pile_of(card) is Pile.STAGING


def could_be(unknown: CardName, card: CardName) -> bool:
    """Whether the card that is only known as `unknown` may turn out to be `card`."""
    if unknown == UNKNOWN:
        return True
    return is_unknown(unknown) and pile_of(unknown) is pile_of(card)
