"""`cuelight script` for Deathmatch, as a shell runs it: the contract's last section, from a casting position on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cuelight.__main__ import main
from tests.games.deathmatch.positions import NAMES, position

Json = dict[str, Any]
HAND = ["?action", "?action", "?action"]


class Script:
    """Lines of a script two seconds apart, and their results."""

    def __init__(self, start: Json) -> None:
        self.lines: list[Json] = [{"do": "position", "position": start}]

    def add(self, do: str, place: str = "", card: str = "", **more: Any) -> Script:
        line = {"t": 2.0 * len(self.lines), "do": do, **more}
        if place:
            line["button" if do in ("press", "hold") else "zone"] = place
        if card:
            line["card"] = card
        self.lines.append(line)
        return self

    def lay(self, place: str, card: str) -> Script:
        return self.add("tag", place, card).add("lift", place)

    def file(self, folder: Path) -> str:
        path = folder / "script.jsonl"
        path.write_text("\n".join(map(json.dumps, self.lines)), encoding="utf-8")
        return str(path)


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def told(script: Script, status: int = 0, *options: str) -> Any:
        assert main(["script", *options, "--json", script.file(tmp_path)]) == status
        out = capsys.readouterr()
        return json.loads(out.out) if status == 0 else out.err

    return told


def casting(players: int = 3) -> Script:
    return Script({"game": "deathmatch", "seats": [{"name": name} for name in NAMES[:players]]})


def evening() -> Script:
    script = casting().lay("seat1.play", "protagonist").lay("seat1.play", "character:Hamlet")
    script.lay("stage.target", "setting:castle").lay("seat2.play", "coins.1").lay("seat1.play", "Et tu, Brute?")
    script.lay("seat1.play", "blades.3").lay("seat2.play", "coins.3").lay("seat3.play", "coins.5")
    return script.add("press", "seat3").lay("seat1.play", "coins.3")


def test_a_scene_from_casting_to_damage(run: Any) -> None:
    told = run(evening())
    seats = told["position"]["seats"]
    assert seats[0]["character"] == "Hamlet"
    assert [seat["hand"] for seat in seats] == [HAND] * 3
    assert [seat["pool"] for seat in seats] == [["coins.3"], [], []]
    assert all(isinstance(seat["pile"], int) for seat in seats)
    assert (told["decision"]["kind"], told["decision"]["players"]) == ("action", ["Ben"])
    assert [item["code"] for item in told["irregularities"]] == ["play.not-your-turn"]
    assert told["irregularities"][0]["rules"] == ["DP1"]
    assert (told["questions"], told["error"], told["winners"]) == ([], None, None)
    assert told["scores"][0] == {
        "name": "Ann", "blades": 0, "coins": 3, "letters": 0, "poison": 0, "total": 3, "out": False,
    }  # fmt: skip


def test_each_light_is_told_when_it_changes(run: Any) -> None:
    cues = [(item["seat"], item["cue"]) for item in run(evening())["cues"] if item["cue"] != "attention"]
    assert [cue for seat, cue in cues if seat == "seat1"][:3] == ["lay", "your-turn", "go-on"]
    assert [seat for seat, cue in cues if cue == "choose"] == ["seat1", "seat2", "seat3"]
    assert cues[-1] == ("seat3", "idle")


def test_the_position_that_is_printed_can_be_given_back(run: Any) -> None:
    told = run(evening())
    again = run(Script(told["position"]).lay("seat2.play", "letters.4"))
    assert again["position"]["seats"][1]["played"] == "letters.4"
    assert again["position"]["turn"] == "Cal"


def test_an_answer_of_a_page_is_its_players_own(run: Any) -> None:
    start = position({"character": "Hamlet", "hand": ["blades.1", "blades.2", "coins.1", "coins.2"]}, {"hand": HAND})
    script = Script(start).add("answer", answer={"by": "Ann", "do": "discard", "cards": ["poison.1"]})
    script.add("answer", answer={"by": "Ann", "do": "discard", "cards": ["coins.2"]})
    script.add("answer", answer={"by": "Ann", "do": "reveal"})
    told = run(script)
    assert [item["code"] for item in told["irregularities"]] == ["discard.not-held"]
    assert told["position"]["seats"][0]["revealed"] is True
    assert told["position"]["discard"] == ["coins.2"]


def test_a_text_that_is_carried_out_is_an_answer_of_a_page(run: Any) -> None:
    start = position({"hand": HAND, "pool": ["coins.1"]}, {"hand": HAND}, {"hand": HAND})
    change = {"what": "card", "card": "coins.1", "from": {"pool": "Ann"}, "to": {"pool": "Ben"}}
    script = Script(start).lay("seat1.play", "One Fell Swoop")
    told = run(script.add("answer", answer={"by": "Ann", "do": "carry-out", "changes": [change]}))
    assert [seat["pool"] for seat in told["position"]["seats"]] == [[], ["coins.1"], []]
    assert told["irregularities"] == []


def test_an_act_ends_and_the_discard_pile_is_dealt_by_the_table(run: Any) -> None:
    seats = [{"hand": HAND, "pile": 2} for _ in range(2)]
    start = {"game": "deathmatch", "act": 1, "scene": 3, "first": "Ann", "turn": "Ann", "discard": ["coins.1"] * 2}
    start |= {"seats": [{"name": name, **seat} for name, seat in zip(NAMES[:2], seats, strict=True)]}
    script = (
        Script(start).lay("seat1.play", "blades.1").lay("seat2.play", "Et tu, Brute?").lay("seat2.play", "blades.1")
    )
    told = run(script)
    assert (told["position"]["act"], told["position"]["first"]) == (2, "Ben")
    assert [seat["pile"] for seat in told["position"]["seats"]] == [3, 2]


def test_two_who_show_the_same_character_leave_a_position_that_can_be(run: Any) -> None:
    script = casting().lay("seat1.play", "protagonist")
    told = run(script.lay("seat2.play", "character:Hamlet").lay("seat1.play", "character:Hamlet"))
    characters = [seat["character"] for seat in told["position"]["seats"]]
    assert sorted(characters) == ["?character", "?character", "Hamlet"]
    run(Script(told["position"]))


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"do": "tag", "zone": "seat1.play", "card": "tile:Iago"}, "card"),
        ({"do": "tag", "zone": "seat1.play", "card": "blades.99"}, "card"),
        ({"do": "tag", "zone": "seat1.play", "card": "character:Iago"}, "card"),
        ({"do": "tag", "zone": "stage.target", "card": "setting:Venice"}, "card"),
        ({"do": "tag", "zone": "seat7.play", "card": "blades.1"}, "zone"),
        ({"do": "answer", "answer": {"by": "Ann", "do": "play", "card": "I.2"}}, "card"),
    ],
)
def test_what_is_not_in_the_game_is_told_with_its_line_and_field(run: Any, line: Json, field: str) -> None:
    script = casting()
    script.lines.append({"t": 1.0, **line})
    message = run(script, 2)
    assert ":2" in message
    assert field in message


def test_the_mat_has_six_seats(run: Any) -> None:
    assert "seats" in run(casting(7), 2)
    assert run(casting(6).lay("seat6.play", "protagonist"))["position"]["protagonist"] == NAMES[5]


def test_people_read_what_happened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["script", evening().file(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Cal hurts Ann with a pawned ring (3 coins)." in out
    assert "seat3  choose" in out
