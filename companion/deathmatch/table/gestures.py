"""Interpret things on the mat, based on the state and earlier observations. No other module does so.

An answer states its player's action; the rules decide if it is allowed. A gesture that cannot be an answer becomes a
question to the host. Nothing is changed here.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.codec import NOBODY
from companion.core.i18n import N_, _
from companion.core.observation import Hold, Lift, Observation, Press, Tag
from companion.core.places import TARGET, place_in_words, player_at
from companion.core.verdict import Forbidden
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.cards import Effect as TextEffect
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, find
from companion.deathmatch.rules.legality import is_own_action
from companion.deathmatch.rules.reasons import Code, is_own
from companion.deathmatch.rules.scene import cards_of_scene
from companion.deathmatch.table.effects import effect_of_setting, winner_draws
from companion.deathmatch.table.knowledge import open_reasons, owner_of
from companion.deathmatch.table.pending import Pending, Seen
from companion.deathmatch.table.things import Kind, Thing, thing_named
from companion.game.interpretation import (
    AS_BEFORE,
    NOTHING_NOW,
    AskHost,
    Effect,
    Interpretation,
    NotifySeat,
    PlayAnswer,
    RecordViolation,
    UnexpectedPlacement,
    unknown_tag,
    without_resting,
)

TOO_EARLY = N_("not your turn: take it back, and play it when your light asks")


class Noted(NamedTuple):
    """A character shown to the companion before the deal; it counts from the deal on (DS2)."""

    player: int
    character: str


Gesture = Answer | Noted | UnexpectedPlacement | None


def read(seen: Seen, observation: Observation, pushed: Answer | None) -> Interpretation[Pending]:
    """Interpret an observation; `pushed` is the answer that the seat's light offers for this press or hold."""
    readings = seen.readings
    match observation:
        case Tag(_, zone, thing):
            known = readings.rests(seen.state, zone, thing)
            readings = without_resting(readings, zone)
            if known:
                return Interpretation(readings)
            gesture = read_tag(seen.state, zone, thing_named(thing))
            if gesture is not None:
                return _mean(seen.state, readings, gesture)
            player = player_at(zone, len(seen.state.seats))
            same = player is not None and seen.state.seats[player].played == thing
            return Interpretation(
                readings, [NotifySeat(player, _(AS_BEFORE if same else NOTHING_NOW), refuses=not same)]
            )
        case Lift(_, zone):
            return Interpretation(without_resting(readings, zone))
        case Press() | Hold():
            return _mean(seen.state, readings, pushed)
        case _:
            return Interpretation(readings)


def _mean(state: State, readings: Pending, gesture: Gesture) -> Interpretation[Pending]:
    match gesture:
        case Answer(Do.CHARACTER, player) if is_own_action(state, player):
            words = _("Cuelight knows you now. To reveal yourself, put it there again")
            return Interpretation(readings, [PlayAnswer(gesture, owner=owner_of(gesture)), NotifySeat(player, words)])
        case Answer():
            return Interpretation(readings, [PlayAnswer(gesture, owner=owner_of(gesture))])
        case Noted(player, character):
            characters = {**readings.characters, player: character}
            return Interpretation(
                readings._replace(characters=characters),
                [NotifySeat(player, _("Cuelight knows you now: take it back"))],
            )
        case UnexpectedPlacement():
            return Interpretation(readings, [AskHost(gesture)])
        case None:
            return Interpretation(readings)


def refused(seen: Seen, answer: Answer, forbidden: Forbidden) -> Interpretation[Pending]:
    """Record a violation, by its public reasons if there are any, and notify the seat."""
    public = open_reasons(forbidden)
    noted: list[Effect] = [RecordViolation(public)]
    at = answer.by if answer.to is None else answer.to  # the winner or the starter presses at the own seat
    player = None if at == NOBODY else at
    if player is not None or answer.do is Do.SETTING:
        early = public.reasons[0].code == Code.PLAY_NOT_YOUR_TURN
        hidden = all(is_own(reason.code) for reason in public.reasons)  # then only the player may know the reason
        words = _(TOO_EARLY) if early else _("this cannot be done now") if hidden else public.words
        noted.append(NotifySeat(player, words, refuses=True))
    return Interpretation(seen.readings, noted)


