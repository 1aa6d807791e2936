"""The outcome of the last update from a stick or folder, for `cuelight status` and the desk.

The service's updater (systemd/debian/update) writes the outcome as a code beside the journal. This module only
translates it; it installs nothing.
"""

from __future__ import annotations

import json
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from companion.core.i18n import N_, _

NAME = "update.json"


class Outcome(StrEnum):
    """The outcome of an update."""

    TAKEN = "taken"
    UNSIGNED = "unsigned"
    NO_KEY = "no-key"
    NOT_GENUINE = "not-genuine"
    PULLED = "pulled"
    NO_ROOM = "no-room"
    NOT_INSTALLED = "not-installed"
    UNREADABLE = "unreadable"
    OLDER = "older"
    READ_ONLY = "read-only"
    WENT_BACK = "went-back"
    MISNAMED = "misnamed"


class Update(NamedTuple):
    """The last update: its version as its file names it, its outcome, and its wall-clock time."""

    outcome: Outcome
    version: str
    at: float

    def text(self) -> str:
        """Return the outcome in words, with the next step."""
        return _(_SAID[self.outcome], version=self.version)


_SAID = {
    Outcome.TAKEN: N_("Version {version} is installed and running."),
    Outcome.UNSIGNED: N_(
        "Version {version} was not installed: its signature is missing. Copy the file that ends in .sig beside it."
    ),
    Outcome.NO_KEY: N_(
        "Version {version} was not installed: this table has no key to check it with. Install it by hand, "
        "with install.sh."
    ),
    Outcome.NOT_GENUINE: N_(
        "Version {version} was not installed: its signature does not match. The file is incomplete, "
        "changed, or from somebody else. Copy it again from its source."
    ),
    Outcome.PULLED: N_(
        "Version {version} was not installed: it could not be read completely. Plug the stick in again, "
        "and leave it there."
    ),
    Outcome.NO_ROOM: N_(
        "Version {version} was not installed: this machine's disk has too little space. Free some space, "
        "and plug the stick in again."
    ),
    Outcome.NOT_INSTALLED: N_(
        "Version {version} was not installed: the installation failed. The log says why. Plug the stick in"
        " again, or install it by hand, with install.sh."
    ),
    Outcome.UNREADABLE: N_("The memory stick cannot be read. Plug it in again, or use another one."),
    Outcome.MISNAMED: N_(
        "The update was not installed: its file has another name, such as “… (1).deb”. Give it and its .sig file the "
        "names that they have at their source."
    ),
    Outcome.OLDER: N_("Version {version} was not installed: a newer one is running already."),
    Outcome.READ_ONLY: N_(
        "Version {version} was not installed: the system's disk is read-only. Make it writable, restart "
        "the machine, and plug the stick in again."
    ),
    Outcome.WENT_BACK: N_(
        "Version {version} was not installed: the table does not start with it. The previous version is "
        "running, with all games."
    ),
}


def last_update(journal: Path) -> Update | None:
    """Return the outcome of the last update beside this journal; None if there was none, or it cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(journal.with_name(NAME).read_text(encoding="utf-8"))
        return Update(Outcome(found["result"]), str(found["version"])[:80], float(found["at"]))
    return None


class UpdateWatch:
    """Looks for an update that was offered since a start.

    Args:
        journal: beside which the updater writes.
        began: the start, in seconds since 1970.

    Attributes:
        newest: the update; None as long as there is none.
    """

    def __init__(self, journal: Path, began: int) -> None:
        self._journal = journal
        self._began = began
        self.newest: Update | None = None

    def check(self) -> bool:
        """Look again. Returns whether there is another update than before."""
        update = last_update(self._journal)
        if update is None or update == self.newest or update.at < self._began:
            return False
        self.newest = update
        return True
