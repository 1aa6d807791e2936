"""A table's socket for commands on the same machine, beside the journal, for its owner and the administrator.

Only the running table can open its devices. So `cuelight doctor` and `cuelight status` ask it for their state, and
`cuelight tags enrol --walk`, `cuelight box` and `cuelight setup` let it do the work. A request is one line of JSON, and
so is the answer. Nothing else can be changed through the socket.
"""

from __future__ import annotations

import json
import os
import socket
import socketserver
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError
from companion.journal.files import PRIVATE, beside

SUFFIX = ".socket"
PATIENCE_SECONDS = 5.0
ANSWER_SECONDS = 20.0  # a table may be busy
MOST_BYTES = 1_000_000


class TableIsBusy(CuelightError, TimeoutError):
    """A table runs and does not answer in time, so no command may open its devices."""


Status = Callable[[], dict[str, Any]]
"""Returns the current status of the table; called from any thread."""


Work = Callable[[dict[str, Any]], dict[str, Any]]
"""Carries out a command and returns the progress; called from any thread. Raises CuelightError."""


class ControlSocket:
    """The control socket of one table; it is beside the journal while the table runs.

    Args:
        work: the handlers of commands: `enrol` goes through a box, `setup` sets the table up.
    """

    def __init__(self, journal: Path, standing: Status, work: Mapping[str, Work]) -> None:
        self._path = beside(Path(os.path.realpath(journal)), SUFFIX)
        self._standing = standing
        self._work = dict(work)
        self._server: socketserver.ThreadingUnixStreamServer | None = None
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Start to answer. If no socket can be made, as on some memory sticks, commands work without it."""
        answer = self._answer

        class Answering(socketserver.StreamRequestHandler):
            timeout = PATIENCE_SECONDS

            def handle(self) -> None:
                with suppress(OSError):
                    answered = answer(self.rfile.readline(MOST_BYTES))
                    if answered is not None:
                        self.wfile.write(json.dumps(answered).encode() + b"\n")

        with suppress(OSError):
            self._path.unlink(missing_ok=True)  # left by a killed table; the journal's lock shows that none runs
            self._server = socketserver.ThreadingUnixStreamServer(str(self._path), Answering, bind_and_activate=False)
            self._server.daemon_threads = True
            self._server.server_bind()
            self._path.chmod(PRIVATE)  # no connection is accepted before the next line
            self._server.server_activate()
            self._thread = threading.Thread(target=self._server.serve_forever, name="local door", daemon=True)
            self._thread.start()

    def _answer(self, line: bytes) -> dict[str, Any] | None:
        """Answer a request; None if it is invalid."""
        try:
            match json.loads(line):
                case {"ask": "standing"}:
                    return self._standing()
                case {"enrol": dict(body)}:
                    return self._work["enrol"](body)
                case {"setup": dict(body)}:
                    return self._work["setup"](body)
        except CuelightError as error:
            return {"error": str(error)}
        except ValueError:
            pass
        return None

    def close(self) -> None:
        """Stop answering, and remove the socket."""
        if self._server is None:
            return
        if self._thread is not None:
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()
        with suppress(OSError):  # the disk may be read-only by now; the next table removes it
            self._path.unlink(missing_ok=True)


def standing_at(journal: Path) -> dict[str, Any] | None:
    """Return the status of the table that runs with this journal; None if none runs or it refuses this user.

    Raises TableIsBusy, also if the table answers that it cannot tell.
    """
    standing = ask_table(journal, {"ask": "standing"})
    if standing is not None and "error" in standing:
        raise TableIsBusy(standing["error"])
    return standing


def ask_table(journal: Path, question: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer of the table that runs with this journal; None if none runs or it refuses this user.

    Raises TableIsBusy.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(ANSWER_SECONDS)
            line.connect(str(beside(Path(os.path.realpath(journal)), SUFFIX)))
            line.sendall(json.dumps(question).encode() + b"\n")
            found = json.loads(line.makefile("rb").readline(MOST_BYTES))
            return found if isinstance(found, dict) else None
    except TimeoutError as error:
        raise TableIsBusy(
            "The running table does not answer. Try again; if it still does not answer, restart it."
        ) from error
    except (OSError, ValueError):
        return None
