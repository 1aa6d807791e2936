"""Parsers of the commands for a table's devices: setup, emulate, doctor, status, journal, tags, box, mat."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.core.errors import CuelightError
from companion.core.places import SEATS
from companion.games import game_ids
from cuelight.emulate import MOST_READERS

if TYPE_CHECKING:
    from hardware.table_file.load import TableFile


class MissingLibrary(CuelightError, ImportError):
    """The command needs a library from an optional extra."""


class NoReader(CuelightError, LookupError):
    """The command needs a separate reader, and the table has none."""


def _with_nfcpy(module: str) -> Any:
    """Import a module of this project that needs nfcpy. Raises MissingLibrary."""
    try:
        return import_module(module)
    except ImportError as error:
        what = f"readers need nfcpy ({error}); `pip install '.[pi]'` brings it, and `cuelight doctor` says more"
        raise MissingLibrary(what) from error


def add_setup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight setup`: find out which seat each reader, lamp and button belongs to."""
    parser = commands.add_parser(
        "setup",
        help="find readers, lamps and buttons, and write table.toml",
        description="Find readers, lamps and buttons. Each reader is touched with a card and each button pressed; "
        "nobody types the name of a port.",
    )
    parser.add_argument("--table", metavar="FILE", help="the file to write (default: table.toml in the user's data)")
    parser.add_argument("--journal", metavar="FILE", help="of the table that runs (default: that of `cuelight run`)")
    parser.set_defaults(run=setup)


def setup(arguments: argparse.Namespace) -> int:
    """Run `cuelight setup`."""
    from pathlib import Path

    from cuelight.commands.box import print_line, typed
    from cuelight.commands.setup import desk_at
    from cuelight.commands.setup import setup as set_up
    from cuelight.terminal.paths import default_table, journal_at, need_room

    need_room()
    journal = journal_at(arguments.journal)
    table_file = Path(arguments.table) if arguments.table else None
    with desk_at(journal, table_file, default_table()) as desk:
        return set_up(desk, typed(), print_line)


def add_emulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight emulate`: emulated parts for trying everything without hardware."""
    parser = commands.add_parser(
        "emulate",
        help="emulate readers and a mat, to try everything without hardware",
        description="Set a desk up with emulated readers, or a mat, on a page of its own: cards to lay, buttons to "
        "press, plugs to pull. It prints the paths of its ports; `cuelight setup` finds them as it finds real ones.",
    )
    parser.add_argument(
        "--readers",
        type=int,
        choices=range(MOST_READERS + 1),
        metavar="N",
        help=f"how many readers, 0 to {MOST_READERS} (default 3)",
    )
    parser.add_argument("--mat", action="store_true", help="a mat as well; without --readers the mat alone")
    parser.add_argument("--port", type=int, default=8010, metavar="N", help="of its page (default 8010)")
    parser.set_defaults(run=emulate)


def emulate(arguments: argparse.Namespace) -> int:
    """Run `cuelight emulate`."""
    from cuelight.commands.emulate import emulate as keep_desk
    from cuelight.terminal.paths import EMULATED, default_journal, need_room

    need_room()
    readers = arguments.readers if arguments.readers is not None else 0 if arguments.mat else 3
    try:
        return keep_desk(default_journal(EMULATED), readers, arguments.mat, arguments.port)
    except ModuleNotFoundError as error:
        if error.name != "serial":
            raise
        raise MissingLibrary("a mat needs pyserial: in Cuelight's folder `pip install '.[serial]'`") from error


def add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight doctor`: checks of machine and devices."""
    parser = commands.add_parser(
        "doctor",
        help="check the table's devices, and show what to do",
        description="Check this machine and the table's devices: each result, what it means, and the next step.",
        epilog="exit status: 0 when nothing is wrong; 1 when something is.",
    )
    parser.add_argument("--table", metavar="FILE", help="the table file (default: table.toml in the user's data)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.add_argument("--ask", action="store_true", help="also try each lamp and button with you")
    parser.add_argument(
        "--bundle", metavar="FILE.zip", help="write the data for a problem report to a file, without secrets"
    )
    parser.add_argument(
        "--record", metavar="FILE", help="write each poll of the readers to a file, for cuelight script"
    )
    parser.add_argument("--seconds", type=float, default=60.0, metavar="N", help="how long to record (default 60)")
    parser.set_defaults(run=doctor)


def doctor(arguments: argparse.Namespace) -> int:
    """Run `cuelight doctor`."""
    from pathlib import Path

    from cuelight.commands.doctor import doctor as examine
    from cuelight.terminal.ask import Terminal
    from cuelight.terminal.paths import default_table

    table = Path(arguments.table) if arguments.table else default_table()
    if arguments.record:
        from cuelight.commands.record_polls import record_command

        return record_command(table, Path(arguments.record), arguments.seconds)
    bundle = Path(arguments.bundle) if arguments.bundle else None
    person = Terminal() if arguments.ask else None
    return examine(table, as_json=arguments.json, bundle=bundle, person=person)


def add_status(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight status`: the addresses of the running table."""
    parser = commands.add_parser(
        "status",
        help="print the address of the running table, its PIN, and the connected ports",
        description="Print the address of the running table, its first PIN, and the connected ports.",
        epilog="exit status: 0 when a table runs; 1 when none does.",
    )
    parser.add_argument("--journal", metavar="FILE", help="of the table (default: that of `cuelight run`)")
    parser.set_defaults(run=status)


