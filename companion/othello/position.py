"""Positions: a whole game at one moment as JSON, to save it, to set up a test, or to join a game on its way.

Every key but `edition` and `seats` has a default: the start of Act I. Keys that nobody knows are ignored; a
value that cannot be is an InputError with the path of its field. Whether play could lead to a position is not
asked.
"""

from __future__ import annotations

from typing import Any

from companion.othello.cards import CardName, Pile
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
from companion.play.fields import Fields, as_list, as_text, as_word, shown

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
    rules = _read_rules(head)
    deck = read_deck(head, rules)
    seats = _seats(head, rules)
    state = State(rules, deck, [seat.text("name") for seat in seats])
    phase = read_moment(head, state)
    cards = CardReader(state.rules, deck)
    for player, fields in enumerate(seats):
        _read_seat(state.seats[player], fields, cards)
    state.handkerchief = _handkerchief(seats)
    _read_stage(head, state, cards)
    _read_piles(head, state, cards, phase)
    read_frames(head, seats, state, phase)
    return state


def _read_rules(head: Fields) -> RuleSet:
    """The rule set by edition, level, variants and the rulings that are not the defaults."""
    level = head.text("level") if head.given("level") else None
    variants = [as_text(value, field) for field, value in head.items("variants")] if head.given("variants") else []
    rulings = head.object("rulings") if head.given("rulings") else Fields({}, "rulings")
    named = {ruling: as_text(name, rulings.where(str(ruling))) for ruling, name in rulings.value.items()}
    return load_edition(head.text("edition"), level, variants, named)


def _seats(head: Fields, rules: RuleSet) -> list[Fields]:
    if "seats" not in head:
        raise InputError("is missing; write a list of players, each with a name", field="seats")
    counts = sorted(rules.hands)
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
    seat.iago_wounds = fields.count("iago_wounds", most=seat.wounds) if "iago_wounds" in fields else 0
    seat.coins = {coin: count for coin, count in fields.counts("coins", tuple(rules.coins)).items() if count}
    seat.revealed = fields.flag("revealed")
    seat.done = fields.flag("done")
    seat.protected = fields.flag("protected")
    seat.improv_used = fields.flag("improv_used")
    seat.iago_coin_used = fields.flag("iago_coin_used")
    seat.miscued = fields.flag("miscued")
    seat.owes = fields.word("owes", OWES, "") if fields.given("owes") else None
    seat.owes_more = fields.count("owes_more")


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
        if rules.iago_coin_stays and tile.count("iago_coins", most=state.wounds[character]):
            state.iago_tokens[character] = tile.count("iago_coins")
        if tile.flag("dead"):
            state.dead |= {character}
        if tile.count("limit_cut"):
            state.cut[character] = tile.count("limit_cut")
    held = {coin: sum(seat.coins.get(coin, 0) for seat in state.seats) for coin in rules.coins}
    if rules.iago_coin_stays and "Iago" in held:  # O2
        held["Iago"] += sum(state.iago_tokens.values()) + sum(seat.iago_wounds for seat in state.seats)
    state.supply = {coin: max(0, count - held[coin]) for coin, count in rules.coins.items()}
    state.supply |= head.counts("supply", tuple(rules.coins))
    state.set_aside = cards.scored(head.items("set_aside"))
    state.half_curtain = head.flag("half_curtain")
    state.act_over = head.flag("act_over")
    state.last_scene = head.count("last_scene", least=1) if head.given("last_scene") else None
    state.successes = _successes(head, state)
    state.ran_out = frozenset(
        as_word(value, field, tuple(rules.tokens)) for field, value in head.items("ran_out")
    )


def _successes(head: Fields, state: State) -> tuple[tuple[int, CardName], ...]:
    """Which of the scored cards were scored in this scene (J11)."""
    found = []
    for field, value in head.items("scored_now"):
        owners = [player for player, seat in enumerate(state.seats) if value in [card for card, _ in seat.scored]]
        if not owners:
            raise InputError(f"{shown(value)} is in nobody's scoring pile", field=field)
        found.append((owners[0], str(value)))
    return tuple(found)


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
