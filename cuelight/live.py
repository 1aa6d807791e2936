"""A table that runs: one thread owns the session, the journal and the lights; pages and readers only hand it work.

Everything comes in through one queue. After each piece of work the lights are shown first, then the snapshots are made
and published; both only after the journal has taken it.
"""

from __future__ import annotations

import json
import logging
import queue
import random
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Literal

from companion.journal import Journal
from companion.othello.game import Unseen
from companion.othello.options import decision
from companion.othello.position import position_from_json
from companion.othello.rules import new_game
from companion.othello.state import State
from companion.othello.views import card_view
from companion.play.errors import CuelightError, InputError
from companion.table.observation import Observation, Sort, split_thing
from companion.table.session import Session
from companion.table.snapshot import board, desk, idle_board
from companion.table.truth import SeenBacks, Truth
from cuelight.troupe import Troupe
from hardware.table_layout import full_mat
from hardware.virtual import VirtualMat

Clock = Callable[[], float]
Channel = Literal["board", "desk"]
DEMO_NAMES = ("William", "Kate", "Robin", "Viola")


class NoGame(CuelightError, LookupError):
    """A command that needs a game, where none has begun."""


class JournalBook:
    """The journal as a session's book: its records get the time of the wall clock."""

    def __init__(self, journal: Journal, wall_clock: Clock) -> None:
        self._journal = journal
        self._wall_clock = wall_clock

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records at once."""
        self._journal.append_all(records, self._wall_clock())


class Round:
    """One game with its virtual mat: the session, the real cards behind it, and what lies on the mat."""

    def __init__(self, body: dict[str, Any], book: JournalBook, clock: Clock) -> None:
        start = start_of(body)
        self.truth = Truth(start, int(body["seed"]))
        self.session = Session(start, SeenBacks(self.truth), book)
        self.demo = bool(body.get("demo"))
        self.driver: Literal["bots", "hands"] = "bots" if self.demo else "hands"
        self.mat = VirtualMat(box_of(start), clock, full_mat(len(start.seats)))
        self.scene = (0, 0)

    def resume(self, records: Iterable[tuple[str, Any]]) -> None:
        """Take the game up where its records end; the cards that lay on the mat lie there again."""
        kept = list(records)
        for kind, body in kept:
            if kind == "driver":
                self.driver = body["driver"]
        self.session.replay(kept)
        self.lay_again()

    def lay_again(self) -> None:
        """After a restart or an undo the placed cards lie before their players; no gesture is meant."""
        self.truth.follow(self.session.game.events)
        self.session.rest()
        state = self.truth.state
        zones = self.mat.zones()
        for player, seat in enumerate(state.seats):
            zone = f"seat{player + 1}.play"
            if seat.placed is not None and zones[zone] != seat.placed:
                self.mat.tag(zone, seat.placed)
        self.scene = (state.act, state.scene)

    def clear_table(self) -> None:
        """Between scenes hands take the played cards off the mat."""
        scene = (self.session.state.act, self.session.state.scene)
        if scene == self.scene:
            return
        self.scene = scene
        for player, seat in enumerate(self.session.state.seats):
            zone = f"seat{player + 1}.play"
            if seat.placed is None and self.mat.zones()[zone] is not None and not self.session.is_early(player):
                self.mat.lift(zone)
        if self.mat.zones()["stage.target"] is not None:
            self.mat.lift("stage.target")


def start_of(body: dict[str, Any]) -> State:
    """The state that a game record begins with: a position, or a new game's names, edition and deck."""
    if "position" in body:
        return position_from_json(body["position"])
    return new_game(body["names"], Unseen(), body["edition"], body["deck"]).state


def box_of(state: State) -> dict[str, int]:
    """What is in the box of a game, by how it is named on a mat, and how many of each."""
    box = dict.fromkeys(state.deck.cards, 1)
    box |= dict(state.rules.staging_cards)
    box |= {f"tile:{name}": 1 for name in state.rules.wound_limits}
    return box | {f"coin:{name}": count for name, count in state.rules.coins.items()}


