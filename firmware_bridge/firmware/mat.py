"""The mat: answers the host, reports events, runs sweep, lights and buttons in turn."""

import gc
import json
import os
import struct
import sys
import time
from binascii import hexlify

import machine
import matlink
import pins
from buses import Buses, open_i2c
from buttons import PRESSED, Buttons
from lights import LOOKS, MAX_LAMPS, MOST_SUPPLY, USUAL_SUPPLY, Lights, Pattern
from usb import Usb
from zones import Sweep

HEARTBEAT_MS = 500
HOST_SILENT_MS = 3000
WATCHDOG_MS = 8000
LASTING_MS = 10000
PIECE = 200  # bytes of the description in one reply
MAX_STEPS = 16
MOST_CLOCK = pins.MOST_SPI_BAUD // 100000  # in 0.1 MHz
MOST_GAIN = 7
MOST_SEATS = len(pins.BUTTONS[0])
REST_US = 1500  # spare microseconds from which the loop sleeps for a millisecond


class Refused(Exception):
    """A command that is answered with an ERROR: its code and text."""

    def __init__(self, code, text):
        self.code = code
        self.text = text


class Mat:
    """Everything on the board. `fault` describes the error before the latest start."""

    def __init__(self, fault=""):
        self.boot = struct.unpack("<I", os.urandom(4))[0]
        self.fault = fault
        self.usb = Usb()
        self.frames = matlink.Frames()
        self.buses = Buses()
        self.sweep = Sweep(
            self.buses.readers, self._send_zone, self._note_look, self._send_looks, self._send_reader, self.buses.held
        )
        self.lights = Lights(machine.Pin(pins.STRIP, machine.Pin.OUT, value=0))
        self.buttons = Buttons(open_i2c, self._send_button)
        self.event = 0
        self._looks = bytearray()  # polls that have not been reported yet
        self._first = 0  # time of the first of them
        self._clock = 0
        self._ticks = time.ticks_ms()
        self._heard = None  # time of the latest message from the host
        self._beat = self._ticks
        self._config = None
        self._description = b""
        self._last = None  # number, kind and payload of the latest command, and its reply frame
        self._then = None  # action after the reply is sent
        self._commands = {
            matlink.HELLO: self._hello,
            matlink.CONFIG: self._configure,
            matlink.LOOK: self._look,
            matlink.CUES: self._cues,
            matlink.SNAPSHOT: self._snapshot,
            matlink.PING: self._ping,
            matlink.CHECK: self._check,
            matlink.STATS: self._stats,
            matlink.QUIT: self._quit,
            matlink.RESET: self._reset,
        }

    def run(self, lasted):
        """Run until the host sends a quit or reset; return matlink.QUIT or matlink.RESET.

        Calls `lasted()` once, when it has run for some seconds.
        """
        begun = time.ticks_ms()
        watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self.buses.reset()
        self.sweep.start()
        self.buttons.start()
        while self._then is None:
            watchdog.feed()
            if lasted is not None and time.ticks_diff(time.ticks_ms(), begun) > LASTING_MS:
                lasted()
                lasted = None
            self.listen()
            self.lights.tick(self.sweep.spare())
            self.buttons.tick()
            self.sweep.tick()
            self.keep_time()
            if self.sweep.spare() > REST_US:
                self.usb.wait(1)
        return self._then

    # --- commands of the host

    def listen(self):
        """Answer received commands."""
        data = self.usb.read()
        if data:
            for kind, number, payload in self.frames.feed(data):
                self._heard = time.ticks_ms()
                self.lights.host_gone = False
                self.usb.write(self.answer(kind, number, payload))

    def answer(self, kind, number, payload):
        """Return the reply frame of a command; a repeated command is not executed again."""
        if self._last is not None and kind != matlink.HELLO:
            if self._last[:3] == (number, kind, payload):
                return self._last[3]
            if (number - self._last[0]) & 255 in range(128, 256):
                return self._error(number, matlink.OLD_NUMBER, "this number is older than the last one")
        try:
            if kind not in self._commands:
                spoken = "%d.%d" % (matlink.MAJOR, matlink.MINOR)
                raise Refused(matlink.UNKNOWN_KIND, "no such command in protocol " + spoken)
            frame = matlink.frame(kind | matlink.REPLY, number, self._commands[kind](payload))
        except Refused as refused:
            frame = self._error(number, refused.code, refused.text)
        except (ValueError, IndexError) as error:
            frame = self._error(number, matlink.BAD_LAYOUT, str(error))
        self._last = (number, kind, payload, frame)
        return frame

    def _error(self, number, code, text):
        return matlink.frame(matlink.ERROR, number, bytes((code,)) + text.encode()[:120])

    def _hello(self, payload):
        major, _minor, offset = struct.unpack_from(matlink.HELLO_ASK, payload)
        if offset == 0 or not self._description:
            self._description = json.dumps(self._describe()).encode()
        head = struct.pack(matlink.HELLO_REPLY, matlink.MAJOR, matlink.MINOR, self.boot, offset, len(self._description))
        if major != matlink.MAJOR:
            return head
        return head + self._description[offset : offset + PIECE]

    def _describe(self):
        return {
            "firmware": matlink.VERSION,
            "board": hexlify(machine.unique_id()).decode(),
            "micropython": "%d.%d.%d" % sys.implementation[1][:3],
            "reset": machine.reset_cause(),
            "max_payload": matlink.MAX_PAYLOAD,
            "readers": [
                {"bus": bus, "select": select, "version": self.buses.readers[number].version,
                 "state": self.sweep.states[number]}
                for number, (bus, select) in enumerate(pins.READERS)
            ],
            "buttons": 2 * MOST_SEATS,
            "expander": self.buttons.works,
            "lamps": MAX_LAMPS,
            "looks": LOOKS,
            "features": ["cues", "check", "stats", "quit", "reset"],
            "fault": self.fault,
        }  # fmt: skip

    def _configure(self, payload):
        if payload == self._config:
            return b""
        zones, seats, buttons, lamps, brightness, guard, gain, clock, hold = struct.unpack_from(
            matlink.CONFIG_HEAD, payload
        )
        size = struct.calcsize(matlink.CONFIG_HEAD)
        readers = list(payload[size : size + zones])
        if len(readers) < zones:
            raise ValueError("a zone has no reader")
        gains = payload[size + zones : size + 2 * zones]
        if len(gains) < zones:
            gains = bytes((gain,)) * zones  # from a host of version 1.0
        supply = payload[size + 2 * zones] if len(payload) > size + 2 * zones else USUAL_SUPPLY
        known = len(self.sweep.readers)
        if zones > known or len(set(readers)) < zones or any([number >= known for number in readers]):
            raise Refused(matlink.BAD_VALUE, "zones need readers of their own, 0 to %d" % (known - 1))
        if seats * lamps > MAX_LAMPS or not lamps or not hold:
            raise Refused(matlink.BAD_VALUE, "at most %d lamps, and at least one" % MAX_LAMPS)
        if seats > MOST_SEATS or buttons > 2 * seats:
            raise Refused(matlink.BAD_VALUE, "at most %d seats with two buttons" % MOST_SEATS)
        if not 0 < clock <= MOST_CLOCK:
            raise Refused(matlink.BAD_VALUE, "an SPI clock of 0.1 to %d MHz" % (MOST_CLOCK // 10))
        if any([number > MOST_GAIN for number in gains]) or not 0 < supply <= MOST_SUPPLY:
            raise Refused(matlink.BAD_VALUE, "gains of 0 to %d, 0.1 to %d A" % (MOST_GAIN, MOST_SUPPLY // 10))
        if self.buses.baud != clock * 100000:
            self.buses.set_baud(clock * 100000)
        self._looks = bytearray()
        self.sweep.configure(readers, guard * 100, gains)
        self.lights.configure(seats, lamps, brightness, supply)
        self.buttons.configure(seats, buttons)
        self.buttons.hold_ms = hold
        self._config = payload
        return b""

    def _look(self, payload):
        look, red, green, blue, count = struct.unpack_from(matlink.LOOK_HEAD, payload)
        if look >= LOOKS or not 0 < count <= MAX_STEPS:
            raise Refused(matlink.BAD_VALUE, "looks 0 to %d, 1 to %d steps" % (LOOKS - 1, MAX_STEPS))
        at = struct.calcsize(matlink.LOOK_HEAD)
        size = struct.calcsize(matlink.LOOK_STEP)
        steps = [struct.unpack_from(matlink.LOOK_STEP, payload, at + size * step) for step in range(count)]
        if not all([step[2] for step in steps]):
            raise Refused(matlink.BAD_VALUE, "a step takes no time")
        self.lights.looks[look] = Pattern((red, green, blue), steps)
        return b""

    def _cues(self, payload):
        cues = payload[1 : 1 + payload[0]]
        if len(cues) < payload[0]:
            raise ValueError("a seat has no look")
        if any([look >= LOOKS for look in cues]):
            raise Refused(matlink.BAD_VALUE, "looks 0 to %d" % (LOOKS - 1))
        self.lights.show(cues)
        return b""

    def _snapshot(self, _payload):
        now = time.ticks_ms()
        parts = [self._head(), bytes((len(self.sweep.zones),)), self._table()]
        buttons = self.buttons
        parts.append(bytes((len(buttons.presses),)))
        for button, last in enumerate(buttons.last):
            age = 255 if last is None else min(255, time.ticks_diff(now, last) // 50)
            parts.append(struct.pack(matlink.BUTTON_ENTRY, buttons.presses[button], buttons.holds[button], age))
        parts.append(bytes((len(self.sweep.readers),)))
        for number, reader in enumerate(self.sweep.readers):
            parts.append(struct.pack(matlink.READER_ENTRY, self.sweep.states[number], reader.version))
        return b"".join(parts)

    def _ping(self, payload):
        if len(payload) < 4:
            raise ValueError("a ping carries four bytes")
        return payload[:4] + struct.pack("<I", self._now())

    def _check(self, _payload):
        levels = [self.buses.levels(bus) for bus in range(len(pins.BUSES))]
        self.sweep.start()
        return bytes((len(levels),)) + b"".join([struct.pack(matlink.CHECK_BUS, *level) for level in levels])

    def _stats(self, _payload):
        zones = self.sweep.zones
        return bytes((len(zones),)) + b"".join(
            [
                struct.pack(
                    matlink.STATS_ENTRY, zone.polls & 0xFFFF, zone.seen & 0xFFFF, zone.garbled & 0xFFFF,
                    zone.several & 0xFFFF,
                )
                for zone in zones
            ]
        )  # fmt: skip

    def _quit(self, _payload):
        self._then = matlink.QUIT
        return b""

    def _reset(self, _payload):
        self._then = matlink.RESET
        return b""

    # --- messages of the mat

    def _now(self):
        """Return milliseconds since the start, 32 bits; must be called before `ticks_ms` wraps."""
        ticks = time.ticks_ms()
        self._clock = (self._clock + time.ticks_diff(ticks, self._ticks)) & 0xFFFFFFFF
        self._ticks = ticks
        return self._clock

    def _head(self):
        return struct.pack(matlink.HEAD, self.boot & 0xFFFF, self.event, self._now())

    def _send_event(self, kind, payload):
        self.event = (self.event + 1) & 0xFFFF
        if self._config is not None:
            self.usb.write(matlink.frame(kind, 0, self._head() + payload))

    def _send_zone(self, at):
        self._send_event(matlink.ZONE, bytes((at,)) + _entry(self.sweep.zones[at]))

    def _note_look(self, at, at_once):
        """Buffer a poll.

        It is reported immediately if the host waits for it, otherwise at the end of the sweep.
        """
        now = time.ticks_ms()
        if not self._looks:
            self._first = now
        zone = self.sweep.zones[at]
        since = min(255, time.ticks_diff(now, self._first))
        self._looks.extend(struct.pack(matlink.LOOKS_ENTRY, at, zone.showed, zone.generation, since))
        if at_once:
            self._send_looks()

    def _send_looks(self):
        """Report the buffered polls. They are never repeated: a lost poll does not count as silent."""
        looks = bytes(self._looks)
        self._looks = bytearray()
        if looks and self._config is not None and self._heard is not None and not self.lights.host_gone:
            span = min(255, time.ticks_diff(time.ticks_ms(), self._first))
            self.usb.write(
                matlink.frame(matlink.LOOKS, 0, self._head() + struct.pack(matlink.LOOKS_HEAD, span) + looks)
            )

    def _send_button(self, button, what):
        presses, holds = self.buttons.presses[button], self.buttons.holds[button]
        code = matlink.PRESSED if what == PRESSED else matlink.HELD
        self._send_event(matlink.BUTTON, struct.pack(matlink.BUTTON_EVENT, button, code, presses, holds))

    def _send_reader(self, number):
        version, failures = self.sweep.readers[number].version, self.sweep.failures[number]
        state = self.sweep.states[number]
        self._send_event(matlink.READER, struct.pack(matlink.READER_EVENT, number, state, version, failures))

    def _table(self):
        return b"".join([_entry(zone) for zone in self.sweep.zones])

    def keep_time(self):
        """Send the heartbeat, and detect that the host is gone."""
        now = time.ticks_ms()
        if self._heard is not None and time.ticks_diff(now, self._heard) > HOST_SILENT_MS:
            self.lights.host_gone = True
        if time.ticks_diff(now, self._beat) < HEARTBEAT_MS:
            return
        self._beat = now
        if self._heard is None or self.lights.host_gone:
            self._now()
            return
        flags = (matlink.CONFIGURED if self._config is not None else 0) | (
            self.buttons.stuck() << matlink.STUCK_SHIFT if self.buttons.works else matlink.NO_EXPANDER
        )
        body = struct.pack(
            matlink.HEARTBEAT_BODY, matlink.crc32(self._table()), self.sweep.sweep_ms & 0xFFFF, gc.mem_free(),
            self.frames.bad & 0xFFFF, self.usb.dropped, flags,
        )  # fmt: skip
        self.usb.write(matlink.frame(matlink.HEARTBEAT, 0, self._head() + body))

    def send_fault(self, text):
        """Report an error before the restart."""
        self.usb.write(matlink.frame(matlink.FAULT, 0, self._head() + text.encode()[-220:]))


def _entry(zone):
    uid = zone.uid or b""
    return struct.pack(matlink.ZONE_ENTRY, zone.status, zone.generation, len(uid)) + uid
