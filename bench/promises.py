"""Cuelight's promises with tests and figures: generates a page from `docs/promises.toml`.

    python -m bench.promises               # write docs/promises.md
    python -m bench.promises prove [ID]... # run the long forms (all, or these), then print the updated lists

A long form is a module of `bench`, run as `python -m` or by `python -m bench`, or a file of tests, run by pytest with
the examples of the profile `proof` and without a time limit. If it prints `promise ID: FIGURE`, the printed list has
that figure. Its exit status says whether the promise holds. The page itself is updated by hand: copy a figure into
docs/promises.toml.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.goals import GOALS

ROOT = Path(__file__).parent.parent
DATA, PAGE = ROOT / "docs" / "promises.toml", ROOT / "docs" / "promises.md"
BROKEN = "BROKEN:"
HEAD = """# Promises

Each promise with its latest figure if one is measured, its test in `make test`, and its longer test in `make proof`. A
figure with * has limits: `limits` in `docs/promises.toml` says where it is worse, and what it leaves out. All readers
and mats were emulated. `.venv/bin/python -m bench.promises` generates this page from that file; `make proof`, or
`make proof ARGS="any-game"` for some, runs the long tests and prints these lists with new figures.
"""


class Promise(NamedTuple):
    """A promise; docs/promises.toml explains each field."""

    id: str
    part: str
    says: str
    test: str
    figure: str = ""
    proof: str = ""
    limits: str = ""


def read(path: Path = DATA) -> list[Promise]:
    """Return the promises of a file. Raises TypeError if an entry has missing or unknown fields."""
    return [Promise(name, **fields) for name, fields in tomllib.loads(path.read_text(encoding="utf-8")).items()]


def page(promises: Iterable[Promise]) -> str:
    """Return the page: a list for each part, ordered by number or first occurrence."""
    parts: dict[str, list[Promise]] = {}
    for promise in promises:
        parts.setdefault(promise.part, []).append(promise)
    numbered = sorted(parts, key=lambda part: int(part.split()[0]) if part[0].isdigit() else len(parts))
    return "\n".join([HEAD, *("\n".join(_part(part, parts[part])) for part in numbered)])


def _part(part: str, promises: Sequence[Promise]) -> list[str]:
    return [f"## {part}", "", *(_line(promise) for promise in promises), ""]


def _line(promise: Promise) -> str:
    tests = ", ".join(f"`{test}`" for test in (promise.test, promise.proof) if test)
    limited = r" \*" if promise.limits else ""
    figure = f" *{_text(promise.figure)}.*{limited}" if promise.figure else ""
    return f"- `{promise.id}`: {_text(promise.says)}{figure} ({tests})"


def _text(text: str) -> str:
    return " ".join(text.split())


def command(proof: str) -> list[str]:
    """Return the command that runs a long form."""
    if (module := proof.removeprefix("bench.")) in GOALS:
        return [sys.executable, "-m", "bench", module]
    if proof.endswith(".py"):
        return [sys.executable, "-m", "pytest", proof, "--hypothesis-profile=proof", "-o", "timeout=0"]
    return [sys.executable, "-m", proof]


def run(proof: str) -> tuple[dict[str, str], bool]:
    """Run a long form, passing its output on.

    Returns the figures in it, and whether the promise holds.
    """
    figures: dict[str, str] = {}
    with subprocess.Popen(command(proof), cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if found := re.match(r"promise ([\w-]+): (.+)", line):
                figures[found[1]] = found[2]
    return figures, process.returncode == 0


def prove(promises: Sequence[Promise], wanted: Sequence[str]) -> int:
    """Run the long forms of the wanted promises, each once, and print the lists.

    Returns 1 if one of them does not hold.
    """
    unknown = set(wanted) - {promise.id for promise in promises}
    if unknown:
        print(f"There is no promise {', '.join(sorted(unknown))}. docs/promises.md has them all.", file=sys.stderr)
        return 2
    chosen = [promise for promise in promises if promise.proof and (not wanted or promise.id in wanted)]
    figures: dict[str, str] = {}
    broken = set()
    for proof in dict.fromkeys(promise.proof for promise in chosen):
        print(f"--- {proof}", flush=True)
        told, holds = run(proof)
        figures |= told
        if not holds:
            broken.add(proof)
    print(page(anew(chosen, figures, broken)))
    return int(bool(broken))


def anew(promises: Iterable[Promise], figures: Mapping[str, str], broken: Iterable[str]) -> list[Promise]:
    """Return the promises with the new figures; those whose long form failed are marked."""
    failed, made = set(broken), []
    for promise in promises:
        figure = figures.get(promise.id, promise.figure)
        made.append(promise._replace(figure=f"{BROKEN} {figure}".strip() if promise.proof in failed else figure))
    return made


def main(arguments: Sequence[str]) -> int:
    """Write the page, or run the long forms."""
    promises = read()
    if arguments and arguments[0] != "prove":
        print(__doc__)
        return 0 if arguments[0] in ("-h", "--help") else 2
    if arguments:
        return prove(promises, arguments[1:])
    PAGE.write_text(page(promises), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
