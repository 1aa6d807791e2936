"""What `cuelight deck` does with a deck of each game. The `game` of a file says whose it is; without it, Othello's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from companion.deathmatch.decks import check as deathmatch_check
from companion.deathmatch.decks import file as deathmatch_file
from companion.deathmatch.model import deck as deathmatch_deck
from companion.deathmatch.model.cards import ActionCard, Character, Setting
from companion.othello.decks import check as othello_check
from companion.othello.decks import file as othello_file
from companion.othello.model import deck as othello_deck
from companion.othello.model.cards import ACT_NUMERALS, Role, ScriptCard
from companion.othello.model.deck import OwnStaging
from companion.othello.position.cards import deck_to_json
from companion.play.bounded import read_toml
from companion.play.deck_files import Fault
from companion.play.errors import InputError
from companion.play.fields import shown

USUAL = "othello"


class Difference(NamedTuple):
    """One thing in which two decks differ; None for a card or field that one of them does not have."""

    card: str
    field: str
    first: Any
    second: Any


class Decks(Protocol):
    """The decks of one game. A `text` is that of a deck file."""

    def names(self) -> Sequence[str]:
        """The decks that come with Cuelight."""
        ...

    def text(self, name: str) -> str:
        """The text of one of them."""
        ...

    def faults(self, text: str) -> list[Fault]:
        """All that is wrong, in the order of the lines."""
        ...

    def counted(self, text: str) -> str:
        """How many cards a deck without a mistake has, in words."""
        ...

    def new(self, deck_id: str, title: str | None, edition: str | None) -> tuple[str, str]:
        """A file to be filled in, and in words what is in it."""
        ...

    def shown(self, text: str) -> str:
        """A deck for people. Raises InputErrors with everything that is wrong."""
        ...

    def objects(self, text: str) -> Any:
        """The card objects that a position takes. Raises InputErrors with everything that is wrong."""
        ...

    def differences(self, first: str, second: str) -> list[Difference]:
        """In what two decks differ. Raises InputErrors with everything that is wrong in one of them."""
        ...


def game_of(text: str) -> str:
    """Whose deck a file is; Othello's where it does not say, or cannot be read: its check then tells why.

    Raises InputError for a game that there is not.
    """
    try:
        game = read_toml(text).get("game", USUAL)
    except InputError:
        return USUAL
    if not isinstance(game, str) or game not in GAMES:
        line = next((number for number, line in enumerate(text.splitlines(), start=1) if "game" in line), 1)
        raise InputError(f"{shown(game)} is not one of: {', '.join(GAMES)}", line=line, field="game")
    return game


class OthelloDecks:
    """Script cards act by act, and staging cards of one's own."""

    def names(self) -> Sequence[str]:
        """The decks that come with Cuelight."""
        return othello_deck.deck_names()

    def text(self, name: str) -> str:
        """The text of one of them."""
        return othello_file.deck_text(name)

    def faults(self, text: str) -> list[Fault]:
        """All that is wrong, in the order of the lines."""
        return othello_check.check_deck(text)

    def counted(self, text: str) -> str:
        """How many cards a deck without a mistake has, in words."""
        deck = othello_file.read_deck_text(text).deck
        own = sum(card.copies for card in deck.staging.values())
        staging = f" and {own} staging card{'' if own == 1 else 's'} of your own" if own else ""
        return f"{len(deck.cards)} script cards{staging}"

    def new(self, deck_id: str, title: str | None, edition: str | None) -> tuple[str, str]:
        """A file to be filled in, and in words what is in it."""
        edition = edition or "2024"
        text = othello_file.new_deck_text(edition, deck_id, title or f"My deck, edition {edition}")
        return text, f"every card of the edition {edition}"

    def shown(self, text: str) -> str:
        """A deck for people, act by act."""
        found = othello_file.read_deck_text(text)
        blocks = [f"{found.deck.title} ({found.deck.id}), edition {found.edition}"]
        if found.deck.made_up:
            blocks[0] += "; its cards are made up"
        for act, names in enumerate(found.deck.by_act, start=1):
            cards = [found.deck.cards[name] for name in names]
            points = sum(max(card.points_for(role) for role in Role) for card in cards)
            head = f"Act {ACT_NUMERALS[act - 1]}: {len(cards)} cards, {points} points"
            blocks.append("\n".join([head, *map(_script_line, cards)]))
        if found.deck.staging:
            own = map(_staging_line, found.deck.staging.values())
            blocks.append("\n".join(["Staging cards of your own", *own]))
        return "\n\n".join(blocks)

    def objects(self, text: str) -> Any:
        """The card objects that a position takes."""
        return deck_to_json(othello_file.read_deck_text(text).deck)

    def differences(self, first: str, second: str) -> list[Difference]:
        """In what two decks differ, in the order of the play."""
        ours, theirs = (othello_file.read_deck_text(text) for text in (first, second))
        return [Difference(*found) for found in othello_file.differences(ours, theirs)]


