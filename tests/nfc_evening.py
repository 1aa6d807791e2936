"""A game played by hands on emulated readers: the real software from nfcpy up, and bots that move real tags.

The clock stands still unless hands are at work, so that an evening is short and nothing is due by accident.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.othello.at_table.truth import Truth
from companion.othello.bots.players import GreedyBot
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.events import event_to_json
from companion.othello.model.game import Unseen
from companion.othello.model.state import State
from companion.othello.rules.options import decision
from companion.othello.rules.submit import new_game
from companion.play.errors import CuelightError, InputError
from companion.play.places import TAP
from companion.table.session import Session
from cuelight.live.table import LiveTable
from cuelight.live.troupe import Troupe
from hardware.emulator import EmulatedReader, Fault, Hub, Ntag
from hardware.fitted_table import FittedTable
from hardware.nfc_reader import NfcReaders, Station
from hardware.table_layout import TableLayout, full_mat

Json = dict[str, Any]
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
PATIENCE = 30.0
LIES_SECONDS = 0.3
STEP = 0.047  # seconds of the table's clock that a look takes, the pace of a mat
THINKING = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds before somebody does something
THINK_STEP = 2.0
WINDOW_SECONDS = 20.0  # so that a hand whose reader is out is not too late by it


class Clock:
    """Time that only hands move."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Evening:
    """A live table with emulated readers in `zones`, and the tags of a whole box."""

    def __init__(self, folder: Path, zones: tuple[str, ...], players: int, seed: int) -> None:
        self.clock = Clock()
        self.emulated = {zone: EmulatedReader(folder / zone) for zone in zones}
        layout = full_mat(players)
        layout = TableLayout(tuple(dict.fromkeys((*layout.zones, *zones))), layout.seats)
        names: dict[str, str] = {}
        stations = [Station(zone, reader.path) for zone, reader in self.emulated.items()]
        self.readers = NfcReaders(stations, self.clock, names.get)
        self.fitted = FittedTable(layout, [self.readers], [], self.clock, names)
        self.table = LiveTable(folder / "table.db", self.clock, time.time, fitted=self.fitted)
        self._tags: dict[str, list[Ntag]] = defaultdict(list)
        self._lying: dict[str, tuple[str, Ntag]] = {}
        self._start = start = new_game(NAMES[:players], Unseen()).state
        chance = random.Random(seed)
        for thing, count in OTHELLO.box(start).items():
            for _ in range(count):
                tag = Ntag(b"\x04" + chance.randbytes(6))
                self._tags[thing].append(tag)
                names[tag.uid.hex().upper()] = thing
        self.by_hand = 0
        self.touches = 0  # gestures, presses and taps at the desk
        self._people = random.Random(seed)
        self.table.start()
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """A new game, at an empty table."""
        for zone in list(self._lying):
            self._lift(zone)
        names = [seat.name for seat in self._start.seats]
        self.table.command("start", {"names": names, "lead": 0, "ends": self.table.game})
        self.session.window_seconds = WINDOW_SECONDS
        self.truth = Truth(self._start, seed)
        self.rng = random.Random(seed)
        self._seed = seed
        self.settle()

    @property
    def session(self) -> Session:
        found = self.table._round
        assert found is not None
        return found.session

    @property
    def state(self) -> State:
        return self.truth.state

    def close(self) -> None:
        self.table.stop()
        for reader in self.emulated.values():
            reader.unplug()

    def settle(self) -> None:
        """Until the table has done everything that was handed to it."""
        with suppress(InputError):
            self.table.command("nothing at all", {})
        self.truth.follow(self.session.game.events)

    def until(self, zone: str, thing: str | None) -> None:
        """Until the table knows what lies in a zone; hands wait, and time passes."""
        began = time.monotonic()
        tally, looks = self.readers.tallies[zone], 0
        patience = self._people.choice([0.1, 1.0, 3.0])  # until somebody enters it at the desk
        while self.fitted.zones()[zone] != thing:
            waited = time.monotonic() - began
            assert waited < PATIENCE, f"{zone} never had {thing}"
            if waited > patience and tally.reason is not None:
                self._enter(zone, thing)
            if tally.looks != looks:  # hands wait for the reader: while it is out, nobody's time runs up
                looks = tally.looks
                self.clock.now += STEP
            time.sleep(0.002)
        self.settle()

    def _enter(self, zone: str, thing: str | None) -> None:
        """The reader is out: somebody enters at the desk what it should have seen."""
        self.by_hand += 1
        with suppress(CuelightError):
            if thing is None:
                self.table.command("mat", {"do": "lift", "zone": zone})
            else:
                self.table.command("mat", {"do": "tag", "zone": zone, "thing": thing})

    # --- hands; the methods that a troupe uses

    def zones(self) -> dict[str, str | None]:
        return {zone: self._lying[zone][0] if zone in self._lying else None for zone in self.fitted.layout.zones}

    def tag(self, zone: str, thing: str) -> None:
        self.touches += 1
        if zone not in self.emulated:
            self.table.command("mat", {"do": "tag", "zone": zone, "thing": thing})
            self.settle()
            return
        if zone in self._lying:
            self._lift(zone)
        for other, (named, _tag) in list(self._lying.items()):
            if named == thing and not self._tags[thing]:
                self._lift(other)
        tag = self._tags[thing].pop()
        self._lying[zone] = (thing, tag)
        self.emulated[zone].field.lay(tag)
        self.until(zone, thing)
        self._let_lie(zone)

    def _let_lie(self, zone: str) -> None:
        """A hand lets a card lie for a moment, in which its reader learns how well it hears it."""
        tally, end = self.readers.tallies[zone], self.clock.now + LIES_SECONDS
        looks = tally.looks
        while self.clock.now < end and tally.reason is None:
            if tally.looks != looks:
                looks = tally.looks
                self.clock.now += STEP
            time.sleep(0.002)

    def lift(self, zone: str) -> None:
        self.touches += 1
        if zone not in self.emulated:
            self.table.command("mat", {"do": "lift", "zone": zone})
            self.settle()
            return
        self._lift(zone)

    def _lift(self, zone: str) -> None:
        thing, tag = self._lying.pop(zone)
        self._tags[thing].append(tag)
        self.emulated[zone].field.lift(tag)
        self.until(zone, None)

    def press(self, button: str) -> None:
        self._push("press", button)

    def hold(self, button: str) -> None:
        self._push("hold", button)

    def _push(self, do: str, button: str) -> None:
        """Push a button, once its light is on if it is about to; what then did not count is said at the desk."""
        player, before = int(button.removeprefix("seat")) - 1, len(self.session.game.events)
        self.clock.now = max(self.clock.now, self.session.lit_at(player) or 0.0)
        offer = self.session.wanted()[player]
        meant = offer.hold if do == "hold" else offer.press
        self.touches += 1
        self.table.command("mat", {"do": do, "button": button})
        self.settle()
        if isinstance(meant, Answer) and len(self.session.game.events) == before:
            with suppress(CuelightError):
                self.say(answer_to_json(meant, self.session.names()))  # the light was red just then

    def say(self, answer: Json) -> None:
        self.touches += 1
        self.table.command("answer", answer)
        self.settle()

    # --- evenings

    def play_until_act(self, act: int) -> None:
        """Bots play with gestures until this act begins, or the end."""
        troupe = Troupe(OTHELLO, self, self.say, self.clock, 0.0, self.rng)  # type: ignore[arg-type]
        scene = (0, 0)
        while decision(self.session.state) is not None and self.session.state.act < act:
            self.rng.seed(f"{self._seed}:{len(self.session.game.events)}")  # however often they were asked before
            troupe.act(self.session, self.truth, self.clock())
            self.settle()
            now = (self.session.state.act, self.session.state.scene)
            if now != scene:
                scene = now
                self._clear()

    def play_a_game(self, until: float) -> bool:
        """Bots play with gestures and time to think, to the end or until this time; whether they came to the end."""
        troupe = Troupe(OTHELLO, self, self.say, self.clock, 0.0, self.rng)  # type: ignore[arg-type]
        scene = (0, 0)
        while decision(self.session.state) is not None:
            if self.clock() >= until:
                return False
            troupe.act(self.session, self.truth, self.clock())
            self.think(self._people.choice(THINKING))
            now = (self.session.state.act, self.session.state.scene)
            if now != scene:
                scene = now
                self._clear()
        return True

    def think(self, seconds: float) -> None:
        """Nobody does anything for so long, while every reader looks now and then."""
        tallies = list(self.readers.tallies.values())
        end = self.clock.now + seconds
        while self.clock.now < end:
            before = [tally.looks for tally in tallies]
            self.clock.now += min(THINK_STEP, end - self.clock.now)
            while any(tally.looks == looks for tally, looks in zip(tallies, before, strict=True)):
                time.sleep(0.001)
            self.settle()  # and the table looks at the clock

    def _clear(self) -> None:
        """Between scenes people take their cards off the table."""
        for player, seat in enumerate(self.session.state.seats):
            if seat.placed is None and f"seat{player + 1}.play" in self._lying:
                self._lift(f"seat{player + 1}.play")
        if "stage.target" in self._lying:
            self._lift("stage.target")

    def play_by_taps(self) -> None:
        """Bots play a whole game: cards are tapped as they are turned up, everything else is said."""
        bot = GreedyBot(self.rng)
        names = [seat.name for seat in self.state.seats]
        while (asked := decision(self.session.state)) is not None:
            player = asked.players[0]
            if asked.kind == "placement":
                player = self.state.from_leads_left()[0]
            answer = bot.answer(self.state, player)
            if answer is None:
                answer = asked.options[0]
            if answer.do is Do.PLACE or answer.do is Do.REVEAL:
                self._tap(answer.card or self.state.seats[player].placed or "")
                continue
            try:
                self.say(answer_to_json(answer, names))
            except CuelightError:
                self.say(answer_to_json(asked.options[0], names))

    def _tap(self, thing: str) -> None:
        """Tap a card, and again where the reader was out and nobody saw it."""
        before = self._so_far()
        while self._so_far() == before:
            self.tag(TAP, thing)
            self.lift(TAP)

    def _so_far(self) -> tuple[int, int]:
        return len(self.session.game.events), len(self.session.irregularities) + len(self.session.questions)

    def scores(self) -> list[int]:
        """Everybody's points, as the board has them."""
        return [seat["points"] for seat in json.loads(self.table.board())["seats"]]

    def result(self) -> Json:
        """Everything that happened, to compare two evenings by."""
        state = self.session.state
        return {
            "events": [event_to_json(event) for event in self.session.game.events],
            "act": state.act,
            "irregularities": [entry["code"] for entry in self.session.irregularities],
        }


