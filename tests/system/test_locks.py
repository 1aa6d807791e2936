"""The packages that `make` installs are pinned in locks/, with hashes, and match pyproject.toml."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.support import ROOT

LOCKS = sorted((ROOT / "locks").glob("*.txt"))
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)( ; .+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def lock() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lock", ROOT / "tools" / "lock.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pins(path: Path) -> list[tuple[str, str]]:
    """Return each project with its version."""
    return [(found[1], found[2]) for found in PIN.finditer(path.read_text(encoding="utf-8"))]


def test_the_locks_are_those_that_make_installs(lock: ModuleType) -> None:
    named = set(re.findall(r"locks/([a-z]+)\.txt", (ROOT / "Makefile").read_text(encoding="utf-8")))
    assert {path.stem for path in LOCKS} == set(lock.EXTRAS) == named


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_a_lock_answers_to_what_pyproject_asks_for(lock: ModuleType, path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith(lock.header(path.stem)), "pyproject.toml changed: `make lock`"
    asked = {re.split(r"[^A-Za-z0-9-]", one)[0].lower() for one in lock.asked(path.stem)}
    assert asked <= {name for name, _version in pins(path)}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_a_lock_has_nothing_but_pins_with_hashes(lock: ModuleType, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert PIN.sub("", text.removeprefix(lock.header(path.stem))).strip() == ""


def test_no_two_locks_pin_two_versions() -> None:
    versions: dict[str, set[str]] = {}
    for path in LOCKS:
        for name, version in pins(path):
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}
