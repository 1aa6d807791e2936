"""`cuelight script` as users run it: observations of a mat in, the table's interpretation out."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.othello.notation.read import position_from_json
from companion.table.clocks import DRAW_SECONDS
from cuelight.__main__ import main

Json = dict[str, Any]

# Ben's turn, then Cal's, then Ann's; Cal may seize the card that Ben reveals.
REVEAL: Json = {
    "edition": "2024",
    "lead": "Ann",
    "phase": "reveal",
    "seats": [
        {"name": "Ann", "placed": "?script", "spotlight": 0, "intrigue": 0},
        {"name": "Ben", "placed": "?script", "spotlight": 0, "intrigue": 0},
        {"name": "Cal", "placed": "?staging", "spotlight": 0, "intrigue": 1},
    ],
}


def at(t: float, do: str, **fields: Any) -> Json:
    return {"t": t, "do": do, **fields}


def tag(t: float, zone: str, card: str) -> Json:
    return at(t, "tag", zone=zone, card=card)


def turn_up(t: float, seat: str, card: str) -> list[Json]:
    """Lift a card and put it back at `t`."""
    return [at(t - 0.5, "lift", zone=f"{seat}.play"), tag(t, f"{seat}.play", card)]


class Stage:
    """A folder with a script, and the command run on it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "script.jsonl"
        self.capsys = capsys

    def run(self, *options: str) -> tuple[int, str, str]:
        """Return exit status, output and messages."""
        status = main(["script", str(self.file), *options])
        said = self.capsys.readouterr()
        return status, said.out, said.err

    def plays(self, *lines: Json, position: Json | None = None) -> Json:
        """Return the result of these lines, which must be readable."""
        told = [*([{"do": "position", "position": position}] if position else []), *lines]
        self.file.write_text("\n".join(map(json.dumps, told)), encoding="utf-8")
        status, out, err = self.run("--json")
        assert (status, err) == (0, "")
        return dict(json.loads(out))

    def refuses(self, *lines: str | Json) -> str:
        """Return the message about unreadable lines; it begins with the file and the line."""
        text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        self.file.write_text("\n".join(text), encoding="utf-8")
        status, out, err = self.run("--json")
        assert (status, out) == (2, "")
        assert err.startswith(f"cuelight: {self.file}:")
        return err.removeprefix(f"cuelight: {self.file}:").strip()


@pytest.fixture
def stage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Stage:
    return Stage(tmp_path, capsys)


def lights(found: Json) -> list[tuple[float, str, str]]:
    return [(change["t"], change["seat"], change["cue"]) for change in found["cues"]]


def placed(found: Json, index: int) -> str | None:
    card: str | None = found["position"]["seats"][index]["placed"]
    return card


# --- from an empty table


def test_an_empty_script_is_an_empty_table_for_two(stage: Stage) -> None:
    found = stage.plays()
    assert [seat["name"] for seat in found["position"]["seats"]] == ["seat1", "seat2"]
    assert found["decision"]["kind"] == "lead"
    assert found["cues"] == []


def test_it_has_as_many_seats_as_the_script_speaks_of(stage: Stage) -> None:
    found = stage.plays(tag(0.0, "seat1.play", "tile:Iago"), at(1.0, "hold", button="seat4"))
    assert [seat["name"] for seat in found["position"]["seats"]] == ["seat1", "seat2", "seat3", "seat4"]


def test_a_scene_from_an_empty_table(stage: Stage) -> None:
    found = stage.plays(
        tag(0.0, "seat1.play", "tile:Iago"),
        tag(2.0, "seat2.play", "I.4"),
        tag(2.5, "seat1.play", "I.2"),
        *turn_up(4.0, "seat2", "I.4"),
        at(9.0, "wait"),
    )
    seats = found["position"]["seats"]
    assert found["position"]["lead"] == "seat1"
    assert seats[1]["scored"] == ["I.4"]
    assert found["decision"] == {
        "kind": "reveal",
        "players": ["seat1"],
        "options": [{"do": "reveal"}, {"do": "exit"}],
    }
    assert found["irregularities"] == found["questions"] == []
    assert position_from_json(found["position"])
    assert [score["name"] for score in found["scores"]] == ["seat1", "seat2"]
    assert found["winners"] is None and found["error"] is None


