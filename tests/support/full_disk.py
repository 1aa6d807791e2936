"""A small file system filled to the last byte, on which old games are deleted and the host logs in and out.

`python tests/support/full_disk.py FOLDER` runs as root in its own mount namespace: it mounts a tmpfs and an ext4.
"""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from companion.journal import Journal, JournalError
from companion.table.viewer import GUEST, HOST
from cuelight.app.access.keeper import AccessControl
from tests.long.proof_disk import mount
from tests.support.running_table import running

BYTES = 32 * 1024 * 1024
STRANGER = "127.0.0.2"


def fill(file: Path) -> None:
    """Use up all space, to the last byte."""
    with file.open("wb", buffering=0) as filler:
        for size in (65536, 4096, 1):
            with suppress(OSError):
                while True:
                    filler.write(bytes(size))


def forget(folder: Path) -> None:
    """Delete played games on a full disk; then there is space for the next one."""
    path = folder / "table.db"
    body = {"names": ["Ann", "Ben"], "edition": "2024", "deck": "stand-in", "seed": 1}
    with closing(Journal.open(path)) as journal:
        for _game in range(4):
            journal.begin_game(body, 0.0, [("observation", {"t": 1.0, "do": "wait", "note": "x" * 2000})] * 200)
    keeper = AccessControl(path, time.time, lambda: "7.1")
    lent = keeper.log_in(str(keeper.first_pin()), STRANGER)
    with running(path, pace=0) as house:
        house.command("start", names=["Eve", "Mal"])
        fill(folder / "filler")
        with suppress(JournalError):
            while True:  # until the journal's log is full as well
                house.command("start", names=["Eve", "Mal"])
        host = keeper.log_in(str(keeper.first_pin()), STRANGER)
        assert keeper.asker(host, None) == HOST
        assert keeper.log_out(lent), "it is not struck out"
        assert AccessControl(path, time.time, lambda: "7.1").asker(lent, None) == GUEST
        house.command("forget", games=[1, 2, 3])
        house.clock.now += 2.0
        house.catch_up()
        house.command("start", names=["Cal", "Dan"])
        assert house.board["seats"][0]["name"] == "Cal"
    with closing(Journal.open(path)) as journal:
        assert journal.notices == [] and not {1, 2, 3} & {*journal.ids()}


def main(folder: Path) -> None:
    small = folder / "tmpfs"
    small.mkdir()
    mount("-t", "tmpfs", "-o", f"size={BYTES}", "tmpfs", str(small))
    forget(small)
    image, disk = folder / "image", folder / "ext4"
    disk.mkdir()
    with image.open("wb") as file:
        file.truncate(BYTES)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", str(image)], check=True)
    mount("-o", "loop", str(image), str(disk))
    forget(disk)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
