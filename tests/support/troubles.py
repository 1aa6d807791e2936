"""Repeat an evening move by move while readers fail and people slip, and count the touches that each trouble costs.

A touch is a gesture, a press, or a tap on a page. The cost of a trouble is the number of extra touches compared with
the evening without it; a slip itself is not counted, only its correction. After each trouble the same events must have
happened as in the evening without it, and no fault may be left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.core.errors import CuelightError
from companion.othello.model.answers import Do, answer_to_json
from companion.table.executor import TIME_RAN_OUT
from tests.support.evening import Evening, Json, Move

MOST_TOUCHES = 2
DEAD = "a reader dead for an act"
EARLY, LATE_SEIZE = "a card early", "a Seize 10 s late"
RARE = (EARLY, LATE_SEIZE)  # rare troubles, which are made at every opportunity
LATE = 10.0  # seconds after the time limit at which an interrupt is shouted
THOUGHTFUL = 15.0
TOGETHER = 1.5  # seconds for which two cards lie on one reader
TOLD_SECONDS = 60.0
WELL_SECONDS = 30.0
STEP, TOLD_STEP = 0.25, 1.0


class Fault(NamedTuple):
    """A fault of the next action in a zone, or at a button.

    `told` is the seat's message before people continue; if they `heed` it, they fix the fault with one touch. If it is
    `brief`, it is over before anybody can notice.
    """

    name: str
    begin: Callable[[str], object]
    end: Callable[[str], object]
    told: str = ""
    heed: bool = False
    brief: bool = False
    button: bool = False


class Troubled:
    """The repeated evening.

    Args:
        moves: the moves in the evening without trouble.
        faults: the faults of the readers.
        every: number of moves between two troubles.
        dead: a fault that kills the reader of `zone` in the acts after the first.
    """

    def __init__(
        self, evening: Evening, moves: Sequence[Move], faults: Sequence[Fault], every: int, dead: Fault, zone: str
    ) -> None:
        self.evening = evening
        self.moves = moves
        self.cost: dict[str, list[int]] = defaultdict(list)
        self._every = every
        self._dead, self._dead_zone, self._is_dead = dead, zone, False
        self._latest = "a wrong Lead for three turns"
        self._done_before: set[int] = set()  # moves that were made early
        self._scene = evening.scene()
        self._kinds: dict[str, Callable[[int], int]] = {fault.name: self._befall(fault) for fault in faults}
        self._kinds |= {
            "a card late": self._late,
            EARLY: self._early,
            "two cards in one zone": self._double,
            "a card in the wrong zone": self._wrong_zone,
            "two players at once": self._two_at_once,
            "an interrupt 10 s late": self._late_interrupt,
            LATE_SEIZE: self._late_seize,
            "a button pressed twice": self._twice,
        }

    def play(self) -> None:
        """Play all of it."""
        number, rested = 0, 0
        while number < len(self.moves):
            self._let_die()
            count = 0
            if number not in self._done_before:
                fitting = list(self._kinds) if rested >= self._every else [each for each in RARE if not self.cost[each]]
                count = self._trouble(number, fitting)
            if count:
                rested = 0
            else:
                count, rested = 1, rested + 1
                self._play_on(number)
            number += count
            self._check(number)

    def wrong_lead_for_three_turns(self) -> None:
        """The game was started with the wrong Lead, and three players have had their turn before placement."""
        evening, names = self.evening, self.evening.session.names
        evening.start({"names": names, "lead": 1})
        for _ in range(3):
            asked = evening.desk["decision"]
            evening.table.command("answer", {"by": asked["players"][0], "do": "pass"})
        before = evening.touches
        self._tap("undo", {"to": 0, "answer": {"do": "lead", "to": names[0]}})
        self._tap("undo", {"to": 1})
        self.cost["a wrong Lead for three turns"].append(evening.touches - before)

    # --- progress

    def _trouble(self, number: int, kinds: Sequence[str]) -> int:
        """Apply the least used trouble that is possible to the next moves; return the number of moves made with it."""
        for name in sorted(kinds, key=lambda name: len(self.cost[name])):
            before, known = self.evening.touches, len(self._done_before)
            count = self._kinds[name](number)
            if count:
                self._make_well()
                early = len(self._done_before) - known
                self.cost[name].append(self.evening.touches - before - count - early)
                self._latest = name
                return count
        return 0

    def _play_on(self, number: int) -> None:
        """Make a move without a trouble of its own; an extra touch counts for the latest trouble."""
        before = self.evening.touches
        self._play(number)
        extra = self.evening.touches - before - 1
        if extra > 0 and not self._is_dead:
            self.cost[self._latest][-1] += extra

    def _play(self, number: int) -> None:
        if number in self._done_before:
            self._done_before.discard(number)
            return
        move = self.moves[number]
        before, evening = self.evening.touches, self.evening
        match move.do:
            case "tag" if move.thing is not None:
                self._tag(number)
            case "lift":
                evening.lift(move.place)
            case "press":
                evening.press(move.place)
            case "hold":
                evening.hold(move.place)
            case _ if move.said is not None:
                with suppress(CuelightError):
                    evening.say(move.said)
        self._scene = evening.clear_after(self._scene)
        if self._is_dead and evening.touches > before + 1:
            self.cost[self._dead.name].append(evening.touches - before - 1)

    def _tag(self, number: int) -> None:
        """Put a thing in a zone; enter it at the desk if its seat asks for another try and nothing has happened."""
        evening, move = self.evening, self.moves[number]
        assert move.thing is not None
        before = len(evening.session.play.events)
        evening.tag(move.place, move.thing)
        counts = number > 0 and move.events > self.moves[number - 1].events
        if counts and len(evening.session.play.events) == before and evening.trouble(move.place) is not None:
            evening.enter(move.place, move.thing)

    def _check(self, number: int) -> None:
        """Check that the same number of events has happened as in the evening without trouble."""
        if self._done_before:
            return
        events = len(self.evening.session.play.events)
        assert events == self.moves[number - 1].events, (number, self.moves[number - 1], dict(self.cost))

    def _make_well(self) -> None:
        """Wait until no fault is left; the host answers the companion's questions."""
        evening, waited = self.evening, 0.0
        while not self._is_well():
            assert waited < WELL_SECONDS, (evening.board["seats"], evening.desk["devices"], evening.zones())
            evening.breathe()
            evening.pass_time(STEP)
            waited += STEP
        for question in evening.desk["questions"]:
            self._tap("question", {"id": question["id"], "reply": "ignore"})

    def _is_well(self) -> bool:
        evening, dead = self.evening, self._dead_zone if self._is_dead else None
        if any(device["zone"] != dead for device in evening.desk["devices"]):
            return False
        if any(evening.trouble(zone) is not None for zone in evening.served if zone != dead):
            return False
        lies, known = evening.zones(), evening.fitted.zones()
        return all(lies[zone] == known[zone] for zone in evening.served if zone != dead)

    def _let_die(self) -> None:
        act = self.evening.session.state.act
        if act == 2 and not self._is_dead:
            self._is_dead = True
            self._dead.begin(self._dead_zone)
        elif act != 2 and self._is_dead:
            self._is_dead = False
            self._dead.end(self._dead_zone)
            before = self.evening.touches
            self._make_well()
            self.cost[self._dead.name].append(self.evening.touches - before)

    def _tap(self, name: str, body: Json) -> None:
        self.evening.touches += 1
        self.evening.table.command(name, body)
        self.evening.settle()

    # --- faults

    def _befall(self, fault: Fault) -> Callable[[int], int]:
        return lambda number: self._with_fault(fault, number)

    def _with_fault(self, fault: Fault, number: int) -> int:
        """Make the next press, or lift and put back the thing in a zone, with a fault."""
        evening, move = self.evening, self.moves[number]
        if fault.button:
            fits, count = move.do in ("press", "hold"), 1
        else:
            back = number + 1 < len(self.moves) and self.moves[number + 1]
            count = 2 if back and back.do == "tag" and back.place == move.place else 1
            fits = move.do == "lift" and move.place in evening.served and move.place != self._shunned
        if not fits or self._done_before & {number, number + 1}:
            return 0
        fault.begin(move.place)
        if fault.brief:
            self._unseen(number, count)
            fault.end(move.place)
            self._make_well()
            if len(evening.session.play.events) == self.moves[number + count - 1].events:
                evening.touches += count
                return count
            evening.touches += count  # without effect: they do it again
            self._play_all(number, count)
            return count
        if fault.told:
            self._wait_until_told(move.place, fault)
        if fault.heed:
            evening.touches += 1
            fault.end(move.place)
            self._make_well()
        self._play_all(number, count)
        if not fault.heed:
            fault.end(move.place)
        return count

    @property
    def _shunned(self) -> str | None:
        return self._dead_zone if self._is_dead else None

    def _play_all(self, number: int, count: int) -> None:
        for each in range(number, number + count):
            self._play(each)

    def _unseen(self, number: int, count: int) -> None:
        """Make the moves at once, without waiting for the table."""
        for move in self.moves[number : number + count]:
            if move.do == "lift":
                self.evening.pick_up(move.place)
            else:
                assert move.thing is not None
                self.evening.drop(move.place, move.thing)

    def _wait_until_told(self, zone: str, fault: Fault) -> None:
        waited = 0.0
        while fault.told not in (self.evening.trouble(zone) or ""):
            assert waited < TOLD_SECONDS, (fault.name, self.evening.board["seats"])
            self.evening.breathe()
            self.evening.pass_time(TOLD_STEP, of=zone)
            waited += TOLD_STEP

    # --- slips: each returns its number of moves, 0 if it is not possible now

    def _is_placing(self, number: int) -> bool:
        """Return True if the next move places a card face down at a seat with a working reader."""
        move = self.moves[number] if number < len(self.moves) else None
        return move is not None and (move.do, move.asked) == ("tag", "placement") and move.place != self._shunned

    def _late(self, number: int) -> int:
        """Let the player think for a while."""
        if not self._is_placing(number):
            return 0
        self.evening.pass_time(THOUGHTFUL)
        self._play(number)
        return 1

    def _early(self, number: int) -> int:
        """Let a player without another task place the card before placement begins."""
        move = self.moves[number]
        if move.asked != "pre-placement" or move.meant is None or move.meant.do is not Do.PASS:
            return 0
        zone, player = f"seat{move.meant.by + 1}.play", move.meant.by
        for later in range(number + 1, len(self.moves)):
            each = self.moves[later]
            if each.place == zone and self._is_placing(later):
                assert each.thing is not None
                self.evening.tag(zone, each.thing)
                self._done_before.add(later)
                return 1
            about = each.meant.by if each.meant is not None else -1
            said = (each.said or {}).get("by") == self.evening.session.names[player]
            if each.place == zone or about == player or said or each.asked == "reveal":
                return 0
        return 0

    def _two_at_once(self, number: int) -> int:
        """Let two players place their cards at the same moment."""
        if not self._is_placing(number) or not self._is_placing(number + 1) or number + 1 in self._done_before:
            return 0
        pair = self.moves[number : number + 2]
        if pair[0].place == pair[1].place:
            return 0
        for move in pair:
            self._clear(move.place)
        for move in pair:
            assert move.thing is not None
            self.evening.touches += 1
            self.evening.drop(move.place, move.thing)
        for move in pair:
            self.evening.until(move.place, move.thing)
        return 2

    def _double(self, number: int) -> int:
        """Place the next scene's card together with this one."""
        evening, move = self.evening, self.moves[number]
        if not self._is_placing(number):
            return 0
        others = [
            each.thing for each in self.moves[number + 1 :] if each.place == move.place and each.asked == "placement"
        ]
        if not others or others[0] in (None, move.thing) or not evening.is_free(others[0]):
            return 0
        assert move.thing is not None
        self._clear(move.place)
        before = len(evening.session.play.events)
        evening.touches += 1
        other = evening.drop_beside(move.place, others[0])
        evening.drop(move.place, move.thing)
        evening.pass_time(TOGETHER)
        if len(evening.session.play.events) > before and evening.fitted.zones()[move.place] != move.thing:
            self._tap("undo", {})
        evening.touches += 1
        evening.take(move.place, other)
        evening.until(move.place, move.thing)
        return 1

    def _wrong_zone(self, number: int) -> int:
        """Place the card in front of another player who has not placed one yet."""
        evening, move = self.evening, self.moves[number]
        lies = evening.zones()
        seats = enumerate(evening.session.state.seats)
        free = [f"seat{player + 1}.play" for player, seat in seats if seat.placed is None]
        free = [zone for zone in free if zone not in (move.place, self._shunned) and lies[zone] is None]
        if not self._is_placing(number) or not free or move.thing is None:
            return 0
        before = len(evening.session.play.events)
        evening.lay_down(free[0], move.thing)
        evening.until(free[0], move.thing)
        if len(evening.session.play.events) > before:
            self._tap("undo", {})
        evening.touches += 1
        evening.take_up(free[0])
        self._play(number)
        return 1

    def _clear(self, zone: str) -> None:
        """Take away the thing that was there before."""
        if self.evening.zones()[zone] is not None:
            self.evening.take_up(zone)

    def _late_interrupt(self, number: int) -> int:
        """Interrupt ten seconds after the time limit: by shouting, and entered at the desk."""
        move = self.moves[number]
        if move.asked != "window" or move.meant is None or move.meant.do is Do.PASS:
            return 0
        self._tap("undo", {"to": self._run_out(), "answer": answer_to_json(move.meant, self.evening.session.names)})
        return 1

    def _late_seize(self, number: int) -> int:
        """Turn a Seize up ten seconds after the time limit."""
        lift, back = self.moves[number], self.moves[number + 1] if number + 1 < len(self.moves) else None
        if back is None or lift.asked != "window" or (lift.do, back.do, back.thing) != ("lift", "tag", "Seize"):
            return 0
        if lift.place == self._shunned:
            return 0
        run_out = self._run_out()
        self._play_all(number, 2)
        name = self.evening.session.names[int(lift.place[4]) - 1]
        self._tap("undo", {"to": run_out, "answer": {"by": name, "do": "seize"}})
        return 2

    def _run_out(self) -> int:
        """Wait until ten seconds after the time limit; return the number of the step that it ran out."""
        evening = self.evening
        steps, deadline = len(evening.session.view.record.steps), evening.session.view.timing.countdown.deadline
        assert deadline is not None
        evening.pass_time(deadline + LATE - evening.clock_now())
        assert evening.session.view.record.steps[steps].text == TIME_RAN_OUT
        return steps

    def _twice(self, number: int) -> int:
        """Press a button twice in a row."""
        move = self.moves[number]
        if move.do not in ("press", "hold"):
            return 0
        self.evening.twice = True
        self._play(number)
        self.evening.twice = False
        if len(self.evening.session.play.events) > move.events:  # each hold trades at an intermission: they see it
            self._tap("undo", {})
        return 1
