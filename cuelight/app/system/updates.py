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


class Update(NamedTuple):
    """The last update: its version as its file names it, its outcome, and its wall-clock time."""

    outcome: Outcome
    version: str
    at: float

    def text(self) -> str:
        """Return the outcome in words, with the next step."""
        return _(_SAID[self.outcome], version=self.version)


_SAID = {
    Outcome.TAKEN: N_("Version {version} was taken, and runs."),
    Outcome.UNSIGNED: N_(
        "Version {version} was not taken: its signature is missing. Copy the file that ends in .sig beside it."
    ),
    Outcome.NO_KEY: N_(
        "Version {version} was not taken: this table knows no key to check it with. Install it by hand, with "
        "install.sh."
    ),
    Outcome.NOT_GENUINE: N_(
        "Version {version} was not taken: it is not as its maker signed it. It was cut short, changed, or made by "
        "somebody else. Copy it again from where it comes from."
    ),
    Outcome.PULLED: N_(
        "Version {version} was not taken: it could not be read to its end. Plug the stick in again, and leave it there."
    ),
    Outcome.NO_ROOM: N_(
        "Version {version} was not taken: there is too little room for it on this machine's disk. Make room, and plug "
        "the stick in again."
    ),
    Outcome.NOT_INSTALLED: N_(
        "Version {version} was not taken: this machine could not install it. Its log says why. Plug the stick in "
        "again, or install it by hand, with install.sh."
    ),
    Outcome.UNREADABLE: N_("The memory stick cannot be read. Plug it in again, or take another one."),
    Outcome.OLDER: N_("Version {version} was not taken: a newer one runs already."),
    Outcome.READ_ONLY: N_(
        "Version {version} was not taken: the system's disk is read only. Make it writable, start the machine anew, "
        "and plug the stick in again."
    ),
    Outcome.WENT_BACK: N_(
        "Version {version} was not taken: the table does not come up with it. The one before runs, with all games."
    ),
}


def last_update(journal: Path) -> Update | None:
    """Return the outcome of the last update beside this journal; None if there was none, or it cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(journal.with_name(NAME).read_text(encoding="utf-8"))
        return Update(Outcome(found["result"]), str(found["version"])[:80], float(found["at"]))
    return None
