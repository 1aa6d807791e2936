"""Who may know what at a table, and answers judged by that alone.

What one player has hidden never weighs on what another one does: two players may both be noted as the same character,
or as holding the same card, until one of them shows it. A player's own gesture is judged by that player's own cards;
what the host says is judged by what everybody sees, and the book follows where it had noted something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.codec import NOBODY
from companion.core.i18n import _
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.changes import CardMoved, PlaceKind
from companion.deathmatch.model.events import Found
from companion.deathmatch.model.seen import as_seen, sees_character
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, is_unknown, known
from companion.deathmatch.rules.game import Game, Unseen
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.legality_changes import NOT_THERE, check_named
from companion.deathmatch.rules.reasons import Code, is_own, reason
from companion.deathmatch.rules.submit import apply


def as_known(state: State, player: int | None) -> State:
    """The state without what is hidden from a player, or from everybody (None)."""
    return as_seen(state, player)


def judge(state: State, answer: Answer, player: int | None) -> None:
    """Try an answer on what a player, or everybody (None), may know. Raises Forbidden."""
    verdict = legality(_not_named(as_known(state, player), answer), answer)
    unnamed = check_named(answer.changes, state, _noted_secrets(state, player))
    if not verdict.legal or unnamed:
        raise Forbidden(verdict.reasons or tuple(unnamed))


def _noted_secrets(state: State, viewer: int | None) -> list[int]:
    """Those secret from the viewer whom the companion knows: it would show the character where it is turned up."""
    seats = enumerate(state.seats)
    return [player for player, seat in seats if seat.knows_character and not sees_character(state, player, viewer)]


def _not_named(state: State, answer: Answer) -> State:
    """A hand from which cards are laid down unnamed may be any, whatever was known of it (DH3)."""
    if answer.do is not Do.DISCARD or UNKNOWN_ACTION not in answer.cards:
        return state
    seats = list(state.seats)
    seat = seats[answer.by]
    seats[answer.by] = seat._replace(hand=(UNKNOWN_ACTION,) * len(seat.hand))
    return state._replace(seats=tuple(seats))


def play_as_known(game: Game, answer: Answer, player: int | None) -> None:
    """Play an answer that is allowed by all that a player, or everybody (None), may know.

    Raises Forbidden, with nothing changed.
    """
    judge(game.state, answer, player)
    trial = Game(game.state, Unseen())
    try:
        _play(trial, answer, player)
    except ValueError as error:  # such as more unnamed cards than a hand has unknown ones
        raise Forbidden((reason(Code.CHANGE_NOT_HELD, _(NOT_THERE)),)) from error
    _play(game, answer, player)


def _play(game: Game, answer: Answer, player: int | None) -> None:
    if player is None:
        _put_right(game, answer)
    apply(game, answer)


def _put_right(game: Game, answer: Answer) -> None:
    """Somebody who sees no hidden card has said an answer: the book follows where it had another card noted."""
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
    """A player has these cards."""
    hand = Counter(game.state.seats[player].hand)
    for card in Counter(cards) - hand:
        if not is_unknown(card) and UNKNOWN_ACTION not in hand:
            game.emit(Found(player, card))


def _is_another(state: State, player: int, character: str | None) -> bool:
    seat = state.seats[player]
    return character not in (None, UNKNOWN_CHARACTER, seat.character) and seat.knows_character


def owner_of(answer: Answer) -> int | None:
    """By whose knowledge an answer is judged that its player gives: the player's own; nobody's is everybody's."""
    return None if answer.by == NOBODY else answer.by


def told_openly(answer: Answer) -> Answer:
    """The answer without what only its player knows: cards that leave a hand unseen, and a character that is noted."""
    cards = (UNKNOWN_ACTION,) * len(answer.cards)
    character = None if answer.do is Do.CHARACTER else answer.character
    return replace(answer, cards=cards, character=character, changes=())


def open_reasons(forbidden: Forbidden) -> Forbidden:
    """A refusal by those of its reasons that everybody may know, if there is one."""
    openly = tuple(item for item in forbidden.reasons if not is_own(item.code))
    return Forbidden(openly) if openly else forbidden


def without_doubles(state: State) -> State:
    """The state with no card or character in more places than there are of it: hidden ones beyond that are unknown."""
    left = Counter(state.deck.copies)
    left.subtract(_in_sight(state))
    taken = {seat.character for seat in state.seats if seat.revealed or seat.out}
    seats = []
    for seat in state.seats:
        if not (seat.revealed or seat.out):
            seat = seat._replace(character=UNKNOWN_CHARACTER if seat.character in taken else seat.character)
            taken.add(seat.character)
        pile = seat.pile if isinstance(seat.pile, int) else _no_more(seat.pile, left)
        seats.append(seat._replace(hand=_no_more(seat.hand, left), pile=pile))
    return state._replace(seats=tuple(seats))


def _in_sight(state: State) -> Iterator[str]:
    """The action cards that lie face up, were seen when they were discarded, or are out of the game."""
    for seat in state.seats:
        yield from seat.pool
        yield from () if seat.played is None else (seat.played,)
    yield from (text.card for text in (state.carrying, *state.waiting) if text is not None)
    yield from (*state.scene_cards, *state.removed, *known(state.discard))


def _no_more(cards: tuple[str, ...], left: Counter[str]) -> tuple[str, ...]:
    """The cards, as many of each as are left; takes them out of that number."""
    found = []
    for card in cards:
        left[card] -= 1
        found.append(UNKNOWN_ACTION if left[card] < 0 else card)
    return tuple(found)
