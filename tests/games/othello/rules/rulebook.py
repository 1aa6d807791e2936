"""Helpers for tests of the rulebooks' examples and notes, which tests/games/othello/rules/rulebook.toml lists."""

from __future__ import annotations

from typing import Any

import pytest

from bench.tested_rules import passages
from tests.games.othello.rules.table import Json, Table

PASSAGES = passages()


def passage(name: str) -> pytest.MarkDecorator:
    """Run a test of this passage for every edition that has it, given as `edition`."""
    return pytest.mark.parametrize("edition", PASSAGES[name].sections)


def table(edition: str, **keys: Any) -> Table:
    """Ann (the Lead), Ben and Cal in the reveal of Act I; Ben comes first."""
    seats: Json = {"Ann": {"placed": "I.1"}, "Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3"}}
    for name, seat in seats.items():
        seats[name] = seat | keys.pop(name, {})
    return Table(edition=edition, **seats, **keys)
