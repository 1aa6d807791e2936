"""Check a deck file of Deathmatch: report every error with its line and reason.

A deck is a TOML file with its head (`game`, `id`, `title`, `made_up`) and a `[[card]]` for each action card, trickster,
character and setting; docs/deathmatch.md describes every field. The reader of positions also checks the cards' form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import Fields
from companion.core.safe_parse import read_toml
from companion.deathmatch.model.deck import KINDS, deck_from_objects
from companion.deathmatch.model.ruleset import GAME
from companion.game.deck_files import Fault, TomlTable, key_of, name_of, parts_of, places_of

CARD = "card"
HEAD_FIELDS = ("game", "id", "title", "made_up", CARD)
COMMON_FIELDS = ("kind", "id", "text", "author", "guessed", "effect")
OWN_FIELDS = {
    "action": ("suit", "points", "copies", "title"),
    "trickster": ("copies", "title"),
    "character": ("limits",),
    "setting": ("hand_size",),
}
MOST_LETTERS = 2000  # for one text, which each update sends to every page
FEWEST_CHARACTERS = 2  # DS1: one for each player

_CARD_PATH = re.compile(rf"{CARD}\[(\d+)\]\.?(.*)")


def check_deck(text: str) -> list[Fault]:
    """Return all errors in a deck file's text, in the order of its lines."""
    try:
        data = read_toml(text)
    except InputError as error:
        return [Fault(error.line or 1, "", error.what)]
    parts = parts_of(text)
    found: list[InputError] = []
    head = Fields(data, found=found)
    named = _read_head(head)
    cards = data.get(CARD, [])
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        found.append(InputError(_("write [[{kind}]] above each one", kind=CARD), field=CARD))
        cards = []
    else:
        head.take(lambda: deck_from_objects(cards, CARD, *named), None)
        found += _odd_fields(cards)
        found += _missing(cards)
    faults = [_fault(error, cards, parts) for error in found]
    return sorted(dict.fromkeys(faults), key=lambda fault: fault.line)


def _read_head(head: Fields) -> tuple[str, str, bool]:
    """Read the keys above the cards."""
    for key in head.value:
        if key not in HEAD_FIELDS:
            what = _("there is no such field; there are: {fields}", fields=", ".join(HEAD_FIELDS))
            head.fault(InputError(what, field=str(key)))
    if "game" not in head:
        head.fault(InputError(_('is missing; write game = "{game}"', game=GAME), field="game"))
    head.word("game", (GAME,), GAME)
    return head.text("id"), head.text("title"), head.flag("made_up")


def _odd_fields(cards: Sequence[Mapping[str, Any]]) -> Iterator[InputError]:
    """Yield errors for fields that a card's kind does not have, and for texts that are too long."""
    for index, card in enumerate(cards):
        kind = card.get("kind")
        if kind not in KINDS:
            continue
        known = (*COMMON_FIELDS, *OWN_FIELDS[kind])
        for key, value in card.items():
            where = f"{CARD}[{index}].{key}"
            if key not in known:
                what = _(
                    "a card of the kind {kind} has no such field; there are: {fields}",
                    kind=kind,
                    fields=", ".join(known),
                )
                yield InputError(what, field=where)
            elif isinstance(value, str) and len(value) > MOST_LETTERS:
                yield InputError(_("is too long; {most} letters are the most", most=MOST_LETTERS), field=where)


def _missing(cards: Sequence[Mapping[str, Any]]) -> Iterator[InputError]:
    """Yield errors for missing cards that a game needs (DS1, DS3)."""
    kinds = [card.get("kind") for card in cards]
    if kinds.count("character") < FEWEST_CHARACTERS:
        yield InputError(_("has too few characters; each player needs one, and two players are the fewest"), field=CARD)
    if "action" not in kinds:
        yield InputError(_("has no standard action card, of the kind action"), field=CARD)


def _fault(error: InputError, cards: Sequence[Mapping[str, Any]], parts: Sequence[TomlTable]) -> Fault:
    """Locate an error at the line of its table and key, and name its card."""
    field = error.field or ""
    at = _CARD_PATH.fullmatch(field)
    if at is None:
        return Fault(parts[0].line_of(field), "" if field == CARD else key_of(field), error.what)
    index, key = int(at[1]), at[2]
    part = places_of(CARD, len(cards), parts)[index]
    outer = re.split(r"[.\[]", key)[0]
    inner = key.rpartition(".")[2]
    line = part.keys.get(outer, part.line_of(inner)) if inner != outer else part.line_of(outer)
    name = name_of(cards[index], str(cards[index].get("kind", "card")))
    return Fault(line, " ".join(word for word in (name, key_of(key)) if word), error.what)
