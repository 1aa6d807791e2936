"""Start positions for perft of Deathmatch: one for each kind of moment and form.

`bench/perft.py` explains the counts; only `bench.regenerate` uses this module.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.deathmatch_forms import COUNTS, FORMS, Form, new_game, sensible_answer
from bench.perft import FOLDER, read
from bench.perft_starts import counted, pruned
from companion.deathmatch.model.decision import Decision
from companion.deathmatch.model.state import State
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.submit import submit

DEEP = 3_000  # approximate number of sequences at the deepest count of a start
GAMES = 40  # number of games searched for a moment before it counts as impossible in a form
FROM_THE_END = 4  # answers before the end of a game

Wanted = Callable[[State, Decision], bool]
MOMENTS: dict[str, Wanted] = {
    "before the deal": lambda state, asked: asked.kind == "protagonist",
    "a setting": lambda state, asked: asked.kind == "setting" and state.act >= 2,
    "an action": lambda state, asked: asked.kind == "action" and state.act >= 2 and _has_trickster(state),
    "an answer": lambda state, asked: asked.kind == "answer" and state.act >= 2 and state.scene >= 2,
    "damage": lambda state, asked: asked.kind == "damage" and any(len(seat.pool) >= 2 for seat in state.seats),
    "cards to discard": lambda state, asked: asked.kind == "discard",
    "a text": lambda state, asked: asked.kind == "carry-out",
    "a death": lambda state, asked: any(answer.do == "slain" for answer in permitted(state)),
}


def _has_trickster(state: State) -> bool:
    return state.turn is not None and any(map(state.deck.is_trickster, state.seats[state.turn].hand))


def files() -> dict[Path, tuple[Form, ...]]:
    """Return the files: one for the usual form, and one for all others."""
    folder = FOLDER / "deathmatch"
    return {folder / "usual.toml": FORMS[:1], folder / "others.toml": FORMS[1:]}


def find(form: Form, players: int) -> Iterator[tuple[str, State]]:
    """Yield a state for each kind of moment that occurs in some games, and one close to an end."""
    missing, before = dict(MOMENTS), []
    for seed in range(GAMES):
        if not missing:
            break
        game, rng, before = new_game(form, players, seed), random.Random(seed), []
        while (asked := decision(game.state)) is not None:
            for name in [name for name, wanted in missing.items() if wanted(game.state, asked)]:
                del missing[name]
                yield name, game.state
            before.append(game.state)
            submit(game, sensible_answer(game.state, rng))
    yield "the end", before[-FROM_THE_END]


def regenerate(file: Path, forms: tuple[Form, ...]) -> str:
    """Return the text of a file with current counts; positions that the file has are kept."""
    known: dict[str, dict[str, Any]] = {start.name: start.position for start in read(file)} if file.exists() else {}
    if not known:
        for form in forms:
            for players in COUNTS if form is FORMS[0] else form.counts[:1]:
                for moment, state in find(form, players):
                    known[f"{form.name}, {players} players, {moment}"] = pruned(position_to_json(state))
    return counted(known, DEEP)
