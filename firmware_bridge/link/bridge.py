"""The bridge: a thread that finds the mat, talks to it, and finds it again after a loss.

    bridge = Bridge(setup, time.monotonic, named("/dev/serial/by-id/usb-MicroPython_Board_…"))
    bridge.start(reports.put)
    bridge.show("seat1", "your-turn")
    print(bridge.status().text)

A port that does not answer HELLO as a mat is closed and ignored for a while, or until a device is plugged in there
again. A port that has had a mat is always retried: the mat may hang and recover.
"""

from __future__ import annotations

import contextlib
import os
import queue
import random
import select
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple

from companion.core.errors import CuelightError
from companion.core.observation import Clock
from companion.presence.filter import Poll
from firmware_bridge.link.mat_state import Picture, Report
from firmware_bridge.link.messages import Heartbeat, ReaderState, ZoneState
from firmware_bridge.link.ports import Find, Port, PortError, PortTrouble, plugging
from firmware_bridge.link.protocol import Conversation, Ending, Request, Stage, Why
from firmware_bridge.mat.provision import MatSetup

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0  # seconds until the next attempt
STRANGER_PAUSE = 30.0  # seconds until a port without a mat is tried again
GONE = "the mat was unplugged"
MUTE = "the mat does not answer; it may be hanging, then it restarts by itself in some seconds"

Listener = Callable[[Report], None]


class MatGone(CuelightError, OSError):
    """The mat cannot answer now."""

    def __str__(self) -> str:
        """Return the message; OSError would compose one from its number."""
        return str(self.args[0])


class Status(NamedTuple):
    """Status of the mat. `text` says what is wrong and what to do, or that all is well."""

    live: bool
    text: str
    why: Why | None
    port: str | None
    description: dict[str, Any]
    zones: tuple[ZoneState, ...]
    readers: tuple[ReaderState, ...]
    lying: dict[str, str]
    crosstalk: tuple[tuple[str, str], ...]
    heartbeat: Heartbeat | None
    trip: float | None
    connections: int
    snapshots: int
    resent: int
    damaged: int
    faults: tuple[str, ...]


