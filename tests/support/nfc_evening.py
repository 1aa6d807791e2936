"""A game played with gestures on emulated readers: the real software above nfcpy, and bots that move emulated tags.

The clock advances only with gestures, so that an evening is short and nothing becomes due by accident.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.errors import CuelightError
from companion.core.places import TAP
from companion.othello.bots.players import GreedyBot
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import Do, answer_to_json
from companion.othello.rules.options import decision
from cuelight.app.bots.players import BotPlayers
from hardware.emulator import EmulatedReader, Fault, Hub, Ntag
from hardware.fitted_table import FittedTable
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.table_file.layout import TableLayout, full_mat
from tests.support.evening import Clock, Evening

PATIENCE = 30.0
LIES_SECONDS = 0.3
STEP = 0.047  # duration of a poll on the table's clock in seconds, as on a mat
THINKING = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds before a player acts
THINK_STEP = 2.0


class NfcEvening(Evening):
    """A live table with emulated readers in `zones`."""

    def __init__(self, folder: Path, zones: tuple[str, ...], players: int, seed: int) -> None:
        self.clock = Clock()
        self.emulated = {zone: EmulatedReader(folder / zone) for zone in zones}
        layout = full_mat(players)
        layout = TableLayout(tuple(dict.fromkeys((*layout.zones, *zones))), layout.seats)
        names: dict[str, str] = {}
        stations = [ReaderSlot(zone, reader.path) for zone, reader in self.emulated.items()]
        self.readers = ZoneReaders(stations, self.clock, names.get)
        self._laid: dict[str, Ntag] = {}
        fitted = FittedTable(layout, [self.readers], [], self.clock, names)
        super().__init__(folder, players, seed, fitted, zones)

    def clock_now(self) -> float:
        """Return the time that only gestures advance."""
        return self.clock()

    def put(self, zone: str, uid: str) -> None:
        """Put the tag with this uid on the reader."""
        tag = self._laid[uid] = Ntag(bytes.fromhex(uid))
        self.emulated[zone].field.lay(tag)

    def take(self, zone: str, uid: str) -> None:
        """Lift the tag with this uid."""
        self.emulated[zone].field.lift(self._laid.pop(uid))

    def tag_in(self, zone: str) -> Ntag:
        """Return the tag in a zone."""
        return self._laid[self._lying[zone][1]]

    def push(self, do: str, button: str) -> None:
        """Press the button on the pages, because readers have none."""
        self.table.command("mat", {"do": do, "button": button})
        self.settle()

    def pass_time(self, seconds: float, of: str | None = None) -> None:
        """Advance in steps of one poll; a jump would look like a card that is not read."""
        tallies = list(self.readers.tallies.values()) if of is None else [self.readers.tallies[of]]
        end = self.clock.now + seconds
        while self.clock.now < end:
            before = [(tally, tally.looks) for tally in tallies]
            self.clock.now += STEP
            while any(tally.looks == looks and tally.reason is None for tally, looks in before):
                time.sleep(0.001)
        self.settle()
        self.settle()  # the table reads the clock once it is idle

    def breathe(self) -> None:
        """Give failed readers real time to reopen."""
        if any(tally.reason is not None for tally in self.readers.tallies.values()):
            time.sleep(STEP)

    def close(self) -> None:
        """Unplug every reader."""
        self.table.stop()
        for reader in self.emulated.values():
            reader.unplug()

    def until(self, zone: str, thing: str | None) -> None:
        """Wait for the reader, until the player's patience ends."""
        began = time.monotonic()
        tally, looks = self.readers.tallies[zone], 0
        patience = self.people.choice([0.1, 1.0, 3.0])  # wait before the thing is entered at the desk
        while self.fitted.zones()[zone] != thing:
            waited = time.monotonic() - began
            assert waited < PATIENCE, f"{zone} never had {thing}"
            if waited > patience and tally.reason is not None and self.enter(zone, thing):
                break
            if tally.looks != looks:  # players wait for the reader; while it is out, no time limit runs
                looks = tally.looks
                self.clock.now += STEP
            time.sleep(0.002)
        self.settle()

    def let_lie(self, zone: str) -> None:
        """Wait for a number of polls."""
        tally, end = self.readers.tallies[zone], self.clock.now + LIES_SECONDS
        looks = tally.looks
        while self.clock.now < end and tally.reason is None:
            if tally.looks != looks:
                looks = tally.looks
                self.clock.now += STEP
            time.sleep(0.002)

    # --- other kinds of evenings

    def play_a_game(self, goes_on: Callable[[], bool]) -> bool:
        """Let bots play with gestures and thinking time while `goes_on`; return True at the end of the game."""
        troupe = BotPlayers(OTHELLO, self, self.say, self.clock, 0.0, self.rng)
        scene = self.scene()
        while decision(self.session.state) is not None:
            if not goes_on():
                return False
            self.truth.follow(self.session.play.events)
            troupe.act(self.session, self.truth.state, self.clock())
            self.think(self.people.choice(THINKING))
            scene = self.clear_after(scene)
        return True

    def think(self, seconds: float) -> None:
        """Do nothing for so long, while every reader polls now and then."""
        tallies = list(self.readers.tallies.values())
        end = self.clock.now + seconds
        while self.clock.now < end:
            before = [tally.looks for tally in tallies]
            self.clock.now += min(THINK_STEP, end - self.clock.now)
            while any(tally.looks == looks for tally, looks in zip(tallies, before, strict=True)):
                time.sleep(0.001)
            self.settle()  # and the table reads the clock

    def play_by_taps(self) -> None:
        """Let bots play a whole game: cards are tapped when they are turned up, other answers are entered."""
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
        """Tap a card, again if the reader was out and missed it."""
        before = self._so_far()
        while self._so_far() == before:
            self.tag(TAP, thing)
            self.lift(TAP)

    def _so_far(self) -> tuple[int, int]:
        return len(self.session.play.events), len(self.session.view.record.irregularities) + len(
            self.session.view.record.questions
        )


class Gremlin:
    """Break one reader after the other for a moment, until stopped."""

    def __init__(self, evening: NfcEvening, seed: int) -> None:
        self._readers = list(evening.emulated.values())
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
