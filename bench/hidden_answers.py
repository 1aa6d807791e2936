"""Check that no answer reveals a hidden card: `python -m bench.hidden_answers [GAMES]`.

At moments of random games, all cards that an asker does not see are redealt among the places that have cards with the
same back. Then the asker (a guest, the host, a seat) gives every kind of answer with every card, for every player, at
the original table and at the redealt one. The reply, the written records, and the public state afterwards must be the
same. Only a card that the answer turns up, in its player's turn, may make a difference.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bench.random_games import PLAYED, STANDARD, Form, new_random_game, next_answer, sensible_answer
from companion.core.errors import CuelightError
from companion.core.verdict import Forbidden
from companion.othello.game import GAME
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.cards import UNKNOWN, CardName, Pile, pile_of
from companion.othello.model.changes import Change
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Action, Choices
from companion.othello.model.game import Game, Unseen
from companion.othello.model.hidden_cards import looks_at
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Protection, Way
from companion.othello.rules.options import decision
from companion.othello.rules.submit import apply
from companion.table.session import Session
from companion.table.snapshot import board, desk
from companion.table.viewer import GUEST, HOST, Viewer, seat_of

STEP = 5  # decisions between two redeals of the hidden cards
GAMES = 24
EACH = 300  # answers at each moment, out of more than a thousand

# --- redealing


def moments(seed: int, form: Form = STANDARD, step: int = STEP) -> Iterator[tuple[Game, random.Random]]:
    """Yield a game at every few decisions, and a generator for redealing.

    It is played at random or by bots.
    """
    rng, dealing = random.Random(seed), random.Random(seed + 1000)
    game = new_random_game(seed, 2 + seed % 5, form)
    player = sensible_answer if seed % 3 == 0 else next_answer
    count = 0
    while (asked := decision(game.state)) is not None:
        if count % step == 0:
            yield game, dealing
        apply(game, player(game.state, rng, asked))
        count += 1


def dealt_anew(state: State, rng: random.Random, keep: int | None = None) -> State:
    """Return a copy in which all hidden cards are redealt among equal backs.

    Those that player `keep` knows stay.
    """
    new = state.copy()
    top = state.frames[-1]
    shown_by = (*top.seizes, *(top.claim or ())) if type(top) is Action else ()
    known = () if keep is None else (keep, looks_at(state, keep))
    fixed = _fixed_names(state)
    places: list[tuple[list[CardName], int]] = []
    placed: list[tuple[int, list[CardName]]] = []
    for player, seat in enumerate(new.seats):
        if player not in known:
            places += [(seat.hand, index) for index in range(len(seat.hand))]
        if player != keep and player not in shown_by and seat.placed is not None and not seat.revealed:
            placed.append((player, [seat.placed]))
    places += [(cards, 0) for _player, cards in placed]
    places += [(pile, index) for pile in (new.script, new.staging) for index in range(len(pile))]
    for pile_back in Pile:
        some = [(cards, index) for cards, index in places if pile_of(cards[index]) is pile_back]
        some = [(cards, index) for cards, index in some if cards[index] not in fixed]
        names = [cards[index] for cards, index in some]
        rng.shuffle(names)
        for (cards, index), name in zip(some, names, strict=True):
            cards[index] = name
    for player, cards in placed:
        new.seats[player].placed = cards[0]
    return new


def _fixed_names(state: State) -> set[CardName]:
    """Return the cards that the frames name because somebody has just taken or chosen them."""
    actions = [frame for frame in state.frames if type(frame) is Action]
    return {name for frame in actions for name in (frame.choices.take, frame.choices.give) if name is not None}


def half_known(states: Sequence[State], rng: random.Random) -> None:
    """Hide cards in the same places of all states.

    The result resembles a table that knows only the cards which a few readers reported.
    """
    share = rng.choice((0.0, 0.5, 1.0))
    laid = rng.random() < 0.7  # whether there are readers where cards are played
    for number in range(len(states[0].seats)):
        for index in range(len(states[0].seats[number].hand)):
            if rng.random() < share:
                for state in states:
                    state.seats[number].hand[index] = back(state.seats[number].hand[index])
        for state in states:
            seat = state.seats[number]
            if seat.placed is not None and not seat.revealed and not laid:
                seat.placed = back(seat.placed)


# --- all possible answers


def every_answer(state: State) -> list[Answer]:
    """Return every kind of answer of every player, with every card that it can name."""
    deck, rules = state.deck, state.rules
    cards = [*deck.by_act[state.act - 1], deck.by_act[state.act % rules.acts][0], *rules.staging_cards]
    cards += ["?script", "?staging", UNKNOWN, "Nonsense"]
    players = range(len(state.seats))
    found = [Answer(Do.LEAD, to=player) for player in players] + [Answer(Do.NEXT_ACT)]
    for by in players:
        others = [player for player in players if player != by]
        found += _plain(state, by, others)
        for card in cards:
            found += _with_card(state, by, others, card)
    return found


def _plain(state: State, by: int, others: Sequence[int]) -> Iterator[Answer]:
    yield from (Answer(do, by) for do in (Do.REVEAL, Do.EXIT, Do.SEIZE, Do.SPOTLIGHT, Do.PASS, Do.CARRY_OUT))
    yield from (Answer(Do.PROTECT, by, way=way) for way in Protection)
    yield from (Answer(Do.DRAW, by, pile=str(pile)) for pile in Pile)
    yield from (Answer(Do.TRADE, by, token=token) for token in ("intrigue", "spotlight"))
    yield from (Answer(Do.IMPROV, by, choices=Choices(way=way)) for way in Way)
    yield from (Answer(Do.COIN, by, coin=coin) for coin in state.rules.coins)
    names = state.stars()
    single: list[dict[str, Any]] = [{"target": other} for other in others]
    single += [{field: yes} for field in ("look", "pay", "play") for yes in (True, False)]
    single += [{field: name} for field in ("on", "character") for name in names]
    single += [{"wounds": (name,)} for name in names] + [{"cut": ((name, 1),)} for name in names]
    single += [{"draw": str(pile)} for pile in Pile] + [{"way": way} for way in Way]
    yield from (Answer(Do.CHOOSE, by, choices=Choices(**choice)) for choice in single)


def _with_card(state: State, by: int, others: Sequence[int], card: CardName) -> Iterator[Answer]:
    for do in (Do.PLACE, Do.REVEAL, Do.EXIT, Do.SEIZE, Do.FROM_HAND, Do.SWAP):
        yield Answer(do, by, card)
    yield Answer(Do.DISCARD, by, cards=(card,))
    yield Answer(Do.DISCARD, by, cards=(card, "?staging"))
    for way in Way:
        yield Answer(Do.IMPROV, by, choices=Choices(way=way, give=card))
        yield Answer(Do.COIN, by, coin="Cassio", choices=Choices(way=way, give=card))
    for take, give in ((card, None), (None, card), (card, card)):
        chosen = Choices(target=others[0], look=False, take=take, give=give)
        yield Answer(Do.CHOOSE, by, choices=Choices(take=take, give=give))
        yield Answer(Do.REVEAL, by, choices=chosen)
        yield Answer(Do.FROM_HAND, by, "Exchange", choices=chosen)
        yield Answer(Do.COIN, by, coin="Roderigo", choices=chosen)
    for of, to in ((by, others[0]), (others[0], -1)):
        yield Answer(Do.CARRY_OUT, by, changes=(Change("hand", of=of, card=card, to=to),))


# --- comparing the results


class Book:
    """Keeps the written records."""

    def __init__(self) -> None:
        self.records: list[tuple[str, Any]] = []

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Keep the records."""
        self.records += records


