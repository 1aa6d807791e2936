"""Run the tests of the rules once for each mutant.

`bench.mutants` starts this in the folder of the changed code.

The tests are collected once, and run once without a change to learn which functions each one reaches. Then each mutant
gets its own forked process, which runs the tests that reach it until one fails: first those that killed other mutants
of the same function, the latest first, then the others, the fastest first. Tests of bots are only used for mutants of
bots, and tests that check something at every moment of a game only for that thing. Of tests with many seeds only the
first is run, and of the playthroughs those with three players.

It reads the names of mutants from standard input, one per line. For each finished one it appends a line to the given
file: the name, and mutmut's exit code for the result.
"""

import functools
import gc
import os
import random
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest
from mutmut.mutation import trampoline
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name

TESTS = (
    "tests/games/othello/rules",
    "tests/games/othello/test_answers.py",
    "tests/games/othello/test_command_line.py",
    "tests/games/othello/test_deck_file.py",
    "tests/games/othello/test_explain.py",
    "tests/games/othello/test_narrate.py",
    "tests/unit/core/test_observation.py",
    "tests/games/othello/test_playthroughs.py",
    "tests/games/othello/test_position.py",
    "tests/games/othello/test_position_diff.py",
    "tests/games/othello/test_script_command.py",
    "tests/games/othello/test_search_bot.py",
    "tests/games/othello/test_session.py",
    "tests/games/othello/test_simulate.py",
    "tests/games/othello/test_stand_in_deck.py",
    "tests/games/othello/test_stand_in_deck_2022.py",
    "tests/games/othello/test_start_of_a_game.py",
    "tests/games/othello/test_views.py",
)
# nobody reads the details
QUICKLY = ("-q", "--tb=native", "--assert=plain", "-p", "no:cacheprovider", "-o", "timeout=0")
OF_BOTS = ("bots", "hidden_cards", "search", "simulation", "worth")
OF_POSITIONS = ("position", "frames", "state", "words")
OF_MODULES = {  # slow tests: only for modules whose names begin with one of these
    "test_search_bot.py": OF_BOTS,
    "test_simulate.py": OF_BOTS,
    "test_a_copy_of_a_state_is_the_same": OF_POSITIONS,
    "test_a_position_is_plain_json": OF_POSITIONS,
    "test_every_state_comes_back_as_it_was": OF_POSITIONS,
    "test_the_reasons_add_up_to_the_score_at_every_moment": ("explain", "reasons", "why"),
}
MATCHES = {  # many games each
    "test_greedy_is_stronger_than_chance",
    "test_it_plays_by_every_edition",
    "test_thinking_ahead_is_stronger_than_greed",
}
NOTHING = ""  # no change
PLAYERS = 3  # of the playthroughs that are run
KILLED, SURVIVED, NO_TESTS, TIMEOUT = 1, 0, 33, 36  # as defined by mutmut
# Processor seconds, so that a busy machine causes no timeout: this, plus so many times the test's normal time.
PATIENCE, FACTOR = 4.0, 8.0


class Running(NamedTuple):
    """A mutant in progress: its tests in order, and the pipe for the number of the killer."""

    name: str
    items: list[pytest.Item]
    pipe: int


