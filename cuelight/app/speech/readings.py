"""Speech settings and output of a table: the lines of a Table Read, events, and the lights of some seats.

The lines are read aloud unless somebody switches that off; everything else only if switched on. A player who prefers
sound can turn the light of their own seat off. The journal records the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.i18n import spoken
from companion.core.json_fields import as_flag, as_list, as_word
from companion.core.places import SEATS, seat_name
from companion.journal import Journal
from cuelight.app.games.round import TableGame
from cuelight.app.speech.language import keep, kept
from cuelight.app.speech.prompts import SpokenPrompts
from cuelight.app.speech.voice import Voice, Words

EVERY_SEAT = [seat_name(player) for player in range(SEATS[-1])]
BY_SEAT = ("lights", "dark")


class Announcer:
    """Follows the current game and passes the announcements to a voice."""

    def __init__(self, journal: Journal, voice: Voice) -> None:
        self._journal = journal
        self._voice = voice
        self._heard = 0
        self._aloud = SpokenPrompts()
        self._take(kept(journal))

    def _take(self, wanted: Mapping[str, Any]) -> None:
        self.speaks = bool(wanted.get("speaks", True))
        self._moment = bool(wanted.get("moment", False))
        self._lights = frozenset(wanted.get("lights", ()))
        self.dark = frozenset(wanted.get("dark", ()))

    def begin(self, found: TableGame) -> None:
        """Follow this game from now on; cards that were revealed before are not announced again."""
        self._heard = len(found.session.play.events)

    def follow(self, found: TableGame, public: Callable[[], Mapping[str, Any]]) -> None:
        """Announce the changes since the last call; the line of a face-down card is not read aloud.

        Args:
            public: returns the public snapshot.
        """
        events = found.session.play.events
        fresh, self._heard = events[self._heard :], len(events)
        said: list[Words] = []
        if self.speaks:
            said += [Words(line) for line in found.game.text.lines(found.session.state, fresh) or ()]
        if self._voice.name is not None and (self._moment or self._lights):
            words = self._aloud.words(public(), self._moment, self._lights)
            said += [Words(words, spoken())] if words else []
        if said:
            self._voice.say(*said)

    def choose(self, body: Mapping[str, Any], at: float) -> None:
        """Change the speech settings for this game and later ones. Raises InputError."""
        flags = {key: as_flag(body[key], key) for key in ("speaks", "moment") if key in body}
        seats = {
            key: sorted({as_word(seat, key, EVERY_SEAT) for seat in as_list(body[key], key)})
            for key in BY_SEAT
            if key in body
        }
        wanted = {**kept(self._journal), **flags, **seats}
        keep(self._journal, wanted, at)
        self._take(wanted)
        self._aloud = SpokenPrompts()
        if False in flags.values():
            self._voice.hush()

    def lines(self, found: TableGame) -> dict[str, Any] | None:
        """Return the settings of the spoken lines for the desk; None without a Table Read."""
        if found.game.text.lines(found.session.state, ()) is None:
            return None
        return {"program": self._voice.name, "speaks": self.speaks}

    def shown(self) -> dict[str, Any]:
        """Return the state of the other announcements for the desk."""
        wanted = {"moment": self._moment, "lights": sorted(self._lights), "dark": sorted(self.dark)}
        return {"program": self._voice.name, **wanted}
