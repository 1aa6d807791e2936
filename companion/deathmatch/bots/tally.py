"""Statistics of many simulated games of Deathmatch: numbers, summary lines, and chart bars."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.deathmatch.bots.simulation import GameResult
from companion.deathmatch.model.deck import Deck
from companion.game.statistics import (
    Bar,
    Chart,
    Figures,
    Mean,
    games_text,
    mean,
    share,
    spans,
    table_lines,
    wins_chart,
)

TOLD_CARDS = 5


class CharacterCount(NamedTuple):
    """Results of a character: games played, share of wins, and the share expected by chance.

    `of_share` is `wins` divided by `by_chance`: 1 for a character of average strength.
    """

    character: str
    games: int
    wins: Mean
    by_chance: float
    of_share: Mean


class WinCount(NamedTuple):
    """The share of wins of some seats, such as those of a bot, and the share expected by chance."""

    who: str
    wins: Mean
    by_chance: float


class CardCount(NamedTuple):
    """Number of times an action card was placed as damage, per game and copy of the deck."""

    card: str
    placed: float


class Tally(NamedTuple):
    """The numbers of one simulation. Wins are from 0 to 1; a shared win counts in parts."""

    wins: list[WinCount]
    characters: list[CharacterCount]
    players: dict[int, tuple[int, Mean, Mean]]
    scenes: Mean
    acts: Mean
    decisions: Mean
    shared: float
    cards: list[CardCount]

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as an object."""
        return {
            "wins": [{**found._asdict(), "wins": found.wins._asdict()} for found in self.wins],
            "characters": [
                {**found._asdict(), "wins": found.wins._asdict(), "of_share": found.of_share._asdict()}
                for found in self.characters
            ],
            "by_players": [
                {"players": count, "games": games, "scenes": scenes._asdict(), "acts": acts._asdict()}
                for count, (games, scenes, acts) in self.players.items()
            ],
            "scenes": self.scenes._asdict(),
            "acts": self.acts._asdict(),
            "decisions": self.decisions._asdict(),
            "shared_wins": self.shared,
            "cards": [card._asdict() for card in self.cards],
        }


def tally(results: Sequence[GameResult], deck: Deck) -> Tally:
    """Compute the numbers of at least one game."""
    return Tally(
        wins=list(_wins(results)),
        characters=_characters(results),
        players=_by_players(results),
        scenes=mean([game.scenes for game in results]),
        acts=mean([game.acts for game in results]),
        decisions=mean([game.decisions for game in results]),
        shared=mean([len(game.winners) > 1 for game in results]).value,
        cards=_cards(results, deck),
    )


def _wins(results: Sequence[GameResult]) -> Iterator[WinCount]:
    """Yield wins by bot, by seat, of the starters, and of the players who revealed, if any."""
    found: dict[str, list[tuple[float, float]]] = {}
    names = [f"bot {bot}" for bot in sorted({bot for game in results for bot in game.bots})]
    names += [f"seat {seat}" for seat in range(1, max(len(game.bots) for game in results) + 1)]
    for name in (*names, "who began", "who revealed"):
        found[name] = []
    for game in results:
        for seat, bot in enumerate(game.bots):
            pair = share(game, seat), 1 / len(game.bots)
            found[f"bot {bot}"].append(pair)
            found[f"seat {seat + 1}"].append(pair)
            if seat == game.starter:
                found["who began"].append(pair)
            if game.revealed[seat]:
                found["who revealed"].append(pair)
    for name, pairs in found.items():
        if pairs:
            yield WinCount(name, mean([won for won, _chance in pairs]), mean([chance for _won, chance in pairs]).value)


def _characters(results: Sequence[GameResult]) -> list[CharacterCount]:
    """Return every character played, the most successful first."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for game in results:
        for seat, name in enumerate(game.characters):
            found[name].append((share(game, seat), 1 / len(game.bots)))
    counts = []
    for name, pairs in found.items():
        wins, chance = mean([won for won, _chance in pairs]), mean([chance for _won, chance in pairs]).value
        of_share = Mean(wins.value / chance, wins.error / chance, wins.number)
        counts.append(CharacterCount(name, len(pairs), wins, chance, of_share))
    return sorted(counts, key=lambda count: (-count.of_share.value, count.character))


def _by_players(results: Sequence[GameResult]) -> dict[int, tuple[int, Mean, Mean]]:
    """Return games, scenes and acts by number of players."""
    found: dict[int, list[GameResult]] = defaultdict(list)
    for game in results:
        found[len(game.bots)].append(game)
    return {
        count: (len(games), mean([game.scenes for game in games]), mean([game.acts for game in games]))
        for count, games in sorted(found.items())
    }


def _cards(results: Sequence[GameResult], deck: Deck) -> list[CardCount]:
    """Return every action card, the most often placed per copy first."""
    placed = Counter(card for game in results for _by, _target, card in game.placed)
    counts = [CardCount(card, placed[card] / copies / len(results)) for card, copies in deck.copies.items()]
    return sorted(counts, key=lambda count: (-count.placed, count.card))


def figures(results: Sequence[GameResult], deck: Deck) -> Figures:
    """Return the numbers of these games as JSON, text and charts."""
    found = tally(results, deck)
    return Figures(found.to_json(), list(_lines(found, deck)), list(_charts(found, results, deck)))


# --- lines


def _lines(found: Tally, deck: Deck) -> Iterator[str]:
    """Yield the most important numbers as text."""
    rows = [[name, str(wins), f"{chance:.2f}"] for name, wins, chance in found.wins]
    yield from table_lines(["", "wins", "by chance"], rows)
    yield ""
    lengths = [
        [f"{count} players", str(games), str(scenes), str(acts)]
        for count, (games, scenes, acts) in found.players.items()
    ]
    lengths += [["all", str(found.scenes.number), str(found.scenes), str(found.acts)]] if len(lengths) > 1 else []
    yield from table_lines(["", "games", "scenes", "acts"], lengths)
    yield ""
    yield f"decisions in a game   {found.decisions.value:.0f}"
    yield f"wins that are shared  {found.shared:.1%}"
    yield ""
    characters = [
        [each.character, str(each.games), str(each.wins), f"{each.by_chance:.2f}", str(each.of_share)]
        for each in found.characters
    ]
    yield from table_lines(["", "games", "wins", "by chance", "times its share"], characters)
    yield ""
    yield "Placed most as damage, for each copy of the card, in a game:"
    for card, placed in found.cards[:TOLD_CARDS]:
        yield f"  {placed:.2f}  {card:<10}{deck.actions[card].title}".rstrip()


# --- pictures


def _charts(found: Tally, results: Sequence[GameResult], deck: Deck) -> Iterator[Chart]:
    games = games_text(results)
    yield wins_chart(results)
    characters = [Bar(each.of_share.value, f"{each.character}: {each.of_share}") for each in found.characters]
    yield Chart("characters", f"How often each character wins, {games}", "times its share", characters)
    lengths = spans([game.scenes for game in results], "scenes")
    yield Chart("lengths", f"How long games last, {games}", "games", lengths)
    players = [
        Bar(scenes.value, f"{count} players: {scenes}") for count, (_games, scenes, _acts) in found.players.items()
    ]
    yield Chart("players", f"How long games are, by number of players, mean of {games}", "scenes", players)
    cards = [Bar(placed, f"{card} {deck.actions[card].title}: {placed:.2f}") for card, placed in found.cards]
    yield Chart("cards", f"How often cards are placed, {games}", "times in a game, for each copy", cards)