class Mutants:
    """A pytest plugin whose test session consists of all these runs.

    Args:
        names: the mutants.
        results: the file for the results.
        workers: number of parallel processes.
    """

    def __init__(self, names: list[str], results: Path, workers: int) -> None:
        self.names, self.results, self.workers = names, results, workers
        self.reached: dict[str, list[pytest.Item]] = defaultdict(list)
        self.seconds: dict[str, float] = {}
        self.killers: dict[str, list[pytest.Item]] = defaultdict(list)
        self.running: dict[int, Running] = {}

    def pytest_configure(self) -> None:
        """Make Hypothesis deterministic, so that each mutant gets the same examples.

        One failure is enough.
        """
        from hypothesis import HealthCheck, Phase, settings  # pytest wants to be the first to import it

        settings.register_profile(
            "mutants",
            deadline=None,  # mutants make the rules slow
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop tests that only repeat others."""
        items[:] = filter(is_wanted, items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run without a change, then with each mutant."""
        remembered = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
        caches = [each for each in remembered if (each.__module__ or "").startswith("companion.")]
        self.learn(session, caches)
        if session.testsfailed:
            return True
        gc.freeze()
        for name in self.names:
            self.start(session, name, caches)
            if len(self.running) == self.workers:
                self.wait()
        while self.running:
            self.wait()
        return True

    def learn(self, session: pytest.Session, caches: list["functools._lru_cache_wrapper[object]"]) -> None:
        """Run all tests without a change, and record which functions they reach.

        It also checks that their order does not matter.
        """
        set_mutant_under_test("stats")
        for item, following in pairs(session.items):
            state()._stats.clear()
            for cache in caches:  # otherwise values cached by an earlier test hide reached functions
                cache.cache_clear()
            before = process_time()
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            self.seconds[item.nodeid] = process_time() - before
            for function in state()._stats:
                self.reached[function].append(item)
        change(NOTHING)
        for item, following in pairs(sorted(session.items, key=lambda item: self.seconds[item.nodeid])):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)

    def start(self, session: pytest.Session, name: str, caches: list["functools._lru_cache_wrapper[object]"]) -> None:
        """Start the tests of one mutant."""
        function = mangled_name_from_mutant_name(name)
        killers = self.killers[function]
        others = [item for item in self.reached[function] if concerns(item, name.split(".")[2]) and item not in killers]
        items = killers + sorted(others, key=lambda item: self.seconds[item.nodeid])
        if not items:
            self.tell(name, NO_TESTS)
            return
        read, write = os.pipe()
        child = os.fork()
        if child:
            os.close(write)
            self.running[child] = Running(name, items, read)
            return
        change(name)
        for cache in caches:  # cached values were computed without the change
            cache.cache_clear()
        for number, (item, following) in enumerate(pairs(items)):
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + FACTOR * self.seconds[item.nodeid])
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                os.write(write, str(number).encode())
                os._exit(KILLED)
        os._exit(SURVIVED)

    def wait(self) -> None:
        """Wait until one of them is done."""
        child, status = os.wait()
        name, items, pipe = self.running.pop(child)
        number = os.read(pipe, 10)
        os.close(pipe)
        if number:
            killers, killer = self.killers[mangled_name_from_mutant_name(name)], items[int(number)]
            killers[:] = [killer, *(item for item in killers if item is not killer)]
        self.tell(name, TIMEOUT if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status))

    def tell(self, name: str, code: int) -> None:
        """Write the result of a mutant."""
        with self.results.open("a", encoding="utf-8") as lines:
            lines.write(f"{name} {code}\n")


def change(name: str) -> None:
    """Activate a mutant in this process.

    mutmut itself would check the environment at every call.
    """
    set_mutant_under_test(name)
    trampoline.get_mutant_under_test = lambda: name


def is_wanted(item: pytest.Item) -> bool:
    """Return whether no other test covers the same."""
    drawn = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    if item.path.name == "test_playthroughs.py":
        return drawn.get("players") == PLAYERS
    return drawn.get("seed", 0) == 0 and item.name.partition("[")[0] not in MATCHES


def concerns(item: pytest.Item, module: str) -> bool:
    """Return whether a test is worth its time for mutants of a module."""
    names = (item.path.name, item.name.partition("[")[0])
    return all(module.startswith(OF_MODULES[name]) for name in names if name in OF_MODULES)


def pairs(items: list[pytest.Item]) -> Iterable[tuple[pytest.Item, pytest.Item | None]]:
    """Return each item with the next one, from which pytest derives the teardown."""
    return zip(items, [*items[1:], None], strict=True)


def main(results: str, workers: str) -> int:
    """Run the tests; return 0 if each mutant was tried."""
    names = sys.stdin.read().split()
    random.Random(len(names)).shuffle(names)  # so that intermediate results are a random sample
    runner = Mutants(names, Path(results), int(workers))
    return int(pytest.main([*QUICKLY, *TESTS], plugins=[runner]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
