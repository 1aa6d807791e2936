"""A table's door for the commands of its own machine: a socket beside the journal, for its owner and the administrator.

`cuelight doctor` and `cuelight status` ask there how the devices are, which the running table has and nobody else can
open; `cuelight tags enrol --walk` and `cuelight box` go through a box with them, `cuelight setup` says whose they are.
One line asks, one line answers, both JSON. Nothing else can be changed through it.
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
ANSWER_SECONDS = 20.0  # for a table that has much to do
MOST_BYTES = 1_000_000


class TableIsBusy(CuelightError, TimeoutError):
    """A table runs and does not answer in time, so nobody may take its devices for free."""


Status = Callable[[], dict[str, Any]]
"""What is told of the table, as of now; called from any thread."""


Work = Callable[[dict[str, Any]], dict[str, Any]]
"""Does as it is told, and says how far it is; called from any thread. Raises CuelightError."""


class ControlSocket:
    """The door of one table, which stands beside its journal while the table runs.

    Args:
        work: what commands may have done, by name: `enrol` goes through a box, `setup` sets the table up.
    """

    def __init__(self, journal: Path, standing: Status, work: Mapping[str, Work]) -> None:
        self._path = beside(Path(os.path.realpath(journal)), SUFFIX)
        self._standing = standing
        self._work = dict(work)
        self._server: socketserver.ThreadingUnixStreamServer | None = None
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Answer from now on. Where no socket can be, as on some memory sticks, commands do without."""
        answer = self._answer

        class Answering(socketserver.StreamRequestHandler):
            timeout = PATIENCE_SECONDS

            def handle(self) -> None:
                with suppress(OSError):
                    answered = answer(self.rfile.readline(MOST_BYTES))
                    if answered is not None:
                        self.wfile.write(json.dumps(answered).encode() + b"\n")

        with suppress(OSError):
            self._path.unlink(missing_ok=True)  # of a table that was killed: the journal's lock says that none runs
            self._server = socketserver.ThreadingUnixStreamServer(str(self._path), Answering, bind_and_activate=False)
            self._server.daemon_threads = True
            self._server.server_bind()
            self._path.chmod(PRIVATE)  # nobody gets in before the next line
            self._server.server_activate()
            self._thread = threading.Thread(target=self._server.serve_forever, name="local door", daemon=True)
            self._thread.start()

    def _answer(self, line: bytes) -> dict[str, Any] | None:
        """The answer to a line; None for one that asks nothing."""
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
        """Answer no more, and take the socket away."""
        if self._server is None:
            return
        if self._thread is not None:
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()
        self._path.unlink(missing_ok=True)


def standing_at(journal: Path) -> dict[str, Any] | None:
    """How the table stands that runs with this journal; else as `ask_table`."""
    return ask_table(journal, {"ask": "standing"})


def ask_table(journal: Path, question: dict[str, Any]) -> dict[str, Any] | None:
    """What the table answers that runs with this journal; None when none does, or it does not answer this user.

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
        raise TableIsBusy("The table that runs does not answer. Try again; if it stays so, start it anew.") from error
    except (OSError, ValueError):
        return None
