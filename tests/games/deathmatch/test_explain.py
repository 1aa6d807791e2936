"""Damage and its causes: entries add up to the scores, deaths are explained, and contradictory events are refused."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import InputError
from companion.deathmatch.model import events as e
from companion.deathmatch.model.answers import answer_from_json
from companion.deathmatch.model.changes import HandSizeChanged
from companion.deathmatch.model.events import EVENTS, event_from_json, event_to_json
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.rules.game import Dealer, Game
from companion.deathmatch.rules.harm import score
from companion.deathmatch.rules.submit import settle, submit
from companion.deathmatch.text.explain import BEFORE, RULES, explain, explained, why
from companion.game.corrections import Because
from companion.journal import Journal
from cuelight.__main__ import main
from tests.games.deathmatch.positions import Json, position

SCENE: list[Json] = [
    {"character": "Timon", "played": "blades.4", "pool": ["blades.3"]},
    {"character": "Hamlet", "played": "coins.7", "pool": ["coins.1"]},
    {"character": "Ophelia", "played": "coins.2"},
]


def played(start: Json, *answers: Json) -> Game:
    """Return a game that began with a position, after these answers."""
    game = Game(position_from_json(start), Dealer(0))
    settle(game)
    for answer in answers:
        submit(game, answer_from_json(answer, game.state.names))
    return game


def damage(by: str, card: str, target: str) -> Json:
    return {"by": by, "do": "damage", "card": card, "target": target}


def test_dp4_each_card_of_a_pool_is_told_with_who_placed_it_and_when() -> None:
    game = played(position(*SCENE, phase="damage", turn="Ben", scene=3), damage("Ben", "coins.7", "Ann"))
    ann = explain(game.state, game.events)[0]
    assert [(entry.card, entry.points, entry.part, entry.by) for entry in ann.entries] == [
        ("blades.3", 3, "blades", None),
        ("coins.7", 7, "coins", 1),
    ]
    before, new = ann.entries
    assert BEFORE in before.text
    assert (before.act, before.scene, before.events) == (None, None, ())
    assert "placed by Ben" in new.text
    assert (new.act, new.scene, new.rules) == (1, 3, ("DP4",))
    assert event_to_json(game.events[new.events[0]], game.state.names)["event"] == "Damaged"


def test_de1_a_death_is_told_with_the_cards_that_brought_it_and_by_whom() -> None:
    pool = ["blades.4", "coins.1"]
    seats = [SCENE[0], {**SCENE[1], "pool": pool}, SCENE[2]]
    game = played(position(*seats, phase="damage", turn="Cal"), damage("Cal", "coins.7", "Ben"))
    ben = explain(game.state, game.events)[1]
    assert ben.entries == ()
    assert ben.slain is not None
    assert (ben.slain.character, ben.slain.rules) == ("Hamlet", ("DE1",))
    assert "by Cal with a pound of flesh (7 coins)" in ben.slain.text
    assert [entry.card for entry in ben.slain.entries] == [*pool, "coins.7"]
    assert explained(game.state, game.events, 1).startswith("Ben: 12 points of damage\n\n  slain as Hamlet")


def test_dj2_what_a_text_moves_into_a_pool_or_slays_is_told_as_a_texts() -> None:
    carrying = {"by": "Ann", "card": "One Fell Swoop"}
    moved = {"what": "card", "card": "blades.3", "from": {"pool": "Ann"}, "to": {"pool": "Cal"}}
    start = position({"pool": ["blades.3"]}, {"character": "Hamlet"}, carrying=carrying, trickster_played=True)
    answer = {"by": "Ann", "do": "carry-out", "changes": [moved, {"what": "slain", "of": "Ben"}]}
    game = played(start, answer)
    ann, ben, cal = explain(game.state, game.events)
    assert ann.entries == ()
    assert [(entry.card, entry.by, entry.rules) for entry in cal.entries] == [("blades.3", None, ("DJ2",))]
    assert ben.slain is not None
    assert ben.slain.rules == ("DJ2",)


def test_a_card_that_leaves_a_pool_is_told_no_more() -> None:
    start = position({"character": "Hamlet", "pool": ["letters.2", "blades.1", "?action"], "hand": ["coins.1"]})
    game = played(start, {"by": "Ann", "do": "reveal"})
    assert [entry.card for entry in explain(game.state, game.events)[0].entries] == ["blades.1"]


def test_events_that_do_not_lead_to_the_position_are_refused() -> None:
    start = position_from_json(position(*SCENE, phase="damage", turn="Ben"))
    game = played(position(*SCENE, phase="damage", turn="Ben"), damage("Ben", "coins.7", "Ann"))
    with pytest.raises(ValueError, match="more cards"):
        explain(start, game.events)


def test_the_reasons_as_objects_have_words_for_rules_and_events() -> None:
    game = played(position(*SCENE, phase="damage", turn="Ben"), damage("Ben", "coins.7", "Ann"))
    reasons = why(game.state, game.events)
    assert [reason["name"] for reason in reasons] == ["Ann", "Ben", "Cal"]
    assert [reason["total"] for reason in reasons] == [score(game.state, player).total for player in range(3)]
    entry = reasons[0]["entries"][1]
    assert entry["by"] == "Ben"
    assert entry["told"] == ["Ben hurts Ann with a pound of flesh (7 coins)."]
    assert entry["rules_words"] == [RULES["DP4"]]
    json.dumps(reasons)


def test_for_people_there_is_a_line_for_each_card_under_its_suit() -> None:
    game = played(position(*SCENE, phase="damage", turn="Ben"), damage("Ben", "coins.7", "Ann"))
    assert explained(game.state, game.events, 0).splitlines() == [
        "Ann: 10 points of damage",
        "",
        "  blades: 3",
        "     3  a bare bodkin (3 blades), lay there before the record of this game begins  [before]",
        "",
        "  coins: 7",
        "     7  a pound of flesh (7 coins), placed by Ben  [act 1, scene 1]",
    ]


# --- the command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["explain", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def printed(folder: Path, game: Game, **other: Any) -> str:
    """Return a file with the parts of `cuelight play --json`'s output that these tests need."""
    events = [event_to_json(event, game.state.names) for event in game.events]
    file = folder / "played.json"
    file.write_text(json.dumps({"position": position_to_json(game.state), "events": events, **other}))
    return str(file)


