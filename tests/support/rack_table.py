"""A real table with a bot player: readers whose tags tests move directly, and the table's requests."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.core.cards import UNKNOWN
from companion.core.places import rack_zone
from companion.core.verdict import Forbidden
from companion.games import game_of
from companion.journal import Journal
from companion.table.rack_requests import KIND, RackStep
from companion.table.session import Session
from cuelight.app.bots.rack_players import RackTroupe
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import TableLayout, full_mat
from hardware.virtual_mat import VirtualMat
from tests.support.running_table import House
from tests.support.waiting import until

Json = dict[str, Any]
OWN = "seat2.play"
HAND = ("I.1", "I.2", "I.3", "I.5", "Take the Lead", "Seize", "No Drama")


def slot(number: int) -> str:
    """Return a slot of the rack at seat 2."""
    return rack_zone("seat2", number)


class RackTable:
    """Seats with readers, and a rack of `slots` slots at seat 2; every card of the game has a tag.

    Args:
        seats: number of seats; people play at all except the second.
    """

    def __init__(self, path: Path, game: str, slots: int, seats: int = 2) -> None:
        self.path, self.game, self.seats = path, game, seats
        self.slots = tuple(slot(number) for number in range(1, slots + 1))
        rules = game_of(game)
        things = rules.box.decks.things(rules.box.decks.stand_in(rules.info.editions[0]), rules.info.editions[0])
        full = full_mat(seats)
        self.things = [thing for some in things.values() for thing in some]
        self.unlaid = deque(self.things)
        box = {thing: 9 for some in things.values() for thing in some}
        self.mat = VirtualMat(box, lambda: self.house.clock(), TableLayout((*full.zones, *self.slots), full.seats))
        self.layout = TableLayout(full.zones, full.seats, self.slots)
        self.open()

    def open(self) -> None:
        """Start the companion with the current cards on the readers."""
        self.fitted = FittedTable(self.layout, [self.mat], [], lambda: self.house.clock(), {})
        self.house = House(self.path, fitted=self.fitted, pace=0.1)

    def close(self) -> None:
        self.house.table.stop()

    def begin(self, strength: str = "usual") -> None:
        """Start a game of people with a bot at the second seat, on an empty table."""
        for zone, thing in self.mat.zones().items():
            if thing is not None:
                self.mat.lift(zone)
        names = [("Ann", "", "Cleo", "Dora")[seat] for seat in range(self.seats)]
        bots = [strength if seat == 1 else None for seat in range(self.seats)]
        self.house.command("start", game=self.game, names=names, bots=bots)

    def say_as_bot(self, **answer: Any) -> None:
        """Let the bot decide on an answer that has no gesture."""
        self._as_bot(RackTroupe._speak, answer)

    def ask_as_bot(self, **answer: Any) -> None:
        """Let the bot decide on an answer that people must place for it."""
        self._as_bot(RackTroupe._play, answer)

    def _as_bot(self, does: Callable[[RackTroupe, Session, Any, Any], None], answer: Json) -> None:
        running = self.house.table
        found, troupe = running.play.current, running.play.bots
        assert found is not None and isinstance(troupe, RackTroupe)
        meant = found.game.types.answer_from_json({"by": "Feste (bot)", **answer}, found.session.names)
        running.loop.wait_for(lambda: does(troupe, found.session, found.session.state, meant))
        running.show_anew()

    # --- visible state

    def said(self) -> Json:
        """Return the table's request at the rack; empty for none."""
        return next((each for each in self.house.board.get("prompter", []) if each["kind"] == KIND), {})

    def wait_for(self, *steps: RackStep | None) -> Json:
        """Wait until the rack needs one of these steps, or nothing."""
        until(lambda: self.goes_on() and self.said().get("needs") in steps)
        return self.said()

    def goes_on(self) -> bool:
        """Let a second pass."""
        self.house.clock.now += 1.0
        self.house.catch_up()
        return True

    def everything(self) -> str:
        """Return everything shown to anybody and sent to any lamp, except the game's id and the number of changes."""
        desk = self.house.desk
        for key in ("games", "journal"):
            desk.pop(key)
        own = [json.loads(self.house.table.own(player)) for player in range(self.seats)]
        timeline = self.house.table.ask("timeline", {})
        lights = self.fitted.lights()
        for board in (desk["board"], *(each["board"] for each in own)):
            board.pop("state")
            board["table"].pop("game")
        return json.dumps([desk, own, timeline, lights], sort_keys=True)

    # --- gestures

    def lay(self, zone: str, thing: str) -> None:
        self.mat.tag(zone, thing)
        self.house.catch_up()

    def lift(self, zone: str) -> str:
        thing = self.mat.zones()[zone]
        assert thing is not None
        self.mat.lift(zone)
        self.house.catch_up()
        return thing

    def deal(self, *things: str) -> None:
        """Place cards in the free slots."""
        zones = self.mat.zones()
        free = [each for each in self.slots if zones[each] is None]
        for each, thing in zip(free, things, strict=False):
            self.lay(each, thing)

    def refill(self) -> None:
        """Somebody draws what the rack lacks, or clears a card away that lies before the bot."""
        found = self.house.table.play.current
        assert found is not None
        game, state = found.game, found.session.state
        assert game.racks is not None
        lies = [thing for thing in self.fitted.racked().values() if thing is not None]
        missing = Counter(game.racks.backs(state, 1))
        missing -= Counter(str(game.racks.back(state, 1, thing)) for thing in lies)
        for thing in reversed(self.things):  # the people have what comes first
            back = game.racks.back(state, 1, thing)
            fits = str(back if missing[str(back)] else UNKNOWN)
            if back is not None and missing[fits] and thing not in lies:
                missing[fits] -= 1
                self.deal(thing)

    def somebody_answers(self) -> None:
        """Answer for one of the people asked."""
        desk = self.house.desk
        seats = [seat["name"] for seat in desk["board"]["seats"]]
        asked = desk["decision"]["players"] or seats
        for name in [name for name in asked if name != seats[1]]:
            before = desk["board"]["seq"]
            self.answer(name)
            for thing in list(self.unlaid):  # from the one after the last that was tried, which may be gone
                if self.house.board["seq"] != before:
                    return
                self.unlaid.rotate(-1)
                self.lay(f"seat{seats.index(name) + 1}.play", thing)

    def answer(self, name: str) -> None:
        """Answer for a person who is asked, preferably that there is nothing to do."""
        options = [each["answer"] for each in self.house.desk["options"]]
        said = [answer for answer in options if answer.get("by") in (name, None)]
        if said:
            try:
                self.house.command("answer", **min(said, key=lambda answer: answer["do"] != "pass"))
            except Forbidden:  # for example a card that is turned up and not named
                self.mat.press(f"seat{[seat['name'] for seat in self.house.board['seats']].index(name) + 1}")
                self.house.catch_up()

    def written(self) -> list[Any]:
        """Return the journal of the newest game after its first record, read after the companion has stopped."""
        self.close()
        journal = Journal.open(self.path)
        found = [record.body for record in journal.records(journal.games()[-1].id)[1:]]
        journal.close()
        self.open()
        return found


def begin(table: RackTable, *hand: str) -> None:
    """Start a game of Othello led by Ann; the bot has these cards."""
    table.begin()
    table.house.command("answer", do="lead", to="Ann")
    table.deal(*hand)
