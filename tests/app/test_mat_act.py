"""An act played through the mat's firmware and protocol."""

import random

from bench.mat_act import Stage, by_place, first_act
from cuelight.app.devices.mat import mat_setup, plain_mat
from firmware_bridge.emulator.damage import flipping, now_and_then
from firmware_bridge.link.mat_state import Report
from tests.support.mat_world import Desk


class DeskTop(Desk):
    """The firmware on CPython, operated by gestures."""

    def show(self, seat: str, cue: str) -> None:
        cues = bytearray(self.talk.wanted)
        cues[self.setup.seats.index(seat)] = self.setup.look(cue)
        self.talk.show(bytes(cues), self.now)

    def wait(self) -> list[Report]:
        self.reports.clear()
        self.turn()
        return self.reports


def test_on_a_bad_line_every_gesture_of_an_act_is_reported_as_it_was_made_and_the_act_is_played_to_its_end() -> None:
    """`bench.mat_proof` plays it on a good line, and on MicroPython."""
    desk = DeskTop(mat_setup(plain_mat(4)))
    desk.until(desk.ready)
    chance = random.Random(8)
    desk.to_host = desk.to_mat = now_and_then(flipping(chance), 0.1, chance)
    stage = Stage(desk, seed=4)
    played = stage.play(first_act)
    assert first_act(stage), (played.seconds, played.done[-5:], played.reported[-5:])
    assert by_place(played.reported) == by_place(played.done)
    assert len(played.done) > 40
