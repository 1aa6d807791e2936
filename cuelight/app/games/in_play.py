"""The game that is in play, with the lights, bots and racks that belong to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

from companion.core.cues import Cue
from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.observation import Clock
from companion.core.places import SEAT_NAMES, seat_name
from companion.journal import Kind
from companion.table.strength import Strength, bot_of
from cuelight.app.bots.players import BotPlayers
from cuelight.app.bots.rack_players import Racks, RackTroupe
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.round import Mat, TableGame, take_gesture
from cuelight.app.games.screen_round import ScreenGame
from hardware.reader import Listener


class NoGame(CuelightError, LookupError):
    """A command that needs a game, where none has begun."""


class Lights:
    """The cues that are shown at present."""

    def __init__(self, devices: AttachedDevices) -> None:
        self._devices = devices
        self._shown: dict[str, str] = {}

    def reset(self) -> None:
        """Send every cue again: another game is played, maybe on another mat."""
        self._shown = {}

    def show_seats(self, found: TableGame, dark: Collection[str], now: float) -> None:
        """Show what the game asks of each seat, or that a device there needs attention.

        Args:
            dark: seats at a real table whose players hear their cues instead.
        """
        health = self._devices.health
        health.show(now)
        is_fine = health.is_fine
        for seat, wanted in zip(SEAT_NAMES, found.session.view.cues, strict=False):
            cue = wanted if is_fine else health.cue(seat, wanted, now)
            if self._devices.fitted is not None and seat in dark:
                cue = Cue.IDLE
            if self._shown.get(seat) != cue:
                self._shown[seat] = cue
                found.mat.show(seat, cue)

    def show_racks(self, racks: Racks) -> None:
        """Show what is to be done at the slots of the racks."""
        for slot, cue in racks.lamps().items():
            if self._devices.fitted is not None and self._shown.get(slot) != cue:
                self._shown[slot] = cue
                self._devices.fitted.show(slot, cue)

    def needs_attention(self, seat: str) -> bool:
        """True if the light of a seat shows that something is wrong there, so that it asks for no press."""
        return self._shown.get(seat) == Cue.ATTENTION


@dataclass(eq=False)
class GameInPlay:
    """The current game of a table. It uses no journal but the record of the game itself.

    Args:
        pace: how long bots take for a move, as a share of what a watcher can follow comfortably.
        listener_for: gives the listener that takes the reports of an on-screen mat.

    Attributes:
        current: the game; None before the first one and after an abandoned game was ended.
        bots: play some or all of its seats.
        racks: of the bots among people at a real table.
    """

    devices: AttachedDevices
    clock: Clock
    pace: float
    listener_for: Callable[[Mat], Listener]
    current: TableGame | None = None
    bots: BotPlayers | None = None
    racks: Racks | None = None

    def __post_init__(self) -> None:
        self.lights = Lights(self.devices)

    # --- the game

    def require(self) -> TableGame:
        """The current game. Raises NoGame."""
        if self.current is None:
            raise NoGame(_("no game has begun; start one first"))
        return self.current

    @property
    def number(self) -> int | None:
        """The number of the game in the journal."""
        return self.current.id if self.current is not None else None

    @property
    def rules_id(self) -> str | None:
        """The id of the game's rules, such as "othello"."""
        return self.current.game.info.id if self.current is not None else None

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return self.current.session.names if self.current is not None else []

    @property
    def on_devices(self) -> TableGame | None:
        """The current game, if it is played on the table's devices."""
        found = self.current
        return found if found is not None and self.devices.carry(found) else None

    @property
    def is_paused(self) -> bool:
        """True while the game and its bots are paused."""
        return self.current is not None and self.current.session.view.timing.paused

    def begin(self, found: TableGame) -> None:
        """Play this game from now on."""
        self._stop_mat()
        self.current = found
        self.lights.reset()
        if not self.devices.carry(found):  # devices report all the time; what lies there from before is no gesture
            found.mat.start(self.listener_for(found.mat))
        self.seat_bots()

    def replace(self, same: TableGame) -> None:
        """Continue the same game, whose players have other names now."""
        self.current = same
        self.seat_bots()

    def end(self) -> None:
        """Play no game from now on."""
        ended = self.require()
        self._stop_mat()
        self.current = None
        self.seat_bots()
        for player in range(len(ended.session.names)):
            ended.mat.show(seat_name(player), Cue.IDLE)

    def _stop_mat(self) -> None:
        if self.current is not None and not self.devices.carry(self.current):
            self.current.mat.stop()

    def follow(self, dark: Collection[str]) -> None:
        """Bring lights, real cards, racks and bots in line with the session.

        Args:
            dark: the seats whose lights stay dark.
        """
        found, now = self.require(), self.clock()
        self.lights.show_seats(found, dark, now)
        found.follow()
        if self.racks is not None and self.devices.fitted is not None:
            self.racks.follow()
            self.lights.show_racks(self.racks)
        if self.bots is not None:
            self.bots.look(found.session, now)

    # --- bots

    def seat_bots(self) -> None:
        """Let bots play the seats that are theirs by now."""
        self.send_bots_away()
        self.bots = self.racks = None
        found = self.current
        if found is None:
            return
        whims = random.Random(f"{found.body['seed']}:bots")
        chairs = None
        if found.driver != "bots":
            chairs = {player: bot_of(found.game, strength, whims) for player, strength in found.chairs.items()}
        if isinstance(found, ScreenGame):
            if chairs is None or chairs:
                self.bots = BotPlayers(found.game, found.mat, self._say, self.clock, self.pace, whims, chairs)
        elif chairs and self.devices.fitted is not None and (rules := found.game.racks) is not None:
            health, slots = self.devices.health, self.devices.fitted.racked()
            self.racks = Racks(found.session, found.game, rules, found.chairs, slots, health.sees, found.at_racks)
            self.bots = RackTroupe(
                self.racks, found.game, found.session, self._say, self.clock, self.pace, whims, chairs
            )

    def send_bots_away(self) -> None:
        """Stop the bots' thinking."""
        if self.bots is not None:
            self.bots.close()

    def _say(self, answer: Mapping[str, Any]) -> None:
        """Take an answer of a bot for which the mat has no gesture."""
        self.require().session.say(answer, self.clock())

    def bots_due(self) -> float:
        """The time at which bots or racks have something to do; inf for never."""
        racks = self.racks.due if self.racks is not None else inf
        bots = self.bots.due if self.bots is not None and not self.is_paused else inf
        return min(racks, bots)

    def let_bots_act(self) -> bool:
        """Let the bots make a move if it is time for one. Returns whether a demonstration is over by that."""
        found, now = self.require(), self.clock()
        dealt = found.truth if isinstance(found, ScreenGame) else self.racks
        if self.bots is None or now < self.bots.due or dealt is None or self.is_paused:
            return False
        self.bots.act(found.session, dealt.state, now)
        return self.bots is not None and self.bots.finished and found.demo

    @contextmanager
    def played_by_people(self) -> Iterator[TableGame]:
        """Let a person play in the bots' place. If the table refuses the gesture, the bots continue."""
        found = self.require()
        if found.driver != "bots":
            yield found
            return
        found.book.beside = [(Kind.DRIVER, {"driver": "hands"})]  # written with what is played
        try:
            yield found
            found.book.append_all((), self.clock())
        finally:
            found.book.beside = []
        found.driver = "hands"
        self.seat_bots()

    # --- racks

    def check_racks(self) -> None:
        """Show the bots what lies in their racks now."""
        if self.racks is None or self.devices.fitted is None or self.current is None:
            return
        self.racks.look(self.devices.fitted.racked())
        for tag in self.racks.released():
            take_gesture(self.current.session, tag)

    def chairs_for_bots(self) -> dict[int, Strength | None]:
        """The players in whose place a bot may play, each with the strength of the bot.

        On an on-screen mat that is everybody; at a real table those with a rack or a bot. A bot has no rack if the
        table has been set up without it since.
        """
        if isinstance(self.current, ScreenGame):
            people = range(len(self.current.session.names)) if self.current.driver != "bots" else ()
            return {player: self.current.chairs.get(player) for player in people}
        found = self.on_devices
        if found is None or found.game.racks is None:
            return {}
        players = range(len(found.session.names))
        return {
            player: found.chairs.get(player)
            for player in players
            if player in found.chairs or self.devices.has_rack(player)
        }