class LiveTable:
    """One table with a virtual mat. Its methods may be called from any thread once it has started.

    Args:
        path: the journal's file.
        clock: seconds that never run backwards.
        wall_clock: seconds since 1970, for the journal.
        demo: begin a demonstration when there is no game to go on with.
        pace: how long bots take for a move, as a share of what a watcher can follow comfortably.
    """

    def __init__(self, path: Path, clock: Clock, wall_clock: Clock, *, demo: bool = False, pace: float = 1.0) -> None:
        self._path = path
        self._clock = clock
        self._wall_clock = wall_clock
        self._demo = demo
        self._pace = pace
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._listeners: dict[Channel, list[Callable[[bytes], None]]] = {"board": [], "desk": []}
        self._snapshots: dict[Channel, bytes] = {"board": _encoded(idle_board()), "desk": b"{}"}
        self._thread: threading.Thread | None = None
        self._journal: Journal | None = None
        self._round: Round | None = None
        self._troupe: Troupe | None = None
        self._shown: dict[str, str] = {}
        self.notices: list[str] = []

    # --- from any thread

    def start(self) -> None:
        """Open the journal, take up its last game if it is not over, and go on from there.

        Raises JournalError when the journal cannot be used.
        """
        ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="table", daemon=True)
        self._thread.start()
        ready.result()

    def stop(self) -> None:
        """Finish what has come in, and close the journal."""
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()
            self._thread = None

    def board(self) -> bytes:
        """The newest snapshot for everybody."""
        return self._snapshots["board"]

    def desk(self) -> bytes:
        """The newest snapshot for the host."""
        return self._snapshots["desk"]

    def listen(self, channel: Channel, callback: Callable[[bytes], None]) -> None:
        """Call `callback` with each new snapshot, on the table's thread."""
        self._listeners[channel].append(callback)

    def command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Carry out a page's command and wait until it is done, with what the mat has reported of it.

        Raises CuelightError with words for the person who asked.
        """
        answer = self._wait_for(lambda: self._carry_out(name, body))
        if name == "mat":
            self._wait_for(dict)  # what it reported stands before this in the queue
        return answer

    def _wait_for(self, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        done: Future[dict[str, Any]] = Future()
        self._work.put(lambda: _fulfil(done, work))
        return done.result(timeout=10)

    # --- on the table's own thread

    def _run(self, ready: Future[None]) -> None:
        try:
            self._journal = Journal.open(self._path)
        except Exception as error:
            ready.set_exception(error)
            return
        try:
            self.notices += self._journal.notices
            self._take_up()
            self._publish()
            ready.set_result(None)
            while True:
                try:
                    work = self._work.get(timeout=self._patience())
                except queue.Empty:
                    work = self._pass_time
                if work is None:
                    break
                self._do(work)
        finally:
            self._journal.close()

    def _do(self, work: Callable[[], None]) -> None:
        """Whatever goes wrong with one piece of work, the table goes on and says so."""
        try:
            work()
        except CuelightError as error:
            self._tell(str(error))
        except Exception:
            logging.getLogger(__name__).exception("the table could not take something")
            self._tell("Something broke on the companion's side; the log has the details. The game goes on.")

    def _tell(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)
        self._publish()

    def _patience(self) -> float | None:
        """Seconds until something is due without anybody doing anything."""
        times = []
        if self._round is not None:
            due = self._round.session.due()
            times += [due] if due is not None else []
        if self._troupe is not None:
            times.append(self._troupe.due)
        return max(0.0, min(times) - self._clock()) if times else None

    def _pass_time(self) -> None:
        now = self._clock()
        if self._round is None:
            return
        self._round.session.tick(now)
        self._after()
        if self._troupe is None or now < self._troupe.due:
            return
        self._troupe.act(self._round.session, self._round.truth, now)
        if self._troupe.finished and self._round.demo:
            self._new_demo()
            self._after()

    def _take_up(self) -> None:
        assert self._journal is not None
        games = self._journal.games()
        if games:
            found = Round(games[-1].body, self._book(), self._clock)
            found.resume((record.kind, record.body) for record in self._journal.records())
            if decision(found.session.state) is not None or not self._demo:
                self._begin(found)
                return
        if self._demo:
            self._new_demo()

    def _book(self) -> JournalBook:
        assert self._journal is not None
        return JournalBook(self._journal, self._wall_clock)

    def _new_round(self, body: dict[str, Any]) -> None:
        assert self._journal is not None
        body = body | {"seed": random.SystemRandom().randrange(2**32)}
        found = Round(body, self._book(), self._clock)
        self._journal.begin_game(body, self._wall_clock())
        self._begin(found)
        found.session.settle()
        found.truth.follow(found.session.game.events)

    def _new_demo(self) -> None:
        self._new_round({"names": list(DEMO_NAMES), "edition": "2024", "deck": "stand-in", "demo": True})

    def _begin(self, found: Round) -> None:
        if self._round is not None:
            self._round.mat.stop()
        self._round = found
        self._shown = {}
        found.mat.start(lambda report: self._work.put(lambda: self._observe(report)))
        self._engage()

    def _engage(self) -> None:
        """Let bots play, or nobody."""
        assert self._round is not None
        if self._round.driver == "bots":
            self._troupe = Troupe(self._round.mat, self._say, self._clock, self._pace)
        else:
            self._troupe = None

    def _observe(self, report: Observation) -> None:
        assert self._round is not None
        self._round.session.observe(report)
        self._after()

    def _say(self, answer: dict[str, Any]) -> None:
        """An answer of a bot for which the mat has no gesture."""
        assert self._round is not None
        self._round.session.say(answer, self._clock())
        self._after()

    def _after(self) -> None:
        """Show the lights, then everything else."""
        assert self._round is not None
        found = self._round
        for player, cue in enumerate(found.session.cues()):
            seat = f"seat{player + 1}"
            if self._shown.get(seat) != cue:
                self._shown[seat] = cue
                found.mat.show(seat, cue)
        found.truth.follow(found.session.game.events)
        found.clear_table()
        self._publish()

    def _publish(self) -> None:
        public = board(self._round.session, self._round.demo) if self._round is not None else idle_board()
        self._send("board", public)
        self._send("desk", self._desk(public))

    def _send(self, channel: Channel, document: dict[str, Any]) -> None:
        encoded = _encoded(document)
        if encoded != self._snapshots[channel]:
            self._snapshots[channel] = encoded
            for listener in self._listeners[channel]:
                listener(encoded)

    def _desk(self, public: dict[str, Any]) -> dict[str, Any]:
        found = self._round
        if found is None:
            return {"board": public, "notices": self.notices}
        seen = desk(found.session, public)
        state = found.truth.state
        hands = {f"seat{player + 1}": list(seat.hand) for player, seat in enumerate(state.seats)}
        box = [*state.deck.by_act[state.act - 1], *state.rules.staging_cards]
        zones = found.mat.zones()
        lying = [thing for thing in zones.values() if thing and split_thing(thing)[0] is Sort.CARD]
        named = {card for cards in (*hands.values(), box, lying) for card in cards}
        return seen | {
            "driver": found.driver,
            "zones": zones,
            "lights": found.mat.lights(),
            "hands": hands,
            "box": box,
            "cards": {card: card_view(state.deck, card) for card in sorted(named)},
            "notices": self.notices,
        }

    # --- commands

    def _carry_out(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        commands: dict[str, Callable[[dict[str, Any]], None]] = {
            "start": self._start_game,
            "demo": lambda _body: self._new_demo(),
            "answer": self._answer,
            "undo": self._undo,
            "mat": self._touch,
            "drive": self._drive,
            "question": self._reply,
        }
        if name not in commands:
            raise InputError(f"there is no command {name!r}; choose one of: {', '.join(commands)}", field="command")
        commands[name](body)
        if self._round is not None:
            self._after()
        return {"ok": True}

    def _game(self) -> Round:
        if self._round is None:
            raise NoGame("no game has begun; start one first")
        return self._round

    def _start_game(self, body: dict[str, Any]) -> None:
        names = [str(name) for name in body.get("names", [])]
        if not 2 <= len(names) <= 6 or len(set(names)) != len(names):
            raise InputError("2 to 6 players with different names, please", field="names")
        self._new_round({"names": names, "edition": body.get("edition", "2024"), "deck": "stand-in"})
        lead = body.get("lead")
        if lead is not None:
            self._say({"do": "lead", "to": names[lead]})

    def _answer(self, body: dict[str, Any]) -> None:
        self._take_over()
        self._game().session.say(body, self._clock())

    def _undo(self, _body: dict[str, Any]) -> None:
        self._take_over()
        found = self._game()
        found.session.undo(self._clock())
        found.lay_again()

    def _touch(self, body: dict[str, Any]) -> None:
        """Move something on the virtual mat: whoever touches it plays."""
        mat = self._game().mat
        zone, button = str(body.get("zone")), str(body.get("button"))
        self._take_over()
        match body.get("do"):
            case "tag":
                mat.tag(zone, str(body.get("thing")))
            case "lift":
                mat.lift(zone)
            case "press":
                mat.press(button)
            case "hold":
                mat.hold(button)
            case other:
                raise InputError(f"{other!r} is not one of: tag, lift, press, hold", field="do")

    def _take_over(self) -> None:
        if self._game().driver == "bots":
            self._drive({"driver": "hands"})

    def _drive(self, body: dict[str, Any]) -> None:
        found = self._game()
        if body.get("driver") not in ("bots", "hands"):
            raise InputError("must be bots or hands", field="driver")
        found.driver = body["driver"]
        self._book().append_all([("driver", {"driver": found.driver})], self._clock())
        self._engage()

    def _reply(self, body: dict[str, Any]) -> None:
        self._game().session.reply(int(body.get("id", 0)), str(body.get("reply")), self._clock())


def _encoded(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _fulfil(done: Future[dict[str, Any]], work: Callable[[], dict[str, Any]]) -> None:
    """Do the work and hand its result, or what went wrong, to whoever waits."""
    try:
        done.set_result(work())
    except Exception as error:
        done.set_exception(error)
