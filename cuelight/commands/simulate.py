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
from collections.abc import Iterator, Sequence
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from companion.othello.bots.simulation import BOTS, GameResult, play_game
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.deck import Deck, deck_for
from companion.othello.model.ruleset import RuleSet, load_edition
from companion.othello.rules.scoring import Score
from companion.othello.text.words import act_name
from companion.play.errors import InputError
from cuelight.commands.deck import read_deck_file
from cuelight.commands.files import write_text
from cuelight.commands.pictures import draw
from cuelight.commands.tally import ENDS, Tally, share, tally

PLAYERS = OTHELLO.seats
TOLD_CARDS = 5

SEAT_FIELDS = ("game", "seed", "seat", "bot", "won", "total", *Score._fields, "lead_at_end", "acts_as_lead")
GAME_FIELDS = ("decisions", "scenes")


class Plan(NamedTuple):
    """What is to be simulated."""

    games: int
    players: int
    edition: str
    deck: str
    bots: tuple[str, ...]
    seed: int
    level: str | None = None
    variants: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> RuleSet:
        """What is played by. Raises InputError for what there is not."""
        return load_edition(self.edition, self.level, self.variants, dict(self.rulings))

    @property
    def named(self) -> str:
        """The edition with its level, variants and rulings."""
        rulings = (f"{ruling}={name}" for ruling, name in self.rulings)
        return ", ".join([f"edition {self.edition}", *filter(None, [self.rules.level]), *self.variants, *rulings])


def simulate(plan: Plan, folder: Path, *, jobs: int | None = None) -> int:
    """Play the games of a plan, write what came of them into a folder, print a summary, and return the exit status.

    Args:
        plan: what is to be simulated.
        folder: where `games.jsonl`, `games.csv`, `summary.json` and the pictures go; made when it is not there.
        jobs: how many processes; one for each processor when None.

    Raises InputError for a plan that cannot be, and when the folder cannot be written.
    """
    check(plan)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        results = write_games(played(plan, jobs), folder)
        found = tally(results)
        summary = {"plan": plan._asdict(), **found.to_json()}
        (folder / "summary.json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
        pictures = draw(found, _titles(plan), folder)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(folder)) from error
    names = ", ".join(["games.jsonl", "games.csv", "summary.json", *(picture.name for picture in pictures)])
    write_text(f"{summary_text(found, plan)}\n\nIn {folder}: {names}")
    return 0


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
    if plan.games < 1:
        raise InputError(f"must be a whole number from 1 on, not {plan.games}", field="--games")
    if plan.players not in PLAYERS:
        raise InputError(f"{plan.players} cannot play; {PLAYERS[0]} to {PLAYERS[-1]} can", field="--players")
    if not plan.bots or len(plan.bots) > plan.players:
        raise InputError(f"name 1 to {plan.players} bots, as many as play at most", field="--bots")
    for bot in plan.bots:
        if bot not in BOTS:
            raise InputError(f"there is no bot {bot!r}; choose from: {', '.join(BOTS)}", field="--bots")
    deck_of(plan)


@cache
def deck_of(plan: Plan) -> Deck:
    """The plan's deck: one that comes with this program, or one from a file.

    Raises InputError when there is none of this name, or the file has a mistake.
    """
    return read_deck_file(plan.deck) if Path(plan.deck).suffix else deck_for(plan.rules, plan.deck)


def _titles(plan: Plan) -> dict[str, str]:
    return {card.id: card.title for card in deck_of(plan).cards.values()}


# --- playing


def seats_of(plan: Plan, number: int) -> tuple[str, ...]:
    """Who sits where in a game: the bots in turn, one seat further on in each game, so that seats favour nobody."""
    return tuple(plan.bots[(seat + number) % len(plan.bots)] for seat in range(plan.players))


def seed_of(plan: Plan, number: int) -> int:
    """The seed of one game, which hangs on the simulation's seed and the game's number alone."""
    return random.Random(f"{plan.seed}:{number}").getrandbits(64)


