"""Knowledge of players at a table, and answers judged by that knowledge alone.

A player's hidden cards never affect another player's answers: two players may both be recorded with the same character
or card until one of them shows it. A player's own gesture is judged by that player's own cards; the host's input is
judged by public knowledge, and corrects the record if it differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.codec import NOBODY
from companion.core.i18n import _
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.changes import CardMoved, PlaceKind
from companion.deathmatch.model.events import Found
from companion.deathmatch.model.places import heaps
from companion.deathmatch.model.seen import as_seen, sees_character
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, is_unknown, known
from companion.deathmatch.rules.game import Game, Unseen
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.legality_changes import NOT_THERE, check_named
from companion.deathmatch.rules.reasons import Code, is_own
from companion.deathmatch.rules.submit import apply


def judge(state: State, answer: Answer, player: int | None) -> None:
    """Check an answer against the knowledge of a player, or of the public (None). Raises Forbidden."""
    verdict = legality(_not_named(as_seen(state, player), answer), answer)
    unnamed = check_named(answer.changes, state, _noted_secrets(state, player))
    if not verdict.legal or unnamed:
        raise Forbidden(verdict.reasons or tuple(unnamed))


def _noted_secrets(state: State, viewer: int | None) -> list[int]:
    """Return the players with a character that is secret from the viewer and known to the companion."""
    seats = enumerate(state.seats)
    return [player for player, seat in seats if seat.knows_character and not sees_character(state, player, viewer)]


def _not_named(state: State, answer: Answer) -> State:
    """Return the state with an unknown hand for a player who discards unnamed cards: it may be any hand (DH3)."""
    if answer.do is not Do.DISCARD or UNKNOWN_ACTION not in answer.cards:
        return state
    seats = list(state.seats)
    seat = seats[answer.by]
    seats[answer.by] = seat._replace(hand=(UNKNOWN_ACTION,) * len(seat.hand))
    return state._replace(seats=tuple(seats))


def play_as_known(game: Game, answer: Answer, player: int | None) -> None:
    """Play an answer that is allowed by the knowledge of a player, or of the public (None).

    Raises Forbidden, with nothing changed.
    """
    judge(game.state, answer, player)
    trial = Game(game.state, Unseen())
    try:
        _play(trial, answer, player)
    except ValueError as error:  # for example more unnamed cards than the hand has unknown ones
        raise Forbidden((Code.CHANGE_NOT_HELD.because(_(NOT_THERE)),)) from error
    _play(game, answer, player)


def _play(game: Game, answer: Answer, player: int | None) -> None:
    if player is None:
        _put_right(game, answer)
    apply(game, answer)


def _put_right(game: Game, answer: Answer) -> None:
    """Adapt the record to an answer given without knowledge of the hidden cards, if it had other cards."""
    by = answer.by
    if by != NOBODY:
        _hold(game, by, [card for card in (answer.card,) if card is not None and answer.do in (Do.PLAY, Do.TRICKSTER)])
        _hold(game, by, answer.cards)
    if by != NOBODY and answer.do in (Do.REVEAL, Do.SLAIN) and _is_another(game.state, by, answer.character):
        game.emit(Found(by, answer.character or ""))
    for change in answer.changes:
        if isinstance(change, CardMoved) and change.origin.kind is PlaceKind.HAND and change.origin.of is not None:
            _hold(game, change.origin.of, [change.card])


def _hold(game: Game, player: int, cards: Sequence[str]) -> None:
    """Record that a player has these cards."""
    hand = Counter(game.state.seats[player].hand)
    for card in Counter(cards) - hand:
        if not is_unknown(card) and UNKNOWN_ACTION not in hand:
            game.emit(Found(player, card))


def _is_another(state: State, player: int, character: str | None) -> bool:
    seat = state.seats[player]
    return character not in (None, UNKNOWN_CHARACTER, seat.character) and seat.knows_character


def owner_of(answer: Answer) -> int | None:
    """Return the player by whose knowledge an answer is judged; None, the public, if it belongs to nobody."""
    return None if answer.by == NOBODY else answer.by


def public_answer(answer: Answer) -> Answer:
    """Return the answer without private parts: cards that leave a hand unseen, and a recorded character."""
    cards = (UNKNOWN_ACTION,) * len(answer.cards)
    character = None if answer.do is Do.CHARACTER else answer.character
    return replace(answer, cards=cards, character=character, changes=())


def open_reasons(forbidden: Forbidden) -> Forbidden:
    """Return a refusal with only its public reasons, if there are any."""
    openly = tuple(item for item in forbidden.reasons if not is_own(item.code))
    return Forbidden(openly) if openly else forbidden


def without_doubles(state: State) -> State:
    """Return the state with hidden cards and characters made unknown if there are too many of them."""
    left = Counter(state.deck.copies)
    left.subtract(card for heap in heaps(state, hidden=False) for card in known(heap))
    taken = {seat.character for seat in state.seats if seat.revealed or seat.out}
    seats = []
    for seat in state.seats:
        if not (seat.revealed or seat.out):
            seat = seat._replace(character=UNKNOWN_CHARACTER if seat.character in taken else seat.character)
            taken.add(seat.character)
        pile = seat.pile if isinstance(seat.pile, int) else _no_more(seat.pile, left)
        seats.append(seat._replace(hand=_no_more(seat.hand, left), pile=pile))
    return state._replace(seats=tuple(seats))


def _no_more(cards: tuple[str, ...], left: Counter[str]) -> tuple[str, ...]:
    """Return the cards with surplus copies made unknown; subtract the others from `left`."""
    found = []
    for card in cards:
        left[card] -= 1
        found.append(UNKNOWN_ACTION if left[card] < 0 else card)
    return tuple(found)
