"""Playthroughs of any game: whole games as text, for people to read and tests to compare.

The head names the game, its options and the seed of the shuffles; a blank line ends it. At each new stage of the game,
the position is described. Then each decision has its kind and the options by player, `(+2)` for two permitted
initiatives; after `>` the chosen answer as JSON; indented, the events with their fields.

A file is compared by giving its answers again, so it tests the rules, independent of the bots' present behaviour.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.verdict import Forbidden
from companion.game.play import Play
from companion.games import begin

ANSWER = "  > "
AnyPlay = Play[Any, Any, Any]
Player = Callable[[Any, random.Random], Any]


class Head(NamedTuple):
    """The game, its players and its seed; `chosen` has the game's further options."""

    game: str
    names: tuple[str, ...]
    seed: int
    chosen: dict[str, Any]

    def text(self) -> str:
        """Return the head of a file."""
        said = {"game": self.game, **self.chosen, "players": list(self.names), "seed": self.seed}
        return "\n".join(f"{key}: {json.dumps(value)}" for key, value in said.items())

    def play(self) -> AnyPlay:
        """Return the game before its first event."""
        return begin(self.game, self.names, seed=self.seed, **self.chosen)


def read(text: str) -> tuple[int, list[str]]:
    """Return the seed of a file, and its answers as written."""
    head, _blank, body = text.partition("\n\n")
    seed = next(line for line in head.splitlines() if line.startswith("seed: "))
    answers = [line.removeprefix(ANSWER) for line in body.splitlines() if line.startswith(ANSWER)]
    return int(seed.removeprefix("seed: ")), answers


def replayed(head: Head, answers: Sequence[str], player: Player | None = None) -> Iterator[str]:
    """Yield the lines of a game with these answers.

    `player` continues when they are no longer legal.
    """
    play, rng, given = head.play(), random.Random(head.seed), iter(answers)
    yield head.text()
    where = ""
    while (asked := play.asked) is not None:
        if where != (where := play.game.text.where(play.state)):
            yield f"\n{play.game.text.describe(play.state)}"
        yield _asked(play, asked)
        count, said = len(play.events), next(given, None)
        try:
            if said is None:
                raise LookupError("there is no answer more")
            play.answer(json.loads(said))
        except (Forbidden, ValueError, LookupError) as error:
            if player is None:
                yield f"{said} does not fit: {error}"
                return
            given, answer = iter(()), player(play.state, rng)
            said = json.dumps(play.game.types.answer_to_json(answer, play.names))
            play.answer(json.loads(said))
        yield f"{ANSWER}{said}"
        if news := [line for event in play.events[count:] if (line := event_line(play, event))]:
            yield f"    {'; '.join(news)}"
    yield f"\n{play.game.text.describe(play.state)}"
    yield from (json.dumps(score) for score in play.game.rules.scores(play.state))
    yield f"winners: {', '.join(play.game.rules.winners(play.state) or ())}"


def _asked(play: AnyPlay, asked: Any) -> str:
    """Return the kind of a decision, with the options by player, grouped by action."""
    options: dict[str, dict[str, list[str]]] = {}
    for answer in asked.options:
        said = play.game.types.answer_to_json(answer, play.names)
        answers = options.setdefault(said.pop("by", "anybody"), {})
        answers.setdefault(said.pop("do"), []).append(" ".join(map(_value, said.values())))
    said = [f"{who}: {'; '.join(_deed(*deed) for deed in answers.items())}" for who, answers in options.items()]
    besides = f" (+{len(play.permitted)})" if play.permitted else ""
    return f"{asked.kind} {' | '.join(said)}{besides}"


def _deed(do: str, values: Sequence[str]) -> str:
    return f"{do} {', '.join(values)}".rstrip()


def event_line(play: AnyPlay, event: Any) -> str:
    """An event in a few words; none for one that no reader needs."""
    fields = play.game.types.event_to_json(event, play.names)
    return " ".join(map(_value, fields.values())) if fields is not None else ""


def _value(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value)
    return "-" if value is None else str(value)


def chosen_seed(head: Head, player: Player, games: int, fewer: int) -> int:
    """Return the seed of the shortest game that has nearly all kinds of events.

    It may lack up to `fewer` of the richest game's kinds.
    """
    found: list[tuple[int, int, int]] = []
    for seed in range(games):
        play, rng, steps = head._replace(seed=seed).play(), random.Random(seed), 0
        while play.asked is not None:
            play.answer(player(play.state, rng))
            steps += 1
        found.append((len({type(event) for event in play.events}), steps, seed))
    most = max(kinds for kinds, _steps, _seed in found)
    return min((steps, seed) for kinds, steps, seed in found if kinds >= most - fewer)[1]
