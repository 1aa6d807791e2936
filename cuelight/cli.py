"""The parser of `cuelight`, and the exit status of every error."""

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
    add_pin,
    add_setup,
    add_status,
    add_table,
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
    add_table(commands, "demo", "watch bots play on an on-screen mat; take over from them", demo=True)
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
