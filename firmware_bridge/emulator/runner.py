"""Run the firmware's files on CPython, with a simulated clock.

The clock advances only when the firmware acts or a test says so.

It serves tests that need thousands of cycles without randomness: both ends of the protocol run in one thread. Each
action advances the clock by its cost on a Pico, so that a sweep takes as long as on a real one. The cost of the wires
follows from their clock. The cost of the interpreter was measured with these files on MicroPython 1.29 on an emulated
RP2040 at 125 MHz (close to cycle accuracy, but not exact). This does not prove that the files run on a MicroPython;
`board` does.
"""

from __future__ import annotations

import gc
import io
import struct
import sys
import types
from collections.abc import Callable
from typing import Any

from chips.here import MICROPYTHON, run_file, ticks
from firmware_bridge.emulator.circuit import Circuit
from firmware_bridge.firmware import pins
from firmware_bridge.mat.image import firmware_files

FILES = {file.stem: file for file in firmware_files()}
BYTE = 8 / pins.SPI_BAUD  # seconds on the wire
TRANSACTION = 32e-6  # interpreter time per SPI transaction, including the code between two of them
LAMP = 31e-6
PICTURE = 1000e-6  # interpreter time to prepare a frame for the lamps
EXPANDER = 250e-6
TURN = 300e-6  # interpreter time per cycle of the main loop


class DesktopMat:
    """A mat whose firmware runs only for the time that is passed to `run`.

    Args:
        boot: number that distinguishes this start from others.
    """

    def __init__(self, boot: int = 1, now: float = 0.0, circuit: Circuit | None = None) -> None:
        self.now = now
        self.circuit = circuit if circuit is not None else Circuit(lambda: self.now)
        self.circuit.watch_clock(lambda: self.now)
        self.circuit.power_up()
        self.to_host = bytearray()
        self.from_host = bytearray()
        self.host_listens = True
        self._boot = boot
        self._modules: dict[str, Any] = _stand_ins(self)
        self.firmware = self.module("mat").Mat()
        self._rest = self.module("mat").REST_US
        self.firmware.buses.reset()
        self.firmware.sweep.start()
        self.firmware.buttons.start()

    def run(self, seconds: float) -> None:
        """Advance the clock by this time."""
        end = self.now + seconds
        while self.now < end:
            self.turn()

    def turn(self) -> None:
        """Run one cycle of the main loop."""
        mat = self.firmware
        mat.listen()
        mat.lights.tick(mat.sweep.spare())
        mat.buttons.tick()
        mat.sweep.tick()
        mat.keep_time()
        self.now += TURN
        if mat.sweep.spare() > self._rest and not self.from_host:
            self.now += 0.001

    def module(self, name: str) -> Any:
        """Return one of the firmware's own modules."""
        if name not in self._modules:
            module = types.ModuleType(name)
            self._modules[name] = module
            run_file(FILES[name], self._import, module)
        return self._modules[name]

    def _import(self, name: str, *rest: Any) -> Any:
        if name in self._modules or name in FILES:
            return self.module(name)
        return __import__(name, *rest)


def _stand_ins(mat: DesktopMat) -> dict[str, Any]:
    """Return replacements for modules that CPython lacks or implements differently."""
    return {
        "time": _time(mat),
        "machine": _machine(mat),
        "micropython": MICROPYTHON,
        "gc": types.SimpleNamespace(mem_free=lambda: 120000, collect=gc.collect),
        "struct": _struct(),
        "os": types.SimpleNamespace(urandom=lambda _count: mat._boot.to_bytes(4, "little")),
        "sys": types.SimpleNamespace(
            implementation=("cpython", sys.version_info), stdin=_Input(mat), stdout=_Output(mat)
        ),
        "select": types.SimpleNamespace(poll=lambda: _Poll(mat), POLLIN=1, POLLOUT=4),
    }


def _struct() -> types.SimpleNamespace:
    """Return a `struct` like MicroPython's.

    It has no `struct.error`: if data is too short, it raises ValueError.
    """

    def unpack_from(layout: str, data: bytes, at: int = 0) -> tuple[Any, ...]:
        try:
            return struct.unpack_from(layout, data, at)
        except struct.error as error:
            raise ValueError(str(error)) from None

    return types.SimpleNamespace(
        pack=struct.pack, unpack=struct.unpack, calcsize=struct.calcsize, unpack_from=unpack_from
    )


def _time(mat: DesktopMat) -> types.SimpleNamespace:
    def sleep(seconds: float) -> None:
        mat.now += seconds

    return ticks(lambda: mat.now, sleep)


def _machine(mat: DesktopMat) -> types.SimpleNamespace:
    def ask(op: bytes, data: bytes, seconds: float = 0.0) -> bytes:
        mat.now += seconds
        return mat.circuit.take(op, data)

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

        def __init__(self, number: int, _mode: int | None = None, pull: int = 0, value: int | None = None) -> None:
            self.number, self.pull = number, pull
            if value is not None:
                self(value)

        def __call__(self, value: int | None = None) -> int | None:
            if value is None:
                return mat.circuit.pin(self.number, self.pull)
            mat.circuit.set_pin(self.number, value)
            return None

    class SPI:
        def __init__(self, number: int, **_wiring: Any) -> None:
            self.number = number

        def write(self, data: bytes) -> None:
            mat.now += TRANSACTION + BYTE * len(data)
            mat.circuit.transfer(self.number, data)

        def write_readinto(self, data: bytes, into: bytearray) -> None:
            mat.now += TRANSACTION + BYTE * len(data)
            into[:] = mat.circuit.transfer(self.number, data)

    class I2C:
        def __init__(self, _number: int, **_wiring: Any) -> None:
            pass

        def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
            answer = ask(b"i", bytes([address, register, count]), EXPANDER)
            if answer[0]:
                raise OSError(5)
            return answer[1:]

        def writeto_mem(self, address: int, register: int, data: bytes) -> None:
            if ask(b"j", bytes([address, register]) + data, EXPANDER)[0]:
                raise OSError(5)

    def bitstream(pin: Pin, _encoding: int, timing: tuple[int, ...], data: bytes) -> None:
        shape = b"".join(span.to_bytes(2, "little") for span in timing)
        ask(b"b", bytes([pin.number]) + shape + data, PICTURE + LAMP * len(data) / 3)

    return types.SimpleNamespace(
        Pin=Pin, SPI=SPI, I2C=I2C, bitstream=bitstream, unique_id=lambda: bytes(8), reset_cause=lambda: 1
    )


class _Input:
    def __init__(self, mat: DesktopMat) -> None:
        self._mat = mat
        self.buffer = self

    def read(self, count: int) -> bytes:
        data = bytes(self._mat.from_host[:count])
        del self._mat.from_host[:count]
        return data


class _Output(io.RawIOBase):
    def __init__(self, mat: DesktopMat) -> None:
        super().__init__()
        self._mat = mat
        self.buffer = self

    def write(self, data: Any) -> int:
        self._mat.to_host += data
        return len(data)


class _Poll:
    """Reports whether its one registered stream can be read or written."""

    def __init__(self, mat: DesktopMat) -> None:
        self._mat = mat
        self._ready: Callable[[], bool] = lambda: False

    def register(self, stream: object, _what: int) -> None:
        reading = isinstance(stream, _Input)
        self._ready = lambda: bool(self._mat.from_host) if reading else self._mat.host_listens

    def poll(self, _ms: int) -> list[int]:
        return [1] if self._ready() else []
