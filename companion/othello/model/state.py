"""The state of a game: the information that the rules need, and nothing else.

Only `evolve` changes a state. Players are seat numbers from 0, clockwise. Cards are names, unknown ones included.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.places import others_clockwise
from companion.core.values import Struct, replace
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


class Seat(Struct, eq=False, rename={"points_before": "points"}):
    """One player: cards, tokens, and the once-per-scene actions already used.

    `owes` is the player's draw in the draw phase: script, staging, choice, or None. `owes_more` is the number of
    additional staging cards (A3, J5). `face_up` are staging cards that lie in front of the player until the scene
    ends, such as No Drama. `points_before` are points from scored cards that were not named. `iago_wounds` is the
    number of the player's wounds that are Iago coins (O2). The names in a position are those of the fields, except for
    `points`.
    """

    name: str
    hand: list[CardName] = []
    placed: CardName | None = None
    revealed: bool = False
    done: bool = False
    owes: Owed | None = None
    owes_more: int = 0
    face_up: list[CardName] = []
    points_before: int = 0
    scored: list[Scored] = []
    intrigue: int = 0
    spotlight: int = 0
    wounds: int = 0
    iago_wounds: int = 0
    coins: dict[Character, int] = {}
    protected: bool = False
    improv_used: bool = False
    iago_coin_used: bool = False
    miscued: bool = False

    def copy(self) -> Seat:
        """Return a copy that shares no mutable data with this seat."""
        return replace(self, hand=self.hand[:], face_up=self.face_up[:], scored=self.scored[:], coins=self.coins.copy())


class State(Struct, eq=False):
    """A whole game at one moment.

    `rules` and `deck` never change and are shared by copies. `lead` is a seat number, or -1 before the lead tile is
    dealt. `wounds` counts tokens on each tile. `iago_tokens` counts those among them that are Iago coins (O2).
    `cut` holds the reductions of wound limits (A6). `last_scene` is the number of the act's last scene once it is
    known (T4). `successes` are the script cards scored in this scene, with their players. Piles are lists with the
    next card to draw first.
    """

    rules: RuleSet
    deck: Deck
    seats: list[Seat]
    supply: dict[Character, int]
    wounds: dict[Character, int]
    act: int = 1
    scene: int = 0
    lead: int = -1
    marker: Marker = Marker.ACT_BEGINS
    half_curtain: bool = False
    act_over: bool = False
    last_scene: int | None = None
    script: list[CardName] = []
    script_discard: list[CardName] = []
    staging: list[CardName] = []
    staging_discard: list[CardName] = []
    set_aside: list[Scored] = []
    removed: list[CardName] = []
    iago_tokens: dict[Character, int] = {}
    dead: frozenset[Character] = frozenset()
    cut: dict[Character, int] = {}
    handkerchief: int | None = None
    ran_out: frozenset[str] = frozenset()
    successes: tuple[tuple[int, CardName], ...] = ()
    frames: tuple[Frame, ...] = (Casting(),)

    def __copy__(self) -> State:
        return self.copy()

    def copy(self) -> State:
        """Return a copy that shares no mutable data with this state."""
        return replace(
            self,
            seats=[seat.copy() for seat in self.seats],
            supply=self.supply.copy(),
            wounds=self.wounds.copy(),
            script=self.script[:],
            script_discard=self.script_discard[:],
            staging=self.staging[:],
            staging_discard=self.staging_discard[:],
            set_aside=self.set_aside[:],
            removed=self.removed[:],
            iago_tokens=self.iago_tokens.copy(),
            cut=self.cut.copy(),
        )

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
        return others_clockwise(len(self.seats), player)

    def from_lead(self) -> tuple[int, ...]:
        """Return all players clockwise, the Lead first (P7, G4)."""
        return (self.lead, *self.clockwise(self.lead))

    def from_leads_left(self) -> tuple[int, ...]:
        """Return all players clockwise from the Lead's left, the Lead last (P2, P5)."""
        return (*self.clockwise(self.lead), self.lead)


def new_state(rules: RuleSet, deck: Deck, names: Sequence[str]) -> State:
    """Return a game before the lead tile is dealt (S1)."""
    rules = with_own_cards(rules, deck)
    seats = [Seat(name) for name in names]
    return State(rules, deck, seats, supply=dict(rules.coins), wounds=dict.fromkeys(rules.wound_limits, 0))


PHASES: dict[type, Phase] = {
    Casting: Phase.CASTING,
    Placement: Phase.PLACEMENT,
    Reveals: Phase.REVEAL,
    Draws: Phase.DRAW,
    Intermission: Phase.INTERMISSION,
    Discards: Phase.INTERMISSION,
    Over: Phase.OVER,
}
