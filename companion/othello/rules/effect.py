"""What a staging card, a coin or an improv does: what the rules ask about it, and the answers that most of them give.

Each has a file of its own in `staging` or `coins`, with a class that answers what is different there. A file in
`staging` has its `CARDS` by their names, one in `coins` its `COIN`, and `effects.py` finds them. Nothing here knows any
one of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from companion.core.i18n import N_, _
from companion.core.verdict import Reason
from companion.othello.model.frames import Action, Choices, each_choice, one_choice
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import EFFECT, OFFER, TARGET
from companion.othello.rules.box import may_hold
from companion.othello.rules.codes import NO_TARGET, PROTECTED

NO_NEED: tuple[Choices, ...] = ()


class Effect:
    """One effect: whom it is aimed at, what its player chooses, when it can do nothing, and what happens.

    `name` is the card or coin by which it is known, and `rule` what says so; `besides` are other rules to look up with
    it. `worth` is what it brings in one's own turn, in points, as a bot guesses it. `uses` are the choices that it
    leaves to its player, `cards` those of them that name a card of a hand, and `asks` the headlines of those for which
    the usual one will not do.
    """

    name = ""
    rule = ""
    besides: tuple[str, ...] = ()
    worth = 0.0
    uses: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    asks: Mapping[str, str] = MappingProxyType({})

    @cached_property
    def code(self) -> str:
        """How the codes of its reasons begin."""
        return self.name.lower().replace(" ", "-")

    # --- what differs

    def asks_target(self, state: State, player: int) -> bool:
        """Whether `player` has to choose another player for it."""
        return False

    def threatens(self, state: State, action: Action) -> int | None:
        """Whom it does something to, and who may protect against it (V1, N1)."""
        return action.choices.target if self.asks_target(state, action.player) else None

    def aimed(self, action: Action) -> str:
        """What everybody is told once it is known whom it is aimed at: a sentence with `who`, `thing` and `whom`."""
        return N_("{who} aims {thing} at {whom}")

    def has_object(self, state: State, other: int) -> bool:
        """Whether `other` has what it is about, protected or not."""
        return True

    def lacking(self, state: State, other: int) -> str:
        """Why `other` has not what it is about, as the end of a sentence."""
        return _("they do not have a card in the hand")

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """The possible values of its next choice, each as choices with that field; empty when nothing is missing."""
        return NO_NEED

    def idle(self, state: State, player: int) -> list[Reason]:
        """Why it can do nothing in its player's turn, whoever it is aimed at (Z5, E1)."""
        return []

    def perform(self, game: Game, action: Action) -> bool:
        """Do the next step of it. False while a choice is missing."""
        raise NotImplementedError(f"{action.name} happens at once, and is never under way")

    # --- what follows

    def needed(self, state: State, action: Action) -> Sequence[Choices]:
        """The possible values of the next choice at any stage of an action that does this."""
        if action.stage is EFFECT:
            return self.needs(state, action)
        if action.stage is TARGET:
            if action.choices.target is None and self.asks_target(state, action.player):
                return each_choice("target", self.targets(state, action.player))
            return NO_NEED
        if action.stage is OFFER and action.choices.play is None:
            return [Choices(play=True), Choices(play=False)]
        return NO_NEED

    def fits(self, state: State, action: Action, field: str, value: object) -> bool:
        """Whether a value given for `field` is possible now; a card may stand for an unknown one of its kind."""
        needed = self.needed(state, action)
        if one_choice(field, value) in needed:
            return True
        options = [getattr(choices, field) for choices in needed if getattr(choices, field) is not None]
        if field in self.cards and isinstance(value, str):
            return may_hold(state, options, value)
        if field == "wounds" and isinstance(value, tuple):
            return tuple(sorted(value)) in {tuple(sorted(option)) for option in options}
        return False

    def is_target(self, state: State, other: int) -> bool:
        """Whether `other` can be chosen: has what it is about, and is not protected (N1)."""
        return not state.seats[other].protected and self.has_object(state, other)

    def targets(self, state: State, player: int) -> list[int]:
        """The other players that it can be aimed at, in turn order."""
        return [other for other in state.clockwise(player) if self.is_target(state, other)]

    def has_target(self, state: State, player: int) -> bool:
        """Whether there is anybody it can be aimed at."""
        for other in state.clockwise(player):
            if not state.seats[other].protected and self.has_object(state, other):
                return True
        return False

    def no_target(self, state: State, player: int, name: str) -> list[Reason]:
        """Why `name`, which does this, has nobody to be aimed at."""
        if not self.asks_target(state, player) or self.has_target(state, player):
            return []
        if any(self.has_object(state, other) for other in state.clockwise(player)):
            told = _("Whoever {name} could be aimed at is protected for the rest of the scene.", name=name)
            return [Reason(f"{self.code}.{PROTECTED}", ("N1",), told)]
        told = _("There is nobody whom {name} could be aimed at.", name=name)
        return [Reason(f"{self.code}.{NO_TARGET}", (self.rule,), told)]

    def why_not(self, state: State, player: int, name: str, other: int) -> tuple[tuple[str, ...], str] | None:
        """The rules by which `name`, played by `player`, cannot be aimed at `other`, and why; None where it can."""
        who = state.seats[other].name
        if other == player:
            return (self.rule,), _(
                "{who} cannot be chosen for {name}: it is aimed at another player.", who=who, name=name
            )
        if not self.has_object(state, other):
            return (self.rule,), _(
                "{who} cannot be chosen for {name}: {lacking}.", who=who, name=name, lacking=self.lacking(state, other)
            )
        if state.seats[other].protected:
            return ("N1",), _(
                "{who} cannot be chosen for {name}: they are protected for the rest of the scene.", who=who, name=name
            )
        return None


class Coin(NamedTuple):
    """What a coin does, its rule, and its words.

    `note` is for whoever holds it; `told` says what goes on while it is used for something that others may answer.
    """

    name: str
    effect: Effect
    rule: str
    note: str
    told: str = N_("{who} uses {coin}")


class Aimed(Effect):
    """An effect that is always aimed at another player."""

    def asks_target(self, state: State, player: int) -> bool:
        """Always."""
        return True
