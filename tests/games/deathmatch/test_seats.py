"""Players of Deathmatch on phones, each with an own seat: their views and answers, and the secrets that stay hidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import CuelightError
from companion.table.viewer import HOST, seat_of
from cuelight.app.access.permissions import NotYours
from cuelight.app.games.round import NotHeld
from tests.support.nfc_table import SeatTable
from tests.support.running_table import House, running
from tests.support.waiting import until

Json = dict[str, Any]
NAMES = ["Ann", "Ben", "Cal"]
RULINGS = {"DJ1": "higher-any"}
STAGE = "stage.target"


def begin(house: House, **chosen: Any) -> None:
    """Start a game of three in which Ann has the first action, in the castle."""
    keys = {"names": NAMES, "lead": 0, "variants": ["castle"], "rulings": RULINGS}
    house.command("start", game="deathmatch", **{**keys, **chosen})


def own(house: House, player: int) -> Json:
    """Return a player's view of the own seat."""
    found: Json = json.loads(house.table.own(player))["own"]
    return found


def say(house: House, player: int, answer: Json) -> None:
    house.table.command("answer", {"by": NAMES[player], **answer}, seat_of(player))


def refusal(house: House, name: str, **body: Any) -> str:
    with pytest.raises(CuelightError) as refused:
        house.table.command(name, body, HOST)
    return str(refused.value)


