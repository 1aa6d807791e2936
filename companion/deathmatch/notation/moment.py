"""The moment of a position: act, scene, phase, and the roles of the players.

Values that follow from other keys are derived if they are missing and compared if they are given.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.core.errors import InputError
from companion.core.json_fields import Fields
from companion.core.positions import Players
from companion.deathmatch.model.cards import CASTLE
from companion.deathmatch.model.ruleset import TwoLeft
from companion.deathmatch.model.state import IN_SCENE, Phase, State
from companion.deathmatch.rules.scene import standing, winner_by_rules

BEFORE_SCENES = (Phase.CASTING, Phase.SETTING)
WITHOUT_OPENER = (*BEFORE_SCENES, Phase.OVER)
WHENCE_PHASE = ("protagonist", "first", "setting", "variants", "seats.out")  # the keys that determine the phase


def sound(head: Fields, *keys: str) -> bool:
    """Return True if none of these keys of the position has an error in it.

    `seats` means the list itself, and `seats.out` that key of any seat.
    """
    for error in head.found or ():
        where = re.sub(r"\[\d+\]", "", error.field or "")
        if any(where == key or (key != "seats" and where.startswith(f"{key}.")) for key in keys):
            return False
    return True


class NamedPlayers(NamedTuple):
    """The players that a position names."""

    first: int | None
    opener: int | None
    turn: int | None
    standing: int | None


def read_moment(head: Fields, state: State, players: Players) -> State:
    """Return the state with its act, scene, phase and turn.

    `head` collects the errors; checks that depend on an unreadable key are skipped.
    """
    named = NamedPlayers(*(players.optional(key) for key in NamedPlayers._fields))
    state = state._replace(act=head.count("act", 1, least=1), trickster_played=head.flag("trickster_played"))
    phase = _phase(head, state, named.first)
    state = state._replace(phase=phase, scene=_scene(head, phase))
    if phase is Phase.OVER:
        state = state._replace(winners=_winners(head, state, players))
    if not sound(head, "seats", "phase") or not (head.given("phase") or sound(head, *WHENCE_PHASE)):
        return state
    _check_alive(head, state)
    if phase is Phase.CASTING or phase is Phase.OVER:
        _nobody(head, named, "opener", "turn", "standing")
        state = state._replace(first=named.first if named.first is not None else state.protagonist)
    else:
        state = _in_act(head, state, named)
    _check_protagonist(head, state)
    _check_setting(head, state)
    _check_played(head, state)
    _check_texts(head, state)
    return state


def _winners(head: Fields, state: State, players: Players) -> tuple[int, ...]:
    """Return the winners of a finished game: by default the living; players slain together share the win (DJ4)."""
    if not head.given("winners"):
        return state.alive
    found = [players.take(name, where) for where, name in head.items("winners")]
    return tuple(player for player in found if player is not None)


def _phase(head: Fields, state: State, first: int | None) -> Phase:
    if head.given("phase"):
        return Phase(head.word("phase", tuple(Phase), Phase.ACTION))
    if state.protagonist is None and first is None:
        return Phase.CASTING
    return Phase.SETTING if state.setting is None else Phase.ACTION


def _scene(head: Fields, phase: Phase) -> int:
    """Read the scene: 0 before the act's first action, then from 1 up."""
    if phase in BEFORE_SCENES:
        return head.count("scene", 0, most=0)
    return head.count("scene", 1, least=0 if phase is Phase.OVER else 1)


def _check_alive(head: Fields, state: State) -> None:
    if not state.alive and state.phase is not Phase.OVER and sound(head, "seats.out"):
        head.fault(InputError('everybody is out; write "phase": "over"', field="seats"))


def _check_played(head: Fields, state: State) -> None:
    if state.phase in IN_SCENE:
        return
    for player, seat in enumerate(state.seats):
        if seat.played is not None and not seat.out:
            what = f"nothing is laid in the phase {state.phase}; leave it out, or write one of: {', '.join(IN_SCENE)}"
            head.fault(InputError(what, field=f"seats[{player}].played"))


def _check_protagonist(head: Fields, state: State) -> None:
    """DA6, DJ14: from the first act on there is a protagonist while more than two are alive."""
    if not sound(head, "seats.out", "protagonist", "rulings.DJ14"):
        return
    named, alive = state.protagonist is not None, len(state.alive)
    what = None
    if state.phase is Phase.CASTING:
        what = "nobody is the protagonist yet in the phase casting; leave one of the two out" if named else None
    elif state.phase is not Phase.OVER and alive > 2 and not named:
        what = f"is missing; in the phase {state.phase} somebody is the protagonist"
    elif state.phase is not Phase.OVER and alive == 2 and named and not _may_stay(state):
        what = "with two alive there is no protagonist (DA6); name who has the act's first action in first"
    if what is not None:
        head.fault(InputError(what, field="protagonist"))


def _may_stay(state: State) -> bool:
    """DJ14: two of more players are left, and the act continues with its protagonist."""
    return state.rules.two_left is TwoLeft.NEXT_ACT and len(state.seats) > 2


def _check_setting(head: Fields, state: State) -> None:
    """DA6, DV2: the setting is the castle; in the phase `setting` the last act's setting is still active."""
    if state.phase in WITHOUT_OPENER or state.setting in (None, CASTLE) or not sound(head, "setting", "seats.out"):
        return
    if state.castle_only and sound(head, "protagonist", "variants"):
        head.fault(
            InputError("is the castle with two alive and with the variant castle; leave it out", field="setting")
        )


