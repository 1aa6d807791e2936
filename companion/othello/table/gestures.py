"""The meaning of a gesture on the mat: a pure function of one observation and one state.

A card put in its player's zone is placed; a card lifted and put back in the player's turn is revealed; another card
put there is swapped in; tiles and coins choose. A thing that fits no move is an `UnexpectedPlacement` for the host
to judge. A thing without a meaning at the moment gives None. `cues.py` defines presses, holds and lights.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.i18n import _
from companion.core.observation import Tag, TagKind, split_thing
from companion.core.places import TARGET, place_in_words, player_at
from companion.core.values import replace
from companion.game.corrections import Because
from companion.game.interpretation import UnexpectedPlacement, unknown_tag
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN, Staging
from companion.othello.model.changes import Change
from companion.othello.model.decision import DecisionKind
from companion.othello.model.evolve_cards import back, find_in_hand
from companion.othello.model.frames import (
    Action,
    Casting,
    Choices,
    Discards,
    Intermission,
    Over,
    Placement,
    PutDown,
    Reveals,
    Steps,
)
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Phase, Protection, Stage, Way
from companion.othello.rules.box import known_place
from companion.othello.rules.declare import just_revealed
from companion.othello.rules.effects import effect_of, needed
from companion.othello.rules.improv import IMPROV
from companion.othello.rules.late_seizes import late_seizes
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import next_lead
from companion.othello.rules.windows import could_seize, is_seizable
from companion.othello.table.knowledge import as_known


class Early(NamedTuple):
    """A card put down before the placement phase: its player does nothing else before it (P3).

    During the reveal it is a card for the next scene, unless it is the card that its player has just played.
    """

    player: int
    card: str


class Chosen(NamedTuple):
    """A character's tile for the wounds of a Villainy; more may follow (A6)."""

    character: str


class Ready(NamedTuple):
    """A player is done with trades at intermission (G1)."""

    player: int


class Drawn(NamedTuple):
    """A player has drawn as the light asked."""

    player: int


class Again(NamedTuple):
    """A player who must put down another card has put down the same one."""

    player: int


class Waits(NamedTuple):
    """A player wants time to show a card in answer to the open decision."""

    player: int


class Thrown(NamedTuple):
    """A staging card that a player discards because of the limit for the next act (G4)."""

    player: int
    card: str


class Claims(NamedTuple):
    """An unexpected placement, and the answer that the record must follow if it is right."""

    unexpected: UnexpectedPlacement
    answer: Answer


Gesture = Answer | Early | Chosen | Ready | Drawn | Again | Waits | Thrown | Claims | UnexpectedPlacement | None


def read_tag(state: State, observation: Tag) -> Gesture:
    """Return the meaning of a thing placed in a zone."""
    sort, name = split_thing(observation.thing)
    player = player_at(observation.zone, len(state.seats))
    if sort is TagKind.UID:
        return _stranger(state, player, observation.zone, name)
    if player is None and observation.zone != TARGET:
        where = place_in_words(observation.zone, state.names)
        return UnexpectedPlacement(_("Something was laid {where}, where nobody sits.", where=where), None)
    if sort is TagKind.TILE:
        return _tile(state, name, player)
    if sort is TagKind.COIN:
        return _coin(state, name, player)
    return _on_target(state, name) if player is None else _card(state, player, name)


def _stranger(state: State, player: int | None, zone: str, uid: str) -> Gesture:
    """Return the meaning of a tag that no deck knows: face down it counts as any card."""
    meaning = None if player is None else _card(state, player, UNKNOWN)
    lies_face_down = player is not None and state.seats[player].placed is not None and not state.seats[player].revealed
    if isinstance(meaning, Early) or (isinstance(meaning, Answer) and meaning.do is Do.PLACE):
        return meaning
    if meaning is None and lies_face_down:
        return None
    return unknown_tag(uid, zone, state.names)