# --- from a position, with timed cues


def test_cues_come_with_the_time_of_each_change(stage: Stage) -> None:
    lines = [*turn_up(3.0, "seat2", "I.4"), *turn_up(4.0, "seat3", "Seize")]
    found = stage.plays(*lines, position=REVEAL)
    assert lights(found) == [
        (0.0, "seat2", "your-turn"),
        (0.0, "seat3", "on-deck"),
        (3.0, "seat2", "idle"),
        (3.0, "seat3", "may-interrupt"),
        (4.0, "seat1", "your-turn"),
        (4.0, "seat2", "done"),
        (4.0, "seat3", "done"),
    ]
    assert found["position"]["seats"][2]["scored"] == ["I.4"]


def test_a_window_closes_in_its_own_time_wherever_the_next_line_is(stage: Stage) -> None:
    found = stage.plays(*turn_up(3.0, "seat2", "I.4"), at(60.0, "wait"), position=REVEAL)
    assert [light for light in lights(found) if light[1] == "seat3"][2:] == [
        (8.0, "seat3", "idle"),  # for a moment, so that a late press answers nothing else
        (9.0, "seat3", "your-turn"),
    ]
    assert found["position"]["seats"][1]["scored"] == ["I.4"]


def test_a_window_that_is_open_when_the_lines_end_stays_open(stage: Stage) -> None:
    found = stage.plays(*turn_up(3.0, "seat2", "I.4"), at(7.9, "wait"), position=REVEAL)
    assert found["decision"]["kind"] == "window"
    assert found["position"]["seats"][1]["scored"] == []


def test_a_seize_a_moment_too_late_finds_it_closed(stage: Stage) -> None:
    lines = turn_up(3.0, "seat2", "I.4")
    assert stage.plays(*lines, *turn_up(7.9, "seat3", "Seize"), position=REVEAL)["position"]["seats"][2]["scored"]
    late = stage.plays(*lines, at(8.1, "press", button="seat3"), position=REVEAL)
    assert late["position"]["seats"][2]["scored"] == []
    assert late["position"]["seats"][1]["scored"] == ["I.4"]


def test_hands_are_told_to_draw_and_then_no_more(stage: Stage) -> None:
    alone: Json = REVEAL | {"turn": "Ann"}
    found = stage.plays(*turn_up(1.0, "seat1", "I.1"), at(60.0, "wait"), position=alone)
    mine = [(t, cue) for t, seat, cue in lights(found) if seat == "seat1"]
    assert (1.0, "draw-staging") in mine
    assert mine[-1] == (1.0 + DRAW_SECONDS, "lay")


def test_lines_at_the_same_time_are_taken_in_their_order(stage: Stage) -> None:
    found = stage.plays(
        at(1.0, "lift", zone="seat2.play"),
        tag(1.0, "seat2.play", "I.4"),
        at(1.0, "hold", button="seat3"),
        position=REVEAL,
    )
    assert found["position"]["seats"][1]["scored"] == ["I.4"]


def test_a_position_whose_next_player_has_placed_nothing_goes_on_with_the_one_after(stage: Stage) -> None:
    ann, ben, cal = REVEAL["seats"]
    found = stage.plays(at(1.0, "wait"), position=REVEAL | {"seats": [ann, ben | {"placed": None}, cal]})
    assert found["decision"]["players"] == ["Cal"]
    assert {"t": 0.0, "seat": "seat3", "cue": "your-turn"} in found["cues"]


