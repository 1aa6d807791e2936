"""Protocol between mat and host: frames, message kinds and layouts. Both ends run this file.

A frame is `00 | COBS(kind u8, number u8, payload, CRC-32 little-endian) | 00`. All numbers are little-endian. A body
has at most 246 bytes, so that COBS never needs its code 255 and a frame never exceeds 249 bytes. `docs/mat-protocol.md`
describes each message.

It uses only features that both MicroPython and CPython have; both implement `crc32` in C.
"""

import struct
from binascii import crc32

VERSION = "2.0.0"  # version of the firmware
MAJOR = 2  # version of the protocol
MINOR = 0
MAX_PAYLOAD = 240
MAX_ENCODED = MAX_PAYLOAD + 7  # kind, number, CRC and the byte that COBS adds

# Commands of the host. A reply has the same number and the kind | REPLY, or is an ERROR.
HELLO = 0x01
CONFIG = 0x02
LOOK = 0x03
CUES = 0x04
SNAPSHOT = 0x05
PING = 0x06
CHECK = 0x07
STATS = 0x08
QUIT = 0x09
RESET = 0x0A
REPLY = 0x40
ERROR = 0x7F

# Unsolicited messages of the mat.
ZONE = 0x80
BUTTON = 0x81
READER = 0x82
HEARTBEAT = 0x83
FAULT = 0x84
LOOKS = 0x85

# Codes of an ERROR.
UNKNOWN_KIND = 1
BAD_LAYOUT = 2
BAD_VALUE = 3
OLD_NUMBER = 4
OTHER_MAJOR = 5

# State of a zone: no UID read yet, one read, or reader failing.
EMPTY = 0
ONE = 1
SEVERAL = 2  # not sent by this version
UNKNOWN = 3

# Result of a poll.
SILENT = 0
HEARD = 1  # the UID of the zone's generation
GARBLED = 2
CROWD = 3  # more than one tag
CROWD_WITH = 4  # more than one, including the UID of the zone's generation
STRANGE = 5  # a random id that changes with each field: no tag

# State of a reader.
OK = 1
CLONE = 2
ABSENT = 3
FAILING = 4
BUS_HELD = 5

# Gestures of a button.
PRESSED = 1
HELD = 2

# Flags of a HEARTBEAT.
CONFIGURED = 1
NO_EXPANDER = 2
STUCK_SHIFT = 2  # then four bits: the number of a button that stays closed, from 1
MOST_STUCK = 15

HELLO_ASK = "<BBH"  # major, minor, offset into the description
HELLO_REPLY = "<BBIHH"  # major, minor, boot, offset, length of the whole description; then a chunk of it
# Zones, seats, buttons, lamps per seat, brightness, guard in 0.1 ms, gain, SPI in 0.1 MHz, hold in ms; then the reader
# of each zone, and since 1.1 the gain of each zone and the lamps' supply in 0.1 A.
CONFIG_HEAD = "<BBBBBBBBH"
LOOK_HEAD = "<BBBBB"  # pattern, red, green, blue, steps
LOOK_STEP = "<BBH"  # level, glide, ms
HEAD = "<HHI"  # boot (low half), event, clock in ms: before every event, HEARTBEAT, FAULT and SNAPSHOT
LOOKS_HEAD = "<B"  # ms from the first of these polls to the head's clock
LOOKS_ENTRY = "<BBBB"  # zone, result, the zone's generation, ms since the first of these polls
ZONE_ENTRY = "<BBB"  # state, generation, length of the UID; then the UID
BUTTON_EVENT = "<BBBB"  # button, gesture, presses, holds
BUTTON_ENTRY = "<BBB"  # presses, holds, age of the latest one in 50 ms
READER_EVENT = "<BBBH"  # reader, state, version register, failures
READER_ENTRY = "<BB"  # state, version register
HEARTBEAT_BODY = "<IHIHHB"  # CRC-32 of the zones, sweep ms, free memory, bad frames, lost events, flags
PONG = "<II"  # the host's word, clock in ms
STATS_ENTRY = "<HHHH"  # polls, seen, corrupted, several
CHECK_BUS = "<BB"  # line level with a pull-up, with a pull-down


def frame(kind: int, number: int, payload: bytes = b"") -> bytes:
    """Return the frame for a message."""
    body = bytes((kind, number)) + payload
    body += struct.pack("<I", crc32(body))
    return b"\0" + cobs(body) + b"\0"


def cobs(body: bytes) -> bytes:
    """Encode a body without zero bytes by consistent overhead byte stuffing; at most 253 bytes."""
    return b"".join([bytes((len(part) + 1,)) + part for part in body.split(b"\0")])


def uncobs(data: bytes) -> bytes:
    """Decode `cobs`. Raises ValueError."""
    out = bytearray()
    at = 0
    end = len(data)
    while at < end:
        code = data[at]
        if code == 0 or code == 255 or at + code > end:
            raise ValueError("not COBS")
        out.extend(data[at + 1 : at + code])
        at += code
        if at < end:
            out.append(0)
    return bytes(out)


def message(data: bytes) -> tuple[int, int, bytes]:
    """Return kind, number and payload of the bytes between two zero bytes. Raises ValueError."""
    body = uncobs(data)
    if len(body) < 6 or len(body) > MAX_PAYLOAD + 6:
        raise ValueError("length")
    if struct.pack("<I", crc32(body[:-4])) != body[-4:]:
        raise ValueError("CRC")
    return body[0], body[1], body[2:-4]


class Frames:
    """Splits the received bytes into messages. Invalid frames are counted in `bad` and skipped."""

    def __init__(self) -> None:
        self.bad = 0
        self._part = b""
        self._skip = False

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Return the messages that these bytes complete."""
        found: list[tuple[int, int, bytes]] = []
        start = 0
        while True:
            end = data.find(b"\0", start)
            piece = data[start:] if end < 0 else data[start:end]
            start = end + 1
            if piece:
                self._part += piece
                if len(self._part) > MAX_ENCODED:
                    self._skip = True
                    self._part = b"?"
            if end < 0:
                return found
            if self._part:
                try:
                    if self._skip:
                        raise ValueError("too long")
                    found.append(message(self._part))
                except ValueError:
                    self.bad += 1
                self._part = b""
                self._skip = False
