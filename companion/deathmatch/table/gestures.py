"""What a thing that is laid somewhere means: the one place that decides it, from the state and what was noted before.

An answer is what its player has done; whether it is allowed is for the rules. What can be no answer is a question to
the host. Nothing is changed here.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.codec import NOBODY
from companion.core.i18n import N_, _
from companion.core.observation import Hold, Lift, Observation, Press, Tag
from companion.core.places import TARGET, place_in_words, player_at
from companion.core.verdict import Forbidden
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, find
from companion.deathmatch.rules.legality import is_own_action
from companion.deathmatch.rules.reasons import Code, is_own
from companion.deathmatch.rules.scene import cards_of_scene
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
)

TOO_EARLY = N_("not your turn: take it back, and lay it when your light asks")


class Noted(NamedTuple):
    """A player has shown the companion a character before anything was dealt; it counts as soon as it is (DS2)."""

    player: int
    character: str


Gesture = Answer | Noted | UnexpectedPlacement | None


def read(seen: Seen, observation: Observation, pushed: Answer | None) -> Interpretation[Pending]:
    """What an observation means; `pushed` is what the seat's light has offered for this press or hold."""
    readings = seen.readings
    match observation:
        case Tag(_, zone, thing):
            known = readings.rests(seen.state, zone, thing)
            readings = readings.without_resting(zone)
            if known:
                return Interpretation(readings)
            gesture = read_tag(seen.state, zone, thing_named(thing))
            if gesture is not None:
                return _mean(readings, gesture)
            player = player_at(zone, len(seen.state.seats))
            same = player is not None and seen.state.seats[player].played == thing
            return Interpretation(
                readings, [NotifySeat(player, _(AS_BEFORE if same else NOTHING_NOW), refuses=not same)]
            )
        case Lift(_, zone):
            return Interpretation(readings.without_resting(zone))
        case Press() | Hold():
            return _mean(readings, pushed)
        case _:
            return Interpretation(readings)


def _mean(readings: Pending, gesture: Gesture) -> Interpretation[Pending]:
    match gesture:
        case Answer():
            return Interpretation(readings, [PlayAnswer(gesture, owner=owner_of(gesture))])
        case Noted(player, character):
            characters = {**readings.characters, player: character}
            return Interpretation(
                readings._replace(characters=characters), [NotifySeat(player, _("the companion knows you"))]
            )
        case UnexpectedPlacement():
            return Interpretation(readings, [AskHost(gesture)])
        case None:
            return Interpretation(readings)


def refused(seen: Seen, answer: Answer, forbidden: Forbidden) -> Interpretation[Pending]:
    """What the rules forbid is noted, by what everybody may know if that is reason enough; the seat is told."""
    public = open_reasons(forbidden)
    noted: list[Effect] = [RecordViolation(public)]
    at = answer.by if answer.to is None else answer.to  # who has won, or who begins, is said at the own seat
    player = None if at == NOBODY else at
    if player is not None or answer.do is Do.SETTING:
        early = public.reasons[0].code == Code.PLAY_NOT_YOUR_TURN
        hidden = all(is_own(reason.code) for reason in public.reasons)  # then only the player may know why
        words = _(TOO_EARLY) if early else _("this cannot be done now") if hidden else public.words
        noted.append(NotifySeat(player, words, refuses=True))
    return Interpretation(seen.readings, noted)


def show_characters(seen: Seen) -> Interpretation[Pending] | None:
    """A follow-up: the characters that were shown before the deal are the players' own now."""
    if not seen.readings.characters or seen.state.is_new:
        return None
    deeds = [
        PlayAnswer(Answer(Do.CHARACTER, player, character=character), said=False, owner=player)
        for player, character in seen.readings.characters.items()
    ]
    return Interpretation(seen.readings._replace(characters={}), deeds)


# --- by the kind of thing


def read_tag(state: State, zone: str, thing: Thing) -> Gesture:
    """What it means that a thing was laid in a zone."""
    kind, name = thing
    player = player_at(zone, len(state.seats))
    names = [seat.name for seat in state.seats]
    if player is None and zone != TARGET:
        where = place_in_words(zone, names)
        return UnexpectedPlacement(_("Something was laid {where}, where nobody sits.", where=where), None)
    match kind:
        case Kind.STRANGER:
            return unknown_tag(name, zone, names)
        case Kind.SETTING:
            return _setting(state, player, name)
        case _ if player is None:
            return UnexpectedPlacement(_("Something lies in the middle, where only a setting is laid."), None)
        case Kind.PROTAGONIST:
            return None if player == state.protagonist else Answer(Do.PROTAGONIST, to=player)
        case Kind.CHARACTER:
            return _character(state, player, name)
        case Kind.ACTION:
            return _card(state, player, name)


def _setting(state: State, player: int | None, name: str) -> Gesture:
    """DA1: on the target zone the protagonist's choice; the one that is active may lie there."""
    if player is not None:
        text = _("A setting lies at {name}’s place; lay it in the middle to choose it.", name=state.seats[player].name)
        return UnexpectedPlacement(text, player)
    if state.phase is not Phase.SETTING and name == state.setting:
        return None
    return Answer(Do.SETTING, NOBODY if state.protagonist is None else state.protagonist, name)


def _character(state: State, player: int, name: str) -> Gesture:
    """DS2, DR1: shown to the companion the first time, and revealed when it is laid again on the own action."""
    seat = state.seats[player]
    if state.is_new:
        return Noted(player, name)
    if seat.out or (seat.revealed and seat.character == name):
        return None
    if seat.knows_character and not seat.revealed and is_own_action(state, player):
        return Answer(Do.REVEAL, player, character=name)
    if any(other.character == name and (other.revealed or other.out) for other in state.seats):
        name = seat.character  # it is not the own one, and nobody else need know that such a card lies there
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
    """Whether it is the one trickster whose text is being carried out, laid there once more."""
    return state.carrying == (player, card) and state.deck.copies[card] == 1


def _may_hold_standard(state: State, player: int, card: str) -> bool:
    """DT3: whether the hand may have a standard card, besides the trickster that is laid."""
    hand = state.seats[player].hand
    at = find(hand, card)
    rest = hand if at is None else (*hand[:at], *hand[at + 1 :])
    return any(other == UNKNOWN_ACTION or state.deck.is_standard(other) for other in rest)
