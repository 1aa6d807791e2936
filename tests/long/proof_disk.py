"""Real full and read-only disks: the long form of `test_table_goes_on`.

root makes each disk in its own mount namespace, so nothing remains. `python tests/long/proof_disk.py full FOLDER`, or
`read-only`, runs in there. Without root only the limits of the short form are tested.
"""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import JournalError
from tests.support.running_table import House, Json, People, running
from tests.support.waiting import until

ROUNDS = 20
FULL_BYTES = 3 * 1024 * 1024
IMAGE_BYTES = 16 * 1024 * 1024
NAMES = ["Ann", "Ben", "Cal"]
PATIENCE = 30.0


def mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def past(scene: int) -> Callable[[Json], bool]:
    """Return a condition: the board shows a later scene."""
    return lambda board: bool(board["scene"] > scene)


def wrong(desk: Json) -> list[str]:
    """Return the desk's notices, except those on the little space on these small disks."""
    return [notice for notice in desk["notices"] if "are left on the journal's disk" not in notice]


def refused(house: House) -> str:
    """Start games until one cannot be recorded. The board must stay the same, and the desk must show the reason; return
    it.

    A small record may still fit when the game's does not: then that game is over at once, and the desk has shown it.
    """
    desks: list[Json] = []
    house.table.listen("desk", lambda desk: desks.append(json.loads(desk)))
    while True:
        before = house.board
        try:
            house.command("start", names=NAMES, lead=0)
        except JournalError as error:
            house.catch_up()  # the refusal is returned before the desk shows it
            assert "not recorded" in house.board["headline"]
            assert {**house.board, "seq": 0, "headline": ""} == {**before, "seq": 0, "headline": ""}
            assert any(map(wrong, desks)), "the desk says nothing"
            return str(error)
        desks.clear()


def full(folder: Path) -> None:
    """Fill a tmpfs repeatedly while people play."""
    mount("-t", "tmpfs", "-o", f"size={FULL_BYTES}", "tmpfs", str(folder))
    chance, path = random.Random(1), folder / "table.db"
    for number in range(ROUNDS):
        with running(path, pace=0) as house:
            assert wrong(house.desk) == [], wrong(house.desk)
            house.command("start", names=NAMES, lead=0)
            scene = chance.randint(1, 4)
            People(house, seed=number).play(until=past(scene))
            fill(folder / "filler", chance)
            told = refused(house)
            (folder / "filler").unlink()
            until(lambda: wrong(house.desk) == [], PATIENCE)  # without any action
            house.command("start", names=NAMES, lead=1)
            before = house.desk
        with running(path, pace=0) as house:
            assert wrong(house.desk) == [], wrong(house.desk)
            assert house.desk["hands"] == before["hands"] and house.table.game == before["board"]["table"]["game"]
        for file in folder.iterdir():
            file.unlink()
    print(f"{ROUNDS} times a full disk ({told})")


def fill(file: Path, chance: random.Random) -> None:
    """Use up all space, to the last byte or nearly."""
    left = chance.choice((0, 0, 4096, 20_000))
    with file.open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError as error:
            assert error.errno == errno.ENOSPC
        filler.truncate(max(0, filler.tell() - left))


def read_only(folder: Path) -> None:
    """Make an ext4 read-only below the open journal, as the kernel does when a card fails."""
    image, place = folder / "image", folder / "disk"
    place.mkdir()
    path = place / "table.db"
    for number in range(ROUNDS):
        with image.open("wb") as file:
            file.truncate(IMAGE_BYTES)
        subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
        mount("-o", "loop", str(image), str(place))
        with running(path, pace=0) as house:
            house.command("start", names=NAMES, lead=0)
            People(house, seed=number).play(until=past(number % 4 + 1))
            mount("-o", "remount,abort", str(place))
            with pytest.raises(OSError, match="Read-only"):
                (place / "probe").touch()
            before = house.desk
            told = refused(house)
            assert "its disk is read-only" in told, told
        subprocess.run(["umount", str(place)], check=True)
        mount("-o", "loop", str(image), str(place))
        with running(path, pace=0) as house:
            assert wrong(house.desk) == [], wrong(house.desk)
            for key in ("hands", "zones", "decision", "undo_text"):
                assert house.desk[key] == before[key], key
            house.command("start", names=NAMES, lead=1)
        subprocess.run(["umount", str(place)], check=True)
    print(f"{ROUNDS} times a read-only one ({told})")


@pytest.mark.timeout(0)
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount; the limits of the short form are tried")
def test_full_and_read_only_disks_lose_nothing_and_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for what in DISKS:
        folder = tmp_path / what
        folder.mkdir()
        command = ["unshare", "--mount", sys.executable, __file__, what, str(folder)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        told.append(ended.stdout.strip())
    with capsys.disabled():
        print(f"promise short-of-all: {', '.join(told)}: nothing lost, told at the desk")


DISKS: dict[str, Callable[[Path], None]] = {"full": full, "read-only": read_only}

if __name__ == "__main__":
    DISKS[sys.argv[1]](Path(sys.argv[2]))
