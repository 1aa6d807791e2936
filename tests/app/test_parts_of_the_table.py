"""Parts of a running table, each without the others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from math import inf
from pathlib import Path

import pytest

from companion.core.errors import CuelightError, InputError
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.in_play import GameInPlay, NoGame
from cuelight.app.loop import Loop, Tasks
from cuelight.app.publisher import Feed
from cuelight.app.setup.steps import SetupStep, Topic
from cuelight.app.setup.wizard import SetupWizard
from web.api.table_port import SeatChannel


class Workplace:
    """A loop without a table, and a log of what it does."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.now = 0.0
        self.due = inf
        self.loop = Loop(lambda: self.now)
        self.loop.start(self._open)

    def _open(self, opened: ExitStack) -> Tasks:
        opened.callback(self.log.append, "closed")
        return Tasks(lambda: self.due, lambda: inf, self._pass_time, self._note("shown"), self._report)

    def _pass_time(self) -> None:
        self.log.append("on time")
        self.due = inf

    def _report(self, error: CuelightError | None) -> None:
        self.log.append(f"error: {error}")

    def _note(self, word: str) -> Callable[[], None]:
        return lambda: self.log.append(word)

    def work(self, *follow_ups: str) -> None:
        """A piece of work that changes something and hands over these follow-ups."""
        self.log.append("work")
        for word in follow_ups:
            self.loop.hand_over(self._note(word))
        self.loop.mark_changed()


@pytest.fixture
def place() -> Iterator[Workplace]:
    place = Workplace()
    yield place
    place.loop.stop()


def test_the_table_is_shown_once_after_all_follow_ups(place: Workplace) -> None:
    place.loop.wait_for(lambda: place.work("first", "second"))
    place.loop.wait_for_all()
    assert place.log == ["work", "first", "second", "shown"]


def test_an_error_is_reported_and_the_next_piece_of_work_is_done(place: Workplace) -> None:
    place.loop.hand_over(lambda: (_ for _ in ()).throw(InputError("no such card")))
    place.loop.hand_over(lambda: (_ for _ in ()).throw(KeyError("a bug")))
    place.loop.wait_for(lambda: place.work())
    place.loop.wait_for_all()
    assert place.log == ["error: no such card", "error: None", "work", "shown"]


def test_a_deadline_that_has_passed_comes_before_later_work(place: Workplace) -> None:
    place.loop.wait_for(lambda: setattr(place, "due", 1.0))
    place.now = 2.0
    place.loop.wait_for(lambda: place.work())
    assert place.log[:2] == ["on time", "work"]


def test_stopping_the_loop_finishes_the_work_and_closes_the_table(place: Workplace) -> None:
    place.loop.hand_over(lambda: place.work())
    place.loop.stop()
    assert place.log == ["work", "shown", "closed"]
    assert not place.loop.lost


def test_an_error_while_opening_is_raised_by_the_start() -> None:
    def fail(opened: ExitStack) -> Tasks:
        raise InputError("the journal is damaged")

    before = set(threading.enumerate())
    with pytest.raises(InputError, match="damaged"):
        Loop(lambda: 0.0).start(fail)
    assert set(threading.enumerate()) <= before


def test_the_feed_sends_only_news() -> None:
    feed, got = Feed(), list[bytes]()
    feed.add("board", got.append)
    feed.send("board", b"1", news=1)
    feed.send("board", b"2", news=1)
    feed.send("board", b"3", news=2)
    assert got == [b"1", b"3"]
    assert feed.newest("board") == b"3"


def test_the_feed_keeps_a_players_snapshot_only_while_it_is_followed() -> None:
    feed, channel = Feed(), SeatChannel(1)
    got: list[bytes] = []
    feed.add(channel, got.append)
    feed.send_first(channel, got.append, b"own")
    assert (got, feed.followed_snapshot(channel)) == ([b"own"], b"own")
    feed.remove(channel, got.append)
    assert (feed.newest(channel), feed.followed_snapshot(channel)) == (b"{}", None)


def test_the_feed_keeps_no_snapshot_that_was_under_way_when_the_last_follower_left() -> None:
    feed, channel = Feed(), SeatChannel(1)
    got: list[bytes] = []
    feed.add(channel, got.append)
    feed.remove(channel, got.append)
    feed.send(channel, b"old", news=1)
    feed.send_first(channel, got.append, b"old")
    feed.add(channel, got.append)
    assert feed.followed_snapshot(channel) is None
    feed.send(channel, b"new", news=1)
    assert got == [b"old", b"new"]


def test_a_table_without_a_game_and_devices_has_no_racks_and_no_bots() -> None:
    play = GameInPlay(AttachedDevices(None, None, lambda: 0.0), lambda: 0.0, 1.0, lambda _mat: lambda _report: None)
    play.check_racks()
    assert (play.chairs_for_bots(), play.bots_due(), play.on_devices) == ({}, inf, None)
    with pytest.raises(NoGame), play.played_by_people():
        pass


def test_the_wizard_ignores_a_press_that_was_meant_for_an_earlier_step(tmp_path: Path) -> None:
    changes: list[None] = []
    wizard = SetupWizard(tmp_path / "table.toml", lambda: 0.0, lambda: changes.append(None))
    before = wizard.to_json()
    wizard.button_pressed(SetupStep(Topic.BUTTON, "seat1"), pin=17)
    wizard.lamp_answered(SetupStep(Topic.TRY, "seat1"), "seat1")
    assert (wizard.to_json(), changes) == (before, [])
