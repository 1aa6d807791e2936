"""Read positions: a whole game at one moment as JSON, to save it, to set up a test, or to join a running game.

Every key except `game` and `seats` has a default. Unknown keys are ignored. All invalid values are reported, each with
the path of its field. Positions that cannot arise in play are allowed.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_text, as_word, shown
from companion.core.positions import Players, read_seats, read_whole
from companion.deathmatch.model.cards import CASTLE, Suit
from companion.deathmatch.model.changes import MOST_POINTS
from companion.deathmatch.model.deck import STAND_IN, Deck, load_deck
from companion.deathmatch.model.ruleset import (
    EDITION,
    GAME,
    SEATS,
    RuleSet,
    checked_ruling,
    read_ruling,
    read_variant,
    rule_set,
)
from companion.deathmatch.model.state import Phase, Seat, State, WaitingText
from companion.deathmatch.model.unknown import UNKNOWN_CHARACTER, size
from companion.deathmatch.notation.cards import Cards, check_characters, read_deck
from companion.deathmatch.notation.moment import read_moment, sound


def position_from_json(data: Any) -> State:
    """Return the state that a position describes.

    Raises InputErrors, or InputError for a single error, each with the path of its field. Checks that depend on an
    unreadable deck or seats are skipped.
    """
    return read_whole(data, _read)


def _read(head: Fields) -> State:
    if "game" not in head:
        head.fault(InputError(f'is missing; write "{GAME}"', field="game"))
    head.word("game", (GAME,), GAME)
    head.word("edition", (EDITION,), EDITION)
    rules = _read_rules(head)
    deck = head.take(lambda: read_deck(head), None)
    cards = Cards(head, deck if sound(head, "deck") else None)
    usual = deck or load_deck(STAND_IN)
    removed = _removed(head, rules, usual, cards)
    none: list[Fields] = []
    fields = head.take(lambda: read_seats(head, SEATS[0], SEATS[-1]), none)
    players = Players(head, fields)
    seats = tuple(_read_seat(seat, rules, cards) for seat in fields)
    seats = _with_limits(head, players, _with_hand_sizes(head, players, seats))
    state = State(rules, usual, seats, removed=removed, discard=cards.heap(head, "discard"))
    state = _read_texts(head, state, players, cards)
    state = _read_setting(head, state, cards, players.optional("protagonist"))
    state = read_moment(head, state, players)
    return _read_characters(head, state, cards)


def _read_rules(head: Fields) -> RuleSet:
    """Read the variants and the rulings that differ from the defaults."""
    variants = [
        head.take(partial(_variant, value, where), None)
        for where, value in (head.items("variants") if head.given("variants") else [])
    ]
    rulings = head.object("rulings") if head.given("rulings") else Fields({}, "rulings", head.found)
    named = {}
    for key, value in rulings.value.items():
        name = head.take(partial(_ruling, str(key), value), None)
        if name is not None:
            named[str(key)] = name
    return rule_set([name for name in variants if name is not None], named)


def _variant(value: Any, where: str) -> str:
    return str(read_variant(as_text(value, where), where))


def _ruling(ruling: str, value: Any) -> str:
    return str(read_ruling(ruling, as_text(value, f"rulings.{checked_ruling(ruling)}")))


def _read_seat(fields: Fields, rules: RuleSet, cards: Cards) -> Seat:
    seat = Seat(
        name=str(fields.get("name")),
        character=cards.character(fields.value.get("character", UNKNOWN_CHARACTER), fields.where("character")),
        revealed=fields.flag("revealed", rules.revealed),
        hand=cards.all(fields.items("hand")),
        pile=cards.heap(fields, "pile"),
        pool=cards.all(fields.items("pool")),
        played=cards.one(fields.get("played"), fields.where("played")) if fields.given("played") else None,
        out=fields.flag("out"),
    )
    if seat.out:
        held = {"hand": seat.hand, "pile": size(seat.pile), "pool": seat.pool, "played": seat.played}
        for key in (key for key, there in held.items() if there):
            fields.fault(InputError("who is slain has no cards (DE2); leave it out", field=fields.where(key)))
    return seat


def _with_limits(head: Fields, players: Players, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Read the limits that a text changed."""
    limits = head.object("limits")
    for name in limits.value:
        points = limits.counts(str(name), tuple(Suit))
        player = players.take(name, limits.where(str(name)))
        if player is not None:
            changed = tuple(sorted((Suit(suit), count) for suit, count in points.items()))
            seats = _replaced(seats, player, seats[player]._replace(limits=changed))
    return seats


