"""The Roderigo coin: a card is exchanged (O7)."""

from __future__ import annotations

from companion.core.i18n import N_
from companion.othello.rules.effect import Coin
from companion.othello.rules.staging.exchange import EXCHANGE

COIN = Coin(
    "Roderigo",
    EXCHANGE,
    "O7",
    N_("You exchange a card, as by Exchange."),
    N_("{who} uses a Roderigo coin to exchange a card"),
)
