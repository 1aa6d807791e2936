"""A backup holds the whole table: made, restored on a new card, refused if damaged, and made each night."""

from __future__ import annotations

import base64
import json
import os
import random
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.core.i18n import speak
from companion.journal import (
    BUILT,
    Journal,
    JournalError,
    back_up,
    copies_in,
    finish_beside,
    last_backup,
    note_failed,
    note_made,
)
from cuelight.__main__ import main
from cuelight.app.access.keeper import SUFFIX, AccessControl
from cuelight.app.devices.tags import note_name
from cuelight.app.shop import counts as shop_counts
from cuelight.app.shop import settings as shop_settings
from cuelight.commands.journal import parts_of
from cuelight.doctor import look
from cuelight.doctor.finding import Result, System
from hardware.table_file import load as table_file
from tests.app.test_own_decks import own_deck
from tests.support import ROOT
from tests.support.running_table import running
from tests.support.small_disk import small_disk
from tests.system.test_deb import typed

SCRIPT = ROOT / "systemd" / "debian" / "backup"
TABLE = 'kind = "seats"\nseats = 2\n\n[[reader]]\nzone = "seat1.play"\nbackend = "nfcpy"\ndevice = "/dev/ttyUSB7"\n'
DAY = 24 * 3600.0


def run(path: Path, *arguments: str) -> int:
    return main(["journal", "--journal", str(path), *arguments])


def fill(path: Path, megabytes: int = 0) -> None:
    """Make a journal of one game, with `megabytes` of incompressible records."""
    chance = random.Random(5)
    with closing(Journal.open(path)) as journal:
        journal.begin_game({"names": ["Ann", "Ben"], "edition": "2024", "deck": "stand-in", "seed": 1}, BUILT)
        for _ in range(megabytes * 2):
            journal.append("note", base64.b85encode(chance.randbytes(390_000)).decode(), BUILT)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return the journal of a shop's table, with all files that the table keeps beside it."""
    path = tmp_path / "old" / "table.db"
    with running(path, pace=0) as house:
        house.command("deck", text=own_deck())
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
    AccessControl(path, lambda: BUILT, lambda: None).reset(lambda _pin: None)
    path.with_name("table.toml").write_text(TABLE, encoding="utf-8")
    path.with_name("shop.toml").write_text("demo = true\nidle_minutes = 7\n", encoding="utf-8")
    path.with_name("shop-counts.csv").write_text("day,begun,finished,minutes\n2026-11-22,3,2,61.0\n", encoding="utf-8")
    with closing(Journal.open(path)) as journal:
        note_name(journal, "04C0FFEE", "I.7", BUILT)
    return path


@pytest.fixture
def copy(table: Path, tmp_path: Path) -> Path:
    """Return a backup of that table."""
    target = tmp_path / "copy.zip"
    assert run(table, "backup", str(target)) == 0
    return target


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def kept(path: Path) -> dict[str, bytes]:
    """Return the files of a table as they are on the disk; for the journal, its records."""
    found = {name: file.read_bytes() for name, file in parts_of(path).items() if file.exists()}
    with closing(Journal.reading(path)) as journal:
        records = [record for game in (0, *journal.ids()) for record in journal.records(game)]
    return found | {"records": repr(records).encode()}


