"""Long tests of the claims about the mat: `python -m bench.mat_proof [FRAMES]`.

A million fuzzed frames are sent, half to the firmware on MicroPython, half to the host's end: damaged ones, and valid
ones with impossible content. Nothing may crash, no gesture may result, and both ends must work as before. Then bots
play a whole act on the emulated mat, while every possible fault happens. After each fault the host's state must be
correct within two seconds (3.5 s if the Pico starts); each gesture must arrive unchanged, and no other.
"""

from __future__ import annotations

import random
import struct
import sys
import tempfile
import time
from collections import deque
from itertools import zip_longest
from pathlib import Path

from bench.mat_act import Played, Stage, by_place, first_act
from bench.mat_faults import Director
from companion.presence.filter import Resumed
from cuelight.app.devices.mat import mat_setup, plain_mat
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.emulator.runner import DesktopMat
from firmware_bridge.firmware import matlink
from firmware_bridge.link.bridge import Bridge
from firmware_bridge.link.mat_state import Picture, Report
from firmware_bridge.link.ports import named
from firmware_bridge.link.protocol import Conversation
from firmware_bridge.link.protocol import Stage as Talk

FRAMES = 1_000_000
SEED = 522
LONGEST = 1800.0

ON_THE_MAT = """
import random, struct, sys, time
import matlink
from mat import Mat

def main():
    frames = int(open("frames.txt").read())
    random.seed({seed})
    mat = Mat()
    mat.buses.reset()
    mat.sweep.start()
    mat.usb.write = lambda data: None
    config = struct.pack(matlink.CONFIG_HEAD, 7, 6, 6, 12, 96, 51, 7, 20, 600) + bytes(range(7))
    assert matlink.Frames().feed(mat.answer(matlink.CONFIG, 1, config))[0][0] == matlink.CONFIG | matlink.REPLY
    taken = 0
    for turn in range(frames):
        kind = random.getrandbits(8) if random.getrandbits(2) else random.getrandbits(3) + 1
        size = random.getrandbits(5)
        payload = bytes([random.getrandbits(8) for _ in range(size)])
        line = bytearray(matlink.frame(kind, random.getrandbits(8), payload))
        if random.getrandbits(1):
            for _ in range(random.getrandbits(2) + 1):
                line[random.getrandbits(16) % len(line)] ^= 1 << random.getrandbits(3)
        for found in mat.frames.feed(bytes(line)):
            if found[0] in (matlink.QUIT, matlink.RESET, matlink.CHECK):
                continue
            answer = matlink.Frames().feed(mat.answer(*found))
            assert len(answer) == 1 and answer[0][1] == found[1], found
            taken += 1
    mat.frames.feed(bytes(1))
    ask = struct.pack(matlink.HELLO_ASK, matlink.MAJOR, matlink.MINOR, 0)
    assert matlink.Frames().feed(mat.answer(matlink.HELLO, 1, ask))[0][0] == matlink.HELLO | matlink.REPLY
    assert matlink.Frames().feed(mat.answer(matlink.CONFIG, 2, config))[0][0] == matlink.CONFIG | matlink.REPLY
    assert mat.event == 0 or not [zone for zone in mat.sweep.zones if zone.uid]
    return "%d frames, %d carried out or refused in words, %d damaged" % (frames, taken, mat.frames.bad)

try:
    said = "ok " + main()
except Exception as error:
    sys.print_exception(error, sys.stderr)
    said = "FAILED"
with open("new.txt", "w") as file:
    file.write(said)
import os
os.rename("new.txt", "result.txt")
"""


def fuzz_the_mat(frames: int) -> str:
    """Send frames to the firmware on MicroPython; return the result, which begins with "ok"."""
    with tempfile.TemporaryDirectory() as folder:
        mat = EmulatedMat(Path(folder))
        (mat.flash / "main.py").write_text(ON_THE_MAT.format(seed=SEED))
        (mat.flash / "frames.txt").write_text(str(frames))
        result = mat.flash / "result.txt"
        end = time.monotonic() + LONGEST
        with mat:
            while not result.exists() and time.monotonic() < end:
                time.sleep(0.1)
            return (result.read_text() if result.exists() else "FAILED in time") + mat.log


