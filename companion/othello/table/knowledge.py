"""The knowledge of each player: the state with hidden cards replaced by their backs.

Every request is checked against it, so that no refusal depends on a card that the asking player may not know. A
card hidden by one player never affects another player's answers: two players may both claim the same card, until
one of them turns it up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_SCRIPT, UNKNOWN_STAGING, CardName, Pile, Staging, is_unknown
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Action
from companion.othello.model.game import Game, Unseen
from companion.othello.model.hidden_cards import looks_at, seen
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Protection
from companion.othello.rules.draws import put_draw_right
from companion.othello.rules.effects import effect_of
from companion.othello.rules.improv import IMPROV
from companion.othello.rules.legality.check import legality
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.submit import submit
from companion.othello.table.placement_checks import chosen_backs, drawn_by


def as_known(state: State, player: int | None) -> State:
    """Return a copy in which every card that `player` does not see is its back.

    If `player` is None, the copy contains only public knowledge. Players see their own hand and face-down card, and
    a hand that an Exchange lets them look into (A1).
    """
    known = state.copy()
    own = () if player is None else (player, looks_at(state, player))
    for number, seat in enumerate(known.seats):
        if number not in own:
            seat.hand = sorted(map(back, seat.hand))  # the position would be a clue to the card
        if seat.placed is not None and not seat.revealed and number != player:
            seat.placed = back(seat.placed)
    known.script = [UNKNOWN_SCRIPT] * len(known.script)
    known.staging = [UNKNOWN_STAGING] * len(known.staging)
    known.frames = tuple([_as_known(frame, player) if type(frame) is Action else frame for frame in known.frames])
    return known


def may_fit(known: State, answer: Answer) -> bool:
    """Return True if an answer is allowed by this knowledge.

    Others may have to be asked first. The answer need not name the card to turn up.
    """
    for reason in legality(known, answer).reasons:
        if not reason.is_timing and reason.code != Code.REVEAL_WHICH_CARD:
            return False
    return True


def with_hand(state: State, player: int, hand: Sequence[CardName]) -> State:
    """Return a copy in which a player holds these cards, as seen in a rack."""
    known = state.copy()
    known.seats[player].hand = list(hand)
    return known


def _as_known(frame: Action, player: int | None) -> Action:
    """Return an action with the backs of cards chosen from hands (A1, I2)."""
    if frame.name == "Emilia" or frame.player == player:  # the coin to take lies open
        return frame
    return replace(frame, choices=chosen_backs(frame.choices))


def play_as_known(game: Game, answer: Answer, player: int | None) -> None:
    """Play an answer that is allowed by the knowledge of `player`.

    If `player` is None, public knowledge counts. Raises Forbidden.
    """
    other = drew_other(game.state, answer) if player is None and game.chance.blind else None
    if other is not None:
        put_draw_right(game, answer.by, other)
    submit(game, named(game.state, answer), lambda state: as_known(state, player))


def drew_other(state: State, answer: Answer) -> Pile | None:
    """Return the pile that a player drew from instead of the recorded one (P7).

    The back of a placed card shows it. Return None if it does not. Hands are counted, and backs are visible. None
    also if the card cannot count in any case.
    """
    card, hand = _from_hand(state, answer), state.seats[answer.by].hand
    pile = None if card is None else drawn_by([back(held) for held in hand], card)
    if pile is None or not hand:
        return None
    trial = Game(as_known(state, None), Unseen())
    put_draw_right(trial, answer.by, pile)
    try:
        submit(trial, answer)
    except Forbidden:
        return None
    return pile


def _from_hand(state: State, answer: Answer) -> CardName | None:
    """Return the card of a hand that an answer places, or None."""
    if answer.do in (Do.PLACE, Do.SWAP, Do.FROM_HAND):
        return answer.card
    if answer.do is Do.PROTECT and answer.way is Protection.NO_DRAMA:
        return str(Staging.NO_DRAMA)
    return answer.choices.give if _changes_by_improv(state, answer) else None


def _changes_by_improv(state: State, answer: Answer) -> bool:
    top = state.frames[-1]
    deed = top.name if answer.do is Do.CHOOSE and type(top) is Action else answer.coin or answer.do
    return answer.choices.give is not None and effect_of(deed) is IMPROV


def judge(state: State, answer: Answer, player: int | None) -> None:
    """Try an answer on the knowledge of `player`, or on public knowledge for None.

    Raises Forbidden.
    """
    submit(Game(as_known(state, player), Unseen()), answer)


def judge_saying(state: State, answer: Answer, player: int | None) -> None:
    """Try an answer that is submitted without placing a card.

    The card need not be named if the table knows it.

    Raises Forbidden.
    """
    try:
        judge(state, answer, player)
    except Forbidden as forbidden:
        missing = [reason.code for reason in forbidden.reasons] == [Code.REVEAL_WHICH_CARD]
        if not missing or named(state, answer).card is None:  # otherwise the answer turns up that card
            raise


def hearsay(state: State, answer: Answer) -> Answer:
    """Return an answer reported by a person who cannot see the card.

    An improvised card counts only by its back.
    """
    choices = answer.choices
    if choices.give is None or not _changes_by_improv(state, answer):
        return answer
    return replace(answer, choices=replace(choices, give=back(choices.give)))


def named(state: State, answer: Answer) -> Answer:
    """Return the answer with the card that a button or a report turns up: the placed one."""
    placed = state.seats[answer.by].placed
    if answer.do in (Do.REVEAL, Do.EXIT) and answer.card is None and placed is not None and not is_unknown(placed):
        return replace(answer, card=placed)
    return answer


def without_doubles(state: State) -> State:
    """Return a copy without more copies of a card than the box has.

    Surplus hidden copies become backs.
    """
    new = state.copy()
    left = Counter(new.rules.staging_cards) + Counter(dict.fromkeys(new.deck.cards, 1))
    left.subtract(seen(new, None))
    placed = [[seat.placed] if seat.placed is not None and not seat.revealed else [] for seat in new.seats]
    for cards in (*placed, *(seat.hand for seat in new.seats), new.script, new.staging):
        for index, card in enumerate(cards):
            left[card] -= 1
            if not is_unknown(card) and left[card] < 0:
                cards[index] = back(card)
    for seat, cards in zip(new.seats, placed, strict=True):
        seat.placed = cards[0] if cards else seat.placed
    return new
