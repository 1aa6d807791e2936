"""The worker of a set-up: a thread that owns the devices and waits for actions.

The steps are in `wizard.py`; the page and the terminal both show its `to_json`. A running table must release its
devices first.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.core.cues import Cue
from companion.core.observation import Clock, Hold, Press, Tag
from companion.presence.filter import Resumed
from cuelight.app.devices.assemble import fit
from cuelight.app.setup.draft import SeatDevices, trial_table
from cuelight.app.setup.probe import Find, look_around, pin_finder
from cuelight.app.setup.steps import SetupNews, SetupOutcome, SetupStep, Topic
from cuelight.app.setup.wizard import SetupWizard
from hardware.fitted_table import FittedTable
from hardware.reader import Notice, Report
from hardware.table_file.load import TableFile

TICK_SECONDS = 0.1
FORSAKEN_SECONDS = 900.0  # after a page's last command; then the table plays again
DONE_SECONDS = 60.0  # a finished set-up ends after this time, even if a page shows it
SOON_SECONDS = 20.0  # the same for a terminal, which polls all the time


class SetupWorker(SetupWizard):
    """One set-up. Its public methods may be called from any thread.

    Args:
        path: the table file.
        clock: seconds that never run backwards.
        changed: called after each change, on the thread that made it; it must not wait.
        forsaken: called once when nobody uses the set-up any longer.
        find: identifies the devices.
        pins: gpiozero's pin factory; without it the available backends are tried.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        changed: Callable[[], None] = lambda: None,
        forsaken: Callable[[], None] = lambda: None,
        *,
        find: Find | None = None,
        pins: Any = None,
    ) -> None:
        super().__init__(path, clock, changed)
        self._forsaken = forsaken
        self._find = find or (lambda: look_around(path.parent))
        self._pins = pins
        self._spots: dict[str, SeatDevices] = {}  # by the names of the zones on trial
        self._fitted: FittedTable | None = None
        self._open: str | None = None
        self._heard: queue.SimpleQueue[Report | Notice] = queue.SimpleQueue()
        self._until = clock() + SOON_SECONDS
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="setup", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Release the devices; the file has everything that is known."""
        self._over.set()
        self._thread.join()

    def command(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a command as `SetupWizard` does.

        With `soon`, the caller must ask again soon, or the set-up ends.
        """
        with self._lock:
            self._until = max(self._until, self._clock() + (SOON_SECONDS if body.get("soon") else FORSAKEN_SECONDS))
            return super().command(body)

    # --- on the thread that owns the devices

    def _run(self) -> None:
        try:
            while not self._over.wait(0):
                self._watch_over()
                step = self._step
                self._have_devices(step)
                match step.ask:
                    case Topic.LOOK:
                        self._look(step)
                    case Topic.BUTTON | Topic.LAMP | Topic.COLOUR:
                        self._await_pins(step)
                    case Topic.TRY:
                        self._await_press(step)
                    case _:
                        self._await_card()
        except Exception:
            logging.getLogger(__name__).exception("the setup has ended")
            self._forsaken()
        finally:
            self._let_go()
            if self._finder is not None:
                self._finder.close()

    def _watch_over(self) -> None:
        until = self._until if self._step.ask is not Topic.DONE else min(self._until, self._since + DONE_SECONDS)
        if self._clock() > until:
            self._until = self._since = float("inf")
            self._forsaken()

    def _has_moved(self, step: SetupStep) -> bool:
        self._watch_over()
        return self._over.is_set() or self._step is not step

    def _next_report(self) -> Report | Notice | None:
        try:
            return self._heard.get(timeout=TICK_SECONDS)
        except queue.Empty:
            return None

    def _look(self, step: SetupStep) -> None:
        self._let_go()
        around = self._find()
        found = pin_finder(self._pins, around.spots()) if self._finder is None else None
        with self._lock:
            if self._has_moved(step):
                return
            self._around = around
            if found is not None:
                self._finder, self._draft.pins = found
            first = SetupStep(Topic.KNOWN) if self._draft.zones and not self._passed else None
            if not around.spots():
                self._to(first or SetupStep(Topic.NOTHING))
            elif first is not None:
                self._to(first)
            else:
                self._go_on()

    def _have_devices(self, step: SetupStep) -> None:
        """Open the devices that a step needs, and close all others."""
        is_trial = step.ask in (Topic.KNOWN, Topic.SEATS, Topic.PLACE, Topic.RACK, Topic.SLOT)
        wanted = "trial" if is_trial else "table" if step.ask is Topic.TRY else None
        if wanted == self._open:
            return
        self._let_go()
        if wanted == "trial":
            self._spots = {f"antenna {at}": spot for at, spot in enumerate(self._around.spots())}
            self._open_table(trial_table(self._spots))
        elif wanted == "table" and (table := self._draft.table()) is not None:
            if self._finder is not None:
                self._finder.close()
            self._open_table(table)
        self._open = wanted

    def _open_table(self, table: TableFile) -> None:
        self._fitted = fit(table, self._clock, pins=self._pins)
        self._fitted.start(self._heard.put)

    def _let_go(self) -> None:
        if self._fitted is not None:
            self._fitted.close()
            self._fitted = None
        self._open = None
        while not self._heard.empty():
            self._heard.get()

    def _await_card(self) -> None:
        """Wait for a card on a reader; ignore it if the step needs none."""
        report = self._next_report()
        match report:
            case Tag(at, zone, _) | Resumed(at, zone, str(), _):
                spot = self._spots[zone]
            case _:
                return
        with self._lock:
            step = self._step
            if step.ask not in (Topic.PLACE, Topic.SLOT) or at < self._since:
                return
            others = next((zone for zone in self._placed if self._draft.zones.get(zone) == spot), None)
            if others is not None and others != step.what:
                self._tell(SetupNews(SetupOutcome.OTHERS, others))
                return
            self._draft.place(step.what, spot)
            self._placed.add(step.what)
            self._note(SetupNews(SetupOutcome.PLACED, step.what))

    def _await_pins(self, step: SetupStep) -> None:
        """Wait for a button, or light a pin until its seat's button is pressed or its colour is given."""
        assert self._finder is not None
        finder, draft = self._finder, self._draft
        seat_of = {pin: seat for seat, pin in draft.buttons.items()}
        if step.ask is Topic.BUTTON:
            pin = finder.pressed(lambda: self._has_moved(step))
            if pin is not None:
                self._take_button(step, pin, seat_of)
            return
        try:
            darken = finder.light(int(step.what))
        except Exception:  # each library has its own errors; a pin in use elsewhere is not ours
            self._note(SetupNews(SetupOutcome.NO_LAMP))
            return
        try:
            if step.ask is Topic.COLOUR:
                while not self._has_moved(step):
                    self._over.wait(TICK_SECONDS)
                return
            seat = finder.whose(seat_of, lambda: self._has_moved(step))
        finally:
            darken()
        with self._lock:
            if self._has_moved(step):
                return
            if seat is not None:
                pins = draft.lamps.setdefault(seat, [])
                if int(step.what) not in pins:
                    pins.append(int(step.what))
            self._note(SetupNews(SetupOutcome.LAMP, seat) if seat is not None else SetupNews(SetupOutcome.NO_LAMP))

    def _take_button(self, step: SetupStep, pin: int, seat_of: Mapping[int, str]) -> None:
        with self._lock:
            if self._has_moved(step):
                return
            if pin in seat_of and seat_of[pin] != step.what:
                self._tell(SetupNews(SetupOutcome.OTHER_BUTTON, seat_of[pin]))
                return
            self._draft.buttons[step.what] = pin
            if self._finder is not None and pin in self._finder.free:
                self._finder.take(pin)
            self._note(SetupNews(SetupOutcome.BUTTON, step.what))

    def _await_press(self, step: SetupStep) -> None:
        assert self._fitted is not None
        self._fitted.show(step.what, Cue.YOUR_TURN)
        try:
            report = None
            while not self._has_moved(step) and not isinstance(report, Press | Hold):
                report = self._next_report()
        finally:
            self._fitted.show(step.what, Cue.IDLE)
        with self._lock:
            if self._has_moved(step) or not isinstance(report, Press | Hold):
                return
            if report.button != step.what:
                self._tell(SetupNews(SetupOutcome.WRONG, report.button))
                return
            self._tried[step.what] = SetupOutcome.RIGHT
            self._news = SetupNews(SetupOutcome.RIGHT, step.what)
            self._go_on()
