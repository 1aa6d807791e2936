"""Makes a game of a small game."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from companion.game import Game, Info
from companion.game.rules import E
from companion.simple.base import EDITION, A, S, SmallGame
from companion.simple.bots import SmallBots
from companion.simple.box import SmallBox
from companion.simple.display import SmallDisplay
from companion.simple.formats import SmallTypes
from companion.simple.racks import SmallRacks
from companion.simple.rules import SmallRules
from companion.simple.secrets import SmallSecrets
from companion.simple.table import Pending, SmallTable
from companion.simple.text import SmallText


def compose(game: SmallGame[S, A, E]) -> Game[S, A, E, Pending]:
    """Return the game whose parts follow from what a small game says; its folder `page` may override templates."""
    rules, types = SmallRules(game), SmallTypes(game)
    page = Path(inspect.getfile(type(game))).with_name("page")
    info = Info(game.id, game.title, game.pitch, game.seats, (EDITION,), page, is_example=game.is_example)
    display: SmallDisplay[S, A, Any] = SmallDisplay(game)
    return Game(
        info,
        rules,
        types,
        SmallSecrets(game),
        SmallTable(game),
        SmallText(game, rules),
        display,
        SmallBox(game, types),
        SmallBots(game, rules),
        SmallRacks(game),
    )
