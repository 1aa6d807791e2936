"""What `cuelight doctor` finds: one result for each check, and the machine that it looks at."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Result(StrEnum):
    """How a check came out."""

    WELL = "well"
    REMARK = "remark"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result: what was looked at, how it is, what that means, and the next step; empty where there is none."""

    check: str
    result: Result
    what: str
    means: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """Where the system's files lie, and who asks."""

    root: Path = Path("/")
    user_groups: frozenset[str] | None = None

    def read(self, path: str) -> str:
        """A file's text; empty when it is not there or not to be read."""
        try:
            return (self.root / path.lstrip("/")).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def groups(self) -> frozenset[str]:
        """The groups of this user."""
        if self.user_groups is not None:
            return self.user_groups
        names = {line.split(":")[2]: line.split(":")[0] for line in self.read("/etc/group").splitlines() if ":" in line}
        return frozenset(names.get(str(number), str(number)) for number in [*os.getgroups(), os.getegid()])
