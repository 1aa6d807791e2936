"""What somebody can look up at the table: the open moment, each card, and what may not be done now, with the rules.

Here is only how an answer is made of them. What is allowed, and by which rules, each game says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.i18n import _, together
from companion.core.values import asdict
from companion.core.verdict import Reason

Json = dict[str, Any]

_ID = re.compile(r"\b[A-Z]+[0-9]+\b")


class NotNow(NamedTuple):
    """Something that one might want to do, in words, and every reason why it is not allowed now."""

    text: str
    reasons: Sequence[Reason]


class Card(NamedTuple):
    """A card, or another thing of the box: what it is called and says, and the ids of its rules.

    `own` says that whoever asks has it; `not_now` is what cannot be done with it now.
    """

    id: str
    title: str
    text: str = ""
    rules: Sequence[str] = ()
    own: bool = False
    not_now: Sequence[NotNow] = ()


class Help(NamedTuple):
    """What is open now, in words and with its rules; the cards; and what whoever asks cannot do now."""

    now: str
    rules: Sequence[str] = ()
    cards: Sequence[Card] = ()
    not_now: Sequence[NotNow] = ()


def read_rules(path: Traversable) -> dict[str, str]:
    """The words of each rule, by its id; the file is made of the page in `docs` (see `bench/rulebooks.py`)."""
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def help_to_json(
    told: Help, rules: Mapping[str, str], edition: str = "", rulings: Mapping[str, str] = MappingProxyType({})
) -> Json:
    """An answer for a page: with the words of the rules that are named, and of those that these words name.

    Args:
        rules: the words of every rule of the game, by its id.
        edition: of which a rule may say more, under `ID of EDITION`.
        rulings: which answers this game has chosen, by their ids.
    """
    named = dict.fromkeys(_rules_named(told))
    named |= dict.fromkeys(other for rule in named for other in _named_by(rule, rules, edition))
    return {
        "now": {"text": told.now, "rules": list(told.rules)},
        "cards": [card._asdict() | {"not_now": _not_now(card.not_now)} for card in told.cards],
        "not_now": _not_now(told.not_now),
        "rules": in_words(named, rules, edition, rulings),
    }


def in_words(
    ids: Iterable[str],
    rules: Mapping[str, str],
    edition: str = "",
    rulings: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """What these rules say, by their ids, in the language of the table; what there is no rule for is left out."""
    return {rule: together(_words(rule, rules, edition, rulings)) for rule in ids if rule in rules}


def _not_now(refused: Sequence[NotNow]) -> list[Json]:
    return [{"text": each.text, "reasons": [asdict(reason) for reason in each.reasons]} for each in refused]


def _rules_named(told: Help) -> Iterator[str]:
    """Every rule that is named somewhere, in the order in which one reads."""
    yield from told.rules
    refused = [*told.not_now, *(each for card in told.cards for each in card.not_now)]
    yield from (rule for each in refused for reason in each.reasons for rule in reason.rules)
    yield from (rule for card in told.cards for rule in card.rules)


def _named_by(rule: str, rules: Mapping[str, str], edition: str) -> Iterator[str]:
    words = (rules.get(rule, ""), rules.get(f"{rule} of {edition}", ""))
    yield from (named for each in words for named in _ID.findall(each) if named in rules)


def _words(rule: str, rules: Mapping[str, str], edition: str, rulings: Mapping[str, str]) -> Iterator[str]:
    yield _(rules[rule])
    if more := rules.get(f"{rule} of {edition}"):
        yield _("But in this edition: {words}", words=_(more))
    if rule in rulings:
        yield _("In this game: {answer}.", answer=rulings[rule])
