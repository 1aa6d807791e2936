"""The command's output for Deathmatch, a small deck, and short ways to write positions and answers for it."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


SUITS = ("blades", "coins", "letters", "poison")


CHARACTERS = {
    "Fool": ({"blades": 2, "coins": 2}, ""),
    "Nurse": ({"letters": 2, "poison": 2}, "The nurse talks."),
    "Duke": ({"blades": 1, "poison": 1}, "The duke commands."),
    "Maid": ({"letters": 3, "coins": 3}, ""),
    "Page": ({"blades": 2, "letters": 2}, ""),
    "Hamlet": ({"blades": 4, "coins": 8}, ""),
    "Lord": ({"coins": 1, "poison": 3}, ""),
    "Lady": ({"letters": 4, "poison": 4}, ""),
}


DECK: list[Json] = [
    *({"kind": "action", "id": f"{s}.{n}", "suit": s, "points": n, "copies": 4} for s in SUITS for n in range(1, 5)),
    {"kind": "trickster", "id": "Jape", "text": "Do a jape.", "copies": 6},
    {"kind": "trickster", "id": "Prank", "text": "Do a prank.", "copies": 2},
    *({"kind": "character", "id": i, "limits": limits, "text": text} for i, (limits, text) in CHARACTERS.items()),
    {"kind": "setting", "id": "castle"},
    {"kind": "setting", "id": "garden"},
    {"kind": "setting", "id": "crypt", "hand_size": 2, "text": "It is dark."},
    {"kind": "setting", "id": "hall", "hand_size": 4},
]


class Told:
    """The output of the command."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.err = status, err
        self.doc: Json = json.loads(out) if out.strip() else {}

    @property
    def position(self) -> Json:
        position: Json = self.doc["position"]
        return position

    def seat(self, name: str) -> Json:
        return next(seat for seat in self.position["seats"] if seat["name"] == name)

    @property
    def asks(self) -> tuple[str, list[str]] | None:
        decision = self.doc["decision"]
        return None if decision is None else (decision["kind"], decision["players"])

    @property
    def options(self) -> list[Json]:
        options: list[Json] = self.doc["decision"]["options"]
        return options

    @property
    def code(self) -> str:
        assert self.status == 3, (self.status, self.err, self.doc.get("error"), self.doc.get("decision"))
        return str(self.doc["error"]["code"])

    @property
    def rules(self) -> set[str]:
        return set(self.doc["error"]["rules"])

    def events(self, *kinds: str) -> list[Json]:
        return [event for event in self.doc["events"] if not kinds or event["event"] in kinds]

    def kinds(self, *kinds: str) -> list[str]:
        return [event["event"] for event in self.events(*kinds)]


def who(name: str, character: str | None = None, hand: str = "", **more: Any) -> Json:
    seat: Json = {"name": name, "hand": hand.split(), **more}
    if character:
        seat["character"] = character
    return seat


def at(*seats: Json, **more: Any) -> Json:
    return {"game": "deathmatch", "deck": DECK, "seats": list(seats), **more}


def do(by: str | None, what: str, **more: Any) -> Json:
    return {"by": by, "do": what, **more} if by else {"do": what, **more}


def lays(by: str, card: str) -> Json:
    return do(by, "play", card=card)


def moved(card: str, source: Any, target: Any) -> Json:
    return {"what": "card", "card": card, "from": source, "to": target}


def three(**more: Any) -> Json:
    """Return a position of Ann, Ben and Cal at Ann's action in her act; no draw piles."""
    seats = [
        who("Ann", "Fool", "blades.1 coins.1 letters.1"),
        who("Ben", "Nurse", "blades.2 coins.2 letters.2"),
        who("Cal", "Hamlet", "blades.3 coins.3 letters.3"),
    ]
    for seat in seats:
        seat.update(more.pop(seat["name"], {}))
    return at(*seats, **{"protagonist": "Ann", "setting": "castle", **more})


def two(**more: Any) -> Json:
    seats = [who("Ann", "Fool", "blades.1 coins.1 letters.1"), who("Ben", "Nurse", "blades.2 coins.2 letters.2")]
    for seat in seats:
        seat.update(more.pop(seat["name"], {}))
    return at(*seats, **{"first": "Ann", **more})


SCENE = (lays("Ann", "blades.1"), lays("Ben", "blades.2"), lays("Cal", "blades.3"))


WON_BY_CAL = (*SCENE, do(None, "winner", to="Cal"))


def in_damage(winner: str = "Cal", **more: Any) -> Json:
    laid = {"Ann": "blades.1", "Ben": "blades.2", "Cal": "blades.3"}
    for name, card in laid.items():
        more[name] = {"hand": ["coins.1"], "played": card, **more.get(name, {})}
    return three(**{"phase": "damage", "opener": "Ann", "turn": winner, **more})


SMALL: list[Json] = [
    *({"kind": "action", "id": f"{s}.{n}", "suit": s, "points": n} for s in SUITS[:2] for n in range(1, 6)),
    *(card for card in DECK if card["kind"] in ("character", "setting")),
]


def new(*names: str, **more: Any) -> Json:
    return {"game": "deathmatch", "deck": SMALL, "seats": [{"name": name} for name in names], **more}


def four(**more: Any) -> Json:
    seats = [
        who("Ann", "Fool", "blades.1 coins.1 letters.1"),
        who("Ben", "Nurse", "blades.2 coins.2 letters.2"),
        who("Cal", "Hamlet", "blades.3 coins.3 letters.3"),
        who("Dan", "Maid", "blades.4 coins.4 letters.4"),
    ]
    for seat in seats:
        seat.update(more.pop(seat["name"], {}))
    return at(*seats, **{"protagonist": "Ann", "setting": "garden", **more})


def last_scene(scene: int, opener: str, **more: Any) -> Json:
    return in_damage(scene=scene, opener=opener, **more)


HIT = do("Cal", "damage", card="blades.2", target="Ben")


def text(changes: list[Json], **more: Any) -> tuple[Json, Json]:
    position = four(**more, carrying={"by": "Ann", "card": "Jape"}, trickster_played=True)
    return position, do("Ann", "carry-out", changes=changes)


UNSEEN = {n: {"hand": ["?action"] * 3, "pile": 5, "character": "?character"} for n in ("Ann", "Ben", "Cal")}


def codes(told: Told) -> list[str]:
    return [entry["code"] for entry in told.doc["irregularities"]]
