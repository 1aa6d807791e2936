"""What must be true at every decision of every game, whoever plays it; one class for each property.

Each looks at the game from outside: it keeps its own accounts of the events, or plays on a copy. `ALL` has them all.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

from bench.random_games import Watch
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Curtain, Role, is_staging
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.events import (
    Died,
    Event,
    Flow,
    Gained,
    GameEnded,
    HandkerchiefTaken,
    LeadChanged,
    Paid,
    Passed,
    Recovered,
    Returned,
    Scored,
    TakenOver,
    Traded,
    event_from_json,
    event_to_json,
)
from companion.othello.model.evolve import fold
from companion.othello.model.frames import Action, Casting, Discards, Intermission, Over, Steps
from companion.othello.model.game import Game
from companion.othello.model.state import Seat, State
from companion.othello.position.read import position_from_json, position_to_json
from companion.othello.rules.codes import NO_TARGET, PROTECTED, Code
from companion.othello.rules.effects import STAGING
from companion.othello.rules.legality import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import score
from companion.othello.rules.staging.seize import SEIZE
from companion.othello.rules.submit import apply, submit
from companion.play.verdict import Forbidden

# Why an option that follows from public knowledge may be refused: for a card that only its player knows
OF_A_REVEAL = {"reveal", "own-card", *(effect.code for effect in STAGING.values() if effect is not SEIZE)}
HIDDEN_REASONS = {
    Do.REVEAL: {code for code in Code if code.partition(".")[0] in OF_A_REVEAL}
    | {f"{of}.{wrong}" for of in OF_A_REVEAL for wrong in (NO_TARGET, PROTECTED)},
    Do.EXIT: {Code.EXIT_CURTAIN, Code.EXIT_SCRIPT_CARD},
    Do.SEIZE: {Code.SEIZE_NOT_A_SEIZE},
    Do.PROTECT: {Code.PROTECT_NOT_IN_HAND},
    Do.IMPROV: {Code.IMPROV_NOT_IN_HAND},
    Do.FROM_HAND: {Code.FROM_HAND_NOT_IN_HAND},
}
# G5 of 2022: whose cards count for the company bonus
OLD_COMPANY = ("Othello", "Cassio", "Emilia", "Desdemona", "Roderigo")
# The frames between two acts, when no script card is in play but those scored and set aside (T6)
BETWEEN_ACTS = (Casting, Intermission, Discards, Over)


def slots(thing: State | Seat) -> dict[str, Any]:
    """Every slot of a state or a seat by name; seats as such dictionaries themselves."""
    found = {slot: getattr(thing, slot) for slot in thing.__slots__}
    if isinstance(thing, State):
        found["seats"] = [slots(seat) for seat in thing.seats]
    return found


def same(ours: State, theirs: State, what: str) -> None:
    """Raise AssertionError, naming the slots, when two states differ."""
    one, other = slots(ours), slots(theirs)
    differing = [slot for slot in one if one[slot] != other[slot]]
    assert not differing, f"{what}: {', '.join(f'{slot} {one[slot]} / {other[slot]}' for slot in differing)}"


def copy_of(game: Game) -> Game:
    """A copy of a game that plays on as the game would: the same state, and chance that falls alike."""
    return game.trial()


class NothingIsLost(Watch):
    """Every script card of the act, every staging card and every coin is in one place."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        rules = game.state.rules
        self.staging = [name for name, count in rules.staging_cards.items() for _ in range(count)]
        self.kept: list[str] = []
        self.act = self.ended = 0
        self.in_play: list[str] = []

    def at_decision(self, asked: Decision) -> None:
        """Compare all cards and coins with what the box has."""
        state = self.game.state
        if type(state.frames[-1]) is Casting:
            return
        self._cards(state)
        self._tokens(state)

    def _cards(self, state: State) -> None:
        scored = [card for seat in state.seats for card, _role in seat.scored]
        scored += [card for card, _role in state.set_aside]
        gone = [card for card in state.removed if not is_staging(card)]  # R2
        bottom = state.frames[0]
        between = type(bottom) in BETWEEN_ACTS
        if isinstance(bottom, Intermission) and bottom.act != self.ended:
            self.ended, kept = bottom.act, scored + gone  # T6: what an act leaves behind was scored or set aside in it
            fresh = set(kept) - set(self.kept)
            assert set(self.kept) <= set(kept), f"scored before and gone: {set(self.kept) - set(kept)}"
            assert fresh <= set(state.deck.by_act[bottom.act - 1]), f"scored from another act: {fresh}"
            self.kept = kept
            self.in_play = sorted(self.staging + self.kept)
        elif not between and self.act != state.act:
            self.act = state.act
            self.in_play = sorted([*self.staging, *self.kept, *state.deck.by_act[self.act - 1]])
        found = [*scored, *state.script, *state.script_discard, *state.staging, *state.staging_discard, *state.removed]
        for seat in state.seats:
            found += seat.hand
            found += seat.face_up
            if seat.placed is not None:
                found.append(seat.placed)
        found.sort()
        if found != self.in_play:
            lost, more = Counter(self.in_play) - Counter(found), Counter(found) - Counter(self.in_play)
            raise AssertionError(f"lost {dict(lost)}, too many {dict(more)}")

    def _tokens(self, state: State) -> None:
        coins = Counter(state.supply)
        for character, count in state.iago_tokens.items():  # O2: coins that lie on tiles, or were taken from there
            assert 0 < count <= state.wounds[character], f"{count} of {state.wounds[character]} wounds of {character}"
            coins["Iago"] += count
        for seat in state.seats:
            assert 0 <= seat.iago_wounds <= seat.wounds, f"{seat.name} has taken {seat.iago_wounds} Iago coins"
            if seat.iago_wounds:
                coins["Iago"] += seat.iago_wounds
            for coin, count in seat.coins.items():
                assert count > 0, f"{seat.name} has {count} coins of {coin}"
                coins[coin] += count
        assert coins == Counter(state.rules.coins), f"coins are {coins}"
        assert min(coins.values(), default=0) >= 0 and min(state.wounds.values()) >= 0, "a negative supply or tile"