def test_a_phone_plays_its_seat_for_a_scene_and_the_cards_lie_on_the_drawn_mat(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        begin(house, variants=["castle", "no-tricksters"])
        for player in range(len(NAMES)):
            plays = [option for option in own(house, player)["options"] if option["answer"]["do"] == "play"]
            assert {option["card"] for option in plays} <= {card["id"] for card in own(house, player)["hand"]}
            say(house, player, {"do": "play", "card": plays[0]["card"]})
            if house.board["phase"] == "scene":
                assert house.desk["zones"][f"seat{player + 1}.play"] == plays[0]["card"]
        assert house.board["phase"] == "damage"
        winner = house.board["turn"]
        assert [bool(own(house, player)["scene"]) for player in range(3)] == [player == winner for player in range(3)]
        before = house.board["scene"]
        say(house, winner, own(house, winner)["options"][0]["answer"])
        assert house.board["scene"] == before + 1
        assert sum(len(seat["pool"]) for seat in house.board["seats"]) == 1
        assert all(house.desk["zones"][f"seat{number}.play"] is None for number in (1, 2, 3))


def test_a_secret_character_is_turned_up_by_its_back_and_whoever_names_it_learns_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        begin(house)
        mine = own(house, 0)["character"]["id"]
        characters = {own(house, player)["character"]["id"] for player in range(3)}
        told = {
            refusal(house, "mat", do="tag", zone="seat1.play", thing=f"character:{name}")
            for name in (*characters, "Macbeth")
        }
        told |= {refusal(house, "mat", do="tag", zone="seat2.play", thing=f"character:{mine}")}
        house.mat("tag", zone="seat1.play", thing="?character")
        assert house.board["seats"][0]["character"]["id"] == mine
        told |= {  # nor at a seat whose own character is face up
            refusal(house, "mat", do="tag", zone="seat1.play", thing=f"character:{name}")
            for name in {own(house, player)["character"]["id"] for player in (1, 2)} | {"Macbeth"} - {mine}
        }
        assert told == {"On this mat only its own player knows that card. Nothing was done: lay its back."}
        house.mat("tag", zone="seat2.play", thing="?character")  # ignored outside the own action
        assert house.desk["zones"]["seat2.play"] == "?character"
        assert not house.board["seats"][1]["revealed"]


def test_a_secret_character_that_lies_at_a_seat_is_taken_to_the_middle_by_no_name(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        begin(house)
        house.mat("tag", zone="seat2.play", thing="?character")
        names = [own(house, player)["character"]["id"] for player in range(3)]
        told = {
            refusal(house, "mat", do="tag", zone=zone, thing=f"character:{name}")
            for name in (*names, "Macbeth", "Nobody")
            for zone in (STAGE, "seat1.play", "seat5.play")
        }
        assert told == {"On this mat only its own player knows that card. Nothing was done: lay its back."}
        assert house.desk["zones"]["seat2.play"] == "?character"


def test_a_player_reveals_at_the_own_phone(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        begin(house)
        mine = own(house, 0)
        (reveal,) = [option for option in mine["options"] if option["answer"]["do"] == "reveal"]
        assert reveal["text"] == f"Reveal yourself: {mine['character']['id']}"
        assert [option for option in own(house, 1)["options"] if option["answer"]["do"] == "reveal"] == []
        with pytest.raises(CuelightError):
            say(house, 0, {"do": "reveal", "character": own(house, 1)["character"]["id"]})
        say(house, 0, reveal["answer"])
        assert house.board["seats"][0]["character"] == mine["character"]


def test_of_others_a_player_plays_no_card_and_is_not_told_who_has_it(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        begin(house)
        held = {card["id"] for card in own(house, 0)["hand"]}
        others = [card["id"] for player in (1, 2) for card in own(house, player)["hand"] if card["id"] not in held]
        told = set()
        for card in [*others, "poison.6"]:
            if card not in held:
                with pytest.raises(NotHeld) as refused:
                    say(house, 0, {"do": "play", "card": card})
                told.add(str(refused.value))
        assert told == {"Ann does not have that card. Nothing was done."}


def test_who_joins_a_drawn_mat_under_way_is_dealt_a_character_that_the_companion_knows(tmp_path: Path) -> None:
    seats = [{"name": name, "hand": ["?action"] * 3, "pile": 9, "pool": ["blades.3"]} for name in NAMES]
    with running(tmp_path / "table.db") as house:
        house.command(
            "start", position={"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats}
        )
        told = [own(house, player)["character"]["id"] for player in range(3)]
        assert len(set(told)) == 3
        assert [seat["character"] for seat in house.board["seats"]] == [None] * 3
        (reveal,) = [option for option in own(house, 0)["options"] if option["answer"]["do"] == "reveal"]
        say(house, 0, reveal["answer"])
        assert house.board["seats"][0]["character"]["id"] == told[0]
    with running(tmp_path / "table.db") as house:  # the same after a restart
        assert [own(house, player)["character"]["id"] for player in range(3)] == told


def test_what_the_text_of_the_setting_has_changed_is_for_the_host_to_say(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        begin(house, variants=[])
        say(house, 0, {"do": "setting", "card": "heath"})
        turned = {"what": "revealed", "of": "Ben", "now": True}
        seen = {"what": "character", "of": "Ben", "now": own(house, 1)["character"]["id"]}
        answer = {"do": "carry-out", "source": "setting", "changes": [seen, turned]}
        with pytest.raises(NotYours):
            say(house, 0, answer)
        assert "Name the character of Ben" in refusal(house, "answer", **answer | {"changes": [turned]})
        assert not house.board["seats"][1]["revealed"]
        house.command("answer", **answer)
        assert house.board["seats"][1]["revealed"]


def test_no_refusal_tells_which_cards_a_position_has_in_a_draw_pile(tmp_path: Path) -> None:
    seats = [{"name": name, "hand": ["?action"] * 3, "pile": ["blades.3", "coins.2"]} for name in NAMES]
    position = {"game": "deathmatch", "protagonist": "Ann", "setting": "heath", "seats": seats}
    with running(tmp_path / "table.db") as house:
        house.command("start", position=position)
        for card in ("blades.3", "blades.4", "coins.2", "poison.1"):
            for at in ("top", "bottom"):
                origin = {"pile": "Ann"} | ({"at": "bottom"} if at == "bottom" else {})
                change = {"what": "card", "card": card, "from": origin, "to": "discard"}
                house.command("answer", do="carry-out", source="setting", changes=[change])
                seat, desk = house.board["seats"][0], house.desk
                assert (seat["pile"], house.board["discard"], desk["irregularities"]) == (1, 1, [])
                house.command("undo")


def test_a_character_that_is_laid_in_the_middle_by_mistake_is_shown_to_nobody(tmp_path: Path) -> None:
    made = SeatTable(tmp_path)
    try:
        made.table.command("start", {"game": "deathmatch", "names": ["Ann", "Ben"], "lead": 0})
        made.table.command("mat", {"do": "tag", "zone": STAGE, "thing": "character:Hamlet"})
        until(lambda: made.desk["zones"][STAGE] == "?character")
        (question,) = made.desk["questions"]
        assert question["text"] == "Something lies in the circle, where only a setting is put."
        box = {"decision": None, "options": None}  # these list the possible characters, independent of the actual ones
        assert "Hamlet" not in json.dumps({**made.desk, **box})
    finally:
        made.close()


@pytest.mark.parametrize("who", ["the mat", "the host"])
def test_cards_too_many_of_an_open_hand_are_chosen_by_name_and_the_host_may_leave_them_unnamed(
    tmp_path: Path, who: str
) -> None:
    hand = ["coins.1", "coins.2", "coins.3", "coins.4"]
    seats = [{"name": name, "hand": hand if name == "Ann" else ["?action"] * 2} for name in NAMES]
    position = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats}
    path = tmp_path / "table.db"
    with running(path) as house:
        house.command("start", position=position)
        asked = house.desk["decision"]
        assert (asked["kind"], asked["players"]) == ("discard", ["Ann"])
        house.let_the_lights_come_on()
        house.mat("press", button="seat1")
        assert house.desk["decision"]["kind"] == "discard"
        named = [option["answer"] for option in house.desk["options"] if option["group"] == "decision"]
        assert [answer["cards"] for answer in named] == [[card] for card in hand]
        house.command("answer", **(named[1] if who == "the mat" else {**named[1], "cards": ["?action"]}))
        desk = house.desk
        assert (desk["decision"]["kind"], desk["irregularities"]) == ("action", [])
    with running(path) as house:
        assert house.desk["decision"] == desk["decision"]