def _card(state: State, player: int, card: str) -> Gesture:
    bottom = state.frames[0]
    if type(bottom) in (Casting, Over):
        return None
    if card == Staging.NO_DRAMA and _is_asked_to_protect(state, player):
        return Answer(Do.PROTECT, player, way=Protection.NO_DRAMA)
    if type(bottom) is Placement:
        return None if state.seats[player].placed == card else Answer(Do.PLACE, player, card)
    if type(bottom) is Reveals or (type(bottom) is Steps and bottom.phase is Phase.AFTER_PLACEMENT):
        return _laid_back(state, player, card)
    if type(bottom) is Discards:
        return Thrown(player, card) if bottom.order[bottom.at] == player else None
    return Early(player, card)


def _is_asked_to_protect(state: State, player: int) -> bool:
    """Return True if the player is asked and may show a No Drama from the hand (N1).

    The player may show it in their own place too. Return False if the placed card is the No Drama, or if every No
    Drama of the box is known to be elsewhere.
    """
    asked = decision(state)
    if state.seats[player].placed == Staging.NO_DRAMA or asked is None:
        return False
    if known_place(as_known(state, None), Staging.NO_DRAMA) is not None:
        return False
    return asked.kind is DecisionKind.PROTECT and player in asked.players


def _laid_back(state: State, player: int, card: str) -> Gesture:
    top, seat = state.frames[-1], state.seats[player]
    if type(top) is PutDown and top.player == player:
        return Again(player) if _is_the_same(state, player, card) else Answer(Do.SWAP, player, card)
    if seat.done:
        return Early(player, card) if type(state.frames[0]) is Reveals else None
    if seat.placed is None or seat.revealed:
        return None
    if type(top) is Action and top.player == player and changes_card(top):
        is_same = _is_the_same(state, player, card)
        return Again(player) if is_same else Answer(Do.CHOOSE, player, choices=Choices(give=card))
    if find_in_hand([seat.placed], card) is None:
        return _other_card(state, player, card)
    if card == Staging.SEIZE and type(top) is Action and _tries_to_seize(state, top, player):
        return Answer(Do.SEIZE, player)
    if card == Staging.SEIZE and (late := late_seizes(state, player)):
        return Answer(Do.SEIZE, player, late[-1])  # J11: the card scored last is meant
    return Answer(Do.REVEAL, player, card) if player in up_next(state) else None


def _is_the_same(state: State, player: int, card: str) -> bool:
    """Return True if a card is the placed one, not another copy that may be in the hand.

    For a card with copies only the backs in the hand count, so that the result does not reveal a second copy.
    """
    seat = state.seats[player]
    return card == seat.placed and (card in state.deck.cards or back(card) not in map(back, seat.hand))


def changes_card(action: Action) -> bool:
    """Return True if an announced improv waits for the other card (I3).

    It was announced with a Cassio coin or at the desk.
    """
    announced = action.choices.way is Way.FACE_DOWN and action.choices.give is None
    return announced and action.kind in (ActionKind.IMPROV, ActionKind.COIN) and effect_of(action.name) is IMPROV


def _tries_to_seize(state: State, action: Action, player: int) -> bool:
    """Return True if a revealed Seize is meant for this action (Z1).

    This includes a Seize of the next player to reveal, even if that player cannot pay for it.
    """
    if action.stage is not Stage.WINDOW or not is_seizable(state, action):
        return False
    return could_seize(state, action, player) or player in up_next(state)


def _other_card(state: State, player: int, card: str) -> Answer:
    """Return the improv for a card other than the placed one (I3, A2).

    A player without intrigue uses a Cassio coin, if they have one.
    """
    swap = Choices(way=Way.FACE_DOWN, give=card)
    seat = state.seats[player]
    if seat.intrigue < state.rules.prices["improv"] and "Cassio" in seat.coins:
        return Answer(Do.COIN, player, coin="Cassio", choices=swap)
    return Answer(Do.IMPROV, player, choices=swap)


def up_next(state: State) -> list[int]:
    """Return the next player to turn up a card, after all asked have passed (P5).

    The result is a list of at most one player.
    """
    bottom = state.frames[0]
    order = bottom.order if type(bottom) is Reveals else state.from_leads_left()
    start = bottom.at if type(bottom) is Reveals else 0
    waiting = []
    for player in order[start:]:
        seat = state.seats[player]
        if seat.placed is None or seat.revealed or seat.done:
            continue
        waiting.append(player)
        break
    return waiting


