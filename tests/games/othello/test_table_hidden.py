"""No output or question of a table depends on a card that nobody has turned up.

Two tables play the same evening. Their players act alike at the same times, but may place different cards with the same
backs. Until such a card is turned up, both show the same: boards, desks, cues and deadlines, to the last byte.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from companion.core.observation import Hold, Lift, Observation, Press, Tag
from companion.core.verdict import Forbidden
from companion.othello.game import GAME
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import answer_from_json
from companion.othello.model.cards import CardName, Pile, Staging, could_be, is_unknown, pile_of
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Action, PutDown
from companion.othello.model.game import Game, Unseen
from companion.othello.model.state import State
from companion.othello.rules.box import known_place
from companion.othello.rules.options import decision
from companion.othello.rules.submit import new_game, submit
from companion.othello.rules.windows import could_seize
from companion.othello.table.gestures import up_next
from companion.othello.text.why import why
from companion.table.session import Session
from companion.table.snapshot import board, desk
from tests.support.mat_table import STAGE, Book, Json

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
EVENINGS = range(200, 246, 2)  # in which each of the telling cards is laid; tests/long/proof_table_hidden.py has more
ONCE_TOLD = (63, 98)  # in which something once hung on a hidden card
SLIPS = (*range(300, 306), 351, 353, 362, 364, 374)  # evenings of people who slip, some with the same card again
ASKED_EVERY = 16  # looks, until somebody asks why and saves the situation
LONGEST = 700  # gestures of an evening
# Cards that mean something while they lie face down or are in a hand: the ones most likely to give themselves away
TELLING = (Staging.SEIZE, Staging.NO_DRAMA, Staging.EXCHANGE, Staging.TAKE_THE_LEAD)
Pair = tuple[CardName, CardName]


class TurnedUp(Exception):
    """The next card to be turned up differs between the tables: from here on their output may differ."""


class Twins:
    """The two tables, and the players who do everything twice."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = NAMES[: 2 + seed % 5]
        self.starts = [new_game(self.names, Unseen()).state for _ in range(2)]
        self.books = [Book(), Book()]
        both = zip(self.starts, self.books, strict=True)
        self.sessions = [Session(OTHELLO, start.copy(), Unseen(), book) for start, book in both]
        self.at = 0.0
        self.lying: set[str] = set()
        self.seen: Counter[str] = Counter()
        self.daring = self.random.choice((0.05, 0.2, 0.6))  # probability of placing different cards
        self.laid: Counter[str] = Counter()  # the different cards placed so far
        self.slips: Counter[str] = Counter()
        self.looks = 0
        self.deeds = dict(DO) | {"swap": type(self).put_down}

    # --- the two tables

    def look(self) -> None:
        """Check that both show the same."""
        self.looks += 1
        ours, theirs = (self.shown(session) for session in self.sessions)
        assert ours == theirs, difference(ours, theirs)

    def shown(self, session: Session) -> Json:
        public = board(session.view)
        told: Json = {"board": public, "desk": desk(session.view), "due": session.view.due}
        told["cues"] = session.view.cues
        if self.looks % ASKED_EVERY == 0:  # it is slower than all the rest
            told |= {"why": why(session.state, session.play.events), "saved": GAME.about("position", session.state, ())}
        return told

    def observe(self, *observations: Observation) -> None:
        """Send one observation to both, or one to each."""
        for session, observation in zip(self.sessions, observations * 2, strict=False):
            session.observe(observation)
        self.look()

    def lift(self, zone: str) -> None:
        if zone in self.lying:
            self.lying.discard(zone)
            self.observe(Lift(self.at, zone))

    def lay(self, zone: str, ours: str, theirs: str | None = None) -> None:
        self.lift(zone)
        self.at += self.random.choice((0.1, 0.6))
        self.lying.add(zone)
        if theirs not in (None, ours):
            self.laid.update((ours, str(theirs)))
        self.observe(Tag(self.at, zone, ours), Tag(self.at, zone, theirs or ours))

    @property
    def state(self) -> State:
        state: State = self.sessions[0].state
        return state

    def placed(self, player: int) -> tuple[CardName | None, CardName | None]:
        ours, theirs = (session.state.seats[player].placed for session in self.sessions)
        return ours, theirs

    def cards(self, player: int, back: Pile, *, same: bool) -> list[Pair]:
        """Return the pairs of cards with this back that a player could put down at the two tables."""
        ours, theirs = (possible_cards(session.state, player, back) for session in self.sessions)
        if same:
            return [(card, card) for card in ours if card in theirs]
        return [(self._any(ours), self._any(theirs))] if ours and theirs else []

    def _any(self, cards: Sequence[CardName]) -> CardName:
        telling = [card for card in cards if card in TELLING]
        return self.random.choice(telling if telling and self.random.random() < 0.6 else cards)

    def card(self, player: int, *, same: bool) -> Pair:
        found = [pair for back in Pile for pair in self.cards(player, back, same=same)]
        if not found:
            raise TurnedUp
        return self.random.choice(found)

    # --- the people

    def play(self) -> None:
        """Play until the game is over or a different card is turned up."""
        self.look()
        for _ in range(LONGEST):
            self.let_pass(self.random.choice((0.2, 0.5, 1.0)))
            asked = decision(self.state)
            if asked is None:
                return
            self.seen[asked.kind] += 1
            if self.random.random() < 0.15:
                self.fiddle()
            elif self.random.random() < 0.35 and self.say_something():
                pass
            else:
                self.deeds.get(asked.kind, Twins.by_button)(self, asked.players)

    def fiddle(self) -> None:
        """Make a gesture that does not advance the game."""
        deed = self.random.choice((self.peep, self.peep, self.press_anything, self.wait, self.take_back))
        deed()

    def peep(self) -> None:
        """Let a player look at the own face-down card, if this is no reveal."""
        player = self.random.randrange(len(self.names))
        ours, theirs = self.placed(player)
        zone = f"seat{player + 1}.play"
        if ours is None or theirs is None or player in up_next(self.state) or zone not in self.lying:
            return
        if Staging.SEIZE in (ours, theirs) and self.may_seize(player):
            return  # put back now it would be a Seize
        if not self.state.seats[player].revealed and not is_unknown(ours) and not is_unknown(theirs):
            self.lay(zone, ours, theirs)

    def may_seize(self, player: int) -> bool:
        top = self.state.frames[-1]
        return type(top) is Action and could_seize(self.state, top, player)

    def press_anything(self) -> None:
        player = self.random.randrange(len(self.names))
        if not self.would_turn_up(player):
            self.observe(self.random.choice((Press, Hold))(self.at, f"seat{player + 1}"))

    def would_turn_up(self, player: int) -> bool:
        """Return whether a press or a hold would reveal a card, which may then differ."""
        return self.sessions[0].view.offers[player].cue == "your-turn"

    def wait(self) -> None:
        self.let_pass(self.random.choice((1.0, 5.0, 8.0)))

    def let_pass(self, seconds: float) -> None:
        self.at += seconds
        for session in self.sessions:
            session.tick(self.at)
        self.look()

    def take_back(self) -> None:
        if self.sessions[0].view.record.steps and self.random.random() < 0.3:
            words = {session.undo(self.at) for session in self.sessions}
            assert len(words) == 1
            self.look()

    def say_something(self) -> bool:
        """One of the desk's buttons, where both tables take it and no card is turned up by it that differs."""
        options = [option["answer"] for option in desk(self.sessions[0].view)["options"]]
        self.random.shuffle(options)
        for answer in options[:4]:
            if answer["do"] in ("reveal", "exit", "next-act"):
                continue
            if not all(self.takes(session, answer) for session in self.sessions):
                continue
            player = self.names.index(answer["by"]) if "by" in answer else 0
            if answer["do"] == "seize" and self.placed(player) != (Staging.SEIZE, Staging.SEIZE):
                continue
            for session in self.sessions:
                session.say(answer, self.at)
            self.seen[answer["do"]] += 1
            self.look()
            return True
        return False

    def takes(self, session: Session, answer: Json) -> bool:
        try:
            submit(Game(session.state.copy(), Unseen()), answer_from_json(answer, self.names))
        except Forbidden:
            return False
        return True

    # --- answers

    def deal_the_tile(self, players: Sequence[int]) -> None:
        self.lay(f"seat{self.random.choice(players) + 1}.play", "tile:Iago")

    def lay_early(self, _players: Sequence[int]) -> None:
        """Let a player place a card early, or let the player asked do nothing."""
        asked = self.random.choice(range(len(self.names)))
        if self.random.random() < 0.5 and self.state.seats[asked].hand:
            self.lay(f"seat{asked + 1}.play", *self.card(asked, same=self.random.random() > self.daring))
        else:
            self.by_button(_players)

    def lay_down(self, players: Sequence[int]) -> None:
        player = self.random.choice(players)
        self.lay(f"seat{player + 1}.play", *self.card(player, same=self.random.random() > self.daring))

    def put_down(self, players: Sequence[int]) -> None:
        """A2: face down after a Miscue, or turned up at once by the player who played it."""
        top = self.state.frames[-1]
        assert type(top) is PutDown
        pair = self.card(players[0], same=top.reveal)
        again = [card == lies for card, lies in zip(pair, self.placed(players[0]), strict=True)]
        if again[0] is again[1]:  # placing the same card again is a visible slip
            self.lay(f"seat{players[0] + 1}.play", *pair)

    def turn_up(self, players: Sequence[int]) -> None:
        """Take a turn: with the card if it is the same at both tables, or else with another one by an improv, if
        possible.
        """
        [player] = players
        zone = f"seat{player + 1}.play"
        ours, theirs = self.placed(player)
        if self.improv_is_open(player) and (ours != theirs or self.random.random() < 0.1):
            same = ours != theirs or self.random.random() > self.daring
            back = self.random.choice(list(Pile))
            other = [pair for pair in self.cards(player, back, same=same) if pair[0] != ours and pair[1] != theirs]
            if other:
                self.lay(zone, *self.random.choice(other))
                return
        if ours == theirs and ours is not None and is_unknown(ours):
            ours = theirs = self.card_with(ours)
        if ours is None or ours != theirs:
            raise TurnedUp
        known = self.sessions[0].view.record.irregularities[:]
        self.lay(zone, ours)
        if self.sessions[0].view.record.irregularities != known:  # it can do nothing (Z5)
            self.observe(Hold(self.at, f"seat{player + 1}"))

    def card_with(self, back: CardName) -> CardName | None:
        """Return a card that the face-down cards at both tables may be."""
        sides = [
            {card for pile in Pile for card in cards_left(session.state, pile) if could_be(back, card)}
            for session in self.sessions
        ]
        return self.random.choice(sorted(sides[0] & sides[1]) or [None])

    def is_unseen(self, player: int) -> bool:
        """Return True if the companion does not know this player's card at one of the tables."""
        return any(card is not None and is_unknown(card) for card in self.placed(player))

    def improv_is_open(self, player: int) -> bool:
        seat = self.state.seats[player]
        free = not seat.improv_used and not seat.miscued and not self.is_unseen(player)
        return bool(seat.hand) and free and seat.intrigue > 0

    def answer_a_window(self, players: Sequence[int]) -> None:
        """Hold, press, or wait: independent of the card."""
        player = self.random.choice(players)
        deed = self.random.random()
        if deed < 0.3:
            self.wait()
        elif deed < 0.6:
            self.observe(Press(self.at, f"seat{player + 1}"))
        else:
            self.observe(Hold(self.at, f"seat{player + 1}"))

    def choose(self, players: Sequence[int]) -> None:
        """Choose at the desk by the backs, or on the player's own page by the cards."""
        asked = decision(self.state)
        given = asked is not None and asked.options[0].choices.give is not None
        if given and self.random.random() < 0.6:
            pair = self.card(players[0], same=self.random.random() > self.daring)
            answers = [{"by": self.names[players[0]], "do": "choose", "give": card} for card in pair]
            if all(map(self.takes, self.sessions, answers)):
                for session, answer in zip(self.sessions, answers, strict=True):
                    session.say(answer, self.at)
                self.look()
                return
        if not self.say_something():
            self.by_button(players)

    def between_acts(self, _players: Sequence[int]) -> None:
        for player in range(len(self.names)):
            self.observe(Press(self.at, f"seat{player + 1}"))

    def by_button(self, players: Sequence[int]) -> None:
        self.observe(self.random.choice((Press, Hold))(self.at, f"seat{self.random.choice(players) + 1}"))

    def after_placement(self, players: Sequence[int]) -> None:
        """Use a coin, improvise or pass; or let the next player turn the card up, which is a pass of everybody else."""
        [player] = players
        zone = f"seat{player + 1}.play"
        ours, theirs = self.placed(player)
        if self.improv_is_open(player) and self.random.random() < 0.3:
            pair = self.card(player, same=self.random.random() > self.daring)
            if pair[0] != ours and pair[1] != theirs:
                self.lay(zone, *pair)
                return
        coin = next(iter(self.state.seats[player].coins), None)
        if coin is not None and self.random.random() < 0.3:
            self.lay(STAGE, f"coin:{coin}")
        elif player in up_next(self.state):
            self.turn_up(players)
        else:
            self.observe(Hold(self.at, f"seat{player + 1}"))


