"""The protocol of service managers: sd_notify(3), sd_listen_fds(3), sd_watchdog_enabled(3).

Without a service manager, nothing is sent and no socket is passed.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping

from companion.core.observation import Clock

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
PAGES, SECURE_PAGES = "pages", "https"  # "https" is the name in systemd/cuelight-https.socket
FIRST_GIVEN = 3  # descriptor, sd_listen_fds(3)
HANGS_SECONDS = 45.0  # without a turn of a device's thread; closing a port can take 30 s in the kernel
BEATS = 4  # heartbeats in the timeout of the service manager

Turns = Callable[[], Mapping[str, int]]
"""Number of turns of each thread; raises TimeoutError if the table itself does not answer."""


def notify(word: str) -> None:
    """Send a state to the service manager, if there is one."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.sendto(word.encode(), "\0" + name[1:] if name.startswith("@") else name)
        except OSError:
            logging.getLogger(__name__).exception("the service manager could not be told %s", word)


def given_sockets() -> dict[str, socket.socket]:
    """Return the listening sockets that the service manager opened for this process, by name.

    The names are `PAGES` and, for HTTPS, `SECURE_PAGES`; a socket without a name counts as `PAGES`.
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
    """Return the service manager's timeout before it kills this process; None if it has none."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdecimal() else None


class Watchdog:
    """Sends heartbeats only while the table, its journal and the threads of all devices make progress.

    A failing device must not end a table; the desk reports it. But only a restart brings back a thread that hangs.
    """

    def __init__(self, turns: Turns, clock: Clock, notify: Callable[[str], None] = notify) -> None:
        self._turns = turns
        self._clock = clock
        self._notify = notify
        self._seen: dict[str, tuple[int, float]] = {}
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def beat(self) -> list[str]:
        """Check once, and send a heartbeat if nothing hangs; returns the threads that hang."""
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
            self._notify(ALIVE)
        return hang

    def start(self, seconds: float) -> None:
        """Send `BEATS` heartbeats in this time, again and again, on a thread of its own."""
        self._thread = threading.Thread(target=self._run, args=(seconds / BEATS,), name="pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the heartbeats."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, pause: float) -> None:
        reported: list[str] = []
        while not self._stopping.wait(pause):
            hang = self.beat()
            if hang and hang != reported:
                logging.getLogger(__name__).error("no sign of life is given: %s hangs", ", ".join(hang))
            reported = hang
