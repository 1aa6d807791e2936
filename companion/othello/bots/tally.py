"""Statistics of many simulated games of Othello: numbers, summary lines, and charts."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.values import Value, asdict, to_builtins
from companion.game.statistics import (
    Bar,
    Chart,
    Figures,
    Hue,
    Mean,
    Standings,
    games_text,
    mean,
    share,
    spans,
    standings,
    table_lines,
)
from companion.othello.bots.simulation import ActResult, GameResult
from companion.othello.model.cards import CardName
from companion.othello.text.words import act_name

RARE = 0.05  # cards that are scored in a smaller share of the games are left out
SHOWN_CARDS = 5
DRAWN_CARDS = 15


class CardCount(Value, frozen=True):
    """The correlation of scoring a script card with winning.

    `lift` is the win rate of the card's scorer minus the win rate of the same bot in all games.
    """

    card: CardName
    lift: Mean


class Tally(
    Standings,
    frozen=True,
    rename={
        "lead_at_end": "wins_of_the_lead_at_the_end",
        "lead_most_acts": "wins_of_the_lead_of_most_acts",
        "acts": "ends_of_acts",
        "scenes": "scenes_by_act",
    },
):
    """The numbers of one simulation. Shares and wins are from 0 to 1."""

    lead_at_end: Mean
    lead_most_acts: Mean
    acts: list[dict[str, float]]
    scenes: list[Mean]
    decisions: Mean
    cards: list[CardCount]

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as an object."""
        return {
            **to_builtins(self),
            "cards": [{"card": each.card, **to_builtins(each.lift)} for each in self.cards],
        }


def most_acts(result: GameResult) -> list[int]:
    """Return the seats that were Lead at the end of the most acts."""
    counted = Counter(act.lead for act in result.acts)
    return [seat for seat, count in counted.items() if count == max(counted.values())]


def tally(results: Sequence[GameResult]) -> Tally:
    """Return the numbers of these games; at least one is required."""
    found = standings(results, lambda result, seat: result.totals[seat])
    return Tally(
        **asdict(found),
        lead_at_end=mean([share(result, result.lead) for result in results]),
        lead_most_acts=mean([statistics.fmean(share(game, seat) for seat in most_acts(game)) for game in results]),
        acts=[_ends([result.acts[act] for result in results]) for act in range(len(results[0].acts))],
        scenes=[mean([result.acts[act].scenes for result in results]) for act in range(len(results[0].acts))],
        decisions=mean([result.decisions for result in results]),
        cards=_cards(results, found.wins_by_bot),
    )


def by_chance(results: Sequence[GameResult]) -> float:
    """Return the win rate of any one player by pure chance."""
    return statistics.fmean(1 / len(result.bots) for result in results)


ENDS = ("full curtain, by the Lead", "full curtain, by the company", "without a full curtain")
HUES = dict(zip(ENDS, (Hue.ONE, Hue.OTHER, Hue.NEITHER), strict=True))


def end_of(act: ActResult) -> str:
    """Return how an act ended, as one of `ENDS`."""
    if act.by is None:
        return ENDS[2]
    return ENDS[0] if act.by == "lead" else ENDS[1]


def _ends(acts: Sequence[ActResult]) -> dict[str, float]:
    counted = Counter(end_of(act) for act in acts)
    return {end: counted[end] / len(acts) for end in ENDS}


def _cards(results: Sequence[GameResult], usual: Mapping[str, Mean]) -> list[CardCount]:
    """Return each card that is scored often enough, ordered by lift, the highest first."""
    above: dict[CardName, list[float]] = {}
    for result in results:
        for card, seat in result.cards.items():
            above.setdefault(card, []).append(share(result, seat) - usual[result.bots[seat]].value)
    counts = [CardCount(card, mean(values)) for card, values in above.items() if len(values) >= RARE * len(results)]
    return sorted(counts, key=lambda count: (-count.lift.value, count.card))


