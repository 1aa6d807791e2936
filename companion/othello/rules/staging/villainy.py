"""Villainy: wounds, usually for Iago coins, or a lower limit for this scene (A6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from companion.core.i18n import _
from companion.core.values import replace
from companion.core.verdict import Reason
from companion.othello.model import events as e
from companion.othello.model.cards import Staging
from companion.othello.model.frames import Action, Choices
from companion.othello.model.game import Game
from companion.othello.model.ruleset import CUT_KILLS, Right, Strength
from companion.othello.model.state import State
from companion.othello.model.vocabulary import WhyFailed
from companion.othello.rules.choosing import choose
from companion.othello.rules.effect import NO_NEED, Effect
from companion.othello.rules.endings import finish
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.targets import can_pay, has_limit, living, right
from companion.othello.rules.tokens import die, pay, wound


class Villainy(Effect):
    """Place wounds, or cut a limit, with wounds after the cut if the edition allows them (A6)."""

    name = str(Staging.VILLAINY)
    rule = "A6"
    uses = ("wounds", "cut", "pay")

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the next choice: payment, then wounds or a limit cut, then wounds after it."""
        chosen, player = action.choices, action.player
        if chosen.pay is None and chosen.wounds is None and chosen.cut is None:
            return (
                [Choices(pay=True), Choices(pay=False)] if can_pay(state, player, self.name) else [Choices(pay=False)]
            )
        strength = strength_of(state, action)
        if chosen.wounds is None and chosen.cut is None:
            wounds = [Choices(wounds=names) for names in wound_sets(state, most_wounds(state, player, strength.wounds))]
            return wounds + [Choices(cut=((name, strength.cut),)) for name in living(state) if has_limit(state, name)]
        if chosen.wounds is None and action.done:
            most = most_wounds(state, player, strength.after_cut)
            return [Choices(wounds=names) for names in ((), *wound_sets(state, most))] if most else NO_NEED
        return NO_NEED

    def idle(self, state: State, player: int) -> list[Reason]:
        """Return the reasons if nobody is alive, or if the player has no right to play the card."""
        found = []
        if not living(state):
            found.append(Code.VILLAINY_NOBODY.because(_("No character of this act is alive.")))
        if right(state, player, self.name) is Right.NEVER:
            found.append(Code.VILLAINY_LEAD_ONLY.because(_("Only the Lead plays Villainy.")))
        return found

    def perform(self, game: Game, action: Action) -> bool:
        """Take the choices and the price; then place the wounds."""
        state, player = game.state, action.player
        if right(state, player, self.name) is Right.NEVER:
            finish(game, action, failed=WhyFailed.LEAD_ONLY)
            return True
        if action.done == 0:
            return self._declare(game, action)
        wounding = choose(game, action, "wounds", self)
        if wounding is None:
            return False
        for name in wounding.choices.wounds or ():
            if name not in state.dead:
                if state.rules.villainy_takes_coins:
                    game.emit(e.CoinUsed(player, "Iago"))
                wound(game, player, name, state.rules.iago_coin_stays)
        finish(game, wounding)
        return True

    def _declare(self, game: Game, action: Action) -> bool:
        """Take the choices and the price, and cut a limit."""
        state, player = game.state, action.player
        pays = right(state, player, self.name) is Right.PAYS
        if action.choices.pay and pays and not can_pay(state, player, self.name):
            game.replace(replace(action, choices=replace(action.choices, pay=False)))  # spent on No Drama since (A3)
            return True
        if action.choices.pay is None:
            if action.choices.wounds is not None or action.choices.cut is not None:
                paying: Action | None = replace(action, choices=replace(action.choices, pay=False))
            else:
                paying = choose(game, action, "pay", self)
            if paying is None:
                return False
            action = paying
        cutting = action.choices.cut is not None
        later = action.choices.wounds if cutting else None  # wounds after the cut
        chosen = choose(
            game,
            replace(action, choices=replace(action.choices, wounds=None)) if cutting else action,
            "cut" if cutting else "wounds",
            self,
        )
        if chosen is None:
            return False
        if chosen.choices.pay and pays:
            pay(game, player, "intrigue", state.rules.prices["villainy"])
        for name, count in chosen.choices.cut or ():
            game.emit(e.LimitCut(player, name, count))
            if CUT_KILLS in state.rules.chosen and state.wounds[name] >= state.limit(name):  # J6
                die(game, player, name)
        game.replace(replace(chosen, done=1, choices=replace(chosen.choices, wounds=chosen.choices.wounds or later)))
        return True


def strength_of(state: State, action: Action) -> Strength:
    """Return the strength of this Villainy: strong if it is free for the role or paid for (A6)."""
    strong = right(state, action.player, VILLAINY.name) is Right.FREE or bool(action.choices.pay)
    return state.rules.villainy_strong if strong else state.rules.villainy_weak


def most_wounds(state: State, player: int, most: int) -> int:
    """Return the number of wounds, up to `most`, that the player's coins allow (A6)."""
    return min(most, state.seats[player].coins.get("Iago", 0)) if state.rules.villainy_takes_coins else most


def wound_sets(state: State, most: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to place 1 to `most` wounds on living characters (W3).

    No character gets a wound after the one that kills.
    """
    names = living(state)
    room = {name: max(1, state.limit(name) - state.wounds[name]) for name in names}
    for count in range(1, most + 1):
        for wounds in combinations_with_replacement(names, count):
            if all(wounds.count(name) <= room[name] for name in wounds):
                yield wounds


VILLAINY = Villainy()
CARDS = {VILLAINY.name: VILLAINY}
