"""Start positions for perft, found in random games, and the files of their counts.

Only `bench.regenerate` uses this module. The files contain the positions, so that no change of the rules or of the bots
changes a start.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.perft import FOLDER, WAYS, Ply, Start, counts, game_at, read
from bench.random_games import COUNTS, FORMS, NAMES, Form, game_of, next_answer
from companion.core.errors import InputError
from companion.games import game_in
from companion.othello.model.answers import Do
from companion.othello.model.decision import Decision
from companion.othello.model.frames import Action
from companion.othello.model.game import Dealer
from companion.othello.model.state import State
from companion.othello.notation.read import position_to_json
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.submit import apply

DEEP = 30_000  # approximate number of sequences at the deepest count of a start
LONGEST = 12  # answers
FROM_THE_END = 5  # answers before the end of a game

Wanted = Callable[[State, Decision], bool]
MOMENTS: dict[str, Wanted] = {
    "the deal": lambda _state, asked: asked.kind == "lead",
    "a window": lambda state, asked: asked.kind == "window" and state.act >= 2 and _is_card(state),
    "a reveal": lambda state, asked: asked.kind == "reveal" and state.act >= 3 and len(permitted(state)) >= 3,
    "protection": lambda state, asked: asked.kind == "protect" and state.act >= 2,
    "a choice": lambda state, asked: asked.kind == "choose" and state.act >= 3 and len(asked.options) >= 3,
    "another card": lambda state, asked: asked.kind == "swap" and state.act >= 2,
    "between acts": lambda state, asked: asked.kind == "intermission" and _can_trade(asked) and state.act >= 3,
}


def _is_card(state: State) -> bool:
    top = state.frames[-1]
    return type(top) is Action and top.kind == "card"


def _added(form: Form) -> str:
    """Return the suffix by which a form's start is named, empty for a plain edition."""
    if form.rulings:
        return f"; other rulings, J2 {dict(form.rulings)['J2']}"
    return f"; {form.name}" if form.variants else ""


def _can_trade(asked: Decision) -> bool:
    return any(answer.do is Do.TRADE for answer in asked.options)


def file_of(form: Form) -> Path:
    """Return the file of a form.

    There is one for each edition and level, and one per edition for variants and rulings.
    """
    added = form.variants or form.rulings
    return FOLDER / f"{form.edition}{'-added' if added else f'-{form.level}' if form.level else ''}.toml"


def files() -> dict[Path, list[tuple[Form, int]]]:
    """Return the forms and numbers of players of each file.

    An edition and level has all numbers, the rest have four.
    """
    found: dict[Path, list[tuple[Form, int]]] = {}
    for form in FORMS:
        added = form.variants or form.rulings
        found.setdefault(file_of(form), []).extend((form, players) for players in ((4,) if added else COUNTS))
    return found


def find(form: Form, players: int) -> Iterator[tuple[str, State]]:
    """Yield a state for each kind of moment, and one close to an end.

    It plays as many random games as necessary.
    """
    missing, seed = dict(MOMENTS), players
    while missing:
        game, rng, before = game_of(form, NAMES[:players], Dealer(seed)), random.Random(seed), []
        while (asked := decision(game.state)) is not None:
            for name in [name for name, wanted in missing.items() if wanted(game.state, asked)]:
                del missing[name]
                yield name, game.state.copy()
            before.append(game.state.copy())
            apply(game, next_answer(game.state, rng, asked))
        seed += len(NAMES)
    yield "the end", before[-FROM_THE_END]


def deep(game: Ply, way: str, most: int = DEEP) -> list[int]:
    """Return the numbers of sequences by length, down to a depth with about `most`."""
    found = [1, *counts(game, 1, way)]
    while 0 < found[-1] * found[-1] // found[-2] <= most and len(found) <= LONGEST:
        found = [1, *counts(game, len(found), way)]
    return found[1:]


def pruned(data: dict[str, Any]) -> dict[str, Any]:
    """Return a position without the keys whose value is the default."""
    game = game_in(data)
    whole = game.types.position_to_json(game.types.position_from_json(data))
    parts = [data, *data["seats"], *([data["tiles"], data["piles"]] if "tiles" in data else [])]
    for part in parts:
        for key in list(part):
            value = part.pop(key)
            try:
                same = game.types.position_to_json(game.types.position_from_json(data)) == whole
            except InputError:
                same = False
            if not same:
                part[key] = value
    return data


def position_text(data: dict[str, Any]) -> str:
    """Return a position as JSON with a line for each seat, and one for everything else."""
    seats = ",\n  ".join(json.dumps(seat) for seat in data["seats"])
    rest = json.dumps({key: value for key, value in data.items() if key != "seats"})
    return f'{rest[:-1]},\n "seats": [\n  {seats}]}}'


def file_text(starts: Sequence[Start]) -> str:
    """Return the text of a file of counts."""
    parts = ["# How many sequences of 1, 2, 3 ... answers there are; bench/perft.py says what is counted."]
    for start in starts:
        lines = [f"[[start]]\nname = {json.dumps(start.name)}"]
        lines += [f"{way} = {start.counts[way]}" for way in WAYS]
        parts.append("\n".join([*lines, f"position = '''\n{position_text(start.position)}'''"]))
    return "\n\n".join(parts) + "\n"


def regenerate(file: Path, forms: Sequence[tuple[Form, int]]) -> str:
    """Return the text of a file with current counts; positions that the file has are kept."""
    known = {start.name: start.position for start in read(file)} if file.exists() else {}
    if not known:
        for form, players in forms:
            for moment, state in find(form, players):
                known[f"{players} players, {moment}{_added(form)}"] = pruned(position_to_json(state))
    return counted(known)


def counted(known: Mapping[str, dict[str, Any]], most: int = DEEP) -> str:
    """Return the text of a file with the current counts of these positions, by name."""
    starts = []
    for name, position in known.items():
        game = game_at(position)
        starts.append(Start(name, position, {way: deep(game, way, most) for way in WAYS}))
    return file_text(starts)
