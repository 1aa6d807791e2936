"""Measure, and print one table of goals and figures: `python -m bench [MODULE]...`.

By default it runs all modules.

Exit status 0 if every goal is met, 1 if one is missed, 2 if a module fails or leaves out a figure.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import NamedTuple

from bench import promises
from bench.goals import GOALS, Figure, Goal, shown

STATUS = {"ok": 0, "not measured": 0, "missed": 1, "FAILED": 2}


class Row(NamedTuple):
    """A line of the table."""

    module: str
    what: str
    goal: str
    figure: str
    verdict: str


def measured(name: str, short: bool) -> Iterator[Row]:
    """Run a module, print its figures as they come, and yield a row for each of its goals."""
    found: dict[str, Figure] = {}
    promised = {promise.id for promise in promises.read()}
    try:
        for figure in import_module(f"bench.{name}").figures(short):
            found[figure.goal] = figure
            mark = "promise " if figure.goal in promised else ""
            print(f"{mark}{figure.goal}: {_text(GOALS[name][figure.goal], figure)}", flush=True)
    except Exception:
        traceback.print_exc()
    for key, goal in GOALS[name].items():
        figure = found.get(key)
        yield Row(name, goal.what, str(goal), _text(goal, figure) if figure else "", _verdict(goal, figure))


def _text(goal: Goal, figure: Figure) -> str:
    return figure.context if figure.value is None else f"{shown(figure.value)} {goal.unit} ({figure.context})"


def _verdict(goal: Goal, figure: Figure | None) -> str:
    if figure is None:
        return "FAILED"
    if figure.value is None:
        return "not measured"
    return "ok" if goal.is_met(figure.value) else "missed"


def table(rows: Sequence[Row]) -> str:
    """Format the rows in aligned columns with a header, one line per figure."""
    lines = [Row("module", "what", "goal", "figure", "verdict"), *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def main(arguments: Sequence[str]) -> int:
    """Run the requested measurements and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure; print goals and figures.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"some of {', '.join(GOALS)}")
    parser.add_argument("--short", action="store_true", help="a few seconds each: shows that it runs, says little")
    given = parser.parse_args(arguments)
    names: list[str] = given.modules or list(GOALS)
    if unknown := [name for name in names if name not in GOALS]:
        parser.error(f"unknown: {', '.join(unknown)}. Choose from {', '.join(GOALS)}.")
    rows: list[Row] = []
    for number, name in enumerate(names, 1):
        began = time.monotonic()
        print(f"[{number} of {len(names)}] {name}", flush=True)
        rows += measured(name, given.short)
        print(f"{name} took {time.monotonic() - began:.0f} s\n", flush=True)
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    print(f"{platform.python_implementation()} {platform.python_version()}, {load}\n{table(rows)}")
    return max(STATUS[row.verdict] for row in rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