def figures(results: Sequence[GameResult], titles: Mapping[CardName, str]) -> Figures:
    """Return the numbers of these games in all forms.

    `titles` are those of the deck's cards.
    """
    found = tally(results)
    return Figures(found.to_json(), list(_lines(found, results, titles)), list(_charts(found, results, titles)))


# --- lines


def _lines(found: Tally, results: Sequence[GameResult], titles: Mapping[CardName, str]) -> Iterator[str]:
    """Yield the lines of the summary: the most important numbers."""
    yield from found.lines()
    yield ""
    yield f"won by who was Lead at the end      {found.lead_at_end}"
    yield f"won by who was Lead in most acts    {found.lead_most_acts}"
    yield f"by chance it would be               {by_chance(results):.2f}"
    yield ""
    yield from table_lines(["", *ENDS, "scenes"], _act_rows(found))
    yield ""
    yield f"decisions in a game                 {found.decisions.value:.0f}"
    if found.cards:
        yield ""
        yield "Who scores these cards wins more often than the same bot does otherwise, by:"
        for each in found.cards[:SHOWN_CARDS]:
            yield f"  {each.lift.value:+.2f} ± {each.lift.error:.2f}  {each.card:<7}{titles[each.card]}"


def _act_rows(found: Tally) -> Iterator[list[str]]:
    for act, (ends, scenes) in enumerate(zip(found.acts, found.scenes, strict=True), start=1):
        yield [act_name(act), *(f"{ends[end]:.0%}" for end in ENDS), str(scenes)]


# --- charts


def _charts(found: Tally, results: Sequence[GameResult], titles: Mapping[CardName, str]) -> Iterator[Chart]:
    games = games_text(results)
    points = [Bar(points.value, f"bot {bot}: {points}", Hue.ONE) for bot, points in found.points_by_bot.items()]
    points += [Bar(points.value, f"seat {seat}: {points}") for seat, points in enumerate(found.points_by_seat, start=1)]
    yield Chart("points", f"Points at the end, mean of {games}", "points", points)
    lead = list(_lead(found, by_chance(results)))
    yield Chart("lead", f"Who wins, Lead against company, {games}", "% of the games", lead)
    ends = [
        Bar(100 * value, f"{act_name(act)}, {end}: {value:.0%}", HUES[end])
        for act, ends in enumerate(found.acts, start=1)
        for end, value in ends.items()
    ]
    yield Chart("acts", f"How acts end, {games}", "% of the games", ends)
    scenes = [Bar(scenes.value, f"{act_name(act)}: {scenes}") for act, scenes in enumerate(found.scenes, start=1)]
    yield Chart("scenes", f"How long acts last, mean of {games}", "scenes", scenes)
    lengths = spans([result.scenes for result in results], "scenes")
    yield Chart("lengths", f"How long games last, {games}", "games", lengths)
    cards = [
        Bar(100 * each.lift.value, f"{each.card} {titles[each.card]}: {each.lift.value:+.0%} ± {each.lift.error:.0%}")
        for each in found.cards[:DRAWN_CARDS]
    ]
    unit = "percentage points that who scores it wins more"
    nothing = [Bar(0.0, "no card was scored often enough")]
    yield Chart("cards", f"Which cards decide, {games}", unit, cards or nothing)


def _lead(found: Tally, chance: float) -> Iterator[Bar]:
    at_end = found.lead_at_end.value
    yield Bar(100 * at_end, f"Lead at the end: {at_end:.0%}", Hue.ONE)
    yield Bar(100 * (1 - at_end), f"company at the end: {1 - at_end:.0%}")
    yield Bar(100 * found.lead_most_acts.value, f"Lead in most acts: {found.lead_most_acts.value:.0%}", Hue.ONE)
    yield Bar(100 * chance, f"any one player, by chance: {chance:.0%}", Hue.NEITHER)
