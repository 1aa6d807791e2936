"""USB serial line as bytes, without waiting for the host.

Bytes that the host does not accept are dropped and counted; the protocol detects and repairs the loss.
"""

import select
import sys

import micropython

BITE = 64  # bytes read at once, so that lights and sweep get their turn


class Usb:
    """Standard input and output as a binary line."""

    def __init__(self):
        self.dropped = 0
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        interrupt_on(-1)  # a byte 3 in the data is no Ctrl-C

    def wait(self, ms):
        """Sleep until data arrives, for `ms` at most."""
        self._readable.poll(ms)

    def read(self):
        """Return received bytes, at most BITE."""
        data = bytearray()
        while len(data) < BITE and self._readable.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            data.extend(byte)
        return bytes(data)

    def write(self, data):
        """Send data, or drop it if the host is not reading."""
        if self._writable.poll(0):
            self._out.write(data)
        else:
            self.dropped = (self.dropped + 1) & 0xFFFF


def interrupt_on(character):
    """Set the character that interrupts the program: 3 for Ctrl-C, -1 for none."""
    if hasattr(micropython, "kbd_intr"):
        micropython.kbd_intr(character)
