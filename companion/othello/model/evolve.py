"""`evolve`: the only place where a state changes.

There is one small function for each kind of event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.core.values import replace
from companion.othello.model import events as e
from companion.othello.model import evolve_cards as cards
from companion.othello.model.frames import Reveals
from companion.othello.model.state import Seat, State
from companion.othello.model.vocabulary import Marker


def evolve(state: State, event: e.Event) -> None:
    """Apply one event to `state`."""
    APPLY[type(event)](state, event)


def fold(state: State, events: Iterable[e.Event]) -> State:
    """Apply events to `state` in order, and return it."""
    for event in events:
        APPLY[type(event)](state, event)
    return state


def act_began(state: State, event: e.ActBegan) -> None:
    state.act = event.act
    state.scene = 0
    state.marker = Marker.ACT_BEGINS
    state.half_curtain = state.act_over = False
    state.last_scene = None
    state.script, state.script_discard = [], []


def lead_changed(state: State, event: e.LeadChanged) -> None:
    state.lead = event.player


def scene_began(state: State, event: e.SceneBegan) -> None:
    state.scene = event.scene
    for seat in state.seats:
        seat.done = seat.revealed = seat.protected = False
        seat.improv_used = seat.iago_coin_used = seat.miscued = False
        seat.owes = None
    state.successes = ()


def nothing(_state: State, _event: e.Event) -> None:
    """Change nothing, for events that are only reported and counted."""


def paid(state: State, event: e.Paid) -> None:
    seat = state.seats[event.player]
    setattr(seat, event.token, getattr(seat, event.token) - event.amount)


def gained(state: State, event: e.Gained) -> None:
    seat = state.seats[event.player]
    setattr(seat, event.token, getattr(seat, event.token) + event.amount)


def ran_out(state: State, event: e.RanOut) -> None:
    state.ran_out |= {event.token}


def coin_gained(state: State, event: e.CoinGained) -> None:
    state.supply[event.coin] -= 1
    _add_coin(state.seats[event.player], event.coin)


def coin_used(state: State, event: e.CoinUsed) -> None:
    _remove_coin(state.seats[event.player], event.coin)
    state.supply[event.coin] += 1


def coin_taken(state: State, event: e.CoinTaken) -> None:
    _remove_coin(state.seats[event.victim], event.coin)
    _add_coin(state.seats[event.player], event.coin)


def _add_coin(seat: Seat, coin: str) -> None:
    seat.coins[coin] = seat.coins.get(coin, 0) + 1


def _remove_coin(seat: Seat, coin: str) -> None:
    seat.coins[coin] -= 1
    if not seat.coins[coin]:
        del seat.coins[coin]


def protected(state: State, event: e.Protected) -> None:
    state.seats[event.player].protected = True


def improv_used(state: State, event: e.ImprovUsed) -> None:
    state.seats[event.player].improv_used = True


def iago_coin_used(state: State, event: e.IagoCoinUsed) -> None:
    state.seats[event.player].iago_coin_used = True


def wounded(state: State, event: e.Wounded) -> None:
    state.wounds[event.character] += 1
    if event.iago:
        state.supply["Iago"] -= 1
        state.iago_tokens[event.character] = state.iago_tokens.get(event.character, 0) + 1


def limit_cut(state: State, event: e.LimitCut) -> None:
    state.cut[event.character] = state.cut.get(event.character, 0) + event.amount


def died(state: State, event: e.Died) -> None:
    state.dead |= {event.character}
    state.wounds[event.character] -= event.wounds
    seat = state.seats[event.player]
    seat.wounds += event.wounds
    seat.iago_wounds += state.iago_tokens.pop(event.character, 0)


def revived(state: State, event: e.Revived) -> None:
    state.dead -= {event.character}


def handkerchief_taken(state: State, event: e.HandkerchiefTaken) -> None:
    state.handkerchief = event.player


def returned(state: State, event: e.Returned) -> None:
    """Return something to the box; of wounds, tokens return before Iago coins (O2)."""
    seat = state.seats[event.player]
    if event.what == "coin":
        _remove_coin(seat, event.name)
        state.supply[event.name] += 1
    elif event.what == "handkerchief":
        state.handkerchief = None
    elif event.player >= 0:
        seat.wounds -= 1
        if seat.iago_wounds > seat.wounds:
            seat.iago_wounds -= 1
            state.supply["Iago"] += 1
    else:
        state.wounds[event.name] -= 1
        if state.iago_tokens.get(event.name, 0) > state.wounds[event.name]:
            state.supply["Iago"] += 1
            state.iago_tokens[event.name] -= 1
            if not state.iago_tokens[event.name]:
                del state.iago_tokens[event.name]


def draw_owed(state: State, event: e.DrawOwed) -> None:
    state.seats[event.player].owes_more += 1


def reordered(state: State, event: e.Reordered) -> None:
    bottom = state.frames[0]
    if type(bottom) is Reveals:
        state.frames = (replace(bottom, order=event.order), *state.frames[1:])


def turn_ended(state: State, event: e.TurnEnded) -> None:
    seat = state.seats[event.player]
    seat.done = True
    seat.owes = event.owes


def half_curtain_fell(state: State, _event: e.HalfCurtainFell) -> None:
    state.half_curtain = True


def full_curtain_fell(state: State, _event: e.FullCurtainFell) -> None:
    state.act_over = True


def marker_moved(state: State, event: e.MarkerMoved) -> None:
    state.marker = event.marker


def last_scene(state: State, event: e.LastScene) -> None:
    state.last_scene = event.scene


def staging_ran_out(state: State, event: e.StagingRanOut) -> None:
    state.last_scene = event.scene
    state.act_over = True


def scene_ended(state: State, _event: e.SceneEnded) -> None:
    state.cut = {}
    for seat in state.seats:
        seat.owes = None
        seat.owes_more = 0
        for card in seat.face_up:
            cards.put_on_discards(state, card)
        seat.face_up.clear()


def act_ended(state: State, event: e.ActEnded) -> None:
    # T6: face-down cards return to the hands first, then all unplayed script cards go to the act's box
    for seat in state.seats:
        if seat.placed is not None:
            seat.hand.append(seat.placed)
            seat.placed = None
    cards.keep_staging(state, event.act)
    state.script, state.script_discard = [], []
    for character in state.rules.stars[event.act - 1]:
        if not state.rules.returns_after(character, event.act):
            state.wounds[character] = 0
            if character in state.iago_tokens:
                state.supply["Iago"] += state.iago_tokens.pop(character)


def traded(state: State, event: e.Traded) -> None:
    seat = state.seats[event.player]
    rate = state.rules.intrigue_per_spotlight
    if event.token == "intrigue":
        seat.intrigue -= event.amount
        seat.spotlight += event.amount // rate
    else:
        seat.spotlight -= event.amount
        seat.intrigue += event.amount * rate


def points_set(state: State, event: e.PointsSet) -> None:
    state.seats[event.player].points_before = event.points


def flow(state: State, event: e.Flow) -> None:
    state.frames = event.frames


APPLY: dict[type[Any], Callable[[State, Any], None]] = {
    e.ActBegan: act_began,
    e.LeadChanged: lead_changed,
    e.Shuffled: cards.shuffled,
    e.LeftTheGame: cards.left_the_game,
    e.Dealt: cards.dealt,
    e.Drew: cards.drew,
    e.DrewOther: cards.drew_other,
    e.SceneBegan: scene_began,
    e.Placed: cards.placed,
    e.TakenBack: cards.taken_back,
    e.Swapped: cards.swapped,
    e.Miscued: cards.miscued,
    e.Revealed: cards.revealed,
    e.Showed: cards.showed,
    e.Passed: nothing,
    e.Claimed: nothing,
    e.Paid: paid,
    e.Gained: gained,
    e.RanOut: ran_out,
    e.CoinGained: coin_gained,
    e.CoinMissing: nothing,
    e.CoinUsed: coin_used,
    e.CoinTaken: coin_taken,
    e.Seized: nothing,
    e.Blocked: nothing,
    e.Protected: protected,
    e.Undone: nothing,
    e.Succeeded: nothing,
    e.Scored: cards.scored,
    e.SetAside: cards.set_aside,
    e.Recovered: cards.recovered,
    e.Failed: nothing,
    e.Exited: nothing,
    e.Discarded: cards.discarded,
    e.HandDiscarded: cards.hand_discarded,
    e.FaceUpDiscarded: cards.face_up_discarded,
    e.Buried: cards.buried,
    e.ImprovUsed: improv_used,
    e.IagoCoinUsed: iago_coin_used,
    e.CardTaken: cards.card_taken,
    e.CardGiven: cards.card_given,
    e.Wounded: wounded,
    e.LimitCut: limit_cut,
    e.Died: died,
    e.Revived: revived,
    e.HandkerchiefTaken: handkerchief_taken,
    e.DrawOwed: draw_owed,
    e.PickedUp: cards.picked_up,
    e.TurnedDown: cards.turned_down,
    e.LeftPlay: cards.left_play,
    e.TakenOver: cards.taken_over,
    e.Reordered: reordered,
    e.TurnEnded: turn_ended,
    e.HalfCurtainFell: half_curtain_fell,
    e.FullCurtainFell: full_curtain_fell,
    e.MarkerMoved: marker_moved,
    e.LastScene: last_scene,
    e.StagingRanOut: staging_ran_out,
    e.SceneEnded: scene_ended,
    e.ActEnded: act_ended,
    e.Traded: traded,
    e.GameEnded: nothing,
    e.CarriedOut: nothing,
    e.Returned: returned,
    e.Found: cards.found,
    e.Corrected: nothing,
    e.PointsSet: points_set,
    e.ScoredSet: cards.scored_set,
    e.Flow: flow,
}
