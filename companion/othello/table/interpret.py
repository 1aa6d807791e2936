"""The interpretation of observations: the one place that decides the meaning of a placed card.

`gestures.py` reads a tag in the current state, and the lights define the meaning of a button. This module combines
that with the pending input and produces answers, questions and new pending input. It changes nothing.
"""

from __future__ import annotations

from companion.core.i18n import N_, _
from companion.core.observation import Hold, Lift, Observation, Press, Tag, TagKind, split_thing
from companion.core.places import is_play_zone, play_zone, player_at
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.game.interpretation import (
    AS_BEFORE,
    NOTHING_NOW,
    AskHost,
    ConfirmDraw,
    Effect,
    ExtendWindow,
    Interpretation,
    NotifySeat,
    PlayAnswer,
    RecordEvent,
    RecordViolation,
    UnexpectedPlacement,
    without,
    without_resting,
)
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import CardName, Staging, is_unknown
from companion.othello.model.decision import DecisionKind
from companion.othello.model.events import TakenBack
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Action, Choices, Placement, Reveals
from companion.othello.model.game import Game, Unseen
from companion.othello.model.ruleset import EXIT_ONLY
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Stage
from companion.othello.rules.acts import staging_excess
from companion.othello.rules.declare import puts_down_anew
from companion.othello.rules.draws import put_draw_right
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.options import decision
from companion.othello.rules.playable import unplayable
from companion.othello.rules.targets import can_pay
from companion.othello.rules.windows import comes_later, could_seize, has_hidden_card, is_seizable
from companion.othello.table import gestures
from companion.othello.table.cues import chosen_with, price_of
from companion.othello.table.gestures import Again, Chosen, Claims, Drawn, Early, Gesture, Ready, Thrown, Waits
from companion.othello.table.knowledge import as_known, drew_other, face_down, may_fit, misplaced, named
from companion.othello.table.pending import Pending, Seen
from companion.othello.text.narrate import drew_other as drew_other_text

NO_EFFECTS: tuple[Effect, ...] = ()
NO_TILE_NOW = N_("this tile changes nothing now: put it there again when a tile is asked for")
TOO_LATE_TO_SEIZE = N_("a Seize is too late: ask the host")
_WAITED_FOR = (DecisionKind.CHOOSE, DecisionKind.SWAP)


def read(seen: Seen, observation: Observation, pushed: Gesture) -> Interpretation[Pending]:
    """Interpret an observation; `pushed` is the seat light's offer for this press or hold."""
    readings = seen.readings
    match observation:
        case Tag(_, zone, thing):
            sort, name = split_thing(thing)
            laid = frozenset({zone}) if sort in (TagKind.CARD, TagKind.UID) else frozenset[str]()
            lies = {**readings.lies, zone: name} if sort is TagKind.CARD else without(readings.lies, zone)
            turned_up = without(readings.turned_up, zone) if zone in readings.lies else readings.turned_up  # a tap
            if zone in readings.swapped and readings.lies.get(zone, name) != name:  # while its reader was out
                readings = without_resting(readings, zone)
            readings = readings._replace(laid=laid, lies=lies, turned_up=turned_up)
            return _tag(seen._replace(readings=readings), observation)
        case Lift(_, zone):
            player = player_at(zone, len(seen.state.seats))
            was_early = player in readings.early
            effects = [*_taken_back(seen, player, zone), *_takes_time(seen, player)]
            return Interpretation(readings.after_lift(zone).without_early(player), effects, was_early)
        case Press() | Hold():
            return _mean(seen._replace(readings=readings._replace(laid=frozenset())), _readable(seen.state, pushed))
        case _:
            return Interpretation(readings._replace(laid=frozenset()))