def fuzz_the_host(frames: int) -> str:
    """Send frames to the host's end during a conversation; return the result.

    A successful result begins with "ok".
    """
    chance = random.Random(SEED)
    mat, setup = DesktopMat(), mat_setup(plain_mat(6))
    picture = Picture(setup)
    talk = Conversation(setup, picture, mat.now)
    reports: list[Report] = []

    def go_on(seconds: float) -> None:
        end = mat.now + seconds
        while mat.now < end:
            if mat.now >= talk.due():
                talk.tick(mat.now)
            mat.from_host += talk.outgoing()
            mat.turn()
            reports.extend(talk.receive(bytes(mat.to_host), mat.now))
            mat.to_host.clear()

    go_on(1.0)
    reports.clear()
    endings, damaged = 0, 0
    for turn in range(frames):
        kind = chance.choice((*range(0x80, 0x86), 0x41, 0x45, 0x46, matlink.ERROR, chance.randrange(256)))
        payload = chance.randbytes(chance.randrange(40))
        if kind >= 0x80 and len(payload) >= 2 and struct.unpack_from("<H", payload)[0] == picture.boot:
            continue  # it claims to come from this mat, and it does
        line = bytearray(matlink.frame(kind, 0 if kind >= 0x80 else chance.randrange(256), payload))
        if chance.random() < 0.5:
            for _ in range(chance.randrange(1, 5)):
                line[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
        reports.extend(talk.receive(bytes(line), mat.now))
        if talk.ended is not None:  # the bridge closes the port and reopens it
            endings, damaged = endings + 1, damaged + talk.frames.bad
            picture.lose()
            talk = Conversation(setup, picture, mat.now)
            go_on(1.0)
        if turn % 1000 == 0:
            go_on(0.05)
    go_on(2.0)
    news = [report for report in reports if not isinstance(report, Resumed) or report.fresh]
    well = talk.stage is Talk.LIVE and not news
    damaged += talk.frames.bad
    said = f"{frames} frames, {damaged} damaged, {len(news)} gestures, port opened anew {endings} times"
    return f"ok {said}" if well else f"FAILED {said}; {talk.stage} {talk.ended}"


class OnMicroPython:
    """The emulated mat with the real bridge, as `Hardware`."""

    def __init__(self, mat: EmulatedMat) -> None:
        self._mat = mat
        self._reports: deque[Report] = deque()
        self.lay, self.lift, self.push, self.release = mat.lay, mat.lift, mat.push, mat.release
        self.bridge = Bridge(mat_setup(plain_mat(4)), time.perf_counter, named(str(mat.path)))
        self.show = self.bridge.show

    @property
    def now(self) -> float:
        """Time in seconds."""
        return time.perf_counter()

    def wait(self) -> list[Report]:
        """Wait a moment and return the reports."""
        time.sleep(0.005)
        return [self._reports.popleft() for _ in range(len(self._reports))]

    def hear(self, report: Report) -> None:
        """Queue a report, on the bridge's thread."""
        self._reports.append(report)


def play_an_act() -> str:
    """Play an act on MicroPython with every fault; return the result, which begins with "ok"."""
    with tempfile.TemporaryDirectory() as folder, EmulatedMat(Path(folder)) as mat:
        hardware = OnMicroPython(mat)
        hardware.bridge.start(hardware.hear)
        try:
            end = time.perf_counter() + 10.0
            while not hardware.bridge.status().live and time.perf_counter() < end:
                time.sleep(0.05)
            time.sleep(1.0)  # every zone is read
            stage = Stage(hardware, SEED)
            director = Director(mat, hardware.bridge, random.Random(SEED))
            played = stage.play(lambda stage: first_act(stage) and director.over, director.may_act)
        finally:
            hardware.bridge.stop()
        same = by_place(played.done) == by_place(played.reported)
        well = first_act(stage) and director.over and not director.wrong and same and mat.circuit.most_fields == 1
        said = f"{len(played.done)} gestures, {len(played.reported)} reported, {len(director.took)} faults"
        if well:
            return f"ok {said}, right again in {max(director.took.values()):.1f} s at most"
        return f"FAILED {said}; {director.wrong}; {_difference(played)}; {mat.starts} starts; {mat.log}"


def _difference(played: Played) -> str:
    """Return the first place and gesture at which the report differs from the move."""
    done, reported = by_place(played.done), by_place(played.reported)
    for place, deeds in done.items():
        for number, (deed, report) in enumerate(zip_longest(deeds, reported.get(place, []))):
            if deed != report:
                return f"gesture {number} at {place} was {deed}, reported as {report}"
    return "the same gestures"


def main(arguments: list[str]) -> int:
    """Run everything; return 1 if anything failed."""
    frames = int(arguments[0]) if arguments else FRAMES
    failed = False
    for what, prove in (
        ("the firmware on MicroPython, fuzzed", lambda: fuzz_the_mat(frames // 2)),
        ("the host's end, fuzzed", lambda: fuzz_the_host(frames - frames // 2)),
        ("an act played through the mat on MicroPython, with every fault", play_an_act),
    ):
        said = prove()
        failed |= not said.startswith("ok")
        print(f"mat: {what}: {said}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
