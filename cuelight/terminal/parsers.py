"""Building blocks of the parsers of `cuelight`. A command's module is imported when the command runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str, told: str, epilog: str = ""
) -> argparse.ArgumentParser:
    """Add a command with its summary, its description, and an epilog that keeps its line breaks."""
    raw = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=summary, description=told, epilog=epilog or None, formatter_class=raw)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option `--json`."""
    parser.add_argument("--json", dest="as_json", action="store_true", help="print one JSON document instead of text")


def runs(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Return what runs a function of `cuelight.commands` with the arguments, by name. It returns the exit status."""

    def run(arguments: argparse.Namespace) -> int:
        named = {name: value for name, value in vars(arguments).items() if name != "run"}
        status: int = getattr(import_module(f"cuelight.commands.{module}"), function)(**named)
        return status

    return run