def refused(seen: Seen, answer: Answer, forbidden: Forbidden) -> Interpretation[Pending]:
    """An answer that the rules forbid waits for somebody's choice, or is noted."""
    asked, readings = seen.asked, seen.readings
    if answer.do is Do.SEIZE:
        readings = readings.asked_to_turn(play_zone(answer.by))
    if forbidden.reasons[0].is_timing and asked is not None and asked.kind in _WAITED_FOR:
        waits = NotifySeat(answer.by, _("this counts after the choice"))
        return Interpretation(readings._replace(waiting=(*readings.waiting, answer)), [waits])
    shown = named(seen.state, answer)
    exits = answer.do is Do.REVEAL and _can_do_nothing(seen.state, shown, forbidden)
    if _is_refused_for_its_card(seen.state, answer) and not (exits or _is_curtain(seen.state, shown.card)):
        return Interpretation(readings, [NotifySeat(answer.by, _refusal(answer), refuses=True)])
    noted: list[Effect] = [RecordViolation(forbidden, shown.card if answer.card is None else None)]
    at = answer.by if answer.to is None else answer.to
    noted.append(NotifySeat(at if at >= 0 else None, forbidden.words, refuses=True))
    if answer.do is Do.EXIT and _is_curtain(seen.state, shown.card) and len(forbidden.reasons) == 1:
        shows = Do.SWAP if puts_down_anew(seen.state, answer.by) else Do.REVEAL
        noted.append(PlayAnswer(replace(shown, do=shows)))  # E1: it was shown, so it counts
    if exits:
        noted.append(PlayAnswer(Answer(Do.EXIT, shown.by, shown.card)))  # J14: its player exits with it
    return Interpretation(readings, noted)


def _can_do_nothing(state: State, shown: Answer, forbidden: Forbidden) -> bool:
    """Return True if a card is forbidden only because it can do nothing (J14 `exit-only`)."""
    if EXIT_ONLY not in state.rules.chosen or shown.card is None:
        return False
    return list(forbidden.reasons) == unplayable(state, shown.by, shown.card)


def _is_refused_for_its_card(state: State, answer: Answer) -> bool:
    """Return True if only the face of a hidden card forbids the button's answer.

    The card then stays face down.
    """
    if answer.do not in (Do.REVEAL, Do.EXIT) or answer.card is not None or state.seats[answer.by].revealed:
        return False
    return may_fit(as_known(state, None), answer)


def _refusal(answer: Answer) -> str:
    """Return the text of that refusal, which is the same for every card."""
    if answer.do is Do.REVEAL:
        return _("this card cannot be revealed: exit, or play another")
    return _("this card cannot exit: reveal it")


def _is_curtain(state: State, card: CardName | None) -> bool:
    face = state.deck.cards.get(card or "")
    return face is not None and face.curtain is not None


def _tag(seen: Seen, observation: Tag) -> Interpretation[Pending]:
    """Interpret a thing that was placed, except a card already in place or put there by an improv."""
    zone, thing, readings = observation.zone, observation.thing, seen.readings
    resting, swapped = readings.resting.get(zone), readings.still_to_lie(zone, seen.events)
    readings = without_resting(readings, zone)
    if resting is not None and (swapped is not None or find_in_hand([resting], thing) is not None):
        return Interpretation(readings)  # it has been there since before the restart
    is_turned_back = zone in readings.turned_up and thing == Staging.SEIZE
    readings = readings._replace(swapped=without(readings.swapped, zone), turned_up=without(readings.turned_up, zone))
    if swapped is not None and find_in_hand([swapped], thing) is not None:
        return Interpretation(readings)  # the card of an improv, which has now been placed
    if is_turned_back:
        return Interpretation(readings, [NotifySeat(player_at(zone, len(seen.state.seats)), _(AS_BEFORE))])
    gesture = gestures.read_tag(seen.state, observation)
    if gesture is None:
        return Interpretation(readings, [_nothing(seen.state, zone, thing)])
    unexpected = _turned_up(seen.state, gesture)
    if unexpected is not None and isinstance(gesture, Answer):
        return Interpretation(readings, [AskHost(unexpected, gesture)])
    if isinstance(gesture, Answer) and gesture.do is Do.PROTECT and is_play_zone(zone) and thing == Staging.NO_DRAMA:
        placed = seen.state.seats[gesture.by].placed
        if placed is not None:  # it lies under the card that is shown, and will be read again
            readings = readings._replace(resting={**readings.resting, zone: placed})
    if isinstance(gesture, Answer) and gesture.do is Do.SEIZE and not seen.chance.asks(gesture.by):
        readings = readings._replace(turned_up={**readings.turned_up, zone: False})
    return _mean(seen._replace(readings=readings), gesture)


