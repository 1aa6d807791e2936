"""The knowledge of each player: the state with hidden cards replaced by their backs.

Every request is checked against it, so that no refusal depends on a card that the asking player may not know. A
card hidden by one player never affects another player's answers: two players may both claim the same card, until
one of them turns it up. A face-down card is never questioned: its face is not used until it is turned up, only its
back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.i18n import _
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.game.interpretation import UnexpectedPlacement
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_SCRIPT, UNKNOWN_STAGING, CardName, Pile, Staging, is_unknown, pile_of
from companion.othello.model.evolve_cards import back, find_in_hand
from companion.othello.model.frames import Action, Choices, PutDown
from companion.othello.model.game import Game, Unseen
from companion.othello.model.hidden_cards import looks_at, seen
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Protection
from companion.othello.rules.box import known_place
from companion.othello.rules.draws import put_draw_right
from companion.othello.rules.effects import effect_of
from companion.othello.rules.improv import IMPROV
from companion.othello.rules.legality.check import legality
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.submit import submit


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
    used = top.name if answer.do is Do.CHOOSE and type(top) is Action else answer.coin or answer.do
    return answer.choices.give is not None and effect_of(used) is IMPROV


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


def misplaced(state: State, player: int, card: CardName) -> UnexpectedPlacement | None:
    """Return the reason why a card cannot be at this seat, or None.

    The card may belong to another act, or all copies of the box may be elsewhere.
    """
    if is_unknown(card):
        return None
    name = state.seats[player].name
    if pile_of(card) is Pile.SCRIPT and card not in state.deck.cards:
        return UnexpectedPlacement(
            _("{name} has a card {card} that is not in this deck.", name=name, card=card), player
        )
    if card in (*state.seats[player].hand, state.seats[player].placed):
        return None
    where = known_place(state, card)
    if where is None:
        return None
    title = card_title(state, card)
    if card in state.deck.cards:
        title = _("“{title}” ({card})", title=state.deck.cards[card].title, card=card)
    return UnexpectedPlacement(_("{name} has {title}, which is {where}.", name=name, title=title, where=where), player)


def face_down(state: State, answer: Answer) -> Answer:
    """Return an answer that places cards face down, without impossible cards.

    Cards that the player cannot have are replaced by their backs. Messages about such an answer never name a card.
    """

    def counts(card: CardName) -> CardName:
        return card if _is_held(state, answer.by, card) else back(card)

    if answer.do in (Do.IMPROV, Do.COIN, Do.CHOOSE) and answer.choices.give is not None:
        return replace(answer, choices=replace(answer.choices, give=counts(answer.choices.give)))
    if answer.do is Do.DISCARD:
        return replace(answer, cards=tuple(map(counts, answer.cards)))
    if hides(state, answer) and answer.card is not None:
        return replace(answer, card=counts(answer.card))
    return answer


def hides(state: State, answer: Answer) -> bool:
    """Return True if the card of an answer is placed face down."""
    top = state.frames[-1]
    return answer.do is Do.PLACE or (answer.do is Do.SWAP and type(top) is PutDown and not top.reveal)


def _is_held(state: State, player: int, card: CardName) -> bool:
    """Return True if a card can come from the hand; the placed card does not (I3, A2)."""
    return find_in_hand(state.seats[player].hand, card) is not None and misplaced(state, player, card) is None


def drawn_by(backs: Sequence[CardName], card: CardName) -> Pile | None:
    """Return the pile that a player must have drawn from to place this card.

    By the record, the hand has no card with its back. Return None if the hand has one.

    Args:
        backs: those of the hand.
    """
    return pile_of(card) if find_in_hand(backs, back(card)) is None else None


def backs_alone(state: State, answer: Answer) -> Answer:
    """Return a choice among cards of a hand as everybody may know it: by the backs."""
    if answer.do is Do.DISCARD:
        return replace(answer, cards=tuple(back(card) for card in answer.cards))
    if answer.do is not Do.CHOOSE or answer.choices.take in state.rules.coins:
        return answer
    return replace(answer, choices=chosen_backs(answer.choices))


def chosen_backs(choices: Choices) -> Choices:
    """Return choices with their cards, which come from hands, replaced by backs (A1, I2)."""
    take, give = choices.take, choices.give
    return replace(choices, take=take and back(take), give=give and back(give))


def public_answer(answer: Answer) -> Answer:
    """Return the answer without the cards that only its player knows."""
    choices = replace(answer.choices, give=None)
    if answer.coin is None:  # a coin that is taken lies open
        choices = replace(choices, take=None)
    hidden = answer.do in (Do.PLACE, Do.SWAP, Do.DISCARD)
    return replace(answer, card=None if hidden else answer.card, cards=(), choices=choices)