def _script_line(card: ScriptCard) -> str:
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


class DeathmatchDecks:
    """Action cards, tricksters, characters and settings."""

    def names(self) -> Sequence[str]:
        """The decks that come with Cuelight."""
        return deathmatch_deck.deck_names()

    def text(self, name: str) -> str:
        """The text of one of them."""
        return deathmatch_file.deck_text(name)

    def faults(self, text: str) -> list[Fault]:
        """All that is wrong, in the order of the lines."""
        return deathmatch_check.check_deck(text)

    def counted(self, text: str) -> str:
        """How many cards a deck without a mistake has, in words."""
        deck = deathmatch_file.read_deck_text(text)
        counts = {"action card": deck.size, "character": len(deck.characters), "setting": len(deck.settings)}
        return ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items())

    def new(self, deck_id: str, title: str | None, edition: str | None) -> tuple[str, str]:
        """A file to be filled in, and in words what is in it."""
        if edition not in (None, EDITION):
            raise InputError(f"there is no edition {edition!r} of Deathmatch; leave it out", field="--edition")
        text = deathmatch_file.new_deck_text(deck_id, title or "My deck of Shakespeare Deathmatch")
        return text, "the cards of which the author has told"

    def shown(self, text: str) -> str:
        """A deck for people, kind by kind."""
        deck = deathmatch_file.read_deck_text(text)
        made_up = "; its cards are made up, but for what is marked *" if deck.made_up else ""
        standard = [card for card in deck.actions.values() if not card.is_trickster]
        tricksters = [card for card in deck.actions.values() if card.is_trickster]
        copies = [sum(card.copies for card in cards) for cards in (standard, tricksters)]
        return "\n\n".join(
            [
                f"{deck.title} ({deck.id}), Shakespeare Deathmatch{made_up}",
                "\n".join([f"Standard action cards: {copies[0]}", *map(_action_line, standard)]),
                "\n".join([f"Tricksters: {copies[1]}", *map(_action_line, tricksters)]),
                "\n".join([f"Characters: {len(deck.characters)}", *map(_character_line, deck.characters.values())]),
                "\n".join([f"Settings: {len(deck.settings)}", *map(_setting_line, deck.settings.values())]),
            ]
        )

    def objects(self, text: str) -> Any:
        """The card objects that a position takes."""
        return deathmatch_deck.deck_to_objects(deathmatch_file.read_deck_text(text))

    def differences(self, first: str, second: str) -> list[Difference]:
        """In what two decks differ, in the order of the cards."""
        ours, theirs = (deathmatch_file.read_deck_text(text) for text in (first, second))
        return [Difference(*found) for found in deathmatch_file.differences(ours, theirs)]


EDITION = "2021"


def _action_line(card: ActionCard) -> str:
    return _line(f"{card.copies:>4} × {card.id}", card.title, card.text, card.author)


def _character_line(card: Character) -> str:
    limits = " and ".join(f"{points} {suit}" for suit, points in card.limits)
    return _line(f"  {card.id}", limits, card.text, card.author)


def _setting_line(card: Setting) -> str:
    return _line(f"  {card.id}", f"{card.hand_size} cards", card.text, card.author)


def _line(name: str, what: str, text: str, author: tuple[str, ...]) -> str:
    mark = f"  * {', '.join(author)}" if author else ""
    told = ": ".join(part for part in (what, text) if part)
    return f"{name:<38}{told}{mark}".rstrip()


GAMES: dict[str, Decks] = {USUAL: OthelloDecks(), deathmatch_check.GAME: DeathmatchDecks()}
