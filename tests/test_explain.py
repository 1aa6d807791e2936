"""Why somebody has these points: the reasons of a score add up to it, at every moment, and lead to the right events."""

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from rules.table import Table

from bench.random_games import new_random_game, next_answer, sensible_answer
from companion.journal import Journal
from companion.othello.events import Event, Flow, Scored, event_to_json
from companion.othello.explain import BEFORE, Entry, explain
from companion.othello.game import Game
from companion.othello.options import decision
from companion.othello.position import position_from_json
from companion.othello.rules import apply
from companion.othello.scoring import score
from companion.othello.state import State
from cuelight.__main__ import main
from cuelight.explain import event_from_object
from cuelight.outcome import event_to_object

STEP = 25


def parts(entries: tuple[Entry, ...]) -> dict[str, int]:
    return {part: sum(entry.points for entry in entries if entry.part == part) for part in score_parts()}


def score_parts() -> tuple[str, ...]:
    return tuple(score(position_from_json(PLAIN), 0)._asdict())


def assert_adds_up(state: State, events: list[Event]) -> None:
    for player, entries in enumerate(explain(state, events)):
        assert parts(entries) == score(state, player)._asdict()
        for entry in entries:
            assert entry.points > 0 and entry.text and entry.rules
            assert list(entry.events) == sorted(entry.events)


def finished(seed: int) -> Game:
    rng, game = random.Random(seed), new_random_game(seed, 2 + seed % 5)
    while (asked := decision(game.state)) is not None:
        apply(game, sensible_answer(game.state, rng, asked))
    return game


PLAIN: dict[str, Any] = {"edition": "2024", "lead": "Ann", "seats": [{"name": name} for name in ("Ann", "Ben", "Cal")]}


# --- they add up


@pytest.mark.parametrize("seed", range(10))
def test_the_reasons_add_up_to_the_score_at_every_moment(seed: int) -> None:
    rng, game = random.Random(seed), new_random_game(seed, 2 + seed % 5)
    answer = sensible_answer if seed % 2 else next_answer
    step = 0
    while (asked := decision(game.state)) is not None:
        if step % STEP == 0:
            assert_adds_up(game.state, game.events)
        apply(game, answer(game.state, rng, asked))
        step += 1
    assert_adds_up(game.state, game.events)


@pytest.mark.parametrize("seed", range(3))
def test_they_add_up_when_the_beginning_is_not_known(seed: int) -> None:
    game = finished(seed)
    for begin in (len(game.events) // 3, len(game.events) // 2, len(game.events)):
        assert_adds_up(game.state, game.events[begin:])


def test_a_reason_tells_the_act_and_the_scene() -> None:
    game = finished(1)
    for entries in explain(game.state, game.events):
        for entry in entries:
            event = game.events[entry.events[-1]]
            if isinstance(event, Scored) and entry.part == "script":
                assert entry.act == game.state.deck.cards[event.card].act
                assert entry.scene is not None


# --- reasons


def reasons(table: Table, player: str, part: str) -> list[Entry]:
    names = [seat.name for seat in table.state.seats]
    return [entry for entry in explain(table.state, table.game.events)[names.index(player)] if entry.part == part]


def test_where_no_scene_has_begun_since_it_is_that_of_the_position() -> None:
    table = Table(scene=4, Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "I.3"}).play("Ben", "reveal")
    (entry,) = explain(table.state, table.game.events)[1]
    assert (entry.part, entry.act, entry.scene) == ("script", 1, 4)


def test_a_seized_card_says_from_whom() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal").play("Cal", "seize")
    (entry,) = reasons(table, "Cal", "script")
    assert (entry.points, entry.rules) == (2, ("K2", "Z2", "G2"))
    assert "seized from Ben" in entry.text


def test_tokens_that_came_first_are_spent_first() -> None:
    table = Table(turn="Ann", Ann={"placed": "I.1", "hand": ["I.3"], "intrigue": 3})
    (entry,) = reasons(table, "Ann", "intrigue")
    assert (entry.text, entry.events, entry.act) == (f"{BEFORE} (3 tokens)", (), None)
    table.play("Ann", "improv", way="face-down", give="I.3").play("Ann", "reveal")
    (entry,) = reasons(table, "Ann", "intrigue")
    assert entry.text.startswith(f"{BEFORE} (2 tokens) and exit with")
    assert entry.rules == ("K8", "E1", "G2")


def test_wounds_are_counted_for_whoever_landed_the_last_one() -> None:
    table = Table(Ann={"placed": "I.8"}, Ben={"placed": "Seize"}, tiles={"Cassio": {"wounds": 4}})
    table.play("Ben", "exit").play("Ann", "reveal")
    (entry,) = reasons(table, "Ann", "wounds")
    assert (entry.points, entry.rules) == (5, ("K5", "W4", "G2"))


