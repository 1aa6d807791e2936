"""The Desdemona coin: protects its player until the scene ends (O5).

It only answers another player's action (`declare.protect`).
"""

from __future__ import annotations

from companion.core.i18n import N_
from companion.othello.rules.effect import Coin, Effect


class Desdemona(Effect):
    """The effect of the Desdemona coin (O5)."""

    name = "Desdemona"
    rule = "O5"


DESDEMONA = Desdemona()
COIN = Coin(DESDEMONA.name, DESDEMONA, DESDEMONA.rule, N_("Nobody can do anything to you in this scene."))
