"""What a service manager and a table say to each other: sd_notify(3), sd_listen_fds(3), sd_watchdog_enabled(3).

Started by hand, a table has none: nothing is told, and nothing is given.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping

from companion.core.observation import Clock

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
PAGES, SECURE_PAGES = "pages", "https"  # the second by the name that systemd/cuelight-https.socket gives it
FIRST_GIVEN = 3  # the descriptor, sd_listen_fds(3)
HANGS_SECONDS = 45.0  # without a turn of a device's thread; closing a port may take the kernel 30
BEATS = 4  # in the time that the service manager waits for one

Turns = Callable[[], Mapping[str, int]]
"""How often each thread has come round; raises TimeoutError when the table itself does not answer."""


def tell(word: str) -> None:
    """Tell the service manager how it stands, if there is one."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.sendto(word.encode(), "\0" + name[1:] if name.startswith("@") else name)
        except OSError:
            logging.getLogger(__name__).exception("the service manager could not be told %s", word)


def given_sockets() -> dict[str, socket.socket]:
    """The listening sockets that the service manager has opened for this process, by the names that it gives them.

    They are `PAGES`, and where pages are served over HTTPS too `SECURE_PAGES`; a socket without a name has the pages.
    """
    count = os.environ.get("LISTEN_FDS", "")
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or not count.isdecimal():
        return {}
    names = os.environ.get("LISTEN_FDNAMES", "").split(":")
    found = {}
    for at in range(int(count)):
        name = names[at] if at < len(names) else ""
        os.set_inheritable(FIRST_GIVEN + at, False)
        found[SECURE_PAGES if name == SECURE_PAGES else PAGES] = socket.socket(fileno=FIRST_GIVEN + at)
    return found


def watchdog_seconds() -> float | None:
    """How long the service manager waits for a sign of life before it kills this process; None when it does not."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdecimal() else None


class Watchdog:
    """Gives a sign of life only while the table, its journal and each thread of a device are seen to go on.

    A device that fails is no reason to end a table, and is told on the desk. A thread that hangs is: nothing else
    brings it back.
    """

    def __init__(self, turns: Turns, clock: Clock, tell: Callable[[str], None] = tell) -> None:
        self._turns = turns
        self._clock = clock
        self._tell = tell
        self._seen: dict[str, tuple[int, float]] = {}
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def beat(self) -> list[str]:
        """Look once, and give a sign of life if all go on; returns what hangs."""
        try:
            turns = self._turns()
        except TimeoutError:
            return ["the table"]
        now = self._clock()
        for name, number in turns.items():
            if self._seen.get(name, (None, now))[0] != number:
                self._seen[name] = number, now
        hang = [name for name in turns if now - self._seen[name][1] > HANGS_SECONDS]
        if not hang:
            self._tell(ALIVE)
        return hang

    def start(self, seconds: float) -> None:
        """Beat several times in so many seconds, on a thread of its own."""
        self._thread = threading.Thread(target=self._run, args=(seconds / BEATS,), name="pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give no more signs."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, pause: float) -> None:
        told: list[str] = []
        while not self._stopping.wait(pause):
            hang = self.beat()
            if hang and hang != told:
                logging.getLogger(__name__).error("no sign of life is given: %s hangs", ", ".join(hang))
            told = hang
