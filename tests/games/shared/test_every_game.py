"""Properties of every game with the game interface: any game with a folder is tested here automatically."""

from __future__ import annotations

import ast
import itertools
import json
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from contextlib import closing
from copy import copy
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import companion
from companion.core.cues import Cue
from companion.core.errors import InputError, all_errors
from companion.core.observation import Hold, Press
from companion.core.places import SEATS
from companion.game import AnyGame
from companion.game.equipment import REAL_TABLE
from companion.games import begin, game_ids, game_of, read
from companion.journal import Journal
from cuelight.__main__ import main
from cuelight.app.devices.tags import note_name
from tests.support.all_games import (
    FORMS,
    MOST_ANSWERS,
    NAMES,
    SEED,
    Table,
    Twins,
    answered,
    dealt_anew,
    moments,
    random_game,
)
from tests.support.running_table import PATIENCE, running, served

COMPANION = Path(companion.__file__).parent
OURS = ("core", "game", "simple", "table", "presence", "journal")
ROOMS = (*OURS, "../cuelight", "../firmware_bridge", "../hardware", "../web")
EACH_FORM = pytest.mark.parametrize(("game", "count"), FORMS)
EACH_GAME = pytest.mark.parametrize("game", game_ids())


@EACH_GAME
def test_a_table_can_have_a_seat_for_each_who_can_play(game: str) -> None:
    assert {*game_of(game).info.seats} <= {*SEATS}


@EACH_GAME
def test_the_folder_of_a_game_has_the_name_of_its_id(game: str) -> None:
    assert game_of(game).info.id == game


