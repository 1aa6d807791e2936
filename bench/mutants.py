"""Check that the tests notice a changed rule: `make mutants`.

Without make: `python -m bench.mutants [--sample N] [--seed S]`.

mutmut changes the functions of `companion/othello` in one place at a time (another comparison, an omitted argument, a
text in capitals), and `bench.mutant_tests` runs the tests that reach the place. A change that no test notices survives.
All mutants take hours, so a sample can be drawn: proportionally from every file, and reproducibly for a seed.

Results are kept in `mutants/`: the next call continues from there, and retries functions that have changed since. With
`--survivors` it retries the survivors, after new tests. `.venv/bin/mutmut show NAME` shows a mutant. A mutant that ran
out of time counts as unnoticed, since the machine may only have been busy.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stdout
from multiprocessing import Pool, cpu_count
from pathlib import Path
from subprocess import PIPE, Popen
from time import monotonic, sleep
from typing import NamedTuple

from mutmut.__main__ import create_mutants
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir
from mutmut.utils.format_utils import get_mutant_name, mangled_name_from_mutant_name

from bench.proof import bar

RULES = Path("companion/othello")
LOG, RESULTS = Path("mutants/tests.log"), Path("mutants/results.txt")
PAUSE = 5.0  # seconds between two progress checks
OUTCOMES = ("killed", "survived", "timeout", "no tests", "segfault", "not tried")
GOAL = 0.9


class File(NamedTuple):
    """A file of the rules: its mutants, and the results for its present content."""

    path: Path
    mutants: list[str]
    tried: dict[str, str]


def look(path: Path) -> File:
    """Return the mutants of a file, and their known results."""
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
    """Return all files that have mutants."""
    with Pool() as pool:
        return [file for file in pool.map(look, sorted(RULES.rglob("*.py"))) if file.mutants]


def draw(mutants: Sequence[Sequence[str]], count: int, seed: int) -> list[str]:
    """Draw mutants: shuffle those of each file, join the files, and take every n-th."""
    rng = random.Random(seed)
    line = [name for names in mutants for name in rng.sample(names, len(names))]
    start = rng.random()
    return [line[int((start + place) * len(line) / count)] for place in range(min(count, len(line)))]


def change() -> None:
    """Write the changed files into `mutants/`, with everything that their tests need."""
    print("Changing the files ...", flush=True)
    with Path(os.devnull).open("w", encoding="utf-8") as nobody, redirect_stdout(nobody):
        copy_src_dir()
        copy_also_copy_files()
        create_mutants(cpu_count())


def run(names: Sequence[str], workers: int) -> int:
    """Try these mutants, with a progress line; `mutants/tests.log` has the rest."""
    RESULTS.unlink(missing_ok=True)
    RESULTS.touch()
    command = [sys.executable, "-m", "bench.mutant_tests", RESULTS.name, str(workers)]
    print("Running the tests with nothing changed ...", flush=True)
    begun, done = monotonic(), 0
    with LOG.open("wb") as log, Popen(command, cwd=RESULTS.parent, stdin=PIPE, stdout=log, stderr=log) as tests:
        assert tests.stdin is not None
        tests.stdin.write("\n".join(names).encode())
        tests.stdin.close()
        while tests.poll() is None:
            sleep(PAUSE)
            begun = monotonic() if not done else begun
            if len(lines := RESULTS.read_text(encoding="utf-8").splitlines()) > done:
                done = len(lines)
                print(f"\r{bar(done, len(names), monotonic() - begun, 'mutants')}", end="", flush=True)
                keep(lines)
    print()
    keep(RESULTS.read_text(encoding="utf-8").splitlines())
    if tests.returncode:
        print(f"The tests did not run to their end; see {LOG}.")
    return tests.returncode


def keep(lines: Sequence[str]) -> None:
    """Save the results of mutants where mutmut looks for them."""
    codes = {name: int(code) for name, code in (line.split() for line in lines)}
    for path in {Path(*name.split(".")[:-1]).with_suffix(".py") for name in codes}:
        data = SourceFileMutationData(path=path)
        data.load()
        data.exit_code_by_key |= {name: code for name, code in codes.items() if name in data.exit_code_by_key}
        data.save()


def share(killed: int, of: int) -> str:
    """Return a share in percent, with its confidence interval if it is from a sample.

    The interval is Wilson's, 95 %, for all mutants.
    """
    part, z2 = killed / of, 1.96**2
    middle, spread = part + z2 / (2 * of), 1.96 * math.sqrt(part * (1 - part) / of + z2 / (4 * of**2))
    low, high = (middle - spread) / (1 + z2 / of), (middle + spread) / (1 + z2 / of)
    return f"{100 * part:.1f} % killed (95 %: {100 * low:.1f} to {100 * high:.1f})"


def report(files: Sequence[File], wanted: Sequence[str]) -> int:
    """Print the results of these mutants by file, and the unnoticed ones.

    Returns 1 if fewer than GOAL were killed.
    """
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
    """Return the wanted mutants that were tried and survived."""
    chosen = set(wanted)
    return [name for file in files for name, came in file.tried.items() if name in chosen and came != "killed"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the untried mutants, and report."""
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
    known = {name for file in files for name in file.tried} - set(again)
    untried = [name for name in wanted if name not in known]
    if untried:
        change()
        if run(untried, options.workers):
            return 1
    return report(look_at_all(), wanted)


if __name__ == "__main__":
    sys.exit(main())
