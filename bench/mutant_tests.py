"""Which tests mutmut runs of those that pyproject.toml names for it, and in what order: a plugin for pytest.

The tests of single rules come first, because the sooner one fails the sooner a mutant is done with. Tests that play
whole games take their time: only mutants in the modules that they are about run them, and those that survived before
(`bench.mutants --survivors`). Of a test that plays a game for each of many seeds only the first is run, and of the
playthroughs those of three players.
"""

import functools
import gc
import os

import pytest
from hypothesis import HealthCheck, settings

THOROUGH = "CUELIGHT_MUTANTS_THOROUGH"  # in the environment: every mutant runs every test
OF_MODULES = {
    "test_hidden.py": {"describe", "hidden_cards", "needs", "views"},
    "test_search_bot.py": {"bots", "search", "simulation", "worth"},
    "test_simulate.py": {"bots", "search", "simulation", "worth"},
    "test_table_hidden.py": {"describe", "hidden_cards", "needs", "views"},
    "test_unseen_cards.py": {"declare", "hidden_cards", "needs", "views"},
}
PLAYERS = 3  # of the playthroughs that are run
TIMEOUT = 36  # the exit code that mutmut calls a timeout

# mutmut slows the rules down, and the same examples each time are the same chance for each mutant.
settings.register_profile("mutants", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("mutants")


def pytest_sessionstart() -> None:
    """Forget what was computed: mutmut forks each run from a process that has run the tests with nothing changed."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and (found.__module__ or "").startswith("companion."):
            found.cache_clear()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this mutant does without, and begin with the rules."""
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    module = mutant.split(".")[2] if mutant.startswith("companion.othello.") and THOROUGH not in os.environ else None
    left_out = [item for item in items if not is_of_use(item, module)]
    config.hook.pytest_deselected(items=left_out)
    kept = [item for item in items if item not in left_out]
    items[:] = sorted(kept, key=lambda item: not item.nodeid.startswith("tests/rules/"))


def is_of_use(item: pytest.Item, module: str | None) -> bool:
    """Whether a mutant in this module runs this test; without a module, whether any does."""
    drawn = getattr(item, "callspec", None)
    if drawn is not None and drawn.params.get("seed", 0) != 0:
        return False
    if item.path.name == "test_playthroughs.py":
        return drawn is not None and drawn.params.get("players") == PLAYERS
    return module is None or module in OF_MODULES.get(item.path.name, {module})


def pytest_exception_interact(call: pytest.CallInfo[None]) -> None:
    """A test that ran out of time has not noticed the mutant, for the machine may only be busy: mutmut is told so."""
    if call.excinfo is not None and str(call.excinfo.value).startswith("Timeout (>"):
        os._exit(TIMEOUT)
