"""The parser of `cuelight`: for each subcommand one function adds its arguments and another imports and runs it."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import metadata, version
from typing import TextIO

from companion.core.errors import CuelightError, InputError
from companion.games import game_ids
from cuelight.commands.play_commands import add_deck, add_explain, add_play, add_position, add_script, add_simulate
from cuelight.commands.table_commands import (
    add_box,
    add_doctor,
    add_emulate,
    add_journal,
    add_mat,
    add_setup,
    add_status,
    add_tags,
)
from cuelight.terminal.input_files import OutputError, finish_writing, readable

WRONG_OUTPUT, WRONG_INPUT = 1, 2


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments and return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a character that the terminal cannot show is no error
    try:
        try:
            words = sys.argv[1:] if argv is None else argv
            if words and words[0] in INSTALLED:
                raise InputError(f"`{words[0]}` exists on an installed table only: see docs/shop.md")
            arguments = build_parser().parse_args(words)
            status: int = arguments.run(arguments)
            return status
        finally:
            finish_writing()
    except (BrokenPipeError, OutputError) as error:
        _give_up_writing(sys.stdout)
        return _stop(WRONG_OUTPUT, str(error) if isinstance(error, OutputError) else "")
    except CuelightError as error:
        return _stop(WRONG_INPUT, str(error))
    finally:
        try:
            sys.stderr.flush()
        except OSError:
            _give_up_writing(sys.stderr)


def _stop(status: int, message: str) -> int:
    with contextlib.suppress(OSError):  # the exit status still reports the failure
        for line in message.splitlines():
            print(f"cuelight: {readable(line)}", file=sys.stderr)
    return status


def _give_up_writing(stream: TextIO) -> None:
    """Discard unwritten output; otherwise the interpreter retries it at exit and returns status 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command; each subcommand sets `run`."""
    parser = argparse.ArgumentParser(
        prog="cuelight",
        usage="%(prog)s [-h] [--version] COMMAND ...",
        description=metadata("cuelight")["Summary"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cuelight {version('cuelight')}")
    commands = parser.add_subparsers(metavar="COMMAND", help=argparse.SUPPRESS, required=True)
    add_play(commands)
    add_script(commands)
    add_position(commands)
    add_explain(commands)
    add_mat(commands)
    add_simulate(commands)
    add_deck(commands)
    add_table(commands, "run", "run a table with its pages; the last game resumes", demo=False)
    add_table(commands, "demo", "watch bots play on an on-screen mat; touch it to take over", demo=True)
    add_pin(commands)
    add_status(commands)
    add_setup(commands)
    add_doctor(commands)
    add_tags(commands)
    add_box(commands)
    add_journal(commands)
    add_emulate(commands)
    parser.epilog = _overview({each.dest: each.help or "" for each in commands._choices_actions})
    return parser


GROUPS = {
    "Play": ("run", "demo", "status", "pin"),
    "Readers, lights and cards": ("setup", "doctor", "tags", "box", "mat", "emulate", "deck"),
    "Games that were played": ("journal", "explain"),
    "For engineers": ("play", "script", "position", "simulate"),
}
INSTALLED = ("screen", "hotspot", "https", "update")
"""Commands that the Debian package adds (systemd/README.md)."""


def _overview(summaries: dict[str, str]) -> str:
    """Return the commands grouped by what people want."""
    lines: list[str] = []
    for title, names in GROUPS.items():
        lines += [f"{title}:", *(f"  {name:<10}{summaries[name]}" for name in names), ""]
    lines += [f"Only on an installed table (docs/shop.md): {', '.join(INSTALLED)}.", ""]
    lines += [f"Games: {', '.join(game_ids())}. `cuelight COMMAND --help` has the options of a command."]
    return "\n".join(lines)


def port_number(text: str) -> int:
    """Parse a port number. Raises ArgumentTypeError if the text is none."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; choose a number from 0 to 65535, such as 8000")
    return int(text)


def add_table(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str, *, demo: bool
) -> None:
    """Add `cuelight run` or `cuelight demo`: a table with its pages."""
    parser = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
    parser.add_argument("--host", default="", help="address to listen on (default: every one of this machine)")
    parser.add_argument(
        "--port", type=port_number, default=8000, help="port to listen on (default 8000; 0 takes any free one)"
    )
    parser.add_argument("--journal", metavar="FILE", help="the file of all games (default: in the user's data)")
    parser.add_argument("--deck", metavar="FILE", help="your own cards; the table saves them and plays with them")
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
            "--position", metavar="FILE", help="start a game from this position; after a restart it resumes"
        )
        parser.add_argument(
            "--table",
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
    parser.set_defaults(run=run_table, demo=demo, game=None, table=None, position=None, closed=None, https=None)


def run_table(arguments: argparse.Namespace) -> int:
    """Run `cuelight run` or `cuelight demo`."""
    from pathlib import Path

    from companion.journal import finish_beside
    from cuelight.commands.run import serve
    from cuelight.terminal.paths import default_table_file, journal_at

    name = "demo.db" if arguments.demo else "table.db"
    journal = journal_at(arguments.journal, name)
    finish_beside(journal)  # first, because a restore may have brought the table file
    table_file = Path(arguments.table) if arguments.table else None if arguments.demo else default_table_file()
    return serve(
        journal,
        arguments.host,
        arguments.port,
        demo=arguments.demo,
        game=arguments.game,
        table_file=table_file,
        deck_file=arguments.deck,
        position_file=arguments.position,
        closed=arguments.closed,
        language=arguments.language,
        certificate=(*map(Path, arguments.https), arguments.https_port) if arguments.https else None,
    )


def add_pin(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cuelight pin`: set a new PIN for the host."""
    summary = "give a closed table another PIN"
    told = "Give a closed table another PIN, and end every login."
    parser = commands.add_parser("pin", help=summary, description=told)
    parser.add_argument("--journal", metavar="FILE", help="the table's journal (default: in the user's data)")
    parser.set_defaults(run=pin)


def pin(arguments: argparse.Namespace) -> int:
    """Run `cuelight pin`."""
    from cuelight.commands.run import new_pin
    from cuelight.terminal.paths import journal_at

    return new_pin(journal_at(arguments.journal))