class NobodyOwes(Watch):
    """Nobody pays what they do not have, at any moment of any game: what was said to be paid may be spent since."""

    def at_answer(self, answer: Answer) -> None:
        """Before each."""
        for seat in self.game.state.seats:
            assert seat.intrigue >= 0 and seat.spotlight >= 0 and seat.wounds >= 0, f"{seat.name} owes tokens"


class CardsLieWithTheirKind(Watch):
    """No script card is in a staging pile or the other way round; only staging cards lie face up before players."""

    every = 17

    def at_decision(self, asked: Decision) -> None:
        """Look through every pile."""
        state = self.game.state
        assert not any(map(is_staging, state.script + state.script_discard)), "a staging card among scripts"
        assert all(map(is_staging, state.staging + state.staging_discard)), "a script among staging"
        for seat in state.seats:
            assert all(map(is_staging, seat.face_up)), f"{seat.name} has a script card face up"
            assert not any(is_staging(card) for card, _role in seat.scored), f"{seat.name} scored a staging card"


class ScoreFollowsFromEvents(Watch):
    """The score is what the events alone add up to, kept here without a look at the state (G2, G5, G7)."""

    every = 9

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        seats = range(len(game.state.seats))
        self.read = 0
        self.lead = -1
        self.handkerchief: int | None = None
        self.tokens = [{"intrigue": 0, "spotlight": 0, "wounds": 0} for _ in seats]
        self.piles: list[list[tuple[str, Role]]] = [[] for _ in seats]
        self.winners: tuple[int, ...] | None = None
        rules = game.state.rules
        self.old = rules.edition == "2022"
        self.any_role = not self.old and "playwrights-challenge" in rules.variants

    def at_decision(self, asked: Decision) -> None:
        """Take in the new events and compare every player's score."""
        self._compare(over=False)

    def at_end(self) -> None:
        """Compare the final scores and the winners."""
        points = self._compare(over=True)
        best = [player for player, total in enumerate(points) if total == max(points)]
        expected = [self.lead] if self.lead in best else best
        assert self.winners is not None and list(self.winners) == expected, f"{self.winners} win with {points}"

    def _compare(self, over: bool) -> list[int]:
        for event in self.game.events[self.read :]:
            self._take(event)
        self.read = len(self.game.events)
        totals = []
        for player, tokens in enumerate(self.tokens):
            parts = [self._script(player), tokens["intrigue"] // 3, tokens["spotlight"], tokens["wounds"]]
            parts += [3 if self.handkerchief == player else 0, *(self._bonuses(player) if over else (0, 0))]
            told = score(self.game.state, player)
            assert list(told) == parts, f"player {player} has {told}, the events say {parts}"
            totals.append(sum(parts))
        return totals

    def _take(self, event: Event) -> None:
        if isinstance(event, Gained):
            self.tokens[event.player][event.token] += event.amount
        elif isinstance(event, Paid):
            self.tokens[event.player][event.token] -= event.amount
        elif isinstance(event, Traded):
            back = {"intrigue": ("spotlight", event.amount // 3), "spotlight": ("intrigue", event.amount * 3)}
            token, amount = back[event.token]
            self.tokens[event.player][event.token] -= event.amount
            self.tokens[event.player][token] += amount
        elif isinstance(event, Died):
            self.tokens[event.player]["wounds"] += event.wounds
        elif isinstance(event, TakenOver):
            self.piles[event.victim] = [item for item in self.piles[event.victim] if item[0] != event.card]
            self.piles[event.player].append((event.card, event.role))
        elif isinstance(event, Scored | Recovered):
            self.piles[event.player].append((event.card, event.role))
        elif isinstance(event, HandkerchiefTaken):
            self.handkerchief = event.player
        elif isinstance(event, Returned):  # C11
            self._take_back(event)
        elif isinstance(event, LeadChanged):
            self.lead = event.player
        elif isinstance(event, GameEnded):
            self.winners = event.winners

    def _take_back(self, event: Returned) -> None:
        if event.what == "handkerchief":
            self.handkerchief = None
        elif event.what == "wounds" and event.player >= 0:
            self.tokens[event.player]["wounds"] -= 1

    def _script(self, player: int) -> int:
        total = 0
        for name, role in self.piles[player]:
            card = self.game.state.deck.cards[name]
            if isinstance(card.curtain, Curtain):
                total += card.points_lead if role is Role.LEAD else card.points_company
            elif self.any_role and (role is Role.LEAD) != self._crowned(name):  # R2
                total += 1
            else:
                total += card.points
        return total

    def _crowned(self, name: str) -> bool:
        """S3, K1: Iago's cards; in 2022 Othello's in Act V."""
        lead = "Othello" if self.old and name.startswith("V.") else "Iago"
        return self.game.state.deck.cards[name].character_1 == lead

    def _bonuses(self, player: int) -> tuple[int, int]:
        """G5, from the names: the act stands before the dot."""
        pile = self.piles[player]
        crowned = [(name, role) for name, role in pile if self._crowned(name)]
        acts = {name.split(".")[0] for name, role in crowned if role is Role.LEAD or not self.old}
        company = Counter(self.game.state.deck.cards[name].character_1 for name, _role in pile)
        if self.old:
            company = Counter({name: company[name] for name in OLD_COMPANY})
        del company["Iago"]
        return (0, 0, 1, 2, 4, 7)[len(acts)], 2 * sum(count >= 3 for count in company.values())


class WoundsAreCounted(Watch):
    """Wound tokens are on tiles, with players, or back in the box; the dead have none on their tile (W1 to W4, K6)."""

    every = 7

    def at_decision(self, asked: Decision) -> None:
        """Look at every tile."""
        state = self.game.state
        for character, wounds in state.wounds.items():
            if character in state.dead:
                assert not wounds, f"{character} is dead with {wounds} wounds on the tile"
            else:
                assert wounds < state.rules.wound_limits[character], f"{character} lives with {wounds} wounds"


class SomebodyCanAnswer(Watch):
    """A decision asks somebody, has an option that is legal, and refuses one only for a card that is hidden.

    To reveal or to exit is offered together, whatever the face-down card is: one of the two may be forbidden.
    """

    every = 9

    def at_decision(self, asked: Decision) -> None:
        """Ask for a verdict on every option."""
        state = self.game.state
        assert asked.players, f"{asked.kind} asks nobody"
        assert len(set(asked.options)) == len(asked.options), f"{asked.kind} has an option twice: {asked.options}"
        legal = 0
        for answer in asked.options:
            assert answer.by in asked.players or answer.by < 0, f"{answer} by who is not asked"
            legal += self._is_legal(state, answer)
        assert legal, f"no option of {asked.kind} is legal"
        for answer in permitted(state):
            self._is_legal(state, answer)

    def _is_legal(self, state: State, answer: Answer) -> bool:
        reasons = legality(state, answer).reasons
        for reason in reasons:
            assert reason.code in HIDDEN_REASONS.get(answer.do, ()), f"{answer} is refused: {reason.code}"
            assert reason.rules and reason.message.endswith("."), f"{reason} says too little"
        return not reasons


class EventsTellTheState(Watch):
    """The state is the fold of the events from the start, in every third game of the events read from JSON."""

    every = 23

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        self.shadow = game.state.copy()
        self.through_json = rng.random() < 1 / 3
        self.read = 0

    def at_decision(self, asked: Decision) -> None:
        """Fold the new events and compare."""
        news = self._news()
        if self.through_json:
            news = [event_from_json(data) for data in json.loads(json.dumps([event_to_json(event) for event in news]))]
        same(fold(self.shadow, news), self.game.state, "folded / played")

    def at_end(self) -> None:
        """Compare the last state."""
        same(fold(self.shadow, self._news()), self.game.state, "folded / played")

    def _news(self) -> list[Event]:
        news = self.game.events[self.read :]
        self.read = len(self.game.events)
        return news


class PositionsResume(Watch):
    """A game saved in the middle of anything plays on as if nothing had happened."""

    games = 7

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        self.twin: Game | None = None
        self.start = 0
        self.until = rng.randrange(600)

    def at_decision(self, asked: Decision) -> None:
        """At some decision, save and load; from then on the loaded game must ask the same."""
        if self.twin is not None:
            assert decision(self.twin.state) == asked, "the loaded game asks something else"
            return
        self.until -= 1
        if self.until <= 0 and (type(self.game.state.frames[-1]) is Action or self.until < -40):
            twin = copy_of(self.game)
            twin.state = position_from_json(json.loads(json.dumps(position_to_json(twin.state))))
            rules = self.game.state.rules  # a position names its edition, and a small box is none
            assert replace(twin.state.rules, tokens=rules.tokens) == rules, "other rules after loading"
            twin.state.rules = rules
            same(twin.state, self.game.state, "loaded / saved")
            self.twin, self.start = twin, len(self.game.events)

    def at_answer(self, answer: Answer) -> None:
        """The same answer in both games."""
        if self.twin is not None:
            apply(self.twin, answer)

    def at_end(self) -> None:
        """The same end, by the same events."""
        if self.twin is not None:
            same(self.twin.state, self.game.state, "resumed / played")
            assert self.twin.events == self.game.events[self.start :], "other events after loading"


class OddAnswersDoNoHarm(Watch):
    """An answer out of turn is refused with the game as it was, or is what it would be after explicit passes (V2)."""

    every = 31

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game, rng)
        self.known: list[Answer] = []

    def at_answer(self, answer: Answer) -> None:
        """Remember some answers, to give them at another time."""
        if len(self.known) < 60:
            self.known.append(answer)
        else:
            self.known[self.rng.randrange(60)] = answer

    def at_decision(self, asked: Decision) -> None:
        """Give, on a copy, an answer that may fit later, and one from another time."""
        before = self.game.state.copy()
        players = range(len(before.seats))
        odd = [Answer(do, self.rng.choice(players)) for do in (Do.REVEAL, Do.SEIZE, Do.SPOTLIGHT, Do.PASS)]
        for answer in [self.rng.choice(odd), *(self.known and [self.rng.choice(self.known)])]:
            self._give(answer)
            same(self.game.state, before, f"the game itself, after {answer} on a copy / before")

    def _give(self, answer: Answer) -> None:
        game = copy_of(self.game)
        shuffles = chance_state(game)
        try:
            submit(game, answer)
        except Forbidden as forbidden:
            assert forbidden.reasons and str(forbidden), f"{answer} is refused without a reason"
            same(game.state, self.game.state, f"after the refused {answer} / before")
            assert not game.events, f"the refused {answer} left {game.events}"
            assert chance_state(game) == shuffles, f"the refused {answer} changed what the next shuffle gives"
            return
        explicit = copy_of(self.game)
        while not legality(explicit.state, answer).legal:
            submit(explicit, said_pass(explicit.state))
        apply(explicit, answer)
        same(game.state, explicit.state, f"{answer} with inferred passes / with explicit ones")
        assert told(game) == told(explicit), f"{answer} with inferred passes tells other events"
        same(fold(self.game.state.copy(), game.events), game.state, f"events with inferred passes before {answer}")


def said_pass(state: State) -> Answer:
    """That who is asked first lets it be, or tells that nothing changed (C11)."""
    asked = decision(state)
    assert asked is not None and isinstance(state.frames[-1], Steps | Action), "a pass was inferred where nobody can"
    return Answer(Do.CARRY_OUT if asked.kind is DecisionKind.CARRY_OUT else Do.PASS, asked.players[0])


def told(game: Game) -> list[Event]:
    """The events without what differs on purpose: whether passes were said, and the frames between them."""
    events = [event for event in game.events if not isinstance(event, Flow)]
    return [Passed(event.player, inferred=False) if isinstance(event, Passed) else event for event in events]


def chance_state(game: Game) -> object:
    """What decides how the next shuffles fall."""
    return game.chance.random.getstate() if hasattr(game.chance, "random") else None


ALL: tuple[type[Watch], ...] = (
    NothingIsLost,
    NobodyOwes,
    CardsLieWithTheirKind,
    ScoreFollowsFromEvents,
    WoundsAreCounted,
    SomebodyCanAnswer,
    EventsTellTheState,
    PositionsResume,
    OddAnswersDoNoHarm,
)
# Those that need not look at every decision: what they keep account of is in the events
ANY_TIME: tuple[type[Watch], ...] = ALL[:6]
