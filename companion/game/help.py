"""Help at the table: the current decision, each card, and what is not allowed now, with the rules.

This module builds the answer for a page. Each game decides what is allowed, and by which rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from companion.core.i18n import _, together
from companion.core.values import asdict
from companion.core.verdict import Reason, Verdict

Json = dict[str, Any]
A = TypeVar("A")

_ID = re.compile(r"\b[A-Z]+[0-9]+\b")


class NotNow(NamedTuple):
    """An action that somebody might want, in words, and every reason why it is not allowed now."""

    text: str
    reasons: Sequence[Reason]


class Card(NamedTuple):
    """A card or another thing of the box: its name, its text, and the ids of its rules.

    `own` says that it belongs to the asking player; `not_now` lists what it cannot do now.
    """

    id: str
    title: str
    text: str = ""
    rules: Sequence[str] = ()
    own: bool = False
    not_now: Sequence[NotNow] = ()


class Help(NamedTuple):
    """The open decision in words and with its rules; the cards; and what the asking player cannot do now."""

    now: str
    rules: Sequence[str] = ()
    cards: Sequence[Card] = ()
    not_now: Sequence[NotNow] = ()


@cache
def rules_of_package(package: str) -> Mapping[str, str]:
    """Return the words of each rule, by its id; none if the package has no `rules.json`.

    `bench/rulebooks.py` writes the file from a page in `docs`.
    """
    file = files(package) / "rules.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def kept_from(answers: Iterable[A], legality: Callable[[A], Verdict], words: Callable[[A], str]) -> list[NotNow]:
    """Return each of these answers that the rules forbid now, with its words and the reasons."""
    judged = [(answer, legality(answer)) for answer in answers]
    return [NotNow(words(answer), verdict.reasons) for answer, verdict in judged if not verdict.legal]


def help_to_json(
    found: Help, rules: Mapping[str, str], edition: str = "", rulings: Mapping[str, str] = MappingProxyType({})
) -> Json:
    """Return the help for a page, with the words of the named rules and of the rules that those name.

    Args:
        found: the help.
        rules: the words of every rule of the game, by id.
        edition: an edition may add to a rule, under `ID of EDITION`.
        rulings: the answers that this game has chosen, in words, by id.
    """
    named = dict.fromkeys(_rules_named(found))
    named |= dict.fromkeys(other for rule in named for other in _named_by(rule, rules, edition))
    return {
        "now": {"text": found.now, "rules": list(found.rules)},
        "cards": [card._asdict() | {"not_now": _not_now(card.not_now)} for card in found.cards],
        "not_now": _not_now(found.not_now),
        "rules": in_words(named, rules, edition, rulings),
    }


def in_words(
    ids: Iterable[str],
    rules: Mapping[str, str],
    edition: str = "",
    rulings: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """Return the words of these rules, by id, in the language of the table. Unknown rules are left out."""
    return {rule: together(_words(rule, rules, edition, rulings)) for rule in ids if rule in rules}


def _not_now(refused: Sequence[NotNow]) -> list[Json]:
    return [{"text": each.text, "reasons": [asdict(reason) for reason in each.reasons]} for each in refused]


def _rules_named(found: Help) -> Iterator[str]:
    """Return every named rule, in reading order."""
    yield from found.rules
    refused = [*found.not_now, *(each for card in found.cards for each in card.not_now)]
    yield from (rule for each in refused for reason in each.reasons for rule in reason.rules)
    yield from (rule for card in found.cards for rule in card.rules)


def _named_by(rule: str, rules: Mapping[str, str], edition: str) -> Iterator[str]:
    words = (rules.get(rule, ""), rules.get(f"{rule} of {edition}", ""))
    yield from (named for each in words for named in _ID.findall(each) if named in rules)


def _words(rule: str, rules: Mapping[str, str], edition: str, rulings: Mapping[str, str]) -> Iterator[str]:
    yield _(rules[rule])
    if more := rules.get(f"{rule} of {edition}"):
        yield _("But in this edition: {words}", words=_(more))
    if rule in rulings:
        yield _("In this game: {answer}.", answer=rulings[rule])
