"""The commands `play` and `script`, run in this process on files, as an outside tester would run them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cuelight.__main__ import main
from tests.games.deathmatch.contract.told import (
    Json,
    Told,
)


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(position: Json, *answers: Json, options: tuple[str, ...] = (), fine: bool = True) -> Told:
        start, lines = tmp_path / "position.json", tmp_path / "answers.jsonl"
        start.write_text(json.dumps(position))
        lines.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
        status = main(["play", str(start), str(lines), "--json", *options])
        out, err = capsys.readouterr()
        told = Told(status, out, err)
        if fine:
            assert status == 0, (err, told.doc.get("error"))
        return told

    return run


@pytest.fixture
def refused(play: Any) -> Any:
    return lambda position, *answers, **more: play(position, *answers, fine=False, **more)


@pytest.fixture
def wrong(play: Any) -> Any:
    def run(position: Json) -> str:
        told = play(position, fine=False)
        assert told.status == 2, told.doc
        return str(told.err)

    return run


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(position: Json, *gestures: tuple[str, str]) -> Told:
        lines: list[Json] = [{"do": "position", "position": position}]
        for t, (place, thing) in enumerate(gestures):
            if thing == "press":
                lines.append({"t": 3.0 * t + 1, "do": "press", "button": place})
                continue
            lines.append({"t": 3.0 * t + 1, "do": "tag", "zone": place, "card": thing})
            lines.append({"t": 3.0 * t + 2, "do": "lift", "zone": place})
        file = tmp_path / "script.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        status = main(["script", str(file), "--json"])
        return Told(status, *capsys.readouterr())

    return run