def _with_hand_sizes(head: Fields, players: Players, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Read the hand sizes that a text changed."""
    sizes = head.object("hand_sizes")
    for name in sizes.value:
        count = sizes.count(str(name), most=MOST_POINTS)
        player = players.take(name, sizes.where(str(name)))
        if player is not None:
            seats = _replaced(seats, player, seats[player]._replace(hand_size=count))
    return seats


def _replaced(seats: tuple[Seat, ...], player: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:player], seat, *seats[player + 1 :])


def _removed(head: Fields, rules: RuleSet, deck: Deck, cards: Cards) -> tuple[str, ...]:
    """Read the cards out of the game: by default the tricksters of DC5 with DV3."""
    if "removed" in head:
        return cards.all(head.items("removed"))
    return cards.all(("removed", card) for card in (deck.named_tricksters() if rules.no_tricksters else ()))


# --- texts, the setting, characters


def _read_texts(head: Fields, state: State, players: Players, cards: Cards) -> State:
    """Read the scene's tricksters, and the texts that wait to be carried out."""
    lie = cards.all(head.items("scene_cards"))
    if sound(head, "deck", "scene_cards"):
        for index, card in enumerate(lie):
            if not state.deck.is_trickster(card):
                what = f"{shown(card)} is no trickster; only tricksters lie with the scene (DJ11)"
                head.fault(InputError(what, field=f"scene_cards[{index}]"))
    carrying = _text(head.object("carrying"), state.deck, players, cards) if head.given("carrying") else None
    items = [Fields(value, where, head.found) for where, value in head.items("waiting")]
    waiting = [_text(item, state.deck, players, cards) for item in items]
    if items and not head.given("carrying"):
        head.fault(InputError("waits after the text in carrying, and there is none", field="waiting"))
    texts = tuple(text for text in waiting if text is not None)
    return state._replace(scene_cards=lie, carrying=carrying, waiting=texts)


def _text(fields: Fields, deck: Deck, players: Players, cards: Cards) -> WaitingText | None:
    """Read the text of a trickster or character, and the player who carries it out."""
    if not fields.is_object:
        return None
    where = fields.where("card")
    by = players.take(fields.get("by"), fields.where("by"))
    name = fields.text("card")
    if name in deck.characters or cards.deck is None or not name:
        return None if by is None else WaitingText(by, name)
    if deck.is_standard(name) or name not in deck.actions:
        fields.fault(InputError(f"must be a trickster or a character of this deck, not {shown(name)}", field=where))
        return None
    card = cards.one(name, where)
    return None if by is None or card is None else WaitingText(by, card)


def _read_setting(head: Fields, state: State, cards: Cards, protagonist: int | None) -> State:
    """Read the active setting: by default the castle if the rules require it, or else none (DA6, DV2)."""
    state = state._replace(protagonist=protagonist)
    if not head.given("setting"):
        two = len(state.alive) <= 2 and protagonist is None and sound(head, "protagonist", "seats.out")
        return state._replace(setting=CASTLE if state.rules.castle or two else None)
    deck = cards.deck
    read = partial(as_text) if deck is None else partial(as_word, words=tuple(deck.settings))
    name = head.take(lambda: read(head.get("setting"), "setting"), CASTLE)
    return state._replace(setting=name if name in state.deck.settings else CASTLE)


def _read_characters(head: Fields, state: State, cards: Cards) -> State:
    """Read the undrawn characters; in a new game all of them (DS2)."""
    is_new = state.phase is Phase.CASTING and state.is_new
    seats = tuple(seat.character for seat in state.seats)
    undrawn = cards.undrawn(state.deck, seats, is_new=is_new)
    if sound(head, "deck", "seats", "characters"):
        check_characters(head, state.deck, len(seats), undrawn, is_new=is_new)
    return state._replace(characters=undrawn)
