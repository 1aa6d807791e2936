"""Statistics of many simulated games of Deathmatch: numbers, summary lines, and chart bars."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from companion.core.values import Value, to_builtins
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

SHOWN_CARDS = 5


class CharacterCount(Value, frozen=True):
    """Results of a character: games played, share of wins, and the share expected by chance.

    `of_share` is `wins` divided by `by_chance`: 1 for a character of average strength.
    """

    character: str
    games: int
    wins: Mean
    by_chance: float
    of_share: Mean


class WinCount(Value, frozen=True):
    """The share of wins of some seats, such as those of a bot, and the share expected by chance."""

    who: str
    wins: Mean
    by_chance: float


class CardCount(Value, frozen=True):
    """Number of times an action card was placed as damage, per game and copy of the deck."""

    card: str
    placed: float


class LengthCount(Value, frozen=True):
    """The length of the games of a number of players."""

    players: int
    games: int
    scenes: Mean
    acts: Mean


class Tally(Value, frozen=True):
    """The numbers of one simulation. Wins are from 0 to 1; a shared win counts in parts."""

    wins: list[WinCount]
    characters: list[CharacterCount]
    by_players: list[LengthCount]
    scenes: Mean
    acts: Mean
    decisions: Mean
    shared_wins: float
    cards: list[CardCount]


def tally(results: Sequence[GameResult], deck: Deck) -> Tally:
    """Compute the numbers of at least one game."""
    return Tally(
        wins=list(_wins(results)),
        characters=_characters(results),
        by_players=_by_players(results),
        scenes=mean([game.scenes for game in results]),
        acts=mean([game.acts for game in results]),
        decisions=mean([game.decisions for game in results]),
        shared_wins=mean([len(game.winners) > 1 for game in results]).value,
        cards=_cards(results, deck),
    )


def _wins(results: Sequence[GameResult]) -> Iterator[WinCount]:
    """Yield wins by bot, by seat, of the starters, and of the players who revealed, if any."""
    played = [(game, seat) for game in results for seat in range(len(game.bots))]
    for bot in sorted({bot for game in results for bot in game.bots}):
        yield _win_count(f"bot {bot}", [(game, seat) for game, seat in played if game.bots[seat] == bot])
    for number in range(max(len(game.bots) for game in results)):
        yield _win_count(f"seat {number + 1}", [(game, seat) for game, seat in played if seat == number])
    yield _win_count("who began", [(game, game.starter) for game in results])
    if revealed := [(game, seat) for game, seat in played if game.revealed[seat]]:
        yield _win_count("who revealed", revealed)


def _win_count(who: str, played: Sequence[tuple[GameResult, int]]) -> WinCount:
    """Return the wins of these games and seats."""
    wins = mean([share(game, seat) for game, seat in played])
    return WinCount(who, wins, mean([1 / len(game.bots) for game, _seat in played]).value)


def _characters(results: Sequence[GameResult]) -> list[CharacterCount]:
    """Return every character played, the most successful first."""
    found: dict[str, list[tuple[GameResult, int]]] = defaultdict(list)
    for game in results:
        for seat, name in enumerate(game.characters):
            found[name].append((game, seat))
    counts = []
    for name, played in found.items():
        count = _win_count(name, played)
        wins, chance = count.wins, count.by_chance
        of_share = Mean(wins.value / chance, wins.error / chance, wins.number)
        counts.append(CharacterCount(name, len(played), wins, chance, of_share))
    return sorted(counts, key=lambda count: (-count.of_share.value, count.character))


def _by_players(results: Sequence[GameResult]) -> list[LengthCount]:
    """Return games, scenes and acts by number of players."""
    found: dict[int, list[GameResult]] = defaultdict(list)
    for game in results:
        found[len(game.bots)].append(game)
    return [
        LengthCount(count, len(games), mean([game.scenes for game in games]), mean([game.acts for game in games]))
        for count, games in sorted(found.items())
    ]


def _cards(results: Sequence[GameResult], deck: Deck) -> list[CardCount]:
    """Return every action card, the most often placed per copy first."""
    placed = Counter(card for game in results for _by, _target, card in game.placed)
    counts = [CardCount(card, placed[card] / copies / len(results)) for card, copies in deck.copies.items()]
    return sorted(counts, key=lambda count: (-count.placed, count.card))


def figures(results: Sequence[GameResult], deck: Deck) -> Figures:
    """Return the numbers of these games as JSON, text and charts."""
    found = tally(results, deck)
    return Figures(to_builtins(found), list(_lines(found, deck)), list(_charts(found, results, deck)))


# --- lines


def _lines(found: Tally, deck: Deck) -> Iterator[str]:
    """Yield the most important numbers as text."""
    rows = [[each.who, str(each.wins), f"{each.by_chance:.2f}"] for each in found.wins]
    yield from table_lines(["", "wins", "by chance"], rows)
    yield ""
    lengths = [
        [f"{each.players} players", str(each.games), str(each.scenes), str(each.acts)] for each in found.by_players
    ]
    lengths += [["all", str(found.scenes.number), str(found.scenes), str(found.acts)]] if len(lengths) > 1 else []
    yield from table_lines(["", "games", "scenes", "acts"], lengths)
    yield ""
    yield f"decisions in a game   {found.decisions.value:.0f}"
    yield f"wins that are shared  {found.shared_wins:.1%}"
    yield ""
    characters = [
        [each.character, str(each.games), str(each.wins), f"{each.by_chance:.2f}", str(each.of_share)]
        for each in found.characters
    ]
    yield from table_lines(["", "games", "wins", "by chance", "times its share"], characters)
    yield ""
    yield "Placed most as damage, for each copy of the card, in a game:"
    for each in found.cards[:SHOWN_CARDS]:
        yield f"  {each.placed:.2f}  {each.card:<10}{deck.actions[each.card].title}".rstrip()


# --- pictures


def _charts(found: Tally, results: Sequence[GameResult], deck: Deck) -> Iterator[Chart]:
    games = games_text(results)
    yield wins_chart(results)
    characters = [Bar(each.of_share.value, f"{each.character}: {each.of_share}") for each in found.characters]
    yield Chart("characters", f"How often each character wins, {games}", "times its share", characters)
    lengths = spans([game.scenes for game in results], "scenes")
    yield Chart("lengths", f"How long games last, {games}", "games", lengths)
    players = [Bar(each.scenes.value, f"{each.players} players: {each.scenes}") for each in found.by_players]
    yield Chart("players", f"How long games are, by number of players, mean of {games}", "scenes", players)
    cards = [
        Bar(each.placed, f"{each.card} {deck.actions[each.card].title}: {each.placed:.2f}") for each in found.cards
    ]
    yield Chart("cards", f"How often cards are placed, {games}", "times in a game, for each copy", cards)
