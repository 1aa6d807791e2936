"""The decks of Othello."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.observation import TagKind
from companion.game.deck_files import DeckFiles, Difference
from companion.game.new_game import OwnDeck
from companion.othello.decks.check import check_deck
from companion.othello.decks.file import DeckFile, differences, fits, kept_deck_file, new_deck_text, read_deck_text
from companion.othello.model.cards import ACT_NUMERALS, Role, ScriptCard
from companion.othello.model.deck import STAND_IN, OwnStaging, deck_for, deck_names, deck_text
from companion.othello.model.ruleset import USUAL_EDITION, edition_names, load_edition
from companion.othello.notation.cards import deck_to_json
from companion.othello.table.options.card_form import ScriptCardForm
from companion.othello.table.options.records import GAME


class ScriptDecks(DeckFiles):
    """Decks with script cards by act, and the owner's own staging cards."""

    form = ScriptCardForm()
    names = staticmethod(deck_names)
    text = staticmethod(deck_text)
    faults = staticmethod(check_deck)

    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the made-up deck that fits an edition."""
        return _own_deck(DeckFile(deck_for(load_edition(edition), STAND_IN), edition))

    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return cards (including the owner's staging cards), tiles and coins, by kind of tag."""
        rules, cards = load_edition(edition), deck.deck
        return {
            TagKind.CARD: (*cards.cards, *sorted({*rules.staging_cards, *cards.staging})),
            TagKind.TILE: tuple(rules.wound_limits),
            TagKind.COIN: tuple(rules.coins),
        }

    def read(self, text: str, /) -> OwnDeck:
        """Return a valid deck."""
        return _own_deck(read_deck_text(text))

    def stored(self, text: str, /) -> OwnDeck:
        """Return a deck that was valid when it was stored."""
        return _own_deck(kept_deck_file(text))

    def counted(self, text: str, /) -> str:
        """Return the number of cards of a valid deck, in words."""
        deck = read_deck_text(text).deck
        own = sum(card.copies for card in deck.staging.values())
        staging = f" and {own} staging card{'' if own == 1 else 's'} of your own" if own else ""
        return f"{len(deck.cards)} script cards{staging}"

    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Return the text of a file to be filled in, and a description of its contents."""
        edition = edition or USUAL_EDITION
        text = new_deck_text(edition, deck_id, title or f"My deck, edition {edition}")
        return text, f"every card of the edition {edition}"

    def shown(self, text: str, /) -> str:
        """Return a deck as text for people, act by act."""
        found = read_deck_text(text)
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

    def objects(self, text: str, /) -> Any:
        """Return the card objects as a position accepts them."""
        return deck_to_json(read_deck_text(text).deck)

    def differences(self, first: str, second: str, /) -> list[Difference]:
        """Return the differences of two decks, in the order of the play."""
        ours, theirs = (read_deck_text(text) for text in (first, second))
        return differences(ours, theirs)


def _own_deck(found: DeckFile) -> OwnDeck:
    """Return an owner's deck in the form that the application keeps."""
    deck = found.deck
    counts = {"script": len(deck.cards), "staging": sum(card.copies for card in deck.staging.values())}
    played = [edition for edition in edition_names() if fits(found.edition, edition)]
    return OwnDeck(GAME, deck.id, deck.title, deck.made_up, found.edition, played, counts, deck, deck.guessed)


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
