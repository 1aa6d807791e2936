"""Positions: a whole game at one moment as JSON, to save it, to set up a test, or to join a game on its way.

Every key but `edition` and `seats` has a default: the start of Act I. Keys that nobody knows are ignored; a
value that cannot be is an InputError with the path of its field. Whether play could lead to a position is not
asked.
"""

from __future__ import annotations

from typing import Any

from companion.othello.cards import Pile
from companion.othello.position_cards import (
    CardReader,
    cards_in_play,
    check_character,
    read_deck,
    rest_of_script,
    rest_of_staging,
)
from companion.othello.position_flow import read_frames, read_moment
from companion.othello.position_write import position_to_json
from companion.othello.ruleset import RuleSet, load_edition
from companion.othello.state import Seat, State
from companion.play.errors import InputError
from companion.play.fields import Fields, as_list, as_word, shown

__all__ = ["position_from_json", "position_to_json"]

MARKERS = ("act-begins", "script-empty", "staging-empty", "final-scene")
OWES = ("script", "staging", "choice")
NO_PILES = ("casting", "intermission", "over")


def position_from_json(data: Any) -> State:
    """The state that a position describes.

    Raises InputError for a key that is missing or not what it should be, with the path of the field.
    """
    head = Fields(data)
    head.word("game", ("othello",), "othello")
    rules = load_edition(head.text("edition"))
    _check_variants(head, rules)
    deck = read_deck(head, rules)
    seats = _seats(head)
    state = State(rules, deck, [seat.text("name") for seat in seats])
    phase = read_moment(head, state)
    cards = CardReader(rules, deck)
    for player, fields in enumerate(seats):
        _read_seat(state.seats[player], fields, cards)
    state.handkerchief = _handkerchief(seats)
    _read_stage(head, state, cards)
    _read_piles(head, state, cards, phase)
    read_frames(head, seats, state, phase)
    return state


def _check_variants(head: Fields, rules: RuleSet) -> None:
    """Levels, variants and other rulings than the defaults cannot be played yet, so they are refused."""
    if head.given("level"):
        raise InputError(
            f"the edition {rules.edition} has no levels; leave it out or write null", field="level"
        )
    for field, _value in head.items("variants") if head.given("variants") else []:
        raise InputError("no variant can be played yet; write []", field=field)
    rulings = head.object("rulings") if head.given("rulings") else Fields({}, "rulings")
    for ruling in rulings.value:
        as_word(ruling, rulings.where(str(ruling)), tuple(rules.rulings))
        as_word(rulings.get(ruling), rulings.where(ruling), (rules.rulings[ruling],))


def _seats(head: Fields) -> list[Fields]:
    if "seats" not in head:
        raise InputError("is missing; write a list of players, each with a name", field="seats")
    counts = sorted(load_edition(head.text("edition")).hands)
    if len(as_list(head.get("seats"), "seats")) not in counts:
        raise InputError(
            f"{len(head.get('seats'))} players cannot play; {counts[0]} to {counts[-1]} can", field="seats"
        )
    seats = [Fields(value, field) for field, value in head.items("seats")]
    names: list[str] = []
    for seat in seats:
        name = seat.text("name")
        if name in names:
            raise InputError(
                f"another player is called {shown(name)} too; give each a name of their own",
                field=seat.where("name"),
            )
        names.append(name)
    return seats


def _read_seat(seat: Seat, fields: Fields, cards: CardReader) -> None:
    """One player, with the tokens of the start unless told (S2)."""
    rules = cards.rules
    seat.hand = cards.cards(fields.items("hand"))
    seat.placed = cards.card(fields.get("placed"), fields.where("placed")) if fields.given("placed") else None
    seat.face_up = cards.cards(fields.items("face_up"))
    seat.scored = cards.scored(fields.items("scored"))
    seat.intrigue = fields.count("intrigue", rules.start_intrigue)
    seat.spotlight = fields.count("spotlight", rules.start_spotlight)
    seat.wounds = fields.count("wounds")
    seat.coins = {coin: count for coin, count in fields.counts("coins", tuple(rules.coins)).items() if count}
    seat.revealed = fields.flag("revealed")
    seat.done = fields.flag("done")
    seat.protected = fields.flag("protected")
    seat.improv_used = fields.flag("improv_used")
    seat.iago_coin_used = fields.flag("iago_coin_used")
    seat.miscued = fields.flag("miscued")
    seat.owes = fields.word("owes", OWES, "") if fields.given("owes") else None


def _handkerchief(seats: list[Fields]) -> int | None:
    holders = [player for player, seat in enumerate(seats) if seat.flag("handkerchief")]
    if len(holders) > 1:
        raise InputError(
            "there is one handkerchief, and another player has it",
            field=seats[holders[1]].where("handkerchief"),
        )
    return holders[0] if holders else None


def _read_stage(head: Fields, state: State, cards: CardReader) -> None:
    """The tiles, the cards set aside, the coins in the supply, the curtain, and tokens that ran out."""
    rules = state.rules
    tiles = head.object("tiles")
    for name in tiles.value:
        character = check_character(name, tiles.where(str(name)), rules)
        tile = tiles.object(character)
        state.wounds[character] = tile.count("wounds")
        if tile.flag("dead"):
            state.dead |= {character}
        if tile.count("limit_cut"):
            state.cut[character] = tile.count("limit_cut")
    held = {coin: sum(seat.coins.get(coin, 0) for seat in state.seats) for coin in rules.coins}
    state.supply = {coin: max(0, count - held[coin]) for coin, count in rules.coins.items()}
    state.supply |= head.counts("supply", tuple(rules.coins))
    state.set_aside = cards.scored(head.items("set_aside"))
    state.half_curtain = head.flag("half_curtain")
    state.act_over = head.flag("act_over")
    state.last_scene = head.count("last_scene", least=1) if head.given("last_scene") else None
    state.ran_out = frozenset(
        as_word(value, field, tuple(rules.tokens)) for field, value in head.items("ran_out")
    )


def _read_piles(head: Fields, state: State, cards: CardReader, phase: str) -> None:
    """The draw and discard piles; a draw pile that is not given has what stands nowhere else (S7, S9)."""
    piles, rules = head.object("piles"), state.rules
    state.script_discard = cards.pile(piles, "script_discard", Pile.SCRIPT)
    state.staging_discard = cards.pile(piles, "staging_discard", Pile.STAGING)
    state.script = cards.pile(piles, "script", Pile.SCRIPT)
    state.staging = cards.pile(piles, "staging", Pile.STAGING)
    state.removed = cards.cards(head.items("removed"))
    if "removed" not in head and len(state.seats) == 2 and phase != "casting":
        state.removed = [card for card, count in rules.removed_with_two_players.items() for _ in range(count)]
    elsewhere = cards_in_play(state)
    if not piles.given("script") and phase not in NO_PILES:
        state.script = ["?script"] * rest_of_script(state, elsewhere)
    if not piles.given("staging") and phase != "casting":
        state.staging = ["?staging"] * rest_of_staging(state, elsewhere)
    empty = not state.script and (piles.given("script") or phase not in NO_PILES)
    state.marker = head.word("marker", MARKERS, "script-empty" if empty else "act-begins")