class Gremlin:
    """Breaks one reader after the other, each for a moment, for as long as it is let; `spared` are let alone."""

    def __init__(self, evening: Evening, seed: int, spared: tuple[str, ...] = ()) -> None:
        self._readers = [reader for zone, reader in evening.emulated.items() if zone not in spared]
        self._random = random.Random(seed)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.done: Counter[str] = Counter()

    @contextmanager
    def at_work(self) -> Iterator[Gremlin]:
        self._thread.start()
        try:
            yield self
        finally:
            self._over.set()
            self._thread.join()

    def _run(self) -> None:
        readers = self._readers
        kinds = [
            *Fault,
            *("weak", "detuned", "unplugged", "hub gone", "brown-out", "other speed", "crosstalk", "swapped"),
        ]
        while not self._over.wait(self._random.uniform(0.005, 0.05)):
            kind = self._random.choice(kinds)
            reader, other = self._random.choice(readers), self._random.choice(readers)
            self.done[str(kind)] += 1
            for_seconds = self._random.choice([0.05, 0.15, 0.3, 1.2])
            if isinstance(kind, Fault):
                reader.break_by(kind)
                self._over.wait(for_seconds)
                reader.make_well()
            elif kind == "weak":
                reader.field.weak = 0.3
                self._over.wait(for_seconds)
                reader.field.weak = 0.0
            elif kind == "detuned" and reader is not other:
                reader.field.detuned = other.field, 0.3
                self._over.wait(for_seconds)
                reader.field.detuned = None
            elif kind == "hub gone":
                hub = Hub(readers)
                hub.go()
                self._over.wait(for_seconds)
                hub.come()
            elif kind == "brown-out":
                reader.brown_out()
            elif kind == "unplugged":
                reader.unplug()
                self._over.wait(for_seconds)
                reader.plug()
            elif kind == "swapped":
                reader.unplug()
                other.unplug()
                other.plug()
                if reader is not other:
                    reader.plug()
            elif kind == "other speed":
                reader.leave_at(460800)
            elif kind == "crosstalk" and reader is not other:
                reader.field.overheard = other.field, 0.2
                self._over.wait(for_seconds)
                reader.field.overheard = None
