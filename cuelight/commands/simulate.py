"""`cuelight simulate`: many games between bots on all processors; writes JSON, CSV, a summary and charts.

Each game has a seed of its own, made from the simulation's seed and the game's number. Results are written in the order
of the numbers. So the number of processors does not change the result.
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
    """A simulation: the number of games, the numbers of players, which alternate from game to game, and the rules."""

    games: int
    players: tuple[int, ...]
    bots: tuple[str, ...]
    seed: int
    edition: str
    deck: str = STAND_IN
    level: str | None = None
    variants: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    game_id: str = USUAL

    @property
    def game(self) -> AnyGame:
        """The game that is played. Raises InputError for an unknown one."""
        return game_of(self.game_id)

    @property
    def named(self) -> str:
        """The edition with its level, variants and rulings, and what game it is unless it is the usual one."""
        title = [self.game.info.title] if self.game_id != USUAL else []
        rulings = (f"{ruling}={name}" for ruling, name in self.rulings)
        level = filter(None, [chosen(self).get("level")])
        return ", ".join([*title, f"edition {self.edition}", *level, *self.variants, *rulings])

    @property
    def of(self) -> str:
        """The number of players, in words."""
        fewest, most = min(self.players), max(self.players)
        return f"{most} players" if fewest == most else f"{fewest} to {most} players"

    def to_json(self) -> Json:
        """Return the plan as an object; `players` is a number, or a list if the numbers alternate."""
        own = self._asdict()
        own["game"] = own.pop("game_id")
        return {**own, "players": self.players[0] if len(self.players) == 1 else self.players}


class _Decks:
    """Decks for a simulation: those that come with the game, and files."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def usual(self, game: str, edition: str) -> str:
        """Return the stand-in deck."""
        return STAND_IN

    def kept(self, game: str, name: str, edition: str) -> Any:
        """Return the deck of this name, or the text of a file. Raises InputError if there is none."""
        if Path(name).suffix:
            text, own = read_deck_file(self._game, name)
            if edition not in own.fits:
                raise InputError(f"{own.title} has the cards of the edition {own.edition}", file=name, field="edition")
            return {"text": text}
        if name not in self._game.box.decks.names():
            what = f"there is no deck {name!r}; choose one of: {', '.join(self._game.box.decks.names())}"
            raise InputError(what, field="deck")
        return name

    def deck(self, game: str, name: object) -> Any:
        """Return None; there are no other decks."""
        return None


@cache
def chosen(plan: Plan) -> Json:
    """Return the settings in the form of the game's records.

    Raises InputError for an unknown edition, deck and so on.
    """
    body = {
        "edition": plan.edition,
        "level": plan.level,
        "variants": list(plan.variants),
        "rulings": dict(plan.rulings),
        "deck": plan.deck,
    }
    return plan.game.options_from(body, _Decks(plan.game))


def simulate_command(
    game_id: str,
    players: str,
    edition: str | None,
    bots: str | None,
    variants: list[str],
    rulings: list[str],
    out: str,
    jobs: int | None,
    **rest: Any,
) -> int:
    """Run `cuelight simulate`."""
    game = game_of(game_id)
    plan = Plan(
        game_id=game_id,
        players=players_of(players),
        edition=edition or game.info.editions[0],
        bots=tuple(bot.strip() for bot in (bots or game.bots.default).split(",")),
        variants=tuple(variants),
        rulings=tuple(map(ruling_of, rulings)),
        **rest,
    )
    return simulate(plan, Path(out), jobs=jobs)


def simulate(plan: Plan, folder: Path, *, jobs: int | None = None) -> int:
    """Play the games of a plan, write the results into a folder and print a summary; returns the exit status.

    Args:
        plan: the games to play.
        folder: the folder for `games.jsonl`, `games.csv`, `summary.json` and the charts; created if missing.
        jobs: the number of processes; None for one per processor.

    Raises InputError for an impossible plan or if the folder cannot be written, and FileIsThere if it has such files.
    """
    check(plan)
    for file in sorted(folder.glob("*")):
        if file.name in FILES or file.suffix == ".svg":
            raise FileIsThere(file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        results = write_games(played(plan, jobs), folder)
        found = plan.game.bots.statistics(results, chosen(plan))
        settings = plan.to_json()
        summary = {"plan": settings, "games": plan.games, "players": settings["players"], **found.data}
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
    """Parse the numbers of players, such as `4` or `2-8`.

    Raises InputError for another notation.
    """
    fewest, sign, most = text.partition("-")
    if not fewest.isdecimal() or (sign and not most.isdecimal()) or (sign and int(fewest) > int(most)):
        raise InputError(f"write how many play, such as 4, or 2-6, not {text!r}", field="--players")
    return tuple(range(int(fewest), int(most or fewest) + 1))


def ruling_of(text: str) -> tuple[str, str]:
    """Parse a ruling's id and name, such as `J8=refund`.

    Raises InputError for another notation.
    """
    ruling, sign, name = text.partition("=")
    if not (ruling and sign and name):
        raise InputError(f"write ID=NAME, such as J8=refund, not {text!r}", field="--ruling")
    return ruling, name


def check(plan: Plan) -> None:
    """Raises InputError that names the option for a plan that cannot be."""
    seats, bots = plan.game.info.seats, plan.game.bots.factories
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
    """Return the bots by seat: they take turns, shifted by one seat per round, so that no seat is favoured."""
    turn, of = divmod(number, len(plan.players))
    return tuple(plan.bots[(seat + turn) % len(plan.bots)] for seat in range(plan.players[of]))


def seed_of(plan: Plan, number: int) -> int:
    """Return the seed of one game; it depends only on the simulation's seed and the game's number."""
    return random.Random(f"{plan.seed}:{number}").getrandbits(64)


def play(plan: Plan, number: int) -> Simulated:
    """One game of the plan."""
    return plan.game.bots.simulate(seats_of(plan, number), seed_of(plan, number), chosen(plan))


def played(plan: Plan, jobs: int | None = None) -> Iterator[Simulated]:
    """Yield all games in their order, played by several processes, with a progress bar on the terminal."""
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
    """Let SIGTERM and SIGHUP end the pool too, as Ctrl+C does; otherwise its processes would play on."""
    ending = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]  # nohup ignores one
    for number in ending:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in ending:
            if signal.getsignal(number) is _end:  # no signal came
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


@contextmanager
def _deaf_to_interrupts(jobs: int) -> Iterator[Pool]:
    """Yield a pool whose processes ignore Ctrl+C, also while they load; an interrupt in that time is raised afterwards.

    The processes inherit the blocked signal. In this process another thread (of numpy) may still receive it, so the
    handler only records it.
    """
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    resource_tracker.ensure_running()  # otherwise it starts with the pool and unblocks the signal
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
    """Write each game as it ends, as one JSON line and one CSV row per seat, and return them all."""
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
    """Yield the CSV rows of a game, one per seat, counted from 1."""
    for seat, bot in enumerate(result.bots):
        yield {
            "game": number,
            "seed": result.seed,
            "seat": seat + 1,
            "bot": bot,
            "won": f"{share(result, seat):g}",
            **result.row(seat),
        }
