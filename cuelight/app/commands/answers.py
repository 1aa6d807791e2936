"""Commands that answer for players, correct answers, and pause or time the game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import as_count, as_flag, as_word
from companion.core.observation import Clock
from companion.core.places import play_zone
from companion.table.viewer import Viewer
from companion.table.window import Pace
from cuelight.app.commands.dispatcher import Command, Json
from cuelight.app.commands.mat import recorded_at_once
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.loop import Loop
from cuelight.app.queries import MOST_IDS


class AnswerCommands:
    """Commands about the steps of the current game.

    Args:
        clock: seconds that never run backwards.
    """

    def __init__(self, loop: Loop, play: GameInPlay, devices: AttachedDevices, clock: Clock) -> None:
        self._loop = loop
        self._play = play
        self._devices = devices
        self._clock = clock
        self.commands: Mapping[str, Command] = {
            "answer": self._answer,
            "undo": self._undo,
            "redo": self._redo,
            "pause": self._pause,
            "pace": self._pace,
            "close": self._close,
            "question": self._question,
        }

    def _answer(self, body: Json, asker: Viewer) -> None:
        with self._play.played_by_people() as found:
            names, asker = found.session.names(), found.speaker(body, asker)
            own = asker.player is not None and not found.rules.is_of_all(body)
            if asker.player is not None and own and body.get("by") == names[asker.player]:
                found.check_held(asker.player, found.rules.cards_said(body), asker)
                with recorded_at_once(self._loop, found):
                    if found.lay_early(asker.player, body):
                        return
                body = found.with_card(body)
            else:
                found.check_said(body)
            found.check_taken(body, asker)
            found.session.say(body, self._clock(), asker)
            found.show_said()
            self._put_said_cards(found)

    def _put_said_cards(self, found: TableGame) -> None:
        """If the reader of a seat is out, note that the card that was named lies there, not the one that it read."""
        fitted = self._devices.fitted
        if fitted is None or not self._devices.carry(found):
            return
        zones = fitted.zones()
        for player in range(len(found.session.names())):
            zone, placed = play_zone(player), found.rules.placed(found.session.state, player)
            if self._devices.is_blind(player) and placed is not None and zones[zone] not in (None, placed):
                fitted.put(zone, placed)

    def _undo(self, body: Json, asker: Viewer) -> None:
        """Undo the last answer, or all from a step on; or give another answer for a step."""
        to = as_count(body["to"], "to", most=MOST_IDS) if body.get("to") is not None else None
        before = "before" in body and as_flag(body["before"], "before")
        with self._play.played_by_people() as found:
            if body.get("answer") is None:
                found.session.undo(self._clock(), to)
            elif to is None or not isinstance(body["answer"], dict):
                raise InputError(_("must be an object, beside the number of the step that it corrects"), field="answer")
            else:
                if body["answer"] not in found.session.offered_at(to):
                    found.check_said(body["answer"])
                found.session.correct(to, body["answer"], self._clock(), before)
            found.lay_again()

    def _redo(self, body: Json, asker: Viewer) -> None:
        steps = as_count(body.get("steps", 1), "steps", least=1, most=MOST_IDS)
        with self._play.played_by_people() as found:
            found.session.redo(self._clock(), steps)
            found.lay_on()

    def _pause(self, body: Json, asker: Viewer) -> None:
        self._play.require().session.pause(as_flag(body.get("paused"), "paused"), self._clock())

    def _pace(self, body: Json, asker: Viewer) -> None:
        session = self._play.require().session
        session.set_pace(Pace(as_word(body.get("pace"), "pace", tuple(Pace))), self._clock())

    def _close(self, body: Json, asker: Viewer) -> None:
        with self._play.played_by_people() as found:
            found.session.close_window(as_count(body.get("window"), "window", most=MOST_IDS), self._clock())

    def _question(self, body: Json, asker: Viewer) -> None:
        session = self._play.require().session
        session.reply(as_count(body.get("id"), "id", most=MOST_IDS), str(body.get("reply")), self._clock())
