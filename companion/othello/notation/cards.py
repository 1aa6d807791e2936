"""The cards of a position: names, scoring piles, draw piles, and the position's own deck.

This module checks that cards exist and that each is in one place only. The rules decide which places are allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.errors import InputError, InputErrors
from companion.core.json_fields import Fields, as_list, as_text, as_word, shown
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import (
    UNKNOWN,
    UNKNOWN_OF,
    UNKNOWN_SCRIPT,
    UNKNOWN_STAGING,
    CardName,
    Pile,
    Role,
    Verb,
    pile_of,
)
from companion.othello.model.deck import REWARDS, STAND_IN, Deck, deck_for, deck_from_objects, misnamed
from companion.othello.model.frames import Choices
from companion.othello.model.ruleset import RuleSet
from companion.othello.model.state import Scored, State
from companion.othello.rules.script_cards import role_of

UNKNOWNS = (UNKNOWN_SCRIPT, UNKNOWN_STAGING, UNKNOWN)
MOST_CARDS = 999


def check_card(value: Any, field: str, rules: RuleSet, deck: Deck) -> CardName:
    """Return the name of a card of this deck or rule set, or of an unknown card.

    Raises InputError that explains how cards are written.
    """
    name = as_text(value, field)
    if name in deck.cards or name in rules.staging_cards or name in UNKNOWNS:
        return name
    raise InputError(
        f"there is no card {shown(name)} in this deck; write a script card such as "
        f"{next(iter(deck.cards), 'III.4')}, a staging card ({', '.join(rules.staging_cards)}), "
        f"or {', '.join(UNKNOWNS)} for one that is not known",
        field=field,
    )


def check_character(value: Any, field: str, rules: RuleSet) -> str:
    """Return the name of a character of the play (C1).

    Raises InputError that lists them.
    """
    return as_word(value, field, tuple(rules.wound_limits))


def check_choices(chosen: Choices, rules: RuleSet, deck: Deck, take: tuple[str, ...] = ("card",)) -> None:
    """Check that the chosen cards and characters exist.

    `take` says what may be taken: card, coin.

    Raises InputError that names the field.
    """
    if chosen.give is not None:
        check_card(chosen.give, "give", rules, deck)
    if chosen.take is not None and not ("coin" in take and chosen.take in rules.coins):
        if "card" in take:
            check_card(chosen.take, "take", rules, deck)
        else:
            as_word(chosen.take, "take", tuple(rules.coins))
    characters: list[tuple[str, str | None]] = [("on", chosen.on), ("character", chosen.character)]
    characters += [("wounds", name) for name in chosen.wounds or ()]
    characters += [("cut", name) for name, _count in chosen.cut or ()]
    for field, character in characters:
        if character is not None:
            check_character(character, field, rules)


def own_role(deck: Deck, rules: RuleSet, card: CardName) -> Role:
    """Return the role that a script card is for (K1).

    It is the Lead if the card has a crown, else the company.
    """
    return role_of(rules, deck.cards[card])


def read_deck(head: Fields, rules: RuleSet) -> Deck:
    """Return the deck of a position.

    It is given as the name of a built-in deck, a list of card objects, or an object with a title.

    Raises InputError that names the card and its field.
    """
    deck = head.get("deck")
    if deck is None or isinstance(deck, str):
        return deck_for(rules, deck or STAND_IN)
    if isinstance(deck, Mapping):
        whole = Fields(deck, "deck")
        given, made_up = _deck_of_objects(whole.get("cards"), "deck.cards", rules), whole.flag("made_up")
        cards = {name: replace(card, made_up=made_up or card.made_up) for name, card in given.cards.items()}
        return replace(given, id=whole.text("id"), title=whole.text("title"), made_up=made_up, cards=cards)
    return _deck_of_objects(deck, "deck", rules)


def _deck_of_objects(cards: Any, where: str, rules: RuleSet) -> Deck:
    objects = as_list(cards, where)
    faults: list[InputError] = []
    for index, item in enumerate(objects):
        card = Fields(item, f"{where}[{index}]", faults)
        if card.is_object and card.get("kind") != "staging":
            _check_object(card, rules)
        elif wrong := misnamed(str(card.get("id")), rules):
            card.fault(InputError(wrong, field=card.where("id")))
    if faults:
        raise InputErrors(faults)
    return deck_from_objects(objects, where)


def _check_object(card: Fields, rules: RuleSet) -> None:
    """Check what the deck reader does not: types, and that the characters are in the play."""
    parts = [card, card.object("rewards")] if card.given("rewards") else [card]
    for part, key in [(card, "points"), (card, "points_lead"), (card, "points_company")] + [
        (part, key) for part in parts for key in ("intrigue", "spotlight")
    ]:
        if part.given(key):
            part.count(key)
    for key in ("title", "line", "character_2", "curtain"):
        if card.get(key) not in (None, ""):
            card.text(key)
    for part in parts:
        if part.given("handkerchief"):
            part.flag("handkerchief")
        if part.given("coin"):
            card.take(partial(as_word, part.get("coin"), part.where("coin"), rules.coin_names), "")
    harms = card.get("verb") in (Verb.WOUNDS, Verb.KILLS)
    for key in ("character_1", "character_2") if harms else ("character_1",):
        card.take(partial(check_character, card.get(key), card.where(key), rules), "")


class CardReader:
    """A reader of the cards of one position.

    It counts copies against the box and reports errors to `head`.
    """

    def __init__(self, rules: RuleSet, deck: Deck, head: Fields) -> None:
        self.rules = rules
        self.deck = deck
        self.head = head
        self.found: dict[CardName, list[str]] = {}

    def card(self, value: Any, field: str) -> CardName:
        """Read one card. Raises InputError if there is no such card, or no further copy of it."""
        name = check_card(value, field, self.rules, self.deck)
        if name not in UNKNOWNS:
            there, most = self.found.setdefault(name, []), self.rules.staging_cards.get(name, 1)
            if len(there) >= most:
                few = "a card is in one place" if most == 1 else f"the box has {most} of them"
                raise InputError(f"{name} stands at {', '.join(there)} too; {few}", field=field)
            there.append(field)
        return name

    def cards(self, items: Iterable[tuple[str, Any]]) -> list[CardName]:
        """Read a list of cards from values with their paths."""
        found = [self.head.take(partial(self.card, value, field), "") for field, value in items]
        return [name for name in found if name]

    def scored(self, items: Iterable[tuple[str, Any]]) -> list[Scored]:
        """Read script cards with the role in which each was played.

        The default is the card's own role.
        """
        found = [self.head.take(partial(self._scored, value, field), None) for field, value in items]
        return [item for item in found if item is not None]

    def _scored(self, value: Any, field: str) -> Scored:
        entry = Fields({"card": value} if isinstance(value, str) else value, field)
        name = self.card(entry.get("card"), field if isinstance(value, str) else entry.where("card"))
        if name not in self.deck.cards:
            raise InputError(f"must be a script card of the deck, not {shown(name)}", field=field)
        return name, Role(entry.word("as", tuple(Role), own_role(self.deck, self.rules, name)))

    def pile(self, piles: Fields, key: str, pile: Pile) -> list[CardName]:
        """Read a draw or discard pile: a list of cards or a number of unknown cards.

        If the key is absent, the pile is empty.
        """
        value = piles.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            return [UNKNOWN_OF[pile]] * piles.count(key, most=MOST_CARDS)
        return self.cards((field, card) for field, card in piles.items(key) if self._belongs(card, field, pile))

    def _belongs(self, card: Any, field: str, pile: Pile) -> bool:
        right = not isinstance(card, str) or pile_of(card) in (pile, None)
        if not right:
            self.head.fault(InputError(f"{card} does not belong in a {pile} pile", field=field))
        return right


def cards_in_play(state: State) -> Counter[CardName]:
    """Count all cards of a position, unknown ones included, except those in draw piles."""
    places: list[Iterable[CardName]] = [state.script_discard, state.staging_discard, state.removed]
    places.append(card for card, _role in state.set_aside)
    for seat in state.seats:
        places += [seat.hand, seat.face_up, (card for card, _role in seat.scored)]
        places.append((seat.placed,) if seat.placed is not None else ())
    return Counter(card for place in places for card in place)


def rest_of_script(state: State, elsewhere: Mapping[CardName, int]) -> int:
    """Return the number of the act's script cards that are nowhere else (S9).

    They must be in the draw pile.
    """
    rest = [card for card in state.deck.by_act[state.act - 1] if card not in elsewhere]
    return max(0, len(rest) - elsewhere.get(UNKNOWN_SCRIPT, 0))


def rest_of_staging(state: State, elsewhere: Mapping[CardName, int]) -> int:
    """Return the number of the box's staging cards that are nowhere else (S9).

    They must be in the draw pile.
    """
    rest = sum(max(0, count - elsewhere.get(card, 0)) for card, count in state.rules.staging_cards.items())
    return max(0, rest - elsewhere.get(UNKNOWN_STAGING, 0))


def pile_to_json(cards: list[CardName], pile: Pile) -> list[CardName] | int:
    """Return the number of cards if none of the pile is known, else the list."""
    unknown = UNKNOWN_OF[pile]
    return len(cards) if cards and all(card == unknown for card in cards) else list(cards)


def scored_to_json(scored: Iterable[Scored], deck: Deck, rules: RuleSet) -> list[Any]:
    """Return scored cards, with the role in which they were played if it is not their own."""
    return [card if role == own_role(deck, rules, card) else {"card": card, "as": str(role)} for card, role in scored]


def whole_deck_to_json(deck: Deck) -> dict[str, Any]:
    """Return a deck with its title as the object that `read_deck` reads."""
    return {"id": deck.id, "title": deck.title, "made_up": deck.made_up, "cards": deck_to_json(deck)}


def deck_to_json(deck: Deck) -> list[dict[str, Any]]:
    """Return a deck's cards as the objects that `read_deck` reads."""
    own = [{"kind": "staging", **card._asdict(), "changes": list(card.changes)} for card in deck.staging.values()]
    return [
        {
            "id": card.id,
            "title": card.title,
            "character_1": card.character_1,
            "verb": str(card.verb),
            "character_2": card.character_2,
            "points": card.points,
            "rewards": {key: getattr(card, key) for key in REWARDS},
            "curtain": card.curtain and str(card.curtain),
            "points_lead": card.points_lead,
            "points_company": card.points_company,
            "line": card.line,
            **({"guessed": True} if card.made_up and not deck.made_up else {}),
        }
        for card in deck.cards.values()
    ] + own


def check_names(answer: Answer, state: State) -> None:
    """Check that the cards, coins and characters named in an answer exist in this game.

    Raises InputError that names the field.
    """
    rules, deck = state.rules, state.deck
    for field, card in [("card", answer.card), *(("cards", card) for card in answer.cards)]:
        if card is not None:
            check_card(card, field, rules, deck)
    if answer.coin is not None:
        as_word(answer.coin, "coin", tuple(rules.coins))
    take = ("coin",) if answer.coin == "Emilia" else ("card", "coin") if answer.do is Do.CHOOSE else ("card",)
    check_choices(answer.choices, rules, deck, take)
