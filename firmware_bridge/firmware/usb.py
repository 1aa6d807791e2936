"""The USB serial line as bytes: nothing here waits for the host.

What the host does not take is dropped and counted; the protocol notices and mends it.
"""

import select
import sys

import micropython

BITE = 64  # bytes taken at once, so that lights and sweep get their turn


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
        interrupt_on(-1)  # a 3 in the data is no Ctrl-C

    def wait(self, ms):
        """Rest until something comes in, for so long at most."""
        self._readable.poll(ms)

    def read(self):
        """What has come in, at most BITE bytes."""
        data = bytearray()
        while len(data) < BITE and self._readable.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            data.extend(byte)
        return bytes(data)

    def write(self, data):
        """Send, or drop it when the host does not listen."""
        if self._writable.poll(0):
            self._out.write(data)
        else:
            self.dropped = (self.dropped + 1) & 0xFFFF


def interrupt_on(character):
    """Which character interrupts the program: 3 for Ctrl-C, -1 for none."""
    if hasattr(micropython, "kbd_intr"):
        micropython.kbd_intr(character)