class Bridge:
    """Host's view of the mat. All methods are thread-safe.

    Args:
        setup: the configuration for the mat.
        clock: seconds that never decrease; source of the report times.
        find: returns the ports to try.
        is_known: says whether a deck knows a UID.
        watcher: called on the bridge's thread for every poll, and with None for a zone that is no longer observed.
    """

    def __init__(
        self,
        setup: MatSetup,
        clock: Clock,
        find: Find,
        is_known: Callable[[str], bool] = lambda _uid: True,
        watcher: Callable[[float, str, Poll | None], None] | None = None,
    ) -> None:
        self.setup = setup
        self._clock = clock
        self._find = find
        self._picture = Picture(setup, is_known, watcher)
        self._talk: Conversation | None = None
        self._port: str | None = None
        self._text = "no mat is plugged in"
        self._why: Why | None = Why.NOT_FOUND
        self._connections = 0
        self.turns = 0
        self._faults: list[str] = []
        # ports without a mat: when to retry, and the id of what was plugged in
        self._strangers: dict[str, tuple[float, object]] = {}
        self._mats: set[tuple[str, object]] = set()  # ports that have had a mat, with the id of what was plugged in
        self._cues = bytes(len(setup.seats))
        self._work: queue.SimpleQueue[tuple[Request, Future[bytes]]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._listener: Listener | None = None
        self._changed: Callable[[], None] = lambda: None
        self._last_at = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._wake, self._waker = -1, -1

    # --- from any thread

    def start(self, listener: Listener, changed: Callable[[], None] = lambda: None) -> None:
        """Start to look for the mat.

        `listener` gets reports and `changed` is called, both on the bridge's thread.
        """
        self._listener, self._changed = listener, changed
        self._stop.clear()
        self._wake, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._wake, False)
        self._thread = threading.Thread(target=self._run, name="mat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Release the mat. After this returns, the listener is not called."""
        if self._thread is None:
            return
        self._stop.set()
        self._poke()
        self._thread.join()
        self._thread = None
        os.close(self._wake)
        os.close(self._waker)

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat, now or as soon as the mat is connected.

        Raises BadSetup for an unknown cue or ValueError for an unknown seat.
        """
        number, look = self.setup.seats.index(seat), self.setup.look(cue)
        with self._lock:
            cues = bytearray(self._cues)
            cues[number] = look
            self._cues = bytes(cues)
        self._poke()

    def ask(self, kind: int, payload: bytes = b"") -> Future[bytes]:
        """Send a command to the mat.

        The future raises MatGone if the mat disconnects before it answers.
        """
        answer: Future[bytes] = Future()
        self._work.put((Request(kind, payload), answer))
        self._poke()
        return answer

    def read_share(self, zone: str) -> float | None:
        """Return the read rate of the tag in a zone, or of its latest tag; None if unknown."""
        return self._picture.presence.read_share(zone)

    def status(self) -> Status:
        """Return the current status of the mat."""
        talk, picture = self._talk, self._picture
        return Status(
            live=self._port is not None and talk is not None and talk.stage is Stage.LIVE,
            text=self._text,
            why=self._why,
            port=self._port,
            description=dict(talk.description) if talk is not None else {},
            zones=tuple(picture.zones),
            readers=tuple(picture.readers),
            lying=dict(picture.lying),
            crosstalk=tuple(picture.crosstalk()),
            heartbeat=talk.heartbeat if talk is not None else None,
            trip=talk.clock.trip if talk is not None else None,
            connections=self._connections,
            snapshots=talk.snapshots if talk is not None else 0,
            resent=talk.resent if talk is not None else 0,
            damaged=talk.frames.bad if talk is not None else 0,
            faults=tuple(self._faults),
        )

    # --- on the bridge's own thread

    def _poke(self) -> None:
        if self._thread is not None:
            with contextlib.suppress(OSError):
                os.write(self._waker, b".")

    def _run(self) -> None:
        pause, first = FIRST_PAUSE, True
        while not self._stop.is_set():
            self.turns += 1
            was = self._connections
            for path in self._find():
                if not self._stop.is_set() and not self._is_stranger(path):
                    self._visit(path)
            if self._stop.is_set():
                return
            if first and self._connections == was:
                self._changed()  # there is no mat at the start
            first = False
            self._refuse_work()
            pause = FIRST_PAUSE if self._connections > was else min(LONGEST_PAUSE, pause * 2)
            self._rest(pause)

    def _rest(self, seconds: float) -> None:
        end = self._clock() + seconds
        while not self._stop.is_set() and (left := end - self._clock()) > 0:
            _wait_for(self._wake, left)
            self._refuse_work()

    def _visit(self, path: str) -> None:
        """Open a port and stay connected while it has a mat."""
        try:
            port = Port(path)
        except PortTrouble as error:
            self._set_status(str(error), error.why)
            return
        now = self._clock()
        talk = Conversation(self.setup, self._picture, now, random.randrange(255))
        self._talk, self._port = talk, path
        try:
            self._stay(port, talk)
            ending = talk.ended
        except PortError:
            ending = Ending(Why.UNPLUGGED, GONE)
        finally:
            port.close()
            self._picture.lose()
            self._port = None
            self._faults = [*self._faults, *talk.faults][-5:]
        if ending is not None:
            if ending.why is Why.NO_MAT and (path, plugging(path)) in self._mats:
                ending = Ending(Why.SILENT, MUTE)
            if ending.why not in (Why.SILENT, Why.UNPLUGGED):
                self._strangers[path] = self._clock() + STRANGER_PAUSE, plugging(path)
            self._set_status(ending.text, ending.why)

    def _is_stranger(self, path: str) -> bool:
        until, plugged = self._strangers.get(path, (0.0, None))
        return self._clock() < until and plugging(path) == plugged

    def _stay(self, port: Port, talk: Conversation) -> None:
        asked: list[Future[bytes]] = []
        try:
            while not self._stop.is_set() and talk.ended is None:
                self.turns += 1
                now = self._clock()
                talk.tick(now)
                talk.show(self._cues, now)
                self._hand_over(talk, asked, now)
                port.write(talk.outgoing())
                if port.wait(talk.due() - self._clock(), self._wake):
                    self._take(talk, port.read())
                _drain(self._wake)
        finally:
            for answer in asked:
                if not answer.done():
                    answer.set_exception(MatGone(GONE))

    def _take(self, talk: Conversation, data: bytes) -> None:
        before = self._devices(talk)
        was_live = talk.stage is Stage.LIVE
        reports = talk.receive(data, self._clock())
        if talk.stage is Stage.LIVE and not was_live:
            self._connections += 1
            if self._port is not None:
                self._mats.add((self._port, plugging(self._port)))
            self._set_status("all is well", None)
        self._report(reports)
        if reports or before != self._devices(talk):
            self._changed()

    def _devices(self, talk: Conversation) -> tuple[Any, ...]:
        """Return the state of the readers and buttons."""
        beat = talk.heartbeat
        return list(self._picture.readers), self._picture.crosstalk(), beat.flags if beat is not None else None

    def _hand_over(self, talk: Conversation, asked: list[Future[bytes]], now: float) -> None:
        """Pass commands of other threads on to the mat."""
        asked[:] = [answer for answer in asked if not answer.done()]
        while talk.stage is Stage.LIVE:
            try:
                command, answer = self._work.get_nowait()
            except queue.Empty:
                return
            asked.append(answer)
            talk.ask(command._replace(then=partial(_settle, answer), refused=partial(_decline, answer)), now)

    def _refuse_work(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self._work.get_nowait()[1].set_exception(MatGone(self._text))

    def _report(self, reports: list[Report]) -> None:
        for report in reports:
            self._last_at = max(self._last_at, report.at)
            if self._listener is not None and not self._stop.is_set():
                self._listener(report._replace(at=self._last_at))

    def _set_status(self, text: str, why: Why | None) -> None:
        if (text, why) != (self._text, self._why):
            self._text, self._why = text, why
            self._changed()


def _settle(answer: Future[bytes], payload: bytes, _now: float) -> None:
    if not answer.done():
        answer.set_result(payload)


def _decline(answer: Future[bytes], code: int, text: str) -> None:
    if not answer.done():
        answer.set_exception(MatGone(f"the mat does not do that: {text} (code {code})"))


def _wait_for(wake: int, seconds: float) -> None:
    select.select([wake], [], [], seconds)
    _drain(wake)


def _drain(wake: int) -> None:
    with contextlib.suppress(BlockingIOError):
        while os.read(wake, 512):
            pass