def test_the_cards_of_a_position_may_be_known(stage: Stage) -> None:
    known = json.loads(json.dumps(REVEAL))
    known["seats"][1] |= {"placed": "Exchange", "hand": ["I.9", "I.10"]}
    known["seats"][0] |= {"hand": ["I.3", "Seize"]}
    found = stage.plays(
        *turn_up(1.0, "seat2", "Exchange"),
        at(1.5, "hold", button="seat3"),
        at(2.0, "press", button="seat1"),
        at(3.0, "answer", answer={"by": "Ben", "do": "choose", "give": "I.10"}),
        position=known,
    )
    hands = [seat["hand"] for seat in found["position"]["seats"][:2]]
    assert "I.10" in hands[0]
    assert sorted(hands[0] + hands[1]) == ["I.10", "I.3", "I.9", "Seize"]
    assert found["irregularities"] == []


def test_the_same_seed_shuffles_alike(stage: Stage) -> None:
    stage.plays(*turn_up(1.0, "seat2", "I.4"), at(9.0, "wait"), position=REVEAL)
    once, again = stage.run("--json", "--seed", "5"), stage.run("--json", "--seed", "5")
    assert once == again


# --- rule violations and impossible input


def test_what_the_rules_forbid_is_noted_with_its_line_and_play_goes_on(stage: Stage) -> None:
    found = stage.plays(
        at(1.0, "answer", answer={"by": "Ann", "do": "spotlight"}),
        *turn_up(2.0, "seat2", "I.4"),
        position=REVEAL,
    )
    [noted] = found["irregularities"]
    assert noted == {
        "line": 2,
        "code": "spotlight.no-token",
        "rules": noted["rules"],
        "message": noted["message"],
    }
    assert "L1" in noted["rules"]
    assert "Ann has no spotlight token." in noted["message"]
    assert found["decision"]["kind"] == "window"


def test_a_card_that_cannot_be_there_is_a_question(stage: Stage) -> None:
    found = stage.plays(*turn_up(2.0, "seat2", "II.1"), position=REVEAL)
    [question] = found["questions"]
    assert question["seat"] == "seat2"
    assert "II.1" in question["text"]
    assert lights(found)[-1] == (2.0, "seat2", "attention")
    assert found["decision"]["kind"] == "reveal"


def test_a_tag_that_no_deck_knows_is_an_observation_too(stage: Stage) -> None:
    found = stage.plays(at(1.0, "tag", zone="stage.target", uid="04:a2:c3"), position=REVEAL)
    told = "A tag that no deck knows (04A2C3) lies on the stage (stage.target). Name it: cuelight tags enrol."
    assert found["questions"] == [{"text": told, "seat": None}]


def test_a_seat_where_nobody_sits_is_no_error(stage: Stage) -> None:
    found = stage.plays(tag(1.0, "seat6.play", "I.1"), at(2.0, "press", button="seat6"), position=REVEAL)
    assert found["questions"] == [{"text": "Something was laid at seat 6, where nobody sits.", "seat": None}]


# --- unreadable input


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"t": 1.0, "do": "tag",', "1: is not JSON: "),
        ("[1]", "1: "),
        ({"t": 1.0, "do": "wave"}, "1: do: "),
        ({"do": "wait"}, "1: t: "),
        ({"t": "soon", "do": "wait"}, "1: t: must be seconds from 0 on"),
        ({"t": -1, "do": "wait"}, "1: t: must be seconds from 0 on"),
        (at(1.0, "tag", zone="seat7.play", card="I.1"), "1: zone: this table has no zone 'seat7.play'"),
        (at(1.0, "lift", zone="stage"), "1: zone: this table has no zone 'stage'"),
        (at(1.0, "press", button="seat9"), "1: button: this table has no button 'seat9'"),
        (at(1.0, "tag", zone="seat1.play", card="VI.1"), "1: card: "),
        (at(1.0, "tag", zone="seat1.play", card="tile:Hamlet"), "1: card: "),
        (at(1.0, "tag", zone="seat1.play", card="coin:Bianca"), "1: card: "),
        (at(1.0, "tag", zone="seat1.play"), "1: card: a tag needs either card"),
        (at(1.0, "tag", zone="seat1.play", card="I.1", uid="04A2"), "1: card: a tag needs either card"),
        (at(1.0, "answer", answer="pass"), "1: answer: must be an object"),
        (at(1.0, "answer", answer={"by": "Ann", "do": "pass"}), "1: "),
        (at(1.0, "answer", answer={"by": "seat1", "do": "place", "card": "VI.1"}), "1: "),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(stage: Stage, line: str | Json, words: str) -> None:
    assert stage.refuses(line).startswith(words)


