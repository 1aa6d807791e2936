"""An evening at a table: bots that play with the gestures of people, on whatever hears what they lay, lift and press.

What hands do is noted as moves, so that the same evening can be played again. How a thing comes to lie on a reader, and
how time passes, is for each kind of mat: `nfc_evening` and `mat_evening`.
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
from companion.table.session import Session
from companion.table.window import Pace
from cuelight.app.bots.players import BotPlayers
from cuelight.app.commands.mat import ReaderSees
from cuelight.app.table import LiveTable
from hardware.fitted_table import FittedTable

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
PACE = Pace.TEACHING  # so that a hand whose reader is out is not too late by it
RED_SECONDS = 5.0  # that hands wait for a red light to ask again
LAST_ACT = 5


class Clock:
    """Time that only hands move."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Move(NamedTuple):
    """Something that hands did: at which place, with what, or what they said. Once done there are so many `events`.

    `asked` is what the game waited for when they did it; `meant` is the answer that a press stood for.
    """

    do: str
    place: str
    thing: str | None
    said: Json | None
    asked: str | None
    meant: Answer | None
    events: int


class Evening(ABC):
    """A live table, the tags of a whole box, and hands.

    Args:
        served: the zones with a reader; what is done in others is tapped at the desk.
    """

    def __init__(self, folder: Path, players: int, seed: int, fitted: FittedTable, served: tuple[str, ...]) -> None:
        self.fitted = fitted
        self.served = served
        self.table = LiveTable(folder / "table.db", self.clock_now, time.time, fitted=fitted)
        self._start = start = new_game(NAMES[:players], Unseen()).state
        self._free: dict[str, list[str]] = defaultdict(list)  # uids of tags that lie nowhere, by what they are
        self._lying: dict[str, tuple[str, str]] = {}
        chance = random.Random(seed)
        for thing, count in OTHELLO.box(start).items():
            for _ in range(count):
                uid = (b"\x04" + chance.randbytes(6)).hex().upper()
                self._free[thing].append(uid)
                fitted.names[uid] = thing
        self.by_hand = 0
        self.touches = 0  # gestures, presses and taps at the desk
        self.moves: list[Move] = []
        self.twice = False  # buttons are pressed, and pressed again at once
        self.people = random.Random(seed)
        self.table.start()
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """A new game, at an empty table."""
        for zone in list(self._lying):
            self.take_up(zone)
        names = [seat.name for seat in self._start.seats]
        self.start({"names": names, "lead": 0})
        self.truth = ActualDeal(self._start, seed)
        self.rng = random.Random(seed)
        self._seed = seed

    def begin_at(self, position: Json) -> None:
        """A game from here on, at an empty table."""
        self.start({"position": position})
        self.truth = ActualDeal(self.session.state.copy(), self._seed)

    def start(self, body: Json) -> None:
        """A game begins, in place of the one that there is."""
        self.table.command("start", {**body, "ends": self.table.game})
        self.table.command("pace", {"pace": PACE})
        self.settle()

    # --- what each kind of mat has its own way for

    @abstractmethod
    def clock_now(self) -> float:
        """The table's time."""

    @abstractmethod
    def put(self, zone: str, uid: str) -> None:
        """Lay a tag on a zone's reader."""

    @abstractmethod
    def take(self, zone: str, uid: str) -> None:
        """Lift it from there."""

    @abstractmethod
    def push(self, do: str, button: str) -> None:
        """Push a seat's button, for a moment or longer."""

    @abstractmethod
    def pass_time(self, seconds: float, of: str | None = None) -> None:
        """Let time pass, in which every reader looks, or that `of` one zone; the table has seen what came of it."""

    def breathe(self) -> None:  # noqa: B027
        """Devices have a moment of time of their own, where they have one."""

    @abstractmethod
    def until(self, zone: str, thing: str | None) -> None:
        """Let time pass until the table knows what lies in a zone; where it cannot, somebody enters it at the desk."""

    @abstractmethod
    def let_lie(self, zone: str) -> None:
        """A hand lets a card lie for a moment, in which its reader learns how well it hears it."""

    @abstractmethod
    def close(self) -> None:
        """The evening is over."""

    # ---

    @property
    def session(self) -> Session:
        """The game's session."""
        found = self.table.play.current
        assert found is not None
        return found.session

    @property
    def state(self) -> State:
        """The game with the cards as they really lie."""
        self.truth.follow(self.session.game.events)
        return self.truth.state

    @property
    def board(self) -> Json:
        """What the pages show everybody."""
        return dict(json.loads(self.table.board()))

    @property
    def desk(self) -> Json:
        """What they show the host."""
        return dict(json.loads(self.table.desk()))

    def settle(self) -> None:
        """Until the table has done everything that was handed to it."""
        with suppress(InputError):
            self.table.command("nothing at all", {})

    def enter(self, zone: str, thing: str | None) -> bool:
        """Somebody enters at the desk what a reader should have seen; whether it was said instead of laid."""
        self.by_hand += 1
        self.touches += 1
        try:
            if thing is None:
                self.table.command("mat", {"do": "lift", "zone": zone})
            else:
                self.table.command("mat", {"do": "tag", "zone": zone, "thing": thing})
        except ReaderSees:  # the card there was read before its reader was out: it is said what becomes of it
            return self._say_instead(zone, str(thing))
        except CuelightError:
            pass
        finally:
            self.settle()
        return False

    def _say_instead(self, zone: str, thing: str) -> bool:
        """At the desk, for the player of a zone, who knows the own card: what laying this one means."""
        meant = read_tag(self.state, Tag(0.0, zone, thing))
        if not isinstance(meant, Answer):
            return False
        self.table.command("answer", answer_to_json(meant, self.session.names()))
        return True

    # --- hands; the methods that a troupe uses

    def zones(self) -> dict[str, str | None]:
        """What lies in each zone."""
        return {zone: self._lying[zone][0] if zone in self._lying else None for zone in self.fitted.layout.zones}

    def tag(self, zone: str, thing: str) -> None:
        """Lay a thing in a zone, in place of what lies there."""
        asked = self._asked()
        self.touches += 1
        if zone in self.served:
            lay_there = self.fitted.zones()[zone] == thing
            self.lay_down(zone, thing)
            if lay_there and self.trouble(zone) is not None and self.session.awaits(zone):
                self.enter(zone, thing)  # nobody has told that it was taken back into the hand
            self.until(zone, thing)
            self.let_lie(zone)
        else:
            self.table.command("mat", {"do": "tag", "zone": zone, "thing": thing})
            self.settle()
        self._note("tag", zone, asked, thing=thing)

    def lift(self, zone: str) -> None:
        """Lift what lies in a zone."""
        asked = self._asked()
        self.touches += 1
        if zone in self.served:
            self.take_up(zone)
        else:
            self.table.command("mat", {"do": "lift", "zone": zone})
            self.settle()
        self._note("lift", zone, asked)

    def press(self, button: str) -> None:
        """Press a seat's button."""
        self._use("press", button)

    def hold(self, button: str) -> None:
        """Hold a seat's button down."""
        self._use("hold", button)

    def say(self, answer: Json) -> None:
        """Say something at the desk."""
        asked = self._asked()
        self.touches += 1
        try:
            self.table.command("answer", answer)
        finally:
            self.settle()
            self._note("say", "", asked, said=answer)

    def lay_down(self, zone: str, thing: str) -> None:
        """A tag of this thing lies in a zone from now on; what lay there, or was it elsewhere, is lifted first."""
        if zone in self._lying:
            self.take_up(zone)
        for other, (named, _uid) in list(self._lying.items()):
            if named == thing and not self._free[thing]:
                self.take_up(other)
        self.drop(zone, thing)

    def drop(self, zone: str, thing: str) -> None:
        """Lay a thing in an empty zone, whatever the table knows of it."""
        uid = self._free[thing].pop()
        self._lying[zone] = (thing, uid)
        self.put(zone, uid)

    def drop_beside(self, zone: str, thing: str) -> str:
        """Lay a thing there that is lifted again before anything else is done; returns the uid of its tag."""
        uid = self._free[thing][-1]
        self.put(zone, uid)
        return uid

    def is_free(self, thing: str) -> bool:
        """Whether one of these lies nowhere."""
        return bool(self._free[thing])

    def take_up(self, zone: str) -> None:
        """Lift what lies in a zone, until the table knows."""
        self.pick_up(zone)
        self.until(zone, None)

    def pick_up(self, zone: str) -> None:
        """Lift what lies in a zone, whatever the table knows of it."""
        thing, uid = self._lying.pop(zone)
        self._free[thing].append(uid)
        self.take(zone, uid)

    def _use(self, do: str, button: str) -> None:
        """Use a button, once its light is on if it is about to; what then did not count is said at the desk."""
        player, before, asked = int(button.removeprefix("seat")) - 1, len(self.session.game.events), self._asked()
        lit, waited = self.session.lit_at(player) or 0.0, 0.0
        if lit > self.clock_now():
            self.pass_time(lit - self.clock_now())
        while self.fitted.lights()[button] == "attention" and waited < RED_SECONDS:
            self.pass_time(0.5)
            waited += 0.5
        offer = self.session.wanted()[player]
        wanted = offer.hold if do == "hold" else offer.press
        meant = wanted if isinstance(wanted, Answer) else None
        self.touches += 1
        self.push(do, button)
        if self.twice:
            self.push(do, button)
        if meant is not None and len(self.session.game.events) == before:
            self.touches += 1
            with suppress(CuelightError):
                self.table.command("answer", answer_to_json(meant, self.session.names()))
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
        self.moves.append(Move(do, place, thing, said, asked, meant, len(self.session.game.events)))

    # --- evenings

    def play_until_act(self, act: int) -> None:
        """Bots play with gestures until this act begins, or the end."""
        troupe = BotPlayers(OTHELLO, self, self.say, self.clock_now, 0.0, self.rng)
        scene = self.scene()
        while decision(self.session.state) is not None and self.session.state.act < act:
            self.rng.seed(f"{self._seed}:{len(self.session.game.events)}")  # however often they were asked before
            self.truth.follow(self.session.game.events)
            troupe.act(self.session, self.truth.state, self.clock_now())
            self.settle()
            scene = self.clear_after(scene)

    def scene(self) -> tuple[int, int]:
        """The act and the scene."""
        return self.session.state.act, self.session.state.scene

    def clear_after(self, scene: tuple[int, int]) -> tuple[int, int]:
        """Between scenes people take the cards off the table that they have played; returns the scene now."""
        if self.scene() == scene:
            return scene
        seats = enumerate(self.session.state.seats)
        early = self.session.lying()
        cleared = [play_zone(player) for player, seat in seats if seat.placed is None]
        cleared = [zone for zone in (*cleared, TARGET) if zone in self._lying and zone not in early]
        for zone in cleared:
            self.pick_up(zone)
        for zone in cleared:
            if self.trouble(zone) is None:  # else nobody waits for that
                self.until(zone, None)
        return self.scene()

    def scores(self) -> list[int]:
        """Everybody's points, as the board has them."""
        return [seat["points"] for seat in self.board["seats"]]

    def result(self) -> Json:
        """Everything that happened, to compare two evenings by."""
        state = self.session.state
        return {
            "events": [event_to_json(event) for event in self.session.game.events],
            "act": state.act,
            "irregularities": [entry["code"] for entry in self.session.irregularities],
        }

    def trouble(self, zone: str) -> str | None:
        """What the pages say is wrong at the seat of a zone."""
        seat = zone.partition(".")[0]
        return next((each.get("trouble") for each in self.board["seats"] if each["seat"] == seat), None)
