"""The decks of Othello."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.observation import TagKind
from companion.game.deck_files import ComparedCard, DeckType
from companion.game.new_game import OwnDeck
from companion.othello.decks.check import check_deck
from companion.othello.decks.file import compared, new_deck_text, own_deck, stored_deck
from companion.othello.model.cards import ACT_NUMERALS, CardName, Role, ScriptCard
from companion.othello.model.deck import STAND_IN, Deck, OwnStaging, deck_for, deck_names, deck_text
from companion.othello.model.ruleset import USUAL_EDITION, load_edition
from companion.othello.notation.cards import deck_to_json
from companion.othello.table.options.card_form import ScriptCardForm


class ScriptDecks(DeckType):
    """Decks with script cards by act, and the owner's own staging cards."""

    form = ScriptCardForm()
    names = staticmethod(deck_names)
    text = staticmethod(deck_text)
    faults = staticmethod(check_deck)
    stored = staticmethod(stored_deck)

    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the made-up deck that fits an edition."""
        return own_deck(deck_for(load_edition(edition), STAND_IN), edition)

    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return cards (including the owner's staging cards), tiles and coins, by kind of tag."""
        rules, cards = load_edition(edition), deck.deck
        return {
            TagKind.CARD: (*cards.cards, *sorted({*rules.staging_cards, *cards.staging})),
            TagKind.TILE: tuple(rules.wound_limits),
            TagKind.COIN: tuple(rules.coins),
        }

    def counted(self, deck: OwnDeck, /) -> str:
        """Return the number of script cards, and of own staging cards if there are any."""
        own = deck.counts["staging"]
        staging = f" and {own} staging card{'' if own == 1 else 's'} of your own" if own else ""
        return f"{deck.counts['script']} script cards{staging}"

    def shown(self, deck: OwnDeck, /) -> str:
        """Return a deck as text for people, act by act."""
        cards: Deck = deck.deck
        blocks = [f"{deck.title} ({deck.id}), edition {deck.edition}"]
        if deck.made_up:
            blocks[0] += "; its cards are made up"
        for act, names in enumerate(cards.by_act, start=1):
            mine = [cards.cards[name] for name in names]
            points = sum(max(card.points_for(role) for role in Role) for card in mine)
            head = f"Act {ACT_NUMERALS[act - 1]}: {len(mine)} cards, {points} points"
            blocks.append("\n".join([head, *map(_script_line, mine)]))
        if cards.staging:
            blocks.append("\n".join(["Staging cards of your own", *map(_staging_line, cards.staging.values())]))
        return "\n\n".join(blocks)

    def objects(self, deck: OwnDeck, /) -> Any:
        """Return the card objects as a position accepts them."""
        return deck_to_json(deck.deck)

    def compared(self, deck: OwnDeck, /) -> Mapping[CardName, ComparedCard]:
        """Return the cards in the order of the play."""
        return compared(deck.deck)

    def new(self, deck_id: str, title: str | None, edition: str | None, /) -> tuple[str, str]:
        """Return the text of a file to be filled in, and a description of its contents."""
        edition = edition or USUAL_EDITION
        text = new_deck_text(edition, deck_id, title or f"My deck, edition {edition}")
        return text, f"every card of the edition {edition}"


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
