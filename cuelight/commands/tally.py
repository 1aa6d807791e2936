"""What many simulated games come to: numbers for the summary and the pictures, from the results of the games."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.othello.bots.simulation import ActResult, GameResult
from companion.othello.model.cards import CardName

CONFIDENCE = 1.96  # standard errors on either side: 95 of 100 such intervals hold the true value
RARE = 0.05  # a card that is scored in a smaller share of the games tells too little


class Mean(NamedTuple):
    """A mean of `number` values; the true one lies within `error` of it, 95 times of 100."""

    value: float
    error: float
    number: int

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.error:.2f}"


def mean(values: Sequence[float]) -> Mean:
    """The mean of some values, at least one."""
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return Mean(statistics.fmean(values), CONFIDENCE * spread / len(values) ** 0.5, len(values))


class CardCount(NamedTuple):
    """How a script card and winning go together.

    `lift` is by how much more of the games who scored it wins, than the same bot wins of all games.
    """

    card: CardName
    lift: Mean


class Tally(NamedTuple):
    """The numbers of one simulation. Shares and wins are from 0 to 1; a win that is shared counts in parts."""

    games: int
    players: int
    points_by_seat: list[Mean]
    points_by_bot: dict[str, Mean]
    wins_by_bot: dict[str, Mean]
    wins_by_seat: list[Mean]
    lead_at_end: Mean
    lead_most_acts: Mean
    acts: list[dict[str, float]]
    scenes: list[Mean]
    decisions: Mean
    lengths: Counter[int]
    cards: list[CardCount]

    def to_json(self) -> dict[str, Any]:
        """The numbers as an object."""
        return {
            "games": self.games,
            "players": self.players,
            "points_by_seat": [found._asdict() for found in self.points_by_seat],
            "points_by_bot": {bot: found._asdict() for bot, found in self.points_by_bot.items()},
            "wins_by_bot": {bot: found._asdict() for bot, found in self.wins_by_bot.items()},
            "wins_by_seat": [found._asdict() for found in self.wins_by_seat],
            "wins_of_the_lead_at_the_end": self.lead_at_end._asdict(),
            "wins_of_the_lead_of_most_acts": self.lead_most_acts._asdict(),
            "ends_of_acts": self.acts,
            "scenes_by_act": [found._asdict() for found in self.scenes],
            "decisions": self.decisions._asdict(),
            "cards": [{"card": card.card, **card.lift._asdict()} for card in self.cards],
        }


def share(result: GameResult, seat: int) -> float:
    """How much of the win is this seat's."""
    return (seat in result.winners) / len(result.winners)


def most_acts(result: GameResult) -> list[int]:
    """The seats that were Lead at the end of more acts than any other."""
    counted = Counter(act.lead for act in result.acts)
    return [seat for seat, count in counted.items() if count == max(counted.values())]


def tally(results: Sequence[GameResult]) -> Tally:
    """The numbers of these games, of which there must be one at least, all of as many players."""
    seats = range(len(results[0].totals))
    bots = sorted({bot for result in results for bot in result.bots})
    wins = {bot: mean(_of_bot(results, bot, share)) for bot in bots}
    return Tally(
        games=len(results),
        players=len(seats),
        points_by_seat=[mean([result.totals[seat] for result in results]) for seat in seats],
        points_by_bot={bot: mean(_of_bot(results, bot, lambda result, seat: result.totals[seat])) for bot in bots},
        wins_by_bot=wins,
        wins_by_seat=[mean([share(result, seat) for result in results]) for seat in seats],
        lead_at_end=mean([share(result, result.lead) for result in results]),
        lead_most_acts=mean([statistics.fmean(share(game, seat) for seat in most_acts(game)) for game in results]),
        acts=[_ends([result.acts[act] for result in results]) for act in range(len(results[0].acts))],
        scenes=[mean([result.acts[act].scenes for result in results]) for act in range(len(results[0].acts))],
        decisions=mean([result.decisions for result in results]),
        lengths=Counter(sum(act.scenes for act in result.acts) for result in results),
        cards=_cards(results, wins),
    )


def _of_bot(results: Iterable[GameResult], bot: str, value: Any) -> list[float]:
    """A value of every seat that this bot played."""
    return [value(result, seat) for result in results for seat, name in enumerate(result.bots) if name == bot]


ENDS = ("full curtain, by the Lead", "full curtain, by the company", "without a full curtain")


def end_of(act: ActResult) -> str:
    """How an act ended, as one of `ENDS`."""
    if act.by is None:
        return ENDS[2]
    return ENDS[0] if act.by == "lead" else ENDS[1]


def _ends(acts: Sequence[ActResult]) -> dict[str, float]:
    counted = Counter(end_of(act) for act in acts)
    return {end: counted[end] / len(acts) for end in ENDS}


def _cards(results: Sequence[GameResult], usual: Mapping[str, Mean]) -> list[CardCount]:
    """Each card that is scored often enough, those first after which the win is likeliest."""
    above: dict[CardName, list[float]] = {}
    for result in results:
        for card, seat in result.cards.items():
            above.setdefault(card, []).append(share(result, seat) - usual[result.bots[seat]].value)
    counts = [CardCount(card, mean(values)) for card, values in above.items() if len(values) >= RARE * len(results)]
    return sorted(counts, key=lambda count: (-count.lift.value, count.card))
