"""`evolve`: the only place where a state changes. One small function for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.othello import events as e
from companion.othello.cards import (
    UNKNOWN,
    UNKNOWN_OF,
    UNKNOWN_STAGING,
    CardName,
    Pile,
    could_be,
    is_unknown,
    pile_of,
)
from companion.othello.frames import Reveals
from companion.othello.state import Seat, State


def evolve(state: State, event: e.Event) -> None:
    """Change `state` by one fact."""
    APPLY[type(event)](state, event)


def fold(state: State, events: Iterable[e.Event]) -> State:
    """Change `state` by these facts, in their order, and return it."""
    for event in events:
        APPLY[type(event)](state, event)
    return state


def find_in_hand(hand: list[CardName], card: CardName) -> int | None:
    """Where in a hand a card is, or the unknown card that it may be; None when it cannot be there."""
    if card in hand:
        return hand.index(card)
    for index, held in enumerate(hand):
        if held != UNKNOWN and could_be(held, card):
            return index
    if UNKNOWN in hand:
        return hand.index(UNKNOWN)
    if is_unknown(card):
        return next((index for index, held in enumerate(hand) if could_be(card, held)), None)
    return None


def take_from_hand(seat: Seat, card: CardName) -> None:
    """Remove a card from a hand. When it was not known which one left, none of its kind is known any more."""
    index = find_in_hand(seat.hand, card)
    if index is None:
        return
    mixed = card == UNKNOWN and len({pile_of(held) for held in seat.hand}) > 1
    seat.hand.pop(index)
    if mixed:
        seat.hand[:] = [UNKNOWN] * len(seat.hand)
    elif is_unknown(card):
        seat.hand[:] = [_blurred(held) if could_be(card, held) else held for held in seat.hand]


def _blurred(card: CardName) -> CardName:
    pile = pile_of(card)
    return UNKNOWN_OF[pile] if pile else UNKNOWN


def _discard(state: State, card: CardName) -> None:
    pile = pile_of(card)
    (state.script_discard if pile is Pile.SCRIPT else state.staging_discard).append(card)


def act_began(state: State, event: e.ActBegan) -> None:
    state.act = event.act
    state.scene = 0
    state.marker = "act-begins"
    state.half_curtain = state.act_over = False
    state.last_scene = None
    state.script, state.script_discard = [], []


def lead_changed(state: State, event: e.LeadChanged) -> None:
    state.lead = event.player


def shuffled(state: State, event: e.Shuffled) -> None:
    if event.pile == Pile.SCRIPT:
        state.script, state.script_discard = list(event.cards), []
    else:
        state.staging, state.staging_discard = list(event.cards), []


def left_the_game(state: State, event: e.LeftTheGame) -> None:
    state.removed.extend(event.cards)


def dealt(state: State, event: e.Dealt) -> None:
    state.seats[event.player].hand.append(event.card)


def drew(state: State, event: e.Drew) -> None:
    pile = state.script if event.pile == Pile.SCRIPT else state.staging
    pile.pop(0)
    state.seats[event.player].hand.append(event.card)


def scene_began(state: State, event: e.SceneBegan) -> None:
    state.scene = event.scene
    for seat in state.seats:
        seat.done = seat.revealed = seat.protected = False
        seat.improv_used = seat.iago_coin_used = seat.miscued = False
        seat.owes = None
    state.successes = ()


def placed(state: State, event: e.Placed) -> None:
    seat = state.seats[event.player]
    take_from_hand(seat, event.card)
    seat.placed = event.card


def taken_back(state: State, event: e.TakenBack) -> None:
    seat = state.seats[event.player]
    if seat.placed is not None:
        seat.hand.append(seat.placed)
    seat.placed = None


def swapped(state: State, event: e.Swapped) -> None:
    seat = state.seats[event.player]
    take_from_hand(seat, event.card)
    if seat.placed is not None:
        seat.hand.append(seat.placed)
    seat.placed = event.card


def miscued(state: State, event: e.Miscued) -> None:
    state.seats[event.player].miscued = True


def revealed(state: State, event: e.Revealed) -> None:
    seat = state.seats[event.player]
    if seat.placed is not None and is_unknown(seat.placed) and event.card in seat.hand:
        seat.hand[seat.hand.index(event.card)] = seat.placed
    seat.placed = event.card
    seat.revealed = True


def showed(state: State, event: e.Showed) -> None:
    seat = state.seats[event.player]
    take_from_hand(seat, event.card)
    seat.face_up.append(event.card)


def nothing(_state: State, _event: e.Event) -> None:
    """For facts that are told and counted, but move nothing."""


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


def scored(state: State, event: e.Scored) -> None:
    state.seats[event.source].placed = None
    state.seats[event.player].scored.append((event.card, event.role))
    state.successes += ((event.player, event.card),)


def set_aside(state: State, event: e.SetAside) -> None:
    state.seats[event.source].placed = None
    state.set_aside.append((event.card, event.role))


def recovered(state: State, event: e.Recovered) -> None:
    state.set_aside.remove((event.card, event.role))
    state.seats[event.player].scored.append((event.card, event.role))


def discarded(state: State, event: e.Discarded) -> None:
    state.seats[event.player].placed = None
    _discard(state, event.card)


def hand_discarded(state: State, event: e.HandDiscarded) -> None:
    take_from_hand(state.seats[event.player], event.card)
    _discard(state, event.card)


def face_up_discarded(state: State, event: e.FaceUpDiscarded) -> None:
    state.seats[event.player].face_up.remove(event.card)
    _discard(state, event.card)


def buried(state: State, event: e.Buried) -> None:
    take_from_hand(state.seats[event.player], event.card)
    (state.script if event.pile == Pile.SCRIPT else state.staging).append(event.card)


def improv_used(state: State, event: e.ImprovUsed) -> None:
    state.seats[event.player].improv_used = True


def iago_coin_used(state: State, event: e.IagoCoinUsed) -> None:
    state.seats[event.player].iago_coin_used = True


def card_taken(state: State, event: e.CardTaken) -> None:
    take_from_hand(state.seats[event.victim], event.card)
    state.seats[event.player].hand.append(event.card)


def card_given(state: State, event: e.CardGiven) -> None:
    take_from_hand(state.seats[event.player], event.card)
    state.seats[event.target].hand.append(event.card)


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


def draw_owed(state: State, event: e.DrawOwed) -> None:
    state.seats[event.player].owes_more += 1


def picked_up(state: State, event: e.PickedUp) -> None:
    seat = state.seats[event.player]
    seat.face_up.remove(event.card)
    seat.hand.append(event.card)


def turned_down(state: State, event: e.TurnedDown) -> None:
    state.seats[event.player].revealed = False


def left_play(state: State, event: e.LeftPlay) -> None:
    state.seats[event.player].placed = None
    state.removed.append(event.card)


def taken_over(state: State, event: e.TakenOver) -> None:
    scored = state.seats[event.victim].scored
    scored[:] = [item for item in scored if item[0] != event.card]
    state.seats[event.player].scored.append((event.card, event.role))
    state.successes = tuple(item for item in state.successes if item[1] != event.card)


def reordered(state: State, event: e.Reordered) -> None:
    bottom = state.frames[0]
    if type(bottom) is Reveals:
        state.frames = (Reveals(event.order, bottom.at), *state.frames[1:])


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
            _discard(state, card)
        seat.face_up.clear()


def act_ended(state: State, event: e.ActEnded) -> None:
    # T6: face-down cards go back to their hands first, then all unplayed script cards to the act's box
    for seat in state.seats:
        if seat.placed is not None:
            seat.hand.append(seat.placed)
            seat.placed = None
    _keep_staging(state, event.act)
    state.script, state.script_discard = [], []
    for character in state.rules.stars[event.act - 1]:
        if not state.rules.returns_after(character, event.act):
            state.wounds[character] = 0
            if character in state.iago_tokens:
                state.supply["Iago"] += state.iago_tokens.pop(character)


def _keep_staging(state: State, act: int) -> None:
    """T6: hands keep their staging cards.

    Of the cards whose backs nobody has told, as many are staging cards as the box still has; each hand counts as having
    what the next act wants, as far as they go round.
    """
    unseen = [seat.hand.count(UNKNOWN) for seat in state.seats]
    for seat in state.seats:
        seat.hand[:] = [card for card in seat.hand if pile_of(card) is Pile.STAGING]
    if not any(unseen):
        return
    elsewhere = (state.staging, state.staging_discard, state.removed, *(seat.face_up for seat in state.seats))
    in_hands = sum(state.rules.staging_cards.values()) - sum(map(len, elsewhere))
    left = max(0, in_hands - sum(len(seat.hand) for seat in state.seats))
    wanted = state.rules.hands[len(state.seats)][min(act, state.rules.acts - 1)][1]
    for most in (wanted, in_hands):
        for player, seat in enumerate(state.seats):
            number = min(left, unseen[player], max(0, most - len(seat.hand)))
            seat.hand += [UNKNOWN_STAGING] * number
            unseen[player] -= number
            left -= number


def traded(state: State, event: e.Traded) -> None:
    seat = state.seats[event.player]
    rate = state.rules.intrigue_per_spotlight
    if event.token == "intrigue":
        seat.intrigue -= event.amount
        seat.spotlight += event.amount // rate
    else:
        seat.spotlight -= event.amount
        seat.intrigue += event.amount * rate


def found(state: State, event: e.Found) -> None:
    for seat in state.seats:
        seat.scored[:] = [item for item in seat.scored if item[0] != event.card]
    state.set_aside[:] = [item for item in state.set_aside if item[0] != event.card]
    for pile in (state.script, state.script_discard):
        if event.card in pile:
            pile.remove(event.card)
    hand = state.seats[event.player].hand
    unseen = next((card for card in hand if card != UNKNOWN and could_be(card, event.card)), UNKNOWN)
    if unseen in hand:
        hand.remove(unseen)
    hand.append(event.card)


def flow(state: State, event: e.Flow) -> None:
    state.frames = event.frames


APPLY: dict[type[Any], Callable[[State, Any], None]] = {
    e.ActBegan: act_began,
    e.LeadChanged: lead_changed,
    e.Shuffled: shuffled,
    e.LeftTheGame: left_the_game,
    e.Dealt: dealt,
    e.Drew: drew,
    e.SceneBegan: scene_began,
    e.Placed: placed,
    e.TakenBack: taken_back,
    e.Swapped: swapped,
    e.Miscued: miscued,
    e.Revealed: revealed,
    e.Showed: showed,
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
    e.Scored: scored,
    e.SetAside: set_aside,
    e.Recovered: recovered,
    e.Failed: nothing,
    e.Exited: nothing,
    e.Discarded: discarded,
    e.HandDiscarded: hand_discarded,
    e.FaceUpDiscarded: face_up_discarded,
    e.Buried: buried,
    e.ImprovUsed: improv_used,
    e.IagoCoinUsed: iago_coin_used,
    e.CardTaken: card_taken,
    e.CardGiven: card_given,
    e.Wounded: wounded,
    e.LimitCut: limit_cut,
    e.Died: died,
    e.Revived: revived,
    e.HandkerchiefTaken: handkerchief_taken,
    e.DrawOwed: draw_owed,
    e.PickedUp: picked_up,
    e.TurnedDown: turned_down,
    e.LeftPlay: left_play,
    e.TakenOver: taken_over,
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
    e.Found: found,
    e.Flow: flow,
}
