"""The list of Deathmatch's playthroughs; `bench/plain_playthrough.py` explains the format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.deathmatch_forms import FORMS, NAMES, Form, sensible_answer
from bench.plain_playthrough import Head, chosen_seed, read, replayed
from companion.games import game_of

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "playthroughs" / "deathmatch"
SEEDS = 12  # number of games from which a new playthrough is chosen
FEWER = 2  # number of kinds of events that a shorter game may lack


def heads() -> Iterator[tuple[Form, int, Path]]:
    """Yield every form with its numbers of players, and the file of each."""
    for form in FORMS:
        for players in form.counts:
            yield form, players, FOLDER / f"{form.name}-{players}.txt"


def head_of(form: Form, players: int, seed: int) -> Head:
    """Return the head of a game of this form."""
    chosen = {"variants": [str(variant) for variant in form.variants], "rulings": dict(form.rulings)}
    return Head(game_of("deathmatch").info.id, NAMES[:players], seed, chosen)


def regenerate(form: Form, players: int, file: Path) -> str:
    """Return the current text of a file.

    It has the old answers while they are legal, or a new game if there is no file.
    """
    if file.exists():
        seed, answers = read(file.read_text(encoding="utf-8"))
    else:
        seed, answers = chosen_seed(head_of(form, players, 0), sensible_answer, SEEDS, FEWER), []
    return "\n".join(replayed(head_of(form, players, seed), answers, sensible_answer)) + "\n"
