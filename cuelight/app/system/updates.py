"""What became of the last newer version that a stick or a folder offered, for `cuelight status` and the desk.

The service's updater (systemd/debian/update) writes it beside the journal, as a code; here are the words. Nothing is
installed here.
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
    """What can become of an update."""

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
    """The last update that was offered: its version as its file says it, what became of it, and when, by the wall."""

    outcome: Outcome
    version: str
    at: float

    def text(self) -> str:
        """In words, with the next step."""
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
    """What became of the last update beside this journal; None when there was none, or nobody can say."""
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
