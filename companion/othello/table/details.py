"""The rules and cards of a game, described for its players."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.core.i18n import _
from companion.othello.model.state import State


class Detail(NamedTuple):
    """One choice made at the start of the game.

    `usual` is False if it differs from the default.
    """

    name: str
    value: str
    usual: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return the detail as an object, for a page."""
        return self._asdict()


def details(state: State) -> list[Detail]:
    """Return edition, level, cards, variants, and every ruling (J1 to J13) with its chosen answer."""
    rules, deck = state.rules, state.deck
    made_up = _(" (made up, no card is a copy of the game's)") if deck.made_up else ""
    title = _(deck.title) if deck.made_up else deck.title
    found = [Detail(_("Edition"), _(rules.title)), Detail(_("Cards"), f"{title}{made_up}")]
    found += [Detail(_("Variant"), _(rules.variant_titles[variant]), usual=False) for variant in rules.variants]
    for ruling, chosen in rules.rulings.items():
        usual = chosen == rules.answers[ruling][0]
        words = _(rules.answer_words[ruling][chosen])
        found.append(Detail(f"{ruling}: {_(rules.questions[ruling])}", words, usual))
    return found
