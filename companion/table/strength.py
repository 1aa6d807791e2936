"""The strength of a bot player in a person's chair: three strengths, made from the bots that a game has.

The game decides how a bot plays. This module chooses the bot, and how often a weak bot plays at random.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import N_, Worded, _
from companion.core.json_fields import as_list, as_word
from companion.game import AnyGame
from companion.game.simulation import Bot

CARELESS = 0.5  # of the answers of an easy bot, which are any that fit

BOT_NAMES = ("Feste", "Touchstone", "Costard", "Dogberry", "Trinculo", "Launce", "Lavatch", "Pompey")
"""Shakespeare's fools: what bots are called whom nobody has named."""


class Strength(Worded):
    """Strength of a bot, with its words."""

    EASY = "easy", N_("an easy bot")
    USUAL = "usual", N_("a bot")
    STRONG = "strong", N_("a strong bot")


class CarelessBot:
    """Plays as another bot, but often anything that fits."""

    def __init__(self, thinks: Bot, anything: Bot, rng: random.Random) -> None:
        self._thinks, self._anything, self._random = thinks, anything, rng

    def answer(self, state: Any, player: int) -> Any:
        """Return an answer to the open decision; None to do nothing."""
        thought = self._thinks.answer(state, player)
        if thought is None or self._random.random() >= CARELESS:
            return thought
        return self._anything.answer(state, player) or thought


def bot_of(game: AnyGame, strength: Strength, rng: random.Random) -> Bot:
    """Return a bot of this strength: the game's strongest, the middle one, or that one with careless answers."""
    bots = list(game.bots.factories.values())
    if strength is Strength.STRONG:
        return bots[-1](rng)
    usual = bots[len(bots) // 2](rng)
    return usual if strength is Strength.USUAL else CarelessBot(usual, bots[0](rng), rng)


def chairs_of(bots: Sequence[str | None]) -> dict[int, Strength]:
    """Return the bots of a game's record by seat, from 0."""
    return {player: Strength(strength) for player, strength in enumerate(bots) if strength is not None}


def bots_chosen(value: Any, seats: int) -> list[str | None]:
    """Return the strength of the bot at each seat, or None for a person, as somebody chose it. Raises InputError."""
    chosen = [None if each is None else as_word(each, "bots", tuple(Strength)) for each in as_list(value, "bots")]
    if len(chosen) > seats:
        raise InputError(_("there are more of them than players"), field="bots")
    chosen += [None] * (seats - len(chosen))
    if None not in chosen:
        raise InputError(_("somebody has to play with them; ask for a demonstration to watch bots alone"), field="bots")
    return chosen


def named(names: Sequence[str], bots: Sequence[str | None]) -> list[str]:
    """Return the names of the players, with a name for each bot that has none."""
    free = iter(name for name in BOT_NAMES if _("{name} (bot)", name=name) not in names)
    called = zip(names, bots, strict=True)
    return [_("{name} (bot)", name=next(free)) if bot and not name.strip() else name for name, bot in called]
