"""Interpretations of gestures, words and button presses: the game's pending input, and effects in order.

A game decides in one place (`Game.read` and `Game.follow_ups`); the session carries it out.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.core.cues import Cue
from companion.core.i18n import N_, _
from companion.core.places import place_in_words, player_at
from companion.core.verdict import Forbidden
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.recent import RecentEvents

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R", bound="PendingInput")

AS_BEFORE = N_("your card lies there as before")
NOTHING_NOW = N_("this changes nothing now")

REST = frozenset({Cue.IDLE, Cue.DONE, Cue.ATTENTION})
"""The cues that ask nothing of a seat's button."""


class UnexpectedPlacement(NamedTuple):
    """Something on the mat that the game says cannot be there; `player` is the seat.

    With a `zone` it is only about that zone, and over once the zone is empty.
    """

    text: str
    player: int | None
    zone: str = ""


def unknown_tag(uid: str, zone: str, names: Sequence[str]) -> UnexpectedPlacement:
    """Return the question about a tag that no deck knows. It names the uid and the zone that `cuelight tags enrol`
    needs.
    """
    text = _(
        "A tag that no deck knows ({uid}) lies {where} ({zone}). Name it: cuelight tags enrol.",
        uid=uid,
        where=place_in_words(zone, names),
        zone=zone,
    )
    return UnexpectedPlacement(text, player_at(zone, len(names)))


class PlayAnswer(NamedTuple):
    """Play an answer. One that nobody has `said` belongs to the answer before it, and is undone with it.

    `owner` is the player whose knowledge decides; None for what everybody knows.
    """

    answer: Any
    said: bool = True
    owner: int | None = None


class AskHost(NamedTuple):
    """Ask the host about something; `answer` is what it means if the table is right."""

    unexpected: UnexpectedPlacement
    answer: Any = None


class NotifySeat(NamedTuple):
    """Show words at a seat for a moment, or in the middle (None). If it `refuses`, the gesture there did not count."""

    player: int | None
    words: str
    refuses: bool = False


class RecordViolation(NamedTuple):
    """Record a rule violation; `shown` is a card that it turned up."""

    forbidden: Forbidden
    shown: str | None = None


class ExtendWindow(NamedTuple):
    """Give the open window its full time again."""


class ConfirmDraw(NamedTuple):
    """Note that a player has drawn the card that the light asked for."""

    player: int


class RecordEvent(NamedTuple):
    """Record an event of the game that is no answer, such as a card that goes back to the hand before it counts."""

    event: Any


Effect = PlayAnswer | AskHost | NotifySeat | RecordViolation | ExtendWindow | ConfirmDraw | RecordEvent


class PendingInput(Protocol):
    """Everything that was noted on the mat and is in no state yet: a named tuple. The journal keeps `lying`, `owed`."""

    @property
    def resting(self) -> Mapping[str, str]:
        """The things by zone that lie there since before a restart; a report of one is no gesture."""

    def _replace(self, *, resting: Mapping[str, str]) -> Any:
        """Return the same with other resting things."""

    @property
    def lying(self) -> Mapping[str, str]:
        """The cards by zone that lie there and are in no state yet."""

    @property
    def owed(self) -> Mapping[str, int]:
        """The zones that still await a card that is recorded already, with the number of its event."""


def without_resting(pending: R, zone: str) -> R:
    """Return the pending input after the content of a zone has changed, so that nothing rests there."""
    left: R = pending._replace(resting=without(pending.resting, zone))
    return left


def without(things: Mapping[str, T], zone: str) -> dict[str, T]:
    """Return the things in all other zones."""
    return {each: thing for each, thing in things.items() if each != zone}


class Interpretation(NamedTuple, Generic[R]):
    """The new pending input, and the effects. `shows` says that pages change even without effects."""

    readings: R
    effects: Sequence[Effect] = ()
    shows: bool = False

    def without_answers(self) -> Interpretation[R]:
        """Return the same without playing any answer."""
        return self._replace(effects=[effect for effect in self.effects if not isinstance(effect, PlayAnswer)])


class TableView(NamedTuple, Generic[S, R]):
    """Everything that a game may look at: the state, the open decision, the pending input and the recent events.

    `asked` is the game's own `decision(state)`; None at the end of the game. `chance` is the one that the session was
    given, `equipment` what the table has.
    """

    state: S
    asked: Any
    readings: R
    memory: RecentEvents
    chance: Any
    events: Sequence[Any]
    equipment: Equipment = REAL_TABLE


class ButtonMeaning(NamedTuple):
    """Meaning of a press and a hold under one light; "" for no meaning."""

    press: str = ""
    hold: str = ""


class Offer(NamedTuple):
    """A seat's light, and the meaning of its button: as the game reads it, and in a few words.

    `moment` distinguishes two questions with the same words; `lay` says what is done there with things, in a few words.
    """

    cue: str
    press: Any = None
    hold: Any = None
    says: ButtonMeaning = ButtonMeaning()
    moment: Hashable = None
    lay: str = ""

    @property
    def invites(self) -> bool:
        """True if its light asks for a press or a hold."""
        return self.press is not None or (self.hold is not None and self.cue != "idle")

    def is_anothers(self, player: int) -> bool:
        """Return whether this seat's button makes a choice of another player, by pointing at the seat."""
        return 0 <= getattr(self.press, "by", player) != player or 0 <= getattr(self.hold, "by", player) != player

    def resting(self) -> Offer:
        """Return the offer during a pause: the light of an asked seat is dim, and its button does nothing."""
        return Offer(Cue.ON_DECK if self.cue not in REST else self.cue)
