"""The host's end of the protocol: bytes in, bytes out, reports out.

It has neither a port nor a clock.

Only one command is pending at a time. It is repeated until its answer arrives; the mat executes it once. If
communication is no longer possible, `ended` says why, and the port must be closed.

    talk = Conversation(setup, picture, now)
    port.write(talk.outgoing())
    for report in talk.receive(port.read(), now): ...
    talk.tick(now)             # at talk.due(), or earlier
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from firmware_bridge.firmware import matlink
from firmware_bridge.link import messages
from firmware_bridge.link.clock import MatClock
from firmware_bridge.link.mat_state import Picture, Report
from firmware_bridge.link.messages import BadMessage
from firmware_bridge.mat.provision import MatSetup

WAITS = (0.1, 0.2, 0.4, 0.8)  # seconds until a command is repeated; after the last, the mat is given up
FIRST_WAITS = (*WAITS, 0.8, 0.8, 0.8, 0.8)  # the same for the first HELLO: a mat just plugged in blinks first
PING_EVERY = 1.0
SILENCE = 3.0  # seconds without a valid frame from a mat, which sends a heartbeat twice a second
PROMPTS = (b">>>", b"raw REPL")
MOST_HEARD = 4096  # bytes of a port that are searched for a prompt


class Stage(StrEnum):
    """Stage of the conversation."""

    GREETING = "greeting"
    SETTING_UP = "setting up"
    LIVE = "live"
    ENDED = "ended"


class Why(StrEnum):
    """Reason why there is no communication with a mat."""

    NOT_FOUND = "not found"
    NOT_ALLOWED = "not allowed"
    IN_USE = "in use"
    UNPLUGGED = "unplugged"
    NO_MAT = "no mat"
    PROMPT = "prompt"
    OTHER_MAJOR = "other major version"
    REFUSED = "refused"
    SILENT = "silent"


class Ending(NamedTuple):
    """Reason why a conversation ended, and what to do, in words."""

    why: Why
    text: str


class Request(NamedTuple):
    """A command.

    `then` receives the answer's payload and the time, `refused` an ERROR's code and text.
    """

    kind: int
    payload: bytes = b""
    then: Callable[[bytes, float], None] = lambda _payload, _now: None
    refused: Callable[[int, str], None] | None = None


class Underway(NamedTuple):
    """The pending command: its number, the number of attempts, and the time of the next one."""

    command: Request
    number: int
    tries: int
    first: float
    again: float


class Conversation:
    """One connection to a port.

    Args:
        setup: the configuration for the mat.
        picture: the known state of the mat, which is kept up to date.
        now: the current time, on the clock of all times here.
        number: the number before that of the first command.
    """

    def __init__(self, setup: MatSetup, picture: Picture, now: float, number: int = 0) -> None:
        self.stage = Stage.GREETING
        self.ended: Ending | None = None
        self.description: dict[str, Any] = {}
        self.heartbeat: messages.Heartbeat | None = None
        self.faults: list[str] = []
        self.clock = MatClock()
        self.frames = matlink.Frames()
        self.snapshots = 0
        self.resent = 0
        self._setup = setup
        self._picture = picture
        self._number = number
        self._queue: deque[Request] = deque()
        self._underway: Underway | None = None
        self._out = bytearray()
        self._heard = now
        self._heard_raw = b""
        self._ping_at = now + PING_EVERY
        self.wanted = bytes(len(setup.seats))
        self._shown: bytes | None = None
        self._pieces = b""
        self._boot = 0
        self._snapshot_asked = False
        self._reports: list[Report] = []
        self._greet(now)

    # --- interface for the bridge

    def outgoing(self) -> bytes:
        """Return the bytes to write now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[Report]:
        """Process received bytes and return the reports from the mat."""
        if self.stage is Stage.GREETING and not self.description:
            self._heard_raw = (self._heard_raw + data)[-MOST_HEARD:]
        for kind, number, payload in self.frames.feed(data):
            if self.stage is Stage.ENDED:
                break
            try:
                self._take(kind, number, payload, now)
            except BadMessage:
                continue  # a frame with invalid content
        self._send_next(now)
        reports, self._reports = self._reports, []
        return reports

    def tick(self, now: float) -> None:
        """Repeat a command, ping, or give up, if it is time."""
        if self.stage is Stage.ENDED:
            return
        if self.stage is Stage.LIVE and now - self._heard > SILENCE:
            self._end(Why.SILENT, "the mat has fallen silent")
        elif self._underway is not None and now >= self._underway.again:
            self._send_again(now)
        elif self.stage is Stage.LIVE and now >= self._ping_at:
            self._ping(now)
        self._send_next(now)

    def due(self) -> float:
        """Return the time at which `tick` must be called at the latest."""
        times = [self._heard + SILENCE, self._ping_at] if self.stage is Stage.LIVE else []
        return min([*times, *([self._underway.again] if self._underway is not None else [])], default=self._heard)

    def show(self, cues: bytes, now: float) -> None:
        """Show these patterns, one byte per seat."""
        self.wanted = cues
        self._send_next(now)

    def ask(self, command: Request, now: float) -> None:
        """Queue a command for the mat."""
        self._queue.append(command)
        self._send_next(now)

    # --- greeting and configuration

    def _greet(self, now: float) -> None:
        """Start from the beginning: at connection, and after a restart of the mat."""
        self.stage = Stage.GREETING
        self._queue.clear()
        self._underway = None
        self._shown = None
        self._pieces = b""
        self._snapshot_asked = False
        self._ask_piece(now)

    def _ask_piece(self, now: float) -> None:
        asked = struct.pack(matlink.HELLO_ASK, matlink.MAJOR, matlink.MINOR, len(self._pieces))
        self._queue.appendleft(Request(matlink.HELLO, asked, self._hello))
        self._send_next(now)

    def _hello(self, payload: bytes, now: float) -> None:
        found = messages.hello(payload)
        if found.major != matlink.MAJOR:
            self._end(
                Why.OTHER_MAJOR,
                f"the mat speaks protocol {found.major}.{found.minor} and this companion {matlink.MAJOR}."
                f"{matlink.MINOR}; `cuelight mat flash` puts this companion's firmware on the mat",
            )
            return
        if found.offset != len(self._pieces) or (self._pieces and found.boot != self._boot):
            self._greet(now)
            return
        if found.boot != self._boot:
            self.clock = MatClock()  # the mat's clock restarts, too
        self._boot = found.boot
        self._pieces += found.piece
        if len(self._pieces) < found.length and found.piece:
            self._ask_piece(now)
            return
        self.description = messages.description(self._pieces)
        self.stage = Stage.SETTING_UP
        self._queue.append(Request(matlink.CONFIG, self._setup.config(), refused=self._cannot))
        for look in self._setup.look_payloads():
            self._queue.append(Request(matlink.LOOK, look, refused=self._cannot))
        self._queue.append(Request(matlink.CUES, self._cues(), self._cues_taken, self._cannot))
        self._queue.append(Request(matlink.PING, bytes(4), self._pong))
        self._queue.append(Request(matlink.SNAPSHOT, b"", self._first_snapshot))

    def _cannot(self, _code: int, text: str) -> None:
        self._end(Why.REFUSED, f"the mat cannot be set up as the table asks: {text}")

    def _first_snapshot(self, payload: bytes, now: float) -> None:
        self._take_snapshot(payload, now)
        self.stage = Stage.LIVE
        self._ping_at = now + PING_EVERY

    def _end(self, why: Why, text: str) -> None:
        self.stage = Stage.ENDED
        self.ended = Ending(why, text)
        self._queue.clear()
        self._underway = None

    # --- commands

    def _send_next(self, now: float) -> None:
        if self._underway is not None or self.stage is Stage.ENDED:
            return
        if self.stage is Stage.LIVE and self.wanted != self._shown:
            self._send(Request(matlink.CUES, self._cues(), self._cues_taken, self._cannot), now)
        elif self._queue:
            self._send(self._queue.popleft(), now)

    def _send(self, command: Request, now: float) -> None:
        self._number = self._number % 255 + 1  # 1 to 255; events have 0
        self._underway = Underway(command, self._number, 1, now, now + WAITS[0])
        self._out += matlink.frame(command.kind, self._number, command.payload)

    def _send_again(self, now: float) -> None:
        under = self._underway
        assert under is not None
        waits = WAITS if self.description or self._has_prompt() else FIRST_WAITS
        if under.tries >= len(waits):
            self._give_up()
            return
        self.resent += 1
        self._underway = under._replace(tries=under.tries + 1, again=now + waits[under.tries])
        self._out += matlink.frame(under.command.kind, under.number, under.command.payload)

    def _has_prompt(self) -> bool:
        return any(prompt in self._heard_raw for prompt in PROMPTS)

    def _give_up(self) -> None:
        if self.description or self.heartbeat is not None:
            self._end(Why.SILENT, "the mat does not answer any more")
        elif self._has_prompt():
            self._end(Why.PROMPT, "a MicroPython without the mat's firmware is here; `cuelight mat flash` puts it on")
        else:
            self._end(Why.NO_MAT, "nothing here says hello as a mat")

    def _cues(self) -> bytes:
        return bytes([len(self.wanted)]) + self.wanted

    def _cues_taken(self, _payload: bytes, _now: float) -> None:
        assert self._underway is not None
        self._shown = self._underway.command.payload[1:]

    def _ping(self, now: float) -> None:
        self._ping_at = now + PING_EVERY
        self._queue.append(Request(matlink.PING, bytes(4), self._pong))

    def _pong(self, payload: bytes, now: float) -> None:
        _word, clock = messages.Take(payload).fields(matlink.PONG)
        if self._underway is not None and self._underway.tries == 1:
            self.clock.ping(self._underway.first, now, clock)

    def _ask_snapshot(self, now: float) -> None:
        if self.stage is Stage.LIVE and not self._snapshot_asked:
            self._snapshot_asked = True
            self._queue.appendleft(Request(matlink.SNAPSHOT, b"", self._take_snapshot))
            self._send_next(now)

    def _take_snapshot(self, payload: bytes, now: float) -> None:
        found = messages.snapshot(payload)
        if found.head.boot != self._boot & 0xFFFF or len(found.zones) < len(self._setup.zones):
            self._greet(now)
            return
        self.snapshots += 1
        self._snapshot_asked = False
        self._reports += self._picture.take_snapshot(found, now)

    # --- incoming messages

    def _take(self, kind: int, number: int, payload: bytes, now: float) -> None:
        if kind >= matlink.ZONE:
            self._take_event(kind, payload, now)
            return
        under = self._underway
        if under is None or number != under.number or kind not in (under.command.kind | matlink.REPLY, matlink.ERROR):
            return  # an unexpected frame
        self._heard = now
        if kind == matlink.ERROR:
            if not self._take_error(under.command, payload, now):
                return  # the command is repeated, and given up in the end
        else:
            under.command.then(payload, now)
        if self._underway is under:
            self._underway = None

    def _take_error(self, command: Request, payload: bytes, now: float) -> bool:
        """Handle an ERROR; return whether it counts as the command's answer."""
        code, text = messages.Take(payload).raw(1)[0], payload[1:].decode(errors="replace")
        if code == matlink.OLD_NUMBER:
            self._greet(now)
        elif command.refused is not None:
            command.refused(code, text)
        else:
            return False
        return True

    def _take_event(self, kind: int, payload: bytes, now: float) -> None:
        event = messages.event(kind, payload)
        if event is None:
            return
        self._heard = now
        if isinstance(event, messages.Fault):
            self.faults.append(event.text)
            return
        if self.stage is Stage.GREETING or self.stage is Stage.SETTING_UP:
            return  # the coming snapshot contains it
        if event.head.boot != self._boot & 0xFFFF:
            self._picture.lose()
            self._greet(now)
            return
        if isinstance(event, messages.Heartbeat):
            self.heartbeat = event
            if not event.flags & matlink.CONFIGURED:
                self._greet(now)
            elif not self._picture.agrees(event.head, event.zones_crc):
                self._ask_snapshot(now)
            return
        if isinstance(event, messages.LooksEvent):
            self._reports += self._picture.take_looks(event, self.clock.at(event.head.clock, now))
            return
        self._take_change(event, now)

    def _take_change(self, event: messages.ZoneEvent | messages.ButtonEvent | messages.ReaderEvent, now: float) -> None:
        news = self._picture.is_news(event.head)
        if news is None:
            self._ask_snapshot(now)
        if not news:
            return
        at = self.clock.at(event.head.clock, now)
        if isinstance(event, messages.ZoneEvent):
            self._picture.take_zone(event, at)
        elif isinstance(event, messages.ButtonEvent):
            self._reports += self._picture.take_button(event, at)
        else:
            self._picture.take_reader(event)
