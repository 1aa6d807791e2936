"""Help for players and guests: each card, the open decision, and the reasons against other actions."""

from __future__ import annotations

from functools import partial

from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.decision import Decision
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import is_unknown
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.options import decision
from companion.deathmatch.table.seat_view import said
from companion.deathmatch.text.moment import decision_text
from companion.deathmatch.text.words import card_title, face_text
from companion.game.help import Card, Help, NotNow, kept_from


def looked_up(known: State, player: int | None) -> Help:
    """Return the help for a player, or for everybody (None).

    Args:
        known: the state as they know it.
    """
    asked = decision(known)
    hand = _hand(known, player)
    others = (*known.deck.actions, *known.deck.settings, *known.deck.characters)
    cards = [_card(known, name, player) for name in dict.fromkeys((*hand, *others))]
    wishes = []
    if player is not None and asked is not None:
        tricksters = (card for card in dict.fromkeys(hand) if known.deck.is_trickster(card))
        wishes = [Answer(Do.REVEAL, player), *(Answer(Do.TRICKSTER, player, card) for card in tricksters)]
    return Help(decision_text(known, asked), rules_of_moment(asked), cards, _kept_from(known, wishes))


def rules_of_moment(asked: Decision | None) -> tuple[str, ...]:
    """Return the rules of the open decision."""
    return asked.kind.rules if asked is not None else ("DE3",)


def rules_of(state: State, card: str) -> tuple[str, ...]:
    """Return the rules of a card, by its name."""
    deck = state.deck
    if card in deck.settings:
        return ("DC4", "DA1")
    if card in deck.characters:
        return ("DC3", "DR1", "DR2", "DE1")
    return ("DC2", "DT1", "DT2", "DT3") if deck.is_trickster(card) else ("DC2", "DP1", "DP3", "DP4")


def _hand(known: State, player: int | None) -> list[str]:
    return [] if player is None else [card for card in known.seats[player].hand if not is_unknown(card)]


def _card(known: State, name: str, player: int | None) -> Card:
    deck = known.deck
    mine = name in _hand(known, player) or (player is not None and known.seats[player].character == name)
    answers = []
    if player is not None and name in _hand(known, player):
        kinds = (Do.PLAY, Do.TRICKSTER) if deck.is_trickster(name) else (Do.PLAY,)
        answers = [Answer(kind, player, name) for kind in kinds]
    title = card_title(known, name)
    return Card(name, title, face_text(known, name), rules_of(known, name), mine, _kept_from(known, answers))


def _kept_from(known: State, answers: list[Answer]) -> list[NotNow]:
    return kept_from(answers, partial(legality, known), partial(said, known))
