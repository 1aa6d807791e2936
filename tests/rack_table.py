"""A real table with a bot in a chair: what its readers would see, moved by hands at once, and what the table asks."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from live_house import House
from waiting import until

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

Json = dict[str, Any]
OWN = "seat2.play"
HAND = ("I.1", "I.2", "I.3", "I.5", "Take the Lead", "Seize", "No Drama")


def slot(number: int) -> str:
    """A slot of the rack at seat 2."""
    return rack_zone("seat2", number)


class RackTable:
    """Seats with readers, and a rack of so many slots at seat 2; every card of a game has a tag.

    Args:
        seats: how many; at all but the second there are people.
    """

    def __init__(self, path: Path, game: str, slots: int, seats: int = 2) -> None:
        self.path, self.game, self.seats = path, game, seats
        self.slots = tuple(slot(number) for number in range(1, slots + 1))
        rules = game_of(game)
        things = rules.things(rules.stand_in(rules.editions[0]), rules.editions[0])
        full = full_mat(seats)
        self.things = [thing for some in things.values() for thing in some]
        self.unlaid = deque(self.things)
        box = {thing: 9 for some in things.values() for thing in some}
        self.mat = VirtualMat(box, lambda: self.house.clock(), TableLayout((*full.zones, *self.slots), full.seats))
        self.layout = TableLayout(full.zones, full.seats, self.slots)
        self.open()

    def open(self) -> None:
        """Start the companion, on what lies there."""
        self.fitted = FittedTable(self.layout, [self.mat], [], lambda: self.house.clock(), {})
        self.house = House(self.path, fitted=self.fitted, pace=0.1)

    def close(self) -> None:
        self.house.table.stop()

    def begin(self, strength: str = "usual") -> None:
        """A game of people with a bot at the second seat, on an empty table."""
        for zone, thing in self.mat.zones().items():
            if thing is not None:
                self.mat.lift(zone)
        names = [("Ann", "", "Cleo", "Dora")[seat] for seat in range(self.seats)]
        bots = [strength if seat == 1 else None for seat in range(self.seats)]
        self.house.command("start", game=self.game, names=names, bots=bots)

    def say_as_bot(self, **answer: Any) -> None:
        """The bot has decided on an answer for which there is no gesture."""
        self._as_bot(RackTroupe._speak, answer)

    def ask_as_bot(self, **answer: Any) -> None:
        """The bot has decided on an answer that people lay for it."""
        self._as_bot(RackTroupe._play, answer)

    def _as_bot(self, does: Callable[[RackTroupe, Session, Any, Any], None], answer: Json) -> None:
        running = self.house.table
        found, troupe = running.play.current, running.play.bots
        assert found is not None and isinstance(troupe, RackTroupe)
        meant = found.rules.answer_from_json({"by": "Feste (bot)", **answer}, found.session.names())
        running.loop.wait_for(lambda: does(troupe, found.session, found.session.state, meant))
        running.show_anew()

    # --- what there is to see

    def said(self) -> Json:
        """What the table asks people to do at the rack; empty for nothing."""
        return next((each for each in self.house.board.get("prompter", []) if each["kind"] == KIND), {})

    def wait_for(self, *steps: RackStep | None) -> Json:
        """Until the rack needs one of these, or nothing."""
        until(lambda: self.goes_on() and self.said().get("needs") in steps)
        return self.said()

    def goes_on(self) -> bool:
        """A while goes by."""
        self.house.clock.now += 1.0
        self.house.catch_up()
        return True

    def everything(self) -> str:
        """All that is shown to anybody and sent to any lamp, but for which game it is and how often things changed."""
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

    # --- what hands do

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
        """Lay cards into the free slots."""
        zones = self.mat.zones()
        free = [each for each in self.slots if zones[each] is None]
        for each, thing in zip(free, things, strict=False):
            self.lay(each, thing)

    def refill(self) -> None:
        """Somebody draws what the rack lacks, or clears a card away that lies before the bot."""
        found = self.house.table.play.current
        assert found is not None
        rules, state = found.rules, found.session.state
        lies = [thing for thing in self.fitted.racked().values() if thing is not None]
        missing = Counter(rules.racked(state, 1))
        missing -= Counter(str(rules.back_of(state, 1, thing)) for thing in lies)
        for thing in reversed(self.things):  # the people have what comes first
            back = rules.back_of(state, 1, thing)
            fits = str(back if missing[str(back)] else UNKNOWN)
            if back is not None and missing[fits] and thing not in lies:
                missing[fits] -= 1
                self.deal(thing)

    def somebody_answers(self) -> None:
        """One of the people who are asked says or lays something."""
        desk = self.house.desk
        seats = [seat["name"] for seat in desk["board"]["seats"]]
        asked = desk["decision"]["players"] or seats
        for name in [name for name in asked if name != seats[1]]:
            before = desk["board"]["seq"]
            self.answer(name)
            for thing in list(self.unlaid):  # from the one after the last that was tried: that one may be gone
                if self.house.board["seq"] != before:
                    return
                self.unlaid.rotate(-1)
                self.lay(f"seat{seats.index(name) + 1}.play", thing)

    def answer(self, name: str) -> None:
        """A person who is asked says something, rather that there is nothing to do."""
        options = [each["answer"] for each in self.house.desk["options"]]
        said = [answer for answer in options if answer.get("by") in (name, None)]
        if said:
            try:
                self.house.command("answer", **min(said, key=lambda answer: answer["do"] != "pass"))
            except Forbidden:  # such as a card that is turned up, not named
                self.mat.press(f"seat{[seat['name'] for seat in self.house.board['seats']].index(name) + 1}")
                self.house.catch_up()

    def written(self) -> list[Any]:
        """What is in the journal of the newest game after its first record, read once the companion is off."""
        self.close()
        journal = Journal.open(self.path)
        found = [record.body for record in journal.records(journal.games()[-1].id)[1:]]
        journal.close()
        self.open()
        return found


def begin(table: RackTable, *hand: str) -> None:
    """A game of Othello that Ann leads; the bot has these cards."""
    table.begin()
    table.house.command("answer", do="lead", to="Ann")
    table.deal(*hand)
