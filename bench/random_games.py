"""Random games under observation.

Each decision of many legal games must keep all properties in `bench.invariants`.

The tests play some of each form, `make proof` ten thousand: of every edition, level, set of variants and number of
players, and with alternative rulings.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import NamedTuple

from bench.invariants import ALL, ANY_TIME
from bench.own_cards import own_deck, told_changes
from bench.watch import Watch
from companion.core.values import replace
from companion.othello.bots.players import GreedyBot, random_answer
from companion.othello.model.answers import Answer, Do
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.deck import STAND_IN
from companion.othello.model.events import EVENTS, ActEnded
from companion.othello.model.frames import Placement
from companion.othello.model.game import Chance, Dealer, Game
from companion.othello.model.ruleset import USUAL_EDITION, edition_names, load_edition
from companion.othello.model.state import State
from companion.othello.rules.options import decision
from companion.othello.rules.submit import apply, new_game

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
COUNTS = (2, 3, 4, 5, 6)
INITIATIVES = 0.15  # probability that a player takes an initiative
SECOND_THOUGHTS = 0.02  # probability that a player replaces a placed card
# small, so that tokens run out, which is rare with the real box
SMALL_BOX = {"intrigue": 12, "spotlight": 4, "wounds": 3}
LONGEST = 20_000  # decisions after which a game counts as endless
CHUNK = 20  # games that one process plays before it reports
THOROUGH = 10  # one in so many games per number of players is checked at all decisions
SPARING = 50  # in the others, one in so many decisions is checked


class Form(NamedTuple):
    """A form of a game, without the players."""

    edition: str = "2024"
    level: str | None = None
    variants: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    own_cards: bool = False

    @property
    def base(self) -> str:
        """Edition with its level and any owners' staging cards, which determine the possible events."""
        return " ".join(part for part in (self.edition, self.level, "own cards" if self.own_cards else None) if part)

    @property
    def name(self) -> str:
        """The same with variants and rulings."""
        return " ".join([self.base, *self.variants, *(f"{ruling} {name}" for ruling, name in self.rulings)])


STANDARD = Form()


def forms_of(edition: str) -> list[Form]:
    """Return every level of an edition with every set of its variants.

    Table Read, which changes nothing, is in some.
    """
    known = load_edition(edition)
    changing = [variant for variant in known.known_variants if variant != "table-read"]
    found = []
    for level in known.levels or (None,):
        for number in range(1 << len(changing)):
            variants = tuple(variant for bit, variant in enumerate(changing) if number >> bit & 1)
            found.append(Form(edition, level, (*variants, "table-read") if number & 1 else variants))
    return found


def other_rulings(edition: str) -> list[Form]:
    """Return games with none of the default rulings: one for each round of alternatives."""
    answers = load_edition(edition).answers
    rounds = range(1, max(map(len, answers.values())))
    mixed = [tuple((id_, names[min(number, len(names) - 1)]) for id_, names in answers.items()) for number in rounds]
    return [Form(edition, None, (), rulings) for rulings in mixed]


# Impossible events of an edition: late actions of a seizing or blocking player, and features of other editions
NEVER: dict[str, set[str]] = {
    "2024": {"StagingRanOut", "ActEnded staging-empty"},
    "2024-first": {"StagingRanOut", "ActEnded staging-empty", "FaceUpDiscarded", "PickedUp", "DrawOwed"},
    "2022": {"LastScene", "ActEnded final-scene", "FaceUpDiscarded", "PickedUp", "LeftTheGame", "LeftPlay"},
}
OF_OWN_CARDS = {"CarriedOut", "Returned"}
OF_ADDITIONS = {"Reordered", "TakenOver", "TurnedDown", "PickedUp", "LeftPlay"}  # of variants and rulings
NEVER |= {f"{edition} own cards": never | OF_ADDITIONS for edition, never in NEVER.items()}
NEVER["2024 own cards"] |= {"DrawOwed"}
NEVER["2022 villainy"] = NEVER["2022"] | {"Reordered", "TakenOver", "TurnedDown"}  # rulings are played without a level
NEVER["2022 evil"] = NEVER["2022 villainy"] | {"IagoCoinUsed", "LimitCut", "Revived", "Recovered"}
NEVER["2022 wicked"] = NEVER["2022 evil"] | {"CoinGained", "CoinMissing", "CoinTaken", "CoinUsed"}
NEVER |= {  # an unlisted edition has those of the usual one
    edition + form: NEVER[USUAL_EDITION + form]
    for edition in edition_names()
    if edition not in NEVER
    for form in ("", " own cards")
}
NEVER = {base: never if "own cards" in base else never | OF_OWN_CARDS for base, never in NEVER.items()}
SAID_AT_A_TABLE = {"DrewOther", "Found", "Corrected", "PointsSet", "ScoredSet"}  # unknown or miscounted before
ENDINGS = {"ActEnded full-curtain", "ActEnded final-scene", "ActEnded staging-empty"}
FORMS = tuple(form for edition in edition_names() for form in [*forms_of(edition), *other_rulings(edition)])
WITH_OWN_CARDS = tuple(Form(edition, own_cards=True) for edition in edition_names())
PLAYED = FORMS + WITH_OWN_CARDS


