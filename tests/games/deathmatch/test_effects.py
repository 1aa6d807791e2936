"""Texts of the made-up deck that the companion carries out: it asks only what they leave open (DJ2)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import InputError
from companion.deathmatch.model.deck import STAND_IN, card_to_object, deck_from_objects, load_deck
from companion.table.viewer import seat_of
from tests.support.running_table import House, running

Json = dict[str, Any]
NAMES = ["Ann", "Ben", "Cal"]
TRICKSTERS = ("Et tu, Brute?", "The Wheel is Come Full Circle", "One Fell Swoop", "The Play's the Thing")


class Players:
    """Three players with phones at a screen's table; Ann has the first action."""

    def __init__(self, house: House) -> None:
        self.house = house

    def begin(self, ann: Json | None = None, setting: str = "castle", **keys: Any) -> None:
        seats: list[Json] = [{"name": name, "hand": ["?action"] * 3, "pile": 9} for name in NAMES]
        seats[0] |= ann or {}
        position = {"game": "deathmatch", "protagonist": "Ann", "setting": setting, "seats": seats, **keys}
        self.house.command("start", game="deathmatch", position=position)

    def own(self, player: int) -> Json:
        found: Json = json.loads(self.house.table.own(player))["own"]
        return found

    def hand(self, player: int) -> list[str]:
        return [card["id"] for card in self.own(player)["hand"]]

    def say(self, player: int, answer: Json) -> None:
        self.house.table.command("answer", {"by": NAMES[player], **answer}, seat_of(player))

    def shows(self, trickster: str) -> None:
        self.say(0, {"do": "trickster", "card": trickster})

    def ways(self, player: int = 0) -> list[Json]:
        return [option for option in self.own(player)["options"] if option["answer"]["do"] == "carry-out"]

    @property
    def board(self) -> Json:
        return self.house.board


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Players]:
    with running(tmp_path / "table.db") as house:
        yield Players(house)


def with_trickster(name: str, **keys: Any) -> Json:
    return {"hand": [name, "coins.1", "coins.2"], **keys}


def test_only_the_card_of_the_own_damage_is_asked(table: Players) -> None:
    card = "The Wheel is Come Full Circle"
    table.begin(with_trickster(card, pool=["coins.6", "poison.1"]))
    table.shows(card)
    question = "Which card of the damage goes to the discard pile?"
    assert (table.own(0)["asked"], table.own(0)["headline"]) == (question, question)
    assert [way["text"] for way in table.ways()] == [
        "Discard a called-in debt (6 coins)",
        "Discard a sour cup (1 poison)",
    ]
    table.say(0, table.ways()[0]["answer"])
    assert [card["id"] for card in table.board["seats"][0]["pool"]] == ["poison.1"]
    assert table.board["discard"] == 2 and table.board["carrying"] is None


@pytest.mark.parametrize(
    ("card", "why"), [(TRICKSTERS[1], "No damage lies there."), (TRICKSTERS[2], "Nobody has a card to draw.")]
)
def test_a_text_with_nothing_to_do_says_so_and_lets_the_game_go_on(table: Players, card: str, why: str) -> None:
    empty = [{"name": name, "hand": ["?action"] * 3, "pile": 0} for name in NAMES[1:]]
    table.begin(seats=[{"name": "Ann", **with_trickster(card), "pile": 3}, *empty])
    table.shows(card)
    assert table.own(0)["asked"] == why
    (way,) = table.ways()
    table.say(0, way["answer"])
    assert table.board["phase"] == "action" and table.board["carrying"] is None


def test_each_other_player_chooses_a_card_to_discard(table: Players) -> None:
    table.begin(with_trickster("One Fell Swoop"))
    table.shows("One Fell Swoop")
    table.say(0, table.ways()[0]["answer"])
    for player in (1, 2):
        assert table.own(player)["discard"] == 1
        hand = table.hand(player)
        assert len(hand) == 4 and "?action" not in hand
        table.say(player, {"do": "discard", "cards": [hand[0]]})
        assert table.hand(player) == hand[1:]
    assert (table.own(0)["discard"], len(table.hand(0))) == (0, 3)
    assert table.board["discard"] == 3


def test_a_card_of_the_hand_is_swapped_for_the_top_one_of_a_pile(table: Players) -> None:
    table.begin(with_trickster("Et tu, Brute?"))
    table.shows("Et tu, Brute?")
    before = table.hand(0)
    assert {(way["card"], way["text"]) for way in table.ways()} == {
        (card, f"Put it on the draw pile of {name}") for card in before for name in NAMES[1:]
    }
    given = next(way for way in table.ways() if way["card"] == "coins.1" and way["text"].endswith("Ben"))
    table.say(0, given["answer"])
    after = table.hand(0)
    assert len(after) == 3 and "?action" not in after and after.count("coins.1") <= before.count("coins.1")
    ben = table.hand(1)
    for player in range(3):
        card = next(o["answer"] for o in table.own(player)["options"] if o["answer"]["do"] == "play")
        table.say(player, card)
    assert "coins.1" in table.hand(1) and len(ben) == 3


def test_the_newest_card_of_the_discard_pile_is_taken(table: Players) -> None:
    table.begin({"character": "Lady Macbeth"}, discard=["blades.7", "coins.7"])
    table.say(0, {"do": "reveal"})
    table.say(0, table.ways()[0]["answer"])
    assert "coins.7" in table.hand(0) and len(table.hand(0)) == 4
    assert table.own(0)["discard"] == 1


def test_one_card_more_is_drawn_until_the_acts_end(table: Players) -> None:
    table.begin({"character": "Cleopatra"})
    table.say(0, {"do": "reveal"})
    (way,) = table.ways()
    table.say(0, way["answer"])
    assert table.board["seats"][0]["hand_size"] == 4 and len(table.hand(0)) == 4


