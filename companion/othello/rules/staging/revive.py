"""Revive: a dead character returns, with the cards set aside for it (A7)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.i18n import N_, _
from companion.core.verdict import Reason
from companion.othello.model import events as e
from companion.othello.model.cards import Role, Staging
from companion.othello.model.frames import Action, Choices, each_choice
from companion.othello.model.game import Game
from companion.othello.model.ruleset import Right
from companion.othello.model.state import State
from companion.othello.model.vocabulary import WhyFailed
from companion.othello.rules import script_cards
from companion.othello.rules.choosing import choose
from companion.othello.rules.effect import NO_NEED, Effect
from companion.othello.rules.endings import finish
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.targets import can_pay, dead, right
from companion.othello.rules.tokens import pay

ROLES = {Role.LEAD: N_("the lead"), Role.COMPANY: N_("the company")}


class Revive(Effect):
    """Revive a dead character; the cards set aside for it go to the player (A7)."""

    name = str(Staging.REVIVE)
    rule = "A7"
    uses = ("character", "pay")

    def needs(self, state: State, action: Action) -> Sequence[Choices]:
        """Return the dead characters of the act."""
        return each_choice("character", dead(state)) if action.choices.character is None else NO_NEED

    def idle(self, state: State, player: int) -> list[Reason]:
        """Return the reasons if nobody is dead, or the player may not play or pay for the card."""
        found, seat, price = [], state.seats[player], state.rules.prices["revive"]
        if not dead(state):
            found.append(Code.REVIVE_NOBODY_DEAD.because(_("No character of this act is dead.")))
        may = right(state, player, self.name)
        if may is Right.NEVER:
            found.append(Code.REVIVE_LEAD_ONLY.because(_("Only the Lead plays Revive.")))
        elif may is Right.PAYS and seat.intrigue < price:
            who = _(ROLES[state.role(player)])
            message = _(
                "Revive costs {who} {price} intrigue tokens; {name} has {intrigue}.",
                who=who,
                price=price,
                name=seat.name,
                intrigue=seat.intrigue,
            )
            found.append(Code.REVIVE_NO_INTRIGUE.because(message))
        return found

    def perform(self, game: Game, action: Action) -> bool:
        """Let the player choose a character, pay, and revive it."""
        state, player = game.state, action.player
        may = right(state, player, self.name)
        if may is Right.NEVER or (may is Right.PAYS and not can_pay(state, player, self.name)):
            finish(game, action, failed=WhyFailed.LEAD_ONLY if may is Right.NEVER else WhyFailed.NO_INTRIGUE)
            return True
        chosen = choose(game, action, "character", self)
        if chosen is None:
            return False
        name = chosen.choices.character
        if name is None:
            finish(game, chosen, failed=WhyFailed.NOBODY_DEAD)
            return True
        if may is Right.PAYS:
            pay(game, player, "intrigue", state.rules.prices["revive"])
        bring_back(game, player, name)
        finish(game, chosen)
        return True


def bring_back(game: Game, player: int, character: str) -> None:
    """Turn the tile to its living side (A7).

    The cards set aside for the character go to the player.
    """
    game.emit(e.Revived(player, character))
    for name, role in list(game.state.set_aside):
        card = game.state.deck.cards[name]
        if script_cards.set_aside_for(game.state, card, character):
            game.emit(e.Recovered(player, name, role))
            script_cards.harm(game, card, player)


REVIVE = Revive()
CARDS = {REVIVE.name: REVIVE}
