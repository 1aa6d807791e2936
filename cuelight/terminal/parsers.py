"""Building blocks of the parsers of `cuelight`. A command's module is imported when the command runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from companion.core.errors import CuelightError

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class MissingLibrary(CuelightError, ImportError):
    """The command needs a library from an optional extra."""


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option `--json`."""
    parser.add_argument("--json", dest="as_json", action="store_true", help="print one JSON document instead of text")


def runs(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Return a function that imports and calls a function of `cuelight.commands` with the arguments, by name.

    The called function returns the exit status.
    """

    def run(arguments: argparse.Namespace) -> int:
        named = {name: value for name, value in vars(arguments).items() if name != "run"}
        try:
            status: int = getattr(import_module(f"cuelight.commands.{module}"), function)(**named)
        except ModuleNotFoundError as error:
            if error.name != "serial":
                raise
            raise MissingLibrary("a mat needs pyserial: in Cuelight's folder `pip install '.[serial]'`") from error
        return status

    return run