def _check_texts(head: Fields, state: State) -> None:
    """DJ2, DJ11, DJ16: texts wait before a card is played, and tricksters can be among a scene's cards."""
    if state.scene_cards and state.phase in WITHOUT_OPENER:
        what = f"there is no scene in the phase {state.phase}; leave them out"
        head.fault(InputError(what, field="scene_cards"))
    if state.waiting and state.phase is not Phase.SETTING:
        what = "several texts wait only in the phase setting, with the variant revealed (DJ16); leave them out"
        head.fault(InputError(what, field="waiting"))
    if state.carrying is None:
        return
    by, out = state.carrying.by, state.seats[state.carrying.by].out
    if state.phase not in (Phase.SETTING, Phase.ACTION):
        what = f"no text waits in the phase {state.phase}: who has played on is done with it; leave it out"
        head.fault(InputError(what, field="carrying"))
    elif out or (state.opener is not None and by != state.opener):
        what = f"{state.seats[by].name} {'is out' if out else 'is not the player whose action it is'} (DT1)"
        head.fault(InputError(what, field="carrying.by"))


def _nobody(head: Fields, named: NamedPlayers, *keys: str) -> None:
    """Report an error for each of these keys that names a player."""
    for key in keys:
        if getattr(named, key) is not None:
            head.fault(InputError("names nobody in this phase; leave it out", field=key))


# --- an act


def _in_act(head: Fields, state: State, named: NamedPlayers) -> State:
    if not sound(head, *NamedPlayers._fields, "protagonist", "seats.out", "seats.played"):
        return state
    first = named.first if named.first is not None else state.protagonist
    if first is None and state.scene == 1:  # the player of the act's first scene has its first action
        turn = named.turn if state.phase is Phase.ACTION else _first_who_played(state)
        first = named.opener if named.opener is not None else turn
    if first is None:
        if len(state.alive) <= 2:
            what = "is missing; write the name of who has the act's first action, as there is no protagonist"
            head.fault(InputError(what, field="first"))
        return state
    state = state._replace(first=first)
    match state.phase:
        case Phase.SETTING:
            _nobody(head, named, "opener", "standing")
            return _in_setting(head, state, named)
        case Phase.ACTION:
            _nobody(head, named, "standing")
            return _in_action(head, state, named)
        case _:
            return _in_scene(head, state, named)


def _in_setting(head: Fields, state: State, named: NamedPlayers) -> State:
    if named.turn not in (None, state.protagonist):
        head.fault(InputError("in the phase setting it is the protagonist's turn (DA1)", field="turn"))
    return state._replace(turn=state.protagonist)


def _in_action(head: Fields, state: State, named: NamedPlayers) -> State:
    turn = named.turn if named.turn is not None else named.opener if named.opener is not None else state.first
    if named.opener not in (None, turn):
        what = "in the phase action the scene is that of the player whose turn it is; leave one of the two out"
        head.fault(InputError(what, field="opener"))
    _check_not_out(head, state, turn)
    return state._replace(opener=turn, turn=turn)


def _in_scene(head: Fields, state: State, named: NamedPlayers) -> State:
    opener = named.opener if named.opener is not None else _first_who_played(state)
    if opener is None:
        what = "is missing; nobody has laid a card, so write whose action it is"
        head.fault(InputError(what, field="opener"))
        return state
    state = state._replace(opener=opener)
    if state.phase is Phase.DAMAGE:
        return _in_damage(head, state, named)
    if state.phase is Phase.WINNER:
        _nobody(head, named, "turn")
    else:
        state = _answering(head, state, named)
    if named.standing not in (None, standing(state)) and sound(head, "deck", "rulings"):
        what = "the rules say another card is the one to beat, or do not say which is (DJ1); leave it out"
        head.fault(InputError(what, field="standing"))
    return state


def _first_who_played(state: State) -> int | None:
    """Return the first player with a card in the scene, starting from the one with the act's first action."""
    count = len(state.seats)
    order = [((state.first or 0) + step) % count for step in range(count)]
    return next((player for player in order if state.seats[player].played is not None), None)


def _answering(head: Fields, state: State, named: NamedPlayers) -> State:
    """Set the next player to answer; if all have answered, the scene waits for its winner (DP2)."""
    assert state.opener is not None
    turn = named.turn if named.turn is not None else state.next_to_answer(state.opener)
    if turn is None:
        return state._replace(phase=Phase.WINNER, turn=None)
    if state.seats[turn].played is not None or turn == state.opener:
        head.fault(InputError("has laid a card in this scene already; name who answers next", field="turn"))
    _check_not_out(head, state, turn)
    return state._replace(turn=turn)


def _in_damage(head: Fields, state: State, named: NamedPlayers) -> State:
    """Set the winner, who places a card (DP4)."""
    known = winner_by_rules(state._replace(phase=Phase.WINNER))
    turn = next((player for player in (named.turn, named.standing, known) if player is not None), None)
    if turn is None:
        if sound(head, "deck", "rulings"):
            head.fault(InputError("is missing; write who has won the scene", field="turn"))
        return state
    if named.standing not in (None, turn):
        head.fault(InputError("in the phase damage it is the winner, whose turn it is", field="standing"))
    _check_not_out(head, state, turn)
    return state._replace(turn=turn)


def _check_not_out(head: Fields, state: State, turn: int | None) -> None:
    """DE2: a slain player has no turn, except while others have something to do first."""
    busy = state.carrying is not None or any(state.excess(player) for player in state.alive)
    if turn is not None and state.seats[turn].out and state.alive and not busy:
        what = f"{state.seats[turn].name} is out (DE2); write whose turn it is"
        head.fault(InputError(what, field="turn"))
