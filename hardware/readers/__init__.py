"""The kinds of readers that there are: each is a file in this folder, with its kind as `BACKEND`.

This is the one place that finds them by their names. A file is loaded without the libraries of its devices.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from hardware.device import Backend

USUAL = "nfcpy"
"""The kind of reader that is meant where nobody says another."""


def kind_of(device: str) -> str:
    """The kind of reader that writes a device so; the usual one where several do, or none."""
    kinds = [name for name, backend in backends().items() if name != USUAL and backend.knows(device)]
    return kinds[0] if kinds else USUAL


@cache
def backends() -> dict[str, Backend]:
    """Every kind of reader by its name, the usual one first."""
    modules = sorted(file.stem for file in Path(__file__).parent.glob("*.py") if file.stem != "__init__")
    found: list[Backend] = [import_module(f"hardware.readers.{module}").BACKEND for module in modules]
    return {backend.name: backend for backend in sorted(found, key=lambda backend: backend.name != USUAL)}
