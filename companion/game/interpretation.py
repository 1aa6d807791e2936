"""What a table makes of something that was seen, said or pressed: the game's readings from now on, and deeds in order.

A game decides it in one place (`Game.read` and `Game.follow_ups`), and the session carries it out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core.cues import Cue
from companion.core.i18n import N_, _
from companion.core.places import place_in_words, player_at
from companion.core.verdict import Forbidden
from companion.game.recent import RecentEvents

S = TypeVar("S")
R = TypeVar("R")

AS_BEFORE = N_("your card lies there as before")
NOTHING_NOW = N_("this changes nothing now")

REST = frozenset({Cue.IDLE, Cue.DONE, Cue.ATTENTION})
"""The cues that ask nothing of a seat's button."""


class UnexpectedPlacement(NamedTuple):
    """Something lies where the game says that it cannot; `player` is at whose seat.

    With a `zone` it is only about what lies there, and is over once that is taken away.
    """

    text: str
    player: int | None
    zone: str = ""


def unknown_tag(uid: str, zone: str, names: Sequence[str]) -> UnexpectedPlacement:
    """What a tag leads to that no deck knows: it is named by its uid and its zone, which `cuelight tags enrol` asks."""
    text = _(
        "A tag that no deck knows ({uid}) lies {where} ({zone}). Name it: cuelight tags enrol.",
        uid=uid,
        where=place_in_words(zone, names),
        zone=zone,
    )
    return UnexpectedPlacement(text, player_at(zone, len(names)))


class PlayAnswer(NamedTuple):
    """An answer is played. One that nobody has `said` belongs to the one before it, and is taken back with it.

    `owner` is the player by whose knowledge it is judged; None for what everybody knows.
    """

    answer: Any
    said: bool = True
    owner: int | None = None


class AskHost(NamedTuple):
    """The host is asked about something; `answer` is what it means if the table is right."""

    misfit: UnexpectedPlacement
    answer: Any = None


class NotifySeat(NamedTuple):
    """Something is said at a seat for a moment, or for None in the middle; it `refuses` what was done there."""

    player: int | None
    words: str
    refuses: bool = False


class RecordViolation(NamedTuple):
    """What the rules forbid has happened: it is noted; `shown` is a card that was turned up by it."""

    forbidden: Forbidden
    shown: str | None = None


class ExtendWindow(NamedTuple):
    """The open window gets its whole time again."""


class ConfirmDraw(NamedTuple):
    """A player has drawn what the light told them to draw."""

    player: int


class ReturnCard(NamedTuple):
    """A player takes back into the hand what was laid, before it counts."""

    player: int


Effect = PlayAnswer | AskHost | NotifySeat | RecordViolation | ExtendWindow | ConfirmDraw | ReturnCard


class Interpretation(NamedTuple, Generic[R]):
    """The readings from now on, and what is done then; `shows` that there is something new to show besides."""

    readings: R
    deeds: Sequence[Effect] = ()
    shows: bool = False

    def without_answers(self) -> Interpretation[R]:
        """The same, but that no answer is played."""
        return self._replace(deeds=[deed for deed in self.deeds if not isinstance(deed, PlayAnswer)])


class TableView(NamedTuple, Generic[S, R]):
    """Everything that a game may look at: the state, the open decision, the pending input and the recent events.

    `asked` is the game's own `decision(state)`; None at the end of the game. `chance` is the one that the session was
    given.
    """

    state: S
    asked: Any
    readings: R
    memory: RecentEvents
    chance: Any
    events: Sequence[Any]


class ButtonMeaning(NamedTuple):
    """What a press and a hold mean under one light; "" where it means nothing."""

    press: str = ""
    hold: str = ""


class Offer(NamedTuple):
    """What a seat's light shows, and what its button does meanwhile: as the game reads it, and in a few words.

    `moment` tells two questions of the same words apart; `lay` is what is done there with things, in a few words.
    """

    cue: str
    press: Any = None
    hold: Any = None
    says: ButtonMeaning = ButtonMeaning()
    moment: Hashable = None
    lay: str = ""

    @property
    def invites(self) -> bool:
        """Whether its light asks for a press or a hold."""
        return self.press is not None or (self.hold is not None and self.cue != "idle")

    def is_anothers(self, player: int) -> bool:
        """Whether this seat's button makes a choice that somebody else is asked for: it points at the seat."""
        return any(0 <= getattr(meant, "by", player) != player for meant in (self.press, self.hold))

    def resting(self) -> Offer:
        """The same while the table makes a pause: the light of whoever is asked burns low, and its button rests."""
        return Offer(Cue.ON_DECK if self.cue not in REST else self.cue)
