"""The light of each seat and the current meaning of its button. All of it depends only on public facts.

Cards need no button. Buttons are for facts that no card shows: the winner of a scene, or a text without changes.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.core.cues import Cue
from companion.core.i18n import N_, _, ngettext
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.cards import Effect
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION
from companion.deathmatch.table import effects
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.interpretation import ButtonMeaning, Offer

FIRST = N_("I start")
ME = N_("I won")
UNCHANGED = N_("done, no damage changed")
CHANGES = N_("damage changed? Say it at the desk")
CHOSEN = N_("choose a card of your hand")
ON_PHONE = N_("choose on your phone")
AT_DESK = N_("choose at the desk")
CHARACTER = N_("character: face down on spot")


def offers(
    state: State, asked: Decision | None, equipment: Equipment = REAL_TABLE, cast: Collection[int] = ()
) -> list[Offer]:
    """Return the prompt of each seat, in seat order. `cast` are the players who have shown their character."""
    return [_offer(state, asked, player, equipment, player in cast) for player in range(len(state.seats))]


def _offer(state: State, asked: Decision | None, player: int, equipment: Equipment, is_cast: bool) -> Offer:
    if state.seats[player].out or asked is None:
        return Offer(Cue.DONE)
    moment = (state.act, state.scene)
    if asked.kind is DecisionKind.WINNER:
        return _winner(state, player)._replace(moment=moment)
    if asked.kind is DecisionKind.PROTAGONIST:
        mine = Answer(Do.PROTAGONIST, to=player)
        if equipment.deals:
            return Offer(Cue.GO_ON, mine, mine, ButtonMeaning(_(FIRST), _(FIRST)))
        # a hold, because people try the buttons when they sit down
        return Offer(Cue.IDLE, None, mine, ButtonMeaning("", _(FIRST)), lay="" if is_cast else _(CHARACTER))
    if player not in asked.players:
        return Offer(Cue.ON_DECK if player == _on_deck(state) else Cue.IDLE)
    match asked.kind:
        case DecisionKind.ACTION:
            return Offer(Cue.YOUR_TURN)
        case DecisionKind.CARRY_OUT:
            return _text(state, player, equipment)._replace(moment=moment)
        case DecisionKind.DISCARD:
            if equipment.deals:  # then the companion knows the hand: nothing is discarded unseen
                return Offer(Cue.YOUR_TURN, moment=moment, lay=_(CHOSEN))
            excess = state.excess(player)
            unnamed = Answer(Do.DISCARD, player, cards=(UNKNOWN_ACTION,) * excess)
            words = ngettext("discard {count} card without showing", "discard {count} cards without showing", excess)
            return Offer(Cue.GO_ON, unnamed, unnamed, ButtonMeaning(words, words), moment)
        case _:
            return Offer(Cue.LAY)


def _text(state: State, player: int, equipment: Equipment) -> Offer:
    """DJ2: a press carries out a text with one way to do so; without a known effect it says that nothing changed."""
    found = effects.ways(as_seen(state, None))
    elsewhere = _(ON_PHONE if equipment.phones else AT_DESK)
    if found is not None and len(found.ways) > 1:
        return Offer(Cue.YOUR_TURN, lay=elsewhere)
    if found is not None:
        answer, words = found.ways[0].answer, found.ways[0].text[:1].lower() + found.ways[0].text[1:]
        return Offer(Cue.GO_ON, answer, answer, ButtonMeaning(words, words))
    if equipment.deals and effects.effect_of_text(state) is Effect.SWAP:
        return Offer(Cue.YOUR_TURN, lay=_(CHOSEN))
    same = Answer(Do.CARRY_OUT, player)
    return Offer(
        Cue.GO_ON,
        same,
        same,
        ButtonMeaning(_(UNCHANGED), _(UNCHANGED)),
        lay=_(ON_PHONE if equipment.phones else CHANGES),
    )


def _winner(state: State, player: int) -> Offer:
    """DJ1: the winner presses; a light asks the players who can have won."""
    won = Answer(Do.WINNER, to=player)
    card = state.seats[player].played
    if card is not None and state.deck.is_standard(card):
        return Offer(Cue.CHOOSE, won, None, ButtonMeaning(_(ME)))
    return Offer(Cue.IDLE, won)


def _on_deck(state: State) -> int | None:
    """Return the player who answers or acts next (DP2, DP5)."""
    if state.phase is Phase.SCENE and state.turn is not None:
        return state.next_to_answer(state.turn)
    if state.phase in (Phase.WINNER, Phase.DAMAGE) and state.opener is not None:
        return next(state.clockwise(state.opener), None)
    return state.first if state.phase is Phase.SETTING else None
