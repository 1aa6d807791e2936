"""Reading positions: a whole game at one moment as JSON.

Positions serve to save a game, to set up a test, or to join a game in progress. Every key but `edition` and `seats`
has a default: the start of Act I. Unknown keys are ignored. All invalid values are reported together, each with the
path of its field. Whether play could lead to a position is not checked.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_text, as_word, shown
from companion.core.positions import Players, read_seats, read_whole
from companion.othello.model.cards import CardName, Pile
from companion.othello.model.deck import STAND_IN, deck_for
from companion.othello.model.ruleset import GAME, USUAL_EDITION, RuleSet, edition_names, load_edition
from companion.othello.model.state import Seat, State, new_state
from companion.othello.model.vocabulary import Marker, Owed, Phase
from companion.othello.notation.cards import (
    CardReader,
    cards_in_play,
    check_character,
    read_deck,
    rest_of_script,
    rest_of_staging,
)
from companion.othello.notation.flow import read_frames, read_moment
from companion.othello.notation.write import position_to_json

__all__ = ["position_from_json", "position_to_json"]

IN_SCENE = (Phase.PRE_PLACEMENT, Phase.PLACEMENT, Phase.AFTER_PLACEMENT, Phase.REVEAL, Phase.DRAW)
NO_PILES = (Phase.CASTING, Phase.INTERMISSION, Phase.OVER)


def position_from_json(data: Any) -> State:
    """Return the state that a position describes.

    Raises InputErrors with everything that is invalid, or InputError if there is only one error, each with the path
    of its field. If the edition, the deck or a player is wrong, the rest is checked against the default.
    """
    return read_whole(data, _read)


def _read(head: Fields) -> State:
    head.word("game", (GAME,), GAME)
    rules = _read_rules(head)
    deck = head.take(lambda: read_deck(head, rules), deck_for(rules, STAND_IN))
    seats = read_seats(head, min(rules.hands), max(rules.hands))
    players = Players(head, seats)
    state = new_state(rules, deck, players.names)
    phase = read_moment(head, state, players)
    cards = CardReader(state.rules, deck, head)
    for player, fields in enumerate(seats):
        _read_seat(state.seats[player], fields, cards)
    state.handkerchief = _handkerchief(seats)
    _read_stage(head, state, cards)
    _read_coins(head, seats, state)
    _read_piles(head, state, cards, phase)
    read_frames(head, seats, state, phase, players)
    return state


def _read_rules(head: Fields) -> RuleSet:
    """Return the rule set for the edition, level, variants and rulings that are not the defaults."""
    level = head.text("level") if head.given("level") else None
    edition = head.text("edition")
    known = head.take(lambda: load_edition(edition, level), None) if edition else None
    if known is None:
        known = load_edition(edition if edition in edition_names() else USUAL_EDITION)
    variants = [as_text(value, field) for field, value in head.items("variants")] if head.given("variants") else []
    rulings = head.object("rulings") if head.given("rulings") else Fields({}, "rulings")
    named = {str(ruling): rulings.text(str(ruling)) for ruling in rulings.value}
    choices: list[tuple[list[str], dict[str, str]]] = [(variants, {})]
    choices += [([], {ruling: name}) for ruling, name in named.items() if name]
    tried = [head.take(partial(load_edition, known.edition, known.level, *choice), None) for choice in choices]
    return known if None in tried else load_edition(known.edition, known.level, variants, named)


def _read_seat(seat: Seat, fields: Fields, cards: CardReader) -> None:
    """Read one player; tokens default to those of the start (S2)."""
    rules = cards.rules
    seat.hand = cards.cards(fields.items("hand"))
    placed = cards.cards([(fields.where("placed"), fields.get("placed"))] if fields.given("placed") else [])
    seat.placed = placed[0] if placed else None
    seat.face_up = cards.cards(fields.items("face_up"))
    seat.scored = cards.scored(fields.items("scored"))
    seat.points_before = fields.count("points")
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
    seat.owes = Owed(fields.word("owes", tuple(Owed), Owed.CHOICE)) if fields.given("owes") else None
    seat.owes_more = fields.count("owes_more")


def _handkerchief(seats: list[Fields]) -> int | None:
    holders = [player for player, seat in enumerate(seats) if seat.flag("handkerchief")]
    for player in holders[1:]:
        what = "there is one handkerchief, and another player has it"
        seats[player].fault(InputError(what, field=seats[player].where("handkerchief")))
    return holders[0] if holders else None


def _read_stage(head: Fields, state: State, cards: CardReader) -> None:
    """Read the tiles, the cards set aside, the curtain, and the tokens that ran out."""
    rules = state.rules
    tiles = head.object("tiles")
    for name in tiles.value:
        tile = tiles.object(name)
        character = head.take(partial(check_character, name, tiles.where(str(name)), rules), "")
        if not character:
            continue
        state.wounds[character] = tile.count("wounds")
        if rules.iago_coin_stays and tile.count("iago_coins", most=state.wounds[character]):
            state.iago_tokens[character] = tile.count("iago_coins")
        if tile.flag("dead"):
            state.dead |= {character}
        if tile.count("limit_cut"):
            state.cut[character] = tile.count("limit_cut")
    state.set_aside = cards.scored(head.items("set_aside"))
    state.half_curtain = head.flag("half_curtain")
    state.act_over = head.flag("act_over")
    state.last_scene = head.count("last_scene", least=1) if head.given("last_scene") else None
    state.successes = _successes(head, state)
    kinds = tuple(rules.tokens)
    ran_out = {head.take(partial(as_word, value, field, kinds), "") for field, value in head.items("ran_out")}
    state.ran_out = frozenset(ran_out - {""})


def _read_coins(head: Fields, seats: list[Fields], state: State) -> None:
    """Read the coins in the supply (C6).

    The default is all that nobody holds. The total must fit the box.
    """
    rules = state.rules
    held = {coin: sum(seat.coins.get(coin, 0) for seat in state.seats) for coin in rules.coins}
    if rules.iago_coin_stays and "Iago" in held:  # O2
        held["Iago"] += sum(state.iago_tokens.values()) + sum(seat.iago_wounds for seat in state.seats)
    state.supply = {coin: max(0, count - held[coin]) for coin, count in rules.coins.items()}
    given = head.counts("supply", tuple(rules.coins))
    state.supply |= given
    for coin, count in rules.coins.items():
        there = held[coin] + given.get(coin, 0)
        if there > count:
            holders = [fields.where(f"coins.{coin}") for fields in seats if coin in fields.object("coins")]
            field = f"supply.{coin}" if coin in given else holders[-1] if holders else f"tiles.{coin}.iago_coins"
            head.fault(InputError(f"the box has {count} {coin} coins, and here are {there}", field=field))


def _successes(head: Fields, state: State) -> tuple[tuple[int, CardName], ...]:
    """Return the scored cards that were scored in this scene (J11)."""
    found = []
    for field, value in head.items("scored_now"):
        owners = [player for player, seat in enumerate(state.seats) if value in [card for card, _ in seat.scored]]
        if owners:
            found.append((owners[0], str(value)))
        else:
            head.fault(InputError(f"{shown(value)} is in nobody's scoring pile", field=field))
    return tuple(found)


def _read_piles(head: Fields, state: State, cards: CardReader, phase: Phase) -> None:
    """Read the draw and discard piles (S7, S9).

    A missing draw pile gets all cards that are nowhere else.
    """
    piles, rules = head.object("piles"), state.rules
    state.script_discard = cards.pile(piles, "script_discard", Pile.SCRIPT)
    state.staging_discard = cards.pile(piles, "staging_discard", Pile.STAGING)
    state.script = cards.pile(piles, "script", Pile.SCRIPT)
    state.staging = cards.pile(piles, "staging", Pile.STAGING)
    state.removed = cards.cards(head.items("removed"))
    if "removed" not in head and len(state.seats) == 2 and phase is not Phase.CASTING:
        state.removed = [card for card, count in rules.removed_with_two_players.items() for _ in range(count)]
    elsewhere = cards_in_play(state)
    if not piles.given("script") and phase not in NO_PILES:
        state.script = ["?script"] * rest_of_script(state, elsewhere)
    if not piles.given("staging") and phase is not Phase.CASTING:
        state.staging = ["?staging"] * rest_of_staging(state, elsewhere)
    empty = not state.script and (piles.given("script") or phase not in NO_PILES)
    state.marker = Marker(head.word("marker", tuple(Marker), Marker.SCRIPT_EMPTY if empty else Marker.ACT_BEGINS))
    if state.marker is Marker.FINAL_SCENE and phase in IN_SCENE:
        _read_final_scene(head, state, phase)


def _read_final_scene(head: Fields, state: State, phase: Phase) -> None:
    """Apply the final marker (T4).

    This scene is the last, or in the draw phase the next one, or the act is over.
    """
    if state.last_scene is None:
        over = state.rules.second_emptying_ends_act
        state.act_over |= over and not head.given("act_over")
        state.last_scene = max(1, state.scene + (phase is Phase.DRAW and not over))
