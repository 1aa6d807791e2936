"""An evening at a table: bots play with people's gestures on any kind of mat.

Gestures are recorded as moves, so the same evening can be repeated. `nfc_evening` and `mat_evening` define how things
get onto a reader and how time passes.
"""

from __future__ import annotations

import json
import random
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.errors import CuelightError, InputError
from companion.core.observation import Tag
from companion.core.places import TARGET, play_zone
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import Answer, answer_to_json
from companion.othello.model.events import event_to_json
from companion.othello.model.game import Unseen
from companion.othello.model.state import State
from companion.othello.rules.options import decision
from companion.othello.rules.submit import new_game
from companion.othello.table.actual_deal import ActualDeal
from companion.othello.table.gestures import read_tag
from companion.table.clocks import Pace
from companion.table.session import Session
from cuelight.app.bots.players import BotPlayers
from cuelight.app.commands.mat import ReaderSees
from cuelight.app.table import LiveTable
from hardware.fitted_table import FittedTable

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
PACE = Pace.TEACHING  # slow enough for a player whose reader fails
RED_SECONDS = 5.0  # that players wait for a red light to go before they try again
LAST_ACT = 5


class Clock:
    """Time that only the bots' gestures advance."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Move(NamedTuple):
    """A gesture or spoken answer: its place, its object, and the number of `events` after it.

    `asked` is the question of the game at that time; `meant` is the answer that a press stood for.
    """

    do: str
    place: str
    thing: str | None
    said: Json | None
    asked: str | None
    meant: Answer | None
    events: int


class Evening(ABC):
    """A live table, the tags of a whole box, and players' gestures.

    Args:
        served: the zones with a reader; gestures in other zones are entered at the desk.
    """

    def __init__(self, folder: Path, players: int, seed: int, fitted: FittedTable, served: tuple[str, ...]) -> None:
        self.fitted = fitted
        self.served = served
        self.table = LiveTable(folder / "table.db", self.clock_now, time.time, fitted=fitted)
        self._start = start = new_game(NAMES[:players], Unseen()).state
        self._free: dict[str, list[str]] = defaultdict(list)  # uids of tags that are on no zone, by thing
        self._lying: dict[str, tuple[str, str]] = {}
        chance = random.Random(seed)
        for thing, count in OTHELLO.box.contents(start).items():
            for _ in range(count):
                uid = (b"\x04" + chance.randbytes(6)).hex().upper()
                self._free[thing].append(uid)
                fitted.names[uid] = thing
        self.by_hand = 0
        self.touches = 0  # gestures, presses and taps at the desk so far
        self.moves: list[Move] = []
        self.twice = False  # each button is pressed twice in a row
        self.people = random.Random(seed)
        self.table.start()
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Start a new game at an empty table."""
        for zone in list(self._lying):
            self.take_up(zone)
        self.moves.clear()
        names = [seat.name for seat in self._start.seats]
        self.start({"names": names, "lead": 0})
        self.truth = ActualDeal(self._start, seed)
        self.rng = random.Random(seed)
        self._seed = seed

    def begin_at(self, position: Json) -> None:
        """Start a game from this position at an empty table."""
        self.start({"position": position})
        self.truth = ActualDeal(self.session.state.copy(), self._seed)

    def start(self, body: Json) -> None:
        """Start a game in place of the current one."""
        self.table.command("start", {**body, "ends": self.table.game})
        self.table.command("pace", {"pace": PACE})
        self.settle()

    # --- specific to a kind of mat

    @abstractmethod
    def clock_now(self) -> float:
        """Return the table's time."""

    @abstractmethod
    def put(self, zone: str, uid: str) -> None:
        """Put a tag on a zone's reader."""

    @abstractmethod
    def take(self, zone: str, uid: str) -> None:
        """Lift a tag from a zone's reader."""

    @abstractmethod
    def push(self, do: str, button: str) -> None:
        """Press or hold a seat's button."""

    @abstractmethod
    def pass_time(self, seconds: float, of: str | None = None) -> None:
        """Let time pass while every reader polls, or that `of` one zone; then the table has processed the results."""

    def breathe(self) -> None:  # noqa: B027
        """Give devices with real-time work a moment for it."""

    @abstractmethod
    def until(self, zone: str, thing: str | None) -> None:
        """Let time pass until the table knows the content of a zone, or enter it at the desk if the table cannot."""

    @abstractmethod
    def let_lie(self, zone: str) -> None:
        """Leave a card in place while its reader learns its read rate."""

    @abstractmethod
    def close(self) -> None:
        """End the evening."""

    # ---

    @property
    def session(self) -> Session:
        """The game's session."""
        found = self.table.play.current
        assert found is not None
        return found.session

    @property
    def state(self) -> State:
        """The game with its real cards."""
        self.truth.follow(self.session.play.events)
        return self.truth.state

    @property
    def board(self) -> Json:
        """The public snapshot."""
        return dict(json.loads(self.table.board()))

    @property
    def desk(self) -> Json:
        """The host's snapshot."""
        return dict(json.loads(self.table.desk()))

    def settle(self) -> None:
        """Wait until the table has processed everything."""
        with suppress(InputError):
            self.table.command("nothing at all", {})

    def enter(self, zone: str, thing: str | None) -> bool:
        """Enter a thing at the desk that a reader should have read; return True if an answer was given instead."""
        self.by_hand += 1
        self.touches += 1
        try:
            if thing is None:
                self.table.command("mat", {"do": "lift", "zone": zone})
            else:
                self.table.command("mat", {"do": "tag", "zone": zone, "thing": thing})
        except ReaderSees:  # the card was read before its reader failed: answer at the desk instead
            return self._say_instead(zone, str(thing))
        except CuelightError:
            pass
        finally:
            self.settle()
        return False

    def _say_instead(self, zone: str, thing: str) -> bool:
        """Give the answer at the desk that placing this thing would mean; the zone's player knows the own card."""
        meant = read_tag(self.state, Tag(0.0, zone, thing))
        if not isinstance(meant, Answer):
            return False
        self.table.command("answer", answer_to_json(meant, self.session.names))
        return True

    # --- gestures: the methods that bot players use

    def zones(self) -> dict[str, str | None]:
        """The thing in each zone."""
        return {zone: self._lying[zone][0] if zone in self._lying else None for zone in self.fitted.layout.zones}

    def tag(self, zone: str, thing: str) -> None:
        """Put a thing in a zone, in place of the one there."""
        asked = self._asked()
        self.touches += 1
        if zone in self.served:
            lay_there = self.fitted.zones()[zone] == thing
            self.lay_down(zone, thing)
            if lay_there and self.trouble(zone) is not None and self.session.awaits(zone):
                self.enter(zone, thing)  # the table does not know that the card went back to the hand
            self.until(zone, thing)
            self.let_lie(zone)
        else:
            self.table.command("mat", {"do": "tag", "zone": zone, "thing": thing})
            self.settle()
        self._note("tag", zone, asked, thing=thing)

    def lift(self, zone: str) -> None:
        """Lift the thing in a zone."""
        asked = self._asked()
        self.touches += 1
        if zone in self.served:
            self.take_up(zone)
        else:
            self.table.command("mat", {"do": "lift", "zone": zone})
            self.settle()
        self._note("lift", zone, asked)

    def press(self, button: str) -> None:
        self._use("press", button)

    def hold(self, button: str) -> None:
        self._use("hold", button)

    def say(self, answer: Json) -> None:
        """Give an answer at the desk."""
        asked = self._asked()
        self.touches += 1
        try:
            self.table.command("answer", answer)
        finally:
            self.settle()
            self._note("say", "", asked, said=answer)

    def lay_down(self, zone: str, thing: str) -> None:
        """Put a tag of this thing in a zone, after lifting the tag from elsewhere and the one in the zone."""
        if zone in self._lying:
            self.take_up(zone)
        for other, (named, _uid) in list(self._lying.items()):
            if named == thing and not self._free[thing]:
                self.take_up(other)
        self.drop(zone, thing)

    def drop(self, zone: str, thing: str) -> None:
        """Put a thing in an empty zone, without waiting for the table."""
        uid = self._free[thing].pop()
        self._lying[zone] = (thing, uid)
        self.put(zone, uid)

    def drop_beside(self, zone: str, thing: str) -> str:
        """Put a thing there that is lifted again before anything else happens; return the uid of its tag."""
        uid = self._free[thing][-1]
        self.put(zone, uid)
        return uid

    def is_free(self, thing: str) -> bool:
        """Return True if a tag of this thing is on no zone."""
        return bool(self._free[thing])

    def take_up(self, zone: str) -> None:
        """Lift the thing in a zone and wait until the table knows."""
        self.pick_up(zone)
        self.until(zone, None)

    def pick_up(self, zone: str) -> None:
        """Lift the thing in a zone, without waiting for the table."""
        thing, uid = self._lying.pop(zone)
        self._free[thing].append(uid)
        self.take(zone, uid)

    def _use(self, do: str, button: str) -> None:
        """Use a button, after its light is on if it is about to be; if it did not count, answer at the desk."""
        player, before, asked = int(button.removeprefix("seat")) - 1, len(self.session.play.events), self._asked()
        lit, waited = self.session.view.lit_at(player) or 0.0, 0.0
        if lit > self.clock_now():
            self.pass_time(lit - self.clock_now())
        while self.fitted.lights()[button] == "attention" and waited < RED_SECONDS:
            self.pass_time(0.5)
            waited += 0.5
        offer = self.session.view.position.prompts[player]
        wanted = offer.hold if do == "hold" else offer.press
        meant = wanted if isinstance(wanted, Answer) else None
        self.touches += 1
        self.push(do, button)
        if self.twice:
            self.push(do, button)
        if meant is not None and len(self.session.play.events) == before:
            self.touches += 1
            with suppress(CuelightError):
                self.table.command("answer", answer_to_json(meant, self.session.names))
            self.settle()
        self._note(do, button, asked, meant=meant)

    def _asked(self) -> str | None:
        asked = decision(self.session.state)
        return None if asked is None else asked.kind

    def _note(
        self,
        do: str,
        place: str,
        asked: str | None,
        thing: str | None = None,
        said: Json | None = None,
        meant: Answer | None = None,
    ) -> None:
        self.moves.append(Move(do, place, thing, said, asked, meant, len(self.session.play.events)))

    # --- evenings

    def play_until_act(self, act: int) -> None:
        """Let bots play with gestures until this act begins, or to the end."""
        troupe = BotPlayers(OTHELLO, self, self.say, self.clock_now, 0.0, self.rng)
        scene = self.scene()
        while decision(self.session.state) is not None and self.session.state.act < act:
            self.rng.seed(f"{self._seed}:{len(self.session.play.events)}")  # same choice at each retry
            self.truth.follow(self.session.play.events)
            troupe.act(self.session, self.truth.state, self.clock_now())
            self.settle()
            scene = self.clear_after(scene)

    def scene(self) -> tuple[int, int]:
        return self.session.state.act, self.session.state.scene

    def clear_after(self, scene: tuple[int, int]) -> tuple[int, int]:
        """Remove the played cards from the table between scenes; return the current scene."""
        if self.scene() == scene:
            return scene
        seats = enumerate(self.session.state.seats)
        early = self.session.view.table.readings.lying
        cleared = [play_zone(player) for player, seat in seats if seat.placed is None]
        cleared = [zone for zone in (*cleared, TARGET) if zone in self._lying and zone not in early]
        for zone in cleared:
            self.pick_up(zone)
        for zone in cleared:
            if self.trouble(zone) is None:  # otherwise nobody waits for that
                self.until(zone, None)
        return self.scene()

    def scores(self) -> list[int]:
        """Return each player's points on the board."""
        return [seat["points"] for seat in self.board["seats"]]

    def result(self) -> Json:
        """Return everything that happened, to compare two evenings."""
        state = self.session.state
        return {
            "events": [event_to_json(event) for event in self.session.play.events],
            "act": state.act,
            "irregularities": [entry["code"] for entry in self.session.view.record.irregularities],
        }

    def trouble(self, zone: str) -> str | None:
        """Return the problem that the pages show at the seat of a zone; for the circle, the one at the desk."""
        seat = zone.partition(".")[0]
        if zone == TARGET:
            return next((each["text"] for each in self.desk["devices"] if each["zone"] == zone), None)
        return next((each.get("trouble") for each in self.board["seats"] if each["seat"] == seat), None)


def has_returned(result: Json) -> bool:
    """Return True if a player took a card back and laid it again, as a reader in trouble may ask.

    The bots and their draws depend on the number of events, so what follows is another game.
    """
    return any(event["event"] == "TakenBack" for event in result["events"])
