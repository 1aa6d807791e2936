"""Builders for the snapshots of the recorded table: cards of the stand-in deck, seats, tiles, piles, boards."""

import tomllib
from importlib.resources import files
from typing import Any

Json = dict[str, Any]

NAMES = ("Ann", "Bob", "Cal", "Dorothea", "Eve", "Fitzwilliam")
NUMERALS = ("I", "II", "III", "IV", "V")
LIMITS = {
    "Othello": 6,
    "Iago": 6,
    "Cassio": 5,
    "Desdemona": 5,
    "Emilia": 4,
    "Roderigo": 4,
    "Bianca": 3,
    "Brabantio": 2,
    "Lodovico": 2,
    "Montano": 1,
}
ON_STAGE = {
    1: ("Othello", "Iago", "Cassio", "Roderigo", "Brabantio", "Desdemona"),
    2: ("Othello", "Iago", "Cassio", "Roderigo", "Montano"),
    3: ("Othello", "Iago", "Cassio", "Desdemona", "Bianca", "Emilia"),
    4: ("Othello", "Iago", "Cassio", "Desdemona", "Bianca", "Emilia", "Roderigo", "Lodovico"),
    5: ("Othello", "Iago", "Cassio", "Desdemona", "Bianca", "Emilia"),
}
STAGING = {
    "Seize": "Pay one intrigue and take the card that was just revealed.",
    "Take the Lead": "The lead tile is yours.",
    "Exchange": "Take a card from another hand and give one back.",
    "Miscue": "Another player swaps the face-down card for one from the hand.",
    "No Drama": "You are protected for the rest of the scene.",
    "Villainy": "Up to two wounds, or a wound limit one lower for this scene.",
    "Revive": "A dead character of this act comes back.",
}


def _read_deck() -> dict[str, Json]:
    text = (files("companion.othello") / "decks" / "stand-in.toml").read_text(encoding="utf-8")
    return {card["id"]: _card(card) for card in tomllib.loads(text)["card"]}


def _card(card: Json) -> Json:
    numeral, _, position = card["id"].partition(".")
    words = (card["character_1"], card["verb"], card.get("character_2", ""))
    return {
        "id": card["id"],
        "title": card.get("title", " ".join(words).strip()),
        "kind": "script",
        "act": NUMERALS.index(numeral) + 1,
        "position": int(position),
        "points": card.get("points", 0),
        "crown": card["character_1"] == "Iago",
        "verb": card["verb"],
        "character_1": card["character_1"],
        "character_2": card.get("character_2"),
        "curtain": card.get("curtain"),
        "points_lead": card.get("points_lead"),
        "points_company": card.get("points_company"),
        "rewards": {
            "intrigue": card.get("intrigue", 0),
            "spotlight": card.get("spotlight", 0),
            "coin": card.get("coin"),
            "handkerchief": card.get("handkerchief", False),
        },
        "line": card["line"],
        "made_up": True,
    }


DECK = _read_deck()


def card(name: str) -> Json:
    """Return a card of the stand-in deck, or a staging card, as in snapshots."""
    if name in STAGING:
        return {"id": name, "title": name, "kind": "staging", "text": STAGING[name]}
    return DECK[name]


def seat(index: int, **changes: Any) -> Json:
    """Return the seat at `index` at the start of the game, with changes."""
    points = changes.get("points", 1)
    start: Json = {
        "seat": f"seat{index + 1}",
        "name": NAMES[index],
        "points": points,
        "breakdown": {
            "script": max(0, points - 2),
            "intrigue": 1,
            "spotlight": 1,
            "wounds": 0,
            "handkerchief": 0,
            "lead_bonus": 0,
            "company_bonus": 0,
        },
        "intrigue": 3,
        "spotlight": 1,
        "wounds": 0,
        "coins": {},
        "handkerchief": False,
        "protected": False,
        "lead": False,
        "up": False,
        "cue": "idle",
        "press": "",
        "hold": "",
        "lay": "",
        "told": None,
        "hand": 4,
        "card": None,
        "done": False,
        "scored": [],
    }
    return {**start, **changes}


def tiles(act: int, **changes: Json) -> list[Json]:
    """Return the tiles of an act's characters, unhurt, with changes by character."""
    blank = {"wounds": 0, "dead": False, "held_by": None}
    return [{"character": name, "limit": LIMITS[name], **blank, **changes.get(name, {})} for name in ON_STAGE[act]]


def log(*entries: tuple[str, str, int | None]) -> list[Json]:
    """Return log entries (kind, text, seat), newest last."""
    return [{"id": 80 + i, "text": text, "kind": kind, "seat": who} for i, (kind, text, who) in enumerate(entries)]


def piles(**changes: Any) -> Json:
    start = {
        "script": 6,
        "script_discard": 0,
        "staging": 15,
        "staging_discard": 0,
        "script_top": None,
        "staging_top": None,
    }
    return {**start, **changes}


def board(seats: list[Json], act: int = 1, **changes: Any) -> Json:
    """Return a public snapshot with these seats."""
    lead = next((i for i, one in enumerate(seats) if one["lead"]), None)
    start: Json = {
        "v": 1,
        "seq": 412,
        "table": {
            "game": 7,
            "state": "playing",
            "demo": False,
            "edition": "2024",
            "deck": "stand-in",
            "deck_title": "Stand-in deck",
            "made_up": True,
            "window_seconds": 5.0,
        },
        "act": act,
        "acts": 5,
        "scene": 2,
        "phase": "reveal",
        "marker": "act-begins",
        "half_curtain": False,
        "last_scene": False,
        "asked": (changes.get("window") or {}).get("kind"),
        "happening": (changes.get("window") or {}).get("text"),
        "headline": "",
        "lead": lead,
        "seats": seats,
        "tiles": tiles(act),
        "piles": piles(),
        "set_aside": [],
        "newest": None,
        "window": None,
        "log": [],
        "winners": None,
        "irregularities": 0,
    }
    return {**start, **changes}
