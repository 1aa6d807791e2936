"""The table of gestures: the thing used, the place, the moment, and the meaning.

This is the only such table. The hints on pages, the highlights on the on-screen mat and the gestures of bots are
generated from it. `tests/games/shared/test_table_of_gestures.py`
checks `gestures.py` and `cues.py` against it: it puts every
thing in every place and presses every button. Those modules accept more gestures, since an illegal placement also
has a meaning and is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from enum import StrEnum
from typing import NamedTuple

from companion.core.i18n import N_, _
from companion.core.places import Goes, seat_name
from companion.game.equipment import REAL_TABLE, Equipment
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Pile, Staging, is_unknown
from companion.othello.model.decision import Decision
from companion.othello.model.decision import DecisionKind as Kind
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Protection
from companion.othello.rules.options import permitted
from companion.othello.rules.scoring import next_lead
from companion.othello.table.gestures import Chosen, Drawn, Early, Ready, Thrown, Waits, changes_card


class With(StrEnum):
    """The means of a gesture."""

    CARD = "a card"
    COIN = "a coin"
    TILE = "a tile"
    PRESS = "a press"
    HOLD = "a hold"


class At(StrEnum):
    """The place of a gesture: the player's own, any seat's, the stage, or the own button."""

    OWN = "own place"
    SEAT = "a seat’s place"
    STAGE = "the stage"
    BUTTON = "own button"


Means = Do | type[Early] | type[Chosen] | type[Ready] | type[Drawn] | type[Waits] | type[Thrown]


class Row(NamedTuple):
    """One gesture, with its moments, means, places and meanings.

    `says` is the instruction; if `is_hint`, pages show it in these moments.
    """

    moments: Set[Kind]
    by: Set[With]
    at: Set[At]
    means: Set[Means]
    says: str
    is_hint: bool = True
    only: Set[str] = frozenset()  # names or kinds of the cards that can be used, if not any card


OWN_MOMENTS = frozenset({Kind.PRE_PLACEMENT, Kind.AFTER_PLACEMENT, Kind.REVEAL, Kind.AFTER_REVEAL})
INTERRUPTS = frozenset({Kind.WINDOW, Kind.PROTECT})
AT_ANY_TIME = frozenset(Kind) - {Kind.LEAD, Kind.PLACEMENT, Kind.DISCARD}
REVEALS = frozenset({Kind.REVEAL, Kind.AFTER_PLACEMENT, Kind.AFTER_REVEAL, Kind.CARRY_OUT}) | INTERRUPTS
PUSH = frozenset({With.PRESS, With.HOLD})
CARD, COIN, TILE = frozenset({With.CARD}), frozenset({With.COIN}), frozenset({With.TILE})
OWN, STAGE, BUTTON = frozenset({At.OWN}), frozenset({At.STAGE}), frozenset({At.BUTTON})
SEAT, ANYWHERE = frozenset({At.OWN, At.SEAT}), frozenset({At.OWN, At.SEAT, At.STAGE})

SEAT_SHOWS = N_("Your seat shows what press and hold do.")
PRESS_COSTS = N_("Your seat shows what a press costs.")
SAID, SAID_ON_SCREEN = N_("Choose it on your phone or at the desk."), N_("Choose it under “Or say it here”.")
"""The hints of a choice that no gesture makes."""

CHOOSES = {
    With.PRESS: N_("Press the button of the player you choose."),
    With.TILE: N_("Put a tile in the circle to choose it."),
    With.COIN: N_("Put a coin in the circle to choose it."),
    With.CARD: N_("Put the other card on your spot."),
}
"""The hints of a choice that a gesture makes."""

ANOTHER, EXIT_INSTEAD = N_("Put another card of the hand on the spot."), N_("Or exit: put it in the circle.")
"""The hints for a player who puts down another card, and for one who played the Miscue (A2)."""

GESTURES = (
    Row({Kind.LEAD}, TILE, SEAT, {Do.LEAD}, N_("Put the Iago tile on the spot of the player who got it.")),
    Row({Kind.LEAD}, {With.HOLD}, BUTTON, {Do.LEAD}, N_("Or hold the button there.")),
    Row(
        {Kind.PRE_PLACEMENT, Kind.AFTER_PLACEMENT},
        COIN,
        OWN | STAGE,
        {Do.COIN, Do.PROTECT},
        N_("Put a coin in the circle to use it."),
    ),
    Row(
        {Kind.PRE_PLACEMENT},
        PUSH,
        BUTTON,
        {Do.PASS},
        N_("Put your card on your spot, or press to pass."),
    ),
    Row({Kind.PRE_PLACEMENT}, {With.HOLD}, BUTTON, {Do.IMPROV}, N_("Hold to swap a hand card."), is_hint=False),
    Row({Kind.PLACEMENT}, CARD, OWN, {Do.PLACE}, N_("Put one card of each hand on the spot of its seat.")),
    Row(
        {Kind.AFTER_PLACEMENT},
        CARD,
        OWN,
        {Do.IMPROV, Do.COIN},
        N_("Put another card on your spot to swap it."),
    ),
    Row({Kind.AFTER_PLACEMENT}, PUSH, BUTTON, {Do.PASS}, SEAT_SHOWS),
    Row(
        {Kind.PRE_PLACEMENT, Kind.PLACEMENT},
        PUSH,
        BUTTON,
        {Drawn},
        N_("Press when you have drawn."),
        is_hint=False,
    ),
    Row({Kind.REVEAL}, CARD, OWN, {Do.REVEAL}, N_("Lift your card and put it back to reveal it, or press.")),
    Row({Kind.REVEAL, Kind.AFTER_PLACEMENT}, {With.PRESS}, BUTTON, {Do.REVEAL}, N_("Press to reveal."), is_hint=False),
    Row({Kind.REVEAL, Kind.AFTER_PLACEMENT}, {With.HOLD}, BUTTON, {Do.EXIT}, N_("Hold to exit."), is_hint=False),
    Row(
        INTERRUPTS,
        PUSH,
        BUTTON,
        {Do.SPOTLIGHT, Do.PROTECT, Waits, Do.PASS},
        PRESS_COSTS,
    ),
    Row({Kind.WINDOW}, CARD, OWN, {Do.SEIZE, Do.IMPROV}, N_("To use a Seize, lift it and put it back.")),
    Row(
        {Kind.PROTECT},
        CARD,
        OWN | STAGE,
        {Do.PROTECT},
        N_("Put a No Drama on your spot or in the circle."),
        only={Staging.NO_DRAMA},
    ),
    Row({Kind.AFTER_REVEAL}, COIN, OWN | STAGE, {Do.COIN, Do.PROTECT}, N_("Put a coin in the circle to use it.")),
    Row({Kind.AFTER_REVEAL}, PUSH, BUTTON, {Do.PASS}, N_("Press to pass.")),
    Row(
        {Kind.CHOOSE},
        TILE | COIN,
        ANYWHERE,
        {Do.CHOOSE, Chosen},
        N_("Put a tile or a coin in the circle to choose it."),
    ),
    Row(
        {Kind.CHOOSE},
        PUSH,
        BUTTON,
        {Do.CHOOSE},
        N_("Press at the player you choose, or press for yes and hold for no."),
    ),
    Row({Kind.CHOOSE, Kind.WINDOW}, CARD, OWN, {Do.CHOOSE}, CHOOSES[With.CARD], is_hint=False),
    Row({Kind.SWAP}, CARD, OWN, {Do.SWAP}, ANOTHER),
    Row({Kind.SWAP}, CARD, STAGE, {Do.EXIT}, EXIT_INSTEAD, is_hint=False),
    Row({Kind.CARRY_OUT}, PUSH, BUTTON, {Do.CARRY_OUT}, N_("Press if the text of the card changed nothing.")),
    Row({Kind.DRAW}, PUSH, BUTTON, {Do.DRAW}, SEAT_SHOWS),
    Row(
        {Kind.DISCARD},
        CARD,
        OWN,
        {Thrown},
        N_("Put the staging cards that you discard on your spot."),
        only={Pile.STAGING},
    ),
    Row({Kind.DISCARD}, PUSH, BUTTON, {Do.DISCARD}, N_("Or press to discard without showing.")),
    Row(
        {Kind.INTERMISSION},
        PUSH,
        BUTTON,
        {Ready, Do.TRADE},
        N_("Hold to exchange intrigue for a spotlight, press when you are done."),
    ),
    Row(
        {Kind.INTERMISSION},
        TILE,
        SEAT,
        {Do.NEXT_ACT},
        N_("Or, when everybody has exchanged, put the Iago tile on the spot of the player with the fewest points."),
    ),
    Row(
        AT_ANY_TIME,
        CARD,
        OWN,
        {Early},
        N_("A card that you play early is for the next scene."),
        is_hint=False,
    ),
    Row(
        OWN_MOMENTS,
        CARD,
        STAGE,
        {Do.FROM_HAND, Do.PROTECT},
        N_("Put an Exchange or a No Drama in the circle to play it from your hand."),
        is_hint=False,
        only={Staging.EXCHANGE, Staging.NO_DRAMA},
    ),
    Row(
        REVEALS,
        CARD,
        OWN,
        {Do.REVEAL, Do.SEIZE, Do.IMPROV, Do.COIN},
        N_("Reveal the next card, or put another on its spot: the time to interrupt is over."),
        is_hint=False,
    ),
    Row(
        frozenset(Kind),
        COIN,
        OWN | STAGE,
        {Do.COIN, Do.PROTECT},
        N_("Put a coin on your spot to use it, in your turn also in the circle."),
        is_hint=False,
    ),
)
"""Every gesture, in the order of the hints of a moment."""


def hint(kind: Kind, equipment: Equipment = REAL_TABLE, coins: bool = True) -> str:
    """Return the hint for gestures while this decision is open; without `coins` none that needs a coin."""
    if kind is Kind.LEAD and equipment.deals:
        return _("Press at any seat.")
    rows = (row for row in GESTURES if row.is_hint and kind in row.moments)
    return " ".join(_(row.says) for row in rows if coins or row.by != COIN)


def moment_hint(state: State, asked: Decision, equipment: Equipment = REAL_TABLE) -> str:
    """Return the hint for gestures now: for a choice only those that make it."""
    if asked.kind is Kind.SWAP and any(option.do is Do.EXIT for option in asked.options):
        return f"{_(ANOTHER)} {_(EXIT_INSTEAD)}"
    if asked.kind is Kind.WINDOW and not any(option.do is Do.SEIZE for option in asked.options):
        return _(PRESS_COSTS)
    if asked.kind is Kind.CHOOSE and type(state.frames[-1]) is Action and asked.options:
        return _(_choice_hint(state, asked, equipment))
    return hint(asked.kind, equipment, any(any(seat.coins.values()) for seat in state.seats))


def means_of_choice(state: State, asked: Decision) -> With | None:
    """Return the means of the gesture that makes a choice; None if no gesture does.

    The chosen player presses; a card is put on the own spot.
    """
    given, top = asked.options[0].choices, state.frames[-1]
    if given.target is not None:
        return With.PRESS
    if given.on or given.character or given.wounds or given.cut:
        return With.TILE
    if given.take in state.rules.coins:
        return With.COIN
    changes = given.give is not None and type(top) is Action and changes_card(top)
    return With.CARD if changes else None


def _choice_hint(state: State, asked: Decision, equipment: Equipment) -> str:
    means = means_of_choice(state, asked)
    if means is not None:
        return CHOOSES[means]
    given = asked.options[0].choices
    card = given.give or given.take
    if card is not None:
        return SEAT_SHOWS if is_unknown(card) and not equipment.deals else SAID
    if given.way is None and (given.draw is None or len(asked.options) == len(Pile)):
        return SEAT_SHOWS
    return SAID_ON_SCREEN if equipment.deals and not equipment.phones else SAID


def place_of(kind: Kind, by: With, do: Do) -> At | None:
    """Return the place of a gesture for an answer, preferably the stage.

    Return None if there is none.
    """
    found = frozenset(
        at for row in GESTURES if kind in row.moments and by in row.by and do in row.means for at in row.at
    )
    return next((at for at in (At.STAGE, At.SEAT, At.OWN) if at in found), None)


def meanings(kind: Kind, by: With, at: At) -> frozenset[Means]:
    """Return all possible meanings of a gesture while this decision is open."""
    found = (row.means for row in GESTURES if kind in row.moments and by in row.by and at in row.at)
    return frozenset().union(*found)


_GOES = {At.OWN: Goes.OWN, At.SEAT: Goes.SEAT, At.STAGE: Goes.STAGE}


def goes(state: State, asked: Decision) -> dict[str, list[str]]:
    """Return the places that the on-screen mat highlights for a thing in the hand.

    They are by the thing's name, else by its kind, else as a card. They depend on this table and, for coins and tiles,
    on public information, never on a card of a hand.
    """
    fits = (*asked.options, *permitted(state))
    return {**_cards(asked.kind, fits), **_coins(state, asked, fits), **_tiles(state, asked)}


def _cards(kind: Kind, fits: Sequence[Answer]) -> dict[str, list[str]]:
    """Return the places for cards.

    Cards that are played from the hand can go to the stage too. Only staging cards can be discarded.
    """
    found: dict[str, list[str]] = {"card": []}
    does, ways = {answer.do for answer in fits}, {answer.way for answer in fits}
    may_exit = Do.EXIT in does
    for row in GESTURES:
        if kind in row.moments and With.CARD in row.by and (may_exit or row.means != {Do.EXIT}):
            for name in sorted(row.only) or ["card"]:
                places = found.setdefault(str(name), [])
                places += [to for at, to in _GOES.items() if at in row.at and to not in places]
    if Do.FROM_HAND not in does:
        found.pop(Staging.EXCHANGE, None)
    if Protection.NO_DRAMA not in ways:
        found.pop(Staging.NO_DRAMA, None)
    return {name: list(dict.fromkeys([*places, *found["card"]])) for name, places in found.items()}


def _coins(state: State, asked: Decision, fits: Sequence[Answer]) -> dict[str, list[str]]:
    """Return the places for coins that can be used (O1, O5) or chosen."""
    used = {"Desdemona" if answer.way is Protection.DESDEMONA else answer.coin for answer in fits}
    chosen = {choices.take for choices in _choices(asked)}
    if _under_way(state) == "Emilia" and any(choices.target is not None for choices in _choices(asked)):
        chosen |= set(state.rules.coins)  # the owner of the coin is the target
    found = {f"coin:{name}": [str(Goes.OWN), str(Goes.STAGE)] for name in state.rules.coins if name in used}
    return found | {f"coin:{name}": _of(asked.kind, With.COIN) for name in state.rules.coins if name in chosen}


def _tiles(state: State, asked: Decision) -> dict[str, list[str]]:
    """Return the places for tiles: a seat for the lead tile (S3, G1), the circle for others."""
    if asked.kind is Kind.LEAD:
        return {f"tile:{state.lead_character}": [Goes.SEAT]}
    if asked.kind is Kind.INTERMISSION:
        return {f"tile:{state.next_lead_character}": [seat_name(next_lead(state))]}
    found: dict[str, list[str]] = {}
    for choices in _choices(asked):
        if choices.target is not None:
            found.setdefault(f"tile:{state.lead_character}", []).append(seat_name(choices.target))
        for name in _characters(state, choices):
            found[f"tile:{name}"] = _of(asked.kind, With.TILE)
    return found


def _characters(state: State, choices: Choices) -> Iterator[str]:
    """Yield the characters whose tiles make this choice, or a part of it."""
    if choices.pay is not None:
        yield from state.rules.wound_limits
    yield from (name for name in (choices.on, choices.character, *(choices.wounds or ())) if name is not None)
    yield from (name for name, _ in choices.cut or ())


def _choices(asked: Decision) -> Iterator[Choices]:
    return (answer.choices for answer in asked.options) if asked.kind is Kind.CHOOSE else iter(())


def _under_way(state: State) -> str | None:
    top = state.frames[-1]
    return top.name if type(top) is Action else None


def _of(kind: Kind, by: With) -> list[str]:
    return [to for at, to in _GOES.items() if meanings(kind, by, at)]
