"""The words for players, cards, coins and tokens that all texts share."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.i18n import AND, N_, _, listed, ngettext
from companion.othello.model.cards import (
    ACT_NUMERALS,
    Pile,
)
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase

PHASES = {
    Phase.CASTING: N_("the tiles are dealt"),
    Phase.PRE_PLACEMENT: N_("before the cards are placed"),
    Phase.PLACEMENT: N_("the cards are placed"),
    Phase.AFTER_PLACEMENT: N_("the cards are placed"),
    Phase.REVEAL: N_("the cards are revealed"),
    Phase.DRAW: N_("everyone draws"),
    Phase.INTERMISSION: N_("intermission"),
    Phase.OVER: N_("the play is over"),
}


def name(state: State, player: int) -> str:
    """Return a player's name."""
    return state.seats[player].name


def act_name(act: int) -> str:
    """Return the name of an act, such as `Act III`."""
    return _("Act {act}", act=ACT_NUMERALS[act - 1])


def pile_card(pile: str) -> str:
    """Return the words for a card of a draw pile."""
    return _("a script card") if pile == Pile.SCRIPT else _("a staging card")


def coin_title(coin: str) -> str:
    """Return the title of a coin, such as `an Iago coin`."""
    return _("an {character} coin", character=coin) if coin[0] in "AEIOU" else _("a {character} coin", character=coin)


def tokens(token: str, count: int) -> str:
    """Return a number of tokens, such as `2 intrigue tokens`."""
    match token:
        case "intrigue":
            return ngettext("{count} intrigue token", "{count} intrigue tokens", count)
        case "spotlight":
            return ngettext("{count} spotlight token", "{count} spotlight tokens", count)
        case _other:
            return ngettext("{count} wound token", "{count} wound tokens", count)


def points(count: int) -> str:
    """Return a number of points, such as `1 point`."""
    return ngettext("{count} point", "{count} points", count) if count else _("no points")


def players(state: State, numbers: Sequence[int], together: str = AND) -> str:
    """Return several players' names as a list in words."""
    return listed((name(state, player) for player in numbers), together)


def times(names: Sequence[str]) -> str:
    """Return names that may repeat as text, such as `Cassio twice and Othello`."""
    return listed(_so_often(each, names.count(each)) for each in dict.fromkeys(names))


def _so_often(what: str, count: int) -> str:
    if count == 1:
        return what
    return _("{what} twice", what=what) if count == 2 else _("{what} {count} times", what=what, count=count)
