"""`cuelight --help`: every command, grouped by what people want."""

from __future__ import annotations

import argparse

import pytest

from cuelight.cli import GROUPS, INSTALLED, WRONG_INPUT, build_parser, run


def test_the_help_lists_every_command_once() -> None:
    parser = build_parser()
    (commands,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(commands.choices)
    shown = [line.split()[0] for line in (parser.epilog or "").splitlines() if line.startswith("  ")]
    assert shown == listed


@pytest.mark.parametrize("name", INSTALLED)
def test_a_command_of_an_installed_table_says_so_elsewhere(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "on"]) == WRONG_INPUT
    assert "installed table" in capsys.readouterr().err
