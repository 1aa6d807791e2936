"""The steps of a set-up: the current step, the known devices, and the choice of the next step.

It has no device and no thread of its own: `worker.py` has both, and reports here what hands have shown. What is known
is written after each step.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.json_fields import as_count, as_text, as_word
from companion.core.observation import Clock
from companion.core.places import SEATS, TAP, place_name, rack_slot, seat_name, zone_at
from cuelight.app.setup.draft import RGB, Draft, SeatDevices, draft_at, usual_seats
from cuelight.app.setup.probe import DetectedDevices
from cuelight.app.setup.steps import (
    ANEW,
    CHOICES,
    HANDS,
    KEEP,
    NO,
    QUESTIONS,
    YES,
    SetupNews,
    SetupOutcome,
    SetupStep,
    Topic,
    news_words,
    step_words,
)
from hardware.probe import PinFinder

LOOK = "look"
COMMANDS = (LOOK, "begin", "answer", "skip", "back", "again", "go", "try", "end")
DONE = (SetupOutcome.PLACED, SetupOutcome.BUTTON, SetupOutcome.LAMP, SetupOutcome.RIGHT)
LEAST_SLOTS = 3  # unassigned readers that may be a rack


class NoSetup(CuelightError, RuntimeError):
    """The command needs a set-up, and none is active, or it is at another step."""


class SetupWizard:
    """One set-up, as a page or a terminal sees it. `command` and `to_json` may be called from any thread.

    Args:
        path: the table file.
        clock: seconds that never run backwards.
        changed: called after each change, on the thread that made it; it must not wait.
    """

    def __init__(self, path: Path, clock: Clock, changed: Callable[[], None]) -> None:
        self.changes = 0
        self._path = path
        self._clock = clock
        self._changed = changed
        self.lock = threading.RLock()
        self.draft = draft_at(path)
        self.step, self.since = SetupStep(Topic.LOOK), clock()
        self._news: SetupNews | None = None
        self.around = DetectedDevices((), ())
        self._passed: set[SetupStep] = set()  # skipped, or done in this setup
        self._placed: set[str] = set()  # zones that got their reader in this setup
        self._tried: dict[str, SetupOutcome] = {}
        self.finder: PinFinder | None = None
        self._has_panel = True

    # --- commands

    def command(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a command and return the progress. Raises InputError, and NoSetup.

        Args:
            body: `do`, the command; and `changes` of the last progress, so that a command for another step is refused.
        """
        do = as_word(body.get("do"), "do", COMMANDS)
        with self.lock:
            seen = as_count(body.get("changes", self.changes), "changes")
            if do in ("answer", "skip", "back") and seen != self.changes:
                raise NoSetup(_("The set-up is at another step now. Check it, and answer that one."))
            match do:
                case "answer":
                    self._answer(body)
                case "skip":
                    self._skip()
                case "back":
                    self._back()
                case "again":
                    self._to(SetupStep(Topic.LOOK))
                case "go":
                    self._news = None
                    zone = as_word(body.get("place"), "place", self.draft.zone_names())
                    self._to(SetupStep(Topic.PLACE if rack_slot(zone) is None else Topic.SLOT, zone))
                case "try":
                    self._tried = {}
                    self._to(self._trial())
                case _:
                    pass
            return self.to_json()

    def _answer(self, body: Mapping[str, Any]) -> None:
        step, value = self.step, as_text(body.get("value"), "value")
        if step.ask not in QUESTIONS:
            raise NoSetup(_("There is no question to answer now."))
        as_word(value, "value", self._choices())
        match step.ask:
            case Topic.KNOWN:
                draft = draft_at(self._path) if value == KEEP else Draft()
                self.draft = replace(draft, pins=self.draft.pins)
            case Topic.ONE:
                self._be_one_reader(value == YES)
            case Topic.SEATS:
                self._seat(int(value))
            case Topic.RACK:
                self.draft.rack = None if value == NO else seat_name(int(value) - 1)
            case Topic.COLOUR:
                self.draft.colours[int(step.what)] = value
            case _:
                self._has_panel = value == YES
        self._write()
        self._go_on()

    def _be_one_reader(self, yes: bool) -> None:
        if yes:
            self.draft.seats = SEATS[-1]
            self.draft.place(TAP, self.around.spots()[0])

    def _seat(self, seats: int) -> None:
        """So many seats; what stood at others is gone."""
        draft = self.draft
        draft.seats = seats
        names, zones = draft.seat_names(), draft.zone_names()
        draft.zones = {zone: spot for zone, spot in draft.zones.items() if zone in zones}
        draft.buttons = {seat: pin for seat, pin in draft.buttons.items() if seat in names}
        draft.lamps = {seat: pins for seat, pins in draft.lamps.items() if seat in names or seat in draft.zones}

    def _skip(self) -> None:
        if self.step.ask not in HANDS:
            raise NoSetup(_("This cannot be skipped."))
        if self.step.ask is Topic.TRY:
            self._tried[self.step.what] = SetupOutcome.WRONG
        self._news = None
        self._go_on()

    def _back(self) -> None:
        """Go to the previous step, so that its answer or action can be repeated."""
        steps = self._steps()
        at = steps.index(self.step) if self.step in steps else len(steps)
        before = next((step for step in reversed(steps[:at]) if step in self._passed), None)
        if before is None:
            raise NoSetup(_("There is nothing before this."))
        self._passed.discard(before)
        self._placed.discard(before.what)
        self._news = None
        self._to(before)

    # --- which step comes next

    def _steps(self) -> list[SetupStep]:
        """Every step as far as it is known now, in order."""
        draft, spots = self.draft, self.around.spots()
        steps = (
            [SetupStep(Topic.KNOWN)] if SetupStep(Topic.KNOWN) in self._passed or self.step.ask is Topic.KNOWN else []
        )
        steps += [SetupStep(Topic.ONE)] if len(spots) == 1 else []
        if TAP not in draft.zones:
            steps.append(SetupStep(Topic.SEATS))
            steps += [SetupStep(Topic.PLACE, zone) for zone in draft.zone_names() if rack_slot(zone) is None]
            steps += [SetupStep(Topic.RACK)] if self._may_have_rack() else []
            steps += [SetupStep(Topic.SLOT, zone) for zone in draft.zone_names() if rack_slot(zone) is not None]
            steps += [SetupStep(Topic.SLOT, slot)] if (slot := draft.next_slot()) is not None else []
        if self.finder is not None:
            steps.append(SetupStep(Topic.PANEL))
            if self._has_panel:
                steps += [SetupStep(Topic.BUTTON, seat) for seat in draft.seat_names()]
                steps += [SetupStep(Topic.LAMP, str(pin)) for pin in self.finder.free] if draft.buttons else []
                steps += [
                    SetupStep(Topic.COLOUR, str(pin)) for pins in draft.lamps.values() if len(pins) > 1 for pin in pins
                ]
        return steps

    def _may_have_rack(self) -> bool:
        """Return whether enough readers without a place are left for a rack, or the question was asked already."""
        left = set(self.around.spots()) - set(self.draft.zones.values())
        is_asked = SetupStep(Topic.RACK) in self._passed or self.step.ask is Topic.RACK
        return is_asked or (bool(self.draft.zones) and len(left) >= LEAST_SLOTS)

    def _go_on(self) -> None:
        """This step is behind us."""
        if self.step.ask is Topic.TRY:
            self._to(self._trial())
            return
        self._passed.add(self.step)
        steps = self._steps()
        at = steps.index(self.step) + 1 if self.step in steps else 0
        spare = set(self.around.spots()) - {self.draft.zones.get(zone) for zone in self._placed}
        for step in steps[at:]:
            if step in self._passed or (step.ask in (Topic.PLACE, Topic.RACK, Topic.SLOT) and not spare):
                continue
            if step.ask is Topic.SEATS and self.draft.seats is not None and SetupStep(Topic.KNOWN) in self._passed:
                continue
            if (
                step.ask in (Topic.PLACE, Topic.SLOT)
                and step.what in self.draft.zones
                and SetupStep(Topic.KNOWN) in self._passed
            ):
                continue
            self._to(step)
            return
        self._to(self._trial())

    def _trial(self) -> SetupStep:
        """The next lamp to try, in no order that a person could guess; the end when all were."""
        table = self.draft.table()
        if table is None:
            return SetupStep(Topic.NONE if self.around.spots() else Topic.NOTHING)
        on_pins = {entry.seat for entry in table.panel if entry.lamp and entry.button is not None}
        seats = set(table.layout().seats[:6]) if table.mat is not None else on_pins
        left = sorted(seats - set(self._tried))
        return SetupStep(Topic.TRY, random.SystemRandom().choice(left)) if left else SetupStep(Topic.DONE)

    def _to(self, step: SetupStep) -> None:
        self.step, self.since = step, self._clock()
        self._publish()

    def _publish(self, news: SetupNews | None = None) -> None:
        self._news = news or self._news
        self.changes += 1
        self._changed()

    def _choices(self) -> list[str]:
        match self.step.ask:
            case Topic.KNOWN:
                return [KEEP, ANEW]
            case Topic.SEATS:
                most = 6 if any(spot.socket is not None for spot in self.around.spots()) else SEATS[-1]
                return [str(seats) for seats in SEATS if seats <= most]
            case Topic.RACK:
                seats = [seat for seat in self.draft.seat_names() if zone_at(seat) in self.draft.zones]
                return [NO, *(seat.removeprefix("seat") for seat in seats)]
            case Topic.ONE | Topic.PANEL:
                return [YES, NO]
            case Topic.COLOUR:
                return list(RGB)
            case _:
                return []

    # --- status

    def to_json(self) -> dict[str, Any]:
        """Return the progress: the step in words, the possible answers and actions, and the devices of each place."""
        with self.lock:
            step, draft, steps = self.step, self.draft, self._steps()
            places = [each for each in steps if each.ask is Topic.PLACE]
            return {
                "step": step.ask,
                "text": step_words(step),
                "place": step.what if step.ask in (Topic.PLACE, Topic.SLOT, Topic.BUTTON) else None,
                "pin": int(step.what) if step.ask in (Topic.LAMP, Topic.COLOUR) else None,
                "told": news_words(self._news) if self._news is not None else None,
                "well": self._news is None or self._news.outcome in DONE,
                "choices": [{"value": value, "text": _(CHOICES.get(value, value))} for value in self._choices()],
                "usual": str(draft.seats or usual_seats(self.around.spots())) if step.ask is Topic.SEATS else None,
                "can": self._can(),
                "at": places.index(step) + 1 if step in places else None,
                "of": len(places),
                "found": [thing.what for thing in self.around.things],
                "failed": list(self.around.failed),
                "places": places_json(draft, self._tried),
                "file": str(self._path) if draft.table() is not None else None,
                "changes": self.changes,
            }

    def _can(self) -> list[str]:
        ask = self.step.ask
        can = ["skip"] if ask in HANDS else []
        if any(step in self._passed for step in self._steps()) and ask not in (Topic.LOOK, Topic.TRY):
            can.append("back")
        if ask in (Topic.NOTHING, Topic.NONE, Topic.KNOWN, Topic.SEATS, Topic.ONE, Topic.PLACE, Topic.RACK, Topic.SLOT):
            can.append("again")
        if ask is Topic.DONE and self._tried:
            can.append("try")
        return [*can, "end"]

    # --- results

    def devices_found(self, step: SetupStep, around: DetectedDevices, found: tuple[PinFinder, str] | None) -> None:
        """These devices are there; `found` are the pins, if they were looked for, and the name of their library."""
        with self.lock:
            if self.step is not step:
                return
            self.around = around
            if found is not None:
                self.finder, self.draft.pins = found
            first = SetupStep(Topic.KNOWN) if self.draft.zones and not self._passed else None
            if not around.spots():
                self._to(first or SetupStep(Topic.NOTHING))
            elif first is not None:
                self._to(first)
            else:
                self._go_on()

    def card_held(self, spot: SeatDevices, at: float) -> None:
        """A card was held to this reader."""
        with self.lock:
            step = self.step
            if step.ask not in (Topic.PLACE, Topic.SLOT) or at < self.since:
                return
            others = next((zone for zone in self._placed if self.draft.zones.get(zone) == spot), None)
            if others is not None and others != step.what:
                self._publish(SetupNews(SetupOutcome.OTHERS, others))
                return
            self.draft.place(step.what, spot)
            self._placed.add(step.what)
            self._note(SetupNews(SetupOutcome.PLACED, step.what))

    def button_pressed(self, step: SetupStep, pin: int) -> None:
        """The button at this pin was pressed, when that of a seat was asked for."""
        seats = {pin: seat for seat, pin in self.draft.buttons.items()}
        with self.lock:
            if self.step is not step:
                return
            if pin in seats and seats[pin] != step.what:
                self._publish(SetupNews(SetupOutcome.OTHER_BUTTON, seats[pin]))
                return
            self.draft.buttons[step.what] = pin
            if self.finder is not None and pin in self.finder.free:
                self.finder.free.remove(pin)
            self._note(SetupNews(SetupOutcome.BUTTON, step.what))

    def lamp_shone(self, step: SetupStep, seat: str | None) -> None:
        """The pin of the step is a lamp of this seat; None for a pin that is no lamp."""
        with self.lock:
            if self.step is not step:
                return
            if seat is not None:
                pins = self.draft.lamps.setdefault(seat, [])
                if int(step.what) not in pins:
                    pins.append(int(step.what))
            self._note(SetupNews(SetupOutcome.LAMP, seat) if seat is not None else SetupNews(SetupOutcome.NO_LAMP))

    def lamp_answered(self, step: SetupStep, button: str) -> None:
        """This button was pressed while the lamp of the step was on."""
        with self.lock:
            if self.step is not step:
                return
            if button != step.what:
                self._publish(SetupNews(SetupOutcome.WRONG, button))
                return
            self._tried[step.what] = SetupOutcome.RIGHT
            self._news = SetupNews(SetupOutcome.RIGHT, step.what)
            self._go_on()

    def _note(self, news: SetupNews) -> None:
        """Record an outcome: the draft is written before the page shows it."""
        self._news = news
        self._write()
        self._go_on()

    def _write(self) -> None:
        try:
            self.draft.write(self._path)
        except OSError as error:
            self._news = SetupNews(SetupOutcome.NOT_WRITTEN, str(error))


def places_json(draft: Draft, tried: Mapping[str, SetupOutcome]) -> list[dict[str, Any]]:
    """Return the devices of each place of a table, and the outcome of the trial of its lamp and button."""
    has_mat = any(spot.socket is not None for spot in draft.zones.values())  # a mat has rings and buttons

    def place(zone: str) -> dict[str, Any]:
        seat = zone.partition(".")[0] if rack_slot(zone) is None else zone
        on_mat = has_mat and seat in draft.seat_names()
        return {
            "place": zone,
            "name": place_name(zone, {}),
            "reader": zone in draft.zones,
            "button": seat in draft.buttons or on_mat,
            "lamp": seat in draft.lamps or on_mat,
            "tried": tried.get(seat),
        }

    return [place(zone) for zone in draft.zone_names()]


def at_rest(path: Path | None) -> dict[str, Any]:
    """Return the status without an active set-up: the places in the table file, if there is one."""
    if path is None:
        return {"step": None, "places": [], "file": None, "changes": 0}
    draft = draft_at(path)
    return {"step": None, "places": places_json(draft, {}), "file": str(path) if draft.zones else None, "changes": 0}