class Outcome(NamedTuple):
    """Result of an answer: acceptance, reply, written records, and public state."""

    taken: bool
    told: object
    written: object
    seen: str


class Table:
    """A table at one moment; it is restored after each accepted answer."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._ready: tuple[Session, Book, str] | None = None

    def outcome(self, answer: dict[str, Any], asker: Viewer) -> Outcome:
        """Give the table an answer."""
        session, book, before = self._ready or self._set()
        self._ready = session, book, before
        try:
            session.say(answer, 1.0, asker)
        except Forbidden as forbidden:
            assert not book.records
            return Outcome(False, (forbidden.reasons, str(forbidden)), (), before)
        except CuelightError as error:
            assert not book.records
            return Outcome(False, (type(error), str(error)), (), before)
        self._ready = None
        return Outcome(True, None, openly(book.records), everybody_sees(session))

    def _set(self) -> tuple[Session, Book, str]:
        book = Book()
        session = Session(OTHELLO, self._state.copy(), Unseen(), book)
        session.tick(1.0)
        return session, book, ""


def openly(records: Iterable[tuple[str, Any]]) -> list[object]:
    """Return what a journal reveals of its records.

    These are their kinds, their number, and their visible parts.
    """
    shown = ("irregularity", "question", "undo")
    return [(kind, body if kind in shown else body.get("text") if kind == "answer" else 0) for kind, body in records]


def everybody_sees(session: Session) -> str:
    """Everything that leaves a table."""
    view = session.view
    seen = [board(view), desk(view), view.cues, view.due, GAME.about("position", session.state, ())]
    return json.dumps([*seen, len(session.play.events)], sort_keys=True)


def turns_up(ours: State, theirs: State, answer: Answer) -> bool:
    """Return whether an answer turns up a card that differs between the two tables."""
    both = [state.seats[answer.by].placed for state in (ours, theirs)] if answer.by >= 0 else [None, None]
    return answer.do in (Do.REVEAL, Do.EXIT) and answer.card is None and both[0] != both[1]


def difference(
    state: State, other: State, answers: Iterable[Answer], asker: Viewer, count: Counter[str]
) -> tuple[Answer, Outcome, Outcome] | None:
    """Return the first answer with different results at two tables.

    The tables look the same to the asker.
    """
    names = [seat.name for seat in state.seats]
    tables = Table(state), Table(other)
    for answer in answers:
        said = answer_to_json(answer, names)
        ours, theirs = (table.outcome(said, asker) for table in tables)
        count[f"{'taken' if ours.taken else 'refused'}"] += 1
        count[f"{answer.do} {'taken' if ours.taken else 'refused'}"] += 1
        shown = ours.taken and theirs.taken and turns_up(state, other, answer)
        if ours != theirs and not shown:
            return answer, ours, theirs
    return None


def tried(
    game: Game, dealing: random.Random, count: Counter[str], choose: Callable[[list[Answer]], list[Answer]]
) -> tuple[Viewer, tuple[Answer, Outcome, Outcome]] | None:
    """Try the chosen answers, by an asker who sees no hidden card and by one who sees their own."""
    for keep in (None, dealing.randrange(len(game.state.seats))):
        states = game.state.copy(), dealt_anew(game.state, dealing, keep)
        half_known(states, dealing)
        asker = dealing.choice((GUEST, HOST)) if keep is None else seat_of(keep)
        found = difference(*states, choose(every_answer(game.state)), asker, count)
        if found is not None:
            return asker, found
    return None


def main() -> int:
    """Try the answers, print what was tried, and return 1 if something is revealed."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    count: Counter[str] = Counter()
    began, seen, chance = time.monotonic(), 0, random.Random(games)
    for seed in range(games):
        form = PLAYED[seed % len(PLAYED)]
        for game, dealing in moments(seed, form, step=25):
            seen += 1
            found = tried(game, dealing, count, lambda answers: chance.sample(answers, EACH))
            if found is not None:
                print(f"game {seed} of {form.name}, {found[0]}: {found[1]}")
                return 1
        print(f"{seed + 1} games, {seen} moments, {time.monotonic() - began:.0f} s", flush=True)
    told = f"{count['refused']:,} refused and {count['taken']:,} taken answers at {seen} moments of {games} games"
    print(f"promise hidden-answers: {told}: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
