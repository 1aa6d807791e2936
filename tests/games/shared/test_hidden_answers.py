"""Responses to all questions, answers and refusals: none depends on a card that is hidden from the recipient.

Games are played twice with different hidden cards. Everybody gives every possible answer at both: through the table, in
a script, and to `cuelight play` at a table. `test_hidden_requests` does so over HTTP.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import companion.othello.table.knowledge
from bench.hidden_answers import (
    Table,
    dealt_anew,
    every_answer,
    moments,
    tried,
    turns_up,
)
from bench.hidden_requests import seen_of, some_moments, tables, take_back, unnumbered
from bench.random_games import PLAYED, STANDARD
from companion.core.errors import CuelightError
from companion.othello.game import GAME
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.state import State
from companion.othello.notation.write import position_to_json
from companion.table.viewer import GUEST, HOST, Viewer, seat_of
from cuelight.__main__ import main
from cuelight.app.table import LiveTable

EACH = 40  # number of answers at each moment
Json = dict[str, Any]


@pytest.mark.parametrize("form", PLAYED[::4], ids=lambda form: form.name)
def test_no_answer_to_anybody_hangs_on_what_is_hidden_from_them(form: Any) -> None:
    chance, count = random.Random(1), Counter[str]()
    for game, dealing in moments(PLAYED.index(form), form, step=40):
        found = tried(game, dealing, count, lambda answers: chance.sample(answers, EACH))
        assert found is None, found
    assert count["refused"] > 200 and count["taken"] > 5


@pytest.mark.parametrize("seed", range(3))
def test_what_a_page_shows_a_player_of_the_own_seat_hangs_on_nothing_that_others_hide(seed: int) -> None:
    hands = 0
    for game, dealing in moments(seed, step=7):
        for player in range(len(game.state.seats)):
            other = dealt_anew(game.state, dealing, keep=player)
            own, theirs = GAME.display.seat(game.state, player), GAME.display.seat(other, player)
            assert json.dumps(own) == json.dumps(theirs)
            assert [card["id"] for card in own["hand"]] == game.state.seats[player].hand
            hands += len(own["hand"])
    assert hands > 100


def moment(seed: int, kind: type, **wanted: Any) -> State:
    """Return a moment of a random game at which a frame of this kind is on top."""
    for game, _dealing in moments(seed, STANDARD, step=1):
        top = game.state.frames[-1]
        if type(top) is kind and all(getattr(top, field) == value for field, value in wanted.items()):
            return game.state.copy()
    raise LookupError(kind)


def test_a_table_that_judged_by_the_cards_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.othello.table.knowledge, "as_known", lambda state, _player: state.copy())
    chance, count, found = random.Random(1), Counter[str](), 0
    for game, dealing in moments(1, STANDARD, step=40):
        found += tried(game, dealing, count, lambda answers: chance.sample(answers, EACH)) is not None
    assert found > 3


def test_a_seat_is_told_the_truth_about_its_own_card_and_nobody_else_is() -> None:
    state, _other = next(some_moments(1))
    names = [seat.name for seat in state.seats]
    held, not_held = state.seats[0].hand[0], state.seats[1].hand[0]
    assert not_held not in state.seats[0].hand
    for card in (held, not_held):
        answer = answer_to_json(Answer(Do.PLACE, 0, card), names)
        told = [Table(state).outcome(answer, asker).told for asker in (GUEST, HOST, seat_of(0), seat_of(1))]
        assert told[0] == told[1] == told[3]
        assert (told[2] == told[0]) is (card == held)
        assert f"{names[0]} does not hold" not in str(told[0])


# --- through the table


def commanded(table: LiveTable, body: Json, asker: Viewer) -> tuple[str, str]:
    """Return the response to a page and the public state after it; undo accepted answers."""
    try:
        told = unnumbered(json.dumps(table.command("answer", body, asker)))
    except CuelightError as error:
        return f"{type(error).__name__}: {error}", seen_of(table)
    seen = seen_of(table)
    take_back(table)
    return told, seen


@pytest.mark.parametrize("asker", [GUEST, HOST], ids=str)
def test_commands_come_to_the_same_at_tables_with_other_hidden_cards(tmp_path: Path, asker: Viewer) -> None:
    chance, told = random.Random(2), Counter[bool]()
    for number, states in enumerate(some_moments(6)):
        (tmp_path / str(number)).mkdir()
        names = [seat.name for seat in states[0].seats]
        with tables(tmp_path / str(number), *states) as both:
            for answer in chance.sample(every_answer(states[0]), 60):
                if turns_up(*states, answer):
                    continue
                ours, theirs = (commanded(table, answer_to_json(answer, names), asker) for table in both)
                assert ours == theirs, answer
                told[ours[0].startswith("{")] += 1
    assert told[False] > 100 and (told[True] > 3 or asker == GUEST), told  # a guest may not answer


# --- as text


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Json:
    assert main([*arguments, "--json"]) == 0
    return dict(json.loads(capsys.readouterr().out))


def test_a_script_notes_the_same_whatever_is_hidden(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance, noted = random.Random(5), 0
    for states in some_moments(6, every=40):
        names = [seat.name for seat in states[0].seats]
        for answer in chance.sample(every_answer(states[0]), 12):
            said = {"t": 1.0, "do": "answer", "answer": answer_to_json(answer, names)}
            told = []
            for state in states:
                file = tmp_path / "script.jsonl"
                start = {"do": "position", "position": position_to_json(state)}
                file.write_text(f"{json.dumps(start)}\n{json.dumps(said)}\n")
                if main(["script", str(file), "--json"]) == 0:
                    found = json.loads(capsys.readouterr().out)
                    told.append([found[key] for key in ("irregularities", "questions", "cues")])
                else:
                    told.append([capsys.readouterr().err])
            if not turns_up(*states, answer):
                assert told[0] == told[1], answer
                noted += bool(told[0][0])
    assert noted > 20


def test_play_at_a_table_notes_only_what_the_player_may_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, noted = random.Random(6), 0
    for game, dealing in moments(8, STANDARD, step=60):
        names = [seat.name for seat in game.state.seats]
        for answer in chance.sample([each for each in every_answer(game.state) if each.by >= 0], 6):
            told = []
            for state in (game.state, dealt_anew(game.state, dealing, answer.by)):
                files = [tmp_path / "position.json", tmp_path / "answers.jsonl"]
                files[0].write_text(json.dumps(position_to_json(state)))
                files[1].write_text(json.dumps(answer_to_json(answer, names)) + "\n")
                if main(["play", *map(str, files), "--table", "--json"]) == 0:
                    told.append(json.loads(capsys.readouterr().out)["irregularities"])
                else:
                    told.append(capsys.readouterr().err)
            assert told[0] == told[1], answer
            noted += bool(told[0])
    assert noted > 20


def test_what_was_said_of_a_card_in_two_places_can_be_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = [{"name": name, "hand": ["?script"]} for name in ("Ann", "Ben")]
    position = {"edition": "2024", "lead": "Ann", "phase": "placement", "seats": seats}
    lines: list[Json] = [{"do": "position", "position": position}]
    lines += [
        {"t": 1.0, "do": "answer", "answer": {"by": name, "do": "place", "card": "I.7"}} for name in ("Ann", "Ben")
    ]
    file = tmp_path / "script.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    found = printed(capsys, "script", str(file))
    assert found["irregularities"] == []
    assert sorted(seat["placed"] for seat in found["position"]["seats"]) == ["?script", "I.7"]
    again = tmp_path / "again.json"
    again.write_text(json.dumps(found["position"]))
    assert main(["position", "check", str(again)]) == 0
