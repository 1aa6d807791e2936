"""The interface of effects of staging cards, coins and improvs, with default implementations.

Each effect has its own module in `staging` or `coins`, with a class that overrides the defaults. A module in
`staging` has `CARDS` by name, a module in `coins` has a `COIN`; `effects.py` finds them. This module does not
depend on any particular effect.
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
from companion.othello.rules.legality.codes import NO_TARGET, PROTECTED

NO_NEED: tuple[Choices, ...] = ()


class Effect:
    """One effect: its target, choices, conditions and consequences.

    `name` is the card or coin, `rule` the id of its rule, `related_rules` the ids of related rules. `worth` is a bot's
    estimate, in points, of the effect in the player's own turn. `uses` are the choices of its player, `cards` those
    among them that name a card of a hand. `asks` are the headlines of a choice, for everybody and for the player, in
    place of the default ones.
    """

    name = ""
    rule = ""
    related_rules: tuple[str, ...] = ()
    worth = 0.0
    uses: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    asks: Mapping[str, tuple[str, str]] = MappingProxyType({})

    @cached_property
    def code(self) -> str:
        """The first part of the codes of its reasons."""
        return self.name.lower().replace(" ", "-")

    # --- methods to override

    def asks_target(self, state: State, player: int) -> bool:
        """Return True if `player` has to choose another player as the target."""
        return False

    def threatens(self, state: State, action: Action) -> int | None:
        """Return the player whom it affects and who may protect against it, or None (V1, N1)."""
        return action.choices.target if self.asks_target(state, action.player) else None

    def aimed(self, action: Action) -> str:
        """Return the announcement of the chosen target: a sentence with `who`, `thing` and `whom`."""
        return N_("{who} aims {thing} at {whom}")

    def has_object(self, state: State, other: int) -> bool:
        """Return True if `other` has what the effect needs, protected or not."""
        return True

    def lacking(self, state: State, other: int) -> str:
        """Return the reason why `other` does not have what the effect needs, as the end of a sentence."""
        return _("they do not have a card in the hand")

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the possible values of the next choice, or nothing if none is missing.

        Each value is a `Choices` with only that field.
        """
        return NO_NEED

    def idle(self, state: State, player: int) -> list[Reason]:
        """Return the reasons why it can do nothing in its player's turn, for any target (Z5, E1)."""
        return []

    def perform(self, game: Game, action: Action) -> bool:
        """Perform one step. Return False while a choice is missing."""
        raise NotImplementedError(f"{action.name} happens at once, and is never under way")

    # --- methods derived from those above

    def needed(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the possible values of the next choice at any stage of an action with this effect."""
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
        """Return True if a value given for `field` is possible now.

        A named card also fits if the hand has an unknown card of its kind that may be this one.
        """
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
        """Return True if `other` can be chosen: has what the effect needs, and is not protected (N1)."""
        return not state.seats[other].protected and self.has_object(state, other)

    def targets(self, state: State, player: int) -> list[int]:
        """Return the other players that can be chosen, in turn order."""
        return [other for other in state.clockwise(player) if self.is_target(state, other)]

    def has_target(self, state: State, player: int) -> bool:
        """Return True if any player can be chosen."""
        for other in state.clockwise(player):
            if not state.seats[other].protected and self.has_object(state, other):
                return True
        return False

    def no_target(self, state: State, player: int, name: str) -> list[Reason]:
        """Return the reasons why `name`, which has this effect, has no possible target."""
        if not self.asks_target(state, player) or self.has_target(state, player):
            return []
        if any(self.has_object(state, other) for other in state.clockwise(player)):
            message = _("Whoever {name} could be aimed at is protected for the rest of the scene.", name=name)
            return [Reason(f"{self.code}.{PROTECTED}", ("N1",), message)]
        message = _("There is nobody whom {name} could be aimed at.", name=name)
        return [Reason(f"{self.code}.{NO_TARGET}", (self.rule,), message)]

    def why_not(self, state: State, player: int, name: str, other: int) -> tuple[tuple[str, ...], str] | None:
        """Return the rules that forbid `other` as the target of `name`, and the reason.

        Return None if the target is allowed. `player` plays the card or coin `name`, which has this effect.
        """
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
    """The effect, the rule and the texts of a coin.

    `note` is for the coin's holder. `headline` is shown while others may interrupt its use.
    """

    effect: Effect
    rule: str
    note: str
    headline: str = N_("{who} uses {coin}")


class Aimed(Effect):
    """An effect that always targets another player."""

    def asks_target(self, state: State, player: int) -> bool:
        """Return True."""
        return True