def unseen(edition: str, seen: Collection[str]) -> list[str]:
    """Return the possible events and act endings of an edition that are not in `seen`."""
    return sorted((EVENTS.keys() | ENDINGS) - NEVER[edition] - SAID_AT_A_TABLE - set(seen))


def strange(edition: str, seen: Collection[str]) -> list[str]:
    """Return the impossible events of an edition and level that are among `seen`."""
    return sorted(NEVER[edition].intersection(seen))


Player = Callable[[State, random.Random, Decision], Answer]


class Tally:
    """Totals of many games: number, events and decisions, and failures by property."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.failures: dict[str, list[str]] = {}
        self.of_edition: dict[str, Counter[str]] = {}  # events, and act endings

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.events += other.events
        for edition, found in other.of_edition.items():
            self.of_edition.setdefault(edition, Counter()).update(found)
        for name, told in other.failures.items():
            self.failures.setdefault(name, []).extend(told)


def next_answer(state: State, rng: random.Random, asked: Decision) -> Answer:
    """Return a random legal answer.

    During placement it sometimes replaces a placed card (P3).

    After an owners' card anything may have changed (C11).
    """
    if asked.kind is DecisionKind.CARRY_OUT:
        return told_changes(state, rng)
    if type(state.frames[-1]) is Placement and rng.random() < SECOND_THOUGHTS:
        for player, seat in enumerate(state.seats):
            if seat.placed is not None and seat.hand:
                return Answer(Do.PLACE, player, rng.choice(seat.hand))
    return random_answer(state, rng, INITIATIVES, asked)


def sensible_answer(state: State, rng: random.Random, asked: Decision) -> Answer:
    """Return the answer of a bot that plays to win.

    It reaches other parts of the rules than chance.
    """
    answer = GreedyBot(rng).answer(state, asked.players[0])
    assert answer is not None
    return answer


def game_of(form: Form, names: Sequence[str], chance: Chance) -> Game:
    """Return a new game of this form, with the stand-in deck of its edition.

    If the form says so, owners' cards are added.
    """
    deck, rulings = own_deck(form.edition) if form.own_cards else STAND_IN, dict(form.rulings)
    return new_game(names, chance, form.edition, deck, form.level, form.variants, rulings)


def new_random_game(seed: int, players: int, form: Form = STANDARD) -> Game:
    """Return a game for 2 to 6 players; every ninth has few tokens in the box (C5)."""
    game = game_of(form, NAMES[:players], Dealer(seed))
    if seed % 9 == 0:
        game.state.rules = replace(game.state.rules, tokens=SMALL_BOX)
    return game


def play(
    seed: int,
    players: int,
    kinds: Sequence[type[Watch]],
    tally: Tally,
    player: Player = next_answer,
    form: Form = STANDARD,
    sparing: int = 1,
) -> Game:
    """Play one game, observed until it is over or something fails.

    The results are added to the tally.

    With `sparing` the watches check one in so many decisions, but always the end of an act. The dealer, the players and
    the watches have separate generators, so a watch never changes the game.
    """
    rng, game, step = random.Random(seed), new_random_game(seed, players, form), 0
    looking: Watch | None = None
    try:
        watches = [kind(game, random.Random(seed)) for kind in kinds if seed % kind.games == 0]
        while (asked := decision(game.state)) is not None:
            assert step < LONGEST, "the game does not end"
            for looking in watches:
                if step % (looking.every * sparing) == 0 or asked.kind is DecisionKind.INTERMISSION:
                    looking.at_decision(asked)
            looking = None
            answer = player(game.state, rng, asked)
            for looking in watches:
                looking.at_answer(answer)
            looking = None
            apply(game, answer)
            tally.decisions[asked.kind] += 1
            step += 1
        for looking in watches:
            looking.at_end()
    except Exception as error:  # any exception is reported with the seed that leads to it
        told = f"{form.name}, seed {seed}, {players} players, decision {step}: {error!r}"
        tally.failures.setdefault(type(looking).__name__ if looking else "play", []).append(told)
    tally.games += 1
    tally.events.update(type(event).__name__ for event in game.events)
    seen = tally.of_edition.setdefault(form.base, Counter())
    seen.update(type(event).__name__ for event in game.events)
    seen.update(f"ActEnded {event.why}" for event in game.events if isinstance(event, ActEnded))
    return game


def play_chunk(seeds: range, form: Form = STANDARD) -> Tally:
    """Play some games, observed, some of them thoroughly.

    The number of players rotates, and some play to win.
    """
    tally = Tally()
    for seed in seeds:
        player = sensible_answer if seed % CHUNK < len(COUNTS) else next_answer
        kinds, sparing = (ALL, 1) if seed // len(COUNTS) % THOROUGH == 0 else (ANY_TIME, SPARING)
        play(seed, COUNTS[seed % len(COUNTS)], kinds, tally, player, form, sparing)
    return tally


def play_many(games: int, forms: Sequence[Form] = (STANDARD,)) -> Iterator[Tally]:
    """Play seeds 0 to `games` of each form on all processors; yield a tally per chunk."""
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(play_chunk, chunk, form) for form in forms for chunk in chunks]):
            yield done.result()