def status(arguments: argparse.Namespace) -> int:
    """Run `cuelight status`."""
    from cuelight.commands.status import status as tell
    from cuelight.terminal.paths import journal_at

    return tell(journal_at(arguments.journal))


def add_journal(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight journal`: played games, backups, and deleting."""
    parser = commands.add_parser(
        "journal",
        help="list, export or delete games, and back up the journal",
        description="Maintain a table's journal. Stop the table only for forget and restore.",
    )
    parser.add_argument("--journal", metavar="FILE", help="the journal (default: that of `cuelight run`)")
    ways = parser.add_subparsers(title="ways", metavar="WAY", required=True)
    ways.add_parser("show", help="print the games, and the size of the journal")
    ways.add_parser("check", help="compare the journal with its checksums")
    exporting = ways.add_parser("export", help="write a game to a file, one record per line")
    exporting.add_argument("game", type=int, metavar="GAME", help="its number, as show prints it")
    exporting.add_argument("file", metavar="FILE", help="a new file")
    forgetting = ways.add_parser("forget", help="delete games from the journal for ever")
    forgetting.add_argument("games", type=int, nargs="*", metavar="GAME", help="their numbers, as show prints them")
    forgetting.add_argument("--player", metavar="NAME", help="every game of this player")
    telling = ways.add_parser("history", help="print the result of every game, and the statistics of all players")
    telling.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    keeping = ways.add_parser("keep", help="write a game, without hidden information, to a file")
    keeping.add_argument("game", metavar="GAME", help="its number, as show prints it, or all")
    keeping.add_argument(
        "file", metavar="FILE", help="a new file; its suffix selects the format: .html, .csv, .json or .bgsplay"
    )
    for way, words in (
        ("backup", "copy the whole table to a new file"),
        ("restore", "put the table of a copy in place"),
    ):
        copying = ways.add_parser(way, help=f"{words}; the copy is checked")
        copying.add_argument("file", metavar="FILE", help="the copy, such as table.zip")
    numbered = ways.add_parser("nightly", help="make the next numbered backup; old ones are deleted if space is short")
    numbered.add_argument("folder", metavar="FOLDER", help="the folder of the backups")
    noted = ways.add_parser("noted")  # for the package's wrapper: the final path of a backup
    noted.add_argument("file")
    for way, each in ways.choices.items():
        each.set_defaults(run=journal, way=way)


def journal(arguments: argparse.Namespace) -> int:
    """Run `cuelight journal`."""
    from cuelight.commands.journal import journal as look_after

    return look_after(arguments)


def add_tags(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight tags`: assign tags to cards."""
    parser = commands.add_parser(
        "tags",
        help="assign tags to cards; deck and tags as one file",
        description="Assign tags to cards. To assign tags or import a file, stop the table first.",
    )
    parser.add_argument("--journal", metavar="FILE", help="the table's journal (default: in the user's data)")
    ways = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    ways.add_parser("list", help="print every assigned tag")
    for way, words in (("export", "write the deck and its tags to a file"), ("import", "take over an exported deck")):
        file_parser = ways.add_parser(way, help=words)
        file_parser.add_argument("file", metavar="FILE.json")
        if way == "export":
            _add_edition(file_parser)
    enrol = ways.add_parser("enrol", help="tap one tag after the other and type its card")
    enrol.add_argument(
        "--walk", action="store_true", help="the whole box, card by card, with any reader, also while the table runs"
    )
    enrol.add_argument("--device", metavar="DEVICE", help="the reader (default: the table's first one)")
    enrol.add_argument("--deck", metavar="FILE", help="your own cards; the table saves them and plays with them")
    _add_edition(enrol)
    for way, each in ways.choices.items():
        each.set_defaults(run=tags, way=way)


def _add_edition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--edition", metavar="EDITION", help="the edition of the cards (default: that of the table's deck)"
    )
    parser.add_argument("--game", choices=game_ids(), help="the game of the cards (default: that of the table's deck)")


def tags(arguments: argparse.Namespace) -> int:
    """Run `cuelight tags`."""
    from pathlib import Path

    from cuelight.terminal.ask import ask_now, has_hung_up
    from cuelight.terminal.input_files import read_document, read_text
    from cuelight.terminal.paths import default_table, journal_at
    from hardware.table_file.load import read_table_file

    ways = _with_nfcpy("cuelight.commands.tags")
    journal = journal_at(arguments.journal)
    if arguments.way == "list":
        return int(ways.list_tags(journal))
    if arguments.way == "export":
        return int(ways.export_tags(journal, Path(arguments.file), edition=arguments.edition, game=arguments.game))
    if arguments.way == "import":
        return int(ways.import_tags(journal, read_document(arguments.file)))
    if arguments.walk:
        return _go_through(arguments, "walk_box")
    device = arguments.device or _first_reader(read_table_file(default_table()))
    deck = read_text(arguments.deck) if arguments.deck else None
    cards = {"deck": deck, "edition": arguments.edition, "game": arguments.game}
    asks = {"ask": ask_now, "by_person": sys.stdin.isatty(), "has_ended": has_hung_up}
    return int(ways.enrol(journal, device, say=print, **asks, **cards))


def add_box(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight box`: check whether a box is complete."""
    parser = commands.add_parser(
        "box",
        help="check a box with assigned tags: lay each card once",
        description="Check a box whose tags have names, also while the table runs: lay each card once on any reader. "
        "It says what is missing, what is there too often, and which tags are worn.",
        epilog="exit status: 0 when the box is whole; 1 when something is missing.",
    )
    parser.add_argument("--journal", metavar="FILE", help="of the table (default: that of `cuelight run`)")
    parser.add_argument("--device", metavar="DEVICE", help="the reader, where no table runs (default: the table's)")
    _add_edition(parser)
    parser.set_defaults(run=box)


def box(arguments: argparse.Namespace) -> int:
    """Run `cuelight box`."""
    return _go_through(arguments, "check_box")


def _go_through(arguments: argparse.Namespace, way: str) -> int:
    from cuelight.terminal.paths import default_table, journal_at
    from hardware.table_file.load import read_table_file

    box = import_module("cuelight.commands.box")
    journal = journal_at(arguments.journal)
    named = {key: value for key in ("game", "edition") if (value := getattr(arguments, key)) is not None}

    def table() -> TableFile:
        return box.one_reader(arguments.device) if arguments.device else read_table_file(default_table())

    return int(getattr(box, way)(journal, table, named))


def _first_reader(table: TableFile) -> str:
    """Return the device of the table's first reader. Raises NoReader if the table has only a mat."""
    if not table.readers:
        raise NoReader(
            "a mat's readers do not name tags one by one, and this table has no other. Name the whole box with them: "
            "`cuelight tags enrol --walk`. Or plug in a USB reader or a PN532: "
            "`cuelight tags enrol --device /dev/serial/by-id/…`, or `--device usb:VENDOR:PRODUCT`"
        )
    return table.readers[0].device


def add_mat(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight mat`: the mat on the Pico."""
    parser = commands.add_parser(
        "mat",
        help="show a mat, flash it, test it",
        description="Show a mat live; install its firmware; or test its zones, lights and buttons.",
    )
    parser.add_argument("action", nargs="?", choices=("show", "flash", "selftest"), default="show")
    parser.add_argument("--table", metavar="FILE", help="the table file (default: table.toml in the user's data)")
    parser.add_argument("--device", metavar="PORT", help="the mat's port (default: the table file's, or any Pico's)")
    parser.add_argument("--seats", type=int, choices=SEATS, help="seats, where no table file says it (default 6)")
    parser.add_argument("--once", action="store_true", help="show it once and end")
    parser.set_defaults(run=mat)


def mat(arguments: argparse.Namespace) -> int:
    """Run `cuelight mat`."""
    try:
        from cuelight.commands import mat as mat_command
    except ModuleNotFoundError as error:
        if error.name != "serial":
            raise
        raise MissingLibrary("a mat needs pyserial: in Cuelight's folder `pip install '.[serial]'`") from error

    table = _table_with_a_mat(arguments.table, arguments.seats)
    device = arguments.device or (table.mat.device if table.mat is not None else None)
    find = mat_command.finder(device)
    if arguments.action == "flash":
        return mat_command.flash_mat(find, device)
    if arguments.action == "selftest":
        return mat_command.selftest(find, table)
    return mat_command.show(find, table, once=arguments.once)


def _table_with_a_mat(file: str | None, seats: int | None) -> TableFile:
    """Return the table of the given file, or of the usual file if it has a mat, otherwise one with a standard mat.

    Raises TableFileError.
    """
    from pathlib import Path

    from cuelight.app.devices.mat import plain_mat
    from cuelight.terminal.paths import default_table_file
    from hardware.table_file.load import read_table_file

    path = Path(file) if file else default_table_file() if seats is None else None
    table = read_table_file(path) if path is not None else None
    return table if table is not None and table.mat is not None else plain_mat(seats or 6)