class SlippingTwins(Twins):
    """Two tables with frequent slips: any card of the box, in any player's place, at any time."""

    def fiddle(self) -> None:
        if self.random.random() < 0.4:
            super().fiddle()
        else:
            self.slip()

    def slip(self) -> None:
        """Place a card face down: another player's, of another act, discarded, or the one that is there."""
        player = self.random.randrange(len(self.names))
        back = self.random.choice(list(Pile))
        box = [card for card in (*self.state.deck.cards, *self.state.rules.staging_cards) if pile_of(card) is back]
        ours, theirs = self._any(box), self._any(box)
        lies = self.placed(player)
        same = [ours == lies[0] or is_unknown(lies[0] or ""), theirs == lies[1] or is_unknown(lies[1] or "")]
        if same[0] is same[1] and not self.shows(player, ours, theirs):  # the same slip at both tables
            self.slips[self.state.phase] += 1
            self.lay(f"seat{player + 1}.play", ours, theirs)

    def lay_the_same_again(self, player: int) -> bool:
        """Let a player who has to put down another card place the same one."""
        ours, theirs = self.placed(player)
        if ours is None or theirs is None or is_unknown(ours) or is_unknown(theirs):
            return False
        self.slips["same"] += 1
        self.lay(f"seat{player + 1}.play", ours, theirs)
        return True

    def put_down(self, players: Sequence[int]) -> None:
        top = self.state.frames[-1]
        assert type(top) is PutDown
        if top.reveal or self.random.random() < 0.3 or not self.lay_the_same_again(players[0]):
            super().put_down(players)

    def shows(self, player: int, *cards: CardName) -> bool:
        """Return True if placing one of these cards would turn it up at one of the tables, or just did."""
        top = self.state.frames[-1]
        if self.sessions[0].view.table.memory.shown.get(player) in cards:
            return True
        if type(top) is PutDown and top.reveal:
            return top.player == player
        if Staging.SEIZE in cards and type(top) is Action:
            return True
        fits = [
            placed is not None and find_in_hand([placed], card) is not None
            for placed, card in zip(self.placed(player), cards, strict=True)
        ]
        return any(fits) and (player in up_next(self.state) or Staging.SEIZE in cards)