def test_the_handkerchief_says_from_whom() -> None:
    table = Table(act=3, turn="Ann", Ann={"handkerchief": True}, Ben={"placed": "III.6"}, Cal={})
    assert reasons(table, "Ann", "handkerchief")[0].events == ()
    table = Table(act=3, turn="Ben", Ann={"handkerchief": True}, Ben={"placed": "III.6"}).play("Ben", "reveal")
    (entry,) = reasons(table, "Ben", "handkerchief")
    assert (entry.points, entry.rules) == (3, ("K9", "G2"))
    assert "from Ann" in entry.text
    assert not reasons(table, "Ann", "handkerchief")


def test_the_bonuses_of_the_end_name_their_acts_and_characters() -> None:
    scored = ["I.4", "I.5", "I.7", "II.12", "III.3"]
    table = Table(act=5, turn="Ann", half_curtain=True, Ann={"placed": "V.16", "scored": scored}).play("Ann", "reveal")
    assert table.over
    (lead,) = reasons(table, "Ann", "lead_bonus")
    assert (lead.points, lead.text) == (2, "Iago in Act II, Act III and Act V")
    (company,) = reasons(table, "Ann", "company_bonus")
    assert (company.points, company.text, company.rules) == (2, "3 cards of Brabantio", ("G5",))


def test_events_that_cannot_have_led_to_a_state_are_refused() -> None:
    table = Table(turn="Ann", Ann={"placed": "I.1"}).play("Ann", "reveal")
    assert table.seat("Ann").intrigue == 1
    table.seat("Ann").intrigue = 0
    with pytest.raises(ValueError, match="more tokens than there are"):
        explain(table.state, table.game.events)


# --- the command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["explain", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.fixture
def played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """What `cuelight play --json` prints of one card."""
    seats = [{"name": "Ann"}, {"name": "Ben", "placed": "I.4", "intrigue": 2}]
    position, answers, game = (tmp_path / name for name in ("position.json", "answers.jsonl", "game.json"))
    position.write_text(json.dumps({"edition": "2024", "lead": "Ann", "phase": "reveal", "seats": seats}))
    answers.write_text('{"by": "Ben", "do": "reveal"}\n{"by": "Ann", "do": "pass"}')
    assert main(["play", str(position), str(answers), "--json"]) == 0
    game.write_text(capsys.readouterr().out)
    return game


def test_the_command_tells_why(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, str(played), "--player", "Ben")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("Ben: 3 points")
    assert "(I.4), played as company  [Act I, scene 1; K2, G2]" in out
    assert "scores" in out and "Ann" not in out


def test_the_document_adds_up(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = run(capsys, str(played), "--json")
    players = json.loads(out)["players"]
    assert status == 0
    assert [player["name"] for player in players] == ["Ann", "Ben"]
    for player in players:
        assert player["total"] == sum(entry["points"] for entry in player["entries"])


def test_a_position_alone_is_explained_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(PLAIN))
    status, out, _err = run(capsys, str(position), "--player", "Cal")
    assert status == 0
    assert out.startswith("Cal: 2 points") and "[before; G2]" in out


def test_a_game_of_a_journal_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, file = finished(1), tmp_path / "evening.db"
    names = [seat.name for seat in game.state.seats]
    with closing(Journal.open(file)) as journal:
        for _ in range(2):
            journal.begin_game({"names": names, "edition": "2024", "deck": "stand-in", "seed": 1}, 0.0)
            journal.append("answer", {"text": "the whole game"}, 0.0)
            journal.append("events", [event_to_json(event) for event in game.events], 0.0)
    status, out, _err = run(capsys, str(file), "--player", names[0], "--game", "1")
    assert status == 0
    assert out.startswith(f"{names[0]}: {score(game.state, 0).total} point")
    status, _out, err = run(capsys, str(file), "--game", "3")
    assert (status, err) == (2, f"cuelight: {file}: has no game 3; choose one from 1 to 2\n")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"event": "Applauded"}, "events[0].event: there is no event 'Applauded'"),
        ({"player": "Zoë"}, "events[0].player"),
        ({"card": None, "event": "Gained"}, "events[0].token: is missing"),
    ],
)
def test_what_cannot_be_read_is_told(
    change: dict[str, Any], wrong: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(played.read_text())
    document["events"][0] |= change
    played.write_text(json.dumps(document))
    status, _out, err = run(capsys, str(played))
    assert status == 2
    assert wrong in err


def test_a_player_that_is_not_there_is_told(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _out, err = run(capsys, str(played), "--player", "Bo")
    assert (status, err) == (2, "cuelight: --player: there is no player 'Bo'; choose one of: Ann, Ben\n")


def test_events_are_read_as_they_were_printed() -> None:
    game = finished(2)
    names = [seat.name for seat in game.state.seats]
    for event in game.events:
        if not isinstance(event, Flow):
            printed = json.loads(json.dumps(event_to_object(event, names)))
            assert event_from_object(printed, names, "events[0]") == event
