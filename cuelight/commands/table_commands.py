"""Parsers of the commands for a table: run, demo, pin, setup, emulate, doctor, status, journal, tags, box, mat."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.core.places import SEATS
from companion.games import game_ids
from cuelight.emulate import MOST_READERS
from cuelight.terminal.parsers import Commands, add_json, runs


def port_number(text: str) -> int:
    """Parse a port number. Raises ArgumentTypeError if the text is none."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; choose a number from 0 to 65535, such as 8000")
    return int(text)


def add_table(commands: Commands, name: str, summary: str, *, demo: bool) -> None:
    """Add `cuelight run` or `cuelight demo`: a table with its pages."""
    parser = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
    parser.add_argument("--host", default="", help="address to listen on (default: every one of this machine)")
    parser.add_argument(
        "--port", type=port_number, default=8000, help="port to listen on (default 8000; 0 takes any free one)"
    )
    parser.add_argument(
        "--journal", dest="journal_file", metavar="FILE", help="the file of all games (default: in the user's data)"
    )
    parser.add_argument(
        "--deck", dest="deck_file", metavar="FILE", help="your own cards; the table saves them and plays with them"
    )
    parser.add_argument("--language", metavar="CODE", help="language from now on, such as de (default: this machine's)")
    doors = parser.add_mutually_exclusive_group()
    doors.add_argument(
        "--closed", action="store_true", help="guests only watch; the host has a PIN, and each seat a key"
    )
    doors.add_argument(
        "--open",
        dest="closed",
        action="store_false",
        help="everybody may do everything, also where the table was closed from its start page",
    )
    if demo:
        parser.add_argument("--game", metavar="GAME", help="the game that the bots play (default: othello)")
    else:
        parser.add_argument(
            "--position",
            dest="position_file",
            metavar="FILE",
            help="start a game from this position; after a restart it resumes",
        )
        parser.add_argument(
            "--table",
            dest="table_file",
            metavar="FILE",
            help="the table's devices, as `cuelight setup` writes them (default: table.toml in the user's data, if it "
            "is there; otherwise an on-screen mat)",
        )
        parser.add_argument(
            "--https", nargs=2, metavar=("CERTIFICATE", "KEY"), help="also serve the pages over HTTPS; PEM files"
        )
        parser.add_argument(
            "--https-port", type=port_number, default=8443, metavar="PORT", help="the HTTPS port (default 8443)"
        )
    parser.set_defaults(run=runs("run", "serve"), demo=demo, closed=None)


def add_pin(commands: Commands) -> None:
    """Add `cuelight pin`: set a new PIN for the host."""
    parser = commands.add_parser(
        "pin",
        help="give a closed table another PIN",
        description="Give a closed table another PIN, and end every login.",
    )
    _add_journal_option(parser)
    parser.set_defaults(run=runs("run", "new_pin"))


def add_setup(commands: Commands) -> None:
    """Add `cuelight setup`: find out which seat each reader, lamp and button belongs to."""
    parser = commands.add_parser(
        "setup",
        help="find readers, lamps and buttons, and write table.toml",
        description="Find readers, lamps and buttons. Each reader is touched with a card and each button pressed; "
        "nobody types the name of a port.",
    )
    parser.add_argument("--table", metavar="FILE", help="the file to write (default: table.toml in the user's data)")
    _add_journal_option(parser)
    parser.set_defaults(run=runs("setup", "setup_command"))


def add_emulate(commands: Commands) -> None:
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
    parser.set_defaults(run=runs("emulate", "emulate"))


def add_doctor(commands: Commands) -> None:
    """Add `cuelight doctor`: checks of machine and devices."""
    parser = commands.add_parser(
        "doctor",
        help="check the table's devices, and show what to do",
        description="Check this machine and the table's devices: each result, what it means, and the next step.",
        epilog="exit status: 0 when nothing is wrong; 1 when something is.",
    )
    parser.add_argument("--table", metavar="FILE", help="the table file (default: table.toml in the user's data)")
    add_json(parser)
    parser.add_argument("--ask", action="store_true", help="also try each lamp and button with you")
    parser.add_argument(
        "--bundle", metavar="FILE.zip", help="write the data for a problem report to a file, without secrets"
    )
    parser.add_argument(
        "--record", metavar="FILE", help="write each poll of the readers to a file, for cuelight script"
    )
    parser.add_argument("--seconds", type=float, default=60.0, metavar="N", help="how long to record (default 60)")
    parser.set_defaults(run=runs("doctor", "doctor"))


