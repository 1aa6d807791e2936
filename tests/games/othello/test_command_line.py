"""The command `cuelight play` as users run it: its output, its exit status, and bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.othello.notation.read import position_from_json
from cuelight.__main__ import main

Json = dict[str, Any]
COMMAND = [sys.executable, "-m", "cuelight"]

POSITION: Json = {
    "edition": "2024",
    "lead": "Ann",
    "phase": "reveal",
    "seats": [
        {"name": "Ann", "placed": "Seize", "hand": ["I.3"]},
        {"name": "Ben", "placed": "I.4", "spotlight": 0},
        {"name": "Zoë", "placed": "I.6", "intrigue": 0, "spotlight": 0},
    ],
}
CURTAIN: Json = {
    **POSITION,
    "act": 5,
    "half_curtain": True,
    "seats": [{"name": "Ann", "placed": "V.16"}, {"name": "Ben", "spotlight": 0}],
}


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the real command; input and output are UTF-8."""
    return subprocess.run([*COMMAND, *arguments], input=text, capture_output=True, encoding="utf-8", check=False)


class Table:
    """A folder with a position and answers, and the command run on them."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.position = folder / "position.json"
        self.answers = folder / "answers.jsonl"
        self.capsys = capsys
        self.has(POSITION)
        self.answers.write_text("", encoding="utf-8")

    def has(self, position: Any) -> None:
        self.position.write_text(json.dumps(position), encoding="utf-8")

    def play(self, *answers: Json, options: tuple[str, ...] = ("--json",)) -> tuple[int, str, str]:
        """Return exit status, output and messages."""
        if answers:
            self.answers.write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")
        status = main(["play", str(self.position), str(self.answers), *options])
        printed = self.capsys.readouterr()
        return status, printed.out, printed.err

    def outcome(self, *answers: Json, options: tuple[str, ...] = ()) -> Json:
        """Return the document of a successful game."""
        status, out, err = self.play(*answers, options=("--json", *options))
        assert (status, err) == (0, "")
        document: Json = json.loads(out)
        return document


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(tmp_path, capsys)


# --- output ---


def test_the_document_has_every_key_of_the_interface(table: Table) -> None:
    document = table.outcome()
    assert list(document) == [
        "position",
        "decision",
        "permitted",
        "scores",
        "winners",
        "events",
        "irregularities",
        "error",
    ]
    assert (document["winners"], document["irregularities"], document["error"]) == (None, [], None)
    assert document["scores"][0] == {
        "name": "Ann",
        "total": 2,
        "script": 0,
        "intrigue": 1,
        "spotlight": 1,
        "wounds": 0,
        "handkerchief": 0,
        "lead_bonus": 0,
        "company_bonus": 0,
    }


def test_a_decision_of_one_player_has_options_without_a_name(table: Table) -> None:
    assert table.outcome()["decision"] == {
        "kind": "reveal",
        "players": ["Ben"],
        "options": [{"do": "reveal"}, {"do": "exit"}],
    }


def test_what_is_permitted_besides_names_who_may(table: Table) -> None:
    permitted = table.outcome()["permitted"]
    assert {"by": "Ann", "do": "protect", "with": "no-drama"} in permitted
    assert all(answer["by"] in ("Ann", "Ben", "Zoë") for answer in permitted)


def test_an_open_window_is_the_decision_and_its_card_is_not_resolved(table: Table) -> None:
    document = table.outcome({"by": "Ben", "do": "reveal"})
    assert document["decision"]["kind"] == "window"
    assert document["decision"]["players"] == ["Ann"]
    assert document["position"]["seats"][1]["placed"] == "I.4"
    assert document["position"]["seats"][1]["scored"] == []


def test_a_seize_is_played_and_told_in_events_with_names(table: Table) -> None:
    document = table.outcome({"by": "Ben", "do": "reveal"}, {"by": "Ann", "do": "seize"})
    seized = [event for event in document["events"] if event["event"] == "Seized"]
    assert seized == [{"event": "Seized", "player": "Ann", "victim": "Ben", "card": "I.4"}]
    assert "Flow" not in {event["event"] for event in document["events"]}
    scored = next(event for event in document["events"] if event["event"] == "Scored")
    assert (scored["player"], scored["source"], scored["role"]) == ("Ann", "Ben", "lead")
    assert "I.4" in json.dumps(document["position"]["seats"][0]["scored"])


def test_a_new_order_of_the_reveal_is_told_in_names(table: Table) -> None:
    ann, ben, zoe = POSITION["seats"]
    seats = [{**ann, "spotlight": 0}, ben, {**zoe, "coins": {"Othello": 1}}]
    table.has({**POSITION, "rulings": {"J1": "new-lead-last"}, "turn": "Zoë", "seats": seats})
    document = table.outcome({"by": "Zoë", "do": "coin", "coin": "Othello"}, {"by": "Ann", "do": "pass"})
    assert {"event": "Reordered", "order": ["Ben", "Ann", "Zoë"]} in document["events"]


def test_in_an_event_nobody_is_null(table: Table) -> None:
    position = json.loads(json.dumps(POSITION))
    position["act"], position["deck"] = (
        1,
        [
            {"id": "I.4", "character_1": "Cassio", "verb": "confronts", "rewards": {"handkerchief": True}},
            *({"id": card, "character_1": "Cassio", "verb": "confronts"} for card in ("I.3", "I.6")),
        ],
    )
    table.has(position)
    document = table.outcome({"by": "Ben", "do": "reveal"}, {"by": "Ann", "do": "pass"})
    taken = next(event for event in document["events"] if event["event"] == "HandkerchiefTaken")
    assert taken == {"event": "HandkerchiefTaken", "player": "Ben", "origin": None}


def test_the_printed_position_can_be_played_on(table: Table) -> None:
    one = table.outcome({"by": "Ben", "do": "reveal"})
    table.has(one["position"])
    two = table.outcome({"by": "Ann", "do": "seize"})
    table.has(POSITION)
    both = table.outcome({"by": "Ben", "do": "reveal"}, {"by": "Ann", "do": "seize"})
    assert two["position"] == both["position"]
    assert one["events"] + two["events"] == both["events"]


def test_k7_at_the_end_of_the_play_there_are_winners(table: Table) -> None:
    table.has(CURTAIN)
    document = table.outcome({"by": "Ann", "do": "reveal"})
    assert (document["decision"], document["winners"]) == (None, ["Ann"])
    assert document["events"][-1] == {"event": "GameEnded", "winners": ["Ann"]}


def test_a_forbidden_answer_stops_with_the_position_before_it(table: Table) -> None:
    reveal, seize = {"by": "Ben", "do": "reveal"}, {"by": "Zoë", "do": "seize"}
    status, out, err = table.play(reveal, seize)
    document = json.loads(out)
    assert status == 3
    assert document["error"]["line"] == 2
    assert document["error"]["code"] == "seize.no-intrigue"
    assert document["error"]["rules"] == ["Z1"]
    assert "Zoë" in document["error"]["message"]
    assert "answers.jsonl:2: seize.no-intrigue (Z1):" in err
    assert document["position"] == table.outcome(reveal)["position"]


def test_at_the_table_a_forbidden_answer_is_noted_and_play_goes_on(table: Table) -> None:
    answers = [{"by": "Ben", "do": "reveal"}, {"by": "Zoë", "do": "seize"}, {"by": "Ann", "do": "seize"}]
    document = table.outcome(*answers, options=("--table",))
    assert [noted["line"] for noted in document["irregularities"]] == [2]
    assert set(document["irregularities"][0]) == {"line", "code", "rules", "message"}
    assert document["error"] is None
    assert any(event["event"] == "Seized" for event in document["events"])


def test_blank_lines_are_passed_over_and_still_counted(table: Table) -> None:
    table.answers.write_text('\n{"by": "Ben", "do": "reveal"}\r\n   \n{"by": "Zoë", "do": "seize"}\n', "utf-8")
    status, out, _err = table.play()
    assert (status, json.loads(out)["error"]["line"]) == (3, 4)


def test_a_pile_that_is_known_is_shuffled_by_the_seed(table: Table) -> None:
    position = json.loads(json.dumps(POSITION))
    position["seats"] = [
        {"name": "Ann", "placed": "I.2", "intrigue": 0},
        {"name": "Ben", "spotlight": 0},
    ]
    position["piles"] = {
        "staging": [],
        "staging_discard": ["Seize", "Revive", "Miscue", "Villainy", "Exchange"],
    }
    table.has(position)

    def pile(seed: int) -> Any:
        document = table.outcome({"by": "Ann", "do": "exit"}, options=("--seed", str(seed)))
        return document["position"]["piles"]["staging"], document["position"]["seats"][0]["hand"]

    assert pile(1) == pile(1)
    assert len({json.dumps(pile(seed)) for seed in range(9)}) > 1


def test_for_people_it_prints_what_happened_and_what_is_open(table: Table) -> None:
    status, out, err = table.play({"by": "Ben", "do": "reveal"}, options=())
    assert (status, err) == (0, "")
    for words in (
        "Ben reveals “",
        "Ann (the Lead): 2 points",
        "Ann may seize it (1 intrigue) or block it (1 spotlight).",
        '  Ann seizes: {"by": "Ann", "do": "seize"}',
        "Permitted besides:",
        "total  script  intrigue",
    ):
        assert words in out


def test_for_people_the_winners_and_what_was_against_the_rules_are_said(table: Table) -> None:
    table.has(CURTAIN)
    answers = [{"by": "Ben", "do": "exit"}, {"by": "Ann", "do": "reveal"}]
    status, out, _err = table.play(*answers, options=("--table",))
    assert status == 0
    assert "Line 1 is against the rules: " in out
    assert out.rstrip().endswith("Ann wins.")


# --- bad input ---

BAD_POSITIONS: list[tuple[str, str]] = [
    ("", "position.json:1: is not JSON: Expecting value (column 1)"),
    ('{"edition": "2024",\n "seats": [}', "position.json:2: is not JSON: Expecting value (column 12)"),
    ("[]", "position.json: must be an object, not []"),
    ("null", "position.json: must be an object, not null"),
    ("{}", "position.json: edition: is missing"),
    ('{"edition": "2024", "seats": "Ann"}', "position.json: seats: must be a list"),
    (
        '{"edition": "2024", "seats": [{"name": "Ann"}, {"name": 2}]}',
        "position.json: seats[1].name: must be text",
    ),
    ("[" * 100_000, "position.json:1: is nested too deeply"),
    (f'{{"act": {"9" * 5000}}}', "position.json:1: has a number with too many digits"),
    ('{"edition": "2024", "seats": NaN}', "position.json:1: has NaN, which is no number in JSON"),
]

BAD_ANSWERS: list[tuple[str, str]] = [
    ("reveal", "answers.jsonl:1: is not JSON: Expecting value (column 1)"),
    ('\n{"by": "Ben", "do": "reveal"', "answers.jsonl:2: is not JSON: Expecting ',' delimiter (column 29)"),
    ('{"by": "Ben", "do": "reveal"} {}', "answers.jsonl:1: is not JSON: Extra data (column 31)"),
    ("[]", "answers.jsonl:1: an answer is an object"),
    ("{}", "answers.jsonl:1: do: "),
    ('{"do": "reveal"}', "answers.jsonl:1: by: "),
    ('{"by": "Bo", "do": "reveal"}', 'answers.jsonl:1: by: "Bo" is not one of: '),
    ('{"by": ["Ben"], "do": "reveal"}', "answers.jsonl:1: by: "),
    ('{"by": "Ben", "do": "dance"}', 'answers.jsonl:1: do: "dance" is not one of'),
    ('{"by": "Ben", "do": ["reveal"]}', "answers.jsonl:1: do: "),
    ('{"by": "Ben", "do": {}}', "answers.jsonl:1: do: "),
    (
        '{"by": "Ben", "do": "exit", "target": "Ann"}',
        "answers.jsonl:1: target: the answer 'exit' has no field",
    ),
    ('{"by": "Ben", "do": "place"}', "answers.jsonl:1: card: the answer 'place' needs the field"),
    ('{"by": "Ben", "do": "place", "card": 7}', "answers.jsonl:1: card: must be text"),
    ('{"by": "Ben", "do": "place", "card": "I.99"}', 'answers.jsonl:1: card: there is no card "I.99"'),
    ('{"by": "Ben", "do": "discard", "cards": "Seize"}', "answers.jsonl:1: cards: must be a list"),
    (
        '{"by": "Ben", "do": "discard", "cards": ["Sieze"]}',
        'answers.jsonl:1: cards: there is no card "Sieze"',
    ),
    ('{"by": "Ben", "do": "protect", "with": "prayer"}', 'answers.jsonl:1: with: "prayer" is not one of'),
    ('{"by": "Ben", "do": "coin", "coin": "Bianca"}', 'answers.jsonl:1: coin: "Bianca" is not one of'),
    (
        '{"by": "Ben", "do": "coin", "coin": "Iago", "on": "Hamlet"}',
        'answers.jsonl:1: on: "Hamlet" is not one of',
    ),
    (
        '{"by": "Ben", "do": "coin", "coin": "Emilia", "take": "gold"}',
        'answers.jsonl:1: take: "gold" is not one of',
    ),
    ('{"by": "Ben", "do": "choose", "take": "gold"}', "answers.jsonl:1: take: there is no card"),
    ('{"by": "Ben", "do": "choose", "give": "Iago"}', "answers.jsonl:1: give: there is no card"),
    (
        '{"by": "Ben", "do": "reveal", "wounds": ["Hamlet"]}',
        'answers.jsonl:1: wounds: "Hamlet" is not one of',
    ),
    ('{"by": "Ben", "do": "reveal", "cut": {"Hamlet": 1}}', 'answers.jsonl:1: cut: "Hamlet" is not one of'),
    ('{"by": "Ben", "do": "reveal", "cut": {"Iago": "1"}}', "answers.jsonl:1: cut: must be an object"),
    ('{"by": "Ben", "do": "reveal", "look": "yes"}', "answers.jsonl:1: look: must be true or false"),
    ('{"by": "Ben", "do": "reveal", "character": {}}', "answers.jsonl:1: character: must be text"),
    ('{"do": "lead", "to": 0}', "answers.jsonl:1: to: "),
    ('{"do": "lead"}', "answers.jsonl:1: to: "),
    ('{"by": "Ben", "do": "trade", "give": "gold"}', 'answers.jsonl:1: give: "gold" is not one of'),
    (
        '{"by": "Ben", "do": "coin", "coin": "Cassio", "improv": 3}',
        "answers.jsonl:1: improv: must be an object",
    ),
]


def assert_unreadable(result: tuple[int, str, str], message: str) -> None:
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.endswith("\n") and all(line.startswith("cuelight: ") for line in err.splitlines())
    assert message in err


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS, ids=lambda text: text[:40])
def test_a_position_that_cannot_be_read_is_named_with_its_place(table: Table, text: str, message: str) -> None:
    table.position.write_text(text, encoding="utf-8")
    assert_unreadable(table.play(), message)


@pytest.mark.parametrize(("text", "message"), BAD_ANSWERS, ids=lambda text: text[:60])
def test_an_answer_that_cannot_be_read_is_named_with_its_place(table: Table, text: str, message: str) -> None:
    table.answers.write_text(text, encoding="utf-8")
    assert_unreadable(table.play(), message)


def test_a_line_that_cannot_be_read_is_found_before_anything_is_played(table: Table) -> None:
    assert_unreadable(table.play({"by": "Zoë", "do": "seize"}, {"by": "Ben"}), "answers.jsonl:2: do: ")


def test_a_missing_file_is_named(table: Table) -> None:
    table.answers.unlink()
    assert_unreadable(table.play(), "answers.jsonl: cannot be read: No such file or directory")


def test_a_folder_is_no_file(table: Table) -> None:
    table.position.unlink()
    table.position.mkdir()
    assert_unreadable(table.play(), "position.json: cannot be read: Is a directory")


def test_a_file_in_another_encoding_is_named_with_the_line(table: Table) -> None:
    table.answers.write_bytes(b"\n" + '{"by": "Zoë", "do": "exit"}'.encode("latin-1"))
    assert_unreadable(table.play(), "answers.jsonl:2: is not UTF-8 text")


def test_a_byte_order_mark_is_no_mistake(table: Table) -> None:
    table.position.write_text(json.dumps(POSITION), encoding="utf-8-sig")
    assert table.play()[0] == 0


# --- the command itself ---


def test_the_answers_can_come_from_standard_input(table: Table) -> None:
    result = run("play", str(table.position), "-", "--json", text='{"by": "Zoë", "do": "seize"}\n')
    assert result.returncode == 3
    assert result.stderr.startswith("cuelight: -:1: seize.")
    assert json.loads(result.stdout)["error"]["line"] == 1


def test_the_position_can_come_from_standard_input(table: Table) -> None:
    result = run("play", "-", str(table.answers), "--json", text=json.dumps(POSITION))
    assert (result.returncode, result.stderr) == (0, "")
    assert position_from_json(json.loads(result.stdout)["position"]).seats[2].name == "Zoë"


def test_only_one_of_the_two_can_be_standard_input() -> None:
    result = run("play", "-", "-")
    assert (result.returncode, result.stdout) == (2, "")
    assert "standard input" in result.stderr


def test_what_a_terminal_cannot_show_is_shown_by_its_number(table: Table) -> None:
    result = subprocess.run(
        [*COMMAND, "play", str(table.position), str(table.answers)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert rb"Zo\xeb" in result.stdout


def test_a_reader_that_goes_away_is_no_reason_for_a_traceback(table: Table) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [*COMMAND, "play", str(table.position), str(table.answers), "--json"],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, b"")


def test_an_output_that_cannot_be_written_is_said(table: Table) -> None:
    with open(os.devnull, "rb") as not_for_writing:
        result = subprocess.run(
            [*COMMAND, "play", str(table.position), str(table.answers)],
            stdout=not_for_writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr.startswith(b"cuelight: the result cannot be written: ")
    assert result.stderr.count(b"\n") == 1


def test_help_has_an_example_and_the_exit_statuses() -> None:
    result = run("play", "--help")
    assert result.returncode == 0
    assert "example:" in result.stdout and "exit status:" in result.stdout


def test_the_example_of_the_help_works(tmp_path: Path) -> None:
    help_text = run("play", "--help").stdout
    script = help_text.split("example:\n")[1].split("\n\n")[0].replace("cuelight", f"{sys.executable} -m cuelight")
    result = subprocess.run(script, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert "Ben exits the scene." in result.stdout


def test_the_version_is_the_packages() -> None:
    result = run("--version")
    assert result.returncode == 0
    assert result.stdout.startswith("cuelight 0.")


@pytest.mark.parametrize(
    "arguments", [[], ["dance"], ["play"], ["play", "a", "b", "--seed", "x"], ["run", "--port", "80000"]]
)
def test_wrong_use_is_explained(arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert "usage: cuelight" in result.stderr