def current(state: State) -> int | None:
    """Return the player whose step before or after placement, or whose turn in the reveal, it is."""
    top = state.frames[-1]
    return top.order[top.at] if type(top) in (Steps, Reveals) and top.at < len(top.order) else None  # type: ignore[union-attr]


def _on_target(state: State, card: str) -> Gesture:
    """Return the meaning of a card on the stage: it is played from the hand (A1, A3)."""
    asked, top = decision(state), state.frames[-1]
    if type(top) is PutDown and top.reveal:
        return Answer(Do.EXIT, top.player, card)
    if card == Staging.NO_DRAMA and asked is not None and asked.kind is DecisionKind.PROTECT:
        return Answer(Do.PROTECT, asked.players[0], way=Protection.NO_DRAMA)
    player = current(state)
    if card == Staging.EXCHANGE and player is not None:
        return Answer(Do.FROM_HAND, player, card)
    if card == Staging.NO_DRAMA and player is not None:
        return Answer(Do.PROTECT, player, way=Protection.NO_DRAMA)
    return UnexpectedPlacement(
        _("A card lies on the stage, where only an Exchange or No Drama is played from a hand."), None, TARGET
    )


def _tile(state: State, name: str, player: int | None) -> Gesture:
    top = state.frames[-1]
    if type(top) is Casting:
        if name == state.lead_character and player is not None:
            return Answer(Do.LEAD, to=player)
        return None
    if type(top) is Action:
        found = _chooses(state, top, name, player)
        if found is not None:
            return found
    between = type(top) is Intermission
    if name != (state.next_lead_character if between else state.lead_character) or player is None:
        return None
    if between:
        if player == next_lead(state):
            return Answer(Do.NEXT_ACT)
        expected = state.seats[next_lead(state)].name
        return UnexpectedPlacement(
            _(
                "The {character} tile lies at {name}; {expected} has the fewest points.",
                character=name,
                name=state.seats[player].name,
                expected=expected,
            ),
            player,
        )
    if player == state.lead or (type(top) is Action and top.player == player):
        return None
    text = _(
        "The {character} tile lies at {name}, but {lead} is the Lead.",
        character=name,
        name=state.seats[player].name,
        lead=state.seats[state.lead].name,
    )
    is_lead = Answer(Do.CORRECT, changes=(Change("lead", player),), because=Because.UNSEEN)
    return Claims(UnexpectedPlacement(text, player), is_lead)


def _chooses(state: State, action: Action, name: str, player: int | None) -> Gesture:
    """Return the choice of an action by a character's tile, or by the lead tile at a seat."""
    for option in needed(state, action):
        if player is not None and player == option.target and name == state.lead_character:
            return Answer(Do.CHOOSE, action.player, choices=option)
        if name in (option.on, option.character):
            return Answer(Do.CHOOSE, action.player, choices=option)
        if option.wounds == (name,) or (option.cut and option.cut[0][0] == name) or option.pay is not None:
            return Chosen(name)
    return None


def _whose(state: State, coin: str) -> int | None:
    """Return the user of a coin on the stage.

    It is the current player, the last one to reveal (O1), or the only owner of such a coin.
    """
    player = current(state)
    owners = [number for number, seat in enumerate(state.seats) if seat.coins.get(coin)]
    last = just_revealed(state, state.frames[-1])
    if last in owners and player not in owners:
        return last  # O1
    return owners[0] if player is not None and player not in owners and len(owners) == 1 else player


def _coin(state: State, name: str, player: int | None) -> Gesture:
    top, asked = state.frames[-1], decision(state)
    if type(top) is Action:
        for option in needed(state, top):
            if option.take == name or (option.target is not None and option.target == player and top.name == "Emilia"):
                return Answer(Do.CHOOSE, top.player, choices=replace(option, take=name))
    if name == "Desdemona":
        if player is None and asked is not None and asked.kind is DecisionKind.PROTECT:
            player = asked.players[0]
        player = current(state) if player is None else player
        return None if player is None else Answer(Do.PROTECT, player, way=Protection.DESDEMONA)
    if player is None:
        player = _whose(state, name)
    if player is None:
        return UnexpectedPlacement(
            _("A coin of {name} was laid down, and it is nobody's moment to use one.", name=name), None, TARGET
        )
    return Answer(Do.COIN, player, coin=name)
