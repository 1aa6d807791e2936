"""What a table's pages are told of a state: every key, with what stands there."""

from typing import Any

from rules.table import Table, card

from companion.othello.views import board_view, card_view

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
