"""Deathmatch in the application: game records, options of a new game, and the things on a mat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.i18n import _, ngettext
from companion.core.json_fields import as_word
from companion.deathmatch.decks.file import stored_deck
from companion.deathmatch.model.answers import Do
from companion.deathmatch.model.changes import PlaceKind
from companion.deathmatch.model.deck import Deck
from companion.deathmatch.model.ruleset import EDITION, GAME, rule_set
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, is_unknown
from companion.deathmatch.notation.cards import deck_to_json
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.table.things import Kind, thing_named
from companion.deathmatch.text.views import card_view
from companion.deathmatch.text.words import card_face, card_title, damage
from companion.game.new_game import Decks

Json = dict[str, Any]


# --- records


def rules_record(edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> Json:
    """Return variants and all rulings; there is one edition without levels. Raises InputError with the field."""
    as_word(edition, "edition", (EDITION,))
    if level is not None:
        as_word(level, "level", ())
    rules = rule_set(variants, rulings)
    return {"variants": sorted(map(str, rules.variants)), "rulings": rules.rulings}


def deck_kept(kept: str | Mapping[str, Any]) -> str | Deck:
    """Return the deck of a game's record, by name or from the text of its file."""
    return kept if isinstance(kept, str) else stored_deck(kept["text"]).deck


def position_kept(position: Any, decks: Decks) -> Json:
    """Return a position to continue from; its deck may be an owner's. Raises InputErrors."""
    if isinstance(position, Mapping) and (own := decks.deck(GAME, position.get("deck"))) is not None:
        position = {**position, "deck": deck_to_json(own)}
    return position_to_json(position_from_json(position))


# --- the box


def box_of(state: State) -> dict[str, int]:
    """Return every thing in the box with its number of copies."""
    return contents(state.deck)


def contents(deck: Deck) -> dict[str, int]:
    """Return every thing in the box of a deck with its number of copies."""
    box = dict(deck.copies)
    box |= {f"{Kind.CHARACTER}:{name}": 1 for name in deck.characters}
    box |= {f"{Kind.SETTING}:{name}": 1 for name in deck.settings}
    return box | {str(Kind.PROTAGONIST): 1}


def at_hand(state: State) -> list[str]:
    """Return the things that anybody may place: all except characters, which belong to their players."""
    return [*state.deck.actions, *(f"{Kind.SETTING}:{name}" for name in state.deck.settings), str(Kind.PROTAGONIST)]


def view_of(state: State, name: str) -> Json:
    """Return a thing for a page: the face of an action card or setting in this deck, or else its words."""
    kind, title = thing_named(name)
    if kind is Kind.ACTION and (name in state.deck.actions or is_unknown(name)):
        return card_view(state, name)
    if kind is Kind.SETTING and title in state.deck.settings:
        return {**card_face(state.deck.settings[title]), "id": name, "words": title}
    if kind is Kind.ACTION:
        kind = Kind.STRANGER
    words = _("the protagonist card") if kind is Kind.PROTAGONIST else title
    return {"id": name, "kind": str(kind), "words": words}


def called(state: State, name: str) -> str:
    """Name a thing as people find it in the box; a guessed action card goes by its suit and points."""
    kind, title = thing_named(name)
    if kind is Kind.PROTAGONIST:
        return _("protagonist card")
    card = state.deck.actions.get(name)
    if card is None:
        return title
    is_guess = state.deck.made_up or card.guessed
    return damage(card.points, card.suit) if is_guess and card.suit is not None else card_title(state, name)


def seen_at(state: State, player: int | None, thing: str) -> str:
    """Return the visible side of a thing: a character shown to the companion is face down, all else is face up."""
    kind, name = thing_named(thing)
    seat = None if player is None else state.seats[player]
    lies_open = seat is not None and (seat.revealed or seat.out) and seat.character == name
    return thing if lies_open or kind is not Kind.CHARACTER else UNKNOWN_CHARACTER


def is_one_card(state: State, name: str) -> bool:
    """Return True for an action card or a character that only one player has."""
    kind, title = thing_named(name)
    return title in (state.deck.actions if kind is Kind.ACTION else state.deck.characters)


_IN_SIGHT = (PlaceKind.POOL, PlaceKind.PLAYED)


def moves_hidden(answer: Mapping[str, Any]) -> bool:
    """Return True if changes move a hidden card into a hand or on another's pile, or into a pool face down."""
    changes = answer.get("changes") if answer.get("do") in (Do.CORRECT, Do.CARRY_OUT) else None
    moved = [each for each in changes if isinstance(each, Mapping)] if isinstance(changes, list) else []
    return any(
        _has_place(change.get("to"), PlaceKind.HAND)
        or (_has_place(change.get("to"), PlaceKind.POOL) and change.get("card") == UNKNOWN_ACTION)
        or (_has_place(change.get("from"), PlaceKind.HAND) and _is_other_pile(change.get("to"), change["from"]))
        for change in moved
        if change.get("what") == "card" and not any(_has_place(change.get("from"), seen) for seen in _IN_SIGHT)
    )


def _has_place(value: Any, kind: PlaceKind) -> bool:
    return isinstance(value, Mapping) and kind in value


def _is_other_pile(value: Any, hand: Mapping[str, Any]) -> bool:
    return _has_place(value, PlaceKind.PILE) and value[PlaceKind.PILE] != hand[PlaceKind.HAND]


def cards_said(answer: Mapping[str, Any]) -> list[str]:
    """Return the player's own cards that an answer names."""
    if answer.get("do") not in (Do.PLAY, Do.TRICKSTER, Do.DISCARD, Do.REVEAL, Do.SLAIN, Do.CHARACTER):
        return []
    cards = answer.get("cards")
    named = [answer.get("card"), *(cards if isinstance(cards, list) else [])]
    character = answer.get("character")
    found = [card for card in named if isinstance(card, str)]
    return [*found, f"{Kind.CHARACTER}:{character}"] if isinstance(character, str) else found


def racked(state: State, player: int) -> list[str]:
    """Return the backs of a hand, and of a character that nobody else has seen."""
    seat = state.seats[player]
    secret = not state.is_new and not seat.revealed and not seat.out
    return [*([UNKNOWN_CHARACTER] if secret else []), *[UNKNOWN_ACTION] * len(seat.hand)]


def back_in_rack(state: State, player: int, thing: str) -> str | None:
    """Return the back of an action card or a character; None for anything else, and for a face-up character."""
    kind, title = thing_named(thing)
    if kind is Kind.ACTION:
        return UNKNOWN_ACTION if title in state.deck.actions else None
    is_open = any(seat.character == title for seat in state.seats if seat.revealed or seat.out)
    return UNKNOWN_CHARACTER if kind is Kind.CHARACTER and title in state.deck.characters and not is_open else None


def with_rack(state: State, player: int, things: Sequence[str]) -> State:
    """Return the state in which a player has these action cards, and this character if one is among them."""
    named = [thing_named(thing) for thing in things]
    hand = tuple(title for kind, title in named if kind is Kind.ACTION)
    character = next((title for kind, title in named if kind is Kind.CHARACTER), state.seats[player].character)
    return state.with_seat(player, state.seats[player]._replace(hand=hand, character=character))


def back_words(back: str, count: int) -> str:
    """Count the cards with this back in words."""
    if back == UNKNOWN_CHARACTER:
        return ngettext("{count} character", "{count} characters", count)
    return ngettext("{count} action card", "{count} action cards", count)