def test_the_line_is_the_one_in_the_file(stage: Stage) -> None:
    assert stage.refuses(at(0.0, "wait"), "", at(1.0, "press", button="seat9")).startswith("3: button: ")


def test_time_that_runs_backwards_is_refused(stage: Stage) -> None:
    message = stage.refuses(at(2.0, "wait"), at(2.0, "wait"), at(1.5, "press", button="seat1"))
    assert message == "3: t: 1.5 is before the line above, at 2.0; put the lines in the order of their times"


def test_a_position_that_cannot_be_read_is_refused_with_the_path_of_its_field(stage: Stage) -> None:
    wrong = json.loads(json.dumps(REVEAL))
    wrong["seats"][1]["intrigue"] = "three"
    message = stage.refuses({"do": "position", "position": wrong})
    assert message.startswith("1: position.seats[1].intrigue: ")
    assert stage.refuses({"do": "position"}).startswith("1: position")


def test_a_position_comes_first_or_not_at_all(stage: Stage) -> None:
    message = stage.refuses(at(1.0, "wait"), {"do": "position", "position": REVEAL})
    assert message.startswith("2: do: ")
    assert "first line" in message


def test_a_file_that_there_is_not_is_refused(stage: Stage) -> None:
    status, out, err = stage.run()
    assert (status, out) == (2, "")
    assert err.startswith(f"cuelight: {stage.file}: cannot be read: ")


def test_a_file_that_is_no_text_is_refused(stage: Stage) -> None:
    stage.file.write_bytes(b'{"t": 0.0, "do": "wait"}\n\xff\xfe')
    status, _out, err = stage.run()
    assert status == 2
    assert err.startswith(f"cuelight: {stage.file}:2: is not UTF-8")


# --- text output


def test_text_tells_what_happened_what_is_open_and_when_each_light_changed(stage: Stage) -> None:
    stage.plays(*turn_up(3.0, "seat2", "I.4"), position=REVEAL)
    status, out, err = stage.run()
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("Ben reveals “")
    assert "Cal may seize it (1 intrigue)." in out
    assert "     3.0  seat3  may-interrupt" in out.splitlines()


def test_lines_may_come_from_standard_input() -> None:
    lines = '{"t": 0.0, "do": "tag", "zone": "seat1.play", "card": "tile:Iago"}\n'
    found = subprocess.run(
        [sys.executable, "-m", "cuelight", "script", "-", "--json"],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(found.stdout)["position"]["lead"] == "seat1"


def test_the_example_of_the_help_runs(capsys: pytest.CaptureFixture[str], stage: Stage) -> None:
    with pytest.raises(SystemExit):
        main(["script", "--help"])
    text = capsys.readouterr().out
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith('{"t"')]
    found = stage.plays(*map(json.loads, lines))
    assert len(lines) >= 5
    assert found["irregularities"] == found["questions"] == []
    assert found["position"]["seats"][1]["scored"] == ["I.4"]


# --- looks


def looks(share: float, seconds: float, start: float = 0.0, zone: str = "seat1.play", **heard: Any) -> list[Json]:
    """Return polls 47 ms apart that read a tag at this rate."""
    chance, count = random.Random(11), round(seconds / 0.047)
    times = [round(start + n * 0.047, 3) for n in range(count)]
    return [at(t, "look", zone=zone, **(heard if chance.random() < share else {})) for t in times]


def test_looks_go_through_the_filter_of_every_reader(stage: Stage) -> None:
    lift = looks(0, 1.0, 20.0)
    seen = stage.plays(*looks(0.9, 20.0, card="I.2"), *lift, *looks(0.9, 5.0, 21.0, card="I.2"))
    told = [(line["do"], line["zone"], line.get("card")) for line in seen["observations"]]
    assert told == [("tag", "seat1.play", "I.2"), ("lift", "seat1.play", None), ("tag", "seat1.play", "I.2")]
    assert seen["observations"][0]["t"] == 0.0
    assert 20.4 < seen["observations"][1]["t"] < 20.7
    zone = seen["zones"]["seat1.play"]
    assert zone["believed"] and 0.8 < zone["read_share"] <= 1.0 and zone["notices"] == []
    assert len(seen["irregularities"]) == 0


