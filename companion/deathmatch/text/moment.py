"""Words for the current moment: the card to beat or the active text, and the next action.

With a `player` they address that player as "you", for the own phone. Both depend only on public facts, so they name no
card of a hand and no secret character. See docs/prompts.md.
"""

from __future__ import annotations

from typing import assert_never

from companion.core.i18n import N_, _, listed, ngettext
from companion.deathmatch.model.decision import Decision, DecisionKind
from companion.deathmatch.model.ruleset import Defeat, SettingChoice
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.rules.scene import standing
from companion.deathmatch.text.words import card_text, card_title, name, players, text_carrier
from companion.game.equipment import REAL_TABLE, Equipment


def happening_text(state: State, equipment: Equipment = REAL_TABLE, player: int | None = None) -> str | None:
    """Describe the current scene or text with its card; None if there is none.

    A `player` reads the own card as "yours", and all cards of the scene while the players decide who won it.
    """
    if state.carrying is not None:
        by, card = state.carrying
        sentence = N_("You show {card}") if by == player else N_("{who} shows {card}")
        words = _(sentence, who=name(state, by), card=card_title(state, card))
        text = card_text(text_carrier(state, card))
        if player in (None, by) or not text:  # the wall shows the text, and the own page the ways to carry it out
            return words
        return _("{words}: {text}", words=words, text=text)
    if state.phase is Phase.CASTING:
        if equipment.deals or player is not None:
            return None
        if len(state.seats) == 2:  # without a protagonist (DS5)
            return _("Who starts: birthday closest to April 23")
        return _("Who starts: birthday closest to April 23. Take the protagonist card")
    if state.phase is Phase.WINNER and player is not None:
        return laid_text(state)
    if state.phase is not Phase.SCENE:
        return None
    best = standing(state)
    if best is not None and state.seats[best].played is not None:
        sentence = N_("Card to beat: yours, {card}") if best == player else N_("Card to beat: {card} of {who}")
        return _(sentence, who=name(state, best), card=_laid(state, best))
    opener = state.opener
    if opener is not None and state.seats[opener].played is not None:
        sentence = N_("You opened with {card}") if opener == player else N_("{who} opened with {card}")
        return _(sentence, who=name(state, opener), card=_laid(state, opener))
    return None


def laid_text(state: State) -> str:
    """List the cards played in this scene with their players, from the opener on."""
    count, first = len(state.seats), state.opener or 0
    order = [(first + step) % count for step in range(count)]
    cards = (
        _("{who} {card}", who=name(state, each), card=_laid(state, each)) for each in order if state.seats[each].played
    )
    return _("In the scene lie: {cards}", cards=listed(cards))


def _laid(state: State, player: int) -> str:
    return card_title(state, state.seats[player].played or "")


def decision_text(
    state: State, decision: Decision | None, equipment: Equipment = REAL_TABLE, player: int | None = None
) -> str:
    """Return the open decision as a headline: who acts, and what they do. None means the end of the game."""
    if decision is None:
        return _("The game is over")
    own, who = player in decision.players, players(state, decision.players)
    match decision.kind:
        case DecisionKind.PROTAGONIST:
            return _starts(equipment, player is not None)
        case DecisionKind.SETTING if state.rules.setting_choice is SettingChoice.DRAW:
            sentences = (
                N_("{who}: turn up the top setting of the pile, and put it in the circle"),
                N_("Turn up the top setting of the pile"),
            )
        case DecisionKind.SETTING:
            chooses = (
                N_("{who}: choose where act {act} plays, and put that setting in the circle"),
                N_("{who}: choose where act {act} plays"),
            )
            sentences = chooses[equipment.phones], N_("Choose where act {act} plays")
        case DecisionKind.ACTION:
            opens = (
                N_("{who}: open the scene with a card, face up on your spot"),
                N_("{who}: open the scene with a card"),
            )
            sentences = opens[equipment.phones], N_("Play a card to open the scene")
        case DecisionKind.ANSWER:
            answers = N_("{who}: answer with a card, face up on your spot"), N_("{who}: answer with a card")
            highest = state.rules.defeat is Defeat.HIGHER_ANY
            own_words = N_("Answer with a card. The highest number wins, the first of equal ones")
            sentences = answers[equipment.phones], own_words if highest else N_("Answer with a card")
        case DecisionKind.CARRY_OUT:
            card = state.carrying.card if state.carrying is not None else _("the text")
            return _(N_("Do what “{card}” says") if own else N_("{who}: do what “{card}” says"), who=who, card=card)
        case DecisionKind.WINNER:
            if player is not None:
                return _("Compare the cards. Who won? Tap if it was you.")
            return _("Agree who won the scene. That player presses") if equipment.buttons else _("Who won the scene?")
        case DecisionKind.DAMAGE:
            places = (
                N_("{who} won: put one of the played cards on another player’s spot, as damage"),
                N_("{who} won, and gives one of the played cards to another player, as damage"),
            )
            is_read_by_another = equipment.phones or player is not None
            sentences = (
                places[is_read_by_another],
                N_("You won: choose a card of the scene, and who takes it as damage"),
            )
        case DecisionKind.DISCARD:
            return _discards(state, decision, who, player)
        case _:
            assert_never(decision.kind)
    return _(sentences[own], who=who, act=state.act)


def _starts(equipment: Equipment, own: bool) -> str:
    """Return the question who starts (DS4)."""
    if own:
        return _("The player with the birthday closest to April 23 starts. Is it you? Then tap.")
    if equipment.deals:
        return _("Birthday closest to April 23: press")
    if not equipment.buttons:
        return _("The player with the birthday closest to April 23 starts")
    return _("Everyone: put your character face down on your spot, and take it back. Who starts holds the button")


def _discards(state: State, decision: Decision, who: str, player: int | None) -> str:
    sizes = {state.hand_size(each) for each in decision.players}
    if player in decision.players:
        size = state.hand_size(player)
        return ngettext("Discard down to {count} card", "Discard down to {count} cards", size)
    if len(sizes) > 1:
        return _("{who}: too many cards, discard", who=who)
    size = sizes.pop()
    if len(decision.players) == len(state.alive) > 2:
        return ngettext("Everyone: discard down to {count} card", "Everyone: discard down to {count} cards", size)
    return ngettext("{who}: discard down to {count} card", "{who}: discard down to {count} cards", size, who=who)
