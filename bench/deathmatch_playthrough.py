"""The playthroughs of Deathmatch: which games they are; what stands in the files says `bench/plain_playthrough.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.deathmatch_forms import FORMS, NAMES, Form, sensible_answer
from bench.plain_playthrough import Head, chosen_seed, read, replayed
from companion.games import game_of

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs" / "deathmatch"
SEEDS = 12  # games that a new playthrough is chosen from
FEWER = 2  # kinds of events that a shorter game may do without


def heads() -> Iterator[tuple[Form, int, Path]]:
    """Every form with its numbers of players, and the file of each."""
    for form in FORMS:
        for players in form.counts:
            yield form, players, FOLDER / f"{form.name}-{players}.txt"


def head_of(form: Form, players: int, seed: int) -> Head:
    """What is played."""
    chosen = {"variants": [str(variant) for variant in form.variants], "rulings": dict(form.rulings)}
    return Head(game_of("deathmatch").info.id, NAMES[:players], seed, chosen)


def regenerate(form: Form, players: int, file: Path) -> str:
    """The text of a file as it is now: with its answers as far as they fit, or a new game where there is none."""
    if file.exists():
        seed, answers = read(file.read_text(encoding="utf-8"))
    else:
        seed, answers = chosen_seed(head_of(form, players, 0), sensible_answer, SEEDS, FEWER), []
    return "\n".join(replayed(head_of(form, players, seed), answers, sensible_answer)) + "\n"