def test_looks_that_say_too_little_are_believed_in_nothing(stage: Stage) -> None:
    seen = stage.plays(*looks(0.3, 30.0, uid="04a1b2c3d4e580"))
    zone = seen["zones"]["seat1.play"]
    assert [line["do"] for line in seen["observations"]] == ["tag"]
    assert not zone["believed"] and zone["read_share"] < 0.5
    assert zone["notices"][0]["believed"] is False and zone["notices"][0]["t"] < 5.0


def test_looks_at_a_tag_whose_id_has_a_wrong_bit_now_and_then_are_one_tag(stage: Stage) -> None:
    right, wrong = "04A1B2C3D4E580", "04A1B2C3D4E581"
    heard = [wrong if number % 20 > 8 else right for number in range(600)]
    seen = stage.plays(*[at(n * 0.05, "look", zone="seat1.play", uid=uid) for n, uid in enumerate(heard)])
    assert [(line["do"], line["uid"]) for line in seen["observations"]] == [("tag", right)]


def test_looks_at_a_phone_are_no_observation(stage: Stage) -> None:
    seen = stage.plays(*[at(n * 0.05, "look", zone="seat1.play", uid=f"08{n:06X}") for n in range(40)])
    assert seen["observations"] == []
    assert seen["zones"]["seat1.play"]["notices"][0]["no_card"] is True


def test_looks_and_reports_may_stand_side_by_side_in_two_zones(stage: Stage) -> None:
    seen = stage.plays(
        tag(0.0, "seat2.play", "tile:Iago"), tag(2.0, "seat2.play", "I.4"), *looks(1.0, 1.0, 2.5, card="I.2")
    )
    assert [seat["placed"] for seat in seen["position"]["seats"]] == ["I.2", "I.4"]
    assert list(seen["zones"]) == ["seat1.play"]


@pytest.mark.parametrize(
    ("lines", "line", "field"),
    [
        ([at(0.0, "look", zone="attic")], 1, "zone"),
        ([at(0.0, "look")], 1, "zone"),
        ([{"do": "look", "zone": "seat1.play"}], 1, "t"),
        ([at(1.0, "look", zone="seat1.play"), at(0.5, "look", zone="seat1.play")], 2, "t"),
        ([at(0.0, "look", zone="seat1.play", card="IX.9")], 1, "card"),
        ([at(0.0, "look", zone="seat1.play", card="I.2", uid="04")], 1, "uid"),
        ([at(0.0, "look", zone="seat1.play", card="I.2", garbled=True)], 1, "garbled"),
        ([at(0.0, "look", zone="seat1.play", garbled=1)], 1, "garbled"),
        ([at(0.0, "look", zone="seat1.play", uid=4)], 1, "uid"),
        ([at(0.0, "look", zone="seat1.play", uid=0)], 1, "uid"),
        ([at(0.0, "look", zone="seat1.play", card=False)], 1, "card"),
        ([at(0.0, "look", zone="seat1.play"), at(0.1, "look", zone="seat1.play", crad="I.2")], 2, "crad"),
        ([at(0.0, "look", zone="seat1.play"), tag(1.0, "seat1.play", "I.2")], 2, "zone"),
        ([tag(0.0, "seat1.play", "I.2"), at(1.0, "look", zone="seat1.play")], 2, "zone"),
    ],
)
def test_a_look_that_cannot_be_is_refused_with_its_line_and_field(
    stage: Stage, lines: list[Json], line: int, field: str
) -> None:
    stage.file.write_text("\n".join(json.dumps(told) for told in lines))
    status, out, err = stage.run("--json")
    assert (status, out) == (2, "")
    assert err.startswith(f"cuelight: {stage.file}:{line}: {field}: ")
