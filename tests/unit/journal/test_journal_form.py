"""The format of a game in the journal: stored by field names, so that later additions do not affect older records."""

from __future__ import annotations

import json
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from companion.core.values import Value, astuple, defaults_of, fields_of
from companion.journal import Journal
from companion.othello.model import events as e
from companion.othello.model.events import EVENTS, Event, Flow, event_from_json, event_to_json
from companion.othello.model.frames import FRAMES, Action, Choices, Frame, Steps
from companion.othello.model.vocabulary import ActionKind, Phase
from tests.app.test_own_decks import own_deck
from tests.support.running_table import People, running


def some(hint: Any, number: int) -> Any:
    """Return a value of a field's type that is unique and not a default."""
    options = [option for option in get_args(hint) if option is not type(None)]
    if get_origin(hint) is tuple:
        inner = [some(part, number + at) for at, part in enumerate(options) if part is not Ellipsis]
        return tuple(inner)
    if hint is Choices:
        return Choices(**{field: some(kind, number) for field, kind in get_type_hints(Choices).items()})
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return list(hint)[-1]
    if hint in (int, bool, str):
        return {int: number + 3, bool: True, str: f"word {number}"}[hint]
    return some(options[0], number)


def filled(kind: Any) -> Any:
    hints = get_type_hints(kind)
    return kind(**{field: some(hints[field], at) for at, field in enumerate(fields_of(kind))})


ALL: list[Event] = [filled(kind) for kind in EVENTS.values() if kind is not Flow]
ALL += [Flow((filled(kind),)) for kind in FRAMES.values()]
ALL += [Flow((Steps(Phase.PLACEMENT, ()), Action(ActionKind.CARD, 0, "Villainy"))), Flow(())]


@pytest.mark.parametrize("event", ALL, ids=lambda event: type((*getattr(event, "frames", ()), event)[0]).__name__)
def test_every_event_and_frame_comes_back_from_its_names(event: Event) -> None:
    written = json.loads(json.dumps(event_to_json(event)))
    assert written["event"] == type(event).__name__
    read = event_from_json(written)
    assert (read, repr(read)) == (event, repr(event))
    assert event_from_json(dict(reversed(written.items()))) == event  # in any order
    assert event_from_json([type(event).__name__, *json.loads(json.dumps(in_order(event)))]) == event  # form 1


def in_order(record: Event | Frame | Choices) -> list[Any]:
    if isinstance(record, Flow):
        return [[[type(frame).__name__, *in_order(frame)] for frame in record.frames]]
    return [in_order(part) if isinstance(part, Choices) else part for part in astuple(record)]


def test_a_field_that_is_added_with_a_default_still_reads_what_was_written_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Placed(Value, frozen=True):
        player: int
        angle: float = 0.0
        card: str = "none"

    class Placement(Value, frozen=True):
        hurried: bool = False
        act: int = 0

    placed, placement = event_to_json(e.Placed(2, "I.1")), event_to_json(Flow((FRAMES["Placement"](3),)))
    monkeypatch.setitem(EVENTS, "Placed", Placed)
    monkeypatch.setitem(FRAMES, "Placement", Placement)
    assert repr(event_from_json(placed)) == "Placed(player=2, angle=0.0, card='I.1')"
    assert repr(event_from_json(placement)) == "Flow(frames=(Placement(hurried=False, act=3),))"


def test_the_defaults_that_are_left_out_of_journals_never_change() -> None:
    kinds: list[Any] = [*EVENTS.values(), *FRAMES.values(), Choices]
    defaults = {kind.__name__: defaults_of(kind) for kind in kinds}
    assert {name: given for name, given in defaults.items() if given} == {
        "Wounded": {"iago": False},
        "Casting": {"act": 1},
        "Steps": {"at": 0, "acted": False},
        "Reveals": {"at": 0, "last": None},
        "Draws": {"at": 0},
        "Discards": {"at": 0},
        "Action": {
            "choices": Choices(),
            "stage": "window",
            "passed": 0,
            "seizes": (),
            "spotlights": (),
            "claim": None,
            "taker": -1,
            "done": 0,
            "idle": False,
        },
        "Choices": dict.fromkeys(fields_of(Choices)),
    }


def test_a_game_says_which_game_it_is_in_which_form_and_names_its_deck(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    text = own_deck()
    with running(path, pace=0) as house:
        house.command("deck", text=text)
        for _ in range(3):
            house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        People(house, seed=3).play(until=lambda board: board["scene"] == 2)
        house.command("start", position=house.table.ask("position", {}))
        house.command("start", position=house.table.ask("position", {}))
        deck = house.desk["board"]["table"]["deck"]
    with closing(Journal.open(path)) as journal:
        games = journal.games()
        assert all((game.body["game"], game.body["form"]) == ("othello", 2) for game in games)
        everything = [record for game in (0, *(g.id for g in games)) for record in journal.records(game)]
    decks = [record.kind for record in everything if "character_1" in json.dumps(record.body)]
    assert decks == ["deck", "deck"]  # as the text of a file, and as card objects in a position
    with running(path) as house:
        assert house.desk["board"]["table"]["deck"] == deck
