"""People's own slips at a table with emulated readers, each put right as people would, with the touches that it took.

A touch is a gesture, a press or a tap at the desk. What the slip itself was is one too many of them already in the
evening without, so only what puts it right is counted.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from nfc_evening import WINDOW_SECONDS, Evening
from waiting import until

from companion.othello.model.answers import Do
from companion.othello.rules.options import decision
from companion.table.session import TIME_RAN_OUT

LATE = 10.0  # seconds after the time has run out an interrupt is shouted
THOUGHTFUL = 15.0
WAIT_STEP = 0.05  # a jump would look like a card that is not heard


class Slips(Evening):
    """An evening in which the hands slip; `cost` has the touches of each slip, newest last.

    Args:
        dead: the zone of a reader that is unplugged all the time; what it should see is tapped at the desk instead.
    """

    def __init__(self, folder: Path, zones: tuple[str, ...], players: int, seed: int, dead: str) -> None:
        self.cost: dict[str, list[int]] = defaultdict(list)
        self._dead: str | None = None
        self._turn = 0
        super().__init__(folder, zones, players, seed)
        self._dead = dead
        self.emulated[dead].unplug()
        until(lambda: bool(json.loads(self.table.desk())["devices"]))  # before that, nothing is entered in its place

    def until(self, zone: str, thing: str | None) -> None:
        """A hand at a dead reader taps at the desk: that is the touch, in place of the gesture."""
        if zone == self._dead:
            do: dict[str, Any] = {"do": "lift", "zone": zone} if thing is None else {"do": "tag", "zone": zone}
            self.table.command("mat", do if thing is None else do | {"thing": thing})
            self.settle()
        else:
            super().until(zone, thing)

    def tag(self, zone: str, thing: str) -> None:
        """Lay a thing, after a slip if it is a card that is being placed."""
        asked = decision(self.session.state)
        if asked is not None and asked.kind == "placement" and zone != self._dead and zone.startswith("seat"):
            self._turn += 1
            slips = (self._late, self._wrong_zone, self._double)
            slips[self._turn % len(slips)](zone, thing)
        super().tag(zone, thing)

    def press(self, button: str) -> None:
        """Press, or shout ten seconds late where the press was an interrupt."""
        asked = decision(self.session.state)
        if asked is None or asked.kind != "window":
            super().press(button)
            return
        name = self.session.names()[int(button.removeprefix("seat")) - 1]
        self._wait(self.session.window_seconds + LATE)
        steps = self.session.steps
        number = max(n for n, step in enumerate(steps) if step.text == TIME_RAN_OUT)
        meant = next(
            item["answer"]
            for item in steps[number].instead
            if item["answer"]["by"] == name and item["answer"]["do"] == Do.SPOTLIGHT
        )
        self._put_right("an interrupt shouted 10 s late", [("undo", {"to": number, "answer": meant})])

    def wrong_lead_for_three_turns(self) -> None:
        """The game was begun with another Lead, and three have had their turn before placement."""
        names = self.session.names()
        self.table.command("start", {"names": names, "lead": 1, "ends": self.table.game})
        self.session.window_seconds = WINDOW_SECONDS
        for _ in range(3):
            asked = decision(self.session.state)
            assert asked is not None
            self.table.command("answer", {"by": names[asked.players[0]], "do": "pass"})
        lead = {"do": "lead", "to": names[0]}
        self._put_right("a wrong Lead for three turns", [("undo", {"to": 0, "answer": lead}), ("undo", {"to": 1})])

    def _wait(self, seconds: float) -> None:
        """Time passes, while every reader that lives looks again and again."""
        tallies = [tally for zone, tally in self.readers.tallies.items() if zone != self._dead]
        end = self.clock.now + seconds
        while self.clock.now < end:
            before = [tally.looks for tally in tallies]
            self.clock.now += WAIT_STEP
            until(lambda: all(tally.looks > looks for tally, looks in zip(tallies, before, strict=True)))  # noqa: B023
        self.settle()
        self.settle()  # the table looks at the clock once it has nothing else to do

    # --- slips

    def _late(self, _zone: str, _thing: str) -> None:
        """Think for a while."""
        self._wait(THOUGHTFUL)
        self.cost["a card late"].append(0)

    def _wrong_zone(self, zone: str, thing: str) -> None:
        """Lay it before somebody else who has not laid a card yet."""
        seats = self.session.state.seats
        free = [
            other
            for player, seat in enumerate(seats)
            if (other := f"seat{player + 1}.play") not in (zone, self._dead)
            and seat.placed is None
            and other not in self._lying
        ]
        if not free:
            return
        before = self.touches
        super().tag(free[0], thing)
        self.touches = before
        self._put_right("a card in the wrong zone", [("undo", {})], free[0])

    def _double(self, zone: str, thing: str) -> None:
        """Lay another card with it, of which the tag answers first."""
        player = int(zone[4]) - 1
        hand = [card for card in self.state.seats[player].hand if card != thing and self._tags[card]]
        if zone in self._lying or not hand:
            return
        before = self.touches
        super().tag(zone, hand[0])
        self.touches = before
        self._put_right("two cards at once in a zone", [("undo", {})], zone)

    def _put_right(self, slip: str, commands: list[tuple[str, dict[str, Any]]], lift: str | None = None) -> None:
        before = self.touches
        for name, body in commands:
            self.touches += 1
            self.table.command(name, body)
            self.settle()
        if lift is not None:
            self.lift(lift)
        self.cost[slip].append(self.touches - before)
