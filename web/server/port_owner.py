"""The program that listens on a port, as far as this user may know it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_LISTENS = "0A"  # the state TCP_LISTEN (the kernel's include/net/tcp_states.h)
_TABLES = ("net/tcp", "net/tcp6")


def port_owner(port: int, proc: Path = Path("/proc")) -> str | None:
    """Return the name of the program that listens on a TCP port.

    Returns "" if another user's program does, whose name only the administrator may see, and None if none does.
    """
    sockets = {inode for table in _TABLES for inode in _listening(proc / table, port)} - {"0"}
    if not sockets:
        return None
    for process in proc.glob("[0-9]*"):
        with suppress(OSError):
            for descriptor in (process / "fd").iterdir():
                if os.readlink(descriptor).removeprefix("socket:[").removesuffix("]") in sockets:
                    return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    return ""


def _listening(table: Path, port: int) -> list[str]:
    """Return the inodes of the listening sockets of a port (the kernel's Documentation/networking/proc_net_tcp.rst)."""
    with suppress(OSError):
        rows = [line.split() for line in table.read_text(encoding="ascii").splitlines()[1:]]
        return [row[9] for row in rows if row[3] == _LISTENS and int(row[1].rpartition(":")[2], 16) == port]
    return []
