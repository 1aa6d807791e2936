"""A state as data for a table's pages: every key and its value."""

from typing import Any

import pytest

from companion.core.i18n import speak
from companion.othello.model.deck import load_deck
from companion.othello.model.ruleset import load_edition
from companion.othello.table.board import details
from companion.othello.text.views import board_view, card_view
from tests.games.othello.rules.table import Table, card

DECK = [
    card("I.2", "Iago convinces Roderigo", 2, intrigue=1, coin="Iago"),
    card("I.3", "Cassio confronts Othello", 1),
    card("I.4", "Brabantio convinces Othello", 2),
    card("I.7", "Brabantio confronts Cassio", 1),
    card("I.9", "Desdemona confronts Brabantio", curtain="half", points_lead=1, points_company=2, line="Sir!"),
]


def view(**keys: Any) -> dict[str, Any]:
    table = Table(
        deck=DECK,
        scene=3,
        half_curtain=True,
        tiles={"Othello": {"wounds": 2}, "Cassio": {"dead": True}},
        set_aside=["I.3"],
        piles={"script": 1, "staging": ["Revive", "Seize"], "script_discard": ["I.7"], "staging_discard": ["Miscue"]},
        Ann={"placed": "I.2"},
        Ben={
            "placed": "I.4",
            "coins": {"Iago": 2},
            "hand": ["Seize"],
            "handkerchief": True,
            "intrigue": 4,
            "scored": ["I.9"],
            "spotlight": 1,
            "wounds": 3,
        },
        Cal={"placed": "Take the Lead", "done": True, "revealed": True, "protected": True, "face_up": ["No Drama"]},
        **keys,
    )
    return board_view(table.state)


def test_the_table_in_its_scene() -> None:
    found = view()
    assert {key: found[key] for key in found.keys() - {"seats", "tiles", "set_aside", "piles"}} == {
        "act": 1,
        "acts": 5,
        "half_curtain": True,
        "last_scene": False,
        "lead": 0,
        "marker": "act-begins",
        "phase": "reveal",
        "scene": 3,
        "winners": None,
    }
    assert [each["id"] for each in found["set_aside"]] == ["I.3"]


def test_the_piles_by_their_numbers_and_the_cards_on_top() -> None:
    piles = view()["piles"]
    numbers = {key: count for key, count in piles.items() if isinstance(count, int)}
    assert numbers == {"script": 1, "script_discard": 1, "staging": 2, "staging_discard": 1}
    assert (piles["script_top"]["id"], piles["staging_top"]["id"]) == ("I.7", "Miscue")


def test_the_tiles_of_the_act() -> None:
    tiles = view()["tiles"]
    assert tiles[:3] == [
        {"character": "Othello", "dead": False, "held_by": None, "limit": 6, "wounds": 2},
        {"character": "Iago", "dead": False, "held_by": 0, "limit": 6, "wounds": 0},
        {"character": "Cassio", "dead": True, "held_by": None, "limit": 5, "wounds": 0},
    ]


def test_a_seat_with_all_that_it_may_have() -> None:
    ben = view()["seats"][1]
    (scored,) = ben.pop("scored")
    assert ben == {
        "name": "Ben",
        "points": 10,
        "points_besides": 0,
        "breakdown": {
            "script": 2,
            "intrigue": 1,
            "spotlight": 1,
            "wounds": 3,
            "handkerchief": 3,
            "lead_bonus": 0,
            "company_bonus": 0,
        },
        "intrigue": 4,
        "spotlight": 1,
        "wounds": 3,
        "coins": {"Iago": 2},
        "handkerchief": True,
        "protected": False,
        "lead": False,
        "role": "company",
        "hand": 1,
        "done": False,
        "card": {"face": "down"},
    }
    assert (scored["id"], scored["as"]) == ("I.9", "company")


def test_a_seat_that_has_revealed() -> None:
    ann, _ben, cal = view()["seats"]
    assert (ann["lead"], ann["role"], cal["role"]) == (True, "lead", "company")
    assert (ann["protected"], ann["done"], cal["protected"], cal["done"]) == (False, False, True, True)
    assert (cal["card"]["face"], cal["card"]["card"]["id"]) == ("up", "Take the Lead")


def test_a_card_with_all_its_fields() -> None:
    state = Table(deck=DECK, Ben={"placed": "I.3"}).state
    assert card_view(state.deck, "I.9", state.rules) == {
        "kind": "script",
        "id": "I.9",
        "act": 1,
        "position": 9,
        "title": "Desdemona confronts Brabantio",
        "character_1": "Desdemona",
        "verb": "confronts",
        "character_2": "Brabantio",
        "points": 0,
        "points_lead": 1,
        "points_company": 2,
        "curtain": "half",
        "crown": False,
        "rewards": {"intrigue": 0, "spotlight": 0, "coin": None, "handkerchief": False},
        "line": "Sir!",
        "made_up": False,
    }
    other = card_view(state.deck, "I.2", state.rules)
    assert (other["crown"], other["rewards"]["coin"], other["rewards"]["intrigue"]) == (True, "Iago", 1)
    assert (other["points"], other["curtain"], other["points_lead"], other["points_company"]) == (2, None, None, None)


