"""Who sits where and by which rules: the start page's fields, their defaults and what is checked about them."""

from collections.abc import Mapping
from typing import Any

from companion.othello.model.ruleset import USUAL_EDITION, edition_names, load_edition
from companion.play.errors import InputError

DEFAULT_NAMES = ("William", "Kate", "Robin", "Viola", "Ned", "Rosalind")
DEFAULT_SEATS = 4
SEATS = range(2, 7)
NAME_LENGTH = 24

FieldErrors = dict[str, str]


def editions() -> dict[str, str]:
    """The titles to choose from, by edition or "edition/level"; the default one is first."""
    found: dict[str, str] = {}
    for name in sorted(edition_names(), key=lambda name: (name != USUAL_EDITION, name)):
        for level in load_edition(name).levels or (None,):
            found[f"{name}/{level}" if level else name] = load_edition(name, level).title
    return found


def variants() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every variant: its title, and the editions that have it."""
    rule_sets = [load_edition(name) for name in edition_names()]
    titles = {variant: rules.variant_titles[variant] for rules in rule_sets for variant in rules.known_variants}
    return {
        variant: (title, tuple(rules.edition for rules in rule_sets if variant in rules.known_variants))
        for variant, title in sorted(titles.items(), key=lambda item: item[1])
    }


def rulings() -> dict[str, tuple[str, Mapping[str, str]]]:
    """The rulings that can be chosen: the question, and its answers with their words, the default first."""
    rules = load_edition(USUAL_EDITION)
    return {name: (rules.questions[name], words) for name, words in rules.answer_words.items() if len(words) > 1}


def outlines() -> dict[str, dict[str, Any]]:
    """What the page for a game under way has to ask, by edition or "edition/level".

    `stars` are the characters of each act, `coins` those that have coins, `hands` the (script, staging) cards of each
    act by the number of players, `tokens` the intrigue and spotlight tokens of the start.
    """
    found = {}
    for key in editions():
        edition, _, level = key.partition("/")
        rules = load_edition(edition, level or None)
        found[key] = {
            "stars": rules.stars,
            "coins": list(rules.coins),
            "hands": rules.hands,
            "tokens": [rules.start_intrigue, rules.start_spotlight],
        }
    return found


def check_start(body: dict[str, Any]) -> FieldErrors:
    """What is wrong with the body of a `start` command, by field ("names.0", "lead", "edition").

    Empty when all is well. Names are trimmed in place.
    """
    names = body.get("names")
    if not isinstance(names, list) or len(names) not in SEATS or not all(isinstance(name, str) for name in names):
        return {"names": "Two to six players, please."}
    body["names"] = names = [" ".join(name.split()) for name in names]
    errors: FieldErrors = {}
    for index, name in enumerate(names):
        problem = _check_name(name, names[:index])
        if problem:
            errors[f"names.{index}"] = problem
    lead = body.setdefault("lead", None)
    if lead is not None and (isinstance(lead, bool) or not isinstance(lead, int) or not 0 <= lead < len(names)):
        errors["lead"] = "Choose one of the seats, or “not yet”."
    if not isinstance(body.get("deck"), str | None):
        errors["deck"] = "Choose one of the decks."
    problem = _check_rules(body)
    if problem:
        errors["edition"] = problem
    return errors


def check_seats(position: Any) -> FieldErrors:
    """What is wrong with the players' names in a position, beyond what makes it none, by field ("seats[1].name")."""
    seats = position.get("seats") if isinstance(position, dict) else None
    errors: FieldErrors = {}
    for index, seat in enumerate(seats if isinstance(seats, list) else []):
        name = seat.get("name") if isinstance(seat, dict) else None
        if isinstance(name, str) and name and (problem := _check_name(name, [])):
            errors[f"seats[{index}].name"] = problem
    return errors


def _check_rules(body: dict[str, Any]) -> str | None:
    """What is wrong with `edition`, `level`, `variants` and `rulings`."""
    edition, level = body.setdefault("edition", USUAL_EDITION), body.get("level")
    chosen, other = body.get("variants") or [], body.get("rulings") or {}
    if not isinstance(edition, str) or not isinstance(level, str | None):
        return "This edition is not known here."
    if not isinstance(chosen, list) or not isinstance(other, dict):
        return "Variants are a list, and rulings name what is chosen for each."
    if not all(isinstance(word, str) for word in (*chosen, *other.values())):
        return "Variants and rulings are named by words."
    try:
        load_edition(edition, level, chosen, other)
    except InputError as error:
        return f"{error.what[:1].upper()}{error.what[1:]}."
    return None


def _check_name(name: str, before: list[str]) -> str | None:
    if not name:
        return "Every seat needs a name."
    if len(name) > NAME_LENGTH:
        return f"At most {NAME_LENGTH} letters, please: this has {len(name)}."
    if not name.isprintable():
        return "This name has characters that cannot be shown."
    if name.casefold() in (other.casefold() for other in before):
        return "Somebody else has this name already."
    return None
