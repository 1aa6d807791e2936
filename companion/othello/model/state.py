"""The state of a game: the information that the rules need, and nothing else.

Only `evolve` changes a state. Players are seat numbers from 0, clockwise. Cards are names, unknown ones included.
"""

from __future__ import annotations

from functools import cache

from companion.othello.model.cards import CardName, Character, Role
from companion.othello.model.deck import Deck, with_own_cards
from companion.othello.model.frames import (
    Casting,
    Discards,
    Draws,
    Frame,
    Intermission,
    Over,
    Placement,
    Reveals,
    Steps,
)
from companion.othello.model.ruleset import RuleSet
from companion.othello.model.vocabulary import Marker, Owed, Phase

Scored = tuple[CardName, Role]


class Seat:
    """One player: cards, tokens, and the once-per-scene actions already used.

    `owes` is the player's draw in the draw phase: script, staging, choice, or None. `owes_more` is the number of
    additional staging cards (A3, J5). `face_up` are staging cards that lie in front of the player until the scene
    ends, such as No Drama. `points_before` are points from scored cards that were not named. `iago_wounds` is the
    number of the player's wounds that are Iago coins (O2).
    """

    __slots__ = (
        "coins",
        "done",
        "face_up",
        "hand",
        "iago_coin_used",
        "iago_wounds",
        "improv_used",
        "intrigue",
        "miscued",
        "name",
        "owes",
        "owes_more",
        "placed",
        "points_before",
        "protected",
        "revealed",
        "scored",
        "spotlight",
        "wounds",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.hand: list[CardName] = []
        self.placed: CardName | None = None
        self.revealed = False
        self.done = False
        self.owes: Owed | None = None
        self.owes_more = 0
        self.face_up: list[CardName] = []
        self.scored: list[Scored] = []
        self.points_before = 0
        self.intrigue = 0
        self.spotlight = 0
        self.wounds = 0
        self.iago_wounds = 0
        self.coins: dict[Character, int] = {}
        self.protected = False
        self.improv_used = False
        self.iago_coin_used = False
        self.miscued = False

    def copy(self) -> Seat:
        """Return a copy that shares no mutable data with this seat."""
        new = Seat.__new__(Seat)
        new.name = self.name
        new.hand = self.hand[:]
        new.placed = self.placed
        new.revealed = self.revealed
        new.done = self.done
        new.owes = self.owes
        new.owes_more = self.owes_more
        new.face_up = self.face_up[:]
        new.scored = self.scored[:]
        new.points_before = self.points_before
        new.intrigue = self.intrigue
        new.spotlight = self.spotlight
        new.wounds = self.wounds
        new.iago_wounds = self.iago_wounds
        new.coins = self.coins.copy()
        new.protected = self.protected
        new.improv_used = self.improv_used
        new.iago_coin_used = self.iago_coin_used
        new.miscued = self.miscued
        return new


class State:
    """A whole game at one moment.

    `rules` and `deck` never change and are shared by copies. `lead` is a seat number, or -1 before the lead tile is
    dealt. `wounds` counts tokens on each tile. `iago_tokens` counts those among them that are Iago coins (O2).
    `cut` holds the reductions of wound limits (A6). `last_scene` is the number of the act's last scene once it is
    known (T4). `successes` are the script cards scored in this scene, with their players. Piles are lists with the
    next card to draw first.
    """

    __slots__ = (
        "act",
        "act_over",
        "cut",
        "dead",
        "deck",
        "frames",
        "half_curtain",
        "handkerchief",
        "iago_tokens",
        "last_scene",
        "lead",
        "marker",
        "ran_out",
        "removed",
        "rules",
        "scene",
        "script",
        "script_discard",
        "seats",
        "set_aside",
        "staging",
        "staging_discard",
        "successes",
        "supply",
        "wounds",
    )

    def __init__(self, rules: RuleSet, deck: Deck, names: list[str]) -> None:
        self.rules = with_own_cards(rules, deck)
        self.deck = deck
        self.seats = [Seat(name) for name in names]
        self.act = 1
        self.scene = 0
        self.lead = -1
        self.marker = Marker.ACT_BEGINS
        self.half_curtain = False
        self.act_over = False
        self.last_scene: int | None = None
        self.script: list[CardName] = []
        self.script_discard: list[CardName] = []
        self.staging: list[CardName] = []
        self.staging_discard: list[CardName] = []
        self.set_aside: list[Scored] = []
        self.removed: list[CardName] = []
        self.supply: dict[Character, int] = dict(rules.coins)
        self.wounds: dict[Character, int] = dict.fromkeys(rules.wound_limits, 0)
        self.iago_tokens: dict[Character, int] = {}
        self.dead: frozenset[Character] = frozenset()
        self.cut: dict[Character, int] = {}
        self.handkerchief: int | None = None
        self.ran_out: frozenset[str] = frozenset()
        self.successes: tuple[tuple[int, CardName], ...] = ()
        self.frames: tuple[Frame, ...] = (Casting(),)

    def __copy__(self) -> State:
        return self.copy()

    def copy(self) -> State:
        """Return a copy that shares no mutable data with this state."""
        new = State.__new__(State)
        new.rules = self.rules
        new.deck = self.deck
        new.seats = [seat.copy() for seat in self.seats]
        new.act = self.act
        new.scene = self.scene
        new.lead = self.lead
        new.marker = self.marker
        new.half_curtain = self.half_curtain
        new.act_over = self.act_over
        new.last_scene = self.last_scene
        new.script = self.script[:]
        new.script_discard = self.script_discard[:]
        new.staging = self.staging[:]
        new.staging_discard = self.staging_discard[:]
        new.set_aside = self.set_aside[:]
        new.removed = self.removed[:]
        new.supply = self.supply.copy()
        new.wounds = self.wounds.copy()
        new.iago_tokens = self.iago_tokens.copy()
        new.dead = self.dead
        new.cut = self.cut.copy()
        new.handkerchief = self.handkerchief
        new.ran_out = self.ran_out
        new.successes = self.successes
        new.frames = self.frames
        return new

    @property
    def phase(self) -> Phase:
        """The phase of the scene or game, as the text interface names it (P1)."""
        if not self.frames:
            return Phase.OVER
        bottom = self.frames[0]
        return bottom.phase if type(bottom) is Steps else PHASES[type(bottom)]

    def role(self, player: int) -> Role:
        """Return the player's current role (S5, K1)."""
        return Role.LEAD if player == self.lead else Role.COMPANY

    def stars(self) -> tuple[Character, ...]:
        """Return the characters of the current act (C1)."""
        return self.rules.stars[self.act - 1]

    @property
    def names(self) -> list[str]:
        """The players' names, clockwise."""
        return [seat.name for seat in self.seats]

    @property
    def lead_character(self) -> Character:
        """The character whose tile the Lead of this act holds (S3)."""
        return self.rules.lead_characters[self.act - 1]

    @property
    def next_lead_character(self) -> Character:
        """During an intermission, the character whose tile the Lead of the next act holds (G3)."""
        return self.rules.lead_characters[min(self.act, self.rules.acts - 1)]

    def limit(self, character: Character) -> int:
        """Return the character's wound limit in this scene (C7, W4, A6)."""
        return self.rules.limits[self.act - 1][character] - self.cut.get(character, 0)

    def clockwise(self, player: int) -> tuple[int, ...]:
        """Return the other players in turn order, beginning at `player`'s left."""
        return _clockwise(len(self.seats), player)

    def from_lead(self) -> tuple[int, ...]:
        """Return all players clockwise, the Lead first (P7, G4)."""
        return (self.lead, *self.clockwise(self.lead))

    def from_leads_left(self) -> tuple[int, ...]:
        """Return all players clockwise from the Lead's left, the Lead last (P2, P5)."""
        return (*self.clockwise(self.lead), self.lead)


@cache
def _clockwise(count: int, player: int) -> tuple[int, ...]:
    return tuple((player + step) % count for step in range(1, count))


PHASES: dict[type, Phase] = {
    Casting: Phase.CASTING,
    Placement: Phase.PLACEMENT,
    Reveals: Phase.REVEAL,
    Draws: Phase.DRAW,
    Intermission: Phase.INTERMISSION,
    Discards: Phase.INTERMISSION,
    Over: Phase.OVER,
}