def add_status(commands: Commands) -> None:
    """Add `cuelight status`: the addresses of the running table."""
    parser = commands.add_parser(
        "status",
        help="print the address of the running table, its PIN, and the connected ports",
        description="Print the address of the running table, its first PIN, and the connected ports.",
        epilog="exit status: 0 when a table runs; 1 when none does.",
    )
    _add_journal_option(parser)
    parser.set_defaults(run=runs("status", "status"))


def add_journal(commands: Commands) -> None:
    """Add `cuelight journal`: played games, backups, and deleting."""
    parser = commands.add_parser(
        "journal",
        help="list, export or delete games, and back up the journal",
        description="Maintain a table's journal. Stop the table only for forget and restore.",
    )
    _add_journal_option(parser)
    ways = parser.add_subparsers(title="ways", metavar="WAY", required=True)
    ways.add_parser("show", help="print the games, and the size of the journal")
    ways.add_parser("check", help="compare the journal with its checksums")
    exporting = ways.add_parser("export", help="write a game to a file, one record per line")
    exporting.add_argument("game", type=int, metavar="GAME", help="its number, as show prints it")
    exporting.add_argument("file", type=Path, metavar="FILE", help="a new file")
    forgetting = ways.add_parser("forget", help="delete games from the journal for ever")
    forgetting.add_argument("games", type=int, nargs="*", metavar="GAME", help="their numbers, as show prints them")
    forgetting.add_argument("--player", metavar="NAME", help="every game of this player")
    listing = ways.add_parser("history", help="print the result of every game, and the statistics of all players")
    add_json(listing)
    keeping = ways.add_parser("keep", help="write a game, without hidden information, to a file")
    keeping.add_argument("game", metavar="GAME", help="its number, as show prints it, or all")
    keeping.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="a new file; its suffix selects the format: .html, .csv, .json or .bgsplay",
    )
    for way, words in (
        ("backup", "copy the whole table to a new file"),
        ("restore", "put the table of a copy in place"),
    ):
        copying = ways.add_parser(way, help=f"{words}; the copy is checked")
        copying.add_argument("file", type=Path, metavar="FILE", help="the copy, such as table.zip")
    numbered = ways.add_parser("nightly", help="make the next numbered backup; old ones are deleted if space is short")
    numbered.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the backups")
    noted = ways.add_parser("noted")  # for the package's wrapper: the final path of a backup
    noted.add_argument("file", type=Path)
    for way, each in ways.choices.items():
        each.set_defaults(run=runs("journal", "journal"), way=way)


def add_tags(commands: Commands) -> None:
    """Add `cuelight tags`: assign tags to cards."""
    parser = commands.add_parser(
        "tags",
        help="assign tags to cards; deck and tags as one file",
        description="Assign tags to cards. To assign tags or import a file, stop the table first.",
    )
    _add_journal_option(parser)
    ways = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    ways.add_parser("list", help="print every assigned tag")
    for way, words in (("export", "write the deck and its tags to a file"), ("import", "take over an exported deck")):
        file_parser = ways.add_parser(way, help=words)
        file_parser.add_argument("file", type=Path, metavar="FILE.json")
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
        each.set_defaults(run=runs("tags", "tags"), way=way)


def _add_journal_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", metavar="FILE", help="the table's journal (default: that of `cuelight run`)")


def _add_edition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--edition", metavar="EDITION", help="the edition of the cards (default: that of the table's deck)"
    )
    parser.add_argument("--game", choices=game_ids(), help="the game of the cards (default: that of the table's deck)")


def add_box(commands: Commands) -> None:
    """Add `cuelight box`: check whether a box is complete."""
    parser = commands.add_parser(
        "box",
        help="check a box with assigned tags: lay each card once",
        description="Check a box whose tags have names, also while the table runs: lay each card once on any reader. "
        "It says what is missing, what is there too often, and which tags are worn.",
        epilog="exit status: 0 when the box is whole; 1 when something is missing.",
    )
    _add_journal_option(parser)
    parser.add_argument("--device", metavar="DEVICE", help="the reader, where no table runs (default: the table's)")
    _add_edition(parser)
    parser.set_defaults(run=runs("box", "box_command"))


def add_mat(commands: Commands) -> None:
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
    parser.set_defaults(run=runs("mat", "mat"))
