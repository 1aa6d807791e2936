"""Playthroughs: whole games as text, for people to read and tests to compare.

Each has a file in `tests/data/playthroughs`.

The head names the game, its options and the seed of the dealer; a blank line ends it. At the start of each scene the
position is described. Then each decision has its kind, the asked players, the options by player (`!` marks one that is
refused because of a hidden card), and `(+3)` for three permitted initiatives. The chosen answer follows after `>`;
answers that only wait for others (a pass, a placed card) share a line. Indented are the events, each with its fields as
in docs/formats.md, with players' names and `-` for nobody.

A file is compared by giving its answers again, so it tests the rules, independent of the bots' present behaviour.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.random_games import COUNTS, FORMS, NAMES, Form, game_of, sensible_answer
from companion.core.values import replace
from companion.othello.model.answers import Answer, answer_to_json
from companion.othello.model.decision import Decision
from companion.othello.model.events import Event, Flow, Passed, Placed, SceneBegan, event_to_json
from companion.othello.model.frames import Action, Steps
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import State
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import score, totals, winner_names
from companion.othello.rules.submit import apply
from companion.othello.text.describe import describe

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "playthroughs"
ANSWER = "  > "
# fields of answers that are written without their name
PLAIN = ("by", "do", "card", "coin", "from", "with", "to", "way")
SAID = (Passed, Placed)  # events that only repeat the answer
SEEDS = 30  # number of games from which a new playthrough is chosen
FEWER = 8  # number of kinds of events that a shorter game may lack
CONTEXT = 8  # lines shown before a difference


class Head(NamedTuple):
    """The game, its players and its seed."""

    form: Form
    players: int
    seed: int

    def text(self) -> str:
        """Return the head of the file."""
        form, rules = self.form, self.game().state.rules
        told = {
            "edition": form.edition,
            "level": form.level,
            "variants": ", ".join(form.variants),
            "rulings": ", ".join(f"{ruling} {name}" for ruling, name in sorted(rules.other_rulings.items())),
            "deck": "stand-in",
            "players": ", ".join(NAMES[: self.players]),
            "seed": str(self.seed),
        }
        return "\n".join(f"{key}: {value or '-'}" for key, value in told.items())

    def game(self) -> Game:
        """Return the game before its first event."""
        return game_of(self.form, NAMES[: self.players], Dealer(self.seed))


class Other(Exception):
    """An answer that is no longer legal."""


def heads() -> Iterator[tuple[Form, int, Path]]:
    """Yield each number of players with its file, for every edition, level and variant."""
    for form in FORMS:
        added = [variant for variant in form.variants if variant != "table-read"]  # it changes nothing
        if not form.rulings and len(added) <= 1:
            folder = "-".join([form.edition, *([form.level] if form.level else [])])
            for players in COUNTS:
                yield form, players, FOLDER / folder / f"{'-'.join([*added, str(players)])}.txt"


def read(file: Path) -> tuple[int, list[str]]:
    """Return the seed of a file, and its answers as written."""
    head, _blank, body = file.read_text(encoding="utf-8").partition("\n\n")
    seed = next(line for line in head.splitlines() if line.startswith("seed: "))
    lines = [line.removeprefix(ANSWER) for line in body.splitlines() if line.startswith(ANSWER)]
    return int(seed.removeprefix("seed: ")), [answer for line in lines for answer in line.split("; ")]


class Block:
    """One question to several players in turn, until an answer changes more than the question."""

    def __init__(self, state: State) -> None:
        self.moment = _moment(state)
        self.names = [seat.name for seat in state.seats]
        self.kind = ""
        self.besides = 0
        self.options: dict[str, str] = {}
        self.answers: list[str] = []

    def ask(self, state: State, asked: Decision) -> None:
        """Add a decision; players who were asked earlier keep their options of that time."""
        self.kind, self.besides = asked.kind, max(self.besides, len(permitted(state)))
        by_player: dict[str, list[str]] = {}
        for answer in asked.options:
            who = self.names[answer.by] if answer.by >= 0 else "Anybody"
            mark = "" if legality(state, answer).legal else "!"
            by_player.setdefault(who, []).append(answer_line(answer, self.names).removeprefix(f"{who} ") + mark)
        for who, options in by_player.items():
            self.options.setdefault(who, _joined(options))

    def lines(self) -> Iterator[str]:
        """Yield the line of the question, and the line of the answers."""
        alike: dict[str, list[str]] = {}
        for who, options in self.options.items():
            alike.setdefault(options, []).append(who)
        told = "; ".join(f"{', '.join(who)}: {options}" for options, who in alike.items())
        yield f"{self.kind} {told}{f' (+{self.besides})' if self.besides else ''}"
        yield ANSWER + "; ".join(self.answers)


def replayed(head: Head, answers: Sequence[str], go_on: bool = False) -> Iterator[str]:
    """Yield the lines of a game with these answers.

    With `go_on`, a bot continues when they are no longer legal.
    """
    game, rng, given = head.game(), random.Random(head.seed), iter(answers)
    yield from [*head.text().splitlines(), ""]
    block = Block(game.state)
    while (asked := decision(game.state)) is not None:
        if block.moment != _moment(game.state):
            yield from block.lines()
            block = Block(game.state)
        block.ask(game.state, asked)
        try:
            answer = _find(game.state, asked, next(given, None))
        except Other as other:
            if not go_on:
                yield from (*block.lines(), str(other))
                return
            given = iter(())
            answer = sensible_answer(game.state, rng, asked)
        block.answers.append(answer_line(answer, block.names))
        before = len(game.events)
        apply(game, answer)
        news = [event for event in game.events[before:] if not isinstance(event, Flow)]
        if news and type(news[0]) in SAID:
            del news[0]  # the answer says it
        if news:
            yield from (*block.lines(), *_told(game.state, news, block.names))
            block = Block(game.state)
    yield from _end(game.state)


def _moment(state: State) -> object:
    """Return a key that does not change while several players answer one question."""
    top = state.frames[-1]
    if type(top) is Action:
        return (*state.frames[:-1], replace(top, passed=0))
    return (*state.frames[:-1], replace(top, at=0) if type(top) is Steps else top)


def _find(state: State, asked: Decision, told: str | None) -> Answer:
    """Return the answer with this text. Raises Other if there is none."""
    names = [seat.name for seat in state.seats]
    for answer in (*asked.options, *permitted(state)):
        if answer_line(answer, names) == told:
            if legality(state, answer).legal:
                return answer
            raise Other(f"{told} is refused: {', '.join(reason.code for reason in legality(state, answer).reasons)}")
    raise Other(f"{told} is no answer here" if told else "there is no answer more")


def answer_line(answer: Answer, names: Sequence[str]) -> str:
    """Return an answer in a few words."""
    return " ".join(_words(answer_to_json(answer, names)))


def _words(fields: Mapping[str, Any]) -> Iterator[str]:
    for key, value in fields.items():
        if isinstance(value, dict):
            told = "+".join(f"{name} {count}" for name, count in value.items())
        else:
            told = "+".join(value) or "nothing" if isinstance(value, list) else str(value)
        yield told if key in PLAIN else f"{key}={told}"


def _joined(options: Sequence[str]) -> str:
    """Join options, naming a common action only once."""
    parts, said = [], ""
    for option in options:
        deed, _space, rest = option.partition(" ")
        parts.append(rest if rest and deed == said else option)
        said = deed if rest else ""
    return ", ".join(parts)


def _told(state: State, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    """Yield the events on one line, then the position if a scene has begun.

    The position has more detail for an act.
    """
    yield f"    {'; '.join(event_line(event, names) for event in events)}"
    if any(isinstance(event, SceneBegan) for event in events):
        yield ""
        yield from describe(state).splitlines() if state.scene == 1 else [_scene_line(state)]


def _scene_line(state: State) -> str:
    """Describe the position at the start of a scene; the hands are the options of its placement."""
    parts = [f"Act {state.act}, scene {state.scene}; {state.seats[state.lead].name} leads"]
    parts.append(f"script {len(state.script)}, staging {len(state.staging)}")
    parts += [f"{name} {count}" for name, count in state.wounds.items() if count and name not in state.dead]
    parts += [f"{name} dead" for name in sorted(state.dead)]
    for player, seat in enumerate(state.seats):
        coins = "".join(f" {coin} {count}" for coin, count in seat.coins.items())
        parts.append(f"{seat.name} {totals(state)[player]} i{seat.intrigue} s{seat.spotlight}{coins}")
    return "; ".join(parts)


def event_line(event: Event, names: Sequence[str]) -> str:
    """Return an event in a few words."""
    return " ".join(_value(key, value) for key, value in event_to_json(event, names).items() if value is not False)


def _value(key: str, value: Any) -> str:
    if value is None or value is True:
        return "-" if value is None else key
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _end(state: State) -> Iterator[str]:
    yield ""
    for player, seat in enumerate(state.seats):
        found = score(state, player)
        parts = ", ".join(f"{key} {value}" for key, value in found._asdict().items() if value)
        yield f"{seat.name} {found.total}: {parts}"
    yield f"winners: {', '.join(winner_names(state) or ())}"


def difference(told: Sequence[str], now: Sequence[str]) -> str | None:
    """Return where two texts begin to differ, with the lines before it; None if they are equal."""
    both = zip((*told, "(the end)"), (*now, "(the end)"), strict=False)
    at = next((number for number, (ours, theirs) in enumerate(both) if ours != theirs), None)
    if at is None:
        return None
    scene = next((line for line in reversed(told[: max(0, at - CONTEXT)]) if ", scene " in line), "")
    before = [f"  {line}" for line in told[max(0, at - CONTEXT) : at]]
    ours, theirs = ([f"{sign} {line}" for line in (*text[at : at + 3],)] for sign, text in (("-", told), ("+", now)))
    return "\n".join([f"line {at + 1} is another one now{f'; {scene}' if scene else ''}", *before, *ours, *theirs])


def chosen_seed(form: Form, players: int) -> int:
    """Return the seed of the shortest bot game among those that have nearly all kinds of events."""
    found: list[tuple[int, int, int]] = []
    for seed in range(SEEDS):
        game, rng, steps = Head(form, players, seed).game(), random.Random(seed), 0
        while (asked := decision(game.state)) is not None:
            apply(game, sensible_answer(game.state, rng, asked))
            steps += 1
        found.append((len({type(event) for event in game.events}), steps, seed))
    most = max(kinds for kinds, _steps, _seed in found)
    return min((steps, seed) for kinds, steps, seed in found if kinds >= most - FEWER)[1]


def regenerate(form: Form, players: int, file: Path) -> str:
    """Return the current text of a file.

    It has the old answers while they are legal, or a new game if there is no file.
    """
    seed, answers = read(file) if file.exists() else (chosen_seed(form, players), [])
    return "\n".join(replayed(Head(form, players, seed), answers, go_on=True)) + "\n"