@EACH_GAME
@pytest.mark.parametrize(
    ("field", "chosen"),
    [
        ("seed", {"seed": []}),
        ("deck", {"deck": 5}),
        ("deck.text", {"deck": {}}),
        ("variants", {"variants": "no"}),
        ("variants[0]", {"variants": [5]}),
        ("rulings", {"rulings": 5}),
        ("rulings.J1", {"rulings": {"J1": 5}}),
        ("edition", {"edition": []}),
        ("chosen", {"edtion": "2024"}),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_its_field(game: str, field: str, chosen: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        begin(game, NAMES[:3], **{"seed": SEED} | chosen)
    assert refused.value.field == field


@EACH_GAME
def test_a_copy_of_a_game_goes_its_own_way(game: str) -> None:
    play = begin(game, NAMES[:3], seed=SEED)
    for _ in range(3):
        play.answer(play.options[0])
    before, other = play.write(), copy(play)
    other.answer(other.options[0])
    assert play.write() == before != other.write()
    play.answer(play.options[0])
    assert play.write() == other.write()
    other.undo()
    assert other.write() == before


@EACH_FORM
def test_a_game_ends_and_somebody_has_won(game: str, count: int) -> None:
    play = random_game(game, count).play
    winners = play.game.rules.winners(play.state)
    assert winners and set(winners) <= set(NAMES[:count])
    assert [score["name"] for score in play.game.rules.scores(play.state)] == list(NAMES[:count])
    assert not play.permitted
    assert play.headline and play.game.text.describe(play.state)


@EACH_FORM
def test_the_state_is_what_the_events_come_to_and_they_are_read_as_they_were_written(game: str, count: int) -> None:
    play = random_game(game, count).play
    rules, names = play.game, play.names
    again = begin(game, NAMES[:count], seed=99)
    again.stand_after(
        [rules.types.event_from_json(json.loads(json.dumps(rules.types.event_to_json(e)))) for e in play.events]
    )
    assert again.write() == play.write()
    assert again.events == play.events
    for event in play.events:
        told = rules.types.event_to_json(event, names)
        if told is not None:
            assert rules.types.event_to_json(rules.types.event_from_json(told, names, "event"), names) == told


@EACH_FORM
def test_a_position_is_read_as_it_was_written_at_any_moment(game: str, count: int) -> None:
    rules = game_of(game)
    for state in moments(game, count, some=6):
        written = json.loads(json.dumps(rules.types.position_to_json(state)))
        assert rules.types.position_to_json(rules.types.position_from_json(written)) == written
        assert rules.differences(state, rules.types.position_from_json(written)) == []


@EACH_GAME
def test_what_is_offered_can_be_done_and_taken_back(game: str) -> None:
    rules, count = game_of(game), game_of(game).info.seats[0]
    play, rng = begin(game, NAMES[:count], seed=5), random.Random(5)
    for _ in range(25):
        if play.asked is None:
            break
        before = play.write()
        for option in rng.sample(list(play.asked.options), min(3, len(play.asked.options))):
            written = json.loads(json.dumps(rules.types.answer_to_json(option, play.names)))
            assert rules.types.answer_from_json(written, play.names) == option
            assert rules.text.answer(play.state, option, option.by)
            rules.types.check_names(play.state, option)
        answered(play, rng)
        after = play.write()
        play.undo()
        assert play.write() == before
        again = read(before)
        assert again.asked is not None and again.asked.players == play.asked.players
        answered(play, rng)
        assert after or after == {}


@EACH_GAME
@pytest.mark.parametrize("wrong", [{}, {"do": "dance"}, {"do": 3}, {"do": None, "by": "Zed"}, {"by": "Ann"}])
def test_what_is_no_answer_is_refused_with_its_field_and_nothing_happens(game: str, wrong: dict[str, Any]) -> None:
    play = begin(game, NAMES[: game_of(game).info.seats[0]], seed=1)
    before = play.write()
    with pytest.raises(InputError) as told:
        play.answer(wrong)
    assert told.value.field == "do"
    assert play.write() == before


@EACH_GAME
def test_a_field_that_only_other_answers_have_is_read_or_refused_with_its_name(game: str) -> None:
    rules, count = game_of(game), game_of(game).info.seats[0]
    names, asked = NAMES[:count], [rules.rules.decision(state) for state in moments(game, count, some=60)]
    answers = [
        rules.types.answer_to_json(option, names) for each in asked if each is not None for option in each.options
    ]
    kinds = {answer["do"]: answer for answer in answers}
    refused = 0
    for answer, other in itertools.permutations(kinds.values(), 2):
        for key in other.keys() - answer.keys() - {"by"}:
            alone = rules.types.answer_from_json(answer, names)
            try:
                assert rules.types.answer_from_json(answer | {key: other[key]}, names) != alone
            except InputError as error:
                assert error.field == key
                refused += 1
    assert refused


@EACH_GAME
@pytest.mark.parametrize("seats", [None, [], [{"name": "Ann"}], [{"name": "Ann"}] * 3, [{}] * 3, [7, "x", None]])
def test_what_is_no_position_is_refused_with_its_field(game: str, seats: Any) -> None:
    with pytest.raises(InputError) as told:
        game_of(game).types.position_from_json({"game": game, "seats": seats})
    assert any((error.field or "").startswith("seats") for error in all_errors(told.value))


# --- no output or refusal depends on hidden cards


@EACH_GAME
def test_a_table_shows_everybody_the_same_whatever_is_hidden(game: str) -> None:
    rules, different = game_of(game), 0
    for count in (rules.info.seats[0], rules.info.seats[-1]):
        for number, state in enumerate(moments(game, count, some=12)):
            states = [dealt_anew(rules, state, seed) for seed in (2 * number, 2 * number + 1)]
            twins = Twins(rules, states)
            if any(session.play.events for session in twins.sessions):
                continue  # the dealt cards become visible at once
            different += states[0] != states[1]
            ours, theirs = twins.shown()
            assert ours == theirs
    assert different > 2


@EACH_GAME
def test_a_player_sees_the_same_whatever_the_others_hide(game: str) -> None:
    rules, count, different = game_of(game), game_of(game).info.seats[-1], 0
    for number, state in enumerate(moments(game, count, some=12)):
        player = number % count
        states = [dealt_anew(rules, state, seed, keep=player) for seed in (number, number + 1000)]
        twins = Twins(rules, states)
        if any(session.play.events for session in twins.sessions):
            continue
        different += states[0] != states[1]
        ours, theirs = twins.shown(player)
        assert ours == theirs
    assert different > 2


@EACH_GAME
def test_the_host_is_refused_in_the_same_words_whatever_is_hidden(game: str) -> None:
    rules, rng, said = game_of(game), random.Random(3), 0
    for number, state in enumerate(moments(game, rules.info.seats[0], some=20)):
        asked = rules.rules.decision(rules.secrets.visible_to(state, None))
        states = [dealt_anew(rules, state, seed) for seed in (number, number + 1000)]
        for option in rng.sample(list(asked.options), min(3, len(asked.options))) if asked is not None else ():
            twins = Twins(rules, states)
            if any(session.play.events for session in twins.sessions):
                continue
            ours, theirs = twins.said(rules.types.answer_to_json(option, rules.rules.players(state)))
            assert ours == theirs
            said += 1
    assert said > 3


def alike(game: AnyGame, state: Any, one: Any, two: Any) -> bool:
    """Whether others are told the same of two answers, and see the same backs."""
    names = game.rules.players(state)
    backs = [
        [
            game.box.seen_at(state, answer.by, card)
            for card in game.types.answer_info(game.types.answer_to_json(answer, names)).cards
        ]
        for answer in (one, two)
    ]
    return bool(
        one.by == two.by and game.text.answer(state, one) == game.text.answer(state, two) and backs[0] == backs[1]
    )


@EACH_GAME
def test_what_is_told_in_the_same_words_looks_the_same(game: str) -> None:
    """This also holds if `as_known` misses something: two answers with the same words must leave equal tables."""
    rules, rng, pairs, looked_at = game_of(game), random.Random(7), 0, 0
    names = NAMES[: rules.info.seats[0]]
    for state in moments(game, len(names), some=60):
        asked = rules.rules.decision(state)
        waits = asked is not None and len(asked.players) > 1  # or else the answer may turn up what all have laid
        options = list(asked.options) if asked is not None and waits else []
        for one, two in itertools.pairwise(rng.sample(options, min(6, len(options)))):
            if not alike(rules, state, one, two):
                continue
            pairs += 1
            twins = Twins(rules, [state, state])
            refused = [twins.gives(session, answer) for session, answer in zip(twins.sessions, (one, two), strict=True)]
            ours, theirs = twins.shown()
            assert any(refused) or ours == theirs
            looked_at += not any(refused)
    assert looked_at > 0 or pairs == 0  # in some games others see the whole answer


@EACH_GAME
def test_another_deal_looks_the_same(game: str) -> None:
    rules, names = game_of(game), NAMES[: game_of(game).info.seats[-1]]
    plays = [begin(game, names, seed=seed) for seed in (1, 2)]
    while not all(play.events for play in plays):
        for play in plays:
            answered(play, random.Random(1))
    states = [play.state for play in plays]
    assert rules.types.position_to_json(states[0]) != rules.types.position_to_json(states[1])
    ours, theirs = Twins(rules, states).shown()
    assert ours == theirs


# --- at a table


@EACH_GAME
@pytest.mark.parametrize("most", [False, True])
def test_bots_play_to_the_end_with_gestures_and_the_lights_ask_whoever_is_asked(game: str, most: bool) -> None:
    count = game_of(game).info.seats[-1 if most else 0]
    table = Table(game, count)
    session, rules = table.session, table.game
    for _ in range(MOST_ANSWERS):
        lit = [offer.cue not in (Cue.IDLE, Cue.DONE, Cue.ON_DECK) for offer in session.view.position.prompts]
        asked = session.play.asked
        assert len(lit) == count
        if asked is None:
            break
        assert len(asked.players) != 1 or lit[asked.players[0]]
        table.step()
    assert not any(lit)
    assert not session.view.record.questions
    assert rules.rules.winners(session.state)
    again = table.taken_up()
    again.resume(table.papers.records, table.now)
    assert rules.types.position_to_json(again.session.state) == rules.types.position_to_json(session.state)
    assert session.undo(table.now)
    assert session.play.asked is not None


@EACH_GAME
def test_a_light_says_always_or_never_what_a_press_does_and_no_other_push_does_anything(game: str) -> None:
    """Any button is pressed or held before each move of the bots."""
    rng, says = random.Random(3), dict[str, bool]()
    for count in (game_of(game).info.seats[0], game_of(game).info.seats[-1]):
        table = Table(game, min(count, 5))
        session = table.session
        for _ in range(250):
            for offer in session.view.offers:
                assert says.setdefault(offer.cue, offer.says.press != "") == (offer.says.press != ""), offer
            player, push = rng.randrange(len(table.names)), rng.choice((Press, Hold))
            offer, before = (
                session.view.offers[player],
                (len(session.play.events), session.view.record.irregularities[:]),
            )
            session.observe(push(table.now, f"seat{player + 1}"))
            if not (offer.says.press if push is Press else offer.says.hold):
                assert len(session.play.events) == before[0], offer
                assert session.view.record.irregularities == before[1] or session.view.message(player), offer
            if session.play.asked is None:
                break
            table.step()


@EACH_GAME
def test_a_thing_that_its_deck_does_not_have_can_be_shown(game: str) -> None:
    """A card of another box may lie there, or one of a deck that is not in use today."""
    rules = game_of(game)
    state = rules.rules.setup(list(NAMES[: rules.info.seats[0]]), {})
    for thing in ("IX.9", "tile:Nobody", "setting:nowhere", "character:Nobody", "blades.99", "spades.99"):
        assert rules.box.card(state, thing)["id"] == thing


# --- with the command, and in the application


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status = main(arguments)
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def lines(objects: Iterable[Any]) -> str:
    return "".join(json.dumps(each) + "\n" for each in objects)


@EACH_GAME
def test_the_commands_play_it_check_it_and_explain_it(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, count = game_of(game), game_of(game).info.seats[0]
    start, after, answers, out = (str(tmp_path / name) for name in ("start", "after", "answers", "out"))
    play = begin(game, NAMES[:count], seed=SEED)
    Path(start).write_text(json.dumps(play.write()))
    given = []
    for _ in range(3):  # nothing depends on chance before the first deal
        if not play.events:
            given.append(answered(play, random.Random(1)))
    Path(answers).write_text(lines(rules.types.answer_to_json(answer, play.names) for answer in given))
    told = json.loads(run(capsys, "play", start, answers, "--json", "--seed", str(SEED)))
    assert told["decision"] and told["error"] is None
    assert [score["name"] for score in told["scores"]] == play.names
    Path(out).write_text(json.dumps(told))
    Path(after).write_text(json.dumps(told["position"]))
    assert "nothing is wrong" in run(capsys, "position", "check", after)
    assert run(capsys, "position", "diff", start, start) == "no difference\n"
    assert run(capsys, "position", "diff", start, after) != "no difference\n"
    assert run(capsys, "explain", out).startswith(f"{play.names[0]}: ")
    assert len(json.loads(run(capsys, "explain", out, "--json"))["players"]) == count
    assert run(capsys, "play", start, answers).count(play.names[0]) > 1
    assert run(capsys, "deck", "show", "--game", game, rules.box.decks.names()[0])
    assert "1 game" in run(
        capsys, "simulate", "--game", game, "--games", "1", "--players", str(count), "--jobs", "1", "--bots", "random",
        "--out", str(tmp_path / "games"),
    )  # fmt: skip


@EACH_GAME
def test_a_script_of_what_the_mat_saw_comes_to_what_the_table_came_to(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cuelight.app.games.round.ON_SCREEN", REAL_TABLE)  # a script is of a mat with real cards
    table, file = Table(game, game_of(game).info.seats[0]), tmp_path / "script.jsonl"
    first = table.game.types.position_to_json(table.game.rules.setup(table.names, {}))
    for _ in range(40):
        table.step()
    seen = [body for kind, body in table.papers.records if kind == "observation"]
    file.write_text(lines([{"do": "position", "position": first}, *seen]))
    told = json.loads(run(capsys, "script", str(file), "--json"))
    assert told["irregularities"] == told["questions"] == []
    assert told["cues"]
    state = table.session.state
    assert told["scores"] == json.loads(json.dumps(table.game.rules.scores(state)))
    assert (told["decision"] or {}).get("kind") == getattr(table.game.rules.decision(state), "kind", None)


RUNNER = """if True:
    import sys
    from pathlib import Path

    from tests.support.running_table import House

    house = House(Path(sys.argv[1]), pace=0.01)
    house.command("start", game=sys.argv[2], names=["Ann", "Ben", "Cal"])
    house.command("drive", driver="bots")
    for _ in range(30):
        house.clock.now += 3.0
        house.catch_up()
    house.command("drive", driver="hands")
    print(house.table.board().decode(), flush=True)
    sys.stdin.read()
"""


@EACH_GAME
def test_a_killed_table_takes_its_game_up_where_it_was(game: str, tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    command = [sys.executable, "-c", RUNNER, str(journal), game]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            shown = json.loads(process.stdout.readline())
        finally:
            process.kill()
    with running(journal) as house:
        assert lasting(house.board) == lasting(shown)
        assert house.desk["driver"] == "hands"
        house.command("undo")
        assert lasting(house.board) != lasting(shown)


def lasting(board: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a board that do not depend on the moment of the snapshot."""
    gone = ("told", "cue", "press", "hold", "lay", "anothers")
    seats = [{key: seat[key] for key in seat if key not in gone} for seat in board["seats"]]
    kept = {key: board[key] for key in board if key not in ("state", "seq", "window", "seats")}
    return kept | {"seats": seats}


@pytest.mark.parametrize("game", game_ids())
def test_a_game_is_begun_at_the_start_page_and_one_under_way_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    rules, count = game_of(game), game_of(game).info.seats[0]
    play, counts = random_game(game, count)
    play = copy(play)
    play.stand_after(play.events[: counts[-12:][0]])
    late = rules.types.position_to_json(rules.secrets.visible_to(play.state, None))
    with running(tmp_path / "table.db", pace=0.01) as house, served(house) as address:
        assert rules.info.title in read_page(f"{address}/start?game={game}")
        wrong = sent(address, "start", game=game, names=["Ann"])
        assert wrong["fields"]["names"].endswith("players, please.")
        assert sent(address, "start", game=game, names=NAMES[:count]) == {"ok": True}
        for page in ("board", "mat", "desk", "seat/1", f"join?game={game}"):
            assert "<main" in read_page(f"{address}/{page}")
        assert f"/game/{game}/" in read_page(f"{address}/board")
        for page in ("start", "join"):
            assert f'data-game="{game}"' in read_page(f"{address}/{page}"), "what is offered first is what is played"
        assert sent(address, "start", position=late, ends=house.table.game) == {"ok": True}
        assert sent(address, "drive", driver="bots") == {"ok": True}
        for _ in range(MOST_ANSWERS):
            if house.board["table"]["state"] == "over":
                break
            house.clock.now += 3.0
            house.catch_up()
        over = house.board
        assert over["table"]["state"] == "over"
        assert {seat["cue"] for seat in over["seats"]} <= {Cue.DONE, Cue.IDLE}
        assert house.desk["notices"] == house.desk["questions"] == []
        assert [each["name"] for each in house.table.ask("explain", {})["players"]] == list(NAMES[:count])


def read_page(address: str) -> str:
    with urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def sent(address: str, command: str, **body: Any) -> dict[str, Any]:
    """Send a command as a page does; return the response."""
    headers = {"Content-Type": "application/json"}
    request = Request(f"{address}/api/{command}", json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            return dict(json.load(answer))
    except HTTPError as refused:
        with refused:
            return dict(json.load(refused))


@EACH_GAME
def test_its_tags_go_from_one_table_to_another(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules, ours, theirs = game_of(game), tmp_path / "ours.db", str(tmp_path / "theirs.db")
    things = list(rules.box.contents(rules.rules.setup(NAMES[: rules.info.seats[0]], {})))[:5]
    with closing(Journal.open(ours)) as journal:
        for number, thing in enumerate(things):
            note_name(journal, f"04A2C30{number}", thing, 1.0)
    file = str(tmp_path / "deck.json")
    assert "with 5 tags" in run(capsys, "tags", "--journal", str(ours), "export", "--game", game, file)
    assert "5 of 5 tags are new" in run(capsys, "tags", "--journal", theirs, "import", file)
    listed = run(capsys, "tags", "--journal", theirs, "list").splitlines()
    assert [line.split("  ")[1] for line in listed] == sorted(things)


# --- its folder


def imported(folder: Path) -> set[str]:
    """Return the imports of a folder's modules by the first two parts of their names, without the standard library."""
    found = []
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found.append(node.module or "")
            elif isinstance(node, ast.Import):
                found += [alias.name for alias in node.names]
    return {".".join(name.split(".")[:2]) for name in found if name.split(".")[0] not in sys.stdlib_module_names}


@EACH_GAME
def test_a_game_knows_the_door_and_itself_and_no_other_game(game: str) -> None:
    """The same as the contracts in pyproject.toml, without naming a game."""
    contracts = tomllib.loads((COMPANION.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert game not in str(contracts)
    assert imported(COMPANION / game) <= {"companion.core", "companion.game", "companion.simple", f"companion.{game}"}


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_else_knows_a_game_by_its_name(room: str) -> None:
    names = imported(COMPANION / room)
    assert names
    assert names.isdisjoint(f"companion.{game}" for game in game_ids())
