"""`cuelight deck`: deck files checked, begun, shown and compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from companion.othello.decks.check import check_deck
from companion.othello.decks.file import DeckFile, deck_text, differences, new_deck_text, read_deck_text
from companion.othello.model.cards import ACT_NUMERALS, Role, ScriptCard
from companion.othello.model.deck import Deck, OwnStaging, deck_names
from companion.othello.position.cards import deck_to_json
from companion.play.errors import InputError
from cuelight.commands.files import STANDARD_INPUT, read_text, write_text

WRONG = 2


def read_deck_file(name: str) -> Deck:
    """The script cards of a deck that comes with this program, or of a file.

    Raises InputError with the file, the line and what is wrong.
    """
    return load(name).deck


def load(name: str) -> DeckFile:
    """A deck that comes with this program, by name, or a deck file; `-` is standard input.

    Raises InputError with the file, the line and what is wrong.
    """
    if name in deck_names():
        return read_deck_text(deck_text(name))
    try:
        return read_deck_text(read_text(name))
    except InputError as error:
        raise error if error.file else error.located(name) from error


def check(file: str) -> int:
    """Print all that is wrong in a deck file, a line each, and return the exit status: 2 when anything is."""
    text = deck_text(file) if file in deck_names() else read_text(file)
    faults = check_deck(text)
    for fault in faults:
        place = f"{file}:{fault.line}"
        write_text(": ".join(part for part in (place, fault.where, fault.reason) if part))
    if faults:
        write_text(f"{len(faults)} mistake{'' if len(faults) == 1 else 's'} in {file}")
        return WRONG
    found = read_deck_text(text)
    own = sum(card.copies for card in found.deck.staging.values())
    staging = f" and {own} staging card{'' if own == 1 else 's'} of your own" if own else ""
    write_text(f"{file}: {len(found.deck.cards)} script cards{staging}; nothing is wrong.")
    return 0


def new(file: str, *, edition: str, title: str | None) -> int:
    """Write a deck file to be filled in, `-` for standard output, and return the exit status.

    Raises InputError when the file exists or cannot be written, or there is no such edition.
    """
    path = Path(file)
    deck_id = "my-deck" if file == STANDARD_INPUT else path.stem
    text = new_deck_text(edition, deck_id, title or f"My deck, edition {edition}")
    if file == STANDARD_INPUT:
        write_text(text.rstrip("\n"))
        return 0
    try:
        with path.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError as error:
        raise InputError("is there already, and is not overwritten; choose another name", file=file) from error
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=file) from error
    write_text(f"{file} has every card of the edition {edition}, to be filled in. Then: cuelight deck check {file}")
    return 0


def show(name: str, *, as_json: bool) -> int:
    """Print a deck, and return the exit status.

    Raises InputError with the line of what is wrong in it.
    """
    found = load(name)
    if as_json:
        write_text(json.dumps(deck_to_json(found.deck), indent=1, ensure_ascii=False))
        return 0
    blocks = [f"{found.deck.title} ({found.deck.id}), edition {found.edition}"]
    if found.deck.made_up:
        blocks[0] += "; its cards are made up"
    for act, names in enumerate(found.deck.by_act, start=1):
        cards = [found.deck.cards[name] for name in names]
        points = sum(max(card.points_for(role) for role in Role) for card in cards)
        head = f"Act {ACT_NUMERALS[act - 1]}: {len(cards)} cards, {points} points"
        blocks.append("\n".join([head, *map(_card_line, cards)]))
    if found.deck.staging:
        own = map(_staging_line, found.deck.staging.values())
        blocks.append("\n".join(["Staging cards of your own", *own]))
    write_text("\n\n".join(blocks))
    return 0


def _card_line(card: ScriptCard) -> str:
    points = f"{card.points_lead} Lead / {card.points_company} company" if card.curtain else str(card.points)
    return f"  {card.id:<7}{card.title:<42}{points:<22}{', '.join(_rewards(card))}".rstrip()


def _rewards(card: ScriptCard) -> Iterator[str]:
    if card.curtain is not None:
        yield f"{card.curtain} curtain"
    if card.intrigue:
        yield f"{card.intrigue} intrigue"
    if card.spotlight:
        yield f"{card.spotlight} spotlight"
    if card.coin is not None:
        yield f"{card.coin} coin"
    if card.handkerchief:
        yield "handkerchief"


def _staging_line(card: OwnStaging) -> str:
    price = f", costs {card.price} intrigue" if card.price else ""
    changes = f" [changes {', '.join(card.changes)}]" if card.changes else ""
    return f"  {card.copies} × {card.title}{price}: {card.text}{changes}"


def diff(first: str, second: str) -> int:
    """Print in what two decks differ, a line each, and return the exit status.

    Raises InputError with the line of what is wrong in one of them.
    """
    found = differences(load(first), load(second))
    for card, field, ours, theirs in found:
        if not field:
            where, title = (first, ours) if theirs is None else (second, theirs)
            write_text(f"{card}: only in {where}: {title}")
        else:
            write_text(f"{card} {field}: {_plain(ours)} → {_plain(theirs)}")
    write_text(f"{len(found)} difference{'' if len(found) == 1 else 's'}" if found else "no difference")
    return 0


def _plain(value: object) -> str:
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