def play(plan: Plan, number: int) -> GameResult:
    """One game of the plan."""
    bots, seed, deck = seats_of(plan, number), seed_of(plan, number), deck_of(plan)
    return play_game(bots, seed, plan.edition, deck, plan.level, plan.variants, dict(plan.rulings))


def played(plan: Plan, jobs: int | None = None) -> Iterator[GameResult]:
    """All games in their order, played by several processes, with a bar on the terminal that tells how far it is."""
    jobs = jobs or os.cpu_count() or 1
    numbers = range(plan.games)
    with tqdm(total=plan.games, unit="game", disable=None, dynamic_ncols=True) as bar:
        if jobs == 1:
            for number in numbers:
                yield play(plan, number)
                bar.update()
            return
        with get_context("spawn").Pool(jobs, _leave_interrupts_to_the_parent) as pool:  # which ends its processes
            for result in pool.imap(partial(play, plan), numbers):
                yield result
                bar.update()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- writing


def write_games(games: Iterator[GameResult], folder: Path) -> list[GameResult]:
    """Write each game as it comes, a JSON object a line and a CSV row a seat, and return them all."""
    results = []
    with (
        (folder / "games.jsonl").open("w", encoding="utf-8") as lines,
        (folder / "games.csv").open("w", encoding="utf-8", newline="") as table,
    ):
        rows = csv.DictWriter(table, (*SEAT_FIELDS, *GAME_FIELDS), lineterminator="\n")
        rows.writeheader()
        for number, result in enumerate(games):
            lines.write(json.dumps({"game": number, **result.to_json()}) + "\n")
            rows.writerows(seat_rows(number, result))
            results.append(result)
    return results


def seat_rows(number: int, result: GameResult) -> Iterator[dict[str, Any]]:
    """The CSV rows of a game: one for each seat, counted from 1."""
    for seat, bot in enumerate(result.bots):
        yield {
            "game": number,
            "seed": result.seed,
            "seat": seat + 1,
            "bot": bot,
            "won": f"{share(result, seat):g}",
            "total": result.totals[seat],
            **result.scores[seat],
            "lead_at_end": int(result.lead == seat),
            "acts_as_lead": sum(act.lead == seat for act in result.acts),
            "decisions": result.decisions,
            "scenes": sum(act.scenes for act in result.acts),
        }


def summary_text(found: Tally, plan: Plan) -> str:
    """The numbers that most people look for first."""
    lines = [
        f"{found.games} games of {found.players} players, {plan.named}, deck {plan.deck}, seed {plan.seed}",
        "(± is half of a 95 % confidence interval; a win that is shared counts in parts)",
        "",
        *_table(["", "points", "wins, a seat"], _seat_rows(found)),
        "",
        f"won by who was Lead at the end      {found.lead_at_end}",
        f"won by who was Lead in most acts    {found.lead_most_acts}",
        f"by chance it would be               {1 / found.players:.2f}",
        "",
        *_table(["", *ENDS, "scenes"], _act_rows(found)),
        "",
        f"decisions in a game                 {found.decisions.value:.0f}",
    ]
    if found.cards:
        titles = _titles(plan)
        lines += ["", "Who scores these cards wins more often than the same bot does otherwise, by:"]
        for card, lift in found.cards[:TOLD_CARDS]:
            lines.append(f"  {lift.value:+.2f} ± {lift.error:.2f}  {card:<7}{titles[card]}")
    return "\n".join(lines)


def _seat_rows(found: Tally) -> Iterator[list[str]]:
    for bot, points in found.points_by_bot.items():
        yield [f"bot {bot}", str(points), str(found.wins_by_bot[bot])]
    for seat, points in enumerate(found.points_by_seat):
        yield [f"seat {seat + 1}", str(points), str(found.wins_by_seat[seat])]


def _act_rows(found: Tally) -> Iterator[list[str]]:
    for act, (ends, scenes) in enumerate(zip(found.acts, found.scenes, strict=True), start=1):
        yield [act_name(act), *(f"{ends[end]:.0%}" for end in ENDS), str(scenes)]


def _table(heads: Sequence[str], rows: Iterator[list[str]]) -> list[str]:
    """Lines with the columns right-aligned but the first."""
    cells = [list(heads), *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["   ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in cells]
