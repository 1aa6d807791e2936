"""`cuelight simulate`: many games between bots on all processors; every game as JSON and CSV, a summary and pictures.

Each game has a seed of its own, made from the simulation's seed and the game's number, and results are written in the
order of the numbers: how many processors share the work changes nothing.
"""

from __future__ import annotations

import csv
import json
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing import get_context, resource_tracker
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from companion.core.errors import InputError
from companion.game import AnyGame
from companion.game.new_game import STAND_IN
from companion.game.simulation import Simulated
from companion.game.statistics import games_text, share
from companion.games import USUAL, game_of
from cuelight.commands.deck import read_deck_file
from cuelight.commands.pictures import draw
from cuelight.terminal.input_files import FileIsThere, new_file, write_text

Json = dict[str, Any]
FILES = LINES, TABLE, SUMMARY = "games.jsonl", "games.csv", "summary.json"
ENDING = (signal.SIGTERM, signal.SIGHUP)


class Plan(NamedTuple):
    """What is to be simulated: how many games, and of how many players, the numbers going round from game to game."""

    games: int
    players: tuple[int, ...]
    bots: tuple[str, ...]
    seed: int
    edition: str
    deck: str = STAND_IN
    level: str | None = None
    variants: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    game: str = USUAL

    @property
    def rules(self) -> AnyGame:
        """The game that is played. Raises InputError where there is none of this name."""
        return game_of(self.game)

    @property
    def named(self) -> str:
        """The edition with its level, variants and rulings, and what game it is unless it is the usual one."""
        title = [self.rules.info.title] if self.game != USUAL else []
        rulings = (f"{ruling}={name}" for ruling, name in self.rulings)
        level = filter(None, [chosen(self).get("level")])
        return ", ".join([*title, f"edition {self.edition}", *level, *self.variants, *rulings])

    @property
    def of(self) -> str:
        """Of how many players the games are, in words."""
        fewest, most = min(self.players), max(self.players)
        return f"{most} players" if fewest == most else f"{fewest} to {most} players"

    def to_json(self) -> Json:
        """The plan as an object; `players` is a number, or a list of those that go round."""
        return {**self._asdict(), "players": self.players[0] if len(self.players) == 1 else self.players}


class _Decks:
    """The decks that a simulation can be played with: those that come with the game, and files."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def usual(self, game: str, edition: str) -> str:
        """The stand-in."""
        return STAND_IN

    def kept(self, game: str, name: str, edition: str) -> Any:
        """The deck of this name, or of a file's text. Raises InputError where there is none."""
        if Path(name).suffix:
            text, own = read_deck_file(self._game, name)
            if edition not in own.fits:
                raise InputError(f"{own.title} has the cards of the edition {own.edition}", file=name, field="edition")
            return {"text": text}
        if name not in self._game.box.deck_ids():
            what = f"there is no deck {name!r}; choose one of: {', '.join(self._game.box.deck_ids())}"
            raise InputError(what, field="deck")
        return name

    def deck(self, game: str, name: object) -> Any:
        """There are no decks by other names."""
        return None


@cache
def chosen(plan: Plan) -> Json:
    """What is played, as the game's records have it.

    Raises InputError for an edition, a deck and the like that there is not.
    """
    body = {
        "edition": plan.edition,
        "level": plan.level,
        "variants": list(plan.variants),
        "rulings": dict(plan.rulings),
        "deck": plan.deck,
    }
    return plan.rules.box.options_from(body, _Decks(plan.rules))


def simulate(plan: Plan, folder: Path, *, jobs: int | None = None) -> int:
    """Play the games of a plan, write what came of them into a folder, print a summary, and return the exit status.

    Args:
        plan: what is to be simulated.
        folder: where `games.jsonl`, `games.csv`, `summary.json` and the pictures go; made when it is not there.
        jobs: how many processes; one for each processor when None.

    Raises InputError for a plan that cannot be, and when the folder cannot be written; FileIsThere where it has such
    files.
    """
    check(plan)
    for file in sorted(folder.glob("*")):
        if file.name in FILES or file.suffix == ".svg":
            raise FileIsThere(file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        results = write_games(played(plan, jobs), folder)
        found = plan.rules.bots.statistics(results, chosen(plan))
        told = plan.to_json()
        summary = {"plan": told, "games": plan.games, "players": told["players"], **found.data}
        with new_file(folder / SUMMARY, private=False) as opened:
            opened.write(json.dumps(summary, indent=1).encode())
        pictures = draw(found.charts, folder)
    except FileIsThere:
        raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(folder)) from error
    write_text("\n".join([*_head(plan, results), "", *found.lines]))
    names = ", ".join([*FILES, *(picture.name for picture in pictures)])
    write_text(f"\nIn {folder}: {names}")
    return 0


def _head(plan: Plan, results: list[Simulated]) -> list[str]:
    return [
        f"{games_text(results)} of {plan.of}, {plan.named}, deck {plan.deck}, seed {plan.seed}",
        "(± is half of a 95 % confidence interval; a win that is shared counts in parts)",
    ]


