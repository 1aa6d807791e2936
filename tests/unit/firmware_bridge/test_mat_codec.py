"""The frames on the mat's line, tested against other libraries and on the mat's MicroPython."""

import subprocess
import sys

import pytest
from cobs import cobs
from crc import Calculator, Crc32
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.emulator.board import FIRMWARE, micropython
from firmware_bridge.firmware import matlink
from tests.support import ROOT
from tests.support.mat_world import NOT_RUN, need_micropython

payloads = st.binary(max_size=matlink.MAX_PAYLOAD)
bytes_of_a_kind = st.integers(0, 255)


@settings(deadline=None)
@given(bytes_of_a_kind, bytes_of_a_kind, payloads)
def test_a_frame_is_what_other_libraries_make_of_it(kind: int, number: int, payload: bytes) -> None:
    body = bytes([kind, number]) + payload
    body += Calculator(Crc32.CRC32.value).checksum(body).to_bytes(4, "little")
    assert matlink.frame(kind, number, payload) == b"\0" + cobs.encode(body) + b"\0"


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=250))
def test_what_is_stuffed_and_unstuffed_is_the_same(body: bytes) -> None:
    assert matlink.uncobs(matlink.cobs(body)) == body == cobs.decode(matlink.cobs(body))


@settings(deadline=None)
@given(st.binary(max_size=260).map(lambda data: data.replace(b"\xff", b"\xfe").replace(b"\0", b"\1")))
def test_only_what_another_library_takes_is_unstuffed(data: bytes) -> None:
    """For any bytes between two zero bytes, without the code that a frame never needs."""
    try:
        expected = cobs.decode(data)
    except cobs.DecodeError:
        with pytest.raises(ValueError):
            matlink.uncobs(data)
    else:
        assert matlink.uncobs(data) == expected


@settings(deadline=None)
@given(st.lists(st.tuples(bytes_of_a_kind, bytes_of_a_kind, payloads), max_size=5), st.integers(1, 40))
def test_frames_come_out_as_they_went_in_however_the_line_cuts_them(
    sent: list[tuple[int, int, bytes]], size: int
) -> None:
    line = b"".join(matlink.frame(*message) for message in sent)
    frames = matlink.Frames()
    found = [message for at in range(0, len(line), size) for message in frames.feed(line[at : at + size])]
    assert found == sent
    assert frames.bad == 0


@settings(deadline=None)
@given(payloads, st.data())
def test_a_flipped_bit_is_noticed_and_the_next_frame_is_heard(payload: bytes, data: st.DataObject) -> None:
    line = bytearray(matlink.frame(7, 9, payload))
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= 1 << data.draw(st.integers(0, 7))
    found = matlink.Frames().feed(bytes(line) + matlink.frame(1, 2, b"next"))
    assert found[-1] == (1, 2, b"next")
    assert found[:-1] in ([], [(7, 9, payload)])  # an extra delimiter is no damage


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_noise_does_not_hold_up_what_follows(noise: bytes) -> None:
    frames = matlink.Frames()
    frames.feed(noise)
    assert frames.feed(matlink.frame(1, 2, b"after"))[-1:] == [(1, 2, b"after")]


ON_MICROPYTHON = """
import matlink
from binascii import hexlify
body = b""
for number in range(60):
    body = bytes((number * 7 & 255, 0, number)) + body[:200]
    frame = matlink.frame(number, 255 - number, body)
    assert matlink.Frames().feed(frame) == [(number, 255 - number, body)]
    print(hexlify(frame).decode())
"""


def test_micropython_makes_the_same_frames_as_cpython() -> None:
    need_micropython()
    done = subprocess.run(
        [micropython(), "-c", ON_MICROPYTHON],
        env={"MICROPYPATH": f"{FIRMWARE}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    body, expected = b"", []
    for number in range(60):
        body = bytes((number * 7 & 255, 0, number)) + body[:200]
        expected.append(matlink.frame(number, 255 - number, body).hex())
    assert done.stdout.split() == expected


ELSEWHERE = """
import platform, sys
platform.machine = lambda: "aarch64"
from firmware_bridge.emulator import board
def none():
    raise board.NoMicroPython("there is none for this machine")
board.micropython = none
import pytest
sys.exit(pytest.main(["-q", "tests/unit/firmware_bridge/test_mat_codec.py", "-k", "micropython_makes"]))
"""


def test_where_there_is_no_micropython_the_tests_say_so_loudly() -> None:
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert f"!! {NOT_RUN} !!" in done.stdout
    assert "1 tests prove nothing here" in done.stdout
