"""docs/promises.md: each promise names an existing test and long form, and the page is generated from the data."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench import promises
from bench.goals import GOALS
from bench.promises import Promise
from tests.support import ROOT

ALL = promises.read()


def test_the_page_is_what_the_data_says() -> None:
    now = promises.page(ALL)
    assert promises.PAGE.read_text(encoding="utf-8") == now, "type: .venv/bin/python -m bench.promises"


def test_no_two_promises_share_a_name() -> None:
    names = [promise.id for promise in ALL]
    assert len(names) == len(set(names)) > 0


@pytest.mark.parametrize("promise", ALL, ids=lambda promise: promise.id)
def test_a_promise_is_held_by_a_test_that_is_there(promise: Promise) -> None:
    assert all(promise[:4]), promise
    file, _, test = promise.test.partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    wanted = test.partition("[")[0].rpartition("::")[2] or r"test_\w+"
    assert re.search(rf"^ *(async )?def {wanted}\(", text, re.MULTILINE), promise.test
    assert (ROOT / file).is_relative_to(ROOT / "tests")


@pytest.mark.parametrize("promise", ALL, ids=lambda promise: promise.id)
def test_a_figure_is_read_at_a_glance(promise: Promise) -> None:
    assert len(promise.figure) <= 240, "what it does not say stands in `limits`"


@pytest.mark.parametrize("promise", [promise for promise in ALL if promise.proof], ids=lambda promise: promise.id)
def test_the_long_form_of_a_promise_is_there(promise: Promise) -> None:
    if promise.proof.endswith(".py"):
        assert (ROOT / promise.proof).is_file()
    else:
        spec = find_spec(promise.proof)
        assert spec is not None and spec.origin is not None
        runs = '__name__ == "__main__"' in Path(spec.origin).read_text(encoding="utf-8")
        assert runs or promise.proof.removeprefix("bench.") in GOALS


def test_a_figure_that_a_long_form_tells_is_in_the_printed_page() -> None:
    told = Promise("told", "1 A part", "It holds.", "tests/system/test_promises.py", "old", "bench.told")
    broken = told._replace(id="broken", proof="bench.broken")
    page = promises.page(promises.anew([told, broken], {"told": "5 of 5 | all"}, {"bench.broken"}))
    assert "- `told`: It holds. *5 of 5 | all.* (`tests/system/test_promises.py`, `bench.told`)" in page
    assert "- `broken`: It holds. *BROKEN: old.*" in page


def test_a_long_form_is_run_and_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "well.py").write_text("print('promise a: 3 of 3')\nprint('more')\n")
    (tmp_path / "ill.py").write_text("print('promise b: 2 of 3')\nraise SystemExit(1)\n")
    monkeypatch.setattr(promises, "ROOT", tmp_path)
    assert promises.run("well") == ({"a": "3 of 3"}, True)
    assert promises.run("ill") == ({"b": "2 of 3"}, False)


def test_a_promise_that_is_not_there_is_not_proven(capsys: pytest.CaptureFixture[str]) -> None:
    assert promises.prove(ALL, ["no-such"]) == 2
    assert "no promise no-such" in capsys.readouterr().err


@pytest.mark.parametrize(("said", "status"), [("--help", 0), ("prov", 2)])
def test_what_is_no_command_proves_and_writes_nothing(
    said: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(promises, "prove", None)
    assert promises.main([said]) == status
    assert "prove [ID]" in capsys.readouterr().out
