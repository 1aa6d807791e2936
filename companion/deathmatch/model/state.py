"""The immutable state of a game: everything that the rules need, and nothing else. `evolve` makes the next state.

Players are seat numbers from 0, clockwise. Cards are ids, including those of unknown cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.i18n import N_, Worded
from companion.core.places import others_clockwise
from companion.deathmatch.model.cards import CASTLE, USUAL_HAND, Suit
from companion.deathmatch.model.deck import Deck
from companion.deathmatch.model.ruleset import NoProtagonist, RuleSet
from companion.deathmatch.model.unknown import UNKNOWN_CHARACTER, Heap, is_unknown, size


class Phase(Worded):
    """The phases of a game, in words."""

    CASTING = "casting", N_("somebody takes the protagonist card")
    SETTING = "setting", N_("the setting is chosen")
    ACTION = "action", N_("an action begins")
    SCENE = "scene", N_("cards are laid in answer")
    WINNER = "winner", N_("the scene is won")
    DAMAGE = "damage", N_("damage is placed")
    OVER = "over", N_("the game is over")


IN_SCENE = (Phase.SCENE, Phase.WINNER, Phase.DAMAGE)  # cards are in front of the players


class WaitingText(NamedTuple):
    """The text of a trickster or character that player `by` has to carry out (DJ2)."""

    by: int
    card: str


class Seat(NamedTuple):
    """One player: the character, and the cards in each of their places.

    `limits` and `hand_size` hold values that a text changed. A seat `condemned` by a text is slain as soon as the
    answer is done (DJ4).
    """

    name: str
    character: str = UNKNOWN_CHARACTER
    revealed: bool = False
    hand: tuple[str, ...] = ()
    pile: Heap = ()
    pool: tuple[str, ...] = ()
    played: str | None = None
    out: bool = False
    limits: tuple[tuple[Suit, int], ...] = ()
    hand_size: int | None = None
    condemned: bool = False

    @property
    def knows_character(self) -> bool:
        """True if the companion knows the character."""
        return not is_unknown(self.character)


class State(NamedTuple):
    """A whole game at one moment.

    `first` is the player with the act's first action; the act is counted from there (DA2, DJ6). `opener` is the player
    whose action this scene is. `turn` is the player who chooses the setting, acts, answers next or places the damage.
    `characters` are the undrawn ones.
    """

    rules: RuleSet
    deck: Deck
    seats: tuple[Seat, ...]
    act: int = 1
    scene: int = 0
    phase: Phase = Phase.CASTING
    protagonist: int | None = None
    first: int | None = None
    opener: int | None = None
    turn: int | None = None
    setting: str | None = None
    trickster_played: bool = False
    scene_cards: tuple[str, ...] = ()
    carrying: WaitingText | None = None
    waiting: tuple[WaitingText, ...] = ()
    discard: Heap = ()
    characters: Heap = ()
    removed: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def alive(self) -> tuple[int, ...]:
        """The players still in the game, in seat order (DE2)."""
        return tuple(player for player, seat in enumerate(self.seats) if not seat.out)

    @property
    def names(self) -> list[str]:
        """The players' names, clockwise."""
        return [seat.name for seat in self.seats]

    def clockwise(self, player: int) -> Iterator[int]:
        """Yield the other players still in the game, from the left of this one."""
        return (other for other in others_clockwise(len(self.seats), player) if not self.seats[other].out)

    def from_left(self, player: int | None) -> tuple[int, ...]:
        """Return the players still in the game from the left of `player`, who comes last; in seat order for None."""
        if player is None:
            return self.alive
        themselves = () if self.seats[player].out else (player,)
        return (*self.clockwise(player), *themselves)

    def in_turn_order(self, player: int | None) -> tuple[int, ...]:
        """Return the players still in the game, from `player` on."""
        if player is None or self.seats[player].out:
            return self.from_left(player)
        return (player, *self.clockwise(player))

    def played_in_order(self) -> Iterator[tuple[int, str]]:
        """Yield the cards of the scene with the players who played them, from the opener on."""
        start = self.opener or 0
        for player in (start, *others_clockwise(len(self.seats), start)):
            card = self.seats[player].played
            if card is not None:
                yield player, card

    def next_to_answer(self, after: int) -> int | None:
        """Return the next player to answer in a scene, clockwise from the opener; None if all have (DP2)."""
        assert self.opener is not None
        order = others_clockwise(len(self.seats), self.opener)
        rest = order if after == self.opener else order[order.index(after) + 1 :]
        return next((other for other in rest if not self.seats[other].out and self.seats[other].played is None), None)

    @property
    def castle_only(self) -> bool:
        """True if nobody chooses a setting: it is always the castle (DA6, DV2)."""
        return self.rules.castle or (self.protagonist is None and len(self.alive) <= 2)

    @property
    def has_acts(self) -> bool:
        """True if acts end. They do not if there is no protagonist and DJ6 is `no-acts`."""
        return self.protagonist is not None or self.rules.no_protagonist is NoProtagonist.STARTER

    @property
    def is_new(self) -> bool:
        """True if nothing is dealt yet. The deal follows when the protagonist is named (DS2 to DS4)."""
        return self.phase is Phase.CASTING and not any(
            seat.knows_character or seat.hand or size(seat.pile) or seat.pool for seat in self.seats
        )

    def hand_size(self, player: int) -> int:
        """Return the number of cards that a player's hand should have (DH1)."""
        changed = self.seats[player].hand_size
        if changed is not None:
            return changed
        return self.deck.settings[self.setting].hand_size if self.setting is not None else USUAL_HAND

    def excess(self, player: int) -> int:
        """Return the number of cards that a player still in the game has too many (DH3)."""
        seat = self.seats[player]
        return 0 if seat.out else max(0, len(seat.hand) - self.hand_size(player))

    def limits(self, player: int) -> dict[Suit, int]:
        """Return the points at which each suit has done its harm to a known character (DC3)."""
        seat = self.seats[player]
        changed = dict(seat.limits)
        return {suit: changed.get(suit, points) for suit, points in self.deck.characters[seat.character].limits}

    def with_seat(self, player: int, seat: Seat) -> State:
        """Return the state with a player's seat replaced."""
        return self._replace(seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))


def new_state(rules: RuleSet, deck: Deck, names: list[str] | tuple[str, ...]) -> State:
    """Return a game before the deal (DS1)."""
    seats = tuple(Seat(name, revealed=rules.revealed) for name in names)
    castle = rules.castle or len(seats) == 2  # DV2, DA6
    removed = deck.named_tricksters() if rules.no_tricksters else ()
    characters = tuple(deck.characters)
    return State(rules, deck, seats, setting=CASTLE if castle else None, characters=characters, removed=removed)
