"""The kinds of readers: each is a file in this folder, with its `BACKEND`.

Only this module looks them up by name. Loading a file does not need the libraries of its devices.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from hardware.device import Backend

USUAL = "nfcpy"
"""Kind of reader that is used if none is given."""


def kind_of(device: str) -> str:
    """Return the kind of reader whose device names have this format.

    Returns the usual one if several or none match.
    """
    kinds = [name for name, backend in backends().items() if name != USUAL and backend.knows(device)]
    return kinds[0] if kinds else USUAL


@cache
def backends() -> dict[str, Backend]:
    """Return every kind of reader by its name, the usual one first."""
    modules = sorted(file.stem for file in Path(__file__).parent.glob("*.py") if file.stem != "__init__")
    found: list[Backend] = [import_module(f"hardware.readers.{module}").BACKEND for module in modules]
    return {backend.name: backend for backend in sorted(found, key=lambda backend: backend.name != USUAL)}
