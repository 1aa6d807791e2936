"""The line between mat and host: frames, kinds of message and layouts. This very file runs on both ends.

A frame is `00 | COBS(kind u8, number u8, payload, CRC-32 little-endian) | 00`. Everything is little-endian. A body is
at most 246 bytes, so that COBS never needs its 255 code and a frame is never longer than 249 bytes. What
each message means is told in `docs/mat-protocol.md`.

It uses only what both MicroPython and CPython have built in; `crc32` is written in C on both.
"""

import struct
from binascii import crc32

VERSION = "2.0.0"  # of the firmware
MAJOR = 2  # of the protocol
MINOR = 0
MAX_PAYLOAD = 240
MAX_ENCODED = MAX_PAYLOAD + 7  # kind, number, CRC and the one byte that COBS adds

# What the host asks. A reply has the same number and the kind | REPLY, or is an ERROR.
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

# What the mat tells unasked.
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

# What is known of a zone: its reader looked and has heard no UID yet, or one, or fails.
EMPTY = 0
ONE = 1
SEVERAL = 2  # told by no mat of this version
UNKNOWN = 3

# What a look showed.
SILENT = 0
HEARD = 1  # the UID of the zone's generation
GARBLED = 2
CROWD = 3  # more than one tag
CROWD_WITH = 4  # and the UID of the zone's generation is among them
STRANGE = 5  # an id that is drawn anew for each field: no tag

# What a reader is.
OK = 1
CLONE = 2
ABSENT = 3
FAILING = 4
BUS_HELD = 5

# What a button did.
PRESSED = 1
HELD = 2

# Flags of a HEARTBEAT.
CONFIGURED = 1
NO_EXPANDER = 2

HELLO_ASK = "<BBH"  # major, minor, offset into the description
HELLO_REPLY = "<BBIHH"  # major, minor, boot, offset, length of the whole description; then a piece of it
# Zones, seats, buttons, lamps a seat, brightness, guard in 0.1 ms, gain, SPI in 0.1 MHz, hold in ms; then for
# each zone its reader, and from 1.1 on for each zone its gain, and the lamps' supply in 0.1 A.
CONFIG_HEAD = "<BBBBBBBBH"
LOOK_HEAD = "<BBBBB"  # look, red, green, blue, steps
LOOK_STEP = "<BBH"  # level, glide, ms
HEAD = "<HHI"  # boot (its low half), event, clock in ms: before every event, HEARTBEAT, FAULT and SNAPSHOT
LOOKS_HEAD = "<B"  # ms from the first of these looks to the head's clock
LOOKS_ENTRY = "<BBBB"  # zone, what it showed, the zone's generation, ms since the first of these looks
ZONE_ENTRY = "<BBB"  # what is known, generation, length of the UID; then the UID
BUTTON_EVENT = "<BBBB"  # button, what, presses, holds
BUTTON_ENTRY = "<BBB"  # presses, holds, age of the last one in 50 ms
READER_EVENT = "<BBBH"  # reader, what it is, version register, failures
READER_ENTRY = "<BB"  # what it is, version register
HEARTBEAT_BODY = "<IHIHHB"  # CRC-32 of the zones, sweep ms, free memory, bad frames, lost events, flags
PONG = "<II"  # the host's word back, clock in ms
STATS_ENTRY = "<HHHH"  # polls, seen, garbled, several
CHECK_BUS = "<BB"  # line level with a pull-up, with a pull-down


def frame(kind: int, number: int, payload: bytes = b"") -> bytes:
    """The bytes that carry a message over the line."""
    body = bytes((kind, number)) + payload
    body += struct.pack("<I", crc32(body))
    return b"\0" + cobs(body) + b"\0"


def cobs(body: bytes) -> bytes:
    """The body without zero bytes, by consistent overhead byte stuffing; at most 253 bytes."""
    return b"".join([bytes((len(part) + 1,)) + part for part in body.split(b"\0")])


def uncobs(data: bytes) -> bytes:
    """What `cobs` made this of. Raises ValueError."""
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
    """Kind, number and payload of what stood between two zero bytes. Raises ValueError."""
    body = uncobs(data)
    if len(body) < 6 or len(body) > MAX_PAYLOAD + 6:
        raise ValueError("length")
    if struct.pack("<I", crc32(body[:-4])) != body[-4:]:
        raise ValueError("CRC")
    return body[0], body[1], body[2:-4]


class Frames:
    """Takes the bytes of the line as they come; what is damaged is counted in `bad` and passed over."""

    def __init__(self) -> None:
        self.bad = 0
        self._part = b""
        self._skip = False

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """The messages that these bytes complete."""
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
