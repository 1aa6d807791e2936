"""Journals of earlier versions can be resumed for ever: each kept journal, to the last card."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.kept_journals import FOLDER, taken_up, unpacked
from tests.support.running_table import running

KEPT = sorted(FOLDER.glob("form-*/*.db.gz"))


def covers(now: Any, kept: Any) -> bool:
    """Return True if all kept values are still the same; later versions may add keys."""
    if isinstance(kept, dict):
        return isinstance(now, dict) and all(key in now and covers(now[key], kept[key]) for key in kept)
    if isinstance(kept, list):
        return isinstance(now, list) and len(now) == len(kept) and all(map(covers, now, kept))
    return bool(now == kept)


def test_there_is_a_journal_of_every_form() -> None:
    assert {path.parent.name for path in KEPT} >= {"form-1", "form-2"}
    assert len(KEPT) >= 10


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: f"{path.parent.name}/{path.name.split('.')[0]}")
def test_a_journal_of_an_earlier_version_is_taken_up_as_it_was_left(kept: Path, tmp_path: Path) -> None:
    expected = json.loads(Path(str(kept).replace(".db.gz", ".json")).read_text())
    now = taken_up(unpacked(kept, tmp_path))
    for key in expected:
        assert covers(now[key], expected[key]), (key, now[key], expected[key])
    again = taken_up(tmp_path / "table.db")
    assert again == now


@pytest.mark.parametrize("form", ["form-1", "form-2"])
def test_an_open_window_is_answered_by_the_rulings_of_its_time(form: str, tmp_path: Path) -> None:
    path = unpacked(FOLDER / form / "an-evening-by-hand.db.gz", tmp_path)
    with running(path) as house:
        found: Any = house.table.play.current
        session = found.session
        rulings = session.state.rules.rulings
        assert (rulings["J14"], rulings["J27"]) == ("exit-only", "seize-first")
        asked = session.play.asked
        assert asked is not None and asked.kind in ("window", "protect")
        before = len(session.play.events)
        answered = asked.players[0]
        house.command("answer", by=session.names[answered], do="pass")
        assert len(session.play.events) > before
        assert session.play.asked is None or session.play.asked != asked