OWN = {"id": "Masque", "kind": "staging", "title": "A Masque", "text": "Everybody sings.", "changes": []}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("?", {"id": "?", "title": "a card", "kind": "unknown"}),
        ("?script", {"id": "?script", "title": "a script card", "kind": "script"}),
        ("?staging", {"id": "?staging", "title": "a staging card", "kind": "staging"}),
        (
            "Masque",
            {"id": "Masque", "title": "A Masque", "kind": "staging", "text": "Everybody sings.", "own": True},
        ),
        (
            "Seize",
            {
                "id": "Seize",
                "title": "Seize",
                "kind": "staging",
                "text": load_edition("2024").texts["Seize"],
                "own": False,
            },
        ),
        (
            "Missed Entrance",  # from another edition
            {"id": "Missed Entrance", "title": "Missed Entrance", "kind": "staging", "text": "", "own": False},
        ),
    ],
)
def test_a_back_and_a_staging_card_with_all_their_fields(name: str, shown: dict[str, Any]) -> None:
    state = Table(deck=[*DECK, OWN], Ben={"placed": "I.3"}).state
    assert card_view(state.deck, name, state.rules) == shown


def test_a_card_is_shown_by_the_rules_of_2024_unless_told() -> None:
    deck = load_deck("stand-in")
    assert card_view(deck, "Seize")["text"] == load_edition("2024").texts["Seize"]
    assert [card_view(deck, name)["crown"] for name in ("I.2", "V.9")] == [True, False]


def test_every_card_is_shown_by_the_rules_of_its_game() -> None:
    act = [card(f"V.{number}", "Othello confronts Emilia", number) for number in range(1, 6)]
    found = board_view(
        Table(
            edition="2022",
            act=5,
            deck=act,
            piles={"script": 1, "staging": 1, "script_discard": ["V.1"], "staging_discard": ["Missed Entrance"]},
            set_aside=["V.2"],
            Ann={"placed": "V.3"},
            Ben={"placed": "V.4", "revealed": True, "done": True},
            Cal={"scored": ["V.5"], "done": True},
        ).state
    )
    ben, cal = found["seats"][1:]
    assert {tile["character"]: tile["limit"] for tile in found["tiles"]}["Othello"] is None  # C7
    shown = [found["piles"]["script_top"], *found["set_aside"], ben["card"]["card"], *cal["scored"]]
    assert [(each["id"], each["crown"]) for each in shown] == [(f"V.{number}", True) for number in (1, 2, 4, 5)]
    assert found["piles"]["staging_top"] == {
        "id": "Missed Entrance",
        "title": "Missed Entrance",
        "kind": "staging",
        "text": load_edition("2022").texts["Missed Entrance"],
        "own": False,
    }


def test_what_a_game_is_played_by_is_told_in_words() -> None:
    table = Table(
        edition="2024-first",
        deck="stand-in",
        variants=["playwrights-challenge"],
        rulings={"J3": "both", "J9": "extra"},
    )
    found = details(table.state)
    assert [(each["name"], each["value"]) for each in found[:3]] == [
        ("Edition", "2024, first printing"),
        ("Cards", "Stand-in deck (made up, no card is a copy of the game's)"),
        ("Variant", "Playwright's Challenge"),
    ]
    assert [each["name"].partition(": ")[0] for each in found[3:]] == [f"J{number}" for number in (*range(1, 15), 27)]
    assert [(each["name"], each["value"]) for each in found[3:] if not each["usual"]] == [
        ("J3: A printed coin that is also the first character's?", "two coins"),
        ("J9: Does Cassio's improv count as the one of the scene?", "no"),
    ]
    speak("de")
    try:
        assert [each["value"] for each in details(table.state)[:2]] == [
            "2024, erste Auflage",
            "Ersatzdeck (erfunden, keine Karte ist von denen des Spiels abgeschrieben)",
        ]
    finally:
        speak("en")


def test_a_table_before_and_after_the_play() -> None:
    before = board_view(Table(lead=None, phase="casting").state)
    assert (before["lead"], before["phase"], before["winners"]) == (None, "casting", None)
    assert [(seat["role"], seat["card"], seat["lead"]) for seat in before["seats"]] == [("company", None, False)] * 3
    assert before["piles"] == {
        "script": 0,
        "script_discard": 0,
        "staging": 0,
        "staging_discard": 0,
        "script_top": None,
        "staging_top": None,
    }
    assert [tile["held_by"] for tile in before["tiles"]] == [None] * len(before["tiles"])
    after = board_view(Table(act=5, phase="over", scene=6, last_scene=6, Ben={"wounds": 1}, Cal={"wounds": 1}).state)
    assert (after["phase"], after["last_scene"], after["winners"]) == ("over", True, ["Ben", "Cal"])
    for scene, last in ((5, False), (6, True)):
        assert board_view(Table(scene=scene, last_scene=6, Ben={"placed": "I.3"}).state)["last_scene"] is last