def players_of(text: str) -> tuple[int, ...]:
    """The numbers of players of `4`, or of `2-8`.

    Raises InputError when it is not written so.
    """
    fewest, sign, most = text.partition("-")
    if not fewest.isdecimal() or (sign and not most.isdecimal()) or (sign and int(fewest) > int(most)):
        raise InputError(f"write how many play, such as 4, or 2-6, not {text!r}", field="--players")
    return tuple(range(int(fewest), int(most or fewest) + 1))


def ruling_of(text: str) -> tuple[str, str]:
    """A ruling's id and name from `J8=refund`.

    Raises InputError when it is not written so.
    """
    ruling, sign, name = text.partition("=")
    if not (ruling and sign and name):
        raise InputError(f"write ID=NAME, such as J8=refund, not {text!r}", field="--ruling")
    return ruling, name


def check(plan: Plan) -> None:
    """Raises InputError that names the option for a plan that cannot be."""
    seats, bots = plan.rules.info.seats, plan.rules.bots.factories
    if plan.games < 1:
        raise InputError(f"must be a whole number from 1 on, not {plan.games}", field="--games")
    for players in plan.players:
        if players not in seats:
            raise InputError(f"{players} cannot play; {seats[0]} to {seats[-1]} can", field="--players")
    if not plan.bots or len(plan.bots) > min(plan.players):
        raise InputError(f"name 1 to {min(plan.players)} bots, as many as play at most", field="--bots")
    for bot in plan.bots:
        if bot not in bots:
            raise InputError(f"there is no bot {bot!r}; choose from: {', '.join(bots)}", field="--bots")
    chosen(plan)


# --- playing


def seats_of(plan: Plan, number: int) -> tuple[str, ...]:
    """Who sits where in a game: the bots in turn, one seat further on in each round, so that seats favour nobody."""
    turn, of = divmod(number, len(plan.players))
    return tuple(plan.bots[(seat + turn) % len(plan.bots)] for seat in range(plan.players[of]))


def seed_of(plan: Plan, number: int) -> int:
    """The seed of one game, which hangs on the simulation's seed and the game's number alone."""
    return random.Random(f"{plan.seed}:{number}").getrandbits(64)


def play(plan: Plan, number: int) -> Simulated:
    """One game of the plan."""
    return plan.rules.bots.simulate(seats_of(plan, number), seed_of(plan, number), chosen(plan))


def played(plan: Plan, jobs: int | None = None) -> Iterator[Simulated]:
    """All games in their order, played by several processes, with a bar on the terminal that tells how far it is."""
    jobs = jobs or os.cpu_count() or 1
    numbers = range(plan.games)
    with tqdm(total=plan.games, unit="game", disable=None, dynamic_ncols=True) as bar:
        if jobs == 1:
            for number in numbers:
                yield play(plan, number)
                bar.update()
            return
        with _ends_by_signals(), _deaf_to_interrupts(jobs) as pool:
            for result in pool.imap(partial(play, plan), numbers):
                yield result
                bar.update()


@contextmanager
def _ends_by_signals() -> Iterator[None]:
    """A signal that ends this process ends the pool before, as Ctrl+C does: else its processes would play on."""
    ending = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]  # nohup has one ignored
    for number in ending:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in ending:
            if signal.getsignal(number) is _end:  # none has come
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


@contextmanager
def _deaf_to_interrupts(jobs: int) -> Iterator[Pool]:
    """Processes that leave Ctrl+C to this one, also while they are being loaded; one that comes meanwhile waits.

    They inherit that it is blocked. Here another thread (of numpy) may still take it, so it is only noted.
    """
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    resource_tracker.ensure_running()  # else it is begun with the pool, and lets interrupts through again
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        pool = get_context("spawn").Pool(jobs)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    with pool:
        if came:
            signal.raise_signal(signal.SIGINT)
        yield pool


# --- writing


def write_games(games: Iterator[Simulated], folder: Path) -> list[Simulated]:
    """Write each game as it comes, a JSON object a line and a CSV row a seat, and return them all."""
    results: list[Simulated] = []
    with (
        (folder / LINES).open("x", encoding="utf-8") as lines,
        (folder / TABLE).open("x", encoding="utf-8", newline="") as table,
    ):
        for number, result in enumerate(games):
            lines.write(json.dumps({"game": number, **result.to_json()}) + "\n")
            seats = list(seat_rows(number, result))
            rows = csv.DictWriter(table, list(seats[0]), lineterminator="\n")
            if not results:
                rows.writeheader()
            rows.writerows(seats)
            results.append(result)
    return results


def seat_rows(number: int, result: Simulated) -> Iterator[dict[str, Any]]:
    """The CSV rows of a game: one for each seat, counted from 1."""
    for seat, bot in enumerate(result.bots):
        yield {
            "game": number,
            "seed": result.seed,
            "seat": seat + 1,
            "bot": bot,
            "won": f"{share(result, seat):g}",
            **result.row(seat),
        }
