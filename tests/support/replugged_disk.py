"""A disk with the journal that is unplugged in the middle of a game, and plugged in again.

`python tests/support/replugged_disk.py FOLDER` runs as root in its own mount namespace. The kernel keeps the old
disk for the files that are open; the new one has the same content and the same file numbers.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import JournalError
from tests.long.proof_disk import mount
from tests.support.running_table import running
from tests.support.waiting import until

BYTES = 32 * 1024 * 1024


def main(folder: Path) -> None:
    image, again, disk = folder / "image", folder / "again", folder / "disk"
    disk.mkdir()
    with image.open("wb") as file:
        file.truncate(BYTES)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", str(image)], check=True)
    for is_stopped_first in (False, True):
        mount("-o", "loop", str(image), str(disk))
        with running(disk / "table.db", pace=0) as house:
            house.command("start", names=["Eve", "Mal"], lead=0)
            subprocess.run(["umount", "--lazy", str(disk)], check=True)
            with pytest.raises(JournalError, match="moved or deleted"):
                house.command("start", names=["Ann", "Ben"], lead=0)
            until(lambda: "not recorded" in house.board["headline"])
            before = house.desk
            shutil.copy(image, again)
            mount("-o", "loop", str(again), str(disk))
            if not is_stopped_first:
                house.clock.now += 2.0
                house.catch_up()
                until(lambda: "not recorded" not in house.board["headline"])
                house.command("rename", seat="seat1", name="Zoe")
                before = house.desk
        with running(disk / "table.db", pace=0) as house:
            assert house.desk["hands"] == before["hands"]
            names = [[seat["name"] for seat in board["seats"]] for board in (house.board, before["board"])]
            assert names[0] == names[1], names
            assert not any("damaged" in notice for notice in house.desk["notices"]), house.desk["notices"]
        subprocess.run(["umount", str(disk)], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
