"""Options of a new Deathmatch game: variants, and rulings with their answers, in words."""

from __future__ import annotations

from typing import Any

from companion.core.i18n import _
from companion.deathmatch.model.cards import CASTLE, USUAL_HAND
from companion.deathmatch.model.deck import load_deck
from companion.deathmatch.model.ruleset import EDITION, RULINGS, Variant
from companion.game.new_game import STAND_IN, StartForm

TITLE = "Shakespeare Deathmatch (2021)"


def form() -> StartForm:
    """Return the options of a new game."""
    variants = {str(variant): (_(variant.words), (EDITION,)) for variant in Variant}
    rulings = {
        name: (_(answers.asks), {str(answer): _(answer.words) for answer in answers})
        for name, (_field, answers) in RULINGS.items()
        if len(answers) > 1
    }
    lead, characters = _("the protagonist card"), frozenset(load_deck(STAND_IN).characters)
    computed = {"DJ1": "higher-any"}  # the numbers of made-up cards decide; those of a real box are not known to count
    return StartForm({EDITION: TITLE}, variants, rulings, {EDITION: _outline()}, lead, characters, computed)


def _outline() -> dict[str, Any]:
    """Return suggestions for the page of a running game, from the stand-in deck; the castle comes first."""
    deck = load_deck(STAND_IN)
    settings = sorted(deck.settings, key=lambda name: (name != CASTLE, name))
    return {"characters": sorted(deck.characters), "settings": settings, "cards": deck.size, "hand": USUAL_HAND}
