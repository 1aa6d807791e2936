"""The table's thread: one queue of work, done in order.

Pages and readers hand work over from their own threads. Work that the table's thread itself hands over is done right
after the present piece, as a follow-up. When all follow-ups are done, the table is shown once.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from math import inf
from typing import NamedTuple, TypeVar

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _
from companion.core.observation import Clock

T = TypeVar("T")
Work = Callable[[], None]

REST_SECONDS = 1.0  # before timed work that failed is tried again
PATIENCE_SECONDS = 10.0  # that a page waits for its command


class TableStalls(CuelightError, TimeoutError):
    """The table's thread has not answered in time, for example because its disk hangs. It may still do the work."""


class Tasks(NamedTuple):
    """The own tasks of a loop, beside the work that is handed over. Each runs on the table's thread.

    Attributes:
        deadline: when `pass_time` has something to do that comes before any work that was handed over later, on the
            table's clock; inf for never.
        next_due: the same for what can wait for other work.
        pass_time: do what is due.
        present: show the table as it is now.
        report_error: show the host what went wrong; None stands for a bug.
    """

    deadline: Callable[[], float]
    next_due: Callable[[], float]
    pass_time: Work
    present: Work
    report_error: Callable[[CuelightError | None], None]


class Loop:
    """A thread and its queue.

    Args:
        clock: seconds that never run backwards.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._follow_ups: deque[Work] = deque()
        self._is_changed = False
        self._once_shown: list[Future[None]] = []  # of those who wait until the present work is shown
        self._thread: threading.Thread | None = None
        self._tasks: Tasks  # once the table is open
        self._rest_until = 0.0
        self.on_end: Work = lambda: None
        self.lost = False

    # --- from any thread

    def start(self, open_table: Callable[[ExitStack], Tasks]) -> None:
        """Start the thread and wait until the table is open and shown. Raises what `open_table` raises.

        Args:
            open_table: runs on the new thread, and puts on the stack what must be closed at the end.
        """
        ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(open_table, ready), name="table", daemon=True)
        self._thread.start()
        ready.result()

    def stop(self) -> None:
        """Finish the work that was handed over, close everything and end the thread."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    @property
    def is_started(self) -> bool:
        """True if there is a thread to wait for."""
        return self._thread is not None

    def wait_for(self, work: Callable[[], T]) -> T:
        """Have the table's thread do this, and return its result. Raises what it raises, and TableStalls."""
        done: Future[T] = Future()
        self._queue.put(lambda: _fulfil(done, work))
        return _result(done)

    def wait_until_shown(self, work: Callable[[], T]) -> T:
        """Do the same as `wait_for`, and wait until the table shows what has come of it."""
        done: Future[T] = Future()
        shown: Future[None] = Future()

        def do() -> None:
            self._once_shown.append(shown)
            _fulfil(done, work)

        self._queue.put(do)
        _result(shown)
        return done.result()

    def wait_for_all(self) -> None:
        """Wait until everything that was handed over so far is done and shown."""
        self.wait_for(dict)

    def hand_over(self, work: Work) -> None:
        """Have something done: from the table's own thread as a follow-up, from others at the end of the queue."""
        if threading.current_thread() is self._thread:
            self._follow_ups.append(work)
        else:
            self._queue.put(work)

    # --- on the table's own thread

    def mark_changed(self) -> None:
        """Show the table once the present piece of work is done."""
        self._is_changed = True

    @property
    def has_follow_ups(self) -> bool:
        """True if the present piece of work has set off something that is not done yet."""
        return bool(self._follow_ups)

    def do_follow_ups(self, refused: type[CuelightError]) -> None:
        """Do the follow-ups now, as a part of the present piece of work. Raises errors of the class `refused`."""
        while self._follow_ups:
            self.attempt(self._follow_ups.popleft(), refused)

    def drop_follow_ups(self) -> None:
        """Forget the follow-ups."""
        self._follow_ups.clear()

    def attempt(self, work: Work, refused: type[CuelightError] | tuple[()] = ()) -> None:
        """Do a piece of work and report what goes wrong; errors of the class `refused` are raised instead."""
        try:
            work()
            return
        except refused:
            raise
        except CuelightError as error:
            self._report(error)
        except Exception:
            logging.getLogger(__name__).exception("a piece of the table's work failed")
            self._report(None)
        if work == self._tasks.pass_time:
            self._rest_until = self._clock() + REST_SECONDS

    def is_late(self) -> bool:
        """True if a deadline has passed."""
        return self._clock() >= max(self._tasks.deadline(), self._rest_until)

    def _run(self, open_table: Callable[[ExitStack], Tasks], ready: Future[None]) -> None:
        with ExitStack() as opened:
            try:
                self._tasks = open_table(opened)
                self._finish()
            except BaseException as error:  # of every kind, since the caller of `start` waits
                ready.set_exception(error)
                return
            ready.set_result(None)
            self.lost = True  # until the thread ends because it was stopped
            try:
                self._work()
                self.lost = False
            finally:
                if self.lost:
                    self.on_end()

    def _work(self) -> None:
        tasks, pass_time = self._tasks, self._tasks.pass_time
        while True:
            deadline = max(tasks.deadline(), self._rest_until)
            due = min(deadline, max(tasks.next_due(), self._rest_until))
            try:
                work = self._queue.get(timeout=max(0.0, due - self._clock()) if due < inf else None)
            except queue.Empty:
                work = pass_time
            if work is None:
                return
            if work != pass_time and self._clock() >= deadline:
                self.attempt(pass_time)
                self._finish()
            self.attempt(work)
            self._finish()

    def _finish(self) -> None:
        """Do the follow-ups, then show the table."""
        while self._follow_ups or self._is_changed:
            if self._follow_ups:
                self.attempt(self._follow_ups.popleft())
            else:
                self._is_changed = False
                self.attempt(self._tasks.present)
        while self._once_shown:
            self._once_shown.pop().set_result(None)

    def _report(self, error: CuelightError | None) -> None:
        try:
            self._tasks.report_error(error)
        except Exception:  # an error that cannot be reported must not end the table
            logging.getLogger(__name__).exception("the table could not report an error")


def _result(done: Future[T]) -> T:
    """Wait for a result. Raises TableStalls."""
    try:
        return done.result(timeout=PATIENCE_SECONDS)
    except TimeoutError as error:
        if done.done():
            raise
        said = N_("The table does not answer. It may still do what you asked, so look before you ask again.")
        raise TableStalls(_(said)) from error


def _fulfil(done: Future[T], work: Callable[[], T]) -> None:
    """Do the work; its result, or its error, goes to the thread that waits."""
    try:
        done.set_result(work())
    except Exception as error:
        done.set_exception(error)