def test_a_copy_is_the_whole_table_and_brings_a_new_card_back_to_it(
    table: Path, copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with zipfile.ZipFile(copy) as archive:  # as a person would open it
        names = {"table.db", "table.db.doors", "table.toml", "shop.toml", "shop-counts.csv", "about.json"}
        assert set(archive.namelist()) == names
        assert archive.read("table.toml").decode() == TABLE
    new = tmp_path / "new" / "table.db"
    assert run(new, "restore", str(copy)) == 0
    assert kept(new) == kept(table)
    assert {stat.S_IMODE(file.stat().st_mode) for file in new.parent.iterdir()} == {0o600}
    said = capsys.readouterr().out
    assert "table.toml, shop.toml, shop-counts.csv and the PIN and the seats' keys" in said and "1 game now" in said
    with running(new) as house:
        assert "our-copy" in [deck["id"] for deck in house.table.ask("decks", {})["decks"]]
        assert [seat["name"] for seat in house.board["seats"]] == ["Ann", "Ben", "Cal"]


def test_what_a_table_keeps_beside_its_journal_is_in_a_copy_under_its_own_name() -> None:
    beside = parts_of(Path("/somewhere/club.db"))
    assert {name: str(file) for name, file in beside.items()} == {
        table_file.NAME: "/somewhere/table.toml",
        shop_settings.NAME: "/somewhere/shop.toml",
        shop_counts.NAME: "/somewhere/shop-counts.csv",
        "network.toml": "/somewhere/network.toml",
        f"table.db{SUFFIX}": f"/somewhere/club.db{SUFFIX}",
    }


def test_a_restore_replaces_nothing_without_keeping_it_under_another_name(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, copy = tmp_path / "other" / "table.db", tmp_path / "plain.zip"
    fill(other)
    other.with_name("table.toml").write_text(TABLE.replace("USB7", "USB8"), encoding="utf-8")
    assert run(other, "backup", str(copy)) == 0
    before = kept(table)
    for number in (1, 2):
        assert run(table, "restore", str(copy)) == 0
        said = capsys.readouterr().out
        names = [f"table.db.damaged-{number}", f"table.toml.before-{number}"]
        if number == 1:  # the second time, things that are not in the backup are gone already
            names += ["shop.toml.before-1", "shop-counts.csv.before-1", "table.db.doors.before-1"]
        assert all(name in said and table.with_name(name).exists() for name in names)
    assert kept(table) == kept(other)
    assert table.with_name("shop.toml.before-1").read_bytes() == before["shop.toml"]
    assert table.with_name("table.toml.before-1").read_bytes() == before["table.toml"]
    assert "Not in this copy, as its table had none" in said


def test_a_copy_of_a_journal_alone_is_restored_and_leaves_the_rest_as_it_is(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, old = tmp_path / "other" / "table.db", tmp_path / "table-2026-11-20T050000.db"
    fill(other)
    back_up(other, old)
    before = kept(table)
    assert run(table, "restore", str(old)) == 0
    assert kept(table) == before | {"records": kept(other)["records"]}
    assert "table.toml, shop.toml and the PIN are as they were" in capsys.readouterr().out


# --- refused backups


def repacked(copy: Path, change: Callable[[dict[str, Any]], None], **info: Any) -> None:
    """Repack a backup after a change of its files, by name, with other attributes on each."""
    with zipfile.ZipFile(copy) as archive:
        content: dict[str, Any] = {name: archive.read(name) for name in archive.namelist()}
    change(content)
    with zipfile.ZipFile(copy, "w") as archive:
        for name, text in content.items():
            entry = zipfile.ZipInfo(name)
            for key, value in info.items():
                setattr(entry, key, value)
            archive.writestr(entry, text)


def told(copy: Path, **changed: Any) -> None:
    def change(content: dict[str, Any]) -> None:
        content["about.json"] = json.dumps(json.loads(content["about.json"]) | changed)

    repacked(copy, change)


def cut(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size * 2 // 3])


def flip(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[len(content) // 3] ^= 0x10
    copy.write_bytes(content)


def twice(copy: Path) -> None:
    with zipfile.ZipFile(copy, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("table.toml", TABLE)


def huge(copy: Path) -> None:
    """Make a backup whose list claims a file larger than any disk."""
    content = copy.read_bytes()
    at = content.index(b"PK\x01\x02")
    copy.write_bytes(content[: at + 24] + (0xFFFFFFF0).to_bytes(4, "little") + content[at + 28 :])


def bomb(copy: Path) -> None:
    with zipfile.ZipFile(copy, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("shop.toml.2", b"0" * 30_000_000)


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut short": (cut, "is damaged"),
    "a bit is another one": (flip, "is damaged"),
    "empty": (lambda copy: copy.write_bytes(b""), "no journal of Cuelight"),
    "a text": (lambda copy: copy.write_text("hello"), "no journal of Cuelight"),
    "another zip file": (lambda copy: repacked(copy, dict.clear), "no journal of Cuelight"),
    "another program's": (
        lambda copy: repacked(copy, lambda all: all.pop("about.json")),
        "no copy of a Cuelight table",
    ),
    "out of its folder": (lambda copy: repacked(copy, lambda all: all.update({"../x": "x"})), "'../x'"),
    "anywhere": (lambda copy: repacked(copy, lambda all: all.update({"/etc/cuelight/x": "x"})), "'/etc/cuelight/x'"),
    "a link": (lambda copy: repacked(copy, lambda all: None, external_attr=0o120777 << 16), "another program"),
    "a strange packing": (
        lambda copy: repacked(copy, lambda all: None, compress_type=zipfile.ZIP_LZMA),
        "another program",
    ),
    "a name twice": (twice, "no copy of a Cuelight table"),
    "a changed file": (
        lambda copy: repacked(copy, lambda all: all.update({"table.toml": TABLE[::-1]})),
        "table.toml in",
    ),
    "a missing file": (lambda copy: repacked(copy, lambda all: all.pop("shop.toml")), "is missing"),
    "a journal that is none": (lambda copy: repacked(copy, lambda all: all.update({"table.db": b"x"})), "another size"),
    "larger than it says": (huge, "of another size"),
    "a small file that is huge": (bomb, "no copy of a Cuelight table"),
    "a newer form": (lambda copy: told(copy, form=2), "made by a newer Cuelight"),
    "a list that is none": (lambda copy: told(copy, files=[1]), "is damaged"),
    "a form that is none": (lambda copy: told(copy, form="x"), "is damaged"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_copy_that_is_not_intact_is_refused_in_words_and_changes_nothing(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    spoil, words = BAD[what]
    spoil(copy)
    other = tmp_path / "other" / "table.db"
    fill(other)
    other.with_name("table.toml").write_text(TABLE, encoding="utf-8")
    before = files(other.parent)
    assert run(other, "restore", str(copy)) == 2
    said = capsys.readouterr().err
    assert words in said and "Traceback" not in said
    after = files(other.parent)
    assert {**after, "table.db.lock": b""} == {**before, "table.db.lock": b""}


def test_a_made_up_journal_takes_no_memory(tmp_path: Path) -> None:
    """A page that names itself as the next page of a record of 2^40 bytes."""
    page, record = bytearray(4096), bytearray(4096)
    page[:16], page[16:18] = b"SQLite format 3\0", (4096).to_bytes(2, "big")
    record[0], record[3:5], record[8:10] = 0x0D, (1).to_bytes(2, "big"), (100).to_bytes(2, "big")
    cell = bytes([0x81] + [0x80] * 4 + [0x00]) + b"\1"
    record[100 : 100 + len(cell)] = cell
    for at in range(100 + len(cell), 4093):
        record[at : at + 4] = (2).to_bytes(4, "big")
    made_up = tmp_path / "made-up.db"
    made_up.write_bytes(bytes(page) + bytes(record) + (2).to_bytes(4, "big") + bytes(4092))
    limited = f"ulimit -v 900000; exec {sys.executable} -m cuelight journal --journal {tmp_path}/t.db restore {made_up}"
    ended = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2 and "Traceback" not in ended.stderr, ended.stderr


def test_a_copy_that_needs_more_room_than_there_is_changes_nothing(
    disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large, path = tmp_path / "large" / "table.db", disk / "table.db"
    fill(large, megabytes=26)
    fill(path)
    before = kept(path)
    assert run(large, "backup", str(tmp_path / "copy.zip")) == 0
    assert run(path, "restore", str(tmp_path / "copy.zip")) == 2
    assert "MB are free here. Make room first" in capsys.readouterr().err
    assert run(large, "backup", str(disk / "copy.zip")) == 2
    assert "there is no space left for it" in capsys.readouterr().err
    assert kept(path) == before and not [name for name in os.listdir(disk) if "copy" in name or "restor" in name]


# --- interrupted restores


class PowerCut(BaseException):
    """Nothing is done from here on."""


@contextmanager
def power_for(monkeypatch: pytest.MonkeyPatch, steps: int) -> Iterator[list[str]]:
    """Cut the power before the next change of names on the disk, after `steps` of them."""
    done: list[str] = []
    with monkeypatch.context() as patched:
        for name in ("rename", "replace", "unlink", "rmdir", "mkdir"):
            real = getattr(os, name)

            def step(*arguments: Any, real: Any = real, name: str = name, **more: Any) -> Any:
                if len(done) >= steps:
                    raise PowerCut
                done.append(name)
                return real(*arguments, **more)

            patched.setattr(os, name, step)
        yield done


def test_a_restore_that_a_power_cut_ends_leaves_the_old_table_or_the_new_one(
    table: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = kept(table)
    seen, steps = set(), 0
    while True:
        path = tmp_path / str(steps) / "table.db"
        fill(path)
        path.with_name("table.toml").write_text("other", encoding="utf-8")
        old = kept(path)
        ended = False
        with power_for(monkeypatch, steps):
            try:
                assert run(path, "restore", str(copy)) == 0
                ended = True
            except PowerCut:
                pass
        finish_beside(path)  # as `cuelight run` before it reads the table file
        after_start = path.with_name("table.toml").read_bytes()
        Journal.open(path).close()
        found = kept(path)
        assert found in (old, new)
        assert after_start == found["table.toml"]
        assert not list(path.parent.glob("*.restored-*"))
        if found == new:
            assert path.with_name("table.toml.before-1").read_bytes() == b"other"
        seen.add(found == new)
        if ended:
            break
        steps += 1
    assert seen == {True, False} and steps > 10


def test_files_that_only_look_like_a_restore_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    fill(path)
    before = kept(path)
    for name in ("table.db.salvaged-x", "table.db.salvaged-1", "table.db.salvaged-"):
        path.with_name(name).write_text("by somebody", encoding="utf-8")
    with closing(Journal.open(path)) as journal:
        assert journal.notices == ["table.db.salvaged-1 is no whole journal, and was left as it is."]
    assert kept(path) == before and path.with_name("table.db.salvaged-1").exists()


# --- each night


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 24 MB."""
    with small_disk(tmp_path / "disk", 24) as folder:
        yield folder


CLOCKS = {"1970": 1e8, "2026": BUILT + DAY, "2099": 4e9}
PROGRAM = """#!{python}
import sys, time
time.time, time.strftime = lambda: {now}, lambda *_: "{date}"
from cuelight.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def night(state: Path, date: str = "2026-11-28") -> subprocess.CompletedProcess[str]:
    """Run the package's script for a table with this folder, on a machine with this date."""
    programs = state.parent / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "date").write_text(f"#!/bin/sh\necho {date}T050000\n", encoding="utf-8")
    program = PROGRAM.format(python=sys.executable, now=CLOCKS[date[:4]], date=date)
    (programs / "cuelight").write_text(program, encoding="utf-8")
    for file in programs.iterdir():
        file.chmod(0o755)
    script = SCRIPT.read_text(encoding="utf-8").replace("/var/lib/cuelight", str(state))
    script = script.replace("/opt/cuelight/current/bin/cuelight", str(programs / "cuelight"))
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
    return subprocess.run(["sh", "-c", script], env=environment, capture_output=True, text=True)


def games_of(copy: Path, folder: Path) -> int:
    path = folder / f"of-{copy.name}" / "table.db"
    assert run(path, "restore", str(copy)) == 0
    with closing(Journal.reading(path)) as journal:
        found = len(journal.ids())
    shutil.rmtree(path.parent)
    return found


def test_old_copies_go_before_the_disk_is_full_and_the_newest_never_whatever_the_clock_says(
    disk: Path, tmp_path: Path
) -> None:
    state = disk / "state"
    fill(state / "table.db", megabytes=4)
    (state / "backups").mkdir()
    old = state / "backups" / "table-2026-11-01T050000.db"
    back_up(state / "table.db", old)
    old.with_suffix(".toml").write_text(TABLE, encoding="utf-8")
    made: list[str] = []
    for date in ("2026-11-28", "1970-01-01", "2099-01-01", "1970-01-02", "2026-11-29"):
        with closing(Journal.open(state / "table.db")) as journal:
            journal.begin_game({"names": ["Ann", "Ben"]}, BUILT)
        ended = night(state, date)
        assert ended.returncode == 0, ended.stderr
        there = copies_in(state / "backups")
        newest = there[-1]
        made.append(newest.name)
        assert shutil.disk_usage(disk).free >= 24_000_000 // 20
        assert len(there) >= 2
        assert last_backup(state / "table.db").file == newest
    assert games_of(newest, tmp_path) == 6
    assert made == sorted(set(made)) and len(made) == 5
    assert not old.exists() and not old.with_suffix(".toml").exists()
    assert [each.name for each in there] == made[-len(there) :]
    assert not [name for name in os.listdir(state / "backups") if ".part" in name]


def test_without_room_no_copy_is_made_the_newest_good_one_stays_and_the_desk_says_so(disk: Path) -> None:
    state = disk / "state"
    fill(state / "table.db", megabytes=3)
    assert night(state).returncode == 0
    (good,) = copies_in(state / "backups")
    bad = good.with_name("table-000002-2026-11-28.zip")
    bad.write_bytes(good.read_bytes()[:-1000])  # newer, and not a valid backup
    with (state / "film").open("wb") as film:
        film.write(bytes(shutil.disk_usage(disk).free - 1_500_000))
    before = (state / "table.db").read_bytes()
    ended = night(state)
    assert ended.returncode == 2 and "there is no room for one" in ended.stderr and "Traceback" not in ended.stderr
    assert good in copies_in(state / "backups") and (state / "table.db").read_bytes() == before
    found = last_backup(state / "table.db")
    assert found.file == good
    assert "1 day ago" in found.text(BUILT + 2 * DAY) and "No room for a new one: it needs" in found.text(BUILT + DAY)
    with running(state / "table.db", wall=lambda: BUILT + 4 * DAY) as house:
        (notice,) = [each for each in house.desk["notices"] if "backup" in each]
        assert notice.startswith(f"Last backup: 3 days ago, in {good}. No room for a new one: it needs ")
        assert house.desk["backup"]["text"] == notice
        house.command("language", language="de")
        for told in (house.desk["backup"]["text"], house.desk["notices"][-1]):
            assert "Letzte Sicherung: vor 3 Tagen" in told and "Kein Platz für eine neue" in told
    (state / "film").unlink()
    assert night(state).returncode == 0
    assert last_backup(state / "table.db").trouble == ""


def test_fourteen_copies_are_kept_and_what_a_power_cut_left_goes(tmp_path: Path) -> None:
    path, folder = tmp_path / "table.db", tmp_path / "backups"
    fill(path)
    folder.mkdir()
    (folder / "table-000001-1970-01-01.zip.part").write_text("half")
    (folder / "mine.zip").write_text("somebody's own")
    for _ in range(16):
        assert run(path, "nightly", str(folder)) == 0
    names = sorted(os.listdir(folder))
    assert [int(name[6:12]) for name in names[1:]] == list(range(3, 17)) and names[0] == "mine.zip"


def test_desk_status_and_doctor_say_when_and_where_the_last_good_copy_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "table.db", tmp_path / "stick" / "copy.zip"
    copy.parent.mkdir()
    fill(path)

    def finding() -> tuple[Result, str]:
        (found,) = [each for each in look(System(data=tmp_path), None) if each.check == "backup"]
        return found.result, found.what

    assert finding() == (Result.REMARK, "No backup has been made yet.")
    with running(path) as house:
        assert house.desk["backup"]["text"] == "No backup has been made yet."
        assert run(path, "backup", str(copy)) == 0
        assert finding()[0] is Result.WELL and finding()[1].startswith("Last backup: today, ")
        house.table.look_at_update()
        house.catch_up()
        assert str(copy) in house.desk["backup"]["text"] and house.desk["backup"]["file"] == str(copy)
        assert not [each for each in house.desk["notices"] if "backup" in each]
    note_failed(path, JournalError("the stick was pulled"), BUILT)
    assert finding()[0] is Result.WRONG and "A new one could not be made: the stick was pulled" in finding()[1]
    assert str(copy) in finding()[1]


def test_a_copy_that_an_older_cuelight_made_is_told_without_reading_it(tmp_path: Path) -> None:
    path, old = tmp_path / "table.db", tmp_path / "backups" / "table-2026-11-20T050000.db"
    old.parent.mkdir()
    with old.open("wb") as file:
        file.truncate(10**12)  # a sparse file that takes no space on the disk
    os.utime(old, (BUILT + DAY, BUILT + DAY))
    assert last_backup(path).text(BUILT + 4 * DAY) == f"Last backup: 3 days ago, in {old}."
    old.with_name("table-000001-2026-11-21.zip").write_bytes(b"PK\3\4 cut short")
    assert last_backup(path).file == old


@pytest.mark.parametrize("at", [0.0, 1e9, 9e9])
def test_a_copy_of_which_the_clock_was_wrong_is_told_as_one(tmp_path: Path, at: float) -> None:
    path = tmp_path / "table.db"
    note_made(path, tmp_path / "copy.zip", at)
    assert last_backup(path).text(BUILT + DAY) == f"Last backup: {tmp_path}/copy.zip, made while the clock was wrong."
    speak("de")
    assert "Uhr falsch" in last_backup(path).text(BUILT + DAY)


@pytest.mark.parametrize(
    "noted",
    [
        '{"made": {"at": NaN, "file": "/media/copy.zip"}}',
        '{"made": {"at": 1e999, "file": "/media/copy.zip"}}',
        '{"trouble": {"needed": 1e999, "free": 1}}',
    ],
)
def test_a_note_that_no_table_wrote_is_none(tmp_path: Path, noted: str) -> None:
    path = tmp_path / "table.db"
    path.with_name("table.db.backup.json").write_text(noted, encoding="utf-8")
    with running(path) as house:
        assert house.desk["backup"] == {
            "at": None,
            "file": None,
            "trouble": None,
            "text": "No backup has been made yet.",
        }


# --- a journal behind a symbolic link


def test_a_table_that_is_known_by_a_link_keeps_and_copies_everything_beside_its_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links, copy = tmp_path / "links", tmp_path / "copy.zip"
    for name in ("old", "new", "links"):
        (tmp_path / name).mkdir()
    (links / "club.db").symlink_to(Path("..") / "old" / "table.db")
    (links / "new.db").symlink_to(Path("..") / "new" / "table.db")
    monkeypatch.chdir(links)
    old, new = Path("club.db"), Path("new.db")
    with running(old, pace=0) as house:
        house.command("shop", demo=True, idle_minutes=7)
        house.command("start", names=["Ann", "Ben"], lead=0)
    AccessControl(old, lambda: BUILT, lambda: None).reset(lambda _pin: None)
    assert sorted(each.name for each in links.iterdir()) == ["club.db", "new.db"]
    assert run(old, "backup", str(copy)) == 0
    with zipfile.ZipFile(copy) as archive:
        assert {"table.db", "table.db.doors", "shop.toml", "shop-counts.csv"} < {*archive.namelist()}
    assert run(new, "restore", str(copy)) == 0
    assert new.is_symlink() and kept(tmp_path / "new" / "table.db") == kept(tmp_path / "old" / "table.db")
    with running(new) as house:
        assert house.table.ask("shop-now", {})["settings"]["idle_minutes"] == 7


# --- at the console of an installed table


COPYING = 'shift; [ "$1" != backup ] || { head -c 3000000 /dev/urandom >"$2"; echo made; }; echo "$*" >>"$HERE/asked"'
"""The program, of which a copy has 3 MB."""


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("full", "No space left on device"),
        ("read-only", "Read-only file system"),
        ("pulled", "No such file or directory"),
    ],
)
def test_a_stick_that_takes_no_copy_is_told_and_nothing_on_it_looks_like_one(
    tmp_path: Path, way: str, reason: str
) -> None:
    with small_disk(tmp_path / "usb", 1 if way == "full" else 8) as stick:
        if way == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", str(stick)], check=True)
        target = stick / ("gone" if way == "pulled" else "") / "table.zip"
        ended = back_up_at_the_console(tmp_path, target)
        assert ended.returncode == 1 and os.listdir(stick) == []
        assert ended.stderr.startswith(f"cuelight: {target} could not be written ({reason}).")
        assert "full, read-only or was pulled" in ended.stderr and "It is at" not in ended.stdout
        assert "noted" not in (tmp_path / "asked").read_text(encoding="utf-8")


def test_a_copy_on_a_stick_is_noted_with_its_place_and_no_other_is_written_over(tmp_path: Path) -> None:
    with small_disk(tmp_path / "usb", 8) as stick:
        target = stick / "table.zip"
        assert back_up_at_the_console(tmp_path, target).returncode == 0
        assert (target.stat().st_size, os.listdir(stick)) == (3_000_000, ["table.zip"])
        assert f"noted {target}" in (tmp_path / "asked").read_text(encoding="utf-8")
        before = target.read_bytes()
        ended = back_up_at_the_console(tmp_path, target)
        assert ended.returncode == 2 and "is there already" in ended.stderr and target.read_bytes() == before


def back_up_at_the_console(folder: Path, target: Path) -> subprocess.CompletedProcess[str]:
    real = {"sync": 'exec /bin/sync "$@"', "install": "exit 1"}  # a memory stick has no file owners
    ended, _done = typed(folder, "debian/cuelight", "journal", "backup", str(target), program=COPYING, **real)
    assert not list((folder / "run").iterdir())
    return ended


# --- an update that is rolled back


SYSTEMCTL = """case "$*" in
"stop cuelight.service") [ -e "$HERE/started" ] || exit 0 ;;
"start cuelight.service")
    [ ! -e "$HERE/started" ] || exit 0
    cp "$HERE/newer.db" "$HERE/state/table.db"
    touch "$HERE/started"
    exit 1
    ;;
esac"""
CUT = """[ ! -e "$HERE/started" ] || echo . >>"$HERE/steps"
[ "$(cat "$HERE/steps" 2>/dev/null | wc -l)" -le {steps} ] || {{ kill -KILL "$PPID"; exit 1; }}
exec /bin/{name} "$@"
"""


def change_to(folder: Path, steps: int) -> subprocess.CompletedProcess[str]:
    """Install a new version that does not start; the power fails after `steps` steps of the rollback."""
    state, programs = folder / "state", folder / "bin"
    programs.mkdir(parents=True)
    fill(state / "table.db")
    state.joinpath("shop.toml").write_text("demo = true", encoding="utf-8")
    fill(folder / "newer.db")
    with closing(Journal.open(folder / "newer.db")) as journal:
        journal.begin_game({"names": ["of the new version"]}, BUILT)
    for version in ("old", "new"):
        (folder / "opt" / version / "bin").mkdir(parents=True)
        (folder / "opt" / version / "bin" / "python").symlink_to(sys.executable)
        program = folder / "opt" / version / "bin" / "cuelight"
        program.write_text(
            '#!/bin/sh\ncase $1 in journal) for file; do :; done; cp "$HERE/table.zip" "$file" ;;\n'
            'run) trap "exit 0" TERM; echo " Open http"; while :; do sleep 0.1; done ;; esac\n'
        )
        program.chmod(0o755)
    (folder / "opt" / "current").symlink_to("old")
    assert run(state / "table.db", "backup", str(folder / "table.zip")) == 0
    stubs = {
        "setpriv": '#!/bin/sh\nshift 3; exec "$@"\n',
        "chown": "#!/bin/sh\n",
        "systemctl": f"#!/bin/sh\n{SYSTEMCTL}\n",
    }
    stubs |= {name: f"#!/bin/sh\n{CUT.format(steps=steps, name=name)}" for name in ("cp", "mv", "sync")}
    for name, text in stubs.items():
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    script = (SCRIPT.parent / "change-to").read_text(encoding="utf-8")
    for path, instead in (("/opt/cuelight", "opt"), ("/var/lib/cuelight", "state"), ("/run/systemd/system", "bin")):
        script = script.replace(path, str(folder / instead))
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "HERE": str(folder)}
    return subprocess.run(["sh", "-c", script, "change-to", "new"], env=environment, capture_output=True, text=True)


def test_an_update_that_goes_back_loses_no_game_wherever_the_power_goes(tmp_path: Path) -> None:
    seen, steps = set(), 0
    while True:
        folder = tmp_path / str(steps)
        ended = change_to(folder, steps)
        state = folder / "state"
        with closing(Journal.open(state / "table.db")) as journal:
            assert journal.ids()[0] == 1
            seen.add(len(journal.ids()))
            assert not [notice for notice in journal.notices if "gone" in notice or "damaged:" in notice]
        assert state.joinpath("shop.toml").read_text(encoding="utf-8") == "demo = true"
        if ended.returncode == 1 and "with the data as they were" in ended.stderr:
            break
        steps += 1
        assert steps < 20, ended.stderr
    assert seen == {1, 2} and steps > 2 and len(journal.ids()) == 1
