"""The words for players, cards, coins and tokens that all texts share, and the faces of cards in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.core.i18n import AND, N_, _, listed, ngettext, spoken, together
from companion.othello.model.cards import (
    ACT_NUMERALS,
    CardName,
    Curtain,
    Pile,
    Role,
    ScriptCard,
)
from companion.othello.model.deck import Deck
from companion.othello.model.ruleset import RuleSet
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase
from companion.othello.rules.script_cards import role_of

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


ROLES = {Role.LEAD: N_("For the Lead."), Role.COMPANY: N_("For the company.")}
CURTAINS = {Curtain.HALF: N_("The half curtain."), Curtain.FULL: N_("The full curtain.")}


def face_text(deck: Deck, rules: RuleSet, card: CardName) -> str:
    """Return a staging card's text, or a script card's role, points and printed rewards."""
    if card in deck.cards:
        return _script_text(deck.cards[card], role_of(rules, deck.cards[card]), spoken())
    return staging_text(deck, rules, card)


def staging_text(deck: Deck, rules: RuleSet, card: CardName) -> str:
    """Return the text of a staging card, or "" for any other card."""
    own = deck.staging.get(card)
    return own.text if own is not None else _(text) if (text := rules.texts.get(card)) else ""


@lru_cache(maxsize=1024)
def _script_text(face: ScriptCard, role: Role, _language: str) -> str:
    return together(_script(face, role))


def _script(face: ScriptCard, role: Role) -> Iterator[str]:
    if face.curtain is not None:
        yield _(CURTAINS[face.curtain])
    yield _(ROLES[role])
    if face.curtain is None:
        yield _("It scores {points}.", points=points(face.points))
    else:
        lead, company = points(face.points_lead), points(face.points_company)
        yield _("It scores {lead} for the Lead, {company} for the company.", lead=lead, company=company)
    if rewards := list(_rewards(face)):
        yield _("It brings {rewards}.", rewards=listed(rewards))


def _rewards(face: ScriptCard) -> Iterator[str]:
    if face.intrigue:
        yield tokens("intrigue", face.intrigue)
    if face.spotlight:
        yield tokens("spotlight", face.spotlight)
    if face.coin is not None:
        yield coin_title(face.coin)
    if face.handkerchief:
        yield _("the handkerchief")
