"""Desdemona's coin: nobody can do anything to its player until the scene ends (O5).

It answers what somebody does (`declare.protect`), and is used for nothing else.
"""

from __future__ import annotations

from companion.core.i18n import N_
from companion.othello.rules.effect import Coin, Effect


class Desdemona(Effect):
    """O5."""

    name = "Desdemona"
    rule = "O5"


DESDEMONA = Desdemona()
COIN = Coin(DESDEMONA.name, DESDEMONA, DESDEMONA.rule, N_("Nobody can do anything to you in this scene."))