def test_explain_reads_what_play_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = played(position(*SCENE, phase="damage", turn="Ben"), damage("Ben", "coins.7", "Ann"))
    file = printed(tmp_path, game)
    status, out, _err = run(capsys, file, "--player", "Ann")
    assert (status, out.rstrip("\n")) == (0, explained(game.state, game.events, 0))
    status, out, _err = run(capsys, file, "--json")
    assert (status, json.loads(out)) == (0, {"players": json.loads(json.dumps(why(game.state, game.events)))})


def test_explain_says_which_event_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = played(position(*SCENE, phase="winner"))
    for event, field in [
        ({"event": "Exploded"}, "events[0].event"),
        ({"event": "Damaged", "player": "Ann", "target": "Zed", "card": "coins.1"}, "events[0].target"),
        ({"event": "Damaged", "player": None, "target": "Ben", "card": "coins.1"}, "events[0].player"),
        ({"event": "Damaged", "player": "Ann", "target": "Ben"}, "events[0].card"),
        ({"event": "Discarded", "player": "Ann", "card": "coins.1", "origin": "moon"}, "events[0].origin"),
        ({"event": "Changed", "what": "slain"}, "events[0].of"),
        ({"event": "Shuffled", "cards": -1}, "events[0].cards"),
        (7, "events[0]"),
    ]:
        status, _out, err = run(capsys, printed(tmp_path, game, events=[event]))
        assert status == 2
        assert f": {field}: " in err
    bad = {"event": "Damaged", "player": "Ann", "target": "Cal", "card": "coins.1"}
    status, _out, err = run(capsys, printed(tmp_path, game, events=[bad]))
    assert (status, "do not lead to this position" in err) == (2, True)


def test_every_kind_of_event_reads_back_from_its_object() -> None:
    names = ["Ann", "Ben"]
    every: list[e.Event] = [
        e.ActBegan(1, 0), e.ProtagonistChanged(None), e.SettingChosen(1, "castle"), e.CharacterDealt(0, "Hamlet"),
        e.Shuffled(3), e.Dealt(0, "coins.1"), e.LeftOut("coins.1"), e.Drew(1, "?action"), e.SceneBegan(1, 0),
        e.Showed(0, "Et tu, Brute?"), e.CarriedOut(None, "heath", e.Source.SETTING), e.Changed(HandSizeChanged(1, 4)),
        e.Revealed(0, "Hamlet"), e.Played(0, "coins.1"), e.Sacrificed(0, "Et tu, Brute?"), e.Led(0), e.SceneWon(None),
        e.Damaged(0, 1, "coins.1"), e.Discarded(0, "coins.1", e.Origin.POOL), e.PassedOver(1), e.Slain(0, "Hamlet"),
        e.SceneEnded(1), e.ActEnded(1), e.GameEnded((1,)), e.Found(0, "coins.1"),
        e.Corrected(Because.LATE),
    ]  # fmt: skip
    assert {type(event).__name__ for event in every} == set(EVENTS)
    for event in every:
        assert event_from_json(event_to_json(event, names), names, "event") == event
    with pytest.raises(InputError):
        event_from_json({"event": "Led"}, names, "event")


def test_a_game_of_a_journal_is_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    start = position(*SCENE, phase="damage", turn="Ben")
    game, file = played(start, damage("Ben", "coins.7", "Ann")), tmp_path / "evening.db"
    with closing(Journal.open(file)) as journal:
        journal.begin_game({"game": "deathmatch", "position": start}, 0.0)
        journal.append("answer", {"text": "the damage"}, 0.0)
        journal.append("events", [e.event_to_json(event) for event in game.events], 0.0)
    status, out, _err = run(capsys, str(file), "--player", "Ann")
    assert (status, out.rstrip("\n")) == (0, explained(game.state, game.events, 0))
