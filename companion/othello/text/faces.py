"""The faces of cards in words, for pages read aloud and for players who ask what a card does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.core.i18n import N_, _, listed, spoken, together
from companion.othello.model.cards import CardName, Curtain, Role, ScriptCard
from companion.othello.model.deck import Deck
from companion.othello.model.ruleset import RuleSet
from companion.othello.rules.script_cards import role_of
from companion.othello.text.words import coin_title, points, tokens

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
