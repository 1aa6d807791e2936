"""The options of the pages that start a game of Othello."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.core.i18n import _
from companion.game.new_game import StartForm
from companion.othello.model.ruleset import USUAL_EDITION, edition_names, load_edition

EDITIONS = sorted(edition_names(), key=lambda name: (name != USUAL_EDITION, name))


def form() -> StartForm:
    """Return the available options, in the current language."""
    variants = {name: (_(title), known) for name, (title, known) in _variants().items()}
    rulings = {
        name: (_(question), {answer: _(words) for answer, words in answers.items()})
        for name, (question, answers) in _rulings().items()
    }
    return StartForm(_editions(), variants, rulings, _outlines(), _("the Iago tile"), _characters())


@cache
def _editions() -> dict[str, str]:
    """Return the titles of the editions by key, edition or "edition/level".

    The default is first.
    """
    found: dict[str, str] = {}
    for name in EDITIONS:
        for level in load_edition(name).levels or (None,):
            found[f"{name}/{level}" if level else name] = load_edition(name, level).title
    return found


@cache
def _variants() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return every variant with its title and the names of its editions."""
    rule_sets = [load_edition(name) for name in sorted(EDITIONS)]
    titles = {variant: rules.variant_titles[variant] for rules in rule_sets for variant in rules.known_variants}
    return {
        variant: (title, tuple(rules.edition for rules in rule_sets if variant in rules.known_variants))
        for variant, title in sorted(titles.items(), key=lambda item: item[1])
    }


@cache
def _rulings() -> dict[str, tuple[str, Mapping[str, str]]]:
    """Return the rulings that can be chosen.

    Each has its question, and the titles of its answers, the default first.
    """
    rules = load_edition(USUAL_EDITION)
    return {name: (rules.questions[name], words) for name, words in rules.answer_words.items() if len(words) > 1}


@cache
def _characters() -> frozenset[str]:
    """Return the characters of all acts of all editions."""
    acts = (act for name in EDITIONS for act in load_edition(name).stars)
    return frozenset(character for act in acts for character in act)


@cache
def _outlines() -> dict[str, dict[str, Any]]:
    """Return the data for the page to join a game in progress, by edition or "edition/level".

    `stars` are the characters of each act, `coins` those that have coins, `hands` the (script, staging) cards of
    each act by the number of players, `tokens` the intrigue and spotlight tokens at the start.
    """
    found = {}
    for key in _editions():
        edition, _, level = key.partition("/")
        rules = load_edition(edition, level or None)
        found[key] = {
            "stars": rules.stars,
            "coins": list(rules.coins),
            "hands": rules.hands,
            "tokens": [rules.start_intrigue, rules.start_spotlight],
        }
    return found
