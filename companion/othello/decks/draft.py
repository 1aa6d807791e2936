"""A deck that its owner enters card by card.

It is always complete: cards not entered yet are guesses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.i18n import _
from companion.game.deck_files import TypedCard, deck_to_toml, parsed
from companion.othello.decks.check import CARD, CARD_FIELDS, STAGING, act_of
from companion.othello.model.cards import Curtain, Verb
from companion.othello.model.deck import deck_text
from companion.othello.model.ruleset import USUAL_EDITION, RuleSet, load_edition

Json = dict[str, Any]

ID = "our-cards"  # followed by the edition if its cards differ: a newer deck replaces the one with its id
POINTS = ("points", "points_lead", "points_company")
TYPED = tuple(key for key in CARD_FIELDS if key not in ("id", "blank", "guessed", "rulebook"))
_HEAD = ("game", "id", "title", "made_up", "edition")


def begun(edition: str) -> str:
    """Return a new deck for an edition, in which every card is a guess.

    The guesses are the cards of the stand-in deck.
    """
    stand_in = load_edition(edition).stand_in
    data = parsed(deck_text(stand_in))
    deck_id = ID if stand_in == load_edition(USUAL_EDITION).stand_in else f"{ID}-{edition}"
    head = {"id": deck_id, "title": _("Our cards"), "made_up": False, "edition": edition}
    return _text(head | {CARD: [_without(card, "rulebook") | {"guessed": True} for card in data[CARD]]})


def edition_of(text: str) -> str:
    """Return the edition that a deck is for."""
    return str(parsed(text).get("edition", USUAL_EDITION))


def cards_of(text: str) -> dict[str, Json]:
    """Return the script cards of a valid deck by name, in order."""
    return {card["id"]: card for card in parsed(text)[CARD]}


def with_cards(text: str, typed: Sequence[TypedCard]) -> str:
    """Return the deck with the cards that were entered.

    Values of None turn a card back into a stand-in guess. If a curtain was entered, a guess with the same curtain
    loses it; a guess gets a curtain that its act lacks.
    """
    cards = cards_of(text)
    for name, values, _name in typed:
        if name not in cards:
            continue
        if values is None:
            cards[name] = cards_of(begun(edition_of(text))).get(name, cards[name])
        else:
            meant = as_meant(values, load_edition(edition_of(text)))
            given = {key: meant[key] for key in TYPED if key in meant and _is_given(key, meant[key])}
            kept = {key: cards[name][key] for key in ("blank",) if key in cards[name]}
            cards[name] = {"id": name, **given, **kept}
        _share_curtains(cards, act_of(cards[name]), name)
    return _text(parsed(text) | {CARD: list(cards.values())})


def _is_given(key: str, value: Any) -> bool:
    """Return True if a field of the form was filled in.

    A count of 0 counts only for points.
    """
    return value not in ("", None, False) or (type(value) is int and key in POINTS)


def as_meant(values: Mapping[str, Any], rules: RuleSet) -> Json:
    """Return the entered values with character names spelled as in the box.

    `himself` and `herself` are replaced by the name.
    """
    meant = {key: value.strip() if isinstance(value, str) else value for key, value in values.items()}
    second = str(meant.get("character_2", "")).casefold()
    if second in ("himself", "herself") and meant.get("verb") in (Verb.WOUNDS, Verb.KILLS):
        first = meant.get("character_1", "")
        return meant | {"character_2": first, "title": meant.get("title") or f"{first} {meant['verb']} {second}"}
    named = {name.casefold(): name for name in rules.wound_limits}
    return meant | ({"character_2": named[second]} if second in named else {})


def _share_curtains(cards: dict[str, Json], act: int | None, typed: str) -> None:
    """Keep exactly one of each curtain in an act (C8).

    A guess gives its curtain up to a card that was entered, or gets a missing one.
    """
    mine = [name for name, card in cards.items() if act_of(card) == act]
    guesses = [name for name in mine if cards[name].get("guessed") is True and name != typed]
    for curtain in Curtain:
        having = [name for name in mine if cards[name].get("curtain") == curtain]
        for name in [name for name in having if name in guesses][: len(having) - 1]:
            cards[name] = _plain(cards[name])
            having.remove(name)
        spare = [name for name in guesses if "curtain" not in cards[name]]
        if not having and spare:
            cards[spare[-1]] = _with_curtain(cards[spare[-1]], curtain)


def _plain(card: Json) -> Json:
    points = card.get("points_company", 0)
    return _without(card, "curtain", "points_lead", "points_company") | {"points": points}


def _with_curtain(card: Json, curtain: Curtain) -> Json:
    points = card.get("points", 0)
    return _without(card, "points") | {"curtain": str(curtain), "points_lead": points, "points_company": points}


def _without(card: Mapping[str, Any], *keys: str) -> Json:
    return {key: value for key, value in card.items() if key not in keys}


def _text(data: Mapping[str, Any]) -> str:
    return deck_to_toml(data, _HEAD, (CARD, STAGING))
