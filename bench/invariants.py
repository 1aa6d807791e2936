"""Properties that must hold at every decision of every game; one class for each.

Each watches the game from outside and keeps its own accounts of the events. `ALL` lists them, including those of
`bench.invariants_played`.
"""

from __future__ import annotations

import random
from collections import Counter

from bench.invariants_played import EventsTellTheState, OddAnswersDoNoHarm, PositionsResume
from bench.watch import Watch
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Curtain, Role, is_staging
from companion.othello.model.decision import Decision
from companion.othello.model.events import (
    Died,
    Event,
    Gained,
    GameEnded,
    HandkerchiefTaken,
    LeadChanged,
    Paid,
    Recovered,
    Returned,
    Scored,
    TakenOver,
    Traded,
)
from companion.othello.model.frames import Casting, Discards, Intermission, Over
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.rules.effects import STAGING
from companion.othello.rules.legality.check import legality
from companion.othello.rules.legality.codes import NO_TARGET, PROTECTED, Code
from companion.othello.rules.options import permitted
from companion.othello.rules.scoring import score
from companion.othello.rules.staging.seize import SEIZE

# Permitted reasons for refusing an option that follows from public knowledge: a card that only its player knows
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
# G5 of 2022: characters whose cards count for the company bonus
OLD_COMPANY = ("Othello", "Cassio", "Emilia", "Desdemona", "Roderigo")
# Frames between two acts, when the only script cards in play are those scored and set aside (T6)
BETWEEN_ACTS = (Casting, Intermission, Discards, Over)


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
        """Compare all cards and coins with the content of the box."""
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
            self.ended, kept = bottom.act, scored + gone  # T6: the remains of an act were scored or set aside in it
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
        for character, count in state.iago_tokens.items():  # O2: coins that are on tiles, or were taken from there
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
    """No player has a negative number of tokens at any time, even if a promised payment was spent in between."""

    def at_answer(self, answer: Answer) -> None:
        """Check before each answer."""
        for seat in self.game.state.seats:
            assert seat.intrigue >= 0 and seat.spotlight >= 0 and seat.wounds >= 0, f"{seat.name} owes tokens"


class CardsLieWithTheirKind(Watch):
    """No script card is in a staging pile or the other way round; only staging cards are face up before players."""

    every = 17

    def at_decision(self, asked: Decision) -> None:
        """Check every pile."""
        state = self.game.state
        assert not any(map(is_staging, state.script + state.script_discard)), "a staging card among scripts"
        assert all(map(is_staging, state.staging + state.staging_discard)), "a script among staging"
        for seat in state.seats:
            assert all(map(is_staging, seat.face_up)), f"{seat.name} has a script card face up"
            assert not any(is_staging(card) for card, _role in seat.scored), f"{seat.name} scored a staging card"


class ScoreFollowsFromEvents(Watch):
    """The score is the sum of the events alone, computed here without the state (G2, G5, G7)."""

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
        """Process the new events and compare every player's score."""
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
        """G5, from the names: the act precedes the dot."""
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
        """Check every tile."""
        state = self.game.state
        for character, wounds in state.wounds.items():
            if character in state.dead:
                assert not wounds, f"{character} is dead with {wounds} wounds on the tile"
            else:
                assert wounds < state.rules.wound_limits[character], f"{character} lives with {wounds} wounds"


class SomebodyCanAnswer(Watch):
    """A decision asks somebody, has a legal option, and refuses an option only because of a hidden card.

    Reveal and exit are offered together for any face-down card: one of the two may be forbidden.
    """

    every = 9

    def at_decision(self, asked: Decision) -> None:
        """Check the verdict on every option."""
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
# Those that need not check every decision, because their accounts are in the events
ANY_TIME: tuple[type[Watch], ...] = ALL[:6]
