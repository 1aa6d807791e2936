"""The worker of a set-up: a thread that owns the devices and waits for actions.

What is asked and what follows from an answer is in `wizard.py`; the page and the terminal both show its `to_json`.
Whoever runs a table lets its devices go first.
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
from cuelight.app.setup.steps import SetupStep, Topic
from cuelight.app.setup.wizard import SetupWizard
from hardware.fitted_table import FittedTable
from hardware.reader import Notice, Report
from hardware.table_file.load import TableFile

TICK_SECONDS = 0.1
FORSAKEN_SECONDS = 900.0  # after a page's last command; then the table plays again
DONE_SECONDS = 60.0  # a finished set-up ends after this time, even if a page shows it
SOON_SECONDS = 20.0  # the same for a terminal, which polls all the time


class SetupWorker:
    """One setup. Its public methods may be called from any thread.

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
        self.wizard = SetupWizard(path, clock, changed)
        self._clock = clock
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
        """As in `SetupWizard`. With `soon`, the setup ends unless the caller asks again within seconds."""
        with self.wizard.lock:
            self._until = max(self._until, self._clock() + (SOON_SECONDS if body.get("soon") else FORSAKEN_SECONDS))
            return self.wizard.command(body)

    # --- on the thread that owns the devices

    def _run(self) -> None:
        try:
            while not self._over.wait(0):
                self._watch_over()
                step = self.wizard.step
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
            if self.wizard.finder is not None:
                self.wizard.finder.close()

    def _watch_over(self) -> None:
        is_done = self.wizard.step.ask is Topic.DONE
        if self._clock() > (min(self._until, self.wizard.since + DONE_SECONDS) if is_done else self._until):
            self._until = self.wizard.since = float("inf")
            self._forsaken()

    def _has_moved(self, step: SetupStep) -> bool:
        self._watch_over()
        return self._over.is_set() or self.wizard.step is not step

    def _next_report(self) -> Report | Notice | None:
        try:
            return self._heard.get(timeout=TICK_SECONDS)
        except queue.Empty:
            return None

    def _look(self, step: SetupStep) -> None:
        self._let_go()
        around = self._find()
        found = pin_finder(self._pins, around.spots()) if self.wizard.finder is None else None
        if not self._has_moved(step):
            self.wizard.devices_found(step, around, found)

    def _have_devices(self, step: SetupStep) -> None:
        """Open the devices that a step needs, and close all others."""
        is_trial = step.ask in (Topic.KNOWN, Topic.SEATS, Topic.PLACE, Topic.RACK, Topic.SLOT)
        wanted = "trial" if is_trial else "table" if step.ask is Topic.TRY else None
        if wanted == self._open:
            return
        self._let_go()
        if wanted == "trial":
            self._spots = {f"antenna {at}": spot for at, spot in enumerate(self.wizard.around.spots())}
            self._open_table(trial_table(self._spots))
        elif wanted == "table" and (table := self.wizard.draft.table()) is not None:
            if self.wizard.finder is not None:
                self.wizard.finder.close()
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
        """A card is held to a reader; what comes while none is asked for is passed over."""
        match self._next_report():
            case Tag(at, zone, _) | Resumed(at, zone, str(), _):
                self.wizard.card_held(self._spots[zone], at)
            case _:
                pass

    def _await_pins(self, step: SetupStep) -> None:
        """A button is pressed, or a pin shines until its seat's button is; or its colour is asked for."""
        finder = self.wizard.finder
        assert finder is not None
        if step.ask is Topic.BUTTON:
            pin = finder.pressed(lambda: self._has_moved(step))
            if pin is not None and not self._has_moved(step):
                self.wizard.button_pressed(step, pin)
            return
        try:
            darken = finder.light(int(step.what))
        except Exception:  # each library of pins has errors of its own; a pin that another program has is none of ours
            self.wizard.lamp_shone(step, None)
            return
        try:
            if step.ask is Topic.COLOUR:
                while not self._has_moved(step):
                    self._over.wait(TICK_SECONDS)
                return
            seats = {pin: seat for seat, pin in self.wizard.draft.buttons.items()}
            seat = finder.whose(seats, lambda: self._has_moved(step))
        finally:
            darken()
        if not self._has_moved(step):
            self.wizard.lamp_shone(step, seat)

    def _await_press(self, step: SetupStep) -> None:
        assert self._fitted is not None
        self._fitted.show(step.what, Cue.YOUR_TURN)
        try:
            report = None
            while not self._has_moved(step) and not isinstance(report, Press | Hold):
                report = self._next_report()
        finally:
            self._fitted.show(step.what, Cue.IDLE)
        if isinstance(report, Press | Hold) and not self._has_moved(step):
            self.wizard.lamp_answered(step, report.button)
