"""Automatic follow-ups: unseen choices, cards placed early, and answers that waited."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.i18n import _
from companion.core.places import play_zone, player_at
from companion.game import FollowUp
from companion.game.interpretation import Interpretation, NotifySeat, PlayAnswer
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN, Pile, is_unknown
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.events import Buried, CardGiven, CardTaken, Event, HandDiscarded
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Action, Choices, Draws, Intermission, Placement, Steps
from companion.othello.model.vocabulary import Interrupt, Phase
from companion.othello.table.interpret import is_choosing, laid
from companion.othello.table.knowledge import as_known, drawn_by
from companion.othello.table.pending import Pending, Seen


def hurry(seen: Seen) -> Interpretation[Pending] | None:
    """Finish the intermission or open draws, once a player has continued with the next scene.

    A player who has not chosen a pile draws a script card, or from the pile that a card placed since then shows (Z6).
    If the draw would empty the script pile, the player is asked.
    """
    top, readings = seen.state.frames[-1], seen.readings
    if not readings.hurries:
        return None
    if type(top) is Draws and seen.asked is not None:
        player = top.order[top.at]
        lies = readings.early.get(player)
        pile = Pile.SCRIPT if len(seen.state.script) > 1 else None
        if lies is not None:
            pile = drawn_by(as_known(seen.state, None).seats[player].hand, lies)
        return None if pile is None else Interpretation(readings, [PlayAnswer(Answer(Do.DRAW, player, pile=pile))])
    effects = [PlayAnswer(Answer(Do.NEXT_ACT))] if type(top) is Intermission else []
    return Interpretation(readings._replace(hurries=False), effects)


def fill_unseen(seen: Seen) -> Interpretation[Pending] | None:
    """Choose unseen cards automatically (A1, I2).

    Nobody needs to name one, or one of several with the same back. The decision to ask must not reveal which cards
    the companion knows.
    """
    state, chance = seen.state, seen.chance
    asked: Decision | None = seen.asked
    action = state.frames[-1]
    if asked is None or asked.kind is not DecisionKind.CHOOSE or type(action) is not Action or action.name == "Emilia":
        return None
    if chance.asks(action.player):
        return None
    takes = [item.choices.take for item in asked.options if item.choices.take is not None]
    gives = [item.choices.give for item in asked.options if item.choices.give is not None]
    if not chance.blind and not any(map(is_unknown, takes + gives)):
        return None
    if takes and action.choices.target is not None:
        hand = state.seats[action.choices.target].hand
        return _fill(seen, action, Choices(take=chance.pick(action.choices.target, hand)))
    if gives and action.name in ("Exchange", "Roderigo"):
        return _fill(seen, action, Choices(give=UNKNOWN))
    if gives and len({back(card) for card in gives}) == 1:
        return _fill(seen, action, Choices(give=back(gives[0])))
    return None


def _fill(seen: Seen, action: Action, choices: Choices) -> Interpretation[Pending]:
    return Interpretation(seen.readings, [PlayAnswer(Answer(Do.CHOOSE, action.player, choices=choices), said=False)])


def forget_taken(seen: Seen) -> Interpretation[Pending] | None:
    """Return an early card to its hand on an on-screen mat, after a card has left that hand (A1).

    The early card still belongs to the hand, so it may be the one taken. It is returned in every case, so that nobody
    learns whether it was.
    """
    readings = seen.readings
    for player in readings.early:
        events = seen.events[readings.since.get(player, len(seen.events)) :] if seen.chance.asks(player) else ()
        left = next((event for event in events if _leaves_hand(event, player)), None)
        if left is None:
            continue
        words = _("your card is in your hand again: play a card")
        if type(left) is CardTaken:
            who = seen.state.seats[left.player].name
            words = _("{who}’s exchange put your card back: play a card again", who=who)
        return Interpretation(readings.without_early(player), [NotifySeat(player, words)], shows=True)
    return None


def _leaves_hand(event: Event, player: int) -> bool:
    match event:
        case CardTaken(_, victim):
            return victim == player
        case CardGiven(giver) | Buried(giver) | HandDiscarded(giver):
            return giver == player
        case _:
            return False


def use_early(seen: Seen) -> Interpretation[Pending] | None:
    """Pass for players who have placed a card early, and place it when its time comes (P2, P3)."""
    state, readings = seen.state, seen.readings
    top = state.frames[-1]
    if type(top) is Steps and top.phase is Phase.PRE_PLACEMENT:
        player = top.order[top.at]
        if player not in readings.early or player == readings.asked_again:
            return None
        return Interpretation(readings._replace(asked_again=None), [PlayAnswer(Answer(Do.PASS, player))])
    if type(top) is Placement and readings.early:
        player, card = next(iter(readings.early.items()))
        return Interpretation(readings.without_early(player), laid(state, Answer(Do.PLACE, player, card)))
    return None


def use_waiting(seen: Seen) -> Interpretation[Pending] | None:
    """Give a waiting answer after all choices are made, or a waiting choice when it is requested."""
    state, readings = seen.state, seen.readings
    if not readings.waiting:
        return None
    asked: Decision | None = seen.asked
    first, left = readings.waiting[0], readings._replace(waiting=readings.waiting[1:])
    if first.do is Do.CHOOSE and not is_choosing(state, first.by):
        under_way = any(type(frame) is Action and frame.player == first.by for frame in state.frames)
        return None if under_way else Interpretation(left)
    if first.do is not Do.CHOOSE and asked is not None and asked.kind in (DecisionKind.CHOOSE, DecisionKind.SWAP):
        return None
    lies = left._replace(laid=left.laid | {play_zone(first.by)})
    return Interpretation(lies, laid(state, first))


def forget_ready(seen: Seen) -> Interpretation[Pending] | None:
    """Clear the players who are ready, outside of intermission."""
    if not seen.readings.ready or type(seen.state.frames[0]) is Intermission:
        return None
    return Interpretation(seen.readings._replace(ready=frozenset()))


def turn_back(seen: Seen) -> Interpretation[Pending] | None:
    """Ask a player to turn a Seize face down again that did not seize (J27).

    This costs nothing.
    """
    top = seen.state.frames[-1]
    for zone, is_asked in seen.readings.turned_up.items():
        player = player_at(zone, len(seen.state.seats))
        waits = type(top) is Action and (player in top.seizes or top.claim == (Interrupt.SEIZE, player))
        if not is_asked and not waits:
            words = _("the Seize was too late or not first: turn it face down again")
            return Interpretation(seen.readings.asked_to_turn(zone), [NotifySeat(player, words, refuses=True)])
    return None


FOLLOW_UPS: Sequence[FollowUp] = (hurry, fill_unseen, forget_taken, use_early, use_waiting, turn_back, forget_ready)
