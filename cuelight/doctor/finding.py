"""What `cuelight doctor` finds: one result for each check, and the machine that it looks at."""

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
    """How a check came out."""

    WELL = "well"
    REMARK = "remark"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result: what was looked at, how it is, what that means, and the next step; empty where there is none.

    `check` is the same in every language, all else is in that of the table. What is to be typed stands in the next
    step between backquotes.
    """

    check: str
    result: Result
    what: str
    means: str = ""
    next: str = ""

    @property
    def title(self) -> str:
        """What was looked at, in the language of the table; what is a name in every language is left as it is."""
        for words in OF_ONE:
            kind = words.format(which="")
            if self.check.startswith(kind):
                return _(words, which=self.check.removeprefix(kind))
        return _(self.check) if self.check in PLAIN else self.check

    @property
    def commands(self) -> tuple[str, ...]:
        """What the next step says to type, a line each."""
        return tuple(re.findall(r"`([^`]+)`", self.next))


@dataclass(frozen=True, slots=True)
class System:
    """Where the system's files lie, and who asks.

    Args:
        data: the folder of the journal, None where nobody has said.
        now: the machine's clock, in seconds since 1970.
    """

    root: Path = Path("/")
    user_groups: frozenset[str] | None = None
    data: Path | None = None
    now: Callable[[], float] = time.time

    @property
    def table_file(self) -> Path:
        """Where the table's devices are named."""
        return (self.data or Path()) / "table.toml"

    def read(self, path: str) -> str:
        """A file's text; empty when it is not there or not to be read."""
        try:
            return self.place(path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def read_bytes(self, path: str) -> bytes:
        """A file's bytes; none when it is not there or not to be read."""
        try:
            return self.place(path).read_bytes()
        except OSError:
            return b""

    def place(self, path: str) -> Path:
        """Where a path of that system is."""
        return self.root / path.lstrip("/")

    def found(self, pattern: str) -> Iterator[str]:
        """The paths of that system that match a pattern of names."""
        for path in sorted(self.root.glob(pattern.lstrip("/"))):
            yield "/" + str(path.relative_to(self.root))

    def first(self, *paths: str) -> str:
        """The text of the first of these files that says anything."""
        return next((text for path in paths if (text := self.read(path))), "")

    def programs(self) -> frozenset[str]:
        """The names of the programs that run, and of the services: one of these is shown no program but its own."""
        services = (Path(path).stem for path in self.found("/sys/fs/cgroup/system.slice/*.service"))
        return frozenset([*(self.read(path) for path in self.found("/proc/[0-9]*/comm")), *services])

    def throttled(self) -> int | None:
        """What a Raspberry Pi's firmware says of its supply and heat, as `vcgencmd get_throttled`; else None."""
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
        """The name of this user, or the number of one that has none."""
        number = str(os.geteuid())
        return next((name for name, _password, found, *_more in self._lines("/etc/passwd") if found == number), number)

    def groups(self) -> frozenset[str]:
        """The groups of this user.

        To a service with a list of users of its own (systemd.exec, PrivateUsers) the kernel calls each of its other
        groups `HIDDEN_GROUP`; then those count in which the system's file has its user.
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