def show_characters(seen: Seen) -> Interpretation[Pending] | None:
    """A follow-up: give the players the characters that they showed before the deal."""
    if not seen.readings.characters or seen.state.is_new:
        return None
    effects = [
        PlayAnswer(Answer(Do.CHARACTER, player, character=character), said=False, owner=player)
        for player, character in seen.readings.characters.items()
    ]
    return Interpretation(seen.readings._replace(characters={}), effects)


def carry_out_setting(seen: Seen) -> Interpretation[Pending] | None:
    """A follow-up: let the winner of a scene draw a card more if the setting's text says so (DJ2)."""
    winner = seen.readings.won
    if winner is None:
        return None
    readings, state = seen.readings._replace(won=None), seen.state
    if effect_of_setting(state) is not TextEffect.WINNER_DRAWS or state.phase is Phase.OVER:
        return Interpretation(readings)
    return Interpretation(readings, [PlayAnswer(winner_draws(state, winner), said=False)])


# --- by kind of thing


def read_tag(state: State, zone: str, thing: Thing) -> Gesture:
    """Interpret a thing placed in a zone."""
    kind, name = thing
    player = player_at(zone, len(state.seats))
    names = state.names
    if player is None and zone != TARGET:
        where = place_in_words(zone, names)
        return UnexpectedPlacement(_("Something was laid {where}, where nobody sits.", where=where), None)
    match kind:
        case Kind.STRANGER:
            return unknown_tag(name, zone, names)
        case Kind.SETTING:
            return _setting(state, player, name)
        case _ if player is None:
            return UnexpectedPlacement(_("Something lies in the circle, where only a setting is put."), None)
        case Kind.PROTAGONIST:
            return None if player == state.protagonist else Answer(Do.PROTAGONIST, to=player)
        case Kind.CHARACTER:
            return _character(state, player, name)
        case Kind.ACTION:
            return _card(state, player, name)


def _setting(state: State, player: int | None, name: str) -> Gesture:
    """DA1: on the target zone, the protagonist's choice; the active setting may lie there."""
    if player is not None:
        text = _(
            "A setting lies on the spot of {name}. Put it in the circle to choose it.", name=state.seats[player].name
        )
        return UnexpectedPlacement(text, player)
    if state.phase is not Phase.SETTING and name == state.setting:
        return None
    return Answer(Do.SETTING, NOBODY if state.protagonist is None else state.protagonist, name)


def _character(state: State, player: int, name: str) -> Gesture:
    """DS2, DR1: the first time shown to the companion; on a later own action revealed."""
    seat = state.seats[player]
    if state.is_new:
        return Noted(player, name)
    if seat.out or (seat.revealed and seat.character == name):
        return None
    if seat.knows_character and not seat.revealed and is_own_action(state, player):
        return Answer(Do.REVEAL, player, character=name)
    if any(other.character == name and (other.revealed or other.out) for other in state.seats):
        name = seat.character  # it is another character; nobody else needs to know that this card is there
    return Answer(Do.CHARACTER, player, character=name)


def _card(state: State, player: int, card: str) -> Gesture:
    if state.phase is Phase.DAMAGE and card in cards_of_scene(state):
        if player == state.turn:
            return None  # DP4: the winner takes all cards of the scene
        return Answer(Do.DAMAGE, NOBODY if state.turn is None else state.turn, card, target=player)
    if state.seats[player].played == card:
        return None
    if is_own_action(state, player) and state.deck.is_trickster(card):
        if _lies_for_its_text(state, player, card):
            return None
        if not state.trickster_played and _may_hold_standard(state, player, card):
            return Answer(Do.TRICKSTER, player, card)
    return Answer(Do.PLAY, player, card)


def _lies_for_its_text(state: State, player: int, card: str) -> bool:
    """Return True if this is the only copy of the trickster whose text is being carried out, placed again."""
    return state.carrying == (player, card) and state.deck.copies[card] == 1


def _may_hold_standard(state: State, player: int, card: str) -> bool:
    """DT3: return True if the hand may have a standard card, apart from the trickster placed."""
    hand = state.seats[player].hand
    at = find(hand, card)
    rest = hand if at is None else (*hand[:at], *hand[at + 1 :])
    return any(other == UNKNOWN_ACTION or state.deck.is_standard(other) for other in rest)
