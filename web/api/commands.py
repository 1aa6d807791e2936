"""Every question and command that pages and programs may send to a table: name, role, cost and body.

A command is carried out by the function that `cuelight/app/commands/table.py` has for its name. The forms say what
a body is made of. What it means, and whether it may be now, is for the table.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.core.i18n import language_codes
from companion.core.names import MOST_LETTERS
from companion.core.places import SEATS, seat_name
from companion.games import game_ids, game_of
from companion.table.clocks import Pace, Until
from companion.table.strength import Strength
from companion.table.viewer import Role

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = COUNT | {"minimum": 1, "maximum": SEATS[-1]}
FLAG: Schema = {"type": "boolean"}
PIN: Schema = {"type": "string", "pattern": "^[0-9]{6,12}$"}
ENDS: Schema = {"type": ["integer", "null"], "description": "the game of people that this ends, as in table.game"}


def object_of(needed: tuple[str, ...] = (), /, **members: Schema) -> Schema:
    """Return the schema of an object with these members and no others."""
    return {"type": "object", "properties": members, "required": list(needed), "additionalProperties": False}


def one_of(*words: str) -> Schema:
    """Return the schema of a string that is one of these words."""
    return {"type": "string", "enum": list(words)}


_NAME: Schema = TEXT | {"maxLength": MOST_LETTERS}
_A_SEAT = one_of(*map(seat_name, range(SEATS[-1])))
_POSITION = {"type": "object", "description": "a position, as in docs/formats.md", "additionalProperties": True}
_GAMES = [game_of(name) for name in game_ids()]
_GAME = one_of(*game_ids())
_PACE = one_of(*Pace)
_START = object_of(
    game=_GAME,
    names={"type": "array", "items": _NAME, "minItems": SEATS[0], "maxItems": SEATS[-1]},
    bots={
        "type": "array",
        "items": {"enum": [*Strength, None]},
        "maxItems": SEATS[-1],
        "description": "the strength of a bot; null for a person",
    },
    lead={"type": ["integer", "null"], "minimum": 0, "maximum": SEATS[-1] - 1},
    edition=one_of(*sorted({edition for game in _GAMES for edition in game.info.editions})),
    level=TEXT,
    variants={"type": "array", "items": TEXT},
    rulings={"type": "object", "additionalProperties": TEXT},
    deck=TEXT,
    position=_POSITION,
    pace=_PACE,
    ends=ENDS,
)
_SOME_SEATS: Schema = {"type": "array", "items": _A_SEAT, "maxItems": SEATS[-1]}
_STATE: Schema = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
_SNAPSHOT: dict[str, Schema] = {
    "state": _STATE | {"description": "of the snapshot that it answers; a change since then is a 409"},
    "screen": TEXT | {"description": "the screen that sends it; its own moves are not reported to it"},
}
"""Members that name the snapshot which the page was showing."""


_MAT = object_of(("do",), do=one_of("tag", "lift", "press", "hold"), zone=TEXT, thing=TEXT, button=TEXT, **_SNAPSHOT)
_KINDS = dict.fromkeys(str(kind) for game in _GAMES for kind in game.types.answers)
_ANSWER = object_of(("do",), do=one_of(*_KINDS), by=TEXT) | {"additionalProperties": True}
_ANSWER_HERE = _ANSWER | {
    "description": "an answer, as in docs/formats.md",
    "properties": _ANSWER["properties"] | _SNAPSHOT,
}


_ENROL = object_of(
    ("do",),
    do=one_of("begin", "end", "skip", "back", "go", "undo", "confirm", "import"),
    mode=one_of("walk", "check", "cards"),
    cards=FLAG,
    game=_GAME,
    edition=TEXT,
    thing=TEXT,
    file={"type": "object", "description": "a deck with its tags, as /api/box-file gives it"},
)

MOST_GAMES = 100
"""The most games that one command deletes or changes, because the table waits for it."""

_GAME_NUMBER: Schema = COUNT | {"minimum": 1}
_GAMES_OF_JOURNAL: Schema = {"type": "array", "items": _GAME_NUMBER, "minItems": 1, "maxItems": MOST_GAMES}


_CARD = object_of(
    ("do",),
    do=one_of("open", "look", "keep", "drop"),
    game=_GAME,
    edition=TEXT,
    card=TEXT,
    values={"type": "object", "description": "by the names of a deck file's fields", "additionalProperties": True},
)


_SETUP = object_of(
    ("do",),
    do=one_of("look", "begin", "answer", "skip", "back", "again", "go", "try", "end"),
    value=TEXT | {"description": "one of the offered choices"},
    changes=COUNT | {"description": "of the step that it answers; a command for another step is refused"},
    place=TEXT | {"description": "the place of the reader to show again"},
)


class Command(NamedTuple):
    """A command: the least role that may send it, its cost against the address's allowance, its effect and its body."""

    role: Role
    cost: float
    what: str
    body: Schema


def _host(cost: float, what: str, needed: tuple[str, ...] = (), /, **members: Schema) -> Command:
    """Return a command of the host, whose body has these members."""
    return Command(Role.HOST, cost, what, object_of(needed, **members))


WELCOME = "welcome"
"""The only command that a guest may send; it works only at a demo table."""

