"""The places that are highlighted on the on-screen mat for a thing in the hand.

They depend on the table of gestures and, for coins and tiles, on public information, never on a card of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.places import Goes, seat_name
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Staging
from companion.othello.model.decision import Decision
from companion.othello.model.decision import DecisionKind as Kind
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Protection
from companion.othello.rules.options import permitted
from companion.othello.rules.scoring import next_lead
from companion.othello.table.table_of_gestures import GESTURES, At, With, meanings

_GOES = {At.OWN: Goes.OWN, At.SEAT: Goes.SEAT, At.STAGE: Goes.STAGE}


def goes(state: State, asked: Decision) -> dict[str, list[str]]:
    """Return the places for each thing, by its name, else by its kind, else as a card."""
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
