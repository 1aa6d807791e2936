"""Whether the tests notice a changed rule: `make mutants`, or `python -m bench.mutants [--sample N] [--seed S]`.

mutmut changes the functions of `companion/othello` in one place at a time (another comparison, an argument left out, a
text in capitals) and runs the tests that reach the place: pyproject.toml says which files of tests, and
`bench.mutant_tests` in what order. A change that no test notices survives.

All of them take hours, so that a sample can be drawn: from every file in proportion, and for the same seed the same.
What has been tried is kept in `mutants/`: the next call goes on from there, and tries anew what was changed since.
With `--survivors` it tries again what survived, now with the slow ones of those tests too: for after new tests.
`.venv/bin/mutmut show NAME` shows a mutant.

A mutant that ran out of time counts as not noticed, since the machine may only have been busy.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from multiprocessing import Pool, cpu_count
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code
from mutmut.utils.format_utils import get_mutant_name, mangled_name_from_mutant_name

from bench.mutant_tests import THOROUGH
from bench.proof import bar

RULES = Path("companion/othello")
LOG = Path("mutants/mutmut.log")
COUNT = re.compile(rb"(\d+)/\d+ ")  # in what mutmut says: how many have been tried, of all that there are
PAUSE = 5.0  # seconds between two looks at how far it is
OUTCOMES = ("killed", "survived", "timeout", "no tests", "segfault", "not tried")
GOAL = 0.9


class File(NamedTuple):
    """A file of the rules: the names of all its mutants, and what has come of those that were tried as it is now."""

    path: Path
    mutants: list[str]
    tried: dict[str, str]


def look(path: Path) -> File:
    """The mutants of a file, and what is known of them."""
    now = mutate_file_contents(str(path), path.read_text(encoding="utf-8"))
    mutants = [get_mutant_name(path, name) for name in now.mutant_names]
    then = SourceFileMutationData(path=path)
    then.load()
    tried = {}
    for name in mutants:
        function = mangled_name_from_mutant_name(name).rpartition(".")[2]
        code = then.exit_code_by_key.get(name)
        if code is not None and then.hash_by_function_name[function] == now.hash_by_function_name[function]:
            tried[name] = status_by_exit_code[code]
    return File(path, mutants, tried)


def look_at_all() -> list[File]:
    """All files that have mutants."""
    with Pool() as pool:
        return [file for file in pool.map(look, sorted(RULES.glob("*.py"))) if file.mutants]


def draw(mutants: Sequence[Sequence[str]], count: int, seed: int) -> list[str]:
    """So many mutants: each file's in an order by chance, one file after the other, and of this line every n-th."""
    rng = random.Random(seed)
    line = [name for names in mutants for name in rng.sample(names, len(names))]
    start = rng.random()
    return [line[int((start + place) * len(line) / count)] for place in range(min(count, len(line)))]


def forget(files: Sequence[File], names: Sequence[str]) -> None:
    """Let these mutants count as not tried."""
    for file in files:
        if again := file.tried.keys() & set(names):
            data = SourceFileMutationData(path=file.path)
            data.load()
            data.exit_code_by_key |= dict.fromkeys(again)
            data.save()


def run(names: Sequence[str], workers: int, thorough: bool) -> int:
    """Try these mutants, `thorough` with slow tests too, with a line of progress; `mutants/mutmut.log` has the rest."""
    command = [str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", str(workers), *names]
    environment = {**os.environ, THOROUGH: "1"} if thorough else None
    LOG.parent.mkdir(exist_ok=True)
    with (
        LOG.open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment) as trying,
    ):
        print("Changing the files, and running the tests with nothing changed ...", flush=True)
        begun, before = monotonic(), None
        while trying.poll() is None:
            sleep(PAUSE)
            counts = COUNT.findall(LOG.read_bytes())
            if not counts:
                continue
            if before is None:
                begun, before = monotonic(), int(counts[0])
            if done := min(int(counts[-1]) - before, len(names)):
                print(f"\r{bar(done, len(names), monotonic() - begun, 'mutants')}", end="", flush=True)
        print()
    if trying.returncode:
        print(f"mutmut could not go on; see {LOG}.")
    return trying.returncode


def share(killed: int, of: int) -> str:
    """A part in percent, and between what it lies for all mutants (Wilson, 95 %) if these are a sample."""
    part, z2 = killed / of, 1.96**2
    middle, spread = part + z2 / (2 * of), 1.96 * math.sqrt(part * (1 - part) / of + z2 / (4 * of**2))
    low, high = (middle - spread) / (1 + z2 / of), (middle + spread) / (1 + z2 / of)
    return f"{100 * part:.1f} % killed (95 %: {100 * low:.1f} to {100 * high:.1f})"


def report(files: Sequence[File], wanted: Sequence[str]) -> int:
    """Print what came of these mutants in each file, and which were not noticed; 1 when fewer were killed than GOAL."""
    chosen, total = set(wanted), Counter[str]()
    print(f"{'file':<26}" + "".join(f"{outcome:>10}" for outcome in OUTCOMES))
    for file in files:
        came = Counter(file.tried.get(name, "not tried") for name in file.mutants if name in chosen)
        total += came
        print(f"{file.path.name:<26}" + "".join(f"{came[outcome]:>10}" for outcome in OUTCOMES))
    print(f"{'all':<26}" + "".join(f"{total[outcome]:>10}" for outcome in OUTCOMES))
    for name in unnoticed(files, wanted):
        print(name)
    print(f"{len(chosen)} of {sum(len(file.mutants) for file in files)} mutants: {share(total['killed'], len(chosen))}")
    return int(total["killed"] < GOAL * len(chosen))


def unnoticed(files: Sequence[File], wanted: Sequence[str]) -> list[str]:
    """Those of these mutants that were tried and not killed."""
    chosen = set(wanted)
    return [name for file in files for name, came in file.tried.items() if name in chosen and came != "killed"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what has not been tried, and report."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Whether the tests notice a changed rule.")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, drawn by chance; all by default")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing")
    parser.add_argument("--workers", type=int, default=cpu_count(), help="processes at once")
    parser.add_argument(
        "--survivors", action="store_true", help="try again what survived, ran out of time or had no test"
    )
    options = parser.parse_args(arguments)
    files = look_at_all()
    mutants = [file.mutants for file in files]
    wanted = [name for names in mutants for name in names]
    if options.sample is not None:
        wanted = draw(mutants, options.sample, options.seed)
    again = unnoticed(files, wanted) if options.survivors else []
    forget(files, again)
    known = {name for file in files for name in file.tried} - set(again)
    untried = [name for name in wanted if name not in known]
    if untried and run(untried, options.workers, options.survivors):
        return 1
    return report(look_at_all(), wanted)


if __name__ == "__main__":
    sys.exit(main())