COMMANDS: dict[str, Command] = {
    "answer": Command(Role.SEAT, 3, "answer; a seat for itself", _ANSWER_HERE),
    "mat": Command(Role.SEAT, 3, "touch the on-screen mat, press a button; a seat its own button", _MAT),
    "ahead": Command(
        Role.SEAT,
        3,
        "pass before being asked, until the end of the round or scene; a seat for itself",
        object_of(("by", "until"), by=TEXT, until={"enum": [*Until, None]}, **_SNAPSHOT),
    ),
    "undo": Command(
        Role.SEAT,
        3,
        "undo the last answer, or all from one on; correct one; a seat its own last one",
        object_of(
            to=COUNT,
            answer=_ANSWER | {"description": "the right answer in place of that step"},
            before=FLAG | {"description": "it came before that step, which stays"},
            **_SNAPSHOT,
        ),
    ),
    "redo": _host(3, "redo undone answers", steps=COUNT | {"minimum": 1, "maximum": 10**6}, **_SNAPSHOT),
    "pause": _host(3, "pause the game, or resume it", ("paused",), paused=FLAG, **_SNAPSHOT),
    "pace": _host(3, "set the time to interrupt", ("pace",), pace=_PACE, **_SNAPSHOT),
    "close": _host(3, "end the time to interrupt: nobody answers", ("window",), window=COUNT, **_SNAPSHOT),
    "question": _host(3, "reply to a question", ("id", "reply"), id=COUNT, reply=TEXT, **_SNAPSHOT),
    "rename": _host(3, "correct the name of a player", ("seat", "name"), seat=_A_SEAT, name=_NAME, **_SNAPSHOT),
    "call": _host(
        30,
        "correct a player's name in games that were played",
        ("was", "name", "games"),
        was=TEXT,
        name=_NAME,
        games=_GAMES_OF_JOURNAL,
    ),
    "drive": _host(3, "let the bots play, or take over", ("driver",), driver=one_of("bots", "hands"), **_SNAPSHOT),
    "chair": _host(
        3,
        "let a bot play for a player who leaves, or a person again",
        ("seat", "bot"),
        seat=_A_SEAT,
        bot={"enum": [*Strength, None]},
        **_SNAPSHOT,
    ),
    "enrol": Command(Role.HOST, 2, "go through a box: assign its tags, or check them", _ENROL),
    "setup": Command(Role.HOST, 1, "set the table up, step by step: readers, lamps, buttons", _SETUP),
    "card": Command(Role.HOST, 1, "type the text of a card: its form, a preview, and saving it", _CARD),
    "voice": _host(
        3,
        "choose what is read aloud: lines, moments, lights of seats; which lights are off",
        speaks=FLAG,
        moment=FLAG,
        lights=_SOME_SEATS,
        dark=_SOME_SEATS,
    ),
    "language": _host(3, "set the language of the table", ("language",), language=one_of(*language_codes())),
    "start": Command(Role.HOST, 60, "start a game", _START),
    "demo": _host(60, "start a demonstration", game=_GAME, ends=ENDS),
    "end": _host(60, "end the game; it is saved, and can be reopened", ("game",), game=_GAME_NUMBER),
    "reopen": _host(60, "reopen a game that was ended", ("game",), game=_GAME_NUMBER, ends=ENDS),
    "forget": _host(30, "delete games for ever", ("games",), games=_GAMES_OF_JOURNAL),
    "deck": _host(60, "add a deck", ("text",), text=TEXT | {"description": "a deck file, as in docs/decks.md"}),
    "remove-deck": _host(10, "take a deck off the list; games keep it", ("game", "deck"), game=_GAME, deck=TEXT),
    WELCOME: Command(
        Role.GUEST,
        40,
        "begin at a free demo table: a lesson, a game with bots, or watching bots; elsewhere only the host",
        object_of(("what",), what=one_of("lesson", "solo", "watch"), game=_GAME),
    ),
    "lesson": _host(3, "play on without the lesson", ("go",), go=one_of("on")),
    "shop": _host(
        10,
        "settings of the shop's table: the keys of a settings file, or its text",
        text=TEXT,
        demo=FLAG,
        idle_minutes=COUNT,
        opens=TEXT,
        closes=TEXT,
        pace=_PACE,
        language=TEXT,
        games={"type": "array", "items": _GAME},
    ),
}

QUESTIONS: dict[str, tuple[Role, float, str]] = {
    "decks": (Role.GUEST, 4, "the decks that can be chosen"),
    "details": (Role.GUEST, 4, "rules and cards of the game"),
    "doctor": (Role.HOST, 20, "problems of the table's machine, and what to do"),
    "explain": (Role.GUEST, 10, "every point with its reason"),
    "help": (
        Role.GUEST,
        10,
        "each card and the open moment with their rules; to a seat, why it cannot do something now",
    ),
    "others": (Role.HOST, 10, "other cards that may have been laid in a `step`, by default the last one"),
    "position": (Role.GUEST, 4, "the public position"),
    "shop-now": (Role.HOST, 4, "what the shop chose for its table, and how much was played on each day"),
    "sheet": (Role.GUEST, 10, "the score sheet, and how the points went scene by scene"),
    "paper": (Role.HOST, 4, "the position for a page to print"),
    "timeline": (Role.HOST, 6, "every step, and the steps that can be redone"),
}
"""Questions of pages: the least role that may ask, the cost, and a description of the answer."""

BOX_QUESTIONS: dict[str, tuple[float, str]] = {
    "box": (2, "the progress through the box"),
    "deck-file": (10, "the cards of a box, as a deck file"),
    "box-file": (10, "a deck and its tags, as a file for another table"),
}
"""Further questions about a box, for a host's page: the cost and a description of the answer."""
