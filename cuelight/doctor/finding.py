"""Findings of `cuelight doctor`: one result of each check, and access to the machine that it examines."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.core.i18n import N_, _

HIDDEN_GROUP = 65534
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"


PLAIN = (
    N_("backup"),
    N_("clock"),
    N_("disk"),
    N_("heat"),
    N_("kernel drivers"),
    N_("machine"),
    N_("name"),
    N_("pins"),
    N_("serial console"),
    N_("serial port"),
    N_("supply"),
    N_("update"),
    N_("USB current"),
    N_("Wi-Fi"),
)
OF_ONE = (
    N_("adapter {which}"),
    N_("disk {which}"),
    N_("driver {which}"),
    N_("group {which}"),
    N_("library {which}"),
    N_("program {which}"),
    N_("rule {which}"),
)


class Result(StrEnum):
    """The outcome of a check."""

    WELL = "well"
    REMARK = "remark"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result: the subject, the state, its consequence, and the next step; "" if there is none.

    `check` is the same in every language; the rest is in the language of the table. Commands in the next step are
    between backquotes.
    """

    check: str
    result: Result
    what: str
    means: str = ""
    next: str = ""

    @property
    def title(self) -> str:
        """The subject in the language of the table; names that are the same in every language stay."""
        for words in OF_ONE:
            kind = words.format(which="")
            if self.check.startswith(kind):
                return _(words, which=self.check.removeprefix(kind))
        return _(self.check) if self.check in PLAIN else self.check

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands in the next step, one per line."""
        return tuple(re.findall(r"`([^`]+)`", self.next))


@dataclass(frozen=True, slots=True)
class System:
    """Files of the examined system, and its user.

    Args:
        data: the folder of the journal, None if unknown.
        now: the machine's clock, in seconds since 1970.
    """

    root: Path = Path("/")
    user_groups: frozenset[str] | None = None
    data: Path | None = None
    now: Callable[[], float] = time.time

    @property
    def table_file(self) -> Path:
        """The table file."""
        return (self.data or Path()) / "table.toml"

    def read(self, path: str) -> str:
        """Return a file's text; "" if it is missing or cannot be read."""
        try:
            return self.place(path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def read_bytes(self, path: str) -> bytes:
        """Return a file's bytes; empty if it is missing or cannot be read."""
        try:
            return self.place(path).read_bytes()
        except OSError:
            return b""

    def place(self, path: str) -> Path:
        """Return the place of a path of the examined system."""
        return self.root / path.lstrip("/")

    def found(self, pattern: str) -> Iterator[str]:
        """Yield the paths of the examined system that match a glob pattern."""
        for path in sorted(self.root.glob(pattern.lstrip("/"))):
            yield "/" + str(path.relative_to(self.root))

    def first(self, *paths: str) -> str:
        """Return the text of the first of these files that is not empty."""
        return next((text for path in paths if (text := self.read(path))), "")

    def programs(self) -> frozenset[str]:
        """Return the names of the running programs and services (a service sees only its own programs)."""
        services = (Path(path).stem for path in self.found("/sys/fs/cgroup/system.slice/*.service"))
        return frozenset([*(self.read(path) for path in self.found("/proc/[0-9]*/comm")), *services])

    def throttled(self) -> int | None:
        """Return a Raspberry Pi's supply and heat flags, as `vcgencmd get_throttled` shows them; otherwise None."""
        said = self.read(THROTTLED)
        if not said and self.root == Path("/") and shutil.which("vcgencmd"):
            with suppress(OSError, subprocess.SubprocessError):
                asked = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5)
                said = asked.stdout.partition("=")[2].strip()
        with suppress(ValueError):
            return int(said, 16)
        return None

    @property
    def user(self) -> str:
        """The name of this user, or the number if it has no name."""
        number = str(os.geteuid())
        return next((name for name, _password, found, *_more in self._lines("/etc/passwd") if found == number), number)

    def groups(self) -> frozenset[str]:
        """Return the groups of this user.

        In a service with a user list of its own (systemd.exec, PrivateUsers) the kernel shows all other groups as
        `HIDDEN_GROUP`. Then the user's groups in the system's file are added.
        """
        if self.user_groups is not None:
            return self.user_groups
        mine, listed = {*os.getgroups(), os.getegid()}, self._lines("/etc/group")
        found = {name for name, _password, number, *_users in listed if number in map(str, mine)}
        if HIDDEN_GROUP in mine:
            found |= {name for name, _password, _number, *users in listed if self.user in ",".join(users).split(",")}
        return frozenset(found)

    def _lines(self, path: str) -> list[list[str]]:
        return [parts for line in self.read(path).splitlines() if len(parts := line.split(":")) > 2]