def _nothing(state: State, zone: str, thing: str) -> NotifySeat:
    """Return the message for a thing that changes nothing.

    It is the same for every face-down card.
    """
    player = player_at(zone, len(state.seats))
    placed = None if player is None else state.seats[player].placed
    if placed is not None and (is_unknown(placed) or find_in_hand([placed], thing) is not None):
        return NotifySeat(player, _(TOO_LATE_TO_SEIZE) if _is_late(state, player) else _(AS_BEFORE))
    is_tile = split_thing(thing)[0] is TagKind.TILE
    return NotifySeat(player, _(NO_TILE_NOW if is_tile else NOTHING_NOW), refuses=True)


def _is_late(state: State, player: int | None) -> bool:
    """Return True if a Seize put back now is too late for a card of this scene, judged by what is public."""
    top = state.frames[-1]
    if player is None or not has_hidden_card(state, player):
        return False
    if type(top) is Action:
        return top.stage is not Stage.WINDOW and is_seizable(state, top) and could_seize(state, top, player)
    if type(top) is not Reveals:
        return False
    can_pay_it = state.seats[player].intrigue >= state.rules.prices["seize"]
    return can_pay_it and any(comes_later(state, player, victim) for victim, _card in state.successes)


def _taken_back(seen: Seen, player: int | None, zone: str) -> list[Effect]:
    """Return a placed card that is lifted before all have placed to the hand (P3).

    A card that was only carried across the zone does not count.
    """
    if player is None or type(seen.state.frames[-1]) is not Placement:
        return []
    placed = seen.state.seats[player].placed
    return [RecordEvent(TakenBack(player))] if placed is not None and seen.readings.lies.get(zone) == placed else []


def _takes_time(seen: Seen, player: int | None) -> list[Effect]:
    """Give the open window its full time again for a player who lifts a card that may be a Seize (Z1)."""
    asked = seen.asked
    if asked is None or asked.kind is not DecisionKind.WINDOW:
        return []
    may_seize = any(option.do is Do.SEIZE and option.by == player for option in asked.options)
    return [ExtendWindow()] if may_seize else []


def _turned_up(state: State, gesture: Gesture) -> UnexpectedPlacement | None:
    """Return the mismatch of a card that is turned up (I3).

    A card that replaces the placed one lies face down.
    """
    if not isinstance(gesture, Answer) or gesture.do is not Do.REVEAL or gesture.card is None:
        return None
    return misplaced(as_known(state, None), gesture.by, gesture.card) if gesture.by in gestures.up_next(state) else None


def _readable(state: State, pushed: Gesture) -> Gesture:
    """Return the meaning of a button; it cannot reveal a card that no reader has read."""
    if not isinstance(pushed, Answer) or pushed.do is not Do.REVEAL:
        return pushed
    seat = state.seats[pushed.by]
    if seat.placed is None or not is_unknown(seat.placed):
        return pushed
    return UnexpectedPlacement(
        _("{name} reveals a card that no reader has read: enter at the desk which one.", name=seat.name), pushed.by
    )


def _mean(seen: Seen, gesture: Gesture) -> Interpretation[Pending]:
    """Interpret a gesture."""
    state, readings = seen.state, seen.readings
    match gesture:
        case Answer(Do.CHOOSE, player) if not is_choosing(state, player):
            # the other card of an improv that may still be blocked
            return Interpretation(readings._replace(waiting=(*readings.waiting, gesture)))
        case Answer():
            return Interpretation(readings, [*map(PlayAnswer, price_of(state, gesture)), *laid(state, gesture)])
        case Early(player, card):
            if _has_just_played(seen, player, card):
                return Interpretation(readings, [NotifySeat(player, _(AS_BEFORE))])
            early = {**readings.early, player: card}
            asked_again = None if readings.asked_again == player else readings.asked_again
            since = {**readings.since, player: len(seen.events)}
            readings = readings._replace(early=early, since=since, asked_again=asked_again, hurries=True)
            return Interpretation(readings, [NotifySeat(player, _("your card lies ready"))], shows=True)
        case Chosen(character):
            chosen = chosen_with(state, readings.chosen, character)
            return Interpretation(readings._replace(chosen=chosen), _pay(state, len(chosen)), shows=True)
        case Ready(player):
            ready = readings.ready | {player}
            everybody = len(ready) == len(state.seats)
            effects = [PlayAnswer(Answer(Do.NEXT_ACT))] if everybody else NO_EFFECTS
            return Interpretation(readings._replace(ready=ready), effects, shows=True)
        case Drawn(player):
            return Interpretation(readings, [ConfirmDraw(player), *_goes_on(state, player)])
        case Again(player):
            return Interpretation(readings, [NotifySeat(player, _("the same card again: play another one"))])
        case Waits(player):
            return Interpretation(readings, [ExtendWindow(), NotifySeat(player, _("asks for time"))])
        case Thrown(player, card):
            return _throw(state, readings, player, card)
        case Claims(unexpected, answer):
            return Interpretation(readings, [AskHost(unexpected, answer)])
        case UnexpectedPlacement():
            return Interpretation(readings, [AskHost(gesture)])
        case None:
            return Interpretation(readings)