DO: dict[str, Any] = {
    "lead": Twins.deal_the_tile,
    "pre-placement": Twins.lay_early,
    "placement": Twins.lay_down,
    "after-placement": Twins.after_placement,
    "reveal": Twins.turn_up,
    "window": Twins.answer_a_window,
    "protect": Twins.answer_a_window,
    "choose": Twins.choose,
    "swap": Twins.put_down,
    "discard": Twins.choose,
    "intermission": Twins.between_acts,
}


def possible_cards(state: State, player: int, back: Pile) -> list[CardName]:
    """Return the cards with this back that a hand may hold, based on the companion's knowledge."""
    hand = state.seats[player].hand
    found = {card for card in hand if not is_unknown(card) and pile_of(card) is back}
    if any(is_unknown(card) and pile_of(card) in (back, None) for card in hand):
        found |= cards_left(state, back)
    return sorted(found)


def cards_left(state: State, back: Pile) -> set[CardName]:
    """Return the cards with this back whose place is unknown."""
    every = state.deck.by_act[state.act - 1] if back is Pile.SCRIPT else state.rules.staging_cards
    return {card for card in every if known_place(state, card) is None}


def difference(ours: Any, theirs: Any, path: str = "") -> str:
    """Return the first difference between two documents."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours | theirs:
            if ours.get(key) != theirs.get(key):
                return difference(ours.get(key), theirs.get(key), f"{path}.{key}")
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            if one != other:
                return difference(one, other, f"{path}[{index}]")
    return f"{path}: {ours!r} and {theirs!r}"


@cache
def an_evening(seed: int) -> Twins:
    """Play an evening once; it is cached and not changed."""
    twins = Twins(seed)
    with suppress(TurnedUp):
        twins.play()
    return twins


def played_alike(seed: int) -> Twins:
    """Return an evening at two tables with the same output until a different card was turned up."""
    twins = an_evening(seed)
    documents = [json.dumps(twins.shown(session)) for session in twins.sessions]
    assert documents[0] == documents[1], seed
    return twins


@pytest.mark.parametrize("seed", ONCE_TOLD)
def test_two_tables_show_the_same_where_something_once_hung_on_a_hidden_card(seed: int) -> None:
    played_alike(seed)


@pytest.mark.parametrize("seed", EVENINGS[::4])
def test_they_show_the_same_after_a_restart_too(seed: int) -> None:
    twins = an_evening(seed)
    again = [Session(OTHELLO, start, Unseen(), Book()) for start in twins.starts]
    for session, book in zip(again, twins.books, strict=True):
        session.replay(book.records)
    assert twins.shown(again[0]) == twins.shown(again[1])


def test_two_tables_show_the_same_until_a_card_is_turned_up_that_differs_and_all_that_tells_is_laid() -> None:
    evenings = [played_alike(seed) for seed in EVENINGS]
    seen = sum((twins.seen for twins in evenings), Counter())
    laid = sum((twins.laid for twins in evenings), Counter())
    assert laid.total() > 50
    assert all(laid[card] > 2 for card in TELLING), laid
    assert {"window", "protect", "choose", "swap", "intermission", "improv", "from-hand"} <= set(seen)
    assert max(twins.state.act for twins in evenings) > 1


def test_two_tables_show_the_same_where_people_lay_what_they_should_not() -> None:
    slips = slipped_alike(SLIPS)
    assert slips.total() > 50 and slips["same"] > 5, slips


def slipped_alike(seeds: Iterable[int]) -> Counter[str]:
    """Play evenings of people who slip at two tables, which must show the same; return the slips."""
    slips: Counter[str] = Counter()
    for seed in seeds:
        twins = SlippingTwins(seed)
        with suppress(TurnedUp):
            twins.play()
        slips += twins.slips
    return slips


def test_a_table_that_showed_what_lies_face_down_would_be_found_out() -> None:
    twins = Twins(0)
    twins.lay("seat1.play", "tile:Iago")
    while decision(twins.state).kind != "placement":  # type: ignore[union-attr]
        player = twins.state.frames[-1].order[twins.state.frames[-1].at]  # type: ignore[union-attr]
        twins.observe(Press(twins.at, f"seat{player + 1}"))
    twins.lay("seat1.play", "I.1", "I.2")
    session = twins.sessions[1]
    session.translate_events()  # the next board is made again
    session.view.table.memory.newest = session.state.seats[0].placed
    with pytest.raises(AssertionError, match="newest"):
        twins.look()
