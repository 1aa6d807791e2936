"""The thread that owns a table: whatever comes in waits in one queue, and is done piece by piece, in its order.

Here is how pages and readers hand work over and get snapshots. What the work is, `cuelight.app.commands` knows. What
one piece of work sets off on this thread is done right after it, and then everything is shown, once.
"""

from __future__ import annotations

import logging
import queue
import threading
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from typing import Any, TypeVar

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _
from companion.core.observation import Clock
from companion.table.snapshot import idle_board
from companion.table.viewer import HOST, Viewer
from cuelight.app.documents import encoded
from web.api.table_port import Channel, SeatChannel

T = TypeVar("T")
REST_SECONDS = 1.0  # before what is due is tried again, when it could not be done
PATIENCE_SECONDS = 10.0  # that a page waits for its command


class TableStalls(CuelightError, TimeoutError):
    """The table's thread has not come to what it was asked in time: its disk hangs, say. It still will."""


class TableThread(ABC):
    """A table as other threads see it. Its public methods may be called from any thread once it has started."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._set_off: deque[Callable[[], None]] = deque()
        self._is_stale = False  # what is shown
        self._listeners: defaultdict[Channel, list[Callable[[bytes], None]]] = defaultdict(list)
        self._snapshots: dict[Channel, bytes] = {"board": encoded(idle_board()), "desk": b"{}"}
        self._told: dict[Channel, Hashable] = {}
        self._thread: threading.Thread | None = None
        self._rest_until = 0.0
        self._on_end: Callable[[], None] = lambda: None
        self.lost = False

    # --- from any thread

    def start(self) -> None:
        """Open what the table needs, take up its last game if it is not over, and go on from there.

        Raises JournalError when the journal cannot be used.
        """
        ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="table", daemon=True)
        self._thread.start()
        ready.result()

    def stop(self) -> None:
        """Finish what has come in, and close everything."""
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()
            self._thread = None

    def on_end(self, callback: Callable[[], None]) -> None:
        """Call `callback`, on the table's thread, when that ends though nobody stopped it; `lost` is true then."""
        self._on_end = callback

    def board(self) -> bytes:
        """The newest snapshot for everybody."""
        return self._snapshots["board"]

    def desk(self) -> bytes:
        """The newest snapshot for the host."""
        return self._snapshots["desk"]

    def own(self, player: int) -> bytes:
        """The newest snapshot for one player, and for nobody else. It is made when somebody listens or asks."""
        channel = SeatChannel(player)
        if self._thread is None or (self.followed(player) and channel in self._snapshots):
            return self._snapshots.get(channel, b"{}")
        return self._wait_for(lambda: self._own_snapshot(player))

    def followed(self, player: int) -> bool:
        """Whether somebody listens for the snapshots of a player."""
        return bool(self._listeners.get(SeatChannel(player)))

    def listen(self, channel: Channel, callback: Callable[[bytes], None]) -> None:
        """Call `callback` with each new snapshot, on the table's thread; with a player's own also with the newest."""
        self._listeners[channel].append(callback)
        if isinstance(channel, SeatChannel):
            self._hand_over(partial(self._send_first, channel, callback))

    def _send_first(self, channel: SeatChannel, callback: Callable[[bytes], None]) -> None:
        content = self._snapshots[channel] = self._own_snapshot(channel.player)
        callback(content)

    def stop_listening(self, channel: Channel, callback: Callable[[bytes], None]) -> None:
        """Never call `callback` again, but for a snapshot that is on its way."""
        self._listeners[channel].remove(callback)
        if isinstance(channel, SeatChannel):
            self._hand_over(partial(self._drop, channel))

    def _drop(self, channel: SeatChannel) -> None:
        if not self.followed(channel.player):
            self._snapshots.pop(channel, None)
            self._told.pop(channel, None)

    def command(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """Carry out a page's command and wait until it is done and shown, with what the mat has reported of it.

        Args:
            asker: who commands; what is refused hangs on nothing that this one may not know.

        Raises CuelightError with words for the person who asked.
        """
        self._look_at(name, body, asker)
        answer = self._wait_for(lambda: self._carry_out(name, body, asker))
        self._wait_for_all()
        return answer

    def ask(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """What a page wants to know that is in no snapshot; changes nothing.

        Raises CuelightError with words for the person who asked.
        """
        answer = self._wait_for(lambda: self._tell_about(name, body, asker))
        return answer()  # what takes long is done on the thread of who asks

    def _wait_for(self, work: Callable[[], T]) -> T:
        done: Future[T] = Future()
        self._work.put(lambda: _fulfil(done, work))
        try:
            return done.result(timeout=PATIENCE_SECONDS)
        except TimeoutError as error:
            if done.done():
                raise
            said = N_("The table does not answer. It may still do what you asked, so look before you ask again.")
            raise TableStalls(_(said)) from error

    def _wait_for_all(self) -> None:
        """Wait until everything that has come in so far is done, and shown."""
        self._wait_for(dict)

    def _hand_over(self, work: Callable[[], None]) -> None:
        """Have something done in its turn; what the table's own thread sets off, right after what it does now."""
        if threading.current_thread() is self._thread:
            self._set_off.append(work)
        else:
            self._work.put(work)

    @abstractmethod
    def _look_at(self, name: str, body: dict[str, Any], asker: Viewer) -> None:
        """Refuse what takes long to look at, on the thread of who asks. Raises CuelightError."""

    # --- on the table's own thread

    @abstractmethod
    def _open(self, opened: ExitStack) -> None:
        """Open everything that the table needs, and begin; what must be closed goes on the stack."""

    @abstractmethod
    def _patience(self) -> float | None:
        """Seconds until something is due without anybody doing anything."""

    @abstractmethod
    def _is_late(self) -> bool:
        """Whether something should have happened by now that nobody need do."""

    @abstractmethod
    def _pass_time(self) -> None:
        """Do what is due."""

    @abstractmethod
    def _present(self) -> None:
        """Show everything as it is now, unless that sets off something that is to be done first."""

    @abstractmethod
    def _own_snapshot(self, player: int) -> bytes:
        """The snapshot of a player as of now, beside the board that was published last."""

    def _show(self) -> None:
        """There is something to show, once this piece of work is done."""
        self._is_stale = True

    @abstractmethod
    def _carry_out(self, name: str, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        """Carry out a page's command."""

    @abstractmethod
    def _tell_about(self, name: str, body: dict[str, Any], asker: Viewer) -> Callable[[], dict[str, Any]]:
        """What gives the answer to a page's question as of now; it may be called later, on any thread."""

    @abstractmethod
    def _tell(self, error: CuelightError | None) -> None:
        """Say what went wrong to whoever looks after the table; None for an error of the program itself."""

    def _run(self, ready: Future[None]) -> None:
        with ExitStack() as opened:
            try:
                self._open(opened)
                self._finish()
            except BaseException as error:  # whoever waits must hear of it, whatever it is
                ready.set_exception(error)
                return
            ready.set_result(None)
            self.lost = True  # until the work has ended as it should
            try:
                self._work_on()
                self.lost = False
            finally:
                if self.lost:
                    self._on_end()

    def _work_on(self) -> None:
        while True:
            try:
                work = self._work.get(timeout=self._patience())
            except queue.Empty:
                work = self._pass_time
            if work is None:
                return
            if work != self._pass_time and self._is_late():  # what is due comes before what was asked since
                self._do(self._pass_time)
                self._finish()
            self._do(work)
            self._finish()

    def _finish(self) -> None:
        """Do what a piece of work has set off, then show everything, once."""
        while self._set_off or self._is_stale:
            if self._set_off:
                self._do(self._set_off.popleft())
            else:
                self._is_stale = False
                self._do(self._present)

    def _do_at_once(self, refused: type[CuelightError]) -> None:
        """Do what this piece of work has set off so far, as a part of it. Raises what is `refused`."""
        while self._set_off:
            self._do(self._set_off.popleft(), refused)

    def _do(self, work: Callable[[], None], refused: type[CuelightError] | tuple[()] = ()) -> None:
        """Whatever goes wrong with one piece of work, the table goes on and says so; what is `refused` is raised."""
        try:
            work()
            return
        except refused:
            raise
        except CuelightError as error:
            self._say_wrong(error)
        except Exception:
            logging.getLogger(__name__).exception("the table could not take something")
            self._say_wrong(None)
        if work == self._pass_time:
            self._rest_until = self._clock() + REST_SECONDS

    def _say_wrong(self, error: CuelightError | None) -> None:
        try:
            self._tell(error)
        except Exception:  # what cannot even be told must not end the table
            logging.getLogger(__name__).exception("the table could not tell what is wrong")

    def _send(self, channel: Channel, content: bytes, news: Hashable) -> None:
        """Keep the newest snapshot, and tell it to whoever listens when there is `news` in it, other than last time."""
        self._snapshots[channel] = content
        if news != self._told.get(channel):
            self._told[channel] = news
            for listener in self._listeners[channel]:
                listener(content)


def _fulfil(done: Future[T], work: Callable[[], T]) -> None:
    """Do the work and hand its result, or what went wrong, to whoever waits."""
    try:
        done.set_result(work())
    except Exception as error:
        done.set_exception(error)