def test_the_own_next_cards_are_put_in_another_order_and_nobody_else_sees_them(table: Players) -> None:
    table.begin({"character": "Hamlet"})
    assert table.own(0)["order"] == []
    table.say(0, {"do": "reveal"})
    order = [card["id"] for card in table.own(0)["order"]]
    assert len(order) == 3 and table.own(1)["order"] == []
    pile = {"pile": "Ann"}
    moves = [{"what": "card", "card": card, "from": pile, "to": pile} for card in order]
    table.say(0, {"do": "carry-out", "changes": moves})
    assert "draw pile to" not in str(table.board["log"])
    card = next(o["answer"] for o in table.own(0)["options"] if o["answer"]["do"] == "play")
    table.say(0, card)
    assert table.hand(0)[-1] == order[-1]


def test_the_winner_of_a_scene_in_the_forest_draws_a_card_more(table: Players) -> None:
    table.begin(setting="forest", rulings={"DJ1": "higher-any"})
    while table.board["phase"] != "damage":
        player = table.board["turn"]
        table.say(player, next(o["answer"] for o in table.own(player)["options"] if o["answer"]["do"] == "play"))
    winner = table.board["turn"]
    assert [seat["hand_size"] for seat in table.board["seats"]] == [4 if player == winner else 3 for player in range(3)]
    assert len(table.hand(winner)) == 4
    table.house.command("undo")
    assert [seat["hand_size"] for seat in table.board["seats"]] == [3, 3, 3] and table.board["phase"] == "scene"


def test_an_owners_card_without_an_effect_is_asked_about_as_before(table: Players) -> None:
    cards = [card_to_object(card) for card in load_deck(STAND_IN).cards]
    deck = [{key: value for key, value in card.items() if key != "effect"} for card in cards]
    table.begin(with_trickster("One Fell Swoop"), deck=deck)
    table.shows("One Fell Swoop")
    assert (table.own(0)["asked"], table.ways()) == (None, [])


def test_on_a_mat_a_card_of_an_open_hand_is_swapped_or_discarded_by_its_name(table: Players) -> None:
    table.begin(with_trickster("Et tu, Brute?"))
    table.house.mat("tag", zone="seat1.play", thing="Et tu, Brute?")
    ways = [option for option in table.house.desk["options"] if option["answer"]["do"] == "carry-out"]
    assert len(ways) == 2 * len({*table.hand(0)})
    table.house.say(ways[0]["answer"])
    assert table.board["carrying"] is None
    table.begin({"hand": ["blades.1", "coins.1", "letters.3", "letters.4"]})
    choices = [option for option in table.house.desk["options"] if option["group"] == "decision"]
    assert [option["lay"] for option in choices] == [
        {"thing": card, "zone": "seat1.play"} for card in ("blades.1", "coins.1", "letters.3", "letters.4")
    ]
    table.house.say(choices[1]["answer"])
    assert table.hand(0) == ["blades.1", "letters.3", "letters.4"]


def test_a_phone_says_why_a_card_of_its_hand_cannot_be_used_now(table: Players) -> None:
    table.begin(with_trickster("One Fell Swoop"), first="Ann", turn="Ann")
    assert table.own(0)["why_not"] == {}
    table.begin(
        {"hand": ["blades.1", "One Fell Swoop", "coins.1"]},
        phase="scene",
        opener="Cal",
        turn="Ann",
        first="Cal",
        seats=[
            {"name": "Ann", "hand": ["blades.1", "One Fell Swoop", "coins.1"], "pile": 9},
            {"name": "Ben", "hand": ["coins.2", "coins.3", "coins.4"], "pile": 9},
            {"name": "Cal", "hand": ["coins.5"], "played": "coins.6", "pile": 9},
        ],
    )
    early = "A trickster is played on your own action, before your opening card."
    assert table.own(0)["why_not"] == {"One Fell Swoop": early}
    assert {*table.own(1)["why_not"].values()} == {"It is not your turn."}


def test_copies_among_the_next_cards_are_put_in_order(table: Players) -> None:
    """As the phone sends it: all are picked up, and the last one is put back first."""
    pile = ["blades.1", "coins.1", "blades.1", *["?action"] * 6]
    table.begin({"character": "Hamlet", "hand": ["?action"] * 3, "pile": pile})
    table.say(0, {"do": "reveal"})
    wanted = ["blades.1", "blades.1", "coins.1"]
    assert sorted(card["id"] for card in table.own(0)["order"]) == wanted
    top, hand = {"pile": "Ann"}, {"hand": "Ann"}
    picked = [{"what": "card", "card": "?action", "from": top, "to": hand} for _ in wanted]
    laid = [{"what": "card", "card": card, "from": hand, "to": top} for card in reversed(wanted)]
    table.say(0, {"do": "carry-out", "changes": [*picked, *laid]})
    truth = table.house.table.play.require().cards()
    assert list(truth.seats[0].pile[:3]) == wanted


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({"kind": "setting", "id": "wood", "text": "Draw.", "effect": "draw"}, "is not one of: look, winner-draws"),
        ({"kind": "trickster", "id": "Trick", "text": "Win.", "effect": "winner-draws"}, "is not one of: heal"),
        ({"kind": "setting", "id": "wood", "effect": "winner-draws"}, "needs a text"),
    ],
)
def test_an_effect_fits_its_card_and_has_a_text(card: Json, words: str) -> None:
    others = [card_to_object(each) for each in load_deck(STAND_IN).cards]
    with pytest.raises(InputError, match=words):
        deck_from_objects([*others, card])
