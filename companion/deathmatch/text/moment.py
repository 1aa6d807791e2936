"""Words for the current moment, for everybody: the card to beat or the active text, and the next action.

Both depend only on public facts, so they name no card of a hand and no secret character.
"""

from __future__ import annotations

from typing import assert_never

from companion.core.i18n import _, listed, ngettext
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.ruleset import SettingChoice
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.rules.scene import standing
from companion.deathmatch.text.words import card_title, name, players


def happening_text(state: State) -> str | None:
    """Describe the current scene or text with its card; None if there is none."""
    if state.carrying is not None:
        by, card = state.carrying
        return _("{who} shows {card}", who=name(state, by), card=card_title(state, card))
    if state.phase is Phase.CASTING:
        return _("Whose birthday is nearest to April 23 begins")
    if state.phase is not Phase.SCENE:
        return None
    best = standing(state)
    if best is not None and state.seats[best].played is not None:
        return _("{who}’s card is the one to beat: {card}", who=name(state, best), card=_laid(state, best))
    opener = state.opener
    if opener is not None and state.seats[opener].played is not None:
        return _("{who} opened with {card}", who=name(state, opener), card=_laid(state, opener))
    return None


def laid_text(state: State) -> str:
    """List the cards played in this scene with their players, from the opener on."""
    count, first = len(state.seats), state.opener or 0
    order = [(first + step) % count for step in range(count)]
    told = (
        _("{who} {card}", who=name(state, each), card=_laid(state, each)) for each in order if state.seats[each].played
    )
    return _("In the scene lie: {cards}", cards=listed(told))


def _laid(state: State, player: int) -> str:
    return card_title(state, state.seats[player].played or "")


def decision_text(state: State, decision: Decision | None) -> str:
    """Return the open decision as a headline for everybody; None means the end of the game."""
    if decision is None:
        return _("The game is over")
    who = players(state, decision.players)
    match decision.kind:
        case DecisionKind.PROTAGONIST:
            if len(state.seats) == 2:  # two players have no protagonist (DS5)
                return _("Whoever begins holds the button")
            return _("Whoever begins lays the protagonist card in their place, or holds the button")
        case DecisionKind.SETTING if state.rules.setting_choice is SettingChoice.DRAW:
            return _("{who} turns up the top one of the shuffled settings, and lays it in the middle", who=who)
        case DecisionKind.SETTING:
            return _("{who} chooses where act {act} plays, and lays that setting in the middle", who=who, act=state.act)
        case DecisionKind.ACTION:
            return _("{who} opens the scene with a card of the hand", who=who)
        case DecisionKind.ANSWER:
            return _("{who} answers with a card of the hand", who=who)
        case DecisionKind.CARRY_OUT:
            card = state.carrying.card if state.carrying is not None else _("the text")
            return _("{who} does what {card} says", who=who, card=card)
        case DecisionKind.WINNER:
            return _("Whose card has won the scene?")
        case DecisionKind.DAMAGE:
            return _("{who} has won and lays a card of the scene before another player, as damage", who=who)
        case DecisionKind.DISCARD:
            return _discards(state, decision, who)
        case _:
            assert_never(decision.kind)


def _discards(state: State, decision: Decision, who: str) -> str:
    sizes = {state.hand_size(player) for player in decision.players}
    if len(sizes) > 1:
        return _("{who} have too many cards and discard", who=who)
    size = sizes.pop()
    if len(decision.players) == len(state.alive) > 2:
        return ngettext("Everybody discards, down to {count} card", "Everybody discards, down to {count} cards", size)
    if len(decision.players) == 1:
        return ngettext("{who} discards, down to {count} card", "{who} discards, down to {count} cards", size, who=who)
    return ngettext("{who} discard, down to {count} card", "{who} discard, down to {count} cards", size, who=who)
