"""What somebody at a table may know of a game: the state with backs in place of the cards that are hidden from them.

Whatever is asked is judged on it, so that no refusal hangs on a card that whoever asks may not know. What one player
has hidden never weighs on what another one does: two players may both be said to have the same card, until one of
them turns it up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_SCRIPT, UNKNOWN_STAGING, CardName, Pile, Staging, is_unknown
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Action, Frame
from companion.othello.model.game import Game, Unseen
from companion.othello.model.hidden_cards import looks_at
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Protection
from companion.othello.rules.codes import Code
from companion.othello.rules.draws import put_draw_right
from companion.othello.rules.effects import effect_of
from companion.othello.rules.improv import IMPROV
from companion.othello.rules.legality import legality
from companion.othello.rules.submit import submit
from companion.othello.table.placement_checks import chosen_backs, drawn_by


def as_known(state: State, player: int | None) -> State:
    """A copy in which every card that `player` does not see is its back; None for what everybody sees.

    A player sees the own hand and face-down card, and a hand that an Exchange lets them look into (A1).
    """
    seen = state.copy()
    own = () if player is None else (player, looks_at(state, player))
    for number, seat in enumerate(seen.seats):
        if number not in own:
            seat.hand = sorted(map(back, seat.hand))  # where in the hand a card is would tell of it
        if seat.placed is not None and not seat.revealed and number != player:
            seat.placed = back(seat.placed)
    seen.script = [UNKNOWN_SCRIPT] * len(seen.script)
    seen.staging = [UNKNOWN_STAGING] * len(seen.staging)
    seen.frames = tuple(_as_known(frame, player) for frame in seen.frames)
    return seen


def may_fit(known: State, answer: Answer) -> bool:
    """Whether nothing speaks against an answer, by what is known, but that others are asked first.

    Which card is turned up need not be said.
    """
    reasons = legality(known, answer).reasons
    return all(reason.is_timing or reason.code == Code.REVEAL_WHICH_CARD for reason in reasons)


def with_hand(state: State, player: int, hand: Sequence[CardName]) -> State:
    """A copy in which a player holds these cards, which whoever asks has seen in a rack."""
    known = state.copy()
    known.seats[player].hand = list(hand)
    return known


def _as_known(frame: Frame, player: int | None) -> Frame:
    """What is under way, with the backs of cards chosen from hands (A1, I2)."""
    if type(frame) is not Action or frame.name == "Emilia" or frame.player == player:  # a coin that she takes lies open
        return frame
    return replace(frame, choices=chosen_backs(frame.choices))


def play_as_known(game: Game, answer: Answer, player: int | None) -> None:
    """Play an answer that is allowed by all that `player`, or everybody for None, may know.

    It is tried on that alone first, so that a refusal takes the same steps whatever is hidden. Raises Forbidden.
    """
    other = drew_other(game.state, answer) if player is None and game.chance.blind else None
    if other is not None:
        put_draw_right(game, answer.by, other)
    judge(game.state, answer, player)
    submit(game, answer, lambda state: as_known(state, player))


def drew_other(state: State, answer: Answer) -> Pile | None:
    """P7: the pile from which a player has drawn, and not from the other one, as the back of a laid card shows.

    Hands are counted; what lies there is seen. None where it does not show that, or the card cannot count anyway.
    """
    known, card = as_known(state, None), _from_hand(state, answer)
    pile = None if card is None else drawn_by(known, answer.by, card)
    if pile is None or not known.seats[answer.by].hand:
        return None
    trial = Game(known, Unseen())
    put_draw_right(trial, answer.by, pile)
    try:
        submit(trial, answer)
    except Forbidden:
        return None
    return pile


def _from_hand(state: State, answer: Answer) -> CardName | None:
    """The card of a hand that an answer lays down; None for none."""
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
    """Try an answer on what `player`, or everybody for None, may know. Raises Forbidden."""
    submit(Game(as_known(state, player), Unseen()), answer)


def judge_saying(state: State, answer: Answer, player: int | None) -> None:
    """Try an answer that is said, not laid: which card is turned up by it need not be said where the table knows it.

    Raises Forbidden.
    """
    try:
        judge(state, answer, player)
    except Forbidden as forbidden:
        missing = [reason.code for reason in forbidden.reasons] == [Code.REVEAL_WHICH_CARD]
        if not missing or named(state, answer).card is None:  # else it is turned up by that
            raise


def hearsay(state: State, answer: Answer) -> Answer:
    """What somebody says who does not see the card: which one is laid down by an improvisation counts by its back."""
    choices = answer.choices
    if choices.give is None or not _changes_by_improv(state, answer):
        return answer
    return replace(answer, choices=replace(choices, give=back(choices.give)))


def named(state: State, answer: Answer) -> Answer:
    """The answer with the card that is turned up by nothing but a button or a word: the one that was laid down."""
    placed = state.seats[answer.by].placed
    if answer.do in (Do.REVEAL, Do.EXIT) and answer.card is None and placed is not None and not is_unknown(placed):
        return replace(answer, card=placed)
    return answer


def without_doubles(state: State) -> State:
    """A copy in which no more of a card stand somewhere than the box has: hidden ones beyond that are backs."""
    new = state.copy()
    left = Counter(new.rules.staging_cards) + Counter(dict.fromkeys(new.deck.cards, 1))
    left.subtract(_in_sight(new))
    placed = [[seat.placed] if seat.placed is not None and not seat.revealed else [] for seat in new.seats]
    for cards in (*placed, *(seat.hand for seat in new.seats), new.script, new.staging):
        for index, card in enumerate(cards):
            left[card] -= 1
            if not is_unknown(card) and left[card] < 0:
                cards[index] = back(card)
    for seat, cards in zip(new.seats, placed, strict=True):
        seat.placed = cards[0] if cards else seat.placed
    return new


def _in_sight(state: State) -> Iterator[CardName]:
    """Every card that lies face up, or is out of the game."""
    for seat in state.seats:
        if seat.placed is not None and seat.revealed:
            yield seat.placed
        yield from (*seat.face_up, *(card for card, _role in seat.scored))
    yield from (card for card, _role in state.set_aside)
    yield from (*state.script_discard, *state.staging_discard, *state.removed)
