"""The form in which an owner enters script cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.i18n import _
from companion.game.deck_files import CardForm, Choice, Field, Widget
from companion.othello.decks.check import act_of
from companion.othello.decks.draft import POINTS, TYPED, as_meant, begun, cards_of, edition_of, with_cards
from companion.othello.model.cards import Curtain, Verb
from companion.othello.model.deck import build_deck, card_from_json
from companion.othello.model.ruleset import load_edition
from companion.othello.text.views import card_view

NONE = ""
MOST_DRAWN = 20  # tokens on a card; more would fill the page
_CURTAINS = ("half", "full")
_WITH_ANOTHER = (NONE, *(str(verb) for verb in Verb if verb is not Verb.CONSPIRES))  # conspires has no second character


class ScriptCardForm(CardForm):
    """The form for every script card of the edition; staging cards are fixed by the box."""

    begin = staticmethod(begun)
    tables = staticmethod(cards_of)
    typed = staticmethod(with_cards)

    def fields(self, text: str, card: str, /) -> list[Field]:
        """Return the fields of a card, with the choices of its act."""
        rules = load_edition(edition_of(text))
        act = act_of({"id": card})
        stars = rules.stars[act - 1] if act is not None and act <= len(rules.stars) else ()
        star_choices = [Choice(name, name, name) for name in stars]
        others = [name for name in rules.wound_limits if name not in stars]
        everybody = [*star_choices, *(Choice(name, name, name) for name in others)]
        verbs = [Choice(str(verb), str(verb)) for verb in Verb]
        coins = [Choice(NONE, _("none")), *(Choice(name, name, name) for name in rules.coins)]
        curtains = [
            Choice(NONE, _("none")),
            Choice(str(Curtain.HALF), _("half"), "curtain-half"),
            Choice(str(Curtain.FULL), _("full"), "curtain-full"),
        ]
        return [
            Field("character_1", _("Who does it?"), Widget.CHOICE, star_choices, repeats=True),
            Field("verb", _("What is done?"), Widget.CHOICE, verbs, repeats=True),
            Field("character_2", _("To whom?"), Widget.TEXT, everybody, only=("verb", _WITH_ANOTHER)),
            Field("curtain", _("A curtain?"), Widget.CHOICE, curtains),
            Field("points", _("Points"), Widget.COUNT, only=("curtain", (NONE,)), needed=True),
            Field("points_lead", _("Points for the Lead"), Widget.COUNT, only=("curtain", _CURTAINS)),
            Field("points_company", _("Points for the company"), Widget.COUNT, only=("curtain", _CURTAINS)),
            Field("intrigue", _("Intrigue tokens"), Widget.COUNT),
            Field("spotlight", _("Spotlight tokens"), Widget.COUNT),
            Field("coin", _("A coin?"), Widget.CHOICE, coins),
            Field("handkerchief", _("It takes the handkerchief"), Widget.FLAG),
            Field("line", _("The line, if one stands there"), Widget.LINES),
            Field("title", _("Its title, if it is another"), Widget.TEXT),
        ]

    def values(self, text: str, card: str, /) -> dict[str, Any]:
        """Return the values of a card in the deck."""
        found = cards_of(text).get(card, {})
        return {key: found[key] for key in TYPED if key in found}

    def drawn(self, text: str, card: str, values: Mapping[str, Any], /) -> dict[str, Any]:
        """Return the card's face, with placeholders for invalid values."""
        known: dict[str, Any] = {"id": card, "character_1": "?", "verb": str(Verb.CONFRONTS)}
        rules = load_edition(edition_of(text))
        known |= {key: value for key, value in as_meant(values, rules).items() if _can_be_drawn(key, value)}
        return card_view(build_deck("", "", [card_from_json(known, card)], made_up=False), card, rules)

    def about(self, where: str, card: str, /) -> str | None:
        """Return the field that a fault is about.

        Return "" for a fault of another card, and None for one of an act, which later cards may fix.
        """
        name, _space, field = where.partition(" ")
        return None if name == "Act" else field if name == card else ""


def _can_be_drawn(key: str, value: Any) -> bool:
    if value in ("", None):
        return False
    if key in ("verb", "curtain"):
        return value in (tuple(Verb) if key == "verb" else tuple(Curtain))
    if key in (*POINTS, "intrigue", "spotlight"):
        return type(value) is int and 0 <= value <= MOST_DRAWN
    return isinstance(value, bool if key == "handkerchief" else str)
