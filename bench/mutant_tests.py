"""Runs the tests of the rules once for each mutant: what `bench.mutants` starts in the folder of the changed code.

The tests are collected once, and run once with nothing changed to learn which of them reach which function. Then each
mutant has a process of its own, forked from here, that runs those which reach it until one fails: first the tests of
single rules, then the others. The tests of bots are for mutants of bots; of those that play a game for each of many
seeds the first is run, and of the playthroughs those of three players.

Reads the names of mutants from the standard input, a line each, and writes a line for each that is done to the file
that is named: its name, and the exit code by which mutmut knows what came of it.
"""

import functools
import gc
import os
import random
import resource
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from time import process_time

import pytest
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name

TESTS = (
    "tests/rules",
    "tests/test_answers.py",
    "tests/test_command_line.py",
    "tests/test_deck_file.py",
    "tests/test_explain.py",
    "tests/test_narrate.py",
    "tests/test_observation.py",
    "tests/test_playthroughs.py",
    "tests/test_position.py",
    "tests/test_position_diff.py",
    "tests/test_script_command.py",
    "tests/test_search_bot.py",
    "tests/test_session.py",
    "tests/test_simulate.py",
    "tests/test_stand_in_deck.py",
    "tests/test_stand_in_deck_2022.py",
    "tests/test_start_of_a_game.py",
    "tests/test_views.py",
)
OF_BOTS = {"bots", "hidden_cards", "search", "simulation", "worth"}
OF_MODULES = {"test_search_bot.py": OF_BOTS, "test_simulate.py": OF_BOTS}
MATCHES = {  # many games each
    "test_greedy_is_stronger_than_chance",
    "test_it_plays_by_every_edition",
    "test_thinking_ahead_is_stronger_than_greed",
}
PLAYERS = 3  # of the playthroughs that are run
KILLED, SURVIVED, NO_TESTS, TIMEOUT = 1, 0, 33, 36  # as mutmut has it
# Seconds of the processor, so that a busy machine is no reason to give up: this and so many times what the tests took.
PATIENCE, FACTOR = 20, 4


class Mutants:
    """A plugin for pytest whose test session is all these runs.

    Args:
        names: the mutants.
        results: the file that is told what comes of them.
        workers: how many processes run at once.
    """

    def __init__(self, names: list[str], results: Path, workers: int) -> None:
        self.names, self.results, self.workers = names, results, workers
        self.reached: dict[str, list[pytest.Item]] = defaultdict(list)
        self.seconds: dict[str, float] = {}
        self.running: dict[int, str] = {}

    def pytest_configure(self) -> None:
        """The same examples each time are the same chance for each mutant, and mutants make the rules slow.

        An example that fails is not made smaller: nobody reads it, and until it is small the mutant's time is up.
        """
        from hypothesis import HealthCheck, Phase, settings  # pytest wants to be the first to import it

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile(
            "mutants", deadline=None, derandomize=True, phases=phases, suppress_health_check=list(HealthCheck)
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin with the rules, and leave out what only repeats."""
        items[:] = sorted(filter(is_wanted, items), key=lambda item: "/rules/" not in item.path.as_posix())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """With nothing changed, then with each mutant."""
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
        """Run all tests with nothing changed, and see which functions they reach, earlier tests forgotten."""
        set_mutant_under_test("stats")
        for item, following in pairs(session.items):
            for cache in caches:
                cache.cache_clear()
            state()._stats.clear()
            before = process_time()
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            self.seconds[item.nodeid] = process_time() - before
            for function in state()._stats:
                self.reached[function].append(item)

    def start(self, session: pytest.Session, name: str, caches: list["functools._lru_cache_wrapper[object]"]) -> None:
        """Begin to run the tests of one mutant."""
        module, found = name.split(".")[2], self.reached[mangled_name_from_mutant_name(name)]
        items = [item for item in found if module in OF_MODULES.get(item.path.name, {module})]
        if not items:
            self.tell(name, NO_TESTS)
            return
        child = os.fork()
        if child:
            self.running[child] = name
            return
        limit = round(PATIENCE + FACTOR * sum(self.seconds[item.nodeid] for item in items))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        set_mutant_under_test(name)
        for cache in caches:  # what is remembered was computed with nothing changed
            cache.cache_clear()
        for item, following in pairs(items):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                os._exit(KILLED)
        os._exit(SURVIVED)

    def wait(self) -> None:
        """Wait until one of them is done."""
        child, status = os.wait()
        self.tell(self.running.pop(child), TIMEOUT if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status))

    def tell(self, name: str, code: int) -> None:
        """Write down what came of a mutant."""
        with self.results.open("a", encoding="utf-8") as lines:
            lines.write(f"{name} {code}\n")


def is_wanted(item: pytest.Item) -> bool:
    """Whether no other test does the same."""
    drawn = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    if item.path.name == "test_playthroughs.py":
        return drawn.get("players") == PLAYERS
    return drawn.get("seed", 0) == 0 and item.name.partition("[")[0] not in MATCHES


def pairs(items: list[pytest.Item]) -> Iterable[tuple[pytest.Item, pytest.Item | None]]:
    """Each with the one after it, which says what may be taken down between the two."""
    return zip(items, [*items[1:], None], strict=True)


def main(results: str, workers: str) -> int:
    """Run the tests; 0 when each mutant had its turn."""
    names = sys.stdin.read().split()
    random.Random(len(names)).shuffle(names)  # so that what is known after a while is a sample of them
    runner = Mutants(names, Path(results), int(workers))
    return int(pytest.main(["-q", "-p", "no:cacheprovider", "-o", "timeout=0", *TESTS], plugins=[runner]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
