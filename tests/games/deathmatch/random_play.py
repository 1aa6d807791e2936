"""Random games of Deathmatch with every ruling and variant, with properties checked after each answer."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import reduce
from typing import Any

from companion.core.values import replace
from companion.deathmatch.model.accounts import possible_cards
from companion.deathmatch.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.changes import (
    CardMoved,
    Change,
    CharacterChanged,
    FaceChanged,
    HandSizeChanged,
    LimitChanged,
    Place,
    PlaceKind,
    ProtagonistMoved,
    SettingChanged,
    SlainByText,
)
from companion.deathmatch.model.decision import Decision
from companion.deathmatch.model.deck import deck_from_objects, deck_to_objects, load_deck
from companion.deathmatch.model.events import event_from_json, event_to_json
from companion.deathmatch.model.evolve import evolve
from companion.deathmatch.model.places import heaps
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import IN_SCENE, Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, is_unknown, known, size
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.rules.game import Chance, Dealer, Game, Unseen
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.submit import begin, settle, submit

NAMES = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
MOST_ANSWERS = 150


class RandomGame:
    """One random game; `seen` means that the companion knows the cards."""

    def __init__(self, seed: int, players: int | None = None, seen: bool | None = None, small: bool | None = None):
        rng = self.rng = random.Random(seed)
        players = players or rng.randint(2, 8)
        rulings = {ruling: rng.choice(names_of(ruling)) for ruling in RULINGS if rng.random() < 0.5}
        variants = [str(variant) for variant in Variant if rng.random() < 0.2]
        self.seen = rng.random() < 0.7 if seen is None else seen
        chance: Chance = Dealer(seed) if self.seen else Unseen()
        deck = load_deck("stand-in")
        if small if small is not None else rng.random() < 0.5:
            deck = deck_from_objects(
                [
                    card
                    for card in deck_to_objects(deck)
                    if rng.random() < 0.3 or "limits" in card or card["id"] == "castle"
                ]
            )
        self.game = begin(NAMES[:players], chance, variants, rulings, deck)
        self.start = self.game.state
        settle(self.game)
        self.answers: list[Any] = []

    def play(self) -> None:
        """Play to the end, or at most MOST_ANSWERS answers; check the properties after each."""
        self.check()
        while (asked := decision(self.game.state)) is not None and len(self.answers) < MOST_ANSWERS:
            answer = self.answer(asked.options)
            self.answers.append(answer_to_json(answer, self.game.state.names))
            before, count = self.game.state, len(self.game.events)
            submit(self.game, answer)
            self.check_events(before, count)
            self.check()
        assert reduce(evolve, self.game.events, self.start) == self.game.state

    def answer(self, options: tuple[Answer, ...]) -> Answer:
        """Return any option, or now and then another permitted answer, with possible changes."""
        state, rng = self.game.state, self.rng
        besides = [answer for answer in permitted(state) if rng.random() < 0.02]
        besides = [told for answer in besides for told in self.in_full(state, answer)]
        answer = rng.choice([*options, *besides])
        if besides and rng.random() < 0.5:
            answer = rng.choice(besides)
        if answer.do is Do.CARRY_OUT:
            if not answer.of_setting and state.phase is Phase.ACTION and rng.random() < 0.3:
                return rng.choice(self.going_on(state))
            return self.with_changes(answer)
        return answer

    def in_full(self, state: State, answer: Answer) -> list[Answer]:
        """Return the permitted answers, with the character that only its player knows, if it is possible."""
        if answer.do is not Do.SLAIN or state.seats[answer.by].knows_character:
            return [answer]
        named = [replace(answer, character=name) for name in state.deck.characters]
        return [other for other in named if legality(state, other).legal][:1]

    def going_on(self, state: State) -> list[Answer]:
        """Return the other answers of the player whose text waits."""
        assert state.opener is not None
        by = state.opener
        cards = [card for card in state.seats[by].hand if not is_unknown(card)] or possible_cards(state)
        answers = [Answer(do, by, card) for card in cards for do in (Do.PLAY, Do.TRICKSTER)]
        legal = [answer for answer in [*answers, Answer(Do.REVEAL, by)] if legality(state, answer).legal]
        return legal or [Answer(Do.CARRY_OUT, by)]

    def with_changes(self, answer: Answer) -> Answer:
        for _ in range(self.rng.randint(0, 3)):
            more = replace(answer, changes=(*answer.changes, self.change()))
            if legality(self.game.state, more).legal:
                answer = more
        return answer

    def change(self) -> Change:
        state, rng = self.game.state, self.rng
        player = rng.randrange(len(state.seats))
        kind = rng.randrange(16)
        if kind == 0:
            return CharacterChanged(player, rng.choice([*state.deck.characters, "?character"]))
        if kind == 1:
            return FaceChanged(player, rng.random() < 0.5)
        if kind == 2:
            return LimitChanged(player, rng.choice(list(Suit)), rng.randint(1, 9))
        if kind == 3:
            return HandSizeChanged(player, rng.randint(0, 5))
        if kind == 4:
            return SettingChanged(rng.choice(list(state.deck.settings)))
        if kind == 5:
            return ProtagonistMoved(player)
        if kind == 6 and rng.random() < 0.3:
            return SlainByText(player)
        card = rng.choice([*state.deck.actions, UNKNOWN_ACTION])
        held = [card for heap in heaps(state) for card in known(heap)]
        if held and rng.random() < 0.7:
            card = rng.choice(held)
        return CardMoved(card, self.place(), self.place())

    def place(self) -> Place:
        kind = self.rng.choice(list(PlaceKind))
        if kind in (PlaceKind.DISCARD, PlaceKind.REMOVED):
            return Place(kind)
        player = self.rng.randrange(len(self.game.state.seats))
        return Place(kind, player, kind is PlaceKind.PILE and self.rng.random() < 0.5)

    def check_events(self, before: State, count: int) -> None:
        """Check that the state is the fold of its events, as journals store them, and that no card is lost."""
        state, total = before, sum(map(size, heaps(before)))
        from_box = before.is_new
        for event in self.game.events[count:]:
            state = evolve(state, event)
            if not from_box:
                assert sum(map(size, heaps(state))) == total, event
            assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
        assert state == self.game.state

    def check(self) -> None:
        state = self.game.state
        self.check_cards(state)
        self.check_flow(state)
        asked, besides = decision(state), permitted(state)
        written = json.loads(json.dumps(position_to_json(state)))
        read = position_from_json(written)
        assert read == state
        again = Game(read, Dealer(0))
        settle(again)
        assert again.events == [] and again.state == state
        assert (decision(read), permitted(read)) == (asked, besides)
        self.check_public(state, asked)
        if asked is None:
            assert state.winners
            return
        assert asked.options
        for option in self.rng.sample(asked.options, min(6, len(asked.options))):
            assert legality(state, option).legal, option
            by = state.names[asked.players[0]] if len(asked.players) == 1 else None
            data = {"by": by, **answer_to_json(option, state.names, with_by=len(asked.players) > 1)}
            assert answer_from_json(json.loads(json.dumps(data)), state.names) == option

    def check_public(self, state: State, asked: Decision | None) -> None:
        """Check that the decision's existence, kind and players depend on nothing hidden."""
        for viewer in (None, *range(len(state.seats))):
            seen = decision(as_seen(state, viewer))
            assert (seen is None) == (asked is None)
            if seen is not None and asked is not None:
                assert (seen.kind, seen.players) == (asked.kind, asked.players)

    def check_cards(self, state: State) -> None:
        standing = Counter(card for heap in heaps(state) for card in known(heap))
        assert all(count <= state.deck.copies[card] for card, count in standing.items())
        named = [seat.character for seat in state.seats if not is_unknown(seat.character)]
        assert len(named) == len(set(named))
        for player, seat in enumerate(state.seats):
            if seat.out:
                assert not seat.hand and not size(seat.pile) and not seat.pool and seat.played is None
            elif state.phase is not Phase.OVER:
                assert len(seat.hand) >= state.hand_size(player) or not size(seat.pile)
                if state.excess(player):
                    asked = decision(state)
                    assert asked is not None and player in asked.players

    def check_flow(self, state: State) -> None:
        if state.phase not in IN_SCENE:
            assert all(seat.played is None for seat in state.seats)
        assert not any(seat.condemned for seat in state.seats)
        if state.phase is Phase.OVER:
            return
        assert len(state.alive) > 1
        for player in (state.turn, state.carrying.by if state.carrying else None):
            stopped = any(state.excess(player) for player in state.alive)
            assert player is None or stopped or not state.seats[player].out