def laid(state: State, answer: Answer) -> list[Effect]:
    """Return the effects of an answer given by hand.

    If the answer shows that the player drew from the other pile, the record is corrected (P7).
    """
    known = as_known(state, None)
    down = face_down(known, answer)
    other = drew_other(state, down)
    if other is None:
        late = answer.card == Staging.SEIZE and answer.do is Do.REVEAL and _is_late(state, answer.by)
        return [PlayAnswer(down), *([NotifySeat(answer.by, _(TOO_LATE_TO_SEIZE))] if late else ())]
    put_draw_right(Game(known, Unseen()), answer.by, other)
    answer = face_down(known, answer)
    words = drew_other_text(state, answer.by, other)
    return [
        RecordViolation(Forbidden((Code.DRAW_OTHER_PILE.because(words),))),
        NotifySeat(answer.by, words),
        PlayAnswer(answer),
    ]


def _has_just_played(seen: Seen, player: int, card: CardName) -> bool:
    """Return True if the player has turned up this card in this scene and put it down again."""
    shown = seen.memory.shown.get(player) if type(seen.state.frames[0]) is Reveals else None
    return shown is not None and find_in_hand([shown], card) is not None


def _goes_on(state: State, player: int) -> list[Effect]:
    """Return a pass for a player who reports a draw and is asked before placement."""
    asked = decision(state)
    waits = asked is not None and asked.kind is DecisionKind.PRE_PLACEMENT and player in asked.players
    return [PlayAnswer(Answer(Do.PASS, player))] if waits else []


def _throw(state: State, readings: Pending, player: int, card: CardName) -> Interpretation[Pending]:
    """Collect cards to discard, and discard them once their number is complete (G4)."""
    thrown = (*readings.chosen, card)
    if len(thrown) != staging_excess(state, player):
        return Interpretation(readings._replace(chosen=thrown), shows=True)
    return Interpretation(
        readings._replace(chosen=()),
        [PlayAnswer(face_down(as_known(state, None), Answer(Do.DISCARD, player, cards=thrown)))],
        shows=True,
    )


def is_choosing(state: State, player: int) -> bool:
    """Return True if this player is asked for a choice."""
    asked = decision(state)
    return asked is not None and asked.kind is DecisionKind.CHOOSE and asked.players == (player,)


def _pay(state: State, tiles: int) -> list[Effect]:
    """Return the payment for a Villainy, if more tiles are chosen than the weak one allows (A6)."""
    action = state.frames[-1]
    if type(action) is not Action or action.choices.pay is not None:
        return []
    pays = tiles > state.rules.villainy_weak.wounds and can_pay(state, action.player, Staging.VILLAINY)
    return [_choice(action, pay=True)] if pays else []


def _choice(action: Action, *, pay: bool) -> PlayAnswer:
    return PlayAnswer(Answer(Do.CHOOSE, action.player, choices=Choices(pay=pay)))


def settles_price_alone(answer: Answer) -> bool:
    """Return True if an answer only decides on the payment for a Villainy.

    The tiles in place still count.
    """
    return answer.do is Do.CHOOSE and answer.choices in (Choices(pay=True), Choices(pay=False))
