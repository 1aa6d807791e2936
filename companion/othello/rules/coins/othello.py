"""The Othello coin: the lead tile changes hands (O3)."""

from __future__ import annotations

from companion.core.i18n import N_
from companion.othello.rules.effect import Coin
from companion.othello.rules.staging.take_the_lead import TAKE_THE_LEAD

COIN = Coin(
    "Othello",
    TAKE_THE_LEAD,
    "O3",
    N_("The lead tile changes hands, as by Take the Lead."),
    N_("{who} uses an Othello coin to take or give away the Lead"),
)
