"""The serial port of a PN532: whole frames, whatever parts they come in, with one wake for each command."""

import errno
import os
import pty
import select
import tty
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from serial import SerialException

from hardware.emulator import EmulatedReader, Timing
from hardware.pn532 import NfcDevice
from hardware.pn532_port import Pn532Port
from tests.support.waiting import until

ACK = bytes.fromhex("0000ff00ff00")
SILENCE = bytes.fromhex("0000ff03fdd54b00e000")  # InListPassiveTarget has found nothing
LONG = bytes.fromhex("0000ffffff0104fb") + bytes(0x104) + bytes(2)


class Line(NamedTuple):
    """The port, and the chip's end of the line."""

    port: Pn532Port
    chip: int

    def read(self, milliseconds: float) -> bytes:
        """Return the next frame."""
        return bytes(self.port.read(milliseconds) or b"")

    def arrives(self, data: bytes) -> None:
        """Let the chip send this, and wait until it has arrived."""
        before = self.port.tty.in_waiting
        os.write(self.chip, data)
        until(lambda: self.port.tty.in_waiting == before + len(data))


@pytest.fixture
def line() -> Iterator[Line]:
    chip, ours = pty.openpty()
    tty.setraw(ours)
    port = Pn532Port(os.ttyname(ours))
    yield Line(port, chip)
    port.close()
    os.close(ours)
    os.close(chip)


def test_acknowledgement_and_answer_are_two_frames(line: Line) -> None:
    line.port.write(b"a command")
    line.arrives(ACK + SILENCE)
    assert line.read(100) == ACK
    assert line.read(100) == SILENCE


@pytest.mark.parametrize("answer", [SILENCE, LONG])
@pytest.mark.parametrize("cut", [1, 3, 5, 7, 8])
def test_an_answer_in_parts_is_put_together(line: Line, answer: bytes, cut: int) -> None:
    line.port.write(b"a command")
    line.arrives(ACK + answer[:cut])
    assert line.read(100) == ACK
    line.arrives(answer[cut:])
    assert line.read(1000) == answer


def test_an_acknowledgement_alone_is_read_though_its_answer_comes_later(line: Line) -> None:
    line.port.write(b"a command")
    line.arrives(ACK)
    assert line.read(100) == ACK
    line.arrives(SILENCE)
    assert line.read(1000) == SILENCE


def test_silence_is_a_time_out(line: Line) -> None:
    line.port.write(b"a command")
    with pytest.raises(OSError, match="timed out") as caught:
        line.read(50)
    assert caught.value.errno == errno.ETIMEDOUT


def test_a_frame_that_breaks_off_is_returned_as_it_is(line: Line) -> None:
    line.port.write(b"a command")
    line.arrives(ACK + SILENCE[:6])
    assert line.read(100) == ACK
    assert line.read(50) == SILENCE[:6]


@pytest.mark.parametrize("frame", [LONG[:length] for length in range(1, 10)] + [LONG[:5] + b"\0", SILENCE[:7]])
def test_a_look_at_a_frame_that_breaks_off_is_a_failure_of_the_device(
    frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = EmulatedReader()
    device, read = NfcDevice.open(reader.path), Pn532Port.read

    def cut(port: Pn532Port, timeout: float) -> bytearray | None:
        whole = read(port, timeout)
        return whole if whole is not None and bytes(whole) == ACK else bytearray(frame)

    with monkeypatch.context() as patched, pytest.raises(device.failures):
        patched.setattr(Pn532Port, "read", cut)
        device.look()
    device.close()
    reader.unplug()


def test_a_command_drops_what_was_not_read(line: Line) -> None:
    line.port.write(b"a command")
    line.arrives(ACK + SILENCE)
    assert line.read(100) == ACK
    line.port.write(b"another one")
    line.arrives(ACK + LONG)
    assert [line.read(100), line.read(100)] == [ACK, LONG]


def test_an_acknowledgement_is_sent_though_the_port_changes_its_speed_at_once(line: Line) -> None:
    """The chip changes its own speed only then; nfcpy dropped what was not sent yet."""
    line.port.write(ACK)
    line.port.open(line.port.port, 921600)
    assert select.select([line.chip], [], [], 1.0)[0] and os.read(line.chip, 100) == ACK


def test_a_port_that_is_gone_is_an_error() -> None:
    chip, ours = pty.openpty()
    port = Pn532Port(os.ttyname(ours))
    os.close(ours)
    port.write(b"a command")
    os.close(chip)
    with pytest.raises(SerialException):
        port.read(1000)
    port.tty.close()


def test_a_look_wakes_its_thread_once_for_each_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven readers with two or three wakes for each took a half of a core."""
    reader = EmulatedReader(timing=Timing())
    device, wakes, arrived = NfcDevice.open(reader.path), [0], Pn532Port._arrived

    def counted(port: Pn532Port) -> bytes:
        wakes[0] += 1
        return arrived(port)

    monkeypatch.setattr(Pn532Port, "_arrived", counted)
    counts = []
    for _ in range(10):
        wakes[0] = 0
        device.look()
        counts.append(wakes[0])
    device.close()
    reader.unplug()
    assert min(counts) == 3  # the others may be more, on a busy machine
